(* Tallies: members, each with a number up to k. Those that are the same are gathered, which leaves totals as they are. *)
Require Import ZArith List Lia Bool PArith.
From Filbert Require Import Always.
Import ListNotations.

(** * Definitions *)
Definition member := node.                    (* the states of xs among the valid words, and that of P *)
Definition tally := list (member * nat).

(* A tally is gathered in a tree of the keys of its members. *)
Inductive trie := Leaf | Node (l : trie) (b : tally) (r : trie).
Fixpoint bump (k : nat) (m : member) (c : nat) (b : tally) : tally :=
  match b with
  | [] => [(m, Nat.min k c)]
  | (n, d) :: b => if same_node m n then (n, Nat.min k (c + d)) :: b else (n, d) :: bump k m c b
  end.
Fixpoint trie_add (k : nat) (m : member) (c : nat) (i : positive) (t : trie) : trie :=
  match i, t with
  | xH, Leaf => Node Leaf (bump k m c []) Leaf
  | xH, Node l b r => Node l (bump k m c b) r
  | xO i, Leaf => Node (trie_add k m c i Leaf) [] Leaf
  | xO i, Node l b r => Node (trie_add k m c i l) b r
  | xI i, Leaf => Node Leaf [] (trie_add k m c i Leaf)
  | xI i, Node l b r => Node l b (trie_add k m c i r)
  end.
Fixpoint flatten (t : trie) (l : tally) : tally :=
  match t with Leaf => l | Node a b c => flatten a (b ++ flatten c l) end.
Definition gather {hashes : keys} (k : nat) (l : tally) : tally :=
  flatten (fold_right (fun '(m, c) t => trie_add k m c (key_node m) t) Leaf l) [].

Fixpoint same_tally (a b : tally) : bool :=
  match a, b with
  | [], [] => true
  | (m, c) :: a, (n, d) :: b => Nat.eqb c d && same_node m n && same_tally a b
  | _, _ => false
  end.
Fixpoint total (F : member -> nat) (l : tally) : nat :=
  match l with [] => 0 | (m, c) :: l => c * F m + total F l end.

(** * Soundness *)
Lemma same_tally_eq a : forall b, same_tally a b = true -> a = b.
Proof.
  induction a as [|(m, c) a IH]; intros [|(n, d) b]; simpl; intros H; try discriminate; [reflexivity|].
  rewrite !andb_true_iff in H. destruct H as ((H1 & H2) & H3). apply Nat.eqb_eq in H1. apply same_node_eq in H2. subst. f_equal. auto.
Qed.
(** ** Lists *)
Lemma NoDup_join A (l m : list A) : NoDup l -> NoDup m -> (forall x, In x l -> ~ In x m) -> NoDup (l ++ m).
Proof.
  induction 1 as [|x l N D IH]; simpl; intros M H; [exact M|]. constructor.
  - rewrite in_app_iff. intros [I|I]; [auto|]. apply (H x); auto.
  - apply IH; auto.
Qed.
Lemma NoDup_flat_map A B (g : A -> list B) l : NoDup l -> (forall x, In x l -> NoDup (g x)) ->
  (forall x y z, In x l -> In y l -> In z (g x) -> In z (g y) -> x = y) -> NoDup (flat_map g l).
Proof.
  induction 1 as [|x l N D IH]; simpl; intros H E; [constructor|]. apply NoDup_join; [auto| |].
  - apply IH; intros; [auto|]. apply (E x0 y z); auto.
  - intros z Iz J. apply in_flat_map in J as (y & Iy & Jz). rewrite (E x y z) in N; auto.
Qed.
Lemma NoDup_image A B (f : A -> B) l : NoDup l -> (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup (map f l).
Proof.
  induction 1 as [|x l N D IH]; simpl; intros E; [constructor|]. constructor.
  - intro I. apply in_map_iff in I as (y & F & I). rewrite (E x y) in N; auto.
  - apply IH. auto.
Qed.
Lemma NoDup_first A B (l : list (A * B)) c c' : NoDup (map fst l) -> In c l -> In c' l -> fst c = fst c' -> c = c'.
Proof.
  induction l as [|x l IH]; simpl; [tauto|]. intros D I I' E. inversion D as [|? ? N D']; subst.
  destruct I as [->|I], I' as [->|I']; auto.
  - destruct N. rewrite E. now apply in_map.
  - destruct N. rewrite <- E. now apply in_map.
Qed.
Lemma sum_flat_map A B (F : B -> nat) (g : A -> list B) l :
  list_sum (map F (flat_map g l)) = list_sum (map (fun x => list_sum (map F (g x))) l).
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite map_app, list_sum_app, IH. Qed.
Lemma sum_filter A (F : A -> nat) f l : (forall x, In x l -> f x = false -> F x = 0) ->
  list_sum (map F (filter f l)) = list_sum (map F l).
Proof.
  induction l as [|x l IH]; simpl; intros H; [reflexivity|]. rewrite <- IH by auto.
  destruct (f x) eqn:E; simpl; [reflexivity|]. now rewrite (H x (or_introl eq_refl) E).
Qed.
Lemma filter_length_flat_map A B (f : B -> bool) (g : A -> list B) l :
  length (filter f (flat_map g l)) = list_sum (map (fun x => length (filter f (g x))) l).
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite filter_app, app_length, IH. Qed.
Lemma total_app F l m : total F (l ++ m) = total F l + total F m.
Proof. induction l as [|(x, c) l IH]; simpl; [reflexivity|]. rewrite IH. lia. Qed.

(** ** Gathering leaves totals as they are, up to k *)
Section Gather.
Context {hashes : keys}.
Variables (k : nat) (F : member -> nat).
Lemma cap c f z : Nat.min k (Nat.min k c * f + z) = Nat.min k (c * f + z).
Proof. destruct (Nat.le_gt_cases c k); [now rewrite (Nat.min_r k c)|]. rewrite (Nat.min_l k c) by lia. destruct f; nia. Qed.
Lemma cap_more a b z : (forall z, Nat.min k (a + z) = Nat.min k (b + z)) -> Nat.min k (z + a) = Nat.min k (z + b).
Proof. intro H. rewrite (Nat.add_comm z a), (Nat.add_comm z b). apply H. Qed.
Lemma bump_total m c b : forall z, Nat.min k (total F (bump k m c b) + z) = Nat.min k (c * F m + total F b + z).
Proof.
  induction b as [|(n, d) b IH]; intro z; simpl.
  - rewrite <- Nat.add_assoc. rewrite cap. f_equal. lia.
  - destruct (same_node m n) eqn:E; simpl.
    + apply same_node_eq in E. subst n. rewrite <- Nat.add_assoc, cap. f_equal. lia.
    + specialize (IH (d * F n + z)). replace (d * F n + total F (bump k m c b) + z) with (total F (bump k m c b) + (d * F n + z)) by lia.
      rewrite IH. f_equal. lia.
Qed.
Fixpoint trie_total (t : trie) : nat := match t with Leaf => 0 | Node l b r => trie_total l + total F b + trie_total r end.
Lemma flatten_total t : forall l, total F (flatten t l) = trie_total t + total F l.
Proof. induction t as [|a IHa b c IHc]; intro l; simpl; [reflexivity|]. rewrite IHa, total_app, IHc. lia. Qed.
Lemma trie_add_total m c i : forall t z, Nat.min k (trie_total (trie_add k m c i t) + z) = Nat.min k (c * F m + trie_total t + z).
Proof.
  induction i as [i IH|i IH|]; intros [|l b r] z; cbn [trie_add trie_total].
  - specialize (IH Leaf z). cbn [trie_total] in IH. rewrite <- IH. simpl. f_equal.
  - specialize (IH r (trie_total l + total F b + z)).
    replace (trie_total l + total F b + trie_total (trie_add k m c i r) + z) with
      (trie_total (trie_add k m c i r) + (trie_total l + total F b + z)) by lia. rewrite IH. f_equal. lia.
  - specialize (IH Leaf z). cbn [trie_total] in IH. rewrite <- IH. f_equal. simpl. lia.
  - specialize (IH l (trie_total r + total F b + z)).
    replace (trie_total (trie_add k m c i l) + total F b + trie_total r + z) with
      (trie_total (trie_add k m c i l) + (trie_total r + total F b + z)) by lia. rewrite IH. f_equal. lia.
  - pose proof (bump_total m c [] z) as H. simpl total at 2 in H. rewrite <- H. f_equal. lia.
  - pose proof (bump_total m c b (trie_total l + trie_total r + z)) as H.
    replace (trie_total l + total F (bump k m c b) + trie_total r + z) with
      (total F (bump k m c b) + (trie_total l + trie_total r + z)) by lia. rewrite H. f_equal. lia.
Qed.
Lemma gather_total l : Nat.min k (total F (gather k l)) = Nat.min k (total F l).
Proof.
  unfold gather. rewrite flatten_total. simpl.
  assert (H : forall z, Nat.min k (trie_total (fold_right (fun '(m, c) t => trie_add k m c (key_node m) t) Leaf l) + z) = Nat.min k (total F l + z)).
  { induction l as [|(m, c) l IH]; intro z; cbn [fold_right total]; [reflexivity|].
    rewrite trie_add_total. specialize (IH (c * F m + z)).
    match goal with |- Nat.min k (_ + ?t + z) = _ => replace (c * F m + t + z) with (t + (c * F m + z)) by lia end.
    rewrite IH. f_equal. lia. }
  rewrite H. f_equal. lia.
Qed.
End Gather.
