(* Scripts as trees: what Reader.v makes of the bytes of a script, and what Meaning.v says of.

   Names stand as they are written; macros are filled in, and every formula has the one numeration system that it is in. *)
Require Import ZArith String List.
From Filbert Require Import System.
Import ListNotations.

Definition name := string.

Inductive expr :=
| Number (c : Z)
| Letter (c : Z)                          (* @1 *)
| Named (x : name)
| Plus (a b : expr)
| Minus (a b : expr)
| Times (c : Z) (a : expr)
| Over (a : expr) (d : Z)                 (* rounded down *)
| Indexed (W : name) (i : expr).               (* W[i] *)

Inductive sign := Same | Different | Below | Upto.      (* a > b is written b < a *)

Inductive sentence :=
| Relates (r : sign) (a b : expr)
| Call (f : name) (ts : list expr)        (* $f(t,..) *)
| Negation (f : sentence)
| Conjunction (f g : sentence)
| Disjunction (f g : sentence)
| Implication (f g : sentence)
| Equivalence (f g : sentence)
| Exists_ (x : name) (f : sentence)
| Forall_ (x : name) (f : sentence)
| Count (k : nat) (xs : list name) (f : sentence)       (* E>=k xs f *)
| Often (x : name) (f : sentence).        (* I x f *)

(* Regular expressions over letters of some digits. *)
Inductive regex :=
| Never
| Empty
| Digits (a : list nat)
| Alternative (r s : regex)
| Both (r s : regex)
| Sequence (r s : regex)
| Repeat (r : regex).

(* The rules of a morphism; the first rule is that of the first letter. *)
Definition morphism := list (Z * list Z).

(* A game: the piles before a move and after it, and the rules; none of its moves begins where the terminal formula holds. *)
Record rules := Rules {
  before_ : list name;
  after_ : list name;
  moves : sentence;
  forbidden : nat;                        (* block *)
  misere_ : bool;
  measure : list expr                     (* none if the script gives none *)
}.

(* A system with its full name: systems of different names are different. *)
Definition numeration := (string * system)%type.

Inductive statement :=
| Definition_ (f : name) (xs : list name) (F : sentence)
| Expression (f : name) (ss : list system) (r : regex)  (* a track in each of these systems *)
| Word_ (W : name) (h : morphism) (coding : list (Z * Z))
| Combined_ (W : name) (fs : list (name * Z))            (* of the functions that hold, the last gives the letter *)
| Game_ (G : name) (g : rules)
| Kernel_ (P G : name) (given : option name)
| Claim (t : name) (F : sentence)         (* theorem, refute and cover *)
| Integer_claim (t : name) (F : sentence) (* the same in a system with negative numbers *)
| Forget (xs : list name).                (* what is not read may have given these names any meaning *)

(* Statements in their order, each with a system that it is in; `Forget` has none. *)
Definition text := list (numeration * statement).
