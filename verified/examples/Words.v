(* Words as a mathematician writes them: fixed points of morphisms, with natural numbers as letters, and what is said of them. *)
Require Import ZArith List Lia Arith.
From Filbert Require Import System Syntax Meaning.
Import ListNotations.

(** * Definitions *)
Definition word := nat -> nat.
(* The morphism applied to a word: each letter becomes its image. *)
Definition apply (h : nat -> list nat) (w : list nat) : list nat := flat_map h w.
(* Letter n of the fixed point that begins with a: it is read off h applied n times to a. That has more than n letters if the image of a
   begins with a and is longer than one letter, and no image is empty. *)
Definition fixed_point (h : nat -> list nat) (a : nat) : word := fun n => nth n (Nat.iter n (apply h) [a]) 0.

Definition fibonacci_word : word := fixed_point (fun b => match b with 0 => [0; 1] | _ => [0] end) 0.
Definition tribonacci_word : word := fixed_point (fun b => match b with 0 => [0; 1] | 1 => [0; 2] | _ => [0] end) 0.
Definition thue_morse_word : word := fixed_point (fun b => match b with 0 => [0; 1] | _ => [1; 0] end) 0.
Definition period_doubling_word : word := fixed_point (fun b => match b with 0 => [0; 1] | _ => [0; 0] end) 0.
(* 0 0 1 0 0 1 1 0 ..: the folds of a strip of paper that is folded in the middle again and again. *)
Definition paperfolding_word : word := fun n =>
  match fixed_point (fun b => match b with 0 => [0; 1] | 1 => [2; 1] | 2 => [0; 3] | _ => [2; 3] end) 0 n with 0 | 1 => 0 | _ => 1 end.

(* Letter b has the image number b of a list and is then replaced by letter b of another; the first letter is 0. *)
Definition coded_fixed_point (images : list (list nat)) (coding : list nat) : word :=
  fun n => nth (fixed_point (fun b => nth b images []) 0 n) coding 0.

(* The letters from i to i + n - 1 are those from j to j + n - 1. *)
Definition same_factor (w : word) (i j n : nat) : Prop := forall t, t < n -> w (i + t) = w (j + t).
(* From letter i on stand k equal blocks of n letters: a square for k = 2, a cube for k = 3. *)
Definition power_at (w : word) (k n i : nat) : Prop := 0 < n /\ forall t, t < (k - 1) * n -> w (i + t) = w (i + n + t).
Definition has_power (w : word) (k n : nat) : Prop := exists i, power_at w k n i.
(* However many letters are left out in front. *)
Definition never_periodic (w : word) : Prop := forall p m, 0 < p -> exists i, m <= i /\ w i <> w (i + p).

(* 1, 2, 3, 5, 8, .. *)
Fixpoint fibonacci (n : nat) : nat := match n with 0 => 1 | S m => match m with 0 => 2 | S k => fibonacci m + fibonacci k end end.

(* How the words begin. *)
Example first_letters :
  map fibonacci_word (seq 0 13) = [0; 1; 0; 0; 1; 0; 1; 0; 0; 1; 0; 0; 1] /\
  map tribonacci_word (seq 0 13) = [0; 1; 0; 2; 0; 1; 0; 0; 1; 0; 2; 0; 1] /\
  map thue_morse_word (seq 0 9) = [0; 1; 1; 0; 1; 0; 0; 1; 1] /\
  map period_doubling_word (seq 0 8) = [0; 1; 0; 0; 0; 1; 0; 1] /\
  map paperfolding_word (seq 0 8) = [0; 0; 1; 0; 0; 1; 1; 0].
Proof. vm_compute. repeat split. Qed.

(* Powers are what they should be. *)
Lemma power_blocks w k n i : power_at w (S k) n i -> forall j, j < S k -> same_factor w i (i + j * n) n.
Proof.
  intros (N & P). induction j as [|j IH]; intros J t T; [f_equal; lia|]. rewrite (IH ltac:(lia) t T).
  replace (i + j * n + t) with (i + (j * n + t)) by lia. rewrite P by (simpl; nia). f_equal. lia.
Qed.

(** * The words of a script are these *)
Lemma iter_inside {T} m (f : T -> T) x : Nat.iter m f (f x) = f (Nat.iter m f x).
Proof. induction m as [|m IH]; [reflexivity|]. cbn. f_equal. exact IH. Qed.

Section Morphism.
Variables (h : morphism) (g : nat -> list nat) (letters : nat).
Hypothesis same : forall b, b < letters -> image h (Z.of_nat b) = map Z.of_nat (g b) /\ Forall (fun c => c < letters) (g b).

Lemma power_same m : forall w, Forall (fun b => b < letters) w -> power h m (map Z.of_nat w) = map Z.of_nat (Nat.iter m (apply g) w) /\
  Forall (fun b => b < letters) (Nat.iter m (apply g) w).
Proof.
  assert (One : forall w, Forall (fun b => b < letters) w -> flat_map (image h) (map Z.of_nat w) = map Z.of_nat (apply g w) /\
    Forall (fun b => b < letters) (apply g w)).
  { induction w as [|b w IH]; intro B; [split; constructor|]. inversion B as [|? ? Bb Bw]; subst. destruct (IH Bw) as (E & Bg).
    destruct (same b Bb) as (Eb & Bb'). cbn [map flat_map apply]. fold (apply g w). rewrite E, Eb, map_app. split; [reflexivity|].
    apply Forall_app. auto. }
  induction m as [|m IH]; intros w B; [split; [reflexivity|exact B]|].
  cbn [power]. destruct (One w B) as (E & Bg). rewrite E. destruct (IH _ Bg) as (E' & B'). rewrite E'.
  change (Nat.iter (S m) (apply g) w) with (apply g (Nat.iter m (apply g) w)). rewrite <- iter_inside. split; [reflexivity|exact B'].
Qed.

Lemma fixed_point_is coding : forall a rest, h = (Z.of_nat a, rest) :: tl h -> a < letters -> 0 < letters ->
  forall n, nth_letter h coding (Z.of_nat n) = match assoc coding (Z.of_nat (fixed_point g a n)) with Some c => c | None => 0%Z end /\
    fixed_point g a n < letters.
Proof.
  intros a rest E A L n. unfold nth_letter. rewrite E. rewrite <- E. rewrite Nat2Z.id.
  destruct (power_same n [a]) as (P & B); [repeat constructor; exact A|]. cbn [map] in P. rewrite P.
  change 0%Z with (Z.of_nat 0) at 1. rewrite map_nth. split; [reflexivity|]. unfold fixed_point.
  destruct (nth_in_or_default n (Nat.iter n (apply g) [a]) 0) as [I| ->]; [|exact L]. rewrite Forall_forall in B. apply B. exact I.
Qed.
End Morphism.

(* For a word that is given by its morphism in a script. *)
Ltac word_is k :=
  let n := fresh "n" in intro n;
  match goal with |- _ = Z.of_nat (?w _) => unfold w, coded_fixed_point end;
  match goal with |- nth_letter ?h ?coding (Z.of_nat n) = Z.of_nat ?t =>
    match t with context [fixed_point ?g ?a n] =>
      let E := fresh "E" in let E' := fresh "E" in let B := fresh "B" in let b := fresh "b" in
      assert (E : forall b, b < k -> image h (Z.of_nat b) = map Z.of_nat (g b) /\ Forall (fun c => c < k) (g b));
        [intros b B; repeat first [exfalso; lia|destruct b as [|b]; [split; [reflexivity|repeat constructor; lia]|]]|];
      destruct (fixed_point_is h g k E coding a (image h (Z.of_nat a)) eq_refl ltac:(lia) ltac:(lia) n) as (E' & B); clear E; rename E' into E;
      rewrite E; clear E; generalize dependent (fixed_point g a n);
      intros b B; repeat first [exfalso; lia|destruct b as [|b]; [reflexivity|]]
    end
  end.

(** * Numbers whose digits are a one, or two, and zeros *)
Definition zeros : regex := Repeat (Digits [0]).
Lemma matches_zeros r w : matches r w -> r = zeros -> exists k, w = repeat [0] k.
Proof.
  induction 1 as [| | | | | |r|r v w M1 _ M2 IH]; intro E; try discriminate.
  - exists 0. reflexivity.
  - injection E as ->. destruct (IH eq_refl) as (k & ->). inversion M1; subst. exists (S k). reflexivity.
Qed.
Lemma zeros_match k : matches zeros (repeat [0] k).
Proof.
  induction k as [|k IH]; [constructor|]. apply (matches_more (Digits [0]) [[0]] (repeat [0] k)); [constructor|exact IH].
Qed.
Lemma row_zeros k : row 0 (repeat [0] k) = repeat 0 k.
Proof. induction k as [|k IH]; [reflexivity|]. cbn. f_equal. exact IH. Qed.
Lemma row_app v w : row 0 (v ++ w) = row 0 v ++ row 0 w.
Proof. apply map_app. Qed.

Section Digits.
Variable s : system.
Lemma val_zeros k : val s (repeat 0 k) = 0%Z.
Proof. induction k as [|k IH]; [reflexivity|]. cbn [repeat val]. rewrite IH. lia. Qed.
Lemma val_zeros_before j l : val s (repeat 0 j ++ l) = val s l.
Proof. induction j as [|j IH]; [reflexivity|]. cbn [repeat app val]. rewrite IH. lia. Qed.

(* Zeros may follow in every state that is reached. *)
Variable states : nat.
Hypothesis zero_follows : forall q, q < states -> exists q', after s q 0 = Some q' /\ q' < states.
Lemma valid_zeros k : forall q, q < states -> valid_from s q (repeat 0 k).
Proof.
  induction k as [|k IH]; intros q L; [exact I|]. cbn [repeat valid_from]. destruct (zero_follows q L) as (q' & -> & L'). auto.
Qed.

Lemma one_digit q n : 0 < states -> after s 0 1 = Some q -> q < states ->
  (expressed [s] (Sequence (Sequence zeros (Digits [1])) zeros) [n] <-> exists k, n = weight s k).
Proof.
  intros P E L. split.
  - intros (w & _ & M & _ & R). destruct (R 0 ltac:(cbn [length]; lia)) as (_ & V). clear R. cbn [nth] in V. subst n.
    inversion M as [| | | | |r1 r2 u v M1 M2| |]; subst. inversion M1 as [| | | | |r1 r2 u1 v1 M3 M4| |]; subst.
    apply matches_zeros in M3 as (j & ->); [|reflexivity]. apply matches_zeros in M2 as (k & ->); [|reflexivity].
    inversion M4; subst. exists k. rewrite !row_app, !row_zeros, <- app_assoc, val_zeros_before. cbn [row map app nth val].
    rewrite val_zeros, repeat_length. lia.
  - intros (k & ->). exists (([] ++ [[1]]) ++ repeat [0] k). split; [|split; [|split; [reflexivity|]]].
    + apply Forall_app. split; [repeat constructor|]. apply Forall_forall. intros a I. apply repeat_spec in I. now subst.
    + repeat (constructor; [|]); try constructor. apply zeros_match.
    + intros i I. cbn [length] in I. replace i with 0 by lia. cbn [nth]. rewrite row_app, row_zeros. cbn [row map app nth]. split.
      * unfold valid. cbn [valid_from]. rewrite E. apply valid_zeros. exact L.
      * cbn [val]. rewrite val_zeros, repeat_length. lia.
Qed.
Lemma two_digits q q' n : 0 < states -> after s 0 1 = Some q -> after s q 1 = Some q' -> q' < states ->
  (expressed [s] (Sequence (Sequence (Sequence zeros (Digits [1])) (Digits [1])) zeros) [n] <-> exists k, n = (weight s (S k) + weight s k)%Z).
Proof.
  intros P E E' L. split.
  - intros (w & _ & M & _ & R). destruct (R 0 ltac:(cbn [length]; lia)) as (_ & V). clear R. cbn [nth] in V. subst n.
    inversion M as [| | | | |r1 r2 u v M1 M2| |]; subst. inversion M1 as [| | | | |r1 r2 u1 v1 M3 M4| |]; subst.
    inversion M3 as [| | | | |r1 r2 u2 v2 M5 M6| |]; subst.
    apply matches_zeros in M5 as (j & ->); [|reflexivity]. apply matches_zeros in M2 as (k & ->); [|reflexivity].
    inversion M4; subst. inversion M6; subst. exists k.
    rewrite !row_app, !row_zeros, <- !app_assoc, val_zeros_before. cbn [row map app nth val length].
    rewrite val_zeros, repeat_length. lia.
  - intros (k & ->). exists ((([] ++ [[1]]) ++ [[1]]) ++ repeat [0] k). split; [|split; [|split; [reflexivity|]]].
    + apply Forall_app. split; [repeat constructor|]. apply Forall_forall. intros a I. apply repeat_spec in I. now subst.
    + apply matches_sequence; [|apply zeros_match]. apply matches_sequence; [|constructor]. apply matches_sequence; constructor.
    + intros i I. cbn [length] in I. replace i with 0 by lia. cbn [nth]. rewrite row_app, row_zeros. cbn [row map app nth]. split.
      * unfold valid. cbn [valid_from]. rewrite E, E'. apply valid_zeros. exact L.
      * cbn [val length]. rewrite val_zeros, repeat_length. lia.
Qed.
End Digits.

Lemma weight_fibonacci m : weight [(1, 1); (0, 0)] m = Z.of_nat (fibonacci m) /\
  weight [(1, 1); (0, 0)] (S m) = Z.of_nat (fibonacci (S m)).
Proof.
  induction m as [|m (IH1 & IH2)]; [split; reflexivity|]. split; [exact IH2|].
  set (s := [(1, 1); (0, 0)]) in *.
  change (weight s (S (S m))) with (1 * weight s (S m) + (0 * weight s m + weight s m))%Z.
  change (fibonacci (S (S m))) with (fibonacci (S m) + fibonacci m). lia.
Qed.
Lemma weight_two m : weight [(1, 0)] m = Z.of_nat (2 ^ m).
Proof.
  induction m as [|m IH]; [reflexivity|]. set (s := [(1, 0)]) in *.
  change (weight s (S m)) with (1 * weight s m + weight s m)%Z. rewrite IH. rewrite Nat.pow_succ_r'. lia.
Qed.
Lemma is_fibonacci n : expressed [[(1, 1); (0, 0)]] (Sequence (Sequence zeros (Digits [1])) zeros) [Z.of_nat n] <-> exists k, n = fibonacci k.
Proof.
  rewrite (one_digit _ 2) with (q := 1); [|intros [|[|q]] L; [exists 0|exists 0|lia]; (split; [reflexivity|lia])|lia|reflexivity|lia].
  split; intros (k & E); exists k; pose proof (proj1 (weight_fibonacci k)); lia.
Qed.
Lemma is_power_of_two n : expressed [[(1, 0)]] (Sequence (Sequence zeros (Digits [1])) zeros) [Z.of_nat n] <-> exists k, n = 2 ^ k.
Proof.
  rewrite (one_digit _ 1) with (q := 0); [|intros [|q] L; [exists 0|lia]; (split; [reflexivity|lia])|lia|reflexivity|lia].
  split; intros (k & E); exists k; rewrite weight_two in *; lia.
Qed.
Lemma is_three_times_a_power n :
  expressed [[(1, 0)]] (Sequence (Sequence (Sequence zeros (Digits [1])) (Digits [1])) zeros) [Z.of_nat n] <-> exists k, n = 3 * 2 ^ k.
Proof.
  rewrite (two_digits _ 1) with (q := 0) (q' := 0); [|intros [|q] L; [exists 0|lia]; (split; [reflexivity|lia])|lia|reflexivity|reflexivity|lia].
  split; intros (k & E); exists k; rewrite !weight_two in *; rewrite Nat.pow_succ_r' in *; lia.
Qed.
