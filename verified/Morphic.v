(* The fixed point of a morphism, read by the digits of a place: letter n is the one that the representation of n leads to, if every
   letter has an image for each digit of the states in which the system may be (Rigo 2000). *)
Require Import ZArith String List Lia Bool PArith FMapPositive.
From Filbert Require Import System Automata Logic Rules Syntax Meaning.
Import ListNotations.

(** * Definitions *)
(* Letters with states of the system in which they may be. *)
Definition pairs := list (Z * nat).
Definition has (P : pairs) (b : Z) (q : nat) : bool := existsb (fun p => Z.eqb (fst p) b && Nat.eqb (snd p) q) P.
Definition state_after (s : system) (q d : nat) : nat := if Nat.ltb d (fst (entry s q)) then 0 else snd (entry s q).
Definition successors (s : system) (h : morphism) (p : Z * nat) : pairs :=
  map (fun d => (nth d (image h (fst p)) 0%Z, state_after s (snd p) d)) (seq 0 (length (image h (fst p)))).
Fixpoint reachable (s : system) (h : morphism) (todo P : pairs) (fuel : nat) : pairs :=
  match fuel, todo with
  | S fuel, p :: todo =>
      if has P (fst p) (snd p) then reachable s h todo P fuel else reachable s h (successors s h p ++ todo) (p :: P) fuel
  | _, _ => P
  end.
Definition compatible (s : system) (h : morphism) (P : pairs) : bool :=
  forallb (fun p => Nat.eqb (length (image h (fst p))) (S (fst (entry s (snd p))))
                    && forallb (fun p => has P (fst p) (snd p)) (successors s h p)) P.

(* The states of the letters, in the order of their rules. *)
Definition key_of (b : Z) : positive := Z.to_pos (b + 1).
Definition numbering (h : morphism) : PositiveMap.t positive :=
  snd (fold_left (fun '(q, m) r => (Pos.succ q, PositiveMap.add (key_of (fst r)) q m)) h (1%positive, PositiveMap.empty positive)).
Definition number_in (m : PositiveMap.t positive) (b : Z) : positive :=
  match PositiveMap.find (key_of b) m with Some q => q | None => 1%positive end.
Definition coded (coding : list (Z * Z)) (b : Z) : Z := match assoc coding b with Some c => c | None => 0%Z end.
(* A letter with its image and its code. *)
Definition letter_row := (Z * list Z * Z)%type.
Definition row_of (h : morphism) (coding : list (Z * Z)) (b : Z) : letter_row := (b, image h b, coded coding b).
(* For each code the places of the letters that have it. *)
Definition places_automata (number : Z -> positive) (rows : list letter_row) (values : list Z) : list (Z * dfa) :=
  let states := map (fun '(b, w, c) => (c, map (fun d => ([d], number (nth d w 0%Z))) (seq 0 (length w)))) rows in
  map (fun v => (v, listed 1 (map (fun '(c, row) => (Z.eqb c v, row)) states))) values.
Definition is_places (number : Z -> positive) (rows : list letter_row) (v : Z) (A : dfa) : bool :=
  forallb (fun '(b, w, c) => let q := number b in
    Bool.eqb (accepting A q) (Z.eqb c v)
    && forallb (fun d => match next A q [d] with Some r => Pos.eqb r (number (nth d w 0%Z)) | None => false end) (seq 0 (length w))) rows.

Fixpoint distinct_letters (l : list Z) : bool :=
  match l with [] => true | b :: l => negb (existsb (Z.eqb b) l) && distinct_letters l end.
(* Each letter has one rule and one code, and no other has any. *)
Definition proper (h : morphism) (coding : list (Z * Z)) : bool :=
  let known b := existsb (Z.eqb b) (map fst h) in
  distinct_letters (map fst h) && distinct_letters (map fst coding) && Nat.eqb (length h) (length coding)
  && forallb known (map fst coding) && forallb (fun r => forallb known (snd r)) h.

(* For each letter of the word the automaton of its places. *)
Definition automata_of_word (s : system) (h : morphism) (coding : list (Z * Z)) (fuel : nat) : option (list (Z * dfa)) :=
  match h with
  | (a, b :: _) :: _ =>
      let P := reachable s h [(a, 0)] [] fuel in
      let values := nodup Z.eq_dec (map snd coding) in
      let m := numbering h in
      let found := places_automata (number_in m) (map (row_of h coding) (map fst h)) values in
      let rows := map (row_of h coding) (map fst P) in
      if Z.eqb a b && Pos.eqb (number_in m a) 1 && proper h coding && has P a 0 && compatible s h P
         && forallb (fun p => is_places (number_in m) rows (fst p) (snd p)) found
         && forallb (fun p => existsb (Z.eqb (coded coding (fst p))) values) P
      then Some found else None
  | _ => None
  end.

(** * Powers of a morphism *)
Section Powers.
Variable h : morphism.

Lemma power_app m : forall u v, power h m (u ++ v) = power h m u ++ power h m v.
Proof. induction m as [|m IH]; intros u v; [reflexivity|]. cbn [power]. now rewrite flat_map_app, IH. Qed.
Lemma power_letter m b : power h (S m) [b] = power h m (image h b).
Proof. cbn [power flat_map]. now rewrite app_nil_r. Qed.
Lemma power_prefix a rest : image h a = a :: rest -> forall j m, exists r, power h (j + m) [a] = power h m [a] ++ r.
Proof.
  intros E j. induction j as [|j IH]; intro m; [exists []; now rewrite app_nil_r|]. destruct (IH m) as (r & R).
  exists (r ++ power h (j + m) rest). cbn [plus]. rewrite power_letter, E. change (a :: rest) with ([a] ++ rest).
  now rewrite power_app, R, app_assoc.
Qed.
Lemma power_nth a rest m m' n : image h a = a :: rest -> n < length (power h m [a]) -> n < length (power h m' [a]) ->
  nth n (power h m [a]) 0%Z = nth n (power h m' [a]) 0%Z.
Proof.
  intros E L L'. destruct (power_prefix a rest E m' m) as (r & R). destruct (power_prefix a rest E m m') as (r' & R').
  rewrite <- (app_nth1 (power h m [a]) r 0%Z L), <- R, Nat.add_comm, R'. now apply app_nth1.
Qed.

(** * Letters by digits *)
Variable s : system.
Hypothesis good : good_system s = true.
Variable P : pairs.
Hypothesis C : compatible s h P = true.

Lemma compatible_length b q : has P b q = true -> length (image h b) = S (fst (entry s q)).
Proof.
  intro H. apply existsb_exists in H as ((b', q') & I & E). apply andb_prop in E as (E1 & E2). apply Z.eqb_eq in E1. apply Nat.eqb_eq in E2.
  cbn [fst snd] in *. subst. unfold compatible in C. rewrite forallb_forall in C. specialize (C _ I). apply andb_prop in C as (C1 & _).
  now apply Nat.eqb_eq in C1.
Qed.
Lemma compatible_next b q d : has P b q = true -> d <= fst (entry s q) -> has P (nth d (image h b) 0%Z) (state_after s q d) = true.
Proof.
  intros H L. pose proof (compatible_length b q H) as Len. apply existsb_exists in H as ((b', q') & I & E).
  apply andb_prop in E as (E1 & E2). apply Z.eqb_eq in E1. apply Nat.eqb_eq in E2. cbn [fst snd] in *. subst.
  unfold compatible in C. rewrite forallb_forall in C. specialize (C _ I). apply andb_prop in C as (_ & C2).
  rewrite forallb_forall in C2. apply (C2 (nth d (image h b) 0%Z, state_after s q d)). unfold successors. apply in_map_iff.
  exists d. split; [reflexivity|]. apply in_seq. cbn [fst]. lia.
Qed.

Lemma power_length m : forall b q, has P b q = true -> Z.of_nat (length (power h m [b])) = count s m q.
Proof.
  induction m as [|m IH]; intros b q H; [reflexivity|]. rewrite power_letter. cbn [count].
  pose proof (compatible_length b q H) as Len. set (top := fst (entry s q)) in *.
  assert (B : forall u, (forall x, In x u -> has P x 0 = true) -> Z.of_nat (length (power h m u)) = (Z.of_nat (length u) * count s m 0)%Z).
  { intro u. induction u as [|x u IHu]; intro Hu.
    - clear. cbn [length]. induction m as [|m IH]; [reflexivity|]. cbn [power flat_map]. exact IH.
    - change (x :: u) with ([x] ++ u). rewrite power_app, app_length, Nat2Z.inj_add, (IH x 0), IHu; [|intros; apply Hu; now right|apply Hu; now left].
      cbn [length app]. lia. }
  destruct (nth_split (image h b) 0%Z (n := top)) as (l1 & l2 & E & L1); [lia|].
  assert (l2 = []) as ->.
  { apply (f_equal (@length Z)) in E. rewrite app_length in E. cbn [length] in E. destruct l2; [reflexivity|cbn [length] in E; lia]. }
  rewrite E, power_app, app_length, Nat2Z.inj_add, (B l1), L1.
  - f_equal. apply IH. pose proof (compatible_next b q top H (le_n _)) as N. unfold state_after in N. fold top in N.
    now rewrite Nat.ltb_irrefl in N.
  - intros x I. destruct (In_nth l1 x 0%Z I) as (d & Ld & <-). pose proof (compatible_next b q d H ltac:(fold top; lia)) as N.
    unfold state_after in N. fold top in N. destruct (Nat.ltb_spec d top); [|lia]. rewrite E, app_nth1 in N by assumption. exact N.
Qed.

Definition walk (b : Z) (l : list nat) : Z := fold_left (fun b d => nth d (image h b) 0%Z) l b.

Lemma power_walk l : forall b q, has P b q = true -> valid_from s q l ->
  nth (Z.to_nat (val s l)) (power h (length l) [b]) 0%Z = walk b l.
Proof.
  induction l as [|d l IH]; intros b q H V; [reflexivity|]. cbn [val length]. rewrite power_letter. unfold walk. cbn [fold_left].
  fold (walk (nth d (image h b) 0%Z) l). pose proof (compatible_length b q H) as Len. simpl in V.
  destruct (after s q d) as [q'|] eqn:A; [|contradiction].
  assert (X : d <= fst (entry s q) /\ q' = state_after s q d).
  { unfold after in A. unfold state_after. destruct (Nat.compare_spec d (fst (entry s q))); [| |discriminate]; injection A as <-.
    - subst. rewrite Nat.ltb_irrefl. auto.
    - destruct (Nat.ltb_spec d (fst (entry s q))); [|lia]. split; [lia|reflexivity]. }
  destruct X as (L & ->). pose proof (compatible_next b q d H L) as N.
  destruct (nth_split (image h b) 0%Z (n := d)) as (l1 & l2 & E & L1); [lia|]. set (c := nth d (image h b) 0%Z) in *.
  rewrite E. change (c :: l2) with ([c] ++ l2). rewrite !power_app.
  assert (B : Z.of_nat (length (power h (length l) l1)) = (Z.of_nat d * weight s (length l))%Z).
  { rewrite <- L1. assert (H1 : forall x, In x l1 -> has P x 0 = true).
    { intros x I. destruct (In_nth l1 x 0%Z I) as (e & Le & <-). pose proof (compatible_next b q e H ltac:(lia)) as N'.
      unfold state_after in N'. destruct (Nat.ltb_spec e (fst (entry s q))); [|lia]. rewrite E, app_nth1 in N' by assumption. exact N'. }
    clear - H1 C. unfold weight. induction l1 as [|x l1 IH].
    - cbn [length]. generalize (length l) as m. induction m as [|m IHm]; [reflexivity|]. cbn [power flat_map]. exact IHm.
    - change (x :: l1) with ([x] ++ l1). rewrite power_app, app_length, Nat2Z.inj_add, (power_length _ x 0), IH; [|intros; apply H1; now right|apply H1; now left].
      cbn [length app]. lia. }
  pose proof (val_range s l _ V) as R. pose proof (count_positive s (length l) 0) as Cp. unfold weight in *.
  pose proof (power_length (length l) c _ N) as Pc.
  rewrite Z2Nat.inj_add by lia. rewrite <- B, Nat2Z.id. rewrite app_nth2 by lia.
  replace (_ + _ - _) with (Z.to_nat (val s l)) by lia. rewrite app_nth1 by lia. now apply IH with (state_after s q d).
Qed.

Variables (a : Z) (rest : list Z).
Hypothesis Start : image h a = a :: rest.
Hypothesis First : has P a 0 = true.

Lemma nth_walk l : valid s l -> nth (Z.to_nat (val s l)) (power h (Z.to_nat (val s l)) [a]) 0%Z = walk a l.
Proof.
  intro V. rewrite <- (power_walk l a 0 First V). pose proof (val_range s l 0 V) as R.
  pose proof (power_length (length l) a 0 First) as L. pose proof (power_length (Z.to_nat (val s l)) a 0 First) as L'.
  pose proof (weight_large s good (Z.to_nat (val s l))) as W. unfold weight in W.
  apply power_nth with (rest := rest); [exact Start|lia|lia].
Qed.

(** * The automaton *)
Lemma places_accepts number coding v A : is_places number (map (row_of h coding) (map fst P)) v A = true ->
  forall w b q, has P b q = true -> valid_from s q (track w 0) ->
  (accepts_from A [0] (number b) w = true <-> coded coding (walk b (track w 0)) = v).
Proof.
  intro OK. unfold is_places in OK. rewrite forallb_forall in OK.
  assert (OK' : forall b q, has P b q = true -> accepting A (number b) = Z.eqb (coded coding b) v /\
    forall d, d < length (image h b) -> next A (number b) [d] = Some (number (nth d (image h b) 0%Z))).
  { intros b q H. apply existsb_exists in H as ((b', q') & I & E). apply andb_prop in E as (E1 & _). apply Z.eqb_eq in E1.
    cbn [fst] in E1. subst b'. specialize (OK _ (in_map (row_of h coding) _ _ (in_map fst _ _ I))). cbn [row_of fst] in OK. cbv zeta in OK.
    apply andb_prop in OK as (O1 & O2). apply Bool.eqb_prop in O1. split; [exact O1|]. intros d L. rewrite forallb_forall in O2. specialize (O2 d ltac:(apply in_seq; lia)).
    destruct (next A (number b) [d]) as [q1|]; [|discriminate]. apply Pos.eqb_eq in O2. now subst. }
  induction w as [|x w IH]; intros b q H V.
  - cbn. rewrite (proj1 (OK' b q H)). apply Z.eqb_eq.
  - cbn [accepts_from track map]. cbn [track map valid_from] in V. pose proof (compatible_length b q H) as Len.
    destruct (after s q (x 0)) as [q'|] eqn:Af; [|contradiction].
    assert (X : x 0 <= fst (entry s q) /\ q' = state_after s q (x 0)).
    { unfold after in Af. unfold state_after. destruct (Nat.compare_spec (x 0) (fst (entry s q))) as [E| |]; [| |discriminate]; injection Af as <-.
      - rewrite E, Nat.ltb_irrefl. auto.
      - destruct (Nat.ltb_spec (x 0) (fst (entry s q))); [|lia]. split; [lia|reflexivity]. }
    destruct X as (L & ->). rewrite (proj2 (OK' b q H)) by lia.
    apply (IH _ (state_after s q (x 0))); [now apply compatible_next|exact V].
Qed.
End Powers.

Theorem word_letters r h coding fuel found : good_system (r 0) = true -> automata_of_word (r 0) h coding fuel = Some found ->
  (forall n, (0 <= n)%Z -> exists A, In (nth_letter h coding n, A) found) /\
  forall v A, In (v, A) found -> forall n, (0 <= n)%Z -> (accepted r 1 A [n] <-> nth_letter h coding n = v).
Proof.
  set (s := r 0). intros good E. unfold automata_of_word in E. destruct h as [|(a, [|b rest]) h']; try discriminate. set (h := (a, b :: rest) :: h') in *.
  set (P := reachable _ _ _ _ _) in E. set (values := nodup _ _) in E. set (m := numbering h) in E.
  set (F := places_automata _ _ values) in E.
  destruct (_ && _) eqn:X in E; [|discriminate]. injection E as <-. rewrite !andb_true_iff in X.
  destruct X as ((((((Eb & One) & _) & First) & C) & OK) & Vs). apply Z.eqb_eq in Eb as <-. apply Pos.eqb_eq in One.
  assert (Start : image h a = a :: rest) by (unfold image, h; cbn [assoc]; now rewrite Z.eqb_refl).
  assert (N : forall l, valid s l -> nth_letter h coding (val s l) = coded coding (walk h a l)).
  { intros l V. change (nth_letter h coding (val s l))
      with (coded coding (nth (Z.to_nat (val s l)) (power h (Z.to_nat (val s l)) [a]) 0%Z)). now rewrite (nth_walk h s good P C a rest Start First l V). }
  assert (In_P : forall l b q, has P b q = true -> valid_from s q l -> exists q', has P (walk h b l) q' = true).
  { induction l as [|d l IH]; intros b q H V; [eauto|]. simpl in V. destruct (after s q d) as [q'|] eqn:Af; [|contradiction].
    unfold walk. cbn [fold_left]. apply (IH _ q'); [|exact V].
    replace q' with (state_after s q d); [apply (compatible_next h s P C); [exact H|]|];
      unfold after in Af; unfold state_after; destruct (Nat.compare_spec d (fst (entry s q))) as [E| |]; try discriminate; injection Af as <-;
      try lia; [rewrite E; now rewrite Nat.ltb_irrefl|destruct (Nat.ltb_spec d (fst (entry s q))); [reflexivity|lia]]. }
  split.
  - intros n L. destruct (every_number s good n L) as (l & V & <-). rewrite (N l V). destruct (In_P l a 0 First V) as (q & H).
    eexists. unfold F, places_automata. apply in_map_iff. exists (coded coding (walk h a l)). split; [reflexivity|]. rewrite forallb_forall in Vs.
    apply existsb_exists in H as ((b', q') & I & Eq). apply andb_prop in Eq as (Eq & _). apply Z.eqb_eq in Eq. cbn [fst] in Eq. subst b'.
    specialize (Vs _ I). cbn [fst] in Vs. apply existsb_exists in Vs as (v & J & Ev). apply Z.eqb_eq in Ev. now subst.
  - intros v A I n L. rewrite forallb_forall in OK. specialize (OK _ I). cbn [fst snd] in OK.
    split.
    + intros (w & V & Acc & Ew). cbn [seq map] in Ew. injection Ew as <-. specialize (V 0 (or_introl eq_refl)).
      change (seq 0 1) with [0] in Acc. unfold accepts in Acc. rewrite <- One in Acc.
      rewrite (places_accepts h s P C (number_in m) coding v A OK w a 0 First V) in Acc. unfold Automata.value. fold s. now rewrite (N _ V).
    + intro Ev. destruct (every_number s good n L) as (l & V & El). set (w := map (fun d (_ : var) => d) l : Automata.word).
      assert (T : track w 0 = l) by (unfold track, w; rewrite map_map; apply map_id).
      exists w. change (seq 0 1) with [0]. repeat split.
      * intros x [<-|[]]. now rewrite T.
      * unfold accepts. rewrite <- One. apply (places_accepts h s P C (number_in m) coding v A OK w a 0 First); rewrite T; [exact V|].
        rewrite <- N, El by exact V. exact Ev.
      * cbn [map]. unfold Automata.value. fold s. now rewrite T, El.
Qed.
