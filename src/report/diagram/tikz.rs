//! Automata for LaTeX: the same places as in SVG, as a `tikzpicture` that a writer may change. States are nodes with
//! names, `(q0)`, `(q1)`, ..., and every arrow is drawn from node to node: who moves a node moves its arrows and their
//! labels. No library of TikZ is needed.

use std::fmt::Write;

use super::Diagram;
use super::plan::{HEAD, Point, lines, plan};
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
    for (q, (state, &centre)) in diagram.states.iter().zip(&plan.centres).enumerate() {
        let style = if state.accepts { "state,accepting" } else { "state" };
        put(format_args!("\\node[{style}] (q{q}) at {} {{${}$}};\n", point(centre), escaped(&state.text)));
    }
    if !plan.centres.is_empty() {
        put(format_args!("\\draw[->] ([shift={{(-{:.0},0)}}]q0.west) -- (q0.west);\n", 24.0 + HEAD));
    }
    for (arrow, drawn) in diagram.arrows.iter().zip(plan.drawn(diagram)) {
        let (left, right) = if drawn.back { (arrow.target, arrow.source) } else { (arrow.source, arrow.target) };
        let ends = [left, right].map(|q| (q, plan.centres[q]));
        put(format_args!("\\draw[{}] {}", if drawn.back { "<-" } else { "->" }, border(ends[0], drawn.curve.start)));
        let last = drawn.curve.bends.len() - 1;
        let mut before = drawn.curve.start;
        for (at, &[a, b, end]) in drawn.curve.bends.iter().enumerate() {
            let place = if at == last { border(ends[1], end) } else { between(ends, end) };
            put(format_args!(" .. controls +{} and +{} .. {place}", offset(before, a), offset(end, b)));
            if at == drawn.labelled {
                let text: Vec<String> = lines(arrow).iter().map(|line| letters(line)).collect();
                put(format_args!(" node[letters,midway] {{{}}}", text.join("\\\\")));
            }
            before = end;
        }
        put(format_args!(";\n"));
    }
    if !diagram.tracks.is_empty() {
        let tracks: Vec<String> = diagram.tracks.iter().map(|track| escaped(track)).collect();
        put(format_args!(
            "\\node[below right,font=\\tiny] at (current bounding box.south west) {{letters: ${}$}};\n",
            tracks.join("{,}")
        ));
    }
    put(format_args!("\\end{{tikzpicture}}\n"));
    out
}

/// Where a line that goes on to this point meets the circle of a state.
fn border((q, (x, y)): (usize, Point), towards: Point) -> String {
    let angle = (y - towards.1).atan2(towards.0 - x).to_degrees().round().rem_euclid(360.0);
    format!("(q{q}.{angle})")
}

/// A point that moves with both states, more with the nearer one.
fn between([(a, from), (b, to)]: [(usize, Point); 2], point: Point) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let along = ((point.0 - from.0) * dx + (point.1 - from.1) * dy) / (dx * dx + dy * dy).max(1.0);
    let share = (along * 100.0).round().clamp(5.0, 95.0) / 100.0;
    let on_line = (from.0 + share * dx, from.1 + share * dy);
    format!("([shift={{{}}}]barycentric cs:q{a}={:.2},q{b}={share:.2})", offset(on_line, point), 1.0 - share)
}

fn offset(from: Point, to: Point) -> String {
    point((to.0 - from.0, to.1 - from.1))
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
        assert!(!tikz.contains("letters:"));
    }

    #[test]
    fn only_nodes_have_places_of_their_own() {
        let mut diagram = diagram(5, &[(0, 0, 1), (0, 1, 2), (1, 2, 1), (2, 3, 1), (3, 0, 14), (0, 4, 1), (3, 4, 1)]);
        diagram.tracks = ["p_1".into(), "q".into()].to_vec();
        let tikz = draw(&diagram, "a");
        assert!(tikz.contains("barycentric cs:q0="), "{tikz}");
        let ends = tikz.replace("+(", "").replace("shift={(", "");
        for line in ends.lines().filter(|line| line.starts_with("\\draw")) {
            // Each bracket that is left opens a node, or a point between two.
            line.split('(').skip(1).for_each(|place| assert!(place.starts_with(['q', '[']), "{line}"));
        }
        assert!(tikz.contains("{letters: $p\\_1{,}q$}"), "{tikz}");
    }
}
