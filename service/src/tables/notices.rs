//! Who is told what. A notice is a row that is stored with what it tells of: who is asked from now on, whose time ran out, that a
//! game is over. What it says is made when it is sent, from the table as it stands then and through the eyes of its seat, so that
//! nobody is told what is no longer so, nor what they may not know.
//!
//! Rows are claimed as bots and deadlines are. First it is judged by which ways and when somebody is told ([`Wishes`]), which makes
//! a row for every way; then each of those is sent, tried again after growing pauses, and given up in the end.

use super::{TableHandle, TableState, Tables, catch_panic};
use crate::error::ServiceError;
use crate::frame;
use crate::notices::{Outgoing, Sent};
use crate::settings::Settings;
use crate::store::{
    Change, NoticeChange, NoticeEnd, NoticeRow, Phase, SeatKind, SeatRow, TableProgress, WayRow,
};
use ::clock::{Length, Timekeeper, Timestamp, Warning};
use notice::{Kind, Known, Notice, Way, Wishes};
use std::collections::HashSet;
use std::sync::{Arc, PoisonError};
use table::{AnyMatch, Seat, Viewer};
use tokio::task::JoinSet;

/// How many notices are taken up at once.
const AT_ONCE: usize = 32;

/// How many are sent beside each other.
const BESIDE: usize = 8;

/// For how many milliseconds nobody else sees to what somebody has taken up.
const CLAIMED: i64 = 60_000;

/// Whoever gave a sign of life at a table within so many seconds is looking at it: their page gives one a minute.
const LOOKING: i64 = 75;

/// How long is waited before something that could not be sent is tried again, in milliseconds: after the last it is given up.
const PAUSES: [i64; 5] = [30_000, 120_000, 600_000, 3_600_000, 14_400_000];

/// For how many milliseconds what was told is kept, for the feeds.
const KEPT: i64 = 30 * 24 * 60 * 60 * 1000;

/// What stands in the key of a warning behind that of its question.
const WARNING: &str = "/warning/";

/// How many lines of the story are told, and how many letters of them.
const LINES: usize = 4;
const LETTERS: usize = 500;

/// How many names a table is called by.
const NAMES: usize = 3;

/// What somebody is told, as things stand, and when they are warned.
struct Told {
    notice: Notice,
    warnings: Vec<Warning>,
}

/// What a person wishes, and their ways: browsers, and hooks in the order of their numbers.
struct Wanted {
    wishes: Wishes,
    browsers: Vec<String>,
    mails: Vec<String>,
    hooks: Vec<String>,
}

impl Wanted {
    fn of(settings: &Settings, ways: &[WayRow]) -> Wanted {
        let ids = |wanted: &dyn Fn(&str) -> bool| {
            let some = ways.iter().filter(|way| wanted(&way.kind));
            some.map(|way| way.id.clone()).collect::<Vec<_>>()
        };
        let browsers = ids(&|kind| kind == "push");
        let mails = ids(&|kind| kind == crate::mail::WAY);
        let hooks = ids(&|kind| !["push", "feed", crate::mail::WAY].contains(&kind));
        let mut wishes = settings.wishes();
        wishes.ways.extend((!browsers.is_empty()).then_some(Way::Push));
        wishes.ways.extend((!mails.is_empty()).then_some(Way::Mail));
        wishes.ways.extend((0..).zip(&hooks).map(|(number, _)| Way::Hook(number)));
        Wanted { wishes, browsers, mails, hooks }
    }

    /// The ids of what a way stands for.
    fn ids(&self, way: &Way) -> &[String] {
        match way {
            Way::Push => &self.browsers,
            Way::Hook(number) => {
                let at = *number as usize;
                self.hooks.get(at..=at).unwrap_or_default()
            }
            Way::Mail => &self.mails,
            Way::Page => &[],
        }
    }
}

impl Tables {
    /// The notices of a table with these seats and this match after a decision: who is asked from now on, or that it is over.
    /// Whoever decided knows.
    pub(super) fn notices_of_step(
        &self,
        state: &TableState,
        seats: &[SeatRow],
        progress: &TableProgress,
        actor: Option<Seat>,
    ) -> Vec<Change> {
        let (row, now) = (&state.row, self.time().as_millisecond());
        let actor = actor.and_then(|seat| seats.get(seat.index())).map(SeatRow::person);
        let others = seats.iter().filter(|seat| {
            !seat.person().is_empty() && Some(seat.person()) != actor && row.lesson.is_empty()
        });
        let make = |seat: &SeatRow, key: String, kind: Kind| {
            let notice = NoticeRow::new(seat.person(), key, &row.id, seat.seat, kind, now);
            Change::Notice(NoticeChange::Made(Box::new(notice)))
        };
        if progress.phase == Phase::Over {
            return others.map(|seat| make(seat, format!("{}/over", row.id), Kind::Over)).collect();
        }
        let asked = others.filter(|seat| {
            seat.kind == SeatKind::Person
                && progress.deciding.contains(&seat.seat)
                && !row.deciding.contains(&seat.seat)
        });
        asked.map(|seat| make(seat, state.question(seat.seat), Kind::YourTurn)).collect()
    }

    /// The notices of a game that begins: who is asked first, but for whoever let it begin.
    pub(super) fn notices_of_begin(
        &self,
        (table, seats): (&str, &[SeatRow]),
        deciding: &[Seat],
        by: &str,
        said: &str,
    ) -> Vec<Change> {
        let now = self.time().as_millisecond();
        let asked = seats.iter().filter(|seat| {
            seat.kind == SeatKind::Person && seat.holder != by && deciding.contains(&seat.seat)
        });
        let make = |seat: &SeatRow| {
            let key = question(table, seat.seat, 0, 0);
            let notice = NoticeRow::new(&seat.holder, key, table, seat.seat, Kind::Begun, now);
            let notice = NoticeRow { text: said.into(), ..notice };
            Change::Notice(NoticeChange::Made(Box::new(notice)))
        };
        asked.map(make).collect()
    }

    /// The notices of a table at which people were given seats and whose game waits for others.
    pub(super) fn invitations(
        &self,
        (table, seats): (&str, &[SeatRow]),
        by: &str,
        said: &str,
    ) -> Vec<Change> {
        let now = self.time().as_millisecond();
        let others = seats.iter().filter(|seat| seat.kind == SeatKind::Person && seat.holder != by);
        let make = |seat: &SeatRow| {
            let key = format!("{table}/invited");
            let notice = NoticeRow::new(&seat.holder, key, table, seat.seat, Kind::Invitation, now);
            let notice = NoticeRow { text: said.into(), ..notice };
            Change::Notice(NoticeChange::Made(Box::new(notice)))
        };
        others.map(make).collect()
    }

    /// The notices of those who are asked, by what a player has just done, to agree to something of the table's time.
    pub(super) fn notices_of_consent(
        &self,
        state: &TableState,
        after: &Timekeeper,
        by: Seat,
        said: &str,
    ) -> Vec<Change> {
        let (now, id) = (self.time(), &state.row.id);
        let asked = |keeper: &Timekeeper, seat| keeper.is_asked_to_agree(seat, now);
        let others = state.seats.iter().filter(|row| {
            let before = state.keeper.as_ref().is_some_and(|keeper| asked(keeper, row.seat));
            row.kind == SeatKind::Person && row.seat != by && !before && asked(after, row.seat)
        });
        let made = now.as_millisecond();
        let make = |row: &SeatRow| {
            let key = format!("{id}/{}/consent/{made}", row.seat);
            let notice = NoticeRow::new(&row.holder, key, id, row.seat, Kind::Consent, made);
            let notice = NoticeRow { text: said.into(), ..notice };
            Change::Notice(NoticeChange::Made(Box::new(notice)))
        };
        others.map(make).collect()
    }

    /// The notice that somebody's time ran out, and what was done.
    pub(super) fn notice_of_deadline(
        &self,
        state: &TableState,
        row: &SeatRow,
        said: &str,
    ) -> Change {
        let turn = state.turns.get(row.seat.index()).copied().unwrap_or_default();
        let key = format!("{}/{}/{turn}/ran-out", state.row.id, row.seat);
        let now = self.time().as_millisecond();
        let (person, table) = (row.person(), &state.row.id);
        let notice = NoticeRow::new(person, key, table, row.seat, Kind::RanOut, now);
        let notice = NoticeRow { text: said.into(), ..notice };
        Change::Notice(NoticeChange::Made(Box::new(notice)))
    }

    /// Tells people what they are to be told, until it is dropped.
    pub async fn tell_people(&self, outgoing: Arc<Outgoing>) {
        let mut troubled = false;
        loop {
            tokio::time::sleep(self.0.time_tick * 2).await;
            if self.0.stopping.load(std::sync::atomic::Ordering::SeqCst) {
                continue;
            }
            let told = self.tell_some(&outgoing).await;
            if let Err(error) = &told
                && !troubled
            {
                tracing::error!(%error, "notices wait until the store can be read and written again");
            }
            troubled = told.is_err();
        }
    }

    /// Forgets what was told long ago.
    pub async fn forget_notices(&self) -> Result<(), ServiceError> {
        let before = self.time().as_millisecond() - KEPT;
        Ok(self.0.store.write_notice(NoticeChange::Forgotten(before)).await?)
    }

    async fn tell_some(&self, outgoing: &Arc<Outgoing>) -> Result<(), ServiceError> {
        let now = self.time().as_millisecond();
        let mut due = self.0.store.claim_notices(now, now + CLAIMED, AT_ONCE).await?;
        // What is sent together is sent by whoever has taken up the first of it.
        due.sort_by(|one, other| one.key.cmp(&other.key));
        let mut together = HashSet::new();
        due.retain(|row| !row.digest || together.insert(row.way.clone()));
        let mut telling = JoinSet::new();
        for row in due {
            if telling.len() >= BESIDE {
                let _ = telling.join_next().await;
            }
            let (tables, outgoing) = (self.clone(), outgoing.clone());
            telling.spawn(async move {
                let key = row.key.clone();
                let told = match row.way.is_empty() {
                    true => tables.plan(row).await,
                    false => tables.send(&outgoing, row).await,
                };
                if let Err(error) = told {
                    tracing::warn!(key, %error, "a notice waits until it is tried again");
                }
            });
        }
        while telling.join_next().await.is_some() {}
        Ok(())
    }

    /// Judges by which ways and when somebody is told.
    async fn plan(&self, row: NoticeRow) -> Result<(), ServiceError> {
        let (store, now) = (&self.0.store, self.time());
        let settings = Settings::read(&store.person(&row.person).await?.settings);
        let wanted = Wanted::of(&settings, &store.ways(&row.person).await?);
        let Some((table, told)) = self.look_at(&row).await? else {
            return self.done(row, NoticeEnd::Past, String::new(), Vec::new()).await;
        };
        let mut more = warnings(&row, &told, &wanted.wishes, now);
        let seen = self.last_seen(&table, &row.person).await?;
        let answered = self.answered_by_mail(&row.person, &row.table).await?.unwrap_or_default();
        if answered > now.as_millisecond() && row.kind != Kind::Warning {
            // An answer is about to be written, and will tell it.
            let at = Timestamp::from_millisecond(answered + 1).unwrap_or(now);
            return self.put_off(row, at, more).await;
        }
        let until = |seen: i64| Timestamp::from_second(seen + LOOKING).unwrap_or(now);
        let mut looked = seen > row.made / 1000 || answered > row.made;
        if row.kind == Kind::Warning {
            let Some(at) = warned_at(&row, &told, &wanted.wishes).filter(|(_, due)| now < *due)
            else {
                return self.done(row, NoticeEnd::Past, String::new(), Vec::new()).await;
            };
            if at.0 > Length::seconds(1).after(now) {
                return self.put_off(row, at.0, Vec::new()).await;
            }
            // Whoever looks sees the time that is left.
            looked = now < until(seen) && until(seen) >= at.1;
        }
        if !looked && now < until(seen) {
            return self.put_off(row, until(seen), more).await;
        }
        let last = store.last_told(&row.person, &row.table).await?;
        let told_since_look = last.is_some_and(|made| made / 1000 > seen && made > answered);
        let known = Known { looking: looked, told: false, told_since_look };
        let deliveries = wanted.wishes.deliver(&told.notice, known, now);
        if deliveries.is_empty() {
            return self.done(row, NoticeEnd::Past, String::new(), more).await;
        }
        for delivery in deliveries {
            for way in wanted.ids(&delivery.way) {
                let sent = NoticeRow {
                    way: way.clone(),
                    at: delivery.at.as_millisecond(),
                    digest: delivery.digest,
                    ..row.clone()
                };
                more.push(Change::Notice(NoticeChange::Made(Box::new(sent))));
            }
        }
        let text = serde_json::to_string(&told.notice).unwrap_or_default();
        self.done(row, NoticeEnd::Told, text, more).await
    }

    /// Sends something by its way.
    async fn send(&self, outgoing: &Outgoing, row: NoticeRow) -> Result<(), ServiceError> {
        let (store, now) = (&self.0.store, self.time());
        let Some(way) = store.way(&row.way).await? else {
            return self.done(row, NoticeEnd::Past, String::new(), Vec::new()).await;
        };
        let settings = Settings::read(&store.person(&row.person).await?.settings);
        let wishes = settings.wishes();
        if wishes.is_quiet(now) && row.kind != Kind::Warning {
            // That was no try.
            let row = NoticeRow { tries: row.tries.saturating_sub(1), ..row };
            return self.put_off(row, wishes.awake(now), Vec::new()).await;
        }
        let mut rows = vec![row];
        if rows[0].digest {
            let all = store.digest_of(&way.id, now.as_millisecond()).await?;
            if all.iter().map(|row| &row.key).min() != Some(&rows[0].key) {
                return Ok(());
            }
            rows = all;
        }
        let (mut sent, mut notices, mut ended) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows {
            match self.still_to_tell(&row, now).await? {
                Some(notice) => {
                    sent.push(row);
                    notices.push(notice);
                }
                None => ended.push(ending(row, NoticeEnd::Past, String::new())),
            }
        }
        if notices.is_empty() {
            return Ok(store.write(Change::Together(ended)).await?);
        }
        let outcome = match way.kind == crate::mail::WAY {
            true => {
                let all: Vec<_> = sent.iter().cloned().zip(notices).collect();
                self.send_mail(&way, &all, &wishes.zone, now).await
            }
            false => outgoing.send(&way, &notices, &wishes.zone, now).await,
        };
        self.metrics().told(matches!(outcome, Sent::Taken(_)));
        let trouble = |text: String| {
            let id = way.id.clone();
            Change::Notice(NoticeChange::Trouble { id, trouble: text })
        };
        let when = ::clock::when(now, now, &wishes.zone);
        let tries = sent.iter().map(|row| row.tries).max().unwrap_or(1);
        let pause = PAUSES.get((tries.max(1) - 1) as usize);
        let (end, why) = match (outcome, pause) {
            // Whether a mail arrives is not known when it is taken.
            (Sent::Taken(_), _) if way.kind == crate::mail::WAY => (NoticeEnd::Told, String::new()),
            (Sent::Taken(_), _) => {
                ended.extend((!way.trouble.is_empty()).then(|| trouble(String::new())));
                (NoticeEnd::Told, String::new())
            }
            (Sent::Gone, _) => {
                ended.push(Change::Notice(NoticeChange::WayGone(way.id.clone())));
                (NoticeEnd::Failed, "nobody is there any more".into())
            }
            (Sent::Later(_), Some(pause)) => {
                for row in sent {
                    let (notice, at) = (Box::new(row), now.as_millisecond() + pause);
                    ended.push(Change::Notice(NoticeChange::PutOff { notice, at }));
                }
                return Ok(store.write(Change::Together(ended)).await?);
            }
            (Sent::Later(why), None) => {
                let told = format!("A notice was given up at {when} after {tries} tries: {why}.");
                ended.push(trouble(told));
                (NoticeEnd::Failed, why)
            }
            (Sent::Refused(why), _) => {
                ended.push(trouble(format!("A notice was given up at {when}: {why}.")));
                (NoticeEnd::Failed, why)
            }
        };
        ended.extend(sent.into_iter().map(|row| ending(row, end, why.clone())));
        Ok(store.write(Change::Together(ended)).await?)
    }

    /// What is to be told, if it is still so and its person does not know.
    async fn still_to_tell(
        &self,
        row: &NoticeRow,
        now: Timestamp,
    ) -> Result<Option<Notice>, ServiceError> {
        let Some((table, told)) = self.look_at(row).await? else { return Ok(None) };
        if row.kind == Kind::Warning {
            return Ok(Some(told.notice).filter(|notice| notice.by.is_some_and(|by| now < by)));
        }
        let seen = self.last_seen(&table, &row.person).await?;
        let answered = self.answered_by_mail(&row.person, &row.table).await?.unwrap_or_default();
        Ok(Some(told.notice).filter(|_| seen <= row.made / 1000 && answered <= row.made))
    }

    async fn done(
        &self,
        row: NoticeRow,
        end: NoticeEnd,
        text: String,
        mut more: Vec<Change>,
    ) -> Result<(), ServiceError> {
        more.push(ending(row, end, text));
        Ok(self.0.store.write(Change::Together(more)).await?)
    }

    async fn put_off(
        &self,
        row: NoticeRow,
        at: Timestamp,
        mut more: Vec<Change>,
    ) -> Result<(), ServiceError> {
        let (notice, at) = (Box::new(row), at.as_millisecond());
        more.push(Change::Notice(NoticeChange::PutOff { notice, at }));
        Ok(self.0.store.write(Change::Together(more)).await?)
    }

    /// When a guest last gave a sign of life at a table, in seconds since 1970.
    async fn last_seen(&self, table: &Arc<TableHandle>, guest: &str) -> Result<i64, ServiceError> {
        self.look_who_was_seen(table).await?;
        let seen = self.0.seen.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(seen.get(&(table.id.clone(), guest.to_string())).copied().unwrap_or_default())
    }

    /// What a notice says as things stand; nothing if it is no longer so.
    async fn look_at(
        &self,
        row: &NoticeRow,
    ) -> Result<Option<(Arc<TableHandle>, Told)>, ServiceError> {
        if let Some(told) = self.company_notice(row).await? {
            let warnings = Vec::new();
            return Ok(told.map(|(table, notice)| (table, Told { notice, warnings })));
        }
        let table = match self.fresh(&row.table).await {
            Err(ServiceError::NotFound(_)) => return Ok(None),
            table => table?,
        };
        let state = self.read(&table).await?;
        let held = state.seats.get(row.seat.index());
        if held.is_none_or(|seat| seat.person() != row.person) {
            return Ok(None);
        }
        let told = catch_panic(&table.id, || self.told(&state, row))?;
        drop(state);
        Ok(told.map(|told| (table, told)))
    }

    fn told(&self, state: &TableState, row: &NoticeRow) -> Option<Told> {
        let (seat, now) = (row.seat, self.time());
        let asks = matches!(row.kind, Kind::YourTurn | Kind::Begun | Kind::Warning);
        let question = row.key.split(WARNING).next().unwrap_or_default();
        let game = state.game.as_deref();
        let awaits = game.is_some_and(|game| game.status().awaits(seat));
        if asks && !(awaits && is_same(&state.question(seat), question)) {
            return None;
        }
        if row.kind == Kind::Invitation && state.row.phase != Phase::Open {
            return None;
        }
        let agrees = |keeper: &Timekeeper| keeper.is_asked_to_agree(seat, now);
        if row.kind == Kind::Consent && !state.keeper.as_ref().is_some_and(agrees) {
            return None;
        }
        let deadline = state.keeper.as_ref().filter(|_| asks);
        let due = deadline.and_then(|keeper| keeper.deadline(seat)).map(|deadline| deadline.due);
        let happened = match row.kind {
            Kind::Over => state.row.ended.clone(),
            Kind::RanOut | Kind::Invitation | Kind::Consent => row.text.clone(),
            Kind::Warning => String::new(),
            _ => {
                let story = game.map(|game| since_last(state, game, seat)).unwrap_or_default();
                format!("{} {story}", row.text).trim().to_string()
            }
        };
        let asked = match (row.kind, game) {
            (Kind::Invitation, _) => {
                let rule = crate::pages::clock_rule(&state.row);
                format!("Your seat is kept: the game begins when all seats are taken. {rule}")
            }
            (Kind::Consent, _) => {
                "Agree or do not: in the table's menu, under Time. Otherwise nothing changes."
                    .into()
            }
            (_, Some(game)) if asks => {
                let prompt = game.scene(Viewer::Seat(seat)).prompt;
                prompt.map(|prompt| prompt.question).unwrap_or_default()
            }
            _ => String::new(),
        };
        let offered = self.0.games.find(&state.row.game).ok();
        let title = offered.map(|offered| offered.catalogue().title.clone());
        let notice = Notice {
            key: row.key.clone(),
            kind: row.kind,
            game: title.unwrap_or_else(|| state.row.game.clone()),
            table: called(&state.seats),
            link: format!("{}/t/{}", self.0.base_url, state.row.id),
            happened,
            asked,
            by: due,
            otherwise: due
                .map(|_| crate::tables::otherwise(&state.row.at_deadlines()))
                .unwrap_or_default(),
            made: now,
        };
        let warnings = deadline.map(|keeper| keeper.warnings(seat)).unwrap_or_default();
        Some(Told { notice, warnings })
    }
}

/// What a seat may know of what happened since it last decided, in a few lines.
fn since_last(state: &TableState, game: &dyn AnyMatch, seat: Seat) -> String {
    let viewer = Viewer::Seat(seat);
    let last = state.last_steps.get(seat.index()).copied().unwrap_or_default();
    let from = state.moments(game, viewer).number(last) + 1;
    let lines = frame::told(state, viewer, from).unwrap_or_default();
    let (mut told, mut letters) = (Vec::new(), 0);
    for line in lines.iter().rev().take(LINES) {
        letters += line.text.chars().count();
        if letters > LETTERS && !told.is_empty() {
            break;
        }
        told.push(line.text.trim().to_string());
    }
    if told.len() < lines.len() && !told.is_empty() {
        told.push("…".into());
    }
    told.reverse();
    told.join(" ").chars().take(2 * LETTERS).collect()
}

/// The warnings that are still to come of the question of a notice.
fn warnings(row: &NoticeRow, told: &Told, wishes: &Wishes, now: Timestamp) -> Vec<Change> {
    let (Some(due), false) = (told.notice.by, row.kind == Kind::Warning) else { return Vec::new() };
    let ahead = told.warnings.iter().filter(|warning| warning.at > now);
    let make = |warning: &Warning| {
        let key = format!("{}{WARNING}{}", row.key, warning.before.as_milliseconds());
        let at = wishes.warn_at(warning.at, due).max(now).as_millisecond();
        let warning =
            NoticeRow { key, kind: Kind::Warning, made: now.as_millisecond(), at, ..row.clone() };
        Change::Notice(NoticeChange::Made(Box::new(NoticeRow { text: String::new(), ..warning })))
    };
    ahead.map(make).collect()
}

/// When a warning is best told, and when the answer is due.
fn warned_at(row: &NoticeRow, told: &Told, wishes: &Wishes) -> Option<(Timestamp, Timestamp)> {
    let due = told.notice.by?;
    let before: u64 = row.key.rsplit(WARNING).next()?.parse().ok()?;
    let before = Length::milliseconds(before);
    Some((wishes.warn_at(before.before(due), due), due))
}

/// The change that ends a notice.
fn ending(row: NoticeRow, end: NoticeEnd, text: String) -> Change {
    Change::Notice(NoticeChange::Done { notice: Box::new(row), end, text })
}

/// By what a question to a seat is known to whoever sits there: their own decisions, and the moments of which they know.
fn question(table: &str, seat: Seat, turn: u64, moments: usize) -> String {
    format!("{table}/{seat}/{turn}.{moments}")
}

impl TableState {
    /// By what the question that a seat is asked now is known.
    fn question(&self, seat: Seat) -> String {
        let turn = self.turns.get(seat.index()).copied().unwrap_or_default();
        let game = self.game.as_deref();
        let moments = game.map_or(0, |game| self.moments(game, Viewer::Seat(seat)).count());
        question(&self.row.id, seat, turn, moments)
    }
}

/// What a table is called: by those who play there.
pub(super) fn called(seats: &[SeatRow]) -> String {
    let names: Vec<&str> =
        seats.iter().map(|seat| seat.name.as_str()).filter(|name| !name.is_empty()).collect();
    match names.as_slice() {
        [] => "a table".into(),
        [one] => (*one).into(),
        [some @ .., last] if names.len() <= NAMES => format!("{} and {last}", some.join(", ")),
        all => format!("{} and {} more", all[..NAMES - 1].join(", "), all.len() + 1 - NAMES),
    }
}

/// Whether a question is the one of a notice: moments go on while others answer too.
fn is_same(question: &str, key: &str) -> bool {
    let turn = |text: &str| text.rsplit_once('.').map(|(turn, _)| turn.to_string());
    turn(question) == turn(key)
}
