(* The Tribonacci game (Duchene, Rigo 2008): three piles and three rules, and the lost positions are the places of the n-th 0, the n-th 1
   and the n-th 2 in the Tribonacci word. They are also those of the recursion of the paper.

   All is proved by hand: no certificate is needed. *)
Require Import List Lia Arith.
From Filbert Require Import Game.
From Filbert.examples Require Import Words ThreePiles.
Import ListNotations.

(** * The game *)
(* From piles in ascending order i, j and k tokens are taken, and x, y and z are left.
   I: from up to two piles. II: from all three, none of the numbers more than the sum of the others. III: m from two piles and more than
   2 m from the third, but so that x < z < y does not hold. *)
Inductive rule : position -> position -> Prop :=
| rule_I x y z i j k : 0 < i + j + k -> i = 0 \/ j = 0 \/ k = 0 -> rule (x + i, y + j, z + k) (x, y, z)
| rule_II x y z i j k : 0 < i -> 0 < j -> 0 < k -> 2 * max i (max j k) <= i + j + k -> rule (x + i, y + j, z + k) (x, y, z)
| rule_III x y z i j k m n : 0 < m -> 2 * m < n -> In (i, j, k) (orders (m, m, n)) -> ~ (x < z /\ z < y) ->
    rule (x + i, y + j, z + k) (x, y, z).
Definition tribonacci_move : position -> position -> Prop := move_by rule.

(* x is the least number that has not the property. *)
Definition least (taken : nat -> Prop) (x : nat) : Prop := ~ taken x /\ forall y, y < x -> taken y.
(* a_n is the least number that is none of the a_i, b_i, c_i before, b_n - a_n the least that is none of the differences b_i - a_i and
   c_i - b_i before, and c_n = a_n + b_n + n. So a_0 = b_0 = c_0 = 0. *)
Definition tribonacci_recursion (a b c : nat -> nat) : Prop := forall n,
  least (fun x => exists i, i < n /\ (x = a i \/ x = b i \/ x = c i)) (a n) /\
  a n <= b n /\ least (fun x => exists i, i < n /\ (x = b i - a i \/ x = c i - b i)) (b n - a n) /\
  c n = a n + b n + n.

(* Example 1.2 of the paper. *)
Lemma taking u v w x y z : x <= u -> y <= v -> z <= w -> rule (x + (u - x), y + (v - y), z + (w - z)) (x, y, z) -> rule (u, v, w) (x, y, z).
Proof. intros X Y Z. now replace (x + (u - x)) with u by lia; replace (y + (v - y)) with v by lia; replace (z + (w - z)) with w by lia. Qed.
Example moves_of_the_paper :
  rule (12, 22, 30) (0, 22, 18) /\ rule (12, 22, 30) (0, 22, 25) /\ rule (12, 22, 30) (1, 2, 3) /\ rule (12, 22, 30) (11, 10, 29) /\
  ~ rule (12, 22, 30) (11, 21, 20) /\ rule (12, 22, 30) (11, 21, 21).
Proof.
  split; [apply taking; try lia; apply rule_I; lia|]. split; [apply taking; try lia; apply rule_I; lia|].
  split; [apply taking; try lia; apply rule_II; cbn; lia|]. split; [apply taking; try lia; apply (rule_III _ _ _ _ _ _ 1 12); cbn; intuition lia|].
  split; [|apply taking; try lia; apply (rule_III _ _ _ _ _ _ 1 9); cbn; intuition lia].
  intro R. inversion R as [? ? ? i j k|? ? ? i j k|? ? ? i j k m n M N I B]; subst; lia.
Qed.

(** * What the proof needs of three sequences *)
Section Kernel.
Variables a d : nat -> nat.
Local Notation b n := (a n + d n).
Local Notation c n := (a n + b n + n).
Hypothesis a_zero : a 0 = 0.
Hypothesis d_zero : d 0 = 0.
Hypothesis a_up : forall i n, i < n -> a i < a n.
Hypothesis d_up : forall i n, i < n -> d i < d n.
Hypothesis all_there : forall y, 0 < y -> exists n, 0 < n /\ (y = a n \/ y = b n \/ y = c n).
Hypothesis a_not_b : forall i n, 0 < n -> a i <> b n.
Hypothesis a_not_c : forall i n, 0 < n -> a i <> c n.
Hypothesis b_not_c : forall i n, 0 < n -> b i <> c n.
Hypothesis differences : forall n t, 0 < t -> t < d n -> exists m, 0 < m /\ m < n /\ (t = d m \/ t = a m + m).
Hypothesis d_apart : forall i n, 0 < n -> d i <> a n + n.
Hypothesis before : forall m n, a m + m < d n -> b m < a n.

Local Notation safe := (some_triple a (fun n => b n) (fun n => c n)).

Lemma grows n : n <= a n /\ n <= d n.
Proof.
  induction n as [|n IH]; [lia|]. pose proof (a_up n (S n) ltac:(lia)). pose proof (d_up n (S n) ltac:(lia)). lia.
Qed.
Lemma rule_takes p q : rule p q -> tokens q < tokens p.
Proof.
  intro R. destruct R as [| |x y z i j k m n M N I]; cbn; try lia.
  cbn in I. destruct I as [I|[I|[I|[I|[I|[I|[]]]]]]]; injection I; lia.
Qed.

Lemma stable m n q : m < n -> rule (a n, b n, c n) q -> ~ In q (orders (a m, b m, c m)).
Proof.
  intros L R Q. destruct q as ((x, y), z). pose proof (a_up _ _ L). pose proof (d_up _ _ L).
  inversion R as [x' y' z' i j k K Z E1 E2|x' y' z' i j k I J K S E1 E2|x' y' z' i j k r s Z S I B E1 E2]; subst.
  - assert (N : 0 < n) by lia. pose proof (a_not_b m n N). pose proof (a_not_c m n N). pose proof (b_not_c m n N).
    assert (X : (a n <> b m) /\ (a n <> c m) /\ (b n <> c m)).
    { destruct (Nat.eq_dec m 0) as [->|M]; [rewrite a_zero, d_zero; lia|].
      split; [|split]; [apply a_not_b|apply a_not_c|apply b_not_c]; lia. }
    cbn in Q. destruct Q as [E|[E|[E|[E|[E|[E|[]]]]]]]; injection E as <- <- <-; lia.
  - cbn in Q. destruct Q as [E|[E|[E|[E|[E|[E|[]]]]]]]; injection E as <- <- <-; lia.
  - assert (N : 0 < n) by lia. pose proof (d_apart m n N).
    assert (X : d n <> a m + m) by (destruct (Nat.eq_dec m 0) as [->|M]; [rewrite a_zero; lia|apply d_apart; lia]).
    cbn in I, Q. destruct Q as [E|[E|[E|[E|[E|[E|[]]]]]]]; injection E as <- <- <-;
      destruct I as [E|[E|[E|[E|[E|[E|[]]]]]]]; injection E as <- <- <-; lia.
Qed.

(* The same number from the first two piles, and some from the third. *)
Lemma taking_alike u v w x y z : x < u -> u + y = v + x -> z <= w -> ~ (x < z /\ z < y) -> rule (u, v, w) (x, y, z).
Proof.
  intros X Y Z B. apply taking; try lia. destruct (Nat.eq_dec z w) as [->|D]; [apply rule_I; lia|].
  destruct (Nat.le_gt_cases (w - z) (2 * (u - x))); [apply rule_II; lia|].
  apply (rule_III _ _ _ _ _ _ (u - x) (w - z)); [lia|lia| |exact B]. left. f_equal. f_equal. lia.
Qed.

Lemma absorbing_up u v w : u <= v -> v <= w -> ~ safe (u, v, w) -> exists q, rule (u, v, w) q /\ safe q.
Proof.
  intros UV VW N.
  assert (Zero : safe (0, 0, 0)) by (exists 0; rewrite a_zero, d_zero; left; reflexivity).
  assert (Safe : forall n q, In q (orders (a n, b n, c n)) -> safe q) by (intros n q I; exists n; exact I).
  assert (Earlier : forall n, u + v < w -> w < u + v + n -> a n <= u -> b n <= v -> exists q, rule (u, v, w) q /\ safe q).
  { intros n L L' X Y. set (m := w - u - v). pose proof (a_up m n ltac:(lia)). pose proof (d_up m n ltac:(lia)).
    exists (a m, b m, c m). split; [|apply (Safe m); left; reflexivity]. apply taking; [lia|lia|lia|]. apply rule_II; lia. }
  destruct (Nat.eq_dec u 0) as [->|U].
  { destruct (Nat.eq_dec w 0) as [->|W]; [destruct N; replace v with 0 by lia; exact Zero|].
    exists (0, 0, 0). split; [|exact Zero]. apply taking; [lia|lia|lia|]. apply rule_I; lia. }
  destruct (Nat.le_gt_cases w (u + v)) as [W|W].
  { exists (0, 0, 0). split; [|exact Zero]. apply taking; [lia|lia|lia|]. apply rule_II; lia. }
  destruct (Nat.eq_dec u v) as [->|D].
  { exists (0, 0, 0). split; [|exact Zero]. apply taking_alike; lia. }
  destruct (all_there u ltac:(lia)) as (n & N0 & [E|[E|E]]); pose proof (grows n).
  - destruct (Nat.le_gt_cases (b n) v) as [V|V].
    + destruct (Nat.le_gt_cases (c n) w) as [W'|W'].
      * exists (a n, b n, c n). split; [|apply (Safe n); left; reflexivity].
        assert (v <> b n \/ w <> c n) by (destruct (Nat.eq_dec v (b n)), (Nat.eq_dec w (c n)); try lia; destruct N; exists n; left; congruence).
        apply taking; [lia|lia|lia|]. apply rule_I; lia.
      * apply (Earlier n); lia.
    + destruct (differences n (v - u) ltac:(lia) ltac:(lia)) as (m & M0 & M & [F|F]); pose proof (a_up m n M).
      * destruct (Nat.le_gt_cases (c m) w) as [W'|W']; [|apply (Earlier m); lia].
        exists (a m, b m, c m). split; [|apply (Safe m); left; reflexivity]. apply taking_alike; lia.
      * pose proof (before m n ltac:(lia)). exists (b m, c m, a m). split; [|apply (Safe m); cbn; tauto]. apply taking_alike; lia.
  - exists (b n, a n, c n). split; [|apply (Safe n); cbn; tauto]. apply taking; [lia|lia|lia|]. apply rule_I; lia.
  - exists (c n, a n, b n). split; [|apply (Safe n); cbn; tauto]. apply taking; [lia|lia|lia|]. apply rule_I; lia.
Qed.

Theorem lost_by_facts p : lost position tribonacci_move p <-> safe p.
Proof.
  apply triples_lost; [exact rule_takes| | | |exact stable|exact absorbing_up].
  - intro n. lia.
  - intro n. apply grows.
  - intros i n L. pose proof (a_up i n L). pose proof (d_up i n L). lia.
Qed.
End Kernel.

(** * The Tribonacci word *)
Definition images (b : nat) : list nat := match b with 0 => [0; 1] | 1 => [0; 2] | _ => [0] end.
Local Notation w := tribonacci_word.
Local Notation start := (start images 0).

Lemma stands n j : j < length (images (w n)) -> w (start n + j) = nth j (images (w n)) 0.
Proof. apply (image_stands images 0 [1]); [reflexivity|discriminate|]. intros [|[|b]]; discriminate. Qed.
Lemma next_start n : start (S n) = start n + length (images (w n)).
Proof. reflexivity. Qed.
Lemma images_below b : b < 3 -> Forall (fun c => c < 3) (images b).
Proof. intros _. destruct b as [|[|b]]; repeat constructor. Qed.
Definition letters : forall n, w n < 3 := letters images images_below.
Definition all_counted : forall n, count w 0 n + count w 1 n + count w 2 n = n := all_counted images images_below.
(* Each image has one 0, the image of 0 has a 1 and that of 1 has a 2. *)
Lemma counts n : start n = 2 * count w 0 n + 2 * count w 1 n + count w 2 n /\
  count w 0 (start n) = n /\ count w 1 (start n) = count w 0 n /\ count w 2 (start n) = count w 1 n.
Proof.
  induction n as [|n (L & C0 & C1 & C2)]; [repeat split|]. rewrite next_start. pose proof (stands n) as St. pose proof (letters n) as Lt.
  cbn [count]. destruct (w n) as [|[|[|b]]]; [| | |lia]; cbn [images length Nat.eqb nth] in *;
    pose proof (St 0 ltac:(lia)) as S0; try pose proof (St 1 ltac:(lia)) as S1; cbn [nth] in *.
  1, 2: replace (start n + 2) with (S (S (start n))) by lia; rewrite Nat.add_0_r in S0; rewrite Nat.add_1_r in S1; cbn [count];
    rewrite S0, S1; cbn [Nat.eqb]; lia.
  replace (start n + 1) with (S (start n)) by lia. rewrite Nat.add_0_r in S0. cbn [count]. rewrite S0. cbn [Nat.eqb]. lia.
Qed.
Lemma place_0 n : place w 0 n (start n).
Proof.
  split; [|apply counts]. rewrite <- (Nat.add_0_r (start n)), (stands n 0); [now destruct (w n) as [|[|b]]|].
  destruct (w n) as [|[|b]]; cbn; lia.
Qed.
Lemma place_next c n x : place w c n x -> c < 2 -> place w (S c) n (S (start x)).
Proof.
  intros (W & C) B. destruct (counts x) as (_ & C0 & C1 & C2). pose proof (proj1 (place_0 x)) as Z. split.
  - rewrite <- Nat.add_1_r, (stands x 1); rewrite W; destruct c as [|[|c]]; cbn; lia.
  - cbn [count]. rewrite Z. destruct c as [|[|c]]; cbn [Nat.eqb]; lia.
Qed.

(* For n > 0, letter zero_place n is the n-th 0 of the word if letters are counted from 1, and the n-th 1 stands gap n behind it. *)
Definition zero_place (n : nat) : nat := match n with 0 => 0 | S n => S (start n) end.
Definition gap (n : nat) : nat := match n with 0 => 0 | S n => S (n + count w 0 n) end.
Lemma place_1 n : place w 1 n (zero_place (S n) + gap (S n) - 1).
Proof.
  pose proof (place_next 0 n _ (place_0 n) ltac:(lia)) as P. cbn [zero_place gap].
  replace (S (start n) + S (n + count w 0 n) - 1) with (S (start (start n))); [exact P|].
  destruct (counts n) as (L & C0 & C1 & C2). destruct (counts (start n)) as (L' & _). pose proof (all_counted n). lia.
Qed.
Lemma start_zero x : w x = 0 -> start (S x) = start x + 2.
Proof. intro Z. now rewrite next_start, Z. Qed.
Lemma place_2 n : place w 2 n (zero_place (S n) + (zero_place (S n) + gap (S n)) + n).
Proof.
  pose proof (place_next 1 n _ (place_next 0 n _ (place_0 n) ltac:(lia)) ltac:(lia)) as P. cbn [zero_place gap].
  pose proof (start_zero (start n) (proj1 (place_0 n))). rewrite (start_zero _ (proj1 (place_0 (start n)))) in P.
  destruct (counts n) as (L & C0 & C1 & C2). destruct (counts (start n)) as (L' & C0' & C1' & C2'). destruct (counts (start (start n))) as (L'' & _).
  pose proof (all_counted n). replace (S (start n) + (S (start n) + S (n + count w 0 n)) + n) with (S (start (start (start n)) + 2)); [exact P|]. lia.
Qed.

Local Notation a := zero_place.
Local Notation d := gap.
Local Notation b n := (a n + d n).
Local Notation c n := (a n + b n + n).
Lemma places n : place w 0 n (a (S n) - 1) /\ place w 1 n (b (S n) - 1) /\ place w 2 n (c (S n) - 1).
Proof.
  split; [|split].
  - cbn [zero_place]. rewrite Nat.sub_succ, Nat.sub_0_r. apply place_0.
  - apply place_1.
  - replace (c (S n) - 1) with (a (S n) + b (S n) + n) by lia. apply place_2.
Qed.
Lemma a_up i n : i < n -> a i < a n.
Proof.
  destruct n as [|n]; [lia|]. intro L. destruct i as [|i]; [cbn; lia|]. cbn [zero_place].
  pose proof (place_before w 0 i n _ _ (place_0 i) (place_0 n)). lia.
Qed.
Lemma d_up i n : i < n -> d i < d n.
Proof. destruct n as [|n]; [lia|]. intro L. destruct i as [|i]; cbn [gap]; [lia|]. pose proof (count_up w 0 i n). lia. Qed.
Lemma positive n : 0 < n -> 0 < a n /\ 0 < d n.
Proof. intro L. pose proof (a_up 0 n L). pose proof (d_up 0 n L). cbn in *. lia. Qed.
Lemma all_there y : 0 < y -> exists n, 0 < n /\ (y = a n \/ y = b n \/ y = c n).
Proof.
  destruct y as [|x]; [lia|]. intros _. exists (S (count w (w x) x)). split; [lia|]. pose proof (letters x) as L.
  destruct (places (count w (w x) x)) as (P0 & P1 & P2). pose proof (positive (S (count w (w x) x)) ltac:(lia)).
  assert (P : place w (w x) (count w (w x) x) x) by (split; reflexivity).
  remember (w x) as l eqn:E. destruct l as [|[|[|l]]]; [left|right; left|right; right|lia];
    [pose proof (place_once w _ _ _ _ P P0)|pose proof (place_once w _ _ _ _ P P1)|pose proof (place_once w _ _ _ _ P P2)]; lia.
Qed.
Lemma apart i n : 0 < n -> a i <> b n /\ a i <> c n /\ b i <> c n.
Proof.
  intro L. destruct n as [|n]; [lia|]. pose proof (positive (S n) L). destruct i as [|i]; [cbn [zero_place gap]; lia|].
  pose proof (positive (S i) ltac:(lia)). destruct (places i) as ((P0 & _) & (P1 & _) & _), (places n) as (_ & (Q1 & _) & (Q2 & _)).
  repeat split; intro E; rewrite E in *; congruence.
Qed.
(* The gaps leave out the numbers a_n + n: the n-th 0 is the letter where they grow by two. *)
Lemma left_out n : d (a (S n)) + 1 = a (S n) + S n /\ d (S (a (S n))) = a (S n) + S n + 1.
Proof.
  cbn [zero_place gap count]. rewrite (proj1 (place_0 n)), (proj2 (place_0 n)). cbn [Nat.eqb]. lia.
Qed.
Lemma b_before n : S (b n) = a (S (a n)).
Proof.
  destruct n as [|n]; [reflexivity|]. cbn [zero_place gap].
  rewrite (start_zero _ (proj1 (place_0 n))). destruct (counts n) as (L & C0 & C1 & C2). destruct (counts (start n)) as (L' & _).
  pose proof (all_counted n). lia.
Qed.
Lemma differences n t : 0 < t -> t < d n -> exists m, 0 < m /\ m < n /\ (t = d m \/ t = a m + m).
Proof.
  assert (H : 0 < t -> t < d n -> exists m, 0 < m /\ (t = d m \/ t = a m + m)).
  { intro T. induction n as [|n IH]; intro L; [cbn in L; lia|]. destruct (Nat.lt_trichotomy t (d n)) as [H|[H|H]]; [exact (IH H)| |].
    - exists n. destruct n; [cbn in H; lia|]. split; [lia|auto].
    - destruct n as [|n]; [cbn in *; lia|]. cbn [gap count] in *. destruct (Nat.eqb_spec (w n) 0) as [Z|Z]; [|lia].
      exists (S (count w 0 n)). split; [lia|]. right. cbn [zero_place].
      assert (P : place w 0 (count w 0 n) n) by (split; [exact Z|reflexivity]).
      rewrite <- (place_once w 0 _ _ _ P (place_0 (count w 0 n))). lia. }
  intros T L. destruct (H T L) as (m & M & E). exists m. split; [exact M|]. split; [|exact E].
  destruct (Nat.lt_ge_cases m n) as [Q|Q]; [exact Q|]. assert (d n <= d m) by (destruct (Nat.eq_dec m n) as [->|]; [lia|pose proof (d_up n m); lia]).
  destruct E as [E|E]; [lia|]. destruct m as [|m]; [lia|]. pose proof (left_out m) as (O & _).
  assert (d (S m) <= d (a (S m))); [|lia]. destruct (Nat.eq_dec (a (S m)) (S m)) as [->|]; [lia|].
  assert (S m <= a (S m)) by (cbn [zero_place]; destruct (counts m) as (L' & _); pose proof (all_counted m); lia).
  pose proof (d_up (S m) (a (S m))). lia.
Qed.
Lemma d_apart i n : 0 < n -> d i <> a n + n.
Proof.
  destruct n as [|n]; [lia|]. intros _ E. destruct (left_out n) as (O & O').
  destruct (Nat.lt_trichotomy i (a (S n))) as [H|[->|H]]; [pose proof (d_up _ _ H); lia|lia|].
  destruct (Nat.eq_dec i (S (a (S n)))) as [->|D]; [lia|]. pose proof (d_up (S (a (S n))) i). lia.
Qed.
Lemma before m n : a m + m < d n -> b m < a n.
Proof.
  intro L. pose proof (b_before m). assert (S (a m) <= n).
  { destruct (Nat.lt_ge_cases (a m) n) as [H'|H']; [exact H'|]. exfalso.
    assert (d n <= d (a m)) by (destruct (Nat.eq_dec (a m) n) as [->|]; [lia|pose proof (d_up n (a m)); lia]).
    destruct m as [|m]; [cbn in *; lia|]. destruct (left_out m). lia. }
  destruct (Nat.eq_dec n (S (a m))) as [->|D]; [lia|]. pose proof (a_up (S (a m)) n). lia.
Qed.

Lemma tribonacci_safe p : lost position tribonacci_move p <-> exists n, In p (orders (a n, b n, c n)).
Proof.
  apply (lost_by_facts a d); [reflexivity|reflexivity|exact a_up|exact d_up|exact all_there| | | |exact differences|exact d_apart|exact before];
    intros i n L; apply (apart i n L).
Qed.

(** * The theorems *)
(* Piles count the letters from 1. *)
Theorem tribonacci_game_word p : lost position tribonacci_move p <->
  p = (0, 0, 0) \/ exists n x y z, place tribonacci_word 0 n x /\ place tribonacci_word 1 n y /\ place tribonacci_word 2 n z /\
    In p (orders (x + 1, y + 1, z + 1)).
Proof.
  rewrite tribonacci_safe. apply (triples_of_places w a (fun n => b n) (fun n => c n)); try reflexivity; [|exact places].
  intros n L. pose proof (positive n L). lia.
Qed.

Lemma word_solves : tribonacci_recursion a (fun n => b n) (fun n => c n).
Proof.
  intro n. split; [|split; [lia|split; [|reflexivity]]]; split.
  - intros (i & L & E). pose proof (a_up i n L). destruct (apart n i) as (N1 & N2 & _); [|lia].
    destruct i; [|lia]. cbn in E. lia.
  - intros y Y. destruct (Nat.eq_dec y 0) as [->|Y0]; [exists 0; split; [|left; reflexivity]; destruct n; [cbn in Y|]; lia|].
    destruct (all_there y ltac:(lia)) as (i & I & E). exists i. split; [|exact E].
    destruct (Nat.lt_ge_cases i n) as [H|H]; [exact H|].
    assert (a n <= a i) by (destruct (Nat.eq_dec n i) as [->|]; [lia|pose proof (a_up n i); lia]). lia.
  - intros (i & L & E). pose proof (d_up i n L). destruct i as [|i]; [cbn in *; lia|]. pose proof (d_apart n (S i) ltac:(lia)). lia.
  - intros y Y. destruct (Nat.eq_dec y 0) as [->|Y0]; [exists 0; split; [|left; reflexivity]; destruct n; [cbn in Y|]; lia|].
    destruct (differences n y) as (m & M & L & E); [lia|lia|]. exists m. split; [exact L|lia].
Qed.
Lemma least_once (P Q : nat -> Prop) x y : (forall z, P z <-> Q z) -> least P x -> least Q y -> x = y.
Proof.
  intros E (N & All) (N' & All'). destruct (Nat.lt_trichotomy x y) as [H|[H|H]]; [|exact H|].
  - destruct N. apply E, All', H.
  - destruct N'. apply E, All, H.
Qed.
Lemma recursion_once a b c a' b' c' : tribonacci_recursion a b c -> tribonacci_recursion a' b' c' ->
  forall n, a n = a' n /\ b n = b' n /\ c n = c' n.
Proof.
  intros R R' n. induction n as [n IH] using lt_wf_ind. destruct (R n) as (Ra & Lb & Rb & Rc), (R' n) as (Ra' & Lb' & Rb' & Rc').
  assert (Ea : a n = a' n).
  { eapply least_once; try eassumption. cbn beta. intro z. split; intros (i & I & E); exists i; destruct (IH i I) as (F & G & H); (split; [exact I|lia]). }
  assert (Eb : b n - a n = b' n - a' n).
  { eapply least_once; try eassumption. cbn beta. intro z. split; intros (i & I & E); exists i; destruct (IH i I) as (F & G & H); (split; [exact I|lia]). }
  lia.
Qed.

Theorem tribonacci_game a b c : tribonacci_recursion a b c -> forall p,
  lost position tribonacci_move p <-> exists n, In p (orders (a n, b n, c n)).
Proof.
  intros R p. rewrite tribonacci_safe. pose proof (recursion_once _ _ _ _ _ _ R word_solves) as E.
  split; intros (n & I); exists n; destruct (E n) as (Ea & Eb & Ec); [rewrite Ea, Eb, Ec|rewrite Ea, Eb, Ec in I]; exact I.
Qed.
(* The recursion has a solution; its next numbers are the places of the letters. *)
Theorem tribonacci_recursion_solved : exists a b c, tribonacci_recursion a b c /\
  forall n, place tribonacci_word 0 n (a (S n) - 1) /\ place tribonacci_word 1 n (b (S n) - 1) /\ place tribonacci_word 2 n (c (S n) - 1).
Proof. exists a, (fun n => b n), (fun n => c n). split; [exact word_solves|exact places]. Qed.
(* Table 1 of the paper. *)
Example first_triples : map (fun n => (a n, b n, c n)) (seq 0 8) =
  [(0, 0, 0); (1, 2, 4); (3, 6, 11); (5, 9, 17); (7, 13, 24); (8, 15, 28); (10, 19, 35); (12, 22, 41)].
Proof. vm_compute. reflexivity. Qed.
