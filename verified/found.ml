(* What filbert-elaborate finds, and how it is written: as text for filbert-verified, or as a definition for Coq. *)
open Checker

(* An automaton as arrays: accepting, and for each state its letters and targets, in order. *)
type machine = { accept : bool array; rows : (int list * int) list array }
let dfa_of m =
  let table = ref PositiveMap.empty in
  Array.iteri (fun q row ->
    let r = List.fold_left (fun r (l, t) -> PositiveMap.add (code (List.map Text.nat l)) (Text.pos (t + 1)) r) PositiveMap.empty row in
    table := PositiveMap.add (Text.pos (q + 1)) (m.accept.(q), r) !table) m.rows;
  !table
let machine_of a =
  let row q = List.filter_map (fun l -> Option.map (fun t -> List.map Text.of_nat l, Text.of_pos t - 1) (next a q l)) (row_digits a q) in
  let states = List.init (PositiveMap.cardinal a |> Text.of_nat) (fun i -> Text.pos (i + 1)) in
  { accept = Array.of_list (List.map (accepting a) states); rows = Array.of_list (List.map (fun q -> List.sort compare (row q)) states) }

(** Answers, in the order of the checker *)
type found =
  | Truth_ of bool | By_ of var list * machine | Same_ of var list * machine | Later_ | Given_ of var | Measure_ of term list | Step_
  | Obtain_ of var list * var list * machine | Take_ | Only_ of int list | Enough_ of var list * machine * var list * machine
  | Inwards_ | Cases_ | Compared_ of int
let answer_of = function
  | Truth_ b -> Truth b
  | By_ (ys, m) -> By (dfa_of m, ys)
  | Same_ (ys, m) -> Same (dfa_of m, ys)
  | Obtain_ (xs, ys, m) -> Obtain (dfa_of m, ys, xs)
  | Enough_ (ys, m, zs, n) -> Enough (dfa_of m, ys, dfa_of n, zs)
  | Measure_ ts -> Measure ts
  | Given_ x -> Given x
  | Only_ l -> Only (List.map Text.nat l)
  | Later_ -> Later
  | Take_ -> Take
  | Inwards_ -> Rewritten Narrowed
  | Cases_ -> Rewritten Divided
  | Compared_ k -> Rewritten (Compared (Text.nat k))
  | Step_ -> Step

(** Printing: a text for filbert-verified, or a definition for Coq *)
let list o f sep l = List.iteri (fun i x -> if i > 0 then output_string o sep; f x) l
let print_machine o m =
  Printf.fprintf o " %d" (Array.length m.accept);
  Array.iteri (fun q row ->
    Printf.fprintf o "\n%d %d" (if m.accept.(q) then 1 else 0) (List.length row);
    List.iter (fun (l, t) -> List.iter (Printf.fprintf o " %d") l; Printf.fprintf o " %d" (t + 1)) row) m.rows;
  output_string o "\n"
let print_vars o xs = Printf.fprintf o " %d" (List.length xs); List.iter (fun x -> Printf.fprintf o " %d" (Text.of_nat x)) xs
let print_answers o =
  List.iter (function
    | Truth_ b -> Printf.fprintf o "truth %d\n" (if b then 1 else 0)
    | By_ (ys, m) -> Printf.fprintf o "by%a%a" print_vars ys print_machine m
    | Same_ (ys, m) -> Printf.fprintf o "same%a%a" print_vars ys print_machine m
    | Obtain_ (xs, ys, m) -> Printf.fprintf o "obtain%a%a%a" print_vars xs print_vars ys print_machine m
    | Enough_ (ys, m, zs, n) -> Printf.fprintf o "enough%a%a%a%a" print_vars ys print_machine m print_vars zs print_machine n
    | Measure_ ts -> Printf.fprintf o "measure %d" (List.length ts); List.iter (Text.print_term o) ts; output_string o "\n"
    | Given_ x -> Printf.fprintf o "given %d\n" (Text.of_nat x)
    | Only_ l -> Printf.fprintf o "only %d" (List.length l); List.iter (Printf.fprintf o " %d") l; output_string o "\n"
    | Later_ -> output_string o "later\n"
    | Take_ -> output_string o "take\n"
    | Inwards_ -> output_string o "inwards\n"
    | Cases_ -> output_string o "cases\n"
    | Compared_ k -> Printf.fprintf o "compared %d\n" k
    | Step_ -> output_string o "step\n")
let print_text o name command machine answers =
  (match command with
   | Automaton (k, _) -> Printf.fprintf o "automaton %d%a" (Text.of_nat k) print_machine (Option.get machine)
   | Define (xs, f) -> Printf.fprintf o "define%a%a\n" print_vars xs Text.print_formula f
   | Kernel g ->
     Printf.fprintf o "kernel %s %d %d %d%a\n" (if name = "" then "-" else name) (Text.of_nat g.piles) (Text.of_nat g.block)
       (Bool.to_int g.misere) Text.print_formula g.rule
   | Theorem_ f -> Printf.fprintf o "theorem %s%a\n" name Text.print_formula f);
  print_answers o answers

let coq_vars o xs = Printf.fprintf o "["; list o (fun x -> Printf.fprintf o "%d" (Text.of_nat x)) "; " xs; Printf.fprintf o "]"
let coq_machine o m =
  Printf.fprintf o "(listed 1 [";
  list o (fun q ->
    Printf.fprintf o "\n  (%b, [" m.accept.(q);
    list o (fun (l, t) ->
      Printf.fprintf o "(["; list o (Printf.fprintf o "%d") "; " l; Printf.fprintf o "], %d%%positive)" (t + 1)) "; " m.rows.(q);
    Printf.fprintf o "])") ";" (List.init (Array.length m.accept) Fun.id);
  Printf.fprintf o "])"
let rec coq_term o = function
  | Num c -> Printf.fprintf o "(Num (%d))" (Text.of_z c)
  | Var x -> Printf.fprintf o "(Var %d)" (Text.of_nat x)
  | Add (a, b) -> Printf.fprintf o "(Add %a %a)" coq_term a coq_term b
  | Sub (a, b) -> Printf.fprintf o "(Sub %a %a)" coq_term a coq_term b
  | Mul (c, a) -> Printf.fprintf o "(Mul (%d) %a)" (Text.of_z c) coq_term a
let rec coq_formula o f =
  let two w f g = Printf.fprintf o "(%s %a %a)" w coq_formula f coq_formula g in
  let bound w x f = Printf.fprintf o "(%s %d %a)" w (Text.of_nat x) coq_formula f in
  match f with
  | Compare (r, a, b) ->
    Printf.fprintf o "(Compare %s %a %a)" (match r with LessThan -> "LessThan" | AtMost -> "AtMost" | Equal -> "Equal") coq_term a coq_term b
  | Rel (i, xs) -> Printf.fprintf o "(Rel %d %a)" (Text.of_nat i) coq_vars xs
  | Not f -> Printf.fprintf o "(Not %a)" coq_formula f
  | And (f, g) -> two "And" f g
  | Or (f, g) -> two "Or" f g
  | Implies (f, g) -> two "Implies" f g
  | Iff (f, g) -> two "Iff" f g
  | Some_ (x, f) -> bound "Some_" x f
  | All (x, f) -> bound "All" x f
  | AtLeast (k, xs, f) -> Printf.fprintf o "(AtLeast %d %a %a)" (Text.of_nat k) coq_vars xs coq_formula f
  | Infinitely (x, f) -> bound "Infinitely" x f
let print_coq o command machine answers =
  Printf.fprintf o "\n(";
  (match command with
   | Automaton (k, _) -> Printf.fprintf o "Automaton %d %a" (Text.of_nat k) coq_machine (Option.get machine)
   | Define (xs, f) -> Printf.fprintf o "Define %a %a" coq_vars xs coq_formula f
   | Kernel g ->
     Printf.fprintf o "Kernel (Game %d %d %b %a)" (Text.of_nat g.piles) (Text.of_nat g.block) g.misere coq_formula g.rule
   | Theorem_ f -> Printf.fprintf o "Theorem_ %a" coq_formula f);
  Printf.fprintf o ", [";
  list o (function
    | Truth_ b -> Printf.fprintf o "Truth %b" b
    | By_ (ys, m) -> Printf.fprintf o "By %a %a" coq_machine m coq_vars ys
    | Same_ (ys, m) -> Printf.fprintf o "Same %a %a" coq_machine m coq_vars ys
    | Obtain_ (xs, ys, m) -> Printf.fprintf o "Obtain %a %a %a" coq_machine m coq_vars ys coq_vars xs
    | Enough_ (ys, m, zs, n) -> Printf.fprintf o "Enough %a %a %a %a" coq_machine m coq_vars ys coq_machine n coq_vars zs
    | Measure_ ts -> Printf.fprintf o "Measure ["; list o (coq_term o) "; " ts; Printf.fprintf o "]"
    | Given_ x -> Printf.fprintf o "Given %d" (Text.of_nat x)
    | Only_ l -> Printf.fprintf o "Only ["; list o (Printf.fprintf o "%d") "; " l; Printf.fprintf o "]"
    | Later_ -> Printf.fprintf o "Later"
    | Take_ -> Printf.fprintf o "Take"
    | Inwards_ -> Printf.fprintf o "Inwards"
    | Cases_ -> Printf.fprintf o "ByCases"
    | Compared_ k -> Printf.fprintf o "Rewritten (Compared %d)" k
    | Step_ -> Printf.fprintf o "Step") "; " answers;
  Printf.fprintf o "])"
