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
.board .grid{fill:none;stroke:var(--grid,#ccc)}.board .lost{fill:var(--board,#246)}.board text.on{fill:var(--on,#fff)}\
.board .l0{fill:var(--paper,#fff)}.board .l1{fill:#246}.board .l2{fill:#963}.board .l3{fill:#363}.board .l4{fill:#639}\
.board .l5{fill:#a33}.board rect:not(.paper){stroke:var(--grid,#ccc)}";

/// The picture without its style, for a page that has both.
pub(super) fn without_style(svg: &str) -> String {
    match (svg.find("<style>"), svg.find("</style>\n")) {
        (Some(from), Some(to)) => svg[..from].to_owned() + &svg[to + "</style>\n".len()..],
        _ => svg.to_owned(),
    }
}
