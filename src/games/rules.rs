//! A game as relations: which options a position has, where it ends, and why every play is finite.
//!
//! A position is a tuple of piles, natural numbers in one numeration system read most significant digit first. Moves
//! are any relation between positions and options that a formula defines. [`Game::new`] proves what the rest of this
//! module relies on: every move decreases a measure that is bounded below, and no position has infinitely many options.
//! Then the graph of the game has one kernel, and brute force ends. In misere play, where whoever makes the last move
//! loses, the positions without a move are taken away first; what is left has one kernel as well.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::automata::{Dfa, Letter, State};
use crate::budget::{Attempt, Budget, Halt};
use crate::logic::ir::{Expr, ExprRef, Kind, LinearConstraint, Stored, Var, Variables};
use crate::logic::{Engine, Statement, Workspace};
use crate::numeration::{Compare, Direction, NumerationSystem, TrackKind};

use super::arithmetic::{Condition, consistent_conjunctions, is_contradiction};

/// States of an automaton of moves that can be a condition instead, at most.
const MOST_STATES: usize = 50_000;
/// Piles of a game whose moves may be a condition, at least.
pub(super) const LEAST_PILES: usize = 3;
/// Piles of which every order is looked at, at most.
pub(super) const ORDERED_PILES: usize = 4;

/// A position: the size of each pile.
pub type Position = Vec<BigInt>;

/// One component of a measure: the piles it adds up, each with its coefficient.
pub type Coefficients = Vec<(usize, i64)>;

/// What a game is made of, names already looked up.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Its name.
    pub name: Arc<str>,
    /// The system of the piles.
    pub system: Arc<NumerationSystem>,
    /// The variables of a position.
    pub position: Vec<Arc<str>>,
    /// The variables of its option.
    pub option: Vec<Arc<str>>,
    /// Which options a position has; its free variables are those.
    pub moves: Statement,
    /// Which positions have no option at all; over the variables of a position.
    pub terminal: Option<Statement>,
    /// A position is lost when fewer than so many of its options are lost for the other player.
    pub block: u32,
    /// Whether whoever makes the last move loses.
    pub misere: bool,
    /// What every move decreases, in lexicographic order; found if not given.
    pub measure: Option<Vec<Coefficients>>,
}

impl Rules {
    /// Moves the piles into this system. The rules mean what they did if they name no automaton and no word.
    #[must_use]
    pub fn in_system(&self, system: &Arc<NumerationSystem>) -> Rules {
        Rules {
            system: system.clone(),
            moves: self.moves.in_system(system),
            terminal: self.terminal.as_ref().map(|terminal| terminal.in_system(system)),
            ..self.clone()
        }
    }
}

/// Why rules make no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// A limit was passed.
    #[error("{0}")]
    Limit(#[from] Halt),
    /// Piles are read least significant digit first.
    #[error("the piles of a game are read most significant digit first")]
    Direction,
    /// Piles in a system whose words are not counted by its weights.
    #[error("the piles of a game are numbers in an integer base or a Parry system, which {0} is not")]
    System(Arc<str>),
    /// The moves speak of more than a position and its option.
    #[error("`{0}` is neither a pile nor bound")]
    Unbound(Arc<str>),
    /// A pile is in another system than the others.
    #[error("`{0}` is in {1}, the other piles in {2}")]
    Systems(Arc<str>, Arc<str>, Arc<str>),
    /// A move that does not decrease the measure.
    #[error("the move from {} to {} does not decrease {measure}", shown(from), shown(to))]
    NotDecreasing {
        /// The measure.
        measure: String,
        /// The position.
        from: Position,
        /// Its option.
        to: Position,
    },
    /// Some position has infinitely many options.
    #[error("some position has infinitely many options")]
    Endless,
}

/// `(3, 5)`.
pub fn shown(position: &[BigInt]) -> String {
    let piles: Vec<String> = position.iter().map(BigInt::to_string).collect();
    format!("({})", piles.join(", "))
}

/// A game whose plays are proved to be finite.
#[derive(Clone, Debug)]
pub struct Game {
    name: Arc<str>,
    system: Arc<NumerationSystem>,
    variables: Variables,
    position: Vec<Var>,
    option: Vec<Var>,
    moves: ExprRef,
    parts: Vec<ExprRef>,
    steps: Steps,
    terminal: Option<Arc<Dfa>>,
    block: u32,
    ends: Option<Arc<Dfa>>,
    measure: Vec<Coefficients>,
    bounded: bool,
    lead: usize,
}

/// The moves as brute force takes them.
#[derive(Clone, Debug)]
pub(super) enum Steps {
    /// An automaton: the tracks of the position, then those of the option.
    Automaton(Arc<Dfa>),
    /// A condition on the numbers of a position and its option, where the automaton is too large.
    Condition(Condition),
}

impl Game {
    /// The game with these rules.
    ///
    /// # Errors
    /// [`GameError`]: a limit, or why the rules make no game.
    pub fn new(rules: Rules, workspace: &mut Workspace, budget: &Budget) -> Result<Game, GameError> {
        let Piles { variables, position, option } = Piles::new(&rules)?;
        let measure = rules.measure.clone();
        let terminal = match &rules.terminal {
            Some(statement) => Some(Arc::new(over_piles(statement, &rules, workspace, budget)?)),
            None => None,
        };
        let mut moves = rules.moves.over_numbers();
        let mut parts = disjuncts(&moves);
        if let Some(terminal) = &terminal {
            let is_terminal = stored("terminal(%)", terminal, &position);
            let goes_on = Expr::negation(is_terminal);
            moves = Expr::and(vec![moves, goes_on.clone()]);
            parts = parts.into_iter().map(|part| Expr::and(vec![part, goes_on.clone()])).collect();
        }
        let all: Vec<Var> = position.iter().chain(&option).copied().collect();
        let may_be_tried = (LEAST_PILES..=ORDERED_PILES).contains(&position.len()) && rules.block == 1 && !rules.misere;
        let condition = Condition::new(&workspace.prepare(&moves, true), &all).filter(|_| may_be_tried);
        let steps = steps(&moves, condition, &all, &variables, workspace, budget)?;
        if let (Steps::Condition(_), Some(finer)) = (&steps, consistent_conjunctions(&moves)) {
            parts = finer;
        }
        let ends = match rules.misere {
            true => {
                let moved = parts.iter().map(|part| Expr::exists(option.clone(), part.clone())).collect();
                Some(built_over(&Expr::negation(Expr::or(moved)), &position, &variables, workspace, budget)?)
            }
            false => None,
        };
        let mut game = Game {
            name: rules.name,
            system: rules.system,
            variables,
            position,
            option,
            moves,
            parts,
            steps,
            terminal,
            block: rules.block,
            ends,
            measure: Vec::new(),
            bounded: false,
            lead: 0,
        };
        game.measure = game.decreasing(measure, workspace, budget)?;
        if game.relation().is_none() && game.may_make_a_pile_larger(workspace, budget)? {
            game = game.with_relation(workspace, budget)?;
        }
        game.bounded = game.never_exceeds_the_largest_pile(workspace, budget)?;
        if let Some(relation) = game.relation() {
            game.lead = longest_lead(relation, game.piles()).ok_or(GameError::Endless)?;
        }
        Ok(game)
    }

    /// The game with its moves as an automaton, however large that is.
    pub(super) fn with_relation(mut self, workspace: &mut Workspace, budget: &Budget) -> Result<Game, GameError> {
        if self.relation().is_none() {
            let all: Vec<Var> = self.position.iter().chain(&self.option).copied().collect();
            let relation = built_over(&self.moves, &all, &self.variables, workspace, budget)?;
            self.lead = longest_lead(&relation, self.piles()).ok_or(GameError::Endless)?;
            self.steps = Steps::Automaton(relation);
        }
        Ok(self)
    }

    /// Its name.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Number of piles.
    pub fn piles(&self) -> usize {
        self.position.len()
    }

    /// The system of the piles.
    pub fn system(&self) -> &Arc<NumerationSystem> {
        &self.system
    }

    /// One system a pile.
    pub fn systems(&self) -> Vec<Arc<NumerationSystem>> {
        vec![self.system.clone(); self.piles()]
    }

    /// The variables of [`Game::moves`].
    pub fn variables(&self) -> &Variables {
        &self.variables
    }

    /// The names of the piles.
    pub fn pile_names(&self) -> Vec<Arc<str>> {
        self.position().iter().map(|&var| self.variables().name(var).clone()).collect()
    }

    /// The piles of a position.
    pub fn position(&self) -> &[Var] {
        &self.position
    }

    /// The piles of its option.
    pub fn option(&self) -> &[Var] {
        &self.option
    }

    /// Which options a position has; terminal positions have none.
    pub fn moves(&self) -> &ExprRef {
        &self.moves
    }

    /// Formulas of which [`Game::moves`] is the disjunction: small ones, to be taken one by one.
    pub fn parts(&self) -> &[ExprRef] {
        &self.parts
    }

    /// The moves as an automaton, the tracks of the position before those of the option; `None` if it is too large.
    pub fn relation(&self) -> Option<&Arc<Dfa>> {
        if let Steps::Automaton(relation) = &self.steps { Some(relation) } else { None }
    }

    /// The moves as brute force takes them.
    pub(super) fn steps(&self) -> &Steps {
        &self.steps
    }

    /// The positions that were declared to have no options, if any were.
    pub fn terminal(&self) -> Option<&Arc<Dfa>> {
        self.terminal.as_ref()
    }

    /// A position is lost when fewer than so many of its options are.
    pub fn block(&self) -> u32 {
        self.block
    }

    /// Whether whoever makes the last move loses.
    pub fn is_misere(&self) -> bool {
        self.ends.is_some()
    }

    /// In misere play, the positions without a move, which the player to move has won.
    pub fn ends(&self) -> Option<&Arc<Dfa>> {
        self.ends.as_ref()
    }

    /// What every move decreases, in lexicographic order. No coefficient is negative.
    pub fn measure(&self) -> &[Coefficients] {
        &self.measure
    }

    /// The measure as a person writes it: `p+q`.
    pub fn measure_text(&self) -> String {
        self.text_of(&self.measure)
    }

    /// True if no option has a pile larger than the largest of its position.
    pub fn is_bounded(&self) -> bool {
        self.bounded
    }

    /// How many digits an option may have more than its position.
    pub(super) fn lead(&self) -> usize {
        self.lead
    }

    pub(super) fn text_of(&self, measure: &[Coefficients]) -> String {
        let term = |&(pile, k): &(usize, i64)| {
            let name = self.variables.name(self.position[pile]);
            if k == 1 { name.to_string() } else { format!("{k}*{name}") }
        };
        let component = |coefficients: &Coefficients| coefficients.iter().map(term).collect::<Vec<_>>().join("+");
        measure.iter().map(component).collect::<Vec<_>>().join(", ")
    }

    /// The given measure if every move decreases it; otherwise the sum of the piles, or an order of the piles.
    fn decreasing(
        &self,
        given: Option<Vec<Coefficients>>,
        workspace: &mut Workspace,
        budget: &Budget,
    ) -> Result<Vec<Coefficients>, GameError> {
        let sum = vec![(0..self.piles()).map(|pile| (pile, 1)).collect::<Coefficients>()];
        let first = given.clone().unwrap_or(sum);
        let Some((from, to)) = self.violation(&first, workspace, budget)? else { return Ok(first) };
        for measure in if given.is_none() { lexicographic(self.piles()) } else { Vec::new() } {
            if self.violation(&measure, workspace, budget)?.is_none() {
                return Ok(measure);
            }
        }
        Err(GameError::NotDecreasing { measure: self.text_of(&first), from, to })
    }

    /// The game with another measure, which every move decreases too.
    pub(super) fn with_measure(mut self, measure: Vec<Coefficients>) -> Game {
        self.measure = measure;
        self
    }

    /// A move that does not decrease the measure.
    pub(super) fn violation(
        &self,
        measure: &[Coefficients],
        workspace: &mut Workspace,
        budget: &Budget,
    ) -> Result<Option<(Position, Position)>, Halt> {
        let component = |coefficients: &Coefficients, compare| {
            let mut terms = Vec::new();
            for &(pile, k) in coefficients {
                terms.push((self.position[pile], -k));
                terms.push((self.option[pile], k));
            }
            linear(terms, compare, 0)
        };
        let mut decreases = Expr::truth(false);
        for coefficients in measure.iter().rev() {
            let equal = Expr::and(vec![component(coefficients, Compare::Equal), decreases]);
            decreases = Expr::or(vec![component(coefficients, Compare::Less), equal]);
        }
        self.some_move(Expr::negation(decreases), workspace, budget)
    }

    /// A move with a property of position and option.
    fn some_move(
        &self,
        property: ExprRef,
        workspace: &mut Workspace,
        budget: &Budget,
    ) -> Result<Option<(Position, Position)>, Halt> {
        let with_property = |part: &ExprRef| Expr::and(vec![part.clone(), property.clone()]);
        let bodies: Vec<ExprRef> = self.parts.iter().map(with_property).collect();
        let bodies = if self.relation().is_some() { vec![Expr::or(bodies)] } else { bodies };
        let all: Vec<Var> = self.position.iter().chain(&self.option).copied().collect();
        for body in bodies {
            let body = workspace.prepare(&body, true);
            if is_contradiction(&body) {
                continue;
            }
            if let Some(found) = Engine::new(workspace, &self.variables, budget).search(&all, &body)? {
                return Ok(Some((values(&self.position, &found), values(&self.option, &found))));
            }
        }
        Ok(None)
    }

    fn may_make_a_pile_larger(&self, workspace: &mut Workspace, budget: &Budget) -> Result<bool, Halt> {
        for (&before, &after) in self.position.iter().zip(&self.option) {
            if self.some_move(less(before, after), workspace, budget)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn never_exceeds_the_largest_pile(&self, workspace: &mut Workspace, budget: &Budget) -> Result<bool, Halt> {
        for &after in &self.option {
            let exceeds_all = Expr::and(self.position.iter().map(|&before| less(before, after)).collect());
            if self.some_move(exceeds_all, workspace, budget)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The moves as an automaton if that is small or they are no condition on numbers, and as a condition otherwise.
fn steps(
    moves: &ExprRef,
    condition: Option<Condition>,
    all: &[Var],
    variables: &Variables,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Steps, Halt> {
    let Some(condition) = condition else {
        return Ok(Steps::Automaton(built_over(moves, all, variables, workspace, budget)?));
    };
    Ok(match budget.attempt(MOST_STATES, |budget| built_over(moves, all, variables, workspace, budget))? {
        Attempt::Done(relation) => Steps::Automaton(relation),
        Attempt::TooLarge => Steps::Condition(condition),
    })
}

/// Formulas of which this one is the disjunction.
pub(super) fn disjuncts(moves: &ExprRef) -> Vec<ExprRef> {
    let moves = Workspace::new().prepare(moves, true);
    match moves.kind() {
        Kind::Or(parts) => parts.clone(),
        _ => vec![moves],
    }
}

/// The variables of a position and of its option among those of the moves.
pub(super) struct Piles {
    pub variables: Variables,
    pub position: Vec<Var>,
    pub option: Vec<Var>,
}

impl Piles {
    pub fn new(rules: &Rules) -> Result<Piles, GameError> {
        if rules.system.direction() != Direction::Msd {
            return Err(GameError::Direction);
        }
        if rules.system.positional().is_none() {
            return Err(GameError::System(rules.system.name().clone()));
        }
        let mut variables = rules.moves.variables.clone();
        let free = &rules.moves.free;
        let mut find = |name: &Arc<str>| -> Var {
            let known = free.iter().copied().find(|&var| variables.name(var) == name);
            known.unwrap_or_else(|| variables.add(name.clone(), rules.system.clone()))
        };
        let position: Vec<Var> = rules.position.iter().map(&mut find).collect();
        let option: Vec<Var> = rules.option.iter().map(&mut find).collect();
        for &var in position.iter().chain(&option) {
            check_system(&variables, var, &rules.system)?;
        }
        if let Some(&other) = free.iter().find(|var| !position.contains(var) && !option.contains(var)) {
            return Err(GameError::Unbound(variables.name(other).clone()));
        }
        Ok(Piles { variables, position, option })
    }
}

/// How many digits an option may have more than its position; `None` if there is no bound, which is a cycle on
/// letters that are zero on the position's tracks.
fn longest_lead(dfa: &Dfa, piles: usize) -> Option<usize> {
    let mask: Letter = dfa.layout().slots()[..piles].iter().map(|slot| slot.mask()).collect();
    let next = |state: State| -> Vec<State> {
        let zeros = dfa.transitions().row(state).filter(|&(letter, _)| letter & mask == Letter::ZERO);
        // Zeros before everything lead nowhere.
        zeros
            .filter(|&(letter, target)| (state, letter, target) != (State::START, Letter::ZERO, State::START))
            .map(|edge| edge.1)
            .collect()
    };
    // Depth first; the length of the longest path from a state once it is left.
    let mut longest: Vec<Option<usize>> = vec![None; dfa.states()];
    let mut open = vec![false; dfa.states()];
    let mut stack = vec![(State::START, next(State::START))];
    open[0] = true;
    while let Some((state, left)) = stack.last_mut() {
        match left.pop() {
            Some(target) if open[target] => return None,
            Some(target) if longest[target].is_some() => {}
            Some(target) => {
                open[target] = true;
                stack.push((target, next(target)));
            }
            None => {
                let beyond = next(*state).into_iter().map(|q| longest[q].expect("left before") + 1).max();
                longest[*state] = Some(beyond.unwrap_or(0));
                open[*state] = false;
                stack.pop();
            }
        }
    }
    longest[0]
}

/// One variable is less than another.
fn less(smaller: Var, larger: Var) -> ExprRef {
    linear(vec![(smaller, 1), (larger, -1)], Compare::Less, 0)
}

/// The sum of multiples of distinct variables compares so with a constant.
pub(super) fn linear(mut terms: Vec<(Var, i64)>, compare: Compare, constant: i64) -> ExprRef {
    terms.sort_unstable();
    let terms = terms.into_iter().map(|(var, k)| (var, vec![k])).collect();
    Expr::new(Kind::Linear(LinearConstraint { terms, compare, constant, signed: false }))
}

/// A stored relation on these variables, with its name for whoever reads the plan.
pub(super) fn stored(name: &str, dfa: &Arc<Dfa>, vars: &[Var]) -> ExprRef {
    Expr::new(Kind::Relation(Stored::of_numbers(dfa.clone(), name), vars.to_vec()))
}

/// The values of the variables in their order.
pub(super) fn values(vars: &[Var], found: &[(Var, BigInt)]) -> Position {
    let value = |var: &Var| found.iter().find(|(known, _)| known == var).map(|entry| entry.1.clone());
    vars.iter().map(|var| value(var).unwrap_or_default()).collect()
}

/// The automaton of a formula with its tracks in this order.
pub(super) fn built_over(
    expr: &ExprRef,
    order: &[Var],
    variables: &Variables,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Arc<Dfa>, Halt> {
    let prepared = workspace.prepare(expr, true);
    Ok(Engine::new(workspace, variables, budget).relation_over(&prepared, order)?.dfa)
}

/// The automaton of a statement about positions, one track a pile.
pub(super) fn over_piles(
    statement: &Statement,
    rules: &Rules,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Dfa, GameError> {
    let mut variables = statement.variables.clone();
    let mut order = Vec::new();
    for name in &rules.position {
        let known = statement.free.iter().copied().find(|&var| variables.name(var) == name);
        let var = known.unwrap_or_else(|| variables.add(name.clone(), rules.system.clone()));
        check_system(&variables, var, &rules.system)?;
        order.push(var);
    }
    if let Some(&other) = statement.free.iter().find(|var| !order.contains(var)) {
        return Err(GameError::Unbound(variables.name(other).clone()));
    }
    Ok((*built_over(&statement.over_numbers(), &order, &variables, workspace, budget)?).clone())
}

fn check_system(variables: &Variables, var: Var, system: &Arc<NumerationSystem>) -> Result<(), GameError> {
    let name = match variables.range(var) {
        TrackKind::Numbers(own) if own == system => return Ok(()),
        TrackKind::Numbers(own) => own.name().clone(),
        TrackKind::Digits(_) => "words, which are not numbers,".into(),
    };
    Err(GameError::Systems(variables.name(var).clone(), name, system.name().clone()))
}

/// The piles one after another as a measure, in every order of few piles.
pub(super) fn lexicographic(piles: usize) -> Vec<Vec<Coefficients>> {
    let all = if piles <= ORDERED_PILES { orders(piles) } else { Vec::new() };
    all.into_iter().map(|order| order.into_iter().map(|pile| vec![(pile, 1)]).collect()).collect()
}

/// Every order of `0..count`.
pub(super) fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for shorter in orders(count - 1) {
        for place in 0..count {
            let mut order = shorter.clone();
            order.insert(place, count - 1);
            all.push(order);
        }
    }
    all
}
