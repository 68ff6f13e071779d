//! What a computation is doing, for someone who watches it from another thread.
//!
//! The computation writes, at the rate at which its budget looks at the clock; the watcher reads. Nothing waits for a
//! watcher, and without one nothing is written.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::clock::Instant;

/// One computation that can be watched.
#[derive(Default)]
pub struct Progress {
    states: AtomicUsize,
    work: Mutex<Work>,
    /// Called when a statement ends.
    idle: Option<Idle>,
}

type Idle = Arc<dyn Fn() + Send + Sync>;

#[derive(Default)]
struct Work {
    statement: Option<(Arc<str>, Instant)>,
    steps: Vec<Arc<str>>,
    done: usize,
}

/// What a computation was doing at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgressSnapshot {
    /// The statement it works on.
    pub statement: Arc<str>,
    /// When it began.
    pub since: Instant,
    /// The formula of the step in progress, if there is one.
    pub step: Option<Arc<str>>,
    /// Steps of the statement that are done.
    pub done: usize,
    /// States of the automaton under construction.
    pub states: usize,
}

impl Progress {
    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Work on a statement begins.
    pub fn begin(&self, statement: &str) {
        *self.work() = Work { statement: Some((statement.into(), Instant::now())), steps: Vec::new(), done: 0 };
        self.states.store(0, Ordering::Relaxed);
    }

    /// It has ended, with whatever result.
    pub fn end(&self) {
        *self.work() = Work::default();
        if let Some(idle) = &self.idle {
            idle();
        }
    }

    /// A step on this formula begins, inside the one in progress.
    pub fn enter(&self, formula: String) {
        self.work().steps.push(formula.into());
    }

    /// The step in progress has ended.
    pub fn leave(&self) {
        let mut work = self.work();
        work.steps.pop();
        work.done += 1;
    }

    /// The automaton under construction has so many states.
    pub fn grown(&self, states: usize) {
        self.states.store(states, Ordering::Relaxed);
    }

    /// What is being done now; `None` between statements.
    pub fn snapshot(&self) -> Option<ProgressSnapshot> {
        let work = self.work();
        let (statement, since) = work.statement.clone()?;
        let states = self.states.load(Ordering::Relaxed);
        Some(ProgressSnapshot { statement, since, step: work.steps.last().cloned(), done: work.done, states })
    }
}

impl std::fmt::Debug for Progress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Progress").field(&self.snapshot()).finish()
    }
}

/// All computations that are watched together.
#[derive(Clone, Default)]
pub struct ProgressRegistry {
    list: Arc<Mutex<Vec<Weak<Progress>>>>,
    idle: Option<Idle>,
}

impl ProgressRegistry {
    /// A registry whose computations call `idle` whenever a statement ends.
    pub fn new(idle: impl Fn() + Send + Sync + 'static) -> ProgressRegistry {
        ProgressRegistry { list: Arc::default(), idle: Some(Arc::new(idle)) }
    }

    /// A new computation in this registry; it leaves when it is dropped.
    pub fn add(&self) -> Arc<Progress> {
        let progress = Arc::new(Progress { idle: self.idle.clone(), ..Progress::default() });
        let mut list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        list.retain(|progress| progress.strong_count() > 0);
        list.push(Arc::downgrade(&progress));
        progress
    }

    /// What each computation that is at work is doing, in the order in which they were added.
    pub fn snapshots(&self) -> Vec<ProgressSnapshot> {
        let list = self.list.lock().unwrap_or_else(PoisonError::into_inner).clone();
        list.iter().filter_map(|progress| progress.upgrade()?.snapshot()).collect()
    }
}

impl std::fmt::Debug for ProgressRegistry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ProgressRegistry").field(&self.snapshots()).finish()
    }
}
