(* Wythoff's game that ends early: who cannot move loses, and with at most l tokens left there are no moves (Renard, Rigo 2025: K^l).

   For every l the lost positions are those of a recursion, as in the paper. No certificate is needed for that; which words and
   representations belong to the recursion for a given l is what certificates are for. *)
Require Import List Lia Arith.
From Filbert Require Import Game.
From Filbert.examples Require Import Wythoff.
Import ListNotations.

(** * The game *)
Inductive blocked_move (l : nat) : position -> position -> Prop :=
| allowed a b q : l < a + b -> move (a, b) q -> blocked_move l (a, b) q.

(* x is the least number that is above l and has not the property. *)
Definition least_above (l : nat) (taken : nat -> Prop) (x : nat) : Prop := l < x /\ ~ taken x /\ forall y, l < y -> y < x -> taken y.
(* a_n is the least number above l that is none of a_0, b_0, .., a_(n-1), b_(n-1), and b_n = a_n + n + l + 1. *)
Definition recursion (l : nat) (a b : nat -> nat) : Prop :=
  forall n, least_above l (fun x => exists i, i < n /\ (x = a i \/ x = b i)) (a n) /\ b n = a n + n + l + 1.

Section Recursion.
Variables (l : nat) (a b : nat -> nat).
Hypothesis R : recursion l a b.

Lemma b_is n : b n = a n + n + l + 1. Proof. apply R. Qed.
Lemma a_above n : l < a n. Proof. apply R. Qed.
Lemma a_new i n : i < n -> a n <> a i /\ a n <> b i.
Proof. intro L. destruct (R n) as ((_ & N & _) & _). split; intro E; apply N; exists i; auto. Qed.
Lemma a_least n y : l < y -> y < a n -> exists i, i < n /\ (y = a i \/ y = b i).
Proof. intros L Y. destruct (R n) as ((_ & _ & H) & _). auto. Qed.
Lemma a_increases i n : i < n -> a i < a n.
Proof.
  intro L. destruct (Nat.lt_trichotomy (a i) (a n)) as [H|[H|H]]; [exact H|pose proof (a_new i n L); lia|].
  destruct (a_least i (a n) (a_above n) H) as (j & J & E). pose proof (a_new j n ltac:(lia)). lia.
Qed.
Lemma a_grows n : n < a n.
Proof. induction n as [|n IH]; [pose proof (a_above 0); lia|]. pose proof (a_increases n (S n) ltac:(lia)). lia. Qed.
Lemma b_increases i n : i < n -> b i < b n.
Proof. intro L. rewrite !b_is. pose proof (a_increases i n L). lia. Qed.
Lemma a_once i n : a i = a n -> i = n.
Proof. intro E. destruct (Nat.lt_trichotomy i n) as [H|[H|H]]; [pose proof (a_increases _ _ H)|exact H|pose proof (a_increases _ _ H)]; lia. Qed.
Lemma b_once i n : b i = b n -> i = n.
Proof. intro E. destruct (Nat.lt_trichotomy i n) as [H|[H|H]]; [pose proof (b_increases _ _ H)|exact H|pose proof (b_increases _ _ H)]; lia. Qed.
Lemma a_not_b i n : a i <> b n.
Proof.
  intro E. destruct (Nat.lt_ge_cases n i) as [H|H]; [pose proof (a_new n i H); lia|].
  rewrite b_is in E. destruct (Nat.eq_dec i n) as [->|D]; [lia|]. pose proof (a_increases i n ltac:(lia)). lia.
Qed.
(* Every number above l is one of a, b. *)
Lemma all_there y : l < y -> exists i, y = a i \/ y = b i.
Proof. intro L. destruct (a_least y y L (a_grows y)) as (i & _ & H). exists i. exact H. Qed.

Definition pair (p : position) : Prop := exists n, p = (a n, b n) \/ p = (b n, a n).
Definition loses (p : position) : Prop := fst p + snd p <= l \/ pair p.

Lemma pair_decided x y : pair (x, y) \/ ~ pair (x, y).
Proof.
  assert (D : forall m, (exists n, n < m /\ ((x, y) = (a n, b n) \/ (x, y) = (b n, a n))) \/
    ~ exists n, n < m /\ ((x, y) = (a n, b n) \/ (x, y) = (b n, a n))).
  { induction m as [|m [(n & L & H)|H]]; [right; intros (n & L & _); lia|left; exists n; split; [lia|exact H]|].
    assert (Q : {(x, y) = (a m, b m) \/ (x, y) = (b m, a m)} + {~ ((x, y) = (a m, b m) \/ (x, y) = (b m, a m))}).
    { destruct (Nat.eq_dec x (a m)), (Nat.eq_dec y (b m)), (Nat.eq_dec x (b m)), (Nat.eq_dec y (a m));
        first [left; left; congruence|left; right; congruence|right; intros [E|E]; injection E; congruence]. }
    destruct Q as [Q|Q]; [left; exists m; split; [lia|exact Q]|]. right. intros (n & L & E).
    destruct (Nat.eq_dec n m) as [->|N]; [exact (Q E)|apply H; exists n; split; [lia|exact E]]. }
  destruct (D (S (x + y))) as [(n & _ & H)|H]; [left; exists n; exact H|]. right. intros (n & E). apply H. exists n. split; [|exact E].
  pose proof (a_grows n). destruct E as [E|E]; injection E; lia.
Qed.

Lemma move_cases x y q : move (x, y) q -> exists k, 0 < k /\
  ((k <= x /\ q = (x - k, y)) \/ (k <= y /\ q = (x, y - k)) \/ (k <= x /\ k <= y /\ q = (x - k, y - k))).
Proof. intro M. inversion M as [u v k|u v k|u v k]; subst; exists k; (split; [lia|]); [left|right; left|right; right]; repeat split; try lia; f_equal; lia. Qed.
Lemma moves x y k : 0 < k -> (k <= x -> move (x, y) (x - k, y)) /\ (k <= y -> move (x, y) (x, y - k)) /\
  (k <= x -> k <= y -> move (x, y) (x - k, y - k)).
Proof.
  intro K. split; [|split]; intros.
  - replace x with (x - k + k) at 1 by lia. constructor. lia.
  - replace y with (y - k + k) at 1 by lia. constructor. lia.
  - replace x with (x - k + k) at 1 by lia. replace y with (y - k + k) at 1 by lia. constructor. lia.
Qed.

Lemma stable x y q : loses (x, y) -> blocked_move l (x, y) q -> ~ loses q.
Proof.
  intros L M K. inversion M as [x' y' q' S M']; subst. destruct L as [L|(n & E)]; [cbn in L; lia|].
  destruct (move_cases x y q M') as (k & K0 & C). pose proof (a_above n). pose proof (b_is n).
  destruct K as [K|(m & F)].
  - destruct E as [E|E]; injection E as -> ->; destruct C as [(C & ->)|[(C & ->)|(C & C' & ->)]]; cbn in K; lia.
  - pose proof (a_above m). pose proof (b_is m). pose proof (a_once m n). pose proof (b_once m n).
    pose proof (a_not_b m n). pose proof (a_not_b n m).
    destruct E as [E|E]; injection E as -> ->; destruct C as [(C & ->)|[(C & ->)|(C & C' & ->)]];
      destruct F as [F|F]; injection F as F1 F2; try lia;
      assert (m = n) by lia; subst m; lia.
Qed.

Lemma absorbing_up x y : x <= y -> ~ loses (x, y) -> exists q, blocked_move l (x, y) q /\ loses q.
Proof.
  intros L N. assert (S : l < x + y) by (destruct (Nat.lt_ge_cases l (x + y)); [assumption|destruct N; left; cbn; lia]).
  assert (G : forall q, move (x, y) q -> loses q -> exists q, blocked_move l (x, y) q /\ loses q).
  { intros q M K. exists q. split; [constructor; assumption|exact K]. }
  destruct (Nat.le_gt_cases x l) as [X|X].
  - apply (G (x, y - (x + y - l))); [apply moves; lia|left; cbn; lia].
  - destruct (all_there x X) as (n & [E|E]).
    + destruct (Nat.lt_trichotomy y (b n)) as [Y|[Y|Y]].
      * pose proof (b_is n). destruct (Nat.le_gt_cases (y - x) l) as [D|D].
        -- apply (G (x - x, y - x)); [apply moves; lia|left; cbn; lia].
        -- set (m := y - x - l - 1). assert (M : m < n) by lia. pose proof (a_increases m n M). pose proof (b_is m).
           apply (G (x - (x - a m), y - (x - a m))); [apply moves; lia|right; exists m; left; f_equal; lia].
      * destruct N. right. exists n. left. congruence.
      * apply (G (x, y - (y - b n))); [apply moves; lia|right; exists n; left; f_equal; lia].
    + pose proof (b_is n). apply (G (x, y - (y - a n))); [apply moves; lia|right; exists n; right; f_equal; lia].
Qed.

Lemma swapped x y : loses (x, y) -> loses (y, x).
Proof. intros [H|(n & [E|E])]; [left; cbn in *; lia|right; exists n; right; congruence|right; exists n; left; congruence]. Qed.
Lemma move_swapped x y u v : move (x, y) (u, v) -> move (y, x) (v, u).
Proof. intro M. inversion M; subst; constructor; assumption. Qed.

Theorem blocked_wythoff x y : lost position (blocked_move l) (x, y) <->
  x + y <= l \/ exists n, (x = a n /\ y = b n) \/ (x = b n /\ y = a n).
Proof.
  transitivity (loses (x, y)).
  - apply (kernel_is_lost position (blocked_move l)).
    + apply (well_founded_lt_compat _ (fun p => fst p + snd p)). intros q p M. destruct M as [u v q' _ M].
      destruct (move_cases u v q' M) as (k & K & [(C & ->)|[(C & ->)|(C & C' & ->)]]); cbn; lia.
    + intros (u, v). destruct (Nat.le_gt_cases (u + v) l) as [H|H]; [left; left; exact H|].
      destruct (pair_decided u v) as [P|P]; [left; right; exact P|]. right. intros [K|K]; [cbn in K; lia|exact (P K)].
    + intros (u, v) q K M. exact (stable u v q K M).
    + intros (u, v) N. destruct (Nat.le_ge_cases u v) as [H|H]; [exact (absorbing_up u v H N)|].
      destruct (absorbing_up v u H) as ((c, d) & M & K); [intro K; apply N, swapped, K|].
      exists (d, c). split; [|now apply swapped]. inversion M; subst. constructor; [lia|now apply move_swapped].
  - unfold loses, pair. cbn. split; (intros [H|(n & H)]; [left; exact H|right; exists n]); destruct H as [E|E];
      [left|right|left|right]; first [injection E; auto|destruct E; congruence].
Qed.
End Recursion.

(** * The recursion has a solution, which is computed so *)
Fixpoint least_free (taken : list nat) (fuel x : nat) : nat :=
  match fuel with 0 => x | S fuel => if in_dec Nat.eq_dec x taken then least_free taken fuel (S x) else x end.
(* The pairs with numbers below n, the last first. *)
Fixpoint pairs_below (l n : nat) : list position :=
  match n with
  | 0 => []
  | S n =>
      let ps := pairs_below l n in
      let taken := map fst ps ++ map snd ps in
      let x := least_free taken (list_max taken) (S l) in
      (x, x + n + l + 1) :: ps
  end.
Definition pair_number (l n : nat) : position := hd (0, 0) (pairs_below l (S n)).
Definition lower (l n : nat) : nat := fst (pair_number l n).
Definition upper (l n : nat) : nat := snd (pair_number l n).

Lemma least_free_is taken : forall fuel x, x <= least_free taken fuel x /\ (forall y, x <= y -> y < least_free taken fuel x -> In y taken) /\
  (list_max taken < x + fuel -> ~ In (least_free taken fuel x) taken).
Proof.
  induction fuel as [|fuel IH]; intro x; cbn [least_free].
  - split; [lia|]. split; [lia|]. intros M I. pose proof (proj1 (list_max_le taken (list_max taken)) (le_n _)) as F.
    rewrite Forall_forall in F. specialize (F _ I). lia.
  - destruct (in_dec Nat.eq_dec x taken) as [I|N]; [|split; [lia|]; split; [lia|auto]].
    destruct (IH (S x)) as (L & All & New). split; [lia|]. split; [|intro M; apply New; lia].
    intros y Y Y'. destruct (Nat.eq_dec x y) as [<-|D]; [exact I|apply All; lia].
Qed.
Lemma pairs_below_are l n x : In x (map fst (pairs_below l n) ++ map snd (pairs_below l n)) <->
  exists i, i < n /\ (x = lower l i \/ x = upper l i).
Proof.
  rewrite in_app_iff. induction n as [|n IH]; [cbn; split; [tauto|intros (i & L & _); lia]|].
  assert (E : pairs_below l (S n) = (lower l n, upper l n) :: pairs_below l n) by reflexivity. rewrite E. cbn [map In fst snd]. split.
  - intro H. assert (H' : (x = lower l n \/ x = upper l n) \/ (In x (map fst (pairs_below l n)) \/ In x (map snd (pairs_below l n)))) by intuition.
    destruct H' as [H'|H']; [exists n; split; [lia|exact H']|]. apply IH in H' as (i & L & H'). exists i. split; [lia|exact H'].
  - intros (i & L & H). destruct (Nat.eq_dec i n) as [->|D]; [intuition|].
    assert (H' : In x (map fst (pairs_below l n)) \/ In x (map snd (pairs_below l n))) by (apply IH; exists i; split; [lia|exact H]). intuition.
Qed.
Theorem recursion_solved l : recursion l (lower l) (upper l).
Proof.
  intro n. split; [|reflexivity]. set (taken := map fst (pairs_below l n) ++ map snd (pairs_below l n)).
  change (lower l n) with (least_free taken (list_max taken) (S l)). destruct (least_free_is taken (list_max taken) (S l)) as (L & All & New).
  split; [lia|]. split; [rewrite <- pairs_below_are; apply New; lia|]. intros y Y Y'. apply pairs_below_are, All; lia.
Qed.
(* The lost positions of K^l, for every l, as they are computed. *)
Theorem blocked_wythoff_computed l x y : lost position (blocked_move l) (x, y) <->
  x + y <= l \/ exists n, (x = lower l n /\ y = upper l n) \/ (x = upper l n /\ y = lower l n).
Proof. apply blocked_wythoff, recursion_solved. Qed.
(* Table 3 of the paper. *)
Example first_pairs : map (pair_number 1) (seq 0 9) = [(2, 4); (3, 6); (5, 9); (7, 12); (8, 14); (10, 17); (11, 19); (13, 22); (15, 25)].
Proof. reflexivity. Qed.

(* Wythoff's game is K^0: its moves are all there but for those from (0, 0), of which there are none. *)
Lemma lost_same p : (lost position move p <-> lost position (blocked_move 0) p).
Proof.
  assert (S : forall p q, move p q <-> blocked_move 0 p q).
  { intros (x, y) q. split; [intro M; constructor; [|exact M]|intro M; inversion M; assumption].
    destruct (move_cases x y q M) as (k & K & C). lia. }
  assert (H : forall (r r' : position -> position -> Prop), (forall p q, r p q <-> r' p q) -> lost position r p -> lost position r' p).
  { intros r r' E L. revert p L. fix go 2. intros p [p' All]. constructor. intros q M. apply E in M.
    destruct (All q M) as [p'' q' M' L']. apply (good_move position r' p'' q'); [apply E, M'|exact (go q' L')]. }
  split; apply H; [exact S|intros p' q; symmetry; apply S].
Qed.
(* Wythoff's theorem with his own recursion: (1,2), (3,5), (4,7), .. and (0,0). *)
Theorem wythoff_recursion (a b : nat -> nat) : recursion 0 a b -> forall x y,
  lost position move (x, y) <-> x + y = 0 \/ exists n, (x = a n /\ y = b n) \/ (x = b n /\ y = a n).
Proof. intros R x y. rewrite lost_same, (blocked_wythoff 0 a b R x y). rewrite Nat.le_0_r. reflexivity. Qed.
