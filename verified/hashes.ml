(* The keys by which the checker finds again what it has visited. Its theorems hold whatever keys it is given. *)
open Checker

let mix h x = ((h lxor x) * 0x2545F4914F6CDD1D) lxor (h lsr 29)
let rec positive = function XH -> 1 | XO p -> 2 * positive p | XI p -> 2 * positive p + 1
let integer = function Z0 -> 0 | Zpos p -> positive p | Zneg p -> - positive p
let rec natural n = function O -> n | S m -> natural (n + 1) m
let rec state h = function
  | Known b -> mix h (if b then 1 else 2)
  | At q -> mix h (positive q)
  | Read v -> List.fold_left (fun h x -> mix h (integer x)) (mix h 3) v
  | Both (a, b) -> state (state h a) b
let node (places, t) = state (List.fold_left (fun h (_, q) -> mix h (natural 0 q)) 7 places) t
let subset (n, l) = List.fold_left (fun h (i, c) -> mix h (natural 8 c * positive i)) (node n) l

let digits = [| X0; X1; X2; X3; X4; X5; X6; X7; X8; X9; XA; XB; XC; XD; XE; XF |]
let key h =
  let h = h lxor (h lsr 32) in
  let digit i = digits.((h lsr (4 * i)) land 15) in
  { k1 = digit 0; k2 = digit 1; k3 = digit 2; k4 = digit 3; k5 = digit 4 }
let keys = { key_node = (fun n -> key (node n)); key_subset = (fun n -> key (subset n)) }
