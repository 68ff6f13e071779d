//! The commands about games: from their text to `crate::games`, which solves them, and from its answers to verdicts.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};

use crate::automata::Dfa;
use crate::budget::{Budget, Halt};
use crate::games::{
    Coefficients, Column, ColumnsError, Game, GameError, LARGEST_LAYER, MoveFamily, Outcome, Player, Rules, SoleMoves,
    Table, TableError, brute_force, columns, find, lines, redundant, redundant_lines,
};
use crate::logic::ir::{Expr, Kind, Stored, Var};
use crate::logic::{Environment, Function, FunctionKind, Leading, Statement, Value, Verdict, resolve};
use crate::numeration::{NumerationSystem, TrackKind};
use crate::syntax::ast::{Connective, Formula, FormulaKind, GameClause, Name, Quoted, RuleSpec, TermKind};
use crate::syntax::{Diagnostic, Source, Span, nearest, parse_formula_in, parse_measure, parse_rule};

use super::outcome::{CommandError, Effect};
use super::query_result::{Family, Proof, RedundantMoves};
use super::session::Session;

/// What the first values of a game may cost: looks at the clock, states of an automaton.
const FIRST_LOOKS: usize = 20_000;
const FIRST_STATES: usize = 20_000;
/// What parameters of a family of moves are called.
const PARAMETERS: [&str; 4] = ["i", "j", "k", "l"];

impl Session {
    /// `game NAME "rule" ...`.
    pub(super) fn define_game(
        &mut self,
        source: &Source,
        name: &Name,
        rule: Quoted,
        clauses: &[GameClause],
        budget: &Budget,
    ) -> Result<Effect, CommandError> {
        let spec = parse_rule(source, rule.span, &self.names)?;
        let system =
            self.names.system(&spec.system).map_err(|error| Diagnostic::error(source, rule.span, error.to_string()))?;
        let mut rules = Rules {
            name: name.text.clone(),
            system,
            position: spec.position.iter().map(|pile| pile.text.clone()).collect(),
            option: spec.option.iter().map(|pile| pile.text.clone()).collect(),
            moves: self.statement(source, &spec.moves, budget)?,
            terminal: None,
            block: 1,
            misere: false,
            measure: None,
        };
        let mut right = None;
        for clause in clauses {
            match clause {
                GameClause::Right(text) => {
                    let formula = parse_formula_in(source, text.span, &self.names, &spec.system)?;
                    let moves = self.statement(source, &formula, budget)?;
                    right = Some((text.span, (formula, moves)));
                }
                GameClause::Terminal(text) => {
                    let formula = parse_formula_in(source, text.span, &self.names, &spec.system)?;
                    rules.terminal = Some(self.statement(source, &formula, budget)?);
                }
                GameClause::Block(count, _) => rules.block = *count,
                GameClause::Misere(_) => rules.misere = true,
                GameClause::Measure(text) => {
                    let terms = parse_measure(source, text.span, &self.names, &spec.system)?;
                    let mut measure = Vec::new();
                    for term in &terms {
                        let statement =
                            self.statement(source, &term.equals(TermKind::Number(BigUint::ZERO)), budget)?;
                        measure.push(coefficients(&statement, &rules.position).ok_or_else(|| {
                            Diagnostic::error(source, text.span, "not a measure of the piles")
                                .label("expected sums of the piles with natural coefficients")
                                .help("separate terms by commas to compare them in order")
                        })?);
                    }
                    rules.measure = Some(measure);
                }
            }
        }
        agree(source, clauses)?;
        if let Some((span, moves)) = right {
            let written = RuleSpec { moves: moves.0, ..spec.clone() };
            let spans = [(rule.span, &spec), (span, &written)];
            let refused = |at: usize, error| refused(source, spans[at].0, spans[at].1, error);
            return self.define_partizan([rules.clone(), Rules { moves: moves.1, ..rules }], budget, &refused);
        }
        // Who plays a misere game must know where it ends.
        if self.only_reads_rules && !rules.misere {
            self.names.rules.insert(name.text.to_string(), rules);
            return Ok(Effect::Nothing);
        }
        let game = Game::new(rules.clone(), &mut self.workspace, budget)
            .map_err(|error| refused(source, rule.span, &spec, error))?;
        self.names.partizan.remove(&*name.text);
        self.names.rules.insert(name.text.to_string(), rules);
        self.names.games.insert(name.text.to_string(), Arc::new(game));
        self.names.kernels.remove(&*name.text);
        match names_no_system(source, rule, clauses) {
            true => self.names.anywhere.insert(name.text.to_string()),
            false => self.names.anywhere.remove(&*name.text),
        };
        Ok(Effect::Nothing)
    }

    fn statement(&mut self, source: &Source, formula: &Formula, budget: &Budget) -> Result<Statement, CommandError> {
        Ok(resolve(formula, source, &self.names, &mut self.workspace, budget)?)
    }

    /// The game of this name.
    pub(super) fn known_game(&self, source: &Source, name: &Name) -> Result<Arc<Game>, Diagnostic> {
        self.names.game(&name.text).cloned().ok_or_else(|| {
            if self.names.partizan_game(&name.text).is_some() {
                return Diagnostic::error(source, name.span, format!("`{}` is a partizan game", name.text))
                    .label("Left and Right have moves of their own")
                    .help(format!("`outcomes O of {}` finds who wins from each position", name.text));
            }
            let error = Diagnostic::error(source, name.span, format!("unknown game `{}`", name.text));
            match nearest(&name.text, self.names.games.keys().map(String::as_str)) {
                Some(near) => error.meant(near),
                None => error.label("not defined").help("define it first, with `game`"),
            }
        })
    }

    /// Takes a stored function for the kernel of a game.
    pub(super) fn keep_kernel(&mut self, game: &str, function: &str) {
        let budget = self.budget();
        if let (Some(rules), Some(Ok(function))) = (self.names.rules_of(game), self.names.function(function))
            && let Some(kernel) = reading(&function, &vec![rules.system.clone(); rules.position.len()], &budget)
        {
            self.names.kernels.insert(game.to_owned(), kernel);
        }
    }

    /// A player of a game, and the game's kernel: the one that is known, or found and proved now.
    ///
    /// # Errors
    /// [`CommandError`]; `None` if there is no such game.
    pub fn player(&mut self, name: &str) -> Result<Option<(Player, Arc<Dfa>)>, CommandError> {
        let kernel = match (self.names.kernels.get(name), self.names.game(name).cloned()) {
            (Some(kernel), _) => kernel.clone(),
            (None, Some(game)) => self.kernel_of(name, &game)?,
            (None, None) => return Ok(None),
        };
        // The system of the piles may have been found with the kernel.
        let ends = self.names.game(name).and_then(|game| game.ends().cloned());
        let player = self.names.rules_of(name).and_then(|rules| Player::new(rules, ends).ok());
        Ok(player.map(|player| (player, kernel)))
    }

    /// The command of a game, as written.
    pub fn game_text(&self, name: &str) -> Option<&str> {
        self.names.game_texts.get(name).map(String::as_str)
    }

    /// The rules of a game, as read.
    pub(crate) fn rules(&self, name: &str) -> Option<&Rules> {
        self.names.rules_of(name)
    }

    /// The number of piles of a game.
    pub fn piles(&self, name: &str) -> Option<usize> {
        self.names.rules_of(name).map(|rules| rules.position.len())
    }

    /// Whether the kernel of a game is known by now.
    pub fn knows_kernel(&self, name: &str) -> bool {
        self.names.kernels.contains_key(name)
    }

    /// Who wins from a position, by brute force; the bound below which all piles were solved comes with it. `None` if the
    /// position is too large for that.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn by_brute_force(&mut self, name: &str, position: &[BigInt]) -> Result<Option<(Outcome, u64)>, Halt> {
        let Some(game) = self.names.game(name).cloned() else { return Ok(None) };
        let small: Option<Vec<u64>> = position.iter().map(|pile| u64::try_from(pile).ok()).collect();
        let Some(position) = small else { return Ok(None) };
        let budget = self.budget();
        match brute_force(&game, &position, &mut self.workspace, &budget) {
            Err(Halt::TooLarge) => Ok(None),
            other => other.map(Some),
        }
    }

    /// The games defined so far, by name.
    pub fn games(&self) -> Vec<(String, Arc<Game>)> {
        let mut games: Vec<_> = self.names.games.iter().map(|(name, game)| (name.clone(), game.clone())).collect();
        games.sort_by(|a, b| a.0.cmp(&b.0));
        games
    }

    /// The kernel of a game: the one that was proved, or found and proved now.
    ///
    /// # Errors
    /// [`CommandError`].
    pub fn kernel_of(&mut self, name: &str, game: &Arc<Game>) -> Result<Arc<Dfa>, CommandError> {
        match self.names.kernels.get(name) {
            Some(kernel) => Ok(kernel.clone()),
            None => {
                let budget = self.budget();
                Ok(self.found(name, game, &budget)?.positions.dfa().clone())
            }
        }
    }

    /// The Sprague-Grundy table of a game.
    ///
    /// # Errors
    /// Why there is none.
    pub fn table(&mut self, game: &Arc<Game>, side: usize) -> Result<Table, TableError> {
        let budget = self.budget();
        Table::new(game, side, &mut self.workspace, &budget)
    }

    /// The first Sprague-Grundy values of a game on two or three piles, if they are soon found.
    pub(super) fn first_values(&mut self, name: &str) -> Option<Table> {
        let (_, game) = self.games().into_iter().find(|(known, _)| known == name)?;
        let side = match game.piles() {
            2 => 10,
            3 => 6,
            _ => return None,
        };
        let budget = self.budget().with_looks(FIRST_LOOKS).tightened(FIRST_STATES);
        Table::new(&game, side, &mut self.workspace, &budget).ok()
    }

    /// The first columns of Sprague-Grundy values of a game.
    ///
    /// # Errors
    /// Why there are none.
    pub fn columns(&mut self, game: &Arc<Game>, upto: usize, rows: usize) -> Result<Vec<Column>, ColumnsError> {
        let budget = self.budget();
        columns(game, upto, rows, &mut self.workspace, &budget)
    }

    /// `redundant GAME ["move"]`, `redundant R of GAME "move"`.
    pub(super) fn redundant(
        &mut self,
        source: &Source,
        saved: Option<&Name>,
        name: &Name,
        family: Option<Quoted>,
        budget: &Budget,
    ) -> Result<Effect, CommandError> {
        let game = self.known_game(source, name)?;
        let kernel = match self.names.kernels.get(&*name.text) {
            Some(kernel) => kernel.clone(),
            None => self.found(&name.text, &game, budget)?.positions.dfa().clone(),
        };
        // Its system may have been found by now.
        let game = self.known_game(source, name)?;
        let mut found = Vec::new();
        let sole = self.sole_moves(&game, &kernel, budget)?;
        let sole = sole.as_deref();
        match family {
            Some(text) => {
                let (title, family) = self.family(source, text, &game, budget)?;
                let moves = redundant(&game, &kernel, sole, &family, &mut self.workspace, budget)?;
                let parameters = family.parameters.iter().map(|&var| family.variables.name(var).clone());
                let parameters: Vec<Arc<str>> = parameters.collect();
                if let Some(saved) = saved {
                    let kind = FunctionKind::Relation(moves.redundant.clone());
                    self.define_named(&saved.text, kind, parameters.clone());
                }
                found.push((title, parameters, moves));
            }
            None => {
                let workspace = &mut self.workspace;
                let lines = lines(&game, workspace, budget)?;
                let moves = redundant_lines(&game, &kernel, sole, &lines, workspace, budget)?;
                let of_line =
                    |(line, moves): (&Vec<usize>, _)| (family_of(&game, line), vec![PARAMETERS[0].into()], moves);
                found.extend(lines.iter().zip(moves).map(of_line));
            }
        }
        if found.is_empty() {
            return Err(Diagnostic::error(source, name.span, "this game has no moves along lines")
                .help("name a family: `redundant GAME \"r+i=p & s=q\"`")
                .into());
        }
        let mut shown = Vec::new();
        let mut example = None;
        for (family, parameters, found) in found {
            let first = found.redundant.first(4);
            if example.is_none() {
                let named = |(name, number): (&Arc<str>, &BigInt)| (name.clone(), number.clone().into());
                example = first.first().map(|tuple| parameters.iter().zip(tuple).map(named).collect());
            }
            let is_played = !first.is_empty() || !found.needed.dfa().is_empty();
            shown.push(RedundantMoves { family, parameters, first, is_played });
        }
        Ok(Effect::Proved(Verdict::new(example.is_some(), example), Proof::Redundant(shown)))
    }

    /// The positions with one winning move of a game whose moves are too large for an automaton; those found last are kept.
    fn sole_moves(
        &mut self,
        game: &Arc<Game>,
        kernel: &Arc<Dfa>,
        budget: &Budget,
    ) -> Result<Option<Arc<SoleMoves>>, Halt> {
        if game.relation().is_some() {
            return Ok(None);
        }
        if let Some((known, its_kernel, sole)) = &self.sole_moves
            && Arc::ptr_eq(known, game)
            && its_kernel == kernel
        {
            return Ok(Some(sole.clone()));
        }
        let sole = Arc::new(SoleMoves::new(game, kernel, budget)?);
        self.sole_moves = Some((game.clone(), kernel.clone(), sole.clone()));
        Ok(Some(sole))
    }

    /// A family of moves with parameters, over the variables of the game.
    fn family(
        &mut self,
        source: &Source,
        text: Quoted,
        game: &Game,
        budget: &Budget,
    ) -> Result<(Family, MoveFamily), CommandError> {
        let formula = parse_formula_in(source, text.span, &self.names, game.system().name())?;
        let statement = self.statement(source, &formula, budget)?;
        let mut variables = game.variables().clone();
        let piles: Vec<Var> = [game.position(), game.option()].concat();
        let is_free = |name: &str| statement.free.iter().any(|&var| &**statement.variables.name(var) == name);
        let is_pile = |name: &str| piles.iter().any(|&pile| &**game.variables().name(pile) == name);
        let mut names: Vec<&str> = PARAMETERS.into_iter().filter(|name| is_free(name) && !is_pile(name)).collect();
        if names.is_empty() {
            names.push(PARAMETERS[0]);
        }
        let parameters: Vec<Var> =
            names.iter().map(|&name| variables.add(name.into(), game.system().clone())).collect();
        let known = [&piles[..], &parameters].concat();
        let mut tracks = Vec::new();
        for &var in &statement.free {
            let name = statement.variables.name(var);
            let own = known.iter().copied().find(|&own| variables.name(own) == name);
            let system = statement.variables.range(var).system();
            let Some(own) = own.filter(|_| system == Some(game.system())) else {
                return Err(Diagnostic::error(
                    source,
                    text.span,
                    format!("`{name}` is not a pile of `{}`", game.name()),
                )
                .label("a family uses a position, its option and the parameters `i`, `j`, `k`, `l`")
                .into());
            };
            tracks.push(own);
        }
        let member = if game.relation().is_none() {
            // Its automaton may be as large as that of the rules.
            let mut names: BTreeMap<Var, Var> = statement.free.iter().copied().zip(tracks).collect();
            for var in statement.variables.all().filter(|var| !statement.free.contains(var)) {
                let range = statement.variables.range(var).clone();
                names.insert(var, variables.add(statement.variables.name(var).clone(), range));
            }
            statement.over_numbers().renamed(&names)
        } else {
            let relation = crate::logic::define(&statement, &mut self.workspace, budget)?;
            Expr::new(Kind::Relation(Stored::of_numbers(relation.dfa().clone(), "member(%)"), tracks))
        };
        Ok((Family::Written(source.slice(text.span).to_owned()), MoveFamily { variables, parameters, member }))
    }

    /// `grundy V of GAME upto g`.
    pub(super) fn grundy(
        &mut self,
        source: &Source,
        name: &Name,
        game: &Name,
        upto: u32,
        budget: &Budget,
    ) -> Result<Effect, CommandError> {
        let span = game.span;
        let mut game = self.known_game(source, game)?;
        if game.is_misere() {
            return Err(Diagnostic::error(source, span, "games in misere play have no Sprague-Grundy values")
                .label(format!("`{}` is misere", game.name()))
                .help(format!("`kernel P of {}` finds the positions that the player to move loses", game.name()))
                .into());
        }
        let mut known = None;
        if self.is_anywhere(&game) {
            known = Some(self.found(&game.name().clone(), &game, budget)?);
            game = self.names.game(&game.name().clone()).cloned().unwrap_or(game);
        }
        let upto = u8::try_from(upto).ok().filter(|&upto| upto <= LARGEST_LAYER);
        let upto = upto.ok_or_else(|| Diagnostic::error(source, name.span, "the largest possible value is 254"))?;
        let mut without: Option<Arc<Dfa>> = None;
        let mut sizes = Vec::new();
        for layer in 0..=upto {
            // The system was found with the positions of value 0.
            let kernel = match known.take() {
                Some(kernel) => kernel,
                None => find(&game, layer, without.clone(), &mut self.workspace, budget)
                    .map_err(|unfinished| CommandError::Unfinished(format!("value {layer}: {unfinished}")))?,
            };
            let found = kernel.positions.dfa().clone();
            sizes.push(found.states());
            let own = format!("{}_{layer}", name.text);
            self.define_named(&own, FunctionKind::Relation(kernel.positions), game.pile_names());
            without = Some(match without {
                None => found,
                Some(smaller) => Arc::new(union(&smaller, &found, budget)?),
            });
        }
        let proof = Proof::Values { game: game.name().clone(), states: sizes };
        Ok(Effect::Proved(Verdict::new(true, None), proof))
    }
}

/// What one of two relations holds of.
pub(super) fn union(a: &Dfa, b: &Dfa, budget: &Budget) -> Result<Dfa, crate::budget::Halt> {
    let both = crate::automata::Nfa::from(a).union(&crate::automata::Nfa::from(b));
    both.determinize(budget)?.minimize_within(budget)
}

/// The family of the moves along a line, by the piles that it takes from.
fn family_of(game: &Game, line: &[usize]) -> Family {
    Family::Line(line.iter().map(|&pile| game.variables().name(game.position()[pile]).clone()).collect())
}

/// Whether the rules of a game are about numbers whatever their system: they name no system, and no function, word or
/// macro, which are those of one.
pub(super) fn names_no_system(source: &Source, rule: Quoted, clauses: &[GameClause]) -> bool {
    let mut texts = clauses.iter().filter_map(GameClause::text).chain([&rule]);
    texts.all(|text| !source.slice(text.span).contains(['?', '$', '#', '[', '@']))
}

/// A function as a set of positions.
pub(super) fn reading(function: &Function, systems: &[Arc<NumerationSystem>], budget: &Budget) -> Option<Arc<Dfa>> {
    match function.kind() {
        FunctionKind::Relation(relation) if relation.systems() == systems => Some(relation.dfa().clone()),
        FunctionKind::Language(language) => {
            let fits = |(track, system): (&TrackKind, &Arc<NumerationSystem>)| {
                track.system().is_none_or(|own| own == system) && track.size() == system.digits()
            };
            if language.tracks.len() != systems.len() || !language.tracks.iter().zip(systems).all(fits) {
                return None;
            }
            let ranges: Vec<TrackKind> = systems.iter().cloned().map(TrackKind::Numbers).collect();
            let words = language.on(&ranges, budget).ok()?;
            let relation = crate::numeration::Relation::from_language(&words, systems, budget).ok()?;
            Some(relation.dfa().clone())
        }
        _ => None,
    }
}

/// The coefficients of a term, given as the statement that it is 0.
fn coefficients(statement: &Statement, piles: &[Arc<str>]) -> Option<Coefficients> {
    let Leading::Exists(vars, body) = &statement.leading else { return None };
    let Kind::Linear(linear) = body.kind() else { return None };
    if !vars.is_empty() {
        return None;
    }
    let mut coefficients = Coefficients::new();
    for (var, coefficient) in &linear.terms {
        let pile = piles.iter().position(|pile| pile == statement.variables.name(*var))?;
        match coefficient[..] {
            [k] if k > 0 => coefficients.push((pile, k)),
            _ => return None,
        }
    }
    Some(coefficients)
}

/// A position with the names of its piles.
pub(super) fn named(game: &Game, position: &[BigInt]) -> Vec<(Arc<str>, Value)> {
    let names = game.position().iter().map(|&var| game.variables().name(var).clone());
    names.zip(position.iter().cloned().map(Value::from)).collect()
}

/// Refuses clauses that do not go together.
fn agree(source: &Source, clauses: &[GameClause]) -> Result<(), Diagnostic> {
    let is_blocked = clauses.iter().any(|clause| matches!(clause, GameClause::Block(2.., _)));
    let is_partizan = clauses.iter().any(|clause| matches!(clause, GameClause::Right(_)));
    for clause in clauses {
        match clause {
            GameClause::Misere(span) if is_blocked => {
                return Err(Diagnostic::error(source, *span, "a game is not both `misere` and with `block`")
                    .label("a player whose moves are all blocked cannot move, and has not moved last")
                    .help("leave out `block`, or write into the moves which of them are forbidden"));
            }
            GameClause::Misere(span) | GameClause::Block(2.., span) if is_partizan => {
                return Err(Diagnostic::error(source, *span, "a game with `right` is played as it is")
                    .label("whoever cannot move loses, and no move is blocked")
                    .help("leave this out"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// A case of the moves that leaves a pile open, so that it may become anything.
fn open_pile(source: &Source, spec: &RuleSpec) -> Option<Diagnostic> {
    let moves = &spec.moves;
    let mut pending = vec![moves.root];
    while let Some(id) = pending.pop() {
        if let FormulaKind::Binary { op: Connective::Or, left, right } = &moves[id].kind {
            pending.extend([*right, *left]);
            continue;
        }
        let free = moves.free_variables_of(id);
        let mut piles = spec.position.iter().zip(&spec.option);
        if let Some((before, after)) = piles.find(|(_, after)| !free.contains(&after.text)) {
            let case = source.slice(moves[id].span);
            let message = format!("the rule does not fix the pile `{}`, which could become anything", after.text);
            return Some(
                Diagnostic::error(source, moves[id].span, message)
                    .label("in this case")
                    .help(format!("did you mean `{case} & {}={}`?", after.text, before.text))
                    .fix(moves[id].span, format!("{case} & {}={}", after.text, before.text)),
            );
        }
    }
    None
}

fn refused(source: &Source, span: Span, spec: &RuleSpec, error: GameError) -> CommandError {
    if let (GameError::NotDecreasing { .. } | GameError::Endless, Some(wrong)) = (&error, open_pile(source, spec)) {
        return wrong.into();
    }
    let help = match &error {
        GameError::Limit(limit) => return (*limit).into(),
        GameError::NotDecreasing { .. } => "name what every move decreases: `measure \"2*p+q\"` or `measure \"p, q\"`",
        GameError::Endless => "brute force needs finitely many options for each position",
        GameError::System(_) => "use `msd_fib`, `msd_2` or another system like these",
        GameError::Direction => "write `msd_` in front of the system",
        GameError::Unbound(_) => "bind it with `E`",
        GameError::Systems(..) => "name one system in front of the piles",
    };
    Diagnostic::error(source, span, error.to_string()).help(help).into()
}
