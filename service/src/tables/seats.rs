//! Sitting down, leaving, and being replaced.

use super::luck::contribution;
use super::time::{CLOCK_NAME, Follows, seat_changed};
use super::{TableHandle, TableState, Tables, catch_panic};
use crate::error::ServiceError;
use crate::identity;
use crate::secret;
use crate::store::{Change, Phase, SeatKind, SeatRow, TableRow};
use std::sync::Arc;
use table::Seat;

/// What a private link leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatInvitation {
    /// A free seat at this table: whoever opens the link may take it.
    Free {
        /// The table.
        table: String,
        /// The seat.
        seat: Seat,
    },
    /// A seat that somebody holds: whoever has the link may go on as them.
    Held {
        /// The table.
        table: String,
        /// The guest.
        holder: String,
        /// What they are called.
        name: String,
    },
}

/// What becomes of a seat at a table as it stands, or why nothing does.
type SeatChange<'a> =
    &'a (dyn Fn(&TableState, &mut SeatRow) -> Result<(), ServiceError> + Send + Sync);

impl Tables {
    /// What a private link leads to.
    pub async fn claim(&self, link: &str) -> Result<SeatInvitation, ServiceError> {
        let gone = || {
            ServiceError::NotFound("seat with this link (links change when a seat is taken)".into())
        };
        let (table, seat) = self.0.store.seat_by_link(link).await?.ok_or_else(gone)?;
        match seat.kind {
            SeatKind::Open | SeatKind::Link => Ok(SeatInvitation::Free { table, seat: seat.seat }),
            SeatKind::Person => {
                Ok(SeatInvitation::Held { table, holder: seat.holder, name: seat.name })
            }
            // Whoever has left, or was replaced, comes back as who they are: the link has ended.
            SeatKind::Bot | SeatKind::Left => Err(gone()),
        }
    }

    /// Sits down in a free seat; `link` is needed for seats that are kept for its holder.
    pub async fn join(
        &self,
        table: &Arc<TableHandle>,
        seat: Seat,
        link: Option<&str>,
        guest: &str,
        name: &str,
        brought: Option<[u8; 32]>,
    ) -> Result<(), ServiceError> {
        let who = self.settled(guest).await;
        let guest = who.id.as_str();
        self.check_reliable(table, guest).await?;
        let change = |state: &TableState, seat: &mut SeatRow| {
            state.check_may_play(guest, seat.seat)?;
            state.check_one_seat(guest)?;
            if state.row.phase != Phase::Open {
                return Err(ServiceError::Stale("The game has already started.".into()));
            }
            self.check_welcome(&state.row.host, guest)?;
            let welcome = match seat.kind {
                SeatKind::Open => true,
                SeatKind::Link => link == Some(seat.link.as_str()),
                _ => return Err(ServiceError::Stale("This seat is taken.".into())),
            };
            if !welcome {
                return Err(ServiceError::Forbidden("This seat is kept for somebody else.".into()));
            }
            let has_one = !state.seats_of(guest).is_empty();
            if has_one && seat.kind == SeatKind::Open && state.row.host != guest {
                let why = "You have a seat at this table: only its host takes several.";
                return Err(ServiceError::Forbidden(why.into()));
            }
            seat.kind = SeatKind::Person;
            seat.holder = guest.to_string();
            seat.name = unique_name(name, &state.seats, seat.seat, &state.row.referee_name)?;
            let held = state.seats_of(guest);
            let mut held = held.iter().filter_map(|seat| state.seats.get(seat.index()));
            let heard = held.any(|seat| seat.contribution.is_some());
            seat.contribution = contribution(seat.seat, brought.filter(|_| !heard));
            // The link that was passed around ends here; the new one is the player's own.
            seat.renew_secrets()
        };
        self.update_seat(table, seat, &change).await?;
        self.look_at_vacations(table).await;
        Ok(())
    }

    /// Gets up from a seat: before the start it becomes free again; later it is left empty, and whoever left
    /// can have it back for as long as the game is on. Its link and its token end.
    pub async fn leave(&self, table: &Arc<TableHandle>, guest: &str) -> Result<(), ServiceError> {
        let who = self.settled(guest).await;
        let guest = who.id.as_str();
        let (seats, open, host) = {
            let state = self.read(table).await?;
            let open = state.row.phase == Phase::Open;
            (state.seats_of(guest), open, state.row.host == guest)
        };
        if open && host {
            return self.judged(table, || self.close(table)).await;
        }
        if seats.is_empty() {
            return Err(ServiceError::Forbidden("You do not sit at this table.".into()));
        }
        for seat in seats {
            let change = |state: &TableState, seat: &mut SeatRow| {
                if seat.kind != SeatKind::Person || seat.holder != guest {
                    return Err(ServiceError::Stale("You do not sit there any more.".into()));
                }
                let holder = std::mem::take(&mut seat.holder);
                if state.row.phase == Phase::Open {
                    seat.kind = SeatKind::Open;
                    seat.name.clear();
                    seat.contribution = None;
                } else {
                    (seat.kind, seat.away) = (SeatKind::Left, holder);
                    seat.gone |= state.still_plays(seat.seat);
                }
                seat.renew_secrets()
            };
            self.update_seat(table, seat, &change).await?;
        }
        Ok(())
    }

    /// Gives up a table whose game has not begun.
    async fn close(&self, table: &Arc<TableHandle>) -> Result<(), ServiceError> {
        let mut state = self.write(table).await?;
        if state.row.phase != Phase::Open {
            return Err(ServiceError::Stale("The game has just started.".into()));
        }
        self.keep(&mut state, Change::Closed(table.id.clone())).await?;
        state.needs_reload = true;
        // Whoever waits there hears of it at once.
        table.notify(&mut state);
        Ok(())
    }

    /// Gives a seat to a bot: a free one before the start, by the host, or by anybody who waits there once the host is
    /// absent; one that was left, by anybody at the
    /// table; and the seat of a player who has given no sign of life for as long as the table's settings say.
    /// That player can have it back. Its link and its token end.
    pub async fn replace(
        &self,
        table: &Arc<TableHandle>,
        seat: Seat,
        bot: &str,
        guest: &str,
    ) -> Result<(), ServiceError> {
        {
            let state = self.read(table).await?;
            let offered = self.0.games.find(&state.row.game)?;
            if !offered.game.bots().iter().any(|known| known.name == bot) {
                return Err(ServiceError::BadRequest(format!(
                    "There is no bot `{bot}` in this game."
                )));
            }
        }
        self.look_who_was_seen(table).await?;
        let change = |state: &TableState, seat: &mut SeatRow| {
            let host = state.row.host == guest;
            let player = !state.seats_of(guest).is_empty();
            match (state.row.phase, seat.kind) {
                (Phase::Over, _) | (_, SeatKind::Bot) => {
                    return Err(ServiceError::Stale("There is nobody to replace.".into()));
                }
                (Phase::Open, SeatKind::Open | SeatKind::Link) if self.may_fill(state, guest) => {}
                (Phase::Playing, SeatKind::Left) if host || player => {}
                (Phase::Playing, SeatKind::Person) => self.check_absent(state, seat, guest)?,
                _ => {
                    let why = "The host gives free seats to bots, and others at the table once the host has given no \
                               sign of life for the time that was set; nobody gives away a taken one.";
                    return Err(ServiceError::Forbidden(why.into()));
                }
            }
            if seat.kind == SeatKind::Person {
                seat.away = std::mem::take(&mut seat.holder);
                seat.gone |= state.still_plays(seat.seat);
            }
            seat.kind = SeatKind::Bot;
            seat.bot = bot.to_string();
            if state.row.phase == Phase::Open {
                seat.name = super::new_table::bot_name(bot, seat.seat.0);
            }
            seat.renew_secrets()
        };
        self.update_seat(table, seat, &change).await
    }

    /// Gives the seats of a player who was away or had left back to them, with a new link and a new token: bots that
    /// held them decide no more.
    pub async fn come_back(
        &self,
        table: &Arc<TableHandle>,
        guest: &str,
    ) -> Result<(), ServiceError> {
        let who = self.settled(guest).await;
        let guest = who.id.as_str();
        let seats = self.read(table).await?.away_seats(guest);
        if seats.is_empty() {
            return Err(ServiceError::Forbidden("No seat is kept for you here.".into()));
        }
        for seat in &seats {
            self.read(table).await?.check_may_play(guest, *seat)?;
        }
        for seat in seats {
            let change = |state: &TableState, seat: &mut SeatRow| {
                state.check_may_play(guest, seat.seat)?;
                if state.row.phase != Phase::Playing || seat.away != guest {
                    return Err(ServiceError::Stale("This seat cannot be had back.".into()));
                }
                // Where it counts nobody gains by the bot that has played for them.
                let counts = state.row.rated || !state.row.cup.is_empty();
                let was_played = counts && seat.kind == SeatKind::Bot;
                seat.kind = SeatKind::Person;
                seat.holder = std::mem::take(&mut seat.away);
                seat.gone &= was_played || seat.holder != seat.began;
                seat.bot.clear();
                seat.renew_secrets()
            };
            self.update_seat(table, seat, &change).await?;
        }
        self.notice(table, guest);
        Ok(())
    }

    /// Gives all seats of somebody in games that are not over other links and tokens. Where one cannot be given them, the
    /// others are all the same.
    pub(super) async fn renew_links(&self, person: &str) -> Result<(), ServiceError> {
        let who = self.settled(person).await;
        let mut done = Ok(());
        for id in self.0.store.running_tables_of(&who.id).await? {
            let renewed = self.renew_links_at(&id, &who.id).await;
            done = done.and(renewed);
        }
        done
    }

    async fn renew_links_at(&self, table: &str, person: &str) -> Result<(), ServiceError> {
        let table = self.table(table).await?;
        let seats = self.read(&table).await?.seats_of(person);
        for seat in seats {
            let change = |_: &TableState, row: &mut SeatRow| match row.holder == person {
                true => row.renew_secrets(),
                // They have left it meanwhile, which has ended its link.
                false => Ok(()),
            };
            self.update_seat(&table, seat, &change).await?;
        }
        Ok(())
    }

    /// Changes one seat, stores it, and tells everybody. If nobody is missing then, the game starts in the same
    /// transaction: no table is left full and waiting.
    pub(super) async fn update_seat(
        &self,
        table: &Arc<TableHandle>,
        seat: Seat,
        change: SeatChange<'_>,
    ) -> Result<(), ServiceError> {
        self.judged(table, || self.update_seat_now(table, seat, change)).await
    }

    async fn update_seat_now(
        &self,
        table: &Arc<TableHandle>,
        seat: Seat,
        change: SeatChange<'_>,
    ) -> Result<(), ServiceError> {
        let mut state = self.write(table).await?;
        let Some(mut row) = state.seats.get(seat.index()).cloned() else {
            return Err(ServiceError::BadRequest(format!(
                "There is no seat {seat} at this table."
            )));
        };
        change(&state, &mut row)?;
        let deciding = state.deciding();
        let bot_turn = state
            .seats
            .iter()
            .map(|other| if other.seat == seat { &row } else { other })
            .any(|other| other.kind == SeatKind::Bot && deciding.contains(&other.seat));
        let seats: Vec<SeatRow> = state
            .seats
            .iter()
            .map(|other| if other.seat == seat { row.clone() } else { other.clone() })
            .collect();
        let reckoned = match (&state.keeper, state.game.as_deref(), state.seats.get(seat.index())) {
            (Some(keeper), Some(game), Some(before)) => {
                let mut keeper = keeper.clone();
                seat_changed(&mut keeper, before, &row, game.len());
                Some(catch_panic(&table.id, || {
                    self.reckon(&keeper, &seats, game, Follows::Change)
                })?)
            }
            _ => None,
        };
        let version = state.row.version;
        let begins = TableRow { version: version + 1, ..state.row.clone() };
        let begun = self.begin_if_full(&begins, &seats)?;
        let place = seat.index();
        let (id, seat) = (table.id.clone(), Box::new(row));
        let mut changes = vec![Change::Seat { table: id, version, seat, bot_turn }];
        changes.extend(begun.iter().map(|begun| begun.change(&table.id)));
        if let (Some(begun), Some(joined)) = (&begun, seats.get(place)) {
            changes.extend(begun.notices(self, &table.id, &joined.holder, ""));
        }
        changes.extend(reckoned.iter().map(|reckoned| reckoned.change(&table.id)));
        self.keep(&mut state, Change::Together(changes)).await?;
        state.row.version += 1;
        state.row.bot_turn = bot_turn;
        state.seats = seats;
        if let Some(reckoned) = reckoned {
            state.set_time(self.time(), reckoned.keeper);
        }
        if let Some(begun) = begun {
            state.take_up(begun);
        }
        table.notify(&mut state);
        let bots = state.row.bot_turn;
        drop(state);
        if bots {
            self.wake_bots(table);
        }
        Ok(())
    }
}

impl SeatRow {
    /// Ends the private link and the token that were known: the seat gets others, which nobody has seen yet.
    pub(super) fn renew_secrets(&mut self) -> Result<(), ServiceError> {
        self.link = secret::random_token(26)?;
        self.token = secret::random_token(32)?;
        Ok(())
    }
}

impl TableState {
    /// Refuses a seat to the referee, in whichever way they come to it, and a second one to whoever has a seat that sees
    /// what is hidden from others, or would have it.
    pub(super) fn check_may_play(&self, guest: &str, seat: Seat) -> Result<(), ServiceError> {
        if self.row.referee == guest {
            return Err(ServiceError::Forbidden(
                "You are the referee of this table: you see everything and cannot play.".into(),
            ));
        }
        let mut held = self.seats_of(guest);
        held.push(seat);
        check_one_pair_of_eyes(&self.overseers, &held)
    }

    /// What the game calls a seat that sees what is hidden from others; nothing for any other.
    pub fn role(&self, seat: Seat) -> Option<&str> {
        let found = self.overseers.iter().find(|(overseer, _)| *overseer == seat);
        found.map(|(_, role)| role.as_str())
    }

    /// Whether whoever has a seat has another one, too.
    pub fn plays_too(&self, seat: Seat) -> bool {
        let row = self.seats.get(seat.index()).filter(|row| !row.holder.is_empty());
        row.is_some_and(|row| self.seats_of(&row.holder).len() > 1)
    }

    /// Who sees or saw everything at this table: the referee, or people in seats that see what is
    /// hidden from others.
    pub fn who_saw_all(&self) -> String {
        let people = |(seat, _): &(Seat, String)| {
            let row = self.seats.get(seat.index())?;
            let person = row.kind == SeatKind::Person || !row.away.is_empty();
            person.then(|| row.name.clone())
        };
        let referee = Some(self.row.referee_name.clone()).filter(|name| !name.is_empty());
        let names = referee.into_iter().chain(self.overseers.iter().filter_map(people));
        names.collect::<Vec<_>>().join(", ")
    }

    /// The seat of the person who has this token; nobody's if it has ended.
    pub fn seat_of_token(&self, token: &str) -> Option<&SeatRow> {
        self.seats.iter().find(|seat| seat.kind == SeatKind::Person && seat.token == token)
    }

    /// The seats that are kept for a guest who is away or has left, by a bot or empty.
    pub fn away_seats(&self, guest: &str) -> Vec<Seat> {
        let kept = |seat: &&SeatRow| {
            let empty = matches!(seat.kind, SeatKind::Bot | SeatKind::Left);
            empty && !guest.is_empty() && seat.away == guest
        };
        self.seats.iter().filter(kept).map(|seat| seat.seat).collect()
    }
}

impl TableState {
    /// Refuses the name of somebody who only watches if a player or the referee is called so, or nearly.
    pub fn check_spectator_name(&self, name: &str) -> Result<(), ServiceError> {
        let known = self.seats.iter().map(|seat| seat.name.as_str());
        let mut known = known.chain([self.row.referee_name.as_str(), CLOCK_NAME]);
        match known.any(|known| !known.is_empty() && identity::look_alike(known, name)) {
            true => Err(ServiceError::BadRequest(
                "Somebody at this table is called so, or nearly: choose another name to talk here."
                    .into(),
            )),
            false => Ok(()),
        }
    }
}

/// Refuses one person a seat that sees what is hidden from others together with any other.
pub(super) fn check_one_pair_of_eyes(
    overseers: &[(Seat, String)],
    held: &[Seat],
) -> Result<(), ServiceError> {
    let first = held.first();
    let several = held.iter().any(|seat| Some(seat) != first);
    match overseers.iter().find(|(seat, _)| several && held.contains(seat)) {
        Some((_, role)) => Err(ServiceError::Forbidden(format!(
            "The {role} sees what is hidden from others and has no other seat: it must be another person."
        ))),
        None => Ok(()),
    }
}

/// The name, with a number if another player is already called so; a name that only looks like theirs, or that is the
/// referee's, is refused.
pub(super) fn unique_name(
    name: &str,
    seats: &[SeatRow],
    seat: Seat,
    referee: &str,
) -> Result<String, ServiceError> {
    if !referee.is_empty() && identity::look_alike(referee, name) {
        let why = "The referee of this table is called so, or nearly: choose another name.";
        return Err(ServiceError::BadRequest(why.into()));
    }
    if identity::look_alike(CLOCK_NAME, name) {
        let why = "The clock of a table speaks under this name: choose another one.";
        return Err(ServiceError::BadRequest(why.into()));
    }
    let others = || seats.iter().filter(|other| other.seat != seat).map(|other| &other.name);
    let taken = |name: &str| others().any(|other| other.eq_ignore_ascii_case(name));
    if !taken(name) {
        return match others().find(|other| identity::look_alike(other, name)) {
            None => Ok(name.to_string()),
            Some(other) => Err(ServiceError::BadRequest(format!(
                "Your name looks like that of {other} at this table: choose another one."
            ))),
        };
    }
    let numbered = (2..).map(|number| format!("{name} {number}")).find(|name| !taken(name));
    Ok(numbered.unwrap_or_default())
}
