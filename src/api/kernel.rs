//! P-positions of games.

use std::sync::{Arc, Mutex, PoisonError};

use num_bigint::BigInt;
use num_traits::Signed;

use super::error::Error;
use super::relation::Relation;
use crate::games::{Outcome, Player};
use crate::script;

/// The P-positions of a game: those from which the player who has just moved wins. Proved stable and absorbing.
///
/// It is unique where every play ends: von Neumann and Morgenstern, "Theory of Games and Economic Behavior" (1944).
///
/// ```
/// let mut session = filbert::Session::new();
/// session.run("game Nim \"?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q)\":")?;
/// let kernel = session.kernel("Nim")?;
/// assert!(kernel.contains(&[4.into(), 4.into()])? && !kernel.contains(&[4.into(), 5.into()])?);
/// # Ok::<(), filbert::Error>(())
/// ```
#[derive(Clone)]
pub struct Kernel {
    game: String,
    positions: Relation,
    player: Arc<Mutex<Player>>,
    limits: script::Limits,
}

impl std::fmt::Debug for Kernel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kernel").field("game", &self.game).field("positions", &self.positions).finish_non_exhaustive()
    }
}

impl Kernel {
    pub(super) fn new(game: &str, positions: Relation, player: Player, limits: &script::Limits) -> Kernel {
        let player = Arc::new(Mutex::new(player));
        Kernel { game: game.to_owned(), positions, player, limits: limits.clone() }
    }

    /// The game that it is the kernel of.
    ///
    /// ```
    /// # let mut session = filbert::Session::new();
    /// session.run("game One \"p -> r : r<p\":")?;
    /// assert_eq!(session.kernel("One")?.game(), "One");
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The positions, one track a pile.
    ///
    /// ```
    /// # let mut session = filbert::Session::new();
    /// session.run("game UpToThree \"p -> r : r<p & p<=r+3\":")?;
    /// let kernel = session.kernel("UpToThree")?;
    /// assert_eq!(kernel.positions().first(3).concat(), [0, 4, 8].map(Into::into));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn positions(&self) -> &Relation {
        &self.positions
    }

    /// The names of the piles, in the order of a position.
    ///
    /// ```
    /// # let mut session = filbert::Session::new();
    /// session.run("game Nim \"q,p -> r,s : (r<q & s=p) | (r=q & s<p)\":")?;
    /// assert_eq!(session.kernel("Nim")?.piles(), ["q".into(), "p".into()]);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn piles(&self) -> &[Arc<str>] {
        self.positions.tracks()
    }

    /// Whether a position belongs to it, one number a pile.
    ///
    /// ```
    /// # let mut session = filbert::Session::new();
    /// session.run("game One \"p -> r : r<p\":")?;
    /// assert!(!session.kernel("One")?.contains(&[7.into()])?);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there are more or fewer numbers than piles.
    pub fn contains(&self, position: &[BigInt]) -> Result<bool, Error> {
        self.positions.contains(position)
    }

    /// The options of a position that belong to the kernel, at most `most` of them: none for a position in the kernel, or
    /// one where a play in misere play is over. Costs about as many steps as the piles have digits.
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// session.run("game Nim \"?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q)\":")?;
    /// let kernel = session.kernel("Nim")?;
    /// assert_eq!(kernel.winning_moves(&[4.into(), 7.into()], 10)?, [[4.into(), 4.into()]]);
    /// assert!(kernel.winning_moves(&[7.into(), 7.into()], 10)?.is_empty());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there are more or fewer numbers than piles, or one is negative; the limit that was passed.
    pub fn winning_moves(&self, position: &[BigInt], most: usize) -> Result<Vec<Vec<BigInt>>, Error> {
        if self.contains(position)? || most == 0 {
            return Ok(Vec::new());
        }
        if let Some(pile) = position.iter().find(|pile| pile.is_negative()) {
            return Err(Error::wrong(format!("{pile} is not a pile")));
        }
        let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
        let kernel = self.positions.inner().dfa();
        match player.outcome_with(kernel, position, most, &self.limits.budget())? {
            Some(Outcome::Won(moves)) => Ok(moves),
            Some(Outcome::Lost | Outcome::Over) => Ok(Vec::new()),
            None => Err(Error::wrong(format!("the kernel stored for `{}` is wrong", self.game))),
        }
    }
}
