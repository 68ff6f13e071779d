//! Nondeterministic automata: the products that were explored.

use std::collections::BTreeSet;

use crate::machine::{Interner, Rows, targets};

/// The states found, their transitions by the letter on the kept tracks, and which accept. State 0 is the first.
#[derive(Default)]
pub struct Graph {
    pub rows: Rows,
    pub accepting: Vec<bool>,
}

impl Graph {
    /// The states that zeros on the kept tracks lead to from some, themselves included.
    pub fn behind(&self, mut open: Vec<u32>) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        while let Some(p) = open.pop() {
            if found.insert(p) {
                open.extend(targets(&self.rows[p as usize], 0).iter().map(|edge| edge.1));
            }
        }
        found
    }

    /// The states in which a word may begin: words have no zeros in front.
    pub fn leading(&self, starts: &[u32], is_of_words: bool) -> Vec<u32> {
        let all = if is_of_words { starts.iter().copied().collect() } else { self.behind(starts.to_vec()) };
        all.into_iter().collect()
    }

    /// The graph with one state for all that look alike: that accept or do not, and lead by the same letters to such; and the
    /// state for each. That of state 0 is the first.
    pub fn merged(&self) -> (Graph, Vec<u32>) {
        let mut class: Vec<u32> = self.accepting.iter().map(|&accepts| u32::from(accepts)).collect();
        let mut classes = 0;
        loop {
            let (mut seen, mut merged, mut next) = (Interner::default(), Graph::default(), Vec::new());
            for (p, row) in self.rows.iter().enumerate() {
                let mut edges: Vec<(u32, u32)> = row.iter().map(|&(letter, q)| (letter, class[q as usize])).collect();
                edges.sort_unstable();
                edges.dedup();
                let alike = [class[p]].into_iter().chain(edges.iter().flat_map(|edge| [edge.0, edge.1]));
                next.push(seen.number(&alike.collect::<Vec<u32>>()));
                if seen.len() > merged.rows.len() {
                    merged.accepting.push(self.accepting[p]);
                    merged.rows.push(edges);
                }
            }
            // Classes are numbered by their first states, so that when there are no more of them they are the same.
            if seen.len() == classes {
                return (merged, next);
            }
            (class, classes) = (next, seen.len());
        }
    }
}
