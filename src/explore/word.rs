//! Facts about a word: powers, recurrence, closure, special factors, balance, complexity, frequencies, relatives.
//!
//! Most are properties that every word has or lacks, and are decided one after another. Of powers, of recurrences and
//! of bounds on the number of factors only the strongest is told. Costs a statement for each property, most of which
//! compare two factors: bad for words with large automata, where equality of factors is large.

use num_bigint::BigInt;

use crate::library::standard_names;
use crate::logic::Environment;
use crate::words::{Indexed, Word};

use super::explorer::Explorer;
use super::exponent::{Exponent, critical_exponent};
use super::fact::{Fact, either};
use super::property::property;
use super::word_subject::WordSubject;

/// Letters in which a word is compared with another one before that is stated.
const COMPARED: usize = 400;
/// How many return words may be told, as a quantifier counts them, and in words.
const RETURN_WORDS: [(&str, &str); 4] =
    [("=2", "exactly 2"), ("=3", "exactly 3"), ("<=3", "at most 3"), ("<=4", "at most 4")];
/// The largest k for which a factor of length n is looked for among k*n + 1 places: a power of 2.
const FARTHEST: u32 = 64;

/// A kind of factor with a period n: how long what repeats is beside the period, and what length it has at least, in periods.
#[derive(Clone, Copy)]
struct Power {
    name: &'static str,
    repeated: &'static str,
    called: &'static str,
    periods: u32,
}

/// Powers, the weaker first.
const POWERS: [Power; 6] = [
    Power { name: "squares", repeated: "t<n", called: "a square", periods: 2 },
    Power { name: "overlaps", repeated: "t<=n", called: "an overlap", periods: 2 },
    Power { name: "cubes", repeated: "t<2*n", called: "a cube", periods: 3 },
    Power { name: "fourth_powers", repeated: "t<3*n", called: "a fourth power", periods: 4 },
    Power { name: "fifth_powers", repeated: "t<4*n", called: "a fifth power", periods: 5 },
    Power { name: "sixth_powers", repeated: "t<5*n", called: "a sixth power", periods: 6 },
];

impl Power {
    /// What it is called, without an article.
    fn noun(self) -> &'static str {
        self.called.split_once(' ').map_or(self.called, |(_, noun)| noun)
    }

    /// That one occurs.
    fn occurs(self, subject: &WordSubject<'_>) -> Fact {
        let text = format!("Ei,n n>0 & (At {} => W[i+t]=W[i+n+t])", self.repeated);
        Fact::new(self.name, subject.statement(&text), format!("There is {}.", self.called))
    }

    /// That there are some of arbitrarily large period.
    fn is_long(self, subject: &WordSubject<'_>) -> Fact {
        let text = format!("Am Ei,n n>m & (At {} => W[i+t]=W[i+n+t])", self.repeated);
        let about = format!("There are {}s of arbitrarily large period.", self.noun());
        Fact::new(format!("long_{}", self.name), subject.statement(&text), about)
    }
}

/// Looks for facts about a word.
pub(super) fn explore(explorer: &mut Explorer<'_>, name: &str, system: &str) {
    let Some(Ok(Indexed::Word(values))) = explorer.session.names().word(name) else { return };
    let subject = WordSubject { name, system, same: explorer.fresh("same") };
    let definition = format!(
        "# The factors of length n at i and j are equal.\ndef {} \"{}\":\n",
        subject.same,
        subject.statement("At t<n => W[i+t]=W[j+t]")
    );
    if explorer.define(&definition).is_err() {
        // Numbers do not add.
        subject.decide(explorer, "periodic");
        return;
    }
    let lacks_a_power = powers(explorer, &subject);
    let is_aperiodic = lacks_a_power || subject.decide(explorer, "periodic") == Some(false);
    if is_aperiodic && !lacks_a_power {
        explorer.prove_if_true(endless(&subject));
    }
    let is_recurrent = recurrence(explorer, &subject);
    closure(explorer, &subject, &values);
    if is_aperiodic {
        if is_recurrent {
            return_words(explorer, &subject);
        }
        let is_counted = complexity(explorer, &subject, &values);
        special(explorer, &subject, &values, is_counted);
    }
    frequencies(explorer, &subject, &values);
    relatives(explorer, &subject, &values);
}

/// How high powers are: the critical exponent, or the highest power and the first that does not occur. Whether it is told that one
/// does not occur, so that the word is not periodic.
fn powers(explorer: &mut Explorer<'_>, subject: &WordSubject<'_>) -> bool {
    let mut highest: Option<Power> = None;
    let mut missing: Option<Power> = None;
    for power in POWERS {
        match explorer.holds(&power.occurs(subject).statement) {
            Some(true) => highest = Some(power),
            Some(false) => missing = Some(power),
            None => {}
        }
        if highest.is_none_or(|highest| highest.name != power.name) {
            break;
        }
    }
    // If which periods squares have is told, that there are squares is.
    let are_squares_told = highest.is_some() && periods(explorer, subject);
    let mut told = None;
    if let Some(power) = missing {
        let no_power = format!("there is no {}, and the word is not eventually periodic.", power.noun());
        let about = match power.name {
            "overlaps" => format!("The critical exponent is 2: {no_power}"),
            _ => {
                told = critical_exponent(explorer, subject, highest.map_or(1, |power| power.periods), &no_power);
                no_power.replacen('t', "T", 1)
            }
        };
        if told.is_none() {
            explorer.prove(Fact { is_true: false, about, ..power.occurs(subject) });
        }
    }
    if let Some(power) = highest
        && told != Some(Exponent::Limit)
        && !(are_squares_told && power.name == "squares")
        && explorer.prove_if_true(power.is_long(subject)) != Some(true)
        && told.is_none()
    {
        explorer.prove(power.occurs(subject));
    }
    missing.is_some()
}

/// That some period has arbitrarily long factors.
fn endless(subject: &WordSubject<'_>) -> Fact {
    let text = subject.statement("Ep p>0 & (An Ei $same(i,i+p,n))");
    let about = "The critical exponent is infinite: for some period there are arbitrarily long factors with it.";
    Fact::new("critical_exponent", text, about)
}

/// Which periods squares have; whether that is told.
fn periods(explorer: &mut Explorer<'_>, subject: &WordSubject<'_>) -> bool {
    let squares = "n>0 & (Ei At t<n => W[i+t]=W[i+n+t])";
    let name = explorer.fresh("period");
    if !explorer.set_up(&format!("def {name} \"{}\":", subject.statement(squares))) {
        return false;
    }
    let Some(expression) = explorer.expression(&name) else { return false };
    let matched = explorer.fresh("periods");
    let definition = format!("reg {matched} {} \"{expression}\":\n", subject.system);
    if expression.contains('~') || explorer.define(&definition).is_err() {
        return false;
    }
    let statement = subject.statement(&format!("An ${matched}(n) <=> ({squares})"));
    let about = format!("The periods of squares are the numbers whose representations are {expression}.");
    explorer.prove(Fact::new("periods_of_squares", statement, about))
}

/// How soon factors come again; whether every one does.
fn recurrence(explorer: &mut Explorer<'_>, subject: &WordSubject<'_>) -> bool {
    if let Some(fact) = linear_recurrence(explorer, subject) {
        explorer.keep(fact);
        return true;
    }
    let uniformly = property("uniformly_recurrent").fact(subject.name, subject.system);
    if explorer.prove_if_true(uniformly) == Some(true) {
        return true;
    }
    let recurrent = subject.decide(explorer, "recurrent");
    // What does not occur again does not do so within a bound.
    if recurrent != Some(false) {
        subject.decide(explorer, "uniformly_recurrent");
    }
    recurrent == Some(true)
}

/// That each factor of length n begins among any k*n + 1 places, for the least k for which that is seen to be so.
fn linear_recurrence(explorer: &mut Explorer<'_>, subject: &WordSubject<'_>) -> Option<Fact> {
    let fact = |k: u32| {
        // It begins soon enough, and comes again soon enough: that is said with a number less than that it is near to any place.
        let text = format!("Ai,n n>0 => ((Ej j<={k}*n & $same(i,j,n)) & (Ej j>i & j<=i+{k}*n+1 & $same(i,j,n)))");
        let about = format!("Each factor of length n > 0 begins among any {k} n + 1 places one after another.");
        Fact::new("linearly_recurrent", subject.statement(&text), about)
    };
    // Twice as far each time, until it is so; then between, where it is so for the greater and not for the less.
    let (mut less, mut greater) = (1, 2);
    while explorer.holds(&fact(greater).statement) != Some(true) {
        (less, greater) = (greater, 2 * greater);
        if greater > FARTHEST || explorer.is_over() {
            return None;
        }
    }
    while greater - less > 1 {
        let middle = less.midpoint(greater);
        match explorer.holds(&fact(middle).statement) {
            Some(true) => greater = middle,
            _ => less = middle,
        }
    }
    Some(fact(greater))
}

/// How many return words each factor has: the words from where it occurs to where it occurs next.
fn return_words(explorer: &mut Explorer<'_>, subject: &WordSubject<'_>) {
    let first =
        "j $same(i,j,n) & (El l>0 & $same(j,j+l,n) & ~(Em m>0 & m<l & $same(j,j+m,n)) & (Ak k<j => ~$same(j,k,l+n)))";
    for (many, said) in RETURN_WORDS {
        let text = subject.statement(&format!("Ai,n n>0 => (E{many} {first})"));
        let about = format!("Each factor of length n > 0 has {said} return words.");
        if explorer.prove_if_true(Fact::new("return_words", text, about)) == Some(true) {
            return;
        }
    }
}

/// Reversal, complement, palindromes.
fn closure(explorer: &mut Explorer<'_>, subject: &WordSubject<'_>, word: &Word) {
    subject.decide(explorer, "mirror");
    subject.decide(explorer, "palindromes");
    if word.values().len() == 2 {
        subject.decide(explorer, "complement");
    }
    subject.decide(explorer, "quasiperiodic");
}

/// Right special factors, and balance. Of a word on two letters whose number of factors is told, that tells both.
fn special(explorer: &mut Explorer<'_>, subject: &WordSubject<'_>, word: &Word, is_counted: bool) {
    if is_counted && word.values().len() == 2 {
        return;
    }
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
}

/// How many factors of each length there are; whether that is told as a formula.
fn complexity(explorer: &mut Explorer<'_>, subject: &WordSubject<'_>, word: &Word) -> bool {
    let name = explorer.fresh("complexity");
    let new = subject.statement("Aj j<i => ~$same(i,j,n)");
    let definition = format!("# How many factors of length n there are.\nsequence {name} n \"{new}\":\n");
    if explorer.is_over() || explorer.define(&definition).is_err() {
        return false;
    }
    let Some(sequence) = explorer.session.sequence(&name).cloned() else { return false };
    let budget = explorer.session.limits().budget();
    let value = |n: u32| sequence.value(&[BigInt::from(n)], &budget).ok().map(|value| value.to_string());
    let values: Option<Vec<i64>> = (0..60).map(|n| value(n)?.parse().ok()).collect();
    let Some(values) = values else { return false };
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
        // Morse and Hedlund 1940.
        let is_sturmian = (step, start, from, word.values().len()) == (1, 1, 0, 2);
        let about = format!(
            "There are {} factors of length n{beyond}{}.",
            format!("{factor}n{constant}").replace("*n", " n").replace('+', " + ").replace('-', " - "),
            if is_sturmian { ": the word is Sturmian, hence balanced" } else { "" }
        );
        return explorer.prove(Fact::new("number_of_factors", statement, about));
    }
    growth(explorer, subject, &name, &values);
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
    false
}

/// By how much the number of factors grows from each length to the next.
fn growth(explorer: &mut Explorer<'_>, subject: &WordSubject<'_>, complexity: &str, values: &[i64]) {
    let name = explorer.fresh("growth");
    let definition = format!(
        "# How many more factors have length n + 1 than n.\nword {name}[n] \"{complexity}(n+1)-{complexity}(n)\":\n"
    );
    if !explorer.set_up(&definition) {
        return;
    }
    let mut steps: Vec<i64> = values[1..].windows(2).map(|pair| pair[1] - pair[0]).collect();
    steps.sort_unstable();
    steps.dedup();
    let each: Vec<String> = steps.iter().map(|step| format!("{name}[n]=@{step}")).collect();
    let told: Vec<String> = steps.iter().map(i64::to_string).collect();
    let text = subject.statement(&format!("An n>0 => ({})", each.join(" | ")));
    if explorer.holds(&text) == Some(true) {
        explorer.show(&definition);
        let about = format!("For n > 0 there are {} more factors of length n + 1 than of length n.", either(&told));
        explorer.keep(Fact::new("growth_of_complexity", text, about));
    }
}

/// Which share of the letters each one is.
fn frequencies(explorer: &mut Explorer<'_>, subject: &WordSubject<'_>, word: &Word) {
    let values = word.values();
    // The last letter has what the others leave.
    for letter in values.iter().take(values.len().saturating_sub(1)) {
        let name = explorer.fresh(&format!("count_{}", letter.to_string().replace('-', "minus_")));
        let counted = subject.statement(&format!("i<n & W[i]=@{letter}"));
        let definition = format!("# How many of the first n letters are {letter}.\nsequence {name} n \"{counted}\":\n");
        if !explorer.set_up(&definition) {
            continue;
        }
        let begins = format!("The frequency of {letter} is");
        if let Some(fact) = explorer.line(&name, format!("frequency_{name}"), &begins) {
            explorer.show(&definition);
            explorer.prove(fact);
        }
    }
}

/// Words that filbert ships of which this is a coding, or which are one of this.
fn relatives(explorer: &mut Explorer<'_>, subject: &WordSubject<'_>, word: &Word) {
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
