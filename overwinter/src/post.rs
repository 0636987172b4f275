//! `overwinter post`: the game-master's desk of Survival by post. A whole game in a folder of plain
//! files; the rules of the desk are in `postal_survival::desk`, the files here.

mod account;
mod amend;
mod deadlines;
mod folder;
#[cfg(feature = "mail")]
mod mail;
mod mail_bag;

use crate::error::{CommandError, CommandResult};
use crate::files;
use crate::lookup::{edition, seed};
use crate::terminal;
use clap::{Args, Subcommand};
use deadlines::Deadlines;
use folder::GameFolder;
use mail_bag::MailBag;
use postal_survival::desk::{self, Deadline, Desk, Handed, NewGame, Trouble, Work};
use postal_survival::speech::report::account::Tone;
use postal_survival::{Number, PostalSurvival};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use table::GameBox;

/// Run Survival by post: the game-master's desk.
#[derive(Subcommand)]
#[command(after_help = "\
Examples: a game, from the first report to the last
  overwinter post new gazette --players readers.txt --name \"The Island Gazette\"
  overwinter post orders gazette mails/
  overwinter post status gazette
  overwinter post preview gazette
  overwinter post run gazette --deadline \"Friday, 10 July\"

docs/postal.md teaches it in ten minutes.")]
pub enum PostCommand {
    /// Begin a game from a list of readers
    New(PostNewArgs),
    /// Take in orders: files, folders of mails, or a pipe
    Orders(PostOrdersArgs),
    /// Say who has sent what
    Status(PostStatusArgs),
    /// Play the coming round into draft/, without making it count
    Preview(PostSeasonArgs),
    /// Play the coming round for good and write its reports
    Run(PostSeasonArgs),
    /// Write the reports of a round again
    Report(PostReportArgs),
    /// Correct orders, replace players, move deadlines, repair
    Amend(amend::PostAmendArgs),
    /// Take the last round back; its orders stay
    Undo(PostUndoArgs),
    /// Look at a report's account line by line, and change it
    Account(account::PostAccountArgs),
    /// Let the last report go out, where reports wait for that
    Approve(PostApproveArgs),
    /// See to the mail: fetch orders, answer them, run rounds at their deadlines, send reports
    Mail(PostMailArgs),
}

/// Let the last report go out, where reports wait for that.
#[derive(Args)]
#[command(after_help = "\
A game with `approve = true` in game.toml (`new --approve`, `amend approval on`) sends no report before this.
Where it has a clock the next deadline is reckoned from now, and the reports say so.

Examples:
  overwinter post approve gazette
  overwinter post approve gazette --deadline \"Friday, 10 July\"")]
pub struct PostApproveArgs {
    /// The game's folder
    folder: PathBuf,
    /// The deadline of the round after it, as the report prints it
    #[arg(long, value_name = "TEXT")]
    deadline: Option<String>,
}

/// See to the mail of a game: fetch orders, answer them, run rounds at their deadlines, send reports.
#[derive(Args)]
#[command(after_help = "\
It goes on until it is interrupted, or does once what there is to do. The settings are those of docs/mail.md;
`overwinter mail test mail.toml` looks whether they are right. Rounds are run at their deadlines if the game has
a clock (`new --clock`, `amend clock`).

Examples:
  overwinter post mail gazette                              by the settings in gazette/mail.toml
  overwinter post mail gazette --settings mail.toml --once  for cron
  overwinter post mail gazette --already-sent               its last report went out by hand")]
pub struct PostMailArgs {
    /// The game's folder
    folder: PathBuf,
    /// The settings of the mailbox [default: mail.toml in the game's folder]
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Do once what there is to do
    #[arg(long)]
    once: bool,
    /// What is there to be sent went out by hand; only at the first time
    #[arg(long, conflicts_with = "send_all")]
    already_sent: bool,
    /// Send what is there to be sent; only at the first time
    #[arg(long)]
    send_all: bool,
}

/// Begin a game from a list of readers.
#[derive(Args)]
#[command(after_help = "\
The list is CSV: name, and if you like addresses, a diet and a code word. A first line of
column names is understood, and so is a .toml file with [[reader]] tables.
  Ann, ann@example.org, herbivore
  Bob Smith <bob@example.org>
  \"Jones, Cy\", cy@example.org, cy@work.example.org, C, swordfish
  Dee

Examples:
  overwinter post new gazette --players readers.txt --deadline \"Friday, 12 June\"
  overwinter post new blitz --players readers.txt --scenario blitz --set hexes=60
  overwinter post new atoll --players readers.txt --map atoll.toml --seed 7")]
pub struct PostNewArgs {
    /// The folder; made if it is not there
    folder: PathBuf,
    /// The list of readers
    #[arg(long, value_name = "FILE")]
    players: PathBuf,
    /// The game's name, as reports print it; the folder's name if left out
    #[arg(long)]
    name: Option<String>,
    /// The first deadline, as the report prints it
    #[arg(long, value_name = "TEXT", conflicts_with = "clock")]
    deadline: Option<String>,
    /// The calendar of deadlines, such as `Fri 18:00 Europe/London, at least 5d, warn 1d`
    #[arg(long, value_name = "CLOCK")]
    clock: Option<String>,
    /// How the account is told: wry, dry, epic or naturalist
    #[arg(long, value_parser = account::tone, default_value = "wry")]
    tone: Tone,
    /// Reports wait for `post approve` before they go out by mail
    #[arg(long)]
    approve: bool,
    /// The scenario: `overwinter games postal-survival` lists them
    #[arg(long, value_name = "NAME", default_value = "")]
    scenario: String,
    /// An option of the game; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// An island that somebody drew, or `overwinter map make` made
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// A folder with an edition of your own; its files are kept with the game
    #[arg(long, value_name = "DIR")]
    edition: Option<PathBuf>,
    /// The seed of all dice: a number, or 64 hexadecimal digits; a new one if left out
    #[arg(long)]
    seed: Option<String>,
}

/// Take in orders: files, folders of mails, or a pipe.
#[derive(Args)]
#[command(after_help = "\
The sender is found by `Player:` above the orders, by the address, or by the file's name.
Only what the sender wrote is read: no quotations, no signatures. Every message is answered
once, and taken in again it changes nothing; the answers are in rounds/NN/answers.

Examples:
  overwinter post orders gazette mails/            a folder of mails, one file each
  overwinter post orders gazette bag.txt           one file, many players
  cat ann.txt | overwinter post orders gazette -   a pipe
  overwinter post orders gazette mails/ --late     too late: kept apart until you admit them")]
pub struct PostOrdersArgs {
    /// The game's folder
    folder: PathBuf,
    /// Files and folders of mails; `-` reads from a pipe
    #[arg(required = true, value_name = "MAIL")]
    mails: Vec<PathBuf>,
    /// The deadline has passed: keep them apart until they are admitted
    #[arg(long)]
    late: bool,
    /// Print the answers too
    #[arg(long)]
    answers: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Say who has sent what.
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter post status gazette")]
pub struct PostStatusArgs {
    /// The game's folder
    folder: PathBuf,
}

/// Play the coming round.
#[derive(Args)]
#[command(after_help = "\
Dice do not change between previews and the run: correct an order, look again,
and only what hangs on that order is different.

Examples:
  overwinter post preview gazette
  overwinter post run gazette --deadline \"Friday, 10 July\"")]
pub struct PostSeasonArgs {
    /// The game's folder
    folder: PathBuf,
    /// The deadline of the round after it, as the report prints it
    #[arg(long, value_name = "TEXT")]
    deadline: Option<String>,
}

/// Write the reports of a round again.
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter post report gazette                   the last round
  overwinter post report gazette --round 3         an earlier one
  overwinter post report gazette --player Ann      a page for Ann alone, her creatures marked")]
pub struct PostReportArgs {
    /// The game's folder
    folder: PathBuf,
    /// The round; the last one if left out
    #[arg(long)]
    round: Option<u16>,
    /// Only a page for this player alone: a name, an address or a number
    #[arg(long)]
    player: Option<String>,
}

/// Take the last round back; its orders stay.
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter post undo gazette \"two mails were read in the wrong order\"")]
pub struct PostUndoArgs {
    /// The game's folder
    folder: PathBuf,
    /// Why, for the corrected report
    reason: String,
}

impl From<Trouble> for CommandError {
    fn from(trouble: Trouble) -> CommandError {
        CommandError::input(trouble.to_string())
    }
}

impl PostCommand {
    /// Runs the command.
    pub fn run(&self) -> CommandResult {
        match self {
            PostCommand::New(new) => new.run(),
            PostCommand::Orders(orders) => orders.run(),
            PostCommand::Status(status) => status.run(),
            PostCommand::Preview(season) => at_desk(&season.folder, |desk, now| {
                Ok(desk.preview(season.next(desk, now)?.as_ref())?)
            }),
            PostCommand::Run(season) => at_desk(&season.folder, |desk, now| {
                Ok(desk.run(now, season.next(desk, now)?.as_ref())?)
            }),
            PostCommand::Report(report) => at_desk(&report.folder, |desk, _| {
                Ok(desk.report(report.round, report.player.as_deref())?)
            }),
            PostCommand::Amend(amend) => amend.run(),
            PostCommand::Undo(undo) => {
                at_desk(&undo.folder, |desk, now| Ok(desk.undo(&undo.reason, now)?))
            }
            PostCommand::Account(account) => account.run(),
            PostCommand::Approve(approve) => at_desk(&approve.folder, |desk, now| {
                let said = approve.deadline.as_deref();
                let next = match desk.is_over() {
                    true => None,
                    false => deadlines::next(desk, said, desk.coming(), now)?,
                };
                Ok(desk.approve(next.as_ref(), now)?)
            }),
            PostCommand::Mail(mail) => mail.run(),
        }
    }
}

/// Opens a game, works out what is to be done, does it, and only then says so.
fn at_desk(
    root: &Path,
    act: impl FnOnce(&Desk<'_>, &str) -> Result<Work, CommandError>,
) -> CommandResult {
    let folder = GameFolder::open(root)?;
    let texts = folder.read()?;
    let work = act(&Desk::open(&texts)?, &now()?)?;
    folder.change(&work.changes)?;
    say(&work.messages)
}

fn say(messages: &[String]) -> CommandResult {
    let mut out = terminal::stdout();
    for message in messages {
        writeln!(out, "{}", message.trim_end())?;
    }
    Ok(out.flush()?)
}

/// The time for the log. `SOURCE_DATE_EPOCH` stops the clock, so that the same game gives the same
/// bytes.
fn now() -> Result<String, CommandError> {
    let time = match std::env::var("SOURCE_DATE_EPOCH") {
        Err(_) => SystemTime::now(),
        Ok(text) => {
            let wrong = || {
                CommandError::input(format!(
                    "SOURCE_DATE_EPOCH `{text}`: seconds since 1970 are needed"
                ))
            };
            let seconds = text.trim().parse::<u32>().map_err(|_| wrong())?;
            SystemTime::UNIX_EPOCH + Duration::from_secs(seconds.into())
        }
    };
    Ok(humantime::format_rfc3339_seconds(time).to_string())
}

impl PostNewArgs {
    fn run(&self) -> CommandResult {
        let players = files::read(&self.players)?;
        let map = self.map.as_deref().map(files::read).transpose()?;
        let mut options = BTreeMap::new();
        for option in &self.options {
            let Some((key, value)) = option.split_once('=') else {
                return Err(CommandError::input(format!("--set `{option}`: write key=value")));
            };
            options.insert(key.trim().to_string(), value.trim().to_string());
        }
        let of_folder = self.folder.file_name().unwrap_or_default().to_string_lossy().to_string();
        let list = self.players.display().to_string();
        let drawn = self.map.as_deref().map(|path| path.display().to_string());
        let drawn = drawn.as_deref().zip(map.as_deref());
        let now = now()?;
        let deadline = match (&self.deadline, &self.clock) {
            (Some(said), _) => Deadline::in_words(said),
            (None, Some(clock)) => Deadlines::read(clock)?.of_round(1, deadlines::timestamp(&now)?),
            (None, None) => Deadline::default(),
        };
        let game = NewGame {
            name: self.name.as_deref().unwrap_or(&of_folder),
            players: Handed { name: &list, text: &players },
            edition: edition(&GameBox::<PostalSurvival>::new(), self.edition.as_deref())?,
            scenario: &self.scenario,
            options,
            seed: seed(self.seed.as_deref())?,
            deadline,
            clock: self.clock.as_deref().unwrap_or_default(),
            tone: self.tone,
            approve: self.approve,
            map: drawn.map(|(name, text)| Handed { name, text }),
            now: &now,
        };
        // What cannot be begun leaves no folder behind.
        desk::new(&desk::Folder::new(), &game)?;
        let folder = GameFolder::create(&self.folder)?;
        let work = desk::new(&folder.read()?, &game)?;
        folder.change(&work.changes)?;
        say(&work.messages)
    }
}

impl PostOrdersArgs {
    fn run(&self) -> CommandResult {
        let mut bag = MailBag::default();
        for path in &self.mails {
            bag.add(path)?;
        }
        let folder = GameFolder::open(&self.folder)?;
        let texts = folder.read()?;
        let desk = Desk::open(&texts)?;
        if self.answers && desk.master_plays() {
            return Err(CommandError::input(
                "the master plays too, so answers are not shown: send on rounds/NN/answers unread",
            ));
        }
        let refused = std::mem::take(&mut bag.refused);
        let work = desk.orders(&bag.in_order(), self.late, &now()?)?;
        folder.change(&work.changes)?;
        let mut out = terminal::stdout();
        if self.json {
            let answer = |(species, address, text): &(Number, String, String)| {
                let text = if desk.master_plays() { "" } else { text };
                json!({ "species": species, "address": address, "text": text })
            };
            let answers: Vec<_> = work.answers.iter().map(answer).collect();
            let all = json!({ "messages": work.messages, "refused": refused, "answers": answers });
            writeln!(out, "{all}")?;
            return Ok(out.flush()?);
        }
        for line in refused.iter().chain(&work.messages) {
            writeln!(out, "{}", terminal::escaped(&line.to_string()))?;
        }
        if self.answers {
            for (number, address, text) in &work.answers {
                writeln!(out, "\nTo species {number} {address}\n{text}")?;
            }
        } else if !work.answers.is_empty() {
            let answers = self.folder.join(format!("rounds/{:02}/answers", desk.coming()));
            writeln!(out, "Answers to send on: {}", answers.display())?;
        }
        Ok(out.flush()?)
    }
}

impl PostStatusArgs {
    fn run(&self) -> CommandResult {
        let texts = GameFolder::open(&self.folder)?.read()?;
        let desk = Desk::open(&texts)?;
        let mut lines = vec![desk.status()];
        lines.extend(mail_status(&self.folder, &desk)?);
        say(&lines)
    }
}

#[cfg(feature = "mail")]
fn mail_status(root: &Path, desk: &Desk<'_>) -> Result<Vec<String>, CommandError> {
    mail::status(root, desk)
}

#[cfg(not(feature = "mail"))]
fn mail_status(_: &Path, _: &Desk<'_>) -> Result<Vec<String>, CommandError> {
    Ok(Vec::new())
}

impl PostSeasonArgs {
    /// The deadline of the round after the coming one: as it was said, or by the game's calendar.
    fn next(&self, desk: &Desk<'_>, now: &str) -> Result<Option<Deadline>, CommandError> {
        deadlines::next(desk, self.deadline.as_deref(), desk.coming() + 1, now)
    }
}

impl PostMailArgs {
    #[cfg(feature = "mail")]
    fn run(&self) -> CommandResult {
        let beginning = match (self.already_sent, self.send_all) {
            (true, _) => mail::Beginning::ByHand,
            (false, true) => mail::Beginning::SendAll,
            (false, false) => mail::Beginning::Unsaid,
        };
        mail::run(&self.folder, self.settings.as_deref(), self.once, beginning)
    }

    #[cfg(not(feature = "mail"))]
    fn run(&self) -> CommandResult {
        let PostMailArgs { folder: _, settings: _, once: _, already_sent: _, send_all: _ } = self;
        Err(CommandError::input(crate::mail::ABSENT))
    }
}
