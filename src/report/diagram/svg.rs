//! Automata as SVG.

use std::fmt::Write;

use super::Diagram;
use super::plan::{AIR, CHARACTER, Curve, HEAD, LINE, lines, plan};
use crate::report::svg::{AUTOMATON_STYLE, HEAD_OF_ARROWS, escaped};

/// The picture.
pub(super) fn draw(diagram: &Diagram, title: &str) -> String {
    let plan = plan(diagram);
    let tracks =
        if diagram.tracks.is_empty() { String::new() } else { format!("letters: {}", diagram.tracks.join(",")) };
    let below = if tracks.is_empty() { 0.0 } else { LINE + AIR };
    let wide = plan.right.max(tracks.chars().count() as f64 * CHARACTER + 2.0 * AIR);
    let high = plan.bottom - plan.top + 2.0 * AIR + below;
    let mut out = String::new();
    let mut put = |text: std::fmt::Arguments<'_>| out.write_fmt(text).expect("a string takes all");
    put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"automaton\" role=\"img\" \
         width=\"{wide:.0}\" height=\"{high:.0}\" viewBox=\"0 {:.0} {wide:.0} {high:.0}\">\n<title>{title}</title>\n\
         <style>{AUTOMATON_STYLE}</style>\n{HEAD_OF_ARROWS}<rect class=\"paper\" y=\"{:.0}\" width=\"100%\" height=\"100%\"/>\n",
        plan.top - AIR,
        plan.top - AIR,
        title = escaped(title),
    ));
    for (arrow, drawn) in diagram.arrows.iter().zip(plan.drawn(diagram)) {
        let text = lines(arrow);
        let (all, shown) = (arrow.letters.join("  "), text.join("  "));
        let title = if all == shown { String::new() } else { format!("<title>{}</title>", escaped(&all)) };
        let back = if drawn.back { " back" } else { "" };
        put(format_args!("<g>{title}<path class=\"line{back}\" d=\"{}\"/>", path(&drawn.curve)));
        for (line, shown) in text.iter().enumerate() {
            let y = drawn.label.1 - 3.0 - LINE * (text.len() - 1 - line) as f64;
            put(format_args!("<text x=\"{:.0}\" y=\"{y:.0}\">{}</text>", drawn.label.0, escaped(shown)));
        }
        put(format_args!("</g>\n"));
    }
    if let Some(&(x, y)) = plan.centres.first() {
        let tip = x - plan.radius;
        put(format_args!("<path class=\"line\" d=\"M{:.0} {y:.0}h{:.0}\"/>\n", tip - 24.0, 24.0 - HEAD));
    }
    for (state, (x, y)) in diagram.states.iter().zip(&plan.centres) {
        put(format_args!("<circle cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"{:.0}\"/>", plan.radius));
        if state.accepts {
            put(format_args!("<circle cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"{:.0}\"/>", plan.radius - 3.0));
        }
        put(format_args!("<text x=\"{x:.0}\" y=\"{:.0}\">{}</text>\n", y + 4.2, escaped(&state.text)));
    }
    if !tracks.is_empty() {
        let y = plan.bottom + LINE;
        put(format_args!("<text class=\"tracks\" x=\"{AIR}\" y=\"{y:.0}\">{}</text>\n", escaped(&tracks)));
    }
    put(format_args!("</svg>\n"));
    out
}

/// In whole pixels, relative to where it starts: half of what absolute fractions take.
fn path(curve: &Curve) -> String {
    let whole = |n: f64| n.round() as i64;
    let mut at = (whole(curve.start.0), whole(curve.start.1));
    let mut path = format!("M{} {}", at.0, at.1);
    for bend in &curve.bends {
        let points = bend.map(|(x, y)| (whole(x) - at.0, whole(y) - at.1));
        let numbers: Vec<String> = points.iter().flat_map(|(x, y)| [x.to_string(), y.to_string()]).collect();
        // A minus separates as well as a blank.
        write!(path, "c{}", numbers.join(" ").replace(" -", "-")).expect("a string takes all");
        at = (at.0 + points[2].0, at.1 + points[2].1);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::super::plan::tests::diagram;
    use super::*;

    #[test]
    fn every_state_and_letter_is_in_the_picture() {
        let svg = draw(&diagram(3, &[(0, 0, 1), (0, 1, 2), (1, 2, 1), (2, 0, 14)]), "a <b>");
        assert!(svg.contains("<title>a &lt;b&gt;</title>"));
        assert_eq!(svg.matches("<circle").count(), 3 + 2);
        assert_eq!(svg.matches("class=\"line").count(), 4 + 1);
        assert!(svg.contains(">+3</text>") || svg.contains("  +3</text>"));
        assert!(svg.contains("13,0</title>") && !svg.contains("letters:"));
    }

    #[test]
    fn tracks_are_named_below() {
        let named = Diagram { tracks: ["p".into(), "a<b".into()].to_vec(), ..diagram(1, &[]) };
        assert!(draw(&named, "named").contains(">letters: p,a&lt;b</text>"));
    }

    #[test]
    fn an_automaton_without_arrows_is_drawn() {
        assert!(draw(&diagram(1, &[]), "empty").contains("<circle"));
    }
}
