//! Letters: what somebody is told by mail, once, and from it the text and the HTML that mail programs show.

use crate::settings::MailSettings;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, Message, MultiPart, SinglePart};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};
use stage::text::wrapped;
use std::time::{Duration, UNIX_EPOCH};

/// The header by which our own mails are known when they come back.
const OWN_HEADER: &str = "X-Overwinter";

/// How many columns the text has.
const COLUMNS: usize = 72;

/// By what the picture of the board is known within its letter.
const PICTURE: &str = "board";

/// A letter: its subject, and what it says.
///
/// ```
/// use mailbox::{Letter, Part};
///
/// let letter = Letter {
///     subject: "Your turn".into(),
///     parts: vec![Part::Said("Bob drops a disc into column 4.".into())],
///     foot: vec![Part::Link("The table".into(), "https://example.org/t/k7".into())],
/// };
/// assert_eq!(
///     letter.text(),
///     "Bob drops a disc into column 4.\n\n-- \nThe table: https://example.org/t/k7\n"
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    /// What it is about, in a line.
    pub subject: String,
    /// What it says.
    pub parts: Vec<Part>,
    /// What stands below, in small letters.
    pub foot: Vec<Part>,
}

/// A part of a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// A heading.
    Heading(String),
    /// Sentences.
    Said(String),
    /// A sentence that matters more than the others.
    Strong(String),
    /// What happened, line by line, each with what is named behind it, such as rules.
    Story(Vec<(String, String)>),
    /// The board: drawn in letters, and said in words for those who hear it.
    Board {
        /// The drawing.
        drawn: String,
        /// The words.
        said: String,
    },
    /// Lines whose columns matter.
    Drawn(String),
    /// What can be chosen.
    Choices(Vec<Offer>),
    /// What was done with what somebody wrote, line by line.
    Done(Vec<LineDone>),
    /// A few words, and where they lead.
    Link(String, String),
}

/// Something that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// A heading above it and those that follow; empty if there is none.
    pub group: String,
    /// Its number.
    pub number: String,
    /// The line that says it; empty where the number is enough.
    pub line: String,
    /// What it means.
    pub about: String,
}

/// A line that somebody wrote, and what was done with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineDone {
    /// The line.
    pub line: String,
    /// Whether it was done.
    pub done: bool,
    /// What came of it, or why nothing did; empty if that is clear.
    pub told: String,
}

/// Whether a letter is sent by itself, or answers one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Occasion {
    /// Nobody wrote.
    ByItself,
    /// Somebody wrote.
    Answer,
}

/// To whom a letter goes, and how it stands among others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope<'a> {
    /// To whom.
    pub to: &'a str,
    /// To whom it comes back if it cannot be delivered; to whoever writes if nothing is said.
    pub back_to: Option<&'a str>,
    /// Its id, without brackets: the same however often it is sent.
    pub id: &'a str,
    /// Where answers go; nowhere if nothing is said.
    pub reply_to: Option<&'a str>,
    /// The letter that it answers, by its id.
    pub in_reply_to: Option<&'a str>,
    /// The letters before it in its thread, by their ids, the oldest first.
    pub references: &'a [String],
    /// Where one says with a click that one wants no more of them.
    pub unsubscribe: Option<&'a str>,
    /// Why it is sent.
    pub occasion: Occasion,
    /// When, in seconds since 1970.
    pub at: i64,
    /// A picture of the board, as PNG.
    pub picture: Option<Vec<u8>>,
}

/// A letter as it goes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posted {
    /// To whom it comes back if it cannot be delivered.
    pub sender: String,
    /// To whom.
    pub to: String,
    /// The message.
    pub bytes: Vec<u8>,
}

impl Letter {
    /// Whether it shows the board.
    pub fn has_board(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Board { .. }))
    }

    /// The letter as plain text.
    pub fn text(&self) -> String {
        let parts = self.parts.iter().map(Part::text).collect::<Vec<_>>().join("\n");
        let foot = self.foot.iter().map(Part::text).collect::<String>();
        if foot.is_empty() { parts } else { format!("{parts}\n-- \n{foot}") }
    }

    /// The same as HTML. `pictured` says whether the picture of the board comes with it.
    pub fn html(&self, pictured: bool) -> String {
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="supported-color-schemes" content="light dark";
                    title { (self.subject) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    div.letter {
                        @for part in &self.parts { (part.html(pictured)) }
                        @if !self.foot.is_empty() {
                            div.foot { @for part in &self.foot { (part.html(pictured)) } }
                        }
                    }
                }
            }
        };
        page.into_string()
    }

    /// Puts the letter into an envelope; why it cannot be, if it cannot.
    pub fn posted(
        &self,
        envelope: &Envelope<'_>,
        settings: &MailSettings,
    ) -> Result<Posted, String> {
        let address = |text: &str| {
            text.parse::<Mailbox>().map_err(|_| format!("`{text}` is no address to write to"))
        };
        let ids = |ids: &[String]| {
            let bracketed = ids.iter().map(|id| format!("<{id}>"));
            bracketed.collect::<Vec<_>>().join(" ")
        };
        let at = UNIX_EPOCH + Duration::from_secs(envelope.at.max(0).unsigned_abs());
        let mut builder = Message::builder()
            .from(settings.from.clone())
            .to(address(envelope.to)?)
            .subject(one_line(&self.subject))
            .date(at)
            .message_id(Some(format!("<{}>", envelope.id)));
        if let Some(reply_to) = envelope.reply_to {
            let reply_to = address(reply_to)?;
            builder = builder.reply_to(Mailbox::new(settings.from.name.clone(), reply_to.email));
        }
        if let Some(answered) = envelope.in_reply_to {
            builder = builder.in_reply_to(format!("<{answered}>"));
        }
        if !envelope.references.is_empty() {
            builder = builder.references(ids(envelope.references));
        }
        let html = SinglePart::html(self.html(envelope.picture.is_some()));
        let text = SinglePart::plain(self.text());
        let alternatives = MultiPart::alternative().singlepart(text);
        let body = match &envelope.picture {
            None => alternatives.singlepart(html),
            Some(picture) => {
                let kind = ContentType::parse("image/png").map_err(|error| error.to_string())?;
                let picture = Attachment::new_inline(PICTURE.into()).body(picture.clone(), kind);
                let related = MultiPart::related().singlepart(html).singlepart(picture);
                alternatives.multipart(related)
            }
        };
        let mut message = builder.multipart(body).map_err(|error| error.to_string())?;
        let mut put = |name: &'static str, value: String| {
            let name = HeaderName::new_from_ascii_str(name);
            message.headers_mut().insert_raw(HeaderValue::new(name, value));
        };
        put(OWN_HEADER, env!("CARGO_PKG_VERSION").into());
        put(
            "Auto-Submitted",
            match envelope.occasion {
                Occasion::ByItself => "auto-generated".into(),
                Occasion::Answer => "auto-replied".into(),
            },
        );
        // Programs that answer for people who are away leave it alone.
        put("X-Auto-Response-Suppress", "OOF, AutoReply".into());
        if let Some(unsubscribe) = envelope.unsubscribe {
            put("List-Unsubscribe", format!("<{unsubscribe}>"));
            put("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".into());
        }
        let to = address(envelope.to)?.email.to_string();
        let sender = match envelope.back_to {
            Some(back_to) => address(back_to)?.email.to_string(),
            None => settings.from.email.to_string(),
        };
        Ok(Posted { sender, to, bytes: message.formatted() })
    }
}

/// A text in one line: nothing in it begins another header.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Lines of at most so many columns, the second and later ones indented.
fn hung(first: &str, text: &str) -> String {
    let indent = " ".repeat(first.chars().count());
    let room = COLUMNS.saturating_sub(indent.len()).max(20);
    let lines = wrapped(text, room);
    let lines = lines.iter().enumerate().map(|(at, line)| {
        let before = if at == 0 { first } else { &indent };
        format!("{before}{line}").trim_end().to_string() + "\n"
    });
    lines.collect()
}

impl Offer {
    /// The line and what it means, as it is read.
    fn told(&self) -> String {
        match (self.line.as_str(), self.about.as_str()) {
            ("", about) => about.into(),
            (line, "") => line.into(),
            (line, about) => format!("{line} - {about}"),
        }
    }
}

impl Part {
    fn text(&self) -> String {
        match self {
            Part::Heading(words) => format!("{}\n", words.to_uppercase()),
            Part::Said(words) | Part::Strong(words) => hung("", words),
            Part::Story(lines) => {
                let line = |(said, behind): &(String, String)| match behind.as_str() {
                    "" => hung("* ", said),
                    behind => hung("* ", &format!("{said} [{behind}]")),
                };
                lines.iter().map(line).collect()
            }
            Part::Board { drawn, .. } | Part::Drawn(drawn) => format!("{}\n", drawn.trim_end()),
            Part::Choices(offers) => {
                let wide = offers.iter().map(|offer| offer.number.len()).max().unwrap_or(1);
                let (mut text, mut group) = (String::new(), "");
                for offer in offers {
                    if offer.group != group {
                        group = &offer.group;
                        text +=
                            &if group.is_empty() { String::new() } else { format!("{group}:\n") };
                    }
                    text += &hung(&format!("{:>wide$}  ", offer.number), &offer.told());
                }
                text
            }
            Part::Done(lines) => {
                let line = |done: &LineDone| {
                    let mark = if done.done { "done" } else { "not done" };
                    let told = match done.told.as_str() {
                        "" => String::new(),
                        told => format!(": {told}"),
                    };
                    hung("  ", &format!("{} ({mark}){told}", done.line))
                };
                lines.iter().map(line).collect()
            }
            Part::Link(words, to) => format!("{words}: {to}\n"),
        }
    }

    fn html(&self, pictured: bool) -> Markup {
        html! {
            @match self {
                Part::Heading(words) => h2 { (words) },
                Part::Said(words) => { @for line in words.lines() { p { (line) } } }
                Part::Strong(words) => p { b { (words) } },
                Part::Story(lines) => ul {
                    @for (said, behind) in lines {
                        li { (said) @if !behind.is_empty() { " " span.quiet { "[" (behind) "]" } } }
                    }
                },
                Part::Board { said, .. } if pictured => p {
                    img src=(format!("cid:{PICTURE}")) alt=(said) width="100%" style="max-width:100%;height:auto";
                },
                Part::Board { drawn, .. } | Part::Drawn(drawn) => pre { (drawn.trim_end()) },
                Part::Choices(offers) => { (choices(offers)) },
                Part::Done(lines) => ul {
                    @for done in lines {
                        li {
                            code { (done.line) } " "
                            @if done.done { span.done { "done" } } @else { span.not { "not done" } }
                            @if !done.told.is_empty() { ": " (done.told) }
                        }
                    }
                },
                Part::Link(words, to) => p { a href=(to) { (words) } },
            }
        }
    }
}

fn choices(offers: &[Offer]) -> Markup {
    let mut groups: Vec<(&str, Vec<&Offer>)> = Vec::new();
    for offer in offers {
        match groups.last_mut() {
            Some((group, all)) if *group == offer.group => all.push(offer),
            _ => groups.push((&offer.group, vec![offer])),
        }
    }
    html! {
        @for (group, offers) in groups {
            @if !group.is_empty() { p.group { (group) } }
            table role="presentation" {
                @for offer in offers {
                    tr {
                        td.number { (offer.number) }
                        td {
                            @if !offer.line.is_empty() { code { (offer.line) } }
                            @if !offer.line.is_empty() && !offer.about.is_empty() { " " }
                            (offer.about)
                        }
                    }
                }
            }
        }
    }
}

/// How letters look: as the mail program does, in light and dark.
const STYLE: &str = "\
body{margin:0;padding:0;background:#fff;color:#1f2421}\
.letter{max-width:640px;margin:0 auto;padding:16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}\
h2{font-size:17px;line-height:1.3;margin:24px 0 6px}\
p{margin:8px 0}\
ul{margin:8px 0;padding-left:22px}\
li{margin:4px 0}\
pre{overflow-x:auto;font:12px/1.25 ui-monospace,Menlo,Consolas,monospace;background:#f3f4f1;padding:10px;border-radius:6px}\
code{font:14px/1.4 ui-monospace,Menlo,Consolas,monospace;background:#f3f4f1;padding:1px 4px;border-radius:4px;overflow-wrap:anywhere}\
table{border-collapse:collapse;width:100%}\
td{padding:5px 0;vertical-align:top;overflow-wrap:anywhere}\
td.number{width:34px;padding-right:10px;text-align:right;font-weight:bold;font-variant-numeric:tabular-nums}\
img{border-radius:6px;display:block}\
a{color:#1d5c8a}\
.group{margin:14px 0 2px;font-weight:bold}\
.quiet{color:#5d655f}\
.done{color:#216e39}\
.not{color:#a3341f;font-weight:bold}\
.foot{margin-top:28px;padding-top:10px;border-top:1px solid #d5d9d3;font-size:14px;color:#5d655f}\
@media (prefers-color-scheme:dark){\
body{background:#161917;color:#e6e9e4}\
pre,code{background:#242926}\
a{color:#8cc4ee}\
.quiet,.foot{color:#a5aea7}\
.foot{border-color:#3a413c}\
.done{color:#86d49b}\
.not{color:#ff9d87}}";
