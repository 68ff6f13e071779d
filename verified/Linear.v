(* Linear comparisons read digit by digit.

   What was read of a sum k_1 x_1 + .. + k_n x_n is a vector v of integers: with m digits to come it is worth
   v . (numbers of valid words of m digits from each state). It is decided early where bounds say so for every m. *)
Require Import ZArith List Lia Bool.
From Filbert Require Import System Automata.
Import ListNotations.
Local Open Scope Z_scope.

(** * Definitions *)
Definition vector := list Z.
Definition sums := list (Z * var).

Fixpoint add_at (i : nat) (x : Z) (v : vector) : vector :=
  match i, v with
  | O, [] => [x]
  | O, y :: v => y + x :: v
  | S i, [] => 0 :: add_at i x []
  | S i, y :: v => y :: add_at i x v
  end.

(* The vector with one more digit to come. States that the table does not have are as (0, 0). *)
Fixpoint up_from (zeros : vector) (s : system) (v : vector) : vector :=
  match v with
  | [] => zeros
  | x :: v =>
      let (top, q) := hd (0, 0)%nat s in
      let r := up_from zeros (tl s) v in
      if x =? 0 then r else add_at 0 (x * Z.of_nat top) (add_at q x r)
  end.
Definition nothing (s : system) : vector := map (fun _ => 0) s.
Definition up (s : system) (v : vector) : vector := up_from (nothing s) s v.

(* The digits of a letter, added up. *)
Fixpoint dot (ks : sums) (a : letter) : Z :=
  match ks with [] => 0 | (k, x) :: ks => k * Z.of_nat (a x) + dot ks a end.
Fixpoint sum (s : structure) (ks : sums) (w : word) : Z :=
  match ks with [] => 0 | (k, x) :: ks => k * value s w x + sum s ks w end.

(* One more summand. *)
Fixpoint add_to (k : Z) (x : var) (ks : sums) : sums :=
  match ks with
  | [] => [(k, x)]
  | (l, y) :: ks => if Nat.eqb x y then (if k + l =? 0 then ks else (k + l, y) :: ks) else (l, y) :: add_to k x ks
  end.
Definition negate (ks : sums) : sums := map (fun '(k, x) => (- k, x)) ks.

(* Is v worth at least c with any number of digits to come? True only if so. *)
Fixpoint at_least (s : system) (fuel : nat) (v : vector) (c : Z) : bool :=
  match fuel with
  | O => false
  | S fuel => (c <=? fold_right Z.add 0 v) && (forallb (Z.leb 0) v || at_least s fuel (up s v) c)
  end.

(* The least that the sum can become, as a vector and a constant: the number of words from its state, less one, is
   the most that the digits of a variable to come are worth. *)
Fixpoint lowest (ks : sums) (qs : var -> nat) (v : vector) : vector :=
  match ks with
  | [] => v
  | (k, x) :: ks => let v := lowest ks qs v in if k <? 0 then add_at (qs x) k v else v
  end.
Fixpoint negative (ks : sums) : Z :=
  match ks with [] => 0 | (k, _) :: ks => if k <? 0 then k + negative ks else negative ks end.

Definition always_at_least (s : system) (ks : sums) (qs : var -> nat) (v : vector) (c : Z) : bool :=
  at_least s 20 (lowest ks qs v) (c + negative ks).

(** * Soundness *)
Section Linear.
Variable s : system.

Fixpoint worth_from (i : nat) (v : vector) (m : nat) : Z :=
  match v with [] => 0 | x :: v => x * count s m i + worth_from (S i) v m end.
Definition worth (v : vector) (m : nat) : Z := worth_from 0 v m.

Lemma worth_add_at i : forall j x v m, worth_from j (add_at i x v) m = worth_from j v m + x * count s m (j + i).
Proof.
  induction i as [|i IH]; intros j x v m; destruct v as [|y v]; cbn [add_at worth_from];
    rewrite ?Nat.add_0_r; try lia.
  - rewrite IH. cbn [worth_from]. replace (S j + i)%nat with (j + S i)%nat by lia. lia.
  - rewrite IH. replace (S j + i)%nat with (j + S i)%nat by lia. lia.
Qed.

Lemma hd_skipn : forall j, hd (0, 0)%nat (skipn j s) = entry s j.
Proof. unfold entry. induction s as [|p t IH]; intros [|j]; simpl; auto. Qed.
Lemma tl_skipn A (l : list A) : forall j, tl (skipn j l) = skipn (S j) l.
Proof. induction l as [|x l IH]; intros [|j]; simpl; auto. apply (IH j). Qed.

Lemma worth_nothing m : worth (nothing s) m = 0.
Proof.
  unfold worth, nothing. assert (H : forall (t : system) i, worth_from i (map (fun _ => 0) t) m = 0).
  { induction t as [|p t IH]; intro i; simpl; [reflexivity|]. rewrite IH. lia. }
  apply H.
Qed.
Lemma worth_up_from v : forall j m, worth (up_from (nothing s) (skipn j s) v) m = worth_from j v (S m).
Proof.
  induction v as [|x v IH]; intros j m; [apply worth_nothing|].
  cbn [up_from worth_from count]. rewrite hd_skipn, tl_skipn. destruct (entry s j) as (top, q). simpl fst. simpl snd.
  pose proof (IH (S j) m) as H. destruct (Z.eqb_spec x 0) as [->|_]; [rewrite H; lia|].
  unfold worth in *. rewrite !worth_add_at, H. simpl Nat.add. lia.
Qed.
Lemma worth_up v m : worth (up s v) m = worth v (S m).
Proof. apply (worth_up_from v 0 m). Qed.

Lemma value_cons (a : letter) w x : value (one s) (a :: w) x = Z.of_nat (a x) * weight s (length w) + value (one s) w x.
Proof. unfold value, track, one. simpl. now rewrite map_length. Qed.
Lemma sum_cons ks (a : letter) w : sum (one s) ks (a :: w) = dot ks a * weight s (length w) + sum (one s) ks w.
Proof. induction ks as [|(k, x) ks IH]; simpl; [lia|]. rewrite value_cons, IH. lia. Qed.
Lemma sum_nil (r : structure) ks : sum r ks [] = 0.
Proof. induction ks as [|(k, x) ks IH]; simpl; [reflexivity|]. rewrite IH. unfold value. simpl. lia. Qed.
Lemma sum_add_to (r : structure) k x ks w : sum r (add_to k x ks) w = k * value r w x + sum r ks w.
Proof.
  induction ks as [|(l, y) ks IH]; simpl; [lia|].
  destruct (Nat.eqb_spec x y) as [->|N]; [|simpl; rewrite IH; lia].
  destruct (Z.eqb_spec (k + l) 0) as [E|_]; simpl; [|ring]. replace l with (- k) by lia. ring.
Qed.
Lemma add_to_vars k x ks y : In y (map snd ks) -> y = x \/ In y (map snd (add_to k x ks)).
Proof.
  induction ks as [|(l, z) ks IH]; simpl; [tauto|]. destruct (Nat.eqb_spec x z) as [->|N]; simpl; intros [->|I]; auto.
  - destruct (k + l =? 0); simpl; auto.
  - destruct (IH I); auto.
Qed.
Lemma add_to_old k x ks y : In y (map snd (add_to k x ks)) -> y = x \/ In y (map snd ks).
Proof.
  induction ks as [|(l, z) ks IH]; simpl; [intros [E|[]]; auto|]. destruct (Nat.eqb_spec x z) as [->|N]; simpl.
  - destruct (k + l =? 0); simpl; [auto|]. intros [E|I]; auto.
  - intros [E|I]; [auto|]. destruct (IH I); auto.
Qed.
Lemma sum_negate (r : structure) ks w : sum r (negate ks) w = - sum r ks w.
Proof. induction ks as [|(k, x) ks IH]; simpl; [reflexivity|]. rewrite IH. lia. Qed.

(* A letter moves what it is worth from the word to the vector. *)
Lemma worth_letter ks v (a : letter) w :
  worth (add_at 0 (dot ks a) (up s v)) (length w) + sum (one s) ks w = worth v (length (a :: w)) + sum (one s) ks (a :: w).
Proof.
  unfold worth at 1. rewrite worth_add_at. fold (worth (up s v) (length w)).
  rewrite worth_up, sum_cons. unfold weight. simpl. lia.
Qed.
Lemma worth_nil v : worth v 0 = fold_right Z.add 0 v.
Proof.
  assert (H : forall i, worth_from i v 0 = fold_right Z.add 0 v).
  { induction v as [|x v IH]; intro i; simpl; [reflexivity|]. rewrite IH. lia. }
  apply H.
Qed.
Lemma worth_negated v m : worth (map Z.opp v) m = - worth v m.
Proof. unfold worth. generalize 0%nat. induction v as [|x v IH]; intro i; simpl; [reflexivity|]. rewrite IH. lia. Qed.

Lemma worth_nonnegative v m : forallb (Z.leb 0) v = true -> fold_right Z.add 0 v <= worth v m.
Proof.
  unfold worth. generalize 0%nat. induction v as [|x v IH]; intros i; simpl; [lia|].
  intro H. apply andb_prop in H as (H1 & H2). apply Z.leb_le in H1.
  specialize (IH (S i) H2). pose proof (count_positive s m i). nia.
Qed.
Lemma at_least_sound fuel : forall v c, at_least s fuel v c = true -> forall m, c <= worth v m.
Proof.
  induction fuel as [|fuel IH]; intros v c H m; simpl in H; [discriminate|].
  apply andb_prop in H as (H1 & H2). apply Z.leb_le in H1. apply orb_prop in H2 as [H2|H2].
  - pose proof (worth_nonnegative v m H2). lia.
  - destruct m as [|m]; [rewrite worth_nil; lia|]. rewrite <- worth_up. auto.
Qed.

Lemma lowest_sound ks qs w v : (forall x, In x (map snd ks) -> valid_from s (qs x) (track w x)) ->
  worth (lowest ks qs v) (length w) - negative ks <= worth v (length w) + sum (one s) ks w.
Proof.
  induction ks as [|(k, x) ks IH]; simpl; intros V; [lia|].
  assert (V' : forall y, In y (map snd ks) -> valid_from s (qs y) (track w y)) by auto.
  specialize (IH V'). pose proof (val_range s (track w x) (qs x) (V x (or_introl eq_refl))) as R.
  rewrite length_track in R. change (val s (track w x)) with (value (one s) w x) in R.
  destruct (Z.ltb_spec k 0) as [N|N]; [|nia].
  unfold worth in *. rewrite worth_add_at. simpl Nat.add. nia.
Qed.

Lemma always_at_least_sound ks qs v c w : (forall x, In x (map snd ks) -> valid_from s (qs x) (track w x)) ->
  always_at_least s ks qs v c = true -> c <= worth v (length w) + sum (one s) ks w.
Proof.
  intros V H. pose proof (at_least_sound _ _ _ H (length w)). pose proof (lowest_sound ks qs w v V). lia.
Qed.
End Linear.
