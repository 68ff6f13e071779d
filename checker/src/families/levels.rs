//! By how many blocks the variables of a formula may be longer than the numbers given.
//!
//! Terms are no more blocks longer than what they are sums of than additions make them, in whatever order one adds; what is less is no
//! longer; and an automaton may hold of no number that is more blocks longer than the others ([`fronts::reach`]). A formula in
//! which all variables are bounded so is local. It is read behind as many blocks as its longest value needs, and as settle its
//! automata.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::fronts::{self, Tracks};
use super::given::made;
use super::{Family, Settled};
use crate::Read;
use crate::core::{Core, Var};
use crate::machine::Machine;
use crate::system::{Compare, Track};

/// By how many blocks each variable may be longer than the numbers given.
pub type Levels = BTreeMap<Var, usize>;

/// So many blocks, and by how many of them each variable may be longer than the numbers given.
pub struct Needed {
    pub blocks: usize,
    pub levels: Levels,
}

/// A formula that was read: the family, its parameter and what stands on the tracks.
pub struct Spoken {
    pub family: Rc<Family>,
    pub parameter: Var,
    pub tracks: Vec<Track>,
    /// What was claimed of parts of it, with what they are.
    pub parts: Vec<(Rc<Machine>, Core)>,
}

/// Why a formula is not local.
pub enum NotLocal {
    /// A variable that nothing bounds, or an automaton that further blocks may change.
    Open,
    /// It is not read.
    Unread(String),
}

impl From<String> for NotLocal {
    fn from(why: String) -> NotLocal {
        NotLocal::Unread(why)
    }
}

impl NotLocal {
    pub fn told(self) -> String {
        match self {
            NotLocal::Open => "a variable that nothing bounds, or an automaton that further blocks may change".into(),
            NotLocal::Unread(why) => why,
        }
    }
}

/// The positive terms of a sum, the others with their signs changed, and the constant on each side: `left compare right`.
pub struct Sides {
    pub left: (Vec<(Var, i64)>, i64),
    pub right: (Vec<(Var, i64)>, i64),
}

impl Sides {
    pub fn new(terms: &[(Var, i64)], constant: i64) -> Read<Sides> {
        let of = |sign: i64| -> Read<Vec<(Var, i64)>> {
            let own = terms.iter().filter(|term| term.1.signum() == sign);
            own.map(|&(var, k)| Ok((var, k.checked_mul(sign).ok_or("a number that is too large")?))).collect()
        };
        let less = constant.checked_neg().ok_or("a number that is too large")?;
        Ok(Sides { left: (of(1)?, less.max(0)), right: (of(-1)?, constant.max(0)) })
    }
}

/// How often something is added on the way to a sum.
fn additions(terms: &[(Var, i64)], constant: i64) -> usize {
    let doubled: u32 = terms.iter().map(|term| term.1.ilog2() + term.1.count_ones() - 1).sum();
    doubled as usize + (terms.len() + usize::from(constant != 0)).saturating_sub(1)
}

impl Spoken {
    /// The level of a sum of which all variables have one.
    fn level(&self, (terms, constant): &(Vec<(Var, i64)>, i64), known: &Levels) -> Read<Option<usize>> {
        let mut level = if *constant == 0 { 0 } else { self.family.constant(*constant)?.1 };
        for (var, _) in terms {
            let Some(own) = known.get(var) else { return Ok(None) };
            level = level.max(*own);
        }
        Ok(Some(level + self.family.growth * additions(terms, *constant)))
    }

    /// The place of the parameter among the variables of an automaton.
    pub fn place(&self, vars: &[Var]) -> Read<usize> {
        let mut places = (0..vars.len()).filter(|&place| vars[place] == self.parameter);
        match (places.next(), places.next()) {
            (Some(place), None) => Ok(place),
            _ => Err("an automaton that is not given the parameter once".into()),
        }
    }

    pub fn fronts<'t>(&self, machine: &'t Machine, place: usize) -> Tracks<'t> {
        Tracks { all: &machine.tracks, parameter: place, close: self.family.close }
    }

    /// Behind how many blocks it is settled where an automaton has an output.
    fn settled(&self, machine: &Rc<Machine>, value: i64, place: usize) -> Read<Option<usize>> {
        let is_it =
            |known: &&Settled| Rc::ptr_eq(&known.machine, machine) && known.value == value && known.place == place;
        if let Some(known) = self.family.settled.borrow().iter().find(is_it) {
            return Ok(known.blocks);
        }
        // Only what it says of numbers matters.
        let tracks = Rc::new(machine.tracks.clone());
        let vars: Vec<Var> = (0..tracks.len()).collect();
        let numbers =
            vars.iter().filter(|&&at| at != place).map(|&at| Core::table(&self.family.numbers, vec![place, at]));
        let parts = std::iter::once(Core::table(&self.family.parts, vec![place])).chain(numbers);
        let said = Core::and(parts.chain([Core::Table(machine.clone(), value, vars.clone())]));
        let said = made(&tracks, &said, &vars)?;
        let blocks = fronts::settled(&said, &self.family.parts, &self.fronts(&said, place))?;
        self.family.settled.borrow_mut().push(Settled { machine: machine.clone(), value, place, blocks });
        Ok(blocks)
    }

    /// Adds the levels of variables that are bounded wherever a formula holds, or does not unless `positive`.
    fn limit(&self, core: &Core, positive: bool, known: &mut Levels) -> Read<()> {
        // A claim says what it is claimed of, and bounds what that does.
        if let Core::Table(machine, 1, _) = core
            && let Some((_, part)) = self.parts.iter().find(|part| Rc::ptr_eq(&part.0, machine))
        {
            return self.limit(part, positive, known);
        }
        match core {
            Core::Linear(terms, compare, constant) => {
                let Sides { left, right } = Sides::new(terms, *constant)?;
                let mut most = |small: &(Vec<(Var, i64)>, i64), large: &(Vec<(Var, i64)>, i64)| -> Read<()> {
                    if let Some(level) = self.level(large, known)? {
                        small.0.iter().for_each(|term| _ = known.entry(term.0).or_insert(level));
                    }
                    Ok(())
                };
                match (compare, positive) {
                    (Compare::Less, true) => most(&left, &right),
                    (Compare::Less, false) => most(&right, &left),
                    (Compare::Equal, true) => most(&left, &right).and(most(&right, &left)),
                    (Compare::Equal, false) => Ok(()),
                }
            }
            Core::Table(machine, value, vars) if positive => {
                let place = self.place(vars)?;
                for (track, var) in vars.iter().enumerate() {
                    if track == place || known.contains_key(var) {
                        continue;
                    }
                    let others = vars.iter().enumerate().filter(|(other, _)| *other != track && *other != place);
                    let others: Option<Vec<usize>> = others.map(|other| known.get(other.1).copied()).collect();
                    let Some(others) = others else { continue };
                    if vars.iter().filter(|other| *other == var).count() == 1
                        && let Some(reach) = fronts::reach(machine, *value, track, &self.fronts(machine, place))?
                    {
                        known.insert(*var, others.into_iter().max().unwrap_or(0) + reach);
                    }
                }
                Ok(())
            }
            Core::Not(inner) => self.limit(inner, !positive, known),
            Core::And(parts) if positive => loop {
                let before = known.len();
                parts.iter().try_for_each(|part| self.limit(part, true, known))?;
                if known.len() == before {
                    return Ok(());
                }
            },
            Core::And(parts) => {
                // One of them does not hold: what all bound.
                let mut common: Option<Levels> = None;
                for part in parts {
                    let mut own = known.clone();
                    self.limit(part, false, &mut own)?;
                    common = Some(match common {
                        None => own,
                        Some(others) => {
                            let both = |(var, level): (Var, usize)| Some((var, level.max(*own.get(&var)?)));
                            others.into_iter().filter_map(both).collect()
                        }
                    });
                }
                known.extend(common.unwrap_or_default());
                Ok(())
            }
            Core::Exists(_, body) if positive => self.limit(body, true, known),
            Core::Term(term) if positive => self.limit(&term.1, true, known),
            Core::Truth(_) | Core::Table(..) | Core::Iff(..) | Core::Exists(..) | Core::Term(_) | Core::Count(..) => {
                Ok(())
            }
        }
    }

    /// Looks how many blocks what is said of variables with these levels needs.
    fn visit(&self, core: &Core, known: &mut Levels, needed: &mut usize) -> Result<(), NotLocal> {
        match core {
            Core::Truth(_) => {}
            Core::Linear(terms, _, constant) => {
                let Sides { left, right } = Sides::new(terms, *constant)?;
                for side in [left, right] {
                    *needed = (*needed).max(self.level(&side, known)?.ok_or(NotLocal::Open)?);
                }
            }
            Core::Table(machine, value, vars) => {
                let place = self.place(vars)?;
                let late = self.settled(machine, *value, place)?.ok_or(NotLocal::Open)?;
                let levels = vars.iter().filter(|var| **var != self.parameter).map(|var| known.get(var).copied());
                let levels = levels.collect::<Option<Vec<usize>>>().ok_or(NotLocal::Open)?;
                *needed = (*needed).max(late + levels.into_iter().max().unwrap_or(0));
            }
            Core::Not(inner) => self.visit(inner, known, needed)?,
            Core::And(parts) => parts.iter().try_for_each(|part| self.visit(part, known, needed))?,
            Core::Iff(a, b) => [a, b].into_iter().try_for_each(|part| self.visit(part, known, needed))?,
            Core::Exists(vars, body) => self.visit_bound(vars, body, known, needed)?,
            Core::Term(term) => self.visit_bound(&term.0, &term.1, known, needed)?,
            Core::Count(..) => return Err(NotLocal::Unread("numbers of a parameter are counted".into())),
        }
        Ok(())
    }

    fn visit_bound(&self, vars: &[Var], body: &Core, known: &mut Levels, needed: &mut usize) -> Result<(), NotLocal> {
        self.limit(body, true, known)?;
        let free = body.free();
        for var in vars.iter().filter(|var| free.contains(var)) {
            *needed = (*needed).max(*known.get(var).ok_or(NotLocal::Open)?);
        }
        self.visit(body, known, needed)
    }

    /// How many blocks more than its free numbers need a formula needs, if it is local.
    pub fn needed(&self, core: &Core) -> Result<Needed, NotLocal> {
        let free = core.free().into_iter().filter(|var| *var != self.parameter);
        let (mut levels, mut blocks): (Levels, usize) = (free.map(|var| (var, 0)).collect(), 0);
        self.visit(core, &mut levels, &mut blocks)?;
        Ok(Needed { blocks, levels })
    }
}
