//! Opening a table, and starting its game once nobody is missing.

use super::{Sitting, Table, Tables, guarded, now, seed_of};
use crate::secret;
use crate::store::{Change, Moved, SeatKind, SeatRow, State, TableRow};
use crate::trouble::Trouble;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{Dice, Seat, Seed, Status};

/// Who shall sit in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// Whoever opens the table; several seats of one person are a hot seat.
    Me,
    /// Whoever comes first.
    Open,
    /// Whoever has the private link.
    Link,
    /// A bot of this name.
    Bot(String),
    /// A guest of this id and name, who sat at the table before.
    Guest(String, String),
}

/// What somebody wants to play.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The game's id.
    pub game: String,
    /// The edition's name; empty for the house's own.
    pub edition: String,
    /// The scenario's id.
    pub scenario: String,
    /// Options that differ from their defaults.
    pub options: BTreeMap<String, String>,
    /// Who sits where.
    pub seats: Vec<Sitter>,
    /// Whether seats are dealt at random when the game starts.
    pub shuffled: bool,
    /// Whether it stands in the lobby's lists.
    pub listed: bool,
}

impl Tables {
    /// Opens a table; its game starts at once if nobody is missing. Gives its id.
    pub async fn open(&self, host: &str, name: &str, wish: Wish) -> Result<String, Trouble> {
        let offered = self.0.games.find(&wish.game)?;
        let (edition, catalogue) = offered.edition(&wish.edition)?;
        if wish.seats.len() > 64 {
            return Err(Trouble::Bad("At most 64 seats at a table of this server.".into()));
        }
        let bots = offered.game.bots();
        for sitter in &wish.seats {
            if let Sitter::Bot(name) = sitter
                && !bots.iter().any(|bot| bot.name == name)
            {
                let known = bots.iter().map(|bot| bot.name).collect::<Vec<_>>();
                return Err(Trouble::Bad(table::unknown("bot", name, known)));
            }
        }
        let seed = Seed(secret::key()?);
        let row = TableRow {
            id: secret::letters(12)?,
            game: wish.game.clone(),
            scenario: wish.scenario,
            options: wish.options,
            edition: wish.edition,
            files: serde_json::to_string(edition.own_files()).unwrap_or_default(),
            rules: 0,
            host: host.to_string(),
            listed: wish.listed,
            shuffled: wish.shuffled,
            seed: seed.to_string(),
            state: State::Open,
            created: now(),
            moved: now(),
            steps: 0,
            deciding: Vec::new(),
            bot_turn: false,
            start_digest: String::new(),
            ended: String::new(),
            rematch: String::new(),
        };
        let mut seats = Vec::new();
        let mut mine = 0;
        for (number, sitter) in (0..).zip(wish.seats) {
            let mut seat = SeatRow {
                seat: Seat(number),
                kind: SeatKind::Open,
                holder: String::new(),
                name: String::new(),
                bot: String::new(),
                link: secret::letters(26)?,
                token: secret::letters(32)?,
                undos: 0,
            };
            match sitter {
                Sitter::Open => {}
                Sitter::Link => seat.kind = SeatKind::Link,
                Sitter::Me => {
                    mine += 1;
                    seat.kind = SeatKind::Person;
                    seat.holder = host.to_string();
                    seat.name = if mine == 1 { name.to_string() } else { format!("{name} {mine}") };
                }
                Sitter::Guest(id, name) => {
                    seat.kind = SeatKind::Person;
                    (seat.holder, seat.name) = (id, name);
                }
                Sitter::Bot(bot) => {
                    seat.kind = SeatKind::Bot;
                    seat.name = bot_name(&bot, number);
                    seat.bot = bot;
                }
            }
            seats.push(seat);
        }
        let setup = row.setup(&seats);
        catalogue.admits(&setup).map_err(|error| Trouble::Bad(error.to_string()))?;
        // Every fault of the set-up is found now, not when the last seat is taken.
        let (edition, game) = (edition.clone(), &offered.game);
        guarded(&row.id, || game.start(edition, &setup, seed).map(drop))?
            .map_err(|error| Trouble::Bad(error.to_string()))?;
        let id = row.id.clone();
        self.0.store.write(Change::Opened(Box::new(row), seats)).await?;
        let table = self.table(&id).await?;
        self.start_if_full(&table).await?;
        Ok(id)
    }

    /// Starts the game of a table at which nobody is missing.
    pub(super) async fn start_if_full(&self, table: &Arc<Table>) -> Result<(), Trouble> {
        let mut guard = self.change(table).await?;
        let Some(sitting) = guard.as_mut() else {
            return Err(Trouble::Failed("the table is gone".into()));
        };
        let missing = |seat: &SeatRow| matches!(seat.kind, SeatKind::Open | SeatKind::Link);
        if sitting.row.state != State::Open || sitting.seats.iter().any(missing) {
            return Ok(());
        }
        let seed = seed_of(&sitting.row)?;
        if sitting.row.shuffled {
            Dice::seeded(seed.child("seats")).shuffle("seats", &mut sitting.seats);
            for (number, seat) in (0..).zip(&mut sitting.seats) {
                seat.seat = Seat(number);
            }
        }
        let offered = self.0.games.find(&sitting.row.game)?;
        let (edition, _) = offered.edition(&sitting.row.edition)?;
        let setup = sitting.row.setup(&sitting.seats);
        let game = guarded(&table.id, || offered.game.start(edition.clone(), &setup, seed))?
            .map_err(|error| Trouble::Bad(error.to_string()))?;
        let start_digest = game.digest();
        let status = game.status();
        let moved: Moved = sitting.moved(&status, game.conclusion(), 0);
        let change = Change::Started {
            table: table.id.clone(),
            seats: sitting.seats.clone(),
            start_digest: start_digest.clone(),
            moved: moved.clone(),
        };
        if let Err(error) = self.0.store.write(change).await {
            *guard = None;
            return Err(error.into());
        }
        sitting.row.start_digest = start_digest;
        sitting.settle(moved);
        sitting.game = Some(game);
        table.tell(sitting);
        tracing::info!(table = %table.id, game = %sitting.row.game, "a game starts");
        let bots = sitting.row.bot_turn;
        drop(guard);
        if bots {
            self.wake_bots(table);
        }
        Ok(())
    }

    /// Opens the same table again, with the same people; every person who asks gets the same one.
    pub async fn rematch(&self, table: &Arc<Table>, guest: &str) -> Result<String, Trouble> {
        let (wish, name) = {
            let sitting = self.look(table).await?;
            if sitting.row.state != State::Over {
                return Err(Trouble::Stale("The game is still on.".into()));
            }
            if !sitting.row.rematch.is_empty() {
                return Ok(sitting.row.rematch.clone());
            }
            let Some(seat) = sitting.seats_of(guest).first().copied() else {
                return Err(Trouble::Forbidden("Only players can ask for a rematch.".into()));
            };
            let name = sitting.seats.get(seat.index()).map(|seat| seat.name.clone());
            let seats = sitting.seats.iter().map(|seat| match seat.kind {
                SeatKind::Person => Sitter::Guest(seat.holder.clone(), seat.name.clone()),
                SeatKind::Bot => Sitter::Bot(seat.bot.clone()),
                _ => Sitter::Open,
            });
            let row = &sitting.row;
            let wish = Wish {
                game: row.game.clone(),
                edition: row.edition.clone(),
                scenario: row.scenario.clone(),
                options: row.options.clone(),
                seats: seats.collect(),
                shuffled: row.shuffled,
                listed: row.listed,
            };
            (wish, name.unwrap_or_default())
        };
        let next = self.open(guest, &name, wish).await?;
        let mut guard = self.change(table).await?;
        if let Some(sitting) = guard.as_mut() {
            if !sitting.row.rematch.is_empty() {
                return Ok(sitting.row.rematch.clone());
            }
            let change = Change::Rematch { table: table.id.clone(), next: next.clone() };
            self.0.store.write(change).await?;
            sitting.row.rematch = next.clone();
            table.tell(sitting);
        }
        Ok(next)
    }
}

/// What a bot in a seat is called, so that two of them can be told apart in the story.
pub(super) fn bot_name(bot: &str, seat: u16) -> String {
    let mut name: String = bot.to_string();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    format!("{name} {}", u32::from(seat) + 1)
}

impl Sitting {
    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.game.as_ref().map(|game| game.status()), Some(Status::Over(_)))
    }
}
