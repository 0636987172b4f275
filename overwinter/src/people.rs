//! `overwinter people`: those who play at a server that runs, seen and judged from its operator's address.

use crate::error::{CommandError, CommandResult};
use crate::serve::operator_address;
use clap::{Args, Subcommand};
use service::{
    PeopleQuestion, PersonDeed, PersonStatus, ReportClosing, ReportQuestion, ReportStatus,
    ask_about_people, ask_about_reports,
};
use std::io::Write;
use std::net::SocketAddr;
use std::time::{SystemTime, UNIX_EPOCH};

/// See who plays at a server that runs, and say what somebody may do
#[derive(Args)]
#[command(after_help = "\
Examples:
  overwinter people list
  overwinter people mute Mallory --days 7 --why \"No insults, please.\"
  overwinter people ban Mallory --why \"You were warned.\"
  overwinter people referee Ann
  overwinter people delete 3kq9… --yes
  overwinter people reports

WHO is a name, if only one person has it, or an id from the list. The server was started with `--admin`; if it has a token,
OVERWINTER_ADMIN_TOKEN holds it here too. Exit code 2 if nobody answers, or the answer is no.")]
pub struct PeopleArgs {
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
    command: PeopleCommand,
}

/// What is to be seen or done.
#[derive(Subcommand)]
enum PeopleCommand {
    /// Those who have said a name, by a part of it
    #[command(after_help = "Examples:\n  overwinter people list\n  overwinter people list ann")]
    List {
        /// A part of the name
        #[arg(default_value = "", hide_default_value = true)]
        who: String,
    },
    /// One person, with the reason that they were told
    #[command(after_help = "Examples:\n  overwinter people show Mallory")]
    Show {
        /// A name or an id
        who: String,
    },
    /// Refuse their talk for some days
    #[command(after_help = "Examples:\n  overwinter people mute Mallory --days 7")]
    Mute {
        /// A name or an id
        who: String,
        /// For how many days
        #[arg(long, value_name = "DAYS", default_value = "7")]
        days: u32,
        /// Why, for them to read
        #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
        why: String,
    },
    /// Let them talk again
    #[command(after_help = "Examples:\n  overwinter people unmute Mallory")]
    Unmute {
        /// A name or an id
        who: String,
    },
    /// Refuse whatever they do; their seats are left, and can be given to bots
    #[command(after_help = "Examples:\n  overwinter people ban Mallory --why \"You were warned.\"")]
    Ban {
        /// A name or an id
        who: String,
        /// Why, for them to read
        #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
        why: String,
    },
    /// Let them play again
    #[command(after_help = "Examples:\n  overwinter people unban Mallory")]
    Unban {
        /// A name or an id
        who: String,
    },
    /// Make them a referee of the house: they see what is reported, close it, and may mute for a week
    #[command(after_help = "Examples:\n  overwinter people referee Ann")]
    Referee {
        /// A name or an id
        who: String,
    },
    /// Let them be a referee of the house no more
    #[command(after_help = "Examples:\n  overwinter people unreferee Ann")]
    Unreferee {
        /// A name or an id
        who: String,
    },
    /// Remove what is personal of them, as they could do themselves
    #[command(after_help = "Examples:\n  overwinter people delete Mallory --yes")]
    Delete {
        /// A name or an id
        who: String,
        /// That you mean it: nothing brings them back
        #[arg(long)]
        yes: bool,
    },
    /// What people have told of others: list, show, close
    #[command(after_help = "\
Examples:
  overwinter people reports
  overwinter people reports show k3x9…
  overwinter people reports close k3x9… --word \"Thank you. They are muted for a week.\"")]
    Reports {
        /// What is to be done; the list of those that are open if nothing is said
        #[command(subcommand)]
        command: Option<ReportsCommand>,
    },
}

/// What is to be seen or done of reports.
#[derive(Subcommand)]
enum ReportsCommand {
    /// Those that are open, the newest first
    #[command(after_help = "Examples:\n  overwinter people reports list --all")]
    List {
        /// Those that are closed too
        #[arg(long)]
        all: bool,
    },
    /// One of them, with the talk that went along
    #[command(after_help = "Examples:\n  overwinter people reports show k3x9…")]
    Show {
        /// Its id
        id: String,
    },
    /// Close one, with a word to whoever reported
    #[command(
        after_help = "Examples:\n  overwinter people reports close k3x9… --word \"Thank you.\""
    )]
    Close {
        /// Its id
        id: String,
        /// The word, for them to read
        #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
        word: String,
    },
}

impl ReportsCommand {
    fn question(&self) -> ReportQuestion {
        match self {
            ReportsCommand::List { all } => ReportQuestion::List { all: *all },
            ReportsCommand::Show { id } => ReportQuestion::Show(id.clone()),
            ReportsCommand::Close { id, word } => {
                let closing = ReportClosing { word: word.clone(), deed: String::new() };
                ReportQuestion::Close(id.clone(), closing)
            }
        }
    }
}

impl PeopleCommand {
    /// Whom it is about, and what is done.
    fn deed(&self) -> Option<(&str, Option<PersonDeed>)> {
        match self {
            PeopleCommand::List { .. } | PeopleCommand::Reports { .. } => None,
            PeopleCommand::Show { who } => Some((who, None)),
            PeopleCommand::Mute { who, days, why } => {
                Some((who, Some(PersonDeed::Mute { days: *days, why: why.clone() })))
            }
            PeopleCommand::Unmute { who } => Some((who, Some(PersonDeed::Unmute))),
            PeopleCommand::Ban { who, why } => {
                Some((who, Some(PersonDeed::Ban { why: why.clone() })))
            }
            PeopleCommand::Unban { who } => Some((who, Some(PersonDeed::Unban))),
            PeopleCommand::Referee { who } => Some((who, Some(PersonDeed::Referee))),
            PeopleCommand::Unreferee { who } => Some((who, Some(PersonDeed::Unreferee))),
            PeopleCommand::Delete { who, .. } => Some((who, Some(PersonDeed::Delete))),
        }
    }
}

impl PeopleArgs {
    /// Runs the command.
    pub fn run(&self) -> CommandResult {
        if let PeopleCommand::Delete { yes: false, .. } = self.command {
            let why = "nothing brings them back: say `--yes` if you mean it";
            return Err(CommandError::input(why.to_string()));
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        if let PeopleCommand::Reports { command } = &self.command {
            let question = command.as_ref().map(ReportsCommand::question);
            return runtime
                .block_on(self.reports(&question.unwrap_or(ReportQuestion::List { all: false })));
        }
        let found = runtime.block_on(async {
            match (&self.command, self.command.deed()) {
                (_, Some((who, deed))) => {
                    let id = self.find(who).await?;
                    let question = match deed {
                        Some(deed) => PeopleQuestion::Do(id, deed),
                        None => PeopleQuestion::Show(id),
                    };
                    self.ask(&question).await
                }
                (PeopleCommand::List { who }, None) => self.all(who).await,
                (_, None) => Ok(Vec::new()),
            }
        })?;
        let mut out = std::io::stdout().lock();
        if self.json {
            let text = serde_json::to_string_pretty(&found)
                .map_err(|error| CommandError::input(error.to_string()))?;
            writeln!(out, "{text}")?;
            return Ok(());
        }
        if found.is_empty() {
            let nobody = match &self.command {
                PeopleCommand::List { who } if who.is_empty() => "Nobody has said a name yet.",
                _ => "Nobody of that name has been here.",
            };
            writeln!(out, "{nobody}")?;
        }
        for person in &found {
            writeln!(out, "{}", line(person))?;
        }
        Ok(())
    }

    async fn reports(&self, question: &ReportQuestion) -> CommandResult {
        let token = token();
        let asked = ask_about_reports(self.admin, token.as_deref(), question).await;
        let found = asked.map_err(CommandError::input)?;
        let mut out = std::io::stdout().lock();
        if self.json {
            let text = serde_json::to_string_pretty(&found)
                .map_err(|error| CommandError::input(error.to_string()))?;
            writeln!(out, "{text}")?;
            return Ok(());
        }
        if found.is_empty() {
            writeln!(out, "Nothing is reported.")?;
        }
        for report in &found {
            writeln!(out, "{}", report_line(report))?;
            if !matches!(question, ReportQuestion::List { .. }) {
                report.lines.iter().try_for_each(|line| writeln!(out, "  | {line}"))?;
            }
        }
        Ok(())
    }

    async fn ask(&self, question: &PeopleQuestion) -> Result<Vec<PersonStatus>, CommandError> {
        let token = token();
        let asked = ask_about_people(self.admin, token.as_deref(), question).await;
        asked.map_err(CommandError::input)
    }

    /// Everybody whose name holds a text, however many they are.
    async fn all(&self, who: &str) -> Result<Vec<PersonStatus>, CommandError> {
        let (mut all, mut after) = (Vec::new(), String::new());
        loop {
            let question = PeopleQuestion::List { who: who.to_string(), after };
            let mut some = self.ask(&question).await?;
            match some.last() {
                Some(last) => after = last.id.clone(),
                None => return Ok(all),
            }
            all.append(&mut some);
        }
    }

    /// The id of whoever is meant.
    async fn find(&self, who: &str) -> Result<String, CommandError> {
        let all = self.all(who).await?;
        let meant: Vec<&PersonStatus> =
            all.iter().filter(|person| person.id == who || person.name == who).collect();
        match who_is_meant(&meant) {
            Meant::One(id) => Ok(id),
            Meant::Nobody => {
                let why = format!(
                    "`{who}` is the name or id of nobody here: `overwinter people list` shows them"
                );
                Err(CommandError::input(why))
            }
            Meant::Many(ids) => {
                let why = format!("several people are called `{who}`: say an id, one of {ids}");
                Err(CommandError::input(why))
            }
        }
    }
}

/// The token of the server, if it has one.
fn token() -> Option<String> {
    std::env::var("OVERWINTER_ADMIN_TOKEN").ok().filter(|token| !token.is_empty())
}

/// A report in a line: its id, who is reported, why, and whether it is closed.
fn report_line(report: &ReportStatus) -> String {
    let mut told = vec![report.reason.clone()];
    if !report.words.is_empty() {
        told.push(format!("“{}”", report.words));
    }
    if !report.table.is_empty() {
        told.push(format!("at the table {}", report.table));
    }
    let by = if report.reporter_name.is_empty() { "somebody" } else { &report.reporter_name };
    told.push(format!("by {by}"));
    if report.closed > 0 {
        told.push(match report.verdict.as_str() {
            "" => "closed".into(),
            word => format!("closed: {word}"),
        });
    }
    format!("{}  {} ({})  {}", report.id, report.name, report.reported, told.join(", "))
}

/// Who is meant by a word.
enum Meant {
    One(String),
    Nobody,
    Many(String),
}

fn who_is_meant(meant: &[&PersonStatus]) -> Meant {
    match meant {
        [] => Meant::Nobody,
        [one] => Meant::One(one.id.clone()),
        many => {
            let ids: Vec<&str> = many.iter().take(5).map(|person| person.id.as_str()).collect();
            Meant::Many(ids.join(", "))
        }
    }
}

/// A person in a line.
fn line(person: &PersonStatus) -> String {
    let now =
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64);
    let mut told = vec![match person.seen {
        0 => "not seen since the update".to_string(),
        seen => format!("seen {} h ago", (now - seen).max(0) / 3600),
    }];
    match person.passkeys {
        0 => {}
        1 => told.push("1 passkey".into()),
        many => told.push(format!("{many} passkeys")),
    }
    match person.rated {
        0 => {}
        1 => told.push("1 rated game".into()),
        many => told.push(format!("{many} rated games")),
    }
    if person.referee > 0 {
        told.push("referee of the house".into());
    }
    if person.muted > now {
        told.push(format!("muted for {} days more", (person.muted - now + 86_399) / 86_400));
    }
    if person.banned > 0 {
        told.push("banned".into());
    }
    if !person.why.is_empty() {
        told.push(format!("told: {}", person.why));
    }
    format!("{:<26} {}  {}", person.name, person.id, told.join(", "))
}
