//! The rows of many states, found by several threads.
//!
//! The states are those of a breadth-first exploration that are known and have no row. They are cut into blocks, of
//! which each thread takes one after another with its own [fork](LazyAutomaton::fork) of the explored automaton; what
//! the forks found is taken over block by block: the numbers and the rows are those that one thread finds. Taking over
//! is left to one thread, and costs a look into a table for each state that is new: a small part where rows are long.
//! What becomes of the rows then is work of one thread, too, which it does while the others find the next ones. Bad for
//! few states, or rows that cost next to nothing.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::automaton::LazyAutomaton;
use crate::automata::overlay::{Blocks, Found, Renumbered};
use crate::automata::transitions::{Edge, State};
use crate::budget::{Budget, Halt, Lent};
use crate::tuning::STACK_BYTES;
use crate::tuning::automata::rows;

/// What was done so far, which tells how long rows take.
pub struct WorkEstimate {
    /// Rows that were found.
    pub rows: usize,
    /// Edges that they have,
    pub edges: usize,
    /// and edges of other automata that were [followed](LazyAutomaton::followed) for them.
    pub followed: usize,
}

impl WorkEstimate {
    /// The work of so many rows, each multiplied by the number of those found.
    fn of_rows(&self, rows: usize) -> usize {
        rows.min(rows::STATES_AT_ONCE).saturating_mul(self.rows + self.edges + self.followed / rows::FOLLOWED_A_FOUND)
    }

    /// The work that makes a thread worth its making, multiplied like this.
    fn enough(&self) -> usize {
        rows::EDGES_A_THREAD.saturating_mul(self.rows.max(1))
    }

    /// How many of so many states are found at once: of many a part, so that there is something to find while the rows of
    /// that part are taken in.
    pub fn at_once(&self, states: usize) -> usize {
        let most = rows::STATES_AT_ONCE.min(rows::EDGES_AT_ONCE / (1 + self.edges / self.rows.max(1)));
        let part = if self.of_rows(states) < 4 * self.enough() { states } else { states / 2 };
        part.min(most).max(1)
    }
}

/// Cores that may help with so many rows, if these are enough work and any core is free.
pub fn helpers<'a>(rows: usize, past: &WorkEstimate, budget: &'a Budget) -> Option<Lent<'a>> {
    Some(budget.helpers(past.of_rows(rows), past.enough())).filter(|helpers| helpers.count() > 0)
}

/// The rows of some states that follow each other.
pub struct Rows {
    /// In order, each beside the fork that found it.
    blocks: Vec<(usize, Block)>,
    numbers: Vec<Renumbered>,
}

/// The rows of a block.
#[derive(Default)]
struct Block {
    edges: Vec<Edge>,
    /// Where the row of each state ends, and whether it accepts.
    ends: Vec<(usize, bool)>,
    /// Edges that were followed for the last row.
    last: usize,
}

impl Rows {
    /// The rows, in the order of the states: targets are numbered as in the explored automaton.
    pub fn each(mut self, mut told: impl FnMut(&mut [Edge], bool) -> Result<(), Halt>) -> Result<(), Halt> {
        for (fork, block) in &mut self.blocks {
            let mut from = 0;
            for &(end, accepts) in &block.ends {
                let row = &mut block.edges[from..end];
                row.iter_mut().for_each(|edge| edge.1 = self.numbers[*fork].of(edge.1));
                told(row, accepts)?;
                from = end;
            }
            // Rows are kept twice no longer than needed.
            *block = Block::default();
        }
        Ok(())
    }

    /// How many they are.
    pub fn count(&self) -> usize {
        self.blocks.iter().map(|(_, block)| block.ends.len()).sum()
    }

    /// Edges that were followed for the last row.
    pub fn last(&self) -> usize {
        self.blocks.last().map_or(0, |(_, block)| block.last)
    }
}

/// What a thread did.
struct Done {
    blocks: Vec<(usize, Block)>,
    found: Found,
    end: Result<(), Halt>,
    budget: Budget,
}

/// The rows of these states, by this thread and `helpers` more; `prepare` may change letters and order of each row. This
/// thread does what is to be done `meanwhile` before it helps.
///
/// # Errors
/// The limit that was passed.
pub fn rows<E: LazyAutomaton + ?Sized>(
    explorer: &mut E,
    states: &[State],
    prepare: &(dyn Fn(&mut [Edge]) + Sync),
    helpers: usize,
    budget: &Budget,
    meanwhile: impl FnOnce() -> Result<(), Halt>,
) -> Result<Rows, Halt> {
    let threads = helpers + 1;
    let size = states.len().div_ceil(threads * rows::BLOCKS_A_THREAD).clamp(1, rows::STATES_A_BLOCK);
    let next = AtomicUsize::new(0);
    let forks: Vec<_> = (0..threads).map(|_| (explorer.fork(), budget.beside(threads))).collect();
    let work = |(mut fork, budget): (Box<dyn LazyAutomaton>, Budget)| {
        let (mut blocks, mut end) = (Vec::new(), Ok(()));
        let mut found = Default::default();
        while end.is_ok()
            && let place = next.fetch_add(1, Ordering::Relaxed)
            && let Some(states) = states.chunks(size).nth(place)
        {
            let mut block = Block::default();
            end = block.fill(&mut *fork, states, prepare, &mut found, &budget);
            fork.mark();
            blocks.push((place, block));
        }
        if end.is_err() {
            next.fetch_max(states.len(), Ordering::Relaxed);
        }
        Done { blocks, found: fork.found(), end, budget }
    };
    let (done, waited): (Vec<Done>, _) = thread::scope(|scope| {
        let mut forks = forks.into_iter();
        let mine = forks.next().expect("one for each thread");
        let start = |fork| thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, || work(fork));
        // Where no thread can be started its fork is gone, and this one does the work.
        let others: Vec<_> = forks.map_while(|fork| start(fork).ok()).collect();
        let waited = meanwhile();
        if waited.is_err() {
            next.fetch_max(states.len(), Ordering::Relaxed);
        }
        let mine = work(mine);
        let join = |other: thread::ScopedJoinHandle<'_, Done>| match other.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        (std::iter::once(mine).chain(others.into_iter().map(join)).collect(), waited)
    });
    let (mut blocks, mut found, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    for (fork, done) in done.into_iter().enumerate() {
        budget.rejoin(&done.budget);
        let last = done.blocks.last().map(|block| block.0);
        ends.push((last, done.end));
        blocks.extend(done.blocks.into_iter().map(|(place, block)| (place, fork, block)));
        found.push(done.found);
    }
    // Of several limits that which one thread would have met.
    ends.sort_unstable_by_key(|end| end.0);
    if let Err(halt) = waited.and_then(|()| ends.into_iter().try_for_each(|end| end.1)) {
        // There may be no room for what was found: the explorer knows what it knew before.
        drop((blocks, found));
        let nothing = vec![explorer.fork().found()];
        explorer.absorb(nothing, &Blocks { forks: Vec::new(), helpers: 0, budget })?;
        return Err(halt);
    }
    blocks.sort_unstable_by_key(|block| block.0);
    let order = Blocks { forks: blocks.iter().map(|block| block.1).collect(), helpers, budget };
    let numbers = explorer.absorb(found, &order)?;
    Ok(Rows { blocks: blocks.into_iter().map(|(_, fork, block)| (fork, block)).collect(), numbers })
}

impl Block {
    /// Finds the rows of these states. The lists keep their memory from block to block.
    fn fill(
        &mut self,
        fork: &mut dyn LazyAutomaton,
        states: &[State],
        prepare: &(dyn Fn(&mut [Edge]) + Sync),
        (edges, ends): &mut (Vec<Edge>, Vec<usize>),
        budget: &Budget,
    ) -> Result<(), Halt> {
        for states in states.chunks(fork.rows_at_once()) {
            let before = fork.followed();
            edges.clear();
            ends.clear();
            fork.rows(states, edges, ends, budget)?;
            budget.check_growth(&self.edges, edges.len())?;
            let mut from = 0;
            for (&state, &end) in states.iter().zip(&*ends) {
                prepare(&mut edges[from..end]);
                self.ends.push((self.edges.len() + end, fork.accepts(state)));
                from = end;
            }
            self.edges.extend_from_slice(edges);
            self.last = fork.followed() - before;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::automata::dfa::Dfa;
    use crate::automata::lazy::guard::Guard;
    use crate::automata::lazy::materialize::{Explored, Materializer};
    use crate::automata::lazy::memo::Memo;
    use crate::automata::lazy::product::Product;
    use crate::automata::lazy::projection::Projection;
    use crate::automata::lazy::search::accepted_words;
    use crate::automata::lazy::stored::StoredAutomaton;
    use crate::automata::lazy::subset::Subset;
    use crate::automata::lazy::union::Union;
    use crate::automata::letter::{Layout, Slot, Track};
    use crate::automata::testing::arbitrary_dfa;
    use crate::budget::{Cores, Limit};

    /// Everything there is, in one automaton over the first two of these fields.
    fn everything(frame: &[Slot], dfas: &[Dfa]) -> Product {
        let slots = &frame[..2];
        let stored = |i: usize| -> Box<dyn LazyAutomaton> {
            Box::new(StoredAutomaton::new(Arc::new(dfas[i].trim()), slots, Arc::new([])))
        };
        let wide = StoredAutomaton::new(Arc::new(dfas[3].trim()), frame, Arc::new([]));
        let projection = Projection::new(Box::new(wide), slots[0].mask() | slots[1].mask());
        let nfa = dfas[3].project(&[Track(0), Track(1)]).drop_leading_zeros();
        let subset = |universal: &[bool]| Guard::Leaf(Box::new(Subset::new(&nfa, slots, universal)));
        let leaf = |part| Guard::Leaf(part);
        let either = Guard::Or(vec![
            Guard::And(vec![leaf(stored(0)), Guard::Not(Box::new(leaf(stored(1))))]),
            Guard::Iff(
                Box::new(leaf(Box::new(Memo::new(Subset::new(&(&dfas[2]).into(), slots, &[]))))),
                Box::new(leaf(stored(0))),
            ),
        ]);
        let universal = vec![false; nfa.accepting().len()];
        let other = Guard::Or(vec![subset(&[]), Guard::And(vec![subset(&universal), leaf(stored(1))])]);
        let union = Union::new(vec![stored(0), stored(1), stored(2)]);
        Product::new(vec![Box::new(Memo::new(union)), Box::new(projection)], vec![either, other])
    }

    proptest! {
        #[test]
        fn several_threads_find_the_rows_that_one_finds(
            a in arbitrary_dfa(6, &[2, 3]),
            b in arbitrary_dfa(6, &[2, 3]),
            c in arbitrary_dfa(6, &[2, 3]),
            d in arbitrary_dfa(4, &[2, 3, 2]),
        ) {
            let dfas = [a, b, c, d];
            let (layout, frame) = (dfas[0].layout().clone(), dfas[3].layout().slots().to_vec());
            let whole = |cores: Cores| {
                let budget = Budget::unlimited().with_cores(cores);
                let mut product = everything(&frame, &dfas);
                let mut materializer = Materializer::new(&mut product, &layout, &frame[..2], &budget).unwrap();
                assert_eq!(materializer.grow(usize::MAX, &budget), Ok(true));
                // Not trimmed: every state has the same number.
                let Explored::Whole(dfa) = materializer.finish() else { panic!("nothing is spilled") };
                let states = product.states();
                let words = accepted_words(&mut everything(&frame, &dfas), 3, &budget).unwrap().words;
                (dfa, states, words)
            };
            let expected = whole(Cores::default());
            for cores in 1..4 {
                prop_assert_eq!(&whole(Cores::eager(cores)), &expected);
            }
        }

        #[test]
        fn several_threads_go_as_far_as_one(d in arbitrary_dfa(7, &[2, 3, 2]), most in 1usize..200) {
            let nfa = d.project(&[Track(0), Track(1)]).drop_leading_zeros();
            let steps = |cores: Cores| {
                let budget = Budget::unlimited().with_cores(cores);
                let mut subset = Subset::new(&nfa, nfa.layout().slots(), &[]);
                let mut materializer = Materializer::new(&mut subset, nfa.layout(), nfa.layout().slots(), &budget).unwrap();
                let steps = (1..100).find(|step| materializer.grow(step * most, &budget).unwrap());
                (steps.is_some().then(|| materializer.finish().minimal(&budget).unwrap()), steps)
            };
            let expected = steps(Cores::default());
            prop_assert_eq!(&steps(Cores::eager(1)), &expected);
            prop_assert_eq!(&steps(Cores::eager(2)), &expected);
        }
    }

    #[test]
    fn limits_end_the_work_of_every_thread() {
        let layout = Layout::new(&[2, 2]).unwrap();
        // A one on the forgotten track twenty letters before the end: a million sets.
        let row = |q: u32| match q {
            0 => layout
                .letters()
                .flat_map(|l| if layout.unpack(l)[1] == 1 { vec![(l, 0), (l, 1)] } else { vec![(l, 0)] })
                .collect(),
            20 => vec![],
            q => layout.letters().map(|l| (l, q + 1)).collect::<Vec<_>>(),
        };
        let transitions = crate::automata::Transitions::from_rows((0..=20).map(row));
        let nfa = crate::automata::Nfa::new(
            layout.clone(),
            transitions,
            vec![State::START],
            (0..=20).map(|q| q == 20).collect(),
        );
        let end = |budget: Budget| {
            let mut subset = Subset::new(&nfa, layout.slots(), &[]);
            let budget = budget.with_cores(Cores::new(1));
            let mut materializer = Materializer::new(&mut subset, &layout, layout.slots(), &budget).unwrap();
            materializer.grow(usize::MAX, &budget)
        };
        assert_eq!(end(Budget::unlimited().with_states(50_000)), Err(Halt::Limit(Limit::States)));
        let soon = std::time::Duration::from_millis(50);
        assert_eq!(end(Budget::unlimited().with_time(soon)), Err(Halt::Limit(Limit::Time)));
        let stop = Arc::new(std::sync::atomic::AtomicBool::new(true));
        assert_eq!(end(Budget::unlimited().with_stop(stop)), Err(Halt::Limit(Limit::Interrupted)));
        assert_eq!(end(Budget::unlimited().with_memory(1000, || 1001)), Err(Halt::Limit(Limit::Memory)));
    }
}
