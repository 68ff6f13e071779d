//! Sessions.

use std::sync::Arc;
use std::time::Duration;

use filbert::{Answer, Limits, Session};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::error::exception;
use crate::explored::Explored;
use crate::games::Kernel;
use crate::linear::LinearRepresentation;
use crate::lint::Lint;
use crate::progress::Observer;
use crate::sets::{Language, Relation};
use crate::table::Table;
use crate::verdict::Verdict;
use crate::words::{NumerationSystem, Word};
use crate::worker::Shared;

/// A session remembers the names you define, and answers statements about them.
///
/// Each statement and command has the limits of the session: ``time`` in seconds, ``memory`` in bytes, ``states`` of one
/// automaton. filbert calls ``progress`` several times per second with a ``Progress``, and with None at the end. Threads
/// can share a session, which serves one at a time. With ``keep_steps``, ``steps()`` shows how statements were decided.
/// ``lints=False`` skips the search for lints, which takes a moment for each statement.
///
///     >>> import filbert
///     >>> session = filbert.Session(time=60)
///     >>> session.run('def even "?msd_fib Ey x=2*y":')
///     [<filbert.Relation of x in msd_fib: 8 states>]
///     >>> bool(session.decide("?msd_fib Ax $even(x) | $even(x+1)"))
///     True
#[pyclass(module = "filbert", name = "Session", frozen)]
pub struct PySession {
    shared: Arc<Shared>,
}

/// Asks a session, and makes an object of Python of the answer.
macro_rules! ask {
    ($self:ident, $py:ident, $work:expr) => {
        $self.shared.with($py, $work)?.map_err(|error| exception($py, &error))?
    };
}

#[pymethods]
impl PySession {
    #[new]
    #[pyo3(signature = (*, time=None, memory=None, states=None, progress=None, keep_steps=false, lints=true))]
    fn new(
        time: Option<f64>,
        memory: Option<usize>,
        states: Option<usize>,
        progress: Option<Py<PyAny>>,
        keep_steps: bool,
        lints: bool,
    ) -> PyResult<PySession> {
        let observer = Observer { progress: progress.map(Arc::new), ..Observer::default() };
        let mut limits = Limits::new().watched_by(&observer.watch);
        if let Some(seconds) = time {
            let time = Duration::try_from_secs_f64(seconds);
            limits =
                limits.time(time.map_err(|_| PyValueError::new_err(format!("{seconds} is not a number of seconds")))?);
        }
        if let Some(bytes) = memory {
            limits = limits.memory(bytes);
        }
        if let Some(states) = states {
            limits = limits.states(states);
        }
        let mut session = Session::with_limits(limits);
        if keep_steps {
            session.keep_steps();
        }
        if lints {
            session.keep_lints();
        }
        Ok(PySession { shared: Arc::new(Shared::new(session, observer)) })
    }

    /// Run the commands of a script in order, and return the result of each: a Verdict, a Relation, a Language, a str to
    /// show, or None for other definitions.
    fn run<'py>(&self, py: Python<'py>, script: String) -> PyResult<Bound<'py, PyList>> {
        let answers = ask!(self, py, move |session| session.run(&script));
        let answers = answers.into_iter().map(|answer| self.object(py, answer)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, answers)
    }

    /// The lints of definitions and relations since the last call; a Verdict has its own.
    fn lints(&self, py: Python<'_>) -> PyResult<Vec<Lint>> {
        let found = self.shared.with(py, |session| session.new_lints())?;
        Ok(found.into_iter().map(Lint::new).collect())
    }

    /// Decide a closed statement: TRUE or FALSE, with its witness or counterexample.
    fn decide(&self, py: Python<'_>, statement: String) -> PyResult<Verdict> {
        let verdict = ask!(self, py, move |session| {
            let statement = session.read(&statement)?;
            session.decide(&statement)
        });
        Ok(Verdict::new(verdict))
    }

    /// Return the solutions of a statement: tuples with one number for each free variable.
    fn relation(&self, py: Python<'_>, statement: String) -> PyResult<Relation> {
        let relation = ask!(self, py, move |session| {
            let statement = session.read(&statement)?;
            session.relation(&statement)
        });
        Ok(Relation::new(relation))
    }

    /// Answer a statement: with a Verdict if it is closed, otherwise with a Relation, or with a Language if its variables
    /// are words.
    fn answer<'py>(&self, py: Python<'py>, statement: String) -> PyResult<Bound<'py, PyAny>> {
        let answer = ask!(self, py, move |session| {
            let statement = session.read(&statement)?;
            session.answer(&statement)
        });
        self.object(py, answer)
    }

    /// Give a relation a name, so that statements can call it as ``$name(...)``.
    fn define(&self, py: Python<'_>, name: String, relation: &Relation) -> PyResult<()> {
        let relation = relation.inner();
        ask!(self, py, move |session| session.define(&name, &relation));
        Ok(())
    }

    /// Return a table of the automata built since the last call, with their sizes and costs. It is empty if none was built,
    /// or if the session was made without ``keep_steps=True``, which keeps the automata of all steps in memory.
    fn steps(&self, py: Python<'_>) -> PyResult<String> {
        self.shared.with(py, |session| session.new_steps())
    }

    /// Return the relation that statements call as ``$name(...)``. Its tracks have the names of its definition, or 0, 1, ...
    /// if that has none.
    fn function(&self, py: Python<'_>, name: String) -> PyResult<Relation> {
        Ok(Relation::new(ask!(self, py, move |session| session.function(&name))))
    }

    /// Return the numeration system of this name: ``msd_fib``, or ``fib`` for short.
    fn system(&self, py: Python<'_>, name: String) -> PyResult<NumerationSystem> {
        Ok(NumerationSystem::new(ask!(self, py, move |session| session.system(&name))))
    }

    /// Return the word of this name.
    fn word(&self, py: Python<'_>, name: String) -> PyResult<Word> {
        Ok(Word::new(ask!(self, py, move |session| session.word(&name))))
    }

    /// Return the P-positions of a game: one that filbert ships, or one whose kernel this session has found and proved.
    fn kernel(&self, py: Python<'_>, game: String) -> PyResult<Kernel> {
        let kernel = ask!(self, py, move |session| session.kernel(&game));
        Ok(Kernel::new(kernel, self.shared.observer.clone()))
    }

    /// Return the Sprague-Grundy values of a game for piles below ``side``, computed from the moves alone.
    #[pyo3(signature = (game, side=18))]
    fn table(&self, py: Python<'_>, game: String, side: usize) -> PyResult<Table> {
        Ok(Table::new(ask!(self, py, move |session| session.table(&game, side))))
    }

    /// Look for facts about a word, a function of two or three numbers or a game, for ``within`` seconds at most, and prove them.
    #[pyo3(signature = (name, within=60.0))]
    fn explore(&self, py: Python<'_>, name: String, within: f64) -> PyResult<Explored> {
        let time = Duration::try_from_secs_f64(within);
        let time = time.map_err(|_| PyValueError::new_err(format!("{within} is not a number of seconds")))?;
        Ok(Explored::new(ask!(self, py, move |session| session.explore(&name, time))))
    }

    /// Count the solutions of a statement in its other free variables, for each value of the variables ``by``.
    fn count(&self, py: Python<'_>, statement: String, by: Vec<String>) -> PyResult<LinearRepresentation> {
        let linear = ask!(self, py, move |session| {
            let statement = session.read(&statement)?;
            session.count(&statement, &by.iter().map(String::as_str).collect::<Vec<_>>())
        });
        Ok(LinearRepresentation::new(linear, self.shared.observer.clone()))
    }

    /// Return the linear representation that a command ``eval NAME n ... "..."`` has made.
    fn linear_representation(&self, py: Python<'_>, name: String) -> PyResult<LinearRepresentation> {
        let linear = ask!(self, py, move |session| session.linear_representation(&name));
        Ok(LinearRepresentation::new(linear, self.shared.observer.clone()))
    }

    /// Complete a text at an offset: return where the partial word begins and ends, and what can replace it.
    fn complete(&self, py: Python<'_>, text: String, at: usize) -> PyResult<(usize, usize, Vec<String>)> {
        let found = self.shared.with(py, move |session| session.complete(&text, at))?;
        Ok((found.start, found.end, found.texts))
    }

    /// Describe the name or command at an offset of a text, in Markdown; None if it is unknown.
    fn inspect(&self, py: Python<'_>, text: String, at: usize) -> PyResult<Option<String>> {
        self.shared.with(py, move |session| session.explain(&text, at))
    }

    /// Interrupt the statement that another thread waits for, which then raises LimitError.
    fn interrupt(&self) {
        self.shared.observer.watch.interrupt();
    }

    fn __repr__(&self) -> &'static str {
        "<filbert.Session>"
    }
}

impl PySession {
    fn object<'py>(&self, py: Python<'py>, answer: Answer) -> PyResult<Bound<'py, PyAny>> {
        Ok(match answer {
            Answer::Verdict(verdict) => Bound::new(py, Verdict::new(verdict))?.into_any(),
            Answer::Relation(relation) => Bound::new(py, Relation::new(relation))?.into_any(),
            Answer::Language(language) => Bound::new(py, Language::new(language))?.into_any(),
            Answer::Text(text) => text.into_pyobject(py)?.into_any(),
            _ => py.None().into_bound(py),
        })
    }
}
