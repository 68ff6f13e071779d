//! Work on a thread of its own, while the thread of Python that waits lets others go on.
//!
//! Formulas nest deeper than a thread of Python has room for, and Ctrl-C must be heard while something is computed: the
//! waiting thread looks for signals some times a second. Work that does not end soon after an interrupt is left behind;
//! what it works on is free when it has ended.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use filbert::Session;
use pyo3::prelude::*;

use crate::error::{busy, defect, panic_said};
use crate::progress::{Observer, report};

/// Formulas may nest as deep as the logic allows.
const STACK: usize = 256 << 20;
/// Between two looks for signals.
const LOOK: Duration = Duration::from_millis(20);
/// Between two calls of who wants to see progress.
const REPORT: Duration = Duration::from_millis(100);
/// What interrupted work has to end, before it is left behind.
const GRACE: Duration = Duration::from_millis(200);

/// Does some work; signals, and exceptions of who is shown progress, end it.
pub fn work<T: Send + 'static>(
    py: Python<'_>,
    observer: &Observer,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    let run = move || {
        let result = catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_said(&*panic));
        // Whoever does not wait any longer does not want it.
        let _ = sender.send(result);
    };
    let thread = Builder::new().name("filbert".into()).stack_size(STACK).spawn(run);
    thread.map_err(|error| busy(py, &format!("cannot start a thread: {error}")))?;
    let mut reported = Instant::now();
    let result = loop {
        let (returned, received) = py.detach(move || wait(receiver, LOOK));
        receiver = returned;
        match received {
            Ok(result) => break result,
            Err(RecvTimeoutError::Disconnected) => return Err(defect(py, "a thread ended without a result")),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let mut heard = py.check_signals();
        if heard.is_ok() && reported.elapsed() >= REPORT {
            reported = Instant::now();
            heard = report(py, observer, false);
        }
        if let Err(exception) = heard {
            observer.watch.interrupt();
            let (_, ended) = py.detach(move || wait(receiver, GRACE));
            if ended.is_ok() {
                observer.watch.resume();
            }
            return Err(exception);
        }
    };
    report(py, observer, true)?;
    result.map_err(|said| defect(py, &said))
}

fn wait<T>(receiver: Receiver<T>, time: Duration) -> (Receiver<T>, Result<T, RecvTimeoutError>) {
    let received = receiver.recv_timeout(time);
    (receiver, received)
}

/// A session that is lent to one piece of work at a time.
pub struct Shared {
    place: Mutex<Place>,
    returned: Condvar,
    /// Who sees what it does.
    pub observer: Observer,
}

enum Place {
    Free(Box<Session>),
    /// To work of this process.
    Lent(u32),
    /// What it was doing when it broke.
    Broken(String),
}

impl Shared {
    /// A session nobody works with.
    pub fn new(session: Session, observer: Observer) -> Shared {
        Shared { place: Mutex::new(Place::Free(Box::new(session))), returned: Condvar::new(), observer }
    }

    fn place(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The session, if it comes free soon; why it never will.
    fn taken(&self) -> Result<Option<Box<Session>>, String> {
        let own = std::process::id();
        let place = self.place();
        let (mut place, _) = self
            .returned
            .wait_timeout_while(place, LOOK, |place| matches!(place, Place::Lent(process) if *process == own))
            .unwrap_or_else(PoisonError::into_inner);
        match &*place {
            Place::Lent(process) if *process != own => {
                Err("the session was busy when this process was forked: make a new one".into())
            }
            Place::Lent(_) => Ok(None),
            Place::Broken(said) => Err(format!("the session crashed; make a new one: {said}")),
            Place::Free(_) => match std::mem::replace(&mut *place, Place::Lent(own)) {
                Place::Free(session) => Ok(Some(session)),
                _ => unreachable!("it was free"),
            },
        }
    }

    fn give_back(&self, place: Place) {
        *self.place() = place;
        self.returned.notify_all();
    }

    /// Works with the session, when others have ended their work with it.
    pub fn with<T: Send + 'static>(
        self: &Arc<Shared>,
        py: Python<'_>,
        what: impl FnOnce(&mut Session) -> T + Send + 'static,
    ) -> PyResult<T> {
        if self.observer.is_calling() {
            return Err(busy(py, "the session is busy and showing its progress: it takes no other statement"));
        }
        let mut session = loop {
            match py.detach(|| self.taken()) {
                Ok(Some(session)) => break session,
                Ok(None) => py.check_signals()?,
                Err(why) => return Err(busy(py, &why)),
            }
        };
        let own = self.clone();
        let run = move || {
            let result = catch_unwind(AssertUnwindSafe(|| what(&mut session)));
            own.observer.watch.resume();
            match result {
                Ok(result) => {
                    own.give_back(Place::Free(session));
                    result
                }
                Err(panic) => {
                    let said = panic_said(&*panic);
                    own.give_back(Place::Broken(said.clone()));
                    std::panic::resume_unwind(Box::new(said))
                }
            }
        };
        self.observer.watch.resume();
        work(py, &self.observer, run)
    }
}
