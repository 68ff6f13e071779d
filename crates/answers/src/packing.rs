//! Letters of some variables as those of automata: the digits of each packed into one number, the first the most significant.

use filbert_core::automata::{Dfa as Packed, Layout, Letter, Moves, Transitions};

use crate::formula::{Dfa, Variable};
use crate::stop::Stop;
use crate::structure::Structure;

/// Where the digits of some variables are in a letter.
#[derive(Clone, Debug)]
pub(crate) struct Packing {
    variables: Vec<Variable>,
    layout: Layout,
}

impl Packing {
    /// The digits of some variables; none if they do not fit.
    pub(crate) fn new(structure: Structure<'_>, variables: &[Variable]) -> Result<Packing, Stop> {
        let size = |variable: &Variable| {
            let greatest = structure.of(*variable).0.iter().map(|(top, _)| *top).max().unwrap_or(0);
            u16::try_from(greatest).map(|greatest| u32::from(greatest) + 1).map_err(|_| Stop::TooLarge)
        };
        let sizes = variables.iter().map(size).collect::<Result<Vec<_>, _>>()?;
        let layout = Layout::new(&sizes).map_err(|_| Stop::TooLarge)?;
        Ok(Packing { variables: variables.to_vec(), layout })
    }

    /// The letter with these digits.
    pub(crate) fn pack(&self, digits: &[u16]) -> Letter {
        self.layout.slots().iter().zip(digits).map(|(slot, digit)| slot.place(u32::from(*digit))).collect()
    }

    fn unpack(&self, letter: Letter) -> Box<[u16]> {
        self.layout.slots().iter().map(|slot| slot.digit(letter) as u16).collect()
    }

    /// What takes the digits of some of these variables to another packing, which has no others.
    pub(crate) fn onto(&self, other: &Packing) -> Moves {
        let place = |variable| self.variables.iter().position(|own| own == variable).expect("a variable of both");
        let from: Vec<_> = other.variables.iter().map(|variable| self.layout.slots()[place(variable)]).collect();
        Moves::new(&from, other.layout.slots())
    }

    /// The least automaton for rows and whether each state accepts. States from which nothing is accepted are cut off, so that the
    /// checker skips letters that lead to them.
    pub(crate) fn minimal(&self, transitions: Transitions, accepting: Vec<bool>) -> Dfa {
        let least = Packed::new(self.layout.clone(), transitions, accepting).minimize();
        if least.accepting() == [false] {
            return Dfa::empty(self.variables.len());
        }
        let row = |q| least.transitions().row(q).map(|(letter, to)| (self.unpack(letter), to.index())).collect();
        Dfa { accepting: least.accepting().to_vec(), rows: least.numbers().map(row).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::{System, Systems};

    #[test]
    fn digits_come_back() {
        let systems = Systems(vec![System(vec![(1, 1), (0, 0)]), System(vec![(9, 0)])]);
        let structure = Structure::new(&systems);
        let packing = Packing::new(structure, &[0, 1, 0]).expect("few digits");
        assert_eq!(*packing.unpack(packing.pack(&[1, 7, 0])), [1, 7, 0]);
        let own = Packing::new(structure, &[1]).expect("few digits");
        assert_eq!(packing.onto(&own).apply(packing.pack(&[1, 7, 0])), Letter::digit(7));
    }
}
