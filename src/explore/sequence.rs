//! Facts about a sequence of one variable.
//!
//! A sequence that is linear from some n on has nothing else to tell. In a base, the values at b^k n + r by others
//! define it (Allouche and Shallit, "The ring of k-regular sequences", 1992). If it has finitely many values, or its
//! steps have, the least and the greatest are told, and along which line it goes. It costs some statements on
//! sequences. It finds no inequalities but those of steps.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::explorer::Explorer;
use super::fact::Fact;
use super::word::shipped_words;

/// Values that are looked at: more if what was read off fewer is false.
const TABLES: [usize; 2] = [400, 4_000];
/// The last n from which on a sequence may be linear.
const LATEST: usize = 60;
/// Equations beyond which they are not told.
const MOST_EQUATIONS: usize = 12;

/// A sequence, and its first values.
struct Subject<'a> {
    name: &'a str,
    system: &'a str,
    values: Vec<i64>,
}

/// Looks for facts about a sequence whose values are whole.
///
/// # Errors
/// Why its values cannot be looked at.
pub(super) fn explore(explorer: &mut Explorer<'_>, name: &str, system: &str) -> Result<(), String> {
    let values = first_values(explorer, name, TABLES[0])?;
    let subject = Subject { name, system, values };
    if subject.closed_form(explorer) {
        return Ok(());
    }
    subject.equations(explorer);
    if subject.holds(explorer, "s(n) takes finitely many values") {
        subject.bound(explorer, ("s(n)", "value"), |values| ends(values.iter().copied()))?;
        subject.letters(explorer);
    } else if subject.holds(explorer, "s(n+1) - s(n) takes finitely many values") {
        let steps = |values: &[i64]| ends(values.windows(2).map(|pair| pair[1] - pair[0]));
        subject.bound(explorer, ("s(n+1) - s(n)", "step"), steps)?;
        if let Some(fact) = explorer.line(name, format!("{name}_line"), &format!("{name}(n)/n tends to")) {
            explorer.prove(fact);
        }
    } else {
        explorer.prove_if_true(subject.fact("grows", "s(n+1) >= s(n)", format!("{name} never decreases.")));
    }
    Ok(())
}

fn first_values(explorer: &Explorer<'_>, name: &str, count: usize) -> Result<Vec<i64>, String> {
    let budget = explorer.session.limits().budget();
    let sequence = explorer.session.sequence(name).ok_or_else(|| format!("no sequence `{name}`"))?;
    if sequence.variables() != 1 {
        return Err(format!(
            "`{name}` is a sequence of {} variables: facts are found of those of one",
            sequence.variables()
        ));
    }
    let value = |n: usize| {
        let value = sequence.value(&[BigInt::from(n)], &budget).map_err(|halt| halt.to_string())?;
        let whole = if value.is_integer() { value.to_integer().to_i64() } else { None };
        whole.ok_or_else(|| format!("`{name}` has values that are not whole, or very large ones, as at n = {n}"))
    };
    (0..count).map(value).collect()
}

/// The least and the greatest.
fn ends(values: impl Iterator<Item = i64> + Clone) -> [i64; 2] {
    [values.clone().min(), values.max()].map(Option::unwrap_or_default)
}

impl Subject<'_> {
    /// A text in which `s` is the sequence.
    fn written(&self, text: &str) -> String {
        text.replace("s(", &format!("{}(", self.name))
    }

    fn fact(&self, name: &str, statement: &str, about: String) -> Fact {
        Fact::new(format!("{}_{name}", self.name), self.written(statement), about)
    }

    fn holds(&self, explorer: &mut Explorer<'_>, claim: &str) -> bool {
        explorer.holds(&self.written(claim)) == Some(true)
    }

    /// Tells that it is linear from some n on; whether it is.
    fn closed_form(&self, explorer: &mut Explorer<'_>) -> bool {
        let values = &self.values;
        let last = values.windows(3).rposition(|three| three[2] - three[1] != three[1] - three[0]);
        let from = last.map_or(0, |last| last + 1);
        if from > LATEST {
            return false;
        }
        let slope = values[from + 1] - values[from];
        let right = linear(slope, values[from] - slope * from as i64);
        let (premise, beyond) = match from {
            0 => (String::new(), String::new()),
            from => (format!("n>={from} => "), format!(" for n >= {from}")),
        };
        let claim = format!("{premise}s(n) = {}", right.replace(" n", "*n"));
        explorer.prove(self.fact("is", &claim, format!("{}(n) = {right}{beyond}.", self.name)))
    }

    /// Tells the equations that define it, in a base.
    fn equations(&self, explorer: &mut Explorer<'_>) {
        let budget = explorer.session.limits().budget();
        let Some(sequence) = explorer.session.sequence(self.name) else { return };
        let Ok(Some(equations)) = sequence.equations(self.name, &budget) else { return };
        if equations.len() > MOST_EQUATIONS {
            return;
        }
        for (number, equation) in (1..).zip(&equations) {
            let fact = Fact::new(format!("{}_equation_{number}", self.name), equation, format!("{equation}."));
            explorer.prove(fact);
        }
    }

    /// Tells the least and the greatest of some numbers, the values or the steps.
    ///
    /// # Errors
    /// Why further values cannot be looked at.
    fn bound(
        &self,
        explorer: &mut Explorer<'_>,
        (what, said): (&str, &str),
        ends: impl Fn(&[i64]) -> [i64; 2],
    ) -> Result<(), String> {
        let own = ends(&self.values);
        for (at, kind, sign) in [(0, "least", ">="), (1, "greatest", "<=")] {
            let fact = |end: i64| {
                let about = format!("The {kind} {said} is {end}.");
                self.fact(&format!("{kind}_{said}"), &format!("{what} {sign} {end}"), about)
            };
            if explorer.prove(fact(own[at])) || explorer.is_over() {
                continue;
            }
            let later = ends(&first_values(explorer, self.name, TABLES[1])?)[at];
            if later != own[at] {
                explorer.prove(fact(later));
            }
        }
        Ok(())
    }

    /// Tells of which shipped word the values are the letters.
    fn letters(&self, explorer: &mut Explorer<'_>) {
        for (word, letters) in shipped_words(explorer, self.system) {
            if letters.iter().zip(&self.values).all(|(letter, value)| letter == value) {
                let about = format!("The values of {} are the letters of {word}.", self.name);
                if explorer.prove_if_true(self.fact(&format!("is_{word}"), &format!("s(n) = {word}[n]"), about))
                    == Some(true)
                {
                    return;
                }
            }
        }
    }
}

/// `2 n - 1`.
fn linear(slope: i64, constant: i64) -> String {
    let product = match slope {
        0 => return constant.to_string(),
        1 => "n".to_owned(),
        -1 => "-n".to_owned(),
        slope => format!("{slope} n"),
    };
    match constant {
        0 => product,
        c if c > 0 => format!("{product} + {c}"),
        c => format!("{product} - {}", -c),
    }
}
