//! In the place of pictures as PNG, in a build without the feature `png`.

/// Why there is no picture.
///
/// # Errors
/// Always.
pub(super) fn of_svg(_: &str) -> Result<Vec<u8>, String> {
    Err("this build of filbert cannot draw PNG; use SVG, or install filbert with `cargo install --locked --path . --bin \
         filbert --features full`"
        .into())
}

/// A picture as text, of which there are none here.
pub(super) fn encoded(_: &[u8]) -> String {
    String::new()
}
