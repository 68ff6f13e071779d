//! One call of a tool, answered by a process of its own.
//!
//! The server writes the call to standard input, one line of JSON, and leaves that open: its end says that the answer is
//! no longer wanted. On standard output come lines of progress and at last the reply.

use std::io::{self, BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::budget::ProgressRegistry;
use crate::budget::process::memory_in_use;
use crate::cli::exit::Exit;
use crate::script::Limits;

use super::arguments::Arguments;
use super::place::Place;
use super::reply::Reply;
use super::tools::named;

/// Between two looks at how far a call is.
const PAUSE: Duration = Duration::from_secs(1);

/// Answers the call on standard input, which may take at most so long.
pub(super) fn answer(limits: &Limits, most: Duration) -> Exit {
    let mut line = String::new();
    let call = match io::stdin().lock().read_line(&mut line) {
        Ok(_) => serde_json::from_str::<Value>(&line).unwrap_or_default(),
        Err(_) => return Exit::UNDECIDED,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let registry = ProgressRegistry::default();
    let reply = match prepared(&call) {
        Ok((tool, arguments, place)) => {
            let time = arguments.time(most);
            watch(time, stop.clone(), registry.clone());
            let limits = Limits { time: Some(time), registry: Some(registry), stop: Some(stop), ..limits.clone() };
            let run = || (tool.run)(&arguments, &place, &limits);
            catch_unwind(AssertUnwindSafe(run))
                .unwrap_or_else(|_| Reply::error("filbert made a mistake in this call: please report it"))
        }
        Err(why) => Reply::error(why),
    };
    say(&json!({ "reply": without_folder(reply.into_json()) }));
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
fn watch(time: Duration, stop: Arc<AtomicBool>, registry: ProgressRegistry) {
    let unwanted = stop.clone();
    std::thread::spawn(move || {
        // Until the server closes it, or is gone.
        let _ = io::copy(&mut io::stdin().lock().take(u64::MAX), &mut io::sink());
        unwanted.store(true, Ordering::Relaxed);
    });
    std::thread::spawn(move || {
        let began = Instant::now();
        loop {
            std::thread::sleep(PAUSE.min(time.saturating_sub(began.elapsed()).max(Duration::from_millis(1))));
            if began.elapsed() >= time {
                stop.store(true, Ordering::Relaxed);
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
