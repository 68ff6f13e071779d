//! One call of a tool, answered by a process of its own.
//!
//! The server writes the call to standard input, one line of JSON, and leaves that open: its end says that the answer is
//! no longer wanted. On standard output come lines of progress and at last the reply.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::budget::ProgressRegistry;
use crate::budget::process::memory_in_use;
use crate::cli::exit::Exit;
use crate::cli::trouble;
use crate::script::Limits;

use super::arguments::Arguments;
use super::place::Place;
use super::reply::Reply;
use super::tools::named;

/// Between two looks at how far a call is.
const PAUSE: Duration = Duration::from_secs(1);

/// What asks a call to end.
#[derive(Clone, Default)]
struct Asked {
    /// Its time is over, or its answer is no longer wanted.
    to_stop: Arc<AtomicBool>,
    /// Its answer is no longer wanted.
    to_leave: Arc<AtomicBool>,
}

/// Answers the call on standard input, which may take at most so long, in a folder that is empty: whatever is in it
/// later came with the call, and is removed where nobody else does that.
pub(super) fn answer(limits: &Limits, most: Duration) -> Exit {
    if !std::fs::read_dir(".").is_ok_and(|mut entries| entries.next().is_none()) {
        return trouble("`--call` needs an empty folder to work in; `filbert mcp` makes one for each call");
    }
    let mut line = String::new();
    let call = match io::stdin().lock().read_line(&mut line) {
        Ok(_) => serde_json::from_str::<Value>(&line).unwrap_or_default(),
        Err(_) => return Exit::UNDECIDED,
    };
    let (asked, registry) = (Asked::default(), ProgressRegistry::default());
    let reply = match prepared(&call) {
        Ok((tool, arguments, place)) => {
            let time = arguments.time(most);
            watch(time, &asked, registry.clone());
            let stop = Some(asked.to_stop.clone());
            let limits = Limits { time: Some(time), registry: Some(registry), stop, ..limits.clone() };
            let run = || (tool.run)(&arguments, &place, &limits);
            catch_unwind(AssertUnwindSafe(run))
                .unwrap_or_else(|_| Reply::error("filbert made a mistake in this call: please report it"))
        }
        Err(why) => Reply::error(why),
    };
    say(&json!({ "reply": without_folder(reply.into_json()) }));
    // A server that is gone removes nothing. The folder was empty.
    if asked.to_leave.load(Ordering::Relaxed)
        && let Ok(folder) = std::env::current_dir()
    {
        let _ = std::fs::remove_dir_all(folder);
    }
    Exit::SUCCESS
}

/// Without the path of the folder in which this process works: it means nothing to a client, and is another one each time.
fn without_folder(reply: Value) -> Value {
    let Ok(folder) = std::env::current_dir() else { return reply };
    let folder = format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR);
    replaced(reply, &folder)
}

fn replaced(value: Value, text: &str) -> Value {
    match value {
        Value::String(own) if own.contains(text) => Value::String(own.replace(text, "")),
        Value::Array(all) => all.into_iter().map(|one| replaced(one, text)).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, field)| (name, replaced(field, text))).collect(),
        other => other,
    }
}

/// The tool that is called, what it takes, and the folder with the files that were sent.
fn prepared(call: &Value) -> Result<(&'static super::tools::Tool, Arguments, Place), String> {
    let name = call["name"].as_str().unwrap_or_default();
    let tool = named(name).ok_or_else(|| format!("unknown tool `{name}`"))?;
    let arguments = Arguments::read(tool.parameters, call["arguments"].clone())?;
    let place = Place::fill(&arguments)?;
    Ok((tool, arguments, place))
}

/// Tells how far the call is; asks it to end after its time, and when the answer is no longer wanted.
fn watch(time: Duration, asked: &Asked, registry: ProgressRegistry) {
    let Asked { to_stop, to_leave } = asked.clone();
    std::thread::spawn(move || {
        // Until the server closes it, or is gone.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        to_leave.store(true, Ordering::Relaxed);
        to_stop.store(true, Ordering::Relaxed);
    });
    let to_stop = asked.to_stop.clone();
    std::thread::spawn(move || {
        let began = Instant::now();
        loop {
            let left = time.saturating_sub(began.elapsed());
            std::thread::sleep(if left.is_zero() { PAUSE } else { PAUSE.min(left) });
            if began.elapsed() >= time {
                to_stop.store(true, Ordering::Relaxed);
            }
            if let Some(now) = registry.snapshots().into_iter().next() {
                let memory = memory_in_use() / 1_000_000;
                let message = format!("{}: {} states, {memory} MB", now.statement, now.states);
                say(&json!({ "progress": began.elapsed().as_secs(), "message": message }));
            }
        }
    });
}

/// Writes a line to the server. One that is gone hears nothing.
fn say(line: &Value) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
