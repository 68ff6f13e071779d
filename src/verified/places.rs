//! Which system each variable of a statement is in: that of the tracks of the relations that name it.
//!
//! Numbers are the same in all systems, and the checker rejects systems that do not fit, so nothing here has to be
//! believed. Cost: one pass over the formula. Weakness: a variable that no relation reads is in the first system of its
//! statement.

use std::collections::HashMap;

use filbert_answers::formula::{Command, Formula, System, Systems, Variable};

use super::commands::{Bound, Table};
use super::tree::{Numeration, Statement};

/// Why a statement has no commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// A variable would be in several systems.
    SeveralSystems,
    /// It names what has no meaning.
    NoMeaning,
}

/// A statement as commands in the systems of its variables.
pub struct Placed {
    pub systems: Systems,
    pub commands: Vec<Command>,
    pub bound: Bound,
}

/// The commands of a statement; the tracks of the relations so far have these systems.
///
/// # Errors
/// Why there are none.
pub fn placed(table: &Table, tracks: &[Vec<System>], at: &Numeration, statement: &Statement) -> Result<Placed, Unread> {
    let own = &at.table;
    let commands = |systems: &Systems| table.commands(systems, tracks.len(), statement).ok_or(Unread::NoMeaning);
    let systems = match statement {
        Statement::Definition(..) | Statement::Claim(..) | Statement::Combined(..) => {
            let (found, _) = commands(&Systems(vec![own.clone()]))?;
            match of_commands(tracks, own, &found) {
                Some(one) if one.len() == 1 => one,
                Some(_) | None => {
                    // Each variable has a number of its own.
                    let (found, _) = commands(&Systems(vec![own.clone(), own.clone()]))?;
                    of_commands(tracks, own, &found).ok_or(Unread::SeveralSystems)?
                }
            }
        }
        Statement::Expression(_, systems, _) => match systems.split_first() {
            Some((first, rest)) if rest.iter().all(|system| system == first) => vec![first.clone()],
            Some(_) | None => systems.clone(),
        },
        Statement::Word(..)
        | Statement::Game(..)
        | Statement::Kernel(..)
        | Statement::IntegerClaim(..)
        | Statement::Forget(_) => vec![own.clone()],
    };
    let systems = Systems(systems);
    let (commands, bound) = commands(&systems)?;
    Ok(Placed { systems, commands, bound })
}

/// The systems of the variables of some commands: one if it is that of all; none if one would be in several. Variables
/// of a comparison are in one.
fn of_commands(tracks: &[Vec<System>], own: &System, commands: &[Command]) -> Option<Vec<System>> {
    let mut places = Places { tracks, parents: HashMap::new(), known: HashMap::new(), most: 0 };
    for command in commands {
        match command {
            Command::Define(order, formula) => {
                order.iter().for_each(|&x| places.count(x));
                places.formula(formula)?;
            }
            Command::Theorem(formula) => places.formula(formula)?,
            Command::Automaton(..) | Command::Kernel(_) => {}
        }
    }
    let mut all: Vec<&System> = Vec::new();
    for system in places.known.values() {
        if !all.contains(&system) {
            all.push(system);
        }
    }
    Some(match all[..] {
        [] => vec![own.clone()],
        [one] => vec![one.clone()],
        _ => {
            let of = |x: Variable| places.known.get(&places.root(x)).unwrap_or(own).clone();
            (0..=places.most).map(of).collect()
        }
    })
}

/// Variables in classes that have one system.
struct Places<'a> {
    tracks: &'a [Vec<System>],
    parents: HashMap<Variable, Variable>,
    /// The systems of roots.
    known: HashMap<Variable, System>,
    most: Variable,
}

impl Places<'_> {
    fn count(&mut self, x: Variable) {
        self.most = self.most.max(x);
    }

    fn root(&self, mut x: Variable) -> Variable {
        while let Some(&parent) = self.parents.get(&x) {
            x = parent;
        }
        x
    }

    /// A variable is in a system.
    fn say(&mut self, x: Variable, system: &System) -> Option<()> {
        let root = self.root(x);
        let known = self.known.entry(root).or_insert_with(|| system.clone());
        (known == system).then_some(())
    }

    /// Two variables are in one system.
    fn join(&mut self, x: Variable, y: Variable) -> Option<()> {
        let (x, y) = (self.root(x), self.root(y));
        if x == y {
            return Some(());
        }
        self.parents.insert(x, y);
        match self.known.get(&x).cloned() {
            Some(system) => self.say(y, &system),
            None => Some(()),
        }
    }

    fn formula(&mut self, formula: &Formula) -> Option<()> {
        match formula {
            Formula::Compare(_, a, b) => {
                let mut names = Vec::new();
                a.collect(&mut names);
                b.collect(&mut names);
                names.iter().for_each(|&x| self.count(x));
                let Some((&first, rest)) = names.split_first() else { return Some(()) };
                rest.iter().try_for_each(|&x| self.join(first, x))
            }
            Formula::Relation(relation, places) => {
                let systems = &self.tracks[*relation];
                places.iter().for_each(|&x| self.count(x));
                if systems.len() != places.len() {
                    return Some(());
                }
                places.iter().zip(systems).try_for_each(|(&x, system)| self.say(x, system))
            }
            Formula::Infinitely(x, body) => {
                // The bound with which the checker compares it.
                let fresh = body.fresh(*x);
                self.count(fresh);
                self.join(*x, fresh)?;
                self.formula(body)
            }
            _ => {
                formula.bound().iter().for_each(|&x| self.count(x));
                formula.parts().try_for_each(|part| self.formula(part))
            }
        }
    }
}
