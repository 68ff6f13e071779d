//! Choices of a random case: drawn from a generator, or read back so that a case that fails can be made smaller.
//!
//! A case is a function of its choices. Shrinking knows nothing of formulas or games: it deletes and lowers choices as
//! long as the case still fails (MacIver and Donaldson, "Test-Case Reduction via Test-Case Generation", ECOOP 2020).
//! Generators therefore put what is simplest at choice 0.

use std::time::{Duration, Instant};

/// Time in which one case is made smaller.
const PATIENCE: Duration = Duration::from_secs(40);

/// A stream of choices.
pub struct Tape {
    /// What was chosen so far, or what is to be chosen.
    choices: Vec<u32>,
    next: usize,
    /// Where new choices come from; a tape that is read back ends in zeros.
    state: Option<u64>,
}

impl Tape {
    /// Fresh choices.
    pub fn random(seed: u64, case: u64) -> Tape {
        let mut tape =
            Tape { choices: Vec::new(), next: 0, state: Some(seed ^ case.wrapping_mul(0x9e37_79b9_7f4a_7c15)) };
        tape.step();
        tape
    }

    /// The choices of an earlier case.
    pub fn again(choices: &[u32]) -> Tape {
        Tape { choices: choices.to_vec(), next: 0, state: None }
    }

    /// What was chosen.
    pub fn choices(&self) -> &[u32] {
        &self.choices[..self.next.min(self.choices.len())]
    }

    /// SplitMix64 (Steele, Lea and Flood, 2014).
    fn step(&mut self) -> u64 {
        let state = self.state.as_mut().expect("a random tape");
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let choice = match (self.choices.get(self.next), self.state) {
            (Some(&choice), _) => choice as usize % bound,
            (None, None) => 0,
            (None, Some(_)) => (self.step() >> 33) as usize % bound,
        };
        if self.next == self.choices.len() {
            self.choices.push(choice as u32);
        } else {
            self.choices[self.next] = choice as u32;
        }
        self.next += 1;
        choice
    }

    /// A number from `low` to `high`.
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }

    /// True in `times` of `of` cases; the simplest choice is false.
    pub fn chance(&mut self, times: usize, of: usize) -> bool {
        self.below(of) >= of - times
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// The smallest choices found for which `fails` holds; it holds for `choices`.
pub fn shrink(choices: &[u32], mut fails: impl FnMut(&[u32]) -> bool) -> Vec<u32> {
    let until = Instant::now() + PATIENCE;
    let mut best = choices.to_vec();
    loop {
        let before = best.clone();
        for length in [32, 16, 8, 4, 2, 1] {
            let mut at = best.len();
            while at > 0 {
                at = at.min(best.len()).saturating_sub(1);
                if Instant::now() > until {
                    return best;
                }
                let mut shorter = best.clone();
                shorter.drain(at..best.len().min(at + length));
                if fails(&shorter) {
                    best = shorter;
                }
            }
        }
        for at in 0..best.len() {
            for lower in [0, best[at] / 2, best[at].saturating_sub(1)] {
                if Instant::now() > until {
                    return best;
                }
                if lower < best[at] {
                    let mut lowered = best.clone();
                    lowered[at] = lower;
                    if fails(&lowered) {
                        best = lowered;
                        break;
                    }
                }
            }
        }
        if best == before {
            return best;
        }
    }
}
