;; Dot products of one query of 16-bit numbers with consecutive rows of 8-bit numbers, as 32-bit sums: eight products an instruction, four sums in flight.
;; Measured beside the kernel for float32 numbers, 27,767 rows of 384 dimensions: a third of its time, since it reads a quarter of the memory.
;; byte-kernel.ts holds the compiled bytes; a test compiles this text again and compares.
(module
  ;; 65,536 pages are the 4 GB that 32-bit addresses reach.
  (import "hub" "memory" (memory 1 65536))
  ;; $stride: bytes per row, a multiple of 32; $query is twice as long, padded with zeros. All addresses are in bytes.
  (func (export "dots") (param $row i32) (param $rows i32) (param $stride i32) (param $query i32) (param $out i32)
    (local $rowEnd i32) (local $outEnd i32) (local $q i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $outEnd (i32.add (local.get $out) (i32.shl (local.get $rows) (i32.const 2))))
    (block $done
      (loop $nextRow
        (br_if $done (i32.ge_u (local.get $out) (local.get $outEnd)))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $c (v128.const i32x4 0 0 0 0))
        (local.set $d (v128.const i32x4 0 0 0 0))
        (local.set $q (local.get $query))
        (local.set $rowEnd (i32.add (local.get $row) (local.get $stride)))
        (loop $nextLanes
          (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $row)) (v128.load (local.get $q)))))
          (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $row)) (v128.load offset=16 (local.get $q)))))
          (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $row)) (v128.load offset=32 (local.get $q)))))
          (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $row)) (v128.load offset=48 (local.get $q)))))
          (local.set $row (i32.add (local.get $row) (i32.const 32)))
          (local.set $q (i32.add (local.get $q) (i32.const 64)))
          (br_if $nextLanes (i32.ne (local.get $row) (local.get $rowEnd))))
        (local.set $a (i32x4.add (i32x4.add (local.get $a) (local.get $b)) (i32x4.add (local.get $c) (local.get $d))))
        (i32.store (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
            (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $nextRow)))))
