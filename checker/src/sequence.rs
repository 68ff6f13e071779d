//! Sequences as they are written, read into series, and what is claimed of them.
//!
//! What a formula counts is the automaton of its tuples, the other variables projected, each tuple as a way of its own. A
//! value `s(t)` is the sum of s(v) over v = t: at most one, and 0 where t is no number. A letter `W[t]` is the sum of
//! its values, each times whether it stands there.
//!
//! - `left <= right` holds if right - left is a series without negative weights, which a certificate gives. `<` of whole
//!   numbers is `<=` with one more on the left, and `left != right` is `(left - right)^2 >= 1`, on the premise.
//! - A sequence that is a deterministic series takes the values of its states only. Whole numbers that are bounded are
//!   finitely many.
//! - A series is the sequence of some equations if it satisfies each, where its left side is not given, and each number m is
//!   the left side of one whose own values stand at smaller numbers: then no other does, by induction on m.

use std::rc::Rc;

use crate::Read;
use crate::command::{FUNCTION, SEQUENCE};
use crate::core::Claims;
use crate::formula::Reader;
use crate::graph::Graph;
use crate::linear::{Given, Series, Set};
use crate::machine::Machine;
use crate::names::{Named, Names};
use crate::rules::{counted, holds};
use crate::system::{Kind, Systems, Track};
use crate::text::{is_variable, name_length};
use crate::tokens::{system_name, tokens};

/// The largest exponent.
const MOST_FACTORS: u32 = 16;
/// Terms in each other are read by recursion.
const DEEPEST: usize = 1000;

/// The names in a text, each with what follows, but for those of functions, macros and systems.
fn names_in(text: &str) -> Vec<(&str, &str)> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(next) = text[at..].find(|c: char| c == '_' || c.is_ascii_alphanumeric()) {
        let start = at + next;
        at = start + name_length(&text[start..]);
        if text[start..].starts_with(|c: char| c.is_ascii_alphabetic())
            && !text[..start].ends_with(['$', '#', '?', '.'])
        {
            found.push((&text[start..at], &text[at..]));
        }
    }
    found
}

/// Whether a text is about sequences and no formula.
pub fn speaks_of_sequences(text: &str, names: &Names) -> bool {
    names_in(text).into_iter().any(|(name, rest)| match rest.trim_start().chars().next() {
        Some('{') => matches!(name, "sum" | "count"),
        Some('(') => names.is_sequence(name),
        None => matches!(name, "eventually" | "bounded" | "values"),
        Some(_) => false,
    })
}

fn calls(text: &str, name: &str) -> bool {
    names_in(text).iter().any(|(other, rest)| *other == name && rest.trim_start().starts_with('('))
}

/// A text in pieces between marks outside of brackets.
fn pieces(text: &str, mark: char) -> Vec<&str> {
    let mut depth = 0;
    let pieces = text.split(|c: char| {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        depth == 0 && c == mark
    });
    pieces.collect()
}

/// What stands in the bracket that a text begins with, and behind it.
fn bracket(text: &str) -> Read<(&str, &str)> {
    let mut depth = 0;
    let end = text.find(|c: char| {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        depth == 0
    });
    let end = end.filter(|end| *end > 0).ok_or_else(|| format!("a bracket is missing before `{text}`"))?;
    Ok((&text[1..end], &text[end + 1..]))
}

/// The tuples of a formula, and how many claims on it were checked. The variables are `more` in the system, if it is known,
/// and those of the formula.
fn set(
    (names, systems, claims): (&Names, &mut Systems, &Claims),
    text: &str,
    more: &[String],
    system: Option<&Track>,
) -> Read<(Set, usize)> {
    let mut reader = Reader::new(names, systems, claims);
    let core = reader.whole(text)?;
    let (free, tracks) = (reader.free(), reader.tracks());
    let own = |var: &&usize| more.iter().any(|name| name == reader.name(**var));
    let system = system.cloned().or_else(|| free.iter().find(own).or(free.first()).map(|&var| tracks[var].clone()));
    let system = system.ok_or("a closed formula has no values to count")?;
    for name in more {
        reader.find(name, &system)?;
    }
    let (free, tracks) = (reader.free(), Rc::new(reader.tracks()));
    let graph = counted(&tracks, &free, &core, &free)?;
    let vars = free.iter().map(|&var| reader.name(var).to_owned()).collect();
    let (checked, Graph { rows, accepting }) = (reader.checked, graph);
    let msd = |&var: &usize| systems.get(&tracks[var].name.replacen("lsd_", "msd_", 1));
    let tracks = free.iter().map(msd).collect::<Read<Vec<Track>>>()?;
    Ok((Set { vars, tracks, rows, accepting }, checked))
}

/// Reads terms in one system.
struct Terms<'a, 's> {
    names: &'a Names,
    systems: &'s mut Systems,
    system: Track,
    /// What is left of the text.
    rest: &'a str,
    depth: usize,
}

impl<'a, 's> Terms<'a, 's> {
    /// In the system that is named in front, or that of the first sequence or word.
    fn new(names: &'a Names, systems: &'s mut Systems, text: &'a str) -> Read<Terms<'a, 's>> {
        let mut rest = text.trim_start();
        let mut system = "msd_2".to_owned();
        if let Some(named) = rest.strip_prefix('?') {
            let length = name_length(named);
            (system, rest) = (system_name(&named[..length])?, &named[length..]);
        } else {
            let known = |(name, rest): (&str, &str)| match rest.trim_start().chars().next() {
                Some('(') => names.series(name).ok().map(|series| series.system.name.clone()),
                Some('[') => names.word(name).ok()?.tracks.first().map(|track| track.name.clone()),
                _ => None,
            };
            system = names_in(rest).into_iter().find_map(known).unwrap_or(system);
        }
        // Values do not depend on the order of digits.
        let system = systems.get(&system.replacen("lsd_", "msd_", 1))?;
        if system.kind != Kind::Natural {
            return Err(format!("the sequences are not in {}", system.name));
        }
        Ok(Terms { names, systems, system, rest, depth: 0 })
    }

    fn eat(&mut self, text: &str) -> bool {
        self.rest = self.rest.trim_start();
        let after = self.rest.strip_prefix(text);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn is_at_end(&mut self) -> Read<()> {
        if self.eat("") && self.rest.is_empty() { Ok(()) } else { Err(format!("`{}` is too much", self.rest)) }
    }

    /// What stands in the bracket that comes next.
    fn bracket(&mut self) -> Read<&'a str> {
        let (inside, rest) = bracket(self.rest)?;
        self.rest = rest;
        Ok(inside)
    }

    /// The tuples of a formula in the system, on its variables and others.
    fn set(&mut self, formula: &str, more: &[String]) -> Read<Set> {
        let text = format!("?{} {formula}", self.system.name);
        Ok(set((self.names, self.systems, &Claims::new()), &text, more, Some(&self.system))?.0)
    }

    /// The sum over the values of some variables that satisfy a formula.
    fn summed(&mut self, formula: &str, bound: &[String], body: Option<&Series>) -> Read<Series> {
        let set = self.set(formula, body.map_or(&[], |body| &body.vars))?;
        if let Some(name) = bound.iter().find(|name| !set.vars.contains(name)) {
            return Err(format!("for each `{name}` there is something to sum"));
        }
        let kept: Vec<String> = set.vars.iter().filter(|var| !bound.contains(var)).cloned().collect();
        Series::summed(&set, &body.into_iter().collect::<Vec<_>>(), &kept, &self.system)
    }

    /// Names for variables that stand nowhere in a text.
    fn fresh(&self, text: &str, many: usize) -> Read<Vec<String>> {
        // What is no formula, as a sum in braces, has no macros either.
        let tokens = if text.contains('#') { tokens(text, self.names)? } else { Vec::new() };
        let mut stem = "v".to_owned();
        while text.contains(&stem) || tokens.iter().any(|token| token.text.contains(&stem)) {
            stem.push('v');
        }
        Ok((0..many).map(|at| format!("{stem}{at}")).collect())
    }

    /// The series in these variables, its own among them.
    fn in_order(&mut self, series: &Series, vars: &[String]) -> Read<Series> {
        if series.vars == vars {
            return Ok(series.clone());
        }
        if let Some(other) = series.vars.iter().find(|var| !vars.contains(var)) {
            return Err(format!("`{other}` is not a variable here"));
        }
        let set = self.set("0=0", vars)?;
        Series::summed(&set, &[series], vars, &self.system)
    }

    fn plus(&mut self, a: &Series, b: &Series, factor: i128) -> Read<Series> {
        let mut vars = [&a.vars[..], &b.vars].concat();
        vars.sort();
        vars.dedup();
        let (a, b) = (self.in_order(a, &vars)?, self.in_order(b, &vars)?);
        a.plus(&b, factor)
    }

    fn times(&mut self, a: Series, b: Series) -> Read<Series> {
        match (a.value()?, b.value()?) {
            (Some((value, over)), _) => b.times(value, over),
            (_, Some((value, over))) => a.times(value, over),
            _ => {
                let set = self.set("0=0", &[&a.vars[..], &b.vars].concat())?;
                Series::summed(&set, &[&a, &b], &set.vars, &self.system)
            }
        }
    }

    fn sum(&mut self) -> Read<Series> {
        let mut left = self.term()?;
        loop {
            let factor = if self.eat("+") { 1 } else { -1 };
            if factor < 0 && !self.eat("-") {
                return Ok(left);
            }
            let right = self.term()?;
            left = self.plus(&left, &right, factor)?;
        }
    }

    /// A product; what is summed extends over the factors that follow.
    fn term(&mut self) -> Read<Series> {
        let mut left = self.factor()?;
        loop {
            if self.eat("*") {
                let right = self.factor()?;
                left = self.times(left, right)?;
            } else if self.eat("/") {
                let (value, over) = self.factor()?.value()?.ok_or("only numbers divide")?;
                left = left.times(over, value)?;
            } else {
                return Ok(left);
            }
        }
    }

    fn factor(&mut self) -> Read<Series> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("terms nested too deep".into());
        }
        let result = if self.eat("-") || self.eat("_") { self.factor()?.times(-1, 1) } else { self.power() };
        self.depth -= 1;
        result
    }

    fn power(&mut self) -> Read<Series> {
        let base = self.atom()?;
        if !self.eat("^") {
            return Ok(base);
        }
        let digits = name_length(self.rest.trim_start());
        let (exponent, rest) = self.rest.trim_start().split_at(digits);
        self.rest = rest;
        let exponent = exponent.parse::<u32>().ok().filter(|n| *n <= MOST_FACTORS).ok_or("no exponent that is read")?;
        (0..exponent).try_fold(Series::constant(1, &self.system), |power, _| self.times(power, base.clone()))
    }

    fn atom(&mut self) -> Read<Series> {
        if self.eat("(") {
            let inner = self.sum()?;
            return if self.eat(")") { Ok(inner) } else { Err(format!("`)` is missing before `{}`", self.rest)) };
        }
        let (name, rest) = self.rest.split_at(name_length(self.rest));
        self.rest = rest.trim_start();
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            let value = name.parse().map_err(|_| format!("this checker does not read the number `{name}`"))?;
            return Ok(Series::constant(value, &self.system));
        }
        match self.rest.chars().next() {
            _ if !name.starts_with(|c: char| c.is_ascii_alphabetic()) => Err(format!("`{name}{rest}` is not a term")),
            Some('{') if matches!(name, "sum" | "count") => {
                let inside = self.bracket()?;
                let (bound, formula) = inside.split_once(':').map_or((vec![], inside), |(list, formula)| {
                    (list.split(',').map(|name| name.trim().to_owned()).collect(), formula)
                });
                let body = if name == "sum" { Some(self.term()?) } else { None };
                self.summed(formula, &bound, body.as_ref())
            }
            Some('(') => {
                let inside = self.bracket()?;
                self.call(name, &pieces(inside, ','))
            }
            Some('[') => self.letter(name),
            _ => {
                let [below] = &self.fresh(name, 1)?[..] else { return Err("no name".into()) };
                self.summed(&format!("{below}<{name}"), std::slice::from_ref(below), None)
            }
        }
    }

    fn call(&mut self, name: &str, indices: &[&str]) -> Read<Series> {
        let series = self.names.series(name)?;
        if series.vars.len() != indices.len() || series.system != self.system {
            return Err(format!("`{name}` has other indices, or is in {}", series.system.name));
        }
        let own = self.fresh(&indices.join(","), indices.len())?;
        let equal: Vec<String> = own.iter().zip(indices).map(|(own, index)| format!("{own}=({index})")).collect();
        self.summed(&equal.join(" & "), &own, Some(&series.renamed(&own)))
    }

    fn letter(&mut self, name: &str) -> Read<Series> {
        let word = self.names.word(name)?;
        let mut text = name.to_owned();
        while self.eat("") && self.rest.starts_with('[') {
            text += &format!("[{}]", self.bracket()?);
        }
        let mut values: Vec<i64> = word.outputs.iter().copied().filter(|value| *value != 0).collect();
        values.sort_unstable();
        values.dedup();
        let mut sum = Series::constant(0, &self.system);
        for value in values {
            let holds = self.summed(&format!("{text}=@{value}"), &[], None)?;
            sum = self.plus(&sum, &holds, value.into())?;
        }
        Ok(sum)
    }

    /// Whether a claim on all numbers holds, or fails for some.
    fn claim(&mut self, given: Option<&Given>, truth: bool) -> Read<bool> {
        let text = self.rest;
        let mut depth = 0;
        let arrows = text.char_indices().filter(|&(at, c)| {
            depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
            depth == 0 && text[at..].starts_with("=>") && !text[..at].ends_with('<')
        });
        let arrow = arrows.last().map(|arrow| arrow.0);
        self.rest = arrow.map_or(text, |at| &text[at + 2..]);
        let left = self.sum()?;
        let op = ["!=", "<=", ">=", "=", "<", ">"].into_iter().find(|op| self.eat(op));
        let is_finite = op.is_none()
            && if self.eat("is") {
                self.eat("bounded")
            } else {
                ["takes", "finitely", "many", "values"].iter().all(|word| self.eat(word))
            };
        let mut difference = left;
        if op.is_some() {
            let right = self.sum()?;
            difference = self.plus(&right, &difference, -1)?;
        } else if !is_finite {
            return Err(format!("`{}` is not a claim", self.rest));
        }
        let eventually = op.is_some() && self.eat("eventually");
        self.is_at_end()?;
        if given.is_some() && (!truth || op == Some("=")) {
            return Err("a claim that no statement needs".into());
        }
        // A claim without variables is one on all values of one that stands nowhere.
        let none = if difference.vars.is_empty() { vec!["~".to_owned()] } else { Vec::new() };
        let premise = arrow.map_or("0=0", |at| &text[..at]);
        let set = self.set(premise, &[&difference.vars[..], &none].concat())?;
        let on = |factors: &[&Series]| Series::summed(&set, factors, &set.vars, &self.system);
        let (mut difference, one) = (on(&[&difference])?, on(&[])?);
        if !truth {
            difference = difference.whole();
        }
        let turned = difference.clone().times(-1, 1)?;
        let square = || on(&[&difference, &difference])?.plus(&one, -1);
        // It holds if one of these is nowhere negative, and fails if the last is somewhere.
        let least = match op {
            None if truth => {
                let given = given.ok_or("no series says which values there are")?;
                return Ok(given.deterministic().is_some() && given.is(&difference, false)?);
            }
            None => return difference.has_infinitely_many_values(),
            Some("=") => return Ok(difference.vanishes(eventually)? == truth),
            Some("<=") => vec![difference],
            Some(">=") => vec![turned],
            Some("<") => vec![difference.plus(&one, -1)?],
            Some(">") => vec![turned.plus(&one, -1)?],
            Some(_) if truth => vec![difference.plus(&one, -1)?, turned.plus(&one, -1)?, square()?],
            Some(_) => vec![square()?],
        };
        if !truth && eventually {
            return Err("that it fails for ever is not shown".into());
        }
        for least in least {
            let is_shown = match given {
                _ if !truth => least.has_negative()?,
                Some(given) => given.is_positive() && given.is(&least, eventually)?,
                None => least.is_positive(),
            };
            if is_shown {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether a claim on all numbers holds, or fails for some.
pub fn is_so(names: &Names, systems: &mut Systems, text: &str, given: Option<&Given>, truth: bool) -> Read<bool> {
    Terms::new(names, systems, text)?.claim(given, truth)
}

/// Whether a relation is that of the arguments and the value of a sequence: each tuple of arguments has one value in it, and
/// that is it.
pub fn is_graph(names: &Names, systems: &mut Systems, name: &str, claim: &Rc<Machine>) -> Read<bool> {
    let series = names.series(name)?;
    if claim.tracks != vec![series.system.clone(); series.vars.len() + 1] {
        return Err("a claim on other tracks".into());
    }
    let mut known = names.clone();
    known.bind(FUNCTION, "graph", Named::Table(claim.clone()));
    let arguments: Vec<String> = (0..series.vars.len()).map(|at| format!("x{at}")).collect();
    let (system, arguments) = (&series.system.name, arguments.join(","));
    let pairs = format!("{{y: $graph({arguments},y)}}");
    let mut is_so = |claim: String| is_so(&known, systems, &format!("?{system} {claim}"), None, true);
    Ok(is_so(format!("count{pairs} = 1"))? && is_so(format!("sum{pairs} y = {name}({arguments})"))?)
}

/// What a sequence of one variable is at 0, and what that is divided by, if it grows from each number to the next one by
/// what an automaton says of the number.
pub fn grows_by(names: &Names, systems: &mut Systems, name: &str, steps: &Machine) -> Read<(i128, i128)> {
    let series = names.series(name)?;
    if series.vars.len() != 1 || steps.tracks != [series.system.clone()] {
        return Err(format!("`{name}` has other indices, or is in {}", series.system.name));
    }
    let vars = ["n".to_owned()];
    let mut terms = Terms { names, systems, system: series.system.clone(), rest: "", depth: 0 };
    // Worth 0 where no number stands.
    let set = terms.set("0=0", &vars)?;
    let steps = Series::summed(&set, &[&Series::of(steps, &vars[0])?], &vars, &terms.system)?;
    let next = terms.call(name, &["n+1"])?;
    let grown = terms.plus(&next, &series.renamed(&vars), -1)?;
    if !terms.plus(&grown, &steps, -1)?.vanishes(false)? {
        return Err(format!("`{name}` grows by other numbers"));
    }
    series.at_zero()
}

/// The sequence of a command, and how many claims on its formula were checked.
pub fn sequence(
    (names, systems, claims): (&Names, &mut Systems, &Claims),
    (name, vars, text): (&str, &[String], &str),
    given: Option<&Given>,
) -> Read<(Series, usize)> {
    let is_named =
        vars.iter().enumerate().all(|(at, var)| is_variable(var) && var != "from" && !vars[..at].contains(var));
    if !is_named || !is_variable(name) {
        return Err("a sequence or a variable without a name that is read, or from a file".into());
    }
    if calls(text, name) {
        return match (vars, given) {
            ([variable], Some(given)) => Ok((equations((names, systems), text, (name, variable), given)?, 0)),
            _ => Err("no series says what the equations define".into()),
        };
    }
    if given.is_some() {
        return Err("a claim that no statement needs".into());
    }
    if speaks_of_sequences(text, names) || !text.contains(['=', '<', '>', '$']) {
        return Ok((term(names, systems, text, vars)?, 0));
    }
    let (set, checked) = set((names, systems, claims), text, vars, None)?;
    let first = set.vars.iter().position(|var| *var == vars[0]).ok_or("no variable")?;
    Ok((Series::summed(&set, &[], vars, &set.tracks[first])?, checked))
}

fn term(names: &Names, systems: &mut Systems, text: &str, vars: &[String]) -> Read<Series> {
    let mut terms = Terms::new(names, systems, text)?;
    let series = terms.sum()?;
    terms.is_at_end()?;
    terms.in_order(&series, vars)
}

/// The word of the values of a term: those of the states of a deterministic series.
pub fn word_of(
    names: &Names,
    systems: &mut Systems,
    (text, indices): (&str, &[String]),
    given: Option<&Given>,
) -> Read<Rc<Machine>> {
    if indices.is_empty() || indices.iter().enumerate().any(|(at, index)| indices[..at].contains(index)) {
        return Err("a word without an index, or with one twice".into());
    }
    let series = term(names, systems, text, indices)?;
    let given = given.ok_or("no series says which letters there are")?;
    let first = given.deterministic().filter(|_| given.is(&series, false) == Ok(true));
    let (first, given) = (first.ok_or("the series given has other values")?, given.series(indices)?);
    let tracks = vec![series.system.clone(); indices.len()];
    let step = |state: &u32, _: &[u32], letter: u32| Ok(Some(given.step(*state, letter)));
    Machine::built(&tracks, first, Some(0), step, |state| given.output(*state))
}

/// The sequence that some equations define, which is claimed to be a series.
fn equations(
    (known, systems): (&Names, &mut Systems),
    text: &str,
    (name, variable): (&str, &String),
    given: &Given,
) -> Read<Series> {
    let mut terms = Terms::new(known, systems, text)?;
    let vars = std::slice::from_ref(variable);
    // Worth 0 where no number stands, and the same with zeros in front.
    let set = terms.set("0=0", vars)?;
    let claimed = Series::summed(&set, &[&given.series(vars)?], vars, &terms.system)?;
    let (system, rest) = (terms.system.clone(), terms.rest);
    let mut names = known.clone();
    names.bind(SEQUENCE, name, Named::Series(Rc::new(claimed.clone())));
    let mut terms = Terms { names: &names, systems, system, rest, depth: 0 };
    // Of each equation the index on the left, whether it is one number, and what stands on the right.
    let mut found = Vec::new();
    for equation in pieces(rest, ',') {
        terms.rest = equation;
        let begins = terms.eat(name) && terms.eat("") && terms.rest.starts_with('(');
        let index = if begins { terms.bracket()? } else { "" };
        if index.contains('#') || equation.contains('{') || !terms.eat("=") {
            return Err(format!("this checker does not read the equation `{equation}`"));
        }
        found.push((index, names_in(index).iter().all(|(name, _)| name != variable), terms.rest));
    }
    let number = &terms.fresh(rest, 1)?[0];
    let mut cases = Vec::new();
    for (index, is_given, right) in &found {
        let mut case = format!("(E {variable} {number}=({index})");
        for (_, call) in
            names_in(right).iter().filter(|(other, rest)| *other == name && rest.trim_start().starts_with('('))
        {
            case += &format!(" & ({})<{number}", bracket(call.trim_start())?.0);
        }
        for (given, ..) in found.iter().filter(|other| other.1 && !is_given) {
            case += &format!(" & ~({number}=({given}))");
        }
        cases.push(case + ")");
    }
    let text = format!("?{} A {number} ({})", terms.system.name, cases.join(" | "));
    let none = Claims::new();
    let mut reader = Reader::new(&names, terms.systems, &none);
    let all = reader.whole(&text)?;
    if !reader.free().is_empty() || !holds(&Rc::new(reader.tracks()), &all)? {
        return Err("the equations do not determine all values".into());
    }
    for (index, is_given, right) in &found {
        let apart = found.iter().filter(|other| other.1 && !is_given);
        let apart: Vec<String> = apart.map(|(given, ..)| format!("~(({index})=({given}))")).collect();
        let apart = if apart.is_empty() { "0=0".to_owned() } else { apart.join(" & ") };
        terms.rest = right;
        let right = terms.sum()?;
        terms.is_at_end()?;
        let left = terms.call(name, &[index])?;
        let difference = terms.plus(&left, &right, -1)?;
        let set = terms.set(&apart, &difference.vars)?;
        if !Series::summed(&set, &[&difference], &set.vars, &terms.system)?.vanishes(false)? {
            return Err(format!("the series given does not satisfy the equation for `{name}({index})`"));
        }
    }
    Ok(claimed)
}
