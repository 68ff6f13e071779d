//! Which layer each state stands in.
//!
//! Arrows that close a cycle in a depth-first search from the start are read backwards. What is left has no cycle: each
//! state goes behind all that lead to it, and then as far as it can to where most of its arrows are (the tightening of
//! Gansner et al. 1993 by single moves in place of the network simplex: at most a layer or two worse on automata of
//! this size, and a tenth of the code). O(passes * arrows).

/// Passes of tightening; each moves some state or is the last.
const PASSES: usize = 64;

/// The layer of each state, the start in layer 0, and whether each arrow is to be read backwards. No arrow leads from a
/// state to itself; read the right way round, each leads to a later layer.
pub(super) fn rank(states: usize, arrows: &[(usize, usize)]) -> (Vec<usize>, Vec<bool>) {
    let backwards = closing(states, arrows);
    let forward: Vec<(usize, usize)> = arrows
        .iter()
        .zip(&backwards)
        .map(|(&(source, target), &back)| if back { (target, source) } else { (source, target) })
        .collect();
    let mut layers = vec![0usize; states];
    let mut changed = true;
    while changed {
        changed = false;
        for &(source, target) in &forward {
            if layers[target] <= layers[source] {
                layers[target] = layers[source] + 1;
                changed = true;
            }
        }
    }
    tighten(&mut layers, &forward);
    (layers, backwards)
}

/// Which arrows lead to a state on the path that leads to them.
fn closing(states: usize, arrows: &[(usize, usize)]) -> Vec<bool> {
    let mut leaving = vec![Vec::new(); states];
    for (index, &(source, _)) in arrows.iter().enumerate() {
        leaving[source].push(index);
    }
    let mut backwards = vec![false; arrows.len()];
    let (mut seen, mut open) = (vec![false; states], vec![false; states]);
    for root in 0..states {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        open[root] = true;
        let mut path = vec![(root, 0)];
        while let Some((state, next)) = path.last_mut() {
            let Some(&index) = leaving[*state].get(*next) else {
                open[*state] = false;
                path.pop();
                continue;
            };
            *next += 1;
            let target = arrows[index].1;
            backwards[index] = open[target];
            if !std::mem::replace(&mut seen[target], true) {
                open[target] = true;
                path.push((target, 0));
            }
        }
    }
    backwards
}

/// Moves each state but the start to where its arrows are shortest together.
fn tighten(layers: &mut [usize], forward: &[(usize, usize)]) {
    for _ in 0..PASSES {
        let mut moved = false;
        for state in 1..layers.len() {
            let before = forward.iter().filter(|arrow| arrow.1 == state).map(|arrow| layers[arrow.0]);
            let after = forward.iter().filter(|arrow| arrow.0 == state).map(|arrow| layers[arrow.1]);
            let (ins, outs) = (before.clone().count(), after.clone().count());
            let (Some(last), Some(first)) = (before.max(), after.min()) else { continue };
            let best = if outs > ins { first - 1 } else { last + 1 };
            moved |= std::mem::replace(&mut layers[state], best) != best;
        }
        if !moved {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_cycle_is_broken_once() {
        let (layers, backwards) = rank(3, &[(0, 1), (1, 2), (2, 0)]);
        assert_eq!(layers, [0, 1, 2]);
        assert_eq!(backwards, [false, false, true]);
    }

    #[test]
    fn a_state_stands_where_most_of_its_arrows_are() {
        // 4 is reached from the start and leads, with two arrows, to the end of a path.
        let (layers, _) = rank(6, &[(0, 1), (1, 2), (2, 3), (3, 5), (0, 4), (4, 3), (4, 5)]);
        assert_eq!(layers[3], 3);
        assert_eq!(layers[4], 2);
    }

    proptest! {
        #[test]
        fn arrows_lead_to_later_layers(arrows in proptest::collection::vec((0usize..9, 0usize..9), 0..30)) {
            let arrows: Vec<_> = arrows.into_iter().filter(|(a, b)| a != b).collect();
            let (layers, backwards) = rank(9, &arrows);
            for (&(source, target), back) in arrows.iter().zip(backwards) {
                let (first, second) = if back { (target, source) } else { (source, target) };
                prop_assert!(layers[first] < layers[second]);
            }
        }
    }
}
