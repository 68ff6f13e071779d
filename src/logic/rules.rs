//! The rules for quantifiers.
//!
//! Each rule gives a formula that defines the same relation; a comment at its function says why. A certificate claims
//! relations of the formula as written, so it says nothing about rules. To add one, write its function in a file and a
//! row in the table of [`tactics`](super::tactics), which has their order: `exercise` is an example.
//!
//! A rule sees `A x (P => E y Q)` as `~E x (P & ~E y Q)`; it is called on the `E x`, with the conjuncts P and `~E y Q`.
//! The quantifiers in front of a closed statement are searched and meet no rule; what is to change them is called in
//! `Engine::search`, as `least_window` is.

use super::counting::counted;
use super::ir::{Expr, ExprRef, Kind, Var};
use super::linear_projection::projected;
use super::rewriter::{Rewriter, Rule, Scope};
use super::substitution::{substitute, tied_to_bound};
use super::summands::pair;
use super::tactics::{Tactic, with_tactics};

macro_rules! select {
    ($(
        $(#[doc = $about:literal])* $(#[cfg($when:meta)])?
        $tactic:ident = $name:literal
        $(, rule($scope:ident, $module:ident::$apply:ident))?
        $(, strategy($file:ident::$strategy:ident))?;
    )*) => {
        /// The rule that a tactic is, if it is one for quantifiers.
        pub(super) fn rule_of(tactic: Tactic) -> Option<Rule> {
            match tactic {
                $($(#[cfg($when)])? Tactic::$tactic => {
                    [$(Rule { scope: Scope::$scope, apply: super::$module::$apply })?].into_iter().next()
                })*
            }
        }
    };
}
with_tactics!(select);

/// `E x (x = t & F(x))` is F(t), where t is a number that x may be.
fn substitute_value(rewriter: Rewriter<'_>, vars: &[Var], parts: &[ExprRef]) -> Option<ExprRef> {
    let (var, rest) = substitute(rewriter, vars, parts)?;
    let left: Vec<Var> = vars.iter().copied().filter(|&other| other != var).collect();
    Some(rewriter.exists(&left, rewriter.combine(rest, true)))
}

/// Copies of one formula whose variables differ are one that is counted.
fn count_witnesses(rewriter: Rewriter<'_>, vars: &[Var], parts: &[ExprRef]) -> Option<ExprRef> {
    let counted = counted(vars, parts).filter(|_| parts.len() > 1)?;
    Some(rewriter.simplify(&counted))
}

/// Variables that only linear atoms read are eliminated as in Presburger arithmetic.
fn eliminate_linear(rewriter: Rewriter<'_>, vars: &[Var], parts: &[ExprRef]) -> Option<ExprRef> {
    Some(rewriter.simplify(&projected(vars, parts)?))
}

/// `E x,y (F(x) & G(x,y))` is `E x (F(x) & E y G(x,y))`: variables whose own conjuncts are no narrower than what is left
/// of them go first. What an equation ties to one of the others is read by that equation alone, so that less is left.
/// Variables that can be added up are left to that.
fn eliminate_early(rewriter: Rewriter<'_>, vars: &[Var], parts: &[ExprRef]) -> Option<ExprRef> {
    let is_closed = parts.iter().flat_map(|part| part.free()).all(|var| vars.contains(var));
    if rewriter.tactics.has(Tactic::MemberSums) && !is_closed && pair(vars, parts).is_some() {
        return None;
    }
    let tied = tied_to_bound(rewriter, vars, parts);
    let early = |parts| eliminated_early(rewriter, vars, parts);
    tied.and_then(early).or_else(|| early(parts.to_vec()))
}

fn eliminated_early(rewriter: Rewriter<'_>, vars: &[Var], mut parts: Vec<ExprRef>) -> Option<ExprRef> {
    let mut vars = vars.to_vec();
    let before = vars.len();
    loop {
        let early = vars.iter().enumerate().find_map(|(i, &var)| {
            let bucket: Vec<ExprRef> = parts.iter().filter(|part| part.mentions(&[var])).cloned().collect();
            if bucket.len() == parts.len() {
                return None;
            }
            let widest = bucket.iter().map(|part| part.free().len()).max().unwrap_or(0);
            let rest = rewriter.exists(&[var], rewriter.combine(bucket, true));
            // Something must be left to tie it to the other conjuncts.
            (!rest.free().is_empty() && rest.free().len() <= widest).then_some((i, var, rest))
        });
        let Some((i, var, rest)) = early else { break };
        vars.remove(i);
        parts.retain(|part| !part.mentions(&[var]));
        parts.push(rest);
    }
    if vars.len() == before {
        return None;
    }
    let whole = rewriter.combine(parts, true);
    Some(match vars.is_empty() || !matches!(whole.kind(), Kind::And(_)) {
        true => rewriter.exists(&vars, whole),
        false => Expr::new(Kind::Exists(vars, whole)),
    })
}
