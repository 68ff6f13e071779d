//! A numeration system: its digits, which words are representations, what they are worth, and its linear atoms.

use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt;
use std::sync::{Arc, Mutex};

use num_bigint::BigInt;
use num_traits::Signed;

use crate::automata::{
    Dfa, Edge, Guard, Layout, LazyAutomaton, Letter, Memo, Nfa, Product, Slot, State, StoredAutomaton, Track,
    materialize, minimized,
};
use crate::budget::{Budget, Halt, Unsupported};
use crate::planted::{Bug, planted};
use crate::tuning::numeration::linear;

use super::linear::Linear;
use super::linear_atom::{Compare, LinearAtom};
use super::path_atom;
use super::positional::Positional;
use super::rule::Rule;

/// Which digit of a word is read first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Most significant digit first.
    Msd,
    /// Least significant digit first.
    Lsd,
}

/// A numeration system with its digit order.
///
/// ```
/// use filbert_core::numeration::Numerations;
/// let fib = Numerations::standard().get("msd_fib").unwrap();
/// assert_eq!(fib.representation(&11u32.into()), [1, 0, 1, 0, 0]);
/// assert_eq!(fib.value(&[1, 0, 1, 0, 0]), 11u32.into());
/// ```
pub struct NumerationSystem {
    name: Arc<str>,
    direction: Direction,
    rule: Rule,
    valid: Arc<Dfa>,
    /// By the atom with its coefficients sorted.
    atoms: Mutex<HashMap<LinearAtom, Ordered>>,
}

/// The track that has each of the sorted coefficients of an atom, and its automaton.
type Ordered = (Vec<usize>, Arc<Dfa>);

impl fmt::Debug for NumerationSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NumerationSystem").field(&self.name).finish()
    }
}

/// Two systems are the same if they have the same digit order and are given in the same way, whatever their names.
impl PartialEq for NumerationSystem {
    fn eq(&self, other: &NumerationSystem) -> bool {
        self.direction == other.direction && self.rule == other.rule
    }
}

impl Eq for NumerationSystem {}

impl NumerationSystem {
    /// The system read in this direction. The name is the full one, `msd_fib`.
    ///
    /// # Errors
    /// The limit that was passed while its words were found.
    pub(super) fn new(
        name: Arc<str>,
        direction: Direction,
        rule: Rule,
        budget: &Budget,
    ) -> Result<NumerationSystem, Halt> {
        let msd = rule.valid(budget)?;
        let valid = match direction {
            Direction::Msd => msd,
            Direction::Lsd => msd.reverse().determinize(budget)?.minimize_within(budget)?,
        };
        Ok(NumerationSystem { name, direction, rule, valid: Arc::new(valid), atoms: Mutex::default() })
    }

    /// Its full name: `msd_fib`.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Which digit is read first.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Number of digits; they are worth 0, 1, 2, ...
    pub fn digits(&self) -> u32 {
        self.rule.digits()
    }

    /// How it is given.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Its weights and valid words, if it is a system whose valid words are counted by its weights.
    pub fn positional(&self) -> Option<&Arc<Positional>> {
        match &self.rule {
            Rule::Positional(system) => Some(system),
            Rule::NegativeBase(_) | Rule::Ostrowski(_) | Rule::DumontThomas(_) | Rule::Automata(_) => None,
        }
    }

    /// Whether its numbers are all integers, and not only the natural ones.
    pub fn is_signed(&self) -> bool {
        self.rule.is_signed()
    }

    /// Whether the order of the numbers is the radix order of their words, most significant digit first.
    pub fn orders_by_words(&self) -> bool {
        self.rule.orders_by_words()
    }

    /// Whether it has this number.
    pub fn has(&self, n: &BigInt) -> bool {
        self.is_signed() || !n.is_negative()
    }

    /// The system with its digits in the other order, under the name that goes with it: `lsd_2` for `msd_2`.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn reversed(&self, budget: &Budget) -> Result<NumerationSystem, Halt> {
        let (direction, prefix) = match self.direction {
            Direction::Msd => (Direction::Lsd, "lsd"),
            Direction::Lsd => (Direction::Msd, "msd"),
        };
        let short = self.name.split_once('_').map_or(&*self.name, |(_, short)| short);
        NumerationSystem::new(format!("{prefix}_{short}").into(), direction, self.rule.clone(), budget)
    }

    /// Whether the other is the same system in the other digit order.
    pub fn mirrors(&self, other: &NumerationSystem) -> bool {
        self.direction != other.direction && self.rule == other.rule
    }

    /// k, if this is base k.
    pub fn base(&self) -> Option<u64> {
        let system = self.positional()?;
        let is_base = system.order() == 1 && system.validity().len() == 1;
        is_base.then(|| u64::from(self.digits()))
    }

    /// The representations, any number of leading zeros allowed. One track.
    pub fn valid(&self) -> &Arc<Dfa> {
        &self.valid
    }

    /// The shortest representation of `n` in reading order: empty for 0. For a number that the system has: of another
    /// one, its absolute value.
    pub fn representation(&self, n: &BigInt) -> Vec<u32> {
        let Ok(digits) = self.representation_by(n, || Ok::<(), Infallible>(()));
        digits
    }

    /// The [representation](Self::representation) of `n`, within a budget: `n` may have any number of digits.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn representation_within(&self, n: &BigInt, budget: &Budget) -> Result<Vec<u32>, Halt> {
        self.representation_by(n, || budget.check_now())
    }

    fn representation_by<E>(&self, n: &BigInt, look: impl Fn() -> Result<(), E>) -> Result<Vec<u32>, E> {
        debug_assert!(self.has(n), "{n} in {}", self.name);
        let mut digits = self.rule.digits_by(n, look)?;
        if self.direction == Direction::Lsd {
            digits.reverse();
        }
        Ok(digits)
    }

    /// The value of a word in reading order.
    pub fn value(&self, digits: &[u32]) -> BigInt {
        let Ok(value) = self.value_by(digits, || Ok::<(), Infallible>(()));
        value
    }

    /// The [value](Self::value) of a word, within a budget: the word may have any length.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn value_within(&self, digits: &[u32], budget: &Budget) -> Result<BigInt, Halt> {
        self.value_by(digits, || budget.check_now())
    }

    fn value_by<E>(&self, digits: &[u32], look: impl Fn() -> Result<(), E>) -> Result<BigInt, E> {
        match self.direction {
            Direction::Msd => self.rule.value_by(digits, look),
            Direction::Lsd => self.rule.value_by(&digits.iter().rev().copied().collect::<Vec<_>>(), look),
        }
    }

    /// Adds zeros that do not change the value until the word has `length` digits.
    pub fn pad(&self, digits: &mut Vec<u32>, length: usize) {
        let missing = length.saturating_sub(digits.len());
        match self.direction {
            Direction::Msd => drop(digits.splice(0..0, std::iter::repeat_n(0, missing))),
            Direction::Lsd => digits.extend(std::iter::repeat_n(0, missing)),
        }
    }

    /// The atom explored on demand, with track i at the field `slots[i]`; for systems read most significant digit first.
    /// `None` where that is worse than building it, numbers below a large constant being states each, or not possible.
    pub fn linear_on_demand(&self, atom: &LinearAtom, slots: &[Slot]) -> Option<Box<dyn LazyAutomaton>> {
        let largest = atom.coefficients.iter().flatten().map(|k| k.unsigned_abs()).max().unwrap_or(0);
        // Coefficients as large as the constant meet as many remainders as it does.
        let is_far = atom.constant.unsigned_abs() > linear::CONSTANT_IN_ATOM.max(largest);
        if self.direction == Direction::Lsd || is_far {
            return None;
        }
        Some(Box::new(Memo::new(Linear::new(self.positional()?.clone(), atom.clone(), slots))))
    }

    /// Forgets the atoms built so far: they are built again where they are needed.
    pub fn forget_atoms(&self) {
        self.atoms.lock().expect("no holder panics").clear();
    }

    /// Whether a zero can be appended to every representation, so that shifts of shifts are polynomials in the shift, and
    /// numbers are read with that end last.
    pub fn can_shift(&self) -> bool {
        self.direction == Direction::Msd && self.positional().is_some_and(|system| system.zeros_can_be_appended())
    }

    /// The relation `sum coefficients[i] x_i  relation  constant`, minimal.
    ///
    /// Tracks: one for each weight, in their order. Contains only valid representations, and is closed under zeros
    /// that do not change the value. Built once for each atom up to the order of its tracks.
    ///
    /// # Errors
    /// The limit that was passed; [`Unsupported::Overflow`] when a remainder leaves the range that is safe.
    pub fn linear(&self, atom: &LinearAtom, budget: &Budget) -> Result<Arc<Dfa>, Halt> {
        let mut order: Vec<usize> = (0..atom.coefficients.len()).collect();
        order.sort_by(|&a, &b| atom.coefficients[a].cmp(&atom.coefficients[b]));
        let sorted =
            LinearAtom { coefficients: order.iter().map(|&i| atom.coefficients[i].clone()).collect(), ..atom.clone() };
        let known = self.atoms.lock().expect("no holder panics").get(&sorted).cloned();
        if let Some((known, dfa)) = known {
            if known == order {
                return Ok(dfa);
            }
            let mut place = vec![Track::default(); order.len()];
            for (&track, &there) in order.iter().zip(&known) {
                place[track] = Track(there);
            }
            return Ok(Arc::new(dfa.reordered(&place)));
        }
        let dfa = self.built_linear(atom, budget)?;
        self.atoms.lock().expect("no holder panics").insert(sorted, (order, dfa.clone()));
        Ok(dfa)
    }

    fn built_linear(&self, atom: &LinearAtom, budget: &Budget) -> Result<Arc<Dfa>, Halt> {
        // The comparison with a track that has the constant is a sum, unless it is a difference.
        let may_add = self.rule.adds() || *atom.coefficients == [vec![atom.constant.signum()]];
        let is_far = atom.constant.unsigned_abs() > linear::CONSTANT_IN_ATOM;
        let comparison = atom.compare == Compare::Less && is_far && may_add;
        let dfa = match self.direction {
            // Reversing an inequality determinizes far larger sets than reversing the equation.
            Direction::Lsd if atom.compare == Compare::NotEqual => {
                let equal = self.linear(&LinearAtom { compare: Compare::Equal, ..atom.clone() }, budget)?;
                self.complement(&equal, budget)?
            }
            Direction::Lsd => {
                let twin = NumerationSystem::new(self.name.clone(), Direction::Msd, self.rule.clone(), budget)?;
                if planted(Bug::Lsd) && atom.compare == Compare::Less {
                    return twin.linear(atom, budget);
                }
                twin.linear(atom, budget)?.reverse().determinize(budget)?.minimize_within(budget)?
            }
            Direction::Msd if comparison => self.against_constant(atom, budget)?,
            Direction::Msd => self.in_one_piece(atom, budget)?,
        };
        Ok(Arc::new(dfa))
    }

    /// The atom, most significant digit first, from its remainders; with automata from files, from sums.
    fn in_one_piece(&self, atom: &LinearAtom, budget: &Budget) -> Result<Dfa, Halt> {
        match &self.rule {
            Rule::Positional(system) => {
                let layout = self.layout(atom.coefficients.len())?;
                let linear = Linear::new(system.clone(), atom.clone(), layout.slots());
                minimized(linear, &layout, layout.slots(), budget)
            }
            // A zero appended is no multiplication there.
            _ if atom.coefficients.iter().any(|coefficient| coefficient.len() != 1) => {
                Err(Halt::Unsupported(Unsupported::Overflow))
            }
            Rule::NegativeBase(system) => system.linear(atom, budget),
            Rule::Ostrowski(system) => system.linear(atom, budget),
            Rule::DumontThomas(system) => path_atom::linear(system, atom, budget),
            Rule::Automata(system) => system.linear(atom, budget),
        }
    }

    /// `sum < c` as `sum < y & y = c`: without it every sum below a large c would be a state.
    fn against_constant(&self, atom: &LinearAtom, budget: &Budget) -> Result<Dfa, Halt> {
        let tracks = atom.coefficients.len();
        let layout = self.layout(tracks + 1)?;
        let mut coefficients = atom.coefficients.clone();
        coefficients.push(vec![-atom.constant.signum()]);
        let less = LinearAtom { coefficients, compare: Compare::Less, constant: 0 };
        let less: Box<dyn LazyAutomaton> = match self.positional() {
            Some(system) => Box::new(Linear::new(system.clone(), less, layout.slots())),
            None => Box::new(StoredAutomaton::new(
                Arc::new(self.in_one_piece(&less, budget)?),
                layout.slots(),
                Arc::new([]),
            )),
        };
        let constant = Arc::new(self.constant(&BigInt::from(atom.constant.unsigned_abs()), budget)?);
        let constant = StoredAutomaton::new(constant, &layout.slots()[tracks..], Arc::new([]));
        let join = Product::new(vec![Box::new(constant), less], Vec::new());
        let whole = minimized(join, &layout, layout.slots(), budget)?;
        whole.project(&Track::list(0..tracks)).drop_leading_zeros().determinize(budget)?.minimize_within(budget)
    }

    /// The tuples of representations that a relation of this system leaves out.
    fn complement(&self, dfa: &Arc<Dfa>, budget: &Budget) -> Result<Dfa, Halt> {
        let layout = dfa.layout();
        let parts = layout.slots().iter().map(|slot| validity_part(self, *slot)).collect();
        let inside = Guard::Leaf(Box::new(StoredAutomaton::new(dfa.clone(), layout.slots(), Arc::new([]))));
        let outside = Product::new(parts, vec![Guard::Not(Box::new(inside))]);
        minimized(outside, layout, layout.slots(), budget)
    }

    /// The set of the number 0. One track.
    pub fn zero(&self) -> Dfa {
        Dfa::from_rows(
            Layout::new(&[self.digits()]).expect("one track fits"),
            [(true, vec![(Letter::ZERO, State::START)])],
        )
    }

    /// The set of one number that the system has, however large. One track.
    ///
    /// # Errors
    /// The limit that was passed: in the system of a word that grows slowly a number has many digits.
    pub fn constant(&self, n: &BigInt, budget: &Budget) -> Result<Dfa, Halt> {
        let layout = Layout::new(&[self.digits()]).expect("one track fits");
        let digits = self.representation_by(n, || budget.check(0))?;
        let last = State::new(digits.len());
        let edge = |(&digit, next)| (false, vec![(Letter::digit(digit), next)]);
        let mut rows: Vec<(bool, Vec<Edge>)> = digits.iter().zip(State::START.after(1).onwards()).map(edge).collect();
        rows.push((true, Vec::new()));
        let padded = match self.direction {
            Direction::Msd => State::START,
            Direction::Lsd => last,
        };
        rows[padded].1.push((Letter::ZERO, padded));
        Ok(Dfa::from_rows(layout, rows).minimize())
    }

    /// The layout of this many tracks of the system.
    ///
    /// # Errors
    /// [`Unsupported::Width`] if they do not fit into a letter.
    pub fn layout(&self, tracks: usize) -> Result<Layout, Halt> {
        Ok(Layout::new(&vec![self.digits(); tracks])?)
    }
}

/// The tuples of representations of one length, one system a track.
///
/// # Errors
/// The limit that was passed.
pub fn valid_tuples(systems: &[Arc<NumerationSystem>], budget: &Budget) -> Result<Dfa, Halt> {
    let sizes: Vec<u32> = systems.iter().map(|system| system.digits()).collect();
    let layout = Layout::new(&sizes)?;
    let parts = systems.iter().zip(layout.slots()).map(|(system, slot)| validity_part(system, *slot)).collect();
    minimized(Product::new(parts, Vec::new()), &layout, layout.slots(), budget)
}

/// The representations of a system as a part of an exploration, on one field of its frame.
pub fn validity_part(system: &NumerationSystem, slot: Slot) -> Box<dyn LazyAutomaton> {
    if planted(Bug::Validity) {
        return Box::new(StoredAutomaton::new(
            Arc::new(Dfa::universal(system.valid().layout().clone())),
            &[slot],
            Arc::new([]),
        ));
    }
    Box::new(StoredAutomaton::new(system.valid().clone(), &[slot], Arc::new([])))
}

/// Makes a language over tuples of digits a relation over numbers: keeps the valid words, and takes a tuple in if any
/// of its representations was, however padded. All systems read in one direction.
///
/// # Errors
/// The limit that was passed.
pub fn normalize_padding(language: &Dfa, systems: &[Arc<NumerationSystem>], budget: &Budget) -> Result<Dfa, Halt> {
    if systems.is_empty() {
        return Ok(language.clone());
    }
    let restricting = systems.iter().zip(language.layout().slots()).filter(|(system, _)| !accepts_all(system.valid()));
    let parts: Vec<_> = restricting.map(|(system, slot)| validity_part(system, *slot)).collect();
    let words = if parts.is_empty() { language.clone() } else { valid_words(language, parts, budget)? };
    if keeps_padding(&words, systems) {
        return words.minimize_within(budget);
    }
    let nfa = Nfa::from(&words);
    let closed = match systems[0].direction() {
        Direction::Msd => nfa.drop_leading_zeros().add_leading_zeros(),
        Direction::Lsd => nfa.drop_trailing_zeros().reverse().add_leading_zeros().reverse(),
    };
    closed.determinize(budget)?.minimize_within(budget)
}

/// Like [`normalize_padding`], but for a system that is still being made: all tracks have the valid words `valid`, most
/// significant digit first.
pub(super) fn normalize_padding_within(language: &Dfa, valid: &Arc<Dfa>, budget: &Budget) -> Result<Dfa, Halt> {
    let part =
        |slot: &Slot| Box::new(StoredAutomaton::new(valid.clone(), &[*slot], Arc::new([]))) as Box<dyn LazyAutomaton>;
    let words = valid_words(language, language.layout().slots().iter().map(part).collect(), budget)?;
    Nfa::from(&words).drop_leading_zeros().add_leading_zeros().determinize(budget)?.minimize_within(budget)
}

/// Whether a word is seen to be accepted iff it is with zeros in front: they lead from the start to itself.
pub(super) fn keeps_padding(language: &Dfa, systems: &[Arc<NumerationSystem>]) -> bool {
    systems.first().is_none_or(|system| system.direction() == Direction::Msd)
        && language.transitions().step(State::START, Letter::ZERO) == Some(State::START)
}

/// Whether every word is seen to be accepted.
pub(super) fn accepts_all(dfa: &Dfa) -> bool {
    dfa.states() == 1 && dfa.accepting()[State::START] && dfa.transitions().len() == dfa.layout().letters().count()
}

fn valid_words(language: &Dfa, mut parts: Vec<Box<dyn LazyAutomaton>>, budget: &Budget) -> Result<Dfa, Halt> {
    let layout = language.layout();
    parts.push(Box::new(StoredAutomaton::new(Arc::new(language.clone()), layout.slots(), Arc::new([]))));
    materialize(Product::new(parts, Vec::new()), layout, layout.slots(), budget)
}

/// The numbers of a word of letters, one for each system.
pub fn decode(word: &[Letter], layout: &Layout, systems: &[Arc<NumerationSystem>]) -> Vec<BigInt> {
    let Ok(numbers) = decode_by(word, layout, systems, || Ok::<(), Infallible>(()));
    numbers
}

/// The numbers of a word as [`decode`] finds them; an error of `look` ends the work.
pub(super) fn decode_by<E>(
    word: &[Letter],
    layout: &Layout,
    systems: &[Arc<NumerationSystem>],
    look: impl Fn() -> Result<(), E>,
) -> Result<Vec<BigInt>, E> {
    systems
        .iter()
        .zip(layout.slots())
        .map(|(system, slot)| {
            system.value_by(&word.iter().map(|&letter| slot.digit(letter)).collect::<Vec<_>>(), &look)
        })
        .collect()
}

/// The shortest word of letters that represents these numbers, one for each system, which has it, padded to one length.
pub fn encode(numbers: &[BigInt], layout: &Layout, systems: &[Arc<NumerationSystem>]) -> Vec<Letter> {
    let words = systems.iter().zip(numbers).map(|(system, n)| system.representation(n));
    beside(words.collect(), layout, systems)
}

/// The word of some numbers as [`encode`] finds it, within a budget: they may have any number of digits.
///
/// # Errors
/// The limit that was passed.
pub fn encode_within(
    numbers: &[BigInt],
    layout: &Layout,
    systems: &[Arc<NumerationSystem>],
    budget: &Budget,
) -> Result<Vec<Letter>, Halt> {
    let words = systems.iter().zip(numbers).map(|(system, n)| system.representation_within(n, budget));
    Ok(beside(words.collect::<Result<_, Halt>>()?, layout, systems))
}

/// The letters of some words, padded to one length.
fn beside(mut words: Vec<Vec<u32>>, layout: &Layout, systems: &[Arc<NumerationSystem>]) -> Vec<Letter> {
    let length = words.iter().map(Vec::len).max().unwrap_or(0);
    for (system, word) in systems.iter().zip(&mut words) {
        system.pad(word, length);
    }
    let letter = |i: usize| words.iter().zip(layout.slots()).map(|(w, slot)| slot.place(w[i])).collect();
    (0..length).map(letter).collect()
}
