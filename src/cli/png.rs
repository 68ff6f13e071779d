//! Pictures as PNG, for what reads no SVG.

use std::sync::Arc;

use base64::Engine as _;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// Pixels of the picture for one of SVG: sharp in print at the size of a column.
const SCALE: f32 = 3.0;
/// Pixels beyond which no picture is made: 400 MB.
const MOST_PIXELS: f64 = 1e8;

/// The picture that an SVG of filbert is.
///
/// # Errors
/// Why there is none: it is too large, or no fonts are there to write its text in.
pub(super) fn of_svg(svg: &str) -> Result<Vec<u8>, String> {
    let mut fonts = fontdb::Database::new();
    fonts.load_system_fonts();
    let family = |wanted: &dyn Fn(&fontdb::FaceInfo) -> bool| {
        fonts.faces().find(|face| wanted(face)).and_then(|face| face.families.first()).map(|(name, _)| name.clone())
    };
    let any = family(&|_| true).ok_or("a PNG needs fonts, and none are installed; use SVG instead")?;
    let monospaced = family(&|face| face.monospaced).unwrap_or_else(|| any.clone());
    let proportional = family(&|face| !face.monospaced).unwrap_or_else(|| any.clone());
    fonts.set_monospace_family(monospaced);
    fonts.set_sans_serif_family(proportional);
    fonts.set_serif_family(any);
    let options = Options { fontdb: Arc::new(fonts), ..Options::default() };
    let tree = Tree::from_str(&without_variables(svg), &options).map_err(|error| error.to_string())?;
    let size = tree.size();
    let (wide, high) = ((size.width() * SCALE).ceil(), (size.height() * SCALE).ceil());
    if f64::from(wide) * f64::from(high) > MOST_PIXELS {
        return Err(format!("a PNG of {wide} x {high} pixels is too large; use SVG, which has no size limit"));
    }
    let mut picture = Pixmap::new(wide as u32, high as u32).ok_or("a picture of no size")?;
    picture.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut picture.as_mut());
    picture.encode_png().map_err(|error| error.to_string())
}

/// A picture as text: base 64.
pub(super) fn encoded(picture: &[u8]) -> String {
    base64::engine::general_purpose::STANDARD.encode(picture)
}

/// The colours that `var(--name,COLOUR)` falls back on, and fonts that every system gives a meaning to.
fn without_variables(svg: &str) -> String {
    let mut out = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some((before, after)) = rest.split_once("var(--") {
        out += before;
        let (variable, after) = after.split_once(')').unwrap_or((after, ""));
        out += variable.split_once(',').map_or("", |(_, colour)| colour);
        rest = after;
    }
    out += rest;
    out.replace("ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace", "monospace")
        .replace("system-ui,sans-serif", "sans-serif")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_become_their_colours() {
        assert_eq!(without_variables("a{fill:var(--ink,#123);b:var(--on,#fff)}"), "a{fill:#123;b:#fff}");
        assert_eq!(without_variables("var(--open"), "");
    }
}
