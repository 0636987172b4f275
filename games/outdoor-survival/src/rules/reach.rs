//! Where a move can end: every hex that the acting person can come to rest on with what he rolled.

use crate::Outfit;
use crate::edition::components::Turns;
use crate::land::{Edges, Hex};
use crate::position::{Journey, PATH, Person, Position};
use terrain::{Fit, Side};

/// The most end hexes that are looked at.
const MOST_ENDS: usize = 640;

/// One hex on which a move can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The hex.
    pub at: Hex,
    /// Whether water was met on the way there.
    pub water: bool,
    /// Whether food was met on the way there.
    pub food: bool,
    /// Sides to step through, in order.
    sides: [Side; PATH - 1],
    steps: u8,
}

impl Stop {
    /// The sides to step through, in order; none if the person stays where he is.
    pub fn sides(&self) -> &[Side] {
        &self.sides[..usize::from(self.steps)]
    }
}

/// What it does for a person to enter a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Met {
    /// His water is met.
    pub water: bool,
    /// His food is met.
    pub food: bool,
    /// What he is after is there.
    pub goal: bool,
}

/// Every hex on which a move can end, each once for every combination of needs met on the way. It
/// can be filled again and again, which spares setting it up.
#[derive(Clone)]
pub struct Ends {
    stops: [Stop; MOST_ENDS],
    /// Hex and needs of each stop, to find it by.
    keys: [u32; MOST_ENDS],
    count: usize,
    /// The cheapest way seen off the board.
    off: Option<Stop>,
    /// The shortest way seen into a goal.
    goal: Option<Stop>,
    edges: Edges,
    looked: u32,
    seen: Seen,
}

impl Default for Ends {
    fn default() -> Ends {
        Ends {
            stops: [NOWHERE; MOST_ENDS],
            keys: [0; MOST_ENDS],
            count: 0,
            off: None,
            goal: None,
            edges: Edges::NONE,
            looked: 0,
            seen: Seen([(u32::MAX, Turns::NONE); 512]),
        }
    }
}

impl Ends {
    /// The ends, in the order of their hexes.
    pub fn stops(&self) -> &[Stop] {
        &self.stops[..self.count]
    }

    /// A way into a goal, if this move can come there, to end or to pass.
    pub fn goal(&self) -> Option<&Stop> {
        self.goal.as_ref()
    }

    /// A way off the board, if this move can leave it.
    pub fn off(&self) -> Option<&Stop> {
        self.off.as_ref()
    }
}

const NOWHERE: Stop =
    Stop { at: Hex(0), water: false, food: false, sides: [Side(0); PATH - 1], steps: 0 };

/// Walkers of one hex, heading, points and flag with fewer turns reach nothing new; this remembers
/// the most turns seen, in a small table that forgets.
#[derive(Clone)]
struct Seen([(u32, Turns); 512]);

impl Outfit {
    /// All ends of the acting person's move from here, with these edges open; `meets` says what
    /// it does for him to enter a hex.
    pub(crate) fn ends(
        &self,
        p: &Position,
        edges: Edges,
        meets: impl Fn(Hex) -> Met,
        ends: &mut Ends,
    ) {
        (ends.count, ends.looked, ends.edges) = (0, 0, edges);
        (ends.off, ends.goal) = (None, None);
        ends.seen.0.fill((u32::MAX, Turns::NONE));
        let mut walker = p.clone();
        let mut way = NOWHERE;
        self.explore(&mut walker, &meets, &mut way, ends);
        ends.stops[..ends.count].sort_unstable_by_key(Stop::key);
    }

    fn explore(
        &self,
        p: &mut Position,
        meets: &impl Fn(Hex) -> Met,
        way: &mut Stop,
        ends: &mut Ends,
    ) {
        // Charts with many turns on open ground have more ways than anybody looks at.
        ends.looked += 1;
        if ends.looked > 20_000 || (!self.switches.no_revisit && ends.seen.again(p, way)) {
            return;
        }
        let decided;
        let ways = match p.journey.doubts().is_empty() {
            true => self.board.ways(p.actor().at, self.uses_trails(p.acting)),
            false => {
                decided = self.ways_out(p);
                &decided
            }
        };
        let moves = self.moves_over(p, ends.edges, ways);
        if moves.stop {
            way.at = p.actor().at;
            ends.add(way);
        }
        let acting = p.acting;
        let Journey { points, turns, heading, along, steps, .. } = p.journey;
        let Person { at, rate, .. } = p.persons[acting];
        let (water, food, so_far) = (way.water, way.food, way.steps);
        for side in moves.steps.iter() {
            let step = ways[side];
            let Some(slot) = way.sides.get_mut(usize::from(so_far)) else { continue };
            *slot = side;
            way.steps = so_far + 1;
            if let Some(to) = step.to() {
                self.walk_over(p, side, ways);
                let met = meets(to);
                way.water |= met.water;
                way.food |= met.food;
                if met.goal && ends.goal.is_none_or(|goal| way.steps < goal.steps) {
                    ends.goal = Some(Stop { at: to, ..*way });
                }
                self.explore(p, meets, way, ends);
                // All that a step changes.
                p.journey = Journey { points, turns, heading, along, steps, ..p.journey };
                p.persons[acting] = Person { at, rate, ..p.persons[acting] };
            } else if ends.off.is_none_or(|off| way.steps < off.steps) {
                ends.off = Some(*way);
            }
            (way.water, way.food, way.steps) = (water, food, so_far);
        }
    }
}

impl Stop {
    fn key(&self) -> u32 {
        u32::from(self.at.0) << 2 | u32::from(self.water) << 1 | u32::from(self.food)
    }
}

impl Ends {
    fn add(&mut self, stop: &Stop) {
        let key = stop.key();
        match self.keys[..self.count].iter().position(|other| *other == key) {
            Some(place) if stop.steps < self.stops[place].steps => self.stops[place] = *stop,
            Some(_) => {}
            None if self.count < MOST_ENDS => {
                (self.stops[self.count], self.keys[self.count]) = (*stop, key);
                self.count += 1;
            }
            None => {}
        }
    }
}

impl Seen {
    fn again(&mut self, p: &Position, way: &Stop) -> bool {
        let journey = &p.journey;
        let heading = journey.heading.map_or(6, |side| u32::from(side.0));
        let key = u32::from(p.actor().at.0) << 12
            | heading << 9
            | u32::from(journey.points) << 4
            | u32::from(p.actor().rate) << 3
            | u32::from(journey.along) << 2
            | u32::from(way.water) << 1
            | u32::from(way.food);
        let slot = &mut self.0[(key.wrapping_mul(0x9E37_79B1) >> 23).fit::<usize>()];
        let again = slot.0 == key && slot.1 >= journey.turns;
        if !again {
            *slot = (key, journey.turns);
        }
        again
    }
}
