(* The lost positions of K^0 (Wythoff's game) to K^3, and words of two letters: a number x above l is some a_n of the recursion in
   Blocked.v where letter x - l - 1 of the word is the first of the two, and some b_n where it is the second (Renard, Rigo 2025,
   Propositions 22 to 24). Scripts of filbert that Coq reads and checks say that their a_n and b_n obey the recursion, and where the
   letters are. *)
Require Import ZArith List Lia Arith.
From Filbert Require Import System Syntax Meaning Text Script Game.
From Filbert.examples Require Import Plain Words Wythoff Blocked.
From Filbert.examples Require blocked0_script blocked1_script blocked2_script blocked3_script.
Import ListNotations.

(** * The words; the corrections are what the scripts of K^2 and K^3 add to multiples of the golden ratio *)
Definition first_word : word := coded_fixed_point [[0; 1]; [2]; [3; 4]; [3; 1]; [2]]
  [1; 1; 2; 1; 2].
Definition second_word : word := coded_fixed_point [[0; 1]; [2]; [3; 4]; [5; 6]; [7]; [8; 9]; [10]; [11; 12]; [10; 13]; [14]; [10; 13]; [5; 6]; [15]; [5]; [8; 9]; [11; 12]]
  [1; 1; 1; 2; 1; 2; 1; 2; 1; 1; 2; 1; 1; 1; 1; 1].
Definition second_correction : word := coded_fixed_point [[0; 1]; [2]; [3; 1]; [4; 5]; [3; 5]; [4]]
  [1; 0; 1; 1; 0; 1].
Definition third_word : word := coded_fixed_point [[0; 1]; [2]; [3; 4]; [5; 6]; [7]; [8; 9]; [10]; [11; 12]; [13; 12]; [14]; [15; 16]; [14; 17]; [18]; [14; 17]; [19; 12]; [18; 20]; [21]; [18]; [13; 12]; [19; 12]; [14]; [15; 16]]
  [1; 1; 1; 1; 2; 1; 2; 1; 2; 1; 2; 1; 1; 2; 1; 2; 1; 2; 1; 2; 2; 1].
Definition third_correction : word := coded_fixed_point [[0; 1]; [2]; [3; 4]; [5; 6]; [7]; [7; 8]; [9]; [10; 11]; [10]; [5; 6]; [10; 11]; [7]]
  [1; 2; 2; 1; 0; 1; 1; 2; 1; 2; 1; 1].
(* The prefix in the paper. *)
Example first_letters : map first_word (seq 0 10) = [1; 1; 2; 1; 2; 1; 1; 2; 1; 1].
Proof. vm_compute. reflexivity. Qed.

(* The a_n are where w has the letter c, and the b_n where it has d. *)
Definition shown_by (w : word) (c d l : nat) : Prop := forall x,
  (w x = c <-> exists n, x + l + 1 = lower l n) /\ (w x = d <-> exists n, x + l + 1 = upper l n).

(** * What obeys the recursion is its solution *)
Lemma lower_is l (A B : nat -> nat -> Prop) :
  (forall n, exists x, A n x) -> (forall n, exists x, B n x) -> (forall n x, A n x -> l < x) ->
  (forall n x i, A n x /\ i < n -> ~ (A i x \/ B i x)) ->
  (forall n x y, (A n x /\ y < x) /\ l < y -> exists i, i < n /\ (A i y \/ B i y)) ->
  (forall n x y, A n x /\ B n y -> y = x + n + (l + 1)) ->
  forall n x, (A n x <-> x = lower l n) /\ (B n x <-> x = upper l n).
Proof.
  intros Ea Eb Above New Least Sum.
  assert (All : forall n x, (A n x -> x = lower l n) /\ (B n x -> x = upper l n)).
  { intro n. induction n as [n IH] using lt_wf_ind.
    assert (Ha : forall x, A n x -> x = lower l n).
    { intros x H. destruct (recursion_solved l n) as ((L & N & Below) & _).
      destruct (Nat.lt_trichotomy x (lower l n)) as [C|[C|C]]; [|exact C|].
      - destruct (Below x (Above n x H) C) as (i & I & E). destruct (New n x i (conj H I)).
        destruct (Ea i) as (u & U), (Eb i) as (v & V). pose proof (proj1 (IH i I u) U). pose proof (proj2 (IH i I v) V).
        destruct E as [->| ->]; [left|right]; congruence.
      - destruct (Least n x (lower l n) (conj (conj H C) L)) as (i & I & E). destruct N. exists i. split; [exact I|].
        destruct E as [E|E]; [left|right]; apply (IH i I); exact E. }
    intro x. split; [apply Ha|]. intro H. destruct (Ea n) as (u & U). rewrite (Sum n u x (conj U H)), (Ha u U).
    rewrite (proj2 (recursion_solved l n)). lia. }
  intros n x. destruct (Ea n) as (u & U), (Eb n) as (v & V). pose proof (proj1 (All n u) U). pose proof (proj2 (All n v) V).
  split; (split; [apply All|intros ->; congruence]).
Qed.
Lemma letters_are w c d l (A B : nat -> nat -> Prop) : (forall n x, (A n x <-> x = lower l n) /\ (B n x <-> x = upper l n)) ->
  (forall x, w x = c <-> exists n, A n (x + (l + 1))) -> (forall x, w x = d <-> exists n, B n (x + (l + 1))) -> shown_by w c d l.
Proof.
  intros H La Lb x. rewrite La, Lb. rewrite <- (Nat.add_assoc x l 1). split; split; intros (n & E); exists n; apply H; exact E.
Qed.
(** * The theorems *)
Theorem wythoff_word : shown_by fibonacci_word 0 1 0.
Proof.
  script_says blocked0_script.script blocked0_script.certified [fibonacci_word] H.
  specialize (H ltac:(cbv [words_are]; split; [word_is 2|exact I])). destruct H as (Ea & Eb & Above & New & Least & Sum & La & Lb & _).
  match type of Ea with forall n, exists x, @?A n x => match type of Eb with forall n, exists x, @?B n x =>
    exact (letters_are _ _ _ _ A B (lower_is 0 A B Ea Eb Above New Least Sum) La Lb) end end.
Qed.
Theorem blocked_word_1 : shown_by first_word 1 2 1.
Proof.
  script_says blocked1_script.script blocked1_script.certified [first_word] H.
  specialize (H ltac:(cbv [words_are]; split; [word_is 5|exact I])). destruct H as (Ea & Eb & Above & New & Least & Sum & La & Lb & _).
  match type of Ea with forall n, exists x, @?A n x => match type of Eb with forall n, exists x, @?B n x =>
    exact (letters_are _ _ _ _ A B (lower_is 1 A B Ea Eb Above New Least Sum) La Lb) end end.
Qed.
Theorem blocked_word_2 : shown_by second_word 1 2 2.
Proof.
  script_says blocked2_script.script blocked2_script.certified [second_word; second_correction] H.
  specialize (H ltac:(cbv [words_are]; split; [word_is 16|split; [word_is 6|exact I]])). destruct H as (Ea & Eb & Above & New & Least & Sum & La & Lb & _).
  match type of Ea with forall n, exists x, @?A n x => match type of Eb with forall n, exists x, @?B n x =>
    exact (letters_are _ _ _ _ A B (lower_is 2 A B Ea Eb Above New Least Sum) La Lb) end end.
Qed.
Theorem blocked_word_3 : shown_by third_word 1 2 3.
Proof.
  script_says blocked3_script.script blocked3_script.certified [third_word; third_correction] H.
  specialize (H ltac:(cbv [words_are]; split; [word_is 22|split; [word_is 12|exact I]])). destruct H as (Ea & Eb & Above & New & Least & Sum & La & Lb & _).
  match type of Ea with forall n, exists x, @?A n x => match type of Eb with forall n, exists x, @?B n x =>
    exact (letters_are _ _ _ _ A B (lower_is 3 A B Ea Eb Above New Least Sum) La Lb) end end.
Qed.
