//! Which states lead to a state: lists end to end, by counting. O(edges), by several threads.

use super::interner::{State, index};
use super::parallel::for_each_piece;
use super::transitions::Transitions;

/// The sources of the edges into each state, one for each edge.
pub struct Predecessors {
    ends: Vec<u32>,
    sources: Vec<State>,
}

impl Predecessors {
    /// Those of one state.
    #[inline]
    pub fn of(&self, state: State) -> &[State] {
        let start = if state == State::START { 0 } else { index(self.ends[state.previous()]) };
        &self.sources[start..index(self.ends[state])]
    }
}

impl Transitions {
    /// The sources of the edges into each state, in their order, by so many `helpers` beside this thread.
    pub fn predecessors(&self, helpers: usize) -> Predecessors {
        self.predecessors_among(helpers, |_| true)
    }

    /// The sources of the edges between states for which `is_meant` holds. Each thread reads all edges, but writes only
    /// to its own range of targets.
    pub fn predecessors_among(&self, helpers: usize, is_meant: impl Fn(State) -> bool + Sync) -> Predecessors {
        let mut ends = vec![0u32; self.states()];
        for_each_piece(&mut ends, helpers, |first, ends| {
            self.edges_into(first, ends.len(), &is_meant, |at, _| ends[at] += 1);
        });
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        let mut found = vec![State::START; index(total)];
        let size = ends.len().div_ceil(helpers + 1).max(1);
        let (mut parts, mut rest) = (Vec::new(), &mut found[..]);
        for (part, ends) in ends.chunks_mut(size).enumerate().rev() {
            let begin = ends[0];
            let (before, own) = rest.split_at_mut(index(begin));
            parts.push((part * size, begin, ends, own));
            rest = before;
        }
        for_each_piece(&mut parts, helpers, |_, parts| {
            for (first, begin, ends, own) in parts {
                self.edges_into(*first, ends.len(), &is_meant, |at, source| {
                    own[index(ends[at] - *begin)] = source;
                    ends[at] += 1;
                });
            }
        });
        Predecessors { ends, sources: found }
    }

    /// The edges between states that are meant into those of so many from the first on: how far behind it, and the source.
    fn edges_into(
        &self,
        first: usize,
        count: usize,
        is_meant: &impl Fn(State) -> bool,
        mut told: impl FnMut(usize, State),
    ) {
        for source in self.numbers().filter(|&source| is_meant(source)) {
            for &target in self.targets(source) {
                let at = target.index().wrapping_sub(first);
                if at < count && is_meant(target) {
                    told(at, source);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_threads_find_all_sources() {
        let rows = (0..50u32).map(|q| (0..q % 4).map(|letter| (letter.into(), (q * q + 7 * letter) % 50)).collect());
        let t = Transitions::from_rows(rows.collect::<Vec<Vec<(u64, u32)>>>());
        for helpers in 0..4 {
            let found = t.predecessors_among(helpers, |q| q.index() % 5 != 3);
            for target in t.numbers() {
                let sources =
                    t.iter().filter(|edge| edge.2 == target && [edge.0, target].iter().all(|q| q.index() % 5 != 3));
                assert_eq!(found.of(target), sources.map(|edge| edge.0).collect::<Vec<_>>());
            }
        }
    }
}
