//! Progress on long work: one line for each statement at work, on the terminal that messages go to.
//!
//! A thread of its own looks at the [`ProgressRegistry`] several times per second. It draws nothing for statements that
//! are answered at once, and what it drew is gone before an answer is printed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::budget::{ProgressRegistry, ProgressSnapshot};
use crate::report::units::{duration, megabytes};

/// Statements that take less are not spoken of.
const PATIENCE: Duration = Duration::from_millis(700);
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(120);

/// Draws what the sessions on its registry are doing.
#[derive(Clone)]
pub(super) struct Watcher {
    pub(super) registry: ProgressRegistry,
    lines: Arc<Mutex<Lines>>,
}

/// What is drawn now.
#[derive(Default)]
struct Lines {
    all: MultiProgress,
    list: Vec<Line>,
    /// Files that are done, of how many, where there are several; and since when.
    files: Option<(usize, usize, Instant)>,
    /// Nothing is drawn any more.
    is_over: bool,
}

struct Line {
    bar: ProgressBar,
    rate: Rate,
}

impl Watcher {
    /// Watches from now on; `in_use` tells how many bytes are on the heap.
    pub(super) fn start(in_use: fn() -> usize) -> Watcher {
        let lines: Arc<Mutex<Lines>> = Arc::default();
        let drawn = lines.clone();
        let registry = ProgressRegistry::new(move || locked(&drawn).clear());
        let watcher = Watcher { registry, lines };
        let own = watcher.clone();
        // Without a thread there is no progress to be seen, and nothing else is lost.
        let _ = std::thread::Builder::new().name("progress".into()).spawn(move || {
            loop {
                std::thread::sleep(PAUSE);
                own.draw(in_use());
            }
        });
        watcher
    }

    fn draw(&self, bytes: usize) {
        // Locked first: a statement that ends meanwhile waits to clear what is drawn here.
        let mut lines = locked(&self.lines);
        if lines.is_over {
            return;
        }
        let mut snapshots = self.registry.snapshots();
        snapshots.retain(|snapshot| snapshot.since.elapsed() >= PATIENCE);
        let files = lines.files.filter(|(.., since)| since.elapsed() >= PATIENCE);
        let count = snapshots.len() + usize::from(files.is_some());
        if count < lines.list.len() {
            lines.clear();
        }
        while lines.list.len() < count {
            let style = ProgressStyle::with_template("{spinner} {wide_msg}").expect("a template");
            let bar = lines.all.add(ProgressBar::new_spinner().with_style(style));
            lines.list.push(Line { bar, rate: Rate::default() });
        }
        for (line, snapshot) in lines.list.iter_mut().zip(&snapshots) {
            let rate = line.rate.of(snapshot, Instant::now());
            line.bar.set_message(message(snapshot, rate, bytes));
            line.bar.tick();
        }
        if let (Some((done, all, _)), Some(line)) = (files, lines.list.last()) {
            line.bar.set_message(format!("{done} of {all} files"));
            line.bar.tick();
        }
    }

    /// So many files are done, of so many.
    pub(super) fn done(&self, files: usize, all: usize) {
        let mut lines = locked(&self.lines);
        let since = lines.files.map_or_else(Instant::now, |(.., since)| since);
        lines.files = (all > 1).then_some((files, all, since));
    }

    /// Takes away what is drawn, for good: before the process ends.
    pub(super) fn close(&self) {
        let mut lines = locked(&self.lines);
        lines.is_over = true;
        lines.clear();
    }

    /// Prints while nothing is drawn.
    pub(super) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        let mut lines = locked(&self.lines);
        lines.clear();
        print()
    }
}

impl std::fmt::Debug for Watcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Watcher").field(&self.registry).finish()
    }
}

fn locked(lines: &Mutex<Lines>) -> MutexGuard<'_, Lines> {
    lines.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Lines {
    fn clear(&mut self) {
        for line in self.list.drain(..) {
            line.bar.finish_and_clear();
            self.all.remove(&line.bar);
        }
    }
}

/// How fast an automaton grows: between two looks, if it is still the same one.
#[derive(Debug, Default)]
struct Rate {
    last: Option<(usize, usize, Instant)>,
}

impl Rate {
    /// States a second.
    fn of(&mut self, snapshot: &ProgressSnapshot, now: Instant) -> Option<f64> {
        let last = self.last.replace((snapshot.done, snapshot.states, now));
        let (done, states, then) = last?;
        let time = now.duration_since(then).as_secs_f64();
        (done == snapshot.done && snapshot.states > states && time > 0.0)
            .then(|| (snapshot.states - states) as f64 / time)
    }
}

fn message(snapshot: &ProgressSnapshot, rate: Option<f64>, bytes: usize) -> String {
    let ProgressSnapshot { statement, since, step, done, states } = snapshot;
    let rate = rate.map_or_else(String::new, |rate| format!(" ({rate:.0}/s)"));
    let step = step.as_ref().map_or_else(String::new, |step| format!("  {step}"));
    let (time, memory) = (duration(since.elapsed()), megabytes(bytes));
    format!("{}  step {}  {states} states{rate}  {time}  {memory}{step}", title(statement), done + 1)
}

/// What a statement is called in few characters: a command up to its quotes, or the beginning of a formula.
fn title(statement: &str) -> String {
    const MOST: usize = 32;
    let line: Vec<&str> = statement.split('"').next().unwrap_or_default().split_whitespace().collect();
    let line = line.join(" ");
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_is_done_how_far_it_is_and_what_it_costs() {
        let since = Instant::now().checked_sub(Duration::from_secs(200)).expect("a running clock");
        let step = Some("Ez x+z=y".into());
        let mut snapshot =
            ProgressSnapshot { statement: "theorem a\n \"?msd_fib\"".into(), since, step, done: 2, states: 1000 };
        let mut rate = Rate::default();
        let now = Instant::now();
        assert_eq!(rate.of(&snapshot, now), None);
        snapshot.states = 3000;
        let found = rate.of(&snapshot, now + Duration::from_secs(2));
        assert_eq!(found, Some(1000.0));
        let line = message(&snapshot, found, 5_000_000);
        assert_eq!(line, "theorem a  step 3  3000 states (1000/s)  200 s  5 MB  Ez x+z=y");
    }
}
