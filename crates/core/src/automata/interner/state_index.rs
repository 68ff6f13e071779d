//! Conversion between list indices and `u32` state numbers; nothing else may convert.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Index, IndexMut, Range};

/// The number of what stands at this place of a list: of a state, a class, a digit.
///
/// # Panics
/// From 2^32 on: such a list has no place in memory.
#[inline]
pub fn number(place: usize) -> u32 {
    u32::try_from(place).expect("fewer than 2^32 states fit into memory")
}

/// The place that such a number says.
#[inline]
pub const fn index(number: u32) -> usize {
    number as usize
}

/// The place in a list that stands in a key of integers.
///
/// # Panics
/// If it was none.
#[inline]
pub fn place(part: i64) -> usize {
    usize::try_from(part).expect("a place was put into the key")
}

/// Number of a state.
#[repr(transparent)]
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct State(pub(super) u32);

impl State {
    /// Where every word starts.
    pub const START: State = State(0);
    /// No state: an automaton has fewer.
    pub const MAX: State = State(u32::MAX);

    /// The state at this place of a list.
    ///
    /// # Panics
    /// From 2^32 on.
    #[inline]
    pub fn new(place: usize) -> State {
        State(number(place))
    }

    /// Its place in a list of all states.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The state so many places later.
    ///
    /// # Panics
    /// From 2^32 on.
    #[inline]
    pub fn after(self, places: usize) -> State {
        State::new(self.index() + places)
    }

    /// The state before this one, which is not the first.
    pub const fn previous(self) -> State {
        State(self.0 - 1)
    }

    /// The first so many states.
    pub fn first(count: usize) -> States {
        States(0..number(count))
    }

    /// The states from this one on, without end.
    pub fn onwards(self) -> States {
        States(self.0..u32::MAX)
    }
}

impl Hash for State {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u32(self.0);
    }

    /// Two at a time.
    #[inline]
    fn hash_slice<H: Hasher>(states: &[State], hasher: &mut H) {
        let (pairs, rest) = states.as_chunks::<2>();
        pairs.iter().for_each(|[a, b]| hasher.write_u64(u64::from(a.0) << 32 | u64::from(b.0)));
        rest.iter().for_each(|state| state.hash(hasher));
    }
}

impl From<u32> for State {
    #[inline]
    fn from(number: u32) -> State {
        State(number)
    }
}

impl From<State> for u32 {
    #[inline]
    fn from(state: State) -> u32 {
        state.0
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl<T> Index<State> for [T] {
    type Output = T;

    #[inline]
    fn index(&self, state: State) -> &T {
        &self[state.index()]
    }
}

impl<T> IndexMut<State> for [T] {
    #[inline]
    fn index_mut(&mut self, state: State) -> &mut T {
        &mut self[state.index()]
    }
}

impl<T> Index<State> for Vec<T> {
    type Output = T;

    #[inline]
    fn index(&self, state: State) -> &T {
        &self[state.index()]
    }
}

impl<T> IndexMut<State> for Vec<T> {
    #[inline]
    fn index_mut(&mut self, state: State) -> &mut T {
        &mut self[state.index()]
    }
}

/// States in the order of their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct States(Range<u32>);

impl Iterator for States {
    type Item = State;

    #[inline]
    fn next(&mut self) -> Option<State> {
        self.0.next().map(State)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for States {
    #[inline]
    fn next_back(&mut self) -> Option<State> {
        self.0.next_back().map(State)
    }
}

impl ExactSizeIterator for States {}
