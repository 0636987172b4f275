//! `overwinter post amend`: what the master may change.

use super::at_desk;
use crate::error::{CommandError, CommandResult};
use clap::{Args, Subcommand};
use postal_survival::Diet;
use postal_survival::desk::Amendment;
use std::io::Read;
use std::path::PathBuf;

/// The longest order text from a pipe, in bytes.
const LONGEST: u64 = 64 << 10;

/// Correct orders, replace players, move deadlines, repair.
#[derive(Args)]
#[command(after_help = "\
Everything is written to log.txt, and what players must know is printed in the next report.
A player is a name, an address or a number.

Examples:
  overwinter post amend gazette orders \"Bob Smith\" \"AMEND\\n17 stay\"
  overwinter post amend gazette admit Dee
  overwinter post amend gazette replace Dee \"New Reader\" new@example.org
  overwinter post amend gazette repair \"17H AP 3\" \"a slip of mine\"")]
pub struct PostAmendArgs {
    /// The game's folder
    folder: PathBuf,
    #[command(subcommand)]
    command: AmendCommand,
}

#[derive(Subcommand)]
enum AmendCommand {
    /// Enter or change a player's orders
    #[command(
        after_help = "Examples:\n  overwinter post amend gazette orders \"Bob Smith\" \"AMEND\\n17 stay\""
    )]
    Orders {
        /// The player
        player: String,
        /// The orders, with \n between lines; begin with AMEND to change single lines; `-` reads a pipe
        text: String,
    },
    /// Let late orders in
    #[command(after_help = "Examples:\n  overwinter post amend gazette admit Dee")]
    Admit {
        /// The player
        player: String,
    },
    /// Hand a species to another person
    #[command(
        after_help = "Examples:\n  overwinter post amend gazette replace Dee \"New Reader\" new@example.org"
    )]
    Replace {
        /// The player
        player: String,
        /// The new player's name
        by: String,
        /// The new player's address
        #[arg(default_value = "")]
        address: String,
    },
    /// Give a species another name; without one it is called after its player again
    #[command(after_help = "Examples:\n  overwinter post amend gazette name Dee \"Marsh Rats\"")]
    Name {
        /// The player
        player: String,
        /// The name
        #[arg(default_value = "")]
        name: String,
    },
    /// Keep a player's press out of the coming report
    #[command(
        after_help = "Examples:\n  overwinter post amend gazette hold Dee \"not fit to print\""
    )]
    Hold {
        /// The player
        player: String,
        /// Why, for the report
        reason: String,
    },
    /// Move the deadline of the coming round
    #[command(
        after_help = "Examples:\n  overwinter post amend gazette deadline \"Friday, 17 July\""
    )]
    Deadline {
        /// As reports print it
        text: String,
    },
    /// What the coming report begins with
    #[command(
        after_help = "Examples:\n  overwinter post amend gazette introduction \"Happy new year to all.\""
    )]
    Introduction {
        /// The text
        text: String,
    },
    /// Stop the game for a while; orders are still taken
    #[command(after_help = "Examples:\n  overwinter post amend gazette pause \"holidays\"")]
    Pause {
        /// Why
        #[arg(default_value = "")]
        reason: String,
    },
    /// Go on after a pause
    #[command(after_help = "Examples:\n  overwinter post amend gazette resume")]
    Resume,
    /// Roll the coming round with new dice; the report says so
    #[command(after_help = "Examples:\n  overwinter post amend gazette reroll \"a mail was lost\"")]
    Reroll {
        /// Why, for the report
        reason: String,
    },
    /// Repair the island: `17H to B7`, `17H AP 3`, `17H hunger 0`, `17H lives`, `B7 meals 2`, `B7 corpses 1`
    #[command(
        after_help = "Examples:\n  overwinter post amend gazette repair \"17H AP 3\" \"a slip of mine\""
    )]
    Repair {
        /// What is changed
        what: String,
        /// Why, for the report
        reason: String,
    },
    /// Let a reader join in the next Spring (option late_entry)
    #[command(
        after_help = "Examples:\n  overwinter post amend gazette join Eve herbivore eve@example.org"
    )]
    Join {
        /// The name
        name: String,
        /// herbivore, omnivore or carnivore
        diet: String,
        /// The address
        #[arg(default_value = "")]
        address: String,
    },
    /// End the game now
    #[command(
        after_help = "Examples:\n  overwinter post amend gazette end \"too few players are left\""
    )]
    End {
        /// Why, for the report
        reason: String,
    },
}

impl PostAmendArgs {
    /// Runs the command.
    pub fn run(&self) -> CommandResult {
        let amendment = self.command.amendment()?;
        at_desk(&self.folder, |desk, now| desk.amend(&amendment, now))?;
        if matches!(amendment, Amendment::End(_)) {
            return at_desk(&self.folder, |desk, _| desk.report(None, None));
        }
        Ok(())
    }
}

impl AmendCommand {
    fn amendment(&self) -> Result<Amendment, CommandError> {
        Ok(match self {
            AmendCommand::Orders { player, text } => {
                Amendment::Orders { player: player.clone(), text: order_text(text)? }
            }
            AmendCommand::Admit { player } => Amendment::Admit { player: player.clone() },
            AmendCommand::Replace { player, by, address } => Amendment::Replace {
                player: player.clone(),
                by: by.clone(),
                address: address.clone(),
            },
            AmendCommand::Name { player, name } => {
                Amendment::Name { player: player.clone(), name: name.clone() }
            }
            AmendCommand::Hold { player, reason } => {
                Amendment::Hold { player: player.clone(), reason: reason.clone() }
            }
            AmendCommand::Deadline { text } => Amendment::Deadline(text.clone()),
            AmendCommand::Introduction { text } => {
                Amendment::Introduction(text.replace("\\n", "\n"))
            }
            AmendCommand::Pause { reason } => Amendment::Pause(reason.clone()),
            AmendCommand::Resume => Amendment::Resume,
            AmendCommand::Reroll { reason } => Amendment::Reroll(reason.clone()),
            AmendCommand::Repair { what, reason } => {
                Amendment::Repair { what: what.clone(), reason: reason.clone() }
            }
            AmendCommand::Join { name, diet, address } => Amendment::Join {
                name: name.clone(),
                address: address.clone(),
                diet: read_diet(diet)?,
            },
            AmendCommand::End { reason } => Amendment::End(reason.clone()),
        })
    }
}

fn order_text(text: &str) -> Result<String, CommandError> {
    if text != "-" {
        return Ok(text.replace("\\n", "\n"));
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(CommandError::input("standard input: orders have at most 64 KB"));
    }
    String::from_utf8(bytes)
        .map_err(|_| CommandError::input("standard input: this is not UTF-8 text"))
}

fn read_diet(text: &str) -> Result<Diet, CommandError> {
    let lower = text.to_lowercase();
    let fits = |diet: &Diet| {
        lower == diet.name() || lower == diet.letter().to_ascii_lowercase().to_string()
    };
    Diet::ALL.into_iter().find(fits).ok_or_else(|| {
        CommandError::input(format!("`{text}` is no diet: say herbivore, omnivore or carnivore"))
    })
}
