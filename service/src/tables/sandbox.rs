//! Trying plans: a sandbox that somebody forks from a table, and that nobody else ever sees.
//!
//! A sandbox of a game that is on begins with a position that is made up from what its person may know and from dice of its own,
//! never with the true one; a sandbox of a game that is over begins with that game. What was tried from there is a tree
//! ([`Variations`]), stored for its table and person. Every decision in it is an address: a place in a sandbox is set up as a
//! [`TableState`] of its own, so that whatever shows a table shows it too, and is kept as long as it is among the last that
//! anybody looked into. Nothing here touches the table.

use super::pool::Precedence;
use super::replay::{begin_match, resume_match};
use super::{Decider, LONGEST_LINE, TableGuard, TableHandle, TableState, Tables, catch_panic};
use crate::client::Client;
use crate::error::ServiceError;
use crate::identity::Guest;
use crate::secret;
use crate::store::{
    Change, Phase, SandboxChange, SandboxRow, SeatKind, SeatRow, StoreError, TableRow,
};
use plans::{Decided, NotTried, Plan, Premove, Variations};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use table::wording::readable_line;
use table::{AnyMatch, Dice, Seat, Seed, Status, Viewer, snapshot_digest};
use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard};

/// How many sandboxes stay in memory.
const HELD: usize = 16;

/// For how long a sandbox is kept that nobody touches.
const KEPT: Duration = Duration::from_secs(60 * 24 * 60 * 60);

/// What is stored of a sandbox beside the position in which it begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    /// Where its luck comes from: its own, never the table's.
    seed: String,
    /// The version of the rules under which it was begun.
    rules: u32,
    /// What it was begun from.
    from: Begun,
    /// What was tried.
    tree: Variations,
}

/// What a sandbox was begun from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Begun {
    /// The game of the table, which is over.
    Game,
    /// What a viewer knew of the table: who, the moment as they count them, and how often the seat had decided.
    Known {
        /// Through whose eyes.
        viewer: Viewer,
        /// At which moment.
        moment: usize,
        /// The number of the seat's next decision then; 0 for a referee.
        turn: u64,
    },
}

/// Somebody's sandbox in memory.
pub struct HeldSandbox {
    table: String,
    person: String,
    handle: Arc<TableHandle>,
}

/// Where a state stands in a sandbox.
#[derive(Clone)]
pub struct SandboxState {
    /// The decision after which it stands; 0 at the beginning.
    pub node: u32,
    /// What was tried.
    pub tree: Arc<Variations>,
    /// What it was begun from.
    pub from: Begun,
    /// The decisions that led there.
    way: Vec<u32>,
    /// By which sandboxes at the same table are told apart.
    seed: Seed,
    /// How often the sandbox had been changed.
    version: i64,
}

/// A place in a sandbox, as a table of its own.
pub struct SandboxPlace {
    /// What keeps it.
    pub table: Arc<TableHandle>,
    /// Its state.
    pub state: TableGuard,
}

/// A sandbox as it is stored, with the decisions of its game if it begins with one.
struct Stored {
    row: SandboxRow,
    kept: Kept,
    seed: Seed,
    /// The table and its seats.
    start: (TableRow, Vec<SeatRow>),
}

impl From<NotTried> for ServiceError {
    fn from(why: NotTried) -> ServiceError {
        match why {
            NotTried::Unknown(_) => ServiceError::Stale(why.to_string()),
            why => ServiceError::BadRequest(why.to_string()),
        }
    }
}

/// Refuses a sandbox where there is none.
fn check_allowed(state: &TableState) -> Result<(), ServiceError> {
    state.game()?;
    if !state.row.lesson.is_empty() {
        let why = "Nothing is tried in a lesson: it says what to do next.";
        return Err(ServiceError::BadRequest(why.into()));
    }
    if !state.row.sandboxes && state.row.phase == Phase::Playing {
        let why = "At this rated table nobody tries plans before the game is over.";
        return Err(ServiceError::Forbidden(why.into()));
    }
    if state.other_rules_until.is_some() && state.row.phase == Phase::Over {
        let why = "This game was begun under other rules, which would lead elsewhere than those of this server: nothing can \
                   be tried in it.";
        return Err(ServiceError::Stale(why.into()));
    }
    Ok(())
}

/// The decisions of a game, in their order.
fn decisions(game: &dyn AnyMatch) -> Vec<Decided> {
    let steps = game.record(false).steps.into_iter();
    steps.filter_map(|step| Some(Decided::new(step.seat?, step.action))).collect()
}

impl Stored {
    /// The match of a sandbox after a decision, from one that has come a part of the way if there is one.
    fn follow(
        &self,
        tables: &Tables,
        way: &[u32],
        begun: Option<(Box<dyn AnyMatch>, usize)>,
    ) -> Result<Box<dyn AnyMatch>, ServiceError> {
        let (row, seats) = &self.start;
        let games = &tables.0.games;
        let (mut game, done) = match begun {
            Some(begun) => begun,
            None if self.kept.from == Begun::Game => {
                (begin_match(games, row, seats, tables.dice_seed(row)?)?, 0)
            }
            None => {
                let start_digest = snapshot_digest(&self.row.root);
                let start = TableRow { start_digest, start_dice: String::new(), ..row.clone() };
                (resume_match(games, &start, seats, self.seed, &[], &self.row.root)?, 0)
            }
        };
        let tree = &self.kept.tree;
        for id in way.iter().skip(done) {
            let Some(Decided { seat, line, .. }) = tree.decided(*id)? else { continue };
            match *id as usize <= tree.trunk().len() {
                true => game.act(*seat, line)?,
                false => {
                    game.act_loaded(*seat, line, &mut Dice::for_step(self.seed, (*id).into()))?
                }
            };
        }
        Ok(game)
    }

    /// The state of a table that is this place of the sandbox, with every seat its person's.
    fn state(&self, tables: &Tables, game: Box<dyn AnyMatch>, at: SandboxState) -> TableState {
        let (row, seats) = &self.start;
        let own = |seat: &SeatRow| SeatRow {
            kind: SeatKind::Person,
            holder: self.row.person.clone(),
            bot: String::new(),
            link: String::new(),
            token: String::new(),
            away: String::new(),
            ..seat.clone()
        };
        let over = matches!(game.status(), Status::Over(_));
        let row = TableRow {
            phase: if over { Phase::Over } else { Phase::Playing },
            rematch: String::new(),
            referee: String::new(),
            ..row.clone()
        };
        let ways: Vec<&Decided> = at.tree.way_to(at.node).unwrap_or_default();
        let taken = (1..).zip(&ways).map(|(step, decided)| (decided.seat, step));
        let last_steps = super::last_steps(seats, taken);
        TableState {
            row,
            seats: seats.iter().map(own).collect(),
            overseers: Vec::new(),
            game: Some(game),
            keeper: None,
            looked_at: tables.time(),
            plans: Vec::new(),
            talk: Vec::new(),
            whispers: Vec::new(),
            turns: vec![at.node.into(); seats.len()],
            last_steps,
            undone: Vec::new(),
            other_rules_until: None,
            sandbox: Some(at),
            needs_reload: false,
            version: 0,
        }
    }
}

impl Tables {
    /// Begins a sandbox at a table, in place of the one that its person has there: with what they may know now, or with the
    /// game if it is over.
    pub async fn begin_sandbox(
        &self,
        table: &Arc<TableHandle>,
        guest: &Guest,
        wanted: &str,
    ) -> Result<(), ServiceError> {
        let viewer = {
            let state = self.read(table).await?;
            match state.row.phase {
                Phase::Over => Viewer::Referee,
                _ => state.viewer(guest, wanted)?,
            }
        };
        self.fork(table, &guest.id, viewer).await
    }

    /// The same for whoever has the token of a seat.
    pub async fn begin_sandbox_of(
        &self,
        table: &Arc<TableHandle>,
        person: &str,
        seat: Seat,
    ) -> Result<(), ServiceError> {
        self.fork(table, person, Viewer::Seat(seat)).await
    }

    async fn fork(
        &self,
        table: &Arc<TableHandle>,
        person: &str,
        viewer: Viewer,
    ) -> Result<(), ServiceError> {
        let seed = Seed(secret::random_key()?);
        let (root, kept) = {
            let state = self.read(table).await?;
            check_allowed(&state)?;
            let game = state.game()?;
            let rules = self.0.games.find(&state.row.game)?.game.rules_version();
            let (root, from, tree) = match state.row.phase {
                Phase::Over => (Vec::new(), Begun::Game, Variations::of_game(decisions(game))),
                _ => {
                    let mut dice = Dice::seeded(seed.child("hidden"));
                    let root = catch_panic(&table.id, || game.imagined(viewer, &mut dice))?;
                    let Some(root) = root else {
                        let why = "While a game runs, a sandbox begins with what a seat knows: whoever only watches can try \
                                   plans when it is over.";
                        return Err(ServiceError::Forbidden(why.into()));
                    };
                    let moment = state.moments(game, viewer).count();
                    let turn = viewer.seat().and_then(|seat| state.turns.get(seat.index()));
                    let turn = turn.copied().unwrap_or_default();
                    (root, Begun::Known { viewer, moment, turn }, Variations::new())
                }
            };
            (root, Kept { seed: seed.to_string(), rules, from, tree })
        };
        let row = SandboxRow {
            table: table.id.clone(),
            person: person.to_string(),
            version: 0,
            root,
            kept: kept.text(),
            at: self.now(),
        };
        Ok(self.0.store.write(Change::Sandbox(SandboxChange::Begun(row))).await?)
    }

    /// What somebody's sandbox at a table was begun from; nothing if they have none that can be gone on with.
    pub async fn sandbox_from(
        &self,
        table: &Arc<TableHandle>,
        person: &str,
    ) -> Result<Option<Begun>, ServiceError> {
        match self.stored_sandbox(table, person).await {
            Ok(stored) => Ok(Some(stored.kept.from)),
            Err(ServiceError::NotFound(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Throws somebody's sandbox at a table away.
    pub async fn drop_sandbox(&self, table: &str, person: &str) -> Result<(), ServiceError> {
        let (table, person) = (table.to_string(), person.to_string());
        let change = Change::Sandbox(SandboxChange::Dropped { table, person });
        Ok(self.0.store.write(change).await?)
    }

    /// Removes sandboxes that nobody has touched for long.
    pub async fn forget_sandboxes(&self) -> Result<(), ServiceError> {
        let before = self.now().saturating_sub_unsigned(KEPT.as_secs());
        Ok(self.0.store.write(Change::Sandbox(SandboxChange::Expired { before })).await?)
    }

    /// Somebody's sandbox as it is stored.
    async fn stored_sandbox(
        &self,
        table: &Arc<TableHandle>,
        person: &str,
    ) -> Result<Stored, ServiceError> {
        let found = self.0.store.sandbox(&table.id, person).await?;
        let none = || ServiceError::NotFound("sandbox of yours at this table".into());
        let row = found.ok_or_else(none)?;
        let state = self.read(table).await?;
        check_allowed(&state)?;
        let unreadable = |why: &dyn std::fmt::Display| {
            tracing::error!(table = %table.id, %why, "a sandbox cannot be read");
            none()
        };
        let mut kept: Kept = serde_json::from_str(&row.kept).map_err(|error| unreadable(&error))?;
        let seed: Seed = kept.seed.parse().map_err(|why: String| unreadable(&why))?;
        // What other rules have begun leads elsewhere under ours.
        if kept.rules != self.0.games.find(&state.row.game)?.game.rules_version() {
            return Err(none());
        }
        if kept.from == Begun::Game {
            kept.tree = kept.tree.on(decisions(state.game()?));
        }
        Ok(Stored { row, kept, seed, start: (state.row.clone(), state.seats.clone()) })
    }

    /// The handle under which somebody's sandbox is kept in memory.
    fn held_sandbox(&self, table: &str, person: &str) -> Arc<TableHandle> {
        let mut held = self.0.sandboxes.lock().unwrap_or_else(PoisonError::into_inner);
        let found = held.iter().position(|held| held.table == table && held.person == person);
        let sandbox = match found {
            Some(place) => held.remove(place),
            None => HeldSandbox {
                table: table.to_string(),
                person: person.to_string(),
                handle: Arc::new(TableHandle::new(table)),
            },
        };
        let handle = sandbox.handle.clone();
        held.push(sandbox);
        if held.len() > HELD {
            held.remove(0);
        }
        handle
    }

    /// A place in somebody's sandbox: after a decision, or at the beginning.
    pub async fn sandbox_place(
        &self,
        table: &Arc<TableHandle>,
        person: &str,
        node: u32,
        client: Client,
    ) -> Result<SandboxPlace, ServiceError> {
        let stored = self.stored_sandbox(table, person).await?;
        self.place_in(stored, node, client).await
    }

    async fn place_in(
        &self,
        stored: Stored,
        node: u32,
        client: Client,
    ) -> Result<SandboxPlace, ServiceError> {
        let way = stored.kept.tree.numbers_to(node)?;
        let handle = self.held_sandbox(&stored.row.table, &stored.row.person);
        let mut guard = handle.state.clone().write_owned().await;
        let at = SandboxState {
            node,
            tree: Arc::new(stored.kept.tree.clone()),
            from: stored.kept.from.clone(),
            way,
            seed: stored.seed,
            version: stored.row.version,
        };
        let same = |was: &SandboxState| {
            (was.node, was.seed, was.version) == (at.node, at.seed, at.version)
        };
        if guard.as_ref().and_then(|state| state.sandbox.as_ref()).is_some_and(same) {
            return looked_at(handle, guard);
        }
        let before = guard.take();
        let version = *handle.version.borrow() + 1;
        handle.version.send_replace(version);
        // A match that stands on the way there goes on; any other begins anew.
        let begun = before.and_then(|state| {
            let was = state.sandbox?;
            let further = was.seed == at.seed && at.way.starts_with(&was.way);
            further.then_some((state.game?, was.way.len()))
        });
        let place = self.place_to_look_back(client).await?;
        let (tables, id) = (self.clone(), handle.id.clone());
        let set_up = tokio::task::spawn_blocking(move || {
            let _place = place;
            catch_panic(&id, || {
                let game = stored.follow(&tables, &at.way, begun)?;
                Ok::<_, ServiceError>(stored.state(&tables, game, at))
            })
        });
        let state = set_up.await???;
        *guard = Some(TableState { version, ..state });
        looked_at(handle, guard)
    }

    /// Stores what has become of a sandbox.
    async fn keep_sandbox(&self, stored: &Stored) -> Result<(), ServiceError> {
        let SandboxRow { table, person, version, .. } = &stored.row;
        let moved = SandboxChange::Moved {
            table: table.clone(),
            person: person.clone(),
            version: *version,
            kept: stored.kept.text(),
            at: self.now(),
        };
        match self.0.store.write(Change::Sandbox(moved)).await {
            Err(StoreError::Taken) => Err(ServiceError::Stale(
                "This sandbox has changed in another window: it now shows how it stands.".into(),
            )),
            done => Ok(done?),
        }
    }

    /// Does something to the tree of a sandbox, and stores it; gives what that gives.
    pub async fn change_sandbox(
        &self,
        table: &Arc<TableHandle>,
        person: &str,
        change: impl FnOnce(&mut Variations) -> Result<u32, NotTried>,
    ) -> Result<u32, ServiceError> {
        let mut stored = self.stored_sandbox(table, person).await?;
        let node = change(&mut stored.kept.tree)?;
        self.keep_sandbox(&stored).await?;
        Ok(node)
    }

    /// Tries a line in a seat after a decision of a sandbox; gives the number of the decision.
    pub async fn try_line(
        &self,
        table: &Arc<TableHandle>,
        person: &str,
        (node, seat): (u32, Seat),
        line: &str,
        client: Client,
    ) -> Result<u32, ServiceError> {
        if line.chars().count() > LONGEST_LINE {
            let why = format!("This line is too long: at most {LONGEST_LINE} letters.");
            return Err(ServiceError::TooLarge(why));
        }
        let line = readable_line(line);
        let place = self.sandbox_place(table, person, node, client).await?;
        let game = place.state.game()?;
        let line = catch_panic(&table.id, || game.read(seat, &line))??;
        drop(place);
        let decided = Decided::new(seat, line);
        self.change_sandbox(table, person, |tree| tree.add(node, decided)).await
    }

    /// Lets a bot decide in a sandbox, for a seat or for whoever is asked first; gives the number of the decision.
    pub async fn try_bot(
        &self,
        table: &Arc<TableHandle>,
        person: &str,
        (node, seat): (u32, Option<Seat>),
        bot: &str,
        client: Client,
    ) -> Result<u32, ServiceError> {
        let place = self.sandbox_place(table, person, node, client).await?;
        let (kind, seat, thought, seed) = {
            let game = place.state.game()?;
            let over = || ServiceError::Stale("The game is over here: go back to try more.".into());
            let seat = seat.or_else(|| game.status().first()).ok_or_else(over)?;
            let thought = catch_panic(&table.id, || game.thought(seat, bot))??;
            let seed = place.state.sandbox.as_ref().map(|at| at.seed).ok_or_else(over)?;
            (format!("{} {bot}", place.state.row.game), seat, thought, seed)
        };
        drop(place);
        // People at tables come first: they are waited for.
        let permit = self.0.thinkers.place(&kind, &client.key(), Precedence::Watched).await;
        let permit = permit.ok_or(ServiceError::Store(StoreError::Closed))?;
        let mut dice = Dice::for_step(seed.child("bots"), node.into());
        let patient = permit.may_take_long();
        let thinking = self.think(&table.id, kind.clone(), patient, move || thought(&mut dice));
        let line = match tokio::time::timeout(self.0.bot_patience, thinking).await {
            Ok(line) => line?,
            Err(_) => {
                self.0.thinkers.note(&kind, self.0.bot_patience);
                let why =
                    format!("The bot {bot} does not answer: take another, or decide yourself.");
                return Err(ServiceError::Stale(why));
            }
        };
        drop(permit);
        let decided = Decided { seat, line, bot: bot.to_string() };
        self.change_sandbox(table, person, |tree| tree.add(node, decided)).await
    }

    /// Makes what a seat decides on the way to a decision its premoves at the table, in place of those that it has; gives
    /// them. The seat must stand at the table where it stood when the sandbox was begun.
    pub async fn plan_from_sandbox(
        &self,
        table: &Arc<TableHandle>,
        (person, by): (&str, Decider),
        node: u32,
    ) -> Result<Vec<String>, ServiceError> {
        let stored = self.stored_sandbox(table, person).await?;
        let Begun::Known { viewer: Viewer::Seat(seat), turn, .. } = stored.kept.from else {
            let why = "Premoves are made from a sandbox of a seat in a game that is on.";
            return Err(ServiceError::BadRequest(why.into()));
        };
        let lines = stored.kept.tree.lines_of(seat, node)?;
        let (number, plan) = {
            let state = self.read(table).await?;
            if state.turns.get(seat.index()) != Some(&turn) {
                let why = "You have decided at the table since this sandbox was begun: begin a new one from where the table \
                           stands.";
                return Err(ServiceError::Stale(why.into()));
            }
            let held = state.plan_of(seat).cloned().unwrap_or_default();
            (held.number, held.plan)
        };
        if lines.is_empty() {
            let why = format!(
                "On this line {} decides nothing: go to the end of a line on which you do.",
                stored.start.1.get(seat.index()).map_or("your seat", |row| &row.name)
            );
            return Err(ServiceError::BadRequest(why));
        }
        let premoves = lines.iter().map(|line| Premove::new(line.as_str()));
        let plan = Plan { premoves: premoves.collect(), ..plan };
        self.set_plan(table, (seat, by), number, plan).await?;
        Ok(lines)
    }
}

/// A place in a sandbox that is set up, for those who look.
fn looked_at(
    table: Arc<TableHandle>,
    guard: OwnedRwLockWriteGuard<Option<TableState>>,
) -> Result<SandboxPlace, ServiceError> {
    let reading = OwnedRwLockWriteGuard::downgrade(guard);
    let gone = |_| ServiceError::Internal("the sandbox is gone".into());
    let state = OwnedRwLockReadGuard::try_map(reading, Option::as_ref).map_err(gone)?;
    Ok(SandboxPlace { table, state: TableGuard(state) })
}

impl Kept {
    fn text(&self) -> String {
        // Such a value can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}
