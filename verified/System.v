(* Numeration systems: which digit lists represent numbers, and what they are worth.

   A system is a table. In state q of the words that are valid the digits are 0 up to some digit: all but that one lead
   back to the first state, and that one to the state in the table. The weight of a digit in front of m others is the
   number of valid words of m digits (Bertrand-Mathis 1989): [(9,0)] is base 10, [(1,1);(0,0)] are Zeckendorf's
   representations. Nothing of Parry's theory is assumed: the words of m digits from state q stand one to one for the
   numbers below their number, by induction on m. *)
Require Import ZArith List Lia Bool.
Import ListNotations.
Local Open Scope Z_scope.

(** * Definitions *)
Definition system := list (nat * nat).   (* greatest digit of a state, and the state it leads to *)

Definition system_dec (a b : system) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

Definition entry (s : system) (q : nat) : nat * nat := nth q s (0, 0)%nat.

(* The state after a digit; none if the digit is too great. *)
Definition after (s : system) (q d : nat) : option nat :=
  match Nat.compare d (fst (entry s q)) with
  | Lt => Some 0%nat
  | Eq => Some (snd (entry s q))
  | Gt => None
  end.

Fixpoint valid_from (s : system) (q : nat) (l : list nat) : Prop :=
  match l with
  | [] => True
  | d :: l => match after s q d with Some q' => valid_from s q' l | None => False end
  end.
Definition valid (s : system) := valid_from s 0.

(* The number of valid words of m digits from state q. *)
Fixpoint count (s : system) (m q : nat) : Z :=
  match m with
  | O => 1
  | S m => Z.of_nat (fst (entry s q)) * count s m 0 + count s m (snd (entry s q))
  end.
Definition weight (s : system) (m : nat) : Z := count s m 0.

(* What a list of digits is worth, the most significant first. *)
Fixpoint val (s : system) (l : list nat) : Z :=
  match l with [] => 0 | d :: l => Z.of_nat d * weight s (length l) + val s l end.

Definition good_system (s : system) : bool := Nat.ltb 0 (fst (entry s 0)).

(** * The words of m digits are the numbers below their number *)
Section System.
Variable s : system.
Hypothesis good : good_system s = true.

Lemma count_positive m : forall q, 1 <= count s m q.
Proof.
  induction m as [|m IH]; intro q; simpl; [lia|].
  pose proof (IH 0%nat). pose proof (IH (snd (entry s q))). nia.
Qed.

Lemma val_range l : forall q, valid_from s q l -> 0 <= val s l < count s (length l) q.
Proof.
  induction l as [|d l IH]; intros q; simpl; [lia|].
  unfold after. pose proof (count_positive (length l) 0). pose proof (count_positive (length l) (snd (entry s q))).
  unfold weight. destruct (Nat.compare_spec d (fst (entry s q))) as [E|L|G]; [| |tauto].
  - intros V. apply IH in V. subst d. nia.
  - intros V. apply IH in V. nia.
Qed.

Lemma val_nonneg l q : valid_from s q l -> 0 <= val s l.
Proof. intro V. apply val_range in V. lia. Qed.

Lemma word_exists m : forall q n, 0 <= n < count s m q -> exists l, length l = m /\ valid_from s q l /\ val s l = n.
Proof.
  induction m as [|m IH]; intros q n; cbn [count]; intros H.
  - exists []. simpl. repeat split; auto; lia.
  - pose proof (count_positive m 0) as W.
    set (top := fst (entry s q)) in *.
    destruct (Z_lt_dec n (Z.of_nat top * count s m 0)) as [L|G].
    + destruct (IH 0%nat (n mod count s m 0)) as (l & E & V & N); [apply Z.mod_pos_bound; lia|].
      assert (D : 0 <= n / count s m 0) by (apply Z.div_pos; lia).
      assert (D2 : n / count s m 0 < Z.of_nat top) by (apply Z.div_lt_upper_bound; lia).
      exists (Z.to_nat (n / count s m 0) :: l). simpl. unfold weight. rewrite E, N, Z2Nat.id by lia.
      repeat split.
      * unfold after. fold top.
        destruct (Nat.compare_spec (Z.to_nat (n / count s m 0)) top) as [X|X|X]; [lia|exact V|lia].
      * pose proof (Z.div_mod n (count s m 0)). lia.
    + destruct (IH (snd (entry s q)) (n - Z.of_nat top * count s m 0)) as (l & E & V & N); [lia|].
      exists (top :: l). simpl. unfold weight. rewrite E, N. repeat split.
      * unfold after. fold top. rewrite Nat.compare_refl. exact V.
      * lia.
Qed.

Lemma val_less q d d' l l' : (d < d')%nat -> length l = length l' ->
  valid_from s q (d :: l) -> valid_from s q (d' :: l') -> val s (d :: l) < val s (d' :: l').
Proof.
  intros D L V V'. simpl in *. unfold after in *. rewrite <- L.
  destruct (Nat.compare_spec d' (fst (entry s q))) as [E|E|E]; [| |contradiction];
    (destruct (Nat.compare_spec d (fst (entry s q))) as [F|F|F]; [lia| |contradiction]);
    apply val_range in V; apply val_range in V'; unfold weight; nia.
Qed.

Lemma word_unique l : forall q l', valid_from s q l -> valid_from s q l' -> length l = length l' -> val s l = val s l' -> l = l'.
Proof.
  induction l as [|d l IH]; intros q [|d' l'] V V' L E; try discriminate; [reflexivity|].
  injection L as L. destruct (Nat.lt_trichotomy d d') as [D|[<-|D]].
  - pose proof (val_less q d d' l l' D L V V'). lia.
  - simpl in *. destruct (after s q d) as [p|]; [|contradiction]. rewrite (IH p l') by (try assumption; rewrite <- ?L in *; lia). reflexivity.
  - pose proof (val_less q d' d l' l D (eq_sym L) V' V). lia.
Qed.

(** * Zeros in front, and a word for every number *)
Lemma after_zero : after s 0 0 = Some 0%nat.
Proof.
  unfold good_system in good. apply Nat.ltb_lt in good. unfold after.
  destruct (Nat.compare_spec 0 (fst (entry s 0))); [lia|reflexivity|lia].
Qed.

Lemma valid_zeros j l : valid s (repeat 0%nat j ++ l) <-> valid s l.
Proof. induction j; simpl; [tauto|]. unfold valid. simpl. rewrite after_zero. exact IHj. Qed.

Lemma val_zeros j l : val s (repeat 0%nat j ++ l) = val s l.
Proof. induction j; simpl; [reflexivity|]. rewrite IHj. lia. Qed.

Lemma weight_large m : Z.of_nat m < weight s m.
Proof.
  unfold weight. induction m as [|m IH]; [simpl; lia|]. cbn [count].
  pose proof (count_positive m (snd (entry s 0))). unfold good_system in good. apply Nat.ltb_lt in good.
  pose proof (count_positive m 0). nia.
Qed.

Lemma every_number n : 0 <= n -> exists l, valid s l /\ val s l = n.
Proof.
  intro H. destruct (word_exists (Z.to_nat n) 0 n) as (l & _ & V & E).
  - pose proof (weight_large (Z.to_nat n)). unfold weight in *. lia.
  - exists l. auto.
Qed.
End System.
