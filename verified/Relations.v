(* An automaton stands for the tuples that it accepts, whichever variables its tracks are and however many zeros are in front. *)
Require Import ZArith List Lia Bool PArith FMapPositive.
From Filbert Require Import System Automata Logic Skeleton Always Projection Equation Rules.
Import ListNotations.

Section Relations.
Variable s : system.
Hypothesis good : good_system s = true.

Definition same_relation (a : nat * dfa) (R : relation) : Prop :=
  forall xs w, length xs = fst a -> valid_on s xs w -> (accepts (snd a) xs w = true <-> R (map (value s w) xs)).

(* The word whose tracks xs are the tracks ys of w, and whose other tracks are zeros. *)
Fixpoint pick (xs ys : list var) (a : letter) : letter :=
  match xs, ys with x :: xs, y :: ys => set (pick xs ys a) x (a y) | _, _ => zero end.
Definition picked (xs ys : list var) (w : word) : word := map (pick xs ys) w.

Lemma value_picked xs : forall ys w x, length xs = length ys -> value s (picked xs ys w) x = assign xs (map (value s w) ys) x.
Proof.
  induction xs as [|x1 xs IH]; intros [|y1 ys] w x L; try discriminate.
  - simpl. unfold value, track, picked. rewrite map_map. simpl.
    induction w as [|a w IHw]; simpl; [reflexivity|]. rewrite IHw. reflexivity.
  - injection L as L. cbn [assign map]. specialize (IH ys w x L). unfold update.
    unfold value, track, picked in *. rewrite map_map in *. cbn [pick]. unfold set.
    destruct (Nat.eqb x x1); [reflexivity|exact IH].
Qed.
Lemma track_picked xs : forall ys w, length xs = length ys -> distinct xs = true -> map (track (picked xs ys w)) xs = map (track w) ys.
Proof.
  induction xs as [|x1 xs IH]; intros [|y1 ys] w L D; try discriminate; [reflexivity|].
  injection L as L. simpl in D. apply andb_prop in D as (D1 & D2). cbn [map]. f_equal.
  - unfold track, picked. rewrite map_map. apply map_ext. intro a. simpl. unfold set. now rewrite Nat.eqb_refl.
  - rewrite <- (IH ys w L D2). apply map_ext_in. intros x I. unfold track, picked. rewrite !map_map. apply map_ext.
    intro a. simpl. unfold set. destruct (Nat.eqb_spec x x1) as [->|N]; [|reflexivity].
    assert (X : existsb (Nat.eqb x1) xs = true) by (apply existsb_exists; exists x1; split; [exact I|apply Nat.eqb_refl]).
    rewrite X in D1. discriminate.
Qed.
Lemma valid_picked xs ys w : length xs = length ys -> distinct xs = true -> valid_on s ys w -> valid_on s xs (picked xs ys w).
Proof.
  intros L D V. pose proof (track_picked xs ys w L D) as E. intros x I.
  assert (J : In (track (picked xs ys w) x) (map (track w) ys)) by (rewrite <- E; apply in_map; exact I).
  apply in_map_iff in J as (y & <- & J). auto.
Qed.
Lemma accepts_picked A xs ys w : length xs = length ys -> distinct xs = true -> accepts A xs (picked xs ys w) = accepts A ys w.
Proof.
  intros L D. apply accepts_from_tracks; [now apply track_picked|]. unfold picked. apply map_length.
Qed.

Lemma distinct_seq k : forall j, distinct (seq j k) = true.
Proof.
  induction k as [|k IH]; intro j; simpl; [reflexivity|]. rewrite IH, andb_true_r, negb_true_iff.
  destruct (existsb (Nat.eqb j) (seq (S j) k)) eqn:E; [|reflexivity].
  apply existsb_exists in E as (x & I & E). apply in_seq in I. apply Nat.eqb_eq in E. lia.
Qed.

(* Representations of the same numbers, padded to one length, are the same. *)
Lemma tracks_from_values ys xs u w : map (value s u) ys = map (value s w) xs -> valid_on s ys u -> valid_on s xs w ->
  map (track (zeros (length w) ++ u)) ys = map (track (zeros (length u) ++ w)) xs.
Proof.
  revert xs. induction ys as [|y ys IH]; intros [|x xs] E Vu Vw; try discriminate; [reflexivity|].
  cbn [map] in *. injection E as E1 E2. f_equal.
  - rewrite !track_app, !track_zeros. apply (word_unique s _ 0).
    + apply (valid_zeros s good), Vu. now left.
    + apply (valid_zeros s good), Vw. now left.
    + rewrite !app_length, !repeat_length, !length_track. lia.
    + rewrite !val_zeros. exact E1.
  - apply IH; [exact E2|intros z I; apply Vu; now right|intros z I; apply Vw; now right].
Qed.

Lemma accepted_relation k A : zero_loop A k = true -> same_relation (k, A) (accepted s k A).
Proof.
  intros Z0 xs w L V. cbn [fst snd] in *. unfold accepted. pose proof (zero_loop_next A k Z0) as Z. split.
  - intro T. exists (picked (seq 0 k) xs w).
    assert (L' : length (seq 0 k) = length xs) by (rewrite seq_length; congruence).
    pose proof (distinct_seq k 0) as D. split; [now apply valid_picked|]. split; [rewrite accepts_picked by assumption; exact T|].
    pose proof (track_picked (seq 0 k) xs w L' D) as E. apply (f_equal (map (val s))) in E. rewrite !map_map in E. exact E.
  - intros (u & Vu & T & E).
    assert (Zs : forall ys, length ys = k -> map zero ys = repeat 0 k) by (intros ys <-; apply map_zero).
    assert (Zu : accepts A (seq 0 k) (zeros (length w) ++ u) = true) by (rewrite accepts_zeros; [exact T|rewrite Zs; [exact Z|apply seq_length]]).
    rewrite <- (accepts_zeros A xs) with (j := length u) by (rewrite Zs; [exact Z|exact L]).
    rewrite <- Zu. apply accepts_from_tracks; [|rewrite !app_length, !length_zeros; lia].
    apply tracks_from_values; auto.
Qed.
End Relations.
