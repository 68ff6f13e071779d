//! `recursion`, against plain evaluation: values one by one from the equations as data.
//!
//! An automaton that is said to be proved has the values at the first numbers, of which fewer suggest one, and every
//! equation holds there. A recursion that is refused as wrong has no value, or two, at the number that the message
//! names, and a value at each number before it. With certificates: the checker accepts what is proved, and neither a value that is wrong nor
//! the equations with another number in a place, where that changes a value.

mod case;
mod generate;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use filbert::logic::{Environment, FunctionKind, Tactics};
use filbert::numeration::Relation;
use filbert::script::{CommandError, Limits, Session};
use filbert::syntax::{Source, parse_script};
use filbert::tuning::STACK_BYTES;
use num_bigint::BigInt;

use super::certificates::{Folder, Proved};
use super::tape::{Tape, shrink};
use case::{Case, Left, NAMES, Problem, Right, Values};

/// Numbers at which values are compared, more than those that suggest an automaton first.
const FIRST: i64 = 1_200;
/// Up to where it is computed whether a recursion is refused for good reason.
const FAR: i64 = 20_000;
/// Looks at the clock, and states of one automaton, for a recursion.
const LOOKS: usize = 3_000;
const STATES: usize = 20_000;
/// Recursions of which certificates are changed, one in so many.
const CERTIFIED_EVERY: u64 = 4;

/// How a case went.
type Checked = Result<&'static str, String>;

/// What the engine answers.
enum Answer {
    Solved(Box<Session>),
    Wrong(String),
    Unknown(String),
    Limit,
}

fn asked(script: &str) -> Answer {
    let source = Source::new("soak", script);
    let (commands, errors) = parse_script(&source);
    if let Some(error) = errors.first() {
        return Answer::Wrong(error.render(false));
    }
    let mut session = Session::with_limits(Limits { looks: Some(LOOKS), states: Some(STATES), ..Limits::default() });
    for command in &commands {
        match session.run(&source, command) {
            Ok(_) => {}
            Err(CommandError::Wrong(why)) => return Answer::Wrong(why.render(false)),
            Err(CommandError::Unfinished(why)) => return Answer::Unknown(why),
            Err(CommandError::Limit { .. }) => return Answer::Limit,
            Err(other) => return Answer::Wrong(format!("{other:?}")),
        }
    }
    Answer::Solved(Box::new(session))
}

fn relation(session: &Session, name: &str) -> Result<Relation, String> {
    match session.names().function(name) {
        Some(Ok(function)) => match function.kind() {
            FunctionKind::Relation(relation) => Ok(relation.clone()),
            other => Err(format!("`{name}` is {other:?}")),
        },
        other => Err(format!("`{name}` is not there: {other:?}")),
    }
}

/// The number in the first `f(12)` of a message.
fn number_in(message: &str) -> Option<i64> {
    let at = NAMES.iter().filter_map(|name| message.find(&format!("`{name}("))).min()?;
    message[at + 3..].split(')').next()?.parse().ok()
}

fn script(case: &Case) -> String {
    format!("{}\n{}\n", case.before, case.command())
}

/// Whether what the engine says of a recursion is right.
fn check(case: &Case) -> Checked {
    let mut values = Values::new(case);
    match asked(&script(case)) {
        Answer::Limit => Ok("limit"),
        Answer::Solved(session) => {
            solved(case, &mut values, &session)?;
            Ok("solved")
        }
        Answer::Unknown(why) => {
            if let Some(n) = number_in(&why).filter(|n| why.contains("grow too fast") && *n < FAR) {
                return match values.first_problem(n + 1) {
                    Some((at, Problem::Large)) if at == n => Ok("too large"),
                    other => Err(format!("{why}, but the first problem is {other:?}")),
                };
            }
            let is_told = ["the values suggest no automaton: ", "wrong beyond them: ", "grow too fast"];
            match is_told.iter().any(|told| why.contains(told)) {
                true => Ok("unknown"),
                false => Err(format!("no reason: {why}")),
            }
        }
        Answer::Wrong(why) => refused(&mut values, &why),
    }
}

fn solved(case: &Case, values: &mut Values<'_>, session: &Session) -> Result<(), String> {
    if let Some(problem) = values.first_problem(FIRST) {
        return Err(format!("solved, but there is a problem: {problem:?}"));
    }
    let numbers = |n: i64, value: i64| [BigInt::from(n), BigInt::from(value)];
    for (function, name) in NAMES.iter().enumerate().take(case.functions) {
        let found = relation(session, name)?;
        for n in 0..FIRST {
            let start = case.start(function);
            let value = if n < start { 0 } else { values.value(function, n).expect("there is no problem") };
            for other in [value - 1, value, value + 1].into_iter().filter(|other| *other >= 0) {
                if found.contains(&numbers(n, other)) != (other == value && n >= start) {
                    return Err(format!("the value of {name} at {n} is {value}, not {other}"));
                }
            }
        }
    }
    match (0..FIRST).find(|&n| values.is_contradicted(n)) {
        None => Ok(()),
        Some(n) => Err(format!("solved, but the equations contradict each other at {n}")),
    }
}

/// Whether a recursion is wrong in the way that is said.
fn refused(values: &mut Values<'_>, why: &str) -> Checked {
    if why.contains("ask for each other at the same number") {
        let problem = values.first_problem(FIRST);
        let is_ring = values.same.iter().any(|&(a, b)| values.same.contains(&(b, a)));
        return if is_ring { Ok("ring") } else { Err(format!("{why}: {problem:?}")) };
    }
    let n = number_in(why).ok_or_else(|| format!("without a number: {why}"))?;
    if n >= FAR {
        return Ok("refused far away");
    }
    if why.contains("the equations contradict each other") {
        return match (values.first_problem(n + 1), values.is_contradicted(n)) {
            (None, true) => Ok("contradiction"),
            other => Err(format!("{why}: {other:?}")),
        };
    }
    let (told, name) = if why.contains("asks for") {
        (Problem::Asks, "asks for a value that is not known")
    } else if why.contains("would be") {
        (Problem::Negative, "a negative value")
    } else if why.contains("no equation gives") {
        (Problem::NoEquation, "no equation")
    } else {
        return Err(format!("unexpected: {why}"));
    };
    match values.first_problem(n + 1) {
        Some((at, problem)) if at == n && problem == told => Ok(name),
        other => Err(format!("{why}, but the first problem is {other:?}")),
    }
}

/// Whether a change of the equations changes a value, or leaves none.
fn differs(case: &Case, other: &Case) -> bool {
    let (mut old, mut new) = (Values::new(case), Values::new(other));
    if new.first_problem(FIRST).is_some() || old.first_problem(FIRST).is_some() {
        return true;
    }
    let starts = (0..case.functions).any(|function| case.start(function) != other.start(function));
    let all = || (0..case.functions).flat_map(|function| (0..FIRST).map(move |n| (function, n)));
    starts
        || all().any(|(function, n)| n >= case.start(function) && old.value(function, n) != new.value(function, n))
        || (0..FIRST).any(|n| new.is_contradicted(n))
}

/// Equations with another number in a place.
fn changed(case: &Case, tape: &mut Tape) -> Case {
    let mut other = case.clone();
    let at = tape.below(other.equations.len());
    let by = *tape.pick(&[1, -1, 2]);
    let equation = &mut other.equations[at];
    match (&mut equation.left, &mut equation.right) {
        (Left::At(at), _) if tape.chance(1, 4) => *at = (*at + by).max(0),
        (_, Right::Sum(sum)) => match tape.below(sum.terms.len() + 1) {
            0 => sum.constant += by,
            place => sum.terms[place - 1].0 += by,
        },
        (_, Right::Mex(elements)) => {
            let place = tape.below(elements.len());
            match &mut elements[place].range {
                Some(range) if tape.chance(1, 2) => range.2 = !range.2,
                _ => elements[place].value.constant += by.abs(),
            }
        }
    }
    other
}

/// Whether the checker accepts what is proved, and nothing else.
fn certified(case: &Case, folder: &Folder, tape: &mut Tape) -> Checked {
    let mut values = Values::new(case);
    values.first_problem(FIRST);
    let function = tape.below(case.functions);
    let n = tape.range(case.start(function), FIRST - 1);
    let Ok(value) = values.value(function, n) else { return Ok("not certified") };
    let (system, name) = (case.system, NAMES[function]);
    let theorem = |value: i64| format!("theorem t \"?{system} ${name}({n},{value})\":\n");
    let right = script(case) + &theorem(value);
    let proved = Proved::of(&right, Tactics::default());
    if proved.truth("t") != Some(true) {
        return Ok("not certified");
    }
    let is_accepted = |text: &str| match folder.check(text, &proved.certificate) {
        Ok(outcomes) => match outcomes.get("t") {
            Some(Ok(())) => outcomes.into_values().find_map(Result::err).map_or(Ok(()), Err),
            Some(Err(why)) => Err(why.clone()),
            None => Err("no statement".into()),
        },
        Err(why) => Err(why),
    };
    match is_accepted(&right) {
        Err(why) if why.contains("too many") => return Ok("too large for the checker"),
        Err(why) => return Err(format!("not accepted: {why}")),
        Ok(()) => {}
    }
    if is_accepted(&(script(case) + &theorem(value + 1))).is_ok() {
        return Err(format!("ACCEPTED: {name}({n})={}", value + 1));
    }
    for _ in 0..3 {
        let other = changed(case, tape);
        if differs(case, &other) && is_accepted(&(script(&other) + &theorem(value))).is_ok() {
            return Err(format!("ACCEPTED: {}", other.command()));
        }
    }
    Ok("certified")
}

/// One case, from its choices.
fn settle(tape: &mut Tape, folder: Option<&Folder>) -> (String, Vec<Checked>) {
    let case = generate::case(tape);
    let command = script(&case);
    let caught = |work: &mut dyn FnMut() -> Checked| {
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err("panicked".into()))
    };
    let first = caught(&mut || check(&case));
    let mut all = vec![first];
    // The checker reads no system that a script defines.
    if let (Some(folder), Ok("solved"), "") = (folder, &all[0], case.before) {
        all.push(caught(&mut || certified(&case, folder, tape)));
    }
    (command, all)
}

/// Compares so many recursions; fails at a disagreement, or if hardly any is solved.
pub fn run(seed: u64, recursions: u64, jobs: usize, only: Option<u64>, verbose: bool) -> ExitCode {
    std::panic::set_hook(Box::new(|_| ()));
    let next = AtomicU64::new(only.unwrap_or(0));
    let end = only.map_or(recursions, |only| only + 1);
    let tally: Mutex<(BTreeMap<&'static str, u64>, u64)> = Mutex::default();
    let work = || {
        let folder = Folder::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= end {
                return;
            }
            let folder = number.is_multiple_of(CERTIFIED_EVERY).then_some(&folder);
            let mut tape = Tape::random(seed ^ 0x27d4_eb2f, number);
            if verbose {
                eprintln!("{number}: {}", script(&generate::case(&mut Tape::random(seed ^ 0x27d4_eb2f, number))));
            }
            let (command, outcomes) = settle(&mut tape, folder);
            let wrong = outcomes.iter().find_map(|outcome| outcome.as_ref().err().cloned());
            let mut report = wrong.map(|why| (command, why));
            if report.is_some() {
                shrink(tape.choices(), |choices| {
                    let (command, outcomes) = settle(&mut Tape::again(choices), folder);
                    let why = outcomes.into_iter().find_map(Result::err);
                    let fails = why.is_some();
                    report = why.map(|why| (command, why)).or(report.take());
                    fails
                });
            }
            let mut tally = tally.lock().expect("no holder panics");
            outcomes.into_iter().flatten().for_each(|kind| *tally.0.entry(kind).or_default() += 1);
            if let Some((command, why)) = report {
                tally.1 += 1;
                println!("DISAGREEMENT in recursion {number}: {why}\n{command}");
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, work).expect("a thread can be started");
        }
    });
    let (kinds, disagreements) = tally.into_inner().expect("no thread panics");
    kinds.iter().for_each(|(kind, count)| println!("{kind:<40}{count}"));
    println!("disagreements                           {disagreements}");
    let solved = kinds.get("solved").copied().unwrap_or(0);
    ExitCode::from(u8::from(disagreements > 0 || (only.is_none() && 10 * solved < recursions)))
}
