(* What a script means: a statement over natural numbers, integers, words and positions, as docs/meaning.md says.

   This file, Syntax.v, the definitions of System.v that regular expressions need, and the reader are what a reader of the theorem in
   Text.v has to believe. *)
Require Import ZArith String List Bool.
From Filbert Require Import System Syntax.
Import ListNotations.
Local Open Scope Z_scope.

Definition relation := list Z -> Prop.

(* Names of one kind and what they mean; none if that is not known. *)
Definition names (T : Type) := name -> option T.
Definition bind {T} (x : name) (v : option T) (w : names T) : names T := fun y => if String.eqb y x then v else w y.
(* A command that is not read binds its names, or names that have one of these and `_` in front. *)
Definition touches (xs : list name) (y : name) : bool :=
  existsb (fun x => String.eqb y x || String.prefix (String.append x "_") y) xs.
Definition forget {T} (xs : list name) (w : names T) : names T := fun y => if touches xs y then None else w y.

(** * Terms and formulas *)
Definition valuation := name -> Z.
Definition give (e : valuation) (x : name) (v : Z) : valuation := fun y => if String.eqb y x then v else e y.
Fixpoint gives (e : valuation) (xs : list name) (vs : list Z) : valuation :=
  match xs, vs with x :: xs, v :: vs => gives (give e x v) xs vs | _, _ => e end.

(* The value of a term; none if a part of it is negative, unless parts may be any integers. *)
Fixpoint value (word : names (Z -> Z)) (integers : bool) (e : valuation) (t : expr) : option Z :=
  let two op a b :=
    match value word integers e a, value word integers e b with Some x, Some y => Some (op x y) | _, _ => None end in
  match t with
  | Number c | Letter c => Some c
  | Named x => Some (e x)
  | Plus a b => two Z.add a b
  | Minus a b => match two Z.sub a b with
      | Some d => if integers || (0 <=? d) then Some d else None
      | None => None
      end
  | Times c a => option_map (Z.mul c) (value word integers e a)
  | Over a d => option_map (fun v => v / d) (value word integers e a)
  | Indexed W i => match word W, value word false e i with Some letter, Some n => Some (letter n) | _, _ => None end
  end.
Fixpoint values (word : names (Z -> Z)) (e : valuation) (ts : list expr) : option (list Z) :=
  match ts with
  | [] => Some []
  | t :: ts => match value word false e t, values word e ts with Some v, Some vs => Some (v :: vs) | _, _ => None end
  end.

Fixpoint has_variable (t : expr) : bool :=
  match t with
  | Named _ => true
  | Plus a b | Minus a b => has_variable a || has_variable b
  | Times _ a | Over a _ => has_variable a
  | _ => false
  end.
Fixpoint reads_word (t : expr) : bool :=
  match t with
  | Indexed _ _ => true
  | Plus a b | Minus a b => reads_word a || reads_word b
  | Times _ a | Over a _ => reads_word a
  | _ => false
  end.
(* A comparison that reads a word and has no variable is one of integers. *)
Definition of_integers (a b : expr) : bool := (reads_word a || reads_word b) && negb (has_variable a || has_variable b).

Definition related (r : sign) (a b : Z) : Prop :=
  match r with Same => a = b | Different => a <> b | Below => a < b | Upto => a <= b end.

Fixpoint truth (functions : names (nat * relation)) (word : names (Z -> Z)) (e : valuation) (f : sentence) : Prop :=
  match f with
  | Relates r a b => exists x y,
      value word (of_integers a b) e a = Some x /\ value word (of_integers a b) e b = Some y /\ related r x y
  | Call f ts => exists k R vs, functions f = Some (k, R) /\ values word e ts = Some vs /\ R vs
  | Negation f => ~ truth functions word e f
  | Conjunction f g => truth functions word e f /\ truth functions word e g
  | Disjunction f g => truth functions word e f \/ truth functions word e g
  | Implication f g => truth functions word e f -> truth functions word e g
  | Equivalence f g => truth functions word e f <-> truth functions word e g
  | Exists_ x f => exists v, 0 <= v /\ truth functions word (give e x v) f
  | Forall_ x f => forall v, 0 <= v -> truth functions word (give e x v) f
  | Count k xs f => exists vs, NoDup vs /\ length vs = k /\
      forall v, In v vs -> length v = length xs /\ Forall (Z.le 0) v /\ truth functions word (gives e xs v) f
  | Often x f => forall b, exists v, 0 <= v /\ b <= v /\ truth functions word (give e x v) f
  end.

(* In a system with negative numbers variables are integers, and parts may have any value. Neither words nor functions are read there. *)
Fixpoint integer_truth (e : valuation) (f : sentence) : Prop :=
  let integer t := value (fun _ => None) true e t in
  match f with
  | Relates r a b => exists x y, integer a = Some x /\ integer b = Some y /\ related r x y
  | Call _ _ => False
  | Negation f => ~ integer_truth e f
  | Conjunction f g => integer_truth e f /\ integer_truth e g
  | Disjunction f g => integer_truth e f \/ integer_truth e g
  | Implication f g => integer_truth e f -> integer_truth e g
  | Equivalence f g => integer_truth e f <-> integer_truth e g
  | Exists_ x f => exists v, integer_truth (give e x v) f
  | Forall_ x f => forall v, integer_truth (give e x v) f
  | Count k xs f => exists vs, NoDup vs /\ length vs = k /\
      forall v, In v vs -> length v = length xs /\ integer_truth (gives e xs v) f
  | Often x f => forall b, exists v, b <= Z.abs v /\ integer_truth (give e x v) f
  end.

(* The variables xs have the values vs. *)
Fixpoint valued (xs : list name) (vs : list Z) : valuation :=
  match xs, vs with x :: xs, v :: vs => give (valued xs vs) x v | _, _ => fun _ => 0 end.
Definition described functions word (xs : list name) (F : sentence) : relation := fun ns => truth functions word (valued xs ns) F.

(** * Regular expressions *)
Inductive matches : regex -> list (list nat) -> Prop :=
| matches_empty : matches Empty []
| matches_digits a : matches (Digits a) [a]
| matches_left r s w : matches r w -> matches (Alternative r s) w
| matches_right r s w : matches s w -> matches (Alternative r s) w
| matches_both r s w : matches r w -> matches s w -> matches (Both r s) w
| matches_sequence r s v w : matches r v -> matches s w -> matches (Sequence r s) (v ++ w)
| matches_none r : matches (Repeat r) []
| matches_more r v w : matches r v -> matches (Repeat r) w -> matches (Repeat r) (v ++ w).

(* The tuples of numbers some representations of which match, of one length, with zeros in front or without; number i is in the system i. A
   word of tuples of digits has the digits of number i at place i of each. *)
Definition row (i : nat) (w : list (list nat)) : list nat := map (fun a => nth i a 0%nat) w.
Definition expressed (ss : list system) (r : regex) : relation := fun ns =>
  exists w, Forall (fun a => length a = length ss) w /\ matches r w /\ length ns = length ss /\
    forall i, (i < length ss)%nat -> valid (nth i ss []) (row i w) /\ val (nth i ss []) (row i w) = nth i ns 0.

(** * Words *)
Fixpoint assoc {T} (l : list (Z * T)) (b : Z) : option T :=
  match l with [] => None | (c, v) :: l => if Z.eqb b c then Some v else assoc l b end.
Definition image (h : morphism) (b : Z) : list Z := match assoc h b with Some w => w | None => [] end.
Fixpoint power (h : morphism) (m : nat) (w : list Z) : list Z := match m with O => w | S m => power h m (flat_map (image h) w) end.

(* Letter n of the fixed point that begins with the first letter a, coded: the morphism's power n applied to a has that many. *)
Definition nth_letter (h : morphism) (coding : list (Z * Z)) (n : Z) : Z :=
  let start := match h with (a, _) :: _ => [a] | [] => [] end in
  let b := nth (Z.to_nat n) (power h (Z.to_nat n) start) 0 in
  match assoc coding b with Some c => c | None => 0 end.

(* z is the value of the last of some sets that has n, and d if none has. *)
Fixpoint last_value (Rs : list (relation * Z)) (d n z : Z) : Prop :=
  match Rs with
  | [] => z = d
  | (R, v) :: Rs => R [n] /\ last_value Rs v n z \/ ~ R [n] /\ last_value Rs d n z
  end.
(* The functions of these names, each of one argument. *)
Fixpoint sets_of (functions : names (nat * relation)) (fs : list (name * Z)) : option (list (relation * Z)) :=
  match fs with
  | [] => Some []
  | (f, v) :: fs => match functions f, sets_of functions fs with Some (1%nat, R), Some Rs => Some ((R, v) :: Rs) | _, _ => None end
  end.

(** * Games *)
(* What a game is: the number of piles, and which positions are options of which. *)
Record play := Play { piles_ : nat; options : list Z -> list Z -> Prop; block_ : nat; loses_ : bool }.
Definition positions (n : nat) (p : list Z) : Prop := length p = n /\ Forall (Z.le 0) p.
Definition moves_to (g : play) (p q : list Z) : Prop := positions (piles_ g) p /\ positions (piles_ g) q /\ options g p q.
Definition finite (g : play) : Prop := well_founded (fun q p => moves_to g p q).
(* A position is in the kernel exactly if fewer than `block` of its options are; in misere play it has some option, too. *)
Definition kernel_of (g : play) (K : relation) : Prop := forall p, positions (piles_ g) p ->
  (K p <-> (loses_ g = true -> exists q, moves_to g p q) /\
    ~ exists qs, NoDup qs /\ length qs = block_ g /\ forall q, In q qs -> moves_to g p q /\ K q).
Definition played functions word (g : rules) : play :=
  Play (length (before_ g)) (fun p q => described functions word (before_ g ++ after_ g) (moves g) (p ++ q)) (forbidden g) (misere_ g).

(** * Scripts *)
(* What the names of functions, words and games mean. *)
Record world := World { functions : names (nat * relation); words : names (Z -> Z); games : names (rules * play) }.
Definition nothing : world := World (fun _ => None) (fun _ => None) (fun _ => None).
Definition with_function f R (w : world) := World (bind f R (functions w)) (words w) (games w).
Definition forgets xs (w : world) := World (forget xs (functions w)) (forget xs (words w)) (forget xs (games w)).

(* The names that a statement binds. *)
Definition bound (c : statement) : list name :=
  match c with
  | Definition_ f _ _ | Expression f _ _ => [f]
  | Word_ W _ _ | Combined_ W _ => [W]
  | Game_ G _ => [G]
  | Kernel_ P _ _ => [P]
  | Claim _ _ | Integer_claim _ _ => []
  | Forget xs => xs
  end.

(* What is claimed: the claims among the statements that are marked hold. What is not marked leaves its names without a meaning. *)
Fixpoint claims_hold (w : world) (cs : list (statement * bool)) : Prop :=
  match cs with
  | [] => True
  | (c, false) :: cs => claims_hold (forgets (bound c) w) cs
  | (Definition_ f xs F, true) :: cs =>
      claims_hold (with_function f (Some (length xs, described (functions w) (words w) xs F)) w) cs
  | (Expression f ss r, true) :: cs => claims_hold (with_function f (Some (length ss, expressed ss r)) w) cs
  | (Word_ W h c, true) :: cs => claims_hold (World (functions w) (bind W (Some (nth_letter h c)) (words w)) (games w)) cs
  | (Combined_ W fs, true) :: cs => exists Rs, sets_of (functions w) fs = Some Rs /\
      let is_word letter := forall n, 0 <= n -> last_value Rs 0 n (letter n) in
      (exists letter, is_word letter) /\
      forall letter, is_word letter -> claims_hold (World (functions w) (bind W (Some letter) (words w)) (games w)) cs
  | (Game_ G g, true) :: cs =>
      claims_hold (World (functions w) (words w) (bind G (Some (g, played (functions w) (words w) g)) (games w))) cs
  | (Kernel_ P G None, true) :: cs => exists g p, games w G = Some (g, p) /\ finite p /\ (exists K, kernel_of p K) /\
      forall K, kernel_of p K -> claims_hold (with_function P (Some (piles_ p, K)) w) cs
  | (Kernel_ P G (Some Q), true) :: cs => exists g p k R, games w G = Some (g, p) /\ finite p /\
      functions w Q = Some (k, R) /\ kernel_of p R /\ claims_hold (with_function P (Some (piles_ p, R)) w) cs
  | (Claim _ F, true) :: cs => truth (functions w) (words w) (fun _ => 0) F /\ claims_hold w cs
  | (Integer_claim _ F, true) :: cs => integer_truth (fun _ => 0) F /\ claims_hold w cs
  | (Forget xs, true) :: cs => claims_hold (forgets xs w) cs
  end.
