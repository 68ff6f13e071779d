//! Times the inner loops: minimization, subsets, products, questions about words. Each is given an automaton made for
//! it, too large for the caches, and told in nanoseconds an edge followed, or a question, and bytes a state found.
//!
//! `cargo bench --bench kernels`. Figures of one run on one machine: compare two runs side by side.

use std::alloc::System;
use std::sync::Arc;
use std::time::Instant;

use filbert::automata::{
    Dfa, Layout, LazyAutomaton, Letter, LinearRepresentation, Nfa, Product, Rational, SplitMembership, State,
    StoredAutomaton, SubsetConstruction, Transitions, determinize, materialize,
};
use filbert::budget::Budget;

#[global_allocator]
static ALLOCATOR: cap::Cap<System> = cap::Cap::new(System, usize::MAX);

/// How many edges were followed and how many states found.
type Counts = (usize, usize);

/// Does the work three times; the fastest counts. The work says how many edges it followed and how many states it found.
fn time(name: &str, work: impl Fn() -> Counts) {
    let mut best = f64::MAX;
    let (mut edges, mut states, mut bytes) = (0, 0, 0);
    for _ in 0..3 {
        let before = ALLOCATOR.allocated();
        let peak = ALLOCATOR.max_allocated();
        let started = Instant::now();
        (edges, states) = work();
        best = best.min(started.elapsed().as_secs_f64());
        // The peak of the process tells that of the work only where it rises: in the first run.
        bytes = bytes.max(ALLOCATOR.max_allocated().saturating_sub(peak.max(before)));
    }
    println!(
        "{name:<44}{:>12}{:>12}{:>10.1}{:>10}",
        edges,
        states,
        1e9 * best / edges as f64,
        if bytes == 0 { "-".to_owned() } else { (bytes / states).to_string() }
    );
}

type Kernel = fn() -> Counts;

const KERNELS: [(&str, Kernel); 8] = [
    ("minimize, copies of 1,000 states", minimize),
    ("subsets, a one 17 places before the end", few_members),
    ("subsets of 300 states and more", many_members),
    ("questions about words, 300 states", questions),
    ("product of three counters", counters),
    ("representation of dimension 400, smallest", smallest),
    ("representation of dimension 400, 20 by 20", kronecker),
    ("representation of dimension 400, 20 copies", mixed_copies),
];

fn main() {
    // Cargo passes `--bench`.
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    println!("{:<44}{:>12}{:>12}{:>10}{:>10}", "kernel", "edges", "states", "ns/edge", "B/state");
    for (name, kernel) in KERNELS.iter().filter(|(name, _)| name.contains(&filter)) {
        time(name, kernel);
    }
}

/// The numbers that a linear congruence gives.
fn random(seed: u64) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(seed), |n| Some(n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1)))
        .map(|n| (n >> 33) as usize)
}

/// 200 copies of each state of a random automaton.
fn minimize() -> Counts {
    let (states, copies) = (1_000, 200);
    let layout = Layout::new(&[2, 2]).expect("two tracks fit");
    let targets: Vec<usize> = random(1).take(4 * states).map(|n| n % states).collect();
    let mut choice = random(2);
    let rows = (0..states * copies).map(|q| {
        let original = q / copies;
        let target = |letter: usize| {
            State::new(targets[4 * original + letter] * copies + choice.next().expect("endless") % copies)
        };
        let targets: Vec<State> = (0..4).map(target).collect();
        (original.is_multiple_of(7), layout.letters().zip(targets).collect::<Vec<(Letter, State)>>())
    });
    let dfa = Dfa::from_rows(layout.clone(), rows.collect::<Vec<_>>());
    assert!(dfa.minimize().states() <= states);
    (dfa.transitions().len(), dfa.states())
}

fn subsets(rows: Vec<Vec<(u64, u32)>>, starts: Vec<State>) -> Counts {
    let accepting = (0..rows.len()).map(|q| q + 1 == rows.len()).collect();
    let layout = Layout::new(&[2]).expect("one track fits");
    let nfa = Nfa::new(layout, Transitions::from_rows(rows), starts, accepting);
    let found = determinize(&nfa, &[], Some(SubsetConstruction::Forward), &Budget::for_one_object()).expect("no limit");
    (2 * found.subsets, found.subsets)
}

fn few_members() -> Counts {
    let n = 17;
    let first = vec![(0, 0), (1, 0), (1, 1)];
    let later = (1..n).map(|q| vec![(0, q + 1), (1, q + 1)]);
    subsets(std::iter::once(first).chain(later).chain([vec![]]).collect(), vec![State::START])
}

/// A ring of 14 states that a letter turns, of which the other letter keeps one back, beside 300 states that stay.
fn many_members() -> Counts {
    let n = 14;
    let ring = (0..n).map(|q| match q {
        0 => vec![(0, 1), (1, 1), (1, 0)],
        1 => vec![(0, 2)],
        q => vec![(0, (q + 1) % n), (1, (q + 1) % n)],
    });
    let others = (n..n + 300).map(|q| vec![(0, q), (1, q)]);
    subsets(ring.chain(others).collect(), std::iter::once(0).chain(n..n + 300).map(State::from).collect())
}

/// All words of 20 letters that end in one of 256 ways, asked about by halves.
fn questions() -> Counts {
    let (states, budget) = (300, Budget::for_one_object());
    let mut choice = random(7);
    let mut row = |_: usize| (0..6).map(|i| (i % 2, (choice.next().expect("endless") % states) as u32)).collect();
    let rows: Vec<Vec<(u64, u32)>> = (0..states).map(&mut row).collect();
    let accepting = (0..states).map(|q| q % 60 == 0).collect();
    let layout = Layout::new(&[2]).expect("one track fits");
    let nfa = Nfa::new(layout, Transitions::from_rows(rows), vec![State::START], accepting);
    let mut halves = SplitMembership::new(&nfa, Vec::new());
    let (mut prefixes, mut suffixes) = (vec![halves.start()], vec![halves.end()]);
    for _ in 0..12 {
        let longer =
            |&prefix| [0, 1].map(|letter| halves.after(prefix, Letter::digit(letter), &budget).expect("no limit"));
        prefixes = prefixes.iter().flat_map(longer).collect();
    }
    for _ in 0..8 {
        let longer =
            |&suffix| [0, 1].map(|letter| halves.before(Letter::digit(letter), suffix, &budget).expect("no limit"));
        suffixes = suffixes.iter().flat_map(longer).collect();
    }
    let ask = |&prefix| suffixes.iter().filter(|&&suffix| halves.accepts(prefix, suffix)).count();
    assert!(prefixes.iter().map(ask).sum::<usize>() > 0, "some word is accepted");
    (prefixes.len() * suffixes.len(), prefixes.len())
}

fn counters() -> Counts {
    let layout = Layout::new(&[2, 2, 2]).expect("three tracks fit");
    let slots = layout.slots();
    let counter = |n: u32, tracks: [usize; 2]| {
        let layout = Layout::new(&[2, 2]).expect("two tracks fit");
        let row = |q: u32| layout.letters().map(|l| (l, (q + layout.unpack(l).iter().sum::<u32>()) % n)).collect();
        let dfa = Dfa::from_rows(layout.clone(), (0..n).map(|q| (q == 0, row(q))).collect::<Vec<(bool, Vec<_>)>>());
        let slots = tracks.map(|track| slots[track]);
        Box::new(StoredAutomaton::new(Arc::new(dfa), &slots, Arc::new([]))) as Box<dyn LazyAutomaton>
    };
    let parts = vec![counter(61, [0, 1]), counter(59, [1, 2]), counter(53, [0, 2])];
    let mut product = Product::new(parts, Vec::new());
    let whole = materialize(&mut product, &layout, slots, &Budget::for_one_object()).expect("no limit");
    (whole.transitions().len(), whole.states())
}

type Matrix = Vec<Vec<i64>>;

/// A random representation over two letters, entries 0 to 2, most of them 0.
fn series(dimension: usize, seed: u64) -> (Vec<i64>, Vec<Matrix>, Vec<i64>) {
    let mut choice = random(seed).map(|n| [0, 0, 0, 0, 1, 1, 2, 0][n % 8]);
    let mut row = || choice.by_ref().take(dimension).collect::<Vec<i64>>();
    let mu = (0..2).map(|_| (0..dimension).map(|_| row()).collect()).collect();
    let mut v = row();
    v[0] = 1;
    let mut w = row();
    w[dimension - 1] = 1;
    (v, mu, w)
}

fn minimize_series((v, mu, w): (Vec<i64>, Vec<Matrix>, Vec<i64>), most: usize) -> Counts {
    let row = |row: &Vec<i64>| row.iter().map(|&n| Rational::from(num_bigint::BigInt::from(n))).collect::<Vec<_>>();
    let layout = Layout::new(&[2]).expect("one track fits");
    let mu = layout.letters().zip(&mu).map(|(letter, matrix)| (letter, matrix.iter().map(row).collect())).collect();
    let whole = LinearRepresentation { layout, v: row(&v), mu, w: row(&w) };
    let smallest = whole.minimize(&Budget::for_one_object()).expect("no limit").dimension();
    assert!(smallest <= most, "dimension {smallest}");
    (2 * whole.dimension() * whole.dimension(), smallest)
}

fn smallest() -> Counts {
    minimize_series(series(400, 3), 400)
}

/// The product of two series.
fn kronecker() -> Counts {
    let ((v, mu, w), (v2, mu2, w2)) = (series(20, 4), series(20, 5));
    let vector = |a: &[i64], b: &[i64]| a.iter().flat_map(|x| b.iter().map(move |y| x * y)).collect::<Vec<i64>>();
    let matrix = |(a, b): (&Matrix, &Matrix)| a.iter().flat_map(|x| b.iter().map(|y| vector(x, y))).collect();
    minimize_series((vector(&v, &v2), mu.iter().zip(&mu2).map(matrix).collect(), vector(&w, &w2)), 400)
}

/// Copies of a series beside each other, every coordinate then added to the next one.
fn mixed_copies() -> Counts {
    let (v, mu, w) = series(20, 6);
    let n = 400;
    let mut v: Vec<i64> = (0..n).map(|at| v[at % 20]).collect();
    let mut mu: Vec<Matrix> = (mu.iter())
        .map(|matrix| {
            let entry = |i: usize, j: usize| if i / 20 == j / 20 { matrix[i % 20][j % 20] } else { 0 };
            (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
        })
        .collect();
    let mut w: Vec<i64> = (0..n).map(|at| w[at % 20]).collect();
    // v P, P^-1 M P, P^-1 w with P = 1 + e_ij.
    for i in 0..n - 1 {
        let j = i + 1;
        v[j] += v[i];
        for matrix in &mut mu {
            matrix.iter_mut().for_each(|row| row[j] += row[i]);
            let below = matrix[j].clone();
            matrix[i].iter_mut().zip(&below).for_each(|(entry, other)| *entry -= other);
        }
        w[i] -= w[j];
    }
    minimize_series((v, mu, w), 20)
}
