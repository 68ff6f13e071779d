//! Bounds of sums with real coefficients, against values of words made by substitution.

use std::ops::AddAssign;

use filbert::numeration::{Algebraic, Bound, Extreme, SumGraph};
use filbert::script::{CommandError, Effect, Limits, Session};
use filbert::syntax::{Source, parse_script};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::cli::filbert_in;
use crate::games::relation;

/// What each command of a script with a verdict says, and the remarks on it.
fn said(script: &str) -> Vec<(Option<bool>, Vec<String>)> {
    let source = Source::new("b.prf", script);
    let (commands, errors) = parse_script(&source);
    assert!(errors.is_empty(), "{}", errors[0].render(false));
    let mut session = Session::new();
    let run = |command| match session.run(&source, command) {
        Ok(run) => match run.effect {
            Effect::Verdict(verdict) => {
                let example = verdict.example.into_iter().flatten().map(|(name, value)| format!("{name} = {value}"));
                Some((Some(verdict.truth), run.notes.into_iter().chain(example).collect()))
            }
            _ => None,
        },
        Err(CommandError::Wrong(why)) => Some((None, vec![why.message().to_owned()])),
        Err(failure) => Some((None, vec![format!("{failure:?}")])),
    };
    commands.iter().filter_map(run).collect()
}

/// A word, and a(n), the place from 1 on of its n-th letter.
fn places(rules: &str, start: usize, letter: usize) -> String {
    format!(
        "word W \"{rules}\" from {start}:
        sequence seen n \"?msd_W i<n & W[i]=@{letter}\":
        synchronize before seen;
        def a(n,x) \"?msd_W n>=1 & x>=1 & W[x-1]=@{letter} & $before(x-1,n-1)\":\n"
    )
}

#[test]
fn claims_of_the_encyclopedia_of_sequences() {
    // A284366, 1s; the claim (-1,2) fails late.
    let script = places("0->1 1->101010", 1, 1) + "theorem t \"bounds n*(sqrt(21)-1)/2 - a(n) in (-1,2)\":";
    let (truth, notes) = said(&script).pop().unwrap();
    assert_eq!(truth, Some(false));
    assert_eq!(
        notes,
        [
            "the infimum is (-9 + sqrt(21))/5 = -0.883484.., a limit that is not attained",
            "the supremum is (6 + sqrt(21))/5 = 2.116515.., a limit that is not attained",
            "at n = 2977771, a(n) = 5334043 the sum is (-13645857 + 2977771 sqrt(21))/2 = 2.004872..",
            "n = 2977771",
            "a(n) = 5334043",
        ]
    );
    // A285140, 0s.
    let script = places("0->10 1->0010", 0, 0) + "theorem t \"bounds n*(1+sqrt(3)/3) - a(n) in (-1,1)\":";
    let (truth, notes) = said(&script).pop().unwrap();
    assert_eq!((truth, &*notes[3]), (Some(false), "n = 2"), "{notes:?}");
    // A284931, 1s: -1 is a limit.
    let script = places("0->01 1->1011", 0, 1) + "theorem t \"bounds n*sqrt(2) - a(n) in (-1,1/2)\":";
    let (truth, notes) = said(&script).pop().unwrap();
    assert_eq!((truth, &*notes[0]), (Some(true), "the infimum is -1, a limit that is not attained"));
}

#[test]
fn positions_are_found_though_few_numbers_need_their_states() {
    // A284364, whose second eigenvalue is (3 - sqrt(21))/2 = -0.791..: vectors with small entries are enough.
    let script = places("0->1 1->101010", 1, 0);
    let claim = "bounds n*(3/2 + (1/6)*sqrt(21)) - a(n) in [(-4/5 + (-2/15)*sqrt(21)),(6/5 + (1/5)*sqrt(21))]";
    assert_eq!(said(&format!("{script} eval e \"{claim}\":")).pop().unwrap().0, Some(true));
}

#[test]
fn ends_that_are_attained_are_told_from_limits() {
    let claim = |interval: &str| said(&format!("theorem t \"bounds n*phi - phin(n) in {interval}\":"))[0].0;
    assert_eq!(claim("[0,1)"), Some(true));
    assert_eq!(claim("(0,1)"), Some(false));
    assert_eq!(claim("[0,9/10)"), Some(false));
    assert_eq!(claim("(-1,2]"), Some(true));
    assert_eq!(said("theorem t \"bounds n*phi - phin(n)\":")[0].0, Some(true));
    // In an integer base no part shrinks.
    let (truth, notes) = said("theorem t \"bounds n - 2*m for ?msd_2 n=2*m | n=2*m+3\":").remove(0);
    let ends = ["the infimum is 0, attained at m = 0, n = 0", "the supremum is 3, attained at m = 0, n = 3"];
    assert_eq!((truth, notes), (Some(true), ends.map(str::to_owned).to_vec()));
}

#[test]
fn a_sequence_may_begin_with_a_fraction() {
    let script = |interval: &str| {
        format!(
            "sequence fz n \"?msd_fib i<n & F[i]=@0\": sequence hz n \"fz(n)+7/2\":
            eval e \"bounds hz(n) - n/phi in {interval}\":"
        )
    };
    let (truth, notes) = said(&script("(3,(6+sqrt(5))/2)")).pop().unwrap();
    assert_eq!((truth, notes.len()), (Some(true), 2));
    let (truth, notes) = said(&script("(2,4)")).pop().unwrap();
    assert_eq!((truth, &*notes[2]), (Some(false), "at n = 4, hz(n) = 13/2 the sum is (17 - 4 sqrt(5))/2 = 4.027864.."));
}

#[test]
fn an_end_that_is_passed_is_enough() {
    let script = "word Q \"0->010 1->0\": sequence y n \"?msd_Q i<n & Q[i]=@1\":
        eval e \"bounds y(n)+y(m)-y(k) in (0,1) for ?msd_Q k=n+m\":";
    assert_eq!(said(script).pop().unwrap().0, Some(false));
    let script = "eval e \"bounds n - n in [0,-1] for ?msd_trib n>=0\":";
    assert_eq!(said(script).pop().unwrap().0, Some(false));
}

#[test]
fn a_mistake_is_shown_where_it_was_written() {
    for script in [
        "eval e \"bounds n*phi - phin(n) for ?msd_trib n>0\":",
        "eval e \"bounds n*phi - m for ?msd_fib $phin(n)\":",
        "eval e \"bounds n*phi - m for ?msd_fib $phin(n,m) & \":",
    ] {
        let source = Source::new("b.prf", script);
        let (commands, _) = parse_script(&source);
        match Session::new().run(&source, &commands[0]) {
            Err(CommandError::Wrong(error)) => {
                assert_eq!(error.text().text(), script);
                assert!(
                    script.find(" for ").is_some_and(|place| error.span().start > place),
                    "{}",
                    error.render(false)
                );
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn what_has_no_bounds_says_why() {
    for (script, why) in [
        ("eval e \"bounds n*sqrt(2) - phin(n)\":", "sqrt(2) is not in the field of this system"),
        ("eval e \"bounds n*phi - phin(n) in [0,sqrt(2)]\":", "sqrt(2) is not in the field of this system"),
        // No root but in the constant, and another one at the end.
        ("eval e \"bounds n + phi in [0,sqrt(2)] for ?msd_fib n=1\":", "sqrt(2) is not in the field of this system"),
        ("eval e \"bounds n*phi - n in [0,sqrt(2)] for ?msd_fib n>=0\":", "sqrt(2) is not in the field of this system"),
        ("eval e \"bounds n*sqrt(2) for ?msd_2 n=1\":", "whose numbers are fractions"),
        ("eval e \"bounds n*phi - m for ?msd_2 $phin(n,m)\":", "`n` is in two numeration systems"),
        ("eval e \"bounds n*phi - phin(n) for ?msd_trib n>0\":", "`n` is in two numeration systems"),
        ("eval e \"bounds root(x^2+1)*n for ?msd_fib n>=0\":", "this polynomial has no real root"),
        ("eval e \"bounds n*root(x^3-2) for ?msd_trib n=1\":", "root(x^3 - 2) is not in the field of this system"),
        ("eval e \"bounds (n+1)^2 for ?msd_trib n=1\":", "a power of an unknown number"),
        ("eval e \"bounds n*sqrt(2)+sqrt(3) for ?msd_trib n=1\":", "sqrt(2) and sqrt(3) are not in one field"),
        ("word W \"0->01 1->1\": eval e \"bounds n-n for ?msd_W n>=0\":", "do not grow like the powers of one number"),
        ("eval e \"bounds n - n for ?lsd_fib n>=0\":", "read from the most significant digit"),
        ("eval e \"bounds n*phi\":", "in which numeration system?"),
        ("eval e \"bounds n*n for ?msd_fib n>=0\":", "a product of unknown numbers"),
        ("eval e \"bounds n/0 for ?msd_fib n>=0\":", "a division by 0"),
        ("eval e \"bounds n - nothing(n)\":", "unknown function or sequence `nothing`"),
        ("eval e \"bounds n - shift(n,n)\":", "expected `)`"),
        ("eval e \"bounds n for ?msd_fib n<n\":", "no numbers satisfy the condition"),
        ("sequence s n \"?msd_fib i<=n*1 & i<n\": eval e \"bounds n*sqrt(2) - s(n)\":", "sqrt(2) is not in the field"),
        ("sequence s n \"?msd_fib i<n & j<n\": eval e \"bounds n - s(n)\":", "has not finitely many whole values"),
        ("sequence s n m \"?msd_fib i<n+m\": eval e \"bounds n - s(n)\":", "`s` is a sequence of 2 variables"),
        ("sequence s n \"?msd_fib i<n\": eval e \"bounds n - s(n) for ?msd_2 n>=0\":", "`s` is a sequence in msd_fib"),
    ] {
        let (truth, notes) = said(script).pop().unwrap();
        assert!(truth.is_none() && notes[0].contains(why), "{script}: {truth:?} {notes:?}");
    }
}

/// The tribonacci word, and a(n), the place from 1 on of its n-th letter 0.
const TRIBONACCI: &str = "def t0(n) \"?msd_trib n>=1 & TR[n-1]=@0\":
    sequence seen n \"?msd_trib i<n & TR[i]=@0\":
    synchronize before seen;
    def a(n,x) \"?msd_trib n>=1 & x>=1 & TR[x-1]=@0 & $before(x-1,n-1)\":\n";

#[test]
fn extremes_are_enclosed_where_several_parts_shrink() {
    let psi = "root(x^3-x^2-x-1)";
    let claim = |interval: &str| {
        let (truth, notes) = said(&format!("{TRIBONACCI} eval e \"bounds a(n) - {psi}*n{interval}\":")).pop().unwrap();
        (truth, notes)
    };
    let (truth, notes) = claim("");
    assert_eq!(truth, Some(true), "{notes:?}");
    let end = |note: &str| note.rsplit(' ').next().unwrap().parse::<f64>().unwrap();
    let [low, high] = [end(&notes[0]), end(&notes[1])];
    // Computed from the letters.
    let mut word = vec![0];
    let mut next = 0;
    while word.len() < 400_000 {
        let image: &[usize] = [&[1][..], &[2], &[]][word[next]];
        if next > 0 {
            word.push(0);
        }
        word.extend(image);
        next += 1;
    }
    let places = (1i64..).zip(&word).filter(|&(_, &letter)| letter == 0).map(|place| place.0);
    let value = 1.839_286_755_214_161;
    let values: Vec<f64> = (1i64..).zip(places).map(|(n, place)| place as f64 - value * n as f64).collect();
    let (least, most) = values.iter().fold((0.0f64, 0.0f64), |(a, b), &v| (a.min(v), b.max(v)));
    assert!(low <= least && least < low + 0.01 && most <= high && high - 0.01 < most, "{low} {least} {most} {high}");
    assert_eq!(claim(" in (-3/2,1)").0, Some(true));
    let (truth, notes) = claim(" in (-1/2,1)");
    let first = values.iter().position(|&v| v < -0.5).unwrap() + 1;
    assert!(truth == Some(false) && notes.contains(&format!("n = {first}")), "{first} {notes:?}");
}

#[test]
fn what_grows_without_end_is_false_and_shows_a_number() {
    let (truth, notes) = said("eval e \"bounds n*phi - n in (-5,100) for ?msd_fib n>=0\":").remove(0);
    assert_eq!((truth, &*notes[0]), (Some(false), "the sum is unbounded: it grows like the powers of (1 + sqrt(5))/2"));
    assert_eq!(notes[1], "the sum divided by n tends to (-1 + sqrt(5))/2 = 0.618033..");
    assert!(notes[2].starts_with("at n = "), "{notes:?}");
    let (truth, _) = said("eval e \"bounds n - x for ?msd_trib n>=x\":").remove(0);
    assert_eq!(truth, Some(false));
    // A285129, 1s, whose share is (sqrt(17)-3)/4: the second eigenvalue is (1 - sqrt(17))/2, and that of the square of the morphism its square.
    let script = "word W \"0->10 1->0000\" from 1: sequence ones n \"?msd_W i<n & W[i]=@1\":
        eval e \"bounds ones(n) - n*(sqrt(17)-3)/4 in (-9,9)\":";
    let (truth, notes) = said(script).pop().unwrap();
    assert_eq!(
        (truth, &*notes[0]),
        (Some(false), "the sum is unbounded: it grows like the powers of (9 - sqrt(17))/2")
    );
    assert!(notes[1].contains("ones(n) = "), "{notes:?}");
    // Those of the period-doubling word are as far from 2/3 as there are digits.
    let script = "sequence ones n \"?msd_2 i<n & PD[i]=@1\": eval e \"bounds ones(n) - 2*n/3 in (-4,4)\":";
    let (truth, notes) = said(script).pop().unwrap();
    assert_eq!(truth, Some(false), "{notes:?}");
    assert_eq!(notes[0], "the sum is unbounded: it grows with the number of digits, by the eigenvalue -1");
    assert!(!notes.iter().any(|note| note.contains("tends to")), "{notes:?}");
}

/// Numbers from a seed.
fn random(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut bits = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    move |n| {
        bits = (bits ^ (bits >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (bits >> 33) % n
    }
}

#[test]
fn windows_of_random_words_have_as_many_letters_as_substitution_says() {
    let (mut exact, mut enclosed, mut unknown) = (0, 0, 0);
    for seed in 0..60 {
        let mut below = random(seed);
        let letters = 2 + seed % 3;
        let mut image = |least: u64| -> Vec<usize> { (0..least + below(3)).map(|_| below(letters) as usize).collect() };
        let mut images: Vec<Vec<usize>> = (0..letters).map(|letter| image(1 + u64::from(letter == 0))).collect();
        images[0][0] = 0;
        let (letter, width) = (below(letters) as usize, 1 + below(5) as usize);
        let mut word = images[0].clone();
        let mut next = 1;
        while word.len() < 30_000 && next < word.len() {
            word.extend(&images[word[next]]);
            next += 1;
        }
        let rule = |(letter, image): (usize, &Vec<usize>)| {
            format!("{letter}->{}", image.iter().map(usize::to_string).collect::<String>())
        };
        let rules = images.iter().enumerate().map(rule).collect::<Vec<_>>().join(" ");
        let script = format!(
            "word W \"{rules}\": sequence s n \"?msd_W i<n & W[i]=@{letter}\":
            eval e \"bounds s(m) - s(n) for ?msd_W m=n+{width}\":"
        );
        let Some((Some(true), notes)) = said(&script).pop() else {
            unknown += 1;
            continue;
        };
        let counts: Vec<usize> =
            word.windows(width).map(|window| window.iter().filter(|&&a| a == letter).count()).collect();
        let ends = [counts.iter().min().unwrap(), counts.iter().max().unwrap()];
        for (note, &end) in notes.iter().zip(ends) {
            assert!((decimal(note) - end as f64).abs() < 1e-8, "{rules}, {letter}, {width}: {note}, not {end}");
        }
        (if notes[0].contains("between") { &mut enclosed } else { &mut exact }).add_assign(1);
    }
    assert!(exact >= 8 && enclosed >= 4, "{exact} {enclosed} {unknown}");
}

#[test]
fn letters_of_random_automatic_words_are_as_even_as_substitution_says() {
    let (mut bounded, mut unbounded, mut unknown) = (0, 0, 0);
    let folder = tempfile::tempdir().expect("a folder");
    let mut script = String::new();
    for seed in 0..120 {
        let Some(Automatic { word, letter, rules, counted, share }) = Automatic::new(seed) else { continue };
        let claim = format!("bounds s(n) - n*{share}");
        let (truth, notes) = said(&format!("{counted} eval e \"{claim}\":")).pop().unwrap();
        if let Some(truth) = truth {
            let kind = if truth { "theorem" } else { "refute" };
            script += &format!("{counted}\n{kind} t{seed} \"{claim}\":\n");
        }
        let share = decimal(&format!("is {share}"));
        let mut count = 0.0;
        let values: Vec<f64> = (0..)
            .zip(&word)
            .map(|(n, own)| {
                let value = count - share * f64::from(n);
                count += f64::from(u8::from(*own == letter));
                value
            })
            .collect();
        let ends = |values: &[f64]| {
            let least = values.iter().copied().fold(f64::MAX, f64::min);
            [least, values.iter().copied().fold(f64::MIN, f64::max)]
        };
        match truth {
            Some(true) => {
                for (note, end) in notes.iter().zip(ends(&values)) {
                    let is_limit = note.contains("a limit");
                    let error = (decimal(note) - end).abs();
                    assert!(error < if is_limit { 1e-2 } else { 1e-8 }, "{rules}, {letter}: {note}, not {end}");
                }
                bounded += 1;
            }
            Some(false) => {
                let [first, all] = [ends(&values[..1 << 7]), ends(&values)].map(|[least, most]| most - least);
                assert!(all > first + 0.5, "{rules}, {letter}: {first} {all}, {notes:?}");
                unbounded += 1;
            }
            None => unknown += 1,
        }
    }
    assert!(bounded > 20 && unbounded > 20 && unknown < 10, "{bounded} {unbounded} {unknown}");
    std::fs::write(folder.path().join("s.prf"), script).expect("it is written");
    let (code, _, errors) = filbert_in(folder.path(), &["prove", "s.prf", "--certify", "certificates"]);
    assert_eq!(code, 0, "{errors}");
    let report = filbert_check::check(&folder.path().join("certificates"), &mut |_| {}).expect("it can be read");
    assert_eq!((report.failed, report.proved), (0, bounded + unbounded));
}

/// A word that is the fixed point of a morphism of two letters each, and one of its letters.
struct Automatic {
    word: Vec<u64>,
    letter: u64,
    rules: String,
    /// The commands that define s(n), how often the letter is among the first n.
    counted: String,
    /// The share of the letter.
    share: String,
}

impl Automatic {
    /// One from a seed, if the letter has a share.
    fn new(seed: u64) -> Option<Automatic> {
        let mut below = random(seed);
        let letters = 3 + seed % 4;
        let mut images: Vec<[u64; 2]> = (0..letters).map(|_| [below(letters), below(letters)]).collect();
        images[0][0] = 0;
        let mut word = vec![0u64];
        while word.len() < 1 << 14 {
            word = word.iter().flat_map(|&letter| images[letter as usize]).collect();
        }
        let letter = word[below(40) as usize];
        let rules: Vec<String> = (0..).zip(&images).map(|(from, [a, b])| format!("{from}->{a}{b}")).collect();
        let rules = rules.join(" ");
        let counted = format!("word W \"{rules}\": sequence s n \"?msd_2 i<n & W[i]=@{letter}\":");
        let (_, notes) = said(&format!("{counted} eval e \"bounds s(n)\":")).pop()?;
        let share = notes.iter().find_map(|note| note.strip_prefix("the sum divided by n tends to "))?.to_owned();
        Some(Automatic { word, letter, rules, counted, share })
    }
}

#[test]
fn frequencies_are_what_counts_tend_to() {
    for (count, share) in [
        ("?msd_2 i<n & T[i]=@1", "1/2"),
        ("?msd_2 i<n & PD[i]=@1", "2/3"),
        ("?msd_2 i<n & RS[i]=@1", "1/2"),
        ("?msd_fib i<n & F[i]=@0", "(-1 + sqrt(5))/2 = 0.618033.."),
        // A factor.
        ("?msd_fib i<n & F[i]=@0 & F[i+1]=@0", "-2 + sqrt(5) = 0.236067.."),
        ("?msd_trib i<n & TR[i]=@0", "-1 - r + r^2 = 0.543689.. with r = root(x^3 - x^2 - x - 1)"),
    ] {
        let script = format!("sequence s n \"{count}\": eval e \"bounds s(n)\":");
        let (truth, notes) = said(&script).pop().unwrap();
        assert_eq!((truth, &*notes[1]), (Some(false), &*format!("the sum divided by n tends to {share}")), "{count}");
    }
    // The letters 1 are rarer and rarer in 0100 0100 1 0 0100 .., for 1->1 makes no more of them: their share is not that of the letter they come from.
    let script = "word W \"0->0100 1->1\": sequence s n \"?msd_W i<n & W[i]=@1\": eval e \"bounds s(n)\":";
    let (_, notes) = said(script).pop().unwrap();
    assert!(notes[1..].iter().all(|note| note.contains("tends to")), "{notes:?}");
}

/// A system, which places are counted, and of which representations they are.
type Counted<'a> = (&'a str, &'a str, &'a dyn Fn(&[usize]) -> bool);

#[test]
fn sequences_with_few_differences_are_added_up() {
    // How many letters of a word are 1, and which share: both from the letters.
    let words: [Counted; 5] = [
        ("msd_2", "T[i]=@1", &|digits| digits.iter().sum::<usize>() % 2 == 1),
        ("msd_fib", "F[i]=@0", &|digits| digits.last().is_none_or(|&last| last == 0)),
        ("msd_3", "En i=3*n+1", &|digits| digits.last() == Some(&1)),
        ("msd_trib", "TR[i]=@0", &|digits| digits.last().is_none_or(|&last| last == 0)),
        ("msd_trib", "TR[i]=@2", &|digits| digits.ends_with(&[1, 1])),
    ];
    let psi = "root(x^3-x^2-x-1)";
    let shares = ["1/2".to_owned(), "1/phi".into(), "1/3".into(), format!("1/{psi}"), format!("1/{psi}^3")];
    for ((system, letter, is_counted), share) in words.into_iter().zip(shares) {
        let script = format!("sequence s n \"?{system} i<n & {letter}\": eval e \"bounds s(n) - n*{share}\":");
        let (truth, notes) = said(&script).pop().unwrap();
        assert_eq!(truth, Some(true), "{letter} {notes:?}");
        let value = match share.as_str() {
            "1/2" => 0.5,
            "1/3" => 1.0 / 3.0,
            "1/phi" => 2.0 / (1.0 + 5f64.sqrt()),
            _ if share.ends_with("^3") => 1.839_286_755_214_161f64.powi(-3),
            _ => 1.0 / 1.839_286_755_214_161,
        };
        let numeration = filbert::numeration::Numerations::default().get(system).unwrap();
        let (mut count, mut values) = (0, Vec::new());
        for n in 0..20_000i64 {
            values.push(f64::from(count) - n as f64 * value);
            let digits = numeration.representation(&BigInt::from(n)).into_iter().map(|digit| digit as usize);
            count += i32::from(is_counted(&digits.collect::<Vec<usize>>()));
        }
        let (least, most) = values.iter().fold((0.0f64, 0.0f64), |(a, b), &v| (a.min(v), b.max(v)));
        let ends: Vec<f64> = notes.iter().take(2).map(|note| decimal(note)).collect();
        assert!(ends[0] <= least + 1e-6 && least < ends[0] + 0.03, "{letter}: {least} {notes:?}");
        assert!(most <= ends[1] + 1e-6 && ends[1] - 0.03 < most, "{letter}: {most} {notes:?}");
        // What is attained is attained by the letters.
        for (note, extreme) in notes.iter().zip([least, most]) {
            if note.contains("attained at") {
                assert!((decimal(note) - extreme).abs() < 1e-6, "{letter}: {note}");
            }
        }
    }
}

/// The decimal number behind a word in a note: `0.618033..`, or a fraction.
fn decimal(note: &str) -> f64 {
    let words: Vec<&str> = note.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let at = words.iter().position(|&word| word == "is").unwrap() + 1;
    match words.iter().position(|&word| word == "=") {
        Some(place) if words[place + 1].ends_with("..") => words[place + 1].trim_end_matches('.').parse().unwrap(),
        _ if words[at] == "between" => words[at + 1].parse().unwrap(),
        _ => {
            let (above, below) = words[at].split_once('/').unwrap_or((words[at], "1"));
            above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap()
        }
    }
}

/// beta of the matrix of a morphism of two letters, mu, and the mean distance of the letter.
fn distance(images: &[Vec<usize>; 2], letter: usize) -> (f64, f64, Algebraic) {
    let count = |of: usize, image: usize| images[image].iter().filter(|&&own| own == of).count() as i64;
    let (trace, determinant) = (count(0, 0) + count(1, 1), count(0, 0) * count(1, 1) - count(0, 1) * count(1, 0));
    let root = Algebraic::square_root((trace * trace - 4 * determinant).to_u64().unwrap());
    let beta = (Algebraic::from(trace) + root.clone()) / Algebraic::from(2);
    let mu = (Algebraic::from(trace) - root) / Algebraic::from(2);
    let frequency = [Algebraic::from(count(0, 1)), beta.clone() - Algebraic::from(count(0, 0))];
    let distance = (frequency[0].clone() + frequency[1].clone()) / frequency[letter].clone();
    (beta.approximate(), mu.approximate(), distance)
}

#[test]
fn bounds_of_random_words_are_those_of_their_letters() {
    let mut compared = 0;
    for seed in 0..400u64 {
        // Images of 2 to 4 and 1 to 4 letters.
        let mut below = random(seed);
        let mut image = |least: u64| -> Vec<usize> {
            let length = least + below(4 - least + 1);
            (0..length).map(|_| below(2) as usize).collect()
        };
        let mut images = [image(2), image(1)];
        images[0][0] = 0;
        if !images[0].contains(&1) || !images[1].contains(&0) {
            continue;
        }
        let letter = (seed % 2) as usize;
        let (beta, mu, r) = distance(&images, letter);
        if mu.abs() > 0.75 || beta < 1.5 || r.is_fraction() {
            continue;
        }
        check(&images, letter, r);
        compared += 1;
        if compared == 12 {
            return;
        }
    }
    panic!("only {compared} words");
}

fn check(images: &[Vec<usize>; 2], letter: usize, r: Algebraic) {
    let written = |image: &[usize]| image.iter().map(usize::to_string).collect::<String>();
    let rules = format!("0->{} 1->{}", written(&images[0]), written(&images[1]));
    let (session, _) = crate::games::run(&places(&rules, 0, letter));
    let relation = relation(&session, "a");
    let budget = Limits::default().budget();
    let coefficients = [r.clone(), Algebraic::from(-1)];
    let graph = SumGraph::new(&relation, &coefficients, &[], Algebraic::from(0), &budget).unwrap();
    let found = graph.extremes(&budget).unwrap();

    let mut word = images[0].clone();
    let mut next = 1;
    while word.len() < 30_000 {
        word.extend(&images[word[next]]);
        next += 1;
    }
    let at = (1..).zip(word).filter(|&(_, own)| own == letter).map(|(place, _)| place);
    let values: Vec<(i64, i64, f64)> =
        (1..).zip(at).map(|(n, place): (i64, i64)| (n, place, n as f64 * r.approximate() - place as f64)).collect();
    let exact = [&found.lowest, &found.highest].map(|end| match end {
        Extreme::Exact { value, at } => (value.clone(), at.clone()),
        Extreme::Enclosed { .. } => panic!("one eigenvalue shrinks"),
    });
    let [low, high] = exact.each_ref().map(|end| end.0.approximate());
    let least = values.iter().map(|value| value.2).fold(f64::MAX, f64::min);
    let most = values.iter().map(|value| value.2).fold(f64::MIN, f64::max);
    assert!(low < least + 1e-8 && most < high + 1e-8, "{rules}: {low} {least} {most} {high}");
    let slack = 0.25 * (high - low);
    assert!(least < low + slack && most > high - slack, "{rules}: {low} {least} {most} {high}");
    for (value, at) in &exact {
        if let Some(numbers) = at {
            let sum = r.clone() * Algebraic::from(numbers[0].clone()) - Algebraic::from(numbers[1].clone());
            assert_eq!(sum, *value, "{rules}");
            assert!(relation.contains(numbers), "{rules}");
        }
    }
    // The first number beyond a bound near the middle, which no number meets.
    let (less, more) = (exact[0].0.clone() * Algebraic::from(9), exact[1].0.clone() * Algebraic::from(11));
    let middle = (less + more) / Algebraic::from(20) + Algebraic::from(1) / Algebraic::from(1009);
    for is_lower in [false, true] {
        let bound = Bound { value: middle.clone(), is_allowed: true, is_lower };
        let first = graph.first_beyond(&[bound], &budget).unwrap().expect("there is one");
        let is_beyond = |value: f64| if is_lower { value < middle.approximate() } else { value > middle.approximate() };
        let (n, place, _) = *values.iter().find(|value| is_beyond(value.2)).expect("there is one");
        assert_eq!(first, [BigInt::from(n), BigInt::from(place)], "{rules}");
    }
}
