//! Horses: leading and mounting them, and what becomes of them. SV-HRS

use crate::Survivors;
use crate::action::{Stop, Way};
use crate::edition::components::Skill;
use crate::event::{Event, TestFor};
use crate::geometry::segment::near;
use crate::geometry::sight::Disc;
use crate::position::{FOOT, HORSE, HorseFate, NOBODY, Place, Position, Side};
use crate::rules::actions::budget;
use crate::rules::contact::REACH;
use crate::rules::movement::Walked;
use crate::speech::notation::inches;
use table::{Audience, Dice, Log, Refusal};

impl Survivors {
    /// SV-HRS-09
    pub(crate) fn check_lead(
        &self,
        position: &Position,
        figure: u8,
        horse: u8,
        way: &Way,
    ) -> Result<(Way, Walked), Refusal> {
        let leader = &position.figures[figure as usize];
        let no = |why: &str| Err(Refusal::new("SV-HRS-09", why.to_string()));
        let Some(beast) = position.horses.get(horse as usize) else {
            return no("There is no such horse.");
        };
        if !leader.is_playing() || leader.mount.is_some() {
            return no("Only a figure on foot leads a horse.");
        }
        if leader.ran {
            return no("No run with a horse on the rein.");
        }
        if self.is_held(position, figure as usize) {
            return Err(Refusal::new("SV-ACT-16", "Busy fighting."));
        }
        if !beast.is_loose() || beast.has_moved {
            return no("That horse cannot be led now.");
        }
        let (began, level) = leader.began;
        let from = Disc { centre: began, level, radius: FOOT };
        let in_reach = |disc: &Disc| disc.level == 0 && disc.gap_within(&beast.disc(), REACH);
        let held = in_reach(&leader.disc()) || leader.has_moved && in_reach(&from);
        if !held {
            return no("The horse is out of reach.");
        }
        let start = Stop { at: beast.at, level: 0 };
        let (way, walked) =
            self.settle(position, start, way, HORSE).map_err(|barrier| self.no_way(barrier))?;
        let most = budget(leader.used, walked.obstacles, leader.pace());
        if walked.length > most {
            return no(&format!(
                "It can be led {}\"; this path is {}\".",
                inches(most),
                inches(walked.length)
            ));
        }
        let end = Disc { centre: way.end().at, level: 0, radius: HORSE };
        let mut last = start;
        for stop in way.stops() {
            for (number, other) in position.figures.iter().enumerate() {
                let enemy = other.is_playing() && self.hostile(position, figure as usize, number);
                let blocks = other.stands() && (enemy || other.side == NOBODY);
                if blocks
                    && other.level == 0
                    && near(other.at, last.at, stop.at, HORSE + other.radius())
                {
                    return no(&format!("No way through {}.", self.figure_id(number)));
                }
            }
            last = *stop;
        }
        self.check_rest(position, None, Some(horse as usize), &end)?;
        if !leader.disc().gap_within(&end, REACH) || leader.level != 0 {
            return no("It must end in reach of its leader.");
        }
        Ok((way, walked))
    }

    pub(crate) fn lead(
        &self,
        position: &mut Position,
        figure: u8,
        horse: u8,
        way: &Way,
        log: &mut Log<Event>,
    ) {
        let start = Stop { at: position.horses[horse as usize].at, level: 0 };
        self.open_doors(position, figure, start, way.stops(), log);
        let side = position.figures[figure as usize].side;
        position.figures[figure as usize].has_moved = true;
        let beast = &mut position.horses[horse as usize];
        beast.at = way.end().at;
        beast.side = side;
        beast.has_moved = true;
        log.tell_to(|| Audience::All, || Event::Leads { figure, horse });
        self.secure_horse(position, horse, side, log);
    }

    pub(crate) fn secure_horse(
        &self,
        position: &mut Position,
        horse: u8,
        side: Side,
        log: &mut Log<Event>,
    ) {
        let listed = (horse as usize) < self.scenario.horses.len();
        let Some(zone) = self.scenario.secure.filter(|_| listed) else {
            return;
        };
        let beast = &mut position.horses[horse as usize];
        let bounds = &self.scenario.zones[zone as usize].bounds;
        if beast.fate == HorseFate::Standing && bounds.holds(beast.at) {
            beast.fate = HorseFate::Secured;
            beast.side = side;
            log.tell_to(|| Audience::All, || Event::HorseSecured { horse, side });
        }
    }

    /// SV-HRS-04, SV-HRS-05, SV-HRS-10
    pub(crate) fn check_mount(
        &self,
        position: &Position,
        figure: usize,
        horse: u8,
    ) -> Result<(), Refusal> {
        let no = |rule, why: &str| Err(Refusal::new(rule, why.to_string()));
        let subject = &position.figures[figure];
        let Some(beast) = position.horses.get(horse as usize) else {
            return no("SV-HRS-05", "There is no such horse.");
        };
        if subject.mount.is_some() || !beast.is_loose() {
            return no("SV-HRS-05", "It cannot be mounted now.");
        }
        if beast.pack {
            return no("SV-HRS-10", "A pack horse is never ridden.");
        }
        if subject.carrying.is_some() {
            return no("SV-ITM-01", "Not with a crate.");
        }
        let disc = beast.disc();
        if self.overlaps(position, Some(figure), Some(horse as usize), &disc)
            || self.touches_enemy(position, figure, &disc)
        {
            return no("SV-HRS-05", "No room to mount.");
        }
        self.check_reach(position, figure, &disc)
    }

    /// Takes points off a horse; at 0 its rider is thrown. SV-HRS-07
    pub(crate) fn wound_horse(
        &self,
        position: &mut Position,
        horse: u8,
        points: u8,
        by: Side,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let beast = &mut position.horses[horse as usize];
        beast.strength = beast.strength.saturating_sub(points);
        if beast.strength > 0 || matches!(beast.fate, HorseFate::Dead | HorseFate::Exited) {
            return;
        }
        beast.fate = HorseFate::Dead;
        let rider = beast.rider.take();
        let at = beast.at;
        for token in beast.crates.iter_mut().filter_map(Option::take) {
            position.tokens[token as usize].place = Place::Table { at, level: 0 };
        }
        log.tell_to(|| Audience::All, || Event::HorseFalls { horse });
        if let Some(rider) = rider {
            let number = rider as usize;
            position.figures[number].mount = None;
            position.figures[number].has_moved = true;
            let bonus = self.sheet(position, number).bonus(Skill::Rider);
            let of = TestFor::Thrown;
            if !self.enable_test(number, of, bonus, 4, dice, log) {
                self.wound(position, number, 1, by, log);
            }
            self.prune_contacts(position);
        }
    }
}
