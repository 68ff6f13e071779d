//! Writes certificates: the automaton of each definition, and of each quantifier that a checker cannot leave to its
//! search.
//!
//! A checker reads a formula itself and searches the product of its automata; it does not determinize. So every
//! quantifier needs its relation, except those that could as well be in front: `E` under no negation, and `A` under
//! one. A relation that takes many states to build is not claimed (`LARGEST_CLAIM`, `SMALL_CLAIM`). See
//! `docs/certificates.md`.

use std::fmt::Write;
use std::sync::Arc;

use crate::automata::{Dfa, State};
use crate::budget::{Attempt, Budget, Halt};
use crate::families::Spoken;
use crate::logic::{Defined, Environment, FunctionKind, by_sums, define_words, resolve};
use crate::numeration::{Direction, Language, Relation, TrackKind};
use crate::syntax::ast::{
    Command, CommandKind, Connective, Formula, FormulaId, FormulaKind, GameClause, Name, OUTCOMES, Quantifier, Quoted,
};
use crate::syntax::{
    Argument, DEFAULT_SYSTEM, Source, Span, parse_formula_in, parse_rule, parse_rule_in, parse_script,
};

use super::games::{names_no_system, reading, union};
use super::outcome::CommandError;
use super::session::Session;
use super::subject::Subject;

/// The first line of a certificate.
pub const HEADER: &str = "filbert certificate 2\n";

/// The version of what is shipped: `checker/src/prelude.txt` has the hashes of each.
pub const PRELUDE: u32 = 1;

/// What stands behind the names of every script.
const SHIPPED: [(&str, &str); 3] = [
    ("words.prf", include_str!("../../automata/words.prf")),
    ("functions.prf", include_str!("../../automata/functions.prf")),
    ("games.prf", include_str!("../../automata/games.prf")),
];

/// States of an automaton on the way to the relation of `E` or `A` inside a statement, which is claimed if there are no more.
const LARGEST_CLAIM: usize = 30_000;
/// States of a relation that is claimed even if there are more on the way to it: so few are less work for a checker than sets
/// of states, and many are not.
const SMALL_CLAIM: usize = 1_000;
/// States on the way to a relation beyond which nobody asks how many it has.
const MOST_ON_THE_WAY: usize = 500_000;

/// How a part of a formula stands to the quantifier, or to the whole, that is checked around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Polarity {
    /// As it is.
    Positive,
    /// Negated.
    Negative,
    /// Both, as beside `<=>`.
    Both,
}

impl Polarity {
    fn negated(self) -> Polarity {
        match self {
            Polarity::Positive => Polarity::Negative,
            Polarity::Negative => Polarity::Positive,
            Polarity::Both => Polarity::Both,
        }
    }
}

/// Quantifiers that need a claim, with their numbers from the left.
fn claimed(formula: &Formula, is_definition: bool) -> Vec<(usize, FormulaId)> {
    claimed_from(&mut 0, formula, is_definition)
}

/// Quantifiers that need a claim, where they are numbered from this number on, which is that of the next afterwards.
fn claimed_from(number: &mut usize, formula: &Formula, is_definition: bool) -> Vec<(usize, FormulaId)> {
    let mut found = Vec::new();
    // From the left, each with how it stands; a closed statement is taken apart down to its outermost quantifiers.
    let mut open = vec![(formula.root, Polarity::Positive, true)];
    while let Some((id, polarity, is_outermost)) = open.pop() {
        match &formula[id].kind {
            FormulaKind::Compare { .. } | FormulaKind::Call { .. } => {}
            FormulaKind::Not(inner) => open.push((*inner, polarity.negated(), is_outermost)),
            FormulaKind::Reverse(inner) => open.push((*inner, polarity, false)),
            FormulaKind::Binary { op, left, right } => {
                let outermost = is_outermost && !is_definition;
                let (of_left, of_right) = match op {
                    Connective::And | Connective::Or => (polarity, polarity),
                    Connective::Implies => (polarity.negated(), polarity),
                    Connective::Xor | Connective::Iff => (Polarity::Both, Polarity::Both),
                };
                open.push((*right, of_right, outermost));
                open.push((*left, of_left, outermost));
            }
            FormulaKind::Quantified { quantifier, body, .. } => {
                let is_positive = match quantifier {
                    Quantifier::Exists => polarity == Polarity::Positive,
                    Quantifier::ForAll => polarity == Polarity::Negative,
                    Quantifier::Infinitely
                    | Quantifier::AtLeast(_)
                    | Quantifier::AtMost(_)
                    | Quantifier::Exactly(_) => false,
                };
                let is_plain = matches!(quantifier, Quantifier::Exists | Quantifier::ForAll);
                if !(is_outermost && (is_plain || !is_definition) || is_positive) {
                    found.push((*number, id));
                }
                *number += 1;
                // Inside, it stands by itself, or with what is around it. What is counted is exactly what is there.
                let inner = match quantifier {
                    Quantifier::Exists => Polarity::Positive,
                    Quantifier::ForAll => Polarity::Negative,
                    Quantifier::Infinitely
                    | Quantifier::AtLeast(_)
                    | Quantifier::AtMost(_)
                    | Quantifier::Exactly(_) => Polarity::Both,
                };
                open.push((*body, inner, false));
            }
        }
    }
    found
}

/// Whether a part is a quantifier that says how many values there are.
fn counts(part: &Formula) -> bool {
    let FormulaKind::Quantified { quantifier, .. } = &part[part.root].kind else { return false };
    !matches!(quantifier, Quantifier::Exists | Quantifier::ForAll)
}

/// An automaton as certificates say it: digits are counted from the smallest, numbers are read most significant digit first.
/// Nothing, where words stand beside numbers that are read from the other end.
fn automaton(dfa: &Dfa, tracks: &[TrackKind], budget: &Budget) -> Result<Option<String>, Halt> {
    let is_lsd = |track: &TrackKind| track.system().is_some_and(|system| system.direction() == Direction::Lsd);
    Ok(match tracks.iter().filter(|track| is_lsd(track)).count() {
        0 => Some(written(dfa, tracks)),
        all if all == tracks.len() => Some(written(&dfa.reverse().determinize(budget)?.minimize(), tracks)),
        _ => None,
    })
}

fn written(dfa: &Dfa, tracks: &[TrackKind]) -> String {
    let sorted = |track: &TrackKind| {
        let mut values = track.digit_values();
        values.sort_unstable();
        values
    };
    let name = |track: &TrackKind| match track {
        TrackKind::Numbers(system) => system.name().to_string(),
        TrackKind::Digits(_) => {
            let digits: Vec<String> = sorted(track).iter().map(i64::to_string).collect();
            format!("{{{}}}", digits.join(","))
        }
    };
    let places = |track: &TrackKind| -> Vec<u32> {
        let rank = |value: &i64| sorted(track).partition_point(|other| other < value) as u32;
        track.digit_values().iter().map(rank).collect()
    };
    let (names, places): (Vec<String>, Vec<Vec<u32>>) = tracks.iter().map(|track| (name(track), places(track))).unzip();
    let mut text = format!("{}\n{}\n", names.join(" "), dfa.accepting().len());
    for (state, accepts) in State::START.onwards().zip(dfa.accepting()) {
        let _ = write!(text, "{}", u8::from(*accepts));
        let mut edges: Vec<(u32, State)> = Vec::new();
        for (letter, target) in dfa.transitions().row(state) {
            let digits = dfa.layout().unpack(letter);
            let letter = |sum, (digit, places): (&u32, &Vec<u32>)| sum * places.len() as u32 + places[*digit as usize];
            edges.push((digits.iter().zip(&places).fold(0, letter), target));
        }
        edges.sort_unstable();
        for (letter, target) in edges {
            let _ = write!(text, " {letter} {target}");
        }
        text.push('\n');
    }
    text
}

/// The automaton of a relation, as certificates say it.
fn of_relation(relation: &Relation, budget: &Budget) -> Result<Option<String>, Halt> {
    let tracks: Vec<TrackKind> = relation.systems().iter().cloned().map(TrackKind::Numbers).collect();
    automaton(relation.dfa(), &tracks, budget)
}

/// A claim, if there is something to claim.
fn claim(number: usize, about: impl std::fmt::Display, automaton: Option<String>) -> String {
    automaton.map(|automaton| format!("claim {number} {about}\n{automaton}")).unwrap_or_default()
}

/// What is built with no more than so many states on the way; nothing, if that is not enough.
fn within<T>(
    states: usize,
    budget: &Budget,
    build: impl FnOnce(&Budget) -> Result<T, Halt>,
) -> Result<Option<T>, Halt> {
    match budget.attempt(states, build) {
        Ok(Attempt::Done(built)) => Ok(Some(built)),
        Ok(Attempt::TooLarge) | Err(Halt::Unsupported(_)) => Ok(None),
        Err(why) => Err(why),
    }
}

/// The automaton of what a formula defines, as certificates say it.
fn of_defined(defined: &Defined, budget: &Budget) -> Result<Option<String>, Halt> {
    match defined {
        Defined::Relation(relation) => of_relation(relation, budget),
        Defined::Words(words) => automaton(&words.dfa, &words.tracks, budget),
    }
}

/// What a certificate says of a relation that has words on its tracks.
fn language(words: Option<Language>, budget: &Budget) -> Result<Option<String>, Halt> {
    words.map(|words| automaton(&words.dfa, &words.tracks, budget)).transpose().map(Option::flatten)
}

/// States of what a formula defines.
fn states(defined: &Defined) -> usize {
    match defined {
        Defined::Relation(relation) => relation.dfa().states(),
        Defined::Words(words) => words.dfa.states(),
    }
}

/// What filbert ships and scripts name, with certificates: the words, the functions, and the games with their kernels.
///
/// # Errors
/// The command that cannot be run, which the tests rule out.
pub fn shipped_certificates() -> Result<Vec<(&'static str, &'static str, String)>, CommandError> {
    let mut shipped = Vec::new();
    let mut session = Session::new();
    for (name, text) in SHIPPED {
        let source = Source::new(name, text);
        let mut certificate = HEADER.to_owned();
        for (number, command) in parse_script(&source).0.iter().enumerate() {
            certificate += &session.certificate(&source, command, number)?;
            // The kernels are stored, so that they need not be searched for.
            if !matches!(command.kind, CommandKind::Kernel { .. }) {
                session.run(&source, command)?;
            }
        }
        shipped.push((name, text, certificate));
    }
    Ok(shipped)
}

/// Whether what a certificate says of a command is what it has found.
pub(super) fn is_found(command: &Command) -> bool {
    match &command.kind {
        CommandKind::Kernel { .. }
        | CommandKind::Outcomes { .. }
        | CommandKind::Cover { .. }
        | CommandKind::Recursion { .. }
        | CommandKind::Sequence { .. }
        | CommandKind::WordBy { .. } => true,
        CommandKind::Builtin { builtin, .. } => matches!(builtin.keyword(), "normalizer" | "synchronize" | "family"),
        _ => false,
    }
}

impl Session {
    /// Certificates will be asked for.
    pub(super) fn certify(&mut self) {
        self.certifies = true;
    }

    /// What a certificate says of a command: before it is run, for formulas mean what they mean then, or after it if that is
    /// what it has found. Nothing, if it has no formula.
    ///
    /// # Errors
    /// Why a relation cannot be built.
    pub(super) fn certificate(
        &mut self,
        source: &Source,
        command: &Command,
        number: usize,
    ) -> Result<String, CommandError> {
        let budget = self.budget();
        self.names.work_within(&budget);
        let (formula, is_definition) = match &command.kind {
            CommandKind::Theorem { formula, .. } | CommandKind::Refute { formula, .. } => (formula, false),
            CommandKind::Def { formula, .. } | CommandKind::Eval { formula, .. } => (formula, true),
            CommandKind::Sequence { name, variables, body } if self.is_counted(source, name, variables, *body) => {
                (body, true)
            }
            CommandKind::Sequence { .. } | CommandKind::WordBy { .. } => {
                return self.series_of_command(source, command, number, &budget);
            }
            CommandKind::Game { rule, clauses, .. } => return self.of_game(source, *rule, clauses, number, &budget),
            CommandKind::Kernel { name, game, .. } => return self.of_kernel(name, game, number, &budget),
            CommandKind::Outcomes { name, .. } => return self.of_outcomes(name, number, &budget),
            CommandKind::Recursion { names, .. } => return self.of_recursion(names, number, &budget),
            CommandKind::Cover { .. } => {
                let rests = std::mem::take(&mut self.rests);
                let mut text = String::new();
                for (i, rest) in rests.iter().enumerate() {
                    text += &claim(number, format_args!("rest {i}"), of_relation(rest, &budget)?);
                }
                return Ok(text);
            }
            CommandKind::Builtin { builtin, arguments } if is_found(command) => {
                return self.of_builtin(builtin.keyword(), arguments.first(), number, &budget);
            }
            _ => return Ok(String::new()),
        };
        let is_sequence = matches!(command.kind, CommandKind::Sequence { .. });
        let subject = match is_sequence {
            true => self.subject_of_formula(source, formula.span)?,
            false => self.subject(source, formula.span)?,
        };
        match subject {
            // What is not claimed is not checked, but for the bounds that `eval` asks for.
            Subject::Bounds if matches!(command.kind, CommandKind::Def { .. }) => Ok(String::new()),
            Subject::FixedWord | Subject::Sequences if is_definition => Ok(String::new()),
            Subject::Bounds => self.of_bounds(source, formula.span, number, &budget),
            Subject::FixedWord => self.of_fixed_word(source, formula.span, number, &budget),
            Subject::Sequences => self.series_of_command(source, command, number, &budget),
            Subject::Family(parsed, spoken) => {
                self.of_family_statement(source, (&parsed, &spoken), (number, is_definition), &budget)
            }
            // What is counted is the formula itself.
            Subject::Formula(parsed) => {
                let has_body = is_definition && !is_sequence;
                self.of_formula(source, &parsed, (number, is_definition, has_body), &budget)
            }
        }
    }

    /// What a certificate says of what a command has found: the sum of a family, or the function that it names.
    fn of_builtin(
        &self,
        keyword: &str,
        name: Option<&Argument>,
        number: usize,
        budget: &Budget,
    ) -> Result<String, CommandError> {
        let Some(name) = name else { return Ok(String::new()) };
        if keyword == "family" {
            let sum = self.sum_of_family(&name.text, budget)?;
            return Ok(claim(number, "sum", language(sum, budget)?));
        }
        let Some(Ok(function)) = self.names.function(&name.text) else { return Ok(String::new()) };
        let body = match function.kind() {
            FunctionKind::Language(words) => automaton(&words.dfa, &words.tracks, budget)?,
            FunctionKind::Relation(relation) => of_relation(relation, budget)?,
            FunctionKind::Truth(_) => None,
        };
        Ok(claim(number, "body", body))
    }

    /// What a certificate says of a formula: the relations of its quantifiers and, if it has free variables and its command is to have a body,
    /// its own.
    fn of_formula(
        &mut self,
        source: &Source,
        formula: &Formula,
        (number, is_definition, has_body): (usize, bool, bool),
        budget: &Budget,
    ) -> Result<String, CommandError> {
        let mut text = String::new();
        let whole = resolve(formula, source, &self.names, &mut self.workspace, budget)?;
        let is_open = !whole.free.is_empty();
        for (quantifier, id) in claimed(formula, is_definition && is_open) {
            text += &self.claim(source, &formula.part(id), (number, quantifier), budget)?;
        }
        if has_body && is_open {
            let defined = define_words(&whole, &mut self.workspace, budget)?;
            text += &claim(number, "body", of_defined(&defined, budget)?);
        }
        Ok(text)
    }

    /// What a certificate says of equations: what the functions are that they define.
    fn of_game(
        &mut self,
        source: &Source,
        rule: Quoted,
        clauses: &[GameClause],
        number: usize,
        budget: &Budget,
    ) -> Result<String, CommandError> {
        let rule = parse_rule(source, rule.span, &self.names)?;
        let mut moves = vec![rule.moves];
        for clause in clauses {
            if let GameClause::Right(text) = clause {
                moves.push(parse_formula_in(source, text.span, &self.names, &rule.system)?);
            }
        }
        self.moves(source, &moves, number, budget)
    }

    fn of_kernel(&mut self, name: &Name, game: &Name, number: usize, budget: &Budget) -> Result<String, CommandError> {
        let Some(Ok(function)) = self.names.function(&name.text) else { return Ok(String::new()) };
        let moves = self.moved(game, number, budget)?;
        let positions = match function.kind() {
            FunctionKind::Relation(positions) => positions.clone(),
            // A stored one is read as positions are.
            FunctionKind::Language(stored) => {
                let systems: Vec<_> = stored.tracks.iter().filter_map(TrackKind::system).cloned().collect();
                let Some(dfa) = reading(&function, &systems, budget) else { return Ok(String::new()) };
                Relation::from_closed(dfa, systems)
            }
            FunctionKind::Truth(_) => return Ok(String::new()),
        };
        let ends = self.names.game(&game.text).and_then(|game| Some((game.ends()?.clone(), game.systems())));
        let ends = ends.map(|(ends, systems)| of_relation(&Relation::from_closed(ends, systems), budget));
        let ends = claim(number, "ends", ends.transpose()?.flatten());
        Ok(moves + &claim(number, "body", of_relation(&positions, budget)?) + &ends)
    }

    fn of_outcomes(&self, name: &Name, number: usize, budget: &Budget) -> Result<String, CommandError> {
        let class = |outcome: &str| match self.names.function(&format!("{}_{outcome}", name.text))?.ok()?.kind() {
            FunctionKind::Relation(positions) => Some(positions.clone()),
            FunctionKind::Language(_) | FunctionKind::Truth(_) => None,
        };
        let mut text = String::new();
        for outcome in OUTCOMES {
            let Some(positions) = class(outcome) else { return Ok(String::new()) };
            text += &claim(number, outcome, of_relation(&positions, budget)?);
        }
        // Who loses when it is the player's move: where the previous player wins, and where the other does.
        for (player, other) in [("left", "R"), ("right", "L")] {
            let Some((previous, other)) = class("P").zip(class(other)) else { return Ok(String::new()) };
            let both = union(previous.dfa(), other.dfa(), budget)?;
            let loses = Relation::from_closed(Arc::new(both), previous.systems().to_vec());
            text += &claim(number, player, of_relation(&loses, budget)?);
        }
        Ok(text)
    }

    fn of_recursion(&self, names: &[Name], number: usize, budget: &Budget) -> Result<String, CommandError> {
        let mut text = String::new();
        for name in names {
            if let Some(Ok(function)) = self.names.function(&name.text)
                && let FunctionKind::Relation(found) = function.kind()
            {
                text += &claim(number, format_args!("body {}", name.text), of_relation(found, budget)?);
            }
        }
        Ok(text)
    }

    /// What a certificate says of a statement about a family: what its bounded quantifiers are, and what is claimed of the whole.
    fn of_family_statement(
        &mut self,
        source: &Source,
        (formula, spoken): (&Formula, &Spoken),
        (number, is_definition): (usize, bool),
        budget: &Budget,
    ) -> Result<String, CommandError> {
        let mut text = String::new();
        for (quantifier, id) in claimed(formula, is_definition) {
            let part = formula.part(id);
            let build = |budget: &Budget| match self.claimed_of_family(source, (&part, spoken), budget) {
                Err(CommandError::Limit { limit, .. }) => Err(limit),
                found => Ok(found),
            };
            match within(MOST_ON_THE_WAY, budget, build)? {
                Some(Ok(Some((about, relation)))) if about == "body" => {
                    text += &claim(number, quantifier, language(Some(relation), budget)?);
                }
                // One that nothing bounds is not a relation.
                None | Some(Ok(_) | Err(CommandError::Wrong(_))) => {}
                Some(Err(why)) => return Err(why),
            }
        }
        if let Some((about, relation)) = self.claimed_of_family(source, (formula, spoken), budget)? {
            text += &claim(number, about, language(Some(relation), budget)?);
        }
        Ok(text)
    }

    /// What a certificate says of a word that is fixed by a morphism: where images begin.
    fn of_fixed_word(
        &mut self,
        source: &Source,
        span: Span,
        number: usize,
        budget: &Budget,
    ) -> Result<String, CommandError> {
        let starts = self.starts_of_images(source, span, budget)?;
        Ok(claim(number, "starts", starts.map(|starts| of_relation(&starts, budget)).transpose()?.flatten()))
    }

    /// What a certificate says of a claim on bounds: the relation of its numbers, and its sequences.
    fn of_bounds(
        &mut self,
        source: &Source,
        span: Span,
        number: usize,
        budget: &Budget,
    ) -> Result<String, CommandError> {
        let (written, formula) = self.summed(source, span)?;
        let text = self.of_formula(&written, &formula, (number, true, true), budget)?;
        Ok(text + &self.of_differences(source, span, number, budget)?)
    }

    /// What a certificate says of the sequences in a sum: for each, in the order of names and variables, the automaton of its differences, with
    /// their values in the place of 1 and 0.
    fn of_differences(
        &mut self,
        source: &Source,
        span: Span,
        number: usize,
        budget: &Budget,
    ) -> Result<String, CommandError> {
        let mut text = String::new();
        for (at, (system, (rows, values))) in self.differences_in(source, span, budget)?.into_iter().enumerate() {
            let _ = write!(text, "claim {number} differences {at}\n{system}\n{}\n", rows.len());
            for (row, value) in rows.iter().zip(&values) {
                let _ = write!(text, "{value}");
                for (digit, target) in row.iter().enumerate() {
                    if let Some(target) = target {
                        let _ = write!(text, " {digit} {target}");
                    }
                }
                text.push('\n');
            }
        }
        Ok(text)
    }

    /// What a certificate says of the moves of a game once a numeration system was found for it: nothing if its rules name
    /// one.
    fn moved(&mut self, game: &Name, number: usize, budget: &Budget) -> Result<String, CommandError> {
        let text = self.names.game_texts.get(&*game.text).cloned();
        let (Some(text), Some(rules)) = (text, self.names.rules_of(&game.text)) else { return Ok(String::new()) };
        let (source, system) = (Source::new("game", text), rules.system.name().clone());
        let (commands, _) = parse_script(&source);
        let Some(CommandKind::Game { rule, clauses, .. }) = commands.first().map(|command| &command.kind) else {
            return Ok(String::new());
        };
        if *system == *DEFAULT_SYSTEM || !names_no_system(&source, *rule, clauses) {
            return Ok(String::new());
        }
        let moves = parse_rule_in(&source, rule.span, &self.names, &system)?.moves;
        self.moves(&source, &[moves], number, budget)
    }

    /// What a certificate says of the moves of a game, those of Right behind Left's.
    fn moves(
        &mut self,
        source: &Source,
        moves: &[Formula],
        number: usize,
        budget: &Budget,
    ) -> Result<String, CommandError> {
        let (mut text, mut next) = (String::new(), 0);
        for moves in moves {
            for (quantifier, id) in claimed_from(&mut next, moves, true) {
                text += &self.claim(source, &moves.part(id), (number, quantifier), budget)?;
            }
        }
        Ok(text)
    }

    /// The relation of a quantified part, and one between sums by which a checker shows it by induction. One of `E` or `A` that
    /// is too large is left out: a checker then finds as much of it as it needs. How many values there are it takes from the relation alone.
    fn claim(
        &mut self,
        source: &Source,
        part: &Formula,
        (number, quantifier): (usize, usize),
        budget: &Budget,
    ) -> Result<String, CommandError> {
        let statement = resolve(part, source, &self.names, &mut self.workspace, budget)?;
        if statement.free.is_empty() {
            return Ok(String::new());
        }
        let mut build = |budget: &Budget| define_words(&statement, &mut self.workspace, budget);
        if counts(part) {
            return Ok(claim(number, quantifier, of_defined(&build(budget)?, budget)?));
        }
        let own = budget.part();
        let defined = within(MOST_ON_THE_WAY, &own, build)?;
        budget.rejoin(&own);
        let is_claimed = |defined: &Defined| own.largest() <= LARGEST_CLAIM || states(defined) <= SMALL_CLAIM;
        let Some(defined) = defined.filter(is_claimed) else { return Ok(String::new()) };
        let text = claim(number, quantifier, of_defined(&defined, budget)?);
        let by = |budget: &Budget| by_sums(&statement, &mut self.workspace, budget);
        let Some(Some(by)) = within(MOST_ON_THE_WAY, budget, by)? else { return Ok(text) };
        let tracks: Vec<TrackKind> = by.systems.iter().cloned().map(TrackKind::Numbers).collect();
        let about = format_args!("{quantifier} of {}", by.sums).to_string();
        Ok(text + &claim(number, about, Some(written(&by.dfa, &tracks))))
    }
}
