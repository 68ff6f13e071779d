//! Boards as SVG: a square for each position of a game on two piles or each place of a word.

use std::fmt::Write;

use super::svg::{BOARD_STYLE, escaped};

/// Pixels of a square.
const SQUARE: usize = 16;
/// Boards up to this size have a number on every row; larger ones on every fifth, or fewer.
const NUMBERED: usize = 24;
/// Colours of letters, by index; more letters share them.
const COLOURS: usize = 6;

/// The board of the positions with piles below `side`, the first pile to the right, the second upwards.
///
/// `value` is the number that stands in a square, if one should; `lost` says which squares are filled.
pub fn svg(
    title: &str,
    side: usize,
    lost: impl Fn(usize, usize) -> bool,
    value: impl Fn(usize, usize) -> Option<u32>,
) -> String {
    let margin = 2 * SQUARE;
    let size = side * SQUARE + margin + SQUARE;
    let mut out = begin(title, size, size);
    let mut put = |text: std::fmt::Arguments<'_>| out.write_fmt(text).expect("a string takes all");
    let x = |p: usize| margin + p * SQUARE;
    let y = |q: usize| SQUARE + (side - 1 - q) * SQUARE;
    let end = side * SQUARE;
    let mut grid = String::new();
    for line in 0..=side {
        let at = line * SQUARE;
        write!(grid, "M{} {}h{end}M{} {}v{end}", margin, SQUARE + at, margin + at, SQUARE).expect("a string takes all");
    }
    put(format_args!("<path class=\"grid\" d=\"{grid}\"/>\n"));
    let squares = || (0..side).flat_map(|p| (0..side).map(move |q| (p, q)));
    let filled: String = squares()
        .filter(|&(p, q)| lost(p, q))
        .map(|(p, q)| format!("M{} {}h{SQUARE}v{SQUARE}h-{SQUARE}z", x(p), y(q)))
        .collect();
    put(format_args!("<path class=\"lost\" d=\"{filled}\"/>\n"));
    for (p, q) in squares() {
        if let Some(value) = value(p, q) {
            let class = if lost(p, q) { " class=\"on\"" } else { "" };
            put(format_args!("<text{class} x=\"{}\" y=\"{}\">{value}</text>\n", x(p) + SQUARE / 2, y(q) + 11));
        }
    }
    let step = if side <= NUMBERED { 1 } else { side.div_ceil(NUMBERED).next_multiple_of(5) };
    for n in (0..side).step_by(step) {
        put(format_args!("<text x=\"{}\" y=\"{}\">{n}</text>\n", x(n) + SQUARE / 2, end + 2 * SQUARE));
        put(format_args!("<text x=\"{}\" y=\"{}\">{n}</text>\n", SQUARE, y(n) + 11));
    }
    put(format_args!("</svg>\n"));
    out
}

/// The first letters of a word, or of the characteristic word of a set, `columns` in a row. `letters` are the values of
/// its places; each row begins with the number of its first place.
pub fn strip(title: &str, columns: usize, letters: &[i64]) -> String {
    let mut values = letters.to_vec();
    values.sort_unstable();
    values.dedup();
    let margin = 3 * SQUARE;
    let rows = letters.len().div_ceil(columns);
    let mut out = begin(title, margin + (columns + 1) * SQUARE, (rows + 1) * SQUARE);
    let mut put = |text: std::fmt::Arguments<'_>| out.write_fmt(text).expect("a string takes all");
    let top = SQUARE / 2;
    for (n, letter) in letters.iter().enumerate() {
        let (x, y) = (margin + n % columns * SQUARE, top + n / columns * SQUARE);
        if n % columns == 0 {
            put(format_args!("<text class=\"number\" x=\"{}\" y=\"{}\">{n}</text>\n", margin - 6, y + 11));
        }
        let index = values.binary_search(letter).expect("one of them");
        let colour = index % COLOURS;
        put(format_args!("<rect class=\"l{colour}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>"));
        let class = if colour > 0 { " class=\"on\"" } else { "" };
        put(format_args!("<text{class} x=\"{}\" y=\"{}\">{letter}</text>\n", x + SQUARE / 2, y + 11));
    }
    put(format_args!("</svg>\n"));
    out
}

fn begin(title: &str, wide: usize, high: usize) -> String {
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" role=\"img\" aria-label=\"{title}\" width=\"{wide}\" \
         height=\"{high}\" viewBox=\"0 0 {wide} {high}\">\n<title>{title}</title>\n<style>{BOARD_STYLE}</style>\n\
         <rect class=\"paper\" width=\"{wide}\" height=\"{high}\"/>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_fills_the_lost_squares_and_no_other() {
        let board = svg("a < b", 3, |p, q| p == q, |p, q| Some((p + q) as u32));
        assert!(board.contains("<title>a &lt; b</title>"));
        // (0, 0) is at the lower left.
        assert!(board.contains("class=\"lost\" d=\"M32 48h16v16h-16zM48 32h16v16h-16zM64 16h16v16h-16z\""));
        assert_eq!(board.matches("class=\"on\"").count(), 3);
        assert_eq!(board.matches("<text").count(), 9 + 6);
    }

    #[test]
    fn a_strip_has_a_square_for_each_letter() {
        let shown = strip("F", 4, &[0, 1, 0, 0, 1, 0]);
        assert_eq!(shown.matches("<rect class=\"l0\"").count(), 4);
        assert_eq!(shown.matches("<rect class=\"l1\"").count(), 2);
        assert_eq!(shown.matches("class=\"number\"").count(), 2);
    }
}
