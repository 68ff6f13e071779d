//! Who sees what is being done, and what is shown.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};

use filbert::Watch;
use pyo3::prelude::*;

/// Who may see and end some work.
#[derive(Clone, Default)]
pub struct Observer {
    /// By which it is ended.
    pub watch: Watch,
    /// What is called with its progress.
    pub progress: Option<Arc<Py<PyAny>>>,
    /// The thread on which that is being called.
    pub calling: Arc<Mutex<Option<ThreadId>>>,
}

impl Observer {
    /// Whether this very thread is in the middle of showing progress.
    pub fn is_calling(&self) -> bool {
        *self.calling.lock().unwrap_or_else(PoisonError::into_inner) == Some(thread::current().id())
    }
}

/// The progress of a statement.
#[pyclass(module = "filbert", frozen, get_all)]
pub struct Progress {
    /// The text of the statement.
    statement: String,
    /// The formula of the current step, or None.
    step: Option<String>,
    /// The number of finished steps.
    done: usize,
    /// The number of states of the automaton under construction.
    states: usize,
    /// Seconds since the statement began.
    seconds: f64,
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        let step = self.step.as_deref().unwrap_or(&self.statement);
        format!("<filbert.Progress {:.1} s, {} states: {step}>", self.seconds, self.states)
    }
}

/// Shows progress to who wants to see it, and None at the end.
pub fn report(py: Python<'_>, observer: &Observer, over: bool) -> PyResult<()> {
    let Some(callback) = &observer.progress else { return Ok(()) };
    let now = observer.watch.progress().filter(|_| !over).map(|now| Progress {
        statement: now.statement,
        step: now.step,
        done: now.done,
        states: now.states,
        seconds: now.elapsed.as_secs_f64(),
    });
    if now.is_none() && !over {
        return Ok(());
    }
    let caller = |thread| *observer.calling.lock().unwrap_or_else(PoisonError::into_inner) = thread;
    caller(Some(thread::current().id()));
    let called = callback.call1(py, (now,));
    caller(None);
    called.map(drop)
}
