//! Boards of games on two piles as SVG: a square for each position, filled where whoever has to move loses.

use std::fmt::Write;

/// Pixels of a square.
const SQUARE: usize = 16;
/// Boards up to this size have a number on every row.
const NUMBERED: usize = 40;

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
    let mut out = String::new();
    let mut put = |text: std::fmt::Arguments<'_>| out.write_fmt(text).expect("a string takes all");
    put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{size}\" height=\"{size}\" viewBox=\"0 0 {size} {size}\" \
         font-family=\"sans-serif\" font-size=\"9\" text-anchor=\"middle\">\n<title>{}</title>\n\
         <rect width=\"{size}\" height=\"{size}\" fill=\"#fff\"/>\n",
        escaped(title)
    ));
    let x = |p: usize| margin + p * SQUARE;
    let y = |q: usize| SQUARE + (side - 1 - q) * SQUARE;
    let end = side * SQUARE;
    let mut grid = String::new();
    for line in 0..=side {
        let at = line * SQUARE;
        write!(grid, "M{} {}h{end}M{} {}v{end}", margin, SQUARE + at, margin + at, SQUARE).expect("a string takes all");
    }
    put(format_args!("<path d=\"{grid}\" stroke=\"#ccc\" fill=\"none\"/>\n"));
    for p in 0..side {
        for q in 0..side {
            if lost(p, q) {
                let (x, y) = (x(p), y(q));
                put(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"#246\"/>\n"));
            }
            if let Some(value) = value(p, q) {
                let fill = if lost(p, q) { "#fff" } else { "#333" };
                let (x, y) = (x(p) + SQUARE / 2, y(q) + 11);
                put(format_args!("<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\">{value}</text>\n"));
            }
        }
    }
    let step = if side <= NUMBERED { 1 } else { side.div_ceil(NUMBERED) };
    for n in (0..side).step_by(step) {
        put(format_args!("<text x=\"{}\" y=\"{}\">{n}</text>\n", x(n) + SQUARE / 2, end + 2 * SQUARE));
        put(format_args!("<text x=\"{}\" y=\"{}\">{n}</text>\n", SQUARE, y(n) + 11));
    }
    put(format_args!("</svg>\n"));
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
