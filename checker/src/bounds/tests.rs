//! Bounds of sums, against the values of all words of a length.

use std::rc::Rc;

use super::*;
use crate::command::FUNCTION;
use crate::machine::allow;
use crate::names::Named;
use crate::spectrum::next;
use crate::system::{System, Track};

/// Numbers that look random (L'Ecuyer 1999).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

pub(super) fn named(name: &str) -> Track {
    Systems::default().get(name).unwrap()
}

pub(super) fn fixed_point(images: &[&[u32]]) -> Track {
    Rc::new(System::of_fixed_point("W", &images.iter().map(|image| image.to_vec()).collect::<Vec<_>>()))
}

/// Numbers, and those whose words have one zero more, or two, at the end: 2 or 3 tracks. Only some of them.
pub(super) fn shifted(track: &Track, many: usize, random: &mut Random) -> Rc<Machine> {
    let (tracks, size) = (vec![track.clone(); many], track.digits.len() as u32);
    let states = 1 + random.below(3);
    let moves: Vec<usize> = (0..states * size as usize).map(|_| random.below(states)).collect();
    let is_last: Vec<bool> = (0..states).map(|state| state == 0 || random.below(2) == 0).collect();
    // The last digits of the longer words, which the shorter ones read later.
    let first = (vec![0; many - 1], 0);
    let step = |(past, state): &(Vec<u32>, usize), _: &[u32], mut letter: u32| {
        let mut digits = Vec::new();
        for _ in 0..many {
            digits.insert(0, letter % size);
            letter /= size;
        }
        let newest = digits.split_off(many - 1)[0];
        let is_it = digits == *past;
        let past = digits.into_iter().skip(1).chain([newest]).collect::<Vec<u32>>();
        Ok(is_it.then(|| (past, moves[state * size as usize + newest as usize])))
    };
    let output =
        |(past, state): &(Vec<u32>, usize)| Ok((past.iter().all(|digit| *digit == 0) && is_last[*state]).into());
    Machine::built(&tracks, first, Some(0), step, output).unwrap()
}

/// Pairs of numbers whose words differ in the last two digits only, or not at all.
fn neighbours(track: &Track) -> Rc<Machine> {
    let size = track.digits.len() as u32;
    let step = |since: &u32, _: &[u32], letter: u32| {
        let next = if *since > 0 { since + 1 } else { u32::from(letter / size != letter % size) };
        Ok((next <= 2).then_some(next))
    };
    Machine::built(&[track.clone(), track.clone()], 0, Some(0), step, |_| Ok(1)).unwrap()
}

/// The tuples that words of a length stand for.
pub(super) fn tuples(machine: &Machine, length: usize) -> Vec<Vec<f64>> {
    let (track, many) = (&machine.tracks[0], machine.tracks.len());
    let mut counts = vec![vec![Integer::from(1); track.valid.len()]];
    (0..length).for_each(|m| counts.push(next(&track.valid, &counts[m])));
    let mut words = vec![(0u32, vec![0u32; many], vec![0.0; many])];
    for m in (0..length).rev() {
        let mut longer = Vec::new();
        for (state, letters, numbers) in &words {
            for &(letter, target) in &machine.rows[*state as usize] {
                let (mut letters, mut numbers, mut rest) = (letters.clone(), numbers.clone(), letter);
                for at in (0..many).rev() {
                    let digit = rest as usize % track.digits.len();
                    rest /= track.digits.len() as u32;
                    let row = &track.valid[letters[at] as usize];
                    numbers[at] += row[..digit].iter().map(|&s| counts[m][s as usize].approximate()).sum::<f64>();
                    letters[at] = row[digit];
                }
                longer.push((target, letters, numbers));
            }
        }
        words = longer;
    }
    words.into_iter().filter(|word| machine.outputs[word.0 as usize] == 1).map(|word| word.2).collect()
}

/// The letters of a relation with factors, without sequences.
fn plain(spectrum: &Spectrum, machine: &Machine, factors: &[Element]) -> Alphabet {
    let letters: Vec<Letters> = machine.tracks.iter().map(|track| Letters::beside(track, &[]).unwrap()).collect();
    let factors: Vec<Vec<Element>> = factors.iter().map(|factor| vec![factor.clone()]).collect();
    Alphabet::new(spectrum, &letters, &factors).unwrap()
}

/// The infimum and the supremum, or nearly, and whether they are values, if that is known; nothing, if the sum is not
/// bounded.
pub(super) fn ends(spectrum: &Spectrum, machine: &Machine, alphabet: &Alphabet) -> Option<[(f64, Option<bool>); 2]> {
    let zero = Element::zero();
    let near = |element: &Element| spectrum.field.approximate(element).unwrap();
    let are_small = are_others_small(spectrum);
    let paths = match paths(spectrum, alphabet, machine, are_small) {
        // Where some roots are below 1 and others not, the search may find ever more rows.
        Err(_) if spectrum.order > 2 && !are_small => return None,
        found => found.unwrap()?,
    };
    if spectrum.order < 3 || !are_small {
        let ends = extremes(spectrum, &paths, &zero).unwrap();
        return Some(ends.map(|extreme| (near(&extreme.value), Some(extreme.is_attained))));
    }
    let mut all = Vec::new();
    narrow(spectrum, (alphabet, &paths), &zero, |ranges| {
        all.push(ranges);
        ranges.iter().all(|[low, high]| high - low < 1 << 50)
    })
    .unwrap();
    let last = all[all.len() - 1];
    for (ranges, at) in all.iter().flat_map(|ranges| [(ranges, 0), (ranges, 1)]) {
        assert!(ranges[at][0] <= last[at][1] && last[at][0] <= ranges[at][1], "{ranges:?} {last:?}");
    }
    let found = last.map(|[low, high]| (low + high) as f64 / 2f64.powi(81));
    Some(found.map(|end| (end, None)))
}

/// Compares the bounds of a sum with the values of words; how far they are from each other.
fn compare(machine: &Machine, factors: &[Element], length: usize) -> f64 {
    let spectrum = Spectrum::of(&machine.tracks[0], &[]).unwrap();
    let near: Vec<f64> = factors.iter().map(|factor| spectrum.field.approximate(factor).unwrap()).collect();
    let tuples = tuples(machine, length);
    let values = tuples.iter().map(|numbers| numbers.iter().zip(&near).map(|(n, c)| n * c).sum::<f64>());
    let [least, most] = values.fold([f64::MAX, f64::MIN], |ends, value| [ends[0].min(value), ends[1].max(value)]);
    let name = &machine.tracks[0].name;
    let ends = ends(&spectrum, machine, &plain(&spectrum, machine, factors))
        .unwrap_or_else(|| panic!("{name}: not bounded, {factors:?}"));
    let [(low, low_is_in), (high, high_is_in)] = ends;
    for (distance, is_in) in [(least - low, low_is_in), (high - most, high_is_in)] {
        assert!(distance > 1e-6 || is_in != Some(false), "{name}: {distance} {ends:?}");
    }
    let has_finitely_many = spectrum.second.as_ref().is_none_or(|second| second.root.is_zero() || !second.is_small);
    assert!(spectrum.order > 2 || !has_finitely_many || ends.iter().all(|end| end.1 == Some(true)));
    assert!(low < least + 1e-6 && most < high + 1e-6, "{name}: {low} {least} {most} {high}");
    (least - low).max(high - most).max(0.0)
}

#[test]
fn bounds_are_those_of_words() {
    allow(1 << 40);
    let mut random = Random(7);
    let own: [&[&[u32]]; 6] = [
        &[&[0, 1, 1], &[0, 1]],
        &[&[0, 1], &[2, 0], &[0, 1, 0]],
        &[&[0, 1, 0], &[1, 0, 2], &[0]],
        // The root 0 in order 2, in order 3, and twice.
        &[&[0, 1, 2], &[0, 2], &[1]],
        &[&[0, 1, 2, 2], &[0, 2], &[1, 2]],
        &[&[0, 0, 1, 2], &[0, 1, 2], &[0]],
    ];
    let names =
        ["msd_fib", "msd_trib", "msd_wythoff2", "msd_nara", "msd_cubic1", "msd_root_2_2", "msd_2", "msd_root_2_0_1"];
    let tracks = names.map(named).into_iter().chain(own.map(fixed_point));
    let mut orders = Vec::new();
    for track in tracks {
        let Ok(spectrum) = Spectrum::of(&track, &[]) else { panic!("{}", track.name) };
        if spectrum.order > 2 && contracts(&spectrum).is_err() {
            continue;
        }
        let (beta, one) = (spectrum.field.root(), Element::whole(Integer::from(1)));
        let length = (10.0 / spectrum.field.approximate(&beta).unwrap().ln()).min(13.0) as usize;
        let square = spectrum.field.product(&beta, &beta).unwrap();
        for round in 0..4 {
            let two = compare(&shifted(&track, 2, &mut random), &[beta.clone(), one.negated()], length);
            // c0 = -(c1 beta + c2 beta^2).
            let [c1, c2] = [0; 2].map(|_| Integer::from(random.below(7) as i64 - 3));
            let c0 = beta.times(&c1).plus(&square.times(&c2)).negated();
            let machine = shifted(&track, 3, &mut random);
            let three = compare(&machine, &[c0, Element::whole(c1), Element::whole(c2)], length);
            assert!(two < 0.35 && three < 1.0, "{} {round}: {two} {three}", track.name);
        }
        let pair = compare(&neighbours(&track), &[beta.clone(), beta.negated()], 6);
        assert!(pair < 0.5, "{}: {pair}", track.name);
        orders.push(spectrum.order);
    }
    assert!(orders.iter().filter(|order| **order > 2).count() > 5, "{orders:?}");
}

#[test]
fn roots_that_are_not_small_leave_finitely_many_values_or_none() {
    allow(1 << 40);
    let track = fixed_point(&[&[0, 1], &[0, 0, 0]]);
    let spectrum = Spectrum::of(&track, &[]).unwrap();
    let second = spectrum.second.as_ref().unwrap();
    assert!(second.is_negative && !second.is_small);
    let (beta, whole) = (spectrum.field.root(), |n: i64| Element::whole(Integer::from(n)));
    assert!(compare(&neighbours(&track), &[beta.clone(), beta.negated()], 5) < 1e-6);
    let every =
        |many: usize| (1..100).map(|seed| shifted(&track, many, &mut Random(seed))).max_by_key(|m| m.rows.len());
    // x_(m+2) = x_(m+1) + 3 x_m, but a multiple of beta^m does not leave it at that.
    assert!(compare(&every(3).unwrap(), &[whole(3), whole(1), whole(-1)], 8) < 1e-6);
    let (two, factors) = (every(2).unwrap(), [beta, whole(-1)]);
    assert_eq!(ends(&spectrum, &two, &plain(&spectrum, &two, &factors)), None);
}

/// Numbers whose words are a piece over and over, and those whose words have one zero more.
fn repeated(track: &Track, piece: &[u32]) -> Rc<Machine> {
    let size = track.digits.len() as u32;
    // The digit before, and how many of the piece were read, once it began.
    let step = |&(past, at): &(u32, Option<usize>), _: &[u32], letter: u32| {
        let (lower, newest) = (letter / size, letter % size);
        let is_it = lower == past && newest == piece[at.unwrap_or(0)];
        Ok(is_it.then(|| (newest, Some((at.unwrap_or(0) + 1) % piece.len()))))
    };
    let output = |&(past, at): &(u32, Option<usize>)| Ok((past == 0 && at.unwrap_or(0) == 0).into());
    Machine::built(&[track.clone(), track.clone()], (0, None), Some(0), step, output).unwrap()
}

#[test]
fn roots_of_absolute_value_one_leave_finitely_many_values_or_none() {
    allow(1 << 40);
    for (images, is_negative) in [(&[&[0u32, 1, 1][..], &[0]], true), (&[&[0, 0, 1][..], &[1]], false)] {
        let track = fixed_point(images);
        let spectrum = Spectrum::of(&track, &[]).unwrap();
        let second = spectrum.second.as_ref().unwrap();
        assert!(second.is_negative == is_negative && !second.is_small);
        let (beta, whole) = (spectrum.field.root(), |n: i64| Element::whole(Integer::from(n)));
        assert!(compare(&neighbours(&track), &[beta.clone(), beta.negated()], 5) < 1e-6);
        let factors = [beta, whole(-1)];
        if is_negative {
            // 1 0 0 takes z to 1 - z, and 1 0 to z - 1.
            assert!(compare(&repeated(&track, &[1, 0, 0]), &factors, 8) < 1e-6);
        }
        let pairs = repeated(&track, &[1, 0]);
        assert_eq!(ends(&spectrum, &pairs, &plain(&spectrum, &pairs, &factors)), None);
    }
}

#[test]
fn several_roots_that_are_not_small_leave_finitely_many_values_or_none() {
    allow(1 << 40);
    // Two roots beside the largest, both outside the unit circle: m digits more make x_(m+3) = x_(m+2) + 2 x_m.
    let track = fixed_point(&[&[0, 1], &[2], &[0, 0]]);
    let spectrum = Spectrum::of(&track, &[]).unwrap();
    assert!(spectrum.order == 3 && contracts(&spectrum).is_err());
    let (beta, whole) = (spectrum.field.root(), |n: i64| Element::whole(Integer::from(n)));
    assert!(compare(&neighbours(&track), &[beta.clone(), beta.negated()], 5) < 1e-6);
    let every =
        |many: usize| (1..100).map(|seed| shifted(&track, many, &mut Random(seed))).max_by_key(|m| m.rows.len());
    assert!(compare(&every(4).unwrap(), &[whole(2), whole(0), whole(1), whole(-1)], 8) < 1e-6);
    let (two, factors) = (every(2).unwrap(), [beta, whole(-1)]);
    assert_eq!(ends(&spectrum, &two, &plain(&spectrum, &two, &factors)), None);
}

#[test]
fn enclosures_decide_what_is_not_too_near() {
    allow(1 << 40);
    let spectrum = Spectrum::of(&named("msd_trib"), &[]).unwrap();
    let machine = repeated(&named("msd_trib"), &[1, 0]);
    let whole = |n: i64| Element::whole(Integer::from(n));
    let factors = [spectrum.field.root(), whole(-1)];
    let mut all = Vec::new();
    let alphabet = plain(&spectrum, &machine, &factors);
    let paths = paths(&spectrum, &alphabet, &machine, true).unwrap().unwrap();
    narrow(&spectrum, (&alphabet, &paths), &Element::zero(), |ranges| {
        all = ranges.to_vec();
        ranges.iter().all(|[low, high]| high - low < 1 << 20)
    })
    .unwrap();
    let unit = |n: i128| Element::new(vec![Integer::from(n)], Integer::from(1).up(80));
    let is = |low: i128, high: i128| {
        let ends = [low, high].map(|end| End { value: unit(end), is_in: true });
        are_within(&spectrum, &machine, (&alphabet, &Element::zero()), Some(&ends))
    };
    let (low, high) = (all[0][0], all[1][0]);
    for bits in 30..80 {
        let less = 1 << bits;
        assert_eq!(is(low - less, high + less), Ok(true));
        assert_eq!(is(low + less, high + less), Ok(false));
        assert_eq!(is(low - less, high - less), Ok(false));
    }
    // 0 and nothing else.
    let pairs = neighbours(&named("msd_trib"));
    let ends = [0, 0].map(|end| End { value: whole(end), is_in: true });
    let nothing = plain(&spectrum, &pairs, &[whole(0), whole(0)]);
    let same = are_within(&spectrum, &pairs, (&nothing, &Element::zero()), Some(&ends));
    assert!(same.is_err_and(|why| why.contains("too near")));
}

/// `$phin` with the claim that is its relation, and what a claim of it says.
fn phin() -> (Names, Claims) {
    allow(1 << 32);
    let lines = "msd_fib msd_fib\n7\n1 0 0 1 1 3 2\n0 2 3\n1 0 4\n0 0 5 1 1\n0 1 2\n1 0 6 1 1 3 2\n0 0 5 1 1 3 2";
    let machine = Machine::read(&mut lines.lines(), &mut Systems::default()).unwrap();
    let mut names = Names::default();
    names.bind(FUNCTION, "phin", Named::Table(machine.clone()));
    (names, Claims::from([("body".to_owned(), machine)]))
}

fn said(text: &str) -> Vec<Result<usize, String>> {
    let (names, claims) = phin();
    let one = |truth: bool| {
        allow(1 << 32);
        is_so((&names, &mut Systems::default(), &claims), text, truth)
    };
    vec![one(true), one(false)]
}

#[test]
fn statements_are_true_or_false() {
    let is = |text: &str, truth: bool| {
        let found = said(text);
        let other = Err(format!("the statement is {truth}"));
        assert_eq!((&found[usize::from(!truth)], &found[usize::from(truth)]), (&Ok(1), &other), "{text}");
    };
    is("bounds n*phi - phin(n)", true);
    for (interval, truth) in [
        ("[0,1)", true),
        ("(0,1)", false),
        ("[0,9/10)", false),
        ("(-1,1)", true),
        ("[0,1]", true),
        ("[0,999999999/1000000000]", false),
        ("[1/1000000000,1]", false),
        ("[0,sqrt(5))", true),
        ("[0,root(x^2+x-1)]", false),
    ] {
        is(&format!("bounds n*phi - phin(n) in {interval}"), truth);
    }
    is("bounds phin(n) - n*(1+sqrt 5)/2 in (-1,0]", true);
    is("bounds 2*n*root(x^2-x-1) - 2*phin(n) in [0,2)", true);
    is("bounds n*phi - n + 0*phin(n)", false);
    is("bounds phin(n)", false);
    is("bounds phin(n) - phin(n) in [0,0]", true);
    is("bounds phin(n) - phin(n) + 1 in (1,2)", false);
}

#[test]
fn what_cannot_be_checked_is_refused() {
    for (text, why) in [
        ("bounds n*sqrt(2) - phin(n)", "a root that is not found"),
        ("bounds n*phi - phin(n) in [0,sqrt(2)]", "a root that is not found"),
        ("bounds n*phi - phin(n) in [n,1]", "an end of the interval is not a constant"),
        ("bounds n*phin(n)", "a product of unknown numbers"),
        ("bounds n^2 - phin(n)", "a power of an unknown number"),
        ("bounds 1/n - phin(n)", "a division by an unknown number"),
        ("bounds n/0 - phin(n)", "a division by 0"),
        ("bounds n/(phi^2-phi-1) - phin(n)", "a division by 0"),
        ("bounds root(x^2+1)*n - phin(n)", "without a real root"),
        ("bounds n*phi", "nothing says in which numeration system"),
        ("bounds n*phi - other(n)", "no function `$other`"),
        ("bounds n*phi - phin(n) for n>3", "accept"),
        ("bounds n*phi - phin(n) for ?msd_2 n>=0", "in another system"),
        ("bounds n*phi - phin(n) for zz_0_phin_n=3", "a variable has the name of a value"),
        ("bounds n*phi - phin(n) for n=0) | (n=1", "brackets do not match"),
        ("bounds n*phi - phin(n) for", ""),
        ("bounds n*phi - phin(m)", ""),
        ("bounds (((2^64)^64)^64)^64*n - phin(n)", "too long"),
    ] {
        for outcome in said(text) {
            assert!(outcome.as_ref().is_err_and(|own| own.contains(why)), "{text}: {outcome:?}");
            assert!(!outcome.unwrap_err().starts_with("the statement is"), "{text}");
        }
    }
}
