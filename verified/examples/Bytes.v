(* A script of four lines, read and checked inside Coq: in the Fibonacci word, the fixed point of 0 -> 01, 1 -> 0, no two ones
   stand side by side. The statement knows neither automata nor representations. *)
Require Import ZArith Ascii String List PArith.
From Filbert Require Import System Automata Logic Keys Rules Syntax Meaning Lexer Reader Text Script.
Import ListNotations.
Local Open Scope Z_scope.

Definition script : string := "word F msd_fib ""0->01 1->0"";
def even ""?msd_fib Ey x=2*y"";
theorem halves ""?msd_fib Ax $even(x) | $even(x+1)"";
theorem isolated ""?msd_fib An F[n]=@0 | F[n+1]=@0"";
"%string.
(* Nothing ships with it. *)
Definition files (p : path) : option chars := Some (if is_in p [["s.prf"]]%string then str script else []).

Definition evens : dfa := listed 1 [
  (true, [([0%nat], 1); ([1%nat], 2)]); (false, [([0%nat], 3)]); (true, [([0%nat], 4); ([1%nat], 5)]); (false, [([0%nat], 6); ([1%nat], 7)]);
  (true, [([0%nat], 4)]); (false, [([0%nat], 3); ([1%nat], 8)]); (true, [([0%nat], 1)]); (false, [([0%nat], 6)])]%positive.
Definition odds : dfa := listed 1 [
  (false, [([0%nat], 1); ([1%nat], 2)]); (true, [([0%nat], 3)]); (false, [([0%nat], 4); ([1%nat], 5)]); (true, [([0%nat], 6); ([1%nat], 7)]);
  (false, [([0%nat], 4)]); (true, [([0%nat], 3); ([1%nat], 8)]); (false, [([0%nat], 1)]); (true, [([0%nat], 6)])]%positive.
Definition ones : dfa := listed 1 [(false, [([0%nat], 1); ([1%nat], 2)]); (true, [([0%nat], 1)])]%positive.
Definition certified : certificate :=
  let s := [[(1%nat, 1%nat); (0%nat, 0%nat)]] in
  [None; Some (s, [[]; []]); Some (s, [[Later; By evens [0%nat]]]); Some (s, [[Step; By odds [0%nat]; Later]]);
   Some (s, [[Step; By ones [0%nat]; Later]])].

Definition F : Z -> Z := nth_letter [(0, [0; 1]); (1, [0])] [(0, 0); (1, 1)].

Theorem isolated : forall n, 0 <= n -> F n = 0 \/ F (n + 1) = 0.
Proof.
  assert (C : check_text files ["k.prf"]%string [] ["s.prf"]%string certified = true) by (vm_compute; reflexivity).
  apply check_text_sound in C as (cs & R & H). unfold read_script in R. vm_compute in R. injection R as <-.
  destruct H as (_ & H & _).
  intros n L. specialize (H n L). destruct H as [(x & y & Vx & Vy & E)|(x & y & Vx & Vy & E)].
  - left. change (Some (F n) = Some x) in Vx. change (Some 0 = Some y) in Vy. unfold related in E. congruence.
  - right. change (Some (F (n + 1)) = Some x) in Vx. change (Some 0 = Some y) in Vy. unfold related in E. congruence.
Qed.
