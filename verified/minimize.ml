(* The least automaton that says the same, by refinement of partitions (Moore 1956). *)
open Found

let minimize tracks m =
  let n = Array.length m.accept in
  (* states from which nothing is accepted are cut off *)
  let live = Array.copy m.accept in
  let back = Array.make n [] in
  Array.iteri (fun q -> List.iter (fun (_, t) -> back.(t) <- q :: back.(t))) m.rows;
  let rec spread = function
    | [] -> ()
    | q :: rest -> spread (List.fold_left (fun l p -> if live.(p) then l else (live.(p) <- true; p :: l)) rest back.(q)) in
  spread (List.filter (fun q -> live.(q)) (List.init n Fun.id));
  let rows = Array.map (List.filter (fun (_, t) -> live.(t))) m.rows in
  let split signature =
    let ids = Hashtbl.create n in
    let cls = Array.init n (fun q ->
      let s = signature q in
      match Hashtbl.find_opt ids s with
      | Some i -> i
      | None -> let i = Hashtbl.length ids in Hashtbl.add ids s i; i) in
    cls, Hashtbl.length ids in
  (* letters are the same in a class from the beginning, so only the classes of targets are compared *)
  let cls, classes = split (fun q -> Marshal.to_string (m.accept.(q), List.map fst rows.(q)) [Marshal.No_sharing]) in
  let cls = ref cls and classes = ref classes and again = ref true and buffer = Buffer.create 100 in
  while !again do
    let fresh, found = split (fun q ->
      Buffer.clear buffer;
      Buffer.add_int32_ne buffer (Int32.of_int !cls.(q));
      List.iter (fun (_, t) -> Buffer.add_int32_ne buffer (Int32.of_int !cls.(t))) rows.(q);
      Buffer.contents buffer) in
    cls := fresh;
    again := found > !classes;
    classes := found
  done;
  let cls = !cls in
  (* number the classes as they are reached *)
  let number = Array.make !classes (-1) and order = ref [] and next = ref 0 and todo = Queue.create () in
  let reach q = if number.(cls.(q)) < 0 then (number.(cls.(q)) <- !next; incr next; order := q :: !order; Queue.add q todo) in
  reach 0;
  while not (Queue.is_empty todo) do List.iter (fun (_, t) -> reach t) rows.(Queue.pop todo) done;
  let order = Array.of_list (List.rev !order) in
  let rows = Array.map (fun q -> List.map (fun (l, t) -> (l, number.(cls.(t)))) rows.(q)) order in
  (* zeros lead from the start to itself even where nothing is accepted *)
  if not live.(0) then rows.(0) <- [ (List.init tracks (fun _ -> 0), 0) ];
  { accept = Array.map (fun q -> m.accept.(q)) order; rows }
