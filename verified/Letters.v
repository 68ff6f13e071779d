(* Letters read digit by digit, the last variable first: what is decided by the first digits already has no need of the others. *)
Require Import ZArith List Lia Bool PArith FMapPositive.
From Filbert Require Import System Automata Linear Skeleton.
Import ListNotations.

Definition places := list (var * nat).
Fixpoint look (l : places) (x : var) : nat :=
  match l with [] => 0 | (y, d) :: l => if Nat.eqb x y then d else look l x end.

(** * Definitions *)
(* What is left of the rows of an automaton when some digits of the letter are read; the others are of these variables. *)
Definition row := PositiveMap.t positive.
Inductive partial :=
| Fixed (b : bool)
| Rows (m : row) (xs : list var)
| Sum (v : vector)                      (* what was read of a sum, with the letter still to come *)
| Pair (a b : partial).

Definition neg_partial (t : partial) : partial := match t with Fixed b => Fixed (negb b) | t => t end.
Definition pair_partial (op : bool -> bool -> bool) (a b : partial) : partial :=
  match a, b with
  | Fixed x, Fixed y => Fixed (op x y)
  | Fixed x, _ => if Bool.eqb (op x true) (op x false) then Fixed (op x true) else Pair a b
  | _, Fixed y => if Bool.eqb (op true y) (op false y) then Fixed (op true y) else Pair a b
  | _, _ => Pair a b
  end.

Fixpoint ones (d : nat) (m : row) : row :=
  match d with O => m | S d => match m with PositiveMap.Leaf _ => m | PositiveMap.Node _ _ r => ones d r end end.
(* The rows that have digit d next. *)
Definition descend (d : nat) (m : row) : row :=
  match m with PositiveMap.Leaf _ => m | PositiveMap.Node l _ _ => ones d l end.
Fixpoint digit_of (l : places) (x : var) : option nat :=
  match l with [] => None | (y, d) :: l => if Nat.eqb x y then Some d else digit_of l x end.
(* As many digits as are known. *)
Fixpoint advance (ds : places) (m : row) (xs : list var) : partial :=
  match m with
  | PositiveMap.Leaf _ => Fixed false
  | PositiveMap.Node _ o _ => match xs with
      | [] => match o with Some _ => Rows m [] | None => Fixed false end
      | x :: xs' => match digit_of ds x with Some d => advance ds (descend d m) xs' | None => Rows m xs end
      end
  end.

(* Before a letter. *)
Fixpoint begin (s : structure) (p : skeleton) (t : state) : partial :=
  match t, p with
  | Known b, _ => Fixed b
  | At q, Aut A xs => match PositiveMap.find q A with Some (_, m) => advance [] m (rev xs) | None => Fixed false end
  | Read v, Lin e ks c => Sum (up (home s ks) v)
  | t, Neg p => neg_partial (begin s p t)
  | Both t u, Bin op p q => pair_partial op (begin s p t) (begin s q u)
  | _, _ => Fixed false
  end.
(* Variable x has digit d; ds are those before. *)
Fixpoint feed (x : var) (d : nat) (ds : places) (p : skeleton) (t : partial) : partial :=
  match t, p with
  | Rows m (y :: xs), Aut _ _ => if Nat.eqb y x then advance ds (descend d m) xs else t
  | Pair t u, Bin op p q => pair_partial op (feed x d ds p t) (feed x d ds q u)
  | Fixed _, _ => t
  | t, Neg p => neg_partial (feed x d ds p t)
  | _, _ => t
  end.
(* The state after the letter. *)
Fixpoint finish (s : structure) (p : skeleton) (t : partial) (a : letter) (qs : var -> nat) : state :=
  match t, p with
  | Fixed b, _ => Known b
  | Rows m xs, Aut _ _ => match PositiveMap.find (fold_right push_digit xH (map a xs)) m with Some q => At q | None => Known false end
  | Sum v, Lin e ks c => decide (home s ks) e ks c qs (add_at 0 (dot ks a) v)
  | t, Neg p => neg_state (finish s p t a qs)
  | Pair t u, Bin op p q => bin_state op (finish s p t a qs) (finish s q u a qs)
  | _, _ => Known false
  end.

(* The letters that may follow, each with the states of the variables after it. *)
Fixpoint choices (s : structure) (vs : places) : list (places * places) :=
  match vs with
  | [] => [([], [])]
  | (x, q) :: vs =>
      flat_map (fun '(ds, ns) => flat_map (fun d => match after (s x) q d with
        | Some q' => [((x, d) :: ds, (x, q') :: ns)]
        | None => []
        end) (seq 0 (S (fst (entry (s x) q))))) (choices s vs)
  end.

Definition stops (stop : option bool) (t : partial) : bool :=
  match t, stop with Fixed b, Some c => Bool.eqb b c | _, _ => false end.
Definition stopped (stop : option bool) (t : state) : bool :=
  match t, stop with Known b, Some c => Bool.eqb b c | _, _ => false end.
(* `next` is what is done with each letter: its digits ds, the states ns after it, those of the variables vs among them, and what is made
   of its digits, read one after the other. Where that stops, letters are left out. *)
Section Letters.
Variables T S : Type.
Variables (s : structure) (read : var -> nat -> places -> S -> S) (ended : S -> bool).
Fixpoint letters (vs : places) (next : places -> places -> places -> S -> list T -> list T)
    (ds ns us : places) (t : S) (l : list T) : list T :=
  match vs with
  | [] => next ds ns us t l
  | (x, q) :: vs =>
      letters vs (fun ds ns us t l =>
        fold_right (fun d l => match after (s x) q d with
          | Some q' =>
              let t := read x d ds t in
              if ended t then l else let n := (x, q') in next ((x, d) :: ds) (n :: ns) (n :: us) t l
          | None => l
          end) l (seq 0 (Datatypes.S (fst (entry (s x) q))))) ds ns us t l
  end.
End Letters.
(* What is made of the letters, and of the state after each; those after which it is `stop` are left out. *)
Definition after_letters T (s : structure) (p : skeleton) (stop : option bool) (emit : places -> places -> state -> T) (vs ds ns : places)
    (t : partial) : list T :=
  letters T partial s (fun x d ds t => feed x d ds p t) (stops stop) vs (fun ds ns us t l =>
    let t := finish s p t (look ds) (look ns) in
    if stopped stop t then l else emit ds us t :: l) ds ns [] t [].

(* Digits of some variables, the last first. *)
Fixpoint feeds (p : skeleton) (es ds : places) (t : partial) : partial :=
  match es with [] => t | (x, d) :: es => feed x d (es ++ ds) p (feeds p es ds t) end.
Fixpoint distinct (xs : list var) : bool :=
  match xs with [] => true | x :: xs => negb (existsb (Nat.eqb x) xs) && distinct xs end.

(** * Soundness *)
Lemma distinct_NoDup xs : distinct xs = true -> NoDup xs.
Proof.
  induction xs as [|x xs IH]; simpl; intro H; constructor; apply andb_prop in H as (H1 & H2); auto.
  intro I. apply negb_true_iff in H1. assert (X : existsb (Nat.eqb x) xs = true) by (apply existsb_exists; exists x; split; [exact I|apply Nat.eqb_refl]).
  congruence.
Qed.
Lemma look_In l x d : NoDup (map fst l) -> In (x, d) l -> look l x = d.
Proof.
  induction l as [|(y, e) l IH]; simpl; intros D I; [tauto|]. inversion D as [|? ? N D']; subst.
  destruct I as [I|I]; [injection I as -> ->; now rewrite Nat.eqb_refl|].
  destruct (Nat.eqb_spec x y) as [->|]; [|auto]. destruct N. apply in_map_iff. now exists (y, d).
Qed.
Lemma digit_In l x d : digit_of l x = Some d -> In (x, d) l.
Proof.
  induction l as [|(y, e) l IH]; simpl; [discriminate|]. destruct (Nat.eqb_spec x y) as [->|]; [|auto].
  intro E. injection E as ->. now left.
Qed.
Lemma known_or (t : state) b : t = Known b \/ t <> Known b.
Proof. destruct t as [c| | |]; [destruct b, c|..]; (left; reflexivity) || (right; discriminate). Qed.

(** ** Digit by digit is as at once *)
Lemma find_leaf T i : PositiveMap.find i (PositiveMap.Leaf T) = None.
Proof. now destruct i. Qed.
Lemma find_descend d c m : PositiveMap.find (push_digit d c) m = PositiveMap.find c (descend d m).
Proof.
  rewrite push_digit_ones. destruct m as [|l o r]; [now rewrite !find_leaf|]. cbn [PositiveMap.find descend].
  revert l. induction d as [|d IH]; intro l; [reflexivity|]. cbn [Nat.iter ones]. destruct l as [|l o' r']; [now rewrite !find_leaf|].
  cbn [nat_rect PositiveMap.find]. apply IH.
Qed.

Section Partial.
Variables (s : structure) (a : letter) (qs : var -> nat).
Notation finish p t := (finish s p t a qs).

Lemma finish_fixed p b : finish p (Fixed b) = Known b.
Proof. now destruct p. Qed.
Lemma finish_neg p t : finish (Neg p) (neg_partial t) = neg_state (finish p t).
Proof. destruct t; cbn [neg_partial]; [now rewrite !finish_fixed|reflexivity..]. Qed.
Lemma finish_pair op p q t u : finish (Bin op p q) (pair_partial op t u) = bin_state op (finish p t) (finish q u).
Proof.
  destruct t as [x| | |], u as [y| | |]; cbn [pair_partial]; rewrite ?finish_fixed; try reflexivity;
    match goal with |- context [Bool.eqb ?x ?y] => destruct (Bool.eqb_spec x y) as [E|_] end;
    rewrite ?finish_fixed; try (cbn [Letters.finish]; rewrite ?finish_fixed; reflexivity);
    match goal with |- context [bin_state op ?v ?w] => remember (bin_state op v w) as r eqn:R end;
    revert R; match goal with |- context [finish ?r ?z] => destruct (finish r z) as [b| | |] end; cbn [bin_state];
    rewrite ?E, ?Bool.eqb_reflx; intros ->; try reflexivity; destruct b; congruence.
Qed.
Lemma finish_advance A xs ds : (forall y e, digit_of ds y = Some e -> a y = e) -> forall ys m,
  finish (Aut A xs) (advance ds m ys) = match PositiveMap.find (fold_right push_digit xH (map a ys)) m with Some q => At q | None => Known false end.
Proof.
  intro H. induction ys as [|y ys IH]; intros [|l o r]; cbn [advance map fold_right]; rewrite ?find_leaf; try reflexivity.
  - destruct o; reflexivity.
  - destruct (digit_of ds y) as [d|] eqn:E; [|reflexivity]. rewrite IH, (H y d E), find_descend. reflexivity.
Qed.
Lemma finish_begin p : forall t, finish p (begin s p t) = move s p t a qs.
Proof.
  induction p as [c|A xs|e ks c|p IH|op p IHp q IHq]; intros [b|n|v|t u]; try reflexivity.
  - cbn [begin move]. unfold next. destruct (PositiveMap.find n A) as [(b, m)|]; [|reflexivity].
    rewrite finish_advance by discriminate. unfold code. now rewrite map_rev, <- (rev_involutive (map a xs)), fold_left_rev_right, rev_involutive at 1.
  - cbn [begin move]. rewrite finish_neg, IH. reflexivity.
  - cbn [begin move]. rewrite finish_neg, IH. reflexivity.
  - cbn [begin move]. rewrite finish_neg, IH. reflexivity.
  - cbn [begin move]. rewrite finish_pair, IHp, IHq. reflexivity.
Qed.
Lemma finish_feed x d ds p : a x = d -> (forall y e, digit_of ds y = Some e -> a y = e) -> forall t, finish p (feed x d ds p t) = finish p t.
Proof.
  intros X H. induction p as [c|A xs|e ks c|p IH|op p IHp q IHq]; intros [b|m ys|v|t u]; try reflexivity;
    try (cbn [feed]; destruct ys; reflexivity).
  - destruct ys as [|y ys]; [reflexivity|]. cbn [feed]. destruct (Nat.eqb_spec y x) as [->|]; [|reflexivity].
    rewrite finish_advance by exact H. cbn [Letters.finish map fold_right]. now rewrite X, find_descend.
  - destruct ys; cbn [feed]; rewrite finish_neg, IH; reflexivity.
  - cbn [feed]. rewrite finish_neg, IH. reflexivity.
  - cbn [feed]. rewrite finish_neg, IH. reflexivity.
  - cbn [feed]. rewrite finish_pair, IHp, IHq. reflexivity.
Qed.
Lemma finish_feeds p ds t : forall es, (forall y e, In (y, e) (es ++ ds) -> a y = e) -> finish p (feeds p es ds t) = finish p t.
Proof.
  induction es as [|(x, d) es IH]; cbn [feeds app]; intro H; [reflexivity|]. rewrite finish_feed.
  - apply IH. intros y e I. apply H. now right.
  - apply H. now left.
  - intros y e I. apply H. right. now apply digit_In.
Qed.
End Partial.

Lemma fold_right_flat_map A B C (f : B -> C -> C) (g : A -> list B) l : forall z,
  fold_right f z (flat_map g l) = fold_right (fun x z => fold_right f z (g x)) z l.
Proof. induction l as [|x l IH]; intro z; [reflexivity|]. cbn [flat_map fold_right]. now rewrite fold_right_app, IH. Qed.
Lemma fold_right_same A B (f g : A -> B -> B) l : (forall x z, In x l -> f x z = g x z) -> forall z, fold_right f z l = fold_right g z l.
Proof.
  intros H z. induction l as [|x l IH]; [reflexivity|]. cbn [fold_right]. rewrite IH by (intros; apply H; now right). apply H. now left.
Qed.

Section Choices.
Variable s : structure.
Lemma choices_keys vs : forall es us, In (es, us) (choices s vs) -> map fst es = map fst vs /\ map fst us = map fst vs.
Proof.
  induction vs as [|(x, q) vs IH]; cbn [choices]; intros es us I.
  - destruct I as [I|[]]. injection I as <- <-. auto.
  - apply in_flat_map in I as ((ds, ns) & I & J). apply in_flat_map in J as (d & _ & J). destruct (after (s x) q d) as [q'|]; [|contradiction].
    destruct J as [J|[]]. injection J as <- <-. destruct (IH _ _ I). simpl. split; congruence.
Qed.
Lemma stops_feed stop x d ds p t : stops stop t = true -> stops stop (feed x d ds p t) = true.
Proof. destruct t; try discriminate. now destruct p. Qed.
Fixpoint reads {S} (read : var -> nat -> places -> S -> S) (es ds : places) (t : S) : S :=
  match es with [] => t | (x, d) :: es => read x d (es ++ ds) (reads read es ds t) end.
Lemma reads_feeds p es ds t : reads (fun x d ds t => feed x d ds p t) es ds t = feeds p es ds t.
Proof. induction es as [|(x, d) es IH]; [reflexivity|]. cbn [reads feeds]. now rewrite IH. Qed.
Lemma letters_all T S read ended vs : (forall x d ds t, ended t = true -> ended (read x d ds t) = true) ->
  forall (next : places -> places -> places -> S -> list T -> list T),
  (forall ds ns us t l, ended t = true -> next ds ns us t l = l) -> forall ds ns us t l,
  letters T S s read ended vs next ds ns us t l =
  fold_right (fun '(es, ws) l => next (es ++ ds) (ws ++ ns) (ws ++ us) (reads read es ds t) l) l (choices s vs).
Proof.
  intro Ended. induction vs as [|(x, q) vs IH]; cbn [letters choices]; intros next St ds ns us t l; [reflexivity|]. rewrite IH.
  - rewrite fold_right_flat_map. apply fold_right_same. intros (es, ws) z _. rewrite fold_right_flat_map. apply fold_right_same.
    intros d z' _. destruct (after (s x) q d) as [q'|]; [|reflexivity]. cbn [fold_right app reads]. cbv zeta.
    destruct (ended (read x d (es ++ ds) (reads read es ds t))) eqn:E; [|reflexivity]. symmetry. now apply St.
  - clear - St Ended. intros ds ns us t l E. induction (seq 0 (Datatypes.S (fst (entry (s x) q)))) as [|d r IH]; [reflexivity|].
    cbn [fold_right]. rewrite IH. destruct (after (s x) q d); [|reflexivity]. cbv zeta. now rewrite Ended.
Qed.
Lemma after_letters_all T p stop (emit : places -> places -> state -> T) vs ds ns t0 t :
  NoDup (map fst vs ++ map fst ds) -> t = feeds p ds [] (begin s p t0) ->
  after_letters T s p stop emit vs ds ns t =
  flat_map (fun '(es, us) => let t := move s p t0 (look (es ++ ds)) (look (us ++ ns)) in
    if stopped stop t then [] else [emit (es ++ ds) us t]) (choices s vs).
Proof.
  intros D ->. unfold after_letters. rewrite letters_all; [|intros; now apply stops_feed|].
  - assert (F : forall l z, (forall es us, In (es, us) l -> map fst es = map fst vs) ->
      fold_right (fun '(es, ws) l =>
        let t := finish s p (reads (fun x d ds t => feed x d ds p t) es ds (feeds p ds [] (begin s p t0))) (look (es ++ ds)) (look (ws ++ ns)) in
        if stopped stop t then l else emit (es ++ ds) (ws ++ []) t :: l) z l =
      flat_map (fun '(es, us) => let t := move s p t0 (look (es ++ ds)) (look (us ++ ns)) in
        if stopped stop t then [] else [emit (es ++ ds) us t]) l ++ z).
    { induction l as [|(es, us) l IH]; intros z K; [reflexivity|]. cbn [fold_right flat_map]. rewrite IH by (intros; eapply K; right; eauto).
      assert (N : NoDup (map fst (es ++ ds))) by (rewrite map_app, (K es us (or_introl eq_refl)); exact D).
      rewrite reads_feeds, app_nil_r, !finish_feeds, finish_begin.
      - cbv zeta. destruct (stopped stop _); reflexivity.
      - intros y e I. apply look_In; [exact N|]. rewrite app_nil_r in I. apply in_or_app. now right.
      - intros y e I. now apply look_In. }
    rewrite F; [apply app_nil_r|]. intros es us I. now destruct (choices_keys vs es us I).
  - intros ds' ns' us t l E. destruct t as [b| | |]; try discriminate. rewrite finish_fixed. cbn [stops stopped] in *. cbv zeta. now rewrite E.
Qed.
End Choices.
