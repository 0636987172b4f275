//! Whether a record's text is the one that was written, and by whom it was signed.
//!
//! The hash of the text finds what was changed or cut off by accident or in haste: anybody can write a new
//! one. A signature (Ed25519) can be made by nobody but the server that has its key.

use super::{FIRST_LINE, FIRST_LINE_1, Record};
use crate::dice::{bytes_of, hexadecimal};
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use sha2::{Digest, Sha256};

/// What is signed is this label, then the hash.
const LABEL: &[u8] = b"overwinter record 2\0";

/// The signature of the server that kept a record.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Signed {
    /// The server's public key, in hexadecimal.
    pub key: String,
    /// The signature of the record's hash, in hexadecimal.
    pub signature: String,
}

/// The secret key with which a server signs the records that it kept.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{Integrity, Match, RecordKey, Rules, Seed, Setup};
///
/// let game = Match::<ConnectFour>::start(
///     ConnectFour::house(),
///     &Setup::new("plain", 2),
///     Seed::from_number(7),
/// )?;
/// let key = RecordKey::new([5; 32]);
/// let text = key.sign(game.record(true)).to_string();
/// assert_eq!(Integrity::of(&text), Integrity::Signed(key.public()));
/// assert_eq!(Integrity::of(&text.replace("plain", "other")), Integrity::Changed);
/// # Ok::<(), table::SetupError>(())
/// ```
#[derive(Clone)]
pub struct RecordKey(SigningKey);

impl RecordKey {
    /// The key of these secret bytes.
    pub fn new(secret: [u8; 32]) -> RecordKey {
        RecordKey(SigningKey::from_bytes(&secret))
    }

    /// The public key, in hexadecimal: by it everybody knows what this key has signed.
    pub fn public(&self) -> String {
        hexadecimal(self.0.verifying_key().as_bytes())
    }

    /// The record, signed: head, steps and end are under the signature.
    pub fn sign(&self, record: Record) -> Record {
        let signed = Some(Signed { key: self.public(), signature: String::new() });
        let mut record = Record { signed, ..record };
        let signature = self.0.sign(&signed_bytes(&hash(&record.content())));
        if let Some(signed) = &mut record.signed {
            signed.signature = hexadecimal(&signature.to_bytes());
        }
        record
    }
}

/// What the text of a record shows about itself, before it is played again.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{Integrity, Match, Rules, Seat, Seed, Setup, Speech};
///
/// let house = ConnectFour::house();
/// let mut game = Match::<ConnectFour>::start(house, &Setup::new("plain", 2), Seed::from_number(7))?;
/// let middle = game.game().parse(game.position(), Seat(0), "4").unwrap();
/// game.act(Seat(0), &middle).unwrap();
/// let text = game.record(true).to_string();
/// assert_eq!(Integrity::of(&text), Integrity::Unsigned);
/// assert_eq!(Integrity::of(&text.replace("drop 4", "drop 3")), Integrity::Changed);
/// # Ok::<(), table::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Integrity {
    /// It is of version 1, which has neither hash nor signature.
    Version1,
    /// The line of the hash is missing: the record was cut off.
    CutOff,
    /// The text is not the one that was hashed.
    Changed,
    /// It names a server, but the signature is missing or not that server's.
    Forged,
    /// The hash is right, and nobody has signed it.
    Unsigned,
    /// The server with this public key, in hexadecimal, has signed exactly this text.
    Signed(String),
}

impl Integrity {
    /// Looks at the text of a record.
    pub fn of(text: &str) -> Integrity {
        let text = text.trim_start_matches('\u{feff}');
        if text.lines().next().map(str::trim_end) == Some(FIRST_LINE_1) {
            return Integrity::Version1;
        }
        let above = |line: &&str| !line.starts_with("hash: ");
        let content = text
            .lines()
            .take_while(above)
            .fold(String::new(), |content, line| content + line + "\n");
        let stated = |name: &str| {
            let after = text.lines().skip_while(above);
            after.filter_map(|line| line.strip_prefix(name)).next().map(str::trim_end)
        };
        let Some(stated_hash) = stated("hash: ") else { return Integrity::CutOff };
        let hash = hash(&content);
        // No signature covers what follows it: only its own line may, and that once.
        let below = text.lines().skip_while(above).skip(1).map(str::trim_end);
        let mut below = below.filter(|line| !line.is_empty());
        let added = below.next().is_some_and(|line| !line.starts_with("signature: "))
            || below.next().is_some();
        if added || !content.starts_with(FIRST_LINE) || stated_hash != hash {
            return Integrity::Changed;
        }
        let head = content.lines().take_while(|line| !line.trim_end().is_empty());
        match head.filter_map(|line| line.strip_prefix("server: ")).next().map(str::trim_end) {
            None => Integrity::Unsigned,
            Some(key) if is_signature(key, &hash, stated("signature: ")) => {
                Integrity::Signed(key.to_string())
            }
            Some(_) => Integrity::Forged,
        }
    }
}

fn is_signature(key: &str, hash: &str, signature: Option<&str>) -> bool {
    let key = bytes_of(key).and_then(|key| VerifyingKey::from_bytes(&key).ok());
    let signature = signature.and_then(bytes_of::<64>).map(|bytes| Signature::from_bytes(&bytes));
    key.zip(signature)
        .is_some_and(|(key, signature)| key.verify_strict(&signed_bytes(hash), &signature).is_ok())
}

/// SHA-256 over all lines of a text, each without white space at its end and with a line feed.
pub(super) fn hash(content: &str) -> String {
    let mut hash = Sha256::new();
    for line in content.lines() {
        hash.update(line.trim_end().as_bytes());
        hash.update(b"\n");
    }
    hexadecimal(&hash.finalize())
}

fn signed_bytes(hash: &str) -> Vec<u8> {
    [LABEL, hash.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Setup;
    use crate::record::Step;
    use crate::seat::Seat;

    fn record() -> Record {
        let step = |seat, action: &str| Step {
            seat,
            action: action.into(),
            dice: Vec::new(),
            digest: "0123456789abcdef".into(),
        };
        Record {
            game: "lots".into(),
            rules: 2,
            edition: "00ff".into(),
            files: Default::default(),
            setup: Setup::new("plain", 2),
            commitment: "aa".into(),
            contributions: Vec::new(),
            dealt: Vec::new(),
            seed: Some("bb".into()),
            referee: String::new(),
            signed: None,
            steps: vec![step(None, ""), step(Some(Seat(1)), "pass")],
            ended: "draw".into(),
        }
    }

    #[test]
    fn whatever_is_changed_is_noticed() {
        let key = RecordKey::new([5; 32]);
        let text = key.sign(record()).to_string();
        assert_eq!(Integrity::of(&text), Integrity::Signed(key.public()));
        let crlf = text.replace('\n', "\r\n");
        assert_eq!(Integrity::of(&crlf), Integrity::Signed(key.public()));
        let lines: Vec<&str> = text.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let without: Vec<&str> = lines.iter().filter(|other| other != &line).copied().collect();
            let cut = Integrity::of(&without.join("\n"));
            let more = format!("{}x", lines[number]);
            let mut longer = lines.clone();
            longer[number] = &more;
            let changed = Integrity::of(&longer.join("\n"));
            for found in [cut, changed] {
                assert!(!matches!(found, Integrity::Signed(_) | Integrity::Unsigned), "{line}");
            }
        }
    }

    #[test]
    fn whatever_is_added_below_the_signed_text_is_noticed() {
        let key = RecordKey::new([5; 32]);
        let text = key.sign(record()).to_string();
        let (above, signature) = text.split_at(text.find("signature: ").unwrap());
        let hash = &above[above.find("hash: ").unwrap()..];
        let free = "hash: Bob was found cheating, the result is void\n";
        for more in [free, hash, "note: void\n", "signature: 00\n", signature] {
            for changed in
                [format!("{above}{more}{signature}"), format!("{above}{signature}{more}")]
            {
                assert_eq!(Integrity::of(&changed), Integrity::Changed, "{more}");
                assert!(Record::parse(&changed).is_err(), "{more}");
            }
        }
        let blank = format!("{above}{signature}\n\n");
        assert_eq!(Integrity::of(&blank), Integrity::Signed(key.public()));
    }

    #[test]
    fn a_new_hash_does_not_make_a_new_signature() {
        let key = RecordKey::new([5; 32]);
        let signed = key.sign(record());
        let other = Record { ended: String::new(), ..signed.clone() };
        assert_eq!(Integrity::of(&other.to_string()), Integrity::Forged);
        let unsigned = Record { signed: None, ..other };
        assert_eq!(Integrity::of(&unsigned.to_string()), Integrity::Unsigned);
        let mut stolen = signed;
        stolen.signed.as_mut().unwrap().key = RecordKey::new([6; 32]).public();
        assert_eq!(Integrity::of(&stolen.to_string()), Integrity::Forged);
    }
}
