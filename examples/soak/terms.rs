//! Random terms in sequences, and the same terms written otherwise.

use std::rc::Rc;

use super::formula::{Formula, Term, Var};
use super::lab::Checked;
use super::numeration::Compare;
use super::rewrite::rewritten;
use super::sequences::{Bench, COMPARISONS};
use super::series::{Counted, Index, Node, Range};
use super::words::exact;

impl Bench<'_> {
    /// A formula with finitely many values of variable 1 for each of variable 0.
    pub fn counted(&mut self) -> Checked<Rc<Counted>> {
        let formula = exact(self.world, 2, 1, self.tape);
        let above = self.tape.range(0, 4);
        let most = Term::Add(Box::new(Term::Var(0)), Box::new(Term::Num(above)));
        let formula = Formula::and(Formula::Compare(Compare::LessEqual, Term::Var(1), most), formula);
        let automaton = self.series.decider.relation(&formula)?.automaton;
        let text = rewritten(&formula, self.world.most_variables, self.tape).to_string();
        Ok(Rc::new(Counted { text, automaton, above }))
    }

    /// A term in some variables; sums are not nested, for what they are compared with is slow.
    pub fn term(&mut self, scope: &[Var], depth: usize) -> Node {
        if depth == 0 {
            return self.atom(scope);
        }
        match self.tape.below(14) {
            0..=3 => Node::add(self.term(scope, depth - 1), self.term(scope, depth - 1)),
            4 | 5 => Node::sub(self.term(scope, depth - 1), self.term(scope, depth - 1)),
            6 => Node::mul(self.factor(scope), self.factor(scope)),
            7 => Node::mul(Node::Number(self.tape.range(-2, 3)), self.term(scope, depth - 1)),
            8 => Node::Div(Box::new(self.term(scope, depth - 1)), self.tape.range(1, 3)),
            9 => Node::Square(Box::new(self.factor(scope))),
            10 => Node::Negate(Box::new(self.term(scope, depth - 1))),
            11 | 12 if !scope.contains(&3) => self.sum(scope, depth - 1),
            _ => self.atom(scope),
        }
    }

    fn sum(&mut self, scope: &[Var], depth: usize) -> Node {
        let of = *self.tape.pick(scope);
        // Convolutions are large elsewhere.
        let kinds = if self.is_based() { 6 } else { 5 };
        let (bound, range): (Vec<Var>, Range) = match self.tape.below(kinds) {
            0..=2 => (vec![3], Range::Below(of)),
            3 => (vec![3], Range::UpTo(of)),
            4 => (vec![3], Range::First(self.tape.range(0, 5))),
            _ => (vec![3, 4], Range::Split(self.tape.range(1, 2), of)),
        };
        let inner: Vec<Var> = match bound.len() {
            1 => [scope, &bound].concat(),
            _ => bound.clone(),
        };
        let body = match bound.len() {
            // As in a convolution.
            2 => Node::mul(self.factor(&[3]), self.factor(&[4])),
            _ => self.term(&inner, depth.min(1)),
        };
        Node::Sum(bound, range, Box::new(body))
    }

    pub fn atom(&mut self, scope: &[Var]) -> Node {
        let var = *self.tape.pick(scope);
        match self.tape.below(12) {
            0..=4 if self.series.count() > 0 => {
                let which = self.tape.below(self.series.count());
                Node::Call(which, self.index(scope))
            }
            5 | 6 if !self.words.is_empty() => {
                let word = *self.tape.pick(self.words);
                Node::Letter(word, self.index(scope))
            }
            7 => Node::Holds(var, *self.tape.pick(&COMPARISONS), self.tape.range(0, 9)),
            8 if scope == [0] && self.tape.chance(1, 2) => match self.counted() {
                Ok(counted) => Node::Count(counted),
                Err(_) => Node::Variable(var),
            },
            9 => Node::Number(self.tape.range(-2, 5)),
            _ => Node::Variable(var),
        }
    }

    /// Part of a product: dimensions are multiplied there, so that indices are plain.
    fn factor(&mut self, scope: &[Var]) -> Node {
        match self.atom(scope) {
            Node::Call(which, index) => Node::Call(which, Index::variable(index.parts[0].1)),
            other => other,
        }
    }

    pub fn index(&mut self, scope: &[Var]) -> Index {
        let var = *self.tape.pick(scope);
        let other = *self.tape.pick(scope);
        match self.tape.below(8) {
            0..=2 => Index::variable(var),
            3 => Index::line(1, var, self.tape.range(1, 3)),
            4 if self.is_based() => Index::line(self.tape.range(2, 3), var, self.tape.range(0, 2)),
            5 => Index::line(1, var, -self.tape.range(1, 3)),
            6 if self.is_based() => {
                Index { divisor: self.tape.range(2, 3), ..Index::line(1, var, self.tape.range(0, 1)) }
            }
            _ if var == other || !self.is_based() => Index::variable(var),
            _ => {
                let sign = if self.tape.chance(1, 2) { -1 } else { 1 };
                Index { parts: vec![(1, var), (sign, other)], constant: 0, divisor: 1 }
            }
        }
    }

    /// Writes a node in another way that has the same values.
    pub fn otherwise(&mut self, node: &Node) -> Node {
        let node = match node {
            Node::Add(a, b) => match self.tape.below(3) {
                0 => Node::add(self.otherwise(b), self.otherwise(a)),
                1 => Node::sub(self.otherwise(a), Node::Negate(Box::new(self.otherwise(b)))),
                _ => Node::add(self.otherwise(a), self.otherwise(b)),
            },
            Node::Sub(a, b) => match self.tape.below(2) {
                0 => Node::sub(self.otherwise(a), self.otherwise(b)),
                _ => Node::add(Node::Negate(Box::new(self.otherwise(b))), self.otherwise(a)),
            },
            Node::Mul(a, b) => match (&**a, self.tape.below(2)) {
                (Node::Add(c, d), 1) => {
                    Node::add(Node::mul((**c).clone(), self.otherwise(b)), Node::mul((**d).clone(), (**b).clone()))
                }
                _ => Node::mul(self.otherwise(b), self.otherwise(a)),
            },
            Node::Square(of) => Node::mul(self.otherwise(of), (**of).clone()),
            Node::Sum(bound, range, body) => match (range, &**body, self.tape.below(3)) {
                (Range::Below(a), _, 1) => {
                    // One summand more, which is taken away.
                    let last = body.with(bound[0], *a);
                    Node::sub(Node::Sum(bound.clone(), Range::UpTo(*a), body.clone()), last)
                }
                (_, Node::Add(c, d), 2) => Node::add(
                    Node::Sum(bound.clone(), *range, c.clone()),
                    Node::Sum(bound.clone(), *range, Box::new(self.otherwise(d))),
                ),
                _ => Node::Sum(bound.clone(), *range, Box::new(self.otherwise(body))),
            },
            other => other.clone(),
        };
        match self.tape.below(8) {
            0 => Node::Div(Box::new(Node::mul(Node::Number(3), node)), 3),
            1 => {
                let k = self.tape.range(1, 4);
                Node::sub(Node::add(Node::Number(k), node), Node::Number(k))
            }
            _ => node,
        }
    }

    /// A term that takes finitely many values.
    pub fn few(&mut self, depth: usize) -> Node {
        if depth == 0 {
            return match self.tape.below(4) {
                0 | 1 if !self.words.is_empty() => {
                    let word = *self.tape.pick(self.words);
                    Node::Letter(word, self.index(&[0]))
                }
                0 | 2 => Node::Holds(0, *self.tape.pick(&COMPARISONS), self.tape.range(0, 40)),
                _ => Node::Number(self.tape.range(-2, 4)),
            };
        }
        let (a, b) = (self.few(depth - 1), self.few(depth - 1));
        match self.tape.below(4) {
            0 | 1 => Node::add(a, b),
            2 => Node::sub(a, b),
            _ => Node::mul(a, b),
        }
    }
}
