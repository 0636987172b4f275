//! Notices as the bodies that services take.

use crate::notices::{Notice, arranged, digest, one_line};
use clock::Zone;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Who takes the body of a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Service {
    /// Discord: an embed, and no mention of anybody.
    Discord,
    /// Slack: text in its markup.
    Slack,
    /// Matrix: the content of a message event, plain and as HTML.
    Matrix,
    /// The notice itself, for programs.
    Json,
}

/// Discord takes 256 letters in a title and 4096 in a description; Slack 3000 in a section.
const TITLE: usize = 256;
const DESCRIPTION: usize = 2800;

/// Of several notices at once Discord takes ten, with 6000 letters in all.
const EMBEDS: usize = 10;
const EMBEDDED: usize = 300;

/// The body that a service takes, as JSON. What players wrote is text there and nothing else: no mention, no link, no
/// markup of its own.
pub fn body(notice: &Notice, service: Service, zone: &Zone) -> Value {
    let (subject, lines, link) = (notice.subject(), notice.lines(zone), one_line(&notice.link));
    match service {
        Service::Discord => {
            let lines: Vec<String> = lines.iter().map(|line| discord(line)).collect();
            let embed = json!({
                "title": cut(&discord(&subject), TITLE),
                "url": link,
                "description": cut(&lines.join("\n"), DESCRIPTION),
                "timestamp": notice.made.to_string(),
            });
            json!({ "allowed_mentions": { "parse": [] }, "embeds": [embed] })
        }
        Service::Slack => {
            let link = slack(&link).replace('|', "%7C");
            let title = slack(&cut(&subject, TITLE)).replace(['*', '|'], " ");
            let plain = if lines.is_empty() { subject.clone() } else { lines.join("\n") };
            let plain = cut(&plain, DESCRIPTION);
            json!({
                "text": slack(&subject),
                "blocks": [
                    { "type": "section", "text": { "type": "mrkdwn", "text": format!("*<{link}|{title}>*") } },
                    { "type": "section", "text": { "type": "plain_text", "emoji": false, "text": plain } },
                ],
            })
        }
        Service::Matrix => {
            let html: String = lines.iter().map(|line| format!("<br>{}", escape(line))).collect();
            json!({
                "msgtype": "m.text",
                "body": format!("{subject}\n{}\n{link}", lines.join("\n")),
                "format": "org.matrix.custom.html",
                "formatted_body": format!("<a href=\"{}\"><b>{}</b></a>{html}", escape(&link), escape(&subject)),
                "m.mentions": {},
            })
        }
        Service::Json => json!({
            "key": notice.key,
            "kind": notice.kind,
            "game": notice.game,
            "table": notice.table,
            "link": link,
            "subject": subject,
            "happened": notice.happened,
            "asked": notice.asked,
            "by": notice.by.map(|by| by.to_string()),
            "otherwise": notice.otherwise,
            "made": notice.made.to_string(),
            "text": notice.text(zone),
        }),
    }
}

/// The body of several notices at once; nothing if there are none.
pub fn digest_body(notices: &[Notice], service: Service, zone: &Zone) -> Option<Value> {
    let (subject, text) = digest(notices, zone)?;
    Some(match service {
        Service::Discord => {
            let embeds = arranged(notices).into_iter().take(EMBEDS).map(|notice| {
                let lines: Vec<String> =
                    notice.lines(zone).iter().map(|line| discord(line)).collect();
                json!({
                    "title": cut(&discord(&notice.subject()), TITLE),
                    "url": one_line(&notice.link),
                    "description": cut(&lines.join("\n"), EMBEDDED),
                })
            });
            json!({
                "allowed_mentions": { "parse": [] },
                "content": cut(&discord(&subject), TITLE),
                "embeds": embeds.collect::<Vec<_>>(),
            })
        }
        Service::Slack => json!({
            "text": slack(&subject),
            "blocks": [
                { "type": "section", "text": { "type": "plain_text", "emoji": false, "text": cut(&subject, TITLE) } },
                { "type": "section", "text": { "type": "plain_text", "emoji": false, "text": cut(&text, DESCRIPTION) } },
            ],
        }),
        Service::Matrix => json!({
            "msgtype": "m.text",
            "body": format!("{subject}\n\n{text}"),
            "format": "org.matrix.custom.html",
            "formatted_body": format!("<b>{}</b><br>{}", escape(&subject), escape(&text).replace('\n', "<br>")),
            "m.mentions": {},
        }),
        Service::Json => json!({
            "subject": subject,
            "text": text,
            "notices": notices.iter().map(|notice| body(notice, service, zone)).collect::<Vec<_>>(),
        }),
    })
}

/// Text that Discord shows as it is written.
fn discord(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if "\\*_~`|>#[]()<:@-".contains(letter) {
            shown.push('\\');
        }
        shown.push(letter);
    }
    shown
}

/// Text that Slack shows as it is written.
fn slack(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text in XML and HTML; what no XML can hold is left out.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(letter),
            '\u{FFFE}' | '\u{FFFF}' => {}
            letter if letter.is_control() => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// The first letters of a text, with a sign that there is more.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.into();
    }
    let mut first: String = text.chars().take(most - 1).collect();
    // A sign that makes the next letter plain must not stand last.
    while first.ends_with('\\') {
        first.pop();
    }
    first + "…"
}
