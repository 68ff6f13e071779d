//! A folder as the cache of a session.

use crate::automata::Dfa;
use crate::library::CacheFolder;
use crate::logic::{Cache, ContentKey};

impl Cache for CacheFolder {
    fn get(&self, key: &ContentKey) -> Option<Dfa> {
        self.read(key)
    }

    fn put(&self, key: &ContentKey, dfa: &Dfa) {
        // Built again next time, if it cannot be written.
        let _ = self.write(key, dfa);
    }
}
