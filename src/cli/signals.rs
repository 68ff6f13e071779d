//! What interrupts, hang-ups and requests to end do.
//!
//! Ctrl-C ends the statement, and said again the process. A request to end, or the loss of the terminal, ends the
//! process; a command that keeps results is left the time to write them down.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::budget::process::{interrupt, system_file};

use super::say;
use super::watcher::Watcher;

/// Ends the process with exit code 2, and no dump of its memory, where it would be aborted: when no memory is to be had,
/// or the stack is at its end. What has happened was said before.
pub fn end_clearly() {
    #[cfg(unix)]
    {
        let always = Arc::new(AtomicBool::new(true));
        // Where it cannot be heard, the process is aborted.
        let _ = signal_hook::flag::register_conditional_shutdown(signal_hook::consts::SIGABRT, 2, always);
    }
}

/// What the program does about signals.
#[derive(Clone, Debug, Default)]
pub(super) struct Signals {
    /// Set by conversations, which Ctrl-C never ends.
    ignore_sigint: Arc<AtomicBool>,
    /// Set by what has results to write down before the end.
    finishes: Arc<AtomicBool>,
    /// Set by servers, which Ctrl-C ends.
    exit_on_sigint: Arc<AtomicBool>,
    /// What draws on the terminal, and leaves nothing there.
    drawn: Arc<OnceLock<Watcher>>,
}

/// What hears signals, and whoever gives it his thread: the thread that the system started, which else only waits for
/// the one that works.
pub(super) struct SignalListener {
    #[cfg(unix)]
    heard: signal_hook::iterator::Signals,
    #[cfg(unix)]
    signals: Signals,
}

/// When this is dropped nothing more is heard.
pub(super) struct ListenerGuard {
    #[cfg(unix)]
    handle: signal_hook::iterator::Handle,
}

#[cfg(unix)]
impl Drop for ListenerGuard {
    fn drop(&mut self) {
        self.handle.close();
    }
}

impl SignalListener {
    /// What ends [`SignalListener::handle_signals`].
    pub(super) fn until(&self) -> ListenerGuard {
        ListenerGuard {
            #[cfg(unix)]
            handle: self.heard.handle(),
        }
    }

    /// Does what signals ask for.
    #[cfg(unix)]
    pub(super) fn handle_signals(mut self) {
        for signal in self.heard.forever() {
            match signal {
                signal_hook::consts::SIGINT => self.signals.interrupted(),
                _ if interrupt() && self.signals.finishes.load(Ordering::Relaxed) => {}
                _ => self.signals.end(128 + signal),
            }
        }
    }

    /// There, a thread of the system does.
    #[cfg(not(unix))]
    pub(super) fn handle_signals(self) {}
}

impl Signals {
    /// Listens from now on.
    pub(super) fn listen(&self) -> Option<SignalListener> {
        let warn = |error: &dyn std::fmt::Display| {
            say::message(format!("warning: cannot handle signals: {error}\n"));
        };
        self.registered().inspect_err(|error| warn(error)).ok()
    }

    #[cfg(unix)]
    fn registered(&self) -> std::io::Result<SignalListener> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        // Under `nohup` the loss of the terminal means nothing.
        let heard = if ignores(SIGHUP) { vec![SIGINT, SIGTERM] } else { vec![SIGINT, SIGTERM, SIGHUP] };
        Ok(SignalListener { heard: signal_hook::iterator::Signals::new(heard)?, signals: self.clone() })
    }

    #[cfg(not(unix))]
    fn registered(&self) -> Result<SignalListener, ctrlc::Error> {
        let own = self.clone();
        ctrlc::set_handler(move || own.interrupted())?;
        Ok(SignalListener {})
    }

    /// Ctrl-C.
    fn interrupted(&self) {
        if self.exit_on_sigint.load(Ordering::Relaxed) || !interrupt() && !self.ignore_sigint.load(Ordering::Relaxed) {
            self.end(130);
        }
    }

    /// Ends the process, and leaves nothing on the terminal.
    fn end(&self, code: i32) -> ! {
        if let Some(watcher) = self.drawn.get() {
            watcher.close();
        }
        std::process::exit(code)
    }

    /// What is taken from the terminal before a signal ends the process.
    pub(super) fn clear_at_end(&self, watcher: &Watcher) {
        let _ = self.drawn.set(watcher.clone());
    }

    /// Ctrl-C ends the statement at hand, and the conversation goes on.
    pub(super) fn ignore_sigint(&self) {
        self.ignore_sigint.store(true, Ordering::Relaxed);
    }

    /// The first Ctrl-C ends the process.
    pub(super) fn exit_on_sigint(&self) {
        self.exit_on_sigint.store(true, Ordering::Relaxed);
    }

    /// When asked to end, the statement at hand ends and the command goes on from there.
    pub(super) fn let_finish(&self) {
        self.finishes.store(true, Ordering::Relaxed);
    }
}

/// Whether the process was started with a signal ignored; where that cannot be told, it was not.
#[cfg(unix)]
fn ignores(signal: i32) -> bool {
    let status = system_file(std::path::Path::new("/proc/self/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
