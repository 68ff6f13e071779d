//! The game that a subcommand speaks of: one that is shipped, or one of a script.

use std::path::Path;
use std::sync::Arc;

use crate::budget::Budget;
use crate::games::Game;
use crate::report::text;
use crate::script::{Session, shipped_game};

use super::Process;
use super::context::{ContextOptions, know};
use super::drawing_of_messages;
use super::limits::LimitOptions;

/// The game that all others here vary, and that is shipped as the first of a family.
const WYTHOFF: &str = "Wythoff";

/// Where a game comes from.
#[derive(Debug, clap::Args)]
pub(super) struct GameOptions {
    /// A game that filbert ships (`K2`, `Splithoff`), a game of `--in`, or a script that defines one
    game: String,
    /// Which game, if the script defines several: its name, or that of its kernel
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    context: ContextOptions,
    #[command(flatten)]
    limits: LimitOptions,
}

impl GameOptions {
    /// The session that knows the game, and the game's name; see [`shipped_game`] for `for_playing`.
    pub(super) fn load(&self, process: &Process, for_playing: bool) -> Result<(Session, String), String> {
        let mut session = self.context.session(self.limits.limits(process))?;
        let script = self.script();
        if let Some(script) = script {
            know(&mut session, script)?;
        }
        let wanted = match (script, &self.name) {
            (Some(_), name) => name.clone(),
            (None, _) => Some(self.game.clone()),
        };
        let games = session.games_known();
        let place = script.map(|script| format!("{}: ", script.display())).unwrap_or_default();
        let name = match (wanted, &games[..]) {
            (Some(name), _) => name,
            (None, [only]) => only.clone(),
            (None, []) => return Err(format!("{place}no game is defined here")),
            (None, several) => {
                return Err(format!("{place}several games; choose one with --name: {}", several.join(", ")));
            }
        };
        match known(&mut session, &name, for_playing) {
            Ok(game) => Ok((session, game)),
            Err(_)
                if script.is_some()
                    && !games.contains(&name)
                    && !session.names_waiting().any(|known| known == name) =>
            {
                Err(format!("{place}no game `{name}`; it defines {}", games.join(", ")))
            }
            Err(why) => Err(why),
        }
    }

    /// The session that knows the game, the game's name and the game.
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

/// The game of this name, or whose kernel has it, its rules read: one that the session knows, or one that is shipped.
pub(super) fn known(session: &mut Session, name: &str, for_playing: bool) -> Result<String, String> {
    match session.require_game(name) {
        // `show` and `position` only read the rules of a shipped game.
        Ok(Some(game)) if !for_playing && !session.games().iter().any(|(known, _)| *known == game) => {
            shipped_game(session, &game, false).map(|()| game)
        }
        Ok(Some(game)) => Ok(game),
        Ok(None) if name.contains(['/', '.']) => Err(format!("{name}: file not found")),
        Ok(None) => {
            let name = if name == WYTHOFF { "K0" } else { name };
            shipped_game(session, name, for_playing).map(|()| name.to_owned())
        }
        Err(failure) => Err(text::failure(&failure, drawing_of_messages())),
    }
}
