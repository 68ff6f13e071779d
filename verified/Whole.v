(* Formulas whose variables are integers, as formulas over natural numbers.

   A variable that an equation gives is replaced: over the integers `A x (x = t => F)` and `E x (x = t & F)` are F with t for x, whatever t
   is. Each variable that is left becomes a difference of two natural numbers, as the integers are made from them in textbooks. That costs
   two tracks for a variable. Linear algebra has few variables left, or none; a formula with many becomes too large. *)
Require Import ZArith List Bool Lia.
From Filbert Require Narrow.
From Filbert Require Import System Automata Logic Linear Letters Projection Equation Rules.
Import ListNotations.
Local Open Scope Z_scope.

(** * Definitions *)
(* A formula whose variables are integers; it has no relations. *)
Fixpoint whole (e : env) (f : formula) : Prop :=
  match f with
  | Compare r a b => compares r (eval e a) (eval e b)
  | Rel _ _ => False
  | Not f => ~ whole e f
  | And f g => whole e f /\ whole e g
  | Or f g => whole e f \/ whole e g
  | Implies f g => whole e f -> whole e g
  | Iff f g => whole e f <-> whole e g
  | Some_ x f => exists v, whole (update e x v) f
  | All x f => forall v, whole (update e x v) f
  | AtLeast k xs f => exists vs, NoDup vs /\ length vs = k /\ forall v, In v vs -> length v = length xs /\ whole (updates e xs v) f
  | Infinitely x f => forall b, exists v, b <= Z.abs v /\ whole (update e x v) f
  end.

(** ** Equations *)
(* A term for a sum and a constant. *)
Definition summed (ks : sums) (c : Z) : term := fold_right (fun p t => Add (Mul (fst p) (Var (snd p))) t) (Num c) ks.
(* Terms that are 0 wherever f has the truth b. *)
Fixpoint zeros_of (b : bool) (f : formula) : list term :=
  match f with
  | Compare Equal u v => if b then [Sub u v] else []
  | Not f => zeros_of (negb b) f
  | And f g => if b then zeros_of true f ++ zeros_of true g else []
  | Or f g => if b then [] else zeros_of false f ++ zeros_of false g
  | Implies f g => if b then [] else zeros_of true f ++ zeros_of false g
  | _ => []
  end.
(* What x is where t is 0, if x is in it once. *)
Definition solution (x : var) (t : term) : option term :=
  let (ks, c) := linear 1 t ([], 0) in
  let (k, r) := take_out x ks in
  if (k =? 1) || (k =? -1) then Some (Mul (- k) (summed r c)) else None.
Fixpoint first_some {T U} (f : T -> option U) (l : list T) : option U :=
  match l with [] => None | a :: l => match f a with Some b => Some b | None => first_some f l end end.
Definition solvable (xs : list var) (ts : list term) : option (var * term) :=
  first_some (fun t => first_some (fun x => option_map (pair x) (solution x t)) xs) ts.

Definition simple (r : comparison) (a b : term) : formula :=
  let (ks, c) := linear 1 a (linear (-1) b ([], 0)) in Compare r (summed ks c) (Num 0).
Fixpoint put_in (x : var) (u t : term) : term :=
  match t with
  | Num c => t
  | Var y => if Nat.eqb y x then u else t
  | Add a b => Add (put_in x u a) (put_in x u b)
  | Sub a b => Sub (put_in x u a) (put_in x u b)
  | Mul c a => Mul c (put_in x u a)
  end.
(* The term u for x, whose variables are not bound in the formula. *)
Fixpoint put (x : var) (u : term) (f : formula) : formula :=
  match f with
  | Compare r a b => simple r (put_in x u a) (put_in x u b)
  | Rel _ _ => f
  | Not f => Not (put x u f)
  | And f g => And (put x u f) (put x u g)
  | Or f g => Or (put x u f) (put x u g)
  | Implies f g => Implies (put x u f) (put x u g)
  | Iff f g => Iff (put x u f) (put x u g)
  | Some_ y f => Some_ y (put x u f)
  | All y f => All y (put x u f)
  | AtLeast k ys f => AtLeast k ys (put x u f)
  | Infinitely y f => Infinitely y (put x u f)
  end.
Fixpoint unbound (xs : list var) (f : formula) : bool :=
  let apart y := negb (existsb (Nat.eqb y) xs) in
  match f with
  | Compare _ _ _ | Rel _ _ => true
  | Not f => unbound xs f
  | And f g | Or f g | Implies f g | Iff f g => unbound xs f && unbound xs g
  | Some_ y f | All y f | Infinitely y f => apart y && unbound xs f
  | AtLeast _ ys f => forallb apart ys && unbound xs f
  end.

(* `A xs f`, or `E xs f`, without the variables that equations give. *)
Definition quantified (all : bool) (xs : list var) (f : formula) : formula := fold_right (if all then All else Some_) f xs.
Fixpoint solved (n : nat) (all : bool) (xs : list var) (f : formula) : formula :=
  match n, solvable xs (zeros_of (negb all) f) with
  | S n, Some (x, u) =>
      if unbound (x :: term_vars u) f && negb (existsb (Nat.eqb x) (term_vars u))
      then solved n all (remove Nat.eq_dec x xs) (put x u f)
      else quantified all xs f
  | _, _ => quantified all xs f
  end.
Fixpoint peeled (all : bool) (f : formula) : list var * formula :=
  match f with
  | All x g => if all then let (xs, h) := peeled all g in (x :: xs, h) else ([], f)
  | Some_ x g => if all then ([], f) else let (xs, h) := peeled all g in (x :: xs, h)
  | _ => ([], f)
  end.
Definition block (all : bool) (x : var) (f : formula) : formula :=
  let (xs, g) := peeled all f in solved (S (length xs)) all (x :: xs) g.
Fixpoint without_given (f : formula) : formula :=
  match f with
  | Compare _ _ _ | Rel _ _ => f
  | Not f => Not (without_given f)
  | And f g => And (without_given f) (without_given g)
  | Or f g => Or (without_given f) (without_given g)
  | Implies f g => Implies (without_given f) (without_given g)
  | Iff f g => Iff (without_given f) (without_given g)
  | Some_ x f => block false x (without_given f)
  | All x f => block true x (without_given f)
  | AtLeast k xs f => AtLeast k xs (without_given f)
  | Infinitely x f => Infinitely x (without_given f)
  end.

(** ** Differences *)
(* The integer x is the variable plus x less the variable minus x. *)
Definition plus (x : var) : var := (2 * x)%nat.
Definition minus (x : var) : var := S (2 * x).
Definition both (xs : list var) : list var := flat_map (fun x => [plus x; minus x]) xs.
Fixpoint differences_in (t : term) : term :=
  match t with
  | Num c => t
  | Var x => Sub (Var (plus x)) (Var (minus x))
  | Add a b => Add (differences_in a) (differences_in b)
  | Sub a b => Sub (differences_in a) (differences_in b)
  | Mul c a => Mul c (differences_in a)
  end.
Definition is_zero (x : var) : formula := Compare Equal (Var x) (Num 0).
(* One of both is 0: then each integer is one difference. *)
Definition least (xs : list var) (f : formula) : formula := fold_right (fun x f => And (Or (is_zero (plus x)) (is_zero (minus x))) f) f xs.
Fixpoint differences (f : formula) : formula :=
  match f with
  | Compare r a b => Compare r (differences_in a) (differences_in b)
  | Rel _ _ => Compare LessThan (Num 0) (Num 0)
  | Not f => Not (differences f)
  | And f g => And (differences f) (differences g)
  | Or f g => Or (differences f) (differences g)
  | Implies f g => Implies (differences f) (differences g)
  | Iff f g => Iff (differences f) (differences g)
  | Some_ x f => Some_ (plus x) (Some_ (minus x) (differences f))
  | All x f => All (plus x) (All (minus x) (differences f))
  | AtLeast k xs f => AtLeast k (both xs) (least xs (differences f))
  (* For infinitely many n, f says something of n or of -n, which is n less 2n. *)
  | Infinitely x f =>
      Infinitely (plus x) (Some_ (minus x)
        (And (Or (is_zero (minus x)) (Compare Equal (Var (minus x)) (Mul 2 (Var (plus x))))) (differences f)))
  end.

(* No variable is counted twice at once. *)
Fixpoint proper (f : formula) : bool :=
  match f with
  | Compare _ _ _ | Rel _ _ => true
  | Not f | Some_ _ f | All _ f | Infinitely _ f => proper f
  | And f g | Or f g | Implies f g | Iff f g => proper f && proper g
  | AtLeast _ xs f => distinct xs && proper f
  end.

(** * Only the values of variables matter *)
Lemma updates_same xs : forall vs e e' y, (forall y, e y = e' y) -> updates e xs vs y = updates e' xs vs y.
Proof.
  induction xs as [|x xs IH]; intros [|v vs] e e' y H; cbn [updates]; auto. apply IH. intro z. unfold update. now destruct (Nat.eqb z x).
Qed.
Lemma eval_ext t e e' : (forall y, e y = e' y) -> eval e t = eval e' t.
Proof. intro H. apply eval_free. auto. Qed.
Lemma whole_ext f : forall e e', (forall y, e y = e' y) -> (whole e f <-> whole e' f).
Proof.
  induction f as [r a b|i xs|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IH|x f IH|k xs f IH|x f IH];
    intros e e' H; cbn [whole].
  1: now rewrite (eval_ext a e e'), (eval_ext b e e').
  1: tauto.
  1: now rewrite (IH e e').
  1-4: now rewrite (IHf e e'), (IHg e e').
  1-2,4: assert (U : forall v, whole (update e x v) f <-> whole (update e' x v) f)
      by (intro v; apply IH; intro y; unfold update; now destruct (Nat.eqb y x)).
  - split; intros (v & Hv); exists v; now apply U.
  - split; intros Hv v; apply U, Hv.
  - split; intros Hv b; destruct (Hv b) as (v & L & Hf); exists v; (split; [exact L|now apply U]).
  - assert (U : forall v, whole (updates e xs v) f <-> whole (updates e' xs v) f)
      by (intro v; apply IH; intro y; now apply updates_same).
    split; intros (vs & D & L & Hv); exists vs; (split; [exact D|split; [exact L|]]); intros v I; destruct (Hv v I); split; auto; now apply U.
Qed.

(** * Equations *)
Fixpoint total (e : env) (ks : sums) : Z := match ks with [] => 0 | (k, x) :: ks => k * e x + total e ks end.
Lemma total_add_to e k x ks : total e (add_to k x ks) = k * e x + total e ks.
Proof.
  induction ks as [|(l, y) ks IH]; cbn [add_to total]; [reflexivity|]. destruct (Nat.eqb_spec x y) as [->|]; cbn [total]; [|rewrite IH; ring].
  destruct (Z.eqb_spec (k + l) 0) as [Z0|]; cbn [total]; [replace k with (- l) by lia|]; ring.
Qed.
Lemma linear_total e t : forall c acc, total e (fst (linear c t acc)) + snd (linear c t acc) = c * eval e t + (total e (fst acc) + snd acc).
Proof.
  induction t as [n|x|a IHa b IHb|a IHa b IHb|n a IH]; intros c acc; cbn [linear eval fst snd];
    rewrite ?total_add_to, ?IHa, ?IHb, ?IH; ring.
Qed.
Lemma total_take_out e x ks : total e ks = fst (take_out x ks) * e x + total e (snd (take_out x ks)).
Proof.
  induction ks as [|(k, y) ks IH]; cbn [take_out total]; [reflexivity|]. rewrite IH. destruct (take_out x ks) as (l, r).
  destruct (Nat.eqb_spec y x) as [->|]; cbn [fst snd total]; ring.
Qed.
Lemma eval_summed e ks c : eval e (summed ks c) = total e ks + c.
Proof. induction ks as [|(k, x) ks IH]; cbn [summed fold_right eval total fst snd]; [ring|]. unfold summed in IH. rewrite IH. ring. Qed.

Lemma simple_holds e r a b : whole e (simple r a b) <-> compares r (eval e a) (eval e b).
Proof.
  unfold simple. pose proof (linear_total e a 1 (linear (-1) b ([], 0))) as A. rewrite (linear_total e b (-1)) in A. cbn [fst snd total] in A.
  destruct (linear 1 a _) as (ks, c). cbn [fst snd] in A. cbn [whole eval]. rewrite eval_summed, A.
  destruct r; cbn [compares]; lia.
Qed.
Lemma solution_right x t u e : solution x t = Some u -> eval e t = 0 -> e x = eval e u.
Proof.
  unfold solution. pose proof (linear_total e t 1 ([], 0)) as A. destruct (linear 1 t ([], 0)) as (ks, c). cbn [fst snd total] in A.
  pose proof (total_take_out e x ks) as B. destruct (take_out x ks) as (k, r). cbn [fst snd] in B.
  destruct (Z.eqb_spec k 1) as [->|]; [|destruct (Z.eqb_spec k (-1)) as [->|]; [|discriminate]]; intros E Z0; injection E as <-;
    cbn [eval]; rewrite eval_summed; lia.
Qed.
Lemma first_some_in {T U} (f : T -> option U) l b : first_some f l = Some b -> exists a, In a l /\ f a = Some b.
Proof.
  induction l as [|a l IH]; cbn [first_some]; [discriminate|]. destruct (f a) eqn:E; intro H.
  - injection H as ->. exists a. split; [now left|exact E].
  - destruct (IH H) as (c & I & F). exists c. split; [now right|exact F].
Qed.
Lemma solvable_in xs ts x u : solvable xs ts = Some (x, u) -> In x xs /\ exists t, In t ts /\ solution x t = Some u.
Proof.
  intro E. apply first_some_in in E as (t & It & E). apply first_some_in in E as (y & Iy & E).
  destruct (solution y t) as [v|] eqn:S; [|discriminate]. injection E as -> ->. eauto.
Qed.

(* P does not have the truth b. *)
Definition fails (b : bool) (P : Prop) : Prop := if b then ~ P else P.
Lemma zeros_right e f : forall b t, In t (zeros_of b f) -> eval e t <> 0 -> fails b (whole e f).
Proof.
  induction f as [r u v|i xs|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IH|x f IH|k xs f IH|x f IH];
    intros [|] t I N; cbn [zeros_of] in I; try contradiction; cbn [fails whole].
  - destruct r; try contradiction. destruct I as [<-|[]]. cbn [eval compares] in *. lia.
  - destruct r; contradiction.
  - specialize (IH _ _ I N). cbn [negb fails] in IH. tauto.
  - specialize (IH _ _ I N). exact IH.
  - apply in_app_or in I as [I|I]; [specialize (IHf _ _ I N)|specialize (IHg _ _ I N)]; cbn [fails] in *; tauto.
  - apply in_app_or in I as [I|I]; [specialize (IHf _ _ I N)|specialize (IHg _ _ I N)]; cbn [fails] in *; tauto.
  - apply in_app_or in I as [I|I]; [specialize (IHf _ _ I N)|specialize (IHg _ _ I N)]; cbn [fails] in *; tauto.
Qed.

(** ** A term for a variable *)
Lemma eval_put_in e x u t : eval e (put_in x u t) = eval (update e x (eval e u)) t.
Proof.
  induction t as [c|y|a IHa b IHb|a IHa b IHb|c a IH]; cbn [put_in eval]; rewrite ?IHa, ?IHb, ?IH; try reflexivity.
  unfold update. now destruct (Nat.eqb y x).
Qed.
Lemma update_apart e x u y v : y <> x -> ~ In y (term_vars u) -> forall z,
  update (update e y v) x (eval (update e y v) u) z = update (update e x (eval e u)) y v z.
Proof.
  intros Nx Nu z. rewrite (eval_free u (update e y v) e).
  - unfold update. destruct (Nat.eqb_spec z x); destruct (Nat.eqb_spec z y); congruence.
  - intros w I. unfold update. destruct (Nat.eqb_spec w y); congruence.
Qed.
Lemma updates_apart x u ys : forall vs e, (forall y, In y ys -> y <> x /\ ~ In y (term_vars u)) -> forall z,
  update (updates e ys vs) x (eval (updates e ys vs) u) z = updates (update e x (eval e u)) ys vs z.
Proof.
  induction ys as [|y ys IH]; intros [|v vs] e A z; cbn [updates]; try reflexivity.
  rewrite IH by (intros; apply A; now right). apply updates_same. intro w. apply update_apart; apply A; now left.
Qed.
Lemma not_among y x l : negb (existsb (Nat.eqb y) (x :: l)) = true -> y <> x /\ ~ In y l.
Proof.
  rewrite negb_true_iff. intro H. assert (N : ~ In y (x :: l)).
  { intro I. assert (T : existsb (Nat.eqb y) (x :: l) = true) by (apply existsb_exists; exists y; split; [exact I|apply Nat.eqb_refl]).
    congruence. }
  split; intro; apply N; [now left|now right].
Qed.
Lemma put_holds x u f : forall e, unbound (x :: term_vars u) f = true -> (whole e (put x u f) <-> whole (update e x (eval e u)) f).
Proof.
  induction f as [r a b|i xs|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|y f IH|y f IH|k ys f IH|y f IH];
    intros e B; cbn [put unbound] in *; rewrite ?andb_true_iff in B; cbn [whole].
  1: rewrite simple_holds, !eval_put_in; reflexivity.
  1: reflexivity.
  1: now rewrite IH.
  1-4: now rewrite IHf, IHg.
  1-2,4: destruct B as (A & B); apply not_among in A as (Nx & Nu);
    assert (U : forall v, whole (update e y v) (put x u f) <-> whole (update (update e x (eval e u)) y v) f)
      by (intro v; rewrite IH by exact B; apply whole_ext; now apply update_apart).
  - split; intros (v & H); exists v; now apply U.
  - split; intros H v; apply U, H.
  - split; intros H b; destruct (H b) as (v & L & Hf); exists v; (split; [exact L|now apply U]).
  - destruct B as (A & B). rewrite forallb_forall in A.
    assert (U : forall v, whole (updates e ys v) (put x u f) <-> whole (updates (update e x (eval e u)) ys v) f).
    { intro v. rewrite IH by exact B. apply whole_ext. apply updates_apart. intros y I. apply not_among. now apply A. }
    split; intros (vs & D & L & H); exists vs; (split; [exact D|split; [exact L|]]); intros v I; destruct (H v I); split; auto; now apply U.
Qed.

(** ** Blocks of quantifiers *)
(* The same but for xs. *)
Definition outside (xs : list var) (e e' : env) : Prop := forall y, ~ In y xs -> e' y = e y.
Definition ranges (all : bool) (xs : list var) (e : env) (P : env -> Prop) : Prop :=
  if all then forall e', outside xs e e' -> P e' else exists e', outside xs e e' /\ P e'.
Lemma outside_first x xs e v e' : outside xs (update e x v) e' -> outside (x :: xs) e e'.
Proof.
  intros O y N. rewrite O by (intro; apply N; now right). unfold update. destruct (Nat.eqb_spec y x) as [->|]; [|reflexivity].
  destruct N. now left.
Qed.
(* An environment that differs at x and xs differs at xs from one that differs at x, unless x is among xs. *)
Lemma outside_rest x xs e e' : outside (x :: xs) e e' -> outside xs (update e x (e' x)) e'.
Proof.
  intros O y N. unfold update. destruct (Nat.eqb_spec y x) as [->|D]; [reflexivity|]. apply O. intros [->|I]; auto.
Qed.
Lemma quantified_holds all xs f : forall e, whole e (quantified all xs f) <-> ranges all xs e (fun e' => whole e' f).
Proof.
  induction xs as [|x xs IH]; intro e.
  - cbn [quantified fold_right]. destruct all; cbn [ranges]; split.
    + intros H e' O. apply (whole_ext f e); [|exact H]. intro y. symmetry. apply O. intros [].
    + intro H. apply H. intros y _. reflexivity.
    + intro H. exists e. split; [intros y _; reflexivity|exact H].
    + intros (e' & O & H). apply (whole_ext f e e'); [|exact H]. intro y. symmetry. apply O. intros [].
  - change (quantified all (x :: xs) f) with ((if all then All else Some_) x (quantified all xs f)).
    destruct all; cbn [whole ranges] in *; split.
    + intros H e' O. specialize (H (e' x)). rewrite IH in H. apply H. now apply outside_rest.
    + intros H v. apply IH. intros e' O. apply H. eapply outside_first. exact O.
    + intros (v & H). apply IH in H as (e' & O & H). exists e'. split; [eapply outside_first; exact O|exact H].
    + intros (e' & O & H). exists (e' x). apply IH. exists e'. split; [now apply outside_rest|exact H].
Qed.
Lemma solved_holds n : forall all xs f e, whole e (solved n all xs f) <-> ranges all xs e (fun e' => whole e' f).
Proof.
  induction n as [|n IH]; intros all xs f e; cbn [solved]; [apply quantified_holds|].
  destruct (solvable xs (zeros_of (negb all) f)) as [(x, u)|] eqn:S; [|apply quantified_holds].
  destruct (unbound (x :: term_vars u) f && _) eqn:B; [|apply quantified_holds]. apply andb_prop in B as (B & Nu).
  apply solvable_in in S as (Ix & t & It & S).
  assert (Out : ~ In x (term_vars u)).
  { intro I. assert (T : existsb (Nat.eqb x) (term_vars u) = true) by (apply existsb_exists; exists x; split; [exact I|apply Nat.eqb_refl]).
    rewrite T in Nu. discriminate. }
  rewrite IH. clear IH.
  (* Where x is what the equation gives, both formulas say the same; elsewhere f is as it is by itself. *)
  assert (Put : forall e', whole e' (put x u f) <-> whole (update e' x (eval e' u)) f) by (intro; now apply put_holds).
  assert (Else : forall e', e' x <> eval e' u -> fails (negb all) (whole e' f)).
  { intros e' N. apply (zeros_right e' f (negb all) t It). intro Z0. apply N. exact (solution_right x t u e' S Z0). }
  assert (More : forall e', outside (remove Nat.eq_dec x xs) e e' -> outside xs e (update e' x (eval e' u))).
  { intros e' O y N. unfold update. destruct (Nat.eqb_spec y x) as [->|]; [contradiction|].
    apply O. intro I. apply in_remove in I as (I & _). auto. }
  assert (Less : forall e', outside xs e e' -> outside (remove Nat.eq_dec x xs) e (update e' x (e x))).
  { intros e' O y N. unfold update. destruct (Nat.eqb_spec y x) as [->|D]; [reflexivity|]. apply O. intro I. apply N. now apply in_in_remove. }
  assert (Same : forall e' v, eval (update e' x v) u = eval e' u).
  { intros e' v. apply eval_free. intros y I. unfold update. destruct (Nat.eqb_spec y x) as [->|]; [contradiction|reflexivity]. }
  assert (Again : forall e', e' x = eval e' u -> (whole (update e' x (e x)) (put x u f) <-> whole e' f)).
  { intros e' E. rewrite Put, Same. apply whole_ext. intro y. unfold update. destruct (Nat.eqb_spec y x) as [->|]; congruence. }
  destruct all; cbn [ranges negb fails] in *; split.
  - intros H e' O. destruct (Z.eq_dec (e' x) (eval e' u)) as [E|N]; [|now apply Else]. apply Again, H, Less, O. exact E.
  - intros H e' O. apply Put, H, More, O.
  - intros (e' & O & H). exists (update e' x (eval e' u)). split; [now apply More|now apply Put].
  - intros (e' & O & H). destruct (Z.eq_dec (e' x) (eval e' u)) as [E|N]; [|now destruct (Else e' N)].
    exists (update e' x (e x)). split; [now apply Less|now apply Again].
Qed.
Lemma peeled_same all f : let (xs, g) := peeled all f in f = quantified all xs g.
Proof.
  destruct all; induction f; cbn [peeled]; try reflexivity; destruct (peeled _ f) as (xs, g); cbn [quantified fold_right]; now rewrite IHf at 1.
Qed.
Lemma block_holds all x f e : whole e (block all x f) <-> whole e (quantified all [x] f).
Proof.
  unfold block. pose proof (peeled_same all f) as P. destruct (peeled all f) as (xs, g). rewrite solved_holds, <- quantified_holds, P. reflexivity.
Qed.
Theorem without_given_holds f : forall e, whole e (without_given f) <-> whole e f.
Proof.
  induction f as [r a b|i xs|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IH|x f IH|k xs f IH|x f IH];
    intro e; cbn [without_given]; rewrite ?block_holds; cbn [quantified fold_right whole]; try reflexivity;
    try (now rewrite IH); try (now rewrite IHf, IHg).
  - split; intros (v & H); exists v; now apply IH.
  - split; intros H v; apply IH, H.
  - split; intros (vs & D & L & H); exists vs; (split; [exact D|split; [exact L|]]); intros v I; destruct (H v I); split; auto; now apply IH.
  - split; intros H b; destruct (H b) as (v & L & Hf); exists v; (split; [exact L|now apply IH]).
Qed.

(** * Differences *)
Definition joined (e : env) : env := fun x => e (plus x) - e (minus x).
Lemma plus_minus x y : plus x <> minus y.
Proof. unfold plus, minus. lia. Qed.
Lemma joined_update e x a b y : joined (update (update e (plus x) a) (minus x) b) y = update (joined e) x (a - b) y.
Proof.
  unfold joined, update. destruct (Nat.eqb_spec y x) as [->|N].
  - destruct (Nat.eqb_spec (plus x) (minus x)) as [E|_]; [now apply plus_minus in E|]. now rewrite !Nat.eqb_refl.
  - repeat match goal with |- context [Nat.eqb ?p ?q] => destruct (Nat.eqb_spec p q); try (unfold plus, minus in *; lia) end.
Qed.
Lemma eval_differences e t : eval e (differences_in t) = eval (joined e) t.
Proof. induction t as [c|y|a IHa b IHb|a IHa b IHb|c a IH]; cbn [differences_in eval]; rewrite ?IHa, ?IHb, ?IH; reflexivity. Qed.

(* Pairs of numbers, one of which is 0, and their differences. *)
Definition spread (v : list Z) : list Z := flat_map (fun z => [Z.max z 0; Z.max (- z) 0]) v.
Fixpoint joins (w : list Z) : list Z := match w with a :: b :: w => a - b :: joins w | _ => [] end.
Fixpoint lean (w : list Z) : Prop := match w with a :: b :: w => (a = 0 \/ b = 0) /\ lean w | _ => True end.
Lemma joins_spread v : joins (spread v) = v.
Proof. induction v as [|z v IH]; [reflexivity|]. cbn [spread flat_map app joins]. unfold spread in IH. rewrite IH. f_equal. lia. Qed.
Lemma spread_lean v : lean (spread v) /\ Forall (Z.le 0) (spread v).
Proof.
  induction v as [|z v (IH & IN)]; cbn [spread flat_map app lean]; [repeat constructor|]. split; [split; [lia|exact IH]|].
  repeat constructor; try lia. exact IN.
Qed.
Lemma both_length xs : length (both xs) = (2 * length xs)%nat.
Proof. induction xs as [|x xs IH]; cbn [both flat_map app length]; [reflexivity|]. unfold both in IH. lia. Qed.
Lemma spread_length v : length (spread v) = (2 * length v)%nat.
Proof. induction v as [|x v IH]; cbn [spread flat_map app length]; [reflexivity|]. unfold spread in IH. lia. Qed.
Lemma pairs n : forall w : list Z, length w = (2 * n)%nat -> length (joins w) = n /\ (lean w -> Forall (Z.le 0) w -> spread (joins w) = w).
Proof.
  induction n as [|n IH]; intros w L.
  - destruct w; [split; reflexivity|discriminate].
  - destruct w as [|a [|b w]]; cbn [length] in L; try lia. destruct (IH w) as (J & S); [lia|].
    cbn [joins length lean spread flat_map app]. split; [congruence|]. intros (Z0 & Le) N. inversion N as [|? ? Na N']; subst.
    inversion N' as [|? ? Nb N'']; subst. unfold spread in S. rewrite (S Le N''). f_equal; [|f_equal]; lia.
Qed.
Lemma updates_both xs : forall w e, length w = length (both xs) -> forall y,
  joined (updates e (both xs) w) y = updates (joined e) xs (joins w) y.
Proof.
  induction xs as [|x xs IH]; intros w e L y; rewrite both_length in L.
  - destruct w; [reflexivity|discriminate].
  - destruct w as [|a [|b w]]; cbn [length] in L; try lia. cbn [both flat_map app updates joins].
    change (flat_map _ xs) with (both xs). rewrite IH by (rewrite both_length; lia). apply updates_same. intro z. apply joined_update.
Qed.
Lemma updates_outside xs : forall vs e y, ~ In y xs -> updates e xs vs y = e y.
Proof.
  induction xs as [|x xs IH]; intros [|v vs] e y N; cbn [updates]; auto. rewrite IH by (intro; apply N; now right). unfold update.
  destruct (Nat.eqb_spec y x) as [->|]; [|reflexivity]. destruct N. now left.
Qed.
Lemma in_both x xs : In (plus x) (both xs) \/ In (minus x) (both xs) -> In x xs.
Proof.
  intro H. assert (E : exists y, In y xs /\ (y = x)).
  { destruct H as [H|H]; apply in_flat_map in H as (y & I & [E|[E|[]]]); exists y; (split; [exact I|unfold plus, minus in *; lia]). }
  destruct E as (y & I & ->). exact I.
Qed.
Lemma least_holds rels f xs : forall w e, NoDup xs -> length w = length (both xs) ->
  (holds rels (updates e (both xs) w) (least xs f) <-> lean w /\ holds rels (updates e (both xs) w) f).
Proof.
  induction xs as [|x xs IH]; intros w e D L; rewrite both_length in L.
  - destruct w; [|discriminate]. cbn. tauto.
  - destruct w as [|a [|b w]]; cbn [length] in L; try lia. inversion D as [|? ? N D']; subst. cbn [both flat_map app updates least fold_right].
    change (flat_map _ xs) with (both xs). change (fold_right _ f xs) with (least xs f). cbn [holds is_zero compares eval lean].
    rewrite IH by (try rewrite both_length; auto; lia).
    rewrite !updates_outside by (intro; apply N, in_both; auto). unfold update.
    destruct (Nat.eqb_spec (plus x) (minus x)) as [E|_]; [now apply plus_minus in E|]. rewrite !Nat.eqb_refl. tauto.
Qed.
Lemma map_apart {T U} (f : T -> U) (g : U -> T) l : (forall a, In a l -> g (f a) = a) -> NoDup l -> NoDup (map f l).
Proof.
  intros G D. induction D as [|a l N D IH]; cbn [map]; constructor.
  - intro I. apply in_map_iff in I as (b & E & I). apply N. rewrite <- (G a), <- E, G; [exact I|now right|now left].
  - apply IH. intros b I. apply G. now right.
Qed.

Lemma differences_hold rels f : forall e, proper f = true -> natural e -> (holds rels e (differences f) <-> whole (joined e) f).
Proof.
  induction f as [r a b|i xs|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IH|x f IH|k xs f IH|x f IH];
    intros e P Na; cbn [differences proper] in *; rewrite ?andb_true_iff in P; cbn [holds whole].
  1: now rewrite !eval_differences.
  1: cbn; lia.
  1: now rewrite IH.
  1-4: destruct P; now rewrite IHf, IHg.
  1-2,4: assert (U : forall a b, 0 <= a -> 0 <= b ->
      (holds rels (update (update e (plus x) a) (minus x) b) (differences f) <-> whole (update (joined e) x (a - b)) f))
    by (intros a b A B; rewrite IH by (repeat apply natural_update; assumption); apply whole_ext; intro y; apply joined_update).
  - split.
    + intros (a & A & b & B & H). exists (a - b). now apply U.
    + intros (v & H). exists (Z.max v 0). split; [lia|]. exists (Z.max (- v) 0). split; [lia|]. apply U; [lia|lia|].
      now replace (Z.max v 0 - Z.max (- v) 0) with v by lia.
  - split.
    + intros H v. replace v with (Z.max v 0 - Z.max (- v) 0) by lia. apply U; [lia|lia|]. apply H; lia.
    + intros H a A b B. apply U; auto.
  - assert (M : forall a b, update (update e (plus x) a) (minus x) b (minus x) = b) by (intros; unfold update; now rewrite Nat.eqb_refl).
    assert (M' : forall a b, update (update e (plus x) a) (minus x) b (plus x) = a).
    { intros. unfold update. destruct (Nat.eqb_spec (plus x) (minus x)) as [E|_]; [now apply plus_minus in E|]. now rewrite Nat.eqb_refl. }
    cbn [is_zero compares eval]. split; intros H b; destruct (H b) as (v & Hv).
    + destruct Hv as (A & L & c & C & Two & Hf). cbn [holds is_zero compares eval] in Two. rewrite M, M' in Two.
      exists (v - c). split; [lia|]. now apply U.
    + destruct Hv as (L & Hf). exists (Z.abs v). split; [lia|]. split; [exact L|]. exists (Z.abs v - v). split; [lia|].
      split; [cbn [holds is_zero compares eval]; rewrite M, M'; lia|]. apply U; [lia|lia|]. now replace (Z.abs v - (Z.abs v - v)) with v by lia.
  - destruct P as (D & P). apply distinct_NoDup in D.
    assert (U : forall w, length w = length (both xs) -> Forall (Z.le 0) w ->
      (holds rels (updates e (both xs) w) (least xs (differences f)) <-> lean w /\ whole (updates (joined e) xs (joins w)) f)).
    { intros w L N. rewrite least_holds by assumption. rewrite IH by (try exact P; now apply Narrow.natural_updates).
      rewrite (whole_ext f _ _ (updates_both xs w e L)). reflexivity. }
    split; intros (vs & Dv & L & H).
    + exists (map joins vs). rewrite map_length. split; [|split; [exact L|]].
      * apply (map_apart joins spread); [|exact Dv]. intros w I. destruct (H w I) as (Lw & N & Hw). apply U in Hw as (Le & _); auto.
        rewrite both_length in Lw. now apply (pairs (length xs)).
      * intros v I. apply in_map_iff in I as (w & <- & I). destruct (H w I) as (Lw & N & Hw). apply U in Hw as (_ & Hw); auto.
        rewrite both_length in Lw. split; [now apply pairs|exact Hw].
    + exists (map spread vs). rewrite map_length. split; [|split; [exact L|]].
      * apply (map_apart spread joins); [|exact Dv]. intros w _. apply joins_spread.
      * intros w I. apply in_map_iff in I as (v & <- & I). destruct (H v I) as (Lv & Hv). destruct (spread_lean v) as (Le & N).
        assert (Lw : length (spread v) = length (both xs)) by (rewrite spread_length, both_length, Lv; reflexivity).
        split; [exact Lw|]. split; [exact N|]. apply U; auto. rewrite joins_spread. auto.
Qed.
