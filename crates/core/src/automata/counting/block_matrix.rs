//! Matrices of integers whose rows are short, and many of which are one: those of blocks of letters.
//!
//! Where the runs from two states have met, the states have one future, and their rows are one: each row is kept and
//! multiplied once. Entries are machine integers as long as all of a matrix fit. Bad for matrices with few zeros: each
//! entry has its place beside it.

use std::hash::Hash;
use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};
use rustc_hash::FxHashMap;

/// A square matrix.
pub(super) struct Matrix {
    /// Which of the rows each coordinate has.
    of: Rc<[usize]>,
    rows: Rows,
}

enum Rows {
    Small(List<i64>),
    Large(List<BigInt>),
}

/// Rows one behind the other: the entries that are not 0, with their places.
pub(super) struct List<T> {
    ends: Vec<usize>,
    entries: Vec<(usize, T)>,
}

/// On which side of a matrix a vector stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// A row vector, which is multiplied by columns.
    Front,
    /// A column vector.
    Back,
}

impl Matrix {
    /// A row for each coordinate.
    pub(super) fn new(rows: &[Vec<BigInt>]) -> Matrix {
        let mut list = List::default();
        for row in rows {
            list.push(row.iter().cloned().enumerate().filter(|(_, entry)| !entry.is_zero()));
        }
        Matrix { of: (0..rows.len()).collect(), rows: list.as_small().map_or(Rows::Large(list), Rows::Small) }
            .with_shared_rows()
    }

    /// The row vector times this matrix.
    pub(super) fn row_times(&self, row: &[(usize, i64)]) -> Row {
        let mut list = List::default();
        list.push(row.iter().copied());
        Row(Matrix { of: Rc::new([]), rows: Rows::Small(list) }.times(self).rows)
    }

    /// Keeps rows that are equal once.
    pub(super) fn with_shared_rows(self) -> Matrix {
        match self.rows {
            Rows::Small(rows) => shared(&self.of, rows, Rows::Small),
            Rows::Large(rows) => shared(&self.of, rows, Rows::Large),
        }
    }

    /// Entries of the rows, each taken once, for each of these.
    pub(super) fn entries_a_row(&self) -> usize {
        match &self.rows {
            Rows::Small(rows) => rows.entries.len().div_ceil(rows.ends.len().max(1)),
            Rows::Large(rows) => rows.entries.len().div_ceil(rows.ends.len().max(1)),
        }
    }

    /// The places that each coordinate leads to.
    pub(super) fn places(&self, coordinate: usize) -> impl Iterator<Item = usize> + '_ {
        let (small, large) = match &self.rows {
            Rows::Small(rows) => (rows.row(self.of[coordinate]), &[][..]),
            Rows::Large(rows) => (&[][..], rows.row(self.of[coordinate])),
        };
        small.iter().map(|(place, _)| *place).chain(large.iter().map(|(place, _)| *place))
    }

    /// The coordinates that are kept, and one more behind all, whose row is that which is given and 1 at its own place.
    /// The others have rows and columns of zeros.
    pub(super) fn framed(&self, kept: &[bool], row: Row) -> Matrix {
        match (&self.rows, row.0) {
            (Rows::Small(rows), Rows::Small(row)) => framed(&self.of, rows, kept, (&row, 1), Rows::Small),
            (Rows::Small(rows), row) => {
                framed(&self.of, &rows.to_large(), kept, (&row.into_large(), 1.into()), Rows::Large)
            }
            (Rows::Large(rows), row) => framed(&self.of, rows, kept, (&row.into_large(), 1.into()), Rows::Large),
        }
    }

    pub(super) fn times(&self, other: &Matrix) -> Matrix {
        let of = self.of.clone();
        if let (Rows::Small(a), Rows::Small(b)) = (&self.rows, &other.rows)
            && let Some(rows) = small_product(a, &other.of, b)
        {
            return Matrix { of, rows: Rows::Small(rows) };
        }
        let mut sums = Product::new(other);
        let rows = match &self.rows {
            Rows::Small(rows) => sums.of_rows(&rows.to_large()),
            Rows::Large(rows) => sums.of_rows(rows),
        };
        Matrix { of, rows: Rows::Large(rows) }
    }

    /// The product with a vector.
    pub(super) fn applied(&self, side: Side, vector: &[BigInt]) -> Vec<BigInt> {
        match side {
            Side::Front => {
                let mut product = Product::new(self);
                product.add_row(vector.iter().enumerate().filter(|(_, factor)| !factor.is_zero()));
                product.sums.all
            }
            Side::Back => {
                let values: Vec<BigInt> = match &self.rows {
                    Rows::Small(rows) => {
                        rows.iter().map(|row| row.iter().map(|(at, entry)| &vector[*at] * entry).sum()).collect()
                    }
                    Rows::Large(rows) => {
                        rows.iter().map(|row| row.iter().map(|(at, entry)| &vector[*at] * entry).sum()).collect()
                    }
                };
                self.of.iter().map(|&at| values[at].clone()).collect()
            }
        }
    }
}

/// A row vector without its zeros.
pub(super) struct Row(Rows);

impl Row {
    pub(super) fn new(entries: &[BigInt]) -> Row {
        let mut list = List::default();
        list.push(entries.iter().cloned().enumerate().filter(|(_, entry)| !entry.is_zero()));
        Row(Rows::Large(list))
    }

    /// The entries at some places, if they are no larger than this; otherwise a place whose entry is.
    pub(super) fn below(&self, largest: u64, kept: impl Fn(usize) -> bool) -> Result<Vec<(usize, i64)>, usize> {
        let small = |place: usize, entry: Option<i64>| {
            entry.filter(|entry| entry.unsigned_abs() <= largest).map(|entry| (place, entry)).ok_or(place)
        };
        match &self.0 {
            Rows::Small(row) => {
                let kept = row.entries.iter().filter(|(place, _)| kept(*place));
                kept.map(|&(place, entry)| small(place, Some(entry))).collect()
            }
            Rows::Large(row) => {
                let kept = row.entries.iter().filter(|(place, _)| kept(*place));
                kept.map(|(place, entry)| small(*place, entry.to_i64())).collect()
            }
        }
    }
}

impl Rows {
    fn into_large(self) -> List<BigInt> {
        match self {
            Rows::Small(rows) => rows.to_large(),
            Rows::Large(rows) => rows,
        }
    }
}

impl<T> Default for List<T> {
    fn default() -> List<T> {
        List { ends: Vec::new(), entries: Vec::new() }
    }
}

impl<T> List<T> {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn push(&mut self, row: impl IntoIterator<Item = (usize, T)>) {
        self.entries.extend(row);
        self.ends.push(self.entries.len());
    }

    pub(super) fn row(&self, at: usize) -> &[(usize, T)] {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.entries[start..self.ends[at]]
    }

    fn iter(&self) -> impl Iterator<Item = &[(usize, T)]> {
        (0..self.len()).map(|at| self.row(at))
    }
}

impl List<BigInt> {
    fn as_small(&self) -> Option<List<i64>> {
        let small = |(place, entry): &(usize, BigInt)| Some((*place, entry.to_i64()?));
        Some(List { ends: self.ends.clone(), entries: self.entries.iter().map(small).collect::<Option<_>>()? })
    }
}

impl List<i64> {
    fn to_large(&self) -> List<BigInt> {
        let large = |&(place, entry): &(usize, i64)| (place, entry.into());
        List { ends: self.ends.clone(), entries: self.entries.iter().map(large).collect() }
    }
}

fn shared<T: Clone + Eq + Hash + Ord>(of: &[usize], rows: List<T>, make: impl FnOnce(List<T>) -> Rows) -> Matrix {
    let mut known: FxHashMap<Vec<(usize, T)>, usize> = FxHashMap::default();
    let mut kept = List::default();
    let mut new = Vec::with_capacity(rows.len());
    for row in rows.iter() {
        let mut sorted = row.to_vec();
        sorted.sort_unstable();
        let at = *known.entry(sorted).or_insert_with_key(|row| {
            kept.push(row.iter().cloned());
            kept.len() - 1
        });
        new.push(at);
    }
    Matrix { of: of.iter().map(|&at| new[at]).collect(), rows: make(kept) }
}

fn framed<T: Clone>(
    of: &[usize],
    rows: &List<T>,
    kept: &[bool],
    (row, one): (&List<T>, T),
    make: impl FnOnce(List<T>) -> Rows,
) -> Matrix {
    let mut framed = List::default();
    // That of zeros, of what is not kept.
    framed.push([]);
    let mut new = vec![0; rows.len()];
    let mut places = Vec::with_capacity(of.len() + 1);
    for (coordinate, &at) in of.iter().enumerate() {
        if kept[coordinate] && new[at] == 0 {
            new[at] = framed.len();
            framed.push(rows.row(at).iter().filter(|(place, _)| kept[*place]).cloned());
        }
        places.push(if kept[coordinate] { new[at] } else { 0 });
    }
    places.push(framed.len());
    let last = row.entries.iter().filter(|(place, _)| kept[*place]).cloned();
    framed.push(last.chain([(of.len(), one)]));
    Matrix { of: places.into(), rows: make(framed) }
}

/// A row that is added up.
struct Sums<T> {
    all: Vec<T>,
    /// The places that something was added to, once or more.
    touched: Vec<usize>,
}

impl<T: Clone + Zero> Sums<T> {
    fn new(dimension: usize) -> Sums<T> {
        Sums { all: vec![T::zero(); dimension], touched: Vec::new() }
    }

    fn at(&mut self, place: usize) -> &mut T {
        if self.all[place].is_zero() {
            self.touched.push(place);
        }
        &mut self.all[place]
    }

    /// The sums by place, which start at 0 again; some may be 0.
    fn take(&mut self) -> impl Iterator<Item = (usize, T)> {
        let all = &mut self.all;
        self.touched.drain(..).map(|place| (place, std::mem::replace(&mut all[place], T::zero())))
    }
}

/// The product, if every entry is a machine integer.
fn small_product(a: &List<i64>, of: &[usize], b: &List<i64>) -> Option<List<i64>> {
    let (mut factors, mut sums): (Sums<i128>, Sums<i128>) = (Sums::new(b.len()), Sums::new(of.len()));
    let mut product = List { ends: Vec::with_capacity(a.len()), entries: Vec::with_capacity(a.entries.len()) };
    for row in a.iter() {
        // Of rows that are one, the first is taken as often as all of them.
        row.iter().for_each(|&(middle, factor)| *factors.at(of[middle]) += i128::from(factor));
        for (at, factor) in factors.take() {
            let factor = i128::from(i64::try_from(factor).ok()?);
            for &(place, entry) in b.row(at) {
                let sum = sums.at(place);
                *sum = sum.checked_add(factor * i128::from(entry))?;
            }
        }
        for (place, sum) in sums.take().filter(|(_, sum)| *sum != 0) {
            product.entries.push((place, i64::try_from(sum).ok()?));
        }
        product.ends.push(product.entries.len());
    }
    Some(product)
}

/// Rows times a matrix.
struct Product<'a> {
    matrix: &'a Matrix,
    factors: Sums<BigInt>,
    sums: Sums<BigInt>,
}

impl<'a> Product<'a> {
    fn new(matrix: &'a Matrix) -> Product<'a> {
        let rows = match &matrix.rows {
            Rows::Small(rows) => rows.len(),
            Rows::Large(rows) => rows.len(),
        };
        Product { matrix, factors: Sums::new(rows), sums: Sums::new(matrix.of.len()) }
    }

    fn of_rows(&mut self, rows: &List<BigInt>) -> List<BigInt> {
        let mut product = List::default();
        for row in rows.iter() {
            self.add_row(row.iter().map(|(place, factor)| (*place, factor)));
            product.push(self.sums.take().filter(|(_, sum)| !sum.is_zero()));
        }
        product
    }

    fn add_row<'b>(&mut self, row: impl Iterator<Item = (usize, &'b BigInt)>) {
        // Of rows that are one, the first is taken as often as all of them.
        row.for_each(|(place, factor)| *self.factors.at(self.matrix.of[place]) += factor);
        for (at, factor) in self.factors.take() {
            match &self.matrix.rows {
                Rows::Small(rows) => {
                    rows.row(at).iter().for_each(|(place, entry)| *self.sums.at(*place) += &factor * entry);
                }
                Rows::Large(rows) => {
                    rows.row(at).iter().for_each(|(place, entry)| *self.sums.at(*place) += &factor * entry);
                }
            }
        }
    }
}
