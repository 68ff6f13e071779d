//! Automata that were found or were too large, so that strategies that ask for one again do not look for it again.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::formula::{Dfa, Variable};
use crate::skeleton::Skeleton;

/// A formula with the variables that are bound, as numbers: automata by where they are.
type Key = Vec<i64>;

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// With the formula, so that its automata stay where they are.
    found: FxHashMap<Key, (Skeleton, Result<Arc<Dfa>, usize>)>,
}

impl Memo {
    /// What is known of a question: an automaton, or how many members were not enough.
    pub(crate) fn get(&self, key: &Key) -> Option<&Result<Arc<Dfa>, usize>> {
        self.found.get(key).map(|(_, result)| result)
    }

    pub(crate) fn insert(&mut self, key: Key, skeleton: &Skeleton, result: Result<Arc<Dfa>, usize>) {
        self.found.insert(key, (skeleton.clone(), result));
    }
}

/// The key of a question about at least `count` tuples; none are counted for the formula itself.
pub(crate) fn key(count: usize, variables: &[Variable], skeleton: &Skeleton) -> Key {
    let mut key = vec![count as i64, variables.len() as i64];
    key.extend(variables.iter().map(|variable| *variable as i64));
    write(skeleton, &mut key);
    key
}

fn write(skeleton: &Skeleton, key: &mut Key) {
    match skeleton {
        Skeleton::Known(truth) => key.extend([0, i64::from(*truth)]),
        Skeleton::Accepts(dfa, tracks) => {
            key.extend([1, Arc::as_ptr(dfa).addr() as i64, tracks.len() as i64]);
            key.extend(tracks.iter().map(|variable| *variable as i64));
        }
        Skeleton::Linear { equal, sums, constant } => {
            key.extend([2, i64::from(*equal), *constant, sums.len() as i64]);
            key.extend(sums.iter().flat_map(|(factor, variable)| [*factor, *variable as i64]));
        }
        Skeleton::Not(a) => {
            key.push(3);
            write(a, key);
        }
        Skeleton::Both(connective, a, b) => {
            key.extend([4, i64::from(connective.table())]);
            write(a, key);
            write(b, key);
        }
    }
}
