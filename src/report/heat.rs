//! Colours for ranges of values, from light to dark, and the scale that says which is which.

use std::fmt::Write;

use super::svg::SQUARE;

/// Ranges of the values above zero, which has a colour of its own.
pub(super) const STEPS: u32 = 8;
/// Pixels that a scale adds below a board.
pub(super) const HIGH: usize = 3 * SQUARE;

/// The range of a value where `most` is the largest; 0 is that of zero alone.
pub(super) fn step(value: u32, most: u32) -> u32 {
    match value {
        0 => 0,
        _ if most <= STEPS => value,
        _ => 1 + ((u64::from(value) - 1) * u64::from(STEPS) / u64::from(most)) as u32,
    }
}

/// The first value of a range.
fn first(step: u32, most: u32) -> u32 {
    match step {
        0 => 0,
        _ if most <= STEPS => step,
        _ => 1 + (u64::from(step - 1) * u64::from(most)).div_ceil(u64::from(STEPS)) as u32,
    }
}

/// The colour of a range: from sand to wine, and blue for zero, as lost positions are on other boards.
pub(super) fn colour(step: u32) -> &'static str {
    const SCALE: [&str; STEPS as usize + 1] =
        ["var(--board,#246)", "#fdf0cf", "#fbdca0", "#f8bf76", "#f29d58", "#e57a45", "#cf5538", "#ab3434", "#7d1d33"];
    SCALE[step as usize]
}

/// The grey of a range in print, in hundredths.
pub(super) fn grey(step: u32) -> u32 {
    if step == 0 { 80 } else { 4 + (step - 1) * 8 }
}

/// The ranges that there are, each with its first value.
fn ranges(most: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..=STEPS.min(most)).map(move |step| (step, first(step, most)))
}

/// A square for each range, under it its first value, and the largest value at the end; from this place on.
pub(super) fn scale(most: u32, x: usize, y: usize) -> String {
    let mut out = String::new();
    let mut put = |text: std::fmt::Arguments<'_>| out.write_fmt(text).expect("a string takes all");
    let wide = 3 * SQUARE;
    for (step, first) in ranges(most) {
        let left = x + step as usize * wide;
        put(format_args!("<path class=\"run\" stroke=\"{}\" d=\"M{left} {y}h{wide}\"/>\n", colour(step)));
        put(format_args!("<text x=\"{left}\" y=\"{}\">{first}</text>\n", y + SQUARE + 4));
    }
    let end = x + (STEPS.min(most) as usize + 1) * wide;
    put(format_args!("<text x=\"{end}\" y=\"{}\">{most}</text>\n", y + SQUARE + 4));
    out
}

/// The scale for LaTeX with TikZ, below a board.
pub(super) fn tikz_scale(most: u32) -> String {
    let mut out = String::new();
    let mut put = |text: std::fmt::Arguments<'_>| out.write_fmt(text).expect("a string takes all");
    for (step, first) in ranges(most) {
        let left = 3 * step;
        put(format_args!("\\fill[black!{}] ({left},-4) rectangle +(3,1);\n", grey(step)));
        put(format_args!("\\node[below] at ({left},-4) {{{first}}};\n"));
    }
    put(format_args!("\\node[below] at ({},-4) {{{most}}};\n", 3 * (STEPS.min(most) + 1)));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_begin_where_the_scale_says() {
        for most in [1, 7, 8, 9, 10, 63, 64, 65, 1000, u32::MAX] {
            for (range, first) in ranges(most) {
                assert_eq!(step(first, most), range, "{most}");
                assert!(range == 0 || step(first - 1, most) == range - 1, "{most}");
            }
            assert_eq!(step(most, most), STEPS.min(most));
        }
    }
}
