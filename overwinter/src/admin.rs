//! `overwinter admin`: a server that runs, seen and steered from its operator's address.

use crate::error::{CommandError, CommandResult};
use crate::serve::operator_address;
use clap::{Args, Subcommand};
use service::{OperatorDeed, OperatorStatus, ask_operator};
use std::io::Write;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// See and steer a server that runs, at its operator's address
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter admin status
  overwinter admin --admin 127.0.0.1:9115 drain
  overwinter admin pause \"We move house at eight.\"

The server was started with `--admin`. If it has a token, OVERWINTER_ADMIN_TOKEN holds it here too. Exit code 1 if it is
not drained in time, 2 if nobody answers or the answer is no.")]
pub struct AdminArgs {
    /// The operator's address of the server, or its port on this machine
    #[arg(
        long,
        global = true,
        value_name = "ADDRESS",
        env = "OVERWINTER_ADMIN",
        default_value = "127.0.0.1:9114",
        value_parser = operator_address
    )]
    admin: SocketAddr,
    /// Print what the server answers as JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: AdminCommand,
}

/// What is to be seen or done.
#[derive(Subcommand)]
enum AdminCommand {
    /// How the server stands, in a few lines
    #[command(
        after_help = "Examples:\n  overwinter admin status\n  overwinter admin status --json"
    )]
    Status,
    /// How many tables there are, and those that cannot go on
    #[command(after_help = "Examples:\n  overwinter admin tables")]
    Tables,
    /// Who sits at tables that are in memory there
    #[command(after_help = "Examples:\n  overwinter admin people")]
    People,
    /// What waits: bots for a place to think, changes for the store
    #[command(after_help = "Examples:\n  overwinter admin queues")]
    Queues,
    /// The servers of the house
    #[command(after_help = "Examples:\n  overwinter admin servers")]
    Servers,
    /// Let nobody come to this server any more, and wait until it can be stopped
    #[command(after_help = "\
Examples:
  overwinter admin drain && systemctl stop overwinter
  overwinter admin drain --patience 0
  overwinter admin drain --undo

`/ready` answers 503 at once, so that a balancer sends nobody there; then streams end and pages connect elsewhere. Whatever is
asked there all the same is answered.")]
    Drain {
        /// How many seconds to wait until nothing is left to finish; 0 does not wait
        #[arg(long, value_name = "SECONDS", default_value = "60")]
        patience: u64,
        /// Serve on after all
        #[arg(long)]
        undo: bool,
    },
    /// Let nobody open a table at any server of the house; games that are on go on
    #[command(after_help = "\
Examples:
  overwinter admin pause
  overwinter admin pause \"We move house at eight.\"")]
    Pause {
        /// Why, for everybody to read: one sentence
        #[arg(default_value = "", hide_default_value = true)]
        why: String,
    },
    /// Let new games begin again
    #[command(after_help = "Examples:\n  overwinter admin resume")]
    Resume,
}

/// How often a server that drains is asked whether it is done.
const ASK_EVERY: Duration = Duration::from_millis(250);

impl AdminArgs {
    /// Runs the command.
    pub fn run(&self) -> CommandResult {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let mut status = self.ask(&self.command.deed()).await?;
            if let AdminCommand::Drain { patience, undo: false } = self.command {
                status = self.wait_until_drained(status, Duration::from_secs(patience)).await?;
            }
            match self.json {
                true => print_json(&status),
                false => self.command.print(&status),
            }
        })
    }

    async fn ask(&self, deed: &OperatorDeed) -> Result<OperatorStatus, CommandError> {
        let token = std::env::var("OVERWINTER_ADMIN_TOKEN").ok().filter(|token| !token.is_empty());
        let asked = ask_operator(self.admin, token.as_deref(), deed).await;
        asked.map_err(CommandError::input)
    }

    async fn wait_until_drained(
        &self,
        mut status: OperatorStatus,
        patience: Duration,
    ) -> Result<OperatorStatus, CommandError> {
        let began = Instant::now();
        while !patience.is_zero() && !status.drained {
            if began.elapsed() >= patience {
                return Err(CommandError::CheckFailed(format!(
                    "After {} seconds the server is not drained: {}. It drains on.",
                    patience.as_secs(),
                    left(&status)
                )));
            }
            tokio::time::sleep(ASK_EVERY).await;
            status = self.ask(&OperatorDeed::Look).await?;
        }
        Ok(status)
    }
}

/// What a server that drains has left to finish.
fn left(status: &OperatorStatus) -> String {
    format!(
        "{} streams, {} requests, {} bots that think, {} changes that wait to be stored",
        status.streams, status.requests, status.bots_asked, status.changes_waiting
    )
}

fn print_json(status: &OperatorStatus) -> CommandResult {
    let text = serde_json::to_string_pretty(status)
        .map_err(|error| CommandError::input(error.to_string()))?;
    writeln!(std::io::stdout(), "{text}")?;
    Ok(())
}

impl AdminCommand {
    fn deed(&self) -> OperatorDeed {
        match self {
            AdminCommand::Drain { undo: false, .. } => OperatorDeed::Drain,
            AdminCommand::Drain { undo: true, .. } => OperatorDeed::Undrain,
            AdminCommand::Pause { why } => OperatorDeed::Pause(why.clone()),
            AdminCommand::Resume => OperatorDeed::Resume,
            _ => OperatorDeed::Look,
        }
    }

    fn print(&self, status: &OperatorStatus) -> CommandResult {
        let mut out = std::io::stdout().lock();
        match self {
            AdminCommand::Status => print_status(&mut out, status)?,
            AdminCommand::Tables => print_tables(&mut out, status)?,
            AdminCommand::People => print_people(&mut out, status)?,
            AdminCommand::Queues => print_queues(&mut out, status)?,
            AdminCommand::Servers => print_servers(&mut out, status)?,
            AdminCommand::Drain { undo: true, .. } => writeln!(out, "The server serves on.")?,
            AdminCommand::Drain { .. } if status.drained => {
                writeln!(out, "The server is drained: it can be stopped.")?;
            }
            AdminCommand::Drain { .. } => {
                writeln!(out, "The server drains: {} left.", left(status))?;
            }
            AdminCommand::Pause { .. } => {
                writeln!(out, "New games are paused at all servers of the house.")?;
            }
            AdminCommand::Resume => writeln!(out, "New games may begin again.")?,
        }
        Ok(())
    }
}

fn print_status(out: &mut impl Write, status: &OperatorStatus) -> std::io::Result<()> {
    let ready = match &status.not_ready {
        None => "ready".to_string(),
        Some(why) => format!("not ready: {why}"),
    };
    writeln!(out, "{} {}, {ready}", status.address, status.standing)?;
    writeln!(out, "version {}, up for {} seconds", status.version, status.uptime_seconds)?;
    if let Some(why) = &status.paused {
        let colon = if why.is_empty() { "" } else { ": " };
        writeln!(out, "new games are paused{colon}{why}")?;
    }
    writeln!(
        out,
        "{} tables in memory, {} watched, {} cannot go on",
        status.tables_in_memory,
        status.tables_watched,
        status.stuck.len()
    )?;
    writeln!(
        out,
        "{} streams, {} connections, {} requests being answered",
        status.streams, status.connections, status.requests
    )
}

fn print_tables(out: &mut impl Write, status: &OperatorStatus) -> std::io::Result<()> {
    for (state, count) in &status.tables {
        writeln!(out, "{state:<24} {count:>10}")?;
    }
    writeln!(out, "{:<24} {:>10}", "in memory here", status.tables_in_memory)?;
    writeln!(out, "{:<24} {:>10}", "watched here", status.tables_watched)?;
    writeln!(out, "{:<24} {:>10}", "cannot go on", status.stuck.len())?;
    status.stuck.iter().try_for_each(|stuck| writeln!(out, "  {}  {}", stuck.table, stuck.why))
}

fn print_people(out: &mut impl Write, status: &OperatorStatus) -> std::io::Result<()> {
    if status.people.is_empty() {
        return writeln!(out, "Nobody sits at a table that is in memory there.");
    }
    for person in &status.people {
        let seen = match person.seen {
            Some(seconds) => format!("{seconds} s ago"),
            None => "not known".into(),
        };
        writeln!(out, "{:<26} {:<18} {:<12} {seen}", person.name, person.game, person.table)?;
    }
    Ok(())
}

fn print_queues(out: &mut impl Write, status: &OperatorStatus) -> std::io::Result<()> {
    writeln!(out, "{:<24} {:>8} {:>8}", "bots", "free", "waiting")?;
    for lane in &status.lanes {
        writeln!(out, "{:<24} {:>8} {:>8}", lane.lane, lane.free, lane.waiting)?;
    }
    writeln!(out, "{:<24} {:>8} {:>8}", "changes for the store", "", status.changes_waiting)
}

fn print_servers(out: &mut impl Write, status: &OperatorStatus) -> std::io::Result<()> {
    if status.servers.is_empty() {
        return writeln!(out, "This server has its store for itself.");
    }
    for server in &status.servers {
        let here = if server.asked { "  (this one)" } else { "" };
        writeln!(
            out,
            "{:<18} {:>5.1} s ago, bots of {} tables, {} watched{here}",
            server.name, server.seen, server.bots, server.watched
        )?;
    }
    Ok(())
}
