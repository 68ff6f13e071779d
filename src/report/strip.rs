//! The first letters of a word, or of the characteristic word of a set, as rows of squares.

use std::fmt::Write;

use super::board::begin;

/// Pixels of a square.
const SQUARE: usize = 16;
/// Colours of letters, by index; more letters share them. The letter stands in its square.
const COLOURS: usize = 6;

/// Letters, and how many stand in a row; each row begins with the number of its first place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    /// Letters in a row.
    pub columns: usize,
    /// The values of its places.
    pub letters: Vec<i64>,
}

impl Strip {
    /// Each letter and the index of its colour.
    fn coloured(&self) -> impl Iterator<Item = (i64, usize)> + '_ {
        let mut values = self.letters.clone();
        values.sort_unstable();
        values.dedup();
        let index = move |letter| values.binary_search(letter).expect("one of them") % COLOURS;
        self.letters.iter().map(move |letter| (*letter, index(letter)))
    }

    /// As SVG.
    pub fn svg(&self, title: &str) -> String {
        let margin = 3 * SQUARE;
        let rows = self.letters.len().div_ceil(self.columns);
        let mut out = begin(title, margin + (self.columns + 1) * SQUARE, (rows + 1) * SQUARE);
        let mut put = |text: std::fmt::Arguments<'_>| out.write_fmt(text).expect("a string takes all");
        let top = SQUARE / 2;
        for (n, (letter, colour)) in self.coloured().enumerate() {
            let (x, y) = (margin + n % self.columns * SQUARE, top + n / self.columns * SQUARE);
            if n % self.columns == 0 {
                put(format_args!("<text class=\"number\" x=\"{}\" y=\"{}\">{n}</text>\n", margin - 6, y + 11));
            }
            put(format_args!("<rect class=\"l{colour}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>"));
            let class = if colour > 0 { " class=\"on\"" } else { "" };
            put(format_args!("<text{class} x=\"{}\" y=\"{}\">{letter}</text>\n", x + SQUARE / 2, y + 11));
        }
        put(format_args!("</svg>\n"));
        out
    }

    /// For LaTeX with TikZ, in greys that print.
    pub fn tikz(&self, title: &str) -> String {
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut out = format!("% {title}, drawn by filbert; needs \\usepackage{{tikz}}\n");
        let mut put = |text: std::fmt::Arguments<'_>| out.write_fmt(text).expect("a string takes all");
        put(format_args!("\\begin{{tikzpicture}}[x=4mm,y=-4mm,font=\\scriptsize]\n"));
        for (n, (letter, colour)) in self.coloured().enumerate() {
            let (x, y) = (n % self.columns, n / self.columns);
            if x == 0 {
                put(format_args!("\\node[left] at (0,{y}.5) {{{n}}};\n"));
            }
            let grey = colour * 12;
            put(format_args!("\\filldraw[fill=black!{grey},draw=black!25,very thin] ({x},{y}) rectangle +(1,1);\n"));
            put(format_args!("\\node at ({x}.5,{y}.5) {{${letter}$}};\n"));
        }
        put(format_args!("\\end{{tikzpicture}}\n"));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strip_has_a_square_for_each_letter() {
        let strip = Strip { columns: 4, letters: vec![0, 1, 0, 0, 1, 0] };
        let shown = strip.svg("F");
        assert_eq!(shown.matches("<rect class=\"l0\"").count(), 4);
        assert_eq!(shown.matches("<rect class=\"l1\"").count(), 2);
        assert_eq!(shown.matches("class=\"number\"").count(), 2);
        assert_eq!(strip.tikz("F").matches("rectangle").count(), 6);
    }
}
