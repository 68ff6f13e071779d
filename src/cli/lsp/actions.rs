//! Quick fixes: what may be changed at a place so that a problem goes away.

use std::collections::HashMap;

use lsp_types::{CodeActionKind, CodeActionParams, TextEdit};
use serde_json::{Value, json};

use crate::editor::{self, Scope};
use crate::syntax::Fix;

use super::shown::{diagnostic, visible};
use super::state::{Refusal, State, open, read, value};

/// The quick fixes for what is wrong in a range.
///
/// # Errors
/// If the text is not open.
pub(super) fn quick_fixes(state: &State, params: Value) -> Result<Value, Refusal> {
    let params: CodeActionParams = read(params)?;
    let wanted = |kind: &CodeActionKind| CodeActionKind::QUICKFIX.as_str().starts_with(kind.as_str());
    if params.context.only.is_some_and(|only| !only.iter().any(wanted)) {
        return Ok(json!([]));
    }
    let open = open(state, &params.text_document)?;
    let scope = Scope::new(open.document(), &state.store);
    let offset = |place| open.lines().offset(&open.text, place);
    let (start, end) = (offset(params.range.start), offset(params.range.end));
    let mut actions: Vec<Value> = Vec::new();
    for problem in state.problems(open, &scope) {
        let place = visible(&open.text, problem.diagnostic.span());
        if place.start > end || start > place.end {
            continue;
        }
        let told = diagnostic(open, &problem);
        for (at, fix) in editor::fixes(&scope, &problem).into_iter().enumerate() {
            let title = fix.title(open.document().source());
            let Fix { span, replacement } = fix;
            let edit = TextEdit { range: open.lines().range(&open.text, span), new_text: replacement };
            let changes = HashMap::from([(open.uri.as_str(), [edit])]);
            actions.push(json!({
                "title": title,
                "kind": CodeActionKind::QUICKFIX,
                "diagnostics": [told],
                "isPreferred": at == 0 && problem.lint.is_none(),
                "edit": { "changes": value(changes) },
            }));
        }
    }
    Ok(Value::Array(actions))
}
