//! Equations with their names looked up, and what can be seen to be wrong with them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::budget::Budget;
use crate::numeration::{Direction, NumerationSystem, Relation};
use crate::script::outcome::CommandError;
use crate::script::session::Session;
use crate::syntax::ast::{
    CallSpec, ElementSpec, EquationSpec, FormulaKind, Name, Quoted, RangeSpec, RightSpec, Slot, SumSpec,
};
use crate::syntax::{DEFAULT_SYSTEM, Diagnostic, NameKind, Source, Span, parse_formula_in, parse_recursion};

/// Functions and what defines them.
pub(super) struct Recursion {
    pub names: Vec<Arc<str>>,
    pub system: Arc<NumerationSystem>,
    /// Where each function begins.
    pub starts: Vec<i64>,
    pub equations: Vec<Equation>,
    pub span: Span,
}

/// `G(n) = n-G(G(n-1)) if (F)`.
pub(super) struct Equation {
    /// By its place among the names.
    pub function: usize,
    pub left: Left,
    pub variables: Vec<Arc<str>>,
    /// In the order in which they are evaluated.
    pub calls: Vec<Call>,
    pub right: Right,
    pub condition: Option<Condition>,
    pub span: Span,
    /// As it stands in the text.
    pub written: String,
}

/// Where an equation gives values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    At(i64),
    /// At `factor*n + constant` for its first variable n.
    Line {
        factor: i64,
        constant: i64,
    },
}

pub(super) struct Call {
    pub function: usize,
    pub argument: SumSpec,
    pub span: Span,
}

pub(super) enum Right {
    Sum(SumSpec),
    /// The least number that is not an element.
    Mex(Vec<Element>),
}

pub(super) struct Element {
    pub calls: Vec<Call>,
    pub value: SumSpec,
    /// Its variable, and how far that goes.
    pub range: Option<Range>,
}

/// The `variable` for which `factor*variable + constant < n`, or `<=`.
pub(super) struct Range {
    pub variable: usize,
    pub factor: i64,
    pub constant: i64,
    pub or_equal: bool,
}

/// A formula of some variables.
pub(super) struct Condition {
    pub variables: Vec<Arc<str>>,
    pub relation: Relation,
    pub span: Span,
}

impl Equation {
    /// The variable of the left side for which it gives the value at a number.
    pub fn variable_at(&self, number: i64) -> Option<i64> {
        match self.left {
            Left::At(_) => None,
            Left::Line { factor, constant } => {
                let rest = number - constant;
                (rest >= 0 && rest % factor == 0).then(|| rest / factor)
            }
        }
    }

    /// Whether it gives every value.
    pub fn is_everywhere(&self) -> bool {
        self.condition.is_none() && self.left == Left::Line { factor: 1, constant: 0 }
    }
}

impl Recursion {
    /// The numbers at which a function is given by an equation of its own, sorted.
    pub fn given(&self, function: usize) -> Vec<i64> {
        let own = self.equations.iter().filter(|equation| equation.function == function);
        let mut given: Vec<i64> =
            own.filter_map(|equation| if let Left::At(n) = equation.left { Some(n) } else { None }).collect();
        given.sort_unstable();
        given
    }

    /// The equations of a function that give more than one value.
    pub fn lines(&self, function: usize) -> impl Iterator<Item = (usize, &Equation)> {
        let is_line = move |(_, equation): &(usize, &Equation)| {
            equation.function == function && matches!(equation.left, Left::Line { .. })
        };
        self.equations.iter().enumerate().filter(is_line)
    }

    /// What the quoted text says of these names.
    pub fn read(
        session: &mut Session,
        source: &Source,
        names: &[Name],
        text: Quoted,
        budget: &Budget,
    ) -> Result<Recursion, CommandError> {
        let spec = parse_recursion(source, text.span)?;
        let (system, place) = spec.system.unwrap_or_else(|| (DEFAULT_SYSTEM.into(), text.span));
        let system = session.msd_system(source, &system, place).and_then(|found| match found.direction() {
            Direction::Msd if !system.starts_with("lsd_") => Ok(found),
            _ => Err(Diagnostic::error(source, place, "recursions are solved most significant digit first")
                .help("write `msd_` in front of the system")
                .into()),
        })?;
        for name in names {
            // In its own equations the name means what they define, whatever it meant.
            session.names.decide(NameKind::Function, &name.text, &BTreeSet::new());
        }
        let mut reader = Reader { session, source, names, system: &system, budget };
        let equations = spec.equations.iter().map(|equation| reader.equation(equation)).collect::<Result<_, _>>()?;
        let names: Vec<Arc<str>> = names.iter().map(|name| name.text.clone()).collect();
        let mut recursion = Recursion { starts: vec![0; names.len()], names, system, equations, span: text.span };
        recursion.check_functions(source)?;
        Ok(recursion)
    }

    /// Where each function begins; each has an equation for a variable, and no value twice.
    fn check_functions(&mut self, source: &Source) -> Result<(), CommandError> {
        for function in 0..self.names.len() {
            let name = &self.names[function];
            let given = self.given(function);
            if let Some(twice) = given.windows(2).find(|pair| pair[0] == pair[1]) {
                let is_it = |equation: &&Equation| equation.function == function && equation.left == Left::At(twice[0]);
                let span = self.equations.iter().rev().find(is_it).map_or(self.span, |equation| equation.span);
                return Err(Diagnostic::error(source, span, format!("`{name}({})` is given twice", twice[0])).into());
            }
            if self.lines(function).next().is_none() {
                let message = format!("no equation gives `{name}(n)` for a variable n");
                return Err(Diagnostic::error(source, self.span, message)
                    .help(format!("as in `{name}(n)=n-{name}({name}(n-1))`"))
                    .into());
            }
            self.starts[function] = given.first().copied().unwrap_or(0);
        }
        Ok(())
    }
}

/// Looks the names of equations up.
struct Reader<'a> {
    session: &'a mut Session,
    source: &'a Source,
    names: &'a [Name],
    system: &'a Arc<NumerationSystem>,
    budget: &'a Budget,
}

impl Reader<'_> {
    fn wrong(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.source, span, message)
    }

    fn function(&self, name: &Name) -> Result<usize, Diagnostic> {
        let place = self.names.iter().position(|known| known.text == name.text);
        place.ok_or_else(|| {
            let text = &name.text;
            let all: Vec<&str> = self.names.iter().map(|name| &*name.text).chain([&**text]).collect();
            let error = self.wrong(name.span, format!("`{text}` is not one of the functions that are defined here"));
            match self.session.names.functions.contains_key(&**text) {
                true => error
                    .help(format!("a function that is known goes in a condition, as in `.. v .. if (${text}(n,v))`")),
                false => error.help(format!("to define it as well, write `recursion {} \"..\"`", all.join(" "))),
            }
        })
    }

    fn calls(&self, calls: &[CallSpec]) -> Result<Vec<Call>, Diagnostic> {
        let one = |call: &CallSpec| {
            let (argument, span) = (call.argument.clone(), call.span);
            Ok(Call { function: self.function(&call.function)?, argument, span })
        };
        calls.iter().map(one).collect()
    }

    fn equation(&mut self, spec: &EquationSpec) -> Result<Equation, CommandError> {
        let function = self.function(&spec.function)?;
        let left = match (&spec.left.terms[..], spec.left.constant) {
            ([], at) if at >= 0 => Left::At(at),
            (&[(_, factor)], constant) if factor > 0 && constant >= 0 => Left::Line { factor, constant },
            _ => {
                return Err(self
                    .wrong(spec.span, "the left side of an equation is at a number, or at `k*n+c`")
                    .help("an equation for `n` instead of `n+1` is one for all n that have no value yet: `G(n)=n-G(G(n-1))`")
                    .into());
            }
        };
        let condition = spec.condition.map(|span| self.condition(span)).transpose()?;
        let right = match &spec.right {
            RightSpec::Sum(sum) => {
                self.check_variables(spec, condition.as_ref())?;
                Right::Sum(sum.clone())
            }
            RightSpec::Mex(elements, ranges) => {
                if left != (Left::Line { factor: 1, constant: 0 }) || condition.is_some() {
                    return Err(self
                        .wrong(spec.span, "an equation with `mex` gives the value at n, without a condition")
                        .help("as in `A(n)=mex{A(i), B(i) : i<n}`")
                        .into());
                }
                Right::Mex(self.elements(spec, elements, ranges)?)
            }
        };
        let variables = spec.variables.iter().map(|name| name.text.clone()).collect();
        let calls = self.calls(&spec.calls)?;
        let written = self.source.slice(spec.span).split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(Equation { function, left, variables, calls, right, condition, span: spec.span, written })
    }

    /// Each variable is that of the left side, or one of the condition.
    fn check_variables(&self, spec: &EquationSpec, condition: Option<&Condition>) -> Result<(), Diagnostic> {
        let of_left = usize::from(!spec.left.terms.is_empty());
        if let (0, Some(condition)) = (of_left, condition) {
            return Err(self.wrong(condition.span, "an equation for one number has no condition"));
        }
        let is_open = |name: &&Name| condition.is_none_or(|condition| !condition.variables.contains(&name.text));
        match spec.variables[of_left..].iter().find(is_open) {
            None => Ok(()),
            Some(open) => Err(self
                .wrong(open.span, format!("nothing says what `{}` is", open.text))
                .label("neither on the left side nor in a condition")
                .help("as in `a(n)=f-a(n-f) if ($fibonacci_before(n,f))`")),
        }
    }

    fn condition(&mut self, span: Span) -> Result<Condition, CommandError> {
        let formula = parse_formula_in(self.source, span, &self.session.names, self.system.name())?;
        for node in &formula.nodes {
            if let FormulaKind::Call { function, .. } = &node.kind
                && self.names.iter().any(|name| name.text == function.text)
            {
                let message = format!("this condition names `${}`, which its equations define", function.text);
                return Err(self.wrong(span, message).label("a condition is a formula in what is known before").into());
            }
        }
        let (variables, relation) = self.session.free_relation(self.source, &formula, self.budget)?;
        if variables.is_empty() {
            return Err(self.wrong(span, "this condition has no variables").into());
        }
        if let Some(other) = relation.systems().iter().find(|system| *system != self.system) {
            let message = format!("the condition is in {}, and the equations in {}", other.name(), self.system.name());
            return Err(self.wrong(span, message).into());
        }
        Ok(Condition { variables, relation, span })
    }

    fn elements(
        &self,
        spec: &EquationSpec,
        elements: &[ElementSpec],
        ranges: &[RangeSpec],
    ) -> Result<Vec<Element>, Diagnostic> {
        let own = Slot::Variable(0);
        let mut known: Vec<(usize, &RangeSpec)> = Vec::new();
        for range in ranges {
            let is_n = range.right.terms == [(own, 1)] && range.right.constant == 0;
            match range.left.terms[..] {
                [(Slot::Variable(variable), factor)]
                    if is_n && variable > 0 && factor > 0 && known.iter().all(|other| other.0 != variable) =>
                {
                    known.push((variable, range));
                }
                _ => {
                    let n = &spec.variables[0].text;
                    return Err(self
                        .wrong(range.span, format!("this does not say how far a variable goes below `{n}`"))
                        .label(format!("expected `i<{n}`, `2*i+1<={n}`, one for each variable")));
                }
            }
        }
        let mut found = Vec::with_capacity(elements.len());
        for element in elements {
            let sums = element.calls.iter().map(|call| &call.argument).chain([&element.value]);
            let mut used: Vec<usize> = sums
                .flat_map(|sum| sum.terms.iter())
                .filter_map(|(slot, _)| if let Slot::Variable(at) = slot { Some(*at) } else { None })
                .collect();
            used.sort_unstable();
            used.dedup();
            let wrong = |why: &str| {
                Err(self.wrong(element.span, why).help("as in `B(n)=mex{0, B(i), B(2*j)+B(2*j+1) : i<n, 2*j+1<n}`"))
            };
            let range = match used[..] {
                [] => None,
                [0] => return wrong("an element of `mex` has a variable of its own, and not that of the left side"),
                [variable] => match known.iter().find(|known| known.0 == variable) {
                    None => return wrong("nothing says how far the variable of this element goes"),
                    Some((_, range)) => Some(Range {
                        variable,
                        factor: range.left.terms[0].1,
                        constant: range.left.constant,
                        or_equal: range.or_equal,
                    }),
                },
                _ => return wrong("an element of `mex` has one variable at most"),
            };
            found.push(Element { calls: self.calls(&element.calls)?, value: element.value.clone(), range });
        }
        Ok(found)
    }
}
