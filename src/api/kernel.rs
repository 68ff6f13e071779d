//! P-positions of games.

use std::sync::Arc;

use num_bigint::BigInt;

use super::error::Error;
use super::relation::Relation;

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
#[derive(Clone, Debug)]
pub struct Kernel {
    game: String,
    positions: Relation,
}

impl Kernel {
    pub(super) fn new(game: &str, positions: Relation) -> Kernel {
        Kernel { game: game.to_owned(), positions }
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
}
