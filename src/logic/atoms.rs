//! Comparisons and calls: from terms to linear atoms and relations.
//!
//! Every part of a term is an existential at its atom: `x-2=y` says that some natural number t has t+2=x and t=y, so it
//! fails for x=1 whatever stands around it. A part that could be negative adds the condition that it is not, also where
//! its variables cancel, as in `y-y-4`, unless the system of the atom has negative numbers; a quotient adds a variable q
//! with kq <= t < kq+k. A negative part that is written without variables and words is an error. Word values are
//! finitely many: an atom that reads words is the disjunction over their values, grouped where values make no
//! difference. A comparison of word values and constants alone is one of integers.

use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Signed;

use crate::automata::Dfa;
use crate::budget::Halt;
use crate::numeration::{Compare, LinearAtom, NumerationSystem, TrackKind};
use crate::syntax::ast::{Comparison, FormulaId, Name, TermId, TermKind};
use crate::syntax::{Diagnostic, Span};
use crate::tuning::logic::atoms::WORD_COMBINATIONS;
use crate::tuning::logic::nesting::TERM_LEVELS;
use crate::words::Indexed;

use super::builder::Builder;
use super::comparison::as_atom;
use super::environment::{Function, FunctionKind};
use super::ir::{Expr, ExprRef, Kind, LinearConstraint, OverWords, Stored, Var};
use super::linear_form::LinearForm;
use super::statement::ResolveError;
use super::unknown::{system_at, told_apart};
use super::word_cases::{WordCase, WordValues};

/// What evaluating terms adds to their atom.
#[derive(Default)]
pub(super) struct Side {
    /// The system of the numbers, where variables or a track say which.
    system: Option<Arc<NumerationSystem>>,
    /// What words have the values of the case; nothing fresh is said of there.
    conditions: Vec<ExprRef>,
    fresh: Vec<Var>,
    constraints: Vec<ExprRef>,
    /// The last quotient.
    quotient: Option<Quotient>,
}

/// A variable that is the floor of `dividend / divisor`.
struct Quotient {
    var: Var,
    dividend: LinearForm,
    divisor: BigInt,
    /// How many constraints there were with those that say so, which are two and the last.
    constraints: usize,
}

impl Side {
    /// The atom with what was added to it.
    pub(super) fn around(mut self, atom: ExprRef) -> ExprRef {
        self.constraints.push(atom);
        let inner = match self.constraints.len() {
            1 => self.constraints.remove(0),
            _ => Expr::and(self.constraints),
        };
        Side::with_conditions(self.conditions, Expr::exists(self.fresh, inner))
    }

    /// The atom with what was added to it, where the atom reads words and the variables `placed` stand for terms:
    /// numbers with paddings as long as the words. The arithmetic that says which numbers they are is done first, for
    /// it is on numbers.
    pub(super) fn around_words(self, atom: ExprRef, placed: Vec<Var>) -> ExprRef {
        if placed.is_empty() {
            return Side::with_conditions(self.conditions, atom);
        }
        let others: Vec<Var> = self.fresh.into_iter().filter(|var| !placed.contains(var)).collect();
        let numbers = Expr::exists(others, Expr::and(self.constraints));
        let body = Expr::and(vec![numbers, atom]);
        let frame = body.free().to_vec();
        let quantifier = OverWords { infinitely: false, bound: placed, frame, fixed_length: true };
        Side::with_conditions(self.conditions, Expr::new(Kind::OverWords(quantifier, body)))
    }

    fn with_conditions(mut conditions: Vec<ExprRef>, atom: ExprRef) -> ExprRef {
        if conditions.is_empty() {
            return atom;
        }
        conditions.push(atom);
        Expr::and(conditions)
    }
}

impl Builder<'_> {
    /// `left op right`.
    pub(super) fn compare(
        &mut self,
        id: FormulaId,
        op: Comparison,
        left: TermId,
        right: TermId,
    ) -> Result<ExprRef, ResolveError> {
        self.inner_cases = 0;
        let system = self.arithmetic_system(&[left, right])?;
        let words = self.words_in(&[left, right]);
        if words.is_empty() {
            let side = Side { system, ..Side::default() };
            return self.compare_in_case(op, left, right, &WordValues::new(), side);
        }
        let span = self.formula[id].span;
        let Some(system) = system else { return self.compare_words(span, (op, left, right), &words) };
        let known = self.cases_of_sum(span, &[(left, 1), (right, -1)], system.is_signed())?;
        let mut cases = Vec::with_capacity(known.len());
        for WordCase { conditions, values } in known {
            let side = Side { system: Some(system.clone()), conditions, ..Side::default() };
            cases.push(self.compare_in_case(op, left, right, &values, side)?);
        }
        Ok(Expr::or(cases))
    }

    /// `left op right` where the words have these values.
    fn compare_in_case(
        &mut self,
        op: Comparison,
        left: TermId,
        right: TermId,
        case: &WordValues,
        mut side: Side,
    ) -> Result<ExprRef, ResolveError> {
        let (small, large, compare, offset) = as_atom(op, left, right);
        let a = self.linear_form(small, case, &mut side, 0)?;
        let b = self.linear_form(large, case, &mut side, 0)?;
        // A side that is at least the other, which is natural, needs no condition of its own; a constant is looked at
        // all the same, for a negative one is a mistake.
        if compare != Compare::Equal || !b.is_natural() || a.as_constant().is_some() {
            self.require_natural(&a, small, &mut side)?;
        }
        if compare == Compare::NotEqual || !a.is_natural() || b.as_constant().is_some() {
            self.require_natural(&b, large, &mut side)?;
        }
        let span = self.formula[left].span;
        if let Some(atom) = self.quotient_and_constant(&a, &b, compare, offset, &mut side, span)? {
            return Ok(side.around(atom));
        }
        let difference = a.minus(&b).minus(&LinearForm::constant(offset));
        let atom = self.compared(&difference, compare, span)?;
        Ok(side.around(atom))
    }

    /// `a < b + offset`, `a = b` or `a != b` where one side is a quotient that nothing else speaks of, the other a
    /// constant: floor(d / k) < m iff d < k m, for integers. There is no quotient then, and no coefficient k.
    fn quotient_and_constant(
        &mut self,
        a: &LinearForm,
        b: &LinearForm,
        compare: Compare,
        offset: i32,
        side: &mut Side,
        span: Span,
    ) -> Result<Option<ExprRef>, ResolveError> {
        let Some(Quotient { var, dividend, divisor, constraints }) = side.quotient.take() else { return Ok(None) };
        let is_alone = side.fresh.last() == Some(&var) && side.constraints.len() == constraints;
        let (is_left, m) = match (a.as_variable(), b.as_variable(), a.as_constant(), b.as_constant()) {
            (Some(left), _, _, Some(m)) if left == var && is_alone => (true, m),
            (_, Some(right), Some(m), _) if right == var && is_alone => (false, m),
            _ => return Ok(None),
        };
        side.fresh.pop();
        side.constraints.truncate(constraints - 2);
        let mut below = |m: &BigInt| {
            let difference = dividend.minus(&LinearForm::constant(m * &divisor));
            self.compared(&difference, Compare::Less, span)
        };
        Ok(Some(match compare {
            Compare::Less if is_left => below(&(m + offset))?,
            // m < q + offset iff not q < m - offset + 1.
            Compare::Less => Expr::negation(below(&(m - offset + 1))?),
            Compare::Equal => Expr::and(vec![below(&(m + 1))?, Expr::negation(below(m)?)]),
            Compare::NotEqual => Expr::or(vec![Expr::negation(below(&(m + 1))?), below(m)?]),
        }))
    }

    /// `$function(arguments)`.
    pub(super) fn call(
        &mut self,
        function: &Arc<Function>,
        name: &Name,
        arguments: &[TermId],
    ) -> Result<ExprRef, ResolveError> {
        let tracks: Vec<TrackKind> = match function.kind() {
            FunctionKind::Truth(value) => return Ok(Expr::truth(*value)),
            FunctionKind::Relation(relation) => relation.systems().iter().cloned().map(TrackKind::Numbers).collect(),
            FunctionKind::Language(language) => language.tracks.clone(),
        };
        let mut ranges = Vec::with_capacity(tracks.len());
        for (i, (track, &argument)) in tracks.iter().zip(arguments).enumerate() {
            let place = format!("argument {} of `${}`", i + 1, name.text);
            ranges.push(self.argument_range(&place, track, argument)?);
        }
        let shown = format!("${}", name.text);
        let (table, systems) =
            self.table_of(function, (&shown, format!("{shown}(%)")), name.span, (&ranges, arguments))?;
        let shift = if table.of_words { None } else { self.shift_of(&systems, &table.dfa)? };
        if table.dfa.is_empty() {
            return Ok(Expr::truth(false));
        }
        self.inner_cases = 0;
        self.at_places(name.span, arguments, &ranges, (table, shift))
    }

    /// The track of a relation `y = shift(x)` on which `x` stands, if the relation is that one, whatever it is called.
    fn shift_of(&self, systems: &[Arc<NumerationSystem>], dfa: &Dfa) -> Result<Option<usize>, Halt> {
        let [system, other] = systems else { return Ok(None) };
        if system != other || !system.can_shift() {
            return Ok(None);
        }
        for (from, coefficients) in [[vec![0, 1], vec![-1]], [vec![-1], vec![0, 1]]].into_iter().enumerate() {
            let shift = LinearAtom { coefficients: coefficients.into(), compare: Compare::Equal, constant: 0 };
            if *system.linear(&shift, self.budget)? == *dfa {
                return Ok(Some(from));
            }
        }
        Ok(None)
    }

    /// The word term's value satisfies `wanted`.
    pub(super) fn selected(&mut self, id: TermId, wanted: &dyn Fn(i64) -> bool) -> Result<ExprRef, ResolveError> {
        let word = self.words[&id].clone();
        let TermKind::Word { word: name, indices } = &self.formula[id].kind else {
            unreachable!("only word terms are looked up")
        };
        let word = match word {
            Indexed::Word(word) => word,
            Indexed::Family(family) => return self.selected_of_family(id, (&family, name, indices), wanted),
        };
        for (i, (system, &index)) in word.systems.iter().zip(indices).enumerate() {
            if let Some(own) = self.arithmetic_system(&[index])?
                && own != *system
            {
                let place = format!("index {} of `{}`", i + 1, name.text);
                return Err(self.other_system(&place, self.formula[index].span, [system, &own]).into());
            }
        }
        let table = self.workspace.selection(&word, &name.text, wanted);
        let ranges: Vec<TrackKind> = word.systems.iter().cloned().map(TrackKind::Numbers).collect();
        self.at_places(self.formula[id].span, indices, &ranges, (table, None))
    }

    /// A relation between terms; a shift leads from one of its tracks to the other.
    pub(super) fn at_places(
        &mut self,
        span: Span,
        terms: &[TermId],
        ranges: &[TrackKind],
        (table, shift): (Stored, Option<usize>),
    ) -> Result<ExprRef, ResolveError> {
        let known = match (terms, ranges) {
            ([term], [range]) => {
                let is_signed = range.system().is_some_and(|system| system.is_signed());
                self.cases_of_sum(span, &[(*term, 1)], is_signed)?
            }
            _ => self.cases(span, &self.words_in(terms))?,
        };
        // Words in indices of words in indices multiply them.
        self.inner_cases += known.len().saturating_sub(1);
        if self.inner_cases > WORD_COMBINATIONS {
            return Err(self.too_many_cases(span));
        }
        let mut cases = Vec::with_capacity(known.len());
        for WordCase { conditions, values } in known {
            let mut side = Side { conditions, ..Side::default() };
            let (vars, placed) = self.places(terms, ranges, &values, &mut side)?;
            cases.push(match shift {
                Some(from) => side.around(shifted(vars[from], vars[1 - from])),
                None if table.of_words => side.around_words(Expr::new(Kind::Relation(table.clone(), vars)), placed),
                None => side.around(Expr::new(Kind::Relation(table.clone(), vars))),
            });
        }
        Ok(if cases.len() == 1 { cases.remove(0) } else { Expr::or(cases) })
    }

    /// A variable for each term: itself, or a fresh one that equals it; and those that are fresh.
    pub(super) fn places(
        &mut self,
        terms: &[TermId],
        ranges: &[TrackKind],
        case: &WordValues,
        side: &mut Side,
    ) -> Result<(Vec<Var>, Vec<Var>), ResolveError> {
        let mut vars = Vec::with_capacity(terms.len());
        let mut placed = Vec::new();
        for (&term, range) in terms.iter().zip(ranges) {
            if let Some(&var) = self.occurrences.get(&term) {
                vars.push(var);
                continue;
            }
            side.system = range.system().cloned();
            let form = self.linear_form(term, case, side, 0)?;
            // `x+0` is x; but a number that a term comes to is padded as it may be, x as it is elsewhere.
            if let Some(var) = form.as_variable().filter(|_| self.on_digits.is_empty()) {
                vars.push(var);
                continue;
            }
            let place = self.variables.fresh(range.system().expect("a term is a number"));
            placed.push(place);
            let equation = LinearForm::variable(place).minus(&form);
            let equation = self.compared(&equation, Compare::Equal, self.formula[term].span)?;
            side.fresh.push(place);
            side.constraints.push(equation);
            vars.push(place);
        }
        Ok((vars, placed))
    }

    /// The linear form of a term. Conditions on its proper sub-terms go to `side`; that it is itself natural is left
    /// to the caller, who may know it.
    fn linear_form(
        &mut self,
        id: TermId,
        case: &WordValues,
        side: &mut Side,
        depth: usize,
    ) -> Result<LinearForm, ResolveError> {
        self.check_depth(id, depth)?;
        let formula = self.formula;
        let span = formula[id].span;
        let mut operand = |this: &mut Self, id: TermId| -> Result<LinearForm, ResolveError> {
            let form = this.linear_form(id, case, side, depth + 1)?;
            this.require_natural(&form, id, side)?;
            Ok(form)
        };
        Ok(match &formula[id].kind {
            TermKind::Variable(_) => LinearForm::variable(self.occurrences[&id]),
            TermKind::Number(n) => LinearForm::constant(BigInt::from(n.clone())),
            TermKind::Letter(letter) => LinearForm::constant(*letter),
            TermKind::Word { .. } => LinearForm::constant(case[&id]),
            TermKind::Negate(inner) => LinearForm::default().minus(&operand(self, *inner)?),
            TermKind::Add(a, b) => operand(self, *a)?.plus(&operand(self, *b)?),
            TermKind::Subtract(a, b) => operand(self, *a)?.minus(&operand(self, *b)?),
            TermKind::Multiply(a, b) => {
                let (x, y) = (operand(self, *a)?, operand(self, *b)?);
                let (factor, other) = match (x.as_constant(), y.as_constant()) {
                    (Some(k), _) => (k, &y),
                    (None, Some(k)) => (k, &x),
                    (None, None) => {
                        return Err(Diagnostic::error(self.source, span, "a product of two terms with variables")
                            .label("one factor must be a constant")
                            .help("statements with products of variables cannot be decided")
                            .into());
                    }
                };
                other.scale(factor)
            }
            TermKind::Divide(a, b) => {
                let (dividend, divisor) = (operand(self, *a)?, operand(self, *b)?);
                // The floor of a / -k is that of -a / k.
                let sign = BigInt::from(if divisor.is_natural() { 1 } else { -1 });
                self.quotient(span, &dividend.scale(&sign), &divisor.scale(&sign), side)?
            }
        })
    }

    /// The floor of `dividend / divisor`.
    fn quotient(
        &mut self,
        span: Span,
        dividend: &LinearForm,
        divisor: &LinearForm,
        side: &mut Side,
    ) -> Result<LinearForm, ResolveError> {
        let Some(divisor) = divisor.as_constant().filter(|k| k.is_positive()) else {
            return Err(Diagnostic::error(self.source, span, "division by something that is not a constant, or by 0")
                .label("the divisor must be 1, 2, 3, ...; in systems with negative numbers also -1, -2, ...")
                .into());
        };
        if let Some(value) = dividend.as_constant() {
            return Ok(LinearForm::constant(value.div_floor(divisor)));
        }
        let system = dividend.some_variable().map(|var| self.variables.system(var).clone());
        let quotient = self.variables.fresh(&system.expect("a form that is not constant has a variable"));
        let multiple = LinearForm::variable(quotient).scale(divisor);
        let not_above = multiple.minus(dividend).minus(&LinearForm::constant(1));
        let not_below = dividend.minus(&multiple).minus(&LinearForm::constant(divisor.clone()));
        for difference in [not_above, not_below] {
            let constraint = self.compared(&difference, Compare::Less, span)?;
            side.constraints.push(constraint);
        }
        side.fresh.push(quotient);
        let constraints = side.constraints.len();
        side.quotient =
            Some(Quotient { var: quotient, dividend: dividend.clone(), divisor: divisor.clone(), constraints });
        Ok(LinearForm::variable(quotient))
    }

    /// Whether a term may be negative: the system of its atom, or that in which it is written, has such numbers.
    fn is_signed(&self, id: TermId, side: &Side) -> Result<bool, ResolveError> {
        if let Some(system) = &side.system {
            return Ok(system.is_signed());
        }
        let term = &self.formula[id];
        Ok(system_at(self.environment, self.source, &term.system, term.span)?.is_signed())
    }

    /// Adds the condition that a term is a number of its system, unless it cannot be anything else.
    fn require_natural(&mut self, form: &LinearForm, id: TermId, side: &mut Side) -> Result<(), ResolveError> {
        if form.is_natural() || self.is_signed(id, side)? {
            return Ok(());
        }
        let span = self.formula[id].span;
        if let Some(value) = form.as_constant()
            && self.is_written_constant(id)
        {
            let system = side.system.as_ref().map_or(&self.formula[id].system, |system| system.name());
            return Err(Diagnostic::error(self.source, span, format!("{value} is not a natural number"))
                .label(format!("{system} has no negative numbers"))
                .help("systems with negative numbers: `msd_neg_2` and other negative bases, `msd_neg_fib`")
                .into());
        }
        // form >= 0, as -form - 1 < 0.
        let negative = LinearForm::constant(-1).minus(form);
        let condition = self.compared(&negative, Compare::Less, span)?;
        side.constraints.push(condition);
        Ok(())
    }

    /// Whether neither a variable nor the value of a word stands in a term. `y-y-4` comes to a constant, and is none.
    fn is_written_constant(&self, id: TermId) -> bool {
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            let kind = &self.formula[id].kind;
            if matches!(kind, TermKind::Variable(_) | TermKind::Word { .. }) {
                return false;
            }
            pending.extend(kind.operands());
        }
        true
    }

    fn compared(&mut self, form: &LinearForm, compare: Compare, span: Span) -> Result<ExprRef, ResolveError> {
        form.compared(compare, &mut self.variables).ok_or_else(|| {
            Diagnostic::error(self.source, span, "a coefficient beyond 2^256, in lowest terms")
                .label("too many remainders")
                .help("an automaton that multiplies by k has about k states")
                .into()
        })
    }

    pub(super) fn check_depth(&self, id: TermId, depth: usize) -> Result<(), ResolveError> {
        if depth <= TERM_LEVELS {
            return Ok(());
        }
        let message = format!("terms nested more than {TERM_LEVELS} deep");
        Err(Diagnostic::error(self.source, self.formula[id].span, message).into())
    }

    /// The one system of all variables in these terms, those in word indices not counted; `None` without variables.
    pub(super) fn arithmetic_system(&self, terms: &[TermId]) -> Result<Option<Arc<NumerationSystem>>, ResolveError> {
        let mut found: Option<(Arc<NumerationSystem>, Span)> = None;
        let mut pending: Vec<TermId> = terms.iter().rev().copied().collect();
        while let Some(id) = pending.pop() {
            let term = &self.formula[id];
            if let Some(&var) = self.occurrences.get(&id) {
                let system = self.variables.system(var);
                match &found {
                    None => found = Some((system.clone(), term.span)),
                    Some((known, _)) if known == system => {}
                    Some((known, first)) => {
                        let [one, other] = told_apart(self.environment, self.source, term.span, [known, system]);
                        let error = Diagnostic::error(
                            self.source,
                            term.span,
                            format!("arithmetic on numbers in {one} and {other}"),
                        );
                        return Err(error.label(format!("{other} here")).also(*first, format!("{one} here")).into());
                    }
                }
            }
            pending.extend(term.kind.operands().into_iter().rev());
        }
        Ok(found.map(|(system, _)| system))
    }
}

/// `shift(x) = y`.
fn shifted(x: Var, y: Var) -> ExprRef {
    let terms = match x.cmp(&y) {
        std::cmp::Ordering::Less => vec![(x, vec![0, 1]), (y, vec![-1])],
        std::cmp::Ordering::Equal => vec![(x, vec![-1, 1])],
        std::cmp::Ordering::Greater => vec![(y, vec![-1]), (x, vec![0, 1])],
    };
    Expr::new(Kind::Linear(LinearConstraint { terms, compare: Compare::Equal, constant: 0, signed: false }))
}
