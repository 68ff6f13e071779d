//! The transitions of an automaton: one sorted row a state, all rows end to end.
//!
//! Compressed sparse rows. In the automata of games about one in a hundred letters is live at a state, so a row is a
//! short sorted list, never a table over the alphabet.

use std::hash::{Hash, Hasher};

pub use super::interner::{State, States};
use crate::tuning::automata::transitions;

use super::interner::{index, number};
use super::letter::{Letter, Moves};
pub use super::letters::LetterRow;
use super::letters::{LetterPiece, Letters, make_room};
use super::parallel::for_each_piece;

/// A step of an automaton: the letter and where it leads.
pub type Edge = (Letter, State);

/// Sorted rows of [`Edge`]s, one a state.
#[derive(Clone, Debug)]
pub struct Transitions {
    ends: Vec<u32>,
    letters: Letters,
    targets: Vec<State>,
    shape: Shape,
}

impl PartialEq for Transitions {
    fn eq(&self, other: &Transitions) -> bool {
        (&self.ends, &self.letters, &self.targets) == (&other.ends, &other.letters, &other.targets)
    }
}

impl Eq for Transitions {}

impl Hash for Transitions {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (&self.ends, &self.letters, &self.targets).hash(hasher);
    }
}

/// What holds of all rows: known as they come, while each is at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    /// No row has two edges with one letter.
    is_deterministic: bool,
    /// States are numbered as a breadth-first walk from the first meets them, and none is there that it does not.
    is_breadth_first: bool,
    /// The first state and every target are below.
    met: usize,
}

impl Shape {
    const NO_ROW: Shape = Shape { is_deterministic: true, is_breadth_first: true, met: 1 };

    /// The row of state `q`, sorted.
    #[inline]
    fn add(&mut self, q: usize, row: &[Edge], is_deterministic: bool) {
        self.is_deterministic &= is_deterministic;
        self.is_breadth_first &= q < self.met;
        for edge in row {
            let target = edge.1.index();
            if target >= self.met {
                self.is_breadth_first &= target == self.met;
                self.met = target + 1;
            }
        }
    }
}

impl Default for Transitions {
    fn default() -> Self {
        Transitions::new()
    }
}

impl Transitions {
    /// No states.
    pub fn new() -> Transitions {
        Transitions { ends: Vec::new(), letters: Letters::NONE, targets: Vec::new(), shape: Shape::NO_ROW }
    }

    /// So many states and no edge.
    pub fn without_edges(states: usize) -> Transitions {
        let shape = Shape { is_breadth_first: states <= 1, ..Shape::NO_ROW };
        Transitions { ends: vec![0; states], shape, ..Transitions::new() }
    }

    /// These rows, in any order of their edges.
    pub fn from_rows<L: Into<Letter>, S: Into<State>>(rows: impl IntoIterator<Item = Vec<(L, S)>>) -> Transitions {
        let mut transitions = Transitions::new();
        for row in rows {
            transitions.push_row(&mut row.into_iter().map(|(letter, target)| (letter.into(), target.into())).collect());
        }
        transitions
    }

    /// No states yet, with room for as many as here, and for their edges.
    fn with_same_room(&self) -> Transitions {
        Transitions {
            ends: Vec::with_capacity(self.states()),
            letters: self.letters.with_same_room(),
            targets: Vec::with_capacity(self.len()),
            shape: Shape::NO_ROW,
        }
    }

    /// Appends the row of the next state. The edges may come in any order; repeated ones are kept once.
    pub fn push_row(&mut self, edges: &mut Vec<Edge>) {
        let mut is_deterministic = edges.is_sorted_by(|a, b| a.0 < b.0);
        if !is_deterministic {
            // What a track less leaves behind is sorted by letters.
            if edges.is_sorted_by_key(|edge| edge.0) {
                edges.chunk_by_mut(|a, b| a.0 == b.0).for_each(|same| same.sort_unstable());
            } else {
                edges.sort_unstable();
            }
            edges.dedup();
            is_deterministic = edges.is_sorted_by(|a, b| a.0 < b.0);
        }
        self.shape.add(self.ends.len(), edges, is_deterministic);
        make_room(&mut self.targets, edges.len());
        self.letters.extend(edges.iter().map(|edge| edge.0));
        self.targets.extend(edges.iter().map(|edge| edge.1));
        self.ends.push(number(self.letters.len()));
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.ends.len()
    }

    /// The numbers of the states.
    pub fn numbers(&self) -> States {
        State::first(self.states())
    }

    /// Number of transitions.
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    /// True if there is no transition.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The places of a row among all transitions.
    #[inline]
    pub fn range(&self, state: State) -> std::ops::Range<usize> {
        let state = state.index();
        let start = if state == 0 { 0 } else { index(self.ends[state - 1]) };
        start..index(self.ends[state])
    }

    /// The letters of a row, sorted.
    #[inline]
    pub fn letters(&self, state: State) -> LetterRow<'_> {
        self.letters.row(self.range(state))
    }

    /// The targets of a row, in the order of [`Transitions::letters`].
    #[inline]
    pub fn targets(&self, state: State) -> &[State] {
        &self.targets[self.range(state)]
    }

    /// The edges of a row, sorted.
    #[inline]
    pub fn row(&self, state: State) -> impl Iterator<Item = Edge> + '_ {
        let range = self.range(state);
        self.letters.row(range.clone()).iter().zip(self.targets[range].iter().copied())
    }

    /// Every edge with its source, by source.
    pub fn iter(&self) -> impl Iterator<Item = (State, Letter, State)> + '_ {
        self.numbers().flat_map(move |q| self.row(q).map(move |(letter, target)| (q, letter, target)))
    }

    /// Every target, row after row.
    pub fn all_targets(&self) -> &[State] {
        &self.targets
    }

    /// The letters met, sorted, and which of them each edge has, row after row.
    pub fn numbered_letters(&self) -> (Vec<Letter>, Vec<u32>) {
        let place = |letter: Letter| usize::try_from(letter.bits()).unwrap_or(usize::MAX);
        let all = self.letters.all();
        let largest = all.iter().map(place).max().unwrap_or(0);
        // With a place for each letter that may be met, unless most were for none.
        if largest / 4 < self.len() {
            let mut numbers = vec![u32::MAX; largest + 1];
            let mut letters = Vec::new();
            for letter in all.iter() {
                if std::mem::replace(&mut numbers[place(letter)], 0) != 0 {
                    letters.push(letter);
                }
            }
            letters.sort_unstable();
            letters.iter().zip(0..).for_each(|(&letter, at)| numbers[place(letter)] = at);
            let of_edges = all.iter().map(|letter| numbers[place(letter)]).collect();
            return (letters, of_edges);
        }
        let mut letters: Vec<Letter> = all.iter().collect();
        letters.sort_unstable();
        letters.dedup();
        let number_of = |letter: Letter| number(letters.binary_search(&letter).expect("one of the letters"));
        let numbers = all.iter().map(number_of).collect();
        (letters, numbers)
    }

    /// The first target of `letter` in a row.
    #[inline]
    pub fn step(&self, state: State, letter: Letter) -> Option<State> {
        let range = self.range(state);
        let row = self.letters.row(range.clone());
        // Short rows are the rule; a scan of one cache line beats a search.
        let position = if row.len() <= transitions::SCANNED_LETTERS {
            row.position(letter)?
        } else {
            Some(row.partition_point(|other| other < letter)).filter(|&at| at < row.len() && row.at(at) == letter)?
        };
        Some(self.targets[range.start + position])
    }

    /// True if no row has two edges with one letter.
    pub fn is_deterministic(&self) -> bool {
        self.shape.is_deterministic
    }

    /// True if every target has a row.
    pub fn is_closed(&self) -> bool {
        self.is_empty() || self.shape.met <= self.states()
    }

    /// Changes each letter by `change`, drops the letters it refuses, and sorts the rows again.
    pub fn map_letters(&self, mut change: impl FnMut(Letter) -> Option<Letter>) -> Transitions {
        let mut out = self.with_same_room();
        let mut edges = Vec::new();
        for q in self.numbers() {
            edges.clear();
            edges.extend(self.row(q).filter_map(|(letter, target)| Some((change(letter)?, target))));
            out.push_row(&mut edges);
        }
        out.shrink();
        out
    }

    /// Moves the fields of each letter.
    pub fn moved(&self, moves: &Moves) -> Transitions {
        if moves.is_identity() { self.clone() } else { self.map_letters(|letter| Some(moves.apply(letter))) }
    }

    /// The rows of the states that the first leads to with the fields of each letter moved, numbered as a breadth-first walk
    /// meets them, and which state each was.
    pub(super) fn moved_breadth_first(&self, moves: &Moves) -> (Transitions, Vec<State>) {
        let mut out = self.with_same_room();
        let (mut numbers, mut met) = (vec![State::MAX; self.states()], Vec::with_capacity(self.states()));
        let mut number_of = |q: State, met: &mut Vec<State>| {
            if numbers[q] == State::MAX {
                numbers[q] = State::new(met.len());
                met.push(q);
            }
            numbers[q]
        };
        number_of(State::START, &mut met);
        let mut edges = Vec::new();
        while let Some(&q) = met.get(out.states()) {
            edges.clear();
            edges.extend(self.row(q).map(|(letter, target)| (moves.apply(letter), target)));
            edges.sort_unstable_by_key(|edge| edge.0);
            edges.iter_mut().for_each(|edge| edge.1 = number_of(edge.1, &mut met));
            out.push_row(&mut edges);
        }
        (out, met)
    }

    /// The rows of the states kept, renumbered: `number[q]` is the new number of `q`, or `None`. The new numbers must
    /// be those of `kept`, in its order.
    pub fn renumbered(&self, kept: &[State], number: &[Option<State>]) -> Transitions {
        let mut out = self.with_same_room();
        let mut edges = Vec::new();
        for &q in kept {
            edges.clear();
            edges.extend(self.row(q).filter_map(|(letter, target)| Some((letter, number[target]?))));
            out.push_row(&mut edges);
        }
        out.shrink();
        out
    }

    /// Gives back the room for more.
    fn shrink(&mut self) {
        self.ends.shrink_to_fit();
        self.letters.shrink_to_fit();
        self.targets.shrink_to_fit();
    }

    /// The rows of the states `kept`, in their order, with the new numbers of their targets; edges to those that get none are
    /// dropped. In no row do two edges have one letter; the states are numbered [breadth first](Transitions::are_breadth_first),
    /// and so are those that are left. Nothing is copied; each of so many `helpers` and this thread write where they read, and
    /// what they leave is moved together.
    #[must_use]
    pub(super) fn compacted(
        mut self,
        helpers: usize,
        kept: impl Fn(State) -> bool + Sync,
        rename: impl Fn(State) -> Option<State> + Sync,
    ) -> Transitions {
        let mut parts = Vec::new();
        let (mut ends, mut letters, mut targets) = (&mut self.ends[..], self.letters.piece(), &mut self.targets[..]);
        let (mut state, mut edge) = (0, 0);
        let (total, threads) = (targets.len(), helpers + 1);
        for part in 1..=threads {
            let past = total / threads * part;
            let count = if part == threads { ends.len() } else { ends.partition_point(|&end| index(end) <= past) };
            let last = ends[..count].last().map_or(edge, |&end| index(end));
            let (own, rest) = std::mem::take(&mut ends).split_at_mut(count);
            let (own_letters, rest_letters) = letters.split(last - edge);
            let (own_targets, rest_targets) = std::mem::take(&mut targets).split_at_mut(last - edge);
            parts.push(Part { state, edge, ends: own, letters: own_letters, targets: own_targets, left: (0, 0) });
            (ends, letters, targets) = (rest, rest_letters, rest_targets);
            (state, edge) = (state + count, last);
        }
        for_each_piece(&mut parts, helpers, |_, parts| parts.iter_mut().for_each(|part| part.compact(&kept, &rename)));
        let left: Vec<_> = parts.into_iter().map(|part| (part.state, part.edge, part.left)).collect();
        let (mut states, mut edges) = (0, 0);
        for (state, edge, (own, own_edges)) in left {
            for at in 0..own {
                self.ends[states + at] = number(edges + index(self.ends[state + at]));
            }
            self.letters.copy_within(edge..edge + own_edges, edges);
            self.targets.copy_within(edge..edge + own_edges, edges);
            (states, edges) = (states + own, edges + own_edges);
        }
        self.ends.truncate(states);
        self.letters.truncate(edges);
        self.targets.truncate(edges);
        self.shape.met = states;
        self.shrink();
        debug_assert_eq!(self.shape, self.shape_of_rows());
        self
    }

    /// What holds of the rows that are there.
    fn shape_of_rows(&self) -> Shape {
        let mut shape = Shape::NO_ROW;
        for q in self.numbers() {
            let row: Vec<Edge> = self.row(q).collect();
            shape.add(q.index(), &row, row.is_sorted_by(|a, b| a.0 < b.0));
        }
        shape
    }

    /// Whether the states are numbered as a breadth-first walk from the first meets them, and there are no others.
    pub fn are_breadth_first(&self) -> bool {
        self.shape.is_breadth_first
    }

    /// Every edge turned round: the row of `q` holds the sources of the edges into `q`.
    pub fn reversed(&self) -> Transitions {
        let states = self.states();
        let mut ends = vec![0u32; states];
        for &target in &self.targets {
            ends[target] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            let count = *end;
            *end = total;
            total += count;
        }
        let mut edges: Vec<Edge> = vec![Edge::default(); self.len()];
        for (source, letter, target) in self.iter() {
            let cursor = &mut ends[target];
            edges[index(*cursor)] = (letter, source);
            *cursor += 1;
        }
        let (mut start, mut shape) = (0, Shape::NO_ROW);
        for (q, &end) in ends.iter().enumerate() {
            let row = &mut edges[start..index(end)];
            row.sort_unstable();
            shape.add(q, row, row.is_sorted_by(|a, b| a.0 < b.0));
            start = index(end);
        }
        let mut letters = Letters::NONE;
        letters.extend(edges.iter().map(|edge| edge.0));
        Transitions { shape, ends, letters, targets: edges.iter().map(|edge| edge.1).collect() }
    }
}

/// The rows of some states that follow each other, in their places.
struct Part<'a> {
    /// The first state, and the first edge.
    state: usize,
    edge: usize,
    ends: &'a mut [u32],
    letters: LetterPiece<'a>,
    targets: &'a mut [State],
    /// How many states and edges are left, which then stand in front; where rows end is counted from the first of them.
    left: (usize, usize),
}

impl Part<'_> {
    fn compact(&mut self, kept: &impl Fn(State) -> bool, rename: &impl Fn(State) -> Option<State>) {
        // What is written never overtakes what is read.
        let (mut states, mut edges, mut start) = (0, 0, 0);
        for (at, q) in (0..self.ends.len()).zip(State::new(self.state).onwards()) {
            let end = index(self.ends[at]) - self.edge;
            if kept(q) {
                for at in start..end {
                    if let Some(target) = rename(self.targets[at]) {
                        self.letters.copy(at, edges);
                        self.targets[edges] = target;
                        edges += 1;
                    }
                }
                self.ends[states] = number(edges);
                states += 1;
            }
            start = end;
        }
        self.left = (states, edges);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(edges: [(u64, u32); 2]) -> [Edge; 2] {
        edges.map(|(letter, target)| (letter.into(), target.into()))
    }

    fn sample() -> Transitions {
        Transitions::from_rows([vec![(3, 1), (1, 0), (3, 1)], vec![], vec![(0, 1), (2, 0)]])
    }

    #[test]
    fn rows_are_sorted_sets() {
        let t = sample();
        assert_eq!(t.row(State::START).collect::<Vec<_>>(), edges([(1, 0), (3, 1)]));
        assert_eq!(t.step(State::START, 3.into()), Some(1.into()));
        assert_eq!(t.step(1.into(), 3.into()), None);
        assert!(t.is_deterministic());
    }

    #[test]
    fn what_holds_of_all_rows_is_known_as_they_come() {
        let t = Transitions::from_rows([vec![(1, 2), (1, 0), (2, 1)], vec![], vec![]]);
        assert!(!t.is_deterministic() && t.is_closed() && !t.are_breadth_first());
        let open = Transitions::from_rows([vec![(0, 1), (1, 2)], vec![(0, 3)]]);
        assert!(open.is_deterministic() && !open.is_closed());
        for t in [t.reversed(), sample().reversed(), Transitions::without_edges(3), Transitions::new()] {
            assert_eq!(t.shape, t.shape_of_rows());
        }
    }

    #[test]
    fn several_threads_leave_the_same_states() {
        // State q leads to 2 q + 1 and 2 q + 2; those whose number is divided by three, and what only they lead to, are left out.
        let rows = (0..200u32).map(|q| (1..3).map(|i| (u64::from(i), 2 * q + i)).filter(|edge| edge.1 < 200).collect());
        let t = Transitions::from_rows(rows.collect::<Vec<Vec<(u64, u32)>>>());
        assert!(t.are_breadth_first());
        let mut wanted = [true; 200];
        for q in 1..200 {
            wanted[q] = q % 3 != 0 && wanted[(q - 1) / 2];
        }
        let kept: Vec<State> = t.numbers().filter(|&q| wanted[q.index()]).collect();
        let mut numbers = vec![None; 200];
        kept.iter().zip(State::START.onwards()).for_each(|(&q, new)| numbers[q] = Some(new));
        let expected = t.renumbered(&kept, &numbers);
        for helpers in 0..5 {
            let left = t.clone().compacted(helpers, |q| wanted[q.index()], |q| numbers[q]);
            assert_eq!((&left, left.shape), (&expected, expected.shape), "{helpers}");
        }
    }

    #[test]
    fn equal_letters_need_not_stand_in_order() {
        let t = Transitions::from_rows([vec![(1, 2), (1, 0), (1, 2), (2, 1), (2, 0)], vec![], vec![]]);
        let row: Vec<(u64, usize)> = t.row(State::START).map(|edge| (edge.0.bits(), edge.1.index())).collect();
        assert_eq!(row, [(1, 0), (1, 2), (2, 0), (2, 1)]);
    }

    #[test]
    fn letters_are_numbered_wherever_their_fields_stand() {
        for shift in [0, 1, 40, 62] {
            let t = sample().map_letters(|letter| Some(Letter::from(letter.bits() << shift)));
            let (letters, numbers) = t.numbered_letters();
            assert_eq!(letters, [0u64, 1, 2, 3].map(|letter| Letter::from(letter << shift)), "{shift}");
            assert_eq!(numbers, [1, 3, 0, 2]);
        }
        assert_eq!(Transitions::new().numbered_letters(), (Vec::new(), Vec::new()));
    }

    #[test]
    fn reversing_twice_changes_nothing() {
        let t = sample();
        assert_eq!(t.reversed().row(1.into()).collect::<Vec<_>>(), edges([(0, 2), (3, 0)]));
        assert_eq!(t.reversed().reversed(), t);
    }

    #[test]
    fn breadth_first_numbers_are_told() {
        let are =
            |rows: &[&[(u64, u32)]]| Transitions::from_rows(rows.iter().map(|row| row.to_vec())).are_breadth_first();
        assert!(are(&[&[(0, 0), (1, 1), (2, 2)], &[(0, 3)], &[(0, 1)], &[]]));
        assert!(!are(&[&[(0, 2), (1, 1)], &[], &[]]));
        assert!(!are(&[&[(0, 1)], &[], &[(0, 1)]]));
        assert!(!are(&[&[(0, 0)], &[(0, 2)], &[]]));
    }

    #[test]
    fn unreached_states_are_not_listed() {
        assert_eq!(sample().reachable([State::START]), [0, 1].map(State::from));
    }
}
