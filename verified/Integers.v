(* Claims over the integers as formulas of Logic.v, which mean the same.

   Names become variables, and quotients too, as in Flatten.v; parts may be negative here, so that nothing else is to be said of them. What
   is made then is a formula over natural numbers, by Whole.v. Words and functions are refused. *)
Require Import ZArith String List Bool Lia.
From Filbert Require Import System Automata Logic Syntax Meaning Flatten Flattened Whole.
Import ListNotations.
Local Open Scope Z_scope.

(** * Definitions *)
(* q is t / d. *)
Definition quotient (t : term) (d : Z) (q : term) : formula :=
  if 0 <? d
  then And (Compare AtMost (Mul d q) t) (Compare LessThan t (Add (Mul d q) (Num d)))
  else And (Compare LessThan (Add (Mul d q) (Num d)) t) (Compare AtMost t (Mul d q)).
(* What is said of a term is a function k of it; each quotient becomes a variable. *)
Fixpoint said (sc : scope) (t : expr) (n : nat) (k : term -> nat -> option formula) : option formula :=
  match t with
  | Number c | Letter c => k (Num c) n
  | Named x => match sc x with Some v => k (Var v) n | None => None end
  | Plus a b => said sc a n (fun ta n => said sc b n (fun tb n => k (Add ta tb) n))
  | Minus a b => said sc a n (fun ta n => said sc b n (fun tb n => k (Sub ta tb) n))
  | Times c a => said sc a n (fun ta n => k (Mul c ta) n)
  | Over a d =>
      if d =? 0 then None
      else said sc a n (fun ta n => option_map (fun f => Some_ n (And (quotient ta d (Var n)) f)) (k (Var n) (S n)))
  | Indexed _ _ => None
  end.
Fixpoint numbered (sc : scope) (n : nat) (f : sentence) : option formula :=
  let two op f g := match numbered sc n f, numbered sc n g with Some f, Some g => Some (op f g) | _, _ => None end in
  match f with
  | Relates r a b => said sc a n (fun ta n => said sc b n (fun tb _ => Some (compared r ta tb)))
  | Call _ _ => None
  | Negation f => option_map Not (numbered sc n f)
  | Conjunction f g => two And f g
  | Disjunction f g => two Or f g
  | Implication f g => two Implies f g
  | Equivalence f g => two Iff f g
  | Exists_ x f => option_map (Some_ n) (numbered (bind x (Some n) sc) (S n) f)
  | Forall_ x f => option_map (All n) (numbered (bind x (Some n) sc) (S n) f)
  | Count k xs f => option_map (AtLeast k (seq n (length xs))) (numbered (extended sc xs n) (n + length xs) f)
  | Often x f => option_map (Infinitely n) (numbered (bind x (Some n) sc) (S n) f)
  end.

Definition over_naturals (F : sentence) : option formula :=
  match numbered unnamed 0 F with
  | Some f => let f := without_given f in if proper f then Some (differences f) else None
  | None => None
  end.

(** * What is said of terms *)
Notation worth := (value (fun _ => None) true).

Lemma quotient_holds e t d q : d <> 0 -> (whole e (quotient t d q) <-> eval e q = eval e t / d).
Proof.
  intro D. unfold quotient. destruct (Z.ltb_spec 0 d); cbn [whole compares eval]; split.
  - intros (A & B). apply Z.div_unique with (r := eval e t - d * eval e q); lia.
  - intros ->. pose proof (Z.div_mod (eval e t) d D). pose proof (Z.mod_pos_bound (eval e t) d). lia.
  - intros (A & B). apply Z.div_unique with (r := eval e t - d * eval e q); lia.
  - intros ->. pose proof (Z.div_mod (eval e t) d D). pose proof (Z.mod_neg_bound (eval e t) d). lia.
Qed.

(* What is said of a term holds if it holds of the value. *)
Lemma said_holds sc e t : forall n k f ev (Q : Z -> Prop), said sc t n k = Some f -> fits sc n ev e ->
  (forall u m f' ev' z, k u m = Some f' -> (n <= m)%nat -> agrees n ev ev' -> below m u ->
     worth e t = Some z -> eval ev' u = z -> (whole ev' f' <-> Q z)) ->
  (whole ev f <-> exists z, worth e t = Some z /\ Q z).
Proof.
  assert (One : forall (a : option Z) z Q, a = Some z -> ((exists z, a = Some z /\ Q z) <-> Q z)).
  { intros a z Q ->. split; [intros (y & E & q); now injection E as ->|eauto]. }
  induction t as [c|c|x|a IHa b IHb|a IHa b IHb|c a IHa|a IHa d|W i IHi]; intros n k f ev Q E Fi K; cbn [said value orb] in E, K |- *.
  - rewrite (One _ c) by reflexivity. apply (K _ _ _ ev c E); auto using agrees_refl. intros x [].
  - rewrite (One _ c) by reflexivity. apply (K _ _ _ ev c E); auto using agrees_refl. intros x [].
  - destruct (sc x) as [v|] eqn:S; [|discriminate]. destruct (Fi x v S) as (I & X). rewrite (One _ (e x)) by reflexivity.
    apply (K _ _ _ ev (e x) E); auto using agrees_refl. intros y [<-|[]]; exact I.
  - rewrite (IHa n _ f ev (fun x => exists y, worth e b = Some y /\ Q (x + y)) E Fi).
    + split.
      * intros (x & Va & y & Vb & q). rewrite Va, Vb. eauto.
      * intros (z & V & q). destruct (worth e a) as [x|]; [|discriminate]. destruct (worth e b) as [y|]; [|discriminate].
        injection V as <-. eauto.
    + intros u m f' ev' x E' L A B Va Ev. apply (IHb m _ f' ev' (fun y => Q (x + y)) E' (fits_agrees _ _ _ _ _ _ L Fi A)).
      intros u' m' f'' ev'' y E'' L' A' B' Vb Ev'. apply (K (Add u u') m'); auto; [lia|eauto using agrees_trans| | |].
      * intros v I. simpl in I. apply in_app_or in I as [I|I]; [apply B in I; lia|auto].
      * now rewrite Va, Vb.
      * cbn [eval]. rewrite (eval_agrees m u ev' ev''), Ev, Ev'; auto.
  - rewrite (IHa n _ f ev (fun x => exists y, worth e b = Some y /\ Q (x - y)) E Fi).
    + split.
      * intros (x & Va & y & Vb & q). rewrite Va, Vb. eauto.
      * intros (z & V & q). destruct (worth e a) as [x|]; [|discriminate]. destruct (worth e b) as [y|]; [|discriminate].
        injection V as <-. eauto.
    + intros u m f' ev' x E' L A B Va Ev. apply (IHb m _ f' ev' (fun y => Q (x - y)) E' (fits_agrees _ _ _ _ _ _ L Fi A)).
      intros u' m' f'' ev'' y E'' L' A' B' Vb Ev'. apply (K (Sub u u') m'); auto; [lia|eauto using agrees_trans| | |].
      * intros v I. simpl in I. apply in_app_or in I as [I|I]; [apply B in I; lia|auto].
      * now rewrite Va, Vb.
      * cbn [eval]. rewrite (eval_agrees m u ev' ev''), Ev, Ev'; auto.
  - rewrite (IHa n _ f ev (fun x => Q (c * x)) E Fi).
    + split; [intros (x & -> & q)|intros (z & V & q); destruct (worth e a) as [x|]; [|discriminate]; injection V as <-]; cbn; eauto.
    + intros u m f' ev' x E' L A B Va Ev. apply (K (Mul c u) m); auto; [|cbn [eval]; now rewrite Ev]. now rewrite Va.
  - destruct (Z.eqb_spec d 0) as [|D]; [discriminate|].
    rewrite (IHa n _ f ev (fun x => Q (x / d)) E Fi).
    + split; [intros (x & -> & q)|intros (z & V & q); destruct (worth e a) as [x|]; [|discriminate]; injection V as <-]; cbn; eauto.
    + intros u m f' ev' x E' L A B Va Ev. destruct (k (Var m) (S m)) as [g|] eqn:G; [|discriminate]. injection E' as <-. cbn [whole].
      assert (M : forall v, update ev' m v m = v) by (intro v; unfold update; now rewrite Nat.eqb_refl).
      assert (U : forall v, whole (update ev' m v) (quotient u d (Var m)) <-> v = x / d).
      { intro v. rewrite quotient_holds by exact D. cbn [eval]. rewrite M, (eval_agrees m u ev'), Ev by auto using agrees_update. tauto. }
      assert (X : whole (update ev' m (x / d)) g <-> Q (x / d)).
      { apply (K (Var m) (S m)); auto.
        - eapply agrees_trans; [exact L|exact A|apply agrees_update].
        - intros y [<-|[]]. lia.
        - now rewrite Va.
        - apply M. }
      split; [intros (v & Hv & Hg); apply U in Hv; subst v; now apply X|]. intro q. exists (x / d). split; [now apply U|now apply X].
  - discriminate.
Qed.

Theorem numbered_holds f : forall sc n F ev e, numbered sc n f = Some F -> fits sc n ev e -> (whole ev F <-> integer_truth e f).
Proof.
  induction f as [r a b|f ts|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IH|x f IH|k xs f IH|x f IH];
    intros sc n F ev e E Fi; cbn [numbered integer_truth] in *.
  - rewrite (said_holds sc e a n _ F ev (fun x => exists y, worth e b = Some y /\ related r x y) E Fi).
    + split; [intros (x & Va & y & Vb & q)|intros (x & y & Va & Vb & q)]; eauto 6.
    + intros u m f' ev' x E' L A B Va Ev.
      apply (said_holds sc e b m _ f' ev' (fun y => related r x y) E' (fits_agrees _ _ _ _ _ _ L Fi A)).
      intros u' m' f'' ev'' y E'' L' A' B' Vb Ev'. injection E'' as <-.
      rewrite <- Ev, <- Ev', <- (eval_agrees m u ev' ev'') by auto. destruct r; reflexivity.
  - discriminate.
  - destruct (numbered sc n f) as [F1|] eqn:H; [|discriminate]. injection E as <-. cbn [whole]. now rewrite (IH sc n F1 ev e).
  - destruct (numbered sc n f) as [F1|] eqn:H; [|discriminate]. destruct (numbered sc n g) as [G1|] eqn:H'; [|discriminate].
    injection E as <-. cbn [whole]. now rewrite (IHf _ _ _ _ _ H Fi), (IHg _ _ _ _ _ H' Fi).
  - destruct (numbered sc n f) as [F1|] eqn:H; [|discriminate]. destruct (numbered sc n g) as [G1|] eqn:H'; [|discriminate].
    injection E as <-. cbn [whole]. now rewrite (IHf _ _ _ _ _ H Fi), (IHg _ _ _ _ _ H' Fi).
  - destruct (numbered sc n f) as [F1|] eqn:H; [|discriminate]. destruct (numbered sc n g) as [G1|] eqn:H'; [|discriminate].
    injection E as <-. cbn [whole]. now rewrite (IHf _ _ _ _ _ H Fi), (IHg _ _ _ _ _ H' Fi).
  - destruct (numbered sc n f) as [F1|] eqn:H; [|discriminate]. destruct (numbered sc n g) as [G1|] eqn:H'; [|discriminate].
    injection E as <-. cbn [whole]. now rewrite (IHf _ _ _ _ _ H Fi), (IHg _ _ _ _ _ H' Fi).
  - destruct (numbered _ (S n) f) as [G|] eqn:H; [|discriminate]. injection E as <-. cbn [whole].
    split; intros (v & Hv); exists v; apply (IH _ _ _ _ _ H (fits_bind _ _ _ _ x v Fi)); exact Hv.
  - destruct (numbered _ (S n) f) as [G|] eqn:H; [|discriminate]. injection E as <-. cbn [whole].
    split; intros Hv v; apply (IH _ _ _ _ _ H (fits_bind _ _ _ _ x v Fi)); apply Hv.
  - destruct (numbered _ (n + _) f) as [G|] eqn:H; [|discriminate]. injection E as <-. cbn [whole]. rewrite seq_length.
    split; intros (vs & D & L & Hv); exists vs; (split; [exact D|split; [exact L|]]); intros v I; destruct (Hv v I) as (Lv & Hf);
      (split; [exact Lv|]); apply (IH _ _ _ _ _ H (fits_extended _ _ _ _ _ v Fi Lv)); exact Hf.
  - destruct (numbered _ (S n) f) as [G|] eqn:H; [|discriminate]. injection E as <-. cbn [whole].
    split; intros Hv b; destruct (Hv b) as (v & L & Hf); exists v; (split; [exact L|]);
      apply (IH _ _ _ _ _ H (fits_bind _ _ _ _ x v Fi)); exact Hf.
Qed.

(* What holds over the natural numbers says that the claim holds over the integers. *)
Theorem over_naturals_holds rels F f e : over_naturals F = Some f -> natural e -> (holds rels e f <-> integer_truth (fun _ => 0) F).
Proof.
  unfold over_naturals. destruct (numbered unnamed 0 F) as [g|] eqn:G; [|discriminate].
  destruct (proper (without_given g)) eqn:P; [|discriminate]. intros E Na. injection E as <-.
  rewrite differences_hold, without_given_holds by assumption. apply (numbered_holds F unnamed 0 g); [exact G|]. intros x v S. discriminate.
Qed.
