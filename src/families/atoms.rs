//! The automata that statements about a family are made of: comparisons, numbers, called relations, values of words.
//! Each is built once and kept for later statements about its system.
//!
//! Everything is kept as long as the system is known. A relation is also tested for how many blocks it needs until it
//! is settled, and how far its numbers reach beyond each other: [`bounds`](super::bounds) reads that.

use std::collections::HashMap;
use std::sync::Arc;

use super::form::Form;
use crate::automata::{Dfa, LazyAutomaton, Product, StoredAutomaton, Track, minimized};
use crate::budget::{Budget, Halt};
use crate::logic::{Function, FunctionKind};
use crate::numeration::{Compare, Language, ParametricSystem};
use crate::words::WordFamily;

/// A relation between a parameter and numbers of it.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    /// As formulas write it, `$f` or `S[..]=@1`.
    pub name: Arc<str>,
    /// The track of the parameter comes first. Nothing but numbers is beside it.
    pub dfa: Arc<Dfa>,
    /// The automaton as formulas call it.
    pub function: Arc<Function>,
    /// So many blocks more than the numbers need, and what it says depends on no further ones; `None` if it always may.
    pub late: Option<usize>,
    /// For each number by how many blocks it may be longer than all the others, if there is a bound.
    pub reaches: Vec<Option<usize>>,
    /// The relation of all other numbers, if formulas are to be built of that: of the values of a word with two, one then has an
    /// automaton, also where it is read beyond a part and may have either.
    pub denied: Option<Arc<Relation>>,
}

/// The coefficients of a comparison with 0, in the order of its tracks, and its constant.
type LinearKey = (Vec<i64>, Compare, i64);

/// The address of a relation, coefficients and constant of the number given to it.
type IndexedKey = (usize, Vec<i64>, i64);

/// The address of a word, and a value.
type SelectedKey = (usize, i64);

/// A system, and what was built for statements about it before.
pub struct Atoms {
    pub(super) system: Arc<ParametricSystem>,
    linear: HashMap<LinearKey, Arc<Function>>,
    /// By how many there are.
    numbers: HashMap<usize, Arc<Function>>,
    /// By how many numbers and zeros there are.
    zeros: HashMap<(usize, usize), Arc<Function>>,
    /// With the automaton as it was given, so that its address is that of no other.
    relations: HashMap<(usize, usize), (Arc<Dfa>, Arc<Relation>)>,
    indexed: HashMap<IndexedKey, (Arc<Relation>, Arc<Function>)>,
    /// Where a word has some value.
    selected: HashMap<SelectedKey, (Arc<WordFamily>, Arc<Dfa>)>,
}

/// What was built for statements before, by system.
#[derive(Default)]
pub struct AtomsOfSystems(Vec<Atoms>);

impl AtomsOfSystems {
    /// Those of a system.
    pub fn of(&mut self, system: &Arc<ParametricSystem>) -> &mut Atoms {
        // What is only known here was hidden by another definition.
        self.0.retain(|atoms| Arc::strong_count(&atoms.system) > 1);
        let known = self.0.iter().position(|atoms| Arc::ptr_eq(&atoms.system, system));
        let place = known.unwrap_or_else(|| {
            self.0.push(Atoms::new(system.clone()));
            self.0.len() - 1
        });
        &mut self.0[place]
    }
}

impl Atoms {
    /// Nothing is built yet.
    fn new(system: Arc<ParametricSystem>) -> Atoms {
        Atoms {
            system,
            linear: HashMap::new(),
            numbers: HashMap::new(),
            zeros: HashMap::new(),
            relations: HashMap::new(),
            indexed: HashMap::new(),
            selected: HashMap::new(),
        }
    }

    /// The function of an automaton whose tracks are a parameter and numbers of it.
    pub(super) fn function(&self, dfa: impl Into<Arc<Dfa>>) -> Arc<Function> {
        let dfa = dfa.into();
        let tracks = self.system.parameters.tracks(dfa.layout().tracks() - 1);
        Arc::new(Function::new(FunctionKind::Language(Language { dfa, tracks })))
    }

    /// `sum k x + c  compare  0` on the tracks f, x, ..
    pub(super) fn linear(
        &mut self,
        coefficients: Vec<i64>,
        compare: Compare,
        constant: i64,
        budget: &Budget,
    ) -> Result<Arc<Function>, Halt> {
        let key = (coefficients, compare, constant);
        if let Some(known) = self.linear.get(&key) {
            return Ok(known.clone());
        }
        let dfa = self.system.linear(&key.0, compare, constant.checked_neg().unwrap_or(i64::MAX), budget)?;
        let made = self.function(dfa);
        self.linear.insert(key, made.clone());
        Ok(made)
    }

    /// The tuples of a part and so many numbers of it.
    pub(super) fn numbers(&mut self, count: usize, budget: &Budget) -> Result<Arc<Function>, Halt> {
        if let Some(known) = self.numbers.get(&count) {
            return Ok(known.clone());
        }
        let made = self.function(self.system.numbers(count, budget)?);
        self.numbers.insert(count, made.clone());
        Ok(made)
    }

    /// Those tuples, by their automaton.
    pub(super) fn tuples(&mut self, count: usize, budget: &Budget) -> Result<Arc<Dfa>, Halt> {
        let numbers = self.numbers(count, budget)?;
        let FunctionKind::Language(Language { dfa, .. }) = numbers.kind() else {
            unreachable!("they are words beside a part")
        };
        Ok(dfa.clone())
    }

    /// The tuples in which so many numbers have so many zeros in front.
    pub(super) fn zeros(&mut self, count: usize, zeros: usize, budget: &Budget) -> Result<Arc<Function>, Halt> {
        if let Some(known) = self.zeros.get(&(count, zeros)) {
            return Ok(known.clone());
        }
        let made = self.function(self.system.parameters.behind(count, zeros, budget)?);
        self.zeros.insert((count, zeros), made.clone());
        Ok(made)
    }

    /// What a language is of a parameter, on this track of it, and numbers.
    pub(super) fn relation(
        &mut self,
        name: &str,
        dfa: &Arc<Dfa>,
        parameter: usize,
        budget: &Budget,
    ) -> Result<Arc<Relation>, Halt> {
        let key = (Arc::as_ptr(dfa) as usize, parameter);
        if let Some((_, known)) = self.relations.get(&key)
            && *known.name == *name
        {
            return Ok(known.clone());
        }
        let tracks = dfa.layout().tracks();
        let order = std::iter::once(parameter).chain((0..tracks).filter(|&track| track != parameter));
        let ordered = dfa.permute(&Track::list(order));
        let own = ordered.intersect(&*self.tuples(tracks - 1, budget)?, budget)?;
        let late = self.system.parameters.settled(&own, budget)?;
        let reaches = (1..tracks).map(|track| self.system.parameters.reach(&own, track)).collect();
        let own = Arc::new(own);
        let (name, function) = (name.into(), self.function(own.clone()));
        let relation = Arc::new(Relation { name, dfa: own, function, late, reaches, denied: None });
        self.relations.insert(key, (dfa.clone(), relation.clone()));
        Ok(relation)
    }

    /// Where a word has this value.
    pub(super) fn selected(&mut self, word: &Arc<WordFamily>, wanted: i64) -> Arc<Dfa> {
        let key = (Arc::as_ptr(word) as usize, wanted);
        let made = || (word.clone(), word.select(|value| value == wanted).dfa);
        self.selected.entry(key).or_insert_with(made).1.clone()
    }

    /// A relation of a parameter and one number, given a term: on the tracks f, x, .., for the variables of the term. A
    /// part goes on with so many blocks, so that the term is a number there: what is said of those that are none of the part
    /// itself is free, and few states say that.
    pub(super) fn indexed(
        &mut self,
        relation: &Arc<Relation>,
        form: &Form,
        blocks: usize,
        budget: &Budget,
    ) -> Result<Arc<Function>, Halt> {
        let coefficients: Vec<i64> = form.terms.values().copied().collect();
        let key = (Arc::as_ptr(relation) as usize, coefficients.clone(), form.constant);
        if let Some((_, known)) = self.indexed.get(&key) {
            return Ok(known.clone());
        }
        let (variables, number) = (coefficients.len(), coefficients.len() + 1);
        let sum = self.linear([coefficients, vec![-1]].concat(), Compare::Equal, form.constant, budget)?;
        let FunctionKind::Language(Language { dfa: sum, .. }) = sum.kind() else {
            unreachable!("linear atoms are languages")
        };
        let slots = sum.layout().slots();
        let part = |dfa: &Arc<Dfa>, slots: &[_]| -> Box<dyn LazyAutomaton> {
            Box::new(StoredAutomaton::new(dfa.clone(), slots, Arc::new([])))
        };
        let parts = vec![part(sum, slots), part(&relation.dfa, &[slots[0], slots[number]])];
        let joined = minimized(Product::new(parts, Vec::new()), sum.layout(), slots, budget)?;
        let kept = joined.project(&Track::list(0..=variables)).determinize(budget)?.minimize_within(budget)?;
        let made = self.function(self.system.parameters.ahead(&kept, blocks, budget)?);
        self.indexed.insert(key, (relation.clone(), made.clone()));
        Ok(made)
    }
}
