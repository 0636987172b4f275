//! Games played again: from the store into memory, and step by step for those who look back.

use super::pool::{Permit, Precedence};
use super::{TableHandle, TableState, Tables, catch_panic};
use crate::client::Client;
use crate::error::ServiceError;
use crate::frame::{self, Frame, Moments};
use crate::games::{Games, read_catalogue};
use crate::protocol::StoryEntry;
use crate::store::{SeatRow, StepRow, StoreError, TableRow};
use stage::svg::{Look, Theme};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};
use table::{AnyMatch, Catalogue, Edition, Face, Record, Seat, Seed, Step, Viewer};

/// What those who look back are called in the pool that they share.
pub(super) const KIND: &str = "replay";

/// How many games that somebody looks back at stay in memory.
const CACHED_REPLAYS: usize = 8;

/// The edition that a table is played with: what it was opened with, whatever became of the files since.
fn edition_of(games: &Games, row: &TableRow) -> Result<Edition, ServiceError> {
    let files: std::collections::BTreeMap<String, String> = serde_json::from_str(&row.files)
        .map_err(|error| ServiceError::Internal(format!("an edition in the store: {error}")))?;
    Ok(games.find(&row.game)?.with_files(&files))
}

/// What the edition of a table offers; what the house's does, if it cannot be read any more.
pub fn catalogue_of(games: &Games, row: &TableRow) -> Result<Catalogue, ServiceError> {
    let offered = games.find(&row.game)?;
    let read = match row.edition.is_empty() {
        true => None,
        false => read_catalogue(offered.game.as_ref(), &edition_of(games, row)?).ok(),
    };
    Ok(read.unwrap_or_else(|| offered.catalogue().clone()))
}

/// The seats of a table that see what is hidden from others, as a referee does, each with what its game calls it: an
/// umpire's, say.
pub(super) fn overseers_of(
    games: &Games,
    row: &TableRow,
    seats: &[SeatRow],
) -> Result<Vec<(Seat, String)>, ServiceError> {
    let setup = row.setup(seats);
    let offered = games.find(&row.game)?;
    let named = |catalogue: &Catalogue| {
        let found = catalogue.overseers(&setup).into_iter();
        found.map(|(seat, role)| (seat, role.replace('_', " "))).collect()
    };
    match row.edition.is_empty() {
        true => Ok(named(offered.catalogue())),
        false => Ok(named(&catalogue_of(games, row)?)),
    }
}

/// The match of a table as it begins: a game, or a lesson.
pub(super) fn begin_match(
    games: &Games,
    row: &TableRow,
    seats: &[SeatRow],
    seed: Seed,
) -> Result<Box<dyn AnyMatch>, ServiceError> {
    let offered = games.find(&row.game)?;
    let edition = edition_of(games, row)?;
    let setup = row.setup(seats);
    let begun = match row.lesson.is_empty() {
        true => offered.game.start(edition, &setup, seed),
        false => offered.game.teach(offered.lesson(&row.lesson)?, &edition, &setup.names, seed),
    };
    begun.map_err(|error| ServiceError::BadRequest(error.to_string()))
}

/// The match of a table with all the decisions that the store has. Every position must be the one
/// that was stored.
pub(super) fn rebuild_match(
    games: &Games,
    row: &TableRow,
    seats: &[SeatRow],
    seed: Seed,
    steps: &[StepRow],
) -> Result<Box<dyn AnyMatch>, ServiceError> {
    let mut game = begin_match(games, row, seats, seed)
        .map_err(|error| ServiceError::Internal(error.to_string()))?;
    if game.digest() != row.start_digest {
        return Err(diverged_at(0));
    }
    for step in steps {
        let taken = game.act(step.seat, &step.action);
        if taken.is_err() || game.digest() != step.digest {
            return Err(diverged_at(step.step));
        }
    }
    Ok(game)
}

/// The match of a table from its last position as it was stored: older rules began it, and ours would lead
/// elsewhere.
pub(super) fn resume_match(
    games: &Games,
    row: &TableRow,
    seats: &[SeatRow],
    seed: Seed,
    steps: &[StepRow],
    position: &[u8],
) -> Result<Box<dyn AnyMatch>, ServiceError> {
    let unreadable = |why: String| ServiceError::Internal(format!("a stored game: {why}"));
    let edition = edition_of(games, row)?;
    let read_step = |seat, action: &str, digest: &str, dice: &str| {
        let dice = Face::read(dice).map_err(unreadable)?;
        Ok::<_, ServiceError>(Step { seat, action: action.into(), dice, digest: digest.into() })
    };
    let start = read_step(None, "", &row.start_digest, &row.start_dice);
    let further =
        steps.iter().map(|step| read_step(Some(step.seat), &step.action, &step.digest, &step.dice));
    let record = Record {
        game: row.game.clone(),
        rules: row.rules,
        edition: edition.digest(),
        files: edition.own_files().clone(),
        setup: row.setup(seats),
        commitment: seed.commitment(),
        contributions: Vec::new(),
        dealt: Vec::new(),
        seed: None,
        referee: String::new(),
        signed: None,
        steps: std::iter::once(start).chain(further).collect::<Result<_, _>>()?,
        ended: String::new(),
    };
    let resumed = games.find(&row.game)?.game.resume(&record, seed, position);
    resumed.map_err(|error| unreadable(error.to_string()))
}

fn diverged_at(step: usize) -> ServiceError {
    ServiceError::Internal(format!(
        "this game was begun under other rules, which part from ours at step {step}"
    ))
}

/// A match and the decisions that led to where it stands.
type ReplayedMatch = (Box<dyn AnyMatch>, Vec<(Seat, String)>);

/// A game that somebody looks back at, as far as they have got.
pub struct ReplayCursor {
    table: String,
    game: Mutex<Option<ReplayedMatch>>,
}

/// A moment of a game, looked back at.
pub struct ReplayedStep {
    /// What is seen.
    pub frame: Frame,
    /// The story up to this moment.
    pub story: Vec<StoryEntry>,
    /// The decision that led here, if it may be known: notation is only shown when the game is over
    /// or the decision was the viewer's own.
    pub decision: Option<(Seat, String)>,
    /// The dice that the viewer saw fall at this step.
    pub dice: Vec<(String, u32)>,
}

impl Tables {
    /// The match of a table with all the decisions that the store has, and, if older rules began it which part from
    /// ours, the step from which on it is played by ours.
    pub(super) async fn rebuild(
        &self,
        row: &TableRow,
        seats: &[SeatRow],
        steps: Vec<StepRow>,
        position: Option<Vec<u8>>,
    ) -> Result<(Box<dyn AnyMatch>, Option<usize>), ServiceError> {
        let (games, row, seats) = (self.0.games.clone(), row.clone(), seats.to_vec());
        let seed = self.dice_seed(&row)?;
        // What this program wrote and cannot read any more is no longer what it wrote.
        let ours = row.rules == games.find(&row.game)?.game.rules_version();
        let damaged = move |error: ServiceError| match error {
            ServiceError::Internal(why) if ours => ServiceError::Store(StoreError::Damaged(why)),
            error => error,
        };
        let rebuilt = tokio::task::spawn_blocking(move || {
            let played = catch_panic(&row.id, || rebuild_match(&games, &row, &seats, seed, &steps))
                .flatten();
            match (played, position) {
                (Ok(game), _) => Ok((game, None)),
                (Err(error), None) => Err(error),
                (Err(parted), Some(position)) => catch_panic(&row.id, || {
                    tracing::warn!(table = %row.id, %parted, "goes on from its last position");
                    let game = resume_match(&games, &row, &seats, seed, &steps, &position)?;
                    Ok((game, Some(steps.len())))
                })
                .flatten(),
            }
        });
        rebuilt.await?.map_err(damaged)
    }

    /// Plays the game of a table again from the store, and forgets it: every position must be the one that was stored. Gives
    /// the step up to which other rules than ours led, if there is one.
    pub async fn play_again(&self, id: &str) -> Result<Option<usize>, ServiceError> {
        Ok(self.load(id).await?.other_rules_until)
    }

    /// The step of a moment of which a viewer knows.
    async fn step_of(
        &self,
        table: &Arc<TableHandle>,
        moment: usize,
        viewer: Viewer,
    ) -> Result<usize, ServiceError> {
        let state = self.read(table).await?;
        let step = state.moments(state.game()?, viewer).step(moment);
        step.ok_or_else(|| ServiceError::NotFound(format!("step {moment}")))
    }

    /// A moment of a game through somebody's eyes.
    pub async fn replay_moment(
        &self,
        table: &Arc<TableHandle>,
        moment: usize,
        viewer: Viewer,
        client: Client,
    ) -> Result<ReplayedStep, ServiceError> {
        let tables = self.clone();
        let step = self.step_of(table, moment, viewer).await?;
        let seats = self.read(table).await?.seats.clone();
        self.with_step(table, step, client, move |game, last, over| {
            let decision = last.filter(|(seat, _)| over || viewer.seat() == Some(*seat));
            let moments = Moments::of(game, viewer, over);
            ReplayedStep {
                frame: frame::past(game, viewer, moment, &seats, &tables.0.boards),
                story: frame::story(game, viewer, &moments, 0),
                decision: decision.cloned(),
                dice: game.dice(viewer, step),
            }
        })
        .await
    }

    /// The board at a moment of a game, with its sheets or alone, as a picture of its own.
    pub async fn picture(
        &self,
        table: &Arc<TableHandle>,
        moment: usize,
        viewer: Viewer,
        panels: bool,
        client: Client,
    ) -> Result<String, ServiceError> {
        let step = self.step_of(table, moment, viewer).await?;
        self.with_step(table, step, client, move |game, _, _| {
            let mut scene = game.scene(viewer);
            scene.prompt = None;
            let look = Look { panels, ..Look::picture(Theme::Auto, 1400) };
            stage::svg::document(&scene, &look)
        })
        .await
    }

    /// The report of the steps from one to another, as far as the viewer may know.
    pub async fn report(
        &self,
        table: &Arc<TableHandle>,
        steps: RangeInclusive<usize>,
        viewer: Viewer,
        client: Client,
    ) -> Result<Vec<stage::Block>, ServiceError> {
        let (from, until) = steps.into_inner();
        self.with_step(table, until, client, move |game, _, _| game.report(viewer, from)).await
    }

    /// Does something with a game as it stood at a step: the match, the decision that led there, and
    /// whether the game is over by now. Whoever looks back much waits for their own turn, and keeps nobody from
    /// anything else.
    async fn with_step<T: Send + 'static>(
        &self,
        table: &Arc<TableHandle>,
        step: usize,
        client: Client,
        work: impl FnOnce(&dyn AnyMatch, Option<&(Seat, String)>, bool) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        let (start, lines, over) = {
            let state = self.read(table).await?;
            if state.other_rules_until.is_some() {
                let why = "This game was begun under other rules, which would lead elsewhere than \
                           those of this server: its steps cannot be shown again.";
                return Err(ServiceError::Stale(why.into()));
            }
            let record = state.game()?.record(false);
            let over = state.is_over();
            let lines: Vec<_> = record
                .steps
                .into_iter()
                .filter_map(|step| Some((step.seat?, step.action)))
                .collect();
            ((state.row.clone(), state.seats.clone()), lines, over)
        };
        if step > lines.len() {
            return Err(ServiceError::NotFound(format!("step {step}")));
        }
        let place = self.place_to_look_back(client).await?;
        let cursor = self.replay_cursor(&table.id);
        let (tables, id) = (self.clone(), table.id.clone());
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            catch_panic(&id, || {
                let mut kept = cursor.game.lock().unwrap_or_else(PoisonError::into_inner);
                // Taken out while it moves: a game that fails on the way is not kept.
                let further = kept.take().filter(|(_, taken): &ReplayedMatch| {
                    taken.len() <= step && lines.get(..taken.len()) == Some(&taken[..])
                });
                let (mut game, mut taken) = match further {
                    Some(followed) => followed,
                    None => {
                        let (row, seats) = start;
                        let seed = tables.dice_seed(&row)?;
                        (begin_match(&tables.0.games, &row, &seats, seed)?, Vec::new())
                    }
                };
                for (seat, line) in lines.iter().take(step).skip(taken.len()) {
                    game.act(*seat, line)?;
                    taken.push((*seat, line.clone()));
                }
                let done = work(game.as_ref(), taken.last(), over);
                *kept = Some((game, taken));
                Ok(done)
            })
        });
        done.await??
    }

    /// Waits for a place in which a game is played again: whoever asks for much waits for their own turn.
    pub(super) async fn place_to_look_back(&self, client: Client) -> Result<Permit, ServiceError> {
        let place = self.0.replaying.place(KIND, &client.key(), Precedence::Person).await;
        place.ok_or(ServiceError::Store(StoreError::Closed))
    }

    fn replay_cursor(&self, id: &str) -> Arc<ReplayCursor> {
        let mut kept = self.0.replays.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().position(|cursor| cursor.table == id);
        let cursor = match found {
            Some(place) => kept.remove(place),
            None => Arc::new(ReplayCursor { table: id.to_string(), game: Mutex::default() }),
        };
        kept.push(cursor.clone());
        if kept.len() > CACHED_REPLAYS {
            kept.remove(0);
        }
        cursor
    }

    /// The record of a finished game, with its seed and what the players added to it, signed.
    pub async fn record(&self, table: &Arc<TableHandle>) -> Result<Record, ServiceError> {
        let state = self.read(table).await?;
        if !state.is_over() {
            return Err(ServiceError::Forbidden(
                "A record holds everything that is hidden: it is shown when the game is over."
                    .into(),
            ));
        }
        if !state.row.lesson.is_empty() {
            return Err(ServiceError::NotFound("record of a lesson".into()));
        }
        if let Some(kept) = self.0.store.record(&table.id).await? {
            let unreadable = |error| ServiceError::Internal(format!("a stored record: {error}"));
            return Record::parse(&kept).map_err(unreadable);
        }
        self.signed_record(&state)
    }

    /// The record of a game as it stands, with everything that is hidden.
    pub(super) fn signed_record(&self, state: &TableState) -> Result<Record, ServiceError> {
        let mut record = state.game()?.record(true);
        if state.other_rules_until.is_some() {
            record.rules = state.row.rules;
        }
        if !state.row.commitment.is_empty() {
            record.commitment = state.row.commitment.clone();
            record.seed = Some(self.server_seed(&state.row)?.to_string());
            record.contributions = state.row.contributions.clone();
            record.dealt = state.row.dealt.clone();
            record.referee = state.who_saw_all();
        }
        Ok(self.0.keys.records().sign(record))
    }
}
