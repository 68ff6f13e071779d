(* What the checker of Rules.v compiles means what its formula says, and what it proves holds. *)
Require Import ZArith List Lia Bool PArith FMapPositive.
From Filbert Require Import System Automata Logic Linear Explore Skeleton Always Tally Projection Equation.
From Filbert Require Export Rules Relations.
Import ListNotations.

Section Proofs.
Context {hashes : keys}.
Variable s : structure.
Hypothesis good : forall x, good_system (s x) = true.

Fixpoint sum_of (ks : sums) (e : env) : Z :=
  match ks with [] => 0%Z | (k, x) :: ks => (k * e x + sum_of ks e)%Z end.
Lemma sum_of_values ks w : sum s ks w = sum_of ks (value s w).
Proof. induction ks as [|(k, x) ks IH]; simpl; [reflexivity|]. now rewrite IH. Qed.
Lemma sum_of_same ks e e' : (forall x, In x (map snd ks) -> e x = e' x) -> sum_of ks e = sum_of ks e'.
Proof. induction ks as [|(k, x) ks IH]; simpl; intros H; [reflexivity|]. rewrite (H x), IH; auto. Qed.
Lemma sum_of_add_to k x ks e : sum_of (add_to k x ks) e = (k * e x + sum_of ks e)%Z.
Proof.
  induction ks as [|(l, y) ks IH]; simpl; [lia|].
  destruct (Nat.eqb_spec x y) as [->|N]; [|simpl; rewrite IH; lia].
  destruct (Z.eqb_spec (k + l) 0) as [E|_]; simpl; [|ring]. replace l with (- k)%Z by lia. ring.
Qed.
Lemma linear_sound t e : forall c acc, let r := linear c t acc in
  (sum_of (fst r) e + snd r = c * eval e t + (sum_of (fst acc) e + snd acc))%Z.
Proof.
  induction t; intros c' acc; cbn [linear fst snd eval]; rewrite ?sum_of_add_to, ?IHt, ?IHt1, ?IHt2; ring.
Qed.

(** ** What skeletons and open formulas mean *)
Definition supported (l : list var) (Q : env -> Prop) : Prop :=
  forall e e', natural e -> natural e' -> (forall x, In x l -> e x = e' x) -> Q e -> Q e'.
Definition means (p : skeleton) (Q : env -> Prop) : Prop :=
  (forall w, valid_on s (vars p) w -> (truth s p w = true <-> Q (value s w))) /\ supported (vars p) Q.

Lemma natural_value w : natural (value s w).
Proof. intro x. apply val_not_negative. Qed.
Lemma word_of e xs : natural e -> exists w, valid_on s xs w /\ forall x, In x xs -> value s w x = e x.
Proof. intro N. exact (word_for s good e N xs). Qed.
Lemma valid_on_incl xs ys w : (forall x, In x xs -> In x ys) -> valid_on s ys w -> valid_on s xs w.
Proof. intros H V x I. auto. Qed.
Lemma means_at p Q e w : means p Q -> natural e -> valid_on s (vars p) w -> (forall x, In x (vars p) -> value s w x = e x) ->
  (truth s p w = true <-> Q e).
Proof.
  intros (M & S) N V E. rewrite (M w V). split; apply S; auto using natural_value. intros x I. symmetry. auto.
Qed.
Lemma decided p Q e : means p Q -> natural e -> Q e \/ ~ Q e.
Proof.
  intros M N. destruct (word_of e (vars p) N) as (w & V & E). pose proof (means_at p Q e w M N V E) as H.
  destruct (truth s p w); [left; tauto|right]. intro X. apply H in X. discriminate.
Qed.
Lemma means_iff p (Q Q' : env -> Prop) : (forall e, natural e -> (Q e <-> Q' e)) -> means p Q -> means p Q'.
Proof.
  intros H (M & S). split.
  - intros w V. rewrite (M w V). apply H, natural_value.
  - intros e e' N N' E X. apply (H e' N'). apply (S e e' N N' E). now apply (H e N).
Qed.
Lemma means_neg p Q : means p Q -> means (Neg p) (fun e => ~ Q e).
Proof.
  intros (M & S). split.
  - intros w V. simpl. rewrite negb_true_iff. specialize (M w V). destruct (truth s p w); intuition congruence.
  - intros e e' N N' E X Y. apply X. apply (S e' e); auto. intros x I. symmetry. auto.
Qed.
Lemma means_bin op (F : Prop -> Prop -> Prop) p q P Q :
  (forall a b X Y, (a = true <-> X) -> (b = true <-> Y) -> (op a b = true <-> F X Y)) ->
  (forall X Y X' Y', (X <-> X') -> (Y <-> Y') -> F X Y -> F X' Y') ->
  means p P -> means q Q -> means (Bin op p q) (fun e => F (P e) (Q e)).
Proof.
  intros H G (MP & SP) (MQ & SQ). split.
  - intros w V. simpl. apply H; [apply MP|apply MQ]; intros x I; apply V; simpl; auto using in_or_app.
  - intros e e' N N' E. simpl in E. apply G.
    + split; apply SP; auto; intros x I; [|symmetry]; apply E, in_or_app; now left.
    + split; apply SQ; auto; intros x I; [|symmetry]; apply E, in_or_app; now right.
Qed.
Lemma means_and p q P Q : means p P -> means q Q -> means (Bin andb p q) (fun e => P e /\ Q e).
Proof. apply means_bin with (F := and); [|tauto]. intros a b X Y. rewrite andb_true_iff. tauto. Qed.
Lemma means_comparing r a b : means (comparing r a b) (fun e => compares r (eval e a) (eval e b)).
Proof.
  unfold comparing.
  assert (H : forall e, let n := linear 1 a (linear (-1) b ([], 0%Z)) in (sum_of (fst n) e + snd n = eval e a - eval e b)%Z).
  { intro e. pose proof (linear_sound a e 1 (linear (-1) b ([], 0%Z))) as H.
    pose proof (linear_sound b e (-1) ([], 0%Z)) as G. cbv zeta in *. rewrite G in H. cbn [fst snd sum_of] in H. cbv zeta. lia. }
  destruct (linear 1 a (linear (-1) b ([], 0%Z))) as (ks, n). cbn [fst snd] in H. split.
  - intros w _. specialize (H (value s w)). cbv zeta in H.
    destruct r; cbn [truth compare_sum compares]; rewrite sum_of_values, ?Z.leb_le, ?Z.eqb_eq; lia.
  - intros e e' _ _ E. pose proof (H e) as H1. pose proof (H e') as H2. cbv zeta in *.
    assert (X : sum_of ks e = sum_of ks e') by (apply sum_of_same; intros x I; apply E; destruct r; exact I).
    destruct r; cbn [compares]; lia.
Qed.
Lemma means_at_most x z : means (Lin false [(1%Z, x); ((-1)%Z, z)] 0) (fun e => (e x <= e z)%Z).
Proof.
  split.
  - intros w _. cbn [truth compare_sum sum]. rewrite Z.leb_le. lia.
  - intros e e' _ _ E. rewrite <- !E by (simpl; auto). auto.
Qed.

Definition many (e : env) (xs : list var) (k : nat) (Q : env -> Prop) : Prop := exists vs, NoDup vs /\ length vs = k /\
  forall v, In v vs -> length v = length xs /\ Forall (Z.le 0) v /\ Q (updates e xs v).
Lemma natural_updates xs : forall v e, Forall (Z.le 0) v -> natural e -> natural (updates e xs v).
Proof.
  induction xs as [|x xs IH]; intros [|n v] e F N; cbn [updates]; auto. inversion F; subst. apply IH; [assumption|].
  now apply natural_update.
Qed.
Lemma many_iff e xs k Q Q' : natural e -> (forall e, natural e -> (Q e <-> Q' e)) -> (many e xs k Q <-> many e xs k Q').
Proof.
  intros N H. split; intros (vs & A & B & C); exists vs; split; auto; split; auto; intros v I; destruct (C v I) as (L & F & X);
    repeat split; auto; apply H; auto using natural_updates.
Qed.
Lemma updates_outside xs : forall v e x, ~ In x xs -> updates e xs v x = e x.
Proof.
  induction xs as [|z xs IH]; intros [|n v] e x N; cbn [updates]; auto. rewrite IH by (intro; apply N; now right).
  unfold update. destruct (Nat.eqb_spec x z) as [->|]; [destruct N; now left|reflexivity].
Qed.
Lemma updates_agree xs : forall v e e' y, length v = length xs -> In y xs \/ e y = e' y -> updates e xs v y = updates e' xs v y.
Proof.
  induction xs as [|x xs IH]; intros [|n v] e e' y L H; try discriminate; cbn [updates]; [destruct H as [[]|]; assumption|].
  apply IH; [now injection L|]. unfold update. destruct (Nat.eqb_spec y x) as [->|N]; [now right|].
  destruct H as [[H|H]|H]; [congruence|now left|now right].
Qed.
Lemma many_supported xs k p Q l : means p Q -> (forall y, In y (vars p) -> In y xs \/ In y l) -> supported l (fun e => many e xs k Q).
Proof.
  intros (_ & S) I e e' N N' E (vs & A & B & C). exists vs. split; auto. split; auto. intros v Iv. destruct (C v Iv) as (L & F & X).
  repeat split; auto. revert X. apply S; auto using natural_updates. intros y Iy. apply updates_agree; [exact L|]. destruct (I y Iy); auto.
Qed.
Lemma many_one e xs Q : many e xs 1 Q <-> exists v, length v = length xs /\ Forall (Z.le 0) v /\ Q (updates e xs v).
Proof.
  split.
  - intros ([|v [|? ?]] & _ & L & H); try discriminate. exists v. apply H. now left.
  - intros (v & H). exists [v]. split; [repeat constructor; intros []|]. split; [reflexivity|]. intros u [<-|[]]. exact H.
Qed.
Lemma many_single e x Q : many e [x] 1 Q <-> exists v, (0 <= v)%Z /\ Q (update e x v).
Proof.
  rewrite many_one. split.
  - intros ([|v [|? ?]] & L & F & H); try discriminate. exists v. inversion F; subst. auto.
  - intros (v & N & H). exists [v]. repeat split; auto.
Qed.
Lemma many_more e x xs Q : natural e -> (many e (x :: xs) 1 Q <-> exists v, (0 <= v)%Z /\ many (update e x v) xs 1 Q).
Proof.
  intro N. rewrite many_one. split.
  - intros ([|v vs] & L & F & H); try discriminate. inversion F; subst. exists v. split; [assumption|]. apply many_one.
    exists vs. cbn [updates] in H. injection L as L. auto.
  - intros (v & Nv & H). apply many_one in H as (vs & L & F & H). exists (v :: vs). simpl. repeat split; auto.
Qed.

Lemma counts_many p xs k op q ys Q : k <> 0 -> means p Q -> counts s p xs k op q ys = true ->
  forall w, valid_on s ys w -> exists b, (b = true <-> many (value s w) xs k Q) /\ op (truth s q w) b = true.
Proof.
  intros K M C w V. set (Q' := fun e => natural e /\ Q e).
  destruct (counts_sound s p xs k op q ys Q' good K) with (w := w) as (b & B & O); auto.
  - intros e e' E (N & X). assert (N' : natural e') by (intro x; rewrite <- E; apply N). split; [exact N'|].
    destruct M as (_ & S). apply (S e e' N N'); auto.
  - intros u Vu. destruct M as (M & _). rewrite (M u Vu). unfold Q'. pose proof (natural_value u). tauto.
  - exists b. split; [|exact O]. rewrite B. unfold Projection.many, Q'. fold (many (value s w) xs k (fun e => natural e /\ Q e)).
    apply many_iff; [apply natural_value|]. intros e' N'. tauto.
Qed.
Lemma counts_vars p xs k op q ys : counts s p xs k op q ys = true -> forall y, In y (vars p) -> In y xs \/ In y ys.
Proof.
  unfold counts. rewrite !andb_true_iff. intros (((((((_ & _) & I) & _) & _) & _) & _) & _) y Iy. apply in_app_or. exact (includes_In _ _ I y Iy).
Qed.

Definition opens (o : open) (Q : env -> Prop) : Prop :=
  match o with
  | Closed p => means p Q
  | Least neg k xs p => k <> 0 /\ exists P, means p P /\
      forall e, natural e -> (Q e <-> if neg then ~ many e xs k P else many e xs k P)
  end.
Lemma same_truth p q ys : same s p q ys = true -> (forall y, In y (vars p ++ vars q) -> In y ys) /\
  forall w, valid_on s ys w -> truth s p w = truth s q w.
Proof.
  unfold same. intro H. apply andb_prop in H as (H1 & H2). split.
  - unfold always in H1. rewrite !andb_true_iff in H1. destruct H1 as (((H1 & _) & _) & _). exact (includes_In _ _ H1).
  - intros w V. pose proof (always_sound s _ _ H1 w V) as T1. pose proof (always_sound s _ _ H2 w V) as T2. simpl in *.
    destruct (truth s p w), (truth s q w); auto; discriminate.
Qed.
Lemma means_same p A ys Q : means p Q -> same s p (Aut A ys) ys = true -> means (Aut A ys) Q.
Proof.
  intros (M & S) H. apply same_truth in H as (I & T). split.
  - intros w V. cbn [vars] in V. rewrite <- (T w V). apply M. revert V. apply valid_on_incl. intros x Ix. apply I, in_or_app. now left.
  - intros e e' N N' E. apply S; auto. intros x Ix. apply E, I, in_or_app. now left.
Qed.
Lemma close_opens (neg : bool) k xs p c o c' (P Q : env -> Prop) : k <> 0 -> means p P ->
  (forall e, natural e -> (Q e <-> if neg then ~ many e xs k P else many e xs k P)) ->
  close s neg k xs p c = Some (o, c') -> opens o Q.
Proof.
  intros K M H F. unfold close in F. destruct c as [|a c]; [discriminate|].
  assert (G : match answered a with
      | Some r => if counts s p xs k Bool.eqb r (vars r) then Some (Closed (if neg then Neg r else r), c) else None
      | None => None
      end = Some (o, c') -> opens o Q).
  { destruct (answered a) as [r|]; [|discriminate]. destruct (counts s p xs k Bool.eqb r (vars r)) eqn:C; [|discriminate].
    intro E. injection E as <- <-.
    assert (R : means r (fun e => many e xs k P)).
    { split.
      - intros w V. destruct (counts_many p xs k Bool.eqb r (vars r) P K M C w V) as (b & B & O). apply Bool.eqb_prop in O. now rewrite O.
      - apply many_supported with (p := p); [exact M|]. exact (counts_vars _ _ _ _ _ _ C). }
    destruct neg.
    - apply means_neg in R. revert R. apply means_iff. intros e N. now rewrite (H e N).
    - revert R. apply means_iff. intros e N. now rewrite (H e N). }
  destruct a; try (apply G; exact F). injection F as <- <-. split; [exact K|]. exists P. auto.
Qed.

Lemma many_and e xs k q P Q : disjoint xs (vars q) = true -> means q Q -> natural e -> k <> 0 ->
  (many e xs k P /\ Q e <-> many e xs k (fun e => P e /\ Q e)).
Proof.
  intros D (_ & S) N K.
  assert (H : forall v, Forall (Z.le 0) v -> (Q e <-> Q (updates e xs v))).
  { intros v F. split; apply S; auto using natural_updates; intros x I; [symmetry|]; apply updates_outside; intro J;
      exact (disjoint_In _ _ D x J I). }
  split.
  - intros ((vs & Dv & L & X) & Y). exists vs. split; [exact Dv|]. split; [exact L|]. intros v I. destruct (X v I) as (Lv & F & Pv).
    repeat split; auto. now apply (H v F).
  - intros (vs & Dv & L & X). split.
    + exists vs. split; [exact Dv|]. split; [exact L|]. intros v I. destruct (X v I) as (Lv & F & Pv & _). auto.
    + destruct vs as [|v vs]; [simpl in L; congruence|]. destruct (X v (or_introl eq_refl)) as (_ & F & _ & Y). now apply (H v F).
Qed.
Lemma both_opens o o' r P Q : opens o P -> opens o' Q -> both o o' = Some r -> opens r (fun e => P e /\ Q e).
Proof.
  intros O O' B. destruct o as [p|[] [|[|k]] xs p], o' as [q|[] [|[|k']] ys q]; cbn [both] in B; try discriminate.
  - injection B as <-. now apply means_and.
  - destruct (disjoint ys (vars p)) eqn:D; [|discriminate]. injection B as <-. destruct O' as (K & X & M & H). split; [exact K|].
    exists (fun e => P e /\ X e). split; [now apply means_and|]. intros e N. rewrite (H e N).
    rewrite <- (many_iff e ys 1 _ _ N (fun e _ => and_comm (X e) (P e))). rewrite <- (many_and e ys 1 p X P D O N K). tauto.
  - destruct (disjoint xs (vars q)) eqn:D; [|discriminate]. injection B as <-. destruct O as (K & X & M & H). split; [exact K|].
    exists (fun e => X e /\ Q e). split; [now apply means_and|]. intros e N. rewrite (H e N).
    exact (many_and e xs 1 q X Q D O' N K).
Qed.

(* There are xs if some assignment differs in them alone. *)
Lemma many_env e xs p P : means p P -> natural e ->
  (many e xs 1 P <-> exists e', natural e' /\ (forall y, ~ In y xs -> e' y = e y) /\ P e').
Proof.
  intros (_ & S) N. rewrite many_one. split.
  - intros (v & _ & F & H). exists (updates e xs v). split; [now apply natural_updates|]. split; [|exact H]. intros y Ny. now apply updates_outside.
  - intros (e' & N' & O & H). exists (map e' xs). split; [apply map_length|]. split.
    + apply Forall_forall. intros n I. apply in_map_iff in I as (y & <- & _). apply N'.
    + revert H. apply S; auto.
      * apply natural_updates; [|exact N]. apply Forall_forall. intros n I. apply in_map_iff in I as (y & <- & _). apply N'.
      * intros y _. rewrite updates_value. destruct (in_dec Nat.eq_dec y xs); auto.
Qed.
Lemma means_solve x p p' P : means p P -> solve x p = Some p' -> means p' (fun e => exists v, (0 <= v)%Z /\ P (update e x v)).
Proof.
  intros (M & S) E. destruct (solve_sound s good x p p' E) as (I & H). split.
  - intros w V. destruct (H w V) as (H1 & H2).
    assert (Same : forall W v, (0 <= v)%Z -> (forall y, value s W y = if Nat.eqb y x then v else value s w y) ->
      (P (value s W) <-> P (update (value s w) x v))).
    { intros W v N Ev. split; apply S; auto using natural_value, natural_update; intros y _; rewrite Ev; reflexivity. }
    split.
    + intro T. destruct (H1 T) as (v & N & W & VW & Ev & TW). exists v. split; [exact N|]. apply (Same W v N Ev). now apply M.
    + intros (v & N & X). destruct (H2 v N) as (W & VW & Ev & TW). apply TW, (M W VW). now apply (Same W v N Ev).
  - intros e e' N N' A (v & Nv & X). exists v. split; [exact Nv|]. revert X. apply S; auto using natural_update.
    intros y Iy. unfold update. destruct (Nat.eqb_spec y x); [reflexivity|]. destruct (I y Iy); [contradiction|auto].
Qed.
Lemma many_solve e x xs p p' P : means p P -> solve x p = Some p' -> In x xs -> natural e ->
  (many e xs 1 P <-> many e (without x xs) 1 (fun e => exists v, (0 <= v)%Z /\ P (update e x v))).
Proof.
  intros M E I N. rewrite (many_env e xs p P M N), (many_env e (without x xs) p' _ (means_solve x p p' P M E) N).
  assert (In_without : forall y, ~ In y xs -> ~ In y (without x xs)) by (intros y Ny J; apply filter_In in J; tauto).
  split.
  - intros (e' & N' & O & H). exists (update e' x (e x)). split; [now apply natural_update|]. split.
    + intros y Ny. unfold update. destruct (Nat.eqb_spec y x) as [->|Nx]; [reflexivity|]. apply O. intro J. apply Ny, filter_In.
      split; [exact J|]. apply negb_true_iff. now apply Nat.eqb_neq.
    + exists (e' x). split; [apply N'|]. destruct M as (_ & S). revert H. apply S; auto using natural_update.
      intros y _. unfold update. destruct (Nat.eqb_spec y x) as [->|]; reflexivity.
  - intros (e' & N' & O & v & Nv & H). exists (update e' x v). split; [now apply natural_update|]. split; [|exact H].
    intros y Ny. unfold update. destruct (Nat.eqb_spec y x) as [->|Nx]; [contradiction|]. auto.
Qed.
Lemma finish_opens (neg : bool) k c o c' Q : k <> 0 -> forall xs p P, means p P ->
  (forall e, natural e -> (Q e <-> if neg then ~ many e xs k P else many e xs k P)) ->
  finish s neg k xs p c = Some (o, c') -> opens o Q.
Proof.
  intro K. induction c as [|a c IH]; intros xs p P M H F; [exact (close_opens neg k xs p _ o c' P Q K M H F)|].
  destruct a as [b|A ys|A ys| |x| |A ys zs| |l|A ys B zs|ts|]; try exact (close_opens neg k xs p _ o c' P Q K M H F); cbn [finish] in F.
  - destruct (same s p (Aut A ys) ys) eqn:E; [|discriminate]. exact (close_opens neg k xs _ _ o c' P Q K (means_same _ _ _ _ M E) H F).
  - destruct (Nat.eqb k 1 && existsb (Nat.eqb x) xs) eqn:B; [|discriminate]. apply andb_prop in B as (B & I).
    apply Nat.eqb_eq in B. subst k. apply existsb_exists in I as (y & I & B). apply Nat.eqb_eq in B. subst y.
    destruct (solve x p) as [p'|] eqn:E; [|discriminate].
    apply (IH _ _ _ (means_solve x p p' P M E)) in F; [exact F|]. intros e N. rewrite (H e N).
    pose proof (many_solve e x xs p p' P M E I N). destruct neg; tauto.
Qed.

Lemma fresh_free x f : ~ In (fresh x f) (free f) /\ fresh x f <> x.
Proof.
  unfold fresh. assert (H : forall l n, In n (x :: l) -> (n <= fold_right Nat.max x l)%nat).
  { induction l as [|m l IH]; simpl; intros n I; [lia|].
    destruct I as [I|[I|I]]; [specialize (IH n (or_introl I))|subst|specialize (IH n (or_intror I))]; lia. }
  split.
  - intro I. specialize (H (free f) _ (or_intror I)). lia.
  - specialize (H (free f) x (or_introl eq_refl)). lia.
Qed.

(** ** Formulas *)
Section Compile.
Variables (rels : relations) (meanings : list relation).
Hypothesis known_relations : forall i a, nth_error rels i = Some a ->
  exists R, nth_error meanings i = Some R /\ same_relation a R.

Notation meaning f := (fun e => holds meanings e f).

Lemma compile_sound f : forall c o c', compile s rels f c = Some (o, c') -> opens o (meaning f).
Proof.
  assert (Two : forall (op : bool -> bool -> bool) (F : Prop -> Prop -> Prop) f g,
    (forall a b X Y, (a = true <-> X) -> (b = true <-> Y) -> (op a b = true <-> F X Y)) ->
    (forall X Y X' Y', (X <-> X') -> (Y <-> Y') -> F X Y -> F X' Y') ->
    (forall c o c', compile s rels f c = Some (o, c') -> opens o (meaning f)) ->
    (forall c o c', compile s rels g c = Some (o, c') -> opens o (meaning g)) ->
    forall c o c', match compile s rels f c with
      | Some (Closed p, c) => match compile s rels g c with Some (Closed q, c) => Some (Closed (Bin op p q), c) | _ => None end
      | _ => None
      end = Some (o, c') -> opens o (fun e => F (holds meanings e f) (holds meanings e g))).
  { intros op F f0 g H G IHf IHg c o c' C. destruct (compile s rels f0 c) as [([p|? ? ? ?], c1)|] eqn:E1; try discriminate.
    destruct (compile s rels g c1) as [([q|? ? ? ?], c2)|] eqn:E2; try discriminate. injection C as <- <-.
    specialize (IHf _ _ _ E1). specialize (IHg _ _ _ E2). now apply (means_bin op F). }
  induction f as [r a b|i xs|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IH|x f IH|k xs f IH|x f IH];
    intros c o c' C; cbn [compile] in C.
  - injection C as <- <-. apply means_comparing.
  - destruct (nth_error rels i) as [(ss, A)|] eqn:N; [|discriminate]. unfold same_systems in C.
    destruct (list_eq_dec system_dec (map s xs) ss) as [L|]; [|discriminate]. injection C as <- <-.
    destruct (known_relations _ _ N) as (R & NR & S). split.
    + intros w V. cbn [holds truth]. rewrite NR. apply S; assumption.
    + intros e e' _ _ E. cbn [holds vars] in *. rewrite NR. now rewrite (map_ext_in _ _ _ E).
  - destruct (compile s rels f c) as [([p|[] k xs p], c1)|] eqn:F; try discriminate; injection C as <- <-; specialize (IH _ _ _ F).
    + now apply means_neg.
    + destruct IH as (K & P & M & H). split; [exact K|]. exists P. split; [exact M|]. intros e N. cbn [holds]. now rewrite (H e N).
  - destruct (compile s rels f c) as [(o1, c1)|] eqn:E1; [|discriminate]. destruct (compile s rels g c1) as [(o2, c2)|] eqn:E2; [|discriminate].
    destruct (both o1 o2) as [r|] eqn:B; [|discriminate]. injection C as <- <-. exact (both_opens o1 o2 r _ _ (IHf _ _ _ E1) (IHg _ _ _ E2) B).
  - apply (Two orb or f g) with (c := c) (c' := c'); auto; [|tauto]. intros a b X Y. rewrite orb_true_iff. tauto.
  - apply (Two implb (fun X Y => X -> Y) f g) with (c := c) (c' := c'); auto; [|tauto].
    intros [] [] X Y HX HY; simpl; intuition (try congruence).
  - apply (Two Bool.eqb iff f g) with (c := c) (c' := c'); auto; [|tauto].
    intros [] [] X Y HX HY; simpl; intuition (try congruence).
  - destruct (compile s rels f c) as [([p|[] [|[|k]] xs p], c1)|] eqn:F; try discriminate; specialize (IH _ _ _ F).
    + revert C. apply finish_opens with (P := meaning f); auto. intros e N. cbn [holds]. now rewrite many_single.
    + destruct IH as (K & P & M & H). revert C. apply finish_opens with (P := P); auto. intros e N. cbn [holds].
      rewrite many_more by exact N. split; intros (v & Nv & X); exists v; split; auto; now apply (H _ (natural_update e x v N Nv)).
  - destruct (compile s rels f c) as [([p|[] [|[|k]] xs p], c1)|] eqn:F; try discriminate; specialize (IH _ _ _ F).
    + revert C. apply finish_opens with (P := fun e => ~ holds meanings e f); auto using means_neg.
      intros e N. cbn [holds]. rewrite many_single. split.
      * intros H (v & Nv & X). auto.
      * intros H v Nv. destruct (decided p (meaning f) (update e x v) IH (natural_update e x v N Nv)) as [Y|Y]; [exact Y|].
        destruct H. eauto.
    + destruct IH as (K & P & M & H). revert C. apply finish_opens with (P := P); auto. intros e N. cbn [holds].
      rewrite many_more by exact N. split.
      * intros X (v & Nv & Y). exact (proj1 (H _ (natural_update e x v N Nv)) (X v Nv) Y).
      * intros X v Nv. apply (H _ (natural_update e x v N Nv)). intro Y. apply X. eauto.
  - destruct (compile s rels f c) as [([p|? ? ? ?], c1)|] eqn:F; try discriminate; specialize (IH _ _ _ F). destruct k as [|k].
    + injection C as <- <-. split.
      * intros w _. cbn [truth holds]. split; [|reflexivity]. intros _. exists [].
        repeat split; [constructor|..]; contradiction.
      * intros e e' _ _ _ _. exists []. repeat split; [constructor|..]; contradiction.
    + revert C. apply finish_opens with (P := meaning f); auto. intros e N. reflexivity.
  - destruct (compile s rels f c) as [([p|? ? ? ?], c1)|] eqn:F; try discriminate; specialize (IH _ _ _ F). cbv zeta in C.
    set (z := fresh x f) in *. destruct (fresh_free x f) as (Fz & Nz). fold z in Fz, Nz.
    destruct (finish s false 1 [x] (Bin andb p (Lin false [(1%Z, z); ((-1)%Z, x)] 0)) c1) as [([h|? ? ? ?], c2)|] eqn:G; try discriminate.
    apply (finish_opens _ _ _ _ _ (fun e => exists v, (0 <= v)%Z /\ holds meanings (update e x v) f /\ (e z <= v)%Z))
      with (P := fun e => holds meanings e f /\ (e z <= e x)%Z) in G; auto.
    + simpl in G. revert C. apply finish_opens with (P := fun e => ~ exists v, (0 <= v)%Z /\ holds meanings (update e x v) f /\ (e z <= v)%Z);
        auto using means_neg. intros e N. rewrite many_single. cbn [holds].
      assert (E1 : forall b, update e z b z = b) by (intro b; unfold update; now rewrite Nat.eqb_refl).
      assert (Q1 : forall b v, holds meanings (update (update e z b) x v) f <-> holds meanings (update e x v) f).
      { intros b v. apply holds_free. intros y I. unfold update. destruct (Nat.eqb_spec y x); [reflexivity|].
        destruct (Nat.eqb_spec y z); [congruence|reflexivity]. }
      split.
      * intros A (b & Nb & B). apply B. destruct (A b) as (v & Nv & Le & Hf). exists v. rewrite E1, Q1. auto.
      * intros A b. assert (Nb : (0 <= Z.max 0 b)%Z) by lia.
        destruct (decided h _ (update e z (Z.max 0 b)) G (natural_update e z _ N Nb)) as [(v & Nv & Hf & Le)|B].
        -- rewrite E1 in Le. rewrite Q1 in Hf. exists v. repeat split; auto. lia.
        -- destruct A. eauto.
    + apply means_and; [exact IH|apply means_at_most].
    + intros e N. rewrite many_single.
      assert (E2 : forall v, update e x v x = v) by (intro v; unfold update; now rewrite Nat.eqb_refl).
      assert (E3 : forall v, update e x v z = e z).
      { intro v. unfold update. destruct (Nat.eqb_spec z x); [congruence|reflexivity]. }
      split; intros (v & Nv & Hf & Le); exists v; rewrite ?E2, ?E3 in *; auto.
Qed.

(** ** What follows *)
Lemma follows_sound q Qq p P e : means q Qq -> means p P -> follows s q p = true ->
  natural e -> Qq e -> P e.
Proof.
  intros Mq M H N A. destruct (word_of e (vars (Bin implb q p)) N) as (w & V & E).
  assert (Vn : valid_on s (nodup Nat.eq_dec (vars (Bin implb q p))) w) by (intros x I; apply V, (nodup_In Nat.eq_dec); exact I).
  pose proof (always_sound s _ _ H w Vn) as T. cbn [truth] in T. cbn [vars] in V, E.
  apply (means_at q Qq e w) in A; auto.
  - rewrite A in T. simpl in T. apply (means_at p P e w) in T; auto.
    + intros x I. apply V, in_or_app. now right.
    + intros x I. apply E, in_or_app. now right.
  - intros x I. apply V, in_or_app. now left.
  - intros x I. apply E, in_or_app. now left.
Qed.
Lemma conclude_sound q Qq o Q e : means q Qq -> opens o Q -> conclude s q o = true -> natural e -> Qq e -> Q e.
Proof.
  intros Mq O C N A. destruct o as [p|neg k xs p]; cbn [conclude opens] in *.
  - exact (follows_sound q Qq p Q e Mq O C N A).
  - destruct O as (K & P & M & H). apply (H e N). destruct (neg && Nat.eqb k 1 && disjoint xs (vars q)) eqn:B.
    + rewrite !andb_true_iff in B. destruct B as ((-> & B) & Dj). apply Nat.eqb_eq in B. subst k.
      rewrite many_one. intros (v & L & F & X).
      apply (follows_sound q Qq (Neg p) (fun e => ~ P e) (updates e xs v) Mq (means_neg _ _ M) C); auto using natural_updates.
      destruct Mq as (_ & S). apply (S e); auto using natural_updates. intros x I. symmetry. apply updates_outside.
      intro J. exact (disjoint_In _ _ Dj x J I).
    + set (ys := nodup Nat.eq_dec (vars q ++ outer xs p)) in *. destruct (word_of e ys N) as (w & V & E).
      destruct (counts_many p xs k _ q ys P K M C w V) as (b & Hb & O).
      assert (Iq : forall x, In x (vars q) -> In x ys) by (intros x I; apply nodup_In, in_or_app; now left).
      apply (means_at q Qq e w) in A; auto; [|intros x I; apply V; auto].
      rewrite A in O. simpl in O.
      assert (X : many (value s w) xs k P <-> many e xs k P).
      { pose proof (many_supported xs k p P ys M (counts_vars _ _ _ _ _ _ C)) as S.
        split; apply S; auto using natural_value. intros x I. symmetry. auto. }
      destruct neg; simpl in O.
      * rewrite <- X, <- Hb. destruct b; discriminate.
      * apply X, Hb. destruct b; [reflexivity|exact O].
Qed.
End Compile.

(** ** Commands *)
Lemma means_accepted A ys : zero_loop A (length ys) = true -> means (Aut A ys) (fun e => accepted_on s ys A (map e ys)).
Proof.
  intro Z. split.
  - intros w V. split; [intro T; exists w; auto|]. exact (accepted_on_word s s ys ys A w good Z eq_refl V).
  - intros e e' _ _ E. cbn [vars] in E. now rewrite (map_ext_in _ _ _ E).
Qed.

Lemma conclude_by_sound q Qq xs p P A ys B zs e : means q Qq -> means p P -> conclude_by s q xs p A ys B zs = true ->
  natural e -> Qq e -> many e xs 1 P.
Proof.
  unfold conclude_by. intros Mq M C N Hq. apply andb_prop in C as (C & Co). rewrite !andb_true_iff in C.
  destruct C as (((Za & Zb) & Fa) & Fb). pose proof (means_accepted A ys Za) as MA. pose proof (means_accepted B zs Zb) as MB.
  pose proof (follows_sound q Qq _ _ e Mq MB Fb N Hq) as HB.
  assert (X : many e xs 1 (fun e => accepted_on s ys A (map e ys))).
  { refine (conclude_sound _ _ (Least false 1 xs (Aut A ys)) (fun e => many e xs 1 _) e MB _ Co N HB).
    split; [discriminate|]. eexists. split; [exact MA|]. reflexivity. }
  revert X. rewrite !many_one. intros (v & L & F & X). exists v. split; [exact L|]. split; [exact F|].
  exact (follows_sound _ _ p P _ MA M Fa (natural_updates xs v e F N) X).
Qed.
Lemma concluding_sound q Qq o Q e c c' : means q Qq -> opens o Q -> concluding s q o c = Some c' -> natural e -> Qq e -> Q e.
Proof.
  intros Mq O C N A.
  assert (H : (if conclude s q o then Some c else None) = Some c' -> Q e).
  { destruct (conclude s q o) eqn:E; [|discriminate]. intros _. exact (conclude_sound q Qq o Q e Mq O E N A). }
  destruct c as [|[] c]; try exact (H C). clear H. cbn [concluding] in C.
  destruct o as [p|[] [|[|k]] xs p]; try discriminate. destruct (conclude_by s q xs p A0 ys B zs) eqn:F; [|discriminate].
  destruct O as (_ & P & M & X). apply (X e N). exact (conclude_by_sound q Qq xs p P A0 ys B zs e Mq M F N A).
Qed.

Lemma relation_defined (meanings : list relation) f o xs A : opens o (fun e => holds meanings e f) ->
  distinct xs = true -> defines s o xs A = true -> same_relation (map s xs, A) (defined meanings xs f).
Proof.
  intros O D H t ys w S V. cbn [fst snd] in *. unfold defined.
  assert (L : length xs = length ys) by (apply (f_equal (@length _)) in S; now rewrite !map_length in S).
  assert (Vp : valid_on s xs (picked xs ys w)) by (apply (valid_picked s t); auto).
  rewrite <- (accepts_picked A xs ys w) by auto.
  assert (E : holds meanings (assign xs (map (value t w) ys)) f <-> holds meanings (value s (picked xs ys w)) f).
  { apply holds_same. intro x. symmetry. apply (value_picked s t). auto. }
  rewrite E. clear E V. generalize dependent (picked xs ys w). clear w. intros w V.
  destruct o as [p|neg k zs p]; cbn [opens defines] in *.
  - pose proof (means_same _ _ _ _ O H) as (M & _). exact (M w V).
  - destruct O as (K & P & M & X). rewrite (X _ (natural_value w)).
    destruct (counts_many p zs k _ (Aut A xs) xs P K M H w V) as (b & B & O). cbn [truth] in O. apply Bool.eqb_prop in O. rewrite O.
    destruct neg; rewrite <- B; destruct b; simpl; intuition congruence.
Qed.

Lemma nth_error_snoc A B (l : list A) (m : list B) a b (P : A -> B -> Prop) : length l = length m ->
  (forall i x, nth_error l i = Some x -> exists y, nth_error m i = Some y /\ P x y) -> P a b ->
  forall i x, nth_error (l ++ [a]) i = Some x -> exists y, nth_error (m ++ [b]) i = Some y /\ P x y.
Proof.
  intros L H Pab i x N. destruct (Nat.lt_ge_cases i (length l)) as [Lt|Ge].
  - rewrite nth_error_app1 in N by assumption. rewrite nth_error_app1 by lia. auto.
  - rewrite nth_error_app2 in N by assumption. rewrite nth_error_app2 by lia. rewrite <- L.
    destruct (i - length l) as [|n]; simpl in *; [injection N as <-; eauto|].
    destruct n; discriminate.
Qed.

Lemma without_premise_holds rels f : forall e, holds rels e (without_premise f) -> holds rels e f.
Proof.
  induction f; cbn [without_premise holds]; auto.
  - intros e H G. contradiction.
  - intros e (v & N & H). eauto.
Qed.
(* Premises that hold. *)
Definition given (ps : list skeleton) (e : env) : Prop := Forall (fun p => exists P, means p P /\ P e) ps.
Lemma given_conj ps e : given ps e -> exists P, means (conj ps) P /\ P e.
Proof.
  induction 1 as [|p ps (P & M & H) F (Q & MQ & HQ)].
  - exists (fun _ => True). repeat split; auto.
  - destruct ps as [|p' ps]; [exists P; auto|]. exists (fun e => P e /\ Q e). split; [|auto].
    change (means (Bin andb p (conj (p' :: ps))) (fun e => P e /\ Q e)). now apply means_and.
Qed.
Lemma given_same ps e e' : natural e -> natural e' -> (forall x, In x (all_vars ps) -> e x = e' x) -> given ps e -> given ps e'.
Proof.
  intros N N' E G. unfold given in *. rewrite Forall_forall in *. intros p I. destruct (G p I) as (P & M & H).
  exists P. split; [exact M|]. destruct M as (_ & S). apply (S e e' N N'); auto.
  intros x Ix. apply E, in_flat_map. eauto.
Qed.
Lemma given_select l ps e : given ps e -> given (select l ps) e.
Proof.
  unfold given. rewrite !Forall_forall. intros G p I. apply in_flat_map in I as (i & _ & I).
  destruct (nth_error ps i) as [p'|] eqn:E; [|contradiction]. destruct I as [<-|[]]. apply G. exact (nth_error_In _ _ E).
Qed.
Lemma given_updates ps xs v e : disjoint xs (all_vars ps) = true -> Forall (Z.le 0) v -> natural e -> given ps e -> given ps (updates e xs v).
Proof.
  intros D F N. apply given_same; [exact N|now apply natural_updates|]. intros x I. symmetry. apply updates_outside.
  intro J. exact (disjoint_In _ _ D x J I).
Qed.

Lemma taken rels e x f : holds rels e f -> natural e -> holds rels e (Some_ x f).
Proof.
  intros H N. exists (e x). split; [apply N|]. revert H. apply holds_same. intro y. unfold update.
  destruct (Nat.eqb_spec y x) as [->|]; reflexivity.
Qed.

Section Prove.
Variables (rels : relations) (meanings : list relation).
Hypothesis known_relations : forall i a, nth_error rels i = Some a ->
  exists R, nth_error meanings i = Some R /\ same_relation a R.

Lemma concluded_sound ps f c c' : concluded s rels ps f c = Some c' -> forall e, natural e -> given ps e -> holds meanings e f.
Proof.
  unfold concluded. intros H e N G.
  assert (X : forall ps c, given ps e -> match compile s rels f c with
      | Some (o, c) => concluding s (conj ps) o c | None => None end = Some c' -> holds meanings e f).
  { clear -N good known_relations. intros ps c G H. destruct (compile s rels f c) as [(o, c1)|] eqn:F; [|discriminate].
    destruct (given_conj ps e G) as (Q & M & A). pose proof (compile_sound rels meanings known_relations f _ _ _ F) as O.
    exact (concluding_sound (conj ps) Q o _ e c1 c' M O H N A). }
  destruct c as [|[b|A ys|A ys| |x| |A ys zs| |l|A ys B zs|ts|] c]; try exact (X _ _ G H). exact (X _ _ (given_select l ps e G) H).
Qed.
(* What is assumed of some numbers xs, and concluded without them. *)
Lemma assumed_sound ps xs p P g : (forall e, natural e -> given (p :: ps) e -> holds meanings e g) ->
  disjoint xs (all_vars ps) = true -> disjoint xs (free g) = true -> means p P ->
  forall e, natural e -> given ps e -> many e xs 1 P -> holds meanings e g.
Proof.
  intros H D1 D2 M e N G X. apply many_one in X as (v & L & Fv & Hv).
  assert (Y : holds meanings (updates e xs v) g).
  { apply H; [now apply natural_updates|]. constructor; [eauto|now apply given_updates]. }
  revert Y. apply holds_free. intros x I. symmetry. apply updates_outside. intro J. exact (disjoint_In _ _ D2 x J I).
Qed.
Lemma prove_sound f : forall ps c c', prove s rels ps f c = Some c' -> forall e, natural e -> given ps e -> holds meanings e f.
Proof.
  induction f as [r a b|i xs|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IH|x f IH|k xs f IH|x f IH];
    intros ps c c' H e N G; cbn [prove] in H; cbv zeta in H; try exact (concluded_sound ps _ c c' H e N G).
  - destruct (prove s rels ps f c) as [c1|] eqn:F; [|discriminate]. split; [exact (IHf ps _ _ F e N G)|exact (IHg ps _ _ H e N G)].
  - destruct (quantified (Or f g)); [|exact (concluded_sound ps _ c c' H e N G)].
    destruct c as [|[b|B ys|B ys| |x| |B ys zs| |l|B ys D zs|ts|] c]; try exact (concluded_sound ps (Or f g) _ c' H e N G).
    destruct c as [|[b|B ys|B ys| |x| |B ys zs| |l|B ys D zs|ts|] c]; try exact (concluded_sound ps (Or f g) _ c' H e N G).
    destruct (zero_loop B (length ys)) eqn:Z; [|discriminate]. pose proof (means_accepted B ys Z) as MB.
    destruct (prove s rels (Neg (Aut B ys) :: ps) f c) as [c1|] eqn:F; [|discriminate].
    destruct (decided (Aut B ys) _ e MB N) as [Y|Y].
    + right. refine (IHg [Aut B ys] _ _ H e N _). constructor; [eauto|constructor].
    + left. refine (IHf (Neg (Aut B ys) :: ps) _ _ F e N _). constructor; [|exact G]. eexists. split; [exact (means_neg _ _ MB)|exact Y].
  - destruct (quantified (Implies f g)); [|exact (concluded_sound ps _ c c' H e N G)].
    destruct c as [|[b|B ys|B ys| |x| |B ys zs| |l|B ys D zs|ts|] c]; try exact (concluded_sound ps (Implies f g) _ c' H e N G).
    destruct (compile s rels f c) as [([p|[] [|[|k]] xs p], c1)|] eqn:F; try discriminate;
      pose proof (compile_sound rels meanings known_relations f _ _ _ F) as O; cbn [holds]; intro Hf.
    + refine (IHg (p :: ps) _ _ H e N _). constructor; [|exact G]. exists (fun e => holds meanings e f). auto.
    + destruct (disjoint xs (all_vars ps) && disjoint xs (free g)) eqn:D; [|discriminate]. apply andb_prop in D as (D1 & D2).
      destruct O as (_ & P & MP & X). apply (X e N) in Hf.
      exact (assumed_sound ps xs p P g (IHg (p :: ps) _ _ H) D1 D2 MP e N G Hf).
  - destruct c as [|[b|B ys|B ys| |z| |B ys zs| |l|B ys D zs|ts|] c]; try exact (concluded_sound ps (Some_ x f) _ c' H e N G).
    + apply without_premise_holds. exact (concluded_sound ps _ c c' H e N G).
    + rewrite (andb_comm (zero_loop _ _ && _ && _)) in H. destruct (conclude s (conj ps) (Least false 1 zs (Aut B ys))) eqn:C; [|discriminate].
      cbn [andb] in H. destruct (zero_loop B (length ys) && disjoint zs (all_vars ps) && disjoint zs (free (Some_ x f))) eqn:D; [|discriminate].
      rewrite !andb_true_iff in D. destruct D as ((Z & D1) & D2).
      pose proof (means_accepted B ys Z) as MB. destruct (given_conj ps e G) as (Q & MQ & HQ).
      refine (assumed_sound ps zs (Aut B ys) _ (Some_ x f) _ D1 D2 MB e N G _).
      * intros e' N' G'. exact (taken _ _ _ _ (IH (Aut B ys :: ps) _ _ H e' N' G') N').
      * refine (conclude_sound (conj ps) Q (Least false 1 zs (Aut B ys)) (fun e => many e zs 1 _) e MQ _ C N HQ).
        split; [discriminate|]. eexists. split; [exact MB|]. reflexivity.
    + apply taken; [exact (IH ps _ _ H e N G)|exact N].
  - destruct (existsb (Nat.eqb x) (all_vars ps)) eqn:Ex; [exact (concluded_sound ps _ c c' H e N G)|].
    intros v Nv. refine (IH ps _ _ H (update e x v) (natural_update e x v N Nv) _). revert G.
    apply given_same; auto using natural_update. intros y I. unfold update. destruct (Nat.eqb_spec y x) as [->|]; [|reflexivity].
    assert (Y : existsb (Nat.eqb x) (all_vars ps) = true) by (apply existsb_exists; exists x; split; [exact I|apply Nat.eqb_refl]). congruence.
Qed.
End Prove.

End Proofs.

(* Whether an automaton accepts some numbers is decided. *)
Lemma accepted_decided (s : structure) : (forall x, good_system (s x) = true) -> forall k A, zero_loop A k = true ->
  forall ns, length ns = k -> Forall (Z.le 0) ns -> accepted s k A ns \/ ~ accepted s k A ns.
Proof.
  intros good k A Z ns L N.
  assert (Ne : forall x, (0 <= nth x ns 0)%Z).
  { intro x. destruct (nth_in_or_default x ns 0%Z) as [I| ->]; [|lia]. rewrite Forall_forall in N. auto. }
  destruct (word_for s good (fun x => nth x ns 0%Z) Ne (seq 0 k)) as (w & V & E).
  assert (M : map (value s w) (seq 0 k) = ns).
  { rewrite (map_ext_in _ _ _ E). subst k. clear. induction ns as [|n ns IH]; [reflexivity|].
    cbn [length seq map nth]. f_equal. rewrite <- seq_shift, map_map. exact IH. }
  pose proof (accepted_relation s k A good Z s (seq 0 k) w eq_refl V) as H. cbn [fst snd] in H. rewrite M in H.
  destruct (accepts A (seq 0 k) w); [left; tauto|right; intro X; apply H in X; discriminate].
Qed.
