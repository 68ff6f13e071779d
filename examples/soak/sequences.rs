//! `sequence`, `synchronize` and claims of sequences, against values that are counted, summed and multiplied out.
//!
//! A claim that is said to hold must hold at the first numbers. One that is said to fail must fail at the number shown and
//! at none before. Most right sides are the left side written otherwise and changed at numbers that are known, so that the
//! truth is known for all numbers, however large the first at which the claim fails.

use std::collections::BTreeMap;
use std::path::Path;

use filbert::script::{Effect, Limits};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

use super::formula::{Var, name};
use super::lab::{Checked, Lab, Outcome, wrong};
use super::numeration::Compare;
use super::series::{Index, Node, Numbers, Range, Series, Source, Value, whole};
use super::tape::Tape;
use super::worlds::{Deciders, WORLDS, World};

/// What is compared here, and must come up.
pub const KINDS: [&str; 8] = [
    "sequence",
    "sequence of two variables",
    "sequence by equations",
    "sequence by matrices",
    "claim of sequences",
    "finitely many values",
    "word of a sequence",
    "synchronized sequence",
];

/// Systems that sequences are made in, and the words that are read there. Not Tribonacci: products are large there.
const SYSTEMS: [(&str, &[&str]); 7] = [
    ("msd_2", &["T", "RS", "PD"]),
    ("msd_3", &[]),
    ("msd_fib", &["F"]),
    ("lsd_2", &["T", "RS", "PD"]),
    ("lsd_fib", &["F"]),
    ("msd_pell", &[]),
    ("lsd_3", &[]),
];

/// How terms are compared.
pub const COMPARISONS: [Compare; 6] =
    [Compare::Equal, Compare::LessEqual, Compare::Less, Compare::GreaterEqual, Compare::Greater, Compare::NotEqual];

/// Numbers at which values are compared.
pub const FIRST: i64 = 26;
/// Numbers up to which a term of any kind is computed.
pub const COMPUTED: i64 = 150;

/// A system that sequences are made in.
pub fn world(tape: &mut Tape) -> &'static World {
    let (system, _) = tape.pick(&SYSTEMS);
    WORLDS.iter().find(|world| world.name == *system).expect("a world")
}

/// One case; the kinds that it compared.
pub fn check(
    world: &'static World,
    tape: &mut Tape,
    lab: &mut Lab,
    folder: &Path,
    deciders: &mut Deciders,
) -> Checked<Vec<&'static str>> {
    let words = SYSTEMS.iter().find(|(system, _)| *system == world.name).expect("one of them").1;
    let series = Series::new(deciders.of(world.reference));
    let mut bench = Bench { world, words, tape, lab, folder, series, kinds: Vec::new() };
    for _ in 0..1 + bench.tape.below(2) {
        bench.define()?;
    }
    match bench.tape.below(16) {
        0 | 1 => bench.two_variables()?,
        2 => bench.values()?,
        3..=5 => bench.claim(false)?,
        6 | 7 => bench.claim(true)?,
        8..=11 => bench.finite()?,
        _ => bench.synchronized()?,
    }
    Ok(bench.kinds)
}

/// A case: sequences, by what the engine and the oracle know of them.
pub struct Bench<'a> {
    pub world: &'static World,
    pub words: &'static [&'static str],
    pub tape: &'a mut Tape,
    pub lab: &'a mut Lab,
    pub folder: &'a Path,
    pub series: Series<'a>,
    pub kinds: Vec<&'static str>,
}

impl Bench<'_> {
    /// Defines the next sequence in some way.
    fn define(&mut self) -> Checked {
        let system = self.world.name;
        let next = format!("s{}", self.series.count());
        let a = name(0);
        let which = match self.tape.below(8) {
            0 | 1 => {
                let node = self.term(&[0], 1);
                self.lab.run(&format!("sequence {next} {a} \"?{system} {}\":", node))?;
                self.series.push(Source::Term(node))
            }
            2 | 3 => {
                let counted = self.counted()?;
                self.lab.run(&format!("sequence {next} {a} \"?{system} {}\":", counted.text))?;
                self.series.push(Source::Counted(counted))
            }

            4..=6 if self.is_based() || (self.words == ["F"] && self.tape.chance(1, 4)) => self.equations(&next)?,
            _ => self.matrices(&next)?,
        };
        self.same_values(&next, which, 14)
    }

    /// Whether numbers are read in a base.
    pub fn is_based(&self) -> bool {
        self.world.name.ends_with(['2', '3'])
    }

    /// Equations: each remainder has a rule, or each number goes back to those before.
    fn equations(&mut self, next: &str) -> Checked<usize> {
        let own = self.series.count();
        let based = self.is_based();
        let mut given = BTreeMap::new();
        let mut rules = Vec::new();
        if based {
            let k = if self.world.name.ends_with('2') { 2 } else { 3 };
            let ahead = self.tape.chance(1, 2);
            for n in 0..if ahead { 3 } else { 1 } {
                given.insert(n, self.tape.range(0, 3));
            }
            for r in 0..k {
                let mut right = self.multiple(own, Index::variable(0), -1, 2);
                if ahead && self.tape.chance(1, 2) {
                    right = Node::add(right, self.multiple(own, Index::line(1, 0, 1), -1, 1));
                }
                rules.push((k, r, self.with_more(right)));
            }
        } else {
            // Whatever is no power of n is refused: differences that are known, and signs that alternate.
            let (step, right) = match self.tape.below(4) {
                0 => (1, self.with_more(Node::Call(own, Index::variable(0)))),
                1 => (2, self.with_more(Node::Call(own, Index::variable(0)))),
                2 => (1 + self.tape.range(0, 1), Node::Negate(Box::new(Node::Call(own, Index::variable(0))))),
                _ => {
                    let twice = Node::mul(Node::Number(2), Node::Call(own, Index::line(1, 0, 1)));
                    (2, self.with_more(Node::sub(twice, Node::Call(own, Index::variable(0)))))
                }
            };
            for n in 0..step {
                given.insert(n, self.tape.range(0, 3));
            }
            rules.push((1, step, right));
        }
        if based && self.tape.chance(1, 5) {
            given.insert(self.tape.range(3, 8), self.tape.range(-1, 4));
        }
        let a = name(0);
        let mut texts: Vec<String> = given.iter().map(|(n, value)| format!("{next}({n})={value}")).collect();
        texts.extend(rules.iter().map(|(k, r, right)| {
            let left = Index::line(*k, 0, *r);
            format!("{}={right}", Node::Call(own, left))
        }));
        self.lab.run(&format!("sequence {next} {a} \"?{} {}\":", self.world.name, texts.join(", ")))?;
        let which = self.series.push(Source::Rules { given, rules });
        if based && self.series.is_quick(which) {
            // Far away, by as many steps as there are digits.
            let far = self.tape.range(1 << 20, 1 << 36);
            self.same_value(next, which, far)?;
        }
        self.kinds.push("sequence by equations");
        Ok(which)
    }

    /// `c s(index)`.
    fn multiple(&mut self, which: usize, index: Index, least: i64, most: i64) -> Node {
        let call = Node::Call(which, index);
        match self.tape.range(least, most) {
            1 => call,
            factor => Node::mul(Node::Number(factor), call),
        }
    }

    /// Something known is added, or nothing.
    fn with_more(&mut self, to: Node) -> Node {
        match self.tape.below(5) {
            0 | 1 => to,
            2 => Node::add(to, Node::Number(self.tape.range(-2, 3))),
            3 if self.series.count() > 0 => {
                let other = self.tape.below(self.series.count());
                Node::add(to, Node::Call(other, Index::variable(0)))
            }
            _ => Node::add(to, Node::Variable(0)),
        }
    }

    /// Random matrices for the digits, in a file.
    fn matrices(&mut self, next: &str) -> Checked<usize> {
        let size = 1 + self.tape.below(3);
        let halves = size == 1;
        let digits = self.series.decider.numeration.digits;
        let mut entry = || match self.tape.below(9) {
            0..=3 => whole(0),
            4..=6 => whole(1),
            7 => whole(-1),
            _ if halves => Value::new(1.into(), 2.into()),
            _ => whole(2),
        };
        let mut row = || (0..size).map(|_| entry()).collect::<Vec<Value>>();
        let (v, w) = (row(), row());
        let mu: Vec<Vec<Vec<Value>>> = (0..digits).map(|_| (0..size).map(|_| row()).collect()).collect();
        let list = |row: &Vec<Value>| {
            let entries: Vec<String> = row.iter().map(|value| format!("\"{value}\"")).collect();
            format!("[{}]", entries.join(","))
        };
        let matrix = |(digit, matrix): (usize, &Vec<Vec<Value>>)| {
            let rows: Vec<String> = matrix.iter().map(list).collect();
            format!("{{\"letter\": [{digit}], \"matrix\": [{}]}}", rows.join(","))
        };
        let matrices: Vec<String> = mu.iter().enumerate().map(matrix).collect();
        let text = format!(
            "{{\"systems\": [\"{}\"], \"v\": {}, \"w\": {}, \"mu\": [{}]}}",
            self.world.name,
            list(&v),
            list(&w),
            matrices.join(", ")
        );
        let file = self.folder.join(format!("{next}.json"));
        std::fs::write(&file, &text).map_err(|why| Outcome::Wrong(why.to_string()))?;
        self.lab.script.push(format!("# {next}.json: {text}"));
        self.lab.run(&format!("sequence {next} from \"{next}.json\":"))?;
        self.kinds.push("sequence by matrices");
        let turned = self.world.name.starts_with("lsd");
        Ok(self.series.push(Source::Matrices { v, mu, w, turned }))
    }

    /// Holds values against the definition; every sequence is called by its number.
    fn same_values(&mut self, called: &str, which: usize, count: i64) -> Checked {
        (0..count).try_for_each(|n| self.same_value(called, which, n))?;
        self.kinds.push("sequence");
        self.lab.tally("sequence");
        Ok(())
    }

    fn same_value(&mut self, called: &str, which: usize, n: i64) -> Checked {
        let expected = self.series.value(which, n);
        let found = self.found(called, &[n])?;
        if found != expected {
            return wrong(format!("{called}({n}) is {found}, not {expected}"));
        }
        Ok(())
    }

    fn found(&self, called: &str, numbers: &[i64]) -> Checked<Value> {
        let Some(sequence) = self.lab.session.sequence(called) else {
            return wrong(format!("`{called}` is not there"));
        };
        let numbers: Vec<BigInt> = numbers.iter().map(|&n| n.into()).collect();
        let value = sequence.value(&numbers, &Limits::default().budget());
        value.map_err(|_| Outcome::Wrong(format!("`{called}` has no value")))
    }

    fn values(&mut self) -> Checked {
        let node = self.term(&[0], 1);
        let next = format!("s{}", self.series.count());
        self.lab.run(&format!("sequence {next} {} \"?{} {node}\":", name(0), self.world.name))?;
        let which = self.series.push(Source::Term(node));
        self.same_values(&next, which, FIRST)
    }

    /// A term in two variables, its values in either order, and a claim of it.
    fn two_variables(&mut self) -> Checked {
        let node = self.term(&[0, 1], 1);
        let turned = self.tape.chance(1, 2);
        let order = if turned { [name(1), name(0)] } else { [name(0), name(1)] };
        self.lab.run(&format!("sequence two {} \"?{} {node}\":", order.join(" "), self.world.name))?;
        let mut numbers = Numbers::default();
        for n in 0..60 {
            (numbers[0], numbers[1]) = (n % 8, n / 7);
            let expected = self.series.of(&node, &mut numbers);
            let asked = if turned { [n / 7, n % 8] } else { [n % 8, n / 7] };
            let found = self.found("two", &asked)?;
            if found != expected {
                return wrong(format!("two({asked:?}) is {found}, not {expected}"));
            }
        }
        self.kinds.push("sequence of two variables");
        self.lab.tally("sequence");
        let right = if self.tape.chance(1, 2) { self.otherwise(&node) } else { self.atom(&[0, 1]) };
        let op = *self.tape.pick(&COMPARISONS);
        let call = format!("two({},{})", order[0], order[1]);
        let run = self.lab.run(&format!("eval \"?{} {call} {} {right}\":", self.world.name, op.text()))?;
        let Effect::Verdict(verdict) = run.effect else { return wrong("no verdict") };
        let mut fails = |x: i64, y: i64| {
            let mut numbers = Numbers::default();
            (numbers[0], numbers[1]) = (x, y);
            let (left, right) = (self.series.of(&node, &mut numbers), self.series.of(&right, &mut numbers));
            !op.holds(left, right)
        };
        if verdict.truth {
            if let Some(n) = (0..60).find(|n| fails(n % 8, n / 7)) {
                return wrong(format!("TRUE, and it fails at {}, {}", n % 8, n / 7));
            }
        } else {
            let example = verdict.example.unwrap_or_default();
            let value = |var: Var| example.iter().find(|(own, _)| **own == *name(var))?.1.number()?.to_i64();
            let (Some(x), Some(y)) = (value(0), value(1)) else { return wrong("FALSE without two numbers") };
            if x.max(y) <= COMPUTED && !fails(x, y) {
                return wrong(format!("FALSE at {x}, {y}, where it holds"));
            }
        }
        Ok(())
    }

    /// What takes finitely many values by the way it is made, and what does not.
    fn finite(&mut self) -> Checked {
        let few = self.few(2);
        let named = Node::add(few.clone(), Node::mul(Node::Number(0), Node::Call(0, Index::variable(0))));
        let grows = self.tape.chance(1, 3);
        let node = match grows {
            false => named,
            true => {
                let more = match self.tape.below(2) {
                    0 => Node::Variable(0),
                    _ => Node::Sum(vec![3], Range::UpTo(0), Box::new(Node::Number(1))),
                };
                Node::sub(named, Node::mul(Node::Number(self.tape.range(1, 3)), more))
            }
        };
        let below = self.tape.chance(1, 4).then(|| self.tape.range(0, 50));
        let before = below.map_or_else(String::new, |k| format!("{}<{k} => ", name(0)));
        let claim = *self.tape.pick(&["takes finitely many values", "is bounded"]);
        let run = self.lab.run(&format!("eval \"?{} {before}{node} {claim}\":", self.world.name))?;
        let Effect::Verdict(verdict) = run.effect else { return wrong("no verdict") };
        if verdict.truth == (grows && below.is_none()) {
            return wrong(format!("{}, which is wrong by the way it is made", verdict.truth));
        }
        self.kinds.push("finitely many values");
        if grows {
            return Ok(());
        }
        self.lab.run(&format!("word W[{}] \"?{} {node}\":", name(0), self.world.name))?;
        for n in 0..COMPUTED {
            let (found, expected) = (whole(self.lab.value("W", &[n])?), self.series.at(&few, n));
            if found != expected {
                return wrong(format!("W[{n}] is {found}, not {expected}"));
            }
        }
        self.lab.tally("word");
        self.kinds.push("word of a sequence");
        Ok(())
    }

    /// A sequence that may be synchronized, and the function that says its values.
    fn synchronized(&mut self) -> Checked {
        let node = match self.tape.below(5) {
            0 => Node::Call(self.tape.below(self.series.count()), self.index(&[0])),
            1 if !self.words.is_empty() => {
                let word = *self.tape.pick(self.words);
                Node::Sum(vec![3], Range::Below(0), Box::new(Node::Letter(word, self.index(&[3]))))
            }
            2 => Node::Count(self.counted()?),
            _ => {
                let line = Node::mul(Node::Number(self.tape.range(0, 3)), Node::Variable(0));
                Node::add(Node::add(line, self.few(1)), Node::Number(self.tape.range(0, 4)))
            }
        };
        let system = self.world.name;
        self.lab.run(&format!("sequence known {} \"?{system} {node}\": synchronize graph known;", name(0)))?;
        let graph = self.lab.relation("graph")?;
        for n in 0..FIRST {
            let expected = self.series.at(&node, n);
            if !expected.is_integer() || expected.is_negative() {
                return wrong(format!("synchronized, though the value at {n} is {expected}"));
            }
            let expected = expected.to_integer();
            for off in [-2, -1, 0, 1, 2] {
                let m: BigInt = &expected + off;
                if !m.is_negative() && graph.contains(&[n.into(), m.clone()]) != (off == 0) {
                    return wrong(format!("the value at {n} is {expected}, and $graph({n},{m}) is {}", off != 0));
                }
            }
        }
        let n = self.tape.range(0, FIRST);
        let value = self.series.at(&node, n).to_integer();
        let formula =
            format!("?{system} $graph({n},{value}) & (Ax Ey $graph(x,y)) & ~(Ex Ey,z y<z & $graph(x,y) & $graph(x,z))");
        match self.lab.answer(&formula)? {
            Effect::Verdict(verdict) if verdict.truth => {}
            other => return wrong(format!("no function with the value {value} at {n}: {other:?}")),
        }
        self.lab.tally("synchronize");
        self.kinds.push("synchronized sequence");
        Ok(())
    }
}
