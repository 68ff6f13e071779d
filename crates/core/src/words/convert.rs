//! Change of numeration: between powers of one integer, and between the two digit orders.
//!
//! Read least significant digit first, a digit of base k^j is a block of j digits of base k: down, the automaton waits
//! for a block to be full and fills it with zeros at the end; up, it reads j digits at once. The other digit order goes
//! through reversal, which may be exponential.

use std::sync::Arc;

use crate::automata::{Dfao, Edge, Interner, Layout, State, Transitions, unfold};
use crate::budget::{Budget, Halt, Unsupported};
use crate::numeration::{Direction, NumerationSystem};
use crate::tuning::LISTED_LETTERS;

use super::error::WordError;
use super::word::Word;

impl Word {
    /// The word with every index read in the other digit order.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn reversed(&self, budget: &Budget) -> Result<Word, WordError> {
        let reversed = |system: &Arc<NumerationSystem>| Ok(Arc::new(system.reversed(budget)?));
        let systems = self.systems.iter().map(reversed).collect::<Result<_, Halt>>()?;
        Word::new(&self.dfao.reverse(budget)?, systems, budget)
    }

    /// The word with every index in `target`. Both systems are bases, powers of one integer.
    ///
    /// # Errors
    /// If they are not; the limit that was passed.
    pub fn convert(&self, target: &Arc<NumerationSystem>, budget: &Budget) -> Result<Word, WordError> {
        let wrong = |from: &NumerationSystem| WordError::NotPowers {
            from: from.name().to_string(),
            to: target.name().to_string(),
        };
        let first = &self.systems[0];
        if self.systems.iter().any(|system| system != first) {
            return Err(WordError::NotPowers { from: "several systems".into(), to: target.name().to_string() });
        }
        if **first == **target {
            return Ok(self.named(target));
        }
        if first.mirrors(target) {
            return Ok(self.reversed(budget)?.named(target));
        }
        let (Some(from), Some(to)) = (first.base(), target.base()) else { return Err(wrong(first)) };
        let Some((root, down, up)) = common_root(from, to) else { return Err(wrong(first)) };
        let lsd = match first.direction() {
            Direction::Lsd => self.clone(),
            Direction::Msd => self.reversed(budget)?,
        };
        let digits = down_to(&lsd.dfao, root, down, budget)?;
        let blocks = up_to(&digits, root, up)?;
        let blocks = match target.direction() {
            Direction::Lsd => blocks.minimize(),
            Direction::Msd => blocks.minimize().reverse(budget)?,
        };
        Word::new(&blocks, vec![target.clone(); self.systems.len()], budget)
    }
}

/// r, i and j with `a = r^i` and `b = r^j`, r as large as can be.
pub fn common_root(a: u64, b: u64) -> Option<(u32, u32, u32)> {
    let exponent = |root: u64, power: u64| {
        let powers = std::iter::successors(Some(1u64), |value| value.checked_mul(root));
        powers.zip(0..).take_while(|(value, _)| *value <= power).find(|(value, _)| *value == power).map(|(_, i)| i)
    };
    // A root of a is a itself or at most its square root.
    let roots = std::iter::once(a).chain((2..=a.isqrt()).rev());
    roots
        .filter_map(|root| Some((u32::try_from(root).ok()?, exponent(root, a)?, exponent(root, b)?)))
        .find(|&(root, ..)| root > 1)
}

/// Base `root^size` read as base `root`, least significant digit first.
fn down_to(dfao: &Dfao, root: u32, size: u32, budget: &Budget) -> Result<Dfao, Halt> {
    if size == 1 {
        return Ok(dfao.clone());
    }
    let tracks = dfao.layout().tracks();
    let layout = Layout::new(&vec![root; tracks])?;
    // A state: the state before the block, how many digits of it were read, and its value so far on each track.
    let mut states: Interner<u32> = Interner::default();
    let start = vec![0; tracks + 2];
    states.intern(&start);
    let letters: Vec<_> = layout.letters().collect();
    let mut next = start;
    let (transitions, outputs) = unfold(states, budget, |state, states, row| {
        let (q, read) = (State::from(state[0]), state[1]);
        for &letter in &letters {
            next[0] = q.into();
            next[1] = read + 1;
            for ((value, known), digit) in next[2..].iter_mut().zip(&state[2..]).zip(layout.unpack(letter)) {
                *value = known + digit * root.pow(read);
            }
            if read + 1 == size {
                let Some(target) = dfao.transitions().step(q, dfao.layout().pack(&next[2..])) else { continue };
                next.fill(0);
                next[0] = target.into();
            }
            row.push((letter, states.intern(&next).0));
        }
        let filled = dfao.transitions().step(q, dfao.layout().pack(&state[2..]));
        let output = if read == 0 { Some(q) } else { filled };
        Ok::<_, Halt>(output.map_or(0, |q| dfao.outputs()[q]))
    })?;
    Ok(Dfao::new(layout, transitions, outputs).minimize())
}

/// Base `root` read as base `root^size`, least significant digit first.
fn up_to(dfao: &Dfao, root: u32, size: u32) -> Result<Dfao, Halt> {
    if size == 1 {
        return Ok(dfao.clone());
    }
    let letters = u64::from(root.pow(size)).checked_pow(dfao.layout().tracks() as u32);
    if letters.is_none_or(|letters| letters > LISTED_LETTERS) {
        return Err(Halt::Unsupported(Unsupported::Letters));
    }
    let layout = Layout::new(&vec![root.pow(size); dfao.layout().tracks()])?;
    let mut transitions = Transitions::new();
    let letters: Vec<_> = layout.letters().collect();
    for q in dfao.numbers() {
        let mut row: Vec<Edge> = Vec::new();
        for &letter in &letters {
            let digits = layout.unpack(letter);
            let step = |q: State, place: u32| {
                let block: Vec<u32> = digits.iter().map(|&digit| digit / root.pow(place) % root).collect();
                dfao.transitions().step(q, dfao.layout().pack(&block))
            };
            row.extend((0..size).try_fold(q, step).map(|target| (letter, target)));
        }
        transitions.push_row(&mut row);
    }
    Ok(Dfao::new(layout, transitions, dfao.outputs().to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_are_found_exactly() {
        assert_eq!(common_root(10, 1000), Some((10, 1, 3)));
        assert_eq!(common_root(8, 4), Some((2, 3, 2)));
        assert_eq!(common_root(64, 16), Some((4, 3, 2)));
        assert_eq!(common_root(6, 12), None);
        assert_eq!(common_root(9, 9), Some((9, 1, 1)));
        assert_eq!(common_root(1 << 32, 1 << 63), Some((2, 32, 63)));
        // 2^64 is no number of 64 bits: no power of 3 or 5 is taken for the largest one.
        assert_eq!(common_root(3, u64::MAX), None);
        assert_eq!(common_root(25, u64::MAX), None);
    }
}
