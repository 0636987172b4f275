//! Letters: one source, and what mail programs make of it.

use mail::{Kind, Message};
use mailbox::{Envelope, Letter, LineDone, MailSettings, Occasion, Offer, Part};

fn settings() -> MailSettings {
    let text = "from = \"Das Häuschen <play@example.org>\"\n[smtp]\nhost = \"localhost\"\nsecurity = \"none\"\n";
    MailSettings::read("mail.toml", text).unwrap()
}

fn letter() -> Letter {
    let offer = |group: &str, number: &str, line: &str, about: &str| Offer {
        group: group.into(),
        number: number.into(),
        line: line.into(),
        about: about.into(),
    };
    Letter {
        subject: "Your turn: Ann & Bob\r\nBcc: eve@example.org".into(),
        parts: vec![
            Part::Heading("What happened".into()),
            Part::Story(vec![("Bob rolls a 4 <and> moves.".into(), "OS-MOVE-05".into())]),
            Part::Board { drawn: "  A1 \n  ** \n".into(), said: "The board: day 4".into() },
            Part::Strong("Where to?".into()),
            Part::Choices(vec![
                offer(
                    "Walk",
                    "1",
                    "n",
                    "North: a very long way through woods and hills and woods and hills again",
                ),
                offer("Walk", "12", "s", ""),
                offer("", "13", "", "Rest"),
            ]),
            Part::Done(vec![LineDone {
                line: "fly".into(),
                done: false,
                told: "No wings.".into(),
            }]),
        ],
        foot: vec![Part::Link("The table".into(), "https://example.org/t/k7?a=1&b=2".into())],
    }
}

fn envelope<'a>(references: &'a [String], picture: Option<Vec<u8>>) -> Envelope<'a> {
    Envelope {
        to: "ann@example.org",
        back_to: Some("play+b.way@example.org"),
        id: "abc.way@example.org",
        reply_to: Some("play+k7.1.0.ffff.0123456789abcdef@example.org"),
        in_reply_to: Some("theirs@example.org"),
        references,
        unsubscribe: Some("https://example.org/mail/stop/way.123"),
        occasion: Occasion::Answer,
        at: 1_794_916_800,
        picture,
    }
}

#[test]
fn text_is_read_without_help_in_72_columns() {
    let text = letter().text();
    assert!(text.lines().all(|line| line.chars().count() <= 72), "{text}");
    for part in [
        "WHAT HAPPENED",
        "* Bob rolls a 4 <and> moves. [OS-MOVE-05]",
        "Walk:",
        " 1  n - North",
        "12  s\n",
        "13  Rest",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(text.contains("fly (not done): No wings."), "{text}");
    assert!(text.contains("\n-- \nThe table: https://example.org/t/k7?a=1&b=2\n"), "{text}");
}

#[test]
fn html_says_the_same_and_nothing_in_it_is_markup_of_others() {
    for pictured in [false, true] {
        let html = letter().html(pictured);
        let body = html.strip_prefix("<!DOCTYPE html>").unwrap();
        let body = body.replace("<meta charset=\"utf-8\">", "");
        assert!(body.contains("Bob rolls a 4 &lt;and&gt; moves."), "{html}");
        assert_eq!(body.contains("cid:board"), pictured);
        assert_eq!(body.contains("<pre>"), !pictured);
        assert!(!body.contains("src=\"http"), "nothing is fetched: {html}");
    }
}

#[test]
fn a_letter_is_known_answered_and_ended_by_its_headers() {
    let references = ["thread@example.org".to_string(), "theirs@example.org".to_string()];
    let posted = letter().posted(&envelope(&references, Some(vec![1, 2, 3])), &settings()).unwrap();
    assert_eq!(
        (posted.sender.as_str(), posted.to.as_str()),
        ("play+b.way@example.org", "ann@example.org")
    );
    let text = String::from_utf8(posted.bytes.clone()).unwrap();
    let message = Message::read(&posted.bytes).unwrap();
    assert_eq!(message.kind, Kind::Own, "we know it when it comes back");
    assert_eq!(message.id.as_deref(), Some("abc.way@example.org"));
    assert_eq!(message.in_reply_to, ["theirs@example.org"]);
    assert_eq!(message.references, references);
    assert_eq!(message.from[0].name, "Das Häuschen");
    assert_eq!(message.reply_to[0].address, "play+k7.1.0.ffff.0123456789abcdef@example.org");
    assert_eq!(message.sent, Some(1_794_916_800));
    let (headers, _) = text.split_once("\r\n\r\n").unwrap();
    assert!(!headers.to_lowercase().contains("\nbcc:"), "a subject begins no header: {headers}");
    for header in [
        "List-Unsubscribe: <https://example.org/mail/stop/way.123>",
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        "Auto-Submitted: auto-replied",
        "Content-Id: <board>",
    ] {
        assert!(text.to_lowercase().contains(&header.to_lowercase()), "{header}\n{text}");
    }
    let again = letter().posted(&envelope(&references, None), &settings()).unwrap();
    assert_eq!(
        Message::read(&again.bytes).unwrap().id,
        message.id,
        "the same however often it is sent"
    );
}

#[test]
fn what_quotes_a_letter_says_nothing_itself() {
    let quoted: String = letter().text().lines().map(|line| format!("> {line}\r\n")).collect();
    let answer = format!(
        "From: Ann <ann@example.org>\r\nMessage-ID: <1@example.org>\r\n\r\n1\r\n\r\nOn Tue, 17 Nov 2026 at 12:00, The house <play@example.org> wrote:\r\n{quoted}"
    );
    assert_eq!(Message::read(answer.as_bytes()).unwrap().written.own(), "1");
}
