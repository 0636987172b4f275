//! Every mail of `corpus/` is read as it is said there.

use mail::{Kind, Message};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What a mail is expected to be read as; `orders` and the like are for the desk of the postal game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    client: String,
    language: String,
    shape: String,
    from: String,
    #[serde(default = "personal")]
    kind: String,
    written: String,
    #[serde(default)]
    bounced: Vec<String>,
    #[serde(default)]
    #[allow(dead_code, reason = "read by the desk of the postal game")]
    orders: Vec<String>,
    #[serde(default)]
    #[allow(dead_code, reason = "read by the desk of the postal game")]
    asked: Vec<String>,
    #[serde(default)]
    #[allow(dead_code, reason = "read by the desk of the postal game")]
    refused: Vec<String>,
}

fn personal() -> String {
    "personal".into()
}

fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut mails: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "eml")).collect();
    mails.sort();
    mails
}

fn named(kind: &Kind) -> &'static str {
    match kind {
        Kind::Personal => "personal",
        Kind::AutomaticReply => "automatic",
        Kind::Bounce(_) => "bounce",
        Kind::MailingList => "list",
        Kind::Own => "own",
    }
}

#[test]
fn every_mail_of_the_corpus_is_read_as_expected() {
    let mut faults = Vec::new();
    let mut clients: BTreeMap<String, usize> = BTreeMap::new();
    let mut languages: BTreeMap<String, usize> = BTreeMap::new();
    let mails = corpus();
    for path in &mails {
        let name = path.file_name().unwrap().to_string_lossy().to_string();
        let said = std::fs::read_to_string(path.with_extension("toml"))
            .unwrap_or_else(|error| panic!("{name} has no expected reading: {error}"));
        let expected: Expected =
            toml::from_str(&said).unwrap_or_else(|error| panic!("{name}: {error}"));
        let Some(message) = Message::read(&std::fs::read(path).unwrap()) else {
            faults.push(format!("{name}: not read as a mail"));
            continue;
        };
        let from = message.from.first().map(|from| from.address.clone()).unwrap_or_default();
        let bounced = match &message.kind {
            Kind::Bounce(bounce) => bounce.recipients.clone(),
            _ => Vec::new(),
        };
        for (what, read, expected) in [
            ("from", from.as_str(), expected.from.as_str()),
            ("kind", named(&message.kind), expected.kind.as_str()),
            ("written", message.written.own().as_str(), expected.written.trim()),
            ("bounced", &bounced.join(" "), &expected.bounced.join(" ")),
        ] {
            if read != expected {
                faults.push(format!(
                    "{name} ({}, {}): {what}\n--- read\n{read}\n--- expected\n{expected}\n",
                    expected_head(&said),
                    path.display()
                ));
            }
        }
        assert!(!expected.shape.is_empty(), "{name}");
        *clients.entry(expected.client).or_default() += 1;
        *languages.entry(expected.language).or_default() += 1;
    }
    println!("{} mails\nclients: {clients:?}\nlanguages: {languages:?}", mails.len());
    assert!(
        faults.is_empty(),
        "{} of {} differ:\n{}",
        faults.len(),
        mails.len(),
        faults.join("\n")
    );
    assert!(mails.len() >= 200, "{}", mails.len());
    assert!(languages.len() >= 6, "{languages:?}");
}

fn expected_head(said: &str) -> String {
    said.lines().take(3).collect::<Vec<_>>().join(", ")
}
