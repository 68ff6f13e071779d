(* A skeleton that is true of every word: all that its machine reaches is explored.

   Inclusion and equality of skeletons, emptiness and validity are this rule for an implication, an equivalence, ... *)
Require Import ZArith List Lia Bool PArith FMapPositive.
From Filbert Require Import System Automata Linear Explore Skeleton.
Import ListNotations.

(** * States and letters, listed *)
Definition places := list (var * nat).
Fixpoint look (l : places) (x : var) : nat :=
  match l with [] => 0 | (y, d) :: l => if Nat.eqb x y then d else look l x end.

(* The letters that may follow, each with the states of the variables after it. *)
Fixpoint choices (s : structure) (vs : places) : list (places * places) :=
  match vs with
  | [] => [([], [])]
  | (x, q) :: vs =>
      let rest := choices s vs in
      flat_map (fun d => match after (s x) q d with
        | Some q' => map (fun '(ds, ns) => ((x, d) :: ds, (x, q') :: ns)) rest
        | None => []
        end) (seq 0 (S (fst (entry (s x) q))))
  end.

(* The same without those that do not heed guides: what is left of the rows of a guide when a variable has its digit. *)
Fixpoint agrees (x : var) (d : nat) (xs : list var) (row : list nat) : bool :=
  match xs, row with
  | y :: xs, e :: row => if Nat.eqb x y then Nat.eqb d e && agrees x d xs row else agrees x d xs row
  | _, _ => true
  end.
Definition restrict (x : var) (d : nat) (g : guide) : guide :=
  if existsb (Nat.eqb x) (fst g) then (fst g, filter (agrees x d (fst g)) (snd g)) else g.
Definition possible (gs : list guide) : bool := forallb (fun g => match snd g with [] => false | _ => true end) gs.
Fixpoint guided (s : structure) (gs : list guide) (vs : places) : list (places * places) :=
  match vs with
  | [] => if possible gs then [([], [])] else []
  | (x, q) :: vs =>
      flat_map (fun d => match after (s x) q d with
        | Some q' =>
            let gs := map (restrict x d) gs in
            if possible gs then map (fun '(ds, ns) => ((x, d) :: ds, (x, q') :: ns)) (guided s gs vs) else []
        | None => []
        end) (seq 0 (S (fst (entry (s x) q))))
  end.

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
Class keys := { key_node : node -> positive; key_subset : node * list (positive * nat) -> positive }.

Definition start (xs : list var) : places := map (fun x => (x, 0)) xs.
Definition includes (xs ys : list var) : bool := forallb (fun y => existsb (Nat.eqb y) xs) ys.

(** * The rule *)
Definition always_next (s : structure) (p : skeleton) (n : node) : option (list node) :=
  let (vs, t) := n in
  match t with
  | Known true => Some []
  | _ => if final p t
         then Some (map (fun '(ds, ns) => (ns, move s p t (look ds) (look ns))) (guided s (guides true p t) vs))
         else None
  end.
Definition always {hashes : keys} (s : structure) (p : skeleton) (xs : list var) : bool :=
  includes xs (vars p) && uniform s p && explore_plain node same_node key_node (always_next s p) [(start xs, first s p)].

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
    + cbn [choices]. apply in_flat_map. exists (a x). split; [exact (after_top _ _ _ _ A)|].
      rewrite A. apply in_map_iff. exists (ds, ns). auto.
    + simpl. congruence.
    + intros y Iy. simpl. destruct (Nat.eqb_spec y x) as [->|N]; [reflexivity|].
      apply L. simpl in Iy. destruct Iy as [Iy|Iy]; [congruence|exact Iy].
    + constructor; assumption.
    + intros y d [Iy|Iy]; [congruence|auto].
Qed.

(* Those that are left out do not heed the guides. *)
Fixpoint satisfies (gs : list guide) (ds : places) : bool :=
  match ds with [] => possible gs | (x, d) :: ds => satisfies (map (restrict x d) gs) ds end.
Lemma impossible ds : forall gs, possible gs = false -> satisfies gs ds = false.
Proof.
  induction ds as [|(x, d) ds IH]; intros gs H; simpl; [exact H|]. apply IH. clear IH. unfold possible in *.
  induction gs as [|g gs IH]; [discriminate|]. simpl in *. destruct (snd g) as [|row rows] eqn:E; simpl in *.
  - unfold restrict. destruct (existsb _ _); simpl; rewrite E; reflexivity.
  - rewrite (IH H). apply andb_false_r.
Qed.
Lemma filter_flat_map A B (f : B -> bool) (g : A -> list B) l : filter f (flat_map g l) = flat_map (fun x => filter f (g x)) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite filter_app, IH. Qed.
Lemma filter_map A B (f : B -> bool) (g : A -> B) l : filter f (map g l) = map g (filter (fun x => f (g x)) l).
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. destruct (f (g x)); simpl; now rewrite IH. Qed.
Lemma guided_filter vs : forall gs, guided s gs vs = filter (fun c => satisfies gs (fst c)) (choices s vs).
Proof.
  induction vs as [|(x, q) vs IH]; intro gs; cbn [guided choices].
  - simpl. reflexivity.
  - rewrite filter_flat_map. apply flat_map_ext. intro d. destruct (after (s x) q d) as [q'|]; [|reflexivity].
    cbv zeta. rewrite filter_map, IH.
    assert (E : forall l : list (places * places), (filter (fun c => satisfies gs (fst (let '(ds, ns) := c in ((x, d) :: ds, (x, q') :: ns)))) l) =
      filter (fun c => satisfies (map (restrict x d) gs) (fst c)) l).
    { intro l. apply filter_ext. intros (ds, ns). reflexivity. }
    rewrite E. destruct (possible (map (restrict x d) gs)) eqn:P; [reflexivity|].
    assert (N : forall l : list (places * places), filter (fun c => satisfies (map (restrict x d) gs) (fst c)) l = []).
    { induction l as [|c l IHl]; simpl; [reflexivity|]. rewrite (impossible (fst c) _ P). exact IHl. }
    now rewrite N.
Qed.
Lemma agrees_row x (a : letter) xs : agrees x (a x) xs (map a xs) = true.
Proof.
  induction xs as [|y xs IH]; simpl; [reflexivity|]. destruct (Nat.eqb_spec x y) as [->|]; [|exact IH].
  now rewrite Nat.eqb_refl.
Qed.
Lemma heeds_restrict x (a : letter) g : heeds a g -> heeds a (restrict x (a x) g).
Proof.
  unfold heeds, restrict. intro H. destruct (existsb _ _); [|exact H]. simpl. apply filter_In. split; [exact H|apply agrees_row].
Qed.
Lemma heeds_satisfies (a : letter) ds : (forall x d, In (x, d) ds -> d = a x) ->
  forall gs, (forall g, In g gs -> heeds a g) -> satisfies gs ds = true.
Proof.
  induction ds as [|(x, d) ds IH]; intros D gs H; simpl.
  - unfold possible. apply forallb_forall. intros g I. specialize (H g I). unfold heeds in H. destruct (snd g); [contradiction|reflexivity].
  - assert (E : d = a x) by (apply D; now left). subst d. apply IH; [intros; apply D; now right|].
    intros g I. apply in_map_iff in I as (g0 & <- & I). now apply heeds_restrict, H.
Qed.
Lemma guided_complete gs vs (a : letter) ds ns : In (ds, ns) (choices s vs) -> (forall x d, In (x, d) ds -> d = a x) ->
  (forall g, In g gs -> heeds a g) -> In (ds, ns) (guided s gs vs).
Proof. intros I D H. rewrite guided_filter. apply filter_In. split; [exact I|]. now apply (heeds_satisfies a). Qed.

Lemma known_truth p b w : truth_from s p (Known b) w = b.
Proof. destruct p; reflexivity. Qed.

Theorem always_sound p xs : always s p xs = true -> forall w, valid_on s xs w -> truth s p w = true.
Proof.
  unfold always. intros H w V. apply andb_prop in H as (H1 & H2). apply andb_prop in H1 as (H1 & Un).
  pose proof (includes_In _ _ H1) as I. clear H1.
  destruct (explore_plain_sound _ _ _ _ same_node_eq _ H2) as (P & S & N). clear H2.
  assert (G : forall w vs t, P (vs, t) -> (forall x, In x (vars p) -> In x (map fst vs)) -> fits vs w ->
    truth_from s p t w = true).
  { clear w V. induction w as [|a w IH]; intros vs t Pn Iv F; destruct (N _ Pn) as (ys & E & C); cbn [always_next] in E.
    - destruct t as [[]| | |]; [apply known_truth| | | |]; rewrite <- (final_sound s); (destruct (final p _); [reflexivity|discriminate]).
    - assert (D : t = Known true \/ ys = map (fun '(ds, ns) => (ns, move s p t (look ds) (look ns))) (guided s (guides true p t) vs)).
      { destruct t as [[]| | |]; [now left| | | |]; right; (destruct (final p _); [congruence|discriminate]). }
      destruct D as [-> | -> ]; [apply known_truth|].
      destruct (choices_complete vs a w F) as (ds & ns & Ic & En & L & G & Da).
      rewrite <- (move_sound s p t a (look ns) w).
      2: { split; [exact Un|]. intros x Ix. apply fits_look; [assumption|]. rewrite En. auto. }
      destruct (known_or (move s p t a (look ns)) true) as [->|U]; [apply known_truth|].
      assert (Ig : In (ds, ns) (guided s (guides true p t) vs))
        by (apply (guided_complete _ _ a); [exact Ic|exact Da|exact (guides_sound s p true t a (look ns) U)]).
      assert (Pn' : P (ns, move s p t (look ds) (look ns))) by (apply C, in_map_iff; exists (ds, ns); auto).
      rewrite (move_same s p t a (look ds)) by (intros x Ix; symmetry; auto).
      apply (IH ns); [assumption|intros x Ix; rewrite En; auto|assumption]. }
  rewrite <- first_sound by (split; [exact Un|]; intros x Ix; exact (V x (I x Ix))).
  apply (G w (start xs)); [apply S; now left|intros x Ix; rewrite start_vars; auto|now apply fits_start].
Qed.
End Always.
