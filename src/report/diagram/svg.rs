//! Automata as SVG.

use std::fmt::Write;

use super::Diagram;
use super::plan::{AIR, Curve, HEAD, LINE, Point, lines, plan};
use crate::report::svg::{AUTOMATON_STYLE, escaped};

/// The picture.
pub(super) fn draw(diagram: &Diagram, title: &str) -> String {
    let plan = plan(diagram);
    let (wide, high) = (plan.right, plan.bottom - plan.top + 2.0 * AIR);
    let mut out = String::new();
    let mut put = |text: std::fmt::Arguments<'_>| out.write_fmt(text).expect("a string takes all");
    put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"automaton\" role=\"img\" aria-label=\"{title}\" \
         width=\"{wide:.0}\" height=\"{high:.0}\" viewBox=\"0 {:.1} {wide:.0} {high:.0}\">\n<title>{title}</title>\n\
         <style>{AUTOMATON_STYLE}</style>\n<rect class=\"paper\" y=\"{:.1}\" width=\"100%\" height=\"100%\"/>\n",
        plan.top - AIR,
        plan.top - AIR,
        title = escaped(title),
    ));
    for (arrow, drawn) in diagram.arrows.iter().zip(plan.drawn(diagram)) {
        let text = lines(arrow);
        let all = arrow.letters.join("  ");
        put(format_args!("<g><title>{}</title>", escaped(&all)));
        let (path, head, label) = (path(&drawn.curve), head(drawn.tip, drawn.direction), drawn.label);
        put(format_args!("<path class=\"line\" d=\"{path}\"/><path class=\"head\" d=\"{head}\"/>"));
        for (line, shown) in text.iter().enumerate() {
            let y = label.1 - 3.0 - LINE * (text.len() - 1 - line) as f64;
            put(format_args!("<text x=\"{:.1}\" y=\"{y:.1}\">{}</text>", label.0, escaped(shown)));
        }
        put(format_args!("</g>\n"));
    }
    if let Some(&(x, y)) = plan.centres.first() {
        let tip = x - plan.radius;
        put(format_args!("<path class=\"line\" d=\"M{:.1} {y:.1}h{:.1}\"/>", tip - 24.0, 24.0 - HEAD));
        put(format_args!("<path class=\"head\" d=\"{}\"/>\n", head((tip, y), 0.0)));
    }
    for (state, (x, y)) in diagram.states.iter().zip(&plan.centres) {
        put(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\"/>", plan.radius));
        if state.accepts {
            put(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\"/>", plan.radius - 3.0));
        }
        put(format_args!("<text x=\"{x:.1}\" y=\"{:.1}\">{}</text>\n", y + 4.2, escaped(&state.text)));
    }
    put(format_args!("</svg>\n"));
    out
}

fn path(curve: &Curve) -> String {
    let mut path = format!("M{:.1} {:.1}", curve.start.0, curve.start.1);
    for [(a, b), (c, d), (x, y)] in &curve.bends {
        write!(path, "C{a:.1} {b:.1} {c:.1} {d:.1} {x:.1} {y:.1}").expect("a string takes all");
    }
    path
}

/// The head of an arrow that ends at `tip` in a direction.
fn head(tip: Point, direction: f64) -> String {
    let corner = |side: f64| {
        let angle = direction + std::f64::consts::PI + side;
        (tip.0 + HEAD * 1.1 * angle.cos(), tip.1 + HEAD * 1.1 * angle.sin())
    };
    let (a, b) = (corner(0.42), corner(-0.42));
    format!("M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z", tip.0, tip.1, a.0, a.1, b.0, b.1)
}

#[cfg(test)]
mod tests {
    use super::super::plan::tests::diagram;
    use super::*;

    #[test]
    fn every_state_and_letter_is_in_the_picture() {
        let svg = draw(&diagram(3, &[(0, 0, 1), (0, 1, 2), (1, 2, 1), (2, 0, 14)]), "a <b>");
        assert!(svg.contains("aria-label=\"a &lt;b&gt;\""));
        assert_eq!(svg.matches("<circle").count(), 3 + 2);
        assert_eq!(svg.matches("class=\"head\"").count(), 4 + 1);
        assert!(svg.contains(">+3</text>") || svg.contains("  +3</text>"));
        assert!(svg.contains("13,0</title>"));
    }

    #[test]
    fn an_automaton_without_arrows_is_drawn() {
        assert!(draw(&diagram(1, &[]), "empty").contains("<circle"));
    }
}
