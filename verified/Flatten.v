(* Formulas with names as formulas of Logic.v, which mean the same.

   Parts that may be negative become conditions, quotients and arguments become variables, and so do letters in them; a comparison that
   reads words is a choice of letters. What stands around a term is a function of it. *)
Require Import ZArith String List Bool Lia.
From Filbert Require Import System Automata Logic Syntax Meaning.
Import ListNotations.
Local Open Scope Z_scope.

(* Relations of functions with their numbers of arguments, and of words, one for each letter. *)
Definition numbered_functions := names (nat * nat).
Definition numbered_words := names (list (Z * nat)).
(* The variable of a name. *)
Definition scope := names var.

(** * Definitions *)
(* One of some formulas. *)
Fixpoint alternatives (fs : list (option formula)) : option formula :=
  match fs with
  | [] => Some (Compare LessThan (Num 0) (Num 0))
  | [f] => f
  | f :: fs => match f, alternatives fs with Some f, Some g => Some (Or f g) | _, _ => None end
  end.
(* z is the letter at i of the word with the letters l. *)
Definition letter_at (l : list (Z * nat)) (i z : var) : option formula :=
  alternatives (map (fun '(c, r) => Some (And (Rel r [i]) (Compare Equal (Var z) (Num c)))) l).

Section Terms_.
Variable words : numbered_words.
Fixpoint flat (sc : scope) (t : expr) (n : nat) (k : term -> nat -> option formula) : option formula :=
  match t with
  | Number c | Letter c => if 0 <=? c then k (Num c) n else None
  | Named x => match sc x with Some v => k (Var v) n | None => None end
  | Plus a b => flat sc a n (fun ta n => flat sc b n (fun tb n => k (Add ta tb) n))
  | Minus a b => flat sc a n (fun ta n => flat sc b n (fun tb n => option_map (And (Compare AtMost tb ta)) (k (Sub ta tb) n)))
  | Times c a => if 0 <=? c then flat sc a n (fun ta n => k (Mul c ta) n) else None
  | Over a d =>
      if 0 <? d
      then flat sc a n (fun ta n =>
        let q := Var n in
        let range := And (Compare AtMost (Mul d q) ta) (Compare LessThan ta (Add (Mul d q) (Num d))) in
        option_map (fun f => Some_ n (And range f)) (k q (S n)))
      else None
  | Indexed W i => match words W with
      | Some l =>
          if forallb (fun p => 0 <=? fst p) l
          then flat sc i n (fun u n => match letter_at l n (S n), k (Var (S n)) (S (S n)) with
            | Some c, Some f => Some (Some_ n (And (Compare Equal (Var n) u) (Some_ (S n) (And c f))))
            | _, _ => None
            end)
          else None
      | None => None
      end
  end.
Fixpoint flats (sc : scope) (ts : list expr) (n : nat) (k : list term -> nat -> option formula) : option formula :=
  match ts with
  | [] => k [] n
  | t :: ts => flat sc t n (fun u n => flats sc ts n (fun us n => k (u :: us) n))
  end.
(* Variables for terms. *)
Fixpoint named (us : list term) (n : nat) (k : list var -> nat -> option formula) : option formula :=
  match us with
  | [] => k [] n
  | Var v :: us => named us n (fun vs n => k (v :: vs) n)
  | u :: us => option_map (fun f => Some_ n (And (Compare Equal (Var n) u) f)) (named us (S n) (fun vs m => k (n :: vs) m))
  end.
Definition places (sc : scope) (ts : list expr) (n : nat) (k : list var -> nat -> option formula) : option formula :=
  flats sc ts n (fun us n => named us n k).
End Terms_.

(* The words in a term, from the left, and the term with letters in their places. *)
Fixpoint words_in (t : expr) : list (name * expr) :=
  match t with
  | Indexed W i => [(W, i)]
  | Plus a b | Minus a b => words_in a ++ words_in b
  | Times _ a | Over a _ => words_in a
  | _ => []
  end.
Fixpoint fill (t : expr) (zs : list Z) : expr * list Z :=
  match t with
  | Indexed _ _ => match zs with z :: zs => (Number z, zs) | [] => (t, []) end
  | Plus a b => let (a, zs) := fill a zs in let (b, zs) := fill b zs in (Plus a b, zs)
  | Minus a b => let (a, zs) := fill a zs in let (b, zs) := fill b zs in (Minus a b, zs)
  | Times c a => let (a, zs) := fill a zs in (Times c a, zs)
  | Over a d => let (a, zs) := fill a zs in (Over a d, zs)
  | _ => (t, zs)
  end.
Definition lettered (w : numbered_words) (ws : list (name * expr)) : option (list (list (Z * nat))) :=
  fold_right (fun W found => match w (fst W), found with Some l, Some ls => Some (l :: ls) | _, _ => None end) (Some []) ws.
(* Each choice of letters makes a case: a sum of many words has too many. *)
Definition few (ls : list (list (Z * nat))) : bool := fold_right (fun l n => Z.of_nat (length l) * n) 1 ls <=? 100000.
(* One case for each choice of letters. *)
Fixpoint cases (ls : list (list (Z * nat))) (vs : list var) (k : list Z -> option formula) : option formula :=
  match ls, vs with
  | l :: ls, v :: vs => alternatives (map (fun '(z, i) => option_map (And (Rel i [v])) (cases ls vs (fun zs => k (z :: zs)))) l)
  | _, _ => k []
  end.

Definition compared (r : sign) (a b : term) : formula :=
  match r with
  | Same => Compare Equal a b
  | Different => Not (Compare Equal a b)
  | Below => Compare LessThan a b
  | Upto => Compare AtMost a b
  end.
Definition comparing (words : numbered_words) (sc : scope) (integers : bool) (r : sign) (a b : expr) (n : nat) : option formula :=
  if integers
  then match value (fun _ => None) true (fun _ => 0) a, value (fun _ => None) true (fun _ => 0) b with
    | Some x, Some y => Some (compared r (Num x) (Num y))
    | _, _ => None
    end
  else flat words sc a n (fun a n => flat words sc b n (fun b _ => Some (compared r a b))).

Section Flatten.
Variable functions : numbered_functions.
Variable words : numbered_words.

(* The names xs as variables from n on. *)
Fixpoint extended (sc : scope) (xs : list name) (n : nat) : scope :=
  match xs with [] => sc | x :: xs => extended (bind x (Some n) sc) xs (S n) end.

Fixpoint flatten (sc : scope) (n : nat) (f : sentence) : option formula :=
  let two op f g := match flatten sc n f, flatten sc n g with Some f, Some g => Some (op f g) | _, _ => None end in
  match f with
  | Relates r a b =>
      let ws := words_in a ++ words_in b in
      match lettered words ws with
      | Some ls =>
          if few ls
          then places words sc (map snd ws) n (fun vs n =>
            cases ls vs (fun zs => let (a', zs) := fill a zs in let (b', _) := fill b zs in
              comparing words sc (of_integers a b) r a' b' n))
          else None
      | None => None
      end
  | Call f ts => match functions f with
      | Some (k, i) => if Nat.eqb (length ts) k then places words sc ts n (fun vs _ => Some (Rel i vs)) else None
      | None => None
      end
  | Negation f => option_map Not (flatten sc n f)
  | Conjunction f g => two And f g
  | Disjunction f g => two Or f g
  | Implication f g => two Implies f g
  | Equivalence f g => two Iff f g
  | Exists_ x f => option_map (Some_ n) (flatten (bind x (Some n) sc) (S n) f)
  | Forall_ x f => option_map (All n) (flatten (bind x (Some n) sc) (S n) f)
  | Count k xs f => option_map (AtLeast k (seq n (length xs))) (flatten (extended sc xs n) (n + length xs) f)
  | Often x f => option_map (Infinitely n) (flatten (bind x (Some n) sc) (S n) f)
  end.
End Flatten.

(* A formula with the variables xs, which are 0, 1, and so on. *)
Definition unnamed : scope := fun _ => None.
Fixpoint ordered (xs : list name) (i : nat) : scope :=
  match xs with [] => unnamed | x :: xs => bind x (Some i) (ordered xs (S i)) end.
Definition open_formula functions words (xs : list name) (F : sentence) : option formula :=
  flatten functions words (ordered xs 0) (length xs) F.

(* A claim that none of several formulas holds, as one claim for each: they can be proved one by one. *)
Fixpoint denied (f : formula) : formula := match f with Or g h => And (denied g) (denied h) | _ => Not f end.
Fixpoint parted (f : formula) : formula :=
  match f with
  | All x g => All x (parted g)
  | And g h => And (parted g) (parted h)
  | Implies g h => Implies g (parted h)
  | Not g => denied g
  | _ => f
  end.
Lemma denied_holds rels f e : holds rels e (denied f) <-> ~ holds rels e f.
Proof. induction f; cbn [denied holds] in *; tauto. Qed.
Lemma parted_holds rels f : forall e, holds rels e (parted f) <-> holds rels e f.
Proof.
  induction f as [r a b|i xs|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IH|x f IH|k xs f IH|x f IH]; intro e;
    cbn [parted holds]; rewrite ?denied_holds, ?IHf, ?IHg; try tauto.
  split; intros H v N; apply IH, H, N.
Qed.

(** * What terms say *)
Definition agrees (n : nat) (ev ev' : env) : Prop := forall x, (x < n)%nat -> ev' x = ev x.
(* A scope gives names the values that e gives them, in variables below n. *)
Definition fits (sc : scope) (n : nat) (ev : env) (e : valuation) : Prop :=
  forall x v, sc x = Some v -> (v < n)%nat /\ ev v = e x.
Definition below (n : nat) (t : term) : Prop := forall x, In x (term_vars t) -> (x < n)%nat.

Lemma agrees_refl n ev : agrees n ev ev.
Proof. intros x _. reflexivity. Qed.
Lemma agrees_trans n m ev ev' ev'' : (n <= m)%nat -> agrees n ev ev' -> agrees m ev' ev'' -> agrees n ev ev''.
Proof. intros L H H' x I. rewrite H' by lia. auto. Qed.
Lemma agrees_update n ev v : agrees n ev (update ev n v).
Proof. intros x I. unfold update. destruct (Nat.eqb_spec x n); [lia|reflexivity]. Qed.
Lemma fits_agrees sc n m ev ev' e : (n <= m)%nat -> fits sc n ev e -> agrees n ev ev' -> fits sc m ev' e.
Proof. intros L F A x v S. destruct (F x v S) as (I & E). split; [lia|]. rewrite A by assumption. exact E. Qed.
Lemma eval_agrees n t ev ev' : below n t -> agrees n ev ev' -> eval ev' t = eval ev t.
Proof. intros B A. apply eval_free. intros x I. apply A. auto. Qed.
Lemma below_more n m t : (n <= m)%nat -> below n t -> below m t.
Proof. intros L B x I. specialize (B x I). lia. Qed.

(* The relations of the letters of a word say where they are. *)
Definition words_fit (rels : list Logic.relation) (words : numbered_words) (word : names (Z -> Z)) : Prop :=
  forall W l, words W = Some l -> exists letter, word W = Some letter /\
  (forall n, 0 <= n -> exists i, In (letter n, i) l) /\
  forall z i, In (z, i) l -> exists R, nth_error rels i = Some R /\ forall n, 0 <= n -> (R [n] <-> letter n = z).

Section Terms.
Variable rels : list Logic.relation.
Variable words : numbered_words.
Variable word : names (Z -> Z).
Hypothesis Fw : words_fit rels words word.
Notation flat := (flat words).
Notation flats := (flats words).
Notation places := (places words).

Lemma alternatives_holds ev fs : forall f, alternatives fs = Some f -> (holds rels ev f <-> exists g, In (Some g) fs /\ holds rels ev g).
Proof.
  induction fs as [|o fs IH]; intros f E.
  - injection E as <-. cbn. split; [lia|]. intros (g & [] & _).
  - destruct fs as [|o' fs].
    + cbn [alternatives] in E. subst o. split; [intro H; exists f; split; [now left|exact H]|]. intros (g & [I|[]] & H). injection I as <-. exact H.
    + change (match o, alternatives (o' :: fs) with Some f, Some g => Some (Or f g) | _, _ => None end = Some f) in E.
      destruct o as [h|]; [|discriminate]. destruct (alternatives (o' :: fs)) as [h'|]; [|discriminate]. injection E as <-.
      cbn [holds]. rewrite (IH h' eq_refl). split.
      * intros [H|(g & I & H)]; [exists h; split; [now left|exact H]|exists g; split; [now right|exact H]].
      * intros (g & [I|I] & H); [injection I as <-; now left|right; eauto].
Qed.
Lemma letter_at_holds W l letter : words W = Some l -> word W = Some letter -> forall i z c ev, letter_at l i z = Some c -> natural ev ->
  (holds rels ev c <-> letter (ev i) = ev z).
Proof.
  intros N HW i z c ev C Na. destruct (Fw W l N) as (letter' & HW' & All & Each). rewrite HW in HW'. injection HW' as <-.
  rewrite (alternatives_holds ev _ c C). split.
  - intros (g & I & H). apply in_map_iff in I as ((y, r) & G & J). injection G as <-. cbn [holds map compares eval] in H.
    destruct (Each y r J) as (R & NR & HR). rewrite NR in H. destruct H as (H1 & H2). apply HR in H1; [congruence|apply Na].
  - intro H. destruct (All (ev i) (Na i)) as (r & J). eexists. split; [apply in_map_iff; exists (letter (ev i), r); split; [reflexivity|exact J]|].
    cbn [holds map compares eval]. destruct (Each _ _ J) as (R & NR & HR). rewrite NR. split; [apply HR; [apply Na|reflexivity]|now symmetry].
Qed.

(* What stands around a term is asked for. *)
Lemma flat_reaches sc t : forall m k f, flat sc t m k = Some f -> exists u m' f', k u m' = Some f'.
Proof.
  induction t as [c|c|x|a IHa b IHb|a IHa b IHb|c a IHa|a IHa d|W i IHi]; intros m k f E; cbn [flat] in E.
  1,2: destruct (0 <=? c); [eauto|discriminate].
  - destruct (sc x); [eauto|discriminate].
  - apply IHa in E as (u & m' & f' & E). apply IHb in E as (u' & m'' & f'' & E). eauto.
  - apply IHa in E as (u & m' & f' & E). apply IHb in E as (u' & m'' & f'' & E).
    destruct (k (Sub u u') m'') eqn:K; [eauto|discriminate].
  - destruct (0 <=? c); [|discriminate]. apply IHa in E as (u & m' & f' & E). eauto.
  - destruct (0 <? d); [|discriminate]. apply IHa in E as (u & m' & f' & E). cbv zeta in E.
    destruct (k (Var m') (S m')) eqn:K; [eauto|discriminate].
  - destruct (words W) as [l|]; [|discriminate]. destruct (forallb _ l); [|discriminate]. apply IHi in E as (u & m' & f' & E).
    destruct (letter_at l m' (S m')); [|discriminate]. destruct (k (Var (S m')) (S (S m'))) eqn:K; [eauto|discriminate].
Qed.
Lemma letter_natural W l letter n : words W = Some l -> word W = Some letter -> forallb (fun p => 0 <=? fst p) l = true -> 0 <= n ->
  0 <= letter n.
Proof.
  intros N HW P Nn. destruct (Fw W l N) as (letter' & HW' & All & _). rewrite HW in HW'. injection HW' as <-.
  destruct (All n Nn) as (i & I). rewrite forallb_forall in P. specialize (P _ I). now apply Z.leb_le in P.
Qed.
(* A value of a term is natural. *)
Lemma value_natural sc n ev e : fits sc n ev e -> natural ev -> forall t m k f z, flat sc t m k = Some f ->
  value word false e t = Some z -> 0 <= z.
Proof.
  intros Fi Na.
  induction t as [c|c|x|a IHa b IHb|a IHa b IHb|c a IHa|a IHa d|W i IHi]; intros m k f z E V; cbn [flat value] in E, V.
  - destruct (Z.leb_spec 0 c); [|discriminate]. congruence.
  - destruct (Z.leb_spec 0 c); [|discriminate]. congruence.
  - destruct (sc x) as [v|] eqn:S; [|discriminate]. destruct (Fi x v S) as (_ & X). injection V as <-. rewrite <- X. apply Na.
  - destruct (value word false e a) as [x|] eqn:Va; [|discriminate]. destruct (value word false e b) as [y|] eqn:Vb; [|discriminate].
    injection V as <-. pose proof (IHa _ _ _ _ E eq_refl). destruct (flat_reaches _ _ _ _ _ E) as (u & m' & f' & E').
    pose proof (IHb _ _ _ _ E' eq_refl). lia.
  - destruct (value word false e a) as [x|]; [|discriminate]. destruct (value word false e b) as [y|]; [|discriminate].
    cbn [orb] in V. destruct (Z.leb_spec 0 (x - y)); [|discriminate]. injection V as <-. assumption.
  - destruct (Z.leb_spec 0 c); [|discriminate]. destruct (value word false e a) as [x|]; [|discriminate]. injection V as <-.
    pose proof (IHa _ _ _ _ E eq_refl). nia.
  - destruct (Z.ltb_spec 0 d); [|discriminate]. destruct (value word false e a) as [x|]; [|discriminate]. injection V as <-.
    pose proof (IHa _ _ _ _ E eq_refl). apply Z.div_pos; lia.
  - destruct (words W) as [l|] eqn:N; [|discriminate]. destruct (forallb _ l) eqn:P; [|discriminate].
    destruct (word W) as [letter|] eqn:HW; [|discriminate]. destruct (value word false e i) as [x|]; [|discriminate]. injection V as <-.
    exact (letter_natural W l letter x N HW P (IHi _ _ _ _ E eq_refl)).
Qed.
Lemma flats_natural sc n ev e : fits sc n ev e -> natural ev -> forall ts m k f zs, flats sc ts m k = Some f ->
  values word e ts = Some zs -> Forall (Z.le 0) zs.
Proof.
  intros Fi Na. induction ts as [|t ts IH]; intros m k f zs E V; cbn [flats values] in E, V; [injection V as <-; constructor|].
  destruct (value word false e t) as [z|] eqn:Vt; [|discriminate]. destruct (values word e ts) as [vs|]; [|discriminate].
  injection V as <-. constructor; [exact (value_natural _ _ _ _ Fi Na _ _ _ _ _ E Vt)|].
  destruct (flat_reaches _ _ _ _ _ E) as (u & m' & f' & E'). exact (IH _ _ _ _ E' eq_refl).
Qed.

(* What stands around a term holds if it holds of the value, and there is one. *)
Lemma flat_holds sc e t : forall n k f ev (Q : Z -> Prop), flat sc t n k = Some f -> natural ev -> fits sc n ev e ->
  (forall u m f' ev' z, k u m = Some f' -> (n <= m)%nat -> natural ev' -> agrees n ev ev' -> below m u ->
     value word false e t = Some z -> eval ev' u = z -> (holds rels ev' f' <-> Q z)) ->
  (holds rels ev f <-> exists z, value word false e t = Some z /\ Q z).
Proof.
  induction t as [c|c|x|a IHa b IHb|a IHa b IHb|c a IHa|a IHa d|W i IHi]; intros n k f ev Q E Na Fi K; cbn [flat value] in E, K |- *.
  - destruct (0 <=? c); [|discriminate]. rewrite (K _ _ _ ev c E); auto using agrees_refl; [|intros x []]. split; [eauto|]. intros (z & H & q). injection H as <-. exact q.
  - destruct (0 <=? c); [|discriminate]. rewrite (K _ _ _ ev c E); auto using agrees_refl; [|intros x []]. split; [eauto|]. intros (z & H & q). injection H as <-. exact q.
  - destruct (sc x) as [v|] eqn:S; [|discriminate]. destruct (Fi x v S) as (I & X).
    rewrite (K _ _ _ ev (e x) E); auto using agrees_refl; [|intros y [<-|[]]; exact I].
    split; [eauto|]. intros (z & H & q). injection H as <-. exact q.
  - rewrite (IHa n _ f ev (fun x => exists y, value word false e b = Some y /\ Q (x + y)) E Na Fi).
    + destruct (value word false e a) as [x|]; [|split; [intros (z & H & _); discriminate|intros (z & H & _); discriminate]].
      destruct (value word false e b) as [y|]; split.
      * intros (z & H & y' & H' & q). injection H as <-. injection H' as <-. eauto.
      * intros (z & H & q). injection H as <-. eauto.
      * intros (z & _ & y' & H & _). discriminate.
      * intros (z & H & _). discriminate.
    + intros u m f' ev' x E' L Na' A B Va Ev. apply (IHb m _ f' ev' (fun y => Q (x + y)) E' Na' (fits_agrees _ _ _ _ _ _ L Fi A)).
      intros u' m' f'' ev'' y E'' L' Na'' A' B' Vb Ev'. apply (K (Add u u') m'); auto; [lia|eauto using agrees_trans| | |].
      * intros v I. simpl in I. apply in_app_or in I as [I|I]; [apply B in I; lia|auto].
      * now rewrite Va, Vb.
      * cbn [eval]. rewrite (eval_agrees m u ev' ev''), Ev, Ev'; auto.
  - rewrite (IHa n _ f ev (fun x => exists y, value word false e b = Some y /\ (y <= x /\ Q (x - y))) E Na Fi).
    + destruct (value word false e a) as [x|]; [|split; [intros (z & H & _); discriminate|intros (z & H & _); discriminate]].
      destruct (value word false e b) as [y|]; split.
      * intros (z & H & y' & H' & Ly & q). injection H as <-. injection H' as <-. cbn [orb].
        destruct (Z.leb_spec 0 (x - y)); [eauto|lia].
      * intros (z & H & q). cbn [orb] in H. destruct (Z.leb_spec 0 (x - y)); [|discriminate]. injection H as <-.
        exists x. split; [reflexivity|]. exists y. repeat split; auto. lia.
      * intros (z & _ & y' & H & _). discriminate.
      * intros (z & H & _). discriminate.
    + intros u m f' ev' x E' L Na' A B Va Ev.
      apply (IHb m _ f' ev' (fun y => y <= x /\ Q (x - y)) E' Na' (fits_agrees _ _ _ _ _ _ L Fi A)).
      intros u' m' f'' ev'' y E'' L' Na'' A' B' Vb Ev'.
      destruct (k (Sub u u') m') as [g|] eqn:G; [|discriminate]. injection E'' as <-. cbn [holds compares].
      rewrite (eval_agrees m u ev' ev''), Ev, Ev' by auto.
      assert (X : y <= x -> (holds rels ev'' g <-> Q (x - y))).
      { intro Ly. apply (K (Sub u u') m'); auto; [lia|eauto using agrees_trans| | |].
        - intros v I. simpl in I. apply in_app_or in I as [I|I]; [apply B in I; lia|auto].
        - rewrite Va, Vb. cbn [orb]. destruct (Z.leb_spec 0 (x - y)); [reflexivity|lia].
        - cbn [eval]. rewrite (eval_agrees m u ev' ev''), Ev, Ev'; auto. }
      tauto.
  - destruct (0 <=? c); [|discriminate].
    rewrite (IHa n _ f ev (fun x => Q (c * x)) E Na Fi).
    + destruct (value word false e a) as [x|]; cbn [option_map]; split; intros (z & H & q); try discriminate; injection H as <-; eauto.
    + intros u m f' ev' x E' L Na' A B Va Ev. apply (K (Mul c u) m); auto; [|cbn [eval]; now rewrite Ev]. now rewrite Va.
  - destruct (Z.ltb_spec 0 d) as [D|]; [|discriminate].
    rewrite (IHa n _ f ev (fun x => Q (x / d)) E Na Fi).
    + destruct (value word false e a) as [x|]; cbn [option_map]; split; intros (z & H & q); try discriminate; injection H as <-; eauto.
    + intros u m f' ev' x E' L Na' A B Va Ev. cbv zeta in E'. destruct (k (Var m) (S m)) as [g|] eqn:G; [|discriminate].
      injection E' as <-. cbn [holds compares eval].
      assert (Nx : 0 <= x) by exact (value_natural sc n ev e Fi Na a _ _ _ x E Va).
      assert (U : forall v, eval (update ev' m v) u = x)
        by (intro v; rewrite (eval_agrees m u ev'); auto using agrees_update).
      assert (M : forall v, update ev' m v m = v) by (intro v; unfold update; now rewrite Nat.eqb_refl).
      assert (X : forall v, v = x / d -> (holds rels (update ev' m v) g <-> Q (x / d))).
      { intros v ->. apply (K (Var m) (S m)); auto.
        - apply natural_update; [assumption|]. now apply Z.div_pos.
        - eapply agrees_trans; [exact L|exact A|apply agrees_update].
        - intros y [<-|[]]. lia.
        - now rewrite Va.
        - apply M. }
      split.
      * intros (v & Nv & (R1 & R2) & H). rewrite U, M in *. apply (X v); [|exact H]. apply Z.div_unique with (r := x - d * v); lia.
      * intro q. exists (x / d). pose proof (Z.div_mod x d ltac:(lia)). pose proof (Z.mod_pos_bound x d D).
        rewrite U, M. split; [apply Z.div_pos; lia|]. split; [lia|]. now apply X.
  - destruct (words W) as [l|] eqn:N; [|discriminate]. destruct (forallb _ l) eqn:P; [|discriminate].
    destruct (Fw W l N) as (letter & HW & _ & _). rewrite HW in K |- *.
    rewrite (IHi n _ f ev (fun x => Q (letter x)) E Na Fi).
    + destruct (value word false e i) as [x|]; split; intros (z & H & q); try discriminate; injection H as <-; eauto.
    + intros u m f' ev' x E' L Na' A B Va Ev. destruct (letter_at l m (S m)) as [c|] eqn:C; [|discriminate].
      destruct (k (Var (S m)) (S (S m))) as [g|] eqn:G; [|discriminate]. injection E' as <-. cbn [holds compares eval].
      assert (Nx : 0 <= x) by exact (value_natural sc n ev e Fi Na i _ _ _ x E Va).
      pose proof (letter_natural W l letter x N HW P Nx) as Nl.
      assert (U : forall v, eval (update ev' m v) u = x)
        by (intro v; rewrite (eval_agrees m u ev'); auto using agrees_update).
      assert (M : forall h v z, update h z v z = v) by (intros; unfold update; now rewrite Nat.eqb_refl).
      assert (M' : forall v z, update (update ev' m v) (S m) z m = v)
        by (intros; unfold update; destruct (Nat.eqb_spec m (S m)); [lia|now rewrite Nat.eqb_refl]).
      assert (Na1 : natural (update ev' m x)) by now apply natural_update.
      assert (X : holds rels (update (update ev' m x) (S m) (letter x)) g <-> Q (letter x)).
      { apply (K (Var (S m)) (S (S m))); auto.
        - now apply natural_update.
        - apply agrees_trans with (m := m) (ev' := ev'); auto. apply agrees_trans with (m := S m) (ev' := update ev' m x); auto using agrees_update.
        - intros y [<-|[]]. lia.
        - now rewrite Va.
        - apply M. }
      split.
      * intros (v & Nv & Eq & z & Nz & Hc & H). rewrite M, U in Eq. subst v.
        rewrite (letter_at_holds W l letter N HW m (S m) c _ C (natural_update _ _ _ Na1 Nz)), M, M' in Hc. subst z. now apply X.
      * intro q. exists x. rewrite M, U. repeat split; auto. exists (letter x). split; [exact Nl|]. split; [|now apply X].
        rewrite (letter_at_holds W l letter N HW m (S m) c _ C (natural_update _ _ _ Na1 Nl)), M, M'. reflexivity.
Qed.

Lemma flats_holds sc e ts : forall n k f ev (Q : list Z -> Prop), flats sc ts n k = Some f -> natural ev -> fits sc n ev e ->
  (forall us m f' ev' zs, k us m = Some f' -> (n <= m)%nat -> natural ev' -> agrees n ev ev' -> Forall (below m) us ->
     values word e ts = Some zs -> map (eval ev') us = zs -> (holds rels ev' f' <-> Q zs)) ->
  (holds rels ev f <-> exists zs, values word e ts = Some zs /\ Q zs).
Proof.
  induction ts as [|t ts IH]; intros n k f ev Q E Na Fi K; cbn [flats values] in *.
  - rewrite (K [] n f ev [] E); auto using agrees_refl. split; [eauto|]. intros (zs & H & q). injection H as <-. exact q.
  - rewrite (flat_holds sc e t n _ f ev (fun z => exists zs, values word e ts = Some zs /\ Q (z :: zs)) E Na Fi).
    + destruct (value word false e t) as [x|]; [|split; intros (z & H & _); discriminate].
      destruct (values word e ts) as [y|]; split.
      * intros (z & H & y' & H' & q). injection H as <-. injection H' as <-. eauto.
      * intros (z & H & q). injection H as <-. eauto.
      * intros (z & _ & y' & H & _). discriminate.
      * intros (z & H & _). discriminate.
    + intros u m f' ev' x E' L Na' A B Va Ev.
      apply (IH m _ f' ev' (fun zs => Q (x :: zs)) E' Na' (fits_agrees _ _ _ _ _ _ L Fi A)).
      intros us m' f'' ev'' zs E'' L' Na'' A' B' Vb Ev'. apply (K (u :: us) m'); auto; [lia|eauto using agrees_trans| | |].
      * constructor; [now apply below_more with m|assumption].
      * now rewrite Va, Vb.
      * cbn [map]. f_equal; [|exact Ev']. rewrite (eval_agrees m u ev'); auto.
Qed.

Lemma named_holds us : forall n k f ev (P : Prop), named us n k = Some f -> natural ev -> Forall (below n) us ->
  Forall (Z.le 0) (map (eval ev) us) ->
  (forall vs m f' ev', k vs m = Some f' -> (n <= m)%nat -> natural ev' -> agrees n ev ev' -> Forall (fun v => (v < m)%nat) vs ->
     map ev' vs = map (eval ev) us -> (holds rels ev' f' <-> P)) ->
  (holds rels ev f <-> P).
Proof.
  induction us as [|u us IH]; intros n k f ev P E Na B NN K.
  - apply (K [] n f ev E); auto using agrees_refl.
  - inversion B as [|? ? Bu Bus]; subst. cbn [map] in NN. inversion NN as [|? ? Nu Nus]; subst.
    assert (General : forall g, named us (S n) (fun vs m => k (n :: vs) m) = Some g ->
      (holds rels ev (Some_ n (And (Compare Equal (Var n) u) g)) <-> P)).
    { intros g G. cbn [holds compares eval].
      assert (X : holds rels (update ev n (eval ev u)) g <-> P).
      { pose proof (agrees_update n ev (eval ev u)) as A.
        assert (EU : map (eval (update ev n (eval ev u))) us = map (eval ev) us).
        { apply map_ext_in. intros t I. apply (eval_agrees n); auto. rewrite Forall_forall in Bus. auto. }
        apply (IH (S n) _ g _ P G).
        - now apply natural_update.
        - eapply Forall_impl; [|exact Bus]. intro t. apply below_more. lia.
        - now rewrite EU.
        - intros vs m f' ev' Kf L Na' A' V M. apply (K (n :: vs) m); [exact Kf|lia|exact Na'| | |].
          + apply agrees_trans with (m := S n) (ev' := update ev n (eval ev u)); auto.
          + constructor; [lia|exact V].
          + cbn [map]. rewrite M, EU. f_equal. rewrite A' by lia. unfold update. now rewrite Nat.eqb_refl. }
      assert (M : forall v, update ev n v n = v) by (intro v; unfold update; now rewrite Nat.eqb_refl).
      assert (U : forall v, eval (update ev n v) u = eval ev u) by (intro v; apply (eval_agrees n); auto using agrees_update).
      split.
      - intros (v & Nv & Ev & H). rewrite M, U in Ev. subst v. now apply X.
      - intro p. exists (eval ev u). rewrite M, U. repeat split; auto. now apply X. }
    destruct u as [c|v|a b|a b|c a]; cbn [named] in E;
      try (destruct (named us (S n) _) as [g|] eqn:G; [|discriminate]; injection E as <-; now apply General).
    apply (IH n _ f ev P E Na Bus Nus). intros vs m f' ev' Kf L Na' A' V M. apply (K (v :: vs) m); [exact Kf|exact L|exact Na'|exact A'| |].
    + constructor; [|exact V]. specialize (Bu v (or_introl eq_refl)). lia.
    + cbn [map eval]. rewrite M. f_equal. apply A'. apply Bu. now left.
Qed.

Lemma places_holds sc e ts n k f ev (Q : list Z -> Prop) : places sc ts n k = Some f -> natural ev -> fits sc n ev e ->
  (forall vs m f' ev' zs, k vs m = Some f' -> (n <= m)%nat -> natural ev' -> agrees n ev ev' -> Forall (fun v => (v < m)%nat) vs ->
     values word e ts = Some zs -> map ev' vs = zs -> (holds rels ev' f' <-> Q zs)) ->
  (holds rels ev f <-> exists zs, values word e ts = Some zs /\ Q zs).
Proof.
  intros E Na Fi K. apply (flats_holds sc e ts n _ f ev Q E Na Fi).
  intros us m f' ev' zs E' L Na' A B V M. apply (named_holds us m k f' ev' (Q zs) E' Na' B).
  - rewrite M. exact (flats_natural sc n ev e Fi Na ts n _ f zs E V).
  - intros vs m' f'' ev'' E'' L' Na'' A' Bv Mv. apply (K vs m'); auto; [lia|eauto using agrees_trans|].
    now rewrite Mv.
Qed.
End Terms.
