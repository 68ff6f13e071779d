//! Closed statements about a parameter.
//!
//! `E f E x.. A y.. F` with a local F holds iff, for some parameter and numbers x, no part is in L: the parts and x for which there
//! are y, all of them behind zeros, of which F does not hold. More blocks in front keep a part in L. A claim contains L, and what is in
//! the claim is in L with some blocks more, whatever they are; so no part of the parameter is in L iff none is in the claim. There is such
//! a parameter iff blocks of zeros lead to a state of the automaton of the others, and again to it, from which a word is accepted:
//! turned round as often as one likes, that gives parts that are not in L, nor are what is behind these blocks; and of long parts that are
//! not in the claim each leads through a state twice.

use std::rc::Rc;

use super::MOST_BLOCKS;
use super::fronts::{is_closed, recurs, shifted};
use super::given::{made, of_words};
use super::levels::{NotLocal, Spoken};
use super::local::of;
use crate::Read;
use crate::core::{Claims, Core, Var};
use crate::machine::Machine;
use crate::rules::{self, is_covered};

/// A formula with its unbounded quantifiers in front.
#[derive(Default)]
struct Prefix {
    /// The numbers that are asked for.
    some: Vec<Var>,
    /// Those of which it is then said.
    all: Vec<Var>,
    /// Automata of the parameter alone.
    supposed: Vec<Rc<Machine>>,
}

impl Prefix {
    /// Takes quantifiers to the front of a formula, or of its negation; what is left. `on_top`: whether the whole holds only if this
    /// part does.
    fn pull(&mut self, spoken: &Spoken, core: &Core, positive: bool, on_top: bool) -> Read<Core> {
        match spoken.needed(core) {
            Ok(_) => return Ok(if positive { core.clone() } else { core.clone().not() }),
            Err(NotLocal::Unread(why)) => return Err(why),
            Err(NotLocal::Open) => {}
        }
        match core {
            Core::Table(machine, 1, vars) if positive && on_top && vars[..] == [spoken.parameter] => {
                self.supposed.push(machine.clone());
                Ok(Core::Truth(true))
            }
            Core::Not(inner) => self.pull(spoken, inner, !positive, on_top),
            Core::And(parts) => {
                let pulled = parts.iter().map(|part| self.pull(spoken, part, positive, on_top && positive));
                let pulled = pulled.collect::<Read<Vec<Core>>>()?;
                Ok(if positive { Core::and(pulled) } else { Core::or(pulled) })
            }
            Core::Exists(vars, body) if positive => {
                self.some.extend(of(vars, body));
                self.pull(spoken, body, true, on_top)
            }
            Core::Exists(vars, body) => {
                self.all.extend(of(vars, body));
                let before = self.some.len();
                let pulled = self.pull(spoken, body, false, false)?;
                if self.some.len() == before {
                    Ok(pulled)
                } else {
                    Err("quantifiers that nothing bounds in this order".into())
                }
            }
            _ => Err("a formula that further blocks may change".into()),
        }
    }
}

/// A closed statement with its unbounded quantifiers in front, and what is behind them: of some parameter if the statement holds iff
/// there is one, else of none.
fn prefixed(spoken: &Spoken, mut core: &Core) -> Read<(Prefix, Core, bool)> {
    let (mut positive, mut before, mut prefix) = (true, Vec::new(), Prefix::default());
    let body = loop {
        match core {
            Core::Not(inner) => (core, positive) = (inner, !positive),
            Core::Exists(vars, body) if vars.contains(&spoken.parameter) => {
                if before.iter().any(|other| *other != positive) {
                    return Err("numbers before the parameter, of the other kind".into());
                }
                prefix.some.extend(of(vars, body).into_iter().filter(|var| *var != spoken.parameter));
                break body;
            }
            Core::Exists(vars, body) => {
                before.extend(vars.iter().map(|_| positive));
                prefix.some.extend(of(vars, body));
                core = body;
            }
            _ => return Err("the parameter is not quantified in front".into()),
        }
    };
    // Those in front are asked for, bounded or not.
    let (mut inner, mut asserted) = (&**body, true);
    loop {
        match inner {
            Core::Not(next) => (inner, asserted) = (next, !asserted),
            Core::Exists(vars, next) if asserted => {
                prefix.some.extend(of(vars, next));
                inner = next;
            }
            _ => break,
        }
    }
    let matrix = prefix.pull(spoken, inner, asserted, true)?;
    for machine in &prefix.supposed {
        if !is_closed(machine, &spoken.fronts(machine, 0))? {
            return Err("what is supposed of a part may not hold of one with fewer blocks".into());
        }
    }
    prefix.supposed.extend(spoken.family.supposed.iter().cloned());
    Ok((prefix, matrix, positive))
}

/// Whether a closed statement holds, and how many claims that takes.
pub fn holds(mut spoken: Spoken, core: &Core, claims: &Claims) -> Read<(bool, usize)> {
    spoken.is_of_family(core)?;
    let (prefix, matrix, positive) = prefixed(&spoken, core)?;
    let mut needed = spoken.needed(&matrix).map_err(NotLocal::told)?;
    let family = spoken.family.clone();
    let supposed: Vec<Core> =
        prefix.supposed.iter().map(|machine| Core::table(machine, vec![spoken.parameter])).collect();
    if prefix.all.is_empty() && supposed.is_empty() {
        let matrix = spoken.on_parts(&matrix, &needed)?;
        let all = [spoken.behind(needed.blocks, &prefix.some)?, vec![matrix]].concat();
        let vars = std::iter::once(spoken.parameter).chain(prefix.some).collect();
        let found = rules::holds(&Rc::new(spoken.tracks), &Core::exists(vars, Core::and(all)))?;
        // It may be claimed for which numbers there are others, and is not needed.
        return Ok((found == positive, claims.keys().filter(|about| about.starts_with("answered ")).count()));
    }
    let claimed = claims.iter().find_map(|(about, claim)| Some((about.strip_prefix("answered ")?, claim)));
    let (further, claim) = claimed.ok_or("no claim says for which numbers there are others")?;
    let further =
        further.parse().ok().filter(|further| *further <= MOST_BLOCKS).ok_or("a claim behind too many blocks")?;
    needed.blocks = needed.blocks.max(further);
    let (blocks, claim) = (needed.blocks, &of_words(claim));
    let matrix = spoken.on_parts(&matrix, &needed)?;
    let kept: Vec<Var> = std::iter::once(spoken.parameter).chain(prefix.some.iter().copied()).collect();
    if !claim.tracks.iter().eq(kept.iter().map(|&var| &spoken.tracks[var])) {
        return Err("a claim on other tracks".into());
    }
    let numbers = [&prefix.some[..], &prefix.all].concat();
    let all = Core::and([spoken.behind(blocks, &numbers)?, supposed, vec![matrix.not()]].concat());
    let missing = Core::and([all.clone(), Core::table(claim, kept.clone()).not()]);
    let vars = kept.iter().chain(&prefix.all).copied().collect();
    if rules::holds(&Rc::new(spoken.tracks.clone()), &Core::exists(vars, missing))? {
        return Err("the claim lacks numbers for which there are others".into());
    }
    let beside: Vec<&Machine> =
        std::iter::once(&family.parts).chain(&prefix.supposed).map(|machine| &**machine).collect();
    let claimed = Rc::new(shifted(claim, blocks, &beside, &spoken.fronts(claim, 0))?);
    let all = if prefix.all.is_empty() { all } else { Core::exists(prefix.all.clone(), all) };
    is_covered(&spoken.tracks, all, &kept, Core::table(&claimed, kept.clone()), Core::Truth(false))?;
    // The others, of all that are numbers of a part.
    let others = prefix.supposed.iter().map(|machine| Core::table(machine, vec![spoken.parameter]));
    let others = Core::and(
        [spoken.behind(0, &prefix.some)?, others.collect(), vec![Core::table(claim, kept.clone()).not()]].concat(),
    );
    let others = made(&Rc::new(spoken.tracks.clone()), &others, &kept)?;
    Ok((recurs(&others, &spoken.fronts(&others, 0))? == positive, 1))
}
