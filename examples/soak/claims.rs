//! Claims of sequences: those of which the truth is known for all numbers, and others.

use filbert::script::{Effect, Run};
use num_traits::ToPrimitive;

use super::automaton::Automaton;
use super::formula::{Formula, name};
use super::lab::{Checked, Outcome, wrong};
use super::numeration::Compare;
use super::sequences::{Bench, COMPARISONS, COMPUTED, FIRST};
use super::series::{Index, Node};
use super::words::exact;

/// Where something is claimed.
enum Premise {
    Everywhere,
    From(i64),
    Below(i64),
    Where(Formula, Automaton),
}

/// What the right side has more than the left.
enum Difference {
    /// That is computed.
    Any,
    /// So much at one number, and nothing elsewhere.
    At(i64, i64),
    /// So much from a number on.
    From(i64, i64),
}

struct Claim {
    left: Node,
    right: Node,
    op: Compare,
    premise: Premise,
    difference: Difference,
}

impl Bench<'_> {
    fn premise(&mut self) -> Checked<Premise> {
        Ok(match self.tape.below(8) {
            0..=3 => Premise::Everywhere,
            4 | 5 => Premise::From(self.tape.range(0, 12)),
            6 => Premise::Below(self.tape.range(0, 12)),
            _ => {
                let formula = exact(self.world, 1, 1, self.tape);
                let automaton = self.series.decider.relation(&formula)?.automaton;
                Premise::Where(formula, automaton)
            }
        })
    }

    /// `PREMISE => left op right`, or the same eventually.
    pub fn claim(&mut self, eventually: bool) -> Checked {
        // A sequence is named, so that this is a claim of sequences.
        let left = Node::add(self.term(&[0], 1), Node::mul(Node::Number(0), Node::Call(0, Index::variable(0))));
        let k = match self.tape.below(3) {
            0 => self.tape.range(0, 9),
            1 => self.tape.range(10, 300),
            _ => self.tape.range(1 << 12, 1 << 20),
        };
        let factor = *self.tape.pick(&[0, 1, -1, 2]);
        let more = |op| Node::mul(Node::Number(factor), Node::Holds(0, op, k));
        let (right, difference) = match self.tape.below(5) {
            0 | 1 => (self.term(&[0], 1), Difference::Any),
            2 | 3 => (Node::add(self.otherwise(&left), more(Compare::Equal)), Difference::At(k, factor)),
            _ => (Node::add(self.otherwise(&left), more(Compare::GreaterEqual)), Difference::From(k, factor)),
        };
        let op = *self.tape.pick(&COMPARISONS);
        let premise = self.premise()?;
        let before = match &premise {
            Premise::Everywhere => String::new(),
            Premise::From(k) => format!("{}>={k} => ", name(0)),
            Premise::Below(k) => format!("{}<{k} => ", name(0)),
            Premise::Where(formula, _) => format!("({formula}) => "),
        };
        let ending = if eventually { " eventually" } else { "" };
        let asked = format!("?{} {before}{left} {} {right}{ending}", self.world.name, op.text());
        let claim = Claim { left, right, op, premise, difference };
        // Where it is known to fail, the least first.
        let mut failing = Vec::new();
        for n in (0..FIRST).chain(if k < FIRST { 0..0 } else { k..k + FIRST }) {
            if self.fails(&claim, n)? == Some(true) {
                failing.push(n);
            }
        }
        let run = match self.lab.run(&format!("eval \"{asked}\":")) {
            Err(Outcome::Skipped("engine unfinished")) => {
                return match failing.first() {
                    _ if op == Compare::Equal => wrong("UNKNOWN of an equation"),
                    Some(n) if *n < FIRST && !eventually => wrong(format!("UNKNOWN, and it fails at {n}")),
                    _ => Err(Outcome::Skipped("engine unfinished")),
                };
            }
            run => run?,
        };
        match eventually {
            true => self.judge_eventually(&claim, &run, &failing, k)?,
            false => self.judge(&claim, &run, &failing)?,
        }
        self.kinds.push("claim of sequences");
        Ok(())
    }

    /// Whether a claim fails at a number, if that is known.
    fn fails(&mut self, claim: &Claim, n: i64) -> Checked<Option<bool>> {
        let is_meant = match &claim.premise {
            Premise::Everywhere => true,
            Premise::From(k) => n >= *k,
            Premise::Below(k) => n < *k,
            Premise::Where(_, automaton) => self.series.decider.contains_any(automaton, &[n])?,
        };
        if !is_meant {
            return Ok(Some(false));
        }
        let more = match claim.difference {
            Difference::Any if n > COMPUTED => return Ok(None),
            Difference::Any => {
                let (left, right) = (self.series.at(&claim.left, n), self.series.at(&claim.right, n));
                return Ok(Some(!claim.op.holds(left, right)));
            }
            Difference::At(k, more) => more * i64::from(n == k),
            Difference::From(k, more) => more * i64::from(n >= k),
        };
        Ok(Some(!claim.op.holds(0, more)))
    }

    fn judge(&mut self, claim: &Claim, run: &Run, failing: &[i64]) -> Checked {
        match (shown(run)?, failing.first()) {
            (None, None) => Ok(()),
            (None, Some(n)) => wrong(format!("TRUE, and it fails at {n}")),
            (Some(n), first) => {
                if first.is_some_and(|first| *first < n) {
                    return wrong(format!("FALSE first at {n}, and it fails at {failing:?}"));
                }
                if self.fails(claim, n)? == Some(false) {
                    return wrong(format!("FALSE at {n}, where it holds"));
                }
                self.sides(claim, run, n)
            }
        }
    }

    /// The values of both sides that a note tells.
    fn sides(&mut self, claim: &Claim, run: &Run, n: i64) -> Checked {
        if n > COMPUTED {
            return Ok(());
        }
        let (left, right) = (self.series.at(&claim.left, n), self.series.at(&claim.right, n));
        let wanted = format!("the left side is {left} there, the right side {right}");
        match run.notes.iter().any(|note| note.split(';').next() == Some(&wanted)) {
            true => Ok(()),
            false => wrong(format!("{wanted} is not said, but {:?}", run.notes)),
        }
    }

    fn judge_eventually(&mut self, claim: &Claim, run: &Run, failing: &[i64], k: i64) -> Checked {
        // Whether it fails behind k, wherever the premise holds.
        let behind = match claim.difference {
            Difference::Any => None,
            Difference::At(..) => Some(!claim.op.holds(0, 0)),
            Difference::From(_, more) => Some(!claim.op.holds(0, more)),
        };
        let meant_forever = matches!(claim.premise, Premise::Everywhere | Premise::From(_));
        match shown(run)? {
            Some(n) => {
                if behind == Some(false) || matches!(claim.premise, Premise::Below(_)) {
                    return wrong(format!("said to fail infinitely often, as at {n}"));
                }
                match self.fails(claim, n)? {
                    Some(false) => wrong(format!("FALSE at {n}, where it holds")),
                    _ => Ok(()),
                }
            }
            None if behind == Some(true) && meant_forever => wrong(format!("TRUE, and it fails from {k} on")),
            None => {
                let last = run.notes.iter().find_map(|note| note.strip_prefix("it last fails at "));
                let last = last.and_then(|text| text.rsplit(' ').next()?.parse::<i64>().ok());
                if let Some(n) = last
                    && self.fails(claim, n)? == Some(false)
                {
                    return wrong(format!("said to fail at {n} last, where it holds"));
                }
                match failing.iter().find(|n| last.is_none_or(|last| **n > last)) {
                    Some(n) => wrong(format!("it fails at {n}, and {last:?} is said to be the last")),
                    None => Ok(()),
                }
            }
        }
    }
}

/// The number at which a claim is said to fail; `None` if it is said to hold.
fn shown(run: &Run) -> Checked<Option<i64>> {
    let Effect::Verdict(verdict) = &run.effect else { return wrong("no verdict") };
    if verdict.truth {
        return Ok(None);
    }
    let example = verdict.example.iter().flatten().find(|(own, _)| **own == *name(0));
    match example.and_then(|(_, value)| value.number()?.to_i64()) {
        Some(n) => Ok(Some(n)),
        None => wrong(format!("FALSE without a number: {:?}", verdict.example)),
    }
}
