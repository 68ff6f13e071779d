//! What filbert brings for other programs: completions, manual pages, an editor grammar, a workflow, a notebook kernel.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn filbert(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_filbert")).args(arguments).output().expect("filbert runs")
}

/// The subcommands that the help lists.
fn subcommands() -> Vec<String> {
    let help = String::from_utf8(filbert(&["help"]).stdout).expect("text");
    let groups = help.lines().skip_while(|line| *line != "Prove and decide:");
    let list = groups.take_while(|line| *line != "Options:");
    let name =
        |line: &str| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()).map(str::to_owned);
    list.filter_map(name).filter(|name| name != "help").collect()
}

#[test]
fn every_subcommand_is_completed_in_every_shell() {
    let commands = subcommands();
    assert!(commands.len() >= 12, "{commands:?}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = filbert(&["completions", shell]);
        let text = String::from_utf8(output.stdout).expect("text");
        for command in &commands {
            assert!(text.contains(command.as_str()), "{shell}: {command}");
        }
    }
    let bash = filbert(&["completions", "bash"]).stdout;
    if let Ok(mut shell) = Command::new("bash").args(["-n"]).stdin(Stdio::piped()).spawn() {
        use std::io::Write;
        shell.stdin.take().expect("a pipe").write_all(&bash).expect("bash reads");
        assert!(shell.wait().expect("bash ends").success());
    }
}

#[test]
fn every_subcommand_has_a_manual_page() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(filbert(&["man", folder.path().to_str().expect("a path")]).status.success());
    for command in subcommands() {
        let page = std::fs::read_to_string(folder.path().join(format!("filbert-{command}.1"))).expect("a page");
        assert!(page.contains(&format!("filbert\\-{command}")) && page.contains(".SH SYNOPSIS"), "{command}");
    }
    let page = String::from_utf8(filbert(&["man"]).stdout).expect("text");
    assert_eq!(page, std::fs::read_to_string(folder.path().join("filbert.1")).expect("a page"));
}

#[test]
fn every_subcommand_is_described_in_the_book() {
    let page = std::fs::read_to_string(root().join("docs/cli.md")).expect("the page");
    let (_, table) = page.split_once("## Subcommands").expect("the table");
    for command in subcommands() {
        assert!(table.contains(&format!("\n| `filbert {command}")), "docs/cli.md lacks `filbert {command}`");
    }
}

#[test]
fn the_version_names_a_commit_where_there_is_one() {
    let version = String::from_utf8(filbert(&["--version"]).stdout).expect("text");
    let pattern = regex::Regex::new(r"^filbert \d+\.\d+\.\d+( \([0-9a-f]{10}\))?\n$").expect("a regular expression");
    assert!(pattern.is_match(&version), "{version}");
    let head = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(root()).output();
    if let Ok(head) = head
        && root().join(".git").exists()
        && head.status.success()
    {
        let head = String::from_utf8(head.stdout).expect("text");
        assert!(version.contains(&head[..10]), "{version}");
    }
}

#[test]
fn the_editor_grammar_is_well_formed() {
    let folder = root().join("editors/vscode");
    let json = |file: &str| -> serde_json::Value {
        let text = std::fs::read_to_string(folder.join(file)).expect("a file");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"))
    };
    let package = json("package.json");
    json("language-configuration.json");
    let path = package["contributes"]["grammars"][0]["path"].as_str().expect("a path");
    let grammar = json(path);
    assert_eq!(package["contributes"]["grammars"][0]["scopeName"], grammar["scopeName"]);
    // Every pattern is a regular expression, and every rule that is included is there.
    let mut rules = vec![&grammar];
    let mut patterns = 0;
    while let Some(rule) = rules.pop() {
        match rule {
            serde_json::Value::Array(items) => rules.extend(items),
            serde_json::Value::Object(fields) => {
                for (key, value) in fields {
                    match (key.as_str(), value.as_str()) {
                        ("match" | "begin" | "end", Some(pattern)) => {
                            regex::Regex::new(pattern).unwrap_or_else(|error| panic!("{error}"));
                            patterns += 1;
                        }
                        ("include", Some(name)) => {
                            assert!(grammar["repository"][name.trim_start_matches('#')].is_object(), "{name}");
                        }
                        _ => rules.push(value),
                    }
                }
            }
            _ => {}
        }
    }
    assert!(patterns > 15);
}

#[test]
fn the_workflow_runs_a_command_that_filbert_knows() {
    let workflow = std::fs::read_to_string(root().join("examples/github/check-proofs.yml")).expect("a file");
    let line = workflow.lines().find_map(|line| line.trim().strip_prefix("run: filbert ")).expect("a step");
    for (theorem, code) in [("Ax x<x+1", 0), ("Ax x<4", 1)] {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("a.prf"), format!("theorem t \"{theorem}\":\n")).expect("a file");
        let mut command = Command::new(env!("CARGO_BIN_EXE_filbert"));
        let output = command.args(line.split_whitespace()).current_dir(folder.path()).output().expect("filbert runs");
        assert_eq!(output.status.code(), Some(code));
        // What the workflow keeps is there, whatever the verdict.
        let kept = workflow.lines().skip_while(|line| line.trim() != "path: |").skip(1).map(str::trim);
        for file in kept {
            assert!(folder.path().join(file).exists(), "{file}");
        }
    }
}

/// A folder in which the notebook kernel finds what it asks for.
fn notebook_home() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("Result")).expect("a folder");
    (folder, root().join("examples/jupyter/java"))
}

#[cfg(unix)]
#[test]
fn the_shim_answers_where_java_is_called() {
    use std::io::Write;
    let (home, shim) = notebook_home();
    let mut child = Command::new(&shim)
        .args(["-Xmx1g", "-Dfile.encoding=UTF-8", "-jar", "walnut.jar"])
        .env("FILBERT", env!("CARGO_BIN_EXE_filbert"))
        .current_dir(home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the shim runs");
    let input = b"eval even \"?msd_fib Ey x=y+y\";\neval \"?msd_fib Ax x+1>x\";\n";
    child.stdin.take().expect("a pipe").write_all(input).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    // A line, on which the kernel waits, then the prompt.
    assert!(text.contains('\n') && text.contains("[Walnut]$ ") && text.contains("TRUE"), "{text}");
    assert!(home.path().join("Result/even.gv").is_file());
}

/// One cell through the protocol of Jupyter: the kernel `walnut-kernel` and `jupyter_client` from PyPI, if the Python of
/// `FILBERT_PYTHON`, or `python3`, has them.
#[cfg(unix)]
#[test]
fn a_notebook_cell_is_answered() {
    const CELL: &str = r#"
import os, sys
from jupyter_client.manager import KernelManager
from jupyter_client.kernelspec import KernelSpec
manager = KernelManager()
manager._kernel_spec = KernelSpec(argv=[sys.executable, "-m", "walnut_kernel", "-f", "{connection_file}"],
                                  display_name="Walnut", language="walnut")
manager.start_kernel(env=dict(os.environ))
client = manager.client()
client.start_channels()
client.wait_for_ready(timeout=60)
said = []
def hear(message):
    if message["msg_type"] == "stream":
        said.append(message["content"]["text"])
    elif message["msg_type"] in ("execute_result", "display_data"):
        said.append(message["content"]["data"].get("text/plain", ""))
for cell in ['eval cell "?msd_fib Ey x=y+y";', 'eval "?msd_fib Ax,y x+y=y+x";']:
    client.execute_interactive(cell, timeout=60, output_hook=hear)
client.stop_channels()
manager.shutdown_kernel(now=True)
print("".join(said))
"#;
    let python = std::env::var("FILBERT_PYTHON").unwrap_or_else(|_| "python3".into());
    let has_kernel = Command::new(&python).args(["-c", "import walnut_kernel, jupyter_client"]).output();
    if !has_kernel.is_ok_and(|output| output.status.success()) {
        return crate::programs::lacks(&format!("walnut_kernel and jupyter_client for {python}"));
    }
    let (home, shim) = notebook_home();
    let output = Command::new(&python)
        .args(["-c", CELL])
        .env("FILBERT", env!("CARGO_BIN_EXE_filbert"))
        .env("JAVA", &shim)
        .env("WALNUT_JAR", &shim)
        .env("WALNUT_HOME", home.path())
        .env("WALNUT_MEM", "1g")
        .output()
        .expect("Python runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("TRUE"), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    // What `%showme cell` draws.
    assert!(home.path().join("Result/cell.gv").is_file());
}
