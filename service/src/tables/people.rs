//! People: which cookies count, who signs in where, and what whoever runs the house has said of somebody.

use super::{Tables, catch_panic};
use crate::error::ServiceError;
use crate::fence;
use crate::identity::{self, Badge, Guest, NOBODYS_NAME};
use crate::secret;
use crate::settings::Settings;
use crate::store::{
    Change, CompanyChange, DeviceRow, NoticeChange, PersonChange, PersonRow, Phase, StoreError,
};
use axum::http::HeaderMap;
use sha2::{Digest, Sha256};
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;
use table::{AnyMatch, Seat};
use tokio::sync::watch;

/// Times are kept to the hour: nobody needs to know more of when somebody was where.
const HOUR: i64 = 60 * 60;

/// For how long what somebody asked for may still be under way when their cookie ends.
const UNDER_WAY: Duration = Duration::from_millis(700);

const DAY: i64 = 24 * HOUR;

/// Of so many browsers it is known that they were noted in this hour.
const NOTED: usize = 20_000;

/// How many browsers are kept of a person: of more the one that was not seen for the longest time is forgotten.
const DEVICES: usize = 40;

/// How often somebody is forgotten anew who is given something while that is done.
const FORGOTTEN_ANEW: usize = 12;

/// How often something is judged anew of somebody who is given something while that is done.
const JUDGED_ANEW: usize = 24;

/// How many letters a recovery code has, five bits each.
const CODE_LETTERS: usize = 20;

/// How many letters the code has by which a program becomes somebody's, five bits each: it counts for minutes, and those who
/// try others are slowed down.
const PAIRING_LETTERS: usize = 12;

/// How long that code counts, in seconds.
const PAIRING_PATIENCE: i64 = 10 * 60;

/// Of whom it is asked, where anybody may answer who has the code.
const PAIRING: &str = "pairing";

/// What is known of people beyond who has become whom, as the store has it.
#[derive(Default)]
pub struct KnownPeople {
    /// Cookies that count no more: by device, or by the id that they bear.
    ended: RwLock<HashSet<String>>,
    /// Those who may do less than others.
    barred: RwLock<HashMap<String, PersonRow>>,
    /// Rises whenever something of this changes, for those who follow a table.
    changes: watch::Sender<u64>,
    /// The browsers that were noted, and in which hour.
    noted: Mutex<HashMap<String, i64>>,
}

impl Tables {
    /// Takes over which cookies count no more, and who may do less than others, as the store has it.
    pub fn remember_people(&self, ended: Vec<String>, barred: Vec<(String, PersonRow)>) {
        let people = &self.0.people;
        *people.ended.write().unwrap_or_else(PoisonError::into_inner) = ended.into_iter().collect();
        *people.barred.write().unwrap_or_else(PoisonError::into_inner) =
            barred.into_iter().collect();
        people.changes.send_modify(|count| *count += 1);
    }

    /// Reads anew what this server has just changed.
    pub(super) async fn look_at_own_changes(&self) -> Result<(), ServiceError> {
        let store = &self.0.store;
        self.remember_blocks(store.blocks().await?);
        self.remember_people(store.ended().await?, store.barred().await?);
        Ok(())
    }

    /// Tells that cookies have ended, or somebody may do less or more, to those who follow a table.
    pub fn people_change(&self) -> watch::Receiver<u64> {
        self.0.people.changes.subscribe()
    }

    /// Whether a cookie still counts.
    pub fn counts_still(&self, badge: &Badge) -> bool {
        let ended = self.0.people.ended.read().unwrap_or_else(PoisonError::into_inner);
        ended.is_empty()
            || (!ended.contains(&badge.id) && !ended.contains(badge.device_key().as_str()))
    }

    /// Whether somebody can come to a table: they are not banned, and a cookie of theirs counts.
    pub(super) fn can_come(&self, person: &str) -> bool {
        let ended = self.0.people.ended.read().unwrap_or_else(PoisonError::into_inner);
        self.standing(person).banned == 0
            && !self.ids_of(person).iter().all(|id| ended.contains(id))
    }

    /// What whoever runs the house has said of somebody.
    pub fn standing(&self, person: &str) -> PersonRow {
        let barred = self.0.people.barred.read().unwrap_or_else(PoisonError::into_inner);
        barred.get(person).cloned().unwrap_or_default()
    }

    /// Notes that a browser has done something. That it cannot be noted is no reason to do nothing else.
    pub async fn note_device(&self, guest: &Guest, headers: &HeaderMap) {
        let badge = &guest.badge;
        let seen = self.now() / HOUR * HOUR;
        if badge.device.is_empty() || !self.is_first_in(&badge.device, seen) {
            return;
        }
        let row = DeviceRow {
            id: badge.device.clone(),
            person: guest.id.clone(),
            name: identity::device_name(headers),
            created: seen,
            seen,
        };
        if let Err(error) = self.keep_device(row).await {
            self.not_noted(&badge.device);
            tracing::debug!(%error, "a browser could not be noted");
        }
    }

    /// Keeps a browser of somebody who has said a name, and no more than some of each: new cookies cost nothing, and whoever
    /// makes many makes us keep nothing.
    async fn keep_device(&self, row: DeviceRow) -> Result<(), ServiceError> {
        let store = &self.0.store;
        if store.guest_name(&row.person).await?.is_none() {
            self.not_noted(&row.id);
            return Ok(());
        }
        let known = store.devices(&row.person).await?;
        let is_new = known.iter().all(|device| device.id != row.id);
        let oldest = known.last().filter(|_| is_new && known.len() >= DEVICES);
        let dropped = oldest.map(|device| PersonChange::DeviceForgotten(device.id.clone()));
        let changes = dropped.into_iter().chain([PersonChange::Device(row)]);
        store.write(Change::Together(changes.map(Change::Person).collect())).await?;
        Ok(())
    }

    fn is_first_in(&self, device: &str, hour: i64) -> bool {
        let mut noted = self.0.people.noted.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.get(device) == Some(&hour) {
            return false;
        }
        if noted.len() >= NOTED {
            noted.clear();
        }
        noted.insert(device.to_string(), hour);
        true
    }

    fn not_noted(&self, device: &str) {
        let mut noted = self.0.people.noted.lock().unwrap_or_else(PoisonError::into_inner);
        noted.remove(device);
    }

    /// The browsers of somebody, the last seen first.
    pub async fn devices(&self, person: &str) -> Result<Vec<DeviceRow>, ServiceError> {
        Ok(self.0.store.devices(person).await?)
    }

    /// The ids that cookies of somebody bear.
    fn ids_of(&self, person: &str) -> Vec<String> {
        let joined = self.0.joined.read().unwrap_or_else(PoisonError::into_inner);
        let others = joined.iter().filter(|(_, becomes)| *becomes == person);
        let others = others.map(|(id, _)| id.clone());
        std::iter::once(person.to_string()).chain(others).collect()
    }

    /// What the cookie of somebody says who signs in with a browser now. Where all cookies of an id have been ended they get
    /// another one.
    pub async fn badge(&self, person: &str) -> Result<Badge, ServiceError> {
        let live = {
            let ended = self.0.people.ended.read().unwrap_or_else(PoisonError::into_inner);
            match ended.contains(person) {
                false => Some(person.to_string()),
                true => self.ids_of(person).into_iter().find(|id| !ended.contains(id)),
            }
        };
        let id = match live {
            Some(id) => id,
            None => {
                let id = secret::random_token(24)?;
                let change = PersonChange::Alias { id: id.clone(), person: person.to_string() };
                self.0.store.write_person(change).await?;
                self.note_joined(&id, person);
                id
            }
        };
        Badge::new(id)
    }

    /// Lets the cookie of one browser of somebody count no more, at once and at every server.
    pub async fn end_device(&self, person: &str, device: &str) -> Result<(), ServiceError> {
        let known = self.0.store.devices(person).await?;
        if !known.iter().any(|row| row.id == device) {
            return Err(ServiceError::NotFound("such browser of yours".into()));
        }
        self.end(vec![device.to_string()]).await
    }

    /// Lets the cookie of the browser that asks count no more.
    pub async fn sign_out(&self, badge: &Badge) -> Result<(), ServiceError> {
        self.end(vec![badge.device_key()]).await
    }

    /// Lets all cookies of somebody count no more, also those of browsers that are not known, gives their seats in games
    /// that are not over other links and tokens, and ends the ways by which they are told and the link by which they are asked: nothing
    /// that was copied or set up before opens or tells anything.
    pub async fn end_all(&self, person: &str, by: &Badge) -> Result<(), ServiceError> {
        // Links first: whoever became this person by one until then is among those whose cookies end, and nobody does after.
        self.end_what_was_given(person).await?;
        {
            let _alone = self.0.becoming.clone().write_owned().await;
            self.becoming(|| self.end_cookies(person, by)).await?;
        }
        fence::lift();
        // Whoever had one of them may have read a new link before it ended, and what they had asked for may still be done:
        // until this is answered nobody is this person, so that whatever there is now is theirs.
        self.end_what_was_given(person).await?;
        tokio::time::sleep(UNDER_WAY).await;
        self.end_what_was_given(person).await
    }

    /// Ends what somebody has given or set up: links and tokens of seats, ways by which they are told, the link by which they
    /// are asked.
    async fn end_what_was_given(&self, person: &str) -> Result<(), ServiceError> {
        self.end_what_tells(person).await?;
        self.renew_links(person).await
    }

    /// Ends the ways by which somebody is told, and the link by which they are asked, if there are any.
    async fn end_what_tells(&self, person: &str) -> Result<(), ServiceError> {
        let store = &self.0.store;
        let ways = store.ways(person).await?.into_iter();
        let mut ended: Vec<Change> =
            ways.map(|way| Change::Notice(NoticeChange::WayGone(way.id))).collect();
        if store.friend_code(person).await?.is_some() {
            let (person, code) = (person.to_string(), String::new());
            ended.push(Change::Company(CompanyChange::Code { person, code }));
        }
        match ended.is_empty() {
            true => Ok(()),
            false => Ok(store.write(Change::Together(ended)).await?),
        }
    }

    /// Ends all cookies of somebody, by one of them that still counts: of two who ask for it at the same time, at whichever
    /// servers, one has done it, and the other's has ended.
    async fn end_cookies(&self, person: &str, by: &Badge) -> Result<(), ServiceError> {
        let version = self.0.store.guest_version(person).await?;
        self.look_at_people().await?;
        if !self.counts_still(by) {
            return Err(StoreError::SignedOut.into());
        }
        let all_of = Some((person.to_string(), version));
        let ids = self.cookies_of(person).await?;
        let ended = PersonChange::Ended { ids, at: self.now(), all_of };
        self.0.store.write_person(ended).await?;
        self.look_at_own_changes().await
    }

    /// By what the cookies of somebody are known: the ids that they bear, and their browsers.
    async fn cookies_of(&self, person: &str) -> Result<Vec<String>, ServiceError> {
        let mut ids = self.ids_of(person);
        let devices = self.0.store.devices(person).await?;
        ids.extend(devices.into_iter().map(|device| device.id));
        Ok(ids)
    }

    async fn end(&self, ids: Vec<String>) -> Result<(), ServiceError> {
        let change = PersonChange::Ended { ids, at: self.now(), all_of: None };
        self.0.store.write_person(change).await?;
        fence::lift();
        self.look_at_own_changes().await
    }

    /// Whether somebody can come back when every cookie is lost.
    pub async fn is_somebody(&self, person: &str) -> Result<bool, ServiceError> {
        let store = &self.0.store;
        if store.code_made(person).await?.is_some() || !store.passkeys(person).await?.is_empty() {
            return Ok(true);
        }
        // Where mail goes out a link brings back whoever has an address.
        let mail = self.0.mail.is_set();
        Ok(mail && store.ways(person).await?.iter().any(|way| way.kind == crate::mail::WAY))
    }

    /// Whether nothing but an e-mail address brings somebody back who loses every cookie.
    pub async fn has_mail_alone(&self, person: &str) -> Result<bool, ServiceError> {
        let store = &self.0.store;
        let keys =
            store.code_made(person).await?.is_some() || !store.passkeys(person).await?.is_empty();
        Ok(!keys && self.is_somebody(person).await?)
    }

    /// Whether a guest who signs in as somebody else has something here that would be lost, seats, friends, blocks or cups, and could
    /// take it along.
    pub async fn has_something(&self, guest: &Guest) -> Result<bool, ServiceError> {
        if guest.new || self.is_somebody(&guest.id).await? {
            return Ok(false);
        }
        let (store, id) = (&self.0.store, guest.id.as_str());
        Ok(!store.tables_with(id).await?.is_empty()
            || !store.friends(id).await?.is_empty()
            || !store.blocks_of(id).await?.is_empty()
            || !store.cups_of(id, 1).await?.is_empty())
    }

    /// Lets a browser be somebody's who has proved who they are; gives what its cookie says. The guest of this browser may
    /// take along what they have: then their old cookies count no more, so that whoever has a copy of one gains nothing.
    pub async fn sign_in(
        &self,
        guest: &Guest,
        person: &str,
        along: bool,
        headers: &HeaderMap,
    ) -> Result<Badge, ServiceError> {
        if along && guest.id != person && self.has_something(guest).await? {
            let _alone = self.0.becoming.clone().write_owned().await;
            self.becoming(|| self.take_along(&guest.id, person)).await?;
        } else if guest.id != person && !guest.new && !self.is_somebody(&guest.id).await? {
            // Nobody would come who was found for them.
            self.end_seeks(&guest.id).await?;
        }
        let person = self.who_is(Guest::of_id(person)).id;
        let badge = self.badge(&person).await?;
        // It stands among their browsers at once, also if nothing is done there.
        let there = Guest { id: person, new: false, badge };
        self.note_device(&there, headers).await;
        Ok(there.badge)
    }

    /// By what the guest is told does not go along, nor the link by which they are asked: whoever had a copy of the cookie may have
    /// set that up.
    async fn take_along(&self, guest: &str, person: &str) -> Result<(), ServiceError> {
        let guest = self.who_is(Guest::of_id(guest)).id;
        if guest != self.who_is(Guest::of_id(person)).id {
            self.end_what_tells(&guest).await?;
        }
        let pair = self.pair(&guest, person).await?;
        if pair.from == pair.to {
            return Ok(());
        }
        let ids = self.cookies_of(&pair.from).await?;
        let ended = PersonChange::Ended { ids, at: self.now(), all_of: None };
        self.become_one(&pair, vec![Change::Person(ended)]).await?;
        fence::lift();
        Ok(())
    }

    /// A new recovery code of somebody, in place of the one before: it is told once, and only its hash is kept.
    pub async fn new_code(&self, person: &str) -> Result<String, ServiceError> {
        let letters = secret::random_token(CODE_LETTERS)?;
        let hash = code_hash(&letters);
        let change = PersonChange::Code { person: person.to_string(), hash, at: self.now() };
        self.0.store.write_person(change).await?;
        Ok(in_groups(&letters, 5))
    }

    /// Whose recovery code this is; it is used up. Spaces, hyphens and capitals do not count. A guest who cannot take along
    /// what they have keeps it, and the code.
    pub async fn use_code(
        &self,
        code: &str,
        guest: &Guest,
        along: bool,
    ) -> Result<String, ServiceError> {
        let wrong = || {
            ServiceError::Forbidden(
                "This is no recovery code that counts: one counts once, and only the last that was made.".into(),
            )
        };
        let hash = code_hash(&code_letters(code));
        let person = self.0.store.person_of_code(&hash).await?.ok_or_else(wrong)?;
        if along {
            self.check_one_person(&guest.id, &person).await?;
        }
        match self.0.store.write_person(PersonChange::CodeUsed { hash }).await {
            Ok(()) => Ok(person),
            Err(StoreError::Taken) => Err(wrong()),
            Err(error) => Err(error.into()),
        }
    }

    /// A code by which a program becomes that of whoever asks, once and within minutes: it is told once, and only its hash is
    /// kept. It counts no longer than the cookie of the browser that asks.
    pub async fn new_pairing(&self, guest: &Guest) -> Result<String, ServiceError> {
        let letters = secret::random_token(PAIRING_LETTERS)?;
        let (Badge { id, device }, now) = (&guest.badge, self.now());
        let change = PersonChange::Challenge {
            id: pairing_hash(&letters),
            owner: PAIRING.into(),
            state: format!("{id} {device}").into_bytes(),
            until: now + PAIRING_PATIENCE,
            now,
        };
        self.0.store.write_person(change).await?;
        Ok(in_groups(&letters, 4))
    }

    /// Whose program the one is that brings this code, which is used up; none if it is no such code by its length.
    pub async fn use_pairing(&self, code: &str) -> Result<Option<String>, ServiceError> {
        let letters = code_letters(code);
        if letters.len() != PAIRING_LETTERS {
            return Ok(None);
        }
        let wrong = || {
            ServiceError::Forbidden(
                "This is no code that counts: one counts once, for ten minutes. Your page makes another.".into(),
            )
        };
        let (store, id) = (&self.0.store, pairing_hash(&letters));
        let state = store.challenge(&id, PAIRING, self.now()).await?.ok_or_else(wrong)?;
        match store.write_person(PersonChange::Answered { id, owner: PAIRING.into() }).await {
            Ok(()) => {}
            Err(StoreError::Taken) => return Err(wrong()),
            Err(error) => return Err(error.into()),
        }
        self.look_at_people().await?;
        let said = String::from_utf8(state).map_err(|_| wrong())?;
        let (id, device) = said.split_once(' ').ok_or_else(wrong)?;
        let badge = Badge { id: id.into(), device: device.into() };
        if !self.counts_still(&badge) {
            return Err(wrong());
        }
        Ok(Some(self.who_is(Guest::of_id(badge.id)).id))
    }

    /// Changes what somebody has set: what others set in the same moment, at whichever server, is not undone by it.
    pub async fn change_settings(
        &self,
        guest: &Guest,
        change: impl Fn(Settings) -> Result<Settings, ServiceError>,
    ) -> Result<(), ServiceError> {
        let who = self.settled(&guest.id).await;
        let (store, person, change) = (&self.0.store, who.id.as_str(), &change);
        self.judged_of(person, |version| async move {
            let settings = change(Settings::read(&store.person(person).await?.settings))?.written();
            let person = person.to_string();
            Ok(store.write_person(PersonChange::Settings { person, settings, version }).await?)
        })
        .await
    }

    /// Judges and writes something by a version of somebody, and once more where they have been given something meanwhile:
    /// by another request, here or at another server.
    pub(super) async fn judged_of<T, F: Future<Output = Result<T, ServiceError>>>(
        &self,
        person: &str,
        mut attempt: impl FnMut(i64) -> F,
    ) -> Result<T, ServiceError> {
        for _ in 1..JUDGED_ANEW {
            match attempt(self.0.store.guest_version(person).await?).await {
                Err(ServiceError::Stale(_)) => {}
                done => return done,
            }
        }
        attempt(self.0.store.guest_version(person).await?).await
    }

    /// Removes what is personal of somebody: name, browsers, passkeys, code and settings. At tables that wait for players
    /// their seats are free again, and tables of theirs are closed; in games that are on their seats are left, by the name that
    /// everybody has who is gone. Games that are over stay as they were recorded, and so does what was said.
    pub async fn forget(&self, person: &str) -> Result<(), ServiceError> {
        for _ in 1..FORGOTTEN_ANEW {
            match self.forget_now(person).await {
                // They have been given something meanwhile, which is seen to as well.
                Err(ServiceError::Stale(_)) => {}
                done => return done,
            }
        }
        self.forget_now(person).await
    }

    async fn forget_now(&self, person: &str) -> Result<(), ServiceError> {
        let version = self.0.store.guest_version(person).await?;
        self.rename_everywhere(person, None, NOBODYS_NAME).await?;
        self.leave_cups(person).await?;
        self.leave_everywhere(person).await?;
        let theirs = self.0.store.tables_with(person).await?;
        let (at, name) = (self.now(), NOBODYS_NAME.to_string());
        let ids = self.ids_of(person);
        let others = ids.iter().filter(|id| *id != person).cloned().collect();
        let person = person.to_string();
        let forgotten = PersonChange::Forgotten { person, others, version, name, at };
        let ended = PersonChange::Ended { ids, at: self.now(), all_of: None };
        let all = vec![Change::Person(forgotten), Change::Person(ended)];
        self.0.store.write(Change::Together(all)).await?;
        fence::lift();
        self.read_anew(&theirs).await;
        self.look_at_own_changes().await
    }

    /// Lets somebody leave every table that is not over. Tables of theirs that wait for players are closed.
    pub async fn leave_everywhere(&self, person: &str) -> Result<(), ServiceError> {
        for id in self.0.store.tables_with(person).await? {
            let table = self.handle(&id);
            let phase = self.read(&table).await.map(|state| state.row.phase);
            if matches!(phase, Ok(Phase::Over) | Err(ServiceError::NotFound(_))) {
                continue;
            }
            match self.leave(&table, person).await {
                // They host it or judge it, and do not sit there.
                Ok(()) | Err(ServiceError::Forbidden(_) | ServiceError::NotFound(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Refuses whoever may do nothing here, with the reason.
    pub fn check_not_banned(&self, person: &str) -> Result<(), ServiceError> {
        let standing = self.standing(person);
        match standing.banned {
            0 => Ok(()),
            _ => {
                let words = "Whoever runs this house does not let you play here";
                Err(ServiceError::Forbidden(with_reason(words, &standing.why)))
            }
        }
    }

    /// Whether somebody is a referee of the house.
    pub fn is_house_referee(&self, person: &str) -> bool {
        let standing = self.standing(person);
        standing.referee > 0 && standing.banned == 0
    }

    /// Refuses the talk of whoever may say nothing for a while, with the reason.
    pub fn check_may_talk(&self, person: &str) -> Result<(), ServiceError> {
        let standing = self.standing(person);
        match standing.muted > self.now() {
            false => Ok(()),
            true => {
                let days = (standing.muted - self.now() + DAY - 1) / DAY;
                let time = if days == 1 { "a day".into() } else { format!("{days} days") };
                let words = format!("Whoever runs this house lets you say nothing for {time} more");
                Err(ServiceError::Forbidden(with_reason(&words, &standing.why)))
            }
        }
    }

    /// Refuses a decision in somebody's own words if they may not talk.
    pub(super) fn check_may_say(
        &self,
        table: &str,
        (person, seat): (&str, Seat),
        game: &dyn AnyMatch,
        line: &str,
    ) -> Result<(), ServiceError> {
        match self.check_may_talk(person) {
            Err(muted) if catch_panic(table, || game.is_own_words(seat, line))? => Err(muted),
            _ => Ok(()),
        }
    }

    /// Says what somebody may do, as it was judged by their version. Whoever is banned has no more say: their cookies count, and are refused with the reason.
    pub async fn set_standing(
        &self,
        person: &str,
        standing: &PersonRow,
        version: i64,
    ) -> Result<(), ServiceError> {
        let change = PersonChange::Standing {
            person: person.to_string(),
            version,
            muted: standing.muted,
            banned: standing.banned,
            why: standing.why.clone(),
            referee: standing.referee,
        };
        self.0.store.write_person(change).await?;
        self.look_at_own_changes().await
    }

    /// Who somebody is by now, as the store has it.
    pub async fn who_is_now(&self, person: &str) -> Result<String, ServiceError> {
        self.remember_joined(self.0.store.joined().await?);
        Ok(self.who_is(Guest::of_id(person)).id)
    }
}

/// Words with a reason behind them, if one was given.
fn with_reason(words: &str, why: &str) -> String {
    match why {
        "" => format!("{words}."),
        why => format!("{words}: {why}"),
    }
}

/// What is kept of a recovery code. It has 100 random bits, so that nobody finds it by trying hashes.
fn code_hash(letters: &str) -> String {
    secret::hexadecimal(&Sha256::digest(format!("recovery code\0{letters}").as_bytes()))
}

/// What is kept of the code for a program.
fn pairing_hash(letters: &str) -> String {
    secret::hexadecimal(&Sha256::digest(format!("code for a program\0{letters}").as_bytes()))
}

/// The letters of a code as somebody has typed it.
fn code_letters(typed: &str) -> String {
    typed.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// Letters in groups of so many, as one writes them on paper.
fn in_groups(letters: &str, size: usize) -> String {
    let letters: Vec<char> = letters.chars().collect();
    let groups = letters.chunks(size).map(|group| group.iter().collect::<String>());
    groups.collect::<Vec<_>>().join("-")
}
