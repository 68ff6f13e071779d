//! What may stand at a place: commands, names of the kind that the place takes, files.

use std::path::Path;

use crate::logic::lints::Lint;
use crate::syntax::{
    NameKind, Piece, PieceKind, Span, TokenKind, Within, commands, formula_tokens, place_at, word_in_formula,
};

use super::describe::{comment, signature};
use super::document::{Language, language};
use super::name::Wanted;
use super::scope::{Files, Scope};

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// The first word of a command.
    Command,
    /// A word that a command has behind its arguments.
    Keyword,
    /// A name.
    Name(NameKind),
    /// A file or a folder.
    File,
    /// A text that was written before.
    Text,
}

/// Something that may stand at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What to put there.
    pub text: String,
    /// What it is.
    pub kind: ItemKind,
    /// How it is used.
    pub detail: String,
    /// What is said of it, in Markdown.
    pub documentation: String,
}

/// What may stand at a place, in the place of what is begun there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// What is begun.
    pub span: Span,
    /// In the order of their texts.
    pub items: Vec<Item>,
}

/// What may stand at the byte `at`.
///
/// ```
/// use filbert::editor::{Document, NoFiles, Scope, complete};
/// use filbert::syntax::Source;
/// let document = Document::new(Source::new("s", "def even \"Ey x=2*y\":\ntheorem a \"Ax $ev"), None);
/// let found = complete(&Scope::new(&document, &NoFiles), &NoFiles, 38);
/// assert_eq!((found.span.start, found.items[0].text.as_str()), (36, "even"));
/// ```
pub fn complete(scope: &Scope<'_>, files: &dyn Files, at: usize) -> Completions {
    let text = scope.document.source().text();
    let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let start = text[..at].trim_end_matches(is_part).len();
    let place = Place { scope, at, span: Span::new(start, at) };
    if scope.document.is_statement() {
        let mut items = place.formula(0);
        if text[..start].trim().is_empty() {
            items.extend(command_items());
        }
        return place.finish(items);
    }
    let found = place_at(text, at);
    let hints = found.before.iter().take_while(|(kind, _)| *kind == PieceKind::Bracket).count();
    let pieces = &found.before[hints..];
    match found.within {
        Within::Comment => place.lints(),
        Within::Quotes(quote) => match language(scope.document.source(), pieces) {
            Language::Formula | Language::Rule | Language::Template => place.finish(place.formula(quote)),
            Language::Path => place.paths(files, quote),
            Language::Citation => place.citations(quote),
            Language::Other => Completions { span: place.span, items: Vec::new() },
        },
        Within::Command => {
            // What is being typed is a piece already.
            let is_typed = pieces.last().is_some_and(|(_, span)| span.end == at && span.start <= start && start < at);
            place.finish(place.argument(&pieces[..pieces.len() - usize::from(is_typed)]))
        }
    }
}

fn item(text: impl Into<String>, kind: ItemKind) -> Item {
    Item { text: text.into(), kind, detail: String::new(), documentation: String::new() }
}

fn command_items() -> impl Iterator<Item = Item> {
    commands().iter().map(|info| Item {
        detail: info.usage.to_owned(),
        documentation: info.help.to_owned(),
        ..item(info.keyword, ItemKind::Command)
    })
}

struct Place<'a> {
    scope: &'a Scope<'a>,
    at: usize,
    /// The name that is begun.
    span: Span,
}

impl Place<'_> {
    /// Those that go on as is begun, each once.
    fn finish(&self, items: Vec<Item>) -> Completions {
        self.finish_at(self.span, items)
    }

    fn finish_at(&self, span: Span, mut items: Vec<Item>) -> Completions {
        let begun = self.scope.document.source().slice(span);
        // A word may be given a dot that is not written yet.
        let name = |item: &Item| item.text.strip_prefix('.').unwrap_or(&item.text).to_owned();
        items.retain(|item| name(item).get(..begun.len()).is_some_and(|start| start.eq_ignore_ascii_case(begun)));
        // As it is written comes before as it may be meant.
        if items.iter().any(|item| name(item).starts_with(begun)) {
            items.retain(|item| name(item).starts_with(begun));
        }
        items.sort_by(|a, b| a.text.cmp(&b.text));
        items.dedup_by(|a, b| a.text == b.text);
        Completions { span, items }
    }

    /// The names of a kind.
    fn names(&self, kind: NameKind) -> Vec<Item> {
        let begun = self.scope.document.source().slice(self.span);
        let fits = |name: &str| name.get(..begun.len()).is_some_and(|start| start.eq_ignore_ascii_case(begun));
        let mut items: Vec<Item> = (self.scope.all(Wanted::One(kind), self.at).into_iter())
            .filter(|found| fits(&found.definition.name))
            .map(|found| Item {
                detail: signature(self.scope, &found),
                documentation: comment(&found),
                ..item(&*found.definition.name, ItemKind::Name(kind))
            })
            .collect();
        for name in self.scope.other_names(kind) {
            if items.iter().all(|item| item.text != name) {
                let detail = if kind == NameKind::Function { format!("${name}(...)") } else { String::new() };
                items.push(Item { detail, ..item(name, ItemKind::Name(kind)) });
            }
        }
        items
    }

    /// Numeration systems by their full names, and by short ones where those will do.
    fn systems(&self, with_short: bool) -> Vec<Item> {
        let short = Place { span: Span::at(self.at), ..*self }.names(NameKind::System);
        let full =
            |one: &Item| ["msd_", "lsd_"].map(|order| Item { text: format!("{order}{}", one.text), ..one.clone() });
        let full: Vec<Item> = short.iter().flat_map(full).collect();
        if with_short { full.into_iter().chain(short).collect() } else { full }
    }

    /// What may stand in a formula that begins at `start`.
    fn formula(&self, start: usize) -> Vec<Item> {
        let source = self.scope.document.source();
        match source.text()[..self.span.start].chars().next_back().filter(|_| self.span.start > start) {
            Some('$') => self.names(NameKind::Function),
            Some('?') => self.systems(true),
            Some('#') => self.names(NameKind::Macro),
            Some('@') => Vec::new(),
            Some('.') => self.names(NameKind::Word),
            _ => {
                let whole = self.scope.document.quotation_at(self.at).map_or(self.at, |quotation| quotation.span.end);
                let tokens = formula_tokens(source, Span::new(start, whole.max(self.at)));
                // What stands here is no variable yet.
                let others = tokens.iter().filter(|token| {
                    token.kind == Some(TokenKind::Identifier)
                        && !(token.span.start <= self.at && self.at <= token.span.end)
                });
                let variables = others.map(|token| item(source.slice(token.span), ItemKind::Name(NameKind::Variable)));
                let dotted = |word: Item| Item { text: word_in_formula(&word.text), ..word };
                let mut items: Vec<Item> = self.names(NameKind::Word).into_iter().map(dotted).collect();
                items.extend(self.names(NameKind::Sequence));
                let known: Vec<String> = items.iter().map(|item| item.text.clone()).collect();
                items.extend(variables.filter(|item| !known.contains(&item.text)));
                items
            }
        }
    }

    /// What may follow these pieces of a command.
    fn argument(&self, pieces: &[Piece]) -> Vec<Item> {
        let source = self.scope.document.source();
        let word = |at: usize| pieces.get(at).map_or("", |(_, span)| source.slice(*span));
        let Some(last) = pieces.len().checked_sub(1) else { return command_items().collect() };
        let keywords = |words: &[&str]| words.iter().map(|word| item(*word, ItemKind::Keyword)).collect::<Vec<Item>>();
        let is_quoted = pieces[last].0 == PieceKind::Quoted;
        let quoted = pieces.iter().filter(|(kind, _)| *kind == PieceKind::Quoted).count();
        match (word(0), last) {
            ("help", _) => command_items().collect(),
            ("theorem" | "refute", _) if is_quoted && quoted == 1 => keywords(&["from"]),
            ("cover", _) if is_quoted => keywords(if quoted == 1 { &["by"] } else { &["from"] }),
            ("game", 2..) if is_quoted || word(last) == "misere" || word(last - 1) == "block" => {
                keywords(&["terminal", "block", "misere", "measure", "right"])
            }
            ("kernel" | "guess" | "grundy" | "outcomes" | "redundant", 1) => keywords(&["of"]),
            ("kernel" | "guess" | "grundy" | "outcomes" | "redundant", 2) | ("redundant", 0) => {
                self.names(NameKind::Game)
            }
            ("kernel", 3) => keywords(&["given"]),
            ("grundy", 3) => keywords(&["upto"]),
            ("kernel", 4) => self.names(NameKind::Function),
            ("promote" | "image", 1) => self.names(NameKind::Morphism),
            ("synchronize", 1) => self.names(NameKind::Sequence),
            ("sequence", 1) => keywords(&["from"]),
            ("reg" | "normalizer" | "word", 1..) if !is_quoted => self.systems(false),
            ("describe" | "export" | "first" | "inf" | "regex" | "test", 0) | ("eval" | "def", _) if last == 0 => {
                if matches!(word(0), "eval" | "def") { Vec::new() } else { self.objects() }
            }
            (
                "theorem" | "refute" | "cover" | "eval" | "def" | "game" | "grundy" | "guess" | "kernel" | "macro"
                | "morphism" | "numeration" | "ost" | "outcomes" | "promote" | "recursion" | "redundant" | "reg"
                | "word" | "sequence" | "include" | "use" | "load",
                _,
            )
            | (_, 0) => Vec::new(),
            _ => self.objects(),
        }
    }

    /// Automata and words, and the systems that commands on them take.
    fn objects(&self) -> Vec<Item> {
        let kinds = [NameKind::Function, NameKind::Word, NameKind::Game, NameKind::Sequence];
        let mut items: Vec<Item> = kinds.into_iter().flat_map(|kind| self.names(kind)).collect();
        items.extend(self.systems(false));
        items
    }

    /// Lints, in a comment that silences some.
    fn lints(&self) -> Completions {
        let text = self.scope.document.source().text();
        let line = text[..self.at].rsplit('\n').next().unwrap_or_default();
        let asks = line.trim_start().trim_start_matches('#').trim_start().strip_prefix("filbert:");
        let Some(rest) = asks.and_then(|rest| rest.trim_start().strip_prefix("allow")) else {
            return Completions { span: self.span, items: Vec::new() };
        };
        let begun = rest.rsplit([',', ' ']).next().unwrap_or_default();
        let items = Lint::ALL.iter().map(|lint| item(lint.name(), ItemKind::Keyword)).collect();
        self.finish_at(Span::new(self.at - begun.len(), self.at), items)
    }

    /// Files, in a path that begins at `start`.
    fn paths(&self, files: &dyn Files, start: usize) -> Completions {
        let document = self.scope.document;
        let begun = document.source().slice(Span::new(start, self.at));
        let slash = begun.rfind('/').map_or(0, |at| at + 1);
        let base = document.path().and_then(Path::parent).unwrap_or(Path::new(""));
        let names = files.names(&base.join(&begun[..slash])).into_iter();
        let own = document.path().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let fits = |name: &String| {
            (name.ends_with('/') || name.ends_with(".prf")) && (slash > 0 || Some(name) != own.as_ref())
        };
        self.finish_at(
            Span::new(start + slash, self.at),
            names.filter(fits).map(|name| item(name, ItemKind::File)).collect(),
        )
    }

    /// What other theorems cite, in a citation that begins at `start`.
    fn citations(&self, start: usize) -> Completions {
        let document = self.scope.document;
        let all = document.quotations().iter().filter(|quotation| quotation.language == Language::Citation);
        let others = all.filter(|quotation| quotation.span.start != start);
        let items = others.map(|quotation| item(document.source().slice(quotation.span), ItemKind::Text)).collect();
        self.finish_at(Span::new(start, self.at), items)
    }
}

#[cfg(test)]
mod tests {
    use super::super::document::Document;
    use super::super::known::{Known, Snapshot};
    use super::super::scope::NoFiles;
    use super::*;
    use crate::script::Session;
    use crate::syntax::Source;

    /// What is offered at the end of a text, or at `|` in it.
    fn offered(text: &str) -> Vec<String> {
        let at = text.find('¦').unwrap_or(text.len());
        let document = Document::new(Source::new("s", text.replace('¦', "")), None);
        let found = complete(&Scope::new(&document, &NoFiles), &NoFiles, at);
        found.items.into_iter().map(|item| item.text).collect()
    }

    #[test]
    fn what_may_stand_at_a_place_is_offered_there() {
        assert_eq!(offered("theo"), ["theorem"]);
        assert_eq!(offered("quit;\n  ker"), ["kernel"]);
        assert_eq!(offered("theorem a \"?msd_fib An,s $phin"), ["phin"]);
        assert_eq!(offered("eval \"?msd_tri"), ["msd_trib"]);
        assert_eq!(offered("eval \"?tri"), ["trib"]);
        assert_eq!(offered("eval \"V"), ["VTM"]);
        assert_eq!(offered("word Even msd_2 \"0->01 1->10\": eval \"x=Ev"), [".Even"]);
        assert_eq!(offered("word Even msd_2 \"0->01 1->10\": eval \"x=.Ev"), ["Even"]);
        assert_eq!(offered("def Even \"x=1\": eval \"$Ev"), ["Even"]);
        assert_eq!(offered("help redu"), ["redundant"]);
        assert_eq!(offered("theorem a \"x=1\" "), ["from"]);
        assert_eq!(offered("game G \"p -> q : q<p\" "), ["block", "measure", "misere", "right", "terminal"]);
        assert_eq!(offered("game G \"p -> q : q<p\" misere "), ["block", "measure", "misere", "right", "terminal"]);
        assert_eq!(offered("game G \"p -> q : q<p\":\nkernel P of "), ["G"]);
        assert_eq!(offered("kernel P "), ["of"]);
        assert_eq!(offered("reg f msd_fi"), ["msd_fib"]);
        assert_eq!(offered("morphism mu \"0->01 1->10\": promote W "), ["mu"]);
        assert_eq!(offered("macro twice \"%0+%0\": eval \"x=#tw"), ["twice"]);
        assert_eq!(offered("# filbert: allow below-zero, va"), ["vacuous-premise"]);
        assert_eq!(offered("# the"), [""; 0]);
        assert_eq!(offered("theorem a \"x\" from \"Me, Thm 1\":\ntheorem b \"y\" from \"M"), ["Me, Thm 1"]);
        assert!(offered("test ph").contains(&"phin".to_owned()));
    }

    #[test]
    fn what_is_half_typed_or_broken_around_hides_nothing() {
        assert_eq!(offered("def half \"x=1\":\ntheorem a \"Ax $ha¦ & (\ntheorem b \"x=1\":"), ["half"]);
        assert_eq!(offered("theorem a \"x=1:\ndef half \"x=1\":\neval \"$ha"), ["half"]);
        assert_eq!(offered("eval \"Alength length=1 & le¦ & x=1\""), ["length"]);
        assert_eq!(offered("eval \"é & $phin¦"), ["phin"]);
        assert!(offered("eval \"x=é¦").len() > 5, "a name may begin after any character");
        assert_eq!(offered("eval \"$later¦\":\ndef later \"x=1\":"), [""; 0]);
    }

    #[test]
    fn a_statement_is_completed_without_a_command() {
        let session = Session::new();
        let known = Snapshot::of(&session);
        let offered = |text: &str| -> (usize, Vec<String>) {
            let document = Document::input(Source::new("s", text));
            let scope = Scope::new(&document, &NoFiles).with(&known as &dyn Known);
            let found = complete(&scope, &NoFiles, text.len());
            (found.span.start, found.items.into_iter().map(|item| item.text).collect())
        };
        assert_eq!(offered("?msd_fib An,s $phin"), (15, vec!["phin".into()]));
        assert_eq!(offered("?msd_tri"), (1, vec!["msd_trib".into()]));
        assert_eq!(offered("theo"), (0, vec!["theorem".into()]));
        assert_eq!(offered("?msd_2 V"), (7, vec!["VTM".into()]));
    }
}
