//! The recipe for a tactic in `docs/developing.md`, followed: a rule of one file, and a row in the table of `tactics`.
//!
//! `E x (F & ~F & G)` is false, whatever F and G are. Looks at each pair of conjuncts. In use it would be bad: nobody
//! writes this, and the automaton of F & ~F says the same as soon as F is built. So it is compiled for tests alone.

use super::ir::{Expr, ExprRef, Var};
use super::rewriter::Rewriter;

/// A conjunction with a formula and its negation is false.
pub(super) fn contradict(rewriter: Rewriter<'_>, _: &[Var], parts: &[ExprRef]) -> Option<ExprRef> {
    parts.iter().any(|part| parts.contains(&rewriter.negate(part))).then(|| Expr::truth(false))
}

#[cfg(test)]
mod tests {
    use super::super::engine::Engine;
    use super::super::tactics::{Tactic, Tactics};
    use super::super::testing::prepared;
    use super::super::workspace::Workspace;
    use crate::budget::Budget;

    /// Whether nothing satisfies a formula, and how often the rule was of use.
    fn is_false(text: &str, tactics: Tactics) -> (bool, u64) {
        let mut workspace = Workspace::new().with_tactics(tactics);
        let (formula, variables) = prepared(text, &mut workspace);
        let budget = Budget::unlimited();
        let built = Engine::new(&mut workspace, &variables, &budget).relation(&formula).expect("there is no limit");
        let uses = workspace.uses().into_iter().find(|used| used.0 == Tactic::Contradict);
        (built.dfa.is_empty(), uses.map_or(0, |used| used.1))
    }

    #[test]
    fn what_contradicts_itself_is_false_with_the_rule_and_without_it() {
        let without = Tactics::default().without(Tactic::Contradict);
        for (text, empty, uses) in [
            ("?msd_2 Ex T[x]=@1 & x>y & ~(T[x]=@1)", true, 1),
            ("?msd_fib Ex x>y & F[x]=@1 & x<=y", true, 1),
            ("?msd_2 Ex x+y<z & T[x]=@0 & x+y>=z", true, 1),
            ("?msd_2 Ex T[x]=@1 & x>y & ~(T[x]=@0)", false, 0),
        ] {
            assert_eq!(is_false(text, Tactics::default()), (empty, uses), "{text}");
            assert_eq!(is_false(text, without), (empty, 0), "{text}");
        }
    }
}
