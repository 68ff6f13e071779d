//! Systems of which only automata are known: the valid words, addition, and order.
//!
//! Nothing is assumed about weights. Numbers are the words: one is the number that follows zero, a multiple is found by
//! doubling, a sum by the adder, and the value of a word by halving it. [`super::certify()`] proves that the automata
//! are those of the natural numbers, or of all integers, before a system is used.
//!
//! Linear constraints are chains of additions, each projected: far slower than the direct ones of the other kinds, and
//! meant for small systems from files.

use std::convert::Infallible;
use std::sync::Arc;

use num_bigint::{BigInt, Sign};
use num_traits::{One, Zero};

use crate::automata::{
    Dfa, Guard, Layout, LazyAutomaton, Letter, Product, State, StoredAutomaton, Track, minimized, shortest,
};
use crate::budget::{Budget, Halt};

use super::error::NumerationError;
use super::linear_atom::{Compare, LinearAtom};
use super::order::radix_order;

/// A system by its automata, most significant digit first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutomatonSystem {
    valid: Arc<Dfa>,
    /// `x + y = z`.
    adder: Arc<Dfa>,
    /// `x < y`.
    less: Arc<Dfa>,
    signed: bool,
    by_words: bool,
    /// The digits of one and, if there are negative numbers, of minus one.
    units: [Vec<u32>; 2],
    /// `y + y = x` and `y + y + 1 = x`, on tracks y, x.
    halves: [Arc<Dfa>; 2],
}

/// An automaton and the tracks it stands on.
type Part = (Arc<Dfa>, Vec<usize>);

impl AutomatonSystem {
    /// The system of these automata, which hold valid words only and are closed under leading zeros. Without an order, it
    /// is the radix order.
    ///
    /// # Errors
    /// If zero has no number after it; the limit that was passed.
    pub(super) fn new(
        valid: Arc<Dfa>,
        adder: Dfa,
        less: Option<Dfa>,
        budget: &Budget,
    ) -> Result<AutomatonSystem, NumerationError> {
        let limit = |limit: Halt| NumerationError::NotRecognized(limit.to_string());
        let radix = radix_order(&valid, budget).map_err(limit)?;
        let by_words = less.as_ref().is_none_or(|less| *less == radix);
        let less = less.unwrap_or(radix);
        let mut system = AutomatonSystem {
            valid,
            adder: Arc::new(adder),
            less: Arc::new(less),
            signed: false,
            by_words,
            units: [Vec::new(), Vec::new()],
            halves: [2, 2].map(|digits| Arc::new(Dfa::empty(layout(digits, 2)))),
        };
        let below = system.first_of(vec![(system.less.clone(), vec![0, 1]), (system.zero(), vec![1])], 2, 0, budget);
        system.signed = below.map_err(limit)?.is_some();
        let next = system.after(&system.zero(), budget).map_err(limit)?;
        let Some(one) = next else {
            return Err(NumerationError::NotRecognized("no number follows 0 in its order".into()));
        };
        let unit = Arc::new(system.word(&one));
        if system.signed {
            let parts = vec![(system.adder.clone(), vec![0, 1, 2]), (unit.clone(), vec![0]), (system.zero(), vec![2])];
            let minus = system.first_of(parts, 3, 1, budget).map_err(limit)?;
            system.units[1] = minus.ok_or_else(|| NumerationError::NotRecognized("no number is -1".into()))?;
        }
        system.units[0] = one;
        let even = system
            .compose(vec![(system.adder.clone(), vec![0, 0, 1])], 2, &[Track(0), Track(1)], budget)
            .map_err(limit)?;
        let even = Arc::new(even);
        let odd = vec![(even.clone(), vec![0, 1]), (unit, vec![2]), (system.adder.clone(), vec![1, 2, 3])];
        let odd = system.compose(odd, 4, &[Track(0), Track(3)], budget).map_err(limit)?;
        system.halves = [even, Arc::new(odd)];
        Ok(system)
    }

    /// Number of digits.
    pub fn digits(&self) -> u32 {
        self.valid.layout().sizes()[0]
    }

    /// Whether some number is below 0.
    pub fn is_signed(&self) -> bool {
        self.signed
    }

    /// Whether its order is the radix order of its words.
    pub fn orders_by_words(&self) -> bool {
        self.by_words
    }

    /// The valid words.
    pub fn valid(&self) -> &Dfa {
        &self.valid
    }

    /// `x + y = z`.
    pub fn adder(&self) -> &Arc<Dfa> {
        &self.adder
    }

    /// `x < y`.
    pub fn less(&self) -> &Arc<Dfa> {
        &self.less
    }

    fn zero(&self) -> Arc<Dfa> {
        Arc::new(self.word(&[]))
    }

    /// The set of one word, with any number of zeros in front.
    fn word(&self, digits: &[u32]) -> Dfa {
        let mut rows: Vec<(bool, Vec<(Letter, u32)>)> =
            digits.iter().zip(1..).map(|(&digit, next)| (false, vec![(Letter::digit(digit), next)])).collect();
        rows.push((true, Vec::new()));
        rows[0].1.push((Letter::ZERO, 0));
        Dfa::from_rows(layout(self.digits(), 1), rows).minimize()
    }

    fn join(&self, parts: Vec<Part>, tracks: usize) -> Result<(Product, Layout), Halt> {
        let layout = Layout::new(&vec![self.digits(); tracks])?;
        let tables = parts.into_iter().map(|(dfa, at)| {
            let slots: Vec<_> = at.iter().map(|&track| layout.slots()[track]).collect();
            Box::new(StoredAutomaton::new(dfa, &slots, Arc::new([]))) as Box<dyn LazyAutomaton>
        });
        Ok((Product::new(tables.collect(), Vec::new()), layout))
    }

    /// All parts at once, on the tracks that are kept.
    fn compose(&self, parts: Vec<Part>, tracks: usize, kept: &[Track], budget: &Budget) -> Result<Dfa, Halt> {
        let (join, layout) = self.join(parts, tracks)?;
        let whole = minimized(join, &layout, layout.slots(), budget)?;
        if kept.iter().copied().eq((0..tracks).map(Track)) {
            return Ok(whole);
        }
        whole.project(kept).drop_leading_zeros().determinize(budget)?.minimize_within(budget)
    }

    /// The digits of one track of the shortest word of all parts, without leading zeros.
    fn first_of(
        &self,
        parts: Vec<Part>,
        tracks: usize,
        track: usize,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, Halt> {
        let (mut join, layout) = self.join(parts, tracks)?;
        let word = shortest(&mut join, layout.slots(), budget)?;
        let digits = |word: Vec<Letter>| -> Vec<u32> {
            let digits = word.iter().map(|&letter| layout.slots()[track].digit(letter));
            digits.skip_while(|&digit| digit == 0).collect()
        };
        Ok(word.map(digits))
    }

    /// The number after the only one of a set.
    fn after(&self, number: &Arc<Dfa>, budget: &Budget) -> Result<Option<Vec<u32>>, Halt> {
        let between = vec![(number.clone(), vec![0]), (self.less.clone(), vec![0, 1]), (self.less.clone(), vec![1, 2])];
        let not_next = Arc::new(self.compose(between, 3, &[Track(2)], budget)?);
        let layout = layout(self.digits(), 2);
        let slots = layout.slots();
        let table = |dfa: &Arc<Dfa>, slots: &[_]| -> Box<dyn LazyAutomaton> {
            Box::new(StoredAutomaton::new(dfa.clone(), slots, Arc::new([])))
        };
        let parts = vec![table(number, &slots[..1]), table(&self.less, slots)];
        let condition = Guard::Not(Box::new(Guard::Leaf(table(&not_next, &slots[1..]))));
        let word = shortest(&mut Product::new(parts, vec![condition]), slots, budget)?;
        Ok(word.map(|word| {
            let digits = word.iter().map(|&letter| slots[1].digit(letter));
            digits.skip_while(|&digit| digit == 0).collect()
        }))
    }

    /// The digits of a number, most significant first, without leading zeros. For numbers that it has.
    pub fn digits_of(&self, n: &BigInt) -> Vec<u32> {
        let Ok(digits) = self.digits_by(n, || Ok::<(), Infallible>(()));
        digits
    }

    /// The digits of `n` as [`Self::digits_of`] finds them; an error of `look` ends the search.
    pub(super) fn digits_by<E>(&self, n: &BigInt, look: impl Fn() -> Result<(), E>) -> Result<Vec<u32>, E> {
        // From the highest binary digit of the two's complement down.
        let mut word = if n.sign() == Sign::Minus { self.units[1].clone() } else { Vec::new() };
        for at in (0..=n.bits()).rev() {
            look()?;
            word = beside(&self.halves[usize::from(n.bit(at))], &word, 0).unwrap_or_default();
        }
        Ok(word)
    }

    /// The value of a valid word of digits, most significant first; 0 for another one.
    pub fn value_of(&self, digits: &[u32]) -> BigInt {
        let Ok(value) = self.value_by(digits, || Ok::<(), Infallible>(()));
        value
    }

    /// The value of `digits` as [`Self::value_of`] finds it; an error of `look` ends the search.
    pub(super) fn value_by<E>(&self, digits: &[u32], look: impl Fn() -> Result<(), E>) -> Result<BigInt, E> {
        let mut word: Vec<u32> = digits.iter().copied().skip_while(|&digit| digit == 0).collect();
        let (mut value, mut weight) = (BigInt::zero(), BigInt::one());
        // A number has no more binary digits than the words of its length need. In automata that are no numbers, halving
        // need not end.
        let mut left = digits.len() * u32::BITS as usize + 2;
        while !word.is_empty() {
            look()?;
            left -= 1;
            if left == 0 {
                return Ok(BigInt::zero());
            }
            if self.signed && word == self.units[1] {
                return Ok(value - weight);
            }
            let half = (0..2).find_map(|bit| Some((bit, beside(&self.halves[bit], &word, 1)?)));
            let Some((bit, half)) = half else { return Ok(BigInt::zero()) };
            if bit == 1 {
                value += &weight;
            }
            weight *= 2;
            word = half;
        }
        Ok(value)
    }

    /// The relation of an atom without shifts.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn linear(&self, atom: &LinearAtom, budget: &Budget) -> Result<Dfa, Halt> {
        let tracks = atom.coefficients.len();
        let side = |sign: i64| -> Result<Part, Halt> {
            let terms = atom.coefficients.iter().enumerate().filter(|(_, coefficient)| coefficient[0].signum() == sign);
            let terms: Vec<(usize, u64)> =
                terms.map(|(track, coefficient)| (track, coefficient[0].unsigned_abs())).collect();
            // A constant is on the side where it is not negative.
            let constant = if atom.constant.signum() == -sign { atom.constant.unsigned_abs() } else { 0 };
            self.sum(&terms, constant, budget)
        };
        let ((left, mut on_left), (right, mut on_right)) = (side(1)?, side(-1)?);
        on_left.push(tracks);
        let kept: Vec<usize> = (0..tracks).collect();
        // A track with the coefficient 0 is read by nothing else.
        let mut parts: Vec<Part> = kept.iter().map(|&track| (self.valid.clone(), vec![track])).collect();
        let all = match atom.compare {
            Compare::Equal | Compare::NotEqual => {
                on_right.push(tracks);
                tracks + 1
            }
            Compare::Less => {
                on_right.push(tracks + 1);
                parts.push((self.less.clone(), vec![tracks, tracks + 1]));
                tracks + 2
            }
        };
        parts.extend([(left, on_left), (right, on_right)]);
        let holds = self.compose(parts, all, &Track::list(kept), budget)?;
        if atom.compare != Compare::NotEqual {
            return Ok(holds);
        }
        let layout = holds.layout().clone();
        let valid = (layout.slots().iter()).map(|slot| {
            Box::new(StoredAutomaton::new(self.valid.clone(), &[*slot], Arc::new([]))) as Box<dyn LazyAutomaton>
        });
        let inside = Guard::Leaf(Box::new(StoredAutomaton::new(Arc::new(holds), layout.slots(), Arc::new([]))));
        let outside = Product::new(valid.collect(), vec![Guard::Not(Box::new(inside))]);
        minimized(outside, &layout, layout.slots(), budget)
    }

    /// `sum of multiples + constant = z`: the tracks of the terms, and z behind them.
    fn sum(&self, terms: &[(usize, u64)], constant: u64, budget: &Budget) -> Result<Part, Halt> {
        let (mut total, mut tracks, mut rest) = match terms.split_first() {
            Some((&(track, factor), rest)) if constant == 0 => (self.multiple(factor, budget)?, vec![track], rest),
            _ => (Arc::new(self.word(&self.digits_of(&constant.into()))), Vec::new(), terms),
        };
        while let Some((&(track, factor), later)) = rest.split_first() {
            rest = later;
            let multiple = self.multiple(factor, budget)?;
            let known = tracks.len();
            // The terms so far, the new one, the sum so far, the multiple, the sum.
            let (x, before, times, z) = (known, known + 1, known + 2, known + 3);
            let on_total: Vec<usize> = (0..known).chain([before]).collect();
            let parts =
                vec![(total, on_total), (multiple, vec![x, times]), (self.adder.clone(), vec![before, times, z])];
            let kept = Track::list((0..=known).chain([z]));
            total = Arc::new(self.compose(parts, known + 4, &kept, budget)?);
            tracks.push(track);
        }
        Ok((total, tracks))
    }

    /// `factor * x = z`, for a factor that is not 0.
    fn multiple(&self, factor: u64, budget: &Budget) -> Result<Arc<Dfa>, Halt> {
        if factor == 1 {
            let layout = layout(self.digits(), 2);
            let twice = |digit: Letter| Some(layout.pack(&[self.valid.layout().slots()[0].digit(digit); 2]));
            let transitions = self.valid.transitions().map_letters(twice);
            return Ok(Arc::new(Dfa::new(layout.clone(), transitions, self.valid.accepting().to_vec()).minimize()));
        }
        let half = self.multiple(factor / 2, budget)?;
        let mut parts = vec![(half, vec![0, 1]), (self.adder.clone(), vec![1, 1, 2])];
        if factor.is_multiple_of(2) {
            return Ok(Arc::new(self.compose(parts, 3, &[Track(0), Track(2)], budget)?));
        }
        parts.push((self.adder.clone(), vec![2, 0, 3]));
        Ok(Arc::new(self.compose(parts, 4, &[Track(0), Track(3)], budget)?))
    }
}

/// The word that stands beside this one in the shortest pair of an automaton with two tracks, this one being on track
/// `known` behind any number of zeros; without leading zeros. Breadth first over the places of the word and the states:
/// no more steps than the automaton has transitions for each digit.
fn beside(pairs: &Dfa, word: &[u32], known: usize) -> Option<Vec<u32>> {
    let (own, other) = (pairs.layout().slots()[known], pairs.layout().slots()[1 - known]);
    let states = pairs.states();
    // How many digits were read, and the state; the place before, and the digit beside the last one.
    let mut found = vec![(0, State::START, usize::MAX, 0)];
    let mut seen = vec![false; states * (word.len() + 1)];
    seen[State::START.index()] = true;
    let mut next = 0;
    while let Some(&(read, state, ..)) = found.get(next) {
        if read == word.len() && pairs.accepting()[state] {
            let mut digits = Vec::new();
            let mut at = next;
            while found[at].2 != usize::MAX {
                digits.push(found[at].3);
                at = found[at].2;
            }
            return Some(digits.into_iter().rev().skip_while(|&digit| digit == 0).collect());
        }
        for (letter, target) in pairs.transitions().row(state) {
            let digit = own.digit(letter);
            // Zeros in front, or the next digit, which is no zero if it is the first.
            let after = [(read == 0 && digit == 0).then_some(0), (word.get(read) == Some(&digit)).then_some(read + 1)];
            for now in after.into_iter().flatten() {
                let place = now * states + target.index();
                if !std::mem::replace(&mut seen[place], true) {
                    found.push((now, target, next, other.digit(letter)));
                }
            }
        }
        next += 1;
    }
    None
}

fn layout(digits: u32, tracks: usize) -> Layout {
    Layout::new(&vec![digits; tracks]).expect("a few tracks fit")
}
