//! What formulas mean: `A` is `~E~`, `F | G` is `~(~F & ~G)`, words and functions are automata on tracks.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::Read;
use crate::machine::{Machine, Track};
use crate::system::Compare;

pub type Var = usize;

/// A set of the numbers that count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Number {
    AtLeast(u64),
    Exactly(u64),
    Infinite,
}

/// A formula whose names are known. No two quantifiers bind the same variable.
#[derive(Clone)]
pub enum Core {
    Truth(bool),
    /// The sum of the terms compared with the constant; the first coefficient is positive.
    Linear(Vec<(Var, i64)>, Compare, i64),
    /// The automaton, where it accepts, and the variable on each track.
    Table(Rc<Machine>, Rc<Vec<bool>>, Vec<Var>),
    Not(Box<Core>),
    And(Vec<Core>),
    Iff(Box<Core>, Box<Core>),
    Exists(Vec<Var>, Box<Core>),
    /// So many values of the variables.
    Count(Number, Vec<Var>, Box<Core>),
    /// The same where the variables stand for terms, which have one value at most: an atom that reads the others.
    Term(Rc<(Vec<Var>, Core)>),
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

    /// The formula with others in the place of its atoms.
    pub fn with_atoms(&self, new: &dyn Fn(&Core) -> Option<Core>) -> Option<Core> {
        let one = |core: &Core| core.with_atoms(new);
        let boxed = |core: &Core| Some(Box::new(core.with_atoms(new)?));
        Some(match self {
            Core::Truth(_) | Core::Linear(..) | Core::Table(..) | Core::Term(_) => return new(self),
            Core::Not(inner) => one(inner)?.not(),
            Core::And(parts) => Core::and(parts.iter().map(one).collect::<Option<Vec<Core>>>()?),
            Core::Iff(a, b) => one(a)?.iff(one(b)?),
            Core::Exists(vars, body) => Core::Exists(vars.clone(), boxed(body)?),
            Core::Count(number, vars, body) => Core::Count(*number, vars.clone(), boxed(body)?),
        })
    }

    /// The formula with variables in the place of numbered ones, where there is no quantifier.
    pub fn on(&self, vars: &[Var]) -> Core {
        let placed = self.with_atoms(&|atom| match atom {
            Core::Table(machine, accepting, places) => {
                Some(Core::Table(machine.clone(), accepting.clone(), places.iter().map(|&at| vars[at]).collect()))
            }
            other => Some(other.clone()),
        });
        placed.expect("every atom has a place")
    }

    /// The free variables.
    pub fn free(&self) -> BTreeSet<Var> {
        let mut found = BTreeSet::new();
        match self {
            Core::Truth(_) => {}
            Core::Linear(terms, ..) => found.extend(terms.iter().map(|term| term.0)),
            Core::Table(_, _, vars) => found.extend(vars),
            Core::Not(inner) => found = inner.free(),
            Core::And(parts) => parts.iter().for_each(|part| found.extend(part.free())),
            Core::Iff(a, b) => found.extend(a.free().into_iter().chain(b.free())),
            Core::Exists(vars, body) | Core::Count(_, vars, body) => {
                found = body.free();
                vars.iter().for_each(|var| _ = found.remove(var));
            }
            Core::Term(term) => {
                found = term.1.free();
                term.0.iter().for_each(|var| _ = found.remove(var));
            }
        }
        found
    }

    pub fn is_same_sum(&self, other: &Core) -> bool {
        match (self, other) {
            (Core::Linear(terms, compare, c), Core::Linear(t, other, d)) => (terms, compare, c) == (t, other, d),
            (Core::Not(a), Core::Not(b)) => a.is_same_sum(b),
            _ => false,
        }
    }

    pub fn has_quantifier(&self) -> bool {
        match self {
            Core::Exists(..) | Core::Count(..) => true,
            Core::Not(inner) => inner.has_quantifier(),
            Core::And(parts) => parts.iter().any(Core::has_quantifier),
            Core::Iff(a, b) => a.has_quantifier() || b.has_quantifier(),
            Core::Truth(_) | Core::Linear(..) | Core::Table(..) | Core::Term(_) => false,
        }
    }

    /// Whether one of the variables is a word.
    pub fn is_of_words(&self, tracks: &[Track]) -> bool {
        self.free().iter().any(|&var| matches!(tracks[var], Track::Digits(_)))
    }
}

/// Whether a closed formula holds, if that is to be found now.
type Decide<'a> = &'a dyn Fn(&Core) -> Read<Option<bool>>;

/// A formula without the quantifiers that can stand in front, of which only some variables are kept. With nothing in
/// `stands` all quantifiers stay where they are.
pub fn matrix(tracks: &[Track], formula: Core, kept: &[Var], stands: Option<bool>, decide: Decide<'_>) -> Read<Core> {
    let of_words = formula.is_of_words(tracks);
    let formula = to_front(formula, stands.filter(|_| !of_words), tracks, decide)?;
    Ok(if of_words { formula } else { solved(formula, kept, tracks) })
}

/// Takes quantifiers to the front where they are existential there: `stands` says whether a formula stands positive or
/// negative, and nothing if it is neither. What is closed is decided; the other quantifiers stay where they are, as all do
/// beside words, whose length all must have.
fn to_front(formula: Core, stands: Option<bool>, tracks: &[Track], decide: Decide<'_>) -> Read<Core> {
    if matches!(formula, Core::Exists(..) | Core::Count(..))
        && formula.free().is_empty()
        && let Some(value) = decide(&formula)?
    {
        return Ok(Core::Truth(value));
    }
    Ok(match formula {
        Core::And(parts) => {
            // One of several need not hold, and leaves what is bound in it open.
            let stands = stands.filter(|&positive| positive || parts.len() == 1);
            let parts = parts.into_iter().map(|part| to_front(part, stands, tracks, decide));
            Core::and(parts.collect::<Read<Vec<Core>>>()?)
        }
        Core::Not(inner) => to_front(*inner, stands.map(|positive| !positive), tracks, decide)?.not(),
        Core::Iff(a, b) => to_front(*a, None, tracks, decide)?.iff(to_front(*b, None, tracks, decide)?),
        Core::Exists(_, body) if stands == Some(true) && !body.is_of_words(tracks) => {
            to_front(*body, stands, tracks, decide)?
        }
        Core::Exists(vars, body) => Core::exists(vars, to_front(*body, None, tracks, decide)?),
        other => other,
    })
}

/// a + b c, if it has less than 62 bits, so that sums of two and contraries are numbers of 64 bits.
pub fn plus(a: i64, b: i64, c: i64) -> Option<i64> {
    b.checked_mul(c)?.checked_add(a).filter(|sum| (-1 << 61..1 << 61).contains(sum))
}

/// `E v (v = t & F)` is `t >= 0 & F` with t for v: variables for which an equation is solved, and which stand in sums
/// only, go, but for those that are kept.
fn solved(mut formula: Core, kept: &[Var], tracks: &[Track]) -> Core {
    'again: loop {
        formula = assumed(formula);
        let Core::And(parts) = &formula else { break };
        let mut fixed: BTreeSet<Var> = kept.iter().copied().collect();
        for part in parts {
            let others = std::cell::RefCell::new(Vec::<Var>::new());
            let _ = part.with_atoms(&|atom| {
                if !matches!(atom, Core::Linear(..)) {
                    others.borrow_mut().extend(atom.free());
                }
                Some(Core::Truth(true))
            });
            fixed.extend(others.into_inner());
        }
        for (i, part) in parts.iter().enumerate() {
            let Core::Linear(terms, Compare::Equal, constant) = part else { continue };
            for &(var, unit) in terms.iter().filter(|(var, k)| k.abs() == 1 && !fixed.contains(var)) {
                // v = the sum of the others times -unit, and the constant times unit.
                let value = terms.iter().filter(|term| term.0 != var).map(|&(other, k)| (other, -k * unit));
                let (value, constant): (Vec<(Var, i64)>, i64) = (value.collect(), constant * unit);
                let others = parts.iter().enumerate().filter(|(j, _)| *j != i);
                let rest = others.map(|(_, part)| part.with_atoms(&|atom| replaced(atom, var, &value, constant)));
                let Some(mut rest) = rest.collect::<Option<Vec<Core>>>() else { continue };
                match &tracks[var] {
                    Track::Number(system) if system.negative => {}
                    Track::Number(_) if constant >= 0 && value.iter().all(|term| term.1 > 0) => {}
                    Track::Number(_) => rest.push(Core::sum(value, Compare::Less, -constant).not()),
                    Track::Digits(_) => continue,
                }
                formula = Core::and(rest);
                continue 'again;
            }
        }
        break;
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
                _ if atom.is_same_sum(&literal) => Core::Truth(value),
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
