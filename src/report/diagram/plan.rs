//! From layers to places: circles, arrows that leave and enter them smoothly, labels on the lines they belong to. What
//! is measured is in pixels, downwards.

use std::f64::consts::FRAC_PI_3;

use super::order::Layers;
use super::place::{Extent, heights};
use super::rank::rank;
use super::{Arrow, Diagram};

/// Width of a character of a label, and the height of a line, in pixels.
pub(super) const CHARACTER: f64 = 7.3;
pub(super) const LINE: f64 = 14.0;
/// Between columns; steep lines get more.
const GAP: f64 = 16.0;
const STEEP: f64 = 70.0;
/// Room above and below a line.
pub(super) const AIR: f64 = 6.0;
/// How high a loop is above its state.
const LOOP: f64 = 20.0;
/// Length of an arrow's head.
pub(super) const HEAD: f64 = 7.0;
/// Letters shown on an arrow; the tooltip has them all.
const SHOWN_LETTERS: usize = 12;

/// A place.
pub(super) type Point = (f64, f64);

/// A line of cubic curves, each with its two control points and its end.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    pub(super) start: Point,
    pub(super) bends: Vec<[Point; 3]>,
}

/// An arrow as it is drawn.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    /// From left to right, whatever its direction, up to the head.
    pub(super) curve: Curve,
    /// Where the base of its label is.
    pub(super) label: Point,
    /// The bend whose middle is under the label.
    pub(super) labelled: usize,
    /// Whether the curve begins at the head.
    pub(super) back: bool,
}

/// What an arrow says, in lines.
pub(super) fn lines(arrow: &Arrow) -> Vec<String> {
    let count = arrow.letters.len();
    let mut shown: Vec<String> = arrow.letters.iter().take(SHOWN_LETTERS).cloned().collect();
    if count > SHOWN_LETTERS {
        shown.pop();
        shown.push(format!("+{}", count - SHOWN_LETTERS + 1));
    }
    let columns = match shown.len() {
        0..=2 => 1,
        3..=6 => 2,
        _ => 3,
    };
    shown.chunks(columns).map(|line| line.join("  ")).collect()
}

fn width(lines: &[String]) -> f64 {
    lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) as f64 * CHARACTER
}

/// Where everything is.
pub(super) struct Plan {
    pub(super) radius: f64,
    /// Centre of each state.
    pub(super) centres: Vec<(f64, f64)>,
    /// For each arrow that is no loop, the columns it crosses from left to right: centre, half the width, height.
    pub(super) ways: Vec<Vec<(f64, f64, f64)>>,
    pub(super) backwards: Vec<bool>,
    pub(super) top: f64,
    pub(super) bottom: f64,
    pub(super) right: f64,
}

pub(super) fn plan(diagram: &Diagram) -> Plan {
    let count = diagram.states.len();
    let longest = diagram.states.iter().map(|state| state.text.chars().count()).max().unwrap_or(1);
    let radius = (longest as f64 * CHARACTER / 2.0 + 6.0).max(14.0);
    let between: Vec<&Arrow> = diagram.arrows.iter().filter(|arrow| arrow.source != arrow.target).collect();
    let pairs: Vec<(usize, usize)> = between.iter().map(|arrow| (arrow.source, arrow.target)).collect();
    let (rank, backwards) = rank(count, &pairs);

    // States stand in even layers; labels and bends between them.
    let mut layers = Layers::default();
    let mut extents = vec![Extent { above: radius + AIR, below: radius + AIR, bends: false }; count];
    let mut half = vec![radius; count];
    let mut layer_of: Vec<usize> = rank.iter().map(|&rank| 2 * rank).collect();
    for &layer in &layer_of {
        layers.add(layer);
    }
    for arrow in diagram.arrows.iter().filter(|arrow| arrow.source == arrow.target) {
        let text = lines(arrow);
        extents[arrow.source].above = radius + LOOP + LINE * text.len() as f64 + AIR;
        half[arrow.source] = radius.max(width(&text) / 2.0 + 2.0);
    }
    let mut items: Vec<Vec<usize>> = Vec::new();
    for (arrow, &back) in between.iter().zip(&backwards) {
        let (left, right) = if back { (arrow.target, arrow.source) } else { (arrow.source, arrow.target) };
        let span = layer_of[left] + 1..layer_of[right];
        let labelled = if back { span.end - 1 } else { span.start };
        let text = lines(arrow);
        let mut way = Vec::new();
        let mut last = left;
        for layer in span {
            let item = layers.add(layer);
            layer_of.push(layer);
            let (above, room) = match layer == labelled {
                true => (LINE * text.len() as f64 + AIR, width(&text) / 2.0 + 4.0),
                false => (AIR, 0.0),
            };
            extents.push(Extent { above, below: AIR, bends: true });
            half.push(room);
            layers.connect(last, item);
            last = item;
            way.push(item);
        }
        layers.connect(last, right);
        items.push(way);
    }
    layers.order();
    let heights = heights(&layers, &extents);

    // Columns as wide as what stands in them, further apart where lines are steep.
    let mut halves = vec![0.0f64; layers.layers.len()];
    let mut slopes = vec![0.0f64; layers.layers.len()];
    for (item, &layer) in layer_of.iter().enumerate() {
        halves[layer] = halves[layer].max(half[item]);
        for &next in &layers.after[item] {
            slopes[layer] = slopes[layer].max((heights[next] - heights[item]).abs());
        }
    }
    let mut x = Vec::with_capacity(halves.len());
    let mut at = 34.0;
    for (half, slope) in halves.iter().zip(&slopes) {
        x.push(at + half);
        at += 2.0 * half + GAP + (slope * 0.3).min(STEEP);
    }
    let place = |item: usize| (x[layer_of[item]], heights[item]);
    let edge = |f: fn(f64, f64) -> f64, sign: f64, room: fn(&Extent) -> f64, start: f64| {
        extents.iter().zip(&heights).map(|(extent, height)| height + sign * room(extent)).fold(start, f)
    };
    Plan {
        radius,
        centres: (0..count).map(place).collect(),
        ways: items
            .iter()
            .map(|way| way.iter().map(|&item| (x[layer_of[item]], halves[layer_of[item]], heights[item])).collect())
            .collect(),
        backwards,
        top: edge(f64::min, -1.0, |extent| extent.above, 0.0),
        bottom: edge(f64::max, 1.0, |extent| extent.below, 0.0),
        right: x.last().copied().unwrap_or(0.0) + halves.last().copied().unwrap_or(0.0) + GAP,
    }
}

impl Plan {
    /// How each arrow of the diagram is drawn, in its order.
    pub(super) fn drawn(&self, diagram: &Diagram) -> Vec<Drawn> {
        let mut ways = self.ways.iter().zip(&self.backwards);
        let draw = |arrow: &Arrow| {
            if arrow.source == arrow.target {
                return looped(self.centres[arrow.source], self.radius);
            }
            let (way, &back) = ways.next().expect("a way for each arrow");
            let (left, right) = if back { (arrow.target, arrow.source) } else { (arrow.source, arrow.target) };
            route(self.centres[left], way, self.centres[right], self.radius, back)
        };
        diagram.arrows.iter().map(draw).collect()
    }
}

/// A loop above a state.
fn looped((x, y): Point, radius: f64) -> Drawn {
    let angle: f64 = 1.05;
    let (dx, dy) = (radius * angle.cos(), radius * angle.sin());
    let top = y - radius - LOOP;
    let bend = [(x - 2.0 * dx, top), (x + 2.0 * dx, top), (x + dx + 1.5, y - dy - HEAD + 1.0)];
    Drawn {
        curve: Curve { start: (x - dx, y - dy), bends: vec![bend] },
        label: (x, top + 5.0),
        labelled: 0,
        back: false,
    }
}

/// An arrow between two states, `left` and `right` of its bends; `back` if it ends at the left one.
fn route(left: Point, way: &[(f64, f64, f64)], right: Point, radius: f64, back: bool) -> Drawn {
    let labelled = if back { way.len().saturating_sub(1) } else { 0 };
    let first = way.first().map_or(right, |&(x, half, y)| (x - half, y));
    let last = way.last().map_or(left, |&(x, half, y)| (x + half, y));
    let slope = |from: (f64, f64), to: (f64, f64)| {
        let angle = (to.1 - from.1).atan2((to.0 - from.0 - radius).max(1.0));
        angle.clamp(-FRAC_PI_3, FRAC_PI_3)
    };
    let (out, into) = (slope(left, first), slope(last, right));
    let from = |far: f64| (left.0 + far * out.cos(), left.1 + far * out.sin());
    let to = |far: f64| (right.0 - far * into.cos(), right.1 - far * into.sin());
    let start = from(if back { radius + HEAD } else { radius });
    let end = to(if back { radius } else { radius + HEAD });
    let (mut bends, mut flat) = (Vec::new(), 0);
    let mut at = (start, out);
    let mut bend = |to: Point, direction: f64| {
        let ((x, y), before) = at;
        let reach = (to.0 - x).abs() * 0.45;
        let leaving = (x + reach * before.cos(), y + reach * before.sin());
        let coming = (to.0 - reach * direction.cos(), to.1 - reach * direction.sin());
        bends.push([leaving, coming, to]);
        at = (to, direction);
    };
    for (i, &(x, half, y)) in way.iter().enumerate() {
        if i == labelled {
            // Flat under its label.
            bend((x - half, y), 0.0);
            bend((x + half, y), 0.0);
            flat = i + 1;
            continue;
        }
        let before = if i == 0 { left } else { (way[i - 1].0 + way[i - 1].1, way[i - 1].2) };
        let after = way.get(i + 1).map_or(right, |&(x, half, y)| (x - half, y));
        bend((x, y), passing(before, (x, y), after));
    }
    bend(end, into);
    let label = way.get(labelled).map_or((0.0, 0.0), |&(x, _, y)| (x, y));
    Drawn { curve: Curve { start, bends }, label, labelled: flat, back }
}

/// The direction of a line through a point: between those before and after it, and flat where it turns, so that the
/// curve never leaves the heights of its points (Fritsch and Butland 1984).
fn passing(before: (f64, f64), at: (f64, f64), after: (f64, f64)) -> f64 {
    let slope = |a: (f64, f64), b: (f64, f64)| (b.1 - a.1) / (b.0 - a.0).max(1.0);
    let (from, to) = (slope(before, at), slope(at, after));
    if from * to <= 0.0 { 0.0 } else { (2.0 * from * to / (from + to)).atan() }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::super::Circle;
    use super::*;

    pub(in super::super) fn diagram(states: usize, arrows: &[(usize, usize, usize)]) -> Diagram {
        let mut pairs: Vec<_> = arrows.to_vec();
        pairs.sort_unstable();
        pairs.dedup_by_key(|arrow| (arrow.0, arrow.1));
        let arrow = |(source, target, count): (usize, usize, usize)| Arrow {
            source,
            target,
            letters: (0..count).map(|i| format!("{i},0")).collect(),
        };
        Diagram {
            states: (0..states).map(|q| Circle { text: q.to_string(), accepts: q % 2 == 0 }).collect(),
            arrows: pairs.into_iter().map(arrow).collect(),
            tracks: Vec::new(),
        }
    }

    proptest! {
        #[test]
        fn states_stand_apart_and_labels_above_their_own_lines(
            arrows in proptest::collection::vec((0usize..12, 0usize..12, 1usize..20), 0..40)
        ) {
            let diagram = diagram(12, &arrows);
            let plan = plan(&diagram);
            for (i, a) in plan.centres.iter().enumerate() {
                prop_assert!(a.0 - plan.radius > 0.0 && a.0 + plan.radius < plan.right);
                prop_assert!(a.1 - plan.radius > plan.top && a.1 + plan.radius < plan.bottom);
                for b in &plan.centres[..i] {
                    prop_assert!((a.0 - b.0).hypot(a.1 - b.1) > 2.0 * plan.radius);
                }
            }
            // In each column the boxes of labels, and the lines that pass, keep apart.
            let between: Vec<&Arrow> = diagram.arrows.iter().filter(|arrow| arrow.source != arrow.target).collect();
            let mut boxes: Vec<(f64, f64, f64)> = Vec::new();
            for ((arrow, way), &back) in between.iter().zip(&plan.ways).zip(&plan.backwards) {
                prop_assert!(!way.is_empty());
                let labelled = if back { way.len() - 1 } else { 0 };
                for (i, &(x, half, y)) in way.iter().enumerate() {
                    let text = lines(arrow);
                    let tall = if i == labelled { LINE * text.len() as f64 } else { 0.0 };
                    prop_assert!(i != labelled || width(&text) <= 2.0 * half);
                    boxes.push((x, y - tall, y));
                }
            }
            for (i, a) in boxes.iter().enumerate() {
                for b in &boxes[..i] {
                    prop_assert!(a.0 != b.0 || a.1 > b.2 || b.1 > a.2);
                }
            }
        }
    }
}
