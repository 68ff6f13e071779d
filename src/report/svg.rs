//! What all pictures share: colours, for a light and a dark page, and how text is written.

/// How automata look. Stands in each picture, so that it is whole by itself; a page may give other colours.
pub(super) const AUTOMATON_STYLE: &str = ".automaton{font:12px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}\
.automaton .paper{fill:var(--paper,#fff)}.automaton .line{fill:none;stroke:var(--line,#567)}\
.automaton .head{fill:var(--line,#567)}.automaton .line{marker-end:url(#head)}\
.automaton .back{marker-start:url(#head);marker-end:none}.automaton circle{fill:var(--state,#fff);stroke:var(--ink,#123)}\
.automaton text{fill:var(--ink,#123);text-anchor:middle}.automaton .tracks{text-anchor:start}\
.automaton g:hover .line{stroke:var(--mark,#c30);stroke-width:2}\
.automaton g:hover text{fill:var(--mark,#c30)}";

/// Text between tags or in an attribute.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Pixels of a square of a board.
pub(super) const SQUARE: usize = 16;

/// How boards look; likewise.
pub(super) const BOARD_STYLE: &str = ".board{font:9px system-ui,sans-serif}.board text{fill:var(--ink,#333);\
text-anchor:middle}.board text.number{text-anchor:end}.board .paper{fill:var(--paper,#fff)}\
.board .grid{fill:none;stroke:var(--grid,#ccc)}.board .run{fill:none;stroke-width:16}\
.board .lost,.board .v0{stroke:var(--board,#246)}.board .dot{fill:none;stroke:var(--on,#fff);stroke-width:4;\
stroke-linecap:round;stroke-dasharray:.1 15.9;stroke-dashoffset:-8}.board text.on{fill:var(--on,#fff)}\
.board .point{fill:none;stroke:var(--board,#246);stroke-width:3.5;stroke-linecap:round}\
.board .follows{fill:none;stroke:var(--mark,#c30);stroke-dasharray:5 3}\
.board .l0{stroke:var(--paper,#fff)}.board .l1{stroke:#246}.board .l2{stroke:#963}.board .l3{stroke:#363}\
.board .l4{stroke:#639}.board .l5{stroke:#a33}\
.board .v1{stroke:var(--v1,#cfe3f5)}.board .v2{stroke:var(--v2,#f5e3b8)}.board .v3{stroke:var(--v3,#d3ecd0)}\
.board .v4{stroke:var(--v4,#efd0dd)}.board .v5{stroke:var(--v5,#ddd6f0)}.board .v6{stroke:var(--v6,#f3d5c3)}\
.board .v7{stroke:var(--v7,#d4dde0)}";

/// The head of every arrow; once in a picture, and once on a page.
pub(super) const HEAD_OF_ARROWS: &str = "<defs><marker id=\"head\" class=\"head\" refX=\"1\" refY=\"3\" markerWidth=\"8\" \
markerHeight=\"6\" markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\"><path class=\"head\" d=\"M0 0L8 3L0 6z\"/>\
</marker></defs>\n";
