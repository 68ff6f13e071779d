//! Minimization of partial automata by refining a partition of states and one of transitions.
//!
//! Valmari and Lehtinen, "Efficient minimization of DFAs with partial transition functions" (STACS 2008), in the form
//! of Valmari, "Fast brief practical DFA minimization" (Inf. Process. Lett. 2012). O(n + m log m) for n states and m
//! transitions: the size of the alphabet does not enter, which is why it is used here, where an alphabet of tuples is
//! huge and a row is short.
//!
//! States that cannot be reached or cannot accept must be gone before: [`Moore::minimize`](super::moore::Moore::minimize)
//! sees to that. `moore` is the oracle in the tests.

use super::interner::{State, index, number};
use super::transitions::Transitions;
use crate::planted::{Bug, planted};

/// The coarsest partition that refines `initial` and respects the transitions: the class of each state, the class of
/// state 0 being 0.
///
/// Two states fall into one class iff they have the same initial class and, letter by letter, successors in one class,
/// a missing successor being a class of its own. All states must be able to reach a state that matters: two states are
/// told apart even when they differ only by an edge into a state from which nothing follows.
pub(super) fn coarsest(transitions: &Transitions, initial: &[u32]) -> Vec<u32> {
    let states = transitions.states();
    let mut blocks = Partition::by_key(states, |q| initial[q]);
    let letters = transitions.all_letters();
    let mut cords = Partition::by_key(letters.len(), |t| letters[t]);
    let sources: Vec<State> = transitions.iter().map(|(source, _, _)| source).collect();
    let incoming = Incoming::new(states, transitions.all_targets());

    let mut block = 1;
    let mut cord = 0;
    while cord + usize::from(planted(Bug::Merge)) < cords.classes() {
        for i in cords.range(cord) {
            blocks.mark(sources[cords.element(i)].index());
        }
        blocks.split();
        cord += 1;
        while block < blocks.classes() {
            for i in blocks.range(block) {
                for &t in incoming.of(blocks.element(i)) {
                    cords.mark(index(t));
                }
            }
            cords.split();
            block += 1;
        }
    }
    blocks.class_of
}

/// The rows of one member of each class, targets replaced by their classes; and those members.
pub(super) fn quotient(transitions: &Transitions, classes: &[u32], count: usize) -> (Transitions, Vec<State>) {
    let mut members = vec![State::MAX; count];
    for (q, &class) in classes.iter().enumerate().rev() {
        members[index(class)] = State::new(q);
    }
    // The class of the start must come first: swap it with class 0.
    let start = classes[0];
    members.swap(0, index(start));
    let rename = |class: u32| match class {
        c if c == start => 0,
        0 => start,
        c => c,
    };
    let mut out = Transitions::new();
    let mut edges = Vec::new();
    for &q in &members {
        edges.clear();
        edges.extend(transitions.row(q).map(|(letter, target)| (letter, rename(classes[target]).into())));
        out.push_row(&mut edges);
    }
    (out, members)
}

/// The transitions into each state.
struct Incoming {
    ends: Vec<u32>,
    transitions: Vec<u32>,
}

impl Incoming {
    fn new(states: usize, targets: &[State]) -> Incoming {
        let mut ends = vec![0u32; states];
        for &target in targets {
            ends[target] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        let mut transitions = vec![0; targets.len()];
        for (t, &target) in targets.iter().enumerate() {
            let cursor = &mut ends[target];
            transitions[index(*cursor)] = number(t);
            *cursor += 1;
        }
        Incoming { ends, transitions }
    }

    fn of(&self, state: usize) -> &[u32] {
        let start = if state == 0 { 0 } else { index(self.ends[state - 1]) };
        &self.transitions[start..index(self.ends[state])]
    }
}

/// A partition of `0..n` that is refined by marking elements and splitting every class at its marked part.
struct Partition {
    elements: Vec<u32>,
    location: Vec<u32>,
    class_of: Vec<u32>,
    first: Vec<u32>,
    past: Vec<u32>,
    marked: Vec<u32>,
    touched: Vec<u32>,
}

impl Partition {
    /// The classes of equal keys, in increasing order of the key.
    fn by_key<K: Ord>(n: usize, key: impl Fn(usize) -> K) -> Partition {
        let mut elements: Vec<u32> = (0..number(n)).collect();
        elements.sort_unstable_by_key(|&e| key(index(e)));
        let mut partition = Partition {
            location: vec![0; n],
            class_of: vec![0; n],
            first: Vec::new(),
            past: Vec::new(),
            marked: Vec::new(),
            touched: Vec::new(),
            elements,
        };
        for i in 0..n {
            let e = index(partition.elements[i]);
            if i == 0 || key(index(partition.elements[i - 1])) != key(e) {
                partition.first.push(number(i));
                partition.past.push(number(i));
                partition.marked.push(0);
            }
            let class = partition.first.len() - 1;
            partition.location[e] = number(i);
            partition.class_of[e] = number(class);
            partition.past[class] = number(i + 1);
        }
        partition
    }

    fn classes(&self) -> usize {
        self.first.len()
    }

    fn range(&self, class: usize) -> std::ops::Range<usize> {
        index(self.first[class])..index(self.past[class])
    }

    fn element(&self, place: usize) -> usize {
        index(self.elements[place])
    }

    /// Moves an element into the marked part of its class.
    fn mark(&mut self, element: usize) {
        let class = index(self.class_of[element]);
        let from = index(self.location[element]);
        let to = index(self.first[class] + self.marked[class]);
        if from < to {
            return;
        }
        self.elements[from] = self.elements[to];
        self.location[index(self.elements[from])] = number(from);
        self.elements[to] = number(element);
        self.location[element] = number(to);
        if self.marked[class] == 0 {
            self.touched.push(number(class));
        }
        self.marked[class] += 1;
    }

    /// Makes the smaller of the marked and the unmarked part of every touched class a class of its own.
    fn split(&mut self) {
        while let Some(class) = self.touched.pop() {
            let class = index(class);
            let middle = self.first[class] + self.marked[class];
            let (first, past) = (self.first[class], self.past[class]);
            self.marked[class] = 0;
            if middle == past {
                continue;
            }
            let new = number(self.first.len());
            let (new_first, new_past) = if middle - first <= past - middle {
                self.first[class] = middle;
                (first, middle)
            } else {
                self.past[class] = middle;
                (middle, past)
            };
            self.first.push(new_first);
            self.past.push(new_past);
            self.marked.push(0);
            for &element in &self.elements[index(new_first)..index(new_past)] {
                self.class_of[index(element)] = new;
            }
        }
    }
}

/// Hashed Moore: rounds of signatures until nothing splits. O(n m) at worst; the oracle of the tests.
#[cfg(test)]
pub(super) fn moore(transitions: &Transitions, initial: &[u32]) -> Vec<u32> {
    use std::collections::HashMap;

    use super::letter::Letter;
    let mut classes = initial.to_vec();
    let mut count = 0;
    loop {
        let mut signatures: HashMap<(u32, Vec<(Letter, u32)>), u32> = HashMap::new();
        let mut refined = Vec::with_capacity(classes.len());
        for q in transitions.numbers() {
            let row = transitions.row(q).map(|(letter, target)| (letter, classes[target])).collect();
            let fresh = number(signatures.len());
            refined.push(*signatures.entry((classes[q], row)).or_insert(fresh));
        }
        if signatures.len() == count {
            return refined;
        }
        count = signatures.len();
        classes = refined;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::dfa::Dfa;
    use super::super::letter::Layout;
    use super::super::testing::arbitrary_dfa;
    use super::*;

    fn same_partition(a: &[u32], b: &[u32]) -> bool {
        let mut forward = std::collections::HashMap::new();
        let mut backward = std::collections::HashMap::new();
        a.iter().zip(b).all(|(&x, &y)| *forward.entry(x).or_insert(y) == y && *backward.entry(y).or_insert(x) == x)
    }

    proptest! {
        #[test]
        fn refinement_agrees_with_moore(dfa in arbitrary_dfa(40, &[2, 3])) {
            let dfa = dfa.trim();
            let initial: Vec<u32> = dfa.accepting().iter().map(|&a| u32::from(a)).collect();
            let fast = coarsest(dfa.transitions(), &initial);
            let slow = moore(dfa.transitions(), &initial);
            prop_assert!(same_partition(&fast, &slow));
        }

        #[test]
        fn minimizing_keeps_the_language(dfa in arbitrary_dfa(12, &[2]), words in proptest::collection::vec(proptest::collection::vec(0u64..2, 0..12), 50)) {
            let minimal = dfa.minimize();
            prop_assert!(minimal.states() <= dfa.states());
            for word in words {
                prop_assert_eq!(dfa.accepts(word.clone()), minimal.accepts(word));
            }
            prop_assert_eq!(minimal.minimize(), minimal);
        }
    }

    #[test]
    fn a_start_that_cannot_accept_stays_empty() {
        let dfa = Dfa::from_rows(Layout::new(&[2]).unwrap(), [(false, vec![(0, 1)]), (false, vec![(1, 0)])]);
        assert_eq!(dfa.minimize(), Dfa::empty(Layout::new(&[2]).unwrap()));
    }
}
