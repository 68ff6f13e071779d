//! Linear representations for other programs: Maple, Matlab and Octave, Mathematica, Sage, and JSON.
//!
//! Every file names the row vector `v`, a matrix for each letter, and the column vector `w`: the number counted for the
//! digits a, b, ... of n is `v M_n_a M_n_b ... w`. Files for other programs are laid out as Walnut's, a row a line: what
//! reads those, like ratser (<https://pypi.org/project/ratser/>), reads these.

use std::borrow::Cow;
use std::io::BufReader;
use std::path::PathBuf;

use num_traits::{One, Zero};
use serde::{Deserialize, Serialize};

use crate::automata::{Layout, Letter, LinearRepresentation, Rational};

/// What a JSON file of a linear representation says. Entries are decimal texts, since they may be of any size.
#[derive(Deserialize, Serialize)]
struct Stored {
    mu: Vec<StoredMatrix>,
    systems: Vec<String>,
    v: Vec<Cow<'static, str>>,
    /// Files of filbert 0.1.0 do not name them.
    #[serde(default)]
    variables: Vec<String>,
    w: Vec<Cow<'static, str>>,
}

#[derive(Deserialize, Serialize)]
struct StoredMatrix {
    letter: Vec<u32>,
    matrix: Vec<Vec<Cow<'static, str>>>,
}

/// The linear representation in a JSON text, and what it counts by.
///
/// # Errors
/// What is wrong with the text. `digits` says how many digits the system with a name has.
pub fn read_linear(
    text: &str,
    digits: impl Fn(&str) -> Result<u32, String>,
) -> Result<(LinearRepresentation, CountedBy), String> {
    let stored: Stored = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let sizes = stored.systems.iter().map(|name| digits(name)).collect::<Result<Vec<u32>, String>>()?;
    let layout = Layout::new(&sizes).map_err(|error| error.to_string())?;
    let dimension = stored.v.len();
    let vector = |entries: &[Cow<str>]| {
        if entries.len() != dimension {
            return Err(format!("{} entries where v has {dimension}", entries.len()));
        }
        entries.iter().map(|entry| entry_of(entry)).collect::<Result<Vec<Rational>, String>>()
    };
    let mut mu = Vec::with_capacity(stored.mu.len());
    for StoredMatrix { letter, matrix } in &stored.mu {
        if letter.len() != sizes.len() || letter.iter().zip(&sizes).any(|(digit, size)| digit >= size) {
            return Err(format!("{letter:?} is not a letter of {}", stored.systems.join(" ")));
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
    let linear = LinearRepresentation { layout, v: vector(&stored.v)?, mu, w: vector(&stored.w)? };
    let systems = stored.systems;
    let variables = match stored.variables.len() {
        0 => (1..=systems.len()).map(|number| format!("x{number}")).collect(),
        named if named == systems.len() => stored.variables,
        named => return Err(format!("{named} variables in {} systems", systems.len())),
    };
    Ok((linear, CountedBy { variables, systems }))
}

/// Whether files of linear representations may be written: none is there yet, or those that are came from here, which
/// the JSON among them shows.
///
/// # Errors
/// The first file that was written by somebody else.
pub fn may_replace_linear(files: &[(PathBuf, String)]) -> Result<(), String> {
    let Some((first, _)) = files.iter().find(|(path, _)| path.exists()) else { return Ok(()) };
    let json = first.with_extension("json");
    let data = std::fs::metadata(&json);
    let is_file = data.is_ok_and(|data| data.is_file());
    let own = is_file
        && std::fs::File::open(&json)
            .is_ok_and(|file| serde_json::from_reader::<_, Stored>(BufReader::new(file)).is_ok());
    if own { Ok(()) } else { Err(format!("`{}` exists, and filbert did not write it", first.display())) }
}

/// `-3` or `2/5`.
fn entry_of(text: &str) -> Result<Rational, String> {
    let whole = |part: &str| part.parse::<num_bigint::BigInt>().map_err(|_| format!("`{text}` is not a number"));
    match text.split_once('/') {
        None => Ok(Rational::from(whole(text)?)),
        Some((_, below)) if whole(below)?.is_zero() => Err(format!("`{text}` divides by 0")),
        Some((above, below)) => Ok(Rational::new(whole(above)?, whole(below)?)),
    }
}

/// What a linear representation counts by: each variable and the system of its track.
pub struct CountedBy {
    /// The names of the variables.
    pub variables: Vec<String>,
    /// The full names of their systems.
    pub systems: Vec<String>,
}

/// A program for Python with SymPy: a dictionary of matrices by their letters, and a function of n's digits.
pub fn write_sympy(linear: &LinearRepresentation, by: &CountedBy) -> String {
    let fractions = |entries: &[Rational]| {
        let entries: Vec<String> =
            entries.iter().map(|entry| format!("R({})", number(entry).replace('/', ", "))).collect();
        format!("[{}]", entries.join(", "))
    };
    let mut out: String = about(by, "M[..]").lines().map(|line| format!("# {line}\n")).collect::<String>()
        + "\nfrom sympy import Matrix, Rational as R\n";
    out += &format!("\nv = Matrix([{}])\nM = {{\n", fractions(&linear.v));
    for (letter, matrix) in &linear.mu {
        let digits: Vec<String> = linear.layout.unpack(*letter).iter().map(u32::to_string).collect();
        let rows: Vec<String> = matrix.iter().map(|row| fractions(row)).collect();
        let dimension = linear.dimension();
        let rows = format!("Matrix({dimension}, {dimension}, sum([{}], []))", rows.join(",\n    "));
        out += &format!("    ({},): {rows},\n", digits.join(", "));
    }
    out += &format!("}}\nw = Matrix({}, 1, {})\n", linear.dimension(), fractions(&linear.w));
    out += "\n\ndef value(letters):\n    row = v\n    for letter in letters:\n        row = row * M[tuple(letter)]\n    return (row * w)[0]\n";
    out
}

/// Endings of the files and their contents, in alphabetical order.
pub fn write_linear(linear: &LinearRepresentation, by: &CountedBy) -> Vec<(&'static str, String)> {
    // The readers of Walnut's files expect a row a line, and so two rows at least.
    let wide = linear.of_dimension(2);
    vec![
        ("json", json_text(linear, by)),
        ("m", octave(&wide, by)),
        ("mpl", maple(&wide, by)),
        ("sage", sage(&wide, by)),
        ("wl", mathematica(&wide, by)),
    ]
}

/// A number as text. Most entries are 0 or 1.
fn number(entry: &Rational) -> Cow<'static, str> {
    match entry.denom().is_one() {
        true if entry.is_zero() => "0".into(),
        true if entry.is_one() => "1".into(),
        true => entry.numer().to_string().into(),
        false => format!("{}/{}", entry.numer(), entry.denom()).into(),
    }
}

fn row(entries: &[Rational], between: &str) -> String {
    entries.iter().map(number).collect::<Vec<_>>().join(between)
}

/// Each row between two texts, the rows joined.
fn rows(matrix: &[Vec<Rational>], open: &str, close: &str, between: &str) -> String {
    let rows: Vec<String> = matrix.iter().map(|entries| format!("{open}{}{close}", row(entries, ","))).collect();
    rows.join(between)
}

/// `i_n_0_1` for the letter `[0,1]` of the variables i and n.
fn letters<'a>(
    linear: &'a LinearRepresentation,
    by: &'a CountedBy,
) -> impl Iterator<Item = (String, &'a Vec<Vec<Rational>>)> {
    linear.mu.iter().map(|(letter, matrix)| {
        let digits = linear.layout.unpack(*letter).into_iter().map(|digit| digit.to_string());
        let parts: Vec<String> = by.variables.iter().cloned().chain(digits).collect();
        (parts.join("_"), matrix)
    })
}

/// A file of a program: what it begins with, the vectors and a statement for each letter, all apart by empty lines.
fn file(about: &str, comment: (&str, &str), v: &str, letters: impl Iterator<Item = String>, w: &str) -> String {
    let (open, close) = comment;
    let mut out = about.lines().map(|line| format!("{open}{line}{close}\n")).collect::<String>();
    for statement in [v.to_owned()].into_iter().chain(letters).chain([w.to_owned()]) {
        out += &format!("\n{statement}\n");
    }
    out
}

/// What the matrices mean, for people.
fn about(by: &CountedBy, matrix: &str) -> String {
    let variables = by.variables.join(", ");
    format!(
        "For the digits a, b, ... of ({variables}) in {}, as they are read, the number of values\n\
         of the other variables is v {matrix}a {matrix}b ... w.",
        by.systems.join(", ")
    )
}

fn maple(linear: &LinearRepresentation, by: &CountedBy) -> String {
    let matrices = letters(linear, by)
        .map(|(letter, matrix)| format!("M_{letter} := Matrix([{}]);", rows(matrix, "[", "]", ",\n")));
    let v = format!("v := Vector[row]([{}]);", row(&linear.v, ","));
    let w = format!("w := Vector[column]([{}]);", row(&linear.w, ","));
    file(&about(by, "M_.._"), ("# ", ""), &v, matrices, &w)
}

fn octave(linear: &LinearRepresentation, by: &CountedBy) -> String {
    let matrices =
        letters(linear, by).map(|(letter, matrix)| format!("M_{letter} = [{}];", rows(matrix, "", "", ";\n")));
    let v = format!("v = [{}];", row(&linear.v, ","));
    let w = format!("w = [{}];", row(&linear.w, ";"));
    file(&about(by, "M_.._"), ("% ", ""), &v, matrices, &w)
}

/// `_` means a pattern there, so the matrices are values of a function M.
fn mathematica(linear: &LinearRepresentation, by: &CountedBy) -> String {
    let matrices = linear.mu.iter().map(|(letter, matrix)| {
        let digits: Vec<String> = linear.layout.unpack(*letter).iter().map(u32::to_string).collect();
        format!("M[{}] = {{{}}};", digits.join(","), rows(matrix, "{", "}", ",\n"))
    });
    let v = format!("v = {{{}}};", row(&linear.v, ","));
    let w = format!("w = {{{}}};", row(&linear.w, ","));
    file(&about(by, "M.."), ("(* ", " *)"), &v, matrices, &w)
}

fn sage(linear: &LinearRepresentation, by: &CountedBy) -> String {
    let matrices = letters(linear, by)
        .map(|(letter, matrix)| format!("M_{letter} = matrix(QQ, [{}])", rows(matrix, "[", "]", ",\n")));
    let v = format!("v = vector(QQ, [{}])", row(&linear.v, ","));
    let w = format!("w = vector(QQ, [{}])", row(&linear.w, ","));
    file(&about(by, "M_.._"), ("# ", ""), &v, matrices, &w)
}

fn json_text(linear: &LinearRepresentation, by: &CountedBy) -> String {
    let list = |entries: &[Rational]| entries.iter().map(number).collect();
    let matrix = |(letter, rows): &(Letter, Vec<Vec<Rational>>)| StoredMatrix {
        letter: linear.layout.unpack(*letter),
        matrix: rows.iter().map(|entries| list(entries)).collect(),
    };
    let CountedBy { variables, systems } = by;
    let stored = Stored {
        mu: linear.mu.iter().map(matrix).collect(),
        systems: systems.clone(),
        v: list(&linear.v),
        variables: variables.clone(),
        w: list(&linear.w),
    };
    serde_json::to_string_pretty(&stored).expect("texts and numbers") + "\n"
}
