//! Day, step e: what a hero does where it stands; scavenging, the Dam and the Base.

use crate::edition::roster::{Equipment, Location, Token};
use crate::event::{Dose, Event, Source};
use crate::position::{Ask, Phase, Position};
use crate::refusal::Refusal;
use crate::rule;
use crate::{Action, Key, Outlive, Play, Side, Space};
use table::RuleId;

/// Whether the active hero has so many action points left.
pub(super) fn needs_points(p: &Position, rule: RuleId, count: u8) -> Result<(), Refusal> {
    match p.go.points {
        left if left < count => Err(Refusal::TooFewPoints { left, rule }),
        _ => Ok(()),
    }
}

impl Outlive {
    pub(crate) fn offer_actions(&self, p: &Position, seat: Side, out: &mut impl FnMut(Action)) {
        let shelter = &p.shelters[seat];
        if p.go.ask != Ask::Nothing {
            return self.offer_answer(p, seat, out);
        }
        let (here, points) = (p.here(), p.go.points);
        let held = p.at[here.index()];
        if here != Location::Dam || p.go.dam_open {
            (1..=points.min(held)).for_each(|count| out(Action::Take(count)));
        } else if held > 0 {
            if shelter.has(Token::Chips) > 0 {
                out(Action::Open(Key::Chip));
            }
            if shelter.ready(Equipment::AccessCard) {
                out(Action::Open(Key::Card));
            }
        }
        if here == Location::Base && p.algae && points > 0 {
            out(Action::Algae);
        }
        if let Some(city) = here.city() {
            self.offer_city(p, seat, city, out);
        }
        if let Some(stack) = here.hunting() {
            // OL-HUNT-08
            self.offer_hunt(p, seat, stack, out);
        }
        if here == Location::Cargo {
            self.offer_ship(p, seat, out);
        }
        let mut usable = 0;
        for tile in self.usable_gear(p, seat) {
            usable += 1;
            out(Action::Gear(tile));
        }
        if usable > 1 {
            out(Action::AllGear);
        }
        self.offer_peek(p, seat, out);
        out(Action::End);
    }

    pub(crate) fn judge_action(
        &self,
        p: &Position,
        seat: Side,
        action: &Action,
    ) -> Result<(), Refusal> {
        if p.go.ask != Ask::Nothing {
            return self.judge_answer(p, seat, action);
        }
        match *action {
            Action::Take(count) => judge_take(p, count),
            Action::Open(key) => self.judge_dam(p, seat, key),
            Action::Algae => judge_algae(p),
            Action::Salvage(place) => self.judge_salvage(p, seat, place),
            Action::Search => self.judge_search(p),
            Action::FreeSearch => self.judge_free_search(p, seat),
            Action::Gear(tile) => self.judge_gear(p, seat, tile),
            Action::AllGear => self.judge_all_gear(p, seat),
            Action::Flashlight(space) => self.judge_flashlight(p, seat, space),
            Action::Board(space) => {
                if p.here() != Location::Cargo {
                    return Err(Refusal::NobodyWaits);
                }
                self.judge_board(p, seat, space)
            }
            Action::Sensor => self.judge_sensor(p, seat),
            Action::Hunt { .. } => self.judge_hunt(p, seat, action),
            Action::Peek(city) => self.judge_peek(p, seat, city),
            // OL-ACT-03
            Action::End => Ok(()),
            Action::Defend { .. } => Err(Refusal::MunitionsDefend), // OL-PRES-09
            Action::Move(..) => Err(Refusal::OnlyWhileBuilding),    // OL-BUILD-10
            Action::Activate { .. } | Action::Stay(_) => Err(Refusal::EndFirst), // OL-ACT-08
            _ => Err(Refusal::NoActionHere),                        // OL-ACT-02
        }
    }

    fn judge_flashlight(&self, p: &Position, seat: Side, space: Space) -> Result<(), Refusal> {
        let shelter = &p.shelters[seat];
        if p.here().city().is_none() {
            return Err(Refusal::FlashlightInCity); // OL-EQ-31
        }
        self.judge_tile(shelter, Equipment::Flashlight)?;
        if !self.survivor_in_reserve(p) {
            return Err(Refusal::NoSurvivorInReserve);
        }
        self.judge_space(shelter, space)
    }

    fn judge_all_gear(&self, p: &Position, seat: Side) -> Result<(), Refusal> {
        let works = |tile: &&Equipment| self.judge_gear(p, seat, **tile).is_ok();
        match Equipment::ALL.iter().filter(works).count() {
            0 => Err(Refusal::NoGearNow),   // OL-EQ-12
            1 => Err(Refusal::OneGearOnly), // OL-EQ-12
            _ => Ok(()),
        }
    }

    fn judge_dam(&self, p: &Position, seat: Side, key: Key) -> Result<(), Refusal> {
        if p.here() != Location::Dam {
            return Err(Refusal::NotAtTheDam);
        }
        if p.go.dam_open {
            return Err(Refusal::DamOpen); // OL-DAM-03
        }
        if p.at[Location::Dam.index()] == 0 {
            return Err(Refusal::DamEmpty); // OL-DAM-07
        }
        match key {
            Key::Chip if p.shelters[seat].has(Token::Chips) == 0 => Err(Refusal::LackMicrochip),
            Key::Chip => Ok(()),
            Key::Card => self.judge_tile(&p.shelters[seat], Equipment::AccessCard),
        }
    }
}

impl Play<'_> {
    /// Step e begins. OL-ACT-01
    pub fn begin_actions(&mut self) {
        let side = self.p.go.side;
        let hero = self.p.go.hero;
        self.p.go.points = self.game.vigour(self.p, side, hero);
        self.p.phase = Phase::Actions;
        if self.p.here() == Location::Cargo && !self.game.is_horde(side) {
            self.p.go.points = 0; // OL-CARG-19
            self.collect_on_ship(side);
        }
    }

    pub fn settle_actions(&mut self) -> bool {
        let side = self.p.go.side;
        if self.game.is_horde(side) {
            self.horde_acts();
            return true;
        }
        self.p.go.ask != Ask::Nothing && self.force(side)
    }

    pub fn do_action(&mut self, seat: Side, action: Action) {
        match action {
            Action::Take(count) => self.scavenge(seat, count),
            Action::Open(key) => {
                // OL-DAM-02: no action point.
                match key {
                    Key::Chip => self.spend(seat, Token::Chips, 1), // OL-DAM-06
                    Key::Card => self.use_gear(seat, Equipment::AccessCard), // OL-EQ-27
                }
                self.p.go.dam_open = true;
                self.tell(Event::DamOpened { seat, key });
            }
            // OL-BASE-05; not scavenged: OL-EQ-41
            Action::Algae => {
                self.spend_points(1);
                self.p.algae = false;
                self.tell(Event::Algae { side: seat });
                self.lower_gauge(seat, Dose::Algae);
            }
            Action::Salvage(place) => self.salvage(seat, place),
            Action::Search => {
                self.spend_points(1);
                self.p.go.searched = true;
                self.search(seat);
            }
            Action::FreeSearch => self.search_free(seat),
            Action::Gear(tile) => self.bonus_from(seat, tile),
            Action::AllGear => {
                let before = *self.p;
                for tile in self.game.usable_gear(&before, seat) {
                    self.bonus_from(seat, tile);
                }
            }
            // OL-EQ-32: only where there is a space.
            Action::Flashlight(space) => {
                self.use_gear(seat, Equipment::Flashlight);
                self.p.reserve.survivors -= 1;
                self.house(seat, space, Source::Gear(Equipment::Flashlight));
            }
            Action::Board(space) => self.take_from_ship(seat, space),
            Action::Sensor => self.sense(seat),
            Action::Hunt { depth, munitions, shotgun, trap } => {
                self.hunt(seat, usize::from(depth), munitions, shotgun, trap)
            }
            Action::Bonus(rooms) => self.add_hunting_rooms(seat, rooms),
            Action::Peek(city) => self.peek(seat, city),
            Action::Refugee(_) | Action::Lose(_) | Action::Swap(..) | Action::NoSwap => {
                self.answer(seat, action)
            }
            Action::End => self.end_activation(),
            _ => {}
        }
    }

    pub fn spend_points(&mut self, count: u8) {
        self.p.go.points = self.p.go.points.saturating_sub(count);
    }

    /// OL-ACT-05, OL-ACT-06, OL-ACT-07, OL-DAM-04, OL-BASE-01
    fn scavenge(&mut self, side: Side, count: u8) {
        let here = self.p.here();
        if let Some(token) = here.gives() {
            self.spend_points(count);
            self.p.go.scavenged = true;
            self.pick_up(side, here, token, count, Source::Place(here));
        }
    }

    /// Tokens from a Location into a Shelter, as many as lie there.
    pub fn pick_up(&mut self, side: Side, here: Location, token: Token, count: u8, source: Source) {
        let count = count.min(self.p.at[here.index()]);
        self.p.at[here.index()] -= count;
        let stock = &mut self.p.shelters[side].stock[token.index()];
        *stock = stock.saturating_add(count);
        self.tell(Event::Gained { side, token, count, source });
    }
}

/// Whether so many tokens may be scavenged here.
fn judge_take(p: &Position, count: u8) -> Result<(), Refusal> {
    let here = p.here();
    let Some(token) = here.gives() else {
        let on_ship = here == Location::Cargo;
        let rule = if on_ship { rule::OL_CARG_19 } else { rule::OL_ACT_04 };
        return Err(Refusal::NothingToScavenge { rule });
    };
    if count == 0 {
        return Err(Refusal::ScavengeOne);
    }
    if here == Location::Dam && !p.go.dam_open {
        return Err(Refusal::DamClosed);
    }
    match p.at[here.index()] {
        0 => return Err(Refusal::PlaceEmpty),
        held if count > held => return Err(Refusal::TooFewHere { held, token }),
        _ => {}
    }
    needs_points(p, rule::OL_ACT_01, count)
}

fn judge_algae(p: &Position) -> Result<(), Refusal> {
    if p.here() != Location::Base {
        return Err(Refusal::NoAlgaeHere);
    }
    if !p.algae {
        return Err(Refusal::AlgaeGone); // OL-BASE-03
    }
    needs_points(p, rule::OL_BASE_02, 1)
}
