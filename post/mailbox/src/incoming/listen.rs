//! A mail server hands messages over: a small LMTP and SMTP server on this machine, which takes what is for addresses of ours and
//! says yes when it is durably kept.

use super::{Arrived, Take};
use crate::reply::ReplyAddress;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// How long whoever speaks may say nothing.
const SILENCE: Duration = Duration::from_secs(300);

/// The longest line of a command.
const LONGEST: u64 = 2000;

/// To how many one message may go.
const RECIPIENTS: usize = 20;

/// How many may speak at once.
const AT_ONCE: usize = 50;

pub async fn bring(
    address: SocketAddr,
    largest: u32,
    reply: &ReplyAddress,
    take: &Take,
) -> Result<Infallible, String> {
    let told = |error: std::io::Error| format!("{address}: {error}");
    let listener = TcpListener::bind(address).await.map_err(told)?;
    tracing::info!(%address, "mail is taken from a mail server");
    let places = Arc::new(Semaphore::new(AT_ONCE));
    loop {
        let place = places.clone().acquire_owned().await.map_err(|error| error.to_string())?;
        let Ok((line, _)) = listener.accept().await else { continue };
        let (reply, take) = (reply.clone(), take.clone());
        tokio::spawn(async move {
            let _place = place;
            let said = Conversation { largest, reply, take, lmtp: false };
            // A line that breaks off has handed over nothing.
            let _ = said.hold(line).await;
        });
    }
}

struct Conversation {
    largest: u32,
    reply: ReplyAddress,
    take: Take,
    lmtp: bool,
}

impl Conversation {
    async fn hold(mut self, line: TcpStream) -> std::io::Result<()> {
        let (reader, mut writer) = line.into_split();
        let mut reader = BufReader::new(reader);
        writer.write_all(b"220 Overwinter takes mail\r\n").await?;
        let (mut begun, mut to) = (false, Vec::new());
        loop {
            let mut command = Vec::new();
            let mut room = (&mut reader).take(LONGEST);
            let read = room.read_until(b'\n', &mut command);
            match tokio::time::timeout(SILENCE, read).await {
                Ok(Ok(0)) | Err(_) => return Ok(()),
                Ok(read) => read?,
            };
            let command = String::from_utf8_lossy(&command).trim_end().to_string();
            let (verb, rest) = command.split_once(' ').unwrap_or((&command, ""));
            let answer = match verb.to_ascii_uppercase().as_str() {
                word @ ("LHLO" | "EHLO") => {
                    self.lmtp = word == "LHLO";
                    (begun, to) = (false, Vec::new());
                    format!(
                        "250-overwinter\r\n250-8BITMIME\r\n250-PIPELINING\r\n250 SIZE {}",
                        self.largest
                    )
                }
                "HELO" => "250 overwinter".into(),
                "MAIL" if begun => "503 One message at a time".into(),
                "MAIL" => match self.too_large(rest) {
                    true => format!("552 At most {} bytes", self.largest),
                    false => {
                        begun = true;
                        "250 Go on".into()
                    }
                },
                "RCPT" if !begun => "503 Say MAIL first".into(),
                "RCPT" if to.len() >= RECIPIENTS => "452 Too many recipients".into(),
                "RCPT" => match recipient(rest).filter(|to| self.reply.key(to).is_some()) {
                    Some(one) => {
                        to.push(one);
                        "250 Go on".into()
                    }
                    None => "550 Nobody has this address here".into(),
                },
                "DATA" if to.is_empty() => "503 Say RCPT first".into(),
                "DATA" => {
                    writer.write_all(b"354 Go on\r\n").await?;
                    let message = self.message(&mut reader).await?;
                    begun = false;
                    self.handed_over(message, std::mem::take(&mut to)).await
                }
                "RSET" => {
                    (begun, to) = (false, Vec::new());
                    "250 Forgotten".into()
                }
                "NOOP" => "250 Here".into(),
                "QUIT" => {
                    writer.write_all(b"221 Goodbye\r\n").await?;
                    return Ok(());
                }
                _ => "500 This is not known here".into(),
            };
            writer.write_all(format!("{answer}\r\n").as_bytes()).await?;
        }
    }

    /// Whether a message says of itself that it is too large.
    fn too_large(&self, said: &str) -> bool {
        let sizes = said.split_whitespace().filter_map(|word| {
            let (name, size) = word.split_once('=')?;
            name.eq_ignore_ascii_case("SIZE").then(|| size.parse::<u64>().ok()).flatten()
        });
        sizes.into_iter().any(|size| size > u64::from(self.largest))
    }

    /// A message up to the line with nothing but a dot; nothing if it is too large.
    async fn message(
        &self,
        reader: &mut (impl AsyncBufReadExt + Unpin),
    ) -> std::io::Result<Option<Vec<u8>>> {
        let (mut bytes, mut whole) = (Vec::new(), true);
        loop {
            let mut line = Vec::new();
            let mut room = reader.take(u64::from(self.largest) + 2);
            let read = room.read_until(b'\n', &mut line);
            let read = tokio::time::timeout(SILENCE, read).await;
            if read.map_err(|_| std::io::ErrorKind::TimedOut)?? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            if line == b".\r\n" || line == b".\n" {
                return Ok(whole.then_some(bytes));
            }
            let text = if line.starts_with(b".") { &line[1..] } else { &line[..] };
            whole &= bytes.len() + text.len() <= self.largest as usize;
            if whole {
                bytes.extend_from_slice(text);
            }
        }
    }

    /// Hands a message over, for each to whom it goes; answers once, or by LMTP once for each.
    async fn handed_over(&self, message: Option<Vec<u8>>, to: Vec<String>) -> String {
        let mut answers = Vec::new();
        for one in to {
            answers.push(match &message {
                None => format!("552 At most {} bytes", self.largest),
                Some(bytes) => {
                    let arrived = Arrived { bytes: bytes.clone(), whole: true, to: Some(one) };
                    match (self.take)(vec![arrived]).await {
                        Ok(()) => "250 Taken".into(),
                        Err(_) => "451 Not now".into(),
                    }
                }
            });
        }
        if self.lmtp {
            return answers.join("\r\n");
        }
        // What was taken for some is known by its id when it comes again.
        let worst = answers.into_iter().max();
        worst.unwrap_or_else(|| "451 Not now".into())
    }
}

/// The address in `TO:<address>`.
fn recipient(said: &str) -> Option<String> {
    let rest =
        said.get(3..).filter(|_| said.get(..3).is_some_and(|to| to.eq_ignore_ascii_case("to:")))?;
    let rest = rest.trim_start().strip_prefix('<')?;
    rest.split_once('>').map(|(address, _)| address.to_string())
}
