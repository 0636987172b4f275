//! `overwinter post account`: the account of a report, line by line, with its editor's hand in it. PS-REP-12

use super::at_desk;
use crate::error::CommandResult;
use clap::{Args, Subcommand};
use postal_survival::desk::AccountEdit;
use postal_survival::speech::report::account::Tone;
use std::path::PathBuf;
use table::reading::Word;

/// The tone of that name.
pub fn tone(text: &str) -> Result<Tone, String> {
    let words: Vec<&str> = Tone::ALL.iter().map(|tone| tone.word()).collect();
    let found = Tone::ALL.iter().copied().find(|tone| tone.word() == text);
    found.ok_or_else(|| format!("say one of {}", words.join(", ")))
}

/// Look at a report's account line by line, and change it.
#[derive(Args)]
#[command(after_help = "\
Without more it prints the account of the coming round as it would be now, or that of a report which waits for
`approve`, each line with its number. Changes follow their lines: where orders change what happened, a line that is
not told any more takes its change with it, and that is said.

Examples:
  overwinter post account gazette
  overwinter post account gazette change 4 \"17C had been looking forward to this.\"
  overwinter post account gazette drop 5
  overwinter post account gazette add 0 \"Your editor wishes everybody a mild Winter.\"
  overwinter post account gazette --round 3 restore")]
pub struct PostAccountArgs {
    /// The game's folder
    folder: PathBuf,
    /// The round, if another is meant
    #[arg(long)]
    round: Option<u16>,
    #[command(subcommand)]
    command: Option<AccountCommand>,
}

#[derive(Subcommand)]
enum AccountCommand {
    /// Let a line say something else
    #[command(
        after_help = "Examples:\n  overwinter post account gazette change 4 \"17C had been looking forward to this.\""
    )]
    Change {
        /// The line's number
        line: usize,
        /// What it says
        text: String,
    },
    /// Leave a line out
    #[command(after_help = "Examples:\n  overwinter post account gazette drop 5")]
    Drop {
        /// The line's number
        line: usize,
    },
    /// Add a line behind another
    #[command(
        after_help = "Examples:\n  overwinter post account gazette add 0 \"A word from your editor.\""
    )]
    Add {
        /// Behind which line; 0 stands before all but the headlines
        behind: usize,
        /// What it says
        text: String,
    },
    /// Forget all changes of the round
    #[command(after_help = "Examples:\n  overwinter post account gazette restore")]
    Restore,
}

impl PostAccountArgs {
    /// Runs the command.
    pub fn run(&self) -> CommandResult {
        let edit = match &self.command {
            None => None,
            Some(AccountCommand::Change { line, text }) => {
                Some(AccountEdit::Change(*line, text.clone()))
            }
            Some(AccountCommand::Drop { line }) => Some(AccountEdit::Drop(*line)),
            Some(AccountCommand::Add { behind, text }) => {
                Some(AccountEdit::Add(*behind, text.clone()))
            }
            Some(AccountCommand::Restore) => Some(AccountEdit::Restore),
        };
        at_desk(&self.folder, |desk, now| {
            if let Some(edit) = &edit {
                return Ok(desk.edit_account(self.round, edit, now)?);
            }
            Ok(desk.account(self.round)?)
        })
    }
}
