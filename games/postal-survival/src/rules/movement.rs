//! Movement: where a creature can go, the way there, and everybody going at once. PS-MOVE-02, PS-SWIM-05

use super::feeding::tell;
use super::orders::MovePlan;
use super::tracking::{Span, follow_tracks};
use super::wandering::{Crowd, forage, wander};
use super::{Judge, Judged, Round};
use crate::action::{Action, Line, Move, Step, Telling, Whom};
use crate::edition::{Gene, Genes, Rulings};
use crate::event::{Event, How};
use crate::land::{Hex, Island, Land};
use crate::position::Creature;
use crate::refusal::{Obstacle, Refusal};
use smallvec::SmallVec;
use table::{Dice, Fit, Log, Offers};
use terrain::Side;

/// The most hexes that an order may name: the creature's own stands first.
const MOST_STEPS: usize = LONGEST + 1;

/// Offers the moves of a creature: paths by their ends. PS-MOVE-02, PS-MOVE-08, PS-MOVE-09
pub(super) fn offer_moves(
    island: &Island,
    swim_mix: bool,
    creature: &Creature,
    tell: &mut impl Offers<Telling>,
) {
    for movement in [Move::Stay, Move::Wander, Move::Forage] {
        tell.offer(|| Telling::moving(movement));
    }
    let ways = reach(&island.land, creature.genes, creature.hex, swim_mix);
    // In label order, its own hex among them.
    let before = ways.partition_point(|way| way.end < creature.hex);
    tell.offer_each(ways.len() - 1, |place| {
        let way = &ways[place + usize::from(place >= before)];
        let hexes = std::iter::once(&creature.hex).chain(way.path());
        let steps = hexes.map(|hex| Step::To(island.place(*hex))).collect();
        Telling::moving(Move::Path(steps))
    });
}

/// An order that names only where to go, with the whole way that it means: the one on offer. PS-MOVE-07
pub(crate) fn spelled_out(island: &Island, swim_mix: bool, mut action: Action) -> Action {
    let Line::Tell(Whom::One(tag), Telling { movement: Some(Move::Path(steps)), .. }) =
        &mut action.line
    else {
        return action;
    };
    if let ([Step::To(place)], Some(creature)) = (steps.as_slice(), island.alive(tag.id))
        && let Some(end) = island.land.find(*place).filter(|end| *end != creature.hex)
        && let Some(from) = creature.placed()
        && let Ok(path) = way_to(&island.land, creature.genes, from, end, swim_mix)
    {
        let hexes = std::iter::once(&from).chain(&path);
        *steps = hexes.map(|hex| Step::To(island.place(*hex))).collect();
    }
    action
}

/// A path names a hex or more. PS-MOVE-02
fn judge_length(steps: &[Step]) -> Judged {
    match (1..=MOST_STEPS).contains(&steps.len()) {
        true => Ok(()),
        false => Err(Refusal::PathLength),
    }
}

impl Judge<'_> {
    /// The move of one creature.
    pub(super) fn judge_move(&self, creature: &Creature, movement: &Move) -> Judged {
        if self.round() == 1 {
            return Err(Refusal::PlacedNotMoved); // PS-MOVE-01
        }
        match movement {
            Move::Stay | Move::Wander | Move::Forage => Ok(()),
            Move::Track(target) => self.judge_tracking(creature, *target),
            Move::Path(steps) => {
                judge_length(steps)?;
                let (land, mixed) = (&self.island.land, self.game.rulings().swim_mix);
                match follow(land, creature.genes, creature.hex, steps, mixed) {
                    Ok(_) => Ok(()),
                    Err(obstacle) => Err(Refusal::Way(creature.tag(), obstacle)),
                }
            }
        }
    }

    /// The move of all creatures, each from where it is.
    pub(super) fn judge_common_move(&self, movement: &Move, standing: bool) -> Judged {
        match movement {
            Move::Track(_) => Err(Refusal::TrackOneByOne),
            _ if self.round() == 1 && !standing => Err(Refusal::PlacedNotMoved),
            Move::Path(steps) => judge_length(steps),
            Move::Stay | Move::Wander | Move::Forage => Ok(()),
        }
    }
}

/// The most hexes that a move can enter: three times into water and out again.
pub const LONGEST: usize = 6;

/// The hexes that a creature enters, in order.
pub(crate) type Path = SmallVec<[Hex; LONGEST + 2]>;

/// One end of a move, with the way there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Where it ends.
    pub end: Hex,
    /// What it costs.
    pub cost: u8,
    hexes: [Hex; LONGEST],
    steps: u8,
}

impl Way {
    /// The hexes entered, in order.
    pub fn path(&self) -> &[Hex] {
        &self.hexes[..self.steps as usize]
    }
}

/// How far along a way one is: walking may be followed by swimming only if the two may mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gait {
    Begun,
    Walking,
    Swimming,
    /// Out of the water, and at the end if swimming and walking do not mix.
    Ashore,
}

#[derive(Clone, Copy)]
struct Node {
    hex: Hex,
    gait: Gait,
    cost: u8,
    /// The sides taken, in base 6: compares ways of equal length step by step.
    code: u32,
    hexes: [Hex; LONGEST],
}

impl Node {
    /// Where one more step through a side leads, if the creature can and may go there.
    fn stride(&self, land: &Land, genes: Genes, side: Side, swim_mix: bool) -> Option<Node> {
        let hex = land.neighbour(self.hex, side)?;
        let water = !land.terrain(hex).is_land();
        if water && !genes.swims() {
            return None;
        }
        let mixing = match self.gait {
            Gait::Walking => water,
            Gait::Ashore => true,
            Gait::Begun | Gait::Swimming => false,
        };
        if mixing && !swim_mix {
            return None;
        }
        let landing = self.gait == Gait::Swimming && !water;
        let cost = self.cost + u8::from(!landing);
        let gait = match (water, landing) {
            (true, _) => Gait::Swimming,
            (false, true) if !swim_mix => Gait::Ashore,
            (false, _) => Gait::Walking,
        };
        let code = self.code * 6 + u32::from(side.0);
        (cost <= genes.movement()).then_some(Node { hex, gait, cost, code, hexes: self.hexes })
    }
}

/// Every hex where a creature with these genes may end its move, its own included, in label order,
/// each with the way of least cost, then fewest steps, then first in the order of the sides. Water costs
/// a point like land, so that the fast swim further. PS-SPEED-03, PS-SWIM-03, PS-SWIM-04, PS-AMPH-01
pub fn reach(land: &Land, genes: Genes, from: Hex, swim_mix: bool) -> &[Way] {
    let find = || find_ways(land, genes, from, swim_mix);
    land.known_ways().of(land.len(), (genes, swim_mix), from, find)
}

/// Works out what [`reach`] gives.
fn find_ways(land: &Land, genes: Genes, from: Hex, swim_mix: bool) -> Vec<Way> {
    let start =
        Node { hex: from, gait: Gait::Begun, cost: 0, code: 0, hexes: [Hex::NOWHERE; LONGEST] };
    let mut ways = vec![Way { end: from, cost: 0, hexes: start.hexes, steps: 0 }];
    let mut seen: Vec<Node> = vec![start];
    let mut layer = vec![start];
    for step in 1..=LONGEST {
        let mut next: Vec<Node> = Vec::new();
        for node in &layer {
            for side in Side::ALL {
                let Some(mut found) = node.stride(land, genes, side, swim_mix) else { continue };
                found.hexes[step - 1] = found.hex;
                let same = |other: &&Node| other.hex == found.hex && other.gait == found.gait;
                if seen.iter().filter(same).any(|other| other.cost <= found.cost) {
                    continue;
                }
                let better = |other: &Node| (found.cost, found.code) < (other.cost, other.code);
                match next.iter_mut().find(|other| same(&&**other)) {
                    Some(other) if better(other) => *other = found,
                    Some(_) => {}
                    None => next.push(found),
                }
            }
        }
        for node in &next {
            let rests = land.terrain(node.hex).is_land() || genes.has(Gene::Amphibiousness);
            let way =
                Way { end: node.hex, cost: node.cost, hexes: node.hexes, steps: step.fit::<u8>() };
            match ways.iter_mut().find(|way| way.end == node.hex) {
                _ if !rests => {}
                Some(known) if way.cost < known.cost => *known = way,
                Some(_) => {}
                None => ways.push(way),
            }
        }
        seen.extend_from_slice(&next);
        layer = next;
    }
    ways.sort_by_key(|way| way.end);
    ways
}

/// The hexes that the steps enter, if the creature can go that way; empty for staying. The
/// creature's own hex may stand first. PS-MOVE-06, PS-MOVE-07
pub fn follow(
    land: &Land,
    genes: Genes,
    from: Hex,
    steps: &[Step],
    swim_mix: bool,
) -> Result<Path, Obstacle> {
    let mut hexes = Path::new();
    let mut here = from;
    for step in steps {
        here = match step {
            Step::To(place) => land.find(*place).ok_or(Obstacle::NoSuchHex(*place))?,
            Step::Through(side) => {
                land.neighbour(here, *side).ok_or(Obstacle::Edge(land.place(here), *side))?
            }
        };
        hexes.push(here);
    }
    if hexes.first() == Some(&from) && matches!(steps.first(), Some(Step::To(_))) {
        hexes.remove(0);
    }
    match hexes.as_slice() {
        [] => return Ok(hexes),
        [end] if !land.touch(from, *end) => {
            return way_to(land, genes, from, *end, swim_mix);
        }
        _ => {}
    }
    walkable(land, genes, from, &hexes, swim_mix).map(|()| hexes)
}

fn way_to(
    land: &Land,
    genes: Genes,
    from: Hex,
    end: Hex,
    swim_mix: bool,
) -> Result<Path, Obstacle> {
    let ways = reach(land, genes, from, swim_mix);
    let way = ways.iter().find(|way| way.end == end);
    way.map(|way| way.path().into()).ok_or_else(|| Obstacle::TooFar(land.place(end)))
}

/// Whether the creature can enter these hexes one after the other. PS-SWIM-02, PS-SWIM-05, PS-AMPH-01,
/// PS-AMPH-09
pub fn walkable(
    land: &Land,
    genes: Genes,
    from: Hex,
    path: &[Hex],
    swim_mix: bool,
) -> Result<(), Obstacle> {
    let Some(end) = path.last() else {
        return Ok(());
    };
    let wet = |hex: Hex| !land.terrain(hex).is_land();
    let mut here = from;
    let mut swimming = false;
    let mut cost = 0u32;
    for hex in path {
        if !land.touch(here, *hex) {
            return Err(Obstacle::Gap(land.place(here), land.place(*hex)));
        }
        if wet(*hex) && !genes.swims() {
            return Err(Obstacle::Water(land.place(*hex)));
        }
        if !swimming || wet(*hex) {
            cost += 1;
        }
        swimming = wet(*hex);
        here = *hex;
    }
    if wet(*end) && !genes.has(Gene::Amphibiousness) {
        return Err(Obstacle::EndsInWater(land.place(*end)));
    }
    if cost > u32::from(genes.movement()) {
        return Err(Obstacle::TooFar(land.place(*end)));
    }
    let swum = path.iter().filter(|hex| wet(**hex)).count();
    let swim_then_land =
        path.iter().take_while(|hex| wet(**hex)).count() == swum && path.len() - swum <= 1;
    if swum > 0 && !swim_then_land && !swim_mix {
        return Err(Obstacle::Mixed);
    }
    Ok(())
}

impl Round {
    /// Puts a path among the paths of the round.
    pub(super) fn lay(&mut self, path: &[Hex]) -> Span {
        let start = self.paths.len().fit::<u32>();
        self.paths.extend_from_slice(path);
        Span { start, len: path.len().fit::<u32>() }
    }

    /// All creatures move at the same moment: wanderers by id, then trackers. What lies on the way has no
    /// effect. PS-MOVE-03, PS-NMR-12, PS-SPEED-04, PS-SWIM-06
    pub(super) fn movement(
        &mut self,
        island: &mut Island,
        rulings: &Rulings,
        old: usize,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let round = island.coming();
        let foragers = self.intents[..old].iter().any(|intent| intent.plan == MovePlan::Forage);
        let crowd = if foragers { Crowd::new(island) } else { Crowd::default() };
        for place in 0..old {
            let creature = &island[island.living[place]];
            let start = self.paths.len().fit::<u32>();
            match self.intents[place].plan {
                MovePlan::Stay => {}
                MovePlan::Path | MovePlan::Track => continue,
                MovePlan::Forage => {
                    let way = forage(island, &crowd, creature, rulings.swim_mix);
                    self.paths.extend_from_slice(way.path());
                }
                MovePlan::Wander => {
                    let (land, paths) = (&island.land, &mut self.paths);
                    let keys = [round.into(), creature.id.0.into()];
                    dice.stream("wandering", &keys, |dice| {
                        wander(land, creature.genes, creature.hex, dice, paths);
                    });
                }
            }
            let len = self.paths.len().fit::<u32>() - start;
            self.trails[place].path = Some(Span { start, len });
        }
        follow_tracks(&island.land, &mut self.trails, &mut self.paths);
        for place in 0..old {
            let slot = island.living[place];
            let from = island[slot].hex;
            let path = self.trails[place].path.unwrap_or_default().of(&self.paths);
            if let Some(end) = path.last() {
                island[slot].hex = *end;
            }
            tell(log, || Event::Moved {
                who: island[slot].tag(),
                from: island.place(from),
                to: island.place(island[slot].hex),
                how: self.how(island, place, path),
            });
        }
    }

    fn how(&self, island: &Island, place: usize, path: &[Hex]) -> How {
        let trail = &self.trails[place];
        match (self.intents[place].plan, trail.target) {
            _ if trail.circling => How::InCircles,
            (MovePlan::Track, Some(target)) => {
                let ahead = self.trails[target].path.unwrap_or_default();
                let who = island[island.living[target]].tag();
                match path.len() {
                    all if all == ahead.len as usize => How::Tracked(who),
                    all if all >= trail.points.into() => How::Outrun(who), // PS-TRACK-04
                    _ => How::LostTracks(who),                             // PS-TRACK-05
                }
            }
            (MovePlan::Wander, _) => How::Wandered,
            _ if path.is_empty() => How::Stayed,
            _ if path.iter().any(|hex| !island.terrain(*hex).is_land()) => How::Swam,
            _ => How::Walked,
        }
    }
}
