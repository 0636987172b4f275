//! `overwinter post amend`: what the master may change.

use super::folder::GameFolder;
use super::{at_desk, deadlines};
use crate::error::{CommandError, CommandResult};
use clap::{Args, Subcommand};
use postal_survival::Diet;
use postal_survival::desk::{Amendment, Desk};
use postal_survival::speech::report::account::Tone;
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
        after_help = "Examples:\n  overwinter post amend gazette deadline \"Friday, 17 July\"\n  overwinter post amend gazette deadline 2026-12-04T18:00:00Z"
    )]
    Deadline {
        /// As reports print it: then you run the round; or a time, such as 2026-12-04T18:00:00Z: then `post mail` does
        text: String,
    },
    /// Set the calendar of deadlines; without one you set each yourself
    #[command(
        after_help = "Examples:\n  overwinter post amend gazette clock \"Fri 18:00 Europe/London, at least 5d, holidays 24 Dec - 1 Jan, warn 1d\""
    )]
    Clock {
        /// Days and an hour, as clocks are written (docs/clocks.md)
        #[arg(default_value = "")]
        clock: String,
    },
    /// Choose how the account is told
    #[command(after_help = "Examples:\n  overwinter post amend gazette tone naturalist")]
    Tone {
        /// wry, dry, epic or naturalist
        #[arg(value_parser = super::account::tone)]
        tone: Tone,
    },
    /// Whether reports wait for `post approve` before they go out by mail
    #[command(after_help = "Examples:\n  overwinter post amend gazette approval on")]
    Approval {
        /// on or off
        #[arg(value_parser = on_or_off, action = clap::ArgAction::Set)]
        wait: bool,
    },
    /// What the report in hand begins with: the coming one, or one that waits for `post approve`
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
        at_desk(&self.folder, |desk, now| Ok(desk.amend(&amendment, now)?))?;
        // These stand in reports that are written already.
        let rewrites = match amendment {
            Amendment::End(_) | Amendment::Deadline(_) => true,
            Amendment::Introduction(_) | Amendment::Tone(_) => self.waits()?,
            _ => false,
        };
        match rewrites {
            true => at_desk(&self.folder, |desk, _| Ok(desk.report(None, None)?)),
            false => Ok(()),
        }
    }
}

impl PostAmendArgs {
    /// Whether the last report waits for its editor's word.
    fn waits(&self) -> Result<bool, CommandError> {
        let texts = GameFolder::open(&self.folder)?.read()?;
        Ok(Desk::open(&texts)?.waits_for_approval())
    }
}

fn on_or_off(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("say on or off".into()),
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
            AmendCommand::Deadline { text } => Amendment::Deadline(deadlines::said(text)?),
            AmendCommand::Clock { clock } => {
                if !clock.is_empty() {
                    deadlines::Deadlines::read(clock)?;
                }
                Amendment::Clock(clock.clone())
            }
            AmendCommand::Tone { tone } => Amendment::Tone(*tone),
            AmendCommand::Approval { wait } => Amendment::Approval(*wait),
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
