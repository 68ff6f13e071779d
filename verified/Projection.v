(* Quantifiers: are there at least k tuples xs of numbers for which P is true?

   A word of the other variables leads to a tally: the states of P, each with the number of words of xs that lead to it,
   up to k. So projection is the subset construction (Rabin and Scott 1959), k being 1. As every number has one word
   of m digits, numbers are counted so; a tuple xs may have more digits than the others, so the first tally is what
   zeros of these lead to, however many they are. A skeleton Q is compared with the tally all along. *)
Require Import ZArith List Lia Bool PArith FMapPositive.
From Filbert Require Import System Automata Logic Linear Explore Skeleton Always Tally.
Import ListNotations.

(** * Definitions *)
(* Digits, or states, of some variables in the place of those that f gives. *)
Fixpoint over (l : places) (f : var -> nat) (y : var) : nat :=
  match l with [] => f y | (x, d) :: l => if Nat.eqb y x then d else over l f y end.

(* The members after the digits ds of the others, which lead these to the states ns, and any of xs; gs are the guides of the member. *)
Definition posts_by (gs : list guide) (s : structure) (p : skeleton) (ds ns : places) (m : member) : list member :=
  flat_map (fun '(es, us) =>
      match move s p (snd m) (over es (look ds)) (over us (look ns)) with Known false => [] | t => [(us, t)] end)
    (guided s (fold_left (fun gs '(x, d) => map (restrict x d) gs) ds gs) (fst m)).
Definition posts (s : structure) (p : skeleton) (ds ns : places) (m : member) : list member := posts_by (guides false p (snd m)) s p ds ns m.

(* The tally after a letter; the guides are found once for all letters. *)
Definition prepare (p : skeleton) (l : tally) : list (list guide * (member * nat)) := map (fun m => (guides false p (snd (fst m)), m)) l.
Definition post_by {hashes : keys} (s : structure) (p : skeleton) (k : nat) (gl : list (list guide * (member * nat))) (ds ns : places) : tally :=
  gather k (flat_map (fun '(gs, (m, c)) => map (fun n => (n, c)) (posts_by gs s p ds ns m)) gl).
Definition post {hashes : keys} (s : structure) (p : skeleton) (k : nat) (ds ns : places) (l : tally) : tally := post_by s p k (prepare p l) ds ns.

Fixpoint leading {hashes : keys} (s : structure) (p : skeleton) (k : nat) (ys : list var) (fuel : nat) (l : tally) : option tally :=
  match fuel with
  | O => None
  | S fuel => let l' := post s p k (start ys) (start ys) l in
      if same_tally l l' then Some l else leading s p k ys fuel l'
  end.

Definition now (p : skeleton) (m : member) : nat := if final p (snd m) then 1 else 0.
Definition enough (p : skeleton) (k : nat) (l : tally) : bool := Nat.leb k (total (now p) l).

Definition subset := (node * tally)%type.
Definition same_subset (a b : subset) : bool := same_node (fst a) (fst b) && same_tally (snd a) (snd b).

(* One tuple is enough, and there is one whatever digits are to come. *)
Definition sure (k : nat) (l : tally) : bool :=
  Nat.eqb k 1 && existsb (fun m => match m with ((_, Known true), S _) => true | _ => false end) l.
Definition settled (op : bool -> bool -> bool) (t : state) : bool :=
  match t with Known b => op b true && op b false | _ => false end.
Definition subset_next {hashes : keys} (s : structure) (p : skeleton) (k : nat) (op : bool -> bool -> bool) (q : skeleton)
    (n : subset) : option (list subset) :=
  let '((vs, t), l) := n in
  if settled op t || op false true && op true true && sure k l then Some []
  else if op (final q t) (enough p k l)
  then let gl := prepare p l in
       Some (map (fun '(ds, ns) => ((ns, move s q t (look ds) (look ns)), post_by s p k gl ds ns))
               (guided s (if op false true && op false false then guides false q t else []) vs))
  else None.

Fixpoint distinct (xs : list var) : bool :=
  match xs with [] => true | x :: xs => negb (existsb (Nat.eqb x) xs) && distinct xs end.
Definition disjoint (xs ys : list var) : bool := forallb (fun x => negb (existsb (Nat.eqb x) ys)) xs.
(* For every word of ys: is `op (is Q true?) (do at least k tuples xs make P true?)` true? *)
Definition counts {hashes : keys} (s : structure) (p : skeleton) (xs : list var) (k : nat)
    (op : bool -> bool -> bool) (q : skeleton) (ys : list var) : bool :=
  distinct xs && includes (xs ++ ys) (vars p) && includes ys (vars q) && disjoint xs ys && uniform s p && uniform s q
  && match leading s p k ys 1000 [((start xs, first s p), 1)] with
     | Some l => explore subset same_subset key_subset (subset_next s p k op q) [((start ys, first s q), l)]
     | None => false
     end.

(** * Soundness *)
Lemma same_subset_eq a b : same_subset a b = true -> a = b.
Proof.
  destruct a, b. unfold same_subset. simpl. intro H. apply andb_prop in H as (H1 & H2).
  apply same_node_eq in H1. apply same_tally_eq in H2. congruence.
Qed.

(** ** Places *)
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

Section Runs.
Variable s : structure.

Lemma choices_keys vs : forall es us, In (es, us) (choices s vs) -> map fst es = map fst vs /\ map fst us = map fst vs.
Proof.
  induction vs as [|(x, q) vs IH]; cbn [choices]; intros es us I.
  - destruct I as [I|[]]. injection I as <- <-. auto.
  - apply in_flat_map in I as (d & _ & I). destruct (after (s x) q d) as [q'|]; [|contradiction].
    apply in_map_iff in I as ((ds, ns) & E & I). injection E as <- <-. destruct (IH _ _ I). simpl. split; congruence.
Qed.
Lemma choices_after vs : forall es us, In (es, us) (choices s vs) -> forall y f g h, In y (map fst vs) ->
  after (s y) (over vs f y) (over es g y) = Some (over us h y).
Proof.
  induction vs as [|(x, q) vs IH]; cbn [choices map fst]; intros es us I y f g h Iy; [destruct Iy|].
  apply in_flat_map in I as (d & _ & I). destruct (after (s x) q d) as [q'|] eqn:A; [|contradiction].
  apply in_map_iff in I as ((ds, ns) & E & I). injection E as <- <-. simpl.
  destruct (Nat.eqb_spec y x) as [->|]; [exact A|]. apply IH; [exact I|]. destruct Iy; [congruence|assumption].
Qed.
Lemma choices_distinct vs : NoDup (map fst (choices s vs)).
Proof.
  induction vs as [|(x, q) vs IH]; cbn [choices]; [repeat constructor; intros []|].
  assert (E : forall l, map fst (flat_map (fun d => match after (s x) q d with
      | Some q' => map (fun '(ds, ns) => ((x, d) :: ds, (x, q') :: ns)) (choices s vs) | None => [] end) l) =
    flat_map (fun d => match after (s x) q d with Some _ => map (cons (x, d)) (map fst (choices s vs)) | None => [] end) l).
  { induction l as [|d l IHl]; simpl; [reflexivity|]. rewrite map_app, IHl. f_equal.
    destruct (after (s x) q d); [|reflexivity]. rewrite !map_map. apply map_ext. intros (a, b). reflexivity. }
  rewrite E. apply NoDup_flat_map.
  - apply seq_NoDup.
  - intros d _. destruct (after (s x) q d); [|constructor]. apply NoDup_image; [exact IH|]. intros a b _ _ H. now injection H.
  - intros d e z _ _ I J. destruct (after (s x) q d); [|contradiction]. destruct (after (s x) q e); [|contradiction].
    apply in_map_iff in I as (a & <- & _). apply in_map_iff in J as (b & H & _). now injection H.
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
  destruct (choices_keys _ _ _ C) as (E1 & E2). destruct Ie as [<-|Ie]; [exact E1|]. rewrite <- E2. eapply IH; eauto.
Qed.
Lemma digits_valid n : forall vs u, In u (digits_from vs n) -> forall w, length w = n ->
  forall y f, In y (map fst vs) -> valid_from (s y) (over vs f y) (track (merge u w) y).
Proof.
  induction n as [|n IH]; simpl; intros vs u I w L y f Iy.
  - destruct I as [<-|[]]. exact Logic.I.
  - apply in_flat_map in I as ((ds, us) & C & I). apply in_map_iff in I as (u' & <- & I). simpl fst in *. simpl snd in *.
    destruct w as [|a w]; [discriminate|]. destruct (choices_keys _ _ _ C) as (E1 & E2).
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

Section Projection.
Context {hashes : keys}.
Variable s : structure.
Hypothesis good : forall x, good_system (s x) = true.
Variables (p : skeleton) (xs ys : list var).
Hypothesis p_vars : forall y, In y (vars p) -> In y xs \/ In y ys.
Hypothesis fresh : forall x, In x xs -> ~ In x ys.
Hypothesis D : NoDup xs.
Hypothesis p_uniform : uniform s p = true.

(* How many words of xs lead from a member to acceptance, beside w. *)
Definition number (w : word) (m : member) : nat :=
  if list_eq_dec Nat.eq_dec (map fst (fst m)) xs
  then length (filter (fun u => truth_from s p (snd m) (merge u w)) (digits_from s (fst m) (length w))) else 0.

Lemma number_nil m : map fst (fst m) = xs -> number [] m = now p m.
Proof.
  intro E. unfold number, now. destruct (list_eq_dec _ _ _); [|contradiction].
  cbn [length digits_from filter merge]. rewrite (final_sound s).
  match goal with |- context [truth_from s p ?t ?w] => destruct (truth_from s p t w) end; reflexivity.
Qed.
Lemma posts_keys ds ns m n : In n (posts s p ds ns m) -> map fst (fst n) = map fst (fst m).
Proof.
  unfold posts, posts_by. intro I. apply in_flat_map in I as ((es, us) & C & I). rewrite guided_filter in C. apply filter_In in C as (C & _).
  destruct (choices_keys s _ _ _ C) as (_ & E).
  destruct (move s p (snd m) _ _) as [[]| | |]; simpl in I; try contradiction; destruct I as [<-|[]]; exact E.
Qed.

Lemma number_step (a : letter) w ds ns m :
  (forall x d, In (x, d) ds -> In x ys /\ d = a x) -> (forall y, In y ys -> look ds y = a y) ->
  (forall y, In y ys -> valid_from (s y) (look ns y) (track w y)) ->
  list_sum (map (number w) (posts s p ds ns m)) = number (a :: w) m.
Proof.
  intros Hd La V. destruct m as (vs, t).
  destruct (list_eq_dec Nat.eq_dec (map fst vs) xs) as [E|N].
  2: { unfold number at 2. simpl fst. destruct (list_eq_dec _ _ _) as [E|_]; [contradiction|].
       assert (H : forall n, In n (posts s p ds ns (vs, t)) -> number w n = 0).
       { intros n I. apply posts_keys in I. unfold number. destruct (list_eq_dec _ _ _); [|reflexivity]. simpl in I. congruence. }
       induction (posts s p ds ns (vs, t)) as [|n l IH]; simpl; [reflexivity|]. rewrite H by now left. apply IH. intros; apply H; now right. }
  unfold number at 2. simpl fst. simpl snd. destruct (list_eq_dec _ _ _) as [_|N]; [|contradiction].
  cbn [length digits_from]. rewrite filter_length_flat_map. unfold posts, posts_by. simpl fst. simpl snd. rewrite sum_flat_map, guided_filter.
  assert (Ds : forall es us, In (es, us) (choices s vs) -> NoDup (map fst es)).
  { intros es us C. destruct (choices_keys s _ _ _ C) as (E1 & _). rewrite E1, E. exact D. }
  assert (Lb : forall es us, In (es, us) (choices s vs) -> forall y, In y ys -> over es (look ds) y = a y).
  { intros es us C y I. rewrite over_other; [auto|]. destruct (choices_keys s _ _ _ C) as (E1 & _). rewrite E1, E.
    intro J. exact (fresh y J I). }
  rewrite sum_filter.
  - f_equal. apply map_ext_in. intros (es, us) C. simpl fst. simpl snd. destruct (choices_keys s _ _ _ C) as (E1 & E2).
    rewrite filter_map, map_length.
    transitivity (number w (us, move s p t (over es (look ds)) (over us (look ns)))).
    { destruct (known_or (move s p t (over es (look ds)) (over us (look ns))) false) as [->|K].
      - simpl. unfold number. destruct (list_eq_dec _ _ _); [|reflexivity]. simpl snd.
        induction (digits_from s (fst (us, Known false)) (length w)) as [|u l IH]; [reflexivity|]. simpl. rewrite known_truth. exact IH.
      - destruct (move s p t (over es (look ds)) (over us (look ns))) as [[]| | |]; simpl; try congruence; lia. }
    unfold number. simpl fst. simpl snd. destruct (list_eq_dec _ _ _) as [_|N]; [|congruence].
    f_equal. apply filter_ext_in. intros u I. cbn [merge].
    rewrite <- (move_sound s p t (over es a) (over us (look ns))).
    + f_equal. apply move_same. intros y Iy. destruct (in_dec Nat.eq_dec y (map fst es)) as [J|J].
      * now apply over_same.
      * rewrite !over_other by assumption. apply La. destruct (p_vars y Iy); [|assumption]. destruct J. now rewrite E1, E.
    + split; [exact p_uniform|]. intros y Iy. destruct (p_vars y Iy) as [J|J].
      * apply (digits_valid s (length w)); [exact I|reflexivity|]. now rewrite E2, E.
      * assert (Ny : ~ In y xs) by (intro X; exact (fresh y X J)).
        rewrite over_other by (rewrite E2, E; exact Ny). rewrite track_merge_other; [auto|exact (digits_length s _ _ _ I)|].
        intros fs If. rewrite (digits_keys s _ _ _ I fs If), E2, E. exact Ny.
  - intros (es, us) C Sat. simpl fst in Sat.
    destruct (known_or (move s p t (over es (look ds)) (over us (look ns))) false) as [->|K]; [reflexivity|].
    exfalso. assert (X : true = false); [|discriminate]. rewrite <- Sat. symmetry. clear Sat.
    apply (heeds_satisfies (over es (look ds))).
    + intros x d I. symmetry. apply over_In; [eauto|exact I].
    + pose proof (guides_sound s p false t _ _ K) as G.
      assert (Hd' : forall x d, In (x, d) ds -> d = over es (look ds) x).
      { intros x d I. destruct (Hd x d I) as (Iy & ->). symmetry. eapply Lb; eauto. }
      clear -G Hd'. remember (over es (look ds)) as b eqn:B. clear B. revert G. generalize (guides false p t).
      induction ds as [|(x, d) l IH]; simpl; intros gs G; [exact G|].
      apply IH; [intros; apply Hd'; now right|]. intros g I. apply in_map_iff in I as (g0 & <- & I).
      rewrite (Hd' x d) by now left. apply heeds_restrict. auto.
Qed.

Variable k : nat.

Lemma post_gather ds ns l : post s p k ds ns l = gather k (flat_map (fun '(m, c) => map (fun n => (n, c)) (posts s p ds ns m)) l).
Proof.
  unfold post, post_by, prepare, posts. f_equal. induction l as [|(m, c) l IH]; [reflexivity|]. cbn [map flat_map]. now rewrite IH.
Qed.
Lemma total_post (a : letter) w ds ns l :
  (forall x d, In (x, d) ds -> In x ys /\ d = a x) -> (forall y, In y ys -> look ds y = a y) ->
  (forall y, In y ys -> valid_from (s y) (look ns y) (track w y)) ->
  Nat.min k (total (number w) (post s p k ds ns l)) = Nat.min k (total (number (a :: w)) l).
Proof.
  intros Hd La V. rewrite post_gather, gather_total. f_equal.
  induction l as [|(m, c) l IH]; [reflexivity|]. cbn [flat_map total]. rewrite total_app, IH. f_equal.
  rewrite <- (number_step a w ds ns m Hd La V). generalize (posts s p ds ns m). clear.
  induction l as [|n l IH]; simpl; [lia|]. rewrite IH. lia.
Qed.
Lemma look_start zs y : look (start zs) y = 0.
Proof. induction zs as [|z zs IH]; simpl; [reflexivity|]. now destruct (Nat.eqb y z). Qed.
Lemma total_zero w l : valid_on s ys w ->
  Nat.min k (total (number w) (post s p k (start ys) (start ys) l)) = Nat.min k (total (number (zero :: w)) l).
Proof.
  intro V. apply total_post.
  - intros x d I. apply in_map_iff in I as (y & E & I). injection E as <- <-. auto.
  - intros y _. apply look_start.
  - intros y I. rewrite look_start. exact (V y I).
Qed.
Lemma leading_total fuel : forall l l', leading s p k ys fuel l = Some l' ->
  exists j, forall i w, valid_on s ys w -> Nat.min k (total (number w) l') = Nat.min k (total (number (zeros (i + j) ++ w)) l).
Proof.
  induction fuel as [|fuel IH]; cbn [leading]; intros l l' H; [discriminate|].
  destruct (same_tally l (post s p k (start ys) (start ys) l)) eqn:E.
  - apply same_tally_eq in E. injection H as <-. exists 0. intros i w V. rewrite Nat.add_0_r.
    induction i as [|i IHi]; [reflexivity|]. cbn [zeros repeat app]. fold (zeros i).
    rewrite <- (total_zero (zeros i ++ w) l) by (apply (valid_on_zeros s good); exact V). now rewrite <- E.
  - destruct (IH _ _ H) as (j & Hj). exists (S j). intros i w V. rewrite (Hj i w V), Nat.add_succ_r. cbn [zeros repeat app].
    apply total_zero. now apply (valid_on_zeros s good).
Qed.

(** ** Words and tuples of numbers *)
Definition tuple (u : list places) : list Z := map (fun x => val (s x) (map (fun es => look es x) u)) xs.

Lemma val_not_negative t l : (0 <= val t l)%Z.
Proof. induction l as [|d l IH]; simpl; [lia|]. unfold weight. pose proof (count_positive t (length l) 0). nia. Qed.
Lemma updates_value zs (F : var -> Z) y : forall e, updates e zs (map F zs) y = if in_dec Nat.eq_dec y zs then F y else e y.
Proof.
  induction zs as [|z zs IH]; intro e; [reflexivity|]. cbn [map updates]. rewrite IH. unfold update.
  destruct (in_dec Nat.eq_dec y zs) as [I|N], (in_dec Nat.eq_dec y (z :: zs)) as [I'|N']; try reflexivity.
  - destruct N'. now right.
  - destruct I' as [->|I']; [now rewrite Nat.eqb_refl|contradiction].
  - destruct (Nat.eqb_spec y z) as [->|]; [destruct N'; now left|reflexivity].
Qed.
Lemma updates_read zs : NoDup zs -> forall vs e, length vs = length zs -> map (updates e zs vs) zs = vs.
Proof.
  assert (O : forall zs vs e y, ~ In y zs -> updates e zs vs y = e y).
  { clear. induction zs as [|z zs IH]; intros [|v vs] e y N; try reflexivity. cbn [updates]. rewrite IH by (intro; apply N; now right).
    unfold update. destruct (Nat.eqb_spec y z) as [->|]; [destruct N; now left|reflexivity]. }
  induction 1 as [|z zs N Dz IH]; intros [|v vs] e L; try discriminate; [reflexivity|]. cbn [map updates]. f_equal.
  - rewrite O by exact N. unfold update. now rewrite Nat.eqb_refl.
  - apply IH. now injection L.
Qed.

Section Meaning.
Variables (Q : env -> Prop) (w : word).
Hypothesis ext : forall e e', (forall y, e y = e' y) -> Q e -> Q e'.
Hypothesis HP : forall u, valid_on s (vars p) u -> (truth s p u = true <-> Q (value s u)).
Hypothesis V : valid_on s ys w.

Definition many : Prop := exists vs, NoDup vs /\ length vs = k /\
  forall v, In v vs -> length v = length xs /\ Forall (Z.le 0) v /\ Q (updates (value s w) xs v).

(* The words of xs beside w with j zeros in front, for which P is true. *)
Definition words (j : nat) : list (list places) :=
  filter (fun u => truth_from s p (first s p) (merge u (zeros j ++ w))) (digits_from s (start xs) (length (zeros j ++ w))).
Lemma number_words j : number (zeros j ++ w) (start xs, first s p) = length (words j).
Proof.
  unfold number. simpl fst. rewrite start_vars. destruct (list_eq_dec _ _ _); [reflexivity|contradiction].
Qed.

Section Word.
Variables (j : nat) (u : list places).
Hypothesis U : In u (digits_from s (start xs) (length (zeros j ++ w))).
Lemma u_length : length u = length (zeros j ++ w).
Proof. exact (digits_length s _ _ _ U). Qed.
Lemma u_keys es : In es u -> map fst es = xs.
Proof. intro I. rewrite (digits_keys s _ _ _ U es I). apply start_vars. Qed.
Lemma u_track y : In y xs -> track (merge u (zeros j ++ w)) y = map (fun es => look es y) u.
Proof. intro I. apply track_merge; [exact u_length|]. intros es Ie. now rewrite (u_keys es Ie). Qed.
Lemma u_valid y : In y xs -> valid_from (s y) 0 (track (merge u (zeros j ++ w)) y).
Proof.
  intro I. rewrite <- (look_start xs y), look_over. apply (digits_valid s (length (zeros j ++ w))); [exact U|reflexivity|now rewrite start_vars].
Qed.
Lemma u_tails : valid_on s (vars p) (merge u (zeros j ++ w)).
Proof.
  intros y I. destruct (in_dec Nat.eq_dec y xs) as [J|N]; [now apply u_valid|].
  rewrite track_merge_other; [|exact u_length|].
  - destruct (p_vars y I); [contradiction|]. now apply (valid_on_zeros s good ys j w).
  - intros es Ie. now rewrite (u_keys es Ie).
Qed.
Lemma u_value y : value s (merge u (zeros j ++ w)) y = updates (value s w) xs (tuple u) y.
Proof.
  unfold tuple. rewrite updates_value. destruct (in_dec Nat.eq_dec y xs) as [I|N].
  - unfold value. now rewrite u_track.
  - unfold value at 1. rewrite track_merge_other; [apply (value_zeros s j w y)|exact u_length|].
    intros es Ie. now rewrite (u_keys es Ie).
Qed.
Lemma u_truth : truth_from s p (first s p) (merge u (zeros j ++ w)) = true <-> Q (updates (value s w) xs (tuple u)).
Proof.
  rewrite first_sound by (split; [exact p_uniform|exact u_tails]). rewrite (HP _ u_tails). split; apply ext; intro y; now rewrite u_value.
Qed.
End Word.

Lemma tuple_injective j u v : In u (digits_from s (start xs) (length (zeros j ++ w))) ->
  In v (digits_from s (start xs) (length (zeros j ++ w))) -> tuple u = tuple v -> u = v.
Proof.
  intros U U' E.
  assert (T : forall x, In x xs -> map (fun es => look es x) u = map (fun es => look es x) v).
  { intros x I. apply (word_unique (s x) _ 0).
    - rewrite <- (u_track j u U x I). now apply u_valid.
    - rewrite <- (u_track j v U' x I). now apply u_valid.
    - now rewrite !map_length, (u_length j u U), (u_length j v U').
    - unfold tuple in E. clear -E I. induction xs as [|z zs IH]; [destruct I|]. simpl in E. injection E as E1 E2.
      destruct I as [->|I]; auto. }
  pose proof (u_keys j u U) as K. pose proof (u_keys j v U') as K'.
  assert (L : length u = length v) by now rewrite (u_length j u U), (u_length j v U').
  clear -T K K' L D. revert v T K' L. induction u as [|es u IH]; intros [|fs v] T K' L; try discriminate; [reflexivity|]. f_equal.
  - apply look_ext.
    + now rewrite K, K' by now left.
    + rewrite K by now left. exact D.
    + intros x I. rewrite K in I by now left. specialize (T x I). now injection T.
  - apply IH; [intros; apply K; now right| |intros; apply K'; now right|now injection L].
    intros x I. specialize (T x I). now injection T.
Qed.

Lemma words_many j : k <= length (words j) -> many.
Proof.
  intro L. exists (firstn k (map tuple (words j))).
  assert (I : forall v, In v (firstn k (map tuple (words j))) -> exists u, v = tuple u /\ In u (words j)).
  { intros v Iv. assert (Iv' : In v (map tuple (words j))).
    { rewrite <- (firstn_skipn k). apply in_or_app. now left. }
    apply in_map_iff in Iv' as (u & <- & Iu). eauto. }
  split; [|split].
  - assert (N : NoDup (map tuple (words j))).
    { apply NoDup_image; [apply NoDup_filter, digits_distinct|]. intros u v Iu Iv.
      apply filter_In in Iu as (Iu & _). apply filter_In in Iv as (Iv & _). now apply (tuple_injective j). }
    rewrite <- (firstn_skipn k) in N. clear -N. revert N. generalize (firstn k (map tuple (words j))) (skipn k (map tuple (words j))).
    induction l as [|x l IH]; simpl; intros m N; [constructor|]. inversion N as [|? ? Nx N']; subst. constructor; [|eauto].
    intro I. apply Nx, in_or_app. now left.
  - rewrite firstn_length, map_length. lia.
  - intros v Iv. destruct (I v Iv) as (u & -> & Iu). apply filter_In in Iu as (Iu & T).
    split; [apply map_length|]. split; [|exact (proj1 (u_truth j u Iu) T)].
    unfold tuple. apply Forall_forall. intros n In_. apply in_map_iff in In_ as (x & <- & _). apply val_not_negative.
Qed.

Lemma many_words : many -> exists J, forall j, J <= j -> k <= length (words j).
Proof.
  intros (vs & N & L & H).
  assert (E : exists J, forall j, J <= j -> exists us, map tuple us = vs /\ forall u, In u us -> In u (words j)).
  { clear N L. induction vs as [|v vs IH].
    - exists 0. intros j _. exists []. split; [reflexivity|intros u []].
    - destruct IH as (J & HJ); [intros; apply H; now right|].
      destruct (H v (or_introl eq_refl)) as (Lv & Nv & Qv).
      assert (Pos : forall x, (0 <= updates (value s w) xs v x)%Z).
      { clear -Nv. assert (G : forall zs v e, Forall (Z.le 0) v -> (forall x, 0 <= e x)%Z -> forall x, (0 <= updates e zs v x)%Z).
        { clear. induction zs as [|z zs IH]; intros [|n v] e F P x; cbn [updates]; auto. inversion F; subst. apply IH; [assumption|].
          intro y. unfold update. destruct (Nat.eqb y z); auto. }
        apply G; [exact Nv|]. intro x. apply val_not_negative. }
      destruct (word_for s good _ Pos xs) as (W & VW & EW).
      exists (J + length W). intros j Lj. destruct (HJ j) as (us & Eu & Iu); [lia|].
      set (W' := zeros (j + length w - length W) ++ W).
      assert (LW : length W' = length (zeros j ++ w)).
      { unfold W'. rewrite !app_length, !length_zeros. lia. }
      destruct (digits_complete s W' (start xs)) as (u & Ud & Tu).
      { apply fits_start. apply (valid_on_zeros s good). exact VW. }
      rewrite LW in Ud. rewrite start_vars in Tu.
      assert (Ev : tuple u = v).
      { unfold tuple. rewrite <- (updates_read xs D v (value s w) Lv). apply map_ext_in. intros x I.
        rewrite (Tu x I). rewrite <- (EW x I). apply (value_zeros s _ W x). }
      exists (u :: us). split; [simpl; congruence|]. intros u' [<-|I']; [|auto].
      apply filter_In. split; [exact Ud|]. apply (u_truth j u Ud). now rewrite Ev. }
  destruct E as (J & HJ). exists J. intros j Lj. destruct (HJ j Lj) as (us & E & I).
  rewrite <- L, <- E, map_length. apply NoDup_incl_length; [|exact I].
  rewrite <- E in N. exact (NoDup_map_inv _ _ N).
Qed.

Lemma leading_many l : leading s p k ys 1000 [((start xs, first s p), 1)] = Some l ->
  (k <= total (number w) l <-> many).
Proof.
  intro H. destruct (leading_total _ _ _ H) as (j & Hj).
  assert (E : forall i, Nat.min k (total (number w) l) = Nat.min k (length (words (i + j)))).
  { intro i. rewrite (Hj i w V). cbn [total]. rewrite number_words. f_equal. lia. }
  split.
  - intro L. apply (words_many (0 + j)). specialize (E 0). lia.
  - intro M. destruct (many_words M) as (J & HJ). specialize (E J). specialize (HJ (J + j)). lia.
Qed.
End Meaning.

Variables (op : bool -> bool -> bool) (q : skeleton).
Hypothesis q_vars : forall y, In y (vars q) -> In y ys.
Hypothesis q_uniform : uniform s q = true.
Hypothesis some : k <> 0.

Lemma capped c d : Nat.min k c = Nat.min k d -> Nat.leb k c = Nat.leb k d.
Proof. intro H. destruct (Nat.leb_spec k c), (Nat.leb_spec k d); auto; lia. Qed.

(* Members are of xs. *)
Definition strange (m : member) : nat := if list_eq_dec Nat.eq_dec (map fst (fst m)) xs then 0 else 1.
Lemma strange_post ds ns l : total strange l = 0 -> total strange (post s p k ds ns l) = 0.
Proof.
  intro H. assert (E : Nat.min k (total strange (post s p k ds ns l)) = 0).
  { rewrite post_gather, gather_total. assert (E : total strange (flat_map (fun '(m, c) => map (fun n => (n, c)) (posts s p ds ns m)) l) = 0).
    { induction l as [|(m, c) l IH]; [reflexivity|]. cbn [flat_map total] in *. rewrite total_app, IH by lia.
      assert (G : c * strange m = 0) by lia.
      assert (K : forall n, In n (posts s p ds ns m) -> strange n = strange m).
      { intros n I. unfold strange. now rewrite (posts_keys _ _ _ _ I). }
      induction (posts s p ds ns m) as [|n ns' IHn]; [reflexivity|]. cbn [map total]. rewrite (K n) by now left.
      pose proof (IHn (fun n' I => K n' (or_intror I))). lia. }
    rewrite E. lia. }
  destruct k; [contradiction|]. lia.
Qed.
Lemma strange_leading fuel : forall l l', leading s p k ys fuel l = Some l' -> total strange l = 0 -> total strange l' = 0.
Proof.
  induction fuel as [|fuel IH]; cbn [leading]; intros l l' H T; [discriminate|].
  destruct (same_tally _ _); [congruence|]. apply (IH _ _ H). now apply strange_post.
Qed.
Lemma total_now l : total strange l = 0 -> total (now p) l = total (number []) l.
Proof.
  induction l as [|(m, c) l IH]; cbn [total]; intro H; [reflexivity|]. rewrite IH by lia. f_equal.
  assert (G : c * strange m = 0) by lia. unfold strange in G. destruct (list_eq_dec _ _ _) as [E|N].
  - now rewrite number_nil.
  - replace c with 0 by lia. reflexivity.
Qed.

Lemma some_digits n : forall vs, digits_from s vs n <> [].
Proof.
  intros vs. assert (F : fits s vs (zeros n)).
  { apply Forall_forall. intros (x, i) _. rewrite track_zeros. revert i. induction n as [|n IH]; intro i; [exact I|].
    cbn [repeat valid_from]. unfold after. destruct (Nat.compare_spec 0 (fst (entry (s x) i))); try lia; apply IH. }
  destruct (digits_complete s (zeros n) vs F) as (u & I & _). rewrite length_zeros in I. intro E. rewrite E in I. exact I.
Qed.
Lemma sure_total l w : total strange l = 0 -> sure k l = true -> Nat.leb k (total (number w) l) = true.
Proof.
  unfold sure. intros T H. apply andb_prop in H as (K & H). apply Nat.eqb_eq in K. rewrite K. apply Nat.leb_le.
  induction l as [|((vs, t), c) l IH]; [discriminate|]. cbn [existsb total] in *.
  destruct t as [[]| | |]; try (simpl in H; specialize (IH ltac:(lia) H); lia). destruct c as [|c]; [simpl in *; auto|].
  assert (G : strange (vs, Known true) = 0) by lia. unfold strange in G. simpl fst in G.
  destruct (list_eq_dec Nat.eq_dec (map fst vs) xs) as [E|]; [|discriminate].
  assert (1 <= number w (vs, Known true)); [|nia]. unfold number. simpl fst. simpl snd. destruct (list_eq_dec _ _ _); [|contradiction].
  pose proof (some_digits (length w) vs) as D0. destruct (digits_from s vs (length w)) as [|u us]; [contradiction|].
  cbn [filter]. rewrite known_truth. simpl. lia.
Qed.
Lemma subsets_sound l0 : total strange l0 = 0 ->
  explore subset same_subset key_subset (subset_next s p k op q) [((start ys, first s q), l0)] = true ->
  forall w, valid_on s ys w -> op (truth s q w) (Nat.leb k (total (number w) l0)) = true.
Proof.
  intros T0 H w V. destruct (explore_sound _ _ _ _ same_subset_eq _ H) as (P & S & N).
  assert (G : forall w vs t l, P ((vs, t), l) -> map fst vs = ys -> fits s vs w -> total strange l = 0 ->
    op (truth_from s q t w) (Nat.leb k (total (number w) l)) = true).
  { clear w V. induction w as [|a w IH]; intros vs t l Pn Ev F T; destruct (N _ Pn) as (ns' & E & Cl); unfold subset_next in E;
      (destruct (settled op t || op false true && op true true && sure k l) eqn:Se;
       [apply orb_prop in Se as [Se|Se];
        [destruct t as [b| | |]; try discriminate; simpl in Se; apply andb_prop in Se as (Se1 & Se2);
           rewrite known_truth; destruct (Nat.leb _ _); assumption|];
        rewrite !andb_true_iff in Se; destruct Se as ((Se1 & Se2) & Se3); rewrite (sure_total l _ T Se3);
        destruct (truth_from s q t _); assumption|]).
    - destruct (op (final q t) (enough p k l)) eqn:O; [|discriminate]. rewrite (final_sound s) in O. unfold enough in O.
      now rewrite total_now in O.
    - destruct (op (final q t) (enough p k l)) eqn:O; [|discriminate]. injection E as <-. fold (post s p k) in Cl.
      destruct (choices_complete s vs a w F) as (ds & ns & Ic & En & L & Fn & Da).
      destruct (choices_keys s _ _ _ Ic) as (Ed & _).
      assert (Vn : forall y, In y ys -> valid_from (s y) (look ns y) (track w y)).
      { intros y I. apply fits_look; [assumption|]. congruence. }
      rewrite <- (move_sound s q t a (look ns)) by (split; auto).
      rewrite <- (capped (total (number w) (post s p k ds ns l))).
      2: { apply total_post; [|intros y I; apply L; congruence|exact Vn].
           intros x d I. split; [|auto]. rewrite <- Ev, <- Ed. apply in_map_iff. now exists (x, d). }
      destruct (op false true && op false false) eqn:O2; cbn [andb] in Cl.
      + destruct (known_or (move s q t a (look ns)) false) as [->|U].
        { rewrite known_truth. apply andb_prop in O2 as (O2 & O3). destruct (Nat.leb _ _); assumption. }
        assert (Ig : In (ds, ns) (guided s (guides false q t) vs))
          by (apply (guided_complete s _ _ a); [exact Ic|exact Da|exact (guides_sound s q false t a (look ns) U)]).
        rewrite (move_same s q t a (look ds)) by (intros y I; symmetry; apply L; rewrite Ev; auto).
        apply (IH ns); [|congruence|assumption|now apply strange_post].
        apply Cl, in_map_iff. exists (ds, ns). auto.
      + assert (Ig : In (ds, ns) (guided s [] vs))
          by (apply (guided_complete s _ _ a); [exact Ic|exact Da|intros g []]).
        rewrite (move_same s q t a (look ds)) by (intros y I; symmetry; apply L; rewrite Ev; auto).
        apply (IH ns); [|congruence|assumption|now apply strange_post].
        apply Cl, in_map_iff. exists (ds, ns). auto. }
  rewrite <- first_sound by (split; [exact q_uniform|]; intros y I; apply V; auto).
  apply (G w (start ys)); [apply S; now left|apply start_vars|now apply fits_start|exact T0].
Qed.
End Projection.

Lemma distinct_NoDup xs : distinct xs = true -> NoDup xs.
Proof.
  induction xs as [|x xs IH]; simpl; intro H; constructor; apply andb_prop in H as (H1 & H2); auto.
  intro I. apply negb_true_iff in H1. assert (X : existsb (Nat.eqb x) xs = true) by (apply existsb_exists; exists x; split; [exact I|apply Nat.eqb_refl]).
  congruence.
Qed.
Lemma disjoint_In xs ys : disjoint xs ys = true -> forall x, In x xs -> ~ In x ys.
Proof.
  unfold disjoint. rewrite forallb_forall. intros H x I J. specialize (H x I). apply negb_true_iff in H.
  assert (X : existsb (Nat.eqb x) ys = true) by (apply existsb_exists; exists x; split; [exact J|apply Nat.eqb_refl]). congruence.
Qed.

Theorem counts_sound {hashes : keys} s p xs k op q ys (Q : env -> Prop) : (forall x, good_system (s x) = true) -> k <> 0 ->
  (forall e e', (forall y, e y = e' y) -> Q e -> Q e') ->
  counts s p xs k op q ys = true ->
  (forall w, valid_on s (vars p) w -> (truth s p w = true <-> Q (value s w))) ->
  forall w, valid_on s ys w -> exists b, (b = true <-> many s xs k Q w) /\ op (truth s q w) b = true.
Proof.
  intros good some ext C HP w V. unfold counts in C. rewrite !andb_true_iff in C. destruct C as ((((((Di & Ip) & Iq) & Dj) & Up) & Uq) & C).
  destruct (leading s p k ys 1000 [((start xs, first s p), 1)]) as [l|] eqn:L; [|discriminate].
  assert (p_vars : forall y, In y (vars p) -> In y xs \/ In y ys).
  { intros y I. apply in_app_or. exact (includes_In _ _ Ip y I). }
  pose proof (disjoint_In _ _ Dj) as fresh. pose proof (distinct_NoDup _ Di) as D.
  exists (Nat.leb k (total (number s p xs w) l)). split.
  - rewrite Nat.leb_le. exact (leading_many s good p xs ys p_vars fresh D Up k Q w ext HP V l L).
  - apply (subsets_sound s p xs ys p_vars fresh D Up k op q (includes_In _ _ Iq) Uq some l); [|exact C|exact V].
    apply (strange_leading s p xs ys k some _ _ _ L). simpl. unfold strange. simpl fst. rewrite start_vars.
    destruct (list_eq_dec _ _ _); [reflexivity|contradiction].
Qed.
