//! Numeration systems from files and from `ost`, and `split` and `rsplit`, against arithmetic.

use std::collections::HashMap;
use std::path::Path;

use filbert::automata::{Dfa, State};
use filbert::library::{Directory, Folders};
use filbert::logic::{Environment, FunctionKind};
use filbert::numeration::{Compare, LinearAtom, Numerations, Relation, TrackKind, certify, encode};
use filbert::script::{Limits, Session};
use num_bigint::BigInt;

use super::walnut::Lab;

fn in_folder(folder: &Path) -> Lab {
    let folders = Folders { session: folder.into(), home: folder.into() };
    folders.create().unwrap();
    Lab { session: Session::in_folders(Limits::default(), folders) }
}

fn relation(lab: &Lab, name: &str) -> Relation {
    match lab.session.names().function(name).expect("a function").expect("readable").kind() {
        FunctionKind::Relation(relation) => relation.clone(),
        FunctionKind::Language(language) => {
            let system = |track: &filbert::numeration::TrackKind| track.counted(&Numerations::standard()).unwrap();
            let systems: Vec<_> = language.tracks.iter().map(system).collect();
            Relation::from_language(&language.dfa, &systems, &filbert::script::Limits::default().budget()).unwrap()
        }
        FunctionKind::Truth(_) => panic!("{name} is a truth value"),
    }
}

fn contains(lab: &Lab, name: &str, numbers: &[i64]) -> bool {
    relation(lab, name).contains(&numbers.iter().map(|&n| n.into()).collect::<Vec<BigInt>>())
}

fn value(lab: &Lab, name: &str, numbers: &[i64]) -> i64 {
    lab.word(name).value(&numbers.iter().map(|&n| n.into()).collect::<Vec<BigInt>>())
}

#[test]
fn ost_defines_a_system_and_leaves_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut lab = in_folder(folder.path());
    lab.run("ost third [0 3 1] [1 2]; ost sqrt [1] [1 2]; ost fibo [0 2] [1]; ost pells [0][2]; ost golden [][1];");
    for name in ["third", "sqrt", "fibo", "pells", "golden"] {
        for ending in ["", "_addition"] {
            let file = folder.path().join(Directory::Bases.folder()).join(format!("msd_{name}{ending}.txt"));
            assert!(file.is_file(), "{name}{ending}");
        }
        let formula = format!("def f \"?msd_{name} 3*x+1=2*y\"; def g \"?lsd_{name} x<y & Ez z+z=x\";");
        lab.run(&formula);
        for (x, y) in (0..40).flat_map(|x| (0..40).map(move |y| (x, y))) {
            assert_eq!(contains(&lab, "f", &[x, y]), 3 * x + 1 == 2 * y, "{name}: {x}, {y}");
            assert_eq!(contains(&lab, "g", &[x, y]), x < y && x % 2 == 0, "{name}: {x}, {y}");
        }
        // A session that only reads the files knows the same system.
        let mut again = in_folder(folder.path());
        again.run(&formula);
        for function in ["f", "g"] {
            assert_eq!(again.language(function).dfa, lab.language(function).dfa, "{name}");
            let [a, b] = [&again, &lab].map(|lab| relation(lab, function).systems().to_vec());
            assert_eq!(a, b, "{name}");
        }
    }
    for (system, parry) in [("fibo", "fib"), ("pells", "pell")] {
        let [a, b] = [system, parry].map(|name| lab.session.names().system(&format!("msd_{name}")).unwrap());
        assert_eq!(a, b, "{system}");
    }
}

#[test]
fn ost_says_what_is_no_continued_fraction() {
    let mut lab = Lab::new();
    for (command, expected) in [
        ("ost x [0 1] [];", "its period is empty"),
        ("ost x [0 0] [1];", "a term after the integer part is 0"),
        ("ost x [0] [1 0];", "a term after the integer part is 0"),
        ("ost x [0] [a];", "expected natural numbers in brackets, found `[a]`"),
        ("ost x [0] 3;", "expected natural numbers in brackets, found `3`"),
        ("ost x [0];", "an argument is missing"),
        ("ost msd_x [0] [1];", "includes a direction"),
    ] {
        let error = lab.error(command);
        assert!(error.contains(expected), "{command}: {error}");
    }
    assert!(lab.error("eval \"?msd_x 1=1 & n=n\";").contains("Undecided"));
    assert!(lab.error("eval \"?msd_y 1=1 & n=n\";").contains("unknown numeration system"));
}

#[test]
fn automata_are_split_and_put_together() {
    for (direction, name) in [("msd", "2"), ("lsd", "3"), ("msd", "fib"), ("lsd", "fib"), ("msd", "10")] {
        let mut lab = Lab::new();
        let neg = format!("{direction}_neg_{name}");
        lab.run(&format!(
            "def one \"?{neg} x>_7 & x<5 & x!=_2\"; def two \"?{neg} x+2*y=3\";
             split plus one[+]; split minus one [-]; split same one[ ];
             split pm two [+][-]; split mm two[-][-]; split half two[][+];
             rsplit back[-] minus; rsplit both[-][-] mm; rsplit cross[+][] pm;"
        ));
        let one = |x: i64| x > -7 && x < 5 && x != -2;
        for x in 0..20 {
            assert_eq!(contains(&lab, "plus", &[x]), one(x), "{neg}: {x}");
            assert_eq!(contains(&lab, "minus", &[x]), one(-x), "{neg}: {x}");
            assert!(!contains(&lab, "plus", &[-x - 1]));
        }
        for x in -20..20 {
            assert_eq!(contains(&lab, "same", &[x]), one(x), "{neg}: {x}");
            assert_eq!(contains(&lab, "back", &[x]), x <= 0 && one(x), "{neg}: {x}");
        }
        for (x, y) in (-9..10).flat_map(|x| (-9..10).map(move |y| (x, y))) {
            let two = |x: i64, y: i64| x + 2 * y == 3;
            let natural = x >= 0 && y >= 0;
            assert_eq!(contains(&lab, "pm", &[x, y]), natural && two(x, -y), "{neg}: {x}, {y}");
            assert_eq!(contains(&lab, "mm", &[x, y]), natural && two(-x, -y), "{neg}: {x}, {y}");
            assert_eq!(contains(&lab, "half", &[x, y]), y >= 0 && two(x, y), "{neg}: {x}, {y}");
            assert_eq!(contains(&lab, "both", &[x, y]), x <= 0 && y <= 0 && two(x, y), "{neg}: {x}, {y}");
            assert_eq!(contains(&lab, "cross", &[x, y]), natural && two(x, -y), "{neg}: {x}, {y}");
        }
        let [half, cross] = ["half", "cross"].map(|name| relation(&lab, name).systems().to_vec());
        assert!(half[0].is_signed() && !half[1].is_signed() && cross[0].is_signed() && !cross[1].is_signed());
    }
}

#[test]
fn words_are_split_and_put_together() {
    let mut lab = Lab::new();
    lab.run(
        "def third \"?msd_neg_2 Ek x=3*k\"; def rest \"?msd_neg_2 Ek x=3*k+1\"; combine w third=5 rest=-2;
         split right w[+]; split left w[-]; rsplit r[+] right; rsplit l[-] left; join whole r[x] l[x];
         def lower \"?msd_neg_2 x<y\"; combine two lower=4; split quarter two[-][+]; rsplit wide[-][+] quarter;
         rsplit tm[-] T;",
    );
    let w = |x: i64| [5, -2, 0][x.rem_euclid(3) as usize];
    for x in 0..40 {
        assert_eq!(value(&lab, "w", &[x - 20]), w(x - 20));
        assert_eq!(value(&lab, "right", &[x]), w(x), "{x}");
        assert_eq!(value(&lab, "left", &[x]), w(-x), "{x}");
    }
    for x in -40..40i64 {
        assert_eq!(value(&lab, "r", &[x]), if x >= 0 { w(x) } else { 0 }, "{x}");
        assert_eq!(value(&lab, "l", &[x]), if x <= 0 { w(x) } else { 0 }, "{x}");
        assert_eq!(value(&lab, "whole", &[x]), w(x), "{x}");
        let thue_morse = if x <= 0 { i64::from((-x).count_ones() % 2) } else { 0 };
        assert_eq!(value(&lab, "tm", &[x]), thue_morse, "{x}");
    }
    for (x, y) in (-9..10).flat_map(|x| (-9..10).map(move |y| (x, y))) {
        let two = if x < y { 4 } else { 0 };
        assert_eq!(value(&lab, "two", &[x, y]), two);
        assert_eq!(value(&lab, "wide", &[x, y]), if x <= 0 && y >= 0 { two } else { 0 }, "{x}, {y}");
        if x >= 0 && y >= 0 {
            assert_eq!(value(&lab, "quarter", &[x, y]), if -x < y { 4 } else { 0 }, "{x}, {y}");
        }
    }
}

#[test]
fn split_says_what_cannot_be_split() {
    let mut lab = Lab::new();
    lab.run("def f \"?msd_neg_2 x<y\"; def g \"?msd_fib x<y\"; def h \"?msd_trib x<3\";");
    for (command, expected) in [
        ("split s f[+];", "`f` has 2 tracks, but 1 signs are given"),
        ("split s f[+][*];", "expected `[+]`, `[-]` or `[]`, found `[*]`"),
        ("split s g[+][];", "this track is in msd_fib, which has no negative numbers"),
        ("rsplit s[][-] f;", "this track is in msd_neg_2 already"),
        ("rsplit s[+] h;", "unknown numeration system `msd_neg_trib`"),
        ("split s f;", "an argument is missing"),
        ("split s nobody[+];", "unknown automaton `nobody`"),
        ("rsplit s h[+];", "expected a name, found `[+]`"),
    ] {
        let error = lab.error(command);
        assert!(error.contains(expected), "{command}: {error}");
    }
}

/// The words of a relation of base 2 or -2 with every track in Gray code: each digit says whether the binary one changes.
fn gray(dfa: &Dfa) -> String {
    let tracks = dfa.layout().tracks();
    let mut numbers = HashMap::from([((State::START, vec![0u32; tracks]), 0)]);
    let mut states = vec![(State::START, vec![0; tracks])];
    let mut text = vec!["{0,1}"; tracks].join(" ") + "\n";
    let mut at = 0;
    while let Some((q, last)) = states.get(at).cloned() {
        text += &format!("{at} {}\n", u8::from(dfa.accepting()[q]));
        for letter in dfa.layout().letters() {
            let digits = dfa.layout().unpack(letter);
            let bits: Vec<u32> = digits.iter().zip(&last).map(|(d, b)| d ^ b).collect();
            let Some(target) = dfa.transitions().step(q, dfa.layout().pack(&bits)) else { continue };
            let next = (target, bits);
            let number = *numbers.entry(next.clone()).or_insert_with(|| {
                states.push(next);
                states.len() - 1
            });
            let digits: Vec<String> = digits.iter().map(u32::to_string).collect();
            text += &format!("{} -> {number}\n", digits.join(" "));
        }
        at += 1;
    }
    text
}

/// Files of base 2 and base -2 in Gray code, which no weights give.
pub fn gray_files(folder: &Path) {
    let bases = folder.join(Directory::Bases.folder());
    std::fs::create_dir_all(&bases).unwrap();
    for (name, system) in [("gray", "msd_2"), ("neg_gray", "msd_neg_2")] {
        let system = Numerations::standard().get(system).unwrap();
        for (ending, weights, compare) in
            [("addition", &[1, 1, -1][..], Compare::Equal), ("less_than", &[1, -1], Compare::Less)]
        {
            let dfa = system
                .linear(&LinearAtom::new(weights, compare, 0), &filbert::script::Limits::default().budget())
                .unwrap();
            std::fs::write(bases.join(format!("msd_{name}_{ending}.txt")), gray(&dfa)).unwrap();
        }
    }
    let [negative, positive] = ["msd_neg_2", "msd_2"].map(|name| Numerations::standard().get(name).unwrap());
    let pairs =
        filbert::numeration::base_change(&negative, &positive, None, 1, &filbert::script::Limits::default().budget())
            .unwrap()
            .unwrap();
    std::fs::write(bases.join("msd_neg_gray_base_change.txt"), gray(&pairs)).unwrap();
}

#[test]
fn bases_without_weights_are_used_as_their_files_say() {
    let folder = tempfile::tempdir().unwrap();
    gray_files(folder.path());
    let mut lab = in_folder(folder.path());
    let natural = lab.session.names().system("msd_gray").unwrap();
    let signed = lab.session.names().system("lsd_neg_gray").unwrap();
    assert!(!natural.is_signed() && signed.is_signed());
    for n in 0..200u64 {
        let code = format!("{:b}", n ^ (n >> 1));
        let digits: Vec<u32> = if n == 0 { vec![] } else { code.bytes().map(|b| u32::from(b - b'0')).collect() };
        assert_eq!(natural.representation(&n.into()), digits);
        assert_eq!(natural.value(&digits), n.into());
    }
    for n in -200..200i64 {
        assert_eq!(signed.value(&signed.representation(&n.into())), n.into());
    }
    for (system, least) in [("msd_gray", 0), ("lsd_gray", 0), ("msd_neg_gray", -12i64), ("lsd_neg_gray", -12)] {
        lab.run(&format!(
            "def f \"?{system} 3*x+1=2*y\"; def g \"?{system} x<y & Ez z+z+5=x\"; def h \"?{system} x+y>=4 & x!=3*y\";
             def j \"?{system} Az z*2<=x => z+z+z<=y\"; def k \"?{system} (x-y)/3=2\";"
        ));
        let system = lab.session.names().system(system).unwrap();
        for (x, y) in (least..12).flat_map(|x| (least..12).map(move |y| (x, y))) {
            let signed = least < 0;
            let half = (x - 5).rem_euclid(2) == 0 && (signed || x >= 5);
            let expected = [
                ("f", 3 * x + 1 == 2 * y),
                ("g", x < y && half),
                ("h", x + y >= 4 && x != 3 * y),
                ("j", 3 * x.div_euclid(2) <= y),
                ("k", (x - y).div_euclid(3) == 2),
            ];
            for (name, expected) in expected {
                assert_eq!(contains(&lab, name, &[x, y]), expected, "{name} at {x}, {y} in {}", system.name());
            }
        }
        assert!(certify(&system, &filbert::script::Limits::default().budget()).unwrap().holds());
    }
    // A witness below zero, from a search.
    let verdict = lab.run("eval \"?msd_neg_gray Ex x+7=2 & x<y & y<1\";");
    assert!(matches!(verdict.effect, filbert::script::Effect::Relation(..)));
    lab.run("def small \"?msd_neg_gray x>_5 & x<3\"; split plus small[+]; split minus small[-]; rsplit back[-] minus;");
    for n in 0..10 {
        assert_eq!(contains(&lab, "plus", &[n]), n < 3);
        assert_eq!(contains(&lab, "minus", &[n]), n < 5);
        assert_eq!(contains(&lab, "back", &[-n]), n < 5);
        assert!(!contains(&lab, "back", &[n + 1]));
    }
}

#[test]
fn negative_bases_and_ostrowski_systems_are_known_again_in_files() {
    let folder = tempfile::tempdir().unwrap();
    let bases = folder.path().join(Directory::Bases.folder());
    std::fs::create_dir_all(&bases).unwrap();
    let standard = Numerations::standard();
    for (name, known) in [("mine", "neg_3"), ("yours", "neg_fib")] {
        let system = standard.get(&format!("msd_{known}")).unwrap();
        let adder = system
            .linear(&LinearAtom::new(&[1, 1, -1], Compare::Equal, 0), &filbert::script::Limits::default().budget())
            .unwrap();
        for (ending, dfa) in [("", system.valid()), ("_addition", &adder)] {
            let digits: Vec<i64> = (0..i64::from(system.digits())).collect();
            let tracks = vec![filbert::numeration::TrackKind::of_digits(&digits); dfa.layout().tracks()];
            let text = filbert::library::write_language(&filbert::numeration::Language { dfa: dfa.clone(), tracks });
            std::fs::write(bases.join(format!("msd_{name}{ending}.txt")), text).unwrap();
        }
    }
    let lab = in_folder(folder.path());
    for (name, known) in [("mine", "neg_3"), ("yours", "neg_fib")] {
        for direction in ["msd", "lsd"] {
            let system = lab.session.names().system(&format!("{direction}_{name}")).unwrap();
            assert_eq!(system, standard.get(&format!("{direction}_{known}")).unwrap());
        }
    }
}

#[test]
fn files_that_are_no_numbers_are_refused_by_name() {
    for (file, change, system, expected) in [
        // Without its order, Gray code has the radix order, which addition does not follow.
        ("msd_gray_less_than.txt", None, "msd_gray", "msd_gray_addition.txt:1: its "),
        (
            "msd_gray_less_than.txt",
            Some(("0 1 -> ", "1 0 -> ")),
            "lsd_gray",
            "msd_gray_less_than.txt:1: no number follows 0 in its order",
        ),
        ("msd_gray_addition.txt", Some(("0 1 1 -> ", "0 1 0 -> ")), "msd_gray", "msd_gray_addition.txt:1: its adder"),
        ("msd_neg_gray_less_than.txt", None, "msd_neg_gray", "msd_neg_gray_addition.txt:1: its "),
        (
            "msd_neg_gray_less_than.txt",
            Some(("{0,1} {0,1}", "{0,1}")),
            "msd_neg_gray",
            "msd_neg_gray_less_than.txt:3: ",
        ),
        (
            "msd_gray_addition.txt",
            Some(("{0,1} {0,1} {0,1}", "{0,1} {0,1} {0,2}")),
            "msd_gray",
            "_addition.txt:4: 1 is not a digit of {0,2}",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        gray_files(folder.path());
        let path = folder.path().join(Directory::Bases.folder()).join(file);
        match change {
            None => std::fs::remove_file(&path).unwrap(),
            Some((from, to)) => {
                let text = std::fs::read_to_string(&path).unwrap();
                assert!(text.contains(from), "{text}");
                std::fs::write(&path, text.replace(from, to)).unwrap();
            }
        }
        let mut lab = in_folder(folder.path());
        let error = lab.error(&format!("eval \"?{system} Ax x=x\";"));
        assert!(error.contains(expected), "{file}: {error}");
        assert!(lab.try_run("eval \"?msd_2 Ax x=x\";").is_ok());
    }
    // A base change that pairs other numbers.
    let folder = tempfile::tempdir().unwrap();
    gray_files(folder.path());
    let path = folder.path().join(Directory::Bases.folder()).join("msd_neg_gray_base_change.txt");
    std::fs::write(&path, "{0,1} {0,1}\n0 1\n0 0 -> 0\n1 1 -> 0\n").unwrap();
    let mut lab = in_folder(folder.path());
    lab.run("def f \"?msd_neg_gray x<3\";");
    let error = lab.error("split g f[+];");
    assert!(error.contains("msd_neg_gray_base_change.txt:1: this does not pair equal numbers"), "{error}");
    std::fs::write(&path, "{0,1} {0,1}\n0 1\n0 -> 0\n").unwrap();
    let error = lab.error("split g f[+];");
    assert!(error.contains("msd_neg_gray_base_change.txt:3: "), "{error}");
}

#[test]
fn systems_of_all_kinds_stand_in_one_formula() {
    let mut lab = Lab::new();
    lab.run(
        "ost third [0 3 1] [1 2];
         def f \"(?msd_neg_2 x=-3*2 | x=3) & (?msd_third z=7 | z=8) & (?msd_neg_fib y+2=-1) & (?msd_fib F[w]=@1 & w<5)\";
         def g \"?msd_neg_2 $f(w,x,y,z) & x<0\";",
    );
    for (w, x) in (0..7).flat_map(|w| (-8..5).map(move |x| (w, x))) {
        for (y, z) in (-5..2).flat_map(|y| (5..10).map(move |z| (y, z))) {
            // The Fibonacci word begins with 01001.
            let expected = [1, 4].contains(&w) && [-6, 3].contains(&x) && y == -3 && [7, 8].contains(&z);
            assert_eq!(contains(&lab, "f", &[w, x, y, z]), expected, "{w} {x} {y} {z}");
            assert_eq!(contains(&lab, "g", &[w, x, y, z]), expected && x < 0, "{w} {x} {y} {z}");
        }
    }
}

#[test]
fn clashing_systems_are_told_apart() {
    let mut lab = Lab::new();
    lab.run("ost third [0 3 1] [1 2]; def f \"?msd_neg_2 x<0\";");
    for (command, expected) in [
        ("eval \"?msd_2 x=-3\";", "-3 is not a natural number"),
        ("eval \"?msd_third x-(-3)=y\";", "-3 is not a natural number"),
        ("eval \"?msd_fib x/_2=1\";", "not a natural number"),
        ("eval \"?msd_neg_2 x/0=1\";", "or by 0"),
        ("eval \"?msd_neg_2 x<y & (?msd_2 x<3)\";", "`x` is in two numeration systems"),
        ("eval \"?msd_neg_2 x<3 & (?msd_third x>1)\";", "`x` is in two numeration systems"),
        ("eval \"?msd_2 $f(x+1)\";", "is a number in msd_neg_2"),
        ("eval \"?msd_neg_2 T[x+1]=@1\";", "is a number in msd_2"),
        ("word W msd_third \"0->01 1->0\";", "words are defined by morphisms in integer bases"),
        ("game g \"?msd_neg_2 p -> q : q<p\":", "which msd_neg_2 is not"),
        ("numeration msd_neg_2 \"base 2\";", "write `neg_2`"),
    ] {
        let error = lab.error(command);
        assert!(error.contains(expected), "{command}: {error}");
    }
}

#[test]
fn negative_constants_follow_arithmetic() {
    let mut lab = Lab::new();
    for system in ["msd_neg_2", "lsd_neg_3", "msd_neg_10", "msd_neg_fib"] {
        lab.run(&format!(
            "def away \"?{system} x-(-3)=y\"; def times \"?{system} y=x*(-3)+(_4)\"; def below \"?{system} x-_3<_y\";"
        ));
        for x in -12i64..=12 {
            for y in -40i64..=40 {
                let holds = |name: &str| {
                    let language = lab.language(name);
                    let TrackKind::Numbers(system) = &language.tracks[0] else { panic!("a number") };
                    let systems = [system.clone(), system.clone()];
                    language.dfa.accepts(encode(&[x.into(), y.into()], language.dfa.layout(), &systems))
                };
                assert_eq!(holds("away"), x + 3 == y, "{system} {x} {y}");
                assert_eq!(holds("times"), y == -3 * x - 4, "{system} {x} {y}");
                assert_eq!(holds("below"), x + 3 < -y, "{system} {x} {y}");
            }
        }
    }
}

#[test]
fn negative_numbers_are_shown_where_they_are_found() {
    let mut lab = Lab::new();
    let example = |lab: &mut Lab, formula: &str| {
        let run = lab.run(&format!("eval \"{formula}\";"));
        filbert::report::text::answer(&run)
    };
    assert_eq!(example(&mut lab, "?msd_neg_2 Ex x+5=2"), "TRUE\nx = -3");
    assert_eq!(example(&mut lab, "?lsd_neg_10 Ax,y x<y => 2*x>y | x>-2"), "FALSE\nx = -10, y = 0");
    assert_eq!(example(&mut lab, "?msd_neg_fib Ex x=-1000000000000000000000"), "TRUE\nx = -1000000000000000000000");
    lab.run("def f \"?msd_neg_3 x<_2 & x>_6\";");
    assert_eq!(lab.text("test f 5;"), "f only accepts 3 inputs, which are as follows: \n10\n21\n22");
    assert_eq!(lab.text("first f;"), "f accepts 10 = -3");
    assert_eq!(lab.text("inf f;"), "f accepts only finitely many inputs.");
}

/// Below a bound there are infinitely many integers: an induction on a bound proves nothing of them.
#[test]
fn bounds_in_all_integers_reach_down_for_ever() {
    let mut lab = Lab::new();
    for system in ["msd_neg_2", "lsd_neg_2", "msd_neg_fib", "msd_neg_3"] {
        lab.run(&format!(
            "def all \"?{system} At t<n => t+1<=m\"; def some \"?{system} Et t<n & 2*t=m\";
             def none \"?{system} At t<n => (t>m | t+t<n)\"; def counted \"?{system} E>=3 t (t<n & t>=m)\";
             def least \"?{system} n=n & m=m & ~Et At2 t2>=t\"; def rest \"?{system} Ek n-m=3*k & k<2\";"
        ));
        for (m, n) in (-12i64..12).flat_map(|m| (-12i64..12).map(move |n| (m, n))) {
            // t < n and t <= m: none of them has 2t >= n.
            let top = m.min(n - 1);
            let expected = [
                ("all", n <= m),
                ("some", m % 2 == 0 && m / 2 < n),
                ("none", 2 * top < n),
                ("counted", n - m >= 3),
                ("least", true),
                ("rest", (n - m) % 3 == 0 && (n - m) / 3 < 2),
            ];
            for (name, expected) in expected {
                assert_eq!(contains(&lab, name, &[m, n]), expected, "{name} at m = {m}, n = {n} in {system}");
            }
        }
    }
}

#[test]
fn the_shell_certifies_files_and_counts_by_negative_numbers() {
    let folder = tempfile::tempdir().unwrap();
    gray_files(folder.path());
    let mut lab = in_folder(folder.path());
    lab.run(
        "ost third [0 3 1] [1 2]; eval between x \"?msd_neg_2 y>=x & y<4\";
         eval pairs x z \"?lsd_neg_fib y>=x & y<z\"; eval below n \"?msd_third y<n\";",
    );
    let run = |arguments: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_filbert"))
            .args(arguments)
            .arg("--folder")
            .arg(folder.path())
            .output()
            .expect("filbert runs");
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    let certified = run(&["certify", "gray", "lsd_gray", "neg_gray", "third", "lsd_third", "neg_fib"]);
    assert_eq!(certified.lines().filter(|line| line.contains(" proved ")).count(), 6, "{certified}");
    for (arguments, expected) in [
        (&["between", "-3"][..], "7\n"),
        (&["between", "-1000000000000000000000"], "1000000000000000000004\n"),
        (&["between", "9"], "0\n"),
        (&["pairs", "-20", "-3"], "17\n"),
        (&["below", "1000000000000000000000"], "1000000000000000000000\n"),
    ] {
        assert_eq!(run(&[&["count"], arguments].concat()), expected, "{arguments:?}");
    }
    assert!(run(&["count", "below", "-1"]).contains("-1 is not a number in msd_third"));
}
