(* filbert-verified FILE: checks a script with its certificate by what `check_sound` in Check.v is proved of.

   Commands are read, checked and forgotten one by one; only the automata of relations stay. *)
open Checker

let () =
  if Array.length Sys.argv <> 2 then (prerr_endline "usage: filbert-verified FILE"; exit 2);
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 22; space_overhead = 300 };
  let r = Text.reader (open_in Sys.argv.(1)) in
  let theorems = ref 0 in
  try
    let s = Text.system r in
    if not (good_system s) then (print_endline "REJECTED: not a numeration system"; exit 1);
    let rec go rels = match Text.command r with
      | None -> ()
      | Some (name, command) ->
        let line = r.Text.line in
        let began = Sys.time () in
        match check_command s rels command (Text.answers r) with
        | None -> Printf.printf "REJECTED: the command before line %d %s\n" line name; exit 1
        | Some rels ->
          if name <> "" then (incr theorems; Printf.printf "%-40s checked %8.3f s\n%!" name (Sys.time () -. began));
          go rels in
    go [];
    Printf.printf "%d theorems hold   %.2f s\n" !theorems (Sys.time ())
  with
  | Text.Bad what -> Printf.printf "REJECTED: %s\n" what; exit 1
  | Stack_overflow | Out_of_memory -> print_endline "REJECTED: the check needs more memory than there is"; exit 1
  | Sys_error what -> prerr_endline what; exit 2
