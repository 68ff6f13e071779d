//! What is said of a text that begins like no command.

use super::command::Lexeme;
use super::commands::commands;
use super::diagnostic::Diagnostic;
use super::source::{Source, Span};
use super::suggest::nearest;

/// The error for a lexeme that stands where a command begins, and names none.
pub(super) fn unknown_command(source: &Source, kind: Lexeme, span: Span) -> Diagnostic {
    let word = source.slice(span);
    let before = source.text()[..span.start].rsplit('\n').next().unwrap_or_default();
    let follows = before.trim_end().ends_with([';', ':']);
    if follows && nearest(word, commands().iter().map(|info| info.keyword)).is_none() {
        return Diagnostic::error(source, span, "text after the end of a command")
            .label("not the name of a command")
            .help("the command has ended; put `#` before a comment")
            .fix(Span::at(span.start), "# ");
    }
    let is_there = |mark: &&str| source.text()[span.start..].starts_with(*mark);
    if let Some(mark) = ["//", "/*", "--", "%", "(*"].into_iter().find(is_there) {
        let error = Diagnostic::error(source, span, "expected a command")
            .label("not the name of one")
            .help("a comment begins with `#` and ends with its line");
        // What ends elsewhere than its line does not become a comment by its beginning.
        let is_line = !matches!(mark, "/*" | "(*");
        return if is_line { error.fix(Span::new(span.start, span.start + mark.len()), "#") } else { error };
    }
    if kind != Lexeme::Name {
        let message = "expected a command";
        let error = Diagnostic::error(source, span, message)
            .label("not the name of one")
            .help(r#"a formula is evaluated by `eval "F":`"#);
        let line = source.line_at(span.start);
        let formula = source.slice(Span::new(span.start, line.end)).trim_end();
        let written = formula.trim_end_matches([':', ';']).trim_end();
        return match written.contains('"') {
            true => error,
            false => error.fix(Span::new(span.start, span.start + formula.len()), format!("eval \"{written}\":")),
        };
    }
    let error = Diagnostic::error(source, span, format!("unknown command `{word}`"));
    match nearest(word, commands().iter().map(|info| info.keyword)) {
        Some(known) => error.meant(known),
        None => error.label("no command has this name").help("`help;` lists the commands"),
    }
}
