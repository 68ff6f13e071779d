//! Sequences in sums, against their values, and statements and claims about them.

use std::rc::Rc;

use super::tests::{Random, ends, fixed_point, named, shifted, tuples};
use super::*;
use crate::command::{FUNCTION, SEQUENCE, SYSTEM, WORD};
use crate::machine::{NOWHERE, Rows, allow};
use crate::names::Named;
use crate::sequence::sequence;

/// Values in a system: of each state, and where its digits lead, if they do.
fn values(track: &Track, states: &[(i64, &[u32])]) -> Rc<Machine> {
    let row = |row: &[u32]| (0..).zip(row.iter().copied()).filter(|edge| edge.1 != NOWHERE).collect();
    let rows: Rows = states.iter().map(|state| row(state.1)).collect();
    let outputs = states.iter().map(|state| state.0).collect();
    Rc::new(Machine { tracks: vec![track.clone()], rows, outputs })
}

/// Automata of few states that say what a sequence grows by.
fn steps(track: &Track, random: &mut Random) -> Rc<Machine> {
    let (states, size) = (1 + random.below(3), track.digits.len());
    let mut rows = Vec::new();
    for state in 0..states {
        let value = random.below(5) as i64 - 2;
        let row = (0..size).map(|digit| match random.below(8) {
            _ if state + digit == 0 => 0,
            0 => NOWHERE,
            _ => random.below(states) as u32,
        });
        rows.push((value, row.collect::<Vec<u32>>()));
    }
    let rows: Vec<(i64, &[u32])> = rows.iter().map(|(value, row)| (*value, &row[..])).collect();
    values(track, &rows)
}

/// The sums of what a sequence grows by below each number of so many digits.
fn sums(track: &Track, steps: &Machine, length: usize) -> Vec<f64> {
    let mut words = vec![(0u32, 0u32)];
    for _ in 0..length {
        let on = |&(letter, state): &(u32, u32)| {
            let row = (0..).zip(&track.valid[letter as usize]);
            row.map(|(digit, &letter)| (letter, steps.step(state, digit))).collect::<Vec<_>>()
        };
        words = words.iter().flat_map(on).collect();
    }
    let (mut sum, mut all) = (0.0, Vec::new());
    for (_, state) in words {
        all.push(sum);
        sum += steps.outputs.get(state as usize).map_or(0.0, |value| *value as f64);
    }
    all
}

fn beside(track: &Track, steps: &[Rc<Machine>]) -> Letters {
    Letters::beside(track, &steps.iter().map(|own| &**own).collect::<Vec<&Machine>>()).unwrap()
}

/// Compares the bounds of a sum with the values of words, if they are found: the order of the recurrence, and whether the
/// other roots are small. There are sequences on each track, and the factors are those of numbers and sequences.
fn compare(
    machine: &Machine,
    steps: &[Vec<Rc<Machine>>],
    factors: &[Vec<Element>],
    length: usize,
) -> Option<(usize, bool)> {
    let track = &machine.tracks[0];
    let letters: Vec<Letters> = steps.iter().map(|own| beside(track, own)).collect();
    let spectrum = Spectrum::of(track, &letters).ok()?;
    let near = |element: &Element| spectrum.field.approximate(element).unwrap();
    let sums = |own: &Vec<Rc<Machine>>| own.iter().map(|own| sums(track, own, length)).collect();
    let sums: Vec<Vec<Vec<f64>>> = steps.iter().map(sums).collect();
    let of_track = |n: f64, sums: &[Vec<f64>], factors: &[Element]| {
        let values = [n].into_iter().chain(sums.iter().map(|sums| sums[n as usize]));
        values.zip(factors).map(|(value, factor)| near(factor) * value).sum::<f64>()
    };
    let value = |numbers: &Vec<f64>| {
        numbers.iter().zip(&sums).zip(factors).map(|((n, sums), own)| of_track(*n, sums, own)).sum::<f64>()
    };
    let all = tuples(machine, length);
    let [least, most] = all.iter().map(value).fold([f64::MAX, f64::MIN], |[a, b], v| [a.min(v), b.max(v)]);
    let alphabet = Alphabet::new(&spectrum, &letters, factors).unwrap();
    let [(low, low_is_in), (high, high_is_in)] = ends(&spectrum, machine, &alphabet)?;
    assert!(low < least + 1e-6 && most < high + 1e-6, "{}: {low} {least} {most} {high}", track.name);
    for (distance, is_in) in [(least - low, low_is_in), (high - most, high_is_in)] {
        assert!(distance > 1e-6 || is_in != Some(false), "{}: {distance}", track.name);
        assert!(distance < 0.2 * (high - low) + 1e-6, "{}: {distance} of {low} {high}", track.name);
    }
    Some((spectrum.order, are_others_small(&spectrum)))
}

/// How often n must be taken off for a sum of sequences to be small.
fn density(spectrum: &Spectrum, letters: &Letters, factors: &[Element]) -> Element {
    let growing = |first: Element, factors: &[Element]| {
        let factors = [&[first], factors].concat();
        let alphabet = Alphabet::new(spectrum, std::slice::from_ref(letters), &[factors]).unwrap();
        alphabet.growing.first().map_or(Element::zero(), Element::clone)
    };
    let zeros = vec![Element::zero(); factors.len()];
    let [numbers, sums] = [growing(Element::whole(Integer::from(1)), &zeros), growing(Element::zero(), factors)];
    spectrum.field.quotient(&sums, &numbers).unwrap()
}

#[test]
fn bounds_are_those_of_numbers_and_sequences() {
    allow(1 << 40);
    let mut random = Random(11);
    let names = ["msd_2", "msd_3", "msd_fib", "msd_trib", "msd_wythoff2", "msd_nara", "msd_root_2_2"];
    let own: [&[&[u32]]; 3] = [&[&[0, 1, 1], &[0, 1]], &[&[0, 1, 2], &[0, 2], &[1]], &[&[0, 1, 0, 1, 0], &[1, 0]]];
    let (mut alone, mut together) = (Vec::new(), Vec::new());
    for track in names.map(named).into_iter().chain(own.map(fixed_point)) {
        let beta = Spectrum::of(&track, &[]).unwrap().field.root();
        let length = (8.0 / Spectrum::of(&track, &[]).unwrap().field.approximate(&beta).unwrap().ln()) as usize;
        for round in 0..16 {
            let own: Vec<Rc<Machine>> = (0..1 + round % 2).map(|_| steps(&track, &mut random)).collect();
            let letters = beside(&track, &own);
            let mut factors = || -> Vec<Element> {
                own.iter().map(|_| Element::whole(Integer::from(random.below(5) as i64 - 2))).collect()
            };
            let (first, second) = (factors(), factors());
            if let Ok(spectrum) = Spectrum::of(&track, std::slice::from_ref(&letters)) {
                let factors = [&[density(&spectrum, &letters, &first).negated()], &first[..]].concat();
                let all = Machine::valid(&track);
                alone.extend(compare(&all, std::slice::from_ref(&own), &[factors], length));
            }
            // Both times beta at the numbers whose words are shorter.
            let field = Spectrum::of(&track, &[]).unwrap().field;
            let second = [&second[..], &[Element::whole(Integer::from(round as i64 % 3))]].concat();
            let shorter = second.iter().map(|c| field.product(c, &beta).unwrap()).collect();
            let factors = [shorter, second.iter().map(Element::negated).collect()];
            let machine = shifted(&track, 2, &mut random);
            together.extend(compare(&machine, &[own.clone(), own], &factors, length));
        }
    }
    let many = |found: &[(usize, bool)], from: usize, to: usize, are_small: bool| {
        found.iter().filter(|own| (from..to).contains(&own.0) && own.1 == are_small).count()
    };
    for found in [&alone, &together] {
        let seen = [(0, 2, true), (2, 3, true), (3, 99, true), (3, 99, false)];
        let seen = seen.map(|(from, to, are_small)| many(found, from, to, are_small));
        assert!(seen[0] > 3 && seen[1] > 10 && seen[2] > 10 && seen[3] > 3, "{seen:?} {found:?}");
    }
}

/// A sequence `s(n)`, with the claims of a certificate on all numbers.
struct Known {
    names: Names,
    claims: Claims,
    systems: Systems,
}

impl Known {
    /// `s(n)` is what a text says, where `W` is a word; it grows by the outputs of an automaton.
    fn new(word: &Rc<Machine>, text: &str, steps: &Rc<Machine>) -> Known {
        allow(1 << 32);
        let (track, mut names, mut systems) = (&word.tracks[0], Names::default(), Systems::default());
        names.bind(WORD, "W", Named::Table(word.clone()));
        if track.name == "msd_W" {
            names.bind(SYSTEM, "W", Named::System(track.clone()));
        }
        systems.define(names.systems());
        let text = format!("?{} {text}", track.name);
        let (series, _) = sequence((&names, &mut systems, &Claims::new()), ("s", &["n".into()], &text), None).unwrap();
        names.bind(SEQUENCE, "s", Named::Series(Rc::new(series)));
        let claims = [("body", Machine::valid(track)), ("differences 0", steps.clone())];
        Known { names, claims: claims.map(|(about, claim)| (about.to_owned(), claim)).into(), systems }
    }

    fn says(&mut self, text: &str, truth: bool) -> Read<usize> {
        allow(1 << 32);
        is_so((&self.names, &mut self.systems, &self.claims), &format!("bounds {text}"), truth)
    }
}

/// Words, and whether a letter is counted.
fn words() -> Vec<Rc<Machine>> {
    let (two, fib, trib) = (named("msd_2"), named("msd_fib"), named("msd_trib"));
    vec![
        values(&two, &[(0, &[0, 1]), (1, &[1, 0])]),
        values(&two, &[(0, &[0, 1]), (1, &[0, 0])]),
        values(&fib, &[(1, &[0, 1]), (0, &[0])]),
        values(&trib, &[(1, &[0, 1]), (0, &[0, 2]), (0, &[0])]),
        values(&fixed_point(&[&[0, 1, 0], &[1, 0, 1]]), &[(0, &[0, 1, 0]), (1, &[1, 0, 1])]),
        values(&fixed_point(&[&[0, 0, 0, 0, 1, 0], &[0, 1, 0, 1]]), &[(1, &[0, 0, 0, 0, 1, 0]), (0, &[0, 1, 0, 1])]),
    ]
}

fn count(word: &Rc<Machine>) -> Known {
    Known::new(word, "i<n & W[i]=@1", word)
}

#[test]
fn statements_with_sequences_are_true_or_false() {
    let trib = "s(n) - n/root(x^3-x^2-x-1) in";
    let (near, nearer) = ("(-461212895/1000000000,776746414/1000000000)", "(-1,7767464138/10000000000)");
    let (near, nearer) = (format!("{trib} {near}"), format!("{trib} {nearer}"));
    for (word, text, truth) in [
        (0, "s(n) - n/2 in [-1/2,1/2]", true),
        (0, "s(n) - n/2 in (-1/2,1/2]", false),
        (0, "s(n) - n/2 in [-1/2,1/2)", false),
        (0, "2*s(n) - n + 5 in [4,6]", true),
        (0, "2*s(n) - n + 5 in (4,6]", false),
        (0, "s(n) - n/3", false),
        (0, "s(n)", false),
        (0, "s(n) - s(n) in [0,0]", true),
        (0, "s(n) - s(n) + 1 in [0,0]", false),
        // The root -1 lets it grow like the number of digits.
        (1, "s(n) - n/3", false),
        (2, "s(n) - n/phi in (1-phi,phi-1)", true),
        (2, "s(n) - n/phi in (phi-2,phi-1)", true),
        (2, "s(n) - n/phi in [phi-2+1/1000000000,1]", false),
        (2, "s(n) - n/phi in [-1,phi-1-1/1000000000]", false),
        (2, "s(n)*phi - n in (-1,1)", true),
        (2, "s(n) - n*5/8", false),
        (3, &near, true),
        (3, &nearer, false),
        (3, "s(n) - n/2", false),
        (4, "2*s(n) - n in [-1,0]", true),
        (4, "2*s(n) - n in [-1/2,0]", false),
        (4, "2*s(n) - n in [-1,0)", false),
    ] {
        let mut known = count(&words()[word]);
        assert_eq!(known.says(text, truth), Ok(2), "{text}");
        assert_eq!(known.says(text, !truth), Err(format!("the statement is {truth}")), "{text}");
    }
}

#[test]
fn constants_of_sequences_are_added() {
    let two = named("msd_2");
    let one = values(&two, &[(1, &[0, 0])]);
    let mut known = Known::new(&words()[0], "n+7/2", &one);
    assert_eq!(known.says("2*s(n) - 2*n in [7,7]", true), Ok(2));
    assert_eq!(known.says("2*s(n) - 2*n in [7,7]", false), Err("the statement is true".into()));
    assert_eq!(known.says("n/3 - s(n)/3 in (-7/6,0)", false), Ok(2));
    // What grows otherwise only from 2 to 3 is refused.
    let mut known = Known::new(&words()[0], "i<n & W[i]=@1 & i!=2", &words()[0]);
    assert_eq!(known.says("s(n) - n/2 in [-9,9]", true), Err("`s` grows by other numbers".into()));
    // What grows by 1/2 is refused.
    let mut known = Known::new(&words()[0], "n/2", &one);
    assert_eq!(known.says("n/2 - s(n) in [0,0]", true), Err("`s` grows by other numbers".into()));
}

#[test]
fn sequences_grow_by_what_is_claimed() {
    let mut random = Random(5);
    for word in words() {
        let (track, length, mut known) = (&word.tracks[0], 7, count(&word));
        let right = sums(track, &word, length);
        let mut compare = |rows: Rows, outputs: Vec<i64>| {
            let claim = Machine { tracks: word.tracks.clone(), rows, outputs };
            let is_right = sums(track, &claim, length) == right;
            allow(1 << 32);
            let found = grows_by(&known.names, &mut known.systems, "s", &claim);
            assert_eq!(found.is_ok(), is_right, "{} {found:?}", track.name);
            is_right
        };
        assert!(compare(word.rows.clone(), word.outputs.clone()));
        for state in 0..word.rows.len() {
            for more in [-2, -1, 1, 5] {
                let mut outputs = word.outputs.clone();
                outputs[state] += more;
                assert!(!compare(word.rows.clone(), outputs));
            }
            for edge in (0..word.rows[state].len()).filter(|edge| state + edge > 0) {
                for target in 0..=word.rows.len() as u32 {
                    let mut rows = word.rows.clone();
                    if target < word.rows.len() as u32 {
                        rows[state][edge].1 = target;
                    } else {
                        rows[state].remove(edge);
                    }
                    compare(rows, word.outputs.clone());
                }
            }
            if state > 0 {
                // What leads to a state leads nowhere.
                let (mut rows, mut outputs) = (word.rows.clone(), word.outputs.clone());
                rows.iter_mut().for_each(|row| row.retain(|edge| edge.1 as usize != state));
                outputs[state] = 3;
                compare(rows, outputs);
            }
        }
        for _ in 0..20 {
            let claim = steps(track, &mut random);
            compare(claim.rows.clone(), claim.outputs.clone());
        }
    }
}

#[test]
fn sequences_that_do_not_fit_are_refused() {
    let fib = words()[2].clone();
    let is = |known: &mut Known, text: &str, why: &str| {
        for truth in [true, false] {
            let found = known.says(text, truth);
            assert!(found.as_ref().is_err_and(|own| own.contains(why)), "{text} {found:?}");
        }
    };
    let mut known = count(&fib);
    is(&mut known, "s(n) - n/phi for ?msd_2 n>=0", "a claim on other tracks");
    known.claims.insert("body".into(), Machine::valid(&named("msd_2")));
    is(&mut known, "s(n) - n/2 for ?msd_2 n>=0", "`s` is not in msd_2");
    known.claims.insert("body".into(), Machine::valid(&fib.tracks[0]));
    is(&mut known, "t(n) - n/phi", "no function `$t`");
    is(&mut known, "s(n)*s(n)", "a product of unknown numbers");
    is(&mut known, "s(n) - n*sqrt(2)", "a root that is not found");
    known.claims.insert("body".into(), Machine::valid(&named("msd_trib")));
    is(&mut known, "s(n) - n/phi", "other tracks");
    let mut known = count(&fib);
    known.claims.remove("differences 0");
    is(&mut known, "s(n) - n/phi", "no claim says what `s` grows by");
    is(&mut known, "s(n) - s(n)", "no claim says what `s` grows by");
    let mut known = count(&fib);
    known.claims.insert("differences 0".into(), words()[0].clone());
    is(&mut known, "s(n) - n/phi", "is in msd_fib");
    // Two sequences, the claims in the wrong order; then in the right one.
    let mut known = count(&fib);
    let text = "?msd_fib i<n & W[i]=@0";
    let other = sequence((&known.names, &mut known.systems, &Claims::new()), ("r", &["n".into()], text), None);
    known.names.bind(SEQUENCE, "r", Named::Series(Rc::new(other.unwrap().0)));
    let zeros = values(&fib.tracks[0], &[(0, &[0, 1]), (1, &[0])]);
    known.claims.insert("differences 1".into(), zeros.clone());
    is(&mut known, "s(n) + r(n) - n in [0,0]", "grows by other numbers");
    known.claims.insert("differences 0".into(), zeros);
    known.claims.insert("differences 1".into(), fib.clone());
    assert_eq!(known.says("s(n) + r(n) - n in [0,0]", true), Ok(3));
    assert_eq!(known.says("s(n) - r(n)*phi in (-2,2)", true), Ok(3));
    // A sequence of two variables, one that is not known, and a function that has the name.
    let mut two = count(&fib);
    let text = "?msd_fib i<n+m";
    let other = sequence((&two.names, &mut two.systems, &Claims::new()), ("s", &["n".into(), "m".into()], text), None);
    two.names.bind(SEQUENCE, "s", Named::Series(Rc::new(other.unwrap().0)));
    is(&mut two, "s(n) - n/phi", "other indices");
    let mut known = count(&fib);
    known.names.bind(FUNCTION, "s", Named::Table(fib.clone()));
    is(&mut known, "s(n) - n/phi", "");
    known.names.leave(format!("{FUNCTION}s"), "no reason");
    is(&mut known, "s(n) - n/phi", "left undecided");
    let mut known = count(&fib);
    known.names.leave(format!("{SEQUENCE}s"), "no reason");
    is(&mut known, "s(n) - n/phi", "left undecided");
}

#[test]
fn values_are_read_as_they_are_claimed() {
    let read = |text: &str| Machine::values(&mut text.lines(), &mut Systems::default());
    let found = read("msd_2\n2\n-3 0 0 1 1\n12 0 1").unwrap();
    assert_eq!((&found.outputs, found.rows[1].len()), (&vec![-3, 12], 1));
    for text in [
        "msd_2\n0",
        "msd_2\n1\n0 1 0",
        "msd_2\n2\n0 0 1 1 1\n1 0 1",
        "msd_2\n1\n1/2 0 0",
        "msd_2\n1\n99999999999999999999 0 0",
        "msd_2\n1\n 0 0",
        "msd_2\n1\n1 0 0 1 1",
        "msd_2\n1\n1 0 0 2 0",
        "msd_2 msd_2\n1\n1 0 0",
        "msd_2\n2\n1 0 0",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn large_roots_below_the_largest_leave_sums_unbounded() {
    // beta = 1.69.., the others have the absolute value 1.08.. .
    let track = fixed_point(&[&[0, 1], &[2], &[0, 0]]);
    let word = values(&track, &[(1, &[0, 1]), (0, &[2]), (0, &[0, 0])]);
    assert_eq!(count(&word).says("s(n) - n/2", false), Ok(2));
    assert_eq!(count(&word).says("s(n) - n/2", true), Err("the statement is false".into()));
    assert_eq!(count(&word).says("s(n) - s(n)", true), Ok(2));
    // The roots 2, -2 and 1.
    let track = fixed_point(&[&[0, 1], &[2], &[1, 1, 1, 1]]);
    let word = values(&track, &[(1, &[0, 1]), (0, &[2]), (0, &[1, 1, 1, 1])]);
    for truth in [true, false] {
        assert!(count(&word).says("n + s(n)", truth).is_err_and(|why| why.contains("the largest in absolute value")));
    }
}
