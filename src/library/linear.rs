//! Linear representations for other programs: Maple, Matlab and Octave, Mathematica, Sage, and JSON.
//!
//! Every file names the row vector `v`, a matrix for each letter, and the column vector `w`: the number counted for the
//! digits a, b, ... is `v M_a M_b ... w`.

use num_traits::{One, Zero};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::automata::{Layout, LinearRepresentation, Rational};

/// What a JSON file of a linear representation says.
#[derive(Deserialize)]
struct Stored {
    systems: Vec<String>,
    v: Vec<String>,
    mu: Vec<StoredMatrix>,
    w: Vec<String>,
}

#[derive(Deserialize)]
struct StoredMatrix {
    letter: Vec<u32>,
    matrix: Vec<Vec<String>>,
}

/// The linear representation in a JSON text, and the names of the systems of its tracks.
///
/// # Errors
/// What is wrong with the text. `digits` says how many digits the system with a name has.
pub fn read_linear(
    text: &str,
    digits: impl Fn(&str) -> Result<u32, String>,
) -> Result<(LinearRepresentation, Vec<String>), String> {
    let stored: Stored = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let sizes = stored.systems.iter().map(|name| digits(name)).collect::<Result<Vec<u32>, String>>()?;
    let layout = Layout::new(&sizes).map_err(|error| error.to_string())?;
    let dimension = stored.v.len();
    let vector = |entries: &[String]| {
        if entries.len() != dimension {
            return Err(format!("{} entries where v has {dimension}", entries.len()));
        }
        entries.iter().map(|entry| entry_of(entry)).collect::<Result<Vec<Rational>, String>>()
    };
    let mut mu = Vec::with_capacity(stored.mu.len());
    for StoredMatrix { letter, matrix } in &stored.mu {
        if letter.len() != sizes.len() || letter.iter().zip(&sizes).any(|(digit, size)| digit >= size) {
            return Err(format!("{letter:?} is no letter of {}", stored.systems.join(" ")));
        }
        if matrix.len() != dimension {
            return Err(format!("the matrix of {letter:?} has {} rows, and v {dimension} entries", matrix.len()));
        }
        mu.push((layout.pack(letter), matrix.iter().map(|row| vector(row)).collect::<Result<Vec<_>, String>>()?));
    }
    mu.sort_by_key(|(letter, _)| *letter);
    if mu.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        return Err("a letter has two matrices".into());
    }
    Ok((LinearRepresentation { layout, v: vector(&stored.v)?, mu, w: vector(&stored.w)? }, stored.systems))
}

/// `-3` or `2/5`.
fn entry_of(text: &str) -> Result<Rational, String> {
    let whole = |part: &str| part.parse::<num_bigint::BigInt>().map_err(|_| format!("`{text}` is no number"));
    match text.split_once('/') {
        None => Ok(Rational::from(whole(text)?)),
        Some((_, below)) if whole(below)?.is_zero() => Err(format!("`{text}` divides by 0")),
        Some((above, below)) => Ok(Rational::new(whole(above)?, whole(below)?)),
    }
}

/// Endings of the files and their contents, in alphabetical order.
pub fn write_linear(linear: &LinearRepresentation, systems: &[String]) -> Vec<(&'static str, String)> {
    vec![
        ("json", json_text(linear, systems)),
        ("m", octave(linear)),
        ("mpl", maple(linear)),
        ("sage", sage(linear)),
        ("wl", mathematica(linear)),
    ]
}

fn number(entry: &Rational) -> String {
    if entry.denom().is_one() { entry.numer().to_string() } else { format!("{}/{}", entry.numer(), entry.denom()) }
}

fn row(entries: &[Rational], between: &str) -> String {
    entries.iter().map(number).collect::<Vec<_>>().join(between)
}

/// Each row between two texts, the rows joined.
fn rows(matrix: &[Vec<Rational>], open: &str, close: &str, between: &str) -> String {
    let rows: Vec<String> = matrix.iter().map(|entries| format!("{open}{}{close}", row(entries, ","))).collect();
    rows.join(between)
}

/// `0_1` for the letter `[0,1]`.
fn letters(linear: &LinearRepresentation) -> impl Iterator<Item = (String, &Vec<Vec<Rational>>)> {
    linear.mu.iter().map(|(letter, matrix)| {
        let digits: Vec<String> = linear.layout.unpack(*letter).iter().map(u32::to_string).collect();
        (digits.join("_"), matrix)
    })
}

fn maple(linear: &LinearRepresentation) -> String {
    let mut out = format!("v := Vector[row]([{}]):\n", row(&linear.v, ","));
    for (letter, matrix) in letters(linear) {
        out += &format!("M_{letter} := Matrix([{}]):\n", rows(matrix, "[", "]", ","));
    }
    out + &format!("w := Vector[column]([{}]):\n", row(&linear.w, ","))
}

fn octave(linear: &LinearRepresentation) -> String {
    let mut out = format!("v = [{}];\n", row(&linear.v, ","));
    for (letter, matrix) in letters(linear) {
        out += &format!("M_{letter} = [{}];\n", rows(matrix, "", "", ";"));
    }
    out + &format!("w = [{}];\n", row(&linear.w, ";"))
}

/// `_` means a pattern there, so the matrices are values of a function M.
fn mathematica(linear: &LinearRepresentation) -> String {
    let mut out = format!("v = {{{}}};\n", row(&linear.v, ","));
    for (letter, matrix) in letters(linear) {
        out += &format!("M[{}] = {{{}}};\n", letter.replace('_', ","), rows(matrix, "{", "}", ","));
    }
    out + &format!("w = {{{}}};\n", row(&linear.w, ","))
}

fn sage(linear: &LinearRepresentation) -> String {
    let mut out = format!("v = vector(QQ, [{}])\n", row(&linear.v, ","));
    for (letter, matrix) in letters(linear) {
        out += &format!("M_{letter} = matrix(QQ, [{}])\n", rows(matrix, "[", "]", ","));
    }
    out + &format!("w = vector(QQ, [{}])\n", row(&linear.w, ","))
}

fn json_text(linear: &LinearRepresentation, systems: &[String]) -> String {
    // Decimal texts: entries may be of any size.
    let list = |entries: &[Rational]| -> Value { entries.iter().map(number).collect() };
    let mu: Vec<Value> = linear
        .mu
        .iter()
        .map(|(letter, matrix)| {
            let matrix: Vec<Value> = matrix.iter().map(|entries| list(entries)).collect();
            json!({ "letter": linear.layout.unpack(*letter), "matrix": matrix })
        })
        .collect();
    let whole = json!({ "systems": systems, "v": list(&linear.v), "mu": mu, "w": list(&linear.w) });
    serde_json::to_string_pretty(&whole).expect("texts and numbers") + "\n"
}
