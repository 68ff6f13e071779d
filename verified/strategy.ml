(* How filbert-elaborate goes about a formula, and what of the formula decides whether it is worth while. *)
open Checker

(* How to go about it: quantifiers that follow each other as one; what follows from what is assumed, not what is equivalent;
   an automaton for what stands under a quantifier, which has no states from which nothing is accepted; what is true for
   want of a premise; what is looked for one after the other; the first variable of a block apart from the others;
   quantifiers in front of the conjunctions that they stand in, and an automaton from which what stands under them follows;
   quantifiers moved inwards. The last: how many members of sets, as a part of the limit. *)
type strategy = { blocks : bool; steps : bool; bodies : bool; premise : bool; witness : bool; nested : bool;
  enough : bool; inwards : bool; part : int }
let strategies =
  let plain = { blocks = true; steps = true; bodies = false; premise = false; witness = false; nested = false;
    enough = false; inwards = false; part = 1 } in
  [ { plain with enough = true }; { plain with inwards = true; blocks = false }; { plain with inwards = true; part = 2 };
    { plain with premise = true; part = 8 }; { plain with witness = true; part = 2 }; { plain with nested = true; part = 4 };
    { plain with bodies = true; part = 2 }; { plain with bodies = true; blocks = false; part = 2 };
    plain; { plain with blocks = false }; { plain with steps = false; blocks = false } ]

let subtract xs = List.filter (fun y -> not (List.mem y xs))

(* May the quantifiers of a formula stand in front of it? *)
let rec movable = function Some_ _ -> true | And (f, g) -> movable f || movable g | _ -> false

(* Is it worth while to show that a formula follows, rather than what it is equivalent to? *)
let rec follows = function
  | Some_ _ | All _ | AtLeast _ | Not (Some_ _ | AtLeast _) -> true
  | And (f, g) | Or (f, g) -> follows f || follows g
  | Implies (f, g) -> follows f || follows g
  | _ -> false

let rec block = function Some_ (x, f) -> let xs, g = block f in x :: xs, g | f -> [], f
(* Variables that the relations and equations among some conjuncts connect, in the order of the variables. *)
let components xs parts =
  let join groups f = match f with
    | Rel _ | Compare (Equal, _, _) ->
      let touched, apart = List.partition (List.exists (fun x -> List.mem x (free f))) groups in
      List.concat touched :: apart
    | _ -> groups in
  let groups = List.filter (fun g -> g <> []) (List.fold_left join (List.map (fun x -> [ x ]) xs) parts) in
  let rec order = function
    | [] -> []
    | x :: xs -> (match List.find_opt (List.mem x) groups with
      | Some g -> g :: order (subtract g xs)
      | None -> order xs) in
  order xs

(* Is there something to look for that falls apart so? *)
let rec separable = function
  | All (_, f) | Implies (_, f) -> separable f
  | And (f, g) | Or (f, g) -> separable f || separable g
  | Some_ _ as f ->
    let xs, body = block f in
    let parts = conjuncts body in
    List.length (components xs parts) >= 2 && not (List.exists quantified parts)
  | _ -> false
(* Is a quantifier below a conjunction in one of several cases? *)
let rec moves below = function
  | Some_ (_, f) -> below || moves false f
  | And (f, g) -> moves true f || moves true g
  | _ -> false
let rec in_cases = function
  | All (_, f) | Implies (_, f) -> in_cases f
  | And (f, g) -> in_cases f || in_cases g
  | Or (f, g) -> (match f with Some_ (_, f) -> moves false f | _ -> false) || in_cases g
  | _ -> false

(* How many cases a formula falls into, those under its quantifiers with them. *)
let rec number_of_cases = function
  | Or (f, g) -> number_of_cases f + number_of_cases g
  | And (f, g) -> number_of_cases f * number_of_cases g
  | Some_ (_, f) -> number_of_cases f
  | _ -> 1
(* Are there quantifiers that have some cases, and none that has too many? *)
let divisible f =
  let rec most = function
    | Compare _ | Rel _ -> 1
    | Some_ (_, f) -> max (number_of_cases f) (most f)
    | Not f | All (_, f) | AtLeast (_, _, f) | Infinitely (_, f) -> most f
    | And (f, g) | Or (f, g) | Implies (f, g) | Iff (f, g) -> max (most f) (most g) in
  let n = most f in
  n > 1 && n <= 30

(* How a formula is rewritten before all else: its cases in front of quantifiers; automata for comparisons of up to so many variables. *)
type way = { divided : bool; automata : int }
let as_it_is = { divided = false; automata = 0 }
let with_automata way f = if way.automata > 0 then compared (Text.nat way.automata) f else f
let ways f =
  let automata k = { as_it_is with automata = k } in
  let two = with_automata (automata 2) f and three = with_automata (automata 3) f in
  let some changed way = if changed then [ way ] else [] in
  let q = quantified f in
  (as_it_is :: some (q && two <> f) (automata 2)) @ some (q && three <> two) (automata 3)
  @ some (divisible f) { as_it_is with divided = true }
