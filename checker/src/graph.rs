//! Nondeterministic automata: the products that were explored.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::Read;
use crate::core::{Core, Var};
use crate::machine::{Interner, Machine, Rows, targets};
use crate::sets::Sets;
use crate::system::Track;

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

    /// That of the sets of states that words lead to, after any zeros if they are numbers, unless these are more than so many.
    pub fn determinized(&self, is_of_words: bool, most: usize) -> Read<Option<Graph>> {
        let (mut sets, mut found) = (Sets::default(), Graph::default());
        sets.number(self.leading(&[0], is_of_words));
        while found.rows.len() < sets.len() {
            let set = found.rows.len() as u32;
            let states = sets.get(set).to_vec();
            found.accepting.push(states.iter().any(|&q| self.accepting[q as usize]));
            let mut letters: Vec<u32> =
                states.iter().flat_map(|&q| &self.rows[q as usize]).map(|edge| edge.0).collect();
            letters.sort_unstable();
            letters.dedup();
            let mut row = Vec::new();
            for letter in letters {
                let after = |q: u32, told: &mut dyn FnMut(u32)| {
                    targets(&self.rows[q as usize], letter).iter().for_each(|edge| told(edge.1));
                    Ok(())
                };
                row.push((letter, sets.after(set, letter, after)?));
            }
            found.rows.push(row);
            if sets.len() > most {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }

    /// What a deterministic one says of variables.
    pub fn relation(self, tracks: &[Track], vars: &[Var]) -> Core {
        if !self.accepting[0] && self.rows[0].is_empty() {
            return Core::Truth(false);
        }
        let outputs = self.accepting.iter().map(|&accepts| accepts.into()).collect();
        let tracks = vars.iter().map(|&var| tracks[var].clone()).collect();
        Core::table(&Rc::new(Machine { tracks, rows: self.rows, outputs }), vars.to_vec())
    }
}
