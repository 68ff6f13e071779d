//! Boards: a square for each position of a game on two piles, or for each pair of numbers of a set.
//!
//! A lost position is filled and has a dot. Small boards have each value in its square as a number; on larger ones
//! colours stand for ranges of values, as the scale below says (`heat`).

use std::fmt::Write;

use super::heat;
use super::notation::escaped as in_latex;
use super::svg::{BOARD_STYLE, SQUARE, escaped};
use crate::games::Table;

/// Larger boards have colours in place of numbers.
const WITH_NUMBERS: usize = 36;
/// Boards up to this size have a number on every row; larger ones on every fifth, or fewer.
const NUMBERED: usize = 24;
/// Colours of values; more values share them.
const COLOURS: u32 = 8;
/// Boards in a row of slices.
const IN_A_ROW: usize = 3;

/// What stands in the squares; that of (p, q) is at `p * side + q`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells {
    /// Whether a position is lost, or a pair belongs to a set.
    Lost(Vec<bool>),
    /// Sprague-Grundy values.
    Values(Vec<u32>),
}

/// The positions with piles below `side`, the first pile to the right, the second upwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Above it, if not empty: of a slice, the size of its pile.
    pub caption: String,
    /// Rows and columns.
    pub side: usize,
    /// What the numbers to the right and those upwards are called.
    pub axes: [String; 2],
    /// What stands in it.
    pub cells: Cells,
}

impl Board {
    /// Where each square is, and its place among the cells.
    fn squares(&self) -> impl Iterator<Item = (usize, usize, usize)> + use<> {
        let side = self.side;
        (0..side).flat_map(move |p| (0..side).map(move |q| (p, q, p * side + q)))
    }

    /// Whether values are colours.
    fn is_heat(&self) -> bool {
        matches!(self.cells, Cells::Values(_)) && self.side > WITH_NUMBERS
    }

    /// Width and height in SVG, in pixels.
    fn size(&self) -> (usize, usize) {
        let scale = if self.is_heat() { heat::HIGH } else { 0 };
        (self.side * SQUARE + 3 * SQUARE, self.side * SQUARE + 4 * SQUARE + scale)
    }

    /// The largest value.
    fn most(&self) -> u32 {
        match &self.cells {
            Cells::Lost(_) => 0,
            Cells::Values(values) => values.iter().copied().max().unwrap_or(0),
        }
    }

    /// Draws it; `most` is the largest value of all boards of the picture.
    fn draw(&self, most: u32, out: &mut String) {
        let mut put = |text: std::fmt::Arguments<'_>| out.write_fmt(text).expect("a string takes all");
        let margin = 2 * SQUARE;
        let x = |p: usize| margin + p * SQUARE;
        let y = |q: usize| SQUARE + (self.side - 1 - q) * SQUARE;
        let end = self.side * SQUARE;
        match &self.cells {
            Cells::Lost(lost) => {
                put(format_args!("{}", frame(self.side)));
                let runs = self.runs(&|at| lost[at]);
                put(format_args!("<path class=\"run lost\" d=\"{runs}\"/>\n<path class=\"dot\" d=\"{runs}\"/>\n"));
            }
            Cells::Values(values) if self.is_heat() => {
                for step in 0..=heat::STEPS {
                    let runs = self.runs(&|at| heat::step(values[at], most) == step);
                    if !runs.is_empty() {
                        put(format_args!("<path class=\"run\" stroke=\"{}\" d=\"{runs}\"/>\n", heat::colour(step)));
                    }
                }
                put(format_args!("{}", frame(self.side)));
                put(format_args!("<path class=\"dot\" d=\"{}\"/>\n", self.runs(&|at| values[at] == 0)));
                put(format_args!("{}", heat::scale(most, margin, end + 4 * SQUARE)));
            }
            Cells::Values(values) => {
                for colour in 0..COLOURS {
                    let runs = self.runs(&|at| colour_of(values[at]) == colour);
                    if !runs.is_empty() {
                        put(format_args!("<path class=\"run v{colour}\" d=\"{runs}\"/>\n"));
                    }
                }
                put(format_args!("{}", frame(self.side)));
                for (p, q, at) in self.squares() {
                    let (value, class) = (values[at], if values[at] == 0 { " class=\"on\"" } else { "" });
                    put(format_args!("<text{class} x=\"{}\" y=\"{}\">{value}</text>\n", x(p) + SQUARE / 2, y(q) + 11));
                }
            }
        }
        let [right, up] = &self.axes;
        let middle = margin + end / 2;
        put(format_args!("<text x=\"{middle}\" y=\"{}\">{} →</text>\n", end + 3 * SQUARE, escaped(right)));
        put(format_args!("<text x=\"{}\" y=\"11\">{} ↑</text>\n", SQUARE, escaped(up)));
        if !self.caption.is_empty() {
            put(format_args!("<text x=\"{middle}\" y=\"11\">{}</text>\n", escaped(&self.caption)));
        }
    }

    /// The squares that are chosen, as lines through rows of them, each as long as it can be.
    fn runs(&self, chosen: &dyn Fn(usize) -> bool) -> String {
        let mut out = String::new();
        for q in 0..self.side {
            let mut p = 0;
            while p < self.side {
                let length = (p..self.side).take_while(|&p| chosen(p * self.side + q)).count();
                if length > 0 {
                    let (x, y) = (2 * SQUARE + p * SQUARE, SQUARE + (self.side - 1 - q) * SQUARE + SQUARE / 2);
                    write!(out, "M{x} {y}h{}", length * SQUARE).expect("a string takes all");
                }
                p += length + 1;
            }
        }
        out
    }

    fn draw_tikz(&self, most: u32, out: &mut String) {
        let mut put = |text: std::fmt::Arguments<'_>| out.write_fmt(text).expect("a string takes all");
        let side = self.side;
        put(format_args!("\\begin{{tikzpicture}}[x=4mm,y=4mm,font=\\scriptsize]\n"));
        let filled: &dyn Fn(usize) -> bool = match &self.cells {
            Cells::Lost(lost) => &|at| lost[at],
            Cells::Values(values) => &|at| values[at] == 0,
        };
        for (p, q, _) in self.squares().filter(|&(_, _, at)| filled(at)) {
            put(format_args!("\\fill[black!80] ({p},{q}) rectangle +(1,1);\n"));
        }
        if let (true, Cells::Values(values)) = (self.is_heat(), &self.cells) {
            for (p, q, at) in self.squares().filter(|&(_, _, at)| values[at] > 0) {
                let grey = heat::grey(heat::step(values[at], most));
                put(format_args!("\\fill[black!{grey}] ({p},{q}) rectangle +(1,1);\n"));
            }
            put(format_args!("{}", heat::tikz_scale(most)));
        }
        put(format_args!("\\draw[black!25,very thin] (0,0) grid ({side},{side});\n"));
        if let (false, Cells::Values(values)) = (self.is_heat(), &self.cells) {
            for (p, q, at) in self.squares() {
                let colour = if values[at] == 0 { "[white]" } else { "" };
                put(format_args!("\\node{colour} at ({p}.5,{q}.5) {{{}}};\n", values[at]));
            }
        }
        for n in (0..side).step_by(step(side)) {
            put(format_args!("\\node[below] at ({n}.5,0) {{{n}}};\n\\node[left] at (0,{n}.5) {{{n}}};\n"));
        }
        let [right, up] = self.axes.each_ref().map(|axis| in_latex(axis));
        put(format_args!("\\node[below=3mm] at ({},0) {{${right}\\rightarrow$}};\n", side as f64 / 2.0));
        put(format_args!("\\node[above left] at (0,{side}) {{${up}\\uparrow$}};\n"));
        if !self.caption.is_empty() {
            put(format_args!("\\node[above] at ({},{side}) {{${}$}};\n", side as f64 / 2.0, in_latex(&self.caption)));
        }
        put(format_args!("\\end{{tikzpicture}}\n"));
    }
}

/// Zero has a colour of its own.
fn colour_of(value: u32) -> u32 {
    if value == 0 { 0 } else { 1 + (value - 1) % (COLOURS - 1) }
}

/// Every how many rows have a number.
fn step(side: usize) -> usize {
    if side <= NUMBERED { 1 } else { side.div_ceil(NUMBERED).next_multiple_of(5) }
}

/// What boards of one side have alike: the lines between the squares, and the numbers.
pub(super) fn frame(side: usize) -> String {
    let (margin, end) = (2 * SQUARE, side * SQUARE);
    let line =
        |line: usize| format!("M{margin} {}h{end}M{} {SQUARE}v{end}", SQUARE + line * SQUARE, margin + line * SQUARE);
    let lines: String = (0..=side).map(line).collect();
    let mut out = format!("<path class=\"grid\" d=\"{lines}\"/>\n");
    for n in (0..side).step_by(step(side)) {
        let (x, y) = (margin + n * SQUARE + SQUARE / 2, SQUARE + (side - 1 - n) * SQUARE + 11);
        writeln!(out, "<text x=\"{x}\" y=\"{}\">{n}</text>", end + 2 * SQUARE).expect("a string takes all");
        writeln!(out, "<text x=\"{SQUARE}\" y=\"{y}\">{n}</text>").expect("a string takes all");
    }
    out
}

/// The boards of a table on two piles, or its slices on three: with their values, or only what is lost.
pub fn boards(table: &Table, with_values: bool) -> Vec<Board> {
    let side = table.side;
    let [right, up] = [0, 1].map(|pile| table.piles.get(pile).map_or(String::new(), |name| name.to_string()));
    let board = |last: Option<usize>| {
        let value = |at: usize| table.values[last.map_or(at, |last| at * side + last)];
        let cells = match with_values {
            true => Cells::Values((0..side * side).map(value).collect()),
            false => Cells::Lost((0..side * side).map(|at| value(at) == 0).collect()),
        };
        let caption = last.map(|last| format!("{} = {last}", table.piles[2])).unwrap_or_default();
        Board { caption, side, axes: [right.clone(), up.clone()], cells }
    };
    match table.piles.len() {
        2 => vec![board(None)],
        3 => (0..side).map(|last| board(Some(last))).collect(),
        _ => Vec::new(),
    }
}

/// Boards side by side as SVG: one, or slices through three piles.
pub fn svg(title: &str, boards: &[Board]) -> String {
    let (wide, high) = boards.first().map_or((0, 0), Board::size);
    let columns = boards.len().clamp(1, IN_A_ROW);
    let most = boards.iter().map(Board::most).max().unwrap_or(0);
    let mut out = begin(title, columns * wide, boards.len().div_ceil(columns) * high);
    for (nth, board) in boards.iter().enumerate() {
        let (x, y) = (nth % columns * wide, nth / columns * high);
        if nth > 0 {
            write!(out, "<g transform=\"translate({x} {y})\">").expect("a string takes all");
        }
        board.draw(most, &mut out);
        out += if nth > 0 { "</g>\n" } else { "" };
    }
    out + "</svg>\n"
}

/// The boards for LaTeX with TikZ, in a colour that prints.
pub fn tikz(title: &str, boards: &[Board]) -> String {
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = format!("% {title}, drawn by filbert; needs \\usepackage{{tikz}}\n");
    let most = boards.iter().map(Board::most).max().unwrap_or(0);
    for board in boards {
        board.draw_tikz(most, &mut out);
    }
    out
}

pub(super) fn begin(title: &str, wide: usize, high: usize) -> String {
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" role=\"img\" width=\"{wide}\" \
         height=\"{high}\" viewBox=\"0 0 {wide} {high}\">\n<title>{title}</title>\n<style>{BOARD_STYLE}</style>\n\
         <rect class=\"paper\" width=\"{wide}\" height=\"{high}\"/>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(cells: Cells) -> Board {
        Board { caption: String::new(), side: 3, axes: ["p".into(), "q".into()], cells }
    }

    #[test]
    fn a_board_fills_the_lost_squares_and_no_other() {
        let lost = (0..9).map(|at| at / 3 == at % 3).collect();
        let shown = svg("a < b", &[board(Cells::Lost(lost))]);
        assert!(shown.contains("<title>a &lt; b</title>"));
        // (0, 0) is at the lower left.
        assert!(shown.contains("class=\"run lost\" d=\"M32 56h16M48 40h16M64 24h16\""));
        // Numbers and names at both sides.
        assert_eq!(shown.matches("<text").count(), 6 + 2);
        assert!(shown.contains(">p →<") && shown.contains(">q ↑<"));
    }

    #[test]
    fn values_stand_in_their_squares() {
        let values = board(Cells::Values((0..9).map(|at| at / 3 + at % 3).collect()));
        let shown = svg("sums", std::slice::from_ref(&values));
        assert_eq!(shown.matches("class=\"on\"").count(), 1);
        assert_eq!(shown.matches("<text").count(), 9 + 6 + 2);
        // (0, 1) and (1, 0).
        assert!(shown.contains("class=\"run v1\" d=\"M48 56h16M32 40h16\""));
        let drawn = tikz("sums", &[values]);
        assert!(drawn.contains("\\fill[black!80] (0,0) rectangle") && drawn.contains("\\node at (2.5,2.5) {4};"));
    }

    #[test]
    fn large_boards_have_colours_and_a_scale() {
        let side = WITH_NUMBERS + 1;
        let cells = Cells::Values((0..side * side).map(|at| (at / side + at % side) as u32).collect());
        let large = Board { side, ..board(cells) };
        let shown = svg("sums", std::slice::from_ref(&large));
        // Every step has its colour in the board and on the scale, zero has a dot, no square has a number.
        for step in 1..=heat::STEPS {
            assert_eq!(shown.matches(heat::colour(step)).count(), 2, "{step}");
        }
        assert!(shown.contains("class=\"dot\"") && shown.contains(">72</text>") && shown.matches("<text").count() < 40);
        let drawn = tikz("sums", &[large]);
        assert!(drawn.contains("{72}") && drawn.matches("\\fill").count() >= side * side, "{}", drawn.len());
    }

    #[test]
    fn slices_stand_side_by_side() {
        let slice = |n: usize| Board { caption: format!("r = {n}"), ..board(Cells::Lost(vec![false; 9])) };
        let shown = svg("slices", &(0..4).map(slice).collect::<Vec<_>>());
        assert!(shown.contains("translate(96 0)") && shown.contains("translate(0 112)") && shown.contains(">r = 3<"));
    }
}
