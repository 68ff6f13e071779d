(* Cubic(2) (Duchene, Rigo 2008, Cubic Pisot unit combinatorial games): three piles and three rules, and the lost positions are the places
   of the n-th 0, the n-th 1 and the n-th 2 in the fixed point of 0 -> 001, 1 -> 02, 2 -> 0.

   All is proved by hand: no certificate is needed. *)
Require Import List Lia Arith.
From Filbert Require Import Game.
From Filbert.examples Require Import Words ThreePiles.
Import ListNotations.

(** * The game *)
(* The amounts Mal(2): p G1 + q G2 + d M with G1 = (1, 3, 8), G2 = (2, 4, 11), M = (2, 5, 12), 0 <= q <= 1, 1 <= d <= s - 1 and
   (d - 1) (s - 1) <= p <= d (s - 2) - q, for s = 2. *)
Definition malicious (amounts : position) : Prop := exists p q d, q <= 1 /\ 1 <= d /\ d <= 1 /\ d - 1 <= p /\ p + q <= 0 /\
  amounts = (p + 2 * q + 2 * d, 3 * p + 4 * q + 5 * d, 8 * p + 11 * q + 12 * d).
Lemma malicious_is amounts : malicious amounts <-> amounts = (2, 5, 12).
Proof.
  split; [|intros ->; exists 0, 0, 1; repeat split; lia]. intros (p & q & d & Q & D & D' & P & P' & ->).
  replace p with 0 by lia. replace q with 0 by lia. replace d with 1 by lia. reflexivity.
Qed.

(* From piles in ascending order i, j and k tokens are taken, and x, y and z are left. In ascending order the amounts are r, s and t.
   I: from up to two piles. II: from all three, t <= 2 s + r, no malicious amounts, but so that y < x < z does not hold. III: from all three,
   two neighbours among r, s and t differ by less than 2, but so that x < z < y does not hold. *)
Inductive rule : position -> position -> Prop :=
| rule_I x y z i j k : 0 < i + j + k -> i = 0 \/ j = 0 \/ k = 0 -> rule (x + i, y + j, z + k) (x, y, z)
| rule_II x y z i j k r s t : In (i, j, k) (orders (r, s, t)) -> 0 < r -> r <= s -> s <= t -> t <= 2 * s + r -> ~ malicious (r, s, t) ->
    ~ (y < x /\ x < z) -> rule (x + i, y + j, z + k) (x, y, z)
| rule_III x y z i j k r s t : In (i, j, k) (orders (r, s, t)) -> 0 < r -> r <= s -> s <= t -> s < r + 2 \/ t < s + 2 ->
    ~ (x < z /\ z < y) -> rule (x + i, y + j, z + k) (x, y, z).
Definition cubic_move : position -> position -> Prop := move_by rule.

Definition cubic_word : word := fixed_point (fun b => match b with 0 => [0; 0; 1] | 1 => [0; 2] | _ => [0] end) 0.
Example first_letters : map cubic_word (seq 0 9) = [0; 0; 1; 0; 0; 1; 0; 2; 0].
Proof. vm_compute. reflexivity. Qed.

(** * Ways to move *)
Lemma taking u v w x y z : x <= u -> y <= v -> z <= w -> rule (x + (u - x), y + (v - y), z + (w - z)) (x, y, z) -> rule (u, v, w) (x, y, z).
Proof. intros X Y Z. now replace (x + (u - x)) with u by lia; replace (y + (v - y)) with v by lia; replace (z + (w - z)) with w by lia. Qed.
Lemma by_I u v w x y z : x <= u -> y <= v -> z <= w -> x + y + z < u + v + w -> x = u \/ y = v \/ z = w -> rule (u, v, w) (x, y, z).
Proof. intros X Y Z S E. apply taking; try lia. apply rule_I; lia. Qed.
(* From the first two piles amounts that differ by less than 2, and some from the third. *)
Lemma by_III u v w x y z : x < u -> y < v -> z < w -> u + y < v + x + 2 -> v + x < u + y + 2 -> ~ (x < z /\ z < y) -> rule (u, v, w) (x, y, z).
Proof.
  intros X Y Z A B N. apply taking; try lia. set (i := u - x). set (j := v - y). set (k := w - z).
  assert (0 < i /\ 0 < j /\ 0 < k /\ i < j + 2 /\ j < i + 2) by lia. clearbody i j k.
  destruct (Nat.le_ge_cases i j), (Nat.le_ge_cases j k), (Nat.le_ge_cases i k).
  all: first
    [ apply (rule_III _ _ _ _ _ _ i j k); [cbn; tauto|lia|lia|lia|lia|exact N]
    | apply (rule_III _ _ _ _ _ _ i k j); [cbn; tauto|lia|lia|lia|lia|exact N]
    | apply (rule_III _ _ _ _ _ _ j i k); [cbn; tauto|lia|lia|lia|lia|exact N]
    | apply (rule_III _ _ _ _ _ _ j k i); [cbn; tauto|lia|lia|lia|lia|exact N]
    | apply (rule_III _ _ _ _ _ _ k i j); [cbn; tauto|lia|lia|lia|lia|exact N]
    | apply (rule_III _ _ _ _ _ _ k j i); [cbn; tauto|lia|lia|lia|lia|exact N]].
Qed.
Lemma by_II u v w x y z : x < u -> u + y <= v + x -> w + 2 * y + x <= z + 2 * v + u -> v + z <= w + y -> z <= w ->
  ~ (u = x + 2 /\ v = y + 5 /\ w = z + 12) -> ~ (y < x /\ x < z) -> rule (u, v, w) (x, y, z).
Proof.
  intros X A B C Z M N. apply taking; try lia. apply (rule_II _ _ _ _ _ _ (u - x) (v - y) (w - z)); try lia; [left; reflexivity|].
  rewrite malicious_is. intro E. injection E. lia.
Qed.

(* What the rules say whatever the order of the amounts. *)
Lemma rule_says u v w x y z : rule (u, v, w) (x, y, z) -> (u = x \/ v = y \/ w = z) \/
  (x < u /\ y < v /\ z < w /\ (w + 2 * y + x <= z + 2 * v + u \/ w + y + 2 * x <= z + v + 2 * u)) /\
    ~ (u = x + 2 /\ v = y + 5 /\ w = z + 12) /\ ~ (y < x /\ x < z) \/
  (x < u /\ y < v /\ z < w /\ (u + y < v + x + 2 /\ v + x < u + y + 2 \/ v + z < w + y + 2 /\ w + y < v + z + 2 \/
    u + z < w + x + 2 /\ w + x < u + z + 2)) /\ ~ (x < z /\ z < y).
Proof.
  intro R. inversion R as [? ? ? i j k K Z|? ? ? i j k r s t O R0 RS ST LE Mal B|? ? ? i j k r s t O R0 RS ST LE B]; subst.
  - left. lia.
  - right. left. rewrite malicious_is in Mal. cbn in O. split; [|split; [|exact B]].
    + clear Mal B R. destruct O as [E|[E|[E|[E|[E|[E|[]]]]]]]; injection E as <- <- <-; lia.
    + intros (E1 & E2 & E3). apply Mal. assert (i = 2 /\ j = 5 /\ k = 12) as (-> & -> & ->) by lia.
      destruct O as [E|[E|[E|[E|[E|[E|[]]]]]]]; injection E; intros; subst; try lia; reflexivity.
  - right. right. split; [|exact B]. clear B R. cbn in O. destruct O as [E|[E|[E|[E|[E|[E|[]]]]]]]; injection E as <- <- <-; lia.
Qed.

(* From (2, 5, 12) the malicious amounts must not be taken, and (1, 3, 8) can be left. *)
Example at_malicious : ~ rule (2, 5, 12) (0, 0, 0) /\ rule (2, 5, 12) (1, 3, 8).
Proof. split; [intro R; apply rule_says in R; lia|apply by_III; lia]. Qed.

(** * What the proof needs of three sequences *)
Section Kernel.
Variables a d : nat -> nat.
Local Notation b n := (a n + d n).
Local Notation c n := (2 * a n + b n + 3 * n).
Hypothesis a_zero : a 0 = 0.
Hypothesis d_zero : d 0 = 0.
Hypothesis a_one : a 1 = 1.
Hypothesis d_one : d 1 = 2.
(* The steps G1, G2 and M. *)
Hypothesis steps : forall n, (a (S n) = a n + 1 /\ d (S n) = d n + 2) \/ (a (S n) = a n + 2 /\ d (S n) = d n + 2) \/
  (a (S n) = a n + 2 /\ d (S n) = d n + 3).
Hypothesis two_steps : forall n, d (S (S n)) <= d n + 5.
Hypothesis all_there : forall y, 0 < y -> exists n, 0 < n /\ (y = a n \/ y = b n \/ y = c n).
Hypothesis a_not_b : forall i n, 0 < n -> a i <> b n.
Hypothesis a_not_c : forall i n, 0 < n -> a i <> c n.
Hypothesis b_not_c : forall i n, 0 < n -> b i <> c n.
(* C - B is B - A + 1 where this grows by 3, and nowhere else. *)
Hypothesis long_step : forall n, d (S n) = d n + 3 -> exists m, 0 < m /\ 2 * a m + 3 * m = d n + 1 /\ a n + 1 = b m.
Hypothesis at_long_step : forall m, 0 < m -> exists n, 2 * a m + 3 * m = d n + 1 /\ a n + 1 = b m /\ d (S n) = d n + 3.

Local Notation safe := (some_triple a (fun n => b n) (fun n => c n)).

Lemma from_to m n : m <= n -> exists g, n = m + g /\ a m + g <= a n /\ a n <= a m + 2 * g /\ d m + 2 * g <= d n /\ d n <= d m + 3 * g /\
  (2 <= g -> d n < d m + 3 * g).
Proof.
  intro L. assert (E : exists g, n = m + g) by (exists (n - m); lia). destruct E as (g & ->). exists g. split; [reflexivity|]. clear L.
  assert (H : a m + g <= a (m + g) /\ a (m + g) <= a m + 2 * g /\ d m + 2 * g <= d (m + g) /\ d (m + g) <= d m + 3 * g /\
    (2 <= g -> d (m + g) < d m + 3 * g)).
  { induction g as [|[|g] IH]; [rewrite !Nat.add_0_r; lia| |].
    - replace (m + 1) with (S m) by lia. pose proof (steps m). lia.
    - replace (m + S (S g)) with (S (S (m + g))) by lia. replace (m + S g) with (S (m + g)) in IH by lia. pose proof (steps (S (m + g))).
      split; [lia|]. split; [lia|]. split; [lia|]. split; [lia|]. intros _.
      destruct g as [|g]; [replace (m + 0) with m in * by lia; pose proof (two_steps m); lia|lia]. }
  exact H.
Qed.
Lemma up m n : m < n -> a m < a n /\ d m + 2 <= d n.
Proof. intro L. destruct (from_to m n) as (g & E & H); lia. Qed.
Lemma grows n : n <= a n /\ 2 * n <= d n /\ d n <= 3 * n.
Proof. destruct (from_to 0 n) as (g & E & H); [lia|]. rewrite a_zero, d_zero in H. lia. Qed.
Lemma rule_takes p q : rule p q -> tokens q < tokens p.
Proof.
  intro R. destruct R as [|x y z i j k r s t I|x y z i j k r s t I]; cbn; try lia;
    apply tokens_same in I; cbn in I; lia.
Qed.

Lemma far i m : 0 < m -> a i >= b m -> d i + 2 <= 2 * a m + 3 * m \/ 2 * a m + 3 * m + 2 <= d i.
Proof.
  intros M A. destruct (at_long_step m M) as (n & E & F & G).
  destruct (Nat.lt_trichotomy i n) as [H|[->|H]]; [pose proof (up i n H); lia|lia|].
  destruct (Nat.eq_dec i (S n)) as [->|D]; [lia|]. pose proof (up (S n) i). lia.
Qed.

Lemma stable m n q : m < n -> rule (a n, b n, c n) q -> ~ In q (orders (a m, b m, c m)).
Proof.
  intros L R Q. destruct q as ((x, y), z). destruct (from_to m n ltac:(lia)) as (g & G & A1 & A2 & D1 & D2 & D3).
  pose proof (grows m) as Gm.
  assert (Zero : m = 0 /\ a m = 0 /\ d m = 0 \/ 0 < m /\ 0 < a m /\ 0 < d m).
  { destruct (Nat.eq_dec m 0) as [->|M]; [left; auto|]. right. lia. }
  assert (One : g = 1 -> d n = d m + 3 -> a n = a m + 2).
  { intros -> E. replace n with (S m) in * by lia. pose proof (steps m). lia. }
  destruct (rule_says _ _ _ _ _ _ R) as [U|[(U & M & B)|(U & B)]].
  - assert (N : 0 < n) by lia. pose proof (a_not_b m n N). pose proof (a_not_c m n N). pose proof (b_not_c m n N).
    assert (X : (a n <> b m) /\ (a n <> c m) /\ (b n <> c m)).
    { destruct (Nat.eq_dec m 0) as [->|M]; [rewrite a_zero, d_zero; pose proof (grows n); lia|].
      split; [|split]; [apply a_not_b|apply a_not_c|apply b_not_c]; lia. }
    clear R Zero One. cbn [In orders] in Q. destruct Q as [E|[E|[E|[E|[E|[E|[]]]]]]]; injection E as <- <- <-; lia.
  - clear R. cbn [In orders] in Q. destruct Q as [E|[E|[E|[E|[E|[E|[]]]]]]]; injection E as <- <- <-; lia.
  - assert (F : 0 < m -> a n >= b m -> d n + 2 <= 2 * a m + 3 * m \/ 2 * a m + 3 * m + 2 <= d n) by (intros; now apply far).
    clear R One. cbn [In orders] in Q. destruct Q as [E|[E|[E|[E|[E|[E|[]]]]]]]; injection E as <- <- <-; lia.
Qed.

Lemma between t n : 0 < n -> 2 <= t -> t < d n -> exists m, 0 < m /\ m < n /\ d m <= t /\ t < d (S m).
Proof.
  intros N T. induction n as [|n IH]; [lia|]. intro L. destruct (Nat.le_gt_cases (d n) t) as [H|H].
  - exists n. destruct n; [lia|]. repeat split; lia.
  - destruct n as [|n]; [lia|]. destruct (IH ltac:(lia) H) as (m & M). exists m. lia.
Qed.
(* 3 n - d n is C - A - 2 B; it takes each value. *)
Lemma reached t n : t < 3 * n - d n -> exists m, m < n /\ t = 3 * m - d m.
Proof.
  induction n as [|n IH]; intro L; [lia|]. pose proof (grows n). pose proof (steps n).
  destruct (Nat.eq_dec t (3 * n - d n)) as [->|D]; [exists n; lia|]. destruct IH as (m & M); [lia|]. exists m. lia.
Qed.

Lemma absorbing_up x y z : x <= y -> y <= z -> ~ safe (x, y, z) -> exists q, rule (x, y, z) q /\ safe q.
Proof.
  intros XY YZ N.
  assert (Safe : forall n q, In q (orders (a n, b n, c n)) -> safe q) by (intros n q I; exists n; exact I).
  assert (Zero : safe (0, 0, 0)) by (apply (Safe 0); rewrite a_zero, d_zero; left; reflexivity).
  destruct (Nat.eq_dec x 0) as [->|X].
  { destruct (Nat.eq_dec z 0) as [->|Z]; [destruct N; replace y with 0 by lia; exact Zero|].
    exists (0, 0, 0). split; [|exact Zero]. apply by_I; lia. }
  destruct (Nat.le_gt_cases (x + 2) y) as [XY2|XY2]; [|exists (0, 0, 0); split; [apply by_III; lia|exact Zero]].
  destruct (Nat.le_gt_cases z (2 * y + x)) as [Z|Z].
  { assert (M : (x = 2 /\ y = 5 /\ z = 12) \/ ~ (x = 2 /\ y = 5 /\ z = 12)) by lia. destruct M as [(-> & -> & ->)|M].
    - exists (1, 3, 8). split; [apply by_III; lia|]. apply (Safe 1). rewrite a_one, d_one. left. reflexivity.
    - exists (0, 0, 0). split; [apply by_II; lia|exact Zero]. }
  (* To the triple with the same C - A - 2 B. *)
  assert (Same : forall k, a k <= x -> b k <= y -> z < c k -> x + d k <= y ->
    (forall m, m < k -> ~ (x = a m + 2 /\ y = b m + 5 /\ z = c m + 12)) -> exists q, rule (x, y, z) q /\ safe q).
  { intros k A B C D M. pose proof (grows k). destruct (reached (z - x - 2 * y) k ltac:(lia)) as (m & L & E). pose proof (up m k L). pose proof (grows m).
    exists (a m, b m, c m). split; [|apply (Safe m); left; reflexivity]. specialize (M m L). apply by_II; lia. }
  destruct (all_there x ltac:(lia)) as (n & N0 & [E|[E|E]]); pose proof (grows n).
  - destruct (Nat.le_gt_cases (b n) y) as [B|B].
    + destruct (Nat.le_gt_cases (c n) z) as [C|C].
      * exists (a n, b n, c n). split; [|apply (Safe n); left; reflexivity].
        assert (y <> b n \/ z <> c n) by (destruct (Nat.eq_dec y (b n)), (Nat.eq_dec z (c n)); try lia; destruct N; exists n; left; congruence).
        apply by_I; lia.
      * apply (Same n); [lia|lia|lia|lia|]. intros m L M. destruct (from_to m n ltac:(lia)) as (g & G). destruct (Nat.eq_dec g 1) as [->|G1].
        -- replace n with (S m) in * by lia. pose proof (steps m). lia.
        -- lia.
    + destruct (between (y - x) n N0 ltac:(lia) ltac:(lia)) as (k & K0 & K & T & T'). pose proof (up k n K).
      destruct (Nat.le_gt_cases (y - x) (d k + 1)) as [T2|T2].
      * destruct (Nat.le_gt_cases (c k) z) as [C|C].
        -- exists (a k, b k, c k). split; [|apply (Safe k); left; reflexivity].
           destruct (Nat.eq_dec z (c k)) as [->|D]; [apply by_I; lia|apply by_III; lia].
        -- apply (Same k); [lia|lia|lia|lia|]. intros m L M. pose proof (up m k L). destruct (from_to m k ltac:(lia)) as (g & G). lia.
      * pose proof (steps k). destruct (long_step k ltac:(lia)) as (m & M & F & F').
        exists (b m, c m, a m). split; [|apply (Safe m); cbn; tauto]. pose proof (grows m).
        destruct (Nat.eq_dec x (b m)) as [->|D]; [apply by_I; lia|apply by_III; lia].
  - exists (b n, a n, c n). split; [|apply (Safe n); cbn; tauto]. apply by_I; lia.
  - exists (c n, a n, b n). split; [|apply (Safe n); cbn; tauto]. apply by_I; lia.
Qed.

Theorem lost_by_facts p : lost position cubic_move p <-> safe p.
Proof.
  apply triples_lost; [exact rule_takes| | | |exact stable|exact absorbing_up].
  - intro n. lia.
  - intro n. apply grows.
  - intros i n L. pose proof (up i n L). lia.
Qed.
End Kernel.

(** * The word *)
Definition images (b : nat) : list nat := match b with 0 => [0; 0; 1] | 1 => [0; 2] | _ => [0] end.
Local Notation w := cubic_word.
Local Notation start := (start images 0).

Lemma stands n j : j < length (images (w n)) -> w (start n + j) = nth j (images (w n)) 0.
Proof. apply (image_stands images 0 [0; 1]); [reflexivity|discriminate|]. intros [|[|b]]; discriminate. Qed.
Lemma next_start n : start (S n) = start n + length (images (w n)).
Proof. reflexivity. Qed.
Lemma images_below b : b < 3 -> Forall (fun c => c < 3) (images b).
Proof. intros _. destruct b as [|[|b]]; repeat constructor. Qed.
Definition letters : forall n, w n < 3 := letters images images_below.
Definition all_counted : forall n, count w 0 n + count w 1 n + count w 2 n = n := all_counted images images_below.
Lemma image_begins n : w (start n) = 0.
Proof.
  rewrite <- (Nat.add_0_r (start n)), (stands n 0); destruct (w n) as [|[|b]]; cbn; lia.
Qed.
(* The image of 0 has two letters 0, and a 1; that of 1 has one, and a 2; that of 2 has one. *)
Lemma counts n : start n = 3 * count w 0 n + 2 * count w 1 n + count w 2 n /\
  count w 0 (start n) = n + count w 0 n /\ count w 1 (start n) = count w 0 n /\ count w 2 (start n) = count w 1 n.
Proof.
  induction n as [|n (L & C0 & C1 & C2)]; [repeat split|]. rewrite next_start. pose proof (stands n) as St. pose proof (letters n) as Lt.
  pose proof (image_begins n) as S0. cbn [count]. destruct (w n) as [|[|[|b]]]; [| | |lia]; cbn [images length Nat.eqb nth] in *.
  - pose proof (St 1 ltac:(lia)) as S1. pose proof (St 2 ltac:(lia)) as S2. cbn [nth] in S1, S2.
    replace (start n + 1) with (S (start n)) in S1 by lia. replace (start n + 2) with (S (S (start n))) in S2 by lia.
    replace (start n + 3) with (S (S (S (start n)))) by lia. cbn [count]. rewrite S0, S1, S2. cbn [Nat.eqb]. lia.
  - pose proof (St 1 ltac:(lia)) as S1. cbn [nth] in S1. replace (start n + 1) with (S (start n)) in S1 by lia.
    replace (start n + 2) with (S (S (start n))) by lia. cbn [count]. rewrite S0, S1. cbn [Nat.eqb]. lia.
  - replace (start n + 1) with (S (start n)) by lia. cbn [count]. rewrite S0. cbn [Nat.eqb]. lia.
Qed.
(* Each letter stands in an image. *)
Lemma in_image n : exists m j, n = start m + j /\ j < length (images (w m)).
Proof.
  induction n as [|n (m & j & E & L)]; [exists 0, 0; split; [reflexivity|cbn; lia]|].
  destruct (Nat.lt_ge_cases (S j) (length (images (w m)))) as [H|H]; [exists m, (S j); lia|].
  exists (S m), 0. rewrite next_start. split; [lia|]. destruct (w (S m)) as [|[|b]]; cbn; lia.
Qed.
(* After a 1 or a 2 comes a 0; before a 1 stand two. *)
Lemma then_zero n : w n <> 0 -> w (S n) = 0.
Proof.
  intro Z. destruct (in_image n) as (m & j & E & L). pose proof (stands m j L) as S. rewrite <- E in S. rewrite S in Z.
  replace (Datatypes.S n) with (start (Datatypes.S m)); [apply image_begins|]. rewrite next_start.
  destruct (w m) as [|[|b]], j as [|[|[|j]]]; cbn in *; lia.
Qed.
Lemma one_is n : w n = 1 -> exists m, w m = 0 /\ n = start m + 2.
Proof.
  intro O. destruct (in_image n) as (m & j & E & L). pose proof (stands m j L) as S. rewrite <- E, O in S. exists m.
  pose proof (letters m). destruct (w m) as [|[|[|b]]]; [| | |lia]; destruct j as [|[|[|j]]]; cbn in *; try lia; try discriminate; split; lia.
Qed.
Lemma image_of_zero m : w m = 0 -> w (start m) = 0 /\ w (start m + 1) = 0 /\ w (start m + 2) = 1 /\ start (S m) = start m + 3.
Proof.
  intro Z. pose proof (stands m 1) as S1. pose proof (stands m 2) as S2. rewrite Z in S1, S2. rewrite next_start, Z. cbn in *.
  split; [apply image_begins|]. split; [apply S1; lia|]. split; [apply S2; lia|reflexivity].
Qed.
Lemma image_of_one m : w m = 1 -> w (start m + 1) = 2.
Proof. intro O. rewrite (stands m 1), O; [reflexivity|]. rewrite O. cbn. lia. Qed.

(* The place of the 0 that has n others before. *)
Fixpoint zero (n : nat) : nat := match n with 0 => 0 | S n => zero n + (if w (zero n + 1) =? 0 then 1 else 2) end.
Lemma place_0 n : place w 0 n (zero n).
Proof.
  induction n as [|n (Z & C)]; [split; reflexivity|]. cbn [zero]. destruct (Nat.eqb_spec (w (zero n + 1)) 0) as [E|E]; rewrite Nat.add_1_r in *.
  - split; [exact E|]. cbn [count]. rewrite Z, C. cbn. lia.
  - replace (zero n + 2) with (S (S (zero n))) by lia. split; [apply then_zero, E|]. cbn [count]. rewrite Z, C.
    destruct (w (S (zero n))); [congruence|]. cbn. lia.
Qed.
Lemma place_1 n : place w 1 n (start (zero n) + 2).
Proof.
  destruct (place_0 n) as (Z & C). destruct (image_of_zero _ Z) as (S0 & S1 & S2 & _). destruct (counts (zero n)) as (_ & _ & C1 & _).
  split; [exact S2|]. replace (start (zero n) + 2) with (S (S (start (zero n)))) by lia. cbn [count]. rewrite S0, C1, C.
  replace (S (start (zero n))) with (start (zero n) + 1) by lia. rewrite S1. cbn. lia.
Qed.
Lemma place_2 n : place w 2 n (start (start (zero n) + 2) + 1).
Proof.
  destruct (place_1 n) as (O & C). split; [apply image_of_one, O|]. rewrite Nat.add_1_r. cbn [count]. rewrite image_begins. cbn [Nat.eqb].
  destruct (counts (start (zero n) + 2)) as (_ & _ & _ & C2). lia.
Qed.

(* For n > 0, letter zero_place n is the n-th 0 of the word if letters are counted from 1, and the n-th 1 stands gap n behind it. *)
Definition zero_place (n : nat) : nat := match n with 0 => 0 | S n => S (zero n) end.
Definition gap (n : nat) : nat := match n with 0 => 0 | S n => 2 * S n + count w 1 (zero n) end.
Local Notation a := zero_place.
Local Notation d := gap.
Local Notation b n := (a n + d n).
Local Notation c n := (2 * a n + b n + 3 * n).

Lemma one_at n : start (zero n) + 2 = b (S n) - 1.
Proof.
  cbn [zero_place gap]. destruct (counts (zero n)) as (L & _). pose proof (all_counted (zero n)). destruct (place_0 n) as (_ & C). lia.
Qed.
Lemma two_at n : start (start (zero n) + 2) + 1 = c (S n) - 1.
Proof.
  destruct (place_0 n) as (Z & C). destruct (image_of_zero _ Z) as (S0 & S1 & _ & _). destruct (image_of_zero _ S0) as (_ & _ & _ & N0).
  destruct (image_of_zero _ S1) as (_ & _ & _ & N1).
  replace (start (zero n) + 2) with (S (start (zero n) + 1)) by lia. rewrite N1. replace (start (zero n) + 1) with (S (start (zero n))) by lia.
  rewrite N0. destruct (counts (zero n)) as (L & C0 & C1 & C2), (counts (start (zero n))) as (L' & _). pose proof (all_counted (zero n)).
  cbn [zero_place gap]. lia.
Qed.
Lemma places n : place w 0 n (a (S n) - 1) /\ place w 1 n (b (S n) - 1) /\ place w 2 n (c (S n) - 1).
Proof.
  split; [|split].
  - cbn [zero_place]. rewrite Nat.sub_succ, Nat.sub_0_r. apply place_0.
  - rewrite <- one_at. apply place_1.
  - rewrite <- two_at. apply place_2.
Qed.
Lemma steps n : (a (S n) = a n + 1 /\ d (S n) = d n + 2) \/ (a (S n) = a n + 2 /\ d (S n) = d n + 2) \/
  (a (S n) = a n + 2 /\ d (S n) = d n + 3).
Proof.
  destruct n as [|n]; [left; split; reflexivity|]. cbn [zero_place gap zero]. pose proof (proj1 (place_0 n)) as Z.
  pose proof (letters (zero n + 1)). destruct (Nat.eqb_spec (w (zero n + 1)) 0) as [E|E]; rewrite Nat.add_1_r in *.
  - cbn [count]. rewrite Z. cbn [Nat.eqb]. lia.
  - replace (zero n + 2) with (S (S (zero n))) by lia. cbn [count]. rewrite Z. destruct (w (S (zero n))) as [|[|[|l]]]; cbn [Nat.eqb]; lia.
Qed.
Lemma grows_by_three n : d (S (S n)) = d (S n) + 3 <-> w (zero n + 1) = 1.
Proof.
  cbn [gap zero]. pose proof (proj1 (place_0 n)) as Z. destruct (Nat.eqb_spec (w (zero n + 1)) 0) as [E|E]; rewrite Nat.add_1_r in *.
  - cbn [count]. rewrite Z. cbn [Nat.eqb]. lia.
  - replace (zero n + 2) with (S (S (zero n))) by lia. cbn [count]. rewrite Z. destruct (w (S (zero n))) as [|[|l]]; cbn [Nat.eqb]; lia.
Qed.
Lemma two_steps n : d (S (S n)) <= d n + 5.
Proof.
  pose proof (steps n). pose proof (steps (S n)). destruct n as [|n]; [cbn in *; lia|].
  destruct (Nat.eq_dec (d (S (S n))) (d (S n) + 3)) as [E|E]; [|lia]. destruct (Nat.eq_dec (d (S (S (S n)))) (d (S (S n)) + 3)) as [F|F]; [|lia].
  exfalso. apply grows_by_three in E, F. assert (Z : zero (S n) = zero n + 2) by (cbn [zero]; rewrite E; reflexivity). rewrite Z in F.
  destruct (one_is _ F) as (m & M & G). destruct (image_of_zero m M) as (S0 & _). replace (start m) with (zero n + 1) in S0 by lia. congruence.
Qed.
Lemma positive n : 0 < n -> 0 < a n /\ 0 < d n.
Proof. destruct n as [|n]; cbn [zero_place gap]; lia. Qed.
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
  intro L. destruct n as [|n]; [lia|]. pose proof (positive (S n) L).
  destruct i as [|i]; [change (a 0) with 0; change (d 0) with 0; lia|].
  pose proof (positive (S i) ltac:(lia)). destruct (places i) as ((P0 & _) & (P1 & _) & _), (places n) as (_ & (Q1 & _) & (Q2 & _)).
  repeat split; intro E; rewrite E in *; congruence.
Qed.
(* The step behind the 0 at x is M if a 1 follows. *)
Lemma one_after m x : start (zero m) + 2 = S x -> place w 0 (zero m + m + 1) x /\ count w 1 x = m.
Proof.
  intro E. destruct (place_0 m) as (Z & C). destruct (image_of_zero _ Z) as (S0 & S1 & _). destruct (counts (zero m)) as (_ & C0 & C1 & _).
  replace x with (S (start (zero m))) by lia. replace (start (zero m) + 1) with (S (start (zero m))) in S1 by lia.
  split; [split; [exact S1|]|]; cbn [count]; rewrite S0; cbn [Nat.eqb]; lia.
Qed.
Lemma long_step n : d (S n) = d n + 3 -> exists m, 0 < m /\ 2 * a m + 3 * m = d n + 1 /\ a n + 1 = b m.
Proof.
  destruct n as [|n]; [cbn; lia|]. rewrite grows_by_three. intro O. set (m := count w 1 (zero n)). exists (S m).
  assert (P : place w 1 m (zero n + 1)).
  { split; [exact O|]. rewrite Nat.add_1_r. cbn [count]. rewrite (proj1 (place_0 n)). cbn [Nat.eqb]. subst m. lia. }
  pose proof (place_once w _ _ _ _ P (place_1 m)) as E. destruct (one_after m (zero n)) as (Q & _); [lia|].
  pose proof (one_at m). pose proof (proj2 Q). pose proof (proj2 (place_0 n)). pose proof (positive (S m) ltac:(lia)).
  split; [lia|]. cbn [zero_place gap] in *. fold m. lia.
Qed.
Lemma at_long_step m : 0 < m -> exists n, 2 * a m + 3 * m = d n + 1 /\ a n + 1 = b m /\ d (S n) = d n + 3.
Proof.
  destruct m as [|m]; [lia|]. intros _. set (x := start (zero m) + 1). destruct (one_after m x) as (P & C); [subst x; lia|].
  set (n := zero m + m + 1) in *. exists (S n). pose proof (place_once w _ _ _ _ P (place_0 n)) as E. pose proof (one_at m) as B.
  pose proof (positive (S m) ltac:(lia)). assert (O : w (zero n + 1) = 1).
  { rewrite <- E. subst x. replace (start (zero m) + 1 + 1) with (start (zero m) + 2) by lia. apply place_1. }
  split; [|split; [|apply grows_by_three, O]].
  - cbn [zero_place gap]. rewrite <- E, C. subst n. lia.
  - cbn [zero_place]. rewrite <- E. subst x. cbn [zero_place] in *. lia.
Qed.

(** * The theorem *)
Lemma cubic_safe p : lost position cubic_move p <-> exists n, In p (orders (a n, b n, c n)).
Proof.
  apply (lost_by_facts a d); [reflexivity|reflexivity|reflexivity|reflexivity|exact steps|exact two_steps|exact all_there| | | |exact long_step|
    exact at_long_step]; intros i n L; apply (apart i n L).
Qed.
(* Piles count the letters from 1. *)
Theorem cubic_game p : lost position cubic_move p <->
  p = (0, 0, 0) \/ exists n x y z, place cubic_word 0 n x /\ place cubic_word 1 n y /\ place cubic_word 2 n z /\
    In p (orders (x + 1, y + 1, z + 1)).
Proof.
  rewrite cubic_safe. apply (triples_of_places w a (fun n => b n) (fun n => c n)); try reflexivity; [|exact places].
  intros n L. pose proof (positive n L). lia.
Qed.
(* The first triples. *)
Example first_triples : map (fun n => (a n, b n, c n)) (seq 0 5) = [(0, 0, 0); (1, 3, 8); (2, 6, 16); (4, 11, 28); (5, 14, 36)].
Proof. vm_compute. reflexivity. Qed.
