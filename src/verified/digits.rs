//! Numbers on tracks of digits, and normalizers: the last part of `verified/Tracks.v`.
//!
//! A definition without quantifiers may have numbers on tracks of digits: it holds if there are words of one length
//! that represent them, for which it is true. A normalizer adds numbers of the system whose ones are far apart.

use filbert_answers::formula::System;

use crate::tuning::verified::{NORMALIZER_DIGIT, NORMALIZER_PARTS};

use super::distinct::at_last_places;
use super::kinds::{Kind, Uses, base, is_consistent, kinds_of, place};
use super::tree::{Expr, Numeration, Regex, Sentence, Sign, Statement};
use super::words::{Words, any_member, functions_of, guarded, one_of, unary};

fn represents_name(digits: &[i64], numeration: &Numeration) -> String {
    let digits: String = digits.iter().map(|&digit| unary(usize::try_from(digit).unwrap_or(0)) + " ").collect();
    format!(" is {digits}{}", numeration.name)
}

/// That a word of some digits represents a number.
fn representing(digits: &[i64], numeration: &Numeration) -> Statement {
    let letter = |&digit: &i64| Some(vec![place(digits, digit)?, usize::try_from(digit).ok()?]);
    let letters: Vec<Vec<usize>> = digits.iter().filter_map(letter).collect();
    let systems = vec![base(digits), numeration.table.clone()];
    Statement::Expression(
        represents_name(digits, numeration),
        systems,
        Regex::Repeat(one_of(letters.into_iter()).into()),
    )
}

/// The word of a number: a name that no script can write.
fn word_for(name: &str) -> String {
    format!(" {name}")
}

/// A formula without quantifiers, with the words of numbers in the arguments that are words.
fn on_words<'a>(sentence: &Sentence, function: &dyn Fn(&str) -> &'a [Kind]) -> Option<Sentence> {
    let two = |f: &Sentence, g: &Sentence| Some((on_words(f, function)?, on_words(g, function)?));
    match sentence {
        Sentence::Relates(_, a, b) => (!any_member(a) && !any_member(b)).then(|| sentence.clone()),
        Sentence::Call(name, arguments) => {
            let kinds = function(name);
            let on_track = |(at, argument): (usize, &Expr)| match (kinds.get(at), argument) {
                (Some(Kind::Letters(_)), Expr::Named(x)) => Expr::Named(word_for(x)),
                _ => argument.clone(),
            };
            Some(Sentence::Call(name.clone(), arguments.iter().enumerate().map(on_track).collect()))
        }
        Sentence::Not(body) => on_words(body, function).map(Sentence::negation),
        Sentence::And(f, g) => two(f, g).map(|(f, g)| f.and(g)),
        Sentence::Or(f, g) => two(f, g).map(|(f, g)| f.or(g)),
        Sentence::Implies(f, g) => two(f, g).map(|(f, g)| f.implies(g)),
        Sentence::Iff(f, g) => two(f, g).map(|(f, g)| f.iff(g)),
        Sentence::Exists(..) | Sentence::ForAll(..) | Sentence::AtLeast(..) | Sentence::Infinitely(..) => None,
    }
}

/// A formula in which names are words and numbers at once, what its variables are then, and the functions in it.
pub fn with_words<'a>(
    sentence: &Sentence,
    uses: &Uses,
    function: &dyn Fn(&str) -> &'a [Kind],
) -> Option<(Sentence, Uses, Vec<Statement>)> {
    let (words, numbers): (Uses, Uses) = uses.iter().cloned().partition(|(_, kind)| kind.has_words());
    if !is_consistent(&numbers) || !is_consistent(&words) {
        return None;
    }
    let both = at_last_places(&words.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
    let (of_numbers, of_words) = (kinds_of(&numbers, &both)?, kinds_of(&words, &both)?);
    let mut body = on_words(sentence, function)?;
    let mut functions = Vec::new();
    for ((name, number), word) in both.iter().zip(&of_numbers).zip(&of_words).rev() {
        let (Kind::Numbers(numeration), Kind::Letters(digits)) = (number, word) else { continue };
        let (own, arguments) = (word_for(name), vec![Expr::Named(word_for(name)), Expr::named(name)]);
        body = Sentence::Call(represents_name(digits, numeration), arguments).and(body).exists(&own);
        functions.insert(0, representing(digits, numeration));
    }
    let known: Uses = both.iter().map(String::as_str).map(word_for).zip(of_words).chain(numbers).collect();
    let (body, more) = Words { known: &known, letters: &|_| None }.over_numbers(&body)?;
    functions.extend(more);
    Some((body, known, functions))
}

/// The state after a digit; none if the digit is too great.
fn after(system: &System, state: usize, digit: usize) -> Option<usize> {
    let (top, next) = system.0.get(state).copied().unwrap_or((0, 0));
    match digit.cmp(&top) {
        std::cmp::Ordering::Less => Some(0),
        std::cmp::Ordering::Equal => Some(next),
        std::cmp::Ordering::Greater => None,
    }
}

/// Ones that are so many places apart make a word of the system: after them it is where it began.
fn apart_by(system: &System) -> Option<usize> {
    (1..=system.0.len()).find(|gap| {
        let digits = std::iter::once(1).chain(std::iter::repeat_n(0, gap - 1));
        digits.into_iter().try_fold(0, |state, digit| after(system, state, digit)) == Some(0)
    })
}

/// Pairs of a word and a number: the number has a one where the word has a digit of at least `least`, at the places
/// `rest`, `rest + gap`, .. from the end.
fn part(digits: &[i64], gap: usize, rest: usize, least: i64) -> Regex {
    let at_place = |i: usize| {
        let letter = |&digit: &i64| Some(vec![place(digits, digit)?, usize::from(i == rest && least <= digit)]);
        one_of(digits.iter().filter_map(letter).collect::<Vec<_>>().into_iter())
    };
    let below = |j: usize| (0..j).fold(Regex::Empty, |behind, i| Regex::Sequence(at_place(i).into(), behind.into()));
    let first = (0..gap).rev().fold(Regex::Never, |rest, j| Regex::Alternative(below(j).into(), rest.into()));
    Regex::Sequence(first.into(), Regex::Repeat(below(gap).into()).into())
}

/// `normalizer f S {0,1}` as a definition, with the functions in it: a word is worth the sum of some numbers.
pub fn normalizing(name: &str, digits: &[i64], numeration: &Numeration) -> Option<(Statement, Vec<Statement>)> {
    let gap = apart_by(&numeration.table)?;
    let top = digits.iter().copied().max().unwrap_or(0).max(0);
    if top > NORMALIZER_DIGIT || digits.iter().any(|&digit| digit < 0) {
        return None;
    }
    let parts: Vec<(usize, i64)> = (0..gap).flat_map(|rest| (1..=top).map(move |least| (rest, least))).collect();
    if parts.len() > NORMALIZER_PARTS {
        return None;
    }
    let part_name = |i: usize| format!("{name}_ {}", unary(i));
    let number = |i: usize| format!("u{}", unary(i));
    let (word, numbers) = (Kind::Letters(digits.to_vec()), Kind::Numbers(numeration.clone()));
    let own = [("x".to_owned(), word), ("n".to_owned(), numbers.clone())];
    let known: Uses = own.into_iter().chain((0..parts.len()).map(|i| (number(i), numbers.clone()))).collect();
    let sum = (0..parts.len()).fold(Expr::number(0), |sum, i| Expr::Plus(sum.into(), Expr::Named(number(i)).into()));
    let equation = Sentence::Relates(Sign::Same, Expr::named("n"), sum);
    let body = (0..parts.len()).fold(equation, |body, i| {
        body.and(Sentence::Call(part_name(i), vec![Expr::named("x"), Expr::Named(number(i))]))
    });
    let body = (0..parts.len()).rev().fold(body, |body, i| body.exists(&number(i)));
    let words = Words { known: &known, letters: &|_| None };
    let (body, more) = words.over_numbers(&body)?;
    let names = vec!["x".to_owned(), "n".to_owned()];
    let guards = words.guards_of_all(&names)?;
    let systems = || vec![base(digits), numeration.table.clone()];
    let expression = |(i, &(rest, least)): (usize, &(usize, i64))| {
        Statement::Expression(part_name(i), systems(), part(digits, gap, rest, least))
    };
    let mut functions: Vec<Statement> = parts.iter().enumerate().map(expression).collect();
    functions.extend(functions_of(&guards));
    functions.extend(more);
    Some((Statement::Definition(name.to_owned(), names, guarded(&guards, Sentence::and, body)), functions))
}
