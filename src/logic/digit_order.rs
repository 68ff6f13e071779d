//! Both digit orders in one statement.
//!
//! A statement is about numbers, and a number is the same in both orders. So whatever is written in the other order is
//! turned: calls and words are read by the reversed automaton, and `?msd_fib` becomes `?lsd_fib`. This happens in three
//! places. Behind a backquote everything is turned, which flips the order of the variables that are free there and
//! keeps their numbers. A word or a function whose arguments are in the other order is turned to theirs. And where
//! bound variables are in both orders, all is turned to the order of the free ones, for one automaton reads its tracks
//! from one end.
//!
//! Reversing an automaton may cost exponentially many states; each is reversed once.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::budget::{Budget, Halt};
use crate::numeration::{Direction, Language, NumerationSystem, Relation, TrackKind};
use crate::syntax::ast::{Formula, FormulaId, FormulaKind, TermId, TermKind};
use crate::words::{Indexed, WordError};

use super::environment::{Function, FunctionKind};

/// What has tracks of its own in a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TrackUse {
    /// `$f(x)`.
    Call(FormulaId),
    /// `W[x]`.
    Word(TermId),
}

/// A formula, and which of its calls and words are turned.
pub(super) struct Orders<'a> {
    /// The formula, behind a backquote with its systems in the other order.
    pub formula: Cow<'a, Formula>,
    turned: HashSet<TrackUse>,
    /// Those turned to suit their arguments, which is done once.
    settled: HashSet<TrackUse>,
}

impl<'a> Orders<'a> {
    /// Everything behind an odd number of backquotes is turned.
    pub(super) fn of(formula: &'a Formula) -> Orders<'a> {
        let mut orders = Orders { formula: Cow::Borrowed(formula), turned: HashSet::new(), settled: HashSet::new() };
        if !formula.nodes.iter().any(|node| matches!(node.kind, FormulaKind::Reverse(_))) {
            return orders;
        }
        let (formulas, terms) = behind_backquotes(formula);
        let owned = orders.formula.to_mut();
        for (term, _) in owned.terms.iter_mut().zip(&terms).filter(|(_, behind)| **behind) {
            term.system = other_order(&term.system);
        }
        let calls = (0..).zip(&formulas).filter(|(_, behind)| **behind).map(|(i, _)| TrackUse::Call(FormulaId(i)));
        let words = (0..).zip(&terms).filter(|(_, behind)| **behind).map(|(i, _)| TrackUse::Word(TermId(i)));
        orders.turned = calls.chain(words).collect();
        orders
    }

    pub(super) fn is_turned(&self, track_use: TrackUse) -> bool {
        self.turned.contains(&track_use)
    }

    /// Turns calls and words to suit their arguments; false if one of them was turned so before.
    pub(super) fn flip_once(&mut self, uses: &HashSet<TrackUse>) -> bool {
        if uses.iter().any(|track_use| self.settled.contains(track_use)) {
            return false;
        }
        self.settled.extend(uses);
        self.flip(uses);
        true
    }

    /// Turns calls and words the other way.
    fn flip(&mut self, uses: &HashSet<TrackUse>) {
        self.turned = self.turned.symmetric_difference(uses).copied().collect();
    }

    /// Turns these calls and words, and every system that a `?` names to this order.
    pub(super) fn align_order(&mut self, direction: Direction, uses: &HashSet<TrackUse>) {
        self.flip(uses);
        let prefix = if direction == Direction::Msd { "msd_" } else { "lsd_" };
        for term in &mut self.formula.to_mut().terms {
            if !term.system.starts_with(prefix) {
                term.system = other_order(&term.system);
            }
        }
    }
}

/// Which formulas and which terms stand behind an odd number of backquotes. A parent is stored after its children.
fn behind_backquotes(formula: &Formula) -> (Vec<bool>, Vec<bool>) {
    let mut formulas = vec![false; formula.nodes.len()];
    let mut terms = vec![false; formula.terms.len()];
    for (i, node) in formula.nodes.iter().enumerate().rev() {
        let behind = formulas[i];
        match &node.kind {
            FormulaKind::Compare { left, right, .. } => {
                for id in [left, right] {
                    terms[id.0 as usize] = behind;
                }
            }
            FormulaKind::Call { arguments, .. } => {
                for id in arguments {
                    terms[id.0 as usize] = behind;
                }
            }
            FormulaKind::Reverse(body) => formulas[body.0 as usize] = !behind,
            FormulaKind::Not(body) | FormulaKind::Quantified { body, .. } => formulas[body.0 as usize] = behind,
            FormulaKind::Binary { left, right, .. } => {
                for id in [left, right] {
                    formulas[id.0 as usize] = behind;
                }
            }
        }
    }
    for (i, term) in formula.terms.iter().enumerate().rev() {
        let behind = terms[i];
        let mut set = |id: &TermId| terms[id.0 as usize] = behind;
        match &term.kind {
            TermKind::Variable(_) | TermKind::Number(_) | TermKind::Letter(_) => {}
            TermKind::Negate(inner) => set(inner),
            TermKind::Add(a, b) | TermKind::Subtract(a, b) | TermKind::Multiply(a, b) | TermKind::Divide(a, b) => {
                set(a);
                set(b);
            }
            TermKind::Word { indices, .. } => indices.iter().for_each(set),
        }
    }
    (formulas, terms)
}

/// `lsd_fib` for `msd_fib`, and back.
fn other_order(name: &str) -> Arc<str> {
    match name.split_once('_') {
        Some(("msd", short)) => format!("lsd_{short}").into(),
        Some(("lsd", short)) => format!("msd_{short}").into(),
        _ => name.into(),
    }
}

/// The order in which a function reads numbers, if it reads any.
pub(super) fn function_order(function: &Function) -> Option<Direction> {
    match function.kind() {
        FunctionKind::Truth(_) => None,
        FunctionKind::Relation(relation) => relation.systems().first().map(|system| system.direction()),
        FunctionKind::Language(language) => direction_of(&language.tracks),
    }
}

/// The order in which the tracks of numbers are read, if there are any.
pub(super) fn direction_of(tracks: &[TrackKind]) -> Option<Direction> {
    tracks.iter().find_map(TrackKind::system).map(|system| system.direction())
}

/// The reversals of functions and words, each made once. The original is held, for its address is the key.
#[derive(Default)]
pub(super) struct Reversals {
    functions: HashMap<usize, (Arc<Function>, Arc<Function>)>,
    words: HashMap<usize, (Indexed, Indexed)>,
}

impl Reversals {
    /// The function with its numbers read in the other digit order.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn function(&mut self, function: &Arc<Function>, budget: &Budget) -> Result<Arc<Function>, Halt> {
        let key = Arc::as_ptr(function) as usize;
        if let Some((_, known)) = self.functions.get(&key) {
            return Ok(known.clone());
        }
        let reversed = |system: &Arc<NumerationSystem>| system.reversed(budget).map(Arc::new);
        let kind = match function.kind() {
            FunctionKind::Truth(truth) => FunctionKind::Truth(*truth),
            FunctionKind::Relation(relation) => {
                let dfa = relation.dfa().reverse().determinize(budget)?.minimize_within(budget)?;
                let systems = relation.systems().iter().map(reversed).collect::<Result<_, Halt>>()?;
                FunctionKind::Relation(Relation::from_closed(Arc::new(dfa), systems))
            }
            FunctionKind::Language(language) => {
                let dfa = language.dfa.reverse().determinize(budget)?.minimize_within(budget)?;
                let turned = |track: &TrackKind| match track {
                    TrackKind::Numbers(system) => reversed(system).map(TrackKind::Numbers),
                    TrackKind::Digits(values) => Ok(TrackKind::Digits(values.clone())),
                };
                let tracks = language.tracks.iter().map(turned).collect::<Result<_, Halt>>()?;
                FunctionKind::Language(Language { dfa: Arc::new(dfa), tracks })
            }
        };
        let turned = Arc::new(Function::new(kind));
        self.functions.insert(key, (function.clone(), turned.clone()));
        Ok(turned)
    }

    /// The word with its indices read in the other digit order.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn word(&mut self, word: &Indexed, budget: &Budget) -> Result<Indexed, Halt> {
        let key = match word {
            Indexed::Word(word) => Arc::as_ptr(word) as usize,
            Indexed::Family(family) => Arc::as_ptr(family) as usize,
        };
        if let Some((_, known)) = self.words.get(&key) {
            return Ok(known.clone());
        }
        let turned = match word {
            Indexed::Word(word) => word.reversed(budget).map(Indexed::from),
            Indexed::Family(family) => family.reversed(budget).map(Indexed::from),
        };
        let turned = match turned {
            Ok(turned) => turned,
            Err(WordError::Limit(limit)) => return Err(limit),
            Err(error) => unreachable!("a reversed word is a word: {error}"),
        };
        self.words.insert(key, (word.clone(), turned.clone()));
        Ok(turned)
    }
}
