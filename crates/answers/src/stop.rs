//! Why an attempt ends without an answer, and what it may take.

use std::rc::Rc;

use crate::tuning::{Limits, STEPS, STEPS_A_LOOK};

/// Why an attempt ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// It takes more than it may.
    TooLarge,
    /// Something that is looked for has the name of something that is assumed to be there.
    Clash,
    /// The checker would find a counterexample.
    Refuted,
    /// The caller ends the search.
    Halted,
}

/// Says whether the search may go on. It is asked again and again: by it a search ends at a deadline, or with Ctrl-C.
pub type GoOn = Rc<dyn Fn() -> bool>;

/// What an attempt may still take.
pub(crate) struct Budget {
    /// Members of sets of states of one automaton.
    pub(crate) members: usize,
    /// Members and letters of all that is tried.
    pub(crate) work: usize,
    /// What else the conclusions may take.
    pub(crate) conclusions: usize,
    /// Letters of single states, and edges of the members of sets: what takes time.
    pub(crate) steps: usize,
    /// Steps until the caller is asked again.
    until_look: usize,
    go_on: GoOn,
}

impl Budget {
    pub(crate) fn new(limits: &Limits, share: usize, go_on: &GoOn) -> Budget {
        Budget {
            members: limits.members / share,
            work: limits.work / share,
            conclusions: limits.conclusions / share,
            steps: limits.work / share * STEPS,
            until_look: 0,
            go_on: go_on.clone(),
        }
    }

    /// Takes some of the work.
    pub(crate) fn spend(&mut self, work: usize) -> Result<(), Stop> {
        self.work = self.work.checked_sub(work).ok_or(Stop::TooLarge)?;
        Ok(())
    }

    /// Takes some steps.
    pub(crate) fn step(&mut self, steps: usize) -> Result<(), Stop> {
        self.steps = self.steps.checked_sub(steps).ok_or(Stop::TooLarge)?;
        match self.until_look.checked_sub(steps) {
            Some(left) => self.until_look = left,
            None if (self.go_on)() => self.until_look = STEPS_A_LOOK,
            None => return Err(Stop::Halted),
        }
        Ok(())
    }

    /// Runs an exploration that ends in no automaton: what it takes is not charged while there is something left for such.
    pub(crate) fn concluding<T>(&mut self, run: impl FnOnce(&mut Budget) -> Result<T, Stop>) -> Result<T, Stop> {
        let (members, before) = (self.members, self.work);
        let allowed = before.max(self.conclusions);
        self.work = allowed;
        let result = run(self);
        let taken = allowed - self.work;
        self.members = members;
        match result {
            Err(Stop::TooLarge) => {
                self.conclusions = 0;
                self.work = before.saturating_sub(allowed);
            }
            Ok(_) | Err(Stop::Clash | Stop::Refuted | Stop::Halted) => {
                self.conclusions = self.conclusions.saturating_sub(taken);
                self.work = before;
            }
        }
        result
    }
}

/// The members that one automaton may still have.
#[derive(Debug)]
pub(crate) struct Share {
    left: usize,
    exhausted: bool,
}

impl Share {
    /// A part of what is left.
    pub(crate) fn of(budget: &Budget, part: usize) -> Share {
        Share { left: budget.members / part.max(1), exhausted: false }
    }

    /// Not more than so many.
    pub(crate) fn at_most(self, members: usize) -> Share {
        Share { left: self.left.min(members), ..self }
    }

    /// How many there may be.
    pub(crate) fn left(&self) -> usize {
        self.left
    }

    /// Whether there were more.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    /// Takes a set of some members.
    pub(crate) fn take(&mut self, members: usize, budget: &mut Budget) -> Result<(), Stop> {
        let Some(left) = self.left.checked_sub(members) else {
            self.exhausted = true;
            return Err(Stop::TooLarge);
        };
        self.left = left;
        budget.spend(members)
    }
}
