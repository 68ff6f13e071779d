//! The queens of Dekking, Shallit, Sloane 2020: what `proofs/queens` proves, against a walk along the spiral and queens
//! that are placed one by one.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use filbert::games::TableError;
use filbert::logic::{Environment, FunctionKind};
use filbert::numeration::Relation;
use filbert::script::Session;
use filbert::syntax::{Source, parse_script};
use num_bigint::BigInt;

type Cell = (i64, i64);

/// The cell at a place of one of the parallel lines.
type Line = fn(i64, i64) -> Cell;

/// The definitions of a file in `proofs/`.
fn definitions(file: &str) -> Session {
    let source = Source::new("test", format!("include \"{file}\";"));
    let (commands, errors) = parse_script(&source);
    assert!(errors.is_empty(), "{file}");
    let mut session = Session::new();
    session.enter(Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs/test").as_path());
    session.run(&source, &commands[0]).unwrap_or_else(|failure| panic!("{file}: {failure:?}"));
    session
}

fn relation(session: &Session, name: &str) -> Relation {
    match session.names().function(name).expect("a function").expect("which can be read").kind() {
        FunctionKind::Relation(relation) => relation.clone(),
        other => panic!("{other:?}"),
    }
}

/// The cells on the shells up to the given one, in the order of the spiral: East, North, West, South, one step, one, two,
/// two, three, three, and so on. The x-axis points South, the y-axis East.
fn spiral(shells: i64) -> Vec<Cell> {
    let mut cells = vec![(0, 0)];
    let cells_in_all = (2 * shells + 1).pow(2) as usize;
    for turn in 0.. {
        let (x, y) = [(0, 1), (-1, 0), (0, -1), (1, 0)][turn % 4];
        for _ in 0..turn / 2 + 1 {
            if cells.len() == cells_in_all {
                return cells;
            }
            let last = cells[cells.len() - 1];
            cells.push((last.0 + x, last.1 + y));
        }
    }
    unreachable!("the turns do not end")
}

/// Of cells in order, whether each is attacked by a queen in an earlier one; those that are not get a queen.
fn attacked(cells: &[Cell]) -> Vec<bool> {
    let mut lines = [HashSet::new(), HashSet::new(), HashSet::new(), HashSet::new()];
    let of = |(x, y): Cell| [x, y, x - y, x + y];
    let attacked = |&cell: &Cell| {
        let attacked = lines.iter().zip(of(cell)).any(|(taken, line)| taken.contains(&line));
        if !attacked {
            for (taken, line) in lines.iter_mut().zip(of(cell)) {
                taken.insert(line);
            }
        }
        attacked
    };
    cells.iter().map(attacked).collect()
}

/// A cell as `proofs/queens/spiral.prf` writes it: x = p-q, y = r-s.
fn signed((x, y): Cell) -> [BigInt; 4] {
    [x.max(0), (-x).max(0), y.max(0), (-y).max(0)].map(BigInt::from)
}

#[test]
fn greedy_queens_on_the_spiral_sit_where_the_formula_says() {
    let session = definitions("queens/spiral.prf");
    let (queen, attack) = (relation(&session, "queen"), relation(&session, "attacked"));
    let cells = spiral(70);
    let expected = attacked(&cells);
    for (&cell, &is_attacked) in cells.iter().zip(&expected) {
        assert_eq!(queen.contains(&signed(cell)), !is_attacked, "{cell:?}");
        assert_eq!(attack.contains(&signed(cell)), is_attacked, "{cell:?}");
    }
    // Dekking, Shallit, Sloane 2020, (1).
    let numbers: Vec<usize> = (0..cells.len()).filter(|&number| !expected[number]).collect();
    assert_eq!(numbers[..18], [0, 9, 13, 17, 21, 82, 92, 102, 112, 228, 244, 260, 276, 445, 467, 489, 511, 630]);
    // The n-th of them is q_n.
    let nth = relation(&session, "nth_queen");
    for (n, &number) in numbers.iter().enumerate() {
        let mut numbers = vec![BigInt::from(n)];
        numbers.extend(signed(cells[number]));
        assert!(nth.contains(&numbers), "q_{n}");
    }
}

#[test]
fn cells_come_in_the_order_of_a_walk_along_the_spiral() {
    let before = relation(&definitions("queens/spiral.prf"), "before");
    let cells = spiral(100);
    let holds = |i: usize, j: usize| before.contains(&[signed(cells[i]), signed(cells[j])].concat());
    for i in 1..cells.len() {
        assert!(holds(i - 1, i) && !holds(i, i - 1), "{i}");
    }
    let mut state = 20_261_121_u64;
    for _ in 0..20_000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (i, j) = ((state >> 33) as usize % cells.len(), (state >> 12) as usize % cells.len());
        assert_eq!(holds(i, j), i < j, "{:?} and {:?}", cells[i], cells[j]);
    }
}

/// The Sprague-Grundy value of each cell, in order: the least that no earlier cell on its lines has.
fn grundy(cells: &[Cell]) -> HashMap<Cell, u64> {
    let mut met: HashMap<(usize, i64), HashSet<u64>> = HashMap::new();
    let mut values = HashMap::new();
    for &(x, y) in cells {
        let lines = [(0, x), (1, y), (2, x - y), (3, x + y)];
        let value = (0..).find(|value| lines.iter().all(|line| met.get(line).is_none_or(|met| !met.contains(value))));
        for line in lines {
            met.entry(line).or_default().insert(value.expect("a line is finite"));
        }
        values.insert((x, y), value.expect("a line is finite"));
    }
    values
}

#[test]
fn values_along_the_horizontal_axis_of_the_spiral_are_those_of_the_paper() {
    let cells = spiral(40);
    let values = grundy(&cells);
    // Dekking, Shallit, Sloane 2020, (46), from y = -9.
    let published = [24, 12, 16, 9, 14, 6, 5, 4, 2, 0, 1, 3, 7, 10, 11, 15, 8, 18, 23, 21];
    assert_eq!((-9..=10).map(|y| values[&(0, y)]).collect::<Vec<_>>(), published);
    // Conjecture 22 has every value on every line; here the first ten on lines near the middle.
    let lines: [fn(Cell) -> i64; 4] = [|(x, _)| x, |(_, y)| y, |(x, y)| x - y, |(x, y)| x + y];
    for line in lines {
        for number in -5..=5 {
            let met: HashSet<u64> =
                cells.iter().filter(|&&cell| line(cell) == number).map(|cell| values[cell]).collect();
            assert!((0..10).all(|value| met.contains(&value)), "{number}");
        }
    }
    // The queens sit where the value is 0.
    for (cell, is_attacked) in cells.iter().zip(attacked(&cells)) {
        assert_eq!(values[cell] != 0, is_attacked, "{cell:?}");
    }
}

/// The cells of N x N on the first antidiagonals, each from the bottom up.
fn quadrant(antidiagonals: i64) -> Vec<Cell> {
    (0..antidiagonals).flat_map(|sum| (0..=sum).map(move |column| (sum - column, column))).collect()
}

#[test]
fn the_table_of_the_single_quadrant_is_that_of_the_paper() {
    let mut session = definitions("queens/quadrant.prf");
    let (_, game) = session.games().pop().unwrap();
    let table = session.table(&game, 60).unwrap();
    let published: [&[u32]; 9] = [
        &[0, 2, 1, 5, 3, 4, 9, 10, 12],
        &[1, 3, 4, 0, 7, 2, 5, 11],
        &[2, 0, 5, 1, 8, 6, 4],
        &[3, 1, 2, 4, 0, 7],
        &[4, 6, 0, 3, 1],
        &[5, 7, 8, 6],
        &[6, 4, 3],
        &[7, 5],
        &[8],
    ];
    for (p, row) in published.iter().enumerate() {
        assert_eq!(
            (0..row.len()).map(|q| table.value(p, q)).collect::<Vec<_>>(),
            *row,
            "row {p} of Dekking, Shallit, Sloane 2020, Table 6"
        );
    }
    let cells = quadrant(119);
    let values = grundy(&cells);
    for p in 0..60 {
        for q in 0..60 {
            assert_eq!(u64::from(table.value(p, q)), values[&(p as i64, q as i64)], "({p}, {q})");
        }
    }
    // Dekking, Shallit, Sloane 2020, (47) and (48).
    let zeros: Vec<usize> = (0..cells.len()).filter(|&number| values[&cells[number]] == 0).collect();
    assert_eq!(zeros[..16], [0, 7, 13, 23, 32, 96, 114, 142, 163, 183, 197, 261, 290, 446, 484, 581]);
    let rows: HashMap<i64, i64> = zeros.iter().map(|&number| (cells[number].1, cells[number].0)).collect();
    let published = [0, 2, 4, 1, 3, 8, 10, 12, 14, 5, 7, 18, 6, 21, 9, 24, 26, 28, 30, 11, 13, 34];
    assert_eq!((0..22).map(|column| rows[&column]).collect::<Vec<_>>(), published);
    // The first columns, of which proofs/queens/columns.prf says more.
    let columns = definitions("queens/columns.prf");
    for column in 0..=20 {
        let formula = relation(&columns, &format!("column_{column}"));
        for row in 0..60u32 {
            assert!(formula.contains(&[row.into(), values[&(row.into(), column)].into()]), "({row}, {column})");
        }
    }
}

#[test]
fn a_table_needs_what_its_moves_need() {
    // Moves that grow the sum of the piles while they decrease the second.
    let source = Source::new("test", "game Up \"?msd_2 p,q -> r,s : s<q & r=p+2*q\" measure \"q\":");
    let (commands, _) = parse_script(&source);
    let mut session = Session::new();
    session.run(&source, &commands[0]).expect("a game");
    let (_, game) = session.games().pop().unwrap();
    assert_eq!(session.table(&game, 5), Err(TableError::Unbounded));
}

#[test]
fn every_small_value_is_in_the_first_rows_and_columns_of_the_quadrant() {
    // Dekking, Shallit, Sloane 2020, Thm 23 speaks of all values and all of them; to the size of this table. Conjecture
    // 24: the diagonals.
    let values = grundy(&quadrant(500));
    let lines: [(&str, Line); 4] = [
        ("row", |line, place| (line, place)),
        ("column", |line, place| (place, line)),
        ("diagonal above", |line, place| (place, place + line)),
        ("diagonal below", |line, place| (place + line, place)),
    ];
    for (name, cell) in lines {
        for line in 0..15 {
            let met: HashSet<u64> = (0..500).filter_map(|place| values.get(&cell(line, place)).copied()).collect();
            assert!((0..15).all(|value| met.contains(&value)), "{name} {line}");
        }
    }
}
