//! Commands: every piece of one is a part of a form that is listed here, or the command is not read. What each binds is the
//! table in `docs/meaning.md`, "Names".

use crate::clauses::{Clauses, clauses};
use crate::operations::Operation;
use crate::text::{Piece, Raw, is_name, is_variable, one_line, split};

use Piece::{Bare, Bracket, Called, Name, Quoted, Set};

/// A command, and the line on which it begins.
pub struct Command {
    pub line: usize,
    pub kind: Kind,
    pieces: Vec<Piece>,
}

/// The forms of commands.
pub enum Kind {
    /// `theorem` or `refute`.
    Statement {
        name: String,
        text: String,
        truth: bool,
    },
    /// The target and the pieces.
    Cover {
        name: String,
        texts: Vec<String>,
    },
    /// `def` or `eval`.
    Definition {
        name: Option<String>,
        is_usual: bool,
        text: String,
    },
    Macro {
        name: String,
        text: String,
    },
    Include {
        path: String,
    },
    Reg {
        name: String,
        tracks: Vec<String>,
        text: String,
    },
    Word {
        name: String,
        system: String,
        rules: String,
        coding: Option<String>,
    },
    /// A word and the system of its places; the letter with which it begins.
    FixedPoint {
        name: String,
        rules: String,
        start: Option<i64>,
        coding: Option<String>,
    },
    WordBy {
        name: String,
        indices: Vec<String>,
        text: String,
    },
    Sequence {
        name: String,
        variables: Vec<String>,
        text: String,
    },
    /// Relations, each with its letter.
    Combine {
        name: String,
        parts: Vec<(String, i64)>,
    },
    Normalizer {
        name: String,
        system: String,
        digits: Option<String>,
    },
    Rightquo {
        name: String,
        whole: String,
        part: String,
    },
    /// Of functions, put together.
    Operation {
        name: String,
        operation: Operation,
        parts: Vec<String>,
    },
    Synchronize {
        name: String,
        sequence: String,
    },
    Recursion {
        names: Vec<String>,
        text: String,
    },
    Game {
        name: String,
        rule: String,
        clauses: Clauses,
    },
    Kernel {
        name: String,
        game: String,
        given: Option<String>,
    },
    /// The outcomes of a partizan game.
    Outcomes {
        name: String,
        game: String,
    },
    Family {
        name: String,
        kind: FamilyKind,
    },
    /// It changes nothing.
    Looks,
    Quit,
    /// It is not read, and binds these names at most.
    Unread(Vec<String>),
    /// It is not read, and may bind any name: why.
    Wrong(String),
}

/// The families that a command names.
#[derive(Clone)]
pub enum FamilyKind {
    /// All slopes, or those whose partial quotients are at most this.
    Sturmian(Option<i64>),
    Paperfolding,
    /// Of functions: numbers, sum and order; the digit that ends blocks.
    Of {
        functions: [String; 3],
        close: Option<i64>,
    },
}

/// Prefixes of the names of a kind.
pub const FUNCTION: &str = "$";
pub const WORD: &str = "[";
pub const SEQUENCE: &str = "(";
pub const MACRO: &str = "#";
pub const GAME: &str = "game ";
pub const SYSTEM: &str = "?";
pub const KINDS: [&str; 5] = [FUNCTION, WORD, SEQUENCE, MACRO, GAME];

/// Values of a game whose functions are listed one by one.
const MOST_VALUES: u32 = 10_000;

/// The commands of a script, up to `quit` and with it.
pub fn commands(text: &str) -> Vec<Command> {
    let mut commands: Vec<Command> = split(text).into_iter().map(Command::new).collect();
    let end = commands.iter().position(|command| matches!(command.kind, Kind::Quit));
    commands.truncate(end.map_or(commands.len(), |end| end + 1));
    commands
}

impl Command {
    fn new(raw: Raw) -> Command {
        let Raw { line, mut pieces, wrong } = raw;
        let is_hint = |piece: &Piece| match piece {
            Bracket(text) => text[1..].trim_start().starts_with(|c: char| c.is_ascii_alphabetic()),
            _ => false,
        };
        // Hints change no result.
        let hints = pieces.iter().take_while(|piece| is_hint(piece)).count();
        pieces.drain(..hints);
        let kind = match wrong {
            Some(why) => Kind::Wrong(why),
            None => kind(&pieces).unwrap_or_else(|| Kind::Wrong("this checker does not know the command".into())),
        };
        Command { line, kind, pieces }
    }

    pub fn keyword(&self) -> &str {
        if let Some(Name(keyword)) = self.pieces.first() { keyword } else { "" }
    }

    /// The name of what it states or defines, if it has one.
    pub fn name(&self) -> &str {
        match self.pieces.get(1) {
            Some(Name(name) | Called(name)) => name.split(['(', ' ']).next().unwrap_or(""),
            _ => "",
        }
    }

    /// It in one line, without its end.
    pub fn text(&self) -> String {
        self.pieces.iter().map(Piece::written).collect::<Vec<String>>().join(" ")
    }

    /// Whether it says something that is true or false, and is counted.
    pub fn is_statement(&self) -> bool {
        matches!(self.kind, Kind::Statement { .. } | Kind::Cover { .. } | Kind::Kernel { .. } | Kind::Outcomes { .. })
    }

    /// Whether a script that includes its script runs it.
    pub fn is_definition(&self) -> bool {
        let is_nameless = matches!(&self.kind, Kind::Definition { name: None, .. });
        !matches!(self.kind, Kind::Statement { .. } | Kind::Cover { .. } | Kind::Looks) && !is_nameless
    }

    /// A statement as a manifest has it: the verdict, the name, and the formula, or the whole command of a cover, a kernel or outcomes.
    pub fn stated(&self) -> Option<String> {
        match &self.kind {
            Kind::Statement { name, text, truth: true } => Some(format!("TRUE {name} {}", one_line(text))),
            Kind::Statement { name, text, truth: false } => Some(format!("FALSE {name} {}", one_line(text))),
            Kind::Cover { name, .. } | Kind::Kernel { name, .. } | Kind::Outcomes { name, .. } => {
                Some(format!("TRUE {name} {}", self.text()))
            }
            _ => None,
        }
    }

    /// The names that it binds, or leaves undecided if it fails; nothing, if that may be any.
    pub fn binds(&self) -> Option<Vec<String>> {
        let one = |kind: &str, name: &str| Some(vec![format!("{kind}{name}")]);
        match &self.kind {
            Kind::Statement { .. } | Kind::Cover { .. } | Kind::Looks | Kind::Quit => Some(Vec::new()),
            Kind::Definition { name: None, .. } => Some(Vec::new()),
            Kind::Definition { name: Some(name), .. } => {
                Some(vec![format!("{FUNCTION}{name}"), format!("{SEQUENCE}{name}")])
            }
            Kind::Macro { name, .. } => one(MACRO, name),
            Kind::Reg { name, .. }
            | Kind::Normalizer { name, .. }
            | Kind::Operation { name, .. }
            | Kind::Rightquo { name, .. }
            | Kind::Synchronize { name, .. } => one(FUNCTION, name),
            Kind::Word { name, .. }
            | Kind::WordBy { name, .. }
            | Kind::Combine { name, .. }
            | Kind::Family { name, .. } => one(WORD, name),
            Kind::FixedPoint { name, .. } => Some(vec![format!("{WORD}{name}"), format!("{SYSTEM}{name}")]),
            Kind::Sequence { name, .. } => one(SEQUENCE, name),
            Kind::Game { name, .. } => one(GAME, name),
            Kind::Kernel { name, .. } => one(FUNCTION, name),
            Kind::Outcomes { name, .. } => Some(outcomes(name).map(|name| format!("{FUNCTION}{name}")).to_vec()),
            Kind::Recursion { names, .. } => Some(names.iter().map(|name| format!("{FUNCTION}{name}")).collect()),
            Kind::Unread(names) => Some(names.clone()),
            Kind::Include { .. } | Kind::Wrong(_) => None,
        }
    }
}

/// The functions of `outcomes`: where the previous player wins, the next, Left, Right.
pub fn outcomes(name: &str) -> [String; 4] {
    ["P", "N", "L", "R"].map(|outcome| format!("{name}_{outcome}"))
}

/// The forms of `word`.
fn word(name: &str, rest: &[Piece]) -> Option<Kind> {
    use Piece::{Bare, Bracket, Name, Quoted, Set};
    let own = |text: &str| text.to_owned();
    let last = |pieces: &[Piece]| match pieces {
        [] => Some(None),
        [Quoted(coding)] => Some(Some(own(coding))),
        _ => None,
    };
    Some(match rest {
        [indices @ .., Quoted(text)] if matches!(indices, [Bracket(_), ..]) => {
            let index = |piece: &Piece| match piece {
                Bracket(text) => Some(text[1..text.len() - 1].trim().to_owned()).filter(|name| is_variable(name)),
                _ => None,
            };
            let indices = indices.iter().map(index).collect::<Option<Vec<String>>>()?;
            are_variables(&indices)?;
            Kind::WordBy { name: own(name), indices, text: own(text) }
        }
        [Quoted(rules), Name(from), Bare(letter) | Bracket(letter), coding @ ..] if from == "from" => {
            let inside = letter.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(letter);
            let start = Some(inside.trim().parse::<i64>().ok()?);
            Kind::FixedPoint { name: own(name), rules: own(rules), start, coding: last(coding)? }
        }
        [Quoted(rules), coding @ ..] => {
            Kind::FixedPoint { name: own(name), rules: own(rules), start: None, coding: last(coding)? }
        }
        [Set(_), ..] => return None,
        [system, Quoted(rules), coding @ ..] => {
            Kind::Word { name: own(name), system: track(system)?, rules: own(rules), coding: last(coding)? }
        }
        _ => return None,
    })
}

/// The form of a command.
fn kind(pieces: &[Piece]) -> Option<Kind> {
    let (Name(keyword), rest) = pieces.split_first()? else { return None };
    let own = String::clone;
    Some(match (keyword.as_str(), rest) {
        ("theorem" | "refute", [Name(name), Quoted(text), source @ ..]) if without_source(source).is_empty() => {
            Kind::Statement { name: own(name), text: own(text), truth: keyword == "theorem" }
        }
        ("cover", [Name(name), Quoted(target), Name(by), pieces @ ..]) if by == "by" => {
            let pieces = texts(without_source(pieces)).filter(|pieces| !pieces.is_empty())?;
            Kind::Cover { name: own(name), texts: [vec![own(target)], pieces].concat() }
        }
        ("def", [Name(name), counted @ .., Quoted(text)]) => {
            let is_usual = counting(Some(name), &names(counted)?)?;
            Kind::Definition { name: Some(own(name)), is_usual, text: own(text) }
        }
        ("def", [Called(called), counted @ .., Quoted(text)]) => {
            let (name, order) = called.strip_suffix(')')?.split_once('(')?;
            let (name, order) = (name.trim_end().to_owned(), order.split(',').map(|name| name.trim().to_owned()));
            are_variables(&order.collect::<Vec<String>>())?;
            counting(Some(&name), &names(counted)?)?;
            Kind::Definition { name: Some(name), is_usual: false, text: own(text) }
        }
        ("eval", [before @ .., Quoted(text)]) => {
            let names = names(before)?;
            let is_usual = counting(names.first(), names.get(1..).unwrap_or_default())?;
            Kind::Definition { name: names.first().cloned(), is_usual, text: own(text) }
        }
        ("macro", [Name(name), Quoted(text)]) => Kind::Macro { name: own(name), text: own(text) },
        ("include", [Quoted(path)]) => Kind::Include { path: own(path) },
        ("reg", [Name(name), tracks @ .., Quoted(text)]) if !tracks.is_empty() => {
            let tracks = tracks.iter().map(track).collect::<Option<Vec<String>>>()?;
            Kind::Reg { name: own(name), tracks, text: own(text) }
        }
        ("word", [Name(name), rest @ ..]) => word(name, rest)?,
        ("sequence", [Name(name), variables @ .., Quoted(text)]) if !variables.is_empty() => {
            let variables = names(variables)?;
            counting(Some(name), &variables)?;
            Kind::Sequence { name: own(name), variables, text: own(text) }
        }
        ("game", [Name(name), Quoted(rule), rest @ ..]) => match clauses(rest)? {
            Some(clauses) => Kind::Game { name: own(name), rule: own(rule), clauses },
            None => Kind::Unread(vec![format!("{GAME}{name}")]),
        },
        ("kernel", [Name(name), Name(of), Name(game), given @ ..]) if of == "of" => {
            let given = match given {
                [] => None,
                [Name(word), Bare(function)] if word == "given" => {
                    Some(function.strip_prefix('$').filter(|name| is_name(name))?.to_owned())
                }
                _ => return None,
            };
            Kind::Kernel { name: own(name), game: own(game), given }
        }
        ("outcomes", [Name(name), Name(of), Name(game)]) if of == "of" => {
            Kind::Outcomes { name: own(name), game: own(game) }
        }
        ("recursion", [functions @ .., Quoted(text)]) if !functions.is_empty() => {
            let all = names(functions)?;
            let are_distinct = (1..all.len()).all(|at| !all[..at].contains(&all[at]));
            are_distinct.then(|| Kind::Recursion { names: all, text: own(text) })?
        }
        ("redundant", [Name(_)] | [Name(_), Quoted(_)]) => Kind::Looks,
        ("redundant", [Name(name), Name(of), Name(_), Quoted(_)]) | ("guess", [Name(name), Name(of), Name(_)])
            if of == "of" =>
        {
            Kind::Unread(vec![format!("{FUNCTION}{name}")])
        }
        ("cls" | "describe" | "export" | "first" | "help" | "inf" | "regex" | "test", _) => Kind::Looks,
        ("quit" | "exit", []) => Kind::Quit,
        ("numeration" | "ost" | "use" | "load", _) => {
            Kind::Wrong("it may give another meaning to any name, and this checker does not read it".into())
        }
        (keyword, rest) => row(keyword, rest)?,
    })
}

/// The forms of `family`.
fn family(pieces: &[Piece]) -> Option<FamilyKind> {
    let marked = |name: &String| name.strip_prefix('$').unwrap_or(name).to_owned();
    let (Name(keyword), rest) = pieces.split_first()? else { return None };
    Some(match (keyword.as_str(), rest) {
        ("sturmian", []) => FamilyKind::Sturmian(None),
        ("bounded", [Bare(most)]) => FamilyKind::Sturmian(Some(most.parse().ok().filter(|most| *most > 0)?)),
        ("paperfolding", []) => FamilyKind::Paperfolding,
        ("of", [Name(a), Name(b), Name(c), rest @ ..]) => {
            let close = match rest {
                [] => None,
                [Name(block), Bare(digit)] if block == "block" => Some(digit.parse().ok()?),
                _ => return None,
            };
            FamilyKind::Of { functions: [a, b, c].map(marked), close }
        }
        _ => return None,
    })
}

/// Commands whose arguments stand in a row, and those of which nothing matters but what they bind.
fn row(keyword: &str, rest: &[Piece]) -> Option<Kind> {
    let marked = |piece: &Piece| match piece {
        Name(name) => Some(name.clone()),
        Bare(text) => text.strip_prefix('$').filter(|name| is_name(name)).map(str::to_owned),
        _ => None,
    };
    let name = marked(rest.first()?)?;
    let of = |kinds: &[&str]| kinds.iter().map(|kind| format!("{kind}{name}")).collect::<Vec<String>>();
    let known = match (keyword, rest) {
        ("combine", [Name(_), parts @ ..]) if !parts.is_empty() => {
            let part = |(at, piece): (usize, &Piece)| match piece {
                // One without a value has the number of its place.
                Name(name) => Some((name.clone(), at as i64 + 1)),
                Bare(text) => {
                    let (name, value) = text.split_once('=').filter(|(name, _)| is_name(name))?;
                    Some((name.to_owned(), value.parse().ok()?))
                }
                _ => None,
            };
            let parts = parts.iter().enumerate().map(part).collect::<Option<Vec<(String, i64)>>>();
            parts.map(|parts| Kind::Combine { name: name.clone(), parts })
        }
        ("normalizer", [Name(_), system, digits @ ..]) if !matches!(system, Set(_)) => {
            let digits = match digits {
                [] => Some(None),
                [Set(digits)] => Some(Some(digits.clone())),
                _ => None,
            };
            track(system).zip(digits).map(|(system, digits)| Kind::Normalizer { name: name.clone(), system, digits })
        }
        ("family", [Name(_), kind @ ..]) if name.starts_with(|first: char| first.is_ascii_uppercase()) => {
            family(kind).map(|kind| Kind::Family { name: name.clone(), kind })
        }
        ("concat" | "difference" | "intersect" | "star" | "union", [Name(_), parts @ ..]) if !parts.is_empty() => {
            let parts = parts.iter().map(marked).collect::<Option<Vec<String>>>();
            let operation = Operation::named(keyword).zip(parts);
            operation.map(|(operation, parts)| Kind::Operation { name: name.clone(), operation, parts })
        }
        ("rightquo", [Name(_), Name(whole), Name(part)]) => {
            Some(Kind::Rightquo { name: name.clone(), whole: whole.clone(), part: part.clone() })
        }
        ("synchronize", [Name(_), Name(sequence)]) => {
            Some(Kind::Synchronize { name: name.clone(), sequence: sequence.clone() })
        }
        _ => None,
    };
    if known.is_some() {
        return known;
    }
    Some(match keyword {
        "concat" | "difference" | "fixleadzero" | "fixtrailzero" | "intersect" | "leftquo" | "normalizer"
        | "rightquo" | "star" | "synchronize" | "union" => Kind::Unread(of(&[FUNCTION])),
        "combine" | "family" | "image" | "join" => Kind::Unread(of(&[WORD])),
        "promote" if matches!(rest, [Name(_), Name(_)]) => Kind::Unread(of(&[WORD])),
        "alphabet" | "convert" | "minimize" | "reverse" | "rsplit" | "split" | "transduce" => {
            Kind::Unread(of(&[FUNCTION, WORD]))
        }
        // Nothing that is read here names a morphism.
        "morphism" if matches!(rest, [Name(_), Quoted(_)]) => Kind::Unread(Vec::new()),
        "grundy" => {
            let [_, Name(of), Name(_), Name(upto), Bare(most)] = rest else { return None };
            let most = most.parse::<u32>().ok().filter(|most| *most <= MOST_VALUES)?;
            if of != "of" || upto != "upto" {
                return None;
            }
            Kind::Unread((0..=most).map(|value| format!("{FUNCTION}{name}_{value}")).collect())
        }
        _ => return None,
    })
}

/// What stands before `from "source"`, or all if that is not there.
fn without_source(pieces: &[Piece]) -> &[Piece] {
    match pieces {
        [before @ .., Name(from), Quoted(_)] if from == "from" => before,
        _ => pieces,
    }
}

fn names(pieces: &[Piece]) -> Option<Vec<String>> {
    pieces.iter().map(|piece| if let Name(name) = piece { Some(name.clone()) } else { None }).collect()
}

/// Something if these may be variables of one list, each once.
fn are_variables(names: &[String]) -> Option<()> {
    let is_new = |(at, name): (usize, &String)| is_variable(name) && !names[..at].contains(name);
    names.iter().enumerate().all(is_new).then_some(())
}

/// Whether nothing is counted by variables. By some a sequence is made, which must have a name that can be read as one.
fn counting(name: Option<&String>, variables: &[String]) -> Option<bool> {
    are_variables(variables)?;
    (variables.is_empty() || name.is_some_and(|name| is_variable(name))).then_some(variables.is_empty())
}

fn texts(pieces: &[Piece]) -> Option<Vec<String>> {
    pieces.iter().map(|piece| if let Quoted(text) = piece { Some(text.clone()) } else { None }).collect()
}

/// A system or a set of digits.
fn track(piece: &Piece) -> Option<String> {
    let is_word = |text: &str| text.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric());
    match piece {
        Name(text) | Bare(text) if is_word(text) => Some(text.clone()),
        Set(text) => Some(text.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_are_those_of_the_book() {
        let page = include_str!("../../docs/commands.md");
        let usages = page.lines().filter_map(|line| line.strip_prefix("- `"));
        let listed: Vec<&str> =
            usages.filter_map(|usage| usage.split(|c: char| !c.is_ascii_lowercase()).next()).collect();
        assert_eq!(listed, crate::text::KEYWORDS.split_whitespace().collect::<Vec<&str>>());
    }

    fn first(text: &str) -> Command {
        commands(text).into_iter().next().expect("a command")
    }

    #[test]
    fn a_command_with_a_piece_too_many_or_too_few_may_bind_any_name() {
        for text in [
            "theorem t \"1=1\" \"1=1\":",
            "theorem t \"1=1\" from:",
            "theorem \"1=1\":",
            "refute t x \"1=1\":",
            "def f 3 \"x=1\":",
            "def \"x=1\":",
            "macro m x \"x=1\":",
            "include a.prf:",
            "include \"a\" \"b\":",
            "reg f \"0\":",
            "word W msd_2 \"0->01 1->10\" \"0->0 1->1\" \"0->1 1->0\":",
            "word W [n+1] \"n\":",
            "sequence s \"n\":",
            "game G \"p -> r : r<p\" terminal:",
            "game G \"p -> r : r<p\" block 0:",
            "game G \"p -> r : r<p\" ending \"p=1\":",
            "kernel P of G given:",
            "kernel P of G given Q:",
            "kernel P of G taken $Q:",
            "kernel P:",
            "outcomes O of:",
            "outcomes O G:",
            "cover c \"x=x\" by:",
            "cover c \"x=x\" by \"x=x\" and \"x=x\":",
            "grundy V of G to 3:",
            "grundy V of G upto 99999999:",
            "quit x:",
            "numeration fib \"2\":",
            "ost o [1] [2]:",
            "use \"a.prf\":",
            "load a:",
            "nothing x:",
            "$help:",
        ] {
            assert!(first(text).binds().is_none(), "{text}");
        }
    }

    #[test]
    fn a_command_that_is_not_read_binds_the_names_of_the_table() {
        for (text, names) in [
            ("def f(y,x) \"x=y\":", "$f (f"),
            ("def f n \"x=n\":", "$f (f"),
            ("eval n \"x=n\":", "$n (n"),
            ("grundy V of G upto 2:", "$V_0 $V_1 $V_2"),
            ("union f a b:", "$f"),
            ("reverse $f f:", "$f [f"),
            ("join V T[a] F[b]:", "[V"),
            ("game G \"p -> r : r<p\" block 2 block 3:", "game G"),
            ("promote W m:", "[W"),
            ("morphism m \"0->01\":", ""),
            ("outcomes O of G:", "$O_P $O_N $O_L $O_R"),
            ("recursion F M \"F(n)=M(n)\":", "$F $M"),
            ("redundant G:", ""),
            ("redundant R of G \"p=r+i\":", "$R"),
            ("guess P of G:", "$P"),
            ("test W 3:", ""),
        ] {
            assert_eq!(first(text).binds().expect("it is known").join(" "), names, "{text}");
        }
    }

    #[test]
    fn a_statement_is_told_in_one_line() {
        for (text, line) in [
            ("[export 1 txt] theorem t \"Ax\n  x=x\" from \"a\":", "TRUE t Ax x=x"),
            ("refute t\"1=2\":", "FALSE t 1=2"),
            ("kernel # why\nP of G given $Q:", "TRUE P kernel P of G given $Q"),
            ("cover c \" a\" by \"b\"\n\"c\":", "TRUE c cover c \"a\" by \"b\" \"c\""),
        ] {
            assert_eq!(first(text).stated().as_deref(), Some(line));
        }
        for text in ["eval t \"1=2\":", "def t \"1=2\":", "redundant G:", "grundy V of G upto 2:"] {
            assert_eq!(first(text).stated(), None, "{text}");
        }
    }
}
