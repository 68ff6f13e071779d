(* Cases in front of quantifiers: formulas that mean the same, with one part for each case.

   `E x ((F | G) & H)` is `E x (F & H) | E x (G & H)`. A tally of the first goes through all pairs of a set for F and one for G. *)
Require Import ZArith List Lia.
From Filbert Require Import Logic.
Import ListNotations.

(** * Definitions *)
Fixpoint cases (f : formula) : list formula :=
  match f with
  | Or f g => cases f ++ cases g
  | And f g => flat_map (fun a => map (And a) (cases g)) (cases f)
  | _ => [f]
  end.
Fixpoint disjuncts (f : formula) : list formula := match f with Or f g => disjuncts f ++ disjuncts g | _ => [f] end.
(* Of at least one formula. *)
Fixpoint joined (op : formula -> formula -> formula) (fs : list formula) : formula :=
  match fs with [] => Compare LessThan (Num 0) (Num 0) | f :: fs => match fs with [] => f | _ => op f (joined op fs) end end.
Fixpoint by_cases (f : formula) : formula :=
  match f with
  | Compare _ _ _ | Rel _ _ => f
  | Not f => joined And (map Not (disjuncts (by_cases f)))
  | And f g => And (by_cases f) (by_cases g)
  | Or f g => Or (by_cases f) (by_cases g)
  | Implies f g => Implies (by_cases f) (by_cases g)
  | Iff f g => Iff (by_cases f) (by_cases g)
  | Some_ x f => joined Or (map (Some_ x) (cases (by_cases f)))
  | All x f => All x (by_cases f)
  | AtLeast k xs f => AtLeast k xs (by_cases f)
  | Infinitely x f => Infinitely x (by_cases f)
  end.

(** * They mean the same *)
Section Cases.
Variable rels : list relation.
Notation holds := (holds rels).

Lemma cases_hold f e : holds e f <-> exists g, In g (cases f) /\ holds e g.
Proof.
  induction f as [| | |f IHf g IHg|f IHf g IHg| | | | | |]; cbn [cases];
    try (split; [intro H; eexists; split; [now left|exact H]|intros (g' & [<-|[]] & H); exact H]); cbn [Logic.holds]; rewrite IHf, IHg; split.
  - intros ((a & I & H) & (b & J & K)). exists (And a b). split; [|cbn; auto]. apply in_flat_map. exists a. split; [exact I|]. now apply in_map.
  - intros (c & I & H). apply in_flat_map in I as (a & I & J). apply in_map_iff in J as (b & <- & J). destruct H. split; eauto.
  - intros [(a & I & H)|(a & I & H)]; exists a; (split; [apply in_or_app; auto|exact H]).
  - intros (a & I & H). apply in_app_or in I as [I|I]; eauto.
Qed.
Lemma disjuncts_hold f e : holds e f <-> exists g, In g (disjuncts f) /\ holds e g.
Proof.
  induction f as [| | | |f IHf g IHg| | | | | |]; cbn [disjuncts];
    try (split; [intro H; eexists; split; [now left|exact H]|intros (g' & [<-|[]] & H); exact H]). cbn [Logic.holds]. rewrite IHf, IHg. split.
  - intros [(a & I & H)|(a & I & H)]; exists a; (split; [apply in_or_app; auto|exact H]).
  - intros (a & I & H). apply in_app_or in I as [I|I]; eauto.
Qed.
Lemma joined_or fs e : holds e (joined Or fs) <-> exists f, In f fs /\ holds e f.
Proof.
  induction fs as [|f fs IH]; [split; [cbn; lia|intros (f & [] & _)]|]. destruct fs as [|g fs].
  - cbn. split; [eauto|intros (h & [<-|[]] & H); exact H].
  - change (holds e (joined Or (f :: g :: fs))) with (holds e f \/ holds e (joined Or (g :: fs))). rewrite IH. split.
    + intros [H|(h & I & H)]; [exists f|exists h]; (split; [|exact H]); [now left|now right].
    + intros (h & [<-|I] & H); [now left|right; eauto].
Qed.
Lemma joined_and fs e : fs <> [] -> (holds e (joined And fs) <-> forall f, In f fs -> holds e f).
Proof.
  induction fs as [|f fs IH]; [easy|]. intros _. destruct fs as [|g fs].
  - cbn. split; [intros H h [<-|[]]; exact H|auto].
  - change (holds e (joined And (f :: g :: fs))) with (holds e f /\ holds e (joined And (g :: fs))). rewrite IH by discriminate. split.
    + intros (H & K) h [<-|I]; auto.
    + intro H. split; [apply H; now left|]. intros h I. apply H. now right.
Qed.
Lemma disjuncts_some f : disjuncts f <> [].
Proof. induction f; cbn [disjuncts]; try discriminate. intro E. apply app_eq_nil in E as (E & _). auto. Qed.

Theorem by_cases_holds f : forall e, holds e (by_cases f) <-> holds e f.
Proof.
  induction f as [r a b|i ys|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IH|x f IH|k xs f IH|x f IH]; intro e;
    cbn [by_cases]; try (cbn [Logic.holds]; rewrite ?IHf, ?IHg; reflexivity).
  - rewrite joined_and; [|intro E; apply map_eq_nil in E; now apply disjuncts_some in E]. cbn [Logic.holds].
    rewrite <- IH, disjuncts_hold. split.
    + intros H (g & I & K). apply (H (Not g)); [now apply in_map|exact K].
    + intros H g I. apply in_map_iff in I as (h & <- & I). intro K. apply H. eauto.
  - rewrite joined_or. cbn [Logic.holds]. split.
    + intros (g & I & H). apply in_map_iff in I as (h & <- & I). destruct H as (v & N & H). exists v. split; [exact N|].
      apply IH, cases_hold. eauto.
    + intros (v & N & H). apply IH, cases_hold in H as (h & I & H). exists (Some_ x h). split; [now apply in_map|]. exists v. auto.
  - cbn [Logic.holds]. split; intros H v N; apply IH; auto.
  - cbn [Logic.holds]. split; intros (vs & D & L & H); exists vs; (split; [exact D|]; split; [exact L|]); intros v I;
      destruct (H v I) as (A & B & C); (split; [exact A|]; split; [exact B|]); now apply IH.
  - cbn [Logic.holds]. split; intros H b; destruct (H b) as (v & N & L & C); exists v; (split; [exact N|]; split; [exact L|]); now apply IH.
Qed.
End Cases.
