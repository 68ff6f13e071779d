(* A skeleton that is true of every word: all that its machine reaches is explored.

   Inclusion and equality of skeletons, emptiness and validity are this rule for an implication, an equivalence, ... *)
Require Import ZArith List Lia Bool PArith FMapPositive.
From Filbert Require Import System Automata Linear Explore Skeleton.
From Filbert Require Export Letters.
Import ListNotations.

(** * Nodes *)
Fixpoint same_places (a b : places) : bool :=
  match a, b with
  | [], [] => true
  | (x, q) :: a, (y, r) :: b => Nat.eqb q r && Nat.eqb x y && same_places a b
  | _, _ => false
  end.
Fixpoint same_vector (a b : vector) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => Z.eqb x y && same_vector a b
  | _, _ => false
  end.
Fixpoint same_state (a b : state) : bool :=
  match a, b with
  | Known x, Known y => Bool.eqb x y
  | At p, At q => Pos.eqb p q
  | Read u, Read v => same_vector u v
  | Both a b, Both c d => same_state a c && same_state b d
  | _, _ => false
  end.

Definition node := (places * state)%type.
Definition same_node (a b : node) : bool := same_state (snd a) (snd b) && same_places (fst a) (fst b).
(* Keys, to find nodes by, and nodes with a tally of numbers. Different ones may have one key: nothing is assumed of keys, so that the
   program may take hashes of OCaml. *)
Class keys := { key_node : node -> key; key_subset : node * list (positive * nat) -> key }.

Definition start (xs : list var) : places := map (fun x => (x, 0)) xs.
Definition includes (xs ys : list var) : bool := forallb (fun y => existsb (Nat.eqb y) xs) ys.

(** * The rule *)
Definition always_next (s : structure) (p : skeleton) (n : node) : option (list node) :=
  let (vs, t) := n in
  if final p t then Some (after_letters node s p (Some true) (fun _ us t => (us, t)) vs [] [] (begin s p t)) else None.
Definition always {hashes : keys} (s : structure) (p : skeleton) (xs : list var) : bool :=
  includes xs (vars p) && distinct xs && uniform s p && explore_plain node same_node key_node (always_next s p) [(start xs, first s p)].

(** * Soundness *)
Lemma same_places_eq a : forall b, same_places a b = true -> a = b.
Proof.
  induction a as [|(x, q) a IH]; intros [|(y, r) b]; simpl; intros H; try discriminate; [reflexivity|].
  apply andb_prop in H as (H & H3). apply andb_prop in H as (H1 & H2).
  apply Nat.eqb_eq in H1, H2. subst. f_equal. auto.
Qed.
Lemma same_vector_eq a : forall b, same_vector a b = true -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; simpl; intros H; try discriminate; [reflexivity|].
  apply andb_prop in H as (H1 & H2). apply Z.eqb_eq in H1. subst. f_equal. auto.
Qed.
Lemma same_state_eq a : forall b, same_state a b = true -> a = b.
Proof.
  induction a as [x|p|u|a1 IH1 a2 IH2]; intros [y|q|v|b1 b2]; simpl; intros H; try discriminate.
  - apply Bool.eqb_prop in H. congruence.
  - apply Pos.eqb_eq in H. congruence.
  - f_equal. now apply same_vector_eq.
  - apply andb_prop in H as (H1 & H2). f_equal; auto.
Qed.
Lemma same_node_eq a b : same_node a b = true -> a = b.
Proof.
  destruct a as (vs, t), b as (us, u). unfold same_node. simpl. intro H. apply andb_prop in H as (H1 & H2).
  f_equal; [now apply same_places_eq|now apply same_state_eq].
Qed.

Lemma includes_In xs ys : includes xs ys = true -> forall y, In y ys -> In y xs.
Proof.
  unfold includes. intros H y I. rewrite forallb_forall in H. specialize (H y I).
  apply existsb_exists in H as (z & Iz & E). apply Nat.eqb_eq in E. now subst.
Qed.
Lemma start_vars xs : map fst (start xs) = xs.
Proof. unfold start. rewrite map_map. apply map_id. Qed.
Section Always.
Context {hashes : keys}.
Variable s : structure.

Definition fits (vs : places) (w : word) : Prop := Forall (fun '(x, q) => valid_from (s x) q (track w x)) vs.

Lemma fits_look vs w x : fits vs w -> In x (map fst vs) -> valid_from (s x) (look vs x) (track w x).
Proof.
  induction 1 as [|(y, q) vs V _ IH]; simpl; [tauto|]. intros [E|I].
  - subst. rewrite Nat.eqb_refl. exact V.
  - destruct (Nat.eqb_spec x y) as [->|N]; auto.
Qed.
Lemma fits_start xs w : valid_on s xs w -> fits (start xs) w.
Proof.
  intro V. apply Forall_forall. intros (x, q) I. apply in_map_iff in I as (y & E & I). injection E as <- <-. exact (V y I).
Qed.

Lemma after_top x q d q' : after (s x) q d = Some q' -> In d (seq 0 (S (fst (entry (s x) q)))).
Proof.
  unfold after. intro H. apply in_seq. destruct (Nat.compare_spec d (fst (entry (s x) q))); try discriminate; lia.
Qed.

Lemma choices_complete vs : forall (a : letter) w, fits vs (a :: w) -> exists ds ns, In (ds, ns) (choices s vs) /\
  map fst ns = map fst vs /\ (forall x, In x (map fst vs) -> look ds x = a x) /\ fits ns w /\
  forall x d, In (x, d) ds -> d = a x.
Proof.
  induction vs as [|(x, q) vs IH]; intros a w F.
  - exists [], []. repeat split; [now left|intros x []|constructor|intros x d []].
  - inversion F as [|? ? V F']; subst. destruct (IH a w F') as (ds & ns & I & E & L & G & D).
    simpl in V. destruct (after (s x) q (a x)) as [q'|] eqn:A; [|contradiction].
    exists ((x, a x) :: ds), ((x, q') :: ns). split; [|split; [|split; [|split]]].
    + cbn [choices]. apply in_flat_map. exists (ds, ns). split; [exact I|]. apply in_flat_map. exists (a x).
      split; [exact (after_top _ _ _ _ A)|]. rewrite A. now left.
    + simpl. congruence.
    + intros y Iy. simpl. destruct (Nat.eqb_spec y x) as [->|N]; [reflexivity|].
      apply L. simpl in Iy. destruct Iy as [Iy|Iy]; [congruence|exact Iy].
    + constructor; assumption.
    + intros y d [Iy|Iy]; [congruence|auto].
Qed.

Lemma known_truth p b w : truth_from s p (Known b) w = b.
Proof. destruct p; reflexivity. Qed.

Theorem always_sound p xs : always s p xs = true -> forall w, valid_on s xs w -> truth s p w = true.
Proof.
  unfold always. intros H w V. rewrite !andb_true_iff in H. destruct H as (((H1 & Di) & Un) & H2).
  pose proof (includes_In _ _ H1) as I. clear H1. apply distinct_NoDup in Di.
  destruct (explore_plain_sound _ _ _ _ same_node_eq _ H2) as (P & S & N). clear H2.
  assert (G : forall w vs t, P (vs, t) -> map fst vs = xs -> fits vs w -> truth_from s p t w = true).
  { clear w V. induction w as [|a w IH]; intros vs t Pn Ev F; destruct (N _ Pn) as (ys & E & C); cbn [always_next] in E;
      (destruct (final p t) eqn:Fi; [|discriminate]); injection E as <-.
    - now rewrite <- (final_sound s).
    - destruct (choices_complete vs a w F) as (ds & ns & Ic & En & L & G & _).
      assert (Iv : forall x, In x (vars p) -> In x (map fst vs)) by (rewrite Ev; exact I).
      rewrite <- (move_sound s p t a (look ns) w).
      2: { split; [exact Un|]. intros x Ix. apply fits_look; [assumption|]. rewrite En. auto. }
      destruct (known_or (move s p t a (look ns)) true) as [->|U]; [apply known_truth|].
      apply (IH ns); [|congruence|exact G]. apply C. rewrite (after_letters_all s node p _ _ vs [] [] t) by
        (try reflexivity; cbn [map]; rewrite app_nil_r, Ev; exact Di).
      apply in_flat_map. exists (ds, ns). split; [exact Ic|]. cbv zeta. rewrite !app_nil_r.
      rewrite (move_same s p t (look ds) a) by (intros x Ix; auto).
      destruct (move s p t a (look ns)) as [[]| | |]; cbn [stopped Bool.eqb]; try (now left); congruence. }
  rewrite <- first_sound by (split; [exact Un|]; intros x Ix; exact (V x (I x Ix))).
  apply (G w (start xs)); [apply S; now left|apply start_vars|now apply fits_start].
Qed.
End Always.
