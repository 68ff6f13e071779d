//! Names for relations by what they say, good beyond the process: for a cache that outlives it.
//!
//! The key of a formula names stored automata and systems by numbers that mean something in one workspace only. Here a
//! hash of their content takes the place of each, and the whole is hashed again. What is hashed can be read back like
//! the key itself, so equal hashes mean equal formulas up to renaming, over equal automata and systems, whatever they
//! are called.

use std::collections::HashMap;
use std::fmt;

use sha2::{Digest, Sha256};

use crate::automata::Dfa;
use crate::budget::Budget;
use crate::numeration::{NumerationSystem, Rule};

use super::key::{Key, Object, Objects};

/// A hash of what a relation says.
pub type ContentKey = [u8; 32];

/// Relations kept between runs. What is given back must be what was put in under that key, or nothing.
pub trait Cache: fmt::Debug + Send + Sync {
    /// The relation kept under a key.
    fn get(&self, key: &ContentKey, budget: &Budget) -> Option<Dfa>;

    /// Keeps a relation, if it can.
    fn put(&self, key: &ContentKey, dfa: &Dfa);
}

/// Changes whenever the same key could mean another automaton.
const VERSION: &str = concat!("filbert ", env!("CARGO_PKG_VERSION"), " ", env!("FILBERT_ENGINE"));

/// Hashes of the objects met so far in one workspace.
#[derive(Debug, Default)]
pub(super) struct Contents {
    known: HashMap<Object, ContentKey>,
}

impl Contents {
    /// The content key for the key of a formula over these objects.
    pub(super) fn key(&mut self, key: &Key, objects: &Objects) -> ContentKey {
        let mut hash = Sha256::new_with_prefix(VERSION);
        let mut named = key.objects.iter().peekable();
        for (place, word) in key.code.iter().enumerate() {
            match named.next_if(|object| object.0 == place) {
                Some(&(_, object)) => hash.update(self.object(object, objects)),
                None => hash.update(word.to_le_bytes()),
            }
        }
        hash.finalize().into()
    }

    fn object(&mut self, object: Object, objects: &Objects) -> ContentKey {
        *self.known.entry(object).or_insert_with(|| match object {
            Object::Automaton(number) => of_dfa(objects.automata.get(number)),
            Object::System(number) => of_system(objects.systems.get(number)),
        })
    }
}

fn of_dfa(dfa: &Dfa) -> ContentKey {
    let mut hash = Sha256::new_with_prefix("automaton");
    let mut put = |word: u64| hash.update(word.to_le_bytes());
    put(dfa.layout().tracks() as u64);
    dfa.layout().sizes().iter().for_each(|&size| put(size.into()));
    put(dfa.states() as u64);
    for (q, &accepts) in dfa.numbers().zip(dfa.accepting()) {
        put(u64::from(accepts));
        put(dfa.transitions().letters(q).len() as u64);
        for (letter, target) in dfa.transitions().row(q) {
            put(letter.bits());
            put(u32::from(target).into());
        }
    }
    hash.finalize().into()
}

/// What numbers are in a system: its representations, their order of reading and what each digit is worth.
fn of_system(system: &NumerationSystem) -> ContentKey {
    let mut hash = Sha256::new_with_prefix("system");
    hash.update(format!("{:?}", system.direction()));
    hash.update(of_dfa(system.valid()));
    let positional = match system.rule() {
        Rule::Positional(positional) => positional,
        // All that such a system is stands in its text.
        Rule::NegativeBase(system) => {
            hash.update(format!("{system:?}"));
            return hash.finalize().into();
        }
        Rule::Ostrowski(system) => {
            hash.update(format!("{system:?}"));
            return hash.finalize().into();
        }
        Rule::DumontThomas(_) => {
            // Its words in their order are its numbers.
            hash.update("paths");
            return hash.finalize().into();
        }
        Rule::Automata(given) => {
            hash.update(of_dfa(given.adder()));
            hash.update(of_dfa(given.less()));
            return hash.finalize().into();
        }
    };
    for weight in positional.weights().iter().take(positional.order()) {
        hash.update(weight.to_le_bytes());
    }
    hash.update("recurrence");
    for coefficient in positional.recurrence() {
        hash.update(coefficient.to_le_bytes());
    }
    hash.finalize().into()
}
