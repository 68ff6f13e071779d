//! `filbert man`.

use std::path::PathBuf;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::disk::{make_folder, write_atomically};

use super::exit::Exit;
use super::{Cli, trouble};

/// Print the manual page, or write one for each subcommand
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert man | man -l -
  filbert man ~/.local/share/man/man1")]
pub(super) struct ManPage {
    /// Write filbert.1, filbert-prove.1 and so on to this folder
    folder: Option<PathBuf>,
}

impl ManPage {
    pub(super) fn run(&self) -> Exit {
        let mut cli = Cli::command().disable_help_subcommand(true);
        cli.build();
        let Some(folder) = &self.folder else {
            return super::print(&page(&cli));
        };
        let mut pages = vec![("filbert.1".to_owned(), page(&cli))];
        for command in cli.get_subcommands() {
            let name = format!("filbert-{}", command.get_name());
            pages.push((format!("{name}.1"), page(command)));
        }
        for (name, text) in pages {
            let path = folder.join(name);
            if let Err(error) = make_folder(folder).and_then(|()| write_atomically(&path, text)) {
                return trouble(format!("{}: {error}", path.display()));
            }
        }
        Exit::SUCCESS
    }
}

fn page(command: &clap::Command) -> Vec<u8> {
    let mut text = Vec::new();
    Man::new(command.clone()).render(&mut text).expect("a vector takes all");
    text
}
