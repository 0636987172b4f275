//! A sample is a position that its seat cannot tell from the truth: whatever the seat may look at is
//! the same for both, and the sample itself is a position that the game could be in.

use super::offers::Offer;
use super::walk::{Walk, play_on};
use super::{Held, Written, must, never_panics};
use crate::dice::Dice;
use crate::seat::{Names, Seat, Viewer};
use crate::shown::Conformant;
use stage::Target;
use std::fmt::Debug;
use terrain::Fit;

/// Sketches compared at a step: one of every action would cost more than the rest of the suite.
const MOST_SKETCHED: usize = 6;

/// Lines whose reading is compared at a step.
const MOST_READ: usize = 12;

/// One look in so many plays a game on from a sample.
const PLAYED_ON: u32 = 4;

/// A thing that the seat may look at, from the truth and from a sample.
fn same<T: PartialEq + Debug>(seat: Seat, by: &str, seen: &T, imagined: &T) -> Held {
    must(seen == imagined, || {
        format!("seat {seat} can tell a sample from the truth by {by}:\n{seen:?}\n{imagined:?}")
    })
}

/// A sample of a position for a seat.
pub(super) fn sampled<G: Conformant>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    dice: &mut Dice,
) -> Result<G::Position, String> {
    never_panics(|| format!("resample for seat {seat}"), || game.resample(position, seat, dice))
}

impl<G: Conformant> Walk<'_, G> {
    /// A sample for this seat is possible, and the same in all that the seat may look at.
    pub(super) fn sample_holds(&mut self, seat: Seat, offer: &Offer<G>) -> Held {
        let sample = sampled(self.game.game(), self.game.position(), seat, &mut self.look)?;
        if sample != *self.game.position() {
            self.secrets.sample_differed();
        }
        self.looks_the_same(seat, &sample)?;
        self.answers_are_the_same(seat, &sample, offer)?;
        self.sketches_are_the_same(seat, &sample, offer)?;
        self.words_are_the_same(seat, &sample, offer)?;
        self.sample_is_possible(seat, &sample)
    }

    /// The seat's view, and that of the table, which knows no more than everybody.
    fn looks_the_same(&self, seat: Seat, sample: &G::Position) -> Held {
        let (game, truth) = (self.game.game(), self.game.position());
        let view = |position, viewer| game.view(position, viewer);
        let own = Viewer::Seat(seat);
        same(seat, "its view", &view(truth, own), &view(sample, own))?;
        let (seen, imagined) = (view(truth, Viewer::Table), view(sample, Viewer::Table));
        same(seat, "the table's view", &seen, &imagined)?;
        same(seat, "who must decide", &game.status(truth), &game.status(sample))
    }

    /// What the seat may do, what it is refused and why, and what is done for it if it is absent.
    fn answers_are_the_same(&self, seat: Seat, sample: &G::Position, offer: &Offer<G>) -> Held {
        let (game, truth) = (self.game.game(), self.game.position());
        let mut imagined = Vec::new();
        game.legal(sample, seat, &mut imagined);
        same(seat, "its actions", &offer.legal, &imagined)?;
        for (probe, answer) in &offer.probes {
            same(seat, "a refusal", answer, &game.check(sample, seat, probe))?;
        }
        if offer.awaited {
            same(seat, "its lapse", &game.lapse(truth, seat), &game.lapse(sample, seat))?;
        }
        Ok(())
    }

    /// What is drawn over the board before the seat decides.
    fn sketches_are_the_same(&self, seat: Seat, sample: &G::Position, offer: &Offer<G>) -> Held {
        let (game, truth) = (self.game.game(), self.game.position());
        let step = offer.legal.len().div_ceil(MOST_SKETCHED).max(1);
        for action in offer.legal.iter().step_by(step) {
            let line = Written(game, action);
            let seen = never_panics(
                || format!("preview of {line} of seat {seat}"),
                || game.preview(truth, seat, action),
            )?;
            let imagined = game.preview(sample, seat, action);
            same(seat, &format!("the preview of {line}"), &seen, &imagined)?;
        }
        let ahead = never_panics(|| format!("ahead of seat {seat}"), || game.ahead(truth, seat))?;
        same(seat, "what lies ahead", &ahead, &game.ahead(sample, seat))?;
        for (number, step) in ahead.iter().enumerate() {
            let follows = match step.after {
                Some(before) => before < number,
                None => offer.legal.iter().any(|action| game.notation(action) == step.notation),
            };
            must(follows, || {
                format!("{step:?} ahead of seat {seat} follows nothing that it may do")
            })?;
        }
        let viewer = Viewer::Seat(seat);
        let pieces = game.scene(&game.view(truth, viewer), viewer, &[], Names::NONE).pieces;
        for (from, to) in pieces.iter().zip(pieces.iter().rev()).take(MOST_SKETCHED) {
            let (from, to) = (Target::Piece(from.id.clone()), Target::Piece(to.id.clone()));
            let measured = [(viewer, Some(&to)), (viewer, None), (Viewer::Table, Some(&to))];
            for (viewer, to) in measured {
                let seen = never_panics(
                    || format!("gauge from {from:?} to {to:?}"),
                    || game.gauge(truth, viewer, &from, to),
                )?;
                let imagined = game.gauge(sample, viewer, &from, to);
                same(seat, &format!("measuring {from:?} {to:?}"), &seen, &imagined)?;
            }
        }
        Ok(())
    }

    /// How lines are understood, and what is reported of what the seat heard.
    fn words_are_the_same(&self, seat: Seat, sample: &G::Position, offer: &Offer<G>) -> Held {
        let (game, truth) = (self.game.game(), self.game.position());
        let step = offer.probes.len().div_ceil(MOST_READ).max(1);
        for (probe, _) in offer.probes.iter().step_by(step) {
            let line = game.notation(probe);
            let (seen, imagined) =
                (game.parse(truth, seat, &line), game.parse(sample, seat, &line));
            same(seat, &format!("how `{line}` is read"), &seen, &imagined)?;
        }
        let heard = self.lately(Viewer::Seat(seat));
        let report = |position| game.report(position, &heard, Names::NONE);
        same(seat, "its report", &report(truth), &report(sample))?;
        match game.status(truth).outcome() {
            Some(outcome) => {
                let told = |position| game.conclusion(position, outcome, Names::NONE);
                same(seat, "how the end is told", &told(truth), &told(sample))
            }
            None => Ok(()),
        }
    }

    /// The game could be in it: sums are kept, it can be written down, others can imagine it in turn,
    /// the referee can look at it, and play goes on from it to the end.
    fn sample_is_possible(&mut self, seat: Seat, sample: &G::Position) -> Held {
        let (game, viewer) = (self.game.game(), Viewer::Seat(seat));
        let sums = game.conserved(sample);
        must(sums == self.kept, || format!("a sample for seat {seat} holds {sums:?}"))?;
        let impossible = game.impossible(sample);
        must(impossible.is_none(), || {
            format!("a sample for seat {seat} is impossible: {impossible:?}")
        })?;
        let written = postcard::to_allocvec(sample).ok();
        let read = written.and_then(|bytes| postcard::from_bytes::<G::Position>(&bytes).ok());
        must(read.as_ref() == Some(sample), || {
            format!("a sample for seat {seat} cannot be written down")
        })?;
        let seats = u32::from(game.setup().seats);
        let other = Seat(self.look.roll("another seat", seats).fit::<u16>() - 1);
        for eyes in [seat, other] {
            let again = sampled(game, sample, eyes, &mut self.look)
                .map_err(|problem| format!("in a sample for seat {seat}: {problem}"))?;
            let eyes = Viewer::Seat(eyes);
            must(game.view(&again, eyes) == game.view(sample, eyes), || {
                format!("a sample for seat {seat} is impossible: seat {eyes} cannot imagine it")
            })?;
        }
        super::scenes::scene_holds(game, sample, Viewer::Referee, Names::NONE)
            .map_err(|problem| format!("in a sample for seat {seat}: {problem}"))?;
        super::scenes::scene_holds(game, sample, viewer, Names::NONE)
            .map_err(|problem| format!("in a sample for seat {seat}: {problem}"))?;
        if self.look.roll("play on", PLAYED_ON) == 1 {
            play_on(game, sample.clone(), &mut self.look, self.most).map_err(|problem| {
                format!("a sample for seat {seat} cannot be played to the end: {problem}")
            })?;
        }
        Ok(())
    }
}
