//! Leaving the table, and bringing goods home. SV-MOV-18, SV-SCN-05, SV-SCN-10

use crate::Survivors;
use crate::event::Event;
use crate::geometry::point::Mils;
use crate::position::{Figure, HorseFate, NOBODY, Place, Position, Standing};
use crate::rules::contact::REACH;
use table::{Audience, Log, Refusal};

/// How near to the edge a figure must be to leave. SV-MOV-18
const EXIT_GAP: Mils = 100;

impl Survivors {
    /// SV-MOV-18
    pub(crate) fn check_exit(&self, position: &Position, figure: u8) -> Result<(), Refusal> {
        let subject = &position.figures[figure as usize];
        let exits = &self.scenario.sides[subject.side as usize].exits;
        let in_zone =
            exits.iter().any(|zone| self.scenario.zones[*zone as usize].bounds.holds(subject.at));
        if !subject.is_playing() || !in_zone || !self.at_edge(subject) {
            return Err(Refusal::new(
                "SV-MOV-18",
                "It leaves only where its base ends a path at the edge inside an exit of its side.",
            ));
        }
        if !subject.has_moved {
            return Err(Refusal::new("SV-MOV-18", "It leaves at the end of a path."));
        }
        if self.is_held(position, figure as usize) {
            return Err(Refusal::new("SV-MOV-16", "Held in combat."));
        }
        Ok(())
    }

    /// Whether a figure stands where it can leave, its path done. SV-MOV-18
    pub(crate) fn can_leave(&self, position: &Position, figure: usize) -> bool {
        let subject = &position.figures[figure];
        let Some(side) = self.scenario.sides.get(subject.side as usize) else {
            return false;
        };
        subject.is_playing()
            && subject.has_moved
            && self.at_edge(subject)
            && side
                .exits
                .iter()
                .any(|zone| self.scenario.zones[*zone as usize].bounds.holds(subject.at))
            && !self.is_held(position, figure)
    }

    /// Whether the base is within a tenth of an inch of a table edge.
    pub fn at_edge(&self, subject: &Figure) -> bool {
        let (r, high, at) = (subject.radius() + EXIT_GAP, self.table.bounds.high, subject.at);
        subject.level == 0 && (at.x <= r || at.y <= r || at.x >= high.x - r || at.y >= high.y - r)
    }

    /// A figure leaves with what it carries, rides and leads. SV-SCN-10
    pub(crate) fn leave(&self, position: &mut Position, figure: u8, log: &mut Log<Event>) {
        let number = figure as usize;
        let disc = position.figures[number].disc();
        let side = position.figures[number].side;
        position.figures[number].standing = Standing::Exited;
        position.figures[number].out_by = NOBODY;
        let mount = position.figures[number].mount;
        for (other, horse) in position.horses.iter_mut().enumerate() {
            let ridden = mount == Some(other as u8);
            let led = horse.pack
                && horse.is_loose()
                && horse.side == side
                && disc.gap_within(&horse.disc(), REACH);
            if ridden || led {
                horse.fate = HorseFate::Exited;
                horse.side = side;
                for token in horse.crates.iter_mut().filter_map(Option::take) {
                    position.tokens[token as usize].place = Place::Secured { side };
                }
            }
        }
        position.figures[number].carrying = None;
        for token in &mut position.tokens {
            if token.place == (Place::Carried { by: figure }) {
                token.place = Place::Secured { side };
            }
        }
        log.tell_to(|| Audience::All, || Event::Leaves { figure });
        self.prune_contacts(position);
    }

    /// Goods that were brought home by this path. SV-SCN-05, SV-SCN-06
    pub(crate) fn secure(&self, position: &mut Position, figure: u8, log: &mut Log<Event>) {
        let Some(zone) = self.scenario.secure else {
            return;
        };
        let bounds = &self.scenario.zones[zone as usize].bounds;
        let subject = &position.figures[figure as usize];
        let side = subject.side;
        let raids = self.scenario.scores.iter().any(|score| {
            score.side == Some(side)
                && matches!(
                    score.worth,
                    crate::edition::scenarios::Worth::CrateSecured
                        | crate::edition::scenarios::Worth::HorseSecured
                )
        });
        if !raids || !bounds.holds(subject.at) {
            return;
        }
        if let Some(token) = subject.carrying {
            position.tokens[token as usize].place = Place::Secured { side };
            position.figures[figure as usize].carrying = None;
            log.tell_to(|| Audience::All, || Event::Secured { token, side });
        }
        if let Some(horse) = position.figures[figure as usize].mount {
            self.secure_horse(position, horse, side, log);
        }
    }
}
