//! Decides a statement about a family, or builds the relation that it is.
//!
//! A closed one becomes `A f, x.. E y.. F` with a local F ([`prefix`](super::prefix)), or its negation. If F has no y,
//! one search finds a part that refutes it. Otherwise the automaton of the parts and numbers with a y is built whole,
//! and a parameter none of whose parts has one is a cycle of its complement. [`super`] has the proof. The cost is that
//! of the automaton: a track for f, one for each of x and y, a projection of the y, and a complement. What is shown is
//! evaluated once more if it is small ([`evaluate`](mod@super::evaluate)).

use std::sync::Arc;

use super::bounds::{NotLocal, blocks_needed};
use super::evaluate::holds;
use super::form::Var;
use super::node::{Node, Variables};
use super::prefix::{Prefixed, Refusal, prefixed};
use super::read::{Read, read};
use super::shown::Shown;
use super::translate::{Asked, relation, some_part};
use super::{Deciding, NoVerdict, Spoken};
use crate::automata::{Dfa, LazyAutomaton, Product, StoredAutomaton, Track, minimized};
use crate::budget::{Budget, Halt};
use crate::logic::{ResolveError, Verdict};
use crate::numeration::Language;
use crate::syntax::ast::Formula;
use crate::syntax::{Diagnostic, Source, Span};

/// What a formula comes to whose parameter is free, or bound.
#[derive(Debug)]
pub enum Outcome {
    /// It is closed.
    Verdict(Verdict),
    /// The relation that it is of the parameter and its free variables, by name.
    Words(Vec<Arc<str>>, Language),
}

/// Decides a statement about a family, or builds the relation that it is.
///
/// # Errors
/// [`NoVerdict`].
pub fn evaluate(formula: &Formula, spoken: &Spoken, deciding: &mut Deciding<'_>) -> Result<Outcome, NoVerdict> {
    let read = read(formula, spoken, deciding)?;
    let place = formula[formula.root].span;
    if read.binds_parameter {
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
    let system = deciding.atoms.system.clone();
    let blocks = match blocks_needed(&read.node, &system) {
        Ok(blocks) => blocks,
        Err(NotLocal::Unbounded(var)) => {
            let (name, place) = (read.variables.name(var), read.variables.span(var));
            let message = format!("nothing bounds `{name}`, so that this may depend on all of the parameter");
            return Err(Diagnostic::error(deciding.source, place, message)
                .label("a definition holds of a parameter as soon as it holds of a part")
                .help(format!(
                    "say that `{name}` is at most a sum, or quantify it in the statement: `A {}.. E {name} ..`",
                    spoken.parameter
                ))
                .into());
        }
        Err(NotLocal::Unsettled(span)) => return Err(unsettled(span, spoken, deciding).into()),
        Err(NotLocal::Overflow) => return Err(overflow(place, deciding.source).into()),
    };
    let asked = Asked { node: &read.node, positive: true, exists: &[], zeros: 0, parameters: &[] };
    let dfa = relation(&asked, &read.free, &read.variables, (spoken, deciding))?;
    let dfa = system.parameters.ahead(&dfa, blocks, deciding.budget)?;
    let mut names = vec![spoken.parameter.clone()];
    names.extend(read.free.iter().map(|&var| read.variables.name(var).clone()));
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| names[a].cmp(&names[b]));
    let names = order.iter().map(|&at| names[at].clone()).collect::<Vec<_>>();
    let dfa = dfa.permute(&Track::list(order)).minimize_within(deciding.budget)?;
    let own = system.parameters.tracks(1);
    let tracks = names.iter().map(|name| own[usize::from(*name != spoken.parameter)].clone()).collect();
    Ok((names, Language { dfa: Arc::new(dfa), tracks }))
}

/// `A f, x.. F`, or `E f, x.. F`.
struct Question<'a> {
    universal: bool,
    /// The numbers quantified before the parameter.
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
            Node::ExistsParameter(body) => {
                if let Some((var, _)) = before.iter().find(|(_, exists)| *exists != positive) {
                    let message = format!(
                        "`{}` is quantified before the parameter `{}`",
                        read.variables.name(*var),
                        spoken.parameter
                    );
                    return Err(Diagnostic::error(source, read.variables.span(*var), message)
                        .help(format!("begin with `A {0}` or `E {0}`", spoken.parameter)));
                }
                let before = before.into_iter().map(|found| found.0).collect();
                return Ok(Question { universal: !positive, before, body });
            }
            Node::Compare(..) | Node::Call(_) | Node::And(_) | Node::Or(_) | Node::Iff(..) => {
                let message = format!("the parameter `{}` is quantified inside of a statement", spoken.parameter);
                return Err(Diagnostic::error(source, place, message)
                    .help(format!("begin with `A {0}` or `E {0}`", spoken.parameter)));
            }
        }
    }
}

/// A closed statement with its unbounded quantifiers in front: for which parameters and numbers are there others of which it holds?
struct Asking {
    universal: bool,
    variables: Variables,
    universals: Vec<Var>,
    existentials: Vec<Var>,
    /// Languages of the parameters that are meant.
    suppose: Vec<Arc<Dfa>>,
    matrix: Node,
    /// What it says of numbers that are as many blocks from the end of a part may not be so of the parameter.
    zeros: usize,
}

impl Asking {
    /// Whether a part is enough to show that it fails.
    fn is_of_parts(&self) -> bool {
        self.existentials.is_empty() && self.suppose.is_empty()
    }

    /// The parts and numbers for which there are others, all of them behind zeros.
    fn answered(&self, spoken: &Spoken, deciding: &mut Deciding<'_>) -> Result<Dfa, ResolveError> {
        let Asking { matrix, existentials, zeros, suppose, .. } = self;
        let asked = Asked { node: matrix, positive: true, exists: existentials, zeros: *zeros, parameters: suppose };
        relation(&asked, &self.universals, &self.variables, (spoken, deciding))
    }
}

/// What a certificate says of a statement: the relation `body` that it defines, or, if it is closed and a part is not enough to
/// show that it fails, `answered` and a number of blocks: the parts and numbers for which there are others of which it holds,
/// all of them behind as many blocks of zeros. Numbers are in the order of their quantifiers.
///
/// # Errors
/// [`NoVerdict`].
pub fn claimed(
    formula: &Formula,
    spoken: &Spoken,
    deciding: &mut Deciding<'_>,
) -> Result<Option<(String, Language)>, NoVerdict> {
    let read = read(formula, spoken, deciding)?;
    let place = formula[formula.root].span;
    if !read.binds_parameter {
        return Ok(Some(("body".into(), define(&read, place, spoken, deciding)?.1)));
    }
    let asking = asking(read, place, spoken, deciding)?;
    if asking.is_of_parts() {
        return Ok(None);
    }
    let answered = asking.answered(spoken, deciding)?;
    let tracks = deciding.atoms.system.parameters.tracks(asking.universals.len());
    Ok(Some((format!("answered {}", asking.zeros), Language { dfa: Arc::new(answered), tracks })))
}

fn asking(mut read: Read, place: Span, spoken: &Spoken, deciding: &mut Deciding<'_>) -> Result<Asking, NoVerdict> {
    if let Some(&var) = read.free.first() {
        let name = read.variables.name(var);
        let place = read.variables.span(var);
        return Err(Diagnostic::error(deciding.source, place, format!("`{name}` is not bound, the parameter is"))
            .help(format!("put `A{name}` or `E{name}` in front"))
            .into());
    }
    let system = deciding.atoms.system.clone();
    let mut variables = std::mem::take(&mut read.variables);
    let read = Read { variables: variables.clone(), ..read };
    let Question { universal, before, body } = question(&read, place, spoken, deciding.source)?;
    // Both kinds ask for a parameter and numbers of which the body does not hold as it stands under `E`.
    let found = prefixed(body, false, &mut variables, &system);
    let Prefixed { mut universals, existentials, suppositions, matrix } =
        found.map_err(|refusal| refused(refusal, place, (&variables, spoken), deciding, !universal))?;
    universals.splice(0..0, before);
    let mut suppose = Vec::new();
    for call in &suppositions {
        if !system.parameters.is_closed(&call.relation.dfa) {
            let message =
                format!("`{}` may hold of a part of a parameter, and not of one with fewer blocks", call.relation.name);
            return Err(Diagnostic::error(deciding.source, call.span, message)
                .help("what is supposed of a parameter holds of it iff it holds of all its parts")
                .into());
        }
        suppose.push(call.relation.dfa.clone());
    }
    suppose.extend(deciding.supposed.cloned());
    let zeros = blocks_needed(&matrix, &system).expect("a local formula");
    Ok(Asking { universal, variables, universals, existentials, suppose, matrix, zeros })
}

fn decide(read: Read, place: Span, spoken: &Spoken, deciding: &mut Deciding<'_>) -> Result<Verdict, NoVerdict> {
    let system = deciding.atoms.system.clone();
    let asking = asking(read, place, spoken, deciding)?;
    let Asking { universal, variables, universals, suppose, matrix, zeros, .. } = &asking;
    let shown = if asking.is_of_parts() {
        // A part shows it, with any further blocks.
        let asked = Asked { node: matrix, positive: false, exists: universals, zeros: *zeros, parameters: suppose };
        some_part(&asked, variables, (spoken, deciding))?.map(|words| Shown::of_part(&words, &system))
    } else {
        let answered = asking.answered(spoken, deciding)?;
        without_answer(&answered, suppose, deciding)?
    };
    let Some(shown) = shown else { return Ok(Verdict::new(*universal, None)) };
    if asking.existentials.is_empty() && holds(matrix, universals, &shown, &system) == Some(true) {
        return Err(NoVerdict::Contradiction);
    }
    Ok(Verdict::new(!universal, Some(shown.example(universals, (variables, spoken), &system))))
}

/// A parameter in all of these languages and numbers of it of which no part is in the relation.
fn without_answer(answered: &Dfa, parameters: &[Arc<Dfa>], deciding: &mut Deciding<'_>) -> Result<Option<Shown>, Halt> {
    let (system, budget) = (deciding.atoms.system.clone(), deciding.budget);
    let all = deciding.atoms.tuples(answered.layout().tracks() - 1, budget)?;
    let mut unanswered = all.difference(answered, budget)?;
    if !parameters.is_empty() {
        unanswered = among(unanswered, parameters, budget)?;
    }
    Ok(system.parameters.recurring(&unanswered).map(|found| Shown::recurring(&found, unanswered.layout(), &system)))
}

/// Those tuples of a relation whose parameters are in all of these languages.
fn among(dfa: Dfa, parameters: &[Arc<Dfa>], budget: &Budget) -> Result<Dfa, Halt> {
    let layout = dfa.layout().clone();
    let slots = layout.slots();
    let part = |dfa: Arc<Dfa>, slots: &[_]| -> Box<dyn LazyAutomaton> {
        Box::new(StoredAutomaton::new(dfa, slots, Arc::new([])))
    };
    let mut parts = vec![part(Arc::new(dfa), slots)];
    parts.extend(parameters.iter().map(|parameter| part(parameter.clone(), &slots[..1])));
    minimized(Product::new(parts, Vec::new()), &layout, slots, budget)
}

fn overflow(place: Span, source: &Source) -> Diagnostic {
    Diagnostic::error(source, place, "a bound of some variable is beyond 64 bits")
        .help("use smaller coefficients and constants")
}

fn unsettled(span: Span, spoken: &Spoken, deciding: &Deciding<'_>) -> Diagnostic {
    Diagnostic::error(deciding.source, span, "this may hold of a part of a parameter, and not of one with more blocks")
        .help(format!(
            "a relation with numbers must not depend on further blocks; a property of `{0}` alone can be supposed: \
             `A {0} $c({0}) => ..`",
            spoken.parameter
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
            .label(format!("decided are `{all} {}, x.. {some} y..`, with bounded quantifiers inside", spoken.parameter))
            .also(spans[0], "the quantifier before it")
            .help(format!("say that `{inner}` is at most a sum of other numbers, or give `{outer}`"))
        }
    }
}
