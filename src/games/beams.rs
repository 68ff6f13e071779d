//! The straight lines along which the P-positions of a game gather, and the quadratic numbers that their slopes may be.
//!
//! In games like Wythoff's the P-positions stay near a few lines from the origin, its beams. The positions far out are
//! taken apart by the ratio of their two piles, wherever a gap is; a line is fitted to each group by least squares, and
//! the slope is known up to the farthest position's distance from it. Slopes are measured and not proved: they choose
//! which numeration systems are tried first, and tell a reader where to look. O(n log n) for n positions. Bad where
//! beams come near each other late.

use super::found::Found;

/// Natural logarithms of ratios that differ by less belong to one beam.
const GAP: f64 = 0.01;
/// A group whose logarithms spread further is no line.
const WIDEST: f64 = 0.1;
/// Beams beyond which the positions are a cloud.
const MOST_BEAMS: usize = 12;
/// Positions that make a beam, at least.
const LEAST_POSITIONS: usize = 8;
/// Coefficients of the polynomials that are tried for a slope, at most.
const LARGEST_COEFFICIENT: i64 = 12;

/// Positions along a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beam {
    /// The larger pile divided by the smaller one.
    pub slope: f64,
    /// How far the slope may be from this.
    pub error: f64,
}

impl std::fmt::Display for Beam {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // As many digits as are known, and one more.
        let digits = (-self.error.max(1e-9).log10()).ceil().clamp(1.0, 9.0) as usize;
        write!(f, "{:.digits$}", self.slope)
    }
}

/// The beams of the positions of a game, each pair of neighbouring piles in the order of their sizes taken by itself;
/// nothing if they gather along no lines.
pub fn beams(found: &Found) -> Vec<Beam> {
    if found.piles < 2 {
        return Vec::new();
    }
    let mut all = Vec::new();
    for pile in 0..found.piles - 1 {
        let pairs = found.positions.iter().map(|position| {
            let mut sorted = position.clone();
            sorted.sort_unstable();
            (sorted[pile] as f64, sorted[pile + 1] as f64)
        });
        let Some(own) = beams_of(pairs.filter(|pair| pair.0 > 0.0).collect(), found.side as f64) else {
            return Vec::new();
        };
        all.extend(own);
    }
    all
}

/// The beams of some points with the smaller coordinate first; `None` if they are a cloud.
fn beams_of(mut points: Vec<(f64, f64)>, side: f64) -> Option<Vec<Beam>> {
    // Near the origin beams are not apart, and how far a point is from its beam matters more.
    points.retain(|point| point.1 >= side / 8.0);
    points.sort_by(|a, b| (a.1 / a.0).total_cmp(&(b.1 / b.0)));
    let logarithm = |point: &(f64, f64)| (point.1 / point.0).ln();
    let mut beams = Vec::new();
    for group in points.chunk_by(|a, b| logarithm(b) - logarithm(a) < GAP) {
        if group.len() < LEAST_POSITIONS {
            continue;
        }
        if logarithm(&group[group.len() - 1]) - logarithm(&group[0]) > WIDEST || beams.len() == MOST_BEAMS {
            return None;
        }
        beams.push(fitted(group));
    }
    Some(beams)
}

fn fitted(points: &[(f64, f64)]) -> Beam {
    let count = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
    let covariance: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let variance: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    let slope = if variance > 0.0 { covariance / variance } else { y / x };
    let farthest = points.iter().map(|point| (point.1 - y - slope * (point.0 - x)).abs()).fold(0.0, f64::max);
    let width = points.iter().map(|point| (point.0 - x).abs()).fold(0.0, f64::max);
    Beam { slope, error: farthest.max(1e-6) / width.max(1.0) }
}

/// The square-free parts of the discriminants of quadratic numbers that a slope may be, those of smallest coefficients
/// first.
pub fn discriminants(beam: &Beam) -> Vec<i64> {
    let mut near: Vec<(i64, i64)> = Vec::new();
    for a in 1..=LARGEST_COEFFICIENT {
        for b in -LARGEST_COEFFICIENT..=LARGEST_COEFFICIENT {
            // a x^2 + b x + c = 0 gives c up to what the error of x makes.
            let value = -(a as f64 * beam.slope * beam.slope + b as f64 * beam.slope);
            let c = value.round();
            let error = (2.0 * a as f64 * beam.slope + b as f64).abs() * beam.error;
            if c.abs() > LARGEST_COEFFICIENT as f64 || (value - c).abs() > error {
                continue;
            }
            let part = square_free(b * b - 4 * a * c as i64);
            if part > 1 {
                near.push((a.abs() + b.abs() + c.abs() as i64, part));
            }
        }
    }
    near.sort_unstable();
    let mut parts = Vec::new();
    for (_, part) in near {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts
}

/// The number without its square factors.
pub(super) fn square_free(mut n: i64) -> i64 {
    let mut factor = 2;
    while factor * factor <= n.abs() {
        while n % (factor * factor) == 0 {
            n /= factor * factor;
        }
        factor += 1;
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pairs (floor(n x), floor(n y)) with piles below 10,000.
    fn pairs(x: f64, y: f64) -> Found {
        let floor = |n: u64, x: f64| (n as f64 * x).floor() as u64;
        let pair = |n| vec![floor(n, x), floor(n, y)];
        let positions = (0..10_000).map(pair).take_while(|pair| pair[1] < 10_000).collect();
        Found { piles: 2, side: 10_000, positions }
    }

    #[test]
    fn slopes_are_measured_within_their_error() {
        for t in 1..=9 {
            // Fraenkel's generalized Wythoff game: b(n) = a(n) + t n.
            let t = f64::from(t);
            let a = (2.0 - t + (t * t + 4.0).sqrt()) / 2.0;
            let found = beams(&pairs(a, a + t));
            let [beam] = found[..] else { panic!("{found:?}") };
            assert!((beam.slope - (a + t) / a).abs() <= beam.error && beam.error < 1e-2, "{beam:?}");
            let field = square_free((t * t) as i64 + 4);
            assert!(discriminants(&beam).iter().take(2).any(|&part| part == field), "{t}: {:?}", discriminants(&beam));
        }
    }

    #[test]
    fn a_cloud_has_no_beams() {
        let positions = (0..10_000u64).map(|n| vec![n * 7919 % 1000, n * 104_729 % 997]).collect();
        assert_eq!(beams(&Found { piles: 2, side: 1000, positions }), []);
    }

    #[test]
    fn square_factors_go() {
        assert_eq!([8, 12, 45, 17, 1, 0, 400].map(square_free), [2, 3, 5, 17, 1, 0, 1]);
    }
}
