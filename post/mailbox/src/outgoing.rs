//! Mail that goes out, by SMTP: one letter at a time, each with an id of its own that stays the same however often it is tried.

use crate::letter::Posted;
use crate::settings::{MailServer, MailSettings, Method, Security};
use lettre::Address;
use lettre::address::Envelope;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use std::fmt;
use std::time::Duration;

/// How long a mail server may take for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long it may take until it has a letter: one that is taken and not heard to be goes out twice.
const FOR_A_LETTER: Duration = Duration::from_secs(300);

/// What became of a letter that was handed to a mail server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Handed {
    /// It was taken: what was answered, in words.
    Taken(String),
    /// It will not be taken however often it is tried: why.
    Refused(String),
    /// It was not taken now: why.
    Later(String),
}

/// Hands letters to a mail server.
#[derive(Clone, Debug)]
pub struct Outgoing {
    server: MailServer,
    domain: String,
}

/// A connection to a mail server that stays open from one letter to the next.
pub struct Line<'a> {
    outgoing: &'a Outgoing,
    connection: Option<AsyncSmtpConnection>,
}

impl Outgoing {
    /// By the server of these settings.
    pub fn new(settings: &MailSettings) -> Outgoing {
        Outgoing { server: settings.smtp.clone(), domain: settings.domain().to_string() }
    }

    /// A connection for several letters, opened by the first.
    pub fn line(&self) -> Line<'_> {
        Line { outgoing: self, connection: None }
    }

    /// Hands over a letter. What nobody can deliver comes back to whoever writes.
    pub async fn send(&self, letter: &Posted) -> Handed {
        let mut line = self.line();
        let handed = line.send(letter).await;
        line.close().await;
        handed
    }

    /// Whether the server takes mail from us; if not, why, in a sentence.
    pub async fn check(&self) -> Result<(), String> {
        let mut connection = self.connect().await?;
        let _ = in_time(connection.quit()).await;
        Ok(())
    }

    /// A connection with somebody signed in, where the server asks for that.
    async fn connect(&self) -> Result<AsyncSmtpConnection, String> {
        let MailServer { host, port, security, account, .. } = &self.server;
        let hello = ClientId::Domain(self.domain.clone());
        let secret = match account {
            Some(account) => Some(account.secret.get().await?),
            None => None,
        };
        let at_once = (*security == Security::Tls).then(|| self.parameters()).transpose()?;
        let opening = AsyncSmtpConnection::connect_tokio1(
            (host.as_str(), *port),
            Some(PATIENCE),
            &hello,
            at_once,
            None,
        );
        let mut connection = in_time(opening).await.map_err(Trouble::words)?;
        if *security == Security::StartTls {
            let parameters = self.parameters()?;
            let encrypting = connection.starttls(parameters, &hello);
            in_time(encrypting).await.map_err(Trouble::words)?;
        }
        if let (Some(account), Some(secret)) = (account, secret) {
            let mechanisms: &[Mechanism] = match account.method {
                Method::Password => &[Mechanism::Plain, Mechanism::Login],
                Method::Xoauth2 => &[Mechanism::Xoauth2],
            };
            let credentials = Credentials::new(account.user.clone(), secret);
            let signing_in = connection.auth(mechanisms, &credentials);
            in_time(signing_in).await.map_err(Trouble::words)?;
        }
        Ok(connection)
    }

    fn parameters(&self) -> Result<TlsParameters, String> {
        let mut builder = TlsParameters::builder(self.server.host.clone());
        if let Some(path) = &self.server.trusts {
            let place = path.display();
            let pem = std::fs::read(path).map_err(|error| format!("`trusts`: {place}: {error}"))?;
            let all = Certificate::from_pem(&pem);
            let read = all.map_err(|_| format!("`trusts`: {place} holds no certificate"))?;
            builder = builder.add_root_certificate(read);
        }
        builder.build().map_err(|error| words(&error))
    }
}

impl Line<'_> {
    /// Hands over a letter, as [`Outgoing::send`] does.
    pub async fn send(&mut self, letter: &Posted) -> Handed {
        let address =
            |text: &str| text.parse::<Address>().map_err(|_| format!("`{text}` is no address"));
        let envelope = address(&letter.sender).and_then(|sender| {
            let to = address(&letter.to)?;
            Envelope::new(Some(sender), vec![to]).map_err(|error| error.to_string())
        });
        let envelope = match envelope {
            Ok(envelope) => envelope,
            Err(why) => return Handed::Refused(why),
        };
        // A server may end a connection between two letters.
        let open = match self.connection.take() {
            Some(mut kept) => match tokio::time::timeout(PATIENCE, kept.test_connected()).await {
                Ok(true) => Some(kept),
                Ok(false) | Err(_) => None,
            },
            None => None,
        };
        let connected = match open {
            Some(open) => Ok(open),
            None => self.outgoing.connect().await,
        };
        let mut connection = match connected {
            Ok(connection) => connection,
            // What is wrong with how we sign in is mended by whoever runs the house, and everything waits for it.
            Err(why) => return Handed::Later(why),
        };
        let sending = connection.send(&envelope, &letter.bytes);
        let sent = within(FOR_A_LETTER, sending).await;
        if !connection.has_broken() && !matches!(sent, Err(Trouble::Silence(_))) {
            self.connection = Some(connection);
        }
        match sent {
            Ok(answer) => Handed::Taken(answer.message().collect::<Vec<_>>().join(" ")),
            Err(Trouble::Said(error)) if is_refused(&error) => Handed::Refused(words(&error)),
            Err(trouble) => Handed::Later(trouble.words()),
        }
    }

    /// Ends the connection as mail servers like it.
    pub async fn close(self) {
        if let Some(mut connection) = self.connection {
            let _ = in_time(connection.quit()).await;
        }
    }
}

impl fmt::Debug for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line").field("open", &self.connection.is_some()).finish_non_exhaustive()
    }
}

/// What went wrong between us and a mail server.
enum Trouble {
    /// It said so, or the connection ended.
    Said(Error),
    /// It said nothing for so long.
    Silence(Duration),
}

impl Trouble {
    fn words(self) -> String {
        match self {
            Trouble::Said(error) => words(&error),
            Trouble::Silence(waited) => {
                format!("the server did not answer within {} seconds", waited.as_secs())
            }
        }
    }
}

/// Waits for an answer; a server that says nothing is given up.
async fn in_time<T>(asked: impl Future<Output = Result<T, Error>>) -> Result<T, Trouble> {
    within(PATIENCE, asked).await
}

async fn within<T>(
    patience: Duration,
    asked: impl Future<Output = Result<T, Error>>,
) -> Result<T, Trouble> {
    let answer = tokio::time::timeout(patience, asked).await;
    answer.map_err(|_| Trouble::Silence(patience))?.map_err(Trouble::Said)
}

/// Whether a letter is refused for good: by an answer to what it is or to whom it goes, not to who we are.
fn is_refused(error: &Error) -> bool {
    let ours = ["530", "534", "535", "538"];
    let code = error.status().map(|code| code.to_string());
    error.is_permanent() && !code.is_some_and(|code| ours.contains(&code.as_str()))
}

/// An error with what is behind it, in one line.
fn words(error: &dyn std::error::Error) -> String {
    let mut told = error.to_string();
    let mut behind = error.source();
    while let Some(error) = behind {
        let more = error.to_string();
        if !told.contains(&more) {
            told = format!("{told}: {more}");
        }
        behind = error.source();
    }
    told.split_whitespace().collect::<Vec<_>>().join(" ")
}
