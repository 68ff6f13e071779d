(* Of the statements of a script those that are to be proved, and what they rest on; what is known of kernels. *)
open Checker
open Found

(* What a statement names, and what it binds, with the kinds of names: a function and a word may have the same. *)
let rec words_of_term = function
  | Number _ | Letter _ | Named _ -> []
  | Plus (a, b) | Minus (a, b) -> words_of_term a @ words_of_term b
  | Times (_, a) | Over (a, _) -> words_of_term a
  | Indexed (w, i) -> ("word", w) :: words_of_term i
let rec names_of = function
  | Relates (_, a, b) -> words_of_term a @ words_of_term b
  | Call (f, ts) -> ("function", f) :: List.concat_map words_of_term ts
  | Negation f | Exists_ (_, f) | Forall_ (_, f) | Count (_, _, f) | Often (_, f) -> names_of f
  | Conjunction (f, g) | Disjunction (f, g) | Implication (f, g) | Equivalence (f, g) -> names_of f @ names_of g
let binds = function
  | Definition_ (f, _, _) | Expression (f, _, _) -> Some ("function", f)
  | Kernel_ (p, _, _) -> Some ("function", p)
  | Word_ (w, _, _) | Combined_ (w, _) -> Some ("word", w)
  | Game_ (g, _) -> Some ("game", g)
  | Claim _ | Integer_claim _ | Forget _ -> None
let needs = function
  | Definition_ (_, _, f) | Claim (_, f) -> names_of f
  | Game_ (_, g) -> names_of g.moves
  | Combined_ (_, fs) -> List.map (fun (f, _) -> ("function", f)) fs
  | Kernel_ (_, g, given) -> ("game", g) :: (match given with Some q -> [ ("function", q) ] | None -> [])
  | Expression _ | Word_ _ | Integer_claim _ | Forget _ -> []
(* The statements that are to be proved, from number `first` on, and those that they rest on. *)
let statements first statements =
  let n = Array.length statements in
  let marks = Array.make n false and wanted = Hashtbl.create 100 in
  for i = n - 1 downto 0 do
    let c = statements.(i) in
    let claimed = i >= first && Script.name c <> None in
    let named = match binds c with Some key when Hashtbl.mem wanted key -> Hashtbl.remove wanted key; true | _ -> false in
    if claimed || named then begin
      marks.(i) <- true;
      List.iter (fun key -> Hashtbl.replace wanted key ()) (needs c)
    end
  done;
  marks

(* The automaton of a kernel, in the format of Walnut, from one of some folders. *)
let stored folders tracks name =
  let read text =
    let lines = List.filter (fun l -> String.trim l <> "" && l.[0] <> '#') (String.split_on_char '\n' text) in
    let words l = List.filter (fun w -> w <> "") (String.split_on_char ' ' (String.trim l)) in
    let rec states own found = function
      | [] -> List.rev (match own with Some (b, row) -> (b, List.rev row) :: found | None -> found)
      | l :: rest ->
        match List.rev (words l) with
        | target :: "->" :: letter -> (match own with
            | Some (b, row) -> states (Some (b, (List.rev_map int_of_string letter, int_of_string target) :: row)) found rest
            | None -> failwith "no state")
        | [ out; _ ] -> states (Some (out <> "0", [])) (match own with Some (b, row) -> (b, List.rev row) :: found | None -> found) rest
        | _ -> failwith "no state" in
    let found = Array.of_list (states None [] (List.tl lines)) in
    if Array.exists (fun (_, row) -> List.exists (fun (l, _) -> List.length l <> tracks) row) found then failwith "tracks";
    { accept = Array.map fst found; rows = Array.map (fun (_, row) -> List.sort compare row) found } in
  List.find_map (fun folder -> match Script.contents (Filename.concat folder (name ^ ".txt")) with
    | Some text -> (try Some (read text) with Failure _ -> None)
    | None -> None) folders

let rec terms_of positions = function
  | Number c -> Num c
  | Named x -> Var (Text.nat (List.assoc x positions))
  | Plus (a, b) -> Add (terms_of positions a, terms_of positions b)
  | Times (c, a) -> Mul (c, terms_of positions a)
  | _ -> failwith "no measure"
(* What a script says of a kernel, and what is stored of it. *)
let hints folders t = function
  | Kernel_ (p, g, given), Kernel game ->
    (match t.games_ g with
     | None -> None, []
     | Some (g, _) ->
       let positions = List.mapi (fun i x -> (x, i)) g.before_ in
       let measured = match g.measure with [] -> [] | ts -> [ Measure (List.map (terms_of positions) ts) ] in
       match given with
       | Some q -> (match t.functions_ q with Some (_, i) -> Some (Text.of_nat i) | None -> None), measured
       | None -> match stored folders (Text.of_nat game.piles) (Script.string p) with
         | Some m -> None, By (dfa_of m, before game) :: measured
         | None -> None, measured)
  | _ -> None, []

(* A game that has no measure: the sum of the piles, or an order of them. *)
let rec orders = function
  | [] -> [ [] ]
  | xs -> List.concat_map (fun x -> List.map (fun l -> x :: l) (orders (List.filter (fun y -> y <> x) xs))) xs
let measures g =
  let piles = List.map (fun x -> Var x) (before g) in
  [ List.fold_left (fun t x -> Add (t, x)) (List.hd piles) (List.tl piles) ] :: orders piles
