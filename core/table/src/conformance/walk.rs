//! One random game: it ends in a declared way within its bound, loses nothing, can be taken back where
//! that is allowed, and survives being written down.

use super::asking::Gravity;
use super::scenes::Finality;
use super::worlds::Secrets;
use super::{Held, Written, must, never_panics};
use crate::catalogue::Catalogue;
use crate::dice::{Dice, Seed};
use crate::log::Log;
use crate::matches::{Match, digest};
use crate::record::Record;
use crate::seat::{Names, Seat, Seats, Viewer};
use crate::shown::Conformant;
use crate::status::{Outcome, Reckoning, Status};
use std::collections::BTreeSet;

/// A game being walked through.
pub(super) struct Walk<'a, G: Conformant> {
    pub(super) game: Match<G>,
    /// What random play decides with.
    pub(super) play: Dice,
    /// What close looks try things with. Apart from `play`, so that looking changes no game.
    pub(super) look: Dice,
    /// The sums that must not change.
    pub(super) kept: Vec<(&'static str, i64)>,
    /// The ids of the ledger.
    pub(super) rules: &'a BTreeSet<String>,
    /// What can be chosen.
    pub(super) catalogue: &'a Catalogue,
    pub(super) secrets: &'a mut Secrets,
    pub(super) finality: &'a mut Finality,
    pub(super) gravity: &'a mut Gravity,
    /// Look closely at one step in so many.
    pub(super) every: u32,
    /// Follow the game for at most so many decisions.
    pub(super) most: usize,
}

/// What a seat decides in random play. Now and then somebody gives up; mostly games are played to
/// their end.
pub(super) fn decision<G: Conformant>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    legal: &mut Vec<G::Action>,
    play: &mut Dice,
) -> G::Action {
    legal.clear();
    game.legal(position, seat, legal);
    if play.roll("give up", 200) > 1 {
        legal.retain(|action| !game.gives_up(action));
    }
    let picked = play.pick("random play", legal).cloned();
    picked.unwrap_or_else(|| game.lapse(position, seat))
}

/// Which of those who must decide does so next in random play.
fn who(status: &Status, play: &mut Dice) -> Option<Seat> {
    match status {
        Status::Over(_) => None,
        Status::Deciding(seats) => {
            let waiting: Vec<Seat> = seats.iter().collect();
            play.pick("who", &waiting).copied()
        }
    }
}

/// How many decisions the game of this seed takes, if nobody looks; 0 if it breaks.
pub(super) fn length<G: Conformant>(game: &G, seed: Seed, mut play: Dice, most: usize) -> usize {
    let run = || {
        let mut position = game.start(&mut Dice::for_step(seed, 0), &mut Log::quiet());
        let (mut decisions, mut legal) = (0, Vec::new());
        let most = most.min(game.bound());
        while let Some(seat) = who(&game.status(&position), &mut play).filter(|_| decisions < most)
        {
            let action = decision(game, &position, seat, &mut legal, &mut play);
            decisions += 1;
            let mut dice = Dice::for_step(seed, decisions as u64);
            game.apply(&mut position, seat, &action, &mut dice, &mut Log::quiet());
        }
        decisions
    };
    never_panics(String::new, run).unwrap_or(0)
}

/// Plays on at random from a position: what is listed is accepted, nothing is lost, and the game ends
/// in time. Gives back how many decisions that took; stops after `most`.
pub(super) fn play_on<G: Conformant>(
    game: &G,
    mut position: G::Position,
    dice: &mut Dice,
    most: usize,
) -> Result<usize, String> {
    let (bound, kept) = (game.bound(), game.conserved(&position));
    let (mut decisions, mut legal, mut log) = (0, Vec::new(), Log::quiet());
    while let Some(seat) = game.status(&position).first().filter(|_| decisions < most) {
        legal.clear();
        game.legal(&position, seat, &mut legal);
        legal.retain(|action| !game.gives_up(action));
        let action = dice.pick("random play", &legal).cloned();
        let action = action.unwrap_or_else(|| game.lapse(&position, seat));
        let line = Written(game, &action);
        let played = never_panics(
            || format!("{line} of seat {seat} after {decisions} decisions"),
            || game.play(&mut position, seat, &action, dice, &mut log),
        )?;
        played.map_err(|refusal| format!("{line} is listed but refused: {refusal}"))?;
        decisions += 1;
        must(decisions <= bound, || format!("not over after {bound} decisions"))?;
        let now = game.conserved(&position);
        must(now == kept, || format!("{kept:?} became {now:?} after {decisions} decisions"))?;
    }
    Ok(decisions)
}

impl<G: Conformant> Walk<'_, G> {
    /// Plays the game and looks.
    pub(super) fn walk(&mut self) -> Held {
        loop {
            let status = self.game.status();
            if let Status::Deciding(deciding) = &status {
                self.somebody_decides(deciding)?;
            }
            let first = self.game.is_empty();
            let close = first
                || status.outcome().is_some()
                || self.look.roll("look closely", self.every) == 1;
            if close {
                self.look_closely()?;
            }
            if first {
                self.start_holds()?;
            }
            let Some(seat) = who(&status, &mut self.play) else { break };
            if self.game.len() >= self.most {
                return Ok(());
            }
            if close {
                self.simultaneous_is_secret()?;
            }
            self.decide(seat, close)?;
        }
        self.end_holds()
    }

    fn somebody_decides(&self, deciding: &Seats) -> Held {
        let game = self.game.game();
        must(!deciding.is_empty(), || "nobody must decide, but the game is not over".into())?;
        must(deciding.iter().all(|seat| seat.0 < game.setup().seats), || {
            format!("{deciding:?} has a seat too many")
        })?;
        let bound = game.bound();
        must(self.game.len() < bound, || format!("not over after {bound} decisions"))
    }

    fn look_closely(&mut self) -> Held {
        self.position_survives_writing()?;
        self.reports_hold()?;
        self.scenes_hold()?;
        self.texts_hold()?;
        for seat in Seat::first(self.game.game().setup().seats) {
            let offer = self.offer_holds(seat)?;
            self.lines_hold(seat, &offer)?;
            self.names_hold(seat)?;
            self.changes_hold(seat, &offer)?;
            self.decisions_stay_in_sight(seat, &offer)?;
            self.note_gravity(seat, &offer);
            self.sample_holds(seat, &offer)?;
        }
        Ok(())
    }

    fn nothing_is_lost(&self) -> Held {
        let (game, position) = (self.game.game(), self.game.position());
        let now = game.conserved(position);
        must(now == self.kept, || format!("{:?} became {now:?}", self.kept))?;
        let impossible = game.impossible(position);
        must(impossible.is_none(), || format!("impossible, but so: {impossible:?}"))
    }

    fn position_survives_writing(&self) -> Held {
        let bytes = self.game.snapshot();
        let again: G::Position = postcard::from_bytes(&bytes)
            .map_err(|error| format!("a position cannot be read back: {error}"))?;
        must(again == *self.game.position(), || "a position read back is another one".into())?;
        must(digest(&again) == digest(self.game.position()), || {
            "equal positions have unequal digests".into()
        })
    }

    pub(super) fn written<'g>(&'g self, action: &'g G::Action) -> Written<'g, G> {
        Written(self.game.game(), action)
    }

    /// Takes a random decision; after a close look the step is looked at, too.
    fn decide(&mut self, seat: Seat, close: bool) -> Held {
        let mut legal = Vec::new();
        let before = self.game.position().clone();
        let action = decision(self.game.game(), &before, seat, &mut legal, &mut self.play);
        let acted = never_panics(String::new, || self.game.act(seat, &action))
            .map_err(|panicked| format!("{} of seat {seat}{panicked}", self.written(&action)))?;
        acted.map_err(|refusal| {
            format!("{} is listed but refused: {refusal}", self.written(&action))
        })?;
        self.nothing_is_lost()?;
        self.story_holds()?;
        self.story_reads_well()?;
        self.note_finality(&before, seat, &action);
        if close {
            self.step_holds(&before, seat, &action, &legal)?;
            self.undo_holds(&before, seat, &action)?;
        }
        Ok(())
    }

    /// What can be taken back leaves no trace, and can be done again.
    fn undo_holds(&mut self, before: &G::Position, seat: Seat, action: &G::Action) -> Held {
        if !self.game.can_undo(seat) {
            return Ok(());
        }
        let record = self.game.record(true);
        must(self.game.undo(seat).is_some(), || "what can be taken back was not".into())?;
        must(self.game.position() == before, || {
            format!("taking back {} left another position", self.written(action))
        })?;
        self.game.act(seat, action).map_err(|refusal| refusal.to_string())?;
        must(self.game.record(true) == record, || {
            format!("{} taken back and done again differs", self.written(action))
        })
    }

    fn end_holds(&mut self) -> Held {
        let status = self.game.status();
        let Some(outcome) = status.outcome() else {
            return Ok(());
        };
        let game = self.game.game();
        outcome_holds(outcome, game.setup().seats)?;
        must(game.endings().contains(&outcome.reason.as_str()), || {
            format!("`{}` is no declared way to end", outcome.reason)
        })?;
        let told = game.conclusion(self.game.position(), outcome, Names::NONE);
        must(!told.trim().is_empty(), || "the end is not told".into())?;
        if let Some(reckoning) = game.reckoning(self.game.position(), outcome) {
            reckoning_holds(&reckoning, outcome)?;
        }
        let record = self.game.record(true);
        let read = Record::parse(&record.to_string())
            .map_err(|fault| format!("the record cannot be read back: {fault}"))?;
        must(read == record, || "the record read back is another one".into())?;
        let replay = Match::<G>::replay(&read).map_err(|error| error.to_string())?;
        must(replay.divergence.is_none(), || {
            format!("the record cannot be followed: {:?}", replay.divergence)
        })?;
        must(replay.game.position() == self.game.position(), || {
            "the replay ends in another position".into()
        })?;
        let lines = |game: &Match<G>| game.log(Viewer::Referee, 0).count();
        must(lines(&replay.game) == lines(&self.game), || "the replay tells another story".into())
    }
}

/// What decided a game has a row for every seat and an entry for every column, and its totals are the
/// points.
fn reckoning_holds(reckoning: &Reckoning, outcome: &Outcome) -> Held {
    let Reckoning { heads, rows } = reckoning;
    must(rows.len() == outcome.ranks.len(), || format!("{rows:?} does not reckon every seat"))?;
    must(rows.iter().all(|row| row.len() == heads.len()), || {
        format!("{rows:?} does not fit the columns {heads:?}")
    })?;
    let total = heads.iter().position(|head| head == "Total");
    let (Some(total), Some(scores)) = (total, &outcome.scores) else { return Ok(()) };
    let agree = rows.iter().zip(scores).all(|(row, score)| row[total] == score.to_string());
    must(agree, || format!("the totals of {rows:?} are not the points {scores:?}"))
}

/// An outcome ranks every seat, and ranks, winners and points agree.
fn outcome_holds(outcome: &Outcome, seats: u16) -> Held {
    let all = usize::from(seats);
    must(outcome.ranks.len() == all, || format!("{outcome:?} does not rank every seat"))?;
    must(outcome.ranks.iter().all(|rank| (1..=seats).contains(rank)), || {
        format!("{outcome:?} has an odd rank")
    })?;
    must(outcome.ranks.contains(&1), || format!("{outcome:?} ranks nobody first"))?;
    must(outcome.winners.iter().all(|seat| seat.0 < seats), || {
        format!("{outcome:?} has a seat too many")
    })?;
    let best = |seat: Seat| outcome.ranks[seat.index()] == 1;
    must(outcome.winners.iter().all(best), || {
        format!("{outcome:?} has a winner who is not ranked first")
    })?;
    let scored = outcome.scores.as_ref().is_none_or(|scores| scores.len() == all);
    must(scored, || format!("{outcome:?} does not score every seat"))
}
