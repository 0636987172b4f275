//! Firing: who may shoot at what, hits, damage, structures.

use crate::Survivors;
use crate::action::{Action, Target};
use crate::edition::components::{Class, Gun, Item, Skill};
use crate::edition::options::Tape;
use crate::event::{Event, Marksmanship};
use crate::geometry::feature::{DoorState, LineKind};
use crate::geometry::point::{COMPASS, INCH, Mils};
use crate::geometry::sight::{Cover, Disc, is_clear};
use crate::position::{Figure, FigureId, HorseId, Position, Side, Waking, members};
use crate::refusal::{Checked, Firing, Turn, no};
use crate::speech::notation::InInches;
use table::{Dice, Fit, Log};

/// The faces of a D5, rolled as a D6. SV-GEN-03, SV-GEN-04
pub const D5: [u32; 6] = [2, 3, 3, 4, 4, 5];
impl Survivors {
    /// The gun in a figure's hand, with its slot; a stone where the armoury has them and the hand
    /// is free.
    pub fn weapon(&self, position: &Position, figure: FigureId) -> Option<(u8, Item, &Gun)> {
        let subject = &position.figures[figure];
        match subject.held() {
            Some(item) => {
                let gun = self.book.gun(item)?;
                Some((subject.in_hand?, item, gun))
            }
            None => self.book.gun(Item::Stone).map(|gun| (3, Item::Stone, gun)),
        }
    }

    /// What keeps a figure from shooting at anything.
    pub(crate) fn judge_shooter(
        &self,
        position: &Position,
        side: Side,
        figure: FigureId,
        aimed: bool,
    ) -> Checked {
        let Some(subject) = position.figures.get(figure.index()) else {
            return no(Turn::NoSuchFigure);
        };
        if subject.side != Some(side) {
            return no(Turn::NotYours);
        }
        if !subject.is_playing() {
            return no(Firing::OutOfPlay);
        }
        if !subject.alert {
            return no(Firing::NoticedNothing);
        }
        if subject.fired {
            return no(Firing::Fired);
        }
        let Some((slot, item, gun)) = self.weapon(position, figure) else {
            return no(Firing::NoGun);
        };
        if gun.reloads && !subject.is_loaded(slot) {
            return no(Firing::NotLoaded);
        }
        if subject.carrying.is_some() {
            return no(Firing::Laden);
        }
        if subject.limbs.arm && item == Item::Shotgun {
            return no(Firing::ArmHurt);
        }
        if self.is_held(position, figure) {
            return no(Firing::InContact);
        }
        self.judge_budget(position, figure, 1 + u8::from(aimed))
    }

    /// Whether a shot is allowed, and the cover that the target has.
    pub(crate) fn judge_shot(
        &self,
        position: &Position,
        figure: FigureId,
        target: Target,
    ) -> Checked<Cover> {
        let Some((_, _, gun)) = self.weapon(position, figure) else {
            return no(Firing::NoGun);
        };
        match target {
            Target::Figure(other) => self.judge_shot_at(position, figure, other, gun.range),
            Target::Horse(horse) => {
                let beast = position.horses.get(horse.index());
                match beast.and_then(|beast| beast.rider) {
                    Some(rider) => self.judge_shot_at(position, figure, rider, gun.range),
                    None => self.judge_shot_at_horse(position, figure, horse, gun.range),
                }
            }
            Target::Line(line) => self.judge_shot_at_line(position, figure, line, gun.range),
        }
    }

    fn judge_shot_at(
        &self,
        position: &Position,
        figure: FigureId,
        other: FigureId,
        range: Mils,
    ) -> Checked<Cover> {
        self.judge_target(position, figure, other)?;
        let (shooter, to) = (&position.figures[figure], position.figures[other].disc());
        self.judge_range(shooter, &to, range)?;
        match self.sees(position, figure, other) {
            Some(cover) => Ok(cover),
            None if self.cover(position, figure, other, &to).is_none() => no(Firing::NoSight),
            None => no(Firing::TooDark),
        }
    }

    fn judge_shot_at_horse(
        &self,
        position: &Position,
        figure: FigureId,
        horse: HorseId,
        range: Mils,
    ) -> Checked<Cover> {
        let Some(beast) = position.horses.get(horse.index()).filter(|beast| beast.is_loose())
        else {
            return no(Firing::NoSuchHorse);
        };
        self.judge_range(&position.figures[figure], &beast.disc(), range)?;
        self.sees_horse(position, figure, horse).map_or_else(|| no(Firing::NoSight), Ok)
    }

    /// SV-FIR-04, SV-FIR-08
    fn judge_range(&self, shooter: &Figure, to: &Disc, range: Mils) -> Checked {
        let from = shooter.disc();
        if !self.gap_at_most(&from, to, range) {
            let (range, gap) = (InInches(range), InInches(from.gap(to)));
            return no(Firing::OutOfRange { range, gap });
        }
        if !shooter.facing.covers(shooter.at, to.centre) {
            return no(Firing::OutOfArc);
        }
        Ok(())
    }

    /// SV-STC-04
    fn judge_shot_at_line(
        &self,
        position: &Position,
        figure: FigureId,
        line: u16,
        range: Mils,
    ) -> Checked<Cover> {
        let shooter = &position.figures[figure];
        let number = usize::from(line);
        let Some(piece) = self.table.lines.get(number) else {
            return no(Firing::NoSuchStructure);
        };
        if !self.can_be_shot_down(position, line) {
            return no(Firing::ShotsDoNothing { structure: self.structure(number) });
        }
        let middle = piece.middle();
        let gap = shooter.at.leg(middle) - shooter.radius();
        let reach = match self.options.tape {
            Tape::Exact => range,
            Tape::Rounded => range + INCH / 2 - 1,
        };
        if gap > reach {
            return no(Firing::OutOfRange { range: InInches(range), gap: InInches(gap) });
        }
        if !shooter.facing.covers(shooter.at, middle) {
            return no(Firing::OutOfArc);
        }
        let (table, works) = (&self.table, &position.works);
        let clear = piece.level == shooter.level
            && is_clear(table, works, piece.level, shooter.at, middle, Some(number));
        if clear { Ok(Cover::Open) } else { no(Firing::NoSight) }
    }

    /// SV-FIR-17, SV-FIR-18
    fn judge_target(&self, position: &Position, shooter: FigureId, other: FigureId) -> Checked {
        let Some(target) = position.figures.get(other.index()) else {
            return no(Firing::NoSuchTarget);
        };
        let stray = target.side.is_none();
        if !stray && !self.hostile(position, shooter, other) {
            return no(Firing::Friend);
        }
        self.judge_seen(position, other)?;
        if !target.is_playing() {
            return no(Firing::TargetOut);
        }
        if !self.options.fire_into_melee && self.is_held(position, other) {
            return no(Firing::TargetFights);
        }
        Ok(())
    }

    /// The bonus to hit of a shooter. SV-HIT-02, SV-HIT-03, SV-HIT-04
    pub fn hit_bonus(&self, position: &Position, figure: FigureId, aimed: bool) -> i32 {
        let skill = self.marksmanship(position, figure);
        let skilled = i32::from(skill.hero || skill.marksman);
        let bonus = if self.options.aim_stack {
            skilled + i32::from(aimed)
        } else {
            skilled.max(i32::from(aimed))
        };
        bonus - i32::from(skill.head)
    }

    /// What changes a shooter's roll, beside aim and cover. SV-HIT-02, SV-HIT-04, SV-CHR-19
    fn marksmanship(&self, position: &Position, figure: FigureId) -> Marksmanship {
        let sheet = self.sheet(position, figure);
        Marksmanship {
            hero: sheet.class == Class::Hero,
            marksman: sheet.has(Skill::Marksman),
            head: position.figures[figure].limbs.head,
        }
    }

    /// What cover takes off the hit roll. SV-HIT-05, SV-HIT-06
    pub fn hit_penalty(cover: Cover) -> i32 {
        match cover {
            Cover::Open => 0,
            Cover::Obscured | Cover::Soft => 1,
            Cover::Hard => 2,
        }
    }

    /// What cover takes off the damage. SV-DMG-02, SV-DMG-03, SV-COV-02
    pub fn damage_penalty(&self, cover: Cover) -> i32 {
        match cover {
            Cover::Obscured if self.options.obscured_is_soft => 1,
            Cover::Open | Cover::Obscured => 0,
            Cover::Soft => 1,
            Cover::Hard => 2,
        }
    }

    /// Spends the actions, rolls, and does the harm. SV-DMG-06,
    /// SV-ACT-13, SV-FIR-03, SV-FIR-05, SV-FIR-20, SV-FIR-13
    #[allow(clippy::too_many_arguments, reason = "all that a shot depends on")]
    pub(crate) fn resolve_shot(
        &self,
        position: &mut Position,
        shooter: FigureId,
        target: Target,
        aimed: bool,
        cover: Cover,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let Some((slot, item, gun)) = self.weapon(position, shooter) else {
            return;
        };
        let gun = *gun;
        let side = position.figures[shooter].side;
        let from = position.figures[shooter].disc();
        self.spend_shot(position, shooter, aimed, slot, &gun);
        let target = self.stray_bullet(position, shooter, target, dice, log);
        let (gap, covered) = match target {
            Target::Figure(other) => {
                let other = &mut position.figures[other];
                if other.side.is_none() {
                    other.wary |= Side::set_of(side);
                }
                (from.gap(&other.disc()), cover)
            }
            Target::Horse(horse) => (from.gap(&position.horses[horse].disc()), cover),
            Target::Line(line) => {
                let middle = self.table.lines[usize::from(line)].middle();
                self.hear_door(position, middle);
                (from.centre.leg(middle) - from.radius, Cover::Open)
            }
        };
        let roll = dice.roll("to hit", 6);
        let score = roll.fit::<i32>() + self.hit_bonus(position, shooter, aimed)
            - Survivors::hit_penalty(covered);
        // SV-HIT-08
        let hit = score >= 4;
        log.tell(Event::Shoots {
            figure: shooter,
            target: target.into(),
            item,
            skill: self.marksmanship(position, shooter),
            aimed,
            gap,
            cover: covered,
            roll,
            score,
            hit,
        });
        if let Target::Figure(other) = target {
            position.figures[other].waking = Waking::Yes;
        }
        if !hit {
            return; // SV-HIT-09
        }
        self.harm(position, target, item, &gun, covered, side, dice, log);
    }

    /// What a shot costs the shooter, and who hears and sees it. SV-FIR-05, SV-FIR-09, SV-FIR-20
    fn spend_shot(
        &self,
        position: &mut Position,
        shooter: FigureId,
        aimed: bool,
        slot: u8,
        gun: &Gun,
    ) {
        let subject = &mut position.figures[shooter];
        subject.used += 1 + u8::from(aimed);
        subject.fired = true;
        if gun.reloads {
            subject.loaded &= !(1 << slot);
        }
        if !gun.silent {
            subject.flashed = true;
            let at = subject.at;
            self.hear_shot(position, at);
        }
        self.heed_shot(position, shooter);
    }

    /// What a hit does. SV-DMG-01, SV-DMG-04
    #[allow(clippy::too_many_arguments, reason = "all that a hit depends on")]
    fn harm(
        &self,
        position: &mut Position,
        target: Target,
        item: Item,
        gun: &Gun,
        covered: Cover,
        side: Option<Side>,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let plus = dice.roll_faces("damage plus", &D5);
        let minus = dice.roll_faces("damage minus", &D5);
        // SV-DMG-05
        let damage =
            (gun.strength + plus.fit::<i32>() - minus.fit::<i32>() - self.damage_penalty(covered))
                .max(0);
        let tell = |left: Option<u8>, log: &mut Log<Event>| {
            let (target, cover) = (target.into(), covered);
            log.tell(Event::Damage { target, item, cover, plus, minus, damage, left })
        };
        match target {
            Target::Figure(other) => {
                let left = (i32::from(position.figures[other].strength) - damage).max(0);
                let open = position.figures[other].side.is_some() || left == 0;
                tell(open.then(|| left.fit()), log);
                self.wound(position, other, damage.fit::<u8>(), side, log);
                if self.options.limb_wounds && damage > 0 && left > 0 {
                    self.limb_wound(position, other, dice, log);
                }
            }
            Target::Horse(horse) => {
                let left = (i32::from(position.horses[horse].strength) - damage).max(0);
                tell(Some(left.fit()), log);
                self.wound_horse(position, horse, damage.fit::<u8>(), side, dice, log);
            }
            Target::Line(line) => {
                let strength = self.table.lines[usize::from(line)].strength;
                // SV-STC-01, SV-STC-05, SV-STC-07
                let taken = &mut position.works.damage[usize::from(line)];
                *taken = (i32::from(*taken) + damage).min(i32::from(strength)).fit::<u8>();
                let left = strength - *taken;
                tell(Some(left), log);
                if left == 0 {
                    if self.table.lines[usize::from(line)].kind == LineKind::Door {
                        position.works.doors[usize::from(line)] = DoorState::Destroyed;
                        position.forced[usize::from(line)] = true;
                    }
                    log.tell(Event::Structure { line });
                }
            }
        }
    }

    /// Fire into a melee, at a rider's horse too, hits anybody there. SV-FIR-17
    fn stray_bullet(
        &self,
        position: &Position,
        shooter: FigureId,
        target: Target,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Target {
        let named = match target {
            Target::Figure(other) => Some(other),
            Target::Horse(horse) => position.horses[horse].rider,
            Target::Line(_) => None,
        };
        let fights = |other: &FigureId| self.is_held(position, *other);
        let Some(other) = named.filter(|_| self.options.fire_into_melee).filter(fights) else {
            return target;
        };
        let mut group = self.contact_group(position, other, false);
        group &= !shooter.bit();
        let count = group.count_ones();
        let roll = dice.roll("who is hit", count);
        let chosen = members(group).nth(roll.fit::<usize>() - 1);
        // If the draw falls on the one aimed at, or on the rider of the horse, it is at what was named.
        let drawn = chosen.filter(|drawn| *drawn != other).map_or(target, Target::Figure);
        log.tell(Event::IntoMelee {
            figure: shooter,
            named: target.into(),
            roll,
            of: count,
            drawn: drawn.into(),
        });
        drawn
    }

    pub(super) fn offer_firing(&self, position: &Position, side: Side, out: &mut Vec<Action>) {
        for (figure, shooter) in position.everybody() {
            if shooter.side != Some(side) {
                continue;
            }
            if let Some(gun) = self.ready_gun(position, figure, 1) {
                let aims = shooter.can_act(self.sheet(position, figure).class.allowance(), 2);
                self.targets(position, figure, gun, &mut |target| {
                    out.push(Action::Shoot { figure, target, aimed: false });
                    if aims {
                        out.push(Action::Shoot { figure, target, aimed: true });
                    }
                    false
                });
            }
            if self.may_turn(position, figure) {
                for (_, face) in COMPASS {
                    if face != shooter.facing {
                        out.push(Action::Face { figure, face });
                    }
                }
            }
        }
        out.push(Action::End);
    }

    /// The gun that a figure could fire now for so many actions. SV-FIR-09, SV-FIR-14, SV-FIR-15,
    /// SV-FIR-16, SV-FIR-17, SV-FIR-18, SV-FIR-19
    fn ready_gun(&self, position: &Position, figure: FigureId, actions: u8) -> Option<&Gun> {
        let subject = &position.figures[figure];
        let (slot, item, gun) = self.weapon(position, figure)?;
        let ready = subject.is_playing()
            && subject.alert
            && !subject.fired
            && subject.carrying.is_none()
            && (!gun.reloads || subject.is_loaded(slot))
            && !(subject.limbs.arm && item == Item::Shotgun)
            && subject.can_act(self.sheet(position, figure).class.allowance(), actions)
            && !self.is_held(position, figure);
        ready.then_some(gun)
    }

    /// Whether a side has any shot to take, or figure to turn, now.
    pub(crate) fn has_shot(&self, position: &Position, side: Side) -> bool {
        position.ids().any(|figure| {
            position.figures[figure].side == Some(side)
                && (self.may_turn(position, figure)
                    || self
                        .ready_gun(position, figure, 1)
                        .is_some_and(|gun| self.targets(position, figure, gun, &mut |_| true)))
        })
    }

    /// Whether a figure may turn before its side fires. SV-LOS-16
    pub(crate) fn may_turn(&self, position: &Position, figure: FigureId) -> bool {
        self.options.free_turn_fire
            && !position.figures[figure].turned
            && self.ready_gun(position, figure, 1).is_some()
    }

    /// Shows every target worth a shot to `each`, until it has enough; whether it had.
    fn targets(
        &self,
        position: &Position,
        figure: FigureId,
        gun: &Gun,
        each: &mut dyn FnMut(Target) -> bool,
    ) -> bool {
        let shooter = &position.figures[figure];
        let disc = shooter.disc();
        let in_arc = |other: &Disc| {
            self.gap_at_most(&disc, other, gun.range)
                && shooter.facing.covers(shooter.at, other.centre)
        };
        for (other, target) in position.everybody() {
            let fair = target.is_playing()
                && (target.side.is_none() || self.hostile(position, figure, other));
            if !fair
                || !in_arc(&target.disc())
                || !self.options.fire_into_melee && self.is_held(position, other)
                || self.sees(position, figure, other).is_none()
            {
                continue;
            }
            if each(Target::Figure(other))
                || target.mount.is_some_and(|horse| each(Target::Horse(horse)))
            {
                return true;
            }
        }
        for (number, horse) in position.stable() {
            if horse.is_loose()
                && in_arc(&horse.disc())
                && self.sees_horse(position, figure, number).is_some()
                && each(Target::Horse(number))
            {
                return true;
            }
        }
        // Barricades, and doors that keep people out: other structures are for people to name.
        self.breakable.iter().any(|line| {
            let piece = &self.table.lines[usize::from(*line)];
            let stands = match piece.kind {
                LineKind::Door => matches!(
                    position.works.doors[usize::from(*line)],
                    DoorState::Locked | DoorState::Barred
                ),
                _ => position.works.damage[usize::from(*line)] < piece.strength,
            };
            let middle = piece.middle();
            stands
                && piece.level == shooter.level
                && shooter.at.leg(middle) - disc.radius <= gun.range
                && shooter.facing.covers(shooter.at, middle)
                && is_clear(
                    &self.table,
                    &position.works,
                    piece.level,
                    shooter.at,
                    middle,
                    Some(usize::from(*line)),
                )
                && each(Target::Line(*line))
        })
    }

    pub(super) fn judge_firing(&self, position: &Position, side: Side, action: &Action) -> Checked {
        match action {
            Action::Shoot { figure, target, aimed } => {
                self.judge_shooter(position, side, *figure, *aimed)?;
                self.judge_shot(position, *figure, *target).map(drop)
            }
            Action::Face { figure, .. } => {
                let own = position
                    .figures
                    .get(figure.index())
                    .is_some_and(|subject| subject.side == Some(side));
                if own && self.may_turn(position, *figure) {
                    Ok(())
                } else {
                    no(Firing::TurnsInMovement)
                }
            }
            Action::End => Ok(()),
            _ => no(Turn::FiringPhase),
        }
    }
}
