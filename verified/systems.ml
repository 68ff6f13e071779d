(* Which system each variable of a statement is in: found from the tracks of the relations that it names.

   Not trusted: numbers are the same in all systems, and the checker rejects systems that do not fit. Cost: one pass over the formula.
   Weakness: a variable that no relation reads is in the first system of its statement. *)
open Checker

(* The systems of the variables of some commands: those of the relations whose tracks they are. Variables of one comparison are in
   one system; where nothing says which, it is that of the statement. *)
exception Several
let systems_of rels own commands =
  let parent = Hashtbl.create 20 and known = Hashtbl.create 20 and most = ref 0 in
  let rec root x = match Hashtbl.find_opt parent x with Some y -> root y | None -> x in
  let said x s = match Hashtbl.find_opt known x with
    | Some t when t <> s -> raise Several
    | _ -> Hashtbl.replace known x s in
  let join x y =
    let x = root x and y = root y in
    if x <> y then begin
      Hashtbl.replace parent x y;
      Option.iter (said y) (Hashtbl.find_opt known x)
    end in
  let number x = let i = Text.of_nat x in most := max i !most; i in
  let rec go = function
    | Compare (_, a, b) -> (match List.map number (term_vars a @ term_vars b) with x :: xs -> List.iter (join x) xs | [] -> ())
    | Rel (i, xs) ->
      let tracks = fst (List.nth rels (Text.of_nat i)) in
      if List.length tracks = List.length xs then List.iter2 (fun x s -> said (root (number x)) s) xs tracks
    | Not f -> go f
    | And (f, g) | Or (f, g) | Implies (f, g) | Iff (f, g) -> go f; go g
    | Some_ (x, f) | All (x, f) -> ignore (number x); go f
    | AtLeast (_, xs, f) -> List.iter (fun x -> ignore (number x)) xs; go f
    | Infinitely (x, f) -> join (number x) (number (fresh x f)); go f in
  List.iter (function Define (xs, f) -> List.iter (fun x -> ignore (number x)) xs; go f | Theorem_ f -> go f | _ -> ()) commands;
  let all = List.sort_uniq compare (Hashtbl.fold (fun _ s l -> s :: l) known []) in
  match all with
  | [] -> [ own ]
  | [ s ] -> [ s ]
  | _ -> List.init (!most + 1) (fun x -> Option.value (Hashtbl.find_opt known (root x)) ~default:own)
(* A statement as commands, with the systems of its variables; none if it names what is not known. *)
let in_systems rels t (own, c) =
  let n = Text.nat (List.length rels) in
  let commands ss = commands_for ss n t c in
  let found = match c with
    | Definition_ _ | Claim _ | Combined_ _ ->
      (match commands [ own ] with
       | None -> None
       | Some (l, _) ->
         match systems_of rels own l with
         | [ s ] -> Some [ s ]
         | exception Several | _ ->
           (* each variable has a number of its own *)
           Option.map (fun (l, _) -> systems_of rels own l) (commands [ own; own ]))
    | Expression (_, tracks, _) ->
      (match List.sort_uniq compare tracks with [ s ] -> Some [ s ] | _ -> Some tracks)
    | _ -> Some [ own ] in
  Option.bind found (fun ss -> Option.map (fun found -> ss, found) (commands ss))

(* The line of a certificate that gives the systems of the statements behind it; one system has its name. *)
let print o names ss =
  let one s =
    Printf.fprintf o " %d" (List.length s);
    List.iter (fun (top, q) -> Printf.fprintf o " %d %d" (Text.of_nat top) (Text.of_nat q)) s in
  (match ss with
   | [ s ] ->
     Printf.fprintf o "numeration %s" (match List.find_opt (fun (_, t) -> t = s) names with Some (n, _) -> Script.string n | None -> "-");
     one s
   | _ -> Printf.fprintf o "numerations %d" (List.length ss); List.iter one ss);
  Printf.fprintf o "\n"

(* The relations that a formula names. *)
let rec relations = function
  | Compare _ -> []
  | Rel (i, _) -> [ Text.of_nat i ]
  | Not f | Some_ (_, f) | All (_, f) | AtLeast (_, _, f) | Infinitely (_, f) -> relations f
  | And (f, g) | Or (f, g) | Implies (f, g) | Iff (f, g) -> relations f @ relations g
