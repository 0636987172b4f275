//! Looking for partners. Whoever seeks is stored first and matched then, from what is stored: of several servers one opens the
//! table, in the transaction in which the seeks are taken.
//!
//! The luck of such a table is bound as that of any other. A seek holds a seed to which the server is bound if that seek turns
//! out to be the oldest of its table, and the table has the id that follows from its commitment. Whoever comes later is shown
//! that commitment before they add something; what somebody added to another commitment does not count.

use super::company::MATCHED;
use super::luck::random_bytes;
use super::new_table::Occasion;
use super::{Luck, NewTable, SeatRequest, Tables};
use crate::error::ServiceError;
use crate::identity::{self, Guest};
use crate::secret;
use crate::store::{
    Absence, Change, CompanyChange, NoticeChange, NoticeRow, Phase, SeekRow, StoreError,
};
use clock::{Clock, Pace};
use notice::Kind;
use sha2::{Digest, Sha256};
use table::{ScenarioInfo, Seat, Seed};

/// How often is looked anew for partners whom another server was faster to find.
const LOOKED_ANEW: usize = 8;

/// For so many seconds whoever looks for partners is taken to be there: after that nobody finds them for a live clock.
pub const THERE: i64 = 30 * 60;

/// Whether whoever plays by a clock has to be there.
pub fn is_live(line: &str) -> bool {
    let clock = line.parse::<Clock>();
    clock.is_ok_and(|clock| matches!(clock.settings().pace, Pace::Live { .. }))
}

/// What somebody looks for; whatever is empty, or 0, may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// The game.
    pub game: String,
    /// Its scenario.
    pub scenario: String,
    /// How many play.
    pub players: u16,
    /// The line of a clock.
    pub clock: String,
}

impl From<&SeekRow> for Wish {
    fn from(row: &SeekRow) -> Wish {
        Wish {
            game: row.game.clone(),
            scenario: row.scenario.clone(),
            players: row.players,
            clock: row.clock.clone(),
        }
    }
}

impl Wish {
    /// What both want; nothing if they want different things.
    fn with(&self, other: &Wish) -> Option<Wish> {
        let text = |one: &str, other: &str| match (one, other) {
            ("", any) | (any, "") => Some(any.to_string()),
            (one, other) => (one == other).then(|| one.to_string()),
        };
        let players = match (self.players, other.players) {
            (0, any) | (any, 0) => any,
            (one, other) if one == other => one,
            _ => return None,
        };
        Some(Wish {
            game: text(&self.game, &other.game)?,
            scenario: text(&self.scenario, &other.scenario)?,
            players,
            clock: text(&self.clock, &other.clock)?,
        })
    }
}

/// What came of a seek.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sought {
    /// Nobody fits yet.
    Waiting,
    /// The table that was opened.
    Table(String),
    /// Another server has found partners: the table is among one's own.
    Found,
}

/// What whoever looks for partners adds something to: a commitment, and the table that opens with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekPromise {
    /// The commitment.
    pub commitment: String,
    /// The seed of it, sealed, if it is one's own; else empty.
    pub sealed: String,
    /// The table.
    pub table: String,
}

/// The id of the table that opens with a commitment.
pub fn table_of(commitment: &str) -> String {
    let digest = Sha256::digest(format!("table of partners\0{commitment}").as_bytes());
    secret::hexadecimal(&digest).chars().take(16).collect()
}

/// What opens for a wish: game, scenario and number of players, all of them settled.
struct Settled {
    game: String,
    scenario: String,
    players: u16,
}

/// Among how many of somebody's tables the one is looked for that their seek has come to.
const FOUND_AMONG: u32 = 40;

impl Tables {
    /// What somebody may look for; else why not.
    pub fn check_wish(&self, wish: &Wish) -> Result<(), ServiceError> {
        let bad = |why: String| Err(ServiceError::BadRequest(why));
        if !wish.game.is_empty() {
            let offered = self.0.games.find(&wish.game)?;
            let known = &offered.catalogue().scenarios;
            if !wish.scenario.is_empty() && known.iter().all(|one| one.id != wish.scenario) {
                let ids: Vec<&str> = known.iter().map(|one| one.id.as_str()).collect();
                return bad(table::unknown("scenario", &wish.scenario, ids));
            }
        } else if !wish.scenario.is_empty() {
            return bad("A scenario belongs to a game: name the game too.".into());
        }
        if wish.players == 1 {
            return bad("Partners are two or more players.".into());
        }
        if self.settled_wish(wish, "").is_none() {
            return bad(format!("No such game is played by {}.", wish.players));
        }
        match wish.clock.as_str() {
            "" | "none" => Ok(()),
            line => self.clock_of(line).map(drop),
        }
    }

    /// What opens for a wish, if anything can: what it leaves open is the usual, and any game one that follows from the
    /// commitment.
    fn settled_wish(&self, wish: &Wish, commitment: &str) -> Option<Settled> {
        let games = self.0.games.all();
        let fits = |scenario: &&ScenarioInfo| {
            let wanted = wish.scenario.is_empty() || scenario.id == wish.scenario;
            let players = match wish.players {
                0 => scenario.max_seats >= 2,
                players => scenario.seats().any(|seats| seats == players),
            };
            wanted && players
        };
        let named = |id: &str| wish.game == id;
        let possible: Vec<Settled> = games
            .iter()
            .filter(|offered| named(offered.id()) || wish.game.is_empty() && !offered.example)
            .filter_map(|offered| {
                let usual = crate::pages::described(offered).filter(fits);
                let first = || offered.catalogue().scenarios.iter().find(fits);
                let scenario = usual.or_else(first)?;
                let players = match wish.players {
                    0 => scenario.seats().find(|seats| *seats >= 2)?,
                    players => players,
                };
                let (game, scenario) = (offered.id().to_string(), scenario.id.clone());
                Some(Settled { game, scenario, players })
            })
            .collect();
        let number = commitment.bytes().map(usize::from).sum::<usize>();
        let place = number % possible.len().max(1);
        possible.into_iter().nth(place)
    }

    /// Those who look for partners, but for whoever is banned, or blocks somebody or is blocked by them.
    pub async fn seeks_for(&self, person: &str) -> Result<Vec<SeekRow>, ServiceError> {
        let all = self.0.store.seeks(self.now()).await?;
        let may = |row: &SeekRow| {
            self.standing(&row.person).banned == 0 && !self.are_apart(person, &row.person)
        };
        Ok(all.into_iter().filter(may).collect())
    }

    /// What somebody who is about to look for partners adds something to: the commitment of whoever fits and looks the longest, or
    /// one of their own.
    pub async fn promise_to_seek(
        &self,
        person: &str,
        wish: &Wish,
    ) -> Result<SeekPromise, ServiceError> {
        let seeks = self.seeks_for(person).await?;
        let fits = |row: &&SeekRow| {
            row.person != person
                && !row.commitment.is_empty()
                && Wish::from(*row)
                    .with(wish)
                    .is_some_and(|both| self.settled_wish(&both, "").is_some())
        };
        let mut fitting: Vec<SeekRow> = seeks.iter().filter(fits).cloned().collect();
        in_order(&mut fitting);
        if let Some(row) = fitting.into_iter().next() {
            let commitment = row.commitment;
            let table = table_of(&commitment);
            return Ok(SeekPromise { commitment, sealed: String::new(), table });
        }
        let offer = self.0.keys.offer(person)?;
        let table = table_of(&offer.commitment);
        Ok(SeekPromise { commitment: offer.commitment, sealed: offer.sealed, table })
    }

    /// Looks for partners: opens a table with whoever fits, the seek of that id before others, or waits for them until a time.
    pub async fn seek(
        &self,
        guest: &str,
        wish: &Wish,
        (until, with): (i64, &str),
        (promise, added_to, contribution): (&str, &str, &str),
    ) -> Result<Sought, ServiceError> {
        let who = self.settled(guest).await;
        let person = who.id.as_str();
        self.check_wish(wish)?;
        random_bytes(contribution)?;
        // One's own promise, or one that is made now for whoever comes later.
        let (commitment, sealed) = match promise {
            "" => {
                let offer = self.0.keys.offer(person)?;
                (offer.commitment, offer.sealed)
            }
            sealed => (self.0.keys.redeem(person, sealed)?.commitment(), sealed.to_string()),
        };
        let row = SeekRow {
            id: secret::random_token(16)?,
            person: person.into(),
            game: wish.game.clone(),
            scenario: wish.scenario.clone(),
            players: wish.players,
            clock: wish.clock.clone(),
            commitment,
            promise: sealed,
            contribution: contribution.into(),
            added_to: added_to.into(),
            made: self.now(),
            until,
            name: String::new(),
        };
        let id = row.id.clone();
        let sought = CompanyChange::Sought(Box::new(row));
        self.0.store.write_company(sought).await.map_err(|error| match error {
            StoreError::Taken => ServiceError::Stale(
                "What you were promised for this seek belongs to another seek or a table by now, or you have just signed in as somebody else: look for partners again.".into(),
            ),
            error => error.into(),
        })?;
        self.match_seek(person, &id, with).await
    }

    /// Finds partners for a seek that is stored.
    async fn match_seek(&self, person: &str, id: &str, with: &str) -> Result<Sought, ServiceError> {
        for _ in 0..LOOKED_ANEW {
            let mut seeks = self.seeks_for(person).await?;
            seeks.sort_by_key(|row| row.id != with);
            let Some(own) = seeks.iter().find(|row| row.id == id) else {
                return Ok(Sought::Found);
            };
            let Some((group, wish)) = self.partners(own, &seeks) else {
                return Ok(Sought::Waiting);
            };
            match self.open_for_partners(person, &group, &wish).await {
                // Somebody has taken one of them, or taken theirs back.
                Err(ServiceError::Stale(_)) => continue,
                opened => return opened.map(Sought::Table),
            }
        }
        Ok(Sought::Waiting)
    }

    /// Those who play together, in order, and what all of them want; nothing as long as too few fit.
    fn partners(&self, own: &SeekRow, seeks: &[SeekRow]) -> Option<(Vec<SeekRow>, Wish)> {
        let is_enough = |group: &[SeekRow], wish: &Wish| {
            let settled = self.settled_wish(wish, group.first().map_or("", |row| &row.commitment));
            settled.is_some_and(|settled| group.len() >= usize::from(settled.players))
        };
        for first in seeks.iter().filter(|row| row.person != own.person) {
            let mut group = vec![own.clone()];
            let mut wish = Wish::from(own);
            let others = seeks.iter().filter(|row| row.id != first.id && row.id != own.id);
            for row in std::iter::once(first).chain(others) {
                let stranger = group.iter().all(|known| {
                    known.person != row.person && !self.are_apart(&known.person, &row.person)
                });
                let both = wish.with(&Wish::from(row)).filter(|_| stranger);
                let Some(both) = both.filter(|both| self.settled_wish(both, "").is_some()) else {
                    continue;
                };
                // Whoever takes any clock and has gone to bed is no partner for a live one.
                let gone = |row: &SeekRow| self.now() - row.made > THERE;
                if is_live(&both.clock) && (gone(row) || group.iter().any(gone)) {
                    continue;
                }
                group.push(row.clone());
                in_order(&mut group);
                wish = both;
                if is_enough(&group, &wish) {
                    return Some((group, wish));
                }
            }
        }
        None
    }

    /// The newest running table of somebody that was opened for partners; none if there is none.
    pub async fn found_for(&self, person: &str) -> Result<Option<String>, ServiceError> {
        let mut tables = self.0.store.tables_of(person, FOUND_AMONG).await?;
        tables.retain(|listed| {
            let row = &listed.table;
            row.phase == Phase::Playing && row.id == table_of(&row.commitment)
        });
        tables.sort_by_key(|listed| std::cmp::Reverse(listed.table.created));
        Ok(tables.into_iter().next().map(|listed| listed.table.id))
    }

    async fn open_for_partners(
        &self,
        by: &str,
        group: &[SeekRow],
        wish: &Wish,
    ) -> Result<String, ServiceError> {
        let Some(oldest) = group.first() else {
            return Err(ServiceError::Internal("nobody plays".into()));
        };
        // Where the server cannot keep its promise, since keys are others, nobody has added anything.
        let promised = match oldest.promise.as_str() {
            "" => None,
            sealed => self.0.keys.redeem(&oldest.person, sealed).ok(),
        };
        let seed = match promised {
            Some(seed) => seed,
            None => Seed(secret::random_key()?),
        };
        let commitment = seed.commitment();
        let none = || ServiceError::Internal("no game fits".into());
        let settled = self.settled_wish(wish, &commitment).ok_or_else(none)?;
        let mut seats: Vec<SeatRequest> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for row in group {
            let name = own_name(&row.name, &row.person, &names);
            names.push(name.clone());
            let counts = row.added_to == commitment;
            let contribution = random_bytes(&row.contribution)?.filter(|_| counts);
            seats.push(SeatRequest::Guest { id: row.person.clone(), name, contribution });
        }
        let clock = if wish.clock.is_empty() { "none" } else { wish.clock.as_str() };
        let new = NewTable {
            game: settled.game,
            edition: String::new(),
            scenario: settled.scenario,
            options: Default::default(),
            seats,
            shuffled: true,
            listed: true,
            referee: false,
            absence: Absence::default(),
            clock: clock.into(),
            at_deadline: String::new(),
            reliable: 0,
            rated: false,
            sandboxes: true,
            whispers: false,
            client: None,
        };
        let mut ids: Vec<String> = group.iter().map(|row| row.id.clone()).collect();
        ids.sort();
        let id = table_of(&commitment);
        let matched = CompanyChange::Matched { ids, with: oldest.person.clone(), now: self.now() };
        let said = format!("Partners are found: {}.", names.join(", "));
        let now = self.time().as_millisecond();
        let told = group.iter().filter(|row| row.person != by).map(|row| {
            let key = format!("{id}{MATCHED}");
            let notice = NoticeRow::new(&row.person, key, &id, Seat(0), Kind::Begun, now);
            Change::Notice(NoticeChange::Made(Box::new(NoticeRow { text: said.clone(), ..notice })))
        });
        let with = std::iter::once(Change::Company(matched)).chain(told).collect();
        let luck = Luck { seed, contribution: None };
        let occasion = Occasion::Partners { id, with };
        let host = (oldest.person.clone(), names.first().cloned().unwrap_or_default());
        self.open_after(&host.0, &host.1, new, luck, occasion).await
    }

    /// Takes all seeks of somebody back.
    pub(super) async fn end_seeks(&self, person: &str) -> Result<(), ServiceError> {
        let all = self.0.store.seeks(self.now()).await?;
        for seek in all.iter().filter(|seek| seek.person == person) {
            match self.withdraw_seek(person, &seek.id).await {
                Ok(()) | Err(ServiceError::Stale(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Takes a seek back.
    pub async fn withdraw_seek(&self, guest: &str, id: &str) -> Result<(), ServiceError> {
        let change = CompanyChange::Withdrawn { id: id.into(), person: guest.into() };
        self.0.store.write_company(change).await.map_err(|error| match error {
            StoreError::Taken => ServiceError::Stale("That seek has ended already.".into()),
            error => error.into(),
        })
    }
}

/// Puts those who play together into order, the oldest first; but before all of them whoever's commitment most of them have added
/// to, so that nothing that was added is lost where two began in the same second.
fn in_order(group: &mut Vec<SeekRow>) {
    group.sort_by(|one, other| (one.made, &one.id).cmp(&(other.made, &other.id)));
    let added = |to: &SeekRow| group.iter().filter(|row| row.added_to == to.commitment).count();
    let counts: Vec<usize> = group.iter().map(added).collect();
    let most = counts.iter().max().and_then(|most| counts.iter().position(|count| count == most));
    if let Some(first) = most {
        let row = group.remove(first);
        group.insert(0, row);
    }
}

/// What somebody is called at a table with others who have names already.
pub(super) fn own_name(name: &str, person: &str, others: &[String]) -> String {
    let free = |name: &str| others.iter().all(|other| !identity::look_alike(other, name));
    let usual = Guest::of_id(person).default_name();
    let name = if name.is_empty() { usual.clone() } else { name.to_string() };
    let numbered = (2..20).map(|number| format!("{name} {number}"));
    std::iter::once(name.clone()).chain(numbered).find(|name| free(name)).unwrap_or(usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_fit_where_nobody_wants_something_else() {
        let wish = |game: &str, players: u16, clock: &str| Wish {
            game: game.into(),
            players,
            clock: clock.into(),
            ..Wish::default()
        };
        let any = Wish::default();
        let four = wish("connect-four", 2, "none");
        assert_eq!(any.with(&four), Some(four.clone()));
        assert_eq!(four.with(&any), Some(four.clone()));
        assert_eq!(four.with(&wish("", 0, "1d + 1d up to 1d")), None);
        assert_eq!(four.with(&wish("outlive", 2, "none")), None);
        assert_eq!(four.with(&wish("connect-four", 3, "")), None);
    }

    #[test]
    fn whoever_others_have_added_to_comes_first_else_the_oldest() {
        let row = |id: &str, made: i64, added_to: &str| SeekRow {
            id: id.into(),
            commitment: id.to_uppercase(),
            added_to: added_to.into(),
            made,
            ..SeekRow::default()
        };
        let first = |mut group: Vec<SeekRow>| {
            in_order(&mut group);
            group.into_iter().map(|row| row.id).collect::<Vec<_>>()
        };
        assert_eq!(first(vec![row("b", 5, ""), row("a", 5, "")]), ["a", "b"]);
        assert_eq!(first(vec![row("b", 5, "B"), row("a", 5, "B")]), ["b", "a"]);
        assert_eq!(first(vec![row("b", 6, "B"), row("a", 5, "A")]), ["a", "b"]);
    }

    #[test]
    fn nobody_is_called_as_another_at_the_table() {
        let taken = ["Ann".to_string()];
        assert_eq!(own_name("Bob", "b", &taken), "Bob");
        assert_eq!(own_name("ann", "b", &taken), "ann 2");
        // Nobody is there to choose another one.
        assert_eq!(own_name("4nn", "b", &taken), "4nn 2");
        assert_eq!(own_name("", "b", &taken), Guest::of_id("b").default_name());
    }
}
