//! The cores that all statements of a run share.
//!
//! Each statement at work has one. The others are lent to whoever has work for several, as long as that lasts: towards
//! the end of a run, when few statements are left, these have all cores.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// Cores that are free. Clones share them.
#[derive(Clone, Debug)]
pub struct Cores {
    pool: Arc<Pool>,
    /// Whether help is asked for with whatever there is to do.
    eager: bool,
}

#[derive(Debug)]
struct Pool {
    free: OnceLock<AtomicUsize>,
    /// How many there are at first.
    ask: fn() -> usize,
}

/// Cores that are given back when this is dropped.
#[derive(Debug)]
pub struct Lent<'a> {
    cores: &'a Cores,
    count: usize,
}

impl Default for Cores {
    fn default() -> Cores {
        Cores::new(0)
    }
}

impl Cores {
    /// So many are free.
    pub fn new(free: usize) -> Cores {
        let pool = Pool { free: OnceLock::from(AtomicUsize::new(free)), ask: || 0 };
        Cores { pool: Arc::new(pool), eager: false }
    }

    /// As many as `ask` says once there is work for several: most statements have none.
    pub fn asked(ask: fn() -> usize) -> Cores {
        Cores { pool: Arc::new(Pool { free: OnceLock::new(), ask }), eager: false }
    }

    fn free(&self) -> &AtomicUsize {
        self.pool.free.get_or_init(|| AtomicUsize::new((self.pool.ask)()))
    }

    /// So many are free, and help even where the work is too small to be worth it: for tests.
    pub fn eager(free: usize) -> Cores {
        Cores { eager: true, ..Cores::new(free) }
    }

    /// For so many pieces of work, of which a core should have at least `least`: as many as are free and have enough to do.
    pub fn help(&self, pieces: usize, least: usize) -> Lent<'_> {
        let least = if self.eager { 1 } else { least };
        self.lend(if pieces < least { 0 } else { pieces / least })
    }

    /// As many as are free, but no more than `most`.
    pub fn lend(&self, most: usize) -> Lent<'_> {
        if most == 0 {
            return Lent { cores: self, count: 0 };
        }
        let taken = self.free().fetch_update(Ordering::Relaxed, Ordering::Relaxed, |free| Some(free - free.min(most)));
        Lent { cores: self, count: taken.unwrap_or(0).min(most) }
    }
}

impl Lent<'_> {
    /// How many they are.
    pub fn count(&self) -> usize {
        self.count
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        if self.count > 0 {
            self.cores.free().fetch_add(self.count, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_core_is_lent_twice() {
        let cores = Cores::new(3);
        let two = cores.lend(2);
        let rest = cores.clone();
        let one = rest.lend(2);
        assert_eq!((two.count(), one.count(), cores.lend(1).count()), (2, 1, 0));
        drop(two);
        assert_eq!((cores.lend(9).count(), one.count()), (2, 1));
    }

    #[test]
    fn nobody_asks_how_many_there_are_before_there_is_work_for_several() {
        static ASKED: AtomicUsize = AtomicUsize::new(0);
        let cores = Cores::asked(|| 2 + ASKED.fetch_add(1, Ordering::Relaxed));
        assert_eq!((cores.help(9, 10).count(), ASKED.load(Ordering::Relaxed)), (0, 0));
        let two = cores.clone().help(30, 10).count();
        assert_eq!((two, cores.lend(9).count(), ASKED.load(Ordering::Relaxed)), (2, 2, 1));
    }
}
