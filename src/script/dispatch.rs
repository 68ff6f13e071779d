//! Runs commands: hands each to the code that does its work, under the budget of one statement, and notes what it made
//! and what it rests on.
//!
//! `transaction` binds the names afterwards. A limit on memory also empties the workspace, so that the next command
//! does not pay for it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::budget::{Budget, Instant};
use crate::disk::{make_folder, write_together};
use crate::library::{Directory, may_replace_linear};
use crate::logic::lints::{self, Lint};
use crate::logic::{Defined, FunctionKind, decide, define_words, resolve};
use crate::planted::{Bug, planted};
use crate::syntax::ast::{Command, CommandKind, Formula, Name, Quoted};
use crate::syntax::{Diagnostic, Source, Span, parse_morphism};

use super::arguments;
use super::commands::{self, Call};
use super::guesses::remark_on_guesses;
use super::outcome::{CommandError, Effect, Run, Saved};
use super::session::{Session, word_where_number_expected};
use super::steps::steps;
use super::subject::Subject;
use super::{counting, definitions, publish};

impl Session {
    /// Runs a command whose names are known, and writes nothing.
    pub(super) fn perform(&mut self, source: &Source, command: &Command) -> Result<Run, CommandError> {
        let started = Instant::now();
        let budget = self.budget();
        self.names.work_within(&budget);
        self.saved.clear();
        self.read_formulas.clear();
        self.names.undecided.take_noted();
        let before = self.names.guesses.begin();
        let effect = self.watched(source.slice(command.span), |session| session.effect(source, command, &budget));
        let guesses = self.names.guesses.end(before);
        let effect = self.unless_undecided(source, effect);
        let effect = effect.map_err(|failure| self.located(failure, &budget))?;
        let saved = std::mem::take(&mut self.saved);
        let mut notes = self.notes(source, &command.hints);
        notes.extend(remark_on_guesses(&guesses));
        let (largest, time) = (budget.largest(), started.elapsed());
        let mut run = Run { effect, largest, time, saved, steps: Vec::new(), notes, guesses };
        if let (Some(_), CommandKind::Eval { formula, .. } | CommandKind::Def { formula, .. }) =
            (&self.names.folders, &command.kind)
        {
            run.steps = steps(&self.new_steps(), &run, source.slice(formula.span));
        }
        Ok(run)
    }

    /// Answers one statement: the whole text of `source` is a formula.
    ///
    /// # Errors
    /// [`CommandError`].
    pub fn answer(&mut self, source: &Source) -> Result<Run, CommandError> {
        self.require(source.text(), None);
        let started = Instant::now();
        let budget = self.budget();
        self.names.work_within(&budget);
        let whole = Quoted { span: source.span() };
        self.read_formulas.clear();
        self.names.undecided.take_noted();
        let before = self.names.guesses.begin();
        let effect =
            self.watched(source.text(), |session| session.evaluate(source, (None, None), &[], &whole, &budget));
        let guesses = self.names.guesses.end(before);
        let effect = self.unless_undecided(source, effect).map_err(|failure| self.located(failure, &budget))?;
        let (largest, time) = (budget.largest(), started.elapsed());
        let mut notes = self.notes(source, &[]);
        notes.extend(remark_on_guesses(&guesses));
        Ok(Run { effect, largest, time, saved: Vec::new(), steps: Vec::new(), notes, guesses })
    }

    /// The linear representation by the variables `by` of the formula that stands somewhere in a text, as its file would say
    /// it; nothing is kept.
    pub(crate) fn count(&mut self, source: &Source, formula: Span, by: &[Name]) -> Result<String, CommandError> {
        self.names.undecided.take_noted();
        let read = self.read(source, formula);
        let read = self.unless_undecided(source, read.map_err(CommandError::from))?;
        let budget = self.budget();
        self.names.work_within(&budget);
        let files = self.watched(source.slice(formula), |session| {
            let (names, relation) = session.free_relation(source, &read, &budget)?;
            counting::files(source, "", by, &names, &relation, &budget)
        });
        let files = self.unless_undecided(source, files).map_err(|failure| self.located(failure, &budget))?;
        let text = files.into_iter().find_map(|file| match file {
            Saved::File(name, text) if name == ".json" => Some(text),
            _ => None,
        });
        Ok(text.expect("one of the files is for programs"))
    }

    /// The hints that were not followed, and what was noticed in files since the last command.
    fn notes(&self, source: &Source, hints: &[Span]) -> Vec<String> {
        let hint = |span: &Span| format!("`{}` is ignored: filbert chooses its own strategy", source.slice(*span));
        let remarks = self.remarks.borrow_mut().split_off(0);
        let noticed = self.names.files.take_notes().into_iter().chain(remarks);
        hints.iter().map(hint).chain(noticed).collect()
    }

    fn effect(&mut self, source: &Source, command: &Command, budget: &Budget) -> Result<Effect, CommandError> {
        match &command.kind {
            CommandKind::Eval { name, counted, formula } => {
                self.evaluate(source, (name.as_ref(), None), counted, formula, budget)
            }
            CommandKind::Def { name, order, counted, formula } => {
                let order = order.as_deref().filter(|_| !planted(Bug::Order));
                self.evaluate(source, (Some(name), order), counted, formula, budget)
            }
            CommandKind::Theorem { formula, .. } | CommandKind::Refute { formula, .. } => {
                self.closed(source, formula, budget)
            }
            CommandKind::Cover { target, pieces, .. } => self.cover(source, target, pieces, budget),
            CommandKind::Reg { name, alphabets, expression } => {
                let language = definitions::regular(source, &self.names, alphabets, expression.span, budget)?;
                self.define_function(&name.text, FunctionKind::Language(language));
                Ok(Effect::Nothing)
            }
            CommandKind::Sequence { name, variables, body } => {
                self.define_sequence(source, name, variables, *body, budget)
            }
            CommandKind::Macro { name, template } => Ok(self.define_macro(name, source.slice(template.span))),
            CommandKind::Morphism { name, rules } => {
                let morphism = definitions::morphism(source, &parse_morphism(source, rules.span)?, rules.span)?;
                self.saved.push(Saved::Morphism(name.text.to_string(), morphism.to_string()));
                self.names.morphisms.insert(name.text.to_string(), morphism);
                Ok(Effect::Nothing)
            }
            CommandKind::Promote { name, morphism } => self.promote(source, name, morphism, budget),
            CommandKind::Word { name, system, rules, coding } => {
                let word = definitions::word(source, &self.names, system, *rules, *coding, budget)?;
                self.define_word(&name.text, word);
                Ok(Effect::Nothing)
            }
            CommandKind::FixedPoint { name, rules, start, coding } => {
                let given = (name, *rules, *start, *coding);
                let (word, numerations) = definitions::fixed_point(source, &self.names.numerations, given, budget)?;
                self.names.numerations = numerations;
                self.define_word(&name.text, word);
                Ok(Effect::Nothing)
            }
            CommandKind::Numeration { name, definition } => {
                let positional = definitions::numeration(source, definition.span)?;
                self.names.numerations.define(&name.text, positional);
                Ok(Effect::Nothing)
            }
            CommandKind::WordBy { name, indices, expression } => {
                commands::by_expression(self, source, name, indices, *expression, budget)
            }
            CommandKind::Builtin { builtin, arguments } => {
                commands::run(Call { session: self, source, span: command.span, builtin: *builtin, arguments, budget })
            }
            CommandKind::Game { name, rule, clauses } => {
                let effect = self.define_game(source, name, *rule, clauses, budget)?;
                self.names.game_texts.insert(name.text.to_string(), source.slice(command.span).to_owned());
                Ok(effect)
            }
            CommandKind::Kernel { name, game, given } => {
                let effect = self.kernel(source, name, game, given.as_ref(), budget)?;
                self.add_checksums(source, command, game, |_| "The P-positions, stable and absorbing.".into());
                Ok(effect)
            }
            CommandKind::Guess { name, game } => self.guess(source, name, game, budget),
            CommandKind::Recursion { names, equations } => self.recursion(source, names, *equations, budget),
            CommandKind::Outcomes { name, game } => self.outcomes(source, name, game, budget),
            CommandKind::Redundant { name, game, family } => {
                self.redundant(source, name.as_ref(), game, *family, budget)
            }
            CommandKind::Grundy { name, game, upto } => {
                let effect = self.grundy(source, name, game, *upto, budget)?;
                self.add_checksums(source, command, game, |value| {
                    format!("The positions of Sprague-Grundy value {value}: the kernel of what is left without smaller ones.")
                });
                Ok(effect)
            }
            CommandKind::Include { path } => self.include(source, (command.span, path.span), budget),
            CommandKind::Load { file } => self.include(source, (command.span, file.span), budget),
            CommandKind::Quit => Ok(Effect::Quit),
        }
    }

    fn promote(
        &mut self,
        source: &Source,
        name: &Name,
        morphism: &Name,
        budget: &Budget,
    ) -> Result<Effect, CommandError> {
        let known = self.known_morphism(source, morphism)?;
        let word = definitions::promoted(source, &known, morphism.span, &self.names, budget)?;
        self.define_word(&name.text, word);
        Ok(Effect::Nothing)
    }

    fn define_macro(&mut self, name: &Name, text: &str) -> Effect {
        self.saved.push(Saved::Macro(name.text.to_string(), text.to_owned()));
        let text = if planted(Bug::Early) { self.names.settled(text.to_owned()) } else { text.to_owned() };
        if !planted(Bug::Macro) || !self.names.macros.contains_key(&*name.text) {
            self.names.macros.insert(name.text.to_string(), text);
        }
        Effect::Nothing
    }

    fn evaluate(
        &mut self,
        source: &Source,
        (name, order): (Option<&Name>, Option<&[Name]>),
        counted: &[Name],
        formula: &Quoted,
        budget: &Budget,
    ) -> Result<Effect, CommandError> {
        let subject = match counted {
            [] => self.subject(source, formula.span)?,
            // Only tuples of numbers can be counted.
            _ => self.subject_of_formula(source, formula.span)?,
        };
        let parsed = match subject {
            Subject::Formula(parsed) => parsed,
            Subject::Family(parsed, spoken) => {
                return self.effect_of_family(source, (name, order), counted, (&parsed, &spoken), budget);
            }
            Subject::Bounds | Subject::FixedWord | Subject::Sequences => {
                let effect = self.closed(source, formula, budget)?;
                if let (Effect::Verdict(verdict), Some(name)) = (&effect, name) {
                    self.define_function(&name.text, FunctionKind::Truth(verdict.truth));
                }
                return Ok(effect);
            }
        };
        let statement = resolve(&parsed, source, &self.names, &mut self.workspace, budget)?;
        let names: Vec<Arc<str>> = statement.free.iter().map(|&var| statement.variables.name(var).clone()).collect();
        let order = order.map(|order| arguments::order(source, order, &names, formula.span)).transpose()?;
        if statement.free.is_empty() {
            if let Some(name) = counted.first() {
                return Err(Diagnostic::error(source, name.span, "a closed statement has no values to count").into());
            }
            let verdict = decide(&statement, &mut self.workspace, budget)?;
            if let Some(name) = name {
                self.define_function(&name.text, FunctionKind::Truth(verdict.truth));
            }
            return Ok(Effect::Verdict(verdict));
        }
        let defined = define_words(&statement, &mut self.workspace, budget)?;
        let names = order.as_ref().map_or(names.clone(), |order| order.iter().map(|&at| names[at].clone()).collect());
        let relation = match (defined, order) {
            (Defined::Relation(relation), Some(order)) => arguments::in_order(&relation, &order),
            (Defined::Relation(relation), None) => relation,
            (Defined::Words(language), order) => {
                let language = order.map_or(language.clone(), |order| arguments::language_in_order(&language, &order));
                if let Some(counted) = counted.first() {
                    return Err(word_where_number_expected(source, counted.span, &statement)
                        .label("only numbers can be counted, each once, however it is padded")
                        .into());
                }
                if let Some(name) = name {
                    self.define_named(&name.text, FunctionKind::Language(language.clone()), names.clone());
                }
                return Ok(Effect::Words(names, language));
            }
        };
        if let Some(name) = name {
            if !counted.is_empty() {
                let files = counting::files(source, &name.text, counted, &names, &relation, budget)?;
                for file in &files {
                    if let Saved::File(file, text) = file
                        && file.ends_with(".json")
                    {
                        self.counted.insert(name.text.to_string(), text.clone());
                        self.names.sequences.remove(&*name.text);
                    }
                }
                self.saved.extend(files);
            }
            self.define_named(&name.text, FunctionKind::Relation(relation.clone()), names.clone());
        }
        Ok(Effect::Relation(names, relation))
    }

    /// The verdict of a statement that must be closed.
    fn closed(&mut self, source: &Source, formula: &Quoted, budget: &Budget) -> Result<Effect, CommandError> {
        let parsed = match self.subject(source, formula.span)? {
            Subject::Bounds => return self.bounds(source, formula.span, budget),
            Subject::FixedWord => return self.fixed(source, formula.span, budget),
            Subject::Sequences => return self.claim_of_sequences(source, formula.span, budget),
            Subject::Family(parsed, spoken) => return self.closed_family(source, (&parsed, &spoken), budget),
            Subject::Formula(parsed) => parsed,
        };
        let statement = resolve(&parsed, source, &self.names, &mut self.workspace, budget)?;
        if !statement.free.is_empty() {
            let names: Vec<String> =
                statement.free.iter().map(|&var| format!("`{}`", statement.variables.name(var))).collect();
            return Err(Diagnostic::error(source, formula.span, "a theorem with free variables")
                .label(format!("{} {} not bound", names.join(", "), if names.len() == 1 { "is" } else { "are" }))
                .help(match bound_for_nothing(&parsed, source) {
                    Some(name) => format!("`{name}` is bound but not used; `Ax,y` binds x and y"),
                    None => {
                        format!("put `A{}` in front to claim it for all values", names.join(",").replace('`', ""))
                    }
                })
                .into());
        }
        Ok(Effect::Verdict(decide(&statement, &mut self.workspace, budget)?))
    }

    /// Writes what a command made, where there is a disk.
    pub(super) fn publish(&mut self, source: &Source, command: &Command, run: &Run) -> Result<(), CommandError> {
        if self.given.is_some() {
            return Ok(());
        }
        let steps = (!run.steps.is_empty()).then_some(&run.steps[..]);
        let wrong = |message: String| Diagnostic::error(source, command.span, message);
        let mut files = Vec::new();
        for saved in &run.saved {
            match (&self.names.folders, saved) {
                (Some(folders), _) => files.extend(publish::files(saved, folders, steps)),
                (None, Saved::File(file, contents)) => files.push((self.outputs().join(file), contents.clone())),
                (None, _) => {}
            }
        }
        if self.names.folders.is_none() && !files.is_empty() {
            // A folder of a tree holds what commands write; beside a script there may be anything.
            may_replace_linear(&files).map_err(|why| {
                wrong(why).help("choose another name, or another folder with `filbert prove --out DIR`")
            })?;
            if self.outputs.is_none() {
                files.iter().try_for_each(|(path, _)| self.admit(path)).map_err(wrong)?;
            }
        }
        // What a session shows of an object can be made again of what its library has, and only that is read again.
        let shown = self.names.folders.as_ref().map(|folders| folders.target(Directory::Results, ""));
        let is_kept = |path: &Path| shown.as_ref().is_none_or(|shown| !path.starts_with(shown));
        let has_object = files.iter().any(|(path, _)| is_kept(path));
        let places: BTreeSet<&Path> = files.iter().filter_map(|(path, _)| path.parent()).collect();
        for folder in places.into_iter().filter(|folder| !folder.is_dir()) {
            make_folder(folder).map_err(|error| wrong(format!("cannot make `{}`: {error}", folder.display())))?;
        }
        write_together(&files, |path| !self.writes_for_now && (!has_object || is_kept(path)))
            .map_err(|(path, error)| wrong(format!("cannot write `{}`: {error}", path.display())))?;
        let Some(folders) = &self.names.folders else { return Ok(()) };
        let at = |directory: Directory, name: &String| folders.target(directory, &format!("{name}.txt"));
        for saved in &run.saved {
            match saved {
                Saved::Function(name, function) | Saved::Checksummed(name, function, _) => {
                    self.names.files.wrote_function(&at(Directory::Automata, name), function);
                }
                Saved::Word(name, word) => self.names.files.wrote_word(&at(Directory::Words, name), word),
                _ => {}
            }
        }
        Ok(())
    }

    /// Where files for other programs go, in a session without folders.
    fn outputs(&self) -> PathBuf {
        self.outputs.clone().unwrap_or_else(|| self.base().join(Directory::Results.folder()))
    }
}

/// A bound variable that nothing speaks of.
fn bound_for_nothing(formula: &Formula, source: &Source) -> Option<String> {
    let mut findings = lints::read(formula, source).into_iter();
    let unused = findings.find(|finding| finding.lint == Lint::UnusedVariable)?;
    Some(source.slice(unused.diagnostic.span()).to_owned())
}
