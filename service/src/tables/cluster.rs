//! Servers that share a store. A table has no home: it is loaded wherever it is asked for, and what is in memory is a copy of
//! its rows. An old copy is harmless, since whatever it leads to is refused by the store and judged anew; news of other servers
//! only make it rare that one is old.

use super::{TableHandle, TableState, Tables, catch_panic, last_steps};
use crate::error::ServiceError;
use crate::planted::{Bug, planted};
use crate::store::{Known, News, Phase, SeatRow, StoredTable, TALK_LINES};
use std::collections::HashMap;
use std::future::Future;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use table::{AnyMatch, Face, Seat, Viewer};

/// How often something is judged anew that others were faster with.
const TRIES: usize = 12;

/// How often this server gives a sign of life, and looks for bots to which nobody sees.
const BEAT: Duration = Duration::from_secs(1);

/// How many tables are taken up for every place in which a bot could think now.
const TAKEN_UP: usize = 8;

/// How long a server that stops tries to say so.
const LEAVING: Duration = Duration::from_secs(2);

/// How many beats there are between two looks at the versions of tables that somebody watches.
const LOOK_EVERY: u32 = 2;

/// How many tables are asked for at once.
const ASKED_AT_ONCE: usize = 5000;

/// What viewers have heard that is not so: nothing, or of all or some the moments that are still so.
type NotSo = Option<Option<Vec<(Viewer, usize)>>>;

impl Tables {
    /// Whether other servers may change what this one has in memory.
    pub fn is_shared(&self) -> bool {
        self.0.store.sharing().is_some()
    }

    /// The table of that id, not older than when this was asked.
    pub async fn fresh(&self, id: &str) -> Result<Arc<TableHandle>, ServiceError> {
        if self.is_shared() {
            let table = self.known(id)?;
            self.look(&table).await?;
        }
        self.table(id).await
    }

    /// Asks the store for the version of a table that is in memory; gives whether what is there was old.
    async fn look(&self, table: &TableHandle) -> Result<bool, ServiceError> {
        let held = table.held.load(Ordering::SeqCst);
        let Some(sharing) = self.0.store.sharing() else { return Ok(false) };
        // What is in nobody's hands is read after this was asked. What somebody is reading just now may be older.
        if held < 0 && table.state.try_read().is_ok_and(|state| state.is_none()) {
            return Ok(false);
        }
        if planted(Bug::NotificationsAlone) {
            return Ok(false);
        }
        let found = sharing.versions(vec![table.id.clone()]).await?;
        let version = found.first().map_or(i64::MAX, |(_, version)| *version);
        table.newest.fetch_max(version, Ordering::SeqCst);
        if version < held {
            // A database that came back without its last changes: what is in memory is not so.
            let mut state = table.state.clone().write_owned().await;
            if let Some(state) = state.as_mut().filter(|state| state.row.version > version) {
                state.needs_reload = true;
            }
        }
        Ok(version != held)
    }

    /// Does something that is judged by a table as it stands. Where it is refused, by the rules or because somebody was faster,
    /// and another server has changed the table before, it is judged anew.
    pub(super) async fn judged<T, F: Future<Output = Result<T, ServiceError>>>(
        &self,
        table: &Arc<TableHandle>,
        mut attempt: impl FnMut() -> F,
    ) -> Result<T, ServiceError> {
        for _ in 1..TRIES {
            let held = table.held.load(Ordering::SeqCst);
            match attempt().await {
                Err(refused) if self.is_shared() && refused.is_refusal() => {
                    if !self.look(table).await? && table.held.load(Ordering::SeqCst) == held {
                        return Err(refused);
                    }
                    self.metrics().judged_anew.inc();
                }
                done => return done,
            }
        }
        attempt().await
    }

    /// What the store has of a table beyond what is known. Guests who have become others are those others, also where a
    /// server wrote before it knew.
    pub(super) async fn stored(&self, id: &str, known: Known) -> Result<StoredTable, ServiceError> {
        let stored = self.0.store.stored_table(id, known).await?;
        let mut stored = stored.ok_or_else(|| ServiceError::NotFound("such table".into()))?;
        let joined = self.0.joined.read().unwrap_or_else(PoisonError::into_inner);
        if !joined.is_empty() {
            let seats = stored.seats.iter_mut();
            let held = seats.flat_map(|seat| [&mut seat.holder, &mut seat.away]);
            let planned = stored.plans.iter_mut().map(|plan| &mut plan.person);
            let held = held.chain(planned);
            for who in held.chain([&mut stored.row.host, &mut stored.row.referee]) {
                if let Some(becomes) = joined.get(who.as_str()) {
                    who.clone_from(becomes);
                }
            }
        }
        Ok(stored)
    }

    /// Makes what is in memory what the store has, and tells everybody who follows the table; gives its version.
    pub(super) async fn bring_up_to_date(
        &self,
        table: &TableHandle,
        memory: &mut Option<TableState>,
    ) -> Result<i64, ServiceError> {
        if let Some(state) = memory.as_mut().filter(|state| !state.needs_reload)
            && self.go_on(table, state).await?
        {
            self.metrics().catch_ups.inc();
            table.notify(state);
            return Ok(state.row.version);
        }
        let mut state = match self.load(&table.id).await {
            Ok(state) => state,
            Err(error) => {
                // Nobody reads it until it can be read again.
                if let Some(state) = memory.as_mut() {
                    state.needs_reload = true;
                }
                return Err(error);
            }
        };
        table.follow_on(&mut state, memory.take());
        let version = state.row.version;
        *memory = Some(state);
        Ok(version)
    }

    /// Plays what others have decided since; false if the table has to be set up anew.
    async fn go_on(
        &self,
        table: &TableHandle,
        state: &mut TableState,
    ) -> Result<bool, ServiceError> {
        let known = Known {
            steps: state.game.as_ref().map_or(0, |game| game.len()),
            talk: state.talk.last().map_or(0, |line| line.number),
            whispers: state.whispers.last().map_or(0, |line| line.number),
        };
        let stored = self.stored(&table.id, known).await?;
        self.remember_seen(&table.id, stored.seen.clone());
        if !state.leads_to(&stored) {
            return Ok(false);
        }
        let StoredTable { row, seats, talk, whispers, steps, keeper, plans, .. } = stored;
        if let Some(game) = state.game.as_mut() {
            let played = catch_panic(&table.id, || {
                steps.iter().all(|step| {
                    game.act(step.seat, &step.action).is_ok() && game.digest() == step.digest
                })
            });
            match played {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(_) => {
                    state.game = None;
                    return Ok(false);
                }
            }
        }
        for step in steps {
            if let Some(turn) = state.turns.get_mut(step.seat.index()) {
                *turn += 1;
            }
            if let Some(last) = state.last_steps.get_mut(step.seat.index()) {
                *last = step.step;
            }
        }
        (state.row, state.seats) = (row, seats);
        let keeper =
            self.stored_keeper(&state.row, &state.seats, keeper.as_deref(), state.game.as_deref());
        state.set_time(self.time(), keeper);
        state.plans = super::plans::stored_plans(&table.id, plans);
        state.talk.extend(talk);
        let more = state.talk.len().saturating_sub(TALK_LINES as usize);
        state.talk.drain(..more);
        state.hear_alone(whispers);
        Ok(true)
    }

    /// Hears what other servers do, gives signs of life, and sees to bots to which nobody else does, until it is dropped.
    pub async fn share(&self) {
        let Some(sharing) = self.0.store.sharing() else { return };
        let Some(mut news) = sharing.news() else { return };
        let tables = self.clone();
        let hearing = async {
            while let Some(told) = news.recv().await {
                match told {
                    News::Missed => tables.metrics().missed.inc(),
                    _ => tables.metrics().notifications.inc(),
                };
                tables.hear(told).await;
            }
        };
        tokio::join!(hearing, self.beat());
    }

    async fn beat(&self) {
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        for number in 0_u32.. {
            beat.tick().await;
            if let Err(error) = self.see_to_bots().await {
                tracing::warn!(%error, "this server gives no sign of life to the others");
            }
            if number.is_multiple_of(LOOK_EVERY) {
                self.hear(News::Missed).await;
            }
        }
    }

    /// Gives a sign of life, and takes up as many bots as there is room for.
    pub async fn see_to_bots(&self) -> Result<(), ServiceError> {
        let Some(sharing) = self.0.store.sharing() else { return Ok(()) };
        if self.0.stopping.load(Ordering::SeqCst) {
            return Ok(());
        }
        let watched = self.all_loaded(TableHandle::is_watched_with_bots);
        let time = sharing.beat(watched.iter().map(|table| table.id.clone()).collect()).await?;
        self.remember_time(time);
        if self.0.draining.load(Ordering::SeqCst) {
            return Ok(());
        }
        // What is claimed and lies still, for whatever reason, goes on.
        self.wake_all(sharing.claimed_bots().await?).await;
        loop {
            let room = self.0.thinkers.idle() * TAKEN_UP;
            if room == 0 {
                return Ok(());
            }
            let taken = sharing.take_up_bots(room).await?;
            let all = taken.len() < room;
            self.wake_all(taken).await;
            if all {
                return Ok(());
            }
        }
    }

    async fn wake_all(&self, tables: Vec<String>) {
        for id in tables {
            match self.table(&id).await {
                Ok(table) => self.wake_bots(&table),
                Err(error) => self.is_stuck(&id, &error),
            }
        }
    }

    /// Gives the bots that play among themselves to other servers, if there may be some, and takes up no more. Those who play
    /// with people here go on to answer them, so that nobody waits.
    pub async fn hand_over_bots(&self) {
        let Some(sharing) = self.0.store.sharing() else { return };
        self.0.draining.store(true, Ordering::SeqCst);
        let left = tokio::time::timeout(LEAVING, sharing.leave()).await;
        if !matches!(left, Ok(Ok(()))) {
            tracing::warn!("the bots of this server could not be given to the others yet");
        }
    }

    /// Takes up bots again.
    pub fn take_up_bots_again(&self) {
        self.0.draining.store(false, Ordering::SeqCst);
    }

    /// Stops to play bots, and gives all of them to the others.
    pub async fn leave_house(&self) {
        self.0.stopping.store(true, Ordering::SeqCst);
        self.last_sign().await;
        let Some(sharing) = self.0.store.sharing() else { return };
        let left = tokio::time::timeout(LEAVING, sharing.leave()).await;
        if !matches!(left, Ok(Ok(()))) {
            tracing::warn!("the others wait a moment before they take over");
        }
    }

    async fn hear(&self, told: News) {
        match told {
            News::Raised(id, version) => self.heard_of(&id, version),
            News::Gone(id) => self.heard_of(&id, i64::MAX),
            News::Hurried(id) => {
                if let Some(table) = self.loaded(&id) {
                    table.hurried.store(true, Ordering::SeqCst);
                }
            }
            News::Joined | News::Missed => {
                if let Err(error) = self.look_at_all().await {
                    tracing::warn!(%error, "what other servers did could not be looked for");
                }
            }
        }
    }

    /// A table that is in memory.
    fn loaded(&self, id: &str) -> Option<Arc<TableHandle>> {
        self.0.loaded.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    fn all_loaded(&self, which: impl Fn(&TableHandle) -> bool) -> Vec<Arc<TableHandle>> {
        let loaded = self.0.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        loaded.values().filter(|table| which(table)).cloned().collect()
    }

    /// Notes that a table has a version; what is in memory is brought up to it, at once if somebody watches.
    fn heard_of(&self, id: &str, version: i64) {
        let Some(table) = self.loaded(id) else { return };
        table.newest.fetch_max(version, Ordering::SeqCst);
        if table.is_watched() && table.held.load(Ordering::SeqCst) < version {
            let tables = self.clone();
            tokio::spawn(async move {
                if tables.read(&table).await.is_err() {
                    // Those who watch it ask themselves, and are told why.
                    table.version.send_modify(|version| *version += 1);
                }
            });
        }
    }

    /// Looks in the store for what was not heard of: guests who became others, and tables that somebody watches.
    async fn look_at_all(&self) -> Result<(), ServiceError> {
        let Some(sharing) = self.0.store.sharing() else { return Ok(()) };
        if planted(Bug::NotificationsAlone) {
            return Ok(());
        }
        self.look_at_people().await?;
        let watched = self.all_loaded(TableHandle::is_watched);
        let mut held: HashMap<String, i64> = HashMap::new();
        for table in &watched {
            held.insert(table.id.clone(), table.held.load(Ordering::SeqCst));
        }
        let ids: Vec<String> = held.keys().cloned().collect();
        for ids in ids.chunks(ASKED_AT_ONCE) {
            let found: HashMap<String, i64> =
                sharing.versions(ids.to_vec()).await?.into_iter().collect();
            for id in ids {
                let version = found.get(id).copied().unwrap_or(i64::MAX);
                if held.get(id).is_some_and(|held| *held < version) {
                    self.heard_of(id, version);
                }
            }
        }
        Ok(())
    }

    /// Reads anew which guests have become others, which cookies count no more and who may do less than others, if that has
    /// changed since. A server that has its store for itself knows.
    pub async fn look_at_people(&self) -> Result<(), ServiceError> {
        if !self.is_shared() {
            return Ok(());
        }
        let count = self.0.store.house("joined").await?;
        let known = || self.0.joined_count.lock().unwrap_or_else(PoisonError::into_inner);
        if *known() != count {
            self.remember_joined(self.0.store.joined().await?);
            self.remember_blocks(self.0.store.blocks().await?);
            self.remember_people(self.0.store.ended().await?, self.0.store.barred().await?);
            *known() = count;
        }
        Ok(())
    }
}

impl TableHandle {
    fn is_watched_with_bots(&self) -> bool {
        let bots = |state: &TableState| state.row.phase == Phase::Playing && state.has_bots();
        self.is_watched()
            && self.state.try_read().is_ok_and(|state| state.as_ref().is_some_and(bots))
    }
}

impl TableState {
    fn has_bots(&self) -> bool {
        self.seats.iter().any(|seat| !seat.bot.is_empty())
    }

    /// Whether the store has what is here, and what came after it: nothing was taken back, and nobody is called otherwise.
    fn leads_to(&self, stored: &StoredTable) -> bool {
        let same =
            |(one, other): (&SeatRow, &SeatRow)| one.undos == other.undos && one.name == other.name;
        let began = match &self.game {
            None => stored.row.phase == Phase::Open,
            Some(_) => {
                stored.row.start_digest == self.row.start_digest
                    && self.seats.iter().zip(&stored.seats).all(same)
            }
        };
        // Of an archived game nothing is told step by step.
        let known = self.game.as_ref().map_or(0, |game| game.len());
        let told = stored.row.archived == 0 || known == stored.row.steps;
        let same_seats = self.seats.len() == stored.seats.len();
        began && told && same_seats && stored.row.version >= self.row.version
    }

    /// What those who followed an earlier state have heard that is not so in this one.
    pub(super) fn not_so_any_more(&self, before: &TableState) -> NotSo {
        if before.row.phase == Phase::Open {
            return None;
        }
        let (Some(now), Some(then)) = (self.game.as_deref(), before.game.as_deref()) else {
            return Some(None);
        };
        let names = |state: &TableState| {
            state.seats.iter().map(|seat| seat.name.clone()).collect::<Vec<_>>()
        };
        let parted = self.other_rules_until.is_some() || before.other_rules_until.is_some();
        if parted || names(self) != names(before) || self.is_over() != before.is_over() {
            return Some(None);
        }
        let seats = self.seats.iter().map(|seat| Viewer::Seat(seat.seat));
        let viewers = seats.chain([Viewer::Table, Viewer::Referee]);
        let left = |viewer: Viewer| {
            let (heard, so) = (before.heard(then, viewer), self.heard(now, viewer));
            let same = heard.iter().zip(&so).take_while(|(heard, so)| heard == so).count();
            (same < heard.len()).then_some((viewer, same))
        };
        let left: Vec<(Viewer, usize)> = viewers.filter_map(left).collect();
        (!left.is_empty()).then_some(Some(left))
    }

    /// The decisions of which a viewer knows.
    fn heard(&self, game: &dyn AnyMatch, viewer: Viewer) -> Vec<(Option<Seat>, String, String)> {
        let moments = self.moments(game, viewer);
        let steps = (1..=moments.count()).filter_map(|moment| game.recorded(moments.step(moment)?));
        steps.map(|step| (step.seat, step.action, Face::written(&step.dice))).collect()
    }

    /// Counts the decisions of a match anew.
    pub(super) fn count_last_steps(&mut self) {
        let Some(game) = self.game.as_deref() else { return };
        let decisions = game.record(false).steps.into_iter().zip(0..);
        let decisions = decisions.filter_map(|(step, number)| Some((step.seat?, number)));
        self.last_steps = last_steps(&self.seats, decisions);
    }
}
