//! The commands of a script: each a keyword, words and quoted texts, up to `;` or `:`.

/// A piece of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Bare(String),
    Quoted(String),
}

impl Piece {
    pub fn bare(&self) -> Option<&str> {
        if let Piece::Bare(text) = self { Some(text) } else { None }
    }

    pub fn quoted(&self) -> Option<&str> {
        if let Piece::Quoted(text) = self { Some(text) } else { None }
    }
}

/// A command and the line on which it begins.
#[derive(Clone, Debug)]
pub struct Command {
    pub line: usize,
    pub pieces: Vec<Piece>,
}

impl Command {
    /// The word at a place.
    pub fn bare(&self, at: usize) -> Result<&str, String> {
        self.pieces.get(at).and_then(Piece::bare).ok_or_else(|| "a name is missing".into())
    }

    /// The quoted text of this number.
    pub fn quoted(&self, number: usize) -> Result<&str, String> {
        let mut texts = self.pieces.iter().filter_map(Piece::quoted);
        texts.nth(number).ok_or_else(|| "a text in quotes is missing".into())
    }
}

/// The commands of a text.
pub fn commands(text: &str) -> Result<Vec<Command>, String> {
    let mut commands = Vec::new();
    let (mut pieces, mut word) = (Vec::new(), String::new());
    let (mut line, mut begins) = (1, 1);
    let mut rest = text.chars().peekable();
    let (mut fresh_line, mut after_end) = (true, false);
    while let Some(c) = rest.next() {
        let is_open = word.matches(['[', '{']).count() > word.matches([']', '}']).count();
        if pieces.is_empty() && word.is_empty() {
            begins = line;
        }
        match c {
            '#' if word.is_empty() && (fresh_line || after_end) => {
                while rest.next_if(|c| *c != '\n').is_some() {}
                continue;
            }
            '"' => {
                end(&mut word, &mut pieces);
                let mut quoted = String::new();
                loop {
                    match rest.next() {
                        Some('"') => break,
                        Some(c) => {
                            line += usize::from(c == '\n');
                            quoted.push(c);
                        }
                        None => return Err(format!("line {begins}: a text in quotes has no end")),
                    }
                }
                pieces.push(Piece::Quoted(quoted));
            }
            ';' | ':' => {
                end(&mut word, &mut pieces);
                rest.next_if_eq(&':');
                let pieces = std::mem::take(&mut pieces);
                if !pieces.is_empty() {
                    commands.push(Command { line: begins, pieces });
                }
                after_end = true;
                continue;
            }
            c if c.is_whitespace() && !is_open => end(&mut word, &mut pieces),
            c => word.push(c),
        }
        line += usize::from(c == '\n');
        fresh_line = c == '\n' || fresh_line && c.is_whitespace();
        after_end &= c.is_whitespace() && c != '\n';
    }
    end(&mut word, &mut pieces);
    if pieces.is_empty() { Ok(commands) } else { Err(format!("line {begins}: a command without end")) }
}

fn end(word: &mut String, pieces: &mut Vec<Piece>) {
    if !word.is_empty() {
        pieces.push(Piece::Bare(std::mem::take(word)));
    }
}
