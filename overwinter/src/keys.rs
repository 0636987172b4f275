//! `overwinter keys`: the keys of a server.

use crate::error::{CommandError, CommandResult};
use crate::files;
use crate::serve::StoreArgs;
use clap::{Args, Subcommand};
use service::{PublicKeys, StartError, StoreAddress};
use std::io::Write;
use std::path::PathBuf;

/// Show or replace the keys of a server that is not running
#[derive(Subcommand)]
#[command(after_help = "Examples:\n  overwinter keys show\n  overwinter keys rotate")]
pub enum KeysCommand {
    /// Print the public key that signs records, and those that did before
    #[command(
        after_help = "Examples:\n  overwinter keys show\n  overwinter keys show --data /srv/overwinter"
    )]
    Show(KeysArgs),
    /// Replace all keys: of seeds, records, cookies and forms
    #[command(after_help = "\
Examples:
  overwinter keys rotate --data /srv/overwinter

Stop the server first. Running games go on, and everybody keeps their seats; cookies of the key before count until the
keys are replaced again. The public halves of older record keys stay published, so that old records are still proved.")]
    Rotate(KeysArgs),
}

/// Which server.
#[derive(Args)]
pub struct KeysArgs {
    /// The folder in which games are kept [default: overwinter in your data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
}

impl KeysCommand {
    /// Runs the command.
    pub fn run(&self) -> CommandResult {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        match self {
            KeysCommand::Show(asked) => {
                let (folder, store) = asked.server()?;
                print(&runtime.block_on(service::public_keys(&folder, &store)).map_err(refused)?)
            }
            KeysCommand::Rotate(asked) => {
                let (folder, store) = asked.server()?;
                let keys =
                    runtime.block_on(service::rotate_keys(&folder, &store)).map_err(refused)?;
                writeln!(std::io::stdout(), "All keys were replaced.")?;
                print(&keys)
            }
        }
    }
}

impl KeysArgs {
    /// The folder and the store. A store of a file must be there, and the key of seeds of any other.
    fn server(&self) -> Result<(PathBuf, StoreAddress), CommandError> {
        let folder = self.data.clone().unwrap_or_else(files::data_folder);
        let store = self.store.address()?;
        let known = if store.is_in_folder() { "overwinter.sqlite" } else { "seeds.key" };
        if !folder.join(known).is_file() {
            let why = "no server has kept games here; name its folder with `--data`";
            return Err(CommandError::input(format!("{}: {why}", folder.display())));
        }
        Ok((folder, store))
    }
}

fn refused(error: StartError) -> CommandError {
    CommandError::input(error.to_string())
}

fn print(keys: &PublicKeys) -> CommandResult {
    let mut out = std::io::stdout();
    writeln!(out, "Records are signed by the key {}", keys.record_key)?;
    for key in keys.retired.iter().rev() {
        writeln!(out, "Before that by            {key}")?;
    }
    Ok(())
}
