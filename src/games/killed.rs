//! Marks the positions ruled out by moves that are not along lines, while the solver sweeps the board: a bitmap on
//! small boards, a hash table on large ones.
//!
//! On a small board whole regions may die, at a bit for each position. Larger boards are only swept where few positions
//! die in this way.

use rustc_hash::FxHashSet;

use crate::budget::{Budget, Halt};

/// Piles of a board with a bit for each position: 32 MB.
const SMALL: u64 = 1 << 14;
/// Bytes of a hash table for each position that it has room for, and of one twice as large that is filled from it.
const MOVED: usize = 2 * 8 * (size_of::<(u32, u32)>() + 1) / 7;

pub(super) enum Killed {
    Bits { side: usize, bits: Vec<u64>, count: usize },
    Table(FxHashSet<(u32, u32)>),
}

impl Killed {
    /// None yet, of a board with piles below `side`.
    ///
    /// # Errors
    /// A limit of `budget` was passed.
    pub fn new(side: u64, budget: &Budget) -> Result<Killed, Halt> {
        if side > SMALL {
            return Ok(Killed::Table(FxHashSet::default()));
        }
        let side = side as usize;
        let words = (side * side).div_ceil(64);
        budget.check_room(words * size_of::<u64>())?;
        Ok(Killed::Bits { side, bits: vec![0; words], count: 0 })
    }

    pub fn len(&self) -> usize {
        match self {
            Killed::Bits { count, .. } => *count,
            Killed::Table(table) => table.len(),
        }
    }

    /// Whether this position was killed; one beside the board was not.
    pub fn contains(&self, (p, q): (u32, u32)) -> bool {
        match self {
            Killed::Bits { side, bits, .. } => {
                let (p, q) = (p as usize, q as usize);
                let at = p * side + q;
                p < *side && q < *side && bits[at / 64] >> (at % 64) & 1 == 1
            }
            Killed::Table(table) => table.contains(&(p, q)),
        }
    }

    /// Kills a position of the board.
    ///
    /// # Errors
    /// There is no room for it.
    pub fn insert(&mut self, (p, q): (u32, u32), budget: &Budget) -> Result<(), Halt> {
        match self {
            Killed::Bits { side, bits, count } => {
                let at = p as usize * *side + q as usize;
                *count += usize::from(bits[at / 64] >> (at % 64) & 1 == 0);
                bits[at / 64] |= 1 << (at % 64);
            }
            Killed::Table(table) => {
                if table.len() == table.capacity() {
                    budget.check_room(table.len() * MOVED)?;
                }
                table.insert((p, q));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_killed_is_known_on_small_boards_as_on_large_ones() {
        let budget = Budget::unlimited();
        for side in [1000, SMALL + 1] {
            let mut killed = Killed::new(side, &budget).unwrap();
            let cells = || (0..1000u32).map(|n| (n, n * n % 997));
            cells().chain(cells()).for_each(|cell| killed.insert(cell, &budget).unwrap());
            assert_eq!(killed.len(), 1000);
            for (p, q) in (0..1100).flat_map(|p| (0..1100).map(move |q| (p, q))) {
                assert_eq!(killed.contains((p, q)), p < 1000 && q == p * p % 997, "{side} {p} {q}");
            }
        }
    }

    #[test]
    fn there_must_be_room_for_a_larger_table() {
        static USED: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        let budget = Budget::unlimited().with_memory(1000, || USED.load(std::sync::atomic::Ordering::Relaxed));
        assert!(Killed::new(1000, &budget).is_err());
        let mut killed = Killed::new(SMALL + 1, &budget).unwrap();
        USED.store(900, std::sync::atomic::Ordering::Relaxed);
        let filled = (0..1000).find(|&n| killed.insert((n, 1), &budget).is_err());
        assert!(filled.is_some_and(|filled| filled < 10), "{filled:?}");
    }
}
