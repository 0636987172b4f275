//! Guests: what they are called, and two guests who turn out to be one person.

use super::replay::overseers_of;
use super::seats::{check_one_pair_of_eyes, unique_name};
use super::{SeatInvitation, TableHandle, Tables};
use crate::error::ServiceError;
use crate::identity::Guest;
use crate::store::{Change, Phase, SeatKind, SeatRow, StoreError};
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use table::Seat;
use tokio::sync::OwnedRwLockReadGuard;

/// How often a guest is called otherwise at a table that others change at the same time.
const RENAMED_ANEW: usize = 12;

/// How often two guests are judged anew who become one while others give them something.
const BECOMING_ANEW: usize = 12;

/// Two guests who may become one, with the versions that they have before it is judged.
pub(super) struct Pair {
    /// The one who becomes the other.
    pub(super) from: String,
    /// The other.
    pub(super) to: String,
    versions: (i64, i64),
}

/// A guest who becomes nobody else as long as this is kept.
pub(super) struct SettledGuest {
    /// Their id.
    pub(super) id: String,
    _kept: OwnedRwLockReadGuard<()>,
}

impl Tables {
    /// Whom a cookie belongs to: whoever opened the link of another device is the guest of both from then on.
    pub fn who_is(&self, guest: Guest) -> Guest {
        let joined = self.0.joined.read().unwrap_or_else(PoisonError::into_inner);
        match joined.get(&guest.id) {
            Some(id) => Guest { id: id.clone(), ..guest },
            None => guest,
        }
    }

    /// Takes over which guests have become others, as the store has it. Whoever leads to another who has become another is
    /// that last one; of those who lead to each other in a circle, as an older version could leave them, all are the first.
    pub fn remember_joined(&self, known: Vec<(String, String)>) {
        let known: HashMap<String, String> = known.into_iter().collect();
        let last = |guest: &String| -> String {
            let mut met = vec![guest];
            while let Some(next) = met.last().and_then(|last| known.get(*last)) {
                match met.iter().position(|one| *one == next) {
                    Some(place) => return met.drain(place..).min().unwrap_or(guest).clone(),
                    None => met.push(next),
                }
            }
            met.pop().unwrap_or(guest).clone()
        };
        let joined = known.keys().map(|guest| (guest.clone(), last(guest)));
        let joined = joined.filter(|(guest, becomes)| guest != becomes).collect();
        *self.0.joined.write().unwrap_or_else(PoisonError::into_inner) = joined;
    }

    /// Who a guest is, and remains at this server as long as this is kept: nobody becomes another meanwhile. Whatever gives a
    /// guest something asks here first, since the cookie of a request may have meant another when it came. Other servers are
    /// fenced by the versions of guests.
    pub(super) async fn settled(&self, guest: &str) -> SettledGuest {
        let kept = self.0.becoming.clone().read_owned().await;
        let joined = self.0.joined.read().unwrap_or_else(PoisonError::into_inner);
        let id = joined.get(guest).map_or(guest, String::as_str).to_string();
        SettledGuest { id, _kept: kept }
    }

    /// Makes a guest and whoever holds the seat of a private link one person: everything that either has belongs to
    /// the other, on every device. Gives the id of both. Of those who have a passkey or a code nobody becomes another by a link,
    /// nor another them: a link is passed on more easily than either, and whoever sent it would be both.
    pub async fn join_guests(&self, guest: &Guest, link: &str) -> Result<String, ServiceError> {
        // At this server nobody sits down, opens a table, leaves or comes back until it is done.
        let _alone = self.0.becoming.clone().write_owned().await;
        self.becoming(|| self.join_by_link(&guest.id, link)).await
    }

    async fn join_by_link(&self, guest: &str, link: &str) -> Result<String, ServiceError> {
        let pair = self.pair(guest, &self.holder_by(link).await?).await?;
        if pair.from == pair.to {
            return Ok(pair.to);
        }
        // From here on their versions tell of whatever else happens to either.
        if self.holder_by(link).await? != pair.to {
            return Err(ServiceError::Stale("The seat has just become another's.".into()));
        }
        if self.is_somebody(&pair.to).await? {
            let why = "Whoever has this seat goes on elsewhere by signing in, with a passkey or the code on paper: \
                       their links make nobody them.";
            return Err(ServiceError::Forbidden(why.into()));
        }
        if self.is_somebody(&pair.from).await? {
            let why = "This seat is another guest's, and you have a passkey or a code on paper: whoever has this guest's browser would be \
                       you. If it is yours too, sign in there, and take its seats along. To go on as this guest here, sign out \
                       first, or open the link in another browser.";
            return Err(ServiceError::Forbidden(why.into()));
        }
        self.become_one(&pair, Vec::new()).await?;
        Ok(pair.to)
    }

    /// Who holds the seat of a private link.
    async fn holder_by(&self, link: &str) -> Result<String, ServiceError> {
        match self.claim(link).await? {
            SeatInvitation::Held { holder, .. } => Ok(holder),
            SeatInvitation::Free { .. } => {
                Err(ServiceError::Stale("The seat has just become free.".into()))
            }
        }
    }

    /// Two guests as they are now, who may become one.
    pub(super) async fn pair(&self, from: &str, to: &str) -> Result<Pair, ServiceError> {
        let now = |id: &str| self.who_is(Guest::of_id(id)).id;
        let (from, to) = (now(from), now(to));
        let store = &self.0.store;
        let versions = (store.guest_version(&from).await?, store.guest_version(&to).await?);
        Ok(Pair { from, to, versions })
    }

    /// Makes two guests one, once more where one of them was given something meanwhile, or has become another's: it is
    /// judged anew then.
    pub(super) async fn becoming<T, F: Future<Output = Result<T, ServiceError>>>(
        &self,
        mut attempt: impl FnMut() -> F,
    ) -> Result<T, ServiceError> {
        for _ in 1..BECOMING_ANEW {
            match attempt().await {
                Err(ServiceError::Stale(_)) => self.look_at_people().await?,
                done => return done,
            }
        }
        attempt().await
    }

    /// Makes the first guest of a pair the second, with other changes that belong to it, while nobody is given anything. A
    /// referee and a player of one table never become one.
    pub(super) async fn become_one(
        &self,
        pair: &Pair,
        with: Vec<Change>,
    ) -> Result<(), ServiceError> {
        let store = &self.0.store;
        let Pair { from, to, versions } = pair;
        let theirs = store.tables_with(from).await?;
        self.check_one_person(from, to).await?;
        let joined = Change::Joined { from: from.clone(), to: to.clone(), versions: *versions };
        store.write(Change::Together([vec![joined], with].concat())).await?;
        self.note_joined(from, to);
        self.read_anew(&theirs).await;
        // What was said of the first is said of both.
        self.look_at_own_changes().await
    }

    /// Reads those of some tables anew that are in memory, since something of them was changed in the store.
    pub(super) async fn read_anew(&self, tables: &[String]) {
        for table in self.loaded_among(tables) {
            let newer = table.held.load(Ordering::SeqCst) + 1;
            table.newest.fetch_max(newer, Ordering::SeqCst);
            // It is stored; whoever looks there next reads it, if it cannot be read now.
            let _ = self.read(&table).await;
        }
    }

    /// Refuses that a referee and a player of one table become one person, and so whoever else sees there what is hidden
    /// from others; and those whose contests would end otherwise by it.
    pub(super) async fn check_one_person(
        &self,
        one: &str,
        other: &str,
    ) -> Result<(), ServiceError> {
        if one == other {
            return Ok(());
        }
        let store = &self.0.store;
        if store.referees_among(one, other).await? {
            let why = "One of you is the referee of a table at which the other plays or has a seat: you cannot \
                       become one person.";
            return Err(ServiceError::Forbidden(why.into()));
        }
        let theirs = store.tables_with(one).await?;
        for table in store.tables_with(other).await?.iter().filter(|table| theirs.contains(table)) {
            self.check_eyes_of_both(table, one, other).await?;
        }
        self.check_contests_of_both(one, other).await
    }

    /// Refuses to make one person of two where the result of a contest would follow from it: while one of them plays a rated
    /// game and the other has ever played one, or while both are in a cup.
    async fn check_contests_of_both(&self, one: &str, other: &str) -> Result<(), ServiceError> {
        let plays = (self.plays_rated(one).await?, self.plays_rated(other).await?);
        let has_played = |person| async move {
            Ok::<_, StoreError>(!self.0.store.ratings_of(person).await?.is_empty())
        };
        let decides =
            plays.0 && (plays.1 || has_played(other).await?) || plays.1 && has_played(one).await?;
        if decides {
            let why = "One of you plays a rated game, and the other has played some too: you can become one person when it is \
                       over, or go on here without signing in.";
            return Err(ServiceError::Forbidden(why.into()));
        }
        let theirs = self.0.store.cups_of(one, u32::MAX).await?;
        for cup in self.0.store.cups_of(other, u32::MAX).await? {
            let both = cup.state != "over" && theirs.iter().any(|row| row.id == cup.id);
            if both && self.cup(&cup.id).await?.has_both(one, other) {
                let why = format!(
                    "You have both entered the cup {}: leave it with one of you first.",
                    cup.name
                );
                return Err(ServiceError::Forbidden(why));
            }
        }
        Ok(())
    }

    /// Whether somebody has a seat at a rated table whose game is not over.
    async fn plays_rated(&self, person: &str) -> Result<bool, ServiceError> {
        for id in self.0.store.running_tables_of(person).await? {
            let table = self.0.store.table(&id).await;
            let Ok(Some((row, seats))) = table else { continue };
            if row.rated && seats.iter().any(|seat| seat.person() == person) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Refuses to make one person of two of whom one has a seat that sees what is hidden from others, at a table where
    /// the other has one too, or where one is kept for either.
    async fn check_eyes_of_both(
        &self,
        table: &str,
        one: &str,
        other: &str,
    ) -> Result<(), ServiceError> {
        let (row, seats) = match self.0.store.table(table).await {
            Ok(Some(found)) => found,
            // Nobody sees anything there.
            Ok(None) | Err(StoreError::Damaged(_)) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        if row.phase == Phase::Over {
            return Ok(());
        }
        let theirs = |seat: &&SeatRow| {
            let who = [&seat.holder, &seat.away];
            who.iter().any(|who| *who == one || *who == other)
        };
        let held: Vec<Seat> = seats.iter().filter(theirs).map(|seat| seat.seat).collect();
        let overseers = overseers_of(&self.0.games, &row, &seats)?;
        check_one_pair_of_eyes(&overseers, &held).map_err(|_| {
            let why = "One of you sees what is hidden from others at a table at which the other plays or has a \
                       seat: you cannot become one person.";
            ServiceError::Forbidden(why.into())
        })
    }

    /// Notes that a guest has become another, as the store has it.
    pub(super) fn note_joined(&self, from: &str, to: &str) {
        let mut joined = self.0.joined.write().unwrap_or_else(PoisonError::into_inner);
        for becomes in joined.values_mut().filter(|becomes| *becomes == from) {
            *becomes = to.to_string();
        }
        joined.insert(from.to_string(), to.to_string());
    }

    /// Of these tables those in memory, by id.
    fn loaded_among(&self, ids: &[String]) -> Vec<Arc<TableHandle>> {
        let loaded = self.0.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tables: Vec<_> = ids.iter().filter_map(|id| loaded.get(id).cloned()).collect();
        tables.sort_unstable_by(|one, other| one.id.cmp(&other.id));
        tables.dedup_by(|one, other| one.id == other.id);
        tables
    }

    /// Stores what a guest calls themselves. Tables whose game has not started call them so; in a game that is on one keeps
    /// the name with which one began, so that neither story nor record are rewritten. Only whoever had said no name yet
    /// is called by it there too, and everybody is told.
    pub async fn rename_guest(&self, guest: &Guest, name: &str) -> Result<(), ServiceError> {
        let before = self.0.store.guest_name(&guest.id).await?;
        let before = before.unwrap_or_else(|| guest.default_name());
        if before != name {
            self.check_may_talk(&guest.id)?;
        }
        {
            let who = self.settled(&guest.id).await;
            let (id, at) = (who.id.clone(), self.now());
            let change = Change::Guest { id, name: name.to_string(), at };
            self.0.store.write(change).await?;
        }
        if guest.new || before == name {
            return Ok(());
        }
        self.rename_everywhere(&guest.id, Some(&before), name).await
    }

    /// Calls a guest otherwise at tables that are not over: where they have the name of before, or whatever they are called.
    pub(super) async fn rename_everywhere(
        &self,
        guest: &str,
        before: Option<&str>,
        name: &str,
    ) -> Result<(), ServiceError> {
        for id in self.0.store.running_tables_of(guest).await? {
            let table = self.handle(&id);
            let mut renamed = self.rename_at(&table, guest, before, name).await;
            // It reads what is stored: whoever was faster is known to it the next time.
            for _ in 1..RENAMED_ANEW {
                match renamed {
                    Err(ServiceError::Stale(_)) if self.is_shared() => {
                        renamed = self.rename_at(&table, guest, before, name).await;
                    }
                    _ => break,
                }
            }
            renamed?;
        }
        Ok(())
    }

    /// Renames a guest at a table. A seat that was given a name of its own keeps it. A table that nobody looks at is
    /// not set up for it.
    async fn rename_at(
        &self,
        table: &Arc<TableHandle>,
        guest: &str,
        before: Option<&str>,
        name: &str,
    ) -> Result<(), ServiceError> {
        let id = table.id.as_str();
        let mut guard = table.state.clone().write_owned().await;
        let Some((row, mut seats)) = self.0.store.table(id).await? else { return Ok(()) };
        let started = row.phase != Phase::Open;
        let first = before.is_none_or(|before| Guest::of_id(guest).default_name() == before);
        if started && !first {
            return Ok(());
        }
        let mut changes = Vec::new();
        for place in 0..seats.len() {
            let Some(seat) = seats.get(place).filter(|seat| {
                let sits = seat.kind == SeatKind::Person && seat.holder == guest;
                // Whoever is gone for good is not named where they have left either.
                let left = seat.kind == SeatKind::Left && seat.away == guest && before.is_none();
                left && !is_numbered(&seat.name, name)
                    || sits && before.is_none_or(|before| is_numbered(&seat.name, before))
            }) else {
                continue;
            };
            // Where the new name looks like that of another player the old one stays.
            let Ok(unique) = unique_name(name, &seats, seat.seat, &row.referee_name) else {
                continue;
            };
            let seat = SeatRow { name: unique, ..seat.clone() };
            let (table, bot_turn) = (id.to_string(), row.bot_turn);
            let version = row.version + changes.len() as i64;
            changes.push(Change::Seat { table, version, seat: Box::new(seat.clone()), bot_turn });
            if let Some(known) = seats.get_mut(place) {
                *known = seat;
            }
        }
        if changes.is_empty() {
            return Ok(());
        }
        let written = self.0.store.write(Change::Together(changes)).await;
        if let Some(state) = guard.as_mut() {
            // The match knows its players by name, and its story is told anew.
            state.needs_reload = true;
            table.notify(state);
        }
        written?;
        drop(guard);
        if let Some(before) = before.filter(|_| started) {
            self.announce(table, before, &format!("(is called {name} from now on)")).await;
        }
        Ok(())
    }
}

/// Whether a name at a table is that of a guest, or that with a number behind it.
fn is_numbered(name: &str, guest: &str) -> bool {
    name.strip_prefix(guest).is_some_and(|rest| {
        rest.is_empty()
            || rest.strip_prefix(' ').is_some_and(|number| number.parse::<u16>().is_ok())
    })
}
