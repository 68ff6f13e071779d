//! Bounded quantifiers as relations between sums of their free variables, for certificates.
//!
//! A checker proves a relation `A t (t<n => F)` by induction on n, where n is not in F. Elsewhere, as in
//! `A t (t<n => W[i+t]=W[i+n+t])`, names for the sums make it so: with u = i and v = i+n that is
//! `A t (t<n => W[u+t]=W[v+t])`. In a sum with other variables, what is added of the free ones has one name, and what
//! is subtracted another; a sum by itself has names for its variables. The bound has a name of its own.
//!
//! Costs the relation over the names, which is another one than the statement's, with a track for the bound. Only where
//! there are no more names than free variables, and where t is added to something: else its digits are read as they
//! are, and a checker has few sets of states to see what some t satisfies.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::automata::Dfa;
use crate::budget::{Budget, Halt};
use crate::numeration::{Compare, Direction, NumerationSystem};

use super::engine::Engine;
use super::ir::{Expr, ExprRef, Kind, LinearConstraint, Var, Variables};
use super::statement::{Leading, Statement};
use super::workspace::Workspace;

/// Positive multiples of variables, sorted.
type Terms = Vec<(Var, i64)>;

/// What a bounded quantifier says, as a relation between sums of its free variables.
pub struct BySums {
    /// The sums, the bound last, as in `i,i+n,3*n+1`.
    pub sums: String,
    /// The relation, with a track for each.
    pub dfa: Arc<Dfa>,
    /// The systems of the tracks.
    pub systems: Vec<Arc<NumerationSystem>>,
}

/// The free and the other terms of an atom, the free ones by their signs; `None` if it is none over natural numbers.
fn sides(linear: &LinearConstraint, free: &[Var]) -> Option<([Terms; 2], Terms)> {
    let (mut own, mut others) = ([Terms::new(), Terms::new()], Terms::new());
    for (var, coefficient) in &linear.terms {
        let [k] = coefficient[..] else { return None };
        match free.contains(var) {
            true => own[usize::from(k < 0)].push((*var, k.checked_abs()?)),
            false => others.push((*var, k)),
        }
    }
    (!linear.signed).then_some((own, others))
}

/// The formulas whose conjunction a formula is, or its negation.
fn conjuncts(expr: &ExprRef, positive: bool) -> Vec<ExprRef> {
    if let Kind::Not(inner) = expr.kind() {
        return conjuncts(inner, !positive);
    }
    match if positive { expr.conjuncts() } else { expr.disjuncts() } {
        [one] => vec![match (positive, one.kind()) {
            (true, _) => one.clone(),
            (false, Kind::Linear(linear)) => linear.clone().negation(),
            (false, _) => Expr::negation(one.clone()),
        }],
        parts => parts.iter().flat_map(|part| conjuncts(part, positive)).collect(),
    }
}

/// Notes the sums that need names; `None` where there are forms in which they are not looked for. A quantifier that somebody
/// wrote may have a claim, and is no more than its relation to a checker then.
fn note(expr: &ExprRef, free: &[Var], variables: &Variables, sums: &mut BTreeSet<Terms>) -> Option<()> {
    match expr.kind() {
        Kind::OverWords(..) | Kind::Reverse(_) | Kind::AtLeast(..) | Kind::Infinitely(..) => return None,
        Kind::Exists(vars, _) if vars.iter().any(|&var| variables.is_written(var)) => return None,
        Kind::Linear(linear) => {
            let (own, others) = sides(linear, free)?;
            if others.is_empty() {
                sums.extend(own.into_iter().flatten().map(|(var, _)| vec![(var, 1)]));
            } else {
                sums.extend(own.into_iter().filter(|side| !side.is_empty()));
            }
        }
        kind @ (Kind::Truth(_)
        | Kind::Constant(..)
        | Kind::Relation(..)
        | Kind::Not(_)
        | Kind::And(_)
        | Kind::Or(_)
        | Kind::Iff(..)
        | Kind::Exists(..)) => {
            sums.extend(kind.read().into_iter().filter(|var| free.contains(var)).map(|var| vec![(var, 1)]));
            kind.children().try_for_each(|child| note(child, free, variables, sums))?;
        }
    }
    Some(())
}

/// Whether a sum is read of a variable and others.
fn is_added(t: Var, expr: &ExprRef, free: &[Var]) -> bool {
    let Some(linear) = expr.kind().linear() else {
        return expr.kind().children().any(|child| is_added(t, child, free));
    };
    let is_read = |var: Var| linear.terms.iter().any(|term| term.0 == var);
    is_read(t) && linear.terms.iter().any(|term| term.0 != t && !free.contains(&term.0))
}

/// The formula with names for its sums.
fn named(expr: &ExprRef, free: &[Var], names: &BTreeMap<Terms, Var>) -> ExprRef {
    if let Kind::Linear(linear) = expr.kind()
        && let Some((own, others)) = sides(linear, free)
    {
        let is_alone = others.is_empty();
        let mut terms: Vec<(Var, Vec<i64>)> = others.into_iter().map(|(var, k)| (var, vec![k])).collect();
        for (side, sign) in own.into_iter().zip([1, -1]) {
            if is_alone {
                terms.extend(side.into_iter().map(|(var, k)| (names[&vec![(var, 1)]], vec![sign * k])));
            } else if !side.is_empty() {
                terms.push((names[&side], vec![sign]));
            }
        }
        terms.sort_unstable();
        return Expr::new(Kind::Linear(LinearConstraint { terms, ..linear.clone() }));
    }
    let below = expr.kind().map_children(|child| named(child, free, names));
    Expr::new(below.renamed(|var| names.get(&vec![(var, 1)]).copied().unwrap_or(var)))
}

/// The terms of a sum, and a constant that is added.
fn written(terms: &Terms, constant: i64, variables: &Variables) -> String {
    let term = |(var, k): &(Var, i64)| match k {
        1 => variables.name(*var).to_string(),
        _ => format!("{k}*{}", variables.name(*var)),
    };
    let constant = (constant > 0).then(|| constant.to_string());
    terms.iter().map(term).chain(constant).collect::<Vec<String>>().join("+")
}

/// The bound of t, and what is said below it, if the formula is a conjunction of these.
fn bounded(t: Var, parts: &[ExprRef], free: &[Var]) -> Option<(Terms, i64, Vec<ExprRef>)> {
    parts.iter().enumerate().find_map(|(at, part)| {
        let linear = part.kind().linear().filter(|linear| linear.compare == Compare::Less && linear.constant >= 0)?;
        let ([added, limit], others) = sides(linear, free)?;
        if others != [(t, 1)] || !added.is_empty() || limit.is_empty() {
            return None;
        }
        let body = parts[..at].iter().chain(&parts[at + 1..]).cloned().collect();
        Some((limit, linear.constant, body))
    })
}

/// A statement that is a bounded quantifier, as a relation between sums; `None` if it is none, or needs no names.
///
/// # Errors
/// The limit that was passed.
pub fn by_sums(statement: &Statement, workspace: &mut Workspace, budget: &Budget) -> Result<Option<BySums>, Halt> {
    let (Leading::Exists(vars, body) | Leading::ForAll(vars, body)) = &statement.leading;
    let is_of_all = matches!(statement.leading, Leading::ForAll(..));
    let (&[t], free) = (&vars[..], &statement.free) else { return Ok(None) };
    let mut variables = statement.variables.clone();
    let is_number = |var: &Var| {
        let system = variables.range(*var).system();
        system.is_some_and(|system| system.direction() == Direction::Msd && !system.is_signed())
    };
    if statement.tuples.is_some() || !statement.side_conditions.is_empty() || !free.iter().chain([&t]).all(is_number) {
        return Ok(None);
    }
    let Some((limit, constant, body)) = bounded(t, &conjuncts(body, !is_of_all), free) else { return Ok(None) };
    let mut sums = BTreeSet::new();
    if body.iter().try_for_each(|part| note(part, free, &variables, &mut sums)).is_none() {
        return Ok(None);
    }
    let is_plain = constant == 0 && limit[..] == [(limit[0].0, 1)];
    let needs_none = is_plain && !body.iter().any(|part| part.mentions(&[limit[0].0]));
    if needs_none || sums.len() > free.len() || !body.iter().any(|part| is_added(t, part, free)) {
        return Ok(None);
    }
    let mut texts: Vec<String> = sums.iter().map(|terms| written(terms, 0, &variables)).collect();
    texts.push(written(&limit, constant, &variables));
    let first = sums.iter().chain([&limit]).map(|terms| terms[0].0);
    let systems: Vec<Arc<NumerationSystem>> = first.map(|var| variables.system(var).clone()).collect();
    let tracks: Vec<Var> = systems.iter().map(|system| variables.fresh(system)).collect();
    let names: BTreeMap<Terms, Var> = sums.into_iter().zip(tracks.iter().copied()).collect();
    let mut terms = vec![(t, vec![1]), (tracks[names.len()], vec![-1])];
    terms.sort_unstable();
    let below = LinearConstraint { terms, compare: Compare::Less, constant: 0, signed: false };
    let parts = body.iter().map(|part| named(part, free, &names)).chain([Expr::new(Kind::Linear(below))]);
    let some = Expr::exists(vec![t], Expr::and(parts.collect()));
    let whole = if is_of_all { Expr::negation(some) } else { some };
    let mut engine = Engine::new(workspace, &variables, budget);
    let dfa = engine.relation_over(&engine.prepare(&whole, true), &tracks)?.dfa;
    Ok(Some(BySums { sums: texts.join(","), dfa, systems }))
}
