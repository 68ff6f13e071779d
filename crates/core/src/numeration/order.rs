//! The radix order: words of one length compared digit by digit from the first on.

use std::sync::Arc;

use crate::automata::{Dfa, Layout, LazyAutomaton, Letter, Product, StoredAutomaton, minimized};
use crate::budget::{Budget, Halt};

/// Pairs of valid words of one length, the first before the second in radix order.
pub(super) fn radix_order(valid: &Arc<Dfa>, budget: &Budget) -> Result<Dfa, Halt> {
    let digits = valid.layout().sizes()[0];
    let layout = Layout::new(&[digits; 2])?;
    let pairs = |wanted: fn(u32, u32) -> bool, target: u32| {
        let layout = &layout;
        (0..digits)
            .flat_map(move |a| (0..digits).map(move |b| (a, b)))
            .filter(move |&(a, b)| wanted(a, b))
            .map(move |(a, b)| (layout.pack(&[a, b]), target))
            .collect::<Vec<(Letter, u32)>>()
    };
    let mut equal = pairs(|a, b| a == b, 0);
    equal.extend(pairs(|a, b| a < b, 1));
    let before = Dfa::from_rows(layout.clone(), [(false, equal), (true, pairs(|_, _| true, 1))]);
    let slots = layout.slots();
    let parts: Vec<Box<dyn LazyAutomaton>> = vec![
        Box::new(StoredAutomaton::new(Arc::new(before), slots, Arc::new([]))),
        Box::new(StoredAutomaton::new(valid.clone(), &slots[..1], Arc::new([]))),
        Box::new(StoredAutomaton::new(valid.clone(), &slots[1..], Arc::new([]))),
    ];
    minimized(Product::new(parts, Vec::new()), &layout, slots, budget)
}
