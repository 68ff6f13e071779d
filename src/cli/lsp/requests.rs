//! The answers to what a client asks of a text.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use lsp_server::{ErrorCode, RequestId};
use lsp_types::{
    CodeLens, Command, CompletionList, CompletionParams, DocumentHighlight, DocumentSymbol, FoldingRange,
    GotoDefinitionParams, HoverContents, HoverParams, Location, ParameterInformation, ParameterLabel, ReferenceParams,
    RenameParams, SemanticToken, SignatureHelpParams, SignatureInformation, SymbolInformation, TextDocumentIdentifier,
    TextDocumentPositionParams, TextEdit, WorkspaceSymbolParams,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::editor::{self, NameKind, Scope};
use crate::report::units::duration;
use crate::syntax::Span;

use super::address::uri_of;
use super::capabilities::token;
use super::files::Open;
use super::shown::{completion, location, markdown, symbol_kind};
use super::state::{PROVE, Refusal, State, open, read, value};
use super::worker::{Task, Verdict, is_eval};

/// How long an answer about a name waits for what has to be computed.
const PATIENCE: Duration = Duration::from_millis(1500);

/// Parameters that name a text alone.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfText {
    text_document: TextDocumentIdentifier,
}

/// The answer to a request; nothing, if it comes later.
///
/// # Errors
/// Why there is none.
pub(super) fn answer(state: &mut State, id: &RequestId, method: &str, params: Value) -> Result<Option<Value>, Refusal> {
    let value = match method {
        "textDocument/hover" => return hover(state, id, params),
        "textDocument/completion" => complete(state, params)?,
        "textDocument/signatureHelp" => signature_help(state, params)?,
        "textDocument/definition" => definition(state, params)?,
        "textDocument/references" => references(state, params)?,
        "textDocument/documentHighlight" => occurrences(state, params)?,
        "textDocument/prepareRename" => prepare_rename(state, params)?,
        "textDocument/rename" => rename(state, params)?,
        "textDocument/documentSymbol" => symbols(state, params)?,
        "workspace/symbol" => workspace_symbols(state, params)?,
        "textDocument/formatting" => formatting(state, params)?,
        "textDocument/foldingRange" => folds(state, params)?,
        "textDocument/semanticTokens/full" => semantic_tokens(state, params)?,
        "textDocument/codeLens" => lenses(state, params)?,
        "textDocument/codeAction" => super::actions::quick_fixes(state, params)?,
        other => return Err((ErrorCode::MethodNotFound, format!("unknown method `{other}`"))),
    };
    Ok(Some(value))
}

/// A text and a byte in it.
fn place<'a>(state: &'a State, params: &TextDocumentPositionParams) -> Result<(&'a Open, usize), Refusal> {
    let open = open(state, &params.text_document)?;
    Ok((open, open.lines().offset(&open.text, params.position)))
}

fn hover(state: &mut State, id: &RequestId, params: Value) -> Result<Option<Value>, Refusal> {
    let params: HoverParams = read(params)?;
    let (open, at) = place(state, &params.text_document_position_params)?;
    let document = open.document();
    let scope = Scope::new(document, &state.store);
    let Some(found) = editor::hover(&scope, at) else { return Ok(Some(Value::Null)) };
    let range = open.lines().range(&open.text, found.span);
    let known =
        value(lsp_types::Hover { contents: HoverContents::Markup(markdown(found.markdown)), range: Some(range) });
    let computable = |kind: NameKind| matches!(kind, NameKind::Function | NameKind::Word | NameKind::System);
    let is_shipped = editor::meaning(&scope, at).is_some_and(|found| found.is_shipped);
    match found.name.filter(|(kind, _)| computable(*kind) && !is_shipped && state.worker.is_idle()) {
        None => Ok(Some(known)),
        Some((kind, name)) => {
            let is_here = document.definitions().iter().any(|one| one.place.start <= at && at <= one.place.end);
            let before =
                document.commands().iter().filter(|command| command.span.end <= at).count() + usize::from(is_here);
            let before = before.min(document.commands().len());
            state.put(Some(id.clone()), open, 0, Task::Describe { before, kind, name, known });
            state.waiting.push((id.clone(), Instant::now() + PATIENCE));
            Ok(None)
        }
    }
}

/// A hover with what was found out besides.
pub(super) fn with_facts(mut known: Value, facts: Option<String>) -> Value {
    if let (Some(facts), Some(text)) = (facts, known.pointer_mut("/contents/value")) {
        let whole = format!("{}\n{facts}", text.as_str().unwrap_or_default());
        *text = Value::String(whole);
    }
    known
}

fn complete(state: &State, params: Value) -> Result<Value, Refusal> {
    let params: CompletionParams = read(params)?;
    let (open, at) = place(state, &params.text_document_position)?;
    let scope = Scope::new(open.document(), &state.store);
    let found = editor::complete(&scope, &state.store, at);
    let items = found.items.into_iter().map(|item| completion(open, found.span, item)).collect();
    Ok(value(CompletionList { is_incomplete: false, items }))
}

fn signature_help(state: &State, params: Value) -> Result<Value, Refusal> {
    let params: SignatureHelpParams = read(params)?;
    let (open, at) = place(state, &params.text_document_position_params)?;
    let scope = Scope::new(open.document(), &state.store);
    let Some(found) = editor::signature_help(&scope, at) else { return Ok(Value::Null) };
    let units = |at: usize| found.label[..at].chars().map(char::len_utf16).sum::<usize>() as u32;
    let parameter = |(start, end): &(usize, usize)| ParameterInformation {
        label: ParameterLabel::LabelOffsets([units(*start), units(*end)]),
        documentation: None,
    };
    let active = (!found.arguments.is_empty()).then_some(found.active as u32);
    let signature = SignatureInformation {
        parameters: Some(found.arguments.iter().map(parameter).collect()),
        documentation: Some(lsp_types::Documentation::MarkupContent(markdown(found.documentation.clone()))),
        active_parameter: active,
        label: found.label,
    };
    Ok(value(lsp_types::SignatureHelp {
        signatures: vec![signature],
        active_signature: Some(0),
        active_parameter: active,
    }))
}

fn definition(state: &State, params: Value) -> Result<Value, Refusal> {
    let params: GotoDefinitionParams = read(params)?;
    let (open, at) = place(state, &params.text_document_position_params)?;
    let scope = Scope::new(open.document(), &state.store);
    let found = editor::definition(&scope, &state.store, at);
    Ok(value(found.and_then(|found| location(found.path.as_deref(), open, &found.source, found.span))))
}

/// The places where what stands at a place is used, in all texts.
fn all_references(state: &State, open: &Open, at: usize, with_definition: bool) -> Vec<Location> {
    let all = state.store.all();
    let scopes: Vec<Scope<'_>> = all.iter().map(|document| Scope::new(document, &state.store)).collect();
    let scope = Scope::new(open.document(), &state.store);
    let found = editor::references(&scope, at, &scopes, with_definition);
    found.iter().filter_map(|one| location(one.path.as_deref(), open, &one.source, one.span)).collect()
}

fn references(state: &State, params: Value) -> Result<Value, Refusal> {
    let params: ReferenceParams = read(params)?;
    let (open, at) = place(state, &params.text_document_position)?;
    Ok(value(all_references(state, open, at, params.context.include_declaration)))
}

fn occurrences(state: &State, params: Value) -> Result<Value, Refusal> {
    let params: TextDocumentPositionParams = read(params)?;
    let (open, at) = place(state, &params)?;
    let own = [Scope::new(open.document(), &state.store)];
    let found = editor::references(&own[0], at, &own, true);
    let here = found.iter().filter(|one| one.path.as_deref() == open.path());
    let range = |span: Span| open.lines().range(&open.text, span);
    Ok(value(here.map(|one| DocumentHighlight { range: range(one.span), kind: None }).collect::<Vec<_>>()))
}

fn refused(why: String) -> Refusal {
    (ErrorCode::RequestFailed, why)
}

fn prepare_rename(state: &State, params: Value) -> Result<Value, Refusal> {
    let params: TextDocumentPositionParams = read(params)?;
    let (open, at) = place(state, &params)?;
    let scope = Scope::new(open.document(), &state.store);
    let span = editor::renamable(&scope, at).map_err(refused)?;
    Ok(value(open.lines().range(&open.text, span)))
}

fn rename(state: &State, params: Value) -> Result<Value, Refusal> {
    let params: RenameParams = read(params)?;
    let (open, at) = place(state, &params.text_document_position)?;
    let all = state.store.all();
    let scopes: Vec<Scope<'_>> = all.iter().map(|document| Scope::new(document, &state.store)).collect();
    let scope = Scope::new(open.document(), &state.store);
    let found = editor::rename(&scope, at, &params.new_name, &scopes).map_err(refused)?;
    let mut changes: HashMap<String, Vec<TextEdit>> = HashMap::new();
    for one in &found {
        let Some(place) = location(one.path.as_deref(), open, &one.source, one.span) else { continue };
        let edit = TextEdit { range: place.range, new_text: params.new_name.clone() };
        let edits = changes.entry(place.uri.as_str().to_owned()).or_default();
        if !edits.contains(&edit) {
            edits.push(edit);
        }
    }
    Ok(json!({ "changes": changes }))
}

fn symbols(state: &State, params: Value) -> Result<Value, Refusal> {
    let params: OfText = read(params)?;
    let open = open(state, &params.text_document)?;
    let range = |span: Span| open.lines().range(&open.text, span);
    #[allow(deprecated, reason = "the field has to be filled in")]
    let symbol = |one: editor::Symbol| DocumentSymbol {
        name: one.name,
        detail: Some(one.detail),
        kind: symbol_kind(one.kind),
        tags: None,
        deprecated: None,
        range: range(one.span),
        selection_range: range(one.place),
        children: None,
    };
    Ok(value(editor::symbols(open.document()).into_iter().map(symbol).collect::<Vec<_>>()))
}

fn workspace_symbols(state: &State, params: Value) -> Result<Value, Refusal> {
    /// Symbols that are listed.
    const MOST: usize = 500;
    let params: WorkspaceSymbolParams = read(params)?;
    let query = params.query.to_lowercase();
    let mut found = Vec::new();
    for document in state.store.all() {
        let Some(uri) = document.path().and_then(uri_of) else { continue };
        let lines = super::position::Lines::of(document.source().text());
        for one in editor::symbols(&document).into_iter().filter(|one| one.name.to_lowercase().contains(&query)) {
            let range = lines.range(document.source().text(), one.place);
            #[allow(deprecated, reason = "the field has to be filled in")]
            found.push(SymbolInformation {
                name: one.name,
                kind: symbol_kind(one.kind),
                tags: None,
                deprecated: None,
                location: Location { uri: uri.clone(), range },
                container_name: Some(document.source().name().to_owned()),
            });
        }
    }
    found.truncate(MOST);
    Ok(value(found))
}

fn formatting(state: &State, params: Value) -> Result<Value, Refusal> {
    let params: OfText = read(params)?;
    let open = open(state, &params.text_document)?;
    let old = &open.text;
    let new = editor::format(open.document().source()).map_err(|errors| refused(errors[0].to_string()))?;
    if new == *old {
        return Ok(json!([]));
    }
    // What is the same in front and behind stays, so that the cursor does.
    let front = old
        .char_indices()
        .zip(new.chars())
        .find(|((_, a), b)| a != b)
        .map_or(old.len().min(new.len()), |((at, _), _)| at);
    let back = |text: &str| text[front..].to_owned();
    let (tail_old, tail_new) = (back(old), back(&new));
    let same = tail_old.chars().rev().zip(tail_new.chars().rev()).take_while(|(a, b)| a == b);
    let same: usize = same.map(|(a, _)| a.len_utf8()).sum();
    let range = open.lines().range(old, Span::new(front, old.len() - same));
    Ok(value([TextEdit { range, new_text: new[front..new.len() - same].to_owned() }]))
}

fn folds(state: &State, params: Value) -> Result<Value, Refusal> {
    let params: OfText = read(params)?;
    let open = open(state, &params.text_document)?;
    let fold = |span: Span| {
        let range = open.lines().range(&open.text, span);
        FoldingRange { start_line: range.start.line, end_line: range.end.line, ..FoldingRange::default() }
    };
    Ok(value(editor::folds(open.document()).into_iter().map(fold).collect::<Vec<_>>()))
}

fn semantic_tokens(state: &State, params: Value) -> Result<Value, Refusal> {
    let params: OfText = read(params)?;
    let open = open(state, &params.text_document)?;
    let (mut tokens, mut line, mut start) = (Vec::new(), 0, 0);
    for (span, highlight, is_declaration) in editor::highlights(open.document()) {
        for (at, unit, length) in open.lines().pieces(&open.text, span) {
            tokens.push(SemanticToken {
                delta_line: at - line,
                delta_start: if at == line { unit - start } else { unit },
                length,
                token_type: token(highlight),
                token_modifiers_bitset: u32::from(is_declaration),
            });
            (line, start) = (at, unit);
        }
    }
    Ok(value(lsp_types::SemanticTokens { result_id: None, data: tokens }))
}

fn lenses(state: &State, params: Value) -> Result<Value, Refusal> {
    let params: OfText = read(params)?;
    let open = open(state, &params.text_document)?;
    let scope = Scope::new(open.document(), &state.store);
    let lens = |(number, key): (usize, u64)| {
        let span = open.document().commands()[number].span;
        let range = open.lines().range(&open.text, Span::at(span.start));
        let title = match state.verdicts.get(&key) {
            _ if state.worker.is_at(key) => "proving ...".to_owned(),
            Some(verdict) => title(verdict),
            None if is_eval(&open.document().commands()[number].kind) => "evaluate".to_owned(),
            None => "prove".to_owned(),
        };
        let arguments = vec![value(&open.uri), value(range.start)];
        CodeLens {
            range,
            command: Some(Command { title, command: PROVE.into(), arguments: Some(arguments) }),
            data: None,
        }
    };
    Ok(value(state.keys(open.document(), &scope).into_iter().map(lens).collect::<Vec<_>>()))
}

/// What a lens says of a verdict, and of the guesses on which it rests.
fn title(verdict: &Verdict) -> String {
    let remark = verdict.remark.as_ref().map(|remark| format!("   {remark}")).unwrap_or_default();
    answer_title(verdict) + &remark
}

fn answer_title(verdict: &Verdict) -> String {
    /// Characters of what an `eval` found.
    const LONGEST: usize = 120;
    let Verdict { verdict: truth, holds, claims, about, states, time, .. } = verdict;
    if *holds && !claims && !about.is_empty() {
        let cut = about.char_indices().nth(LONGEST).map(|(at, _)| format!("{} ...", &about[..at]));
        let about = cut.as_ref().unwrap_or(about);
        let answer = if *truth == "DONE" { about.clone() } else { format!("{truth}: {about}") };
        return format!("{answer}   {}", duration(*time));
    }
    match (holds, about.is_empty()) {
        (true, _) => format!("{truth}   {}, {states} states", duration(*time)),
        (false, true) => format!("{truth}: fails"),
        (false, false) => format!("{truth}: {about}"),
    }
}

/// The answer to who asked for a verdict.
pub(super) fn verdict_value(verdict: &Verdict) -> Value {
    json!({
        "verdict": verdict.verdict,
        "holds": verdict.holds,
        "about": verdict.about,
        "states": verdict.states,
        "milliseconds": verdict.time.as_millis() as u64,
        "title": title(verdict),
    })
}

/// What is told at a statement that is not what it claims to be.
pub(super) fn failure(open: &Open, command: usize, verdict: &Verdict) -> Option<lsp_types::Diagnostic> {
    if verdict.holds || verdict.verdict == "ERROR" && !verdict.problems.is_empty() {
        return None;
    }
    let document = open.document();
    let span = document.commands()[command].span;
    let name = document.definitions().iter().find(|one| span.start <= one.place.start && one.place.end <= span.end);
    let range = open.lines().range(&open.text, name.map_or(span, |one| one.place));
    let severity = match verdict.verdict {
        "UNKNOWN" => lsp_types::DiagnosticSeverity::WARNING,
        _ => lsp_types::DiagnosticSeverity::ERROR,
    };
    Some(lsp_types::Diagnostic {
        range,
        severity: Some(severity),
        source: Some("filbert".to_owned()),
        message: title(verdict),
        ..lsp_types::Diagnostic::default()
    })
}
