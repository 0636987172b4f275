//! Firing: who may shoot at what, hits, damage, structures. SV-FIR, SV-HIT, SV-DMG, SV-STC

use crate::Survivors;
use crate::action::Target;
use crate::edition::components::{Class, Gun, Item, Skill};
use crate::edition::options::Tape;
use crate::event::Event;
use crate::geometry::feature::{Acting, DoorState, LineKind};
use crate::geometry::point::{INCH, Mils};
use crate::geometry::sight::{Cover, is_clear};
use crate::position::{NOBODY, Position, Side, Standing, members};
use crate::speech::notation::inches;
use table::{Audience, Dice, Log, Refusal};

/// The faces of a D5. SV-GEN-03
pub const D5: [u32; 6] = [2, 3, 3, 4, 4, 5];
/// How far a shot is heard. SV-ALT-02
pub const EARSHOT: Mils = 24 * INCH;
/// How far a door is heard.
pub const DOOR_EARSHOT: Mils = 8 * INCH;

impl Survivors {
    /// The gun in a figure's hand, with its slot; a stone where the armoury has them and the hand
    /// is free.
    pub fn weapon(&self, position: &Position, figure: usize) -> Option<(u8, Item, &Gun)> {
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
    pub(crate) fn check_shooter(
        &self,
        position: &Position,
        side: Side,
        figure: u8,
        aimed: bool,
    ) -> Result<(), Refusal> {
        let number = figure as usize;
        let no = |rule, why: &str| Err(Refusal::new(rule, why.to_string()));
        let Some(subject) = position.figures.get(number) else {
            return no("SV-SEQ-03", "There is no such figure.");
        };
        if subject.side != side {
            return no("SV-SEQ-03", "That figure is not yours.");
        }
        if !subject.is_playing() {
            return no("SV-SEQ-05", "It is out of play.");
        }
        if !subject.alert {
            return no("SV-ALT-01", "It has noticed nothing yet.");
        }
        if subject.fired {
            return no("SV-FIR-02", "It has fired this turn.");
        }
        let Some((slot, item, gun)) = self.weapon(position, number) else {
            return no("SV-FIR-14", "It has no gun in hand.");
        };
        if gun.reloads && !subject.is_loaded(slot) {
            return no("SV-FIR-09", "Its gun is not loaded.");
        }
        if subject.carrying.is_some() {
            return no("SV-FIR-19", "It carries a crate.");
        }
        if subject.limbs.arm && item == Item::Shotgun {
            return no("SV-CHR-19", "It cannot handle a shotgun with that arm.");
        }
        if self.is_held(position, number) {
            return no("SV-FIR-16", "It is in contact with an enemy.");
        }
        self.check_budget(position, number, 1 + aimed as u8)
    }

    /// Whether a figure may take so many actions more; if not, which rule forbids it. SV-ACT-01,
    /// SV-ACT-08, SV-ACT-11
    pub(crate) fn check_budget(
        &self,
        position: &Position,
        figure: usize,
        more: u8,
    ) -> Result<(), Refusal> {
        let subject = &position.figures[figure];
        let allowance = self.sheet(position, figure).class.allowance();
        if subject.ran {
            return Err(Refusal::new(
                "SV-ACT-11",
                "A running figure can do nothing else this turn.",
            ));
        }
        if subject.used + more > allowance {
            return Err(Refusal::new("SV-ACT-01", format!("{allowance} actions a turn.")));
        }
        let most =
            crate::rules::actions::budget(subject.used + more, subject.obstacles, subject.pace());
        if subject.moved > most {
            return Err(Refusal::new(
                "SV-ACT-08",
                format!(
                    "It moved {}\"; for this action at most {}\" were allowed.",
                    inches(subject.moved),
                    inches(most)
                ),
            ));
        }
        Ok(())
    }

    /// Whether a shot is allowed, and the cover that the target has.
    pub(crate) fn check_shot(
        &self,
        position: &Position,
        figure: u8,
        target: Target,
    ) -> Result<Cover, Refusal> {
        let number = figure as usize;
        let shooter = &position.figures[number];
        let Some((_, _, gun)) = self.weapon(position, number) else {
            return Err(Refusal::new("SV-FIR-14", "It has no gun in hand."));
        };
        let out_of_range = |gap: Mils| {
            Err(Refusal::new(
                "SV-FIR-08",
                format!("Out of range: range {}\", gap {}\".", inches(gun.range), inches(gap)),
            ))
        };
        let arc = || Err(Refusal::new("SV-FIR-04", "It is not in the front arc."));
        let unseen = || Err(Refusal::new("SV-FIR-01", "There is no line of sight to the target."));
        match target {
            Target::Figure(other) => {
                self.check_target(position, number, other as usize)?;
                let to = position.figures[other as usize].disc();
                if !self.gap_at_most(&shooter.disc(), &to, gun.range) {
                    return out_of_range(shooter.disc().gap(&to));
                }
                if !shooter.facing.covers(shooter.at, to.centre) {
                    return arc();
                }
                match self.sees(position, number, other as usize) {
                    Some(cover) => Ok(cover),
                    None if self.cover(position, number, other as usize, &to).is_none() => unseen(),
                    None => Err(Refusal::new("SV-NGT-03", "It is too dark to see that far.")),
                }
            }
            Target::Horse(horse) => {
                let Some(beast) = position.horses.get(horse as usize) else {
                    return Err(Refusal::new("SV-HRS-12", "There is no such horse."));
                };
                if let Some(rider) = beast.rider {
                    return self.check_shot(position, figure, Target::Figure(rider));
                }
                if !beast.is_loose() {
                    return Err(Refusal::new("SV-HRS-12", "There is no such horse."));
                }
                if !self.gap_at_most(&shooter.disc(), &beast.disc(), gun.range) {
                    return out_of_range(shooter.disc().gap(&beast.disc()));
                }
                if !shooter.facing.covers(shooter.at, beast.at) {
                    return arc();
                }
                self.sees_horse(position, number, horse as usize).map_or_else(unseen, Ok)
            }
            Target::Line(line) => {
                let Some(piece) = self.table.lines.get(line as usize) else {
                    return Err(Refusal::new("SV-STC-04", "There is no such structure."));
                };
                if !self.can_be_shot_down(position, line) {
                    return Err(Refusal::new(
                        "SV-STC-03",
                        format!("Shots do nothing to {}.", piece.id),
                    ));
                }
                let middle = piece.middle();
                let gap = shooter.at.leg(middle) - shooter.radius();
                let reach = match self.options.tape {
                    Tape::Exact => gun.range,
                    Tape::Rounded => gun.range + INCH / 2 - 1,
                };
                if gap > reach {
                    return out_of_range(gap);
                }
                if !shooter.facing.covers(shooter.at, middle) {
                    return arc();
                }
                let clear = piece.level == shooter.level
                    && is_clear(
                        &self.table,
                        &position.works,
                        piece.level,
                        shooter.at,
                        middle,
                        Some(line as usize),
                    );
                if clear { Ok(Cover::Open) } else { unseen() }
            }
        }
    }

    /// Whether a structure still stands and can be shot at. SV-STC-03, SV-STC-06
    pub fn can_be_shot_down(&self, position: &Position, line: u16) -> bool {
        let piece = &self.table.lines[line as usize];
        piece.strength > 0
            && match piece.kind {
                LineKind::Door => position.works.doors[line as usize] != DoorState::Destroyed,
                LineKind::Wall => self.table.acting(&position.works, line as usize) == Acting::Wall,
                LineKind::Barricade => {
                    self.table.acting(&position.works, line as usize) != Acting::Nothing
                }
                _ => false,
            }
    }

    /// SV-FIR-17, SV-FIR-18
    fn check_target(
        &self,
        position: &Position,
        shooter: usize,
        other: usize,
    ) -> Result<(), Refusal> {
        let no = |rule, why: &str| Err(Refusal::new(rule, why.to_string()));
        let Some(target) = position.figures.get(other) else {
            return no("SV-FIR-18", "There is no such figure.");
        };
        let stray = target.side == NOBODY;
        if !stray && !self.hostile(position, shooter, other) {
            return no("SV-FIR-18", "Friends and allies may not be targeted.");
        }
        self.check_seen(position, other)?;
        if !target.is_playing() {
            return no("SV-FIR-18", "It is out of play or a captive.");
        }
        if !self.options.fire_into_melee && self.is_held(position, other) {
            return no("SV-FIR-17", "The target is in hand-to-hand combat.");
        }
        Ok(())
    }

    /// The bonus to hit of a shooter. SV-HIT-02 to SV-HIT-04
    pub fn hit_bonus(&self, position: &Position, figure: usize, aimed: bool) -> i32 {
        let sheet = self.sheet(position, figure);
        let skilled = (sheet.class == Class::Hero || sheet.has(Skill::Marksman)) as i32;
        let bonus =
            if self.options.aim_stack { skilled + aimed as i32 } else { skilled.max(aimed as i32) };
        bonus - position.figures[figure].limbs.head as i32
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

    /// Spends the actions, rolls, and does the harm. SV-DMG-06
    #[allow(clippy::too_many_arguments, reason = "all that a shot depends on")]
    pub(crate) fn resolve_shot(
        &self,
        position: &mut Position,
        shooter: usize,
        target: Target,
        aimed: bool,
        cover: Cover,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let Some((slot, _, gun)) = self.weapon(position, shooter) else {
            return;
        };
        let gun = *gun;
        let side = position.figures[shooter].side;
        let from = position.figures[shooter].disc();
        {
            let subject = &mut position.figures[shooter];
            subject.used += 1 + aimed as u8;
            subject.fired = true;
            if gun.reloads {
                subject.loaded &= !(1 << slot);
            }
            if !gun.silent {
                subject.flashed = true;
            }
        }
        if !gun.silent {
            self.hear_shot(position, from.centre);
        }
        self.heed_shot(position, shooter);
        let target = self.stray_bullet(position, shooter, target, dice);
        let (gap, covered) = match target {
            Target::Figure(other) => {
                let other = &mut position.figures[other as usize];
                if other.side == NOBODY {
                    other.wary |= 1 << side;
                }
                (from.gap(&other.disc()), cover)
            }
            Target::Horse(horse) => (from.gap(&position.horses[horse as usize].disc()), cover),
            Target::Line(line) => {
                let middle = self.table.lines[line as usize].middle();
                self.hear_door(position, middle);
                (from.centre.leg(middle) - from.radius, Cover::Open)
            }
        };
        let roll = dice.roll("to hit", 6);
        let score = roll as i32 + self.hit_bonus(position, shooter, aimed)
            - Survivors::hit_penalty(covered);
        let hit = score >= 4;
        log.tell_to(
            || Audience::All,
            || Event::Shoots {
                figure: shooter as u8,
                target: target.into(),
                aimed,
                gap,
                cover: covered,
                roll,
                score,
                hit,
            },
        );
        if let Target::Figure(other) = target {
            position.figures[other as usize].waking = true;
        }
        if !hit {
            return; // SV-HIT-09
        }
        let plus = dice.roll_faces("damage plus", &D5);
        let minus = dice.roll_faces("damage minus", &D5);
        let damage =
            (gun.strength + plus as i32 - minus as i32 - self.damage_penalty(covered)).max(0);
        let tell = |left: u8, log: &mut Log<Event>| {
            log.tell_to(
                || Audience::All,
                || Event::Damage { target: target.into(), plus, minus, damage, left },
            )
        };
        match target {
            Target::Figure(other) => {
                let left = (position.figures[other as usize].strength as i32 - damage).max(0);
                tell(left as u8, log);
                self.wound(position, other as usize, damage as u8, side, log);
                if self.options.limb_wounds && damage > 0 && left > 0 {
                    self.limb_wound(position, other as usize, dice, log);
                }
            }
            Target::Horse(horse) => {
                let left = (position.horses[horse as usize].strength as i32 - damage).max(0);
                tell(left as u8, log);
                self.wound_horse(position, horse, damage as u8, side, dice, log);
            }
            Target::Line(line) => {
                let strength = self.table.lines[line as usize].strength;
                let taken = &mut position.works.damage[line as usize];
                *taken = (*taken as i32 + damage).min(strength as i32) as u8;
                let left = strength - *taken;
                tell(left, log);
                if left == 0 {
                    if self.table.lines[line as usize].kind == LineKind::Door {
                        position.works.doors[line as usize] = DoorState::Destroyed;
                        position.forced[line as usize] = true;
                    }
                    log.tell_to(|| Audience::All, || Event::Structure { line });
                }
            }
        }
    }

    /// Fire into a melee hits anybody there. SV-FIR-17
    fn stray_bullet(
        &self,
        position: &Position,
        shooter: usize,
        target: Target,
        dice: &mut Dice,
    ) -> Target {
        let Target::Figure(other) = target else {
            return target;
        };
        if !self.options.fire_into_melee || !self.is_held(position, other as usize) {
            return target;
        }
        let mut group = self.contact_group(position, other as usize, false);
        group &= !(1 << shooter);
        let count = group.count_ones();
        let chosen = dice.roll("who is hit", count) as usize - 1;
        members(group).nth(chosen).map_or(target, |figure| Target::Figure(figure as u8))
    }

    /// SV-CHR-19
    fn limb_wound(
        &self,
        position: &mut Position,
        figure: usize,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let roll = dice.roll("limb", 6);
        let limbs = &mut position.figures[figure].limbs;
        match roll {
            1 | 2 => limbs.leg = true,
            3 | 4 => limbs.arm = true,
            5 => limbs.head = true,
            _ => {}
        }
        log.tell_to(|| Audience::All, || Event::Limb { figure: figure as u8, roll });
    }

    /// Takes points off a figure's Strength; at 0 it is out. SV-CHR-01 to SV-CHR-05, SV-DMG-07
    pub(crate) fn wound(
        &self,
        position: &mut Position,
        figure: usize,
        points: u8,
        by: Side,
        log: &mut Log<Event>,
    ) {
        let subject = &mut position.figures[figure];
        subject.strength = subject.strength.saturating_sub(points);
        subject.waking |= points > 0;
        if subject.strength > 0 || !subject.stands() {
            return;
        }
        subject.standing = Standing::Down;
        subject.out_by = by;
        let mount = subject.mount.take();
        if let Some(horse) = mount {
            position.horses[horse as usize].rider = None;
        }
        let stray = position.figures[figure].first_side == NOBODY;
        let sheet = position.figures[figure].sheet;
        log.tell_to(|| Audience::All, || Event::Falls { figure: figure as u8, by });
        if stray {
            log.reveal();
            log.tell_to(|| Audience::All, || Event::Stray { figure: figure as u8, sheet });
        }
        self.drop_goods(position, figure as u8, log);
        self.prune_contacts(position);
    }
}
