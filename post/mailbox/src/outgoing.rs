//! Mail that goes out, by SMTP: one letter at a time, each with an id of its own that stays the same however often it is tried.

use crate::letter::Posted;
use crate::settings::{MailServer, MailSettings, Method, Security};
use lettre::address::Envelope;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use std::time::Duration;

/// How long a mail server may take for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

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

impl Outgoing {
    /// By the server of these settings.
    pub fn new(settings: &MailSettings) -> Outgoing {
        Outgoing { server: settings.smtp.clone(), domain: settings.domain().to_string() }
    }

    /// Hands over a letter. What nobody can deliver comes back to whoever writes.
    pub async fn send(&self, letter: &Posted) -> Handed {
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
        let transport = match self.transport().await {
            Ok(transport) => transport,
            Err(why) => return Handed::Later(why),
        };
        match transport.send_raw(&envelope, &letter.bytes).await {
            Ok(answer) => Handed::Taken(answer.message().collect::<Vec<_>>().join(" ")),
            // What is wrong with how we sign in is mended by whoever runs the house, and everything waits for it.
            Err(error) if is_refused(&error) => Handed::Refused(words(&error)),
            Err(error) => Handed::Later(words(&error)),
        }
    }

    /// Whether the server takes mail from us; if not, why, in a sentence.
    pub async fn check(&self) -> Result<(), String> {
        let transport = self.transport().await?;
        match transport.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err("it does not answer as a mail server does".into()),
            Err(error) => Err(words(&error)),
        }
    }

    async fn transport(&self) -> Result<AsyncSmtpTransport<Tokio1Executor>, String> {
        let MailServer { host, port, security, account, .. } = &self.server;
        let tls = match security {
            Security::None => Tls::None,
            Security::Tls => Tls::Wrapper(self.parameters()?),
            Security::StartTls => Tls::Required(self.parameters()?),
        };
        let builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
            .hello_name(ClientId::Domain(self.domain.clone()))
            .port(*port)
            .tls(tls)
            .timeout(Some(PATIENCE));
        let Some(account) = account else { return Ok(builder.build()) };
        let secret = account.secret.get().await?;
        let mechanisms = match account.method {
            Method::Password => vec![Mechanism::Plain, Mechanism::Login],
            Method::Xoauth2 => vec![Mechanism::Xoauth2],
        };
        let credentials = Credentials::new(account.user.clone(), secret);
        Ok(builder.credentials(credentials).authentication(mechanisms).build())
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
