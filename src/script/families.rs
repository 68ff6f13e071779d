//! Families: the command that names one, and statements about one.

use std::sync::Arc;

use crate::budget::Budget;
use crate::families::{self, Deciding, NoVerdict, Outcome, Slopes, Spoken};
use crate::logic::FunctionKind;
use crate::numeration::every_slope;
use crate::syntax::ast::{Formula, Name};
use crate::syntax::{Diagnostic, NameKind, Source, nearest};
use crate::words::{Indexed, WordFamily};

use super::arguments;
use super::outcome::{CommandError, Effect};
use super::session::Session;

impl Session {
    /// Makes the mechanical words of these slopes a family.
    pub(super) fn define_family(&mut self, name: &str, slopes: Slopes, budget: &Budget) -> Result<(), CommandError> {
        let tracks = vec![families::track(); 2];
        let word =
            WordFamily::new(&every_slope::mechanical(), tracks, budget).map_err(|_| CommandError::Contradiction)?;
        self.define_word(name, Indexed::Family(Arc::new(word)));
        self.names.families.insert(name.to_owned(), slopes);
        Ok(())
    }

    /// What a statement about a family comes to.
    pub(super) fn evaluate_family(
        &mut self,
        source: &Source,
        (formula, spoken): (&Formula, &Spoken),
        budget: &Budget,
    ) -> Result<Outcome, CommandError> {
        let slopes = match self.names.family(&spoken.family) {
            Some(slopes) => slopes,
            None => {
                let error = Diagnostic::error(source, spoken.span, format!("unknown family `{}`", spoken.family));
                let near = nearest(&spoken.family, self.names.families.keys().map(String::as_str));
                return Err(match near {
                    Some(near) => error.label(format!("did you mean `?{near}({})`?", spoken.slope)),
                    None => error
                        .label(format!("because of `?{}({})`", spoken.family, spoken.slope))
                        .help(format!("define it first, with `family {} sturmian:`", spoken.family)),
                }
                .into());
            }
        };
        let mut deciding = Deciding {
            source,
            environment: &self.names,
            atoms: &mut self.atoms,
            workspace: &mut self.workspace,
            budget,
            slopes,
        };
        families::evaluate(formula, spoken, &mut deciding).map_err(|why| match why {
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
            return Err(Diagnostic::error(source, counted.span, "numbers of a slope cannot be counted").into());
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
                    .label(format!("the slope `{}` is not bound", spoken.slope))
                    .help(format!("put `A{}` in front to claim it for all slopes", spoken.slope))
                    .into())
            }
        }
    }
}

impl super::names::Names {
    /// The slopes of the family that was defined under a name.
    pub(super) fn family(&self, name: &str) -> Option<Slopes> {
        self.own(NameKind::Word, name, &self.families).copied()
    }
}
