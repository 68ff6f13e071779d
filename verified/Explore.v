(* Exploration: whatever is reached from some nodes has successors, or the answer is no.

   Every rule of the checker is one exploration: its nodes are tuples of states or sets of them, and a node that breaks
   the rule has no successors at all (None). What is found on the way (a memory) is kept for the nodes to come. *)
Require Import List Lia Bool.
From Filbert Require Export Buckets.
Import ListNotations.

Section Explore.
Variables T M : Type.
Variable same : T -> T -> bool.
Variable key_of : T -> key.           (* need not be injective *)
Variable successors : M -> T -> option (M * list T).

Definition insert (x : T) (st : buckets T * list T) : buckets T * list T :=
  let (seen, todo) := st in
  let k := key_of x in
  let l := bucket seen k in
  if existsb (same x) l then st else (put_bucket seen k (x :: l), x :: todo).

Inductive progress := Going (m : M) (seen : buckets T) (todo : list T) | Yes (m : M) (seen : buckets T) | No.

Definition step (p : progress) : progress :=
  match p with
  | Going m seen [] => Yes m seen
  | Going m seen (x :: todo) =>
      match successors m x with
      | Some (m, ys) => let (seen, todo) := fold_right insert (seen, todo) ys in Going m seen todo
      | None => No
      end
  | p => p
  end.
(* 2^n steps, fewer where the end comes earlier. *)
Fixpoint steps (n : nat) (p : progress) : progress :=
  match p with
  | Going _ _ _ => match n with O => step p | S n => steps n (steps n p) end
  | p => p
  end.
Definition explore (m : M) (start : list T) : bool :=
  let (seen, todo) := fold_right insert (no_buckets, []) start in
  match steps 50 (Going m seen todo) with Yes _ _ => true | _ => false end.

(** * Soundness *)
Hypothesis same_eq : forall a b, same a b = true -> a = b.
(* What is said of successors stays true when more is remembered. *)
Variables (sane : M -> Prop) (grows : M -> M -> Prop) (proper : M -> T -> Prop) (leads : M -> T -> list T -> Prop).
Hypothesis grows_refl : forall m, grows m m.
Hypothesis grows_trans : forall m m' m'', grows m m' -> grows m' m'' -> grows m m''.
Hypothesis grows_proper : forall m m' x, grows m m' -> proper m x -> proper m' x.
Hypothesis grows_leads : forall m m' x ys, grows m m' -> proper m x -> leads m x ys -> leads m' x ys.
Hypothesis successors_lead : forall m x m' ys, sane m -> proper m x -> successors m x = Some (m', ys) ->
  sane m' /\ grows m m' /\ Forall (proper m') ys /\ leads m' x ys.

Definition known (s : buckets T) (x : T) : Prop := exists k, In x (bucket s k).

Lemma insert_known x seen todo seen' todo' : insert x (seen, todo) = (seen', todo') ->
  known seen' x /\ (forall y, known seen y -> known seen' y) /\
  (forall y, In y todo -> In y todo') /\ (forall y, In y todo' -> In y todo \/ y = x) /\
  (forall y, known seen' y -> known seen y \/ In y todo' /\ y = x).
Proof.
  unfold insert. cbv zeta. destruct (existsb (same x) (bucket seen (key_of x))) eqn:E; intros H; injection H as <- <-.
  - apply existsb_exists in E. destruct E as (y & I & S). apply same_eq in S. subst y.
    split; [exists (key_of x); exact I|]. auto.
  - split; [|split; [|split; [|split]]].
    + exists (key_of x). rewrite bucket_put. destruct (key_dec _ _); [now left|contradiction].
    + intros y (k & I). exists k. rewrite bucket_put. destruct (key_dec k (key_of x)) as [->|N]; [now right|assumption].
    + intros y I. now right.
    + intros y [<-|I]; auto.
    + intros y (k & I). revert I. rewrite bucket_put. destruct (key_dec k (key_of x)) as [E'|N].
      * intros [<-|I]; [right; split; [now left|reflexivity]|left; exists (key_of x); exact I].
      * intros I. left. exists k. exact I.
Qed.

Lemma inserts_known l : forall seen todo seen' todo', fold_right insert (seen, todo) l = (seen', todo') ->
  (forall x, In x l -> known seen' x) /\ (forall y, known seen y -> known seen' y) /\
  (forall y, In y todo -> In y todo') /\ (forall y, In y todo' -> In y todo \/ In y l) /\
  (forall y, known seen' y -> known seen y \/ In y todo' /\ In y l).
Proof.
  induction l as [|x l IH]; cbn [fold_right]; intros seen todo seen' todo' H.
  - injection H as <- <-. repeat split; auto. intros x [].
  - destruct (fold_right insert (seen, todo) l) as (s1, t1) eqn:F.
    destruct (IH _ _ _ _ F) as (A & B & C & T' & D). destruct (insert_known _ _ _ _ _ H) as (A' & B' & C' & T'' & D').
    repeat split; auto.
    + intros y [<-|I]; auto.
    + intros y I. destruct (T'' y I) as [J| ->]; [destruct (T' y J)|]; simpl; auto.
    + intros y K. destruct (D' y K) as [K'|(I & ->)]; [|right; split; [exact I|now left]].
      destruct (D y K') as [|(I & J)]; [now left|right; split; [now apply C'|now right]].
Qed.

(* What is known and not to be done has successors that are known. *)
Definition closed_but (m : M) (seen : buckets T) (todo : list T) : Prop :=
  forall x, known seen x -> proper m x /\ (In x todo \/ exists ys, leads m x ys /\ forall y, In y ys -> known seen y).
Definition fine (m0 : M) (start : list T) (p : progress) : Prop :=
  match p with
  | Going m seen todo => sane m /\ grows m0 m /\ (forall x, In x start -> known seen x) /\ (forall x, In x todo -> known seen x) /\ closed_but m seen todo
  | Yes m seen => sane m /\ grows m0 m /\ (forall x, In x start -> known seen x) /\ closed_but m seen []
  | No => True
  end.

Lemma step_fine m0 start p : fine m0 start p -> fine m0 start (step p).
Proof.
  destruct p as [m seen [|x todo]|m seen|]; cbn [step fine]; auto.
  { intros (Sa & G0 & S & _ & C). auto. }
  intros (Sa & G0 & S & D & C). destruct (successors m x) as [(m', ys)|] eqn:E; [|exact I].
  destruct (C x (D x (or_introl eq_refl))) as (P & _). destruct (successors_lead m x m' ys Sa P E) as (Sa' & G & Ps & L).
  destruct (fold_right insert (seen, todo) ys) as (seen', todo') eqn:F.
  destruct (inserts_known _ _ _ _ _ F) as (A & B & C' & T' & D'). cbn [fine]. split; [exact Sa'|]. split; [eauto|]. split; [auto|]. split.
  - intros y J. destruct (T' y J) as [J'|J']; [|auto]. apply B, D. now right.
  - intros y K. destruct (D' y K) as [K'|(J & Jy)].
    + destruct (C y K') as (Py & H). split; [eauto|]. destruct H as [[<-|H]|(zs & Z & H)].
      * right. exists ys. auto.
      * left. auto.
      * right. exists zs. split; [eauto|auto].
    + rewrite Forall_forall in Ps. auto.
Qed.
Lemma steps_fine m0 start n : forall p, fine m0 start p -> fine m0 start (steps n p).
Proof.
  induction n as [|n IH]; intros p H; destruct p; cbn [steps]; auto. apply (step_fine m0 start (Going m seen todo)). exact H.
Qed.

Theorem explore_sound m start : sane m -> Forall (proper m) start -> explore m start = true ->
  exists (P : T -> Prop) m', sane m' /\ grows m m' /\ (forall x, In x start -> P x) /\
    forall x, P x -> proper m' x /\ exists ys, leads m' x ys /\ forall y, In y ys -> P y.
Proof.
  unfold explore. intros Sa Ps. destruct (fold_right insert (no_buckets, []) start) as (seen, todo) eqn:F. intro H.
  assert (E : forall y, ~ known no_buckets y).
  { intros y (k & I). rewrite no_bucket in I. exact I. }
  rewrite Forall_forall in Ps.
  assert (G : fine m start (Going m seen todo)).
  { destruct (inserts_known _ _ _ _ _ F) as (A & _ & _ & T' & D). split; [exact Sa|]. split; [apply grows_refl|]. split; [exact A|]. split.
    - intros x I. destruct (T' x I) as [[]|]; auto.
    - intros x K. destruct (D x K) as [K'|(I & J)]; [destruct (E x K')|auto]. }
  apply (steps_fine m start 50) in G. destruct (steps 50 (Going m seen todo)); try discriminate.
  destruct G as (Sa' & G & S & C). exists (known seen0), m0. split; [exact Sa'|]. split; [exact G|]. split; [exact S|].
  intros x K. destruct (C x K) as (Px & [[]|H']); auto.
Qed.
End Explore.

(* Where nothing is remembered. *)
Section Plain.
Variable T : Type.
Variable same : T -> T -> bool.
Variable key_of : T -> key.
Variable successors : T -> option (list T).
Hypothesis same_eq : forall a b, same a b = true -> a = b.
Definition explore_plain (start : list T) : bool := explore T unit same key_of (fun m x => option_map (pair m) (successors x)) tt start.
Theorem explore_plain_sound start : explore_plain start = true ->
  exists P : T -> Prop, (forall x, In x start -> P x) /\
    forall x, P x -> exists ys, successors x = Some ys /\ forall y, In y ys -> P y.
Proof.
  intro H. destruct (explore_sound T unit same key_of (fun m x => option_map (pair m) (successors x)) same_eq (fun _ => True) (fun _ _ => True) (fun _ _ => True)
    (fun _ x ys => successors x = Some ys)) with (m := tt) (start := start) as (P & m & _ & _ & S & N); auto.
  - intros m x m' ys _ _ E. destruct (successors x) as [zs|]; [|discriminate]. injection E as <- <-. repeat split.
    now apply Forall_forall.
  - now apply Forall_forall.
  - exists P. split; [exact S|]. intros x Px. now apply N.
Qed.
End Plain.
