//! Positions that brute force has found, as a sample of words in a numeration system, and the automaton that the sample
//! suggests (`automata::algorithms::residuals`).

use std::sync::Arc;

use num_bigint::BigInt;
use rustc_hash::FxHashSet;

use crate::automata::{Nfa, Sample, Suggestion, Track};
use crate::budget::{Budget, Halt};
use crate::numeration::{NumerationSystem, encode};

use super::options::side;
use super::rules::{ORDERED_PILES, orders};

/// All positions of one value with piles below a bound.
#[derive(Clone, Debug)]
pub struct Found {
    /// Number of piles.
    pub piles: usize,
    /// Piles are below this.
    pub side: u64,
    /// The positions.
    pub positions: Vec<Vec<u64>>,
}

impl Found {
    /// The automaton that the positions suggest when written in this system, or how many states it needs at least. It
    /// agrees with all positions of words as long as those of piles below the bound, and is minimal.
    ///
    /// If the positions are the same for all orders of three piles or more, those in order may suggest one where all do not
    /// yet: they need a fraction of the states.
    ///
    /// # Errors
    /// The limit that was passed; [`Halt::TooLarge`] if the letters do not fit or nothing is known.
    pub fn suggestion(&self, system: &Arc<NumerationSystem>, most: usize, budget: &Budget) -> Result<Suggestion, Halt> {
        let all = suggested(self.piles, self.side, self.positions.iter(), system, most, budget)?;
        let may_be_ordered = (3..=ORDERED_PILES).contains(&self.piles) && self.is_symmetric();
        if matches!(all, Suggestion::Automaton(_)) || !may_be_ordered {
            return Ok(all);
        }
        let in_order = self.positions.iter().filter(|position| position.is_sorted());
        let Suggestion::Automaton(in_order) = suggested(self.piles, self.side, in_order, system, most, budget)? else {
            return Ok(all);
        };
        let mut union: Option<Nfa> = None;
        for order in orders(self.piles) {
            let ordered = Nfa::from(&in_order.permute(&Track::list(order)));
            union = Some(union.map_or_else(|| ordered.clone(), |union| union.union(&ordered)));
        }
        let union = union.expect("piles have an order").determinize(budget)?.minimize_within(budget)?;
        Ok(if union.states() <= most { Suggestion::Automaton(union) } else { all })
    }

    /// Whether each position is there with all orders of its piles.
    fn is_symmetric(&self) -> bool {
        let all: FxHashSet<&[u64]> = self.positions.iter().map(Vec::as_slice).collect();
        // Exchanges of neighbours make all orders.
        self.positions.iter().all(|position| {
            (1..self.piles).all(|pile| {
                let mut exchanged = position.clone();
                exchanged.swap(pile - 1, pile);
                all.contains(&exchanged[..])
            })
        })
    }
}

/// What positions suggest that are known for piles below `known`.
fn suggested<'a>(
    piles: usize,
    known: u64,
    positions: impl Iterator<Item = &'a Vec<u64>>,
    system: &Arc<NumerationSystem>,
    most: usize,
    budget: &Budget,
) -> Result<Suggestion, Halt> {
    let layout = system.layout(piles)?;
    let systems = vec![system.clone(); piles];
    let length = (0..).take_while(|&length| side(system, length).is_some_and(|side| side <= known)).last();
    let length = length.filter(|&length| length > 0).ok_or(Halt::TooLarge)?;
    let side = side(system, length).unwrap_or(0);
    let inside = positions.filter(|position| position.iter().all(|&pile| pile < side));
    let words = inside.map(|position| {
        let numbers: Vec<BigInt> = position.iter().copied().map(BigInt::from).collect();
        encode(&numbers, &layout, &systems)
    });
    Sample::new(&layout, length, words, budget)?.suggestion(most, budget)
}
