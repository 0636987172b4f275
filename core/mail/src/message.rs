//! A message: who wrote it to whom, which message it answers, and what kind it is.

use crate::body;
use crate::phrases::{AUTOMATIC, UNDELIVERED};
use crate::written::Written;
use mail_parser::{Address, HeaderName, HeaderValue, MessageParser, MimeHeaders, PartType};

/// The header that our own mails carry, so that we know them when they come back.
pub const OWN_HEADER: &str = "X-Overwinter";

/// A name and an address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mailbox {
    /// The name; empty if none is said.
    pub name: String,
    /// The address; empty if none is said.
    pub address: String,
}

impl std::fmt::Display for Mailbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.name.is_empty(), self.address.is_empty()) {
            (true, _) => f.write_str(&self.address),
            (false, true) => f.write_str(&self.name),
            (false, false) => write!(f, "{} <{}>", self.name, self.address),
        }
    }
}

/// What a message says about another that did not arrive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounce {
    /// To whom it did not arrive.
    pub recipients: Vec<String>,
    /// The id of the message that did not arrive, if it is told.
    pub of: Option<String>,
    /// The status code, such as 5.1.1; empty if none is told.
    pub status: String,
    /// Whether it is only late and may still arrive.
    pub delayed: bool,
}

/// What kind of message it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A person wrote it to us.
    Personal,
    /// A program answered for a person.
    AutomaticReply,
    /// Something that we sent did not arrive.
    Bounce(Bounce),
    /// It went to many.
    MailingList,
    /// We sent it ourselves.
    Own,
}

/// A message, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its id, without brackets.
    pub id: Option<String>,
    /// The ids of the messages that it answers.
    pub in_reply_to: Vec<String>,
    /// The ids of the messages before it in its thread, the oldest first.
    pub references: Vec<String>,
    /// When it was sent by its own word, in seconds since 1970.
    pub sent: Option<i64>,
    /// Who wrote it, by all lines that say so.
    pub from: Vec<Mailbox>,
    /// How many lines say who wrote it: more than one only where somebody wants it to be read in two ways.
    pub from_lines: usize,
    /// To whom.
    pub to: Vec<Mailbox>,
    /// To whom besides.
    pub copies: Vec<Mailbox>,
    /// Where answers are to go.
    pub reply_to: Vec<Mailbox>,
    /// Where the envelope said it came from; `Some("")` for nobody, as of bounces.
    pub return_path: Option<String>,
    /// What it is about.
    pub subject: String,
    /// What kind it is.
    pub kind: Kind,
    /// The names of what is attached and was not read.
    pub attachments: Vec<String>,
    /// Its text.
    pub written: Written,
}

impl Message {
    /// Reads a message as mail programs keep it; nothing if the bytes are none.
    pub fn read(bytes: &[u8]) -> Option<Message> {
        let mut parsed = MessageParser::default().parse(bytes)?;
        body::repair(&mut parsed);
        let attachments = parsed
            .attachments()
            .map(|part| part.attachment_name().map_or_else(|| kind_of(part), str::to_string));
        Some(Message {
            id: parsed.message_id().map(str::to_string),
            in_reply_to: texts(parsed.in_reply_to()),
            references: texts(parsed.references()),
            sent: parsed.date().filter(|date| date.is_valid()).map(|date| date.to_timestamp()),
            from: from(&parsed),
            from_lines: parsed.header_values(HeaderName::From).count(),
            to: mailboxes(parsed.to()),
            copies: mailboxes(parsed.cc()),
            reply_to: mailboxes(parsed.reply_to()),
            return_path: return_path(&parsed),
            subject: parsed.subject().unwrap_or_default().to_string(),
            kind: kind(&parsed),
            attachments: attachments.collect(),
            written: body::written(&parsed),
        })
    }
}

fn kind_of(part: &mail_parser::MessagePart<'_>) -> String {
    let kind = part.content_type();
    kind.map_or_else(
        || "an attachment".to_string(),
        |kind| format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or("?")),
    )
}

fn texts(value: &HeaderValue<'_>) -> Vec<String> {
    match value {
        HeaderValue::Text(text) => vec![text.to_string()],
        HeaderValue::TextList(texts) => texts.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    }
}

/// Who wrote it, by each of the lines that say so, as they follow each other.
fn from(message: &mail_parser::Message<'_>) -> Vec<Mailbox> {
    let lines = message.header_values(HeaderName::From);
    lines.flat_map(|line| mailboxes(line.as_address())).collect()
}

fn mailboxes(address: Option<&Address<'_>>) -> Vec<Mailbox> {
    let Some(address) = address else { return Vec::new() };
    let mailbox = |addr: &mail_parser::Addr<'_>| {
        let name = addr.name().unwrap_or_default().trim();
        let address = addr.address().unwrap_or_default().trim();
        // Some programs encode the address with the name.
        let inside = name.strip_suffix('>').and_then(|name| name.rsplit_once('<'));
        match inside.filter(|(_, inside)| address.is_empty() && inside.contains('@')) {
            Some((name, inside)) => {
                Mailbox { name: name.trim().to_string(), address: inside.trim().to_string() }
            }
            None => Mailbox { name: name.to_string(), address: address.to_string() },
        }
    };
    address.iter().map(mailbox).collect()
}

fn return_path(message: &mail_parser::Message<'_>) -> Option<String> {
    let raw = message.header_raw("Return-Path")?;
    Some(raw.trim().trim_start_matches('<').trim_end_matches('>').trim().to_string())
}

/// A header as it was sent, in lower case; nothing if there is none.
fn said(message: &mail_parser::Message<'_>, name: &'static str) -> Option<String> {
    message.header_raw(name).map(|value| value.trim().to_lowercase())
}

fn kind(message: &mail_parser::Message<'_>) -> Kind {
    if said(message, OWN_HEADER).is_some() {
        return Kind::Own;
    }
    let subject = message.subject().unwrap_or_default().trim().to_lowercase();
    let from = from(message);
    let from = from.first().map(|from| from.address.to_lowercase()).unwrap_or_default();
    let daemon = from.starts_with("mailer-daemon") || from.starts_with("postmaster@");
    let report = report_kind(message);
    let undelivered = UNDELIVERED.iter().any(|start| subject.starts_with(start));
    if report.as_deref() == Some("delivery-status") || daemon && undelivered {
        return Kind::Bounce(bounce(message));
    }
    let submitted = said(message, "Auto-Submitted");
    let automatic = submitted.is_some_and(|value| !value.starts_with("no"))
        || said(message, "X-Autoreply").is_some_and(|value| value != "no")
        || said(message, "X-Autorespond").is_some()
        || said(message, "X-Autoresponder").is_some()
        || said(message, "X-Auto-Reply").is_some()
        || said(message, "Precedence").is_some_and(|value| value.starts_with("auto"))
        || report.is_some()
        || AUTOMATIC.iter().any(|start| subject.starts_with(start));
    let list = ["List-Id", "List-Post", "List-Unsubscribe", "X-Mailing-List"];
    let bulk = said(message, "Precedence")
        .is_some_and(|value| ["list", "bulk", "junk"].contains(&value.as_str()));
    match (automatic, bulk || list.iter().any(|name| said(message, name).is_some())) {
        (true, _) => Kind::AutomaticReply,
        (false, true) => Kind::MailingList,
        (false, false) if daemon || return_path(message).is_some_and(|path| path.is_empty()) => {
            Kind::AutomaticReply
        }
        (false, false) => Kind::Personal,
    }
}

/// What a multipart/report reports.
fn report_kind(message: &mail_parser::Message<'_>) -> Option<String> {
    let kind = message.content_type()?;
    let is_report = kind.ctype().eq_ignore_ascii_case("multipart")
        && kind.subtype().is_some_and(|kind| kind.eq_ignore_ascii_case("report"));
    is_report.then(|| kind.attribute("report-type").unwrap_or("unknown").to_lowercase())
}

/// What a bounce says, from its machine-readable parts.
fn bounce(message: &mail_parser::Message<'_>) -> Bounce {
    let mut bounce = Bounce::default();
    for part in &message.parts {
        let is = |kind: &str, sub: &str| part.is_content_type(kind, sub);
        if is("message", "delivery-status") {
            let text = String::from_utf8_lossy(part.contents()).to_string();
            for line in text.lines() {
                let Some((name, value)) = line.split_once(':') else { continue };
                let value = value.trim();
                match name.trim().to_ascii_lowercase().as_str() {
                    "final-recipient" => {
                        let address = value.split_once(';').map_or(value, |(_, rest)| rest);
                        bounce.recipients.push(address.trim().to_string());
                    }
                    "status" => bounce.status = value.to_string(),
                    "action" => bounce.delayed |= value.eq_ignore_ascii_case("delayed"),
                    _ => {}
                }
            }
        }
        match &part.body {
            PartType::Message(inner) => {
                bounce.of = bounce.of.or_else(|| inner.message_id().map(str::to_string));
            }
            PartType::Text(headers) if is("text", "rfc822-headers") => {
                let id = headers.lines().find_map(|line| {
                    let (name, value) = line.split_once(':')?;
                    let value = value.trim().trim_start_matches('<').trim_end_matches('>');
                    name.eq_ignore_ascii_case("message-id").then(|| value.to_string())
                });
                bounce.of = bounce.of.or(id);
            }
            _ => {}
        }
    }
    bounce
}
