(* Exploration: whatever is reached from some nodes has successors, or the answer is no.

   Every rule of the checker is one exploration: its nodes are tuples of states or sets of them, and a node that breaks
   the rule has no successors at all (None). *)
Require Import List Lia Bool PArith FMapPositive.
Import ListNotations.

Section Explore.
Variable T : Type.
Variable same : T -> T -> bool.
Variable key : T -> positive.           (* need not be injective *)
Variable successors : T -> option (list T).
Hypothesis same_eq : forall a b, same a b = true -> a = b.

Definition nodes := PositiveMap.t (list T).
Definition bucket (s : nodes) (k : positive) : list T :=
  match PositiveMap.find k s with Some l => l | None => [] end.
Definition insert (x : T) (st : nodes * list T) : nodes * list T :=
  let (seen, todo) := st in
  let k := key x in
  let l := bucket seen k in
  if existsb (same x) l then st else (PositiveMap.add k (x :: l) seen, x :: todo).

Inductive progress := Going (seen : nodes) (todo : list T) | Yes (seen : nodes) | No.

Definition step (p : progress) : progress :=
  match p with
  | Going seen [] => Yes seen
  | Going seen (x :: todo) =>
      match successors x with
      | Some ys => let (seen, todo) := fold_right insert (seen, todo) ys in Going seen todo
      | None => No
      end
  | p => p
  end.
(* 2^n steps, fewer where the end comes earlier. *)
Fixpoint steps (n : nat) (p : progress) : progress :=
  match p with
  | Going _ _ => match n with O => step p | S n => steps n (steps n p) end
  | p => p
  end.
Definition explore (start : list T) : bool :=
  let (seen, todo) := fold_right insert (PositiveMap.empty _, []) start in
  match steps 50 (Going seen todo) with Yes _ => true | _ => false end.

(** * Soundness *)
Definition known (s : nodes) (x : T) : Prop := exists k, In x (bucket s k).

Lemma insert_known x seen todo seen' todo' : insert x (seen, todo) = (seen', todo') ->
  known seen' x /\ (forall y, known seen y -> known seen' y) /\
  (forall y, In y todo -> In y todo') /\ (forall y, known seen' y -> known seen y \/ In y todo').
Proof.
  unfold insert. cbv zeta. destruct (existsb (same x) (bucket seen (key x))) eqn:E; intros H; injection H as <- <-.
  - apply existsb_exists in E. destruct E as (y & I & S). apply same_eq in S. subst y.
    split; [exists (key x); exact I|]. auto.
  - assert (B : forall k, bucket (PositiveMap.add (key x) (x :: bucket seen (key x)) seen) k =
        if Pos.eqb k (key x) then x :: bucket seen (key x) else bucket seen k).
    { intro k. unfold bucket at 1. destruct (Pos.eqb_spec k (key x)) as [->|N].
      - now rewrite PositiveMap.gss.
      - now rewrite PositiveMap.gso. }
    split; [|split; [|split]].
    + exists (key x). rewrite B, Pos.eqb_refl. now left.
    + intros y (k & I). exists k. rewrite B. destruct (Pos.eqb_spec k (key x)) as [->|N]; [now right|assumption].
    + intros y I. now right.
    + intros y (k & I). revert I. rewrite B. destruct (Pos.eqb_spec k (key x)) as [E'|N].
      * intros [<-|I]; [right; now left|left; exists (key x); exact I].
      * intros I. left. exists k. exact I.
Qed.

Lemma inserts_known l : forall seen todo seen' todo', fold_right insert (seen, todo) l = (seen', todo') ->
  (forall x, In x l -> known seen' x) /\ (forall y, known seen y -> known seen' y) /\
  (forall y, In y todo -> In y todo') /\ (forall y, known seen' y -> known seen y \/ In y todo').
Proof.
  induction l as [|x l IH]; cbn [fold_right]; intros seen todo seen' todo' H.
  - injection H as <- <-. repeat split; auto. intros x [].
  - destruct (fold_right insert (seen, todo) l) as (s1, t1) eqn:F.
    destruct (IH _ _ _ _ F) as (A & B & C & D). destruct (insert_known _ _ _ _ _ H) as (A' & B' & C' & D').
    repeat split; auto.
    + intros y [<-|I]; auto.
    + intros y K. destruct (D' y K) as [K'|I]; [|auto]. destruct (D y K'); auto.
Qed.

(* What is known and not to be done has successors that are known. *)
Definition closed_but (seen : nodes) (todo : list T) : Prop :=
  forall x, known seen x -> In x todo \/ exists ys, successors x = Some ys /\ forall y, In y ys -> known seen y.
Definition fine (start : list T) (p : progress) : Prop :=
  match p with
  | Going seen todo => (forall x, In x start -> known seen x) /\ closed_but seen todo
  | Yes seen => (forall x, In x start -> known seen x) /\ closed_but seen []
  | No => True
  end.

Lemma step_fine start p : fine start p -> fine start (step p).
Proof.
  destruct p as [seen [|x todo]|seen|]; simpl; auto. intros (S & C).
  destruct (successors x) as [ys|] eqn:E; [|exact I].
  destruct (fold_right insert (seen, todo) ys) as (seen', todo') eqn:F.
  destruct (inserts_known _ _ _ _ _ F) as (A & B & C' & D). simpl. split; [auto|].
  intros y K. destruct (D y K) as [K'|I]; [|auto]. destruct (C y K') as [[<-|I]|(zs & Z & H)].
  - right. exists ys. auto.
  - left. auto.
  - right. exists zs. auto.
Qed.
Lemma steps_fine start n : forall p, fine start p -> fine start (steps n p).
Proof.
  induction n as [|n IH]; intros p H; destruct p; simpl; auto. apply (step_fine start (Going seen todo)). exact H.
Qed.

Theorem explore_sound start : explore start = true ->
  exists P : T -> Prop, (forall x, In x start -> P x) /\
    forall x, P x -> exists ys, successors x = Some ys /\ forall y, In y ys -> P y.
Proof.
  unfold explore. destruct (fold_right insert (PositiveMap.empty _, []) start) as (seen, todo) eqn:F. intro H.
  assert (E : forall y, ~ known (PositiveMap.empty (list T)) y).
  { intros y (k & I). unfold bucket in I. rewrite PositiveMap.gempty in I. exact I. }
  assert (G : fine start (Going seen todo)).
  { destruct (inserts_known _ _ _ _ _ F) as (A & _ & _ & D). split; [exact A|].
    intros x K. destruct (D x K) as [K'|I]; [destruct (E x K')|auto]. }
  apply (steps_fine start 50) in G. destruct (steps 50 (Going seen todo)); try discriminate.
  destruct G as (S & C). exists (known seen0). split; [exact S|].
  intros x K. destruct (C x K) as [[]|]; assumption.
Qed.
End Explore.
