//! The doors to the host.
//!
//! The module exports `take(length)`, which makes room for a question, `ask(place, length)`, which answers it, and
//! `give_back(place, length)` for the answer; a pair of place and length is one number of 64 bits, the place in its lower
//! half. It imports `now()`, milliseconds by the clock of the host, and `tell(place, length)`, which hears at once what
//! becomes known. All texts are UTF-8. After a trap the module is to be thrown away: a panic is told as
//! `{"panic": MESSAGE}` before it ends so.
#![allow(unsafe_code)]

use std::alloc::System;
use std::cell::{Cell, RefCell};
use std::sync::Once;
use std::time::Duration;

use cap::Cap;
use filbert::budget::clock::tell_time_by;
use filbert::budget::process::measure_by;

use crate::answer::{Engine, at_work};

/// Counts the bytes in use, which the limit on memory is held against.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds.
    fn now() -> f64;
    fn tell(place: *const u8, length: usize);
}

#[cfg(target_family = "wasm")]
fn time() -> Duration {
    // SAFETY: it takes nothing and gives a number; one that is no time is none.
    Duration::try_from_secs_f64(unsafe { now() } / 1e3).unwrap_or_default()
}

/// The time. Whoever asks is at work, and there is no other thread that could tell how far it is.
fn clock() -> Duration {
    let time = time();
    if is_due(time)
        && let Some(news) = at_work()
    {
        told(&news);
    }
    time
}

/// Whether news of the work in progress are due: four times a second.
fn is_due(time: Duration) -> bool {
    const EVERY: Duration = Duration::from_millis(250);
    thread_local! {
        static NEXT: Cell<Duration> = const { Cell::new(EVERY) };
    }
    let is_due = time >= NEXT.get();
    if is_due {
        NEXT.set(time + EVERY);
    }
    is_due
}

#[cfg(target_family = "wasm")]
fn told(text: &str) {
    // SAFETY: the host reads these bytes before it returns.
    unsafe { tell(text.as_ptr(), text.len()) }
}

#[cfg(not(target_family = "wasm"))]
fn time() -> Duration {
    std::time::UNIX_EPOCH.elapsed().unwrap_or_default()
}

#[cfg(not(target_family = "wasm"))]
fn told(_: &str) {}

thread_local! {
    /// There is one thread.
    static ENGINE: RefCell<Engine> = RefCell::default();
}

/// Before the first question.
fn begin() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        measure_by(|| ALLOCATOR.allocated());
        tell_time_by(clock);
        std::panic::set_hook(Box::new(|panic| told(&serde_json::json!({ "panic": panic.to_string() }).to_string())));
    });
}

/// Room for so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn take(length: usize) -> *mut u8 {
    Box::leak(vec![0; length].into_boxed_slice()).as_mut_ptr()
}

/// Frees what [`take`] or [`ask`] gave.
///
/// # Safety
/// The pair comes from there, and is given back once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn give_back(place: *mut u8, length: usize) {
    // SAFETY: both leak a boxed slice of this length.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(place, length)) });
}

/// Answers a question, whose room it frees.
///
/// # Safety
/// The pair comes from [`take`], and was filled with the question.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(place: *mut u8, length: usize) -> u64 {
    begin();
    // SAFETY: as `give_back`; `take` has filled all bytes.
    let question = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(place, length)) };
    let question = String::from_utf8_lossy(&question);
    let answer = ENGINE.with_borrow_mut(|engine| engine.answer(&question, &mut |text| told(&text)));
    let answer = Box::leak(answer.into_bytes().into_boxed_slice());
    (answer.len() as u64) << 32 | answer.as_mut_ptr() as u64
}
