(* The checker: a script with its certificate is accepted only if every theorem of the script holds.

   A certificate gives for each quantifier an automaton, in the order in which quantifiers end in the text, and for each
   definition one more. *)
Require Import ZArith List Lia Bool PArith FMapPositive.
From Filbert Require Import System Automata Logic Linear Explore Skeleton Always Projection.
Import ListNotations.

(** * Definitions *)
Inductive answer :=
| Truth (b : bool)                        (* of a formula without free variables *)
| By (A : dfa) (ys : list var).           (* an automaton, and the variables on its tracks *)

Definition answered (a : answer) : skeleton := match a with Truth b => Const b | By A ys => Aut A ys end.

(* A sum and a constant for a term. *)
Fixpoint add_to (k : Z) (x : var) (ks : sums) : sums :=
  match ks with
  | [] => [(k, x)]
  | (l, y) :: ks => if Nat.eqb x y then (if Z.eqb (k + l) 0 then ks else ((k + l)%Z, y) :: ks) else (l, y) :: add_to k x ks
  end.
Fixpoint linear (c : Z) (t : term) (acc : sums * Z) : sums * Z :=
  match t with
  | Num n => (fst acc, (c * n + snd acc)%Z)
  | Var x => (add_to c x (fst acc), snd acc)
  | Add a b => linear c a (linear c b acc)
  | Sub a b => linear c a (linear (- c) b acc)
  | Mul n a => linear (c * n) a acc
  end.
Definition comparing (r : comparison) (a b : term) : skeleton :=
  let (ks, n) := linear 1 a (linear (-1) b ([], 0%Z)) in
  match r with
  | LessThan => Lin false ks (-1 - n)
  | AtMost => Lin false ks (- n)
  | Equal => Lin true ks (- n)
  end.

Fixpoint rename (x z : var) (p : skeleton) : skeleton :=
  match p with
  | Const b => Const b
  | Aut A xs => Aut A (map (fun y => if Nat.eqb y x then z else y) xs)
  | Lin e ks c => Lin e (map (fun '(k, y) => (k, if Nat.eqb y x then z else y)) ks) c
  | Neg p => Neg (rename x z p)
  | Bin op p q => Bin op (rename x z p) (rename x z q)
  end.

(* A variable that is neither x nor free in f. *)
Definition fresh (x : var) (f : formula) : var := S (fold_right Nat.max x (free f)).

Definition answers := list answer.
Definition quantify (s : system) (p : skeleton) (x : var) (c : answers) : option (skeleton * answers) :=
  match c with
  | a :: c => let r := answered a in if project s p x r (vars r) then Some (r, c) else None
  | [] => None
  end.
(* x is one of them, and at least n that are greater are, too: an automaton for each of 1 .. n. *)
Fixpoint greater (s : system) (p : skeleton) (x z : var) (n : nat) (c : answers) : option (skeleton * answers) :=
  match n with
  | O => Some (Const true, c)
  | S n => match greater s p x z n c with
    | Some (h, c) => quantify s (Bin andb p (Bin andb (rename x z (Bin andb p h)) (Lin false [(1%Z, x); ((-1)%Z, z)] (-1)))) z c
    | None => None
    end
  end.

Definition relations := list (nat * dfa).      (* numbers of tracks, and automata *)

Fixpoint compile (s : system) (rels : relations) (f : formula) (c : answers) : option (skeleton * answers) :=
  let two op f g :=
    match compile s rels f c with
    | Some (p, c) => match compile s rels g c with Some (q, c) => Some (Bin op p q, c) | None => None end
    | None => None
    end in
  match f with
  | Compare r a b => Some (comparing r a b, c)
  | Rel i xs => match nth_error rels i with
      | Some (k, A) => if Nat.eqb (length xs) k then Some (Aut A xs, c) else None
      | None => None
      end
  | Not f => match compile s rels f c with Some (p, c) => Some (Neg p, c) | None => None end
  | And f g => two andb f g
  | Or f g => two orb f g
  | Implies f g => two implb f g
  | Iff f g => two Bool.eqb f g
  | Some_ x f => match compile s rels f c with Some (p, c) => quantify s p x c | None => None end
  | All x f => match compile s rels f c with
      | Some (p, a :: c) => let r := answered a in if project s (Neg p) x (Neg r) (vars r) then Some (r, c) else None
      | _ => None
      end
  | AtLeast k x f => match compile s rels f c with
      | Some (p, c) => match k with
          | O => Some (Const true, c)
          | S k => match greater s p x (fresh x f) k c with
              | Some (h, c) => quantify s (Bin andb p h) x c
              | None => None
              end
          end
      | None => None
      end
  | Infinitely x f => match compile s rels f c with
      | Some (p, c) => let z := fresh x f in
          match quantify s (Bin andb p (Lin false [(1%Z, z); ((-1)%Z, x)] 0)) x c with
          | Some (h, a :: c) => let r := answered a in if project s (Neg h) z (Neg r) (vars r) then Some (r, c) else None
          | _ => None
          end
      | None => None
      end
  end.

Fixpoint same_vars (xs ys : list var) : bool :=
  match xs, ys with [], [] => true | x :: xs, y :: ys => Nat.eqb x y && same_vars xs ys | _, _ => false end.
Fixpoint distinct (xs : list var) : bool :=
  match xs with [] => true | x :: xs => negb (existsb (Nat.eqb x) xs) && distinct xs end.

(* Quantifiers A in front need no answers; parts of a conjunction are theorems of their own. *)
Fixpoint prove (s : system) (rels : relations) (f : formula) (c : answers) : option answers :=
  match f with
  | All x f => prove s rels f c
  | And f g => match prove s rels f c with Some c => prove s rels g c | None => None end
  | f => match compile s rels f c with
      | Some (p, c) => if always s p (nodup Nat.eq_dec (vars p)) then Some c else None
      | None => None
      end
  end.

(* One command with its certificate: the relations after it, none if it is not accepted. *)
Definition check_command (s : system) (rels : relations) (cmd : command) (c : answers) : option relations :=
  match cmd with
  | Automaton k A =>
      match next A 1 (repeat 0 k) with
      | Some q => if Pos.eqb q 1 then Some (rels ++ [(k, A)]) else None
      | None => None
      end
  | Define xs f =>
      match compile s rels f c with
      | Some (p, [By A ys]) =>
          if same_vars xs ys && distinct xs && always s (Bin Bool.eqb p (Aut A xs)) xs
          then Some (rels ++ [(length xs, A)]) else None
      | _ => None
      end
  | Theorem_ f => match prove s rels f c with Some [] => Some rels | _ => None end
  end.
Fixpoint check_commands (s : system) (rels : relations) (cs : list (command * answers)) : bool :=
  match cs with
  | [] => true
  | (cmd, c) :: cs => match check_command s rels cmd c with Some rels => check_commands s rels cs | None => false end
  end.
Definition check (s : system) (cs : list (command * answers)) : bool := good_system s && check_commands s [] cs.

(* An automaton as a list of its states, the first first: accepting or not, and letters with next states. *)
Fixpoint listed (q : positive) (l : list (bool * list (list nat * positive))) : dfa :=
  match l with
  | [] => PositiveMap.empty _
  | (b, row) :: l =>
      PositiveMap.add q (b, fold_right (fun '(a, t) r => PositiveMap.add (code a) t r) (PositiveMap.empty _) row)
        (listed (Pos.succ q) l)
  end.

(** * Soundness *)
Section Check.
Variable s : system.
Hypothesis good : good_system s = true.

Lemma sum_add_to k x ks w : sum s (add_to k x ks) w = (k * value s w x + sum s ks w)%Z.
Proof.
  induction ks as [|(l, y) ks IH]; simpl; [lia|].
  destruct (Nat.eqb_spec x y) as [->|N]; [|simpl; rewrite IH; lia].
  destruct (Z.eqb_spec (k + l) 0) as [E|_]; simpl; [|ring]. replace l with (- k)%Z by lia. ring.
Qed.
Lemma linear_sound t : forall c acc w, let r := linear c t acc in
  (sum s (fst r) w + snd r = c * eval (value s w) t + (sum s (fst acc) w + snd acc))%Z.
Proof.
  induction t; intros c' acc w; cbn [linear fst snd eval]; rewrite ?sum_add_to, ?IHt, ?IHt1, ?IHt2; ring.
Qed.
Lemma comparing_sound r a b w : truth s (comparing r a b) w = true <-> compares r (eval (value s w) a) (eval (value s w) b).
Proof.
  unfold comparing. pose proof (linear_sound a 1 (linear (-1) b ([], 0%Z)) w) as H.
  pose proof (linear_sound b (-1) ([], 0%Z) w) as G. cbv zeta in *. rewrite G in H. cbn [fst snd sum] in H.
  destruct (linear 1 a (linear (-1) b ([], 0%Z))) as (ks, n). cbn [fst snd] in H.
  destruct r; cbn [truth compare_sum compares]; rewrite ?Z.leb_le, ?Z.eqb_eq; lia.
Qed.

Definition same_relation (a : nat * dfa) (R : relation) : Prop :=
  forall xs w, length xs = fst a -> valid_on s xs w -> (accepts (snd a) xs w = true <-> R (map (value s w) xs)).

(** ** Renaming *)
Definition renamed (x z : var) (w : word) : word := map (fun a : letter => set a x (a z)) w.
Lemma track_renamed x z w y : track (renamed x z w) y = track w (if Nat.eqb y x then z else y).
Proof.
  unfold renamed, track. rewrite map_map. apply map_ext. intro a. unfold set. destruct (Nat.eqb y x); reflexivity.
Qed.
Lemma truth_rename x z p w : truth s (rename x z p) w = truth s p (renamed x z w).
Proof.
  induction p as [b|A xs|e ks c|p IH|op p IHp q IHq]; cbn [rename truth]; try congruence.
  - unfold accepts. apply accepts_from_tracks.
    + rewrite map_map. apply map_ext. intro y. symmetry. apply track_renamed.
    + unfold renamed. now rewrite map_length.
  - f_equal. induction ks as [|(k, y) ks IH]; [reflexivity|]. simpl. rewrite IH. unfold value. now rewrite track_renamed.
Qed.
Lemma vars_rename x z p : vars (rename x z p) = map (fun y => if Nat.eqb y x then z else y) (vars p).
Proof.
  induction p as [b|A xs|e ks c|p IH|op p IHp q IHq]; simpl; auto.
  - rewrite !map_map. apply map_ext. intros (k, y). reflexivity.
  - now rewrite map_app, IHp, IHq.
Qed.
Lemma value_renamed x z w y : value s (renamed x z w) y = update (value s w) x (value s w z) y.
Proof. unfold value at 1. rewrite track_renamed. unfold update. destruct (Nat.eqb y x); reflexivity. Qed.
Lemma valid_renamed x z p w : valid_on s (vars (rename x z p)) w -> valid_on s (vars p) (renamed x z w).
Proof.
  intros V y I. rewrite track_renamed. apply V. rewrite vars_rename.
  apply in_map_iff. exists y. auto.
Qed.

(** ** Fresh variables *)
Lemma fresh_free x f : ~ In (fresh x f) (free f) /\ fresh x f <> x.
Proof.
  unfold fresh. assert (H : forall l n, In n (x :: l) -> (n <= fold_right Nat.max x l)%nat).
  { induction l as [|m l IH]; simpl; intros n I; [lia|].
    destruct I as [I|[I|I]]; [specialize (IH n (or_introl I))|subst|specialize (IH n (or_intror I))]; lia. }
  split.
  - intro I. specialize (H (free f) _ (or_intror I)). lia.
  - specialize (H (free f) x (or_introl eq_refl)). lia.
Qed.

Lemma valid_on_incl xs ys w : (forall x, In x xs -> In x ys) -> valid_on s ys w -> valid_on s xs w.
Proof. intros H V x I. auto. Qed.

(** ** Quantifiers *)
Definition means (p : skeleton) (Q : env -> Prop) : Prop :=
  forall w, valid_on s (vars p) w -> (truth s p w = true <-> Q (value s w)).

Lemma project_vars p x r ys : project s p x r ys = true -> forall y, In y (vars p) -> In y (x :: ys).
Proof. unfold project. rewrite !andb_true_iff. intros (((((I & _) & _) & _) & _) & _). exact (includes_In _ _ I). Qed.

Lemma project_means p x r (Q : env -> Prop) : (forall e e' : env, (forall y, e y = e' y) -> Q e -> Q e') -> means p Q ->
  project s p x r (vars r) = true -> means r (fun e => exists v, (0 <= v)%Z /\ Q (update e x v)).
Proof.
  intros ext M C w V. apply (project_correct s p x r (vars r) Q good ext C); [|exact V].
  intros u Vu. apply M. revert Vu. apply valid_on_incl. exact (project_vars _ _ _ _ C).
Qed.

Lemma quantify_means p x c r c' (Q : env -> Prop) : (forall e e' : env, (forall y, e y = e' y) -> Q e -> Q e') -> means p Q ->
  quantify s p x c = Some (r, c') -> means r (fun e => exists v, (0 <= v)%Z /\ Q (update e x v)).
Proof.
  intros ext M. unfold quantify. destruct c as [|a c]; [discriminate|].
  destruct (project s p x (answered a) (vars (answered a))) eqn:C; [|discriminate].
  intro E. injection E as <- <-. now apply project_means with (p := p).
Qed.

Lemma means_iff p (Q Q' : env -> Prop) : (forall e, Q e <-> Q' e) -> means p Q -> means p Q'.
Proof. intros H M w V. rewrite <- H. auto. Qed.

Lemma means_neg p Q : means p Q -> means (Neg p) (fun e => ~ Q e).
Proof.
  intros M w V. simpl. rewrite negb_true_iff. specialize (M w V). destruct (truth s p w); intuition congruence.
Qed.
Lemma means_bin op (F : Prop -> Prop -> Prop) p q P Q :
  (forall a b X Y, (a = true <-> X) -> (b = true <-> Y) -> (op a b = true <-> F X Y)) ->
  means p P -> means q Q -> means (Bin op p q) (fun e => F (P e) (Q e)).
Proof.
  intros H MP MQ w V. simpl. apply H; [apply MP|apply MQ]; intros x I; apply V; simpl; auto using in_or_app.
Qed.
Lemma means_and p q P Q : means p P -> means q Q -> means (Bin andb p q) (fun e => P e /\ Q e).
Proof. apply means_bin with (F := and). intros a b X Y. rewrite andb_true_iff. tauto. Qed.
Definition stable (Q : env -> Prop) : Prop := forall e e' : env, (forall y, e y = e' y) -> Q e -> Q e'.
Lemma means_rename x z p Q : stable Q -> means p Q -> means (rename x z p) (fun e => Q (update e x (e z))).
Proof.
  intros ext M w V. rewrite truth_rename. specialize (M (renamed x z w) (valid_renamed x z p w V)). rewrite M.
  split; apply ext; intro y; rewrite value_renamed; reflexivity.
Qed.
Lemma means_less x z : means (Lin false [(1%Z, x); ((-1)%Z, z)] (-1)) (fun e => (e x < e z)%Z).
Proof. intros w V. cbn [truth compare_sum sum]. rewrite Z.leb_le. lia. Qed.
Lemma means_at_most x z : means (Lin false [(1%Z, x); ((-1)%Z, z)] 0) (fun e => (e x <= e z)%Z).
Proof. intros w V. cbn [truth compare_sum sum]. rewrite Z.leb_le. lia. Qed.

(** ** At least k numbers: the least of them, and more that are greater *)
Definition more (Q : env -> Prop) (x : var) (n : nat) (e : env) : Prop :=
  exists vs, NoDup vs /\ length vs = n /\ forall v, In v vs -> (0 <= v)%Z /\ (e x < v)%Z /\ Q (update e x v).

Lemma least (l : list Z) : l <> [] -> exists m, In m l /\ forall v, In v l -> (m <= v)%Z.
Proof.
  induction l as [|a l IH]; [congruence|]. intros _. destruct l as [|b l].
  - exists a. split; [now left|]. intros v [<-|[]]. lia.
  - destruct IH as (m & I & L); [congruence|]. destruct (Z_le_dec a m) as [H|H].
    + exists a. split; [now left|]. intros v [<-|Iv]; [lia|]. specialize (L v Iv). lia.
    + exists m. split; [now right|]. intros v [<-|Iv]; [lia|]. auto.
Qed.

Lemma split_least (P : Z -> Prop) n : (exists vs, NoDup vs /\ length vs = S n /\ forall v, In v vs -> P v) <->
  exists m, P m /\ exists vs, NoDup vs /\ length vs = n /\ forall v, In v vs -> (m < v)%Z /\ P v.
Proof.
  split.
  - intros (vs & D & L & H). destruct (least vs) as (m & I & Lm); [intros ->; discriminate|].
    exists m. split; [auto|]. destruct (in_split m vs I) as (l1 & l2 & ->).
    exists (l1 ++ l2). apply NoDup_remove in D as (D & N). split; [exact D|]. split.
    + rewrite app_length in *. simpl in L. lia.
    + intros v Iv. assert (Iv' : In v (l1 ++ m :: l2)) by (apply in_app_or in Iv; apply in_or_app; simpl; tauto).
      split; [|auto]. specialize (Lm v Iv'). destruct (Z.eq_dec m v) as [->|]; [contradiction|lia].
  - intros (m & Pm & vs & D & L & H). exists (m :: vs). split; [|split].
    + constructor; [|exact D]. intro I. specialize (H m I). lia.
    + simpl. congruence.
    + intros v [<-|I]; [exact Pm|]. apply H, I.
Qed.




(* What an automaton of the chain says: nothing before the first. *)
Definition greater_says (Q : env -> Prop) (x : var) (n : nat) (e : env) : Prop := n = 0 \/ (Q e /\ more Q x n e).

Lemma stable_more Q x n : stable Q -> stable (more Q x n).
Proof.
  intros ext e e' E (vs & D & L & H). exists vs. repeat split; auto.
  - now apply H.
  - rewrite <- E. now apply H.
  - apply (ext (update e x v)); [|now apply H]. intro y. unfold update. destruct (Nat.eqb y x); auto.
Qed.
Lemma stable_says Q x n : stable Q -> stable (greater_says Q x n).
Proof.
  intros ext e e' E [H|(A & B)]; [now left|right]. split; [exact (ext _ _ E A)|exact (stable_more Q x n ext _ _ E B)].
Qed.
Lemma says_more (Q : env -> Prop) x n e : Q e -> (greater_says Q x n e <-> more Q x n e).
Proof.
  intro H. unfold greater_says. split; [|tauto]. intros [->|(_ & M)]; [|exact M].
  exists []. repeat split; [constructor|..]; contradiction.
Qed.

Lemma greater_means p x z Q : stable Q -> (forall e v, Q (update e z v) <-> Q e) -> z <> x -> means p Q ->
  forall n c h c', greater s p x z n c = Some (h, c') -> means h (greater_says Q x n).
Proof.
  intros ext Fz N M. induction n as [|n IH]; intros c h c' G; cbn [greater] in G.
  - injection G as <- <-. intros w V. split; [now left|reflexivity].
  - destruct (greater s p x z n c) as [(h1, c1)|] eqn:G1; [|discriminate]. specialize (IH _ _ _ G1).
    assert (S1 : stable (fun e => Q e /\ greater_says Q x n e)).
    { intros e e' E (A & B). split; [exact (ext _ _ E A)|exact (stable_says Q x n ext _ _ E B)]. }
    pose proof (means_and _ _ _ _ M (means_and _ _ _ _ (means_rename x z _ _ S1 (means_and _ _ _ _ M IH)) (means_less x z))) as MA.
    eapply quantify_means in G; [| |exact MA].
    + revert G. apply means_iff. intro e. unfold greater_says at 2. 
      assert (Eq1 : forall v, update e z v z = v) by (intro v; unfold update; now rewrite Nat.eqb_refl).
      assert (Eq2 : forall v, update e z v x = e x).
      { intro v. unfold update. destruct (Nat.eqb_spec x z); [congruence|reflexivity]. }
      assert (Q1 : forall v u, Q (update (update e z v) x u) <-> Q (update e x u)).
      { intros v u. rewrite <- (Fz (update e x u) v). split; apply ext; intro y; unfold update;
          destruct (Nat.eqb_spec y x), (Nat.eqb_spec y z); congruence. }
      assert (Q2 : forall v u, Q (update (update (update e z v) x v) x u) <-> Q (update e x u)).
      { intros v u. rewrite <- (Q1 v u). split; apply ext; intro y; unfold update; destruct (Nat.eqb y x); reflexivity. }
      assert (Q3 : forall v, update (update e z v) x v x = v) by (intro v; unfold update; now rewrite Nat.eqb_refl).
      assert (Step : more Q x (S n) e <-> exists v, (0 <= v)%Z /\ (e x < v)%Z /\ Q (update e x v) /\ more Q x n (update (update e z v) x v)).
      { unfold more at 1. rewrite (split_least (fun v => (0 <= v)%Z /\ (e x < v)%Z /\ Q (update e x v)) n).
        split; intros (v & H); exists v.
        - destruct H as ((Nv & Lt & Hq) & vs & D & L & Hv). repeat split; auto. exists vs. rewrite Q3.
          repeat split; auto; rewrite ?Q2; apply Hv; assumption.
        - destruct H as (Nv & Lt & Hq & vs & D & L & Hv). split; [auto|]. exists vs. split; [exact D|].
          split; [exact L|]. intros u Iu. destruct (Hv u Iu) as (A & B & C). rewrite Q3 in B. rewrite Q2 in C.
          split; [exact B|]. split; [exact A|]. split; [lia|exact C]. }
      rewrite Step. split.
      * intros (v & Nv & Hq & (Hr & Hg) & Lt). rewrite Eq1 in *. rewrite Eq2 in Lt. right.
        split; [exact (proj1 (Fz e v) Hq)|]. exists v. rewrite (says_more Q x n _ Hr) in Hg. rewrite Q1 in Hr. auto.
      * intros [H|(Hq & v & Nv & Lt & Hr & Hm)]; [discriminate|]. exists v. rewrite Eq1, Eq2, Fz.
        assert (Hr' : Q (update (update e z v) x v)) by (apply Q1; exact Hr).
        rewrite (says_more Q x n _ Hr'). auto.
    + intros e e' E (A & (B & C)). rewrite <- !E. split; [exact (ext _ _ E A)|]. split; [|exact C].
      revert B. apply S1. intro y. unfold update. destruct (Nat.eqb y x); auto.
Qed.

(** ** Formulas *)
Section Compile.
Variables (rels : relations) (meanings : list relation).
Hypothesis known_relations : forall i a, nth_error rels i = Some a ->
  exists R, nth_error meanings i = Some R /\ same_relation a R.

Notation meaning f := (fun e => holds meanings e f).
Lemma stable_holds f : stable (meaning f).
Proof. intros e e' E. apply (holds_same meanings f e e' E). Qed.

(* What a skeleton means is decided where it is true or false: no classical logic is used. *)
Lemma decided p x ys Q w v : stable Q -> means p Q -> (forall y, In y (vars p) -> In y (x :: ys)) -> valid_on s ys w -> (0 <= v)%Z ->
  Q (update (value s w) x v) \/ ~ Q (update (value s w) x v).
Proof.
  intros ext M I V N. destruct (put_number s good w v N) as (j & l & L & Vl & El).
  assert (Vz : valid_on s (vars p) (put x l (zeros j ++ w))).
  { intros y Iy. destruct (Nat.eq_dec y x) as [->|Ne]; [now rewrite track_put|].
    rewrite track_put_other by assumption. apply (valid_on_zeros s good ys j w); [exact V|].
    destruct (I y Iy); [congruence|assumption]. }
  assert (E : forall y, value s (put x l (zeros j ++ w)) y = update (value s w) x v y).
  { intro y. unfold update, value at 1. destruct (Nat.eqb_spec y x) as [->|Ne]; [rewrite track_put by assumption; exact El|].
    rewrite track_put_other by assumption. apply value_zeros. }
  specialize (M _ Vz). destruct (truth s p (put x l (zeros j ++ w))).
  - left. apply (ext _ _ E). tauto.
  - right. intro H. assert (X : false = true); [|discriminate]. apply M. revert H. apply ext. intro y. symmetry. apply E.
Qed.

Lemma all_means p x r Q : stable Q -> means p Q -> project s (Neg p) x (Neg r) (vars r) = true ->
  means r (fun e => forall v, (0 <= v)%Z -> Q (update e x v)).
Proof.
  intros ext M C. pose proof (project_vars _ _ _ _ C) as I. simpl in I.
  assert (H : means (Neg r) (fun e => exists v, (0 <= v)%Z /\ ~ Q (update e x v))).
  { apply (project_means (Neg p) x (Neg r) (fun e => ~ Q e)); [|now apply means_neg|exact C].
    intros e e' E N H. apply N. revert H. apply ext. auto. }
  intros w V. specialize (H w V). cbn [truth] in H. rewrite negb_true_iff in H. split.
  - intros T v N. destruct (decided p x (vars r) Q w v ext M I V N) as [D|D]; [exact D|].
    assert (F : truth s r w = false) by (apply H; eauto). congruence.
  - intro A. destruct (truth s r w); [reflexivity|]. destruct (proj1 H eq_refl) as (v & N & D). destruct (D (A v N)).
Qed.

Lemma compile_sound f : forall c p c', compile s rels f c = Some (p, c') -> means p (meaning f).
Proof.
  induction f as [r a b|i xs|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IH|x f IH|k x f IH|x f IH];
    intros c p c' C; cbn [compile] in C.
  - injection C as <- <-. intros w _. apply comparing_sound.
  - destruct (nth_error rels i) as [(k, A)|] eqn:N; [|discriminate].
    destruct (Nat.eqb_spec (length xs) k) as [L|]; [|discriminate]. injection C as <- <-.
    destruct (known_relations _ _ N) as (R & NR & S). intros w V. cbn [holds truth]. rewrite NR. apply S; assumption.
  - destruct (compile s rels f c) as [(q, c1)|] eqn:F; [|discriminate]. injection C as <- <-. apply means_neg. eauto.
  - destruct (compile s rels f c) as [(p1, c1)|] eqn:F; [|discriminate].
    destruct (compile s rels g c1) as [(p2, c2)|] eqn:G; [|discriminate]. injection C as <- <-.
    apply (means_bin andb and); eauto. intros a b X Y. rewrite andb_true_iff. tauto.
  - destruct (compile s rels f c) as [(p1, c1)|] eqn:F; [|discriminate].
    destruct (compile s rels g c1) as [(p2, c2)|] eqn:G; [|discriminate]. injection C as <- <-.
    apply (means_bin orb or); eauto. intros a b X Y. rewrite orb_true_iff. tauto.
  - destruct (compile s rels f c) as [(p1, c1)|] eqn:F; [|discriminate].
    destruct (compile s rels g c1) as [(p2, c2)|] eqn:G; [|discriminate]. injection C as <- <-.
    apply (means_bin implb (fun X Y => X -> Y)); eauto. intros [] [] X Y; simpl; intuition congruence.
  - destruct (compile s rels f c) as [(p1, c1)|] eqn:F; [|discriminate].
    destruct (compile s rels g c1) as [(p2, c2)|] eqn:G; [|discriminate]. injection C as <- <-.
    apply (means_bin Bool.eqb iff); eauto. intros [] [] X Y; simpl; intuition congruence.
  - destruct (compile s rels f c) as [(q, c1)|] eqn:F; [|discriminate].
    exact (quantify_means _ _ _ _ _ _ (stable_holds f) (IH _ _ _ F) C).
  - destruct (compile s rels f c) as [(q, [|a c1])|] eqn:F; try discriminate.
    cbv zeta in C. destruct (project s (Neg q) x (Neg (answered a)) (vars (answered a))) eqn:P; [|discriminate].
    injection C as <- <-. exact (all_means _ _ _ _ (stable_holds f) (IH _ _ _ F) P).
  - destruct (compile s rels f c) as [(q, c1)|] eqn:F; [|discriminate]. specialize (IH _ _ _ F). destruct k as [|k].
    + injection C as <- <-. intros w _. cbn [truth holds]. split; [|reflexivity]. intros _. exists [].
      repeat split; [constructor|..]; contradiction.
    + destruct (greater s q x (fresh x f) k c1) as [(h, c2)|] eqn:G; [|discriminate].
      destruct (fresh_free x f) as (Fz & Nz).
      assert (Q1 : forall e v, holds meanings (update e (fresh x f) v) f <-> holds meanings e f).
      { intros e v. apply holds_free. intros y I. unfold update. destruct (Nat.eqb_spec y (fresh x f)); [congruence|reflexivity]. }
      pose proof (greater_means _ _ _ _ (stable_holds f) Q1 Nz IH _ _ _ _ G) as H.
      assert (S2 : stable (fun e => holds meanings e f /\ greater_says (meaning f) x k e)).
      { intros e e' E (A & B). split; [exact (stable_holds f _ _ E A)|exact (stable_says _ x k (stable_holds f) _ _ E B)]. }
      pose proof (quantify_means _ _ _ _ _ _ S2 (means_and _ _ _ _ IH H) C) as M. revert M. apply means_iff. intro e. cbn [holds].
      rewrite (split_least (fun v => (0 <= v)%Z /\ holds meanings (update e x v) f) k).
      assert (Ux : forall v, update e x v x = v) by (intro v; unfold update; now rewrite Nat.eqb_refl).
      assert (Q2 : forall v u, holds meanings (update (update e x v) x u) f <-> holds meanings (update e x u) f).
      { intros v u. apply holds_same. intro y. unfold update. destruct (Nat.eqb y x); reflexivity. }
      split; intros (v & A).
      * destruct A as (N & Hf & A). rewrite (says_more (meaning f) x k _ Hf) in A. destruct A as (vs & D & L & A).
        exists v. split; [auto|]. exists vs.
        split; [exact D|]. split; [exact L|]. intros u Iu. destruct (A u Iu) as (X & Y & Z). rewrite Ux in Y. rewrite Q2 in Z. auto.
      * destruct A as ((N & Hf) & vs & D & L & A). exists v. split; [exact N|]. split; [exact Hf|].
        apply (says_more (meaning f) x k _ Hf). exists vs. rewrite Ux. repeat split; auto; rewrite ?Q2; apply A; assumption.
  - destruct (compile s rels f c) as [(q, c1)|] eqn:F; [|discriminate]. specialize (IH _ _ _ F). cbv zeta in C.
    set (z := fresh x f) in *. destruct (fresh_free x f) as (Fz & Nz). fold z in Fz, Nz.
    destruct (quantify s (Bin andb q (Lin false [(1%Z, z); ((-1)%Z, x)] 0)) x c1) as [(h, [|a c2])|] eqn:G; try discriminate.
    destruct (project s (Neg h) z (Neg (answered a)) (vars (answered a))) eqn:P; [|discriminate]. injection C as <- <-.
    assert (S2 : stable (fun e => holds meanings e f /\ (e z <= e x)%Z)).
    { intros e e' E (A & B). rewrite <- !E. split; [exact (stable_holds f _ _ E A)|exact B]. }
    pose proof (quantify_means _ _ _ _ _ _ S2 (means_and _ _ _ _ IH (means_at_most z x)) G) as M.
    assert (S3 : stable (fun e => exists v, (0 <= v)%Z /\ holds meanings (update e x v) f /\ (update e x v z <= update e x v x)%Z)).
    { intros e e' E (v & N & A). exists v. split; [exact N|]. revert A. apply S2.
      intro y. unfold update. destruct (Nat.eqb y x); auto. }
    pose proof (all_means _ _ _ _ S3 M P) as M2. revert M2. apply means_iff. intro e. cbn [holds].
    assert (E1 : forall b v, update (update e z b) x v z = b).
    { intros b v. unfold update. destruct (Nat.eqb_spec z x); [congruence|]. now rewrite Nat.eqb_refl. }
    assert (E2 : forall b v, update (update e z b) x v x = v) by (intros b v; unfold update; now rewrite Nat.eqb_refl).
    assert (Q1 : forall b v, holds meanings (update (update e z b) x v) f <-> holds meanings (update e x v) f).
    { intros b v. apply holds_free. intros y I. unfold update. destruct (Nat.eqb_spec y x); [reflexivity|].
      destruct (Nat.eqb_spec y z); [congruence|reflexivity]. }
    split.
    + intros A b. destruct (A (Z.max 0 b)) as (v & N & Hf & Le); [lia|]. rewrite E1, E2 in Le. rewrite Q1 in Hf.
      exists v. repeat split; auto; lia.
    + intros A b _. destruct (A b) as (v & N & Le & Hf). exists v. rewrite E1, E2, Q1. auto.
Qed.
End Compile.

(** ** Commands *)
Lemma number_for e xs : natural e -> exists w, valid_on s xs w /\ forall x, In x xs -> value s w x = e x.
Proof. intro N. exact (word_for s good e N xs). Qed.

(* The word whose tracks xs are the tracks ys of w, and whose other tracks are zeros. *)
Fixpoint pick (xs ys : list var) (a : letter) : letter :=
  match xs, ys with x :: xs, y :: ys => set (pick xs ys a) x (a y) | _, _ => zero end.
Definition picked (xs ys : list var) (w : word) : word := map (pick xs ys) w.

Lemma value_picked xs : forall ys w x, length xs = length ys -> value s (picked xs ys w) x = assign xs (map (value s w) ys) x.
Proof.
  induction xs as [|x1 xs IH]; intros [|y1 ys] w x L; try discriminate.
  - simpl. unfold value, track, picked. rewrite map_map. simpl.
    induction w as [|a w IHw]; simpl; [reflexivity|]. rewrite IHw. reflexivity.
  - injection L as L. cbn [assign map]. specialize (IH ys w x L). unfold update.
    unfold value, track, picked in *. rewrite map_map in *. cbn [pick]. unfold set.
    destruct (Nat.eqb x x1); [reflexivity|exact IH].
Qed.
Lemma track_picked xs : forall ys w, length xs = length ys -> distinct xs = true -> map (track (picked xs ys w)) xs = map (track w) ys.
Proof.
  induction xs as [|x1 xs IH]; intros [|y1 ys] w L D; try discriminate; [reflexivity|].
  injection L as L. simpl in D. apply andb_prop in D as (D1 & D2). cbn [map]. f_equal.
  - unfold track, picked. rewrite map_map. apply map_ext. intro a. simpl. unfold set. now rewrite Nat.eqb_refl.
  - rewrite <- (IH ys w L D2). apply map_ext_in. intros x I. unfold track, picked. rewrite !map_map. apply map_ext.
    intro a. simpl. unfold set. destruct (Nat.eqb_spec x x1) as [->|N]; [|reflexivity].
    assert (X : existsb (Nat.eqb x1) xs = true) by (apply existsb_exists; exists x1; split; [exact I|apply Nat.eqb_refl]).
    rewrite X in D1. discriminate.
Qed.
Lemma valid_picked xs ys w : length xs = length ys -> distinct xs = true -> valid_on s ys w -> valid_on s xs (picked xs ys w).
Proof.
  intros L D V. pose proof (track_picked xs ys w L D) as E. intros x I.
  assert (J : In (track (picked xs ys w) x) (map (track w) ys)) by (rewrite <- E; apply in_map; exact I).
  apply in_map_iff in J as (y & <- & J). auto.
Qed.
Lemma accepts_picked A xs ys w : length xs = length ys -> distinct xs = true -> accepts A xs (picked xs ys w) = accepts A ys w.
Proof.
  intros L D. apply accepts_from_tracks; [now apply track_picked|]. unfold picked. apply map_length.
Qed.

Lemma distinct_seq k : forall j, distinct (seq j k) = true.
Proof.
  induction k as [|k IH]; intro j; simpl; [reflexivity|]. rewrite IH, andb_true_r, negb_true_iff.
  destruct (existsb (Nat.eqb j) (seq (S j) k)) eqn:E; [|reflexivity].
  apply existsb_exists in E as (x & I & E). apply in_seq in I. apply Nat.eqb_eq in E. lia.
Qed.

Lemma accepts_zeros A xs : next A 1 (map zero xs) = Some 1%positive -> forall j w, accepts A xs (zeros j ++ w) = accepts A xs w.
Proof.
  intros H j w. unfold accepts. induction j as [|j IH]; [reflexivity|]. cbn [zeros repeat app accepts_from]. rewrite H. exact IH.
Qed.

(* Representations of the same numbers, padded to one length, are the same. *)
Lemma tracks_from_values ys xs u w : map (value s u) ys = map (value s w) xs -> valid_on s ys u -> valid_on s xs w ->
  map (track (zeros (length w) ++ u)) ys = map (track (zeros (length u) ++ w)) xs.
Proof.
  revert xs. induction ys as [|y ys IH]; intros [|x xs] E Vu Vw; try discriminate; [reflexivity|].
  cbn [map] in *. injection E as E1 E2. f_equal.
  - rewrite !track_app, !track_zeros. apply (word_unique s _ 0).
    + apply (valid_zeros s good), Vu. now left.
    + apply (valid_zeros s good), Vw. now left.
    + rewrite !app_length, !repeat_length, !length_track. lia.
    + rewrite !val_zeros. exact E1.
  - apply IH; [exact E2|intros z I; apply Vu; now right|intros z I; apply Vw; now right].
Qed.

Lemma accepted_relation k A : next A 1 (repeat 0 k) = Some 1%positive -> same_relation (k, A) (accepted s k A).
Proof.
  intros Z xs w L V. cbn [fst snd] in *. unfold accepted. split.
  - intro T. exists (picked (seq 0 k) xs w).
    assert (L' : length (seq 0 k) = length xs) by (rewrite seq_length; congruence).
    pose proof (distinct_seq k 0) as D. split; [now apply valid_picked|]. split; [rewrite accepts_picked by assumption; exact T|].
    pose proof (track_picked (seq 0 k) xs w L' D) as E. apply (f_equal (map (val s))) in E. rewrite !map_map in E. exact E.
  - intros (u & Vu & T & E).
    assert (Zs : forall ys, length ys = k -> map zero ys = repeat 0 k).
    { clear. intros ys <-. induction ys; simpl; [reflexivity|]. f_equal. exact IHys. }
    assert (Zu : accepts A (seq 0 k) (zeros (length w) ++ u) = true) by (rewrite accepts_zeros; [exact T|rewrite Zs; [exact Z|apply seq_length]]).
    rewrite <- (accepts_zeros A xs) with (j := length u) by (rewrite Zs; [exact Z|exact L]).
    rewrite <- Zu. apply accepts_from_tracks; [|rewrite !app_length, !length_zeros; lia].
    apply tracks_from_values; auto.
Qed.

Lemma relation_defined (meanings : list relation) p f xs A : means p (fun e => holds meanings e f) ->
  distinct xs = true -> always s (Bin Bool.eqb p (Aut A xs)) xs = true -> same_relation (length xs, A) (defined meanings xs f).
Proof.
  intros M D H ys w L V. cbn [fst snd] in *. unfold defined.
  assert (Vp : valid_on s xs (picked xs ys w)) by (apply valid_picked; auto).
  pose proof (always_sound s _ _ H _ Vp) as T. cbn [truth] in T. apply Bool.eqb_prop in T.
  rewrite accepts_picked in T by auto. rewrite <- T.
  assert (I : forall y, In y (vars p) -> In y xs).
  { unfold always in H. apply andb_prop in H as (H & _). pose proof (includes_In _ _ H) as I.
    intros y Iy. apply I. simpl. apply in_or_app. now left. }
  rewrite (M _ (valid_on_incl _ _ _ I Vp)). apply holds_same. intro x. apply value_picked. auto.
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

Lemma prove_sound rels meanings :
  (forall i a, nth_error rels i = Some a -> exists R, nth_error meanings i = Some R /\ same_relation a R) ->
  forall f c c', prove s rels f c = Some c' -> forall e, natural e -> holds meanings e f.
Proof.
  intro K. assert (Base : forall f c c', match compile s rels f c with
      | Some (p, c) => if always s p (nodup Nat.eq_dec (vars p)) then Some c else None
      | None => None
      end = Some c' -> forall e, natural e -> holds meanings e f).
  { intros f c c' H e N. destruct (compile s rels f c) as [(p, c1)|] eqn:F; [|discriminate].
    destruct (always s p (nodup Nat.eq_dec (vars p))) eqn:Al; [|discriminate].
    destruct (number_for e (vars p ++ free f) N) as (w & V & Ew).
    assert (Vp : valid_on s (vars p) w) by (intros x I; apply V, in_or_app; now left).
    assert (Vn : valid_on s (nodup Nat.eq_dec (vars p)) w) by (intros x I; apply Vp, (nodup_In Nat.eq_dec); exact I).
    pose proof (always_sound s _ _ Al w Vn) as T.
    apply (compile_sound rels meanings K f _ _ _ F w Vp) in T. revert T. apply holds_free.
    intros x I. symmetry. apply Ew, in_or_app. now right. }
  induction f as [r a b|i xs|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IH|x f IH|k x f IH|x f IH];
    intros c c' H e N; cbn [prove] in H;
    try match goal with |- holds _ _ ?g => exact (Base g c c' H e N) end.
  - destruct (prove s rels f c) as [c1|] eqn:F; [|discriminate]. split; eauto.
  - intros v Nv. eapply IH; [exact H|]. now apply natural_update.
Qed.

Lemma check_commands_sound cs : forall rels meanings, length rels = length meanings ->
  (forall i a, nth_error rels i = Some a -> exists R, nth_error meanings i = Some R /\ same_relation a R) ->
  check_commands s rels cs = true -> true_script s meanings (map fst cs).
Proof.
  induction cs as [|(cmd, c) cs IH]; intros rels meanings L K C; [exact I|].
  cbn [check_commands] in C. destruct (check_command s rels cmd c) as [rels'|] eqn:E; [|discriminate].
  destruct cmd as [k A|xs f|f]; cbn [check_command] in E; cbn [map fst true_script].
  - destruct (next A 1 (repeat 0 k)) as [q|] eqn:N; [|discriminate].
    destruct (Pos.eqb_spec q 1) as [->|]; [|discriminate]. injection E as <-.
    apply IH with (rels := rels ++ [(k, A)]); [rewrite !app_length; simpl; lia| |exact C].
    apply nth_error_snoc; auto. now apply accepted_relation.
  - destruct (compile s rels f c) as [(p, [|[b|A ys] [|a c']])|] eqn:F; try discriminate.
    destruct (same_vars xs ys && distinct xs && always s (Bin Bool.eqb p (Aut A xs)) xs) eqn:X; [|discriminate].
    injection E as <-. rewrite !andb_true_iff in X. destruct X as ((_ & D) & Al).
    apply IH with (rels := rels ++ [(length xs, A)]); [rewrite !app_length; simpl; lia| |exact C].
    apply nth_error_snoc; auto. apply relation_defined with (p := p); auto.
    exact (compile_sound rels meanings K f _ _ _ F).
  - destruct (prove s rels f c) as [[|a c']|] eqn:F; try discriminate. injection E as <-.
    split; [|eapply IH; eauto]. exact (prove_sound rels meanings K f _ _ F).
Qed.
End Check.

(* Whether an automaton accepts some numbers is decided. *)
Lemma accepted_decided (s : system) : good_system s = true -> forall k A, next A 1 (repeat 0 k) = Some 1%positive ->
  forall ns, length ns = k -> Forall (Z.le 0) ns -> accepted s k A ns \/ ~ accepted s k A ns.
Proof.
  intros good k A Z ns L N.
  assert (Ne : forall x, (0 <= nth x ns 0)%Z).
  { intro x. destruct (nth_in_or_default x ns 0%Z) as [I| ->]; [|lia]. rewrite Forall_forall in N. auto. }
  destruct (word_for s good (fun x => nth x ns 0%Z) Ne (seq 0 k)) as (w & V & E).
  assert (M : map (value s w) (seq 0 k) = ns).
  { rewrite (map_ext_in _ _ _ E). subst k. clear. induction ns as [|n ns IH]; [reflexivity|].
    cbn [length seq map nth]. f_equal. rewrite <- seq_shift, map_map. exact IH. }
  pose proof (accepted_relation s good k A Z (seq 0 k) w (seq_length k 0) V) as H. cbn [fst snd] in H. rewrite M in H.
  destruct (accepts A (seq 0 k) w); [left; tauto|right; intro X; apply H in X; discriminate].
Qed.

(* Every theorem of an accepted script holds. *)
Theorem check_sound (s : system) (cs : list (command * answers)) :
  check s cs = true -> true_script s [] (map fst cs).
Proof.
  unfold check. intro C. apply andb_prop in C as (good & C).
  apply (check_commands_sound s good cs [] []); auto. intros i a N. destruct i; discriminate.
Qed.
