(* Lists that are found by keys: trees of five levels with sixteen branches, which are found faster than trees of two. *)
Require Import List Bool.
Import ListNotations.

Inductive hex := X0 | X1 | X2 | X3 | X4 | X5 | X6 | X7 | X8 | X9 | XA | XB | XC | XD | XE | XF.
Definition hex_dec (a b : hex) : {a = b} + {a <> b}.
Proof. decide equality. Defined.
Record key := Key { k1 : hex; k2 : hex; k3 : hex; k4 : hex; k5 : hex }.
Definition key_dec (a b : key) : {a = b} + {a <> b}.
Proof. decide equality; apply hex_dec. Defined.

(* Where nothing is, d is. *)
Inductive branches (A : Type) := Bare | Branches (c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 cA cB cC cD cE cF : A).
Arguments Bare {A}.
Arguments Branches {A}.
Definition get {A} (d : A) (t : branches A) (h : hex) : A :=
  match t with
  | Bare => d
  | Branches c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 cA cB cC cD cE cF =>
      match h with
      | X0 => c0 | X1 => c1 | X2 => c2 | X3 => c3
      | X4 => c4 | X5 => c5 | X6 => c6 | X7 => c7
      | X8 => c8 | X9 => c9 | XA => cA | XB => cB
      | XC => cC | XD => cD | XE => cE | XF => cF
      end
  end.
Definition put {A} (d : A) (t : branches A) (h : hex) (v : A) : branches A :=
  match t with
  | Bare =>
      match h with
      | X0 => Branches v d d d d d d d d d d d d d d d
      | X1 => Branches d v d d d d d d d d d d d d d d
      | X2 => Branches d d v d d d d d d d d d d d d d
      | X3 => Branches d d d v d d d d d d d d d d d d
      | X4 => Branches d d d d v d d d d d d d d d d d
      | X5 => Branches d d d d d v d d d d d d d d d d
      | X6 => Branches d d d d d d v d d d d d d d d d
      | X7 => Branches d d d d d d d v d d d d d d d d
      | X8 => Branches d d d d d d d d v d d d d d d d
      | X9 => Branches d d d d d d d d d v d d d d d d
      | XA => Branches d d d d d d d d d d v d d d d d
      | XB => Branches d d d d d d d d d d d v d d d d
      | XC => Branches d d d d d d d d d d d d v d d d
      | XD => Branches d d d d d d d d d d d d d v d d
      | XE => Branches d d d d d d d d d d d d d d v d
      | XF => Branches d d d d d d d d d d d d d d d v
      end
  | Branches c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 cA cB cC cD cE cF =>
      match h with
      | X0 => Branches v c1 c2 c3 c4 c5 c6 c7 c8 c9 cA cB cC cD cE cF
      | X1 => Branches c0 v c2 c3 c4 c5 c6 c7 c8 c9 cA cB cC cD cE cF
      | X2 => Branches c0 c1 v c3 c4 c5 c6 c7 c8 c9 cA cB cC cD cE cF
      | X3 => Branches c0 c1 c2 v c4 c5 c6 c7 c8 c9 cA cB cC cD cE cF
      | X4 => Branches c0 c1 c2 c3 v c5 c6 c7 c8 c9 cA cB cC cD cE cF
      | X5 => Branches c0 c1 c2 c3 c4 v c6 c7 c8 c9 cA cB cC cD cE cF
      | X6 => Branches c0 c1 c2 c3 c4 c5 v c7 c8 c9 cA cB cC cD cE cF
      | X7 => Branches c0 c1 c2 c3 c4 c5 c6 v c8 c9 cA cB cC cD cE cF
      | X8 => Branches c0 c1 c2 c3 c4 c5 c6 c7 v c9 cA cB cC cD cE cF
      | X9 => Branches c0 c1 c2 c3 c4 c5 c6 c7 c8 v cA cB cC cD cE cF
      | XA => Branches c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 v cB cC cD cE cF
      | XB => Branches c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 cA v cC cD cE cF
      | XC => Branches c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 cA cB v cD cE cF
      | XD => Branches c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 cA cB cC v cE cF
      | XE => Branches c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 cA cB cC cD v cF
      | XF => Branches c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 cA cB cC cD cE v
      end
  end.
Lemma get_put A (d : A) t h v i : get d (put d t h v) i = if hex_dec i h then v else get d t i.
Proof. destruct t, h, i; reflexivity. Qed.

Definition buckets T := branches (branches (branches (branches (branches (list T))))).
Definition no_buckets {T} : buckets T := Bare.
Definition bucket {T} (s : buckets T) (k : key) : list T :=
  get [] (get Bare (get Bare (get Bare (get Bare s (k1 k)) (k2 k)) (k3 k)) (k4 k)) (k5 k).
Definition put_bucket {T} (s : buckets T) (k : key) (l : list T) : buckets T :=
  let s1 := get Bare s (k1 k) in let s2 := get Bare s1 (k2 k) in let s3 := get Bare s2 (k3 k) in let s4 := get Bare s3 (k4 k) in
  put Bare s (k1 k) (put Bare s1 (k2 k) (put Bare s2 (k3 k) (put Bare s3 (k4 k) (put [] s4 (k5 k) l)))).

Lemma no_bucket T k : bucket (@no_buckets T) k = [].
Proof. reflexivity. Qed.
Lemma bucket_put T (s : buckets T) k l i : bucket (put_bucket s k l) i = if key_dec i k then l else bucket s i.
Proof.
  destruct k as [a b c d e], i as [a' b' c' d' e']. unfold bucket, put_bucket. cbn [k1 k2 k3 k4 k5]. rewrite get_put.
  destruct (hex_dec a' a) as [->|A]; [|destruct (key_dec _ _) as [E|]; [injection E; congruence|reflexivity]]. rewrite get_put.
  destruct (hex_dec b' b) as [->|B]; [|destruct (key_dec _ _) as [E|]; [injection E; congruence|reflexivity]]. rewrite get_put.
  destruct (hex_dec c' c) as [->|C]; [|destruct (key_dec _ _) as [E|]; [injection E; congruence|reflexivity]]. rewrite get_put.
  destruct (hex_dec d' d) as [->|D]; [|destruct (key_dec _ _) as [E|]; [injection E; congruence|reflexivity]]. rewrite get_put.
  destruct (hex_dec e' e) as [->|N]; (destruct (key_dec _ _) as [E|]; [try (injection E; congruence)|]); congruence.
Qed.
