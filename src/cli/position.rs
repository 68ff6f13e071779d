//! `filbert position`.

use std::process::ExitCode;

use num_bigint::{BigInt, BigUint};

use crate::games::{Outcome, shown};
use crate::report::text;

use super::game::GameOptions;
use super::{Process, color, say, trouble};

/// Say who wins from a position, and how
///
/// Prints `P` if whoever has to move loses, `N` and a winning move otherwise. Piles may have thousands of digits. Exits
/// with 0 if there is an answer, 2 otherwise.
#[derive(Debug, clap::Args)]
pub(super) struct Position {
    #[command(flatten)]
    game: GameOptions,
    /// The piles, for example `12,20`; `-` reads them from standard input
    position: String,
}

impl Position {
    pub(super) fn run(&self, process: &Process) -> ExitCode {
        let (mut session, name) = match self.game.load(process, true) {
            Ok(loaded) => loaded,
            Err(message) => return trouble(message),
        };
        let (mut player, kernel) = match session.player(&name) {
            Ok(Some(known)) => known,
            Ok(None) => return trouble(format!("the kernel of `{name}` is not known")),
            Err(failure) => return trouble(text::failure(&failure, color())),
        };
        let mut written = self.position.clone();
        if written == "-" {
            written.clear();
            if let Err(error) = std::io::Read::read_to_string(&mut std::io::stdin(), &mut written) {
                return trouble(format!("standard input: {error}"));
            }
        }
        let piles: Option<Vec<BigUint>> = written.split(',').map(|pile| pile.trim().parse().ok()).collect();
        let piles: Option<Vec<BigInt>> = piles.map(|piles| piles.into_iter().map(BigInt::from).collect());
        let Some(piles) = piles.filter(|piles| piles.len() == player.piles()) else {
            return trouble(format!("expected {} natural numbers with commas between them", player.piles()));
        };
        match player.outcome(&kernel, &piles, &self.game.budget(process)) {
            Ok(Some(Outcome::Lost)) => say::line("P"),
            Ok(Some(Outcome::Won(option))) => say::line(format!("N\n{}", shown(&option))),
            Ok(None) => return trouble(format!("what is stored for `{name}` is not its kernel")),
            Err(limit) => return trouble(limit),
        }
        ExitCode::SUCCESS
    }
}
