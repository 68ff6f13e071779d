//! Time as it passes: the clock of the system, or of the host where there is no system.
//!
//! In a browser WebAssembly has no clock, and [`std::time::Instant`] panics there. What runs it gives one, by
//! [`tell_time_by`]; until then time stands still and no limit on time is passed.

use std::sync::OnceLock;
use std::time::Duration;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use hosted::Instant;

static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Lets the host say what time it is, where there is no system that does: how long after a moment of its choice. The first
/// one asked stays.
pub fn tell_time_by(clock: fn() -> Duration) {
    let _ = CLOCK.set(clock);
}

/// The time by the clock of the host; without one it stands still.
#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
fn time_of_host() -> Duration {
    CLOCK.get().map_or(Duration::ZERO, |clock| clock())
}

/// What [`std::time::Instant`] has of a moment, as far as it is used, by the clock of the host.
#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod hosted {
    use std::time::Duration;

    use super::time_of_host;

    /// A moment: how long after the first that the host knows.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// This one.
        pub fn now() -> Instant {
            Instant(time_of_host())
        }

        /// How long ago it was; nothing if the clock went back.
        pub fn elapsed(&self) -> Duration {
            Instant::now().saturating_duration_since(*self)
        }

        /// How long after another it is; nothing if it is before.
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// A moment so much later, if there is one.
        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use super::hosted::Instant;
    use super::tell_time_by;

    #[test]
    fn the_clock_of_a_host_may_stand_still_and_go_back() {
        static NOW: AtomicU64 = AtomicU64::new(7);
        assert_eq!(Instant::now().elapsed(), Duration::ZERO, "no clock");
        tell_time_by(|| Duration::from_secs(NOW.load(Ordering::Relaxed)));
        let then = Instant::now();
        NOW.store(9, Ordering::Relaxed);
        assert_eq!(then.elapsed(), Duration::from_secs(2));
        assert!(then.checked_add(Duration::from_secs(3)).is_some_and(|end| end > Instant::now()));
        assert_eq!(then.checked_add(Duration::MAX), None);
        NOW.store(1, Ordering::Relaxed);
        assert_eq!(then.elapsed(), Duration::ZERO);
    }
}
