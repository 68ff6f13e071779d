//! The commands of a statement, as the checker makes them: `verified/Text.v`.

use std::sync::Arc;

use filbert_answers::formula::{Command, Comparison, Formula, Game, Systems, Term, Variable};

use super::apart::apart;
use super::distinct::at_last_places;
use super::flatten::{Functions, WordRelations, multiple, open_formula, parted, sum};
use super::names::Known;
use super::tree::{Expr, Play, Statement};
use super::{integers, morphic, regular};

/// What names are among the relations of the checker.
#[derive(Clone, Debug, Default)]
pub struct Table {
    functions: Functions,
    words: WordRelations,
    games: Known<(Play, Formula)>,
}

/// What a statement gives a meaning.
#[derive(Clone, Debug)]
pub enum Bound {
    /// Nothing.
    Nothing,
    /// A function, with the number of its tracks and that of its relation.
    Function(String, usize, usize),
    /// A word, with the relations of its letters.
    Word(String, Vec<(i64, usize)>),
    /// A game.
    Game(String, Box<(Play, Formula)>),
    /// These names have none from now on.
    Forgotten(Vec<String>),
}

impl Table {
    /// Gives names what a statement says.
    pub fn bind(&mut self, bound: Bound) {
        match bound {
            Bound::Nothing => {}
            Bound::Function(name, tracks, relation) => self.functions.bind(&name, (tracks, relation)),
            Bound::Word(name, letters) => self.words.bind(&name, letters),
            Bound::Game(name, game) => self.games.bind(&name, *game),
            Bound::Forgotten(names) => self.forget(&names),
        }
    }

    /// Names that have no meaning from now on.
    pub fn forget(&mut self, names: &[String]) {
        self.functions.forget(names);
        self.words.forget(names);
        self.games.forget(names);
    }

    /// The relation of a function.
    pub fn relation(&self, function: &str) -> Option<usize> {
        self.functions.get(function).map(|(_, relation)| *relation)
    }

    /// A game.
    pub fn game(&self, name: &str) -> Option<&Play> {
        self.games.get(name).map(|(play, _)| play)
    }

    /// The commands of a statement, there being `count` relations, and what it binds; none if it names what has no
    /// meaning.
    pub fn commands(&self, systems: &Systems, count: usize, statement: &Statement) -> Option<(Vec<Command>, Bound)> {
        // In several systems each variable has a number of its own.
        let numbered = |formula: Formula| if systems.0.len() == 1 { formula } else { apart(&formula) };
        match statement {
            Statement::Definition(name, order, sentence) => {
                let formula = open_formula(&self.functions, &self.words, order, sentence)?;
                let command = Command::Define((0..order.len()).collect(), numbered(formula));
                Some((vec![command], Bound::Function(name.clone(), order.len(), count)))
            }
            Statement::Expression(name, tracks, regex) => {
                if (0..tracks.len()).any(|track| *systems.of(track) != tracks[track]) {
                    return None;
                }
                let automaton = regular::automaton(tracks, regex)?;
                let command = Command::Automaton(tracks.len(), Arc::new(automaton));
                Some((vec![command], Bound::Function(name.clone(), tracks.len(), count)))
            }
            Statement::Word(name, rules, coding) => {
                let found = morphic::automata(systems.of(0), rules, coding)?;
                let letters = found.iter().map(|(letter, _)| *letter).zip(count..).collect();
                let commands = found.into_iter().map(|(_, automaton)| Command::Automaton(1, Arc::new(automaton)));
                Some((commands.collect(), Bound::Word(name.clone(), letters)))
            }
            Statement::Combined(name, parts) => self.combined(count, name, parts),
            Statement::Game(name, play) => {
                let piles = [&play.before[..], &play.after[..]].concat();
                let rule = open_formula(&self.functions, &self.words, &piles, &play.moves)?;
                Some((Vec::new(), Bound::Game(name.clone(), Box::new((play.clone(), rule)))))
            }
            Statement::Kernel(name, game, given) => self.kernel(count, name, game, given.as_deref()),
            Statement::Claim(_, sentence) => {
                let formula = open_formula(&self.functions, &self.words, &[], sentence)?;
                Some((vec![Command::Theorem(numbered(parted(formula)))], Bound::Nothing))
            }
            Statement::IntegerClaim(_, sentence) => {
                let formula = integers::over_naturals(sentence)?;
                Some((vec![Command::Theorem(numbered(parted(formula)))], Bound::Nothing))
            }
            Statement::Forget(names) => Some((Vec::new(), Bound::Forgotten(names.clone()))),
        }
    }

    fn combined(&self, count: usize, name: &str, parts: &[(String, i64)]) -> Option<(Vec<Command>, Bound)> {
        let set = |(function, letter): &(String, i64)| match self.functions.get(function) {
            Some(&(1, relation)) => Some((relation, *letter)),
            _ => None,
        };
        let sets: Vec<(usize, i64)> = parts.iter().map(set).collect::<Option<_>>()?;
        let all: Vec<i64> = [0].into_iter().chain(sets.iter().map(|(_, letter)| *letter)).collect();
        let letters = at_last_places(&all);
        let commands = letters.iter().map(|&letter| Command::Define(vec![0], letter_is(&sets, letter)));
        Some((commands.collect(), Bound::Word(name.to_owned(), letters.iter().copied().zip(count..).collect())))
    }

    fn kernel(&self, count: usize, name: &str, game: &str, given: Option<&str>) -> Option<(Vec<Command>, Bound)> {
        let (play, rule) = self.games.get(game)?;
        let piles = play.before.len();
        let game = Game { piles, block: play.block, misere: play.is_misere, rule: rule.clone() };
        let mut commands = vec![Command::Kernel(game)];
        if let Some(given) = given {
            let &(tracks, relation) = self.functions.get(given)?;
            if tracks != piles {
                return None;
            }
            let of = |relation: usize| Box::new(Formula::Relation(relation, (0..piles).collect()));
            commands.push(Command::Theorem(Formula::Iff(of(count), of(relation))));
        }
        Some((commands, Bound::Function(name.to_owned(), piles, count)))
    }
}

/// That a number is the letter of variable 0 of a word that is combined of sets.
fn letter_is(sets: &[(usize, i64)], letter: i64) -> Formula {
    let equation = Formula::Compare(Comparison::Equal, Term::Number(letter.into()), Term::zero());
    sets.iter().fold(equation, |rest, &(relation, value)| {
        let holds = Formula::Relation(relation, vec![0]);
        if value == letter { holds.or(rest) } else { holds.negation().and(rest) }
    })
}

/// A measure that a script gives, in the variables of the piles.
pub fn measure(play: &Play) -> Option<Vec<Term>> {
    fn term(piles: &[String], expr: &Expr) -> Option<Term> {
        match expr {
            Expr::Number(value) => Some(Term::Number(value.clone())),
            Expr::Named(name) => piles.iter().position(|pile| pile == name).map(|at: Variable| Term::Variable(at)),
            Expr::Plus(a, b) => Some(sum(term(piles, a)?, term(piles, b)?)),
            Expr::Times(factor, a) => Some(multiple(factor.clone(), term(piles, a)?)),
            Expr::Letter(_) | Expr::Minus(..) | Expr::Over(..) | Expr::Indexed(..) => None,
        }
    }
    play.measure.iter().map(|expr| term(&play.before, expr)).collect()
}
