(* Bound variables with numbers of their own, so that each of them can have a numeration system of its own.

   Flatten.v gives variables of different quantifiers the same number where neither quantifier is inside the other. Here every quantifier
   takes the next numbers. Cost: one pass over the formula. Weakness: more variables, so formulas of one system stay as they are. *)
Require Import ZArith List Lia Bool.
From Filbert Require Import System Automata Logic.
Import ListNotations.

(* A formula whose free variables have the names that r gives, and whose bound variables are n and beyond; and the first that is not used.
   Beside x of `Infinitely x` one number stays free, for the bound that the checker compares x with. *)
Fixpoint renamed_term (r : var -> var) (t : term) : term :=
  match t with
  | Num c => Num c
  | Var x => Var (r x)
  | Add a b => Add (renamed_term r a) (renamed_term r b)
  | Sub a b => Sub (renamed_term r a) (renamed_term r b)
  | Mul c a => Mul c (renamed_term r a)
  end.
Fixpoint names_from (r : var -> var) (xs : list var) (n : nat) : var -> var :=
  match xs with [] => r | x :: xs => names_from (set r x n) xs (S n) end.
Fixpoint renamed (r : var -> var) (n : nat) (f : formula) : formula * nat :=
  let two (op : formula -> formula -> formula) f g := let (f', m) := renamed r n f in let (g', m) := renamed r m g in (op f' g', m) in
  match f with
  | Compare c a b => (Compare c (renamed_term r a) (renamed_term r b), n)
  | Rel i xs => (Rel i (map r xs), n)
  | Not f => let (f', m) := renamed r n f in (Not f', m)
  | And f g => two And f g
  | Or f g => two Or f g
  | Implies f g => two Implies f g
  | Iff f g => two Iff f g
  | Some_ x f => let (f', m) := renamed (set r x n) (S n) f in (Some_ n f', m)
  | All x f => let (f', m) := renamed (set r x n) (S n) f in (All n f', m)
  | AtLeast k xs f => let (f', m) := renamed (names_from r xs n) (n + length xs) f in (AtLeast k (seq n (length xs)) f', m)
  | Infinitely x f => let (f', m) := renamed (set r x n) (S (S n)) f in (Infinitely n f', m)
  end.
Definition apart (f : formula) : formula := fst (renamed (fun x => x) (S (fold_right Nat.max 0 (free f))) f).

(* Names below n have the values that the old ones have. *)
Definition follow (r : var -> var) (n : nat) (e e' : env) (xs : list var) : Prop := forall x, In x xs -> r x < n /\ e' (r x) = e x.

Lemma renamed_term_eval r n e e' t : follow r n e e' (term_vars t) -> eval e' (renamed_term r t) = eval e t.
Proof.
  induction t; cbn [renamed_term eval term_vars]; intro F; try reflexivity.
  - apply F. now left.
  - rewrite IHt1, IHt2; [reflexivity|intros x I; apply F, in_or_app; now right|intros x I; apply F, in_or_app; now left].
  - rewrite IHt1, IHt2; [reflexivity|intros x I; apply F, in_or_app; now right|intros x I; apply F, in_or_app; now left].
  - now rewrite IHt.
Qed.
Lemma follow_more r n m e e' xs : n <= m -> follow r n e e' xs -> follow r m e e' xs.
Proof. intros L F x I. destruct (F x I). split; [lia|assumption]. Qed.
Lemma follow_set r n e e' x v l : follow r n e e' (remove Nat.eq_dec x l) -> follow (set r x n) (S n) (update e x v) (update e' n v) l.
Proof.
  intros F y I. unfold set, update. destruct (Nat.eqb_spec y x) as [->|N]; [rewrite Nat.eqb_refl; split; [lia|reflexivity]|].
  destruct (F y) as (L & E); [now apply in_in_remove|]. split; [lia|]. destruct (Nat.eqb_spec (r y) n); [lia|exact E].
Qed.
Lemma follow_names xs : forall r n e e' vs l, length vs = length xs ->
  follow r n e e' (filter (fun y => negb (existsb (Nat.eqb y) xs)) l) ->
  follow (names_from r xs n) (n + length xs) (updates e xs vs) (updates e' (seq n (length xs)) vs) l.
Proof.
  induction xs as [|x xs IH]; intros r n e e' [|v vs] l L F; try discriminate; cbn [names_from length seq updates].
  - rewrite Nat.add_0_r. intros y I. apply F, filter_In. auto.
  - rewrite <- Nat.add_succ_comm. apply IH; [now injection L|]. apply follow_set. intros y I. apply F.
    apply in_remove in I as (I & N). apply filter_In in I as (I & H). apply filter_In. split; [exact I|]. cbn [existsb].
    destruct (Nat.eqb_spec y x); [contradiction|exact H].
Qed.

Lemma renamed_more f : forall r n, n <= snd (renamed r n f).
Proof.
  induction f as [c a b|i xs|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IH|x f IH|k xs f IH|x f IH]; intros r n;
    cbn [renamed]; try (simpl; lia).
  - specialize (IH r n). now destruct (renamed r n f).
  - specialize (IHf r n). destruct (renamed r n f) as (f', m). specialize (IHg r m). destruct (renamed r m g). simpl in *. lia.
  - specialize (IHf r n). destruct (renamed r n f) as (f', m). specialize (IHg r m). destruct (renamed r m g). simpl in *. lia.
  - specialize (IHf r n). destruct (renamed r n f) as (f', m). specialize (IHg r m). destruct (renamed r m g). simpl in *. lia.
  - specialize (IHf r n). destruct (renamed r n f) as (f', m). specialize (IHg r m). destruct (renamed r m g). simpl in *. lia.
  - specialize (IH (set r x n) (S n)). destruct (renamed _ _ f). simpl in *. lia.
  - specialize (IH (set r x n) (S n)). destruct (renamed _ _ f). simpl in *. lia.
  - specialize (IH (names_from r xs n) (n + length xs)). destruct (renamed _ _ f). simpl in *. lia.
  - specialize (IH (set r x n) (S (S n))). destruct (renamed _ _ f). simpl in *. lia.
Qed.
Lemma renamed_holds rels f : forall r n e e', follow r n e e' (free f) -> (holds rels e' (fst (renamed r n f)) <-> holds rels e f).
Proof.
  assert (Two : forall r n e e' f g, follow r n e e' (free f ++ free g) ->
    follow r n e e' (free f) /\ follow r (snd (renamed r n f)) e e' (free g)).
  { intros r n e e' f0 g F. split; [intros x I; apply F, in_or_app; now left|].
    apply (follow_more r n); [apply renamed_more|]. intros x I. apply F, in_or_app. now right. }
  induction f as [c a b|i xs|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IH|x f IH|k xs f IH|x f IH]; intros r n e e' F;
    cbn [renamed free] in *.
  - cbn [fst holds]. rewrite !(renamed_term_eval r n e e'); [reflexivity|intros x I; apply F, in_or_app; now right|intros x I; apply F, in_or_app; now left].
  - cbn [fst holds]. rewrite map_map, (map_ext_in (fun x => e' (r x)) e); [reflexivity|]. intros x I. apply F, I.
  - specialize (IH r n e e' F). destruct (renamed r n f). cbn [fst holds] in *. tauto.
  - apply Two in F as (F1 & F2). specialize (IHf r n e e' F1). destruct (renamed r n f) as (f', m). cbn [snd] in F2.
    specialize (IHg r m e e' F2). destruct (renamed r m g). cbn [fst holds] in *. tauto.
  - apply Two in F as (F1 & F2). specialize (IHf r n e e' F1). destruct (renamed r n f) as (f', m). cbn [snd] in F2.
    specialize (IHg r m e e' F2). destruct (renamed r m g). cbn [fst holds] in *. tauto.
  - apply Two in F as (F1 & F2). specialize (IHf r n e e' F1). destruct (renamed r n f) as (f', m). cbn [snd] in F2.
    specialize (IHg r m e e' F2). destruct (renamed r m g). cbn [fst holds] in *. tauto.
  - apply Two in F as (F1 & F2). specialize (IHf r n e e' F1). destruct (renamed r n f) as (f', m). cbn [snd] in F2.
    specialize (IHg r m e e' F2). destruct (renamed r m g). cbn [fst holds] in *. tauto.
  - pose proof (fun v => IH _ _ _ _ (follow_set r n e e' x v _ F)) as X. destruct (renamed _ _ f). cbn [fst holds] in *.
    split; intros (v & Nv & H); exists v; (split; [exact Nv|]); now apply X.
  - pose proof (fun v => IH _ _ _ _ (follow_set r n e e' x v _ F)) as X. destruct (renamed _ _ f). cbn [fst holds] in *.
    split; intros H v Nv; apply X; auto.
  - pose proof (fun vs L => IH _ _ _ _ (follow_names xs r n e e' vs _ L F)) as X. destruct (renamed _ _ f). cbn [fst holds] in *.
    rewrite seq_length. split; intros (vs & D & L & H); exists vs; (split; [exact D|]; split; [exact L|]); intros v I;
      destruct (H v I) as (Lv & P & Hv); (split; [exact Lv|]; split; [exact P|]); now apply (X v Lv).
  - pose proof (fun v => IH _ _ _ _ (follow_more _ _ (S (S n)) _ _ _ (Nat.le_succ_diag_r _) (follow_set r n e e' x v _ F))) as X.
    destruct (renamed _ _ f). cbn [fst holds] in *.
    split; intros H b; destruct (H b) as (v & Nv & Lv & Hv); exists v; (split; [exact Nv|]; split; [exact Lv|]); now apply X.
Qed.

Lemma apart_holds rels e f : holds rels e (apart f) <-> holds rels e f.
Proof.
  apply renamed_holds. intros x I. split; [|reflexivity]. revert I. generalize (free f). clear.
  induction l as [|y l IH]; cbn [fold_right]; [intros []|]. intros [->|I]; [lia|]. specialize (IH I). lia.
Qed.
