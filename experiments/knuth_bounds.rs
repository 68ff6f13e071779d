//! Greedy queens on the single-quadrant board, placed column by column, and Knuth's bounds for their rows.
//!
//! Column c gets a queen in the first row S_c from which she attacks no earlier queen (Dekking, Shallit, Sloane 2020, section 8). For c below the
//! given number of columns this checks, in integers, what the paper reports for c < 10^9, phi being the golden ratio:
//!
//! - (49) -2 < S_c - c phi < 1 where S_c > c. So it is printed; S_8 = 14 breaks it. It holds of c phi - S_c.
//! - (50) -3 < S_c - c/phi < 5 where S_c < c.
//!
//! Between the last taken diagonal below the main one and the first free one above it no row is free, so only rows near two
//! lines are looked at: a few steps a column, and a bit for each row and diagonal, 0.9 bytes a column in all. Whatever the
//! bounds are, the queens are the greedy ones: rows are passed over only where their diagonal is known to be taken.
//!
//! `cargo run --release --example knuth_bounds [COLUMNS]`, 10^8 columns if no number is given.

use std::cmp::Ordering;
use std::process::ExitCode;
use std::time::Instant;

use cap::Cap;

#[global_allocator]
static ALLOCATOR: Cap<std::alloc::System> = Cap::new(std::alloc::System, usize::MAX);

/// A set of numbers, a bit each, that grows as needed.
#[derive(Default)]
struct Taken {
    words: Vec<u64>,
}

impl Taken {
    fn has(&self, number: u64) -> bool {
        self.words.get((number / 64) as usize).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    fn insert(&mut self, number: u64) {
        let word = (number / 64) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (number % 64);
    }

    /// The least number from `from` on that is not in the set.
    fn free_from(&self, from: u64) -> u64 {
        let mut word = (from / 64) as usize;
        let mut mask = !0 << (from % 64);
        loop {
            let free = !self.words.get(word).copied().unwrap_or(0) & mask;
            if free != 0 {
                return word as u64 * 64 + u64::from(free.trailing_zeros());
            }
            word += 1;
            mask = !0;
        }
    }
}

/// The queens placed so far, as the lines they take.
#[derive(Default)]
struct Board {
    rows: Taken,
    /// Diagonals row - column = d >= 0, and column - row = d > 0.
    above: Taken,
    below: Taken,
    /// Antidiagonals row + column.
    sums: Taken,
    column: u64,
    /// No free number is smaller: of `rows`, `above`, and `below` from 1.
    least: [u64; 3],
}

impl Board {
    /// Places the queen of the next column and gives her row.
    fn place(&mut self) -> u64 {
        let c = self.column;
        let [row, up, down] = &mut self.least;
        *row = self.rows.free_from(*row);
        *up = self.above.free_from(*up);
        *down = self.below.free_from((*down).max(1));
        // Below the main diagonal a free row has a free diagonal only up to c - down.
        let mut found = None;
        let mut next = *row;
        while found.is_none() && next + *down <= c {
            if !self.below.has(c - next) && !self.sums.has(next + c) {
                found = Some(next);
            }
            next = self.rows.free_from(next + 1);
        }
        let mut next = self.rows.free_from(c + *up);
        let row = loop {
            if let Some(row) = found {
                break row;
            }
            if !self.above.has(next - c) && !self.sums.has(next + c) {
                found = Some(next);
            }
            next = self.rows.free_from(next + 1);
        };
        self.rows.insert(row);
        self.sums.insert(row + c);
        match row.checked_sub(c) {
            Some(d) => self.above.insert(d),
            None => self.below.insert(c - row),
        }
        self.column += 1;
        row
    }
}

/// How `k` compares with c times the root of 5, in integers.
fn against_root_five(k: i128, c: i128) -> Ordering {
    (k.signum() * k * k).cmp(&(5 * c * c))
}

/// How `s - t` compares with `c phi`, `t` being an integer: phi = (1 + root 5) / 2.
fn against_phi(s: i128, t: i128, c: i128) -> Ordering {
    against_root_five(2 * (s - t) - c, c)
}

/// The queen of a line that is farthest from it on one side: (row, column).
struct Extremes {
    least: Option<(i128, i128)>,
    most: Option<(i128, i128)>,
}

impl Extremes {
    /// Keeps the queen if she is farther off; `s - c phi` is her distance.
    fn note(&mut self, s: i128, c: i128) {
        let beats = |old: Option<(i128, i128)>, side: Ordering| {
            // s - c phi against t - b phi: s - t against (c - b) phi.
            old.is_none_or(|(t, b)| match c.cmp(&b) {
                Ordering::Less => against_phi(t - s, 0, b - c).reverse() == side,
                _ => against_phi(s - t, 0, c - b) == side,
            })
        };
        if beats(self.least, Ordering::Less) {
            self.least = Some((s, c));
        }
        if beats(self.most, Ordering::Greater) {
            self.most = Some((s, c));
        }
    }
}

/// A statement about the queens on one of the two lines.
struct Bound {
    text: &'static str,
    /// Of the queens with S_c > c, whose distance is S_c - c phi; otherwise of the others, S_c - c/phi.
    above: bool,
    /// The distance is more than the first and less than the second.
    between: (i128, i128),
}

const BOUNDS: [Bound; 3] = [
    Bound { text: "(49), as printed: -2 < S_c - c phi < 1 where S_c > c", above: true, between: (-2, 1) },
    Bound { text: "(49), mended: -2 < c phi - S_c < 1 where S_c > c", above: true, between: (-1, 2) },
    Bound { text: "(50): -3 < S_c - c/phi < 5 where S_c < c", above: false, between: (-3, 5) },
];

/// What was seen of the queens of some columns.
struct Report {
    columns: u64,
    /// The first column that breaks each of [`BOUNDS`].
    broken: [Option<u64>; 3],
    /// Of the queens above the diagonal, and of those below.
    extremes: [Extremes; 2],
}

fn check(columns: u64) -> Report {
    let none = || Extremes { least: None, most: None };
    let mut report = Report { columns, broken: [None; 3], extremes: [none(), none()] };
    let mut board = Board::default();
    for column in 0..columns {
        let (s, c) = (i128::from(board.place()), i128::from(column));
        if s == c {
            continue;
        }
        // c / phi = c phi - c.
        let (line, s) = if s > c { (0, s) } else { (1, s + c) };
        for (bound, broken) in BOUNDS.iter().zip(&mut report.broken).filter(|(bound, _)| bound.above == (line == 0)) {
            let (low, high) = bound.between;
            if against_phi(s, low, c) != Ordering::Greater || against_phi(s, high, c) != Ordering::Less {
                broken.get_or_insert(column);
            }
        }
        report.extremes[line].note(s, c);
    }
    report
}

fn main() -> ExitCode {
    let columns = match std::env::args().nth(1).map(|number| number.parse::<u64>()) {
        None => 100_000_000,
        Some(Ok(columns)) if columns <= 1 << 40 => columns,
        Some(_) => {
            eprintln!("usage: knuth_bounds [COLUMNS]");
            return ExitCode::from(2);
        }
    };
    let start = Instant::now();
    let report = check(columns);
    let shown = |(s, c): (i128, i128)| {
        let phi = (1.0 + 5f64.sqrt()) / 2.0;
        format!("{:.4} at c = {c}", s as f64 - c as f64 * phi)
    };
    for (bound, broken) in BOUNDS.iter().zip(&report.broken) {
        match broken {
            None => println!("holds for all c < {}: {}", report.columns, bound.text),
            Some(c) => println!("broken at c = {c}: {}", bound.text),
        }
    }
    for (line, extremes) in ["S_c - c phi", "S_c - c/phi"].iter().zip(&report.extremes) {
        if let (Some(least), Some(most)) = (extremes.least, extremes.most) {
            println!("{line}: from {} to {}", shown(least), shown(most));
        }
    }
    println!("{:.1} s, {} MB", start.elapsed().as_secs_f64(), ALLOCATOR.max_allocated() / 1_000_000);
    ExitCode::from(u8::from(report.broken[1..].iter().any(Option::is_some)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows column by column, or cells by antidiagonals from the bottom up, trying every one.
    fn greedy(columns: i64, by_antidiagonals: bool) -> Vec<i64> {
        let mut queens: Vec<(i64, i64)> = Vec::new();
        let free = |queens: &[(i64, i64)], row: i64, column: i64| {
            queens.iter().all(|&(r, c)| r != row && c != column && r - c != row - column && r + c != row + column)
        };
        if by_antidiagonals {
            for sum in 0..3 * columns {
                for column in 0..=sum {
                    if free(&queens, sum - column, column) {
                        queens.push((sum - column, column));
                    }
                }
            }
        } else {
            for column in 0..columns {
                let row = (0..).find(|&row| free(&queens, row, column)).expect("rows do not end");
                queens.push((row, column));
            }
        }
        queens.sort_by_key(|queen| queen.1);
        queens.into_iter().map(|queen| queen.0).take(columns as usize).collect()
    }

    #[test]
    fn queens_are_those_of_the_greedy_rule() {
        let expected = greedy(400, false);
        let mut board = Board::default();
        let placed: Vec<i64> = (0..400).map(|_| board.place() as i64).collect();
        assert_eq!(placed, expected);
        // Dekking, Shallit, Sloane 2020, (48).
        assert_eq!(placed[..22], [0, 2, 4, 1, 3, 8, 10, 12, 14, 5, 7, 18, 6, 21, 9, 24, 26, 28, 30, 11, 13, 34]);
    }

    #[test]
    fn columns_and_antidiagonals_give_the_same_queens() {
        assert_eq!(greedy(60, true), greedy(60, false));
    }

    #[test]
    fn multiples_of_phi_are_compared_exactly() {
        // Quotients of Fibonacci numbers lie alternately on both sides of phi, ever closer.
        let (mut a, mut b) = (1i128, 1i128);
        for n in 0..90 {
            let expected = if n % 2 == 0 { Ordering::Less } else { Ordering::Greater };
            assert_eq!(against_phi(b, 0, a), expected, "{b}/{a}");
            (a, b) = (b, a + b);
        }
        assert_eq!(against_phi(-3, -2, 0), Ordering::Less);
        assert_eq!(against_phi(-1, 2, 5), Ordering::Less);
    }

    #[test]
    fn the_printed_bound_breaks_at_column_8() {
        let report = check(3000);
        assert_eq!(report.broken, [Some(8), None, None]);
        // 14 - 8 phi = 1.056.
        assert_eq!(greedy(9, false)[8], 14);
        // Distances by floating point, which three decimals do not need more than.
        let phi = (1.0 + 5f64.sqrt()) / 2.0;
        let distances = greedy(400, false).into_iter().enumerate().map(|(c, s)| (c, s, s as f64 - c as f64 * phi));
        let above: Vec<(usize, f64)> = distances.filter(|&(c, s, _)| s > c as i64).map(|(c, _, d)| (c, d)).collect();
        let most = above.iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("queens above the diagonal");
        let least = above.iter().min_by(|a, b| a.1.total_cmp(&b.1)).expect("queens above the diagonal");
        let [extremes, _] = check(400).extremes;
        assert_eq!((extremes.most.unwrap().1, extremes.least.unwrap().1), (most.0 as i128, least.0 as i128));
    }
}
