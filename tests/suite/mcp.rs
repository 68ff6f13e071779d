//! The server for assistants, driven through its pipes as the protocol says; and by the protocol's client library for
//! Python, where that is at hand.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::cli::filbert;

/// A server that makes its folders in this one.
fn server(arguments: &[&str], temporary: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_filbert"))
        .arg("mcp")
        .args(arguments)
        .env("TMPDIR", temporary)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("filbert runs")
}

/// What a server answers to some lines, by the number of the request, once its input is closed; those without number last.
fn answers(lines: &[Value], raw: &[&str], arguments: &[&str]) -> (BTreeMap<i64, Value>, Vec<Value>) {
    let temporary = tempfile::tempdir().expect("a folder");
    let mut server = server(arguments, temporary.path());
    let mut input = server.stdin.take().expect("a pipe");
    let output = BufReader::new(server.stdout.take().expect("a pipe"));
    for line in raw {
        writeln!(input, "{line}").expect("the server reads");
    }
    for line in lines {
        writeln!(input, "{line}").expect("the server reads");
    }
    drop(input);
    let (mut by_id, mut others) = (BTreeMap::new(), Vec::new());
    for line in output.lines() {
        let message: Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
        match message["id"].as_i64() {
            Some(id) => assert_eq!(by_id.insert(id, message), None, "two answers"),
            None => others.push(message),
        }
    }
    assert!(server.wait().expect("it ends").success());
    assert_eq!(std::fs::read_dir(temporary.path()).expect("it is there").count(), 0, "a call left something behind");
    (by_id, others)
}

fn call(id: i64, name: &str, arguments: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": name, "arguments": arguments } })
}

const SLOW: &str = "?msd_trib Ax Ey Az Eu Av Ew TR[x+y+z]=TR[u+v+w] & TR[x+z+v]=TR[y+u+w]";

#[test]
fn what_is_malformed_does_not_end_the_server() {
    let raw = [
        "{",
        "[]",
        "null",
        "[{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}]",
        "{\"id\":7}",
        "{\"id\":8,\"method\":5}",
        "{\"id\":[],\"method\":\"ping\"}",
        "{\"method\":\"notifications/cancelled\"}",
        "{\"method\":\"notifications/unheard\",\"params\":3}",
        "{\"id\":1,\"result\":{}}",
        "{\"id\":10,\"method\":\"tools/call\"}",
        "{\"id\":11,\"method\":\"tools/call\",\"params\":[]}",
        "{\"id\":12,\"method\":\"tools/call\",\"params\":{\"name\":\"eval\",\"arguments\":\"x\"}}",
        "{\"id\":13,\"method\":\"resources/read\"}",
        "{\"id\":14,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"1999-01-01\"}}",
    ];
    let (found, others) = answers(&[json!({ "id": 20, "method": "ping" })], &raw, &[]);
    let code = |id: i64| found[&id]["error"]["code"].as_i64();
    assert_eq!((code(7), code(8), code(10), code(11)), (Some(-32600), Some(-32600), Some(-32602), Some(-32602)));
    assert_eq!(found[&12]["result"]["isError"], true);
    assert_eq!(code(13), Some(-32002));
    assert_eq!(found[&14]["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(found[&20]["result"], json!({}));
    let codes: Vec<Option<i64>> = others.iter().map(|other| other["error"]["code"].as_i64()).collect();
    assert_eq!(codes, [Some(-32700), Some(-32600), Some(-32600), Some(-32600), Some(-32600)]);
}

#[test]
fn a_cancelled_call_is_not_answered_and_the_others_are() {
    let cancel = |id: i64| json!({ "method": "notifications/cancelled", "params": { "requestId": id } });
    let mut lines: Vec<Value> = (1..6).map(|id| call(id, "eval", json!({ "statement": SLOW }))).collect();
    lines.extend((1..6).map(cancel));
    lines.push(call(6, "eval", json!({ "statement": "2+2=4" })));
    let (found, _) = answers(&lines, &[], &[]);
    assert_eq!(found.keys().collect::<Vec<_>>(), [&6]);
    assert_eq!(found[&6]["result"]["structuredContent"]["verdict"], "TRUE");
}

/// The server is ended in the middle of a call, which then leaves its folder.
#[cfg(unix)]
#[test]
fn a_server_that_is_ended_leaves_nothing_behind() {
    for signal in ["TERM", "INT", "KILL"] {
        let temporary = tempfile::tempdir().expect("a folder");
        let mut server = server(&[], temporary.path());
        let mut input = server.stdin.take().expect("a pipe");
        let mut slow = call(1, "eval", json!({ "statement": SLOW }));
        slow["params"]["_meta"] = json!({ "progressToken": 1 });
        writeln!(input, "{slow}").expect("the server reads");
        // The call is at work when it tells how far it is.
        let mut progress = String::new();
        BufReader::new(server.stdout.take().expect("a pipe")).read_line(&mut progress).expect("a line");
        assert!(progress.contains("notifications/progress"), "{progress}");
        let kill = Command::new("kill").args([&format!("-{signal}"), &server.id().to_string()]).status();
        assert!(kill.expect("kill runs").success());
        server.wait().expect("it ends");
        let began = std::time::Instant::now();
        while std::fs::read_dir(temporary.path()).expect("it is there").count() > 0 {
            assert!(began.elapsed().as_secs() < 120, "after {signal} something is left behind");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}

/// A call removes the folder in which it works if nobody else will: so it begins in an empty one, or not at all.
#[test]
fn a_call_works_in_an_empty_folder_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("mine"), "").expect("a file");
    let output = filbert(folder.path(), &["mcp", "--call"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: `--call` needs an empty folder"));
    assert!(folder.path().join("mine").exists());
}

#[test]
fn what_passes_a_limit_is_unknown() {
    let verdict = |answer: &Value| answer["result"]["structuredContent"]["verdict"].clone();
    let slow = call(1, "eval", json!({ "statement": SLOW, "seconds": 0.5 }));
    let (found, _) = answers(&[slow, call(2, "eval", json!({ "statement": SLOW }))], &[], &["--timeout", "500ms"]);
    assert_eq!((verdict(&found[&1]), verdict(&found[&2])), (json!("UNKNOWN"), json!("UNKNOWN")));
    let (found, _) = answers(&[call(1, "eval", json!({ "statement": SLOW }))], &[], &["--memory", "1MB"]);
    assert_eq!(verdict(&found[&1]), "UNKNOWN");
}

#[test]
fn certificates_of_a_call_are_checked() {
    let script = "word W \"0->01 1->1011\":\ntheorem t \"W[n+1] is fixed by 0->10 1->1101\":\nrefute f \"W is fixed by 0->10 1->1\":";
    let (found, _) = answers(&[call(1, "certificate", json!({ "script": script }))], &[], &[]);
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in found[&1]["result"]["structuredContent"]["files"].as_object().expect("files") {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder is made");
        std::fs::write(path, text.as_str().expect("a text")).expect("a file is written");
    }
    let report = filbert_check::check(folder.path(), &mut |_| {}).expect("it can be read");
    assert_eq!((report.proved, report.failed), (2, 0));
}

/// The sessions of `docs/assistants.md`: `->` is sent, `<-` comes back.
#[test]
fn the_sessions_of_the_book_are_as_they_are_shown() {
    let page = include_str!("../../docs/assistants.md");
    let blocks = page.split("```text session\n").skip(1).map(|block| block.split("```").next().expect("a block"));
    let lines: Vec<&str> = blocks.flat_map(str::lines).collect();
    let with = |mark: &str| -> Vec<Value> {
        let marked = lines.iter().filter_map(|line| line.strip_prefix(mark));
        marked.map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let (sent, wanted) = (with("-> "), with("<- "));
    assert!(sent.len() >= 3 && sent.len() == wanted.len());
    let (found, _) = answers(&sent, &[], &[]);
    assert_eq!(found.into_values().collect::<Vec<_>>(), wanted);
}

/// `tests/mcp/client.py` holds the conversation: to write the transcript anew, give its output to `transcript.txt`.
#[test]
fn a_conversation_through_the_client_library_is_the_transcript() {
    let python = std::env::var("FILBERT_PYTHON").unwrap_or_else(|_| "python3".into());
    let has_library = Command::new(&python).args(["-c", "import mcp"]).output();
    if !has_library.is_ok_and(|output| output.status.success()) {
        return crate::programs::lacks(&format!("mcp for {python}"));
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mcp");
    let output = Command::new(&python).arg(folder.join("client.py")).arg(env!("CARGO_BIN_EXE_filbert")).output();
    let output = output.expect("Python runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let wanted = std::fs::read_to_string(folder.join("transcript.txt")).expect("the transcript");
    let found = String::from_utf8_lossy(&output.stdout);
    for (number, (wanted, found)) in wanted.lines().zip(found.lines()).enumerate() {
        assert_eq!(found, wanted, "line {}", number + 1);
    }
    assert_eq!(found.lines().count(), wanted.lines().count());
}
