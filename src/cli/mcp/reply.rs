//! What a tool answers: a text for people, the same as data, and pictures.

use serde_json::{Value, json};

use crate::syntax::{Diagnostic, Source};

/// An answer.
#[derive(Debug)]
pub(super) struct Reply {
    pub text: String,
    pub data: Value,
    /// More than text: embedded files and pictures, as the protocol has them.
    pub more: Vec<Value>,
    pub is_error: bool,
}

impl Reply {
    pub(super) fn new(text: impl Into<String>, data: Value) -> Reply {
        Reply { text: text.into(), data, more: Vec::new(), is_error: false }
    }

    /// The answer with a note, if there is one.
    pub(super) fn noted(mut self, note: Option<String>) -> Reply {
        if let Some(note) = note {
            self.text = format!("{}\nnote: {note}", self.text.trim_end());
            self.data["notes"] = json!([note]);
        }
        self
    }

    /// Something that cannot be answered.
    pub(super) fn error(message: impl Into<String>) -> Reply {
        let message = message.into();
        Reply { is_error: true, ..Reply::new(message.clone(), json!({ "error": { "message": message.trim_end() } })) }
    }

    /// A text that is wrong at a place.
    pub(super) fn wrong(diagnostic: &Diagnostic) -> Reply {
        let data = json!({ "error": told(diagnostic) });
        Reply { is_error: true, ..Reply::new(diagnostic.render(false), data) }
    }

    pub(super) fn into_json(self) -> Value {
        let mut content = vec![json!({ "type": "text", "text": self.text.trim_end() })];
        content.extend(self.more);
        json!({ "content": content, "structuredContent": self.data, "isError": self.is_error })
    }
}

/// A diagnostic as data: what, where (from 1, columns in characters), and each change that mends it.
pub(super) fn told(diagnostic: &Diagnostic) -> Value {
    let source = diagnostic.text();
    let (start, end) = (diagnostic.position(), source.position(diagnostic.span().end));
    let fixes: Vec<Value> = diagnostic.fixes().iter().map(|fix| mended(source, fix)).collect();
    let mut told = json!({
        "message": diagnostic.message(), "source": diagnostic.source_name(), "line": start.line,
        "column": start.column, "end_line": end.line, "end_column": end.column, "fixes": fixes,
    });
    for (name, text) in [("label", Some(diagnostic.note())), ("help", diagnostic.advice())] {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            told[name] = text.into();
        }
    }
    told
}

/// A change, and the text that it makes.
pub(super) fn mended(source: &Source, fix: &crate::syntax::Fix) -> Value {
    json!({ "title": fix.title(source), "text": fix.applied(source.text()) })
}
