//! Taking in orders: one message or a whole bag of mail, from many players at once. PS-ORD-02

use super::{Desk, Trouble, Work};
use crate::desk::reader;
use crate::position::Kind;
use crate::rules::players;
use std::collections::BTreeMap;

/// A message as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// Where it came from: a file name or an address; helps to find the player.
    pub source: String,
    /// Its text.
    pub text: String,
    /// Whether it is a bag: several players may follow each other, each after a `From:` or `Player:`
    /// line. In anything else only the lines above the orders say whom they are from.
    pub bag: bool,
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

/// The text cut to what is kept, at the end of a character; what is cut is not read.
fn clipped(text: &str) -> &str {
    let mut end = text.len().min(MOST_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The letters in a mail, each with its sender if it names one. A bag is parted at `From:` and
/// `Player:` lines.
fn letters(mail: &Mail) -> Vec<(String, String)> {
    let mut letters: Vec<(String, String)> = Vec::new();
    let mut head = String::new();
    let mut body = String::new();
    for line in mail.text.lines() {
        let lower = line.trim_start_matches('\u{feff}').to_lowercase();
        let sender =
            ["from:", "player:", "species:"].iter().find_map(|word| lower.strip_prefix(word));
        if sender.is_some() && (mail.bag || body.trim().is_empty()) {
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
    pub fn sender(&self, text: &str) -> Option<Kind> {
        let island = &self.position.island;
        let text = text.trim();
        if let Some(address) = address_in(text) {
            let same = |player: &super::Enrolled| player.address.eq_ignore_ascii_case(address);
            if let Some(seat) = self.players.iter().position(same) {
                return island.kinds().find(|species| island[*species].seat.index() == seat);
            }
        }
        let name = text.split_once('<').map_or(text, |(name, _)| name);
        let wanted = players::plain(name.rsplit('/').next().unwrap_or(name));
        let wanted = wanted.strip_suffix("txt").or(wanted.strip_suffix("eml")).unwrap_or(&wanted);
        let named = |species: &Kind| {
            let species = &island[*species];
            players::plain(&species.player) == wanted || players::plain(&species.name) == wanted
        };
        let number = wanted.parse().ok().and_then(|number| island.species_of(number));
        island.kinds().find(named).or(number)
    }

    /// Takes in orders. What is accepted is kept message by message; every message is answered.
    /// `late` keeps them apart until the master lets them in. PS-ORD-08
    pub fn orders(&self, mails: &[Mail], late: bool, now: &str) -> Result<Work, Trouble> {
        if self.position.over.is_some() {
            return super::trouble("the game is over; no orders are taken");
        }
        let mut intake =
            Intake { desk: self, late, now, kept: BTreeMap::new(), work: Work::default() };
        for mail in mails {
            for (head, body) in letters(mail) {
                intake.deliver(mail, &head, &body);
            }
        }
        let work = intake.finish();
        if late { Ok(work) } else { self.run_early(work, now) }
    }

    /// Runs the round with these orders at once, if the game is played so and nobody is waited for.
    /// PS-GM-06
    fn run_early(&self, mut work: Work, now: &str) -> Result<Work, Trouble> {
        if !self.game.rulings().early_run || self.file.paused {
            return Ok(work);
        }
        let mut folder = self.folder.clone();
        work.make(&mut folder);
        let desk = Desk::open(&folder)?;
        if desk.everybody_is_done() {
            work.say("Everybody is done.");
            let run = desk.run(now, None)?;
            work.changes.extend(run.changes);
            work.messages.extend(run.messages);
        }
        Ok(work)
    }

    /// Whether every player whose species live has said DONE, and nothing after it took that back.
    fn everybody_is_done(&self) -> bool {
        let island = &self.position.island;
        let done = |species: Kind| {
            let kept = self.folder.get(&self.orders_path(species, "orders"));
            let messages = kept.map(|text| messages(text)).unwrap_or_default();
            let last = messages.last().map(|last| reader::read(last, self.reading(species)));
            last.is_some_and(|last| last.done)
        };
        let living = || island.kinds().filter(|species| island.lives(*species));
        let seat = |species: Kind| island[species].seat;
        living().all(|species| living().any(|own| seat(own) == seat(species) && done(own)))
    }
}

/// The address in a sender line, if there is one.
fn address_in(text: &str) -> Option<&str> {
    let address = text.split_once('<').map_or(text, |(_, rest)| rest.trim_end_matches('>')).trim();
    address.contains('@').then_some(address)
}

/// Mail on its way to the files that keep it. Several messages of one player follow each other.
struct Intake<'d, 'f> {
    desk: &'d Desk<'f>,
    late: bool,
    now: &'d str,
    kept: BTreeMap<String, String>,
    work: Work,
}

impl Intake<'_, '_> {
    /// Finds the player of a letter, and takes it in.
    fn deliver(&mut self, mail: &Mail, head: &str, body: &str) {
        let from = if head.is_empty() { &mail.source } else { head };
        if body.trim().is_empty() {
            return self.work.say(format!("{from}: an empty message; nothing to do."));
        }
        let Some(species) = self.desk.sender(from) else {
            return self.work.say(format!("{from}: no player of that name, address or number; nothing was changed. Say `Player: NAME` above the orders."));
        };
        // Nobody speaks for another from his own address.
        let seat = |species: Kind| self.desk.position.island[species].seat;
        let known = self.desk.sender(&mail.source).filter(|_| !mail.bag);
        if known.is_some_and(|known| seat(known) != seat(species)) {
            let source = &mail.source;
            return self
                .work
                .say(format!("{source}: it speaks for {from} and is not; nothing was changed."));
        }
        let on_list = self.desk.address(species);
        let elsewhere = address_in(from)
            .filter(|address| !on_list.is_empty() && !on_list.eq_ignore_ascii_case(address))
            .map(|address| format!(" It came from {address}; the list says {on_list}."));
        self.take(species, body, &elsewhere.unwrap_or_default());
    }

    fn take(&mut self, species: Kind, body: &str, elsewhere: &str) {
        let desk = self.desk;
        let shown = &desk.position.island[species];
        let text = clipped(body);
        let reading = reader::read(text, desk.reading(species));
        let code = desk.players.get(shown.seat.index()).map_or("", |player| player.code.as_str());
        if !code.is_empty() && reading.code.as_deref() != Some(code) {
            self.work.say(format!(
                "{}: the code word is missing or wrong; nothing was changed.{elsewhere}",
                shown.player
            ));
            let answer = "Your message does not carry your code word, so nothing was changed. Write CODE and the word.\n";
            return self.answer(species, answer.into());
        }
        let path = desk.orders_path(species, if self.late { "late" } else { "orders" });
        let before = self.before(&path);
        let after = match reading.counts() {
            true => with_message(&before, self.now, text),
            false => before,
        };
        let sheet = desk.sheet_of(species, &after);
        let mut answer = reading.answer(&desk.file.name, desk.reading(species), &sheet);
        if text.len() < body.len() {
            let (most, all) = (MOST_BYTES / 1024, body.len() / 1024);
            answer.push_str(&format!(
                "Your message had {all} kilobytes; only the first {most} were read.\n"
            ));
        }
        if self.late {
            answer.push_str("The deadline has passed; the GM will decide whether this counts.\n");
        }
        let is_error = |remark: &&reader::Remark| remark.weight() == reader::Weight::Error;
        let taken = match (reading.counts(), reading.remarks.iter().filter(is_error).count()) {
            (true, 0) => "taken".to_string(),
            (true, 1) => "taken, 1 line refused".to_string(),
            (true, errors) => format!("taken, {errors} lines refused"),
            (false, _) => "nothing in it counts".to_string(),
        };
        let when = if self.late { " (late)" } else { "" };
        self.work.say(format!("{}: {taken}{when}.{elsewhere}", shown.player));
        self.answer(species, answer);
        if reading.counts() {
            self.kept.insert(path, after);
        }
    }

    /// What a file holds so far.
    fn before(&self, path: &str) -> String {
        self.kept.get(path).or(self.desk.folder.get(path)).cloned().unwrap_or_default()
    }

    fn answer(&mut self, species: Kind, answer: String) {
        let path = self.desk.orders_path(species, "answers");
        let all = format!("{}== {}\n{answer}\n", self.before(&path), self.now);
        self.kept.insert(path, all);
        let number = self.desk.position.island[species].number;
        self.work.answers.push((number, self.desk.address(species), answer));
    }

    fn finish(mut self) -> Work {
        for (path, text) in self.kept {
            self.work.write(path, text);
        }
        self.work
    }
}
