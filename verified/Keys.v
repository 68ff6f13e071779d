(* Keys that Coq computes, for examples that are checked inside Coq: the numbers of a node are written one after another. *)
Require Import ZArith List PArith.
From Filbert Require Import Automata Linear Skeleton Always.
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

Definition key_of_node (a : node) : positive := key_state (snd a) (key_places (fst a) 1%positive).

#[export] Instance keys_of_coq : keys := {|
  key_node := key_of_node;
  key_subset a := fold_left (fun k m => key_positive (fst m) (push_digit (snd m) k)) (snd a) (key_of_node (fst a))
|}.
