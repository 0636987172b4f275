//! What the ledger is checked with: cases, tests, probes and the sums that never change.

pub(crate) mod given;
mod words;

use crate::action::{Action, Key, Method, Space, Waiver};
use crate::edition::roster::{
    City, Equipment, EventCard, Leader, Location, RoomKind, SearchTile, Token,
};
use crate::position::{Giving, Orders, Phase, Position, RoomName};
use crate::{HeroId, Outlive, Placement, RoomSlot, Side};
use given::Given;
use table::{Conformant, Dice, Edition, Exhibits, Fit, Seat, Setup, SetupError, Shown};

impl Shown for Outlive {
    type Given = Given;

    fn exhibits() -> Exhibits {
        table::exhibits!(crate::rule::PLACES)
    }

    fn arrange(
        edition: &Edition,
        setup: &Setup,
        given: Given,
        dice: &mut Dice,
    ) -> Result<(Self, Position), SetupError> {
        given.arrange(edition, setup, dice)
    }
}

/// Something of each, drawn at random.
struct Draw<'a>(&'a mut Dice);

impl Draw<'_> {
    fn of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.0.roll("probe", things.len().fit::<u32>()).fit::<usize>() - 1]
    }

    fn below(&mut self, most: u32) -> u8 {
        (self.0.roll("probe", most) - 1).fit::<u8>()
    }

    fn side(&mut self) -> Side {
        Side::FIRST.clockwise(self.below(4), 4)
    }

    fn flag(&mut self) -> bool {
        self.0.roll("probe", 2) == 1
    }

    fn room(&mut self, p: &Position, seat: Side) -> RoomName {
        if self.flag() {
            return p.shelters[seat].name(self.of(&RoomSlot::ALL));
        }
        RoomName { kind: self.of(&RoomKind::ALL), second: self.below(5) == 0 }
    }

    fn space(&mut self, p: &Position, seat: Side) -> Space {
        if self.flag() { Space::Airlock } else { Space::Room(self.room(p, seat)) }
    }

    fn action(&mut self, p: &Position, seat: Side, kind: u8) -> Action {
        match kind {
            0 => Action::Discard(self.of(&RoomKind::ALL), self.of(&RoomKind::ALL)),
            1 => Action::Pick(self.of(&RoomKind::ALL)),
            2 => Action::Free(self.room(p, seat)),
            3 => Action::Start(self.below(8)),
            4 => Action::Keep(self.of(&Leader::ALL)),
            5 => self.of(&[
                Action::Confirm,
                Action::Revise,
                Action::End,
                Action::Pass,
                Action::Algae,
                Action::Search,
                Action::FreeSearch,
                Action::Sensor,
                Action::AllGear,
                Action::NoSwap,
                Action::LoseVirtual,
                Action::Open(Key::Chip),
                Action::Open(Key::Card),
                Action::Orders(None),
                Action::Refugee(None),
                Action::Bat(None),
            ]),
            6 => Action::Draw(self.of(&City::ALL)),
            7 => Action::Drop(self.of(&SearchTile::ALL)),
            8 => Action::Place(self.below(6) + 1, self.of(&Location::ALL)),
            9 => Action::Lose(self.of(&Token::ALL)),
            10 => Action::LoseSurvivor(self.space(p, seat)),
            11 => Action::Bat(Some(self.side())),
            12 => Action::Defend {
                immunity: self.flag(),
                gear: self.flag(),
                munitions: self.below(5),
            },
            13 => Action::Give(self.of(&Token::ALL)),
            14 => Action::Demand(self.side(), self.of(&Token::ALL)),
            15 => Action::Orders(Some(Orders {
                keep: self.below(6),
                give: self.of(&[Giving::Most, Giving::Materials, Giving::Supplies]),
            })),
            16..=19 => Action::Activate {
                hero: self.of(&HeroId::ALL),
                to: self.of(&Location::ALL),
                exo: self.below(3) == 0,
                hook: self.below(3) == 0,
                share: self.below(3) == 0,
            },
            20 => Action::Stay(self.of(&HeroId::ALL)),
            21 => Action::Peek(self.of(&City::ALL)),
            22 => Action::Take(self.below(8)),
            23 => Action::Salvage(self.below(5)),
            24..=26 => Action::Hunt {
                depth: self.below(3) * self.below(4),
                munitions: self.below(8),
                shotgun: self.flag(),
                trap: self.flag(),
            },
            27 => Action::Bonus(self.below(20)),
            28 => Action::Gear(self.of(&Equipment::ALL)),
            29 => Action::Flashlight(self.space(p, seat)),
            30 => Action::Board(self.space(p, seat)),
            31 => Action::Refugee(Some(self.space(p, seat))),
            32 => Action::Swap(self.of(&Token::ALL), self.of(&Token::ALL)),
            33..=36 => {
                let waiver = match self.below(3) {
                    0 => Waiver::None,
                    1 => Waiver::One(self.of(&Token::ALL)),
                    _ => Waiver::Two(self.of(&Token::ALL), self.of(&Token::ALL)),
                };
                let card = if self.flag() && p.flipped > 0 {
                    p.events[usize::from(self.below(u32::from(p.flipped)))]
                } else {
                    self.of(&EventCard::ALL)
                };
                Action::Overcome(card, waiver)
            }
            37..=40 => {
                Action::Feed { meat: self.below(5), water: self.below(5), canned: self.below(5) }
            }
            41 => Action::Recruit(self.of(&Token::ALL), self.below(8)),
            42..=44 => Action::Build {
                room: self.room(p, seat),
                workshop: self.flag(),
                paid: [self.below(4), self.below(3), self.below(3)],
            },
            45 => Action::Move(self.room(p, seat), self.below(5)),
            46 => Action::Use(self.room(p, seat)),
            47 => Action::Recycle(self.room(p, seat), self.of(&Equipment::ALL)),
            _ => {
                let token = self.of(&Token::ALL);
                let method = self.of(&[
                    Method::Full,
                    Method::ToolStore(token),
                    Method::Bench(token),
                    Method::Laboratory,
                    Method::StoreAndBench,
                    Method::TwoBenches,
                ]);
                Action::Repair(self.of(&Equipment::ALL), method)
            }
        }
    }
}

impl Conformant for Outlive {
    /// Set-up; then per turn and activation the move with its reactions, 5 action points, 20 tiles
    /// of equipment, free searches and looks; and per Shelter and Night the seven steps.
    fn bound(&self) -> usize {
        let (seats, sides) = (usize::from(self.seat_count()), usize::from(self.side_count()));
        100 * seats + usize::from(self.turns()) * (4 * sides * 50 + seats * 140)
    }

    fn probes(&self, p: &Position, seat: Seat, dice: &mut Dice, out: &mut Vec<Action>) {
        let mut draw = Draw(dice);
        for kind in 0..52 {
            out.push(draw.action(p, seat.into(), kind));
        }
    }

    fn secret(&self, p: &Position) -> bool {
        p.phase == Phase::Draft
            || p.phase == Phase::Placement && self.options().placement == Placement::Simultaneous
    }

    fn conserved(&self, p: &Position) -> Vec<(&'static str, i64)> {
        let mut sums: Vec<(&'static str, i64)> = Token::ALL
            .into_iter()
            .map(|token| {
                let kind = token.index();
                let placed: i64 = Location::ALL
                    .into_iter()
                    .filter(|place| place.gives() == Some(token))
                    .map(|place| i64::from(p.at[place.index()]))
                    .sum();
                let held: i64 = p.shelters.iter().map(|s| i64::from(s.stock[kind])).sum();
                let carried: i64 = p.horde.carried.iter().map(|c| i64::from(c[kind])).sum();
                (token.word(), i64::from(p.reserve.tokens[kind]) + placed + held + carried)
            })
            .collect();
        let housed: i64 = p.shelters.iter().map(|s| i64::from(s.people())).sum();
        let waiting = p.slots.iter().filter(|slot| slot.survivor).count().fit::<i64>();
        sums.push(("survivors", i64::from(p.reserve.survivors) + housed + waiting));
        let laid_out = p.phase != Phase::Draft;
        let owned: u32 = p.shelters.iter().map(|s| (s.broken | s.repaired).count_ones()).sum();
        let shown = p.display.iter().flatten().flatten().count();
        let equipment = p.deck.len() + p.discards.len() + shown + owned.fit::<usize>();
        sums.push(("equipment", if laid_out { equipment.fit::<i64>() } else { 40 }));
        let minis = |tiles: &[SearchTile]| {
            tiles.iter().filter(|tile| tile.index() < 9).count().fit::<i64>()
        };
        let search: i64 = (0..2).map(|city| minis(&p.search[city]) + minis(&p.found[city])).sum();
        let in_box: i64 = self.parts().search.iter().map(|n| i64::from(*n)).sum();
        sums.push(("search tiles", if laid_out { search } else { 2 * in_box }));
        let caught: i64 = p
            .shelters
            .iter()
            .map(|s| s.caught)
            .chain([p.horde.caught])
            .flatten()
            .map(i64::from)
            .sum();
        let wild = p.wild.iter().map(|stack| stack.len().fit::<i64>()).sum::<i64>() + caught;
        let stacked = 3 * i64::from(self.parts().wild_stack[self.column()]);
        sums.push(("wild game", if laid_out { wild } else { stacked }));
        sums
    }
}
