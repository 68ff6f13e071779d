//! filbert for Python: objects of Python over those of the library, and the program.
//!
//! One file a kind of object; `worker` runs what takes long, off Python's lock and on a deep stack, and `number` takes
//! integers across. No reference to an object of Python leaves its thread. What Python alone does stands in
//! `package/filbert`.

mod display;
mod error;
mod explored;
mod games;
mod linear;
mod lint;
mod listing;
mod number;
mod progress;
mod session;
mod sets;
mod table;
mod verdict;
mod words;
mod worker;

use std::alloc::System;
use std::ffi::OsString;

use cap::Cap;
use filbert::Input;
use pyo3::prelude::*;

/// Counts the bytes in use, which limits on memory are held against.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Runs the program; the exit code.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    // The program is alone: panics say what they say, signals do what they do.
    drop(std::panic::take_hook());
    py.detach(|| filbert::cli::run(arguments, || ALLOCATOR.allocated(), || ALLOCATOR.max_allocated()))
}

/// The inputs that a text of a console or a cell is made of: each its kind, "statement", "commands" or "directive", and its
/// text, that of the first two with blanks in front, so that errors have the places of the whole.
#[pyfunction]
fn inputs(text: &str) -> Vec<(&'static str, String)> {
    let input = |input| match input {
        Input::Statement(text) => ("statement", text),
        Input::Commands(text) => ("commands", text),
        Input::Directive(word, argument) => ("directive", format!("{word} {argument}")),
    };
    Input::all(text).into_iter().map(input).collect()
}

/// Whether nothing more is needed after a text.
#[pyfunction]
fn is_complete(text: &str) -> bool {
    Input::is_complete(text)
}

/// What `filbert` gives on.
#[pymodule]
fn _filbert(module: &Bound<'_, PyModule>) -> PyResult<()> {
    error::keep_panics();
    filbert::budget::process::measure_by(|| ALLOCATOR.allocated());
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<explored::Explored>()?;
    module.add_class::<games::Kernel>()?;
    module.add_class::<table::Table>()?;
    module.add_class::<linear::LinearRepresentation>()?;
    module.add_class::<lint::Lint>()?;
    module.add_class::<progress::Progress>()?;
    module.add_class::<session::PySession>()?;
    module.add_class::<sets::Language>()?;
    module.add_class::<sets::Relation>()?;
    module.add_class::<sets::Tuples>()?;
    module.add_class::<verdict::Verdict>()?;
    module.add_class::<words::NumerationSystem>()?;
    module.add_class::<words::Word>()?;
    module.add_function(wrap_pyfunction!(inputs, module)?)?;
    module.add_function(wrap_pyfunction!(is_complete, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)
}
