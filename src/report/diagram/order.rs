//! The order within each layer: medians of the neighbours, then swaps of neighbours, the best of several sweeps kept.
//!
//! Gansner, Koutsofios, North and Vo (1993), section 3. Counting crossings is O(e log e) a layer.

/// Sweeps over all layers.
const SWEEPS: usize = 24;

/// Layers of items, and for each item its neighbours in the layer before and after, by item.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers {
    /// The items of each layer, from top to bottom.
    pub(super) layers: Vec<Vec<usize>>,
    /// Neighbours of each item in the layer before.
    pub(super) before: Vec<Vec<usize>>,
    /// Neighbours of each item in the layer after.
    pub(super) after: Vec<Vec<usize>>,
}

impl Layers {
    /// A new item at the bottom of a layer.
    pub(super) fn add(&mut self, layer: usize) -> usize {
        while self.layers.len() <= layer {
            self.layers.push(Vec::new());
        }
        let item = self.before.len();
        self.layers[layer].push(item);
        self.before.push(Vec::new());
        self.after.push(Vec::new());
        item
    }

    /// A line from an item to one of the next layer.
    pub(super) fn connect(&mut self, left: usize, right: usize) {
        self.after[left].push(right);
        self.before[right].push(left);
    }

    /// Orders the layers so that few lines cross.
    pub(super) fn order(&mut self) {
        let mut best = (self.crossings(), self.layers.clone());
        for sweep in 0..SWEEPS {
            let forward = sweep % 2 == 0;
            let count = self.layers.len();
            for step in 1..count {
                self.by_medians(if forward { step } else { count - 1 - step }, forward);
            }
            self.swap_neighbours();
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.layers.clone());
            }
        }
        self.layers = best.1;
    }

    /// Lines that cross, all layers together.
    pub(super) fn crossings(&self) -> usize {
        (1..self.layers.len()).map(|layer| self.crossings_before(layer)).sum()
    }

    fn crossings_before(&self, layer: usize) -> usize {
        let place = self.places(layer - 1);
        let mut ends: Vec<usize> = Vec::new();
        for &item in &self.layers[layer] {
            let from = ends.len();
            ends.extend(self.before[item].iter().map(|&left| place[left]));
            ends[from..].sort_unstable();
        }
        inversions(&ends, self.layers[layer - 1].len())
    }

    /// The place of each item of a layer; 0 for the others.
    fn places(&self, layer: usize) -> Vec<usize> {
        let mut places = vec![0; self.before.len()];
        for (place, &item) in self.layers[layer].iter().enumerate() {
            places[item] = place;
        }
        places
    }

    /// Sorts a layer by the medians of the neighbours in the one before or after; items without any stay.
    fn by_medians(&mut self, layer: usize, from_before: bool) {
        let (places, neighbours) = match from_before {
            true => (self.places(layer - 1), &self.before),
            false => (self.places(layer + 1), &self.after),
        };
        let median = |item: usize| {
            let mut at: Vec<usize> = neighbours[item].iter().map(|&other| places[other]).collect();
            at.sort_unstable();
            let middle = at.len() / 2;
            match at.len() {
                0 => None,
                length if length % 2 == 1 => Some(2 * at[middle]),
                _ => Some(at[middle - 1] + at[middle]),
            }
        };
        let items = &self.layers[layer];
        let mut moving: Vec<(usize, usize)> =
            items.iter().filter_map(|&item| median(item).map(|median| (median, item))).collect();
        moving.sort_by_key(|&(median, _)| median);
        let mut moving = moving.into_iter();
        let ordered = items
            .iter()
            .map(|&item| if neighbours[item].is_empty() { item } else { moving.next().expect("as many").1 })
            .collect();
        self.layers[layer] = ordered;
    }

    /// Swaps neighbours while that removes crossings.
    fn swap_neighbours(&mut self) {
        let mut improved = true;
        while improved {
            improved = false;
            for layer in 0..self.layers.len() {
                let left = if layer > 0 { self.places(layer - 1) } else { Vec::new() };
                let right = if layer + 1 < self.layers.len() { self.places(layer + 1) } else { Vec::new() };
                for upper in 1..self.layers[layer].len() {
                    let (a, b) = (self.layers[layer][upper - 1], self.layers[layer][upper]);
                    let crossings = |a: usize, b: usize| {
                        between(&self.before[a], &self.before[b], &left)
                            + between(&self.after[a], &self.after[b], &right)
                    };
                    if crossings(b, a) < crossings(a, b) {
                        self.layers[layer].swap(upper - 1, upper);
                        improved = true;
                    }
                }
            }
        }
    }
}

/// Crossings of the lines of two items, the first above the second.
fn between(upper: &[usize], lower: &[usize], place: &[usize]) -> usize {
    upper.iter().map(|&a| lower.iter().filter(|&&b| place[b] < place[a]).count()).sum()
}

/// Pairs in the wrong order, of numbers below `bound`: a Fenwick tree counts what came before.
fn inversions(numbers: &[usize], bound: usize) -> usize {
    let mut tree = vec![0usize; bound + 1];
    let mut count = 0;
    for (seen, &number) in numbers.iter().enumerate() {
        let mut not_above = 0;
        let mut at = number + 1;
        while at > 0 {
            not_above += tree[at];
            at &= at - 1;
        }
        count += seen - not_above;
        let mut at = number + 1;
        while at <= bound {
            tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn two_lines_that_cross_are_untangled() {
        let mut layers = Layers::default();
        let [a, b] = [layers.add(0), layers.add(0)];
        let [c, d] = [layers.add(1), layers.add(1)];
        layers.connect(a, d);
        layers.connect(b, c);
        assert_eq!(layers.crossings(), 1);
        layers.order();
        assert_eq!(layers.crossings(), 0);
    }

    proptest! {
        #[test]
        fn the_tree_counts_inversions(numbers in proptest::collection::vec(0usize..8, 0..20)) {
            let pairs = (0..numbers.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
            let expected = pairs.filter(|&(i, j)| numbers[i] > numbers[j]).count();
            prop_assert_eq!(inversions(&numbers, 8), expected);
        }

        #[test]
        fn ordering_keeps_the_items_and_adds_no_crossing(
            lines in proptest::collection::vec((0usize..3, 0usize..5, 0usize..5), 0..40)
        ) {
            let mut layers = Layers::default();
            let items: Vec<Vec<usize>> = (0..4).map(|layer| (0..5).map(|_| layers.add(layer)).collect()).collect();
            for (layer, left, right) in lines {
                layers.connect(items[layer][left], items[layer + 1][right]);
            }
            let before = layers.crossings();
            layers.order();
            prop_assert!(layers.crossings() <= before);
            for (mut ordered, items) in layers.layers.into_iter().zip(items) {
                ordered.sort_unstable();
                prop_assert_eq!(ordered, items);
            }
        }
    }
}
