(* The text of scripts with certificates: words between spaces and line ends. Reading it is outside the theorem.

     system STATES (TOP NEXT)*                      the numeration system, as in System.v
     automaton TRACKS DFA                           a relation by an automaton
     define N VARIABLE* FORMULA                     a relation by a formula, then answers
     kernel NAME PILES BLOCK MISERE FORMULA         the kernel of a game as in Logic.v, then answers; `-` is no name
     theorem NAME FORMULA                           then answers
     by N VARIABLE* DFA  |  truth 0  |  truth 1  |  same N VARIABLE* DFA  |  later  |  step  |  take
     inwards  |  cases  |  compared K
     measure N TERM*  |  given VARIABLE  |  only N NUMBER*  |  obtain N VARIABLE* N VARIABLE* DFA  |  enough N VARIABLE* DFA N VARIABLE* DFA
                                                    an answer, of the command before it
   DFA is STATES, and for each state 1 or 0 (accepting), the number of its transitions, and these: digits, next state
   (states count from 1). FORMULA is written in front: `and F G`, `not F`, `some X F`, `atleast K N X* F`, `rel I N X*`,
   `less T T`, ...; TERM: `n C`, `v X`, `add T T`, `sub T T`, `mul C T`. *)
open Checker

let rec nat n = if n <= 0 then O else S (nat (n - 1))
let rec pos n = if n <= 1 then XH else if n land 1 = 0 then XO (pos (n / 2)) else XI (pos (n / 2))
let z n = if n = 0 then Z0 else if n > 0 then Zpos (pos n) else Zneg (pos (-n))

exception Bad of string
type reader = { channel : in_channel; mutable line : int; mutable ahead : string option }
let reader channel = { channel; line = 1; ahead = None }
let word_opt r = match r.ahead with
  | Some w -> r.ahead <- None; Some w
  | None ->
    let b = Buffer.create 16 in
    let rec go () = match input_char r.channel with
      | exception End_of_file -> if Buffer.length b = 0 then None else Some (Buffer.contents b)
      | ' ' | '\n' | '\t' | '\r' as c ->
        if c = '\n' then r.line <- r.line + 1;
        if Buffer.length b = 0 then go () else Some (Buffer.contents b)
      | c -> Buffer.add_char b c; go () in
    go ()
let peek r = match r.ahead with
  | Some w -> Some w
  | None -> let w = word_opt r in r.ahead <- w; w
let bad r what = raise (Bad (Printf.sprintf "line %d: %s" r.line what))
let word r = match word_opt r with Some w -> w | None -> bad r "the text ends too early"
let int r = let w = word r in
  match int_of_string_opt w with Some n -> n | None -> bad r (Printf.sprintf "`%s` is no number" w)
let count r = let n = int r in if n < 0 then bad r "a number of things is negative" else n
let times n f = List.init n (fun _ -> f ())
let variable r = nat (count r)

(* The states as they stand in the text: accepting, letters and targets. *)
let states r width =
  times (count r) (fun () ->
    let accepting = count r = 1 in
    let row = times (count r) (fun () -> let digits = times width (fun () -> count r) in let q = count r in (digits, q)) in
    (accepting, row))
let dfa_of states =
  (* One value for each state: most states have many transitions to them. *)
  let names = Array.init (List.length states + 1) pos in
  let target q = if q < Array.length names then names.(q) else pos q in
  let transition row (digits, q) = PositiveMap.add (code (List.map nat digits)) (target q) row in
  let add (q, table) (accepting, row) =
    (q + 1, PositiveMap.add (pos q) (accepting, List.fold_left transition PositiveMap.empty row) table) in
  snd (List.fold_left add (1, PositiveMap.empty) states)
let dfa r width = dfa_of (states r width)

let rec term r = match word r with
  | "n" -> Num (z (int r))
  | "v" -> Var (variable r)
  | "add" -> let a = term r in let b = term r in Add (a, b)
  | "sub" -> let a = term r in let b = term r in Sub (a, b)
  | "mul" -> let c = int r in let a = term r in Mul (z c, a)
  | w -> bad r (Printf.sprintf "`%s` begins no term" w)
let rec formula r =
  let compare c = let a = term r in let b = term r in Compare (c, a, b) in
  let two c = let f = formula r in let g = formula r in c f g in
  let bound c = let x = variable r in let f = formula r in c x f in
  match word r with
  | "less" -> compare LessThan
  | "atmost" -> compare AtMost
  | "equal" -> compare Equal
  | "rel" -> let i = count r in let n = count r in let xs = times n (fun () -> variable r) in Rel (nat i, xs)
  | "not" -> Not (formula r)
  | "and" -> two (fun f g -> And (f, g))
  | "or" -> two (fun f g -> Or (f, g))
  | "implies" -> two (fun f g -> Implies (f, g))
  | "iff" -> two (fun f g -> Iff (f, g))
  | "some" -> bound (fun x f -> Some_ (x, f))
  | "all" -> bound (fun x f -> All (x, f))
  | "atleast" ->
    let k = count r in let n = count r in
    let xs = times n (fun () -> variable r) in let f = formula r in AtLeast (nat k, xs, f)
  | "infinitely" -> bound (fun x f -> Infinitely (x, f))
  | w -> bad r (Printf.sprintf "`%s` begins no formula" w)

let system r =
  if word r <> "system" then bad r "the text begins with `system`";
  let n = count r in
  times n (fun () -> let top = nat (count r) in let q = nat (count r) in (top, q))

(* The next command, with its name. *)
let command r = match word_opt r with
  | None -> None
  | Some "automaton" -> let k = count r in Some ("", Automaton (nat k, dfa r k))
  | Some "define" ->
    let n = count r in let xs = times n (fun () -> variable r) in
    Some ("", Define (xs, formula r))
  | Some "kernel" ->
    let name = word r in
    let piles = nat (count r) in
    let block = nat (count r) in
    let misere = count r = 1 in
    let rule = formula r in
    Some ((if name = "-" then "" else name), Kernel { piles; block; misere; rule })
  | Some "theorem" -> let name = word r in Some (name, Theorem_ (formula r))
  | Some w -> bad r (Printf.sprintf "`%s` begins no command" w)
let rec answers r = match peek r with
  | Some ("by" | "same" as kind) ->
    ignore (word r);
    let n = count r in
    let ys = times n (fun () -> variable r) in
    let a = dfa r n in
    let a = if kind = "by" then By (a, ys) else Same (a, ys) in
    a :: answers r
  | Some "obtain" ->
    ignore (word r);
    let m = count r in
    let xs = times m (fun () -> variable r) in
    let n = count r in
    let ys = times n (fun () -> variable r) in
    let a = dfa r n in
    Obtain (a, ys, xs) :: answers r
  | Some "enough" ->
    ignore (word r);
    let n = count r in
    let ys = times n (fun () -> variable r) in
    let a = dfa r n in
    let m = count r in
    let zs = times m (fun () -> variable r) in
    let b = dfa r m in
    Enough (a, ys, b, zs) :: answers r
  | Some "measure" -> ignore (word r); let n = count r in let ts = times n (fun () -> term r) in Measure ts :: answers r
  | Some "later" -> ignore (word r); Later :: answers r
  | Some "step" -> ignore (word r); Step :: answers r
  | Some "take" -> ignore (word r); Take :: answers r
  | Some "inwards" -> ignore (word r); Rewritten Narrowed :: answers r
  | Some "cases" -> ignore (word r); Rewritten Divided :: answers r
  | Some "compared" -> ignore (word r); let k = nat (count r) in Rewritten (Compared k) :: answers r
  | Some "given" -> ignore (word r); let x = variable r in Given x :: answers r
  | Some "only" -> ignore (word r); let n = count r in let l = times n (fun () -> variable r) in Only l :: answers r
  | Some "truth" -> ignore (word r); let b = count r = 1 in Truth b :: answers r
  | _ -> []
