(* Quantifiers: are there at least k tuples xs of numbers for which P is true?

   A word of the other variables leads to a tally: the states of P, each with the number of words of xs that lead to it,
   up to k. So projection is the subset construction (Rabin and Scott 1959), k being 1. As every number has one word
   of m digits, numbers are counted so; a tuple xs may have more digits than the others, so the first tally is what
   zeros of these lead to, however many they are. A skeleton Q is compared with the tally all along. *)
Require Import ZArith List Lia Bool PArith FMapPositive.
From Filbert Require Import System Automata Logic Linear Explore Skeleton Always Tally Members Merged.
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
Fixpoint follow {hashes : keys} (s : structure) (p : skeleton) (k : nat) (l : found) (letters : list (places * places * state))
    (M : memory) : memory * list subset :=
  match letters with
  | [] => (M, [])
  | (ds, ns, t) :: letters =>
      let (l', M) := post s p k ds ns l M in
      let (M, r) := follow s p k l letters M in
      (M, ((ns, t), l') :: r)
  end.
(* Letters after which Q is known to be false are left out where that is enough. *)
Definition ending (op : bool -> bool -> bool) : option bool := if op false true && op false false then Some false else None.
(* Where Q is to be true of as many words as there are tuples, letters are left out after which it is false and no member is left; with
   few variables it takes longer to find these. *)
Definition alive (t : partial) : bool := match t with Fixed false => false | _ => true end.
Definition read_both (p q : skeleton) (x : var) (d : nat) (ds : places) (t : partial * list partial) : partial * list partial :=
  (feed x d ds q (fst t), filter alive (map (feed x d ds p) (snd t))).
Definition both_ended (t : partial * list partial) : bool := stops (Some false) (fst t) && match snd t with [] => true | _ => false end.
Definition letters_of (s : structure) (p : skeleton) (op : bool -> bool -> bool) (q : skeleton) (vs : places) (t : state) (l : found)
    : list (places * places * state) :=
  if op false false && negb (op false true) && Nat.leb 4 (length vs)
  then letters _ _ s (read_both p q) both_ended vs (fun ds ns us t l =>
         if both_ended t then l else (ds, us, finish s q (fst t) (look ds) (look ns)) :: l)
         [] [] [] (begin s q t, map (fun f => before (snd f)) l) []
  else after_letters _ s q (ending op) (fun ds ns t => (ds, ns, t)) vs [] [] (begin s q t).
Definition subset_next {hashes : keys} (s : structure) (p : skeleton) (k : nat) (op : bool -> bool -> bool) (q : skeleton)
    (M : memory) (n : subset) : option (memory * list subset) :=
  let '((vs, t), l) := n in
  let l := look_up M l in
  if settled op t || op false true && op true true && sure k l then Some (M, [])
  else if op (final q t) (enough k l)
  then Some (follow s p k l (letters_of s p op q vs t l) M)
  else None.

Definition disjoint (xs ys : list var) : bool := forallb (fun x => negb (existsb (Nat.eqb x) ys)) xs.
(* For every word of ys: is `op (is Q true?) (do at least k tuples xs make P true?)` true? *)
Definition counts {hashes : keys} (s : structure) (p : skeleton) (xs : list var) (k : nat)
    (op : bool -> bool -> bool) (q : skeleton) (ys : list var) : bool :=
  distinct xs && distinct ys && includes (xs ++ ys) (vars p) && includes ys (vars q) && disjoint xs ys && uniform s p && uniform s q
  && let (i, M) := number s p (start xs, first s p) no_memory in
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


Section Projection.
Context {hashes : keys}.
Variable s : structure.
Hypothesis good : forall x, good_system (s x) = true.
Variables (p : skeleton) (xs ys : list var).
Hypothesis p_vars : forall y, In y (vars p) -> In y xs \/ In y ys.
Hypothesis fresh : forall x, In x xs -> ~ In x ys.
Hypothesis D : NoDup xs.
Hypothesis D0 : NoDup (xs ++ ys).
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
Lemma runs_step (a : letter) w ds ns m : map fst (fst m) = xs -> (forall y, In y ys -> look ds y = a y) ->
  (forall y, In y ys -> valid_from (s y) (look ns y) (track w y)) ->
  list_sum (map (runs w) (posts s p ds ns m)) = runs (a :: w) m.
Proof.
  intros E La V. destruct m as (vs, t). cbn [fst] in E.
  unfold runs at 2. simpl fst. simpl snd. destruct (list_eq_dec _ _ _) as [_|N]; [|contradiction].
  cbn [length digits_from]. rewrite filter_length_flat_map. unfold posts. simpl fst. simpl snd. rewrite sum_flat_map.
  f_equal. apply map_ext_in. intros (es, us) C. simpl fst. simpl snd. destruct (choices_keys s _ _ _ C) as (E1 & E2).
  rewrite filter_map, map_length.
  rewrite (move_ext s p t (look (es ++ ds)) (look (us ++ ns)) (over es (look ds)) (over us (look ns)) (fun y => look_app es ds y) (fun y => look_app us ns y)).
  transitivity (runs w (us, move s p t (over es (look ds)) (over us (look ns)))).
  { destruct (known_or (move s p t (over es (look ds)) (over us (look ns))) false) as [->|K].
    - simpl. unfold runs. destruct (list_eq_dec _ _ _); [|reflexivity]. simpl snd.
      induction (digits_from s (fst (us, Known false)) (length w)) as [|u l IH]; [reflexivity|]. simpl. rewrite known_truth. exact IH.
    - cbv zeta. assert (One : forall n, list_sum (map (runs w) [n]) = runs w n) by (intro n; cbn [map list_sum fold_right]; lia).
      destruct (move s p t (over es (look ds)) (over us (look ns))) as [[]| | |]; cbn [stopped Bool.eqb]; try apply One; congruence. }
  unfold runs. simpl fst. simpl snd. destruct (list_eq_dec _ _ _) as [_|N]; [|congruence].
  f_equal. apply filter_ext_in. intros u I. cbn [merge].
  rewrite <- (move_sound s p t (over es a) (over us (look ns))).
  - f_equal. apply move_same. intros y Iy. destruct (in_dec Nat.eq_dec y (map fst es)) as [J|J].
    + now apply over_same.
    + rewrite !over_other by assumption. apply La. destruct (p_vars y Iy); [|assumption]. destruct J. now rewrite E1, E.
  - split; [exact p_uniform|]. intros y Iy. destruct (p_vars y Iy) as [J|J].
    + apply (digits_valid s (length w)); [exact I|reflexivity|]. now rewrite E2, E.
    + assert (Ny : ~ In y xs) by (intro X; exact (fresh y X J)).
      rewrite over_other by (rewrite E2, E; exact Ny). rewrite track_merge_other; [auto|exact (digits_length s _ _ _ I)|].
      intros fs If. rewrite (digits_keys s _ _ _ I fs If), E2, E. exact Ny.
Qed.
Lemma val_not_negative t l : (0 <= val t l)%Z.
Proof. induction l as [|d l IH]; simpl; [lia|]. unfold weight. pose proof (count_positive t (length l) 0). nia. Qed.
Variable k : nat.

Lemma weight_runs M (a : letter) w ds ns l : Forall (fun f => right s p xs ys M (fst (fst f)) (snd f)) l ->
  (forall y, In y ys -> look ds y = a y) -> (forall y, In y ys -> valid_from (s y) (look ns y) (track w y)) ->
  weight_of (fun m => list_sum (map (runs w) (posts s p ds ns m))) l = weight_of (runs (a :: w)) l.
Proof.
  intros R La V. induction R as [|((i, n), e) l Re _ IH]; cbn [weight_of]; [reflexivity|].
  now rewrite IH, (runs_step a w ds ns (who e) (right_keys _ _ _ _ _ _ _ Re) La V).
Qed.
Lemma look_start zs y : look (start zs) y = 0.
Proof. induction zs as [|z zs IH]; simpl; [reflexivity|]. now destruct (Nat.eqb y z). Qed.
Hypothesis some : k <> 0.
Lemma zeros_post M l l' M' w : sane s p xs ys M -> post s p k (start ys) (start ys) (look_up M l) M = (l', M') -> valid_on s ys w ->
  sane s p xs ys M' /\ grows M M' /\ all_known M' l' /\
  Nat.min k (total (of_member M' (runs w) 0) l') = Nat.min k (total (of_member M (runs (zero :: w)) 0) l).
Proof.
  intros S E V. pose proof (look_up_right s p xs ys M l S) as R.
  destruct (post_sane s p k xs ys D0 some _ _ _ M l' M' (start_vars ys) (start_vars ys) S R E) as (S' & G & K & T).
  split; [exact S'|]. split; [exact G|]. split; [exact K|].
  rewrite T, (weight_runs M zero w _ _ _ R), weight_look_up; [reflexivity| |].
  - intros y _. apply look_start.
  - intros y I. rewrite look_start. exact (V y I).
Qed.
Lemma leading_total fuel : forall l M l' M', sane s p xs ys M -> all_known M l -> leading s p k ys fuel l M = Some (l', M') ->
  sane s p xs ys M' /\ all_known M' l' /\ exists j, forall i w, valid_on s ys w ->
    Nat.min k (total (of_member M' (runs w) 0) l') = Nat.min k (total (of_member M (runs (zeros (i + j) ++ w)) 0) l).
Proof.
  induction fuel as [|fuel IH]; cbn [leading]; intros l M l' M' Sa G H; [discriminate|].
  destruct (post s p k (start ys) (start ys) (look_up M l) M) as (l1, M1) eqn:P.
  assert (Z : forall w, valid_on s ys w -> sane s p xs ys M1 /\ grows M M1 /\ all_known M1 l1 /\
    Nat.min k (total (of_member M1 (runs w) 0) l1) = Nat.min k (total (of_member M (runs (zero :: w)) 0) l)).
  { intros w V. exact (zeros_post M l l1 M1 w Sa P V). }
  destruct (Z [] ltac:(intros x _; exact Logic.I)) as (S1 & G1 & K1 & _). destruct (same_tally l l1) eqn:E.
  - apply same_tally_eq in E. subst l1. injection H as <- <-. split; [exact S1|]. split; [exact (grows_known _ _ _ G1 G)|]. exists 0. intros i w V. rewrite Nat.add_0_r.
    rewrite (grows_total M M1 (runs w) 0 l G1 G).
    induction i as [|i IHi]; [reflexivity|]. cbn [zeros repeat app]. fold (zeros i).
    destruct (Z (zeros i ++ w)) as (_ & _ & _ & T); [apply (valid_on_zeros s good); exact V|].
    rewrite <- T, (grows_total M M1 _ 0 l G1 G). exact IHi.
  - destruct (IH _ _ _ _ S1 K1 H) as (S2 & G2 & j & Hj). split; [exact S2|]. split; [exact G2|]. exists (S j). intros i w V.
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

Lemma leading_many i M l M' : number s p (start xs, first s p) no_memory = (i, M) -> leading s p k ys 1000 [(i, 1)] M = Some (l, M') ->
  sane s p xs ys M' /\ all_known M' l /\ (k <= total (of_member M' (runs w) 0) l <-> many).
Proof.
  intros Nu H. destruct (number_sane s p xs ys (start xs, first s p) no_memory i M (start_vars xs) (no_memory_sane s p xs ys) Nu) as (S & _ & At).
  assert (G : all_known M [(i, 1)]) by (unfold all_known, of_member; cbn [total]; now rewrite At).
  destruct (leading_total _ _ _ _ _ S G H) as (S' & G' & j & Hj). split; [exact S'|]. split; [exact G'|].
  assert (E : forall n, Nat.min k (total (of_member M' (runs w) 0) l) = Nat.min k (length (words (n + j)))).
  { intro n. rewrite (Hj n w V). cbn [total]. unfold of_member. rewrite At, runs_words. f_equal. lia. }
  split.
  - intro L. apply (words_many (0 + j)). specialize (E 0). lia.
  - intro X. destruct (many_words X) as (J & HJ). specialize (E J). specialize (HJ (J + j)). lia.
Qed.
End Meaning.

Variables (op : bool -> bool -> bool) (q : skeleton).
Hypothesis Dy : NoDup ys.
Hypothesis q_vars : forall y, In y (vars q) -> In y ys.
Hypothesis q_uniform : uniform s q = true.

Lemma capped c d : Nat.min k c = Nat.min k d -> Nat.leb k c = Nat.leb k d.
Proof. intro H. destruct (Nat.leb_spec k c), (Nat.leb_spec k d); auto; lia. Qed.

Lemma enough_now M l : sane s p xs ys M -> enough k (look_up M l) = Nat.leb k (total (of_member M (runs []) 0) l).
Proof.
  intro S. unfold enough. f_equal.
  assert (E : forall f c, Forall (fun f => right s p xs ys M (fst (fst f)) (snd f)) f ->
    fold_left (fun c '(_, n, e) => match ends e with O => c | S _ => n + c end) f c = weight_of (now p) f + c).
  { induction f as [|((i, n), e) f IH]; intros c R; [reflexivity|]. inversion R as [|? ? Re Rf]; subst. cbn [fold_left weight_of].
    rewrite IH by exact Rf. pose proof (right_ends _ _ _ _ _ _ _ Re) as En. cbn [snd] in En. rewrite En. unfold now. cbn [fst snd]. destruct (final p _); lia. }
  pose proof (look_up_right s p xs ys M l S) as R. rewrite E by exact R. rewrite <- weight_look_up, Nat.add_0_r. clear E.
  induction R as [|((i, n), e) f Re _ IH]; cbn [weight_of]; [reflexivity|]. now rewrite IH, (runs_nil (who e) (right_keys _ _ _ _ _ _ _ Re)).
Qed.

Lemma some_digits n : forall vs, digits_from s vs n <> [].
Proof.
  intros vs. assert (F : fits s vs (zeros n)).
  { apply Forall_forall. intros (x, i) _. rewrite track_zeros. revert i. induction n as [|n IH]; intro i; [exact I|].
    cbn [repeat valid_from]. unfold after. destruct (Nat.compare_spec 0 (fst (entry (s x) i))); try lia; apply IH. }
  destruct (digits_complete s (zeros n) vs F) as (u & I & _). rewrite length_zeros in I. intro E. rewrite E in I. exact I.
Qed.
Lemma certain_runs w m : map fst (fst m) = xs -> certain m <= runs w m.
Proof.
  destruct m as (vs, t). unfold certain. cbn [fst snd]. intro E. destruct t as [[]| | |]; try lia.
  unfold runs. cbn [fst snd]. destruct (list_eq_dec _ _ _); [|contradiction].
  pose proof (some_digits (length w) vs) as D1. destruct (digits_from s vs (length w)) as [|u us]; [contradiction|].
  cbn [filter]. rewrite known_truth. cbn [length]. lia.
Qed.
Lemma sure_total M l w : sane s p xs ys M -> sure k (look_up M l) = true -> Nat.leb k (total (of_member M (runs w) 0) l) = true.
Proof.
  intros S H. unfold sure in H. apply andb_prop in H as (K & H). apply Nat.eqb_eq in K. rewrite K. apply Nat.leb_le.
  rewrite <- weight_look_up. pose proof (look_up_right s p xs ys M l S) as R.
  induction R as [|((i, n), e) f Re _ IH]; [discriminate|]. cbn [existsb weight_of fst snd] in *.
  apply orb_prop in H as [H|H]; [|apply IH in H; lia]. destruct n as [|n]; [discriminate|].
  rewrite (right_settles _ _ _ _ _ _ _ Re) in H. pose proof (certain_runs w (who e) (right_keys _ _ _ _ _ _ _ Re)).
  destruct (certain (who e)); [discriminate|]. nia.
Qed.

(* What is known of a node and of its successors. *)
Definition proper (M : memory) (n : subset) : Prop := map fst (fst (fst n)) = ys /\ all_known M (snd n).
Definition left_out (M : memory) (l : tally) (t : state) (ds ns : places) : Prop :=
  move s q t (look ds) (look ns) = Known false /\ op false false = true /\
  (op false true = true \/ forall F, total (of_member M (fun m => list_sum (map F (posts s p ds ns m))) 0) l = 0).
Definition leads (M : memory) (n : subset) (succs : list subset) : Prop :=
  let '((vs, t), l) := n in
  (forall w, op (truth_from s q t w) (Nat.leb k (total (of_member M (runs w) 0) l)) = true) \/
  op (truth_from s q t []) (Nat.leb k (total (of_member M (runs []) 0) l)) = true /\
  forall ds ns, In (ds, ns) (choices s vs) -> left_out M l t ds ns \/
    exists l', In ((ns, move s q t (look ds) (look ns)), l') succs /\ all_known M l' /\
      forall F d, Nat.min k (total (of_member M F d) l') = Nat.min k (total (of_member M (fun m => list_sum (map F (posts s p ds ns m))) 0) l).

Lemma grows_proper M M' n : grows M M' -> proper M n -> proper M' n.
Proof. intros G (E & T). split; [exact E|exact (grows_known _ _ _ G T)]. Qed.
Lemma grows_leads M M' n succs : grows M M' -> proper M n -> leads M n succs -> leads M' n succs.
Proof.
  intros G (_ & T) H. destruct n as ((vs, t), l). cbn [snd] in T. destruct H as [H|(H & L)]; [left|right].
  - intro w. now rewrite (grows_total M M' _ _ _ G T).
  - rewrite (grows_total M M' _ _ _ G T). split; [exact H|]. intros ds ns I. destruct (L ds ns I) as [(X & Y & Z)|(l' & I' & K & X)].
    { left. split; [exact X|]. split; [exact Y|]. destruct Z as [Z|Z]; [now left|right]. intro F. now rewrite (grows_total M M' _ _ _ G T). }
    right.    exists l'. split; [exact I'|]. split; [exact (grows_known _ _ _ G K)|]. intros F d.
    rewrite (grows_total M M' _ _ _ G K), (grows_total M M' _ _ _ G T). apply X.
Qed.
Lemma follow_leads M0 l : sane s p xs ys M0 -> all_known M0 l -> forall letters M M' r,
  (forall ds ns t, In (ds, ns, t) letters -> map fst ds = ys /\ map fst ns = ys) -> sane s p xs ys M -> grows M0 M ->
  follow s p k (look_up M0 l) letters M = (M', r) -> sane s p xs ys M' /\ grows M M' /\ Forall (proper M') r /\
  forall ds ns t, In (ds, ns, t) letters -> exists l', In ((ns, t), l') r /\ all_known M' l' /\
    forall F d, Nat.min k (total (of_member M' F d) l') = Nat.min k (total (of_member M' (fun m => list_sum (map F (posts s p ds ns m))) 0) l).
Proof.
  intros S0 T. induction letters as [|((ds, ns), t) letters IH]; cbn [follow]; intros M M' r Le S G E.
  - injection E as <- <-. split; [exact S|]. split; [apply grows_refl|]. split; [constructor|]. intros ds ns t [].
  - destruct (post s p k ds ns (look_up M0 l) M) as (l1, M1) eqn:P. destruct (follow s p k (look_up M0 l) letters M1) as (M2, r2) eqn:Fo.
    injection E as <- <-. destruct (Le ds ns t (or_introl eq_refl)) as (E1 & N0).
    assert (R : Forall (fun f => right s p xs ys M (fst (fst f)) (snd f)) (look_up M0 l)).
    { pose proof (look_up_right s p xs ys M0 l S0) as R. rewrite Forall_forall in *. intros f I. apply (right_grows s p xs ys M0 M); auto. }
    destruct (post_sane s p k xs ys D0 some ds ns _ M l1 M1 E1 N0 S R P) as (S1 & G1 & K1 & T1).
    destruct (IH M1 M2 r2) as (S2 & G2 & Pr & Rest); auto; [intros; eapply Le; right; eauto|exact (grows_trans _ _ _ G G1)|].
    assert (G02 : grows M0 M2) by exact (grows_trans _ _ _ G (grows_trans _ _ _ G1 G2)).
    assert (X : forall F d, Nat.min k (total (of_member M2 F d) l1) = Nat.min k (total (of_member M2 (fun m => list_sum (map F (posts s p ds ns m))) 0) l)).
    { intros F d. rewrite (grows_total M1 M2 F d l1 G2 K1), T1, weight_look_up, (grows_total M0 M2 _ 0 l G02 T). reflexivity. }
    split; [exact S2|]. split; [exact (grows_trans _ _ _ G1 G2)|]. split.
    + constructor; [|exact Pr]. split; [exact N0|exact (grows_known _ _ _ G2 K1)].
    + intros es us u [I|I].
      * injection I as <- <- <-. exists l1. split; [now left|]. split; [exact (grows_known _ _ _ G2 K1)|exact X].
      * destruct (Rest es us u I) as (l' & I' & H). exists l'. split; [now right|exact H].
Qed.
Lemma reads_both es ts t : fst (reads (read_both p q) es [] (t, ts)) = feeds q es [] t /\
  forall u, In u ts -> In (feeds p es [] u) (snd (reads (read_both p q) es [] (t, ts))) \/ feeds p es [] u = Fixed false.
Proof.
  induction es as [|(x, d) es (IH1 & IH2)]; cbn [reads feeds]; [auto|]. unfold read_both at 1 3. cbn [fst snd]. split; [now rewrite IH1|].
  intros u I. destruct (IH2 u I) as [J| ->]; [|right; now destruct p].
  destruct (alive (feed x d (es ++ []) p (feeds p es [] u))) eqn:A.
  - left. apply filter_In. split; [now apply in_map|exact A].
  - right. destruct (feed x d (es ++ []) p (feeds p es [] u)) as [[]| | |]; try discriminate. reflexivity.
Qed.
Lemma no_posts es us m : map fst (fst m) = xs -> map fst es = ys -> feeds p es [] (begin s p (snd m)) = Fixed false -> posts s p es us m = [].
Proof.
  intros K E H. unfold posts. assert (Empty : forall A B (f : A -> list B) l, (forall x, In x l -> f x = []) -> flat_map f l = []).
  { intros A B f l Z. induction l as [|z l IH]; [reflexivity|]. cbn [flat_map]. rewrite Z by now left. apply IH. intros; apply Z; now right. }
  apply Empty. intros (e, u) I. cbv zeta. destruct (choices_keys s _ _ _ I) as (Ke & _).
  match goal with |- context [stopped _ ?t] => assert (Mv : t = Known false); [|now rewrite Mv] end.
  rewrite <- finish_begin. transitivity (finish s p (feeds p es [] (begin s p (snd m))) (look (e ++ es)) (look (u ++ us))); [symmetry; apply finish_feeds|rewrite H; apply finish_fixed].
  intros y d J. rewrite app_nil_r in J. apply look_In; [|apply in_or_app; now right]. rewrite map_app, E. rewrite <- K in D0. rewrite Ke. exact D0.
Qed.
Lemma letters_complete M l vs t es us : sane s p xs ys M -> map fst vs = ys -> In (es, us) (choices s vs) ->
  In (es, us, move s q t (look es) (look us)) (letters_of s p op q vs t (look_up M l)) \/ left_out M l t es us.
Proof.
  intros S Ev I. destruct (choices_keys s _ _ _ I) as (Ke & _).
  assert (Dv : NoDup (map fst vs ++ map fst (@nil (var * nat)))) by (cbn [map]; rewrite app_nil_r, Ev; exact Dy).
  unfold letters_of. destruct (op false false && negb (op false true) && Nat.leb 4 (length vs)) eqn:B.
  - apply andb_prop in B as (B & _). apply andb_prop in B as (Of & _). set (ts := map _ (look_up M l)).
    destruct (reads_both es ts (begin s q t)) as (R1 & R2). set (r := reads (read_both p q) es [] (begin s q t, ts)) in *.
    assert (Mv : finish s q (fst r) (look es) (look us) = move s q t (look es) (look us)).
    { rewrite R1, finish_feeds, finish_begin; [reflexivity|]. intros y d J. rewrite app_nil_r in J. apply look_In; [|exact J].
      rewrite Ke, Ev. exact Dy. }
    destruct (both_ended r) eqn:En.
    + right. unfold both_ended in En. apply andb_prop in En as (E1 & E2).
      assert (Z : fst r = Fixed false) by (destruct (fst r) as [[]| | |]; try discriminate; reflexivity).
      split; [rewrite <- Mv, Z; apply finish_fixed|]. split; [exact Of|]. right. intro F. rewrite <- weight_look_up.
      assert (R : Forall (fun f => right s p xs ys M (fst (fst f)) (snd f) /\ feeds p es [] (before (snd f)) = Fixed false) (look_up M l)).
      { apply Forall_forall. intros f J. split; [pose proof (look_up_right s p xs ys M l S) as R; rewrite Forall_forall in R; auto|].
        destruct (R2 (before (snd f))) as [X|X]; [apply in_map_iff; eauto| |exact X]. destruct (snd r); [destruct X|discriminate]. }
      revert R. generalize (look_up M l) as f. clear - D0 Ke Ev. induction 1 as [|((i, n), e) f (Re & Fe) _ IH]; [reflexivity|].
      cbn [weight_of fst snd] in *. rewrite IH.
      rewrite (right_before _ _ _ _ _ _ _ Re) in Fe.
      rewrite (no_posts es us (who e) (right_keys _ _ _ _ _ _ _ Re)); [cbn; lia|congruence|exact Fe].
    + left. rewrite letters_all.
      * assert (X : forall c, In (es, us) c -> In (es, us, move s q t (look es) (look us)) (fold_right (fun '(es, ws) l =>
          if both_ended (reads (read_both p q) es [] (begin s q t, ts)) then l
          else (es ++ [], ws ++ [], finish s q (fst (reads (read_both p q) es [] (begin s q t, ts))) (look (es ++ [])) (look (ws ++ []))) :: l) [] c)).
        { induction c as [|(es', us') c IH]; [intros []|intros [H|H]]; cbn [fold_right].
          - injection H as -> ->. fold r. rewrite En, !app_nil_r, Mv. now left.
          - match goal with |- In _ (if ?b then _ else _) => destruct b end; [|apply in_cons]; auto. }
        apply X, I.
      * intros x d ds t' En'. destruct t' as (u, us'). unfold both_ended, read_both in *. cbn [fst snd] in *. apply andb_prop in En' as (X & Y).
        destruct us'; [|discriminate]. now rewrite stops_feed.
      * intros ds ns us' t' l' En'. now rewrite En'.
  - destruct (stopped (ending op) (move s q t (look es) (look us))) eqn:St.
    + right. unfold ending in St. unfold left_out. destruct (move s q t (look es) (look us)) as [b| | |]; try discriminate.
      destruct (op false true && op false false) eqn:O2; [|discriminate]. apply Bool.eqb_prop in St. subst b.
      apply andb_prop in O2 as (O2 & O3). auto.
    + left. rewrite (after_letters_all s _ q _ _ vs [] [] t) by (reflexivity || exact Dv).
      apply in_flat_map. exists (es, us). split; [exact I|]. cbv zeta. rewrite !app_nil_r, St. now left.
Qed.
Lemma letters_keys vs t l ds ns t' : map fst vs = ys -> In (ds, ns, t') (letters_of s p op q vs t l) -> map fst ds = ys /\ map fst ns = ys.
Proof.
  intros Ev I. assert (X : exists es us, In (es, us) (choices s vs) /\ ds = es /\ ns = us).
  { unfold letters_of in I. destruct (op false false && negb (op false true) && Nat.leb 4 (length vs)).
    - rewrite letters_all in I.
      + revert I. generalize (choices s vs). induction l0 as [|(es, us) c IH]; cbn [fold_right]; [intros []|].
        match goal with |- In _ (if ?b then _ else _) -> _ => destruct b end; [|intros [E|I]].
        * intro I. destruct (IH I) as (e & u & J & H). exists e, u. split; [now right|exact H].
        * injection E as <- <- _. exists es, us. rewrite !app_nil_r. split; [now left|auto].
        * destruct (IH I) as (e & u & J & H). exists e, u. split; [now right|exact H].
      + intros x d ds' u0 En'. destruct u0 as (u, us'). unfold both_ended, read_both in *. cbn [fst snd] in *. apply andb_prop in En' as (X & Y).
        destruct us'; [|discriminate]. now rewrite stops_feed.
      + intros ds' ns' us' t0 l' En'. now rewrite En'.
    - rewrite (after_letters_all s _ q _ _ vs [] [] t) in I by (try reflexivity; cbn [map]; rewrite app_nil_r, Ev; exact Dy).
      apply in_flat_map in I as ((es, us) & C & I). cbv zeta in I. destruct (stopped _ _); [contradiction|]. destruct I as [I|[]].
      injection I as <- <- _. exists es, us. rewrite app_nil_r. auto. }
  destruct X as (es & us & C & -> & ->). destruct (choices_keys s _ _ _ C). split; congruence.
Qed.
Lemma subset_next_leads M n M' succs : sane s p xs ys M -> proper M n -> subset_next s p k op q M n = Some (M', succs) ->
  sane s p xs ys M' /\ grows M M' /\ Forall (proper M') succs /\ leads M' n succs.
Proof.
  intros S Pr E. destruct n as ((vs, t), l). pose proof Pr as (Ev & T). cbn [fst snd] in Ev, T. cbn [subset_next] in E. cbv zeta in E.
  destruct (settled op t || op false true && op true true && sure k (look_up M l)) eqn:Se.
  - injection E as <- <-. split; [exact S|]. split; [apply grows_refl|]. split; [constructor|]. left. intro w. apply orb_prop in Se as [Se|Se].
    + destruct t as [b| | |]; try discriminate. cbn [settled] in Se. apply andb_prop in Se as (Se1 & Se2).
      rewrite known_truth. destruct (Nat.leb _ _); assumption.
    + rewrite !andb_true_iff in Se. destruct Se as ((Se1 & Se2) & Se3). rewrite (sure_total M l w S Se3).
      destruct (truth_from s q t _); assumption.
  - destruct (op (final q t) (enough k (look_up M l))) eqn:O; [|discriminate]. injection E as E.
    destruct (fun Le => follow_leads M l S T _ M M' succs Le S (grows_refl M) E) as (S' & G & Ps & L).
    { intros ds ns t'. now apply letters_keys. }
    split; [exact S'|]. split; [exact G|]. split; [exact Ps|]. right. split.
    2: { intros ds ns I. destruct (letters_complete M l vs t ds ns S Ev I) as [J|(X & Y & Z)]; [right; exact (L _ _ _ J)|left].
         split; [exact X|]. split; [exact Y|]. destruct Z as [Z|Z]; [now left|right]. intro F. now rewrite (grows_total M M' _ _ _ G T). }
    rewrite (final_sound s), (enough_now M l S) in O. rewrite (grows_total M M' _ _ _ G T). exact O.
Qed.
Lemma subsets_sound M0 l0 : sane s p xs ys M0 -> all_known M0 l0 ->
  explore subset memory same_subset key_subset (subset_next s p k op q) M0 [((start ys, first s q), l0)] = true ->
  forall w, valid_on s ys w -> op (truth s q w) (Nat.leb k (total (of_member M0 (runs w) 0) l0)) = true.
Proof.
  intros S0 T0 H w V.
  assert (P0 : proper M0 ((start ys, first s q), l0)) by (split; [apply start_vars|exact T0]).
  destruct (explore_sound subset memory same_subset key_subset (subset_next s p k op q) same_subset_eq (sane s p xs ys) grows proper leads
    grows_refl grows_trans grows_proper grows_leads subset_next_leads M0 _ S0 (Forall_cons _ P0 (Forall_nil _)) H) as (P & M & S & G & St & N).
  assert (X : forall w vs t l, P ((vs, t), l) -> fits s vs w ->
    op (truth_from s q t w) (Nat.leb k (total (of_member M (runs w) 0) l)) = true).
  { clear w V. induction w as [|a w IH]; intros vs t l Pn F; destruct (N _ Pn) as ((Ev & T) & succs & L & Cl); cbn [fst snd] in Ev, T;
      destruct L as [L|(O & L)]; auto.
    destruct (choices_complete s vs a w F) as (ds & ns & Ic & En & Lo & Fn & Da). destruct (choices_keys s _ _ _ Ic) as (Ed & _).
    assert (Vn : forall y, In y ys -> valid_from (s y) (look ns y) (track w y)).
    { intros y I. apply fits_look; [assumption|]. congruence. }
    rewrite <- (move_sound s q t a (look ns)) by (split; auto).
    rewrite <- (move_same s q t (look ds)) by (intros y J; apply Lo; rewrite Ev; auto).
    assert (Tr : forall l', total (of_member M (fun m => list_sum (map (runs w) (posts s p ds ns m))) 0) l' = total (of_member M (runs (a :: w)) 0) l').
    { intro l'. rewrite <- !weight_look_up.
      apply (weight_runs M); [exact (look_up_right s p xs ys M l' S)|intros y J; apply Lo; congruence|exact Vn]. }
    destruct (L ds ns Ic) as [(U & Of & [Ot|Z])|(l' & I' & _ & Tl)].
    - rewrite U, known_truth. match goal with |- op false ?b = true => destruct b end; assumption.
    - rewrite U, known_truth, <- Tr, Z. destruct k; [contradiction|exact Of].
    - rewrite <- (capped (total (of_member M (runs w) 0) l')); [apply (IH ns); [apply Cl; exact I'|exact Fn]|]. now rewrite Tl, Tr. }
  rewrite <- first_sound by (split; [exact q_uniform|]; intros y I; apply V; auto).
  rewrite <- (grows_total M0 M (runs w) 0 l0 G T0).
  apply (X w (start ys)); [apply St; now left|now apply fits_start].
Qed.
End Projection.

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
  intros good some ext C HP w V. unfold counts in C. rewrite !andb_true_iff in C. destruct C as (((((((Di & Dy) & Ip) & Iq) & Dj) & Up) & Uq) & C).
  destruct (number s p (start xs, first s p) no_memory) as (i, M) eqn:Nu.
  destruct (leading s p k ys 1000 [(i, 1)] M) as [(l, M')|] eqn:L; [|discriminate].
  assert (p_vars : forall y, In y (vars p) -> In y xs \/ In y ys).
  { intros y I. apply in_app_or. exact (includes_In _ _ Ip y I). }
  pose proof (disjoint_In _ _ Dj) as fresh. pose proof (distinct_NoDup _ Di) as D. apply distinct_NoDup in Dy.
  assert (D0 : NoDup (xs ++ ys)) by (apply NoDup_join; assumption).
  destruct (leading_many s good p xs ys p_vars fresh D D0 Up k some Q w ext HP V i M l M' Nu L) as (S & G & E).
  exists (Nat.leb k (total (of_member M' (runs s p xs w) 0) l)). split; [now rewrite Nat.leb_le|].
  exact (subsets_sound s p xs ys p_vars fresh D0 Up k some op q Dy (includes_In _ _ Iq) Uq M' l S G C w V).
Qed.
