//! Linear constraints on numbers, built in one piece: sum k_i x_i = c, != c, < c.
//!
//! Never by chaining adders. Reading the most significant digit first, a state is the validity state of each track and
//! the remainder: an integer vector r worth sum r_i U_{i+m} with m digits to come. One letter moves r by the companion
//! matrix of the recurrence and adds each digit's weight. That finitely many remainders matter is Frougny and Solomyak
//! (1996), for Pisot numbers; which ones matter is decided here in integers, and proved in `docs/linear-atoms.md`.
//!
//! A coefficient is a polynomial in the shift: `[k_0, k_1]` stands for k_0 x + k_1 shift(x), where shift appends a zero
//! to the word. In an integer base shift is multiplication by the base.
//!
//! Costs nothing when the remainders stay few: 149 states for x+y=z in Tribonacci. Bad for a large base with several
//! tracks, whose letters are listed one by one, and for bases that are not Pisot, where it does not end.

use std::sync::Arc;

use crate::automata::{
    Blocks, Bound, Edge, Found, Interner, Layered, LazyAutomaton, Letter, Next, Renumbered, Slot, State, index, number,
    place,
};
use crate::budget::{Budget, Halt, Unsupported};
use crate::planted::{Bug, planted};

use super::positional::{LARGEST_DIGIT, Positional};

/// Which linear relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Compare {
    /// The sum is the constant.
    Equal,
    /// The sum is not the constant.
    NotEqual,
    /// The sum is less than the constant.
    Less,
}

/// A coefficient k_0 + k_1 shift + k_2 shift^2 + ...; not empty, last entry not zero.
pub type Coefficient = Vec<i64>;

/// `sum coefficients[i] x_i  relation  constant`, one track for each coefficient.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LinearAtom {
    /// The coefficient of each track.
    pub coefficients: Vec<Coefficient>,
    /// The comparison.
    pub compare: Compare,
    /// The right-hand side.
    pub constant: i64,
}

impl LinearAtom {
    /// The atom with plain integer coefficients.
    pub fn new(coefficients: &[i64], compare: Compare, constant: i64) -> LinearAtom {
        LinearAtom { coefficients: coefficients.iter().map(|&k| vec![k]).collect(), compare, constant }
    }
}

/// Remainders, coefficients and constants beyond this end the exploration. A letter has 64 bits, so that the digits of
/// all its tracks add up to 2^18 at most: a letter adds less than 2^59 to a remainder that the recurrence has taken to
/// 2^57. Tabulated weights are below 2^80 where a remainder meets them, and geometric: sums stay inside `i128`.
pub(super) const LARGEST_REMAINDER: i64 = 1 << 40;

/// An atom with larger coefficients has more states in all than a laptop holds: one that met so many remainders is not
/// about to end.
pub(super) const HOPELESS: u64 = 1 << 22;
pub(super) const MOST_REMAINDERS: usize = 1 << 20;

/// Edges of one state beyond which there is no automaton: a quarter of a gigabyte.
const MOST_EDGES: usize = 1 << 21;

/// What is known of a state from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Dead,
    Always,
    Open,
}

/// A linear atom explored on demand: only valid words, most significant digit first.
pub struct Linear {
    system: Arc<Positional>,
    atom: Arc<LinearAtom>,
    slots: Arc<[Slot]>,
    mask: Letter,
    /// Each weight as a vector over U_0 .. U_{d-1}; none if some number is too large to calculate with.
    digit_weights: Option<Arc<[Vec<i64>]>>,
    /// Number of powers of the shift that occur.
    shifts: usize,
    /// P: the sum of the positive coefficients whose largest tail is the number of tails less one.
    positive: i128,
    /// N: the same sum over the negative ones, without their sign.
    negative: i128,
    /// A state: the number of the validity states, then the remainder; no remainder once everything is accepted.
    states: Interner<i64>,
    verdicts: Layered<Vec<Verdict>>,
    /// Validity states of all tracks, and what their tails are worth for each length.
    places: Interner<u32>,
    tails: Layered<Vec<Vec<Tails>>>,
    /// The length for which the last state was found open.
    likely: usize,
    low: Vec<i128>,
    high: Vec<i128>,
}

/// What the tails of one length of all tracks are worth.
#[derive(Clone, Copy)]
struct Tails {
    /// Whether each track has one.
    exist: bool,
    /// The least and the largest sum, as if there was a tail more than there is.
    lowest: i128,
    highest: i128,
}

impl Linear {
    /// The atom in this system, with track i at the field `slots[i]`.
    ///
    /// # Panics
    /// If there is not one slot for each weight.
    pub fn new(system: Arc<Positional>, atom: LinearAtom, slots: &[Slot]) -> Linear {
        assert_eq!(slots.len(), atom.coefficients.len());
        let fits = system.digits() <= LARGEST_DIGIT && atom.constant.unsigned_abs() <= LARGEST_REMAINDER.unsigned_abs();
        let digit_weights =
            atom.coefficients.iter().map(|coefficient| reduce(&system, coefficient)).collect::<Option<_>>();
        // A word with zeros appended that is not valid may be worth as much as the number of valid ones of its length.
        let exact = if system.zeros_can_be_appended() { usize::MAX } else { 1 };
        let sum = |sign: i128| {
            let coefficients = atom.coefficients.iter().flat_map(|coefficient| coefficient.iter().take(exact));
            coefficients.map(|&k| (sign * i128::from(k)).max(0)).sum::<i128>()
        };
        Linear {
            shifts: atom.coefficients.iter().map(Vec::len).max().unwrap_or(0),
            positive: sum(1),
            negative: sum(-1),
            mask: slots.iter().map(|slot| slot.mask()).collect(),
            slots: slots.into(),
            states: Interner::default(),
            verdicts: Layered::default(),
            digit_weights: digit_weights.filter(|_| fits),
            places: Interner::default(),
            tails: Layered::default(),
            likely: 0,
            low: Vec::new(),
            high: Vec::new(),
            system,
            atom: Arc::new(atom),
        }
    }

    /// The lengths that are looked at.
    fn lengths(&self) -> usize {
        self.system.tabulated().saturating_sub(self.system.order() + self.shifts)
    }

    /// The number of these validity states, whose tails are then known for each length.
    fn place(&mut self, validity: &[u32]) -> State {
        let (id, new) = self.places.intern(validity);
        if new {
            let of_length = |m: usize| {
                let mut tails = Tails { exist: true, lowest: 0, highest: 0 };
                for (&state, weight) in validity.iter().zip(&self.atom.coefficients) {
                    tails.exist &= self.system.count(m, index(state)) > 0;
                    for (j, &k) in weight.iter().enumerate() {
                        let worth = i128::from(k) * self.system.count(m + j, index(state));
                        if k < 0 {
                            tails.lowest += worth;
                        } else {
                            tails.highest += worth;
                        }
                    }
                }
                tails
            };
            self.tails.own.push((0..self.lengths()).map(of_length).collect());
        }
        id
    }

    /// What a remainder is worth with so many digits to come.
    #[inline]
    fn worth(&self, remainder: &[i64], length: usize) -> i128 {
        let weights = &self.system.weights()[length..length + remainder.len()];
        remainder.iter().zip(weights).map(|(&r, &weight)| i128::from(r) * weight).sum()
    }

    /// Number of remainders looked at so far, dead ones included.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// What a digit of this track adds to the remainder.
    fn digit_weight(&self, track: usize) -> &[i64] {
        self.digit_weights.as_ref().map_or(&[], |weights| &weights[track])
    }

    fn tracks(&self) -> usize {
        self.slots.len()
    }

    /// The number of a state. One in which everything is accepted forgets its remainder.
    fn intern(&mut self, key: &[i64]) -> Result<State, Halt> {
        let (id, new) = self.states.intern(key);
        let (at, remainder) = parts(key);
        if !new {
            let decided = *self.verdicts.at(id.index()) == Verdict::Always && !remainder.is_empty();
            return if decided { self.intern(&key[..1]) } else { Ok(id) };
        }
        if remainder.is_empty() {
            self.verdicts.own.push(Verdict::Always);
            return Ok(id);
        }
        if remainder.iter().any(|r| r.abs() > LARGEST_REMAINDER) {
            return Err(Halt::Unsupported(Unsupported::Overflow));
        }
        self.is_within_reason()?;
        let verdict = self.verdict(at, remainder);
        self.verdicts.own.push(verdict);
        if verdict == Verdict::Always {
            return self.intern(&key[..1]);
        }
        Ok(id)
    }

    /// Ends what is not about to end by itself.
    fn is_within_reason(&self) -> Result<(), Halt> {
        if self.states.len() <= MOST_REMAINDERS {
            return Ok(());
        }
        let largest = self.atom.coefficients.iter().flatten().map(|k| k.unsigned_abs()).max();
        let hopeless = largest.filter(|&k| k > HOPELESS);
        hopeless.map_or(Ok(()), |largest| Err(Halt::Unsupported(Unsupported::Multiple(largest))))
    }

    /// What can still happen from these validity states with this remainder.
    ///
    /// With m digits to come the sum lies between lo_m and hi_m. If no length allows the relation, the state is dead;
    /// if no length allows its negation, it is done. The lengths that are not looked at are settled by d consecutive
    /// terms in a cone that the recurrence does not leave; without that the state stays open, which is sound.
    fn verdict(&mut self, at: State, remainder: &[i64]) -> Verdict {
        let equal = self.atom.compare == Compare::Equal;
        if planted(Bug::Pruning) && equal && remainder.iter().any(|r| r.abs() > 6) {
            return Verdict::Dead;
        }
        let constant = i128::from(self.atom.constant);
        let sums = |this: &Self, m: usize| {
            let (Tails { exist, lowest, highest }, worth) = (this.tails.at(at.index())[m], this.worth(remainder, m));
            (exist, worth + lowest, worth + highest)
        };
        // One length for which it can hold is enough: states near each other are mostly open for the same.
        if equal && self.likely < self.lengths() {
            let (exist, lowest, highest) = sums(self, self.likely);
            if exist && lowest + self.negative <= constant && constant <= highest - self.positive {
                return Verdict::Open;
            }
        }
        let (mut can_hold, mut can_fail) = (false, false);
        let (mut low, mut high) = (std::mem::take(&mut self.low), std::mem::take(&mut self.high));
        low.clear();
        high.clear();
        let mut verdict = Verdict::Open;
        for m in 0..self.lengths() {
            // lo_m - N and hi_m + P: these obey the recurrence.
            let (exists, lowest, highest) = sums(self, m);
            low.push(lowest);
            high.push(-highest);
            let (lo, hi) = (lowest + self.negative, highest - self.positive);
            if exists {
                match self.atom.compare {
                    Compare::Equal => can_hold |= lo <= constant && constant <= hi,
                    Compare::NotEqual => can_fail |= lo <= constant && constant <= hi,
                    Compare::Less => {
                        can_hold |= lo < constant;
                        can_fail |= hi >= constant;
                    }
                }
            }
            let is_open = match self.atom.compare {
                Compare::Equal => can_hold,
                Compare::NotEqual => can_fail,
                Compare::Less => can_hold && can_fail,
            };
            if is_open {
                self.likely = m;
                break;
            }
            if let Some(settled) = self.settled(&low, &high, can_hold, can_fail) {
                verdict = settled;
                break;
            }
        }
        (self.low, self.high) = (low, high);
        verdict
    }

    /// What holds for this and all longer lengths, given the sums of all up to this one; `None` if the recurrence does not
    /// tell.
    fn settled(&self, low: &[i128], high: &[i128], can_hold: bool, can_fail: bool) -> Option<Verdict> {
        let from = low.len().checked_sub(self.system.order())?;
        let constant = i128::from(self.atom.constant);
        let certifies = |terms: &[i128], bound: i128| self.system.cone().certifies(&terms[from..], bound);
        // For equality the constant itself must be left out on either side, for less it belongs to "not less".
        let strict = i128::from(self.atom.compare != Compare::Less);
        let above = certifies(low, constant + strict - self.negative);
        let below = certifies(high, 1 - constant - self.positive);
        (above || below).then_some(match self.atom.compare {
            Compare::Equal => Verdict::Dead,
            Compare::NotEqual => Verdict::Always,
            Compare::Less if above && !can_hold => Verdict::Dead,
            Compare::Less if below && !can_fail => Verdict::Always,
            Compare::Less => Verdict::Open,
        })
    }

    /// Appends to `out` an edge for every choice of digits of the tracks from `track` on that leads somewhere. Letters of
    /// large bases are many: the budget is asked at each.
    fn choose(
        &mut self,
        from: &Origin<'_>,
        track: usize,
        choice: &mut Choice,
        out: &mut Vec<Edge>,
    ) -> Result<(), Halt> {
        if track == self.tracks() {
            choice.key.clear();
            choice.key.push(u32::from(self.place(&choice.validity)).into());
            choice.key.extend(choice.remainder.iter().flatten());
            let target = self.intern(&choice.key)?;
            if *self.verdicts.at(target.index()) != Verdict::Dead {
                out.push((choice.letter, target));
            }
            if out.len() > MOST_EDGES {
                return Err(Halt::Unsupported(Unsupported::Letters));
            }
            return from.budget.check(self.states.len());
        }
        let slot = self.slots[track];
        let row = &from.system.validity()[index(from.validity[track])];
        let count = number(row.len());
        let (some, all) = match from.bound.mask & slot.mask() == Letter::ZERO {
            true => (self.possible_digits(track, choice, count), (0, count)),
            false => {
                let digit = slot.digit(from.bound.letter);
                (None, (digit, count.min(digit + 1)))
            }
        };
        for &(first, after) in some.as_deref().unwrap_or(&[all]) {
            for digit in first..after {
                // Few letters may come of many beginnings.
                from.budget.check(self.states.len())?;
                self.add_digit(track, i64::from(digit), choice);
                choice.letter |= slot.place(digit);
                choice.validity.push(number(row[digit as usize]));
                let done = self.choose(from, track + 1, choice, out);
                choice.validity.pop();
                choice.letter &= !slot.mask();
                self.add_digit(track, -i64::from(digit), choice);
                done?;
            }
        }
        Ok(())
    }

    /// Adds what a digit of a track adds to the remainder.
    fn add_digit(&self, track: usize, digit: i64, choice: &mut Choice) {
        for (r, w) in choice.remainder.iter_mut().flatten().zip(self.digit_weight(track)) {
            *r += digit * w;
        }
    }

    /// Ranges of digits of a track worth trying; `None` for all, but for the last track of an equation in an integer
    /// base, where the remainders that are not dead are few and listing all digits would cost the base once more.
    fn possible_digits(&self, track: usize, choice: &Choice, count: u32) -> Option<Vec<(u32, u32)>> {
        let is_last = track + 1 == self.tracks();
        let (Some(remainder), Compare::Equal, [base], [weight], true) =
            (&choice.remainder, self.atom.compare, self.system.recurrence(), self.digit_weight(track), is_last)
        else {
            return None;
        };
        if *weight == 0 {
            return None;
        }
        // In an integer base shift is multiplication: each track has one coefficient.
        let sum = |sign: i128| {
            let coefficients = self.digit_weights.iter().flat_map(|weights| weights.iter().flatten());
            coefficients.map(|&k| (sign * i128::from(k)).max(0)).sum::<i128>()
        };
        let (positive, negative) = (sum(1), sum(-1));
        let (base, start, constant) = (i128::from(*base), i128::from(remainder[0]), i128::from(self.atom.constant));
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        let mut power = 1i128;
        loop {
            // With m digits to come, a remainder r is not dead iff r b^m + [-N, P] (b^m - 1) contains the constant.
            let smallest = num_integer::Integer::div_ceil(&(constant - positive * (power - 1)), &power);
            let largest = num_integer::Integer::div_floor(&(constant + negative * (power - 1)), &power);
            let (a, b) = (smallest - start, largest - start);
            let weight = i128::from(*weight);
            let (a, b) = if weight > 0 { (a, b) } else { (b, a) };
            let from = num_integer::Integer::div_ceil(&a, &weight).clamp(0, i128::from(count));
            let to = (num_integer::Integer::div_floor(&b, &weight) + 1).clamp(0, i128::from(count));
            if from < to {
                ranges.push((digit(from), digit(to)));
            }
            if power > constant.abs() + positive + negative + 1 {
                break;
            }
            power *= base;
        }
        ranges.sort_unstable();
        // Ranges of several lengths overlap; each digit is tried once.
        let mut merged: Vec<(u32, u32)> = Vec::new();
        for (from, to) in ranges {
            match merged.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => merged.push((from, to)),
            }
        }
        Some(merged)
    }
}

/// Where letters are chosen from.
struct Origin<'a> {
    /// The validity state of each track.
    validity: &'a [u32],
    system: &'a Positional,
    bound: Bound,
    budget: &'a Budget,
}

/// Digits chosen so far for one letter.
struct Choice {
    letter: Letter,
    /// The validity states that they lead to.
    validity: Vec<u32>,
    remainder: Option<Vec<i64>>,
    /// The state that is looked for.
    key: Vec<i64>,
}

/// The number of the validity states of a state, and its remainder.
fn parts(key: &[i64]) -> (State, &[i64]) {
    let (&at, remainder) = key.split_first().expect("a state has validity states");
    (State::new(place(at)), remainder)
}

impl LazyAutomaton for Linear {
    fn mask(&self) -> Letter {
        self.mask
    }

    fn start(&mut self, _: &Budget) -> Result<Option<State>, Halt> {
        if self.digit_weights.is_none() {
            return Err(Halt::Unsupported(Unsupported::Overflow));
        }
        let at = self.place(&vec![0; self.tracks()]);
        let mut key = vec![u32::from(at).into()];
        key.resize(1 + self.system.order(), 0);
        let start = self.intern(&key)?;
        Ok((*self.verdicts.at(start.index()) != Verdict::Dead).then_some(start))
    }

    fn accepts(&self, state: State) -> bool {
        let (at, remainder) = parts(self.states.get(state));
        let is_valid = self.places.get(at).iter().all(|&s| self.system.accepting()[index(s)]);
        if remainder.is_empty() {
            return is_valid;
        }
        let value: i128 = remainder.iter().zip(self.system.weights()).map(|(&r, &u)| i128::from(r) * u).sum();
        let constant = i128::from(self.atom.constant);
        is_valid
            && match self.atom.compare {
                Compare::Equal => value == constant,
                Compare::NotEqual => value != constant,
                Compare::Less => value < constant,
            }
    }

    fn transitions(&mut self, state: State, bound: Bound, out: &mut Vec<Edge>, budget: &Budget) -> Result<(), Halt> {
        let (at, remainder) = parts(self.states.get(state));
        // r worth sum r_i U_{i+1}, written over U_0 .. U_{d-1}.
        let remainder = match remainder {
            [] => None,
            [below @ .., top] => {
                let order = self.system.order();
                let recurrence = self.system.recurrence();
                let mut moved: Vec<i64> = (0..order).map(|i| top * recurrence[order - 1 - i]).collect();
                for (place, r) in moved[1..].iter_mut().zip(below) {
                    *place += r;
                }
                Some(moved)
            }
        };
        let validity = self.places.get(at).to_vec();
        let system = self.system.clone();
        let mut choice = Choice {
            letter: Letter::ZERO,
            validity: Vec::with_capacity(validity.len()),
            remainder,
            key: Vec::with_capacity(1 + system.order()),
        };
        self.choose(&Origin { validity: &validity, system: &system, bound, budget }, 0, &mut choice, out)
    }

    fn step(&mut self, state: State, letter: Letter, budget: &Budget) -> Result<Next, Halt> {
        let mut edges = Vec::new();
        self.transitions(state, Bound { letter, mask: self.mask }, &mut edges, budget)?;
        Ok(edges.first().map_or(Next::Dead, |&(_, target)| self.known(target)))
    }

    fn known(&self, state: State) -> Next {
        if *self.verdicts.at(state.index()) == Verdict::Always { Next::Universal } else { Next::To(state) }
    }

    fn fan_out(&self, mask: Letter) -> f64 {
        let choices: f64 = self
            .slots
            .iter()
            .filter(|slot| slot.mask() & mask == Letter::ZERO)
            .map(|_| f64::from(self.system.digits()).max(1.5))
            .product();
        if self.atom.compare == Compare::Equal { choices.sqrt() } else { choices }
    }

    fn fork(&mut self) -> Box<dyn LazyAutomaton> {
        Box::new(Linear {
            system: self.system.clone(),
            atom: self.atom.clone(),
            slots: self.slots.clone(),
            digit_weights: self.digit_weights.clone(),
            states: self.states.fork(),
            verdicts: self.verdicts.fork(Vec::new()),
            places: self.places.fork(),
            tails: self.tails.fork(Vec::new()),
            low: Vec::new(),
            high: Vec::new(),
            ..*self
        })
    }

    fn mark(&mut self) {
        self.places.mark();
        self.states.mark();
    }

    fn found(&mut self) -> Found {
        Found::new((self.places.take(), self.tails.take(), self.states.take(), self.verdicts.take()))
    }

    fn absorb(&mut self, found: Vec<Found>, blocks: &Blocks) -> Result<Vec<Renumbered>, Halt> {
        type Finds = (Interner<u32>, Vec<Vec<Tails>>, Interner<i64>, Vec<Verdict>);
        let (mut places, mut tails, mut states, mut verdicts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for found in found {
            let found: Finds = found.take();
            places.push(found.0);
            tails.push(found.1);
            states.push(found.2);
            verdicts.push(found.3);
        }
        self.tails.thaw();
        self.verdicts.thaw();
        let new = |fork: usize, place: usize| self.tails.own.push(std::mem::take(&mut tails[fork][place]));
        let places = self.places.absorb(&places, blocks, |_, _| {}, new);
        let change = |fork: usize, key: &mut [i64]| {
            key[0] = u32::from(places[fork].of(State::new(place(key[0])))).into();
        };
        let new = |fork: usize, place: usize| self.verdicts.own.push(verdicts[fork][place]);
        let states = self.states.absorb(&states, blocks, change, new);
        self.is_within_reason()?;
        Ok(states)
    }
}

/// What was clamped to the digits.
fn digit(n: i128) -> u32 {
    u32::try_from(n).expect("a digit or their number")
}

/// A polynomial in the shift as a vector over U_0 .. U_{d-1}: what a digit of the track adds to the remainder. None if
/// a number on the way is too large.
fn reduce(system: &Positional, weight: &[i64]) -> Option<Vec<i64>> {
    let order = system.order();
    let recurrence = system.recurrence();
    let fits = |numbers: &[i64], bound: i64| numbers.iter().all(|k| k.unsigned_abs() <= bound.unsigned_abs());
    let mut vector = weight.to_vec();
    vector.resize(vector.len().max(order), 0);
    if !fits(recurrence, LARGEST_DIGIT.into()) || !fits(&vector, LARGEST_REMAINDER) {
        return None;
    }
    while vector.len() > order {
        let top = vector.pop().expect("longer than the order");
        let at = vector.len() - order;
        for (j, &c) in recurrence.iter().enumerate() {
            vector[at + order - 1 - j] += top * c;
        }
        if !fits(&vector, LARGEST_REMAINDER) {
            return None;
        }
    }
    Some(vector)
}
