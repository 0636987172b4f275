//! Sitting down, leaving, and being replaced.

use super::{Sitting, Table, Tables};
use crate::secret;
use crate::store::{Change, SeatKind, SeatRow, State};
use crate::trouble::Trouble;
use std::sync::Arc;
use table::Seat;

/// What a private link leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
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

impl Tables {
    /// What a private link leads to.
    pub async fn claim(&self, link: &str) -> Result<Claim, Trouble> {
        let gone =
            || Trouble::NotFound("seat with this link (links change when a seat is taken)".into());
        let (table, seat) = self.0.store.seat_by_link(link).await?.ok_or_else(gone)?;
        match seat.kind {
            SeatKind::Open | SeatKind::Link => Ok(Claim::Free { table, seat: seat.seat }),
            SeatKind::Person => Ok(Claim::Held { table, holder: seat.holder, name: seat.name }),
            SeatKind::Bot | SeatKind::Left => Err(gone()),
        }
    }

    /// Sits down in a free seat; `link` is needed for seats that are kept for its holder.
    pub async fn join(
        &self,
        table: &Arc<Table>,
        seat: Seat,
        link: Option<&str>,
        guest: &str,
        name: &str,
    ) -> Result<(), Trouble> {
        self.reseat(table, seat, |sitting, seat| {
            if sitting.row.state != State::Open {
                return Err(Trouble::Stale("The game has already started.".into()));
            }
            let welcome = match seat.kind {
                SeatKind::Open => true,
                SeatKind::Link => link == Some(seat.link.as_str()),
                _ => return Err(Trouble::Stale("This seat is taken.".into())),
            };
            if !welcome {
                return Err(Trouble::Forbidden("This seat is kept for somebody else.".into()));
            }
            seat.kind = SeatKind::Person;
            seat.holder = guest.to_string();
            seat.name = name_among(name, sitting, seat.seat);
            // The link that was passed around ends here; the new one is the player's own.
            seat.link = secret::letters(26)?;
            seat.token = secret::letters(32)?;
            Ok(())
        })
        .await?;
        self.start_if_full(table).await
    }

    /// Gets up from a seat: before the start it becomes free again, later it is left empty.
    pub async fn leave(&self, table: &Arc<Table>, guest: &str) -> Result<(), Trouble> {
        let (seats, open, host) = {
            let sitting = self.look(table).await?;
            let open = sitting.row.state == State::Open;
            (sitting.seats_of(guest), open, sitting.row.host == guest)
        };
        if open && host {
            let mut guard = self.change(table).await?;
            self.0.store.write(Change::Closed(table.id.clone())).await?;
            *guard = None;
            return Ok(());
        }
        if seats.is_empty() {
            return Err(Trouble::Forbidden("You do not sit at this table.".into()));
        }
        for seat in seats {
            self.reseat(table, seat, |_, seat| {
                seat.kind = if open { SeatKind::Open } else { SeatKind::Left };
                seat.holder.clear();
                if open {
                    seat.name.clear();
                }
                seat.link = secret::letters(26)?;
                seat.token = secret::letters(32)?;
                Ok(())
            })
            .await?;
        }
        Ok(())
    }

    /// Gives a seat to a bot: the host may do it with any seat but a bot's, and anybody at the table
    /// with a seat that was left.
    pub async fn replace(
        &self,
        table: &Arc<Table>,
        seat: Seat,
        bot: &str,
        guest: &str,
    ) -> Result<(), Trouble> {
        {
            let sitting = self.look(table).await?;
            let offered = self.0.games.find(&sitting.row.game)?;
            if !offered.game.bots().iter().any(|known| known.name == bot) {
                return Err(Trouble::Bad(format!("There is no bot `{bot}` in this game.")));
            }
        }
        self.reseat(table, seat, |sitting, seat| {
            let host = sitting.row.host == guest;
            let player = !sitting.seats_of(guest).is_empty();
            if !(host || player && seat.kind == SeatKind::Left) {
                return Err(Trouble::Forbidden("Only the host can replace a player.".into()));
            }
            if seat.kind == SeatKind::Bot || sitting.row.state == State::Over {
                return Err(Trouble::Stale("There is nobody to replace.".into()));
            }
            seat.kind = SeatKind::Bot;
            seat.holder.clear();
            seat.bot = bot.to_string();
            if sitting.row.state == State::Open {
                seat.name = super::opening::bot_name(bot, seat.seat.0);
            }
            seat.link = secret::letters(26)?;
            seat.token = secret::letters(32)?;
            Ok(())
        })
        .await?;
        self.start_if_full(table).await?;
        self.wake_bots(table);
        Ok(())
    }

    /// Changes one seat, stores it, and tells everybody.
    async fn reseat(
        &self,
        table: &Arc<Table>,
        seat: Seat,
        change: impl FnOnce(&Sitting, &mut SeatRow) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let mut guard = self.change(table).await?;
        let Some(sitting) = guard.as_mut() else {
            return Err(Trouble::Failed("the table is gone".into()));
        };
        let Some(mut row) = sitting.seats.get(seat.index()).cloned() else {
            return Err(Trouble::Bad(format!("There is no seat {seat} at this table.")));
        };
        change(sitting, &mut row)?;
        let deciding = sitting.deciding();
        let bot_turn = sitting
            .seats
            .iter()
            .map(|other| if other.seat == seat { &row } else { other })
            .any(|other| other.kind == SeatKind::Bot && deciding.contains(&other.seat));
        let stored =
            Change::Seat { table: table.id.clone(), seat: Box::new(row.clone()), bot_turn };
        self.0.store.write(stored).await?;
        sitting.row.bot_turn = bot_turn;
        if let Some(kept) = sitting.seats.get_mut(seat.index()) {
            *kept = row;
        }
        table.tell(sitting);
        Ok(())
    }
}

/// The name, with a number if somebody at the table is already called so.
fn name_among(name: &str, sitting: &Sitting, seat: Seat) -> String {
    let taken = |name: &str| {
        sitting
            .seats
            .iter()
            .any(|other| other.seat != seat && other.name.eq_ignore_ascii_case(name))
    };
    if !taken(name) {
        return name.to_string();
    }
    (2..).map(|number| format!("{name} {number}")).find(|name| !taken(name)).unwrap_or_default()
}
