//! What a statement about a slope comes to.

use std::sync::Arc;

use super::atoms::track;
use super::bounds::{NotLocal, quotients_needed};
use super::evaluate::holds;
use super::form::Var;
use super::node::{Node, Variables};
use super::prefix::{Prefixed, Refusal, prefixed};
use super::read::{Read, read};
use super::shown::Shown;
use super::translate::{Asked, relation, some_part};
use super::{Deciding, NoVerdict, Slopes, Spoken};
use crate::automata::{Dfa, LazyAutomaton, Letter, Product, StoredAutomaton, Track, minimized};
use crate::budget::{Budget, Halt};
use crate::logic::{ResolveError, Verdict};
use crate::numeration::{Language, every_slope};
use crate::syntax::ast::Formula;
use crate::syntax::{Diagnostic, Source, Span};

/// What a formula comes to whose slope is free, or bound.
#[derive(Debug)]
pub enum Outcome {
    /// It is closed.
    Verdict(Verdict),
    /// The relation that it is of the slope and its free variables, by name.
    Words(Vec<Arc<str>>, Language),
}

/// Decides a statement about a family, or builds the relation that it is.
///
/// # Errors
/// [`NoVerdict`].
pub fn evaluate(formula: &Formula, spoken: &Spoken, deciding: &mut Deciding<'_>) -> Result<Outcome, NoVerdict> {
    let read = read(formula, spoken, deciding)?;
    let place = formula[formula.root].span;
    if read.binds_slope {
        decide(read, place, spoken, deciding).map(Outcome::Verdict)
    } else {
        let (names, language) = define(&read, place, spoken, deciding)?;
        Ok(Outcome::Words(names, language))
    }
}

/// The relation of a local formula, its tracks by name.
fn define(
    read: &Read,
    place: Span,
    spoken: &Spoken,
    deciding: &mut Deciding<'_>,
) -> Result<(Vec<Arc<str>>, Language), ResolveError> {
    let quotients = match quotients_needed(&read.node) {
        Ok(quotients) => quotients,
        Err(NotLocal::Unbounded(var)) => {
            let (name, place) = (read.variables.name(var), read.variables.span(var));
            let message = format!("nothing bounds `{name}`, so that this may depend on all of the slope");
            return Err(Diagnostic::error(deciding.source, place, message)
                .label("a definition holds of a slope as soon as it holds of a part")
                .help(format!(
                    "say that `{name}` is at most a sum, or quantify it in the statement: `A {}.. E {name} ..`",
                    spoken.slope
                ))
                .into());
        }
        Err(NotLocal::Unsettled(span)) => return Err(unsettled(span, spoken, deciding).into()),
        Err(NotLocal::Overflow) => return Err(overflow(place, deciding.source).into()),
    };
    let asked = Asked { node: &read.node, positive: true, exists: &[], zeros: 0, slopes: &[] };
    let dfa = relation(&asked, &read.free, &read.variables, (spoken, deciding))?;
    let dfa = every_slope::ahead(&dfa, 0, quotients, deciding.budget)?;
    let mut names = vec![spoken.slope.clone()];
    names.extend(read.free.iter().map(|&var| read.variables.name(var).clone()));
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| names[a].cmp(&names[b]));
    let names = order.iter().map(|&at| names[at].clone()).collect::<Vec<_>>();
    let dfa = dfa.permute(&Track::list(order)).minimize_within(deciding.budget)?;
    let tracks = vec![track(); names.len()];
    Ok((names, Language { dfa: Arc::new(dfa), tracks }))
}

/// `A f, x.. F`, or `E f, x.. F`.
struct Question<'a> {
    universal: bool,
    /// The numbers quantified before the slope.
    before: Vec<Var>,
    body: &'a Node,
}

fn question<'a>(read: &'a Read, place: Span, spoken: &Spoken, source: &Source) -> Result<Question<'a>, Diagnostic> {
    let (mut node, mut positive, mut before) = (&read.node, true, Vec::new());
    loop {
        match node {
            Node::Not(inner) => (node, positive) = (inner, !positive),
            Node::Exists(vars, body) => {
                before.extend(vars.iter().map(|&var| (var, positive)));
                node = body;
            }
            Node::ExistsSlope(body) => {
                if let Some((var, _)) = before.iter().find(|(_, exists)| *exists != positive) {
                    let message =
                        format!("`{}` is quantified before the slope `{}`", read.variables.name(*var), spoken.slope);
                    return Err(Diagnostic::error(source, read.variables.span(*var), message)
                        .help(format!("begin with `A {0}` or `E {0}`", spoken.slope)));
                }
                let before = before.into_iter().map(|found| found.0).collect();
                return Ok(Question { universal: !positive, before, body });
            }
            Node::Compare(..) | Node::Call(_) | Node::And(_) | Node::Or(_) | Node::Iff(..) => {
                let message = format!("the slope `{}` is quantified inside of a statement", spoken.slope);
                return Err(Diagnostic::error(source, place, message)
                    .help(format!("begin with `A {0}` or `E {0}`", spoken.slope)));
            }
        }
    }
}

fn decide(mut read: Read, place: Span, spoken: &Spoken, deciding: &mut Deciding<'_>) -> Result<Verdict, NoVerdict> {
    if let Some(&var) = read.free.first() {
        let name = read.variables.name(var);
        let place = read.variables.span(var);
        return Err(Diagnostic::error(deciding.source, place, format!("`{name}` is not bound, the slope is"))
            .help(format!("put `A{name}` or `E{name}` in front"))
            .into());
    }
    let mut variables = std::mem::take(&mut read.variables);
    let read = Read { variables: variables.clone(), ..read };
    let Question { universal, before, body } = question(&read, place, spoken, deciding.source)?;
    // Both kinds ask for a slope and numbers of which the body does not hold as it stands under `E`.
    let found = prefixed(body, false, &mut variables);
    let Prefixed { mut universals, existentials, suppositions, matrix } =
        found.map_err(|refusal| refused(refusal, place, (&variables, spoken), deciding, !universal))?;
    universals.splice(0..0, before);
    let mut suppose = Vec::new();
    for call in &suppositions {
        if !call.relation.is_closed() {
            let message =
                format!("`{}` may hold of a part of a slope, and not of one with fewer quotients", call.relation.name);
            return Err(Diagnostic::error(deciding.source, call.span, message)
                .help("what is supposed of a slope holds of it iff it holds of all its parts")
                .into());
        }
        suppose.push(call.relation.dfa.clone());
    }
    if let Slopes::Bounded(most) = deciding.slopes {
        suppose.push(Arc::new(every_slope::at_most(most, deciding.budget)?));
    }
    // What it says of numbers that are too close to the end of a part may not be so of the slope.
    let zeros = quotients_needed(&matrix).expect("a local formula");
    let shown = if existentials.is_empty() && suppose.is_empty() {
        // A part shows it, with any further quotients.
        let asked = Asked { node: &matrix, positive: false, exists: &universals, zeros, slopes: &suppose };
        some_part(&asked, &variables, (spoken, deciding))?.map(|words| Shown::of_part(&words))
    } else {
        let asked = Asked { node: &matrix, positive: true, exists: &existentials, zeros, slopes: &suppose };
        let answered = relation(&asked, &universals, &variables, (spoken, deciding))?;
        without_answer(&answered, universals.len(), &suppose, deciding.budget)?
    };
    let Some(shown) = shown else { return Ok(Verdict::new(universal, None)) };
    if existentials.is_empty() && holds(&matrix, &universals, &shown) == Some(true) {
        return Err(NoVerdict::Contradiction);
    }
    Ok(Verdict::new(!universal, Some(shown.example(&universals, &variables, spoken))))
}

/// A slope in all of these languages and numbers of it of which no part is in the relation.
fn without_answer(answered: &Dfa, numbers: usize, slopes: &[Arc<Dfa>], budget: &Budget) -> Result<Option<Shown>, Halt> {
    let all = every_slope::numbers(numbers, budget)?;
    let mut unanswered = every_slope::without(&all, answered, budget)?;
    if !slopes.is_empty() {
        unanswered = among(unanswered, slopes, budget)?;
    }
    let found = every_slope::recurring(&unanswered, 0);
    Ok(found.map(|[period, rest]| {
        let tracks = 0..unanswered.layout().tracks();
        let blocks = |word: &[Letter], track| every_slope::blocks(word, unanswered.layout(), track);
        Shown::new(&blocks(&period, 0), &tracks.map(|track| blocks(&rest, track)).collect::<Vec<_>>())
    }))
}

/// Those tuples of a relation whose slopes are in all of these languages.
fn among(dfa: Dfa, slopes: &[Arc<Dfa>], budget: &Budget) -> Result<Dfa, Halt> {
    let layout = dfa.layout().clone();
    let slots = layout.slots();
    let part = |dfa: Arc<Dfa>, slots: &[_]| -> Box<dyn LazyAutomaton> {
        Box::new(StoredAutomaton::new(dfa, slots, Arc::new([])))
    };
    let mut parts = vec![part(Arc::new(dfa), slots)];
    parts.extend(slopes.iter().map(|slope| part(slope.clone(), &slots[..1])));
    minimized(Product::new(parts, Vec::new()), &layout, slots, budget)
}

fn overflow(place: Span, source: &Source) -> Diagnostic {
    Diagnostic::error(source, place, "a bound of some variable is beyond 64 bits")
        .help("use smaller coefficients and constants")
}

fn unsettled(span: Span, spoken: &Spoken, deciding: &Deciding<'_>) -> Diagnostic {
    Diagnostic::error(deciding.source, span, "this may hold of a part of a slope, and not of one with more quotients")
        .help(format!(
            "a relation with numbers must not depend on further quotients; a property of `{0}` alone can be supposed: \
             `A {0} $c({0}) => ..`",
            spoken.slope
        ))
}

fn refused(
    refusal: Refusal,
    place: Span,
    (variables, spoken): (&Variables, &Spoken),
    deciding: &Deciding<'_>,
    negated: bool,
) -> Diagnostic {
    match refusal {
        Refusal::Unsettled(span) => unsettled(span, spoken, deciding),
        Refusal::Overflow => overflow(place, deciding.source),
        Refusal::Equivalences => {
            Diagnostic::error(deciding.source, place, "too many `<=>` over quantifiers that nothing bounds")
                .help("write them as two statements with `=>`")
        }
        Refusal::Alternation { outer, inner } => {
            let spans = [outer, inner].map(|var| variables.span(var));
            let [outer, inner] = [outer, inner].map(|var| variables.name(var));
            let (some, all) = if negated { ("A", "E") } else { ("E", "A") };
            Diagnostic::error(
                deciding.source,
                spans[1],
                format!("`{some} {outer}` comes before `{all} {inner}`, and nothing bounds `{inner}`"),
            )
            .label(format!("decided are `{all} {}, x.. {some} y..`, with bounded quantifiers inside", spoken.slope))
            .also(spans[0], "the quantifier before it")
            .help(format!("say that `{inner}` is at most a sum of other numbers, or give `{outer}`"))
        }
    }
}
