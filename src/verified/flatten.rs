//! Formulas with names as formulas with numbers: `verified/Flatten.v`.
//!
//! Parts that may be negative become conditions, quotients and arguments become variables, and so do letters in them; a
//! comparison that reads words is a choice of letters. Weakness: each choice of letters is a case.

use std::slice::from_ref;

use filbert_answers::formula::{Comparison, Formula, Term, Variable};
use num_bigint::BigInt;
use num_traits::Signed;

use crate::tuning::verified::CASES;

use super::names::Known;
use super::tree::{Expr, Sentence, Sign};

/// The number of tracks of a function, and the number of its relation.
pub type Functions = Known<(usize, usize)>;
/// For each letter of a word the number of the relation of its places.
pub type WordRelations = Known<Vec<(i64, usize)>>;

/// A formula with the variables `names`, which have the numbers from 0 on.
pub fn open_formula(
    functions: &Functions,
    words: &WordRelations,
    names: &[String],
    sentence: &Sentence,
) -> Option<Formula> {
    let mut scope = names.iter().rev().zip((0..names.len()).rev()).map(|(name, at)| (name.clone(), at)).collect();
    let atom =
        |scope: &Scope, next: usize, sentence: &Sentence| Flattener { functions, words, scope }.atom(next, sentence);
    numbered(&mut scope, names.len(), sentence, &atom)
}

/// A claim that none of several formulas holds, as one claim for each: they can be proved one by one.
pub fn parted(formula: Formula) -> Formula {
    match formula {
        Formula::ForAll(x, body) => Formula::ForAll(x, parted(*body).into()),
        Formula::And(f, g) => parted(*f).and(parted(*g)),
        Formula::Implies(f, g) => f.implies(parted(*g)),
        Formula::Not(body) => denied(*body),
        other => other,
    }
}

fn denied(formula: Formula) -> Formula {
    match formula {
        Formula::Or(f, g) => denied(*f).and(denied(*g)),
        other => other.negation(),
    }
}

/// A comparison of two terms.
pub fn compared(sign: Sign, a: Term, b: Term) -> Formula {
    match sign {
        Sign::Same => Formula::Compare(Comparison::Equal, a, b),
        Sign::Different => Formula::Compare(Comparison::Equal, a, b).negation(),
        Sign::Below => Formula::Compare(Comparison::Less, a, b),
        Sign::UpTo => Formula::Compare(Comparison::AtMost, a, b),
    }
}

/// The sum of two terms.
pub fn sum(a: Term, b: Term) -> Term {
    Term::Sum(a.into(), b.into())
}

/// A multiple of a term.
pub fn multiple(factor: BigInt, a: Term) -> Term {
    Term::Multiple(factor, a.into())
}

/// What stands around a formula that speaks of a term.
pub enum Around {
    /// This holds besides.
    And(Formula),
    /// There is a number of which this holds besides.
    Exists(Variable, Formula),
}

impl Around {
    /// A formula inside of it.
    fn with(self, inside: Formula) -> Formula {
        match self {
            Around::And(condition) => condition.and(inside),
            Around::Exists(x, condition) => Formula::exists(x, condition.and(inside)),
        }
    }
}

/// A formula with what stands around it, the outermost first.
pub fn surrounded(around: Vec<Around>, inside: Formula) -> Formula {
    around.into_iter().rev().fold(inside, |inside, next| next.with(inside))
}

/// What the names of variables are: the last of a name counts.
pub type Scope = Vec<(String, Variable)>;

/// The variable of a name.
pub fn variable(scope: &Scope, name: &str) -> Option<Variable> {
    scope.iter().rev().find(|(known, _)| known == name).map(|(_, variable)| *variable)
}

/// What a sentence without parts says; variables from the number on are free.
type Atom<'a> = &'a dyn Fn(&Scope, usize, &Sentence) -> Option<Formula>;

/// A sentence with numbers for its names; variables from `next` on are free.
pub fn numbered(scope: &mut Scope, next: usize, sentence: &Sentence, atom: Atom<'_>) -> Option<Formula> {
    // What stands under a quantifier of some names, or of none.
    let mut under = |names: &[String], body: &Sentence| {
        scope.extend(names.iter().cloned().zip(next..));
        let body = numbered(scope, next + names.len(), body, atom);
        scope.truncate(scope.len() - names.len());
        body.map(Box::new)
    };
    Some(match sentence {
        Sentence::Relates(..) | Sentence::Call(..) => return atom(scope, next, sentence),
        Sentence::Not(body) => Formula::Not(under(&[], body)?),
        Sentence::And(f, g) => Formula::And(under(&[], f)?, under(&[], g)?),
        Sentence::Or(f, g) => Formula::Or(under(&[], f)?, under(&[], g)?),
        Sentence::Implies(f, g) => Formula::Implies(under(&[], f)?, under(&[], g)?),
        Sentence::Iff(f, g) => Formula::Iff(under(&[], f)?, under(&[], g)?),
        Sentence::Exists(x, body) => Formula::Exists(next, under(from_ref(x), body)?),
        Sentence::ForAll(x, body) => Formula::ForAll(next, under(from_ref(x), body)?),
        Sentence::Infinitely(x, body) => Formula::Infinitely(next, under(from_ref(x), body)?),
        Sentence::AtLeast(k, names, body) => {
            Formula::AtLeast(*k, (next..next + names.len()).collect(), under(names, body)?)
        }
    })
}

struct Flattener<'a> {
    functions: &'a Functions,
    words: &'a WordRelations,
    scope: &'a Scope,
}

impl Flattener<'_> {
    /// A term as one of numbers; variables from `next` on are free. What it needs is added around.
    fn term(&self, term: &Expr, next: &mut usize, around: &mut Vec<Around>) -> Option<Term> {
        match term {
            Expr::Number(value) | Expr::Letter(value) => (!value.is_negative()).then(|| Term::Number(value.clone())),
            Expr::Named(name) => variable(self.scope, name).map(Term::Variable),
            Expr::Plus(a, b) => {
                let (a, b) = (self.term(a, next, around)?, self.term(b, next, around)?);
                Some(sum(a, b))
            }
            Expr::Minus(a, b) => {
                let (a, b) = (self.term(a, next, around)?, self.term(b, next, around)?);
                around.push(Around::And(Formula::Compare(Comparison::AtMost, b.clone(), a.clone())));
                Some(Term::Difference(a.into(), b.into()))
            }
            Expr::Times(factor, _) if factor.is_negative() => None,
            Expr::Times(factor, a) => Some(multiple(factor.clone(), self.term(a, next, around)?)),
            Expr::Over(_, by) if !by.is_positive() => None,
            Expr::Over(a, by) => {
                let a = self.term(a, next, around)?;
                let x = new(next);
                around.push(Around::Exists(x, quotient(&a, by, &Term::Variable(x))));
                Some(Term::Variable(x))
            }
            Expr::Indexed(word, index) => {
                let letters = self.words.get(word)?;
                if letters.iter().any(|(letter, _)| *letter < 0) {
                    return None;
                }
                let index = self.term(index, next, around)?;
                let (place, letter) = (new(next), new(next));
                around.push(Around::Exists(place, equal(place, index)));
                around.push(Around::Exists(letter, letter_at(letters, place, letter)));
                Some(Term::Variable(letter))
            }
        }
    }

    /// Variables for terms.
    fn places<'a>(
        &self,
        terms: impl Iterator<Item = &'a Expr>,
        next: &mut usize,
        around: &mut Vec<Around>,
    ) -> Option<Vec<Variable>> {
        let terms: Vec<Term> = terms.map(|term| self.term(term, next, around)).collect::<Option<_>>()?;
        let place = |term: Term| match term {
            Term::Variable(variable) => variable,
            other => {
                let variable = new(next);
                around.push(Around::Exists(variable, equal(variable, other)));
                variable
            }
        };
        Some(terms.into_iter().map(place).collect())
    }

    /// A sentence without parts.
    fn atom(&self, next: usize, sentence: &Sentence) -> Option<Formula> {
        match sentence {
            Sentence::Relates(sign, a, b) => self.comparison(next, *sign, a, b),
            Sentence::Call(name, arguments) => {
                let &(tracks, relation) = self.functions.get(name)?;
                if arguments.len() != tracks {
                    return None;
                }
                let (mut next, mut around) = (next, Vec::new());
                let variables = self.places(arguments.iter(), &mut next, &mut around)?;
                Some(surrounded(around, Formula::Relation(relation, variables)))
            }
            _ => None,
        }
    }

    fn comparison(&self, next: usize, sign: Sign, a: &Expr, b: &Expr) -> Option<Formula> {
        let words = [a.words(), b.words()].concat();
        let letters: Vec<&Vec<(i64, usize)>> =
            words.iter().map(|(word, _)| self.words.get(word)).collect::<Option<_>>()?;
        let is_few = letters.iter().try_fold(1usize, |cases, l| cases.checked_mul(l.len()).filter(|&n| n <= CASES));
        is_few?;
        let (mut next, mut around) = (next, Vec::new());
        let places = self.places(words.iter().map(|(_, index)| *index), &mut next, &mut around)?;
        let is_of_integers = !words.is_empty() && a.variables().is_empty() && b.variables().is_empty();
        let comparison = Compared { sign, a, b, is_of_integers, next };
        let cases = self.cases(&comparison, &letters, &places, &mut Vec::new())?;
        Some(surrounded(around, cases))
    }

    /// One case for each choice of letters.
    fn cases(
        &self,
        comparison: &Compared<'_>,
        letters: &[&Vec<(i64, usize)>],
        places: &[Variable],
        chosen: &mut Vec<i64>,
    ) -> Option<Formula> {
        let (Some((first, letters)), Some((place, places))) = (letters.split_first(), places.split_first()) else {
            return self.compare(comparison, chosen);
        };
        let mut cases = Vec::with_capacity(first.len());
        for &(letter, relation) in *first {
            chosen.push(letter);
            let rest = self.cases(comparison, letters, places, chosen);
            chosen.pop();
            cases.push(Formula::Relation(relation, vec![*place]).and(rest?));
        }
        Some(Formula::any(cases))
    }

    fn compare(&self, comparison: &Compared<'_>, letters: &[i64]) -> Option<Formula> {
        let mut letters = letters.iter().copied();
        let (a, b) = (filled(comparison.a, &mut letters), filled(comparison.b, &mut letters));
        if comparison.is_of_integers {
            let (a, b) = (a.closed()?, b.closed()?);
            return Some(compared(comparison.sign, Term::Number(a), Term::Number(b)));
        }
        let (mut next, mut around) = (comparison.next, Vec::new());
        let (a, b) = (self.term(&a, &mut next, &mut around)?, self.term(&b, &mut next, &mut around)?);
        Some(surrounded(around, compared(comparison.sign, a, b)))
    }
}

/// A comparison whose words are read at some variables, those from `next` on being free.
struct Compared<'a> {
    sign: Sign,
    a: &'a Expr,
    b: &'a Expr,
    /// It reads a word and has no variable.
    is_of_integers: bool,
    next: usize,
}

/// The next variable that is free.
pub fn new(next: &mut usize) -> Variable {
    *next += 1;
    *next - 1
}

fn equal(x: Variable, term: Term) -> Formula {
    Formula::Compare(Comparison::Equal, Term::Variable(x), term)
}

/// That a term is the quotient of another by a number.
pub fn quotient(term: &Term, by: &BigInt, quotient: &Term) -> Formula {
    let product = || multiple(by.clone(), quotient.clone());
    let next = sum(product(), Term::Number(by.clone()));
    let (first, second) = if by.is_positive() {
        let below = Formula::Compare(Comparison::AtMost, product(), term.clone());
        (below, Formula::Compare(Comparison::Less, term.clone(), next))
    } else {
        let above = Formula::Compare(Comparison::Less, next, term.clone());
        (above, Formula::Compare(Comparison::AtMost, term.clone(), product()))
    };
    first.and(second)
}

/// That a variable is the letter of a word at a place.
fn letter_at(letters: &[(i64, usize)], place: Variable, letter: Variable) -> Formula {
    let case = |&(value, relation): &(i64, usize)| {
        let is_letter = equal(letter, Term::Number(value.into()));
        Formula::Relation(relation, vec![place]).and(is_letter)
    };
    Formula::any(letters.iter().map(case).collect())
}

/// A term with letters in the places of its words.
fn filled(term: &Expr, letters: &mut impl Iterator<Item = i64>) -> Expr {
    match term {
        Expr::Indexed(..) => letters.next().map_or_else(|| term.clone(), |letter| Expr::Number(letter.into())),
        Expr::Plus(a, b) => {
            let a = filled(a, letters);
            Expr::Plus(a.into(), filled(b, letters).into())
        }
        Expr::Minus(a, b) => {
            let a = filled(a, letters);
            Expr::Minus(a.into(), filled(b, letters).into())
        }
        Expr::Times(factor, a) => Expr::Times(factor.clone(), filled(a, letters).into()),
        Expr::Over(a, by) => Expr::Over(filled(a, letters).into(), by.clone()),
        Expr::Number(_) | Expr::Letter(_) | Expr::Named(_) => term.clone(),
    }
}
