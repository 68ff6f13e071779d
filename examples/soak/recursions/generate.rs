//! Random recursions of every form that the command reads. Many are like known ones, for others are rarely automata.

use super::super::tape::Tape;
use super::case::{Atom, Case, Condition, Element, Equation, Left, Linear, Right};

const H: &str = "numeration h \"x^3=x^2+1\":";

fn n(constant: i64) -> Linear {
    Linear { terms: vec![(1, Atom::N)], constant }
}

fn call(function: usize, argument: Linear) -> Atom {
    Atom::Call(function, Box::new(argument))
}

fn value(atom: Atom) -> Linear {
    Linear { terms: vec![(1, atom)], constant: 0 }
}

/// A function asks for itself, or for the other one.
fn function(own: usize, functions: usize, tape: &mut Tape) -> usize {
    if functions > 1 && tape.chance(1, 2) { 1 - own } else { own }
}

pub fn case(tape: &mut Tape) -> Case {
    let functions = 1 + usize::from(tape.chance(1, 3));
    let (system, before, base) = match tape.below(8) {
        0..=2 => ("msd_fib", "", None),
        3 => ("msd_h", H, None),
        4 => ("msd_3", "", Some(3)),
        5 => ("msd_trib", "", None),
        _ => ("msd_2", "", Some(2)),
    };
    let mut case = Case { system, before, functions, equations: Vec::new() };
    for own in 0..functions {
        let equations = match tape.below(if base.is_some() { 8 } else { 6 }) {
            0 | 1 => nested(own, functions, tape),
            2 => steps(own, functions, tape),
            3 => least(own, functions, tape),
            4 => known(own, functions, tape),
            5 => parts(own, functions, 2 + tape.range(0, 1), tape),
            _ => digits(own, functions, base.unwrap_or(2), tape),
        };
        case.equations.extend(equations);
        if tape.chance(1, 8) {
            let at = Left::At(tape.range(0, 9));
            let right = Right::Sum(Linear { terms: Vec::new(), constant: tape.range(0, 9) });
            let is_new = |equation: &Equation| {
                equation.function != own || !matches!((&equation.left, &at), (Left::At(a), Left::At(b)) if a == b)
            };
            if case.equations.iter().all(is_new) {
                case.equations.push(Equation { function: own, left: at, right, condition: None });
            }
        }
    }
    if tape.chance(1, 12) {
        // What often contradicts the others.
        let line = case.equations.iter().find(|equation| matches!(equation.left, Left::Line(..))).cloned();
        let has_variable = |line: &Equation| matches!(line.condition, Some(Condition::Line(..) | Condition::Before(_)));
        if let Some(mut line) = line.filter(|line| matches!(line.right, Right::Sum(_)) && !has_variable(line)) {
            line.condition = Some(condition(tape));
            if let (Right::Sum(sum), true) = (&mut line.right, tape.chance(1, 2)) {
                sum.constant += 1;
            }
            case.equations.push(line);
        }
    }
    case
}

/// `f(0)=a, f(1)=b, ..`.
fn given(own: usize, count: i64, tape: &mut Tape) -> Vec<Equation> {
    let first = i64::from(tape.chance(1, 6));
    let one = |at: i64| {
        let right = Right::Sum(Linear { terms: Vec::new(), constant: tape.range(0, at.max(1)) });
        Equation { function: own, left: Left::At(at), right, condition: None }
    };
    (first..first + count).map(one).collect()
}

fn line(function: usize, left: (i64, i64), right: Linear, condition: Option<Condition>) -> Equation {
    Equation { function, left: Left::Line(left.0, left.1), right: Right::Sum(right), condition }
}

fn condition(tape: &mut Tape) -> Condition {
    match tape.below(3) {
        0 => Condition::Above(tape.range(0, 9)),
        1 => Condition::Below(tape.range(1, 9)),
        _ => {
            let modulus = tape.range(2, 4);
            Condition::Rest(tape.range(0, modulus - 1), modulus)
        }
    }
}

/// `f(n)=n-c-f(f(..f(n-d)..))`, as Hofstadter's.
fn nested(own: usize, functions: usize, tape: &mut Tape) -> Vec<Equation> {
    let step = 1 + i64::from(tape.chance(1, 4));
    let mut all = given(own, step + i64::from(tape.chance(1, 3)), tape);
    let mut inside = n(-step);
    for _ in 0..1 + tape.below(3) {
        inside = value(call(function(own, functions, tape), inside));
        inside.constant = -i64::from(tape.chance(1, 8));
    }
    let mut right = n(-i64::from(tape.chance(1, 4)));
    right.terms.extend(inside.terms.into_iter().map(|(factor, atom)| (-factor, atom)));
    all.push(line(own, (1, 0), right, None));
    all
}

/// `f(n)=f(n-k)+c`.
fn steps(own: usize, functions: usize, tape: &mut Tape) -> Vec<Equation> {
    let step = tape.range(1, 4);
    let mut all = given(own, step, tape);
    let mut right = value(call(function(own, functions, tape), n(-step)));
    right.constant = tape.range(-1, 3);
    if tape.chance(1, 4) {
        // The last values count each other.
        right.terms.push((*tape.pick(&[1, -1]), call(own, n(-1))));
    }
    all.push(line(own, (1, 0), right, None));
    all
}

/// `f(n)=mex{..}`.
fn least(own: usize, functions: usize, tape: &mut Tape) -> Vec<Equation> {
    let mut elements = vec![Element { value: value(call(own, n(0))), range: Some((1, 0, false)) }];
    if functions > 1 {
        elements.push(Element { value: value(call(1 - own, n(0))), range: Some((1, 0, tape.chance(1, 8))) });
    }
    for _ in 0..tape.below(2) {
        let width = tape.range(1, 2);
        let mut sum = Linear { terms: Vec::new(), constant: tape.range(0, 1) };
        for at in 0..width {
            let argument = Linear { terms: vec![(width, Atom::N)], constant: at };
            sum.terms.push((tape.range(1, 2), call(own, argument)));
        }
        elements.push(Element { value: sum, range: Some((width, width - 1, false)) });
    }
    if tape.chance(1, 4) {
        elements.push(Element { value: Linear { terms: Vec::new(), constant: tape.range(0, 3) }, range: None });
    }
    vec![Equation { function: own, left: Left::Line(1, 0), right: Right::Mex(elements), condition: None }]
}

/// `f(n)=v if (v=a*n+b)`, or a multiple of the other function.
fn known(own: usize, functions: usize, tape: &mut Tape) -> Vec<Equation> {
    match tape.below(3) {
        0 if functions > 1 => {
            let mut right = value(call(1 - own, n(0)));
            right.terms.push((tape.range(1, 2), Atom::N));
            vec![line(own, (1, 0), right, None)]
        }
        1 => {
            let step = tape.range(1, 3);
            let mut all = given(own, step, tape);
            let right = Linear { terms: vec![(1, Atom::N), (-1, call(own, value(Atom::V)))], constant: 0 };
            all.push(line(own, (1, 0), right, Some(Condition::Before(step))));
            all
        }
        _ => {
            let condition = Condition::Line(tape.range(0, 2), tape.range(0, 3));
            vec![line(own, (1, 0), value(Atom::V), Some(condition))]
        }
    }
}

/// An equation for each remainder, or but for one.
fn parts(own: usize, functions: usize, modulus: i64, tape: &mut Tape) -> Vec<Equation> {
    let mut all = given(own, modulus, tape);
    let by_condition = tape.chance(1, 2);
    for rest in 0..modulus - i64::from(tape.chance(1, 12)) {
        let mut right = value(call(function(own, functions, tape), n(-1)));
        match by_condition {
            true => right.constant = tape.range(0, 2),
            false => right = Linear { terms: vec![(tape.range(0, 3), Atom::N)], constant: tape.range(0, 3) },
        }
        right.terms.retain(|term| term.0 != 0);
        all.push(match by_condition {
            true => line(own, (1, 0), right, Some(Condition::Rest(rest, modulus))),
            false => line(own, (modulus, rest), right, None),
        });
    }
    all
}

/// `f(2*n+1)=f(n)+n+1`, for each last digit.
fn digits(own: usize, functions: usize, base: i64, tape: &mut Tape) -> Vec<Equation> {
    let mut all = given(own, base, tape);
    for digit in 0..base {
        let mut right = value(call(function(own, functions, tape), n(0)));
        right.terms[0].0 = *tape.pick(&[1, 1, 0, 2, -1]);
        if tape.chance(1, 2) {
            right.terms.push((tape.range(1, 2), Atom::N));
        }
        right.terms.retain(|term| term.0 != 0);
        right.constant = tape.range(0, 2);
        all.push(line(own, (base, digit), right, None));
    }
    all
}
