//! Opening a table, and starting its game once nobody is missing.

use super::decisions::progress;
use super::luck::{contribution, contributions};
use super::ratings::check_rated;
use super::replay::{begin_match, overseers_of};
use super::seats::check_one_pair_of_eyes;
use super::time::{Follows, Reckoned};
use super::{Luck, TableHandle, TableState, Tables, catch_panic};
use crate::client::Client;
use crate::error::ServiceError;
use crate::games::{OfferedEdition, OfferedGame};
use crate::identity;
use crate::secret;
use crate::store::{
    Absence, Change, Phase, SeatKind, SeatRow, StoreError, TableProgress, TableRow,
};
use ::clock::{AtDeadline, Clock, Pace};
use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;
use table::{AnyMatch, Contribution, Edition, Face, Seat, Seed, SetupError, Status};

/// Who shall sit in a seat of a new table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatRequest {
    /// Whoever opens the table; several seats of one person are a hot seat.
    Me,
    /// The same for somebody of this name who shares the screen.
    Beside(String),
    /// Whoever comes first.
    Open,
    /// Whoever has the private link.
    Link,
    /// A bot of this name.
    Bot(String),
    /// A guest who sat at the table before, or was found as a partner.
    Guest {
        /// The guest's id.
        id: String,
        /// What they were called.
        name: String,
        /// What they add to the luck of the game, if anything.
        contribution: Option<[u8; 32]>,
    },
}

/// By the word of a form or a program: `me`, `me:NAME`, `open`, `link` or `bot:NAME`.
impl FromStr for SeatRequest {
    type Err = ServiceError;

    fn from_str(word: &str) -> Result<SeatRequest, ServiceError> {
        match word.split_once(':').unwrap_or((word, "")) {
            ("me", "") => Ok(SeatRequest::Me),
            ("me", name) => Ok(SeatRequest::Beside(identity::valid_name(name)?)),
            ("open", "") => Ok(SeatRequest::Open),
            ("link", "") => Ok(SeatRequest::Link),
            ("bot", bot) => Ok(SeatRequest::Bot(bot.to_string())),
            _ => {
                let why = format!("`{word}` is nobody: say me, me:NAME, open, link or bot:NAME");
                Err(ServiceError::BadRequest(why))
            }
        }
    }
}

/// Why a table is opened.
pub(super) enum Occasion<'a> {
    /// Somebody wants it.
    Wish,
    /// It is the rematch of another, which knows of it in the same transaction if it still has that version.
    RematchOf(&'a str, i64),
    /// Partners are found, who are taken from those who look in the same transaction; with the id that the table has then.
    Partners {
        /// The id.
        id: String,
        /// What is written with it.
        with: Vec<Change>,
    },
}

/// A table that can be opened.
pub(super) struct Draft {
    row: TableRow,
    seats: Vec<SeatRow>,
    client: Option<Client>,
}

impl Draft {
    /// The id that it will have.
    pub(super) fn id(&self) -> &str {
        &self.row.id
    }

    /// Makes it a table of a cup, at a place there.
    pub(super) fn belongs_to(&mut self, cup: &str, place: &str) {
        (self.row.cup, self.row.cup_place) = (cup.into(), place.into());
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
    /// How much time there is, as the line of a clock; empty for none.
    pub clock: String,
    /// What happens when it has run out, as a line; empty for the rules' own way.
    pub at_deadline: String,
    /// How reliable players must be, in a hundred; 0 if anybody may play.
    pub reliable: u32,
    /// Whether its game changes ratings.
    pub rated: bool,
    /// Whether plans may be tried from it while its game is on; only a rated table forbids it.
    pub sandboxes: bool,
    /// Whether players may say something to one of the others alone.
    pub whispers: bool,
    /// Where it is asked for: the bots of all tables from there share a queue.
    pub client: Option<Client>,
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
        let who = self.settled(host).await;
        self.check_new_names(&who.id, name, &new.seats)?;
        self.clock_of(&new.clock)?;
        self.open_after(&who.id, name, new, luck, Occasion::Wish).await
    }

    /// Refuses names for further seats of one's own to whoever may say nothing: others read them in the lobby.
    fn check_new_names(
        &self,
        host: &str,
        name: &str,
        seats: &[SeatRequest],
    ) -> Result<(), ServiceError> {
        let new =
            |seat: &SeatRequest| matches!(seat, SeatRequest::Beside(called) if called != name);
        match seats.iter().any(new) {
            true => self.check_may_talk(host),
            false => Ok(()),
        }
    }

    /// The same, for a host who becomes nobody else meanwhile, and for whatever reason.
    pub(super) async fn open_after(
        &self,
        host: &str,
        name: &str,
        new: NewTable,
        luck: Luck,
        occasion: Occasion<'_>,
    ) -> Result<String, ServiceError> {
        let id = match &occasion {
            Occasion::Partners { id, .. } => id.clone(),
            _ => secret::random_token(12)?,
        };
        let Draft { row, seats, client } = self.draft(host, name, new, luck, id)?;
        self.store_new(row, seats, client, occasion).await
    }

    /// A table as somebody wants it, if it can be opened; nothing is stored yet.
    pub(super) fn draft(
        &self,
        host: &str,
        name: &str,
        new: NewTable,
        luck: Luck,
        id: String,
    ) -> Result<Draft, ServiceError> {
        let offered = self.0.games.find(&new.game)?;
        let offer = offered.edition(&new.edition)?;
        let OfferedEdition { edition, catalogue } = offer.as_ref();
        if new.seats.len() > 64 {
            let why = "At most 64 seats at a table of this server.";
            return Err(ServiceError::BadRequest(why.into()));
        }
        check_bots(offered, &new.seats)?;
        let bots: Vec<&str> = offered.game.bots().iter().map(|bot| bot.name).collect();
        let (clock, absence) = self.check_clock(&new.clock, &new.at_deadline, &bots)?;
        if new.reliable > 100 {
            let why = "A table can ask for players who keep 0 to 100 of 100 deadlines and games.";
            return Err(ServiceError::BadRequest(why.into()));
        }
        let own = |seat: &SeatRequest| matches!(seat, SeatRequest::Me | SeatRequest::Beside(_));
        if new.referee && new.seats.iter().any(own) {
            let why = "A referee sees everything and never sits at the table: take no seat.";
            return Err(ServiceError::BadRequest(why.into()));
        }
        let mut seats = seat_rows(&new.seats, host, name)?;
        add_contribution(&mut seats, host, luck.contribution);
        let (seed, referee, client) = (luck.seed, new.referee, new.client);
        let mut row = self.table_row(id, new, host, edition, seed)?;
        (row.clock, row.at_deadline) = (clock.to_string(), absence.to_string());
        if row.clock != "none" {
            // The clock says what becomes of those who do not answer.
            row.absence = Absence::Never;
        }
        row.commitment = seed.commitment();
        if referee {
            (row.referee, row.referee_name) = (host.to_string(), name.to_string());
        }
        let setup = row.setup(&seats);
        let bad_setup = |error: SetupError| ServiceError::BadRequest(error.to_string());
        catalogue.admits(&setup).map_err(bad_setup)?;
        let overseers = overseers_of(&self.0.games, &row, &seats)?;
        check_overseers(&overseers, &row, &seats)?;
        check_rated(&row, &seats, &overseers)?;
        // Every fault of the set-up is found now, not when the last seat is taken.
        let (edition, game) = (edition.clone(), &offered.game);
        catch_panic(&row.id, || game.start(edition, &setup, seed).map(drop))?.map_err(bad_setup)?;
        Ok(Draft { row, seats, client })
    }

    /// What is to be stored of a table at which nobody is missing; with what its players are told beside.
    pub(super) fn opening(&self, draft: Draft, said: &str) -> Result<Vec<Change>, ServiceError> {
        let Draft { row, seats, .. } = draft;
        let id = row.id.clone();
        let begun = self.begin_if_full(&row, &seats)?;
        let mut changes = vec![Change::Opened(Box::new(row), seats)];
        if let Some(begun) = begun {
            changes.push(begun.change(&id));
            changes.extend(begun.notices(self, &id, "", said));
        }
        Ok(changes)
    }

    /// Sits somebody down to a lesson: bots have the other seats. Gives the table's id.
    pub async fn open_lesson(
        &self,
        learner: &str,
        name: &str,
        game: &str,
        lesson: &str,
    ) -> Result<String, ServiceError> {
        let who = self.settled(learner).await;
        let learner = who.id.as_str();
        let offered = self.0.games.find(game)?;
        let lesson = offered.lesson(lesson)?;
        let offer = offered.edition("")?;
        let edition = &offer.edition;
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
            clock: String::new(),
            at_deadline: String::new(),
            reliable: 0,
            rated: false,
            sandboxes: true,
            whispers: false,
            client: None,
        };
        let mut seats = seat_rows(&new.seats, learner, name)?;
        for (seat, name) in seats.iter_mut().zip(lesson.names()) {
            seat.name = name.clone();
        }
        let row = self.table_row(secret::random_token(12)?, new, learner, edition, seed)?;
        let row = TableRow { lesson: lesson.name.clone(), ..row };
        self.store_new(row, seats, None, Occasion::Wish).await
    }

    /// Stores a new table; its game starts in the same transaction if nobody is missing. Gives its id.
    async fn store_new(
        &self,
        row: TableRow,
        seats: Vec<SeatRow>,
        client: Option<Client>,
        occasion: Occasion<'_>,
    ) -> Result<String, ServiceError> {
        let id = row.id.clone();
        let begun = self.begin_if_full(&row, &seats)?;
        let is_rematch = matches!(occasion, Occasion::RematchOf(..));
        let mut changes: Vec<Change> = match occasion {
            Occasion::Wish => Vec::new(),
            Occasion::RematchOf(table, version) => {
                let (table, next) = (table.to_string(), id.clone());
                vec![Change::Rematch { table, version, next }]
            }
            Occasion::Partners { with, .. } => with,
        };
        if is_rematch {
            let host = seats.iter().find(|seat| seat.holder == row.host);
            let said = format!("{} has opened a rematch.", host.map_or("", |seat| &seat.name));
            changes.extend(match &begun {
                Some(begun) => begun.notices(self, &id, &row.host, &said),
                None => self.invitations((&id, &seats), &row.host, &said),
            });
        }
        changes.push(Change::Opened(Box::new(row), seats));
        changes.extend(begun.map(|begun| begun.change(&id)));
        self.0.store.write(Change::Together(changes)).await.map_err(|error| match error {
            StoreError::Taken => ServiceError::Stale(
                "This commitment was used for another table, or you have just signed in as somebody else. Load the page \
                 again."
                    .into(),
            ),
            error => error.into(),
        })?;
        self.metrics().opened();
        let table = self.table(&id).await?;
        if let Some(client) = client {
            let _ = table.opened_from.set(client.key());
        }
        self.look_at_vacations(&table).await;
        self.wake_bots(&table);
        Ok(id)
    }

    /// The game of a table with these seats as it begins; nothing if somebody is missing or it is on.
    pub(super) fn begin_if_full(
        &self,
        row: &TableRow,
        seats: &[SeatRow],
    ) -> Result<Option<BegunGame>, ServiceError> {
        let missing = |seat: &SeatRow| matches!(seat.kind, SeatKind::Open | SeatKind::Link);
        if row.phase != Phase::Open || seats.iter().any(missing) {
            return Ok(None);
        }
        let contributions = contributions(seats);
        let seats: Vec<SeatRow> = seats.iter().map(SeatRow::begun).collect();
        let seats = seats.as_slice();
        let seed = self.server_seed(row)?.with_contributions(&contributions);
        let (seats, dealt) = match row.shuffled {
            true => deal(seats, seed),
            false => (seats.to_vec(), Vec::new()),
        };
        let game = catch_panic(&row.id, || begin_match(&self.0.games, row, &seats, seed))??;
        let progress = progress(row, &seats, game.as_ref(), self.now());
        let keeper = self.first_keeper(row, &seats);
        let reckoned = match &keeper {
            Some(keeper) => Some(catch_panic(&row.id, || {
                self.reckon(keeper, &seats, game.as_ref(), Follows::Change)
            })?),
            None => None,
        };
        Ok(Some(BegunGame { seats, contributions, dealt, game, progress, reckoned }))
    }

    /// Starts the game of a table that was left full by a server which did not start it.
    pub(super) async fn start_if_full(&self, table: &Arc<TableHandle>) -> Result<(), ServiceError> {
        self.judged(table, || self.start_now(table)).await
    }

    async fn start_now(&self, table: &Arc<TableHandle>) -> Result<(), ServiceError> {
        let mut state = self.write(table).await?;
        if let Some(begun) = self.begin_if_full(&state.row, &state.seats)? {
            let mut changes = vec![begun.change(&table.id)];
            changes.extend(begun.notices(self, &table.id, "", ""));
            self.keep(&mut state, Change::Together(changes)).await?;
            state.take_up(begun);
            table.notify(&mut state);
        }
        Ok(())
    }

    /// Opens the same table again, with the same people; every person who asks gets the same one.
    pub async fn rematch(
        &self,
        table: &Arc<TableHandle>,
        guest: &str,
        luck: Luck,
        client: Client,
    ) -> Result<String, ServiceError> {
        let who = self.settled(guest).await;
        self.judged(table, || self.rematch_now(table, &who.id, luck, client)).await
    }

    async fn rematch_now(
        &self,
        table: &Arc<TableHandle>,
        guest: &str,
        luck: Luck,
        client: Client,
    ) -> Result<String, ServiceError> {
        // Nobody else asks for one meanwhile.
        let mut state = self.write(table).await?;
        let (new, name) = {
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
            // Where time runs or a rating changes nobody plays who has not said so: their seat waits for them.
            let asks = state.row.rated || state.row.running_clock().is_some();
            let comes = |other: &str| {
                other == guest || !asks && !self.are_apart(guest, other) && self.can_come(other)
            };
            let seats = state.seats.iter().map(|seat| match seat.kind {
                SeatKind::Person if !comes(&seat.holder) => SeatRequest::Open,
                SeatKind::Person => SeatRequest::Guest {
                    id: seat.holder.clone(),
                    name: seat.name.clone(),
                    contribution: None,
                },
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
                listed: row.listed && !asks,
                referee: false,
                absence: row.absence,
                clock: without_first(&row.clock),
                at_deadline: row.at_deadline.clone(),
                reliable: row.reliable,
                rated: row.rated,
                sandboxes: row.sandboxes,
                whispers: row.whispers,
                client: Some(client),
            };
            (new, name.unwrap_or_default())
        };
        let rematch_of = Occasion::RematchOf(table.id.as_str(), state.row.version);
        let opened = self.open_after(guest, &name, new, luck, rematch_of).await;
        state.needs_reload |= opened.is_err();
        let next = opened?;
        state.row.rematch = next.clone();
        state.row.version += 1;
        table.notify(&mut state);
        Ok(next)
    }
}

/// A game that begins, and is not stored yet.
pub(super) struct BegunGame {
    seats: Vec<SeatRow>,
    contributions: Vec<Contribution>,
    dealt: Vec<Seat>,
    game: Box<dyn AnyMatch>,
    progress: TableProgress,
    reckoned: Option<Reckoned>,
}

impl BegunGame {
    /// What is to be stored of it.
    pub(super) fn change(&self, table: &str) -> Change {
        let started = self.started(table);
        match &self.reckoned {
            Some(reckoned) => Change::Together(vec![started, reckoned.change(table)]),
            None => started,
        }
    }

    /// The notices that go with it, but for whoever let it begin; with what is said beside.
    pub(super) fn notices(
        &self,
        tables: &Tables,
        table: &str,
        by: &str,
        said: &str,
    ) -> Vec<Change> {
        tables.notices_of_begin((table, &self.seats), &self.progress.deciding, by, said)
    }

    fn started(&self, table: &str) -> Change {
        Change::Started {
            table: table.to_string(),
            seats: self.seats.clone(),
            contributions: self.contributions.clone(),
            dealt: self.dealt.clone(),
            rules: self.game.record(false).rules,
            start_digest: self.game.digest(),
            start_dice: self.start_dice(),
            progress: self.progress.clone(),
        }
    }

    fn start_dice(&self) -> String {
        self.game.recorded(0).map_or_else(String::new, |step| Face::written(&step.dice))
    }
}

/// Refuses a table at which a seat that sees what is hidden from others would be one of several of a person, would be
/// dealt at random, or would stand beside a referee.
fn check_overseers(
    overseers: &[(Seat, String)],
    row: &TableRow,
    seats: &[SeatRow],
) -> Result<(), ServiceError> {
    let Some((_, role)) = overseers.first() else { return Ok(()) };
    let bad = |why: String| Err(ServiceError::BadRequest(why));
    if row.shuffled {
        return bad(format!(
            "The {role} sees what is hidden from others: that seat cannot be dealt at random."
        ));
    }
    if !row.referee.is_empty() {
        return bad(format!(
            "The {role} sees what is hidden from others: a table has no referee beside."
        ));
    }
    for seat in seats.iter().filter(|seat| !seat.holder.is_empty()) {
        let alike = seats.iter().filter(|other| other.holder == seat.holder);
        let held: Vec<Seat> = alike.map(|seat| seat.seat).collect();
        check_one_pair_of_eyes(overseers, &held)?;
    }
    Ok(())
}

/// A clock for another game: a first deadline was that of the first.
fn without_first(line: &str) -> String {
    let again = |clock: Clock| {
        let mut settings = clock.settings().clone();
        if let Pace::Calendar(calendar) = &mut settings.pace {
            calendar.first = None;
        }
        Clock::new(settings).ok()
    };
    line.parse().ok().and_then(again).map_or_else(|| line.to_string(), |clock| clock.to_string())
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
        id: String,
        new: NewTable,
        host: &str,
        edition: &Edition,
        seed: Seed,
    ) -> Result<TableRow, ServiceError> {
        let now = self.now();
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
            created: now,
            moved: now,
            steps: 0,
            told_steps: 0,
            told_at: now,
            deciding: Vec::new(),
            bot_turn: false,
            start_digest: String::new(),
            start_dice: String::new(),
            ended: String::new(),
            rematch: String::new(),
            lesson: String::new(),
            version: 0,
            clock: "none".into(),
            at_deadline: new.at_deadline,
            reliable: new.reliable,
            rated: new.rated,
            cup: String::new(),
            cup_place: String::new(),
            sandboxes: new.sandboxes,
            whispers: new.whispers,
            archived: 0,
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
    let mut seats: Vec<SeatRow> = Vec::with_capacity(requests.len());
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
            began: String::new(),
            gone: false,
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
            SeatRequest::Beside(called) => {
                seat.kind = SeatKind::Person;
                let taken = seats.iter().any(|other| identity::look_alike(&other.name, called));
                seat.holder = host.to_string();
                seat.name = if taken { format!("{called} {}", number + 1) } else { called.clone() };
            }
            SeatRequest::Guest { id, name, contribution: brought } => {
                seat.kind = SeatKind::Person;
                (seat.holder, seat.name) = (id.clone(), name.clone());
                seat.contribution = contribution(seat.seat, *brought);
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

/// Notes what whoever opens the table brings to the luck of the game, with the first of their seats. Nobody else who sits
/// already was asked: they add nothing.
fn add_contribution(seats: &mut [SeatRow], host: &str, brought: Option<[u8; 32]>) {
    if brought.is_none() {
        return;
    }
    let held = |seat: &&mut SeatRow| seat.kind == SeatKind::Person && seat.holder == host;
    if let Some(seat) = seats.iter_mut().find(held) {
        seat.contribution = contribution(seat.seat, brought);
    }
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
    format!("{} bot {}", strength(bot), u32::from(seat) + 1)
}

/// How strong a bot is, as it stands within a sentence.
pub fn strength_within(bot: &str) -> String {
    strength(bot).to_lowercase()
}

/// What happens when somebody's time has run out, in words to them that follow "otherwise".
pub fn otherwise(absence: &::clock::Absence) -> String {
    let told = absence.told(1);
    match absence.at(1) {
        AtDeadline::Bot { strength, .. } => {
            told.replacen(&format!("({strength})"), &format!("({})", strength_within(strength)), 1)
        }
        _ => told,
    }
}

/// How strong a bot is, in a word that needs no explanation; of one that we do not know its own name.
pub fn strength(bot: &str) -> String {
    let word = match bot {
        "random" => "Beginner",
        "default" => "Silent",
        "forage" | "fierce" => "Easy",
        "greedy" | "decent" => "Medium",
        "search:fast" => "Strong",
        "search:strong" => "Very strong",
        other => {
            let mut letters = other.chars();
            let first = letters.next().map(|letter| letter.to_ascii_uppercase());
            return first.into_iter().chain(letters).collect();
        }
    };
    word.to_string()
}

impl TableState {
    /// Takes over a game that was stored as begun.
    pub(super) fn take_up(&mut self, begun: BegunGame) {
        tracing::info!(table = %self.row.id, game = %self.row.game, "a game starts");
        self.row.rules = begun.game.record(false).rules;
        self.row.start_digest = begun.game.digest();
        self.row.start_dice = begun.start_dice();
        (self.row.contributions, self.row.dealt) = (begun.contributions, begun.dealt);
        self.seats = begun.seats;
        self.game = Some(begun.game);
        self.apply(begun.progress);
        self.keeper = begun.reckoned.and_then(|reckoned| reckoned.keeper);
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.game.as_ref().map(|game| game.status()), Some(Status::Over(_)))
    }
}
