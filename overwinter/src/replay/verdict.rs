//! What the verification of a record shows, and against whom.

use crate::error::CommandError;
use crate::files;
use std::path::Path;
use table::{AnyReplay, Integrity, Record};

/// What a record turned out to be worth.
pub enum RecordVerdict {
    /// Rules, dice, text and the server that kept it are all as they should be.
    Proved(String),
    /// Nothing contradicts it, but somebody could have written it so.
    Consistent(String),
    /// It is not what it says.
    Refused(String),
}

impl RecordVerdict {
    /// Judges a record by its text and by how it went when it was played again, or why it could not be;
    /// `expected` are the keys of the server that should have signed it: any if there are none.
    pub fn of(
        text: &str,
        record: &Record,
        replay: Result<&AnyReplay, &String>,
        expected: &[String],
    ) -> RecordVerdict {
        let integrity = Integrity::of(text);
        match refusal(&integrity, record, replay, expected) {
            Some(why) => RecordVerdict::Refused(why),
            None => accepted(&integrity, record, expected),
        }
    }

    /// The verdict in a word or two.
    pub fn word(&self) -> &'static str {
        match self {
            RecordVerdict::Proved(_) => "proved",
            RecordVerdict::Consistent(_) => "consistent",
            RecordVerdict::Refused(_) => "not proved",
        }
    }

    /// What was shown against whom, or what is wrong.
    pub fn words(&self) -> &str {
        match self {
            RecordVerdict::Proved(words)
            | RecordVerdict::Consistent(words)
            | RecordVerdict::Refused(words) => words,
        }
    }
}

/// Why a record is not what it says, if so. Where it was played otherwise than it says, that is told first: it
/// names the step.
fn refusal(
    integrity: &Integrity,
    record: &Record,
    replay: Result<&AnyReplay, &String>,
    expected: &[String],
) -> Option<String> {
    let played_otherwise = replay.ok().and_then(|replay| {
        let divergence = replay.divergence.as_ref()?;
        let other = replay.other_rules.as_ref().map(|differ| format!(" ({differ})"));
        Some(format!("{divergence}{}", other.unwrap_or_default()))
    });
    played_otherwise
        .or_else(|| broken_text(integrity, record).map(str::to_string))
        .or_else(|| match replay {
            Ok(replay) => replay
                .other_rules
                .as_ref()
                .map(|differ| format!("{differ}: only the rules that played it can prove it")),
            Err(problem) => Some(format!("it cannot be played: {problem}")),
        })
        .or_else(|| unexpected_key(integrity, expected))
}

/// What the text of a record shows to be wrong with it.
fn broken_text(integrity: &Integrity, record: &Record) -> Option<&'static str> {
    match integrity {
        Integrity::CutOff => Some("the record is cut off: the line `hash:` is missing"),
        Integrity::Changed => {
            Some("the record was changed after it was written: its hash is that of another text")
        }
        Integrity::Forged
            if record.signed.as_ref().is_some_and(|signed| signed.signature.is_empty()) =>
        {
            Some(
                "the record says which server signed it, and the signature is missing: the line `signature:` was \
                 taken out",
            )
        }
        Integrity::Forged => {
            Some("the record was changed after it was signed: the signature is not its server's")
        }
        Integrity::Version1 if is_of_version_2(record) => Some(
            "the first line says version 1, which has no lines `contribution:`, `dealt:`, `referee:` or `server:`: it \
             was changed",
        ),
        Integrity::Version1 | Integrity::Unsigned if record.ended.is_empty() => {
            Some("the game is said to be running and nobody signed that: it may have been cut off")
        }
        _ => None,
    }
}

/// Whether a record has what only those of version 2 have.
fn is_of_version_2(record: &Record) -> bool {
    let (given, dealt) = (&record.contributions, &record.dealt);
    !given.is_empty() || !dealt.is_empty() || !record.referee.is_empty() || record.signed.is_some()
}

/// Why the signature is not the one that is expected, if so.
fn unexpected_key(integrity: &Integrity, expected: &[String]) -> Option<String> {
    match integrity {
        _ if expected.is_empty() => None,
        Integrity::Signed(key) if expected.contains(key) => None,
        Integrity::Signed(key) => {
            Some(format!("it is signed by the key {key}, not by {}", expected.join(" or ")))
        }
        Integrity::Version1 | Integrity::Unsigned => Some("nobody has signed it".into()),
        _ => None,
    }
}

/// What a record shows in which nothing is wrong.
fn accepted(integrity: &Integrity, record: &Record, expected: &[String]) -> RecordVerdict {
    let mut words = vec![format!("{} steps by the rules", record.steps.len() - 1)];
    words.push(match (&record.seed, record.contributions.len()) {
        (None, _) => "the seed is not revealed, so the dice are taken as recorded".into(),
        (Some(_), 0) => {
            "every die is the committed seed's, and nobody else had a hand in it".into()
        }
        (Some(_), _) => {
            let own = record.contributions.iter().filter(|given| given.by_player).count();
            let added = match own {
                1 => "what 1 player added".to_string(),
                own => format!("what {own} players added"),
            };
            format!("every die follows from the committed seed and {added}")
        }
    });
    if !record.files.is_empty() {
        let files = match record.files.len() {
            1 => "1 file".to_string(),
            files => format!("{files} files"),
        };
        words.push(format!("played with {files} of its own edition"));
    }
    if !record.referee.is_empty() {
        // Whoever saw it from a seat, as an umpire does, is among the players.
        let seated = |name: &str| record.setup.names.iter().any(|seated| seated == name);
        words.push(match record.referee.split(", ").any(seated) {
            true => format!("{} had a seat that sees what is hidden from others", record.referee),
            false => format!("{} saw everything as the referee", record.referee),
        });
    }
    let known = !expected.is_empty();
    words.push(match integrity {
        Integrity::Signed(key) if known => format!("kept and signed by the server of {key}"),
        Integrity::Signed(key) => format!(
            "signed by the key {key}, which is not known here: name the one you expect with --key"
        ),
        _ => {
            "nobody has signed it: whoever wrote it could have chosen names, seed and moves".into()
        }
    });
    let told = words.join("; ");
    match integrity {
        Integrity::Signed(_) if known && record.seed.is_some() => RecordVerdict::Proved(told),
        _ => RecordVerdict::Consistent(told),
    }
}

/// The files of a server in which its secret keys stand.
const SECRET_KEYS: [&str; 2] = ["records.key", "seeds.key"];

/// The keys that `--key` names: itself, or those in a file, which may be what a server publishes.
pub fn expected_keys(word: &str) -> Result<Vec<String>, CommandError> {
    let is_key = |word: &str| word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_key(word) {
        return Ok(vec![word.to_lowercase()]);
    }
    let path = Path::new(word);
    if path.file_name().is_some_and(|name| SECRET_KEYS.iter().any(|secret| name == *secret)) {
        return Err(CommandError::input(format!(
            "--key {word}: that is a secret of the server's, which never leaves it: give the public key, which \
             `overwinter keys show` and the server's /.well-known/overwinter.json tell"
        )));
    }
    let text = files::read(path)?;
    let published = serde_json::from_str::<serde_json::Value>(&text).ok();
    let keys: Vec<String> = match &published {
        Some(json) => {
            let retired = json.get("retired_record_keys").and_then(|keys| keys.as_array());
            let keys = json.get("record_key").into_iter().chain(retired.into_iter().flatten());
            keys.map(|key| key.as_str().unwrap_or_default().to_lowercase()).collect()
        }
        None => vec![text.trim().to_lowercase()],
    };
    match !keys.is_empty() && keys.iter().all(|key| is_key(key)) {
        true => Ok(keys),
        false => Err(CommandError::input(format!(
            "--key {word}: neither 64 hexadecimal digits nor a file that holds a server's key"
        ))),
    }
}
