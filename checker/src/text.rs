//! Text: the commands of a script, the macros in formulas, and the tokens of these.

use std::collections::HashMap;

use crate::Read;

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

    pub fn quoted(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.words.iter().filter(|word| word.0).map(|word| &*word.1)
    }

    /// Whether it is a keyword, a name or none, and a text, with nothing behind these but a source.
    pub fn is_usual(&self) -> bool {
        let shape: String = self.words.iter().map(|word| if word.0 { 't' } else { 'w' }).collect();
        matches!(&*shape, "wt" | "wwt") || shape == "wwtwt" && self.words[3].1 == "from"
    }

    /// The first text in quotes.
    pub fn text(&self) -> Read<&str> {
        self.quoted().next().ok_or_else(|| "a text in quotes is missing".into())
    }
}

/// The commands of a script, each up to `;` or `:`.
pub fn commands(text: &str) -> Read<Vec<Command>> {
    let (mut commands, mut words, mut word): (Vec<Command>, Vec<(bool, String)>, String) = Default::default();
    let (mut line, mut begins) = (1, 1);
    let mut rest = text.chars().peekable();
    // A comment stands at the beginning of a line or behind a command.
    let (mut fresh_line, mut after_end) = (true, false);
    let end = |word: &mut String, words: &mut Vec<(bool, String)>| {
        if !word.is_empty() {
            words.push((false, std::mem::take(word)));
        }
    };
    while let Some(c) = rest.next() {
        let is_open = word.matches(['[', '{']).count() > word.matches([']', '}']).count();
        if words.is_empty() && word.is_empty() {
            begins = line;
        }
        match c {
            '#' if word.is_empty() && (fresh_line || after_end) => {
                while rest.next_if(|c| *c != '\n').is_some() {}
                continue;
            }
            '"' => {
                end(&mut word, &mut words);
                let quoted: String = rest.by_ref().take_while(|c| *c != '"').collect();
                line += quoted.matches('\n').count();
                words.push((true, quoted));
            }
            ';' | ':' => {
                end(&mut word, &mut words);
                rest.next_if_eq(&':');
                if !words.is_empty() {
                    commands.push(Command { line: begins, words: std::mem::take(&mut words) });
                }
                after_end = true;
                continue;
            }
            c if c.is_whitespace() && !is_open => end(&mut word, &mut words),
            c => word.push(c),
        }
        line += usize::from(c == '\n');
        fresh_line = c == '\n' || fresh_line && c.is_whitespace();
        after_end &= c.is_whitespace() && c != '\n';
    }
    end(&mut word, &mut words);
    if words.is_empty() { Ok(commands) } else { Err(format!("line {begins}: a command without end")) }
}

/// Longer than any formula that a person writes.
const LONGEST: usize = 1 << 20;

/// The text with every call of a macro replaced by its template, the last first, which has none in its arguments.
pub fn expanded(text: &str, macros: &HashMap<String, String>) -> Read<String> {
    let mut text = text.to_owned();
    while let Some(at) = text.rfind('#') {
        let rest = &text[at + 1..];
        let name: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let template = macros.get(&name).ok_or_else(|| format!("no macro `{name}`"))?;
        let after = &rest[name.len()..];
        let (arguments, used) = arguments(after).ok_or_else(|| format!("`#{name}` without its arguments"))?;
        let mut pieces = template.split('%');
        let mut filled = pieces.next().unwrap_or("").to_owned();
        for piece in pieces {
            let digits = piece.chars().take_while(char::is_ascii_digit).count();
            match piece[..digits].parse::<usize>() {
                Ok(index) => filled += arguments.get(index).ok_or_else(|| format!("`#{name}` lacks %{index}"))?,
                Err(_) => filled.push('%'),
            }
            filled += &piece[digits..];
        }
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
            _ => {}
        }
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
#[derive(Clone, Default)]
pub struct Token {
    pub text: String,
    pub system: String,
}

/// Operators, the longest first.
const OPERATORS: [&str; 24] = [
    "<=>", "<=", "=>", ">=", "!=", "->", "<", ">", "=", "~", "`", "&", "|", "^", "+", "-", "*", "/", "(", ")", ",",
    "[", "]", ":",
];

/// The full name of the system that `?name` sets.
pub fn system_name(short: &str) -> String {
    match short {
        "msd" | "lsd" => format!("{short}_2"),
        _ if short.starts_with("msd_") || short.starts_with("lsd_") => short.to_owned(),
        _ => format!("msd_{short}"),
    }
}

/// The tokens of a text without calls of macros.
pub fn tokens(text: &str) -> Read<Vec<Token>> {
    let name = |text: &str| text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').count();
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
    let mut found = Vec::new();
    let mut systems = vec!["msd_2".to_owned()];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        let length = match first {
            '?' | '$' | '.' => 1 + name(after),
            'E' | 'A' | 'I' | '_' => 1,
            '@' => {
                let sign = usize::from(after.starts_with(['-', '_']));
                1 + sign + digits(&after[sign..])
            }
            _ if first.is_ascii_digit() => digits(rest),
            _ if first.is_ascii_alphabetic() => name(rest),
            _ => {
                let operator = OPERATORS.iter().find(|operator| rest.starts_with(**operator));
                operator.ok_or_else(|| format!("`{first}` means nothing in a formula"))?.len()
            }
        };
        let system = systems.last_mut().ok_or("parentheses do not match")?;
        if first == '?' {
            *system = system_name(&rest[1..length]);
        } else {
            let system = system.clone();
            found.push(Token { text: rest[..length].to_owned(), system: system.clone() });
            match first {
                '(' => systems.push(system),
                ')' => drop(systems.pop()),
                _ => {}
            }
        }
        rest = rest[length..].trim_start();
    }
    Ok(found)
}
