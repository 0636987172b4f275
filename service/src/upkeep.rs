//! What an operator does with the store of a house while no server writes it, or beside one that does.

use crate::games::Games;
use crate::keys::Keys;
use crate::mail::Mail;
use crate::store::{self, Archiving, CopiedRelation, StoreCheck, StorePlace};
use crate::tables::{TableSettings, Tables};
use crate::{StartError, tables};
use shelf::{Means, Shelf};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Told while something long goes on: what is at hand, and how many rows of it are done.
pub type Progress<'a> = &'a mut dyn FnMut(&'static str, u64);

/// Makes one store the same as another, running games included, and compares both by digests. It can be interrupted and run
/// again: what is the same there already is left alone. The first may be in use meanwhile, and is copied as it stood at the
/// beginning; the second may not, and not hold the games of another house.
pub fn copy_store(
    from: &StorePlace,
    to: &StorePlace,
    told: Progress,
) -> Result<Vec<CopiedRelation>, StartError> {
    store::copy(from, to, told).map_err(StartError)
}

/// Keeps a store in a new file, as it stood at one moment, while servers go on with it.
pub fn backup_store(
    from: &StorePlace,
    file: &Path,
    told: Progress,
) -> Result<Vec<CopiedRelation>, StartError> {
    store::backup(from, file, told).map_err(StartError)
}

/// Looks through a store, while servers go on with it.
pub fn check_store(place: &StorePlace, told: Progress) -> Result<StoreCheck, StartError> {
    store::check(place, told).map_err(StartError)
}

/// What a house keeps, and for how long.
///
/// ```
/// use service::Keeping;
/// use std::time::Duration;
///
/// let rules = Keeping::default();
/// assert_eq!(rules.archive_after, Duration::from_secs(30 * 24 * 60 * 60));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// After how long a game that is over is archived: its signed record and its last position stay, the rows of its decisions
    /// go.
    pub archive_after: Duration,
    /// After how long a table that did not start is removed, as its server would.
    pub unstarted: Duration,
    /// After how long a game in which nobody decided anything is removed, as its server would.
    pub unfinished: Duration,
}

impl Default for Keeping {
    fn default() -> Keeping {
        Keeping {
            archive_after: 30 * crate::DAY,
            unstarted: crate::UNSTARTED,
            unfinished: crate::UNFINISHED,
        }
    }
}

/// What came of pruning a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// The games that were archived.
    pub archived: Archiving,
    /// How many tables were removed that nobody started or went on with.
    pub removed: u64,
}

/// Archives and removes what a house keeps no longer. A store in a file must not have a server meanwhile; those of a database go
/// on. `dry` looks and changes nothing. It can be interrupted at any moment and run again.
pub fn prune_store(
    place: &StorePlace,
    rules: &Keeping,
    dry: bool,
    told: &mut (dyn FnMut(&'static str, u64) + Send),
) -> Result<Pruned, StartError> {
    let failed = |error: &dyn std::fmt::Display| StartError(format!("{place}: {error}"));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| failed(&error))?;
    store::is_there(place).map_err(StartError)?;
    runtime.block_on(async {
        let (store, _folder) = store::opened_for_writing(place).await.map_err(StartError)?;
        let now = tables::now();
        let before = |age: Duration| now.saturating_sub_unsigned(age.as_secs());
        let times = (before(rules.archive_after), now);
        let archived = store.archive(times, &mut store::Looked::default(), dry, told).await;
        let archived = archived.map_err(|error| failed(&error))?;
        let (opened, moved) = (before(rules.unstarted), before(rules.unfinished));
        let removed = store.remove_expired(opened, moved, dry).await;
        let removed = removed.map_err(|error| failed(&error))?;
        store.close();
        Ok(Pruned { archived, removed })
    })
}

/// What came of playing games of a store again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// How many games are what is stored, decision by decision.
    pub same: usize,
    /// How many were begun under other rules than this program's, and go on from their last position.
    pub other_rules: usize,
    /// What is wrong: the table, and why.
    pub faults: Vec<(String, String)>,
}

/// Plays games of a store again, with the keys of a folder: every position must be the one that was stored.
pub fn replay_store(
    place: &StorePlace,
    keys: &Path,
    shelf: &Shelf,
    ids: &[String],
    told: Progress,
) -> Result<Replayed, StartError> {
    for name in ["seeds.key", "records.key"] {
        if !keys.join(name).is_file() {
            let why = "games cannot be played again without this file";
            return Err(StartError(format!("{}: {why}", keys.join(name).display())));
        }
    }
    let keys = Keys::open(keys, true).map_err(StartError)?;
    let games =
        Games::new(shelf.games(Means { clock: None, threads: 1 }), None).map_err(StartError)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| StartError(error.to_string()))?;
    store::is_there(place).map_err(StartError)?;
    runtime.block_on(async {
        let store = store::opened_for_reading(place).map_err(StartError)?;
        let settings = TableSettings {
            thinkers: 1,
            bot_pause: Duration::ZERO,
            bot_patience: Duration::ZERO,
            absent_minute: Duration::from_secs(60),
            wall_clock: tables::now,
            turned: false,
            time_tick: Duration::from_secs(1),
            base_url: String::new(),
            mail: Mail::none(),
        };
        let tables = Tables::new(store, Arc::new(games), keys, settings);
        let mut replayed = Replayed::default();
        for (done, id) in (1..).zip(ids) {
            match tables.play_again(id).await {
                Ok(None) => replayed.same += 1,
                Ok(Some(_)) => replayed.other_rules += 1,
                Err(error) => replayed.faults.push((id.clone(), error.to_string())),
            }
            told("games", done);
        }
        tables.store().close();
        Ok(replayed)
    })
}
