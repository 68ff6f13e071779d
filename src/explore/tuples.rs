//! Facts about a set of pairs or triples, such as the P-positions of a game on two or three piles.
//!
//! The least numbers of the tuples, sorted, are a(0), a(1), .., and b(n), c(n) are the numbers next to a(n), the
//! smaller first. How these columns grow, and what they are at each other's values and at 2n, is near to a small linear
//! combination of n, a(n), b(n) and c(n), if to anything: which one is read off a table, and the values of the
//! difference are stated. The difference of neighbours may be a word that filbert ships, letter by letter. How many
//! least numbers are below another is a sequence, and `synchronize` makes a function of it.
//!
//! Costs some dozens of statements, most on three to five numbers. It finds nothing of columns that follow no line.

mod columns;
mod growth;
mod kernels;

pub(super) use columns::Names;

use super::combination::{Combination, equation, in_words, nearest};
use super::explorer::Explorer;
use super::fact::Fact;
use columns::{Argument, Table, Target};
use growth::Line;

/// Tuples that a table has: more if what was read off fewer is false.
const TABLES: [usize; 3] = [300, 1_000, 3_000];
/// From here on differences are taken for regular.
const REGULAR: usize = 20;
/// Rows of a table without which nothing is read off.
const FEWEST: usize = 30;

/// Looks for facts about the tuples of a function.
///
/// # Errors
/// Why its tuples cannot be numbered.
pub(super) fn explore(explorer: &mut Explorer<'_>, tuples: &str, system: &str, piles: usize) -> Result<(), String> {
    let names = Names::define(explorer, tuples, system, piles)?;
    let mut tables = Tables::default();
    // The strongest come first. What is said of a column by those before it, and how these grow, says how it grows.
    let mut known: Vec<usize> = Vec::new();
    let mut straight: Vec<usize> = Vec::new();
    let mut identities: Vec<usize> = Vec::new();
    let mut lines: Vec<Option<Line>> = (0..piles).map(|_| None).collect();
    for target in names.columns_by_columns() {
        let Some(near) = of_target(explorer, &names, &target, &mut tables, &[], false) else { continue };
        let Combination { coefficients, differences } = &near.found;
        if !near.is_exact {
            lines[target.column] = near.line();
            continue;
        }
        known.push(target.column);
        if near.is_by_number() {
            straight.push(target.column);
            if near.from == 0 && coefficients[0] == 1 && *differences == [0] {
                identities.push(target.column);
            }
        }
    }
    // What is asked of a column that n alone says, and of one at a column that is n, is nothing new.
    let is_open = |target: &Target| {
        !straight.contains(&target.column)
            && target.argument.column().is_none_or(|column| !identities.contains(&column))
    };
    let mut are_exact = true;
    for target in names.compositions().iter().filter(|target| is_open(target)) {
        let near = of_target(explorer, &names, target, &mut tables, &lines, false);
        are_exact &= near.is_some_and(|near| near.is_exact);
    }
    for target in names.shifted_compositions().iter().filter(|target| is_open(target)) {
        of_target(explorer, &names, target, &mut tables, &lines, true);
    }
    if !identities.contains(&0) {
        sets(explorer, &names);
    }
    growth::slopes(explorer, &names, &straight, &mut lines);
    let mut told = Vec::new();
    if let Some(table) = tables.get(explorer, &names, TABLES[0]) {
        told = growth::steps(explorer, &names, table, &known);
        growth::additive(explorer, &names, table, &known, &lines);
    }
    // What steps are told letter by letter says which values they have.
    let is_new = |target: &Target| {
        !known.contains(&target.column) && (target.argument != Argument::Number(1, 1) || !told.contains(&target.column))
    };
    for target in names.steps().iter().filter(|target| is_new(target)) {
        of_target(explorer, &names, target, &mut tables, &lines, false);
    }
    // What columns are at each other's values tells how they go on, where it is exact.
    if !are_exact {
        for target in names.further_steps().iter().filter(|target| is_new(target)) {
            of_target(explorer, &names, target, &mut tables, &lines, false);
        }
    }
    kernels::kernels(explorer, &names);
    symmetry(explorer, &names);
    Ok(())
}

/// Tables that were made, by size.
#[derive(Default)]
struct Tables(Vec<(usize, Option<Table>)>);

impl Tables {
    fn get(&mut self, explorer: &mut Explorer<'_>, names: &Names, size: usize) -> Option<&Table> {
        if !self.0.iter().any(|known| known.0 == size) {
            self.0.push((size, names.table(explorer, size)));
        }
        self.0.iter().find(|known| known.0 == size)?.1.as_ref()
    }
}

fn symmetry(explorer: &mut Explorer<'_>, names: &Names) {
    let statement = names.symmetry();
    explorer.decide(
        Fact::new("symmetric", statement, "The order of the numbers does not matter."),
        "The order of the numbers matters.",
    );
}

/// From which n on the differences are those of the regular part.
fn regular_from(rows: &[(usize, i64)]) -> usize {
    let late: Vec<i64> = rows.iter().filter(|row| row.0 >= REGULAR).map(|row| row.1).collect();
    rows.iter().filter(|row| !late.contains(&row.1)).map(|row| row.0 + 1).max().unwrap_or(0)
}

/// Tells what a target is near to, and which values the difference has, how often; it is exact if that is one value, or several at each
/// n. With `only_exact` nothing else is told. What the lines of the columns say already is not told.
fn of_target<'a>(
    explorer: &mut Explorer<'_>,
    names: &Names,
    target: &'a Target,
    tables: &mut Tables,
    lines: &[Option<Line>],
    only_exact: bool,
) -> Option<Near<'a>> {
    for size in TABLES {
        if explorer.is_over() {
            return None;
        }
        let table = tables.get(explorer, names, size)?;
        let rows = table.rows(target);
        let regular: Vec<(Vec<i64>, i64)> =
            rows.iter().filter(|row| row.0 >= REGULAR).map(|row| (row.1.clone(), row.2)).collect();
        if regular.len() < FEWEST {
            continue;
        }
        let found = nearest(&regular)?;
        let coefficients = found.coefficients.clone();
        let difference = |row: &(usize, Vec<i64>, i64)| {
            (row.0, row.2 - row.1.iter().zip(&coefficients).map(|(x, c)| x * c).sum::<i64>())
        };
        let differences: Vec<(usize, i64)> = rows.iter().map(difference).collect();
        let is_exact = found.differences.len() == 1;
        let mut near = Near { target, from: regular_from(&differences), found, is_exact };
        if !near.is_exact && only_exact {
            return None;
        }
        if !near.is_exact && near.is_by_number() && target.argument == Argument::Number(1, 0) {
            near.is_exact = explorer.prove_if_true(near.exact_fact(names)) == Some(true);
            if near.is_exact {
                return Some(near);
            }
        }
        let is_told = near.is_told_by(lines);
        if is_told && target.argument.column().is_some() {
            return None;
        }
        if is_told || explorer.prove(near.values_fact(names)) {
            if !near.is_exact {
                for &value in &near.found.differences {
                    let last = differences.iter().filter(|row| row.1 == value).map(|row| row.0).max();
                    near.how_often(explorer, names, value, last.unwrap_or(0));
                }
            }
            return Some(near);
        }
    }
    None
}

/// What is near to a target, from some n on.
struct Near<'a> {
    target: &'a Target,
    from: usize,
    found: Combination,
    is_exact: bool,
}

impl Near<'_> {
    /// Whether a column at a multiple of n and some more is compared with itself, or at another column with that, and how far it is from
    /// its line leaves no other values.
    fn is_told_by(&self, lines: &[Option<Line>]) -> bool {
        let Some(Some(line)) = lines.get(self.target.column) else { return false };
        let has_all = |values: Vec<i64>| values.iter().all(|value| self.found.differences.contains(value));
        match self.target.argument {
            Argument::Number(factor, more) => self.found.coefficients == [factor] && has_all(line.values(factor, more)),
            Argument::Column(column, more) => {
                let own = self.target.basis.iter().zip(&self.found.coefficients);
                let factors: Vec<(Option<usize>, i64)> =
                    own.filter(|(_, c)| **c != 0).map(|(quantity, c)| (quantity.column(), *c)).collect();
                matches!(factors[..], [(Some(only), factor)] if only == column && line.has_slope(factor))
                    && has_all(line.values(0, more))
            }
        }
    }

    /// Whether the target is compared with n alone.
    fn is_by_number(&self) -> bool {
        self.found.coefficients[1..].iter().all(|c| *c == 0)
    }

    /// The line along which a column goes that is compared with n alone.
    fn line(&self) -> Option<Line> {
        let [lowest, .., highest] = self.found.differences[..] else { return None };
        let is_column = self.target.argument == Argument::Number(1, 0) && self.from == 0;
        (is_column && self.is_by_number()).then(|| Line::of_integers(self.found.coefficients[0], lowest, highest))
    }

    /// That all of these are values at each n, and no other.
    fn exact_fact(&self, names: &Names) -> Fact {
        let equations = self.found.differences.iter().map(|difference| self.equation(names, *difference));
        let claim = format!("({} <=> ({}))", self.target.pattern(names), equations.collect::<Vec<_>>().join(" | "));
        let premise = if self.from == 0 { String::new() } else { format!("n>={} => ", self.from) };
        let values: Vec<String> =
            self.found.differences.iter().map(|difference| self.plus(names, *difference)).collect();
        let about = format!("The values of {} are {}{}.", self.target.about(names), values.join(", "), self.beyond());
        Fact::new(self.target.name(names), names.statement(&format!("An,y {premise}{claim}")), about)
    }

    /// What the target is compared with, and a number more, in words.
    fn plus(&self, names: &Names, difference: i64) -> String {
        match difference {
            0 => self.sum(names),
            d if d > 0 => format!("{} + {d}", self.sum(names)),
            d => format!("{} - {}", self.sum(names), -d),
        }
    }

    /// The variables of statements, and the premise.
    fn premise(&self, names: &Names) -> (String, String) {
        let basis = self.target.basis.iter().zip(&self.found.coefficients).filter(|(_, c)| **c != 0);
        let mut columns: Vec<usize> = basis.filter_map(|(quantity, _)| quantity.column()).collect();
        columns.extend(self.target.argument.column());
        columns.sort_unstable();
        columns.dedup();
        let mut variables = vec!["n"];
        let mut premise = Vec::new();
        if self.from > 0 {
            premise.push(format!("n>={}", self.from));
        }
        for column in columns {
            variables.push(names.variable(column));
            premise.push(names.is_value(column, "n", names.variable(column)));
        }
        variables.push("y");
        premise.push(self.target.pattern(names));
        (variables.join(","), premise.join(" & "))
    }

    fn equation(&self, names: &Names, difference: i64) -> String {
        let quantities: Vec<&str> = self.target.basis.iter().map(|quantity| quantity.variable(names)).collect();
        equation("y", &quantities, &self.found.coefficients, difference)
    }

    /// What the target is compared with, in words.
    fn sum(&self, names: &Names) -> String {
        let said: Vec<String> = self.target.basis.iter().map(|quantity| quantity.in_words(names)).collect();
        in_words(&said.iter().map(String::as_str).collect::<Vec<_>>(), &self.found.coefficients)
    }

    /// The target less what it is compared with, in words.
    fn difference(&self, names: &Names) -> String {
        let (about, sum) = (self.target.about(names), self.sum(names));
        match &*sum {
            "0" => about,
            _ if sum.starts_with('-') || sum.contains(" + ") || sum.contains(" - ") => format!("{about} - ({sum})"),
            _ => format!("{about} - {sum}"),
        }
    }

    fn beyond(&self) -> String {
        if self.from == 0 { String::new() } else { format!(" for n >= {}", self.from) }
    }

    /// That the difference has these values and no other.
    fn values_fact(&self, names: &Names) -> Fact {
        let (variables, premise) = self.premise(names);
        let equations: Vec<String> =
            self.found.differences.iter().map(|difference| self.equation(names, *difference)).collect();
        let (about, beyond) = (self.target.about(names), self.beyond());
        let (claim, about) = match &self.found.differences[..] {
            [difference] => (equations[0].clone(), format!("{about} = {}{beyond}.", self.plus(names, *difference))),
            differences => {
                let values: Vec<String> = differences.iter().map(i64::to_string).collect();
                let about = format!("{} is one of {}{beyond}.", self.difference(names), values.join(", "));
                (format!("({})", equations.join(" | ")), about)
            }
        };
        Fact::new(self.target.name(names), names.statement(&format!("A{variables} ({premise}) => {claim}")), about)
    }

    /// That a value comes infinitely often, or when it comes last.
    fn how_often(&self, explorer: &mut Explorer<'_>, names: &Names, value: i64, last: usize) {
        let (variables, premise) = self.premise(names);
        let equation = self.equation(names, value);
        let what = format!("{} = {value}", self.difference(names));
        let sign = if value < 0 { "minus_" } else { "" };
        let name = format!("{}_{sign}{}", self.target.name(names), value.abs());
        let often = names.statement(&format!("Am E{variables} n>m & {premise} & {equation}"));
        match explorer.holds(&often) {
            Some(true) => explorer.keep(Fact::new(name, often, format!("{what} for infinitely many n."))),
            Some(false) => {
                let ends = names.statement(&format!("A{variables} ({premise} & {equation}) => n<={last}"));
                explorer.prove(Fact::new(name, ends, format!("{what} for no n > {last}.")));
            }
            None => {}
        }
    }
}

/// Which numbers are in the tuples, how often, and in which order.
fn sets(explorer: &mut Explorer<'_>, names: &Names) {
    let any = |index: &str, number: &str| -> String {
        let each: Vec<String> = (0..names.piles()).map(|column| names.is_value(column, index, number)).collect();
        format!("({})", each.join(" | "))
    };
    let columns = names.letters().map(|letter| format!("{letter}(m)")).collect::<Vec<_>>();
    let mex = format!(
        "An,x {} => ((Ay y<x => (Em m<n & {})) & ~(Em m<n & {}))",
        names.is_value(0, "n", "x"),
        any("m", "y"),
        any("m", "x")
    );
    let about = format!("a(n) is the least number that is none of {} for m < n.", columns.join(", "));
    if !explorer.prove(Fact::new("mex", names.statement(&mex), about)) {
        let all = names.statement(&format!("Ax En {}", any("n", "x")));
        explorer.decide(
            Fact::new("covering", all, format!("Each number is one of {}.", columns.join(", "))),
            &format!("Some number is none of {}.", columns.join(", ")),
        );
    }
    let both =
        |one: usize, other: usize| format!("({} & {})", names.is_value(one, "m", "x"), names.is_value(other, "n", "x"));
    let pairs = (0..names.piles()).flat_map(|one| (0..one).map(move |other| (other, one)));
    let overlaps: Vec<String> = pairs.map(|(one, other)| both(one, other)).collect();
    let disjoint = names.statement(&format!("~(Ex,m,n x>0 & ({}))", overlaps.join(" | ")));
    explorer.decide(
        Fact::new("disjoint", disjoint, "No positive number is in two of the columns."),
        "Some positive number is in two of the columns.",
    );
    if names.piles() == 2 && !explorer.found.facts.iter().any(|fact| fact.about == "b(n) = n + a(n).") {
        let once = format!("Ad E=1 n (Ex,z {} & {} & z=x+d)", names.is_value(0, "n", "x"), names.is_value(1, "n", "z"));
        let about = "Each number is b(n) - a(n) for exactly one n.";
        explorer.prove(Fact::new("differences", names.statement(&once), about));
    }
}
