//! The games of the papers on two piles, by solvers written from their texts alone: every move is tried. They agree
//! with the automata that are shipped and proved; and section 9 of Fokkink and Rust in numbers.

use filbert::logic::{Environment, FunctionKind};
use filbert::numeration::{Relation, TrackKind};
use filbert::script::Session;
use num_bigint::BigInt;

type Options = Box<dyn Fn(usize, usize) -> Vec<(usize, usize)>>;

fn shipped(name: &str) -> Relation {
    match Session::new().names().function(name).expect("a function").expect("which can be read").kind() {
        FunctionKind::Relation(relation) => relation.clone(),
        FunctionKind::Language(language) => {
            let system = |track: &TrackKind| match track {
                TrackKind::Numbers(system) => system.clone(),
                other => panic!("{other:?}"),
            };
            let systems: Vec<_> = language.tracks.iter().map(system).collect();
            Relation::from_language(&language.dfa, &systems, &filbert::script::Limits::default().budget())
                .expect("a relation")
        }
        FunctionKind::Truth(_) => panic!("{name} has no arguments"),
    }
}

/// From which positions whoever moves loses, if the other one may forbid `block - 1` options.
fn lost(side: usize, block: usize, options: &Options) -> Vec<Vec<bool>> {
    let mut lost = vec![vec![false; side]; side];
    for sum in 0..2 * side - 1 {
        for p in sum.saturating_sub(side - 1)..=sum.min(side - 1) {
            let q = sum - p;
            let mut to: Vec<(usize, usize)> = options(p, q).into_iter().filter(|&(r, s)| lost[r][s]).collect();
            to.sort_unstable();
            to.dedup();
            lost[p][q] = to.len() < block;
        }
    }
    lost
}

/// i and j tokens with |i-j| < a: one of them may be 0, not both.
fn wythoff(a: usize, p: usize, q: usize) -> Vec<(usize, usize)> {
    let mut options: Vec<(usize, usize)> = (0..p).map(|r| (r, q)).chain((0..q).map(|s| (p, s))).collect();
    for i in 1..=p {
        options.extend(near(a, i, q).map(|j| (p - i, q - j)));
    }
    options
}

/// Every j from 1 to q with |i-j| < a.
fn near(a: usize, i: usize, q: usize) -> std::ops::Range<usize> {
    (i + 1).saturating_sub(a).max(1)..(i + a).min(q + 1)
}

/// Fokkink, Rust 2022, sections 2 and 9: whoever clears a pile by taking from both may split what is left of the other.
fn splithoff(a: usize, p: usize, q: usize) -> Vec<(usize, usize)> {
    let mut options = wythoff(a, p, q);
    for i in 1..=p {
        for j in near(a, i, q) {
            if i == p {
                options.extend((0..=q - j).map(|r| (r, q - j - r)));
            }
            if j == q {
                options.extend((0..=p - i).map(|r| (r, p - i - r)));
            }
        }
    }
    options
}

#[test]
fn shipped_positions_are_those_from_which_every_move_loses() {
    let mut games: Vec<(String, usize, usize, Options)> = Vec::new();
    for l in 0..=12 {
        // Renard, Rigo 2025, section 3: the play ends where p+q <= l.
        let options = move |p, q| if p + q <= l { Vec::new() } else { wythoff(1, p, q) };
        games.push((format!("pposK{l}"), 90, 1, Box::new(options)));
    }
    for block in 2..=3 {
        games.push((format!("pposW{block}"), 60, block, Box::new(|p, q| wythoff(1, p, q))));
    }
    for a in 1..=3 {
        // Duchene, Rigo 2008b, section 1.
        games.push((format!("pposWythoff{a}"), 60, 1, Box::new(move |p, q| wythoff(a, p, q))));
    }
    games.push(("pposSplithoff".into(), 60, 1, Box::new(|p, q| splithoff(1, p, q))));
    games.push(("pposSplithoff2".into(), 60, 1, Box::new(|p, q| splithoff(2, p, q))));
    for (name, side, block, options) in games {
        let positions = shipped(&name);
        let expected = lost(side, block, &options);
        for (p, row) in expected.iter().enumerate() {
            for (q, &expected) in row.iter().enumerate() {
                let found = positions.contains(&[BigInt::from(p), BigInt::from(q)]);
                assert_eq!(found, expected, "{name}: ({p}, {q})");
            }
        }
    }
}

/// Rows 0 to `rows` of Sprague-Grundy values, piles below `side`.
fn values(side: usize, options: &Options) -> Vec<Vec<usize>> {
    let mut values = vec![vec![0; side]; side];
    for sum in 0..2 * side - 1 {
        for p in sum.saturating_sub(side - 1)..=sum.min(side - 1) {
            let q = sum - p;
            let mut met = vec![false; 4 * side];
            options(p, q).into_iter().for_each(|(r, s)| met[values[r][s]] = true);
            values[p][q] = met.iter().position(|met| !met).expect("a value");
        }
    }
    values
}

#[test]
fn every_row_of_splithoff_has_the_first_values_once() {
    // In numbers what docs/findings.md proves for all rows and values.
    for a in 1..=2 {
        let side = 220;
        let options: Options = Box::new(move |p, q| splithoff(a, p, q));
        let values = values(side, &options);
        for (row, values) in values.iter().enumerate().take(60) {
            for value in 0..=20 {
                assert_eq!(values.iter().filter(|&&other| other == value).count(), 1, "a = {a}: {value} in row {row}");
            }
        }
    }
}
