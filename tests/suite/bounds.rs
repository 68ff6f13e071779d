//! Bounds of sums with real coefficients, against values of words made by substitution.

use filbert::numeration::{Bound, Quadratic, SumGraph};
use filbert::script::{CommandError, Effect, Limits, Session};
use filbert::syntax::{Source, parse_script};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

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
        ("eval e \"bounds n*sqrt(2) for ?msd_2 n=1\":", "whose numbers are fractions"),
        ("eval e \"bounds n*phi - m for ?msd_2 $phin(n,m)\":", "`n` is in two numeration systems"),
        ("eval e \"bounds n*phi - phin(n) for ?msd_trib n>0\":", "`n` is in two numeration systems"),
        ("eval e \"bounds n*phi - n for ?msd_fib n>=0\":", "the sum seems to grow without end"),
        ("eval e \"bounds n - n for ?msd_trib n>=0\":", "the recurrence of this one has order 3"),
        ("eval e \"bounds n - n for ?lsd_fib n>=0\":", "read from the most significant digit"),
        ("eval e \"bounds n*phi\":", "in which numeration system?"),
        ("eval e \"bounds n*n for ?msd_fib n>=0\":", "a product of unknown numbers"),
        ("eval e \"bounds n/0 for ?msd_fib n>=0\":", "a division by 0"),
        ("eval e \"bounds n - nothing(n)\":", "unknown function `nothing`"),
        ("eval e \"bounds n - shift(n,n)\":", "expected `)`"),
        ("eval e \"bounds n for ?msd_fib n<n\":", "no numbers satisfy the condition"),
        ("sequence s n \"?msd_fib i<n\": eval e \"bounds n - s(n)\":", "`s` is a sequence"),
    ] {
        let (truth, notes) = said(script).pop().unwrap();
        assert!(truth.is_none() && notes[0].contains(why), "{script}: {truth:?} {notes:?}");
    }
}

/// beta of the matrix of a morphism of two letters, mu, and the mean distance of the letter.
fn distance(images: &[Vec<usize>; 2], letter: usize) -> (f64, f64, Quadratic) {
    let count = |of: usize, image: usize| images[image].iter().filter(|&&own| own == of).count() as i64;
    let (trace, determinant) = (count(0, 0) + count(1, 1), count(0, 0) * count(1, 1) - count(0, 1) * count(1, 0));
    let root = Quadratic::root((trace * trace - 4 * determinant).to_u64().unwrap());
    let beta = (Quadratic::from(trace) + root.clone()) / Quadratic::from(2);
    let mu = (Quadratic::from(trace) - root) / Quadratic::from(2);
    let frequency = [Quadratic::from(count(0, 1)), beta.clone() - Quadratic::from(count(0, 0))];
    let distance = (frequency[0].clone() + frequency[1].clone()) / frequency[letter].clone();
    (beta.approximate(), mu.approximate(), distance)
}

#[test]
fn bounds_of_random_words_are_those_of_their_letters() {
    let mut compared = 0;
    for seed in 0..400u64 {
        // Images of 2 to 4 and 1 to 4 letters, from the bits of a mixed number.
        let mut bits = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut below = |n: u64| {
            bits = (bits ^ (bits >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            (bits >> 33) % n
        };
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
        if mu.abs() > 0.75 || beta < 1.5 || r.radicand() == 1 {
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

fn check(images: &[Vec<usize>; 2], letter: usize, r: Quadratic) {
    let written = |image: &[usize]| image.iter().map(usize::to_string).collect::<String>();
    let rules = format!("0->{} 1->{}", written(&images[0]), written(&images[1]));
    let (session, _) = crate::games::run(&places(&rules, 0, letter));
    let relation = relation(&session, "a");
    let budget = Limits::default().budget();
    let coefficients = [r.clone(), Quadratic::from(-1)];
    let graph = SumGraph::new(&relation, &coefficients, Quadratic::from(0), &budget).unwrap();
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
    let [low, high] = [&found.lowest, &found.highest].map(|end| end.value.approximate());
    let least = values.iter().map(|value| value.2).fold(f64::MAX, f64::min);
    let most = values.iter().map(|value| value.2).fold(f64::MIN, f64::max);
    assert!(low < least + 1e-8 && most < high + 1e-8, "{rules}: {low} {least} {most} {high}");
    let slack = 0.25 * (high - low);
    assert!(least < low + slack && most > high - slack, "{rules}: {low} {least} {most} {high}");
    for end in [&found.lowest, &found.highest] {
        if let Some(numbers) = &end.at {
            let sum = r.clone() * Quadratic::from(numbers[0].clone()) - Quadratic::from(numbers[1].clone());
            assert_eq!(sum, end.value, "{rules}");
            assert!(relation.contains(numbers), "{rules}");
        }
    }
    // The first number beyond a bound near the middle, which no number meets.
    let (less, more) =
        (found.lowest.value.clone() * Quadratic::from(9), found.highest.value.clone() * Quadratic::from(11));
    let middle = (less + more) / Quadratic::from(20) + Quadratic::from(1) / Quadratic::from(1009);
    for is_lower in [false, true] {
        let bound = Bound { value: middle.clone(), is_allowed: true, is_lower };
        let first = graph.first_beyond(&[bound], &budget).unwrap().expect("there is one");
        let is_beyond = |value: f64| if is_lower { value < middle.approximate() } else { value > middle.approximate() };
        let (n, place, _) = *values.iter().find(|value| is_beyond(value.2)).expect("there is one");
        assert_eq!(first, [BigInt::from(n), BigInt::from(place)], "{rules}");
    }
}
