//! The language server, driven through its pipes as the protocol says; and by the client library of VS Code, where Node and
//! that are at hand.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long an answer is waited for: the machine may be busy with other things.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server and its client.
struct Client {
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    folder: tempfile::TempDir,
    asked: i64,
    /// Answers that came before they were waited for.
    answers: HashMap<i64, Value>,
    /// The last diagnostics of each text, and their version.
    told: HashMap<String, (i64, Value)>,
}

impl Client {
    /// A server that is not initialized.
    fn start(arguments: &[&str]) -> Client {
        let folder = tempfile::tempdir().expect("a folder");
        let mut server = Command::new(env!("CARGO_BIN_EXE_filbert"))
            .arg("lsp")
            .args(arguments)
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("filbert runs");
        let mut output = BufReader::new(server.stdout.take().expect("a pipe"));
        let (send, messages) = channel();
        std::thread::spawn(move || {
            loop {
                let mut length = 0;
                let mut line = String::new();
                while output.read_line(&mut line).is_ok_and(|read| read > 0) && line.trim() != "" {
                    if let Some(value) = line.strip_prefix("Content-Length:") {
                        length = value.trim().parse().expect("a length");
                    }
                    line.clear();
                }
                let mut body = vec![0; length];
                if length == 0 || output.read_exact(&mut body).is_err() {
                    return;
                }
                if send.send(serde_json::from_slice(&body).expect("JSON")).is_err() {
                    return;
                }
            }
        });
        let input = server.stdin.take();
        Client { server, input, messages, folder, asked: 0, answers: HashMap::new(), told: HashMap::new() }
    }

    fn initialized(arguments: &[&str]) -> Client {
        let mut client = Client::start(arguments);
        let root = uri(client.folder.path());
        let answer =
            client.ask("initialize", json!({ "processId": std::process::id(), "rootUri": root, "capabilities": {} }));
        assert_eq!(answer["result"]["capabilities"]["hoverProvider"], true);
        client.tell("initialized", json!({}));
        client
    }

    fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the server reads");
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn begin(&mut self, method: &str, params: Value) -> i64 {
        self.asked += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params }));
        self.asked
    }

    fn hear(&mut self) {
        let message = self.messages.recv_timeout(PATIENCE).expect("the server says something");
        if message["method"] == "textDocument/publishDiagnostics" {
            let params = &message["params"];
            let uri = params["uri"].as_str().expect("an address").to_owned();
            self.told.insert(uri, (params["version"].as_i64().unwrap_or(0), params["diagnostics"].clone()));
        } else if let Some(id) = message["id"].as_i64() {
            self.answers.insert(id, message);
        }
    }

    fn answer(&mut self, id: i64) -> Value {
        loop {
            if let Some(answer) = self.answers.remove(&id) {
                return answer;
            }
            self.hear();
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.answer(id)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn open(&mut self, name: &str, text: &str) -> Value {
        let uri = uri(&self.path(name));
        let text = json!({ "uri": uri, "languageId": "filbert", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": text }));
        self.diagnostics(name, 1)
    }

    /// The whole text anew.
    fn write(&mut self, name: &str, version: i64, text: &str) {
        let uri = uri(&self.path(name));
        let change =
            json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": [{ "text": text }] });
        self.tell("textDocument/didChange", change);
    }

    fn diagnostics(&mut self, name: &str, version: i64) -> Value {
        let uri = uri(&self.path(name));
        loop {
            if let Some((known, found)) = self.told.get(&uri)
                && *known >= version
            {
                return found.clone();
            }
            self.hear();
        }
    }

    fn at(&mut self, method: &str, name: &str, line: u32, character: u32) -> Value {
        let uri = uri(&self.path(name));
        self.ask(
            method,
            json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } }),
        )
    }

    fn of(&mut self, method: &str, name: &str) -> Value {
        let uri = uri(&self.path(name));
        self.ask(method, json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 2, "insertSpaces": true } }))
    }

    fn title(&mut self, name: &str, line: u32) -> String {
        let lenses = self.of("textDocument/codeLens", name);
        let lenses = lenses["result"].as_array().expect("lenses").clone();
        let lens = lenses.iter().find(|lens| lens["range"]["start"]["line"] == line).expect("a lens");
        lens["command"]["title"].as_str().expect("a title").to_owned()
    }

    fn begin_proof(&mut self, name: &str, line: u32) -> i64 {
        let arguments = json!([uri(&self.path(name)), { "line": line, "character": 0 }]);
        self.begin("workspace/executeCommand", json!({ "command": "filbert.prove", "arguments": arguments }))
    }

    fn end(&mut self) -> Option<i32> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.server.try_wait().expect("a process") {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the server does not end");
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// A statement that takes longer than anybody waits.
const HARD: &str = "?msd_trib Ai,j,k,n (At t<n => (TR[i+t]=TR[j+t] | TR[i+t]=TR[k+t])) => (i=j | i=k | n<50)";

#[test]
fn a_script_is_opened_explained_and_proved() {
    let mut client = Client::initialized(&[]);
    std::fs::write(client.path("base.prf"), "# Even numbers.\ndef even \"?msd_fib Ey x=2*y\":\n").expect("a file");
    let text = "# \u{1F600}\ninclude \"base.prf\";\ntheorem a \"?msd_fib Ax $evn(2*x)\" from \"\u{1F600}\": frob;\n";
    let found = client.open("a.prf", text);
    let places: Vec<(u64, u64)> = found.as_array().expect("a list").iter().map(start).collect();
    // A character of two units stands before the second.
    assert_eq!(places, [(2, 23), (2, 45)], "{found}");
    let text = "include \"base.prf\";\ntheorem a \"?msd_fib Ax $even(2*x)\":\nrefute  b \"?msd_fib Ax $even(x)\":\ntheorem c \"?msd_fib Ax $even(x)\":\n";
    client.write("a.prf", 2, text);
    assert_eq!(client.diagnostics("a.prf", 2), json!([]));

    let hover = client.at("textDocument/hover", "a.prf", 1, 26);
    let shown = hover["result"]["contents"]["value"].as_str().expect("a text");
    assert!(shown.contains("Even numbers.") && shown.contains("8 states") && shown.contains("0, 2, 4"), "{shown}");
    let place = client.at("textDocument/definition", "a.prf", 1, 26);
    assert_eq!(place["result"]["uri"], uri(&client.path("base.prf")));
    let offered = client.at("textDocument/completion", "a.prf", 1, 26);
    assert_eq!(offered["result"]["items"][0]["label"], "even");
    let symbols = client.of("textDocument/documentSymbol", "a.prf");
    assert_eq!(symbols["result"].as_array().map(Vec::len), Some(3));
    let edits = client.of("textDocument/formatting", "a.prf");
    assert_eq!(edits["result"][0]["newText"], "", "one blank goes: {edits}");

    assert_eq!(client.title("a.prf", 1), "prove");
    for (line, verdict, holds) in [(1, "TRUE", true), (2, "FALSE", true), (3, "FALSE", false)] {
        let id = client.begin_proof("a.prf", line);
        let answer = client.answer(id);
        assert_eq!(
            (&answer["result"]["verdict"], &answer["result"]["holds"]),
            (&json!(verdict), &json!(holds)),
            "{answer}"
        );
    }
    assert_eq!(client.title("a.prf", 3), "FALSE: x = 1");
    // A verdict rests on what stands before it, in included files too.
    std::fs::write(client.path("base.prf"), "def even \"?msd_fib x=x & x=x\":\n").expect("a file");
    client.tell("textDocument/didSave", json!({ "textDocument": { "uri": uri(&client.path("base.prf")) } }));
    assert_eq!(client.title("a.prf", 3), "prove");
    let id = client.begin_proof("a.prf", 3);
    assert_eq!(client.answer(id)["result"]["verdict"], "TRUE");
    // What the server runs writes nothing.
    assert_eq!(std::fs::read_dir(client.folder.path()).expect("a folder").count(), 1);
}

#[test]
fn what_claims_nothing_fails_with_no_verdict() {
    let mut client = Client::initialized(&[]);
    client.open("g.prf", "game Nim \"?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q)\":\nredundant Nim:\n");
    let id = client.begin_proof("g.prf", 1);
    let answer = client.answer(id);
    assert_eq!((&answer["result"]["verdict"], &answer["result"]["holds"]), (&json!("NONE"), &json!(true)), "{answer}");
    assert!(client.title("g.prf", 1).starts_with("NONE "));
}

#[test]
fn an_eval_has_its_lens_and_shows_what_it_found() {
    let mut client = Client::initialized(&[]);
    client.open(
        "a.prf",
        "eval small \"?msd_fib x<3\":\neval \"?msd_fib Ax Ey x=2*y\":\ntheorem t \"?msd_fib Ax x<x+1\":\n",
    );
    assert_eq!(client.title("a.prf", 0), "evaluate");
    for (line, verdict) in [(0, "DONE"), (1, "FALSE")] {
        let id = client.begin_proof("a.prf", line);
        let answer = client.answer(id);
        assert_eq!(
            (&answer["result"]["verdict"], &answer["result"]["holds"]),
            (&json!(verdict), &json!(true)),
            "{answer}"
        );
    }
    assert!(client.title("a.prf", 0).contains("states") && client.title("a.prf", 0).contains("0, 1, 2 (all)"));
    assert!(client.title("a.prf", 1).starts_with("FALSE: x = 1   "), "{}", client.title("a.prf", 1));
    // Whoever proves all theorems evaluates nothing, and what claims nothing is no mistake.
    client.write("a.prf", 2, "eval \"?msd_fib Ax Ey x=3*y\":\ntheorem t \"?msd_fib Ax x<x+1\":\n");
    let arguments = json!([uri(&client.path("a.prf"))]);
    client.ask("workspace/executeCommand", json!({ "command": "filbert.proveAll", "arguments": arguments }));
    assert_eq!(client.title("a.prf", 0), "evaluate");
    assert!(client.title("a.prf", 1).starts_with("TRUE"));
    assert_eq!(client.diagnostics("a.prf", 2), json!([]));
    assert_eq!(std::fs::read_dir(client.folder.path()).expect("a folder").count(), 0, "nothing is written");
}

#[test]
fn a_problem_has_its_quick_fixes() {
    let mut client = Client::initialized(&[]);
    let text =
        "theorem a \"?msd_fib Ax $phinn(x,x)\":\ntheorem b \"?msd_fib Ax,y x<x+1\":\ntheorem c \"Ax x<x => x=1\":\n";
    client.open("a.prf", text);
    let ask = |client: &mut Client, line: u32, character: u32| {
        let place = json!({ "line": line, "character": character });
        let answer = client.ask(
            "textDocument/codeAction",
            json!({
                "textDocument": { "uri": uri(&client.path("a.prf")) },
                "range": { "start": place, "end": place },
                "context": { "diagnostics": [] },
            }),
        );
        answer["result"].as_array().expect("actions").clone()
    };
    let [action] = &ask(&mut client, 0, 25)[..] else { panic!("one action") };
    assert_eq!(action["title"], "Replace `$phinn` with `$phin`");
    assert_eq!((&action["kind"], &action["isPreferred"]), (&json!("quickfix"), &json!(true)));
    assert!(action["diagnostics"][0]["message"].as_str().is_some_and(|told| told.starts_with("unknown function")));
    let edit = &action["edit"]["changes"][uri(&client.path("a.prf"))][0];
    assert_eq!((&edit["newText"], &edit["range"]["start"]["character"]), (&json!("$phin"), &json!(23)));
    let titles = |actions: Vec<Value>| -> Vec<String> {
        actions.iter().map(|one| one["title"].as_str().expect("a title").to_owned()).collect()
    };
    assert_eq!(titles(ask(&mut client, 1, 23)), ["Remove `,y`", "Insert `# filbert: allow unused-variable`"]);
    assert!(ask(&mut client, 1, 3).is_empty());
    // What is only found by running.
    let id = client.begin_proof("a.prf", 2);
    client.answer(id);
    assert_eq!(titles(ask(&mut client, 2, 15)), ["Insert `# filbert: allow vacuous-premise`"]);
}

fn start(diagnostic: &Value) -> (u64, u64) {
    let start = &diagnostic["range"]["start"];
    (start["line"].as_u64().expect("a line"), start["character"].as_u64().expect("a unit"))
}

#[test]
fn an_edit_takes_back_what_runs() {
    let mut client = Client::initialized(&[]);
    let text = |n: u32| format!("# {n}\ntheorem hard \"{HARD}\":\ntheorem easy \"Ax x<x+1\":\n");
    client.open("a.prf", &text(0));
    let hard = client.begin_proof("a.prf", 1);
    let waiting = client.begin_proof("a.prf", 1);
    assert_eq!(client.title("a.prf", 1), "proving ...");
    client.write("a.prf", 2, &text(1));
    for id in [hard, waiting] {
        assert_eq!(client.answer(id)["error"]["code"], -32801);
    }
    let easy = client.begin_proof("a.prf", 2);
    assert_eq!(client.answer(easy)["result"]["verdict"], "TRUE");
    let hard = client.begin_proof("a.prf", 1);
    client.tell("$/cancelRequest", json!({ "id": hard }));
    assert_eq!(client.answer(hard)["error"]["code"], -32800);
    // One that runs while the server is shut down is no reason to stay.
    let hard = client.begin_proof("a.prf", 1);
    assert_eq!(client.ask("shutdown", Value::Null)["result"], Value::Null);
    assert!(client.answer(hard)["error"].is_object());
    client.tell("exit", Value::Null);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_limit_ends_a_statement_and_the_next_is_decided() {
    for limit in [["--timeout", "0.3"], ["--memory", "30MB"], ["--max-states", "500"]] {
        let mut client = Client::initialized(&limit);
        client.open("a.prf", &format!("theorem hard \"{HARD}\":\ntheorem easy \"Ax x<x+1\":\n"));
        let hard = client.begin_proof("a.prf", 0);
        assert_eq!(client.answer(hard)["result"]["verdict"], "UNKNOWN", "{limit:?}");
        let easy = client.begin_proof("a.prf", 1);
        assert_eq!(client.answer(easy)["result"]["verdict"], "TRUE", "{limit:?}");
    }
}

#[test]
fn no_text_keeps_an_answer_back() {
    let long = format!("def f \"?msd_fib Ey x=2*y & y<100\":\n# {}\n", "\u{1F600}".repeat(100)).repeat(2500);
    assert!(long.len() > 1_000_000);
    let texts = [
        "",
        "\u{feff}",
        "\r",
        "\r\n\r\ndef f \"x=1\":\r\ntheorem a \"Ax $f(x)\":\r\n",
        "\t\tdef\tf\t\"x=\t1\":",
        "\"",
        "def f \"",
        "\u{1F600}\u{1F600} def \u{1F600} \"\u{1F600}",
        "theorem a \"Ax #m(",
        "game G \"p -> q :",
        "a\u{2028}b\u{0}c;",
        "include \"a.prf\";",
        "include \"..\";",
        "include \"/dev/zero\";",
        "use \".\";",
        "grundy V of G upto 4294967295:",
        &long,
    ];
    let mut client = Client::initialized(&[]);
    for (number, text) in texts.iter().enumerate() {
        let name = format!("{number}.prf");
        client.open(&name, text);
        for method in [
            "textDocument/documentSymbol",
            "textDocument/codeLens",
            "textDocument/semanticTokens/full",
            "textDocument/foldingRange",
            "textDocument/formatting",
        ] {
            let answer = client.of(method, &name);
            let is_refused = method.ends_with("formatting") && answer["error"]["code"] == -32803;
            assert!(answer["result"] != Value::Null || is_refused, "{number} {method} {answer}");
        }
        for method in [
            "textDocument/hover",
            "textDocument/completion",
            "textDocument/signatureHelp",
            "textDocument/definition",
            "textDocument/documentHighlight",
            "textDocument/prepareRename",
        ] {
            for (line, character) in [(0, 0), (0, 1), (0, 3), (0, 8), (1, 2), (2, 12), (99_999_999, 99_999_999)] {
                let answer = client.at(method, &name, line, character);
                assert!(answer["error"]["code"] != -32603, "{number} {method} {answer}");
            }
        }
        client.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri(&client.path(&name)) } }));
    }
}

#[test]
fn what_is_malformed_ends_nothing() {
    let mut client = Client::start(&[]);
    assert_eq!(client.ask("textDocument/hover", json!({}))["error"]["code"], -32002);
    client.raw(b"nonsense\r\nContent-Length: 3\r\n\r\n{]}Content-Length: -1\r\n\r\nContent-Length: 2\r\n\r\n\xff\xff");
    client.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
    assert_eq!(client.ask("initialize", json!({ "capabilities": {} }))["error"]["code"], -32600);
    client.tell("textDocument/didChange", json!({ "no": "sense" }));
    client.tell("no/such/notification", json!([1, 2]));
    for (method, params, code) in [
        ("no/such/method", json!({}), -32601),
        ("textDocument/hover", json!({ "textDocument": 7 }), -32602),
        (
            "textDocument/hover",
            json!({ "textDocument": { "uri": "file:///none" }, "position": { "line": 0, "character": 0 } }),
            -32602,
        ),
        ("workspace/executeCommand", json!({ "command": "rm", "arguments": ["file:///none"] }), -32602),
    ] {
        assert_eq!(client.ask(method, params)["error"]["code"], code, "{method}");
    }
    client.open("a.prf", "theorem a \"Ax x=x\":");
    let id = client.begin_proof("a.prf", 0);
    assert_eq!(client.answer(id)["result"]["verdict"], "TRUE");
}

#[test]
fn the_server_ends_with_its_client() {
    let mut client = Client::initialized(&[]);
    client.open("a.prf", &format!("theorem hard \"{HARD}\":\n"));
    client.begin_proof("a.prf", 0);
    client.input = None;
    assert_eq!(client.end(), Some(1));
    let mut client = Client::initialized(&[]);
    client.tell("exit", Value::Null);
    assert_eq!(client.end(), Some(1), "exit without shutdown");
}

/// Processor time of a process so far.
#[cfg(target_os = "linux")]
fn processor(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("a process");
    let fields: Vec<&str> = stat.rsplit(')').next().expect("fields").split_whitespace().collect();
    let ticks = fields[11].parse::<u64>().expect("ticks") + fields[12].parse::<u64>().expect("ticks");
    Duration::from_millis(10 * ticks)
}

#[cfg(target_os = "linux")]
#[test]
fn an_edit_in_a_thousand_lines_is_soon_looked_at() {
    const EDITS: u32 = 20;
    let mut client = Client::initialized(&[]);
    let four = |n: u32| {
        format!(
            "# {n}\ndef f{n} \"?msd_fib Ey,z (x=2*y & z<y) | $phin(x,z)\":\n\
             theorem t{n} \"?msd_fib Ax $f{n}(x) => (Ey y>=x & ~$f{n}(y+1) | F[x]=@0)\" from \"none\":\n\n"
        )
    };
    let text: String = (0..250).map(four).collect();
    assert_eq!(text.lines().count(), 1000);
    client.open("a.prf", &text);
    let before = processor(client.server.id());
    for edit in 1..=EDITS {
        client.write("a.prf", i64::from(edit) + 1, &text.replace("$f124(x)", &format!("$f124(x+{edit})")));
        let found = client.diagnostics("a.prf", i64::from(edit) + 1);
        assert_eq!(found.as_array().map(Vec::len), Some(250), "a lint at every theorem");
        client.at("textDocument/hover", "a.prf", 1, 40);
    }
    let each = (processor(client.server.id()) - before) / EDITS;
    // Without the optimizer it may take longer.
    let most = Duration::from_millis(if cfg!(debug_assertions) { 500 } else { 100 });
    assert!(each < most, "an edit takes {each:?} of the processor");
}

/// The client library of VS Code in `editors/test/client.js`, by Node and the modules in `FILBERT_NODE_PATH`.
#[test]
fn the_client_library_of_vs_code_is_answered() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let modules = std::env::var_os("FILBERT_NODE_PATH").map(PathBuf::from);
    let modules = modules.unwrap_or_else(|| root.join("editors/vscode/node_modules"));
    if !modules.join("vscode-languageserver-protocol").is_dir() {
        return crate::programs::lacks("vscode-languageserver-protocol in FILBERT_NODE_PATH");
    }
    let script = root.join("editors/test/client.js");
    let mut node = Command::new("node");
    let node = node.arg(script).arg(env!("CARGO_BIN_EXE_filbert")).env("NODE_PATH", modules);
    if cfg!(debug_assertions) {
        node.env("FILBERT_SLOW", "1");
    }
    let Some(output) = crate::programs::output(node) else { return };
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success() && text.contains("all is as it should be"), "{text}");
}
