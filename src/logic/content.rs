//! Names for relations by what they say, good beyond the process: for a cache that outlives it.
//!
//! The key of a formula names stored automata and systems by their address. Here a hash of their content takes its
//! place, and the whole is hashed again: equal hashes mean equal formulas up to renaming, over equal automata and
//! systems, whatever they are called.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::automata::Dfa;
use crate::numeration::{NumerationSystem, Rule};

/// A hash of what a relation says.
pub type ContentKey = [u8; 32];

/// Relations kept between runs. What is given back must be what was put in under that key, or nothing.
pub trait Cache: fmt::Debug + Send + Sync {
    /// The relation kept under a key.
    fn get(&self, key: &ContentKey) -> Option<Dfa>;

    /// Keeps a relation, if it can.
    fn put(&self, key: &ContentKey, dfa: &Dfa);
}

/// Changes whenever the same key could mean another automaton.
const VERSION: &str = concat!("filbert ", env!("CARGO_PKG_VERSION"), " relations 2");

/// Hashes of objects met so far, by address; the objects are kept alive by whoever asks.
#[derive(Debug, Default)]
pub(super) struct Contents {
    known: HashMap<usize, ContentKey>,
}

/// Something that a key names.
#[derive(Clone, Debug)]
pub(super) enum Object {
    Dfa(Arc<Dfa>),
    System(Arc<NumerationSystem>),
}

impl Object {
    pub(super) fn address(&self) -> usize {
        match self {
            Object::Dfa(dfa) => Arc::as_ptr(dfa) as usize,
            Object::System(system) => Arc::as_ptr(system) as usize,
        }
    }
}

impl Contents {
    /// The content key of a code in which the given places hold the addresses of objects.
    pub(super) fn key(&mut self, code: &[u64], objects: &[(usize, Object)]) -> ContentKey {
        let mut hash = Sha256::new_with_prefix(VERSION);
        let mut objects = objects.iter().peekable();
        for (place, word) in code.iter().enumerate() {
            match objects.next_if(|object| object.0 == place) {
                Some((_, object)) => hash.update(self.object(object)),
                None => hash.update(word.to_le_bytes()),
            }
        }
        hash.finalize().into()
    }

    fn object(&mut self, object: &Object) -> ContentKey {
        *self.known.entry(object.address()).or_insert_with(|| match object {
            Object::Dfa(dfa) => of_dfa(dfa),
            Object::System(system) => of_system(system),
        })
    }
}

fn of_dfa(dfa: &Dfa) -> ContentKey {
    let mut hash = Sha256::new_with_prefix("automaton");
    let mut put = |word: u64| hash.update(word.to_le_bytes());
    put(dfa.layout().tracks() as u64);
    dfa.layout().sizes().iter().for_each(|&size| put(size.into()));
    put(dfa.states() as u64);
    for (q, &accepts) in dfa.accepting().iter().enumerate() {
        put(u64::from(accepts));
        put(dfa.transitions().letters(q as u32).len() as u64);
        for (letter, target) in dfa.transitions().row(q as u32) {
            put(letter);
            put(target.into());
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
