//! What `filbert help` shows: the subcommands in groups.

use std::fmt::Write;

use clap::CommandFactory;
use clap::builder::StyledStr;

use super::Cli;

/// Each subcommand is in one group, in the order in which people need them.
const GROUPS: [(&str, &[&str]); 7] = [
    ("Prove and decide", &["eval", "prove", "repl", "walnut"]),
    ("Look", &["explore", "atlas", "explain", "show", "count", "status"]),
    ("Games", &["position", "table", "columns"]),
    ("Words", &["guess"]),
    ("Files", &["fmt", "plan", "sweep", "merge", "cache"]),
    ("Setting up", &["lsp", "mcp", "completions", "man"]),
    ("For maintainers", &["certify", "regenerate"]),
];

/// The command line with all of its subcommands built, and their list in groups.
pub(super) fn command() -> clap::Command {
    let mut command = Cli::command();
    command.build();
    let template = template(&command);
    command.help_template(template)
}

fn template(command: &clap::Command) -> StyledStr {
    let header = command.get_styles().get_header();
    let literal = command.get_styles().get_literal();
    let width = command.get_subcommands().map(|known| known.get_name().len()).max().unwrap_or(0);
    let mut out = StyledStr::new();
    let mut write = |text: String| out.write_str(&text).expect("a string takes all");
    write("{about-with-newline}\n{usage-heading} {usage}\n".into());
    for (title, names) in GROUPS {
        write(format!("\n{header}{title}:{header:#}\n"));
        for name in names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about).cloned().unwrap_or_default();
            write(format!("  {literal}{name:<width$}{literal:#}  {}\n", about.ansi()));
        }
    }
    write(format!("\n{header}Options:{header:#}\n{{options}}\n"));
    write(format!("\n{header}Examples:{header:#}\n"));
    write("  filbert eval '?msd_fib Ax,y x+y=y+x'\n  filbert prove mine.prf\n  filbert position K2 12,20\n".into());
    write("\n`filbert help COMMAND` lists the options of a command, with examples.\n".into());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_subcommand_is_in_one_group() {
        let command = command();
        let mut known: Vec<&str> =
            command.get_subcommands().map(clap::Command::get_name).filter(|name| *name != "help").collect();
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        known.sort_unstable();
        listed.sort_unstable();
        assert_eq!(known, listed);
        let help = command.clone().render_help().to_string();
        for subcommand in command.get_subcommands().filter(|known| known.get_name() != "help") {
            let about = subcommand.get_about().expect("it says what it does").to_string();
            assert!(help.contains(&about) && about.len() < 80, "{about}");
        }
    }

    /// The arguments of a line of a shell in which only single quotes are special, up to where its output goes.
    fn arguments(line: &str) -> Vec<String> {
        let mut found = Vec::new();
        for (at, part) in line.split('\'').enumerate() {
            if at % 2 == 1 {
                found.push(part.to_owned());
                continue;
            }
            let own = part.split(['|', '<', '>']).next().unwrap_or_default();
            found.extend(own.split_whitespace().map(str::to_owned));
            if own.len() < part.len() {
                break;
            }
        }
        found
    }

    #[test]
    fn each_subcommand_has_examples_that_it_accepts() {
        for subcommand in command().get_subcommands().filter(|known| known.get_name() != "help") {
            let help = subcommand.clone().render_long_help().to_string();
            if cfg!(not(feature = "lsp")) && subcommand.get_name() == "lsp" {
                assert!(help.contains("not in this build"), "{help}");
                continue;
            }
            let examples = help.split("Examples:\n").nth(1).unwrap_or_else(|| panic!("{help}"));
            let lines: Vec<&str> = examples.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            assert!(!lines.is_empty(), "{help}");
            for line in lines {
                assert!(
                    line.starts_with(&format!("filbert {}", subcommand.get_name()))
                        || line.starts_with("filbert prove")
                );
                let read = command().try_get_matches_from(arguments(line));
                assert!(read.is_ok(), "{line}: {}", read.expect_err("it is none"));
            }
        }
    }

    #[test]
    fn limits_are_in_a_section_of_their_own() {
        for name in ["prove", "eval", "repl", "position"] {
            let mut command = command();
            let help = command.find_subcommand_mut(name).expect("known").render_help().to_string();
            let (before, limits) = help.split_once("\nLimits").unwrap_or_else(|| panic!("{help}"));
            for option in ["--timeout", "--memory", "--spill", "--max-states", "--jobs", "--cache"] {
                assert!(limits.contains(option) && !before.contains(&format!("{option} ")), "{name} {option}: {help}");
            }
            assert!(limits.contains("-j, --jobs"), "{help}");
        }
    }
}
