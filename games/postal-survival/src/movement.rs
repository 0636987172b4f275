//! Where a creature can go, and the way there. PS-MOVE-02, PS-SWIM-05

use crate::gene::{Gene, Genes};
use crate::land::{Hex, Land, Place};
use crate::orders::Step;
use std::fmt;
use terrain::Side;

/// The most hexes that a move can enter: three times into water and out again.
pub const LONGEST: usize = 6;

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

/// Every hex where a creature with these genes may end its move, its own included, in label order,
/// each with the way of least cost, then fewest steps, then first in the order of the sides.
pub fn reach(land: &Land, genes: Genes, from: Hex, swim_mix: bool) -> Vec<Way> {
    let points = genes.movement();
    let start =
        Node { hex: from, gait: Gait::Begun, cost: 0, code: 0, hexes: [Hex::NOWHERE; LONGEST] };
    let mut ways = vec![Way { end: from, cost: 0, hexes: start.hexes, steps: 0 }];
    let mut seen: Vec<Node> = vec![start];
    let mut layer = vec![start];
    for step in 1..=LONGEST {
        let mut next: Vec<Node> = Vec::new();
        for node in &layer {
            for side in Side::ALL {
                let Some(hex) = land.neighbour(node.hex, side) else {
                    continue;
                };
                let water = !land.terrain(hex).is_land();
                if water && !genes.swims() {
                    continue;
                }
                let mixing = match node.gait {
                    Gait::Walking => water,
                    Gait::Ashore => true,
                    Gait::Begun | Gait::Swimming => false,
                };
                if mixing && !swim_mix {
                    continue;
                }
                let landing = node.gait == Gait::Swimming && !water;
                let cost = node.cost + !landing as u8;
                if cost > points {
                    continue;
                }
                let gait = match (water, landing) {
                    (true, _) => Gait::Swimming,
                    (false, true) if !swim_mix => Gait::Ashore,
                    (false, _) => Gait::Walking,
                };
                let mut hexes = node.hexes;
                hexes[step - 1] = hex;
                let found = Node { hex, gait, cost, code: node.code * 6 + side.0 as u32, hexes };
                let same = |other: &&Node| other.hex == hex && other.gait == gait;
                if seen.iter().filter(same).any(|other| other.cost <= cost) {
                    continue;
                }
                match next.iter_mut().find(|other| same(&&**other)) {
                    Some(other) if (cost, found.code) < (other.cost, other.code) => *other = found,
                    Some(_) => {}
                    None => next.push(found),
                }
            }
        }
        for node in &next {
            let rests = land.terrain(node.hex).is_land() || genes.has(Gene::Amphibiousness);
            let way = Way { end: node.hex, cost: node.cost, hexes: node.hexes, steps: step as u8 };
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

/// Why a path cannot be gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// There is no such hex.
    NoSuchHex(Place),
    /// The side leads off the map.
    Edge(Place, Side),
    /// The hex is out of reach.
    TooFar(Place),
    /// These two do not touch.
    Gap(Place, Place),
    /// Water, and the creature cannot swim.
    Water(Place),
    /// The path ends in water, and the creature cannot stay there.
    EndsInWater(Place),
    /// Swimming and walking may not be mixed in this game.
    Mixed,
}

impl Obstacle {
    /// The rule that is in the way.
    pub fn rule(&self) -> &'static str {
        match self {
            Obstacle::NoSuchHex(_) | Obstacle::Edge(..) => "PS-MAP-18",
            Obstacle::TooFar(_) => "PS-MOVE-02",
            Obstacle::Gap(..) => "PS-MOVE-06",
            Obstacle::Water(_) => "PS-MAP-03",
            Obstacle::EndsInWater(_) => "PS-SWIM-02",
            Obstacle::Mixed => "PS-SWIM-05",
        }
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::NoSuchHex(hex) => write!(f, "there is no hex {hex} on this map"),
            Obstacle::Edge(hex, side) => {
                write!(f, "there is nothing {} of {hex}", side.name(terrain::Top::Flat))
            }
            Obstacle::TooFar(hex) => write!(f, "{hex} is out of reach"),
            Obstacle::Gap(a, b) => write!(f, "{a} and {b} are not neighbours"),
            Obstacle::Water(hex) => write!(f, "{hex} is water and it cannot swim"),
            Obstacle::EndsInWater(hex) => {
                write!(f, "it must come out on land; it cannot stay in {hex}")
            }
            Obstacle::Mixed => f.write_str("a move may not mix swimming and walking in this game"),
        }
    }
}

/// The hexes that the steps enter, if the creature can go that way; empty for staying. The
/// creature's own hex may stand first. PS-MOVE-06, PS-MOVE-07
pub fn follow(
    land: &Land,
    genes: Genes,
    from: Hex,
    steps: &[Step],
    swim_mix: bool,
) -> Result<Vec<Hex>, Obstacle> {
    let mut hexes = Vec::with_capacity(steps.len());
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
) -> Result<Vec<Hex>, Obstacle> {
    let ways = reach(land, genes, from, swim_mix);
    let way = ways.iter().find(|way| way.end == end);
    way.map(|way| way.path().to_vec()).ok_or_else(|| Obstacle::TooFar(land.place(end)))
}

/// Whether the creature can enter these hexes one after the other. PS-SWIM-02, PS-AMPH-09
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
    if cost > genes.movement() as u32 {
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
