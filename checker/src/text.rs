//! The text of a script, cut into the pieces of its commands: see `docs/meaning.md`, "Text".

use crate::Read;

/// All commands.
pub const KEYWORDS: &str = " alphabet cls combine concat convert cover def describe difference eval exit export family first \
    fixleadzero fixtrailzero game grundy guess help image include inf intersect join kernel leftquo load macro minimize morphism \
    normalizer numeration ost outcomes promote quit recursion redundant refute reg regex reverse rightquo rsplit sequence split star synchronize test \
    theorem transduce union use word ";

/// Whether a command begins with this word.
pub fn is_keyword(word: &str) -> bool {
    !word.is_empty() && KEYWORDS.contains(&format!(" {word} "))
}

/// A piece of a command, with what stands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// `f`.
    Name(String),
    /// `f(x,y)`.
    Called(String),
    /// Any other word: `$f`, `f=3`, `17`.
    Bare(String),
    /// `{0,1}`, the braces included.
    Set(String),
    /// `[n]`, the brackets included.
    Bracket(String),
    /// What stands in quotes.
    Quoted(String),
}

impl Piece {
    /// As it stands, each run of blanks as one.
    pub fn written(&self) -> String {
        match self {
            Piece::Quoted(text) => format!("\"{}\"", one_line(text)),
            Piece::Name(text) | Piece::Called(text) | Piece::Bare(text) | Piece::Set(text) | Piece::Bracket(text) => {
                one_line(text)
            }
        }
    }
}

/// A text with each run of blanks as one blank, and none around it.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// The pieces up to the end of a command.
#[derive(Debug, Default)]
pub struct Raw {
    /// The line of the first, hints not counted.
    pub line: usize,
    pub pieces: Vec<Piece>,
    /// Why they are no command, whatever the pieces are.
    pub wrong: Option<String>,
}

/// A number as it stands in brackets.
pub fn bracketed(text: &str) -> Read<i64> {
    let text = text.trim();
    let digits = text.strip_prefix('-').unwrap_or(text);
    let number = if digits.starts_with(|c: char| c.is_ascii_digit()) { text.parse().ok() } else { None };
    number.ok_or_else(|| format!("`{text}` is not a number"))
}

/// What separates words and means nothing else.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}' | '\u{2060}')
}

/// Where a name ends.
pub fn name_length(text: &str) -> usize {
    text.find(|c: char| c != '_' && !c.is_ascii_alphanumeric()).unwrap_or(text.len())
}

pub fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && name_length(text) == text.len()
}

/// A name that cannot be read as a quantifier.
pub fn is_variable(text: &str) -> bool {
    is_name(text) && !text.starts_with(['A', 'E', 'I'])
}

/// Whether a name may stand in a text: letters before it might be those of quantifiers.
pub fn mentions(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| name_length(&text[at + name.len()..]) == 0)
}

/// Counts line ends: CR, LF, and CR LF as one.
struct Lines<'a> {
    text: &'a str,
    /// Up to where they are counted.
    at: usize,
    line: usize,
}

impl Lines<'_> {
    /// The line of a place that does not lie before those asked for so far.
    fn of(&mut self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let ends = |at: &usize| bytes[*at] == b'\n' || bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        self.line += (self.at..at).filter(ends).count();
        self.at = at;
        self.line
    }
}

/// The commands of a script, in pieces. What follows one that is wrong is not read: it might be a part of it.
pub fn split(text: &str) -> Vec<Raw> {
    let (mut commands, mut raw, mut rest) = (Vec::new(), Raw::default(), text);
    let mut lines = Lines { text, at: 0, line: 1 };
    loop {
        rest = rest.trim_start_matches(is_blank);
        if rest.starts_with('#') {
            rest = &rest[rest.find(['\r', '\n']).unwrap_or(rest.len())..];
            continue;
        }
        let Some(first) = rest.chars().next() else { break };
        if raw.pieces.iter().all(|piece| matches!(piece, Piece::Bracket(_))) {
            raw.line = lines.of(text.len() - rest.len());
        }
        if matches!(first, ';' | ':') {
            rest = rest.strip_prefix("::").unwrap_or(&rest[1..]);
            if !raw.pieces.is_empty() {
                commands.push(std::mem::take(&mut raw));
            }
            continue;
        }
        match piece(rest, first) {
            Ok((piece, length)) => {
                raw.pieces.push(piece);
                rest = &rest[length..];
            }
            Err(why) => {
                raw.wrong = Some(why);
                break;
            }
        }
    }
    if raw.wrong.is_some() || !raw.pieces.is_empty() {
        raw.wrong.get_or_insert_with(|| "a command without end".into());
        commands.push(raw);
    }
    commands
}

/// The piece that a text begins with, and its length.
fn piece(text: &str, first: char) -> Result<(Piece, usize), String> {
    let within = |marks: &[char], close: char| {
        let end = 1 + text[1..].find(marks)?;
        text[end..].starts_with(close).then(|| (text[..=end].to_owned(), end + 1))
    };
    match first {
        '"' => {
            let end = text[1..].find('"').ok_or("a quote that is not closed")?;
            let (inside, after) = (&text[1..=end], &text[end + 2..]);
            if !goes_on(after) && hides_command(inside) {
                return Err("a quote that is not closed before the next command".into());
            }
            Ok((Piece::Quoted(inside.to_owned()), end + 2))
        }
        '{' => {
            let found = within(&['{', '}', '"', ';', ':'], '}').ok_or("`{` is not closed")?;
            Ok((Piece::Set(found.0), found.1))
        }
        '[' => {
            let found = within(&['[', ']', '"', ';', ':'], ']').ok_or("`[` is not closed")?;
            Ok((Piece::Bracket(found.0), found.1))
        }
        '}' | ']' => Err(format!("unmatched `{first}`")),
        _ if NO_WORD.contains(first) => Err(format!("`{first}` where straight quotes belong")),
        _ => Ok(word(text)),
    }
}

/// Quotes that are none here.
const NO_WORD: &str = "“”„«»";

/// The word that a text begins with, and its length: a name with its arguments is one.
fn word(text: &str) -> (Piece, usize) {
    let ends = |c: char| is_blank(c) || "\";:{}[]".contains(c) || NO_WORD.contains(c);
    let length = text.find(ends).unwrap_or(text.len());
    let name = if text.starts_with(|c: char| c.is_ascii_alphabetic()) { name_length(text) } else { 0 };
    if name > 0 {
        let after = text[name..].trim_start();
        let end = after.strip_prefix('(').and_then(|inside| inside.find(['(', ')', '"', ';', ':']));
        if let Some(end) = end.filter(|end| after[1 + end..].starts_with(')')) {
            let called = text.len() - after.len() + end + 2;
            if called >= length {
                return (Piece::Called(text[..called].to_owned()), called);
            }
        }
    }
    let found = text[..length].to_owned();
    (if name == length { Piece::Name(found) } else { Piece::Bare(found) }, length)
}

/// Whether a command can go on behind a text in quotes.
fn goes_on(after: &str) -> bool {
    let after = after.trim_start();
    let clause = ["from", "terminal", "measure", "right"].iter().find_map(|word| after.strip_prefix(word));
    after.is_empty()
        || after.starts_with([';', ':', '"'])
        || clause.is_some_and(|rest| rest.trim_start().starts_with('"'))
        || after.strip_prefix("block").is_some_and(|rest| rest.starts_with(char::is_whitespace))
        || after.strip_prefix("misere").is_some_and(|rest| rest.starts_with([' ', '\t', '\n', '\r', ';', ':']))
}

/// Whether a line but the first begins with a command.
fn hides_command(quoted: &str) -> bool {
    quoted.split(['\n', '\r']).skip(1).any(|line| {
        let line = line.trim_start_matches(is_blank);
        let (word, rest) = line.split_at(name_length(line));
        let ends = rest.is_empty() || rest.starts_with(|c: char| is_blank(c) || "\";:".contains(c));
        line.starts_with("[strategy") || line.starts_with("[export") || ends && is_keyword(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let one = |raw: &Raw| {
            let pieces: Vec<String> = raw.pieces.iter().map(|piece| format!("{piece:?}")).collect();
            format!("{} {}{}", raw.line, pieces.join(" "), if raw.wrong.is_some() { " wrong" } else { "" })
        };
        split(text).iter().map(one).collect()
    }

    #[test]
    fn pieces_are_cut_as_the_chapter_says() {
        for (text, pieces) in [
            ("def f (x, y) \"a#b;:\n\":", vec!["1 Name(\"def\") Called(\"f (x, y)\") Quoted(\"a#b;:\\n\")"]),
            ("a#b #c\n:", vec!["1 Bare(\"a#b\")"]),
            ("#a\rb;#c\r\nd\r\n::e:", vec!["2 Name(\"b\")", "3 Name(\"d\")", "4 Name(\"e\")"]),
            (
                "w W[n] [ m ]{0, 1}$f f=3:",
                vec![
                    "1 Name(\"w\") Name(\"W\") Bracket(\"[n]\") Bracket(\"[ m ]\") Set(\"{0, 1}\") Bare(\"$f\") Bare(\"f=3\")",
                ],
            ),
            ("[export 1\ntxt]\nhelp\u{200b}:", vec!["3 Bracket(\"[export 1\\ntxt]\") Name(\"help\")"]),
            ("a \"x=1:\ndef f \"y=2\":", vec!["1 Name(\"a\") wrong"]),
            ("a \"x\rdef \" from \"b\":", vec!["1 Name(\"a\") Quoted(\"x\\rdef \") Name(\"from\") Quoted(\"b\")"]),
            ("a \"x\rdef \" b:", vec!["1 Name(\"a\") wrong"]),
            ("a; b", vec!["1 Name(\"a\")", "1 Name(\"b\") wrong"]),
            ("a {0;1}:", vec!["1 Name(\"a\") wrong"]),
            ("a ]:", vec!["1 Name(\"a\") wrong"]),
        ] {
            assert_eq!(shown(text), pieces, "{text:?}");
        }
    }
}
