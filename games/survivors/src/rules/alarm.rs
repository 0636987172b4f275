//! Alarm: who sleeps, and what wakes them.

use crate::Survivors;
use crate::event::Event;
use crate::geometry::point::{INCH, Mils, Point};
use crate::position::{FigureId, Position, Waking};
use table::{Dice, Log};

/// How far a shot is heard. SV-ALT-02
pub const EARSHOT: Mils = 24 * INCH;

/// How far a door is heard.
pub const DOOR_EARSHOT: Mils = 8 * INCH;

impl Survivors {
    fn wake_within(&self, position: &mut Position, at: Point, far: Mils) {
        if !self.scenario.alarm {
            return;
        }
        for figure in position.figures.iter_mut().filter(|figure| !figure.alert) {
            let reach = i64::from(far + figure.radius());
            if figure.at.distance2(at) <= reach * reach {
                figure.waking = Waking::Yes;
            }
        }
    }

    pub(crate) fn hear_shot(&self, position: &mut Position, at: Point) {
        self.wake_within(position, at, EARSHOT);
    }

    pub(crate) fn hear_door(&self, position: &mut Position, at: Point) {
        self.wake_within(position, at, DOOR_EARSHOT);
    }

    /// After an enemy path: those who see the figure will wake. SV-ALT-02
    pub(crate) fn noticed(&self, position: &mut Position, figure: FigureId) {
        if !self.scenario.alarm {
            return;
        }
        for other in position.ids() {
            let sleeper = &position.figures[other];
            if sleeper.is_playing()
                && !sleeper.alert
                && !sleeper.waking.is_so()
                && self.hostile(position, other, figure)
                && self.sees(position, other, figure).is_some()
            {
                position.figures[other].waking = Waking::Yes;
            }
        }
    }

    /// The end of a phase: those who noticed something are alert, for good. SV-ALT-02, SV-ALT-03
    pub(crate) fn alert_checks(&self, position: &mut Position, log: &mut Log<Event>) {
        if self.scenario.alarm {
            if self.options.strict_comms {
                log.reveal(); // Whether somebody was called unheard.
            }
            for figure in position.ids() {
                if position.figures[figure].is_playing() {
                    self.noticed(position, figure);
                }
            }
        }
        for (number, figure) in position.figures.iter_mut().enumerate() {
            if figure.waking.is_so() && !figure.alert && figure.is_playing() {
                figure.alert = true;
                log.tell(Event::Wakes { figure: FigureId::new(number) });
            }
            figure.waking = Waking::No;
        }
    }

    /// SV-ALT-04
    pub(crate) fn sentries_turn(
        &self,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        for number in position.ids() {
            let figure = &position.figures[number];
            if !figure.sentry || figure.alert || !figure.is_playing() {
                continue;
            }
            let roll =
                dice.secretly(self.who_sees(position, number), |dice| dice.roll("sentry", 6));
            let figure = &mut position.figures[number];
            figure.facing = match roll {
                1 | 2 => figure.facing.left(),
                5 | 6 => figure.facing.right(),
                _ => figure.facing,
            };
            log.tell(Event::SentryTurns { figure: number, roll });
        }
    }
}
