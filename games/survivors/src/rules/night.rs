//! Night and dusk: who is lit, and how far one sees. It stands for a note that is lost. SV-NGT-01

use crate::Survivors;
use crate::edition::components::Item;
use crate::edition::options::Tape;
use crate::edition::scenarios::Light;
use crate::geometry::point::{INCH, Mils};
use crate::geometry::sight::{Cover, Disc, is_clear, view};
use crate::position::{FigureId, HorseId, Position};

/// The farthest that an unlit figure is seen by night, and nearest that dusk obscures it.
const NIGHT: Mils = 6 * INCH;
/// The farthest that a lit figure is seen by night, or an unlit one at dusk.
const DUSK: Mils = 12 * INCH;
/// How far a carried lamp shines.
const LAMP: Mils = 4 * INCH;

impl Survivors {
    /// Whether a gap is at most so much, as the tape is read. SV-GEN-06
    pub fn gap_at_most(&self, a: &Disc, b: &Disc, most: Mils) -> bool {
        match self.options.tape {
            Tape::Exact => a.gap_within(b, most),
            Tape::Rounded => {
                let reach = i64::from(most + INCH / 2 + a.radius + b.radius);
                a.centre.distance2(b.centre) < reach * reach
            }
        }
    }

    /// SV-NGT-06
    pub fn is_lit(&self, position: &Position, figure: FigureId) -> bool {
        let subject = &position.figures[figure];
        let holds_lamp = |holder: &crate::position::Figure| {
            holder.lamp_lit && holder.held() == Some(Item::Lamp) && holder.stands()
        };
        if subject.flashed || subject.flashed_last || holds_lamp(subject) {
            return true;
        }
        let shines = |at, level, radius: Mils| {
            let reach = i64::from(radius);
            level == subject.level
                && subject.at.distance2(at) <= reach * reach
                && is_clear(&self.table, &position.works, level, at, subject.at, None)
        };
        let standing = self
            .scenario
            .lamps
            .iter()
            .zip(&position.lamps)
            .any(|(lamp, on)| *on && shines(lamp.at, lamp.level, lamp.radius));
        standing
            || position
                .figures
                .iter()
                .any(|holder| holds_lamp(holder) && shines(holder.at, holder.level, LAMP))
    }

    /// The cover that a figure has against a viewer in the light of this turn; nothing if it is
    /// not seen. SV-LOS-01, SV-NGT-03, SV-NGT-04, SV-NGT-05, SV-NGT-06, SV-NGT-07, SV-NGT-08,
    /// SV-LOS-02
    pub fn sees(&self, position: &Position, viewer: FigureId, target: FigureId) -> Option<Cover> {
        let from = &position.figures[viewer];
        let to = position.figures[target].disc();
        if !from.facing.covers(from.at, to.centre) {
            return None;
        }
        self.looks(position, viewer, target, &to)
    }

    /// As [`sees`](Survivors::sees), arc left aside, with the target's base at any place.
    pub fn looks(
        &self,
        position: &Position,
        viewer: FigureId,
        target: FigureId,
        to: &Disc,
    ) -> Option<Cover> {
        let from = position.figures[viewer].disc();
        let (visible, dim) = self.shown(position, &from, target, to);
        if !visible {
            return None;
        }
        let cover = self.cover(position, viewer, target, to)?;
        Some(if dim { cover.max(Cover::Obscured) } else { cover })
    }

    /// Whether the light lets a target be seen, and whether it obscures it.
    /// SV-NGT-02, SV-NGT-03, SV-NGT-04, SV-NGT-05, SV-NGT-07
    fn shown(&self, position: &Position, from: &Disc, target: FigureId, to: &Disc) -> (bool, bool) {
        let light = self.scenario.light(position.turn);
        if light == Light::Day {
            return (true, false);
        }
        let lit = self.is_lit(position, target);
        match (light, lit) {
            (Light::Night, true) => (self.gap_at_most(from, to, DUSK), false),
            (Light::Night, false) => (self.gap_at_most(from, to, NIGHT), true),
            (_, true) => (true, false),
            (_, false) => (self.gap_at_most(from, to, DUSK), !self.gap_at_most(from, to, NIGHT)),
        }
    }

    /// Sight and cover between two figures, arc and light left aside, with the target at any place.
    pub fn cover(
        &self,
        position: &Position,
        viewer: FigureId,
        target: FigureId,
        to: &Disc,
    ) -> Option<Cover> {
        let from = position.figures[viewer].disc();
        self.view_between(position, [viewer, target], &from, to)
    }

    /// Sight and cover between two figures, each at any place. SV-LOS-17
    pub(crate) fn view_between(
        &self,
        position: &Position,
        [viewer, target]: [FigureId; 2],
        from: &Disc,
        to: &Disc,
    ) -> Option<Cover> {
        let mounts = [position.figures[viewer].mount, position.figures[target].mount];
        let figures = position
            .everybody()
            .filter(|(number, other)| *number != viewer && *number != target && other.stands())
            .map(|(_, other)| other.disc());
        let horses = position
            .stable()
            .filter(|(number, horse)| horse.is_loose() && !mounts.contains(&Some(*number)))
            .map(|(_, horse)| horse.disc());
        view(&self.table, &position.works, from, to, figures.chain(horses))
    }

    /// The cover of a loose horse against a viewer.
    pub fn sees_horse(
        &self,
        position: &Position,
        viewer: FigureId,
        horse: HorseId,
    ) -> Option<Cover> {
        let from = &position.figures[viewer];
        let to = position.horses[horse].disc();
        if !from.facing.covers(from.at, to.centre) {
            return None;
        }
        let light = self.scenario.light(position.turn);
        let (visible, dim) = match light {
            Light::Day => (true, false),
            Light::Night => (self.gap_at_most(&from.disc(), &to, NIGHT), true),
            Light::Dusk => (
                self.gap_at_most(&from.disc(), &to, DUSK),
                !self.gap_at_most(&from.disc(), &to, NIGHT),
            ),
        };
        if !visible {
            return None;
        }
        let figures = position
            .everybody()
            .filter(|(number, other)| *number != viewer && other.stands())
            .map(|(_, other)| other.disc());
        let horses = position
            .stable()
            .filter(|(number, other)| *number != horse && other.is_loose())
            .map(|(_, other)| other.disc());
        let cover = view(&self.table, &position.works, &from.disc(), &to, figures.chain(horses))?;
        Some(if dim { cover.max(Cover::Obscured) } else { cover })
    }
}
