//! Places of a relation in its order: `relation[7]`, `relation[:10]`.
//!
//! Places count from 0. Those that count from the end need to know how many tuples there are, and so do slices without an
//! end; everything else looks for no tuple behind the last one that is asked for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use filbert::Relation;
use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, ToPrimitive};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice};

use crate::number::{from_python, parts_of_slice, tracks_to_python};
use crate::progress::Observer;
use crate::worker::work;

/// What whoever wants all of an infinite relation reads.
const INFINITE: &str = "the relation has infinitely many tuples; take some of them, as in `relation[:10]`";

type Tuple = Vec<BigInt>;

/// How many tuples there are, for `len`.
pub fn length(py: Python<'_>, relation: &Relation) -> PyResult<usize> {
    let count = count(py, relation)?.ok_or_else(|| PyValueError::new_err(INFINITE))?;
    // Python counts with a sign.
    let small = count.to_isize().and_then(|count| usize::try_from(count).ok());
    small.ok_or_else(|| PyOverflowError::new_err("the relation has more tuples than `len` can return; use `count()`"))
}

/// What stands in brackets: a place or a slice.
pub fn item<'py>(relation: &Relation, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = index.py();
    match index.cast::<PySlice>() {
        Ok(slice) => {
            let found = listed(relation, slice)?;
            let found = found.iter().map(|tuple| tracks_to_python(py, tuple)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyList::new(py, found)?.into_any())
        }
        Err(_) => tracks_to_python(py, &placed(py, relation, from_python(index)?)?),
    }
}

fn count(py: Python<'_>, relation: &Relation) -> PyResult<Option<BigUint>> {
    let relation = relation.clone();
    work(py, &Observer::default(), move || relation.count())
}

/// The tuple at a place.
fn placed(py: Python<'_>, relation: &Relation, place: BigInt) -> PyResult<Tuple> {
    let outside = || PyIndexError::new_err(format!("index {place} is out of range"));
    let from_start = match place.is_negative() {
        false => place.clone(),
        true => match count(py, relation)? {
            Some(count) => BigInt::from(count) + &place,
            None => return Err(PyIndexError::new_err(INFINITE)),
        },
    };
    let found = match from_start.to_usize() {
        Some(place) => tuples(py, relation, place, 1, 1)?.pop(),
        None => None,
    };
    found.ok_or_else(outside)
}

/// The tuples of a slice.
fn listed(relation: &Relation, slice: &Bound<'_, PySlice>) -> PyResult<Vec<Tuple>> {
    let py = slice.py();
    let [first, end, step] = parts_of_slice(slice)?;
    let (first, step) = (first.unwrap_or_default(), step.unwrap_or_else(|| 1.into()));
    if let Some(end) = end.filter(|end| !end.is_negative() && !first.is_negative() && step.is_positive()) {
        let span: BigInt = end - &first;
        let length = if span.is_positive() { (span + &step - 1) / &step } else { BigInt::ZERO };
        // A place beyond all that can be reached has no tuple that could be shown.
        let [first, step, length] = [first, step, length].map(|part| part.to_usize().unwrap_or(usize::MAX));
        return tuples(py, relation, first, step, length);
    }
    // Python says which places these are of a list as long.
    let places = slice.indices(length(py, relation)?.try_into()?)?;
    let (first, length, step) = (places.start, places.slicelength, places.step.unsigned_abs());
    if places.step > 0 || length == 0 {
        return tuples(py, relation, first.unsigned_abs(), step, length);
    }
    let last = first.unsigned_abs() - step * (length - 1);
    let mut found = tuples(py, relation, last, step, length)?;
    found.reverse();
    Ok(found)
}

/// At most `count` tuples, every `step`-th from a place on. Ctrl-C ends the work.
fn tuples(py: Python<'_>, relation: &Relation, first: usize, step: usize, count: usize) -> PyResult<Vec<Tuple>> {
    let (relation, stop) = (relation.clone(), Stop::default());
    let stopped = stop.0.clone();
    work(py, &Observer::default(), move || {
        let mut found = Vec::new();
        let mut ahead = first;
        let mut tuples = relation.iter();
        while found.len() < count && !stopped.load(Ordering::Relaxed) {
            let Some(tuple) = tuples.next() else { break };
            if ahead == 0 {
                found.push(tuple);
                ahead = step;
            }
            ahead -= 1;
        }
        found
    })
}

/// Ends the work when nobody waits for it.
#[derive(Default)]
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
