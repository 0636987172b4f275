//! Opening a table, and starting its game once nobody is missing.

use super::decisions::progress;
use super::luck::{contribution, contributions};
use super::replay::begin_match;
use super::{Luck, TableHandle, TableState, Tables, catch_panic, now};
use crate::error::ServiceError;
use crate::games::OfferedGame;
use crate::secret;
use crate::store::{Absence, Change, Phase, SeatKind, SeatRow, StoreError, TableRow};
use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;
use table::{Edition, Seat, Seed, SetupError, Status};

/// Who shall sit in a seat of a new table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatRequest {
    /// Whoever opens the table; several seats of one person are a hot seat.
    Me,
    /// Whoever comes first.
    Open,
    /// Whoever has the private link.
    Link,
    /// A bot of this name.
    Bot(String),
    /// A guest who sat at the table before.
    Guest {
        /// The guest's id.
        id: String,
        /// What they were called.
        name: String,
    },
}

/// By the word of a form or a program: `me`, `open`, `link` or `bot:NAME`.
impl FromStr for SeatRequest {
    type Err = ServiceError;

    fn from_str(word: &str) -> Result<SeatRequest, ServiceError> {
        match (word, word.strip_prefix("bot:")) {
            ("me", _) => Ok(SeatRequest::Me),
            ("open", _) => Ok(SeatRequest::Open),
            ("link", _) => Ok(SeatRequest::Link),
            (_, Some(bot)) => Ok(SeatRequest::Bot(bot.to_string())),
            _ => {
                let why = format!("`{word}` is nobody: say me, open, link or bot:NAME");
                Err(ServiceError::BadRequest(why))
            }
        }
    }
}

/// The table that somebody wants to open.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// The edition's name; empty for the house's own.
    pub edition: String,
    /// The scenario's id.
    pub scenario: String,
    /// Options that differ from their defaults.
    pub options: BTreeMap<String, String>,
    /// Who sits where.
    pub seats: Vec<SeatRequest>,
    /// Whether seats are dealt at random when the game starts.
    pub shuffled: bool,
    /// Whether it stands in the lobby's lists.
    pub listed: bool,
    /// Whether whoever opens it is its referee: sees everything, never plays, and everybody knows.
    pub referee: bool,
    /// After how long without a sign of life a player may be replaced.
    pub absence: Absence,
}

impl Tables {
    /// Opens a table; its game starts at once if nobody is missing. Gives its id.
    pub async fn open(
        &self,
        host: &str,
        name: &str,
        new: NewTable,
        luck: Luck,
    ) -> Result<String, ServiceError> {
        let offered = self.0.games.find(&new.game)?;
        let (edition, catalogue) = offered.edition(&new.edition)?;
        if new.seats.len() > 64 {
            let why = "At most 64 seats at a table of this server.";
            return Err(ServiceError::BadRequest(why.into()));
        }
        check_bots(offered, &new.seats)?;
        if new.referee && new.seats.contains(&SeatRequest::Me) {
            let why = "A referee sees everything and never sits at the table: take no seat.";
            return Err(ServiceError::BadRequest(why.into()));
        }
        let mut seats = seat_rows(&new.seats, host, name)?;
        add_contributions(&mut seats, host, luck.contribution)?;
        let (seed, referee) = (luck.seed, new.referee);
        let mut row = self.table_row(new, host, edition, seed)?;
        row.commitment = seed.commitment();
        if referee {
            (row.referee, row.referee_name) = (host.to_string(), name.to_string());
        }
        let setup = row.setup(&seats);
        let bad_setup = |error: SetupError| ServiceError::BadRequest(error.to_string());
        catalogue.admits(&setup).map_err(bad_setup)?;
        // Every fault of the set-up is found now, not when the last seat is taken.
        let (edition, game) = (edition.clone(), &offered.game);
        catch_panic(&row.id, || game.start(edition, &setup, seed).map(drop))?.map_err(bad_setup)?;
        let id = row.id.clone();
        let opened = self.0.store.write(Change::Opened(Box::new(row), seats)).await;
        opened.map_err(|error| match error {
            StoreError::Taken => ServiceError::Stale(
                "This commitment was used for another table. Load the page again.".into(),
            ),
            error => error.into(),
        })?;
        let table = self.table(&id).await?;
        self.start_if_full(&table).await?;
        Ok(id)
    }

    /// Sits somebody down to a lesson: bots have the other seats. Gives the table's id.
    pub async fn open_lesson(
        &self,
        learner: &str,
        name: &str,
        game: &str,
        lesson: &str,
    ) -> Result<String, ServiceError> {
        let offered = self.0.games.find(game)?;
        let lesson = offered.lesson(lesson)?;
        let (edition, _) = offered.edition("")?;
        let seed = Seed(secret::random_key()?);
        let bot = offered.game.usual_bot();
        let begun = catch_panic(game, || offered.game.teach(lesson, edition, &[], seed))?
            .map_err(|error| ServiceError::Internal(error.to_string()))?;
        let setup = begun.setup().clone();
        let seat = |seat: Seat| match seat == lesson.seat {
            true => SeatRequest::Me,
            false => SeatRequest::Bot(bot.into()),
        };
        let new = NewTable {
            game: game.to_string(),
            edition: String::new(),
            scenario: setup.scenario,
            options: setup.options,
            seats: Seat::first(setup.seats).map(seat).collect(),
            shuffled: false,
            listed: false,
            referee: false,
            absence: Absence::Never,
        };
        let mut seats = seat_rows(&new.seats, learner, name)?;
        for (seat, name) in seats.iter_mut().zip(lesson.names()) {
            seat.name = name.clone();
        }
        let row = self.table_row(new, learner, edition, seed)?;
        let row = TableRow { lesson: lesson.name.clone(), ..row };
        let id = row.id.clone();
        self.0.store.write(Change::Opened(Box::new(row), seats)).await?;
        let table = self.table(&id).await?;
        self.start_if_full(&table).await?;
        Ok(id)
    }

    /// Starts the game of a table at which nobody is missing.
    pub(super) async fn start_if_full(&self, table: &Arc<TableHandle>) -> Result<(), ServiceError> {
        let mut state = self.write(table).await?;
        let missing = |seat: &SeatRow| matches!(seat.kind, SeatKind::Open | SeatKind::Link);
        if state.row.phase != Phase::Open || state.seats.iter().any(missing) {
            return Ok(());
        }
        let contributions = contributions(&state.seats);
        let seed = self.server_seed(&state.row)?.with_contributions(&contributions);
        let (seats, dealt) = match state.row.shuffled {
            true => deal(&state.seats, seed),
            false => (state.seats.clone(), Vec::new()),
        };
        let game =
            catch_panic(&table.id, || begin_match(&self.0.games, &state.row, &seats, seed))??;
        let start_digest = game.digest();
        let status = game.status();
        let progress = progress(&seats, &status, game.conclusion(), 0);
        let change = Change::Started {
            table: table.id.clone(),
            seats: seats.clone(),
            contributions: contributions.clone(),
            dealt: dealt.clone(),
            start_digest: start_digest.clone(),
            progress: progress.clone(),
        };
        self.commit(&mut state, change, progress).await?;
        state.row.start_digest = start_digest;
        (state.row.contributions, state.row.dealt) = (contributions, dealt);
        state.seats = seats;
        state.game = Some(game);
        table.notify(&mut state);
        tracing::info!(table = %table.id, game = %state.row.game, "a game starts");
        let bots = state.row.bot_turn;
        drop(state);
        if bots {
            self.wake_bots(table);
        }
        Ok(())
    }

    /// Opens the same table again, with the same people; every person who asks gets the same one.
    pub async fn rematch(
        &self,
        table: &Arc<TableHandle>,
        guest: &str,
        luck: Luck,
    ) -> Result<String, ServiceError> {
        let (new, name) = {
            let state = self.read(table).await?;
            if !state.row.lesson.is_empty() {
                let why = "A lesson has no rematch: begin it again under Learn.";
                return Err(ServiceError::BadRequest(why.into()));
            }
            if state.row.phase != Phase::Over {
                return Err(ServiceError::Stale("The game is still on.".into()));
            }
            if !state.row.rematch.is_empty() {
                return Ok(state.row.rematch.clone());
            }
            let Some(seat) = state.seats_of(guest).first().copied() else {
                return Err(ServiceError::Forbidden("Only players can ask for a rematch.".into()));
            };
            let name = state.seats.get(seat.index()).map(|seat| seat.name.clone());
            let seats = state.seats.iter().map(|seat| match seat.kind {
                SeatKind::Person => {
                    SeatRequest::Guest { id: seat.holder.clone(), name: seat.name.clone() }
                }
                SeatKind::Bot => SeatRequest::Bot(seat.bot.clone()),
                _ => SeatRequest::Open,
            });
            let row = &state.row;
            let new = NewTable {
                game: row.game.clone(),
                edition: row.edition.clone(),
                scenario: row.scenario.clone(),
                options: row.options.clone(),
                seats: seats.collect(),
                shuffled: row.shuffled,
                listed: row.listed,
                referee: false,
                absence: row.absence,
            };
            (new, name.unwrap_or_default())
        };
        let next = self.open(guest, &name, new, luck).await?;
        let mut state = self.write(table).await?;
        if !state.row.rematch.is_empty() {
            return Ok(state.row.rematch.clone());
        }
        let change = Change::Rematch { table: table.id.clone(), next: next.clone() };
        self.0.store.write(change).await?;
        state.row.rematch = next.clone();
        table.notify(&mut state);
        Ok(next)
    }
}

/// Refuses bots that the game does not have.
fn check_bots(offered: &OfferedGame, seats: &[SeatRequest]) -> Result<(), ServiceError> {
    let bots = offered.game.bots();
    for seat in seats {
        if let SeatRequest::Bot(name) = seat
            && !bots.iter().any(|bot| bot.name == name)
        {
            let known = bots.iter().map(|bot| bot.name).collect::<Vec<_>>();
            return Err(ServiceError::BadRequest(table::unknown("bot", name, known)));
        }
    }
    Ok(())
}

impl Tables {
    /// The row of a table that nobody has sat down at yet.
    fn table_row(
        &self,
        new: NewTable,
        host: &str,
        edition: &Edition,
        seed: Seed,
    ) -> Result<TableRow, ServiceError> {
        let id = secret::random_token(12)?;
        Ok(TableRow {
            seed: self.0.keys.seal(seed, &id)?,
            id,
            game: new.game,
            scenario: new.scenario,
            options: new.options,
            edition: new.edition,
            files: serde_json::to_string(edition.own_files()).unwrap_or_default(),
            rules: 0,
            host: host.to_string(),
            listed: new.listed,
            shuffled: new.shuffled,
            commitment: String::new(),
            contributions: Vec::new(),
            dealt: Vec::new(),
            referee: String::new(),
            referee_name: String::new(),
            absence: new.absence,
            phase: Phase::Open,
            created: now(),
            moved: now(),
            steps: 0,
            deciding: Vec::new(),
            bot_turn: false,
            start_digest: String::new(),
            ended: String::new(),
            rematch: String::new(),
            lesson: String::new(),
        })
    }
}

/// The seats as they were asked for; several seats of the host have numbers behind the name.
fn seat_rows(
    requests: &[SeatRequest],
    host: &str,
    name: &str,
) -> Result<Vec<SeatRow>, ServiceError> {
    let mut mine = 0;
    let mut seats = Vec::with_capacity(requests.len());
    for (number, request) in (0..).zip(requests) {
        let mut seat = SeatRow {
            seat: Seat(number),
            kind: SeatKind::Open,
            holder: String::new(),
            name: String::new(),
            bot: String::new(),
            link: secret::random_token(26)?,
            token: secret::random_token(32)?,
            undos: 0,
            contribution: None,
            away: String::new(),
        };
        match request {
            SeatRequest::Open => {}
            SeatRequest::Link => seat.kind = SeatKind::Link,
            SeatRequest::Me => {
                mine += 1;
                seat.kind = SeatKind::Person;
                seat.holder = host.to_string();
                seat.name = if mine == 1 { name.to_string() } else { format!("{name} {mine}") };
            }
            SeatRequest::Guest { id, name } => {
                seat.kind = SeatKind::Person;
                (seat.holder, seat.name) = (id.clone(), name.clone());
            }
            SeatRequest::Bot(bot) => {
                seat.kind = SeatKind::Bot;
                seat.name = bot_name(bot, number);
                seat.bot = bot.clone();
            }
        }
        seats.push(seat);
    }
    Ok(seats)
}

/// Notes what the people who sit already add to the luck of the game: one contribution each. Only whoever
/// opens the table could bring theirs.
fn add_contributions(
    seats: &mut [SeatRow],
    host: &str,
    brought: Option<[u8; 32]>,
) -> Result<(), ServiceError> {
    let mut heard = Vec::new();
    for seat in seats.iter_mut().filter(|seat| seat.kind == SeatKind::Person) {
        if heard.contains(&seat.holder) {
            continue;
        }
        let brought = brought.filter(|_| seat.holder == host);
        seat.contribution = Some(contribution(seat.seat, brought)?);
        heard.push(seat.holder.clone());
    }
    Ok(())
}

/// The seats as they are dealt by a seed, and of each the one that its player had before.
fn deal(seats: &[SeatRow], seed: Seed) -> (Vec<SeatRow>, Vec<Seat>) {
    let dealt = seed.deal(seats.len() as u16);
    let from = dealt.iter().filter_map(|before| seats.get(before.index()));
    let seats =
        (0..).zip(from).map(|(number, seat)| SeatRow { seat: Seat(number), ..seat.clone() });
    (seats.collect(), dealt)
}

/// What a bot in a seat is called, so that two of them can be told apart in the story.
pub(super) fn bot_name(bot: &str, seat: u16) -> String {
    let mut name: String = bot.to_string();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    format!("{name} {}", u32::from(seat) + 1)
}

impl TableState {
    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.game.as_ref().map(|game| game.status()), Some(Status::Over(_)))
    }
}
