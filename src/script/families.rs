//! Families: the command that names one, and statements about one.

use std::sync::Arc;

use crate::automata::Dfao;
use crate::budget::Budget;
use crate::families::{self, Deciding, Family, NoVerdict, Outcome, Spoken};
use crate::logic::FunctionKind;
use crate::numeration::{Compare, Language};
use crate::syntax::ast::{Formula, Name};
use crate::syntax::{Diagnostic, NameKind, Source, nearest};
use crate::words::{Indexed, WordFamily};

use super::arguments;
use super::outcome::{CommandError, Effect};
use super::session::Session;

impl Session {
    /// Makes these words a family.
    pub(super) fn define_family(
        &mut self,
        name: &str,
        (family, words): (Family, &Dfao),
        budget: &Budget,
    ) -> Result<(), CommandError> {
        let word = WordFamily::new(words, family.system.parameters.tracks(1), budget)
            .map_err(|_| CommandError::Contradiction)?;
        self.define_word(name, Indexed::Family(Arc::new(word)));
        self.names.families.insert(name.to_owned(), family);
        Ok(())
    }

    /// What a statement about a family comes to.
    pub(super) fn evaluate_family(
        &mut self,
        source: &Source,
        (formula, spoken): (&Formula, &Spoken),
        budget: &Budget,
    ) -> Result<Outcome, CommandError> {
        self.of_family(source, spoken, budget, |deciding| families::evaluate(formula, spoken, deciding))
    }

    /// What a certificate says of a statement about a family.
    pub(super) fn claimed_of_family(
        &mut self,
        source: &Source,
        (formula, spoken): (&Formula, &Spoken),
        budget: &Budget,
    ) -> Result<Option<(String, Language)>, CommandError> {
        self.of_family(source, spoken, budget, |deciding| families::claimed(formula, spoken, deciding))
    }

    /// What a certificate says of the sum of a family: nothing, if its sum is a function of the script.
    pub(super) fn sum_of_family(&self, name: &str, budget: &Budget) -> Result<Option<Language>, CommandError> {
        let Some(family) = self.names.family(name).filter(|_| self.names.words.contains_key(name)) else {
            return Ok(None);
        };
        let dfa = Arc::new(family.system.linear(&[1, 1, -1], Compare::Equal, 0, budget)?);
        Ok(Some(Language { dfa, tracks: family.system.parameters.tracks(3) }))
    }

    fn of_family<T>(
        &mut self,
        source: &Source,
        spoken: &Spoken,
        budget: &Budget,
        evaluate: impl FnOnce(&mut Deciding<'_>) -> Result<T, NoVerdict>,
    ) -> Result<T, CommandError> {
        let family = match self.names.family(&spoken.family) {
            Some(family) => family.clone(),
            None => {
                let error = Diagnostic::error(source, spoken.span, format!("unknown family `{}`", spoken.family));
                let near = nearest(&spoken.family, self.names.families.keys().map(String::as_str));
                return Err(match near {
                    Some(near) => error.label(format!("did you mean `?{near}({})`?", spoken.parameter)),
                    None => error
                        .label(format!("because of `?{}({})`", spoken.family, spoken.parameter))
                        .help(format!("define it first, with `family {} sturmian:`", spoken.family)),
                }
                .into());
            }
        };
        let mut deciding = Deciding {
            source,
            environment: &self.names,
            atoms: self.atoms.of(&family.system),
            workspace: &mut self.workspace,
            budget,
            supposed: family.supposed.as_ref(),
        };
        evaluate(&mut deciding).map_err(|why| match why {
            NoVerdict::Resolve(why) => why.into(),
            NoVerdict::Contradiction => CommandError::Contradiction,
        })
    }

    /// The effect of `eval` or `def` on a statement about a family.
    pub(super) fn effect_of_family(
        &mut self,
        source: &Source,
        (name, order): (Option<&Name>, Option<&[Name]>),
        counted: &[Name],
        (formula, spoken): (&Formula, &Spoken),
        budget: &Budget,
    ) -> Result<Effect, CommandError> {
        if let Some(counted) = counted.first() {
            return Err(Diagnostic::error(source, counted.span, "numbers of a parameter cannot be counted").into());
        }
        let place = formula[formula.root].span;
        match self.evaluate_family(source, (formula, spoken), budget)? {
            Outcome::Verdict(verdict) => {
                if let Some(order) = order {
                    arguments::order(source, order, &[], place)?;
                }
                if let Some(name) = name {
                    self.define_function(&name.text, FunctionKind::Truth(verdict.truth));
                }
                Ok(Effect::Verdict(verdict))
            }
            Outcome::Words(names, language) => {
                let order = order.map(|order| arguments::order(source, order, &names, place)).transpose()?;
                let (names, language) = match order {
                    Some(order) => (
                        order.iter().map(|&at| names[at].clone()).collect(),
                        arguments::language_in_order(&language, &order),
                    ),
                    None => (names, language),
                };
                if let Some(name) = name {
                    self.define_named(&name.text, FunctionKind::Language(language.clone()), names.clone());
                }
                Ok(Effect::Words(names, language))
            }
        }
    }

    /// The verdict of a closed statement about a family.
    pub(super) fn closed_family(
        &mut self,
        source: &Source,
        (formula, spoken): (&Formula, &Spoken),
        budget: &Budget,
    ) -> Result<Effect, CommandError> {
        match self.evaluate_family(source, (formula, spoken), budget)? {
            Outcome::Verdict(verdict) => Ok(Effect::Verdict(verdict)),
            Outcome::Words(..) => {
                let place = formula[formula.root].span;
                Err(Diagnostic::error(source, place, "a theorem with free variables")
                    .label(format!("the parameter `{}` is not bound", spoken.parameter))
                    .help(format!("put `A{}` in front to claim it for all", spoken.parameter))
                    .into())
            }
        }
    }
}

impl super::names::Names {
    /// The family that was defined under a name.
    pub(super) fn family(&self, name: &str) -> Option<&Family> {
        self.own(NameKind::Word, name, &self.families)
    }
}
