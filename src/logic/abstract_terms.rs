//! Names for sums of free variables inside a bounded quantifier: `A t<m W[i+t]=W[i+n-m+t]` is C(i,u,m) with u = i+n-m,
//! where `C(i,j,m)` is `A t<m W[i+t]=W[j+t]`.
//!
//! The relation between names is small, and often the same for many statements, whereas the body over the variables as
//! written is a product of atoms of four and more tracks. The sums are put in afterwards, and are a function of the
//! variables: `E t<L G` is `E u (u = e & D(u))`, D being the quantifier with u for e.
//!
//! A name is a natural number, a sum need not be one. So for a sum e that may be negative there are two cases: u = e,
//! and u = -1-e; one of them holds, and in either the body is the same with e replaced. What the body says of e alone,
//! such as that a difference is natural, becomes an atom on u, and mostly has a truth value there: the second case is
//! mostly false.
//!
//! Costs a track where there are more sums than variables. Then it is done only where the system is no integer base, in
//! which sums of four tracks are cheap, and where the subsets of the relation over the variables as written are not
//! few.

use std::collections::{BTreeMap, BTreeSet};

use crate::budget::Halt;
use crate::numeration::Compare;
use crate::tuning::logic::rewriting;

use super::build::Built;
use super::engine::Engine;
use super::ir::{Expr, ExprRef, Kind, LinearConstraint, Stored, Var, Variables};
use super::rewriter::Rewriter;
use super::substitution::substitute_within;

/// The terms of a sum, the first positive where some are and some are not.
type Terms = Vec<(Var, i64)>;

/// The sums of free variables beside bound ones in a formula.
#[derive(Debug, Default)]
struct Sums {
    /// Each with the constants that are added to it.
    found: BTreeMap<Terms, BTreeSet<i64>>,
    /// The variables that are read otherwise.
    read: BTreeSet<Var>,
}

/// The terms over free variables of an atom, with their sign, and whether it has others.
fn outer_terms(linear: &LinearConstraint, free: &[Var]) -> Option<(Terms, i64, bool)> {
    let mut terms = Terms::new();
    let mut has_inner = false;
    for (var, coefficient) in &linear.terms {
        let [k] = coefficient[..] else { return None };
        match free.contains(var) {
            true => terms.push((*var, k)),
            false => has_inner = true,
        }
    }
    let positive = terms.iter().filter(|term| term.1 > 0).count();
    let is_turned = match (2 * positive).cmp(&terms.len()) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => terms.first().is_some_and(|term| term.1 < 0),
    };
    let sign = if is_turned { -1 } else { 1 };
    terms.iter_mut().for_each(|term| term.1 *= sign);
    Some((terms, sign, has_inner))
}

impl Sums {
    /// The sums in a formula; `None` if it has forms in which they are not looked for.
    fn of(expr: &ExprRef, free: &[Var]) -> Option<Sums> {
        let mut sums = Sums::default();
        sums.look_for(expr, free)?;
        sums.found.retain(|terms, _| terms.len() > 1);
        sums.look_at(expr, free);
        Some(sums)
    }

    fn look_for(&mut self, expr: &ExprRef, free: &[Var]) -> Option<()> {
        match expr.kind() {
            Kind::OverWords(..) | Kind::Reverse(_) => None,
            Kind::Linear(linear) if linear.signed || !linear.can_be_subtracted() => None,
            Kind::Linear(linear) => {
                let (terms, sign, has_inner) = outer_terms(linear, free)?;
                if has_inner {
                    // inner + sign * (terms + offset) compare 0.
                    self.found.entry(terms).or_default().insert(-sign * linear.constant);
                }
                Some(())
            }
            Kind::Truth(_)
            | Kind::Constant(..)
            | Kind::Relation(..)
            | Kind::Not(_)
            | Kind::And(_)
            | Kind::Or(_)
            | Kind::Iff(..)
            | Kind::Exists(..)
            | Kind::AtLeast(..)
            | Kind::Infinitely(..) => expr.kind().children().try_for_each(|child| self.look_for(child, free)),
        }
    }

    /// Notes the free variables that stand outside of the sums found.
    fn look_at(&mut self, expr: &ExprRef, free: &[Var]) {
        if let Kind::Linear(linear) = expr.kind()
            && outer_terms(linear, free).is_some_and(|(terms, ..)| self.found.contains_key(&terms))
        {
            return;
        }
        self.read.extend(expr.kind().read().into_iter().filter(|var| free.contains(var)));
        expr.kind().children().for_each(|child| self.look_at(child, free));
    }
}

/// A name for `terms + offset`, or for `-1 - terms - offset`.
#[derive(Clone, Copy, Debug)]
struct Name {
    var: Var,
    offset: i64,
    is_turned: bool,
}

impl Name {
    /// The factor of the name, and the constant, of which `terms` are the sum.
    fn value(self) -> (i64, i64) {
        if self.is_turned { (-1, -1 - self.offset) } else { (1, -self.offset) }
    }

    /// That it is the name of these terms.
    fn equation(self, terms: &Terms) -> ExprRef {
        let (factor, constant) = self.value();
        let mut terms: Vec<(Var, Vec<i64>)> = terms.iter().map(|&(var, k)| (var, vec![k])).collect();
        // Names are newer than what they name.
        terms.push((self.var, vec![-factor]));
        Expr::new(Kind::Linear(LinearConstraint { terms, compare: Compare::Equal, constant, signed: false }))
    }
}

/// The formula with names for sums.
fn renamed(expr: &ExprRef, free: &[Var], names: &BTreeMap<Terms, Name>) -> ExprRef {
    if let Kind::Linear(linear) = expr.kind()
        && let Some((terms, sign, _)) = outer_terms(linear, free)
        && let Some(name) = names.get(&terms)
    {
        let (factor, constant) = name.value();
        let mut terms: Vec<_> = linear.terms.iter().filter(|term| !free.contains(&term.0)).cloned().collect();
        terms.push((name.var, vec![sign * factor]));
        terms.sort_unstable();
        let constant = linear.constant - sign * constant;
        return Expr::new(Kind::Linear(LinearConstraint { terms, constant, ..linear.clone() }));
    }
    Expr::new(expr.kind().map_children(|child| renamed(child, free, names)))
}

/// `E t (t<L & E s (s=t+e & G(s)))` is `E s (s<L+e & e<=s & G(s))`: the sums are in the bounds, and what reads a relation
/// is one variable. `None` if t is read otherwise.
fn shifted(rewriter: Rewriter<'_>, vars: &[Var], t: Var, parts: &[ExprRef]) -> Option<(Vec<Var>, Vec<ExprRef>)> {
    let (mut vars, mut flat) = (vars.to_vec(), Vec::new());
    for part in parts {
        if let Kind::Exists(bound, body) = part.kind()
            && !bound.iter().any(|var| vars.contains(var))
        {
            vars.extend(bound);
            flat.extend(body.conjuncts().iter().cloned());
        } else {
            flat.push(part.clone());
        }
    }
    let (gone, rest) = substitute_within(rewriter, false, &[t], &flat)?;
    vars.retain(|&var| var != gone);
    (!vars.is_empty()).then_some((vars, rest))
}

fn is_mixed(terms: &Terms) -> bool {
    terms.iter().any(|term| term.1 < 0)
}

/// A bounded quantifier over variables of which some sums get names.
pub(super) struct AbstractedTerms {
    /// The free variables.
    free: Vec<Var>,
    /// The quantifier, and what stands beside it.
    inner: ExprRef,
    outside: Vec<ExprRef>,
    /// The sums, each with the constants that are added to it.
    sums: BTreeMap<Terms, BTreeSet<i64>>,
    /// Whether there are more names and variables than variables before.
    pub(super) increases_arity: bool,
}

impl Engine<'_> {
    /// The names by which `E vars body`, a quantifier bounded on one of them, may be found; `None` if that is not promising.
    pub(super) fn abstracted_terms(&self, bounded: Var, vars: &[Var], body: &ExprRef) -> Option<AbstractedTerms> {
        let free = self.kept(vars, body);
        if !self.variables.are_numbers(body.free()) {
            return None;
        }
        let (inside, outside): (Vec<ExprRef>, Vec<ExprRef>) =
            body.conjuncts().iter().cloned().partition(|part| part.mentions(vars));
        let (vars, inside) =
            shifted(self.workspace.rewriter(), vars, bounded, &inside).unwrap_or_else(|| (vars.to_vec(), inside));
        let inner = Expr::exists(vars, Expr::and(inside));
        let sums = Sums::of(&inner, &free)?;
        let mixed = sums.found.keys().filter(|terms| is_mixed(terms)).count();
        let (before, after) = (inner.free().len(), sums.found.len() + sums.read.len());
        let is_base = self.system(free[0]).base().is_some();
        if sums.found.is_empty() || mixed > rewriting::SIGNED_SUMS || after > before + usize::from(!is_base) {
            return None;
        }
        Some(AbstractedTerms { free, inner, outside, sums: sums.found, increases_arity: after > before })
    }

    /// A quantifier by the relation between names for its sums.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn by_abstract_terms(&mut self, named: &AbstractedTerms) -> Result<Built, Halt> {
        let AbstractedTerms { free, inner, outside, sums, .. } = named;
        let mixed = sums.keys().filter(|terms| is_mixed(terms)).count();
        let mut cases = Vec::new();
        let mut variables = self.variables.clone();
        for turned in 0..1u32 << mixed {
            let mut names = BTreeMap::new();
            let mut bit = 0;
            for (terms, constants) in sums {
                let least = constants.first().copied().unwrap_or(0);
                let offset = if is_mixed(terms) { least } else { least.max(0) };
                let is_turned = is_mixed(terms) && turned >> bit & 1 == 1;
                bit += u32::from(is_mixed(terms));
                let var = variables.fresh(self.system(terms[0].0));
                names.insert(terms.clone(), Name { var, offset, is_turned });
            }
            cases.extend(self.named_case(inner, free, &names, &variables)?);
        }
        let whole = Expr::and(outside.iter().cloned().chain([Expr::or(cases)]).collect());
        let mut engine = Engine::new(self.workspace, &variables, self.budget);
        engine.relation_over(&engine.prepare(&whole, true), free)
    }

    /// The quantifier where the sums are those named; `None` if it is false there.
    fn named_case(
        &mut self,
        inner: &ExprRef,
        free: &[Var],
        names: &BTreeMap<Terms, Name>,
        variables: &Variables,
    ) -> Result<Option<ExprRef>, Halt> {
        let mut engine = Engine::new(self.workspace, variables, self.budget);
        let named = engine.decide_closed(&engine.workspace.rewriter().simplify(&renamed(inner, free, names)))?;
        let related = if let Kind::Truth(value) = named.kind() {
            if !value {
                return Ok(None);
            }
            named
        } else {
            let Built { dfa, vars } = engine.relation(&named)?;
            Expr::new(Kind::Relation(Stored::of_numbers(dfa, "D(%)"), vars))
        };
        let mut parts: Vec<ExprRef> = names.iter().map(|(terms, name)| name.equation(terms)).collect();
        parts.push(related);
        Ok(Some(Expr::exists(names.values().map(|name| name.var).collect(), Expr::and(parts))))
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;

    use super::super::tactics::Tactic;
    use super::super::testing::prepared;
    use super::super::workspace::Workspace;
    use super::*;
    use crate::budget::Budget;
    use crate::numeration::encode;

    #[test]
    fn sums_are_named_at_once_where_rows_are_long() {
        let text = "?msd_15 Et t<l & (Ea 2*a=i+t) & (Eb 3*b+1=m+t)";
        let mut workspace = Workspace::new();
        workspace.trace.keeps = true;
        let (expr, variables) = prepared(text, &mut workspace);
        let built = Engine::new(&mut workspace, &variables, &Budget::unlimited()).relation(&expr).unwrap();
        assert!(workspace.uses().iter().any(|used| used.0 == Tactic::AbstractTerms));
        let whole = workspace.trace.steps().last().expect("the quantifier is a step");
        assert!(whole.given_up.is_empty(), "{:?}", whole.given_up);
        let systems: Vec<_> = built.vars.iter().map(|&var| variables.system(var).clone()).collect();
        for (i, l, m) in (0..40).flat_map(|i| (0..40).flat_map(move |l| (0..5).map(move |m| (i, l, m)))) {
            let value = |var: &Var| match &**variables.name(*var) {
                "i" => BigInt::from(i),
                "l" => BigInt::from(l),
                _ => BigInt::from(m),
            };
            let word = encode(&built.vars.iter().map(value).collect::<Vec<_>>(), built.dfa.layout(), &systems);
            let expected = (0..l).any(|t| (i + t) % 2 == 0 && (m + t) % 3 == 1);
            assert_eq!(built.dfa.accepts(word), expected, "i = {i}, l = {l}, m = {m}");
        }
    }
}
