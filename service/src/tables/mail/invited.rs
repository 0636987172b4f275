//! Invitations by mail: whoever is invited to a table takes a seat with `yes`, or declines with `no`.

use super::{Waiting, Wrote, is_final};
use crate::error::ServiceError;
use crate::identity::Guest;
use crate::mail::letters::{self, Progress};
use crate::mail::lines::consent;
use crate::mail::{House, InvitationKey, WAY};
use crate::notices::Sent;
use crate::store::{ArrivalRow, Change, LetterRow, MailChange, Phase, WayRow};
use crate::tables::{TableHandle, Tables};
use mail::Message;
use mailbox::{Envelope, LineDone, Occasion};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::Seat;

/// What somebody is told who answered an invitation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Told {
    table: String,
    way: String,
    said: String,
    /// Whether another answer still counts.
    open: bool,
    id: Option<String>,
    subject: String,
}

impl Tables {
    /// Keeps what somebody answered to an invitation, if they are who the address says.
    pub(super) async fn take_invited(
        &self,
        house: &House,
        key: &InvitationKey,
        message: &Message,
        whole: bool,
    ) -> Result<(), ServiceError> {
        let way = self.0.store.way(&key.way).await?;
        let Some(way) = way.filter(|way| way.kind == WAY && house.invites(way, key)) else {
            tracing::info!(table = key.table, "an answer to an invitation with a wrong secret");
            return Ok(());
        };
        let wrote = Wrote { way: way.id, invited: true, ..Wrote::of(message, whole) };
        self.keep_arrival(message, (&key.table, Seat(0)), way.person, &wrote).await
    }

    /// Does what somebody answered to an invitation, and writes what became of it. Done twice it comes to the same.
    pub(super) async fn answer_invited(
        &self,
        row: ArrivalRow,
        wrote: Wrote,
        way: WayRow,
        table: &Arc<TableHandle>,
    ) -> Result<(), ServiceError> {
        let person = row.person.as_str();
        self.look_at_people().await?;
        let wants = if wrote.cut { None } else { consent(&wrote.lines) };
        let said = match self.check_not_banned(person) {
            Err(error) => Err(error),
            Ok(()) => self.decide_invitation(table, person, wants).await,
        };
        let said = match said {
            Err(error) if !is_final(&error) => return Err(error),
            Err(error) => error.words(),
            Ok(said) => said,
        };
        let (seat, playing) = {
            let state = self.read(table).await?;
            (state.seats_of(person).first().copied(), state.row.phase != Phase::Open)
        };
        let open = seat.is_none() && self.invited_by(&table.id, person).await?.is_some();
        let (id, subject) = (wrote.id.clone(), wrote.subject.clone());
        let waiting = match seat.filter(|_| playing) {
            Some(seat) => {
                let line = match wants {
                    Some(true) => "yes".into(),
                    Some(false) => "no".into(),
                    None => wrote.lines.first().cloned().unwrap_or_default(),
                };
                let lines = vec![LineDone { line, done: wants == Some(true), told: said }];
                let progress = Progress { lines, ..Progress::default() };
                let (table, way) = (table.id.clone(), way.id.clone());
                Waiting::Answers { table, seat, way, progress, id, subject }
            }
            None => {
                let (table, way) = (table.id.clone(), way.id.clone());
                Waiting::Invited(Told { table, way, said, open, id, subject })
            }
        };
        let now = self.time().as_millisecond();
        let at = now + super::GATHERS;
        let letter = LetterRow {
            id: row.id.clone(),
            person: row.person.clone(),
            address: way.address.clone(),
            made: now,
            at,
            tries: 0,
            text: serde_json::to_string(&waiting).unwrap_or_default(),
        };
        let changes = vec![
            Change::Mail(MailChange::Answered { id: row.id, at }),
            Change::Mail(MailChange::Letter(Box::new(letter))),
        ];
        Ok(self.0.store.write(Change::Together(changes)).await?)
    }

    /// Sits somebody down, or declines for them; what became of it, in a sentence.
    async fn decide_invitation(
        &self,
        table: &Arc<TableHandle>,
        person: &str,
        wants: Option<bool>,
    ) -> Result<String, ServiceError> {
        let Some(wants) = wants else {
            return Ok("I found neither yes nor no in your mail. Nothing is done.".into());
        };
        let sat = !self.read(table).await?.seats_of(person).is_empty();
        if wants && !sat {
            let name = self.name_of(person).await?;
            self.accept_invitation(table, person, &name, None).await?;
        }
        if !wants && !sat && self.invited_by(&table.id, person).await?.is_some() {
            self.decline(table, &Guest::of_id(person)).await?;
        }
        let state = self.read(table).await?;
        Ok(match (wants, sat, state.row.phase) {
            (true, _, Phase::Open) => {
                "You have a seat. When the game begins and you are asked, you get a mail."
            }
            (true, _, Phase::Playing | Phase::Over) => "You have a seat, and the game has begun.",
            (false, true, _) => {
                "You have taken a seat already. You leave it in the table's menu, in your browser."
            }
            (false, false, _) => "You have declined, and are not invited to this table any more.",
        }
        .into())
    }

    /// Sends what became of an invitation.
    pub(super) async fn send_invited(
        &self,
        house: &House,
        row: &LetterRow,
        told: &Told,
    ) -> Result<Sent, ServiceError> {
        let way = self.0.store.way(&told.way).await?.filter(|way| way.person == row.person);
        let Some(way) = way else {
            return Ok(Sent::Refused("whoever wrote is told by mail no more".into()));
        };
        let stop = self.stop_link(house, &way);
        let link = format!("{}/t/{}", self.0.base_url, told.table);
        let subject = super::answered_subject(&told.subject, || "Your invitation".into());
        let letter = letters::of_invited(&told.said, told.open, (&subject, &link, &stop));
        let reply_to = house.reply_to_invitation(&way, &told.table);
        let references: Vec<String> = told.id.iter().cloned().collect();
        let (id, back_to) = (house.letter_id(&[&row.id], &way.id), house.back_to(&way.id));
        let envelope = Envelope {
            to: &row.address,
            back_to: Some(&back_to),
            id: &id,
            reply_to: house.is_answered().then_some(reply_to.as_str()),
            in_reply_to: told.id.as_deref(),
            references: &references,
            unsubscribe: Some(&stop),
            occasion: Occasion::Answer,
            at: row.made / 1000,
            picture: None,
        };
        Ok(house.send(&letter, &envelope).await)
    }
}
