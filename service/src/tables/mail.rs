//! Mail that goes out and comes in. A message is stored when it is fetched, and only then marked as fetched; it is known by its
//! id and its words, so that it counts once however often it comes. Its lines are done one after the other, and each is noted as
//! done in the transaction of what it did: whoever goes on after an end goes on behind it. The answer is written when
//! everything is done, from the table as it stands then, and sent as notices are.

mod invited;
mod judging;

use super::{Decider, TableHandle, TableState, Tables, catch_panic};
use crate::error::ServiceError;
use crate::mail::letters::{self, Below, Progress, SeatView};
use crate::mail::{House, InvitationKey, SeatKey, WAY};
use crate::notices::Sent;
use crate::settings::Settings;
use crate::store::{
    ArrivalRow, Change, LetterRow, MailChange, NoticeChange, NoticeRow, SeatKind, WayRow,
};
use ::clock::{Timestamp, Zone};
use ::plans::Premove;
use judging::{Answering, Judged, is_final, judge};
use mail::{Kind as MailKind, Message};
use mailbox::{Arrived, Envelope, Incoming, Letter, Occasion, Take};
use notice::Notice;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use table::Seat;
use tokio::task::JoinSet;

/// How many letters or messages are taken up at once.
const AT_ONCE: usize = 32;

/// For how many milliseconds nobody else sees to what somebody has taken up.
const CLAIMED: i64 = 60_000;

/// How long is waited before a letter that could not be sent is tried again, in milliseconds: after the last it is given up.
const PAUSES: [i64; 5] = [30_000, 120_000, 600_000, 3_600_000, 14_400_000];

/// How long is waited before a message that could not be seen to is tried again, in milliseconds.
const AGAIN: i64 = 30_000;

/// How often a message is tried before somebody is told that it cannot be read.
const TRIES: u32 = 20;

/// How long an answer waits for what others do at once, in milliseconds, so that it tells of it.
const GATHERS: i64 = 3000;

/// How many messages of a person are answered within an hour: programs that answer each other write more.
const AN_HOUR: i64 = 3_600_000;
const IN_AN_HOUR: i64 = 60;

/// How many letters one address gets within a day that asks for them without being known.
const A_DAY: i64 = 24 * AN_HOUR;
const IN_A_DAY: i64 = 6;

/// How many lines of a message are read, and how many letters of each.
const LINES: usize = 40;
const LETTERS: usize = 500;

/// For how many milliseconds it is known which messages came.
const KEPT: i64 = 90 * A_DAY;

/// What somebody wrote.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Wrote {
    /// Their lines.
    lines: Vec<String>,
    /// The id of their message.
    id: Option<String>,
    /// What it is about.
    subject: String,
    /// The number of the decision that they were asked for.
    turn: u64,
    /// What the numbers that they saw mean.
    list: String,
    /// The way by which they were told.
    way: String,
    /// Whether the message was too large to be read.
    cut: bool,
    /// Whether it answers an invitation.
    #[serde(default)]
    invited: bool,
}

/// A letter that waits.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Waiting {
    /// It says this.
    Says(Letter),
    /// It answers a message.
    Answers {
        table: String,
        seat: Seat,
        way: String,
        progress: Progress,
        id: Option<String>,
        subject: String,
    },
    /// It says what became of an invitation.
    Invited(invited::Told),
}

impl Wrote {
    /// What stands in a message, as far as it is read.
    fn of(message: &Message, whole: bool) -> Wrote {
        let own = message.written.own();
        let short = |line: &str| line.trim().chars().take(LETTERS).collect::<String>();
        let lines = own.lines().map(short).filter(|line| !line.is_empty()).take(LINES);
        Wrote {
            lines: lines.collect(),
            id: message.id.clone(),
            subject: message.subject.clone(),
            cut: !whole,
            ..Wrote::default()
        }
    }
}

impl Tables {
    /// Brings mail in and out until it is dropped.
    pub async fn run_mail(&self) {
        let Some(house) = self.0.mail.house() else { return };
        let tables = self.clone();
        let take: Take = Arc::new(move |arrived| {
            let tables = tables.clone();
            Box::pin(async move {
                for message in arrived {
                    tables.take_in(message).await.map_err(|error| error.to_string())?;
                }
                Ok(())
            })
        });
        let incoming = Incoming::new(&house.settings);
        let fetching = async {
            match &incoming {
                Some(incoming) => incoming.run(take).await,
                None => std::future::pending().await,
            }
        };
        tokio::join!(fetching, self.see_to_mail());
    }

    async fn see_to_mail(&self) {
        let mut troubled = false;
        loop {
            tokio::time::sleep(self.0.time_tick * 2).await;
            if self.0.stopping.load(Ordering::SeqCst) {
                continue;
            }
            let done = async {
                self.answer_some().await?;
                self.send_some().await
            };
            let done = done.await;
            if let Err(error) = &done
                && !troubled
            {
                tracing::error!(%error, "mail waits until the store can be read and written again");
            }
            troubled = done.is_err();
        }
    }

    /// Forgets what was sent and answered long ago.
    pub async fn forget_mail(&self) -> Result<(), ServiceError> {
        let before = self.time().as_millisecond() - KEPT;
        Ok(self.0.store.write_mail(MailChange::Forgotten(before)).await?)
    }

    /// When the last answer to what a person wrote about a table was written, or is to be.
    pub(crate) async fn answered_by_mail(
        &self,
        person: &str,
        table: &str,
    ) -> Result<Option<i64>, ServiceError> {
        match self.0.mail.is_set() {
            true => Ok(self.0.store.last_answered(person, table).await?),
            false => Ok(None),
        }
    }

    /// Takes a message in: done when it is durably kept, or there is nothing to keep.
    async fn take_in(&self, arrived: Arrived) -> Result<(), ServiceError> {
        let Some(house) = self.0.mail.house() else { return Ok(()) };
        let Some(message) = Message::read(&arrived.bytes) else { return Ok(()) };
        let named =
            message.to.iter().chain(&message.copies).map(|mailbox| mailbox.address.as_str());
        let mut keys = arrived.to.as_deref().into_iter().chain(named);
        let Some(key) = keys.find_map(|address| house.settings.reply.key(address)) else {
            tracing::debug!("a message to nobody was passed over");
            return Ok(());
        };
        match &message.kind {
            MailKind::Personal => match InvitationKey::read(&key) {
                Some(key) => self.take_invited(house, &key, &message, arrived.whole).await,
                None => self.take_answer(house, &key, &message, arrived.whole).await,
            },
            MailKind::Bounce(bounce) if !bounce.delayed => {
                let way = House::came_back(&key).unwrap_or_default();
                self.note_bounce(way, &bounce.status).await
            }
            kind => {
                tracing::debug!(?kind, "a message that nobody wrote to us was passed over");
                Ok(())
            }
        }
    }

    /// Tells somebody that mail to them does not arrive.
    async fn note_bounce(&self, way: &str, status: &str) -> Result<(), ServiceError> {
        let Some(way) = self.0.store.way(way).await?.filter(|way| way.kind == WAY) else {
            return Ok(());
        };
        let settings = Settings::read(&self.0.store.person(&way.person).await?.settings);
        let now = self.time();
        let when = ::clock::when(now, now, &settings.wishes().zone);
        let status = match status {
            "" => String::new(),
            status => format!(" ({status})"),
        };
        let trouble = format!(
            "A mail to this address came back at {when}{status}. Is it right? A test that arrives takes this away."
        );
        let change = NoticeChange::Trouble { id: way.id, trouble };
        Ok(self.0.store.write_notice(change).await?)
    }

    /// Keeps what somebody wrote, if they are who the address says.
    async fn take_answer(
        &self,
        house: &House,
        key: &str,
        message: &Message,
        whole: bool,
    ) -> Result<(), ServiceError> {
        let Some((key, signature)) = SeatKey::read(key) else { return Ok(()) };
        let Some((way, person)) = self.whose(house, &key, &signature).await? else {
            tracing::info!(
                table = key.table,
                "a message with a secret that does not count any more"
            );
            return Ok(());
        };
        let wrote = Wrote { turn: key.turn, list: key.list, way, ..Wrote::of(message, whole) };
        self.keep_arrival(message, (&key.table, key.seat), person, &wrote).await
    }

    /// Stores what somebody wrote.
    async fn keep_arrival(
        &self,
        message: &Message,
        (table, seat): (&str, Seat),
        person: String,
        wrote: &Wrote,
    ) -> Result<(), ServiceError> {
        let now = self.time().as_millisecond();
        let mut hash = Sha256::new();
        let sent = message.sent.unwrap_or_default().to_string();
        let id = message.id.as_deref().unwrap_or(&sent);
        for part in [id, &message.written.own(), table, &seat.to_string()] {
            hash.update(part.as_bytes());
            hash.update([0]);
        }
        let id = crate::secret::hexadecimal(&hash.finalize()).chars().take(40).collect();
        let row = ArrivalRow {
            id,
            person,
            table: table.into(),
            seat: seat.0,
            made: now,
            at: now,
            tries: 0,
            done: 0,
            said: String::new(),
            text: serde_json::to_string(wrote).unwrap_or_default(),
        };
        Ok(self.0.store.write_mail(MailChange::Arrival(Box::new(row))).await?)
    }

    /// The way and the person to whom a key was given, if they sit there still.
    async fn whose(
        &self,
        house: &House,
        key: &SeatKey,
        signature: &str,
    ) -> Result<Option<(String, String)>, ServiceError> {
        let table = match self.fresh(&key.table).await {
            Err(ServiceError::NotFound(_)) => return Ok(None),
            table => table?,
        };
        let person = {
            let state = self.read(&table).await?;
            let row = state.seats.get(key.seat.index());
            row.filter(|row| row.kind == SeatKind::Person).map(|row| row.holder.clone())
        };
        let Some(person) = person else { return Ok(None) };
        let ways = self.0.store.ways(&person).await?;
        let mut ways = ways.into_iter().filter(|way| way.kind == WAY);
        let way = ways.find(|way| house.is_signed(way, key, signature));
        Ok(way.map(|way| (way.id, person)))
    }

    /// Answers what came: one message of a person after the other, in the order in which they came.
    async fn answer_some(&self) -> Result<(), ServiceError> {
        let now = self.time().as_millisecond();
        let due = self.0.store.claim_arrivals(now, now + CLAIMED, AT_ONCE).await?;
        let mut of_each: BTreeMap<String, Vec<ArrivalRow>> = BTreeMap::new();
        for row in due {
            of_each.entry(row.person.clone()).or_default().push(row);
        }
        let mut answering = JoinSet::new();
        for (_, mut rows) in of_each {
            rows.sort_by_key(|row| row.made);
            let tables = self.clone();
            answering.spawn(async move {
                for row in rows {
                    let id = row.id.clone();
                    if let Err(error) = tables.answer_one(row).await {
                        tracing::warn!(%error, "a message waits until it is tried again");
                        let at = tables.time().as_millisecond() + AGAIN;
                        let later = MailChange::ArrivalPutOff { id, at };
                        let _ = tables.0.store.write_mail(later).await;
                        // What came after it waits too.
                        return;
                    }
                }
            });
        }
        while answering.join_next().await.is_some() {}
        Ok(())
    }

    async fn answer_one(&self, row: ArrivalRow) -> Result<(), ServiceError> {
        let (store, now) = (&self.0.store, self.time().as_millisecond());
        let wrote: Wrote = serde_json::from_str(&row.text).unwrap_or_default();
        let mut progress = match row.said.as_str() {
            "" => Progress { turn: wrote.turn, ..Progress::default() },
            said => serde_json::from_str(said).unwrap_or_default(),
        };
        let mut answer = Answering { row: &row, wrote: &wrote, done: row.done };
        let way = store.way(&wrote.way).await?.filter(|way| way.person == row.person);
        let flood = store.arrivals_of(&row.person, now - AN_HOUR).await? > IN_AN_HOUR;
        let table = match self.fresh(&row.table).await {
            Err(ServiceError::NotFound(_)) => None,
            table => Some(table?),
        };
        let (Some(way), Some(table), false) = (way, table, flood) else {
            if flood {
                tracing::warn!(
                    table = row.table,
                    "too many messages of one person within an hour: this is not answered"
                );
            }
            return Ok(store.write_mail(MailChange::Answered { id: row.id, at: 0 }).await?);
        };
        if wrote.invited {
            return self.answer_invited(row, wrote, way, &table).await;
        }
        // A way at which mail arrives is in order.
        let sound =
            Change::Notice(NoticeChange::Trouble { id: way.id.clone(), trouble: String::new() });
        self.look_at_people().await?;
        let stopped = match (wrote.cut, self.check_not_banned(&row.person)) {
            (_, Err(error)) => Some(error.words()),
            (true, _) => Some(
                "it is too large, and was not read: send your lines without what is attached"
                    .into(),
            ),
            _ if row.tries > TRIES => Some("it could not be seen to: say it at the table".into()),
            _ => self.do_lines(&table, &mut answer, &mut progress).await?,
        };
        if let Some(why) = stopped {
            answer.stop(&mut progress, why);
        }
        let at = now + GATHERS;
        let waiting = Waiting::Answers {
            table: row.table.clone(),
            seat: Seat(row.seat),
            way: way.id.clone(),
            progress,
            id: wrote.id.clone(),
            subject: wrote.subject.clone(),
        };
        let letter = LetterRow {
            id: row.id.clone(),
            person: row.person.clone(),
            address: way.address.clone(),
            made: now,
            at,
            tries: 0,
            text: serde_json::to_string(&waiting).unwrap_or_default(),
        };
        let mut changes = vec![
            Change::Mail(MailChange::Answered { id: row.id.clone(), at }),
            Change::Mail(MailChange::Letter(Box::new(letter))),
        ];
        changes.extend((!way.trouble.is_empty()).then_some(sound));
        Ok(store.write(Change::Together(changes)).await?)
    }

    /// Does lines until one cannot be done; why it cannot, in words.
    async fn do_lines(
        &self,
        table: &Arc<TableHandle>,
        answer: &mut Answering<'_>,
        progress: &mut Progress,
    ) -> Result<Option<String>, ServiceError> {
        let seat = Seat(answer.row.seat);
        while let Some(line) = answer.line().map(str::to_string) {
            let judged = {
                let state = self.read(table).await?;
                let judged =
                    catch_panic(&table.id, || judge(&state, seat, answer, progress, &line))??;
                if matches!(judged, Judged::Act(_)) && progress.since.is_none() {
                    progress.since = Some(SeatView::new(&state, seat)?.moments() + 1);
                }
                judged
            };
            let done = match judged {
                Judged::Nothing => {
                    answer.done += 1;
                    continue;
                }
                Judged::Shown => {
                    progress.shown.push(line.clone());
                    answer.done += 1;
                    continue;
                }
                Judged::Farewell => return Ok(None),
                Judged::Stop(why) => return Ok(Some(why)),
                Judged::Sure(notation, told) => {
                    progress.sure = Some(notation);
                    return Ok(Some(told));
                }
                Judged::Act(lines) => {
                    self.act_by_mail(table, answer, progress, (&line, lines)).await
                }
                Judged::Undo => {
                    let (next, along) = answer.next(progress, (&line, "taken back"), true);
                    let by = Decider::Mail(answer.row.person.clone(), Box::new(along));
                    let turn = Some(progress.turn);
                    let undone = self.undo(table, (seat, by), turn).await;
                    undone.map(|_| *progress = next)
                }
                Judged::Talk(words) => {
                    let (next, along) = answer.next(progress, (&line, ""), false);
                    self.talk_by_mail(table, answer.row, &words, &along)
                        .await
                        .map(|()| *progress = next)
                }
                Judged::Plan(wanted) => {
                    let (next, along) = answer.next(progress, (&line, ""), false);
                    let by = Decider::Mail(answer.row.person.clone(), Box::new(along));
                    self.plan_by_mail(table, (seat, by), &wanted).await.map(|()| *progress = next)
                }
            };
            match done {
                Ok(()) => answer.done += 1,
                Err(error) if is_final(&error) => {
                    let rule = error.rule();
                    let rule = if rule.is_empty() { String::new() } else { format!(" ({rule})") };
                    return Ok(Some(format!("{}{rule}", error.words())));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Takes the decisions of a line, one after the other.
    async fn act_by_mail(
        &self,
        table: &Arc<TableHandle>,
        answer: &mut Answering<'_>,
        progress: &mut Progress,
        (line, lines): (&str, Vec<String>),
    ) -> Result<(), ServiceError> {
        let seat = Seat(answer.row.seat);
        let count = lines.len();
        for (index, notation) in lines.into_iter().enumerate().skip(progress.part) {
            let last = index + 1 == count;
            let (next, along) = match last {
                true => {
                    let told = if count == 1 && notation != line { notation.as_str() } else { "" };
                    answer.next(progress, (line, told), true)
                }
                false => answer.partly(progress, index + 1),
            };
            let by = Decider::Mail(answer.row.person.clone(), Box::new(along));
            self.act(table, (seat, by), notation, Some(progress.turn)).await?;
            *progress = next;
        }
        Ok(())
    }

    async fn talk_by_mail(
        &self,
        table: &Arc<TableHandle>,
        row: &ArrivalRow,
        words: &str,
        along: &MailChange,
    ) -> Result<(), ServiceError> {
        self.check_may_talk(&row.person)?;
        let name = self.read(table).await?.name(Seat(row.seat)).to_string();
        self.say_by_mail(table, Seat(row.seat), (&row.person, &name), words, along).await
    }

    /// Adds a line to the plan of a seat, or forgets its lines.
    async fn plan_by_mail(
        &self,
        table: &Arc<TableHandle>,
        (seat, by): (Seat, Decider),
        wanted: &str,
    ) -> Result<(), ServiceError> {
        let (number, mut plan) = {
            let state = self.read(table).await?;
            let held = state.plan_of(seat).cloned().unwrap_or_default();
            (held.number, held.plan)
        };
        match wanted.to_lowercase().as_str() {
            "none" => plan.premoves.clear(),
            _ => plan.premoves.push(Premove::new(wanted)),
        }
        self.set_plan(table, (seat, by), number, plan).await
    }

    /// Sends the letters that wait.
    async fn send_some(&self) -> Result<(), ServiceError> {
        let now = self.time().as_millisecond();
        let mut sending = JoinSet::new();
        for row in self.0.store.claim_letters(now, now + CLAIMED, AT_ONCE).await? {
            let tables = self.clone();
            sending.spawn(async move {
                if let Err(error) = tables.send_letter(row).await {
                    tracing::warn!(%error, "a letter waits until it is tried again");
                }
            });
        }
        while sending.join_next().await.is_some() {}
        Ok(())
    }

    async fn send_letter(&self, row: LetterRow) -> Result<(), ServiceError> {
        let Some(house) = self.0.mail.house() else { return Ok(()) };
        let (store, now) = (&self.0.store, self.time());
        let mut told = None;
        let outcome = match serde_json::from_str(&row.text) {
            Ok(Waiting::Says(letter)) => {
                let id = house.letter_id(&[&row.id], "0");
                house.send(&letter, &house.plain_envelope(&row.address, &id, now)).await
            }
            Ok(Waiting::Answers { table, seat, way, progress, id, subject }) => {
                told = Some(MailChange::Told { id: row.id.clone(), at: now.as_millisecond() });
                let about = (table.as_str(), seat, way.as_str());
                let answered = (id.as_deref(), subject.as_str());
                self.send_answer(house, &row, about, &progress, answered).await?
            }
            Ok(Waiting::Invited(said)) => {
                told = Some(MailChange::Told { id: row.id.clone(), at: now.as_millisecond() });
                self.send_invited(house, &row, &said).await?
            }
            Err(error) => Sent::Refused(error.to_string()),
        };
        self.metrics().told(matches!(outcome, Sent::Taken(_)));
        let pause = PAUSES.get((row.tries.max(1) - 1) as usize);
        let done = |failed: String| MailChange::LetterDone { id: row.id.clone(), failed };
        let change = match (outcome, pause) {
            (Sent::Taken(_), _) => done(String::new()),
            (Sent::Later(why), Some(pause)) => {
                tracing::info!(why, "a letter is sent again later");
                MailChange::LetterPutOff { id: row.id.clone(), at: now.as_millisecond() + pause }
            }
            (Sent::Later(why) | Sent::Refused(why), _) => done(why),
            (Sent::Gone, _) => done("nobody is there any more".into()),
        };
        let changes = [Some(change), told].into_iter().flatten().map(Change::Mail).collect();
        Ok(store.write(Change::Together(changes)).await?)
    }

    async fn send_answer(
        &self,
        house: &House,
        row: &LetterRow,
        (table, seat, way): (&str, Seat, &str),
        progress: &Progress,
        (answered, subject): (Option<&str>, &str),
    ) -> Result<Sent, ServiceError> {
        let nobody = || Sent::Refused("whoever wrote is told by mail no more".to_string());
        let way = self.0.store.way(way).await?.filter(|way| way.person == row.person);
        let Some(way) = way else { return Ok(nobody()) };
        let settings = Settings::read(&self.0.store.person(&row.person).await?.settings);
        let table = match self.fresh(table).await {
            Err(ServiceError::NotFound(_)) => return Ok(nobody()),
            table => table?,
        };
        let (zone, now) = (settings.wishes().zone, self.time());
        let state = self.read(&table).await?;
        if state.seats.get(seat.index()).is_none_or(|seat| seat.person() != row.person) {
            return Ok(nobody());
        }
        let ledger = self.0.games.find(&state.row.game)?.game.ledger();
        let stop = self.stop_link(house, &way);
        let link = format!("{}/t/{}", self.0.base_url, table.id);
        let subject = answered_subject(subject, || super::notices::called(&state.seats));
        let deadline = self.deadline_told(&state, seat, &zone, now);
        let (letter, key, drawing) = catch_panic(&table.id, || {
            let view = SeatView::new(&state, seat)?;
            let below = Below { link: &link, answered: house.is_answered(), stop: &stop };
            let letter =
                letters::of_answer(&view, &ledger, progress, (&subject, &deadline), &below);
            let wanted = letters::wants_pictures(&settings) && letter.has_board();
            let drawing = wanted.then(|| view.picture()).flatten();
            Ok::<_, ServiceError>((letter, view.key(progress.sure.as_deref()), drawing))
        })??;
        drop(state);
        let reply_to = house.is_answered().then(|| house.reply_to(&way, &key));
        let thread = house.thread(&key.table, seat, &way);
        let references: Vec<String> =
            [Some(thread.as_str()), answered].into_iter().flatten().map(str::to_string).collect();
        let (id, back_to) = (house.letter_id(&[&row.id], &way.id), house.back_to(&way.id));
        let envelope = Envelope {
            to: &row.address,
            back_to: Some(&back_to),
            id: &id,
            reply_to: reply_to.as_deref(),
            in_reply_to: answered,
            references: &references,
            unsubscribe: Some(&stop),
            occasion: Occasion::Answer,
            at: row.made / 1000,
            picture: drawn(drawing).await,
        };
        Ok(house.send(&letter, &envelope).await)
    }

    /// By when a seat has to answer and what happens otherwise, in a sentence; empty if nothing is due.
    fn deadline_told(&self, state: &TableState, seat: Seat, zone: &Zone, now: Timestamp) -> String {
        let due = state.keeper.as_ref().and_then(|keeper| keeper.deadline(seat));
        let Some(due) = due.map(|deadline| deadline.due) else { return String::new() };
        let notice = Notice {
            key: String::new(),
            kind: notice::Kind::YourTurn,
            game: String::new(),
            table: String::new(),
            link: String::new(),
            happened: String::new(),
            asked: String::new(),
            by: Some(due),
            otherwise: crate::tables::otherwise(&state.row.at_deadlines()),
            made: now,
        };
        notice.deadline(zone)
    }

    /// Where somebody says that they want no more mail.
    fn stop_link(&self, house: &House, way: &WayRow) -> String {
        format!("{}/mail/stop/{}.{}", self.0.base_url, way.id, house.stop_signature(way))
    }

    /// Sends notices to somebody's address: one with all that is needed to answer it, several in short.
    pub(crate) async fn send_mail(
        &self,
        way: &WayRow,
        notices: &[(NoticeRow, Notice)],
        zone: &Zone,
        now: Timestamp,
    ) -> Sent {
        let Some(house) = self.0.mail.house() else {
            return Sent::Later("this house sends no mail now".into());
        };
        match self.letter_of(house, way, notices, zone, now).await {
            Ok(sent) => sent,
            Err(error) => Sent::Later(error.words()),
        }
    }

    async fn letter_of(
        &self,
        house: &House,
        way: &WayRow,
        notices: &[(NoticeRow, Notice)],
        zone: &Zone,
        now: Timestamp,
    ) -> Result<Sent, ServiceError> {
        let (stop, back_to) = (self.stop_link(house, way), house.back_to(&way.id));
        let keys: Vec<&str> = notices.iter().map(|(_, notice)| notice.key.as_str()).collect();
        let id = house.letter_id(&keys, &way.id);
        let mut envelope = Envelope {
            back_to: Some(&back_to),
            unsubscribe: Some(&stop),
            ..house.plain_envelope(&way.address, &id, now)
        };
        let [(row, notice)] = notices else {
            let all: Vec<Notice> = notices.iter().map(|(_, notice)| notice.clone()).collect();
            let letter = letters::of_notices(&all, zone, &stop);
            let Some(letter) = letter else {
                return Ok(Sent::Refused("there is nothing to tell".into()));
            };
            return Ok(house.send(&letter, &envelope).await);
        };
        let settings = Settings::read(&self.0.store.person(&way.person).await?.settings);
        let table = match self.fresh(&row.table).await {
            Err(ServiceError::NotFound(_)) => None,
            table => Some(table?),
        };
        let below = Below { link: &notice.link, answered: false, stop: &stop };
        let told = match &table {
            Some(table) => {
                let state = self.read(table).await?;
                let holds = state.seats.get(row.seat.index());
                let holds = holds.is_some_and(|seat| seat.person() == way.person);
                catch_panic(&table.id, || {
                    let view = SeatView::new(&state, row.seat).ok().filter(|_| holds)?;
                    let below = Below { answered: house.is_answered(), ..below };
                    let letter = letters::of_notice(Some(&view), notice, zone, &below);
                    let wanted = letters::wants_pictures(&settings) && letter.has_board();
                    let drawing = wanted.then(|| view.picture()).flatten();
                    Some((letter, view.key(None), drawing))
                })?
            }
            None => None,
        };
        let below = Below { link: &notice.link, answered: false, stop: &stop };
        let Some((letter, key, drawing)) = told else {
            let invited = house.is_answered() && super::company::invites(row);
            let below = Below { answered: invited, ..below };
            let letter = letters::of_notice(None, notice, zone, &below);
            let reply_to = house.reply_to_invitation(way, &row.table);
            envelope.reply_to = invited.then_some(reply_to.as_str());
            return Ok(house.send(&letter, &envelope).await);
        };
        let reply_to = house.reply_to(way, &key);
        let references = [house.thread(&key.table, row.seat, way)];
        envelope.references = &references;
        envelope.reply_to = house.is_answered().then_some(reply_to.as_str());
        envelope.picture = drawn(drawing).await;
        Ok(house.send(&letter, &envelope).await)
    }

    /// Writes a letter to an address that is nobody's yet, or of whoever asks for it without being known, with what belongs
    /// to it; false if that address has had enough of them today. One that its owner has confirmed gets one an hour even then:
    /// strangers who ask for many keep nobody out.
    pub(crate) async fn write_to(
        &self,
        (person, address, confirmed): (&str, &str, bool),
        letter: Letter,
        with: Change,
    ) -> Result<bool, ServiceError> {
        let (store, now) = (&self.0.store, self.time().as_millisecond());
        let enough = store.letters_to(address, now - A_DAY).await? >= IN_A_DAY;
        if enough && (!confirmed || store.letters_to(address, now - AN_HOUR).await? > 0) {
            return Ok(false);
        }
        let row = LetterRow {
            id: crate::secret::random_token(24)?,
            person: person.into(),
            address: address.into(),
            made: now,
            at: now,
            tries: 0,
            text: serde_json::to_string(&Waiting::Says(letter)).unwrap_or_default(),
        };
        let letter = Change::Mail(MailChange::Letter(Box::new(row)));
        self.0.store.write(Change::Together(vec![with, letter])).await?;
        Ok(true)
    }
}

/// The subject of an answer to a message with this one; of one without, what is said.
fn answered_subject(subject: &str, otherwise: impl Fn() -> String) -> String {
    match subject.trim() {
        "" => format!("Re: {}", otherwise()),
        subject if subject.to_lowercase().starts_with("re:") => subject.to_string(),
        subject => format!("Re: {subject}"),
    }
}

/// A drawing as a picture, where nobody else waits for it.
async fn drawn(drawing: Option<String>) -> Option<Vec<u8>> {
    let drawing = drawing?;
    tokio::task::spawn_blocking(move || letters::png(&drawing)).await.ok().flatten()
}
