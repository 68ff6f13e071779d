//! What whoever waits for an answer sees, and may do.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::budget::ProgressRegistry;
use crate::script;

/// Watches the sessions whose [`Limits`](crate::Limits) name it, from any thread, and ends their statements.
///
/// ```
/// use filbert::{ErrorKind, Limits, Session, Watch};
/// let watch = Watch::new();
/// let mut session = Session::with_limits(Limits::new().watched_by(&watch));
/// watch.interrupt();
/// let error = session.relation(&"?msd_bonacci5 x+y=z".parse()?).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Interrupted);
/// watch.resume();
/// assert!(session.decide(&"2+2=4".parse()?)?.is_true());
/// # Ok::<(), filbert::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Watch {
    stop: Arc<AtomicBool>,
    registry: ProgressRegistry,
}

/// How far a statement or a command has come.
///
/// ```
/// let watch = filbert::Watch::new();
/// let lines = watch.progress().map(|now| format!("{}: {} states", now.statement, now.states));
/// assert_eq!(lines, None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Its text.
    pub statement: String,
    /// The formula of the step in progress, if there is one.
    pub step: Option<String>,
    /// Steps that are done.
    pub done: usize,
    /// States of the automaton under construction.
    pub states: usize,
    /// Since it began.
    pub elapsed: Duration,
}

impl Watch {
    /// Of no session yet.
    ///
    /// ```
    /// assert_eq!(filbert::Watch::new().progress(), None);
    /// ```
    pub fn new() -> Watch {
        Watch::default()
    }

    /// Asks the statement at hand to end, and those to come: they fail with
    /// [`ErrorKind::Interrupted`](crate::ErrorKind::Interrupted). What was defined before stays.
    ///
    /// ```
    /// let watch = filbert::Watch::new();
    /// std::thread::spawn({ let watch = watch.clone(); move || watch.interrupt() }).join().unwrap();
    /// ```
    pub fn interrupt(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Statements to come are not interrupted.
    ///
    /// ```
    /// let watch = filbert::Watch::new();
    /// watch.interrupt();
    /// watch.resume();
    /// let mut session = filbert::Session::with_limits(filbert::Limits::new().watched_by(&watch));
    /// assert!(session.decide(&"Ex x=2".parse()?)?.is_true());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn resume(&self) {
        self.stop.store(false, Ordering::Relaxed);
    }

    /// How far the statement at hand has come; `None` between statements.
    ///
    /// ```
    /// let watch = filbert::Watch::new();
    /// let mut session = filbert::Session::with_limits(filbert::Limits::new().watched_by(&watch));
    /// session.decide(&"Ex x=2".parse()?)?;
    /// assert_eq!(watch.progress(), None);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn progress(&self) -> Option<Progress> {
        let now = self.registry.snapshots().into_iter().next()?;
        Some(Progress {
            statement: now.statement.to_string(),
            step: now.step.map(|step| step.to_string()),
            done: now.done,
            states: now.states,
            elapsed: now.since.elapsed(),
        })
    }

    /// Adds the watch to the limits of a session.
    pub(super) fn over(&self, limits: script::Limits) -> script::Limits {
        script::Limits { registry: Some(self.registry.clone()), stop: Some(self.stop.clone()), ..limits }
    }
}
