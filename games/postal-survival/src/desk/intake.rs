//! Taking in orders: one message or a whole bag of mail, from many players at once. PS-ORD-02
//!
//! A message is known by its id, or by its words where it has none: taken in again it changes nothing,
//! in whatever order. Of several messages the newest by date counts, and so does what the master
//! entered after an older one was sent.

use super::names::{self, Enough, Found};
use super::parting::{Parted, behind, parted};
use super::{Desk, Trouble, Work};
use crate::desk::reader::{self, Heard, ReaderDesk, Reading};
use crate::position::Kind;
use ::mail::{Kind as MailKind, Message, Part, Written};
use std::collections::{BTreeMap, BTreeSet};
use table::Seat;

/// How it is known who wrote a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proof {
    /// Whoever hands it in has looked: what it says of its writer counts.
    #[default]
    Seen,
    /// It went to the secret address of a seat.
    Secret(Seat),
    /// It came in the open, and what it says of its writer may be forged: only a code word counts.
    Open,
}

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
    /// What its writer wrote, if it is a mail of which that is known; a header inside is then text.
    pub written: Option<Written>,
    /// Its id.
    pub id: Option<String>,
    /// When it was sent, in seconds since 1970.
    pub sent: Option<i64>,
    /// What kind of mail it is.
    pub kind: MailKind,
    /// What is attached to it, by name; none of it is read.
    pub attachments: Vec<String>,
    /// Whether several lines of it say who wrote it: then nobody knows who did.
    pub several_senders: bool,
    /// How it is known who wrote it.
    pub proof: Proof,
    /// Why nothing of it was read, if so; its writer is told.
    pub unread: Option<String>,
}

impl Default for Mail {
    fn default() -> Mail {
        Mail {
            source: String::new(),
            text: String::new(),
            bag: false,
            written: None,
            id: None,
            sent: None,
            kind: MailKind::Personal,
            attachments: Vec::new(),
            several_senders: false,
            proof: Proof::Seen,
            unread: None,
        }
    }
}

impl Mail {
    /// A mail as mail programs keep it; `source` stands in for a sender that it does not name.
    pub fn of(message: Message, source: &str) -> Mail {
        let sender = message.from.first().map(ToString::to_string);
        Mail {
            source: sender.filter(|sender| !sender.is_empty()).unwrap_or_else(|| source.into()),
            text: String::new(),
            bag: false,
            written: Some(message.written),
            id: message.id,
            sent: message.sent,
            kind: message.kind,
            attachments: message.attachments,
            several_senders: message.from_lines > 1,
            proof: Proof::Seen,
            unread: None,
        }
    }
}

/// Messages of one species that come by themselves and are taken in a round: programs that answer each other write more.
const MOST_MESSAGES: usize = 60;

/// How often in a round somebody is asked whether a mail in their name was theirs.
const MOST_ASKED: usize = 6;

/// What somebody is told in whose name a mail came in the open.
const ASKED: &str = "A mail in your name came, but not to the address that is yours alone, so nothing was changed. Was it you? Then answer this letter, and write your orders into the answer.\n";

/// Bytes of a message that are kept.
const MOST_BYTES: usize = 64 * 1024;

/// A message as the folder keeps it.
pub(super) struct Kept {
    /// What it is known by; nothing in folders of older versions.
    key: Option<String>,
    /// When it was sent, by its own word but never after it was taken in; then by its own word.
    order: (i64, i64),
    /// What its writer wrote.
    pub written: Written,
}

/// The messages kept in a file, the oldest first.
pub(super) fn messages(text: &str) -> Vec<Kept> {
    let mut messages: Vec<Kept> = Vec::new();
    let mut raw: Vec<Vec<(&str, Part)>> = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("== ") {
            messages.push(kept_head(head));
            raw.push(Vec::new());
        } else if let Some(lines) = raw.last_mut() {
            if let Some(quoted) = line.strip_prefix("|> ").or(line.strip_prefix("|>")) {
                lines.push((quoted, Part::Quoted));
            } else if let Some(own) = line.strip_prefix("| ").or(line.strip_prefix('|')) {
                lines.push((own, Part::Own));
            }
        }
    }
    for (message, lines) in messages.iter_mut().zip(raw) {
        let numbered = lines.iter().enumerate().map(|(index, (text, part))| ::mail::Line {
            number: index + 1,
            text: text.to_string(),
            part: *part,
        });
        message.written = match message.key.is_some() {
            true => Written { lines: numbered.collect() },
            // Older versions kept messages as they came.
            false => {
                let text: Vec<&str> = lines.iter().map(|(text, _)| *text).collect();
                Written::read(&text.join("\n"))
            }
        };
    }
    messages.sort_by_key(|message| message.order);
    messages
}

fn kept_head(head: &str) -> Kept {
    let field = |name: &str| {
        head.split_whitespace().find_map(|word| word.strip_prefix(name)).map(str::to_string)
    };
    let taken = seconds(head).unwrap_or(i64::MAX);
    let sent = field("sent=").and_then(|sent| sent.parse().ok()).unwrap_or(taken);
    Kept { key: field("key="), order: (sent.min(taken), sent), written: Written::default() }
}

/// The time at the beginning of a text such as `2026-06-01T10:11:12Z` in seconds since 1970.
fn seconds(text: &str) -> Option<i64> {
    let mut numbers = text
        .split(|c: char| !c.is_ascii_digit())
        .take(6)
        .map_while(|word| word.parse::<i64>().ok());
    let (year, month, day) = (numbers.next()?, numbers.next()?, numbers.next()?);
    let (hour, minute) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    let second = numbers.next().unwrap_or(0);
    if !(1..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Days since 1970, the year taken to begin in March.
    let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1;
    Some((days - 719_468) * 86_400 + hour * 3_600 + minute * 60 + second)
}

/// The file with one message more.
pub(super) fn with_message(before: &str, head: &str, written: &Written) -> String {
    let mut out = format!("{before}== {}\n", head.replace(['\n', '\r'], " "));
    for line in &written.lines {
        out.push_str(match line.part {
            Part::Own => "| ",
            Part::Quoted => "|> ",
            // Kept as an empty line, so that numbers stay.
            Part::Signature => "|\n",
        });
        if line.part != Part::Signature {
            out.push_str(&line.text);
            out.push('\n');
        }
    }
    out
}

/// The heading of a message in a file.
pub(super) fn heading(now: &str, key: &str, sent: Option<i64>) -> String {
    let sent = sent.map_or(String::new(), |sent| format!(" sent={sent}"));
    format!("{now} key={key}{sent}")
}

/// What a message without an id is known by: its words.
pub(super) fn key_of(parts: &[&str]) -> String {
    // FNV-1a: fixed for ever, and nobody gains by a collision with a message of one's own.
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("text:{hash:016x}")
}

/// The lines that are kept, and whether there were more.
fn clipped(written: &Written) -> (Written, bool) {
    let mut left = MOST_BYTES;
    let fits = |line: &&::mail::Line| {
        let needed = line.text.len() + 1;
        let fits = needed <= left;
        left -= needed.min(left);
        fits
    };
    let lines: Vec<_> = written.lines.iter().take_while(fits).cloned().collect();
    let cut = lines.len() < written.lines.len();
    (Written { lines }, cut)
}

/// The letters in a mail, each with its sender if it names one. A bag is parted at `Player:` lines, and
/// at `From:` lines that stand apart and name a player: a header that somebody quotes is text.
fn letters(desk: &Desk<'_>, mail: &Mail) -> Vec<(String, String)> {
    let mut letters: Vec<(String, String)> = Vec::new();
    let mut head = String::new();
    let mut body = String::new();
    let mut apart = true;
    for line in mail.text.lines() {
        let lower = line.trim_start_matches('\u{feff}').to_lowercase();
        let sender =
            ["from:", "player:", "species:"].iter().find_map(|word| lower.strip_prefix(word));
        let is_from = lower.starts_with("from:");
        let named = |name: &str| desk.find_sender(name).one().is_some();
        let above = body.trim().is_empty();
        let parts = match sender {
            Some(_) if above => true,
            Some(name) if mail.bag => !is_from || apart && named(name),
            _ => false,
        };
        apart = lower.trim().is_empty();
        if parts {
            if !above || !head.is_empty() {
                letters.push((std::mem::take(&mut head), std::mem::take(&mut body)));
            }
            head = line.split_once(':').map_or("", |(_, name)| name).trim().to_string();
        } else if !head.is_empty() && above && is_header(&lower) {
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
    /// The species of a sender: an address, a player's or a species' name, or a number. Of a player with
    /// several species it is the first that lives.
    pub fn sender(&self, text: &str) -> Option<Kind> {
        self.find_sender(text).one()
    }

    /// The same, or who may be meant.
    pub(super) fn find_sender(&self, text: &str) -> Found<Kind> {
        let text = text.trim();
        let name = match text.rsplit_once('<') {
            // Whoever is called by the address of another is nobody but whose own address it is.
            Some((name, _)) if name.contains('@') => "",
            Some((name, _)) => name,
            None => text,
        };
        let name = name.rsplit('/').next().unwrap_or(name).trim().trim_matches('"');
        let name = name.strip_suffix(".txt").or(name.strip_suffix(".eml")).unwrap_or(name);
        if let Some(address) = address_in(text) {
            let same = |own: &String| own.eq_ignore_ascii_case(address);
            let at: Vec<(Kind, &str)> = self
                .people()
                .into_iter()
                .filter(|(kind, _)| self.addresses(*kind).iter().any(same))
                .collect();
            let mut seats: Vec<Kind> = at.iter().map(|(kind, _)| self.first_of(*kind)).collect();
            seats.dedup();
            match (seats.as_slice(), names::find(name, &at, Enough::Words)) {
                ([], _) => {}
                ([one], _) => return Found::One(*one),
                // Two who share an address are told apart by name.
                (_, Found::One(found)) => return Found::One(found),
                _ => {
                    let both = seats.iter().map(|kind| (*kind, self.player(*kind).to_string()));
                    return Found::Several(both.collect());
                }
            }
        }
        let island = &self.position.island;
        let number = name.parse().ok().and_then(|number| island.species_of(number));
        match (names::find(name, &self.people(), Enough::Words), number) {
            (Found::Nobody(_), Some(species)) => Found::One(species),
            (found, _) => found,
        }
    }

    /// Everybody by name: players, and species by theirs.
    fn people(&self) -> Vec<(Kind, &str)> {
        let island = &self.position.island;
        let mut known: Vec<(Kind, &str)> = Vec::new();
        for kind in island.kinds() {
            let species = &island[kind];
            // A person with several species is called otherwise than each of them.
            if self.first_of(kind) == kind && self.species_of_same(kind).len() > 1 {
                known.push((kind, self.player(kind)));
            }
            known.extend([(kind, species.player.as_str()), (kind, species.name.as_str())]);
        }
        known
    }

    /// The first living species of the same player, or the first of all.
    fn first_of(&self, kind: Kind) -> Kind {
        let own = self.species_of_same(kind);
        let island = &self.position.island;
        own.iter().copied().find(|kind| island.lives(*kind)).unwrap_or(own[0])
    }

    /// All species of the player whose species this is.
    pub(super) fn species_of_same(&self, kind: Kind) -> Vec<Kind> {
        let island = &self.position.island;
        island.kinds().filter(|other| island[*other].seat == island[kind].seat).collect()
    }

    /// Whether a heading names this species itself, and not the person who plays it.
    pub(super) fn names_species(&self, heading: &str, kind: Kind) -> bool {
        let species = &self.position.island[kind];
        let own = [((), species.name.as_str()), ((), species.player.as_str())];
        let number = heading.trim().parse().ok() == Some(species.number);
        number || names::find(heading, &own, Enough::Words) == Found::One(())
    }

    /// The word that the orders of a species must carry; empty if none.
    fn code_of(&self, kind: Kind) -> &str {
        let seat = self.position.island[kind].seat.index();
        self.players.get(seat).map_or("", |player| player.code.as_str())
    }

    /// The first living species of a seat, or its first of all.
    pub(super) fn of_seat(&self, seat: Seat) -> Option<Kind> {
        self.position.species_of(seat).next().map(|kind| self.first_of(kind))
    }

    /// Who plays a species.
    fn player(&self, kind: Kind) -> &str {
        let species = &self.position.island[kind];
        self.players.get(species.seat.index()).map_or(&species.player, |player| &player.name)
    }

    /// Takes in orders. What is accepted is kept message by message; every message is answered once.
    /// `late` keeps them apart until the master lets them in. PS-ORD-08
    pub fn orders(&self, mails: &[Mail], late: bool, now: &str) -> Result<Work, Trouble> {
        if self.position.over.is_some() {
            return super::trouble("the game is over; no orders are taken");
        }
        let mut intake = Intake {
            desk: self,
            late,
            now,
            kept: BTreeMap::new(),
            taken: self.taken(),
            place: 0,
            work: Work::default(),
        };
        for (place, mail) in mails.iter().enumerate() {
            intake.place = place;
            if let Some(what) = not_for_us(&mail.kind) {
                intake.work.say(format!("{}: {what}; nothing was changed.", mail.source));
                continue;
            }
            match &mail.written {
                Some(written) => intake.deliver(mail, "", written),
                None => {
                    for (head, body) in letters(self, mail) {
                        intake.deliver(mail, &head, &Written::read(&body));
                    }
                }
            }
        }
        let work = intake.finish();
        if late { Ok(work) } else { self.run_early(work, now) }
    }

    /// Every message that was answered: whom it was from and what it is known by. Those with an id or a
    /// date are known for ever, others for the round.
    fn taken(&self) -> BTreeSet<(String, String)> {
        let coming = super::in_round(self.coming(), "");
        let mut taken = BTreeSet::new();
        let rooms = ["/answers/", "/orders/", "/late/"];
        let kept =
            self.folder.iter().filter(|(path, _)| rooms.iter().any(|room| path.contains(room)));
        for (path, text) in kept {
            let number = path.rsplit('/').next().unwrap_or_default();
            for head in text.lines().filter_map(|line| line.strip_prefix("== ")) {
                let key = head.split_whitespace().find_map(|word| word.strip_prefix("key="));
                let key = key.filter(|key| !key.starts_with("text:") || path.starts_with(&coming));
                taken.extend(key.map(|key| (number.to_string(), key.to_string())));
            }
        }
        taken
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
            let last = messages.last();
            let last = last.map(|last| reader::read_written(&last.written, self.reading(species)));
            last.is_some_and(|last| last.done)
        };
        let living = || island.kinds().filter(|species| island.lives(*species));
        let seat = |species: Kind| island[species].seat;
        living().all(|species| living().any(|own| seat(own) == seat(species) && done(own)))
    }
}

/// Why a mail is not from a player to us, if so.
fn not_for_us(kind: &MailKind) -> Option<&'static str> {
    match kind {
        MailKind::Personal => None,
        MailKind::AutomaticReply => Some("an automatic reply"),
        MailKind::Bounce(_) => Some("a message that another did not arrive"),
        MailKind::MailingList => Some("it went to a mailing list"),
        MailKind::Own => Some("our own mail"),
    }
}

/// The address in a sender line, if there is one.
fn address_in(text: &str) -> Option<&str> {
    let address = text.rsplit_once('<').map_or(text, |(_, rest)| rest.trim_end_matches('>')).trim();
    address.contains('@').then_some(address)
}

/// Mail on its way to the files that keep it. Several messages of one player follow each other.
struct Intake<'d, 'f> {
    desk: &'d Desk<'f>,
    late: bool,
    now: &'d str,
    kept: BTreeMap<String, String>,
    taken: BTreeSet<(String, String)>,
    /// Which mail is looked at.
    place: usize,
    work: Work,
}

impl Intake<'_, '_> {
    /// Finds the player of a letter, and takes it in.
    fn deliver(&mut self, mail: &Mail, head: &str, written: &Written) {
        let from = if head.is_empty() { &mail.source } else { head };
        let blank = written.lines.iter().all(|line| line.text.trim().is_empty());
        if blank && mail.unread.is_none() {
            return self.work.say(format!("{from}: an empty message; nothing to do."));
        }
        let species = match mail.proof {
            Proof::Secret(seat) => self.desk.of_seat(seat),
            Proof::Seen | Proof::Open => self.writer(mail, head, from, written),
        };
        let Some(species) = species else { return self.work.unplaced.push(self.place) };
        let seat = |species: Kind| self.desk.position.island[species].seat;
        let (written, cut) = clipped(written);
        let own = written.lines.iter().filter(|line| line.part == Part::Own);
        let words: Vec<&str> = own.map(|line| line.text.trim()).collect();
        // Whoever takes over a species takes over its mail.
        let seat_number = seat(species).index().to_string();
        let hash = key_of(&[&seat_number, &words.join("\n")]);
        let key = match (&mail.id, mail.sent) {
            (Some(id), _) => {
                let id: String = id.chars().filter(|c| !c.is_whitespace()).collect();
                format!("id:{id}:{hash}")
            }
            (None, Some(sent)) => format!("sent:{sent}:{hash}"),
            (None, None) => hash,
        };
        let island = &self.desk.position.island;
        let mut own = self.desk.species_of_same(species).into_iter();
        let file = |kind: Kind| format!("{:03}.txt", island[kind].number);
        if own.any(|kind| self.taken.contains(&(file(kind), key.clone()))) {
            let player = self.desk.player(species);
            return self.work.say(format!("{player}: taken in before; nothing was changed."));
        }
        let player = self.desk.player(species).to_string();
        if mail.proof != Proof::Seen && self.answered(species, "== ") >= MOST_MESSAGES {
            return self.work.say(format!(
                "{player}: more than {MOST_MESSAGES} messages in a round; this one was not taken in."
            ));
        }
        self.taken.insert((file(species), key.clone()));
        if mail.proof == Proof::Open && self.desk.code_of(species).is_empty() {
            let asked = self.answered(species, ASKED.trim_end());
            self.work.say(format!(
                "{player}: a mail in this name came from {from}, without the secret address; nothing was changed."
            ));
            let letter = Letter { mail, key, cut, elsewhere: String::new() };
            if asked < MOST_ASKED {
                self.answer(species, ASKED.into(), &letter);
            }
            return;
        }
        if let Some(why) = &mail.unread {
            self.work.say(format!("{player}: a mail was not read: {why}."));
            let answer =
                format!("Your mail was not read: {why}. Send your orders once more, without it.\n");
            let letter = Letter { mail, key, cut, elsewhere: String::new() };
            return self.answer(species, answer, &letter);
        }
        let on_list = self.desk.addresses(species);
        let elsewhere = address_in(&mail.source)
            .or(address_in(from))
            .filter(|address| {
                !on_list.is_empty() && !on_list.iter().any(|own| own.eq_ignore_ascii_case(address))
            })
            .map(|address| {
                format!(" It came from {address}; the list says {}.", on_list.join(", "))
            });
        let letter = Letter { mail, key, cut, elsewhere: elsewhere.unwrap_or_default() };
        // A species that is named above the orders is the one they are for.
        let for_one = self.desk.names_species(head, species);
        let species = if for_one { species } else { self.desk.first_of(species) };
        self.take(species, for_one, &written, &letter);
    }

    /// The species of whoever says to have written a letter; nothing if that is nobody, which is told.
    fn writer(&mut self, mail: &Mail, head: &str, from: &str, written: &Written) -> Option<Kind> {
        if mail.several_senders {
            self.work.say(format!(
                "{from}: this mail has several lines `From:`, so that nobody knows who wrote it; nothing was changed. A sound mail has one."
            ));
            return None;
        }
        let inside = self.named_inside(written).filter(|_| head.is_empty());
        let (from, found) = match (self.desk.find_sender(from), inside) {
            // Nobody speaks for another from his own address; strangers say for whom they speak.
            (_, Some((name, found @ Found::One(_)))) => (name, found),
            (found, _) => (from.to_string(), found),
        };
        let from = from.as_str();
        let species = match found {
            Found::One(species) => species,
            Found::Several(several) => {
                let names = several.iter().take(5).map(|(_, name)| name.as_str());
                let names: Vec<&str> = names.collect();
                self.work.say(format!("{from}: {}? It fits several, so nothing was changed. Say `Player: NAME` above the orders.", names.join(" or ")));
                return None;
            }
            Found::Nobody(near) => {
                let near = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
                self.work.say(format!("{from}: no player of that name, address or number{near}; nothing was changed. Say `Player: NAME` above the orders."));
                return None;
            }
        };
        let seat = |species: Kind| self.desk.position.island[species].seat;
        let known = self.desk.sender(&mail.source).filter(|_| !mail.bag);
        if known.is_some_and(|known| seat(known) != seat(species)) {
            let source = &mail.source;
            self.work
                .say(format!("{source}: it speaks for {from} and is not; nothing was changed."));
            return None;
        }
        Some(species)
    }

    /// The player that a mail from an unknown address names inside, as `Player:` does.
    fn named_inside(&self, written: &Written) -> Option<(String, Found<Kind>)> {
        let mut own = written.lines.iter().filter(|line| line.part == Part::Own);
        let first = own.find(|line| !line.text.trim().is_empty())?.text.trim();
        let name = ["player:", "species:"].into_iter().find_map(|word| behind(first, word))?;
        Some((name.to_string(), self.desk.find_sender(name)))
    }

    /// Takes in a letter for a species, or parts it among all of its player.
    fn take(&mut self, species: Kind, for_one: bool, written: &Written, letter: &Letter<'_>) {
        let desk = self.desk;
        let several = desk.species_of_same(species).len() > 1;
        let Parted { shares, open } = match for_one && several {
            true => Parted { shares: vec![(species, written.clone())], open: Vec::new() },
            false => parted(desk, species, written),
        };
        let shared = shares.len() > 1;
        let readings: Vec<(Kind, Written, Reading)> = shares
            .into_iter()
            .map(|(kind, share)| {
                let with = ReaderDesk { shared, ..desk.reading(kind) };
                let reading = reader::read_written(&share, with);
                (kind, share, reading)
            })
            .collect();
        let code = desk.code_of(species);
        let said = |reading: &Reading| reading.codes.iter().any(|said| said == code);
        let is_known = matches!(letter.mail.proof, Proof::Secret(_));
        if !is_known && !code.is_empty() && !readings.iter().any(|(.., reading)| said(reading)) {
            self.work.say(format!(
                "{}: the code word is missing or wrong; nothing was changed.{}",
                desk.player(species),
                letter.elsewhere
            ));
            let answer = "Your message does not carry your code word, so nothing was changed. Write CODE and the word.\n";
            return self.answer(species, answer.into(), letter);
        }
        let mut open = Some(open);
        let first = readings.iter().position(|(kind, ..)| *kind == species).unwrap_or(0);
        for (place, (kind, share, mut reading)) in readings.into_iter().enumerate() {
            if place == first {
                reading.heard.extend(open.take().unwrap_or_default());
                reading.heard.sort_by_key(|(line, ..)| *line);
            } else if !reading.counts() && reading.remarks.is_empty() {
                continue;
            }
            self.keep(kind, &share, &reading, letter);
        }
    }

    /// Keeps what a species is told, and answers it.
    fn keep(&mut self, species: Kind, written: &Written, reading: &Reading, letter: &Letter<'_>) {
        let desk = self.desk;
        let shown = &desk.position.island[species];
        let path = desk.orders_path(species, if self.late { "late" } else { "orders" });
        let before = self.before(&path);
        let head = heading(self.now, &letter.key, letter.mail.sent);
        let after = match reading.counts() {
            true => with_message(&before, &head, written),
            false => before,
        };
        let sheet = desk.sheet_of(species, &after);
        let mut answer = reading.answer(&desk.file.name, desk.reading(species), &sheet);
        let newest = messages(&after).last().and_then(|last| last.key.clone());
        if reading.counts() && newest.is_some_and(|newest| newest != letter.key) {
            answer.push_str(
                "A newer message, or what the GM entered since, counts before this one.\n",
            );
        }
        if letter.cut {
            let most = MOST_BYTES / 1024;
            answer.push_str(&format!(
                "Your message is very long; only the first {most} kilobytes were read.\n"
            ));
        }
        if !letter.mail.attachments.is_empty() && !reading.counts() {
            let names = letter.mail.attachments.join(", ");
            answer.push_str(&format!(
                "What is attached ({names}) was not read: write orders in the message itself.\n"
            ));
        }
        if self.late {
            answer.push_str("The deadline has passed; the GM will decide whether this counts.\n");
        }
        let is_error = |remark: &&reader::Remark| remark.weight() == reader::Weight::Error;
        let mut taken = match (reading.counts(), reading.remarks.iter().filter(is_error).count()) {
            (true, 0) => "taken".to_string(),
            (true, 1) => "taken, 1 line refused".to_string(),
            (true, errors) => format!("taken, {errors} lines refused"),
            (false, _) => "nothing in it counts".to_string(),
        };
        let asked = reading.heard.iter().filter(|(.., heard)| matches!(heard, Heard::Perhaps(_)));
        match asked.count() {
            0 => {}
            1 => taken += ", 1 line asked about",
            asked => taken += &format!(", {asked} lines asked about"),
        }
        let when = if self.late { " (late)" } else { "" };
        self.work.say(format!("{}: {taken}{when}.{}", shown.player, letter.elsewhere));
        self.answer(species, answer, letter);
        if reading.counts() {
            self.kept.insert(path, after);
        }
    }

    /// How many lines of what a species was answered in the round begin so.
    fn answered(&self, species: Kind, beginning: &str) -> usize {
        let answers = self.before(&self.desk.orders_path(species, "answers"));
        answers.lines().filter(|line| line.starts_with(beginning)).count()
    }

    /// What a file holds so far.
    fn before(&self, path: &str) -> String {
        self.kept.get(path).or(self.desk.folder.get(path)).cloned().unwrap_or_default()
    }

    fn answer(&mut self, species: Kind, answer: String, letter: &Letter<'_>) {
        let path = self.desk.orders_path(species, "answers");
        let head = heading(self.now, &letter.key, None);
        let all = format!("{}== {head}\n{answer}\n", self.before(&path));
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

/// A letter on its way.
struct Letter<'m> {
    mail: &'m Mail,
    /// What it is known by.
    key: String,
    /// Whether it was longer than what is kept.
    cut: bool,
    /// What to say of an address that is not on the list.
    elsewhere: String,
}
