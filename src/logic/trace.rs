//! What was done to decide a statement: one step for each automaton built or searched.
//!
//! A step names its inputs, its method and its result, so that `filbert explain` can show what a run did.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::automata::Dfa;
use crate::budget::{Budget, Halt, Instant};

use super::tactics::Tactic;

/// How a step makes its result from its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// The conjunction of the inputs and of conditions on them.
    Join,
    /// The disjunction of the inputs.
    Union,
    /// What satisfies a quantified formula taken from a relation.
    Subtract,
    /// Tracks forgotten, sets of states followed.
    Project,
    /// Tracks forgotten, determinized from the end.
    ProjectReversed,
    /// A bounded quantifier, learned and proved by induction.
    Induction,
    /// Witnesses counted.
    Count,
    /// Infinitely many witnesses.
    Infinitely,
    /// The reversed language.
    Reverse,
    /// A search that ends at the first word accepted.
    Search,
    /// Taken from a cache.
    Cached,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Method::Join => "join",
            Method::Union => "union",
            Method::Subtract => "subtract",
            Method::Project => "project",
            Method::ProjectReversed => "project, reversed",
            Method::Induction => "induction",
            Method::Count => "count",
            Method::Infinitely => "infinitely",
            Method::Reverse => "reverse",
            Method::Search => "search",
            Method::Cached => "cached",
        })
    }
}

/// What a step was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// An earlier step, by its number.
    Step(usize),
    /// A stored automaton, a word or a linear atom, as it reads in a formula.
    Named(Arc<str>),
}

/// One automaton built or searched.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it is the automaton of.
    pub formula: String,
    /// How it was made.
    pub method: Method,
    /// From what.
    pub inputs: Vec<Input>,
    /// The minimal automaton, one track for each variable in the order in which `formula` meets them; none for a search
    /// or a count of a closed formula.
    pub result: Option<Arc<Dfa>>,
    /// States of the largest automaton on the way, those of the inputs not counted.
    pub explored: usize,
    /// How long it took, its inputs not counted.
    pub time: Duration,
    /// Most bytes in use meanwhile; 0 without a gauge.
    pub peak: usize,
    /// What was tried before and led nowhere; its time is part of `time`, but for that of steps inside.
    pub given_up: Vec<GivenUp>,
}

/// How much a tactic may do before another has its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// States of an automaton.
    States(usize),
    /// Edges that are followed.
    Edges(usize),
    /// Members of sets of states.
    Members(usize),
    /// States of what is learned, and questions about words.
    Learning(usize, usize),
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Share::States(count) => write!(f, "{count} states"),
            Share::Edges(count) => write!(f, "{count} edges"),
            Share::Members(count) => write!(f, "{count} members of sets"),
            Share::Learning(states, questions) => write!(f, "{states} states and {questions} questions"),
        }
    }
}

/// Work by a tactic that was given up for another.
#[derive(Clone, Debug)]
pub struct GivenUp {
    /// The tactic.
    pub tactic: Tactic,
    /// What it might have cost.
    pub share: Share,
    /// The limit that it set itself, or what it cannot do.
    pub why: Halt,
    /// How long it was followed.
    pub time: Duration,
}

/// The steps of a session.
#[derive(Debug, Default)]
pub(super) struct Trace {
    /// Whether steps are kept: writing formulas down costs more than small steps take.
    pub(super) keeps: bool,
    steps: Vec<Step>,
    open: Vec<Open>,
    /// Where the last limit was passed.
    stopped: Option<String>,
    /// What was given up in the steps that it ended.
    left: Vec<GivenUp>,
}

/// A step that is being taken.
#[derive(Debug)]
struct Open {
    method: Method,
    inputs: Vec<Input>,
    explored: usize,
    started: Instant,
    /// Time taken by the steps inside.
    inside: Duration,
    earlier_peak: usize,
    given_up: Vec<GivenUp>,
}

impl Trace {
    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The formula on which work was when the last limit was passed.
    pub(super) fn take_stopped(&mut self) -> Option<String> {
        self.stopped.take()
    }

    /// What was given up in the steps that the last limit ended.
    pub(super) fn take_given_up(&mut self) -> Vec<GivenUp> {
        std::mem::take(&mut self.left)
    }

    /// Begins a step inside the one in progress.
    pub(super) fn begin(&mut self, budget: &Budget) {
        self.open.push(Open {
            method: Method::Join,
            inputs: Vec::new(),
            explored: 0,
            started: Instant::now(),
            inside: Duration::ZERO,
            earlier_peak: budget.restart_peak(),
            given_up: Vec::new(),
        });
    }

    /// The step in progress uses this.
    pub(super) fn uses(&mut self, input: impl FnOnce() -> Input) {
        if self.keeps
            && let Some(open) = self.open.last_mut()
        {
            let input = input();
            if !open.inputs.contains(&input) {
                open.inputs.push(input);
            }
        }
    }

    /// The step in progress goes about it this way.
    pub(super) fn by(&mut self, method: Method) {
        if let Some(open) = self.open.last_mut() {
            open.method = method;
        }
    }

    /// An automaton on the way had so many states.
    pub(super) fn explored(&mut self, states: usize) {
        if let Some(open) = self.open.last_mut() {
            open.explored = open.explored.max(states);
        }
    }

    /// Ends the step in progress; its number, if steps are kept.
    pub(super) fn finish(
        &mut self,
        formula: impl FnOnce() -> String,
        result: Option<Arc<Dfa>>,
        budget: &Budget,
    ) -> Option<usize> {
        let open = self.open.pop()?;
        let whole = open.started.elapsed();
        if let Some(outer) = self.open.last_mut() {
            outer.inside += whole;
        }
        let peak = budget.finish_peak(open.earlier_peak);
        if !self.keeps {
            return None;
        }
        let Open { method, inputs, explored, inside, given_up, .. } = open;
        let time = whole.saturating_sub(inside);
        self.steps.push(Step { formula: formula(), method, inputs, result, explored, time, peak, given_up });
        let number = self.steps.len() - 1;
        self.uses(|| Input::Step(number));
        Some(number)
    }

    /// Ends the step in progress because a limit was passed; the innermost formula is where.
    pub(super) fn stop(&mut self, formula: impl FnOnce() -> String) {
        let given_up = self.open.pop().map_or(Vec::new(), |open| open.given_up);
        // It is part of the step around, which may have another way.
        self.open.last_mut().map_or(&mut self.left, |outer| &mut outer.given_up).extend(given_up);
        self.stopped.get_or_insert_with(formula);
    }

    /// The step in progress gave up a tactic: where the limit was passed does not matter then.
    pub(super) fn gave_up(&mut self, work: GivenUp) {
        self.stopped = None;
        if let Some(open) = self.open.last_mut() {
            open.given_up.push(work);
        }
    }

    /// Forgets where a limit was passed: there is another way.
    pub(super) fn clear_stop(&mut self) {
        self.stopped = None;
    }
}
