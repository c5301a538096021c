;; Dot products of one query with consecutive rows of float32 numbers, four lanes at a time with four sums in flight.
;; Measured against the best plain JavaScript loop at 384 dimensions: 2.4 ms instead of 6.9 ms for 16,000 rows.
;; vector-kernel.ts holds the compiled bytes; a test compiles this text again and compares.
(module
  ;; 65,536 pages are the 4 GB that 32-bit addresses reach.
  (import "hub" "memory" (memory 1 65536))
  ;; $stride: bytes per row, a multiple of 64; $query is as long, padded with zeros. All addresses are in bytes.
  (func (export "dots") (param $row i32) (param $rows i32) (param $stride i32) (param $query i32) (param $out i32)
    (local $rowEnd i32) (local $outEnd i32) (local $q i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $outEnd (i32.add (local.get $out) (i32.shl (local.get $rows) (i32.const 2))))
    (block $done
      (loop $nextRow
        (br_if $done (i32.ge_u (local.get $out) (local.get $outEnd)))
        (local.set $a (v128.const f32x4 0 0 0 0))
        (local.set $b (v128.const f32x4 0 0 0 0))
        (local.set $c (v128.const f32x4 0 0 0 0))
        (local.set $d (v128.const f32x4 0 0 0 0))
        (local.set $q (local.get $query))
        (local.set $rowEnd (i32.add (local.get $row) (local.get $stride)))
        (loop $nextLanes
          (local.set $a (f32x4.add (local.get $a) (f32x4.mul (v128.load (local.get $row)) (v128.load (local.get $q)))))
          (local.set $b (f32x4.add (local.get $b) (f32x4.mul (v128.load offset=16 (local.get $row)) (v128.load offset=16 (local.get $q)))))
          (local.set $c (f32x4.add (local.get $c) (f32x4.mul (v128.load offset=32 (local.get $row)) (v128.load offset=32 (local.get $q)))))
          (local.set $d (f32x4.add (local.get $d) (f32x4.mul (v128.load offset=48 (local.get $row)) (v128.load offset=48 (local.get $q)))))
          (local.set $row (i32.add (local.get $row) (i32.const 64)))
          (local.set $q (i32.add (local.get $q) (i32.const 64)))
          (br_if $nextLanes (i32.ne (local.get $row) (local.get $rowEnd))))
        (local.set $a (f32x4.add (f32x4.add (local.get $a) (local.get $b)) (f32x4.add (local.get $c) (local.get $d))))
        (f32.store (local.get $out)
          (f32.add
            (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
            (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $nextRow)))))
