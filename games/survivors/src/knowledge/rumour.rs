//! Who hears of what in fog: doings are told to those who see the doer. SV-FOG-08

use crate::Survivors;
use crate::action::{Effect, Figures};
use crate::event::Event;
use crate::position::{FigureId, Position, Side, Step, members};
use table::{Audience, Fit, Log, Seat, Seats, Viewer};

/// The figures whose whereabouts or doings an event gives away; none if it is open to all.
fn doers(event: &Event) -> Figures {
    match event {
        Event::Placed { figure, .. }
        | Event::SentryTurns { figure, .. }
        | Event::Moves { figure, .. }
        | Event::CameTo { figure, .. }
        | Event::BreaksOff { figure }
        | Event::Leads { figure, .. }
        | Event::Enters { figure, .. }
        | Event::Turns { figure }
        | Event::Opens { figure, .. }
        | Event::Holds { figure }
        | Event::Draws { figure, .. }
        | Event::Reloads { figure }
        | Event::Lamp { figure, .. }
        | Event::Says { figure, .. }
        | Event::Bonfire { figure, .. } => figure.bit(),
        Event::Heals { figure, patient } => figure.bit() | patient.bit(),
        Event::Charges { figure, targets } => {
            targets.iter().fold(figure.bit(), |set, target| set | target.bit())
        }
        _ => 0,
    }
}

impl Survivors {
    /// Whether a side follows the doings of all these figures.
    fn follows(&self, position: &Position, side: Side, seen: Figures, doers: Figures) -> bool {
        members(doers).all(|doer| {
            let whose = position.figures[doer].side;
            doer.is_in(seen) || whose.is_none() || !self.scenario.hostile(side, whose)
        })
    }

    /// Whether a side sees what a figure does now: always, where there is no fog.
    pub(crate) fn follows_now(&self, position: &Position, side: Side, figure: FigureId) -> bool {
        let seen = position.fog.as_ref().map(|fog| fog.seen[side.index() % 4]);
        seen.is_none_or(|seen| self.follows(position, side, seen, figure.bit()))
    }

    /// Those who see a figure: everybody, where there is no fog.
    pub(crate) fn who_sees(&self, position: &Position, figure: FigureId) -> Audience {
        let Some(fog) = &position.fog else { return Audience::All };
        let sees =
            |side: &Side| self.follows(position, *side, fog.seen[side.index() % 4], figure.bit());
        let seats = self.sides().filter(sees).map(|side| self.seat_of(position, side));
        Audience::Only(seats.chain(self.umpire()).collect())
    }

    /// The seat of the umpire, if there is one.
    pub(crate) fn umpire(&self) -> Option<Seat> {
        self.options.umpire.then(|| Seat(self.side_count().fit()))
    }

    /// Tells each side what it may know of what happened, and whom it sees now and no longer.
    pub(crate) fn pass_on(
        &self,
        position: &Position,
        before: [Figures; 4],
        told: &mut Log<Event>,
        log: &mut Log<Event>,
    ) {
        let now = position.fog.as_ref().map_or([0; 4], |fog| fog.seen);
        let over = position.step == Step::Over;
        let umpire = self.umpire();
        for entry in told.take() {
            let doers = doers(&entry.event);
            if over || doers == 0 {
                log.tell_to(|| entry.audience, || entry.event);
                continue;
            }
            let seats = self.sides().filter(|side| {
                let place = side.index() % 4;
                // A whole path is for those who see both its ends. What was done out of sight, or
                // on the way out of it, nobody would know afterwards.
                let seen = match entry.event {
                    Event::Moves { .. } => before[place] & now[place],
                    Event::Says { .. } if self.options.strict_comms => before[place],
                    _ => now[place],
                };
                self.follows(position, *side, seen, doers)
            });
            let seats = seats.map(|side| (side, self.seat_of(position, side)));
            let seats = seats.filter(|(_, seat)| entry.audience.includes(Viewer::Seat(*seat)));
            if let Event::Says { figure, shout, text, effect, heard } = &entry.event {
                for (side, seat) in seats {
                    let seen = if self.options.strict_comms { before } else { now };
                    let seen = seen[side.index() % 4];
                    let heard = heard.iter().copied();
                    let heard =
                        heard.filter(|other| self.follows(position, side, seen, other.bit()));
                    let effect = match *effect {
                        Effect::Encourage(friend)
                            if !self.follows(position, side, seen, friend.bit()) =>
                        {
                            Effect::None
                        }
                        effect => effect,
                    };
                    log.tell_to(
                        || Audience::only(seat),
                        || Event::Says {
                            figure: *figure,
                            shout: *shout,
                            text: text.clone(),
                            effect,
                            heard: heard.collect(),
                        },
                    );
                }
                if let Some(umpire) = umpire {
                    log.tell_only(umpire, || entry.event);
                }
                continue;
            }
            let umpire = umpire.filter(|seat| entry.audience.includes(Viewer::Seat(*seat)));
            let seats: Seats = seats.map(|(_, seat)| seat).chain(umpire).collect();
            log.tell_to(|| Audience::Only(seats), || entry.event);
        }
        for side in self.sides().filter(|_| !over) {
            let (was, is) = (before[side.index() % 4], now[side.index() % 4]);
            let seat = self.seat_of(position, side);
            for figure in members(is & !was) {
                let (at, level) = (position.figures[figure].at, position.figures[figure].level);
                log.tell_to(|| Audience::only(seat), || Event::Sighted { figure, at, level });
            }
            for figure in members(was & !is) {
                if position.figures[figure].is_playing() {
                    log.tell_to(|| Audience::only(seat), || Event::LostFromSight { figure });
                }
            }
        }
    }
}
