//! Members of a set of pairs as points, and the lines through the origin that they follow.
//!
//! A line is claimed where far members lie in a narrow angle: it is what the picture shows, fitted by least squares to
//! the outer half of the members, and no theorem.

use std::fmt::Write;

use super::board::begin;
use super::svg::escaped;

/// Pixels of the square that holds the points, and of the margin around it.
const SIDE: f64 = 360.0;
const MARGIN: f64 = 40.0;
/// Angles between neighbours beyond which they lie on two lines, and of all members of one, in radians.
const GAP: f64 = 0.03;
const NARROW: f64 = 0.06;
/// Members of a line.
const FEWEST: usize = 5;

/// Points, and what their coordinates are called.
#[derive(Clone, Debug, PartialEq)]
pub struct Scatter {
    /// What the numbers to the right and those upwards are called.
    pub axes: [String; 2],
    /// The members.
    pub points: Vec<[f64; 2]>,
}

impl Scatter {
    /// The slopes of the lines that far members follow, from the lowest.
    pub fn slopes(&self) -> Vec<f64> {
        let reach = self.reach();
        let mut far: Vec<&[f64; 2]> = self.points.iter().filter(|[x, y]| x.max(*y) > reach / 2.0).collect();
        let angle = |point: &[f64; 2]| point[1].atan2(point[0]);
        far.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
        let mut slopes = Vec::new();
        for group in far.chunk_by(|a, b| angle(b) - angle(a) <= GAP) {
            let (first, last) = (angle(group[0]), angle(group[group.len() - 1]));
            // A line along an axis needs none.
            if group.len() < FEWEST || last - first > NARROW || first < GAP || last > std::f64::consts::FRAC_PI_2 - GAP
            {
                continue;
            }
            let (products, squares) = group.iter().fold((0.0, 0.0), |(xy, xx), [x, y]| (xy + x * y, xx + x * x));
            slopes.push(products / squares);
        }
        slopes
    }

    fn reach(&self) -> f64 {
        self.points.iter().flatten().fold(1.0, |most: f64, n| most.max(*n))
    }

    /// As SVG.
    pub fn svg(&self, title: &str) -> String {
        let (reach, whole) = (self.reach(), SIDE + 2.0 * MARGIN);
        let x = |n: f64| MARGIN + n / reach * SIDE;
        let y = |n: f64| whole - MARGIN - n / reach * SIDE;
        let mut out = begin(title, whole as usize, whole as usize);
        let mut put = |text: std::fmt::Arguments<'_>| out.write_fmt(text).expect("a string takes all");
        let (left, bottom) = (x(0.0), y(0.0));
        put(format_args!("<path class=\"grid\" d=\"M{left:.0} {:.0}V{bottom:.0}H{:.0}\"/>\n", y(reach), x(reach)));
        for slope in self.slopes() {
            let (end_x, end_y) = if slope > 1.0 { (reach / slope, reach) } else { (reach, reach * slope) };
            put(format_args!(
                "<path class=\"follows\" d=\"M{left:.1} {bottom:.1}L{:.1} {:.1}\"/>\n",
                x(end_x),
                y(end_y)
            ));
            let anchor = if slope > 1.0 { (x(end_x), y(end_y) - 6.0) } else { (x(end_x) - 30.0, y(end_y) - 8.0) };
            let said = format!("{} ≈ {slope:.3} {}", self.axes[1], self.axes[0]);
            put(format_args!("<text x=\"{:.0}\" y=\"{:.0}\">{}</text>\n", anchor.0, anchor.1, escaped(&said)));
        }
        let dots: String = self.points.iter().map(|[a, b]| format!("M{:.0} {:.0}h0", x(*a), y(*b))).collect();
        put(format_args!("<path class=\"point\" d=\"{dots}\"/>\n"));
        put(format_args!("<text x=\"{:.0}\" y=\"{:.0}\">{reach}</text>\n", x(reach), bottom + 16.0));
        put(format_args!("<text x=\"{:.0}\" y=\"{:.0}\">{reach}</text>\n", left - 16.0, y(reach) + 4.0));
        put(format_args!("<text x=\"{:.0}\" y=\"{:.0}\">0</text>\n", left - 8.0, bottom + 12.0));
        let [right, up] = self.axes.each_ref().map(|axis| escaped(axis));
        put(format_args!("<text x=\"{:.0}\" y=\"{:.0}\">{right} →</text>\n", x(reach / 2.0), bottom + 24.0));
        put(format_args!("<text x=\"{:.0}\" y=\"{:.0}\">{up} ↑</text>\n", left - 16.0, y(reach / 2.0)));
        put(format_args!("</svg>\n"));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_wythoff_are_found() {
        let golden = (1.0 + 5f64.sqrt()) / 2.0;
        let pair = |n: i32| {
            let small = (f64::from(n) * golden).floor();
            [[small, small + f64::from(n)], [small + f64::from(n), small]]
        };
        let scatter = Scatter { axes: ["p".into(), "q".into()], points: (0..100).flat_map(pair).collect() };
        let slopes = scatter.slopes();
        assert_eq!(slopes.len(), 2, "{slopes:?}");
        assert!((slopes[0] - 1.0 / golden).abs() < 0.01 && (slopes[1] - golden).abs() < 0.01, "{slopes:?}");
        assert!(scatter.svg("W").contains("q ≈ 1.6"));
    }

    #[test]
    fn points_everywhere_follow_no_line() {
        let points = (0..30).flat_map(|x| (0..30).map(move |y| [f64::from(x), f64::from(y)])).collect();
        assert!(Scatter { axes: ["x".into(), "y".into()], points }.slopes().is_empty());
    }
}
