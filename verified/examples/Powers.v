(* Theorems on words, stated over nat. Each follows from a script that Coq reads and checks (the file of that name that ends in .prf). *)
Require Import ZArith List Lia Arith.
From Filbert Require Import System Syntax Meaning Text Script.
From Filbert.examples Require Import Plain Words.
From Filbert.examples Require fibonacci_script tribonacci_script thue_morse_script period_doubling_script paperfolding_script.
Import ListNotations.

Lemma no_power w k : (forall i n, 0 < n -> exists t, t < k * n /\ w (i + t) <> w (i + n + t)) -> forall n, ~ has_power w (S k) n.
Proof.
  intros H n (i & N & P). destruct (H i n N) as (t & T & D). apply D, P. cbn [Nat.sub]. now rewrite Nat.sub_0_r.
Qed.
Lemma no_square w : (forall i n, 0 < n -> exists t, t < n /\ w (i + t) <> w (i + n + t)) -> forall n, ~ has_power w 2 n.
Proof. intro H. apply no_power. intros i n N. destruct (H i n N) as (t & T & D). exists t. split; [lia|exact D]. Qed.
Lemma square_is w n : has_power w 2 n <-> exists i, 0 < n /\ forall t, t < n -> w (i + t) = w (i + n + t).
Proof. unfold has_power, power_at. cbn [Nat.sub Nat.mul]. rewrite Nat.add_0_r. reflexivity. Qed.

(** * The Fibonacci word *)
Lemma fibonacci_grows k : k <= fibonacci k /\ fibonacci k < fibonacci (S k).
Proof.
  induction k as [|k (IH & IH')]; [cbn; lia|]. change (fibonacci (S (S k))) with (fibonacci (S k) + fibonacci k).
  split; [lia|]. assert (1 <= fibonacci k); [|lia]. destruct k; cbn in *; lia.
Qed.
Lemma fibonacci_above k m : m <= k -> fibonacci m <= fibonacci k.
Proof. induction 1 as [|k L IH]; [lia|]. pose proof (proj2 (fibonacci_grows k)). lia. Qed.

Lemma fibonacci_says :
  (forall n, has_power fibonacci_word 2 n <-> exists k, n = fibonacci k) /\
  (forall n, has_power fibonacci_word 3 n <-> exists k, 2 <= k /\ n = fibonacci k) /\
  (forall n, ~ has_power fibonacci_word 4 n) /\
  never_periodic fibonacci_word /\
  (forall n, exists i j, same_factor fibonacci_word i j n /\ fibonacci_word (i + n) = 0 /\ fibonacci_word (j + n) = 1) /\
  (forall n i j i' j', same_factor fibonacci_word i j n -> fibonacci_word (i + n) <> fibonacci_word (j + n) ->
    same_factor fibonacci_word i' j' n -> fibonacci_word (i' + n) <> fibonacci_word (j' + n) -> same_factor fibonacci_word i i' n).
Proof.
  script_says fibonacci_script.script fibonacci_script.certified [fibonacci_word] H.
  specialize (H ltac:(cbv [words_are]; split; [word_is 2|exact I])).
  destruct H as (Letters & Squares & Cubes & Fourth & Periodic & Special & One & _).
  split; [|split; [|split; [|split; [|split]]]].
  - intro n. rewrite square_is, Squares. apply is_fibonacci.
  - intro n. transitivity ((exists k, n = fibonacci k) /\ 3 <= n); [rewrite <- is_fibonacci; exact (Cubes n)|]. split.
    + intros ((k & ->) & L). exists k. split; [|reflexivity]. destruct k as [|[|k]]; cbn in L; lia.
    + intros (k & L & ->). split; [exists k; reflexivity|]. exact (fibonacci_above k 2 L).
  - apply no_power. exact Fourth.
  - intros p m P. exact (Periodic p m P).
  - intro n. destruct (Special n) as (i & j & (S & A) & B). exists i, j. auto.
  - intros n i j i' j' S D S' D'.
    assert (Order : forall i j, same_factor fibonacci_word i j n -> fibonacci_word (i + n) <> fibonacci_word (j + n) ->
      exists a b, same_factor fibonacci_word i a n /\ same_factor fibonacci_word a b n /\ fibonacci_word (a + n) = 0 /\ fibonacci_word (b + n) = 1).
    { clear -Letters. intros i j S D. destruct (Letters (i + n)) as [A|A], (Letters (j + n)) as [B|B]; try congruence.
      - exists i, j. repeat split; auto.
      - exists j, i. repeat split; auto. intros t T. symmetry. auto. }
    destruct (Order i j S D) as (a & b & E & Sab & A & B). destruct (Order i' j' S' D') as (c & d & E' & Scd & C & D1).
    intros t T. rewrite (E t T), (E' t T). refine (One n a b c d _ t T). repeat split; auto.
Qed.

(* Squares have the Fibonacci numbers as lengths of their halves, and cubes those from 3 on; there are no fourth powers. *)
Theorem fibonacci_squares : forall n, has_power fibonacci_word 2 n <-> exists k, n = fibonacci k.
Proof. apply fibonacci_says. Qed.
Theorem fibonacci_cubes : forall n, has_power fibonacci_word 3 n <-> exists k, 2 <= k /\ n = fibonacci k.
Proof. apply fibonacci_says. Qed.
Theorem fibonacci_no_fourth_power : forall n, ~ has_power fibonacci_word 4 n.
Proof. apply fibonacci_says. Qed.
Theorem fibonacci_never_periodic : never_periodic fibonacci_word.
Proof. apply fibonacci_says. Qed.
(* Of each length one factor, and only one, is followed both by 0 and by 1. *)
Theorem fibonacci_special : forall n, exists i j,
  same_factor fibonacci_word i j n /\ fibonacci_word (i + n) = 0 /\ fibonacci_word (j + n) = 1.
Proof. apply fibonacci_says. Qed.
Theorem fibonacci_one_special : forall n i j i' j',
  same_factor fibonacci_word i j n -> fibonacci_word (i + n) <> fibonacci_word (j + n) ->
  same_factor fibonacci_word i' j' n -> fibonacci_word (i' + n) <> fibonacci_word (j' + n) -> same_factor fibonacci_word i i' n.
Proof. apply fibonacci_says. Qed.

(** * The Tribonacci word *)
Lemma tribonacci_says : never_periodic tribonacci_word /\ (forall n, tribonacci_word n = 0 \/ tribonacci_word (n + 1) = 0).
Proof.
  script_says tribonacci_script.script tribonacci_script.certified [tribonacci_word] H.
  specialize (H ltac:(cbv [words_are]; split; [word_is 3|exact I])). destruct H as (Periodic & Neighbours & _).
  split; [intros p m P; exact (Periodic p m P)|exact Neighbours].
Qed.
Theorem tribonacci_never_periodic : never_periodic tribonacci_word.
Proof. apply tribonacci_says. Qed.
(* Of two neighbours one is 0. *)
Theorem tribonacci_zeros : forall n, tribonacci_word n = 0 \/ tribonacci_word (n + 1) = 0.
Proof. apply tribonacci_says. Qed.

(** * The Thue-Morse word *)
(* How the letters change: 2, 1, 0, .. *)
Definition thue_morse_changes : word := fun n => thue_morse_word (n + 1) + 1 - thue_morse_word n.

Lemma thue_morse_says :
  (forall i n, 0 < n -> exists t, t <= n /\ thue_morse_word (i + t) <> thue_morse_word (i + n + t)) /\
  (forall n, has_power thue_morse_word 2 n <-> exists k, n = 2 ^ k \/ n = 3 * 2 ^ k) /\
  (forall n, thue_morse_word (2 * n) = thue_morse_word n /\ thue_morse_word (2 * n + 1) = 1 - thue_morse_word n) /\
  (forall i n, exists j, forall t, t < n -> thue_morse_word (j + t) = 1 - thue_morse_word (i + t)) /\
  (forall n, ~ has_power thue_morse_changes 2 n) /\
  never_periodic thue_morse_word.
Proof.
  script_says thue_morse_script.script thue_morse_script.certified [thue_morse_word] H.
  specialize (H ltac:(cbv [words_are]; split; [word_is 2|exact I])).
  destruct H as (Overlap & Squares & Letters & Recurrence & Complement & Changes & Periodic & _).
  split; [exact Overlap|]. split; [|split; [|split; [|split]]].
  - intro n. rewrite square_is. transitivity ((exists k, n = 2 ^ k) \/ (exists k, n = 3 * 2 ^ k)).
    + rewrite <- is_power_of_two, <- is_three_times_a_power. exact (Squares n).
    + split; [intros [(k & E)|(k & E)]; exists k; auto|intros (k & [E|E]); [left|right]; exists k; exact E].
  - intro n. destruct (Recurrence n) as (E & D). split; [exact E|].
    destruct (Letters n) as [A|A], (Letters (2 * n + 1)) as [B|B]; lia.
  - intros i n. destruct (Complement i n) as (j & D). exists j. intros t T. specialize (D t T).
    destruct (Letters (i + t)) as [A|A], (Letters (j + t)) as [B|B]; lia.
  - apply no_square. intros i n N. destruct (Changes i n N) as (t & T & D). exists t. split; [exact T|]. intro E. apply D. clear D.
    unfold thue_morse_changes in E. destruct (Letters (i + t)) as [A|A], (Letters (i + n + t)) as [B|B]; lia.
  - intros p m P. exact (Periodic p m P).
Qed.

(* No overlaps: no factor has a period n and more than 2 n letters. *)
Theorem thue_morse_overlap_free :
  forall i n, 0 < n -> exists t, t <= n /\ thue_morse_word (i + t) <> thue_morse_word (i + n + t).
Proof. apply thue_morse_says. Qed.
Theorem thue_morse_squares : forall n, has_power thue_morse_word 2 n <-> exists k, n = 2 ^ k \/ n = 3 * 2 ^ k.
Proof. apply thue_morse_says. Qed.
Theorem thue_morse_recurrence :
  forall n, thue_morse_word (2 * n) = thue_morse_word n /\ thue_morse_word (2 * n + 1) = 1 - thue_morse_word n.
Proof. apply thue_morse_says. Qed.
Theorem thue_morse_complement :
  forall i n, exists j, forall t, t < n -> thue_morse_word (j + t) = 1 - thue_morse_word (i + t).
Proof. apply thue_morse_says. Qed.
(* A word of three letters without squares. *)
Theorem thue_morse_square_free : forall n, ~ has_power thue_morse_changes 2 n.
Proof. apply thue_morse_says. Qed.
Theorem thue_morse_never_periodic : never_periodic thue_morse_word.
Proof. apply thue_morse_says. Qed.

(** * The period-doubling word *)
Lemma period_doubling_says :
  (forall n, has_power period_doubling_word 2 n <-> exists k, n = 2 ^ k) /\
  (forall n, has_power period_doubling_word 3 n <-> exists k, n = 2 ^ k) /\
  (forall n, ~ has_power period_doubling_word 4 n).
Proof.
  script_says period_doubling_script.script period_doubling_script.certified [period_doubling_word] H.
  specialize (H ltac:(cbv [words_are]; split; [word_is 2|exact I])). destruct H as (Squares & Cubes & Fourth & _).
  split; [|split].
  - intro n. rewrite square_is, <- is_power_of_two. exact (Squares n).
  - intro n. rewrite <- is_power_of_two. exact (Cubes n).
  - apply no_power. exact Fourth.
Qed.
Theorem period_doubling_squares : forall n, has_power period_doubling_word 2 n <-> exists k, n = 2 ^ k.
Proof. apply period_doubling_says. Qed.
Theorem period_doubling_cubes : forall n, has_power period_doubling_word 3 n <-> exists k, n = 2 ^ k.
Proof. apply period_doubling_says. Qed.
Theorem period_doubling_no_fourth_power : forall n, ~ has_power period_doubling_word 4 n.
Proof. apply period_doubling_says. Qed.

(** * The paperfolding word *)
Lemma paperfolding_says :
  (forall n, paperfolding_word (4 * n) = 0 /\ paperfolding_word (4 * n + 2) = 1 /\ paperfolding_word (2 * n + 1) = paperfolding_word n) /\
  (forall n, has_power paperfolding_word 2 n <-> n = 1 \/ n = 3 \/ n = 5) /\
  (forall n, ~ has_power paperfolding_word 4 n).
Proof.
  script_says paperfolding_script.script paperfolding_script.certified [paperfolding_word] H.
  specialize (H ltac:(cbv [words_are]; split; [word_is 4|exact I])). destruct H as (Recurrence & Squares & Fourth & _).
  split; [|split].
  - intro n. destruct (Recurrence n) as ((A & B) & C). auto.
  - intro n. rewrite square_is. rewrite (Squares n). tauto.
  - apply no_power. exact Fourth.
Qed.
(* Every other letter is 0, 1, 0, 1, ..; the letters between them are the word itself. *)
Theorem paperfolding_recurrence : forall n,
  paperfolding_word (4 * n) = 0 /\ paperfolding_word (4 * n + 2) = 1 /\ paperfolding_word (2 * n + 1) = paperfolding_word n.
Proof. apply paperfolding_says. Qed.
Theorem paperfolding_squares : forall n, has_power paperfolding_word 2 n <-> n = 1 \/ n = 3 \/ n = 5.
Proof. apply paperfolding_says. Qed.
Theorem paperfolding_no_fourth_power : forall n, ~ has_power paperfolding_word 4 n.
Proof. apply paperfolding_says. Qed.
