;; One epoch of UMAP's optimisation, as umap-js's own: each edge that is due pulls its two ends together, then its head is pushed off by points
;; drawn at random; all of one edge's push from where the pull has left it, so that none waits for the one before. A place is four lanes (x, y, z, unused), an edge 16 bytes:
;;   u32 address of its tail, f32 epochs between two draws, f32 epoch of the next draw, f32 epoch of the next push.
;; Edges stand by their heads; `starts` has one address more than there are points. Coefficients are looked up in tables on the bits of the squared
;; distance (coefficient-table.ts). Random numbers are those of seeded-random.ts. All stands in one function: calls cost a third of the time.
;; layout-kernel.ts holds the compiled bytes; a test compiles this text again and compares.
(module
  (import "hub" "memory" (memory 1 65536))
  ;; $aside is where a point goes that another one stands upon: the learning rate times the greatest gradient, and the same or 0 along the third axis.
  (func (export "epoch")
    (param $places i32) (param $points i32) (param $starts i32) (param $attract i32) (param $repel i32)
    (param $now f32) (param $rate f32) (param $pushes f32) (param $aside f32) (param $asideDeep f32) (param $state i32)
    (result i32)
    (local $head i32) (local $end i32) (local $edge i32) (local $edgeEnd i32) (local $other i32) (local $draws i32) (local $mixed i32) (local $entry i32)
    (local $every f32) (local $due f32) (local $distance f32)
    (local $place v128) (local $from v128) (local $difference v128) (local $move v128) (local $square v128) (local $rates v128) (local $step v128)
    (local.set $rates (f32x4.splat (local.get $rate)))
    (local.set $step (f32x4.replace_lane 2 (f32x4.splat (local.get $aside)) (local.get $asideDeep)))
    (local.set $head (local.get $places))
    (local.set $end (i32.add (local.get $places) (i32.shl (local.get $points) (i32.const 4))))
    (block $done
      (loop $nextPoint
        (br_if $done (i32.ge_u (local.get $head) (local.get $end)))
        (local.set $edge (i32.load (local.get $starts)))
        (local.set $edgeEnd (i32.load offset=4 (local.get $starts)))
        (local.set $starts (i32.add (local.get $starts) (i32.const 4)))
        (local.set $place (v128.load (local.get $head)))
        (block $pointDone
          (loop $nextEdge
            (br_if $pointDone (i32.ge_u (local.get $edge) (local.get $edgeEnd)))
            (block $edgeDone
              (br_if $edgeDone (f32.gt (f32.load offset=8 (local.get $edge)) (local.get $now)))
              (local.set $other (i32.load (local.get $edge)))
              (local.set $difference (f32x4.sub (local.get $place) (v128.load (local.get $other))))
              (local.set $square (f32x4.mul (local.get $difference) (local.get $difference)))
              (local.set $distance
                (f32.add
                  (f32.add (f32x4.extract_lane 0 (local.get $square)) (f32x4.extract_lane 1 (local.get $square)))
                  (f32x4.extract_lane 2 (local.get $square))))
              (if (f32.gt (local.get $distance) (f32.const 0))
                (then
                  (local.set $entry (i32.shl (i32.shr_u (i32.reinterpret_f32 (local.get $distance)) (i32.const 15)) (i32.const 2)))
                  (local.set $move
                    (f32x4.mul
                      (f32x4.pmin (v128.const f32x4 4 4 4 4) (f32x4.pmax (v128.const f32x4 -4 -4 -4 -4) (f32x4.mul (v128.load32_splat (i32.add (local.get $attract) (local.get $entry))) (local.get $difference))))
                      (local.get $rates)))
                  (local.set $place (f32x4.add (local.get $place) (local.get $move)))
                  (v128.store (local.get $other) (f32x4.sub (v128.load (local.get $other)) (local.get $move)))))
              (local.set $every (f32.load offset=4 (local.get $edge)))
              (f32.store offset=8 (local.get $edge) (f32.add (f32.load offset=8 (local.get $edge)) (local.get $every)))
              (local.set $every (f32.div (local.get $every) (local.get $pushes)))
              (local.set $due (f32.load offset=12 (local.get $edge)))
              (local.set $draws
                (i32.trunc_sat_f32_s (f32.floor (f32.div (f32.sub (local.get $now) (local.get $due)) (local.get $every)))))
              (if (i32.gt_s (local.get $draws) (i32.const 0))
                (then
                  (f32.store offset=12 (local.get $edge)
                    (f32.add (local.get $due) (f32.mul (f32.convert_i32_s (local.get $draws)) (local.get $every))))
                  (local.set $from (local.get $place))
                  (loop $nextDraw
                    (local.set $state (i32.add (local.get $state) (i32.const 0x6d2b79f5)))
                    (local.set $mixed
                      (i32.mul
                        (i32.xor (local.get $state) (i32.shr_u (local.get $state) (i32.const 15)))
                        (i32.or (local.get $state) (i32.const 1))))
                    (local.set $mixed
                      (i32.xor (local.get $mixed)
                        (i32.add (local.get $mixed)
                          (i32.mul
                            (i32.xor (local.get $mixed) (i32.shr_u (local.get $mixed) (i32.const 7)))
                            (i32.or (local.get $mixed) (i32.const 61))))))
                    (local.set $mixed (i32.xor (local.get $mixed) (i32.shr_u (local.get $mixed) (i32.const 14))))
                    (local.set $other
                      (i32.add (local.get $places)
                        (i32.shl
                          (i32.wrap_i64
                            (i64.shr_u
                              (i64.mul (i64.extend_i32_u (local.get $mixed)) (i64.extend_i32_u (local.get $points)))
                              (i64.const 32)))
                          (i32.const 4))))
                    (local.set $difference (f32x4.sub (local.get $from) (v128.load (local.get $other))))
                    (local.set $square (f32x4.mul (local.get $difference) (local.get $difference)))
                    (local.set $distance
                      (f32.add
                        (f32.add (f32x4.extract_lane 0 (local.get $square)) (f32x4.extract_lane 1 (local.get $square)))
                        (f32x4.extract_lane 2 (local.get $square))))
                    (if (f32.gt (local.get $distance) (f32.const 0))
                      (then
                        (local.set $entry (i32.shl (i32.shr_u (i32.reinterpret_f32 (local.get $distance)) (i32.const 15)) (i32.const 2)))
                        (local.set $place
                          (f32x4.add (local.get $place)
                            (f32x4.mul
                              (f32x4.pmin (v128.const f32x4 4 4 4 4) (f32x4.pmax (v128.const f32x4 -4 -4 -4 -4) (f32x4.mul (v128.load32_splat (i32.add (local.get $repel) (local.get $entry))) (local.get $difference))))
                              (local.get $rates)))))
                      (else
                        (if (i32.ne (local.get $other) (local.get $head))
                          (then (local.set $place (f32x4.add (local.get $place) (local.get $step)))))))
                    (local.set $draws (i32.sub (local.get $draws) (i32.const 1)))
                    (br_if $nextDraw (local.get $draws)))))
              (v128.store (local.get $head) (local.get $place)))
            (local.set $edge (i32.add (local.get $edge) (i32.const 16)))
            (br $nextEdge)))
        (local.set $head (i32.add (local.get $head) (i32.const 16)))
        (br $nextPoint)))
    (local.get $state)))
