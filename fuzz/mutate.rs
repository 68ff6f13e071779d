//! Inputs made of others: the same choices for the same seed.

/// Draws inputs.
pub struct Mutator {
    seeds: Vec<Vec<u8>>,
    words: &'static [&'static str],
    state: u64,
}

/// Longer inputs are cut.
const LONGEST: usize = 6000;

impl Mutator {
    pub fn new(seeds: Vec<Vec<u8>>, words: &'static [&'static str], seed: u64) -> Mutator {
        Mutator { seeds, words, state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1 }
    }

    /// A number below `bound`: xorshift64* (Vigna 2016).
    fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        (self.state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound.max(1)
    }

    fn seed(&mut self) -> Vec<u8> {
        let at = self.below(self.seeds.len());
        self.seeds[at].clone()
    }

    /// The next input.
    pub fn next(&mut self) -> Vec<u8> {
        let mut input = self.seed();
        for _ in 0..1 + self.below(6) {
            self.change(&mut input);
        }
        input.truncate(LONGEST);
        input
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        const NUMBERS: [&str; 8] = [
            "0",
            "1",
            "-1",
            "255",
            "65536",
            "4294967296",
            "9223372036854775808",
            "340282366920938463463374607431768211456",
        ];
        let at = self.below(input.len() + 1);
        let end = (at + 1 + self.below(12)).min(input.len());
        match self.below(9) {
            0 if at < input.len() => input[at] ^= 1 << self.below(8),
            1 if at < input.len() => input[at] = self.below(256) as u8,
            2 => drop(input.drain(at.min(end)..end)),
            3 => {
                let piece = input[at.min(end)..end].repeat(1 + self.below(40));
                input.splice(at..at, piece);
            }
            4 => {
                let word = self.words[self.below(self.words.len())];
                input.splice(at..at, word.bytes());
            }
            5 => {
                let number = NUMBERS[self.below(NUMBERS.len())];
                input.splice(at..at, number.bytes());
            }
            6 => {
                let other = self.seed();
                let from = self.below(other.len() + 1);
                let to = (from + self.below(200)).min(other.len());
                input.splice(at..at, other[from..to].iter().copied());
            }
            7 => input.truncate(at),
            _ => {
                let blank = [b' ', b'\n', b'\t', b'\r', 0][self.below(5)];
                input.insert(at, blank);
            }
        }
    }
}
