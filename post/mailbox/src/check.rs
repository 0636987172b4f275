//! A look at the settings: whether mail goes out and comes in, each in one sentence.

use crate::incoming::{check_imap, check_maildir};
use crate::outgoing::Outgoing;
use crate::settings::{Inbox, MailServer, MailSettings, Security};
use std::net::TcpListener;

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What was looked at.
    pub what: String,
    /// What is so, if it is right; else what is wrong, each in a sentence.
    pub found: Result<String, String>,
}

/// Looks whether mail goes out and comes in by these settings. Nothing is sent, and nothing in the mailbox changes.
pub async fn check(settings: &MailSettings) -> Vec<Checked> {
    let out = Outgoing::new(settings).check().await;
    let found = out.map(|()| format!("takes mail from {}.", settings.from.email));
    let mut all = vec![Checked { what: format!("Mail out, {}", shown(&settings.smtp)), found }];
    all.push(match &settings.inbox {
        None => Checked {
            what: "Mail in".into(),
            found: Ok("none is fetched: people are told by mail, and answer in the browser.".into()),
        },
        Some(Inbox::Imap { server, folder }) => {
            let found = check_imap(server, folder).await;
            let found = found.map(|count| format!("`{folder}` has {count} messages."));
            Checked { what: format!("Mail in, {}", shown(server)), found }
        }
        Some(Inbox::Maildir(path)) => {
            let found = check_maildir(path).map(|()| "messages are taken from `new`.".to_string());
            Checked { what: format!("Mail in, {}", path.display()), found }
        }
        Some(Inbox::Listen(address)) => {
            let free = TcpListener::bind(address).map_err(|error| error.to_string());
            let found = free.map(|_| "a mail server can hand it over there.".to_string());
            Checked { what: format!("Mail in, {address}"), found }
        }
    });
    all
}

fn shown(server: &MailServer) -> String {
    let how = match server.security {
        Security::Tls => "TLS",
        Security::StartTls => "STARTTLS",
        Security::None => "not encrypted",
    };
    let who = server.account.as_ref().map(|account| format!(" as {}", account.user));
    format!("{}:{} ({how}){}", server.host, server.port, who.unwrap_or_default())
}
