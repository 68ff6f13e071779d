(* Splithoff (Fokkink, Rust 2022): Wythoff's moves, and who takes one whole pile and as many from the other may split what is left.

   The lost positions are those of the recursion of the paper: two sequences, each the least numbers that are not there yet. *)
Require Import List Lia Arith.
From Filbert Require Import Game.
From Filbert.examples Require Import Wythoff Blocked.
Import ListNotations.

(** * The game *)
Inductive splithoff_move : position -> position -> Prop :=
| as_wythoff p q : move p q -> splithoff_move p q
| split_second x u v : 0 < x -> splithoff_move (x, x + u + v) (u, v)
| split_first y u v : 0 < y -> splithoff_move (y + u + v, y) (u, v).

(* a_n is the least number above 0 that is none of the a_i and a_i + d_i before, and the difference d_n is the least above 0 that is
   none of the d_i and 2 a_i + d_i before, the differences and sums of the pairs (a_i, a_i + d_i). *)
Definition splithoff_recursion (a d : nat -> nat) : Prop := forall n,
  least_above 0 (fun x => exists i, i < n /\ (x = a i \/ x = a i + d i)) (a n) /\
  least_above 0 (fun x => exists i, i < n /\ (x = d i \/ x = a i + (a i + d i))) (d n).

Section Recursion.
Variables a d : nat -> nat.
Hypothesis R : splithoff_recursion a d.
Local Notation b n := (a n + d n).

Lemma a_above n : 0 < a n. Proof. apply R. Qed.
Lemma d_above n : 0 < d n. Proof. apply R. Qed.
Lemma a_new i n : i < n -> a n <> a i /\ a n <> b i.
Proof. intro L. destruct (R n) as ((_ & N & _) & _). split; intro E; apply N; exists i; auto. Qed.
Lemma d_new i n : i < n -> d n <> d i /\ d n <> a i + b i.
Proof. intro L. destruct (R n) as (_ & _ & N & _). split; intro E; apply N; exists i; auto. Qed.
Lemma a_least n y : 0 < y -> y < a n -> exists i, i < n /\ (y = a i \/ y = b i).
Proof. intros L Y. destruct (R n) as ((_ & _ & H) & _). auto. Qed.
Lemma d_least n y : 0 < y -> y < d n -> exists i, i < n /\ (y = d i \/ y = a i + b i).
Proof. intros L Y. destruct (R n) as (_ & _ & _ & H). auto. Qed.
Lemma a_increases i n : i < n -> a i < a n.
Proof.
  intro L. destruct (Nat.lt_trichotomy (a i) (a n)) as [H|[H|H]]; [exact H|pose proof (a_new i n L); lia|].
  destruct (a_least i (a n) (a_above n) H) as (j & J & E). pose proof (a_new j n ltac:(lia)). lia.
Qed.
Lemma d_increases i n : i < n -> d i < d n.
Proof.
  intro L. destruct (Nat.lt_trichotomy (d i) (d n)) as [H|[H|H]]; [exact H|pose proof (d_new i n L); lia|].
  destruct (d_least i (d n) (d_above n) H) as (j & J & E). pose proof (d_new j n ltac:(lia)). lia.
Qed.
Lemma a_grows n : n < a n.
Proof. induction n as [|n IH]; [apply a_above|]. pose proof (a_increases n (S n) ltac:(lia)). lia. Qed.
Lemma order i n : (i = n) \/ (i < n /\ a i < a n /\ d i < d n) \/ (n < i /\ a n < a i /\ d n < d i).
Proof.
  destruct (Nat.lt_trichotomy i n) as [H|[H|H]]; [right; left|left; exact H|right; right];
    (split; [exact H|split; [now apply a_increases|now apply d_increases]]).
Qed.
Lemma a_not_b i n : a i <> b n.
Proof.
  pose proof (d_above n). destruct (order i n) as [->|[(H1 & H2 & _)|(H1 & _)]]; [lia|lia|]. apply (a_new n i H1).
Qed.
Lemma d_not_sum i n : d i <> a n + b n.
Proof.
  pose proof (a_above n). destruct (order i n) as [->|[(H1 & _ & H2)|(H1 & _)]]; [lia|lia|]. apply (d_new n i H1).
Qed.
Lemma all_there y : 0 < y -> exists i, y = a i \/ y = b i.
Proof. intro L. destruct (a_least y y L (a_grows y)) as (i & _ & H). exists i. exact H. Qed.

Definition safe (p : position) : Prop := p = (0, 0) \/ exists n, p = (a n, b n) \/ p = (b n, a n).
Lemma safe_decided x y : safe (x, y) \/ ~ safe (x, y).
Proof.
  destruct (Nat.eq_dec (x + y) 0) as [Z|Z]; [left; left; f_equal; lia|].
  assert (D : forall m, (exists n, n < m /\ ((x, y) = (a n, b n) \/ (x, y) = (b n, a n))) \/
    ~ exists n, n < m /\ ((x, y) = (a n, b n) \/ (x, y) = (b n, a n))).
  { induction m as [|m [(n & L & H)|H]]; [right; intros (n & L & _); lia|left; exists n; split; [lia|exact H]|].
    assert (Q : {(x, y) = (a m, b m) \/ (x, y) = (b m, a m)} + {~ ((x, y) = (a m, b m) \/ (x, y) = (b m, a m))}).
    { destruct (Nat.eq_dec x (a m)), (Nat.eq_dec y (b m)), (Nat.eq_dec x (b m)), (Nat.eq_dec y (a m));
        first [left; left; congruence|left; right; congruence|right; intros [E|E]; injection E; congruence]. }
    destruct Q as [Q|Q]; [left; exists m; split; [lia|exact Q]|]. right. intros (n & L & E).
    destruct (Nat.eq_dec n m) as [->|N]; [exact (Q E)|apply H; exists n; split; [lia|exact E]]. }
  destruct (D (S (x + y))) as [(n & _ & H)|H]; [left; right; exists n; exact H|]. right. intros [E|(n & E)]; [injection E; lia|].
  apply H. exists n. split; [|exact E]. pose proof (a_grows n). destruct E as [E|E]; injection E; lia.
Qed.
Lemma swapped x y : safe (x, y) -> safe (y, x).
Proof. intros [E|(n & [E|E])]; [left; congruence|right; exists n; right; congruence|right; exists n; left; congruence]. Qed.

Lemma stable p q : safe p -> splithoff_move p q -> ~ safe q.
Proof.
  intros L M K. destruct M as [(x, y) q M|x u v X|y u v Y].
  - destruct (move_cases x y q M) as (k & K0 & C). destruct L as [E|(n & E)]; [injection E as -> ->; lia|].
    pose proof (a_above n). pose proof (d_above n). destruct K as [F|(m & F)].
    + destruct E as [E|E]; injection E as -> ->; destruct C as [(C & ->)|[(C & ->)|(C & C' & ->)]]; injection F as F1 F2; lia.
    + pose proof (a_above m). pose proof (d_above m). pose proof (a_not_b m n). pose proof (a_not_b n m). pose proof (order m n).
      destruct E as [E|E]; injection E as -> ->; destruct C as [(C & ->)|[(C & ->)|(C & C' & ->)]];
        destruct F as [F|F]; injection F as F1 F2; try lia; destruct (order m n) as [->|[O|O]]; lia.
  - destruct L as [E|(n & E)]; [injection E as -> E; lia|]. pose proof (d_above n).
    destruct K as [F|(m & F)]; [injection F as -> ->; destruct E as [E|E]; injection E; lia|].
    pose proof (d_not_sum n m). destruct F as [F|F]; injection F as -> ->; destruct E as [E|E]; injection E; lia.
  - destruct L as [E|(n & E)]; [injection E as E ->; lia|]. pose proof (d_above n).
    destruct K as [F|(m & F)]; [injection F as -> ->; destruct E as [E|E]; injection E; lia|].
    pose proof (d_not_sum n m). destruct F as [F|F]; injection F as -> ->; destruct E as [E|E]; injection E; lia.
Qed.

Lemma absorbing_up x y : x <= y -> ~ safe (x, y) -> exists q, splithoff_move (x, y) q /\ safe q.
Proof.
  intros L N. destruct (Nat.eq_dec x 0) as [->|X].
  - destruct (Nat.eq_dec y 0) as [->|Y]; [destruct N; left; reflexivity|].
    exists (0, y - y). split; [apply as_wythoff, moves; lia|left; f_equal; lia].
  - destruct (all_there x ltac:(lia)) as (n & [E|E]).
    + destruct (Nat.lt_trichotomy y (b n)) as [Y|[Y|Y]].
      * destruct (Nat.eq_dec x y) as [->|D].
        -- exists (y - y, y - y). split; [apply as_wythoff, moves; lia|left; f_equal; lia].
        -- destruct (d_least n (y - x) ltac:(lia) ltac:(lia)) as (m & M & [F|F]); pose proof (a_increases m n M).
           ++ exists (x - (x - a m), y - (x - a m)). split; [apply as_wythoff, moves; lia|right; exists m; left; f_equal; lia].
           ++ exists (a m, b m). split; [|right; exists m; left; reflexivity]. replace y with (x + a m + b m) by lia. apply split_second. lia.
      * destruct N. right. exists n. left. congruence.
      * exists (x, y - (y - b n)). split; [apply as_wythoff, moves; lia|right; exists n; left; f_equal; lia].
    + pose proof (d_above n). exists (x, y - (y - a n)). split; [apply as_wythoff, moves; lia|right; exists n; right; f_equal; lia].
Qed.
Lemma splithoff_move_swapped x y u v : splithoff_move (x, y) (u, v) -> splithoff_move (y, x) (v, u).
Proof.
  intro M. inversion M as [p q M'|x' u' v' X|y' u' v' Y]; subst; [apply as_wythoff, move_swapped, M'| |].
  - replace (x + u + v) with (x + v + u) by lia. now apply split_first.
  - replace (y + u + v) with (y + v + u) by lia. now apply split_second.
Qed.

Theorem splithoff x y : lost position splithoff_move (x, y) <->
  (x = 0 /\ y = 0) \/ exists n, (x = a n /\ y = a n + d n) \/ (x = a n + d n /\ y = a n).
Proof.
  transitivity (safe (x, y)).
  - apply (kernel_is_lost position splithoff_move).
    + apply (well_founded_lt_compat _ (fun p => fst p + snd p)). intros q p M. destruct M as [(u, v) q M|u v w U|u v w U]; cbn; try lia.
      destruct (move_cases u v q M) as (k & K & [(C & ->)|[(C & ->)|(C & C' & ->)]]); cbn; lia.
    + intros (u, v). apply safe_decided.
    + intros p q K M. exact (stable p q K M).
    + intros (u, v) N. destruct (Nat.le_ge_cases u v) as [H|H]; [exact (absorbing_up u v H N)|].
      destruct (absorbing_up v u H) as ((c, e) & M & K); [intro K; apply N, swapped, K|].
      exists (e, c). split; [now apply splithoff_move_swapped|now apply swapped].
  - unfold safe. split.
    + intros [E|(n & [E|E])]; injection E as -> ->; [left; auto|right; exists n; left; auto|right; exists n; right; auto].
    + intros [(-> & ->)|(n & [(-> & ->)|(-> & ->)])]; [left; reflexivity|right; exists n; left; reflexivity|right; exists n; right; reflexivity].
Qed.
End Recursion.

(** * The recursion has a solution, which is computed so *)
(* The pairs (a_i, d_i) with numbers below n, the last first. *)
Fixpoint splithoff_below (n : nat) : list (nat * nat) :=
  match n with
  | 0 => []
  | S n =>
      let ps := splithoff_below n in
      let ends := map fst ps ++ map (fun p => fst p + snd p) ps in
      let gaps := map snd ps ++ map (fun p => fst p + (fst p + snd p)) ps in
      (least_free ends (list_max ends) 1, least_free gaps (list_max gaps) 1) :: ps
  end.
Definition splithoff_lower (n : nat) : nat := fst (hd (0, 0) (splithoff_below (S n))).
Definition splithoff_difference (n : nat) : nat := snd (hd (0, 0) (splithoff_below (S n))).

Lemma splithoff_below_are n : splithoff_below n = map (fun i => (splithoff_lower i, splithoff_difference i)) (rev (seq 0 n)).
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite seq_S, rev_app_distr. cbn [rev app map Nat.add]. rewrite <- IH. reflexivity.
Qed.
Lemma in_both (f g : nat -> nat) n x : In x (map f (rev (seq 0 n)) ++ map g (rev (seq 0 n))) <-> exists i, i < n /\ (x = f i \/ x = g i).
Proof.
  rewrite in_app_iff, !in_map_iff. split.
  - intros [(i & E & I)|(i & E & I)]; apply in_rev, in_seq in I; exists i; (split; [lia|auto]).
  - intros (i & L & [E|E]); [left|right]; exists i; (split; [auto|rewrite <- in_rev; apply in_seq; lia]).
Qed.
Lemma least_free_above taken (P : nat -> Prop) : (forall x, In x taken <-> P x) -> least_above 0 P (least_free taken (list_max taken) 1).
Proof.
  intro H. destruct (least_free_is taken (list_max taken) 1) as (L & All & New). split; [lia|].
  split; [rewrite <- H; apply New; lia|]. intros y Y Y'. apply H, All; lia.
Qed.
Theorem splithoff_recursion_solved : splithoff_recursion splithoff_lower splithoff_difference.
Proof.
  intro n. unfold splithoff_lower at 3, splithoff_difference at 4. split; apply least_free_above; intro x; rewrite splithoff_below_are, !map_map;
    apply in_both.
Qed.
(* The lost positions of Splithoff, as they are computed. *)
Theorem splithoff_computed x y : lost position splithoff_move (x, y) <->
  (x = 0 /\ y = 0) \/ exists n,
    (x = splithoff_lower n /\ y = splithoff_lower n + splithoff_difference n) \/
    (x = splithoff_lower n + splithoff_difference n /\ y = splithoff_lower n).
Proof. apply splithoff, splithoff_recursion_solved. Qed.
(* Table 1 of the paper. *)
Example first_differences : map splithoff_difference (seq 0 12) = [1; 2; 4; 5; 6; 7; 9; 10; 11; 13; 14; 15].
Proof. reflexivity. Qed.
Example first_lower : map splithoff_lower (seq 0 12) = [1; 3; 4; 6; 7; 9; 10; 12; 14; 15; 17; 18].
Proof. reflexivity. Qed.
