//! Columns of Sprague-Grundy values: what `filbert columns` computes and writes, against a search of all moves.

use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use filbert::games::{ColumnsError, Game};
use filbert::script::Session;
use filbert::syntax::{Source, parse_script};

fn game(text: &str) -> (Session, Arc<Game>) {
    let source = Source::new("test", text);
    let (commands, errors) = parse_script(&source);
    assert!(errors.is_empty());
    let mut session = Session::new();
    session.run(&source, &commands[0]).unwrap_or_else(|failure| panic!("{failure:?}"));
    let game = session.games()[0].1.clone();
    (session, game)
}

/// The least number that no option of (r, c) has, for rows below `rows` of the columns up to `upto`.
fn brute(upto: usize, rows: usize, options: fn(usize, usize) -> Vec<(usize, usize)>) -> Vec<Vec<u32>> {
    let mut columns: Vec<Vec<u32>> = Vec::new();
    for c in 0..=upto {
        columns.push(Vec::new());
        for r in 0..rows + upto - c {
            let met: HashSet<u32> = options(r, c).into_iter().map(|(i, j)| columns[j][i]).collect();
            let value = (0..).find(|value| !met.contains(value)).unwrap();
            columns[c].push(value);
        }
    }
    columns
}

fn wythoff(r: usize, c: usize) -> Vec<(usize, usize)> {
    let mut options: Vec<(usize, usize)> = (0..r).map(|i| (i, c)).chain((0..c).map(|j| (r, j))).collect();
    options.extend((1..=r.min(c)).map(|k| (r - k, c - k)));
    options
}

/// Dekking, Shallit, Sloane 2020, section 8: a queen that goes up its column, along its row, and on both diagonals down.
fn quadrant(r: usize, c: usize) -> Vec<(usize, usize)> {
    let mut options = wythoff(r, c);
    options.extend((1..=c).map(|k| (r + k, c - k)));
    options
}

const QUADRANT: &str =
    "game Q \"?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q) | (r<p & p+s=q+r) | (s<q & r+s=p+q)\" measure \"p+q, q\":";
const WYTHOFF: &str = "game W \"?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q) | (r<p & p+s=q+r)\":";

#[test]
fn columns_have_the_values_of_a_search_of_all_moves() {
    for (text, options) in [(QUADRANT, quadrant as fn(usize, usize) -> _), (WYTHOFF, wythoff)] {
        let (mut session, game) = game(text);
        let columns = session.columns(&game, 4, 600).unwrap();
        for (column, expected) in columns.iter().zip(brute(4, 600, options)) {
            assert_eq!(column.values, expected);
            let (start, period) = (column.start, column.period);
            assert!((start..expected.len() - period).all(|r| expected[r + period] == expected[r] + period as u32));
            assert!(start == 0 || expected[start - 1 + period] != expected[start - 1] + period as u32);
            // The letters of the morphism spell the column.
            let (images, outputs) = column.word(2);
            for (r, &value) in expected.iter().enumerate() {
                let letter = (0..16).rev().fold(0, |letter, bit| images[letter][r >> bit & 1] as usize);
                assert_eq!(outputs[letter] + r as i64, i64::from(value) + i64::from(column.offset()));
            }
        }
    }
}

#[test]
fn columns_that_cannot_be_are_refused() {
    let (mut session, few) = game(QUADRANT);
    assert_eq!(session.columns(&few, 9, 100), Err(ColumnsError::NoPeriod { column: 6, rows: 103 }));
    // Tokens go from the first pile to the second: an option lies in a later column.
    let (mut session, later) = game("game L \"?msd_2 p,q -> r,s : r<p & r+s=p+q\" measure \"p+q, p\":");
    assert_eq!(session.columns(&later, 2, 100), Err(ColumnsError::Later(0)));
    let (mut session, piles) = game("game T \"?msd_2 a,b,c -> x,y,z : x<a & y=b & z=c\":");
    assert!(session.columns(&piles, 2, 100).unwrap_err().to_string().contains("two piles"));
}

fn filbert(arguments: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs/queens");
    Command::new(env!("CARGO_BIN_EXE_filbert")).args(arguments).current_dir(folder).output().unwrap()
}

#[test]
fn the_stored_columns_of_the_quadrant_are_what_the_command_writes() {
    let source = "Dekking, Shallit, Sloane 2020, Conj 26";
    let made = filbert(&["columns", "quadrant.prf", "--upto", "20", "--rows", "8192", "--source", source]);
    let stored = include_bytes!("../../proofs/queens/columns.prf");
    assert!(made.stdout == stored, "run `filbert columns` again, as the head of proofs/queens/columns.prf says");
}

#[test]
fn the_command_says_why_there_are_no_columns() {
    let said = |arguments: &[&str]| String::from_utf8(filbert(arguments).stderr).unwrap();
    assert!(said(&["columns", "K2", "--upto", "3"]).contains("expected a script that defines the game"));
    assert!(said(&["columns", "quadrant.prf", "--upto", "9", "--rows", "100"]).contains("column 6 repeats no period"));
}
