//! Lints of the commands of a script and of the names that they define, and the comments that silence them.
//!
//! `# filbert: allow LINT` on a line of its own, directly above a command, silences that lint there; several names have
//! commas between them.

use std::collections::HashMap;
use std::time::Duration;

use crate::library::standard_names;
use crate::logic::lints::{Finding, Lint, decided, read};
use crate::numeration::Numerations;
use crate::syntax::ast::{Command, CommandKind, GameClause, Quoted};
use crate::syntax::{Diagnostic, Macros, Source, Span, nearest, parse_formula, parse_formula_in, parse_rule};

use super::deferred_definitions::defined;
use super::session::Session;
use super::{shipped_kernels, standard};

/// What one query may use. Most end after some dozen states.
const STATES: usize = 20_000;
const TIME: Duration = Duration::from_millis(50);

/// What a comment begins with that speaks to filbert.
pub(super) const MARK: &str = "filbert:";

impl Session {
    /// What is found in the formula of a command that has run; `truth` is the verdict of a closed one.
    pub fn lint(&mut self, source: &Source, command: &Command, truth: Option<bool>) -> Vec<Finding> {
        if !has_formulas(command) {
            return Vec::new();
        }
        let (allowed, mut findings) = allowed(source, command.span.start);
        if let CommandKind::Game { rule, clauses, .. } = &command.kind {
            findings.extend(of_game(source, *rule, clauses, &self.names));
        }
        for formula in formulas(command) {
            findings.extend(self.lint_formula(source, formula.span, truth));
        }
        findings.retain(|finding| !allowed.contains(&finding.lint));
        findings
    }

    /// What is found in a formula that has been evaluated.
    pub fn lint_formula(&mut self, source: &Source, formula: Span, truth: Option<bool>) -> Vec<Finding> {
        let Ok(parsed) = self.parsed_before(source, formula) else { return Vec::new() };
        let mut findings = read(&parsed, source);
        // All queries together take no longer than a statement may.
        let whole = self.budget();
        self.names.work_within(&whole);
        let budget = || whole.tightened(STATES).with_time(TIME);
        findings.extend(decided(&parsed, source, truth, &self.names, &mut self.workspace, &budget));
        findings
    }
}

/// Whether there is something to look at in a command.
fn has_formulas(command: &Command) -> bool {
    matches!(command.kind, CommandKind::Game { .. }) || !formulas(command).is_empty()
}

/// The formulas of a command that are looked at.
fn formulas(command: &Command) -> Vec<Quoted> {
    match &command.kind {
        CommandKind::Eval { formula, .. }
        | CommandKind::Def { formula, .. }
        | CommandKind::Theorem { formula, .. }
        | CommandKind::Refute { formula, .. } => vec![*formula],
        CommandKind::Cover { target, pieces, .. } => [&[*target], &pieces[..]].concat(),
        _ => Vec::new(),
    }
}

/// What is found in the rules of a game.
fn of_game(source: &Source, rule: Quoted, clauses: &[GameClause], macros: &dyn Macros) -> Vec<Finding> {
    let Ok(spec) = parse_rule(source, rule.span, macros) else { return Vec::new() };
    let mut findings = read(&spec.moves, source);
    for clause in clauses {
        if let GameClause::Terminal(text) | GameClause::Right(text) = clause
            && let Ok(terminal) = parse_formula_in(source, text.span, macros, &spec.system)
        {
            findings.extend(read(&terminal, source));
        }
    }
    findings
}

/// What is found in a script without running it.
pub fn lint_as_written(source: &Source, commands: &[Command], macros: &dyn Macros) -> Vec<Finding> {
    let mut repeated = Repeated::default();
    let mut all = Vec::new();
    for command in commands {
        all.extend(repeated.findings(source, command));
        if !has_formulas(command) {
            continue;
        }
        let (allowed, mut findings) = allowed(source, command.span.start);
        for formula in formulas(command) {
            findings
                .extend(parse_formula(source, formula.span, macros).map_or(Vec::new(), |parsed| read(&parsed, source)));
        }
        if let CommandKind::Game { rule, clauses, .. } = &command.kind {
            findings.extend(of_game(source, *rule, clauses, macros));
        }
        findings.retain(|finding| !allowed.contains(&finding.lint));
        all.extend(findings);
    }
    all
}

/// The names that the commands of one script have defined and claimed so far.
#[derive(Debug, Default)]
pub struct Repeated {
    /// Whether the name is that of a claim, the name, and where it stands.
    known: HashMap<(bool, String), Span>,
}

impl Repeated {
    /// The names of a command that another had before it, or that filbert ships.
    pub fn findings(&mut self, source: &Source, command: &Command) -> Vec<Finding> {
        let (claims, names) = match &command.kind {
            CommandKind::Theorem { name, .. } | CommandKind::Refute { name, .. } | CommandKind::Cover { name, .. } => {
                (true, vec![&*name.text])
            }
            kind => (false, defined(kind)),
        };
        let (allowed, _) = allowed(source, command.span.start);
        let mut findings = Vec::new();
        for name in names {
            let span = name_in(source, command, name);
            let is_first = !claims && !self.known.contains_key(&(claims, name.to_owned()));
            let shipped = Shipped::ALL.into_iter().filter(|_| is_first && !standard::is_shipped(source));
            let hidden = shipped.filter(|kind| kind.may_be_defined(&command.kind) && kind.ships(name));
            findings.extend(hidden.map(|kind| hides(source, kind, name, span)));
            let Some(earlier) = self.known.insert((claims, name.to_owned()), span) else { continue };
            let (message, label) = match claims {
                true => (format!("two statements have the name `{name}`"), "results are identified by their names"),
                false => (format!("`{name}` is defined twice"), "this one is used from here on"),
            };
            let diagnostic = Diagnostic::warning(source, span, message).label(label).also(earlier, "the first is here");
            findings.push(Finding::new(Lint::RepeatedName, diagnostic.help("give one of them another name")));
        }
        findings.retain(|finding| !allowed.contains(&finding.lint));
        findings
    }
}

/// Where the name stands that a command defines.
fn name_in(source: &Source, command: &Command, name: &str) -> Span {
    let text = source.slice(command.span);
    let after = text.find(char::is_whitespace).unwrap_or(0);
    let written = text[after..].find(name).unwrap_or(0) + after + command.span.start;
    Span::new(written, written + name.len())
}

/// The kinds of names that filbert ships.
#[derive(Clone, Copy, Debug)]
enum Shipped {
    Function,
    System,
    Word,
}

impl Shipped {
    const ALL: [Shipped; 3] = [Shipped::Function, Shipped::System, Shipped::Word];

    fn title(self) -> &'static str {
        match self {
            Shipped::Function => "function",
            Shipped::System => "numeration system",
            Shipped::Word => "word",
        }
    }

    /// Whether a command may define a name of this kind. What some commands make depends on what they are applied to.
    fn may_be_defined(self, command: &CommandKind) -> bool {
        let one = |kind: Shipped| self.title() == kind.title();
        match command {
            CommandKind::Word { .. } | CommandKind::WordBy { .. } | CommandKind::Promote { .. } => one(Shipped::Word),
            CommandKind::Numeration { .. } => one(Shipped::System),
            CommandKind::Builtin { builtin, arguments } => match builtin.keyword() {
                "ost" => one(Shipped::System),
                "combine" | "image" | "join" => one(Shipped::Word),
                "alphabet" | "convert" | "minimize" | "reverse" | "rsplit" | "split" | "transduce" => {
                    let is_function = arguments.first().is_some_and(|name| name.text.starts_with('$'));
                    one(Shipped::Function) || one(Shipped::Word) && !is_function
                }
                _ => one(Shipped::Function),
            },
            CommandKind::Def { .. }
            | CommandKind::Eval { .. }
            | CommandKind::Reg { .. }
            | CommandKind::Kernel { .. }
            | CommandKind::Guess { .. }
            | CommandKind::Recursion { .. }
            | CommandKind::Outcomes { .. }
            | CommandKind::Grundy { .. } => one(Shipped::Function),
            _ => false,
        }
    }

    /// Whether filbert ships this name.
    fn ships(self, name: &str) -> bool {
        match self {
            Shipped::Function => {
                let is_shift = name.strip_prefix("shift_").is_some_and(Numerations::is_generated);
                is_shift
                    || standard::function_names().iter().any(|known| known == name)
                    || shipped_kernels::names().contains(&name)
            }
            Shipped::System => Numerations::is_generated(name),
            Shipped::Word => standard_names().contains(&name),
        }
    }
}

fn hides(source: &Source, kind: Shipped, name: &str, span: Span) -> Finding {
    let title = kind.title();
    let diagnostic = Diagnostic::warning(source, span, format!("`{name}` is a {title} that filbert ships"))
        .label("this one is used from here on")
        .help("rename it, or write above the command: `# filbert: allow shipped-name`");
    Finding::new(Lint::ShippedName, diagnostic)
}

/// The lints that the comments above a command allow, and what is wrong with those comments.
fn allowed(source: &Source, command: usize) -> (Vec<Lint>, Vec<Finding>) {
    let text = source.text();
    let mut allowed = Vec::new();
    let mut findings = Vec::new();
    let mut end = text[..command].rfind('\n').unwrap_or(0);
    while end > 0 {
        let start = text[..end].rfind('\n').map_or(0, |at| at + 1);
        let Some(comment) = text[start..end].trim().strip_prefix('#') else { break };
        if let Some(request) = comment.trim_start().strip_prefix(MARK) {
            for name in request.trim().strip_prefix("allow").unwrap_or(request).split(',').map(str::trim) {
                match Lint::named(name) {
                    Some(lint) => allowed.push(lint),
                    None => {
                        let at = start + text[start..end].find(name).unwrap_or(0);
                        findings.push(unknown(source, name, Span::new(at, at + name.len())));
                    }
                }
            }
        }
        end = start.saturating_sub(1);
    }
    (allowed, findings)
}

fn unknown(source: &Source, name: &str, span: Span) -> Finding {
    let known = Lint::ALL.map(Lint::name);
    let error = Diagnostic::warning(source, span, format!("unknown lint `{name}`"));
    let error = match nearest(name, known) {
        Some(near) => error.meant(near),
        None => error.help(format!("`# filbert: allow LINT` silences one of {}", known.join(", "))),
    };
    Finding { lint: Lint::UnknownLint, diagnostic: error }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> (Vec<&'static str>, Vec<String>) {
        let source = Source::new("s", text);
        let (allowed, findings) = allowed(&source, text.find("eval").expect("a command"));
        let messages = findings.iter().map(|finding| finding.diagnostic.to_string());
        (allowed.into_iter().map(Lint::name).collect(), messages.collect())
    }

    #[test]
    fn only_comments_directly_above_a_command_allow() {
        assert_eq!(names("# filbert: allow below-zero, unused-variable\r\n# why\neval;").0.len(), 2);
        assert_eq!(names("# filbert: allow below-zero\n\neval;").0.len(), 0);
        assert_eq!(names("quit; # filbert: allow below-zero\neval;").0.len(), 0);
        assert_eq!(names("# filbert is not meant: allow below-zero\neval;").0.len(), 0);
    }

    #[test]
    fn a_typo_in_a_comment_is_told() {
        let (allowed, messages) = names("# filbert: allow bellow-zero\neval;");
        assert_eq!((allowed.len(), messages), (0, vec!["s:1:18: unknown lint `bellow-zero`".to_owned()]));
    }
}
