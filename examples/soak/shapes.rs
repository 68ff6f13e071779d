//! Random closed statements of shapes that the engine has ways of its own for: bounded quantifiers, which it learns,
//! equations, with which it decides what stands beside them, and targets that pieces are to cover.

use super::formula::{Connective, Formula, Quantifier, Term, Var};
use super::generate::{COMPARISONS, CONNECTIVES, Generator};
use super::numeration::Compare;

/// What a statement is made as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    Any,
    Bounded,
    Equations,
    Cover,
}

/// The shapes, those that are wanted more often more often.
pub const SHAPES: [Shape; 6] = [Shape::Any, Shape::Any, Shape::Any, Shape::Bounded, Shape::Equations, Shape::Cover];

/// A target and what is to cover it; free in them are the first variables.
#[derive(Clone, Debug)]
pub struct Covering {
    pub target: Formula,
    pub pieces: Vec<Formula>,
}

impl Covering {
    /// What it claims, as a statement.
    pub fn statement(&self) -> Formula {
        let any = self.pieces.iter().cloned().reduce(|a, b| Formula::Binary(Connective::Or, Box::new(a), Box::new(b)));
        let claim = Formula::Binary(
            Connective::Implies,
            Box::new(self.target.clone()),
            Box::new(any.expect("a piece at least")),
        );
        match claim.free() {
            free if free.is_empty() => claim,
            free => Formula::Quantified(Quantifier::ForAll, free, Box::new(claim)),
        }
    }
}

fn sum(a: Term, b: Term) -> Term {
    Term::Add(Box::new(a), Box::new(b))
}

impl Generator<'_> {
    /// What is said of all places below a bound, or of some, within other quantifiers.
    pub fn bounded(&mut self) -> Formula {
        let scope: Vec<Var> = (0..2 + self.tape.below(2)).map(|_| self.variable()).collect();
        let t = self.variable();
        let limit = match self.tape.below(3) {
            0 => sum(Term::Var(scope[0]), self.number()),
            _ => Term::Var(scope[0]),
        };
        let mut body = self.at_two_places(t, &scope);
        if self.tape.chance(1, 3) {
            let more = self.flat(&[t, scope[1]], 1);
            body = Formula::Binary(*self.tape.pick(&CONNECTIVES), Box::new(body), Box::new(more));
        }
        let below = Formula::less(Term::Var(t), limit);
        let bounded = match self.tape.chance(2, 3) {
            true => (Quantifier::ForAll, Formula::Binary(Connective::Implies, Box::new(below), Box::new(body))),
            false => (Quantifier::Exists, Formula::and(below, body)),
        };
        let bounded = Formula::Quantified(bounded.0, vec![t], Box::new(bounded.1));
        let beside = self.flat(&scope, 1);
        let op = *self.tape.pick(&CONNECTIVES);
        let whole = Formula::Binary(op, Box::new(beside), Box::new(bounded));
        scope.into_iter().rev().fold(whole, |whole, var| {
            let quantifier = *self.tape.pick(&[Quantifier::Exists, Quantifier::ForAll, Quantifier::AtLeast(2)]);
            Formula::Quantified(quantifier, vec![var], Box::new(whole))
        })
    }

    /// A word at t from one place on compared with it from another, or at t steps back from it; of numbers where there are
    /// no words.
    fn at_two_places(&mut self, t: Var, scope: &[Var]) -> Formula {
        let from = |var: Var| sum(Term::Var(var), Term::Var(t));
        let (i, j) = (*self.tape.pick(scope), *self.tape.pick(scope));
        let op = if self.tape.chance(3, 4) { Compare::Equal } else { *self.tape.pick(&COMPARISONS) };
        let words: Vec<&str> = self.world.words.iter().copied().filter(|word| !["even", "TT"].contains(word)).collect();
        if words.is_empty() {
            return Formula::Compare(op, from(i), self.term(scope, 1));
        }
        let word = *self.tape.pick(&words);
        let letter = |index| Term::Word(word.into(), vec![index]);
        let other = match self.tape.below(3) {
            0 => Term::Sub(Box::new(Term::Var(j)), Box::new(Term::Var(t))),
            _ => from(j),
        };
        Formula::Compare(op, letter(from(i)), letter(other))
    }

    /// Equations and a comparison of what they say together, or of nearly that.
    pub fn equations(&mut self) -> Formula {
        let scope: Vec<Var> = (0..3).map(|_| self.variable()).collect();
        let sides: Vec<(Term, Term)> = (0..2).map(|_| (self.term(&scope, 1), self.term(&scope, 1))).collect();
        let mut all = [0, 1].map(|side: usize| {
            let of = |pair: &(Term, Term)| if side == 0 { pair.0.clone() } else { pair.1.clone() };
            sum(of(&sides[0]), of(&sides[1]))
        });
        if self.tape.chance(1, 2) {
            all[0] = sum(all[0].clone(), Term::Num(self.tape.range(0, 2)));
        }
        let [left, right] = all;
        let compared = Formula::Compare(*self.tape.pick(&COMPARISONS), left, right);
        let equations = sides.into_iter().map(|(a, b)| Formula::Compare(Compare::Equal, a, b));
        let given = equations.reduce(Formula::and).expect("two equations");
        match self.tape.chance(1, 2) {
            true => Formula::Quantified(Quantifier::Exists, scope, Box::new(Formula::and(given, compared))),
            false => {
                let implied = Formula::Binary(Connective::Implies, Box::new(given), Box::new(compared));
                Formula::Quantified(Quantifier::ForAll, scope, Box::new(implied))
            }
        }
    }

    /// A target of which the pieces have something each, the last often all that is left; for worlds with two variables in an atom.
    pub fn covering(&mut self) -> Covering {
        let scope: Vec<Var> = (0..2.min(self.world.most_variables - 1)).collect();
        // Each variable is named in the target: its pieces may speak of no other.
        let natural = scope.iter().map(|&var| Formula::Compare(Compare::GreaterEqual, Term::Var(var), Term::Num(0)));
        let target = natural.fold(self.flat(&scope, 1), |target, natural| Formula::and(natural, target));
        let mut pieces: Vec<Formula> = (0..1 + self.tape.below(2)).map(|_| self.piece(&scope)).collect();
        if self.tape.chance(2, 3) {
            let others = pieces.iter().cloned().map(Formula::negated).reduce(Formula::and).expect("a piece");
            let of = self.piece(&scope);
            pieces.push(if self.tape.chance(1, 2) {
                others
            } else {
                Formula::Binary(Connective::Implies, Box::new(of), Box::new(others))
            });
        }
        Covering { target, pieces }
    }

    /// What there is some number for.
    fn piece(&mut self, scope: &[Var]) -> Formula {
        let var = self.variable();
        let mut inner = scope.to_vec();
        inner.push(var);
        let (a, b) = (self.flat(&inner, 1), self.flat(&inner, 1));
        Formula::Quantified(Quantifier::Exists, vec![var], Box::new(Formula::and(a, b)))
    }
}
