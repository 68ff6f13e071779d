//! Messages of JSON-RPC 2.0, one a line.

use std::io::{self, BufRead, Read};

use serde_json::{Value, json};

/// Bytes of the longest line that is read.
const LONGEST: u64 = 16 << 20;

/// Codes of errors: what is no JSON, no message, no method, no right parameters.
pub(super) const PARSE_ERROR: i64 = -32700;
pub(super) const INVALID_REQUEST: i64 = -32600;
pub(super) const METHOD_NOT_FOUND: i64 = -32601;
pub(super) const INVALID_PARAMS: i64 = -32602;

/// What came in.
#[derive(Debug, PartialEq)]
pub(super) enum Incoming {
    /// A request: its number or name, which the response has, the method and the parameters.
    Request {
        id: Value,
        method: String,
        params: Value,
    },
    Notification {
        method: String,
        params: Value,
    },
    /// A response to something that was never asked.
    Response,
    /// What was none of these: the response that says so.
    Malformed(Value),
}

/// The next message; nothing at the end of the input.
///
/// # Errors
/// If the input cannot be read.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    loop {
        let mut line = Vec::new();
        if input.take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
            skip_line(input)?;
            let why = format!("a line of more than {LONGEST} bytes");
            return Ok(Some(Incoming::Malformed(failure(&Value::Null, INVALID_REQUEST, &why))));
        }
        if !line.trim_ascii().is_empty() {
            return Ok(Some(parsed(&line)));
        }
    }
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let part = input.fill_buf()?;
        let end = part.iter().position(|byte| *byte == b'\n');
        let (length, is_over) = (end.map_or(part.len(), |end| end + 1), end.is_some() || part.is_empty());
        input.consume(length);
        if is_over {
            return Ok(());
        }
    }
}

fn parsed(line: &[u8]) -> Incoming {
    let malformed = |id: &Value, code, why: &str| Incoming::Malformed(failure(id, code, why));
    let value = match serde_json::from_slice::<Value>(line) {
        Ok(value) => value,
        Err(why) => return malformed(&Value::Null, PARSE_ERROR, &format!("this is not JSON: {why}")),
    };
    let Value::Object(mut fields) = value else {
        return malformed(&Value::Null, INVALID_REQUEST, "a message is an object; batches are not read");
    };
    let id = fields.remove("id");
    let known = match &id {
        None => None,
        Some(id @ (Value::Number(_) | Value::String(_))) => Some(id.clone()),
        Some(_) => return malformed(&Value::Null, INVALID_REQUEST, "an `id` is a number or a text"),
    };
    let method = match fields.remove("method") {
        Some(Value::String(method)) => method,
        None if known.is_some() && (fields.contains_key("result") || fields.contains_key("error")) => {
            return Incoming::Response;
        }
        _ => return malformed(known.as_ref().unwrap_or(&Value::Null), INVALID_REQUEST, "a message names its `method`"),
    };
    let params = fields.remove("params").unwrap_or_else(|| json!({}));
    match known {
        Some(id) => Incoming::Request { id, method, params },
        None => Incoming::Notification { method, params },
    }
}

/// The response to a request.
pub(super) fn success(id: &Value, result: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

/// The response to a request that cannot be met.
pub(super) fn failure(id: &Value, code: i64, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

/// A message that is not answered.
pub(super) fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<Incoming> {
        let mut input = text.as_bytes();
        std::iter::from_fn(|| read(&mut input).expect("a text can be read")).collect()
    }

    fn code(incoming: &Incoming) -> Option<i64> {
        match incoming {
            Incoming::Malformed(response) => response["error"]["code"].as_i64(),
            _ => None,
        }
    }

    #[test]
    fn requests_are_told_from_notifications_and_responses() {
        let found = all("\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n  \n\
                         {\"method\":\"a\",\"params\":{\"x\":1}}\n{\"id\":\"x\",\"result\":{}}");
        let ping = Incoming::Request { id: json!(1), method: "ping".into(), params: json!({}) };
        let other = Incoming::Notification { method: "a".into(), params: json!({ "x": 1 }) };
        assert_eq!(found, [ping, other, Incoming::Response]);
    }

    #[test]
    fn what_is_malformed_is_answered_and_passed_over() {
        let text = "{\n[]\n{\"id\":{},\"method\":\"x\"}\n{\"id\":3}\n\u{0}\n{\"id\":1,\"method\":\"ping\"}\n";
        let found = all(text);
        let codes: Vec<Option<i64>> = found.iter().map(code).collect();
        let (parse, invalid) = (Some(PARSE_ERROR), Some(INVALID_REQUEST));
        assert_eq!(codes, [parse, invalid, invalid, invalid, parse, None]);
        assert!(matches!(&found[3], Incoming::Malformed(response) if response["id"] == 3));
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped() {
        let long = "x".repeat(LONGEST as usize + 5);
        let found = all(&format!("{long}\n{{\"id\":1,\"method\":\"ping\"}}\n{long}"));
        assert_eq!(found.iter().map(code).collect::<Vec<_>>(), [Some(INVALID_REQUEST), None, Some(INVALID_REQUEST)]);
    }
}
