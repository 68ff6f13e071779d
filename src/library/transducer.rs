//! Reading transducers from text: an alphabet, states, and transitions `0 -> q / out`.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use crate::automata::State;
use crate::words::Transducer;

use super::text::TextError;

/// The transducer in a text; the first state listed is the start. The path is only for messages.
///
/// # Errors
/// What is wrong, with its line.
///
/// ```
/// use filbert::library::read_transducer;
/// let sums = "{0,1}\n0\n0 -> 0 / 0\n1 -> 1 / 1\n1\n0 -> 1 / 1\n1 -> 0 / 0\n";
/// let transducer = read_transducer("sums.txt".as_ref(), sums).unwrap();
/// assert_eq!(transducer.run([1, 0, 1, 1]).unwrap(), [1, 1, 0, 1]);
/// ```
pub fn read_transducer(path: &Path, text: &str) -> Result<Transducer, TextError> {
    let wrong = |line: usize, message: String| TextError { path: path.to_owned(), line, message };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (1..)
        .zip(text.lines())
        .map(|(number, line)| (number, line.split_once('#').map_or(line, |(content, _)| content).trim()))
        .filter(|(_, content)| !content.is_empty());
    let mut alphabet: Option<Vec<i64>> = None;
    let mut names: HashMap<u64, State> = HashMap::new();
    let mut rows: Vec<Vec<(usize, i64, u64, i64)>> = Vec::new();
    for (at, (line, content)) in lines.enumerate() {
        if at == 0 && content.starts_with('{') {
            alphabet = Some(digits(content).map_err(|message| wrong(line, message))?);
        } else if let Some((left, right)) = content.split_once("->") {
            let step = transition(left, right).map_err(|message| wrong(line, message))?;
            if alphabet.as_ref().is_some_and(|alphabet| !alphabet.contains(&step.0)) {
                return Err(wrong(line, format!("{} is not in the alphabet", step.0)));
            }
            let Some(row) = rows.last_mut() else {
                return Err(wrong(line, "a transition before the first state".into()));
            };
            if row.iter().any(|known| known.1 == step.0) {
                return Err(wrong(line, format!("a second transition for the letter {}", step.0)));
            }
            row.push((line, step.0, step.1, step.2));
        } else {
            let name = content
                .parse()
                .map_err(|_| wrong(line, format!("`{content}` is neither a state nor a transition, `0 -> 1 / 1`")))?;
            if names.insert(name, State::new(rows.len())).is_some() {
                return Err(wrong(line, format!("state {name} is declared twice")));
            }
            rows.push(Vec::new());
        }
    }
    if rows.is_empty() {
        return Err(wrong(1, "a transducer has a state".into()));
    }
    let mut steps = vec![BTreeMap::new(); rows.len()];
    for (step, row) in steps.iter_mut().zip(rows) {
        for (line, letter, target, output) in row {
            let target = *names.get(&target).ok_or_else(|| wrong(line, format!("state {target} is never declared")))?;
            step.insert(letter, (target, output));
        }
    }
    Ok(Transducer { steps })
}

/// `{0, 1}`.
fn digits(content: &str) -> Result<Vec<i64>, String> {
    let inside = content.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let list = inside.ok_or("an alphabet goes between `{` and `}`")?;
    list.split(',').map(|item| item.trim().parse().map_err(|_| format!("`{}` is not a letter", item.trim()))).collect()
}

/// `0 -> 1 / 1`, its two sides.
fn transition(left: &str, right: &str) -> Result<(i64, u64, i64), String> {
    let letter = left.trim().parse().map_err(|_| format!("`{}` is not a letter", left.trim()))?;
    let (target, output) =
        right.split_once('/').ok_or("a transition of a transducer says what it writes: `0 -> 1 / 1`")?;
    let target = target.trim().parse().map_err(|_| format!("`{}` is not the number of a state", target.trim()))?;
    let output = output.trim().parse().map_err(|_| format!("`{}` is not a letter", output.trim()))?;
    Ok((letter, target, output))
}
