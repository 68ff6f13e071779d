//! Linear representations for other programs: Maple, Matlab and Octave, Mathematica, Sage, and JSON.
//!
//! Every file names the row vector `v`, a matrix for each letter, and the column vector `w`: the number counted for the
//! digits a, b, ... is `v M_a M_b ... w`.

use num_traits::One;
use serde_json::{Value, json};

use crate::automata::{LinearRepresentation, Rational};

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
