//! Automata for LaTeX: the same places as in SVG, as a `tikzpicture` of which a writer may change what he likes. States are
//! nodes with names, `(q0)`, `(q1)`, ...; no library of TikZ is needed.

use std::fmt::Write;

use super::Diagram;
use super::plan::{HEAD, LINE, Point, lines, plan};
use crate::report::notation::escaped;

/// A pixel on paper, in points.
const SCALE: f64 = 0.6;

pub(super) fn draw(diagram: &Diagram, title: &str) -> String {
    let plan = plan(diagram);
    let mut out = String::new();
    let mut put = |text: std::fmt::Arguments<'_>| out.write_fmt(text).expect("a string takes all");
    let comment = title.split_whitespace().collect::<Vec<_>>().join(" ");
    put(format_args!("% {comment}, drawn by filbert; needs \\usepackage{{tikz}}\n"));
    put(format_args!(
        "\\begin{{tikzpicture}}[x={SCALE}pt,y=-{SCALE}pt,>=latex,\n  \
         state/.style={{circle,draw,fill=white,inner sep=0pt,minimum size={:.1}pt,font=\\scriptsize}},\n  \
         accepting/.style={{double,double distance=0.8pt}},\n  \
         letters/.style={{above,align=center,inner sep=1pt,font=\\tiny}}]\n",
        2.0 * SCALE * plan.radius,
    ));
    for (arrow, drawn) in diagram.arrows.iter().zip(plan.drawn(diagram)) {
        // The curve ends where the head of SVG begins; here the head ends the line itself.
        let mut bends = drawn.curve.bends.clone();
        let mut start = drawn.curve.start;
        match bends.last_mut() {
            Some(last) if !drawn.back => last[2] = drawn.tip,
            _ => start = drawn.tip,
        }
        put(format_args!("\\draw[{}] {}", if drawn.back { "<-" } else { "->" }, point(start)));
        for [a, b, end] in bends {
            put(format_args!(" .. controls {} and {} .. {}", point(a), point(b), point(end)));
        }
        put(format_args!(";\n"));
        let text: Vec<String> = lines(arrow).iter().map(|line| letters(line)).collect();
        let base = (drawn.label.0, drawn.label.1 - LINE * 0.1);
        put(format_args!("\\node[letters] at {} {{{}}};\n", point(base), text.join("\\\\")));
    }
    if let Some(&(x, y)) = plan.centres.first() {
        let tip = (x - plan.radius, y);
        put(format_args!("\\draw[->] {} -- {};\n", point((tip.0 - 24.0 - HEAD, y)), point(tip)));
    }
    for (q, (state, &centre)) in diagram.states.iter().zip(&plan.centres).enumerate() {
        let style = if state.accepts { "state,accepting" } else { "state" };
        put(format_args!("\\node[{style}] (q{q}) at {} {{${}$}};\n", point(centre), escaped(&state.text)));
    }
    put(format_args!("\\end{{tikzpicture}}\n"));
    out
}

fn point((x, y): Point) -> String {
    format!("({x:.1},{y:.1})")
}

/// The letters of a line, tuples in mathematics, so that a minus is one.
fn letters(line: &str) -> String {
    let letter = |letter: &str| format!("${}$", letter.replace(',', "{,}").replace('*', "{*}"));
    line.split_whitespace().map(letter).collect::<Vec<_>>().join("\\ ")
}

#[cfg(test)]
mod tests {
    use super::super::plan::tests::diagram;
    use super::*;

    #[test]
    fn every_state_and_arrow_is_in_the_picture() {
        let tikz = draw(&diagram(3, &[(0, 0, 1), (0, 1, 2), (1, 2, 1), (2, 0, 14)]), "a\nb");
        assert!(tikz.starts_with("% a b, drawn by filbert"));
        assert_eq!(tikz.matches("\\node[state").count(), 3);
        assert_eq!(tikz.matches("accepting]").count(), 2);
        assert!(tikz.matches("controls").count() > 4);
        assert_eq!(tikz.matches("\\draw[").count(), 4 + 1);
        assert_eq!(tikz.matches("\\draw[<-]").count(), 1);
        assert_eq!(tikz.matches("$+3$").count(), 1);
    }
}
