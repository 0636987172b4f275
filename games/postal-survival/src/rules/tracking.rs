//! Tracking: following another creature from the hex that both start in. PS-TRACK-01

use super::{Judge, Judged};
use crate::action::{Move, Telling};
use crate::edition::Gene;
use crate::land::{Hex, Island, Land, Terrain};
use crate::position::{Creature, Id};
use crate::refusal::{Hindrance, Refusal};
use table::{Fit, Offers};

/// Offers a tracker everybody in its hex. PS-TRACK-01, PS-TRACK-02
pub(super) fn offer_tracking(
    island: &Island,
    creature: &Creature,
    tell: &mut impl Offers<Telling>,
) {
    if creature.genes.has(Gene::Tracking) {
        for other in island.within(creature.hex).filter(|other| other.id != creature.id) {
            tell.offer(|| Telling::moving(Move::Track(other.id)));
        }
    }
}

impl Judge<'_> {
    pub(super) fn judge_tracking(&self, creature: &Creature, target: Id) -> Judged {
        if !creature.genes.has(Gene::Tracking) {
            return Err(Refusal::NoTracker(creature.tag())); // PS-TRACK-01
        }
        if target == creature.id {
            return Err(Refusal::TracksItself(creature.tag())); // PS-TRACK-10
        }
        match self.island.alive(target) {
            None => Err(Refusal::NoTarget(target)),
            Some(other) if other.hex != creature.hex => {
                Err(Refusal::TargetElsewhere(other.tag(), self.island.place(other.hex)))
            }
            Some(_) => Ok(()),
        }
    }
}

/// Where the creature to be tracked stands among the living, if it can be. PS-TRACK-10
pub(crate) fn target_of(island: &Island, tracker: &Creature, id: Id) -> Result<usize, Hindrance> {
    if !tracker.genes.has(Gene::Tracking) {
        return Err(Hindrance::NoTracking);
    }
    let place = island.slot(id).and_then(|slot| island.living.binary_search(&slot).ok());
    let here = |place: &usize| {
        let other = &island[island.living[*place]];
        other.hex == tracker.hex && other.id != tracker.id
    };
    place.filter(here).ok_or(Hindrance::NoTracks)
}

/// A stretch of the list of all paths of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Where it begins.
    pub start: u32,
    /// How many hexes it has.
    pub len: u32,
}

impl Span {
    /// The hexes of the stretch.
    pub fn of(self, paths: &[Hex]) -> &[Hex] {
        let start = self.start as usize;
        paths.get(start..start + self.len as usize).unwrap_or(&[])
    }
}

/// One creature in the eyes of the trackers.
#[derive(Clone, Copy, Debug)]
pub struct Trail {
    /// The path, once it is known.
    pub path: Option<Span>,
    /// Whom it tracks, as an index.
    pub target: Option<usize>,
    /// How many hexes it can follow. PS-TRACK-04
    pub points: u8,
    /// Whether it went round in circles. PS-TRACK-07
    pub circling: bool,
}

/// Gives every tracker its path. Trackers in a closed loop stay; every other chain is worked out
/// from its head. PS-TRACK-07, PS-TRACK-08, PS-TRACK-09
pub fn follow_tracks(land: &Land, trails: &mut [Trail], paths: &mut Vec<Hex>) {
    let mut chain: Vec<usize> = Vec::new();
    for first in 0..trails.len() {
        chain.clear();
        let mut at = first;
        while trails[at].path.is_none() {
            if let Some(place) = chain.iter().position(|link| *link == at) {
                for link in chain.drain(place..) {
                    let trail = &mut trails[link];
                    trail.path = Some(Span::default());
                    trail.circling = true;
                }
                break;
            }
            chain.push(at);
            match trails[at].target {
                Some(target) => at = target,
                None => trails[at].path = Some(Span::default()),
            }
        }
        while let Some(link) = chain.pop() {
            let trail = trails[link];
            if trail.path.is_some() {
                continue;
            }
            let ahead = trail.target.and_then(|target| trails[target].path);
            let span = copied(land, ahead.unwrap_or_default(), trail.points, paths);
            trails[link].path = Some(span);
        }
    }
}

/// The part of a path that a tracker can follow: up to the first desert or water, or its own points.
/// Where both start does not matter. PS-TRACK-03, PS-TRACK-04, PS-TRACK-05, PS-TRACK-06
fn copied(land: &Land, ahead: Span, points: u8, paths: &mut Vec<Hex>) -> Span {
    let visible = |hex: &Hex| !matches!(land.terrain(*hex), Terrain::Desert | Terrain::Water);
    let followed = ahead.of(paths).iter().take(points.into());
    let len = followed.take_while(|hex| visible(hex)).count().fit::<u32>();
    let start = paths.len().fit::<u32>();
    for i in 0..len {
        paths.push(paths[(ahead.start + i) as usize]);
    }
    Span { start, len }
}
