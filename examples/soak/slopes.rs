//! Statements about all parameters of a family, against arithmetic at some of them: for slopes, against floors of multiples of
//! fractions.
//!
//! A slope is a row of quotients; n times it and rounded down is n p / q rounded down for a convergent p / q with a large q.
//! Formulas whose quantifiers are bounded are defined, and their automata read the digits of random numbers of random parameters.
//! Statements for all parameters must hold at such numbers if they are TRUE, and fail at the parameter and numbers shown if they
//! are FALSE. One of six is about paperfolding words, one about mixed radix systems, one about some of
//! those.

use std::fmt;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use filbert::automata::Letter;
use filbert::logic::FunctionKind;
use filbert::script::{CommandError, Effect, Limits, Session};
use filbert::syntax::{Source, parse_script};

use super::parameters::{Family, Parameter};
use super::tape::Tape;

/// What is compared.
pub struct Plan {
    pub seed: u64,
    pub statements: u64,
    pub jobs: usize,
    /// One statement alone.
    pub only: Option<u64>,
    pub first: bool,
    /// Prints each script before it runs.
    pub verbose: bool,
}

/// Numbers at which a definition is read.
const SAMPLES: usize = 40;
/// Numbers that are tried for `E y` at a slope and numbers for which there is said to be none.
const TRIED: i64 = 60;
/// Looks at the clock, and states of one automaton, for a statement.
const LOOKS: usize = 300;
const STATES: usize = 60_000;
/// Numbers that are tried for `E y` where there is said to be one. The slopes have small quotients, so that what happens at all
/// happens soon.
const FAR: i64 = 1_500;
/// The greatest number of a sample.
const GREATEST: i64 = 40;

#[derive(Clone)]
enum Term {
    Variable(usize),
    Number(i64),
    Add(Box<Term>, Box<Term>),
    Subtract(Box<Term>, Box<Term>),
    Times(i64, Box<Term>),
    Divide(Box<Term>, i64),
}

#[derive(Clone)]
enum Formula {
    Compare(&'static str, Term, Term),
    Letter(Term, i64),
    SameLetter(Term, &'static str, Term),
    Not(Box<Formula>),
    Binary(&'static str, Box<Formula>, Box<Formula>),
    /// `E t (t<=BOUND & F)`, or `A t (t<=BOUND => F)`.
    Bounded {
        universal: bool,
        variable: usize,
        bound: Term,
        body: Box<Formula>,
    },
}

/// `x`, `y`, ..; not `f`, and none that begins with a quantifier.
fn name(variable: usize) -> char {
    char::from(b"xyzuvwabcd"[variable])
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Variable(variable) => write!(f, "{}", name(*variable)),
            Term::Number(number) => write!(f, "{number}"),
            Term::Add(a, b) => write!(f, "({a}+{b})"),
            Term::Subtract(a, b) => write!(f, "({a}-{b})"),
            Term::Times(k, a) => write!(f, "({k}*{a})"),
            Term::Divide(a, k) => write!(f, "({a}/{k})"),
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Compare(op, a, b) => write!(f, "{a}{op}{b}"),
            Formula::Letter(a, value) => write!(f, "S[f][{a}]=@{value}"),
            Formula::SameLetter(a, op, b) => write!(f, "S[f][{a}]{op}S[f][{b}]"),
            Formula::Not(inner) => write!(f, "~({inner})"),
            Formula::Binary(op, a, b) => write!(f, "({a} {op} {b})"),
            Formula::Bounded { universal, variable, bound, body } => {
                let variable = name(*variable);
                match universal {
                    true => write!(f, "(A{variable} {variable}<={bound} => {body})"),
                    false => write!(f, "(E{variable} {variable}<={bound} & {body})"),
                }
            }
        }
    }
}

impl Term {
    /// The value; `None` if it or a part of it is no natural number.
    fn value(&self, at: &[i64]) -> Option<i64> {
        let value = match self {
            Term::Variable(variable) => at[*variable],
            Term::Number(number) => *number,
            Term::Add(a, b) => a.value(at)? + b.value(at)?,
            Term::Subtract(a, b) => a.value(at)? - b.value(at)?,
            Term::Times(k, a) => k * a.value(at)?,
            Term::Divide(a, k) => a.value(at)? / k,
        };
        (value >= 0).then_some(value)
    }
}

impl Formula {
    fn holds(&self, parameter: &Parameter, at: &mut Vec<i64>) -> bool {
        match self {
            Formula::Compare(op, a, b) => match (a.value(at), b.value(at)) {
                (Some(a), Some(b)) => match *op {
                    "=" => a == b,
                    "!=" => a != b,
                    "<" => a < b,
                    "<=" => a <= b,
                    ">" => a > b,
                    _ => a >= b,
                },
                _ => false,
            },
            Formula::Letter(a, value) => a.value(at).is_some_and(|n| parameter.letter(n) == *value),
            Formula::SameLetter(a, op, b) => match (a.value(at), b.value(at)) {
                (Some(a), Some(b)) => (parameter.letter(a) == parameter.letter(b)) == (*op == "="),
                _ => false,
            },
            Formula::Not(inner) => !inner.holds(parameter, at),
            Formula::Binary(op, a, b) => {
                let (a, b) = (a.holds(parameter, at), b.holds(parameter, at));
                match *op {
                    "&" => a && b,
                    "|" => a || b,
                    "=>" => !a || b,
                    "^" => a != b,
                    _ => a == b,
                }
            }
            Formula::Bounded { universal, variable, bound, body } => {
                // No number is at most what is none.
                let Some(bound) = bound.value(at) else { return *universal };
                let before = at[*variable];
                let found = (0..=bound).any(|value| {
                    at[*variable] = value;
                    body.holds(parameter, at) != *universal
                });
                at[*variable] = before;
                found != *universal
            }
        }
    }
}

/// A formula over the first variables.
struct Drawing<'a> {
    letters: [i64; 2],
    tape: &'a mut Tape,
}

impl Drawing<'_> {
    fn term(&mut self, variables: usize, depth: usize) -> Term {
        let choices = if depth == 0 { 3 } else { 8 };
        match self.tape.below(choices) {
            0 | 1 => Term::Variable(self.tape.below(variables)),
            2 => Term::Number(self.tape.range(0, 5)),
            3 | 4 => Term::Add(Box::new(self.term(variables, depth - 1)), Box::new(self.term(variables, depth - 1))),
            5 => Term::Subtract(
                Box::new(Term::Variable(self.tape.below(variables))),
                Box::new(self.term(variables, depth - 1)),
            ),
            6 => Term::Times(self.tape.range(2, 3), Box::new(self.term(variables, depth - 1))),
            _ => Term::Divide(Box::new(self.term(variables, depth - 1)), self.tape.range(2, 3)),
        }
    }

    fn formula(&mut self, variables: usize, depth: usize) -> Formula {
        let choices = if depth == 0 { 5 } else { 12 };
        match self.tape.below(choices) {
            0 => Formula::Letter(self.term(variables, 1), *self.tape.pick(&self.letters)),
            1 | 2 => {
                let op = *self.tape.pick(&["=", "!="]);
                Formula::SameLetter(self.term(variables, 1), op, self.term(variables, 1))
            }
            3 | 4 => {
                let op = *self.tape.pick(&["<", "=", "!=", "<=", ">", ">="]);
                Formula::Compare(op, self.term(variables, 1), self.term(variables, 2))
            }
            5 => Formula::Not(Box::new(self.formula(variables, depth - 1))),
            6..=8 => {
                let op = *self.tape.pick(&["&", "|", "=>", "<=>", "^"]);
                let [a, b] = [0; 2].map(|_| Box::new(self.formula(variables, depth - 1)));
                Formula::Binary(op, a, b)
            }
            _ => Formula::Bounded {
                universal: self.tape.chance(1, 2),
                variable: variables,
                bound: self.term(variables, 1),
                body: Box::new(self.formula(variables + 1, depth - 1)),
            },
        }
    }
}

/// How a statement went.
enum Outcome {
    Agreed,
    /// A limit was passed.
    Open,
    Wrong(String),
}

/// Runs a script of one command, the family in front.
fn run(family: Family, text: &str) -> Result<(Session, Effect), CommandError> {
    let source = Source::new("slopes", format!("{}{text}", family.script()));
    let (commands, errors) = parse_script(&source);
    if let Some(error) = errors.into_iter().next() {
        return Err(CommandError::Wrong(error));
    }
    // Looks at the clock are as many on every machine.
    let mut session = Session::with_limits(Limits { looks: Some(LOOKS), states: Some(STATES), ..Limits::default() });
    let mut last = Effect::Nothing;
    for command in &commands {
        last = session.run(&source, command)?.effect;
    }
    Ok((session, last))
}

fn check(tape: &mut Tape, verbose: bool) -> Outcome {
    let family = Family::random(tape);
    let variables = 1 + tape.below(2);
    let kind = tape.below(3);
    let formula = Drawing { letters: family.letters(), tape: &mut *tape }.formula(variables, 3);
    let names: Vec<String> = (0..variables).map(|variable| name(variable).to_string()).collect();
    if verbose {
        println!("{family:?} {} {}: {formula}", ["def", "A", "A E"][kind], names.join(","));
    }
    let outcome = match kind {
        0 => defined(family, &formula, &names, tape),
        1 => claimed(family, &formula, (&names, None), tape),
        _ => claimed(family, &formula, (&names[..variables - 1], Some(variables - 1)), tape),
    };
    match outcome {
        Ok(None) => Outcome::Agreed,
        Ok(Some(why)) => Outcome::Wrong(format!("{formula}\n{why}")),
        Err(CommandError::Limit { .. }) => Outcome::Open,
        Err(why) => Outcome::Wrong(format!("{formula}\n{why:?}")),
    }
}

fn sample(tape: &mut Tape, count: usize) -> Vec<i64> {
    let mut number = || {
        let greatest = if tape.chance(1, 2) { GREATEST } else { 6 };
        tape.range(0, greatest)
    };
    let mut at: Vec<i64> = (0..count).map(|_| number()).collect();
    at.resize(10, 0);
    at
}

/// A random closed statement about a family, with a definition in front of it if it speaks of one; the number names that.
pub fn closed(family: Family, number: usize, tape: &mut Tape) -> (String, String) {
    let variables = 1 + tape.below(2);
    let kind = tape.below(4);
    let formula = Drawing { letters: family.letters(), tape }.formula(variables, 3);
    let names: Vec<String> = (0..variables).map(|variable| name(variable).to_string()).collect();
    let all = |names: &[String]| names.iter().map(|name| format!("A{name} ")).collect::<String>();
    let about = |rest: String| format!("Af ?{}(f) {rest}", family.name());
    match kind {
        0 => {
            let read = names.iter().map(|name| format!("{name}={name} & ")).collect::<String>();
            let definition = format!("def r{number} \"?{}(f) {read}{formula}\":\n", family.name());
            (definition, about(format!("{}($r{number}(f,{}) <=> {formula})", all(&names), names.join(","))))
        }
        1 => (String::new(), about(format!("{}{formula}", all(&names)))),
        2 => (String::new(), about(format!("{}E{} {formula}", all(&names[1..]), names[0]))),
        _ => (String::new(), format!("Ef ?{}(f) {}{formula}", family.name(), all(&names))),
    }
}

/// A definition, read at random numbers.
fn defined(
    family: Family,
    formula: &Formula,
    names: &[String],
    tape: &mut Tape,
) -> Result<Option<String>, CommandError> {
    let all = names.iter().map(|name| format!("{name}={name}")).collect::<Vec<_>>().join(" & ");
    let (session, _) =
        run(family, &format!("def r(f,{}) \"?{}(f) {all} & {formula}\":", names.join(","), family.name()))?;
    let function = session.names().computed("r").expect("it is defined").clone();
    let FunctionKind::Language(language) = function.kind() else { return Ok(Some("no language".into())) };
    let layout = language.dfa.layout();
    for _ in 0..SAMPLES {
        let parameter = family.parameter(false, tape);
        let mut at = sample(tape, names.len());
        let tracks = parameter.spelled(&at[..names.len()]);
        let letter = |place: usize| layout.pack(&tracks.iter().map(|track| track[place]).collect::<Vec<_>>());
        let word: Vec<Letter> = (0..tracks[0].len()).map(letter).collect();
        let (accepted, holds) = (language.dfa.accepts(word), formula.holds(&parameter, &mut at));
        if accepted != holds {
            return Ok(Some(format!(
                "{holds} at {:?} of {:?}, not {accepted}",
                &at[..names.len()],
                parameter.letters()
            )));
        }
    }
    Ok(None)
}

/// A statement for all parameters and numbers, with `E` of one more at the end if there is one.
fn claimed(
    family: Family,
    formula: &Formula,
    (names, some): (&[String], Option<usize>),
    tape: &mut Tape,
) -> Result<Option<String>, CommandError> {
    let all = names.iter().map(|name| format!("A{name} ")).collect::<String>();
    let exists = some.map(|variable| format!("E{} ", name(variable))).unwrap_or_default();
    let (_, effect) = run(family, &format!("eval \"Af ?{}(f) {all}{exists}{formula}\":", family.name()))?;
    let Effect::Verdict(verdict) = effect else { return Ok(Some("no verdict".into())) };
    let holds = |parameter: &Parameter, at: &mut Vec<i64>, tried: i64| match some {
        None => formula.holds(parameter, at),
        Some(variable) => (0..=tried).any(|value| {
            at[variable] = value;
            formula.holds(parameter, at)
        }),
    };
    if !verdict.truth {
        let Some((parameter, mut at)) = verdict.example.as_ref().and_then(|example| family.shown(example, names))
        else {
            return Ok(Some(format!("what shows it is no parameter with numbers: {:?}", verdict.example)));
        };
        let is_wrong = holds(&parameter, &mut at, TRIED);
        return Ok(is_wrong.then(|| format!("FALSE, but it holds at {:?}", verdict.example)));
    }
    let samples = if some.is_some() { SAMPLES / 10 } else { SAMPLES };
    for _ in 0..samples {
        let parameter = family.parameter(some.is_some(), tape);
        let mut at = sample(tape, names.len());
        if !holds(&parameter, &mut at, FAR) {
            let numbers = &at[..names.len()];
            return Ok(Some(format!("TRUE, but it fails at {numbers:?} of {:?}", parameter.letters())));
        }
    }
    Ok(None)
}

/// Compares, and prints what disagrees.
pub fn run_all(plan: &Plan) -> ExitCode {
    let (next, agreed, open) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let (ended, wrong) = (AtomicBool::new(false), Mutex::new(0));
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs {
            let work = || {
                while !ended.load(Relaxed) {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= plan.statements {
                        return;
                    }
                    if plan.only.is_some_and(|only| only != number) {
                        continue;
                    }
                    match check(&mut Tape::random(plan.seed ^ 0x51f0_9e17, number), plan.verbose) {
                        Outcome::Agreed => drop(agreed.fetch_add(1, Relaxed)),
                        Outcome::Open => drop(open.fetch_add(1, Relaxed)),
                        Outcome::Wrong(why) => {
                            *wrong.lock().expect("no holder panics") += 1;
                            println!("disagreement {number}: {why}\n");
                            ended.fetch_or(plan.first, Relaxed);
                        }
                    }
                }
            };
            std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, work).expect("a thread");
        }
    });
    let wrong = *wrong.lock().expect("no holder panics");
    let (agreed, open) = (agreed.into_inner(), open.into_inner());
    println!("statements about all parameters: {agreed} agree, {open} pass a limit, {wrong} disagreements");
    // Nine of ten must be compared.
    ExitCode::from(u8::from(wrong > 0 || 9 * open > agreed))
}
