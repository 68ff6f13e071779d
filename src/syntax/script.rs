//! Scripts: [`parse_script`], and the reader that the grammar's actions call.

use lalrpop_util::{ParseError, lalrpop_mod};

use super::ast::{AlphabetSpec, Argument, ArgumentKind, Command, Ending, LetterSpec, Name, Quoted};
use super::broken::{Broken, names_in};
use super::command::{Lexeme, split};
use super::commands::{Builtin, builtin, command};
use super::diagnostic::Diagnostic;
use super::letter::{digits_of_set, no_digit, single};
use super::name::{begins_like_quantifier, is_name, is_variable};
use super::source::{Source, Span};
use super::suggest::nearest;
use super::system::{full_system_name, misread_system};
use super::unknown_command::unknown_command;

lalrpop_mod!(
    #[allow(clippy::all, clippy::wildcard_enum_match_arm, missing_docs, unused)]
    grammar,
    "/script.rs"
);

/// The commands of a script, and what is wrong with those that cannot be read.
///
/// ```
/// use filbert::syntax::{Source, parse_script};
///
/// let text = "theorem a \"Ax x<x+1\" from \"folklore\":\nthoerem b \"1=2\":\nquit;";
/// let (commands, errors) = parse_script(&Source::new("mine.prf", text));
/// assert_eq!(commands.len(), 2);
/// assert_eq!(errors[0].to_string(), "mine.prf:2:1: unknown command `thoerem`");
/// ```
///
/// Formulas, regular expressions and definitions stay quoted: they are read when their command runs. A broken command
/// is left out, with one error; the others are all there, in order.
pub fn parse_script(source: &Source) -> (Vec<Command>, Vec<Diagnostic>) {
    let (mut commands, mut errors) = (Vec::new(), Vec::new());
    for item in parse_in_order(source) {
        match item {
            Ok(command) => commands.push(command),
            Err(broken) => errors.push(broken.error),
        }
    }
    (commands, errors)
}

/// The commands of a script in their order, with each error at the place of the command that is left out.
///
/// ```
/// use filbert::syntax::{Source, parse_in_order};
///
/// let items = parse_in_order(&Source::new("s", "deff half \"2*y=x\": quit;"));
/// assert!(items[0].as_ref().is_err_and(|broken| broken.names == ["deff", "half"]) && items[1].is_ok());
/// ```
pub fn parse_in_order(source: &Source) -> Vec<Result<Command, Broken>> {
    let mut items = Vec::new();
    for raw in split(source) {
        let mut piece = Piece { lexemes: &raw.lexemes, ending: raw.ending, broken: raw.broken.as_ref() };
        let broken = |piece: &Piece<'_>, error| {
            let skipped = raw.skipped.filter(|_| piece.broken.is_some());
            Err(Broken { error, names: names_in(source, piece.lexemes, skipped) })
        };
        loop {
            match (parse_command(source, &piece), piece.cut(source)) {
                (Ok(command), _) => items.extend(command.map(Ok)),
                (Err(error), None) => items.push(broken(&piece, error)),
                // A command within a command: the first has no terminator.
                (Err(_), Some((first, rest))) => {
                    items.extend(parse_command(source, &first).err().map(|error| broken(&first, error)));
                    piece = rest;
                    continue;
                }
            }
            break;
        }
    }
    items
}

/// What may be one command.
struct Piece<'a> {
    lexemes: &'a [(Lexeme, Span)],
    ending: Option<(Ending, usize)>,
    broken: Option<&'a Diagnostic>,
}

impl<'a> Piece<'a> {
    /// Cuts it before its next line that begins with a command.
    fn cut(&self, source: &Source) -> Option<(Piece<'a>, Piece<'a>)> {
        let begins_command = |&at: &usize| {
            let (_, before) = self.lexemes[at - 1];
            let (kind, span) = self.lexemes[at];
            kind == Lexeme::Name
                && source.slice(Span::new(before.end, span.start)).contains(['\n', '\r'])
                && command(source.slice(span)).is_some()
        };
        let at = (1..self.lexemes.len()).find(begins_command)?;
        let (first, rest) = self.lexemes.split_at(at);
        let in_first = self.broken.filter(|error| error.span() < rest[0].1);
        let first = Piece { lexemes: first, ending: None, broken: in_first };
        let rest = Piece { lexemes: rest, ending: self.ending, broken: self.broken.filter(|_| in_first.is_none()) };
        Some((first, rest))
    }
}

/// One command; `None` for a terminator that stands alone.
fn parse_command(source: &Source, piece: &Piece<'_>) -> Result<Option<Command>, Diagnostic> {
    if let Some(error) = piece.broken {
        return Err(error.clone());
    }
    let (hints, lexemes) = hints(source, piece.lexemes)?;
    let Some(&(kind, first)) = lexemes.first() else {
        return Ok(None);
    };
    let word = source.slice(first);
    let Some(info) = command(word) else {
        return Err(unknown_command(source, kind, first));
    };
    let reader = Reader { source, lexemes };
    let tokens = lexemes.iter().enumerate().map(|(at, (kind, _))| {
        let token = match kind {
            _ if at == 0 => builtin(word).map_or(Token::Keyword(info.keyword), Token::Builtin),
            Lexeme::Name => Token::Name,
            Lexeme::Called => Token::Called,
            Lexeme::Bracket => Token::Bracket,
            Lexeme::Set => Token::Set,
            Lexeme::Quoted => Token::Quoted,
            Lexeme::Bare | Lexeme::Unclosed | Lexeme::TypographicQuote | Lexeme::End(_) => Token::Bare,
        };
        Ok((at, token, at + 1))
    });
    let kind = (grammar::CommandParser::new().parse(&reader, tokens)).map_err(|error| {
        let error = match error {
            ParseError::User { error } => error,
            ParseError::UnrecognizedToken { token, expected } => reader.explain(token.0, &expected),
            ParseError::UnrecognizedEof { expected, .. } => reader.explain(lexemes.len(), &expected),
            ParseError::ExtraToken { token } => reader.explain(token.0, &[]),
            ParseError::InvalidToken { location } => reader.explain(location, &[]),
        };
        error.help(format!("usage: {}", info.usage))
    })?;
    let last = lexemes[lexemes.len() - 1].1;
    let Some((ending, end)) = piece.ending else {
        let message = format!("this `{word}` command has no end");
        let error = Diagnostic::error(source, Span::at(last.end), message).label("expected `;`, `:` or `::`");
        return Err(error.fix(Span::at(last.end), ":"));
    };
    Ok(Some(Command { kind, span: Span::new(first.start, end), ending, hints }))
}

/// A lexeme and where it stands.
type Placed = (Lexeme, Span);

/// The hints that a command begins with, such as `[strategy 3 BRZ]`, and what follows them.
fn hints<'a>(source: &Source, lexemes: &'a [Placed]) -> Result<(Vec<Span>, &'a [Placed]), Diagnostic> {
    let count = lexemes.iter().take_while(|(kind, _)| *kind == Lexeme::Bracket).count();
    let (hints, rest) = lexemes.split_at(count);
    let hints: Vec<Span> = hints.iter().map(|(_, span)| *span).collect();
    for span in &hints {
        let inside = source.slice(*span)[1..].trim_start();
        if !inside.starts_with(|first: char| first.is_ascii_alphabetic()) {
            let message = format!("unknown prefix `{}`", source.slice(*span));
            return Err(Diagnostic::error(source, *span, message)
                .label("only hints like `[strategy ...]` and `[export ...]` go before a command"));
        }
    }
    if let (Some(last), []) = (hints.last(), rest) {
        return Err(Diagnostic::error(source, *last, "a hint without a command").label("a command must follow"));
    }
    Ok((hints, rest))
}

/// What the grammar sees of a lexeme.
#[derive(Clone, Copy, Debug)]
pub(super) enum Token {
    /// The first word of a command with a form of its own.
    Keyword(&'static str),
    /// That of a command whose arguments stand in a row.
    Builtin(Builtin),
    Name,
    Called,
    Bare,
    Bracket,
    Set,
    Quoted,
}

/// Reads the lexemes of a command for the grammar.
pub(super) struct Reader<'a> {
    pub(super) source: &'a Source,
    lexemes: &'a [(Lexeme, Span)],
}

pub(super) type Rejected = ParseError<usize, Token, Diagnostic>;

impl Reader<'_> {
    pub(super) fn span(&self, at: usize) -> Span {
        self.lexemes[at].1
    }

    pub(super) fn text(&self, at: usize) -> &str {
        self.source.slice(self.span(at))
    }

    /// The place of what follows.
    pub(super) fn next(&self, at: usize) -> Option<Span> {
        self.lexemes.get(at + 1).map(|(_, span)| *span)
    }

    pub(super) fn reject<T>(&self, at: usize, message: String, label: &str) -> Result<T, Rejected> {
        let error = Diagnostic::error(self.source, self.span(at), message).label(label);
        Err(ParseError::User { error })
    }

    pub fn name(&self, at: usize) -> Name {
        Name { text: self.text(at).into(), span: self.span(at) }
    }

    /// An argument of a command that reads them when it runs.
    pub fn argument(&self, at: usize) -> Argument {
        let kind = match self.lexemes[at].0 {
            Lexeme::Name => ArgumentKind::Name,
            Lexeme::Bracket => ArgumentKind::Bracket,
            Lexeme::Set => ArgumentKind::Set,
            Lexeme::Quoted => ArgumentKind::Quoted,
            Lexeme::Called | Lexeme::Bare | Lexeme::Unclosed | Lexeme::TypographicQuote | Lexeme::End(_) => {
                ArgumentKind::Bare
            }
        };
        Argument { kind, text: self.text(at).into(), span: self.span(at) }
    }

    /// The name of `f(i,j)` and its arguments in the order written, each once.
    pub fn called(&self, at: usize) -> Result<(Name, Vec<Name>), Rejected> {
        let (text, span) = (self.text(at), self.span(at));
        let open = text.find('(').unwrap_or(text.len());
        let name = text[..open].trim_end();
        let part = |start: usize, piece: &str| {
            let from = span.start + start + (piece.len() - piece.trim_start().len());
            Name { text: piece.trim().into(), span: Span::new(from, from + piece.trim().len()) }
        };
        let mut arguments: Vec<Name> = Vec::new();
        let mut start = open + 1;
        for piece in text[open + 1..text.len() - 1].split(',') {
            let argument = part(start, piece);
            start += piece.len() + 1;
            let wrong = |message: String, label: &str| {
                let place = if argument.span.start < argument.span.end { argument.span } else { span };
                Err(ParseError::User { error: Diagnostic::error(self.source, place, message).label(label) })
            };
            if argument.text.is_empty() {
                return wrong(
                    format!("`{text}` lacks an argument"),
                    &format!("expected variables, as in `{name}(i,j)`"),
                );
            }
            if !is_variable(&argument.text) {
                let message = format!("`{}` is not a variable", argument.text);
                return wrong(message, &format!("expected variables, as in `{name}(i,j)`"));
            }
            if arguments.iter().any(|known| known.text == argument.text) {
                return wrong(format!("`{}` is an argument twice", argument.text), "named before");
            }
            arguments.push(argument);
        }
        Ok((part(0, name), arguments))
    }

    /// The variable of `[n]`.
    pub fn index(&self, at: usize) -> Result<Name, Rejected> {
        let text = self.text(at);
        let name = text[1..text.len() - 1].trim();
        match is_variable(name) {
            true => Ok(Name { text: name.into(), span: self.span(at) }),
            false => {
                self.reject(at, format!("`{text}` is not an index"), "expected a variable in brackets, as in `[n]`")
            }
        }
    }

    /// Checks the variables of a sequence, and that its name can be read where `s(n)` is: nothing stands before it.
    pub fn sequence(&self, name: &Name, variables: &[Name]) -> Result<(), Rejected> {
        let wrong = |span: Span, message: String| Diagnostic::error(self.source, span, message);
        if variables.is_empty() {
            return Ok(());
        }
        if begins_like_quantifier(&name.text) {
            let (text, first) = (&name.text, &name.text[..1]);
            let error = wrong(name.span, format!("no sequence can have the name `{text}`"))
                .label(format!("begins with `{first}`"))
                .help(format!("`{first}` is a quantifier, so `{text}(..)` would not be read as a name"));
            return Err(ParseError::User { error });
        }
        if let Some(other) = variables.iter().find(|name| !is_variable(&name.text)) {
            let error = wrong(other.span, format!("`{}` is not a variable", other.text))
                .label(format!("begins with `{}`, a quantifier", &other.text[..1]));
            return Err(ParseError::User { error });
        }
        self.once(variables)
    }

    /// Checks that no variable stands twice in a list.
    pub fn once(&self, names: &[Name]) -> Result<(), Rejected> {
        for (at, name) in names.iter().enumerate() {
            if let Some(first) = names[..at].iter().find(|earlier| earlier.text == name.text) {
                let error = Diagnostic::error(self.source, name.span, format!("`{}` occurs twice here", name.text))
                    .also(first.span, "first here");
                return Err(ParseError::User { error });
            }
        }
        Ok(())
    }

    pub fn quoted(&self, at: usize) -> Quoted {
        let Span { start, end } = self.span(at);
        Quoted { span: Span::new(start + 1, end - 1) }
    }

    /// A numeration system by its full name.
    pub fn system(&self, at: usize) -> Result<Name, Rejected> {
        match full_system_name(self.text(at)) {
            Some(text) => Ok(Name { text, span: self.span(at) }),
            None => self.reject(
                at,
                format!("`{}` is not a numeration system", self.text(at)),
                "expected a name like `msd_fib`",
            ),
        }
    }

    /// The name of a system to define, which `msd_` and `lsd_` will be put before.
    pub fn numeration_name(&self, at: usize) -> Result<Name, Rejected> {
        match misread_system(self.text(at)) {
            Some((message, label)) => self.reject(at, message, &label),
            None => Ok(self.name(at)),
        }
    }

    /// The digits of `{0,1,-1}`.
    pub fn digits(&self, at: usize) -> Result<AlphabetSpec, Rejected> {
        let text = self.text(at);
        match digits_of_set(&text[1..text.len() - 1]) {
            Ok(digits) => Ok(AlphabetSpec::Digits(digits, self.span(at))),
            Err(error) => {
                let label = no_digit(&error).unwrap_or("expected digits, as in `{0,1}`");
                self.reject(at, format!("`{text}` is not an alphabet"), label)
            }
        }
    }

    /// A letter of a word: `1`, `[10]`.
    pub fn letter(&self, at: usize) -> Result<LetterSpec, Rejected> {
        let span = self.span(at);
        let value = single(self.source, span).map_err(|error| ParseError::User { error })?;
        Ok(LetterSpec { value, span })
    }

    /// Checks that a name is a word that the command's form has there.
    pub fn keyword(&self, at: usize, word: &str) -> Result<(), Rejected> {
        match self.text(at) == word {
            true => Ok(()),
            false => {
                let message = format!("expected `{word}` or the end of the command");
                let error = Diagnostic::error(self.source, self.span(at), message);
                let error = match nearest(self.text(at), [word]) {
                    Some(word) => error.meant(word),
                    None => error.label(format!("found `{}`", self.text(at))),
                };
                Err(ParseError::User { error })
            }
        }
    }

    /// A natural number of the size of a count.
    pub fn number(&self, at: usize) -> Result<u32, Rejected> {
        let text = self.text(at);
        match text.parse() {
            Ok(number) => Ok(number),
            Err(_) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.reject(at, format!("the count {text} is too large"), &format!("at most {}", u32::MAX))
            }
            Err(_) => self.reject(at, format!("`{text}` is not a count"), "expected a number like `2`"),
        }
    }

    /// The function that `$name` calls.
    pub fn function(&self, at: usize) -> Result<Name, Rejected> {
        match self.text(at).strip_prefix('$') {
            Some(name) if is_name(name) => Ok(Name { text: name.into(), span: self.span(at) }),
            Some(name) => self.reject(at, format!("`{name}` is not a name"), "expected a function, as in `$f`"),
            None => {
                let error = Diagnostic::error(self.source, self.span(at), "expected a function");
                let place = Span::at(self.span(at).start);
                Err(ParseError::User { error: error.label("write `$` before its name").fix(place, "$") })
            }
        }
    }

    /// Why the lexeme at `at` does not fit.
    fn explain(&self, at: usize, expected: &[String]) -> Diagnostic {
        // `kernel P K2`: the word between the two names is missing.
        let is_of = ["kernel", "grundy", "outcomes"].contains(&self.text(0))
            || self.text(0) == "redundant" && self.lexemes.get(2).is_some_and(|lexeme| lexeme.0 == Lexeme::Name);
        if is_of && at > 2 && self.text(2) != "of" {
            return Diagnostic::expected(self.source, "`of`", Some(self.span(1)), Some(self.span(2)));
        }
        let expects = |terminal: &str| (expected.iter()).any(|name| name.trim_matches('"') == terminal);
        // Where a quoted text stands, a form may end; nothing is expected where it must.
        let complete = self.lexemes[at - 1].0 == Lexeme::Quoted || expected.is_empty();
        let forms = [
            (expects("set"), "an alphabet"),
            (expects("name") && !expects("set") && !complete, "a name"),
            (expects("quoted"), "a text in quotes"),
            (complete, "the end of the command"),
        ];
        let forms: Vec<&str> = (forms.iter()).filter_map(|&(fits, form)| fits.then_some(form)).collect();
        let found = self.lexemes.get(at).map(|(_, span)| *span);
        let before = Some(self.span(at - 1));
        let error = Diagnostic::expected(self.source, &forms.join(" or "), before, found);
        match self.lexemes.get(at) {
            Some((Lexeme::Bare, span)) if self.text(0) == "def" && self.source.slice(*span).contains('(') => {
                error.help("give the order of the arguments after the name: `def f(i,j,n) \"...\"`")
            }
            Some((Lexeme::Bare, span)) if self.text(0) == "game" && self.source.slice(*span) == "mis\u{e8}re" => {
                error.meant("misere")
            }
            Some((Lexeme::Bare, _)) if expects("name") => {
                error.help("names begin with a letter and consist of letters a-z, A-Z, digits and `_`")
            }
            _ => error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::ast::CommandKind;

    fn commands(text: &str) -> Vec<Command> {
        let (commands, errors) = parse_script(&Source::new("s", text));
        let messages: String = errors.iter().map(|error| error.render(false)).collect();
        assert!(errors.is_empty(), "{messages}");
        commands
    }

    fn one(text: &str) -> CommandKind {
        let mut commands = commands(text);
        assert_eq!(commands.len(), 1, "{text}");
        commands.remove(0).kind
    }

    fn text(source: &str, quoted: Quoted) -> &str {
        &source[quoted.span.start..quoted.span.end]
    }

    #[test]
    fn eval_and_def_count_by_variables() {
        let script = r#"eval test v w "x=1":"#;
        let CommandKind::Eval { name, counted, formula } = one(script) else {
            panic!();
        };
        let counted: Vec<&str> = counted.iter().map(|name| &*name.text).collect();
        assert_eq!((&*name.unwrap().text, counted), ("test", vec!["v", "w"]));
        assert_eq!(text(script, formula), "x=1");
        assert!(matches!(one(r#"eval "x=1";"#), CommandKind::Eval { name: None, .. }));
        assert!(matches!(one(r#"def eval x "x=1";"#), CommandKind::Def { counted, .. } if counted.len() == 1));
        for text in [r#"def f(n,i) n "x=1";"#, "def f ( n ,\ti) n\"x=1\";"] {
            let CommandKind::Def { name, order: Some(order), counted, .. } = one(text) else { panic!("{text}") };
            let order: Vec<&str> = order.iter().map(|name| &*name.text).collect();
            assert_eq!((&*name.text, &order[..], counted.len()), ("f", &["n", "i"][..], 1));
        }
    }

    #[test]
    fn theorems_name_their_source() {
        let script = "theorem a\n  \"Ax x=x\"\n  from \"Renard, Rigo 2025, Thm 13\"::";
        let CommandKind::Theorem { source, .. } = one(script) else {
            panic!();
        };
        assert_eq!(text(script, source.unwrap()), "Renard, Rigo 2025, Thm 13");
        assert!(matches!(one(r#"refute from "x<x":"#), CommandKind::Refute { source: None, .. }));
    }

    #[test]
    fn alphabets_of_reg_are_systems_or_sets() {
        let script = r#"reg shift {0, 1} {0,-1}fib 7 lsd msd_neg_2 "0*":"#;
        let CommandKind::Reg { alphabets, .. } = one(script) else {
            panic!();
        };
        let shown: Vec<String> = (alphabets.iter())
            .map(|alphabet| match alphabet {
                AlphabetSpec::System(name) => name.text.to_string(),
                AlphabetSpec::Digits(digits, _) => format!("{digits:?}"),
            })
            .collect();
        assert_eq!(shown, ["[0, 1]", "[0, -1]", "msd_fib", "msd_7", "lsd_2", "msd_neg_2"]);
    }

    #[test]
    fn the_other_commands() {
        assert!(matches!(one(r#"macro m "%0 = %1";"#), CommandKind::Macro { .. }));
        assert!(matches!(one(r#"morphism m "0->01";"#), CommandKind::Morphism { .. }));
        assert!(matches!(one("promote W m;"), CommandKind::Promote { .. }));
        assert!(matches!(one(r#"include "lib/wythoff.prf";"#), CommandKind::Include { .. }));
        assert!(matches!(one("load foo-1.txt;"), CommandKind::Load { file } if &*file.text == "foo-1.txt"));
        assert!(matches!(one("load foo;"), CommandKind::Load { .. }));
        assert!(matches!(one(r#"numeration nara "x^3=x^2+1";"#), CommandKind::Numeration { .. }));
        assert!(matches!(one("quit;"), CommandKind::Quit));
        assert!(matches!(one("exit:"), CommandKind::Quit));
        let word = one(r#"word W fib "0->01 1->0" "0->1 1->0";"#);
        assert!(matches!(word, CommandKind::Word { system, coding: Some(_), .. } if &*system.text == "msd_fib"));
    }

    #[test]
    fn hints_before_a_command_are_set_aside_and_lone_terminators_dropped() {
        let script = "[strategy 3 BRZ] [export 1 txt]\neval \"x=1\":: ;";
        let found = commands(script);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].ending, Ending::StepsLogged);
        let Span { start, end } = found[0].span;
        assert_eq!(&script[start..end], "eval \"x=1\"::");
        let hints: Vec<&str> = found[0].hints.iter().map(|hint| &script[hint.start..hint.end]).collect();
        assert_eq!(hints, ["[strategy 3 BRZ]", "[export 1 txt]"]);
    }

    #[test]
    fn one_error_a_broken_command_and_the_rest_is_read() {
        let script = "theorem a \"x=1\":\ntheorem b \"x=2:\ntheorem c \"x=3\"\ntheorem d \"x=4\":\n\
                      reg e {0 \"0\":\nfoo f:\ntheorem g \"x=7\":\ntheorem \"x=8\":\neval h \"x=9\"";
        let (commands, errors) = parse_script(&Source::new("s", script));
        let names: Vec<&str> = (commands.iter())
            .map(|command| {
                let CommandKind::Theorem { name, .. } = &command.kind else { panic!("{command:?}") };
                &*name.text
            })
            .collect();
        assert_eq!(names, ["a", "d", "g"]);
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(
            errors,
            [
                "s:2:11: this quote is not closed",
                "s:3:16: this `theorem` command has no end",
                "s:5:7: `{` is not closed",
                "s:6:1: unknown command `foo`",
                "s:8:9: expected a name after `theorem`",
                "s:9:13: this `eval` command has no end",
            ]
        );
    }

    #[test]
    fn the_scripts_of_the_benchmark_are_read() {
        let script = "reg shift {0,1} {0,1} \"([0,0]|([0,1][1,1]*[1,0]))*\":\r\n\
                      def phin \"?msd_fib (s=0 & n=0) | Ex $shift(n-1,x) & s=x+1\":\r\n";
        assert_eq!(commands(script).len(), 2);
    }
}
