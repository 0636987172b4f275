//! `overwinter man`: the manual pages.

use crate::error::CommandResult;
use crate::files;
use clap::{Args, Command};
use std::io::Write;
use std::path::PathBuf;

/// Print the manual page, or write those of all commands into a folder.
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter man | man -l -
  overwinter man --out ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Write the pages of the program and of all its commands into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl ManArgs {
    /// Runs the command for the program that this describes.
    pub fn run(&self, command: Command) -> CommandResult {
        if let Some(folder) = &self.out {
            return std::fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(command, folder))
                .map_err(|error| files::io_error(folder, &error));
        }
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        std::io::stdout().write_all(&page).map_err(Into::into)
    }
}
