//! Itineraries: ways off the board from source to source, weighed in days.
//!
//! Somebody with a long way to go walks from one source to the next, rests there while it pays, and
//! goes on; only the last stretch leads off the board. How long that takes from every source, in
//! every condition, is worked out once; where a day ends is then judged by what is in reach.

use crate::Outfit;
use crate::bots::endurance::{Condition, Endurance};
use crate::edition::scenarios::RoleId;
use crate::land::{Edges, Hex};
use crate::rules::reach::Stop;
use terrain::{Fit, Side};

/// The most points between two sources of one itinerary.
const STRETCH: u16 = 30;
/// The most sources in reach that are looked at: where all the land feeds, the nearest will do.
const MOST_NEAR: usize = 96;
/// The most points of a last stretch that are told apart.
const FARTHEST: usize = 90;
/// Days that it takes to end on a lone hex, once near.
const LANDING: u8 = 3;
/// What being done for weighs, in tenths of a day.
const RUIN: u32 = 200;
/// What no march outweighs.
const MOST_WEIGHT: u32 = 20_000;
/// Tenths of the average gain that days can bring, from bad luck to good.
const LUCKS: [u32; 5] = [9, 11, 13, 15, 17];
/// What a walker counts on when he plans: he hopes, or he would never set out.
const FAIR_LUCK: u32 = 16;
/// A hex that is no source.
const NO_SOURCE: u16 = u16::MAX;

/// A march of some points that starts in some condition.
#[derive(Clone, Copy)]
struct March {
    days: u8,
    /// Tenths of a day, days of weakness counted more.
    weight: u16,
}

/// A hex where a need is met.
struct SupplyHex {
    at: Hex,
    offers: [bool; 2],
    /// Days that it takes to come to rest there, once near.
    landing: u8,
}

/// Ways off over some edges, for one role.
pub(crate) struct Itinerary {
    endurance: Endurance,
    off: Vec<u16>,
    sources: Vec<SupplyHex>,
    /// The source of every hex.
    source_at: Vec<u16>,
    /// Sources in reach of every hex and the points to them, the nearest first; those of hex `h`
    /// begin at `first[h]`.
    near: Vec<(u16, u8)>,
    first: Vec<u32>,
    /// By condition and points.
    marches: Vec<March>,
    /// Tenths of a day from every source in every condition.
    days: Vec<u16>,
    /// Tenths of a day from every hex in every condition, for somebody who is on his way.
    walking: Vec<u16>,
}

impl Itinerary {
    /// Works out the ways off over these edges.
    pub fn new(set: &Outfit, role: RoleId, edges: Edges) -> Itinerary {
        let escorting = set.scenario.roles[role.index()].needs_charge;
        let endurance = Endurance::of(set, role, escorting);
        let cells = set.board.hexes.len();
        let mut sources = Vec::new();
        let mut source_at = vec![NO_SOURCE; cells];
        for cell in set.board.cells() {
            let offers = endurance.sources(cell);
            if offers != [false; 2] {
                source_at[cell.index()] = sources.len().fit::<u16>();
                sources.push(SupplyHex { at: cell, offers, landing: 0 });
            }
        }
        for source in &mut sources {
            source.landing = landing(set, &endurance, source, &source_at);
        }
        let mut lists: Vec<Vec<(u16, u8)>> = vec![Vec::new(); cells];
        for (index, source) in sources.iter().enumerate() {
            set.board.near(&[source.at], STRETCH, |cell, points| {
                lists[cell.index()].push((index.fit::<u16>(), points.fit::<u8>()));
            });
        }
        let mut first = vec![0u32];
        let mut near = Vec::new();
        for mut list in lists {
            list.sort_unstable_by_key(|(source, points)| (*points, *source));
            near.extend(list.into_iter().take(MOST_NEAR));
            first.push(near.len().fit::<u32>());
        }
        let mut itinerary = Itinerary {
            off: set.board.way_off(edges),
            marches: marches(&endurance),
            days: Vec::new(),
            walking: Vec::new(),
            endurance,
            sources,
            source_at,
            near,
            first,
        };
        itinerary.settle(set);
        let (dry, hungry) = itinerary.endurance.extent();
        let conditions = || {
            (0..dry.fit::<u8>()).flat_map(move |dry| {
                (0..hungry.fit::<u8>()).map(move |hungry| Condition { dry, hungry })
            })
        };
        let walking = set
            .board
            .extent()
            .flat_map(|cell| conditions().map(move |condition| (cell, condition)))
            .map(|(cell, condition)| itinerary.walk_from(cell, condition));
        itinerary.walking = walking.map(Fit::fit).collect();
        itinerary
    }

    /// Improves the days from every source until nothing gets better; from the hungriest down, for
    /// all that is done on the way makes hungrier, and from the sources nearest to the edge back.
    fn settle(&mut self, set: &Outfit) {
        let (dry, hungry) = self.endurance.extent();
        self.days = vec![u16::MAX; self.sources.len() * dry * hungry];
        let mut outward: Vec<usize> = (0..self.sources.len()).collect();
        outward.sort_by_key(|source| self.off[self.sources[*source].at.index()]);
        let mut better = true;
        while better {
            better = false;
            for state in (0..hungry * dry).rev() {
                let now = Condition { dry: (state % dry).fit(), hungry: (state / dry).fit() };
                for source in outward.iter().copied() {
                    let go = self.walk_from(self.sources[source].at, now);
                    let rest = self.by_resting(set, source.fit::<u16>(), now, Some(0));
                    let best: u16 = rest.map_or(go, |rest| rest.min(go)).fit();
                    let place = self.place(source.fit::<u16>(), now);
                    better |= best < self.days[place];
                    self.days[place] = self.days[place].min(best);
                }
            }
        }
    }

    fn state(&self, condition: Condition) -> usize {
        let hungry = self.endurance.extent().1;
        usize::from(condition.dry) * hungry + usize::from(condition.hungry)
    }

    fn place(&self, source: u16, condition: Condition) -> usize {
        let (dry, hungry) = self.endurance.extent();
        usize::from(source) * dry * hungry + self.state(condition)
    }

    /// Tenths of a day off the board for somebody who is on his way from this hex.
    pub fn by_walking(&self, from: Hex, condition: Condition) -> u32 {
        let (dry, hungry) = self.endurance.extent();
        let state = self.state(self.endurance.felt(condition));
        u32::from(self.walking[from.index() * dry * hungry + state])
    }

    /// The same, worked out from the days of the sources in reach.
    fn walk_from(&self, from: Hex, condition: Condition) -> u32 {
        let now = self.endurance.felt(condition);
        let (dry, hungry) = self.endurance.extent();
        let marches = &self.marches[self.state(now) * (FARTHEST + 1)..];
        let off = self.off[from.index()] as usize;
        let mut best = u32::from(marches[off.min(FARTHEST)].weight);
        let (start, end) = (self.first[from.index()], self.first[from.index() + 1]);
        for (source, points) in &self.near[start.fit()..end.fit()] {
            if *points == 0 {
                continue;
            }
            let march = marches[usize::from(*points)];
            if u32::from(march.weight) >= best {
                break;
            }
            let SupplyHex { offers: [water, food], landing, .. } =
                self.sources[usize::from(*source)];
            let days = march.days.saturating_add(landing);
            let there = self.endurance.worn(
                now,
                days.saturating_sub(u8::from(water)),
                days.saturating_sub(u8::from(food)),
            );
            if (usize::from(there.dry)) < dry && (usize::from(there.hungry)) < hungry {
                let weight =
                    u32::from(march.weight) + u32::from(landing) * day(self.endurance.level(there));
                best = best.min(weight + u32::from(self.days[self.place(*source, there)]));
            }
        }
        best
    }

    /// Tenths of a day off the board for somebody who rests on this source until it brings
    /// something.
    fn by_resting(
        &self,
        set: &Outfit,
        source: u16,
        now: Condition,
        stay_days: Option<u8>,
    ) -> Option<u32> {
        let at = self.sources[usize::from(source)].at;
        let (days, then) = self.endurance.after_rest(set, now, at, stay_days)?;
        let (dry, hungry) = self.endurance.extent();
        let bearable = (usize::from(then.dry)) < dry && (usize::from(then.hungry)) < hungry;
        let weight = u32::from(days) * day(self.endurance.level(now));
        bearable.then(|| weight + u32::from(self.days[self.place(source, then)]))
    }

    /// Whether rest on this hex brings somebody off the board sooner than going on.
    pub fn rests(&self, set: &Outfit, at: Hex, now: Condition, stay_days: Option<u8>) -> bool {
        let now = self.endurance.felt(now);
        let source = self.source_at[at.index()];
        source != NO_SOURCE
            && self
                .by_resting(set, source, now, stay_days)
                .is_some_and(|rest| rest <= self.by_walking(at, now))
    }

    /// Tenths of a day off the board for somebody whose day ends like this, in this condition.
    pub fn after(&self, stop: &Stop, then: Condition) -> u32 {
        let (dry, hungry) = self.endurance.extent();
        if usize::from(then.dry) >= dry
            || usize::from(then.hungry) >= hungry
            || self.endurance.is_finished(then)
        {
            return RUIN + 100 + u32::from(self.off[stop.at.index()].min(200));
        }
        let walking = self.by_walking(stop.at, then);
        match self.source_at[stop.at.index()] {
            NO_SOURCE => walking,
            source => walking.min(u32::from(self.days[self.place(source, then)])),
        }
    }
}

/// A lone hex on which one must end is hard to hit: one comes by, and must come back.
fn landing(set: &Outfit, endurance: &Endurance, source: &SupplyHex, source_at: &[u16]) -> u8 {
    let passing = endurance.in_passing(set);
    let must_end = (0..2).any(|which| source.offers[which] && !passing[which]);
    let beside = Side::ALL.into_iter().filter_map(|side| set.board.neighbour(source.at, side));
    let alone = beside.filter(|cell| source_at[cell.index()] != NO_SOURCE).count() == 0;
    if must_end && alone { LANDING } else { 0 }
}

/// A day's weight, in tenths: to be weak is to be in danger.
fn day(level: u8) -> u32 {
    let level = u32::from(level);
    10 + level * level / 2
}

/// Marches of every length from every condition.
fn marches(endurance: &Endurance) -> Vec<March> {
    let (dry, hungry) = endurance.extent();
    let mut marches = Vec::with_capacity(dry * hungry * (FARTHEST + 1));
    for dry in 0..dry.fit::<u8>() {
        for hungry in 0..hungry.fit::<u8>() {
            for points in 0..=FARTHEST.fit::<u32>() {
                marches.push(march(endurance, Condition { dry, hungry }, points * 10));
            }
        }
    }
    marches
}

/// A march with fair luck, weighed by the average over all lucks.
fn march(endurance: &Endurance, now: Condition, points: u32) -> March {
    let weights = LUCKS.map(|luck| u32::from(march_with(endurance, now, points, luck).weight));
    let weight = weights.iter().sum::<u32>() / LUCKS.len().fit::<u32>();
    March { weight: weight.fit::<u16>(), ..march_with(endurance, now, points, FAIR_LUCK) }
}

fn march_with(endurance: &Endurance, mut now: Condition, mut left: u32, luck: u32) -> March {
    let (mut days, mut weight) = (0u8, 0);
    let (dry, hungry) = endurance.extent();
    while left > 0 {
        let gain = u32::from(endurance.gain(now)) * luck / 10;
        let out = usize::from(now.dry) >= dry || usize::from(now.hungry) >= hungry;
        if out || gain == 0 || endurance.is_finished(now) {
            weight += RUIN + left;
            break;
        }
        weight += day(endurance.level(now)) * left.min(gain) / gain;
        left = left.saturating_sub(gain);
        days = days.saturating_add(1);
        now = endurance.worn(now, 1, 1);
    }
    March { days, weight: weight.min(MOST_WEIGHT).fit::<u16>() }
}
