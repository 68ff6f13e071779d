//! Builds the minimal automaton of a formula with free variables, once for each formula up to renaming.
//!
//! From the automata of its parts, by products, unions, projections and counts, each minimized. A projection makes a
//! subset automaton, exponential at worst; `E>=k` counts runs up to k ([`Engine::count`]). What is built is kept in the
//! [`Workspace`](super::workspace::Workspace), and in the cache if it took long.

use std::sync::Arc;

use crate::automata::{
    Dfa, Dfao, LazyAutomaton, Nfa, State, StoredAutomaton, SubsetConstruction, Track, Union, determinize_within,
    minimal,
};
use crate::budget::{Halt, Instant};
use crate::numeration::{Direction, TrackKind, normalize_padding};
use crate::planted::{Bug, planted};
use crate::tuning::logic::memory;

use super::engine::Engine;
use super::frame::Frame;
use super::ir::{Expr, ExprRef, Kind, LinearConstraint, OverWords, Var};
use super::key::Key;
use super::large_coefficients::{hoist_quantifiers, is_large};
use super::show::show;
use super::tactics::Tactic;
use super::trace::{Input, Method};

/// An automaton and the variable of each of its tracks.
#[derive(Clone, Debug)]
pub struct Built {
    /// The automaton.
    pub dfa: Arc<Dfa>,
    /// The variable of each track, all distinct.
    pub vars: Vec<Var>,
}

impl Built {
    /// Puts the tracks in the order of `vars`.
    pub(super) fn ordered(self, vars: &[Var]) -> Built {
        if self.vars == vars {
            return self;
        }
        let dfa = Arc::new(self.dfa.reordered(&tracks(&self.vars, vars)));
        Built { dfa, vars: vars.to_vec() }
    }
}

impl Engine<'_> {
    /// The minimal automaton of a formula with free variables.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn relation(&mut self, expr: &ExprRef) -> Result<Built, Halt> {
        match expr.kind().is_atom() && expr.kind().read().len() == expr.free().len() {
            true => self.relation_of_tracks(expr),
            false => self.once(expr, |engine| engine.build(expr)),
        }
    }

    /// The minimal automaton of a formula. A stored relation keeps all its tracks: two of them may be of one variable.
    pub(super) fn relation_of_tracks(&mut self, expr: &ExprRef) -> Result<Built, Halt> {
        let built = match expr.kind() {
            Kind::Linear(linear) => self.linear(linear)?,
            Kind::Constant(var, value) => {
                Built { dfa: Arc::new(self.system(*var).constant(value, self.budget)?), vars: vec![*var] }
            }
            Kind::Relation(stored, vars) => Built { dfa: stored.dfa.clone(), vars: vars.clone() },
            Kind::Truth(_)
            | Kind::Not(_)
            | Kind::And(_)
            | Kind::Or(_)
            | Kind::Iff(..)
            | Kind::Exists(..)
            | Kind::AtLeast(..)
            | Kind::Infinitely(..)
            | Kind::OverWords(..)
            | Kind::Reverse(_) => return self.relation(expr),
        };
        let variables = self.variables;
        self.workspace.trace.uses(|| Input::Named(show(expr, variables).into()));
        Ok(built)
    }

    /// The relation kept for a formula; if there is none, a step that makes it.
    pub(super) fn once(
        &mut self,
        expr: &ExprRef,
        work: impl FnOnce(&mut Self) -> Result<Built, Halt>,
    ) -> Result<Built, Halt> {
        let key = self.workspace.key(expr, self.variables);
        let vars = key.order.clone();
        if let Some((dfa, step)) = self.workspace.relation(&key.code) {
            let variables = self.variables;
            let origin = || step.map_or_else(|| Input::Named(show(expr, variables).into()), Input::Step);
            self.workspace.trace.uses(origin);
            return Ok(Built { dfa, vars });
        }
        let started = Instant::now();
        let mut is_new = true;
        let work = |engine: &mut Self| match engine.known_from_before(&key)? {
            Some(dfa) => {
                engine.workspace.trace.by(Method::Cached);
                is_new = false;
                Ok(Built { dfa: Arc::new(dfa), vars: vars.clone() })
            }
            None => Ok(work(engine)?.ordered(&vars)),
        };
        let (built, step) = self.step(expr, work, |built| Some(built.dfa.clone()))?;
        if is_new && started.elapsed() >= memory::KEPT_AFTER {
            self.workspace.put_in_cache(&key, &built.dfa);
        }
        self.workspace.keep(key, &built.dfa, step);
        Ok(built)
    }

    /// The relation that the cache has under this key, if its tracks are those of the variables.
    fn known_from_before(&mut self, key: &Key) -> Result<Option<Dfa>, Halt> {
        let Some(dfa) = self.workspace.cached(key, self.budget) else { return Ok(None) };
        let frame = Frame::new(self.variables, &key.order)?;
        Ok((dfa.layout() == frame.layout()).then_some(dfa))
    }

    pub(super) fn linear(&mut self, linear: &LinearConstraint) -> Result<Built, Halt> {
        let vars: Vec<Var> = linear.terms.iter().map(|term| term.0).collect();
        Ok(Built { dfa: self.system(vars[0]).clone().linear(&linear.atom(), self.budget)?, vars })
    }

    fn build(&mut self, expr: &ExprRef) -> Result<Built, Halt> {
        match expr.kind() {
            Kind::Exists(vars, body) => self.build_exists(vars, body),
            Kind::AtLeast(count, vars, body) => {
                let counted = self.count(*count, vars, body)?;
                let kept: Vec<Var> = self.kept(vars, body);
                let dfa = counted.select(|n| n.unsigned_abs() + u64::from(planted(Bug::Count)) >= *count);
                let dfa = self.in_direction(&kept, dfa)?;
                Ok(Built { dfa: Arc::new(dfa), vars: kept })
            }
            Kind::Infinitely(vars, body) => self.build_infinitely(vars, body),
            Kind::OverWords(quantifier, body) => self.build_over_words(quantifier, body),
            Kind::Reverse(body) => {
                let built = self.relation(body)?;
                self.workspace.trace.by(Method::Reverse);
                let reversed = built.dfa.reverse().determinize(self.budget)?.minimize_within(self.budget)?;
                let dfa = normalize_padding(&reversed, &self.systems(&built.vars), self.budget)?;
                Ok(Built { dfa: Arc::new(dfa), vars: built.vars })
            }
            Kind::Or(parts) => self.build_any(expr, parts),
            Kind::Truth(_)
            | Kind::Linear(_)
            | Kind::Constant(..)
            | Kind::Relation(..)
            | Kind::Not(_)
            | Kind::And(_)
            | Kind::Iff(..) => {
                let vars = expr.free().to_vec();
                let settled = self.decide_closed(expr)?;
                let (bound, parts) = hoist_quantifiers(&settled, self.variables, self.workspace.tactics);
                if bound.is_empty() || settled.free().len() < vars.len() {
                    return self.build_join(&settled, &vars);
                }
                self.note_hoisted(&bound);
                Ok(self.projection(&bound, &Expr::and(parts), usize::MAX)?.ordered(&vars))
            }
        }
    }

    /// Explores all of an automaton over the frame and minimizes it.
    fn whole(&mut self, explorer: impl LazyAutomaton, frame: &Frame) -> Result<Arc<Dfa>, Halt> {
        let (dfa, explored) = minimal(explorer, frame.layout(), frame.layout().slots(), self.budget)?;
        self.workspace.trace.explored(explored);
        Ok(Arc::new(dfa))
    }

    /// The join of a conjunction (or of one condition) over these variables, minimal.
    fn build_join(&mut self, expr: &ExprRef, vars: &[Var]) -> Result<Built, Halt> {
        if let Kind::And(parts) = expr.kind()
            && parts.len() > 2
            && self.workspace.tactics.has(Tactic::StagedJoin)
            && vars.len() == expr.free().len()
            && !parts.iter().any(|part| is_large(part, self.workspace.tactics))
            && let Some(built) = self.joined_in_order(parts)?
        {
            return Ok(built.ordered(vars));
        }
        let frame = Frame::new(self.variables, vars)?;
        let dfa = if let Kind::Truth(false) = expr.kind() {
            Arc::new(Dfa::empty(frame.layout().clone()))
        } else {
            let join = self.join(expr, &frame)?;
            self.whole(join, &frame)?
        };
        Ok(Built { dfa, vars: vars.to_vec() })
    }

    fn build_any(&mut self, expr: &ExprRef, parts: &[ExprRef]) -> Result<Built, Halt> {
        let vars = expr.free().to_vec();
        let frame = Frame::new(self.variables, &vars)?;
        self.workspace.trace.by(Method::Union);
        let mut explorers: Vec<Box<dyn LazyAutomaton>> = Vec::new();
        for part in parts {
            let settled = self.decide_closed(part)?;
            if let Kind::Truth(value) = settled.kind() {
                if !value {
                    continue;
                }
                let valid = self.workspace.valid(&self.ranges(&vars), self.budget)?;
                return Ok(Built { dfa: valid, vars });
            }
            let built = self.relation(&settled)?;
            explorers.push(if built.vars.len() == vars.len() {
                Box::new(StoredAutomaton::new(built.dfa, &frame.slots(&built.vars), Arc::new([])))
            } else {
                // The other tracks may hold any number.
                Box::new(self.join(&settled, &frame)?)
            });
        }
        let dfa = match explorers.len() {
            0 => Arc::new(Dfa::empty(frame.layout().clone())),
            _ => self.whole(Union::new(explorers), &frame)?,
        };
        Ok(Built { dfa, vars })
    }

    fn build_exists(&mut self, vars: &[Var], body: &ExprRef) -> Result<Built, Halt> {
        let settled = self.decide_closed(body)?;
        if settled != *body {
            // A closed part was decided: the quantifier may move.
            let rest = self.workspace.rewriter().exists(vars, settled);
            return self.relation_over(&rest, &self.kept(vars, body));
        }
        if let Some(rest) = self.with_member_sums(vars, body)? {
            return self.relation_over(&rest, &self.kept(vars, body));
        }
        match self.by_windows(vars, body)? {
            Some(built) => Ok(built),
            None => self.projection(vars, body, usize::MAX),
        }
    }

    /// The quantifier: a bounded one by its own tactics, any other by subsets, if no more than so many edges need to be
    /// followed.
    pub(super) fn projection(&mut self, vars: &[Var], body: &ExprRef, most: usize) -> Result<Built, Halt> {
        if let Some(built) = self.bounded(vars, body)? {
            return Ok(built);
        }
        let (nfa, kept) = self.projected(vars, body)?;
        self.determinized(&nfa, kept, Some(body), most)
    }

    /// The minimal automaton of a projection on these variables, if no more than so many edges need to be followed. It is
    /// a projection of `body`, where that is known.
    pub(super) fn determinized(
        &mut self,
        nfa: &Nfa,
        kept: Vec<Var>,
        body: Option<&ExprRef>,
        most: usize,
    ) -> Result<Built, Halt> {
        self.workspace.trace.by(Method::Project);
        let universal = self.workspace.universal_states_of(nfa, &self.ranges(&kept), self.budget)?;
        let (only, budget) = (self.workspace.tactics.only_way(), self.budget);
        let reversed = || body.map_or(Ok(None), |body| self.reversed_by_parts(body, &kept));
        let found = determinize_within(nfa, &universal, only, most, reversed, budget)?;
        self.workspace.trace.explored(found.subsets);
        self.workspace.uses.note(match found.construction {
            SubsetConstruction::Forward => Tactic::Subsets,
            SubsetConstruction::Backward if found.is_by_given => Tactic::ReversedParts,
            SubsetConstruction::Backward => Tactic::ReversedSubsets,
        });
        if found.construction == SubsetConstruction::Backward {
            self.workspace.trace.by(Method::ProjectReversed);
        }
        Ok(Built { dfa: Arc::new(found.dfa), vars: kept })
    }

    /// A quantifier over tuples of one length: the body on the whole frame, then the tracks left, and all paddings of
    /// them if no word is among them.
    ///
    /// Infinitely many tuples on the tracks bound are of infinitely many lengths. So none has them while a word that is
    /// left fixes the length; otherwise numbers do for which, before their first digit, while they are padded, infinitely
    /// many words lead to one state from which they are accepted, for there are finitely many states. A predecessor of
    /// such a state is one as well, and so is a successor by a letter of padding: all paddings have them or none.
    fn build_over_words(&mut self, quantifier: &OverWords, body: &ExprRef) -> Result<Built, Halt> {
        let kept = quantifier.kept();
        let frame = Frame::new(self.variables, &kept)?;
        if quantifier.infinitely && quantifier.fixed_length {
            return Ok(Built { dfa: Arc::new(Dfa::empty(frame.layout().clone())), vars: kept });
        }
        let built = self.relation_over(body, &quantifier.frame)?;
        self.workspace.trace.by(Method::Project);
        let places = tracks(&built.vars, &kept);
        if quantifier.infinitely {
            self.workspace.trace.by(Method::Infinitely);
            let dfa = self.in_direction(&kept, (*built.dfa).clone())?;
            let mask = places.iter().map(|&track| dfa.layout().slots()[track].mask()).collect();
            let starts = dfa.endlessly_reached(mask);
            let nfa = Nfa::new(dfa.layout().clone(), dfa.transitions().clone(), starts, dfa.accepting().to_vec());
            let dfa = nfa.project(&places).determinize(self.budget)?.minimize_within(self.budget)?;
            return Ok(Built { dfa: Arc::new(self.in_direction(&kept, dfa)?), vars: kept });
        }
        let nfa = built.dfa.project(&places);
        let nfa = match kept.first().map(|&var| self.variables.range(var)) {
            _ if quantifier.fixed_length => nfa,
            Some(TrackKind::Numbers(system)) if system.direction() == Direction::Lsd => {
                nfa.drop_trailing_zeros().reverse().add_leading_zeros().reverse()
            }
            _ => nfa.drop_leading_zeros().add_leading_zeros(),
        };
        let universal = self.workspace.universal_states_of(&nfa, &self.ranges(&kept), self.budget)?;
        let found = determinize_within(
            &nfa,
            &universal,
            self.workspace.tactics.only_way(),
            usize::MAX,
            || Ok(None),
            self.budget,
        )?;
        self.workspace.trace.explored(found.subsets);
        Ok(Built { dfa: Arc::new(found.dfa), vars: kept })
    }

    fn build_infinitely(&mut self, vars: &[Var], body: &ExprRef) -> Result<Built, Halt> {
        let kept = self.kept(vars, body);
        let built = self.relation(body)?;
        let (endless, starts) = self.endless(vars, body)?;
        let nfa =
            Nfa::new(endless.layout().clone(), endless.transitions().clone(), starts, endless.accepting().to_vec());
        let dfa = nfa.project(&tracks(&built.vars, &kept)).determinize(self.budget)?.minimize_within(self.budget)?;
        Ok(Built { dfa: Arc::new(self.in_direction(&kept, dfa)?), vars: kept })
    }

    /// The minimal automaton of a formula over `vars`, which it may not all mention; its tracks are in their order.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn relation_over(&mut self, expr: &ExprRef, vars: &[Var]) -> Result<Built, Halt> {
        if expr.free().len() == vars.len() && !vars.is_empty() {
            if let Kind::Linear(linear) = expr.kind()
                && linear.terms.len() == vars.len()
            {
                return self.linear(&linear.ordered(vars));
            }
            return Ok(self.relation(expr)?.ordered(vars));
        }
        let settled = self.decide_closed(expr)?;
        Ok(self.build_join(&settled, vars)?.ordered(vars))
    }

    /// The body of a quantifier with its bound tracks forgotten, and the variables that are left.
    pub(super) fn projected(&mut self, vars: &[Var], body: &ExprRef) -> Result<(Nfa, Vec<Var>), Halt> {
        let built = self.relation(body)?;
        let kept: Vec<Var> = built.vars.iter().copied().filter(|var| !vars.contains(var)).collect();
        Ok((self.forgotten(&built, &kept), kept))
    }

    /// A relation without its tracks but `kept`.
    pub(super) fn forgotten(&self, built: &Built, kept: &[Var]) -> Nfa {
        let nfa = built.dfa.project(&tracks(&built.vars, kept));
        match self.system(built.vars[0]).direction() {
            Direction::Msd => nfa.drop_leading_zeros(),
            Direction::Lsd => nfa.drop_trailing_zeros(),
        }
    }

    pub(super) fn kept(&self, vars: &[Var], body: &ExprRef) -> Vec<Var> {
        body.free().iter().copied().filter(|var| !vars.contains(var)).collect()
    }

    /// The number of tuples of `vars` that satisfy the body, capped, as a function of the other variables (most
    /// significant digit first, whatever the direction): one variable is summed out at a time.
    pub(super) fn count(&mut self, cap: u64, vars: &[Var], body: &ExprRef) -> Result<Dfao, Halt> {
        let built = self.relation(body)?;
        self.workspace.trace.by(Method::Count);
        let msd = self.in_direction(&built.vars, (*built.dfa).clone())?;
        let mut counted = Dfao::indicator(&msd);
        let mut left = built.vars.clone();
        for var in vars {
            let kept = Track::list((0..left.len()).filter(|&track| left[track] != *var));
            counted = counted.sum_out(&kept, cap, self.budget)?;
            left.retain(|other| other != var);
        }
        let kept = self.kept(vars, body);
        Ok(counted.permute(&tracks(&left, &kept)))
    }

    /// The body, most significant digit first, and the states to which infinitely many tuples of `vars` lead before
    /// the other variables begin.
    pub(super) fn endless(&mut self, vars: &[Var], body: &ExprRef) -> Result<(Dfa, Vec<State>), Halt> {
        let built = self.relation(body)?;
        self.workspace.trace.by(Method::Infinitely);
        let dfa = self.in_direction(&built.vars, (*built.dfa).clone())?;
        let kept = self.kept(vars, body);
        let mask = tracks(&built.vars, &kept).iter().map(|&t| dfa.layout().slots()[t].mask()).collect();
        let starts = dfa.infinitely_reached(mask);
        Ok((dfa, starts))
    }

    /// Turns an automaton between the direction of these variables and most significant digit first.
    fn in_direction(&self, vars: &[Var], dfa: Dfa) -> Result<Dfa, Halt> {
        match vars.first().map(|&var| self.system(var).direction()) {
            Some(Direction::Lsd) => dfa.reverse().determinize(self.budget)?.minimize_within(self.budget),
            _ => Ok(dfa),
        }
    }
}

/// The place of each wanted variable among the tracks.
pub(super) fn tracks(vars: &[Var], wanted: &[Var]) -> Vec<Track> {
    let place = |var| vars.iter().position(|other| other == var).expect("a variable of the relation");
    Track::list(wanted.iter().map(place))
}
