(* Words that are combined of sets of numbers: the last set that has n gives its letter. *)
Require Import ZArith String List Lia Bool PArith.
From Filbert Require Import System Automata Logic Relations Syntax Meaning.
Import ListNotations.
Local Open Scope Z_scope.

(** * Formulas *)
(* That z is the letter of the variable 0; the sets are numbered relations. *)
Definition letter_is (fs : list (nat * Z)) (z : Z) : formula :=
  fold_left (fun F '(i, v) => if Z.eqb v z then Or (Rel i [0%nat]) F else And (Not (Rel i [0%nat])) F) fs (Compare Equal (Num z) (Num 0)).
Definition letters_of (fs : list (nat * Z)) : list Z := nodup Z.eq_dec (0 :: map snd fs).
Fixpoint numbered_sets (functions : names (nat * nat)) (fs : list (name * Z)) : option (list (nat * Z)) :=
  match fs with
  | [] => Some []
  | (f, v) :: fs => match functions f, numbered_sets functions fs with
      | Some (1%nat, i), Some l => Some ((i, v) :: l)
      | _, _ => None
      end
  end.

Section Letters.
Variable meanings : list Logic.relation.
(* Relations of the checker that are sets of the script, and of which each number is an element or not. *)
Definition is_set (i : nat * Z) (R : Meaning.relation * Z) : Prop := snd i = snd R /\
  exists R', nth_error meanings (fst i) = Some R' /\ forall n, 0 <= n -> (R' [n] <-> fst R [n]) /\ (R' [n] \/ ~ R' [n]).

Lemma letter_is_holds fs Rs : Forall2 is_set fs Rs -> forall n z d F, 0 <= n ->
  (holds meanings (assign [0%nat] [n]) F <-> z = d) ->
  (holds meanings (assign [0%nat] [n])
     (fold_left (fun F '(i, v) => if Z.eqb v z then Or (Rel i [0%nat]) F else And (Not (Rel i [0%nat])) F) fs F) <-> last_value Rs d n z).
Proof.
  induction 1 as [|(i, v) (R, v') fs Rs (Ev & R' & NR & Same) All IH]; intros n z d F Nn HF; [exact HF|].
  cbn [fst snd] in *. subst v'. cbn [fold_left last_value]. destruct (Same n Nn) as (E & D).
  assert (HR : holds meanings (assign [0%nat] [n]) (Rel i [0%nat]) <-> R [n]) by (cbn [holds map assign]; rewrite NR; unfold update; exact E).
  destruct (Z.eqb_spec v z) as [->|Nz].
  - destruct D as [Y|N].
    + rewrite (IH n z z _ Nn); [tauto|]. cbn [holds] in *. tauto.
    + rewrite (IH n z d _ Nn); [tauto|]. cbn [holds] in *. tauto.
  - destruct D as [Y|N].
    + rewrite (IH n z v _ Nn); [tauto|]. cbn [holds] in *. split; [tauto|congruence].
    + rewrite (IH n z d _ Nn); [tauto|]. cbn [holds] in *. tauto.
Qed.
Lemma letter_is_value fs Rs n z : Forall2 is_set fs Rs -> 0 <= n ->
  (holds meanings (assign [0%nat] [n]) (letter_is fs z) <-> last_value Rs 0 n z).
Proof. intros A Nn. apply (letter_is_holds fs Rs A n z 0); [exact Nn|]. cbn. reflexivity. Qed.
End Letters.

Lemma last_value_one Rs : forall d n z z', last_value Rs d n z -> last_value Rs d n z' -> z = z'.
Proof. induction Rs as [|(R, v) Rs IH]; cbn [last_value]; intros d n z z'; [congruence|]. intros [(Y & H)|(N & H)] [(Y' & H')|(N' & H')]; eauto; tauto. Qed.
Lemma last_value_known Rs : forall d n z, last_value Rs d n z -> z = d \/ In z (map snd Rs).
Proof.
  induction Rs as [|(R, v) Rs IH]; cbn [last_value map snd]; intros d n z; [auto|].
  intros [(_ & H)|(_ & H)]; apply IH in H as [->|H]; simpl; auto.
Qed.

(** * The word *)
Section Word.
Variable s : system.
Hypothesis good : good_system s = true.

(* The digits of n, m of them, from state q. *)
Fixpoint represented (m q : nat) (n : Z) : list nat :=
  match m with
  | O => []
  | S m =>
      let top := fst (entry s q) in
      if n <? Z.of_nat top * count s m 0 then Z.to_nat (n / count s m 0) :: represented m 0 (n mod count s m 0)
      else top :: represented m (snd (entry s q)) (n - Z.of_nat top * count s m 0)
  end.
Lemma represented_value m : forall q n, 0 <= n < count s m q ->
  length (represented m q n) = m /\ valid_from s q (represented m q n) /\ val s (represented m q n) = n.
Proof.
  induction m as [|m IH]; intros q n; cbn [count represented]; intros H; [simpl; lia|].
  pose proof (count_positive s m 0) as W. set (top := fst (entry s q)) in *. destruct (Z.ltb_spec n (Z.of_nat top * count s m 0)) as [L|G].
  - destruct (IH 0%nat (n mod count s m 0)) as (E & V & N); [apply Z.mod_pos_bound; lia|].
    assert (D : 0 <= n / count s m 0) by (apply Z.div_pos; lia).
    assert (D2 : n / count s m 0 < Z.of_nat top) by (apply Z.div_lt_upper_bound; lia).
    simpl. unfold weight. rewrite E, N, Z2Nat.id by lia. repeat split.
    + unfold after. fold top. destruct (Nat.compare_spec (Z.to_nat (n / count s m 0)) top) as [X|X|X]; [lia|exact V|lia].
    + pose proof (Z.div_mod n (count s m 0)). lia.
  - destruct (IH (snd (entry s q)) (n - Z.of_nat top * count s m 0)) as (E & V & N); [lia|].
    simpl. unfold weight. rewrite E, N. repeat split; [|lia]. unfold after. fold top. rewrite Nat.compare_refl. exact V.
Qed.
Definition word_of_number (n : Z) : Automata.word := map (fun d (_ : var) => d) (represented (Z.to_nat n) 0 n).
Lemma word_of_number_value n : 0 <= n -> valid_on (one s) [0%nat] (word_of_number n) /\ Automata.value (one s) (word_of_number n) 0%nat = n.
Proof.
  intro Nn. pose proof (weight_large s good (Z.to_nat n)) as W. unfold weight in W.
  destruct (represented_value (Z.to_nat n) 0 n) as (_ & V & E); [lia|].
  assert (T : track (word_of_number n) 0%nat = represented (Z.to_nat n) 0 n) by (unfold track, word_of_number; rewrite map_map; apply map_id).
  split; [intros x [<-|[]]; rewrite T; exact V|]. unfold Automata.value. now rewrite T.
Qed.

End Word.

(* Automata for sets, each in a system, give their word. *)
Definition accepts_number (A : system * dfa) (n : Z) : bool := accepts (snd A) [0%nat] (word_of_number (fst A) n).
Definition decides (A : system * dfa) (R : relation) : Prop := good_system (fst A) = true /\ same_relation ([fst A], snd A) R.
Lemma accepts_number_value A R n : decides A R -> 0 <= n -> (accepts_number A n = true <-> R [n]).
Proof.
  intros (good & S) Nn. destruct A as (s, A). cbn [fst snd] in *. destruct (word_of_number_value s good n Nn) as (V & E).
  specialize (S (one s) [0%nat] (word_of_number s n) eq_refl V). cbn [snd map] in S. rewrite E in S. exact S.
Qed.
Fixpoint last_accepted (As : list ((system * dfa) * Z)) (d n : Z) : Z :=
  match As with [] => d | (A, v) :: As => last_accepted As (if accepts_number A n then v else d) n end.
Lemma last_accepted_value As Rs : Forall2 (fun A R => snd A = snd R /\ decides (fst A) (fst R)) As Rs -> forall d n, 0 <= n ->
  last_value Rs d n (last_accepted As d n).
Proof.
  induction 1 as [|(A, v) (R, v') As Rs (Ev & S) All IH]; intros d n Nn; [reflexivity|]. cbn [fst snd] in *. subst v'.
  cbn [last_accepted last_value]. pose proof (accepts_number_value A R n S Nn) as H. destruct (accepts_number A n).
  - left. split; [now apply H|]. now apply IH.
  - right. split; [intro Y; apply H in Y; congruence|]. now apply IH.
Qed.
Lemma decided_set A R n : decides A R -> 0 <= n -> R [n] \/ ~ R [n].
Proof.
  intros S Nn. pose proof (accepts_number_value A R n S Nn) as H. destruct (accepts_number A n); [left; now apply H|].
  right. intro Y. apply H in Y. congruence.
Qed.
