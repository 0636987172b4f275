//! Every decision in a few words: on a button, and in the story.

use crate::edition::roster::{Equipment, EventCard, Location, in_words};
use crate::position::{Giving, Orders, RoomName};
use crate::rules::hunting::HUNTING_ROOMS;
use crate::speech::story::listed;
use crate::{Action, HeroId, Key, Method, Side, Space, Teller, Waiver};

impl Teller<'_> {
    pub(super) fn named(&self, name: RoomName) -> String {
        // The second of a kind is told apart, as its word is.
        let second = if name.second { " (second)" } else { "" };
        format!("{}{second}", self.kind_name(name.kind))
    }

    /// A space by its name, and a room by its number too: there may be two of a kind.
    fn space_named(&self, space: Space) -> String {
        match space {
            Space::Airlock => self.space_name(space),
            Space::Room(room) => self.named(room),
        }
    }

    /// A few words for a decision.
    pub(crate) fn label(&self, action: &Action) -> String {
        match *action {
            Action::Discard(first, second) => {
                format!("Discard {} and {}", self.kind_name(first), self.kind_name(second))
            }
            Action::Pick(kind) => format!("Keep {}", self.kind_name(kind)),
            Action::Free(name) => format!("Build {} free", self.named(name)),
            Action::Start(0) => "None start in the room".into(),
            Action::Start(count) => format!("{count} start in the room"),
            Action::Keep(leader) => format!("Follow {}", self.parts().leaders[leader.index()].name),
            Action::Confirm => "That is settled".into(),
            Action::Revise => "Choose again".into(),
            Action::Draw(city) => format!("Search {}", city.location().title()),
            Action::Drop(tile) => format!("Discard {}", tile.title()),
            Action::Place(strength, place) => format!("Hero {strength} to {}", place.named_so()),
            Action::Lose(token) => format!("Lose {}", token.counted(1)),
            Action::LoseVirtual => "Lose the Cistern's Water".into(),
            Action::LoseSurvivor(Space::Room(room)) => {
                format!("Lose a survivor from {}", self.named(room))
            }
            Action::LoseSurvivor(Space::Airlock) => "Lose a survivor from the Airlock".into(),
            Action::Bat(None) => "No Bat".into(),
            Action::Bat(Some(side)) => format!("Bat against {}", self.whom(side)),
            Action::Defend { immunity: true, .. } => "Use the Guard Room".into(),
            Action::Defend { gear, munitions, .. } => match (gear, munitions) {
                (false, 0) => "Do not defend".into(),
                (true, 0) => "Use Battle Gear".into(),
                (false, count) => format!("Spend {count} Munitions"),
                (true, count) => format!("Use Battle Gear and spend {count} Munitions"),
            },
            Action::Give(token) => format!("Give {}", token.counted(1)),
            Action::Demand(side, token) => {
                format!("Take {} from {}", token.counted(1), self.whom(side))
            }
            Action::Orders(None) => "Answer Pressure yourself".into(),
            Action::Orders(Some(orders)) => orders_label(orders),
            Action::Activate { hero, to, exo, hook, share } => {
                self.activation_label(hero, to, [exo, hook, share])
            }
            Action::Stay(hero) => format!("Hero {} stays", self.hero_name(Side::FIRST, hero)),
            Action::Hunt { depth, munitions, shotgun, trap } => {
                hunt_label(depth, munitions, [shotgun, trap])
            }
            Action::Bonus(rooms) => self.bonus_label(rooms),
            Action::Overcome(card, waiver) => self.overcome_label(card, waiver),
            Action::Repair(tile, method) => self.repair_label(tile, method),
            _ => self.plain_label(action),
        }
    }

    /// Decisions that one short line says.
    fn plain_label(&self, action: &Action) -> String {
        match *action {
            Action::Peek(city) => format!("Look through {}", city.location().title()),
            Action::Take(count) => format!("Take {count}"),
            Action::Open(Key::Chip) => "Open the Dam for 1 Microchip".into(),
            Action::Open(Key::Card) => "Open the Dam with the Access Card".into(),
            Action::Algae => "Harvest the Algae".into(),
            Action::Salvage(place) => format!("Salvage tile {}", u16::from(place) + 1),
            Action::Search => "Search".into(),
            Action::FreeSearch => "Search free".into(),
            Action::Sensor => "Use the Thermal Sensor".into(),
            Action::Gear(tile) => format!("Use {}", self.tile_name(tile)),
            Action::AllGear => "Use all equipment".into(),
            Action::Flashlight(space) => {
                format!("Flashlight: survivor to {}", self.space_named(space))
            }
            Action::Board(space) => format!("Survivor to {}", self.space_named(space)),
            Action::Refugee(None) => "Send the Refugee away".into(),
            Action::Refugee(Some(space)) => format!("Refugee to {}", self.space_named(space)),
            Action::Swap(from, to) => format!("Swap {} for {}", from.counted(1), to.counted(1)),
            Action::NoSwap => "No swap".into(),
            Action::Pass => "Pass".into(),
            Action::Feed { meat, water, canned } => {
                format!("Feed {}", in_words(&[meat, water, canned, 0, 0, 0, 0]))
            }
            Action::Recruit(token, count) => {
                format!("Recruit {count} for {}", token.counted(count))
            }
            Action::Build { room, workshop, paid } => {
                let paid = in_words(&[0, 0, 0, paid[0], paid[1], paid[2], 0]);
                let how = if workshop { " through the Workshop" } else { "" };
                format!("Build {} for {paid}{how}", self.named(room))
            }
            Action::Move(room, count) => format!("Move {count} into {}", self.named(room)),
            Action::Use(room) => format!("Use {}", self.named(room)),
            Action::Recycle(_, tile) => format!("Recycle {}", self.tile_name(tile)),
            _ => "Done".into(),
        }
    }

    fn activation_label(
        &self,
        hero: HeroId,
        to: Location,
        [exo, hook, share]: [bool; 3],
    ) -> String {
        let name = self.hero_name(Side::FIRST, hero);
        let mut label = format!("Hero {name} to {}", to.named_so());
        for (used, with) in
            [(exo, ", Exoskeleton"), (hook, ", Grappling Hook"), (share, ", sharing a slot")]
        {
            if used {
                label.push_str(with);
            }
        }
        label
    }

    fn bonus_label(&self, rooms: u8) -> String {
        let used: Vec<String> = HUNTING_ROOMS
            .into_iter()
            .enumerate()
            .filter(|(bit, _)| rooms >> bit & 1 != 0)
            .map(|(_, name)| self.named(name))
            .collect();
        if used.is_empty() { "No room".into() } else { format!("Use {}", listed(&used)) }
    }

    fn overcome_label(&self, card: EventCard, waiver: Waiver) -> String {
        let name = self.card_name(card);
        match self.waived(waiver) {
            None => format!("Overcome {name}"),
            Some(waived) => format!("Overcome {name}, {waived} less"),
        }
    }

    fn repair_label(&self, tile: Equipment, method: Method) -> String {
        let name = self.tile_name(tile);
        match method {
            Method::Full => format!("Repair {name}"),
            Method::ToolStore(token) => {
                format!("Repair {name}, Tool Store saves {}", token.counted(1))
            }
            Method::Bench(token) => {
                format!("Repair {name} on the Bench for {}", token.counted(1))
            }
            Method::Laboratory => format!("Repair {name} in the Laboratory"),
            Method::StoreAndBench => format!("Repair {name}: Tool Store and Bench"),
            Method::TwoBenches => format!("Repair {name}: both Benches"),
        }
    }
}

fn orders_label(orders: Orders) -> String {
    let give = match orders.give {
        Giving::Most => "the commonest",
        Giving::Materials => "Materials",
        Giving::Supplies => "Supplies",
    };
    format!("Keep {} Munitions, give {give} first", orders.keep)
}

fn hunt_label(depth: u8, munitions: u8, [shotgun, trap]: [bool; 2]) -> String {
    let mut label = match depth {
        0 => "Hunt".to_string(),
        depth => format!("Hunt tile {}", u16::from(depth) + 1),
    };
    if munitions > 0 {
        label.push_str(&format!(" with {munitions} Munitions"));
    }
    for (used, with) in [(shotgun, ", Shotgun"), (trap, ", Bear Trap")] {
        if used {
            label.push_str(with);
        }
    }
    label
}
