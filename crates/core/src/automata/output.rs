//! What a state puts out.

use std::fmt::Debug;
use std::hash::Hash;

/// What a state puts out.
pub trait Output: Copy + Debug + Eq + Hash + Ord + Send + Sync {
    /// The output that says the same as leaving the automaton; `None` if leaving is told apart from every output.
    const OUTSIDE: Option<Self>;

    /// What is hashed of it: different for different ones.
    fn bits(self) -> u64;
}

impl Output for bool {
    const OUTSIDE: Option<bool> = Some(false);

    fn bits(self) -> u64 {
        self.into()
    }
}

impl Output for i64 {
    const OUTSIDE: Option<i64> = None;

    fn bits(self) -> u64 {
        u64::from_le_bytes(self.to_le_bytes())
    }
}
