//! A folder as the cache of a session.

use crate::automata::Dfa;
use crate::budget::Budget;
use crate::library::CacheFolder;
use crate::logic::{Cache, ContentKey};

impl Cache for CacheFolder {
    fn get(&self, key: &ContentKey, budget: &Budget) -> Option<Dfa> {
        self.read(key, budget)
    }

    fn put(&self, key: &ContentKey, dfa: &Dfa) {
        // Built again next time, if it cannot be written.
        let _ = self.write(key, dfa);
    }
}
