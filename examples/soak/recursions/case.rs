//! Recursions as data, their texts, and what they are worth by plain evaluation.

use std::collections::{BTreeSet, HashMap};

/// The number of the left side, or of an element; the other variable of a condition; a value.
#[derive(Clone, Debug)]
pub enum Atom {
    N,
    V,
    Call(usize, Box<Linear>),
}

/// Multiples and a constant.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    pub terms: Vec<(i64, Atom)>,
    pub constant: i64,
}

/// For which variable an equation holds.
#[derive(Clone, Debug)]
pub enum Condition {
    Above(i64),
    Below(i64),
    /// This remainder modulo this number.
    Rest(i64, i64),
    /// `v=a*n+b`.
    Line(i64, i64),
    /// `v+k=n`.
    Before(i64),
}

#[derive(Clone, Debug)]
pub enum Left {
    At(i64),
    Line(i64, i64),
}

/// An element of a `mex`; with `a*i+b<n`, or `<=`, if it has a variable.
#[derive(Clone, Debug)]
pub struct Element {
    pub value: Linear,
    pub range: Option<(i64, i64, bool)>,
}

#[derive(Clone, Debug)]
pub enum Right {
    Sum(Linear),
    Mex(Vec<Element>),
}

#[derive(Clone, Debug)]
pub struct Equation {
    pub function: usize,
    pub left: Left,
    pub right: Right,
    pub condition: Option<Condition>,
}

#[derive(Clone, Debug)]
pub struct Case {
    pub system: &'static str,
    /// A command before it.
    pub before: &'static str,
    pub functions: usize,
    pub equations: Vec<Equation>,
}

pub const NAMES: [&str; 2] = ["f", "g"];

impl Linear {
    fn text(&self, variable: &str) -> String {
        let mut text = String::new();
        for (factor, atom) in &self.terms {
            let name = match atom {
                Atom::N => variable.to_owned(),
                Atom::V => "v".to_owned(),
                Atom::Call(function, argument) => format!("{}({})", NAMES[*function], argument.text(variable)),
            };
            let sign = if *factor < 0 { "-" } else { "+" };
            text += &match factor.abs() {
                1 => format!("{sign}{name}"),
                many => format!("{sign}{many}*{name}"),
            };
        }
        if self.constant != 0 || text.is_empty() {
            text += &format!("{:+}", self.constant);
        }
        text.strip_prefix('+').map_or(text.clone(), str::to_owned)
    }
}

impl Case {
    /// The command.
    pub fn command(&self) -> String {
        let equations: Vec<String> = self.equations.iter().map(|equation| self.text(equation)).collect();
        format!("recursion {} \"?{} {}\":", NAMES[..self.functions].join(" "), self.system, equations.join(", "))
    }

    fn text(&self, equation: &Equation) -> String {
        let left = match equation.left {
            Left::At(at) => at.to_string(),
            Left::Line(factor, constant) => Linear { terms: vec![(factor, Atom::N)], constant }.text("n"),
        };
        let right = match &equation.right {
            Right::Sum(sum) => sum.text("n"),
            Right::Mex(elements) => {
                let (mut values, mut ranges) = (Vec::new(), Vec::new());
                for (element, name) in elements.iter().zip(["i", "j", "k", "l"]) {
                    values.push(element.value.text(name));
                    ranges.extend(element.range.map(|(factor, constant, or_equal)| {
                        let own = Linear { terms: vec![(factor, Atom::N)], constant }.text(name);
                        format!("{own}{}n", if or_equal { "<=" } else { "<" })
                    }));
                }
                let ranges = if ranges.is_empty() { String::new() } else { format!(" : {}", ranges.join(", ")) };
                format!("mex{{{}{ranges}}}", values.join(", "))
            }
        };
        let condition = match equation.condition {
            None => String::new(),
            Some(Condition::Above(k)) => format!(" if (n>{k})"),
            Some(Condition::Below(k)) => format!(" if (n<{k})"),
            Some(Condition::Rest(rest, modulus)) => format!(" if (Ez n={modulus}*z+{rest})"),
            Some(Condition::Line(a, b)) => format!(" if (v={a}*n+{b})"),
            Some(Condition::Before(k)) => format!(" if (v+{k}=n)"),
        };
        format!("{}({left})={right}{condition}", NAMES[equation.function])
    }

    /// Where a function begins.
    pub fn start(&self, function: usize) -> i64 {
        let given = self.equations.iter().filter(|equation| equation.function == function);
        given.filter_map(|equation| if let Left::At(at) = equation.left { Some(at) } else { None }).min().unwrap_or(0)
    }
}

/// Why there is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    NoEquation,
    Negative,
    /// It asks for what is not smaller, or for what is before the beginning.
    Asks,
    Large,
}

/// What is at least this large is not computed.
const LARGE: i64 = 1 << 40;

/// Values, one by one, each by the first equation that gives it.
pub struct Values<'a> {
    pub case: &'a Case,
    known: HashMap<(usize, i64), i64>,
    busy: Vec<(usize, i64)>,
    /// Functions of which one has asked for the other at the same number.
    pub same: BTreeSet<(usize, usize)>,
}

impl<'a> Values<'a> {
    pub fn new(case: &'a Case) -> Values<'a> {
        Values { case, known: HashMap::new(), busy: Vec::new(), same: BTreeSet::new() }
    }

    /// The value at a number, where those before are known.
    pub fn value(&mut self, function: usize, n: i64) -> Result<i64, Problem> {
        if let Some(&known) = self.known.get(&(function, n)) {
            return Ok(known);
        }
        if self.busy.contains(&(function, n)) {
            return Err(Problem::Asks);
        }
        self.busy.push((function, n));
        let first = self.instances(function, n).into_iter().next();
        let value = match first {
            None => Err(Problem::NoEquation),
            Some((equation, variables)) => self.right(equation, n, variables),
        };
        self.busy.pop();
        self.known.insert((function, n), value?);
        value
    }

    /// The equations that are for a value, and their variables: first that which gives it alone.
    fn instances(&self, function: usize, n: i64) -> Vec<(&'a Equation, (i64, i64))> {
        let own = || self.case.equations.iter().filter(move |equation| equation.function == function);
        if let Some(given) = own().find(|equation| matches!(equation.left, Left::At(at) if at == n)) {
            return vec![(given, (0, 0))];
        }
        let mut all = Vec::new();
        for equation in own() {
            let Left::Line(factor, constant) = equation.left else { continue };
            if n < constant || (n - constant) % factor != 0 {
                continue;
            }
            let m = (n - constant) / factor;
            let other = match equation.condition {
                None => Some(0),
                Some(Condition::Above(k)) => (m > k).then_some(0),
                Some(Condition::Below(k)) => (m < k).then_some(0),
                Some(Condition::Rest(rest, modulus)) => (m >= rest && (m - rest) % modulus == 0).then_some(0),
                Some(Condition::Line(a, b)) => Some(a * m + b),
                Some(Condition::Before(k)) => (m >= k).then_some(m - k),
            };
            all.extend(other.map(|other| (equation, (m, other))));
        }
        all
    }

    fn right(&mut self, equation: &Equation, n: i64, variables: (i64, i64)) -> Result<i64, Problem> {
        let value = match &equation.right {
            Right::Sum(sum) => self.sum(sum, (equation.function, n), variables)?,
            Right::Mex(elements) => {
                let mut present = BTreeSet::new();
                for element in elements {
                    let Some((factor, constant, or_equal)) = element.range else {
                        present.insert(self.sum(&element.value, (equation.function, n), (0, 0))?);
                        continue;
                    };
                    for i in (0..).take_while(|i| factor * i + constant < n + i64::from(or_equal)) {
                        present.insert(self.sum(&element.value, (equation.function, n), (i, 0))?);
                    }
                }
                (0..).find(|least| !present.contains(least)).expect("finitely many are present")
            }
        };
        match value {
            ..0 => Err(Problem::Negative),
            LARGE.. => Err(Problem::Large),
            _ => Ok(value),
        }
    }

    fn sum(&mut self, sum: &Linear, asking: (usize, i64), (n, v): (i64, i64)) -> Result<i64, Problem> {
        let mut value = sum.constant;
        for (factor, atom) in &sum.terms {
            value += factor
                * match atom {
                    Atom::N => n,
                    Atom::V => v,
                    Atom::Call(function, argument) => {
                        let at = self.sum(argument, asking, (n, v))?;
                        let is_same = at == asking.1 && *function != asking.0;
                        if is_same {
                            self.same.insert((asking.0, *function));
                        }
                        if at < self.case.start(*function) || (at >= asking.1 && !is_same) {
                            return Err(Problem::Asks);
                        }
                        self.value(*function, at)?
                    }
                };
        }
        Ok(value)
    }

    /// The first number below a bound at which a function has no value.
    pub fn first_problem(&mut self, below: i64) -> Option<(i64, Problem)> {
        for n in 0..below {
            for function in (0..self.case.functions).filter(|&function| self.case.start(function) <= n) {
                if let Err(problem) = self.value(function, n) {
                    return Some((n, problem));
                }
            }
        }
        None
    }

    /// Whether another equation than the first one gives another value, or none, at a number.
    pub fn is_contradicted(&mut self, n: i64) -> bool {
        for function in (0..self.case.functions).filter(|&function| self.case.start(function) <= n) {
            let value = self.value(function, n);
            for (equation, variables) in self.instances(function, n) {
                if self.right(equation, n, variables) != value {
                    return true;
                }
            }
        }
        false
    }
}
