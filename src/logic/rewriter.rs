//! Rewriting before building: smaller scopes, fewer variables, fewer tracks at once.
//!
//! Negation goes down to relations and quantifiers, linear atoms absorb it. Quantifiers go down as far as they can
//! (miniscoping): through disjunctions, past the conjuncts that do not mention their variables, apart where variables
//! do not meet. On the way it tries the rules at each quantifier: those of the table of `tactics`.
//!
//! Costs the length of the formula times the depth of its quantifiers, and the rules. Bad where miniscoping takes apart
//! what would have been small as a whole.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};

use super::ir::{Expr, ExprRef, Kind, LinearConstraint, Var};
use super::linear_elimination::{decided, equations};
use super::push_bounds::push_bounds;
use super::tactics::{Tactic, Tactics};

/// A rule for `E vars (parts)`.
pub(super) struct Rule {
    pub(super) scope: Scope,
    pub(super) apply: Apply,
}

/// `E vars (parts)` by a rule, simplified; `None` where it does not apply. The parts are simplified, and all variables are
/// read.
pub(super) type Apply = fn(Rewriter<'_>, &[Var], &[ExprRef]) -> Option<ExprRef>;

/// Where a rule is tried.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// On any conjunction, before it is taken apart.
    Any,
    /// Where each part shares variables with another, directly or through others.
    Connected,
}

/// How often each tactic was of use.
#[derive(Debug, Default)]
pub(super) struct Uses([AtomicU64; Tactic::COUNT]);

impl Uses {
    pub(super) fn note(&self, tactic: Tactic) {
        self.0[tactic as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// The tactics that were of use, and how often.
    pub(super) fn listed(&self) -> Vec<(Tactic, u64)> {
        let all = Tactic::all().zip(&self.0).map(|(tactic, uses)| (tactic, uses.load(Ordering::Relaxed)));
        all.filter(|&(_, uses)| uses > 0).collect()
    }
}

/// Rewrites formulas by the rules that are not switched off.
#[derive(Clone, Copy)]
pub(super) struct Rewriter<'a> {
    pub(super) tactics: Tactics,
    /// The rules for quantifiers among the tactics, which are tried in the order of these.
    pub(super) rule_of: fn(Tactic) -> Option<Rule>,
    pub(super) uses: &'a Uses,
}

impl Rewriter<'_> {
    /// The rewriter with a tactic switched off.
    pub(super) fn without(self, tactic: Tactic) -> Self {
        Rewriter { tactics: self.tactics.without(tactic), ..self }
    }

    /// The formula made ready for `Engine::search` and `Engine::relation`, negated unless `positive`.
    pub(super) fn prepare(self, expr: &ExprRef, positive: bool) -> ExprRef {
        let simple = self.simplify(expr);
        let simple = if positive { simple } else { self.negate(&simple) };
        if !self.tactics.has(Tactic::PushBounds) {
            return simple;
        }
        let (bounded, pushed) = push_bounds(&simple);
        if pushed {
            self.uses.note(Tactic::PushBounds);
        }
        bounded
    }

    /// The simplified formula.
    pub(super) fn simplify(self, expr: &ExprRef) -> ExprRef {
        self.polar(expr, true)
    }

    /// The simplified formula, negated unless `positive`.
    fn polar(self, expr: &ExprRef, positive: bool) -> ExprRef {
        match expr.kind() {
            Kind::Truth(value) => Expr::truth(*value == positive),
            Kind::Linear(linear) if positive => linear.clone().reduced(),
            Kind::Linear(linear) => linear.clone().negation(),
            Kind::Constant(..) | Kind::Relation(..) => literal(expr.clone(), positive),
            Kind::Not(inner) => self.polar(inner, !positive),
            Kind::And(parts) => self.combine(parts.iter().map(|part| self.polar(part, positive)), positive),
            Kind::Or(parts) => self.combine(parts.iter().map(|part| self.polar(part, positive)), !positive),
            Kind::Iff(a, b) => self.same(self.polar(a, true), self.polar(b, positive)),
            Kind::Exists(vars, body) => self.negated_unless(positive, self.exists(vars, self.polar(body, true))),
            Kind::AtLeast(count, vars, body) => {
                self.negated_unless(positive, self.at_least(*count, vars, self.polar(body, true)))
            }
            Kind::Infinitely(vars, body) => {
                let body = self.polar(body, true);
                let whole = match vars.iter().any(|&var| !body.mentions(&[var])) {
                    // A variable that is not read has infinitely many values.
                    true => self.exists(vars, body),
                    false => Expr::new(Kind::Infinitely(vars.clone(), body)),
                };
                self.negated_unless(positive, whole)
            }
            // Taken as it stands: its frame counts.
            Kind::OverWords(quantifier, body) => {
                let body = self.polar(body, true);
                let is_false = matches!(body.kind(), Kind::Truth(false));
                let whole = if is_false { body } else { Expr::new(Kind::OverWords(quantifier.clone(), body)) };
                self.negated_unless(positive, whole)
            }
            Kind::Reverse(body) => literal(Expr::new(Kind::Reverse(self.polar(body, true))), positive),
        }
    }

    fn negated_unless(self, positive: bool, expr: ExprRef) -> ExprRef {
        if positive { expr } else { self.negate(&expr) }
    }

    /// The negation of a simplified formula. Quantifiers are not entered: what they bind is simplified already, and
    /// entering it once for each negation above would double the work at every level.
    pub(super) fn negate(self, expr: &ExprRef) -> ExprRef {
        match expr.kind() {
            Kind::Truth(value) => Expr::truth(!value),
            Kind::Linear(linear) => linear.clone().negation(),
            Kind::Not(inner) => inner.clone(),
            Kind::And(parts) => self.combine(parts.iter().map(|part| self.negate(part)), false),
            Kind::Or(parts) => self.combine(parts.iter().map(|part| self.negate(part)), true),
            Kind::Iff(a, b) => self.same(a.clone(), self.negate(b)),
            Kind::Constant(..)
            | Kind::Relation(..)
            | Kind::Exists(..)
            | Kind::AtLeast(..)
            | Kind::Infinitely(..)
            | Kind::OverWords(..)
            | Kind::Reverse(_) => Expr::negation(expr.clone()),
        }
    }

    /// A boolean combination with its parts replaced, simplified; `None` for atoms, and for quantifiers and reversal,
    /// which are entered when their body is built.
    pub(super) fn map_parts<E>(
        self,
        expr: &ExprRef,
        new: &mut dyn FnMut(&ExprRef) -> Result<ExprRef, E>,
    ) -> Result<Option<ExprRef>, E> {
        let mut many = |parts: &[ExprRef]| parts.iter().map(&mut *new).collect::<Result<Vec<_>, E>>();
        Ok(Some(match expr.kind() {
            Kind::Not(inner) => self.negate(&new(inner)?),
            Kind::And(parts) => self.combine(many(parts)?, true),
            Kind::Or(parts) => self.combine(many(parts)?, false),
            Kind::Iff(a, b) => self.same(new(a)?, new(b)?),
            Kind::Truth(_)
            | Kind::Linear(_)
            | Kind::Constant(..)
            | Kind::Relation(..)
            | Kind::Exists(..)
            | Kind::AtLeast(..)
            | Kind::Infinitely(..)
            | Kind::OverWords(..)
            | Kind::Reverse(_) => return Ok(None),
        }))
    }

    /// The conjunction (`all`) or disjunction of simplified parts: flat, without constants, repeats and what equations
    /// decide.
    pub(super) fn combine(self, parts: impl IntoIterator<Item = ExprRef>, all: bool) -> ExprRef {
        let mut flat: Vec<ExprRef> = Vec::new();
        let mut pending: Vec<ExprRef> = parts.into_iter().collect();
        pending.reverse();
        while let Some(part) = pending.pop() {
            let inner = if all { part.conjuncts() } else { part.disjuncts() };
            if *inner != [part.clone()] {
                pending.extend(inner.iter().rev().cloned());
            } else if let Kind::Truth(value) = part.kind() {
                if *value != all {
                    return part;
                }
            } else if !flat.contains(&part) {
                flat.push(part);
            }
        }
        if let Some(rest) = all.then(|| self.without_decided(&flat)).flatten() {
            return self.combine(rest, true);
        }
        match flat.len() {
            0 => Expr::truth(all),
            1 => flat.remove(0),
            _ if all => Expr::and(flat),
            _ => Expr::or(flat),
        }
    }

    /// The conjuncts, without the atoms that equations among them decide; `None` if there are none such.
    fn without_decided(self, parts: &[ExprRef]) -> Option<Vec<ExprRef>> {
        let equations = equations(parts);
        if equations.is_empty() || !self.tactics.has(Tactic::DecideAtoms) {
            return None;
        }
        let mut changed = false;
        let mut without = |part: &ExprRef| match equations
            .iter()
            .any(|&equation| matches!(part.kind(), Kind::Linear(linear) if std::ptr::eq(linear, equation)))
        {
            true => part.clone(),
            false => self.replace_atoms(part, &mut |atom| {
                let truth = decided(atom, &equations)?;
                changed = true;
                Some(Expr::truth(truth))
            }),
        };
        let rest = parts.iter().map(&mut without).collect();
        if changed {
            self.uses.note(Tactic::DecideAtoms);
        }
        changed.then_some(rest)
    }

    fn same(self, a: ExprRef, b: ExprRef) -> ExprRef {
        match (a.kind(), b.kind()) {
            (&Kind::Truth(value), _) => self.negated_unless(value, b),
            (_, &Kind::Truth(value)) => self.negated_unless(value, a),
            _ if a == b => Expr::truth(true),
            _ => Expr::new(Kind::Iff(a, b)),
        }
    }

    fn at_least(self, count: u64, vars: &[Var], body: ExprRef) -> ExprRef {
        if count == 0 {
            return Expr::truth(true);
        }
        // A variable that is not read has infinitely many values.
        if count == 1 || vars.iter().any(|&var| !body.mentions(&[var])) {
            return self.exists(vars, body);
        }
        if let Kind::Truth(false) = body.kind() {
            return body;
        }
        Expr::new(Kind::AtLeast(count, vars.to_vec(), body))
    }

    /// `E vars body`, with the quantifier as far down as it goes. The body is simplified.
    pub(super) fn exists(self, vars: &[Var], body: ExprRef) -> ExprRef {
        let mut vars: Vec<Var> = vars.iter().copied().filter(|&var| body.mentions(&[var])).collect();
        if vars.is_empty() {
            return body;
        }
        match body.kind() {
            Kind::Or(parts) => self.combine(parts.iter().map(|part| self.exists(&vars, part.clone())), false),
            Kind::Exists(inner, body) => {
                vars.extend(inner);
                self.exists(&vars, body.clone())
            }
            Kind::And(_) | Kind::Linear(_) => {
                let parts = body.conjuncts();
                match (self.by_rule(Scope::Any, &vars, parts), body.kind()) {
                    (Some(done), _) => done,
                    (None, Kind::And(parts)) => self.apart(vars, parts),
                    (None, _) => self.connected(vars, body.clone()),
                }
            }
            Kind::Truth(_)
            | Kind::Constant(..)
            | Kind::Relation(..)
            | Kind::Not(_)
            | Kind::Iff(..)
            | Kind::AtLeast(..)
            | Kind::Infinitely(..)
            | Kind::OverWords(..)
            | Kind::Reverse(_) => Expr::new(Kind::Exists(vars, body)),
        }
    }

    /// `E vars (parts)` by the first rule of this scope that applies.
    fn by_rule(self, scope: Scope, vars: &[Var], parts: &[ExprRef]) -> Option<ExprRef> {
        let (tactic, done) = Tactic::all().filter(|&tactic| self.tactics.has(tactic)).find_map(|tactic| {
            let rule = (self.rule_of)(tactic).filter(|rule| rule.scope == scope)?;
            Some((tactic, (rule.apply)(self, vars, parts)?))
        })?;
        self.uses.note(tactic);
        Some(done)
    }

    /// `E vars (parts)`: components that share no variable apart, conjuncts without the variables outside.
    fn apart(self, vars: Vec<Var>, parts: &[ExprRef]) -> ExprRef {
        let (inside, outside): (Vec<ExprRef>, Vec<ExprRef>) =
            parts.iter().cloned().partition(|part| part.mentions(&vars));
        let mut components: Vec<(Vec<Var>, Vec<ExprRef>)> = Vec::new();
        for part in inside {
            let read: Vec<Var> = vars.iter().copied().filter(|&var| part.mentions(&[var])).collect();
            let (touching, apart): (Vec<_>, Vec<_>) =
                components.into_iter().partition(|(known, _)| known.iter().any(|var| read.contains(var)));
            components = apart;
            let mut joined = (read, Vec::new());
            for (known, parts) in touching {
                joined.0.extend(known);
                joined.1.extend(parts);
            }
            joined.0.sort_unstable();
            joined.0.dedup();
            joined.1.push(part);
            components.push(joined);
        }
        let quantified = components.into_iter().map(|(vars, mut parts)| match parts.len() {
            1 => match parts.remove(0) {
                // Alone, a conjunct may let the quantifier further down.
                part if matches!(part.kind(), Kind::Or(_) | Kind::Exists(..) | Kind::Linear(_)) => {
                    self.exists(&vars, part)
                }
                part => Expr::new(Kind::Exists(vars, part)),
            },
            _ => self.connected(vars, Expr::and(parts)),
        });
        self.combine(outside.into_iter().chain(quantified), true)
    }

    /// `E vars body` for a body that cannot be taken apart.
    fn connected(self, vars: Vec<Var>, body: ExprRef) -> ExprRef {
        match self.by_rule(Scope::Connected, &vars, body.conjuncts()) {
            Some(done) => done,
            None => Expr::new(Kind::Exists(vars, body)),
        }
    }

    /// The formula with atoms outside its quantifiers replaced, where `new` gives something for them.
    pub(super) fn replace_atoms(
        self,
        expr: &ExprRef,
        new: &mut dyn FnMut(&LinearConstraint) -> Option<ExprRef>,
    ) -> ExprRef {
        if let Kind::Linear(linear) = expr.kind() {
            return new(linear).unwrap_or_else(|| expr.clone());
        }
        let Ok(mapped) = self.map_parts(expr, &mut |part| Ok::<_, Infallible>(self.replace_atoms(part, new)));
        mapped.unwrap_or_else(|| expr.clone())
    }

    /// Replaces subformulas without free variables by their truth.
    pub(super) fn map_closed<E>(
        self,
        expr: &ExprRef,
        decide: &mut dyn FnMut(&ExprRef) -> Result<bool, E>,
    ) -> Result<ExprRef, E> {
        if let Kind::Truth(_) = expr.kind() {
            return Ok(expr.clone());
        }
        if expr.free().is_empty() {
            return Ok(Expr::truth(decide(expr)?));
        }
        if !has_closed(expr) {
            return Ok(expr.clone());
        }
        Ok(self.map_parts(expr, &mut |part| self.map_closed(part, decide))?.unwrap_or_else(|| expr.clone()))
    }
}

fn literal(expr: ExprRef, positive: bool) -> ExprRef {
    if positive { expr } else { Expr::negation(expr) }
}

fn has_closed(expr: &ExprRef) -> bool {
    expr.free().is_empty() || expr.kind().parts().any(has_closed)
}

#[cfg(test)]
mod tests {
    use crate::numeration::Compare;

    use super::*;

    #[test]
    fn a_sum_of_equations_is_seen_and_the_equations_stay() {
        let uses = Uses::default();
        let rewriter = Rewriter { tactics: Tactics::default(), rule_of: |_| None, uses: &uses };
        let atom = |terms: &[(u32, i64)], compare, constant| {
            let terms = terms.iter().map(|&(var, k)| (Var(var), vec![k])).collect();
            Expr::new(Kind::Linear(LinearConstraint { terms, compare, constant, signed: false }))
        };
        let first = atom(&[(0, 1), (1, -1)], Compare::Equal, 2);
        let second = atom(&[(1, 1), (2, -1)], Compare::Equal, 3);
        let follows = atom(&[(0, 1), (2, -1)], Compare::Less, 6);
        let open = atom(&[(0, 1), (2, 1)], Compare::Less, 6);
        let rest = rewriter.without_decided(&[first.clone(), second.clone(), follows, open.clone()]).unwrap();
        assert_eq!(rest, [first.clone(), second.clone(), Expr::truth(true), open.clone()]);
        assert_eq!(rewriter.without_decided(&[first, second, open]), None);
    }
}
