(* The checker. That a script with its certificate is accepted only if every theorem of the script holds is proved in Check.v.

   A certificate gives for quantifiers automata, in the order in which quantifiers end in the text, and for each
   definition one more. A quantifier may be left open instead: it is taken with the next one, or with what it is to follow
   from. What a formula is to follow from is a list of premises, the last first. *)
Require Import ZArith List Lia Bool PArith FMapPositive.
From Filbert Require Import System Automata Logic Linear Explore Skeleton Always Projection Equation Narrow Cases Compared.
Import ListNotations.

(** * Definitions *)
(* What is done to the whole formula before all else: its quantifiers are moved inwards, its cases in front of quantifiers, or its
   comparisons of up to k variables get quantifiers. *)
Inductive rewriting := Narrowed | Divided | Compared (k : nat).
Inductive answer :=
| Truth (b : bool)                        (* of a formula without free variables *)
| By (A : dfa) (ys : list var)            (* an automaton, and the variables on its tracks *)
| Same (A : dfa) (ys : list var)          (* an automaton for what stands under the quantifier *)
| Later                                   (* the quantifier is left open *)
| Given (x : var)                         (* an equation gives x: it is replaced *)
| Step                                    (* what implies the rest is assumed; the first of two cases is taken away *)
| Obtain (A : dfa) (ys xs : list var)     (* there are xs of which A says what it says of ys: they are what is looked for *)
| Take                                    (* what is looked for is what its name says of the premises *)
| Only (l : list nat)                     (* it follows from these premises *)
| Enough (A : dfa) (ys : list var) (B : dfa) (zs : list var)    (* from B it follows that A has such xs, from A what is open *)
| Measure (ts : list term)                (* of a position: every move decreases the first of these that it changes *)
| Rewritten (w : rewriting).
Definition Inwards : answer := Rewritten Narrowed.
Definition ByCases : answer := Rewritten Divided.

Definition answered (a : answer) : option skeleton :=
  match a with Truth b => Some (Const b) | By A ys => Some (Aut A ys) | _ => None end.

(* A sum and a constant for a term. *)
Fixpoint linear (c : Z) (t : term) (acc : sums * Z) : sums * Z :=
  match t with
  | Num n => (fst acc, (c * n + snd acc)%Z)
  | Var x => (add_to c x (fst acc), snd acc)
  | Add a b => linear c a (linear c b acc)
  | Sub a b => linear c a (linear (- c) b acc)
  | Mul n a => linear (c * n) a acc
  end.
Definition comparing (r : comparison) (a b : term) : skeleton :=
  let (ks, n) := linear 1 a (linear (-1) b ([], 0%Z)) in
  match r with
  | LessThan => Lin false ks (-1 - n)
  | AtMost => Lin false ks (- n)
  | Equal => Lin true ks (- n)
  end.

(* A variable that is neither x nor free in f. *)
Definition fresh (x : var) (f : formula) : var := S (fold_right Nat.max x (free f)).

(* A formula without quantifiers; or that there are at least k tuples xs for which P is true, or (neg) that there are not. *)
Inductive open :=
| Closed (p : skeleton)
| Least (neg : bool) (k : nat) (xs : list var) (p : skeleton).

Definition answers := list answer.
Section Rules.
Context {hashes : keys}.      (* by which visited nodes are found again *)
Definition same (s : structure) (p q : skeleton) (ys : list var) : bool := always s (Bin implb p q) ys && always s (Bin implb q p) ys.
(* A quantifier is closed by an answer, or left open. *)
Definition close (s : structure) (neg : bool) (k : nat) (xs : list var) (p : skeleton) (c : answers) : option (open * answers) :=
  match c with
  | Later :: c => Some (Least neg k xs p, c)
  | a :: c => match answered a with
      | Some r => if counts s p xs k Bool.eqb r (vars r) then Some (Closed (if neg then Neg r else r), c) else None
      | None => None
      end
  | [] => None
  end.
Definition without (x : var) (xs : list var) : list var := filter (fun y => negb (Nat.eqb y x)) xs.
Fixpoint finish (s : structure) (neg : bool) (k : nat) (xs : list var) (p : skeleton) (c : answers) : option (open * answers) :=
  match c with
  | Same A ys :: c => if same s p (Aut A ys) ys then close s neg k xs (Aut A ys) c else None
  | Given x :: c =>
      if Nat.eqb k 1 && existsb (Nat.eqb x) xs
      then match solve x p with Some p => finish s neg k (without x xs) p c | None => None end
      else None
  | c => close s neg k xs p c
  end.

(* A quantifier that is open stands in front of a conjunction. *)
Definition both (o o' : open) : option open :=
  match o, o' with
  | Closed p, Closed q => Some (Closed (Bin andb p q))
  | Least false 1 xs p, Closed q => if disjoint xs (vars q) then Some (Least false 1 xs (Bin andb p q)) else None
  | Closed p, Least false 1 xs q => if disjoint xs (vars p) then Some (Least false 1 xs (Bin andb p q)) else None
  | _, _ => None
  end.

Definition relations := list (list system * dfa).     (* the systems of tracks, and automata *)
Definition same_systems (a b : list system) : bool := if list_eq_dec system_dec a b then true else false.

Fixpoint compile (s : structure) (rels : relations) (f : formula) (c : answers) : option (open * answers) :=
  let two op f g :=
    match compile s rels f c with
    | Some (Closed p, c) => match compile s rels g c with Some (Closed q, c) => Some (Closed (Bin op p q), c) | _ => None end
    | _ => None
    end in
  match f with
  | Compare r a b => Some (Closed (comparing r a b), c)
  | Rel i xs => match nth_error rels i with
      | Some (ss, A) => if same_systems (map s xs) ss then Some (Closed (Aut A xs), c) else None
      | None => None
      end
  | Not f => match compile s rels f c with
      | Some (Closed p, c) => Some (Closed (Neg p), c)
      | Some (Least false k xs p, c) => Some (Least true k xs p, c)
      | _ => None
      end
  | And f g => match compile s rels f c with
      | Some (o, c) => match compile s rels g c with
          | Some (o', c) => option_map (fun o => (o, c)) (both o o')
          | None => None
          end
      | None => None
      end
  | Or f g => two orb f g
  | Implies f g => two implb f g
  | Iff f g => two Bool.eqb f g
  | Some_ x f => match compile s rels f c with
      | Some (Closed p, c) => finish s false 1 [x] p c
      | Some (Least false 1 xs p, c) => finish s false 1 (x :: xs) p c
      | _ => None
      end
  | All x f => match compile s rels f c with
      | Some (Closed p, c) => finish s true 1 [x] (Neg p) c
      | Some (Least true 1 xs p, c) => finish s true 1 (x :: xs) p c
      | _ => None
      end
  | AtLeast k xs f => match compile s rels f c with
      | Some (Closed p, c) => match k with O => Some (Closed (Const true), c) | _ => finish s false k xs p c end
      | _ => None
      end
  | Infinitely x f => match compile s rels f c with
      | Some (Closed p, c) => let z := fresh x f in
          match finish s false 1 [x] (Bin andb p (Lin false [(1%Z, z); ((-1)%Z, x)] 0)) c with
          | Some (Closed h, c) => finish s true 1 [z] (Neg h) c
          | _ => None
          end
      | _ => None
      end
  end.

Fixpoint same_vars (xs ys : list var) : bool :=
  match xs, ys with [], [] => true | x :: xs, y :: ys => Nat.eqb x y && same_vars xs ys | _, _ => false end.
Definition outer (xs : list var) (p : skeleton) : list var := filter (fun y => negb (existsb (Nat.eqb y) xs)) (vars p).
Fixpoint conj (ps : list skeleton) : skeleton :=
  match ps with [] => Const true | p :: ps => match ps with [] => p | _ => Bin andb p (conj ps) end end.
Definition all_vars (ps : list skeleton) : list var := flat_map vars ps.
Definition select (l : list nat) (ps : list skeleton) : list skeleton :=
  flat_map (fun i => match nth_error ps i with Some p => [p] | None => [] end) l.

(* Does p follow from q? *)
Definition follows (s : structure) (q p : skeleton) : bool := let b := Bin implb q p in always s b (nodup Nat.eq_dec (vars b)).
(* The same for a formula. *)
Definition conclude (s : structure) (q : skeleton) (o : open) : bool :=
  match o with
  | Closed p => follows s q p
  | Least neg k xs p =>
      if neg && Nat.eqb k 1 && disjoint xs (vars q)
      then follows s q (Neg p)
      else counts s p xs k (fun a b => implb a (xorb neg b)) q (nodup Nat.eq_dec (vars q ++ outer xs p))
  end.
(* Does B follow from q, from B that there are xs of which A is true, and from A the skeleton p? *)
Definition conclude_by (s : structure) (q : skeleton) (xs : list var) (p : skeleton) (A : dfa) (ys : list var) (B : dfa) (zs : list var) : bool :=
  zero_loop A (length ys) && zero_loop B (length zs) && follows s (Aut A ys) p && follows s q (Aut B zs)
  && conclude s (Aut B zs) (Least false 1 xs (Aut A ys)).
Definition concluding (s : structure) (q : skeleton) (o : open) (c : answers) : option answers :=
  match c with
  | Enough A ys B zs :: c => match o with
      | Least false 1 xs p => if conclude_by s q xs p A ys B zs then Some c else None
      | _ => None
      end
  | _ => if conclude s q o then Some c else None
  end.
(* With no premise, what is concluded of some numbers holds. *)
Fixpoint without_premise (f : formula) : formula :=
  match f with Some_ x f => Some_ x (without_premise f) | Implies g h => Not g | f => f end.
Fixpoint quantified (f : formula) : bool :=
  match f with
  | Compare _ _ _ | Rel _ _ => false
  | Not f => quantified f
  | And f g | Or f g | Implies f g | Iff f g => quantified f || quantified g
  | _ => true
  end.
Definition concluded (s : structure) (rels : relations) (ps : list skeleton) (f : formula) (c : answers) : option answers :=
  let (ps, c) := match c with Only l :: c => (select l ps, c) | _ => (ps, c) end in
  match compile s rels f c with Some (o, c) => concluding s (conj ps) o c | None => None end.
(* Quantifiers A in front need no answers; parts of a conjunction are theorems of their own. A step is that of the first formula
   for which there is one and that has quantifiers. *)
Fixpoint prove (s : structure) (rels : relations) (ps : list skeleton) (f : formula) (c : answers) : option answers :=
  let direct _ := concluded s rels ps f c in
  match f with
  | All x g => if existsb (Nat.eqb x) (all_vars ps) then direct tt else prove s rels ps g c
  | And g h => match prove s rels ps g c with Some c => prove s rels ps h c | None => None end
  | Implies g h => match (if quantified f then c else []) with
      | Step :: c => match compile s rels g c with
          | Some (Closed p, c) => prove s rels (p :: ps) h c
          | Some (Least false 1 xs p, c) =>
              if disjoint xs (all_vars ps) && disjoint xs (free h) then prove s rels (p :: ps) h c else None
          | _ => None
          end
      | _ => direct tt
      end
  | Or g h => match (if quantified f then c else []) with
      | Step :: By A ys :: c =>
          if zero_loop A (length ys)
          then match prove s rels (Neg (Aut A ys) :: ps) g c with
               | Some c => prove s rels [Aut A ys] h c
               | None => None
               end
          else None
      | _ => direct tt
      end
  | Some_ x g => match c with
      | Step :: c => concluded s rels ps (without_premise f) c
      | Obtain A ys xs :: c =>
          if zero_loop A (length ys) && disjoint xs (all_vars ps) && disjoint xs (free f)
             && conclude s (conj ps) (Least false 1 xs (Aut A ys))
          then prove s rels (Aut A ys :: ps) g c
          else None
      | Take :: c => prove s rels ps g c
      | _ => direct tt
      end
  | _ => direct tt
  end.

(* Is A the relation of the tuples xs for which a formula holds? *)
Definition defines (s : structure) (o : open) (xs : list var) (A : dfa) : bool :=
  match o with
  | Closed p => same s p (Aut A xs) xs
  | Least neg k zs p => counts s p zs k (fun a b => Bool.eqb a (xorb neg b)) (Aut A xs) xs
  end.
(** ** Kernels *)
Definition before (g : game) : list var := seq 0 (piles g).
Definition behind (g : game) : list var := seq (piles g) (piles g).
(* Terms that are natural numbers, of the first n variables; and these terms of the n variables after them. *)
Fixpoint measuring (n : nat) (t : term) : bool :=
  match t with
  | Num c => Z.leb 0 c
  | Var x => Nat.ltb x n
  | Add a b => measuring n a && measuring n b
  | Sub _ _ => false
  | Mul c a => Z.leb 0 c && measuring n a
  end.
Fixpoint moved (n : nat) (t : term) : term :=
  match t with
  | Num c => Num c
  | Var x => Var (n + x)
  | Add a b => Add (moved n a) (moved n b)
  | Sub a b => Sub (moved n a) (moved n b)
  | Mul c a => Mul c (moved n a)
  end.
Fixpoint decreased (n : nat) (ts : list term) : formula :=
  match ts with
  | [] => Compare LessThan (Num 0) (Num 0)
  | t :: ts => Or (Compare LessThan (moved n t) t) (And (Compare Equal (moved n t) t) (decreased n ts))
  end.
Definition at_least (k : nat) (xs : list var) (f : formula) : formula :=
  match k with 1 => fold_right Some_ f xs | _ => AtLeast k xs f end.
(* What is to be proved if the relation number i is the kernel. *)
Definition kernel_claims (i : nat) (g : game) (ts : list term) : formula :=
  let inside := Rel i (before g) in
  let loses := at_least (block g) (behind g) (And (rule g) (Rel i (behind g))) in
  let moves := at_least 1 (behind g) (rule g) in
  And (Implies (rule g) (decreased (piles g) ts))
      (if misere g
       then And (Implies inside moves) (And (Implies inside (Not loses)) (Implies (Not inside) (Or (Not moves) loses)))
       else And (Implies inside (Not loses)) (Implies (Not inside) loses)).
Fixpoint names_below (n : nat) (f : formula) : bool :=
  match f with
  | Compare _ _ _ => true
  | Rel i _ => Nat.ltb i n
  | Not f | Some_ _ f | All _ f | AtLeast _ _ f | Infinitely _ f => names_below n f
  | And f g | Or f g | Implies f g | Iff f g => names_below n f && names_below n g
  end.

(** ** Commands *)
(* The formula that answers are about. *)
Definition rewritten (w : rewriting) : formula -> formula := match w with Narrowed => narrow | Divided => by_cases | Compared k => compared k end.
Fixpoint meant (f : formula) (c : answers) : formula * answers := match c with Rewritten w :: c => meant (rewritten w f) c | _ => (f, c) end.
(* One command with its certificate: the relations after it, none if it is not accepted. *)
Definition check_command (s : structure) (rels : relations) (cmd : command) (c : answers) : option relations :=
  match cmd with
  | Automaton k A => if zero_loop A k then Some (rels ++ [(map s (seq 0 k), A)]) else None
  | Define xs f => let (f, c) := meant f c in
      match compile s rels f c with
      | Some (o, [By A ys]) =>
          if same_vars xs ys && distinct xs && defines s o xs A then Some (rels ++ [(map s xs, A)]) else None
      | _ => None
      end
  | Kernel g => match c with
      | Measure ts :: By A _ :: c =>
          let rels' := rels ++ [(map s (before g), A)] in
          if zero_loop A (piles g) && names_below (length rels) (rule g) && forallb (measuring (piles g)) ts
          then let (f, c) := meant (kernel_claims (length rels) g ts) c in
               match prove s rels' [] f c with Some [] => Some rels' | _ => None end
          else None
      | _ => None
      end
  | Theorem_ f => let (f, c) := meant f c in match prove s rels [] f c with Some [] => Some rels | _ => None end
  end.
Fixpoint check_commands (s : structure) (rels : relations) (cs : list (command * answers)) : bool :=
  match cs with
  | [] => true
  | (cmd, c) :: cs => match check_command s rels cmd c with Some rels => check_commands s rels cs | None => false end
  end.
Definition check (s : system) (cs : list (command * answers)) : bool := good_system s && check_commands (one s) [] cs.
End Rules.

(* An automaton as a list of its states, the first first: accepting or not, and letters with next states. *)
Fixpoint listed (q : positive) (l : list (bool * list (list nat * positive))) : dfa :=
  match l with
  | [] => PositiveMap.empty _
  | (b, row) :: l =>
      PositiveMap.add q (b, fold_right (fun '(a, t) r => PositiveMap.add (code a) t r) (PositiveMap.empty _) row)
        (listed (Pos.succ q) l)
  end.
