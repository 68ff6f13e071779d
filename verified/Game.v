(* Kernels: a set that is stable and absorbing is the set of positions that the player to move loses. *)

Section Game.
Variable position : Type.
Variable option_of : position -> position -> Prop.     (* option_of p q: there is a move from p to q *)

(* Who cannot move loses. *)
Inductive lost : position -> Prop :=
| no_good_move p : (forall q, option_of p q -> won q) -> lost p
with won : position -> Prop :=
| good_move p q : option_of p q -> lost q -> won p.

Hypothesis ends : well_founded (fun q p => option_of p q).     (* every play ends *)

Variable kernel : position -> Prop.
Hypothesis decided : forall p, kernel p \/ ~ kernel p.
Hypothesis stable : forall p q, kernel p -> option_of p q -> ~ kernel q.
Hypothesis absorbing : forall p, ~ kernel p -> exists q, option_of p q /\ kernel q.

Lemma kernel_decides p : (kernel p -> lost p) /\ (~ kernel p -> won p).
Proof.
  induction p as [p IH] using (well_founded_induction ends). split.
  - intro K. constructor. intros q M. apply IH; [exact M|]. now apply (stable p).
  - intro N. destruct (absorbing p N) as (q & M & K). apply (good_move p q M). apply IH; [exact M|exact K].
Qed.

Lemma not_both p : lost p -> won p -> False.
Proof.
  induction p as [p IH] using (well_founded_induction ends).
  intros L W. destruct W as [p q M Lq]. destruct L as [p H]. exact (IH q M Lq (H q M)).
Qed.

Theorem kernel_is_lost p : lost p <-> kernel p.
Proof.
  destruct (kernel_decides p) as (K & N). split; [|exact K]. intro L. destruct (decided p) as [|H]; [assumption|].
  destruct (not_both p L (N H)).
Qed.
End Game.
