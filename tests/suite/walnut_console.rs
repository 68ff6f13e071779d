//! `filbert walnut` over standard input and output: what it prints, to the byte, and the files it leaves.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cli::converse;

/// What a conversation prints; the banner's two lines are checked and left out, and times are made equal.
fn talk(home: &Path, session: &Path, arguments: &[&str], input: &str) -> String {
    let folders = [format!("--home-dir={}", home.display()), format!("--session-dir={}", session.display())];
    let all = [&["walnut", &*folders[0], &*folders[1]], arguments].concat();
    let output = converse(Path::new("."), &all, input);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    let (banner, rest) = text.split_once("\n\n").expect("an empty line after the banner");
    let (_, started) = banner.split_once('\n').expect("two lines");
    assert_eq!(started, format!("Starting Walnut session: {}", session.display()));
    regex::Regex::new(r"\d+ms").unwrap().replace_all(rest, "Nms").into_owned()
}

struct Tree {
    home: tempfile::TempDir,
    session: tempfile::TempDir,
}

impl Tree {
    fn new(files: &[(&str, &str)]) -> Tree {
        let tree = Tree { home: tempfile::tempdir().unwrap(), session: tempfile::tempdir().unwrap() };
        for (path, text) in files {
            let path = tree.home.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        tree
    }

    fn talk(&self, input: &str) -> String {
        talk(self.home.path(), self.session.path(), &[], input)
    }

    fn file(&self, path: &str) -> String {
        std::fs::read_to_string(self.session.path().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Every file of the session with its contents.
    fn files(&self) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        for folder in std::fs::read_dir(self.session.path()).unwrap().flatten() {
            for file in std::fs::read_dir(folder.path()).unwrap().flatten() {
                let name = format!("{}/{}", folder.file_name().display(), file.file_name().display());
                files.insert(name, std::fs::read_to_string(file.path()).unwrap());
            }
        }
        files
    }
}

#[test]
fn a_session_is_what_front_ends_expect_to_the_byte() {
    let tree = Tree::new(&[]);
    let input = "eval f \"x<3\";\n\
                 eval t \"Ax Ey y=x+1\":\n\
                 # a comment; with a terminator\n\
                 \n\
                 eval \"Ex,y x<y &\n x>y\"\n\
                 ;\n\
                 eval \"x=\";\n\
                 eval g \"$ff(x)\";\n\
                 nonsense;\n\
                 test f 2; test f 4;\n\
                 eval h \"x=1;\n\
                 def k \"?msd_fib Ay x>=y\"::\n\
                 quit;\n\
                 eval never \"x=1\";\n";
    let expected = "[Walnut]$ \n\
                    [Walnut]$ Ax Ey y=x+1:1 states - Nms\nTotal computation time: Nms.\n____\nTRUE\n\n\
                    [Walnut]$ ____\nFALSE\n\n\
                    [Walnut]$ expected a term after `=`: the formula ends here: char at 2\n\n\
                    [Walnut]$ unknown function `$ff`: not defined: char at 0\n\n\
                    [Walnut]$ unknown command `nonsense`: no command has this name: char at 0\n\n\
                    [Walnut]$ \n1\n\n\
                    [Walnut]$ f only accepts 3 inputs, which are as follows: \n\n1\n10\n\n\
                    [Walnut]$ this quote is not closed: expected another `\"`: char at 7\n\n\
                    [Walnut]$ ?msd_fib Ay x>=y:1 states - Nms\nTotal computation time: Nms.\n\n\
                    [Walnut]$ ";
    assert_eq!(tree.talk(input), expected);
    assert!(!tree.files().keys().any(|name| name.contains("never")));
}

#[test]
fn every_definition_leaves_its_files() {
    let tree = Tree::new(&[]);
    tree.talk("eval f \"x+1=y\"::\ndef t \"Ax x>=0\";\neval \"x=1\";\nmorphism m \"0->01 1->10\";\npromote W m;\nmacro next \"%0+1\";\n");
    let names: Vec<String> = tree.files().into_keys().collect();
    assert_eq!(
        names,
        [
            "Automata Library/f.txt",
            "Automata Library/t.txt",
            "Macro Library/next.txt",
            "Morphism Library/m.txt",
            "Result/W.gv",
            "Result/W.txt",
            "Result/f.gv",
            "Result/f.txt",
            "Result/f_log.txt",
            "Result/t.gv",
            "Result/t.txt",
            "Result/t_log.txt",
            "Word Automata Library/W.txt",
        ]
    );
    assert_eq!(tree.file("Automata Library/t.txt"), "true\n");
    assert_eq!(
        tree.file("Automata Library/f.txt"),
        "msd_2 msd_2\n\n0 0\n0 0 -> 0\n0 1 -> 1\n1 1 -> 0\n\n1 1\n1 0 -> 1\n"
    );
    assert!(tree.file("Result/f_log.txt").starts_with("x+1=y:2 states - "));
    assert_eq!(tree.file("Macro Library/next.txt"), "%0+1");
}

#[test]
fn the_session_is_searched_before_home_and_home_before_what_is_shipped() {
    // At home: T is constant 7, f is x=2; the session then defines f again.
    let tree = Tree::new(&[
        ("Word Automata Library/T.txt", "msd_2\n0 7\n0 -> 0\n1 -> 0\n"),
        ("Automata Library/f.txt", "msd_2\n0 0\n0 -> 0\n1 -> 1\n1 0\n0 -> 2\n2 1\n"),
        ("Morphism Library/h.txt", "0->00 1->11\n7->70\n"),
        ("Macro Library/twice.txt", "(%0+%0)"),
        ("Transducer Library/up.txt", "0\n7 -> 0 / 8\n"),
    ]);
    let shown = tree.talk(
        "eval \"An T[n]=@7\";\neval \"An ($f(n) <=> n=2)\";\ndef f \"n=5\";\neval \"An ($f(n) <=> n=5)\";\n\
         eval \"#twice(3)=6\";\nimage J h T;\neval \"J[10]=@7 & J[11]=@0\";\ntransduce U up T;\neval \"An U[n]=@8\";\n\
         eval \"PD[1]=@0\";\n",
    );
    assert_eq!(shown.matches("TRUE").count(), 7, "{shown}");
    assert!(!shown.contains("FALSE"), "{shown}");
    assert!(tree.home.path().join("Automata Library/f.txt").exists());
}

#[test]
fn a_file_of_commands_is_echoed_and_may_load_others() {
    let tree = Tree::new(&[
        ("Command Files/all.txt", "eval one \"Ax x=x\";\nload some.txt;\neval two\n \"1=2\";\n"),
        ("Command Files/some.txt", "eval three \"x=4\":\n"),
        ("Command Files/round.txt", "load round.txt;\n"),
    ]);
    let shown = talk(tree.home.path(), tree.session.path(), &["all.txt"], "load none.txt;\nexit;\n");
    let expected = "eval one \"Ax x=x\";\n____\nTRUE\n\n\
                    load some.txt;\neval three \"x=4\":\nx=4:4 states - Nms\nTotal computation time: Nms.\n\n\n\
                    eval two\n \"1=2\";\n____\nFALSE\n\n\
                    [Walnut]$ File does not exist: none.txt\n\n\n\
                    [Walnut]$ ";
    assert_eq!(shown, expected);
    assert!(tree.talk("load round.txt;\nquit;\n").contains("is being loaded already"));
}

#[test]
fn a_command_that_fails_leaves_every_file_as_it_was() {
    let tree = Tree::new(&[("Automata Library/broken.txt", "msd_2\n0 0\n0 -> 5\n")]);
    tree.talk("def f \"x<3\"; def p \"?msd_fib x<3\"; morphism m \"0->01 1->1\"; macro s \"%0\"; combine W f;");
    let before = tree.files();
    let failing = [
        "def f \"x<\";",
        "def f \"$nope(x)\";",
        "def f \"$broken(x)\";",
        "def f x \"x<3 & y>z\";",
        "eval f y \"x<3\";",
        "reg f msd_2 \"0(1\";",
        "reg f {0,1} \"2\";",
        "union f f p;",
        "concat f f nope;",
        "star f;",
        "leftquo f f p;",
        "rightquo f f p;",
        "intersect f f p;",
        "fixtrailzero nope;",
        "alphabet $f msd_2;",
        "ost f [0] [];",
        "split f nope[+];",
        "rsplit f[-] nope;",
        "load;",
        "cls f;",
        "quit f;",
        "game f \"?msd_2 p -> r : r<=p\";",
        "kernel f of nope;",
        "convert W msd_3 W;",
        "promote W m;",
        "image W m nope;",
        "combine W f p;",
        "join W W[a] W[a][b];",
        "transduce W nope W;",
        "alphabet W msd_2 msd_2 W;",
        "reverse W nope;",
        "minimize W nope;",
        "macro s;",
        "morphism m \"0->\u{2192}\";",
        "test f x;",
        "inf nope;",
        "export W ba;",
        "export f pdf;",
        "word W[n] \"n\";",
        "describe nope;",
        "first f maybe;",
        "regex nope;",
        "fixleadzero f;",
        "help nope;",
        "def f \"W[0*x\";",
    ];
    for command in failing {
        let shown = tree.talk(&format!("{command}\n"));
        assert!(shown.contains(": char at "), "{command}: {shown}");
        assert_eq!(tree.files(), before, "{command}");
    }
    // Limits, too, say where they were passed: at the prompt, and in a file of commands.
    let limited = "def f \"?msd_trib Ek n=7*k & i<n\";";
    let limited_talk = |arguments: &[&str], input: &str| {
        let mut all = vec!["--max-states", "300"];
        all.extend(arguments);
        talk(tree.home.path(), tree.session.path(), &all, input)
    };
    let shown = limited_talk(&[], &format!("{limited}\n"));
    assert!(shown.contains("UNKNOWN (state limit in the step i<n & (Ek n=7*k)): char at 0\n"), "{shown}");
    assert_eq!(tree.files(), before, "{limited}");
    std::fs::write(tree.session.path().join("Command Files/late.txt"), format!("# one\n\n{limited}\n")).unwrap();
    let before = tree.files();
    let shown = limited_talk(&["late.txt"], "");
    assert!(shown.contains("UNKNOWN (state limit in the step i<n & (Ek n=7*k)) at ") && shown.contains("late.txt:3\n"));
    assert_eq!(tree.files(), before, "{limited}");
    let shown = tree.talk("eval \"$broken(x)\";\n");
    assert!(shown.contains("broken.txt:3: state 5 is never declared: char at 0"), "{shown}");
}

/// A machine as a file writes it: whether a word leads from `start` along `edges` to one of `ends`.
#[derive(Default)]
struct Machine {
    start: String,
    edges: Vec<(String, String, String)>,
    ends: Vec<String>,
}

impl Machine {
    /// Büchi automata: a start, lines `label,from->to`, the accepting states.
    fn ba(text: &str) -> Machine {
        let mut machine = Machine { start: text.lines().next().unwrap().into(), ..Machine::default() };
        for line in text.lines().skip(1) {
            match line.split_once(',') {
                Some((label, edge)) => {
                    let (from, to) = edge.split_once("->").unwrap();
                    machine.edges.push((from.into(), label.replace('_', ","), to.into()));
                }
                None => machine.ends.push(line.into()),
            }
        }
        machine
    }

    /// Graphviz: `0 [shape = doublecircle, ...]` accepts, `start -> 0` begins, an edge lists its letters.
    fn gv(text: &str) -> Machine {
        let mut machine = Machine::default();
        for line in text.lines() {
            let Some((what, rest)) =
                line.trim_end_matches(';').split_once(" [").or(line.strip_suffix(';').map(|l| (l, "")))
            else {
                continue;
            };
            match what.split_once(" -> ") {
                Some(("start", to)) => machine.start = to.into(),
                Some((from, to)) => {
                    let label = rest.split('"').nth(1).unwrap();
                    let letters = match label.contains('[') {
                        true => label.split("], ").map(|letter| letter.trim_matches(['[', ']'])).collect::<Vec<_>>(),
                        false => label.split(", ").collect(),
                    };
                    machine.edges.extend(letters.into_iter().map(|letter| (from.into(), letter.into(), to.into())));
                }
                None if rest.contains("doublecircle") => machine.ends.push(what.into()),
                None => {}
            }
        }
        machine
    }

    /// The format of the library: a state with its output, then its transitions.
    fn txt(text: &str) -> Machine {
        let mut machine = Machine::default();
        let mut state = String::new();
        for line in text.lines().skip(1).filter(|line| !line.is_empty()) {
            match line.split_once(" -> ") {
                Some((letter, to)) => machine.edges.push((state.clone(), letter.replace(' ', ","), to.into())),
                None => {
                    let (name, output) = line.split_once(' ').unwrap();
                    state = name.into();
                    if machine.start.is_empty() {
                        machine.start = name.into();
                    }
                    if output == "1" {
                        machine.ends.push(name.into());
                    }
                }
            }
        }
        machine
    }

    fn accepts(&self, word: &[String]) -> bool {
        let mut here = vec![&self.start];
        for letter in word {
            let next = |edge: &&(String, String, String)| here.contains(&&edge.0) && edge.1 == *letter;
            here = self.edges.iter().filter(next).map(|edge| &edge.2).collect();
        }
        here.iter().any(|state| self.ends.contains(state))
    }
}

#[test]
fn exported_machines_accept_the_numbers_that_satisfy() {
    type Holds = fn(&[u64]) -> bool;
    let statements: [(&str, usize, &str, Holds); 4] = [
        ("thirds", 1, "?msd_2 Ek x=3*k", |n| n[0] % 3 == 0),
        ("small", 1, "?msd_2 x<6 & x!=2", |n| n[0] < 6 && n[0] != 2),
        ("next", 2, "?msd_2 x=y+1", |n| n[0] == n[1] + 1),
        ("three", 3, "?msd_2 x+y=z & x<3", |n| n[0] + n[1] == n[2] && n[0] < 3),
    ];
    let tree = Tree::new(&[]);
    for (name, tracks, formula, holds) in statements {
        tree.talk(&format!("def {name} \"{formula}\"; export {name} ba; export {name} gv; export {name} txt;"));
        let file = |ending: &str| tree.file(&format!("Result/{name}.{ending}"));
        let machines = [Machine::ba(&file("ba")), Machine::gv(&file("gv")), Machine::txt(&file("txt"))];
        let bits = 4 - tracks.saturating_sub(2);
        for all in 0..1u64 << (bits * tracks) {
            let numbers: Vec<u64> = (0..tracks).map(|track| all >> (bits * track) & ((1 << bits) - 1)).collect();
            let letter = |place: usize| {
                let digits: Vec<String> = numbers.iter().map(|n| (n >> place & 1).to_string()).collect();
                digits.join(",")
            };
            let word: Vec<String> = (0..bits).rev().map(letter).collect();
            for (machine, kind) in machines.iter().zip(["ba", "gv", "txt"]) {
                assert_eq!(machine.accepts(&word), holds(&numbers), "{name} {kind}: {numbers:?}");
            }
        }
    }
}

#[test]
fn exports_differ_for_true_and_false() {
    let tree = Tree::new(&[]);
    tree.talk("def t \"Ax x=x\"; def f \"Ax x<x\"; def e \"x<x\"; def one \"x=1\"; export t ba; export f ba; export e ba; export one ba; export T txt; export one gv;");
    assert_eq!(tree.file("Result/t.ba"), "[0]\n[0]\n");
    assert_eq!(tree.file("Result/f.ba"), "[0]\n[1]\n");
    assert_eq!(tree.file("Result/e.ba"), "[0]\n[1]\n");
    assert_eq!(tree.file("Result/one.ba"), "[0]\n0,[0]->[0]\n1,[0]->[1]\n[1]\n");
    assert!(tree.file("Result/T.txt").starts_with("msd_2\n\n0 0\n0 -> 0\n1 -> 1\n"));
    assert_ne!(tree.file("Result/t.gv"), tree.file("Result/f.gv").replace("\"f\"", "\"t\""));
}
