//! Several automata with output read side by side: what `combine` and `join` are made of.
//!
//! The states are tuples of states, so there can be as many as the product of their numbers.

use crate::automata::dfao::Dfao;
use crate::automata::interner::{Interner, State};
use crate::automata::letter::{Layout, Letter, Moves, Track};
use crate::automata::transitions::{Edge, Transitions};
use crate::automata::unfold::unfold;
use crate::budget::{Budget, Halt, Unsupported};
use crate::tuning::LISTED_LETTERS;

/// In a tuple: the word has left this automaton.
const LEFT: State = State::MAX;

impl Dfao {
    /// The automaton over more tracks that ignores those added: track i of this one is track `places[i]` of `layout`.
    ///
    /// # Errors
    /// [`Unsupported::Letters`] if the added tracks have too many digits together to be listed.
    pub fn widen(&self, layout: &Layout, places: &[Track]) -> Result<Dfao, Halt> {
        let slots: Vec<_> = places.iter().map(|&place| layout.slots()[place]).collect();
        let moves = Moves::new(self.layout().slots(), &slots);
        let mut added = vec![Letter::ZERO];
        for (track, (&size, slot)) in layout.sizes().iter().zip(layout.slots()).enumerate() {
            if places.contains(&Track(track)) {
                continue;
            }
            if added.len() as u64 * u64::from(size) > LISTED_LETTERS {
                return Err(Halt::Unsupported(Unsupported::Letters));
            }
            added = added.iter().flat_map(|&rest| (0..size).map(move |digit| rest | slot.place(digit))).collect();
        }
        let mut transitions = Transitions::new();
        let mut row: Vec<Edge> = Vec::new();
        for q in self.numbers() {
            row.clear();
            for (letter, target) in self.transitions().row(q) {
                row.extend(added.iter().map(|&rest| (moves.apply(letter) | rest, target)));
            }
            transitions.push_row(&mut row);
        }
        Ok(Dfao::new(layout.clone(), transitions, self.outputs().to_vec()))
    }

    /// The automaton whose output on a word is `output` of the outputs of all parts, `None` for a part that the word
    /// has left. A word that has left all parts has no output.
    ///
    /// # Errors
    /// The limit that was passed.
    ///
    /// # Panics
    /// If there is no part, or they have different layouts.
    pub fn product(parts: &[Dfao], output: impl Fn(&[Option<i64>]) -> i64, budget: &Budget) -> Result<Dfao, Halt> {
        let layout = parts[0].layout();
        assert!(parts.iter().all(|part| part.layout() == layout), "a product over different alphabets");
        let mut tuples: Interner<State> = Interner::default();
        tuples.intern(&vec![State::START; parts.len()]);
        let mut edges: Vec<(Letter, usize, State)> = Vec::new();
        let mut next = vec![LEFT; parts.len()];
        let (transitions, outputs) = unfold(tuples, budget, |tuple, tuples, row| {
            edges.clear();
            for (place, (part, &q)) in parts.iter().zip(tuple).enumerate().filter(|(_, (_, q))| **q != LEFT) {
                edges.extend(part.transitions().row(q).map(|(letter, target)| (letter, place, target)));
            }
            edges.sort_unstable();
            for group in edges.chunk_by(|a, b| a.0 == b.0) {
                next.fill(LEFT);
                for &(_, place, target) in group {
                    next[place] = target;
                }
                row.push((group[0].0, tuples.intern(&next).0));
            }
            let known: Vec<Option<i64>> =
                parts.iter().zip(tuple).map(|(part, &q)| part.outputs().get(q.index()).copied()).collect();
            Ok::<_, Halt>(output(&known))
        })?;
        Ok(Dfao::new(layout.clone(), transitions, outputs).minimize())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::automata::testing::{arbitrary_dfa, words};

    proptest! {
        #[test]
        fn a_product_has_the_outputs_of_its_parts(a in arbitrary_dfa(4, &[2]), b in arbitrary_dfa(4, &[2, 2])) {
            let budget = Budget::unlimited();
            let layout = b.layout().clone();
            let wide = Dfao::indicator(&a).widen(&layout, &[Track(1)]).unwrap();
            let code = |known: &[Option<i64>]| known.iter().fold(0, |sum, o| 3 * sum + o.map_or(0, |o| 1 + o));
            let both = Dfao::product(&[wide, Dfao::indicator(&b)], code, &budget).unwrap();
            for word in words(&layout, 4) {
                let second: Vec<Letter> = word.iter().map(|&letter| Letter::digit(layout.slots()[1].digit(letter))).collect();
                let x = a.run(State::START, second).map(|q| i64::from(a.accepting()[q]));
                let y = b.run(State::START, word.clone()).map(|q| i64::from(b.accepting()[q]));
                prop_assert_eq!(both.output(word).unwrap_or(0), code(&[x, y]));
            }
        }
    }
}
