//! As whom the house writes, and the secrets by which it knows who answers.

use crate::notices::Sent;
use crate::secret::{self, Signer};
use crate::store::WayRow;
use clock::Timestamp;
use mailbox::{Envelope, Handed, Letter, MailSettings, Occasion, Outgoing};
use sha2::{Digest, Sha256};
use table::Seat;

/// How many letters of a signature stand in an address.
const SIGNATURE: usize = 16;

/// How many letters stand for the choices that a letter lists.
const LIST: usize = 4;

/// What is told of a letter that a mail server took or did not, in letters.
const TOLD: usize = 200;

/// What begins an address to which comes back what could not be delivered.
const BACK: &str = "b.";

/// What begins an address to which somebody answers an invitation.
const INVITED: &str = "i.";

/// The mail of the house, if it has any.
pub struct Mail(Option<House>);

/// A house with mail.
pub struct House {
    /// Its settings.
    pub settings: MailSettings,
    outgoing: Outgoing,
    signer: Signer,
}

/// What a letter asks: by this an answer is known to belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatKey {
    /// The table.
    pub table: String,
    /// The seat.
    pub seat: Seat,
    /// The number of its next decision.
    pub turn: u64,
    /// What its numbers mean, in short: the choices that the letter lists, or what it asks to be said again.
    pub list: String,
}

/// What an invitation asks: by this an answer is known to belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitationKey {
    /// The table.
    pub table: String,
    /// The way by which somebody was invited.
    pub way: String,
    /// What it was signed with, which is not judged yet.
    signature: String,
}

/// A few letters that stand for a text.
pub fn in_short(text: &str) -> String {
    hash(&[text], LIST)
}

fn hash(parts: &[&str], letters: usize) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    secret::hexadecimal(&hash.finalize()).chars().take(letters).collect()
}

impl Mail {
    /// By these settings, if there are any.
    pub fn new(settings: Option<MailSettings>, signer: Signer) -> Mail {
        Mail(settings.map(|settings| House {
            outgoing: Outgoing::new(&settings),
            settings,
            signer,
        }))
    }

    /// No mail.
    pub fn none() -> Mail {
        Mail(None)
    }

    /// Whether mail goes out.
    pub fn is_set(&self) -> bool {
        self.0.is_some()
    }

    /// The house, if it has mail.
    pub fn house(&self) -> Option<&House> {
        self.0.as_ref()
    }
}

impl SeatKey {
    fn text(&self) -> String {
        let SeatKey { table, seat, turn, list } = self;
        format!("{table}.{}.{turn}.{list}", seat.0 + 1)
    }

    /// A key as it stands in an address, with its signature, which is not judged yet.
    pub fn read(text: &str) -> Option<(SeatKey, String)> {
        let parts: Vec<&str> = text.split('.').collect();
        let [table, seat, turn, list, signature] = parts[..] else { return None };
        let seat = seat.parse::<u16>().ok()?.checked_sub(1).map(Seat)?;
        let key =
            SeatKey { table: table.into(), seat, turn: turn.parse().ok()?, list: list.into() };
        (signature.len() == SIGNATURE).then(|| (key, signature.to_string()))
    }
}

impl InvitationKey {
    /// A key as it stands in an address.
    pub fn read(text: &str) -> Option<InvitationKey> {
        let parts: Vec<&str> = text.strip_prefix(INVITED)?.split('.').collect();
        let [table, way, signature] = parts[..] else { return None };
        let key =
            InvitationKey { table: table.into(), way: way.into(), signature: signature.into() };
        (signature.len() == SIGNATURE).then_some(key)
    }
}

impl House {
    /// Whether answers come in.
    pub fn is_answered(&self) -> bool {
        self.settings.inbox.is_some()
    }

    /// The address to which somebody answers what a seat is asked.
    pub fn reply_to(&self, way: &WayRow, key: &SeatKey) -> String {
        let text = key.text();
        let signature = self.signer.sign("mail", &format!("{text}/{}", way.secret));
        let signature = signature.get(..SIGNATURE).unwrap_or_default();
        self.settings.reply.to(&format!("{text}.{signature}"))
    }

    /// Whether a key was given to whoever reads at an address.
    pub fn is_signed(&self, way: &WayRow, key: &SeatKey, signature: &str) -> bool {
        let text = format!("{}/{}", key.text(), way.secret);
        self.signer.begins("mail", &text, signature)
    }

    /// The address to which somebody answers an invitation to a table.
    pub fn reply_to_invitation(&self, way: &WayRow, table: &str) -> String {
        let signature = self.signer.sign("mail-invited", &format!("{table}/{}", way.secret));
        let signature = signature.get(..SIGNATURE).unwrap_or_default();
        self.settings.reply.to(&format!("{INVITED}{table}.{}.{signature}", way.id))
    }

    /// Whether a key was given to whoever is invited by this way.
    pub fn invites(&self, way: &WayRow, key: &InvitationKey) -> bool {
        let text = format!("{}/{}", key.table, way.secret);
        way.id == key.way && self.signer.begins("mail-invited", &text, &key.signature)
    }

    /// The address to which comes back what cannot be delivered to somebody.
    pub fn back_to(&self, way: &str) -> String {
        self.settings.reply.to(&format!("{BACK}{way}"))
    }

    /// The way of which something came back to this key.
    pub fn came_back(key: &str) -> Option<&str> {
        key.strip_prefix(BACK)
    }

    /// The id of the letter that these texts stand for: the same however often it is sent.
    pub fn letter_id(&self, parts: &[&str], way: &str) -> String {
        format!("{}.{way}@{}", hash(parts, 20), self.settings.domain())
    }

    /// The id under which the letters of a seat hang together. No letter bears it.
    pub fn thread(&self, table: &str, seat: Seat, way: &WayRow) -> String {
        format!("{table}.{}.{}@{}", seat.0 + 1, way.id, self.settings.domain())
    }

    /// The signature of the link by which somebody wants no more mail.
    pub fn stop_signature(&self, way: &WayRow) -> String {
        let signature = self.signer.sign("mail-stop", &format!("{}/{}", way.id, way.secret));
        signature.chars().take(2 * SIGNATURE).collect()
    }

    /// Whether a link is one by which the person of this way wants no more mail.
    pub fn stops(&self, way: &WayRow, signature: &str) -> bool {
        let text = format!("{}/{}", way.id, way.secret);
        signature.len() == 2 * SIGNATURE && self.signer.begins("mail-stop", &text, signature)
    }

    /// Hands a letter to the mail server.
    pub async fn send(&self, letter: &Letter, envelope: &Envelope<'_>) -> Sent {
        let posted = match letter.posted(envelope, &self.settings) {
            Ok(posted) => posted,
            Err(why) => return Sent::Refused(why),
        };
        let short = |text: String| text.chars().take(TOLD).collect::<String>();
        match self.outgoing.send(&posted).await {
            Handed::Taken(said) => Sent::Taken(format!("the mail server said “{}”", short(said))),
            Handed::Refused(why) => {
                Sent::Refused(format!("the mail server refused it: {}", short(why)))
            }
            Handed::Later(why) => {
                Sent::Later(format!("the mail server did not take it: {}", short(why)))
            }
        }
    }

    /// The envelope of a letter to an address that is no way of anybody yet.
    pub fn plain_envelope<'a>(&self, to: &'a str, id: &'a str, now: Timestamp) -> Envelope<'a> {
        Envelope {
            to,
            back_to: None,
            id,
            reply_to: None,
            in_reply_to: None,
            references: &[],
            unsubscribe: None,
            occasion: Occasion::ByItself,
            at: now.as_second(),
            picture: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house() -> House {
        let text =
            "from = \"play@example.org\"\n[smtp]\nhost = \"localhost\"\nsecurity = \"none\"\n";
        let settings = MailSettings::read("mail.toml", text).unwrap();
        let mail = Mail::new(Some(settings), Signer::new([7; 32]));
        mail.0.unwrap()
    }

    fn way(secret: &str) -> WayRow {
        WayRow {
            id: "abcdefghijkmnpqr".into(),
            person: "ann".into(),
            kind: super::super::WAY.into(),
            address: "ann@example.org".into(),
            secret: secret.into(),
            name: "ann@example.org".into(),
            created: 0,
            trouble: String::new(),
        }
    }

    #[test]
    fn an_answer_is_known_by_its_address_and_by_nothing_that_can_be_guessed() {
        let (house, way) = (house(), way("secret"));
        let key = SeatKey {
            table: "abcdefghijkm".into(),
            seat: Seat(11),
            turn: 12345,
            list: in_short("1 drop 4"),
        };
        let address = house.reply_to(&way, &key);
        let text = house.settings.reply.key(&address.to_uppercase()).unwrap();
        let (read, signature) = SeatKey::read(&text).unwrap();
        assert_eq!(read, key);
        assert!(house.is_signed(&way, &read, &signature));
        let other_seat = SeatKey { seat: Seat(10), ..key.clone() };
        assert!(!house.is_signed(&way, &other_seat, &signature));
        assert!(!house.is_signed(&self::way("another"), &read, &signature));
        assert!(!house.is_signed(&way, &read, ""), "an empty signature is none");
        assert_eq!(SeatKey::read("abcdefghijkm.1.0.ffff."), None);
    }

    #[test]
    fn an_invitation_is_answered_by_whom_it_went_to() {
        let (house, way) = (house(), way("secret"));
        let address = house.reply_to_invitation(&way, "abcdefghijkm");
        let text = house.settings.reply.key(&address.to_uppercase()).unwrap();
        assert_eq!(SeatKey::read(&text), None);
        let key = InvitationKey::read(&text).unwrap();
        assert_eq!(key.table, "abcdefghijkm");
        assert!(house.invites(&way, &key));
        assert!(!house.invites(&self::way("another"), &key));
        assert!(!house.invites(&WayRow { id: "other".into(), ..way.clone() }, &key));
        assert!(!house.invites(&way, &InvitationKey { table: "other".into(), ..key }));
    }

    #[test]
    fn a_link_that_stops_mail_stops_that_of_one_address() {
        let (house, way) = (house(), way("secret"));
        let signature = house.stop_signature(&way);
        assert!(house.stops(&way, &signature));
        assert!(!house.stops(&way, &signature[1..]) && !house.stops(&way, ""));
        assert!(!house.stops(&WayRow { id: "other".into(), ..way }, &signature));
    }
}
