//! The conversation with a client: requests are answered, calls run in processes.

use std::collections::{HashMap, VecDeque};
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::message::{INVALID_PARAMS, Incoming, METHOD_NOT_FOUND, failure, notification, read, success};
use super::reply::Reply;
use super::{resources, tools};

/// Versions of the protocol, which are days: the newest last.
const VERSIONS: [[u32; 3]; 4] = [[2024, 11, 5], [2025, 3, 26], [2025, 6, 18], [2025, 11, 25]];
/// What a client is told that may tell it to its user, or to a model.
const INSTRUCTIONS: &str = "filbert decides first-order statements about numbers written in numeration systems, words and games. \
                            Read filbert://docs/language for the language. State what you conjecture with `eval` or `prove`: \
                            FALSE comes with a counterexample. UNKNOWN is neither true nor false. After an error, \
                            `explain_error` names the place and the fix.";

/// Between two looks at what has taken too long.
const PAUSE: Duration = Duration::from_millis(250);
/// Beyond its time, what a call has to end by itself: its answer may take a while to write.
const GRACE: Duration = Duration::from_secs(20);
/// What a call has to end by itself when it is cancelled.
const CANCEL_GRACE: Duration = Duration::from_secs(2);

/// What happens.
enum Event {
    Came(Incoming),
    /// Nothing comes any more.
    Closed,
    /// The process of a call says something, by the number of the call.
    Told(u64, Value),
    /// The process of a call says nothing any more.
    Ended(u64),
}

/// A call that waits or runs.
struct Call {
    id: Value,
    params: Value,
    /// Under which its progress is told, if that was asked for.
    token: Option<Value>,
}

/// A call that runs.
struct Running {
    call: Call,
    child: Child,
    /// Closed to cancel it.
    input: Option<ChildStdin>,
    /// Where it works, removed with it.
    _folder: TempDir,
    ends_by: Instant,
    is_answered: bool,
}

/// Serves until the client closes standard input and has its answers, or is gone.
///
/// # Errors
/// If no thread can be started.
pub(super) fn serve(most: Duration) -> io::Result<()> {
    let (send, receive) = channel();
    let came = send.clone();
    std::thread::Builder::new().name("messages".into()).spawn(move || {
        let mut input = BufReader::new(io::stdin());
        while let Ok(Some(message)) = read(&mut input) {
            if came.send(Event::Came(message)).is_err() {
                return;
            }
        }
        let _ = came.send(Event::Closed);
    })?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (running, waiting) = (HashMap::new(), VecDeque::new());
    let mut server = Server { most, cores, send, running, waiting, calls: 0 };
    // Who does not read any more is gone: that is the end, and no error.
    let _ = server.converse(&receive);
    server.running.values_mut().for_each(|one| drop(one.child.kill()));
    Ok(())
}

struct Server {
    /// The longest time of a call.
    most: Duration,
    /// Calls that run together.
    cores: usize,
    send: Sender<Event>,
    running: HashMap<u64, Running>,
    waiting: VecDeque<Call>,
    /// Calls so far.
    calls: u64,
}

fn say(message: &Value) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{message}")?;
    out.flush()
}

impl Server {
    fn converse(&mut self, receive: &Receiver<Event>) -> io::Result<()> {
        let mut is_open = true;
        while is_open || !self.running.is_empty() || !self.waiting.is_empty() {
            match receive.recv_timeout(PAUSE) {
                Ok(Event::Came(message)) => self.take(message)?,
                Ok(Event::Closed) => is_open = false,
                Ok(Event::Told(number, line)) => self.told(number, line)?,
                Ok(Event::Ended(number)) => self.ended(number)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            self.start_waiting()?;
            let now = Instant::now();
            for late in self.running.values_mut().filter(|one| one.ends_by <= now) {
                // Its end is heard of.
                let _ = late.child.kill();
            }
        }
        Ok(())
    }

    fn take(&mut self, message: Incoming) -> io::Result<()> {
        match message {
            Incoming::Malformed(response) => say(&response),
            Incoming::Response => Ok(()),
            Incoming::Notification { method, params } => {
                if method == "notifications/cancelled" {
                    self.cancel(&params["requestId"]);
                }
                Ok(())
            }
            Incoming::Request { id, method, params } if method == "tools/call" => self.call(id, params),
            Incoming::Request { id, method, params } => say(&match answer(&method, &params) {
                Ok(result) => success(&id, result),
                Err((code, why)) => failure(&id, code, &why),
            }),
        }
    }

    fn call(&mut self, id: Value, params: Value) -> io::Result<()> {
        let name = params["name"].as_str().unwrap_or_default();
        if tools::named(name).is_none() {
            return say(&failure(&id, INVALID_PARAMS, &format!("unknown tool `{name}`")));
        }
        let token = params["_meta"]["progressToken"].clone();
        let token = (token.is_string() || token.is_number()).then_some(token);
        self.waiting.push_back(Call { id, params, token });
        Ok(())
    }

    fn start_waiting(&mut self) -> io::Result<()> {
        while self.running.len() < self.cores
            && let Some(call) = self.waiting.pop_front()
        {
            self.calls += 1;
            let id = call.id.clone();
            match self.start(call) {
                Ok(running) => drop(self.running.insert(self.calls, running)),
                Err(why) => {
                    let reply = Reply::error(format!("no process can be started for this call: {why}"));
                    say(&success(&id, reply.into_json()))?;
                }
            }
        }
        Ok(())
    }

    /// Starts the process of a call, with the options of this one.
    fn start(&self, call: Call) -> io::Result<Running> {
        let folder = TempDir::with_prefix("filbert-")?;
        let own: Vec<OsString> = std::env::args_os().skip(1).collect();
        let mut child = Command::new(std::env::current_exe()?)
            .args(own)
            .arg("--call")
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (mut input, output) = (child.stdin.take(), child.stdout.take());
        let given = json!({ "name": call.params["name"], "arguments": given(&call.params) });
        if let Some(input) = &mut input {
            writeln!(input, "{given}")?;
            input.flush()?;
        }
        let (send, number) = (self.send.clone(), self.calls);
        std::thread::Builder::new().name("call".into()).spawn(move || {
            for line in output.into_iter().flat_map(|output| BufReader::new(output).lines()).map_while(Result::ok) {
                let _ = send.send(Event::Told(number, serde_json::from_str(&line).unwrap_or_default()));
            }
            let _ = send.send(Event::Ended(number));
        })?;
        let ends_by = Instant::now() + self.most + GRACE;
        Ok(Running { call, child, input, _folder: folder, ends_by, is_answered: false })
    }

    fn told(&mut self, number: u64, mut line: Value) -> io::Result<()> {
        let Some(running) = self.running.get_mut(&number).filter(|running| !running.is_answered) else { return Ok(()) };
        if let Some(reply) = line.get_mut("reply") {
            running.is_answered = true;
            return say(&success(&running.call.id, reply.take()));
        }
        match &running.call.token {
            Some(token) if line["progress"].is_u64() => {
                let told = json!({ "progressToken": token, "progress": line["progress"], "message": line["message"] });
                say(&notification("notifications/progress", told))
            }
            _ => Ok(()),
        }
    }

    fn ended(&mut self, number: u64) -> io::Result<()> {
        let Some(mut running) = self.running.remove(&number) else { return Ok(()) };
        running.input = None;
        let status = running.child.wait();
        if running.is_answered {
            return Ok(());
        }
        let how = status.map_or_else(|error| error.to_string(), |status| status.to_string());
        let why =
            format!("the call ended without an answer ({how}): it may have had too little memory, or too little time");
        say(&success(&running.call.id, Reply::error(why).into_json()))
    }

    /// Forgets a call that waits, ends one that runs; neither is answered.
    fn cancel(&mut self, id: &Value) {
        self.waiting.retain(|call| call.id != *id);
        for running in self.running.values_mut().filter(|running| running.call.id == *id) {
            running.is_answered = true;
            running.input = None;
            running.ends_by = Instant::now() + CANCEL_GRACE;
        }
    }
}

/// The arguments of a call.
fn given(params: &Value) -> Value {
    match &params["arguments"] {
        Value::Null => json!({}),
        given => given.clone(),
    }
}

/// The result of a request that no tool answers, or its code and why there is none.
fn answer(method: &str, params: &Value) -> Result<Value, (i64, String)> {
    match method {
        "initialize" => {
            let asked = params["protocolVersion"].as_str().unwrap_or_default();
            let versions = VERSIONS.map(|[year, month, day]| format!("{year}-{month:02}-{day:02}"));
            let version = versions.iter().find(|known| *known == asked).unwrap_or(&versions[versions.len() - 1]);
            Ok(json!({
                "protocolVersion": version,
                "capabilities": { "tools": {}, "resources": {} },
                "serverInfo": { "name": "filbert", "title": "filbert", "version": env!("CARGO_PKG_VERSION") },
                "instructions": INSTRUCTIONS,
            }))
        }
        "ping" => Ok(json!({})),
        "tools/list" => Ok(tools::list()),
        "resources/list" => Ok(resources::list()),
        "resources/templates/list" => Ok(json!({ "resourceTemplates": [] })),
        "resources/read" => {
            let uri = params["uri"].as_str().unwrap_or_default();
            resources::read(uri).ok_or_else(|| (resources::NOT_FOUND, format!("no resource `{uri}`")))
        }
        _ => Err((METHOD_NOT_FOUND, format!("unknown method `{method}`"))),
    }
}
