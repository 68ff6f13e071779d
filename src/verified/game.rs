//! The rules of games, and words that are combined of sets: parts of `verified/Reader.v`.

use crate::syntax::{Argument, ArgumentKind, full_system_name, is_variable};
use crate::tuning::verified::{FAMILY_LETTER, NUMBER_DIGITS, PART_DIGITS};

use super::distinct::{are_distinct, at_last_places};
use super::kinds::{Kind, Tracks};
use super::names::touches;
use super::reader::{FormulaRead, Reader, StatementRead};
use super::tree::{Expr, Numeration, Play, Sentence, Sign, Statement};
use super::words::{fitting, guard, letter_name};

/// The clauses of a game.
#[derive(Default)]
pub struct Clauses {
    pub terminal: Option<String>,
    pub measure: Option<String>,
    pub block: Option<usize>,
    pub is_misere: bool,
}

/// Names between commas.
fn names(list: &str) -> Option<Vec<String>> {
    let name = |text: &str| is_variable(text.trim()).then(|| text.trim().to_owned());
    list.split(',').map(name).collect()
}

impl Reader {
    /// A formula of a game, in its system and with its names.
    fn of_game(&self, at: &Numeration, text: &str, names: &[String]) -> Option<Sentence> {
        let FormulaRead { meant, uses, functions, .. } = self.sentence(&format!("?{} {text}", at.name))?;
        let is_in_it = uses.iter().all(|(_, kind)| *kind == Kind::Numbers(at.clone()));
        let is_about_it = meant.free().iter().all(|name| names.contains(name));
        (functions.is_empty() && is_in_it && is_about_it).then_some(meant)
    }

    fn measure(&self, at: &Numeration, text: &str, names: &[String]) -> Option<Expr> {
        match self.of_game(at, &format!("({text})=0"), names)? {
            Sentence::Relates(Sign::Same, term, right) if right == Expr::number(0) => Some(term),
            _ => None,
        }
    }

    /// `game G "?S p,q -> r,s : MOVE" ..`
    pub fn game(&self, name: &str, rule: &str, clauses: &Clauses) -> Option<StatementRead> {
        let (head, moves) = rule.trim_start().strip_prefix('?')?.split_once(':')?;
        let (system, piles) = head.split_once(|c: char| c.is_ascii_whitespace())?;
        let (before, after) = piles.split_once("->")?;
        let at = self.system(&full_system_name(system)?)?;
        let (before, after) = (names(before)?, names(after)?);
        let piles = [&before[..], &after[..]].concat();
        let moves = self.of_game(&at, moves, &piles)?;
        let moves = match &clauses.terminal {
            Some(terminal) => moves.and(self.of_game(&at, terminal, &before)?.negation()),
            None => moves,
        };
        let measure = clauses.measure.as_ref().map_or(Some(Vec::new()), |terms| {
            terms.split(',').map(|term| self.measure(&at, term, &before)).collect()
        })?;
        let block = clauses.block.unwrap_or(1);
        if !are_distinct(&piles) || before.len() != after.len() || clauses.is_misere && block > 1 {
            return None;
        }
        let play = Play { before, after, moves, block, is_misere: clauses.is_misere, measure };
        let said = Statement::Game(name.to_owned(), play);
        Some(StatementRead { at, said, before: Vec::new(), tracks: Vec::new() })
    }

    /// The system and the number of piles of a game: those of the last statement that binds it.
    pub fn system_of_game(&self, game: &str) -> Option<(Numeration, usize)> {
        self.written.iter().rev().find_map(|(at, statement)| match statement {
            Statement::Game(name, play) if name == game => Some(Some((at.clone(), play.before.len()))),
            Statement::Forget(names) if touches(names, game) => Some(None),
            _ => None,
        })?
    }

    /// `combine W f=1 ..`: a word of sets of numbers; or a family, of sets of pairs of a word and a number, as one
    /// function for each letter.
    pub fn combine(&mut self, name: &str, arguments: &[Argument]) {
        match self.combination(name, arguments) {
            Some(Combination::Word(read)) => self.write_read(*read),
            Some(Combination::Family(kinds, parts)) => self.family(name, kinds, &parts),
            None => self.unread(vec![name.to_owned()]),
        }
    }

    fn combination(&self, name: &str, arguments: &[Argument]) -> Option<Combination> {
        let parts: Vec<(String, i64)> =
            arguments.iter().zip(1..).map(|(argument, at)| part(argument, at)).collect::<Option<_>>()?;
        let kinds = self.function(&parts.first()?.0).to_vec();
        let is_one = parts.iter().all(|(function, _)| *self.function(function) == kinds[..]);
        match &kinds[..] {
            [Kind::Numbers(at)] if is_one && parts.iter().all(|(_, letter)| *letter >= 0) => {
                let (at, said) = (at.clone(), Statement::Combined(name.to_owned(), parts));
                Some(Combination::Word(Box::new(StatementRead { at, said, before: Vec::new(), tracks: kinds })))
            }
            [Kind::Letters(_), Kind::Numbers(_)]
                if is_one && parts.iter().all(|(_, letter)| letter.abs() <= FAMILY_LETTER) =>
            {
                Some(Combination::Family(kinds, parts))
            }
            _ => None,
        }
    }

    fn family(&mut self, name: &str, kinds: Vec<Kind>, parts: &[(String, i64)]) {
        let Kind::Numbers(at) = kinds[1].clone() else { return };
        let all: Vec<i64> = [0].into_iter().chain(parts.iter().map(|(_, letter)| *letter)).collect();
        let letters = at_last_places(&all);
        self.unread(vec![name.to_owned()]);
        let names = vec!["f".to_owned(), "n".to_owned()];
        for &letter in &letters {
            let body = guard(&(kinds.clone(), names.clone())).and(letter_formula(parts, letter));
            let said = Statement::Definition(letter_name(name, letter), names.clone(), body);
            self.write_read(StatementRead {
                at: at.clone(),
                said,
                before: vec![fitting(&kinds)],
                tracks: kinds.clone(),
            });
        }
        self.type_family(name, kinds, letters);
    }
}

enum Combination {
    Word(Box<StatementRead>),
    Family(Vec<Kind>, Vec<(String, i64)>),
}

/// `f=3`, or `f` alone for its place in the row.
fn part(argument: &Argument, at: i64) -> Option<(String, i64)> {
    match argument.kind {
        ArgumentKind::Name => Some((argument.text.to_string(), at)),
        ArgumentKind::Bare => {
            let (name, value) = argument.text.split_once('=')?;
            let digits = value.strip_prefix('-').unwrap_or(value);
            let is_number = (1..=PART_DIGITS.min(NUMBER_DIGITS)).contains(&digits.len())
                && digits.bytes().all(|byte| byte.is_ascii_digit());
            (is_number && crate::syntax::is_name(name)).then(|| Some((name.to_owned(), value.parse().ok()?)))?
        }
        ArgumentKind::Bracket | ArgumentKind::Set | ArgumentKind::Quoted => None,
    }
}

/// That the last function that holds, of f and n, gives this letter; 0 where none holds.
fn letter_formula(parts: &[(String, i64)], letter: i64) -> Sentence {
    let nothing = if letter == 0 { Sentence::falsity().negation() } else { Sentence::falsity() };
    parts.iter().fold(nothing, |rest, (function, value)| {
        let holds = Sentence::Call(function.clone(), vec![Expr::named("f"), Expr::named("n")]);
        if *value == letter { holds.or(rest) } else { holds.negation().and(rest) }
    })
}
