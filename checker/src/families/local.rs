//! What a statement about a parameter comes to on its parts.
//!
//! A formula is local if each of its variables is bounded: what is said of it holds of no number more blocks longer than the numbers
//! given than can be read off. With that many blocks of zeros in front of the numbers given, and with fewer in front of variables by as
//! many as these may be longer, all sums are numbers of the part, also those on the way, and the formula says of the part what it says
//! of the parameter. So a claim on a formula is compared with it where the numbers have these zeros in front. What it says elsewhere
//! does not matter: an automaton is read only behind as many blocks as settle it (`fronts::settled`), and is there what it is with any
//! further ones.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::given::{made, of_words};
use super::levels::{Needed, NotLocal, Sides, Spoken};
use crate::Read;
use crate::core::{Core, Var};
use crate::machine::Machine;
use crate::rules::is_relation;
use crate::system::{Compare, Kind};

impl Spoken {
    fn of_number(&self, var: Var) -> Core {
        Core::table(&self.family.numbers, vec![self.parameter, var])
    }

    fn fresh(&mut self) -> Var {
        self.tracks.push(self.family.number.clone());
        self.tracks.len() - 1
    }

    /// A number that is a sum: a variable, those that are added on the way to it, and what they are.
    fn sum(
        &mut self,
        (terms, constant): &(Vec<(Var, i64)>, i64),
        bound: &mut Vec<Var>,
        given: &mut Vec<Core>,
    ) -> Read<Var> {
        let mut add = |spoken: &mut Self, a: Option<Var>, b: Var| match a {
            None => b,
            Some(a) => {
                let sum = spoken.fresh();
                bound.push(sum);
                given.push(Core::table(&spoken.family.plus, vec![spoken.parameter, a, b, sum]));
                sum
            }
        };
        let mut all = None;
        for &(var, k) in terms {
            let mut own = None;
            for bit in (0..=k.ilog2()).rev() {
                own = own.map(|own| add(self, Some(own), own));
                if k >> bit & 1 == 1 {
                    own = Some(add(self, own, var));
                }
            }
            all = own.map(|own| add(self, all, own)).or(all);
        }
        if *constant == 0
            && let Some(all) = all
        {
            return Ok(all);
        }
        let machine = self.family.constant(*constant)?.0;
        let var = self.fresh();
        let sum = add(self, all, var);
        bound.push(var);
        given.push(Core::table(&machine, vec![self.parameter, var]));
        Ok(sum)
    }

    /// A comparison on parts that have all sums on the way.
    fn compared(&mut self, (terms, compare, constant): (&[(Var, i64)], Compare, i64)) -> Read<Core> {
        let (mut bound, mut given) = (Vec::new(), Vec::new());
        let Sides { left, right } = Sides::new(terms, constant)?;
        let atom = match compare {
            // Not right < left.
            Compare::Less if right.1 == 1 => {
                let left = self.sum(&left, &mut bound, &mut given)?;
                let right = self.sum(&(right.0, 0), &mut bound, &mut given)?;
                Core::table(&self.family.less, vec![self.parameter, right, left]).not()
            }
            Compare::Less => {
                let left = self.sum(&left, &mut bound, &mut given)?;
                let right = self.sum(&right, &mut bound, &mut given)?;
                Core::table(&self.family.less, vec![self.parameter, left, right])
            }
            Compare::Equal => {
                let left = self.sum(&left, &mut bound, &mut given)?;
                let right = self.sum(&right, &mut bound, &mut given)?;
                // A sum is the other side itself.
                match [(right, left), (left, right)].into_iter().find(|(sum, _)| bound.contains(sum)) {
                    Some((sum, other)) => {
                        bound.retain(|var| *var != sum);
                        given.iter_mut().for_each(|part| renamed(part, sum, other));
                        Core::Truth(true)
                    }
                    None => Core::table(&self.family.equal, vec![left, right]),
                }
            }
        };
        given.push(atom);
        let all = Core::and(given);
        Ok(if bound.is_empty() { all } else { Core::Term(Rc::new((bound, all))) })
    }

    /// That a variable is a number of the part, and no longer than its bound.
    fn of_bound(&self, var: Var, needed: &Needed) -> Read<Core> {
        let zeros = needed.blocks.saturating_sub(needed.levels.get(&var).copied().unwrap_or(0));
        let behind = self.family.behind(zeros, true)?;
        Ok(Core::and([self.of_number(var), Core::table(&behind, vec![self.parameter, var])]))
    }

    /// A formula as one about a part and words that are numbers of it.
    pub fn on_parts(&mut self, core: &Core, needed: &Needed) -> Read<Core> {
        Ok(match core {
            Core::Truth(_) | Core::Table(..) => core.clone(),
            Core::Linear(terms, compare, constant) => self.compared((terms, *compare, *constant))?,
            Core::Not(inner) => self.on_parts(inner, needed)?.not(),
            Core::And(parts) => {
                Core::and(parts.iter().map(|part| self.on_parts(part, needed)).collect::<Read<Vec<Core>>>()?)
            }
            Core::Iff(a, b) => self.on_parts(a, needed)?.iff(self.on_parts(b, needed)?),
            Core::Exists(vars, body) => {
                let vars = of(vars, body);
                let bounded = vars.iter().map(|&var| self.of_bound(var, needed)).collect::<Read<Vec<Core>>>()?;
                Core::exists(vars, Core::and(bounded.into_iter().chain([self.on_parts(body, needed)?])))
            }
            Core::Term(term) => {
                let bounded = term.0.iter().map(|&var| self.of_bound(var, needed)).collect::<Read<Vec<Core>>>()?;
                let (mut bound, mut parts) = (term.0.clone(), bounded);
                let body = self.on_parts(&term.1, needed)?;
                let all = if let Core::And(all) = body { all } else { vec![body] };
                // Sums that are added on the way have one value, too.
                for part in all {
                    match part {
                        Core::Term(inner) => {
                            bound.extend(&inner.0);
                            parts.push(inner.1.clone());
                        }
                        other => parts.push(other),
                    }
                }
                Core::Term(Rc::new((bound, Core::and(parts))))
            }
            Core::Count(..) => return Err("numbers of a parameter are counted".into()),
        })
    }

    /// That some words are numbers of a part, with so many blocks of zeros in front; the part begins with as many blocks.
    pub fn behind(&self, blocks: usize, numbers: &[Var]) -> Read<Vec<Core>> {
        let mut all = vec![Core::table(&self.family.parts, vec![self.parameter])];
        all.extend(numbers.iter().map(|&var| self.of_number(var)));
        let behind = self.family.behind(blocks, !numbers.is_empty())?;
        match numbers {
            [] => all.push(Core::table(&behind, vec![self.parameter])),
            _ => all.extend(numbers.iter().map(|&var| Core::table(&behind, vec![self.parameter, var]))),
        }
        Ok(all)
    }

    /// All variables are words of the parameter or its numbers, on their digits.
    pub fn is_of_family(&self, core: &Core) -> Read<()> {
        let mut vars = BTreeSet::new();
        variables(core, &mut vars);
        let is_own = |&var: &Var| {
            let expected = if var == self.parameter { &self.family.parameter } else { &self.family.number };
            self.tracks[var].kind == Kind::Words && self.tracks[var].digits == expected.digits
        };
        if vars.iter().all(is_own) { Ok(()) } else { Err("a variable that is no number of the parameter".into()) }
    }
}

/// Puts a variable in the place of another in an automaton.
fn renamed(part: &mut Core, old: Var, new: Var) {
    if let Core::Table(_, _, vars) = part {
        vars.iter_mut().filter(|var| **var == old).for_each(|var| *var = new);
    }
}

/// The variables in a formula, bound or free.
fn variables(core: &Core, found: &mut BTreeSet<Var>) {
    found.extend(core.free());
    match core {
        Core::Exists(vars, body) => {
            found.extend(vars.iter().filter(|var| body.free().contains(var)));
            variables(body, found);
        }
        Core::Term(term) => {
            found.extend(&term.0);
            variables(&term.1, found);
        }
        Core::Not(inner) => variables(inner, found),
        Core::And(parts) => parts.iter().for_each(|part| variables(part, found)),
        Core::Iff(a, b) => [a, b].into_iter().for_each(|part| variables(part, found)),
        Core::Truth(_) | Core::Linear(..) | Core::Table(..) | Core::Count(..) => {}
    }
}

/// Those of some variables that are in a formula.
pub fn of(vars: &[Var], body: &Core) -> Vec<Var> {
    let free = body.free();
    vars.iter().copied().filter(|var| free.contains(var)).collect()
}

/// Checks that a claim is what a local formula says of a parameter and numbers, on these variables; the claim.
pub fn defined(mut spoken: Spoken, core: &Core, kept: &[Var], claim: &Rc<Machine>) -> Read<Rc<Machine>> {
    let claim = of_words(claim);
    if !claim.tracks.iter().eq(kept.iter().map(|&var| &spoken.tracks[var])) {
        return Err("a claim on other tracks".into());
    }
    spoken.is_of_family(core)?;
    let needed = spoken.needed(core).map_err(NotLocal::told)?;
    let numbers: Vec<Var> = kept.iter().copied().filter(|var| *var != spoken.parameter).collect();
    let body = spoken.on_parts(core, &needed)?;
    let behind = spoken.behind(needed.blocks, &numbers)?;
    let claimed = Core::table(&claim, kept.to_vec());
    // Of what has none, the others are compared.
    let (body, claimed) = match body {
        Core::Not(inner) if matches!(*inner, Core::Exists(..)) => (*inner, claimed.not()),
        body => (body, claimed),
    };
    let claimed = Core::and(behind.iter().cloned().chain([claimed]));
    let claimed = made(&Rc::new(spoken.tracks.clone()), &claimed, kept)?;
    let formula = match body {
        Core::Exists(vars, body) => Core::exists(vars, Core::and(behind.into_iter().chain([*body]))),
        body => Core::and(behind.into_iter().chain([body])),
    };
    is_relation(&spoken.tracks, formula, kept, &claimed)?;
    Ok(claim)
}
