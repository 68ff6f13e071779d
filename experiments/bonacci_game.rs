//! A game on k piles for the k-bonacci word, k = 3, 4, 5: Question 5.4 of Duchene, Rigo 2008a.
//!
//! P_n is (A_n, B_n, ..), the places of the n-th letters of the k-bonacci word, counted from 1; P_0 = (0, .., 0). A position is its piles
//! in ascending order. A move takes tokens from up to k-1 piles (rule I); or i_1 <= .. <= i_k tokens from all k piles, in any order, such that
//! for some j from 2 to k
//!
//! - rule j: i_j <= i_1 + .. + i_(j-1), and what is left is not in one of the orders that are forbidden for j.
//!
//! For k = 3 these are the rules of the Tribonacci game: rule 3 is rule II there, and rule 2 is rule III and a part of II. The
//! forbidden orders are computed: those in which rule j would lead from some P_n to some P_m, m < n < ROWS. So no move leads from P to P as far
//! as the rows go. The program then looks, for every other position with piles below SIDE, for a move to some P_n. For k = 4 it is
//! proved: see `docs/findings.md`.
//!
//! `cargo run --release --example bonacci_game -- K SIDE [ROWS]`, 1000 rows if no number is given. Time O(SIDE^K / K!) and O(ROWS^2 K!).

use std::process::ExitCode;
use std::time::Instant;

/// The places of the n-th letters for n = 0, 1, .., below `count`.
fn rows(k: usize, count: usize) -> Vec<Vec<u32>> {
    let mut word = vec![0];
    let mut rows = vec![vec![0; k]; count];
    let mut met = vec![0; k];
    // Letters come in the order of their numbers, so the last letter is the one to wait for; it is 1 of 2^k or more.
    for place in 0.. {
        let letter: usize = word[place];
        word.push(0);
        if place == 0 {
            word.pop();
        }
        if letter + 1 < k {
            word.push(letter + 1);
        }
        met[letter] += 1;
        if met[letter] < count {
            rows[met[letter]][letter] = place as u32 + 1;
        }
        if met.iter().all(|&met| met + 1 >= count) {
            return rows;
        }
    }
    unreachable!("places do not end")
}

/// All orders of 0, .., k-1.
fn orders(k: usize) -> Vec<Vec<usize>> {
    let Some(last) = k.checked_sub(1) else { return vec![Vec::new()] };
    let insert = |order: Vec<usize>| {
        (0..k).map(move |at| {
            let mut longer = order.clone();
            longer.insert(at, last);
            longer
        })
    };
    orders(last).into_iter().flat_map(insert).collect()
}

struct Game {
    rows: Vec<Vec<u32>>,
    /// The row in which a number stands.
    row_of: Vec<usize>,
    orders: Vec<Vec<usize>>,
    /// Whether rule j forbids an order, by j and the order's number.
    forbidden: Vec<Vec<bool>>,
}

/// The sorted amounts of a move from all piles to these in this order, or nothing.
fn amounts(from: &[u32], to: &[u32], order: &[usize]) -> Option<Vec<u32>> {
    let mut taken = Vec::with_capacity(from.len());
    for (&pile, &letter) in from.iter().zip(order) {
        taken.push(pile.checked_sub(to[letter]).filter(|&taken| taken > 0)?);
    }
    taken.sort_unstable();
    Some(taken)
}

/// Whether sorted amounts fulfil the inequality of rule j.
fn fulfils(taken: &[u32], j: usize) -> bool {
    taken[j - 1] <= taken[..j - 1].iter().sum()
}

impl Game {
    fn new(k: usize, count: usize) -> Game {
        let (rows, orders) = (rows(k, count), orders(k));
        let mut forbidden = vec![vec![false; orders.len()]; k + 1];
        for (n, from) in rows.iter().enumerate() {
            // Row 0 has one order.
            for (m, to) in rows[..n].iter().enumerate() {
                for (number, order) in orders.iter().enumerate().take(if m == 0 { 1 } else { orders.len() }) {
                    if let Some(taken) = amounts(from, to, order) {
                        (2..=k).filter(|&j| fulfils(&taken, j)).for_each(|j| forbidden[j][number] = true);
                    }
                }
            }
        }
        let mut row_of = Vec::new();
        for (n, row) in rows.iter().enumerate() {
            for &place in row {
                row_of.resize(row_of.len().max(place as usize + 1), usize::MAX);
                row_of[place as usize] = n;
            }
        }
        Game { rows, row_of, orders, forbidden }
    }

    fn piles(&self) -> usize {
        self.rows[0].len()
    }

    /// Whether the piles, in ascending order, are some P_n.
    fn is_row(&self, piles: &[u32]) -> bool {
        self.rows[self.row_of[piles[0] as usize]] == piles
    }

    /// Whether a move by rule I leads to some P_n: it has a pile in common, and its other piles are no larger.
    fn is_won_by_rule_i(&self, piles: &[u32]) -> bool {
        (0..piles.len()).any(|kept| {
            let row = &self.rows[self.row_of[piles[kept] as usize]];
            let same = row.iter().position(|&place| place == piles[kept]).expect("a number stands in its row");
            let others = piles.iter().enumerate().filter(|&(i, _)| i != kept).map(|(_, pile)| pile);
            row.iter().enumerate().filter(|&(i, _)| i != same).zip(others).all(|((_, place), pile)| place <= pile)
        })
    }

    /// Whether a move from all piles leads to some P_n.
    fn is_won_from_all(&self, piles: &[u32]) -> bool {
        let below = self.rows.iter().take_while(|row| row.iter().zip(piles).all(|(place, pile)| place <= pile));
        below.enumerate().any(|(n, row)| {
            let orders = &self.orders[..if n == 0 { 1 } else { self.orders.len() }];
            orders.iter().enumerate().any(|(number, order)| {
                let allowed = |taken: &[u32], j: usize| fulfils(taken, j) && !self.forbidden[j][number];
                amounts(piles, row, order).is_some_and(|taken| (2..=piles.len()).any(|j| allowed(&taken, j)))
            })
        })
    }
}

/// The positions with piles below `side` that are no P_n and have no move to one: how many of how many, and the first.
fn stuck(game: &Game, side: u32) -> (u64, u64, Option<Vec<u32>>) {
    let (mut stuck, mut seen, mut first) = (0, 0, None);
    let mut piles = vec![0; game.piles()];
    loop {
        if !game.is_row(&piles) {
            seen += 1;
            if !game.is_won_by_rule_i(&piles) && !game.is_won_from_all(&piles) {
                stuck += 1;
                first.get_or_insert_with(|| piles.clone());
            }
        }
        // The next in ascending order: the last pile that can grow does, and those after it begin there.
        let Some(at) = piles.iter().rposition(|&pile| pile + 1 < side) else { return (stuck, seen, first) };
        let pile = piles[at] + 1;
        piles[at..].fill(pile);
    }
}

fn main() -> ExitCode {
    let numbers: Option<Vec<u32>> = std::env::args().skip(1).map(|number| number.parse().ok()).collect();
    let (k, side, count) = match numbers.as_deref() {
        Some(&[k, side]) => (k, side, 1000),
        Some(&[k, side, count]) => (k, side, count),
        _ => (0, 0, 0),
    };
    if !(3..=5).contains(&k) || !(1..=4096).contains(&side) || !(2..=100_000).contains(&count) {
        eprintln!("usage: bonacci_game K SIDE [ROWS], K from 3 to 5");
        return ExitCode::from(2);
    }
    let start = Instant::now();
    // Every pile below the side must stand in a row.
    let game = Game::new(k as usize, (count as usize).max(side as usize + 1));
    for (j, forbidden) in game.forbidden.iter().enumerate().skip(2) {
        let name = |order: &Vec<usize>| order.iter().map(|&letter| char::from(b'a' + letter as u8)).collect::<String>();
        let names: Vec<String> = game
            .orders
            .iter()
            .zip(forbidden)
            .filter(|(_, forbidden)| **forbidden)
            .map(|(order, _)| name(order))
            .collect();
        println!("rule {j} forbids {} orders: {}", names.len(), names.join(" "));
    }
    let (stuck, seen, first) = stuck(&game, side);
    println!("{seen} other positions with piles below {side}, {stuck} without a move to P   {:.1?}", start.elapsed());
    match first {
        None => ExitCode::SUCCESS,
        Some(piles) => {
            println!("the first is {piles:?}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forbidden(game: &Game, j: usize) -> Vec<&Vec<usize>> {
        game.orders
            .iter()
            .zip(&game.forbidden[j])
            .filter(|(_, forbidden)| **forbidden)
            .map(|(order, _)| order)
            .collect()
    }

    #[test]
    fn three_piles_are_the_tribonacci_game() {
        let game = Game::new(3, 400);
        assert_eq!(game.rows[..5], [[0, 0, 0], [1, 2, 4], [3, 6, 11], [5, 9, 17], [7, 13, 24]]);
        // Rule II forbids nothing, rule III a' < c' < b'.
        assert_eq!(forbidden(&game, 2), [&vec![0, 2, 1]]);
        assert!(forbidden(&game, 3).is_empty());
        assert_eq!(stuck(&game, 60).0, 0);
    }

    #[test]
    fn four_piles_have_the_rows_of_the_quadribonacci_word_as_far_as_tried() {
        let game = Game::new(4, 400);
        // Fokkink, Rust 2022, Table 2.
        assert_eq!(game.rows[1..4], [[1, 2, 4, 8], [3, 6, 12, 23], [5, 10, 19, 37]]);
        assert_eq!((2..=4).map(|j| forbidden(&game, j).len()).collect::<Vec<_>>(), [7, 3, 0]);
        assert_eq!(stuck(&game, 40).0, 0);
    }

    /// Every move is tried, rules and all, with no use of the rows.
    #[test]
    fn whoever_moves_from_a_row_loses() {
        let game = Game::new(4, 200);
        let mut lost: Vec<Vec<u32>> = Vec::new();
        let side = 26;
        let mut positions: Vec<Vec<u32>> = Vec::new();
        for d in 0..side {
            for c in 0..=d {
                for b in 0..=c {
                    positions.extend((0..=b).map(|a| vec![a, b, c, d]));
                }
            }
        }
        positions.sort_by_key(|piles| piles.iter().sum::<u32>());
        for piles in positions {
            let wins = lost.iter().any(|to| {
                game.orders.iter().enumerate().any(|(number, order)| {
                    let taken: Vec<i64> = (0..4).map(|i| i64::from(piles[i]) - i64::from(to[order[i]])).collect();
                    let mut sorted = taken.clone();
                    sorted.sort_unstable();
                    let rule = |j: usize| sorted[j - 1] <= sorted[..j - 1].iter().sum() && !game.forbidden[j][number];
                    let legal = sorted[0] >= 0 && sorted[3] > 0;
                    legal && (sorted[0] == 0 || (2..=4).any(rule))
                })
            });
            if !wins {
                lost.push(piles);
            }
        }
        let expected: Vec<&Vec<u32>> = game.rows.iter().take_while(|row| row[3] < side).collect();
        assert_eq!(lost.iter().collect::<Vec<_>>(), expected);
    }
}
