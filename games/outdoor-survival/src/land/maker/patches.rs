//! Swamps, deserts, mountains and woods: patches that grow.

use super::{Sketch, Step};
use crate::edition::components::Terrain;
use crate::land::check::middle;
use std::cmp::Reverse;
use terrain::growth::{compact, grow};
use terrain::{Cell, Fit};

/// Hexes of mountain and woods on the whole map (OS-MAP-02).
const MOUNTAINS: usize = 253;
const WOODS: usize = 401;
/// Hexes of both deserts together.
const DESERT: u32 = 78;

/// Places drawn for every patch, of which the one with the most room is taken.
const LOTS: u32 = 3;

/// The weight for [`grow`] that makes nearly round patches.
fn round(neighbours: u32) -> u32 {
    neighbours.pow(3)
}

impl Sketch<'_> {
    /// A patch of that terrain on clear ground for which `may` holds; its cells.
    fn patch(
        &mut self,
        terrain: Terrain,
        seeds: &[Cell],
        size: usize,
        may: impl Fn(Cell) -> bool,
        weight: fn(u32) -> u32,
    ) -> Option<Vec<Cell>> {
        let ground = &self.ground;
        let dice = &mut *self.dice;
        let may = |cell: Cell| ground[cell.index()] == Terrain::Clear && may(cell);
        let mut draw = |n| dice.roll("map", n) - 1;
        let cells = grow(&self.grid, seeds, size, may, weight, &mut draw)?;
        for cell in &cells {
            self.ground[cell.index()] = terrain;
        }
        Some(cells)
    }

    /// The big swamp west of centre in the north half, the small one east of it in the south half.
    pub(super) fn swamps(&mut self) -> Step {
        for (size, columns, rows) in [(31, 9..=15, 8..=12), (15, 28..=33, 22..=26)] {
            let centres = self.within(columns, rows);
            let centre = self.one_of(&centres).ok_or("no place for a swamp")?;
            let far = self.from(&[centre]);
            self.patch(Terrain::Swamp, &[centre], size, |cell| far[cell.index()] <= 4, round)
                .ok_or("no room for a swamp")?;
        }
        Ok(())
    }

    /// The big desert north to east of Base 5, the small one south-west of the big swamp.
    pub(super) fn deserts(&mut self) -> Step {
        let swamps = self.grid.pieces(|cell| self.is(cell, Terrain::Swamp));
        let bog = swamps.iter().max_by_key(|piece| piece.len()).and_then(|p| middle(&self.grid, p));
        let (bog_column, bog_row) = self.place(bog.ok_or("no swamp")?);
        let camp = self.from(&[self.camp()]);
        let wet = self.from(&self.all(Terrain::Swamp));
        let big = self.between(50..=60);
        let centres: Vec<Cell> = self
            .within(21..=30, 8..=18)
            .into_iter()
            .filter(|cell| (6..=7).contains(&camp[cell.index()]) && wet[cell.index()] >= 7)
            .collect();
        let centre = self.one_of(&centres).ok_or("no place for the big desert")?;
        let far = self.from(&[centre]);
        let may = |cell: Cell| {
            let index = cell.index();
            camp[index] >= 4 && wet[index] >= 4 && far[index] <= 6
        };
        let cells = self
            .patch(Terrain::Desert, &[centre], big.fit::<usize>(), may, round)
            .ok_or("no room for the big desert")?;
        let centred = middle(&self.grid, &cells).is_some_and(|cell| camp[cell.index()] <= 8);
        if !centred {
            return Err("the big desert grew too far from Base 5");
        }
        let dry = self.from(&self.all(Terrain::Desert));
        let centres: Vec<Cell> = self
            .within(5..=bog_column - 1, bog_row + 7..=23)
            .into_iter()
            .filter(|cell| wet[cell.index()] >= 5 && camp[cell.index()] >= 9)
            .collect();
        let centre = self.one_of(&centres).ok_or("no place for the small desert")?;
        let far = self.from(&[centre]);
        let grid = self.grid.clone();
        let may = |cell: Cell| {
            let index = cell.index();
            grid.place(cell).0 >= 3
                && wet[index] >= 3
                && dry[index] >= 5
                && camp[index] >= 7
                && far[index] <= 4
        };
        let cells = self
            .patch(Terrain::Desert, &[centre], (DESERT - big) as usize, may, round)
            .ok_or("no room for the small desert")?;
        match middle(&self.grid, &cells).map(|cell| self.place(cell)) {
            Some((column, row)) if column < bog_column && row > bog_row => Ok(()),
            _ => Err("the small desert grew too far east"),
        }
    }

    /// Mountains around the big desert with gaps between them, and mountains elsewhere.
    pub(super) fn mountains(&mut self) -> Step {
        let camp = self.from(&[self.camp()]);
        let deserts = self.grid.pieces(|cell| self.is(cell, Terrain::Desert));
        let big = deserts.iter().max_by_key(|piece| piece.len()).ok_or("no desert")?;
        let from_big = self.from(big);
        let border: Vec<Cell> =
            self.grid.cells().filter(|cell| from_big[cell.index()] == 1).collect();
        let apart = border.len().fit::<u32>() / 4;
        let mut gaps = Vec::new();
        let wanted = self.between(2..=3);
        for _ in 0..wanted {
            let near = self.from(&gaps);
            let free: Vec<Cell> =
                border.iter().copied().filter(|cell| near[cell.index()] >= apart).collect();
            gaps.extend(self.one_of(&free));
        }
        let near = self.from(&gaps);
        let mut ring = Vec::new();
        for cell in border {
            match near[cell.index()] {
                0 | 1 => self.kept[cell.index()] = true,
                _ if self.open(cell) => ring.push(cell),
                _ => {}
            }
        }
        for cell in &ring {
            self.ground[cell.index()] = Terrain::Mountain;
        }
        let arcs = self.grid.pieces(|cell| self.is(cell, Terrain::Mountain));
        for arc in &arcs {
            let more = arc.len().fit::<u32>() * self.between(10..=22) / 10;
            self.extend(Terrain::Mountain, arc, more.fit::<usize>(), |cell| {
                camp[cell.index()] >= 4
            });
        }
        let patches = self.between(16..=19).fit::<usize>().saturating_sub(arcs.len());
        let left = MOUNTAINS.saturating_sub(self.all(Terrain::Mountain).len());
        self.strew(Terrain::Mountain, patches, left, 2, |cell| camp[cell.index()] >= 5)
    }

    /// Woods where room is left.
    pub(super) fn woods(&mut self) -> Step {
        let camp = self.from(&[self.camp()]);
        let patches = self.between(16..=19).fit::<usize>();
        self.strew(Terrain::Woods, patches, WOODS, 3, |cell| camp[cell.index()] >= 3)
    }

    /// As many separate patches as `patches` with `total` hexes together.
    fn strew(
        &mut self,
        terrain: Terrain,
        patches: usize,
        total: usize,
        least: u32,
        may: impl Fn(Cell) -> bool,
    ) -> Step {
        let mut sizes: Vec<usize> =
            (0..patches).map(|_| self.between(least..=14).fit::<usize>()).collect();
        let sum: usize = sizes.iter().sum();
        for size in &mut sizes {
            *size = (*size * total / sum).max(1);
        }
        sizes.sort_unstable_by_key(|size| Reverse(*size));
        let goal = self.all(terrain).len() + total;
        let mut seeds: Vec<Cell> = Vec::new();
        for _ in 0..patches {
            let (own, others) = (self.from(&self.all(terrain)), self.from(&seeds));
            let free = |least: u32| -> Vec<Cell> {
                let good = |cell: &Cell| {
                    let index = cell.index();
                    self.is(*cell, Terrain::Clear)
                        && self.open(*cell)
                        && may(*cell)
                        && own[index] >= 3
                        && others[index] >= least
                };
                self.grid.cells().filter(good).collect()
            };
            let room = [6, 5, 4].into_iter().map(free).find(|room| !room.is_empty());
            let room = room.ok_or("no place for another patch")?;
            let drawn: Vec<Cell> = self
                .grid
                .cells()
                .filter(|cell| !self.is(*cell, Terrain::Clear))
                .chain(seeds.iter().copied())
                .collect();
            let drawn = self.from(&drawn);
            seeds.extend(self.roomiest(&room, &drawn, LOTS));
        }
        for (number, size) in sizes.into_iter().enumerate() {
            let seed = seeds[number];
            let pending = self.from(&seeds[number + 1..]);
            let left = goal - self.all(terrain).len();
            self.ground[seed.index()] = terrain;
            self.extend(terrain, &[seed], size.min(left).saturating_sub(1), |cell| {
                may(cell) && pending[cell.index()] >= 2
            });
        }
        while self.all(terrain).len() < goal {
            self.swell(terrain, &may)?;
        }
        Ok(())
    }

    /// Adds up to `more` hexes to a patch without touching another of its terrain.
    fn extend(
        &mut self,
        terrain: Terrain,
        patch: &[Cell],
        more: usize,
        may: impl Fn(Cell) -> bool,
    ) {
        let others: Vec<Cell> =
            self.all(terrain).into_iter().filter(|cell| !patch.contains(cell)).collect();
        let others = self.from(&others);
        let free: Vec<bool> = self
            .grid
            .cells()
            .map(|cell| {
                let index = cell.index();
                !self.kept[index] && others[index] >= 2 && may(cell)
            })
            .collect();
        let mut size = patch.len() + more;
        while size > patch.len()
            && self.patch(terrain, patch, size, |cell| free[cell.index()], compact).is_none()
        {
            size = patch.len() + (size - patch.len()) * 3 / 4;
        }
    }

    /// Adds one hex to some patch, where it is the most surrounded.
    pub(super) fn swell(&mut self, terrain: Terrain, may: impl Fn(Cell) -> bool) -> Step {
        let room: Vec<(Cell, u32)> = self
            .grid
            .cells()
            .filter(|cell| self.is(*cell, Terrain::Clear) && !self.kept[cell.index()])
            .filter(|cell| may(*cell) && self.at_rim(*cell, terrain))
            .map(|cell| (cell, self.beside(cell, terrain)))
            .collect();
        let most = room.iter().map(|(_, beside)| *beside).max().ok_or("no room for a patch")?;
        let best: Vec<Cell> =
            room.into_iter().filter(|(_, beside)| *beside == most).map(|(cell, _)| cell).collect();
        let cell = self.one_of(&best).ok_or("no room for a patch")?;
        self.ground[cell.index()] = terrain;
        Ok(())
    }
}
