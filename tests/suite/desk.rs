//! A researcher's day at the command line: names of scripts everywhere, looking before proving, and messages that help.

use std::path::Path;

use num_bigint::BigInt;

use crate::cli::{converse, filbert, in_folder, shown};

/// Wythoff's rules, a kernel, theorems with and without a source, a sequence.
const GAME: &str = "# Rules that Wythoff gave.\n\
    game Mine \"?msd_fib p,q -> r,s : (r<p & s=q) | (r=p & s<q) | (p+s=r+q & r<p)\":\n\
    kernel P of Mine:\n\
    numeration mine \"x^2 = x + 1\":\n\
    # Nothing but the end is on the diagonal.\n\
    theorem diagonal \"?msd_fib Ax $P(x,x) => x=0\":\n\
    theorem cited \"?msd_fib Ex $P(x,x+1)\" from \"Wythoff 1907, p. 1\":\n\
    eval subw n \"?msd_fib j<n\":\n";

/// Wythoff's game in base 2, where its kernel is no automaton, and in Fibonacci representations.
const TWO: &str = "game A \"?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q) | (p+s=r+q & r<p)\":\n\
    kernel PA of A:\n\
    game B \"?msd_fib p,q -> r,s : (r<p & s=q) | (r=p & s<q) | (p+s=r+q & r<p)\":\n\
    kernel PB of B:\n";

fn with_game(arguments: &[&str]) -> String {
    in_folder(&[("g.prf", GAME), ("two.prf", TWO)], arguments)
}

/// Asserts that an output has all these parts.
fn has(shown: &str, parts: &[&str]) {
    for part in parts {
        assert!(shown.contains(part), "{part} is missing in\n{shown}");
    }
}

#[test]
fn every_subcommand_knows_the_names_of_a_script() {
    let formula = "?msd_fib Ex $P(x,x+1)";
    has(&with_game(&["eval", formula, "--in", "g.prf"]), &["exit 0\nTRUE\nx = 1"]);
    has(&with_game(&["explain", formula, "--in", "g.prf"]), &["exit 0", "TRUE\nx = 1"]);
    has(&with_game(&["table", "Mine", "--size", "3", "--in", "g.prf"]), &["exit 0\n2 0 1\n1 2 0\n0 1 2\n"]);
    has(&with_game(&["show", "P", "--in", "g.prf"]), &["exit 0\nP: a set in msd_fib, msd_fib: 7 states"]);
    has(&with_game(&["count", "subw", "5", "--in", "g.prf"]), &["exit 0\n5\n"]);
    has(&with_game(&["position", "Mine", "3,5", "--in", "g.prf"]), &["exit 0\nP\n"]);
    has(
        &in_folder(
            &[("g.prf", GAME), ("a.prf", &format!("theorem t \"{formula}\":"))],
            &["prove", "a.prf", "--in", "g.prf"],
        ),
        &["exit 0", "1 theorem holds"],
    );
    has(
        &in_folder(
            &[("g.prf", GAME), ("a.prf", &format!("use \"g.prf\";\ntheorem t \"{formula}\":"))],
            &["prove", "a.prf"],
        ),
        &["exit 0", "1 theorem holds"],
    );
}

#[test]
fn the_console_knows_a_script_and_looks_things_up() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("g.prf"), GAME).expect("a file");
    let inputs = "show msd_fib\nposition Mine 1,2\n:table Mine 2\ncount subw 0..2\n?msd_fib Ex $P(x,x+1)\nshow P\n";
    let output = converse(folder.path(), &["repl", "g.prf"], inputs);
    has(
        &shown(&output),
        &[
            "exit 0",
            "w(n) = w(n-1) + w(n-2)",
            "\nP\nby brute force",
            "1 2\n0 1\n",
            "0\t0\n1\t1\n2\t2\n",
            "TRUE\nx = 1",
            "P: a set",
        ],
    );
}

#[test]
fn what_a_definition_cannot_do_concerns_only_who_names_it() {
    let limits = ["--timeout", "1s"];
    has(&with_game(&[&["position", "two.prf", "--name", "PB", "3,5"], &limits[..]].concat()), &["exit 0\nP\n"]);
    has(&with_game(&[&["show", "PB", "--in", "two.prf"], &limits[..]].concat()), &["exit 0\nPB: a set"]);
    has(&with_game(&[&["eval", "?msd_fib $PB(1,2)", "--in", "two.prf"], &limits[..]].concat()), &["exit 0\nTRUE"]);
    let asked = with_game(&[&["eval", "?msd_2 $PA(1,2)", "--in", "two.prf"], &limits[..]].concat());
    has(&asked, &["exit 2", "UNKNOWN", "two.prf:2"]);
}

#[test]
fn text_behind_a_command_is_told_to_be_none() {
    let script = "eval one \"1=1\"; this one holds\neval two \"1=2\";\n";
    let shown = in_folder(&[("a.prf", script)], &["prove", "a.prf"]);
    has(&shown, &["one  ", "text after the end of a command", "a.prf:1:17", "put `#` before a comment", "two  "]);
}

#[test]
fn a_definition_gives_the_order_of_its_arguments() {
    let script = "def before(y,x) \"?msd_fib x<y\":\n\
        def words(v, u) \"$pair(u,v)\":\n\
        def many(n,i) n \"?msd_fib i<n\":\n\
        theorem order \"?msd_fib $before(5,3) & ~$before(3,5) & (Ax,y $before(y,x) <=> x<y)\":\n\
        theorem of_words \"$words(y,x) => $pair(x,y)\":\n";
    let words = "reg pair {0,1} {0,1,2} \"[0,2]*[1,1]\":\n";
    let script = format!("{words}{}", script.replace("\"$words(y,x) =>", "\"Ax,y $words(y,x) =>"));
    let files = [("a.prf", script.as_str())];
    has(&in_folder(&files, &["prove", "a.prf"]), &["2 theorems hold"]);
    has(&in_folder(&files, &["show", "before", "--in", "a.prf"]), &["(1, 0), (2, 0), (2, 1)"]);
    has(&in_folder(&files, &["count", "many", "3", "--in", "a.prf"]), &["exit 0\n3\n"]);
    has(&in_folder(&files, &["show", "words", "--in", "a.prf"]), &["a set in {0,1,2}, {0,1}:", "[1,1], [2,0][1,1]"]);
    // The same relation by either definition, and what is stored is read again.
    let stored = in_folder(&files, &["show", "before", "--in", "a.prf", "--as", "walnut"]);
    assert_eq!(stored, in_folder(&[], &["show", "?msd_fib y<x", "--as", "walnut"]));
    let refused = |definition: &str, parts: &[&str]| {
        has(&in_folder(&[("a.prf", &format!("{definition}\n"))], &["prove", "a.prf"]), &[&["exit 2"], parts].concat());
    };
    refused("def f(x,z) \"x<y\":", &["`z` is not a free variable", "a.prf:1:9", "`& z=z`"]);
    refused("def f(x) \"x<y\":", &["`y` is free but not an argument"]);
    refused("def f(y,x,y) \"x<y\":", &["`y` is an argument twice", "a.prf:1:11"]);
    refused("def f(x) \"1=1\":", &["`x` is not a free variable"]);
    refused("def f() \"x<y\":", &["lacks an argument", "`f(i,j)`"]);
    refused("def f(x,) \"x<y\":", &["lacks an argument"]);
    refused("def f(x,2) \"x<y\":", &["`2` is not a variable"]);
    refused("def f(x,E) \"x<y\":", &["`E` is not a variable"]);
    refused("def f(x \"x<y\":", &["def f(i,j,n)"]);
}

/// What a definition means is fixed by where it stands, not by what is asked first.
#[test]
fn a_definition_sees_the_names_above_it_whatever_is_asked_first() {
    let context = "def f \"x=1\":\ndef g \"$f(x)\":\n";
    let asked = |script: &str, more: &str| {
        in_folder(&[("a.prf", context), ("b.prf", more), ("s.prf", script)], &["prove", "s.prf"])
    };
    let both = "use \"a.prf\":\nuse \"b.prf\":\n";
    // The script gives `f` another meaning before or after `g` is named.
    let own = "use \"a.prf\":\ndef f \"x=2\":\ntheorem new \"$f(2)\":\ntheorem old \"$g(1) & ~$g(2)\":\n";
    has(&asked(own, ""), &["2 theorems hold"]);
    // As does another file.
    for first in ["theorem new \"$f(2) & ~$f(1)\":\n", ""] {
        let script = format!("{both}{first}theorem old \"$g(1) & ~$g(2)\":\ntheorem newer \"$f(2) & $h(2)\":\n");
        has(&asked(&script, "def f \"x=2\":\ndef h \"$f(x)\":\n"), &["hold"]);
    }
    // One that is made of the one that it hides.
    has(&asked("use \"a.prf\":\ndef f \"$f(x) | x=5\":\ntheorem t \"$f(1) & $f(5) & ~$g(5)\":\n", ""), &["holds"]);
    has(
        &asked(&format!("{both}theorem t \"$f(1) & $f(5) & $g(1) & ~$g(5)\":\n"), "def f \"$f(x) | x=5\":\n"),
        &["holds"],
    );
    // A word and a relation have one name each.
    let word = "word f msd_2 \"0->01 1->10\":\n";
    has(&asked(&format!("{both}theorem t \"$f(1) & f[1]=@1 & $g(1)\":\n"), word), &["holds"]);
    has(&asked(&format!("use \"a.prf\":\n{word}theorem t \"$f(1) & f[1]=@1 & $g(1)\":\n"), ""), &["holds"]);
    // A language in place of a relation.
    has(&asked("use \"a.prf\":\nreg f msd_2 \"0*10\":\ntheorem t \"$f(2) & $g(1) & ~$g(2)\":\n", ""), &["holds"]);
    // Within a macro a name means what it means where the macro is used.
    let through = "macro m \"$f(%0)\":\ndef k \"#m(x)\":\n";
    let script =
        format!("{both}use \"c.prf\":\ntheorem new \"$f(7)\":\ntheorem t \"$k(1) & ~$k(7) & #m(7) & ~#m(1)\":\n");
    let files = [("a.prf", context), ("b.prf", through), ("c.prf", "def f \"x=7\":\n"), ("s.prf", &script)];
    has(&in_folder(&files, &["prove", "s.prf"]), &["2 theorems hold"]);
}

/// A file binds its names where it stands, and a circle that leads back to it binds nothing.
#[test]
fn a_file_that_is_being_read_is_not_used_once_more() {
    let first = "def g \"x=1\":\nuse \"d.prf\":\ndef h \"$g(x)\":\n";
    let later = "theorem t \"$g(2) & ~$g(1) & $h(2) & ~$h(1)\":\n";
    let asked = |back: &str, script: &str, arguments: &[&str]| {
        let back = format!("def g \"x=2\":\n{back}:\n");
        in_folder(&[("b.prf", first), ("d.prf", &back), ("e.prf", "use \"b.prf\":\n"), ("s.prf", script)], arguments)
    };
    for back in ["use \"b.prf\"", "include \"b.prf\"", "load b.prf", "use \"e.prf\"", "use \".\""] {
        for to in ["include \"b.prf\":\n", "load b.prf:\n", "use \"b.prf\":\n"] {
            has(&asked(back, &format!("{to}{later}"), &["prove", "s.prf"]), &["holds"]);
            // Only the statement is in this part; the command before it waits.
            has(&asked(back, &format!("{to}{later}"), &["prove", "s.prf", "--only", "t"]), &["holds"]);
        }
        has(&asked(back, later, &["prove", "s.prf", "--in", "b.prf"]), &["holds"]);
        has(&asked(back, "", &["eval", "$g(2) & ~$g(1) & $h(2)", "--in", "b.prf"]), &["TRUE"]);
    }
    // Not even what stands behind the place from where the circle begins is known there.
    let own = "def g \"x=1\":\nuse \"d.prf\":\ntheorem t \"$g(2) & ~$g(1)\":\ndef g \"x=3\":\n";
    let files = [("b.prf", own), ("d.prf", "def g \"x=2\":\nuse \"b.prf\":\n")];
    has(&in_folder(&files, &["prove", "b.prf"]), &["holds"]);
    // What `--in` names is read before the script begins, the script among it.
    let files = [("s.prf", "theorem t \"$k(4)\":\ndef g \"x=4\":\n"), ("d.prf", "use \"s.prf\":\ndef k \"$g(x)\":\n")];
    has(&in_folder(&files, &["prove", "s.prf", "--in", "d.prf"]), &["holds"]);
}

/// In the folders of a session, where a file hides what is only known.
#[test]
fn what_is_used_hides_what_was_stored_before() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("one.prf"), "def f \"x=1\":\n").expect("a file");
    let input = "def f \"x=2\";\nuse \"one.prf\";\neval g \"$f(1) & ~$f(2)\";\n";
    let output = converse(folder.path(), &["walnut", "--session-dir=S"], input);
    has(&shown(&output), &["exit 0", "TRUE"]);
    let stored = folder.path().join("S/Automata Library/f.txt");
    assert!(std::fs::read_to_string(stored).expect("a file").contains("msd_2"));
}

#[test]
fn a_position_without_a_kernel_is_solved_by_brute_force_with_all_winning_moves() {
    let shown = with_game(&["position", "two.prf", "--name", "B", "5,6"]);
    has(&shown, &["exit 0\nN\n(1, 2)\n(5, 3)\nnote: by brute force on all positions with piles below "]);
    let far = with_game(&["position", "two.prf", "--name", "A", "123456789,5", "--timeout", "200ms"]);
    has(&far, &["exit 2", "UNKNOWN", "too large for brute force"]);
    assert!(!far.contains("error: error:"), "{far}");
}

#[test]
fn what_is_unknown_speaks_of_a_limit_only_where_one_was_passed() {
    let wide = "def f \"?msd_2000 x+y+z+u+v+w=3\":\n";
    let far =
        "game W4 \"?msd_fib p,q -> r,s : (r=p & s<q) | (r<p & s=q) | (p+s=r+q & r<p)\" block 4:\nkernel P of W4:\n";
    for (script, reason) in
        [(wide, "more tracks than fit into a letter of 64 bits"), (far, "a position too large for brute force")]
    {
        let shown = in_folder(&[("s.prf", script)], &["prove", "s.prf"]);
        has(&shown, &["exit 2", reason]);
        assert!(!shown.contains("limit"), "{shown}");
    }
    let grows = "theorem t \"?msd_30 Ax,y,z,u,v,w 2*x+3*y+5*z+7*u+11*v<13*w+4\":\n";
    let shown = in_folder(&[("s.prf", grows)], &["prove", "s.prf", "--memory", "30MB"]);
    has(&shown, &["exit 2", "memory limit"]);
}

#[test]
fn of_a_mistake_made_often_the_first_hundred_are_shown_and_all_are_kept() {
    let script = "thorem t \"Ax x=x\":\n".repeat(150);
    let shown = in_folder(&[("s.prf", &script)], &["prove", "s.prf"]);
    has(&shown, &["exit 2", "50 more errors in s.prf; `--json` has all", "150 undecided or unreadable"]);
    assert_eq!(shown.matches("unknown command").count(), 100);
    let json = in_folder(&[("s.prf", &script)], &["prove", "s.prf", "--json", "-"]);
    assert_eq!(json.matches("unknown command").count(), 150);
}

#[test]
fn an_open_formula_of_a_script_is_shown() {
    let script = "eval open \"?msd_fib Ey x=2*y\":\n";
    has(
        &in_folder(&[("a.prf", script)], &["prove", "a.prf"]),
        &["open: x: ", " states", "0, 2, 4, 6", "no theorem here"],
    );
}

#[test]
fn a_script_uses_a_home_of_walnut() {
    let folder = tempfile::tempdir().expect("a folder");
    let words = folder.path().join("HOME/Word Automata Library");
    std::fs::create_dir_all(&words).expect("folders");
    std::fs::write(words.join("CA.txt"), "msd_2\n0 0\n0 -> 0\n1 -> 1\n1 1\n0 -> 1\n1 -> 0\n").expect("a file");
    std::fs::write(folder.path().join("a.prf"), "use \"HOME\";\ntheorem t \"Ei CA[i]=@1\":").expect("a file");
    std::fs::write(folder.path().join("b.prf"), "theorem t \"Ei CA[i]=@1\":").expect("a file");
    has(&shown(&filbert(folder.path(), &["prove", "a.prf"])), &["exit 0", "1 theorem holds"]);
    has(&shown(&filbert(folder.path(), &["prove", "b.prf", "--in", "HOME"])), &["exit 0", "1 theorem holds"]);
    has(&shown(&filbert(folder.path(), &["eval", "Ei CA[i]=@1", "--in", "HOME"])), &["exit 0\nTRUE\ni = 1"]);
    has(&shown(&filbert(folder.path(), &["prove", "b.prf"])), &["exit 2", "unknown word `CA`"]);
    has(&shown(&filbert(folder.path(), &["eval", "x=1", "--in", "nowhere"])), &["exit 2", "error: nowhere"]);
}

#[test]
fn the_shell_and_other_notations_are_told_apart_from_errors() {
    has(&in_folder(&[], &["eval", "?msd_fib (x,x)"]), &["exit 2", "single quotes"]);
    has(&in_folder(&[], &["eval", "Ax", "x=x"]), &["exit 2", "error: put the formula in single quotes", "'Ax x=x'"]);
    has(&in_folder(&[], &["eval", "x%2=1"]), &["exit 2", "x-3*(x/3)"]);
    has(&in_folder(&[], &["eval", "x mod 2=1"]), &["exit 2", "x-3*(x/3)"]);
    has(&in_folder(&[], &["eval", "x==2"]), &["exit 2", "write `=`"]);
    has(&in_folder(&[], &["eval", "E=n+1 i i<n"]), &["exit 2", "is a sequence"]);
    has(&in_folder(&[], &["eval", "T[n]=2"]), &["exit 0", "no values", "no-such-value", "`@`"]);
}

#[test]
fn lints_see_chains_behind_conjunctions_repeated_names_and_rules_of_games() {
    for chain in ["Ax x=1 & x<2 => x=2 => x=3", "Ax (x=1 & x<2) => x=2 => x=3"] {
        let shown = in_folder(&[], &["eval", chain]);
        assert_eq!(shown.matches("chained-implies").count(), 1, "{shown}");
    }
    let script = "def f \"x=1\":\ndef f \"x=2\":\ntheorem t \"Ex $f(x)\":\ntheorem t \"Ex x=2\":\ndef t \"x=1\":\n";
    let shown = in_folder(&[("a.prf", script)], &["prove", "a.prf"]);
    assert_eq!(shown.matches("repeated-name").count(), 2, "{shown}");
    has(&shown, &["`f` is defined twice", "two statements have the name `t`"]);
    let game = "game G \"?msd_2 p -> r : r<p & r=0 | r+1=p & r<p\":\n";
    has(&in_folder(&[("a.prf", game)], &["prove", "a.prf"]), &["mixed-connectives"]);
}

#[test]
fn numbers_to_count_at_are_read_from_standard_input() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("g.prf"), GAME).expect("a file");
    let count = |arguments: &[&str], input: &str| {
        shown(&converse(folder.path(), &[&["count", "subw"], arguments, &["--in", "g.prf"]].concat(), input))
    };
    // As many numbers are below one as it says.
    let long = "9078563412".repeat(2000);
    assert!(count(&["-"], &format!("{long}\n")) == format!("exit 0\n{long}\n"), "20,000 digits");
    let table = count(&["-"], &format!("2..3\t{long} \n\n0"));
    assert!(table == format!("exit 0\n2\t2\n3\t3\n{long}\t{long}\n0\t0\n"), "several numbers");
    let pairs = |number: &str| {
        let script = "eval pairs n \"?msd_fib i<=j & j<n\":\n";
        std::fs::write(folder.path().join("pairs.prf"), script).expect("a file");
        shown(&converse(folder.path(), &["count", "pairs", "-", "--in", "pairs.prf"], number))
    };
    for number in ["0", "1", "10", &long] {
        let n: BigInt = number.parse().expect("a number");
        assert!(pairs(number) == format!("exit 0\n{}\n", &n * (&n + 1u32) / 2u32), "pairs below {number}");
    }
    has(&count(&["-"], "5 x"), &["exit 2", "standard input: expected a number or a range, as in `0..20`, not `x`"]);
    has(&count(&["-"], " "), &["exit 2", "standard input has no numbers"]);
    has(&count(&["1", "-"], "5"), &["exit 2", "`-` reads all values from standard input"]);
}

#[test]
fn tables_and_counts_take_what_one_asks_for() {
    let counts = with_game(&["count", "subw", "1", "2", "3", "--in", "g.prf"]);
    has(&counts, &["exit 0\n1\t1\n2\t2\n3\t3\n"]);
    has(&with_game(&["count", "subw", "0..20", "--in", "g.prf"]), &["exit 0\n0\t0\n", "\n20\t20\n"]);
    has(&with_game(&["count", "subw", "5..2", "--in", "g.prf"]), &["exit 2", "an empty range"]);
    has(&with_game(&["count", "nosuch", "5", "--in", "g.prf"]), &["exit 2", "no linear representation `nosuch`"]);
    let piles = "game One \"?msd_2 a -> b : b<a & b+3>=a\":\n\
        game Three \"?msd_2 a,b,c -> d,e,f : (d<a & e=b & f=c) | (d=a & e<b & f=c) | (d=a & e=b & f<c)\":\n\
        game Four \"?msd_2 a,b,c,d -> e,f,g,h : e<a & f=b & g=c & h=d\":\n";
    let table = |name: &str| in_folder(&[("p.prf", piles)], &["table", name, "--in", "p.prf", "--size", "3"]);
    has(&table("One"), &["exit 0\na      0 1 2\nvalue  0 1 2\n"]);
    has(
        &table("Three"),
        &["exit 0\nc = 0\n2 3 0\n1 0 3\n0 1 2\n\nc = 1\n3 2 1\n0 1 2\n1 0 3\n", "c = 2\n0 1 2\n3 2 1\n2 3 0\n"],
    );
    has(&table("Four"), &["exit 2", "one, two or three piles"]);
}

#[test]
fn scripts_systems_and_games_are_shown() {
    has(&with_game(&["show", "g.prf"]), &["    2  game       Mine\n", "    7  theorem    cited\n"]);
    has(
        &with_game(&["show", "msd_fib"]),
        &["exit 0\nmsd_fib: natural numbers, most significant digit first\n", "weights      1 2 3 5 8"],
    );
    has(&with_game(&["show", "Mine", "--in", "g.prf"]), &["exit 0\ngame Mine \"?msd_fib p,q -> r,s"]);
    has(&with_game(&["show", "Mine", "--in", "g.prf", "--as", "svg"]), &["exit 2", "only be shown as a table"]);
    has(&with_game(&["show", "Mime", "--in", "g.prf"]), &["exit 2", "did you mean `Mine`?"]);
}

#[test]
fn the_page_has_rules_comments_and_a_place_for_everything() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("g.prf"), GAME).expect("a file");
    assert_eq!(filbert(folder.path(), &["prove", "g.prf", "--html", "D"]).status.code(), Some(0));
    let page = std::fs::read_to_string(Path::new(&folder.path().join("D/index.html"))).expect("a page");
    has(&page, &["p,q -> r,s", "x^2 = x + 1", "Nothing but the end is on the diagonal.", "Rules that Wythoff gave."]);
    let section = |key: &str| {
        let start = page.find(&format!("<section class=\"paper\" id=\"paper{key}")).expect("a section");
        let end = page[start + 1..].find("<section class=\"paper\"").map_or(page.len(), |end| start + 1 + end);
        &page[start..end]
    };
    // The paper has the theorem that cites it and what the file defines; the other stands under its file.
    has(section("0"), &["data-paper=\"Wythoff 1907\"", ">cited<"]);
    assert!(!section("0").contains(">diagonal<"));
    has(section("1"), &["data-paper=\"-\"", "Without a source", "g.prf", ">diagonal<"]);
    has(&page, &["option value=\"-\"", "href=\"#g-P-3\"", "id=\"g-P-3\"", "id=\"g-diagonal\"", ">g.prf:6<"]);
}

#[test]
fn a_kernel_in_the_cache_is_proved_again_and_never_believed() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = "game G \"?msd_fib p,q -> r,s : $take(p,q,r,s)\":\nkernel P of G:\n";
    let prove = |rule: &str, claim: &str| {
        let script = format!("def take p,q,r,s \"{rule}\":\n{game}theorem t \"?msd_fib {claim}\":\n");
        let script = script.replace("take p,q,r,s", "take");
        std::fs::write(folder.path().join("g.prf"), script).expect("a file");
        shown(&filbert(folder.path(), &["prove", "g.prf", "--cache", "kept"]))
    };
    let wythoff = "?msd_fib (r<p & s=q) | (r=p & s<q) | (p+s=r+q & r<p)";
    has(&prove(wythoff, "$P(1,2) & ~$P(1,1)"), &["exit 0", "solved below", "1 theorem holds, 1 kernel proved"]);
    has(
        &prove(wythoff, "$P(1,2) & ~$P(1,1)"),
        &["exit 0", "found by an earlier run and proved again", "1 theorem holds, 1 kernel proved"],
    );
    // The rules are written alike and mean another game.
    let nim = "?msd_fib (r<p & s=q) | (r=p & s<q)";
    has(&prove(nim, "$P(1,1) & ~$P(1,2)"), &["exit 0", "solved below", "1 theorem holds, 1 kernel proved"]);
}

#[test]
fn explain_says_what_was_given_up_and_which_tactics_were_of_use() {
    // The body is built as it is written, and its subsets are not few.
    let twice = "?msd_trib Ai,n (n>0 & At t<n => TR[i+t]=TR[i+n+t]) => n<10";
    let shown = with_game(&["explain", twice]);
    has(
        &shown,
        &[
            "gave up few-subsets after ",
            ", with at most 50000 members of sets: it took too much work",
            "\ntactics: ",
            "abstract-terms 1",
        ],
    );
    let without = with_game(&["explain", twice, "--without", "abstract-terms"]);
    assert!(!without.contains("abstract-terms"), "{without}");
    assert_eq!(shown.lines().last(), without.lines().last());
    // Where a limit ends the statement, what was given up before it is said as well.
    let ended = with_game(&["explain", twice, "--max-states", "2000", "--without", "abstract-terms"]);
    has(&ended, &["exit 2", "UNKNOWN", "gave up few-subsets after "]);
}

#[test]
fn a_tactic_that_does_not_exist_is_an_error_that_lists_them() {
    let shown = with_game(&["eval", "Ax x<x+1", "--without", "induction,magic"]);
    has(&shown, &["exit 2", "magic", "unknown tactic", "induction"]);
    has(&with_game(&["eval", "?msd_trib Ax Ey y>x & TR[y]=TR[x]", "--without", "induction"]), &["exit 0", "TRUE"]);
}
