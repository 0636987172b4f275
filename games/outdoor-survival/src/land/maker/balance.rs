//! Balance: how far the edges are from the bases, in points, mended by moving woods about.

use super::{Sketch, Step};
use crate::edition::components::Terrain;
use crate::land::{Edge, Ground, Hex, Wilderness};
use terrain::Cell;

/// The base, the edge, and the least and most points that the cheapest way off should cost: one
/// inside what the check allows.
const WAYS_OFF: [(u8, Edge, u16, u16); 5] = [
    (5, Edge::N, 23, 27),
    (5, Edge::S, 23, 27),
    (5, Edge::W, 25, 31),
    (5, Edge::E, 25, 31),
    (4, Edge::E, 46, 54),
];

/// Times that woods are moved before a sketch is given up.
const MENDINGS: u32 = 80;
/// The most wooded patches of a map.
const PATCHES: usize = 20;

impl Sketch<'_> {
    /// Brings every way off into its band.
    pub(super) fn balance(&mut self) -> Step {
        for _ in 0..MENDINGS {
            let board = Wilderness::new(self.map(), Ground::default())
                .map_err(|_| "the sketch is no board")?;
            let mut worst: Option<(u16, bool, Vec<Cell>)> = None;
            let mut walked = vec![false; self.grid.extent()];
            for (base, edge, least, most) in WAYS_OFF {
                let points = board.way_off(edge.into());
                let from = self.bases[&(u32::from(base))];
                let way = way(&board, from, &points);
                let cost = points[from.index()];
                let (miss, short) =
                    (least.saturating_sub(cost).max(cost.saturating_sub(most)), cost < least);
                if cost + 1 >= most {
                    for cell in &way {
                        walked[cell.index()] = true;
                    }
                }
                if miss > worst.as_ref().map_or(0, |(miss, ..)| *miss) {
                    worst = Some((miss, short, way));
                }
            }
            match worst {
                None => return Ok(()),
                Some((_, true, way)) => self.plant(&way, &walked)?,
                Some((_, false, way)) => self.fell(&way)?,
            }
        }
        Err("ways off that cannot be mended")
    }

    /// Moves woods onto a way that is too cheap, off the raggedest edges elsewhere.
    fn plant(&mut self, way: &[Cell], walked: &[bool]) -> Step {
        let camp = self.from(&[self.camp()]);
        let bare = |cell: &Cell| {
            self.is(*cell, Terrain::Clear)
                && self.open(*cell)
                && !walked[cell.index()]
                && camp[cell.index()] >= 3
        };
        let on_way: Vec<Cell> = way.iter().copied().filter(bare).collect();
        let at_woods: Vec<Cell> =
            on_way.iter().copied().filter(|cell| self.at_rim(*cell, Terrain::Woods)).collect();
        let alone: Vec<Cell> =
            on_way.into_iter().filter(|cell| self.beside(*cell, Terrain::Woods) == 0).collect();
        let patches = self.grid.pieces(|cell| self.is(cell, Terrain::Woods)).len();
        let found = patches < PATCHES && (at_woods.is_empty() || self.between(1..=6) == 1);
        let first =
            if found && !alone.is_empty() { self.one_of(&alone) } else { self.one_of(&at_woods) };
        let mut planted = vec![first.ok_or("no room to plant woods")?];
        self.ground[planted[0].index()] = Terrain::Woods;
        for _ in 0..5 {
            let around = self.from(&planted);
            let room: Vec<Cell> = self
                .grid
                .cells()
                .filter(|cell| around[cell.index()] == 1)
                .filter(|cell| self.is(*cell, Terrain::Clear) && self.open(*cell))
                .filter(|cell| camp[cell.index()] >= 3 && self.at_rim(*cell, Terrain::Woods))
                .collect();
            let beside: Vec<u32> =
                self.grid.cells().map(|cell| self.beside(cell, Terrain::Woods)).collect();
            if let Some(cell) = self.roomiest(&room, &beside, 3) {
                self.ground[cell.index()] = Terrain::Woods;
                planted.push(cell);
            }
        }
        let near = self.from(&[&planted[..], way].concat());
        for _ in 0..planted.len() {
            self.shave(|cell| near[cell.index()] >= 2)?;
        }
        Ok(())
    }

    /// Takes one hex from some wood, where it is the least surrounded.
    fn shave(&mut self, may: impl Fn(Cell) -> bool) -> Step {
        let rims: Vec<(Cell, u32)> = self
            .grid
            .cells()
            .filter(|cell| self.is(*cell, Terrain::Woods) && self.open(*cell))
            .filter(|cell| may(*cell) && self.at_rim(*cell, Terrain::Woods))
            .map(|cell| (cell, self.beside(cell, Terrain::Woods)))
            .collect();
        let least = rims.iter().map(|(_, beside)| *beside).min().ok_or("no woods to fell")?;
        let rims: Vec<Cell> =
            rims.into_iter().filter(|(_, beside)| *beside == least).map(|(cell, _)| cell).collect();
        let cell = self.one_of(&rims).ok_or("no woods to fell")?;
        self.ground[cell.index()] = Terrain::Clear;
        Ok(())
    }

    /// Moves woods or mountains off a way that is too dear, to where they are the most surrounded.
    fn fell(&mut self, way: &[Cell]) -> Step {
        let deserts = self.from(&self.all(Terrain::Desert));
        let rims: Vec<Cell> = way
            .iter()
            .copied()
            .filter(|cell| self.open(*cell) && deserts[cell.index()] >= 2)
            .filter(|cell| {
                let terrain = self.ground[cell.index()];
                matches!(terrain, Terrain::Woods | Terrain::Mountain) && self.at_rim(*cell, terrain)
            })
            .collect();
        let cell = self.one_of(&rims).ok_or("no way to clear")?;
        let terrain = self.ground[cell.index()];
        self.ground[cell.index()] = Terrain::Clear;
        let near = self.from(way);
        let camp = self.from(&[self.camp()]);
        self.swell(terrain, |cell| near[cell.index()] >= 2 && camp[cell.index()] >= 4)
    }
}

/// The hexes of the cheapest way off, the first included.
fn way(board: &Wilderness, from: Cell, points: &[u16]) -> Vec<Cell> {
    let mut way = vec![from];
    let mut at = from;
    loop {
        let left = points[at.index()];
        let onwards = board.ways(Hex::of(at), true).iter().find_map(|way| {
            let to = way.to()?.cell();
            let rest = points[to.index()].checked_add(way.enter.into());
            (rest == Some(left)).then_some(to)
        });
        match onwards {
            Some(to) if left < u16::MAX => at = to,
            _ => return way,
        }
        way.push(at);
    }
}
