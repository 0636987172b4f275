//! People: the browsers and passkeys by which somebody is known, and what they have set.

use super::rows;
use super::sandboxes::SandboxDeed;
use super::statements::{Deed, Question, Statement, judged};
use super::value::{Row, UnsoundRow, values};
use super::{Store, StoreError};
use std::collections::BTreeSet;

/// A browser with which somebody has done something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceRow {
    /// Its id, which is in its cookie.
    pub id: String,
    /// Whose it is.
    pub person: String,
    /// What it calls itself, in two words.
    pub name: String,
    /// When it was first seen, in seconds since 1970, to the hour.
    pub created: i64,
    /// When it was last seen, in seconds since 1970, to the hour.
    pub seen: i64,
}

/// A passkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasskeyRow {
    /// Its id, in hexadecimal.
    pub id: String,
    /// Whose it is.
    pub person: String,
    /// By what it knows its person: random bytes.
    pub handle: Vec<u8>,
    /// What its person calls it.
    pub name: String,
    /// Its public key, and what else never changes.
    pub key: Vec<u8>,
    /// What changes when it is used.
    pub state: Vec<u8>,
    /// When it was made, in seconds since 1970.
    pub created: i64,
    /// When it was last used, in seconds since 1970; 0 if it never was.
    pub used: i64,
}

/// What a person has set, and what whoever runs the house has said of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonRow {
    /// What they have set, as JSON; empty if nothing.
    pub settings: String,
    /// Until when they say nothing, in seconds since 1970; 0 if they may talk.
    pub muted: i64,
    /// Since when they may do nothing, in seconds since 1970; 0 if they may.
    pub banned: i64,
    /// Why, in words for them.
    pub why: String,
    /// Since when they are a referee of the house, in seconds since 1970; 0 if they are none.
    pub referee: i64,
}

/// Somebody in the list of whoever runs the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedPerson {
    /// Their id.
    pub id: String,
    /// What they call themselves.
    pub name: String,
    /// When they said so first, in seconds since 1970.
    pub created: i64,
    /// How many passkeys they have.
    pub passkeys: usize,
    /// When one of their browsers was last seen, in seconds since 1970; 0 if none is known.
    pub seen: i64,
    /// Until when they say nothing; 0 if they may talk.
    pub muted: i64,
    /// Since when they may do nothing; 0 if they may.
    pub banned: i64,
    /// How many rated games they have played.
    pub rated: i64,
    /// Since when they are a referee of the house; 0 if they are none.
    pub referee: i64,
}

/// Something to be written about a person.
#[derive(Clone, Debug)]
pub enum PersonChange {
    /// A browser was seen.
    Device(DeviceRow),
    /// A browser is kept no more; its cookie counts on.
    DeviceForgotten(String),
    /// Cookies count no more: of a device, or all with the id of a guest. Every server has to know.
    Ended {
        /// The ids.
        ids: Vec<String>,
        /// When, in seconds since 1970.
        at: i64,
        /// Whose they are, if they are all that somebody has, with the version by which it was judged who asks for it.
        all_of: Option<(String, i64)>,
    },
    /// Another id under which cookies of a person are given out from now on.
    Alias {
        /// The id in cookies.
        id: String,
        /// Whom it means.
        person: String,
    },
    /// A new passkey; one that is known already is refused.
    Passkey(Box<PasskeyRow>),
    /// A passkey was used.
    PasskeyUsed {
        /// Which.
        id: String,
        /// What has changed in it.
        state: Vec<u8>,
        /// When, in seconds since 1970.
        at: i64,
    },
    /// A passkey is called otherwise by its person.
    PasskeyNamed {
        /// Which.
        id: String,
        /// Whose.
        person: String,
        /// The name.
        name: String,
    },
    /// A passkey is taken away by its person.
    PasskeyRemoved {
        /// Which.
        id: String,
        /// Whose.
        person: String,
    },
    /// A recovery code, in place of the one before.
    Code {
        /// Whose.
        person: String,
        /// Its hash.
        hash: String,
        /// When, in seconds since 1970.
        at: i64,
    },
    /// A recovery code is used up; whoever comes second has none.
    CodeUsed {
        /// Its hash.
        hash: String,
    },
    /// Something was asked of a browser. What nobody answered in time is dropped.
    Challenge {
        /// Its id.
        id: String,
        /// Of whom, and for what.
        owner: String,
        /// What is needed to judge the answer.
        state: Vec<u8>,
        /// Until when it may be answered, in seconds since 1970.
        until: i64,
        /// What time it is.
        now: i64,
    },
    /// It is answered; whoever comes second is refused.
    Answered {
        /// Its id.
        id: String,
        /// By whom, and for what.
        owner: String,
    },
    /// What somebody has set.
    Settings {
        /// Who.
        person: String,
        /// As JSON.
        settings: String,
        /// The version of the person by which they were changed: whoever was given something since is judged anew.
        version: i64,
    },
    /// What whoever runs the house says of somebody. Every server has to know.
    Standing {
        /// Of whom.
        person: String,
        /// Until when they say nothing; 0 if they may talk.
        muted: i64,
        /// Since when they may do nothing; 0 if they may.
        banned: i64,
        /// Why.
        why: String,
        /// Since when they are a referee of the house; 0 if they are none.
        referee: i64,
        /// The version of the person by which it was judged: whoever was given something since, or has become another, is judged
        /// anew.
        version: i64,
    },
    /// What is personal is removed: name, browsers, passkeys, code, settings, vacations, and by what they are told.
    Forgotten {
        /// Of whom.
        person: String,
        /// The guests who have become them.
        others: Vec<String>,
        /// The version by which it was seen to that they have nothing more. Nobody is given anything afterwards.
        version: i64,
        /// What they are called from then on.
        name: String,
        /// When, in seconds since 1970.
        at: i64,
    },
}

impl PersonChange {
    /// Whether servers that share a store have to read anew who is who.
    #[cfg(feature = "postgres")]
    pub fn concerns_all(&self) -> bool {
        matches!(
            self,
            PersonChange::Ended { .. } | PersonChange::Alias { .. } | PersonChange::Standing { .. }
        )
    }

    /// To whom it gives something.
    pub fn given(&self) -> Vec<&str> {
        match self {
            PersonChange::Alias { person, .. } | PersonChange::Code { person, .. } => vec![person],
            PersonChange::Passkey(row) => vec![&row.person],
            PersonChange::Device(row) => vec![&row.person],
            _ => Vec::new(),
        }
    }

    /// What is to be done for it, in this order.
    pub fn statements(&self) -> Vec<Statement<'_>> {
        let plain = |deed, values| Statement { deed, values, must_find: false };
        let must = |deed, values| Statement { deed, values, must_find: true };
        match self {
            PersonChange::Device(row) => {
                let DeviceRow { id, person, name, created, seen } = row;
                let values = values![id, person, name, *created, *seen];
                vec![plain(Deed::KeepDevice, values)]
            }
            PersonChange::DeviceForgotten(id) => vec![plain(Deed::DropDevice, values![id])],
            PersonChange::Ended { ids, at, all_of } => {
                let mut all = Vec::with_capacity(3 * ids.len() + 2);
                if let Some((person, version)) = all_of {
                    all.push(must(Deed::RaiseGuestFrom, values![person, *version]));
                }
                // In their order: of two servers that end the same ones none waits for the other in a circle.
                let ids: BTreeSet<&String> = ids.iter().collect();
                all.extend(ids.iter().map(|id| plain(Deed::AwaitCookie, values![*id])));
                for id in ids {
                    all.push(plain(Deed::End, values![id, *at]));
                    all.push(plain(Deed::DropDevice, values![id]));
                }
                all.push(plain(Deed::CountJoined, Vec::new()));
                all
            }
            PersonChange::Alias { id, person } => {
                vec![plain(Deed::Join, values![id, person]), plain(Deed::CountJoined, Vec::new())]
            }
            PersonChange::Passkey(row) => {
                let PasskeyRow { id, person, handle, name, key, state, created, used } = &**row;
                let values = values![id, person, handle, name, key, state, *created, *used];
                vec![plain(Deed::AddPasskey, values)]
            }
            PersonChange::PasskeyUsed { id, state, at } => {
                vec![must(Deed::UsePasskey, values![id, state, *at])]
            }
            PersonChange::PasskeyNamed { id, person, name } => {
                vec![must(Deed::NamePasskey, values![id, person, name])]
            }
            PersonChange::PasskeyRemoved { id, person } => {
                vec![must(Deed::RemovePasskey, values![id, person])]
            }
            PersonChange::Code { person, hash, at } => vec![
                plain(Deed::DropCode, values![person]),
                plain(Deed::AddCode, values![hash, person, *at]),
            ],
            PersonChange::CodeUsed { hash } => vec![must(Deed::UseCode, values![hash])],
            PersonChange::Challenge { id, owner, state, until, now } => vec![
                plain(Deed::DropOldChallenges, values![*now]),
                plain(Deed::AddChallenge, values![id, owner, state, *until]),
            ],
            PersonChange::Answered { id, owner } => {
                vec![must(Deed::TakeChallenge, values![id, owner])]
            }
            PersonChange::Settings { person, settings, version } => {
                let mut all = Vec::from(judged(person, *version));
                all.push(plain(Deed::KeepSettings, values![person, settings]));
                all
            }
            PersonChange::Standing { person, muted, banned, why, referee, version } => {
                let mut all = Vec::from(judged(person, *version));
                let values = values![person, *muted, *banned, why, *referee];
                all.push(plain(Deed::KeepStanding, values));
                all.push(plain(Deed::CountJoined, Vec::new()));
                all
            }
            PersonChange::Forgotten { person, others, version, name, at } => {
                let deeds = [
                    Deed::DropDevices,
                    Deed::DropPasskeys,
                    Deed::DropCode,
                    Deed::DropSettings,
                    Deed::DropVacations,
                    Deed::DropWaysOf,
                    Deed::DropNoticesOf,
                    Deed::DropPlansOf,
                    Deed::Sandbox(SandboxDeed::DropOf),
                ];
                let company = super::company::FORGETS.map(Deed::Company);
                let contests = super::contests::FORGETS.map(Deed::Contest);
                let private = super::private::FORGETS.map(Deed::Private);
                let mails = super::mails::FORGETS.map(Deed::Mail);
                let all =
                    deeds.into_iter().chain(company).chain(contests).chain(private).chain(mails);
                let all = all.chain([Deed::BuryGuest]);
                let all = all.map(|deed| plain(deed, values![person]));
                let judged = [
                    must(Deed::RaiseGuestFrom, values![person, *version]),
                    // No seat is kept for them any more.
                    plain(Deed::JoinVersions, values![person, ""]),
                    plain(Deed::JoinAbsent, values![person, ""]),
                    plain(Deed::NameGuest, values![person, name, *at]),
                ];
                let others =
                    others.iter().map(|other| plain(Deed::NameGuest, values![other, name, *at]));
                judged.into_iter().chain(all).chain(others).collect()
            }
        }
    }
}

/// How many people are listed at once.
pub const PEOPLE_AT_ONCE: i64 = 500;

fn device(mut row: Row) -> Result<DeviceRow, UnsoundRow> {
    Ok(DeviceRow {
        id: row.text(0)?,
        person: row.text(1)?,
        name: row.text(2)?,
        created: row.integer(3)?,
        seen: row.integer(4)?,
    })
}

fn passkey(mut row: Row) -> Result<PasskeyRow, UnsoundRow> {
    Ok(PasskeyRow {
        id: row.text(0)?,
        person: row.text(1)?,
        handle: row.bytes(2)?,
        name: row.text(3)?,
        key: row.bytes(4)?,
        state: row.bytes(5)?,
        created: row.integer(6)?,
        used: row.integer(7)?,
    })
}

fn person(mut row: Row) -> Result<PersonRow, UnsoundRow> {
    Ok(PersonRow {
        settings: row.text(0)?,
        muted: row.integer(1)?,
        banned: row.integer(2)?,
        why: row.text(3)?,
        referee: row.integer(4)?,
    })
}

fn barred(mut row: Row) -> Result<(String, PersonRow), UnsoundRow> {
    let (muted, banned, why) = (row.integer(1)?, row.integer(2)?, row.text(3)?);
    let (settings, referee) = (String::new(), row.integer(4)?);
    Ok((row.text(0)?, PersonRow { settings, muted, banned, why, referee }))
}

fn listed(mut row: Row) -> Result<ListedPerson, UnsoundRow> {
    Ok(ListedPerson {
        id: row.text(0)?,
        name: row.text(1)?,
        created: row.integer(2)?,
        passkeys: row.count(3)?,
        seen: row.integer(4)?,
        muted: row.integer(5)?,
        banned: row.integer(6)?,
        rated: row.integer(7)?,
        referee: row.integer(8)?,
    })
}

impl Store {
    /// Writes something about a person; done when it is durably stored.
    pub async fn write_person(&self, change: PersonChange) -> Result<(), StoreError> {
        self.write(super::Change::Person(change)).await
    }

    /// The browsers of a person, the last seen first.
    pub async fn devices(&self, person: &str) -> Result<Vec<DeviceRow>, StoreError> {
        self.sound(Question::Devices, values![person.to_string()], device).await
    }

    /// Cookies that count no more: of devices, or with the ids of guests.
    pub async fn ended(&self) -> Result<Vec<String>, StoreError> {
        self.sound(Question::Ended, Vec::new(), rows::text).await
    }

    /// Whether a cookie counts no more, by its id or its browser.
    pub async fn has_ended(&self, [id, device]: [String; 2]) -> Result<bool, StoreError> {
        let found = self.first(Question::HasEnded, values![id, device], |row| row.flag(0)).await?;
        Ok(found.unwrap_or(false))
    }

    /// Those who may not talk, or not do anything, and referees of the house, with what is said of them.
    pub async fn barred(&self) -> Result<Vec<(String, PersonRow)>, StoreError> {
        self.sound(Question::Barred, Vec::new(), barred).await
    }

    /// The passkeys of a person, the oldest first.
    pub async fn passkeys(&self, person: &str) -> Result<Vec<PasskeyRow>, StoreError> {
        self.sound(Question::Passkeys, values![person.to_string()], passkey).await
    }

    /// The passkey of that id.
    pub async fn passkey(&self, id: &str) -> Result<Option<PasskeyRow>, StoreError> {
        self.first(Question::Passkey, values![id.to_string()], passkey).await
    }

    /// When a person got their recovery code, in seconds since 1970.
    pub async fn code_made(&self, person: &str) -> Result<Option<i64>, StoreError> {
        let values = values![person.to_string()];
        self.first(Question::CodeMade, values, |row| row.integer(0)).await
    }

    /// Whose recovery code has this hash.
    pub async fn person_of_code(&self, hash: &str) -> Result<Option<String>, StoreError> {
        self.first(Question::PersonOfCode, values![hash.to_string()], rows::text).await
    }

    /// What is needed to judge an answer, if it was asked of this owner and there is still time.
    pub async fn challenge(
        &self,
        id: &str,
        owner: &str,
        now: i64,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let values = values![id.to_string(), owner.to_string(), now];
        self.first(Question::Challenge, values, |mut row| row.bytes(0)).await
    }

    /// What a person has set, and what is said of them.
    pub async fn person(&self, id: &str) -> Result<PersonRow, StoreError> {
        let found = self.first(Question::Person, values![id.to_string()], person).await?;
        Ok(found.unwrap_or_default())
    }

    /// People whose names hold a text, or whose id it is, in the order of their ids after one: some at a time.
    pub async fn people(&self, text: &str, after: &str) -> Result<Vec<ListedPerson>, StoreError> {
        let letters = text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        let pattern = format!("%{letters}%");
        let values = values![pattern, after.to_string(), PEOPLE_AT_ONCE, text.to_string()];
        self.sound(Question::People, values, listed).await
    }
}
