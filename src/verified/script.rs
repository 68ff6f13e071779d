//! The commands of a script and of the files that it includes, as statements: the end of `verified/Reader.v`.
//!
//! What is not read makes its names unknown. Where a command is not read as one, nothing that follows is read either.

use std::path::{Component, Path, PathBuf};

use crate::syntax::{
    AlphabetSpec, Argument, ArgumentKind, Builtin, Command, CommandKind, GameClause, LetterSpec, Name, Quoted, Source,
    digits_of_set, full_system_name, parse_in_order,
};
use crate::tuning::verified::{INCLUDES, LARGEST_BLOCK};

use super::digits::normalizing;
use super::game::Clauses;
use super::kinds::{Kind, Tracks};
use super::readable::readable;
use super::reader::{Reader, StatementRead};
use super::tree::{Numeration, Statement};

/// Finds the text of a file.
pub type Files<'a> = &'a dyn Fn(&Path) -> Option<String>;

/// What ships with every script: the games and their kernels, then functions and words.
pub const SHIPPED: [(&str, &str); 3] = [
    ("games.prf", include_str!("../../automata/games.prf")),
    ("functions.prf", include_str!("../../automata/functions.prf")),
    ("words.prf", include_str!("../../automata/words.prf")),
];

/// Commands that show something and bind nothing.
const DISPLAYING: [&str; 8] = ["cls", "describe", "export", "first", "help", "inf", "regex", "test"];
/// Commands that are not read and bind the first of their words.
const IN_A_ROW: [&str; 23] = [
    "concat",
    "difference",
    "fixleadzero",
    "fixtrailzero",
    "intersect",
    "leftquo",
    "normalizer",
    "rightquo",
    "star",
    "synchronize",
    "union",
    "combine",
    "family",
    "image",
    "join",
    "alphabet",
    "convert",
    "minimize",
    "reverse",
    "rsplit",
    "split",
    "transduce",
    "ost",
];

/// What becomes of the commands behind one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// They are read.
    Command,
    /// The file ends.
    End,
    /// Nothing is read any more.
    Nothing,
}

/// The statements of a script, behind those of what ships, and how many those are.
pub fn statements(path: &Path, files: Files<'_>) -> (Vec<(Numeration, Statement)>, usize) {
    let mut file = File { reader: Reader::default(), files, included: Vec::new() };
    for (at, (name, text)) in SHIPPED.iter().enumerate() {
        file.begin();
        file.read(Path::new(name), text, &[], false);
        if at == 0 {
            // The games of the shipped kernels are not known to scripts.
            let bound = file.reader.written.iter().filter(|(_, said)| !matches!(said, Statement::Kernel(..)));
            let names = bound.flat_map(|(_, said)| said.bound().to_vec()).collect();
            file.reader.unread(names);
        }
    }
    let shipped = file.reader.written.len();
    file.begin();
    if let Some(text) = files(path) {
        file.read(path, &text, &[], true);
    }
    (file.reader.written, shipped)
}

struct File<'a> {
    reader: Reader,
    files: Files<'a>,
    /// Files that were included.
    included: Vec<PathBuf>,
}

impl File<'_> {
    fn begin(&mut self) {
        self.reader.begin_file();
        self.included.clear();
    }

    /// Reads a file; false if something in it is not read, so that nothing is from there on. `around` are the files
    /// that are being read around this one; claims are read in the script itself alone.
    fn read(&mut self, path: &Path, text: &str, around: &[PathBuf], is_script: bool) -> bool {
        if around.len() >= INCLUDES {
            return false;
        }
        let source = Source::new(path.display().to_string(), text);
        let readable = readable(text);
        let reading = [&[path.to_owned()], around].concat();
        for item in parse_in_order(&source) {
            let Ok(command) = item else { return false };
            if command.span.end > readable {
                return false;
            }
            if let CommandKind::Include { path: written } = &command.kind {
                if !command.hints.is_empty() || !self.include(path, source.slice(written.span), &reading) {
                    return false;
                }
                continue;
            }
            match self.command(&source, &command, is_script) {
                Next::Command => {}
                Next::End => return true,
                Next::Nothing => return false,
            }
        }
        readable == text.len()
    }

    fn include(&mut self, from: &Path, written: &str, reading: &[PathBuf]) -> bool {
        let Some(path) = resolved(from, written) else { return false };
        if reading.contains(&path) {
            return false;
        }
        if self.included.contains(&path) {
            return true;
        }
        let Some(text) = (self.files)(&path) else { return false };
        let is_read = self.read(&path, &text, reading, false);
        if is_read {
            self.included.push(path);
        }
        is_read
    }

    fn command(&mut self, source: &Source, command: &Command, is_script: bool) -> Next {
        let text = |quoted: &Quoted| source.slice(quoted.span);
        let owned = |name: &Name| name.text.to_string();
        let reader = &mut self.reader;
        if !command.hints.is_empty() {
            return Next::Nothing;
        }
        match &command.kind {
            CommandKind::Theorem { name, formula, .. } | CommandKind::Refute { name, formula, .. } if is_script => {
                let is_negated = matches!(command.kind, CommandKind::Refute { .. });
                let read = reader.claim(&name.text, is_negated, text(formula));
                read.into_iter().for_each(|read| reader.write_read(read));
            }
            CommandKind::Cover { name, target, pieces, .. } if is_script => {
                let pieces: Vec<&str> = pieces.iter().map(text).collect();
                let read = reader.cover(&name.text, text(target), &pieces);
                read.into_iter().for_each(|read| reader.write_read(read));
            }
            CommandKind::Theorem { .. }
            | CommandKind::Refute { .. }
            | CommandKind::Cover { .. }
            | CommandKind::Eval { name: None, .. }
            | CommandKind::Morphism { .. }
            | CommandKind::Redundant { name: None, .. } => {}
            CommandKind::Def { name, counted, formula, order } => match order {
                Some(_) if !counted.is_empty() => return Next::Nothing,
                _ if !counted.is_empty() => reader.unknown(vec![owned(name)]),
                order => {
                    let order = order.as_ref().map(|names| names.iter().map(owned).collect());
                    let read = reader.definition(&name.text, order, text(formula));
                    reader.write_or_unread(&name.text, read);
                }
            },
            CommandKind::Eval { name: Some(name), counted, formula } => {
                if counted.is_empty() {
                    let read = reader.definition(&name.text, None, text(formula));
                    reader.write_or_unread(&name.text, read);
                } else {
                    reader.unknown(vec![owned(name)]);
                }
            }
            CommandKind::Reg { name, alphabets, expression } => {
                let tracks = alphabets.iter().map(|alphabet| track(reader, alphabet)).collect();
                let read = reader.expression(&name.text, tracks, text(expression));
                reader.write_or_unread(&name.text, read);
            }
            CommandKind::Macro { name, template } => {
                reader.macros.insert(owned(name), text(template).to_owned());
            }
            CommandKind::Word { name, system, rules, coding } => {
                let read = reader.word(&name.text, &system.text, text(rules), coding.as_ref().map(text));
                reader.write_or_unread(&name.text, read);
            }
            CommandKind::WordBy { name, indices, .. } if indices.len() == 1 => reader.unread(vec![owned(name)]),
            CommandKind::FixedPoint { name, start: None, coding: None, .. }
            | CommandKind::Sequence { name, .. }
            | CommandKind::Promote { name, .. }
            | CommandKind::Guess { name, .. }
            | CommandKind::Outcomes { name, .. }
            | CommandKind::Grundy { name, .. } => reader.unknown(vec![owned(name)]),
            CommandKind::Recursion { names, .. } => reader.unknown(names.iter().map(owned).collect()),
            CommandKind::Numeration { name, definition } => reader.define_system(&name.text, text(definition)),
            CommandKind::Game { name, rule, clauses } => {
                let Some(clauses) = clauses_of(source, clauses) else { return Next::Nothing };
                let read = reader.game(&name.text, text(rule), &clauses);
                reader.write_or_unread(&name.text, read);
            }
            CommandKind::Kernel { name, game, given } => kernel(reader, &name.text, &game.text, given.as_ref()),
            CommandKind::Builtin { builtin, arguments } => return row(reader, *builtin, arguments),
            CommandKind::Quit => return Next::End,
            CommandKind::Include { .. }
            | CommandKind::Load { .. }
            | CommandKind::WordBy { .. }
            | CommandKind::FixedPoint { start: Some(LetterSpec { .. }), .. }
            | CommandKind::FixedPoint { coding: Some(_), .. }
            | CommandKind::Redundant { name: Some(_), .. } => return Next::Nothing,
        }
        Next::Command
    }
}

/// A path relative to the folder of a file.
fn resolved(from: &Path, written: &str) -> Option<PathBuf> {
    let mut path = from.parent()?.to_owned();
    for part in written.split('/') {
        match part {
            "" => return None,
            "." => {}
            ".." => match path.components().next_back() {
                Some(Component::Normal(_)) => drop(path.pop()),
                Some(Component::RootDir | Component::Prefix(_) | Component::CurDir | Component::ParentDir) | None => {
                    return None;
                }
            },
            part => path.push(part),
        }
    }
    Some(path)
}

fn track(reader: &Reader, alphabet: &AlphabetSpec) -> Option<Kind> {
    match alphabet {
        AlphabetSpec::System(name) => reader.system(&name.text).map(Kind::Numbers),
        AlphabetSpec::Digits(digits, _) => Reader::letters(digits),
    }
}

fn clauses_of(source: &Source, clauses: &[GameClause]) -> Option<Clauses> {
    let mut read = Clauses::default();
    for clause in clauses {
        let text = |quoted: &Quoted| source.slice(quoted.span).to_owned();
        match clause {
            GameClause::Terminal(quoted) if read.terminal.is_none() => read.terminal = Some(text(quoted)),
            GameClause::Measure(quoted) if read.measure.is_none() => read.measure = Some(text(quoted)),
            GameClause::Block(count, _) if read.block.is_none() && (1..=LARGEST_BLOCK).contains(count) => {
                read.block = Some(usize::try_from(*count).ok()?);
            }
            GameClause::Misere(_) if !read.is_misere => read.is_misere = true,
            GameClause::Terminal(_)
            | GameClause::Measure(_)
            | GameClause::Block(..)
            | GameClause::Misere(_)
            | GameClause::Right(_) => return None,
        }
    }
    Some(read)
}

fn kernel(reader: &mut Reader, name: &str, game: &str, given: Option<&Name>) {
    match reader.system_of_game(game) {
        Some((at, piles)) => {
            reader.type_function(name, vec![Kind::Numbers(at.clone()); piles]);
            let given = given.map(|given| given.text.trim_start_matches('$').to_owned());
            reader.write(at, Statement::Kernel(name.to_owned(), game.to_owned(), given));
        }
        None => reader.unread(vec![name.to_owned()]),
    }
}

/// A command whose arguments stand in a row.
fn row(reader: &mut Reader, builtin: Builtin, arguments: &[Argument]) -> Next {
    let keyword = builtin.keyword();
    let is_displaying = DISPLAYING.contains(&keyword);
    let Some((first, rest)) = arguments.split_first() else {
        return if is_displaying { Next::Command } else { Next::Nothing };
    };
    if arguments.iter().any(|argument| argument.kind == ArgumentKind::Quoted) {
        return Next::Nothing;
    }
    let name = match first.kind {
        ArgumentKind::Name => Some(&*first.text),
        ArgumentKind::Bare => first.text.strip_prefix('$').filter(|name| crate::syntax::is_name(name)),
        ArgumentKind::Bracket | ArgumentKind::Set | ArgumentKind::Quoted => None,
    };
    let is_word = matches!(first.kind, ArgumentKind::Name | ArgumentKind::Bare) && !first.text.contains('(');
    match (keyword, name) {
        ("combine", Some(name)) if first.kind == ArgumentKind::Name => reader.combine(name, rest),
        ("normalizer", Some(name)) if first.kind == ArgumentKind::Name => match normalizer(reader, name, rest) {
            Some(read) => reader.write_read(read),
            None => reader.unknown(vec![name.to_owned()]),
        },
        (_, Some(name)) if IN_A_ROW.contains(&keyword) => reader.unknown(vec![name.to_owned()]),
        _ if is_displaying && is_word => {}
        _ => return Next::Nothing,
    }
    Next::Command
}

/// `normalizer f S {0,1}`
fn normalizer(reader: &Reader, name: &str, arguments: &[Argument]) -> Option<StatementRead> {
    let [system, digits] = arguments else { return None };
    if digits.kind != ArgumentKind::Set {
        return None;
    }
    let digits = digits_of_set(&digits.text[1..digits.text.len() - 1]).ok()?;
    let Some(Kind::Letters(digits)) = Reader::letters(&digits) else { return None };
    let at = reader.system(&full_system_name(&system.text)?)?;
    let (said, before) = normalizing(name, &digits, &at)?;
    let tracks = vec![Kind::Letters(digits), Kind::Numbers(at.clone())];
    Some(StatementRead { at, said, before, tracks })
}
