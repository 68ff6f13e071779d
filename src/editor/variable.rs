//! Variables of formulas: what binds each, and where else it occurs.
//!
//! A quantifier binds its variables to the end of its parenthesis. Names that are free belong to the command: the piles
//! of a game in its rule and clauses, the arguments of a definition in its formula.

use std::sync::Arc;

use crate::syntax::ast::{Formula, FormulaId, FormulaKind, TermId, TermKind};
use crate::syntax::{PieceKind, Span, TokenKind, formula_tokens, is_variable, parse_formula, parse_rule};

use super::document::{Document, Language, Quotation};
use super::scope::Scope;

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: Arc<str>,
    /// Every place where it stands, the first where it is bound or named as an argument, if it is.
    pub places: Vec<Span>,
    /// The quantifier that binds it, if one does.
    pub quantifier: Option<String>,
    /// The numeration system in force where it stands first, by its full name.
    pub system: Option<Arc<str>>,
    /// Whether it also stands where a macro is called, which its name alone does not show.
    pub is_in_macro: bool,
    /// Every other name of a variable in its command.
    pub others: Vec<Arc<str>>,
    /// Which section it stands in.
    pub section: usize,
}

/// One occurrence: which binder it belongs to, where it stands, and the system in force.
struct Occurrence {
    name: Arc<str>,
    binder: Option<(FormulaId, usize)>,
    place: Span,
    system: Arc<str>,
}

/// The variable that stands at a place, if the formula around it can be read.
pub fn variable_at(scope: &Scope<'_>, at: usize) -> Option<Variable> {
    let document = scope.document;
    let section = document.section_at(at)?;
    let touches = |span: &Span| span.start <= at && at <= span.end;
    let here = document.quotations_of(section).iter().find(|quotation| touches(&quotation.span));
    if let Some(here) = here {
        let formula = formula_of(scope, here)?;
        let all = occurrences(&formula);
        let found = all
            .iter()
            .find(|one| touches(&one.place) && is_own(document, one))
            .map(|one| (one.binder, one.name.clone()));
        if let Some((Some(binder), name)) = found {
            return Some(bound(document, section, &formula, &all, binder, name));
        }
        if let Some((None, name)) = found {
            return free(scope, section, &name);
        }
    }
    // A pile, an argument in front of the formula, or a name in a measure.
    let name = outside(document, section).into_iter().find(|(_, span)| touches(span))?.0;
    free(scope, section, &name)
}

/// Whether it is written where it stands, and is not part of what a macro becomes.
fn is_own(document: &Document, one: &Occurrence) -> bool {
    document.source().slice(one.place) == &*one.name
}

fn formula_of(scope: &Scope<'_>, quotation: &Quotation) -> Option<Formula> {
    let source = scope.document.source();
    match quotation.language {
        Language::Formula => parse_formula(source, quotation.span, scope).ok(),
        Language::Rule => parse_rule(source, quotation.span, scope).map(|rule| rule.moves).ok(),
        Language::Template | Language::Path | Language::Citation | Language::Other => None,
    }
}

fn bound(
    document: &Document,
    section: usize,
    formula: &Formula,
    all: &[Occurrence],
    binder: (FormulaId, usize),
    name: Arc<str>,
) -> Variable {
    let own: Vec<&Occurrence> = all.iter().filter(|one| one.binder == Some(binder)).collect();
    let FormulaKind::Quantified { quantifier, body, .. } = &formula[binder.0].kind else {
        unreachable!("a binder is a quantifier");
    };
    let reach = Span::new(formula[binder.0].span.start, formula[*body].span.end.max(formula[binder.0].span.end));
    let mut places: Vec<Span> = own.iter().filter(|one| is_own(document, one)).map(|one| one.place).collect();
    places.sort_unstable();
    places.dedup();
    Variable {
        is_in_macro: calls_macro(document, reach),
        places,
        quantifier: Some(quantifier.to_string().trim_end().to_owned()),
        system: own.iter().find(|one| one.place.start >= formula[*body].span.start).map(|one| one.system.clone()),
        others: names_of(document, section, all, &name),
        name,
        section,
    }
}

/// A name that is free in a section, in all its formulas.
fn free(scope: &Scope<'_>, section: usize, name: &str) -> Option<Variable> {
    let document = scope.document;
    let mut places: Vec<Span> =
        outside(document, section).into_iter().filter(|(known, _)| **known == *name).map(|(_, span)| span).collect();
    let (mut others, mut system, mut is_in_macro) = (Vec::new(), None, false);
    for quotation in document.quotations_of(section) {
        is_in_macro |= calls_macro(document, quotation.span);
        let Some(formula) = formula_of(scope, quotation) else { continue };
        let all = occurrences(&formula);
        for one in all.iter().filter(|one| one.binder.is_none() && *one.name == *name && is_own(document, one)) {
            system.get_or_insert_with(|| one.system.clone());
            places.push(one.place);
        }
        others.extend(names_of(document, section, &all, name));
    }
    places.sort_unstable();
    places.dedup();
    (!places.is_empty()).then(|| Variable {
        name: name.into(),
        places,
        quantifier: None,
        system,
        is_in_macro,
        others,
        section,
    })
}

/// Whether a macro is called in a part of a text.
fn calls_macro(document: &Document, span: Span) -> bool {
    formula_tokens(document.source(), span).iter().any(|token| token.kind == Some(TokenKind::Macro))
}

fn names_of(document: &Document, section: usize, all: &[Occurrence], own: &str) -> Vec<Arc<str>> {
    let mut names: Vec<Arc<str>> = all.iter().map(|one| one.name.clone()).collect();
    names.extend(outside(document, section).into_iter().map(|(name, _)| name));
    names.retain(|name| **name != *own);
    names.sort();
    names.dedup();
    names
}

/// Names of variables that stand outside of the formulas of a section: arguments in front of it, indices in brackets,
/// piles of a rule, and all those of a measure.
fn outside(document: &Document, section: usize) -> Vec<(Arc<str>, Span)> {
    let source = document.source();
    let pieces = &document.sections()[section].pieces;
    let keyword = document.sections()[section].keyword.as_str();
    let mut names = Vec::new();
    let mut put = |start: usize, text: &str| {
        let lead = text.len() - text.trim_start().len();
        let name = text.trim();
        if is_variable(name) {
            names.push((Arc::from(name), Span::new(start + lead, start + lead + name.len())));
        }
    };
    for (at, (kind, span)) in pieces.iter().enumerate().skip(1) {
        let text = source.slice(*span);
        match (keyword, kind) {
            ("def", PieceKind::Called) => {
                let mut start = span.start + text.find('(').map_or(text.len(), |open| open + 1);
                for part in source.slice(Span::new(start, span.end - 1)).split(',') {
                    put(start, part);
                    start += part.len() + 1;
                }
            }
            ("def" | "eval" | "sequence", PieceKind::Name) if at > 1 => put(span.start, text),
            ("word", PieceKind::Bracket) => put(span.start + 1, &text[1..text.len() - 1]),
            _ => {}
        }
        if keyword == "game" && *kind == PieceKind::Quoted {
            let inner = Span::new(span.start + 1, span.end - 1);
            let is_measure = source.slice(pieces[at - 1].1) == "measure";
            let head =
                document.quotations_of(section).iter().any(|one| one.span == inner && one.language == Language::Rule);
            if !(head || is_measure) {
                continue;
            }
            for token in formula_tokens(source, inner) {
                match token.kind {
                    Some(TokenKind::Colon) if head => break,
                    Some(TokenKind::Identifier) => put(token.span.start, source.slice(token.span)),
                    _ => {}
                }
            }
        }
    }
    names
}

/// All occurrences of variables in a formula, those in lists of quantifiers among them.
fn occurrences(formula: &Formula) -> Vec<Occurrence> {
    enum Visit {
        Formula(FormulaId),
        Term(TermId),
        Leave(usize),
    }
    let mut found = Vec::new();
    let mut scope: Vec<(Arc<str>, (FormulaId, usize))> = Vec::new();
    let mut pending = vec![Visit::Formula(formula.root)];
    while let Some(visit) = pending.pop() {
        match visit {
            Visit::Leave(depth) => scope.truncate(depth),
            Visit::Term(id) => {
                let node = &formula[id];
                if let TermKind::Variable(name) = &node.kind {
                    let binder = scope.iter().rev().find(|(known, _)| known == name).map(|(_, binder)| *binder);
                    let system = node.system.clone();
                    found.push(Occurrence { name: name.clone(), binder, place: node.span, system });
                }
                pending.extend(node.kind.children().into_iter().map(Visit::Term));
            }
            Visit::Formula(id) => {
                let node = &formula[id];
                if let FormulaKind::Quantified { variables, .. } = &node.kind {
                    pending.push(Visit::Leave(scope.len()));
                    for (nth, name) in variables.iter().enumerate() {
                        let binder = Some((id, nth));
                        let (place, system) = (name.span, "".into());
                        found.push(Occurrence { name: name.text.clone(), binder, place, system });
                        scope.push((name.text.clone(), (id, nth)));
                    }
                }
                pending.extend(node.kind.terms().into_iter().map(Visit::Term));
                pending.extend(node.kind.children().into_iter().map(Visit::Formula));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::scope::NoFiles;
    use super::*;
    use crate::syntax::Source;

    fn places(text: &str, at: usize) -> Option<Vec<usize>> {
        let document = Document::new(Source::new("s", text), None);
        let scope = Scope::new(&document, &NoFiles);
        Some(variable_at(&scope, at)?.places.iter().map(|span| span.start).collect())
    }

    #[test]
    fn a_quantifier_binds_to_the_end_of_its_parenthesis() {
        let text = "def f \"x=1 & (Ex x=2 & Ax x=3) & x=4\":";
        assert_eq!(places(text, 7), Some(vec![7, 33]));
        assert_eq!(places(text, 17), Some(vec![15, 17]));
        assert_eq!(places(text, 26), Some(vec![24, 26]));
        assert_eq!(places(text, 5), None);
    }

    #[test]
    fn arguments_and_piles_belong_to_their_command() {
        assert_eq!(places("def f(y,x) \"x<y\":", 8), Some(vec![8, 12]));
        let game = "game G \"?msd_2 p -> q : q<p\" terminal \"p<2\" measure \"p+1\":";
        assert_eq!(places(game, 15), Some(vec![15, 26, 39, 53]));
        assert_eq!(places("word W[n] \"T[n]+1\":", 13), None, "a term is no formula");
        assert_eq!(places("def f \"x=1 & \":", 7), None, "nothing is known of what cannot be read");
    }
}
