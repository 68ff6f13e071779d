//! Why there is no answer, as exceptions of `filbert._errors`.

use std::any::Any;
use std::cell::RefCell;

use filbert::{Error, ErrorKind};
use pyo3::prelude::*;

thread_local! {
    /// Where this thread panicked last.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Panics become exceptions: what would be printed is kept for these.
pub fn keep_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        PLACE.with(|last| *last.borrow_mut() = place);
    }));
}

/// What a panic said, and where; asked on the thread that panicked.
pub fn panic_said(panic: &(dyn Any + Send)) -> String {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason was given");
    match PLACE.with(|last| last.borrow_mut().take()) {
        Some(place) => format!("{said} ({place})"),
        None => said.to_owned(),
    }
}

/// The exception for an error.
pub fn exception(py: Python<'_>, error: &Error) -> PyErr {
    let class = match error.kind() {
        ErrorKind::Limit | ErrorKind::Interrupted => "LimitError",
        ErrorKind::Undecided => "UndecidedError",
        ErrorKind::Contradiction => "InternalError",
        _ => "StatementError",
    };
    let explained = error.explain();
    let explained = explained.trim_end();
    let explained = explained.strip_prefix("error: ").unwrap_or(explained);
    made(py, class, (error.to_string(), explained, error.position(), error.end(), error.fix()))
}

/// The exception for what was asked and means nothing.
pub fn wrong(py: Python<'_>, message: &str) -> PyErr {
    made(py, "StatementError", (message,))
}

/// The exception for a defect of filbert.
pub fn defect(py: Python<'_>, said: &str) -> PyErr {
    let message = format!("filbert contradicts itself; please report this: {said}");
    made(py, "InternalError", (message,))
}

/// The exception for a thread or process that does not get what it needs.
pub fn busy(py: Python<'_>, message: &str) -> PyErr {
    made(py, "SessionError", (message,))
}

fn made<'py>(py: Python<'py>, class: &str, arguments: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    let made = py.import("filbert._errors").and_then(|errors| errors.getattr(class)?.call1(arguments));
    made.map_or_else(|failed| failed, PyErr::from_value)
}
