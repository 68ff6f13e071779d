(* Written by `filbert-elaborate --coq`: a script with its certificate. *)
Require Import ZArith List PArith.
From Filbert Require Import System Automata Logic Check.
Import ListNotations.

Definition numeration : system := [(1, 1); (0, 0)].

Definition script : list (command * answers) := [
(Automaton 2 (listed 1 [
  (true, [([0; 0], 1%positive); ([0; 1], 2%positive)]);
  (false, [([1; 0], 3%positive); ([1; 1], 2%positive)]);
  (true, [([0; 0], 4%positive); ([0; 1], 2%positive)]);
  (false, [([0; 0], 3%positive); ([0; 1], 2%positive)])]), []);
(Theorem_ (Implies (And (Or (Rel 0 [0; 1]) (Rel 0 [1; 0])) (Or (Or (And (Compare Equal (Var 2) (Var 0)) (Compare LessThan (Var 3) (Var 1))) (And (Compare LessThan (Var 2) (Var 0)) (Compare Equal (Var 3) (Var 1)))) (And (Compare LessThan (Var 2) (Var 0)) (Compare Equal (Add (Var 0) (Var 3)) (Add (Var 1) (Var 2)))))) (Not (Or (Rel 0 [2; 3]) (Rel 0 [3; 2])))), []);
(Theorem_ (Implies (Not (Or (Rel 0 [0; 1]) (Rel 0 [1; 0]))) (Some_ 2 (Some_ 3 (And (Or (Or (And (Compare Equal (Var 2) (Var 0)) (Compare LessThan (Var 3) (Var 1))) (And (Compare LessThan (Var 2) (Var 0)) (Compare Equal (Var 3) (Var 1)))) (And (Compare LessThan (Var 2) (Var 0)) (Compare Equal (Add (Var 0) (Var 3)) (Add (Var 1) (Var 2))))) (Or (Rel 0 [2; 3]) (Rel 0 [3; 2])))))), [Step; Later; Later])].
