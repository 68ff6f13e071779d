//! Tables, words and statements for LaTeX, each to be included by `\input`; nothing needs a package.

use std::fmt::Write;

use super::board::{Board, Cells};
use super::diagram::Diagram;
use super::notation::{Latex, escaped, formula};
use crate::syntax::ast::Formula;

/// A statement, in mathematics that breaks between its parts.
pub fn statement(statement: &Formula) -> String {
    format!("${}$\n", formula(statement, &Latex))
}

/// An automaton as a table: a line a state, `heading` above what `outputs` say of each.
pub fn automaton(title: &str, diagram: &Diagram, heading: &str, outputs: &[String]) -> String {
    let mut out = begin(title, "rll", &["state", heading, "letters $\\to$ state"]);
    for (q, output) in outputs.iter().enumerate() {
        let leaving = diagram.arrows.iter().filter(|arrow| arrow.source == q);
        let arrows: Vec<String> = leaving
            .map(|arrow| {
                let letters: Vec<String> = arrow.letters.iter().map(|letter| format!("${letter}$")).collect();
                format!("{} $\\to {}$", letters.join("\\ "), arrow.target).replace(',', "{,}")
            })
            .collect();
        writeln!(out, "  ${q}$ & {} & {} \\\\", escaped(output), arrows.join(";\\ ")).expect("a string takes all");
    }
    end(out)
}

/// A row of numbers with a name each, as the values of a game on one pile.
pub fn row(title: &str, names: [&str; 2], values: &[u32]) -> String {
    let mut out = begin(title, &format!("l|{}", "r".repeat(values.len())), &[]);
    let numbers = (0..values.len()).map(|n| format!("${n}$")).collect::<Vec<_>>().join(" & ");
    let values = values.iter().map(|value| format!("${value}$")).collect::<Vec<_>>().join(" & ");
    let [above, below] = names.map(escaped);
    writeln!(out, "  ${above}$ & {numbers} \\\\ \\hline\n  {below} & {values} \\\\").expect("a string takes all");
    end(out)
}

/// Boards as tables of their values, the second number growing upwards as on the board.
pub fn boards(title: &str, boards: &[Board]) -> String {
    let mut out = String::new();
    for board in boards {
        let title = if board.caption.is_empty() { title.to_owned() } else { format!("{title}, {}", board.caption) };
        out += &begin(&title, &format!("r|{}", "r".repeat(board.side)), &[]);
        let [right, up] = board.axes.each_ref().map(|axis| escaped(axis));
        for q in (0..board.side).rev() {
            let cells: Vec<String> = (0..board.side).map(|p| cell(board, p * board.side + q)).collect();
            writeln!(out, "  ${q}$ & {} \\\\", cells.join(" & ")).expect("a string takes all");
        }
        let numbers = (0..board.side).map(|n| format!("${n}$")).collect::<Vec<_>>().join(" & ");
        writeln!(out, "  \\hline\n  ${up} \\mathbin/ {right}$ & {numbers} \\\\").expect("a string takes all");
        out = end(out);
    }
    out
}

fn cell(board: &Board, at: usize) -> String {
    match &board.cells {
        Cells::Values(values) => format!("${}$", values[at]),
        Cells::Lost(lost) => (if lost[at] { "P" } else { "$\\cdot$" }).to_owned(),
    }
}

/// The first letters of a word.
pub fn word(name: &str, letters: &[i64]) -> String {
    let gap = if letters.iter().all(|letter| (0..10).contains(letter)) { "\\," } else { ",\\," };
    let shown = letters.iter().map(i64::to_string).collect::<Vec<_>>().join(gap);
    let name = if name.len() == 1 { escaped(name) } else { format!("\\mathrm{{{}}}", escaped(name)) };
    format!("${name} = {shown}{gap}\\cdots$\n")
}

fn begin(title: &str, columns: &str, headings: &[&str]) -> String {
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = format!("% {title}, written by filbert\n\\begin{{tabular}}{{{columns}}}\n");
    if !headings.is_empty() {
        writeln!(out, "  {} \\\\ \\hline", headings.join(" & ")).expect("a string takes all");
    }
    out
}

fn end(table: String) -> String {
    table + "\\end{tabular}\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_commas_where_letters_have_signs() {
        assert_eq!(word("F", &[0, 1, 0]), "$F = 0\\,1\\,0\\,\\cdots$\n");
        assert_eq!(word("a_b", &[0, -1]), "$\\mathrm{a\\_b} = 0,\\,-1,\\,\\cdots$\n");
    }

    #[test]
    fn a_table_grows_upwards() {
        let cells = Cells::Values(vec![0, 1, 2, 3]);
        let board = Board { caption: "r = 1".into(), side: 2, axes: ["p".into(), "q".into()], cells };
        let shown = boards("G", &[board]);
        assert!(shown.starts_with("% G, r = 1, written by filbert\n\\begin{tabular}{r|rr}\n  $1$ & $1$ & $3$ \\\\\n"));
        assert!(shown.ends_with("$q \\mathbin/ p$ & $0$ & $1$ \\\\\n\\end{tabular}\n"));
    }
}
