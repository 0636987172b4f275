//! Taking in orders: one message or a whole bag of mail, from many players at once. PS-ORD-02

use super::{Desk, Trouble, Work};
use crate::names;
use crate::reader;

/// A message as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// Where it came from: a file name or an address; helps to find the player.
    pub source: String,
    /// Its text; several players may follow each other, each after a `From:` or `Player:` line.
    pub text: String,
}

/// Bytes of a message that are kept.
const MOST_BYTES: usize = 64 * 1024;

/// The messages kept in a file, in order.
pub(super) fn messages(text: &str) -> Vec<String> {
    let mut messages: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with("== ") {
            messages.push(String::new());
        } else if let (Some(message), Some(line)) =
            (messages.last_mut(), line.strip_prefix("| ").or(line.strip_prefix('|')))
        {
            message.push_str(line);
            message.push('\n');
        }
    }
    messages
}

/// The file with one message more.
pub(super) fn with_message(before: &str, head: &str, text: &str) -> String {
    let mut out = format!("{before}== {}\n", head.replace(['\n', '\r'], " "));
    for line in text.replace("\r\n", "\n").replace('\r', "\n").lines() {
        out.push_str("| ");
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// The text cut to what is kept, at the end of a character.
fn clipped(text: &str) -> &str {
    let mut end = text.len().min(MOST_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The letters in a bag: the text is parted at `From:` and `Player:` lines.
fn letters(mail: &Mail) -> Vec<(String, String)> {
    let mut letters: Vec<(String, String)> = Vec::new();
    let mut head = String::new();
    let mut body = String::new();
    for line in mail.text.lines() {
        let lower = line.trim_start_matches('\u{feff}').to_lowercase();
        let sender =
            ["from:", "player:", "species:"].iter().find_map(|word| lower.strip_prefix(word));
        if sender.is_some() {
            if !body.trim().is_empty() || !head.is_empty() {
                letters.push((std::mem::take(&mut head), std::mem::take(&mut body)));
            }
            head = line.split_once(':').map_or("", |(_, name)| name).trim().to_string();
        } else if !head.is_empty() && body.trim().is_empty() && is_header(&lower) {
        } else {
            body.push_str(line);
            body.push('\n');
        }
    }
    letters.push((head, body));
    letters
}

/// Whether a line is one of a mail's other headers.
fn is_header(lower: &str) -> bool {
    [
        "to:",
        "subject:",
        "date:",
        "cc:",
        "reply-to:",
        "message-id:",
        "content-type:",
        "mime-version:",
        "content-transfer-encoding:",
    ]
    .iter()
    .any(|header| lower.starts_with(header))
}

impl Desk<'_> {
    /// The species of a sender: an address, a player's or a species' name, or a number.
    pub fn sender(&self, text: &str) -> Option<usize> {
        let island = &self.position.island;
        let text = text.trim();
        let address =
            text.split_once('<').map_or(text, |(_, rest)| rest.trim_end_matches('>')).trim();
        if address.contains('@') {
            let same = |player: &super::Enrolled| player.address.eq_ignore_ascii_case(address);
            if let Some(seat) = self.players.iter().position(same) {
                return island.species.iter().position(|species| species.seat as usize == seat);
            }
        }
        let name = text.split_once('<').map_or(text, |(name, _)| name);
        let wanted = names::plain(name.rsplit('/').next().unwrap_or(name));
        let wanted = wanted.strip_suffix("txt").or(wanted.strip_suffix("eml")).unwrap_or(&wanted);
        let named = |species: &crate::Species| {
            names::plain(&species.player) == wanted || names::plain(&species.name) == wanted
        };
        let number = wanted.parse::<u32>().ok().and_then(|number| island.species_of(number));
        island.species.iter().position(named).or(number)
    }

    /// Takes in orders. What is accepted is kept message by message; every message is answered.
    /// `late` keeps them apart until the master lets them in. PS-ORD-08
    pub fn orders(&self, bag: &[Mail], late: bool, now: &str) -> Result<Work, Trouble> {
        let mut work = Work::default();
        if self.position.over.is_some() {
            return super::trouble("the game is over; no orders are taken");
        }
        // Several messages of one player in one bag follow each other.
        let mut kept: std::collections::BTreeMap<String, String> = Default::default();
        for mail in bag {
            for (head, body) in letters(mail) {
                let from = if head.is_empty() { &mail.source } else { &head };
                if body.trim().is_empty() {
                    work.say(format!("{from}: an empty message; nothing to do."));
                    continue;
                }
                let Some(species) = self.sender(from) else {
                    work.say(format!("{from}: no player of that name, address or number; nothing was changed. Say `Player: NAME` above the orders."));
                    continue;
                };
                self.take(species, clipped(&body), late, now, &mut kept, &mut work);
            }
        }
        Ok(work)
    }

    fn take(
        &self,
        species: usize,
        text: &str,
        late: bool,
        now: &str,
        kept: &mut std::collections::BTreeMap<String, String>,
        work: &mut Work,
    ) {
        let shown = &self.position.island.species[species];
        let reading = reader::read(text, self.reading(species));
        let seat = shown.seat as usize;
        let code = self.players.get(seat).map_or("", |player| player.code.as_str());
        if !code.is_empty() && reading.code.as_deref() != Some(code) {
            work.say(format!(
                "{}: the code word is missing or wrong; nothing was changed.",
                shown.player
            ));
            let answer = "Your message does not carry your code word, so nothing was changed. Write CODE and the word.\n";
            work.answers.push((shown.number, self.address(species), answer.into()));
            return;
        }
        let path = self.orders_path(species, if late { "late" } else { "orders" });
        let before = kept.get(&path).or(self.folder.get(&path)).cloned().unwrap_or_default();
        let after = match reading.counts() {
            true => with_message(&before, now, text),
            false => before.clone(),
        };
        let sheet = self.sheet_of(species, &after);
        let mut answer = reading.answer(&self.file.name, self.reading(species), &sheet);
        if late {
            answer.push_str("The deadline has passed; the GM will decide whether this counts.\n");
        }
        let errors = reading
            .remarks
            .iter()
            .filter(|remark| remark.weight() == reader::Weight::Error)
            .count();
        let taken = match (reading.counts(), errors) {
            (true, 0) => "taken".to_string(),
            (true, errors) => format!("taken, {errors} lines refused"),
            (false, _) => "nothing in it counts".to_string(),
        };
        let when = if late { " (late)" } else { "" };
        work.say(format!("{}: {taken}{when}.", shown.player));
        work.answers.push((shown.number, self.address(species), answer));
        if reading.counts() {
            work.write(path.clone(), after.clone());
            kept.insert(path, after);
        }
    }
}
