(* From a script that is accepted to statements over nat: `script_says` writes out what the claims of a script say.

   Meaning.v says it with names, valuations and integers. Here the same formulas are read with natural numbers for variables, so that
   after computing nothing is left but `forall`, `exists`, `+`, `<` and the words. Formulas with `-`, counts or negative constants are not
   read so. *)
Require Import ZArith Ascii String List Lia Bool.
From Filbert Require Import System Automata Keys Rules Syntax Meaning Lexer Reader Text Script.
Import ListNotations.

(** * A formula over natural numbers *)
(* Constants are counted out: `cbv` may unfold these, and leaves `+` and `*` as they are. *)
Fixpoint twice (n : nat) : nat := match n with O => O | S n => S (S (twice n)) end.
Fixpoint counted (p : positive) : nat := match p with xH => 1 | xO p => twice (counted p) | xI p => S (twice (counted p)) end.
Definition natural (c : Z) : nat := match c with Zpos p => counted p | _ => 0 end.
Definition set_of := list nat -> Prop.
Definition set_at {T} (e : name -> T) (x : name) (v : T) : name -> T := fun y => if String.eqb y x then v else e y.

Fixpoint worth (word : names (nat -> nat)) (e : name -> nat) (t : expr) : option nat :=
  match t with
  | Number c | Letter c => Some (natural c)
  | Named x => Some (e x)
  | Plus a b => match worth word e a, worth word e b with Some x, Some y => Some (x + y) | _, _ => None end
  | Minus a b => None
  | Times c a => match worth word e a with Some x => Some (natural c * x) | None => None end
  | Over a d => match worth word e a with Some x => Some (x / natural d) | None => None end
  | Indexed W i => match word W, worth word e i with Some letter, Some n => Some (letter n) | _, _ => None end
  end.
Fixpoint worths word e (ts : list expr) : option (list nat) :=
  match ts with
  | [] => Some []
  | t :: ts => match worth word e t, worths word e ts with Some v, Some vs => Some (v :: vs) | _, _ => None end
  end.
Definition compared (r : sign) (a b : nat) : Prop :=
  match r with Same => a = b | Different => a <> b | Below => a < b | Upto => a <= b end.
Fixpoint says (functions : names (nat * set_of)) (word : names (nat -> nat)) (e : name -> nat) (f : sentence) : Prop :=
  match f with
  | Relates r a b => match worth word e a, worth word e b with Some x, Some y => compared r x y | _, _ => False end
  | Call f ts => match functions f, worths word e ts with Some (_, R), Some vs => R vs | _, _ => False end
  | Negation f => ~ says functions word e f
  | Conjunction f g => says functions word e f /\ says functions word e g
  | Disjunction f g => says functions word e f \/ says functions word e g
  | Implication f g => says functions word e f -> says functions word e g
  | Equivalence f g => says functions word e f <-> says functions word e g
  | Exists_ x f => exists v, says functions word (set_at e x v) f
  | Forall_ x f => forall v, says functions word (set_at e x v) f
  | Count _ _ _ => False
  | Often x f => forall b, exists v, b <= v /\ says functions word (set_at e x v) f
  end.

(* What is read so. *)
Fixpoint plain_expr (t : expr) : bool :=
  match t with
  | Number c | Letter c => (0 <=? c)%Z
  | Named _ => true
  | Plus a b => plain_expr a && plain_expr b
  | Minus _ _ => false
  | Times c a => (0 <=? c)%Z && plain_expr a
  | Over a d => (0 <? d)%Z && plain_expr a
  | Indexed _ i => plain_expr i
  end.
Fixpoint plain (f : sentence) : bool :=
  match f with
  | Relates _ a b => plain_expr a && plain_expr b
  | Call _ ts => forallb plain_expr ts
  | Negation f | Exists_ _ f | Forall_ _ f | Often _ f => plain f
  | Conjunction f g | Disjunction f g | Implication f g | Equivalence f g => plain f && plain g
  | Count _ _ _ => false
  end.

(** * It says the same *)
Definition same_words (W : names (Z -> Z)) (W' : names (nat -> nat)) : Prop := forall x,
  match W x, W' x with
  | Some l, Some l' => forall n, l (Z.of_nat n) = Z.of_nat (l' n)
  | None, None => True
  | _, _ => False
  end.
Definition same_functions (F : names (nat * relation)) (F' : names (nat * set_of)) : Prop := forall x,
  match F x, F' x with
  | Some (k, R), Some (k', R') => forall ns, R (map Z.of_nat ns) <-> R' ns
  | None, None => True
  | _, _ => False
  end.

Lemma twice_is n : twice n = n + n.
Proof. induction n; simpl; lia. Qed.
Lemma natural_is c : (0 <= c)%Z -> c = Z.of_nat (natural c).
Proof.
  destruct c as [|p|p]; simpl; try lia. intros _. induction p; simpl counted; rewrite ?twice_is; lia.
Qed.

Section Same.
Variables (F : names (nat * relation)) (F' : names (nat * set_of)) (W : names (Z -> Z)) (W' : names (nat -> nat)).
Hypotheses (functions_same : same_functions F F') (words_same : same_words W W').

Lemma worth_is t : plain_expr t = true -> forall b E e, (forall x, E x = Z.of_nat (e x)) ->
  value W b E t = option_map Z.of_nat (worth W' e t).
Proof.
  induction t as [c|c|x|t1 IH1 t2 IH2|t1 IH1 t2 IH2|c t IH|t IH d|w t IH]; cbn [plain_expr]; intros P b E e Same; cbn [value worth];
    rewrite ?andb_true_iff, ?Z.leb_le, ?Z.ltb_lt in P.
  - cbn [option_map]. f_equal. now apply natural_is.
  - cbn [option_map]. f_equal. now apply natural_is.
  - cbn [option_map]. now rewrite Same.
  - destruct P. rewrite (IH1 H b E e Same), (IH2 H0 b E e Same). destruct (worth W' e t1), (worth W' e t2); cbn [option_map]; try reflexivity.
    f_equal. lia.
  - discriminate.
  - destruct P as (C & P). rewrite (IH P b E e Same). destruct (worth W' e t); cbn [option_map]; [|reflexivity]. f_equal.
    rewrite Nat2Z.inj_mul, <- (natural_is c C). reflexivity.
  - destruct P as (C & P). rewrite (IH P b E e Same). destruct (worth W' e t); cbn [option_map]; [|reflexivity]. f_equal.
    rewrite Nat2Z.inj_div, <- (natural_is d) by lia. reflexivity.
  - specialize (words_same w). rewrite (IH P false E e Same). destruct (W w), (W' w); try contradiction; [|reflexivity].
    destruct (worth W' e t); cbn [option_map]; [|reflexivity]. f_equal. apply words_same.
Qed.
Lemma worths_are ts : forallb plain_expr ts = true -> forall E e, (forall x, E x = Z.of_nat (e x)) ->
  values W E ts = option_map (map Z.of_nat) (worths W' e ts).
Proof.
  induction ts as [|t ts IH]; cbn [forallb]; intros P E e Same; [reflexivity|]. apply andb_true_iff in P as (P & Ps).
  cbn [values worths]. rewrite (worth_is t P false E e Same), (IH Ps E e Same).
  destruct (worth W' e t), (worths W' e ts); reflexivity.
Qed.
Lemma set_at_same E e x n : (forall y, E y = Z.of_nat (e y)) -> forall y, give E x (Z.of_nat n) y = Z.of_nat (set_at e x n y).
Proof. intros S y. unfold give, set_at. destruct (y =? x)%string; auto. Qed.

Lemma says_is f : plain f = true -> forall E e, (forall x, E x = Z.of_nat (e x)) -> (truth F W E f <-> says F' W' e f).
Proof.
  induction f as [r a b|g ts|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IH|x f IH|k xs f IH|x f IH]; cbn [plain];
    rewrite ?andb_true_iff; intros P E e Same; cbn [truth says].
  - destruct P as (Pa & Pb). rewrite (worth_is a Pa _ E e Same), (worth_is b Pb _ E e Same).
    destruct (worth W' e a) as [x|], (worth W' e b) as [y|]; cbn [option_map];
      try (split; [intros (x' & y' & H & H' & _); discriminate|contradiction]).
    split.
    + intros (x' & y' & H & H' & R). injection H as <-. injection H' as <-. destruct r; simpl in *; lia.
    + intro R. eexists. eexists. split; [reflexivity|]. split; [reflexivity|]. destruct r; simpl in *; lia.
  - specialize (functions_same g). rewrite (worths_are ts P E e Same).
    destruct (F g) as [(k, R)|], (F' g) as [(k', R')|]; try contradiction.
    + destruct (worths W' e ts) as [vs|]; cbn [option_map].
      * rewrite <- functions_same. split.
        -- intros (k1 & R1 & vs1 & H & H' & T). injection H as <- <-. injection H' as <-. exact T.
        -- intro T. exists k, R, (map Z.of_nat vs). auto.
      * split; [intros (k1 & R1 & vs1 & H & H' & T); discriminate|contradiction].
    + split; [intros (k1 & R1 & vs1 & H & H' & T); discriminate|contradiction].
  - now rewrite (IH P E e Same).
  - destruct P as (Pf & Pg). now rewrite (IHf Pf E e Same), (IHg Pg E e Same).
  - destruct P as (Pf & Pg). now rewrite (IHf Pf E e Same), (IHg Pg E e Same).
  - destruct P as (Pf & Pg). now rewrite (IHf Pf E e Same), (IHg Pg E e Same).
  - destruct P as (Pf & Pg). now rewrite (IHf Pf E e Same), (IHg Pg E e Same).
  - split.
    + intros (v & L & H). exists (Z.to_nat v). apply (IH P (give E x (Z.of_nat (Z.to_nat v)))); [now apply set_at_same|].
      now rewrite Z2Nat.id.
    + intros (v & H). exists (Z.of_nat v). split; [lia|]. apply (IH P _ (set_at e x v)); [now apply set_at_same|exact H].
  - split.
    + intros H v. apply (IH P (give E x (Z.of_nat v))); [now apply set_at_same|]. apply H. lia.
    + intros H v L. rewrite <- (Z2Nat.id v L). apply (IH P _ (set_at e x (Z.to_nat v))); [now apply set_at_same|apply H].
  - discriminate.
  - split.
    + intros H b. destruct (H (Z.of_nat b)) as (v & L & Lb & T). exists (Z.to_nat v). split; [lia|].
      apply (IH P (give E x (Z.of_nat (Z.to_nat v)))); [now apply set_at_same|]. now rewrite Z2Nat.id.
    + intros H b. destruct (H (Z.to_nat b)) as (v & L & T). exists (Z.of_nat v). split; [lia|]. split; [lia|].
      apply (IH P _ (set_at e x v)); [now apply set_at_same|exact T].
Qed.
End Same.

(** * The claims of a script *)
Fixpoint valued_at (xs : list name) (ns : list nat) : name -> nat :=
  match xs, ns with x :: xs, n :: ns => set_at (valued_at xs ns) x n | _, _ => fun _ => 0 end.
Lemma valued_same xs : forall ns x, valued xs (map Z.of_nat ns) x = Z.of_nat (valued_at xs ns x).
Proof.
  induction xs as [|y xs IH]; intros [|n ns] x; try reflexivity. cbn [map valued valued_at]. apply set_at_same. apply IH.
Qed.

(* The words of a script are given as functions on nat, in their order, if `words_are` can be proved of them. A relation by a regular
   expression stays what it is. After anything else nothing more is claimed. *)
Fixpoint claims F W (given : list (nat -> nat)) (cs : list (statement * bool)) : Prop :=
  match cs with
  | (Definition_ f xs G, true) :: cs =>
      if plain G then claims (set_at F f (Some (length xs, fun ns => says F W (valued_at xs ns) G))) W given cs else True
  | (Expression f ss r, true) :: cs => claims (set_at F f (Some (length ss, fun ns => expressed ss r (map Z.of_nat ns)))) W given cs
  | (Word_ V h c, true) :: cs => match given with w :: given => claims F (set_at W V (Some w)) given cs | [] => True end
  | (Claim _ G, true) :: cs => if plain G then says F W (fun _ => 0) G /\ claims F W given cs else True
  | (Forget [], _) :: cs => claims F W given cs
  | _ => True
  end.
Fixpoint words_are (given : list (nat -> nat)) (cs : list (statement * bool)) : Prop :=
  match given, cs with
  | [], _ | _, [] => True
  | w :: given', (Word_ V h c, true) :: cs => (forall n, nth_letter h c (Z.of_nat n) = Z.of_nat (w n)) /\ words_are given' cs
  | _, _ :: cs => words_are given cs
  end.

Lemma claims_are cs : forall w F' W' given, same_functions (functions w) F' -> same_words (words w) W' -> words_are given cs ->
  claims_hold w cs -> claims F' W' given cs.
Proof.
  induction cs as [|(c, b) cs IH]; intros w F' W' given Sf Sw Ws H; [exact I|].
  destruct c as [f xs G|f ss r|V h c|V fs|G g|P G gi|t G|t G|xs]; try (destruct xs; [|destruct b; exact I]);
    destruct b; try exact I; cbn [claims claims_hold] in *.
  - destruct (plain G) eqn:P; [|exact I]. apply (IH _ _ _ _) with (4 := H); [|exact Sw|destruct given; [destruct cs; exact I|exact Ws]].
    intro x. cbn [functions with_function]. unfold bind, set_at. destruct (x =? f)%string; [|apply Sf].
    intro ns. unfold described. apply says_is; auto. apply valued_same.
  - apply (IH _ _ _ _) with (4 := H); [|exact Sw|destruct given; [destruct cs; exact I|exact Ws]].
    intro x. cbn [functions with_function]. unfold bind, set_at. destruct (x =? f)%string; [|apply Sf]. reflexivity.
  - destruct given as [|l given]; [exact I|]. destruct Ws as (Wl & Ws).
    apply (IH _ _ _ _) with (4 := H); [exact Sf| |exact Ws].
    intro x. cbn [words]. unfold bind, set_at. destruct (x =? V)%string; [exact Wl|apply Sw].
  - destruct (plain G) eqn:P; [|exact I]. destruct H as (H & Hs). split.
    + revert H. apply (says_is (functions w) F' (words w) W'); auto.
    + apply (IH w); auto. destruct given; [destruct cs; exact I|exact Ws].
  - apply (IH _ _ _ _) with (4 := H); [exact Sf|exact Sw|destruct given; [destruct cs; exact I|exact Ws]].
  - apply (IH _ _ _ _) with (4 := H); [exact Sf|exact Sw|destruct given; [destruct cs; exact I|exact Ws]].
Qed.

(* A script alone: nothing ships with it, and it includes nothing. *)
Definition script_files (script : string) (p : path) : option chars := Some (if is_in p [["s.prf"]]%string then str script else []).
Definition accepted (script : string) (cert : certificate) : bool := check_text (script_files script) ["k.prf"]%string [] ["s.prf"]%string cert.
Definition statements_of (script : string) : option text := read_script (script_files script) ["k.prf"]%string [] ["s.prf"]%string.

Theorem script_claims script cert cs given :
  accepted script cert = true -> statements_of script = Some cs ->
  words_are given (List.combine (map snd cs) (map marked cert)) ->
  claims (fun _ => None) (fun _ => None) given (List.combine (map snd cs) (map marked cert)).
Proof.
  intros A R Ws. apply check_text_sound in A as (cs' & R' & H). unfold statements_of in R. rewrite R in R'. injection R' as <-.
  apply (claims_are _ nothing); auto; intro x; exact I.
Qed.

(* What is left of names when they are looked up. *)
Ltac written_out P := eval cbv [claims says worth worths compared plain plain_expr set_at valued_at natural counted twice
  length forallb andb Z.leb Z.ltb Z.compare String.eqb Ascii.eqb Bool.eqb fst snd] in P.
(* The claims of a script with the words that are given, whose proof is left to be done. *)
Ltac script_says script cert given H :=
  let anss := eval vm_compute in (map marked cert) in
  let r := eval vm_compute in (statements_of script) in
  match r with Some ?cs =>
    let A := fresh in
    assert (A : accepted script cert = true) by (vm_cast_no_check (@eq_refl bool true));
    let R := fresh in
    assert (R : statements_of script = Some cs) by (vm_cast_no_check (@eq_refl (option text) r));
    let l := eval vm_compute in (List.combine (map snd cs) anss) in
    let P := written_out (claims (fun _ => None) (fun _ => None) given l) in
    assert (H : words_are given l -> P) by
      exact (script_claims script cert cs given A R);
    clear A R
  end.
