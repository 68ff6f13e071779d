//! Sums of members of sets: `E x,y,z (U(x) & V(y) & W(z) & x+y+z=n)` is `E s,z (S(s) & W(z) & s+z=n)`, where S is the
//! set of all x+y with U(x) and V(y).
//!
//! Costs one set for each variable but the last two, each a projection of an automaton of three tracks; without it, one
//! variable after another is eliminated from a relation of all. Sums of the same sets are built once. Bad where a set
//! of sums is large and the whole is not: past a limit the variables are eliminated in the usual way.
//! `docs/deciding.md` has measurements.

use crate::budget::{Attempt, Halt};
use crate::tuning::logic::rewriting;

use super::build::Built;
use super::engine::Engine;
use super::ir::{Expr, ExprRef, Kind, Stored, Var};
use super::summands::{Pair, pair};
use super::tactics::Tactic;
use super::trace::Share;

impl Engine<'_> {
    /// `E vars body` with the members of sets added up, as far as that goes; `None` if there is nothing to add up.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn with_member_sums(&mut self, vars: &[Var], body: &ExprRef) -> Result<Option<ExprRef>, Halt> {
        if !self.workspace.tactics.has(Tactic::MemberSums) {
            return Ok(None);
        }
        let (mut vars, mut body) = (vars.to_vec(), body.clone());
        let mut is_changed = false;
        while let Some(pair) = pair(&vars, body.conjuncts()) {
            is_changed = true;
            let sums = |engine: &mut Engine<'_>| engine.member_sums(&pair, body.conjuncts());
            let share = Share::States(rewriting::SUM_STATES);
            let Attempt::Done(Built { dfa, vars: of }) = self.attempt(Tactic::MemberSums, share, sums)? else {
                return Ok(Some(self.workspace.rewriter().without(Tactic::MemberSums).exists(&vars, body)));
            };
            debug_assert_eq!(of.len(), 1);
            let [x, y] = pair.vars;
            let sums = Expr::new(Kind::Relation(Stored::of_numbers(dfa, "S(%)"), vec![x]));
            body = pair.added_up(self.workspace.rewriter(), body.conjuncts(), sums);
            // The sum is the first of the next pair: sets of few states are added to it, one after another.
            vars.retain(|&var| var != x && var != y);
            vars.insert(0, x);
        }
        Ok(is_changed.then(|| self.workspace.rewriter().exists(&vars, body)))
    }

    /// The set of all c x + d y, x and y being as the conditions on each alone say.
    fn member_sums(&mut self, pair: &Pair, parts: &[ExprRef]) -> Result<Built, Halt> {
        let mut variables = self.variables.clone();
        let s = variables.fresh(self.system(pair.vars[0]));
        let alone = parts.iter().filter(|part| part.free().iter().all(|var| pair.vars.contains(var)));
        let alone: Vec<ExprRef> = alone.filter(|part| part.free().len() == 1).cloned().collect();
        let whole = Expr::exists(pair.vars.to_vec(), Expr::and([alone, vec![pair.equation(s)]].concat()));
        let budget = self.budget.tightened(rewriting::SUM_STATES);
        let mut engine = Engine::new(self.workspace, &variables, &budget);
        engine.relation_over(&engine.workspace.rewriter().simplify(&whole), &[s])
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;

    use super::super::tactics::Tactics;
    use super::super::testing::prepared;
    use super::super::workspace::Workspace;
    use super::*;
    use crate::budget::Budget;
    use crate::numeration::encode;

    /// The relation of a formula in one free variable, and how many pairs were added up.
    fn relation(text: &str, tactics: Tactics) -> (Built, u64, Box<dyn Fn(i64) -> bool>) {
        let mut workspace = Workspace::new().with_tactics(tactics);
        let (expr, variables) = prepared(text, &mut workspace);
        let budget = Budget::unlimited();
        let mut engine = Engine::new(&mut workspace, &variables, &budget);
        let built = engine.relation(&expr).expect("no limit");
        let uses = workspace.uses().into_iter().find(|used| used.0 == Tactic::MemberSums);
        let (dfa, systems) = (built.dfa.clone(), vec![variables.system(built.vars[0]).clone()]);
        let has = move |n: i64| dfa.accepts(encode(&[BigInt::from(n)], dfa.layout(), &systems));
        (built, uses.map_or(0, |used| used.1), Box::new(has))
    }

    fn thue_morse(n: i64) -> bool {
        n.count_ones() % 2 == 1
    }

    /// Whether the last digit of the Fibonacci representation is 1.
    fn fibonacci(mut n: i64) -> bool {
        let mut weights = vec![1, 2];
        while weights.last().is_some_and(|&last| last <= n) {
            weights.push(weights[weights.len() - 1] + weights[weights.len() - 2]);
        }
        let mut last = false;
        for weight in weights.into_iter().rev() {
            last = weight <= n;
            n -= if last { weight } else { 0 };
        }
        last
    }

    /// A formula with n free, how often pairs are added up in it, and which n satisfy it, by trying all numbers.
    type Case = (&'static str, u64, fn(i64) -> bool);

    const CASES: [Case; 6] = [
        ("Ea,b,c T[a]=@1 & T[b]=@1 & a>2 & T[c]=@0 & c<5 & n=2*a+b+3*c", 1, |n| {
            let tried = (0..=n).flat_map(|a| (0..5).map(move |c| (a, n - 2 * a - 3 * c, c)));
            tried.into_iter().any(|(a, b, c)| b >= 0 && a > 2 && thue_morse(a) && thue_morse(b) && !thue_morse(c))
        }),
        ("?lsd_2 Ea,b,c,d T[a]=@1 & T[b]=@1 & T[c]=@1 & T[d]=@1 & a+b+c+d+1=n", 2, |n| {
            let sums = |k: i64| (0..=k).any(|a| thue_morse(a) && thue_morse(k - a));
            (0..n).any(|k| sums(k) && sums(n - 1 - k))
        }),
        // One atom is n=a+b+c, the other reads a and b as twice their sum.
        ("?msd_fib Ea,b,c F[a]=@1 & F[b]=@0 & F[c]=@1 & n=a+b+c & 2*a+2*b+5<3*c+n", 1, |n| {
            let pairs = (0..=n).flat_map(|a| (0..=n - a).map(move |b| (a, b, n - a - b)));
            let is_so = |(a, b, c): (i64, i64, i64)| 2 * (a + b) + 5 < 3 * c + n;
            pairs.into_iter().any(|(a, b, c)| fibonacci(a) && !fibonacci(b) && fibonacci(c) && is_so((a, b, c)))
        }),
        // A difference is no natural number.
        ("Ea,b,c T[a]=@1 & T[b]=@1 & T[c]=@1 & b<40 & n+b=a+c & b>3", 1, |n| {
            let tried = (4..40).flat_map(|b| (0..=n + b).map(move |a| (a, b, n + b - a)));
            tried.into_iter().any(|(a, b, c)| thue_morse(a) && thue_morse(b) && thue_morse(c))
        }),
        // It is an integer.
        ("?msd_neg_2 Ea,b,c (Ek a=3*k & k<2) & (Ek b=5*k & k>0-3 & k<9) & (Ek c=7*k & k>0) & n=a-2*b-c", 1, |n| {
            let tried = (-2..9).flat_map(|b| (1..60).map(move |c| n + 10 * b + 7 * c));
            tried.into_iter().any(|a| a % 3 == 0 && a < 6)
        }),
        // Nothing is added up where a and b are not read in one proportion, or an atom is not linear.
        ("Ea,b,c T[a]=@1 & T[b]=@1 & T[c]=@1 & n=a+b+c & a<b & b<c", 0, |n| {
            let pairs = (0..=n).flat_map(|a| (0..=n - a).map(move |b| (a, b, n - a - b)));
            pairs.into_iter().any(|(a, b, c)| a < b && b < c && thue_morse(a) && thue_morse(b) && thue_morse(c))
        }),
    ];

    #[test]
    fn sums_are_those_of_numbers() {
        for (text, added, expected) in CASES {
            let (built, uses, has) = relation(text, Tactics::default());
            assert_eq!(uses, added, "{text}");
            let least = if text.contains("neg") { -60 } else { 0 };
            for n in least..60 {
                assert_eq!(has(n), expected(n), "{text}: {n}");
            }
            let (other, uses, _) = relation(text, Tactics::default().without(Tactic::MemberSums));
            assert_eq!((uses, other.dfa), (0, built.dfa), "{text}");
        }
    }
}
