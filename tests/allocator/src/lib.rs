//! An allocator that fails when it is told to, for tests of what a program does then.
//!
//! It is a crate of its own because an allocator cannot be written without `unsafe`, which the program forbids itself.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The allocator of the system, of which some allocations fail.
#[derive(Debug)]
pub struct FailingAllocator {
    /// Allocations since the last call of `fail`.
    count: AtomicUsize,
    /// The first of them that fails, from 1.
    first: AtomicUsize,
    /// The first after it that does not fail any more.
    end: AtomicUsize,
    in_use: AtomicUsize,
}

impl FailingAllocator {
    /// One of which none fails.
    pub const fn new() -> FailingAllocator {
        FailingAllocator {
            count: AtomicUsize::new(0),
            first: AtomicUsize::new(usize::MAX),
            end: AtomicUsize::new(usize::MAX),
            in_use: AtomicUsize::new(0),
        }
    }

    /// Lets the `first` allocation from now on, counted from 1, and `more` after it fail.
    pub fn fail(&self, first: usize, more: usize) {
        self.count.store(0, Ordering::SeqCst);
        self.end.store(first.saturating_add(more).saturating_add(1), Ordering::SeqCst);
        self.first.store(first, Ordering::SeqCst);
    }

    /// Allocations since [`FailingAllocator::fail`] was called.
    pub fn count(&self) -> usize {
        self.count.load(Ordering::SeqCst)
    }

    /// Bytes in use.
    pub fn in_use(&self) -> usize {
        self.in_use.load(Ordering::Relaxed)
    }

    fn fails(&self) -> bool {
        let now = self.count.fetch_add(1, Ordering::Relaxed) + 1;
        (self.first.load(Ordering::Relaxed)..self.end.load(Ordering::Relaxed)).contains(&now)
    }
}

impl Default for FailingAllocator {
    fn default() -> FailingAllocator {
        FailingAllocator::new()
    }
}

// SAFETY: what is not refused is done by the allocator of the system, with the arguments that came in; null is what an
// allocator may return at any time. Counters do not allocate.
unsafe impl GlobalAlloc for FailingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if self.fails() {
            return null_mut();
        }
        self.in_use.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        self.in_use.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if self.fails() {
            return null_mut();
        }
        self.in_use.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if self.fails() {
            return null_mut();
        }
        self.in_use.fetch_add(size, Ordering::Relaxed);
        self.in_use.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.realloc(place, layout, size) }
    }
}
