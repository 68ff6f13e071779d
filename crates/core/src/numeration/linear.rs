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
//! A state whose validity states forbid what could not be accepted anyway is the same as one that forbids less (Lemma 5
//! there): for `=` and `<` little more than the minimal automaton is explored.
//!
//! Costs nothing when the remainders stay few: 149 states for x+y=z in Tribonacci. Bad for a large base with several
//! tracks, whose letters are listed one by one, and for bases that are not Pisot, where it does not end.

use std::sync::Arc;

use crate::automata::{
    Batch, Blocks, Bound, Edge, Found, Interner, LazyAutomaton, Letter, Next, Overlay, Renumbered, Slot, State, index,
    number,
};
use crate::budget::{Budget, Halt, Unsupported};
use crate::tuning::numeration::{digits, linear};

use super::digit_ranges::digit_ranges;
use super::keys::{self, Word, pack, place, replace_place};
use super::letter_steps::{Choice, LetterStep, LetterSteps, Origin};
use super::linear_atom::{Compare, LinearAtom, Verdict};
use super::positional::Positional;
use super::pruning::{AtPlace, Prospects};
use super::windows::Added;

/// A linear atom explored on demand: only valid words, most significant digit first.
pub struct Linear {
    system: Arc<Positional>,
    atom: Arc<LinearAtom>,
    slots: Arc<[Slot]>,
    mask: Letter,
    /// Each weight as a vector over U_0 .. U_{d-1}; none if some number is too large to calculate with.
    digit_weights: Option<Arc<[Vec<i64>]>>,
    /// A state: the number of the validity states and the remainder, [packed](pack); no remainder once everything is
    /// accepted.
    states: Interner<Word>,
    /// What can happen in each; none where another one stands for it.
    verdicts: Overlay<Vec<Option<Verdict>>>,
    /// Validity states of all tracks, and what can happen from them.
    places: Interner<u32>,
    prospects: Prospects,
    /// By validity states, where each letter leads; of those that were asked for.
    steps: LetterSteps,
    /// The remainder to which a letter leads, the key of its state, and validity states that are looked up: kept, so that
    /// nothing is allocated for each letter.
    sum: Vec<i64>,
    key: Vec<Word>,
    validity: Vec<u32>,
    /// The states to which the last edges found lead, which have no numbers yet.
    found: Batch<Word>,
    choice: Choice,
    edges: Vec<Edge>,
}

impl Linear {
    /// The atom in this system, with track i at the field `slots[i]`.
    ///
    /// # Panics
    /// If there is not one slot for each weight.
    pub fn new(system: Arc<Positional>, atom: LinearAtom, slots: &[Slot]) -> Linear {
        assert_eq!(slots.len(), atom.coefficients.len());
        let fits = system.digits() <= digits::LARGEST_DIGIT
            && atom.constant.unsigned_abs() <= linear::LARGEST_REMAINDER.unsigned_abs();
        let digit_weights = atom
            .coefficients
            .iter()
            .map(|coefficient| system.reduced(coefficient, linear::LARGEST_REMAINDER))
            .collect::<Option<_>>();
        let atom = Arc::new(atom);
        Linear {
            mask: slots.iter().map(|slot| slot.mask()).collect(),
            slots: slots.into(),
            states: Interner::default(),
            verdicts: Overlay::default(),
            digit_weights: digit_weights.filter(|_| fits),
            places: Interner::default(),
            prospects: Prospects::new(system.clone(), atom.clone()),
            steps: LetterSteps::default(),
            sum: Vec::new(),
            validity: Vec::new(),
            key: Vec::new(),
            found: Batch::default(),
            choice: Choice::default(),
            edges: Vec::new(),
            system,
            atom,
        }
    }

    /// The number of these validity states, whose tails are then known for each length.
    fn place(&mut self, validity: &[u32]) -> State {
        let (id, new) = self.places.intern(validity);
        if new {
            self.prospects.add_place(validity);
        }
        id
    }

    /// What a digit of this track adds to the remainder.
    fn digit_weight(&self, track: usize) -> &[i64] {
        self.digit_weights.as_ref().map_or(&[], |weights| &weights[track])
    }

    fn tracks(&self) -> usize {
        self.slots.len()
    }

    /// The number of a state, or of the one that stands for it: where everything is accepted that without a remainder, else
    /// that with validity states [as good](Linear::relaxed). A state of an equation is not dead.
    fn intern(&mut self, at: State, remainder: &[i64]) -> Result<State, Halt> {
        pack(at, remainder, &mut self.key);
        let (id, new) = self.states.intern(&self.key);
        if !new {
            return match self.verdicts.at(id.index()) {
                Some(Verdict::Always) if !remainder.is_empty() => self.intern(at, &[]),
                Some(_) => Ok(id),
                None => {
                    let at = self.relaxed(at, remainder);
                    self.intern(at, remainder)
                }
            };
        }
        if remainder.is_empty() {
            self.verdicts.own.push(Some(Verdict::Always));
            return Ok(id);
        }
        if remainder.iter().any(|r| r.abs() > linear::LARGEST_REMAINDER) {
            return Err(Halt::Unsupported(Unsupported::Overflow));
        }
        self.is_within_reason()?;
        let verdict = match self.atom.compare {
            Compare::Equal => Verdict::Open,
            Compare::NotEqual | Compare::Less => self.prospects.verdict(at, remainder),
        };
        let relaxed = if verdict == Verdict::Open { self.relaxed(at, remainder) } else { at };
        self.verdicts.own.push((relaxed == at).then_some(verdict));
        match verdict {
            Verdict::Always => self.intern(at, &[]),
            Verdict::Open if relaxed != at => self.intern(relaxed, remainder),
            Verdict::Open | Verdict::Dead => Ok(id),
        }
    }

    /// The number of a state, if it is not dead.
    ///
    /// Most of what an equation meets is dead: to find that again costs less than to keep it and to look for it.
    fn arrive(&mut self, at: State, remainder: &[i64]) -> Result<Option<State>, Halt> {
        if self.atom.compare == Compare::Equal && !remainder.is_empty() && !self.is_alive(at, remainder)? {
            return Ok(None);
        }
        let state = self.intern(at, remainder)?;
        Ok((*self.verdicts.at(state.index()) != Some(Verdict::Dead)).then_some(state))
    }

    /// Validity states as good as these with this remainder.
    #[inline]
    fn relaxed(&mut self, at: State, remainder: &[i64]) -> State {
        if !self.prospects.forbids(at) {
            return at;
        }
        self.prospects.set_part(remainder);
        self.relaxed_after(at, None)
    }

    /// Validity states as good as these with the remainder set before and what a letter adds to it: the first one on tracks
    /// where these forbid nothing that could be accepted. Once it stands on one track less can be said of those before.
    #[inline]
    fn relaxed_after(&mut self, mut at: State, added: Option<&Added>) -> State {
        let mut from = 0;
        while let Some(track) = self.prospects.relaxed_track(at, from, added) {
            let mut validity = std::mem::take(&mut self.validity);
            validity.clear();
            validity.extend_from_slice(self.places.get(at));
            validity[track] = 0;
            at = self.place(&validity);
            self.validity = validity;
            from = track + 1;
        }
        at
    }

    /// Whether a state of an equation is not dead.
    fn is_alive(&mut self, at: State, remainder: &[i64]) -> Result<bool, Halt> {
        if remainder.iter().any(|r| r.abs() > linear::LARGEST_REMAINDER) {
            return Err(Halt::Unsupported(Unsupported::Overflow));
        }
        // Never `Always`, of an equation.
        Ok(self.prospects.verdict(at, remainder) != Verdict::Dead)
    }

    /// Gives the states of an equation to which the last edges lead their numbers.
    fn number(&mut self, out: &mut [Edge]) -> Result<(), Halt> {
        let verdicts = &mut self.verdicts.own;
        self.states.intern_targets(&mut self.found, out, |_| verdicts.push(Some(Verdict::Open)));
        self.is_within_reason()
    }

    /// Numbers what was found, unless a limit was passed: then it is forgotten.
    fn close(&mut self, done: Result<(), Halt>, out: &mut [Edge]) -> Result<(), Halt> {
        if let Err(halt) = done {
            self.found.clear();
            return Err(halt);
        }
        self.number(out)
    }

    /// Whether letters are few and have steps. Not for equations in a base with large remainders: of their letters
    /// [`Linear::possible_digits`] leaves out those that pass the limit.
    fn has_ways(&mut self, at: State) -> bool {
        if self.atom.compare == Compare::Equal && self.system.order() == 1 && !self.prospects.are_sums_in_base_small() {
            return false;
        }
        if !self.steps.is_known(at) {
            let Some(steps) = self.find_steps(at) else { return false };
            self.steps.put(at, steps);
        }
        true
    }

    /// Appends the edges from these validity states with this remainder, whose letters are known. Those of an equation lead to
    /// what is [found](Linear::found), and are to be [numbered](Linear::number).
    fn follow_ways(&mut self, at: State, remainder: &[i64], out: &mut Vec<Edge>) -> Result<(), Halt> {
        let Some(steps) = self.steps.take(at) else { return Ok(()) };
        let mut sum = std::mem::take(&mut self.sum);
        let is_open_equation = self.atom.compare == Compare::Equal && !remainder.is_empty();
        if is_open_equation {
            self.prospects.set_part(remainder);
        }
        let done = steps.iter().try_for_each(|step| {
            let known = if is_open_equation { self.prospects.verdict_after(step.at, Some(&step.adds)) } else { None };
            if known == Some(Verdict::Dead) {
                return Ok(());
            }
            sum.clear();
            sum.extend(remainder.iter().zip(&step.adds.remainder).map(|(r, add)| r + add));
            if !is_open_equation {
                out.extend(self.arrive(step.at, &sum)?.map(|target| (step.letter, target)));
            } else if known.is_some() || self.is_alive(step.at, &sum)? {
                let at = self.relaxed_after(step.at, Some(&step.adds));
                pack(at, &sum, &mut self.key);
                self.found.push(&self.key);
                out.push((step.letter, State::START));
            }
            Ok::<_, Halt>(())
        });
        self.sum = sum;
        self.steps.put(at, steps);
        done
    }

    /// The validity states of a state; its remainder, worth sum r_i U_{i+1}, is written over U_0 .. U_{d-1}, or is empty.
    fn moved(&self, state: State, remainder: &mut Vec<i64>) -> State {
        let key = self.states.get(state);
        keys::unpack(key, remainder);
        if let Some(&top) = remainder.last() {
            let recurrence = self.system.recurrence();
            remainder.rotate_right(1);
            remainder[0] = 0;
            for (r, coefficient) in remainder.iter_mut().zip(recurrence.iter().rev()) {
                *r += top * coefficient;
            }
        }
        place(key)
    }

    /// Where each letter leads from these validity states, if there are few.
    fn find_steps(&mut self, at: State) -> Option<Arc<[LetterStep]>> {
        let system = self.system.clone();
        let validity = self.places.get(at).to_vec();
        let rows: Vec<&[usize]> = validity.iter().map(|&state| &system.validity()[index(state)][..]).collect();
        let letters = rows.iter().try_fold(1usize, |product, row| product.checked_mul(row.len()));
        letters.filter(|&letters| letters <= linear::LETTERS_LISTED_ONCE)?;
        let start = (Letter::ZERO, Vec::new(), vec![0; system.order()]);
        let longer = |known: Vec<(Letter, Vec<u32>, Vec<i64>)>, (track, row): (usize, &&[usize])| {
            let (slot, weight) = (self.slots[track], self.digit_weight(track));
            let mut out = Vec::with_capacity(known.len() * row.len());
            for (letter, validity, adds) in known {
                for (digit, &next) in (0..).zip(row.iter()) {
                    let sum = adds.iter().zip(weight).map(|(r, w)| r + i64::from(digit) * w).collect();
                    out.push((letter | slot.place(digit), [&validity[..], &[number(next)]].concat(), sum));
                }
            }
            out
        };
        let all = rows.iter().enumerate().fold(vec![start], longer);
        let step = |(letter, validity, adds): (Letter, Vec<u32>, Vec<i64>)| LetterStep {
            letter,
            at: self.place(&validity),
            adds: self.prospects.added(adds),
        };
        Some(all.into_iter().map(step).collect())
    }

    /// Ends what is not about to end by itself.
    fn is_within_reason(&self) -> Result<(), Halt> {
        if self.states.len() <= linear::HOPELESS_REMAINDERS {
            return Ok(());
        }
        let largest = self.atom.coefficients.iter().flatten().map(|k| k.unsigned_abs()).max();
        let hopeless = largest.filter(|&k| k > linear::HOPELESS_COEFFICIENT);
        hopeless.map_or(Ok(()), |largest| Err(Halt::Unsupported(Unsupported::Multiple(largest))))
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
            let at = self.place(&choice.validity);
            if let Some(target) = self.arrive(at, &choice.remainder)? {
                from.budget.check_growth(out, 1)?;
                out.push((choice.letter, target));
            }
            if out.len() > linear::EDGES_OF_STATE {
                return Err(Halt::Unsupported(Unsupported::Letters));
            }
            return from.budget.check(self.states.len());
        }
        let slot = self.slots[track];
        let state = index(choice.from[track]);
        let count = number(self.system.validity()[state].len());
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
                choice.validity.push(number(self.system.validity()[state][index(digit)]));
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
        for (r, w) in choice.remainder.iter_mut().zip(self.digit_weight(track)) {
            *r += digit * w;
        }
    }

    /// Ranges of digits of a track worth trying; `None` for all, but for the last track of an equation in an integer
    /// base, where the remainders that are not dead are few and listing all digits would cost the base once more.
    fn possible_digits(&self, track: usize, choice: &Choice, count: u32) -> Option<Vec<(u32, u32)>> {
        let is_last = track + 1 == self.tracks();
        let ([remainder], Compare::Equal, [base], [weight], true) =
            (&choice.remainder[..], self.atom.compare, self.system.recurrence(), self.digit_weight(track), is_last)
        else {
            return None;
        };
        // In an integer base shift is multiplication: each track has one coefficient.
        let coefficients = self.digit_weights.iter().flat_map(|weights| weights.iter().flatten());
        let sums = coefficients
            .map(|&k| i128::from(k))
            .fold([0; 2], |[positive, negative], k| [positive + k.max(0), negative + (-k).max(0)]);
        (*weight != 0).then(|| digit_ranges(*base, *weight, sums, *remainder, self.atom.constant, count))
    }
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
        self.arrive(at, &vec![0; self.system.order()])
    }

    fn accepts(&self, state: State) -> bool {
        let key = self.states.get(state);
        let is_valid = || self.places.get(place(key)).iter().all(|&s| self.system.accepting()[index(s)]);
        if *self.verdicts.at(state.index()) == Some(Verdict::Always) {
            return is_valid();
        }
        let value = keys::short_remainder(key).and_then(|words| self.prospects.value(words)).unwrap_or_else(|| {
            let mut remainder = Vec::new();
            keys::unpack(key, &mut remainder);
            remainder.iter().zip(self.system.weights()).map(|(&r, &u)| i128::from(r) * u).sum()
        });
        let constant = i128::from(self.atom.constant);
        let holds = match self.atom.compare {
            Compare::Equal => value == constant,
            Compare::NotEqual => value != constant,
            Compare::Less => value < constant,
        };
        holds && is_valid()
    }

    fn transitions(&mut self, state: State, bound: Bound, out: &mut Vec<Edge>, budget: &Budget) -> Result<(), Halt> {
        let mut remainder = std::mem::take(&mut self.choice.remainder);
        let at = self.moved(state, &mut remainder);
        if bound.mask & self.mask == Letter::ZERO && self.has_ways(at) {
            let done = self.follow_ways(at, &remainder, out);
            self.choice.remainder = remainder;
            self.close(done, out)?;
            return budget.check(self.states.len());
        }
        // Not allocated for each row: threads that do so wait for each other.
        let mut choice = Choice { remainder, ..std::mem::take(&mut self.choice) };
        choice.from.clear();
        choice.from.extend_from_slice(self.places.get(at));
        let done = self.choose(&Origin { bound, budget }, 0, &mut choice, out);
        self.choice = choice;
        done
    }

    fn rows(
        &mut self,
        states: &[State],
        out: &mut Vec<Edge>,
        ends: &mut Vec<usize>,
        budget: &Budget,
    ) -> Result<(), Halt> {
        for &state in states {
            let mut remainder = std::mem::take(&mut self.choice.remainder);
            let at = self.moved(state, &mut remainder);
            let done = if self.has_ways(at) { self.follow_ways(at, &remainder, out).map(|()| true) } else { Ok(false) };
            self.choice.remainder = remainder;
            if !matches!(done, Ok(true)) || self.found.is_full() {
                self.close(done.map(|_| ()), out)?;
            }
            if done == Ok(false) {
                self.transitions(state, Bound::FREE, out, budget)?;
            }
            ends.push(out.len());
        }
        self.close(Ok(()), out)?;
        budget.check(self.states.len())
    }

    fn rows_at_once(&self) -> usize {
        // Rows of more letters are long: few of them could be more than memory holds.
        let letters =
            (0..self.tracks()).try_fold(1, |product: usize, _| product.checked_mul(index(self.system.digits())));
        if letters.is_some_and(|letters| letters <= linear::LETTERS_LISTED_ONCE) { linear::ROWS_AT_ONCE } else { 1 }
    }

    fn colours(&mut self, states: &mut dyn Iterator<Item = State>) -> Vec<u32> {
        if !self.prospects.tell_any() {
            return Vec::new();
        }
        self.states.forget_places();
        let mut entries = Vec::new();
        let colour = |state: State| {
            let key = self.states.get(state);
            keys::unpack(key, &mut entries);
            if self.prospects.is_told(place(key), &entries) { keys::hash_of_remainder(key).max(1) } else { 0 }
        };
        states.map(colour).collect()
    }

    fn step(&mut self, state: State, letter: Letter, budget: &Budget) -> Result<Next, Halt> {
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        self.transitions(state, Bound { letter, mask: self.mask }, &mut edges, budget)?;
        let next = edges.first().map_or(Next::Dead, |&(_, target)| self.known(target));
        self.edges = edges;
        Ok(next)
    }

    fn known(&self, state: State) -> Next {
        if *self.verdicts.at(state.index()) == Some(Verdict::Always) { Next::Universal } else { Next::To(state) }
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
            prospects: self.prospects.fork(),
            steps: self.steps.clone(),
            sum: Vec::new(),
            validity: Vec::new(),
            key: Vec::new(),
            found: Batch::default(),
            choice: Choice::default(),
            edges: Vec::new(),
            mask: self.mask,
        })
    }

    fn mark(&mut self) {
        self.places.mark();
        self.states.mark();
    }

    fn found(&mut self) -> Found {
        let (tails, steps) = (self.prospects.tails.take(), std::mem::take(&mut self.steps));
        Found::new((self.places.take(), tails, steps, self.states.take(), self.verdicts.take()))
    }

    fn absorb(&mut self, found: Vec<Found>, blocks: &Blocks) -> Result<Vec<Renumbered>, Halt> {
        type Finds = (Interner<u32>, Vec<AtPlace>, LetterSteps, Interner<Word>, Vec<Option<Verdict>>);
        let (mut places, mut tails, mut states, mut verdicts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for found in found {
            let found: Finds = found.take();
            places.push(found.0);
            tails.push(found.1);
            self.steps.absorb(found.2, self.places.len());
            states.push(found.3);
            verdicts.push(found.4);
        }
        self.prospects.tails.merge();
        self.verdicts.merge();
        let new = |fork: usize, place: usize| self.prospects.tails.own.push(std::mem::take(&mut tails[fork][place]));
        let places = self.places.absorb(places, blocks, |_, _| {}, new);
        let change = |fork: usize, key: &mut [Word]| replace_place(key, places[fork].of(place(key)));
        let new = |fork: usize, place: usize| self.verdicts.own.push(verdicts[fork][place]);
        let states = self.states.absorb(states, blocks, change, new);
        self.is_within_reason()?;
        Ok(states)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::base::base;
    use super::super::parry::from_recurrence;
    use super::*;
    use crate::automata::Layout;

    proptest! {
        #[test]
        fn a_row_has_the_step_of_each_letter(
            system in 0usize..4,
            coefficients in proptest::collection::vec(prop_oneof![-3i64..0, 1i64..4], 1..4),
            compare in prop_oneof![Just(Compare::Equal), Just(Compare::NotEqual), Just(Compare::Less)],
            constant in -4i64..9,
        ) {
            let system = Arc::new(match system {
                0 => base(2).unwrap(),
                1 => from_recurrence(&[1, 1], None).unwrap(),
                2 => from_recurrence(&[3, -1], None).unwrap(),
                _ => from_recurrence(&[1, 1, 1], None).unwrap(),
            });
            let layout = Layout::new(&vec![system.digits(); coefficients.len()]).unwrap();
            let budget = Budget::unlimited();
            let mut linear = Linear::new(system, LinearAtom::new(&coefficients, compare, constant), layout.slots());
            let mut pending = Vec::from_iter(linear.start(&budget).unwrap());
            let mut seen = 0;
            while seen < pending.len().min(60) {
                let (state, mut row, mut steps) = (pending[seen], Vec::new(), Vec::new());
                linear.transitions(state, Bound::FREE, &mut row, &budget).unwrap();
                for letter in layout.letters() {
                    linear.transitions(state, Bound { letter, mask: linear.mask }, &mut steps, &budget).unwrap();
                }
                row.sort_unstable();
                prop_assert_eq!(&row, &steps);
                pending.extend(row.iter().map(|edge| edge.1).filter(|target| !pending.contains(target)).collect::<Vec<_>>());
                seen += 1;
            }
        }
    }
}
