//! Windows without a member of a class: in `Ai,s Ej (s<=j & j<=s+l & F(i,j,n))`, where F says that i and j belong to
//! one class, only windows that begin at 0 or right behind a member need to be looked at.
//!
//! For all i, r and j, let F(i,r) imply that F(i,j) iff F(r,j): an equivalence does, and it is decided before the rule
//! is used. Let W(s) be the set of all j with j-s >= c that satisfy some upper bounds on j-s. Let s > 0 be the least
//! number for which W(s) has no member of the class of i. So W(s-1) has one, and it is r = s-1+c, since all others
//! satisfy the bounds of W(s) as well; and W(s) has no j with F(r,j), since F(i,j) would hold too. Conversely, if
//! F(i,r) and W(r+1-c) has no j with F(r,j), then it has none with F(i,j). Hence `E s ~E j (W(s,j) & F(i,j))` is
//!
//! ```text
//! ~E j (W(0,j) & F(i,j))  |  E r (F(i,r) & ~E j (W(r+1-c,j) & F(r,j)))
//! ```
//!
//! in which no formula has i, s and j. Uniform and linear recurrence ask in this way how soon the factors of a word
//! come back. Saves a track below the inner quantifier. Costs the question whether F is as above, with three numbers of
//! one class. Bad where F is large and the quantifiers around it are not. `docs/deciding.md` has measurements. To
//! certificates it is a projection like any other.

use crate::budget::{Attempt, Halt};
use crate::numeration::Compare;
use crate::tuning::logic::rewriting;

use super::build::Built;
use super::engine::{Assignment, Engine};
use super::ir::{Expr, ExprRef, Kind, LinearConstraint, Stored, Var, Variables};
use super::tactics::Tactic;

/// `~E others,j (W(s,j) & F)`.
#[derive(Debug)]
struct Window {
    s: Var,
    j: Var,
    /// All that is bound beside j.
    others: Vec<Var>,
    /// What is asked of j and s.
    bounds: Vec<LinearConstraint>,
    /// The least j-s.
    least: i64,
    /// What is asked of j alone, and of what is not s.
    class: Vec<ExprRef>,
}

/// The coefficient of a variable in an atom on natural numbers, if it is no sequence of them.
fn coefficient(linear: &LinearConstraint, var: Var) -> Option<i64> {
    match linear.terms.iter().find(|term| term.0 == var)?.1[..] {
        [k] => Some(k),
        _ => None,
    }
}

impl Window {
    /// The first part of `E vars (parts)` that is one, the variable that it begins at being read by no other.
    fn among(vars: &[Var], parts: &[ExprRef]) -> Option<(usize, Window)> {
        parts.iter().enumerate().find_map(|(place, part)| {
            let is_alone =
                |var: Var| parts.iter().enumerate().all(|(other, part)| (other == place) == part.mentions(&[var]));
            let Kind::Not(denied) = part.kind() else { return None };
            let Kind::Exists(bound, body) = denied.kind() else { return None };
            let begins = vars.iter().copied().filter(|&var| is_alone(var));
            begins.filter_map(|s| Window::of(s, bound, body.conjuncts())).next().map(|window| (place, window))
        })
    }

    /// `~E bound (parts)`, if the parts that read s are bounds on the distance of one variable from it.
    fn of(s: Var, bound: &[Var], parts: &[ExprRef]) -> Option<Window> {
        let (reads, class): (Vec<ExprRef>, Vec<ExprRef>) = parts.iter().cloned().partition(|part| part.mentions(&[s]));
        let bounds: Vec<LinearConstraint> =
            reads.iter().map(|part| part.kind().linear().cloned()).collect::<Option<_>>()?;
        let is_bound = |linear: &LinearConstraint, j: Var| {
            linear.compare == Compare::Less
                && !linear.signed
                && matches!((coefficient(linear, s), coefficient(linear, j)), (Some(1), Some(-1)) | (Some(-1), Some(1)))
        };
        let j = bound.iter().copied().find(|&j| bounds.iter().all(|linear| is_bound(linear, j)))?;
        let others: Vec<Var> = bound.iter().copied().filter(|&var| var != j).collect();
        let (lower, upper): (Vec<_>, Vec<_>) = bounds.iter().partition(|linear| coefficient(linear, s) == Some(1));
        let [lower] = lower[..] else { return None };
        let reads_more = bounds.iter().flat_map(|linear| &linear.terms).any(|term| others.contains(&term.0));
        if lower.terms.len() > 2 || upper.is_empty() || reads_more || class.is_empty() {
            return None;
        }
        // s-j < k
        let least = lower.constant.checked_neg()?.checked_add(1)?;
        Some(Window { s, j, others, least, class, bounds })
    }

    /// F.
    fn class(&self) -> ExprRef {
        Expr::exists(self.others.clone(), Expr::and(self.class.clone()))
    }

    /// The bounds where s is this variable, if any, plus a constant; `None` if an atom becomes too large to be built.
    fn beginning_at(&self, r: Option<Var>, offset: i64) -> Option<Vec<ExprRef>> {
        let moved = self.bounds.iter().map(|linear| {
            let mut moved = linear.clone();
            let factor = coefficient(linear, self.s)?;
            moved.terms.retain(|term| term.0 != self.s);
            moved.constant = moved.constant.checked_sub(factor.checked_mul(offset)?)?;
            if let Some(r) = r {
                moved.add(r, &[factor])?;
            }
            moved.can_be_built().then(|| moved.reduced())
        });
        moved.collect()
    }
}

/// A relation of classes: whether the numbers on its first two tracks belong to one, for what the other tracks say.
struct Classes {
    relation: Stored,
    of: Var,
    others: Vec<Var>,
}

impl Classes {
    fn holds(&self, a: Var, b: Var) -> ExprRef {
        Expr::new(Kind::Relation(self.relation.clone(), [&[a, b][..], &self.others].concat()))
    }
}

/// `E vars body`, where the body has new variables.
struct Aligned {
    variables: Variables,
    vars: Vec<Var>,
    body: ExprRef,
}

impl Engine<'_> {
    /// The relation of `E vars body` by its windows; `None` if it has none.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn by_windows(&mut self, vars: &[Var], body: &ExprRef) -> Result<Option<Built>, Halt> {
        let Some(aligned) = self.aligned(vars, body)? else { return Ok(None) };
        let kept = self.kept(vars, body);
        let mut engine = Engine::new(self.workspace, &aligned.variables, self.budget);
        let whole = engine.workspace.rewriter().exists(&aligned.vars, aligned.body);
        engine.relation_over(&whole, &kept).map(Some)
    }

    /// Values of the variables that satisfy the body, which has windows; the outer `None` if it has none.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn search_windows(&mut self, vars: &[Var], body: &ExprRef) -> Result<Option<Option<Assignment>>, Halt> {
        let Some(aligned) = self.aligned(vars, body)? else { return Ok(None) };
        let mut engine = Engine::new(self.workspace, &aligned.variables, self.budget);
        engine.search(&aligned.vars, &aligned.body).map(Some)
    }

    /// The formula with one window at 0 and behind a member.
    fn aligned(&mut self, vars: &[Var], body: &ExprRef) -> Result<Option<Aligned>, Halt> {
        let parts = body.conjuncts();
        if !self.workspace.tactics.has(Tactic::LeastWindow) {
            return Ok(None);
        }
        let Some((place, window)) = Window::among(vars, parts) else { return Ok(None) };
        let mut variables = self.variables.clone();
        let r = variables.fresh(self.system(window.j));
        let offset = 1 - window.least;
        let (Some(first), Some(behind)) = (window.beginning_at(None, 0), window.beginning_at(Some(r), offset)) else {
            return Ok(None);
        };
        let Some(classes) = self.classes(&window)? else { return Ok(None) };
        let rewriter = self.workspace.rewriter();
        let without = |bounds: Vec<ExprRef>, of: Var| {
            let inner = rewriter.combine(bounds.into_iter().chain([classes.holds(of, window.j)]), true);
            rewriter.negate(&rewriter.exists(&[window.j], inner))
        };
        let is = |terms: Vec<(Var, i64)>, constant| {
            let terms = terms.into_iter().map(|(var, k)| (var, vec![k])).collect();
            LinearConstraint { terms, compare: Compare::Equal, constant, signed: false }.reduced()
        };
        let rest = || parts.iter().enumerate().filter(|part| part.0 != place).map(|part| part.1.clone());
        let at_zero = rest().chain([is(vec![(window.s, 1)], 0), without(first, classes.of)]);
        let after = is(vec![(window.s, 1), (r, -1)], offset);
        let after = rest().chain([after, classes.holds(classes.of, r), without(behind, r)]);
        let body = rewriter.combine([rewriter.combine(at_zero, true), rewriter.combine(after, true)], false);
        self.workspace.uses.note(Tactic::LeastWindow);
        Ok(Some(Aligned { variables, vars: [vars, &[r]].concat(), body }))
    }

    /// The classes that a window asks of, if it asks of classes.
    fn classes(&mut self, window: &Window) -> Result<Option<Classes>, Halt> {
        let class = window.class();
        let system = self.system(window.j);
        let reads = |var: Var| window.bounds.iter().any(|linear| coefficient(linear, var).is_some());
        let is_other = |var: Var| var != window.j && !reads(var) && self.variables.range(var).system() == Some(system);
        let candidates: Vec<Var> = class.free().iter().copied().filter(|&var| is_other(var)).collect();
        let is_relation = class.mentions(&[window.j]) && self.variables.are_numbers(class.free());
        if system.is_signed() || !is_relation || class.kind().linear().is_some() || candidates.is_empty() {
            return Ok(None);
        }
        let built = self.relation(&class)?;
        for of in candidates {
            let others: Vec<Var> = built.vars.iter().copied().filter(|&var| var != of && var != window.j).collect();
            let ordered = built.clone().ordered(&[&[of, window.j][..], &others].concat());
            let classes = Classes { relation: Stored::of_numbers(ordered.dfa, "Class(%)"), of, others };
            if self.are_classes(&classes)? {
                return Ok(Some(classes));
            }
        }
        Ok(None)
    }

    /// Whether F(i,r) implies that F(i,j) iff F(r,j), as far as few states show it.
    fn are_classes(&mut self, classes: &Classes) -> Result<bool, Halt> {
        let mut variables = self.variables.clone();
        let [r, j] = [(); 2].map(|()| variables.fresh(self.system(classes.of)));
        let i = classes.of;
        let vars = [&[i, r, j][..], &classes.others].concat();
        let fails = |a, b| vec![classes.holds(i, r), classes.holds(a, j), Expr::negation(classes.holds(b, j))];
        let found = self.budget.attempt(rewriting::CLASSES_STATES, |budget| {
            let mut engine = Engine::new(self.workspace, &variables, budget);
            let is_left = engine.search(&vars, &Expr::and(fails(i, r)))?.is_some();
            Ok(is_left || engine.search(&vars, &Expr::and(fails(r, i)))?.is_some())
        })?;
        if matches!(found, Attempt::TooLarge) {
            self.workspace.trace.clear_stop();
        }
        Ok(matches!(found, Attempt::Done(false)))
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

    /// The relation of an open formula, and how often windows were aligned for it.
    fn relation(text: &str, tactics: Tactics) -> (Built, u64, Variables) {
        let mut workspace = Workspace::new().with_tactics(tactics);
        let (expr, variables) = prepared(text, &mut workspace);
        let built =
            Engine::new(&mut workspace, &variables, &Budget::unlimited()).relation(&expr).expect("there is no limit");
        let uses = workspace.uses().into_iter().find(|used| used.0 == Tactic::LeastWindow);
        (built, uses.map_or(0, |used| used.1), variables)
    }

    /// Whether the letters of the Thue-Morse word from i and from j on are n equal ones.
    fn equal_factors(i: u32, j: u32, n: u32) -> bool {
        (0..n).all(|t| (i + t).count_ones() % 2 == (j + t).count_ones() % 2)
    }

    /// A factor of length n that is to be met, how far away, and whether from all of these beginnings on.
    type Window = fn(i: u32, s: u32, n: u32, l: u32) -> bool;

    const EQUAL: &str = "(At t<n => T[i+t]=T[j+t])";

    #[test]
    fn windows_are_those_of_numbers() {
        let cases: [(&str, Window); 6] = [
            ("j>=s & j<=s+l", |i, s, n, l| (s..=s + l).any(|j| equal_factors(i, j, n))),
            ("j>s & j<s+l", |i, s, n, l| (s + 1..s + l).any(|j| equal_factors(i, j, n))),
            ("j>=s & j+n<=s+l", |i, s, n, l| (s..=s + l).any(|j| j + n <= s + l && equal_factors(i, j, n))),
            ("j+2>=s & j<=s+l", |i, s, n, l| (s.saturating_sub(2)..=s + l).any(|j| equal_factors(i, j, n))),
            ("j>=s+2 & j<s+2*l & j<=s+9", |i, s, n, l| {
                (s + 2..=s + 9).any(|j| j < s + 2 * l && equal_factors(i, j, n))
            }),
            ("j>=s & j<=s+l & T[i]=@1 & T[j]=@1", |i, s, n, l| {
                (s..=s + l).any(|j| i.count_ones() % 2 == 1 && j.count_ones() % 2 == 1 && equal_factors(i, j, n))
            }),
        ];
        for (window, expected) in cases {
            let text = format!("As Ej {window} & {EQUAL}");
            let (built, uses, variables) = relation(&text, Tactics::default());
            assert_eq!(uses, 1, "{text}");
            let (other, none, _) = relation(&text, Tactics::default().without(Tactic::LeastWindow));
            assert_eq!((none, &other.ordered(&built.vars).dfa), (0, &built.dfa), "{text}");
            let systems: Vec<_> = built.vars.iter().map(|&var| variables.system(var).clone()).collect();
            for (i, n, l) in (0..5).flat_map(|i| (0..4).flat_map(move |n| (0..14).map(move |l| (i, n, l)))) {
                let value = |var: &Var| {
                    BigInt::from(match &**variables.name(*var) {
                        "i" => i,
                        "n" => n,
                        _ => l,
                    })
                };
                let word = encode(&built.vars.iter().map(value).collect::<Vec<_>>(), built.dfa.layout(), &systems);
                // Factors of three letters come back before that.
                let holds = (0..200).all(|s| expected(i, s, n, l));
                assert_eq!(built.dfa.accepts(word), holds, "{text}: i = {i}, n = {n}, l = {l}");
            }
        }
    }

    #[test]
    fn other_windows_are_left_alone() {
        for text in [
            // No classes: j may be any that is less.
            "?msd_2 As Ej j>=s & j<=s+l & j<=3*i",
            "?msd_2 As Ej j>=s & j<=s+l & (At t<n => T[i+t]<=T[j+t])",
            // The window reads what belongs to classes, has no beginning, or two.
            "?msd_2 As Ej j>=s & j<=s+i & (At t<n => T[i+t]=T[j+t])",
            "?msd_2 As Ej j<=s+l & (At t<n => T[i+t]=T[j+t])",
            "?msd_2 As Ej j>=s & j>=s+m & j<=s+l & (At t<n => T[i+t]=T[j+t])",
            "?msd_2 As Ej j>=2*s & j<=2*s+l & (At t<n => T[i+t]=T[j+t])",
            // What it begins at is read elsewhere.
            "?msd_2 As s<9 | (Ej j>=s & j<=s+l & (At t<n => T[i+t]=T[j+t]))",
            // Bounds on j and r together would be beyond what an atom may say.
            "?msd_2 As Ej j+4294967290>=s & j<=s+4294967290 & (At t<3 => T[i+t]=T[j+t])",
            // There is no least integer.
            "?msd_neg_2 As Ej j>=s & j<=s+l & (Ek 3*k=i-j)",
        ] {
            assert_eq!(relation(text, Tactics::default()).1, 0, "{text}");
        }
    }

    #[test]
    fn a_counterexample_keeps_its_values() {
        let text = "?msd_2 Ai,s Ej j>=s & j<=s+5 & (At t<3 => T[i+t]=T[j+t])";
        let example = |tactics: Tactics| {
            let mut workspace = Workspace::new().with_tactics(tactics);
            let (expr, variables) = prepared(text, &mut workspace);
            let Kind::Not(denied) = expr.kind() else { panic!("no counterexample is sought") };
            let Kind::Exists(vars, body) = denied.kind() else { panic!("no counterexample is sought") };
            let found = Engine::new(&mut workspace, &variables, &Budget::unlimited()).search(vars, body).unwrap();
            let mut named: Vec<_> =
                found.expect("some").into_iter().map(|(var, n)| (variables.name(var).to_string(), n)).collect();
            named.sort();
            named
        };
        let expected = example(Tactics::default().without(Tactic::LeastWindow));
        assert_eq!(example(Tactics::default()), expected);
    }
}
