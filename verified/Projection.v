(* Quantifiers: are there at least k tuples xs of numbers for which P is true?

   A word of the other variables leads to a tally: the states of P, each with the number of words of xs that lead to it,
   up to k. So projection is the subset construction (Rabin and Scott 1959), k being 1. As every number has one word
   of m digits, numbers are counted so; a tuple xs may have more digits than the others, so the first tally is what
   zeros of these lead to, however many they are. A skeleton Q is compared with the tally all along. *)
Require Import ZArith List Lia Bool PArith FMapPositive.
From Filbert Require Import System Automata Logic Linear Explore Skeleton Always Tally Members.
Import ListNotations.

(** * Definitions *)
Fixpoint leading {hashes : keys} (s : structure) (p : skeleton) (k : nat) (ys : list var) (fuel : nat) (l : tally) (M : memory) : option (tally * memory) :=
  match fuel with
  | O => None
  | S fuel => let (l', M) := post s p k (start ys) (start ys) (look_up M l) M in
      if same_tally l l' then Some (l, M) else leading s p k ys fuel l' M
  end.

Definition subset := (node * tally)%type.
Definition same_subset (a b : subset) : bool := same_node (fst a) (fst b) && same_tally (snd a) (snd b).

Definition enough (k : nat) (l : found) : bool := Nat.leb k (fold_left (fun c '(_, n, e) => match ends e with O => c | S _ => n + c end) l 0).
(* One tuple is enough, and there is one whatever digits are to come. *)
Definition sure (k : nat) (l : found) : bool :=
  Nat.eqb k 1 && existsb (fun '(_, n, e) => match n, settles e with S _, S _ => true | _, _ => false end) l.
Definition settled (op : bool -> bool -> bool) (t : state) : bool :=
  match t with Known b => op b true && op b false | _ => false end.
Fixpoint follow {hashes : keys} (s : structure) (p : skeleton) (k : nat) (q : skeleton) (t : state) (l : found) (letters : list (places * places))
    (M : memory) : memory * list subset :=
  match letters with
  | [] => (M, [])
  | (ds, ns) :: letters =>
      let (l', M) := post s p k ds ns l M in
      let (M, r) := follow s p k q t l letters M in
      (M, ((ns, move s q t (look ds) (look ns)), l') :: r)
  end.
Definition subset_next {hashes : keys} (s : structure) (p : skeleton) (k : nat) (op : bool -> bool -> bool) (q : skeleton)
    (M : memory) (n : subset) : option (memory * list subset) :=
  let '((vs, t), l) := n in
  let l := look_up M l in
  if settled op t || op false true && op true true && sure k l then Some (M, [])
  else if op (final q t) (enough k l)
  then Some (follow s p k q t l (guided s (if op false true && op false false then guides false q t else []) vs) M)
  else None.

Fixpoint distinct (xs : list var) : bool :=
  match xs with [] => true | x :: xs => negb (existsb (Nat.eqb x) xs) && distinct xs end.
Definition disjoint (xs ys : list var) : bool := forallb (fun x => negb (existsb (Nat.eqb x) ys)) xs.
(* For every word of ys: is `op (is Q true?) (do at least k tuples xs make P true?)` true? *)
Definition counts {hashes : keys} (s : structure) (p : skeleton) (xs : list var) (k : nat)
    (op : bool -> bool -> bool) (q : skeleton) (ys : list var) : bool :=
  distinct xs && includes (xs ++ ys) (vars p) && includes ys (vars q) && disjoint xs ys && uniform s p && uniform s q
  && let (i, M) := number p (start xs, first s p) no_memory in
     match leading s p k ys 1000 [(i, 1)] M with
     | Some (l, M) => explore subset memory same_subset key_subset (subset_next s p k op q) M [((start ys, first s q), l)]
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
Definition runs (w : word) (m : member) : nat :=
  if list_eq_dec Nat.eq_dec (map fst (fst m)) xs
  then length (filter (fun u => truth_from s p (snd m) (merge u w)) (digits_from s (fst m) (length w))) else 0.

Lemma runs_nil m : map fst (fst m) = xs -> runs [] m = now p m.
Proof.
  intro E. unfold runs, now. destruct (list_eq_dec _ _ _); [|contradiction].
  cbn [length digits_from filter merge]. rewrite (final_sound s).
  match goal with |- context [truth_from s p ?t ?w] => destruct (truth_from s p t w) end; reflexivity.
Qed.
Lemma posts_keys ds ns m n : In n (posts s p ds ns m) -> map fst (fst n) = map fst (fst m).
Proof.
  unfold posts, posts_by. intro I. apply in_flat_map in I as ((es, us) & C & I). rewrite guided_filter in C. apply filter_In in C as (C & _).
  destruct (choices_keys s _ _ _ C) as (_ & E).
  destruct (move s p (snd m) _ _) as [[]| | |]; simpl in I; try contradiction; destruct I as [<-|[]]; exact E.
Qed.

Lemma runs_step (a : letter) w ds ns m :
  (forall x d, In (x, d) ds -> In x ys /\ d = a x) -> (forall y, In y ys -> look ds y = a y) ->
  (forall y, In y ys -> valid_from (s y) (look ns y) (track w y)) ->
  list_sum (map (runs w) (posts s p ds ns m)) = runs (a :: w) m.
Proof.
  intros Hd La V. destruct m as (vs, t).
  destruct (list_eq_dec Nat.eq_dec (map fst vs) xs) as [E|N].
  2: { unfold runs at 2. simpl fst. destruct (list_eq_dec _ _ _) as [E|_]; [contradiction|].
       assert (H : forall n, In n (posts s p ds ns (vs, t)) -> runs w n = 0).
       { intros n I. apply posts_keys in I. unfold runs. destruct (list_eq_dec _ _ _); [|reflexivity]. simpl in I. congruence. }
       induction (posts s p ds ns (vs, t)) as [|n l IH]; simpl; [reflexivity|]. rewrite H by now left. apply IH. intros; apply H; now right. }
  unfold runs at 2. simpl fst. simpl snd. destruct (list_eq_dec _ _ _) as [_|N]; [|contradiction].
  cbn [length digits_from]. rewrite filter_length_flat_map. unfold posts, posts_by. simpl fst. simpl snd. rewrite sum_flat_map, guided_filter.
  assert (Ds : forall es us, In (es, us) (choices s vs) -> NoDup (map fst es)).
  { intros es us C. destruct (choices_keys s _ _ _ C) as (E1 & _). rewrite E1, E. exact D. }
  assert (Lb : forall es us, In (es, us) (choices s vs) -> forall y, In y ys -> over es (look ds) y = a y).
  { intros es us C y I. rewrite over_other; [auto|]. destruct (choices_keys s _ _ _ C) as (E1 & _). rewrite E1, E.
    intro J. exact (fresh y J I). }
  rewrite sum_filter.
  - f_equal. apply map_ext_in. intros (es, us) C. simpl fst. simpl snd. destruct (choices_keys s _ _ _ C) as (E1 & E2).
    rewrite filter_map, map_length.
    transitivity (runs w (us, move s p t (over es (look ds)) (over us (look ns)))).
    { destruct (known_or (move s p t (over es (look ds)) (over us (look ns))) false) as [->|K].
      - simpl. unfold runs. destruct (list_eq_dec _ _ _); [|reflexivity]. simpl snd.
        induction (digits_from s (fst (us, Known false)) (length w)) as [|u l IH]; [reflexivity|]. simpl. rewrite known_truth. exact IH.
      - destruct (move s p t (over es (look ds)) (over us (look ns))) as [[]| | |]; simpl; try congruence; lia. }
    unfold runs. simpl fst. simpl snd. destruct (list_eq_dec _ _ _) as [_|N]; [|congruence].
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

Lemma val_not_negative t l : (0 <= val t l)%Z.
Proof. induction l as [|d l IH]; simpl; [lia|]. unfold weight. pose proof (count_positive t (length l) 0). nia. Qed.
Variable k : nat.

Lemma weight_runs (a : letter) w ds ns l :
  (forall x d, In (x, d) ds -> In x ys /\ d = a x) -> (forall y, In y ys -> look ds y = a y) ->
  (forall y, In y ys -> valid_from (s y) (look ns y) (track w y)) ->
  weight_of (fun m => list_sum (map (runs w) (posts s p ds ns m))) l = weight_of (runs (a :: w)) l.
Proof.
  intros Hd La V. induction l as [|((i, n), e) l IH]; cbn [weight_of]; [reflexivity|]. now rewrite IH, (runs_step a).
Qed.
Lemma look_start zs y : look (start zs) y = 0.
Proof. induction zs as [|z zs IH]; simpl; [reflexivity|]. now destruct (Nat.eqb y z). Qed.
(* Members are of xs, and known. *)
Definition strange (m : member) : nat := if list_eq_dec Nat.eq_dec (map fst (fst m)) xs then 0 else 1.
Definition good_tally (M : memory) (l : tally) : Prop := total (of_member M strange 1) l = 0.
Lemma good_known M l : good_tally M l -> all_known M l.
Proof.
  unfold good_tally, all_known. induction l as [|(i, n) l IH]; cbn [total]; intro G; [reflexivity|]. rewrite IH by lia.
  assert (Z : n * of_member M strange 1 i = 0) by lia. unfold of_member in *. destruct (member_at M i); lia.
Qed.
Lemma good_grows M M' l : grows M M' -> good_tally M l -> good_tally M' l.
Proof. intros G H. unfold good_tally. rewrite (grows_total M M' _ _ _ G (good_known _ _ H)). exact H. Qed.
Hypothesis some : k <> 0.
Lemma good_post M M' l l' ds ns : good_tally M l ->
  (forall F d, Nat.min k (total (of_member M' F d) l') = Nat.min k (total (of_member M (fun m => list_sum (map F (posts s p ds ns m))) 0) l)) ->
  good_tally M' l'.
Proof.
  intros G H. specialize (H strange 1). unfold good_tally in *.
  assert (E : total (of_member M (fun m => list_sum (map strange (posts s p ds ns m))) 0) l = 0).
  { revert G. clear. induction l as [|(i, n) l IH]; cbn [total]; intro G; [reflexivity|]. rewrite IH by lia.
    assert (Z : n * of_member M strange 1 i = 0) by lia. unfold of_member in *. destruct (member_at M i) as [m|]; [|lia].
    assert (K : forall q, In q (posts s p ds ns m) -> strange q = strange m).
    { intros q I. unfold strange. now rewrite (posts_keys _ _ _ _ I). }
    enough (n * list_sum (map strange (posts s p ds ns m)) = 0) by lia.
    induction (posts s p ds ns m) as [|q l' IHl]; [simpl; lia|]. cbn [map]. change (n * (strange q + list_sum (map strange l')) = 0).
    rewrite (K q) by now left. rewrite Nat.mul_add_distr_l, IHl; [lia|]. intros q' I. apply K. now right. }
  rewrite E in H. lia.
Qed.
Lemma zeros_post M l l' M' w : sane s p ys M -> post s p k (start ys) (start ys) (look_up M l) M = (l', M') -> valid_on s ys w ->
  sane s p ys M' /\ grows M M' /\ (good_tally M l -> good_tally M' l') /\
  Nat.min k (total (of_member M' (runs w) 0) l') = Nat.min k (total (of_member M (runs (zero :: w)) 0) l).
Proof.
  intros S E V. destruct (post_sane s p k ys some _ _ _ M l' M' (start_vars ys) (start_vars ys) S (look_up_right s p ys M l S) E) as (S' & G & K & T).
  split; [exact S'|]. split; [exact G|]. split.
  - intro H. refine (good_post M M' l l' (start ys) (start ys) H _). intros F d. now rewrite T, weight_look_up.
  - rewrite T, (weight_runs zero w), weight_look_up; [reflexivity| | |].
    + intros x d I. apply in_map_iff in I as (y & X & I). injection X as <- <-. auto.
    + intros y _. apply look_start.
    + intros y I. rewrite look_start. exact (V y I).
Qed.
Lemma leading_total fuel : forall l M l' M', sane s p ys M -> good_tally M l -> leading s p k ys fuel l M = Some (l', M') ->
  sane s p ys M' /\ good_tally M' l' /\ exists j, forall i w, valid_on s ys w ->
    Nat.min k (total (of_member M' (runs w) 0) l') = Nat.min k (total (of_member M (runs (zeros (i + j) ++ w)) 0) l).
Proof.
  induction fuel as [|fuel IH]; cbn [leading]; intros l M l' M' Sa G H; [discriminate|].
  destruct (post s p k (start ys) (start ys) (look_up M l) M) as (l1, M1) eqn:P.
  assert (Z : forall w, valid_on s ys w -> sane s p ys M1 /\ grows M M1 /\ (good_tally M l -> good_tally M1 l1) /\
    Nat.min k (total (of_member M1 (runs w) 0) l1) = Nat.min k (total (of_member M (runs (zero :: w)) 0) l)).
  { intros w V. exact (zeros_post M l l1 M1 w Sa P V). }
  destruct (Z [] ltac:(intros x _; exact Logic.I)) as (S1 & G1 & K1 & _). destruct (same_tally l l1) eqn:E.
  - apply same_tally_eq in E. subst l1. injection H as <- <-. split; [exact S1|]. split; [now apply K1|]. exists 0. intros i w V. rewrite Nat.add_0_r.
    rewrite (grows_total M M1 (runs w) 0 l G1 (good_known _ _ G)).
    induction i as [|i IHi]; [reflexivity|]. cbn [zeros repeat app]. fold (zeros i).
    destruct (Z (zeros i ++ w)) as (_ & _ & _ & T); [apply (valid_on_zeros s good); exact V|].
    rewrite <- T, (grows_total M M1 _ 0 l G1 (good_known _ _ G)). exact IHi.
  - destruct (IH _ _ _ _ S1 (K1 G) H) as (S2 & G2 & j & Hj). split; [exact S2|]. split; [exact G2|]. exists (S j). intros i w V.
    rewrite (Hj i w V), Nat.add_succ_r. cbn [zeros repeat app].
    destruct (Z (zeros (i + j) ++ w)) as (_ & _ & _ & T); [now apply (valid_on_zeros s good)|exact T].
Qed.

(** ** Words and tuples of numbers *)
Definition tuple (u : list places) : list Z := map (fun x => val (s x) (map (fun es => look es x) u)) xs.

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
Lemma runs_words j : runs (zeros j ++ w) (start xs, first s p) = length (words j).
Proof.
  unfold runs. simpl fst. rewrite start_vars. destruct (list_eq_dec _ _ _); [reflexivity|contradiction].
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

Lemma leading_many i M l M' : number p (start xs, first s p) no_memory = (i, M) -> leading s p k ys 1000 [(i, 1)] M = Some (l, M') ->
  sane s p ys M' /\ good_tally M' l /\ (k <= total (of_member M' (runs w) 0) l <-> many).
Proof.
  intros Nu H. destruct (number_sane s p ys _ _ _ _ (no_memory_sane s p ys) Nu) as (S & _ & At).
  assert (G : good_tally M [(i, 1)]).
  { unfold good_tally, of_member. cbn [total]. rewrite At. unfold strange. cbn [fst]. rewrite start_vars.
    destruct (list_eq_dec _ _ _); [reflexivity|contradiction]. }
  destruct (leading_total _ _ _ _ _ S G H) as (S' & G' & j & Hj). split; [exact S'|]. split; [exact G'|].
  assert (E : forall n, Nat.min k (total (of_member M' (runs w) 0) l) = Nat.min k (length (words (n + j)))).
  { intro n. rewrite (Hj n w V). cbn [total]. unfold of_member. rewrite At, runs_words. f_equal. lia. }
  split.
  - intro L. apply (words_many (0 + j)). specialize (E 0). lia.
  - intro X. destruct (many_words X) as (J & HJ). specialize (E J). specialize (HJ (J + j)). lia.
Qed.
End Meaning.

Variables (op : bool -> bool -> bool) (q : skeleton).
Hypothesis q_vars : forall y, In y (vars q) -> In y ys.
Hypothesis q_uniform : uniform s q = true.

Lemma capped c d : Nat.min k c = Nat.min k d -> Nat.leb k c = Nat.leb k d.
Proof. intro H. destruct (Nat.leb_spec k c), (Nat.leb_spec k d); auto; lia. Qed.

Lemma enough_now M l : sane s p ys M -> good_tally M l -> enough k (look_up M l) = Nat.leb k (total (of_member M (runs []) 0) l).
Proof.
  intros S G. unfold enough. f_equal.
  assert (E : forall f c, Forall (fun f => right s p ys M (fst (fst f)) (snd f)) f ->
    fold_left (fun c '(_, n, e) => match ends e with O => c | S _ => n + c end) f c = weight_of (now p) f + c).
  { induction f as [|((i, n), e) f IH]; intros c R; [reflexivity|]. inversion R as [|? ? Re Rf]; subst. cbn [fold_left weight_of].
    rewrite IH by exact Rf. pose proof (right_ends _ _ _ _ _ _ Re) as En. cbn [snd] in En. rewrite En. unfold now. cbn [fst snd]. destruct (final p _); lia. }
  rewrite E by exact (look_up_right s p ys M l S). rewrite weight_look_up, Nat.add_0_r. revert G. unfold good_tally. clear.
  induction l as [|(i, n) l IH]; cbn [total]; intro G; [reflexivity|]. rewrite IH by lia. f_equal.
  assert (Z : n * of_member M strange 1 i = 0) by lia. unfold of_member in *. destruct (member_at M i) as [m|]; [|reflexivity].
  unfold strange in Z. destruct (list_eq_dec _ _ _) as [E|N]; [now rewrite runs_nil|]. replace n with 0 by lia. reflexivity.
Qed.

Lemma some_digits n : forall vs, digits_from s vs n <> [].
Proof.
  intros vs. assert (F : fits s vs (zeros n)).
  { apply Forall_forall. intros (x, i) _. rewrite track_zeros. revert i. induction n as [|n IH]; intro i; [exact I|].
    cbn [repeat valid_from]. unfold after. destruct (Nat.compare_spec 0 (fst (entry (s x) i))); try lia; apply IH. }
  destruct (digits_complete s (zeros n) vs F) as (u & I & _). rewrite length_zeros in I. intro E. rewrite E in I. exact I.
Qed.
Lemma certain_runs w m : strange m = 0 -> certain m <= runs w m.
Proof.
  destruct m as (vs, t). unfold certain. cbn [snd]. destruct t as [[]| | |]; try lia. intro G. unfold strange in G. cbn [fst] in G.
  destruct (list_eq_dec Nat.eq_dec (map fst vs) xs) as [E|]; [|discriminate].
  unfold runs. cbn [fst snd]. destruct (list_eq_dec _ _ _); [|contradiction].
  pose proof (some_digits (length w) vs) as D0. destruct (digits_from s vs (length w)) as [|u us]; [contradiction|].
  cbn [filter]. rewrite known_truth. cbn [length]. lia.
Qed.
Lemma sure_total M l w : sane s p ys M -> good_tally M l -> sure k (look_up M l) = true ->
  Nat.leb k (total (of_member M (runs w) 0) l) = true.
Proof.
  intros S G H. unfold sure in H. apply andb_prop in H as (K & H). apply Nat.eqb_eq in K. rewrite K. apply Nat.leb_le.
  revert G H. unfold good_tally. induction l as [|(i, n) l IH]; cbn [look_up total]; intros G H; [discriminate|].
  assert (Z : n * of_member M strange 1 i = 0) by lia. unfold of_member at 1. unfold of_member, member_at in Z. unfold member_at.
  destruct (PositiveMap.find i (items M)) as [e|] eqn:E; cbn [option_map] in *; [|apply IH in H; lia].
  cbn [existsb] in H. apply orb_prop in H as [H|H]; [|apply IH in H; lia].
  destruct n as [|n]; [discriminate|]. rewrite (right_settles _ _ _ _ _ _ (sane_items _ _ _ _ S i e E)) in H.
  pose proof (certain_runs w (who e) ltac:(nia)). destruct (certain (who e)); [discriminate|]. nia.
Qed.

(* What is known of a node and of its successors. *)
Definition proper (M : memory) (n : subset) : Prop := map fst (fst (fst n)) = ys /\ good_tally M (snd n).
Definition leads (M : memory) (n : subset) (succs : list subset) : Prop :=
  let '((vs, t), l) := n in
  (forall w, op (truth_from s q t w) (Nat.leb k (total (of_member M (runs w) 0) l)) = true) \/
  op (truth_from s q t []) (Nat.leb k (total (of_member M (runs []) 0) l)) = true /\
  forall ds ns, In (ds, ns) (guided s (if op false true && op false false then guides false q t else []) vs) ->
    exists l', In ((ns, move s q t (look ds) (look ns)), l') succs /\ all_known M l' /\
      forall F d, Nat.min k (total (of_member M F d) l') = Nat.min k (total (of_member M (fun m => list_sum (map F (posts s p ds ns m))) 0) l).

Lemma grows_proper M M' n : grows M M' -> proper M n -> proper M' n.
Proof. intros G (E & T). split; [exact E|exact (good_grows _ _ _ G T)]. Qed.
Lemma grows_leads M M' n succs : grows M M' -> proper M n -> leads M n succs -> leads M' n succs.
Proof.
  intros G (_ & T) H. destruct n as ((vs, t), l). cbn [snd] in T. apply good_known in T. destruct H as [H|(H & L)]; [left|right].
  - intro w. now rewrite (grows_total M M' _ _ _ G T).
  - rewrite (grows_total M M' _ _ _ G T). split; [exact H|]. intros ds ns I. destruct (L ds ns I) as (l' & I' & K & X).
    exists l'. split; [exact I'|]. split; [exact (grows_known _ _ _ G K)|]. intros F d.
    rewrite (grows_total M M' _ _ _ G K), (grows_total M M' _ _ _ G T). apply X.
Qed.
Lemma follow_leads t M0 l : sane s p ys M0 -> good_tally M0 l -> forall letters M M' r,
  (forall ds ns, In (ds, ns) letters -> map fst ds = ys /\ map fst ns = ys) -> sane s p ys M -> grows M0 M ->
  follow s p k q t (look_up M0 l) letters M = (M', r) -> sane s p ys M' /\ grows M M' /\ Forall (proper M') r /\
  forall ds ns, In (ds, ns) letters -> exists l', In ((ns, move s q t (look ds) (look ns)), l') r /\ all_known M' l' /\
    forall F d, Nat.min k (total (of_member M' F d) l') = Nat.min k (total (of_member M' (fun m => list_sum (map F (posts s p ds ns m))) 0) l).
Proof.
  intros S0 T. induction letters as [|(ds, ns) letters IH]; cbn [follow]; intros M M' r Le S G E.
  - injection E as <- <-. split; [exact S|]. split; [apply grows_refl|]. split; [constructor|]. intros ds ns [].
  - destruct (post s p k ds ns (look_up M0 l) M) as (l1, M1) eqn:P. destruct (follow s p k q t (look_up M0 l) letters M1) as (M2, r2) eqn:Fo.
    injection E as <- <-. destruct (Le ds ns (or_introl eq_refl)) as (D0 & N0).
    assert (R : Forall (fun f => right s p ys M (fst (fst f)) (snd f)) (look_up M0 l)).
    { pose proof (look_up_right s p ys M0 l S0) as R. rewrite Forall_forall in *. intros f I. apply (right_grows s p ys M0 M); auto. }
    destruct (post_sane s p k ys some ds ns _ M l1 M1 D0 N0 S R P) as (S1 & G1 & K1 & T1).
    destruct (IH M1 M2 r2) as (S2 & G2 & Pr & Rest); auto; [intros; apply Le; now right|exact (grows_trans _ _ _ G G1)|].
    assert (G02 : grows M0 M2) by exact (grows_trans _ _ _ G (grows_trans _ _ _ G1 G2)).
    assert (X : forall F d, Nat.min k (total (of_member M2 F d) l1) = Nat.min k (total (of_member M2 (fun m => list_sum (map F (posts s p ds ns m))) 0) l)).
    { intros F d. rewrite (grows_total M1 M2 F d l1 G2 K1), T1, weight_look_up, (grows_total M0 M2 _ 0 l G02 (good_known _ _ T)). reflexivity. }
    split; [exact S2|]. split; [exact (grows_trans _ _ _ G1 G2)|]. split.
    + constructor; [|exact Pr]. split; [exact N0|]. cbn [snd]. refine (good_post M2 M2 l l1 ds ns _ X). exact (good_grows _ _ _ G02 T).
    + intros es us [I|I].
      * injection I as <- <-. exists l1. split; [now left|]. split; [exact (grows_known _ _ _ G2 K1)|exact X].
      * destruct (Rest es us I) as (l' & I' & H). exists l'. split; [now right|exact H].
Qed.
Lemma subset_next_leads M n M' succs : sane s p ys M -> proper M n -> subset_next s p k op q M n = Some (M', succs) ->
  sane s p ys M' /\ grows M M' /\ Forall (proper M') succs /\ leads M' n succs.
Proof.
  intros S Pr E. destruct n as ((vs, t), l). pose proof Pr as (Ev & T). cbn [fst snd] in Ev, T. cbn [subset_next] in E. cbv zeta in E.
  destruct (settled op t || op false true && op true true && sure k (look_up M l)) eqn:Se.
  - injection E as <- <-. split; [exact S|]. split; [apply grows_refl|]. split; [constructor|]. left. intro w. apply orb_prop in Se as [Se|Se].
    + destruct t as [b| | |]; try discriminate. cbn [settled] in Se. apply andb_prop in Se as (Se1 & Se2).
      rewrite known_truth. destruct (Nat.leb _ _); assumption.
    + rewrite !andb_true_iff in Se. destruct Se as ((Se1 & Se2) & Se3). rewrite (sure_total M l w S T Se3).
      destruct (truth_from s q t _); assumption.
  - destruct (op (final q t) (enough k (look_up M l))) eqn:O; [|discriminate]. injection E as E.
    destruct (fun Le => follow_leads t M l S T _ M M' succs Le S (grows_refl M) E) as (S' & G & Ps & L).
    { intros ds ns I. rewrite guided_filter in I. apply filter_In in I as (I & _). destruct (choices_keys s _ _ _ I). split; congruence. }
    split; [exact S'|]. split; [exact G|]. split; [exact Ps|]. right. split; [|exact L].
    rewrite (final_sound s), (enough_now M l S T) in O. rewrite (grows_total M M' _ _ _ G (good_known _ _ T)). exact O.
Qed.
Lemma subsets_sound M0 l0 : sane s p ys M0 -> good_tally M0 l0 ->
  explore subset memory same_subset key_subset (subset_next s p k op q) M0 [((start ys, first s q), l0)] = true ->
  forall w, valid_on s ys w -> op (truth s q w) (Nat.leb k (total (of_member M0 (runs w) 0) l0)) = true.
Proof.
  intros S0 T0 H w V.
  assert (P0 : proper M0 ((start ys, first s q), l0)) by (split; [apply start_vars|exact T0]).
  destruct (explore_sound subset memory same_subset key_subset (subset_next s p k op q) same_subset_eq (sane s p ys) grows proper leads
    grows_refl grows_trans grows_proper grows_leads subset_next_leads M0 _ S0 (Forall_cons _ P0 (Forall_nil _)) H) as (P & M & S & G & St & N).
  assert (X : forall w vs t l, P ((vs, t), l) -> fits s vs w ->
    op (truth_from s q t w) (Nat.leb k (total (of_member M (runs w) 0) l)) = true).
  { clear w V. induction w as [|a w IH]; intros vs t l Pn F; destruct (N _ Pn) as ((Ev & T) & succs & L & Cl); cbn [fst snd] in Ev, T;
      destruct L as [L|(O & L)]; auto.
    destruct (choices_complete s vs a w F) as (ds & ns & Ic & En & Lo & Fn & Da). destruct (choices_keys s _ _ _ Ic) as (Ed & _).
    assert (Vn : forall y, In y ys -> valid_from (s y) (look ns y) (track w y)).
    { intros y I. apply fits_look; [assumption|]. congruence. }
    rewrite <- (move_sound s q t a (look ns)) by (split; auto).
    assert (Known : op false true && op false false = true -> move s q t a (look ns) = Known false ->
      op (truth_from s q (move s q t a (look ns)) w) (Nat.leb k (total (of_member M (runs (a :: w)) 0) l)) = true).
    { intros O2 ->. rewrite known_truth. apply andb_prop in O2 as (O2 & O3). match goal with |- op false ?b = true => destruct b end; assumption. }
    assert (Next : In (ds, ns) (guided s (if op false true && op false false then guides false q t else []) vs) ->
      op (truth_from s q (move s q t a (look ns)) w) (Nat.leb k (total (of_member M (runs (a :: w)) 0) l)) = true).
    { intro I. destruct (L ds ns I) as (l' & I' & _ & Tl).
      rewrite <- (capped (total (of_member M (runs w) 0) l')).
      - rewrite (move_same s q t a (look ds)) by (intros y J; symmetry; apply Lo; rewrite Ev; auto).
        apply (IH ns); [apply Cl; exact I'|exact Fn].
      - rewrite Tl, <- !weight_look_up. f_equal. apply weight_runs; [|intros y J; apply Lo; congruence|exact Vn].
        intros x d J. split; [|auto]. rewrite <- Ev, <- Ed. apply in_map_iff. now exists (x, d). }
    destruct (op false true && op false false) eqn:O2.
    - destruct (known_or (move s q t a (look ns)) false) as [U|U]; [auto|]. apply Next.
      apply (guided_complete s _ _ a); [exact Ic|exact Da|exact (guides_sound s q false t a (look ns) U)].
    - apply Next. apply (guided_complete s _ _ a); [exact Ic|exact Da|intros g []]. }
  rewrite <- first_sound by (split; [exact q_uniform|]; intros y I; apply V; auto).
  rewrite <- (grows_total M0 M (runs w) 0 l0 G (good_known _ _ T0)).
  apply (X w (start ys)); [apply St; now left|now apply fits_start].
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
  destruct (number p (start xs, first s p) no_memory) as (i, M) eqn:Nu.
  destruct (leading s p k ys 1000 [(i, 1)] M) as [(l, M')|] eqn:L; [|discriminate].
  assert (p_vars : forall y, In y (vars p) -> In y xs \/ In y ys).
  { intros y I. apply in_app_or. exact (includes_In _ _ Ip y I). }
  pose proof (disjoint_In _ _ Dj) as fresh. pose proof (distinct_NoDup _ Di) as D.
  destruct (leading_many s good p xs ys p_vars fresh D Up k some Q w ext HP V i M l M' Nu L) as (S & G & E).
  exists (Nat.leb k (total (of_member M' (runs s p xs w) 0) l)). split; [now rewrite Nat.leb_le|].
  exact (subsets_sound s p xs ys p_vars fresh D Up k some op q (includes_In _ _ Iq) Uq M' l S G C w V).
Qed.
