//! Letters as one number each: the digits of the places one after another, the first the most significant.

use crate::formula::{Letter, Variable};
use crate::stop::Stop;
use crate::structure::Structure;

/// Where the digits of some variables are in a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Packing {
    variables: Vec<Variable>,
    /// The width of each digit, and how far it is from the end.
    fields: Vec<(u32, u32)>,
}

impl Packing {
    /// The digits of some variables; none if they do not fit.
    pub(crate) fn new(structure: Structure<'_>, variables: &[Variable]) -> Result<Packing, Stop> {
        let width = |variable: &Variable| {
            let greatest = structure.of(*variable).0.iter().map(|(top, _)| *top).max().unwrap_or(0);
            if greatest > usize::from(u16::MAX) { Err(Stop::TooLarge) } else { Ok(greatest.max(1).ilog2() + 1) }
        };
        let widths = variables.iter().map(width).collect::<Result<Vec<_>, _>>()?;
        let mut shift = widths.iter().sum::<u32>();
        if shift > u64::BITS {
            return Err(Stop::TooLarge);
        }
        let fields = widths.into_iter().map(|width| {
            shift -= width;
            (width, shift)
        });
        Ok(Packing { variables: variables.to_vec(), fields: fields.collect() })
    }

    /// The digits one after another.
    pub(crate) fn pack(&self, digits: &[u16]) -> u64 {
        self.fields.iter().zip(digits).fold(0, |letter, ((_, shift), digit)| letter | u64::from(*digit) << shift)
    }

    /// The digits of a number.
    pub(crate) fn unpack(&self, letter: u64) -> Letter {
        self.fields.iter().map(|(width, shift)| (letter >> shift & ((1 << width) - 1)) as u16).collect()
    }

    /// How the digits of some of these variables are taken to another packing, which has no others.
    pub(crate) fn onto(&self, other: &Packing) -> Projection {
        let place = |variable: &Variable| self.variables.iter().position(|own| own == variable);
        let field = |(variable, (width, to)): (&Variable, &(u32, u32))| {
            let (_, from) = self.fields[place(variable).expect("a variable of both")];
            (((1 << width) - 1, from), *to)
        };
        Projection {
            same: self.variables == other.variables,
            moves: other.variables.iter().zip(&other.fields).map(field).collect(),
        }
    }
}

/// Takes letters from one packing to another.
#[derive(Clone, Debug)]
pub(crate) struct Projection {
    same: bool,
    moves: Vec<((u64, u32), u32)>,
}

impl Projection {
    pub(crate) fn apply(&self, letter: u64) -> u64 {
        match self.same {
            true => letter,
            false => self.moves.iter().fold(0, |to, ((mask, from), shift)| to | (letter >> from & mask) << shift),
        }
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
        assert_eq!(packing.onto(&own).apply(packing.pack(&[1, 7, 0])), 7);
    }
}
