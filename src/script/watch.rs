//! A session for an editor: file texts may differ from those on disk.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::syntax::ast::{Command, CommandKind};
use crate::syntax::{Broken, Diagnostic, Source};

use super::outcome::CommandError;
use super::session::{Session, canonical};

/// Scripts as they are being written, by their paths.
pub type Texts = HashMap<PathBuf, (Source, Vec<Result<Command, Broken>>)>;

impl Session {
    /// Lets definitions of a script at a path wait until they are named. What it includes is taken from `texts`, and
    /// from the disk if it is not there. What cannot be read is told, and the rest stands.
    pub fn await_definitions(
        &mut self,
        source: &Source,
        items: &[Result<Command, Broken>],
        path: &Path,
        texts: &Texts,
    ) -> Vec<Diagnostic> {
        let mut errors = Vec::new();
        let base = path.parent().unwrap_or(Path::new("."));
        for item in items {
            let command = match item {
                Ok(command) if command.kind == CommandKind::Quit => break,
                Ok(command) => command,
                Err(broken) => {
                    self.leave_broken(source, broken);
                    continue;
                }
            };
            let included = match &command.kind {
                CommandKind::Include { path } => Some(path.span),
                CommandKind::Load { file } => Some(file.span),
                _ => None,
            };
            let Some(span) = included else {
                self.await_definition(source, command, path, &mut errors);
                continue;
            };
            let file = canonical(&base.join(source.slice(span)));
            if let Some((other, items)) = texts.get(&file) {
                if self.context.read.insert(file.clone()) {
                    errors.extend(self.await_definitions(other, items, &file, texts));
                }
            } else {
                match self.past_open_files(|session| session.use_path(&file)) {
                    Ok(wrong) => errors.extend(wrong),
                    Err(why) => {
                        self.lose_names(source, command.span.start);
                        let message = format!("cannot read `{}`", source.slice(span));
                        errors.push(Diagnostic::error(source, span, message).label(why));
                    }
                }
            }
        }
        errors
    }

    fn await_definition(&mut self, source: &Source, command: &Command, path: &Path, errors: &mut Vec<Diagnostic>) {
        match &command.kind {
            CommandKind::Builtin { builtin, .. } if builtin.keyword() == "use" => {
                self.including.push(path.to_owned());
                let result = self.perform(source, command);
                self.including.pop();
                errors.extend(
                    result.err().and_then(|why| if let CommandError::Wrong(why) = why { Some(why) } else { None }),
                );
            }
            _ => {
                self.context.wait(source.clone(), command.clone(), path.to_owned());
            }
        }
    }
}
