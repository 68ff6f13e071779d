//! What a computation may use, and how much it has used.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::tuning::budget;

use super::attempt::Attempt;
use super::clock::Instant;
use super::cores::{Cores, Lent};
use super::limit::{Halt, Limit};
use super::process::{INTERRUPTED, memory_in_use, memory_there_is, resident};
use super::progress::Progress;
use super::spill::Spill;

/// What a computation may use.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    /// What may be in use, however much [there is](memory_there_is).
    memory: usize,
    /// What the system may have given to the process, asked for once `memory` is half used: small and scattered objects take
    /// more of it than they have bytes.
    resident: usize,
    gauge: fn() -> usize,
    /// Threads that may find room at the same time, and take it.
    threads: usize,
    peak: Arc<AtomicUsize>,
    max_states: usize,
    max_looks: usize,
    looks: Arc<AtomicUsize>,
    interrupted: &'static AtomicBool,
    /// Set by who waits for this work alone, when it is to end.
    stop: Option<Arc<AtomicBool>>,
    largest: Arc<AtomicUsize>,
    progress: Option<Arc<Progress>>,
    /// Calls of [`Budget::check`], shared by clones: many short pieces of work are looked at as well as a long one.
    ticks: Arc<Alone>,
    /// The first limit of all work under this budget that was passed.
    passed: Arc<OnceLock<Limit>>,
    /// What others may be asked to help with.
    cores: Cores,
    spill: Option<Spill>,
}

/// A count that changes at every step, where no other thread looks: as far from what others change as two lines of a cache.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Alone(AtomicUsize);

impl Budget {
    /// Ends with [`Limit::Time`] once `time` has passed from now, with [`Limit::Memory`] once the process has more bytes in
    /// use, and with [`Limit::Interrupted`] once its user interrupts.
    ///
    /// There is no other way to a budget: none lacks one of the three. What memory is in use and whether the user has
    /// interrupted is known of the [process](super::process) and not for the caller to say.
    pub fn new(time: Duration, bytes: usize) -> Budget {
        Budget {
            deadline: Instant::now().checked_add(time),
            memory: without_overhead(bytes),
            resident: bytes,
            gauge: memory_in_use,
            threads: 1,
            peak: Arc::default(),
            max_states: usize::MAX,
            max_looks: usize::MAX,
            looks: Arc::default(),
            interrupted: &INTERRUPTED,
            stop: None,
            largest: Arc::default(),
            progress: None,
            ticks: Arc::default(),
            passed: Arc::default(),
            cores: Cores::default(),
            spill: None,
        }
    }

    /// For one object that is asked for outside of any statement.
    pub fn for_one_object() -> Budget {
        Budget::new(budget::OBJECT_TIME, usize::MAX)
    }

    /// For tests that are about something else, and for them alone.
    pub fn unlimited() -> Budget {
        Budget::new(Duration::MAX, usize::MAX)
    }

    /// For tests of what memory may be used, and for them alone.
    #[must_use]
    pub fn with_memory(self, memory: usize, gauge: fn() -> usize) -> Budget {
        Budget { memory, resident: usize::MAX, gauge, ..self }
    }

    /// Ends with [`Limit::Time`] once `time` has passed from now, too.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Budget {
        let own = Instant::now().checked_add(time);
        self.deadline = [self.deadline, own].into_iter().flatten().min();
        // What it passes is its own affair.
        self.passed = Arc::default();
        self
    }

    /// One of so many shares of the time that is left, and all else that this budget allows.
    #[must_use]
    pub fn with_share(&self, shares: u32) -> Budget {
        match self.time_left() {
            Some(left) => self.clone().with_time(left / shares.max(1)),
            None => self.clone(),
        }
    }

    /// All but one of so many shares of the time that is left, which is kept for later, and all else that this budget
    /// allows.
    #[must_use]
    pub fn without_share(&self, shares: u32) -> Budget {
        match self.time_left() {
            Some(left) => self.clone().with_time(left - left / shares.max(1)),
            None => self.clone(),
        }
    }

    /// Ends with [`Limit::Memory`] once so many bytes more are in use than now, too.
    #[must_use]
    pub fn with_room(mut self, bytes: usize) -> Budget {
        // A sum that saturates is beyond what is allowed anyway.
        self.memory = self.memory.min((self.gauge)().saturating_add(bytes));
        self
    }

    /// Ends with [`Limit::States`] when one automaton grows beyond `states`.
    #[must_use]
    pub fn with_states(mut self, states: usize) -> Budget {
        self.max_states = states;
        self
    }

    /// Ends with [`Limit::Looks`] after so many looks at clock, memory and interrupt, which come after the same work on
    /// every machine: a limit on time that is met at the same place whenever the same thing is computed.
    #[must_use]
    pub fn with_looks(mut self, looks: usize) -> Budget {
        self.max_looks = looks;
        self
    }

    /// Ends with [`Limit::Interrupted`] once `stop` is set, too.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Budget {
        self.stop = Some(stop);
        self
    }

    /// Lets what does not fit into memory stand in a folder.
    #[must_use]
    pub fn with_spill(mut self, spill: Option<Spill>) -> Budget {
        self.spill = spill;
        self
    }

    /// Where what does not fit into memory may stand.
    pub fn spill(&self) -> Option<&Spill> {
        self.spill.as_ref()
    }

    /// Lets work use these cores besides its own while they are free.
    #[must_use]
    pub fn with_cores(mut self, cores: Cores) -> Budget {
        self.cores = cores;
        self
    }

    /// Cores that may help now with so many pieces of work, each with at least so many of them; none where looks are
    /// counted, which come after the same work of one thread.
    pub fn helpers(&self, pieces: usize, least: usize) -> Lent<'_> {
        self.cores.help(if self.max_looks == usize::MAX { pieces } else { 0 }, least)
    }

    /// For one of so many threads, within the same budget: counts that every step changes are its own.
    #[must_use]
    pub fn beside(&self, threads: usize) -> Budget {
        let mut helper = self.clone();
        helper.threads = self.threads.saturating_mul(threads);
        helper.ticks = Arc::default();
        helper.largest = Arc::new(AtomicUsize::new(self.largest()));
        helper
    }

    /// For work on the side, which ends after so many looks and leaves no trace: it passes no limit of this budget, and its
    /// automata are not counted among the largest.
    #[must_use]
    pub fn aside(&self, looks: usize) -> Budget {
        let mut aside = self.clone().with_looks(looks);
        (aside.ticks, aside.looks) = (Arc::default(), Arc::default());
        (aside.largest, aside.passed) = (Arc::default(), Arc::default());
        aside
    }

    /// For a part of the work whose largest automaton is asked for, within the same budget.
    #[must_use]
    pub fn part(&self) -> Budget {
        let mut part = self.clone();
        part.largest = Arc::default();
        part
    }

    /// Ends what [`Budget::beside`] or [`Budget::part`] began.
    pub fn rejoin(&self, helper: &Budget) {
        self.largest.fetch_max(helper.largest(), Ordering::Relaxed);
    }

    /// Writes there how far work has come.
    #[must_use]
    pub fn with_progress(mut self, progress: Arc<Progress>) -> Budget {
        self.progress = Some(progress);
        self
    }

    /// Who is watched, if someone is.
    pub fn progress(&self) -> Option<&Progress> {
        self.progress.as_deref()
    }

    /// Called wherever an automaton under construction has grown to `states`.
    ///
    /// # Errors
    /// The limit that was passed. Clock, memory and interrupt are looked at once in some hundred calls.
    #[inline]
    pub fn check(&self, states: usize) -> Result<(), Halt> {
        if states > self.largest.load(Ordering::Relaxed) {
            self.largest.fetch_max(states, Ordering::Relaxed);
        }
        if states > self.max_states {
            return Err(Halt::Limit(Limit::States));
        }
        let ticks = self.ticks.0.fetch_add(1, Ordering::Relaxed);
        if ticks % budget::CALLS_BETWEEN_POLLS != budget::CALLS_BETWEEN_POLLS - 1 {
            return Ok(());
        }
        if let Some(progress) = &self.progress {
            progress.grown(states);
        }
        self.check_now()
    }

    /// Called before so many bytes are taken in one piece.
    ///
    /// # Errors
    /// [`Limit::Memory`] if there is no room for them.
    pub fn check_room(&self, bytes: usize) -> Result<(), Halt> {
        if self.has_room(bytes) { Ok(()) } else { Err(self.pass(Limit::Memory)) }
    }

    /// Called before so many more items are put into a list, which is moved to a larger place if it must be.
    ///
    /// # Errors
    /// [`Limit::Memory`] if there is no room for a larger place.
    #[inline]
    pub fn check_growth<T>(&self, list: &Vec<T>, more: usize) -> Result<(), Halt> {
        let free = list.capacity() - list.len();
        if more <= free { Ok(()) } else { self.check_room(size_of::<T>() * more.max(list.len())) }
    }

    /// Whether there is room for so many bytes.
    pub fn has_room(&self, bytes: usize) -> bool {
        // A sum that saturates is beyond what any machine has, and so beyond what is allowed.
        let wanted = (self.gauge)().saturating_add(bytes.saturating_mul(self.threads));
        // What was given back is not given back to the system: it stays with its thread, for pieces that fit into it.
        wanted <= self.allowed(wanted)
            && (bytes < budget::RESIDENT_BYTES || resident().saturating_add(bytes) <= self.allowed_resident())
    }

    /// What may be in use where so many bytes are.
    fn allowed(&self, in_use: usize) -> usize {
        if in_use <= budget::UNASKED_BYTES { self.memory } else { self.memory.min(without_overhead(memory_there_is())) }
    }

    fn allowed_resident(&self) -> usize {
        self.resident.min(memory_there_is())
    }

    /// Looks at clock, memory and interrupt at once.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn check_now(&self) -> Result<(), Halt> {
        let is_stopped = || self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        if self.interrupted.load(Ordering::Relaxed) || is_stopped() {
            return Err(self.pass(Limit::Interrupted));
        }
        if self.looks.fetch_add(1, Ordering::Relaxed) >= self.max_looks {
            return Err(self.pass(Limit::Looks));
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(self.pass(Limit::Time));
        }
        let bytes = (self.gauge)();
        self.peak.fetch_max(bytes, Ordering::Relaxed);
        let allowed = self.allowed(bytes);
        let passed = bytes > allowed || (bytes > allowed / 2 && resident() > self.allowed_resident());
        if passed { Err(self.pass(Limit::Memory)) } else { Ok(()) }
    }

    fn pass(&self, limit: Limit) -> Halt {
        let _ = self.passed.set(limit);
        Halt::Limit(limit)
    }

    /// The limit that ended the work, if one did: what is said to be wrong after that may be wrong for want of time.
    pub fn passed(&self) -> Option<Limit> {
        self.passed.get().copied()
    }

    /// Forgets the peak but for what is in use now, and gives back what it was.
    pub fn restart_peak(&self) -> usize {
        self.peak.swap((self.gauge)(), Ordering::Relaxed)
    }

    /// The most bytes that were seen in use since the peak was last restarted, `earlier` counting as seen from now on.
    pub fn finish_peak(&self, earlier: usize) -> usize {
        let now = (self.gauge)();
        let peak = self.peak.load(Ordering::Relaxed).max(now);
        self.peak.store(peak.max(earlier), Ordering::Relaxed);
        peak
    }

    /// What is left of the time; none if it has no end.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// For no more than so many states of one automaton, and otherwise within the same budget.
    #[must_use]
    pub fn tightened(&self, states: usize) -> Budget {
        self.clone().with_states(states.min(self.max_states))
    }

    /// Work that may be given up: it has no more than so many states of one automaton, nor more than this budget allows,
    /// nor more than it allows itself.
    ///
    /// # Errors
    /// Any other limit of this budget that was passed.
    pub fn attempt<T>(&self, states: usize, work: impl FnOnce(&Budget) -> Result<T, Halt>) -> Result<Attempt<T>, Halt> {
        match work(&self.tightened(states)) {
            Ok(result) => Ok(Attempt::Done(result)),
            Err(Halt::TooLarge | Halt::Limit(Limit::States)) => Ok(Attempt::TooLarge),
            Err(limit) => Err(limit),
        }
    }

    /// The largest number of states that any automaton had so far under this budget.
    pub fn largest(&self) -> usize {
        self.largest.load(Ordering::Relaxed)
    }
}

/// The allocator of the system takes about an eighth more than is asked of it.
fn without_overhead(bytes: usize) -> usize {
    bytes / 9 * 8
}

#[cfg(test)]
mod tests {
    use super::super::progress::ProgressRegistry;
    use super::*;

    #[test]
    fn work_aside_ends_by_itself_and_leaves_no_trace() {
        let budget = Budget::unlimited();
        assert_eq!(budget.check(7), Ok(()));
        let aside = budget.aside(1);
        assert_eq!((aside.check(900), aside.check_now()), (Ok(()), Ok(())));
        assert_eq!(aside.check_now(), Err(Halt::Limit(Limit::Looks)));
        assert_eq!((aside.passed(), budget.passed(), budget.largest()), (Some(Limit::Looks), None, 7));
        assert_eq!(budget.check_now(), Ok(()));
    }

    #[test]
    fn each_limit_names_itself() {
        assert_eq!(Budget::unlimited().with_states(10).check(11), Err(Halt::Limit(Limit::States)));
        assert_eq!(Budget::unlimited().with_time(Duration::ZERO).check_now(), Err(Halt::Limit(Limit::Time)));
        let with = |bytes| Budget::unlimited().with_memory(bytes, || 6);
        assert_eq!(with(5).check_now(), Err(Halt::Limit(Limit::Memory)));
        assert_eq!(with(9).check_room(4), Err(Halt::Limit(Limit::Memory)));
        assert_eq!(with(usize::MAX).with_room(3).check_room(4), Err(Halt::Limit(Limit::Memory)));
        assert_eq!(with(9).with_room(30).check_room(3), Ok(()));
        static SET: AtomicBool = AtomicBool::new(true);
        let interrupted = Budget { interrupted: &SET, ..with(9) };
        assert_eq!(interrupted.passed(), None);
        assert_eq!(interrupted.check_now(), Err(Halt::Limit(Limit::Interrupted)));
        assert_eq!(interrupted.passed(), Some(Limit::Interrupted));
        let stop = Arc::new(AtomicBool::new(false));
        let (stopped, other) = (with(9).with_stop(stop.clone()), with(9));
        assert_eq!(stopped.check_now(), Ok(()));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(stopped.tightened(3).check_now(), Err(Halt::Limit(Limit::Interrupted)));
        assert_eq!(other.check_now(), Ok(()));
    }

    #[test]
    fn an_attempt_is_given_up_for_its_size_alone() {
        let budget = Budget::unlimited().with_states(10);
        assert_eq!(budget.attempt(5, |few| few.check(5)), Ok(Attempt::Done(())));
        assert_eq!(budget.attempt(5, |few| few.check(6)), Ok(Attempt::TooLarge));
        assert_eq!(budget.attempt(20, |few| few.check(11)), Ok(Attempt::TooLarge));
        let late = budget.with_time(Duration::ZERO);
        assert_eq!(late.attempt(5, |few| few.check_now()), Err(Halt::Limit(Limit::Time)));
    }

    #[test]
    fn looks_come_after_the_same_calls_however_these_are_spread_over_attempts() {
        let few = Budget::unlimited().with_looks(2);
        let calls = (0..).find(|_| few.attempt(5, |few| few.check(1)).is_err());
        assert_eq!((calls, few.check_now()), (Some(3 * 256 - 1), Err(Halt::Limit(Limit::Looks))));
    }

    #[test]
    fn the_largest_automaton_is_remembered() {
        let budget = Budget::unlimited();
        for states in [3, 90, 7] {
            budget.check(states).unwrap();
        }
        assert_eq!(budget.largest(), 90);
    }

    #[test]
    fn a_watcher_sees_the_innermost_step_and_its_states() {
        let registry = ProgressRegistry::default();
        let progress = registry.add();
        let budget = Budget::unlimited().with_progress(progress.clone());
        assert_eq!(registry.snapshots(), []);
        progress.begin("theorem a");
        progress.enter("x=1 & y=2".into());
        progress.enter("x=1".into());
        (0..600).for_each(|states| budget.check(states).expect("no limit"));
        let [snapshot] = &registry.snapshots()[..] else { panic!("one computation") };
        assert_eq!((&*snapshot.statement, snapshot.step.as_deref(), snapshot.done), ("theorem a", Some("x=1"), 0));
        assert!((256..600).contains(&snapshot.states), "{}", snapshot.states);
        progress.leave();
        let snapshot = registry.snapshots().remove(0);
        assert_eq!((snapshot.step.as_deref(), snapshot.done), (Some("x=1 & y=2"), 1));
        progress.end();
        assert_eq!(registry.snapshots(), []);
    }
}
