(* Words of some variables beside a word of the others. *)
Require Import ZArith List Lia Bool PArith FMapPositive.
From Filbert Require Import System Automata Linear Skeleton Always Tally.
Import ListNotations.

(** ** Places *)
(* Digits, or states, of some variables in the place of those that f gives. *)
Fixpoint over (l : places) (f : var -> nat) (y : var) : nat :=
  match l with [] => f y | (x, d) :: l => if Nat.eqb y x then d else over l f y end.
Lemma look_app l m y : look (l ++ m) y = over l (look m) y.
Proof. induction l as [|(x, d) l IH]; simpl; [reflexivity|]. now rewrite IH. Qed.
Lemma look_over l y : look l y = over l (fun _ => 0) y.
Proof. induction l as [|(x, d) l IH]; simpl; [reflexivity|]. now rewrite IH. Qed.
Lemma over_other l f y : ~ In y (map fst l) -> over l f y = f y.
Proof.
  induction l as [|(x, d) l IH]; simpl; intro H; [reflexivity|]. destruct (Nat.eqb_spec y x); [subst; tauto|]. apply IH. tauto.
Qed.
Lemma over_same l f g y : In y (map fst l) -> over l f y = over l g y.
Proof. induction l as [|(x, d) l IH]; simpl; intro H; [tauto|]. destruct (Nat.eqb_spec y x); [reflexivity|]. apply IH. destruct H; [congruence|assumption]. Qed.
Lemma over_In l f x d : NoDup (map fst l) -> In (x, d) l -> over l f x = d.
Proof.
  induction l as [|(y, e) l IH]; simpl; intros D I; [tauto|]. inversion D as [|? ? N D']; subst.
  destruct I as [I|I]; [injection I as -> ->; now rewrite Nat.eqb_refl|].
  destruct (Nat.eqb_spec x y) as [->|]; [|auto]. destruct N. apply in_map_iff. now exists (y, d).
Qed.
Lemma look_ext l : forall l', map fst l = map fst l' -> NoDup (map fst l) ->
  (forall x, In x (map fst l) -> look l x = look l' x) -> l = l'.
Proof.
  induction l as [|(x, d) l IH]; intros [|(y, e) l'] E D H; try discriminate; [reflexivity|].
  simpl in *. injection E as <- E. inversion D as [|? ? N D']; subst.
  pose proof (H x (or_introl eq_refl)) as Hx. rewrite Nat.eqb_refl in Hx. subst e. f_equal. apply IH; auto.
  intros y I. specialize (H y (or_intror I)). destruct (Nat.eqb_spec y x) as [Ey|_]; [congruence|exact H].
Qed.

Lemma move_ext s p : forall t a qs a' qs', (forall y, a y = a' y) -> (forall y, qs y = qs' y) -> move s p t a qs = move s p t a' qs'.
Proof.
  intros t a qs a' qs' A Q. rewrite (move_same s p t a a' qs) by auto. clear a A. revert t.
  assert (L : forall ks v, lowest ks qs v = lowest ks qs' v).
  { induction ks as [|(k, x) ks IH]; intro v; [reflexivity|]. cbn [lowest]. now rewrite IH, Q. }
  induction p as [c|A xs|e ks c|p IH|op p IHp q IHq]; intros [b|n|v|t u]; try reflexivity; cbn [move]; rewrite ?IH, ?IHp, ?IHq; try reflexivity.
  unfold decide, always_at_least. now rewrite !L.
Qed.
Section Runs.
Variable s : structure.

Lemma choices_after vs : forall es us, In (es, us) (choices s vs) -> forall y f g h, In y (map fst vs) ->
  after (s y) (over vs f y) (over es g y) = Some (over us h y).
Proof.
  induction vs as [|(x, q) vs IH]; cbn [choices map fst]; intros es us I y f g h Iy; [destruct Iy|].
  apply in_flat_map in I as ((ds, ns) & I & J). apply in_flat_map in J as (d & _ & J). destruct (after (s x) q d) as [q'|] eqn:A; [|contradiction].
  destruct J as [J|[]]. injection J as <- <-. simpl.
  destruct (Nat.eqb_spec y x) as [->|]; [exact A|]. apply IH; [exact I|]. destruct Iy; [congruence|assumption].
Qed.
Lemma choices_distinct vs : NoDup (map fst (choices s vs)).
Proof.
  induction vs as [|(x, q) vs IH]; cbn [choices]; [repeat constructor; intros []|].
  assert (E : forall l, map fst (flat_map (fun '(ds, ns) => flat_map (fun d => match after (s x) q d with
      | Some q' => [((x, d) :: ds, (x, q') :: ns)] | None => [] end) (seq 0 (S (fst (entry (s x) q))))) l) =
    flat_map (fun ds => flat_map (fun d => match after (s x) q d with Some _ => [(x, d) :: ds] | None => [] end)
      (seq 0 (S (fst (entry (s x) q))))) (map fst l)).
  { induction l as [|(ds, ns) l IHl]; [reflexivity|]. cbn [flat_map map fst]. rewrite map_app, IHl. f_equal. clear IHl.
    induction (seq 0 (S (fst (entry (s x) q)))) as [|d r IHr]; [reflexivity|]. cbn [flat_map]. rewrite map_app, IHr. f_equal.
    destruct (after (s x) q d); reflexivity. }
  rewrite E. apply NoDup_flat_map; [exact IH| |].
  - intros ds _. apply NoDup_flat_map; [apply seq_NoDup| |].
    + intros d _. destruct (after (s x) q d); [|constructor]. constructor; [intros []|constructor].
    + intros d e z _ _ I J. destruct (after (s x) q d); [|contradiction]. destruct (after (s x) q e); [|contradiction].
      destruct I as [<-|[]], J as [J|[]]. now injection J.
  - intros ds es z _ _ I J. apply in_flat_map in I as (d & _ & I). apply in_flat_map in J as (e & _ & J).
    destruct (after (s x) q d); [|contradiction]. destruct (after (s x) q e); [|contradiction].
    destruct I as [<-|[]], J as [J|[]]. now injection J.
Qed.

(* The words of n letters for the variables of vs from their states. *)
Fixpoint digits_from (vs : places) (n : nat) : list (list places) :=
  match n with O => [[]] | S n => flat_map (fun c => map (cons (fst c)) (digits_from (snd c) n)) (choices s vs) end.
Fixpoint merge (u : list places) (w : word) : word :=
  match u, w with es :: u, a :: w => over es a :: merge u w | _, _ => [] end.

Lemma digits_length n : forall vs u, In u (digits_from vs n) -> length u = n.
Proof.
  induction n as [|n IH]; simpl; intros vs u I; [destruct I as [<-|[]]; reflexivity|].
  apply in_flat_map in I as (c & _ & I). apply in_map_iff in I as (u' & <- & I). simpl. f_equal. eauto.
Qed.
Lemma digits_keys n : forall vs u, In u (digits_from vs n) -> forall es, In es u -> map fst es = map fst vs.
Proof.
  induction n as [|n IH]; simpl; intros vs u I es Ie; [destruct I as [<-|[]]; contradiction|].
  apply in_flat_map in I as ((ds, us) & C & I). apply in_map_iff in I as (u' & <- & I).
  destruct (choices_keys s _ _ _ C) as (E1 & E2). destruct Ie as [<-|Ie]; [exact E1|]. rewrite <- E2. eapply IH; eauto.
Qed.
Lemma digits_valid n : forall vs u, In u (digits_from vs n) -> forall w, length w = n ->
  forall y f, In y (map fst vs) -> valid_from (s y) (over vs f y) (track (merge u w) y).
Proof.
  induction n as [|n IH]; simpl; intros vs u I w L y f Iy.
  - destruct I as [<-|[]]. exact Logic.I.
  - apply in_flat_map in I as ((ds, us) & C & I). apply in_map_iff in I as (u' & <- & I). simpl fst in *. simpl snd in *.
    destruct w as [|a w]; [discriminate|]. destruct (choices_keys s _ _ _ C) as (E1 & E2).
    cbn [merge track map valid_from]. rewrite (choices_after _ _ _ C y f a f Iy). apply IH; auto. now rewrite E2.
Qed.
Lemma digits_distinct n : forall vs, NoDup (digits_from vs n).
Proof.
  induction n as [|n IH]; simpl; intro vs; [repeat constructor; tauto|]. apply NoDup_flat_map.
  - exact (NoDup_map_inv _ _ (choices_distinct vs)).
  - intros c _. apply NoDup_image; [apply IH|]. intros a b _ _ H. now injection H.
  - intros c d z Ic Id I J. apply in_map_iff in I as (a & <- & _). apply in_map_iff in J as (b & H & _).
    injection H as H _. symmetry. revert H. apply NoDup_first with (l := choices s vs); auto. apply choices_distinct.
Qed.
Lemma digits_complete w : forall vs, fits s vs w -> exists u, In u (digits_from vs (length w)) /\
  forall y, In y (map fst vs) -> map (fun es => look es y) u = track w y.
Proof.
  induction w as [|a w IH]; intros vs F.
  - exists []. simpl. auto.
  - destruct (choices_complete s vs a w F) as (es & us & I & E & L & G & _).
    destruct (IH us G) as (u & Iu & T). exists (es :: u). split.
    + simpl. apply in_flat_map. exists (es, us). split; [exact I|]. now apply in_map.
    + intros y Iy. simpl. rewrite (L y Iy). f_equal. apply T. now rewrite E.
Qed.
Lemma track_merge_other u : forall w y, length u = length w -> (forall es, In es u -> ~ In y (map fst es)) ->
  track (merge u w) y = track w y.
Proof.
  induction u as [|es u IH]; intros [|a w] y L H; try discriminate; [reflexivity|].
  simpl. rewrite over_other by (apply H; now left). f_equal. apply IH; [now injection L|]. intros; apply H; now right.
Qed.
Lemma track_merge u : forall w y, length u = length w -> (forall es, In es u -> In y (map fst es)) ->
  track (merge u w) y = map (fun es => look es y) u.
Proof.
  induction u as [|es u IH]; intros [|a w] y L H; try discriminate; [reflexivity|].
  simpl. rewrite look_over. f_equal; [apply over_same, H; now left|].
  apply IH; [now injection L|]. intros; apply H; now right.
Qed.
Lemma length_merge u : forall w, length u = length w -> length (merge u w) = length w.
Proof. induction u; destruct w; simpl; intros; try discriminate; auto. Qed.
End Runs.
