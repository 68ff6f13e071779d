//! The tokens of formulas, each with the numeration system in force where it stands.

use std::collections::HashMap;

/// A token: its text, and the system that the last `?` before it set, within its parentheses.
#[derive(Clone, Debug)]
pub struct Token {
    pub text: String,
    pub system: String,
}

/// Operators, the longest first.
const OPERATORS: [&str; 20] =
    ["<=>", "<=", "=>", ">=", "!=", "<", ">", "=", "~", "`", "&", "|", "^", "+", "-", "*", "/", "(", ")", ","];

/// Longer than any formula that a person writes.
const LONGEST: usize = 1 << 20;

/// The text with every call of a macro replaced by its template.
pub fn expanded(text: &str, macros: &HashMap<String, String>) -> Result<String, String> {
    let mut text = text.to_owned();
    while let Some(at) = text.rfind('#') {
        // The last call holds none in its arguments.
        let rest = &text[at + 1..];
        let name: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let template = macros.get(&name).ok_or_else(|| format!("no macro `{name}`"))?;
        let after = &rest[name.len()..];
        let (arguments, used) = arguments(after).ok_or_else(|| format!("`#{name}` without its arguments"))?;
        let mut filled = String::new();
        let mut holes = template.as_str();
        while let Some(hole) = holes.find('%') {
            filled.push_str(&holes[..hole]);
            let number: String = holes[hole + 1..].chars().take_while(char::is_ascii_digit).collect();
            holes = &holes[hole + 1 + number.len()..];
            match number.parse::<usize>() {
                Ok(index) => filled.push_str(arguments.get(index).ok_or_else(|| format!("`#{name}` lacks %{index}"))?),
                Err(_) => filled.push('%'),
            }
        }
        filled.push_str(holes);
        text = format!("{}{filled}{}", &text[..at], &after[used..]);
        if text.len() > LONGEST {
            return Err("macros without end".into());
        }
    }
    Ok(text)
}

/// The arguments in parentheses at the beginning of a text, and where they end.
fn arguments(text: &str) -> Option<(Vec<&str>, usize)> {
    let open = text.find(|c: char| !c.is_whitespace()).filter(|&at| text[at..].starts_with('('))?;
    let (mut found, mut begin, mut depth) = (Vec::new(), open + 1, 0);
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < open) {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 1 => {
                found.push(&text[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
        if depth == 0 {
            if !(found.is_empty() && text[begin..at].trim().is_empty()) {
                found.push(&text[begin..at]);
            }
            return Some((found, at + 1));
        }
    }
    None
}

/// The full name of the system that `?name` sets.
pub fn system_name(short: &str) -> String {
    match short {
        "msd" | "lsd" => format!("{short}_2"),
        _ if short.starts_with("msd_") || short.starts_with("lsd_") => short.to_owned(),
        _ => format!("msd_{short}"),
    }
}

/// The tokens of a text without calls of macros.
pub fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut systems = vec!["msd_2".to_owned()];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        let name = |text: &str| text.chars().take_while(|&c| is_name(c)).count();
        let length = match first {
            '?' => {
                let length = 1 + name(after);
                *systems.last_mut().ok_or("parentheses do not match")? = system_name(&rest[1..length]);
                rest = rest[length..].trim_start();
                continue;
            }
            'E' | 'A' | 'I' => 1,
            '$' | '.' => 1 + name(after),
            '@' => {
                let sign = usize::from(after.starts_with(['-', '_']));
                1 + sign + after[sign..].chars().take_while(char::is_ascii_digit).count()
            }
            '[' | ']' | ':' => 1,
            _ if first.is_ascii_digit() => rest.chars().take_while(char::is_ascii_digit).count(),
            _ if first.is_ascii_alphabetic() => name(rest),
            _ if rest.starts_with("->") => 2,
            '_' => 1,
            _ => {
                let operator = OPERATORS.iter().find(|operator| rest.starts_with(**operator));
                operator.ok_or_else(|| format!("`{first}` means nothing in a formula"))?.len()
            }
        };
        let system = systems.last().ok_or("parentheses do not match")?.clone();
        match first {
            '(' => systems.push(system.clone()),
            ')' => drop(systems.pop()),
            _ => {}
        }
        found.push(Token { text: rest[..length].to_owned(), system });
        rest = rest[length..].trim_start();
    }
    Ok(found)
}
