//! Counsel for Yellowstone: a herd is worth its animals, as far as they are fed, healthy and on time.

use super::counsel::{Counsel, SURE, edge};
use crate::yellowstone::Greedy;
use table::{Dice, Log, Seat};
use yellowstone::{Action, Herd, Kind, Position, Range, Season, Step, Yellowstone};

/// A lead, in hundredths of an Animal Point, that makes three to one.
const LEAD: i32 = 700;

/// Rounds that a playout looks ahead.
const ROUNDS: usize = 3;

/// Plays on for a few rounds and compares herds.
#[derive(Clone)]
pub struct Ranger {
    greedy: Greedy,
    hasty: Greedy,
}

impl Default for Ranger {
    fn default() -> Ranger {
        Ranger { greedy: Greedy::default(), hasty: Greedy::hasty() }
    }
}

impl Ranger {
    /// What a herd is worth, in hundredths of an Animal Point: its animals, less those that will
    /// starve if it gathers Food as herds do from here.
    fn herd(&self, game: &Yellowstone, position: &Position, place: usize) -> i32 {
        let herd = position.herd(place);
        let points = game.animal_points();
        let season = position.season;
        let (mut worth, mut living, mut hexes, mut turns) = (0, 0, 0, 0);
        for animal in herd.living() {
            let counter = herd.counter(animal);
            let kind = animal.kind();
            let mut own = points[kind as usize] as i32 * 100;
            if counter.injured {
                own -= own * 2 / 5;
            }
            if kind == Kind::Young && counter.with.is_none() && season < Season::Fall {
                own -= own / 8;
            }
            worth += own;
            living += 1;
            let way = hexes_to_go(game, position, herd, counter.hex);
            hexes += way;
            let pace = game.allowance(season, herd, animal).max(1) as i32;
            turns = turns.max(way * 10 / pace);
        }
        if living == 0 {
            return 0;
        }
        if game.scenario.spring_only {
            return worth - 12 * hexes + game.food_points(position, herd) as i32;
        }
        // Who comes a turn later is paid for a turn less.
        let late = turns * game.summer_turn() as i32 / 10;
        let open = |gained: bool, food: i32| if gained { 0 } else { food };
        let to_come = match season {
            Season::Spring => open(herd.first, 10) + open(herd.whole, 45) + 60 - late,
            Season::Summer => open(herd.whole, 35) + 40 - late,
            Season::Fall => 15 - late / 2,
            Season::Winter => 0,
        };
        let winter = if season == Season::Winter { 0 } else { 12 };
        let short = game.need(herd) as i32 + winter - game.food_points(position, herd) as i32;
        worth - starving(game, herd, short - to_come) - 2 * hexes
    }
}

/// What a herd loses that is so many Food Points short: Males first, who need most and count least. A
/// little even before that, for nothing is certain.
fn starving(game: &Yellowstone, herd: &Herd, short: i32) -> i32 {
    let males =
        herd.living_of(Kind::Male).count() as i32 * game.needs()[Kind::Male as usize] as i32;
    let unsure = (short + 40).clamp(0, 40);
    let dying_males = short.clamp(0, males);
    let others = (short - males).max(0);
    2 * unsure + 4 * dying_males + 32 * others + 8 * (short - males + 30).clamp(0, 30)
}

fn hexes_to_go(game: &Yellowstone, position: &Position, herd: &Herd, hex: yellowstone::Hex) -> i32 {
    let Some(species) = herd.species else { return 0 };
    let goal = match position.season {
        Season::Spring | Season::Summer => Range::Summer,
        _ => Range::Winter,
    };
    let way = game.park.range(species, goal).iter().map(|there| there.distance(hex));
    way.min().unwrap_or(0) as i32
}

impl Counsel<Yellowstone> for Ranger {
    const FAST: u32 = 800;
    const STRONG: u32 = 4000;

    fn habit(
        &mut self,
        game: &Yellowstone,
        position: &Position,
        seat: Seat,
        legal: &[Action],
        dice: &mut Dice,
    ) -> usize {
        self.hasty.decide(game, position, seat, legal, dice)
    }

    fn first_thought(
        &mut self,
        game: &Yellowstone,
        position: &Position,
        seat: Seat,
        legal: &[Action],
        dice: &mut Dice,
    ) -> usize {
        self.greedy.decide(game, position, seat, legal, dice)
    }

    fn begin(&mut self) {
        self.hasty.forget();
    }

    /// A herd's turn up to its predator roll, and what follows from that roll.
    fn stretch(&self, position: &Position) -> u64 {
        let hunting = matches!(position.step, Step::PredatorRoll | Step::Hunt | Step::Stalk);
        2 * position.turns as u64 + hunting as u64
    }

    fn depth(&self, _: &Yellowstone) -> u32 {
        0
    }

    /// Most decisions are single steps, and most of them matter little.
    fn stakes(&self, _: &Yellowstone, position: &Position) -> u32 {
        match position.step {
            Step::Move => 30,
            _ => 100,
        }
    }

    fn worth(&mut self, game: &Yellowstone, position: &Position, seat: Seat) -> i32 {
        let over = position.step == Step::Over;
        let seats = (0..game.herds()).map(|place| game.owner(place).0).max().unwrap_or(0) + 1;
        let worth = |seat: Seat| -> i32 {
            if over {
                let score = game.seat_score(position, seat);
                return score.points as i32 * 100
                    + score.females as i32 * 8
                    + score.surplus.clamp(-9, 9) as i32 / 2;
            }
            let own = (0..game.herds()).filter(|place| game.owner(*place) == seat);
            own.map(|place| self.herd(game, position, place)).sum()
        };
        let own = worth(seat);
        let others = Seat::first(seats).filter(|other| *other != seat);
        let Some(best) = others.map(worth).max() else {
            return edge(own - 2400, 2 * LEAD);
        };
        let lead = edge(own - best, LEAD);
        match over {
            true if own > best => SURE / 4 + lead * 3 / 4,
            true => lead * 3 / 4,
            false => SURE / 8 + lead * 3 / 4,
        }
    }

    /// In a playout the herd's moves are made at a stretch.
    fn stride(
        &mut self,
        game: &Yellowstone,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<yellowstone::Event>,
    ) -> u32 {
        match position.step {
            Step::Move => self.hasty.drive(game, position, dice, log),
            _ => 0,
        }
    }

    fn rests(
        &self,
        game: &Yellowstone,
        root: &Position,
        position: &Position,
        decisions: u32,
    ) -> bool {
        let turns = position.turns.saturating_sub(root.turns) as usize;
        let settled = position.step == Step::Roll;
        settled && turns > game.herds() * ROUNDS && decisions > 8
    }
}
