//! What whoever runs the house sees of people, and says of them.

use crate::error::ServiceError;
use crate::store::{CompanyChange, ListedPerson, PersonRow};
use crate::web::AppState;
use serde::{Deserialize, Serialize};
use table::wording::readable_line;

/// The most letters of a reason.
const LONGEST_REASON: usize = 200;

/// For how many days somebody may be muted at most.
const MOST_DAYS: u32 = 3650;

/// How often something is said anew of somebody who is given something, or becomes another, while that is done.
const SAID_ANEW: usize = 24;

const DAY: i64 = 24 * 60 * 60;

/// Somebody who has said a name here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonStatus {
    /// Their id. It opens nothing: a cookie is signed.
    pub id: String,
    /// What they call themselves.
    pub name: String,
    /// When they said so first, in seconds since 1970.
    pub created: i64,
    /// When one of their browsers was last seen, to the hour, in seconds since 1970; 0 if none is known.
    pub seen: i64,
    /// How many passkeys they have.
    pub passkeys: usize,
    /// How many rated games they have played.
    #[serde(default)]
    pub rated: i64,
    /// Until when they say nothing, in seconds since 1970; 0 if they may talk.
    pub muted: i64,
    /// Since when they may do nothing, in seconds since 1970; 0 if they may.
    pub banned: i64,
    /// Since when they are a referee of the house, in seconds since 1970; 0 if they are none.
    #[serde(default)]
    pub referee: i64,
    /// Why, in the words that they are told; known of one person, and left out of lists.
    #[serde(default)]
    pub why: String,
}

impl From<ListedPerson> for PersonStatus {
    fn from(listed: ListedPerson) -> PersonStatus {
        let ListedPerson { id, name, created, passkeys, seen, muted, banned, rated, referee } =
            listed;
        let why = String::new();
        PersonStatus { id, name, created, seen, passkeys, rated, muted, banned, referee, why }
    }
}

/// What is done about somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "deed", rename_all = "snake_case", deny_unknown_fields)]
pub enum PersonDeed {
    /// Their talk is refused for so many days.
    Mute {
        /// The days.
        days: u32,
        /// Why, in words for them.
        #[serde(default)]
        why: String,
    },
    /// They may talk again.
    Unmute,
    /// Whatever they do is refused, and their seats are left.
    Ban {
        /// Why, in words for them.
        #[serde(default)]
        why: String,
    },
    /// They may play again.
    Unban,
    /// They are a referee of the house: they see what is reported of others, close it, and mute.
    Referee,
    /// They are none any more.
    Unreferee,
    /// What is personal of them is removed, as they could do themselves.
    Delete,
}

fn reason(why: &str) -> Result<String, ServiceError> {
    let why = readable_line(why.trim());
    match why.chars().count() > LONGEST_REASON {
        true => {
            let problem = format!("A reason has at most {LONGEST_REASON} letters.");
            Err(ServiceError::BadRequest(problem))
        }
        false => Ok(why),
    }
}

impl AppState {
    /// People whose name holds a text, or whose id it is, in the order of their ids after one: some at a time.
    pub async fn people(&self, who: &str, after: &str) -> Result<Vec<PersonStatus>, ServiceError> {
        let found = self.tables.store().people(who, after).await?;
        Ok(found.into_iter().map(PersonStatus::from).collect())
    }

    /// The person of that id.
    pub async fn status_of(&self, id: &str) -> Result<PersonStatus, ServiceError> {
        let none = || ServiceError::NotFound("such person".into());
        let found = self.people(id, "").await?.into_iter().find(|person| person.id == id);
        let why = self.tables.store().person(id).await?.why;
        Ok(PersonStatus { why, ..found.ok_or_else(none)? })
    }

    /// Does something about somebody; gives how they stand then. Who becomes another in this moment is that other, and what is
    /// said of somebody at two places in one moment is said one after the other.
    pub async fn do_about(&self, id: &str, deed: PersonDeed) -> Result<PersonStatus, ServiceError> {
        for _ in 1..SAID_ANEW {
            let who = self.tables.who_is_now(id).await?;
            match self.do_now(&who, deed.clone()).await {
                Err(ServiceError::Stale(_)) => {}
                done => return done,
            }
        }
        let who = self.tables.who_is_now(id).await?;
        self.do_now(&who, deed).await
    }

    async fn do_now(&self, id: &str, deed: PersonDeed) -> Result<PersonStatus, ServiceError> {
        let version = self.tables.store().guest_version(id).await?;
        self.status_of(id).await?;
        if version < 0 && !matches!(deed, PersonDeed::Delete) {
            let why = "They are deleted: nothing more is said of them.";
            return Err(ServiceError::BadRequest(why.into()));
        }
        let (tables, now) = (&self.tables, self.tables.now());
        let stands = tables.store().person(id).await?;
        let standing = match deed.clone() {
            PersonDeed::Mute { days, .. } if days == 0 || days > MOST_DAYS => {
                let why = format!("Somebody is muted for 1 to {MOST_DAYS} days.");
                return Err(ServiceError::BadRequest(why));
            }
            PersonDeed::Mute { days, why } => {
                // Whoever is banned is told why they are, and nothing else.
                let why = if stands.banned > 0 { stands.why.clone() } else { reason(&why)? };
                PersonRow { muted: now + i64::from(days) * DAY, why, ..stands }
            }
            PersonDeed::Unmute => PersonRow { muted: 0, ..stands },
            PersonDeed::Ban { why } => {
                PersonRow { banned: now, why: reason(&why)?, referee: 0, ..stands }
            }
            PersonDeed::Referee if stands.banned > 0 => {
                let why = "Somebody who is banned is no referee: let them play again first.";
                return Err(ServiceError::BadRequest(why.into()));
            }
            PersonDeed::Referee if stands.referee > 0 => stands,
            PersonDeed::Referee => PersonRow { referee: now, ..stands },
            PersonDeed::Unreferee => PersonRow { referee: 0, ..stands },
            PersonDeed::Unban => PersonRow { banned: 0, ..stands },
            PersonDeed::Delete => stands,
        };
        let standing = match (standing.muted, standing.banned) {
            (0, 0) => PersonRow { why: String::new(), ..standing },
            _ => standing,
        };
        match deed {
            PersonDeed::Delete => tables.forget(id).await?,
            _ => tables.set_standing(id, &standing, version).await?,
        }
        if let PersonDeed::Ban { .. } = deed {
            match tables.leave_everywhere(id).await {
                // Something of a table changed beneath it.
                Err(ServiceError::Stale(_)) => tables.leave_everywhere(id).await?,
                left => left?,
            }
            tables.store().write_company(CompanyChange::Kept(id.to_string())).await?;
        }
        tracing::info!(person = id, ?deed, "whoever runs the house has said something of somebody");
        self.status_of(id).await
    }
}
