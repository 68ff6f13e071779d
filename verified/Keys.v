(* Keys that Coq computes, for examples that are checked inside Coq: the numbers of a node are written one after another. *)
Require Import ZArith List PArith.
From Filbert Require Import Automata Linear Explore Skeleton Always.
Import ListNotations.

Fixpoint key_places (l : places) (k : positive) : positive :=
  match l with [] => k | (_, q) :: l => key_places l (push_digit q k) end.
Fixpoint key_positive (p k : positive) : positive :=
  match p with xH => xO k | xO p => key_positive p (xO (xI k)) | xI p => key_positive p (xI (xI k)) end.
Definition key_integer (x : Z) (k : positive) : positive :=
  match x with Z0 => xO k | Zpos p => key_positive p (xO (xI k)) | Zneg p => key_positive p (xI (xI k)) end.
Fixpoint key_state (t : state) (k : positive) : positive :=
  match t with
  | Known true => xI k
  | Known false => xO k
  | At q => key_positive q k
  | Read v => fold_left (fun k x => key_integer x k) v k
  | Both a b => key_state b (key_state a k)
  end.

Definition key_of_node (a : node) (k : positive) : positive := key_state (snd a) (key_places (fst a) k).

(* Four bits at a time, one after the other of five places changes. *)
Definition bits_of (h : hex) : bool * bool * bool * bool :=
  let t := true in let f := false in
  match h with
  | X0 => (f, f, f, f) | X1 => (f, f, f, t) | X2 => (f, f, t, f) | X3 => (f, f, t, t)
  | X4 => (f, t, f, f) | X5 => (f, t, f, t) | X6 => (f, t, t, f) | X7 => (f, t, t, t)
  | X8 => (t, f, f, f) | X9 => (t, f, f, t) | XA => (t, f, t, f) | XB => (t, f, t, t)
  | XC => (t, t, f, f) | XD => (t, t, f, t) | XE => (t, t, t, f) | XF => (t, t, t, t)
  end.
Definition of_bits (a b c d : bool) : hex :=
  if a
  then if b then if c then if d then XF else XE else if d then XD else XC else if c then if d then XB else XA else if d then X9 else X8
  else if b then if c then if d then X7 else X6 else if d then X5 else X4 else if c then if d then X3 else X2 else if d then X1 else X0.
Definition change (h : hex) (a b c d : bool) : hex :=
  let '(a', b', c', d') := bits_of h in of_bits (xorb a a') (xorb b b') (xorb c c') (xorb d d').
Definition bit (p : positive) : bool * positive := match p with xH => (true, xH) | xO p => (false, p) | xI p => (true, p) end.
Fixpoint key_of_bits (n : nat) (p : positive) (k : key) : key :=
  match n, p with
  | O, _ | _, xH => k
  | S n, p =>
      let (a, p) := bit p in let (b, p) := bit p in let (c, p) := bit p in let (d, p) := bit p in
      key_of_bits n p (Key (k2 k) (k3 k) (k4 k) (k5 k) (change (k1 k) a b c d))
  end.
Definition key_of (p : positive) : key := key_of_bits 100 p (Key X0 X0 X0 X0 X0).

#[export] Instance keys_of_coq : keys := {|
  key_node a := key_of (key_of_node a 1);
  key_subset a := key_of (key_of_node (fst a) (fold_left (fun k m => key_positive (fst m) (push_digit (snd m) k)) (snd a) 1%positive))
|}.
