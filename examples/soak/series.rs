//! Terms in sequences, and their values by the definition: counted one by one, summed one by one, by recurrence, or by
//! products of matrices along the digits of a greedy representation.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::{One, Zero};

use super::automaton::Automaton;
use super::decide::Decider;
use super::formula::{Var, name};
use super::numeration::Compare;

/// A value: exact, of any size.
pub type Value = Ratio<BigInt>;
/// The numbers of variables.
pub type Numbers = [i64; super::formula::NAMED];

/// The value of a whole number.
pub fn whole(n: i64) -> Value {
    Ratio::from(BigInt::from(n))
}

/// The place of a value: `(k x + .. + constant) / divisor`.
#[derive(Clone, Debug)]
pub struct Index {
    /// The first is positive.
    pub parts: Vec<(i64, Var)>,
    pub constant: i64,
    pub divisor: i64,
}

impl Index {
    pub fn variable(var: Var) -> Index {
        Index::line(1, var, 0)
    }

    pub fn line(k: i64, var: Var, constant: i64) -> Index {
        Index { parts: vec![(k, var)], constant, divisor: 1 }
    }

    /// `None` if a difference on the way is no natural number.
    fn at(&self, numbers: &Numbers) -> Option<i64> {
        let sum = self.parts.iter().map(|&(k, var)| k * numbers[var]).sum::<i64>() + self.constant;
        (sum >= 0).then(|| sum.div_euclid(self.divisor))
    }

    fn with(&self, var: Var, other: Var) -> Index {
        let parts = self.parts.iter().map(|&(k, own)| (k, if own == var { other } else { own })).collect();
        Index { parts, ..self.clone() }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for &(k, var) in &self.parts {
            text += match (text.is_empty(), k < 0) {
                (true, _) => "",
                (false, true) => "-",
                (false, false) => "+",
            };
            text += &if k.abs() == 1 { name(var).to_owned() } else { format!("{}*{}", k.abs(), name(var)) };
        }
        match self.constant {
            0 => {}
            c if c < 0 => text += &format!("-{}", -c),
            c => text += &format!("+{c}"),
        }
        match self.divisor {
            1 => text,
            divisor => format!("({text})/{divisor}"),
        }
    }
}

/// What a sum goes over.
#[derive(Clone, Copy, Debug)]
pub enum Range {
    /// `x<a`.
    Below(Var),
    /// `x<=a`.
    UpTo(Var),
    /// `x<k`.
    First(i64),
    /// `x+k*y=a`, for y the second variable.
    Split(i64, Var),
}

/// What is counted of one variable.
#[derive(Clone, Debug)]
pub struct Counted {
    pub text: String,
    /// On variables 0 and 1.
    pub automaton: Automaton,
    /// Variable 1 is at most so far above variable 0.
    pub above: i64,
}

/// A term.
#[derive(Clone, Debug)]
pub enum Node {
    Number(i64),
    Variable(Var),
    /// A value of a sequence that was defined.
    Call(usize, Index),
    Letter(&'static str, Index),
    /// How many values of variable 1 a formula has for variable 0.
    Count(Rc<Counted>),
    /// 1 where a variable compares so with a number, and 0 elsewhere.
    Holds(Var, Compare, i64),
    /// Over one variable, or two.
    Sum(Vec<Var>, Range, Box<Node>),
    Negate(Box<Node>),
    Add(Box<Node>, Box<Node>),
    Sub(Box<Node>, Box<Node>),
    Mul(Box<Node>, Box<Node>),
    Div(Box<Node>, i64),
    Square(Box<Node>),
}

impl Node {
    pub fn add(a: Node, b: Node) -> Node {
        Node::Add(Box::new(a), Box::new(b))
    }

    pub fn sub(a: Node, b: Node) -> Node {
        Node::Sub(Box::new(a), Box::new(b))
    }

    pub fn mul(a: Node, b: Node) -> Node {
        Node::Mul(Box::new(a), Box::new(b))
    }

    /// Where it stands: 0 in a sum, 1 in a product, 2 as a factor, 3 below an exponent.
    fn text(&self, level: usize) -> String {
        let (own, text) = match self {
            Node::Number(n) if *n < 0 => (0, n.to_string()),
            Node::Number(n) => (3, n.to_string()),
            Node::Variable(var) => (3, name(*var).to_owned()),
            Node::Call(which, index) => (3, format!("s{which}({})", index.text())),
            Node::Letter(word, index) => (3, format!("{word}[{}]", index.text())),
            Node::Count(counted) => (3, format!("count{{{}: {}}}", name(1), counted.text)),
            Node::Holds(var, op, k) => (3, format!("count{{{}{}{k}}}", name(*var), op.text())),
            Node::Sum(bound, range, body) => {
                let x = name(bound[0]);
                let (bound, range) = match range {
                    Range::Below(a) => (x.to_owned(), format!("{x}<{}", name(*a))),
                    Range::UpTo(a) => (x.to_owned(), format!("{x}<={}", name(*a))),
                    Range::First(k) => (x.to_owned(), format!("{x}<{k}")),
                    Range::Split(k, a) => {
                        let y = name(bound[1]);
                        (format!("{x},{y}"), format!("{x}+{k}*{y}={}", name(*a)))
                    }
                };
                (0, format!("sum{{{bound}: {range}}} {}", body.text(1)))
            }
            Node::Negate(of) => (0, format!("-{}", of.text(2))),
            Node::Add(a, b) => (0, format!("{}+{}", a.text(0), b.text(1))),
            Node::Sub(a, b) => (0, format!("{}-{}", a.text(0), b.text(1))),
            Node::Mul(a, b) => (1, format!("{}*{}", a.text(1), b.text(2))),
            Node::Div(a, k) => (1, format!("{}/{k}", a.text(1))),
            Node::Square(of) => (2, format!("{}^2", of.text(3))),
        };
        if own < level { format!("({text})") } else { text }
    }

    /// The sequences that it calls.
    fn add_called(&self, found: &mut Vec<usize>) {
        match self {
            Node::Call(which, _) => found.push(*which),
            Node::Number(_) | Node::Variable(_) | Node::Letter(..) | Node::Count(_) | Node::Holds(..) => {}
            Node::Sum(_, _, of) | Node::Negate(of) | Node::Div(of, _) | Node::Square(of) => of.add_called(found),
            Node::Add(a, b) | Node::Sub(a, b) | Node::Mul(a, b) => {
                a.add_called(found);
                b.add_called(found);
            }
        }
    }

    /// Replaces the free variable `var` by `other`.
    pub fn with(&self, var: Var, other: Var) -> Node {
        let again = |node: &Node| Box::new(node.with(var, other));
        let named = |own: Var| if own == var { other } else { own };
        match self {
            Node::Number(_) => self.clone(),
            Node::Variable(own) => Node::Variable(named(*own)),
            Node::Call(which, index) => Node::Call(*which, index.with(var, other)),
            Node::Letter(word, index) => Node::Letter(word, index.with(var, other)),
            // These speak of variable 0, which no sum binds.
            Node::Count(_) => self.clone(),
            Node::Holds(own, op, k) => Node::Holds(named(*own), *op, *k),
            Node::Sum(bound, range, body) => {
                let range = match range {
                    Range::Below(own) => Range::Below(named(*own)),
                    Range::UpTo(own) => Range::UpTo(named(*own)),
                    Range::First(k) => Range::First(*k),
                    Range::Split(k, own) => Range::Split(*k, named(*own)),
                };
                Node::Sum(bound.clone(), range, again(body))
            }
            Node::Negate(of) => Node::Negate(again(of)),
            Node::Add(a, b) => Node::Add(again(a), again(b)),
            Node::Sub(a, b) => Node::Sub(again(a), again(b)),
            Node::Mul(a, b) => Node::Mul(again(a), again(b)),
            Node::Div(a, k) => Node::Div(again(a), *k),
            Node::Square(of) => Node::Square(again(of)),
        }
    }
}

impl std::fmt::Display for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text(0))
    }
}

/// How a sequence is computed.
#[derive(Debug)]
pub enum Source {
    Counted(Rc<Counted>),
    Term(Node),
    /// `s(k a + r) = right`, and values that are given.
    Rules {
        given: BTreeMap<i64, i64>,
        rules: Vec<(i64, i64, Node)>,
    },
    /// A product along the digits of a number without zeros in front; whether the last digit comes first.
    Matrices {
        v: Vec<Value>,
        mu: Vec<Vec<Vec<Value>>>,
        w: Vec<Value>,
        turned: bool,
    },
}

/// Sequences and the numbers in which they are read.
pub struct Series<'a> {
    pub decider: &'a mut Decider,
    /// What a digit is worth at each place.
    weights: Vec<i64>,
    sources: Vec<Rc<Source>>,
    known: Vec<HashMap<i64, Value>>,
}

impl Series<'_> {
    pub fn new(decider: &mut Decider) -> Series<'_> {
        let recurrence = &decider.numeration.recurrence;
        let one = |place: usize| [&[1][..], &vec![0; place]].concat();
        let first = (0..recurrence.len()).map(|place| decider.numeration.value(&one(place)) as i64);
        let mut weights: Vec<i64> = first.collect();
        while weights[weights.len() - 1] < 1 << 40 {
            let last = weights.len();
            weights.push(recurrence.iter().enumerate().map(|(i, k)| k * weights[last - 1 - i]).sum());
        }
        Series { decider, weights, sources: Vec::new(), known: Vec::new() }
    }

    pub fn count(&self) -> usize {
        self.sources.len()
    }

    /// The next sequence; its number.
    pub fn push(&mut self, source: Source) -> usize {
        self.sources.push(Rc::new(source));
        self.known.push(HashMap::new());
        self.sources.len() - 1
    }

    /// Whether a value takes a few steps a digit, where rules go down by a factor.
    pub fn is_quick(&self, which: usize) -> bool {
        match &*self.sources[which] {
            Source::Matrices { .. } => true,
            Source::Counted(_) | Source::Term(_) => false,
            Source::Rules { rules, .. } => rules.iter().all(|(k, _, right)| {
                let mut called = Vec::new();
                right.add_called(&mut called);
                *k > 1 && called.into_iter().all(|other| other == which || self.is_quick(other))
            }),
        }
    }

    /// The digits of a number, the first not 0: as large as they can be, one after another.
    fn digits(&self, mut n: i64) -> Vec<usize> {
        let mut digits = Vec::new();
        for &weight in self.weights.iter().rev() {
            if n >= weight || !digits.is_empty() {
                digits.push((n / weight) as usize);
                n %= weight;
            }
        }
        digits
    }

    fn letter(&self, word: &str, n: i64) -> i64 {
        let ones_at_end = || self.digits(n).iter().rev().take_while(|&&digit| digit == 1).count() as i64;
        match word {
            "T" => i64::from(n.count_ones() % 2),
            "RS" => i64::from((n & (n >> 1)).count_ones() % 2),
            "PD" => 1 - i64::from(n.trailing_ones() % 2),
            _ => ones_at_end(),
        }
    }

    /// The value of a sequence.
    pub fn value(&mut self, which: usize, n: i64) -> Value {
        if let Some(known) = self.known[which].get(&n) {
            return known.clone();
        }
        let source = self.sources[which].clone();
        let value = match &*source {
            Source::Counted(counted) => self.counted(counted, n),
            Source::Term(node) => self.at(node, n),
            Source::Rules { given, rules } => match given.get(&n) {
                Some(&given) => whole(given),
                None => {
                    let stands = |rule: &&(i64, i64, Node)| n >= rule.1 && (n - rule.1) % rule.0 == 0;
                    let (k, r, right) = rules.iter().find(stands).expect("each number has a rule");
                    self.at(right, (n - r) / k)
                }
            },
            Source::Matrices { v, mu, w, turned } => {
                let mut digits = self.digits(n);
                if *turned {
                    digits.reverse();
                }
                let mut row = v.clone();
                for digit in digits {
                    let column = |j: usize| row.iter().zip(&mu[digit]).map(|(x, line)| x * &line[j]).sum();
                    row = (0..row.len()).map(column).collect();
                }
                row.iter().zip(w).map(|(x, y)| x * y).sum()
            }
        };
        self.known[which].insert(n, value.clone());
        value
    }

    /// A term in variable 0.
    pub fn at(&mut self, node: &Node, n: i64) -> Value {
        let mut numbers = Numbers::default();
        numbers[0] = n;
        self.of(node, &mut numbers)
    }

    fn counted(&mut self, counted: &Counted, n: i64) -> Value {
        whole((0..=n + counted.above).filter(|&b| self.decider.contains(&counted.automaton, &[n, b])).count() as i64)
    }

    /// The value of a term; bound variables are overwritten.
    pub fn of(&mut self, node: &Node, numbers: &mut Numbers) -> Value {
        match node {
            Node::Number(n) => whole(*n),
            Node::Variable(var) => whole(numbers[*var]),
            Node::Call(which, index) => index.at(numbers).map_or_else(Value::zero, |n| self.value(*which, n)),
            Node::Letter(word, index) => index.at(numbers).map_or_else(Value::zero, |n| whole(self.letter(word, n))),
            Node::Count(counted) => self.counted(counted, numbers[0]),
            Node::Holds(var, op, k) => match op.holds(numbers[*var], *k) {
                true => Value::one(),
                false => Value::zero(),
            },
            Node::Sum(bound, range, body) => {
                let last = match *range {
                    Range::Below(a) => numbers[a] - 1,
                    Range::UpTo(a) | Range::Split(_, a) => numbers[a],
                    Range::First(k) => k - 1,
                };
                let mut sum = Value::zero();
                for n in 0..=last {
                    match *range {
                        Range::Split(k, a) => {
                            // Here n is the second variable.
                            if k * n > numbers[a] {
                                break;
                            }
                            (numbers[bound[0]], numbers[bound[1]]) = (numbers[a] - k * n, n);
                        }
                        Range::Below(_) | Range::UpTo(_) | Range::First(_) => numbers[bound[0]] = n,
                    }
                    sum += self.of(body, numbers);
                }
                sum
            }
            Node::Negate(of) => -self.of(of, numbers),
            Node::Add(a, b) => self.of(a, numbers) + self.of(b, numbers),
            Node::Sub(a, b) => self.of(a, numbers) - self.of(b, numbers),
            Node::Mul(a, b) => self.of(a, numbers) * self.of(b, numbers),
            Node::Div(a, k) => self.of(a, numbers) / whole(*k),
            Node::Square(of) => {
                let value = self.of(of, numbers);
                &value * &value
            }
        }
    }
}
