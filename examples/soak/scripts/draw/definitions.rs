//! Random definitions of sets, languages, words, systems and sequences.

use super::super::meaning::{Function, System};
use super::super::model::{Body, Command, Formula, Images, Kind, NUMERATIONS, OSTROWSKI, Words};
use super::super::oracle::Meaning;
use super::{Drawer, SYSTEMS};

impl Drawer<'_, '_> {
    pub(super) fn of_functions(&mut self, at: usize) -> Command {
        let name = self.any();
        match at {
            32 | 33 => {
                let words = match self.tape.below(10) {
                    0 => Words::Nonsense,
                    1 => Words::Large,
                    2 => Words::Ones,
                    3..=5 => Words::Power(1 + self.tape.below(2)),
                    _ => Words::Numbers((0..1 + self.tape.below(3)).map(|_| self.tape.below(9) as u64).collect()),
                };
                let system = match words {
                    Words::Large => "msd_2".into(),
                    _ => self.system(),
                };
                Command::Reg { name, system, words }
            }
            34 => Command::Synchronize {
                name,
                sequence: self
                    .known(Kind::Sequence, |meaning| matches!(meaning, Meaning::Sequence(one) if one.is_linear)),
            },
            35 => Command::Normalizer { name, system: self.system() },
            36..=40 => {
                let keyword = *self.tape.pick(&[
                    "union",
                    "intersect",
                    "difference",
                    "concat",
                    "star",
                    "leftquo",
                    "rightquo",
                    "fixleadzero",
                    "fixtrailzero",
                ]);
                let operands = match keyword {
                    "star" | "fixleadzero" | "fixtrailzero" => 1,
                    _ => 2,
                };
                Command::Languages { keyword, name, of: (0..operands).map(|_| self.language()).collect() }
            }
            _ => self.row(name, true),
        }
    }

    /// Reads a word or a set in another system.
    fn row(&mut self, name: String, marked: bool) -> Command {
        let keyword = *self.tape.pick(&["minimize", "reverse", "convert", "alphabet", "split", "rsplit"]);
        let wanted: fn(&System) -> bool = match keyword {
            "split" => |system| *system == System::Negative,
            "rsplit" | "alphabet" => |system| *system == System::Msd(2),
            _ => |system| matches!(system, System::Msd(2 | 4) | System::Lsd(2 | 4)),
        };
        let of = match marked {
            false => self.word(wanted),
            true => self.known(Kind::Function, |meaning| match meaning {
                Meaning::Function(function) => match &**function {
                    Function::Set { system, .. } => wanted(system),
                    Function::Words { .. } => keyword == "alphabet",
                    Function::Truth(_) | Function::Pair { .. } => false,
                },
                _ => false,
            }),
        };
        let system = if keyword == "convert" { *self.tape.pick(&["msd_4", "msd_2", "lsd_2"]) } else { "msd_2" };
        Command::Row { keyword, name, marked, system: system.into(), of }
    }

    fn images(&mut self) -> Images {
        if self.tape.chance(1, 12) {
            return Images::new();
        }
        let length = 2 + self.tape.below(2);
        let letters = 2 + self.tape.below(2);
        let mut images: Images =
            (0..letters).map(|_| (0..length).map(|_| self.tape.below(letters)).collect()).collect();
        match self.tape.below(8) {
            // It does not begin with itself, or a letter has no rule, or the images have several lengths.
            0 => images[0][0] = 1,
            1 => images[0] = vec![0, 9, 0],
            2 => images[1] = vec![0; length + 1],
            _ => images[0][0] = 0,
        }
        images
    }

    pub(super) fn of_words(&mut self, at: usize) -> Command {
        let name = self.any();
        let in_base = |system: &System| *system == System::Msd(2);
        match at {
            44 | 45 => {
                let images = loop {
                    let images = self.images();
                    if !images.is_empty() {
                        break images;
                    }
                };
                let system = format!("msd_{}", images[0].len());
                let coding = self.tape.chance(1, 3).then(|| images.iter().map(|_| self.tape.range(0, 3)).collect());
                Command::Word { name, system, images, coding }
            }
            46 | 47 => {
                let parts = (0..1 + self.tape.below(2))
                    .map(|_| (self.word(in_base), 1 + self.tape.below(2) as u64, self.number()))
                    .collect();
                Command::WordBy { name, parts, more: self.tape.range(-1, 2) }
            }
            48 => Command::Promote { name, morphism: self.known(Kind::Morphism, |_| true) },
            49 | 50 => Command::Morphism { name, images: self.images() },
            51 | 52 => Command::Macro {
                name,
                text: if self.tape.chance(1, 12) { Formula::Nonsense } else { self.formula(&['%'], 1) },
            },
            53 => {
                let parts = (0..1 + self.tape.below(2))
                    .map(|_| (self.language(), self.tape.chance(1, 2).then(|| self.tape.range(-1, 4))))
                    .collect();
                Command::Combine { name, parts }
            }
            54 | 55 => {
                let system = (*self.tape.pick(&SYSTEMS)).to_owned();
                match self.tape.chance(1, 3) {
                    true => Command::Ost { name: system, which: self.tape.below(OSTROWSKI.len()) },
                    false => Command::Numeration { name: system, which: self.tape.below(NUMERATIONS.len()) },
                }
            }
            56 | 57 => {
                let body = match self.tape.below(7) {
                    0 => Body::Nonsense,
                    1 => Body::Square(self.tape.range(0, 3)),
                    2 | 3 => Body::Linear(self.tape.range(1, 2), self.tape.range(0, 4)),
                    4 => Body::Count(self.tape.range(0, 4)),
                    _ => Body::Other(self.sequence(), self.tape.range(0, 3)),
                };
                Command::Sequence { name, body }
            }
            58 => Command::Image { name, morphism: self.known(Kind::Morphism, |_| true), word: self.word(|_| true) },
            59 => Command::Join { name, words: (0..1 + self.tape.below(2)).map(|_| self.word(in_base)).collect() },
            60 => Command::Transduce { name, word: self.word(in_base) },
            _ => self.row(name, false),
        }
    }
}
