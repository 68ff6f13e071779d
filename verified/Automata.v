(* Automata, and words that give every variable a digit at each place.

   A letter is a function from variables to digits, so an automaton on some tracks reads the same word as one on others,
   and products, more tracks and new names need no construction. *)
Require Import ZArith List Lia Bool PArith FMapPositive.
From Filbert Require Import System.
Import ListNotations.

(** * Automata *)
Definition var := nat.
(* A state accepts or not, and has the next state for the code of a letter. State 1 is the first. Where no next state is
   given, nothing that follows is accepted. *)
Definition dfa := PositiveMap.t (bool * PositiveMap.t positive).

(* The digits of a letter one after the other: digit d is d ones and a zero. *)
Fixpoint push_digit (d : nat) (p : positive) : positive :=
  match d with O => xO p | S d => push_digit d (xI p) end.
Definition code (digits : list nat) : positive := fold_left (fun p d => push_digit d p) digits 1%positive.

Definition next (A : dfa) (q : positive) (digits : list nat) : option positive :=
  match PositiveMap.find q A with Some (_, row) => PositiveMap.find (code digits) row | None => None end.
Definition accepting (A : dfa) (q : positive) : bool :=
  match PositiveMap.find q A with Some (b, _) => b | None => false end.

(** * Words *)
Definition letter := var -> nat.
Definition word := list letter.      (* most significant first *)
Definition track (w : word) (x : var) : list nat := map (fun a : letter => a x) w.

Fixpoint accepts_from (A : dfa) (xs : list var) (q : positive) (w : word) : bool :=
  match w with
  | [] => accepting A q
  | a :: w => match next A q (map a xs) with Some q' => accepts_from A xs q' w | None => false end
  end.
(* A accepts the tracks xs of w. *)
Definition accepts (A : dfa) (xs : list var) (w : word) : bool := accepts_from A xs 1 w.

(* The system of each variable. *)
Definition structure := var -> system.
Definition one (s : system) : structure := fun _ => s.
Definition value (s : structure) (w : word) (x : var) : Z := val (s x) (track w x).
Definition valid_on (s : structure) (xs : list var) (w : word) : Prop := forall x, In x xs -> valid (s x) (track w x).

(** * A track put in the place of another *)
Definition set (e : var -> nat) (x : var) (d : nat) : var -> nat := fun y => if Nat.eqb y x then d else e y.
Fixpoint put (x : var) (l : list nat) (w : word) : word :=
  match l, w with d :: l, a :: w => set a x d :: put x l w | _, _ => [] end.
Definition zero : letter := fun _ => 0.
Definition zeros (j : nat) : word := repeat zero j.

Lemma track_put (x : var) l (w : word) : length l = length w -> track (put x l w) x = l.
Proof.
  revert w. induction l as [|d l IH]; destruct w as [|a w]; simpl; intros E; try discriminate; [reflexivity|].
  unfold set at 1. rewrite Nat.eqb_refl. f_equal. apply IH. lia.
Qed.
Lemma track_put_other (x y : var) l (w : word) : y <> x -> length l = length w -> track (put x l w) y = track w y.
Proof.
  intros N. revert w. induction l as [|d l IH]; destruct w as [|a w]; simpl; intros E; try discriminate; [reflexivity|].
  unfold set at 1. destruct (Nat.eqb_spec y x); [contradiction|]. f_equal. apply IH. lia.
Qed.
Lemma length_put (x : var) l (w : word) : length l = length w -> length (put x l w) = length w.
Proof. revert w. induction l; destruct w; simpl; intros; try discriminate; auto. Qed.
Lemma length_track (w : word) (x : var) : length (track w x) = length w.
Proof. apply map_length. Qed.
Lemma track_app (v w : word) (x : var) : track (v ++ w) x = track v x ++ track w x.
Proof. apply map_app. Qed.
Lemma track_zeros j (x : var) : track (zeros j) x = repeat 0 j.
Proof. unfold zeros. induction j; simpl; [reflexivity|]. now rewrite IHj. Qed.
Lemma length_zeros j : length (zeros j) = j.
Proof. apply repeat_length. Qed.
Lemma value_zeros s j (w : word) (x : var) : value s (zeros j ++ w) x = value s w x.
Proof. unfold value. rewrite track_app, track_zeros. apply val_zeros. Qed.

Section Words.
Variable s : structure.
Hypothesis good : forall x, good_system (s x) = true.

Lemma valid_on_zeros xs j w : valid_on s xs (zeros j ++ w) <-> valid_on s xs w.
Proof.
  unfold valid_on. split; intros H x I; specialize (H x I); rewrite track_app, track_zeros in *;
    now apply (valid_zeros _ (good x)) in H || now apply (valid_zeros _ (good x)).
Qed.

(* Some variable gets a number that it has not, the others keep theirs; zeros are put in front where digits are missing. *)
Lemma put_number (w : word) x n : (0 <= n)%Z -> exists j l, length l = length (zeros j ++ w) /\ valid (s x) l /\ val (s x) l = n.
Proof.
  intro H. destruct (every_number _ (good x) n H) as (l & V & E).
  exists (length l), (repeat 0 (length w) ++ l). rewrite !app_length, length_zeros, repeat_length.
  rewrite (valid_zeros _ (good x)), val_zeros. repeat split; auto; lia.
Qed.

Lemma word_for (e : var -> Z) : (forall x, (0 <= e x)%Z) -> forall xs, exists w, valid_on s xs w /\ forall x, In x xs -> value s w x = e x.
Proof.
  intros H xs. induction xs as [|x xs (w & V & E)].
  - exists []. split; intros x [].
  - destruct (put_number w x (e x) (H x)) as (j & l & L & Vl & El).
    exists (put x l (zeros j ++ w)).
    split; intros y I; (destruct (Nat.eq_dec y x) as [->|N];
      [unfold value; rewrite track_put by assumption; auto|]);
      (destruct I as [I|I]; [congruence|]); unfold value; rewrite track_put_other by assumption.
    + apply (valid_on_zeros xs j w); assumption.
    + change (value s (zeros j ++ w) y = e y). rewrite value_zeros. auto.
Qed.
End Words.

(* What is accepted depends on the digits of the tracks alone. *)
Lemma accepts_from_tracks A xs ys : forall w v q, map (track w) xs = map (track v) ys -> length w = length v ->
  accepts_from A xs q w = accepts_from A ys q v.
Proof.
  induction w as [|a w IH]; destruct v as [|b v]; simpl; intros q E L; try discriminate; [reflexivity|].
  assert (H : map a xs = map b ys /\ map (track w) xs = map (track v) ys).
  { clear -E. revert ys E. induction xs as [|x xs IH]; destruct ys as [|y ys]; simpl; intros E; try discriminate; [auto|].
    injection E as E1 E2 E3. destruct (IH _ E3). split; f_equal; assumption. }
  destruct H as [-> H]. destruct (next A q (map b ys)); [|reflexivity]. apply IH; [assumption|lia].
Qed.

(** * Digits of a code *)
(* The digits of a code, read from the last: d counts the ones of the digit that is being read. *)
Fixpoint digits_before (p : positive) (d : nat) (acc : list nat) : list nat :=
  match p with
  | xH => d :: acc
  | xO p => digits_before p 0 (d :: acc)
  | xI p => digits_before p (S d) acc
  end.
Definition decode (p : positive) : list nat := match p with xO p => digits_before p 0 [] | _ => [] end.

Lemma digits_before_ones n p : forall d acc, digits_before (Nat.iter n xI p) d acc = digits_before p (n + d) acc.
Proof. induction n as [|n IH]; intros d acc; simpl; [reflexivity|]. rewrite IH. f_equal. lia. Qed.
Lemma push_digit_ones d : forall p, push_digit d p = xO (Nat.iter d xI p).
Proof. induction d as [|d IH]; intro p; simpl; [reflexivity|]. rewrite IH. f_equal. clear. induction d as [|d IH]; simpl; congruence. Qed.
Lemma code_snoc ds d : code (ds ++ [d]) = push_digit d (code ds).
Proof. unfold code. now rewrite fold_left_app. Qed.
Lemma digits_before_code ds : forall d acc, digits_before (code ds) d acc = ds ++ d :: acc.
Proof.
  induction ds as [|e ds IH] using rev_ind; intros d acc; [reflexivity|].
  rewrite code_snoc, push_digit_ones. cbn [digits_before]. rewrite digits_before_ones, IH, <- app_assoc, Nat.add_0_r. reflexivity.
Qed.
Lemma decode_code ds : decode (code ds) = ds.
Proof.
  destruct ds as [|d ds _] using rev_ind; [reflexivity|].
  rewrite code_snoc, push_digit_ones. cbn [decode]. rewrite digits_before_ones, digits_before_code, Nat.add_0_r. reflexivity.
Qed.
