//! What is kept between statements: every relation built, once for each formula up to renaming of its variables, and
//! what was derived of stored automata: selections of words, validity, universal states, reversals.
//!
//! A look-up costs the key of the formula, which is as long as the formula. Everything is kept until
//! [`Workspace::forget_relations`]: bad for many statements that share little. `cache` is what outlives the process.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::automata::{Dfa, Dfao, Nfa, universal_states};
use crate::budget::{Budget, Halt};
use crate::numeration::{TrackKind, tuples_of_words};
use crate::tuning::logic::search;
use crate::words::{Word, WordFamily};

use super::content::{Cache, Contents};
use super::digit_order::Reversals;
use super::environment::{Function, FunctionKind};
use super::ir::{Expr, ExprRef, Stored, Variables};
use super::key::{Key, Names, Objects};
use super::rewriter::{Rewriter, Uses};
use super::rules::rule_of;
use super::tactics::{Tactic, Tactics};
use super::trace::{GivenUp, Step, Trace};

/// Relations built so far, and what was derived of stored automata.
///
/// Stored automata and systems are named by their numbers among the objects met in this workspace.
#[derive(Default)]
pub struct Workspace {
    relations: FxHashMap<Vec<u64>, (Arc<Dfa>, Option<usize>)>,
    selections: FxHashMap<(u64, Vec<i64>), Arc<Dfa>>,
    families: FxHashMap<(u64, Vec<i64>), Arc<Function>>,
    universal: FxHashMap<(u64, Vec<u64>), Arc<[bool]>>,
    valid: FxHashMap<Vec<u64>, Arc<Dfa>>,
    /// Stored automata read from the other end.
    turned: FxHashMap<u64, Option<Arc<Dfa>>>,
    objects: Objects,
    words: Names<Dfao>,
    pub(super) reversals: Reversals,
    contents: Contents,
    /// What outlives the process.
    pub(super) cache: Option<Arc<dyn Cache>>,
    /// The steps taken so far.
    pub(super) trace: Trace,
    pub(super) tactics: Tactics,
    pub(super) uses: Arc<Uses>,
    /// The relations built since [`Workspace::untraced`] began.
    passing: Option<Vec<Vec<u64>>>,
}

/// `W[%]=@1`, with the indices for `%`.
fn selected_name(word: &str, values: &[i64]) -> String {
    let listed: Vec<String> = values.iter().map(|value| format!("@{value}")).collect();
    match &listed[..] {
        [one] => format!("{word}[%]={one}"),
        _ => format!("{word}[%] in {{{}}}", listed.join(",")),
    }
}

fn has_few_letters(ranges: &[TrackKind]) -> bool {
    let letters = ranges.iter().try_fold(1usize, |product, range| product.checked_mul(range.size() as usize));
    letters.is_some_and(|letters| letters <= search::UNIVERSAL_STATE_LETTERS)
}

/// For each state of an automaton on such tracks, whether all of `valid`, which is what is valid there, is accepted from
/// it. Says no where finding out would cost too much.
pub(super) fn universal_within(nfa: &Nfa, valid: &Dfa, ranges: &[TrackKind]) -> Vec<bool> {
    if has_few_letters(ranges) { universal_states(nfa, valid, search::UNIVERSAL_STATE_PAIRS) } else { Vec::new() }
}

impl Workspace {
    /// Nothing built yet.
    pub fn new() -> Workspace {
        Workspace::default()
    }

    /// Only these tactics are open from now on.
    pub fn with_tactics(self, tactics: Tactics) -> Workspace {
        Workspace { tactics, ..self }
    }

    /// Rewrites formulas by the rules that are open.
    pub(super) fn rewriter(&self) -> Rewriter<'_> {
        self.rewriter_that_notes(&self.uses)
    }

    /// A rewriter that notes its uses there, and leaves the workspace free meanwhile.
    pub(super) fn rewriter_that_notes<'a>(&self, uses: &'a Uses) -> Rewriter<'a> {
        Rewriter { tactics: self.tactics, rule_of, uses }
    }

    /// The formula made ready for an [`Engine`](super::Engine) of this workspace, negated unless `positive`.
    pub fn prepare(&self, expr: &ExprRef, positive: bool) -> ExprRef {
        self.rewriter().prepare(expr, positive)
    }

    /// The tactics that were of use so far, and how often.
    pub fn uses(&self) -> Vec<(Tactic, u64)> {
        self.uses.listed()
    }

    /// Gives back the memory of what was built so far.
    pub fn forget_relations(&mut self) {
        let (cache, trace, uses) = (self.cache.take(), std::mem::take(&mut self.trace), std::mem::take(&mut self.uses));
        *self = Workspace { cache, tactics: self.tactics, trace, uses, ..Workspace::default() };
    }

    /// The indices at which the word has a value that is `wanted`; one object for each set of values.
    pub(super) fn selection(&mut self, word: &Arc<Word>, name: &str, wanted: &dyn Fn(i64) -> bool) -> Stored {
        let values: Vec<i64> = word.values().into_iter().filter(|&value| wanted(value)).collect();
        let name = selected_name(name, &values);
        let key = (self.words.number(&word.dfao), values);
        let dfa = match self.selections.get(&key) {
            Some(dfa) => dfa.clone(),
            None => {
                let dfa = Arc::new(word.select(|value| key.1.binary_search(&value).is_ok()));
                self.selections.insert(key, dfa.clone());
                dfa
            }
        };
        Stored::of_numbers(dfa, name)
    }

    /// The indices at which a family of words has a value that is `wanted`, and how that is written; one object for each
    /// set of values.
    pub(super) fn family_selection(
        &mut self,
        family: &Arc<WordFamily>,
        name: &str,
        wanted: &dyn Fn(i64) -> bool,
    ) -> (Arc<Function>, String) {
        let values: Vec<i64> = family.values().into_iter().filter(|&value| wanted(value)).collect();
        let name = selected_name(name, &values);
        let key = (self.words.number(family.dfao()), values);
        if let Some(known) = self.families.get(&key) {
            return (known.clone(), name);
        }
        let language = family.select(|value| key.1.binary_search(&value).is_ok());
        let function = Arc::new(Function::new(FunctionKind::Language(language)));
        self.families.insert(key, function.clone());
        (function, name)
    }

    /// An automaton that reads its tracks from the other end, one object for each; `None` if it would have many more states.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn turned(&mut self, dfa: &Arc<Dfa>, budget: &Budget) -> Result<Option<Arc<Dfa>>, Halt> {
        let key = self.objects.automata.number(dfa);
        if let Some(known) = self.turned.get(&key) {
            return Ok(known.clone());
        }
        let most = search::TURNED_STATES.max(search::TURNED_GROWTH * dfa.states());
        let reverse = |few: &Budget| dfa.reverse().determinize(few)?.minimize_within(few);
        let turned = budget.attempt(most, reverse)?.done().map(Arc::new);
        self.turned.insert(key, turned.clone());
        Ok(turned)
    }

    /// Notes that one automaton is the other read from the other end.
    pub(super) fn keep_turned(&mut self, dfa: &Arc<Dfa>, other: &Arc<Dfa>) {
        self.turned.insert(self.objects.automata.number(dfa), Some(other.clone()));
    }

    /// The tuples of one length of representations, and of words, on such tracks.
    pub(super) fn valid(&mut self, ranges: &[TrackKind], budget: &Budget) -> Result<Arc<Dfa>, Halt> {
        let key = self.objects.ranges(ranges);
        if let Some(dfa) = self.valid.get(&key) {
            return Ok(dfa.clone());
        }
        let dfa = Arc::new(tuples_of_words(ranges, budget)?);
        self.valid.insert(key, dfa.clone());
        Ok(dfa)
    }

    /// For each state of a relation, whether all that is valid is accepted from there. Says no where finding out would
    /// cost too much.
    pub(super) fn universal_states(
        &mut self,
        dfa: &Arc<Dfa>,
        ranges: &[TrackKind],
        budget: &Budget,
    ) -> Result<Arc<[bool]>, Halt> {
        let key = (self.objects.automata.number(dfa), self.objects.ranges(ranges));
        if let Some(universal) = self.universal.get(&key) {
            return Ok(universal.clone());
        }
        let universal: Arc<[bool]> = self.universal_states_of(&Nfa::from(&**dfa), ranges, budget)?.into();
        self.universal.insert(key, universal.clone());
        Ok(universal)
    }

    /// Like [`Self::universal_states`], for an automaton that is not kept: empty where finding out would cost too much.
    pub(super) fn universal_states_of(
        &mut self,
        nfa: &Nfa,
        ranges: &[TrackKind],
        budget: &Budget,
    ) -> Result<Vec<bool>, Halt> {
        if !has_few_letters(ranges) || !self.tactics.has(Tactic::UniversalStates) {
            return Ok(Vec::new());
        }
        let valid = self.valid(ranges, budget)?;
        let universal = universal_within(nfa, &valid, ranges);
        if universal.contains(&true) {
            self.uses.note(Tactic::UniversalStates);
        }
        Ok(universal)
    }

    /// Like [`Self::universal_states_of`], for an automaton that reads its tracks from the other end.
    pub(super) fn universal_states_of_reversed(
        &mut self,
        nfa: &Nfa,
        ranges: &[TrackKind],
        budget: &Budget,
    ) -> Result<Vec<bool>, Halt> {
        if !has_few_letters(ranges) || !self.tactics.has(Tactic::UniversalStates) {
            return Ok(Vec::new());
        }
        let valid = self.valid(ranges, budget)?;
        Ok(self.turned(&valid, budget)?.map_or_else(Vec::new, |valid| universal_within(nfa, &valid, ranges)))
    }

    /// The key of a formula.
    pub(super) fn key(&mut self, expr: &Expr, variables: &Variables) -> Key {
        Key::of(expr, variables, &mut self.objects)
    }

    /// The relation built under this key, and the step that built it, if it was kept.
    pub(super) fn relation(&self, key: &[u64]) -> Option<(Arc<Dfa>, Option<usize>)> {
        self.relations.get(key).cloned()
    }

    /// Keeps a relation.
    pub(super) fn keep(&mut self, key: Key, dfa: &Arc<Dfa>, step: Option<usize>) {
        if let Some(passing) = &mut self.passing {
            passing.push(key.code.clone());
        }
        self.relations.insert(key.code, (dfa.clone(), step));
    }

    /// Does work that leaves no trace: no steps, and no relations that later statements would use without a step.
    pub(super) fn untraced<T>(&mut self, work: impl FnOnce(&mut Workspace) -> T) -> T {
        let keeps = std::mem::replace(&mut self.trace.keeps, false);
        let outer = self.passing.replace(Vec::new());
        let result = work(self);
        for code in std::mem::replace(&mut self.passing, outer).unwrap_or_default() {
            self.relations.remove(&code);
        }
        self.trace.clear_stop();
        self.trace.keeps = keeps;
        result
    }

    /// The relation that the cache has for this key.
    pub(super) fn cached(&mut self, key: &Key, budget: &Budget) -> Option<Dfa> {
        let cache = self.cache.clone()?;
        cache.get(&self.contents.key(key, &self.objects), budget)
    }

    /// Keeps a relation in the cache, if there is one.
    pub(super) fn put_in_cache(&mut self, key: &Key, dfa: &Dfa) {
        if let Some(cache) = self.cache.clone() {
            cache.put(&self.contents.key(key, &self.objects), dfa);
        }
    }

    /// Takes relations from this cache, and keeps there what took long to build.
    pub fn use_cache(&mut self, cache: Arc<dyn Cache>) {
        self.cache = Some(cache);
    }

    /// The steps taken since steps are kept.
    pub fn steps(&self) -> &[Step] {
        self.trace.steps()
    }

    /// Keeps every step from now on.
    pub fn keep_steps(&mut self) {
        self.trace.keeps = true;
    }

    /// What was given up in the steps that the last limit ended.
    pub fn take_given_up(&mut self) -> Vec<GivenUp> {
        self.trace.take_given_up()
    }

    /// The formula on which work was when the last limit was passed.
    pub fn take_stopped(&mut self) -> Option<String> {
        self.trace.take_stopped()
    }
}
