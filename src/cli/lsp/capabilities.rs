//! What the server can do, as it tells its client.

use serde_json::{Value, json};

use crate::editor::{Highlight, NameKind};

use super::state::{PROVE, PROVE_ALL};

/// The kinds of pieces of a text, in the order of their numbers.
const TOKENS: [&str; 12] = [
    "comment",
    "keyword",
    "function",
    "macro",
    "type",
    "variable",
    "property",
    "number",
    "enumMember",
    "operator",
    "string",
    "class",
];

/// The number of a kind of pieces.
pub(super) fn token(highlight: Highlight) -> u32 {
    let name = match highlight {
        Highlight::Comment => "comment",
        Highlight::Keyword | Highlight::Quantifier => "keyword",
        Highlight::Number => "number",
        Highlight::Letter => "enumMember",
        Highlight::Operator => "operator",
        Highlight::Text => "string",
        Highlight::Name(kind) => match kind {
            NameKind::Function | NameKind::Claim | NameKind::Sequence => "function",
            NameKind::Macro => "macro",
            NameKind::System => "type",
            NameKind::Variable => "variable",
            NameKind::Word | NameKind::Morphism => "property",
            NameKind::Game => "class",
        },
    };
    TOKENS.iter().position(|known| *known == name).expect("all kinds are listed") as u32
}

/// What the server can do.
pub(super) fn capabilities() -> Value {
    json!({
        "positionEncoding": "utf-16",
        "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
        "completionProvider": { "triggerCharacters": ["$", "?", "#", ".", "\"", "/"] },
        "hoverProvider": true,
        "signatureHelpProvider": { "triggerCharacters": ["(", ",", " "], "retriggerCharacters": [")"] },
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "codeLensProvider": { "resolveProvider": false },
        "codeActionProvider": { "codeActionKinds": ["quickfix"], "resolveProvider": false },
        "documentFormattingProvider": true,
        "renameProvider": { "prepareProvider": true },
        "foldingRangeProvider": true,
        "executeCommandProvider": { "commands": [PROVE, PROVE_ALL] },
        "semanticTokensProvider": {
            "legend": { "tokenTypes": TOKENS, "tokenModifiers": ["declaration"] },
            "full": true,
        },
        "workspace": { "workspaceFolders": { "supported": true, "changeNotifications": false } },
    })
}
