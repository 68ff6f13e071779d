//! `combine`, `join`, `image`, `minimize`, `transduce`, and words defined by a term: what makes words.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use num_integer::Integer;
use num_traits::ToPrimitive;

use crate::automata::{Dfa, Dfao, Layout, Track};
use crate::budget::{Budget, Halt};
use crate::disk::read_text;
use crate::library::{Directory, read_transducer};
use crate::numeration::{Language, NumerationSystem, Relation, TrackKind};
use crate::syntax::ast::{
    Comparison, Connective, Formula, FormulaId, FormulaKind, LoneTerm, Name, Quantifier, Quoted, TermId, TermKind, Tree,
};
use crate::syntax::{Diagnostic, Source, Span, no_digit, parse_term};
use crate::words::{Indexed, Word, WordError};

use super::super::outcome::{CommandError, Effect};
use super::super::session::Session;
use super::{Call, Object, Run};

/// The commands of this family.
pub(super) const RUN: &[(&str, Run)] =
    &[("combine", combine), ("image", image), ("join", join), ("minimize", minimize), ("transduce", transduce)];

/// Values that a term of word values may have.
const MOST_VALUES: usize = 1000;

/// `combine NAME A B=3 C`: 1 where A holds, 3 where B does, 3rd in line gives 3, ...; the last one that holds wins.
fn combine(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(2, usize::MAX)?;
    let (name, _) = call.target(0)?;
    let mut functions = Vec::new();
    let mut outputs = Vec::new();
    for at in 1..call.arguments.len() {
        let text = call.text(at)?.to_owned();
        let (automaton, output) = match text.split_once('=') {
            None => (&*text, at as i64),
            Some((automaton, output)) => match output.parse() {
                Ok(output) => (automaton, output),
                Err(error) => {
                    let expected = "expected an integer, as in `A=3`";
                    let why = no_digit(&error).unwrap_or(expected);
                    return Err(call.error_at(at, format!("`{output}` is not an output: {why}")).into());
                }
            },
        };
        let (automaton, _) = call.name(at, automaton)?;
        functions.push((call.function_named(at, &automaton)?, automaton));
        outputs.push(output);
    }
    let mut parts = Vec::new();
    for (at, (function, _)) in (1..).zip(&functions) {
        parts.push(call.tuples(at, function)?);
    }
    let other = |parts: &[Language]| parts.iter().position(|part| part.tracks != parts[0].tracks);
    if other(&parts).is_some() {
        // Digits beside numbers are those of a base.
        for (at, (function, _)) in (1..).zip(&functions) {
            let relation = call.relation(at, function)?;
            let tracks = relation.systems().iter().cloned().map(TrackKind::Numbers).collect();
            parts[at - 1] = Language { dfa: relation.dfa().clone(), tracks };
        }
    }
    if let Some(at) = other(&parts) {
        let message = format!("`{}` and `{}` have different tracks", functions[at].1, functions[0].1);
        return Err(call.error_at(at + 1, message).into());
    }
    let tracks = parts[0].tracks.clone();
    let parts: Vec<Dfao> = parts.iter().map(|part| Dfao::indicator(&part.dfa)).collect();
    let last = |known: &[Option<i64>]| {
        let held = known.iter().zip(&outputs).rev().find(|(value, _)| **value == Some(1));
        held.map_or(0, |(_, output)| *output)
    };
    let dfao = Dfao::product(&parts, last, call.budget)?;
    let word = Indexed::new(&dfao, tracks, call.budget).map_err(|e| call.word_error(0, e))?;
    Ok(call.save_word(&name, word))
}

/// `join NAME V[a][b] W[b]`: the first value that is not 0, at the indices named, in alphabetical order.
fn join(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(2, usize::MAX)?;
    let (name, _) = call.target(0)?;
    let mut words: Vec<(usize, Arc<Word>, Vec<String>)> = Vec::new();
    let mut at = 1;
    while at < call.arguments.len() {
        let (_, word) = call.word(at)?;
        let mut labels: Vec<String> = Vec::new();
        let first = at;
        at += 1;
        while let Some(label) = call.arguments.get(at).and_then(|argument| argument.text.strip_prefix('[')) {
            let label = label.trim_end_matches(']').trim().to_owned();
            if label.is_empty() || labels.contains(&label) {
                let why = if label.is_empty() { "an index needs a name" } else { "this index is named twice" };
                return Err(call.error_at(at, why).into());
            }
            labels.push(label);
            at += 1;
        }
        if labels.len() != word.systems.len() {
            let text = &call.arguments[first].text;
            let message = format!("`{text}` has {} indices, but {} are named", word.systems.len(), labels.len());
            return Err(call.error_at(first, message).into());
        }
        words.push((first, word, labels));
    }
    let labels: BTreeSet<&String> = words.iter().flat_map(|(_, _, labels)| labels).collect();
    let labels: Vec<&String> = labels.into_iter().collect();
    let mut systems: Vec<Option<Arc<NumerationSystem>>> = vec![None; labels.len()];
    for (at, word, own) in &words {
        for (label, system) in own.iter().zip(&word.systems) {
            let place = labels.binary_search(&label).expect("a label of some word");
            match &systems[place] {
                Some(known) if known != system => {
                    let message = format!("`{label}` is in {} here and in {} before", system.name(), known.name());
                    return Err(call.error_at(*at, message).into());
                }
                _ => systems[place] = Some(system.clone()),
            }
        }
    }
    let systems: Vec<Arc<NumerationSystem>> = systems.into_iter().flatten().collect();
    let sizes: Vec<u32> = systems.iter().map(|system| system.digits()).collect();
    let layout = Layout::new(&sizes).map_err(Halt::from)?;
    let mut parts = Vec::new();
    for (_, word, own) in &words {
        let places = Track::list(own.iter().map(|l| labels.binary_search(&l).expect("a label")));
        parts.push(word.dfao.widen(&layout, &places)?);
    }
    let first = |known: &[Option<i64>]| known.iter().flatten().copied().find(|&value| value != 0).unwrap_or(0);
    let dfao = Dfao::product(&parts, first, call.budget)?;
    let word = Word::new(&dfao, systems, call.budget).map_err(|error| call.word_error(0, error))?;
    Ok(call.save_word(&name, word))
}

/// `minimize NAME W`: the same word or automaton; both are kept smallest.
fn minimize(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(2, 2)?;
    let (name, _) = call.target(0)?;
    match call.object(1)?.1 {
        Object::Word(word) => Ok(call.save_word(&name, word)),
        Object::Function(function) => {
            call.session.define_again(&name, function);
            Ok(Effect::Nothing)
        }
    }
}

/// `transduce NAME T W`: what the transducer T writes while it reads W.
fn transduce(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(3, 3)?;
    let (transducer, _) = call.target(1)?;
    let unreadable = |call: &Call<'_>, why: String| {
        Diagnostic::error(call.source, call.arguments[1].span, format!("the transducer `{transducer}` cannot be read"))
            .label(why)
    };
    let path = call.session.directory_file(Directory::Transducers, &format!("{transducer}.txt"));
    call.session.admit(&path).map_err(|why| unreadable(call, why))?;
    let text = read_text(&path, call.budget).map_err(|why| unreadable(call, format!("{}: {why}", path.display())))?;
    let transducer = read_transducer(&path, &text).map_err(|why| unreadable(call, why.to_string()))?;
    let (word, is_word) = call.as_word(2)?;
    let image = word.transduce(&transducer, call.budget).map_err(|error| call.word_error(2, error))?;
    call.save_image(image, is_word)
}

/// `image NAME M W`: the images of the letters of W, one after another; all have one length.
fn image(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(3, 3)?;
    let (name, _) = call.target(0)?;
    let (morphism_name, _) = call.target(1)?;
    let place = Name { text: morphism_name.into(), span: call.arguments[1].span };
    let morphism = call.session.known_morphism(call.source, &place)?;
    let (_, word) = call.word(2)?;
    let [system] = &word.systems[..] else {
        return Err(call.error_at(2, "the image of a word with several indices is not a word").into());
    };
    let Some(length) = morphism.is_uniform().filter(|&length| length > 0) else {
        return Err(call.error_at(1, "its images have several lengths, or none").into());
    };
    // The places n = length i + r, by the letter r of the image of W[i].
    let mut wanted: BTreeMap<i64, Vec<(usize, i64)>> = BTreeMap::new();
    for letter in word.values() {
        let Some(image) = morphism.image(letter) else {
            return Err(call.error_at(1, format!("it has no image for the letter {letter}")).into());
        };
        for (r, &output) in image.iter().enumerate() {
            wanted.entry(output).or_default().push((r, letter));
        }
    }
    let span = call.arguments[2].span;
    let mut parts = Vec::new();
    for (output, cases) in wanted {
        let formula = image_has(span, system.name(), length, &cases);
        let relation = call.session.relation_with(call.source, &formula, ("W", &word), call.budget)?;
        parts.push((relation, output));
    }
    let whole = pieced(&parts, call.budget).map_err(|error| call.word_error(2, error))?;
    Ok(call.save_word(&name, whole))
}

/// `(Ei n=length*i+r & W[i]=@letter) | ...`, for each of the cases r and letter.
fn image_has(span: Span, system: &Arc<str>, length: usize, cases: &[(usize, i64)]) -> Formula {
    let name = |text: &str| Name { text: text.into(), span };
    let mut tree = Tree::new(span, system.clone());
    let mut whole: Option<FormulaId> = None;
    for &(r, letter) in cases {
        let factor = tree.term(TermKind::Number(length.into()));
        let i = tree.term(TermKind::Variable("i".into()));
        let multiple = tree.term(TermKind::Multiply(factor, i));
        let rest = tree.term(TermKind::Number(r.into()));
        let (left, right) = (tree.term(TermKind::Variable("n".into())), tree.term(TermKind::Add(multiple, rest)));
        let place = tree.formula(FormulaKind::Compare { op: Comparison::Equal, left, right });
        let index = tree.term(TermKind::Variable("i".into()));
        let left = tree.term(TermKind::Word { word: name("W"), indices: vec![index] });
        let right = tree.term(TermKind::Letter(letter));
        let value = tree.formula(FormulaKind::Compare { op: Comparison::Equal, left, right });
        let body = tree.formula(FormulaKind::Binary { op: Connective::And, left: place, right: value });
        let quantifier = Quantifier::Exists;
        let case = tree.formula(FormulaKind::Quantified { quantifier, variables: vec![name("i")], body });
        whole = Some(match whole {
            None => case,
            Some(left) => tree.formula(FormulaKind::Binary { op: Connective::Or, left, right: case }),
        });
    }
    tree.finish()
}

/// The word with the output of the one relation that holds.
pub(super) fn pieced(parts: &[(Relation, i64)], budget: &Budget) -> Result<Word, WordError> {
    let systems = parts[0].0.systems().to_vec();
    let dfaos: Vec<Dfao> = parts.iter().map(|(relation, _)| Dfao::indicator(relation.dfa())).collect();
    let one = |known: &[Option<i64>]| {
        let held = known.iter().zip(parts).find(|(value, _)| **value == Some(1));
        held.map_or(0, |(_, (_, output))| *output)
    };
    Word::new(&Dfao::product(&dfaos, one, budget)?, systems, budget)
}

/// `word NAME[n] "term"`: the values of a term in word values, at its indices.
///
/// One relation for each value that the term may have; together they must hold everywhere.
pub(in super::super) fn by_expression(
    session: &mut Session,
    source: &Source,
    name: &Name,
    indices: &[Name],
    expression: Quoted,
    budget: &Budget,
) -> Result<Effect, CommandError> {
    if session.speaks_of_sequences(source.slice(expression.span)) {
        let word = session.word_of_sequence(source, indices, expression, budget)?;
        session.define_word(&name.text, word);
        return Ok(Effect::Nothing);
    }
    let wrong = |message: String| Diagnostic::error(source, expression.span, message);
    let term = parse_term(source, expression.span, &session.names)
        .map_err(|error| wrong("this is not a term".into()).label(error.message().to_owned()))?;
    let values = values_of(session, &term, term.root).map_err(wrong)?;
    let mut parts: Vec<(Relation, i64)> = Vec::new();
    for value in values {
        let formula = term.equals(TermKind::Letter(value));
        let (free, relation) = session.free_relation(source, &formula, budget).map_err(|failure| match failure {
            CommandError::Wrong(error) => {
                wrong("the term cannot be read".into()).label(error.message().to_owned()).into()
            }
            other => other,
        })?;
        let mut sorted: Vec<&str> = indices.iter().map(|index| &*index.text).collect();
        sorted.sort_unstable();
        if sorted != free.iter().map(|name| &**name).collect::<Vec<_>>() {
            let error = wrong(format!("the variables of the term are {}", list(&free)));
            return Err(error.label(format!("the indices are {}", sorted.join(", "))).into());
        }
        parts.push((relation, value));
    }
    let word = pieced(&parts, budget).map_err(|error| wrong(error.to_string()))?;
    let missing = Dfao::product(
        &parts.iter().map(|(relation, _)| Dfao::indicator(relation.dfa())).collect::<Vec<_>>(),
        |known| i64::from(known.contains(&Some(1))),
        budget,
    )?;
    let covered = Word::new(&missing, word.systems.clone(), budget).map_err(|error| wrong(error.to_string()))?;
    let uncovered: Dfa = covered.select(|value| value == 0);
    if !uncovered.is_empty() {
        let at = Relation::from_closed(Arc::new(uncovered), word.systems.clone()).first(1);
        let numbers: Vec<String> = at[0].iter().map(ToString::to_string).collect();
        let message = format!("the term has no value at {}", numbers.join(", "));
        return Err(wrong(message).label("an index is negative there").into());
    }
    // The relation's tracks are in alphabetical order; the word's are as written.
    let mut sorted: Vec<&str> = indices.iter().map(|index| &*index.text).collect();
    sorted.sort_unstable();
    let place = |index: &Name| sorted.binary_search(&&*index.text).expect("an index");
    let order = Track::list(indices.iter().map(place));
    let systems = order.iter().map(|&track| word.systems[track].clone()).collect();
    let word = Word::new(&word.dfao.permute(&order), systems, budget).map_err(|error| wrong(error.to_string()))?;
    session.define_word(&name.text, word);
    Ok(Effect::Nothing)
}

fn list(names: &[Arc<str>]) -> String {
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

/// Every value that a term may have; variables may stand in indices only.
fn values_of(session: &Session, term: &LoneTerm, id: TermId) -> Result<BTreeSet<i64>, String> {
    let of = |id: TermId| values_of(session, term, id);
    let pairs = |a: TermId, b: TermId, combine: &dyn Fn(i64, i64) -> Option<i64>| {
        let (a, b) = (of(a)?, of(b)?);
        let mut values = BTreeSet::new();
        for &x in &a {
            for &y in &b {
                values.insert(combine(x, y).ok_or("a value of the term is too large, or a division by 0")?);
            }
        }
        if values.len() > MOST_VALUES { Err("the term has too many values".to_owned()) } else { Ok(values) }
    };
    match &term[id].kind {
        TermKind::Variable(name) => Err(format!("`{name}` is outside an index, and a word has finitely many values")),
        TermKind::Number(n) => n.to_i64().map(|n| BTreeSet::from([n])).ok_or("a number is too large".into()),
        TermKind::Letter(letter) => Ok(BTreeSet::from([*letter])),
        TermKind::Negate(inner) => Ok(of(*inner)?.into_iter().map(|value| -value).collect()),
        TermKind::Add(a, b) => pairs(*a, *b, &|x, y| x.checked_add(y)),
        TermKind::Subtract(a, b) => pairs(*a, *b, &|x, y| x.checked_sub(y)),
        TermKind::Multiply(a, b) => pairs(*a, *b, &|x, y| x.checked_mul(y)),
        TermKind::Divide(a, b) => pairs(*a, *b, &|x, y| x.checked_div(y).map(|_| Integer::div_floor(&x, &y))),
        TermKind::Word { word, .. } => match crate::logic::Environment::word(&session.names, &word.text) {
            Some(Ok(word)) => Ok(word.values().into_iter().collect()),
            Some(Err(why)) => Err(why),
            None => Err(format!("unknown word `{}`", word.text)),
        },
    }
}
