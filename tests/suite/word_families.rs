//! Words indexed by words of digits: files, commands, and what a family says of the paperfolding words.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use filbert::library::{AutomatonFile, read_automaton};
use filbert::numeration::{Language, Numerations};
use filbert::script::Effect;

use crate::walnut::{Lab, Spelled, accepts};

/// The letter at n of the paperfolding word with these instructions, the last of which makes the odd places; 0 where the
/// instructions end, and at 0. Places are written with as many binary digits as there are instructions.
fn paperfolding(instructions: &[i64], n: usize) -> i64 {
    let Some(k) = (n > 0).then(|| n.trailing_zeros() as usize) else { return 0 };
    let Some(&instruction) = instructions.iter().rev().nth(k) else { return 0 };
    if (n >> (k + 1)).is_multiple_of(2) { instruction } else { -instruction }
}

/// All paperfolding words, most significant first. A state is the digit of n read last, and the letter if the digits to
/// come are zeros.
fn msd() -> String {
    let number = |digit: i64, letter: i64| 3 * digit + (letter + 3) % 3;
    let mut text = "{-1,1} msd_2\n".to_owned();
    for (digit, letter) in (0..2).flat_map(|digit| [0, 1, -1].map(|letter| (digit, letter))) {
        text += &format!("{} {letter}\n* 0 -> {}\n", number(digit, letter), number(0, letter));
        for instruction in [-1, 1] {
            let turned = if digit == 1 { -instruction } else { instruction };
            text += &format!("{instruction} 1 -> {}\n", number(1, turned));
        }
    }
    text
}

/// All paperfolding words, least significant first. The first 1 of n takes an instruction, and the digit behind it
/// turns it or not; the instructions may end in zeros.
const LSD: &str = "{-1,0,1} lsd_2\n0 0\n* 0 -> 0\n-1 1 -> 1\n1 1 -> 2\n0 1 -> 3\n1 -1\n* 0 -> 4\n* 1 -> 5\n2 1\n* 0 -> 5\n\
    * 1 -> 4\n3 0\n* * -> 3\n4 -1\n* * -> 4\n5 1\n* * -> 5\n";

/// What the console says to commands in a home with these words, and the language that it leaves under a name.
fn session(words: &[(&str, &str)], commands: &str) -> (String, impl Fn(&str) -> Language + use<>) {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("Word Automata Library");
    fs::create_dir_all(&folder).unwrap();
    words.iter().for_each(|(name, text)| fs::write(folder.join(format!("{name}.txt")), text).unwrap());
    let mut console = Command::new(env!("CARGO_BIN_EXE_filbert"))
        .args(["walnut", "--session-dir=S"])
        .current_dir(home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    console.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
    let said = String::from_utf8(console.wait_with_output().unwrap().stdout).unwrap();
    let left = move |name: &str| {
        let path = home.path().join("S/Automata Library").join(format!("{name}.txt"));
        let text = fs::read_to_string(&path).unwrap();
        let read = read_automaton(
            Path::new("A.txt"),
            &text,
            &Numerations::standard(),
            &filbert::script::Limits::default().budget(),
        );
        let AutomatonFile::Language(language) = read.unwrap() else { panic!("{text}") };
        language
    };
    (said, left)
}

/// All words over -1 and 1 of a length.
fn instructions(length: usize) -> impl Iterator<Item = Vec<i64>> {
    (0..1usize << length).map(move |code| (0..length).map(|i| if code >> i & 1 == 1 { 1 } else { -1 }).collect())
}

/// The letters of n digit by digit, beside those of a word.
fn beside(word: &[i64], n: usize, lsd: bool) -> Spelled {
    let length = word.len();
    let digit = |i: usize| (n >> if lsd { i } else { length - 1 - i } & 1) as i64;
    word.iter().enumerate().map(|(i, &letter)| vec![letter, digit(i)]).collect()
}

#[test]
fn files_of_words_may_have_tracks_of_digits() {
    let (said, left) = session(
        &[("PF", &msd()), ("FOLD", LSD)],
        "def p \"?msd_2 PF[f][i]=@1\"; def m \"?msd_2 PF[f][i]=@-1\"; def l \"?lsd_2 FOLD[f][n]=@1\";\n\
         def q \"?lsd_2 FOLD[f][n]!=@-1\"; def r \"?msd_2 PF[f][i+1]=PF[f][i]\";\n\
         eval all \"?msd_2 Af,i i>=1 => PF[f][i]!=@0\"; eval fold \"?lsd_2 Af,n n>=1 => FOLD[f][n]!=@0\";",
    );
    let verdicts: Vec<&str> = said.split_whitespace().filter(|word| ["TRUE", "FALSE"].contains(word)).collect();
    assert_eq!(verdicts, ["TRUE", "FALSE"], "{said}");
    let [p, m, l, q, r] = ["p", "m", "l", "q", "r"].map(left);
    for length in 0..=5 {
        for word in instructions(length) {
            for n in 0..1 << length {
                let letter = paperfolding(&word, n);
                let read = beside(&word, n, false);
                assert_eq!(accepts(&p, &read), letter == 1, "{word:?} at {n}");
                assert_eq!(accepts(&m, &read), letter == -1, "{word:?} at {n}");
                // A number stands there only if the next one is no longer than the instructions.
                let next = n + 1 < 1 << length && paperfolding(&word, n + 1) == letter;
                assert_eq!(accepts(&r, &read), next, "{word:?} at {n}");
                let turned: Vec<i64> = word.iter().rev().copied().collect();
                for zeros in 0..2 {
                    let padded = [&turned[..], &vec![0; zeros]].concat();
                    let read = beside(&padded, n, true);
                    assert_eq!(accepts(&l, &read), letter == 1, "{word:?} at {n}");
                    assert_eq!(accepts(&q, &read), letter != -1, "{word:?} at {n}");
                }
            }
        }
    }
}

const FAMILY: &str = "reg a {-1,1} msd_2 \"([-1,0]|[1,0]|[-1,1]|[1,1])*[1,1]\"; \
    reg b {-1,1} msd_2 \"([-1,0]|[1,0]|[-1,1]|[1,1])*[-1,1]\"; combine W a=5 b=-2; ";

#[test]
fn commands_make_families_and_keep_them() {
    let mut lab = Lab::new();
    lab.run(FAMILY);
    let truth = |lab: &mut Lab, statement: &str| match lab.run(&format!("eval t \"{statement}\";")).effect {
        Effect::Verdict(verdict) => verdict.truth,
        other => panic!("{statement}: {other:?}"),
    };
    assert!(truth(&mut lab, "?msd_2 Af,i W[f][i]=@5 <=> $a(f,i)"));
    assert!(truth(&mut lab, "?msd_2 Af,i W[f][i]=@0 | W[f][i]*W[f][i]=@25 | W[f][i]+@2=@0"));
    assert!(!truth(&mut lab, "?msd_2 Ef,g,i W[f][i]<W[g][i] & W[g][i]<W[f][i]"));
    assert!(truth(&mut lab, "?msd_2 Ef,g,i W[f][i]=@-2 & W[g][i]=@5"));
    lab.run("minimize small W; reverse back W; reverse again back; alphabet wide {-1,0,1} msd_2 W;");
    assert!(truth(&mut lab, "?msd_2 Af,i small[f][i]=W[f][i] & again[f][i]=W[f][i]"));
    assert!(truth(&mut lab, "?msd_2 Af,i W[f][i]=wide[f][i]"));
    assert!(lab.text("describe W;").starts_with("W is a family of words\ntracks: {1,-1} msd_2\n"));
    // Read from the other end: the first digits decide.
    assert!(truth(&mut lab, "?lsd_2 Ef,i back[f][i]=@5"));
}

#[test]
fn a_family_of_digits_of_a_base_is_a_word_where_a_word_is_needed() {
    let mut lab = Lab::new();
    lab.run("reg o {0,1} \"0*(10*10*)*10*\"; combine T o;");
    // As words, 01 and 1 are two; as numbers they are one.
    assert!(matches!(lab.run("eval t \"Ex,y T[x]=@1 & T[y]=@1\";").effect, Effect::Verdict(v) if v.truth));
    assert_eq!((0..8).map(|n| lab.value("T", &[n])).collect::<Vec<_>>(), [0, 1, 1, 0, 1, 0, 0, 1]);
    lab.run("convert four msd_4 T;");
    assert_eq!((0..8).map(|n| lab.value("four", &[n])).collect::<Vec<_>>(), [0, 1, 1, 0, 1, 0, 0, 1]);
}

#[test]
fn what_families_cannot_do_is_said() {
    let mut lab = Lab::new();
    lab.run(FAMILY);
    let wrong = [
        ("eval t \"?msd_2 Ef W[f]=@1\";", "`W` has 2 indices, not 1"),
        ("convert c msd_4 W;", "this is a family of words"),
        ("join j W[a][b];", "this is a family of words"),
        ("eval t \"?msd_2 E>=2 f W[f][i]=@1\";", "a counting quantifier over tuples with a word"),
        ("reg d {2,3} \"2|3\"; eval t \"Ef,i $a(f,i) & $d(f)\";", "two disjoint sets of digits"),
        ("reg d {2,3} \"2|3\"; eval t \"Ef,i W[f][i]=@1 & $d(f)\";", "two disjoint sets of digits"),
        ("eval t \"?msd_2 Ef,g $a(f,i) & W[f+1][i]=@1 & f=_3\";", "negative"),
    ];
    for (command, why) in wrong {
        let said = lab.error(command);
        assert!(said.contains(why), "{command}: {said}");
    }
}
