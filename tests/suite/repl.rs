//! The console, through a pipe and through a pseudo-terminal.

use std::path::Path;
use std::process::Command;

use crate::cli::converse;

fn piped(input: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = converse(folder.path(), arguments, input);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn piped_input_is_answered_without_a_prompt() {
    let input = "def half \"?msd_fib Ey x=2*y\":\n?msd_fib Ax $half(x) <=>\n  ~$half(x+1)\n# done\n";
    let (code, out, messages) = piped(input, &["repl"]);
    assert_eq!((code, messages.as_str()), (Some(0), ""));
    assert_eq!(out, "x: 8 states, 12 transitions\n0, 2, 4, 6, 8, 10, 12, 14, 16, 18, ...\nTRUE\n");
}

#[test]
fn piped_input_ends_with_the_exit_code_of_prove() {
    let (code, out, _) = piped("theorem a \"?msd_fib Ax x<3\":\nx=(\n\n", &["repl"]);
    assert_eq!((code, out.as_str()), (Some(1), "FALSE\nx = 3\nexpected TRUE\n"));
    let (code, _, messages) = piped("$nope(x)\nquit\n?msd_fib Ax x<3\n", &["repl"]);
    assert_eq!(code, Some(2));
    assert!(messages.contains("unknown function `$nope`"), "{messages}");
}

#[test]
fn a_shipped_game_has_a_table_whatever_was_asked_of_it_before() {
    let (code, table, messages) = piped("table K2 3\n", &["repl"]);
    assert_eq!((code, messages.as_str()), (Some(0), ""));
    for before in ["show K2", "position K2 3,4", ":position Wythoff 1,2", "show pposK2"] {
        let (code, out, messages) = piped(&format!("{before}\ntable K2 3\n"), &["repl"]);
        assert_eq!((code, messages.as_str()), (Some(0), ""), "{before}");
        assert!(out.ends_with(&table), "{before}: {out}");
    }
}

#[test]
fn what_is_not_complete_at_the_end_is_told() {
    let (code, _, messages) = piped("eval a \"x=1", &["repl"]);
    assert_eq!(code, Some(2));
    assert!(messages.contains("this quote is not closed"), "{messages}");
}

/// Through a pseudo-terminal.
#[cfg(target_os = "linux")]
mod terminal {
    use super::*;
    use rexpect::session::{PtySession, spawn_command};

    /// Milliseconds to wait for an answer: the machine may be busy with other things.
    const PATIENCE: u64 = 120_000;
    /// Clock ticks a second in `/proc`, fixed by Linux for programs.
    const TICKS: u64 = 100;

    /// A console at its prompt, and its process.
    fn console(home: &Path, arguments: &[&str]) -> (PtySession, u64) {
        let mut command = Command::new("sh");
        command.args(["-c", "echo pid $$; exec \"$0\" repl \"$@\"", env!("CARGO_BIN_EXE_filbert")]);
        command.args(arguments).current_dir(home);
        command.env("XDG_STATE_HOME", home).env("TERM", "xterm").env("NO_COLOR", "1");
        let mut session = spawn_command(command, Some(PATIENCE)).expect("a terminal");
        let (_, process) = session.exp_regex(r"pid \d+").expect("a process");
        session.exp_string("filbert> ").expect("a prompt");
        (session, process["pid ".len()..].parse().expect("a number"))
    }

    fn keys(session: &mut PtySession, keys: &str) {
        session.send(keys).expect("keys");
        session.flush().expect("they are sent");
    }

    /// Processor time that a process has used, in ticks.
    fn used(process: u64) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("it lives");
        // After the name in parentheses: user and system time are the 12th and 13th.
        let fields: Vec<&str> = stat.rsplit(')').next().expect("fields").split_whitespace().collect();
        fields[11].parse::<u64>().expect("ticks") + fields[12].parse::<u64>().expect("ticks")
    }

    #[test]
    fn an_interrupt_ends_the_statement_and_not_the_session() {
        let home = tempfile::tempdir().expect("a folder");
        let (mut session, process) = console(home.path(), &["--memory", "2GB"]);
        let hard = "?msd_trib Ai,j,k,n (At t<n => (TR[i+t]=TR[j+t] | TR[i+t]=TR[k+t])) => (i=j | i=k | n<50)";
        session.send_line(hard).expect("a line");
        // Progress says that an automaton is growing.
        session.exp_regex(r"step \d+  \d{5,} states").expect("progress");
        let before = used(process);
        // Impatient people press it twice.
        keys(&mut session, "\u{3}\u{3}");
        session.exp_string("UNKNOWN (interrupted").expect("the statement ends");
        session.exp_string("filbert> ").expect("a prompt");
        session.send_line("?msd_fib Ax x<x+1").expect("a line");
        session.exp_string("TRUE").expect("an answer");
        let time = used(process) - before;
        assert!(time <= TICKS, "{time} ticks of 10 ms from the interrupt to the answer");
        session.send_line(":quit").expect("a line");
        session.exp_eof().expect("the end");
    }

    #[test]
    fn names_are_completed_and_lines_remembered() {
        let home = tempfile::tempdir().expect("a folder");
        let (mut session, _) = console(home.path(), &[]);
        session.send_line("def halves \"?msd_fib Ey x=2*y\":").expect("a line");
        session.exp_string("0, 2, 4").expect("an answer");
        session.exp_string("filbert> ").expect("a prompt");
        keys(&mut session, "?msd_fib Ax $hal\t(x) <=> ~$hal\t(x+1)\r");
        session.exp_string("TRUE").expect("an answer");
        // Only a prompt reads Ctrl-D: what a terminal gets between two prompts is a line that ends there.
        session.exp_string("filbert> ").expect("a prompt");
        keys(&mut session, "\u{4}");
        session.exp_eof().expect("Ctrl-D ends the session");
        let history = std::fs::read_to_string(home.path().join("filbert").join("history")).expect("a history");
        assert!(history.contains("?msd_fib Ax $halves(x) <=> ~$halves(x+1)"), "{history}");
    }

    #[test]
    fn lines_may_be_typed_ahead() {
        let home = tempfile::tempdir().expect("a folder");
        let (mut session, _) = console(home.path(), &[]);
        // In one piece, as a terminal without bracketed paste gives them.
        keys(&mut session, "?msd_fib Ax x<x+1\r?msd_fib Ax x<9\r?msd_fib Ex x=7\r");
        for answer in ["TRUE", "x = 9", "x = 7"] {
            session.exp_string(answer).expect("an answer for each line");
        }
    }

    #[test]
    fn an_input_may_take_several_lines() {
        let home = tempfile::tempdir().expect("a folder");
        let (mut session, _) = console(home.path(), &[]);
        keys(&mut session, "?msd_fib Ax (Ey\r");
        session.exp_string("...> ").expect("a prompt that says that it goes on");
        keys(&mut session, "x=y)\r");
        session.exp_string("TRUE").expect("an answer");
        // Both lines are one entry of the history: the arrow goes back to them together.
        session.exp_string("filbert> ").expect("a prompt");
        keys(&mut session, "\u{1b}[A\r");
        session.exp_string("TRUE").expect("an answer");
        // Ctrl-C drops all lines, Ctrl-D ends the input.
        session.exp_string("filbert> ").expect("a prompt");
        keys(&mut session, "?msd_fib Ax (Ey\r");
        session.exp_string("...> ").expect("a prompt");
        keys(&mut session, "\u{3}");
        session.exp_string("filbert> ").expect("a prompt");
        keys(&mut session, "(x=1\r");
        session.exp_string("...> ").expect("a prompt");
        keys(&mut session, "\u{4}");
        session.exp_string("opened here").expect("what is missing");
        session.exp_string("filbert> ").expect("a prompt");
        session.send_line(":states on").expect("a line");
        session.exp_string("states on").expect("an answer");
        session.send_line("?msd_fib Ax Ey x=2*y").expect("a line");
        session.exp_regex(r"FALSE   \d+ ms, largest automaton \d+ states").expect("figures");
        session.exp_string("x = 1").expect("a counterexample");
    }
}
