//! The tokens of formulas, with macros replaced by their texts and each with the system in force.

use crate::Read;
use crate::names::Names;
use crate::text::{is_blank, is_variable, name_length};

/// A token of a formula: its text, and the system that the last `?` before it set, within its brackets.
#[derive(Clone)]
pub struct Token {
    pub text: String,
    pub system: String,
}

/// Longer than any formula that a person writes.
const LONGEST: usize = 1 << 20;
/// Calls of macros in each other.
const DEEPEST: usize = 100;

/// Operators, the longest first.
const OPERATORS: [&str; 22] = [
    "<=>", "<=", "=>", ">=", "!=", "<", ">", "=", "~", "`", "&", "|", "^", "+", "-", "*", "/", "(", ")", ",", "[", "]",
];
/// Operators of other notations, which are none here.
const NO_OPERATORS: [&str; 8] = ["==", "<>", "=<", "-->", "<->", "<-->", "/\\", "->"];

/// The full name of the system that `?name` sets, or of a track.
pub fn system_name(short: &str) -> Read<String> {
    let full = match short.split_once('_') {
        None if short == "msd" || short == "lsd" => format!("{short}_2"),
        _ if short.starts_with('{') => short.to_owned(),
        _ if short.trim_matches('_').is_empty() => return Err("a system without a name".into()),
        Some(("msd" | "lsd", "")) => return Err("a system without a name".into()),
        Some(("msd" | "lsd", _)) => short.to_owned(),
        None if short.starts_with("msd") || short.starts_with("lsd") => format!("{}_{}", &short[..3], &short[3..]),
        _ => format!("msd_{short}"),
    };
    Ok(full)
}

/// The parameter and what follows it, if a name after `?` and what follows are a family and its parameter: `?S(f)`.
fn parameter<'t>(name: &str, after: &'t str) -> Option<(&'t str, &'t str)> {
    let (inside, rest) = after.strip_prefix('(')?.split_once(')')?;
    let inside = inside.trim_matches(' ');
    (name.starts_with(|first: char| first.is_ascii_uppercase()) && is_variable(inside)).then_some((inside, rest))
}

/// The family and the parameter of which a system is that: of `S(f)`.
pub fn of_parameter(system: &str) -> Option<(&str, &str)> {
    system.strip_suffix(')')?.split_once('(')
}

/// The tokens of a formula.
pub fn tokens(text: &str, names: &Names) -> Read<Vec<Token>> {
    let mut scanner = Scanner { names, found: Vec::new(), systems: vec!["msd_2".to_owned()], filled: 0 };
    scanner.scan(text, 0)?;
    Ok(scanner.found)
}

struct Scanner<'a> {
    names: &'a Names,
    found: Vec<Token>,
    /// The system in force, and those around the brackets that are open.
    systems: Vec<String>,
    /// Bytes of the texts that stand for calls.
    filled: usize,
}

impl Scanner<'_> {
    /// Scans a text. What stands for a call is scanned by itself: no token reaches over its ends.
    fn scan(&mut self, text: &str, depth: usize) -> Read<()> {
        let mut rest = text.trim_start_matches(is_blank);
        while let Some(first) = rest.chars().next() {
            let length = length(rest, first)?;
            let (token, after) = rest.split_at(length);
            rest = after;
            match first {
                '#' => rest = self.call(&token[1..], after, depth)?,
                '?' => {
                    let own = parameter(&token[1..], after);
                    let system = match own {
                        Some((parameter, _)) => format!("{}({parameter})", &token[1..]),
                        None => system_name(&token[1..])?,
                    };
                    *self.systems.last_mut().ok_or("brackets do not match")? = system;
                    rest = own.map_or(after, |own| own.1);
                }
                _ => {
                    let system = self.systems.last().ok_or("brackets do not match")?.clone();
                    self.found.push(Token { text: token.to_owned(), system: system.clone() });
                    match first {
                        '(' | '[' => self.systems.push(system),
                        ')' | ']' => drop(self.systems.pop()),
                        _ => {}
                    }
                }
            }
            rest = rest.trim_start_matches(is_blank);
        }
        Ok(())
    }

    /// Scans what stands for a call of a macro; what follows its arguments.
    fn call<'t>(&mut self, name: &str, after: &'t str, depth: usize) -> Read<&'t str> {
        let template = self.names.template(name)?;
        let (arguments, used) = arguments(after).ok_or_else(|| format!("`#{name}` without its arguments"))?;
        let mut pieces = template.split('%');
        let mut filled = pieces.next().unwrap_or("").to_owned();
        for piece in pieces {
            let digits = piece.find(|c: char| !c.is_ascii_digit()).unwrap_or(piece.len());
            match piece[..digits].parse::<usize>() {
                Ok(index) => filled += arguments.get(index).ok_or_else(|| format!("`#{name}` lacks %{index}"))?,
                Err(_) => filled.push('%'),
            }
            filled += &piece[digits..];
        }
        self.filled += filled.len();
        if depth == DEEPEST || self.filled > LONGEST {
            return Err("macros without end".into());
        }
        self.scan(&filled, depth + 1)?;
        Ok(&after[used..])
    }
}

/// The length of the token that a text begins with.
fn length(text: &str, first: char) -> Read<usize> {
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
    let after = &text[first.len_utf8()..];
    if let Some(other) = NO_OPERATORS.iter().find(|other| text.starts_with(**other)) {
        return Err(format!("unexpected `{other}` in a formula"));
    }
    Ok(match first {
        '$' | '.' if !after.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            return Err(format!("a name is missing after `{first}`"));
        }
        '?' | '$' | '.' | '#' => 1 + name_length(after),
        'E' | 'A' | 'I' | '_' => 1,
        '@' => {
            let sign = usize::from(after.starts_with(['-', '_']));
            1 + sign + digits(&after[sign..])
        }
        _ if first.is_ascii_digit() => digits(text),
        _ if first.is_ascii_alphabetic() => name_length(text),
        _ => {
            let operator = OPERATORS.iter().find(|operator| text.starts_with(**operator));
            operator.ok_or_else(|| format!("unexpected `{first}` in a formula"))?.len()
        }
    })
}

/// The arguments in parentheses at the beginning of a text, and where they end.
fn arguments(text: &str) -> Option<(Vec<&str>, usize)> {
    let open = text.find(|c: char| !c.is_whitespace()).filter(|&at| text[at..].starts_with('('))?;
    let (mut found, mut begin, mut depth) = (Vec::new(), open + 1, 0);
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < open) {
        depth += i32::from("([".contains(c)) - i32::from(")]".contains(c));
        if depth == 0 || c == ',' && depth == 1 {
            if depth > 0 || !found.is_empty() || !text[begin..at].trim().is_empty() {
                found.push(&text[begin..at]);
            }
            begin = at + 1;
        }
        if depth == 0 {
            return Some((found, begin));
        }
    }
    None
}
