//! What all pictures share: colours, for a light and a dark page, and how text is written.

/// How automata look. Stands in each picture, so that it is whole by itself; a page may give other colours.
pub(super) const AUTOMATON_STYLE: &str = ".automaton{font:12px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}\
.automaton .paper{fill:var(--paper,#fff)}.automaton .line{fill:none;stroke:var(--line,#567)}\
.automaton .head{fill:var(--line,#567)}.automaton circle{fill:var(--state,#fff);stroke:var(--ink,#123)}\
.automaton text{fill:var(--ink,#123);text-anchor:middle}\
.automaton g:hover .line{stroke:var(--mark,#c30);stroke-width:2}.automaton g:hover .head{fill:var(--mark,#c30)}\
.automaton g:hover text{fill:var(--mark,#c30)}";

/// Text between tags or in an attribute.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// How boards look; likewise.
pub(super) const BOARD_STYLE: &str = ".board{font:9px system-ui,sans-serif}.board text{fill:var(--ink,#333);\
text-anchor:middle}.board text.number{text-anchor:end}.board .paper{fill:var(--paper,#fff)}\
.board .grid{fill:none;stroke:var(--grid,#ccc)}.board .lost,.board .v0{fill:var(--board,#246)}\
.board .dot{fill:none;stroke:var(--on,#fff);stroke-width:4;stroke-linecap:round}.board text.on{fill:var(--on,#fff)}\
.board .point{fill:none;stroke:var(--board,#246);stroke-width:3.5;stroke-linecap:round}\
.board .follows{fill:none;stroke:var(--mark,#c30);stroke-dasharray:5 3}\
.board .l0{fill:var(--paper,#fff)}.board .l1{fill:#246}.board .l2{fill:#963}.board .l3{fill:#363}.board .l4{fill:#639}\
.board .l5{fill:#a33}.board rect:not(.paper){stroke:var(--grid,#ccc)}\
.board .v1{fill:var(--v1,#cfe3f5)}.board .v2{fill:var(--v2,#f5e3b8)}.board .v3{fill:var(--v3,#d3ecd0)}\
.board .v4{fill:var(--v4,#efd0dd)}.board .v5{fill:var(--v5,#ddd6f0)}.board .v6{fill:var(--v6,#f3d5c3)}\
.board .v7{fill:var(--v7,#d4dde0)}";

/// The picture without its style, for a page that has both.
pub(super) fn without_style(svg: &str) -> String {
    match (svg.find("<style>"), svg.find("</style>\n")) {
        (Some(from), Some(to)) => svg[..from].to_owned() + &svg[to + "</style>\n".len()..],
        _ => svg.to_owned(),
    }
}
