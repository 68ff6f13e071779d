(* Formulas without quantifiers as deterministic machines.

   A skeleton is a boolean combination of automata and linear comparisons. Its state is a tree of the states of its
   parts; what is decided whatever digits are to come is replaced by its truth. *)
Require Import ZArith List Lia Bool PArith FMapPositive.
From Filbert Require Import System Automata Linear.
Import ListNotations.

(** * Definitions *)
Inductive skeleton :=
| Const (b : bool)
| Aut (A : dfa) (xs : list var)
| Lin (equal : bool) (ks : sums) (c : Z)      (* the sum is c, or at most c *)
| Neg (p : skeleton)
| Bin (op : bool -> bool -> bool) (p q : skeleton).

Fixpoint vars (p : skeleton) : list var :=
  match p with
  | Const _ => []
  | Aut _ xs => xs
  | Lin _ ks _ => map snd ks
  | Neg p => vars p
  | Bin _ p q => vars p ++ vars q
  end.

Definition compare_sum (equal : bool) (s c : Z) : bool := if equal then Z.eqb s c else Z.leb s c.

(* Is the skeleton true of a word? *)
Fixpoint truth (s : structure) (p : skeleton) (w : word) : bool :=
  match p with
  | Const b => b
  | Aut A xs => accepts A xs w
  | Lin e ks c => compare_sum e (sum s ks w) c
  | Neg p => negb (truth s p w)
  | Bin op p q => op (truth s p w) (truth s q w)
  end.

Inductive state :=
| Known (b : bool)
| At (q : positive)
| Read (v : vector)
| Both (a b : state).

Definition neg_state (t : state) : state := match t with Known b => Known (negb b) | t => t end.
Definition bin_state (op : bool -> bool -> bool) (a b : state) : state :=
  match a, b with
  | Known x, Known y => Known (op x y)
  | Known x, _ => if Bool.eqb (op x true) (op x false) then Known (op x true) else Both a b
  | _, Known y => if Bool.eqb (op true y) (op false y) then Known (op true y) else Both a b
  | _, _ => Both a b
  end.
Definition decide (s : system) (e : bool) (ks : sums) (c : Z) (qs : var -> nat) (v : vector) : state :=
  if always_at_least s ks qs v (c + 1) then Known false
  else if always_at_least s (negate ks) qs (map Z.opp v) (if e then 1 - c else - c) then Known (negb e)
  else Read v.

(* The system of the variables of a sum. *)
Definition home (s : structure) (ks : sums) : system := match ks with (_, x) :: _ => s x | [] => [] end.
Fixpoint uniform (s : structure) (p : skeleton) : bool :=
  match p with
  | Lin _ ks _ => forallb (fun '(_, x) => if system_dec (s x) (home s ks) then true else false) ks
  | Neg p => uniform s p
  | Bin _ p q => uniform s p && uniform s q
  | _ => true
  end.

(* The first state; qs are the states of the variables among the valid words. *)
Fixpoint first (s : structure) (p : skeleton) : state :=
  match p with
  | Const b => Known b
  | Aut _ _ => At 1
  | Lin e ks c => decide (home s ks) e ks c (fun _ => 0) (nothing (home s ks))
  | Neg p => neg_state (first s p)
  | Bin op p q => bin_state op (first s p) (first s q)
  end.
(* The state after a letter; qs are the states of the variables after it. *)
Fixpoint move (s : structure) (p : skeleton) (t : state) (a : letter) (qs : var -> nat) : state :=
  match t, p with
  | Known b, _ => t
  | At q, Aut A xs => match next A q (map a xs) with Some q' => At q' | None => Known false end
  | Read v, Lin e ks c => decide (home s ks) e ks c qs (add_at 0 (dot ks a) (up (home s ks) v))
  | t, Neg p => neg_state (move s p t a qs)
  | Both t u, Bin op p q => bin_state op (move s p t a qs) (move s q u a qs)
  | _, _ => Known false
  end.
(* Is the skeleton true if the word ends here? *)
Fixpoint final (p : skeleton) (t : state) : bool :=
  match t, p with
  | Known b, _ => b
  | At q, Aut A _ => accepting A q
  | Read v, Lin e _ c => compare_sum e (fold_right Z.add 0%Z v) c
  | t, Neg p => negb (final p t)
  | Both t u, Bin op p q => op (final p t) (final q u)
  | _, _ => false
  end.

(** * Soundness *)
Section Skeleton.
Variable s : structure.

Lemma sum_home ks w : (forall x, In x (map snd ks) -> s x = home s ks) -> sum s ks w = sum (one (home s ks)) ks w.
Proof.
  generalize (home s ks) as t. induction ks as [|(k, x) ks IH]; cbn [sum map snd]; intros t H; [reflexivity|].
  unfold value at 1. rewrite (H x (or_introl eq_refl)), (IH t) by (intros y I; apply H; now right). reflexivity.
Qed.
Lemma uniform_sum e ks c : uniform s (Lin e ks c) = true -> forall x, In x (map snd ks) -> s x = home s ks.
Proof.
  cbn [uniform]. rewrite forallb_forall. intros H x I. apply in_map_iff in I as ((k, y) & <- & I). specialize (H _ I). cbn in H.
  cbn [snd]. now destruct (system_dec (s y) (home s ks)).
Qed.

(* What a state says of the digits to come. *)
Fixpoint truth_from (p : skeleton) (t : state) (w : word) : bool :=
  match t, p with
  | Known b, _ => b
  | At q, Aut A xs => accepts_from A xs q w
  | Read v, Lin e ks c => compare_sum e (worth (home s ks) v (length w) + sum s ks w) c
  | t, Neg p => negb (truth_from p t w)
  | Both t u, Bin op p q => op (truth_from p t w) (truth_from q u w)
  | _, _ => false
  end.
Definition tails (p : skeleton) (qs : var -> nat) (w : word) : Prop :=
  uniform s p = true /\ forall x, In x (vars p) -> valid_from (s x) (qs x) (track w x).

Lemma tails_bin op p q qs w : tails (Bin op p q) qs w -> tails p qs w /\ tails q qs w.
Proof.
  intros (U & V). cbn [uniform] in U. apply andb_prop in U as (U1 & U2).
  split; (split; [assumption|]); intros x I; apply V, in_or_app; auto.
Qed.

Lemma truth_from_neg p t w : truth_from (Neg p) (neg_state t) w = negb (truth_from p t w).
Proof. destruct t; [destruct p|..]; reflexivity. Qed.
Lemma truth_from_bin op p q t u w : truth_from (Bin op p q) (bin_state op t u) w = op (truth_from p t w) (truth_from q u w).
Proof.
  assert (K : forall b r, truth_from r (Known b) w = b) by (destruct r; reflexivity).
  destruct t as [b| | |], u as [b'| | |]; cbn [bin_state]; rewrite ?K; try reflexivity;
    match goal with |- context [Bool.eqb ?x ?y] => destruct (Bool.eqb_spec x y) as [E|_] end;
    rewrite ?K; try (cbn [truth_from]; rewrite ?K; reflexivity);
    match goal with |- context [op ?x (truth_from ?r ?z w)] => destruct (truth_from r z w)
                  | |- context [op (truth_from ?r ?z w) ?x] => destruct (truth_from r z w) end; congruence.
Qed.
Lemma truth_from_decide e ks c qs v w : tails (Lin e ks c) qs w ->
  truth_from (Lin e ks c) (decide (home s ks) e ks c qs v) w = compare_sum e (worth (home s ks) v (length w) + sum s ks w) c.
Proof.
  intros (U & V). cbn [vars] in V. pose proof (uniform_sum _ _ _ U) as H. rewrite (sum_home ks w H).
  assert (Vh : forall x, In x (map snd ks) -> valid_from (home s ks) (qs x) (track w x)) by (intros x I; rewrite <- (H x I); auto).
  clear U V. rename Vh into V. set (t := home s ks) in *. unfold decide.
  destruct (always_at_least t ks qs v (c + 1)) eqn:G.
  - apply (always_at_least_sound t ks qs v (c + 1) w V) in G. simpl.
    destruct e; simpl; symmetry; [apply Z.eqb_neq; lia|apply Z.leb_gt; lia].
  - destruct (always_at_least t (negate ks) qs (map Z.opp v) (if e then 1 - c else - c)) eqn:L;
      [|cbn [truth_from]; rewrite (sum_home ks w H); reflexivity].
    assert (V' : forall x, In x (map snd (negate ks)) -> valid_from t (qs x) (track w x)).
    { intros x I. apply V. unfold negate in I. rewrite map_map in I. apply in_map_iff in I as ((k, y) & <- & I).
      apply in_map_iff. exists (k, y). auto. }
    apply (always_at_least_sound t _ _ _ _ w V') in L. rewrite sum_negate, worth_negated in L. simpl.
    destruct e; simpl; symmetry; [apply Z.eqb_neq; lia|apply Z.leb_le; lia].
Qed.

Lemma first_sound p : forall w, tails p (fun _ => 0) w -> truth_from p (first s p) w = truth s p w.
Proof.
  induction p as [b|A xs|e ks c|p IH|op p IHp q IHq]; intros w V; cbn [first truth].
  - reflexivity.
  - reflexivity.
  - rewrite truth_from_decide by exact V. rewrite worth_nothing. reflexivity.
  - rewrite truth_from_neg, IH by exact V. reflexivity.
  - apply tails_bin in V as (Vp & Vq). rewrite truth_from_bin, IHp, IHq by assumption. reflexivity.
Qed.

Lemma move_sound p : forall t a qs w, tails p qs w -> truth_from p (move s p t a qs) w = truth_from p t (a :: w).
Proof.
  assert (K : forall b r w, truth_from r (Known b) w = b) by (destruct r; reflexivity).
  induction p as [b|A xs|e ks c|p IH|op p IHp q IHq]; intros t a qs w V; destruct t as [b'|n|v|t u];
    try (cbn [move]; rewrite !K; reflexivity); try reflexivity.
  - cbn [move truth_from accepts_from]. destruct (next A n (map a xs)); reflexivity.
  - cbn [move]. rewrite truth_from_decide by exact V. pose proof (uniform_sum _ _ _ (proj1 V)) as H. cbn [truth_from].
    rewrite (sum_home ks w H), (sum_home ks (a :: w) H), worth_letter. reflexivity.
  - cbn [move]. rewrite truth_from_neg, IH by exact V. reflexivity.
  - cbn [move]. rewrite truth_from_neg, IH by exact V. reflexivity.
  - cbn [move]. rewrite truth_from_neg, IH by exact V. reflexivity.
  - cbn [move]. apply tails_bin in V as (Vp & Vq). rewrite truth_from_bin, IHp, IHq by assumption. reflexivity.
Qed.

Lemma final_sound p : forall t, final p t = truth_from p t [].
Proof.
  induction p as [b|A xs|e ks c|p IH|op p IHp q IHq]; intros t; destruct t as [b'|n|v|t u]; cbn [final truth_from];
    rewrite ?IH, ?IHp, ?IHq; try reflexivity.
  rewrite sum_nil. simpl length. rewrite worth_nil. now rewrite Z.add_0_r.
Qed.

Lemma dot_same ks (a b : letter) : (forall x, In x (map snd ks) -> a x = b x) -> dot ks a = dot ks b.
Proof. induction ks as [|(k, x) ks IH]; simpl; intros H; [reflexivity|]. rewrite (H x), IH; auto. Qed.
(* Only the variables of the skeleton matter. *)
Lemma move_same p : forall t a b qs, (forall x, In x (vars p) -> a x = b x) -> move s p t a qs = move s p t b qs.
Proof.
  induction p as [c|A xs|e ks c|p IH|op p IHp q IHq]; intros t a b qs H; destruct t as [b'|n|v|t u]; try reflexivity;
    cbn [move].
  - rewrite (map_ext_in a b xs H). reflexivity.
  - rewrite (dot_same ks a b H). reflexivity.
  - rewrite (IH _ a b qs H). reflexivity.
  - rewrite (IH _ a b qs H). reflexivity.
  - rewrite (IH _ a b qs H). reflexivity.
  - rewrite (IHp _ a b qs), (IHq _ a b qs) by (intros x I; apply H; simpl; auto using in_or_app). reflexivity.
Qed.

Lemma truth_tracks p : forall w v, length w = length v -> (forall x, In x (vars p) -> track w x = track v x) -> truth s p w = truth s p v.
Proof.
  induction p as [c|A xs|e ks c|p IH|op p IHp q IHq]; intros w v L H; cbn [truth].
  - reflexivity.
  - apply accepts_from_tracks; [|assumption]. apply map_ext_in. exact H.
  - f_equal. cbn [vars] in H. clear c. induction ks as [|(k, x) ks IH]; simpl; [reflexivity|].
    unfold value at 1. rewrite (H x) by (simpl; auto). rewrite IH; [reflexivity|]. intros y I. apply H. simpl. auto.
  - rewrite (IH w v); auto.
  - rewrite (IHp w v), (IHq w v) by (auto; intros x I; apply H; simpl; auto using in_or_app). reflexivity.
Qed.

(** * Zeros in front do not matter *)
Fixpoint zero_loops (p : skeleton) : bool :=
  match p with
  | Aut A xs => match next A 1 (map zero xs) with Some q => Pos.eqb q 1 | None => false end
  | Neg p => zero_loops p
  | Bin _ p q => zero_loops p && zero_loops q
  | _ => true
  end.
Lemma zero_loops_sound p : zero_loops p = true -> forall j w, truth s p (zeros j ++ w) = truth s p w.
Proof.
  induction p as [c|A xs|e ks c|p IH|op p IHp q IHq]; intros H j w; cbn [truth].
  - reflexivity.
  - unfold accepts. induction j as [|j IH]; [reflexivity|]. rewrite <- IH. cbn [zeros repeat app accepts_from].
    cbn [zero_loops] in H. destruct (next A 1 (map zero xs)) as [q|]; [|discriminate]. apply Pos.eqb_eq in H. subst q. reflexivity.
  - f_equal. clear H. induction ks as [|(k, x) ks IH]; simpl; [reflexivity|]. now rewrite value_zeros, IH.
  - rewrite IH by exact H. reflexivity.
  - simpl in H. apply andb_prop in H as (H1 & H2). rewrite IHp, IHq by assumption. reflexivity.
Qed.
End Skeleton.
