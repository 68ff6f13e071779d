//! The contribution of each digit to a sum, without the part that grows like the largest eigenvalue.
//!
//! For systems where several other eigenvalues are below 1. A digit contributes what the letters that it passes are
//! worth with m digits to come, less their growing part. That obeys the recurrence of q ([`super::spectrum`]), and is
//! enclosed from exact numbers.

use num_bigint::BigInt;

use super::algebraic::Algebraic;
use super::interval::Interval;
use super::spectrum::Letters;
use super::sum_graph::{Passed, SumGraph};

/// What the letters that are passed are worth, less their growing parts, from the last digit on.
pub(super) struct Shares<'a> {
    graph: &'a SumGraph<'a>,
    bits: u64,
    /// By track, part and letter: what the words of so many digits are worth.
    sums: Vec<Vec<Vec<BigInt>>>,
    /// By track and letter: what they would be worth together by the growing part.
    growing: Vec<Vec<Algebraic>>,
    /// The difference at the last digit that was asked for.
    small: Vec<Vec<Interval>>,
}

impl<'a> Shares<'a> {
    /// In units of `2^-bits`.
    pub(super) fn new(graph: &'a SumGraph<'a>, bits: u64) -> Shares<'a> {
        let ends = |letters: &Letters| letters.parts.iter().map(|part| part.1.clone()).collect();
        let part = |growing: &Algebraic| growing.clone() / graph.spectrum.gap.clone();
        let growing = graph.spectrum.growing.iter().map(|track| track.iter().map(part).collect()).collect();
        Shares { graph, bits, sums: graph.tracks.iter().map(ends).collect(), growing, small: Vec::new() }
    }

    /// With one digit more to come than last time, what each edge adds, by what it passes.
    pub(super) fn next(&mut self) -> Vec<Interval> {
        let small = |track: usize| {
            let parts = self.graph.tracks[track].parts.iter().zip(&self.sums[track]);
            let worth = |letter: usize| {
                let terms = parts.clone().map(|(part, sums)| part.0.clone() * Algebraic::from(sums[letter].clone()));
                terms.fold(-self.growing[track][letter].clone(), |sum, term| sum + term).enclosure(self.bits)
            };
            (0..self.growing[track].len()).map(worth).collect()
        };
        self.small = (0..self.growing.len()).map(small).collect();
        let beta = &self.graph.spectrum.beta;
        self.growing.iter_mut().flatten().for_each(|part| *part = part.clone() * beta.clone());
        for (sums, letters) in self.sums.iter_mut().zip(&self.graph.tracks) {
            for sums in sums {
                *sums = letters.targets.iter().map(|row| row.iter().map(|&to| &sums[to]).sum()).collect();
            }
        }
        let worth = |passed: &Vec<Passed>| {
            let letters =
                passed.iter().zip(&self.small).flat_map(|(passed, small)| passed.iter().map(move |one| (one, small)));
            letters.fold(Interval::zero(), |sum, (&(letter, n), small)| sum.plus(&small[letter].scaled(&n.into())))
        };
        self.graph.passed.iter().map(worth).collect()
    }

    /// The largest of the differences.
    pub(super) fn largest(&self) -> BigInt {
        self.small.iter().flatten().map(Interval::magnitude).max().unwrap_or_default()
    }
}
