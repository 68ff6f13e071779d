(* A quantifier: R is true of a word exactly if P is with some number for x.

   Complete: P implies R, an exploration of pairs. Sound: with each state of R goes the set of the states of P that the
   same word leads to, whatever the digits of x; where R is true, one of them is. The first set are states that zeros lead
   to, whatever the digits of x: a number for x may have more digits than the others. *)
Require Import ZArith List Lia Bool PArith FMapPositive.
From Filbert Require Import System Automata Linear Explore Skeleton Always.
Import ListNotations.

(** * Definitions *)
Definition member := (nat * state)%type.      (* the state of x among the valid words, and that of P *)
Definition same_member (a b : member) : bool := same_state (snd a) (snd b) && Nat.eqb (fst a) (fst b).
Definition key_member (a : member) : positive := key_state (snd a) (push_digit (fst a) 1%positive).

(* Without repetition, and in an order that the members alone give. *)
Definition gather (l : list member) : list member :=
  let (seen, _) := fold_right (insert member same_member key_member) (PositiveMap.empty _, []) l in
  flat_map snd (PositiveMap.elements seen).

(* The members after a letter for the others and any digit of x; qs are the states of the others after it. *)
Definition post (s : system) (p : skeleton) (x : var) (l : list member) (a : letter) (qs : var -> nat) : list member :=
  gather (flat_map (fun '(q, t) =>
    flat_map (fun d => match after s q d with
      | Some q' => match move s p t (set a x d) (set qs x q') with Known false => [] | t' => [(q', t')] end
      | None => []
      end) (seq 0 (S (fst (entry s q))))) l).

Fixpoint leading (s : system) (p : skeleton) (x : var) (fuel : nat) (l : list member) : list member :=
  match fuel with
  | O => l
  | S fuel => let l' := gather (l ++ post s p x l zero (fun _ => 0)) in
      if Nat.eqb (length l') (length l) then l else leading s p x fuel l'
  end.

Fixpoint same_members (a b : list member) : bool :=
  match a, b with
  | [], [] => true
  | m :: a, n :: b => same_member m n && same_members a b
  | _, _ => false
  end.
Definition subset := (node * list member)%type.
Definition same_subset (a b : subset) : bool := same_node (fst a) (fst b) && same_members (snd a) (snd b).
Definition key_subset (a : subset) : positive :=
  fold_left (fun k m => key_state (snd m) (push_digit (fst m) k)) (snd a) (key_node (fst a)).

Definition subset_next (s : system) (p : skeleton) (x : var) (r : skeleton) (n : subset) : option (list subset) :=
  let '((vs, t), l) := n in
  match t with
  | Known false => Some []
  | _ => if implb (final r t) (existsb (fun m => final p (snd m)) l)
         then Some (map (fun '(ds, ns) => ((ns, move s r t (look ds) (look ns)), post s p x l (look ds) (look ns))) (choices s vs))
         else None
  end.

Definition project (s : system) (p : skeleton) (x : var) (r : skeleton) (ys : list var) : bool :=
  includes (x :: ys) (vars p) && includes ys (vars r) && negb (existsb (Nat.eqb x) ys) && zero_loops r
  && always s (Bin implb p r) (x :: ys)
  && explore subset same_subset key_subset (subset_next s p x r)
       [((start ys, first s r), leading s p x 1000 [(0, first s p)])].

(** * Soundness *)
Lemma same_member_eq a b : same_member a b = true -> a = b.
Proof.
  destruct a, b. unfold same_member. simpl. intro H. apply andb_prop in H as (H1 & H2).
  apply same_state_eq in H1. apply Nat.eqb_eq in H2. congruence.
Qed.
Lemma same_members_eq a : forall b, same_members a b = true -> a = b.
Proof.
  induction a as [|m a IH]; intros [|n b]; simpl; intros H; try discriminate; [reflexivity|].
  apply andb_prop in H as (H1 & H2). apply same_member_eq in H1. subst. f_equal. auto.
Qed.
Lemma same_subset_eq a b : same_subset a b = true -> a = b.
Proof.
  destruct a, b. unfold same_subset. simpl. intro H. apply andb_prop in H as (H1 & H2).
  apply same_node_eq in H1. apply same_members_eq in H2. congruence.
Qed.

Lemma gather_In l m : In m (gather l) -> In m l.
Proof.
  unfold gather. destruct (fold_right (insert member same_member key_member) (PositiveMap.empty _, []) l) as (seen, todo) eqn:F.
  intro I. apply in_flat_map in I as ((k, b) & Ie & Ib). apply PositiveMap.elements_complete in Ie. simpl in Ib.
  assert (G : forall k b, PositiveMap.find k seen = Some b -> incl b l).
  { clear k b Ie Ib. revert seen todo F. induction l as [|n l IH]; cbn [fold_right]; intros seen todo F k b Fk.
    - injection F as <- <-. rewrite PositiveMap.gempty in Fk. discriminate.
    - destruct (fold_right (insert member same_member key_member) (PositiveMap.empty _, []) l) as (s1, t1) eqn:F1.
      specialize (IH s1 t1 eq_refl). unfold insert in F. cbv zeta in F.
      destruct (existsb _ _); injection F as <- <-.
      + apply incl_tl. eauto.
      + destruct (Pos.eq_dec k (key_member n)) as [->|N].
        * rewrite PositiveMap.gss in Fk. injection Fk as <-. apply incl_cons; [now left|].
          unfold bucket. destruct (PositiveMap.find (key_member n) s1) eqn:Q; [apply incl_tl; eauto|intros z []].
        * rewrite PositiveMap.gso in Fk by assumption. apply incl_tl. eauto. }
  exact (G k b Ie m Ib).
Qed.

Lemma post_In s p x l a qs q' t' : In (q', t') (post s p x l a qs) -> exists q t d, In (q, t) l /\
  after s q d = Some q' /\ t' = move s p t (set a x d) (set qs x q').
Proof.
  unfold post. intro I. apply gather_In, in_flat_map in I as ((q, t) & Im & I).
  apply in_flat_map in I as (d & _ & I). destruct (after s q d) as [q1|] eqn:A; [|contradiction].
  exists q, t, d. destruct (move s p t (set a x d) (set qs x q1)) as [[]| | |] eqn:M; simpl in I;
    try contradiction; destruct I as [I|[]]; injection I as <- <-; auto.
Qed.

Section Projection.
Variable s : system.
Hypothesis good : good_system s = true.
Variables (p : skeleton) (x : var) (r : skeleton) (ys : list var).
Hypothesis p_vars : forall y, In y (vars p) -> y = x \/ In y ys.
Hypothesis r_vars : forall y, In y (vars r) -> In y ys.
Hypothesis fresh : ~ In x ys.

(* A member: digits of x that lead to it while the others have zeros. *)
Definition led (m : member) : Prop := exists l0,
  forall l w, length l = length w -> valid_from s (fst m) l -> valid_on s ys w ->
    valid s (l0 ++ l) /\
    truth_from s p (snd m) (put x l w) = truth_from s p (first s p) (put x (l0 ++ l) (zeros (length l0) ++ w)).

Lemma tails_put q l w (qs : var -> nat) : length l = length w -> valid_from s q l ->
  (forall y, In y ys -> valid_from s (qs y) (track w y)) -> tails s p (set qs x q) (put x l w).
Proof.
  intros L V H y I. unfold set. destruct (Nat.eqb_spec y x) as [->|N].
  - now rewrite track_put.
  - rewrite track_put_other by assumption. apply H. destruct (p_vars y I); [contradiction|assumption].
Qed.

Lemma led_post l : (forall m, In m l -> led m) -> forall m, In m (post s p x l zero (fun _ => 0)) -> led m.
Proof.
  intros H (q', t') I. apply post_In in I as (q & t & d & I & A & ->). destruct (H _ I) as (l0 & Hl).
  exists (l0 ++ [d]). intros l1 w L V Vw. simpl fst in *. simpl snd in *.
  assert (Vz : valid_on s ys (zero :: w)) by (apply (valid_on_zeros s good ys 1 w); exact Vw).
  destruct (Hl (d :: l1) (zero :: w)) as (V1 & E); [simpl; congruence|simpl; rewrite A; exact V|exact Vz|].
  rewrite <- app_assoc. simpl app. split; [exact V1|].
  rewrite move_sound by (apply tails_put; assumption).
  etransitivity; [exact E|]. f_equal. f_equal. rewrite app_length. simpl length.
  replace (zeros (length l0 + 1)) with (zeros (length l0) ++ [zero]).
  - now rewrite <- app_assoc.
  - unfold zeros. rewrite Nat.add_comm. simpl. symmetry. apply repeat_cons.
Qed.

Lemma led_leading fuel : forall l, (forall m, In m l -> led m) -> forall m, In m (leading s p x fuel l) -> led m.
Proof.
  induction fuel as [|fuel IH]; intros l H m I; simpl in I; [auto|].
  destruct (Nat.eqb _ _); [auto|]. revert I. apply IH. intros n In_. apply gather_In, in_app_or in In_ as [I|I]; [auto|].
  revert I. apply led_post. exact H.
Qed.

Lemma led_first : led (0, first s p).
Proof. exists []. intros l w L V _. auto. Qed.

Theorem project_sound (Q : (var -> Z) -> Prop) :
  (forall e e', (forall y, e y = e' y) -> Q e -> Q e') ->
  project s p x r ys = true ->
  (forall w, valid_on s (x :: ys) w -> (truth s p w = true <-> Q (value s w))) ->
  forall w, valid_on s ys w ->
    (truth s r w = true <-> exists v, (0 <= v)%Z /\ Q (fun y => if Nat.eqb y x then v else value s w y)).
Proof.
  intros ext C HP w V. unfold project in C. rewrite !andb_true_iff in C.
  destruct C as (((((_ & _) & _) & Z) & Complete) & Sound).
  assert (VP : forall l u, length l = length u -> valid s l -> valid_on s ys u -> valid_on s (x :: ys) (put x l u)).
  { intros l u L Vl Vu y I. destruct (Nat.eq_dec y x) as [->|N]; [now rewrite track_put|].
    rewrite track_put_other by assumption. apply Vu. destruct I; [congruence|assumption]. }
  assert (Value : forall j l, length l = length (zeros j ++ w) -> forall y,
    value s (put x l (zeros j ++ w)) y = if Nat.eqb y x then val s l else value s w y).
  { intros j l L y. unfold value at 1. destruct (Nat.eqb_spec y x) as [->|N]; [now rewrite track_put|].
    rewrite track_put_other by assumption. apply value_zeros. }
  split.
  - intro T.
    destruct (explore_sound _ _ _ _ same_subset_eq _ Sound) as (P & S & N).
    assert (G : forall u vs t l, P ((vs, t), l) -> map fst vs = ys -> fits s vs u -> truth_from s r t u = true ->
      exists q t' l', In (q, t') l /\ length l' = length u /\ valid_from s q l' /\ truth_from s p t' (put x l' u) = true).
    { clear w V T Value. induction u as [|a u IH]; intros vs t l Pn Ev F T; destruct (N _ Pn) as (ns' & E & Cl); cbn [subset_next] in E.
      - assert (D : implb (final r t) (existsb (fun m => final p (snd m)) l) = true).
        { destruct t as [[]| | |]; try (destruct (implb _ _); [reflexivity|discriminate]).
          rewrite known_truth in T. discriminate. }
        rewrite (final_sound s), T in D. simpl in D. apply existsb_exists in D as ((q, t') & I & D).
        exists q, t', []. simpl. rewrite <- (final_sound s). auto.
      - assert (D : ns' = map (fun '(ds, ns) => ((ns, move s r t (look ds) (look ns)), post s p x l (look ds) (look ns))) (choices s vs)).
        { destruct t as [[]| | |]; try (destruct (implb _ _); [congruence|discriminate]).
          rewrite known_truth in T. discriminate. }
        subst ns'. destruct (choices_complete s vs a u F) as (ds & ns & Ic & En & L & Fn).
        assert (Pn' : P ((ns, move s r t (look ds) (look ns)), post s p x l (look ds) (look ns)))
          by (apply Cl, in_map_iff; exists (ds, ns); auto).
        assert (Vn : forall y, In y ys -> valid_from s (look ns y) (track u y)).
        { intros y I. apply fits_look; [assumption|]. congruence. }
        destruct (IH _ _ _ Pn') as (q' & t' & l' & Il & Ll & Vl & Tl); [congruence|assumption| |].
        { rewrite move_sound by (intros y I; auto).
          rewrite <- T, <- !(move_sound s r t _ (look ns)) by (intros y I; auto).
          rewrite (move_same s r t (look ds) a); [reflexivity|]. intros y I. apply L. rewrite Ev. auto. }
        apply post_In in Il as (q & t1 & d & Il & A & ->).
        exists q, t1, (d :: l'). simpl. rewrite A. repeat split; auto.
        rewrite <- Tl, <- (move_sound s p t1 _ (set (look ns) x q')) by (apply tails_put; assumption).
        f_equal. apply move_same. intros y I. unfold set. destruct (Nat.eqb_spec y x) as [E'|E']; [reflexivity|].
        symmetry. apply L. rewrite Ev. destruct (p_vars y I); [contradiction|assumption]. }
    assert (Vr : tails s r (fun _ => 0) w) by (intros y I; apply V; auto).
    destruct (G w (start ys) (first s r) (leading s p x 1000 [(0, first s p)])) as (q & t & l & I & L & Vl & Tl).
    + apply S. now left.
    + apply start_vars.
    + now apply fits_start.
    + now rewrite first_sound.
    + assert (Led : led (q, t)).
      { revert I. apply led_leading. intros m [<-|[]]. apply led_first. }
      destruct Led as (l0 & Hl). destruct (Hl l w L Vl V) as (V0 & E). simpl snd in E. rewrite Tl in E.
      assert (L0 : length (l0 ++ l) = length (zeros (length l0) ++ w)) by (rewrite !app_length, length_zeros; lia).
      assert (Vz : valid_on s (x :: ys) (put x (l0 ++ l) (zeros (length l0) ++ w))).
      { apply VP; [assumption|assumption|]. now apply valid_on_zeros. }
      rewrite first_sound in E by (intros y I'; apply Vz; destruct (p_vars y I'); [left; congruence|now right]).
      symmetry in E. apply (HP _ Vz) in E.
      exists (val s (l0 ++ l)). split; [exact (val_nonneg s _ _ V0)|].
      revert E. apply ext. intro y. now apply Value.
  - intros (v & Nv & Hv). destruct (put_number s good w v Nv) as (j & l & L & Vl & El).
    assert (Vz : valid_on s (x :: ys) (put x l (zeros j ++ w))).
    { apply VP; [assumption|assumption|]. now apply valid_on_zeros. }
    pose proof (always_sound s _ _ Complete _ Vz) as T. simpl in T.
    assert (Tp : truth s p (put x l (zeros j ++ w)) = true).
    { apply (HP _ Vz). revert Hv. apply ext. intro y. rewrite Value by assumption. now rewrite El. }
    rewrite Tp in T. simpl in T.
    rewrite <- (zero_loops_sound s r Z j w), <- T.
    apply truth_tracks; [symmetry; now apply length_put|].
    intros y I. rewrite track_put_other; [reflexivity| |assumption]. intros ->. auto.
Qed.
End Projection.

Theorem project_correct s p x r ys (Q : (var -> Z) -> Prop) : good_system s = true ->
  (forall e e', (forall y, e y = e' y) -> Q e -> Q e') ->
  project s p x r ys = true ->
  (forall w, valid_on s (x :: ys) w -> (truth s p w = true <-> Q (value s w))) ->
  forall w, valid_on s ys w ->
    (truth s r w = true <-> exists v, (0 <= v)%Z /\ Q (fun y => if Nat.eqb y x then v else value s w y)).
Proof.
  intros good ext C. pose proof C as C'. unfold project in C'. rewrite !andb_true_iff, negb_true_iff in C'.
  destruct C' as (((((Ip & Ir) & F) & _) & _) & _).
  apply project_sound; auto.
  - intros y I. destruct (includes_In _ _ Ip y I); auto.
  - exact (includes_In _ _ Ir).
  - intro I. assert (X : existsb (Nat.eqb x) ys = true) by (apply existsb_exists; exists x; split; [exact I|apply Nat.eqb_refl]).
    congruence.
Qed.
