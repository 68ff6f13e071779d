//! Random formulas.

use super::formula::{BOUND, Connective, Formula, Quantifier, Term, Var};
use super::numeration::Compare;
use super::tape::Tape;
use super::worlds::World;

pub const COMPARISONS: [Compare; 6] =
    [Compare::Equal, Compare::Less, Compare::LessEqual, Compare::Greater, Compare::GreaterEqual, Compare::NotEqual];

pub const CONNECTIVES: [Connective; 5] =
    [Connective::And, Connective::Or, Connective::Implies, Connective::Xor, Connective::Iff];

/// What a formula is made of.
pub struct Generator<'a> {
    pub world: &'a World,
    pub tape: &'a mut Tape,
    next: Var,
}

impl Generator<'_> {
    pub fn new<'a>(world: &'a World, tape: &'a mut Tape) -> Generator<'a> {
        Generator { world, tape, next: BOUND }
    }

    /// A formula; `free` variables stand free in it, or fewer.
    pub fn formula(&mut self, free: usize, quantifiers: usize) -> Formula {
        let scope: Vec<Var> = (0..free).collect();
        self.next = BOUND;
        if self.tape.chance(if free == 0 { 7 } else { 5 }, 8) {
            self.prefixed(scope, quantifiers)
        } else {
            self.nested(&scope, quantifiers)
        }
    }

    pub fn variable(&mut self) -> Var {
        self.next += 1;
        self.next - 1
    }

    /// A block of quantifiers in front of what has none.
    fn prefixed(&mut self, mut scope: Vec<Var>, quantifiers: usize) -> Formula {
        let room = self.world.most_variables.saturating_sub(scope.len()).min(quantifiers);
        let count = if room == 0 { 0 } else { room - self.tape.below(room).min(self.tape.below(room)) };
        let mut block: Vec<(Quantifier, Var, Option<Formula>)> = Vec::new();
        for _ in 0..count {
            let var = self.variable();
            let quantifier = match block.last() {
                Some((Quantifier::Exists, ..)) if self.tape.chance(3, 4) => Quantifier::ForAll,
                Some((Quantifier::ForAll, ..)) if self.tape.chance(3, 4) => Quantifier::Exists,
                _ => self.quantifier(),
            };
            let guard = match self.tape.below(3) {
                0 if !scope.is_empty() || !self.world.signed() => {
                    let bound = self.term(&scope, 1);
                    Some(Formula::Compare(*self.tape.pick(&[Compare::LessEqual, Compare::Less]), Term::Var(var), bound))
                }
                _ => None,
            };
            block.push((quantifier, var, guard));
            scope.push(var);
        }
        let mut whole = if scope.is_empty() { self.constant() } else { self.flat(&scope, 2) };
        while let Some((quantifier, var, guard)) = block.pop() {
            whole = match (guard, quantifier) {
                (None, _) => whole,
                (Some(guard), Quantifier::ForAll) => {
                    Formula::Binary(Connective::Implies, Box::new(guard), Box::new(whole))
                }
                (Some(guard), _) => Formula::and(guard, whole),
            };
            whole = Formula::Quantified(quantifier, vec![var], Box::new(whole));
        }
        whole
    }

    /// A comparison of numbers, when no variable is in scope.
    fn constant(&mut self) -> Formula {
        let op = *self.tape.pick(&COMPARISONS);
        Formula::Compare(op, self.number(), self.number())
    }

    fn nested(&mut self, scope: &[Var], quantifiers: usize) -> Formula {
        let room = scope.len() < self.world.most_variables && quantifiers > 0;
        match self.tape.below(8) {
            0 | 1 => self.flat(scope, 1),
            2 | 3 => {
                let op = *self.tape.pick(&CONNECTIVES);
                let left = self.nested(scope, quantifiers / 2);
                let right = self.nested(scope, quantifiers / 2);
                Formula::Binary(op, Box::new(left), Box::new(right))
            }
            4 => self.nested(scope, quantifiers).negated(),
            _ if !room => self.flat(scope, 2),
            _ => {
                let quantifier = self.quantifier();
                let var = self.variable();
                let mut variables = vec![var];
                let infinite = matches!(quantifier, Quantifier::Infinitely);
                if !infinite && scope.len() + 2 <= self.world.most_variables && self.tape.chance(1, 4) {
                    variables.push(self.variable());
                }
                let mut inner = scope.to_vec();
                inner.extend(&variables);
                let body = self.nested(&inner, quantifiers - 1);
                let guarded = self.tape.chance(1, 3).then(|| {
                    let bound = self.term(scope, 1);
                    Formula::Compare(Compare::LessEqual, Term::Var(var), bound)
                });
                let body = match (guarded, quantifier) {
                    (None, _) => body,
                    (Some(guard), Quantifier::ForAll) => {
                        Formula::Binary(Connective::Implies, Box::new(guard), Box::new(body))
                    }
                    (Some(guard), _) => Formula::and(guard, body),
                };
                Formula::Quantified(quantifier, variables, Box::new(body))
            }
        }
    }

    fn quantifier(&mut self) -> Quantifier {
        match self.tape.below(12) {
            0..=3 => Quantifier::Exists,
            4..=7 => Quantifier::ForAll,
            8 => Quantifier::AtLeast(self.tape.below(5)),
            9 => Quantifier::Exactly(self.tape.below(4)),
            10 => Quantifier::AtMost(self.tape.below(4)),
            _ => Quantifier::Infinitely,
        }
    }

    /// A formula without quantifiers, of atoms to this depth.
    pub fn flat(&mut self, scope: &[Var], depth: usize) -> Formula {
        if depth == 0 || scope.is_empty() {
            return self.atom(scope);
        }
        match self.tape.below(6) {
            0 | 1 => self.atom(scope),
            2 => self.flat(scope, depth - 1).negated(),
            _ => {
                let op = *self.tape.pick(&CONNECTIVES);
                let (a, b) = (self.flat(scope, depth - 1), self.flat(scope, depth - 1));
                Formula::Binary(op, Box::new(a), Box::new(b))
            }
        }
    }

    fn atom(&mut self, scope: &[Var]) -> Formula {
        if scope.is_empty() {
            return self.constant();
        }
        let words = self.world.words.len();
        let kind = match (self.world.most_variables, words) {
            // A quotient is a variable more.
            (1, _) => self.tape.below(5),
            (_, 0) => self.tape.below(6),
            _ => self.tape.below(10),
        };
        match kind {
            0..=3 => {
                let op = *self.tape.pick(&COMPARISONS);
                let left = self.term(scope, 2);
                Formula::Compare(op, left, self.term(scope, 2))
            }
            4 => {
                // A difference, which may have no value.
                let (x, y) = (*self.tape.pick(scope), *self.tape.pick(scope));
                let difference = Term::Sub(Box::new(Term::Var(x)), Box::new(Term::Var(y)));
                let op = *self.tape.pick(&COMPARISONS);
                Formula::Compare(op, difference, self.term(scope, 1))
            }
            5 => {
                let x = Box::new(Term::Var(*self.tape.pick(scope)));
                let k = self.tape.range(2, 4);
                let quotient = Term::Div(x, k);
                let op = *self.tape.pick(&COMPARISONS);
                Formula::Compare(op, quotient, self.term(scope, 1))
            }
            6 if self.world.words.contains(&"even") => {
                let index = self.term(scope, 1);
                Formula::Call("even".into(), vec![index])
            }
            7 => {
                let (left, right) = (self.letter(scope), self.letter(scope));
                let op = *self.tape.pick(&COMPARISONS);
                Formula::Compare(op, left, right)
            }
            8 => {
                let x = Term::Var(*self.tape.pick(scope));
                let letter = self.letter(scope);
                let op = *self.tape.pick(&COMPARISONS);
                Formula::Compare(op, Term::Add(Box::new(x), Box::new(letter)), self.term(scope, 1))
            }
            _ => {
                let Term::Word(word, indices) = self.letter(scope) else { unreachable!("a letter of a word") };
                let op = *self.tape.pick(&COMPARISONS);
                Formula::Letter(op, word, indices, self.tape.range(0, 2))
            }
        }
    }

    /// A word at an index, or two.
    fn letter(&mut self, scope: &[Var]) -> Term {
        let words: Vec<&str> = self.world.words.iter().copied().filter(|&word| word != "even").collect();
        let word = *self.tape.pick(&words);
        let indices = match word {
            "TT" => vec![self.term(scope, 0), self.term(scope, 0)],
            _ => vec![self.term(scope, 1)],
        };
        Term::Word(word.into(), indices)
    }

    pub fn number(&mut self) -> Term {
        Term::Num(match self.tape.below(8) {
            0..=5 => self.tape.range(0, 7),
            6 if self.world.signed() => -self.tape.range(1, 7),
            6 => self.tape.range(8, 40),
            _ => {
                // Where representations get a digit more.
                let edge = *self.tape.pick(&[10, 60, 100, 255, 1000, 65535, 65536]);
                edge + self.tape.range(-1, 1)
            }
        })
    }

    /// A term; without variables in scope it is a number.
    pub fn term(&mut self, scope: &[Var], depth: usize) -> Term {
        if scope.is_empty() {
            return self.number();
        }
        match self.tape.below(if depth == 0 { 5 } else { 9 }) {
            0..=2 => Term::Var(*self.tape.pick(scope)),
            3 | 4 => self.number(),
            5 => Term::Add(Box::new(self.term(scope, depth - 1)), Box::new(self.term(scope, depth - 1))),
            6 => {
                let factor = *self.tape.pick(if self.world.signed() { &[1, 2, 3, -1, -2, 0] } else { &[1, 2, 3, 0] });
                Term::Mul(factor, Box::new(Term::Var(*self.tape.pick(scope))))
            }
            7 => {
                let var = *self.tape.pick(scope);
                self.cancelling(var)
            }
            _ => {
                let x = Term::Var(*self.tape.pick(scope));
                Term::Add(Box::new(x), Box::new(Term::Num(self.tape.range(1, 5))))
            }
        }
    }

    /// A term whose variable cancels: what is left may be negative.
    fn cancelling(&mut self, var: Var) -> Term {
        let x = || Box::new(Term::Var(var));
        let few = Box::new(Term::Num(self.tape.range(0, 4)));
        match self.tape.below(4) {
            0 => Term::Sub(Box::new(Term::Sub(x(), x())), few),
            1 => Term::Sub(Box::new(Term::Sub(x(), few)), x()),
            2 => Term::Sub(Box::new(Term::Mul(0, x())), few),
            _ => Term::Sub(Box::new(Term::Add(x(), few)), x()),
        }
    }
}
