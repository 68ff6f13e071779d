//! The game that a subcommand speaks of: one that is shipped, or one of a script.

use std::path::Path;
use std::sync::Arc;

use crate::budget::Budget;
use crate::disk::read_given;
use crate::games::Game;
use crate::report::text;
use crate::script::{CommandError, Session, shipped_game};
use crate::syntax::{Source, parse_script};

use super::Process;
use super::color;
use super::limits::LimitOptions;

/// Where a game comes from.
#[derive(Debug, clap::Args)]
pub(super) struct GameOptions {
    /// A game that is shipped (`K2`, `Splithoff`), or a script that defines one
    game: String,
    /// Which game of the script, if it defines several
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    limits: LimitOptions,
}

impl GameOptions {
    /// The session that knows the game, and the game's name; see [`shipped_game`] for `for_playing`.
    pub(super) fn load(&self, process: &Process, for_playing: bool) -> Result<(Session, String), String> {
        let mut session = Session::with_limits(self.limits.limits(process));
        let path = Path::new(&self.game);
        if !path.exists() {
            shipped_game(&mut session, &self.game, for_playing)?;
            return Ok((session, self.game.clone()));
        }
        define_script(&mut session, path)?;
        let mut names: Vec<String> = session.games().into_iter().map(|(name, _)| name).collect();
        let path = path.display();
        match &self.name {
            Some(name) if names.contains(name) => Ok((session, name.clone())),
            Some(name) => Err(format!("{path}: no game `{name}`; it defines {}", names.join(", "))),
            None if names.len() == 1 => Ok((session, names.remove(0))),
            None if names.is_empty() => Err(format!("{path}: no game is defined here")),
            None => Err(format!("{path}: several games, choose one by --name: {}", names.join(", "))),
        }
    }

    /// The same, and the game.
    pub(super) fn load_game(&self, process: &Process) -> Result<(Session, String, Arc<Game>), String> {
        let (session, name) = self.load(process, false)?;
        let game = session.games().into_iter().find(|(known, _)| *known == name);
        let (_, game) = game.ok_or_else(|| format!("no game `{name}`"))?;
        Ok((session, name, game))
    }

    /// The script that defines the game, if it is none that is shipped.
    pub(super) fn script(&self) -> Option<&Path> {
        Some(Path::new(&self.game)).filter(|path| path.exists())
    }

    /// What a query may use.
    pub(super) fn budget(&self, process: &Process) -> Budget {
        self.limits.limits(process).budget()
    }
}

/// Runs what a script defines.
pub(super) fn define_script(session: &mut Session, path: &Path) -> Result<(), String> {
    let text = read_given(path, &session.budget()).map_err(|error| format!("{}: {error}", path.display()))?;
    let source = Source::new(path.display().to_string(), text);
    session.enter(path);
    let (commands, errors) = parse_script(&source);
    if let Some(error) = errors.first() {
        return Err(error.render(color()));
    }
    session.define_all(&source, &commands).map_err(|failure: CommandError| text::failure(&failure, color()))
}
