//! What notices say, and that nothing that players write becomes more than text.

use clock::Zone;
use notice::{Kind, Notice, Service, body, digest, digest_body};
use serde_json::Value;

/// A notice about a table with this name.
pub fn notice(table: &str) -> Notice {
    Notice {
        key: "k7q2/3/12".into(),
        kind: Kind::YourTurn,
        game: "Outlive".into(),
        table: table.into(),
        link: "https://play.example/t/k7q2?seat=1&step=3".into(),
        happened: "Ann hunts.".into(),
        asked: "Where do you go?".into(),
        by: Some("2026-11-20T18:00Z".parse().unwrap()),
        otherwise: "you stay where you are".into(),
        made: "2026-11-17T12:00Z".parse().unwrap(),
    }
}

const NASTY: &str =
    "@everyone <!channel> **x** [a](https://evil.example) `code` <b>&\"'\u{7}\r\nBcc: a@b";

fn texts(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::String(text) => out.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|part| texts(part, out)),
        Value::Object(fields) => fields.values().for_each(|part| texts(part, out)),
        _ => {}
    }
}

#[test]
fn every_body_says_game_table_event_question_deadline_and_consequence() {
    for service in [Service::Discord, Service::Slack, Service::Matrix, Service::Json] {
        let mut all = Vec::new();
        texts(&body(&notice("Long winter"), service, &Zone::UTC), &mut all);
        let all = all.join("\n").replace('\\', "");
        for part in [
            "Outlive",
            "Long winter",
            "Ann hunts.",
            "Where do you go?",
            "Fri 18:00",
            "otherwise you stay where you are",
            "https://play.example/t/k7q2",
        ] {
            assert!(all.contains(part), "{service:?} leaves out {part}: {all}");
        }
    }
}

#[test]
fn what_players_write_mentions_nobody_and_marks_up_nothing() {
    let nasty = Notice { asked: NASTY.into(), ..notice(NASTY) };
    let discord = body(&nasty, Service::Discord, &Zone::UTC);
    assert_eq!(discord["allowed_mentions"]["parse"], serde_json::json!([]));
    let description = discord["embeds"][0]["description"].as_str().unwrap();
    assert!(
        description.contains("\\@everyone")
            && description.contains("\\*\\*x\\*\\*")
            && description.contains("\\[a\\]\\(")
    );
    let slack = body(&nasty, Service::Slack, &Zone::UTC);
    let title = slack["blocks"][0]["text"]["text"].as_str().unwrap();
    assert!(title.contains("&lt;!channel&gt;") && !title.contains("<!channel>"));
    assert!(!slack["text"].as_str().unwrap().contains("<!channel>"));
    assert_eq!(slack["blocks"][1]["text"]["type"], "plain_text");
    let matrix = body(&nasty, Service::Matrix, &Zone::UTC);
    let html = matrix["formatted_body"].as_str().unwrap();
    assert!(html.contains("&lt;b&gt;&amp;&quot;&#39;") && !html.contains("<b>&"));
    let subject = nasty.subject();
    assert!(!subject.contains(['\r', '\n', '\u{7}']), "nothing begins another header: {subject:?}");
    assert!(nasty.text(&Zone::UTC).lines().all(|line| !line.starts_with("Bcc:")));
}

#[test]
fn bodies_stay_within_what_services_take() {
    let long = Notice { asked: "*é".repeat(9000), ..notice(&"é".repeat(900)) };
    let discord = body(&long, Service::Discord, &Zone::UTC);
    let letters = |value: &Value| value.as_str().unwrap().chars().count();
    assert!(letters(&discord["embeds"][0]["title"]) <= 256);
    assert!(letters(&discord["embeds"][0]["description"]) <= 4096);
    let slack = body(&long, Service::Slack, &Zone::UTC);
    assert!(letters(&slack["blocks"][1]["text"]["text"]) <= 3000);
    assert!(letters(&slack["blocks"][0]["text"]["text"]) <= 3000);
}

#[test]
fn a_digest_puts_what_is_due_first_and_says_nothing_twice() {
    let at = |text: &str| text.parse().unwrap();
    let later = Notice { key: "b".into(), by: Some(at("2026-11-25T18:00Z")), ..notice("Later") };
    let sooner = Notice { key: "a".into(), ..notice("Sooner") };
    let over = Notice { key: "c".into(), kind: Kind::Over, by: None, ..notice("Over") };
    let older = Notice { key: "a".into(), made: at("2026-11-16T12:00Z"), ..notice("Older") };
    let (subject, text) = digest(&[over.clone(), later, sooner, older], &Zone::UTC).unwrap();
    assert_eq!(subject, "2 tables wait for you");
    let places: Vec<Option<usize>> =
        ["Sooner", "Later", "Over"].map(|name| text.find(name)).to_vec();
    assert!(places.is_sorted() && places.iter().all(Option::is_some), "{text}");
    assert!(!text.contains("Older"));
    assert_eq!(digest(&[over], &Zone::UTC).unwrap().0, "The game is over: Over (Outlive)");
}

#[test]
fn several_notices_are_one_body_in_which_nobody_is_mentioned() {
    let nasty = Notice { asked: NASTY.into(), key: "b".into(), ..notice(NASTY) };
    let both = [notice("Winter"), nasty];
    for service in [Service::Discord, Service::Slack, Service::Matrix, Service::Json] {
        let all = digest_body(&both, service, &Zone::UTC).unwrap().to_string();
        for part in ["2 tables wait for you", "Winter", "https://play.example/t/k7q2"] {
            assert!(all.contains(part), "{service:?} leaves out {part}: {all}");
        }
        // What a service reads as markup, rather than shows as it is written.
        let body = digest_body(&both, service, &Zone::UTC).unwrap();
        let marked_up = match service {
            Service::Discord => body["embeds"].to_string() + &body["content"].to_string(),
            Service::Slack => body["text"].to_string(),
            Service::Matrix => body["formatted_body"].to_string(),
            Service::Json => String::new(),
        };
        let marked =
            ["<b>&", "<!channel>", " @everyone"].into_iter().find(|it| marked_up.contains(it));
        assert_eq!(
            marked.filter(|it| service != Service::Matrix || it.starts_with('<')),
            None,
            "{marked_up}"
        );
        assert!(!all.contains("mrkdwn"), "{all}");
        assert_eq!(digest_body(&[], service, &Zone::UTC), None);
    }
    let long: Vec<Notice> = (0..30)
        .map(|number| Notice { key: number.to_string(), asked: "*é".repeat(900), ..notice("A") })
        .collect();
    let discord = digest_body(&long, Service::Discord, &Zone::UTC).unwrap();
    assert_eq!(discord["embeds"].as_array().unwrap().len(), 10);
    assert!(discord.to_string().chars().count() < 6000, "{discord}");
}
