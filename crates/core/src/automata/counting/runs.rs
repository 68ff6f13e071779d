//! Counting runs: how many tuples of the forgotten tracks complete a word, capped.
//!
//! Number representations are unique, so runs of a deterministic automaton are witnesses. A macro-state maps each state
//! to its number of runs, capped at k; the output of a state is the number of accepting runs, capped. Tracks can then
//! be forgotten one at a time with minimization between, since what is kept is a count and not a yes or no. The start
//! vector includes witnesses that are longer than the word: it counts runs over any number of zeros on the kept tracks,
//! with infinitely many counted as k. Numbers are read from the most significant digit; automata of the other order are
//! reversed before and after. At most (k+1)^n vectors for n states: bad for large k.

use std::sync::Arc;

use crate::automata::dfa::Dfa;
use crate::automata::dfao::Dfao;
use crate::automata::graph::Graph;
use crate::automata::interner::{Interner, State};
use crate::automata::lazy::automaton::{Bound, LazyAutomaton, Next};
use crate::automata::lazy::materialize::Materializer;
use crate::automata::letter::{Letter, Moves, Track};
use crate::automata::overlay::{Blocks, Found, Renumbered};
use crate::automata::transitions::Edge;
use crate::budget::{Budget, Halt, Unsupported};
use crate::planted::{Bug, planted};

/// Capped counts by state, for states whose count is not 0; sorted by state.
type Counts = Vec<(State, u64)>;

impl Dfao {
    /// 1 where `dfa` accepts, 0 elsewhere: what counting starts from.
    pub fn indicator(dfa: &Dfa) -> Dfao {
        let outputs = dfa.accepting().iter().map(|&accepts| i64::from(accepts)).collect();
        Dfao::new(dfa.layout().clone(), dfa.transitions().clone(), outputs)
    }

    /// Sums the outputs over all values of the tracks that are not `kept`, capped at `cap`. Outputs must be natural
    /// numbers; a word without output counts 0. Sums saturate before they are capped, which changes none of them.
    ///
    /// The automaton must have one word for each tuple of values up to leading zeros, and be closed under these.
    ///
    /// # Errors
    /// The limit that was passed; [`Unsupported::Overflow`] if an output leaves 63 bits, which a cap within them never
    /// lets it.
    pub fn sum_out(&self, kept: &[Track], cap: u64, budget: &Budget) -> Result<Dfao, Halt> {
        let (layout, moves) = self.layout().taken(kept)?;
        let projected =
            |q: State| self.transitions().row(q).map(|(letter, target)| (moves.apply(letter), letter, target));
        let start = self.start_counts(cap, &projected, &moves);
        let (mut edges, mut ends) = (Vec::with_capacity(self.transitions().len()), Vec::with_capacity(self.states()));
        for q in self.numbers() {
            edges.extend(projected(q).map(|(kept, _, target)| (kept, target)));
            ends.push(edges.len());
        }
        let cap_here = cap - u64::from(planted(Bug::Cap) && cap > 1);
        let rows = Arc::new((edges, ends));
        let (mask, vectors) = (layout.slots().iter().map(|slot| slot.mask()).collect(), Interner::default());
        let mut runs = Runs { rows, start, mask, cap: cap_here, vectors, reached: Vec::new(), next: Vec::new() };
        // What a state puts out is told by its key, so that neither may leave memory.
        let budget = &budget.clone().with_spill(None);
        let mut materializer = Materializer::new(&mut runs, &layout, layout.slots(), budget)?;
        materializer.grow(usize::MAX, budget)?;
        let (transitions, states) = materializer.finish_rows()?;
        let output = |&state: &State| {
            // Nothing is negative: what saturates is beyond the cap, and so is the sum it stands for.
            let runs = runs.vectors.get(state).iter();
            let total = runs
                .map(|&(q, count)| count.saturating_mul(self.outputs()[q].unsigned_abs()))
                .fold(0, u64::saturating_add);
            i64::try_from(total.min(cap)).map_err(|_| Halt::Unsupported(Unsupported::Overflow))
        };
        let outputs = states.iter().map(output).collect::<Result<_, _>>()?;
        Dfao::new(layout, transitions, outputs).minimize_within(budget)
    }

    /// For each state, the number of words with zeros on the kept tracks that lead to it and do not begin with a zero
    /// letter, and one more for the empty word at the start.
    fn start_counts<I: Iterator<Item = (Letter, Letter, State)>>(
        &self,
        cap: u64,
        projected: &impl Fn(State) -> I,
        moves: &Moves,
    ) -> Counts {
        let states = self.states();
        let mut total = vec![0u64; states];
        total[0] = 1;
        // Runs of each length, from length 1 on. A state reached again and again reaches the cap, unless the runs end:
        // after as many rounds as there are states the rest goes round in circles, and each state still reached then
        // has infinitely many.
        let mut current = vec![0u64; states];
        for (kept, letter, target) in projected(State::START) {
            if kept == Letter::ZERO && letter != Letter::ZERO {
                current[target] = current[target].saturating_add(1).min(cap);
            }
        }
        for _ in 0..=states {
            let mut after = vec![0u64; states];
            let mut any = false;
            for q in self.numbers() {
                if current[q] > 0 {
                    any = true;
                    total[q] = total[q].saturating_add(current[q]).min(cap);
                    for (kept, _, target) in projected(q) {
                        if kept == Letter::ZERO {
                            let sum = &mut after[target];
                            *sum = sum.saturating_add(current[q]).min(cap);
                        }
                    }
                }
            }
            current = after;
            if !any {
                break;
            }
        }
        // What is still running after that many rounds comes from a cycle; so does all it reaches.
        let running = self.numbers().filter(|&q| current[q] > 0);
        let silent = |letter| moves.apply(letter) == Letter::ZERO;
        for q in Graph::new(self.transitions(), |edge| silent(edge.0)).reachable(running) {
            total[q] = cap;
        }
        self.numbers().map(|q| (q, total[q])).filter(|entry| entry.1 > 0).collect()
    }
}

/// Numbers of runs that lead to each state, explored on demand.
struct Runs {
    /// Every edge by the letter that is kept of it, row after row, and where each row ends. Two edges may be equal.
    rows: Arc<(Vec<Edge>, Vec<usize>)>,
    start: Counts,
    mask: Letter,
    cap: u64,
    vectors: Interner<(State, u64)>,
    reached: Vec<(Letter, State, u64)>,
    next: Counts,
}

impl LazyAutomaton for Runs {
    fn mask(&self) -> Letter {
        self.mask
    }

    fn start(&mut self, _: &Budget) -> Result<Option<State>, Halt> {
        Ok(Some(self.vectors.intern(&self.start).0))
    }

    /// What a state puts out is a number, which its counts tell.
    fn accepts(&self, state: State) -> bool {
        !self.vectors.get(state).is_empty()
    }

    fn transitions(&mut self, state: State, bound: Bound, out: &mut Vec<Edge>, budget: &Budget) -> Result<(), Halt> {
        let bound = bound.within(self.mask);
        let (edges, ends) = &*self.rows;
        self.reached.clear();
        for &(q, count) in self.vectors.get(state) {
            let from = q.index().checked_sub(1).map_or(0, |before| ends[before]);
            let row = edges[from..ends[q]].iter().filter(|edge| bound.admits(edge.0));
            self.reached.extend(row.map(|&(letter, target)| (letter, target, count)));
        }
        self.reached.sort_unstable();
        for group in self.reached.chunk_by(|a, b| a.0 == b.0) {
            self.next.clear();
            for same in group.chunk_by(|a, b| a.1 == b.1) {
                let sum = same.iter().fold(0u64, |sum, run| sum.saturating_add(run.2));
                self.next.push((same[0].1, sum.min(self.cap)));
            }
            out.push((group[0].0, self.vectors.intern(&self.next).0));
        }
        budget.check(self.vectors.len())
    }

    fn step(&mut self, state: State, letter: Letter, budget: &Budget) -> Result<Next, Halt> {
        let mut edges = Vec::new();
        self.transitions(state, Bound { letter, mask: self.mask }, &mut edges, budget)?;
        Ok(edges.first().map_or(Next::Dead, |edge| Next::To(edge.1)))
    }

    fn fan_out(&self, _: Letter) -> f64 {
        let (edges, ends) = &*self.rows;
        edges.len() as f64 / ends.len().max(1) as f64
    }

    fn fork(&mut self) -> Box<dyn LazyAutomaton> {
        Box::new(Runs {
            rows: self.rows.clone(),
            start: Vec::new(),
            mask: self.mask,
            cap: self.cap,
            vectors: self.vectors.fork(),
            reached: Vec::new(),
            next: Vec::new(),
        })
    }

    fn mark(&mut self) {
        self.vectors.mark();
    }

    fn found(&mut self) -> Found {
        Found::new(self.vectors.take())
    }

    fn absorb(&mut self, found: Vec<Found>, blocks: &Blocks) -> Result<Vec<Renumbered>, Halt> {
        let found: Vec<_> = found.into_iter().map(Found::take).collect();
        Ok(self.vectors.absorb(found, blocks, |_, _| {}, |_, _| {}))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::automata::testing::arbitrary_dfa;

    fn bit(n: u64, place: usize) -> u32 {
        u32::from(n >> place & 1 == 1)
    }

    /// Every assignment of two binary numbers below 2^6 to the forgotten tracks, against the word of the kept one.
    fn brute_force(dfa: &Dfa, kept: u64, length: usize, cap: u32) -> u32 {
        let layout = dfa.layout();
        let width = 7;
        let mut count = 0;
        for a in 0..1u64 << width {
            let word = (0..width).rev().map(|i| {
                let k = if i < length { (kept >> i) & 1 } else { 0 };
                layout.pack(&[bit(k, 0), bit(a, i)])
            });
            count += u32::from(dfa.accepts(word));
        }
        count.min(cap)
    }

    proptest! {
        #[test]
        fn counts_agree_with_listing(dfa in arbitrary_dfa(3, &[2, 2]), cap in 1u32..5) {
            // Made closed under leading zeros: the start loops on the zero letter and is not entered otherwise.
            let mut rows = vec![(dfa.accepting()[0], {
                let mut row: Vec<Edge> = dfa.transitions().row(State::START).filter(|e| e.0 != Letter::ZERO).map(|(l, t)| (l, t.after(1))).collect();
                row.push(Edge::default());
                row
            })];
            rows.extend(dfa.numbers().map(|q| {
                (dfa.accepting()[q], dfa.transitions().row(q).map(|(l, t)| (l, t.after(1))).collect())
            }));
            let closed = Dfa::from_rows(dfa.layout().clone(), rows).trim();
            let counted = Dfao::indicator(&closed).sum_out(&[Track(0)], cap.into(), &Budget::unlimited()).unwrap();
            for length in 0..4usize {
                for kept in 0..1u64 << length {
                    let word: Vec<u64> = (0..length).rev().map(|i| (kept >> i) & 1).collect();
                    let found = counted.output(word).unwrap_or(0);
                    let listed = brute_force(&closed, kept, length, cap);
                    // Longer witnesses than were listed exist only if there are infinitely many of them.
                    let endless = found == i64::from(cap) && listed < cap;
                    prop_assert!(found == i64::from(listed) || endless && brute_force_is_endless(&closed, kept, length), "{} {}", found, listed);
                }
            }
        }
    }

    /// Some witness is longer, by more than the automaton has states: then there are infinitely many.
    fn brute_force_is_endless(dfa: &Dfa, kept: u64, length: usize) -> bool {
        let layout = dfa.layout();
        let least = length + dfa.states();
        (least..=least + dfa.states()).any(|width| {
            (1u64 << (width - 1)..1 << width).any(|a| {
                dfa.accepts((0..width).rev().map(|i| {
                    let k = if i < length { (kept >> i) & 1 } else { 0 };
                    layout.pack(&[bit(k, 0), bit(a, i)])
                }))
            })
        })
    }
}
