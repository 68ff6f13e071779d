//! A text as an editor knows it: its commands, whole or half typed, and the names in them.
//!
//! All is read off the pieces and tokens of the text, so that what is wrong in one command hides nothing of the others.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::syntax::ast::{Command, OUTCOMES};
use crate::syntax::{
    Broken, Diagnostic, NameKind, Piece, PieceKind, Pieces, Source, Span, TokenKind, begins_command, command,
    formula_tokens, is_name, parse_in_order, pieces,
};

use super::name::{Definition, Use, Wanted, kinds_defined};

/// Values of `grundy` that are named one by one.
const MOST_VALUES: u32 = 100;

/// What a text in quotes is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A formula, a term, a claim of sequences.
    Formula,
    /// The rule of a game.
    Rule,
    /// The template of a macro.
    Template,
    /// The path of a file.
    Path,
    /// Where a theorem comes from.
    Citation,
    /// A regular expression, a morphism, a recurrence.
    Other,
}

/// A command, whole or not.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its first word; empty if it has none.
    pub keyword: String,
    /// Its pieces from the first word on.
    pub pieces: Vec<Piece>,
    /// Where it stands, its terminator included.
    pub span: Span,
    /// Which of [`Document::commands`] it is, if it can be read.
    pub command: Option<usize>,
}

/// A file whose names are used.
#[derive(Clone, Debug)]
pub struct Import {
    /// Its path as written.
    pub path: String,
    /// Where the path stands.
    pub place: Span,
    /// Where the command ends, from where on the names are known.
    pub after: usize,
    /// Whether the names of a folder may be meant, too.
    pub is_use: bool,
}

/// A text in quotes.
#[derive(Clone, Copy, Debug)]
pub struct Quotation {
    /// Without the quotes.
    pub span: Span,
    /// What it is written in.
    pub language: Language,
    /// Which section it stands in.
    pub section: usize,
}

/// A text and what was read in it.
#[derive(Clone, Debug)]
pub struct Document {
    path: Option<PathBuf>,
    source: Source,
    commands: Vec<Command>,
    broken: Vec<Broken>,
    sections: Vec<Section>,
    quotations: Vec<Quotation>,
    definitions: Vec<Definition>,
    uses: Vec<Use>,
    imports: Vec<Import>,
}

impl Document {
    /// Reads a script.
    ///
    /// ```
    /// use filbert::editor::Document;
    /// use filbert::syntax::Source;
    /// let document = Document::new(Source::new("s", "def even \"Ey x=2*y\":\ntheorem a \"Ax $even(2*x"), None);
    /// assert_eq!((document.definitions().len(), document.uses().len(), document.errors().len()), (2, 0, 1));
    /// ```
    pub fn new(source: Source, path: Option<&Path>) -> Document {
        let (mut commands, mut broken) = (Vec::new(), Vec::new());
        for item in parse_in_order(&source) {
            match item {
                Ok(command) => commands.push(command),
                Err(wrong) => broken.push(wrong),
            }
        }
        let mut document = Document {
            path: path.map(Path::to_owned),
            sections: sections(&source, &commands),
            source,
            commands,
            broken,
            quotations: Vec::new(),
            definitions: Vec::new(),
            uses: Vec::new(),
            imports: Vec::new(),
        };
        for section in 0..document.sections.len() {
            document.read_section(section);
        }
        document.definitions.sort_by_key(|definition| definition.place);
        document.uses.sort_by_key(|one| one.place);
        document
    }

    /// Reads a text that is one formula.
    pub fn statement(source: Source) -> Document {
        let span = source.span();
        let section = Section { keyword: String::new(), pieces: Vec::new(), span, command: None };
        let mut document = Document {
            path: None,
            source,
            commands: Vec::new(),
            broken: Vec::new(),
            sections: vec![section],
            quotations: Vec::new(),
            definitions: Vec::new(),
            uses: Vec::new(),
            imports: Vec::new(),
        };
        document.read_quotation(Quotation { span, language: Language::Formula, section: 0 });
        document
    }

    /// Reads what is typed at a prompt: commands, or else one formula.
    pub fn input(source: Source) -> Document {
        let mut lines = source.text().lines().map(str::trim);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
        match first.is_some_and(|line| begins_command(line) || line.starts_with("[strategy")) {
            true => Document::new(source, None),
            false => Document::statement(source),
        }
    }

    /// Whether it is one formula, and no script.
    pub fn is_statement(&self) -> bool {
        matches!(&self.sections[..], [section] if section.pieces.is_empty())
    }

    /// Where it is, if it is a file.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The text.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The commands that can be read.
    pub fn commands(&self) -> &[Command] {
        &self.commands
    }

    /// What is wrong with the others.
    pub fn errors(&self) -> impl ExactSizeIterator<Item = &Diagnostic> {
        self.broken.iter().map(|broken| &broken.error)
    }

    /// The commands before one of them in their order, those that cannot be read among them; all, if there is none such.
    pub fn items_before(&self, command: usize) -> Vec<Result<Command, Broken>> {
        let end = self.commands.get(command).map_or(usize::MAX, |command| command.span.start);
        let mut broken = self.broken.iter().filter(|broken| broken.error.span().start < end).peekable();
        let mut items = Vec::new();
        for command in self.commands.iter().take(command) {
            while let Some(wrong) = broken.next_if(|wrong| wrong.error.span().start < command.span.start) {
                items.push(Err(wrong.clone()));
            }
            items.push(Ok(command.clone()));
        }
        items.extend(broken.cloned().map(Err));
        items
    }

    /// All commands.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// All texts in quotes.
    pub fn quotations(&self) -> &[Quotation] {
        &self.quotations
    }

    /// The names that it defines, in the order of the text.
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// The names that it uses, in the order of the text; variables are not among them.
    pub fn uses(&self) -> &[Use] {
        &self.uses
    }

    /// The files whose names it uses.
    pub fn imports(&self) -> &[Import] {
        &self.imports
    }

    /// The section that a place lies in.
    pub fn section_at(&self, at: usize) -> Option<usize> {
        self.sections.iter().position(|section| section.span.start <= at && at <= section.span.end)
    }

    /// The text in quotes that a place lies in.
    pub fn quotation_at(&self, at: usize) -> Option<&Quotation> {
        self.quotations.iter().find(|quotation| quotation.span.start <= at && at <= quotation.span.end)
    }

    /// The text in quotes of a section that stands first among those in a language.
    pub fn quoted_in(&self, section: usize, language: Language) -> Option<Span> {
        let mut own = self.quotations_of(section).iter();
        own.find(|quotation| quotation.language == language).map(|quotation| quotation.span)
    }

    /// The texts in quotes of a section.
    pub fn quotations_of(&self, section: usize) -> &[Quotation] {
        let place = |section: usize| self.quotations.partition_point(|quotation| quotation.section < section);
        &self.quotations[place(section)..place(section + 1)]
    }

    fn read_section(&mut self, at: usize) {
        let Section { keyword, pieces, span, .. } = self.sections[at].clone();
        let text = |span: Span| self.source.slice(span);
        let on_automata = pieces.iter().any(|(_, span)| text(*span).starts_with('$'));
        let is_counted = pieces.get(2).is_some_and(|(kind, _)| *kind == PieceKind::Name);
        let mut kinds = kinds_defined(&keyword, on_automata, is_counted);
        // Without a system, a morphism makes one.
        if keyword == "word" && pieces.get(2).is_some_and(|(kind, _)| *kind == PieceKind::Quoted) {
            kinds.push(NameKind::System);
        }
        let defines = !kinds.is_empty() && pieces.len() > 1;
        if defines && let (PieceKind::Name | PieceKind::Called | PieceKind::Bare, place) = pieces[1] {
            let is_marked = text(place).starts_with('$');
            let kinds: Vec<NameKind> =
                kinds.into_iter().filter(|kind| !is_marked || *kind == NameKind::Function).collect();
            kinds.into_iter().for_each(|kind| self.define(at, kind, place));
            if keyword == "recursion" {
                let more = pieces[2..].iter().take_while(|(kind, _)| *kind == PieceKind::Name);
                more.for_each(|(_, place)| self.define(at, NameKind::Function, *place));
            }
        }
        if keyword == "load"
            && let Some((PieceKind::Name | PieceKind::Called | PieceKind::Bare, place)) = pieces.get(1)
        {
            let path = self.source.slice(*place).to_owned();
            self.imports.push(Import { path, place: *place, after: span.end, is_use: false });
        }
        for (number, (kind, place)) in pieces.iter().enumerate().skip(1) {
            if *kind == PieceKind::Quoted {
                let inner = Span::new(place.start + 1, (place.end - 1).max(place.start + 1));
                let language = language(&self.source, &pieces[..number]);
                if language == Language::Path {
                    let path = self.source.slice(inner).to_owned();
                    let is_use = keyword == "use";
                    self.imports.push(Import { path, place: inner, after: span.end, is_use });
                }
                self.read_quotation(Quotation { span: inner, language, section: at });
            } else if number > 1 || !defines {
                self.read_argument(at, number);
            }
        }
    }

    fn define(&mut self, section: usize, kind: NameKind, place: Span) {
        let Section { keyword, pieces, .. } = &self.sections[section];
        let written = self.source.slice(place);
        let bare = written.trim_start_matches('$');
        let name = bare.split(['(', ' ', '\t', '\n', '\r']).next().unwrap_or_default();
        if !is_name(name) {
            return;
        }
        let start = place.start + written.len() - bare.len();
        let place = Span::new(start, start + name.len());
        let mut names = vec![name.to_owned()];
        if keyword == "grundy" {
            let upto = pieces.iter().skip_while(|(_, span)| self.source.slice(*span) != "upto").nth(1);
            let most: u32 = upto.and_then(|(_, span)| self.source.slice(*span).parse().ok()).unwrap_or(0);
            names = (0..=most.min(MOST_VALUES)).map(|value| format!("{name}_{value}")).collect();
        }
        if keyword == "outcomes" {
            names = OUTCOMES.iter().map(|outcome| format!("{name}_{outcome}")).collect();
        }
        let definition = |name: String| Definition { name: name.into(), kind, place, command: section };
        self.definitions.extend(names.into_iter().map(definition));
    }

    /// Whether a name is one of those before the text in quotes of a command.
    fn names_in_front(&self, section: usize, name: Span) -> bool {
        let mut names = self.sections[section].pieces.iter().skip(1).take_while(|(kind, _)| *kind == PieceKind::Name);
        names.any(|(_, place)| self.source.slice(*place) == self.source.slice(name))
    }

    fn put(&mut self, section: usize, wanted: Wanted, place: Span) {
        let name = self.source.slice(place);
        if is_name(name) {
            self.uses.push(Use { name: name.into(), wanted, place, command: section });
        }
    }

    /// A numeration system by a name that may say its digit order.
    fn put_system(&mut self, section: usize, place: Span) {
        let name = self.source.slice(place);
        let prefix = ["msd_", "lsd_"].iter().find(|prefix| name.starts_with(**prefix)).map_or(0, |prefix| prefix.len());
        self.put(section, Wanted::One(NameKind::System), Span::new(place.start + prefix, place.end));
    }

    /// The name that an argument outside quotes uses.
    fn read_argument(&mut self, section: usize, at: usize) {
        let Section { keyword, pieces, .. } = &self.sections[section];
        let (kind, place) = pieces[at];
        let text = self.source.slice(place);
        let before = self.source.slice(pieces[at - 1].1);
        if let Some(function) = text.strip_prefix('$') {
            let place = Span::new(place.end - function.len(), place.end);
            return self.put(section, Wanted::One(NameKind::Function), place);
        }
        if text.starts_with("msd_") || text.starts_with("lsd_") {
            return self.put_system(section, place);
        }
        let one = |kind| Some(Wanted::One(kind));
        let wanted = match (keyword.as_str(), at, kind) {
            ("def" | "eval" | "theorem" | "refute" | "cover" | "game" | "macro" | "morphism" | "numeration", ..)
            | ("help" | "include" | "cls" | "quit" | "exit" | "ost" | "sequence" | "recursion", ..) => None,
            ("kernel" | "guess" | "grundy" | "outcomes" | "redundant", _, PieceKind::Name) if before == "of" => {
                one(NameKind::Game)
            }
            ("kernel" | "guess" | "grundy" | "outcomes", ..) => None,
            ("word", 3.., _) => None,
            ("redundant", 1, PieceKind::Name) => one(NameKind::Game),
            ("redundant", ..) => None,
            ("promote" | "image", 2, PieceKind::Name) => one(NameKind::Morphism),
            ("image", 3, PieceKind::Name) => one(NameKind::Word),
            ("synchronize", 2, PieceKind::Name) => one(NameKind::Sequence),
            ("reg" | "normalizer", _, PieceKind::Name | PieceKind::Bare)
            | ("word", 2, PieceKind::Name | PieceKind::Bare) => {
                return self.put_system(section, place);
            }
            (_, _, PieceKind::Name) => Some(Wanted::Any),
            ("combine", _, PieceKind::Bare) => {
                let name = text.split('=').next().unwrap_or_default();
                let place = Span::new(place.start, place.start + name.len());
                return self.put(section, Wanted::One(NameKind::Function), place);
            }
            _ => None,
        };
        if let Some(wanted) = wanted {
            self.put(section, wanted, place);
        }
    }

    fn read_quotation(&mut self, quotation: Quotation) {
        self.quotations.push(quotation);
        if !matches!(quotation.language, Language::Formula | Language::Rule | Language::Template) {
            return;
        }
        let tokens = formula_tokens(&self.source, quotation.span);
        for (at, token) in tokens.iter().enumerate() {
            let Some(kind) = token.kind else { continue };
            let next = tokens.get(at + 1);
            // What a template completes is no name yet.
            let glued = |end: usize| self.source.text()[end..].starts_with('%');
            if quotation.language == Language::Template && glued(token.span.end) {
                continue;
            }
            let tail = Span::new(token.span.start + 1, token.span.end);
            let section = quotation.section;
            match (kind, next.and_then(|next| next.kind)) {
                (TokenKind::Function, _) => self.put(section, Wanted::One(NameKind::Function), tail),
                (TokenKind::Macro, _) => self.put(section, Wanted::One(NameKind::Macro), tail),
                (TokenKind::WordName, _) => self.put(section, Wanted::One(NameKind::Word), tail),
                (TokenKind::System, _) => self.put_system(section, tail),
                (TokenKind::Identifier, Some(TokenKind::OpenBracket)) => {
                    self.put(section, Wanted::One(NameKind::Word), token.span);
                }
                (TokenKind::Identifier, Some(TokenKind::OpenParen))
                    if !token.is_bound && next.is_some_and(|next| next.span.start == token.span.end) =>
                {
                    match &*self.sections[section].keyword {
                        "recursion" if !self.names_in_front(section, token.span) => {}
                        "recursion" => self.put(section, Wanted::One(NameKind::Function), token.span),
                        _ => self.put(section, Wanted::One(NameKind::Sequence), token.span),
                    }
                }
                _ => {}
            }
        }
    }
}

/// What the text in quotes behind these pieces of a command is written in.
pub(super) fn language(source: &Source, before: &[Piece]) -> Language {
    let word = |at: usize| before.get(at).map_or("", |(_, span)| source.slice(*span));
    let (keyword, last) = (word(0), word(before.len().wrapping_sub(1)));
    let is_first = before.iter().all(|(kind, _)| *kind != PieceKind::Quoted);
    match keyword {
        "theorem" | "refute" | "cover" if last == "from" && before.len() > 2 => Language::Citation,
        "theorem" | "refute" | "cover" | "eval" | "def" => Language::Formula,
        "sequence" if last == "from" => Language::Other,
        "sequence" | "recursion" => Language::Formula,
        "game" if is_first => Language::Rule,
        "redundant" => Language::Rule,
        "game" => Language::Formula,
        "macro" => Language::Template,
        "word" if before.iter().any(|(kind, _)| *kind == PieceKind::Bracket) => Language::Formula,
        "include" | "use" | "load" => Language::Path,
        _ => Language::Other,
    }
}

/// The commands of a script, those that cannot be read cut where a line begins with another.
fn sections(source: &Source, commands: &[Command]) -> Vec<Section> {
    let by_span: HashMap<(usize, usize), usize> =
        commands.iter().enumerate().map(|(at, command)| ((command.span.start, command.span.end), at)).collect();
    let mut found = Vec::new();
    for one in pieces(source) {
        let Pieces { list, ending, .. } = &one;
        let end = ending.map(|(_, span)| span.end);
        let hints = list.iter().take_while(|(kind, _)| *kind == PieceKind::Bracket).count();
        let mut list = &list[hints..];
        loop {
            let whole = list.first().zip(end).map(|((_, first), end)| (first.start, end));
            let command = whole.and_then(|whole| by_span.get(&whole).copied());
            let cut = match command {
                Some(_) => None,
                None => (1..list.len()).find(|&at| begins(source, list[at - 1], list[at])),
            };
            let (own, rest) = list.split_at(cut.unwrap_or(list.len()));
            let quote = one.unclosed.filter(|_| rest.is_empty());
            let last = own.last().map(|(_, span)| span.end).or(quote);
            if let (Some((_, first)), Some(last)) = (own.first(), last) {
                let end = if cut.is_some() { last } else { end.or(quote.map(|quote| quote + 1)).unwrap_or(last) };
                let keyword = source.slice(*first).to_owned();
                let keyword = if crate::syntax::command(&keyword).is_some() { keyword } else { String::new() };
                found.push(Section { keyword, pieces: own.to_vec(), span: Span::new(first.start, end), command });
            }
            if rest.is_empty() {
                break;
            }
            list = rest;
        }
    }
    found
}

/// Whether a line begins with a command at this piece.
fn begins(source: &Source, (_, before): Piece, (kind, span): Piece) -> bool {
    kind == PieceKind::Name
        && source.slice(Span::new(before.end, span.start)).contains(['\n', '\r'])
        && command(source.slice(span)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        Document::new(Source::new("s", text), None)
    }

    fn uses(text: &str) -> Vec<(String, Wanted)> {
        document(text).uses().iter().map(|one| (one.name.to_string(), one.wanted)).collect()
    }

    #[test]
    fn names_are_read_in_formulas_and_arguments() {
        use NameKind::*;
        let one = Wanted::One;
        let of = |name: &str, wanted| (name.to_owned(), wanted);
        assert_eq!(
            uses("theorem a \"?msd_fib Ax #twice($f(x)) & T[x]=@1 & .An[x]=s(x)\" from \"$g\":"),
            [
                of("fib", one(System)),
                of("twice", one(Macro)),
                of("f", one(Function)),
                of("T", one(Word)),
                of("An", one(Word)),
                of("s", one(Sequence))
            ]
        );
        assert_eq!(uses("kernel P of G given $Q:"), [of("G", one(Game)), of("Q", one(Function))]);
        assert_eq!(uses("reg f msd_fib {0,1} \"0*\";"), [of("fib", one(System))]);
        assert_eq!(uses("combine W A=2 B;"), [of("A", one(Function)), of("B", Wanted::Any)]);
        assert_eq!(uses("macro m \"$k%0(x) & $f(%0)\":"), [of("f", one(Function))]);
    }

    #[test]
    fn a_half_typed_command_hides_nothing() {
        let text = "def f \"x=1\":\ntheorem b \"$f(\ntheorem c \"Ax $f(x)\"\ndef g \"$f(x)\":\nkernel ";
        let found = document(text);
        let names: Vec<&str> = found.definitions().iter().map(|definition| &*definition.name).collect();
        assert_eq!(names, ["f", "b", "c", "g"]);
        assert_eq!(found.uses().iter().filter(|one| &*one.name == "f").count(), 2);
        assert_eq!(found.sections().len(), 5);
    }

    #[test]
    fn values_of_a_game_have_a_name_each() {
        let found = document("grundy V of G upto 2: def f(x,y) \"x<y\";");
        let names: Vec<&str> = found.definitions().iter().map(|definition| &*definition.name).collect();
        assert_eq!(names, ["V_0", "V_1", "V_2", "f"]);
    }
}
