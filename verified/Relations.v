(* An automaton stands for the tuples that it accepts, whichever variables its tracks are and however many zeros are in front. *)
Require Import ZArith List Lia Bool PArith FMapPositive.
From Filbert Require Import System Automata Logic Skeleton Always Projection Equation Rules.
Import ListNotations.

Definition same_relation (a : list system * dfa) (R : relation) : Prop :=
  forall s xs w, map s xs = fst a -> valid_on s xs w -> (accepts (snd a) xs w = true <-> R (map (value s w) xs)).

(* The word whose tracks xs are the tracks ys of w, and whose other tracks are zeros. *)
Fixpoint pick (xs ys : list var) (a : letter) : letter :=
  match xs, ys with x :: xs, y :: ys => set (pick xs ys a) x (a y) | _, _ => zero end.
Definition picked (xs ys : list var) (w : word) : word := map (pick xs ys) w.

Lemma value_picked t s xs : forall ys w x, map t xs = map s ys -> value t (picked xs ys w) x = assign xs (map (value s w) ys) x.
Proof.
  induction xs as [|x1 xs IH]; intros [|y1 ys] w x L; try discriminate.
  - simpl. unfold value, track, picked. rewrite map_map. simpl.
    induction w as [|a w IHw]; simpl; [reflexivity|]. rewrite IHw. reflexivity.
  - injection L as L1 L. cbn [assign map]. specialize (IH ys w x L). unfold update.
    unfold value, track, picked in *. rewrite map_map in *. cbn [pick]. unfold set.
    destruct (Nat.eqb_spec x x1) as [->|]; [now rewrite L1|exact IH].
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
(* Tracks that are the same, in the same systems. *)
Lemma same_tracks t s u w ys : forall xs, map t xs = map s ys -> map (track u) xs = map (track w) ys ->
  map (value t u) xs = map (value s w) ys /\ (valid_on s ys w -> valid_on t xs u).
Proof.
  induction ys as [|y ys IH]; intros [|x xs] E T; try discriminate; [split; [reflexivity|intros _ z []]|].
  injection E as E1 E. injection T as T1 T. destruct (IH xs E T) as (H & V). split.
  - cbn [map]. rewrite H. unfold value. now rewrite E1, T1.
  - intros Vw z [<-|I]; [rewrite E1, T1; apply Vw; now left|]. apply V; [|exact I]. intros y' J. apply Vw. now right.
Qed.
Lemma valid_picked t s xs ys w : map t xs = map s ys -> distinct xs = true -> valid_on s ys w -> valid_on t xs (picked xs ys w).
Proof.
  intros E D. apply same_tracks; [exact E|]. apply track_picked; [|exact D]. apply (f_equal (@length _)) in E. now rewrite !map_length in E.
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

(* Representations of the same numbers in the same systems, padded to one length, are the same. *)
Lemma tracks_from_values t s ys u w : forall xs, (forall x, good_system (t x) = true) -> map t ys = map s xs ->
  map (value t u) ys = map (value s w) xs -> valid_on t ys u -> valid_on s xs w ->
  map (track (zeros (length w) ++ u)) ys = map (track (zeros (length u) ++ w)) xs.
Proof.
  induction ys as [|y ys IH]; intros [|x xs] good S E Vu Vw; try discriminate; [reflexivity|].
  cbn [map] in *. injection S as S1 S. injection E as E1 E2. f_equal.
  - rewrite !track_app, !track_zeros. pose proof (good y) as g. apply (word_unique (t y) _ 0).
    + apply (valid_zeros _ g), Vu. now left.
    + apply (valid_zeros _ g). rewrite S1. apply Vw. now left.
    + rewrite !app_length, !repeat_length, !length_track. lia.
    + rewrite !val_zeros. unfold value in E1. rewrite <- S1 in E1. exact E1.
  - apply IH; auto; intros z I; [apply Vu|apply Vw]; now right.
Qed.

(* The tuples of ys that A accepts. *)
Definition accepted_on (s : structure) (ys : list var) (A : dfa) : relation := fun ns =>
  exists w, valid_on s ys w /\ accepts A ys w = true /\ map (value s w) ys = ns.
Lemma accepted_on_word t s ys xs A w : (forall x, good_system (t x) = true) -> zero_loop A (length ys) = true -> map s xs = map t ys ->
  valid_on s xs w -> accepted_on t ys A (map (value s w) xs) -> accepts A xs w = true.
Proof.
  intros good Z0 S V (u & Vu & T & E). pose proof (zero_loop_next A _ Z0) as Z.
  assert (L : length xs = length ys) by (apply (f_equal (@length _)) in S; now rewrite !map_length in S).
  rewrite <- (accepts_zeros A xs) with (j := length u) by (rewrite map_zero, L; exact Z).
  rewrite <- T, <- (accepts_zeros A ys) with (j := length w) by (rewrite map_zero; exact Z).
  symmetry. apply accepts_from_tracks; [|rewrite !app_length, !length_zeros; lia].
  now apply (tracks_from_values t s).
Qed.

Lemma accepted_relation t k A : (forall x, good_system (t x) = true) -> zero_loop A k = true ->
  same_relation (map t (seq 0 k), A) (accepted t k A).
Proof.
  intros good Z0 s xs w S V. cbn [fst snd] in *. split.
  - intro T. exists (picked (seq 0 k) xs w).
    assert (L : length (seq 0 k) = length xs) by (apply (f_equal (@length _)) in S; now rewrite !map_length in S).
    pose proof (distinct_seq k 0) as D. split; [now apply (valid_picked t s)|]. split; [rewrite accepts_picked by assumption; exact T|].
    apply same_tracks; [now symmetry|]. now apply track_picked.
  - apply (accepted_on_word t s (seq 0 k) xs A w good); [now rewrite seq_length|exact S|exact V].
Qed.
