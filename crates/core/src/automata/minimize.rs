//! Minimization of partial automata by refining a partition of states by their signatures.
//!
//! Jacobs and Wißmann, "Fast coalgebraic bisimilarity minimization" (POPL 2023): the signature of a state is where its
//! row leads, by classes. A class is split by the signatures of those members alone of which a successor has changed its
//! class; its largest part keeps the number of the class, so that a state changes its class at most log n times: for n
//! states and m transitions in rows of at most d, O(n + d m log n) at worst, and in practice a few signatures a state.
//! The size of the alphabet does not enter, which matters here, where an alphabet of tuples is huge and a row is short.
//!
//! Most of many states change their class several times, each time at the cost of cache misses: they are told apart by
//! [`fingerprints`] first. What is left is mostly nothing, or few states, which are taken apart in a few sweeps over
//! all edges.
//!
//! Signatures are compared by hashes of 64 bits. Equal hashes of different signatures would merge what is different, so
//! the partition found is checked row by row, and found again by other hashes if the check fails. A class is split only
//! where signatures differ: what passes the check is the coarsest partition.
//!
//! States that cannot be reached or cannot accept must be gone before:
//! [`Moore::minimize`](super::moore::Moore::minimize) sees to that. `moore` is the oracle in the tests.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::fingerprint::{fingerprints, first, mix};
use super::first_occurrences::first_occurrences;
use super::interner::{State, index, number};
use super::output::Output;
use super::parallel::for_each_piece;
use super::transitions::Transitions;
use crate::planted::{Bug, planted};
use crate::tuning::automata::minimize;

/// The coarsest partition that refines that by `outputs` and respects the transitions: the class of each state, numbered in the order
/// of their first members.
///
/// Two states fall into one class iff they have the same output and, letter by letter, successors in one class,
/// a missing successor being a class of its own. All states must be able to reach a state that matters: two states are
/// told apart even when they differ only by an edge into a state from which nothing follows.
///
/// States with the same future have one of the `colours`, where there are any: many states are told apart by these at once.
///
/// Signatures of many states are found by so many `helpers` beside this thread; the partition is the same.
///
/// # Errors
/// That of `look`, which is asked once in [`minimize::STATES_BETWEEN_POLLS`] states that are looked at.
pub(super) fn coarsest<O: Output, E>(
    transitions: &Transitions,
    outputs: &[O],
    colours: &[u32],
    helpers: usize,
    look: &impl Fn() -> Result<(), E>,
) -> Result<Vec<u32>, E> {
    // Odd, and without a pattern in its bits: the golden ratio.
    let factors = (0..).map(|try_| 0x9e37_79b9_7f4a_7c15u64.wrapping_add(try_ << 1));
    for factor in factors {
        let partition = if transitions.states() < minimize::FINGERPRINTED_STATES || planted(Bug::Merge) {
            let mut partition = Partition::whole(transitions.states());
            // What never changes comes first: the output and the letters.
            partition.refine(0, |q, _| first(transitions, outputs, factor, q));
            partition.dirty_all();
            partition
        } else {
            let prints = fingerprints(transitions, outputs, colours, factor, helpers, look)?;
            let mut classes = first_occurrences(&prints, helpers);
            drop(prints);
            look()?;
            if number_by_first(&mut classes) == classes.len() {
                // No partition is finer, and this one is not too fine.
                return Ok(classes);
            }
            let misplaced = take_apart(transitions, outputs, factor, &mut classes, helpers, look)?;
            if misplaced.is_empty() {
                by_first_members(&mut classes);
                return Ok(classes);
            }
            // The others of each class have one signature.
            let mut partition = Partition::new(classes);
            misplaced.into_iter().for_each(|q| partition.dirty(q));
            partition
        };
        let mut classes = refined(transitions, partition, factor, helpers, look)?;
        by_first_members(&mut classes);
        let members = first_members(&classes);
        let shared = shared(&classes);
        if planted(Bug::Merge) || misplaced(transitions, outputs, &classes, &members, &shared, helpers).is_empty() {
            return Ok(classes);
        }
    }
    unreachable!("there is no last factor")
}

/// The coarsest partition that refines another one and respects the targets, row by row, if no two signatures that differ
/// have one hash. Members of a class that are not dirty have one signature.
fn refined<E>(
    transitions: &Transitions,
    mut partition: Partition,
    factor: u64,
    helpers: usize,
    look: &impl Fn() -> Result<(), E>,
) -> Result<Vec<u32>, E> {
    let predecessors = transitions.predecessors(helpers);
    let mut moved: Vec<State> = Vec::new();
    let mut looked_at = 0;
    while let Some(class) = partition.queue.pop_front() {
        if planted(Bug::Merge) && partition.queue.is_empty() {
            break;
        }
        let first_new = partition.classes();
        looked_at += 1 + index(partition.past[index(class)] - partition.dirty[index(class)]);
        if looked_at >= minimize::STATES_BETWEEN_POLLS {
            looked_at = 0;
            look()?;
        }
        partition.refine(index(class), |q, class_of| {
            let targets = transitions.targets(q).iter();
            targets.fold(factor, |hash, &target| mix(factor, hash, class_of[target].into()))
        });
        // What is made dirty changes its place among the elements.
        moved.clear();
        (first_new..partition.classes()).for_each(|new| moved.extend(&partition.elements[partition.range(new)]));
        for &q in &moved {
            predecessors.of(q).iter().for_each(|&source| partition.dirty(source));
        }
    }
    Ok(partition.class_of)
}

/// The first member of each class; classes are numbered in the order of these.
fn first_members(classes: &[u32]) -> Vec<State> {
    State::first(classes.len()).zip(are_first(classes)).filter(|q| q.1).map(|q| q.0).collect()
}

/// The states that are not alone in their class; classes are numbered in the order of their first members.
fn shared(classes: &[u32]) -> Vec<State> {
    let mut is_shared = vec![false; classes.len()];
    for (&class, is_first) in classes.iter().zip(are_first(classes)) {
        is_shared[index(class)] |= !is_first;
    }
    State::first(classes.len()).zip(classes).filter(|q| is_shared[index(*q.1)]).map(|q| q.0).collect()
}

/// Those of the states in doubt that do not have the output and the row, by classes, of the member that stands for their class.
fn misplaced<O: Output>(
    transitions: &Transitions,
    outputs: &[O],
    classes: &[u32],
    members: &[State],
    in_doubt: &[State],
    helpers: usize,
) -> Vec<State> {
    let is_stray = |&q: &State| {
        let other = members[index(classes[q])];
        let same_class = |(a, b): (&State, &State)| classes[*a] == classes[*b];
        q != other
            && (outputs[q] != outputs[other]
                || transitions.letters(q) != transitions.letters(other)
                || !transitions.targets(q).iter().zip(transitions.targets(other)).all(same_class))
    };
    let size = in_doubt.len().div_ceil(helpers + 1).max(1);
    let mut parts: Vec<(&[State], Vec<State>)> = in_doubt.chunks(size).map(|part| (part, Vec::new())).collect();
    for_each_piece(&mut parts, helpers, |_, parts| {
        parts.iter_mut().for_each(|(part, found)| found.extend(part.iter().copied().filter(is_stray)));
    });
    parts.into_iter().flat_map(|part| part.1).collect()
}

/// Takes misplaced states out of their classes, those of one class and one signature together, until there are none, and
/// gives those that are left once [`minimize::SWEEPS`] times as many were looked at as there are. Each sweep reads the rows
/// of the states that share a class, in their order, which costs less than to find out what leads to a state; they are few
/// where fingerprints have told nearly all apart, and those that are alone stay so.
fn take_apart<O: Output, E>(
    transitions: &Transitions,
    outputs: &[O],
    factor: u64,
    classes: &mut [u32],
    helpers: usize,
    look: &impl Fn() -> Result<(), E>,
) -> Result<Vec<State>, E> {
    let mut members = first_members(classes);
    let shared = shared(classes);
    let mut left = misplaced(transitions, outputs, classes, &members, &shared, helpers);
    let mut is_moved = vec![false; if left.is_empty() { 0 } else { classes.len() }];
    let mut looks = minimize::SWEEPS * classes.len();
    while !left.is_empty() && looks >= shared.len() {
        looks -= shared.len();
        look()?;
        let signature = |&q: &State| {
            let row = transitions.targets(q).iter();
            let own = first(transitions, outputs, factor, q);
            (classes[q], row.fold(own, |hash, &target| mix(factor, hash, classes[target].into())))
        };
        let signed: Vec<(u32, u64)> = left.iter().map(signature).collect();
        let mut found: FxHashMap<(u32, u64), u32> = FxHashMap::default();
        for (&q, signature) in left.iter().zip(signed) {
            is_moved[q] = true;
            classes[q] = *found.entry(signature).or_insert_with(|| {
                members.push(q);
                number(members.len() - 1)
            });
        }
        // Whose row leads where it led is as the member of its class, if that one's does.
        let is_changed = |q: State| transitions.targets(q).iter().any(|&target| is_moved[target]);
        let is_in_doubt = |q: State| is_moved[q] || is_changed(q) || is_changed(members[index(classes[q])]);
        let in_doubt: Vec<State> = shared.iter().copied().filter(|&q| is_in_doubt(q)).collect();
        let next = misplaced(transitions, outputs, classes, &members, &in_doubt, helpers);
        left.iter().for_each(|&q| is_moved[q] = false);
        left = next;
    }
    Ok(left)
}

/// Numbers the classes in the order of their first members.
fn by_first_members(classes: &mut [u32]) {
    let count = classes.iter().max().map_or(0, |&class| index(class) + 1);
    let (mut numbers, mut found) = (vec![u32::MAX; count], 0);
    for class in classes {
        let known = &mut numbers[index(*class)];
        if *known == u32::MAX {
            *known = found;
            found += 1;
        }
        *class = *known;
    }
}

/// Numbers classes, of which the first member stands for each, in the order of these; how many there are.
fn number_by_first(classes: &mut [u32]) -> usize {
    let mut found = 0;
    for q in 0..classes.len() {
        let first = index(classes[q]);
        if first == q {
            classes[q] = found;
            found += 1;
        } else {
            classes[q] = classes[first];
        }
    }
    index(found)
}

/// Whether each state is the first member of its class; classes are numbered in the order of these.
pub(super) fn are_first(classes: &[u32]) -> impl Iterator<Item = bool> + '_ {
    let mut found = 0;
    classes.iter().map(move |&class| {
        let is_first = class == found;
        found += u32::from(is_first);
        is_first
    })
}

/// A partition of states, some of which are dirty: their signatures may have changed since their class was split last.
/// Those of one class that are not have one signature.
struct Partition {
    elements: Vec<State>,
    location: Vec<u32>,
    class_of: Vec<u32>,
    /// Where the elements of each class begin,
    first: Vec<u32>,
    /// where the dirty ones among them begin,
    dirty: Vec<u32>,
    /// and where they end.
    past: Vec<u32>,
    /// Classes with dirty elements, the first ones dirtied first.
    queue: VecDeque<u32>,
    signed: Vec<(u64, State)>,
}

impl Partition {
    /// Classes numbered from 0 on, none of them empty, their members clean.
    fn new(class_of: Vec<u32>) -> Partition {
        let classes = class_of.iter().max().map_or(0, |&class| index(class) + 1);
        let mut past = vec![0; classes];
        class_of.iter().for_each(|&class| past[index(class)] += 1);
        let mut first = past.clone();
        let mut total = 0;
        for (first, past) in first.iter_mut().zip(&mut past) {
            *first = total;
            total += *past;
            *past = total;
        }
        let (mut elements, mut location) = (vec![State::START; class_of.len()], vec![0; class_of.len()]);
        let mut next = first.clone();
        for (q, &class) in State::first(class_of.len()).zip(&class_of) {
            let at = &mut next[index(class)];
            (elements[index(*at)], location[q]) = (q, *at);
            *at += 1;
        }
        let dirty = past.clone();
        Partition { elements, location, class_of, first, dirty, past, queue: VecDeque::new(), signed: Vec::new() }
    }

    /// One class of so many states, all dirty.
    fn whole(states: usize) -> Partition {
        Partition {
            elements: State::first(states).collect(),
            location: (0..number(states)).collect(),
            class_of: vec![0; states],
            first: vec![0],
            dirty: vec![0],
            past: vec![number(states)],
            queue: VecDeque::new(),
            signed: Vec::new(),
        }
    }

    fn classes(&self) -> usize {
        self.first.len()
    }

    fn range(&self, class: usize) -> std::ops::Range<usize> {
        index(self.first[class])..index(self.past[class])
    }

    /// Makes every state of a class of several dirty.
    fn dirty_all(&mut self) {
        for class in 0..self.classes() {
            if self.range(class).len() > 1 {
                self.dirty[class] = self.first[class];
                self.queue.push_back(number(class));
            }
        }
    }

    /// Makes a state dirty.
    #[inline]
    fn dirty(&mut self, state: State) {
        let class = index(self.class_of[state]);
        let (first, dirty, past) = (self.first[class], self.dirty[class], self.past[class]);
        let at = self.location[state];
        if at >= dirty || past - first == 1 {
            return;
        }
        if dirty == past {
            self.queue.push_back(number(class));
        }
        let other = self.elements[index(dirty) - 1];
        self.elements[index(at)] = other;
        self.location[other] = at;
        self.elements[index(dirty) - 1] = state;
        self.location[state] = dirty - 1;
        self.dirty[class] = dirty - 1;
    }

    /// Splits a class by the signatures of its dirty elements, which are clean then. The largest part stays, the others
    /// become new classes.
    fn refine(&mut self, class: usize, signature: impl Fn(State, &[u32]) -> u64) {
        let (all, from) = (self.range(class), index(self.dirty[class]));
        let Partition { elements, class_of, signed, .. } = self;
        let sign = |&q: &State| (signature(q, class_of), q);
        signed.clear();
        signed.extend(elements[from..all.end].iter().map(sign));
        self.dirty[class] = self.past[class];
        let clean = (from > all.start).then(|| sign(&elements[all.start]).0);
        let expected = clean.unwrap_or(signed[0].0);
        if signed.iter().all(|&(hash, _)| hash == expected) {
            return;
        }
        // Those that are as the clean ones stand beside them.
        signed.sort_unstable_by_key(|&(hash, _)| (Some(hash) != clean, hash));
        for (i, &(_, q)) in signed.iter().enumerate() {
            elements[from + i] = q;
            self.location[q] = number(from + i);
        }
        let mut parts = Vec::new();
        let mut start = all.start;
        let mut end = from;
        if clean.is_some_and(|clean| signed[0].0 != clean) {
            parts.push(start..end);
            start = end;
        }
        for part in signed.chunk_by(|a, b| a.0 == b.0) {
            end += part.len();
            parts.push(start..end);
            start = end;
        }
        let largest = (0..parts.len()).max_by_key(|&part| parts[part].len()).expect("there are several");
        for (i, part) in parts.into_iter().enumerate() {
            let (first, past) = (number(part.start), number(part.end));
            if i == largest {
                (self.first[class], self.dirty[class], self.past[class]) = (first, past, past);
                continue;
            }
            let new = number(self.first.len());
            self.elements[part].iter().for_each(|&q| self.class_of[q] = new);
            self.first.push(first);
            self.dirty.push(past);
            self.past.push(past);
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
    use super::super::letter::{Layout, Letter};
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
            let Ok(fast) = coarsest(dfa.transitions(), dfa.accepting(), &[], 0, &|| Ok::<(), std::convert::Infallible>(()));
            let slow = moore(dfa.transitions(), &initial);
            prop_assert!(same_partition(&fast, &slow));
        }

        #[test]
        fn colours_change_nothing(dfa in arbitrary_dfa(40, &[2, 2]), states in 2usize..9, known in 0u32..4) {
            // Enough copies of each state for fingerprints.
            let dfa = dfa.trim();
            let (states, copies) = (dfa.states(), states * minimize::FINGERPRINTED_STATES / dfa.states());
            let row = |q: usize| {
                let edges = dfa.transitions().row(State::new(q % states)).enumerate();
                edges.map(|(i, (letter, target))| (letter, State::new(target.index() + states * ((q / states + i) % copies)))).collect()
            };
            let transitions = Transitions::from_rows((0..states * copies).map(row).collect::<Vec<Vec<_>>>());
            let outputs: Vec<bool> = (0..states * copies).map(|q| dfa.outputs()[q % states]).collect();
            let initial: Vec<u32> = outputs.iter().map(|&output| output.into()).collect();
            let slow = moore(&transitions, &initial);
            // Some classes have none.
            let colours: Vec<u32> = slow.iter().map(|class| if class % 4 < known { class / 2 + 1 } else { 0 }).collect();
            let Ok(fast) = coarsest(&transitions, &outputs, &colours, 0, &|| Ok::<(), std::convert::Infallible>(()));
            prop_assert!(same_partition(&fast, &slow));
            // A colour that states with one future do not have in common shows.
            let mut wrong = colours.clone();
            wrong[0] = 99_999;
            let Ok(finer) = coarsest(&transitions, &outputs, &wrong, 0, &|| Ok::<(), std::convert::Infallible>(()));
            prop_assert!(copies == 1 || !same_partition(&finer, &slow));
        }

        #[test]
        fn sweeps_take_apart_what_moore_does(dfa in arbitrary_dfa(40, &[2, 2]), helpers in 0usize..3) {
            let dfa = dfa.trim();
            let initial: Vec<u32> = dfa.accepting().iter().map(|&a| u32::from(a)).collect();
            let (mut classes, slow) = (initial.clone(), moore(dfa.transitions(), &initial));
            by_first_members(&mut classes);
            let look = || Ok::<(), std::convert::Infallible>(());
            let Ok(left) = take_apart(dfa.transitions(), dfa.accepting(), 7, &mut classes, helpers, &look);
            prop_assert!(slow.iter().zip(&classes).all(|(a, b)| slow.iter().zip(&classes).all(|(c, d)| a != c || b == d)));
            prop_assert!(!left.is_empty() || same_partition(&classes, &slow));
        }

        #[test]
        fn copies_of_states_are_merged(
            dfa in arbitrary_dfa(9, &[2, 2]),
            copies in prop_oneof![4 => 1usize..12, 1 => 120usize..200],
            choice in proptest::collection::vec(0usize..12, 50),
        ) {
            // Many copies of each state, an edge leading to any copy of its target.
            let states = State::first(dfa.states() * copies);
            let original = |q: State| State::new(q.index() / copies);
            let rows = states.map(|q| {
                let chosen = |place: usize| choice[(7 * q.index() + place) % choice.len()] % copies;
                let edge = |(place, (letter, target)): (usize, (Letter, State))| {
                    (letter, State::new(target.index() * copies + chosen(place)))
                };
                let row: Vec<_> = dfa.transitions().row(original(q)).enumerate().map(edge).collect();
                (dfa.accepting()[original(q)], row)
            });
            let inflated = Dfa::from_rows(dfa.layout().clone(), rows);
            prop_assert_eq!(inflated.minimize(), dfa.minimize());
            let trimmed = inflated.trim();
            let initial: Vec<u32> = trimmed.accepting().iter().map(|&a| u32::from(a)).collect();
            let Ok(fast) = coarsest(trimmed.transitions(), trimmed.accepting(), &[], 0, &|| Ok::<(), std::convert::Infallible>(()));
            prop_assert!(same_partition(&fast, &moore(trimmed.transitions(), &initial)));
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
    fn states_that_differ_late_are_told_apart() {
        for (states, helpers) in [(500, 0), (1500, 0), (1500, 2)] {
            // Twice round a ring on which one place accepts.
            let row = |q: usize| vec![(0u64, State::new((q + 1) % (2 * states)))];
            let transitions = Transitions::from_rows((0..2 * states).map(row));
            let outputs: Vec<bool> = (0..2 * states).map(|q| q % states == 0).collect();
            let Ok(classes) =
                coarsest(&transitions, &outputs, &[], helpers, &|| Ok::<(), std::convert::Infallible>(()));
            let is_first: Vec<bool> = are_first(&classes).collect();
            assert!((0..2 * states).all(|q| classes[q] == number(q % states) && is_first[q] == (q < states)));
        }
    }

    #[test]
    fn partitions_that_are_too_coarse_are_told() {
        let transitions = Transitions::from_rows([vec![(0, 1)], vec![(0, 2)], vec![(0, 2)], vec![(1, 2)]]);
        for (classes, stable) in [([0, 1, 2, 3], true), ([0, 0, 1, 2], false), ([0, 1, 2, 2], false)] {
            let found =
                misplaced(&transitions, &[0i64, 0, 1, 1], &classes, &first_members(&classes), &shared(&classes), 1);
            assert_eq!(found.is_empty(), stable);
        }
        let members = [0, 1, 3].map(State::new);
        assert_eq!(
            misplaced(&transitions, &[0i64, 0, 1, 2], &[0, 1, 1, 2], &members, &shared(&[0, 1, 1, 2]), 2),
            [State::new(2)]
        );
    }

    #[test]
    fn a_start_that_cannot_accept_stays_empty() {
        let dfa = Dfa::from_rows(Layout::new(&[2]).unwrap(), [(false, vec![(0, 1)]), (false, vec![(1, 0)])]);
        assert_eq!(dfa.minimize(), Dfa::empty(Layout::new(&[2]).unwrap()));
    }
}
