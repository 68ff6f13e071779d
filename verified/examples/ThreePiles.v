(* What the games on three piles need: positions, and where the letters of a fixed point stand. *)
Require Import List Lia Arith.
From Filbert Require Import Game.
From Filbert.examples Require Import Words.
Import ListNotations.

(** * Positions *)
Definition position := (nat * nat * nat)%type.
Definition orders (p : position) : list position :=
  let '(x, y, z) := p in [(x, y, z); (x, z, y); (y, x, z); (y, z, x); (z, x, y); (z, y, x)].
Definition ascending (p : position) : Prop := let '(a, b, c) := p in a <= b /\ b <= c.

Lemma sorts p : exists q, In q (orders p) /\ ascending q.
Proof.
  destruct p as ((x, y), z). unfold orders, ascending. cbn [In].
  destruct (Nat.le_ge_cases x y), (Nat.le_ge_cases y z), (Nat.le_ge_cases x z);
    [exists (x, y, z)|exists (x, y, z)|exists (x, z, y)|exists (z, x, y)|exists (y, x, z)|exists (y, z, x)|exists (z, y, x)|exists (z, y, x)];
    (split; [tauto|lia]).
Qed.
Lemma orders_back p q : In q (orders p) -> In p (orders q).
Proof. destruct p as ((x, y), z). cbn. intros [<-|[<-|[<-|[<-|[<-|[<-|[]]]]]]]; cbn; tauto. Qed.
Lemma orders_more p q r : In q (orders p) -> In r (orders q) -> In r (orders p).
Proof.
  destruct p as ((x, y), z). cbn. intros [<-|[<-|[<-|[<-|[<-|[<-|[]]]]]]]; cbn; tauto.
Qed.

Lemma triple (x y z x' y' z' : nat) : x = x' -> y = y' -> z = z' -> (x, y, z) = (x', y', z').
Proof. congruence. Qed.

(** * Games *)
Section Game.
(* What can be done from piles in ascending order. *)
Variable rule : position -> position -> Prop.
(* The piles may stand in any order. *)
Inductive move_by : position -> position -> Prop :=
| by_rule p q r : In q (orders p) -> ascending q -> rule q r -> move_by p r.

Variables a b c : nat -> nat.
Definition some_triple (p : position) : Prop := exists n, In p (orders (a n, b n, c n)).
Definition tokens (p : position) : nat := let '(x, y, z) := p in x + y + z.
Hypothesis takes : forall p q, rule p q -> tokens q < tokens p.
Hypothesis sorted : forall n, a n <= b n /\ b n <= c n.
Hypothesis grows : forall n, n <= a n.
Hypothesis increases : forall i n, i < n -> a i < a n /\ b i < b n /\ c i < c n.
Hypothesis stable : forall m n q, m < n -> rule (a n, b n, c n) q -> ~ In q (orders (a m, b m, c m)).
Hypothesis absorbing : forall x y z, x <= y -> y <= z -> ~ some_triple (x, y, z) -> exists q, rule (x, y, z) q /\ some_triple q.

Lemma tokens_same p q : In q (orders p) -> tokens q = tokens p.
Proof. destruct p as ((x, y), z). cbn. intros [<-|[<-|[<-|[<-|[<-|[<-|[]]]]]]]; cbn; lia. Qed.
Lemma some_triple_decided p : some_triple p \/ ~ some_triple p.
Proof.
  destruct p as ((x, y), z).
  assert (D : forall m, (exists n, n < m /\ In (x, y, z) (orders (a n, b n, c n))) \/ ~ exists n, n < m /\ In (x, y, z) (orders (a n, b n, c n))).
  { induction m as [|m [(n & L & H)|H]]; [right; intros (n & L & _); lia|left; exists n; split; [lia|exact H]|].
    assert (Q : forall p q : position, {p = q} + {p <> q}) by (repeat decide equality).
    destruct (in_dec Q (x, y, z) (orders (a m, b m, c m))) as [I|I]; [left; exists m; auto|].
    right. intros (n & L & E). destruct (Nat.eq_dec n m) as [->|N]; [exact (I E)|apply H; exists n; split; [lia|exact E]]. }
  destruct (D (S (x + y + z))) as [(n & _ & H)|H]; [left; exists n; exact H|]. right. intros (n & E). apply H. exists n. split; [|exact E].
  pose proof (grows n). apply tokens_same in E. cbn in E. lia.
Qed.
Lemma triple_stable p q : some_triple p -> move_by p q -> ~ some_triple q.
Proof.
  intros (n & P) M (m & Q). destruct M as [p p' q O A R]. pose proof (orders_more _ _ _ P O) as P'. clear P O p.
  pose proof (takes _ _ R) as T. rewrite (tokens_same _ _ P'), (tokens_same _ _ Q) in T.
  assert (E : p' = (a n, b n, c n)).
  { pose proof (sorted n). cbn in P'. destruct P' as [<-|[<-|[<-|[<-|[<-|[<-|[]]]]]]]; cbn in A; apply triple; lia. }
  subst p'. apply (stable m n q); [|exact R|exact Q].
  destruct (Nat.lt_trichotomy m n) as [H|[->|H]]; [exact H|lia|]. pose proof (increases _ _ H). cbn in T. lia.
Qed.
Theorem triples_lost p : lost position move_by p <-> some_triple p.
Proof.
  apply (kernel_is_lost position move_by).
  - apply (well_founded_lt_compat _ tokens). intros q p' M. destruct M as [p' p'' q O A R]. rewrite <- (tokens_same _ _ O). now apply takes.
  - exact some_triple_decided.
  - exact triple_stable.
  - intros p' N. destruct (sorts p') as (((u, v), w) & O & A). destruct (absorbing u v w) as (q & R & S); [apply A|apply A| |].
    + intros (n & K). apply N. exists n. apply (orders_more _ _ _ K), orders_back, O.
    + exists q. split; [exact (by_rule _ _ _ O A R)|exact S].
Qed.
End Game.

(** * Places of letters *)
(* The number of letters c among the first n. *)
Fixpoint count (w : word) (c n : nat) : nat := match n with 0 => 0 | S n => count w c n + (if w n =? c then 1 else 0) end.
(* Number the letters from 0: x is the place of the letter c that has n others before. *)
Definition place (w : word) (c n x : nat) : Prop := w x = c /\ count w c x = n.

Lemma count_up w c i n : i <= n -> count w c i <= count w c n.
Proof. induction 1 as [|n L IH]; [lia|]. cbn [count]. lia. Qed.
Lemma place_before w c i n x y : place w c i x -> place w c n y -> i < n -> x < y.
Proof. intros (_ & X) (_ & Y) L. destruct (Nat.lt_ge_cases x y) as [H|H]; [exact H|]. pose proof (count_up w c y x H). lia. Qed.
Lemma place_once w c n x y : place w c n x -> place w c n y -> x = y.
Proof.
  assert (H : forall x y, place w c n x -> place w c n y -> ~ x < y).
  { intros u v (U & U') (_ & V') L. pose proof (count_up w c (S u) v L) as C. cbn [count] in C. rewrite U, Nat.eqb_refl in C. lia. }
  intros X Y. pose proof (H x y X Y). pose proof (H y x Y X). lia.
Qed.

(* Triples of places, with letters counted from 1. *)
Lemma triples_of_places w a b c : a 0 = 0 -> b 0 = 0 -> c 0 = 0 -> (forall n, 0 < n -> 0 < a n /\ 0 < b n /\ 0 < c n) ->
  (forall n, place w 0 n (a (S n) - 1) /\ place w 1 n (b (S n) - 1) /\ place w 2 n (c (S n) - 1)) -> forall p,
  (exists n, In p (orders (a n, b n, c n))) <->
  p = (0, 0, 0) \/ exists n x y z, place w 0 n x /\ place w 1 n y /\ place w 2 n z /\ In p (orders (x + 1, y + 1, z + 1)).
Proof.
  intros A B C Positive Places p. split.
  - intros ([|n] & I).
    + left. rewrite A, B, C in I. cbn in I. destruct I as [E|[E|[E|[E|[E|[E|[]]]]]]]; symmetry; exact E.
    + right. destruct (Places n) as (P0 & P1 & P2). exists n, (a (S n) - 1), (b (S n) - 1), (c (S n) - 1). repeat (split; [assumption|]).
      destruct (Positive (S n) ltac:(lia)) as (Pa & Pb & Pc). now rewrite !Nat.sub_add by lia.
  - intros [->|(n & x & y & z & X & Y & Z & I)]; [exists 0; rewrite A, B, C; left; reflexivity|]. exists (S n).
    destruct (Places n) as (P0 & P1 & P2). destruct (Positive (S n) ltac:(lia)) as (Pa & Pb & Pc).
    rewrite (place_once w _ _ _ _ X P0), (place_once w _ _ _ _ Y P1), (place_once w _ _ _ _ Z P2), !Nat.sub_add in I by lia. exact I.
Qed.

Section Fixed.
Variables (h : nat -> list nat) (a : nat) (rest : list nat).
Hypothesis begins : h a = a :: rest.
Hypothesis longer : rest <> [].
Hypothesis not_empty : forall b, h b <> [].
Local Notation w := (fixed_point h a).
Local Notation power m := (Nat.iter m (apply h) [a]).

Lemma apply_app u v : apply h (u ++ v) = apply h u ++ apply h v.
Proof. apply flat_map_app. Qed.
Lemma apply_longer u : length u <= length (apply h u).
Proof.
  induction u as [|b u IH]; [reflexivity|]. change (apply h (b :: u)) with (h b ++ apply h u). rewrite app_length. cbn [length].
  pose proof (not_empty b). destruct (h b); [congruence|]. cbn [length]. lia.
Qed.
Lemma power_grows m : exists s, power (S m) = power m ++ s /\ 0 < length s.
Proof.
  induction m as [|m (s & E & L)].
  - exists rest. cbn. rewrite begins, app_nil_r. destruct rest; [congruence|]. split; [reflexivity|cbn; lia].
  - exists (apply h s). change (power (S (S m))) with (apply h (power (S m))). rewrite E at 1. rewrite apply_app. split; [reflexivity|].
    pose proof (apply_longer s). lia.
Qed.
Lemma power_long m : m < length (power m).
Proof. induction m as [|m IH]; [cbn; lia|]. destruct (power_grows m) as (s & -> & L). rewrite app_length. lia. Qed.
Lemma letter_is n m : n <= m -> nth n (power m) 0 = w n.
Proof.
  induction 1 as [|m L IH]; [reflexivity|]. destruct (power_grows m) as (s & -> & _). pose proof (power_long m).
  rewrite app_nth1 by lia. exact IH.
Qed.
Lemma prefix_is n m : n <= m -> firstn n (power m) = map w (seq 0 n).
Proof.
  intro L. pose proof (power_long m). apply (nth_ext _ _ 0 (w 0)); rewrite firstn_length, ?map_length, ?seq_length; [lia|].
  intros i I. rewrite map_nth, seq_nth by lia. cbn [Nat.add]. rewrite <- (letter_is i m ltac:(lia)).
  rewrite <- (firstn_skipn n (power m)) at 2. rewrite app_nth1; [reflexivity|rewrite firstn_length; lia].
Qed.

(* Where the image of letter n begins. *)
Fixpoint start (n : nat) : nat := match n with 0 => 0 | S n => start n + length (h (w n)) end.
Lemma start_is n : length (apply h (map w (seq 0 n))) = start n.
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite seq_S, map_app, apply_app, app_length, IH. cbn. now rewrite app_nil_r.
Qed.
(* The letters from there on are this image. *)
Lemma image_stands n j : j < length (h (w n)) -> w (start n + j) = nth j (h (w n)) 0.
Proof.
  intro J. set (m := start n + j + S n). rewrite <- (letter_is (start n + j) (S m)) by lia.
  change (power (S m)) with (apply h (power m)).
  pose proof (power_long m). rewrite <- (firstn_skipn (S n) (power m)), (prefix_is (S n) m) by lia.
  rewrite seq_S, map_app, !apply_app, <- app_assoc. rewrite app_nth2; rewrite start_is; [|lia].
  replace (start n + j - start n) with j by lia. cbn. rewrite app_nil_r. apply app_nth1. exact J.
Qed.
End Fixed.

(* In a word of three letters. *)
Section Three.
Variables (h : nat -> list nat).
Hypothesis below : forall b, b < 3 -> Forall (fun c => c < 3) (h b).
Local Notation w := (fixed_point h 0).

Lemma letters n : w n < 3.
Proof.
  unfold fixed_point. set (l := Nat.iter n (apply h) [0]). assert (F : Forall (fun b => b < 3) l).
  { subst l. induction n as [|n IH]; [repeat constructor|]. change (Nat.iter (S n) ?f ?x) with (f (Nat.iter n f x)).
    induction IH as [|b u B _ IHu]; [constructor|]. change (apply h (b :: u)) with (h b ++ apply h u).
    apply Forall_app. split; [exact (below b B)|exact IHu]. }
  destruct (nth_in_or_default n l 0) as [I| ->]; [|lia]. rewrite Forall_forall in F. apply F, I.
Qed.
Lemma all_counted n : count w 0 n + count w 1 n + count w 2 n = n.
Proof.
  induction n as [|n IH]; [reflexivity|]. cbn [count]. pose proof (letters n). destruct (w n) as [|[|[|b]]]; cbn [Nat.eqb]; lia.
Qed.
End Three.
