//! Facts about a word: powers, recurrence, closure, special factors, balance, complexity, frequencies, relatives.
//!
//! Most are properties that every word has or has not, and are decided one after another. Of powers, of recurrences and of
//! bounds on the number of factors only the strongest is told.

use num_bigint::BigInt;

use crate::library::standard_names;
use crate::logic::Environment;
use crate::script::SumValues;
use crate::syntax::word_in_formula;
use crate::words::{Indexed, Word};

use super::explorer::Explorer;
use super::fact::Fact;
use super::property::property;
use super::real::{Interval, less_multiple};

/// Letters in which a word is compared with another one before that is stated.
const COMPARED: usize = 400;
/// How often a factor of length n is looked for within k*n letters: these k one after another.
const DISTANCES: [u32; 8] = [2, 3, 4, 5, 6, 8, 12, 20];

/// A word, the name of its system, and the name of the relation that its factors at i and j of length n are equal.
struct Subject<'a> {
    name: &'a str,
    system: &'a str,
    same: String,
}

impl Subject<'_> {
    /// A statement in which `W` is the word and `$same` that relation.
    fn statement(&self, text: &str) -> String {
        let word = word_in_formula(self.name);
        let text = text.replace("W[", &format!("{word}[")).replace("$same(", &format!("${}(", self.same));
        format!("?{} {text}", self.system)
    }

    /// Tells whether a property of this name holds.
    fn decide(&self, explorer: &mut Explorer<'_>, name: &str) -> Option<bool> {
        let property = property(name);
        explorer.decide(property.fact(self.name, self.system), &property.fails)
    }
}

/// Powers, the weaker first: the name, how long what repeats is beside its period n, what it is called.
const POWERS: [(&str, &str, &str); 6] = [
    ("squares", "t<n", "square"),
    ("overlaps", "t<=n", "overlap"),
    ("cubes", "t<2*n", "cube"),
    ("fourth_powers", "t<3*n", "fourth power"),
    ("fifth_powers", "t<4*n", "fifth power"),
    ("sixth_powers", "t<5*n", "sixth power"),
];

/// Looks for facts about a word.
pub(super) fn explore(explorer: &mut Explorer<'_>, name: &str, system: &str) {
    let Some(Ok(Indexed::Word(values))) = explorer.session.names().word(name) else { return };
    let subject = Subject { name, system, same: explorer.fresh("same") };
    let definition = format!(
        "# The factors of length n at i and j are equal.\ndef {} \"{}\":\n",
        subject.same,
        subject.statement("At t<n => W[i+t]=W[j+t]")
    );
    let is_periodic = subject.decide(explorer, "periodic");
    if explorer.define(&definition).is_err() {
        // Numbers do not add.
        return;
    }
    powers(explorer, &subject);
    periods(explorer, &subject);
    recurrence(explorer, &subject);
    closure(explorer, &subject, &values);
    if is_periodic == Some(false) {
        special(explorer, &subject, &values);
        complexity(explorer, &subject);
    }
    frequencies(explorer, &subject, &values);
    relatives(explorer, &subject, &values);
}

/// The highest power, whether it is as long as one likes, and the first that does not occur.
fn powers(explorer: &mut Explorer<'_>, subject: &Subject<'_>) {
    let mut highest = None;
    for (name, length, called) in POWERS {
        let occurs = subject.statement(&format!("Ei,n n>0 & (At {length} => W[i+t]=W[i+n+t])"));
        match explorer.holds(&occurs) {
            Some(true) => highest = Some((name, length, called, occurs)),
            Some(false) => {
                let fact = Fact::new(name, occurs, format!("There is no {called}."));
                explorer.prove(Fact { is_true: false, ..fact });
                break;
            }
            None => break,
        }
    }
    let Some((name, length, called, occurs)) = highest else { return };
    let long = subject.statement(&format!("Am Ei,n n>m & (At {length} => W[i+t]=W[i+n+t])"));
    match explorer.holds(&long) {
        Some(true) => {
            let about = format!("There are {called}s of as long a period as you like.");
            explorer.prove(Fact::new(format!("long_{name}"), long, about));
        }
        Some(false) | None => {
            explorer.prove(Fact::new(name, occurs, format!("There is a {called}.")));
        }
    }
}

/// Which periods squares have.
fn periods(explorer: &mut Explorer<'_>, subject: &Subject<'_>) {
    let squares = "n>0 & (Ei At t<n => W[i+t]=W[i+n+t])";
    let name = explorer.fresh("period");
    if !explorer.set_up(&format!("def {name} \"{}\":", subject.statement(squares))) {
        return;
    }
    let Some(expression) = explorer.expression(&name) else { return };
    let matched = explorer.fresh("periods");
    let definition = format!("reg {matched} {} \"{expression}\":\n", subject.system);
    if expression.contains('~') || explorer.define(&definition).is_err() {
        return;
    }
    let statement = subject.statement(&format!("An ${matched}(n) <=> ({squares})"));
    let about = format!("The periods of squares are the numbers whose representations are {expression}.");
    explorer.prove(Fact::new("periods_of_squares", statement, about));
}

/// How soon factors come again.
fn recurrence(explorer: &mut Explorer<'_>, subject: &Subject<'_>) {
    for distance in DISTANCES {
        let text = format!("Ai,n,s n>0 => (Ej j>=s & j<=s+{distance}*n & $same(i,j,n))");
        let linear = subject.statement(&text);
        if explorer.holds(&linear) == Some(true) {
            let about =
                format!("Each factor of length n > 0 begins among any {distance} n + 1 places one after another.");
            explorer.prove(Fact::new("linearly_recurrent", linear, about));
            return;
        }
    }
    if subject.decide(explorer, "uniformly_recurrent") != Some(true) {
        subject.decide(explorer, "recurrent");
    }
}

/// Reversal, complement, palindromes.
fn closure(explorer: &mut Explorer<'_>, subject: &Subject<'_>, word: &Word) {
    subject.decide(explorer, "mirror");
    subject.decide(explorer, "palindromes");
    if word.values().len() == 2 {
        subject.decide(explorer, "complement");
    }
    subject.decide(explorer, "quasiperiodic");
}

/// Right special factors, and balance.
fn special(explorer: &mut Explorer<'_>, subject: &Subject<'_>, word: &Word) {
    let one = subject.statement("An E=1 i (Ej $same(i,j,n) & W[i+n]!=W[j+n]) & (Ak k<i => ~$same(k,i,n))");
    explorer.decide(
        Fact::new("right_special", one, "Of each length there is exactly one factor with several letters behind it."),
        "Of some length there are several factors with several letters behind them.",
    );
    if let [zero, one] = word.values()[..] {
        // Coven and Hedlund 1973.
        let text =
            format!("~(Ei,j,n W[i]=@{zero} & W[i+n+1]=@{zero} & W[j]=@{one} & W[j+n+1]=@{one} & $same(i+1,j+1,n))");
        explorer.decide(
            Fact::new(
                "balanced",
                subject.statement(&text),
                format!("In factors of one length the number of letters {one} differs by 1 at most."),
            ),
            &format!("In some factors of one length the numbers of letters {one} differ by 2 or more."),
        );
    }
    subject.decide(explorer, "unbordered");
}

/// How many factors of each length there are.
fn complexity(explorer: &mut Explorer<'_>, subject: &Subject<'_>) {
    let name = explorer.fresh("complexity");
    let new = subject.statement("Aj j<i => ~$same(i,j,n)");
    let definition = format!("# How many factors of length n there are.\nsequence {name} n \"{new}\":\n");
    if explorer.is_over() || explorer.define(&definition).is_err() {
        return;
    }
    let Some(sequence) = explorer.session.sequence(&name).cloned() else { return };
    let budget = explorer.session.limits().budget();
    let value = |n: u32| sequence.value(&[BigInt::from(n)], &budget).ok().map(|value| value.to_string());
    let values: Option<Vec<i64>> = (0..60).map(|n| value(n)?.parse().ok()).collect();
    let Some(values) = values else { return };
    let (step, start) = (values[41] - values[40], values[40] - 40 * (values[41] - values[40]));
    let is_line = |from: usize| values.iter().enumerate().skip(from).all(|(n, v)| *v == start + step * n as i64);
    if let Some(from) = (0..=10).find(|from| is_line(*from)) {
        let constant = match start {
            0 => String::new(),
            c if c > 0 => format!("+{c}"),
            c => c.to_string(),
        };
        let factor = if step == 1 { String::new() } else { format!("{step}*") };
        let premise = if from == 0 { String::new() } else { format!("n>={from} => ") };
        let statement = format!("{premise}{name}(n) = {factor}n{constant}");
        let beyond = if from == 0 { String::new() } else { format!(" for n >= {from}") };
        let about = format!(
            "There are {} factors of length n{beyond}.",
            format!("{factor}n{constant}").replace("*n", " n").replace('+', " + ").replace('-', " - ")
        );
        explorer.prove(Fact::new("number_of_factors", statement, about));
        return;
    }
    let differences = format!("{name}(n+1)-{name}(n) takes finitely many values");
    explorer.prove(Fact::new(
        "growth_of_complexity",
        differences,
        "The number of factors of length n grows from each n to the next by one of finitely many numbers.",
    ));
    for k in 1..=6 {
        let statement = format!("n>=1 => {name}(n) <= {k}*n");
        if values.iter().enumerate().skip(1).all(|(n, v)| *v <= k * n as i64)
            && explorer.prove(Fact::new(
                "number_of_factors",
                statement,
                format!("There are at most {k} n factors of length n > 0."),
            ))
        {
            break;
        }
    }
}

/// Which share of the letters each one is.
fn frequencies(explorer: &mut Explorer<'_>, subject: &Subject<'_>, word: &Word) {
    let values = word.values();
    // The last letter has what the others leave.
    for letter in values.iter().take(values.len().saturating_sub(1)) {
        let name = explorer.fresh(&format!("count_{}", letter.to_string().replace('-', "minus_")));
        let counted = subject.statement(&format!("i<n & W[i]=@{letter}"));
        let definition = format!("# How many of the first n letters are {letter}.\nsequence {name} n \"{counted}\":\n");
        if explorer.is_over() || explorer.define(&definition).is_err() {
            continue;
        }
        let Some(rate) = explorer.rate(&format!("bounds {name}(n)")) else { continue };
        let sum = less_multiple(&name, &rate);
        let told = format!("The frequency of {letter} is {}", rate.with_decimals());
        let fact_name = format!("frequency_{name}");
        match explorer.values_of_sum(&sum) {
            Some(SumValues::Bounded { lowest, highest }) => {
                let interval = Interval::new(&lowest, &highest);
                let about = format!("{told}; {name}(n) less n times that is in {}.", interval.in_words());
                explorer.prove(Fact::new(fact_name, format!("{sum} in {interval}"), about));
            }
            Some(SumValues::Unbounded { .. }) => {
                let about = format!("{told}; {name}(n) less n times that is not bounded.");
                explorer.prove(Fact { is_true: false, ..Fact::new(fact_name, sum, about) });
            }
            None => {}
        }
    }
}

/// Words that filbert ships of which this is a coding, or which are one of this.
fn relatives(explorer: &mut Explorer<'_>, subject: &Subject<'_>, word: &Word) {
    let own = letters(word);
    for (other, letters) in shipped_words(explorer, subject.system) {
        if other == subject.name || explorer.is_over() {
            continue;
        }
        let Some(coding) = coding(&letters, &own) else { continue };
        let each: Vec<String> = coding.iter().map(|(from, to)| format!("({other}[n]=@{from} => W[n]=@{to})")).collect();
        let rules: Vec<String> = coding.iter().map(|(from, to)| format!("{from} -> {to}")).collect();
        let about = format!("The word is {other} with the letters replaced: {}.", rules.join(", "));
        let statement = subject.statement(&format!("An {}", each.join(" & ")));
        explorer.prove(Fact::new(format!("coding_of_{other}"), statement, about));
    }
}

/// The first letters of a word.
fn letters(word: &Word) -> Vec<i64> {
    (0..COMPARED).map(|n| word.value(&[n.into()])).collect()
}

/// The words that filbert ships in a system, and their first letters.
pub(super) fn shipped_words(explorer: &Explorer<'_>, system: &str) -> Vec<(String, Vec<i64>)> {
    let names = explorer.session.names();
    let word = |name: &&str| match names.word(name) {
        Some(Ok(Indexed::Word(word))) if word.systems.len() == 1 && **word.systems[0].name() == *system => {
            Some(((*name).to_owned(), letters(&word)))
        }
        _ => None,
    };
    standard_names().iter().filter_map(word).collect()
}

/// The letter that stands for each letter of a word, if there is one.
pub(super) fn coding(from: &[i64], to: &[i64]) -> Option<Vec<(i64, i64)>> {
    let mut coding: Vec<(i64, i64)> = Vec::new();
    for (from, to) in from.iter().zip(to) {
        match coding.binary_search_by_key(from, |pair| pair.0) {
            Ok(at) if coding[at].1 != *to => return None,
            Ok(_) => {}
            Err(at) => coding.insert(at, (*from, *to)),
        }
    }
    Some(coding)
}
