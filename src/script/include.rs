//! Files that scripts include.

use std::path::Path;

use crate::budget::Budget;
use crate::disk::Unread;
use crate::planted::{Bug, planted};
use crate::syntax::ast::{Command, CommandKind};
use crate::syntax::{Broken, Diagnostic, Source, Span, nearest, parse_in_order};

use super::find::shown;
use super::outcome::{CommandError, Effect};
use super::session::Session;
use super::transaction::elsewhere;

impl Session {
    /// Runs the definitions of another file. Its theorems are proved where it stands by itself.
    pub(super) fn include(
        &mut self,
        source: &Source,
        (command, path): (Span, Span),
        budget: &Budget,
    ) -> Result<Effect, CommandError> {
        let written = source.slice(path);
        let base = self.including.last().and_then(|file| file.parent()).unwrap_or(Path::new("."));
        let file = self.known_path(&base.join(written));
        if self.including.contains(&file) {
            let within = self.including.iter().skip_while(|open| **open != file).skip(1);
            let through: Vec<String> =
                within.filter_map(|path| Some(path.file_name()?.display().to_string())).collect();
            let message = match &through[..] {
                [] => format!("`{written}` includes itself"),
                _ => format!("`{written}` includes itself through `{}`", through.join("`, `")),
            };
            return Err(Diagnostic::error(source, path, message)
                .label("already being read")
                .help(match through.is_empty() {
                    true => "a file knows its own definitions: remove this line",
                    false => "move what both need to a third file, and include that",
                })
                .into());
        }
        if self.included.contains(&file) && !planted(Bug::Twice) {
            return Ok(Effect::Nothing);
        }
        let text = match self.included_text(source, path, &file, budget) {
            Ok(text) => text,
            Err(why) => {
                self.lose_names(source, command.start);
                return Err(why);
            }
        };
        let inner = Source::new(shown(&file), text);
        self.including.push(file.clone());
        let result = self.definitions_of(&inner, &parse_in_order(&inner), budget);
        self.including.pop();
        self.included.insert(file);
        result.map(|()| Effect::Nothing)
    }

    /// The text of a file that is to be included.
    fn included_text(
        &mut self,
        source: &Source,
        path: Span,
        file: &Path,
        budget: &Budget,
    ) -> Result<String, CommandError> {
        let written = source.slice(path);
        self.admit(file).map_err(|why| {
            Diagnostic::error(source, path, format!("cannot read `{written}`"))
                .label(why)
                .help("with `--confined`, a script may only name files in its folder and in the folders of `--in`")
        })?;
        self.named_text(file, budget).map_err(|why| {
            let why = match why {
                Unread::Halt(limit) => return CommandError::from(limit),
                why => why.to_string(),
            };
            let error = Diagnostic::error(source, path, format!("cannot read `{written}`")).label(why);
            let asked = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let beside = self.names_beside(file);
            match nearest(&asked, beside.iter().map(String::as_str)).filter(|near| *near != asked) {
                Some(near) => {
                    let name = Span::new(path.end - asked.len().min(path.end - path.start), path.end);
                    let error = error.help(format!("did you mean `{near}`?"));
                    let is_there = source.slice(name) == asked;
                    if is_there { error.fix(name, near).into() } else { error.into() }
                }
                None => error.help("the path is relative to the file that includes it").into(),
            }
        })
    }

    /// Runs the definitions of a script, without its theorems. Those behind one that fails run as well.
    ///
    /// # Errors
    /// That of the first command that fails.
    pub fn define_all(&mut self, source: &Source, commands: &[Command]) -> Result<(), CommandError> {
        let budget = self.budget();
        let items: Vec<_> = commands.iter().cloned().map(Ok).collect();
        self.definitions_of(source, &items, &budget)
    }

    fn definitions_of(
        &mut self,
        source: &Source,
        items: &[Result<Command, Broken>],
        budget: &Budget,
    ) -> Result<(), CommandError> {
        let mut first = None;
        for item in items {
            let command = match item {
                Ok(command) if command.kind == CommandKind::Quit && planted(Bug::Quit) => continue,
                Ok(command) if command.kind == CommandKind::Quit => break,
                Ok(command) if is_definition(&command.kind) => command,
                Ok(_) => continue,
                Err(broken) => {
                    self.leave_broken(source, broken);
                    first.get_or_insert_with(|| broken.error.clone().into());
                    continue;
                }
            };
            // Each has its own limits, and all of them are part of what asked for them.
            if let Err(halt) = budget.check_now() {
                self.leave(source, command);
                first.get_or_insert_with(|| halt.into());
                continue;
            }
            if let Err(why) = self.run(source, command) {
                let why = elsewhere(why, source, command);
                // Only the first failure is told: the others are where the script is proved by itself.
                first = first.filter(|known| !matches!(known, CommandError::Undecided(_))).or(Some(why));
            }
        }
        first.map_or(Ok(()), Err)
    }
}

/// Whether a command is run where its script is included.
fn is_definition(command: &CommandKind) -> bool {
    !matches!(
        command,
        CommandKind::Theorem { .. }
            | CommandKind::Refute { .. }
            | CommandKind::Cover { .. }
            | CommandKind::Redundant { name: None, .. }
            | CommandKind::Eval { name: None, .. }
    )
}
