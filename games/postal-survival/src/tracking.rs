//! Tracking: following another creature from the hex that both start in. PS-TRACK-01

use crate::land::{Hex, Land, Terrain};

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
    pub target: Option<u32>,
    /// How many hexes it can follow. PS-TRACK-04
    pub points: u8,
    /// Whether it went round in circles. PS-TRACK-07
    pub circling: bool,
}

/// Gives every tracker its path. Trackers in a closed loop stay; every other chain is worked out
/// from its head. PS-TRACK-07, PS-TRACK-08, PS-TRACK-09
pub fn follow_tracks(land: &Land, trails: &mut [Trail], paths: &mut Vec<Hex>) {
    let mut chain: Vec<u32> = Vec::new();
    for first in 0..trails.len() as u32 {
        chain.clear();
        let mut at = first;
        while trails[at as usize].path.is_none() {
            if let Some(place) = chain.iter().position(|link| *link == at) {
                for link in chain.drain(place..) {
                    let trail = &mut trails[link as usize];
                    trail.path = Some(Span::default());
                    trail.circling = true;
                }
                break;
            }
            chain.push(at);
            match trails[at as usize].target {
                Some(target) => at = target,
                None => trails[at as usize].path = Some(Span::default()),
            }
        }
        while let Some(link) = chain.pop() {
            let trail = trails[link as usize];
            if trail.path.is_some() {
                continue;
            }
            let ahead = trail.target.and_then(|target| trails[target as usize].path);
            let span = copied(land, ahead.unwrap_or_default(), trail.points, paths);
            trails[link as usize].path = Some(span);
        }
    }
}

/// The part of a path that a tracker can follow: up to the first desert or water, or its own points.
/// PS-TRACK-05
fn copied(land: &Land, ahead: Span, points: u8, paths: &mut Vec<Hex>) -> Span {
    let visible = |hex: &Hex| !matches!(land.terrain(*hex), Terrain::Desert | Terrain::Water);
    let followed = ahead.of(paths).iter().take(points as usize);
    let len = followed.take_while(|hex| visible(hex)).count() as u32;
    let start = paths.len() as u32;
    for i in 0..len {
        paths.push(paths[(ahead.start + i) as usize]);
    }
    Span { start, len }
}
