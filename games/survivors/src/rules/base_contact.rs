//! Contact: who is hostile to whom, whose bases touch or overlap, and what is in reach. SV-GEO-08,
//! SV-GEO-09, SV-GEO-10, SV-GEO-11, SV-GEO-21, SV-CHG-06

use crate::Survivors;
use crate::action::Figures;
use crate::event::Event;
use crate::geometry::feature::Level;
use crate::geometry::point::{Facing, Mils, Point};
use crate::geometry::sight::Disc;
use crate::position::{Contact, FigureId, HorseId, Position, Waking};
use crate::refusal::{Checked, Room, no};
use table::Log;

/// How near bases must be to touch. SV-GEO-08
pub const CONTACT: Mils = 20;
/// How near they must be across a window. SV-GEO-09
pub const WINDOW_CONTACT: Mils = 300;
/// How far a figure reaches. SV-GEO-21
pub const REACH: Mils = 500;

impl Survivors {
    /// Whether two figures are enemies. SV-GEN-09, SV-STR-05
    #[inline]
    pub fn hostile(&self, position: &Position, a: FigureId, b: FigureId) -> bool {
        let (a, b) = (&position.figures[a], &position.figures[b]);
        match (a.side, b.side) {
            (None, None) => false,
            (None, Some(side)) => side.is_in(a.wary),
            (Some(side), None) => side.is_in(b.wary),
            (Some(a), Some(b)) => self.scenario.hostile(a, b),
        }
    }

    /// Whether two bases touch, whoever they belong to. SV-GEO-08, SV-GEO-09, SV-GEO-10
    pub fn bases_touch(&self, position: &Position, a: &Disc, b: &Disc) -> bool {
        if a.level != b.level || !a.gap_within(b, WINDOW_CONTACT) {
            return false;
        }
        let parted = self.table.parted(&position.works, a.level, a.centre, b.centre);
        if parted.shut.is_some() || parted.solid {
            return false;
        }
        parted.window.is_some() || a.gap_within(b, CONTACT)
    }

    /// Whether two enemies in play touch.
    pub fn in_contact(&self, position: &Position, a: FigureId, b: FigureId) -> bool {
        let (fa, fb) = (&position.figures[a], &position.figures[b]);
        a != b
            && fa.is_playing()
            && fb.is_playing()
            && self.hostile(position, a, b)
            && self.bases_touch(position, &fa.disc(), &fb.disc())
    }

    /// The enemies that a figure touches.
    pub fn enemies_in_contact(&self, position: &Position, figure: FigureId) -> Figures {
        position
            .ids()
            .filter(|other| self.in_contact(position, figure, *other))
            .fold(0, |set, other| set | other.bit())
    }

    /// Whether a figure touches an enemy.
    pub fn is_held(&self, position: &Position, figure: FigureId) -> bool {
        let disc = position.figures[figure].disc();
        position.everybody().any(|(number, other)| {
            disc.gap_within(&other.disc(), WINDOW_CONTACT)
                && self.in_contact(position, figure, number)
        })
    }

    pub(crate) fn is_parted(&self, position: &Position, a: &Disc, b: &Disc) -> bool {
        let parted = self.table.parted(&position.works, a.level, a.centre, b.centre);
        parted.shut.is_some() || parted.solid
    }

    /// Whether a base would overlap another.
    pub fn overlaps(
        &self,
        position: &Position,
        mover: Option<FigureId>,
        horse: Option<HorseId>,
        disc: &Disc,
    ) -> bool {
        let overlap = |other: &Disc| {
            let close = i64::from(disc.radius + other.radius);
            other.level == disc.level && disc.centre.distance2(other.centre) < close * close
        };
        let figures = position.everybody().any(|(number, other)| {
            Some(number) != mover && other.stands() && overlap(&other.disc())
        });
        figures
            || position.stable().any(|(number, other)| {
                Some(number) != horse && other.is_loose() && overlap(&other.disc())
            })
    }

    /// Forgets contacts that are no more.
    pub(crate) fn prune_contacts(&self, position: &mut Position) {
        if position.contacts.is_empty() {
            return;
        }
        let mut contacts = std::mem::take(&mut position.contacts);
        contacts.retain(|contact| self.in_contact(position, contact.by, contact.on));
        position.contacts = contacts;
    }

    /// Writes a contact down; both turn to face each other and drop crates. SV-CHG-06, SV-CHG-07
    pub(crate) fn enter_contact(
        &self,
        position: &mut Position,
        by: FigureId,
        on: FigureId,
        log: &mut Log<Event>,
    ) {
        position.contacts.push(Contact { by, on, turn: position.turn });
        let (a, b) = (position.figures[by].at, position.figures[on].at);
        if let Some(facing) = Facing::towards(b, a) {
            position.figures[on].facing = facing;
        }
        if let Some(facing) = Facing::towards(a, b) {
            position.figures[by].facing = facing;
        }
        for figure in [by, on] {
            self.drop_crate(position, figure, log); // SV-HTH-31
        }
        position.figures[on].waking = Waking::Yes;
    }

    /// Whether a figure handles a point. SV-GEO-21, SV-GEO-07
    pub fn reaches_point(
        &self,
        position: &Position,
        figure: FigureId,
        at: Point,
        level: Level,
        but: Option<usize>,
    ) -> bool {
        let subject = &position.figures[figure];
        let reach = i64::from(REACH + subject.radius());
        subject.level == level
            && subject.at.distance2(at) <= reach * reach
            && self.table.along(level, subject.at, at, 0).lines.iter().all(|number| {
                let line = &self.table.lines[number];
                Some(number) == but
                    || !self.table.acting(&position.works, number).stops_sight()
                    || !crate::geometry::segment::meet(subject.at, at, line.a, line.b)
            })
    }

    /// Whether a figure handles another base. SV-GEO-21
    pub fn reaches_disc(&self, position: &Position, figure: FigureId, other: &Disc) -> bool {
        let subject = &position.figures[figure];
        subject.level == other.level
            && subject.disc().gap_within(other, REACH)
            && self
                .table
                .parted(&position.works, other.level, subject.at, other.centre)
                .shut
                .is_none()
    }

    pub(crate) fn touches_enemy(&self, position: &Position, figure: FigureId, disc: &Disc) -> bool {
        position.ids().any(|other| {
            other != figure
                && position.figures[other].is_playing()
                && self.hostile(position, figure, other)
                && self.bases_touch(position, disc, &position.figures[other].disc())
        })
    }

    pub(crate) fn judge_reach(
        &self,
        position: &Position,
        figure: FigureId,
        other: &Disc,
    ) -> Checked {
        if self.reaches_disc(position, figure, other) { Ok(()) } else { no(Room::OutOfReach) }
    }
}
