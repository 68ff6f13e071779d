//! `filbert table`.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::disk::write_atomically;
use crate::games;
use crate::report::{board, text as said};
use crate::script::Session;

use super::game::GameOptions;
use super::{Process, color, say, trouble};

/// Show the Sprague-Grundy values of a game on one, two or three piles, or its board
///
/// Values are computed from the moves alone; of three piles the last is that of a slice. The board shows the
/// P-positions; that of a game with blocking comes from its kernel.
#[derive(Debug, clap::Args)]
pub(super) struct Table {
    #[command(flatten)]
    game: GameOptions,
    /// Piles run from 0 to N-1
    #[arg(long, value_name = "N", default_value_t = SIDE)]
    size: usize,
    /// Values separated by commas, a line for each size of the first pile
    #[arg(long)]
    csv: bool,
    /// A picture of the board as SVG; the values stand in it if it is small
    #[arg(long, conflicts_with = "csv")]
    svg: bool,
    /// Write to a file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Piles are below this, unless said otherwise.
pub(super) const SIDE: usize = 18;

/// What the console shows of a game.
pub(super) fn text(session: &mut Session, name: &str, side: usize) -> Result<String, String> {
    let game = session.games().into_iter().find(|(known, _)| known == name);
    let (_, game) = game.ok_or_else(|| format!("no game `{name}`"))?;
    session.table(&game, side).map(|table| table.text()).map_err(|error| error.to_string())
}

/// Boards up to this size show their values.
const WITH_VALUES: usize = 24;

impl Table {
    pub(super) fn run(&self, process: &Process) -> ExitCode {
        let (mut session, name, game) = match self.game.load_game(process) {
            Ok(loaded) => loaded,
            Err(message) => return trouble(message),
        };
        let shown = match session.table(&game, self.size) {
            Ok(table) if self.csv => table.csv(),
            Ok(table) if self.svg && table.piles.len() != 2 => return trouble("a board shows games on two piles"),
            Ok(table) if self.svg => {
                let value = |p, q| (self.size <= WITH_VALUES).then(|| table.value(p, q));
                board::svg(&name, self.size, |p, q| table.value(p, q) == 0, value)
            }
            Ok(table) => table.text(),
            Err(games::TableError::Blocking) if self.svg => match session.kernel_of(&name, &game) {
                Ok(kernel) => {
                    let positions = games::outcomes(&game, &kernel, self.size);
                    board::svg(&name, self.size, |p, q| positions[p * self.size + q], |_, _| None)
                }
                Err(failure) => return trouble(said::failure(&failure, color())),
            },
            Err(error) => return trouble(error),
        };
        match &self.out {
            None => say::out(&shown),
            Some(path) => {
                if let Err(error) = write_atomically(path, &shown) {
                    return trouble(format!("{}: {error}", path.display()));
                }
            }
        }
        ExitCode::SUCCESS
    }
}
