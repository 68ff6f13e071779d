//! Text: the commands of a script, the macros in formulas, and the tokens of these.

use crate::Read;
use crate::core::{Named, Names};

/// A command: the line on which it begins, and its words, each with whether it stands in quotes.
pub struct Command {
    pub line: usize,
    pub words: Vec<(bool, String)>,
}

impl Command {
    /// The word at a place, which is not in quotes.
    pub fn bare(&self, at: usize) -> Read<&str> {
        let word = self.words.get(at).filter(|word| !word.0);
        word.map(|word| &*word.1).ok_or_else(|| format!("word {at} of the command is missing"))
    }

    /// The texts in quotes.
    pub fn quoted(&self) -> Vec<&str> {
        self.words.iter().filter(|word| word.0).map(|word| &*word.1).collect()
    }

    pub fn text(&self) -> Read<&str> {
        self.quoted().first().copied().ok_or_else(|| "a text in quotes is missing".into())
    }

    /// Whether it is a keyword, a name or none, and a text, with nothing behind these but a source.
    pub fn is_usual(&self) -> bool {
        let shape: String = self.words.iter().map(|word| if word.0 { 't' } else { 'w' }).collect();
        matches!(&*shape, "wt" | "wwt") || shape == "wwtwt" && self.words[3].1 == "from"
    }
}

/// The commands of a script, each up to `;` or `:`.
pub fn commands(text: &str) -> Read<Vec<Command>> {
    let (mut commands, mut words, mut word) = (Vec::new(), Vec::new(), String::new());
    // A comment stands at the beginning of a line or behind a command.
    let (mut line, mut begins, mut may_comment) = (1, 1, true);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if words.is_empty() && word.is_empty() {
            begins = line;
        }
        if c == '#' && word.is_empty() && may_comment {
            while rest.next_if(|c| *c != '\n').is_some() {}
            continue;
        }
        let is_open = word.matches(['[', '{']).count() > word.matches([']', '}']).count();
        let is_end = matches!(c, '"' | ';' | ':') || c.is_whitespace() && !is_open;
        if is_end && !word.is_empty() {
            words.push((false, std::mem::take(&mut word)));
        }
        match c {
            '"' => {
                let quoted: String = rest.by_ref().take_while(|c| *c != '"').collect();
                line += quoted.matches('\n').count();
                words.push((true, quoted));
            }
            ';' | ':' => {
                rest.next_if_eq(&':');
                if !words.is_empty() {
                    commands.push(Command { line: begins, words: std::mem::take(&mut words) });
                }
            }
            _ if is_end => {}
            _ => word.push(c),
        }
        line += usize::from(c == '\n');
        may_comment = matches!(c, '\n' | ';' | ':') || may_comment && c.is_whitespace();
    }
    if words.is_empty() && word.is_empty() {
        Ok(commands)
    } else {
        Err(format!("line {begins}: a command without end"))
    }
}

/// Longer than any formula that a person writes.
const LONGEST: usize = 1 << 20;

/// Where a name ends.
pub fn name_length(text: &str) -> usize {
    text.find(|c: char| c != '_' && !c.is_ascii_alphanumeric()).unwrap_or(text.len())
}

/// The text with every call of a macro replaced by its template, the last first, which has none in its arguments.
pub fn expanded(text: &str, names: &Names) -> Read<String> {
    let mut text = text.to_owned();
    while let Some(at) = text.rfind('#') {
        let end = at + 1 + name_length(&text[at + 1..]);
        let name = &text[at..end];
        let Some(Named::Macro(template)) = names.known.get(name) else { return Err(format!("no macro `{name}`")) };
        let (arguments, used) = arguments(&text[end..]).ok_or_else(|| format!("`{name}` without its arguments"))?;
        let mut pieces = template.split('%');
        let mut filled = text[..at].to_owned() + pieces.next().unwrap_or("");
        for piece in pieces {
            let digits = piece.find(|c: char| !c.is_ascii_digit()).unwrap_or(piece.len());
            match piece[..digits].parse::<usize>() {
                Ok(index) => filled += arguments.get(index).ok_or_else(|| format!("`{name}` lacks %{index}"))?,
                Err(_) => filled.push('%'),
            }
            filled += &piece[digits..];
        }
        text = filled + &text[end + used..];
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

/// A token of a formula: its text, and the system that the last `?` before it set, within its parentheses.
#[derive(Clone)]
pub struct Token {
    pub text: String,
    pub system: String,
}

/// Operators, the longest first.
const OPERATORS: [&str; 22] = [
    "<=>", "<=", "=>", ">=", "!=", "<", ">", "=", "~", "`", "&", "|", "^", "+", "-", "*", "/", "(", ")", ",", "[", "]",
];

/// The full name of the system that `?name` sets.
pub fn system_name(short: &str) -> String {
    match short {
        "msd" | "lsd" => format!("{short}_2"),
        _ if short.starts_with("msd_") || short.starts_with("lsd_") || short.starts_with('{') => short.to_owned(),
        _ => format!("msd_{short}"),
    }
}

/// The tokens of a text without calls of macros.
pub fn tokens(text: &str) -> Read<Vec<Token>> {
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
    let (mut found, mut systems, mut rest) = (Vec::new(), vec!["msd_2".to_owned()], text.trim_start());
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        let length = match first {
            '?' | '$' | '.' => 1 + name_length(after),
            'E' | 'A' | 'I' | '_' => 1,
            '@' => {
                let sign = usize::from(after.starts_with(['-', '_']));
                1 + sign + digits(&after[sign..])
            }
            _ if first.is_ascii_digit() => digits(rest),
            _ if first.is_ascii_alphabetic() => name_length(rest),
            _ => {
                let operator = OPERATORS.iter().find(|operator| rest.starts_with(**operator));
                operator.ok_or_else(|| format!("`{first}` means nothing in a formula"))?.len()
            }
        };
        let system = systems.last_mut().ok_or("parentheses do not match")?;
        match first {
            '?' => *system = system_name(&rest[1..length]),
            _ => found.push(Token { text: rest[..length].to_owned(), system: system.clone() }),
        }
        match first {
            '(' => systems.extend(systems.last().cloned()),
            ')' => drop(systems.pop()),
            _ => {}
        }
        rest = rest[length..].trim_start();
    }
    Ok(found)
}
