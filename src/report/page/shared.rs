//! What pictures have in common stands once on a page: styles, heads of arrows, frames of boards.

use crate::report::board::frame;
use crate::report::svg::HEAD_OF_ARROWS;

/// The picture without what a page has once: styles, heads of arrows, the frames of boards of these sides.
pub(super) fn for_page(svg: &str, sides: &[usize]) -> String {
    let mut svg = svg.replace(HEAD_OF_ARROWS, "").replace(" xmlns=\"http://www.w3.org/2000/svg\"", "");
    for &side in sides {
        svg = svg.replace(&frame(side), &format!("<use href=\"#frame{side}\"/>\n"));
    }
    match (svg.find("<style>"), svg.find("</style>\n")) {
        (Some(from), Some(to)) => svg[..from].to_owned() + &svg[to + "</style>\n".len()..],
        _ => svg,
    }
}

/// What a page has once. A copy of a frame is styled by what stands within it alone.
pub(super) fn once_on_a_page(sides: &[usize]) -> String {
    let frames: String =
        sides.iter().map(|&side| format!("<g id=\"frame{side}\" class=\"board\">{}</g>", frame(side))).collect();
    format!("<svg class=\"automaton board shared\" aria-hidden=\"true\">{HEAD_OF_ARROWS}<defs>{frames}</defs></svg>")
}
