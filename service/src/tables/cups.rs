//! Cups: people enter, tables of a round open by themselves, and results are taken from the games that have ended.
//!
//! A game that ends notes in its own transaction that its cup is due. Whoever sees to a cup reads how it stands, takes over every
//! result that is there, pairs the next round if all are in, and opens every table that is missing: all of it is one
//! transaction, fenced by the version of the cup, and the id of a table follows from its place. So doing it twice, or being
//! ended in between, changes nothing.

use super::new_table::{Draft, NewTable, SeatRequest};
use super::ratings::bot_of;
use super::{Luck, Tables, catch_panic};
use crate::error::ServiceError;
use crate::identity::Guest;
use crate::secret;
use crate::store::{Absence, Bond, Change, ContestChange, CupRow, ResultRow, StoreError};
use ratings::{Cup, CupFault, Format, Rating};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use table::wording::readable_line;
use table::{Seat, Seed, Setup};

/// The most who can enter a cup here.
pub const MOST_ENTRANTS: usize = 64;
/// The most cups of one person that are not over.
const MOST_HOSTED: i64 = 10;
/// The most letters of a cup's name.
pub const LONGEST_NAME: usize = 60;
/// How often a cup is looked at anew because somebody else has changed it.
const TRIES: usize = 8;

/// Who may enter a cup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Anybody, from the list of cups.
    Everybody,
    /// Whoever has its address: it stands in no list.
    Link,
    /// The friends of whoever opened it.
    Friends,
}

impl Entry {
    /// All of them.
    pub const ALL: [Entry; 3] = [Entry::Everybody, Entry::Link, Entry::Friends];

    /// The word in the store, in forms and for programs.
    pub fn word(self) -> &'static str {
        match self {
            Entry::Everybody => "everybody",
            Entry::Link => "link",
            Entry::Friends => "friends",
        }
    }

    /// How it is said.
    pub fn words(self) -> &'static str {
        match self {
            Entry::Everybody => "everybody: it stands in the list of cups",
            Entry::Link => "whoever has its address: it stands in no list",
            Entry::Friends => "my friends",
        }
    }

    /// By its word.
    pub fn read(word: &str) -> Option<Entry> {
        Entry::ALL.into_iter().find(|entry| entry.word() == word)
    }
}

/// What is played in a cup, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CupTerms {
    /// The game's id.
    pub game: String,
    /// The edition's name; empty for the house's own.
    #[serde(default)]
    pub edition: String,
    /// The scenario's id.
    pub scenario: String,
    /// Options that differ from their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// How it is played.
    pub format: Format,
    /// The line of the clock.
    pub clock: String,
    /// What happens when it has run out, as a line.
    #[serde(default)]
    pub at_deadline: String,
    /// Whether its games change ratings.
    #[serde(default)]
    pub rated: bool,
    /// The bot that plays on for those who drop out; empty if whoever should meet them has a bye.
    #[serde(default)]
    pub stand_in: String,
    /// It begins when so many have entered; 0 if its host begins it.
    #[serde(default)]
    pub begins_with: u16,
}

impl CupTerms {
    /// What happens to somebody whose time runs out; by the rules' own way if that cannot be read.
    pub fn absence(&self) -> clock::Absence {
        self.at_deadline.parse().unwrap_or_default()
    }

    /// How many sit at a table at most.
    pub fn size(&self) -> u16 {
        match self.format {
            Format::Swiss { size, .. } => u16::from(size),
            Format::RoundRobin { .. } | Format::KnockOut => 2,
        }
    }
}

/// A cup as it stands.
pub struct CupState {
    /// Its row.
    pub row: CupRow,
    /// What is played.
    pub terms: CupTerms,
    /// Who meets whom; nothing before it begins.
    pub cup: Option<Cup>,
    /// Who has entered: id and name.
    pub entered: Vec<(String, String)>,
    /// The tables of its games: by round, table and game.
    pub tables: BTreeMap<(usize, usize, u8), CupTable>,
}

/// A table of a cup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CupTable {
    /// Its id.
    pub id: String,
    /// Whether its game is over.
    pub over: bool,
}

impl CupState {
    /// What an entrant is called.
    pub fn name(&self, person: &str) -> String {
        if let Some(bot) = stands_in(person) {
            return format!("{} bot (stands in)", super::strength(bot));
        }
        let known = self.entered.iter().find(|(id, _)| id == person);
        known.map_or_else(|| "Somebody".into(), |(_, name)| name.clone())
    }

    /// Who had a place of the cup in a round, by name: whoever stands in for somebody comes after them.
    pub fn played(&self, cup: &Cup, place: usize, round: usize) -> String {
        let names = cup.who(place, round).into_iter().map(|person| self.name(person));
        names.collect::<Vec<_>>().join(" then ")
    }

    /// The place of a person among those who play; nothing if they do not, or have dropped out.
    pub fn place_of(&self, person: &str) -> Option<usize> {
        let entrants = self.cup.as_ref()?.entrants();
        entrants.iter().position(|entrant| entrant.person == person && !entrant.out)
    }

    /// Of the tables that are still to be opened those at which only bots would sit: round, number and how many.
    fn unplayed(&self, cup: &Cup) -> Vec<(usize, usize, usize)> {
        let of_bots = |(round, number): (usize, usize)| {
            let table = cup.round(round)?.tables.get(number)?;
            let people = || table.seats.iter().filter_map(|place| cup.entrants().get(*place));
            let opened = self.tables.contains_key(&(round, number, table.drawn));
            let alone = !opened && people().all(|entrant| stands_in(&entrant.person).is_some());
            alone.then_some((round, number, table.seats.len()))
        };
        cup.open().into_iter().filter_map(of_bots).collect()
    }

    /// Whether two people are both in it, and neither has dropped out.
    pub fn has_both(&self, one: &str, other: &str) -> bool {
        let is_in = |person| match self.cup {
            Some(_) => self.place_of(person).is_some(),
            None => self.has_entered(person),
        };
        is_in(one) && is_in(other)
    }

    /// Whether somebody has entered.
    pub fn has_entered(&self, person: &str) -> bool {
        self.entered.iter().any(|(id, _)| id == person)
    }
}

/// The bot that stands in, by the word of its entrant: `bot:NAME 2` for the second.
fn stands_in(person: &str) -> Option<&str> {
    bot_of(person).and_then(|named| named.rsplit_once(' ')).map(|(name, _)| name)
}

/// The id of a table of a cup: it follows from its place, so that none opens twice.
fn table_id(cup: &str, round: usize, table: usize, game: u8) -> String {
    let hash = Sha256::digest(format!("cup\0{cup}\0{round}\0{table}\0{game}").as_bytes());
    secret::hexadecimal(&hash).chars().take(16).collect()
}

fn bad(why: impl Into<String>) -> ServiceError {
    ServiceError::BadRequest(why.into())
}

fn stale(fault: CupFault) -> ServiceError {
    ServiceError::Stale(fault.to_string())
}

/// The ranks of those who play for the cup, who have the first seats, among themselves.
fn cup_ranks(results: &[ResultRow], seats: usize) -> Option<Vec<u16>> {
    let ranks: Vec<u16> = (0..seats)
        .map(|seat| results.iter().find(|row| row.seat.index() == seat).map(|row| row.rank))
        .collect::<Option<_>>()?;
    let better = |own: u16| ranks.iter().filter(|rank| **rank < own).count() + 1;
    ranks.iter().map(|rank| u16::try_from(better(*rank)).ok()).collect()
}

impl Tables {
    /// Opens a cup; gives its id.
    pub async fn open_cup(
        &self,
        host: &str,
        name: &str,
        entry: Entry,
        terms: CupTerms,
    ) -> Result<String, ServiceError> {
        let who = self.settled(host).await;
        self.check_may_talk(&who.id)?;
        let name = readable_line(name).trim().to_string();
        if name.is_empty() || name.chars().count() > LONGEST_NAME {
            return Err(bad(format!("A cup has a name of 1 to {LONGEST_NAME} letters.")));
        }
        let terms = self.checked_terms(terms)?;
        if self.0.store.cups_hosted(&who.id).await? >= MOST_HOSTED {
            return Err(bad(format!(
                "You have {MOST_HOSTED} cups that are not over: end one first."
            )));
        }
        let id = secret::random_token(12)?;
        let row = CupRow {
            id: id.clone(),
            host: who.id.clone(),
            name,
            entry: entry.word().into(),
            state: "open".into(),
            terms: serde_json::to_string(&terms)
                .map_err(|error| ServiceError::Internal(error.to_string()))?,
            cup: String::new(),
            made: self.now(),
            moved: self.now(),
            version: 0,
            due: 0,
        };
        self.0.store.write(Change::Contest(ContestChange::CupOpened(Box::new(row)))).await?;
        Ok(id)
    }

    /// The terms of a cup, if it can be played by them.
    fn checked_terms(&self, mut terms: CupTerms) -> Result<CupTerms, ServiceError> {
        let offered = self.0.games.find(&terms.game)?;
        let offer = offered.edition(&terms.edition)?;
        let catalogue = &offer.catalogue;
        let two = vec!["one".to_string(), "two".to_string()];
        Cup::new(terms.format, two).map_err(|fault| bad(fault.to_string()))?;
        let known = catalogue.scenarios.iter().find(|known| known.id == terms.scenario);
        let scenario = known.ok_or_else(|| {
            let ids = catalogue.scenarios.iter().map(|known| known.id.as_str());
            bad(table::unknown("scenario", &terms.scenario, ids.collect::<Vec<_>>()))
        })?;
        let Some(seats) = scenario.seats().find(|seats| *seats >= terms.size()) else {
            return Err(bad(format!(
                "{} is played by {}: a table of this cup has {} players.",
                scenario.name,
                scenario.seats_in_words(0),
                terms.size()
            )));
        };
        let setup = Setup {
            scenario: terms.scenario.clone(),
            seats,
            names: Seat::first(seats).map(|seat| format!("Player {seat}")).collect(),
            options: terms.options.clone(),
        };
        catalogue.admits(&setup).map_err(|error| bad(error.to_string()))?;
        let (edition, game) = (offer.edition.clone(), &offered.game);
        let tried = catch_panic("a cup", || game.start(edition, &setup, Seed([0; 32])).map(drop))?;
        tried.map_err(|error| bad(error.to_string()))?;
        let bots: Vec<&str> = offered.game.bots().iter().map(|bot| bot.name).collect();
        if !terms.stand_in.is_empty() && !bots.contains(&terms.stand_in.as_str()) {
            return Err(bad(table::unknown("bot", &terms.stand_in, bots)));
        }
        let (clock, absence) = self.check_clock(&terms.clock, &terms.at_deadline, &bots)?;
        self.clock_of(&terms.clock)?;
        if clock.to_string() == "none" {
            return Err(bad(
                "A cup needs a clock, so that nobody can hold up a round: say 3d + 12h up to 5d.",
            ));
        }
        (terms.clock, terms.at_deadline) = (clock.to_string(), absence.to_string());
        if terms.begins_with == 1 || usize::from(terms.begins_with) > MOST_ENTRANTS {
            return Err(bad(format!(
                "A cup begins with 2 to {MOST_ENTRANTS} players, or when its host says so."
            )));
        }
        Ok(terms)
    }

    /// A cup as it stands, with everybody as who they are now.
    pub async fn cup(&self, id: &str) -> Result<CupState, ServiceError> {
        let store = &self.0.store;
        let gone = || ServiceError::NotFound("such cup".into());
        let mut row = store.cup(id).await?.ok_or_else(gone)?;
        let now_called = |id: &str| self.who_is(Guest::of_id(id)).id;
        row.host = now_called(&row.host);
        let unsound = |error: serde_json::Error| {
            ServiceError::Internal(format!("the cup {id} is not stored as it should be: {error}"))
        };
        let terms = serde_json::from_str(&row.terms).map_err(unsound)?;
        let cup = match row.cup.as_str() {
            "" => None,
            text => {
                let mut value: serde_json::Value = serde_json::from_str(text).map_err(unsound)?;
                let entrants = value["entrants"].as_array_mut();
                let mut taken = BTreeSet::new();
                for entrant in entrants.into_iter().flatten() {
                    let before = entrant.get_mut("before").and_then(|before| before.as_array_mut());
                    for person in before.into_iter().flatten() {
                        *person = now_called(person.as_str().unwrap_or_default()).into();
                    }
                    let person = entrant["person"].as_str().unwrap_or_default();
                    let called = now_called(person);
                    // Of two who have become one, the second keeps the place under the old word.
                    if taken.insert(called.clone()) {
                        entrant["person"] = called.into();
                    }
                }
                Some(serde_json::from_value(value).map_err(unsound)?)
            }
        };
        let entered = store.entrants_of(id).await?.into_iter();
        let mut entered: Vec<(String, String)> =
            entered.map(|row| (now_called(&row.person), row.name)).collect();
        for (person, name) in &mut entered {
            // As they call themselves now.
            if let Some(known) = store.guest_name(person).await? {
                *name = known;
            }
        }
        let mut tables = BTreeMap::new();
        for (id, place, state) in store.cup_tables(id).await? {
            let mut numbers = place.split(' ');
            let mut next = || numbers.next().and_then(|number| number.parse::<usize>().ok());
            if let (Some(round), Some(table), Some(game)) = (next(), next(), next()) {
                let game = u8::try_from(game).unwrap_or(u8::MAX);
                tables.insert((round, table, game), CupTable { id, over: state == "over" });
            }
        }
        Ok(CupState { row, terms, cup, entered, tables })
    }

    /// Enters somebody into a cup that has not begun; it begins if as many are there as it waits for.
    pub async fn enter_cup(&self, id: &str, person: &str, name: &str) -> Result<(), ServiceError> {
        let who = self.settled(person).await;
        let state = self.cup(id).await?;
        if state.row.state != "open" {
            return Err(ServiceError::Stale("This cup has begun, or was given up.".into()));
        }
        self.check_welcome(&state.row.host, &who.id)?;
        if state.row.entry == Entry::Friends.word() && who.id != state.row.host {
            let bond = self.0.store.bond(&state.row.host, &who.id).await?;
            if bond != Some(Bond::Friends) {
                let why = "Only friends of whoever opened this cup may enter it.";
                return Err(ServiceError::Forbidden(why.into()));
            }
        }
        if state.has_entered(&who.id) {
            return Err(ServiceError::Stale("You have entered this cup already.".into()));
        }
        if state.entered.len() >= MOST_ENTRANTS {
            return Err(ServiceError::Stale(format!(
                "This cup is full: {MOST_ENTRANTS} have entered."
            )));
        }
        let (cup, person, name) = (id.to_string(), who.id.clone(), name.to_string());
        let entered = ContestChange::Entered { cup, person, name, at: self.now() };
        self.0.store.write(Change::Contest(entered)).await?;
        let enough = usize::from(state.terms.begins_with);
        if enough > 0 && state.entered.len() + 1 >= enough {
            match self.begin_cup(id, &state.row.host).await {
                // Somebody else was the last, too.
                Ok(()) | Err(ServiceError::Stale(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Takes somebody out of a cup: before it begins they are simply not there; later they drop out, and leave its games that
    /// are on.
    pub async fn leave_cup(&self, id: &str, person: &str) -> Result<(), ServiceError> {
        let person = {
            let who = self.settled(person).await;
            who.id.clone()
        };
        let state = self.cup(id).await?;
        if !state.has_entered(&person) {
            return Err(ServiceError::Forbidden("You do not play in this cup.".into()));
        }
        match state.row.state.as_str() {
            "open" => {
                let withdrawn = ContestChange::Withdrawn { cup: id.to_string(), person };
                Ok(self.0.store.write(Change::Contest(withdrawn)).await?)
            }
            "playing" => self.drop_out(id, &person).await,
            _ => Err(ServiceError::Stale("This cup is over.".into())),
        }
    }

    async fn drop_out(&self, id: &str, person: &str) -> Result<(), ServiceError> {
        let dropped = |state: &CupState, cup: &mut Cup| {
            let place = state.place_of(person).ok_or_else(|| {
                ServiceError::Stale("You have dropped out of this cup already.".into())
            })?;
            match state.terms.stand_in.as_str() {
                "" => cup.drop_out(place).map_err(stale),
                bot => {
                    let free = (1..).map(|number| format!("bot:{bot} {number}"));
                    let taken = |word: &String| {
                        cup.entrants().iter().any(|entrant| entrant.person == *word)
                    };
                    let word = free.into_iter().find(|word| !taken(word)).unwrap_or_default();
                    cup.replace(place, word).map_err(stale)
                }
            }
        };
        let before = self.move_cup(id, &dropped).await?;
        for table in before.tables.values().filter(|table| !table.over) {
            let handle = self.table(&table.id).await?;
            let seats = self.read(&handle).await?.seats_of(person);
            if seats.is_empty() {
                continue;
            }
            self.leave(&handle, person).await?;
            for seat in seats.into_iter().filter(|_| !before.terms.stand_in.is_empty()) {
                self.replace(&handle, seat, &before.terms.stand_in, &before.row.host).await?;
            }
        }
        Ok(())
    }

    /// Begins a cup: who has entered plays, the strongest by rating first, then who entered first.
    pub async fn begin_cup(&self, id: &str, host: &str) -> Result<(), ServiceError> {
        let state = self.cup(id).await?;
        if state.row.host != host {
            let why = "Whoever opened the cup begins it.";
            return Err(ServiceError::Forbidden(why.into()));
        }
        if state.row.state != "open" {
            return Err(ServiceError::Stale("This cup has begun.".into()));
        }
        let people: Vec<String> = state.entered.iter().map(|(person, _)| person.clone()).collect();
        let rows = self.0.store.ratings_among(&state.terms.game, &people).await?;
        let points = |person: &String| {
            let row = rows.iter().find(|row| row.player == *person);
            row.map_or(Rating::NEW, |row| row.rating).points()
        };
        let mut order = people;
        order.sort_by_key(|person| std::cmp::Reverse(points(person)));
        let cup = Cup::new(state.terms.format, order).map_err(|fault| bad(fault.to_string()))?;
        self.lead_on(&CupState { cup: Some(cup), ..state }).await
    }

    /// Gives up a cup that has not begun.
    pub async fn close_cup(&self, id: &str, host: &str) -> Result<(), ServiceError> {
        let (cup, host) = (id.to_string(), host.to_string());
        let closed = Change::Contest(ContestChange::CupClosed { cup, host });
        self.0.store.write(closed).await.map_err(|error| match error {
            StoreError::Taken => ServiceError::Stale(
                "Only whoever opened a cup can give it up, and only before it begins.".into(),
            ),
            error => error.into(),
        })
    }

    /// Sees to a cup of which a game has ended.
    pub(super) fn wake_cup(&self, id: &str) {
        let (tables, id) = (self.clone(), id.to_string());
        tokio::spawn(async move {
            if let Err(error) = tables.see_to_cup(&id).await {
                tracing::warn!(cup = %id, %error, "a cup waits");
            }
        });
    }

    /// Sees to every cup of which a game has ended: those that a server left which ended then are among them.
    pub(super) async fn take_up_cups(&self) -> Result<(), ServiceError> {
        for id in self.0.store.cups_due().await? {
            match self.see_to_cup(&id).await {
                Ok(()) | Err(ServiceError::NotFound(_)) => {}
                Err(error) => tracing::warn!(cup = %id, %error, "a cup waits"),
            }
        }
        Ok(())
    }

    async fn see_to_cup(&self, id: &str) -> Result<(), ServiceError> {
        let state = self.cup(id).await?;
        if state.row.state == "playing" {
            return self.move_cup(id, &|_, _| Ok(())).await.map(drop);
        }
        // A game that counts no more, since somebody dropped out, was played on after the cup was over.
        let (done, row) = (state.row.due, Box::new(state.row));
        let seen = Change::Contest(ContestChange::CupMoved { row, done });
        Ok(self.0.store.write(seen).await?)
    }

    /// Does something with a cup that is played, as it stands, and lets it go on from there; gives how it stood. Where somebody
    /// else was faster it is looked at anew.
    async fn move_cup(
        &self,
        id: &str,
        change: &(dyn Fn(&CupState, &mut Cup) -> Result<(), ServiceError> + Send + Sync),
    ) -> Result<CupState, ServiceError> {
        let mut tries = 0;
        loop {
            let mut state = self.cup(id).await?;
            let Some(mut cup) = state.cup.clone().filter(|_| state.row.state == "playing") else {
                return Err(ServiceError::Stale("This cup is not being played.".into()));
            };
            self.take_results(&state, &mut cup).await?;
            change(&state, &mut cup)?;
            state.cup = Some(cup);
            tries += 1;
            match self.lead_on(&state).await {
                Err(ServiceError::Stale(_)) if tries < TRIES => {}
                done => return done.map(|()| state),
            }
        }
    }

    /// Takes over the results of games that have ended.
    async fn take_results(&self, state: &CupState, cup: &mut Cup) -> Result<(), ServiceError> {
        for (round, number) in cup.open() {
            let Some(table) = cup.round(round).and_then(|round| round.tables.get(number)) else {
                continue;
            };
            let (seats, game) = (table.seats.len(), table.drawn);
            let ended = state.tables.get(&(round, number, game)).filter(|table| table.over);
            let Some(ended) = ended else { continue };
            let results = self.0.store.results_of(&ended.id).await?;
            if let Some(ranks) = cup_ranks(&results, seats) {
                cup.report(round, number, &ranks)
                    .map_err(|fault| ServiceError::Internal(fault.to_string()))?;
            }
        }
        Ok(())
    }

    /// Pairs the next round if all results are in, opens every table that is missing, and stores all of it at once.
    async fn lead_on(&self, state: &CupState) -> Result<(), ServiceError> {
        let Some(mut cup) = state.cup.clone() else { return Ok(()) };
        // A round in which nobody has anybody to meet is over as it is paired.
        loop {
            while cup.open().is_empty() && !cup.is_over() {
                cup.next_round().map_err(stale)?;
            }
            // Bots that stand in for those who dropped out play with people, and share the points among themselves.
            let idle = state.unplayed(&cup);
            for (round, number, seats) in &idle {
                cup.report(*round, *number, &vec![1; *seats]).map_err(stale)?;
            }
            if idle.is_empty() {
                break;
            }
        }
        let mut opened = Vec::new();
        let mut changes = Vec::new();
        for (round, number) in cup.open() {
            let Some(table) = cup.round(round).and_then(|round| round.tables.get(number)) else {
                continue;
            };
            let place = (round, number, table.drawn);
            if state.tables.contains_key(&place) {
                continue;
            }
            let seats: Vec<&str> = table
                .seats
                .iter()
                .filter_map(|entrant| cup.entrants().get(*entrant))
                .map(|entrant| entrant.person.as_str())
                .collect();
            let draft = self.cup_draft(state, place, &seats)?;
            opened.push(draft.id().to_string());
            let said = format!("Round {} of {} begins.", round + 1, state.row.name);
            changes.extend(self.opening(draft, &said)?);
        }
        let over = cup.is_over() && cup.open().is_empty();
        let row = CupRow {
            state: if over { "over" } else { "playing" }.into(),
            cup: serde_json::to_string(&cup)
                .map_err(|error| ServiceError::Internal(error.to_string()))?,
            moved: self.now(),
            ..state.row.clone()
        };
        let moved = ContestChange::CupMoved { done: row.due, row: Box::new(row) };
        let mut all = vec![Change::Contest(moved)];
        all.extend(changes);
        self.0.store.write(Change::Together(all)).await?;
        for id in opened {
            self.metrics().opened();
            let table = self.table(&id).await?;
            self.look_at_vacations(&table).await;
            self.wake_bots(&table);
        }
        Ok(())
    }

    /// A table of a cup with these entrants, and bots where the scenario is for more.
    fn cup_draft(
        &self,
        state: &CupState,
        (round, number, game): (usize, usize, u8),
        entrants: &[&str],
    ) -> Result<Draft, ServiceError> {
        let terms = &state.terms;
        let offered = self.0.games.find(&terms.game)?;
        let mut taken: Vec<String> = Vec::new();
        let mut seats: Vec<SeatRequest> = Vec::new();
        for person in entrants {
            seats.push(match stands_in(person) {
                Some(bot) => SeatRequest::Bot(bot.to_string()),
                None => {
                    let name = super::seeks::own_name(&state.name(person), person, &taken);
                    taken.push(name.clone());
                    SeatRequest::Guest { id: (*person).into(), name, contribution: None }
                }
            });
        }
        let offer = offered.edition(&terms.edition)?;
        let scenario = offer.catalogue.scenarios.iter().find(|known| known.id == terms.scenario);
        let wanted = u16::try_from(seats.len()).unwrap_or(u16::MAX);
        let room = scenario.and_then(|known| known.seats().find(|seats| *seats >= wanted));
        let room = usize::from(room.unwrap_or(wanted));
        seats.resize(room, SeatRequest::Bot(offered.game.usual_bot().to_string()));
        let people: BTreeSet<&str> = entrants.iter().copied().collect();
        let new = NewTable {
            game: terms.game.clone(),
            edition: terms.edition.clone(),
            scenario: terms.scenario.clone(),
            options: terms.options.clone(),
            seats,
            shuffled: false,
            listed: state.row.entry == Entry::Everybody.word(),
            referee: false,
            absence: Absence::Never,
            clock: terms.clock.clone(),
            at_deadline: terms.at_deadline.clone(),
            reliable: 0,
            rated: terms.rated && people.len() == entrants.len(),
            sandboxes: true,
            whispers: false,
            client: None,
        };
        let id = table_id(&state.row.id, round, number, game);
        let luck = Luck { seed: Seed(secret::random_key()?), contribution: None };
        let mut draft = self.draft(&state.row.host, "", new, luck, id)?;
        draft.belongs_to(&state.row.id, &format!("{round} {number} {game}"));
        Ok(draft)
    }

    /// Lets somebody drop out of every cup, as one who is gone. Cups of theirs that have not begun are given up.
    pub(super) async fn leave_cups(&self, person: &str) -> Result<(), ServiceError> {
        for row in self.0.store.cups_of(person, u32::MAX).await? {
            if row.state == "open" && row.host == person {
                match self.close_cup(&row.id, person).await {
                    Ok(()) | Err(ServiceError::Stale(_)) => continue,
                    Err(error) => return Err(error),
                }
            }
            match self.leave_cup(&row.id, person).await {
                Ok(()) | Err(ServiceError::Forbidden(_) | ServiceError::Stale(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(seat: u16, rank: u16) -> ResultRow {
        ResultRow {
            seat: Seat(seat),
            player: String::new(),
            rank,
            won: false,
            stayed: true,
            rated: None,
        }
    }

    #[test]
    fn bots_that_fill_a_table_count_for_nobody() {
        let results = [row(0, 3), row(1, 2), row(2, 1)];
        assert_eq!(cup_ranks(&results, 2), Some(vec![2, 1]));
        assert_eq!(cup_ranks(&results[1..], 2), None, "a result is missing");
        assert_eq!(cup_ranks(&[row(0, 2), row(1, 2), row(2, 1)], 2), Some(vec![1, 1]));
    }

    #[test]
    fn a_place_of_a_cup_has_one_table() {
        assert_eq!(table_id("cup", 1, 2, 0), table_id("cup", 1, 2, 0));
        assert_ne!(table_id("cup", 1, 2, 0), table_id("cup", 1, 2, 1));
        assert_ne!(table_id("cup", 1, 2, 0), table_id("cup", 12, 0, 0));
        assert_eq!(stands_in("bot:search:fast 2"), Some("search:fast"));
        assert_eq!(stands_in("abc"), None);
    }
}
