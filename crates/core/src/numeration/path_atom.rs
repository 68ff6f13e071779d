//! Linear atoms on the paths of a morphism: sum k_i x_i = c, != c, < c in a Dumont-Thomas system.
//!
//! A state is the letter of each track, and a vector r that counts letters: worth sum r_b |s^m(b)| with m digits to
//! come. A digit takes the image of r and adds the letters that its track passes, times the coefficient of the track.
//! From letter b the m digits to come are worth 0 .. |s^m(b)| - 1, so the whole sum lies between
//!
//! ```text
//! lo_m = (r - sum_{k_i<0} |k_i| b_i).|s^m| + sum_{k_i<0} |k_i|,
//! hi_m = (r + sum_{k_i>0} k_i b_i).|s^m| - sum_{k_i>0} k_i.
//! ```
//!
//! If no length allows the relation, the state is dead; if none allows its negation, it is done. All later lengths are
//! settled once the m-th image of one of the vectors in brackets, with its sign, has no negative entry, or a multiple
//! of it is always worth the same as a vector without: its worth does not decrease from there on, because images are
//! not empty. Without that the state stays open, which is sound. `docs/linear-atoms.md` has the proofs.
//!
//! Costs the products of all letters of the tracks at each state. Remainders are finitely many where numbers add
//! (Frougny and Solomyak 1996; Bruyère and Hansel 1997), and for differences of two numbers: letters between two places
//! are counted, and there are no more than the difference.

use crate::automata::{Dfa, Interner, Layout, Letter, State, place, unfold};
use crate::budget::{Budget, Halt, Unsupported};
use crate::planted::{Bug, planted};
use crate::tuning::numeration::{linear, morphic};

use super::dumont_thomas::DumontThomas;
use super::linear_atom::{Compare, LinearAtom, Prospect, Verdict};

/// The relation of an atom without shifts, most significant digit first.
///
/// # Errors
/// [`Unsupported::Sums`] if numbers do not add, and the atom is neither about one number nor about the difference of two; the
/// limit that was passed.
pub(super) fn linear(system: &DumontThomas, atom: &LinearAtom, budget: &Budget) -> Result<Dfa, Halt> {
    let coefficients: Vec<i64> = atom.coefficients.iter().map(|coefficient| coefficient[0]).collect();
    let terms: Vec<i64> = coefficients.iter().copied().filter(|&k| k != 0).collect();
    let is_difference = match terms[..] {
        [] | [_] => true,
        [a, b] => a.checked_add(b) == Some(0),
        _ => false,
    };
    if let (Some(thousandths), false) = (system.large_eigenvalue(), is_difference) {
        return Err(Halt::Unsupported(Unsupported::Sums { thousandths }));
    }
    let layout = Layout::new(&vec![system.digits(); coefficients.len()])?;
    PathAtom::new(system, coefficients, atom.compare, atom.constant).build(&layout, budget)
}

/// `sum coefficient * track  compare  constant`.
struct PathAtom<'a> {
    system: &'a DumontThomas,
    coefficients: Vec<i64>,
    compare: Compare,
    constant: i64,
    /// For each state. It is the letter of each track, then the remainder; none once everything is accepted.
    verdicts: Vec<Verdict>,
}

/// Digits chosen so far for one letter, the letters of the morphism to which they lead, and the remainder; none once
/// everything is accepted.
#[derive(Clone)]
struct Choice {
    letter: Letter,
    at: Vec<i64>,
    remainder: Vec<i128>,
}

impl<'a> PathAtom<'a> {
    fn new(system: &'a DumontThomas, coefficients: Vec<i64>, compare: Compare, constant: i64) -> Self {
        PathAtom { system, coefficients, compare, constant, verdicts: Vec::new() }
    }

    /// The automaton, most significant digit first, minimal: valid words only, closed under leading zeros.
    fn build(mut self, layout: &Layout, budget: &Budget) -> Result<Dfa, Halt> {
        let fits = |k: i64| k.unsigned_abs() <= linear::LARGEST_REMAINDER.unsigned_abs();
        if !fits(self.constant) || !self.coefficients.iter().all(|&k| fits(k)) {
            return Err(Halt::Unsupported(Unsupported::Overflow));
        }
        let (tracks, letters) = (self.coefficients.len(), self.system.images().len());
        let mut start = vec![0; tracks + letters];
        match self.verdict(&start) {
            Verdict::Dead => return Ok(Dfa::empty(layout.clone())),
            Verdict::Always => start.truncate(tracks),
            Verdict::Open => {}
        }
        let mut states = Interner::default();
        self.number(&mut states, &start)?;
        let largest = self.coefficients.iter().map(|k| k.unsigned_abs()).max().unwrap_or(0);
        let (transitions, accepting) = unfold(states, budget, |key, states, row| {
            if states.len() > linear::HOPELESS_REMAINDERS && largest > linear::HOPELESS_COEFFICIENT {
                return Err(Halt::Unsupported(Unsupported::Multiple(largest)));
            }
            // Dead ones lead nowhere, and none leads to one that has been told to forget its remainder.
            let (state, _) = states.intern(key);
            if self.verdicts[state] == Verdict::Open || key.len() == tracks {
                for choice in self.choices(key, layout, budget)? {
                    let mut next = choice.at;
                    for entry in choice.remainder {
                        next.push(i64::try_from(entry).map_err(|_| Halt::Unsupported(Unsupported::Overflow))?);
                    }
                    if let Some(target) = self.number(states, &next)? {
                        row.push((choice.letter, target));
                    }
                }
            }
            Ok::<_, Halt>(self.accepts(key))
        })?;
        Dfa::new(layout.clone(), transitions, accepting).minimize_within(budget)
    }

    fn accepts(&self, key: &[i64]) -> bool {
        let remainder = &key[self.coefficients.len()..];
        let worth: i64 = remainder.iter().sum();
        match self.compare {
            _ if remainder.is_empty() => true,
            Compare::Equal => worth == self.constant,
            Compare::NotEqual => worth != self.constant,
            Compare::Less => worth < self.constant,
        }
    }

    /// The letters that may come next.
    fn choices(&self, key: &[i64], layout: &Layout, budget: &Budget) -> Result<Vec<Choice>, Halt> {
        let overflow = Halt::Unsupported(Unsupported::Overflow);
        let (at, remainder) = key.split_at(self.coefficients.len());
        let remainder = if remainder.is_empty() { Vec::new() } else { self.system.image(remainder).ok_or(overflow)? };
        let mut choices = vec![Choice { letter: Letter::ZERO, at: Vec::with_capacity(key.len()), remainder }];
        for (track, (&from, &k)) in at.iter().zip(&self.coefficients).enumerate() {
            let slot = layout.slots()[track];
            let image = &self.system.images()[place(from)];
            let mut longer = Vec::with_capacity(choices.len() * image.len());
            for mut choice in choices {
                for (digit, &letter) in (0..).zip(image) {
                    let mut next = choice.clone();
                    next.letter |= slot.place(digit);
                    next.at.push(letter as i64);
                    longer.push(next);
                    // Further on, the letter is passed.
                    let is_passed = digit > 0 || !planted(Bug::Passed);
                    if let Some(entry) = choice.remainder.get_mut(letter).filter(|_| is_passed) {
                        *entry += i128::from(k);
                    }
                }
                budget.check(longer.len())?;
            }
            choices = longer;
        }
        for choice in choices.iter_mut().filter(|choice| !choice.remainder.is_empty()) {
            self.system.reduce(&mut choice.remainder).ok_or(overflow)?;
        }
        Ok(choices)
    }

    /// The number of a state, unless it is dead. One in which everything is accepted forgets its remainder.
    fn number(&mut self, states: &mut Interner<i64>, key: &[i64]) -> Result<Option<State>, Halt> {
        let tracks = self.coefficients.len();
        let (id, new) = states.intern(key);
        if new {
            if key[tracks..].iter().any(|r| r.abs() > linear::LARGEST_REMAINDER) {
                return Err(Halt::Unsupported(Unsupported::Overflow));
            }
            let verdict = if key.len() == tracks { Verdict::Always } else { self.verdict(key) };
            self.verdicts.push(verdict);
        }
        match self.verdicts[id] {
            Verdict::Dead => Ok(None),
            Verdict::Always if key.len() > tracks => self.number(states, &key[..tracks]),
            _ => Ok(Some(id)),
        }
    }

    /// What can still happen from a state.
    fn verdict(&self, key: &[i64]) -> Verdict {
        let (at, remainder) = key.split_at(self.coefficients.len());
        let wide = |entries: &[i64], sign: i128| entries.iter().map(|&r| sign * i128::from(r)).collect::<Vec<i128>>();
        // What lo_m is, and what hi_m is negated, but for the numbers that are the same for each m.
        let (mut low, mut high) = (wide(remainder, 1), wide(remainder, -1));
        let (mut low_more, mut high_more) = (0, 0);
        for (&letter, &k) in at.iter().zip(&self.coefficients) {
            let (vector, more) = if k < 0 { (&mut low, &mut low_more) } else { (&mut high, &mut high_more) };
            vector[place(letter)] -= i128::from(k).abs();
            *more += i128::from(k).abs();
        }
        let constant = i128::from(self.constant);
        let mut prospect = Prospect::default();
        // For equality the constant itself must be left out on either side, for less it belongs to "not less".
        let strict = i128::from(self.compare != Compare::Less);
        for _ in 0..morphic::LENGTHS {
            let (lo, hi) = (low.iter().sum::<i128>() + low_more, -(high.iter().sum::<i128>() + high_more));
            if prospect.is_open_with(self.compare, [&lo, &hi], &constant) {
                return Verdict::Open;
            }
            let above = lo >= constant + strict && self.system.grows(&low);
            let below = hi < constant && self.system.grows(&high);
            if above || below {
                return self.compare.settled([above, below], prospect);
            }
            let (Some(next_low), Some(next_high)) = (self.system.image(&low), self.system.image(&high)) else { break };
            (low, high) = (next_low, next_high);
        }
        Verdict::Open
    }
}
