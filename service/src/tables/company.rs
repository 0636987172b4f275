//! People among people: friends, blocks, invitations, reports.
//!
//! Nobody is pointed at by their id, which only the server knows: a person is somebody at a table, whoever said a line there,
//! whoever has a link, or a row in one's own list. Whoever is blocked is not told: what they ask is kept as if it had been heard.

use super::{TableHandle, TableState, Tables};
use crate::error::ServiceError;
use crate::identity::Guest;
use crate::secret;
use crate::store::{
    BlockRow, Bond, Change, CompanyChange, FriendRow, NoticeChange, NoticeRow, Phase, ReportRow,
    SeatKind, SeatRow, StoreError, TalkRow,
};
use ::clock::Timestamp;
use notice::{Kind, Notice};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError};
use table::Seat;
use table::wording::readable_line;

const DAY: i64 = 24 * 60 * 60;

/// How many people somebody may know: friends, and those whom they have asked.
const KNOWN: usize = 300;

/// How many somebody may block, or not hear at tables.
const BLOCKED: usize = 500;

/// How many a host may invite in a day, how often one person, and how many to one table.
const INVITED_A_DAY: i64 = 40;
const INVITED_ONE_A_DAY: i64 = 5;
const INVITED_TO_ONE: usize = 30;

/// How many lines of talk go with a report, and how many letters somebody may add.
const REPORTED_LINES: usize = 60;
const REPORTED_LETTERS: usize = 1000;

/// What stands behind the table in the keys of these notices.
const INVITATION: &str = "/invitation";
const DECLINED: &str = "/declined/";
pub(super) const MATCHED: &str = "/partners";

/// Why somebody is reported: the word, and how it is said.
pub const REASONS: [(&str, &str); 5] = [
    ("insult", "Insults or threats"),
    ("spam", "Advertising, or the same again and again"),
    ("name", "A name that offends"),
    ("unfair", "Unfair play"),
    ("other", "Something else"),
];

/// Who blocks whom, or does not hear them at a table, as the store has it: by who does.
#[derive(Default)]
pub struct KnownBlocks(std::sync::RwLock<HashMap<String, Vec<(String, String)>>>);

impl KnownBlocks {
    fn any(&self, person: &str, wanted: impl Fn(&(String, String)) -> bool) -> bool {
        let blocks = self.0.read().unwrap_or_else(PoisonError::into_inner);
        !blocks.is_empty() && blocks.get(person).is_some_and(|all| all.iter().any(wanted))
    }
}

/// What is said to whoever may not sit at a table, whatever the reason.
fn not_here() -> ServiceError {
    ServiceError::Forbidden("You cannot take a seat at this table. The lobby has others.".into())
}

/// Why somebody who is no friend is not invited.
pub const ONLY_FRIENDS: &str =
    "You invite friends by name: others get a link, or find the table in the lobby.";

fn nobody() -> ServiceError {
    ServiceError::NotFound("such person".into())
}

impl Tables {
    /// Takes over who blocks whom, as the store has it.
    pub fn remember_blocks(&self, all: Vec<(String, String, String)>) {
        let mut blocks: HashMap<String, Vec<(String, String)>> = HashMap::new();
        for (person, other, table) in all {
            blocks.entry(person).or_default().push((other, table));
        }
        *self.0.blocks.0.write().unwrap_or_else(PoisonError::into_inner) = blocks;
    }

    /// Whether somebody blocks another.
    pub fn blocks(&self, person: &str, other: &str) -> bool {
        self.0.blocks.any(person, |(whom, table)| whom == other && table.is_empty())
    }

    /// Whether one of two blocks the other.
    pub fn are_apart(&self, one: &str, other: &str) -> bool {
        self.blocks(one, other) || self.blocks(other, one)
    }

    /// Whether somebody wants to hear what another says at a table.
    pub fn hears(&self, person: &str, speaker: &str, at: &str) -> bool {
        if speaker.is_empty() || !self.0.blocks.any(person, |_| true) {
            return true;
        }
        let speaker = self.now_called(speaker);
        !self
            .0
            .blocks
            .any(person, |(whom, table)| *whom == speaker && (table.is_empty() || table == at))
    }

    /// Refuses a seat at a table to whoever its host blocks.
    pub(super) fn check_welcome(&self, host: &str, guest: &str) -> Result<(), ServiceError> {
        if self.blocks(host, guest) { Err(not_here()) } else { Ok(()) }
    }

    /// Whoever somebody is now.
    fn now_called(&self, id: &str) -> String {
        self.who_is(Guest::of_id(id)).id
    }

    /// Asks somebody to be a friend; gives how one stands to them then.
    pub async fn ask_to_be_friends(&self, guest: &str, other: &str) -> Result<Bond, ServiceError> {
        let who = self.settled(guest).await;
        let (person, other) = (who.id.clone(), self.now_called(other));
        if person == other {
            return Err(ServiceError::BadRequest("That is you.".into()));
        }
        if self.blocks(&person, &other) {
            let why = "You block them: end that first, under Friends.";
            return Err(ServiceError::Forbidden(why.into()));
        }
        let store = &self.0.store;
        let known = store.friends(&person).await?;
        if known.len() >= KNOWN && known.iter().all(|row| row.other != other) {
            let why = format!("You know {KNOWN} people here already: end some of it first.");
            return Err(ServiceError::Forbidden(why));
        }
        let change = CompanyChange::Asked {
            person: person.clone(),
            other: other.clone(),
            ids: [secret::random_token(16)?, secret::random_token(16)?],
            at: self.now(),
            heard: !self.blocks(&other, &person),
        };
        store.write_company(change).await?;
        Ok(store.bond(&person, &other).await?.unwrap_or(Bond::Asked))
    }

    /// Answers somebody who asks to be a friend. A no is not told.
    pub async fn answer_friend(
        &self,
        guest: &str,
        other: &str,
        yes: bool,
    ) -> Result<(), ServiceError> {
        let who = self.settled(guest).await;
        let (person, other) = (who.id.clone(), self.now_called(other));
        let change = CompanyChange::Answered { person, other, yes };
        self.0.store.write_company(change).await.map_err(|error| match error {
            StoreError::Taken => ServiceError::Stale("They do not ask you any more.".into()),
            error => error.into(),
        })
    }

    /// Ends a friendship, or takes back that one asked.
    pub async fn end_friendship(&self, guest: &str, other: &str) -> Result<(), ServiceError> {
        let who = self.settled(guest).await;
        let (person, other) = (who.id.clone(), self.now_called(other));
        let change = CompanyChange::Ended { person, other };
        self.0.store.write_company(change).await.map_err(|error| match error {
            StoreError::Taken => ServiceError::Stale("That has ended already.".into()),
            error => error.into(),
        })
    }

    /// Of those whom somebody knows the one of that id.
    pub async fn known_to(&self, guest: &str, id: &str) -> Result<FriendRow, ServiceError> {
        let known = self.0.store.friends(guest).await?;
        known.into_iter().find(|row| row.id == id).ok_or_else(nobody)
    }

    /// A new code for the link by which somebody can be asked, in place of the one before; or none any more.
    pub async fn set_friend_code(&self, guest: &str, wanted: bool) -> Result<(), ServiceError> {
        let who = self.settled(guest).await;
        let code = if wanted { secret::random_token(20)? } else { String::new() };
        let change = CompanyChange::Code { person: who.id.clone(), code };
        Ok(self.0.store.write_company(change).await?)
    }

    /// Blocks somebody, or hears nothing of them at a table.
    pub async fn block(
        &self,
        guest: &str,
        (other, name): (&str, &str),
        table: &str,
    ) -> Result<(), ServiceError> {
        let who = self.settled(guest).await;
        let (person, other) = (who.id.clone(), self.now_called(other));
        if person == other {
            return Err(ServiceError::BadRequest("That is you.".into()));
        }
        if self.0.store.blocks_of(&person).await?.len() >= BLOCKED {
            let why = format!("You block {BLOCKED} people already: end some of it first.");
            return Err(ServiceError::Forbidden(why));
        }
        let row = BlockRow {
            id: secret::random_token(16)?,
            other,
            table: table.into(),
            name: name.into(),
            made: self.now(),
        };
        self.0.store.write_company(CompanyChange::Blocked { person, row }).await?;
        self.look_at_own_changes().await
    }

    /// Ends that, by what it is known in one's own list.
    pub async fn unblock(&self, guest: &str, id: &str) -> Result<(), ServiceError> {
        let change = CompanyChange::Unblocked { person: guest.into(), id: id.into() };
        self.0.store.write_company(change).await.map_err(|error| match error {
            StoreError::Taken => ServiceError::Stale("That has ended already.".into()),
            error => error.into(),
        })?;
        self.look_at_own_changes().await
    }

    /// Shows a table that waits for players in the lobby, or not any more: its host may.
    pub async fn list_table(
        &self,
        table: &Arc<TableHandle>,
        guest: &str,
        listed: bool,
    ) -> Result<(), ServiceError> {
        let mut state = self.write(table).await?;
        check_host(&state, guest)?;
        if state.row.listed == listed {
            return Ok(());
        }
        let (id, version) = (table.id.clone(), state.row.version);
        let change = CompanyChange::Listed { table: id, listed, version };
        self.keep(&mut state, Change::Company(change)).await?;
        state.row.version += 1;
        state.row.listed = listed;
        table.notify(&mut state);
        Ok(())
    }

    /// Invites a friend to a table that waits for players: its host may, and not too often.
    pub async fn invite(
        &self,
        table: &Arc<TableHandle>,
        guest: &str,
        friend: &str,
    ) -> Result<(), ServiceError> {
        let who = self.settled(guest).await;
        let host = who.id.as_str();
        let known = self.known_to(host, friend).await?;
        let no = |why: &str| Err(ServiceError::Forbidden(why.into()));
        if known.bond != Bond::Friends || self.are_apart(host, &known.other) {
            return no(ONLY_FRIENDS);
        }
        let host_name = {
            let state = self.read(table).await?;
            check_host(&state, host)?;
            if !state.seats.iter().any(|seat| is_free(&seat)) {
                return Err(ServiceError::Stale("No seat is free any more.".into()));
            }
            if !state.seats_of(&known.other).is_empty() || state.row.referee == known.other {
                return Err(ServiceError::Stale("They are at the table already.".into()));
            }
            let seated = state.seats.iter().find(|seat| seat.holder == host);
            seated.map(|seat| seat.name.clone())
        };
        let store = &self.0.store;
        let (all, of_one) = store.invited_since(host, &known.other, self.now() - DAY).await?;
        if all >= INVITED_A_DAY || of_one >= INVITED_ONE_A_DAY {
            return no(
                "You have invited so many today that no more invitations go out before tomorrow.",
            );
        }
        if store.invitations_at(&table.id).await?.len() >= INVITED_TO_ONE {
            return no("So many are invited to this table that no more can be.");
        }
        let host_name = match host_name {
            Some(name) => name,
            None => self.name_of(host).await?,
        };
        let (id, at) = (table.id.clone(), self.now());
        let key = format!("{id}{INVITATION}");
        let made = self.time().as_millisecond();
        let notice = NoticeRow::new(&known.other, key, &id, Seat(0), Kind::Invitation, made);
        let notice = NoticeRow { text: format!("{host_name} invites you."), ..notice };
        let invited =
            CompanyChange::Invited { table: id, person: known.other, host: host.into(), at };
        let changes =
            vec![Change::Company(invited), Change::Notice(NoticeChange::Made(Box::new(notice)))];
        store.write(Change::Together(changes)).await.map_err(|error| match error {
            StoreError::Taken => ServiceError::Stale("They are invited, or have declined.".into()),
            error => error.into(),
        })
    }

    /// Takes an invitation back, by the row of the friend in the host's list.
    pub async fn take_back_invitation(
        &self,
        table: &Arc<TableHandle>,
        guest: &str,
        friend: &str,
    ) -> Result<(), ServiceError> {
        {
            let state = self.read(table).await?;
            check_host(&state, guest)?;
        }
        let known = self.known_to(guest, friend).await?;
        self.end_invitation(table, &known.other, false, Vec::new()).await
    }

    /// Declines an invitation, which its host is told.
    pub async fn decline(
        &self,
        table: &Arc<TableHandle>,
        guest: &Guest,
    ) -> Result<(), ServiceError> {
        let host = self.read(table).await?.row.host.clone();
        let (id, now) = (&table.id, self.time().as_millisecond());
        let name = self.name_of(&guest.id).await?;
        let key = format!("{id}{DECLINED}{name}");
        let notice = NoticeRow::new(&host, key, id, Seat(0), Kind::Talk, now);
        let notice = NoticeRow { text: format!("{name} cannot come."), ..notice };
        let told = vec![Change::Notice(NoticeChange::Made(Box::new(notice)))];
        self.end_invitation(table, &guest.id, true, told).await
    }

    async fn end_invitation(
        &self,
        table: &Arc<TableHandle>,
        person: &str,
        declined: bool,
        mut with: Vec<Change>,
    ) -> Result<(), ServiceError> {
        let (id, person) = (table.id.clone(), person.to_string());
        let ended = CompanyChange::InvitationEnded { table: id, person, declined };
        with.insert(0, Change::Company(ended));
        self.0.store.write(Change::Together(with)).await.map_err(|error| match error {
            StoreError::Taken => {
                ServiceError::Stale("There is no such invitation any more.".into())
            }
            error => error.into(),
        })
    }

    /// Whether somebody is invited to a table, and can still take a seat; by whom.
    pub async fn invited_by(
        &self,
        table: &str,
        guest: &str,
    ) -> Result<Option<String>, ServiceError> {
        let all = self.0.store.invitations_to(guest).await?;
        let host = all.into_iter().find(|row| row.table == table).map(|row| row.host);
        Ok(host.filter(|host| !self.are_apart(host, guest)))
    }

    /// Sits somebody down who is invited, in the first seat that is free.
    pub async fn accept_invitation(
        &self,
        table: &Arc<TableHandle>,
        guest: &str,
        name: &str,
        brought: Option<[u8; 32]>,
    ) -> Result<(), ServiceError> {
        let gone = || ServiceError::Stale("There is no such invitation any more.".into());
        self.invited_by(&table.id, guest).await?.ok_or_else(gone)?;
        let mut tried: Vec<Seat> = Vec::new();
        loop {
            let free = {
                let state = self.read(table).await?;
                let mut free: Vec<&SeatRow> = state.seats.iter().filter(is_free).collect();
                free.sort_by_key(|seat| seat.kind != SeatKind::Open);
                let first = free.into_iter().find(|seat| !tried.contains(&seat.seat));
                first.map(|seat| (seat.seat, seat.link.clone()))
            };
            let (seat, link) = free.ok_or_else(gone)?;
            match self.join(table, seat, Some(&link), guest, name, brought).await {
                // Somebody else was faster, or it is no seat for them: the next.
                Err(ServiceError::Stale(_)) if tried.len() < 8 => tried.push(seat),
                done => return done,
            }
        }
    }

    /// What somebody is called.
    pub(super) async fn name_of(&self, person: &str) -> Result<String, ServiceError> {
        let name = self.0.store.guest_name(person).await?;
        Ok(name.unwrap_or_else(|| Guest::of_id(person).default_name()))
    }

    /// Tells whoever runs the house of somebody, with the talk of a table that one can see.
    pub async fn report_person(
        &self,
        guest: &str,
        (other, name): (&str, &str),
        table: Option<&Arc<TableHandle>>,
        (reason, words): (&str, &str),
    ) -> Result<(), ServiceError> {
        if !REASONS.iter().any(|(word, _)| *word == reason) {
            let known = REASONS.map(|(word, _)| word).join(", ");
            let why = format!("`{reason}` is no reason: say one of {known}.");
            return Err(ServiceError::BadRequest(why));
        }
        let words = readable_line(words.trim());
        if words.chars().count() > REPORTED_LETTERS {
            let why = format!("At most {REPORTED_LETTERS} letters: say what matters.");
            return Err(ServiceError::BadRequest(why));
        }
        let other = self.now_called(other);
        if guest == other {
            return Err(ServiceError::BadRequest("That is you.".into()));
        }
        let lines = match table {
            Some(table) => {
                let state = self.read(table).await?;
                // Also what one has hidden since: it was heard, or could have been.
                let said = |line: &TalkRow| format!("{}: {}", line.name, line.text);
                let talk = state.talk.iter().map(|line| (line.number, 0, said(line)));
                let alone = self.whispers_for(&state, guest).into_iter().map(|(place, line)| {
                    let said = format!("{} (to {} alone): {}", line.name, line.to_name, line.text);
                    (place.after, place.alone, said)
                });
                let mut lines: Vec<(i64, usize, String)> = talk.chain(alone).collect();
                lines.sort();
                let from = lines.len().saturating_sub(REPORTED_LINES);
                lines.into_iter().skip(from).map(|(.., said)| said).collect::<Vec<_>>().join("\n")
            }
            None => String::new(),
        };
        let row = ReportRow {
            id: secret::random_token(10)?,
            reporter: guest.into(),
            reported: other,
            name: name.into(),
            table: table.map(|table| table.id.clone()).unwrap_or_default(),
            reason: reason.into(),
            words,
            lines,
            made: self.now(),
            ..ReportRow::default()
        };
        tracing::info!(report = row.id, reason, "somebody is reported");
        Ok(self.0.store.write_company(CompanyChange::Reported(Box::new(row))).await?)
    }

    /// Forgets seeks that have ended, and invitations of tables that are not open any more.
    pub async fn forget_company(&self) -> Result<(), ServiceError> {
        let now = self.now();
        let change = CompanyChange::Forgotten { now, before: now - DAY };
        Ok(self.0.store.write_company(change).await?)
    }

    /// What such a notice says as things stand; nothing if it is no longer so. `None` for notices of other kinds.
    pub(super) async fn company_notice(
        &self,
        row: &NoticeRow,
    ) -> Result<Option<Option<(Arc<TableHandle>, Notice)>>, ServiceError> {
        let end = row.key.strip_prefix(row.table.as_str()).unwrap_or_default();
        let (invited, matched) = (end == INVITATION, end == MATCHED);
        if !invited && !matched && !end.starts_with(DECLINED) {
            return Ok(None);
        }
        let table = match self.fresh(&row.table).await {
            Err(ServiceError::NotFound(_)) => return Ok(Some(None)),
            table => table?,
        };
        let still = match invited {
            true => self.invited_by(&row.table, &row.person).await?.is_some(),
            false => true,
        };
        let state = self.read(&table).await?;
        let phase = if matched { Phase::Playing } else { Phase::Open };
        if !still || state.row.phase != phase {
            return Ok(Some(None));
        }
        let asked = match invited {
            true => format!("{} Take a seat, or decline.", crate::pages::clock_rule(&state.row)),
            false => String::new(),
        };
        let notice = self.plain_notice(&state, row, asked, self.time());
        drop(state);
        Ok(Some(Some((table, notice))))
    }

    fn plain_notice(
        &self,
        state: &TableState,
        row: &NoticeRow,
        asked: String,
        made: Timestamp,
    ) -> Notice {
        let offered = self.0.games.find(&state.row.game).ok();
        let title = offered.map(|offered| offered.catalogue().title.clone());
        Notice {
            key: row.key.clone(),
            kind: row.kind,
            game: title.unwrap_or_else(|| state.row.game.clone()),
            table: super::notices::called(&state.seats),
            link: format!("{}/t/{}", self.0.base_url, state.row.id),
            happened: row.text.clone(),
            asked,
            by: None,
            otherwise: String::new(),
            made,
        }
    }
}

/// Whether a notice invites somebody to take a seat.
#[cfg(feature = "mail")]
pub(super) fn invites(row: &NoticeRow) -> bool {
    row.key.strip_prefix(row.table.as_str()) == Some(INVITATION)
}

/// Whether nobody sits in a seat yet.
fn is_free(seat: &&SeatRow) -> bool {
    matches!(seat.kind, SeatKind::Open | SeatKind::Link)
}

/// Refuses what only the host of a table does before its game has begun.
fn check_host(state: &TableState, guest: &str) -> Result<(), ServiceError> {
    if state.row.host != guest {
        return Err(ServiceError::Forbidden("Only the host of a table does that.".into()));
    }
    match state.row.phase {
        Phase::Open => Ok(()),
        _ => Err(ServiceError::Stale("The game has already started.".into())),
    }
}
