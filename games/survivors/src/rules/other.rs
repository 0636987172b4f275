//! Actions of the table: kit, doors, goods, horses, searching, talking. SV-AOE, SV-COM, SV-OBS

use crate::Survivors;
use crate::action::{Act, Thing};
use crate::edition::components::{Item, Skill};
use crate::event::{Event, TestFor};
use crate::geometry::feature::{DoorState, LineKind};
use crate::geometry::segment::near;
use crate::geometry::sight::Disc;
use crate::position::{FOOT, HorseFate, NOBODY, Phase, Place, Position, Side, Token, TokenKind};
use crate::rules::communication::SPEECH;
use crate::rules::contact::REACH;
use table::{Audience, Dice, Log, Refusal};

type Checked = Result<(), Refusal>;

fn no(rule: &'static str, why: impl Into<String>) -> Checked {
    Err(Refusal::new(rule, why))
}

impl Survivors {
    /// Whether a figure may take an action of the table now. Ledger table 4.8
    pub(crate) fn check_act(
        &self,
        position: &Position,
        phase: Phase,
        figure: u8,
        act: &Act,
    ) -> Checked {
        let number = figure as usize;
        let subject = &position.figures[number];
        let only_other = matches!(
            act,
            Act::Reload
                | Act::Force(_)
                | Act::Search(_)
                | Act::Persuade(_)
                | Act::Aid(_)
                | Act::Machine(_)
                | Act::Light(_)
        );
        if only_other && phase != Phase::Other {
            return no("SV-ACT-14", "That waits for Any Other Events.");
        }
        if !subject.is_playing() || !subject.alert {
            return no("SV-GEN-13", "It is not in play and awake.");
        }
        if let Act::Drop(thing) = act {
            return self.check_drop(position, number, *thing); // SV-ACT-15
        }
        let fighting = self.is_held(position, number);
        if fighting && !matches!(act, Act::Draw(_) | Act::Stow) {
            return no("SV-ACT-16", "Busy fighting.");
        }
        self.check_budget(position, number, 1)?;
        match act {
            Act::Draw(item) => {
                if subject.held() == Some(*item) {
                    return no("SV-FIR-15", "It is in hand already.");
                }
                if !subject.kit.contains(&Some(*item)) {
                    return no("SV-FIR-15", format!("It has no {}.", item.word()));
                }
                Ok(())
            }
            Act::Stow => match subject.in_hand {
                Some(_) => Ok(()),
                None => no("SV-FIR-15", "Its hands are empty."),
            },
            Act::Mount(horse) => self.check_mount(position, number, *horse),
            Act::Dismount(at) => {
                let Some(horse) = subject.mount else {
                    return no("SV-HRS-05", "It is not mounted.");
                };
                let disc = Disc { centre: *at, level: 0, radius: FOOT };
                let beast = Disc { centre: subject.at, level: 0, radius: crate::position::HORSE };
                let far = (REACH + FOOT + crate::position::HORSE) as i64;
                if disc.centre.distance2(beast.centre) > far * far {
                    return no("SV-HRS-05", "Out of reach of the horse.");
                }
                let clear = (FOOT + crate::position::HORSE) as i64;
                if disc.centre.distance2(beast.centre) < clear * clear {
                    return no("SV-GEO-11", "No room to stand.");
                }
                if self.table.bars(&position.works, 0, beast.centre, *at, FOOT, false).is_some() {
                    return no("SV-HRS-05", "No way down there.");
                }
                self.check_rest(position, Some(number), Some(horse as usize), &disc)?;
                if self.touches_enemy(position, number, &disc) {
                    return no("SV-HRS-05", "That would be contact with an enemy.");
                }
                Ok(())
            }
            Act::PickUp(token) => self.check_pick_up(position, number, *token),
            Act::HandOver { to, thing } => self.check_hand_over(position, number, *to, *thing),
            Act::Load(horse) => {
                let Some(beast) = position.horses.get(*horse as usize) else {
                    return no("SV-HRS-10", "There is no such horse.");
                };
                if !beast.pack || !beast.is_loose() || !beast.crates.contains(&None) {
                    return no("SV-HRS-10", "It cannot be loaded.");
                }
                if subject.carrying.is_none() {
                    return no("SV-HRS-10", "There is nothing to load.");
                }
                self.check_reach(position, number, &beast.disc())
            }
            Act::Unload(horse) => {
                let Some(beast) = position.horses.get(*horse as usize) else {
                    return no("SV-HRS-10", "There is no such horse.");
                };
                if !beast.is_loose() || beast.crates == [None; 2] {
                    return no("SV-HRS-10", "There is nothing to unload.");
                }
                if subject.carrying.is_some() || subject.mount.is_some() {
                    return no("SV-ITM-01", "One crate each, on foot.");
                }
                self.check_reach(position, number, &beast.disc())
            }
            Act::Open(door)
            | Act::Close(door)
            | Act::Lock(door)
            | Act::Unlock(door)
            | Act::Bar(door)
            | Act::Unbar(door)
            | Act::Force(door) => self.check_door(position, number, *door, act),
            Act::Search(point) => {
                let Some(place) = self.scenario.searches.get(*point as usize) else {
                    return no("SV-AOE-05", "There is no such place.");
                };
                if position.searched[*point as usize] {
                    return no("SV-AOE-05", "It has been searched.");
                }
                if !self.reaches_point(position, number, place.at, place.level, None) {
                    return no("SV-AOE-05", "Out of reach.");
                }
                Ok(())
            }
            Act::Persuade(stray) => self.check_persuade(position, number, *stray as usize),
            Act::Aid(patient) => {
                let Some(other) = position.figures.get(*patient as usize) else {
                    return no("SV-AOE-07", "There is no such figure.");
                };
                if !self.sheet(position, number).has(Skill::Medic) {
                    return no("SV-AOE-07", "Only a MEDIC gives first aid.");
                }
                if !other.is_playing() || other.side == NOBODY {
                    return no("SV-AOE-07", "The patient is not in play.");
                }
                let full = self.sheet(position, *patient as usize).strength;
                if other.strength >= full || other.aided {
                    return no("SV-AOE-07", "There is nothing that first aid can do.");
                }
                if self.is_held(position, *patient as usize) {
                    return no("SV-AOE-07", "The patient is fighting.");
                }
                if *patient != figure {
                    self.check_reach(position, number, &other.disc())?;
                }
                Ok(())
            }
            Act::Machine(machine) => {
                let Some(place) = self.scenario.machines.get(*machine as usize) else {
                    return no("SV-AOE-09", "There is no such machine.");
                };
                if position.running[*machine as usize] {
                    return no("SV-AOE-09", "It runs already.");
                }
                if !self.reaches_point(position, number, place.at, place.level, None) {
                    return no("SV-AOE-09", "Out of reach.");
                }
                Ok(())
            }
            Act::Reload => match self.weapon(position, number) {
                Some((slot, _, gun)) if gun.reloads && !subject.is_loaded(slot) => Ok(()),
                Some(_) => no("SV-FIR-10", "It is loaded."),
                None => no("SV-FIR-11", "There is no gun in hand to reload."),
            },
            Act::Lamp(on) => {
                if subject.held() != Some(Item::Lamp) {
                    return no("SV-AOE-11", "There is no lamp in hand.");
                }
                if subject.lamp_lit == *on {
                    return no("SV-AOE-11", "It is so already.");
                }
                Ok(())
            }
            Act::LampAt { lamp, on } => {
                let Some(place) = self.scenario.lamps.get(*lamp as usize) else {
                    return no("SV-AOE-11", "There is no such lamp.");
                };
                if position.lamps[*lamp as usize] == *on {
                    return no("SV-AOE-11", "It is so already.");
                }
                if !self.reaches_point(position, number, place.at, place.level, None) {
                    return no("SV-AOE-11", "Out of reach.");
                }
                Ok(())
            }
            Act::Light(fire) => {
                let Some(place) = self.scenario.bonfires.get(*fire as usize) else {
                    return no("SV-SCN-13", "There is no such bonfire.");
                };
                let may =
                    self.scenario.sides.get(subject.side as usize).is_some_and(|side| side.lights);
                if !may || position.lit[*fire as usize] {
                    return no("SV-SCN-13", "It cannot be lit.");
                }
                if !self.reaches_point(position, number, place.at, place.level, None) {
                    return no("SV-SCN-13", "Out of reach.");
                }
                Ok(())
            }
            Act::Drop(_) => Ok(()),
        }
    }

    pub(crate) fn check_reach(&self, position: &Position, figure: usize, other: &Disc) -> Checked {
        if self.reaches_disc(position, figure, other) {
            Ok(())
        } else {
            no("SV-GEO-21", "Out of reach.")
        }
    }

    fn check_pick_up(&self, position: &Position, figure: usize, token: u8) -> Checked {
        let subject = &position.figures[figure];
        let Some(Token { kind, place: Place::Table { at, level } }) =
            position.tokens.get(token as usize)
        else {
            return no("SV-AOE-06", "It does not lie on the table.");
        };
        match kind {
            TokenKind::Crate if subject.carrying.is_some() || subject.mount.is_some() => {
                return no("SV-ITM-01", "One crate each, on foot.");
            }
            TokenKind::Item { .. } if !subject.kit.contains(&None) => {
                return no("SV-CHR-20", "Three things at most.");
            }
            _ => {}
        }
        if !self.reaches_point(position, figure, *at, *level, None) {
            return no("SV-GEO-21", "Out of reach.");
        }
        Ok(())
    }

    fn check_has(&self, position: &Position, figure: usize, thing: Thing) -> Checked {
        let subject = &position.figures[figure];
        let has = match thing {
            Thing::Item(item) => subject.kit.contains(&Some(item)),
            Thing::Token(token) => position
                .tokens
                .get(token as usize)
                .is_some_and(|token| token.place == Place::Carried { by: figure as u8 }),
        };
        if has { Ok(()) } else { no("SV-AOE-06", "It does not have that.") }
    }

    fn check_drop(&self, position: &Position, figure: usize, thing: Thing) -> Checked {
        self.check_has(position, figure, thing)?;
        if position.tokens.len() >= 250 {
            return no("SV-ACT-15", "The table is full.");
        }
        Ok(())
    }

    fn check_hand_over(&self, position: &Position, figure: usize, to: u8, thing: Thing) -> Checked {
        self.check_has(position, figure, thing)?;
        let Some(other) = position.figures.get(to as usize) else {
            return no("SV-AOE-06", "There is no such figure.");
        };
        if to as usize == figure
            || !other.is_playing()
            || other.side != position.figures[figure].side
        {
            return no("SV-AOE-06", "Only to a friend in play.");
        }
        let room = match thing {
            Thing::Item(_) => other.kit.contains(&None),
            Thing::Token(token) if self.is_crate(position, token) => {
                other.carrying.is_none() && other.mount.is_none()
            }
            Thing::Token(_) => true,
        };
        if !room || self.is_held(position, to as usize) {
            return no("SV-CHR-20", "It cannot take more.");
        }
        self.check_reach(position, figure, &other.disc())
    }

    /// SV-OBS-09 to SV-OBS-12
    fn check_door(&self, position: &Position, figure: usize, door: u16, act: &Act) -> Checked {
        let Some(line) =
            self.table.lines.get(door as usize).filter(|line| line.kind == LineKind::Door)
        else {
            return no("SV-OBS-09", "That is no door.");
        };
        if !self.reaches_point(position, figure, line.middle(), line.level, Some(door as usize)) {
            return no("SV-GEO-21", "Out of reach.");
        }
        let state = position.works.doors[door as usize];
        let inside = line.building.is_some_and(|building| {
            self.table.buildings[building as usize].plan.holds(position.figures[figure].at)
        });
        match act {
            Act::Open(_) if state == DoorState::Closed => Ok(()),
            Act::Open(_) => no("SV-OBS-09", format!("The door is {}.", state.word())),
            Act::Close(_) if state != DoorState::Open => {
                no("SV-OBS-09", format!("The door is {}.", state.word()))
            }
            Act::Close(_) => {
                let blocked = position.discs().any(|disc| {
                    disc.level == line.level && near(disc.centre, line.a, line.b, disc.radius)
                });
                if blocked {
                    return no("SV-OBS-09", "Somebody stands in the door.");
                }
                Ok(())
            }
            Act::Lock(_) | Act::Bar(_) => {
                if !inside {
                    return no("SV-OBS-10", "Only from inside.");
                }
                if state != DoorState::Closed {
                    return no("SV-OBS-10", format!("The door is {}.", state.word()));
                }
                if matches!(act, Act::Bar(_)) && !line.barrable {
                    return no("SV-OBS-10", "This door has no bar.");
                }
                Ok(())
            }
            Act::Unlock(_) | Act::Unbar(_) => {
                let wanted = if matches!(act, Act::Unlock(_)) {
                    DoorState::Locked
                } else {
                    DoorState::Barred
                };
                if !inside {
                    return no("SV-OBS-10", "Only from inside.");
                }
                if state != wanted {
                    return no("SV-OBS-10", format!("The door is {}.", state.word()));
                }
                Ok(())
            }
            _ => match state {
                DoorState::Locked | DoorState::Barred => Ok(()),
                _ => no("SV-OBS-11", format!("The door is {}.", state.word())),
            },
        }
    }

    /// SV-AOE-08, SV-STR-04, SV-STR-05
    fn check_persuade(&self, position: &Position, figure: usize, stray: usize) -> Checked {
        let subject = &position.figures[figure];
        let Some(other) = position.figures.get(stray) else {
            return no("SV-AOE-08", "There is no such figure.");
        };
        if other.side != NOBODY || !other.is_playing() || other.joining != NOBODY {
            return no("SV-AOE-08", "There is nobody to persuade.");
        }
        if subject.spoke {
            return no("SV-COM-09", "It has communicated this turn.");
        }
        if other.wary >> subject.side & 1 == 1 {
            return no("SV-STR-05", "It will not listen to you any more.");
        }
        if other.asked >> subject.side & 1 == 1 {
            return no("SV-AOE-08", "One attempt a turn.");
        }
        if !self.gap_at_most(&subject.disc(), &other.disc(), SPEECH) {
            return no("SV-AOE-08", "It must be within 4\".");
        }
        let guarded = (0..position.figures.len()).any(|third| {
            let third = &position.figures[third];
            third.is_playing()
                && third.side != NOBODY
                && third.side != subject.side
                && self.bases_touch(position, &third.disc(), &other.disc())
        });
        if guarded {
            return no("SV-STR-04", "Another side has it by the arm.");
        }
        Ok(())
    }

    /// Does an action of the table.
    pub(crate) fn perform(
        &self,
        position: &mut Position,
        figure: u8,
        act: &Act,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let number = figure as usize;
        let side = position.figures[number].side;
        if !matches!(act, Act::Drop(_)) {
            position.figures[number].used += 1;
        }
        let tell = |log: &mut Log<Event>, event: Event| log.tell_to(|| Audience::All, || event);
        match *act {
            Act::Draw(item) => {
                let slot = position.figures[number].kit.iter().position(|held| *held == Some(item));
                position.figures[number].in_hand = slot.map(|slot| slot as u8);
                tell(log, Event::Draws { figure, item: Some(item) });
            }
            Act::Stow => {
                position.figures[number].in_hand = None;
                tell(log, Event::Draws { figure, item: None });
            }
            Act::Mount(horse) => {
                let beast = &mut position.horses[horse as usize];
                beast.rider = Some(figure);
                beast.side = side;
                if beast.fate == HorseFate::Secured {
                    beast.fate = HorseFate::Standing;
                }
                position.figures[number].mount = Some(horse);
                position.figures[number].at = beast.at;
                tell(log, Event::Mounts { figure, horse });
            }
            Act::Dismount(at) => {
                if let Some(horse) = position.figures[number].mount.take() {
                    position.horses[horse as usize].rider = None;
                    position.horses[horse as usize].side = side;
                    position.figures[number].at = at;
                    tell(log, Event::Dismounts { figure, horse });
                    self.secure_horse(position, horse, side, log);
                }
            }
            Act::PickUp(token) => {
                self.take_token(position, number, token);
                tell(log, Event::PicksUp { figure, token });
            }
            Act::HandOver { to, thing } => {
                self.hand_over(position, number, to as usize, thing);
                tell(log, Event::HandsOver { figure, to });
            }
            Act::Load(horse) => {
                if let Some(token) = position.figures[number].carrying.take() {
                    let beast = &mut position.horses[horse as usize];
                    if let Some(slot) = beast.crates.iter_mut().find(|slot| slot.is_none()) {
                        *slot = Some(token);
                    }
                    beast.side = side;
                    position.tokens[token as usize].place = Place::Packed { on: horse };
                    tell(log, Event::Loads { figure, horse, token });
                }
            }
            Act::Unload(horse) => {
                let beast = &mut position.horses[horse as usize];
                beast.side = side;
                if let Some(token) = beast.crates.iter_mut().find_map(Option::take) {
                    position.figures[number].carrying = Some(token);
                    position.tokens[token as usize].place = Place::Carried { by: figure };
                    tell(log, Event::Unloads { figure, horse, token });
                }
            }
            Act::Open(line)
            | Act::Unbar(line)
            | Act::Unlock(line)
            | Act::Close(line)
            | Act::Lock(line)
            | Act::Bar(line) => {
                let state = match act {
                    Act::Open(_) => DoorState::Open,
                    Act::Lock(_) => DoorState::Locked,
                    Act::Bar(_) => DoorState::Barred,
                    _ => DoorState::Closed,
                };
                position.works.doors[line as usize] = state;
                tell(log, Event::Opens { figure, line, state });
            }
            Act::Force(line) => {
                let barred = position.works.doors[line as usize] == DoorState::Barred;
                let bonus = self.sheet(position, number).bonus(Skill::Lockpick);
                let target = if barred { 5 } else { 4 };
                self.hear_door(position, self.table.lines[line as usize].middle());
                if self.enable_test(number, TestFor::Force, bonus, target, dice, log) {
                    position.works.doors[line as usize] = DoorState::Open;
                    position.forced[line as usize] = true;
                    tell(log, Event::Opens { figure, line, state: DoorState::Open });
                }
            }
            Act::Search(search) => {
                let bonus = self.sheet(position, number).bonus(Skill::Scrounger);
                let target = self.scenario.searches[search as usize].target as u32;
                if self.enable_test(number, TestFor::Search, bonus, target, dice, log) {
                    position.searched[search as usize] = true;
                    let medicine = position.contents[search as usize];
                    if medicine {
                        position.tokens.push(Token {
                            kind: TokenKind::Medicine,
                            place: Place::Carried { by: figure },
                        });
                    }
                    log.reveal();
                    tell(log, Event::Finds { figure, search, medicine });
                }
            }
            Act::Persuade(stray) => {
                position.figures[number].spoke = true;
                position.figures[stray as usize].asked |= 1 << side;
                let bonus = self.sheet(position, number).bonus(Skill::Talker);
                if self.enable_test(number, TestFor::Persuade, bonus, 4, dice, log) {
                    position.figures[stray as usize].joining = side;
                }
            }
            Act::Aid(patient) => {
                let bonus = self.sheet(position, number).bonus(Skill::Medic);
                if self.enable_test(number, TestFor::Aid, bonus, 4, dice, log) {
                    position.figures[patient as usize].strength += 1;
                    position.figures[patient as usize].aided = true;
                    tell(log, Event::Heals { figure, patient });
                }
            }
            Act::Machine(machine) => {
                let bonus = self.sheet(position, number).bonus(Skill::Mechanic);
                let target = self.scenario.machines[machine as usize].target as u32;
                if self.enable_test(number, TestFor::Machine, bonus, target, dice, log) {
                    position.running[machine as usize] = true;
                    tell(log, Event::Starts { machine });
                }
            }
            Act::Reload => {
                if let Some(slot) = position.figures[number].in_hand {
                    position.figures[number].loaded |= 1 << slot;
                }
                tell(log, Event::Reloads { figure });
            }
            Act::Lamp(on) => {
                position.figures[number].lamp_lit = on;
                tell(log, Event::Lamp { figure, on });
            }
            Act::LampAt { lamp, on } => {
                position.lamps[lamp as usize] = on;
                tell(log, Event::Lamp { figure, on });
            }
            Act::Light(bonfire) => {
                position.lit[bonfire as usize] = true;
                let fire = &self.scenario.bonfires[bonfire as usize];
                position.works.smoke.push(crate::geometry::feature::Smoke {
                    centre: fire.at,
                    radius: fire.radius,
                    turns: fire.turns + 1,
                });
                tell(log, Event::Bonfire { figure, bonfire });
            }
            Act::Drop(thing) => self.drop_thing(position, figure, thing, log),
        }
    }

    /// Whether a side has anything to do in Any Other Events.
    pub(crate) fn has_other(&self, position: &Position, side: Side) -> bool {
        let mut any = false;
        for figure in 0..position.figures.len() {
            if position.figures[figure].side == side {
                self.list_acts(position, Phase::Other, figure, &mut |_| any = true);
                self.list_says(position, figure, &mut |_| any = true);
            }
            if any {
                return true;
            }
        }
        false
    }
}
