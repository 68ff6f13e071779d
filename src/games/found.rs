//! Positions that brute force has found, as a sample of words in a numeration system, and the automaton they suggest.

use num_bigint::BigInt;

use crate::automata::{Sample, Suggestion};
use crate::budget::{Budget, Halt};
use crate::numeration::{NumerationSystem, encode};

use super::options::side;

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
    /// is minimal, and agrees with all positions of words as long as those of piles below the bound.
    ///
    /// # Errors
    /// The limit that was passed; [`Halt::TooLarge`] if the letters do not fit or nothing is known.
    pub fn suggestion(
        &self,
        system: &std::sync::Arc<NumerationSystem>,
        most: usize,
        budget: &Budget,
    ) -> Result<Suggestion, Halt> {
        let layout = system.layout(self.piles)?;
        let systems = vec![system.clone(); self.piles];
        let length = (0..).take_while(|&length| side(system, length).is_some_and(|side| side <= self.side)).last();
        let length = length.filter(|&length| length > 0).ok_or(Halt::TooLarge)?;
        let side = side(system, length).unwrap_or(0);
        let inside = self.positions.iter().filter(|position| position.iter().all(|&pile| pile < side));
        let words = inside.map(|position| {
            let numbers: Vec<BigInt> = position.iter().copied().map(BigInt::from).collect();
            encode(&numbers, &layout, &systems)
        });
        Sample::new(&layout, length, words, budget)?.suggestion(most, budget)
    }
}
