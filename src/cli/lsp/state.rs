//! What the server knows: the texts, the verdicts found so far, and the thread that finds more.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use lsp_server::{ErrorCode, RequestId};
use lsp_types::TextDocumentIdentifier;
use serde_json::Value;

use crate::editor::{Document, Problem, Scope, diagnose};
use crate::syntax::ast::CommandKind;

use super::files::{Open, Store};
use super::worker::{Job, Task, Verdict, Worker, is_eval};

/// The command behind a code lens.
pub(super) const PROVE: &str = "filbert.prove";
/// The command that proves every theorem of a script.
pub(super) const PROVE_ALL: &str = "filbert.proveAll";

/// Why a request has no result.
pub(super) type Refusal = (ErrorCode, String);

/// What the server knows.
pub(super) struct State {
    pub(super) store: Store,
    pub(super) worker: Worker,
    /// What statements are, by what they rest on.
    pub(super) verdicts: HashMap<u64, Verdict>,
    /// Requests that wait for what is known of a name, and until when they do.
    pub(super) waiting: Vec<(RequestId, Instant)>,
    /// How often files were saved: what a script may use unseen may be another then.
    pub(super) saves: u64,
}

impl State {
    pub(super) fn new(worker: Worker) -> State {
        State { store: Store::default(), worker, verdicts: HashMap::new(), waiting: Vec::new(), saves: 0 }
    }

    /// The commands that claim or evaluate something, by number, and what the verdict on each is kept under: the command, all that
    /// stands before it and is no claim, and the files that are included.
    pub(super) fn keys(&self, document: &Document, scope: &Scope<'_>) -> Vec<(usize, u64)> {
        let mut hash = DefaultHasher::new();
        document.path().hash(&mut hash);
        scope.imported().for_each(|other| other.source().text().hash(&mut hash));
        scope.is_open.then_some(self.saves).hash(&mut hash);
        let mut keys = Vec::new();
        for (number, command) in document.commands().iter().enumerate() {
            let text = document.source().slice(command.span);
            if is_claim(&command.kind) || is_eval(&command.kind) {
                let mut own = hash.clone();
                text.hash(&mut own);
                keys.push((number, own.finish()));
            }
            if !matches!(
                command.kind,
                CommandKind::Theorem { .. } | CommandKind::Refute { .. } | CommandKind::Cover { .. }
            ) {
                text.hash(&mut hash);
            }
        }
        keys
    }

    /// What is wrong in a text, or may not mean what its writer thinks: what is seen, and what was found by running it.
    pub(super) fn problems(&self, open: &Open, scope: &Scope<'_>) -> Vec<Problem> {
        let mut problems = diagnose(scope);
        for (_, key) in self.keys(open.document(), scope) {
            problems.extend(self.verdicts.get(&key).into_iter().flat_map(|verdict| verdict.problems.iter().cloned()));
        }
        let mut told = HashSet::new();
        problems.retain(|problem| told.insert((problem.diagnostic.span(), problem.diagnostic.message().to_owned())));
        problems
    }

    /// Puts a job for a text.
    pub(super) fn put(&self, request: Option<RequestId>, open: &Open, key: u64, task: Task) {
        let scope = Scope::new(open.document(), &self.store);
        self.worker.put(Job {
            request,
            uri: open.uri.as_str().to_owned(),
            document: open.document().clone(),
            included: scope.imported().cloned().collect(),
            key,
            task,
            cancelled: Arc::new(AtomicBool::new(false)),
        });
    }
}

/// Whether a command has a verdict.
fn is_claim(kind: &CommandKind) -> bool {
    matches!(
        kind,
        CommandKind::Theorem { .. }
            | CommandKind::Refute { .. }
            | CommandKind::Cover { .. }
            | CommandKind::Kernel { .. }
            | CommandKind::Grundy { .. }
            | CommandKind::Outcomes { .. }
            | CommandKind::Guess { .. }
            | CommandKind::Redundant { .. }
    )
}

/// Parameters of a request.
pub(super) fn read<T: serde::de::DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

/// An answer as JSON.
pub(super) fn value(found: impl serde::Serialize) -> Value {
    serde_json::to_value(found).unwrap_or(Value::Null)
}

/// The text of this name.
///
/// # Errors
/// If it is not open.
pub(super) fn open<'a>(state: &'a State, text: &TextDocumentIdentifier) -> Result<&'a Open, Refusal> {
    state.store.get(&text.uri).ok_or_else(|| (ErrorCode::InvalidParams, format!("{} is not open", text.uri.as_str())))
}
