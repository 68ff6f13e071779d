(* filbert-verified FILE: checks a script with its certificate by what `check_sound` in Check.v is proved of.
   filbert-verified --script SCRIPT SHIPPED FILE: checks a script of filbert, and what ships in a folder, with a certificate by what
   `check_text_sound` in Script.v is proved of.

   Commands of a FILE alone are read, checked and forgotten one by one; only the automata of relations stay. *)
open Checker

let text main shipped file =
  let kernels, others, main_path = Script.kernels shipped, Script.shipped shipped, Script.path main in
  match read_script Script.files kernels others main_path with
  | None -> print_endline "REJECTED: what ships with filbert is not read"; exit 1
  | Some statements ->
    let certificate = Script.certificate (Text.reader (open_in file)) (List.length statements) in
    if not (check_text Hashes.keys Script.files kernels others main_path certificate) then (print_endline "REJECTED"; exit 1);
    let theorems = ref 0 in
    let before = match Script.read_nothing shipped with Some l -> List.length l | None -> 0 in
    let show i (_, statement) answers = match answers, Script.name statement with
      | Some _, Some name when i >= before ->
        incr theorems;
        (* A name of two statements is no name. *)
        let same = List.filter (fun (_, c) -> Script.name c = Some name) statements in
        let name = if List.length same > 1 then Printf.sprintf "%s, statement %d," name i else name in
        Printf.printf "%-40s checked\n" name
      | _ -> () in
    List.iteri (fun i (statement, answers) -> show i statement answers) (List.combine statements certificate);
    Printf.printf "%d theorems hold   %.2f s\n" !theorems (Sys.time ())

let commands file =
  let r = Text.reader (open_in file) in
  let theorems = ref 0 in
  let s = Text.system r in
  if not (good_system s) then (print_endline "REJECTED: not a numeration system"; exit 1);
  let rec go rels = match Text.command r with
    | None -> ()
    | Some (name, command) ->
      let line = r.Text.line in
      let began = Sys.time () in
      match check_command Hashes.keys (fun _ -> s) rels command (Text.answers r) with
      | None -> Printf.printf "REJECTED: the command before line %d %s\n" line name; exit 1
      | Some rels ->
        if name <> "" then (incr theorems; Printf.printf "%-40s checked %8.3f s\n%!" name (Sys.time () -. began));
        go rels in
  go [];
  Printf.printf "%d theorems hold   %.2f s\n" !theorems (Sys.time ())

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 200 };
  try
    match Sys.argv with
    | [| _; "--script"; main; shipped; file |] -> text main shipped file
    | [| _; file |] when file.[0] <> '-' -> commands file
    | _ -> prerr_endline "usage: filbert-verified FILE | filbert-verified --script SCRIPT SHIPPED FILE"; exit 2
  with
  | Text.Bad what -> Printf.printf "REJECTED: %s\n" what; exit 1
  | Stack_overflow | Out_of_memory -> print_endline "REJECTED: the check needs more memory than there is"; exit 1
  | Sys_error what -> prerr_endline what; exit 2
