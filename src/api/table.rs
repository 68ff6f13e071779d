//! Sprague-Grundy values.

use std::sync::Arc;

use crate::games;
use crate::report::board::{boards, svg};

/// Boards up to this size show their values.
const WITH_VALUES: usize = 36;

/// The Sprague-Grundy values of a game on one, two or three piles, each smaller than some number.
///
/// Grundy, "Mathematics and games" (1939).
///
/// ```
/// let mut session = filbert::Session::new();
/// session.run("game Nim \"?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q)\":")?;
/// let table = session.table("Nim", 8)?;
/// assert_eq!(table.value(&[5, 3]), Some(5 ^ 3));
/// # Ok::<(), filbert::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    game: String,
    table: games::Table,
}

impl Table {
    pub(super) fn new(game: &str, table: games::Table) -> Table {
        Table { game: game.to_owned(), table }
    }

    /// The name of the game.
    ///
    /// ```
    /// assert_eq!(filbert::Session::new().table("Splithoff", 4)?.game(), "Splithoff");
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Piles are smaller than this.
    ///
    /// ```
    /// # let mut session = filbert::Session::new();
    /// session.run("game One \"p -> r : r<p\":")?;
    /// assert_eq!(session.table("One", 5)?.side(), 5);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn side(&self) -> usize {
        self.table.side
    }

    /// The names of the piles, in the order of a position.
    ///
    /// ```
    /// # let mut session = filbert::Session::new();
    /// session.run("game One \"p -> r : r<p\":")?;
    /// assert_eq!(session.table("One", 5)?.piles(), ["p".into()]);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn piles(&self) -> &[Arc<str>] {
        &self.table.piles
    }

    /// The value of a position, one number a pile; `None` if it has another number of piles, or one that is too large.
    ///
    /// ```
    /// # let mut session = filbert::Session::new();
    /// session.run("game UpToThree \"p -> r : r<p & p<=r+3\":")?;
    /// let table = session.table("UpToThree", 9)?;
    /// assert_eq!((table.value(&[6]), table.value(&[9])), (Some(2), None));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn value(&self, position: &[usize]) -> Option<u32> {
        let side = self.table.side;
        if position.len() != self.table.piles.len() || position.iter().any(|&pile| pile >= side) {
            return None;
        }
        self.table.values.get(position.iter().fold(0, |place, &pile| place * side + pile)).copied()
    }

    /// The values of all positions, in lexicographic order: the last pile changes fastest.
    ///
    /// ```
    /// # let mut session = filbert::Session::new();
    /// session.run("game Nim \"?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q)\":")?;
    /// assert_eq!(session.table("Nim", 3)?.values(), [0, 1, 2, 1, 0, 3, 2, 3, 0]);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn values(&self) -> &[u32] {
        &self.table.values
    }

    /// The board as SVG, a square a position, small ones with their values; of three piles the last is that of a slice.
    /// `None` for one pile.
    ///
    /// ```
    /// # let mut session = filbert::Session::new();
    /// session.run("game Nim \"?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q)\":")?;
    /// assert!(session.table("Nim", 8)?.to_svg().unwrap().starts_with("<svg"));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn to_svg(&self) -> Option<String> {
        let boards = boards(&self.table, self.table.side <= WITH_VALUES);
        (!boards.is_empty()).then(|| svg(&self.game, &boards))
    }
}
