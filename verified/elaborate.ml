(* filbert-elaborate FILE: finds the answers that a script lacks, and writes the script with them to standard output.

   Not trusted: what it finds is checked by filbert-verified, and before, so that nothing is written that would be rejected, by the
   same function here. Each quantifier is the subset construction (Rabin and Scott 1959) over the machines of the checker, then
   minimized. *)
open Checker
open Found
open Minimize
open Strategy
open Systems

(* What one automaton may take: states, each as large as the set that it stands for. *)
exception Too_large
(* Something that is looked for has the name of something that is assumed to be there. *)
exception Clash
let limit = ref max_int
let body_limit = 30000
let part = ref 1
(* What is left of the work on one command, in members of sets and letters: all strategies together. *)
let work_limit = ref max_int
let work = ref max_int
let spend n =
  work := !work - n;
  if !work < 0 then raise Too_large

(* States that the equality of the checker tells apart, explored from one. *)
let explore same size start successors accept =
  let left = ref (!limit / !part) in
  let seen = Hashtbl.create 1000 and todo = Queue.create () and n = ref 0 in
  let visit x =
    let k = Hashtbl.hash_param 200 1000 x in
    match List.find_opt (fun (y, _) -> same x y) (Hashtbl.find_all seen k) with
    | Some (_, i) -> i
    | None -> 
      left := !left - size x;
      spend (size x);
      if !left < 0 then raise Too_large;
      let i = !n in incr n; Hashtbl.add seen k (x, i); Queue.add x todo; i in
  ignore (visit start);
  let rows = ref [] and accepts = ref [] in
  while not (Queue.is_empty todo) do
    let x = Queue.pop todo in
    accepts := accept x :: !accepts;
    let after = successors x in
    spend (List.length after);
    rows := List.sort compare (List.map (fun (l, y) -> (l, visit y)) after) :: !rows
  done;
  { accept = Array.of_list (List.rev !accepts); rows = Array.of_list (List.rev !rows) }
let build ys same size start successors accept = minimize (List.length ys) (explore same size start successors accept)

let sorted l = List.sort_uniq (fun a b -> compare (Text.of_nat a) (Text.of_nat b)) l
let letter ds = List.map (fun (_, d) -> Text.of_nat d) ds

let zeros = List.map (fun x -> (x, O))
let one = S O

(* The first tally, or too large. *)
let first_tally s p k xs ys =
  match leading Hashes.keys s p k ys (Text.nat 1000) [ ((zeros xs, first s p), one) ] with Some l -> l | None -> raise Too_large
let size (_, l) = 1 + List.length l
(* The automaton on the tracks ys of those words for which [accept] holds of q and of there being k tuples xs that make p true. *)
let machine s p k xs q accept ys =
  build ys same_subset size ((zeros ys, first s q), first_tally s p k xs ys)
    (fun ((vs, t), l) ->
      let gl = prepare p l in
      List.map (fun (ds, ns) -> (letter ds, ((ns, move s q t (look ds) (look ns)), post_by Hashes.keys s p k gl ds ns)))
        (guided s (if accept false true || accept false false then [] else guides false q t) vs))
    (fun ((_, t), l) -> accept (final q t) (enough p k l))
(* The automaton of a skeleton on its tracks. *)
let plain s p ys =
  build ys same_node (fun _ -> 1) (zeros ys, first s p)
    (fun (vs, t) ->
      if t = Known false then []
      else List.map (fun (ds, ns) -> (letter ds, (ns, move s p t (look ds) (look ns)))) (guided s (guides false p t) vs))
    (fun (_, t) -> final p t)
(* Goes through what the checker explores to conclude; too large, perhaps. *)
let explored s p k xs op q ys =
  if not (disjoint xs ys) then raise Clash;
  let first = ((zeros ys, first s q), first_tally s p k xs ys) in
  ignore (explore same_subset size first
    (fun n -> match subset_next Hashes.keys s p k op q n with Some ns -> List.map (fun n -> ([], n)) ns | None -> raise Too_large)
    (fun _ -> true))
(* What else may be spent on the conclusions of one command, at no charge if it is enough. *)
let conclusions = ref 0
let apart explored =
  let before = !work in
  let allowed = max before !conclusions in
  work := allowed;
  match explored () with
  | () -> conclusions := !conclusions - (allowed - !work); work := before
  | exception Too_large -> conclusions := 0; work := before - allowed; raise Too_large
(* The same for a skeleton that is to be always true. *)
let always_explored s p =
  let ys = sorted (vars p) in
  ignore (explore same_node (fun _ -> 0) (zeros ys, first s p)
    (fun (vs, t) ->
      if t = Known true then []
      else List.map (fun (ds, ns) -> ([], (ns, move s p t (look ds) (look ns)))) (guided s (guides true p t) vs))
    (fun _ -> true))
let found : found list ref = ref []     (* of the command, the last first *)
let add a = found := a :: !found
let accepted s rels command = check_command Hashes.keys s rels command (List.rev_map answer_of !found) <> None
(* How often the checker has rejected what was found for a command. With --unchecked it is written, and without, the search goes on
   as after what is too large; but what is rejected three times is thought to be false. *)
let unchecked = ref false and rejections = ref 0
let check s rels command =
  if accepted s rels command then rejections := 0
  else begin
    incr rejections;
    if not !unchecked then raise Too_large
  end
let thought_false () = !rejections >= 3

let truth = Const true
let answer ys m =
  if ys = [] then (add (Truth_ m.accept.(0)); Const m.accept.(0)) else (add (By_ (ys, m)); Aut (dfa_of m, ys))

let within n find =
  let before = !limit in
  let restore () = limit := before in
  limit := min before (n * !part);
  match find () with m -> restore (); m | exception Too_large -> restore (); raise Too_large
let closed = function Closed p -> p | Least _ -> raise Too_large
(* Variables that equations give are replaced. *)
let rec solved xs p =
  match List.find_map (fun x -> Option.map (fun p -> x, p) (solve x p)) xs with
  | Some (x, p) -> add (Given_ x); solved (without x xs) p
  | None -> xs, p
let close how s neg k xs p leave =
  let xs, p = if k = one then solved xs p else xs, p in
  let p = match p with
    | Aut _ -> p
    | _ when not how.bodies -> p
    | _ ->
      let ys = sorted (vars p) in
      match within body_limit (fun () -> plain s p ys) with
      | m -> add (Same_ (ys, m)); Aut (dfa_of m, ys)
      | exception Too_large -> p in
  if leave then (add Later_; Least (neg, k, xs, p))
  else begin
    let ys = subtract xs (sorted (vars p)) in
    let r = answer ys (machine s p k xs truth (fun _ b -> b) ys) in
    Closed (if neg then Neg r else r)
  end

(* [leave]: the last quantifier may stay open. *)
let rec compile ?(inner = false) how s rels leave f =
  let two op f g = let p = closed (compile how s rels false f) in let q = closed (compile how s rels false g) in Closed (Bin (op, p, q)) in
  match f with
  | Compare (r, a, b) -> Closed (comparing r a b)
  | Rel (i, xs) -> Closed (Aut (snd (List.nth rels (Text.of_nat i)), xs))
  | Not f ->
    let negative = match f with Some_ _ | AtLeast _ -> true | _ -> false in
    (match compile how s rels (leave && negative) f with
     | Closed p -> Closed (Neg p)
     | Least (neg, k, xs, p) -> Least (not neg, k, xs, p))
  | And (f, g) when how.enough && leave ->
    let o = compile ~inner:true how s rels (movable f) f in
    let leave = match o with Closed _ -> movable g | Least _ -> false in
    (match o, compile ~inner:true how s rels leave g with
     | Least (_, _, xs, _), Closed q | Closed q, Least (_, _, xs, _) when not (disjoint xs (vars q)) -> raise Too_large
     | Least (false, k, xs, p), Closed q | Closed p, Least (false, k, xs, q) -> Least (false, k, xs, Bin ((&&), p, q))
     | o, o' -> Closed (Bin ((&&), closed o, closed o')))
  | And (f, g) -> two (&&) f g
  | Or (f, g) -> two (||) f g
  | Implies (f, g) -> two implb f g
  | Iff (f, g) -> two (=) f g
  | Some_ (x, f) ->
    let more = match f with Some_ _ -> true | And _ -> how.enough && movable f | _ -> false in
    (match compile ~inner:more how s rels (more && how.blocks && (inner || not how.nested)) f with
     | Closed p -> close how s false one [ x ] p leave
     | Least (_, k, xs, p) -> close how s false k (x :: xs) p leave)
  | All (x, f) ->
    let block = how.blocks && (match f with All _ | Not (Some_ _) -> true | _ -> false) in
    (match compile how s rels block f with
     | Closed p -> close how s true one [ x ] (Neg p) leave
     | Least (_, k, xs, p) -> close how s true k (x :: xs) p leave)
  | AtLeast (k, xs, f) ->
    let p = closed (compile how s rels false f) in
    if k = O then Closed truth else close how s false k xs p leave
  | Infinitely (x, f) ->
    let p = closed (compile how s rels false f) in
    let z = fresh x f in
    let h = closed (close how s false one [ x ] (Bin ((&&), p, Lin (false, [ (Text.z 1, z); (Text.z (-1), x) ], Z0))) false) in
    close how s true one [ z ] (Neg h) leave

(* The automaton of a skeleton with its tracks, joined in stages: first automata, then the parts of few variables, those of the
   same variables at once. *)
let joined s p =
  let rec parts = function
    | Bin (op, p, q) when op true true && not (op true false || op false true || op false false) -> parts p @ parts q
    | p -> [ p ] in
  let vars_of p = List.map Text.of_nat (sorted (vars p)) in
  let stage p = (match p with Aut _ -> 0 | _ -> List.length (vars_of p)), vars_of p in
  let rec stages = function
    | p :: q :: rest when fst (stage q) > 0 && stage p = stage q -> stages (Bin ((&&), p, q) :: rest)
    | p :: rest -> p :: stages rest
    | [] -> [] in
  let join m p =
    let p = match m with Some (m, ts) -> Bin ((&&), Aut (dfa_of m, ts), p) | None -> p in
    let ts = sorted (vars p) in
    Some (plain s p ts, ts) in
  let parts = List.stable_sort (fun p q -> compare (stage p) (stage q)) (parts p) in
  Option.get (List.fold_left join None (stages parts))

(* What q leaves where xs are taken as m on the tracks ts says: an automaton on the tracks ys. With it what is used of m on
   the way, and an automaton on the tracks of m but xs that says where there are xs. Sets of states have numbers, for there are
   fewer of them than of pairs with states of q. *)
let taken s m ts xs q ys =
  let zs = subtract xs ts in
  let on l names = List.filter_map (fun (x, d) -> if List.mem x names then Some d else None) (List.combine ts l) in
  let rows = Array.map (fun row ->
    let t = Hashtbl.create 10 in
    List.iter (fun (l, q) -> Hashtbl.add t (on l zs) q) row; t) m.rows in
  let ids = Hashtbl.create 1000 and sets = Hashtbl.create 1000 and after = Hashtbl.create 1000 and left = ref (!limit / !part) in
  let number set =
    let key = Marshal.to_string set [] in
    match Hashtbl.find_opt ids key with
    | Some i -> i
    | None ->
      left := !left - List.length set;
      spend (List.length set);
      if !left < 0 then raise Too_large;
      let i = Hashtbl.length ids in Hashtbl.add ids key i; Hashtbl.add sets i set; i in
  let post set l = List.sort_uniq compare (List.concat_map (fun q -> Hashtbl.find_all rows.(q) l) set) in
  let next i l = match Hashtbl.find_opt after (i, l) with
    | Some j -> j
    | None -> let j = number (post (Hashtbl.find sets i) l) in Hashtbl.add after (i, l) j; j in
  let rec settle n set =
    let set' = post set (List.map (fun _ -> 0) zs) in
    if set = set' then set else if n = 0 then raise Too_large else settle (n - 1) set' in
  let accepts i = List.exists (fun q -> m.accept.(q)) (Hashtbl.find sets i) in
  let start = number (settle 1000 [ 0 ]) in
  let rest = build ys (fun (n, i) (n', j) -> i = j && same_node n n') (fun _ -> 1) ((zeros ys, first s q), start)
    (fun ((vs, t), i) ->
      List.filter_map (fun (ds, ns) -> match move s q t (look ds) (look ns) with
        | Known false -> None
        | t -> Some (letter ds, ((ns, t), next i (List.map (fun z -> Text.of_nat (look ds z)) zs))))
      (guided s (guides false q t) vs))
    (fun ((_, t), i) -> final q t && not (accepts i)) in
  (* states are numbered as sets; the first is that of the start *)
  let exists = Array.make (Hashtbl.length ids) [] in
  let used = Hashtbl.create 1000 in
  Hashtbl.iter (fun (i, l) j ->
    exists.(i) <- (l, j) :: exists.(i);
    List.iter (fun q -> Hashtbl.replace used (q, l) ()) (Hashtbl.find sets i)) after;
  let exists = { accept = Array.init (Array.length exists) accepts; rows = Array.map (List.sort compare) exists } in
  let exists = minimize (List.length zs) exists in
  let used = Array.mapi (fun q row -> List.filter (fun (l, _) -> Hashtbl.mem used (q, on l zs)) row) m.rows in
  let used = minimize (List.length ts) { m with rows = used } in
  rest, used, zs, exists
let enough_ s xs p q ys =
  let m, ts = joined s p in
  let rest, used, zs, exists = taken s m ts xs q ys in
  add (Enough_ (ts, used, zs, exists));
  rest

let conclude_ how s q o = match o with
  | Closed p -> apart (fun () -> always_explored s (Bin (implb, q, p)))
  | Least (false, k, xs, p) when how.enough && k = one ->
    let rest = enough_ s xs p q (sorted (vars q @ outer xs p)) in
    if Array.exists Fun.id rest.accept then raise Too_large
  | Least (neg, k, xs, p) ->
    if not (neg && k = one && disjoint xs (vars q)) then
      explored s p k xs (fun a b -> implb a (neg <> b)) q (sorted (vars q @ outer xs p))
    else if how.inwards then always_explored s (Bin (implb, q, Neg p))

let rec renamed name = function
  | Const b -> Const b
  | Aut (a, xs) -> Aut (a, List.map name xs)
  | Lin (e, ks, c) -> Lin (e, List.map (fun (k, x) -> k, name x) ks, c)
  | Neg p -> Neg (renamed name p)
  | Bin (op, p, q) -> Bin (op, renamed name p, renamed name q)
(* The least tuples xs of which a skeleton is true, in the order of their numbers. *)
let least s p xs =
  let ys = sorted (vars p) in
  let m = plain s p ys in
  let a = Aut (dfa_of m, ys) in
  let top = 1 + List.fold_left (fun n y -> max n (Text.of_nat y)) 0 ys in
  let name x = if List.mem x xs then Text.nat (top + Text.of_nat x) else x in
  let s x = let i = Text.of_nat x in s (if i >= top then Text.nat (i - top) else x) in
  let compared e x = Lin (e, [ (Text.z 1, name x); (Text.z (-1), x) ], Text.z (if e then 0 else -1)) in
  let rec before = function
    | [] -> Const false
    | [ x ] -> compared false x
    | x :: xs -> Bin ((||), compared false x, Bin ((&&), compared true x, before xs)) in
  machine s (Bin ((&&), renamed name a, before xs)) one (List.map name xs) a (fun a b -> a && not b) ys, ys

(* Does `prove` take a formula apart, and not conclude it as it is compiled? *)
let rec taken_apart ps = function
  | All (x, _) -> not (List.mem x (all_vars ps))
  | And (f, g) -> taken_apart ps f || taken_apart ps g
  | _ -> false
(* As `prove` of the checker. *)
let rec theorem how s rels ps f =
  let direct () = conclude_ how s (conj ps) (compile how s rels how.steps f) in
  match f with
  | All (x, g) -> if List.mem x (all_vars ps) then direct () else theorem how s rels ps g
  | And (g, h) -> theorem how s rels ps g; theorem how s rels ps h
  | Implies (g, h) when quantified f && how.steps && (follows h || match g with Some_ _ -> true | _ -> false) ->
    add Step_;
    let before = !found in
    let assumed leave =
      match compile how s rels leave g with
      | Closed p -> theorem how s rels (p :: ps) h
      | Least (_, _, xs, p) ->
        if not (disjoint xs (all_vars ps) && disjoint xs (free h)) then raise Clash;
        theorem how s rels (p :: ps) h in
    (try assumed (match g with Some_ _ -> true | _ -> false) with Clash -> found := before; assumed false)
  | Or (g, h) when how.steps && (follows g || follows h) ->
    let before = !found in
    found := [];
    let q = conj ps in
    let o = compile how s rels true g in
    let m, ys = match o with
      | Closed p -> let r = Bin ((&&), q, Neg p) in let ys = sorted (vars r) in plain s r ys, ys
      | Least (false, k, xs, p) when how.enough && k = one ->
        let ys = sorted (vars q @ outer xs p) in
        enough_ s xs p q ys, ys
      | Least (neg, k, xs, p) ->
        let ys = sorted (vars q @ outer xs p) in
        if not (disjoint xs ys) then raise Clash;
        machine s p k xs q (fun a b -> a && b = neg) ys, ys in
    if ys = [] then raise Too_large;
    let a = Aut (dfa_of m, ys) and answers = !found in
    found := By_ (ys, m) :: Step_ :: before;
    if taken_apart (a :: ps) g then theorem how s rels (Neg a :: ps) g else found := answers @ !found;
    theorem how s rels [ a ] h
  | Some_ _ when how.premise && without_premise f <> f ->
    add Step_;
    conclude_ how s (conj ps) (compile how s rels true (without_premise f))
  | Some_ _ when how.witness -> obtained how s rels ps f
  | _ -> direct ()

(* Some numbers after the others, each so that what connects them and those before is true. *)
and obtained how s rels ps f =
  let xs, body = block f in
  let parts = conjuncts body in
  let groups = components xs parts in
  if not (separable f) then raise Too_large;
  (* of each part the last group that it speaks of *)
  let last part =
    List.fold_left (fun (i, l) g -> i + 1, if List.exists (fun x -> List.mem x (free part)) g then i else l) (0, -1) groups |> snd in
  let number = List.length groups in
  let take (i, ps) g =
    let compiled = List.filter_map (fun f -> if last f = i then Some (closed (compile how s rels false f)) else None) parts in
    let m, ys = least s (conj (compiled @ ps)) g in
    let a = Aut (dfa_of m, ys) in
    conclude_ how s (conj ps) (Least (false, one, g, a));
    (i + 1, a :: ps), (g, ys, m) in
  let (_, ps), taken = List.fold_left_map take (0, ps) groups in
  List.iter (fun x ->
    match List.find_opt (fun (g, _, _) -> List.find (fun y -> List.mem y g) xs = x) taken with
    | Some (g, ys, m) -> add (Obtain_ (g, ys, m))
    | None -> add Take_) xs;
  List.iter (fun part ->
    let i = last part in
    if i < 0 then theorem how s rels ps part
    else begin
      let l = number - 1 - i in
      add (Only_ [ l ]);
      conclude_ how s (List.nth ps l) (compile how s rels false part)
    end) parts

let script = ref None and kernels = ref []
let rec options coq file = function
  | "--coq" :: rest -> options true file rest
  | "--work" :: n :: rest when int_of_string_opt n <> None -> work_limit := int_of_string n; options coq file rest
  | "--limit" :: n :: rest when int_of_string_opt n <> None -> limit := int_of_string n; options coq file rest
  | "--script" :: shipped :: rest -> script := Some shipped; options coq file rest
  | "--kernels" :: folder :: rest -> kernels := [ folder ]; options coq file rest
  | "--unchecked" :: rest -> unchecked := true; options coq file rest
  | path :: rest when file = None && path.[0] <> '-' -> options coq (Some path) rest
  | [] when file <> None && not (coq && !script <> None) -> coq, Option.get file
  | _ ->
    prerr_endline "usage: filbert-elaborate [--coq] [--limit N] [--work N] [--script SHIPPED [--kernels FOLDER] [--unchecked]] FILE";
    prerr_endline "left out are theorems that the checker rejects, or that need an automaton of more than --limit members of sets of states,";
    prerr_endline "or more than --work members and letters in all that is tried;";
    prerr_endline "--script: FILE is a script of filbert, and SHIPPED the folder of what ships; FOLDER has automata of kernels;";
    prerr_endline "--unchecked: what is found first is written even where the checker rejects it, as for a false theorem";
    exit 2

(* What the first strategy finds for a formula, rewritten in a way, that neither becomes too large nor is rejected. Quantifiers are
   moved inwards at no charge, for that takes little or fails soon. *)
let first_of strategies way f find =
  let f = if way.divided then by_cases f else f in
  let narrowed = narrow f in
  let rec go = function
    | [] -> raise Too_large
    | _ when thought_false () -> raise Too_large
    | { inwards = true; _ } :: rest when narrowed = f -> go rest
    | how :: rest ->
      let before = !work in
      found := (if way.divided then [ Cases_ ] else []);
      part := how.part;
      if how.inwards then (add Inwards_; work := before / 4);
      if way.automata > 0 then add (Compared_ way.automata);
      try find how (with_automata way (if how.inwards then narrowed else f))
      with Too_large | Clash -> if how.inwards then work := before; go rest in
  go strategies

let proof ?(inwards = true) ?(check = ignore) s rels way f =
  let fits how = (not how.witness || separable f) && (not how.enough || in_cases f) && (inwards || not how.inwards) in
  first_of (List.filter fits strategies) way f (fun how f -> theorem how s rels [] f; check ())
(* Each way to rewrite a formula, first with a tenth of what it may take. *)
let each_way f find =
  let most = !limit in
  let attempt share way =
    limit := most / share;
    work := !work_limit / share;
    conclusions := 4000000 / share;
    Fun.protect ~finally:(fun () -> limit := most) (fun () -> find way) in
  let rec go = function
    | [] -> raise Too_large
    | _ when thought_false () -> raise Too_large
    | (share, way) :: rest -> try attempt share way with Too_large -> go rest in
  go (List.concat_map (fun share -> List.map (fun way -> (share, way)) (ways f)) [ 10; 1 ])
(* What makes a set the kernel of a game, claim by claim. *)
let kernel s rels g (k, a) m given way =
  let all = rels @ [ (k, a) ] in
  let prove_ f = proof ~inwards:false s all as_it_is f; !found in
  let claims ts =
    let f = kernel_claims (Text.nat (List.length rels)) g ts in
    match with_automata way (if way.divided then by_cases f else f) with
    | And (f, rest) -> f, conjuncts rest
    | f -> f, [] in
  let decreased ts =
    match prove_ (fst (claims ts)) with
    | exception Too_large -> None
    | own -> if accepted s all (Theorem_ (fst (claims ts))) then Some (ts, own) else None in
  match List.find_map decreased (match given with Some ts -> [ ts ] | None -> Needed.measures g) with
  | None -> raise Too_large
  | Some (ts, own) ->
    let rest = List.map prove_ (snd (claims ts)) in
    let rewritten = (if way.automata > 0 then [ Compared_ way.automata ] else []) @ (if way.divided then [ Cases_ ] else []) in
    found := List.concat (List.rev ([ By_ (before g, m); Measure_ ts ] :: rewritten :: own :: rest));
    check s rels (Kernel g)

(* The command with what was found for it: nothing if it needs what is too large, or if all is rejected. A relation of which nothing is
   found is empty in what is written, and nothing that is written names it. *)
let elaborate s rels lost hints command =
  let tracks k = List.init k (fun i -> s (Text.nat i)) in
  let empty k =
    found := [];
    let m = { accept = [| false |]; rows = [| [ (List.init k (fun _ -> 0), 0) ] |] } in
    Automaton (Text.nat k, dfa_of m), Some m, rels @ [ (tracks k, dfa_of m) ], List.length rels :: lost in
  let uses f = List.exists (fun i -> List.mem i lost) (relations f) in
  found := [];
  rejections := 0;
  match command with
  | Automaton (k, a) ->
    let states = Array.of_list !Text.last_states in
    let m = { accept = Array.map fst states; rows = Array.map (fun (_, row) -> List.map (fun (l, t) -> (l, t - 1)) row) states } in
    command, Some m, rels @ [ (tracks (Text.of_nat k), a) ], lost
  | Define (xs, f) ->
    (try
      if uses f then raise Too_large;
      let fits how = not (how.witness || how.enough) in
      let m = each_way f (fun way -> first_of (List.filter fits strategies) way f (fun how f ->
        let m = match compile how s rels true f with
          | Closed p -> plain s p xs
          | Least (neg, k, zs, p) -> machine s p k zs truth (fun _ b -> b <> neg) xs in
        add (By_ (xs, m));
        check s rels command;
        m)) in
      command, None, rels @ [ (List.map s xs, dfa_of m) ], lost
    with Too_large -> empty (List.length xs))
  | Kernel g ->
    (try
      let m = match fst hints, List.find_map (function By (a, _) -> Some a | _ -> None) (snd hints) with
        | _, Some a -> machine_of a
        | Some i, _ when not (List.mem i lost) -> machine_of (snd (List.nth rels i))
        | _ -> raise Too_large in
      if uses g.rule then raise Too_large;
      let given = List.find_map (function Measure ts -> Some ts | _ -> None) (snd hints) in
      let own = tracks (Text.of_nat g.piles), dfa_of m in
      each_way (kernel_claims O g []) (kernel s rels g own m given);
      command, None, rels @ [ own ], lost
    with Too_large -> empty (Text.of_nat g.piles))
  | Theorem_ f ->
    if uses f then raise Too_large;
    each_way f (fun way -> proof ~check:(fun () -> check s rels command) s rels way f);
    command, None, rels, lost

(** Scripts of filbert *)
(* Statement by statement: what is too large is left out, and so is what names it. *)
let certify o statements first =
  let own = Array.of_list (List.map snd statements) in
  let marks = Needed.statements first own in
  let names = List.map fst statements in
  let last = ref [] in
  (* names that have no meaning since it was left out, and why *)
  let lost = Hashtbl.create 10 in
  let one rels t (n, c) =
    match in_systems rels t (snd n, c) with
    | exception Several -> Error "several systems"
    | None -> Error (Option.value (List.find_map (Hashtbl.find_opt lost) (Needed.needs c)) ~default:"not read")
    | Some (ss, (commands, after)) ->
      let s = structure_of ss in
      let refused = ref false in
      let step (rels, answers) command = match command with
        | Automaton (k, a) when zero_loop a k -> rels @ [ (List.init (Text.of_nat k) (fun i -> s (Text.nat i)), a) ], [] :: answers
        | Automaton _ -> failwith "not accepted"
        | _ ->
          match elaborate s rels [] (Needed.hints !kernels t (c, command)) command with
          | _, _, rels, [] -> refused := !refused || !rejections > 0; rels, List.rev !found :: answers
          | _ -> raise Too_large in
      match List.fold_left step (rels, []) commands with
      | exception Too_large ->
        let why = if !rejections > 0 then "not accepted" else "too large" in
        (match c, Needed.binds c with
         | Kernel_ _, _ | _, None -> ()
         | _, Some (_, name) -> Printf.eprintf "left out: the definition of %s: %s\n%!" (Script.string name) why);
        Error why
      | exception Failure what -> Error what
      | more, answers ->
        let answers = List.rev answers in
        let fits = good_systems ss && measure_fits t c (List.map (List.map answer_of) answers) in
        if fits && not !refused then Ok (ss, more, after, answers)
        else if !unchecked then Ok (ss, rels, table_forgets (bound c) t, answers)
        else Error "not accepted" in
  let go i (rels, t) (n, c) =
    let found = if marks.(i) then one rels t (n, c) else Error "" in
    Option.iter (fun key -> match found with
      | Error why when marks.(i) -> Hashtbl.replace lost key why
      | _ -> Hashtbl.remove lost key) (Needed.binds c);
    match found with
    | Ok (ss, rels, t, answers) ->
      if ss <> !last then (last := ss; print o names ss);
      Printf.fprintf o "statement %d %d\n" i (List.length answers);
      List.iter (fun l -> output_string o "answers\n"; print_answers o l) answers;
      flush o;
      rels, t
    | Error why ->
      (match Script.name c with Some name when marks.(i) -> Printf.eprintf "left out: %s: %s\n%!" name why | _ -> ());
      rels, table_forgets (bound c) t in
  ignore (List.fold_left (fun (i, state) c -> (i + 1, go i state c)) (0, ([], no_names)) statements)

let of_script shipped file =
  match Script.read shipped file with
  | None -> prerr_endline "what ships with filbert is not read"; exit 2
  | Some statements ->
    kernels := !kernels @ [ shipped ];
    (* What ships is not proved but where it is named. *)
    let nothing = match Script.read_nothing shipped with Some l -> List.length l | None -> 0 in
    certify stdout statements nothing

let () =
  let coq, file = options false None (List.tl (Array.to_list Sys.argv)) in
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 22; space_overhead = 300 };
  match !script with
  | Some shipped -> of_script shipped file
  | None ->
  let r = Text.reader (open_in file) and o = stdout in
  let s = Text.system r in
  if coq then begin
    Printf.fprintf o "(* Written by `filbert-elaborate --coq`: a script with its certificate. *)\nRequire Import ZArith List PArith.\n";
    Printf.fprintf o "From Filbert Require Import System Automata Logic Check.\nImport ListNotations.\n\n";
    Printf.fprintf o "Definition numeration : system := [";
    list o (fun (top, q) -> Printf.fprintf o "(%d, %d)" (Text.of_nat top) (Text.of_nat q)) "; " s;
    Printf.fprintf o "].\n\nDefinition script : list (command * answers) := ["
  end else begin
    Printf.fprintf o "system %d" (List.length s);
    List.iter (fun (top, q) -> Printf.fprintf o " %d %d" (Text.of_nat top) (Text.of_nat q)) s;
    Printf.fprintf o "\n"
  end;
  let first = ref true in
  let rec go rels lost = match Text.command r with
    | None -> ()
    | Some (name, command) ->
      match elaborate (fun _ -> s) rels lost (Text.hints r) command with
      | exception Too_large -> Printf.eprintf "left out: %s\n%!" name; go rels lost
      | command, machine, rels, lost ->
        let answers = List.rev !found in
        if coq then (if not !first then output_string o ";"; print_coq o command machine answers)
        else print_text o name command machine answers;
        first := false;
        go rels lost in
  (try go [] [] with Text.Bad what -> prerr_endline what; exit 2);
  if coq then Printf.fprintf o "].\n"
