//! The settings of the mail of a house: who it writes as, how mail goes out, and how it comes in.

use crate::reply::ReplyAddress;
use lettre::message::Mailbox;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use table::reading::{Reading, Table, Value};
use table::{Edition, SetupError};

/// The largest message that is taken in where nothing else is said, in bytes.
const LARGEST: u32 = 2_000_000;

/// How a connection is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Security {
    /// Encrypted from its beginning.
    Tls,
    /// It begins in the clear and is encrypted before anything is said; one that cannot be is given up.
    StartTls,
    /// Not at all: only to this machine.
    None,
}

table::words! { Security is "protection": Tls = "tls", StartTls = "starttls", None = "none" }

/// How somebody proves who they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By a password.
    Password,
    /// By an access token of OAuth 2 (XOAUTH2).
    Xoauth2,
}

table::words! { Method is "way to sign in": Password = "password", Xoauth2 = "xoauth2" }

/// Where a secret is found.
#[derive(Clone, PartialEq, Eq)]
pub enum Secret {
    /// In the settings themselves.
    Here(String),
    /// In a file, which is read whenever it is needed.
    File(PathBuf),
    /// A program prints it, which is run whenever it is needed.
    Command(String),
}

// A secret is in no log.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Secret::Here(_) => f.write_str("a secret"),
            Secret::File(path) => write!(f, "a secret in {}", path.display()),
            Secret::Command(_) => f.write_str("a secret that a program prints"),
        }
    }
}

/// Who signs in at a server, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The name of the account.
    pub user: String,
    /// The password, or the access token.
    pub secret: Secret,
    /// Which of them it is.
    pub method: Method,
}

/// A mail server, and how one speaks to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailServer {
    /// Its name.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection is protected.
    pub security: Security,
    /// Who signs in; nobody where that is not asked.
    pub account: Option<Account>,
    /// Certificates that are trusted besides those that the machine trusts, in a PEM file.
    pub trusts: Option<PathBuf>,
}

/// How mail comes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inbox {
    /// From a mailbox at an IMAP server.
    Imap {
        /// The server.
        server: MailServer,
        /// The folder.
        folder: String,
    },
    /// From a folder of this machine into which a mail server puts messages (Maildir).
    Maildir(PathBuf),
    /// A mail server hands it over, by LMTP or SMTP, at this address.
    Listen(SocketAddr),
}

/// The settings of the mail of a house.
///
/// ```
/// use mailbox::{Inbox, MailSettings, Security};
///
/// let text = r#"
///     from = "The house <play@example.org>"
///
///     [smtp]
///     host = "mail.example.org"
///     user = "play@example.org"
///     password = "secret"
///
///     [imap]
///     host = "mail.example.org"
///     user = "play@example.org"
///     password = "secret"
/// "#;
/// let settings = MailSettings::read("mail.toml", text).unwrap();
/// assert_eq!((settings.smtp.port, settings.smtp.security), (465, Security::Tls));
/// assert!(matches!(settings.inbox, Some(Inbox::Imap { .. })));
/// assert_eq!(settings.reply.to("k7"), "play+k7@example.org");
///
/// let faults = MailSettings::read("mail.toml", "from = \"play\"\n[smtp]\nhots = \"x\"\n");
/// let told = faults.unwrap_err().to_string();
/// assert!(told.contains("mail.toml:1:8: from:") && told.contains("did you mean `host`?"), "{told}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailSettings {
    /// Who writes.
    pub from: Mailbox,
    /// Where answers go.
    pub reply: ReplyAddress,
    /// By which server mail goes out.
    pub smtp: MailServer,
    /// How mail comes in; nothing if it does not, and nobody can answer by mail.
    pub inbox: Option<Inbox>,
    /// The largest message that is taken in, in bytes.
    pub largest: u32,
}

impl MailSettings {
    /// Reads settings; every fault is told with its file, line and field. Paths in them begin where the program runs.
    pub fn read(file: &str, text: &str) -> Result<MailSettings, SetupError> {
        let nothing = Edition::default();
        let reading = Reading::of(&nothing);
        let settings = settings(&reading.text(file, text));
        reading.finish(settings)
    }

    /// The same from a file.
    pub fn load(path: &Path) -> Result<MailSettings, String> {
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| format!("{file}: {error}"))?;
        MailSettings::read(&file, &text).map_err(|faults| faults.to_string())
    }

    /// What stands behind the @ in the ids of messages.
    pub fn domain(&self) -> &str {
        self.from.email.domain()
    }
}

fn settings(file: &Table) -> Option<MailSettings> {
    let from = file.value("from").parsed(mailbox);
    let reply = match file.optional("reply_to") {
        Some(pattern) => pattern.parsed(str::parse),
        None => {
            let from = from.as_ref();
            let beside =
                from.map(|from| format!("{}+{{key}}@{}", from.email.user(), from.email.domain()));
            beside.and_then(|pattern| match pattern.parse() {
                Ok(reply) => Some(reply),
                Err(_) => {
                    let right = "answers need an address of their own, which is too long beside this one: say `reply_to`, such as `play+{key}@example.org`";
                    file.fault("from", right);
                    None
                }
            })
        }
    };
    let smtp = server(&file.table("smtp"), [465, 587, 25]);
    let ways: Vec<&str> = ["imap", "maildir", "listen"]
        .into_iter()
        .filter(|way| file.optional(way).is_some())
        .collect();
    if let [_, second, ..] = ways.as_slice() {
        file.fault(second, "mail comes in by one way: keep `[imap]`, `[maildir]` or `[listen]`");
    }
    let inbox = match ways.first() {
        Some(&"imap") => {
            let table = file.table("imap");
            let folder = table.text_or("folder", "INBOX");
            let server = server(&table, [993, 143, 143])?;
            if server.account.is_none() && table.sound() {
                table.wrong("a mailbox needs a `user` and a `password`");
            }
            Some(Inbox::Imap { server, folder })
        }
        Some(&"maildir") => Some(Inbox::Maildir(PathBuf::from(file.table("maildir").text("path")))),
        Some(_) => file.table("listen").value("address").parsed(loopback).map(Inbox::Listen),
        None => None,
    };
    let largest = file.number_or("largest", 10_000..=50_000_000, LARGEST);
    Some(MailSettings { from: from?, reply: reply?, smtp: smtp?, inbox, largest })
}

/// A mailbox such as `The house <play@example.org>`.
fn mailbox(text: &str) -> Result<Mailbox, String> {
    text.parse().map_err(|_| "say an address, such as `The house <play@example.org>`".to_string())
}

/// An address of this machine.
fn loopback(text: &str) -> Result<SocketAddr, String> {
    match text.parse::<SocketAddr>() {
        Ok(address) if address.ip().is_loopback() => Ok(address),
        Ok(_) => {
            Err("everybody could hand in mail there: say an address of this machine, such as \
                      127.0.0.1:2525, and let your mail server stand before it"
                .into())
        }
        Err(_) => Err("say an address and a port of this machine, such as 127.0.0.1:2525".into()),
    }
}

/// A server, with its usual ports for each protection.
fn server(table: &Table, [tls, starttls, plain]: [u16; 3]) -> Option<MailServer> {
    let host = table.value("host").parsed(host);
    let said = table.optional("security").map(|value| value.choice::<Security>());
    let port = table.optional("port").map(|value| value.number(1..=u16::MAX));
    let security = match (said, port) {
        (Some(said), _) => said?,
        (None, Some(Some(port))) if port == starttls => Security::StartTls,
        (None, _) => Security::Tls,
    };
    let usual = match security {
        Security::Tls => tls,
        Security::StartTls => starttls,
        Security::None => plain,
    };
    let port = port.map_or(Some(usual), |port| port);
    if let (Security::None, Some(host)) = (security, &host)
        && !is_here(host)
    {
        let why = "passwords and mail would travel for everybody to read: only a server on this machine is spoken to so; say `tls` or `starttls`";
        table.fault("security", why);
    }
    let account = account(table);
    let trusts = table.optional("trusts").and_then(|value| value.text()).map(PathBuf::from);
    Some(MailServer { host: host?, port: port?, security, account, trusts })
}

fn host(text: &str) -> Result<String, String> {
    let known = |letter: char| letter.is_ascii_alphanumeric() || ".-:".contains(letter);
    match !text.is_empty() && text.chars().all(known) {
        true => Ok(text.to_string()),
        false => Err("say the name of a server alone, such as mail.example.org".into()),
    }
}

/// Whether a name is that of this machine.
fn is_here(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn account(table: &Table) -> Option<Account> {
    let method = table.choice_or("auth", Method::Password);
    let keys = ["password", "password_file", "password_command"];
    let said: Vec<(usize, Value)> =
        (0..).zip(keys).filter_map(|(at, key)| Some((at, table.optional(key)?))).collect();
    if let [_, (_, second), ..] = said.as_slice() {
        second.fault("one of `password`, `password_file` and `password_command` is enough");
    }
    let user = table.optional("user");
    let (at, value) = match (user.is_some(), said.first()) {
        (true, Some((at, value))) => (*at, value.text()?),
        (false, None) => return None,
        (true, None) => {
            let right = "say a `password`, or where it is: `password_file` or `password_command`";
            table.fault("user", right);
            return None;
        }
        (false, Some((_, value))) => {
            value.fault("say the `user` whose it is");
            return None;
        }
    };
    let secret = match at {
        0 => Secret::Here(value),
        1 => Secret::File(PathBuf::from(value)),
        _ => Secret::Command(value),
    };
    Some(Account { user: user?.text()?, secret, method })
}

impl Secret {
    /// What it is; else why it cannot be had, in a sentence.
    pub async fn get(&self) -> Result<String, String> {
        let text = match self {
            Secret::Here(text) => return Ok(text.clone()),
            Secret::File(path) => tokio::task::block_in_place(|| std::fs::read_to_string(path))
                .map_err(|error| format!("the password in {}: {error}", path.display()))?,
            Secret::Command(line) => printed(line).await?,
        };
        match text.lines().next().unwrap_or_default().trim() {
            "" => Err("the password is empty".into()),
            secret => Ok(secret.to_string()),
        }
    }
}

/// What a program prints.
async fn printed(line: &str) -> Result<String, String> {
    let (shell, runs) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut command = Command::new(shell);
    command.args([runs, line]).stdin(Stdio::null());
    let told = |why: String| format!("`password_command`: {why}");
    let ran = tokio::task::spawn_blocking(move || command.output()).await;
    let ran = ran.map_err(|error| told(error.to_string()))?;
    let ran = ran.map_err(|error| told(error.to_string()))?;
    if !ran.status.success() {
        let said = String::from_utf8_lossy(&ran.stderr);
        let said = said.lines().last().unwrap_or_default().trim().to_string();
        return Err(told(format!("it failed ({}) {said}", ran.status)));
    }
    String::from_utf8(ran.stdout).map_err(|_| told("it printed no text".into()))
}
