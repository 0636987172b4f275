//! `overwinter post mail`: the desk's folder with a mailbox. What readers write is fetched, taken in and answered; rounds are run
//! at their deadlines; reports go out. Everything that is to be sent follows from the folder, and a list says what was sent: a
//! program that ends between any two steps loses nothing, and goes on there.

mod ledger;
mod letters;

use super::deadlines::{self, Deadlines};
use super::folder::GameFolder;
use super::now;
use crate::error::{CommandError, CommandResult};
use crate::serve::Interrupts;
use crate::{files, show, terminal};
use clock::{Length, Timestamp};
use ledger::{Became, Ledger, Secret};
use letters::ReportLetter;
use mail::{Kind, Message};
use mailbox::{
    Arrived, Envelope, Handed, Incoming, Letter, Line, MailSettings, Occasion, Outgoing, Take,
};
use postal_survival::desk::{Desk, Folder, Mail, Owed, Proof, Tells};
use postal_survival::speech::report::personal::Personal;
use service::constant_time_eq;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use table::Seat;
use tokio::sync::Notify;

/// How long after a deadline its round is run: what was sent in time may be on its way.
const GRACE: Length = Length::minutes(2);

/// How often the folder is looked at, for what its editor did and for deadlines.
const EVERY: Duration = Duration::from_secs(15);

/// After so many letters that could not be sent, one after the other, the rest waits: it is the mail server.
const IN_A_ROW: usize = 3;

/// How long is waited before a letter that could not be sent is tried again, in seconds; after the last as long as it is owed.
const PAUSES: [u64; 5] = [30, 120, 600, 3600, 14_400];

/// How many messages of strangers are kept for the editor.
const MOST_ASIDE: usize = 500;

/// The width of the map in a letter, in pixels.
const MAP_WIDTH: u32 = 1200;

/// What begins an address to which comes back what could not be delivered.
const BACK: &str = "b.";

/// What to do with the letters of a game that was run without a mailbox so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// Nobody said.
    Unsaid,
    /// What is there was sent by hand.
    ByHand,
    /// It is to be sent.
    SendAll,
}

/// A game's folder with its mailbox.
struct PostRoom {
    root: PathBuf,
    settings: MailSettings,
    outgoing: Outgoing,
    secret: Secret,
    ledger: Mutex<Ledger>,
    /// Letters that could not be sent: how often they were tried, and when they are tried next.
    tries: Mutex<BTreeMap<String, (usize, Instant)>>,
    came: Notify,
}

/// Sees to the mail of a game: once, or until it is interrupted.
pub fn run(
    root: &Path,
    settings: Option<&Path>,
    once: bool,
    beginning: Beginning,
) -> CommandResult {
    let beside = root.join("mail.toml");
    let path = settings.unwrap_or(&beside);
    let settings = MailSettings::load(path).map_err(CommandError::input)?;
    let incoming = Incoming::new(&settings).ok_or_else(|| {
        CommandError::input(format!(
            "{}: no mail comes in by these settings: say `[imap]`, `[maildir]` or `[listen]`",
            path.display()
        ))
    })?;
    let _ = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::WARN)
        .with_writer(std::io::stderr)
        .try_init();
    // What is no game has no room for mail either.
    drop(GameFolder::open(root)?);
    let fresh = !Ledger::is_begun(root);
    let room = PostRoom {
        root: root.to_path_buf(),
        outgoing: Outgoing::new(&settings),
        settings,
        secret: Secret::of(root)?,
        ledger: Mutex::new(Ledger::open(root)?),
        tries: Mutex::default(),
        came: Notify::new(),
    };
    if fresh {
        room.begin(beginning)?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let room = Arc::new(room);
    runtime.block_on(async move {
        match once {
            true => room.see_to_all(&incoming).await,
            false => room.stay(incoming).await,
        }
    })
}

/// What was said and not acted upon is taken as it stands: nobody holds a lock while it fails.
fn open<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

fn say(lines: impl IntoIterator<Item = String>) -> CommandResult {
    let mut out = terminal::stdout();
    for line in lines {
        writeln!(out, "{}", terminal::escaped(line.trim_end()))?;
    }
    Ok(out.flush()?)
}

impl PostRoom {
    /// Begins the list of letters. Of a game that was run without one somebody must say what became of its letters.
    fn begin(&self, beginning: Beginning) -> CommandResult {
        let folder = GameFolder::open(&self.root)?;
        let texts = folder.read()?;
        let desk = Desk::open(&texts)?;
        let owed = desk.owed();
        let answers = owed.iter().any(|owed| matches!(owed.tells, Tells::Answer { .. }));
        let begun = desk.coming() > 1 || answers;
        match beginning {
            Beginning::Unsaid if begun => Err(CommandError::input(
                "this game was run without a mailbox so far: say --already-sent if its last report and its answers went out by hand, or --send-all to send them now",
            )),
            Beginning::ByHand => {
                let letters: Vec<_> = owed.iter().map(|owed| self.noted(owed, "")).collect();
                open(&self.ledger).note(&now()?, Became::ByHand, &letters)
            }
            Beginning::Unsaid | Beginning::SendAll => Ok(()),
        }
    }

    fn noted(&self, owed: &Owed, why: &str) -> (String, String, String) {
        (self.secret.id(&owed.name), owed.address.clone(), why.to_string())
    }

    /// Fetches, runs what is due and sends what is owed, once.
    async fn see_to_all(self: &Arc<PostRoom>, incoming: &Incoming) -> CommandResult {
        let looked = incoming.look(self.clone().take()).await;
        if looked.is_ok() {
            self.run_if_due(incoming).await?;
        }
        let waiting = self.send_owed().await?;
        looked.map_err(|why| CommandError::CheckFailed(format!("No mail was fetched: {why}.")))?;
        match waiting {
            0 => Ok(()),
            1 => Err(CommandError::CheckFailed("1 letter waits.".into())),
            waiting => Err(CommandError::CheckFailed(format!("{waiting} letters wait."))),
        }
    }

    /// Sees to everything until it is interrupted.
    async fn stay(self: &Arc<PostRoom>, incoming: Incoming) -> CommandResult {
        let mut interrupts = Interrupts::listen();
        let (fetching, take) = (incoming.clone(), self.clone().take());
        let fetching = tokio::spawn(async move { fetching.run(take).await });
        say([format!("The mail of {} is seen to. Ctrl-C ends it.", self.root.display())])?;
        let done = loop {
            // What is wrong with the folder is told, and looked at again: its editor mends it.
            let seen_to = async {
                self.run_if_due(&incoming).await?;
                self.send_owed().await
            };
            if let Err(error) = seen_to.await {
                match error {
                    CommandError::NobodyReads => break Err(error),
                    error => eprintln!("{error}"),
                }
            }
            tokio::select! {
                () = self.came.notified() => {}
                () = tokio::time::sleep(EVERY) => {}
                () = interrupts.next() => break Ok(()),
            }
        };
        fetching.abort();
        done
    }

    fn take(self: Arc<PostRoom>) -> Take {
        Arc::new(move |arrived| {
            let room = self.clone();
            Box::pin(async move {
                let taking = tokio::task::spawn_blocking(move || room.take_in(&arrived));
                let taken = taking.await.map_err(|error| error.to_string())?;
                taken.map_err(|error| error.to_string())
            })
        })
    }

    /// The address to which a reader answers, or to which what does not reach them comes back.
    fn own_address(&self, begins: &str, seat: Seat, address: &str) -> String {
        let signature = self.secret.signature(seat.index(), address);
        self.settings.reply.to(&format!("{begins}{}.{signature}", seat.index() + 1))
    }

    /// The seat whose secret address this is; replaced readers have none any more.
    fn seat_of(&self, desk: &Desk<'_>, key: &str) -> Option<Seat> {
        let (number, signature) = key.split_once('.')?;
        let place = number.parse::<u16>().ok()?.checked_sub(1)?;
        let player = desk.players().get(usize::from(place))?;
        let signed = |address: &String| {
            let own = self.secret.signature(place.into(), address);
            constant_time_eq(own.as_bytes(), signature.as_bytes())
        };
        player.addresses.iter().any(signed).then_some(Seat(place))
    }

    /// Takes messages in: done when they are durably kept, or there is nothing to keep.
    fn take_in(&self, arrived: &[Arrived]) -> CommandResult {
        let folder = GameFolder::open(&self.root)?;
        let now = now()?;
        let mut texts = folder.read()?;
        let (mut on_time, mut late) = (Vec::new(), Vec::new());
        {
            let desk = Desk::open(&texts)?;
            let (due, time) = (self.due(&desk)?, deadlines::timestamp(&now)?);
            for message in arrived {
                let Some(mail) = self.read(&desk, message, &now)? else { continue };
                // What was sent in time and came late is in time.
                let after = |due: &Timestamp| {
                    time > *due && mail.sent.is_none_or(|sent| sent > due.as_second())
                };
                let is_late = due.as_ref().is_some_and(after);
                let group = if is_late { &mut late } else { &mut on_time };
                group.push((message, mail));
            }
        }
        for (group, late) in [(on_time, false), (late, true)] {
            if group.is_empty() {
                continue;
            }
            let (messages, mails): (Vec<&Arrived>, Vec<Mail>) = group.into_iter().unzip();
            let desk = Desk::open(&texts)?;
            if desk.is_over() {
                say(mails.iter().map(|mail| {
                    format!("{}: the game is over; nothing was taken in.", mail.source)
                }))?;
                continue;
            }
            let work = desk.orders(&mails, late, &now)?;
            for place in &work.unplaced {
                let kept = self.set_aside(&messages[*place].bytes)?;
                say(kept.map(|path| format!("  it is kept in {}", path.display())))?;
            }
            folder.change(&work.changes)?;
            say(work.messages.iter().cloned())?;
            work.make(&mut texts);
        }
        self.came.notify_one();
        Ok(())
    }

    /// A message as the desk reads it; nothing if there is nothing in it for the desk.
    fn read(
        &self,
        desk: &Desk<'_>,
        arrived: &Arrived,
        now: &str,
    ) -> Result<Option<Mail>, CommandError> {
        let Some(message) = Message::read(&arrived.bytes) else { return Ok(None) };
        let named = message.to.iter().chain(&message.copies).map(|to| to.address.as_str());
        let mut named = arrived.to.as_deref().into_iter().chain(named);
        let key = named.find_map(|address| self.settings.reply.key(address));
        if let Kind::Bounce(bounce) = &message.kind {
            let back = key.as_deref().and_then(|key| key.strip_prefix(BACK));
            if let Some(seat) = back.and_then(|key| self.seat_of(desk, key))
                && !bounce.delayed
            {
                self.came_back(desk, seat, &bounce.status, now)?;
            }
            return Ok(None);
        }
        let seat = key.and_then(|key| self.seat_of(desk, &key));
        let mut mail = Mail::of(message, "a mail without a sender");
        mail.proof = seat.map_or(Proof::Open, Proof::Secret);
        if !arrived.whole {
            let most = self.settings.largest / 1000;
            mail.unread = Some(format!("it is larger than {most} kB"));
        }
        Ok(Some(mail))
    }

    fn came_back(&self, desk: &Desk<'_>, seat: Seat, status: &str, now: &str) -> CommandResult {
        let Some(player) = desk.players().get(seat.index()) else { return Ok(()) };
        let Some(address) = player.addresses.first() else { return Ok(()) };
        let noted = ("-".to_string(), address.clone(), status.to_string());
        open(&self.ledger).note(now, Became::CameBack, &[noted])?;
        say([format!("{}: a letter to {address} came back. {status}", player.name)])
    }

    /// Keeps a message of nobody who is known for the editor; where, unless there are too many.
    fn set_aside(&self, bytes: &[u8]) -> Result<Option<PathBuf>, CommandError> {
        let room = self.root.join(ledger::ROOM).join("aside");
        fs::create_dir_all(&room).map_err(|error| files::io_error(&room, &error))?;
        let hash = Sha256::digest(bytes);
        let name = ledger::hexadecimal(&hash[..8]);
        let path = room.join(format!("{name}.eml"));
        let there = fs::read_dir(&room).map_err(|error| files::io_error(&room, &error))?;
        if path.exists() || there.count() >= MOST_ASIDE {
            return Ok(None);
        }
        files::replace(&room.join(format!(".{name}.tmp")), &path, bytes)?;
        Ok(Some(path))
    }

    /// When the coming round is run, if a clock sees to it and it is not stopped.
    fn due(&self, desk: &Desk<'_>) -> Result<Option<Timestamp>, CommandError> {
        if desk.is_over() || desk.is_paused() || desk.waits_for_approval() {
            return Ok(None);
        }
        desk.next_deadline().map_or(Ok(None), |deadline| deadlines::time_of(&deadline))
    }

    /// Sets a deadline that is missing, and runs the round whose time is over: once everything that was sent by then is taken in.
    async fn run_if_due(self: &Arc<PostRoom>, incoming: &Incoming) -> CommandResult {
        let is_due = |due: Timestamp, now: &str| {
            deadlines::timestamp(now).map(|now| now >= GRACE.after(due))
        };
        let due = {
            let folder = GameFolder::open(&self.root)?;
            let texts = folder.read()?;
            self.set_missing_deadline(&folder, &texts)?;
            let texts = folder.read()?;
            self.due(&Desk::open(&texts)?)?
        };
        let Some(due) = due else { return Ok(()) };
        if !is_due(due, &now()?)? {
            return Ok(());
        }
        if let Err(why) = incoming.look(self.clone().take()).await {
            return say([format!(
                "A round is due, and is run when the mailbox can be looked through: {why}"
            )]);
        }
        let folder = GameFolder::open(&self.root)?;
        let texts = folder.read()?;
        let desk = Desk::open(&texts)?;
        let time = now()?;
        // Meanwhile its editor may have moved it.
        let Some(due) = self.due(&desk)? else { return Ok(()) };
        if !is_due(due, &time)? {
            return Ok(());
        }
        let next = deadlines::next(&desk, None, desk.coming() + 1, &time)?;
        let work = desk.run(&time, next.as_ref())?;
        folder.change(&work.changes)?;
        say(work.messages)
    }

    /// Where a game has a calendar every round has a deadline.
    fn set_missing_deadline(&self, folder: &GameFolder, texts: &Folder) -> CommandResult {
        let desk = Desk::open(texts)?;
        let stopped = desk.is_over() || desk.is_paused() || desk.waits_for_approval();
        let Some(deadlines) = Deadlines::of(&desk)? else { return Ok(()) };
        if stopped || desk.next_deadline().is_some() {
            return Ok(());
        }
        let time = now()?;
        let next = deadlines.of_round(desk.coming(), deadlines::timestamp(&time)?);
        let work = desk.set_deadline(&next, &time)?;
        folder.change(&work.changes)?;
        say(work.messages)
    }

    /// Reminders that are owed: of the warnings whose time has come only the last, and none for a round that begins after it.
    fn reminders(&self, desk: &Desk<'_>, now: Timestamp) -> Result<Vec<Owed>, CommandError> {
        let (Some(due), Some(deadlines)) = (self.due(desk)?, Deadlines::of(desk)?) else {
            return Ok(Vec::new());
        };
        let last = deadlines.warnings().iter().filter(|warning| warning.before(due) <= now).min();
        let Some(last) = last.filter(|_| now < due) else { return Ok(Vec::new()) };
        let moment = format!("{due}-{last}");
        Ok(desk.reminders(&moment))
    }

    /// Sends every letter that is owed and not on the list; how many wait to be tried again.
    async fn send_owed(self: &Arc<PostRoom>) -> Result<usize, CommandError> {
        let (letters, mut waiting) = self.letters()?;
        let mut line = self.outgoing.line();
        let mut failed = 0;
        // One after the other: whatever ends here has handed over at most one that is not on the list.
        for letter in letters {
            let done = failed < IN_A_ROW && self.send(&mut line, letter).await?;
            failed = if done { 0 } else { failed + 1 };
            waiting += usize::from(!done);
        }
        line.close().await;
        Ok(waiting)
    }

    /// The letters that are to be sent now, and how many wait for their next try.
    fn letters(&self) -> Result<(Vec<Ready>, usize), CommandError> {
        let texts = GameFolder::open(&self.root)?.read()?;
        let desk = Desk::open(&texts)?;
        let time = deadlines::timestamp(&now()?)?;
        let mut owed = desk.owed();
        // Nobody is reminded of a report that they do not have yet.
        let unsent = |owed: &Owed| !open(&self.ledger).has(&self.secret.id(&owed.name));
        let without: Vec<Seat> = owed
            .iter()
            .filter(|owed| owed.tells == Tells::Report && unsent(owed))
            .map(|owed| owed.seat)
            .collect();
        let reminders = self.reminders(&desk, time)?.into_iter();
        owed.extend(reminders.filter(|reminder| !without.contains(&reminder.seat)));
        let mut waiting = 0;
        owed.retain(|owed| {
            let next = open(&self.tries).get(&owed.name).map(|(_, next)| *next);
            let rests = next.is_some_and(|next| Instant::now() < next);
            let unsent = unsent(owed);
            waiting += usize::from(unsent && rests);
            unsent && !rests
        });
        if owed.is_empty() {
            return Ok((Vec::new(), waiting));
        }
        let at = time.as_second();
        let letters = desk.last_report(|source, sheets| {
            let mut report: Option<(ReportLetter, Option<Arc<Vec<u8>>>)> = None;
            let mut ready = Vec::new();
            for owed in owed {
                let own = || -> Vec<Personal> { desk.personal(source, sheets, owed.seat) };
                let (letter, picture, answers) = match &owed.tells {
                    Tells::Answer { text, to } => (letters::answer(&desk, text), None, to.clone()),
                    Tells::Reminder => (letters::reminder(&desk, &own()), None, None),
                    Tells::Report => {
                        let (report, map) = report.get_or_insert_with(|| {
                            let report = ReportLetter::compile(source);
                            let map = drawn(&report.drawing).map(Arc::new);
                            (report, map)
                        });
                        (report.to(&own()), map.clone(), None)
                    }
                };
                ready.push(Ready { owed, letter, picture, answers, at });
            }
            ready
        })?;
        Ok((letters, waiting))
    }

    /// Sends a letter and notes it; whether nothing more is to be done about it.
    async fn send(&self, line: &mut Line<'_>, ready: Ready) -> Result<bool, CommandError> {
        let Ready { owed, letter, picture, answers, at } = ready;
        let domain = self.settings.domain();
        let seat = owed.seat;
        let id = format!("{}@{domain}", self.secret.id(&owed.name));
        let thread = self.secret.id(&format!("thread/{}/{}", seat.index(), owed.address));
        let mut references = vec![format!("{thread}@{domain}")];
        references.extend(answers.clone());
        let occasion = if answers.is_some() { Occasion::Answer } else { Occasion::ByItself };
        let (back_to, reply_to) = (
            self.own_address(BACK, seat, &owed.address),
            self.own_address("", seat, &owed.address),
        );
        let envelope = Envelope {
            to: &owed.address,
            back_to: Some(&back_to),
            id: &id,
            reply_to: Some(&reply_to),
            in_reply_to: answers.as_deref(),
            references: &references,
            unsubscribe: None,
            occasion,
            at,
            picture: picture.map(|picture| picture.to_vec()),
        };
        let handed = match letter.posted(&envelope, &self.settings) {
            Ok(posted) => line.send(&posted).await,
            Err(why) => Handed::Refused(why),
        };
        let time = now()?;
        let note =
            |became, why: &str| open(&self.ledger).note(&time, became, &[self.noted(&owed, why)]);
        match handed {
            Handed::Taken(_) => {
                note(Became::Sent, "")?;
                open(&self.tries).remove(&owed.name);
                say([format!("Sent to {}: {}", owed.address, letter.subject)])?;
                Ok(true)
            }
            Handed::Refused(why) => {
                note(Became::Refused, &why)?;
                say([format!("{}: the mail server refused a letter: {why}", owed.address)])?;
                Ok(true)
            }
            Handed::Later(why) => {
                let mut tries = open(&self.tries);
                let (count, next) = tries.entry(owed.name).or_insert((0, Instant::now()));
                let pause = PAUSES.get(*count).or(PAUSES.last()).copied().unwrap_or(1);
                *count += 1;
                *next = Instant::now() + Duration::from_secs(pause);
                say([format!(
                    "{}: a letter could not be sent and is tried again: {why}",
                    owed.address
                )])?;
                Ok(false)
            }
        }
    }
}

/// A letter in its envelope but for the seal.
struct Ready {
    owed: Owed,
    letter: Letter,
    /// The map, which is the same in all of them.
    picture: Option<Arc<Vec<u8>>>,
    answers: Option<String>,
    at: i64,
}

/// The map as a picture, where this program draws any.
fn drawn(drawing: &str) -> Option<Vec<u8>> {
    let drawing = drawing.to_string();
    show::DRAWS_PNG.then(|| show::rendered(&drawing, MAP_WIDTH, "the map").ok()).flatten()
}

/// What the list of letters says, for the editor: nothing if no mail was sent yet.
pub fn status(root: &Path, desk: &Desk<'_>) -> Result<Vec<String>, CommandError> {
    if !Ledger::is_begun(root) {
        return Ok(Vec::new());
    }
    let (sent, troubles) = ledger::told(root)?;
    let mut lines = vec![format!("By mail: {sent} letters sent.")];
    for player in desk.players() {
        let Some(address) = player.addresses.first() else {
            lines.push(format!("  {} has no address: print the report.", player.name));
            continue;
        };
        let trouble = troubles.iter().find(|trouble| trouble.address == *address);
        lines.extend(trouble.map(|trouble| {
            format!("  {}: the last letter to {address} {}.", player.name, trouble.why)
        }));
    }
    Ok(lines)
}
