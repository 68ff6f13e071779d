//! The first letters of a word, or of the characteristic word of a set, as rows of squares.

use std::fmt::Write;

use super::board::begin;

/// Pixels of a square.
const SQUARE: usize = 16;
/// Colours of letters, by index; more letters share them. The letter stands in its square.
const COLOURS: usize = 6;

/// Letters, and how many stand in a row; each row begins with the number of its first place, or of the row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    /// Letters in a row.
    pub columns: usize,
    /// The values of its places.
    pub letters: Vec<i64>,
    /// Whether a place has two numbers, of which the first is that of its row.
    pub is_table: bool,
}

impl Strip {
    /// What stands before a row.
    fn number(&self, row: usize) -> usize {
        if self.is_table { row } else { row * self.columns }
    }

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
        let coloured: Vec<(i64, usize)> = self.coloured().collect();
        for colour in 0..COLOURS {
            let mut runs = String::new();
            for (row, letters) in coloured.chunks(self.columns).enumerate() {
                let mut x = margin;
                for run in letters.chunk_by(|a, b| a.1 == b.1) {
                    if run[0].1 == colour {
                        let y = top + row * SQUARE + SQUARE / 2;
                        write!(runs, "M{x} {y}h{}", run.len() * SQUARE).expect("a string takes all");
                    }
                    x += run.len() * SQUARE;
                }
            }
            if !runs.is_empty() {
                put(format_args!("<path class=\"run l{colour}\" d=\"{runs}\"/>\n"));
            }
        }
        for (row, letters) in coloured.chunks(self.columns).enumerate() {
            let (y, first) = (top + row * SQUARE + 11, self.number(row));
            put(format_args!("<text class=\"number\" x=\"{}\" y=\"{y}\">{first}</text>\n", margin - 6));
            // Letters of one sign stand in one text, each with its place; the first has the colour of paper behind it.
            for (class, shown) in [("", true), (" class=\"on\"", false)] {
                let on = letters.iter().enumerate().filter(|(_, (_, colour))| (*colour == 0) == shown);
                let (places, signs): (Vec<String>, Vec<&i64>) =
                    on.map(|(n, (letter, _))| ((margin + n * SQUARE + SQUARE / 2).to_string(), letter)).unzip();
                if signs.iter().all(|sign| (0..10).contains(*sign)) && !signs.is_empty() {
                    let text: String = signs.iter().map(|sign| sign.to_string()).collect();
                    put(format_args!("<text{class} x=\"{}\" y=\"{y}\">{text}</text>\n", places.join(" ")));
                } else {
                    for (x, sign) in places.iter().zip(signs) {
                        put(format_args!("<text{class} x=\"{x}\" y=\"{y}\">{sign}</text>\n"));
                    }
                }
            }
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
                put(format_args!("\\node[left] at (0,{y}.5) {{{}}};\n", self.number(y)));
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
        let strip = Strip { columns: 4, letters: vec![0, 1, 0, 0, 1, 0], is_table: false };
        let shown = strip.svg("F");
        assert!(shown.contains("class=\"run l0\" d=\"M48 16h16M80 16h32M64 32h16\""), "{shown}");
        assert!(shown.contains("class=\"run l1\" d=\"M64 16h16M48 32h16\""));
        assert!(shown.contains("x=\"56 88 104\" y=\"19\">000</text>") && shown.contains("x=\"72\" y=\"19\">1</text>"));
        assert_eq!(shown.matches("class=\"number\"").count(), 2);
        assert_eq!(strip.tikz("F").matches("rectangle").count(), 6);
        assert!(shown.contains(">4</text>"));
        assert!(!Strip { is_table: true, ..strip }.svg("F").contains(">4</text>"));
    }
}
