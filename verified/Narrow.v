(* Quantifiers moved inwards: formulas that mean the same, with fewer variables in each part.

   `E x,y (F & G)` with x in F only is `E y ((E x F) & G)`, and `A x (F => G)` with x in F only is `(E x F) => G`. *)
Require Import ZArith List Lia Bool.
From Filbert Require Import Logic.
From Filbert Require Import System Automata.
Import ListNotations.

(** * Definitions *)
Definition mem (x : var) (xs : list var) : bool := existsb (Nat.eqb x) xs.
Fixpoint conjuncts (f : formula) : list formula := match f with And f g => conjuncts f ++ conjuncts g | _ => [f] end.
Fixpoint conjunction (fs : list formula) : formula :=
  match fs with [] => Compare Equal (Num 0) (Num 0) | f :: fs => match fs with [] => f | _ => And f (conjunction fs) end end.
Definition somes (xs : list var) (f : formula) : formula := fold_right Some_ f xs.
Definition alls (xs : list var) (f : formula) : formula := fold_right All f xs.

(* How many variables the parts have in which x is, and how few parts these are. *)
Definition cost (parts : list (formula * list var)) (x : var) : nat :=
  let inside := filter (fun p => mem x (snd p)) parts in
  10 * length (nodup Nat.eq_dec (flat_map snd inside)) - length inside.
Definition cheapest (parts : list (formula * list var)) (xs : list var) : var :=
  fst (fold_right (fun x best => let n := cost parts x in if Nat.ltb n (snd best) then (x, n) else best)
    (last xs O, cost parts (last xs O)) xs).
Definition with_vars (f : formula) : formula * list var := (f, nodup Nat.eq_dec (free f)).
(* The variables xs one after the other, the one with the least part first: each stands in front of the parts that it is in. *)
Fixpoint eliminate (n : nat) (xs : list var) (parts : list (formula * list var)) : formula :=
  match n, xs with
  | _, [] => conjunction (map fst parts)
  | S n, _ =>
      let x := cheapest parts xs in
      let inside := filter (fun p => mem x (snd p)) parts in
      let others := filter (fun p => negb (mem x (snd p))) parts in
      let rest := filter (fun y => negb (Nat.eqb y x)) xs in
      match inside with
      | [] => eliminate n rest others
      | _ => eliminate n rest (others ++ [with_vars (Some_ x (conjunction (map fst inside)))])
      end
  | O, _ => somes xs (conjunction (map fst parts))
  end.
Definition some (xs : list var) (f : formula) : formula :=
  match xs with [] => f | _ => eliminate (length xs) xs (map with_vars (conjuncts f)) end.

(* `A xs f` or `E xs f`. *)
Fixpoint moved_in (all : bool) (xs : list var) (f : formula) : formula :=
  let quantify f := if all then alls xs f else some xs f in
  match f with
  | Compare _ _ _ | Rel _ _ => quantify f
  | Not f => quantify (Not (moved_in false [] f))
  | And f g => quantify (And (moved_in false [] f) (moved_in false [] g))
  | Or f g => quantify (Or (moved_in false [] f) (moved_in false [] g))
  | Iff f g => quantify (Iff (moved_in false [] f) (moved_in false [] g))
  | Implies f g =>
      if all
      then
        let vars := free g in
        alls (filter (fun x => mem x vars) xs)
          (Implies (moved_in false (filter (fun x => negb (mem x vars)) xs) f) (moved_in false [] g))
      else some xs (Implies (moved_in false [] f) (moved_in false [] g))
  | Some_ x f => if all then alls xs (moved_in false [x] f) else moved_in false (x :: xs) f
  | All x f => if all then moved_in true (x :: xs) f else some xs (moved_in true [x] f)
  | AtLeast k ys f => quantify (AtLeast k ys (moved_in false [] f))
  | Infinitely x f => quantify (Infinitely x (moved_in false [] f))
  end.
Definition narrow (f : formula) : formula := moved_in false [] f.

(** * They mean the same *)
Lemma mem_In x xs : mem x xs = true <-> In x xs.
Proof.
  unfold mem. rewrite existsb_exists. split; [intros (y & I & E); apply Nat.eqb_eq in E; now subst|].
  intro I. exists x. split; [exact I|apply Nat.eqb_refl].
Qed.
Lemma not_mem_In x xs : mem x xs = false <-> ~ In x xs.
Proof. rewrite <- mem_In. destruct (mem x xs); intuition congruence. Qed.

Section Narrow.
Variable rels : list relation.
Notation holds := (holds rels).

(* e' differs from e in natural numbers for xs alone. *)
Definition varies (xs : list var) (e e' : env) : Prop := forall y, e' y = e y \/ In y xs /\ (0 <= e' y)%Z.
Definition exist (xs : list var) (e : env) (P : env -> Prop) : Prop := exists e', varies xs e e' /\ P e'.
Definition every (xs : list var) (e : env) (P : env -> Prop) : Prop := forall e', varies xs e e' -> P e'.

Lemma varies_refl xs e : varies xs e e.
Proof. intro y. now left. Qed.
Lemma varies_more xs ys e e' : incl xs ys -> varies xs e e' -> varies ys e e'.
Proof. intros I V y. destruct (V y) as [E|(J & N)]; auto. Qed.
Lemma varies_trans xs ys e e1 e2 : varies xs e e1 -> varies ys e1 e2 -> varies (xs ++ ys) e e2.
Proof.
  intros V W y. destruct (W y) as [E|(J & N)]; [|right; split; [apply in_or_app|]; auto].
  destruct (V y) as [E'|(J & N)]; [left; congruence|right]. rewrite E. split; [apply in_or_app|]; auto.
Qed.
Lemma varies_update xs x e v : In x xs -> (0 <= v)%Z -> varies xs e (update e x v).
Proof. intros I N y. unfold update. destruct (Nat.eqb_spec y x) as [->|]; auto. Qed.
(* First x, then the others. *)
Lemma varies_first x xs e e' : varies (x :: xs) e e' -> exists e1, varies [x] e e1 /\ varies xs e1 e' /\ forall y, y <> x -> e1 y = e y.
Proof.
  intro V. exists (update e x (e' x)). unfold update. split; [|split].
  - intro y. destruct (Nat.eqb_spec y x) as [->|]; [|now left]. destruct (V x) as [E|(_ & N)]; [now left|right]. cbn. auto.
  - intro y. destruct (Nat.eqb_spec y x) as [->|D]; [now left|]. destruct (V y) as [E|([<-|I] & N)]; [now left|easy|now right].
  - intros y D. now destruct (Nat.eqb_spec y x).
Qed.
(* First the others, then x. *)
Lemma varies_last x xs e e' : varies (x :: xs) e e' -> exists e1, varies xs e e1 /\ varies [x] e1 e'.
Proof.
  intro V. exists (update e' x (e x)). unfold update. split; intro y; destruct (Nat.eqb_spec y x) as [->|D]; try now left.
  - destruct (V y) as [E|([<-|I] & N)]; [now left|easy|now right].
  - destruct (V x) as [E|(_ & N)]; [now left|right]. cbn. auto.
Qed.
Lemma last_varies x xs e e1 e2 : varies xs e e1 -> varies [x] e1 e2 -> varies (x :: xs) e e2.
Proof.
  intros V W. apply (varies_more (xs ++ [x])); [|exact (varies_trans _ _ _ _ _ V W)].
  intros y I. apply in_app_or in I as [I|[<-|[]]]; [now right|now left].
Qed.
Lemma varies_nil e e' : varies [] e e' -> forall y, e' y = e y.
Proof. intros V y. destruct (V y) as [E|([] & _)]. exact E. Qed.
Lemma varies_one x e e' : natural e -> varies [x] e e' -> exists v, (0 <= v)%Z /\ forall y, e' y = update e x v y.
Proof.
  intros Na V. exists (e' x). split; [destruct (V x) as [->|(_ & N)]; auto|]. intro y. unfold update.
  destruct (Nat.eqb_spec y x) as [->|D]; [reflexivity|]. destruct (V y) as [E|([<-|[]] & _)]; [exact E|easy].
Qed.
Lemma varies_natural xs e e' : natural e -> varies xs e e' -> natural e'.
Proof. intros N V y. destruct (V y) as [->|(_ & H)]; auto. Qed.

Lemma some_one x f e : natural e -> (holds e (Some_ x f) <-> exist [x] e (fun e' => holds e' f)).
Proof.
  intro Na. cbn [Logic.holds]. split.
  - intros (v & N & H). exists (update e x v). split; [apply varies_update; cbn; auto|exact H].
  - intros (e' & V & H). destruct (varies_one x e e' Na V) as (v & N & E). exists v. split; [exact N|].
    now apply (holds_same rels f _ _ E).
Qed.
Lemma all_one x f e : natural e -> (holds e (All x f) <-> every [x] e (fun e' => holds e' f)).
Proof.
  intro Na. cbn [Logic.holds]. split.
  - intros H e' V. destruct (varies_one x e e' Na V) as (v & N & E). apply (holds_same rels f _ _ E), H, N.
  - intros H v N. apply H, varies_update; cbn; auto.
Qed.
Lemma somes_holds xs f : forall e, natural e -> (holds e (somes xs f) <-> exist xs e (fun e' => holds e' f)).
Proof.
  induction xs as [|x xs IH]; intros e Na.
  - split; [intro H; exists e; split; [apply varies_refl|exact H]|]. intros (e' & V & H). cbn.
    apply (holds_same rels f e' e); [|exact H]. now apply varies_nil.
  - cbn [somes fold_right]. fold (somes xs f). rewrite some_one by exact Na. split.
    + intros (e1 & V1 & H). apply (IH e1 (varies_natural _ _ _ Na V1)) in H as (e2 & V2 & H). exists e2. split; [|exact H].
      exact (varies_trans [x] xs e e1 e2 V1 V2).
    + intros (e2 & V & H). apply varies_first in V as (e1 & V1 & V2 & _). exists e1. split; [exact V1|].
      apply (IH e1 (varies_natural _ _ _ Na V1)). now exists e2.
Qed.
Lemma alls_holds xs f : forall e, natural e -> (holds e (alls xs f) <-> every xs e (fun e' => holds e' f)).
Proof.
  induction xs as [|x xs IH]; intros e Na.
  - split; [|intro H; apply H, varies_refl]. intros H e' V. apply (holds_same rels f e' e); [|exact H]. now apply varies_nil.
  - cbn [alls fold_right]. fold (alls xs f). rewrite all_one by exact Na. split.
    + intros H e2 V. apply varies_first in V as (e1 & V1 & V2 & _). exact (proj1 (IH e1 (varies_natural _ _ _ Na V1)) (H e1 V1) e2 V2).
    + intros H e1 V1. apply (IH e1 (varies_natural _ _ _ Na V1)). intros e2 V2. apply H. exact (varies_trans [x] xs e e1 e2 V1 V2).
Qed.

Lemma conjunction_holds fs e : holds e (conjunction fs) <-> forall f, In f fs -> holds e f.
Proof.
  induction fs as [|f fs IH]; [split; [intros _ f []|reflexivity]|]. destruct fs as [|g fs].
  - cbn. split; [intros H h [<-|[]]; exact H|auto].
  - change (holds e (conjunction (f :: g :: fs))) with (holds e f /\ holds e (conjunction (g :: fs))). rewrite IH. split.
    + intros (H & K) h [<-|I]; auto.
    + intro H. split; [apply H; now left|]. intros h I. apply H. now right.
Qed.
Lemma conjuncts_holds f e : holds e f <-> forall g, In g (conjuncts f) -> holds e g.
Proof.
  induction f; cbn [conjuncts]; try (split; [intros H g [<-|[]]; exact H|intro H; apply H; now left]).
  cbn [Logic.holds]. rewrite IHf1, IHf2. split.
  - intros (H & K) g I. apply in_app_or in I as [I|I]; auto.
  - intro H. split; intros g I; apply H, in_or_app; auto.
Qed.

Definition good_parts (parts : list (formula * list var)) : Prop := forall p, In p parts -> incl (free (fst p)) (snd p).
Definition all_hold (parts : list (formula * list var)) (e : env) : Prop := forall p, In p parts -> holds e (fst p).
Lemma all_hold_conjunction parts e : holds e (conjunction (map fst parts)) <-> all_hold parts e.
Proof.
  rewrite conjunction_holds. unfold all_hold. split; intro H.
  - intros p I. apply H, in_map, I.
  - intros f I. apply in_map_iff in I as (p & <- & I). auto.
Qed.
Lemma good_with_vars f : incl (free (fst (with_vars f))) (snd (with_vars f)).
Proof. intros x I. cbn. now apply nodup_In. Qed.

(* Only x is taken away. *)
Lemma taken x xs parts e : good_parts parts -> natural e -> In x xs ->
  (exist xs e (all_hold parts) <->
   exist (filter (fun y => negb (Nat.eqb y x)) xs) e (fun e' =>
     all_hold (filter (fun p => negb (mem x (snd p))) parts) e' /\
     exist [x] e' (all_hold (filter (fun p => mem x (snd p)) parts)))).
Proof.
  intros G Na Ix. set (rest := filter (fun y => negb (Nat.eqb y x)) xs). split.
  - intros (e' & V & H).
    assert (A : varies rest e (update e' x (e x))).
    { intro y. unfold update. destruct (Nat.eqb_spec y x) as [->|D]; [now left|]. destruct (V y) as [E|(I & N)]; [now left|right].
      split; [|exact N]. apply filter_In. split; [exact I|]. now destruct (Nat.eqb_spec y x). }
    exists (update e' x (e x)). split; [exact A|]. split.
    + intros p I. apply filter_In in I as (I & M). apply negb_true_iff, not_mem_In in M.
      apply (holds_free rels (fst p) (update e' x (e x)) e'); [|exact (H p I)]. intros y Iy. unfold update.
      destruct (Nat.eqb_spec y x) as [->|]; [|reflexivity]. destruct M. exact (G p I x Iy).
    + exists e'. split.
      * intro y. unfold update. destruct (Nat.eqb_spec y x) as [->|]; [|now left]. right. split; [now left|].
        exact (varies_natural _ _ _ Na V x).
      * intros p I. apply filter_In in I as (I & _). exact (H p I).
  - intros (e1 & V & H & e2 & W & K). exists e2. split.
    + apply (varies_more (rest ++ [x])); [|now apply varies_trans with (e1 := e1)]. intros y I. apply in_app_or in I as [I|[<-|[]]]; [|exact Ix].
      now apply filter_In in I.
    + intros p I. destruct (mem x (snd p)) eqn:M; [apply K, filter_In; auto|].
      apply (holds_free rels (fst p) e2 e1); [|apply H, filter_In; rewrite M; auto]. intros y Iy.
      destruct (W y) as [E|([<-|[]] & _)]; [exact E|]. apply not_mem_In in M. destruct M. exact (G p I x Iy).
Qed.

Lemma cheapest_In parts x xs : In (cheapest parts (x :: xs)) (x :: xs).
Proof.
  unfold cheapest. assert (Last : In (last (x :: xs) O) (x :: xs)).
  { rewrite (app_removelast_last (l := x :: xs) O) at 2 by discriminate. apply in_or_app. right. now left. }
  revert Last. generalize (last (x :: xs) O) as y. intros y Last. generalize (cost parts y) as n. intro n.
  assert (H : forall l, incl l (x :: xs) -> In (fst (fold_right (fun x best => let n := cost parts x in
    if Nat.ltb n (snd best) then (x, n) else best) (y, n) l)) (x :: xs)).
  { induction l as [|z l IH]; intro I; cbn [fold_right]; [exact Last|]. cbv zeta.
    destruct (Nat.ltb _ _); [apply I; now left|]. apply IH. intros u J. apply I. now right. }
  apply H, incl_refl.
Qed.

Lemma exist_iff xs e P Q : (forall e', varies xs e e' -> (P e' <-> Q e')) -> (exist xs e P <-> exist xs e Q).
Proof. intro H. split; intros (e' & V & K); exists e'; split; auto; now apply H. Qed.

Lemma eliminate_holds n : forall xs parts e, good_parts parts -> natural e ->
  (holds e (eliminate n xs parts) <-> exist xs e (all_hold parts)).
Proof.
  assert (Nil : forall parts e, holds e (conjunction (map fst parts)) <-> exist [] e (all_hold parts)).
  { intros parts e. rewrite all_hold_conjunction. split; [intro H; exists e; split; [apply varies_refl|exact H]|].
    intros (e' & V & H) p I. apply (holds_same rels _ e' e); [now apply varies_nil|auto]. }
  induction n as [|n IH]; intros [|x0 xs] parts e G Na; cbn [eliminate]; try apply Nil.
  - rewrite somes_holds by exact Na. apply exist_iff. intros. apply all_hold_conjunction.
  - pose proof (cheapest_In parts x0 xs) as Ix. cbv zeta. set (x := cheapest parts (x0 :: xs)) in *.
    rewrite (taken x (x0 :: xs) parts e G Na Ix).
    set (rest := filter (fun y => negb (Nat.eqb y x)) (x0 :: xs)). set (others := filter (fun p => negb (mem x (snd p))) parts).
    assert (Go : good_parts others) by (intros p I; apply G; now apply filter_In in I).
    destruct (filter (fun p => mem x (snd p)) parts) as [|p inside] eqn:Ei.
    + rewrite (IH rest others e Go Na). apply exist_iff. intros e' _. split; [|easy]. intro H. split; [exact H|].
      exists e'. split; [apply varies_refl|]. intros p [].
    + rewrite IH; [|intros q I; apply in_app_or in I as [I|[<-|[]]]; [auto|apply good_with_vars]|exact Na].
      apply exist_iff. intros e' V. unfold all_hold at 1.
      assert (B : holds e' (Some_ x (conjunction (map fst (p :: inside)))) <-> exist [x] e' (all_hold (p :: inside))).
      { rewrite some_one by exact (varies_natural _ _ _ Na V). apply exist_iff. intros. apply all_hold_conjunction. }
      rewrite <- B. split.
      * intro H. split; [intros q I; apply H, in_or_app; now left|]. apply (H (with_vars _)), in_or_app. right. now left.
      * intros (H & K) q I. apply in_app_or in I as [I|[<-|[]]]; auto.
Qed.

Lemma some_holds xs f e : natural e -> (holds e (some xs f) <-> exist xs e (fun e' => holds e' f)).
Proof.
  intro Na. unfold some. destruct xs as [|x xs]; [exact (somes_holds [] f e Na)|].
  rewrite eliminate_holds; [|intros p I; apply in_map_iff in I as (g & <- & _); apply good_with_vars|exact Na].
  apply exist_iff. intros e' _. rewrite (conjuncts_holds f e'). unfold all_hold. split; intro H.
  - intros g I. apply (H (with_vars g)), in_map, I.
  - intros p I. apply in_map_iff in I as (g & <- & I). exact (H g I).
Qed.

Definition quantified_as (all : bool) (xs : list var) (e : env) (P : env -> Prop) : Prop := if all then every xs e P else exist xs e P.
Lemma quantify_holds (all : bool) xs f g (e : env) : natural e -> (forall e', natural e' -> (holds e' g <-> holds e' f)) ->
  (holds e (if all then alls xs g else some xs g) <-> quantified_as all xs e (fun e' => holds e' f)).
Proof.
  intros Na H. destruct all; cbn [quantified_as].
  - rewrite alls_holds by exact Na. split; intros K e' V; apply (H e'); eauto using varies_natural.
  - rewrite some_holds by exact Na. apply exist_iff. intros e' V. eauto using varies_natural.
Qed.
Lemma exist_nil f e : exist [] e (fun e' => holds e' f) <-> holds e f.
Proof.
  split; [|intro H; exists e; split; [apply varies_refl|exact H]]. intros (e' & V & H).
  apply (holds_same rels f e' e); [now apply varies_nil|exact H].
Qed.
Lemma natural_updates xs : forall vs (e : env), natural e -> Forall (Z.le 0) vs -> natural (updates e xs vs).
Proof.
  induction xs as [|x xs IH]; intros [|v vs] e Na F; cbn [updates]; auto. inversion F; subst. apply IH; auto. now apply natural_update.
Qed.

(* Variables that are in the premise alone. *)
Lemma implies_holds xs f g (e : env) : natural e ->
  (every (filter (fun x => mem x (free g)) xs) e (fun e' =>
     exist (filter (fun x => negb (mem x (free g))) xs) e' (fun e' => holds e' f) -> holds e' g)
   <-> every xs e (fun e' => holds e' f -> holds e' g)).
Proof.
  intro Na. split; intros H e' V.
  - intro K. set (e1 := fun y => if mem y (free g) then e' y else e y).
    apply (holds_free rels g e' e1); [intros x I; unfold e1; now rewrite (proj2 (mem_In x _) I)|]. apply H.
    + intro y. unfold e1. destruct (mem y (free g)) eqn:M; [|now left]. destruct (V y) as [E|(I & N)]; [now left|right].
      split; [now apply filter_In|exact N].
    + exists e'. split; [|exact K]. intro y. unfold e1. destruct (mem y (free g)) eqn:M; [now left|].
      destruct (V y) as [E|(I & N)]; [now left|right]. split; [|exact N]. apply filter_In. now rewrite M.
  - intros (e2 & W & K). apply (holds_free rels g e' e2).
    + intros x I. destruct (W x) as [E|(J & _)]; [now symmetry|]. apply filter_In in J as (_ & M). now rewrite (proj2 (mem_In x _) I) in M.
    + apply H; [|exact K]. apply (varies_more (filter (fun x => mem x (free g)) xs ++ filter (fun x => negb (mem x (free g))) xs)).
      * intros y I. apply in_app_or in I as [I|I]; now apply filter_In in I.
      * now apply varies_trans with (e1 := e').
Qed.

Lemma moved_in_holds f : forall all xs e, natural e ->
  (holds e (moved_in all xs f) <-> quantified_as all xs e (fun e' => holds e' f)).
Proof.
  induction f as [r a b|i ys|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|y f IH|y f IH|k ys f IH|y f IH]; intros all xs e Na;
    try (assert (Same : forall e', natural e' -> (holds e' (moved_in false [] f) <-> holds e' f))
      by (intros e' Na'; rewrite (IH false [] e' Na'); apply exist_nil));
    try (assert (Same : forall e', natural e' -> (holds e' (moved_in false [] f) <-> holds e' f))
      by (intros e' Na'; rewrite (IHf false [] e' Na'); apply exist_nil));
    try (assert (Same' : forall e', natural e' -> (holds e' (moved_in false [] g) <-> holds e' g))
      by (intros e' Na'; rewrite (IHg false [] e' Na'); apply exist_nil));
    cbn [moved_in];
    try (apply quantify_holds; [exact Na|]; intros e' Na'; cbn [Logic.holds]; rewrite ?Same, ?Same' by exact Na'; tauto).
  - destruct all; cbv zeta.
    + cbn [quantified_as]. rewrite alls_holds by exact Na. rewrite <- (implies_holds xs f g e Na).
      split; intros H e' V; pose proof (varies_natural _ _ _ Na V) as Na'; specialize (H e' V); cbn [Logic.holds] in *;
        rewrite Same', (IHf false _ e' Na') in * by exact Na'; exact H.
    + apply (quantify_holds false); [exact Na|]. intros e' Na'. cbn [Logic.holds]. rewrite Same, Same' by exact Na'. tauto.
  - destruct all.
    + apply (quantify_holds true); [exact Na|]. intros e' Na'. rewrite (IH false [y] e' Na'), some_one by exact Na'. reflexivity.
    + rewrite (IH false (y :: xs) e Na). cbn [quantified_as]. split.
      * intros (e2 & V & H). apply varies_last in V as (e1 & V & W). exists e1. split; [exact V|].
        apply some_one; [exact (varies_natural _ _ _ Na V)|]. now exists e2.
      * intros (e1 & V & H). apply some_one in H as (e2 & W & H); [|exact (varies_natural _ _ _ Na V)]. exists e2. split; [|exact H].
        exact (last_varies y xs e e1 e2 V W).
  - destruct all.
    + rewrite (IH true (y :: xs) e Na). cbn [quantified_as]. split.
      * intros H e1 V. apply all_one; [exact (varies_natural _ _ _ Na V)|]. intros e2 W. exact (H e2 (last_varies y xs e e1 e2 V W)).
      * intros H e2 V. apply varies_last in V as (e1 & V & W). specialize (H e1 V).
        apply all_one in H; [exact (H e2 W)|exact (varies_natural _ _ _ Na V)].
    + apply (quantify_holds false); [exact Na|]. intros e' Na'. rewrite (IH true [y] e' Na'), all_one by exact Na'. reflexivity.
  - apply quantify_holds; [exact Na|]. intros e' Na'. cbn [Logic.holds]. split; intros (vs & D & L & H); exists vs; (split; [exact D|]; split; [exact L|]);
      intros v I; destruct (H v I) as (A & B & C); (split; [exact A|]; split; [exact B|]); apply (Same _ (natural_updates ys v e' Na' B)), C.
  - apply quantify_holds; [exact Na|]. intros e' Na'. cbn [Logic.holds]. split; intros H b; destruct (H b) as (v & N & L & C); exists v;
      (split; [exact N|]; split; [exact L|]); apply (Same _ (natural_update e' y v Na' N)), C.
Qed.

Theorem narrow_holds f e : natural e -> (holds e (narrow f) <-> holds e f).
Proof. intro Na. unfold narrow. rewrite (moved_in_holds f false [] e Na). apply exist_nil. Qed.
End Narrow.
