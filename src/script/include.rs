//! Files that scripts include.

use std::path::Path;

use crate::budget::Budget;
use crate::disk::Unread;
use crate::syntax::ast::{Command, CommandKind};
use crate::syntax::{Diagnostic, Source, Span, nearest, parse_script};

use super::find::shown;
use super::outcome::{CommandError, Effect};
use super::session::Session;

impl Session {
    /// Runs the definitions of another file. Its theorems are proved where it stands by itself.
    pub(super) fn include(&mut self, source: &Source, path: Span, budget: &Budget) -> Result<Effect, CommandError> {
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
                .label("it is being read already")
                .help(match through.is_empty() {
                    true => "a file has its own definitions: take this line out",
                    false => "put what both need into a file of its own, and include that",
                })
                .into());
        }
        if self.included.contains(&file) {
            return Ok(Effect::Nothing);
        }
        self.admit(&file).map_err(|why| {
            Diagnostic::error(source, path, format!("cannot read `{written}`"))
                .label(why)
                .help("with `--confined` a script names files beside and below it, and in the folders of `--in`")
        })?;
        let text = self.named_text(&file, budget).map_err(|why| {
            let why = match why {
                Unread::Halt(limit) => return CommandError::from(limit),
                why => why.to_string(),
            };
            let error = Diagnostic::error(source, path, format!("cannot read `{written}`")).label(why);
            let asked = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let beside = self.names_beside(&file);
            match nearest(&asked, beside.iter().map(String::as_str)).filter(|near| *near != asked) {
                Some(near) => error.help(format!("did you mean `{near}`?")).into(),
                None => error.help("the path is relative to the file that includes it").into(),
            }
        })?;
        let inner = Source::new(shown(&file), text);
        let (commands, errors) = parse_script(&inner);
        if let Some(error) = errors.into_iter().next() {
            return Err(error.into());
        }
        self.including.push(file.clone());
        let result = self.definitions_of(&inner, &commands, budget);
        self.including.pop();
        result?;
        self.included.insert(file);
        Ok(Effect::Nothing)
    }

    /// Runs the definitions of a script, without its theorems.
    ///
    /// # Errors
    /// That of the first command that fails.
    pub fn define_all(&mut self, source: &Source, commands: &[Command]) -> Result<(), CommandError> {
        let budget = self.budget();
        self.definitions_of(source, commands, &budget)
    }

    fn definitions_of(&mut self, source: &Source, commands: &[Command], budget: &Budget) -> Result<(), CommandError> {
        for command in commands {
            // Each has its own limits, and all of them are part of what asked for them.
            budget.check_now()?;
            match command.kind {
                CommandKind::Theorem { .. }
                | CommandKind::Refute { .. }
                | CommandKind::Cover { .. }
                | CommandKind::Redundant { .. }
                | CommandKind::Eval { name: None, .. } => {}
                CommandKind::Quit => break,
                _ => {
                    self.run(source, command).map_err(|why| match why {
                        CommandError::Wrong(_) | CommandError::Elsewhere { .. } => why,
                        why => {
                            let line = source.position(command.span.start).line;
                            CommandError::Elsewhere { why: Box::new(why), place: format!("{}:{line}", source.name()) }
                        }
                    })?;
                }
            }
        }
        Ok(())
    }
}
