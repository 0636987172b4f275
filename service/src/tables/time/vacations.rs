//! Vacations: a person takes them, and every table of theirs is told.

use crate::error::ServiceError;
use crate::identity::Guest;
use crate::store::{Change, SeatKind};
use crate::tables::{Decider, TableHandle, Tables};
use ::clock::{Fault, Timestamp, Vacations, Zone};
use std::sync::Arc;

/// How often a table is told anew of vacations that change while it is told.
const TOLD_ANEW: usize = 12;

/// How many days of vacation there are in a year.
pub const VACATION_DAYS: u32 = 30;

impl Tables {
    /// The vacations of a guest.
    pub async fn vacations(&self, guest: &str) -> Result<Vacations, ServiceError> {
        let stored = self.0.store.vacations(guest).await?;
        let read = stored.and_then(|text| serde_json::from_str(&text).ok());
        Ok(read.unwrap_or_else(|| Vacations::new(VACATION_DAYS, Zone::UTC)))
    }

    /// Changes the vacations of a guest, here and at every table of theirs.
    pub async fn change_vacations(
        &self,
        guest: &Guest,
        change: impl Fn(&mut Vacations, Timestamp) -> Result<(), Fault>,
    ) -> Result<(), ServiceError> {
        let who = self.settled(&guest.id).await;
        let (change, id) = (&change, who.id.as_str());
        self.judged_of(id, |version| async move {
            let mut vacations = self.vacations(id).await?;
            change(&mut vacations, self.time())
                .map_err(|fault| ServiceError::BadRequest(fault.to_string()))?;
            let days = serde_json::to_string(&vacations)
                .map_err(|error| ServiceError::Internal(error.to_string()))?;
            let guest = id.to_string();
            Ok(self.0.store.write(Change::Vacations { guest, days, version }).await?)
        })
        .await?;
        for table in self.0.store.running_tables_of(id).await? {
            self.tell_last_vacations(&table, id).await;
        }
        Ok(())
    }

    /// Tells a table when a guest is on vacation, as it is stored, and once more where that has changed meanwhile: of several who
    /// tell it whoever is last tells what is so. A deadline asks for vacations before it falls: what cannot be told now counts
    /// all the same.
    async fn tell_last_vacations(&self, table: &str, guest: &str) {
        let told = async {
            let mut vacations = self.vacations(guest).await?;
            for _ in 0..TOLD_ANEW {
                self.tell_vacations(table, guest, &vacations).await?;
                let now = self.vacations(guest).await?;
                if now == vacations {
                    break;
                }
                vacations = now;
            }
            Ok::<_, ServiceError>(())
        };
        if let Err(error) = told.await {
            tracing::warn!(%table, %error, "a vacation is told when a deadline is due");
        }
    }

    /// Tells a table when a guest is on vacation.
    async fn tell_vacations(
        &self,
        id: &str,
        guest: &str,
        vacations: &Vacations,
    ) -> Result<(), ServiceError> {
        let table = self.table(id).await?;
        let (seats, runs) = {
            let state = self.read(&table).await?;
            (state.seats_of(guest), state.keeper.is_some())
        };
        for seat in seats.into_iter().filter(|_| runs) {
            let away = vacations.periods();
            let by = Decider::Guest(guest.to_string());
            self.change_time(&table, (seat, &by), &|keeper, state, now| {
                let was = keeper.stands_still(seat, now);
                keeper.set_away(seat, away.clone());
                let zone = &keeper.clock().settings().zone;
                let until = vacations.until(now).filter(|_| keeper.clock().settings().vacations);
                Ok(until.filter(|_| !was).map(|until| {
                    let until = ::clock::when(until, now, zone);
                    format!("{} is on vacation until {until}.", state.name(seat))
                }))
            })
            .await?;
        }
        Ok(())
    }

    /// Brings the vacations of all who sit at a table to its clock.
    pub(in crate::tables) async fn look_at_vacations(&self, table: &Arc<TableHandle>) {
        let people: Vec<String> = match self.read(table).await {
            Ok(state) if state.keeper.is_some() => {
                let people = state.seats.iter().filter(|row| row.kind == SeatKind::Person);
                people.map(|row| row.holder.clone()).collect()
            }
            _ => return,
        };
        for guest in people {
            let told = async {
                let vacations = self.vacations(&guest).await?;
                match vacations.periods().is_empty() {
                    true => Ok(()),
                    false => self.tell_vacations(&table.id, &guest, &vacations).await,
                }
            };
            if let Err(error) = told.await {
                tracing::warn!(table = %table.id, %error, "a vacation is told when a deadline is due");
            }
        }
    }
}
