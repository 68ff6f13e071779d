//! Commands on languages, against their definitions word by word.

use filbert::numeration::TrackKind;

use super::walnut::{Lab, Spelled, all_words, letters};

type Predicate = fn(&Spelled) -> bool;

/// A language: how `reg` writes it, and what it is.
struct Sample {
    name: &'static str,
    alphabets: &'static str,
    digits: &'static [&'static [i64]],
    expression: &'static str,
    holds: Predicate,
}

const BINARY: &[&[i64]] = &[&[0, 1]];
const PAIRS: &[&[i64]] = &[&[0, 1], &[0, 1]];
const SIGNED: &[&[i64]] = &[&[0, 1, -1]];

fn digits(word: &Spelled) -> Vec<i64> {
    word.iter().map(|letter| letter[0]).collect()
}

const SAMPLES: &[Sample] = &[
    Sample {
        name: "ends11",
        alphabets: "{0,1}",
        digits: BINARY,
        expression: "(0|1)*11",
        holds: |w| digits(w).ends_with(&[1, 1]),
    },
    Sample {
        name: "from1to0",
        alphabets: "{0,1}",
        digits: BINARY,
        expression: "1(0|1)*0",
        holds: |w| w.len() > 1 && digits(w).starts_with(&[1]) && digits(w).ends_with(&[0]),
    },
    Sample {
        name: "evenzeros",
        alphabets: "{0,1}",
        digits: BINARY,
        expression: "(1*01*0)*1*",
        holds: |w| digits(w).iter().filter(|&&d| d == 0).count() % 2 == 0,
    },
    Sample {
        name: "zero11",
        alphabets: "{0,1}",
        digits: BINARY,
        expression: "0011|10",
        holds: |w| [&[0, 0, 1, 1][..], &[1, 0]].contains(&&digits(w)[..]),
    },
    Sample {
        name: "equal",
        alphabets: "{0,1} {0,1}",
        digits: PAIRS,
        expression: "([0,0]|[1,1])*",
        holds: |w| w.iter().all(|letter| letter[0] == letter[1]),
    },
    Sample {
        name: "lastbelow",
        alphabets: "{0,1} {0,1}",
        digits: PAIRS,
        expression: "([0,0]|[0,1]|[1,0]|[1,1])*[0,1]",
        holds: |w| w.last().is_some_and(|letter| letter == &[0, 1]),
    },
    Sample {
        name: "signs",
        alphabets: "{0,1,-1}",
        digits: SIGNED,
        expression: "([-1]1)*0*",
        holds: |w| {
            let zeros = digits(w).iter().rev().take_while(|&&d| d == 0).count();
            let rest = &digits(w)[..w.len() - zeros];
            rest.len().is_multiple_of(2) && rest.chunks(2).all(|pair| pair == [-1, 1])
        },
    },
];

fn sample(name: &str) -> &'static Sample {
    SAMPLES.iter().find(|sample| sample.name == name).expect("a sample")
}

fn lab() -> Lab {
    let mut lab = Lab::new();
    for sample in SAMPLES {
        lab.run(&format!("reg {} {} \"{}\";", sample.name, sample.alphabets, sample.expression));
    }
    lab
}

fn words(of: &Sample) -> Vec<Spelled> {
    let letters = letters(of.digits);
    all_words(
        &letters,
        match letters.len() {
            2 => 9,
            3 => 6,
            _ => 5,
        },
    )
}

/// Holds a saved automaton against a definition.
fn check(lab: &Lab, name: &str, of: &Sample, definition: impl Fn(&Spelled) -> bool) {
    for word in words(of) {
        assert_eq!(lab.accepts(name, &word), definition(&word), "{name} on {word:?}");
    }
}

#[test]
fn the_samples_are_what_they_say() {
    let lab = lab();
    for sample in SAMPLES {
        check(&lab, sample.name, sample, sample.holds);
    }
}

const TOGETHER: &[(&str, &str)] = &[
    ("ends11", "from1to0"),
    ("from1to0", "ends11"),
    ("zero11", "evenzeros"),
    ("equal", "lastbelow"),
    ("lastbelow", "equal"),
];

#[test]
fn union_and_intersection_are_of_words() {
    let mut lab = lab();
    for (a, b) in TOGETHER {
        let (x, y) = (sample(a), sample(b));
        lab.run(&format!("union either {a} {b}; intersect both {a} {b};"));
        check(&lab, "either", x, |w| (x.holds)(w) || (y.holds)(w));
        check(&lab, "both", x, |w| (x.holds)(w) && (y.holds)(w));
    }
    lab.run("union three ends11 from1to0 zero11; intersect three2 ends11 evenzeros zero11;");
    let [a, b, c, e] = ["ends11", "from1to0", "zero11", "evenzeros"].map(|name| sample(name).holds);
    check(&lab, "three", sample("ends11"), |w| a(w) || b(w) || c(w));
    check(&lab, "three2", sample("ends11"), |w| a(w) && e(w) && c(w));
}

#[test]
fn concatenations_split_somewhere() {
    let mut lab = lab();
    for (a, b) in TOGETHER {
        let (x, y) = (sample(a), sample(b));
        lab.run(&format!("concat both {a} {b};"));
        check(&lab, "both", x, |w| {
            (0..=w.len()).any(|at| (x.holds)(&w[..at].to_vec()) && (y.holds)(&w[at..].to_vec()))
        });
    }
}

#[test]
fn stars_are_any_number_of_words() {
    let mut lab = lab();
    for name in ["ends11", "zero11", "lastbelow", "signs"] {
        let x = sample(name);
        lab.run(&format!("star again {name};"));
        check(&lab, "again", x, |w| {
            let mut ends = vec![true];
            for end in 1..=w.len() {
                ends.push((0..end).any(|start| ends[start] && (x.holds)(&w[start..end].to_vec())));
            }
            ends[w.len()]
        });
    }
}

#[test]
fn quotients_complete_words() {
    let mut lab = lab();
    for (a, b) in TOGETHER {
        let (x, y) = (sample(a), sample(b));
        lab.run(&format!("leftquo left {a} {b}; rightquo right {a} {b};"));
        // Four states at most on each side, so a completion is no longer than their pairs; words of length 9 or 5 do.
        let all = words(x);
        let joined = |u: &Spelled, v: &Spelled| -> Spelled { u.iter().chain(v).cloned().collect() };
        for w in all.iter().filter(|w| w.len() <= 3) {
            let left = all.iter().any(|u| (y.holds)(u) && (x.holds)(&joined(u, w)));
            let right = all.iter().any(|u| (y.holds)(u) && (x.holds)(&joined(w, u)));
            assert_eq!(lab.accepts("left", w), left, "leftquo {a} {b} on {w:?}");
            assert_eq!(lab.accepts("right", w), right, "rightquo {a} {b} on {w:?}");
        }
    }
}

#[test]
fn fixing_zeros_forgets_how_many_there_were() {
    let mut lab = lab();
    for name in ["zero11", "from1to0", "lastbelow", "signs"] {
        let x = sample(name);
        lab.run(&format!("fixleadzero front {name}; fixtrailzero back {name};"));
        let zero = vec![0; x.digits.len()];
        let is_zero = |letter: &&Vec<i64>| **letter == zero;
        check(&lab, "front", x, |w| {
            let core = w[w.iter().take_while(is_zero).count()..].to_vec();
            (0..8).any(|n| (x.holds)(&std::iter::repeat_n(zero.clone(), n).chain(core.clone()).collect()))
        });
        check(&lab, "back", x, |w| {
            let core = w[..w.len() - w.iter().rev().take_while(is_zero).count()].to_vec();
            (0..8).any(|n| (x.holds)(&core.iter().cloned().chain(std::iter::repeat_n(zero.clone(), n)).collect()))
        });
    }
}

#[test]
fn reversed_languages_are_read_backwards() {
    let mut lab = lab();
    for name in ["from1to0", "zero11", "lastbelow", "signs"] {
        let x = sample(name);
        lab.run(&format!("reverse $back ${name};"));
        check(&lab, "back", x, |w| (x.holds)(&w.iter().rev().cloned().collect()));
    }
    lab.run("def lower \"?msd_fib x<y\"; reverse $turned $lower;");
    assert_eq!(
        &*format!("{:?}", lab.language("turned").tracks),
        "[Numbers(NumerationSystem(\"lsd_fib\")), Numbers(NumerationSystem(\"lsd_fib\"))]"
    );
    lab.run("eval same \"?lsd_fib Ax,y ($turned(x,y) <=> x<y)\";");
}

#[test]
fn another_alphabet_drops_digits_or_adds_them() {
    let mut lab = lab();
    for (name, alphabets, new) in [
        ("ends11", "{0,1,2}", &[&[0i64, 1, 2][..]][..]),
        ("signs", "{0,1}", &[&[0, 1]]),
        ("zero11", "{1,2}", &[&[1, 2]]),
        ("lastbelow", "{0,1,2} {1}", &[&[0, 1, 2], &[1]]),
    ] {
        let x = sample(name);
        lab.run(&format!("alphabet $other {alphabets} ${name};"));
        for word in all_words(&letters(new), 5) {
            let known = word.iter().all(|letter| letter.iter().zip(x.digits).all(|(d, digits)| digits.contains(d)));
            assert_eq!(lab.accepts("other", &word), known && (x.holds)(&word), "{name} on {word:?}");
        }
    }
}

/// Words as `test` writes them.
fn spelled(word: &Spelled) -> String {
    let letter = |letter: &Vec<i64>| match letter[..] {
        [digit] if (0..10).contains(&digit) => digit.to_string(),
        _ => format!("[{}]", letter.iter().map(i64::to_string).collect::<Vec<_>>().join(",")),
    };
    word.iter().map(letter).collect()
}

#[test]
fn test_lists_words_in_radix_order() {
    let mut lab = lab();
    for name in ["ends11", "evenzeros", "equal", "signs"] {
        let x = sample(name);
        let zero = vec![0; x.digits.len()];
        let expected: Vec<String> =
            words(x).iter().filter(|w| w.first() != Some(&zero) && (x.holds)(w)).take(5).map(spelled).collect();
        assert_eq!(expected.len(), 5);
        assert_eq!(lab.text(&format!("test {name} 5;")), expected.join("\n"), "{name}");
    }
    assert_eq!(lab.text("test zero11 3;"), "zero11 only accepts 1 inputs, which are as follows: \n10");
    lab.run("reg nozero {1,2} \"12|1\";");
    assert_eq!(lab.text("test nozero 2;"), "1\n12");
    lab.run("def three \"?lsd_2 x=3|x=4|x=6\";");
    assert_eq!(lab.text("test three 3;"), "11\n001\n011");
}

#[test]
fn first_finds_the_first_word_accepted_or_rejected() {
    let mut lab = lab();
    for sample in SAMPLES {
        let name = sample.name;
        let accepted = words(sample).into_iter().find(|w| (sample.holds)(w)).expect("a word");
        let rejected = words(sample).into_iter().find(|w| !(sample.holds)(w)).expect("a word");
        let show = |word: &Spelled| if word.is_empty() { "()".to_owned() } else { spelled(word) };
        assert_eq!(lab.text(&format!("first {name};")), format!("{name} accepts {}", show(&accepted)));
        assert_eq!(lab.text(&format!("first {name} reject;")), format!("{name} rejects {}", show(&rejected)));
    }
    // Every number below is itself or a sum of fewer Fibonacci numbers.
    lab.run("def big \"?msd_fib x>100 & y=x+1\"; def small \"?msd_fib x<100\"; def none \"x<0\"; def all \"x>=0\";");
    assert!(lab.text("first big;").ends_with(" = (101, 102)"));
    assert!(lab.text("first small reject;").ends_with(" = 100"));
    assert_eq!(lab.text("first none;"), "none accepts nothing");
    assert_eq!(lab.text("first all reject;"), "all rejects nothing");
}

#[test]
fn first_is_at_once_on_thousands_of_states() {
    let mut lab = Lab::new();
    lab.run("def far \"?msd_2 x>=3000 & Ek x=7919*k+5003\";");
    assert!(lab.language("far").dfa.states() > 5000);
    assert!(lab.text("first far;").ends_with(" = 5003"));
}

#[test]
fn infinite_languages_show_a_family_that_they_accept() {
    let mut lab = lab();
    for (name, infinite) in [("ends11", true), ("zero11", false), ("equal", true), ("lastbelow", true), ("signs", true)]
    {
        let x = sample(name);
        let text = lab.text(&format!("inf {name};"));
        let Some((_, family)) = text.split_once(" among them ") else {
            assert!(!infinite, "{text}");
            assert_eq!(text, format!("{name} accepts only finitely many inputs."));
            continue;
        };
        assert!(infinite, "{text}");
        // The family is an expression of a part of the language with infinitely many words.
        lab.run(&format!("reg family {} \"{family}\"; leftquo id {name} {name};", x.alphabets));
        let found: Vec<Spelled> =
            all_words(&letters(x.digits), 5).into_iter().filter(|w| lab.accepts("family", w)).collect();
        assert!(found.len() > 1, "{family}");
        assert!(found.iter().all(x.holds), "{family}");
    }
    lab.run("def few \"?msd_fib x<20\"; def many \"?msd_fib x>20 & y<3\"; def manyl \"?lsd_3 Ek x=2*k\";");
    assert_eq!(lab.text("inf few;"), "few accepts only finitely many inputs.");
    assert!(lab.text("inf many;").contains("infinitely many"));
    assert!(lab.text("inf manyl;").contains("infinitely many"));
}

#[test]
fn a_regular_expression_is_read_back_to_the_same_automaton() {
    let mut lab = lab();
    for sample in SAMPLES {
        let text = lab.text(&format!("regex {};", sample.name));
        lab.run(&format!("reg again {} \"{text}\";", sample.alphabets));
        assert_eq!(lab.language("again").dfa, lab.language(sample.name).dfa, "{}: {text}", sample.name);
    }
    lab.run("reg none {0,1} \"0&1\";");
    let text = lab.text("regex none;");
    lab.run(&format!("reg again {{0,1}} \"{text}\";"));
    assert!(lab.language("again").dfa.is_empty());
    lab.run("def sum \"?msd_2 x+y=z\";");
    let text = lab.text("regex sum;");
    lab.run(&format!("reg again msd_2 msd_2 msd_2 \"{text}\";"));
    assert_eq!(lab.language("again").dfa, lab.language("sum").dfa);
}

#[test]
fn languages_over_other_tracks_do_not_mix() {
    let mut lab = lab();
    for command in ["leftquo", "rightquo"] {
        let error = lab.error(&format!("{command} bad ends11 equal;"));
        assert!(error.contains("or more digits"), "{error}");
    }
    for command in ["union", "intersect", "concat"] {
        let error = lab.error(&format!("{command} bad ends11 equal;"));
        assert!(error.contains("`equal` and `ends11` have different tracks"), "{error}");
        let error = lab.error(&format!("{command} bad ends11 nope;"));
        assert!(error.contains("unknown automaton `nope`"), "{error}");
    }
    lab.run("reg nozero {1,2} \"12|1\";");
    assert!(lab.error("fixleadzero bad nozero;").contains("no digit 0"));
    assert!(lab.error("star bad;").contains("an argument is missing"));
    assert!(lab.error("star bad ends11 ends11;").contains("nothing can follow here"));
    assert!(lab.error("test ends11 many;").contains("expected a number"));
}

#[test]
fn words_put_together_are_letters_and_no_numbers() {
    let mut lab = lab();
    lab.run("def even \"?msd_fib Ey x=2*y\"; star again even; concat twice even even; union both even even;");
    for name in ["again", "twice"] {
        assert_eq!(lab.language(name).tracks, [TrackKind::of_digits(&[0, 1])], "{name}");
    }
    assert!(matches!(&lab.language("both").tracks[..], [TrackKind::Numbers(system)] if &**system.name() == "msd_fib"));
}

#[test]
fn an_alphabet_that_is_a_system_keeps_representations_only() {
    let mut lab = lab();
    lab.run("reg any {0,1} {0,1} \"([0,0]|[0,1]|[1,0]|[1,1])*\"; alphabet mixed msd_fib {0,1} $any;");
    for word in all_words(&letters(&[&[0, 1], &[0, 1]]), 5) {
        let valid = !word.windows(2).any(|pair| pair[0][0] == 1 && pair[1][0] == 1);
        assert_eq!(lab.accepts("mixed", &word), valid, "{word:?}");
    }
}
