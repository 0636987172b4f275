//! Mail that comes in. A message is marked as taken only when whoever takes it says that it is durably kept: what ends in
//! between brings it once more.

mod imap;
mod listen;
mod maildir;

pub(crate) use imap::check as check_imap;
pub(crate) use maildir::check as check_maildir;

use crate::reply::ReplyAddress;
use crate::settings::{Inbox, MailSettings};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// How long is waited before a mailbox that could not be reached is tried again, in seconds: the last counts on.
const PAUSES: [u64; 5] = [1, 2, 5, 15, 60];

/// How many messages are taken at once, and how many bytes of them: those who take them have much to do that is the same for
/// one and for many.
const AT_ONCE: usize = 100;
const BYTES_AT_ONCE: usize = 8_000_000;

/// A message as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrived {
    /// The message; of one that is too large its headers alone.
    pub bytes: Vec<u8>,
    /// Whether it is whole.
    pub whole: bool,
    /// To whom the mail server said that it goes, where it did.
    pub to: Option<String>,
}

/// Takes messages, in the order in which they came: done when all are durably kept, or there was nothing to keep.
pub type Take = Arc<
    dyn Fn(Vec<Arrived>) -> Pin<Box<dyn Future<Output = Result<(), String>> + Send>> + Send + Sync,
>;

/// Whether whoever brings messages stays when there are no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stay {
    /// Until something goes wrong.
    On,
    /// Until there are no more.
    Once,
}

/// Brings messages to whoever takes them.
#[derive(Clone, Debug)]
pub struct Incoming {
    inbox: Inbox,
    largest: u32,
    reply: ReplyAddress,
}

impl Incoming {
    /// By the way that these settings name; nothing if they name none.
    pub fn new(settings: &MailSettings) -> Option<Incoming> {
        let (largest, reply) = (settings.largest, settings.reply.clone());
        settings.inbox.clone().map(|inbox| Incoming { inbox, largest, reply })
    }

    /// Brings messages until it is dropped. What goes wrong is logged, and tried again.
    pub async fn run(&self, take: Take) {
        let mut failed = 0;
        loop {
            let why = match self.bring(&take, Stay::On, &mut failed).await {
                Err(why) => why,
                Ok(()) => "it came to an end".to_string(),
            };
            if failed == 0 {
                tracing::warn!(why, "no mail comes in: it is tried again");
            }
            let pause = PAUSES.get(failed).or(PAUSES.last()).copied().unwrap_or(1);
            failed += 1;
            tokio::time::sleep(Duration::from_secs(pause)).await;
        }
    }

    /// Brings what is there now; else why the mailbox could not be looked through. Where a mail server hands messages over by
    /// itself there is nothing to look through.
    pub async fn look(&self, take: Take) -> Result<(), String> {
        match &self.inbox {
            Inbox::Listen(_) => Ok(()),
            Inbox::Imap { .. } | Inbox::Maildir(_) => self.bring(&take, Stay::Once, &mut 0).await,
        }
    }

    async fn bring(&self, take: &Take, stay: Stay, failed: &mut usize) -> Result<(), String> {
        match &self.inbox {
            Inbox::Imap { server, folder } => {
                imap::bring(server, folder, self.largest, take, stay, failed).await
            }
            Inbox::Maildir(path) => maildir::bring(path, self.largest, take, stay).await,
            Inbox::Listen(address) => listen::bring(*address, self.largest, &self.reply, take)
                .await
                .map(|never| match never {}),
        }
    }
}
