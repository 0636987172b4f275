//! Equipment: when a tile works, what it adds where a hero stands, and how tiles are drawn.

use crate::edition::roster::{Equipment, Location, RoomKind, Token};
use crate::event::{Event, Source};
use crate::position::{Position, Shelter};
use crate::refusal::Refusal;
use crate::rule;
use crate::{Outlive, Pile, Play, Side};

/// Where a bonus tile works, what it gives, and whether it is a "+" bonus, taken from the
/// Location after at least one token was scavenged. OL-EQ-09, OL-EQ-10, OL-EQ-11
fn bonus(tile: Equipment) -> Option<(&'static [Location], Token, bool)> {
    use Location::{Base, Blackwood, Cargo, Dam, Fairgrounds, Forest, Mine, SilentPeak};
    Some(match tile {
        Equipment::Axe => (&[Forest], Token::Wood, true), // OL-EQ-20
        Equipment::Bow => (&[Forest], Token::Meat, false), // OL-EQ-21
        Equipment::Pickaxe => (&[Mine], Token::Metal, true), // OL-EQ-22
        Equipment::Purifier => (&[Mine], Token::Water, false), // OL-EQ-23
        Equipment::Backpack => (&[Fairgrounds], Token::Chips, true), // OL-EQ-24
        Equipment::MetalDetector => (&[Fairgrounds], Token::Canned, false), // OL-EQ-25
        Equipment::Jerrycan => (&[Dam], Token::Water, true), // OL-EQ-26, OL-DAM-09
        Equipment::AmmoBox => (&[Base], Token::Munitions, true), // OL-EQ-28
        Equipment::Crowbar => (&[Base], Token::Chips, false), // OL-EQ-29
        Equipment::Chainsaw => (&[Blackwood, SilentPeak], Token::Wood, false), // OL-EQ-30
        Equipment::Hacksaw => (&[Cargo], Token::Metal, false), // OL-EQ-33
        _ => return None,
    })
}

/// The bonus tiles of each Location, for the generator.
fn bonus_tiles(place: Location) -> &'static [Equipment] {
    match place {
        Location::Forest => &[Equipment::Axe, Equipment::Bow],
        Location::Mine => &[Equipment::Pickaxe, Equipment::Purifier],
        Location::Fairgrounds => &[Equipment::Backpack, Equipment::MetalDetector],
        Location::Dam => &[Equipment::Jerrycan],
        Location::Base => &[Equipment::AmmoBox, Equipment::Crowbar],
        Location::Blackwood | Location::SilentPeak => &[Equipment::Chainsaw],
        Location::Cargo => &[Equipment::Hacksaw],
    }
}

/// The token of a "+" tile.
pub(crate) fn bonus_token(tile: Equipment) -> Option<Token> {
    match tile {
        Equipment::Axe => Some(Token::Wood),
        Equipment::Pickaxe => Some(Token::Metal),
        Equipment::Backpack => Some(Token::Chips),
        Equipment::Jerrycan => Some(Token::Water),
        Equipment::AmmoBox => Some(Token::Munitions),
        _ => None,
    }
}

impl Outlive {
    /// Bonus tiles that work for the hero now acting, for the generator.
    pub(crate) fn usable_gear<'p>(
        &self,
        p: &'p Position,
        seat: Side,
    ) -> impl Iterator<Item = Equipment> + use<'p> {
        let here = p.here();
        let plenty = p.go.scavenged && p.at[here.index()] > 0;
        bonus_tiles(here).iter().copied().filter(move |tile| {
            p.shelters[seat].ready(*tile) && (plenty || bonus_token(*tile).is_none())
        })
    }

    pub(crate) fn judge_gear(
        &self,
        p: &Position,
        seat: Side,
        tile: Equipment,
    ) -> Result<(), Refusal> {
        let here = p.here();
        let Some((places, _, plus)) = bonus(tile) else {
            return Err(Refusal::NoBonusTile); // OL-EQ-12
        };
        self.judge_tile(&p.shelters[seat], tile)?;
        if !places.contains(&here) {
            return Err(Refusal::GearElsewhere); // OL-EQ-12
        }
        if plus && !p.go.scavenged {
            return Err(Refusal::ScavengeFirst);
        }
        if plus && p.at[here.index()] == 0 {
            return Err(Refusal::NothingToAdd);
        }
        Ok(())
    }

    /// Whether a tile works now. OL-EQ-02, OL-EQ-07
    pub(crate) fn judge_tile(&self, shelter: &Shelter, tile: Equipment) -> Result<(), Refusal> {
        if shelter.broken & tile.bit() != 0 {
            return Err(Refusal::TileBroken);
        }
        if shelter.repaired & tile.bit() == 0 {
            let (name, rule) = (self.titles.tile(tile), rule::OL_EQ_02);
            return Err(Refusal::NoTile { name, rule });
        }
        if shelter.spent & tile.bit() != 0 {
            return Err(Refusal::TileUsed);
        }
        Ok(())
    }

    /// Whether a tile that helps a hero works now. OL-EQ-02, OL-EQ-07
    pub(crate) fn judge_working(&self, shelter: &Shelter, tile: Equipment) -> Result<(), Refusal> {
        if shelter.repaired & tile.bit() == 0 {
            return Err(Refusal::NoWorkingTile { name: self.titles.tile(tile) });
        }
        if shelter.spent & tile.bit() != 0 {
            return Err(Refusal::TileUsed);
        }
        Ok(())
    }

    /// What an effect of equipment amounts to.
    pub fn gear_amount(&self, tile: Equipment) -> u8 {
        self.parts.equipment[tile.index()].amount
    }
}

impl Play<'_> {
    /// What a bonus tile brings, for no action point. OL-EQ-13, OL-EQ-42, OL-EQ-43
    pub fn bonus_from(&mut self, side: Side, tile: Equipment) {
        let Some((_, token, plus)) = bonus(tile) else {
            return;
        };
        self.use_gear(side, tile);
        let (here, amount) = (self.p.here(), self.game.gear_amount(tile));
        if plus {
            self.pick_up(side, here, token, amount, Source::Gear(tile)); // OL-EQ-10
        } else {
            self.gain(side, token, amount, Source::Gear(tile)); // OL-EQ-11
        }
    }

    /// Equipment is used for this turn. OL-EQ-07, OL-EQ-44
    pub fn use_gear(&mut self, side: Side, tile: Equipment) {
        self.p.shelters[side].spent |= tile.bit();
        self.tell(Event::UsedGear { side, tile });
    }

    /// Tiles that the owner has are passed over. OL-EQ-03, OL-EQ-04, OL-EQ-05, OL-EQ-06
    pub fn draw_equipment(&mut self, seat: Side, room: RoomKind) {
        let mut aside: Pile<Equipment, 40> = Pile::default();
        let drawn = loop {
            self.refill_deck();
            match self.p.deck.pop() {
                Some(tile) if self.p.shelters[seat].owns(tile) => {
                    self.tell(Event::Rejected { seat, tile });
                    aside.push(tile);
                }
                drawn => break drawn,
            }
        };
        for tile in aside.iter() {
            self.p.discards.push(*tile);
        }
        self.log.reveal();
        if let Some(tile) = drawn {
            self.p.shelters[seat].broken |= tile.bit();
        }
        self.tell(Event::Drew { seat, tile: drawn, room });
    }
}
