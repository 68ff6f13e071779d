(* The logic: terms, formulas, scripts, and what it means that they hold. This file and the definitions in System.v and
   Automata.v are all that a reader of the theorem in Check.v has to believe.

   Variables stand for natural numbers, written as integers that are not negative: a difference may be negative on the way. *)
Require Import ZArith List Lia Bool.
From Filbert Require Import System Automata.
Import ListNotations.
Local Open Scope Z_scope.

Inductive term :=
| Num (c : Z)
| Var (x : var)
| Add (a b : term)
| Sub (a b : term)
| Mul (c : Z) (a : term).

Inductive comparison := LessThan | AtMost | Equal.

Inductive formula :=
| Compare (r : comparison) (a b : term)
| Rel (i : nat) (xs : list var)           (* the relation number i of the script *)
| Not (f : formula)
| And (f g : formula)
| Or (f g : formula)
| Implies (f g : formula)
| Iff (f g : formula)
| Some_ (x : var) (f : formula)
| All (x : var) (f : formula)
| AtLeast (k : nat) (xs : list var) (f : formula)     (* at least k tuples xs of numbers *)
| Infinitely (x : var) (f : formula).           (* infinitely many numbers x: beyond every bound *)

Definition env := var -> Z.
Definition natural (e : env) : Prop := forall x, 0 <= e x.
Definition update (e : env) (x : var) (v : Z) : env := fun y => if Nat.eqb y x then v else e y.

Fixpoint updates (e : env) (xs : list var) (vs : list Z) : env :=
  match xs, vs with x :: xs, v :: vs => updates (update e x v) xs vs | _, _ => e end.

Fixpoint eval (e : env) (t : term) : Z :=
  match t with
  | Num c => c
  | Var x => e x
  | Add a b => eval e a + eval e b
  | Sub a b => eval e a - eval e b
  | Mul c a => c * eval e a
  end.

Definition compares (r : comparison) (a b : Z) : Prop :=
  match r with LessThan => a < b | AtMost => a <= b | Equal => a = b end.

Definition relation := list Z -> Prop.

Fixpoint holds (rels : list relation) (e : env) (f : formula) : Prop :=
  match f with
  | Compare r a b => compares r (eval e a) (eval e b)
  | Rel i xs => match nth_error rels i with Some R => R (map e xs) | None => False end
  | Not f => ~ holds rels e f
  | And f g => holds rels e f /\ holds rels e g
  | Or f g => holds rels e f \/ holds rels e g
  | Implies f g => holds rels e f -> holds rels e g
  | Iff f g => holds rels e f <-> holds rels e g
  | Some_ x f => exists v, 0 <= v /\ holds rels (update e x v) f
  | All x f => forall v, 0 <= v -> holds rels (update e x v) f
  | AtLeast k xs f => exists vs, NoDup vs /\ length vs = k /\
      forall v, In v vs -> length v = length xs /\ Forall (Z.le 0) v /\ holds rels (updates e xs v) f
  | Infinitely x f => forall b, exists v, 0 <= v /\ b <= v /\ holds rels (update e x v) f
  end.

(** * Games *)
(* A game of natural numbers, the piles. The rule says which moves there are, in the variables 0 .. piles-1, the position, and those up to
   2*piles-1, the next one. The previous player may forbid all but `block` of the moves that he does not like; in misere play
   whoever makes the last move loses. *)
Record game := Game { piles : nat; block : nat; misere : bool; rule : formula }.

Fixpoint assign (xs : list var) (ns : list Z) : env :=
  match xs, ns with x :: xs, n :: ns => update (assign xs ns) x n | _, _ => fun _ => 0 end.

Definition position (g : game) (p : list Z) : Prop := length p = piles g /\ Forall (Z.le 0) p.
Definition option_of (rels : list relation) (g : game) (p q : list Z) : Prop :=
  position g p /\ position g q /\ holds rels (assign (seq 0 (piles g + piles g)) (p ++ q)) (rule g).
(* Every play ends. *)
Definition ends (rels : list relation) (g : game) : Prop := well_founded (fun q p => option_of rels g p q).
(* A position is in the kernel exactly if fewer than `block` of its options are; in misere play it has some option, too. *)
Definition is_kernel (rels : list relation) (g : game) (K : relation) : Prop := forall p, position g p ->
  (K p <-> (misere g = true -> exists q, option_of rels g p q) /\
    ~ exists qs, NoDup qs /\ length qs = block g /\ forall q, In q qs -> option_of rels g p q /\ K q).

(** * Scripts *)
Inductive command :=
| Automaton (k : nat) (A : dfa)                (* a relation of k numbers, by an automaton on their representations *)
| Define (xs : list var) (f : formula)         (* a relation by a formula *)
| Kernel (g : game)                            (* the kernel of a game, which ends and has one *)
| Theorem_ (f : formula).                      (* f holds, whatever its free variables *)

(* The tuples some representation of which the automaton accepts; the tracks are the variables 0 .. k-1. *)
Definition accepted (s : structure) (k : nat) (A : dfa) : relation := fun ns =>
  exists w, valid_on s (seq 0 k) w /\ accepts A (seq 0 k) w = true /\ map (value s w) (seq 0 k) = ns.

Definition defined (rels : list relation) (xs : list var) (f : formula) : relation :=
  fun ns => holds rels (assign xs ns) f.

(* Every theorem of the script holds, relations being numbered in the order of the script. *)
Fixpoint true_script (s : system) (rels : list relation) (cs : list command) : Prop :=
  match cs with
  | [] => True
  | Automaton k A :: cs => true_script s (rels ++ [accepted (one s) k A]) cs
  | Define xs f :: cs => true_script s (rels ++ [defined rels xs f]) cs
  | Kernel g :: cs =>
      ends rels g /\ (exists K, is_kernel rels g K) /\ forall K, is_kernel rels g K -> true_script s (rels ++ [K]) cs
  | Theorem_ f :: cs => (forall e, natural e -> holds rels e f) /\ true_script s rels cs
  end.

(** * Only the values of the free variables matter *)
Fixpoint term_vars (t : term) : list var :=
  match t with
  | Num _ => []
  | Var x => [x]
  | Add a b | Sub a b => term_vars a ++ term_vars b
  | Mul _ a => term_vars a
  end.
Fixpoint free (f : formula) : list var :=
  match f with
  | Compare _ a b => term_vars a ++ term_vars b
  | Rel _ xs => xs
  | Not f => free f
  | And f g | Or f g | Implies f g | Iff f g => free f ++ free g
  | Some_ x f | All x f | Infinitely x f => remove Nat.eq_dec x (free f)
  | AtLeast _ xs f => filter (fun y => negb (existsb (Nat.eqb y) xs)) (free f)
  end.

Lemma eval_free t : forall e e', (forall x, In x (term_vars t) -> e x = e' x) -> eval e t = eval e' t.
Proof.
  induction t; simpl; intros e e' H; auto;
    rewrite ?(IHt e e'), ?(IHt1 e e'), ?(IHt2 e e') by (intros; apply H; auto using in_or_app); reflexivity.
Qed.

Lemma updates_free l xs : forall vs e e', length vs = length xs ->
  (forall y, In y (filter (fun y => negb (existsb (Nat.eqb y) xs)) l) -> e y = e' y) ->
  forall y, In y l -> updates e xs vs y = updates e' xs vs y.
Proof.
  induction xs as [|x xs IH]; intros [|v vs] e e' L H y I; try discriminate; cbn [updates].
  - apply H, filter_In. auto.
  - apply IH; [now injection L| |exact I]. intros z Iz. apply filter_In in Iz as (Iz & N). unfold update.
    destruct (Nat.eqb z x) eqn:E; [reflexivity|]. apply H, filter_In. split; [exact Iz|]. cbn [existsb]. now rewrite E.
Qed.

Lemma holds_free rels f : forall e e', (forall x, In x (free f) -> e x = e' x) -> (holds rels e f <-> holds rels e' f).
Proof.
  induction f as [r a b|i xs|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IH|x f IH|k xs f IH|x f IH];
    simpl; intros e e' H.
  - rewrite (eval_free a e e'), (eval_free b e e') by (intros; apply H; auto using in_or_app). tauto.
  - rewrite (map_ext_in e e' xs H). tauto.
  - rewrite (IH e e' H). tauto.
  - rewrite (IHf e e'), (IHg e e') by (intros; apply H; auto using in_or_app). tauto.
  - rewrite (IHf e e'), (IHg e e') by (intros; apply H; auto using in_or_app). tauto.
  - rewrite (IHf e e'), (IHg e e') by (intros; apply H; auto using in_or_app). tauto.
  - rewrite (IHf e e'), (IHg e e') by (intros; apply H; auto using in_or_app). tauto.
  - assert (G : forall v, holds rels (update e x v) f <-> holds rels (update e' x v) f).
    { intro v. apply IH. intros y I. unfold update. destruct (Nat.eqb_spec y x); [reflexivity|].
      apply H. now apply in_in_remove. }
    split; intros (v & N & Hv); exists v; split; auto; now apply G.
  - assert (G : forall v, holds rels (update e x v) f <-> holds rels (update e' x v) f).
    { intro v. apply IH. intros y I. unfold update. destruct (Nat.eqb_spec y x); [reflexivity|].
      apply H. now apply in_in_remove. }
    split; intros Hv v N; apply G; auto.
  - assert (G : forall v, length v = length xs -> (holds rels (updates e xs v) f <-> holds rels (updates e' xs v) f)).
    { intros v Lv. apply IH. apply updates_free; assumption. }
    split; intros (vs & D & L & Hv); exists vs; split; auto; split; auto; intros v I; destruct (Hv v I) as (A & B & C);
      repeat split; auto; now apply G.
  - assert (G : forall v, holds rels (update e x v) f <-> holds rels (update e' x v) f).
    { intro v. apply IH. intros y I. unfold update. destruct (Nat.eqb_spec y x); [reflexivity|].
      apply H. now apply in_in_remove. }
    split; intros Hv b; destruct (Hv b) as (v & N & L & Hf); exists v; repeat split; auto; now apply G.
Qed.

Lemma holds_same rels f e e' : (forall x, e x = e' x) -> (holds rels e f <-> holds rels e' f).
Proof. intro H. apply holds_free. auto. Qed.

Lemma natural_update e x v : natural e -> 0 <= v -> natural (update e x v).
Proof. intros N H y. unfold update. destruct (Nat.eqb y x); auto. Qed.
