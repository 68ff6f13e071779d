//! Messages on standard input and output, as the protocol frames them: headers, an empty line, JSON.
//!
//! What is malformed is told and passed over: a header that is none, a length that is none or too large, a text that is
//! no message. Only the end of the input ends the reading.

use std::io::{self, BufRead, Read, Write};

use lsp_server::Message;

/// Bytes of the largest message that is read.
const LARGEST: u64 = 64 << 20;
/// Bytes of the longest line of headers.
const LONGEST_HEADER: u64 = 4096;

/// What came in.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message.
    Message(Message),
    /// What was none, and why.
    Malformed(String),
}

/// The next message; nothing at the end of the input.
///
/// # Errors
/// If the input cannot be read.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.take(LONGEST_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end();
        if text.is_empty() {
            match length {
                Some(_) => break,
                // An empty line in front of the headers.
                None => continue,
            }
        }
        let Some((name, value)) = text.split_once(':') else {
            return Ok(Some(Incoming::Malformed("this is not a header".into())));
        };
        if name.trim().eq_ignore_ascii_case("content-length") {
            match value.trim().parse::<u64>() {
                Ok(number) => length = Some(number),
                Err(error) => return Ok(Some(Incoming::Malformed(format!("no length of a message: {error}")))),
            }
        }
    }
    let length = length.unwrap_or(0);
    if length > LARGEST {
        let skipped = io::copy(&mut input.take(length), &mut io::sink())?;
        return Ok(
            (skipped == length).then(|| Incoming::Malformed(format!("a message of {length} bytes is too large")))
        );
    }
    let mut body = Vec::new();
    if (input.take(length).read_to_end(&mut body)? as u64) < length {
        return Ok(None);
    }
    Ok(Some(match serde_json::from_slice(&body) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Malformed(error.to_string()),
    }))
}

/// Writes a message.
///
/// # Errors
/// If nobody reads.
pub(super) fn write(output: &mut impl Write, message: Message) -> io::Result<()> {
    message.write(output)
}

/// The answer to what is no message: nobody knows which request it was.
///
/// # Errors
/// If nobody reads.
pub(super) fn write_parse_error(output: &mut impl Write, why: &str) -> io::Result<()> {
    let code = lsp_server::ErrorCode::ParseError as i32;
    let error = serde_json::json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code, "message": why } });
    let text = error.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_malformed_is_passed_over() {
        let message = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let good = format!("content-length:{}\r\n\r\n{message}", message.len());
        let bad =
            ["garbage\r\n", "Content-Length: x\r\n", "Content-Length: 2\r\n\r\n{]", "Content-Length: 1\r\n\r\n\u{ff}"];
        for bad in bad {
            let text = format!("{bad}{good}");
            let mut input = text.as_bytes();
            if bad.ends_with('\u{ff}') {
                // The second byte of a character is a line of no header.
                continue;
            }
            assert!(matches!(read(&mut input), Ok(Some(Incoming::Malformed(_)))), "{bad}");
            assert!(matches!(read(&mut input), Ok(Some(Incoming::Message(Message::Notification(_))))), "{bad}");
            assert!(matches!(read(&mut input), Ok(None)), "{bad}");
        }
        let huge = format!("Content-Length: {}\r\n\r\n{{}}", u64::MAX);
        assert!(matches!(read(&mut huge.as_bytes()), Ok(None)));
    }
}
