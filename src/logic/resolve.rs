//! From a syntax tree to the intermediate form: names are looked up, variables get their systems.
//!
//! A variable has the system of the arithmetic it occurs in, or that of the track of a function or word it is given to
//! as it stands; two different ones are an error that shows both places. One that only stands on tracks given by a set
//! of digits is a word over them ([`over_words`](super::over_words)). Both passes over the tree are loops, so that no
//! formula is too deep for the stack.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::budget::Budget;
use crate::numeration::{Direction, NumerationSystem, TrackKind};
use crate::planted::{Bug, planted};
use crate::syntax::ast::{Formula, FormulaId, FormulaKind, Name, TermId, TermKind};
use crate::syntax::{DEFAULT_SYSTEM, Diagnostic, Source, Span};
use crate::words::Indexed;

use super::builder::{Builder, Limited};
use super::digit_order::{Orders, TrackUse, direction_of, function_order};
use super::environment::{Environment, Function, FunctionKind};
use super::ir::{Var, Variables};
use super::lookup::{called, indexed};
use super::statement::{ResolveError, Statement};
use super::unknown::{REDEFINED, system_at, told_apart};
use super::variable_uses::CommonDigits;
use super::workspace::Workspace;

/// Resolves the names in a formula.
///
/// # Errors
/// [`ResolveError::Wrong`] with the place of what makes no sense, [`ResolveError::Limit`] if reading a language as a
/// relation passes a limit.
pub fn resolve(
    formula: &Formula,
    source: &Source,
    environment: &dyn Environment,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Statement, ResolveError> {
    // Also where no number is read: a system that does not exist, or is undecided, is not passed over.
    for (system, place) in &formula.systems {
        system_at(environment, source, system, *place)?;
    }
    let mut orders = Orders::of(formula);
    let mut united = false;
    loop {
        let mut names = Names::new(formula, &orders, source, environment);
        names.visit(workspace, budget)?;
        if let Some((readers, error)) = names.misread() {
            let turnable = !readers.iter().any(|reader| names.reads_letters(*reader));
            if !turnable || !orders.flip_once(&readers) {
                return Err(error.into());
            }
            continue;
        }
        let (variables, free, limited) = names.numbered()?;
        if !united && let Some((direction, readers)) = names.one_order(&free)? {
            united = true;
            orders.align_order(direction, &readers);
            continue;
        }
        let formula = names.formula;
        let Names { occurrences, on_digits, binders, functions, words, .. } = names;
        let mut builder = Builder {
            formula,
            source,
            environment,
            workspace,
            budget,
            variables,
            occurrences,
            on_digits,
            limited,
            binders,
            functions,
            words,
            inner_cases: 0,
        };
        return builder.build(free);
    }
}

/// First pass: which variable each occurrence is, and what system it has.
struct Names<'a> {
    /// As written: behind a backquote, in the order that is flipped there.
    written: &'a Formula,
    formula: &'a Formula,
    orders: &'a Orders<'a>,
    source: &'a Source,
    environment: &'a dyn Environment,
    infos: Vec<Info>,
    scope: Vec<Var>,
    free: BTreeMap<Arc<str>, Var>,
    occurrences: HashMap<TermId, Var>,
    on_digits: HashSet<TermId>,
    binders: HashMap<FormulaId, Vec<Var>>,
    functions: HashMap<FormulaId, Arc<Function>>,
    words: HashMap<TermId, Indexed>,
    /// What reads numbers that are in the other digit order by a `?`, and the error if it cannot be turned.
    misread: Option<(HashSet<TrackUse>, Diagnostic)>,
    /// What reads numbers that something before it reads in the other digit order.
    at_odds: Option<(HashSet<TrackUse>, Diagnostic)>,
}

/// What is known of a variable.
struct Info {
    name: Arc<str>,
    system: Option<Known>,
    /// The digits of the tracks given by sets of digits on which it stands.
    digits: Option<CommonDigits>,
    /// The system in force where it is given to a track that only knows digits, or where it is bound.
    fallback: Arc<str>,
    span: Span,
}

/// The system of a variable, and why.
struct Known {
    system: Arc<NumerationSystem>,
    span: Span,
    /// Whose track it is given to there, if it is.
    owner: Option<(TrackUse, Arc<str>)>,
}

impl Known {
    /// What stands under the place, the system being called so.
    fn label(&self, name: &str) -> String {
        match &self.owner {
            Some((_, owner)) => format!("in {name} here, as `{owner}` reads it"),
            None if name == DEFAULT_SYSTEM => format!("in {name} here, by default"),
            None => format!("in {name} here, because of `?{}`", self.system.name()),
        }
    }
}

/// What is left to visit.
enum Visit<'a> {
    Formula(FormulaId),
    Term(TermId, Option<&'a Track>),
    Leave(usize),
}

/// What a term is given to directly.
struct Track {
    kind: TrackKind,
    /// Whose track it is: `$f` or `T[..]`.
    owner: (TrackUse, Arc<str>),
}

impl<'a> Names<'a> {
    fn new(
        written: &'a Formula,
        orders: &'a Orders<'a>,
        source: &'a Source,
        environment: &'a dyn Environment,
    ) -> Names<'a> {
        Names {
            written,
            formula: &orders.formula,
            orders,
            source,
            environment,
            infos: Vec::new(),
            scope: Vec::new(),
            free: BTreeMap::new(),
            occurrences: HashMap::new(),
            on_digits: HashSet::new(),
            binders: HashMap::new(),
            functions: HashMap::new(),
            words: HashMap::new(),
            misread: None,
            at_odds: None,
        }
    }

    fn visit(&mut self, workspace: &mut Workspace, budget: &Budget) -> Result<(), ResolveError> {
        // Looked-up objects live as long as the visit, so that pending terms can borrow their tracks' kinds.
        let functions = self.look_up_functions(workspace, budget)?;
        let words = self.look_up_words(workspace, budget)?;
        let kinds: HashMap<TermId, Track> = self.argument_kinds(&functions, &words);
        let mut pending = vec![Visit::Formula(self.formula.root)];
        while let Some(visit) = pending.pop() {
            match visit {
                Visit::Leave(count) => self.scope.truncate(self.scope.len() - count),
                Visit::Term(id, kind) => {
                    let term = &self.formula[id];
                    let child = |id: &TermId| Visit::Term(*id, None);
                    if let Some(Track { kind: TrackKind::Numbers(system), owner }) = kind {
                        self.arithmetic_on_track(id, system, owner.0)?;
                    }
                    match &term.kind {
                        TermKind::Variable(name) => self.occurrence(id, name, kind)?,
                        TermKind::Number(_) | TermKind::Letter(_) => {}
                        TermKind::Negate(inner) => pending.push(child(inner)),
                        TermKind::Add(a, b)
                        | TermKind::Subtract(a, b)
                        | TermKind::Multiply(a, b)
                        | TermKind::Divide(a, b) => pending.extend([child(b), child(a)]),
                        TermKind::Word { indices, .. } => {
                            pending.extend(indices.iter().rev().map(|&index| Visit::Term(index, kinds.get(&index))));
                        }
                    }
                }
                Visit::Formula(id) => match &self.formula[id].kind {
                    FormulaKind::Compare { left, right, .. } => {
                        pending.extend([Visit::Term(*right, None), Visit::Term(*left, None)]);
                    }
                    FormulaKind::Call { arguments, .. } => {
                        pending.extend(arguments.iter().rev().map(|&a| Visit::Term(a, kinds.get(&a))));
                    }
                    FormulaKind::Not(inner) | FormulaKind::Reverse(inner) => pending.push(Visit::Formula(*inner)),
                    FormulaKind::Binary { left, right, .. } => {
                        pending.extend([Visit::Formula(*right), Visit::Formula(*left)]);
                    }
                    FormulaKind::Quantified { variables, body, .. } => {
                        self.bind(id, variables)?;
                        pending.extend([Visit::Leave(variables.len()), Visit::Formula(*body)]);
                    }
                },
            }
        }
        self.functions = functions;
        self.words = words;
        Ok(())
    }

    fn look_up_functions(
        &self,
        workspace: &mut Workspace,
        budget: &Budget,
    ) -> Result<HashMap<FormulaId, Arc<Function>>, ResolveError> {
        let mut found = HashMap::new();
        for (i, node) in self.formula.nodes.iter().enumerate() {
            if let FormulaKind::Call { function, arguments } = &node.kind {
                let known = called((self.environment, self.source), function, arguments.len(), node.span)?;
                let id = FormulaId::at(i);
                let known = match self.orders.is_turned(TrackUse::Call(id)) {
                    true => workspace.reversals.function(&known, budget)?,
                    false => known,
                };
                found.insert(id, known);
            }
        }
        Ok(found)
    }

    fn look_up_words(
        &self,
        workspace: &mut Workspace,
        budget: &Budget,
    ) -> Result<HashMap<TermId, Indexed>, ResolveError> {
        let mut found = HashMap::new();
        for (i, node) in self.formula.terms.iter().enumerate() {
            if let TermKind::Word { word, indices } = &node.kind {
                let known = indexed((self.environment, self.source), word, indices.len(), node.span)?;
                let id = TermId::at(i);
                let known = match self.orders.is_turned(TrackUse::Word(id)) != self.reads_other_order(id, &known)? {
                    true => workspace.reversals.word(&known, budget)?,
                    false => known,
                };
                found.insert(id, known);
            }
        }
        Ok(found)
    }

    /// Whether a `?` names the system of a word in the other digit order. One that is not written names none, and
    /// families are never turned, which would read words of digits from their other end.
    fn reads_other_order(&self, id: TermId, word: &Indexed) -> Result<bool, ResolveError> {
        let term = &self.written[id];
        let Some(word) = word.word().filter(|_| &*term.system != DEFAULT_SYSTEM) else { return Ok(false) };
        let named = system_at(self.environment, self.source, &term.system, term.span)?;
        Ok(word.systems.iter().any(|system| system.mirrors(&named)))
    }

    /// Looks whether a term that is no variable is in the other digit order than the track that it is given to.
    fn arithmetic_on_track(
        &mut self,
        id: TermId,
        system: &Arc<NumerationSystem>,
        reader: TrackUse,
    ) -> Result<(), ResolveError> {
        let mut pending: Vec<TermId> = self.formula[id].kind.operands().into_iter().rev().collect();
        while let Some(id) = pending.pop() {
            let term = &self.formula[id];
            if let TermKind::Variable(_) = term.kind {
                let own = system_at(self.environment, self.source, &term.system, term.span)?;
                if own.mirrors(system) {
                    let message = format!("a number in {} where one in {} is expected", own.name(), system.name());
                    let error = Diagnostic::error(self.source, term.span, message).label("in the other digit order");
                    note(&mut self.misread, [reader], error);
                }
                return Ok(());
            }
            pending.extend(term.kind.operands().into_iter().rev());
        }
        Ok(())
    }

    /// What reads numbers in the wrong digit order, and the error if it cannot be turned. What a `?` says comes first.
    fn misread(&mut self) -> Option<(HashSet<TrackUse>, Diagnostic)> {
        self.misread.take().or_else(|| self.at_odds.take())
    }

    /// Whether a reader has a track of letters, which turning it would read from their other end.
    fn reads_letters(&self, reader: TrackUse) -> bool {
        let tracks = match reader {
            TrackUse::Call(id) => self.functions.get(&id).map(|function| tracks_of(function)),
            TrackUse::Word(id) => self.words.get(&id).map(Indexed::tracks),
        };
        tracks.unwrap_or_default().iter().any(|track| matches!(track, TrackKind::Digits(_)))
    }

    /// If variables are in both digit orders, the one for all of them, and what must be turned to it.
    fn one_order(&self, free: &[Var]) -> Result<Option<(Direction, HashSet<TrackUse>)>, ResolveError> {
        let known = |info: &'_ Info| info.system.as_ref().map(|known| known.system.direction());
        let orders: HashSet<Direction> = self.infos.iter().filter_map(known).collect();
        if orders.len() < 2 {
            return Ok(None);
        }
        let of_free = free.iter().filter_map(|var| Some((*var, known(&self.infos[var.0 as usize])?)));
        let of_free: Vec<(Var, Direction)> = of_free.collect();
        let direction = of_free.first().map_or(Direction::Msd, |(_, direction)| *direction);
        if let Some((other, _)) = of_free.iter().find(|(_, other)| *other != direction) {
            let [first, other] = [of_free[0].0, *other].map(|var| &self.infos[var.0 as usize]);
            let message = format!("`{}` and `{}` have different digit orders", first.name, other.name);
            let error = Diagnostic::error(self.source, other.span, message)
                .label("the other order")
                .also(first.span, "one order here")
                .help("one automaton reads either the most or the least significant digits first");
            return Err(error.into());
        }
        let call = self.functions.keys().find(|id| self.reads_letters(TrackUse::Call(**id)));
        let word = self.words.keys().find(|id| self.reads_letters(TrackUse::Word(**id)));
        if let Some(span) = call.map(|id| self.formula[*id].span).or(word.map(|id| self.formula[*id].span)) {
            let message = "numbers are in both digit orders here, and this reads letters";
            let error = Diagnostic::error(self.source, span, message);
            return Err(error.help("use one digit order in the whole statement").into());
        }
        let calls = self.functions.iter().map(|(id, function)| (TrackUse::Call(*id), function_order(function)));
        let words = self.words.iter().map(|(id, word)| (TrackUse::Word(*id), direction_of(&word.tracks())));
        let turned = calls.chain(words).filter(|(_, order)| order.is_some_and(|order| order != direction));
        Ok(Some((direction, turned.map(|(reader, _)| reader).collect())))
    }

    /// What the track is that a term is given to directly.
    fn argument_kinds(
        &self,
        functions: &HashMap<FormulaId, Arc<Function>>,
        words: &HashMap<TermId, Indexed>,
    ) -> HashMap<TermId, Track> {
        let mut kinds = HashMap::new();
        for (i, node) in self.formula.nodes.iter().enumerate() {
            if let FormulaKind::Call { function, arguments } = &node.kind {
                let owner = (TrackUse::Call(FormulaId::at(i)), Arc::from(format!("${}", function.text)));
                let tracks = tracks_of(&functions[&FormulaId::at(i)]).into_iter();
                let tracks = tracks.map(|kind| Track { kind, owner: owner.clone() });
                kinds.extend(arguments.iter().copied().zip(tracks));
            }
        }
        for (i, node) in self.formula.terms.iter().enumerate() {
            if let TermKind::Word { word, indices } = &node.kind {
                let owner = (TrackUse::Word(TermId::at(i)), Arc::from(format!("{}[..]", word.text)));
                let tracks = words[&TermId::at(i)].tracks().into_iter();
                let tracks = tracks.map(|kind| Track { kind, owner: owner.clone() });
                kinds.extend(indices.iter().copied().zip(tracks));
            }
        }
        kinds
    }

    fn bind(&mut self, id: FormulaId, names: &[Name]) -> Result<(), ResolveError> {
        let mut vars = Vec::with_capacity(names.len());
        for (i, name) in names.iter().enumerate() {
            if let Some(first) = names[..i].iter().find(|earlier| earlier.text == name.text) {
                return Err(Diagnostic::error(self.source, name.span, format!("`{}` is bound twice", name.text))
                    .also(first.span, "first here")
                    .into());
            }
            let var = self.add(name.text.clone(), "msd_2".into(), name.span);
            vars.push(var);
            self.scope.push(var);
        }
        self.binders.insert(id, vars);
        Ok(())
    }

    fn add(&mut self, name: Arc<str>, fallback: Arc<str>, span: Span) -> Var {
        self.infos.push(Info { name, system: None, digits: None, fallback, span });
        Var::at(self.infos.len() - 1)
    }

    fn occurrence(&mut self, id: TermId, name: &Arc<str>, track: Option<&Track>) -> Result<(), ResolveError> {
        let term = &self.formula[id];
        let bound = self.scope.iter().rev().copied().find(|var| self.infos[var.place()].name == *name);
        let var = match bound.or_else(|| self.free.get(name).copied()) {
            Some(var) => var,
            None => {
                let var = self.add(name.clone(), term.system.clone(), term.span);
                self.free.insert(name.clone(), var);
                var
            }
        };
        self.occurrences.insert(id, var);
        let system = match track.map(|track| &track.kind) {
            Some(TrackKind::Numbers(system)) => system.clone(),
            Some(TrackKind::Digits(values)) if !planted(Bug::Words) => {
                self.on_digits.insert(id);
                let owner = track.expect("it has a kind").owner.1.clone();
                let known = &mut self.infos[var.0 as usize].digits;
                *known = Some(CommonDigits::with(known.take(), self.source, name, (values, term.span, owner))?);
                return Ok(());
            }
            Some(TrackKind::Digits(_)) | None => system_at(self.environment, self.source, &term.system, term.span)?,
        };
        let here = Known { system, span: term.span, owner: track.map(|track| track.owner.clone()) };
        let info = &mut self.infos[var.place()];
        match &info.system {
            None => info.system = Some(here),
            Some(known) if known.system == here.system => {}
            Some(known) => {
                let error = two_systems((self.environment, self.source), name, known, &here);
                let mirrored = known.system.mirrors(&here.system);
                match (&known.owner, &here.owner) {
                    (None, Some((reader, _))) | (Some((reader, _)), None) if mirrored => {
                        note(&mut self.misread, [*reader], error);
                        if here.owner.is_none() {
                            info.system = Some(here);
                        }
                    }
                    (Some(_), Some((reader, _))) if mirrored => note(&mut self.at_odds, [*reader], error),
                    _ => return Err(error.into()),
                }
            }
        }
        Ok(())
    }

    /// The variables, each with what it ranges over, those that are free, by name, and the digits of those numbers that
    /// must be words over some of their system's digits.
    fn numbered(&mut self) -> Result<(Variables, Vec<Var>, Limited), ResolveError> {
        let mut variables = Variables::default();
        let mut limited = Limited::new();
        for info in &self.infos {
            let range: TrackKind = match (&info.system, &info.digits) {
                (Some(known), _) => known.system.clone().into(),
                (None, Some(digits)) => TrackKind::Digits(digits.values.clone()),
                (None, _) => system_at(self.environment, self.source, &info.fallback, info.span)?.into(),
            };
            let var = variables.add(info.name.clone(), range);
            if let (Some(known), Some(digits)) = (&info.system, &info.digits) {
                let own: Vec<i64> = (0..i64::from(known.system.digits())).collect();
                let place = (&own[..], known.span, Arc::from(known.label(known.system.name())));
                let common = digits.common_with(self.source, &info.name, place)?;
                if common.len() < own.len() {
                    limited.insert(var, common);
                }
            }
        }
        Ok((variables, self.free.values().copied().collect(), limited))
    }
}

/// Notes what must be turned, with the first error.
fn note(
    noted: &mut Option<(HashSet<TrackUse>, Diagnostic)>,
    readers: impl IntoIterator<Item = TrackUse>,
    error: Diagnostic,
) {
    noted.get_or_insert_with(|| (HashSet::new(), error)).0.extend(readers);
}

/// The error of a variable that is in two systems.
fn two_systems(of: (&dyn Environment, &Source), name: &str, known: &Known, here: &Known) -> Diagnostic {
    let (environment, source) = of;
    let systems = told_apart(environment, source, here.span, [&known.system, &here.system]);
    let error = Diagnostic::error(source, here.span, format!("`{name}` is in two numeration systems"))
        .label(here.label(&systems[1]))
        .also(known.span, known.label(&systems[0]));
    if known.system.name() == here.system.name() {
        return error.help(REDEFINED);
    }
    let fixed = [known, here].into_iter().find(|known| known.owner.is_some());
    match (fixed, &known.owner, &here.owner) {
        (_, Some(_), Some(_)) => error.help("a variable has one system: use two variables"),
        (Some(known), ..) => {
            let system = known.system.name();
            error.help(format!("a variable has one system: put `?{system}` before the other uses of `{name}`"))
        }
        _ => error.help("a variable has one system: use one `?` for both places"),
    }
}

fn tracks_of(function: &Function) -> Vec<TrackKind> {
    match function.kind() {
        FunctionKind::Truth(_) => Vec::new(),
        FunctionKind::Relation(relation) => relation.systems().iter().cloned().map(TrackKind::Numbers).collect(),
        FunctionKind::Language(language) => language.tracks.clone(),
    }
}
