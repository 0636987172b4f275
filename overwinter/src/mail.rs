//! `overwinter mail`: a look at the settings of a house's mail.

use crate::error::{CommandError, CommandResult};
use clap::{Args, Subcommand};
use service::Config;
use std::path::{Path, PathBuf};

/// The mail of a server.
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter mail test mail.toml
  overwinter serve --mail mail.toml")]
pub struct MailArgs {
    #[command(subcommand)]
    command: MailCommand,
}

#[derive(Subcommand)]
enum MailCommand {
    /// Look whether mail goes out and comes in by these settings; nothing is sent, and no mailbox is changed
    #[command(after_help = "\
Examples:
  overwinter mail test mail.toml")]
    Test {
        /// The settings
        file: PathBuf,
    },
}

impl MailArgs {
    /// Runs the command.
    pub fn run(&self) -> CommandResult {
        match &self.command {
            MailCommand::Test { file } => test(file),
        }
    }
}

#[cfg(feature = "mail")]
fn test(file: &Path) -> CommandResult {
    let settings = mailbox::MailSettings::load(file).map_err(CommandError::input)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut wrong = 0;
    for checked in runtime.block_on(mailbox::check(&settings)) {
        let found = match &checked.found {
            Ok(found) => found.clone(),
            Err(why) => {
                wrong += 1;
                format!("it does not work: {why}")
            }
        };
        println!("{}: {}", checked.what, crate::terminal::clean(&found));
    }
    match wrong {
        0 => Ok(()),
        1 => Err(CommandError::CheckFailed("one of them does not work".into())),
        _ => Err(CommandError::CheckFailed("neither works".into())),
    }
}

/// Lets a server have the mail of a file of settings.
#[cfg(feature = "mail")]
pub fn set(config: &mut Config, file: &Path) -> CommandResult {
    config.mail = Some(mailbox::MailSettings::load(file).map_err(CommandError::input)?);
    Ok(())
}

#[cfg(not(feature = "mail"))]
/// What is said where mail is wanted.
pub const ABSENT: &str = "this program was built without mail: build it with --features full";

#[cfg(not(feature = "mail"))]
fn test(_: &Path) -> CommandResult {
    Err(CommandError::input(ABSENT))
}

/// Refuses: this program has no mail.
#[cfg(not(feature = "mail"))]
pub fn set(_: &mut Config, _: &Path) -> CommandResult {
    Err(CommandError::input(ABSENT))
}
