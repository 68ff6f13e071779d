(* Automata and answers as text. Reading it is outside the theorem.

   A line is words with spaces between them. An automaton on the tracks of some variables is `as LABEL` for one that a claim of this name
   has, or a line with the number of states and one for each: 1 or 0 (accepting), then its transitions, letter and state in turn. States
   count from 0. A letter is one number in mixed radix: the digit of the first variable is the most significant, and a variable has the
   digits of its system.

     by VARIABLE*             then an automaton
     same VARIABLE*           likewise
     obtain VARIABLE* of VARIABLE*    the variables to be obtained, and those of the automaton that follows
     enough VARIABLE*         then an automaton, `assumed VARIABLE*` and another
     truth 0  |  truth 1  |  later  |  step  |  take  |  inwards  |  cases  |  compared K  |  given VARIABLE  |  only NUMBER*
     measure N TERM*          where a TERM is `n C`, `v X`, `add T T`, `sub T T` or `mul C T` *)
open Checker

let rec nat n = if n <= 0 then O else S (nat (n - 1))
let rec pos n = if n <= 1 then XH else if n land 1 = 0 then XO (pos (n / 2)) else XI (pos (n / 2))
let z n = if n = 0 then Z0 else if n > 0 then Zpos (pos n) else Zneg (pos (-n))

exception Bad of string

(* Lines of a text, of which the next can be seen. *)
type reader = { channel : in_channel; mutable line : int; mutable ahead : string option }
let reader channel = { channel; line = 0; ahead = None }
let peek r = match r.ahead with
  | Some text -> Some text
  | None ->
    r.ahead <- (match input_line r.channel with text -> Some text | exception End_of_file -> None);
    r.line <- r.line + 1;
    r.ahead
let next_opt r = let text = peek r in r.ahead <- None; text
let bad r what = raise (Bad (Printf.sprintf "line %d: %s" r.line what))
let next r = match next_opt r with Some text -> text | None -> bad r "the text ends too early"
let words text = List.filter (fun word -> word <> "") (String.split_on_char ' ' text)

let int r w = match int_of_string_opt w with Some n -> n | None -> bad r (Printf.sprintf "`%s` is no number" w)
let count r w = let n = int r w in if n < 0 then bad r "a number of things is negative" else n
let times n f =
  let rec go n found = if n <= 0 then List.rev found else go (n - 1) (f () :: found) in
  go n []
let variables r ws = List.map (fun w -> nat (count r w)) ws

(* The digits of a letter, where variables have so many. *)
let digits r sizes letter =
  let rest, digits = List.fold_right (fun size (rest, digits) -> rest / size, nat (rest mod size) :: digits) sizes (letter, []) in
  if rest > 0 then bad r (Printf.sprintf "there is no letter %d" letter) else digits

(* The automaton with a line of text for each state. *)
let dfa r sizes lines =
  (* One value for each state and for each letter: most have many transitions. *)
  let states = Array.init (List.length lines) (fun q -> pos (q + 1)) and letters = Hashtbl.create 16 in
  let target q = if q < Array.length states then states.(q) else bad r (Printf.sprintf "there is no state %d" q) in
  let key letter = match Hashtbl.find_opt letters letter with
    | Some key -> key
    | None -> let key = code (digits r sizes letter) in Hashtbl.add letters letter key; key in
  let rec transitions row = function
    | letter :: q :: rest -> transitions (PositiveMap.add (key (count r letter)) (target (count r q)) row) rest
    | [] -> row
    | [ _ ] -> bad r "a letter without a state" in
  let add (q, table) text = match words text with
    | accepting :: rest -> (q + 1, PositiveMap.add (pos q) (count r accepting = 1, transitions PositiveMap.empty rest) table)
    | [] -> bad r "a state is expected" in
  snd (List.fold_left add (1, PositiveMap.empty) lines)

(* What claims have, by their names; the number of digits that a variable has. *)
type known = { claims : (string, string list) Hashtbl.t; size : int -> int }

let automaton r known ws =
  let sizes = List.map (fun w -> known.size (count r w)) ws in
  match words (next r) with
  | "as" :: label ->
    (match Hashtbl.find_opt known.claims (String.concat " " label) with
     | Some lines -> dfa r sizes lines
     | None -> bad r "there is no such claim")
  | [ n ] -> dfa r sizes (times (count r n) (fun () -> next r))
  | _ -> bad r "an automaton is expected"

let rec term r = function
  | "n" :: w :: rest -> Num (z (int r w)), rest
  | "v" :: w :: rest -> Var (nat (count r w)), rest
  | "add" :: rest -> let a, rest = term r rest in let b, rest = term r rest in Add (a, b), rest
  | "sub" :: rest -> let a, rest = term r rest in let b, rest = term r rest in Sub (a, b), rest
  | "mul" :: w :: rest -> let a, rest = term r rest in Mul (z (int r w), a), rest
  | _ -> bad r "a term is expected"
let rec terms r n ws = match n, ws with
  | 0, [] -> []
  | 0, _ -> bad r "more terms than there are"
  | n, ws -> let t, rest = term r ws in t :: terms r (n - 1) rest

(* The words before `of` and behind it. *)
let rec split r = function
  | "of" :: rest -> [], rest
  | w :: rest -> let before, behind = split r rest in w :: before, behind
  | [] -> bad r "`of` is expected"

let answer r known = function
  | "by" :: ys -> let a = automaton r known ys in Some (By (a, variables r ys))
  | "same" :: ys -> let a = automaton r known ys in Some (Same (a, variables r ys))
  | "obtain" :: ws ->
    let xs, ys = split r ws in
    let a = automaton r known ys in
    Some (Obtain (a, variables r ys, variables r xs))
  | "enough" :: ys ->
    let a = automaton r known ys in
    (match words (next r) with
     | "assumed" :: zs -> let b = automaton r known zs in Some (Enough (a, variables r ys, b, variables r zs))
     | _ -> bad r "`assumed` is expected")
  | "measure" :: n :: ts -> Some (Measure (terms r (count r n) ts))
  | [ "later" ] -> Some Later
  | [ "step" ] -> Some Step
  | [ "take" ] -> Some Take
  | [ "inwards" ] -> Some (Rewritten Narrowed)
  | [ "cases" ] -> Some (Rewritten Divided)
  | [ "compared"; k ] -> Some (Rewritten (Compared (nat (count r k))))
  | [ "given"; x ] -> Some (Given (nat (count r x)))
  | "only" :: l -> Some (Only (variables r l))
  | [ "truth"; b ] -> Some (Truth (count r b = 1))
  | _ -> None

(* Answers, up to a line that is none. *)
let rec answers r known = match Option.map words (peek r) with
  | Some ws ->
    (* The line goes before its automaton is read. *)
    let ahead = r.ahead in
    r.ahead <- None;
    (match answer r known ws with
     | Some a -> a :: answers r known
     | None -> r.ahead <- ahead; [])
  | None -> []
