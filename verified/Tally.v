(* Tallies: members, each with how often it is there, up to k. Those that are the same are gathered, which leaves totals as they are.
   Members are numbers here; Members.v says of what. *)
Require Import ZArith List Lia Bool PArith.
Import ListNotations.

(** * Definitions *)
Definition tally := list (positive * nat).

(* A tally is gathered in a tree. *)
Definition cap (k c : nat) : nat := if Nat.leb c k then c else k.
Inductive trie := Leaf | Node (l : trie) (b : tally) (r : trie).
Fixpoint bump (k : nat) (m : positive) (c : nat) (b : tally) : tally :=
  match b with
  | [] => [(m, cap k c)]
  | (n, d) :: b => if Pos.eqb m n then (n, cap k (c + d)) :: b else (n, d) :: bump k m c b
  end.
Fixpoint trie_add (k : nat) (m : positive) (c : nat) (i : positive) (t : trie) : trie :=
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
(* Lists of members, each with how often all of its members are there. *)
Definition gather (k : nat) (r : list (list positive * nat)) : tally :=
  flatten (fold_left (fun t '(js, n) => fold_left (fun t j => trie_add k j n j t) js t) r Leaf) [].

Fixpoint same_tally (a b : tally) : bool :=
  match a, b with
  | [], [] => true
  | (m, c) :: a, (n, d) :: b => Pos.eqb m n && Nat.eqb c d && same_tally a b
  | _, _ => false
  end.
Fixpoint total (F : positive -> nat) (l : tally) : nat :=
  match l with [] => 0 | (m, c) :: l => c * F m + total F l end.

Fixpoint total_lists (F : positive -> nat) (r : list (list positive * nat)) : nat :=
  match r with [] => 0 | (js, n) :: r => n * list_sum (map F js) + total_lists F r end.

(** * Soundness *)
Lemma same_tally_eq a : forall b, same_tally a b = true -> a = b.
Proof.
  induction a as [|(m, c) a IH]; intros [|(n, d) b]; simpl; intros H; try discriminate; [reflexivity|].
  rewrite !andb_true_iff in H. destruct H as ((H1 & H2) & H3). apply Pos.eqb_eq in H1. apply Nat.eqb_eq in H2. subst. f_equal. auto.
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
Lemma filter_map A B (f : B -> bool) (g : A -> B) l : filter f (map g l) = map g (filter (fun x => f (g x)) l).
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. destruct (f (g x)); simpl; now rewrite IH. Qed.
Lemma filter_length_flat_map A B (f : B -> bool) (g : A -> list B) l :
  length (filter f (flat_map g l)) = list_sum (map (fun x => length (filter f (g x))) l).
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite filter_app, app_length, IH. Qed.
Lemma total_app F l m : total F (l ++ m) = total F l + total F m.
Proof. induction l as [|(x, c) l IH]; simpl; [reflexivity|]. rewrite IH. lia. Qed.

(** ** Gathering leaves totals as they are, up to k *)
Section Gather.
Variables (k : nat) (F : positive -> nat).
Lemma cap_min c : cap k c = Nat.min k c.
Proof. unfold cap. destruct (Nat.leb_spec c k); lia. Qed.
Lemma capped_times c f z : Nat.min k (cap k c * f + z) = Nat.min k (c * f + z).
Proof. rewrite cap_min. destruct (Nat.le_gt_cases c k); [now rewrite (Nat.min_r k c)|]. rewrite (Nat.min_l k c) by lia. destruct f; nia. Qed.
Lemma bump_total m c b : forall z, Nat.min k (total F (bump k m c b) + z) = Nat.min k (c * F m + total F b + z).
Proof.
  induction b as [|(n, d) b IH]; intro z; simpl.
  - rewrite <- Nat.add_assoc. rewrite capped_times. f_equal. lia.
  - destruct (Pos.eqb_spec m n) as [->|]; simpl.
    + rewrite <- Nat.add_assoc, capped_times. f_equal. lia.
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
Lemma gather_total r : Nat.min k (total F (gather k r)) = Nat.min k (total_lists F r).
Proof.
  unfold gather. rewrite flatten_total. cbn [total]. rewrite Nat.add_0_r.
  assert (One : forall n js t z, Nat.min k (trie_total (fold_left (fun t j => trie_add k j n j t) js t) + z) =
    Nat.min k (n * list_sum (map F js) + trie_total t + z)).
  { induction js as [|j js IH]; intros t z; cbn [fold_left map]; [f_equal; simpl; lia|]. rewrite IH.
    replace (n * list_sum (map F js) + trie_total (trie_add k j n j t) + z)
      with (trie_total (trie_add k j n j t) + (n * list_sum (map F js) + z)) by lia.
    rewrite trie_add_total. change (list_sum (F j :: map F js)) with (F j + list_sum (map F js)). f_equal. lia. }
  assert (All : forall t, Nat.min k (trie_total (fold_left (fun t '(js, n) => fold_left (fun t j => trie_add k j n j t) js t) r t)) =
    Nat.min k (total_lists F r + trie_total t)).
  { induction r as [|(js, n) l IH]; intro t; cbn [fold_left total_lists]; [reflexivity|]. rewrite IH.
    rewrite Nat.add_comm, One. f_equal. lia. }
  rewrite All. simpl. now rewrite Nat.add_0_r.
Qed.
End Gather.
