(* Wythoff's game: who is to move loses exactly where the Fibonacci representations say so (Wythoff 1907; by
   representations: Fraenkel 1982).

   Two piles; a move takes tokens from one pile, or as many from both; who cannot move loses. The theorem at the end speaks
   of natural numbers, moves and Fibonacci numbers alone. Its proof reads a certificate (WythoffScript.v, written by embed.py):
   the checker computes inside Coq that the set is stable and absorbing. *)
Require Import ZArith List Lia Bool PArith Arith.
From Filbert Require Import System Automata Logic Keys Check Game.
From Filbert.examples Require Import WythoffScript.
Import ListNotations.

(** * The statement *)
Definition position := (nat * nat)%type.
Inductive move : position -> position -> Prop :=
| first_pile a b k : 0 < k -> move (a + k, b) (a, b)
| second_pile a b k : 0 < k -> move (a, b + k) (a, b)
| both_piles a b k : 0 < k -> move (a + k, b + k) (a, b).

Fixpoint fibonacci (n : nat) : nat :=      (* 1, 2, 3, 5, 8, ... *)
  match n with
  | 0 => 1
  | S m => match m with 0 => 2 | S k => fibonacci m + fibonacci k end
  end.
(* The number that has the digits l in the Fibonacci system, the greatest first. *)
Fixpoint number (l : list bool) : nat :=
  match l with [] => 0 | d :: l => (if d then fibonacci (length l) else 0) + number l end.
(* Zeckendorf's condition: no two ones side by side. *)
Fixpoint no_adjacent_ones (l : list bool) : Prop :=
  match l with
  | [] => True
  | d :: l => (d = true -> hd false l = false) /\ no_adjacent_ones l
  end.
(* The representation of a ends with an even number of zeros, and that of b is that of a with one zero more. *)
Definition wythoff_pair (a b : nat) : Prop :=
  (a = 0 /\ b = 0) \/
  exists m k, let l := m ++ true :: repeat false (2 * k) in
    no_adjacent_ones l /\ a = number l /\ b = number (l ++ [false]).

(** * The automaton of the certificate has these pairs *)
Definition digit (d : bool) : nat := if d then 1 else 0.
Definition digits (l : list bool) : list nat := map digit l.
Definition pairs : dfa := match script with (Automaton _ A, _) :: _ => A | _ => listed 1 [] end.

Lemma weight_fibonacci m : weight numeration m = Z.of_nat (fibonacci m) /\ weight numeration (S m) = Z.of_nat (fibonacci (S m)).
Proof.
  induction m as [|m (IH1 & IH2)]; [split; reflexivity|]. split; [exact IH2|].
  change (weight numeration (S (S m))) with (1 * weight numeration (S m) + (0 * weight numeration m + weight numeration m))%Z.
  change (fibonacci (S (S m))) with (fibonacci (S m) + fibonacci m). lia.
Qed.
Lemma val_number l : val numeration (digits l) = Z.of_nat (number l).
Proof.
  induction l as [|d l IH]; [reflexivity|]. cbn [digits map val number]. fold (digits l). rewrite IH.
  unfold digits. rewrite map_length, (proj1 (weight_fibonacci (length l))). destruct d; simpl digit; lia.
Qed.

Lemma digits_valid l : (valid_from numeration 0 (digits l) <-> no_adjacent_ones l) /\
  (valid_from numeration 1 (digits l) <-> hd false l = false /\ no_adjacent_ones l).
Proof.
  induction l as [|d l (IH0 & IH1)]; [simpl; tauto|]. cbn [digits map no_adjacent_ones hd]. fold (digits l).
  destruct d; cbn [digit valid_from]; [change (after numeration 0 1) with (Some 1); change (after numeration 1 1) with (@None nat)
    |change (after numeration 0 0) with (Some 0); change (after numeration 1 0) with (Some 0)].
  - rewrite IH1. intuition congruence.
  - rewrite IH0. intuition congruence.
Qed.
Lemma valid_digits l : forall q, valid_from numeration q l -> exists b, l = digits b.
Proof.
  induction l as [|d l IH]; intros q V; [exists []; reflexivity|]. cbn [valid_from] in V.
  destruct (after numeration q d) as [q'|] eqn:A; [|contradiction]. destruct (IH q' V) as (b & ->).
  assert (d <= 1) as D.
  { assert (T : fst (entry numeration q) <= 1) by (destruct q as [|[|[|q]]]; simpl; lia).
    unfold after in A. destruct (Nat.compare_spec d (fst (entry numeration q))); try discriminate; lia. }
  destruct d as [|[|d]]; [exists (false :: b)|exists (true :: b)|lia]; reflexivity.
Qed.

(* The zeros since the last one: none yet, an even number, an odd number. *)
Inductive zeros_since := NoOne | EvenZeros | OddZeros.
Definition zero_more (z : zeros_since) := match z with NoOne => NoOne | EvenZeros => OddZeros | OddZeros => EvenZeros end.
Fixpoint read (z : zeros_since) (l : list bool) : zeros_since :=
  match l with [] => z | true :: l => read EvenZeros l | false :: l => read (zero_more z) l end.

(* What the four states of the automaton remember: the digit of a that has to come, and the zeros of a. *)
Definition expected (q : positive) : bool := match q with 2%positive => true | _ => false end.
Definition remembered (q : positive) : zeros_since :=
  match q with 3%positive => EvenZeros | 4%positive => OddZeros | _ => NoOne end.
Lemma accepts_pairs : forall w q (la lb : list bool), (q < 5)%positive -> track w 0 = digits la -> track w 1 = digits lb ->
  (accepts_from pairs [0; 1] q w = true <-> expected q :: lb = la ++ [false] /\ read (remembered q) la <> OddZeros).
Proof.
  assert (Q : forall q, (q < 5)%positive -> q = 1%positive \/ q = 2%positive \/ q = 3%positive \/ q = 4%positive) by lia.
  induction w as [|x w IH]; intros q [|da la] [|db lb] B Ea Eb; try discriminate.
  - destruct (Q q B) as [->|[->|[->| ->]]]; vm_compute; split; intros H; try discriminate; try tauto; try (split; congruence);
      destruct H as (H & H'); congruence.
  - injection Ea as Xa Ea. injection Eb as Xb Eb. fold (track w 0) in Ea. fold (track w 1) in Eb.
    cbn [accepts_from map]. rewrite Xa, Xb.
    assert (G : forall q', (q' < 5)%positive -> _) by (intros q' B'; exact (IH q' la lb B' Ea Eb)).
    destruct (Q q B) as [->|[->|[->| ->]]]; destruct da, db;
      match goal with |- context [next pairs ?q ?l] => let r := eval vm_compute in (next pairs q l) in change (next pairs q l) with r end;
      cbv iota; try (split; [discriminate|intros (H & _); simpl in H; congruence]);
      rewrite G by reflexivity; cbn [expected remembered read zero_more app];
      (split; intros (H1 & H2); (split; [simpl in *; congruence|]);
        first [exact H2|destruct la as [|b la]; simpl in H1; [congruence|injection H1 as H1 _; subst b; exact H2]]).
Qed.

Lemma read_app l m : forall z, read z (l ++ m) = read (read z l) m.
Proof. induction l as [|[] l IH]; intro z; simpl; auto. Qed.
Lemma number_zeros j : number (repeat false j) = 0.
Proof. induction j as [|j IH]; [reflexivity|exact IH]. Qed.
Lemma last_one l : (exists j, l = repeat false j) \/ exists m j, l = m ++ true :: repeat false j.
Proof.
  induction l as [|d l [(j & ->)|(m & j & ->)]].
  - left. exists 0. reflexivity.
  - destruct d; [right; exists [], j; reflexivity|left; exists (S j); reflexivity].
  - right. exists (d :: m), j. reflexivity.
Qed.
Lemma read_zeros j : (read EvenZeros (repeat false j) = EvenZeros <-> exists k, j = 2 * k) /\
  (read EvenZeros (repeat false j) = OddZeros <-> exists k, j = 2 * k + 1).
Proof.
  assert (H : forall k, read EvenZeros (repeat false (2 * k)) = EvenZeros).
  { induction k as [|k IH]; [reflexivity|]. replace (2 * S k) with (S (S (2 * k))) by lia. exact IH. }
  destruct (Nat.Even_or_Odd j) as [(k & ->)|(k & ->)].
  - rewrite H. split; split; intros X; try congruence; [exists k; lia|destruct X as (i & X); lia].
  - replace (2 * k + 1) with (1 + 2 * k) by lia. rewrite repeat_app, read_app. cbn [repeat read zero_more].
    assert (H' : read OddZeros (repeat false (2 * k)) = OddZeros).
    { clear H. induction k as [|k IH]; [reflexivity|]. replace (2 * S k) with (S (S (2 * k))) by lia. exact IH. }
    rewrite H'. split; split; intros X; try congruence; [destruct X as (i & X); lia|exists k; lia].
Qed.

Lemma pair_accepted a b : accepted (one numeration) 2 pairs [Z.of_nat a; Z.of_nat b] <-> wythoff_pair a b.
Proof.
  split.
  - intros (w & V & T & E). cbn [seq map] in *.
    assert (Va : valid numeration (track w 0)) by (apply V; simpl; auto).
    assert (Vb : valid numeration (track w 1)) by (apply V; simpl; auto).
    destruct (valid_digits _ _ Va) as (la & Ea). destruct (valid_digits _ _ Vb) as (lb & Eb).
    unfold value, one in E. rewrite Ea, Eb, !val_number in E.
    assert (Na : a = number la) by (injection E; lia). assert (Nb : b = number lb) by (injection E; lia). subst a b.
    destruct (proj1 (accepts_pairs w 1 la lb eq_refl Ea Eb) T) as (Shift & R). cbn [expected remembered] in *.
    destruct la as [|d la]; [injection Shift as ->; left; split; reflexivity|].
    simpl in Shift. injection Shift as <- ->. cbn [read zero_more] in R.
    unfold valid in Va. rewrite Ea in Va. apply digits_valid in Va as (_ & Va).
    destruct (last_one la) as [(j & ->)|(m & j & ->)].
    + left. change [false] with (repeat false 1). rewrite <- repeat_app. change (number (false :: ?l)) with (number l).
      cbn [number]. rewrite !number_zeros. split; reflexivity.
    + rewrite read_app in R. cbn [read] in R.
      assert (K : exists k, j = 2 * k).
      { destruct (Nat.Even_or_Odd j) as [H|(k & H)]; [exact H|]. exfalso. apply R, read_zeros. exists k. exact H. }
      destruct K as (k & ->). right. exists m, k. cbn zeta. split; [exact Va|]. split; reflexivity.
  - intros [(-> & ->)|(m & k & H)].
    + exists []. split; [intros x _; exact I|]. split; reflexivity.
    + cbn zeta in H. set (l := m ++ true :: repeat false (2 * k)) in *. destruct H as (N & -> & ->).
      set (w := put 0 (digits (false :: l)) (put 1 (digits (l ++ [false])) (zeros (S (length l))))).
      assert (L : length (digits (l ++ [false])) = length (zeros (S (length l)))).
      { unfold digits. rewrite map_length, app_length, length_zeros. simpl. lia. }
      assert (L' : length (digits (false :: l)) = length (put 1 (digits (l ++ [false])) (zeros (S (length l))))).
      { rewrite length_put by exact L. rewrite length_zeros. unfold digits. rewrite map_length. reflexivity. }
      assert (E0 : track w 0 = digits (false :: l)) by (apply track_put; exact L').
      assert (E1 : track w 1 = digits (l ++ [false])).
      { unfold w. rewrite track_put_other by (try exact L'; discriminate). apply track_put. exact L. }
      assert (N' : no_adjacent_ones (l ++ [false])).
      { clear -N. induction l as [|d l IH]; simpl in *; [auto|]. destruct N as (N1 & N2). split; [|auto].
        intro D. specialize (N1 D). destruct l; [reflexivity|exact N1]. }
      exists w. split; [|split].
      * intros x Ix. destruct Ix as [<-|[<-|[]]]; [rewrite E0|rewrite E1]; apply digits_valid; [|exact N'].
        split; [discriminate|exact N].
      * apply (accepts_pairs w 1 (false :: l) (l ++ [false])); [reflexivity|exact E0|exact E1|]. split; [reflexivity|].
        cbn [remembered read zero_more]. unfold l. rewrite read_app. cbn [read].
        rewrite (proj2 (proj1 (read_zeros (2 * k)))) by (exists k; reflexivity). discriminate.
      * cbn [seq map]. unfold value. rewrite E0, E1, !val_number. reflexivity.
Qed.

(** * The theorem *)
Lemma script_accepted : check numeration script = true.
Proof. vm_compute. reflexivity. Qed.

Definition loses (p : position) : Prop := wythoff_pair (fst p) (snd p) \/ wythoff_pair (snd p) (fst p).

Definition in_set (x y : var) : formula := Or (Rel 0 [x; y]) (Rel 0 [y; x]).
Definition is_option : formula :=
  Or (Or (And (Compare Equal (Var 2) (Var 0)) (Compare LessThan (Var 3) (Var 1)))
         (And (Compare LessThan (Var 2) (Var 0)) (Compare Equal (Var 3) (Var 1))))
     (And (Compare LessThan (Var 2) (Var 0)) (Compare Equal (Add (Var 0) (Var 3)) (Add (Var 1) (Var 2)))).
Lemma script_says : map fst script =
  [Automaton 2 pairs;
   Theorem_ (Implies (And (in_set 0 1) is_option) (Not (in_set 2 3)));
   Theorem_ (Implies (Not (in_set 0 1)) (Some_ 2 (Some_ 3 (And is_option (in_set 2 3)))))].
Proof. reflexivity. Qed.

Definition values (a b c d : nat) : env := fun x =>
  match x with 0 => Z.of_nat a | 1 => Z.of_nat b | 2 => Z.of_nat c | 3 => Z.of_nat d | _ => 0%Z end.
Lemma values_natural a b c d : natural (values a b c d).
Proof. intros [|[|[|[|x]]]]; simpl; lia. Qed.

Lemma option_of_move a b c d : move (a, b) (c, d) <->
  (c = a /\ d < b) \/ (c < a /\ d = b) \/ (c < a /\ a + d = b + c).
Proof.
  split.
  - intro M. inversion M; subst; lia.
  - intros [(-> & H)|[(H & ->)|(H & E)]].
    + replace b with (d + (b - d)) by lia. apply second_pile. lia.
    + replace a with (c + (a - c)) by lia. apply first_pile. lia.
    + replace a with (c + (a - c)) by lia. replace b with (d + (a - c)) by lia. apply both_piles. lia.
Qed.

Lemma facts :
  (forall a b c d, loses (a, b) -> move (a, b) (c, d) -> ~ loses (c, d)) /\
  (forall a b, ~ loses (a, b) -> exists c d, move (a, b) (c, d) /\ loses (c, d)).
Proof.
  pose proof (check_sound numeration script script_accepted) as H. rewrite script_says in H.
  cbn [true_script] in H. destruct H as (Stable & Absorbing & _). unfold loses. simpl fst. simpl snd. split.
  - intros a b c d L M. specialize (Stable (values a b c d) (values_natural a b c d)).
    cbn [in_set is_option holds nth_error app compares eval map values] in Stable. rewrite !pair_accepted in Stable.
    apply Stable. split; [exact L|]. apply option_of_move in M. lia.
  - intros a b L. specialize (Absorbing (values a b 0 0) (values_natural a b 0 0)).
    cbn [in_set is_option holds nth_error app compares eval map values update Nat.eqb] in Absorbing. rewrite !pair_accepted in Absorbing.
    destruct (Absorbing L) as (c & Nc & d & Nd & O & S). 
    rewrite <- (Z2Nat.id c), <- (Z2Nat.id d) in S by assumption. rewrite !pair_accepted in S.
    exists (Z.to_nat c), (Z.to_nat d). split; [|exact S]. apply option_of_move. lia.
Qed.

Lemma loses_decided p : loses p \/ ~ loses p.
Proof.
  destruct p as (a, b).
  assert (D : forall x y, wythoff_pair x y \/ ~ wythoff_pair x y).
  { intros x y. destruct (accepted_decided (one numeration) (fun _ => eq_refl) 2 pairs eq_refl [Z.of_nat x; Z.of_nat y] eq_refl) as [H|H];
      [repeat constructor; lia| |]; rewrite pair_accepted in H; auto. }
  unfold loses. simpl. destruct (D a b), (D b a); tauto.
Qed.

(* The P-positions of Wythoff's game. *)
Theorem wythoff : forall a b, lost position move (a, b) <-> wythoff_pair a b \/ wythoff_pair b a.
Proof.
  intros a b. destruct facts as (Stable & Absorbing).
  apply (kernel_is_lost position move) with (kernel := loses) (p := (a, b)).
  - apply (well_founded_lt_compat _ (fun p => fst p + snd p)). intros q p M. destruct M; simpl; lia.
  - exact loses_decided.
  - intros (x, y) (c, d) K M. exact (Stable x y c d K M).
  - intros (x, y) N. destruct (Absorbing x y N) as (c & d & H). exists (c, d). exact H.
Qed.
