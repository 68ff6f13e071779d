//! The values of a sum over words of a given number of digits, and the first word at which it is beyond a bound.
//!
//! A digit with m digits to come adds what the letters it passes are worth then, less their growing part, which the
//! last node has. So the least and the largest values of words of m + 1 digits from each node come from those of words
//! of m digits: a layer for each m, at the cost of all edges. Values are exact where what is left is, and intervals
//! otherwise.

use num_bigint::BigInt;

use crate::automata::Letter;
use crate::budget::Budget;
use crate::tuning::numeration::extremes as limits;

use super::algebraic::Algebraic;
use super::digit_contribution::Shares;
use super::extreme::{Bound, NoExtremes};
use super::interval::Interval;
use super::spectrum::{Rest, in_field};
use super::sum_graph::SumGraph;
use super::system::decode;

/// A value, exact or enclosed.
pub(super) trait Amount: Clone {
    /// What candidates are ordered by.
    fn is_less(&self, other: &Self) -> bool;
    fn and(&self, other: &Self) -> Self;
    fn least(self, other: Self) -> Self;
    fn most(self, other: Self) -> Self;
}

impl Amount for Algebraic {
    fn is_less(&self, other: &Algebraic) -> bool {
        self < other
    }

    fn and(&self, other: &Algebraic) -> Algebraic {
        self.clone() + other.clone()
    }

    fn least(self, other: Algebraic) -> Algebraic {
        self.min(other)
    }

    fn most(self, other: Algebraic) -> Algebraic {
        self.max(other)
    }
}

impl Amount for Interval {
    fn is_less(&self, other: &Interval) -> bool {
        self.low < other.low
    }

    fn and(&self, other: &Interval) -> Interval {
        self.plus(other)
    }

    fn least(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.min(other.high) }
    }

    fn most(self, other: Interval) -> Interval {
        Interval { low: self.low.max(other.low), high: self.high.max(other.high) }
    }
}

/// For each node the least and the largest value of the words of some number of digits from it that are accepted.
pub(super) type Layer<T> = Vec<Option<[T; 2]>>;

/// The layer of no digit: what ends are worth.
pub(super) fn last_layer<T: Clone>(graph: &SumGraph<'_>, worth: impl Fn(usize) -> T) -> Layer<T> {
    let end = |(node, accepts): (usize, &bool)| {
        accepts.then(|| {
            let worth = worth(node);
            [worth.clone(), worth]
        })
    };
    graph.accepting.iter().enumerate().map(end).collect()
}

/// The layer of one digit more, which adds this by what it passes.
pub(super) fn next_layer<T: Amount>(graph: &SumGraph<'_>, below: &Layer<T>, adds: &[T]) -> Layer<T> {
    let mut next: Layer<T> = vec![None; below.len()];
    for (node, steps) in graph.steps.iter().enumerate() {
        let Some(own) = &below[node] else { continue };
        for step in steps {
            let [low, high] = own.each_ref().map(|value| value.and(&adds[step.passed]));
            let ends = match next[step.from].take() {
                None => [low, high],
                Some([least, most]) => [least.least(low), most.most(high)],
            };
            next[step.from] = Some(ends);
        }
    }
    next
}

impl SumGraph<'_> {
    /// Of the tuples for which the sum passes one of these bounds and whose words are shortest, that with the least first
    /// number; `None` if these words have more digits than are looked at.
    ///
    /// # Errors
    /// A bound that is not in the field of the system; the limit that was passed.
    pub fn first_beyond(&self, bounds: &[Bound], budget: &Budget) -> Result<Option<Vec<BigInt>>, NoExtremes> {
        bounds.iter().try_for_each(|bound| in_field(&bound.value, &self.spectrum.beta))?;
        if let Rest::Exact(remainder) = &self.spectrum.rest {
            let mut rows = self.remainders.clone();
            let share = |_: usize| {
                let shares = rows.iter().map(|row| -(row[0].clone() / self.spectrum.gap.clone())).collect();
                rows.iter_mut().for_each(|row| *row = remainder.after(row));
                shares
            };
            let is_beyond = |ends: &[Algebraic; 2]| {
                bounds.iter().any(|bound| bound.is_passed_by(&ends[usize::from(!bound.is_lower)]))
            };
            return self.first(|node| self.grown(node), share, is_beyond, budget);
        }
        let bits = limits::ERROR_BITS << limits::SQUARINGS;
        let mut shares = Shares::new(self, bits);
        let ends: Vec<Interval> = bounds.iter().map(|bound| bound.value.enclosure(bits)).collect();
        let is_beyond = |values: &[Interval; 2]| {
            bounds
                .iter()
                .zip(&ends)
                .any(|(bound, end)| if bound.is_lower { values[0].high < end.low } else { values[1].low > end.high })
        };
        self.first(|node| self.grown(node).enclosure(bits), |_| shares.next(), is_beyond, budget)
    }

    fn first<T: Amount>(
        &self,
        worth: impl Fn(usize) -> T,
        mut share: impl FnMut(usize) -> Vec<T>,
        is_beyond: impl Fn(&[T; 2]) -> bool,
        budget: &Budget,
    ) -> Result<Option<Vec<BigInt>>, NoExtremes> {
        let (mut layers, mut shares) = (vec![last_layer(self, worth)], Vec::new());
        while !layers[layers.len() - 1][0].as_ref().is_some_and(&is_beyond) {
            if layers.len() > limits::DIGITS {
                return Ok(None);
            }
            budget.check(layers.len() * self.steps.len())?;
            shares.push(share(layers.len() - 1));
            layers.push(next_layer(self, &layers[layers.len() - 1], &shares[shares.len() - 1]));
        }
        Ok(Some(self.least(&layers, &shares, is_beyond)))
    }

    /// The tuple with the least first number among those of the words of the last layer that are beyond.
    fn least<T: Amount>(
        &self,
        layers: &[Layer<T>],
        shares: &[Vec<T>],
        is_beyond: impl Fn(&[T; 2]) -> bool,
    ) -> Vec<BigInt> {
        let slot = self.relation.dfa().layout().slots()[0];
        let mut forward: Vec<Vec<(Letter, usize, usize)>> = vec![Vec::new(); self.steps.len()];
        for (node, steps) in self.steps.iter().enumerate() {
            for step in steps {
                forward[step.from].push((step.letter, node, step.passed));
            }
        }
        // Words whose first number begins alike: at each node those with the least and the largest sum.
        let mut candidates: Vec<Candidate<T>> = vec![Candidate { node: 0, sum: None, word: Vec::new() }];
        for length in (0..layers.len() - 1).rev() {
            let mut least = u32::MAX;
            let mut next: Vec<Candidate<T>> = Vec::new();
            for candidate in &candidates {
                for &(letter, node, passed) in &forward[candidate.node] {
                    let digit = slot.digit(letter);
                    let Some(ends) = layers[length][node].as_ref().filter(|_| digit <= least) else { continue };
                    let added = &shares[length][passed];
                    let sum = candidate.sum.as_ref().map_or_else(|| added.clone(), |sum| sum.and(added));
                    if !is_beyond(&ends.each_ref().map(|end| end.and(&sum))) {
                        continue;
                    }
                    if digit < least {
                        (least, next) = (digit, Vec::new());
                    }
                    let word = candidate.word.iter().copied().chain([letter]).collect();
                    Candidate { node, sum: Some(sum), word }.join(&mut next);
                }
            }
            candidates = next;
        }
        let word = &candidates.first().expect("the layer says that some word passes a bound").word;
        decode(word, self.relation.dfa().layout(), self.relation.systems())
    }
}

/// A word that leads to a node, and what it adds.
struct Candidate<T> {
    node: usize,
    sum: Option<T>,
    word: Vec<Letter>,
}

impl<T: Amount> Candidate<T> {
    /// Joins others: of those at one node two are enough.
    fn join(self, others: &mut Vec<Candidate<T>>) {
        let is_less = |a: &Candidate<T>, b: &Candidate<T>| match (&a.sum, &b.sum) {
            (Some(a), Some(b)) => a.is_less(b),
            _ => false,
        };
        let own: Vec<usize> = (0..others.len()).filter(|&i| others[i].node == self.node).collect();
        match own[..] {
            [a, b] => {
                let (least, most) = if is_less(&others[a], &others[b]) { (a, b) } else { (b, a) };
                if is_less(&self, &others[least]) {
                    others[least] = self;
                } else if is_less(&others[most], &self) {
                    others[most] = self;
                }
            }
            _ => others.push(self),
        }
    }
}
