//! What the server does with each message: the state it keeps, and which answer is whose.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, ExecuteCommandParams,
    InitializeParams, PublishDiagnosticsParams, Uri,
};
use serde_json::{Value, json};

use crate::editor::Scope;

use super::address::path_of;
use super::capabilities::capabilities;
use super::files::Open;
use super::position::changed;
use super::requests;
use super::shown::diagnostic;
use super::state::{PROVE, PROVE_ALL, Refusal, State, read};
use super::worker::{Job, Outcome, Task, Worker, is_eval};

/// Problems of one text that are told.
const MOST_PROBLEMS: usize = 1000;

/// Verdicts that are kept.
const MOST_VERDICTS: usize = 10_000;

/// How far the conversation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Uninitialized,
    Serving,
    ShutDown,
}

/// The server.
pub(super) struct Server<W: Write> {
    out: W,
    stage: Stage,
    pub(super) state: State,
    /// Texts whose diagnostics are to be told.
    stale: Vec<String>,
    /// What the client can do.
    refreshes_lenses: bool,
    /// Requests of this server to the client so far.
    asked: i32,
    /// The process of the client, if it has told.
    pub(super) client: Option<u32>,
}

impl<W: Write> Server<W> {
    pub(super) fn new(out: W, worker: Worker) -> Server<W> {
        Server {
            out,
            stage: Stage::Uninitialized,
            state: State::new(worker),
            stale: Vec::new(),
            refreshes_lenses: false,
            asked: 0,
            client: None,
        }
    }

    /// Takes a message; the exit code, if it was the last.
    ///
    /// # Errors
    /// If the client does not read any more.
    pub(super) fn take(&mut self, message: Message) -> io::Result<Option<u8>> {
        match message {
            Message::Request(request) => self.request(request).map(|()| None),
            Message::Notification(notification) if notification.method == "exit" => {
                Ok(Some(u8::from(self.stage != Stage::ShutDown)))
            }
            Message::Notification(notification) => self.notification(notification).map(|()| None),
            // What the client answers changes nothing.
            Message::Response(_) => Ok(None),
        }
    }

    fn send(&mut self, message: impl Into<Message>) -> io::Result<()> {
        super::transport::write(&mut self.out, message.into())
    }

    /// Tells that what came was no message.
    ///
    /// # Errors
    /// If the client does not read any more.
    pub(super) fn malformed(&mut self, why: &str) -> io::Result<()> {
        super::transport::write_parse_error(&mut self.out, why)
    }

    fn answer(&mut self, id: RequestId, result: Result<Value, Refusal>) -> io::Result<()> {
        self.send(match result {
            Ok(value) => Response::new_ok(id, value),
            Err((code, why)) => Response::new_err(id, code as i32, why),
        })
    }

    fn request(&mut self, request: Request) -> io::Result<()> {
        let Request { id, method, params } = request;
        let refused = |code: ErrorCode, why: &str| Err((code, why.to_owned()));
        let result = match (self.stage, method.as_str()) {
            (Stage::Uninitialized, "initialize") => self.initialize(params),
            (Stage::Uninitialized, _) => refused(ErrorCode::ServerNotInitialized, "send `initialize` first"),
            (_, "initialize") => refused(ErrorCode::InvalidRequest, "this server is already initialized"),
            (Stage::ShutDown, _) => refused(ErrorCode::InvalidRequest, "this server is shut down"),
            (Stage::Serving, "shutdown") => {
                self.stage = Stage::ShutDown;
                self.state.worker.cancel(|_| true);
                Ok(Value::Null)
            }
            (Stage::Serving, "workspace/executeCommand") => match self.execute(id.clone(), params) {
                Ok(None) => return Ok(()),
                Ok(Some(value)) => Ok(value),
                Err(refusal) => Err(refusal),
            },
            (Stage::Serving, method) => {
                let answered =
                    catch_unwind(AssertUnwindSafe(|| requests::answer(&mut self.state, &id, method, params)));
                match answered {
                    Ok(Ok(None)) => return Ok(()),
                    Ok(Ok(Some(value))) => Ok(value),
                    Ok(Err(refusal)) => Err(refusal),
                    Err(_) => refused(ErrorCode::InternalError, "filbert crashed here: please report it"),
                }
            }
        };
        self.answer(id, result)
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Refusal> {
        let params: InitializeParams = read(params)?;
        let folders = params.workspace_folders.unwrap_or_default();
        self.state.store.folders = folders.iter().filter_map(|folder| path_of(&folder.uri)).collect();
        #[allow(deprecated, reason = "older clients name one folder")]
        if self.state.store.folders.is_empty() {
            self.state.store.folders.extend(params.root_uri.as_ref().and_then(path_of));
        }
        let workspace = params.capabilities.workspace.unwrap_or_default();
        self.refreshes_lenses = workspace.code_lens.and_then(|lens| lens.refresh_support).unwrap_or(false);
        self.client = params.process_id;
        self.stage = Stage::Serving;
        let server = json!({ "name": "filbert", "version": env!("CARGO_PKG_VERSION") });
        Ok(json!({ "capabilities": capabilities(), "serverInfo": server }))
    }

    fn notification(&mut self, notification: Notification) -> io::Result<()> {
        if self.stage != Stage::Serving {
            return Ok(());
        }
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => {
                if let Ok(DidOpenTextDocumentParams { text_document: text }) = serde_json::from_value(params) {
                    let key = text.uri.as_str().to_owned();
                    self.state.store.open.insert(key.clone(), Open::new(text.uri, text.version, text.text));
                    self.stale.push(key);
                }
            }
            "textDocument/didChange" => {
                if let Ok(DidChangeTextDocumentParams { text_document, content_changes }) =
                    serde_json::from_value(params)
                {
                    let key = text_document.uri.as_str().to_owned();
                    if let Some(open) = self.state.store.open.get_mut(&key) {
                        let text = changed(&open.text, content_changes);
                        open.change(text_document.version, text);
                        self.edited(&key);
                    }
                }
            }
            "textDocument/didClose" => {
                if let Ok(DidCloseTextDocumentParams { text_document }) = serde_json::from_value(params) {
                    let key = text_document.uri.as_str().to_owned();
                    self.state.store.open.remove(&key);
                    self.edited(&key);
                    self.stale.retain(|stale| *stale != key);
                    return self.publish(&text_document.uri, None, Vec::new());
                }
            }
            "$/cancelRequest" => {
                if let Ok(id) = serde_json::from_value::<RequestId>(params.get("id").cloned().unwrap_or_default()) {
                    self.state.worker.cancel(|job| job.request.as_ref() == Some(&id));
                }
            }
            // The files of others may have changed.
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                self.state.saves += 1;
                self.stale.extend(self.state.store.open.keys().cloned());
            }
            _ => {}
        }
        Ok(())
    }

    /// A text was changed: what ran for it is taken back, and all who include it are looked at again.
    fn edited(&mut self, key: &str) {
        let changed = key.parse().ok().and_then(|uri| path_of(&uri));
        let has_changed = |path: Option<&std::path::Path>| changed.is_some() && path == changed.as_deref();
        self.state.worker.cancel(|job| job.uri == key || job.included.iter().any(|other| has_changed(other.path())));
        self.stale.push(key.to_owned());
        let includes = |open: &&Open| {
            let scope = Scope::new(open.document(), &self.state.store);
            scope.imported().any(|other| has_changed(other.path()))
        };
        let others = self
            .state
            .store
            .open
            .values()
            .filter(|open| open.uri.as_str() != key && !open.document().imports().is_empty());
        let others: Vec<String> = others.filter(includes).map(|open| open.uri.as_str().to_owned()).collect();
        self.stale.extend(others);
    }

    /// Tells what is wrong in the texts that have changed; called when nothing else is to be done.
    ///
    /// # Errors
    /// If the client does not read any more.
    pub(super) fn idle(&mut self) -> io::Result<()> {
        let mut stale = std::mem::take(&mut self.stale);
        stale.sort();
        stale.dedup();
        for key in stale {
            let Some(open) = self.state.store.open.get(&key) else { continue };
            let found = catch_unwind(AssertUnwindSafe(|| self.diagnostics(open)));
            let (uri, version) = (open.uri.clone(), open.version);
            self.publish(&uri, Some(version), found.unwrap_or_default())?;
        }
        Ok(())
    }

    /// Takes back what has been waited for long enough.
    pub(super) fn tick(&mut self) {
        let now = Instant::now();
        let (late, waiting) = std::mem::take(&mut self.state.waiting).into_iter().partition(|(_, until)| *until <= now);
        self.state.waiting = waiting;
        let late: Vec<(RequestId, Instant)> = late;
        if !late.is_empty() {
            self.state.worker.cancel(|job| late.iter().any(|(id, _)| job.request.as_ref() == Some(id)));
        }
    }

    /// Whether something is to be told.
    pub(super) fn has_news(&self) -> bool {
        !self.stale.is_empty()
    }

    fn diagnostics(&self, open: &Open) -> Vec<lsp_types::Diagnostic> {
        let document = open.document();
        let scope = Scope::new(document, &self.state.store);
        let keys = self.state.keys(document, &scope).into_iter();
        let failed = |(command, key)| requests::failure(open, command, self.state.verdicts.get(&key)?);
        let mut found: Vec<lsp_types::Diagnostic> = keys.filter_map(failed).collect();
        found.extend(self.state.problems(open, &scope).iter().map(|problem| diagnostic(open, problem)));
        found.truncate(MOST_PROBLEMS);
        found
    }

    fn publish(&mut self, uri: &Uri, version: Option<i32>, diagnostics: Vec<lsp_types::Diagnostic>) -> io::Result<()> {
        let params = PublishDiagnosticsParams { uri: uri.clone(), diagnostics, version };
        self.send(Notification::new("textDocument/publishDiagnostics".into(), params))
    }

    /// A command of the client; nothing, if its answer comes later.
    fn execute(&mut self, id: RequestId, params: Value) -> Result<Option<Value>, Refusal> {
        let ExecuteCommandParams { command, arguments, .. } = read(params)?;
        let wrong = |why: &str| (ErrorCode::InvalidParams, why.to_owned());
        let uri = arguments.first().and_then(Value::as_str).ok_or_else(|| wrong("the first argument is an address"))?;
        let open = self.state.store.open.get(uri).ok_or_else(|| wrong("this text is not open"))?;
        let scope = Scope::new(open.document(), &self.state.store);
        let keys = self.state.keys(open.document(), &scope);
        match command.as_str() {
            PROVE => {
                let place = arguments.get(1).cloned().unwrap_or_default();
                let place: lsp_types::Position = read(place)?;
                let at = open.lines().offset(&open.text, place);
                let touches = |number: usize| {
                    let span = open.document().commands()[number].span;
                    span.start <= at && at <= span.end
                };
                let found = keys.iter().find(|(number, _)| touches(*number));
                let (number, key) = found.ok_or_else(|| wrong("there is no theorem here"))?;
                self.state.put(Some(id), open, *key, Task::Prove(*number));
                self.refresh().map_err(|error| (ErrorCode::InternalError, error.to_string()))?;
                Ok(None)
            }
            PROVE_ALL => {
                let claims = |number: usize| !is_eval(&open.document().commands()[number].kind);
                let open_ones =
                    keys.iter().filter(|(number, key)| claims(*number) && !self.state.verdicts.contains_key(key));
                let list: Vec<&(usize, u64)> = open_ones.collect();
                for (at, (number, key)) in list.iter().enumerate() {
                    let request = (at + 1 == list.len()).then(|| id.clone());
                    self.state.put(request, open, *key, Task::Prove(*number));
                }
                let is_done = list.is_empty();
                self.refresh().map_err(|error| (ErrorCode::InternalError, error.to_string()))?;
                Ok(is_done.then_some(Value::Null))
            }
            other => Err((ErrorCode::InvalidParams, format!("unknown command `{other}`"))),
        }
    }

    /// What came of a job.
    ///
    /// # Errors
    /// If the client does not read any more.
    pub(super) fn done(&mut self, job: Job, outcome: Outcome) -> io::Result<()> {
        let result = match (&job.task, outcome) {
            (Task::Prove(_), Outcome::Verdict(verdict)) => {
                let value = requests::verdict_value(&verdict);
                if self.state.verdicts.len() >= MOST_VERDICTS {
                    self.state.verdicts.clear();
                }
                self.state.verdicts.insert(job.key, verdict);
                self.stale.push(job.uri.clone());
                Ok(value)
            }
            (Task::Describe { known, .. }, Outcome::Facts(facts)) => Ok(requests::with_facts(known.clone(), facts)),
            // What is known is known, whether more can be found out or not.
            (Task::Describe { known, .. }, _) => Ok(known.clone()),
            (_, Outcome::Panicked) => {
                Err((ErrorCode::InternalError, "filbert crashed here: please report it".to_owned()))
            }
            (_, _) => {
                let is_open =
                    self.state.store.open.get(&job.uri).is_some_and(|open| Arc::ptr_eq(open.document(), &job.document));
                Err(match is_open {
                    true => (ErrorCode::RequestCanceled, "cancelled".to_owned()),
                    false => (ErrorCode::ContentModified, "the text was edited".to_owned()),
                })
            }
        };
        if let Some(id) = job.request {
            self.state.waiting.retain(|(waiting, _)| *waiting != id);
            self.answer(id, result)?;
        }
        if matches!(job.task, Task::Prove(_)) { self.refresh() } else { Ok(()) }
    }

    /// Asks the client to look at the lenses again.
    fn refresh(&mut self) -> io::Result<()> {
        if !self.refreshes_lenses {
            return Ok(());
        }
        self.asked += 1;
        let id = RequestId::from(format!("filbert-{}", self.asked));
        self.send(Request { id, method: "workspace/codeLens/refresh".into(), params: Value::Null })
    }
}
