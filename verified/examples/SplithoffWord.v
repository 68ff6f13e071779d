(* The lost positions of Splithoff and the Tribonacci word (Fokkink, Rust 2022, Theorem 1 and Corollary 1): from one pair to the next the
   smaller pile grows by 2 where the word has a 0, and the difference by 2 where it has a 1; otherwise by 1. *)
Require Import ZArith List Lia Arith.
From Filbert Require Import System Syntax Meaning Text Script.
From Filbert.examples Require Import Plain Words Blocked Splithoff.
From Filbert.examples Require splithoff_script.
Import ListNotations.

(* The recursion has one solution. *)
Lemma least_above_once l (P Q : nat -> Prop) x y : (forall z, P z <-> Q z) -> least_above l P x -> least_above l Q y -> x = y.
Proof.
  intros E (L & N & All) (L' & N' & All'). destruct (Nat.lt_trichotomy x y) as [H|[H|H]]; [|exact H|].
  - destruct N. apply E, All'; assumption.
  - destruct N'. apply E, All; assumption.
Qed.
Lemma splithoff_once a d a' d' : splithoff_recursion a d -> splithoff_recursion a' d' -> forall n, a n = a' n /\ d n = d' n.
Proof.
  intros R R' n. induction n as [n IH] using lt_wf_ind. destruct (R n) as (Ra & Rd), (R' n) as (Ra' & Rd').
  split; eapply least_above_once; try eassumption; cbn beta; intro z; split; intros (i & I & E); exists i; (split; [exact I|]);
    destruct (IH i I) as (Ea & Ed); rewrite Ea, Ed in *; exact E.
Qed.

(* What grows by 1, or by 2 where w has the letter c, from 1 on. *)
Fixpoint grown (w : word) (c n : nat) : nat :=
  match n with 0 => 1 | S n => grown w c n + (if w n =? c then 2 else 1) end.

Section Grown.
Variables (w : word) (c : nat).
Lemma grown_more i n : i < n -> grown w c i + (if w i =? c then 2 else 1) <= grown w c n.
Proof.
  induction 1 as [|n L IH]; [reflexivity|]. cbn [grown]. destruct (w n =? c); lia.
Qed.
Lemma grown_increases i n : i < n -> grown w c i < grown w c n.
Proof. intro L. pose proof (grown_more i n L). destruct (w i =? c); lia. Qed.
(* What is left out is one more than the numbers that 2 is added to. *)
Lemma grown_least (taken : nat -> nat -> Prop) :
  (forall n, w n = c -> exists i, i <= n /\ taken i (grown w c n + 1)) ->
  (forall i, exists n, w n = c /\ taken i (grown w c n + 1)) -> (forall i x y, taken i x -> taken i y -> x = y) ->
  forall n, least_above 0 (fun x => exists i, i < n /\ (x = grown w c i \/ taken i x)) (grown w c n).
Proof.
  intros Out In Once n. split; [|split].
  - induction n as [|n IH]; cbn [grown]; lia.
  - intros (i & L & [E|T]); [pose proof (grown_increases i n L); lia|].
    destruct (In i) as (m & C & T'). pose proof (Once _ _ _ T T') as E.
    destruct (Nat.lt_trichotomy m n) as [H|[H|H]]; [|subst; lia|pose proof (grown_increases n m H); lia].
    pose proof (grown_more m n H) as M. rewrite C, Nat.eqb_refl in M. lia.
  - induction n as [|n IH]; intros y Y Y'; [cbn in Y'; lia|]. cbn [grown] in Y'.
    assert (S : y < grown w c n \/ y = grown w c n \/ (w n = c /\ y = grown w c n + 1)).
    { destruct (Nat.eqb_spec (w n) c); [|lia]. destruct (Nat.lt_trichotomy y (grown w c n)) as [H|[H|H]]; [left; exact H|auto|].
      right. right. split; [assumption|lia]. }
    destruct S as [H|[->|(C & ->)]].
    + destruct (IH y Y H) as (i & L & E). exists i. split; [lia|exact E].
    + exists n. auto.
    + destruct (Out n C) as (i & L & T). exists i. split; [lia|auto].
Qed.
End Grown.

Lemma tribonacci_solves : splithoff_recursion (grown tribonacci_word 0) (grown tribonacci_word 1).
Proof.
  script_says splithoff_script.script splithoff_script.certified [tribonacci_word] H.
  specialize (H ltac:(cbv [words_are]; split; [word_is 3|exact I])).
  destruct H as ((Fa & Fd) & Ea & Ed & Sa & Sd & Zeros & La & Ba & Ones & Ld & Bd & _).
  match type of Ea with forall n, exists x, @?A n x => assert (Aa : forall n, A n (grown tribonacci_word 0 n)) end.
  { intro n. induction n as [|n IH]; [exact Fa|]. cbn [grown]. rewrite <- (Nat.add_1_r n).
    destruct (Nat.eqb_spec (tribonacci_word n) 0) as [C|C], (Sa n _ IH) as [(C' & S)|(C' & S)]; [exact S|congruence|congruence|exact S]. }
  match type of Ed with forall n, exists x, @?D n x => assert (Ad : forall n, D n (grown tribonacci_word 1 n)) end.
  { intro n. induction n as [|n IH]; [exact Fd|]. cbn [grown]. rewrite <- (Nat.add_1_r n).
    destruct (Nat.eqb_spec (tribonacci_word n) 1) as [C|C], (Sd n _ IH) as [(C' & S)|(C' & S)]; [exact S|congruence|congruence|exact S]. }
  intro n. split.
  - apply (grown_least tribonacci_word 0 (fun i x => x = grown tribonacci_word 0 i + grown tribonacci_word 1 i)); [| |congruence].
    + intros m C. apply Zeros in C as (i & L & S). exists i. split; [exact L|].
      exact (Ba i m _ _ _ (conj (conj (conj S (Aa m)) (Aa i)) (Ad i))).
    + intro i. destruct (La i) as (m & S & C). exists m. split; [exact C|].
      exact (Ba i m _ _ _ (conj (conj (conj S (Aa m)) (Aa i)) (Ad i))).
  - apply (grown_least tribonacci_word 1 (fun i x => x = grown tribonacci_word 0 i + (grown tribonacci_word 0 i + grown tribonacci_word 1 i)));
      [| |congruence].
    + intros m C. apply Ones in C as (i & t & u & ((L & S) & S') & E). exists i. split; [exact L|]. subst m.
      pose proof (Bd i t u _ _ _ (conj (conj (conj (conj S S') (Ad (u + 1))) (Aa i)) (Ad i))). lia.
    + intro i. destruct (Ld i) as (t & u & (S & S') & C). exists (u + 1). split; [exact C|].
      pose proof (Bd i t u _ _ _ (conj (conj (conj (conj S S') (Ad (u + 1))) (Aa i)) (Ad i))). lia.
Qed.

(* Number the pairs from 0, as letters. *)
Theorem splithoff_word n :
  splithoff_lower (n + 1) = splithoff_lower n + (if tribonacci_word n =? 0 then 2 else 1) /\
  splithoff_difference (n + 1) = splithoff_difference n + (if tribonacci_word n =? 1 then 2 else 1).
Proof.
  pose proof (splithoff_once _ _ _ _ splithoff_recursion_solved tribonacci_solves) as E.
  destruct (E n) as (-> & ->), (E (n + 1)) as (-> & ->). rewrite Nat.add_1_r. split; reflexivity.
Qed.
