(* Comparisons by automata: each that has few variables gets a quantifier of its own, of a variable that is not in it.

   A quantifier is answered by the least automaton, and from each of its states something is accepted. A comparison itself is read
   digit by digit as a sum, so that x = y + 256 is thought possible for each x from y to y + 256 until the last digits are read. *)
Require Import ZArith List Lia Bool PeanoNat.
From Filbert Require Import Logic.
Import ListNotations.

Definition few (k : nat) (f : formula) : bool :=
  let n := length (nodup Nat.eq_dec (free f)) in Nat.leb 1 n && Nat.leb n k.
Fixpoint compared (k : nat) (f : formula) : formula :=
  match f with
  | Compare _ _ _ => if few k f then Some_ (S (fold_right Nat.max 0 (free f))) f else f
  | Rel _ _ => f
  | Not f => Not (compared k f)
  | And f g => And (compared k f) (compared k g)
  | Or f g => Or (compared k f) (compared k g)
  | Implies f g => Implies (compared k f) (compared k g)
  | Iff f g => Iff (compared k f) (compared k g)
  | Some_ x f => Some_ x (compared k f)
  | All x f => All x (compared k f)
  | AtLeast n xs f => AtLeast n xs (compared k f)
  | Infinitely x f => Infinitely x (compared k f)
  end.

Section Compared.
Variable rels : list relation.
Notation holds := (holds rels).

Lemma unused x f e : ~ In x (free f) -> (holds e (Some_ x f) <-> holds e f).
Proof.
  intro N. assert (Same : forall v, holds (update e x v) f <-> holds e f).
  { intro v. apply holds_free. intros y I. unfold update. destruct (Nat.eqb_spec y x) as [->|]; [easy|reflexivity]. }
  cbn [Logic.holds]. split; [intros (v & _ & H); now apply Same in H|]. intro H. exists 0%Z. split; [lia|now apply Same].
Qed.
Lemma greater l : ~ In (S (fold_right Nat.max 0 l)) l.
Proof.
  assert (H : forall x, In x l -> x <= fold_right Nat.max 0 l); [|intro I; apply H in I; lia].
  induction l as [|y l IH]; intros x I; [easy|]. cbn [fold_right]. destruct I as [<-|I]; [lia|]. apply IH in I. lia.
Qed.

Theorem compared_holds k f : forall e, holds e (compared k f) <-> holds e f.
Proof.
  induction f as [r a b|i ys|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IH|x f IH|n xs f IH|x f IH]; intro e;
    cbn [compared]; try (cbn [Logic.holds]; rewrite ?IH, ?IHf, ?IHg; reflexivity).
  - destruct (few k _); [apply unused, greater|reflexivity].
  - cbn [Logic.holds]. split; intros (v & N & H); exists v; (split; [exact N|]); now apply IH.
  - cbn [Logic.holds]. split; intros H v N; apply IH; auto.
  - cbn [Logic.holds]. split; intros (vs & D & L & H); exists vs; (split; [exact D|]; split; [exact L|]); intros v I;
      destruct (H v I) as (A & B & C); (split; [exact A|]; split; [exact B|]); now apply IH.
  - cbn [Logic.holds]. split; intros H b; destruct (H b) as (v & N & L & C); exists v; (split; [exact N|]; split; [exact L|]); now apply IH.
Qed.
End Compared.
