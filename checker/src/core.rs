//! What formulas mean: `A` is `~E~`, `F | G` is `~(~F & ~G)`, words and functions are automata on tracks.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use crate::Read;
use crate::machine::Machine;
use crate::system::{Compare, Kind, Track};

pub type Var = usize;

/// A formula whose names are known. No two quantifiers bind the same variable.
#[derive(Clone, PartialEq)]
pub enum Core {
    Truth(bool),
    /// The sum of the terms compared with the constant; the first coefficient is positive.
    Linear(Vec<(Var, i64)>, Compare, i64),
    /// The automaton has this output, and the variable on each track.
    Table(Rc<Machine>, i64, Vec<Var>),
    /// There are such values of the variables, which stand for terms and have one at most: an atom that reads the others.
    Term(Rc<(Vec<Var>, Core)>),
    Not(Box<Core>),
    And(Vec<Core>),
    Iff(Box<Core>, Box<Core>),
    Exists(Vec<Var>, Box<Core>),
    /// There are at least and at most so many values of the variables: `INFINITE` and more, or as many as one likes.
    Count(Vec<Var>, u64, u64, Box<Core>),
}

pub const INFINITE: u64 = u64::MAX;

/// Claims on a command, by what they are about: `body`, the number of a quantifier, `rest` and the number of pieces.
pub type Claims = HashMap<String, Rc<Machine>>;

/// A game: its moves, from a position to an option of it, which are piles on tracks.
pub struct Game {
    pub tracks: Vec<Track>,
    pub position: Vec<Var>,
    pub option: Vec<Var>,
    pub moves: Core,
    /// The moves of Right, where `moves` are those of Left.
    pub right: Option<Core>,
    /// A position of the kernel has fewer options in it.
    pub block: u64,
    /// Whoever makes the last move loses.
    pub is_misere: bool,
    /// Sums of the piles of a position, and the same of an option: every move makes the first that it changes smaller.
    pub measures: Vec<[Vec<(Var, i64)>; 2]>,
}

impl Core {
    pub fn not(self) -> Core {
        match self {
            Core::Truth(value) => Core::Truth(!value),
            Core::Not(inner) => *inner,
            other => Core::Not(Box::new(other)),
        }
    }

    pub fn and(parts: impl IntoIterator<Item = Core>) -> Core {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Core::And(inner) => all.extend(inner),
                Core::Truth(true) => {}
                Core::Truth(false) => return part,
                other => all.push(other),
            }
        }
        match all.len() {
            0 => Core::Truth(true),
            1 => all.remove(0),
            _ => Core::And(all),
        }
    }

    pub fn or(parts: impl IntoIterator<Item = Core>) -> Core {
        Core::and(parts.into_iter().map(Core::not)).not()
    }

    pub fn iff(self, other: Core) -> Core {
        match (self, other) {
            (Core::Truth(true), one) | (one, Core::Truth(true)) => one,
            (Core::Truth(false), one) | (one, Core::Truth(false)) => one.not(),
            (a, b) => Core::Iff(Box::new(a), Box::new(b)),
        }
    }

    /// A relation, on variables.
    pub fn table(machine: &Rc<Machine>, vars: Vec<Var>) -> Core {
        if vars.is_empty() { Core::Truth(machine.outputs[0] == 1) } else { Core::Table(machine.clone(), 1, vars) }
    }

    pub fn exists(vars: Vec<Var>, body: Core) -> Core {
        Core::Exists(vars, Box::new(body))
    }

    /// A sum compared with a constant; `-s < c` is `~(s < 1 - c)`.
    pub fn sum(terms: Vec<(Var, i64)>, compare: Compare, constant: i64) -> Core {
        match (terms.first(), compare) {
            (None, Compare::Equal) => Core::Truth(constant == 0),
            (None, Compare::Less) => Core::Truth(0 < constant),
            (Some((_, k)), _) if *k > 0 => Core::Linear(terms, compare, constant),
            _ => {
                let terms = terms.into_iter().map(|(var, k)| (var, -k)).collect();
                match compare {
                    Compare::Equal => Core::Linear(terms, compare, -constant),
                    Compare::Less => Core::Linear(terms, compare, 1 - constant).not(),
                }
            }
        }
    }

    /// The formulas that it is made of.
    fn parts(&self) -> Vec<&Core> {
        match self {
            Core::Truth(_) | Core::Linear(..) | Core::Table(..) => Vec::new(),
            Core::Term(term) => vec![&term.1],
            Core::Not(inner) | Core::Exists(_, inner) | Core::Count(_, _, _, inner) => vec![inner],
            Core::And(parts) => parts.iter().collect(),
            Core::Iff(a, b) => vec![a, b],
        }
    }

    /// The formula with others in the place of its atoms.
    fn with_atoms(&self, new: &dyn Fn(&Core) -> Option<Core>) -> Option<Core> {
        let one = |core: &Core| core.with_atoms(new);
        Some(match self {
            Core::Truth(_) | Core::Linear(..) | Core::Table(..) | Core::Term(_) => return new(self),
            Core::Not(inner) => one(inner)?.not(),
            Core::And(parts) => Core::and(parts.iter().map(one).collect::<Option<Vec<Core>>>()?),
            Core::Iff(a, b) => one(a)?.iff(one(b)?),
            Core::Exists(vars, body) => Core::exists(vars.clone(), one(body)?),
            Core::Count(vars, least, most, body) => Core::Count(vars.clone(), *least, *most, Box::new(one(body)?)),
        })
    }

    /// The free variables.
    pub fn free(&self) -> BTreeSet<Var> {
        let mut found: BTreeSet<Var> = self.parts().into_iter().flat_map(Core::free).collect();
        match self {
            Core::Linear(terms, ..) => found.extend(terms.iter().map(|term| term.0)),
            Core::Table(_, _, vars) => found.extend(vars),
            Core::Exists(vars, _) | Core::Count(vars, ..) => found.retain(|var| !vars.contains(var)),
            Core::Term(term) => found.retain(|var| !term.0.contains(var)),
            _ => {}
        }
        found
    }

    /// The variables that stand elsewhere than in sums.
    fn tabled(&self) -> BTreeSet<Var> {
        match self {
            Core::Linear(..) => BTreeSet::new(),
            Core::Table(..) | Core::Term(_) => self.free(),
            _ => self.parts().into_iter().flat_map(Core::tabled).collect(),
        }
    }

    pub fn has_quantifier(&self) -> bool {
        let is_one = matches!(self, Core::Exists(..) | Core::Count(..));
        is_one || !matches!(self, Core::Term(_)) && self.parts().into_iter().any(Core::has_quantifier)
    }

    /// Whether one of the variables is a word.
    pub fn is_of_words(&self, tracks: &[Track]) -> bool {
        self.free().iter().any(|&var| tracks[var].kind == Kind::Words)
    }
}

/// What stands for a formula whose free variables are these, if that is to be found now: whether it holds, if there are none.
type Simpler<'a> = &'a dyn Fn(&Core, &[Var]) -> Read<Option<Core>>;

/// A formula without the quantifiers that can stand in front, of which only some variables are kept. Unless it
/// `is_asked` just whether there are such values, all quantifiers stay where they are.
pub fn matrix(tracks: &[Track], formula: Core, kept: &[Var], is_asked: bool, simpler: Simpler<'_>) -> Read<Core> {
    if formula.is_of_words(tracks) {
        return to_front(formula, None, tracks, simpler);
    }
    let formula = to_front(formula, is_asked.then_some(true), tracks, simpler)?;
    Ok(solved(if is_asked { nearer(formula, kept, simpler)? } else { formula }, kept, tracks))
}

/// `E w (F & G)` is `F & E w G` where w is not in F: of a conjunction of which only some variables are kept, variables that
/// stand beside none of these are looked for first.
fn nearer(formula: Core, kept: &[Var], simpler: Simpler<'_>) -> Read<Core> {
    let Core::And(parts) = &formula else { return Ok(formula) };
    let free: Vec<BTreeSet<Var>> = parts.iter().map(Core::free).collect();
    let beside = free.iter().filter(|of| kept.iter().any(|var| of.contains(var)));
    let near: BTreeSet<Var> = beside.flatten().chain(kept).copied().collect();
    let (near_parts, far): (Vec<_>, Vec<_>) = parts.iter().zip(&free).partition(|(_, of)| of.is_subset(&near));
    let far = Core::and(far.into_iter().map(|part| part.0.clone()));
    let (border, bound): (Vec<Var>, Vec<Var>) = far.free().into_iter().partition(|var| near.contains(var));
    if border.is_empty() || bound.is_empty() {
        return Ok(formula);
    }
    let found = simpler(&Core::exists(bound, far), &border)?;
    Ok(found
        .map(|found| Core::and(near_parts.into_iter().map(|part| part.0.clone()).chain([found])))
        .unwrap_or(formula))
}

/// Takes quantifiers to the front where they are existential there: `stands` says whether a formula stands positive or
/// negative, and nothing if it is neither. What is closed is decided; the other quantifiers stay where they are, as all do
/// beside words, whose length all must have.
fn to_front(formula: Core, stands: Option<bool>, tracks: &[Track], simpler: Simpler<'_>) -> Read<Core> {
    if matches!(formula, Core::Exists(..) | Core::Count(..))
        && formula.free().is_empty()
        && let Some(value) = simpler(&formula, &[])?
    {
        return Ok(value);
    }
    let inner = |part, stands| to_front(part, stands, tracks, simpler);
    Ok(match formula {
        Core::And(parts) => {
            // One of several need not hold, and leaves what is bound in it open.
            let stands = stands.filter(|&positive| positive || parts.len() == 1);
            Core::and(parts.into_iter().map(|part| inner(part, stands)).collect::<Read<Vec<Core>>>()?)
        }
        Core::Not(part) => inner(*part, stands.map(|positive| !positive))?.not(),
        Core::Iff(a, b) => inner(*a, None)?.iff(inner(*b, None)?),
        Core::Exists(_, body) if stands == Some(true) && !body.is_of_words(tracks) => inner(*body, stands)?,
        Core::Exists(vars, body) => Core::exists(vars, inner(*body, None)?),
        other => other,
    })
}

/// a + b c, if it has less than 62 bits, so that sums of two and contraries are numbers of 64 bits.
pub fn plus(a: i64, b: i64, c: i64) -> Option<i64> {
    b.checked_mul(c)?.checked_add(a).filter(|sum| (-1 << 61..1 << 61).contains(sum))
}

/// `E v (v = t & F)` is `t >= 0 & F` with t for v: variables for which an equation is solved, and which stand in sums
/// only, go, but for those that are kept.
fn solved(formula: Core, kept: &[Var], tracks: &[Track]) -> Core {
    let formula = assumed(formula);
    let Core::And(parts) = &formula else { return formula };
    let mut fixed = formula.tabled();
    fixed.extend(kept);
    for (i, part) in parts.iter().enumerate() {
        let Core::Linear(terms, Compare::Equal, constant) = part else { continue };
        for &(var, unit) in terms.iter().filter(|(var, k)| k.abs() == 1 && !fixed.contains(var)) {
            // v = the sum of the others times -unit, and the constant times unit.
            let value = terms.iter().filter(|term| term.0 != var).map(|&(other, k)| (other, -k * unit));
            let (value, constant): (Vec<(Var, i64)>, i64) = (value.collect(), constant * unit);
            let others = parts.iter().enumerate().filter(|(j, _)| *j != i);
            let rest = others.map(|(_, part)| part.with_atoms(&|atom| replaced(atom, var, &value, constant)));
            let Some(mut rest) = rest.collect::<Option<Vec<Core>>>() else { continue };
            match tracks[var].kind {
                Kind::Words => continue,
                Kind::Natural if constant < 0 || value.iter().any(|term| term.1 < 0) => {
                    rest.push(Core::sum(value, Compare::Less, -constant).not());
                }
                _ => {}
            }
            return solved(Core::and(rest), kept, tracks);
        }
    }
    formula
}

/// What a part of a conjunction says is so in the others.
fn assumed(formula: Core) -> Core {
    let Core::And(mut parts) = formula else { return formula };
    for i in 0..parts.len() {
        let (literal, value) = match &parts[i] {
            Core::Not(inner) => ((**inner).clone(), false),
            other => (other.clone(), true),
        };
        let Core::Linear(terms, compare, constant) = &literal else { continue };
        let known = |atom: &Core| {
            Some(match atom {
                Core::Linear(other, Compare::Less, c) if value && *compare == Compare::Equal && other == terms => {
                    Core::Truth(constant < c)
                }
                _ if *atom == literal => Core::Truth(value),
                _ => atom.clone(),
            })
        };
        for (_, part) in parts.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            *part = part.with_atoms(&known).expect("every atom stays an atom");
        }
    }
    Core::and(parts)
}

/// An atom with a sum in the place of a variable; `None` if a number becomes too large.
fn replaced(atom: &Core, var: Var, value: &[(Var, i64)], constant: i64) -> Option<Core> {
    let Core::Linear(terms, compare, c) = atom else { return Some(atom.clone()) };
    let Some(&(_, factor)) = terms.iter().find(|term| term.0 == var) else { return Some(atom.clone()) };
    let mut new: BTreeMap<Var, i64> = terms.iter().copied().filter(|term| term.0 != var).collect();
    for (other, k) in value {
        let entry = new.entry(*other).or_default();
        *entry = plus(*entry, *k, factor)?;
    }
    new.retain(|_, k| *k != 0);
    Some(Core::sum(new.into_iter().collect(), *compare, plus(*c, constant, -factor)?))
}
