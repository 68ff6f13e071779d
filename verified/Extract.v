(* The checker as OCaml. Numbers stay the binary and unary numbers of Coq: no integer of the machine takes part. *)
Require Import Extraction ExtrOcamlBasic.
From Filbert Require Import System Automata Logic Linear Explore Skeleton Always Projection Check.
Extraction Language OCaml.
Extraction "checker.ml" check_command good_system post leading subset_next project quantify.
