//! What only large products need, asked of small ones: sums beside automata, and sets of states found one by one. Each is
//! compared with what it stands for, and with words read digit by digit.

use super::*;
use crate::language::fixed_point;
use crate::machine::allow;
use crate::system::{Compare, System, Systems};

/// Numbers that look random (L'Ecuyer 1999).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// From -n to n, but not 0.
    fn factor(&mut self, n: usize) -> i64 {
        let factor = 1 + self.below(n) as i64;
        if self.below(2) == 0 { factor } else { -factor }
    }

    /// An automaton of valid words on some tracks.
    fn machine(&mut self, tracks: &[Track]) -> Rc<Machine> {
        let (states, letters) = (2 + self.below(4), letters(tracks).expect("few") as usize);
        let next: Vec<_> =
            (0..states * letters).map(|_| self.below(states + 1)).map(|q| (q < states).then_some(q)).collect();
        let outputs: Vec<i64> = (0..states).map(|_| self.below(2) as i64).collect();
        let step = |q: &usize, _: &[u32], letter: u32| Ok(next[q * letters + letter as usize]);
        Machine::built(tracks, 0, Some(0), step, |q| Ok(outputs[*q])).expect("few states")
    }
}

/// The valid words of a length, in the order of the alphabet: that of the numbers that they are.
fn words(track: &Track, length: usize) -> Vec<Vec<u32>> {
    let mut words = vec![(0, Vec::new())];
    for _ in 0..length {
        let longer = |(q, word): &(u32, Vec<u32>)| {
            let digits = (0..).zip(&track.valid[*q as usize]);
            digits.map(|(digit, next)| (*next, [&word[..], &[digit]].concat())).collect::<Vec<_>>()
        };
        words = words.iter().flat_map(longer).collect();
    }
    words.into_iter().map(|(_, word)| word).collect()
}

/// The state of an automaton after the words of some variables.
fn state(machine: &Machine, vars: &[Var], words: &[&Vec<u32>]) -> u32 {
    (0..words[0].len()).fold(0, |q, at| {
        let digits: Vec<i64> = vars.iter().map(|var| words[*var][at].into()).collect();
        machine.step(q, letter(&machine.tracks, &digits).expect("digits of the tracks"))
    })
}

/// Whether a formula holds for some numbers, of which these are words of one length.
fn is_true(formula: &Core, numbers: &[usize], words: &[&Vec<u32>]) -> bool {
    match formula {
        Core::And(parts) => parts.iter().all(|part| is_true(part, numbers, words)),
        Core::Not(inner) => !is_true(inner, numbers, words),
        Core::Iff(a, b) => is_true(a, numbers, words) == is_true(b, numbers, words),
        Core::Linear(terms, compare, constant) => {
            let sum: i64 = terms.iter().map(|&(var, k)| k * numbers[var] as i64).sum();
            if *compare == Compare::Equal { sum == *constant } else { sum < *constant }
        }
        Core::Table(machine, value, vars) => machine.outputs.get(state(machine, vars, words) as usize) == Some(value),
        _ => unreachable!("no such formula stands here"),
    }
}

const SYSTEMS: [(&str, usize); 4] = [("msd_2", 5), ("msd_3", 3), ("msd_fib", 6), ("msd_trib", 5)];

#[test]
fn beside_an_automaton_a_sum_has_the_states_that_lead_to_acceptance_by_both() {
    allow(u64::MAX);
    let (mut random, mut systems) = (Random(20_261_124), Systems::default());
    let (mut kept, mut left_out) = (0, 0);
    for _ in 0..400 {
        let &(name, length) = random.pick(&SYSTEMS);
        let system = systems.get(name).expect("a system");
        // The last variable is in the sum alone, and once the second has two tracks.
        let choices: [&[Var]; 3] = [&[0, 1], &[1, 0], &[1, 0, 1]];
        let vars = *random.pick(&choices);
        let machine = random.machine(&vec![system.clone(); vars.len()]);
        let terms: Vec<(Var, i64)> = (0..3).map(|var| (var, random.factor(3))).collect();
        let compare = *random.pick(&[Compare::Equal, Compare::Less]);
        let constant = random.below(12) as i64 - 6;
        let formula = Core::Linear(terms.clone(), compare, constant);
        let tracks = vec![system.clone(); 3];
        let mut linear = Linear::new(&terms, compare, constant, &tracks).expect("a sum");
        let accepting = machine.accepting(1);
        let pairs = linear.beside(&machine, &accepting, vars).expect("small numbers").expect("little work");
        // Each choice of digits by itself.
        let size = system.digits.len() as u32;
        let (mut seen, mut rows, mut open) = (Interner::<u32>::default(), Vec::new(), Vec::new());
        seen.number(&[0, 0]);
        while rows.len() < seen.len() {
            let (q, sum) = (seen.get(rows.len() as u32)[0], seen.get(rows.len() as u32)[1]);
            let mut row = Vec::new();
            for choice in 0..size.pow(3) {
                let digits = [choice % size, choice / size % size, choice / size / size];
                let own: Vec<i64> = vars.iter().map(|var| digits[*var].into()).collect();
                let next = machine.step(q, letter(&machine.tracks, &own).expect("digits"));
                if next != NOWHERE {
                    row.push((0, seen.number(&[next, linear.read(sum, &digits).expect("small numbers")])));
                }
            }
            open.push(accepting[q as usize] && linear.known[sum as usize].now);
            rows.push(row);
        }
        let alive = alive(&rows, open);
        for (at, alive) in alive.into_iter().enumerate() {
            let pair = (seen.get(at as u32)[0], seen.get(at as u32)[1]);
            // Letters with two digits of one variable are no more than too many.
            assert!(pairs.contains(&pair) == alive || !alive && vars.len() > 2, "{name} {terms:?} {constant}");
            *(if alive { &mut kept } else { &mut left_out }) += 1;
        }
        // No word that is accepted leads through another.
        let all = words(&system, length.min(4));
        for choice in 0..all.len().pow(3) {
            let numbers = [choice % all.len(), choice / all.len() % all.len(), choice / all.len() / all.len()];
            let own = numbers.map(|number| &all[number]);
            let end = state(&machine, vars, &own);
            if accepting.get(end as usize) != Some(&true) || !is_true(&formula, &numbers, &own) {
                continue;
            }
            let (mut q, mut sum) = (0, 0);
            for at in 0..own[0].len() {
                let digits = own.map(|word| word[at]);
                let read: Vec<i64> = vars.iter().map(|var| digits[*var].into()).collect();
                q = machine.step(q, letter(&machine.tracks, &read).expect("digits"));
                sum = linear.read(sum, &digits).expect("small numbers");
                assert!(pairs.contains(&(q, sum)), "{name} {terms:?} {constant} {numbers:?}");
            }
        }
    }
    assert!(kept > 1000 && left_out > 1000, "{kept} {left_out}");
}

#[test]
fn too_many_sums_of_other_variables_are_not_looked_at() {
    allow(u64::MAX);
    let mut systems = Systems::default();
    let system = systems.get("msd_2").expect("a system");
    let machine = Random(1).machine(std::slice::from_ref(&system));
    for (factor, is_done) in [(1, true), (2, false)] {
        let terms: Vec<(Var, i64)> = (0..12).map(|var| (var, i64::pow(factor, var as u32))).collect();
        let mut linear = Linear::new(&terms, Compare::Equal, 1, &vec![system.clone(); 12]).expect("a sum");
        let found = linear.beside(&machine, &machine.accepting(1), &[0]).expect("small numbers");
        assert_eq!(found.is_some(), is_done, "{factor}");
    }
}

/// Variables: of what is projected first, then the one that is kept.
const BOUND: [Var; 2] = [0, 1];
const KEPT: Var = 2;

/// A formula in which the bound variables are tied to each other by an automaton, and are no more than the one kept.
fn tied(random: &mut Random, system: &Track) -> Core {
    let mut table = |vars: &[Var]| Core::table(&random.machine(&vec![system.clone(); vars.len()]), vars.to_vec());
    let (two, other, more) = (table(&BOUND), table(&[1, KEPT]), table(&[0, KEPT]));
    let terms = vec![(0, 1 + random.below(3) as i64), (1, 1 + random.below(3) as i64), (KEPT, -1)];
    let compare = *random.pick(&[Compare::Equal, Compare::Less]);
    let sum = Core::Linear(terms, compare, -(random.below(4) as i64));
    let rest = match random.below(4) {
        0 => Core::Truth(true),
        1 => other.not(),
        2 => other.iff(more),
        _ => Core::or([other, more]),
    };
    Core::and([two, sum, rest])
}

/// The numbers whose words, with zeros in front or without, lead to acceptance in what `run` says of a word.
fn numbers(words: &[Vec<u32>], mut run: impl FnMut(&[u32]) -> bool) -> Vec<usize> {
    let mut found = Vec::new();
    for (number, word) in words.iter().enumerate() {
        let zeros = word.iter().take_while(|digit| **digit == 0).count();
        let both = [run(word), run(&word[zeros..])];
        assert_eq!(both[0], both[1], "{word:?}");
        if both[0] {
            found.push(number);
        }
    }
    found
}

#[test]
fn sets_found_one_by_one_accept_what_all_sets_do() {
    allow(u64::MAX);
    let (mut random, mut systems) = (Random(20_261_124), Systems::default());
    let (mut lazy, mut with_pairs, mut states) = (0, 0, [0, 0]);
    for _ in 0..200 {
        let &(name, length) = random.pick(&SYSTEMS);
        let system = systems.get(name).expect("a system");
        let (tracks, formula) = (Rc::new(vec![system.clone(); 3]), tied(&mut random, &system));
        let all = words(&system, length);
        let holds = |kept: usize| {
            let pairs = (0..=kept).flat_map(|a| (0..=kept).map(move |b| [a, b, kept]));
            pairs.into_iter().any(|numbers| is_true(&formula, &numbers, &numbers.map(|number| &all[number])))
        };
        let expected: Vec<usize> = (0..all.len()).filter(|kept| holds(*kept)).collect();
        for most in [MOST_WHOLE, 0] {
            let mut inner = Inner::new(&tracks, &formula, &[KEPT], most).expect("a small formula");
            lazy += usize::from(inner.members.whole.is_none());
            with_pairs += usize::from(!inner.members.product.ahead.is_empty());
            let found = numbers(&all, |word| {
                let read = |set: u32, digit: &u32| inner.read(set, &[0, 0, *digit]).expect("few sets");
                let end = word.iter().fold(0, read);
                inner.known[end as usize].now
            });
            assert_eq!(found, expected, "{name}, {most}");
        }
        // The same where the whole is explored, which looking ahead makes smaller.
        for (looks, count) in [false, true].into_iter().zip(&mut states) {
            let mut product = Product::with_first(&tracks, &formula, &[KEPT], Vec::new()).expect("a formula");
            if looks {
                product.look_ahead().expect("little work");
            }
            let graph = product.explore(false, MOST_WHOLE).expect("a small formula");
            *count += graph.rows.len();
            let found = numbers(&all, |word| {
                let mut states = graph.behind(vec![0]);
                for digit in word {
                    let after = |q: &u32| targets(&graph.rows[*q as usize], *digit).iter().map(|edge| edge.1);
                    states = states.iter().flat_map(after).collect();
                }
                states.iter().any(|q| graph.accepting[*q as usize])
            });
            assert_eq!(found, expected, "{name}, looks ahead: {looks}");
        }
    }
    assert!(lazy > 100 && with_pairs > 100 && states[1] < states[0], "{lazy} {with_pairs} {states:?}");
}

#[test]
fn sums_that_are_worth_the_same_are_one() {
    allow(u64::MAX);
    // The eigenvalues are 2, -1 and 0, and the numbers of words are multiples of powers of 2.
    let (system, _) = fixed_point("W", "0->12 1->102 2->0", Some(1), None).expect("a fixed point");
    assert!(system.is_morphic);
    let tracks = Rc::new(vec![system.clone(); 3]);
    let all = words(&system, 4);
    for (factors, constant) in [([1, 1, -1], 0), ([2, -1, 3], 4), ([1, -2, 1], -1)] {
        for compare in [Compare::Equal, Compare::Less] {
            let formula = Core::Linear((0..).zip(factors).collect(), compare, constant);
            let mut product = Product::new(&tracks, &formula, &[0, 1, 2]).expect("a sum");
            let graph = product.explore(false, 1 << 13).expect("few sums");
            let Core::Table(machine, ..) = graph.relation(&tracks, &[0, 1, 2]) else { panic!("it is never so") };
            for choice in 0..all.len().pow(3) {
                let numbers = [choice % all.len(), choice / all.len() % all.len(), choice / all.len() / all.len()];
                let own = numbers.map(|number| &all[number]);
                let end = state(&machine, &[0, 1, 2], &own);
                let holds = machine.outputs.get(end as usize) == Some(&1);
                assert_eq!(holds, is_true(&formula, &numbers, &own), "{factors:?} {constant} {numbers:?}");
            }
        }
    }
}

#[test]
fn words_have_no_zeros_in_front() {
    allow(1 << 20);
    let track = Rc::new(System::words(vec![0, 1]));
    // 01 on the first track, whatever is beside it.
    let rows = vec![vec![(0, 1), (1, 1)], vec![(2, 2), (3, 2)], Vec::new()];
    let machine = Rc::new(Machine { tracks: vec![track.clone(); 2], rows, outputs: vec![0, 0, 1] });
    let formula = Core::exists(vec![1], Core::table(&machine, vec![0, 1]));
    let found = small(&Rc::new(vec![track; 2]), &formula, &[0]).unwrap();
    let Some(Core::Table(found, _, _)) = found else { panic!("it is small") };
    assert_eq!(found.outputs[found.step(found.step(0, 0), 1) as usize], 1);
    assert_eq!(found.step(0, 1), NOWHERE);
}
