//! Lays scripts out in the field's habits.
//!
//! Lines stay where their writer put them: one theorem a line where it was so, a value a line in a table. What changes
//! is what says nothing: blanks around signs (`Ap,q (p<q & $f(p,q+1)) => p=0`), more than one empty line, blanks at the
//! ends of lines, how far a line that goes on is indented if it is less than two blanks. Comments, texts that are no
//! formulas, and arguments of macros, which are texts, stay as they are.
//!
//! The result says the same: it has the same pieces, the same tokens and the same comments, which is looked up before
//! it is given out ([`same`]). Laid out twice it stays as it is. Linear in the length of the text.

mod formula;
#[cfg(test)]
mod random;
mod same;

use crate::syntax::ast::Command;
use crate::syntax::{
    Diagnostic, Piece, PieceKind, Pieces, Source, Span, TokenKind, calls_bare_name, formula_tokens, parse_formula,
    parse_rule, parse_script, pieces, speaks_of_bounds, speaks_of_fixed_words, speaks_of_sequences,
};

use super::document::{Language, language};

/// A script laid out anew.
///
/// ```
/// use filbert::editor::format;
/// use filbert::syntax::Source;
/// let text = "def  even\"?msd_fib E y x = 2 * y\" ; # halves\n\n\n\ntheorem a \"A x x>0=>(E y $even( y ))\"\n:";
/// let out = format(&Source::new("s", text)).expect("nothing is wrong");
/// assert_eq!(out, "def even \"?msd_fib Ey x=2*y\"; # halves\n\ntheorem a \"Ax x>0 => (Ey $even(y))\":\n");
/// ```
///
/// # Errors
/// All that is wrong in it: what cannot be read is not laid out.
pub fn format(source: &Source) -> Result<String, Vec<Diagnostic>> {
    let (commands, mut errors) = parse_script(source);
    let list = pieces(source);
    errors.extend(commands.iter().flat_map(|command| wrong_formulas(source, command, &list)));
    if !errors.is_empty() {
        errors.sort_by_key(Diagnostic::span);
        return Err(errors);
    }
    let mut writer =
        Writer { source, out: String::with_capacity(source.text().len() + 64), after: Place::Start, at: 0 };
    if source.text().starts_with(BOM) {
        writer.out.push(BOM);
        writer.at = BOM.len_utf8();
    }
    list.iter().filter(|one| !one.list.is_empty()).for_each(|one| writer.command(one));
    writer.gap(source.text().len(), Place::End);
    let mut out = writer.out;
    if out.chars().any(|c| c != BOM) {
        out.push('\n');
    }
    if source.text().find('\n').is_some_and(|at| source.text()[..at].ends_with('\r')) {
        out = out.replace('\n', "\r\n");
    }
    match same::difference(source, &out) {
        None => Ok(out),
        Some(place) => {
            let message = "this cannot be laid out without a change of what it says";
            Err(vec![Diagnostic::error(source, place, message).help("this is a bug in filbert, please report it")])
        }
    }
}

/// What some editors put at the beginning of a file.
const BOM: char = '\u{feff}';

/// What is wrong in the formulas of a command, as far as they can be read by themselves.
fn wrong_formulas(source: &Source, command: &Command, list: &[Pieces]) -> Vec<Diagnostic> {
    let at = list.partition_point(|one| one.span().is_some_and(|span| span.end < command.span.end));
    let Some(found) = list.get(at) else { return Vec::new() };
    let mut errors = Vec::new();
    for (text, language) in quotations(source, found) {
        let tokens = formula_tokens(source, text);
        let calls_macro = tokens.iter().any(|token| token.kind == Some(TokenKind::Macro));
        if calls_macro || is_of_sequences(source, text) {
            continue;
        }
        errors.extend(match language {
            Language::Formula if !is_term(source, found) => parse_formula(source, text, &()).err(),
            Language::Rule if source.slice(text).contains("->") => parse_rule(source, text, &()).err(),
            _ => None,
        });
    }
    errors
}

/// Whether a command has terms and claims beside formulas, which are read in other ways.
fn is_term(source: &Source, pieces: &Pieces) -> bool {
    let keyword = words(pieces).first().map_or("", |(_, span)| source.slice(*span));
    matches!(keyword, "word" | "game" | "recursion" | "sequence")
}

/// The pieces of a command behind its hints.
fn words(pieces: &Pieces) -> &[Piece] {
    let hints = pieces.list.iter().take_while(|(kind, _)| *kind == PieceKind::Bracket).count();
    &pieces.list[hints..]
}

/// The texts in quotes of a command, and what they are written in.
fn quotations(source: &Source, pieces: &Pieces) -> Vec<(Span, Language)> {
    let words = words(pieces);
    let quoted = words.iter().enumerate().filter(|(_, (kind, _))| *kind == PieceKind::Quoted);
    let inner = |span: Span| Span::new(span.start + 1, span.end - 1);
    quoted.map(|(at, (_, span))| (inner(*span), language(source, &words[..at]))).collect()
}

/// Whether a text is no formula, but a claim on bounds or fixed words, or one of sequences, whatever sequences there may be.
fn is_of_sequences(source: &Source, span: Span) -> bool {
    let text = source.slice(span);
    speaks_of_bounds(text)
        || speaks_of_fixed_words(text)
        || speaks_of_sequences(text, |_| false)
        || calls_bare_name(source, span)
}

/// What stands on the two sides of a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Start,
    End,
    /// A hint in front of a command.
    Hint,
    /// A piece of a command.
    Piece,
    /// The first piece of a command, hints included.
    First,
    /// A terminator.
    Terminator,
    /// A bracket behind a name.
    Bracket,
}

struct Writer<'a> {
    source: &'a Source,
    /// So far, lines ending in `\n`.
    out: String,
    /// What was written last.
    after: Place,
    /// Up to where the text is written.
    at: usize,
}

impl Writer<'_> {
    fn command(&mut self, pieces: &Pieces) {
        let hints = pieces.list.len() - words(pieces).len();
        let words = words(pieces);
        let keyword = words.first().map_or("", |(_, span)| self.source.slice(*span));
        for (at, (kind, span)) in pieces.list.iter().enumerate() {
            let place = match (at, kind) {
                (0, _) => Place::First,
                (_, PieceKind::Bracket) if at >= hints => Place::Bracket,
                _ => Place::Piece,
            };
            self.gap(span.start, place);
            let text = self.source.slice(*span);
            match kind {
                PieceKind::Quoted => {
                    let language = language(self.source, &words[..at.saturating_sub(hints)]);
                    let inner = Span::new(span.start + 1, span.end - 1);
                    self.out.push('"');
                    self.out.push_str(&quoted(self.source, inner, language));
                    self.out.push('"');
                }
                PieceKind::Set => self.out.push_str(&list(text, '{', '}')),
                PieceKind::Called if keyword == "def" => self.out.push_str(&list(text, '(', ')')),
                _ => self.out.push_str(&text.replace("\r\n", "\n").replace('\r', "\n")),
            }
            self.after = if at < hints { Place::Hint } else { Place::Piece };
            if place == Place::Bracket {
                self.after = Place::Bracket;
            }
            self.at = span.end;
        }
        if let Some((_, span)) = pieces.ending {
            self.gap(span.start, Place::Terminator);
            self.out.push_str(self.source.slice(span));
            self.after = Place::Terminator;
            self.at = span.end;
        }
    }

    /// Writes what stands up to `end`, blanks, comments and lone terminators, before a place.
    fn gap(&mut self, end: usize, before: Place) {
        let gap = self.source.slice(Span::new(self.at, end)).replace("\r\n", "\n").replace('\r', "\n");
        let inside = !matches!(self.after, Place::Start | Place::Terminator) && before != Place::End;
        let (mut newlines, mut is_first_line, mut has_comment) = (0, true, false);
        for (nth, line) in gap.split('\n').enumerate() {
            if nth > 0 {
                (newlines, is_first_line) = (newlines + 1, false);
            }
            let Some(at) = line.find('#') else { continue };
            let (lead, comment) = (&line[..at], line[at..].trim_end());
            match is_first_line && self.after != Place::Start {
                true => {
                    // As far from what stands before as its writer put it.
                    let blanks = if lead.bytes().all(|byte| byte == b' ') { lead.len().max(1) } else { 1 };
                    self.out.push_str(&" ".repeat(blanks));
                }
                false => {
                    self.lines(newlines.max(usize::from(self.after != Place::Start || has_comment)), inside);
                    self.out.push_str(&" ".repeat(if inside { indent(lead) } else { 0 }));
                }
            }
            self.out.push_str(comment);
            (newlines, has_comment) = (0, true);
        }
        let last = gap.rsplit('\n').next().unwrap_or_default();
        match before {
            Place::End => {}
            Place::First if self.after == Place::Start && !has_comment => {}
            Place::First if newlines == 0 && !has_comment => self.out.push(' '),
            Place::First => self.lines(newlines.max(1), false),
            Place::Terminator if !has_comment => {}
            Place::Bracket if gap.is_empty() => {}
            _ if newlines == 0 && !has_comment => self.out.push(' '),
            _ => {
                self.lines(1, true);
                self.out.push_str(&" ".repeat(if self.after == Place::Hint { 0 } else { indent(last) }));
            }
        }
    }

    /// Ends the line, and leaves at most one empty where some were, but none inside a command or at the beginning.
    fn lines(&mut self, count: usize, inside: bool) {
        let is_empty = self.out.chars().all(|c| c == BOM);
        let most = if is_empty {
            0
        } else if inside {
            1
        } else {
            2
        };
        self.out.push_str(&"\n".repeat(count.min(most)));
    }
}

/// How far a line is indented that goes on with a command.
fn indent(lead: &str) -> usize {
    lead.chars().map(|c| if c == '\t' { 2 } else { 1 }).sum::<usize>().max(2)
}

/// `{0, 1}` without blanks, if no blank stands for anything.
fn list(text: &str, open: char, close: char) -> String {
    let inside = text.split_once(open).and_then(|(before, rest)| Some((before.trim(), rest.strip_suffix(close)?)));
    let Some((before, inside)) = inside else { return text.to_owned() };
    let parts: Vec<&str> = inside.split(',').map(str::trim).collect();
    match parts.iter().any(|part| part.is_empty() || part.contains(char::is_whitespace)) {
        true => text.replace("\r\n", "\n").replace('\r', "\n"),
        false => format!("{before}{open}{}{close}", parts.join(",")),
    }
}

/// A text in quotes laid out anew.
fn quoted(source: &Source, span: Span, language: Language) -> String {
    let is_formula = matches!(language, Language::Formula | Language::Rule) && !is_of_sequences(source, span);
    let laid = is_formula.then(|| formula::format(source, span)).flatten();
    laid.unwrap_or_else(|| source.slice(span).replace("\r\n", "\n").replace('\r', "\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(text: &str) -> String {
        let once = format(&Source::new("s", text)).unwrap_or_else(|errors| panic!("{}", errors[0].render(false)));
        let twice = format(&Source::new("s", once.clone())).expect("what is laid out can be read");
        assert_eq!(once, twice, "laid out twice");
        once
    }

    #[test]
    fn lines_and_comments_stay_and_blanks_go() {
        assert_eq!(laid(""), "");
        assert_eq!(laid("\n \n"), "");
        assert_eq!(laid("# a  "), "# a\n");
        assert_eq!(laid("\n\n# a\n\n\n\n# b\nquit;# c\n\n\n"), "# a\n\n# b\nquit; # c\n");
        assert_eq!(laid("quit  ;   # far\nhelp eval;help;"), "quit;   # far\nhelp eval; help;\n");
        assert_eq!(laid("quit;;\nquit;"), "quit;\nquit;\n");
        assert_eq!(
            laid("[strategy 3 BRZ]\n   eval\n# why\n  \"x=1\"\n\n # end\n::"),
            "[strategy 3 BRZ]\neval\n  # why\n  \"x=1\"\n  # end\n  ::\n"
        );
        assert_eq!(laid("theorem a \"x=1\"\n\tfrom   \"a  b\" :"), "theorem a \"x=1\"\n  from \"a  b\":\n");
    }

    #[test]
    fn formulas_have_the_blanks_of_the_field() {
        let formula = |text: &str| {
            let whole = laid(&format!("eval \"{text}\":"));
            whole.strip_prefix("eval \"").and_then(|rest| rest.strip_suffix("\":\n")).expect(text).to_owned()
        };
        for (written, expected) in [
            (
                "?msd_fib A p , q ( ~ $f( p,q ) =>E x , y ( x<=p&y <= q | p+y = q + x ))",
                "?msd_fib Ap,q (~$f(p,q) => Ex,y (x<=p & y<=q | p+y=q+x))",
            ),
            ("E >= 2 x,y x<y", "E>=2 x,y x<y"),
            ("E=1x $f(x)", "E=1 x $f(x)"),
            ("Ix T [ x+1 ] = @1 ^ .Awful[x]=@-1", "Ix T[x+1]=@1 ^ .Awful[x]=@-1"),
            ("(?lsd_3 x=1)&?7 y=1", "(?lsd_3 x=1) & ?7 y=1"),
            ("$f(?lsd_3 x, y)", "$f(?lsd_3 x,y)"),
            ("~ ` x = _ 1 <=>y=2*x/3-1", "~`x=_1 <=> y=2*x/3-1"),
            ("Ax #m( x , (y) )&x=1", "Ax #m( x , (y) ) & x=1"),
            ("Ax x=1 &\n      y=1\n=> z=1", "Ax x=1 &\n      y=1\n  => z=1"),
            ("\n\tx=1\n\n\t& y=1\n", "\n  x=1\n  & y=1"),
            ("x\u{a0}=1", "x=1"),
            ("s(n) = n+1", "s(n) = n+1"),
            ("sum{i: i<n} s(i)  >= 0", "sum{i: i<n} s(i)  >= 0"),
        ] {
            assert_eq!(formula(written), expected);
        }
        assert_eq!(
            laid("game G \"?msd_2 p,q->r,s:r<p&s=q\" terminal \"p = 0\" block   2 misere measure \"p + q\":"),
            "game G \"?msd_2 p,q -> r,s : r<p & s=q\" terminal \"p=0\" block 2 misere measure \"p+q\":\n"
        );
        assert_eq!(laid("def f( j ,i)n \"i<j & n=i\":"), "def f(j,i) n \"i<j & n=i\":\n");
        assert_eq!(laid("reg f {0, 1}{0,-1}fib \"0 1*\":"), "reg f {0,1} {0,-1} fib \"0 1*\":\n");
        assert_eq!(laid("split B A[+] [-];"), "split B A[+] [-];\n");
        assert_eq!(laid("macro m \" %0 +  $k%1(x) \":"), "macro m \" %0 +  $k%1(x) \":\n");
    }

    #[test]
    fn line_ends_are_those_of_the_first_line() {
        assert_eq!(laid("quit;\r\n# a\n\rquit;"), "quit;\r\n# a\r\n\r\nquit;\r\n");
        assert_eq!(laid("quit;\n# a\r\nquit;"), "quit;\n# a\nquit;\n");
        assert_eq!(laid("\u{feff}\n# a\neval \"x=1\r\n&y=1\":"), "\u{feff}# a\neval \"x=1\n  & y=1\":\n");
        assert_eq!(laid("# \u{1F600} é\neval \"x=1\": # \u{1F600}"), "# \u{1F600} é\neval \"x=1\": # \u{1F600}\n");
    }

    #[test]
    fn what_is_wrong_is_said_and_not_laid_out() {
        for text in
            ["def f \"x=1", "frob;", "eval \"x=\":", "eval \"(x=1\":", "game G \"p -> q : q<\":", "eval \"x=1\""]
        {
            let errors = format(&Source::new("s", text)).expect_err(text);
            assert!(!errors.is_empty(), "{text}");
        }
    }
}
