//! Answers what is typed. Shared by the terminal and the pipe.

use std::io::{self, Write};

use crate::logic::Step;
use crate::report::{plan, text};
use crate::script::{CommandError, Effect, Saved, Session};
use crate::syntax::{Command, CommandKind, Drawing, Ending, Input, Source, nearest, parse_in_order, read_input};

use super::super::{count, game, is_whole, position, show, table};

/// What begins with `:`, and what it does.
const DIRECTIVES: [(&str, &str); 9] = [
    ("count", ":count NAME 0..20      values of the linear representation of `eval NAME n ..`"),
    ("explain", ":explain [STATEMENT]   how this statement, or the last one, was decided"),
    ("help", ":help                  this list"),
    ("position", ":position GAME 5,8     who wins from a position, and how"),
    ("quit", ":quit                  end the session (or Ctrl-D)"),
    ("show", ":show NAME             an automaton, a word, a numeration system, the rules of a game"),
    ("states", ":states [on|off]       show the largest automaton built for each answer"),
    ("table", ":table GAME [N]        Sprague-Grundy values of piles below N"),
    ("time", ":time [on|off]         show the time for each answer"),
];

const HELP: &str = "\
Type a statement to decide it: ?msd_fib Ax Ey x=2*y
All commands of scripts work; end them with `;` or `:`: def even \"?msd_fib Ey x=2*y\":
Input with an open bracket or quote continues on the next line; an empty line ends it. Tab completes names.
Ctrl-C stops a statement. `help` lists the commands, `help eval` explains one.";

/// The names of the directives.
pub(super) fn directives() -> impl Iterator<Item = &'static str> {
    DIRECTIVES.iter().map(|(word, _)| *word)
}

/// A conversation.
pub(in crate::cli) struct Console {
    session: Session,
    /// What is said besides the answers.
    pub(super) style: Style,
    last_steps: (usize, Vec<Step>),
    /// Inputs so far: errors name the one they are in.
    inputs: usize,
    /// True after `quit`.
    pub(super) over: bool,
    /// Whether a claim failed.
    pub(super) failed: bool,
    /// Whether something could not be decided or read.
    pub(super) undecided: bool,
}

/// What is said besides the answers.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Style {
    pub(in crate::cli) time: bool,
    pub(in crate::cli) states: bool,
    pub(in crate::cli) warnings: bool,
    /// Whether definitions are confirmed.
    pub(in crate::cli) confirms: bool,
    /// Whether answers are coloured.
    pub(in crate::cli) color: bool,
    /// How messages are drawn.
    pub(in crate::cli) drawing: Drawing,
}

impl Console {
    pub(in crate::cli) fn new(mut session: Session, style: Style) -> Console {
        session.keep_steps();
        let last_steps = (0, Vec::new());
        Console { session, style, last_steps, inputs: 0, over: false, failed: false, undecided: false }
    }

    /// What statements may name now.
    pub(super) fn session(&self) -> &Session {
        &self.session
    }

    /// Answers one input: to `out` what was asked for, to `messages` what is wrong.
    ///
    /// # Errors
    /// Those of the two.
    pub(in crate::cli) fn input(
        &mut self,
        input: &str,
        out: &mut dyn Write,
        messages: &mut dyn Write,
    ) -> io::Result<()> {
        match read_input(input) {
            Input::Blank => Ok(()),
            Input::Directive(word, argument) => self.directive(&word, &argument, out, messages),
            Input::Commands(commands) => {
                let source = self.source(&commands);
                self.commands(&source, out, messages)
            }
            Input::Statement(statement) => {
                let source = self.source(&statement);
                self.statement(&source, out, messages).map(|_| ())
            }
        }
    }

    /// A line was no text.
    ///
    /// # Errors
    /// Those of `messages`.
    pub(super) fn unreadable(&mut self, messages: &mut dyn Write) -> io::Result<()> {
        self.undecided = true;
        self.inputs += 1;
        writeln!(messages, "error: <{}> is not UTF-8 text", self.inputs)
    }

    fn source(&mut self, text: &str) -> Source {
        self.inputs += 1;
        Source::new(format!("<{}>", self.inputs), text)
    }

    fn directive(
        &mut self,
        word: &str,
        argument: &str,
        out: &mut dyn Write,
        messages: &mut dyn Write,
    ) -> io::Result<()> {
        match word {
            "time" => switch("time", &mut self.style.time, argument, out, messages),
            "states" => switch("states", &mut self.style.states, argument, out, messages),
            "quit" | "q" => {
                self.over = true;
                Ok(())
            }
            "help" | "h" => {
                let lines: Vec<&str> = DIRECTIVES.iter().map(|(_, line)| *line).collect();
                writeln!(out, "{HELP}\n\n{}", lines.join("\n"))
            }
            "explain" => {
                if !argument.is_empty() {
                    let source = self.source(argument);
                    self.statement(&source, out, messages)?;
                }
                match &self.last_steps {
                    (_, steps) if steps.is_empty() => writeln!(out, "no automaton was built or searched"),
                    (first, steps) => write!(out, "{}", plan::steps(*first, steps)),
                }
            }
            "show" | "position" | "table" | "count" => match self.looked_up(word, argument) {
                Ok(answer) => write!(out, "{answer}"),
                Err(why) => {
                    self.undecided = true;
                    writeln!(messages, "{}", said(&why))
                }
            },
            _ => {
                self.undecided = true;
                let known = nearest(word, directives());
                let hint = known.map_or_else(|| "`:help` lists them".into(), |near| format!("did you mean `:{near}`?"));
                writeln!(messages, "error: unknown directive `:{word}`: {hint}")
            }
        }
    }

    /// What the subcommands of the same name say.
    fn looked_up(&mut self, word: &str, argument: &str) -> Result<String, String> {
        let (name, rest) = argument.split_once(char::is_whitespace).unwrap_or((argument, ""));
        let budget = self.session.budget();
        if name.is_empty() {
            return Err(format!("usage: {}", DIRECTIVES.iter().find(|(known, _)| *known == word).expect("known").1));
        }
        match word {
            "show" => show::table(&mut self.session, argument, &budget),
            "position" => {
                let game = game::known(&mut self.session, name, true)?;
                let answer = position::outcome(&mut self.session, &game, rest, &budget)?;
                Ok(answer.text + &answer.how.map(|how| format!("{how}\n")).unwrap_or_default())
            }
            "table" => {
                let game = game::known(&mut self.session, name, false)?;
                let side = if rest.is_empty() { Ok(table::SIDE) } else { rest.trim().parse() };
                let side = side.map_err(|_| format!("expected a number of rows, found `{rest}`"))?;
                table::text(&mut self.session, &game, side)
            }
            _ => {
                let values: Result<Vec<count::Values>, String> = rest.split_whitespace().map(count::values).collect();
                count::of_session(&mut self.session, name, &values?)
            }
        }
    }

    /// A statement by itself; whether there is an answer.
    fn statement(&mut self, source: &Source, out: &mut dyn Write, messages: &mut dyn Write) -> io::Result<bool> {
        let result = self.session.answer(source);
        self.last_steps = self.session.new_steps();
        let run = match result {
            Ok(run) => run,
            Err(failure) => return self.failure(&failure, messages).map(|()| false),
        };
        writeln!(out, "{}", self.painted(text::answer_with(&run, self.style.time, self.style.states)))?;
        out.flush()?;
        if self.style.warnings {
            let findings = self.session.lint_formula(source, source.span(), run.truth());
            for finding in findings {
                write!(messages, "{}", finding.render(false, self.style.drawing))?;
            }
        }
        Ok(true)
    }

    /// Commands in their order, those that cannot be read included.
    fn commands(&mut self, source: &Source, out: &mut dyn Write, messages: &mut dyn Write) -> io::Result<()> {
        for item in parse_in_order(source) {
            match item {
                Ok(command) => self.command(source, &command, out, messages)?,
                Err(broken) => {
                    self.session.leave_broken(source, &broken);
                    self.failure(&broken.error.into(), messages)?;
                }
            }
            if self.over {
                break;
            }
        }
        Ok(())
    }

    fn command(
        &mut self,
        source: &Source,
        command: &Command,
        out: &mut dyn Write,
        messages: &mut dyn Write,
    ) -> io::Result<()> {
        let result = self.session.run(source, command);
        self.last_steps = self.session.new_steps();
        let run = match result {
            Ok(run) => run,
            Err(failure) => return self.failure(&failure, messages),
        };
        if command.ending == Ending::StepsLogged && !self.last_steps.1.is_empty() {
            write!(out, "{}", plan::steps(self.last_steps.0, &self.last_steps.1))?;
        }
        for note in &run.notes {
            writeln!(messages, "note: {note}")?;
        }
        let answer = self.painted(text::answer_with(&run, self.style.time, self.style.states));
        match &run.effect {
            Effect::Quit => self.over = true,
            Effect::Nothing if self.style.confirms => {
                for saved in &run.saved {
                    if let Some(name) = name_of(saved) {
                        writeln!(out, "{name} is defined")?;
                    }
                }
            }
            Effect::Nothing => {}
            _ => writeln!(out, "{answer}")?,
        }
        let expected = match command.kind {
            CommandKind::Theorem { .. } => Some(true),
            CommandKind::Refute { .. } => Some(false),
            _ => None,
        };
        if let Some(expected) = expected
            && run.truth() == Some(!expected)
        {
            self.failed = true;
            writeln!(out, "expected {}", if expected { "TRUE" } else { "FALSE" })?;
        }
        out.flush()?;
        if self.style.warnings {
            for finding in self.session.lint(source, command, run.truth()) {
                write!(messages, "{}", finding.render(false, self.style.drawing))?;
            }
        }
        Ok(())
    }

    fn painted(&self, answer: String) -> String {
        text::painted(&answer, self.style.color)
    }

    fn failure(&mut self, failure: &CommandError, messages: &mut dyn Write) -> io::Result<()> {
        self.undecided = true;
        writeln!(messages, "{}", text::failure(failure, self.style.drawing).trim_end())
    }
}

fn said(why: &str) -> String {
    if is_whole(why) { why.trim_end().to_owned() } else { format!("error: {why}") }
}

fn name_of(saved: &Saved) -> Option<&str> {
    match saved {
        Saved::Function(name, _) | Saved::Word(name, _) | Saved::Morphism(name, _) | Saved::Macro(name, _) => {
            Some(name)
        }
        _ => None,
    }
}

/// `on`, `off`, or the other of the two.
fn switch(
    name: &str,
    value: &mut bool,
    argument: &str,
    out: &mut dyn Write,
    messages: &mut dyn Write,
) -> io::Result<()> {
    match argument {
        "" => *value = !*value,
        "on" => *value = true,
        "off" => *value = false,
        _ => return writeln!(messages, "error: expected `:{name} on` or `:{name} off`"),
    }
    writeln!(out, "{name} {}", if *value { "on" } else { "off" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn talk(inputs: &[&str]) -> String {
        let style =
            Style { time: false, states: false, warnings: true, confirms: true, color: false, drawing: Drawing::PLAIN };
        let mut console = Console::new(Session::new(), style);
        let (mut out, mut messages) = (Vec::new(), Vec::new());
        for input in inputs {
            console.input(input, &mut out, &mut messages).expect("a vector takes all");
        }
        String::from_utf8(out).expect("text") + &String::from_utf8(messages).expect("text")
    }

    #[test]
    fn statements_and_commands_share_one_session() {
        let shown = talk(&["def half \"?msd_fib Ey x=2*y & y>0\":", "?msd_fib Ax $half(x) => x>1", "quit", "x=1"]);
        assert!(shown.starts_with("x: ") && shown.contains("\nTRUE\n"), "{shown}");
    }

    #[test]
    fn an_error_names_the_input_and_ends_nothing() {
        let shown = talk(&["x=", "?msd_fib Ax x<x+1"]);
        assert!(shown.starts_with("TRUE\n") && shown.contains("<1>:1:3"), "{shown}");
    }

    #[test]
    fn the_last_statement_can_be_explained() {
        let shown = talk(&["?msd_fib Ax Ey x=2*y", ":explain", ":exlain"]);
        assert!(shown.contains("search") && shown.contains("did you mean `:explain`?"), "{shown}");
        assert_eq!(talk(&[":time", ":time on", ":states off"]), "time on\ntime on\nstates off\n");
    }
}
