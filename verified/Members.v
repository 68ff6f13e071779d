(* Members of tallies have numbers, and where letters lead a member is found once.

   A member is a state of P, with those of the quantified variables xs among the valid words. Tallies are lists of numbers: the same
   members are in most of them. *)
Require Import ZArith List Lia Bool PArith FMapPositive.
From Filbert Require Import System Automata Linear Explore Skeleton Always Tally.
Import ListNotations.

(** * Definitions *)
Definition member := node.
(* The members after the digits ds of the others, which lead these to the states ns, and any of xs. *)
Definition posts (s : structure) (p : skeleton) (ds ns : places) (m : member) : list member :=
  flat_map (fun '(es, us) => let t := move s p (snd m) (look (es ++ ds)) (look (us ++ ns)) in
    if stopped (Some false) t then [] else [(us, t)]) (choices s (fst m)).
Definition posts_by (s : structure) (p : skeleton) (ds ns : places) (m : member) (t : partial) : list member :=
  after_letters member s p (Some false) (fun _ us t => (us, t)) (fst m) ds ns (feeds p ds [] t).

Definition now (p : skeleton) (m : member) : nat := if final p (snd m) then 1 else 0.
(* True whatever digits are to come. *)
Definition certain (m : member) : nat := match snd m with Known true => 1 | _ => 0 end.
Definition letter_code (ds ns : places) : positive := code (map snd ds ++ map snd ns).

(* A member, what is asked of it in each tally, and where letters lead it. *)
Record item := Item { who : member; ends : nat; settles : nat; before : partial; rows : PositiveMap.t (positive * list positive) }.
Record memory := Memory {
  items : PositiveMap.t item; unused : positive; numbers : buckets (member * positive);
  known_letters : PositiveMap.t positive; unused_letter : positive      (* letters have numbers, too, which need not be believed *)
}.
Definition no_memory : memory := Memory (PositiveMap.empty _) 1 no_buckets (PositiveMap.empty _) 1.

Section Definitions.
Context {hashes : keys}.
Variables (s : structure) (p : skeleton) (k : nat).

Definition number (m : member) (M : memory) : positive * memory :=
  let h := key_node m in
  let l := bucket (numbers M) h in
  match find (fun n => same_node m (fst n)) l with
  | Some n => (snd n, M)
  | None =>
      let i := unused M in
      let e := Item m (now p m) (certain m) (begin s p (snd m)) (PositiveMap.empty _) in
      (i, Memory (PositiveMap.add i e (items M)) (Pos.succ i) (put_bucket (numbers M) h ((m, i) :: l)) (known_letters M) (unused_letter M))
  end.
Fixpoint number_all (l : list member) (M : memory) : list positive * memory :=
  match l with
  | [] => ([], M)
  | m :: l => let (i, M) := number m M in let (is, M) := number_all l M in (i :: is, M)
  end.

(* The number of a letter. *)
Definition letter_number (c : positive) (M : memory) : positive * memory :=
  match PositiveMap.find c (known_letters M) with
  | Some a => (a, M)
  | None => let a := unused_letter M in (a, Memory (items M) (unused M) (numbers M) (PositiveMap.add c a (known_letters M)) (Pos.succ a))
  end.
Definition with_row (a c : positive) (js : list positive) (e : item) : item :=
  Item (who e) (ends e) (settles e) (before e) (PositiveMap.add a (c, js) (rows e)).
(* Letter number a is that of code c. *)
Definition after_letter (a c : positive) (ds ns : places) (i : positive) (e : item) (M : memory) : list positive * memory :=
  let found _ :=
    let (js, M) := number_all (posts_by s p ds ns (who e) (before e)) M in
    (js, match PositiveMap.find i (items M) with
         | Some e => Memory (PositiveMap.add i (with_row a c js e) (items M)) (unused M) (numbers M) (known_letters M) (unused_letter M)
         | None => M
         end) in
  match PositiveMap.find a (rows e) with
  | Some (c', js) => if Pos.eqb c c' then (js, M) else found tt
  | None => found tt
  end.

(* A tally with its members. *)
Definition found := list (positive * nat * item).
Fixpoint look_up (M : memory) (l : tally) : found :=
  match l with
  | [] => []
  | (i, n) :: l => match PositiveMap.find i (items M) with Some e => (i, n, e) :: look_up M l | None => look_up M l end
  end.
Fixpoint collect (a c : positive) (ds ns : places) (l : found) (acc : list (list positive * nat)) (M : memory)
    : list (list positive * nat) * memory :=
  match l with
  | [] => (acc, M)
  | (i, n, e) :: l => let (js, M) := after_letter a c ds ns i e M in collect a c ds ns l ((js, n) :: acc) M
  end.
(* The tally after a letter. *)
Definition post (ds ns : places) (l : found) (M : memory) : tally * memory :=
  let c := letter_code ds ns in
  let (a, M) := letter_number c M in
  let (r, M) := collect a c ds ns l [] M in (gather k r, M).
End Definitions.

(** * What is remembered is so *)
Definition member_at (M : memory) (i : positive) : option member := option_map who (PositiveMap.find i (items M)).
Definition grows (M M' : memory) : Prop := forall i m, member_at M i = Some m -> member_at M' i = Some m.
(* A number of members for their numbers; d for what is none. *)
Definition of_member (M : memory) (F : member -> nat) (d : nat) (i : positive) : nat :=
  match member_at M i with Some m => F m | None => d end.
Definition all_known (M : memory) (l : tally) : Prop := total (of_member M (fun _ => 0) 1) l = 0.
Fixpoint weight_of (F : member -> nat) (l : found) : nat :=
  match l with [] => 0 | (_, n, e) :: l => n * F (who e) + weight_of F l end.

Lemma grows_refl M : grows M M.
Proof. intros i m H. exact H. Qed.
Lemma grows_trans M M' M'' : grows M M' -> grows M' M'' -> grows M M''.
Proof. intros G H i m E. auto. Qed.
Lemma grows_total M M' F d l : grows M M' -> all_known M l -> total (of_member M' F d) l = total (of_member M F d) l.
Proof.
  intros G. unfold all_known. induction l as [|(i, n) l IH]; cbn [total]; intro A; [reflexivity|]. rewrite IH by lia. f_equal.
  assert (Z : n * of_member M (fun _ => 0) 1 i = 0) by lia. unfold of_member in *. destruct (member_at M i) as [m|] eqn:E.
  - now rewrite (G i m E).
  - replace n with 0 by lia. reflexivity.
Qed.
Lemma grows_known M M' l : grows M M' -> all_known M l -> all_known M' l.
Proof. intros G A. unfold all_known. rewrite (grows_total M M' _ _ _ G A). exact A. Qed.
Lemma known_default M F d e l : all_known M l -> total (of_member M F d) l = total (of_member M F e) l.
Proof.
  unfold all_known. induction l as [|(i, n) l IH]; cbn [total]; intro A; [reflexivity|]. rewrite IH by lia. f_equal.
  assert (Z : n * of_member M (fun _ => 0) 1 i = 0) by lia. unfold of_member in *. destruct (member_at M i); [reflexivity|].
  replace n with 0 by lia. reflexivity.
Qed.
Lemma weight_look_up M F l : weight_of F (look_up M l) = total (of_member M F 0) l.
Proof.
  induction l as [|(i, n) l IH]; cbn [look_up total]; [reflexivity|]. unfold of_member at 1, member_at.
  destruct (PositiveMap.find i (items M)) as [e|]; cbn [option_map weight_of]; rewrite IH; lia.
Qed.

Section Memory.
Context {hashes : keys}.
Variables (s : structure) (p : skeleton) (k : nat) (xs ys : list var).
Hypothesis D0 : NoDup (xs ++ ys).

Definition numbered (M : memory) : list positive -> list member -> Prop := Forall2 (fun j m => member_at M j = Some m).
Record right (M : memory) (i : positive) (e : item) : Prop := Right {
  right_who : member_at M i = Some (who e);
  right_keys : map fst (fst (who e)) = xs;
  right_ends : ends e = now p (who e);
  right_settles : settles e = certain (who e);
  right_before : before e = begin s p (snd (who e));
  right_rows : forall a ds ns js, map fst ds = ys -> map fst ns = ys -> PositiveMap.find a (rows e) = Some (letter_code ds ns, js) ->
    numbered M js (posts s p ds ns (who e))
}.
Record sane (M : memory) : Prop := Sane {
  sane_items : forall i e, PositiveMap.find i (items M) = Some e -> right M i e;
  sane_numbers : forall h m i, In (m, i) (bucket (numbers M) h) -> member_at M i = Some m;
  sane_unused : forall i, (unused M <= i)%positive -> PositiveMap.find i (items M) = None
}.

Lemma no_memory_sane : sane no_memory.
Proof.
  split; cbn [items numbers unused no_memory].
  - intros i e. now rewrite PositiveMap.gempty.
  - intros h m i. rewrite no_bucket. intros [].
  - intros i _. apply PositiveMap.gempty.
Qed.
Lemma numbered_grows M M' js ms : grows M M' -> numbered M js ms -> numbered M' js ms.
Proof. intros G H. induction H; constructor; auto. Qed.
Lemma right_grows M M' i e : grows M M' -> right M i e -> right M' i e.
Proof.
  intros G [W K E C H R]. split; auto. intros a ds ns js D N F. exact (numbered_grows M M' _ _ G (R a ds ns js D N F)).
Qed.

Lemma posts_by_posts ds ns m : NoDup (map fst (fst m) ++ map fst ds) -> posts_by s p ds ns m (begin s p (snd m)) = posts s p ds ns m.
Proof. intro N. unfold posts_by, posts. now rewrite (after_letters_all s member p _ _ _ ds ns (snd m)). Qed.
Lemma posts_all ds ns m : map fst (fst m) = xs -> Forall (fun m : member => map fst (fst m) = xs) (posts s p ds ns m).
Proof.
  intro K. apply Forall_forall. unfold posts. intros n I. apply in_flat_map in I as ((es, us) & C & I). cbv zeta in I.
  destruct (stopped _ _); [contradiction|]. destruct I as [<-|[]]. destruct (choices_keys s _ _ _ C) as (_ & E). rewrite <- K. exact E.
Qed.
Lemma number_sane m M i M' : map fst (fst m) = xs -> sane M -> number s p m M = (i, M') -> sane M' /\ grows M M' /\ member_at M' i = Some m.
Proof.
  intros Km [Se Sn Su]. unfold number. cbv zeta. destruct (find _ _) as [(m', j)|] eqn:F; intro E; injection E as <- <-.
  - apply find_some in F as (I & S). apply same_node_eq in S. cbn [fst snd] in *. subst m'.
    split; [split; assumption|]. split; [apply grows_refl|]. exact (Sn _ _ _ I).
  - set (i := unused M) in *. set (e := Item m _ _ _ _). set (M' := Memory _ _ _ _ _).
    assert (New : member_at M' i = Some m) by (unfold member_at, M'; cbn [items]; now rewrite PositiveMap.gss).
    assert (G : grows M M').
    { intros j n. unfold member_at, M'. cbn [items]. destruct (Pos.eq_dec j i) as [->|N].
      - now rewrite (Su i (Pos.le_refl _)).
      - now rewrite PositiveMap.gso by exact N. }
    split; [|split; assumption]. split.
    + intros j f. unfold M'. cbn [items]. destruct (Pos.eq_dec j i) as [->|N].
      * rewrite PositiveMap.gss. intro X. injection X as <-. split; try reflexivity; [exact New|exact Km|].
        intros a ds ns js _ _. unfold e. cbn [rows]. now rewrite PositiveMap.gempty.
      * rewrite PositiveMap.gso by exact N. intro X. exact (right_grows M M' j f G (Se j f X)).
    + intros h n j. unfold M'. cbn [numbers]. rewrite bucket_put. destruct (key_dec h (key_node m)) as [->|N].
      * intros [X|X]; [injection X as <- <-; exact New|exact (G _ _ (Sn _ _ _ X))].
      * intro X. exact (G _ _ (Sn _ _ _ X)).
    + intros j. unfold M'. cbn [items unused]. intro L. rewrite PositiveMap.gso by lia. apply Su. lia.
Qed.
Lemma number_all_sane l : Forall (fun m : member => map fst (fst m) = xs) l -> forall M js M', sane M -> number_all s p l M = (js, M') -> sane M' /\ grows M M' /\ numbered M' js l.
Proof.
  induction 1 as [|m l Km _ IH]; cbn [number_all]; intros M js M' S E.
  - injection E as <- <-. split; [exact S|]. split; [apply grows_refl|constructor].
  - destruct (number s p m M) as (i, M1) eqn:N. destruct (number_all s p l M1) as (is, M2) eqn:A. injection E as <- <-.
    destruct (number_sane _ _ _ _ Km S N) as (S1 & G1 & W). destruct (IH _ _ _ S1 A) as (S2 & G2 & Ws).
    split; [exact S2|]. split; [exact (grows_trans _ _ _ G1 G2)|]. constructor; [exact (G2 _ _ W)|exact Ws].
Qed.

Lemma same_letter ds ns ds' ns' : map fst ds = ys -> map fst ns = ys -> map fst ds' = ys -> map fst ns' = ys ->
  letter_code ds ns = letter_code ds' ns' -> ds = ds' /\ ns = ns'.
Proof.
  intros D N D' N' E. unfold letter_code in E. apply (f_equal decode) in E. rewrite !decode_code in E.
  assert (Pairs : forall l l' : places, map fst l = map fst l' -> map snd l = map snd l' -> l = l').
  { induction l as [|(x, d) l IH]; intros [|(x', d') l'] A B; try discriminate; [reflexivity|].
    cbn [map fst snd] in *. injection A as -> A. injection B as -> B. f_equal. auto. }
  assert (L : length (map snd ds) = length (map snd ds')).
  { rewrite !map_length. rewrite <- (map_length fst ds), <- (map_length fst ds'). now rewrite D, D'. }
  assert (Split : forall a b a' b' : list nat, length a = length a' -> a ++ b = a' ++ b' -> a = a' /\ b = b').
  { clear. induction a as [|x a IH]; intros b [|x' a'] b' L E; try discriminate; [auto|]. injection E as -> E. injection L as L.
    destruct (IH _ _ _ L E) as (-> & ->). auto. }
  destruct (Split _ _ _ _ L E) as (Ed & En). split; apply Pairs; congruence.
Qed.
Lemma after_letter_sane a ds ns i e M js M' : sane M -> right M i e -> map fst ds = ys -> map fst ns = ys ->
  after_letter s p a (letter_code ds ns) ds ns i e M = (js, M') -> sane M' /\ grows M M' /\ numbered M' js (posts s p ds ns (who e)).
Proof.
  intros S [W K En C H R] D N. unfold after_letter. cbv zeta.
  assert (Found : (let (js, M) := number_all s p (posts_by s p ds ns (who e) (before e)) M in
      (js, match PositiveMap.find i (items M) with
         | Some e => Memory (PositiveMap.add i (with_row a (letter_code ds ns) js e) (items M)) (unused M) (numbers M) (known_letters M) (unused_letter M)
         | None => M
         end)) = (js, M') -> sane M' /\ grows M M' /\ numbered M' js (posts s p ds ns (who e))).
  { destruct (number_all s p _ M) as (l, M1) eqn:A. intro E. injection E as <- <-.
    rewrite H, posts_by_posts in A by (rewrite D; rewrite <- K in D0; exact D0).
    destruct (number_all_sane _ (posts_all ds ns (who e) K) _ _ _ S A) as (S1 & G & Ms).
    destruct (PositiveMap.find i (items M1)) as [f|] eqn:Fi; [|auto].
    assert (Ef : who f = who e) by (apply G in W; unfold member_at in W; rewrite Fi in W; now injection W).
    set (M2 := Memory _ _ _ _ _).
    assert (Same : forall j, member_at M2 j = member_at M1 j).
    { intro j. unfold member_at, M2. cbn [items]. destruct (Pos.eq_dec j i) as [->|X].
      - now rewrite PositiveMap.gss, Fi.
      - now rewrite PositiveMap.gso by exact X. }
    assert (G2 : grows M1 M2) by (intros j m X; now rewrite Same).
    split; [|split; [exact (grows_trans _ _ _ G G2)|exact (numbered_grows _ _ _ _ G2 Ms)]].
    destruct S1 as [Se Sn Su]. split.
    + intros j g. unfold M2. cbn [items]. destruct (Pos.eq_dec j i) as [->|X].
      * rewrite PositiveMap.gss. intro Y. injection Y as <-. destruct (right_grows M1 M2 i f G2 (Se i f Fi)) as [Wf Kf Enf Cf Hf Rf].
        split; cbn [who ends settles before rows with_row]; auto. intros a' ds' ns' js D' N'.
        destruct (Pos.eq_dec a' a) as [->|Y]; [|rewrite PositiveMap.gso by exact Y; now apply Rf].
        rewrite PositiveMap.gss. intro Z. injection Z as Y <-. destruct (same_letter ds ns ds' ns' D N D' N' Y) as (<- & <-).
        pose proof (numbered_grows _ _ _ _ G2 Ms) as Q. rewrite <- Ef in Q. exact Q.
      * rewrite PositiveMap.gso by exact X. intro Y. exact (right_grows M1 M2 j g G2 (Se j g Y)).
    + intros h m j I. rewrite Same. exact (Sn h m j I).
    + intros j L. unfold M2 in *. cbn [items unused] in *. destruct (Pos.eq_dec j i) as [->|X].
      * rewrite (Su i L) in Fi. discriminate.
      * rewrite PositiveMap.gso by exact X. now apply Su. }
  destruct (PositiveMap.find a (rows e)) as [(c', l)|] eqn:F; [|exact Found].
  destruct (Pos.eqb_spec (letter_code ds ns) c') as [<-|X]; [|exact Found].
  intro E. injection E as <- <-. split; [exact S|]. split; [apply grows_refl|]. exact (R a ds ns l D N F).
Qed.
Lemma letter_number_sane c M a M' : sane M -> letter_number c M = (a, M') -> sane M' /\ grows M M'.
Proof.
  unfold letter_number. intros [Se Sn Su]. destruct (PositiveMap.find c (known_letters M)) as [b|]; intro E; injection E as <- <-.
  - split; [now split|apply grows_refl].
  - split; [|intros i m H; exact H]. split; cbn [items numbers unused]; auto. intros i e F. now apply (right_grows M), Se.
Qed.
Lemma numbered_sum M js ms F d : numbered M js ms -> list_sum (map (of_member M F d) js) = list_sum (map F ms).
Proof.
  induction 1 as [|j m js ms E _ IH]; [reflexivity|]. cbn [map]. change (list_sum (of_member M F d j :: map (of_member M F d) js))
    with (of_member M F d j + list_sum (map (of_member M F d) js)). rewrite IH. unfold of_member at 1. now rewrite E.
Qed.

(* Lists of members that are all known. *)
Definition known_lists (M : memory) (r : list (list positive * nat)) : Prop := total_lists (of_member M (fun _ => 0) 1) r = 0.
Lemma grows_lists M M' F d r : grows M M' -> known_lists M r -> total_lists (of_member M' F d) r = total_lists (of_member M F d) r.
Proof.
  intro G. unfold known_lists. induction r as [|(js, n) r IH]; cbn [total_lists]; intro K; [reflexivity|]. rewrite IH by lia. f_equal.
  assert (Z : n * list_sum (map (of_member M (fun _ => 0) 1) js) = 0) by lia. clear -G Z. destruct n as [|n]; [reflexivity|]. f_equal.
  assert (Y : list_sum (map (of_member M (fun _ => 0) 1) js) = 0) by nia. clear Z.
  induction js as [|j js IH]; [reflexivity|]. cbn [map] in *. change (of_member M (fun _ => 0) 1 j + list_sum (map (of_member M (fun _ => 0) 1) js) = 0) in Y.
  change (of_member M' F d j + list_sum (map (of_member M' F d) js) = of_member M F d j + list_sum (map (of_member M F d) js)).
  rewrite IH by lia. f_equal. unfold of_member in *. destruct (member_at M j) as [m|] eqn:E; [now rewrite (G j m E)|lia].
Qed.
Lemma collect_sane a ds ns : map fst ds = ys -> map fst ns = ys -> forall l acc M r M',
  sane M -> Forall (fun f => right M (fst (fst f)) (snd f)) l -> known_lists M acc ->
  collect s p a (letter_code ds ns) ds ns l acc M = (r, M') -> sane M' /\ grows M M' /\ known_lists M' r /\
  forall F d, total_lists (of_member M' F d) r = weight_of (fun m => list_sum (map F (posts s p ds ns m))) l + total_lists (of_member M F d) acc.
Proof.
  intros D N. induction l as [|((i, n), e) l IH]; cbn [collect]; intros acc M r M' S R K E.
  - injection E as <- <-. split; [exact S|]. split; [apply grows_refl|]. split; [exact K|reflexivity].
  - inversion R as [|? ? Re Rl]; subst. cbn [fst snd] in Re.
    destruct (after_letter s p a (letter_code ds ns) ds ns i e M) as (js, M1) eqn:A.
    destruct (after_letter_sane a ds ns i e M js M1 S Re D N A) as (S1 & G1 & Ms).
    assert (T : forall F d, total_lists (of_member M1 F d) ((js, n) :: acc) =
      n * list_sum (map F (posts s p ds ns (who e))) + total_lists (of_member M F d) acc).
    { intros F d. cbn [total_lists]. now rewrite (numbered_sum M1 _ _ F d Ms), (grows_lists M M1 F d acc G1 K). }
    destruct (IH ((js, n) :: acc) M1 r M') as (S2 & G2 & K2 & T2); auto.
    + rewrite Forall_forall in *. intros f I. apply (right_grows M M1); auto.
    + unfold known_lists. rewrite T. unfold known_lists in K. rewrite K.
      clear. induction (posts s p ds ns (who e)) as [|m ms IH]; simpl in *; lia.
    + split; [exact S2|]. split; [exact (grows_trans _ _ _ G1 G2)|]. split; [exact K2|].
      intros F d. rewrite T2, T. cbn [weight_of]. lia.
Qed.

Hypothesis some : k <> 0.
Lemma post_sane ds ns l M l' M' : map fst ds = ys -> map fst ns = ys -> sane M -> Forall (fun f => right M (fst (fst f)) (snd f)) l ->
  post s p k ds ns l M = (l', M') -> sane M' /\ grows M M' /\ all_known M' l' /\
  forall F d, Nat.min k (total (of_member M' F d) l') = Nat.min k (weight_of (fun m => list_sum (map F (posts s p ds ns m))) l).
Proof.
  intros D N S R. unfold post. cbv zeta. destruct (letter_number (letter_code ds ns) M) as (a, M0) eqn:L.
  destruct (letter_number_sane _ _ _ _ S L) as (S0 & G0).
  destruct (collect s p a (letter_code ds ns) ds ns l [] M0) as (r, M1) eqn:C. intro E. injection E as <- <-.
  assert (R0 : Forall (fun f => right M0 (fst (fst f)) (snd f)) l).
  { rewrite Forall_forall in *. intros f I. apply (right_grows M M0); auto. }
  destruct (collect_sane a ds ns D N l [] M0 r M1 S0 R0) as (S1 & G & K & T); [reflexivity|exact C|].
  split; [exact S1|]. split; [exact (grows_trans _ _ _ G0 G)|]. split.
  - pose proof (gather_total k (of_member M1 (fun _ => 0) 1) r) as H. unfold known_lists in K. rewrite K in H. unfold all_known. lia.
  - intros F d. rewrite gather_total, T. cbn [total_lists]. now rewrite Nat.add_0_r.
Qed.
Lemma look_up_right M l : sane M -> Forall (fun f => right M (fst (fst f)) (snd f)) (look_up M l).
Proof.
  intro S. induction l as [|(i, n) l IH]; cbn [look_up]; [constructor|]. destruct (PositiveMap.find i (items M)) as [e|] eqn:E; [|exact IH].
  constructor; [|exact IH]. exact (sane_items M S i e E).
Qed.
End Memory.
