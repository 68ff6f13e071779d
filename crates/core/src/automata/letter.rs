//! Letters: one digit a track, packed into one integer.
//!
//! An automaton of this module reads tuples of digits. A [`Layout`] gives each track a field of bits, the first track
//! the most significant, so that sorting packed letters sorts tuples lexicographically. Two automata whose letters live
//! in one layout (a frame) are joined by `|` and compared under a mask: no letter is ever unpacked in an inner loop.
//!
//! A digit is an index: 0 is the digit zero, whatever the digits are worth.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Index, Not};

use crate::budget::{Halt, Unsupported};

/// A tuple of digits packed by a [`Layout`], or the bits of some of its fields.
#[repr(transparent)]
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(u64);

impl Letter {
    /// The digit zero on every track.
    pub const ZERO: Letter = Letter(0);
    /// Every bit.
    pub const ALL: Letter = Letter(u64::MAX);

    /// The letter of a single track that has this digit.
    #[inline]
    pub const fn digit(digit: u32) -> Letter {
        Letter(digit as u64)
    }

    /// Its bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The bits above the highest one that is set here.
    #[inline]
    pub fn above(self) -> Letter {
        Letter(!u64::MAX.checked_shr(self.0.leading_zeros()).unwrap_or(0))
    }
}

impl From<u64> for Letter {
    #[inline]
    fn from(bits: u64) -> Letter {
        Letter(bits)
    }
}

/// The bits of all of them.
impl FromIterator<Letter> for Letter {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> Letter {
        letters.into_iter().fold(Letter::ZERO, |all, letter| all | letter)
    }
}

impl BitAnd for Letter {
    type Output = Letter;

    #[inline]
    fn bitand(self, other: Letter) -> Letter {
        Letter(self.0 & other.0)
    }
}

impl BitAndAssign for Letter {
    #[inline]
    fn bitand_assign(&mut self, other: Letter) {
        self.0 &= other.0;
    }
}

impl BitOr for Letter {
    type Output = Letter;

    #[inline]
    fn bitor(self, other: Letter) -> Letter {
        Letter(self.0 | other.0)
    }
}

impl BitOrAssign for Letter {
    #[inline]
    fn bitor_assign(&mut self, other: Letter) {
        self.0 |= other.0;
    }
}

impl BitXor for Letter {
    type Output = Letter;

    #[inline]
    fn bitxor(self, other: Letter) -> Letter {
        Letter(self.0 ^ other.0)
    }
}

impl Not for Letter {
    type Output = Letter;

    #[inline]
    fn not(self) -> Letter {
        Letter(!self.0)
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// The place of a track among those of an automaton.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Track(pub usize);

impl Track {
    /// The tracks at these places.
    pub fn list(places: impl IntoIterator<Item = usize>) -> Vec<Track> {
        places.into_iter().map(Track).collect()
    }
}

impl<T> Index<Track> for [T] {
    type Output = T;

    #[inline]
    fn index(&self, track: Track) -> &T {
        &self[track.0]
    }
}

impl<T> Index<Track> for Vec<T> {
    type Output = T;

    #[inline]
    fn index(&self, track: Track) -> &T {
        &self[track.0]
    }
}

/// The field of bits of one track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// Position of the lowest bit.
    pub shift: u32,
    /// Number of bits.
    pub bits: u32,
}

impl Slot {
    /// The bits of this field, all set.
    pub fn mask(self) -> Letter {
        Letter(low_bits(self.bits) << self.shift)
    }

    /// The digit that `letter` has in this field.
    #[inline]
    pub fn digit(self, letter: Letter) -> u32 {
        u32::try_from((letter.0 >> self.shift) & low_bits(self.bits) & u64::from(u32::MAX)).expect("32 bits")
    }

    /// The letter with `digit` in this field and zeros elsewhere.
    #[inline]
    pub fn place(self, digit: u32) -> Letter {
        Letter(u64::from(digit) << self.shift)
    }
}

fn low_bits(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// More tracks than fit into one letter of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{tracks} tracks need {bits} bits per letter, and a letter has 64")]
pub struct TooWide {
    /// How many tracks were asked for.
    pub tracks: usize,
    /// How many bits they need.
    pub bits: u32,
}

impl From<TooWide> for Halt {
    fn from(_: TooWide) -> Halt {
        Halt::Unsupported(Unsupported::Width)
    }
}

/// How the digits of each track are packed into a letter.
///
/// ```
/// use filbert_core::automata::Layout;
/// let layout = Layout::new(&[2, 3, 10]).unwrap();
/// let letter = layout.pack(&[1, 2, 7]);
/// assert_eq!(layout.unpack(letter), [1, 2, 7]);
/// assert!(layout.pack(&[0, 2, 9]) < layout.pack(&[1, 0, 0]));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Layout {
    sizes: Box<[u32]>,
    slots: Box<[Slot]>,
}

impl Layout {
    /// The layout of tracks with the given numbers of digits, first track most significant.
    ///
    /// # Errors
    /// [`TooWide`] when the fields need more than 64 bits.
    pub fn new(sizes: &[u32]) -> Result<Layout, TooWide> {
        let widths: Vec<u32> = sizes.iter().map(|&size| width(size)).collect();
        // At most 32 bits a track, so that only 2^27 tracks would saturate: too wide all the same.
        let total = widths.iter().fold(0, |total: u32, &bits| total.saturating_add(bits));
        if total > 64 {
            return Err(TooWide { tracks: sizes.len(), bits: total });
        }
        let mut shift = total;
        let slots = widths
            .into_iter()
            .map(|bits| {
                shift -= bits;
                Slot { shift, bits }
            })
            .collect();
        Ok(Layout { sizes: sizes.into(), slots })
    }

    /// Number of tracks.
    pub fn tracks(&self) -> usize {
        self.sizes.len()
    }

    /// Number of digits of each track.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The field of each track.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The letter with these digits, one a track.
    pub fn pack(&self, digits: &[u32]) -> Letter {
        debug_assert_eq!(digits.len(), self.tracks());
        self.slots.iter().zip(digits).map(|(slot, &digit)| slot.place(digit)).collect()
    }

    /// The digits of a letter, one a track.
    pub fn unpack(&self, letter: Letter) -> Vec<u32> {
        self.slots.iter().map(|slot| slot.digit(letter)).collect()
    }

    /// The layout of some of the tracks, in this order, and what takes their digits there.
    ///
    /// # Errors
    /// [`TooWide`] when a track that stands more than once makes the fields too wide.
    ///
    /// # Panics
    /// If a track does not exist.
    pub fn taken(&self, tracks: &[Track]) -> Result<(Layout, Moves), TooWide> {
        let layout = Layout::new(&tracks.iter().map(|&track| self.sizes[track]).collect::<Vec<_>>())?;
        let from: Vec<Slot> = tracks.iter().map(|&track| self.slots[track]).collect();
        let moves = Moves::new(&from, layout.slots());
        Ok((layout, moves))
    }

    /// Every letter, in increasing order.
    pub fn letters(&self) -> impl Iterator<Item = Letter> + '_ {
        let mut next = Some(vec![0u32; self.tracks()]);
        std::iter::from_fn(move || {
            let digits = next.take()?;
            let letter = self.pack(&digits);
            let mut after = digits;
            for (digit, &size) in after.iter_mut().zip(&self.sizes).rev() {
                *digit += 1;
                if *digit < size {
                    next = Some(after);
                    break;
                }
                *digit = 0;
            }
            Some(letter)
        })
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Layout").field(&self.sizes).finish()
    }
}

/// Bits that hold the digits `0..size`, one at least.
fn width(size: u32) -> u32 {
    u32::BITS - (size.max(2) - 1).leading_zeros()
}

/// Moves fields of letters from one set of slots to another.
#[derive(Clone, Debug)]
pub struct Moves {
    runs: Vec<Run>,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    mask: u64,
    from: u32,
    to: u32,
}

impl Moves {
    /// The map that takes the field `from[i]` to the field `to[i]`, for each i. Widths must agree.
    pub fn new(from: &[Slot], to: &[Slot]) -> Moves {
        debug_assert_eq!(from.len(), to.len());
        let mut runs: Vec<Run> = Vec::new();
        for (a, b) in from.iter().zip(to) {
            debug_assert_eq!(a.bits, b.bits);
            match runs.last_mut() {
                // Fields that keep their distance travel together.
                Some(run) if i64::from(run.to) - i64::from(run.from) == i64::from(b.shift) - i64::from(a.shift) => {
                    let from = run.from.min(a.shift);
                    let to = run.to.min(b.shift);
                    run.mask = (run.mask << (run.from - from)) | (low_bits(a.bits) << (a.shift - from));
                    run.from = from;
                    run.to = to;
                }
                _ => runs.push(Run { mask: low_bits(a.bits), from: a.shift, to: b.shift }),
            }
        }
        Moves { runs }
    }

    /// True if no letter changes.
    pub fn is_identity(&self) -> bool {
        self.runs.iter().all(|run| run.from == run.to)
    }

    /// The moved letter.
    #[inline]
    pub fn apply(&self, letter: Letter) -> Letter {
        Letter(self.runs.iter().fold(0, |out, run| out | (((letter.0 >> run.from) & run.mask) << run.to)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_enumerates_every_tuple_in_increasing_order() {
        let layout = Layout::new(&[2, 3]).unwrap();
        let letters: Vec<_> = layout.letters().collect();
        assert_eq!(letters.len(), 6);
        assert!(letters.windows(2).all(|w| w[0] < w[1]));
        assert_eq!(Layout::new(&[]).unwrap().letters().count(), 1);
    }

    #[test]
    fn too_many_tracks_are_refused() {
        assert_eq!(Layout::new(&[1000; 6]).unwrap().tracks(), 6);
        assert_eq!(Layout::new(&[1000; 7]).unwrap_err().bits, 70);
    }

    #[test]
    fn a_track_has_the_bits_of_its_largest_digit() {
        for (size, bits) in
            [(0, 1), (1, 1), (2, 1), (3, 2), (256, 8), (257, 9), (1 << 31, 31), ((1 << 31) + 1, 32), (u32::MAX, 32)]
        {
            let layout = Layout::new(&[size, 2]).unwrap();
            assert_eq!(layout.slots()[0].bits, bits, "{size}");
            let largest = size.max(1) - 1;
            assert_eq!(layout.unpack(layout.pack(&[largest, 1])), [largest, 1]);
        }
        assert_eq!(Layout::new(&[u32::MAX; 3]).unwrap_err().bits, 96);
    }

    #[test]
    fn moves_permute_fields() {
        let layout = Layout::new(&[2, 5, 3, 2]).unwrap();
        let s = layout.slots();
        let to = Layout::new(&[2, 2, 3, 5]).unwrap();
        let t = to.slots();
        let moves = Moves::new(s, &[t[0], t[3], t[2], t[1]]);
        for digits in [[0, 4, 2, 1], [1, 0, 0, 1], [1, 3, 2, 0]] {
            let moved = moves.apply(layout.pack(&digits));
            assert_eq!(to.unpack(moved), [digits[0], digits[3], digits[2], digits[1]]);
        }
        assert!(Moves::new(s, s).is_identity());
    }
}
