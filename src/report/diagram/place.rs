//! Heights: lines as straight as the order and the sizes allow.
//!
//! The sum of weight * (difference of heights)^2 over all lines is lowered one layer at a time. For one layer, the
//! others fixed, this is isotonic regression, which pooling adjacent violators solves exactly (Ayer, Brunk, Ewing, Reid
//! and Silverman 1955) in O(items). The layers share no constraint, so that the sweeps tend to the least sum of all.

use super::order::Layers;

/// Sweeps over all layers, there and back.
const SWEEPS: usize = 40;

/// What an item needs around its height.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Extent {
    /// Above.
    pub(super) above: f64,
    /// Below.
    pub(super) below: f64,
    /// Whether it is a bend of an arrow and no state: lines between bends are kept straight first of all.
    pub(super) bends: bool,
}

/// The height of each item, downwards, so that within a layer no extents overlap.
pub(super) fn heights(layers: &Layers, extents: &[Extent]) -> Vec<f64> {
    let mut heights = vec![0.0; extents.len()];
    for layer in &layers.layers {
        let needed: Vec<f64> = gaps(layer, extents);
        let mut at = -needed.iter().sum::<f64>() / 2.0;
        for (&item, gap) in layer.iter().zip(needed.iter().chain([&0.0])) {
            heights[item] = at;
            at += gap;
        }
    }
    let weight = |a: usize, b: usize| match (extents[a].bends, extents[b].bends) {
        (true, true) => 8.0,
        (false, false) => 1.0,
        _ => 2.0,
    };
    let count = layers.layers.len();
    for sweep in 0..2 * SWEEPS {
        for step in 0..count {
            let layer = &layers.layers[if sweep % 2 == 0 { step } else { count - 1 - step }];
            let wanted: Vec<(f64, f64)> = layer
                .iter()
                .map(|&item| {
                    let others = || layers.before[item].iter().chain(&layers.after[item]);
                    let total: f64 = others().map(|&other| weight(item, other)).sum();
                    let sum: f64 = others().map(|&other| weight(item, other) * heights[other]).sum();
                    if total > 0.0 { (sum / total, total) } else { (heights[item], 0.1) }
                })
                .collect();
            for (&item, height) in layer.iter().zip(nearest(&wanted, &gaps(layer, extents))) {
                heights[item] = height;
            }
        }
    }
    heights
}

/// Distances that neighbours of a layer must keep.
fn gaps(layer: &[usize], extents: &[Extent]) -> Vec<f64> {
    layer.windows(2).map(|pair| extents[pair[0]].below + extents[pair[1]].above).collect()
}

/// The heights nearest to what is wanted, (height, weight) by item, in the weighted sum of squares, among those that keep
/// the gaps.
fn nearest(wanted: &[(f64, f64)], gaps: &[f64]) -> Vec<f64> {
    // Without the gaps above it an item may be as high as the one above: heights that do not fall.
    let mut offset = 0.0;
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    let mut offsets = Vec::with_capacity(wanted.len());
    for (&(height, weight), gap) in wanted.iter().zip(gaps.iter().chain([&0.0])) {
        offsets.push(offset);
        let mut block = (height - offset, weight, 1);
        while let Some(&(above, its_weight, items)) = blocks.last()
            && above > block.0
        {
            let weight = its_weight + block.1;
            block = ((above * its_weight + block.0 * block.1) / weight, weight, items + block.2);
            blocks.pop();
        }
        blocks.push(block);
        offset += gap;
    }
    let pooled = blocks.into_iter().flat_map(|(height, _, items)| std::iter::repeat_n(height, items));
    pooled.zip(offsets).map(|(height, offset)| height + offset).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The least cost by trying every way to cut the items into blocks that move together.
    fn least_cost(wanted: &[(f64, f64)], gaps: &[f64]) -> f64 {
        let mut offsets = vec![0.0];
        offsets.extend(gaps.iter().scan(0.0, |sum, gap| {
            *sum += gap;
            Some(*sum)
        }));
        let free: Vec<f64> = wanted.iter().zip(&offsets).map(|((height, _), offset)| height - offset).collect();
        let mut least = f64::INFINITY;
        for cuts in 0..1u32 << gaps.len() {
            let mut cost = 0.0;
            let mut last = f64::NEG_INFINITY;
            let mut from = 0;
            for to in 1..=free.len() {
                if to < free.len() && cuts >> (to - 1) & 1 == 0 {
                    continue;
                }
                let weight: f64 = wanted[from..to].iter().map(|w| w.1).sum();
                let mean = (from..to).map(|i| free[i] * wanted[i].1).sum::<f64>() / weight;
                cost += (from..to).map(|i| wanted[i].1 * (free[i] - mean).powi(2)).sum::<f64>();
                if mean < last {
                    cost = f64::INFINITY;
                }
                last = mean;
                from = to;
            }
            least = least.min(cost);
        }
        least
    }

    proptest! {
        #[test]
        fn pooling_finds_the_nearest_heights(
            items in proptest::collection::vec((-50i32..50, 1i32..9, 0i32..20), 1..8)
        ) {
            let wanted: Vec<(f64, f64)> = items.iter().map(|&(h, w, _)| (h.into(), w.into())).collect();
            let gaps: Vec<f64> = items[1..].iter().map(|&(_, _, gap)| gap.into()).collect();
            let found = nearest(&wanted, &gaps);
            for (pair, gap) in found.windows(2).zip(&gaps) {
                prop_assert!(pair[1] - pair[0] >= gap - 1e-9);
            }
            let cost: f64 = found.iter().zip(&wanted).map(|(at, (height, weight))| weight * (at - height).powi(2)).sum();
            prop_assert!((cost - least_cost(&wanted, &gaps)).abs() < 1e-6);
        }
    }

    #[test]
    fn a_path_is_straight() {
        let mut layers = Layers::default();
        let items: Vec<usize> = (0..3).map(|layer| layers.add(layer)).collect();
        let aside = layers.add(1);
        layers.connect(items[0], items[1]);
        layers.connect(items[1], items[2]);
        layers.connect(items[0], aside);
        let extents = [Extent { above: 10.0, below: 10.0, bends: false }; 4];
        let heights = heights(&layers, &extents);
        assert!((heights[aside] - heights[items[1]]).abs() >= 20.0 - 1e-9);
    }
}
