//! What is kept between statements: every relation built, once for each formula up to renaming of its variables.

use std::collections::HashMap;
use std::sync::Arc;

use num_bigint::Sign;

use crate::automata::{Budget, Dfa, Limit, Nfa, universal_states};
use crate::numeration::{Compare, TrackKind, tuples_of_words};
use crate::planted::{Bug, planted};
use crate::words::Word;

use super::content::{Cache, Contents, Object};
use super::ir::{Expr, Kind, Stored, Var, Variables};
use super::roads::Roads;
use super::trace::{Step, Trace};
use super::turn::Reversals;

/// Pairs of states that may be looked at to find those from which all that is valid is accepted.
const MOST_PAIRS: usize = 1 << 16;
/// Beyond this many letters the valid tuples are not even listed for that purpose.
const MOST_LETTERS: usize = 1 << 8;

/// Relations built so far, and what was derived of stored automata.
///
/// Automata are named by their address in the keys; each is kept alive here as long as a key speaks of it.
#[derive(Default)]
pub struct Workspace {
    relations: HashMap<Vec<u64>, (Arc<Dfa>, Option<usize>)>,
    selections: HashMap<(usize, Vec<i64>), Arc<Dfa>>,
    full: HashMap<(usize, Vec<usize>), Arc<[bool]>>,
    valid: HashMap<Vec<usize>, Arc<Dfa>>,
    pinned: Vec<Pin>,
    pub(super) reversals: Reversals,
    contents: Contents,
    /// What outlives the process.
    pub(super) cache: Option<Arc<dyn Cache>>,
    /// The steps taken so far.
    pub(super) trace: Trace,
    pub(super) roads: Roads,
    /// The relations built since [`Workspace::aside`] began.
    passing: Option<Vec<Vec<u64>>>,
}

/// Something that a key names by its address.
#[allow(dead_code, reason = "held, never read")]
enum Pin {
    Object(Object),
    Word(Arc<Word>),
    Range(TrackKind),
}

impl Workspace {
    /// Nothing built yet.
    pub fn new() -> Workspace {
        Workspace::default()
    }

    /// Nothing built yet; only these roads are open.
    pub fn with_roads(roads: Roads) -> Workspace {
        Workspace { roads, ..Workspace::default() }
    }

    /// Gives back the memory of what was built so far.
    pub fn forget_relations(&mut self) {
        let (cache, roads, trace) = (self.cache.take(), self.roads, std::mem::take(&mut self.trace));
        *self = Workspace { cache, roads, trace, ..Workspace::default() };
    }

    /// The indices at which the word has a value that is `wanted`; one object for each set of values.
    pub(super) fn selection(&mut self, word: &Arc<Word>, name: &str, wanted: &dyn Fn(i64) -> bool) -> Stored {
        let values: Vec<i64> = word.values().into_iter().filter(|&value| wanted(value)).collect();
        let listed: Vec<String> = values.iter().map(|value| format!("@{value}")).collect();
        let name = match &listed[..] {
            [one] => format!("{name}[%]={one}"),
            _ => format!("{name}[%] in {{{}}}", listed.join(",")),
        };
        let key = (Arc::as_ptr(&word.dfao) as usize, values);
        let dfa = match self.selections.get(&key) {
            Some(dfa) => dfa.clone(),
            None => {
                let dfa = Arc::new(word.select(|value| key.1.binary_search(&value).is_ok()));
                self.pinned.push(Pin::Word(word.clone()));
                self.selections.insert(key, dfa.clone());
                dfa
            }
        };
        Stored::of_numbers(dfa, name)
    }

    /// The tuples of one length of representations, and of words, on such tracks.
    pub(super) fn valid(&mut self, ranges: &[TrackKind], budget: &Budget) -> Result<Arc<Dfa>, Limit> {
        let key: Vec<usize> = ranges.iter().map(address_of_range).collect();
        if let Some(dfa) = self.valid.get(&key) {
            return Ok(dfa.clone());
        }
        let dfa = Arc::new(tuples_of_words(ranges, budget)?);
        self.pinned.extend(ranges.iter().map(|range| Pin::Range(range.clone())));
        self.valid.insert(key, dfa.clone());
        Ok(dfa)
    }

    /// For each state of a relation, whether all that is valid is accepted from there. Says no where finding out would
    /// cost too much.
    pub(super) fn full(&mut self, dfa: &Arc<Dfa>, ranges: &[TrackKind], budget: &Budget) -> Result<Arc<[bool]>, Limit> {
        let key = (Arc::as_ptr(dfa) as usize, ranges.iter().map(address_of_range).collect());
        if let Some(full) = self.full.get(&key) {
            return Ok(full.clone());
        }
        let full: Arc<[bool]> = self.full_of(&Nfa::from(&**dfa), ranges, budget)?.into();
        self.pinned.extend(ranges.iter().map(|range| Pin::Range(range.clone())));
        self.pinned.push(Pin::Object(Object::Dfa(dfa.clone())));
        self.full.insert(key, full.clone());
        Ok(full)
    }

    /// The same for an automaton that is not kept.
    pub(super) fn full_of(&mut self, nfa: &Nfa, ranges: &[TrackKind], budget: &Budget) -> Result<Vec<bool>, Limit> {
        let letters = ranges.iter().try_fold(1usize, |product, range| product.checked_mul(range.size() as usize));
        if letters.is_none_or(|letters| letters > MOST_LETTERS) {
            return Ok(Vec::new());
        }
        let valid = self.valid(ranges, budget)?;
        Ok(universal_states(nfa, &valid, MOST_PAIRS))
    }

    /// The relation built under this key, and the step that built it, if it was kept.
    pub(super) fn relation(&self, key: &[u64]) -> Option<(Arc<Dfa>, Option<usize>)> {
        self.relations.get(key).cloned()
    }

    /// Keeps a relation, and alive what its key names.
    pub(super) fn keep(&mut self, key: Key, dfa: &Arc<Dfa>, step: Option<usize>) {
        self.pinned.extend(key.objects.into_iter().map(|(_, object)| Pin::Object(object)));
        if let Some(passing) = &mut self.passing {
            passing.push(key.code.clone());
        }
        self.relations.insert(key.code, (dfa.clone(), step));
    }

    /// Does work that leaves no trace: no steps, and no relations that later statements would use without a step.
    pub(super) fn aside<T>(&mut self, work: impl FnOnce(&mut Workspace) -> T) -> T {
        let keeps = std::mem::replace(&mut self.trace.keeps, false);
        let outer = self.passing.replace(Vec::new());
        let result = work(self);
        for code in std::mem::replace(&mut self.passing, outer).unwrap_or_default() {
            self.relations.remove(&code);
        }
        self.trace.go_on();
        self.trace.keeps = keeps;
        result
    }

    /// The relation that the cache has for this key.
    pub(super) fn cached(&mut self, key: &Key) -> Option<Dfa> {
        let cache = self.cache.clone()?;
        self.pinned.extend(key.objects.iter().map(|(_, object)| Pin::Object(object.clone())));
        cache.get(&self.contents.key(&key.code, &key.objects))
    }

    /// Keeps a relation in the cache, if there is one.
    pub(super) fn put_in_cache(&mut self, key: &Key, dfa: &Dfa) {
        if let Some(cache) = self.cache.clone() {
            cache.put(&self.contents.key(&key.code, &key.objects), dfa);
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

    /// The formula on which work was when the last limit was passed.
    pub fn take_stopped(&mut self) -> Option<String> {
        self.trace.take_stopped()
    }
}

fn address_of_range(range: &TrackKind) -> usize {
    match range {
        TrackKind::Numbers(system) => Arc::as_ptr(system) as usize,
        TrackKind::Digits(values) => Arc::as_ptr(values).cast::<i64>() as usize,
    }
}

/// A formula up to renaming of its variables.
pub(super) struct Key {
    /// What it says, variables numbered in the order of their first occurrence.
    pub(super) code: Vec<u64>,
    /// The free variables in that order.
    pub(super) order: Vec<Var>,
    /// What the code names by its address, and where.
    objects: Vec<(usize, Object)>,
}

impl Key {
    /// The key of a formula.
    pub(super) fn of(expr: &Expr, variables: &Variables) -> Key {
        let mut writer = Writer {
            key: Key { code: Vec::new(), order: Vec::new(), objects: Vec::new() },
            numbers: HashMap::new(),
            variables,
        };
        writer.write(expr);
        writer.key.order.retain(|var| expr.free().binary_search(var).is_ok());
        writer.key
    }
}

struct Writer<'a> {
    key: Key,
    numbers: HashMap<Var, u64>,
    variables: &'a Variables,
}

impl Writer<'_> {
    fn push(&mut self, code: u64) {
        self.key.code.push(code);
    }

    fn object(&mut self, object: Object) {
        self.push(object.address() as u64);
        self.key.objects.push((self.key.code.len() - 1, object));
    }

    /// A variable by its number; at its first occurrence with what it ranges over.
    fn variable(&mut self, var: Var) {
        let next = self.numbers.len() as u64;
        if let Some(&number) = self.numbers.get(&var) {
            return self.push(number);
        }
        self.numbers.insert(var, next);
        self.key.order.push(var);
        self.push(next);
        match self.variables.range(var) {
            TrackKind::Numbers(system) => self.object(Object::System(system.clone())),
            // No address is so small.
            TrackKind::Digits(values) => {
                self.push(1);
                self.push(values.len() as u64);
                self.key.code.extend(values.iter().map(|&value| value as u64));
            }
        }
    }

    fn many(&mut self, tag: u64, parts: &[Arc<Expr>]) {
        self.push(tag);
        self.push(parts.len() as u64);
        parts.iter().for_each(|part| self.write(part));
    }

    /// The words of the code that say what kind of quantifier it is, tag first, then the quantifier.
    fn quantified(&mut self, kind: &[u64], vars: &[Var], body: &Expr) {
        self.key.code.extend(kind);
        self.push(vars.len() as u64);
        self.write(body);
        // After the body: the order in which they are bound makes no difference then.
        let mut numbers: Vec<u64> = vars.iter().map(|var| self.numbers.get(var).copied().unwrap_or(u64::MAX)).collect();
        numbers.sort_unstable();
        self.key.code.extend(numbers);
    }

    fn write(&mut self, expr: &Expr) {
        match expr.kind() {
            Kind::Truth(value) => self.push(u64::from(*value)),
            Kind::Linear(linear) => {
                self.push(match linear.compare {
                    Compare::Equal => 2,
                    Compare::NotEqual => 3,
                    Compare::Less => 4,
                });
                self.push(linear.constant as u64);
                self.push(linear.terms.len() as u64);
                for (var, weight) in &linear.terms {
                    self.variable(*var);
                    self.push(weight.len() as u64);
                    self.key.code.extend(weight.iter().map(|&k| k as u64));
                }
            }
            Kind::Constant(var, value) => {
                let (sign, digits) = value.to_u64_digits();
                self.push(if sign == Sign::Minus { 15 } else { 5 });
                self.variable(*var);
                self.push(digits.len() as u64);
                self.key.code.extend(digits);
            }
            Kind::Table(stored, vars) => {
                self.push(6);
                self.object(Object::Dfa(stored.dfa.clone()));
                vars.iter().for_each(|&var| self.variable(var));
            }
            Kind::Not(inner) => self.many(7, std::slice::from_ref(inner)),
            Kind::All(parts) => self.many(8, parts),
            Kind::Any(parts) => self.many(9, parts),
            Kind::Same(a, b) => self.many(10, &[a.clone(), b.clone()]),
            Kind::Exists(vars, body) => self.quantified(&[11], vars, body),
            Kind::AtLeast(count, vars, body) => {
                self.quantified(&[12, if planted(Bug::Key) { 0 } else { *count }], vars, body);
            }
            Kind::Infinitely(vars, body) => self.quantified(&[13], vars, body),
            Kind::OverWords(quantifier, body) => {
                self.push(16);
                self.push(u64::from(quantifier.infinitely) * 2 + u64::from(quantifier.pinned));
                self.push(quantifier.frame.len() as u64);
                quantifier.frame.iter().for_each(|&var| self.variable(var));
                self.quantified(&[17], &quantifier.bound, body);
            }
            Kind::Reverse(body) => self.many(14, std::slice::from_ref(body)),
        }
    }
}
