//! Bases, fords, catch-basins and food.

use super::{Sketch, Step};
use crate::edition::components::Terrain;
use terrain::Cell;

/// Fords, catch-basins and food sources on the whole map.
const FORDS: usize = 9;
const BASINS: usize = 24;
const FOODS: usize = 18;
/// How far a hex may lie from water, and from food.
const TO_WATER: u32 = 8;
const TO_FOOD: u32 = 11;

impl Sketch<'_> {
    /// Marks hexes that stay clear.
    fn keep(&mut self, cells: &[Cell]) {
        for cell in cells {
            self.kept[cell.index()] = true;
        }
    }

    /// The other eight bases, on ground that stays clear.
    pub(super) fn bases(&mut self) -> Step {
        let camp = self.from(&[self.camp()]);
        let around: Vec<Cell> = self.grid.cells().filter(|cell| camp[cell.index()] <= 1).collect();
        self.keep(&around);
        let rivers: Vec<Cell> = self.grid.cells().filter(|cell| self.river[cell.index()]).collect();
        let (rivers, deserts) = (self.from(&rivers), self.from(&self.all(Terrain::Desert)));
        for (number, columns, rows, distance) in [
            (1, 4..=13, 3..=10, 13..=18),
            (2, 18..=24, 2..=5, 13..=18),
            (3, 26..=29, 3..=9, 13..=18),
            (4, 1..=3, 16..=19, 0..=99),
            (6, 41..=43, 16..=19, 0..=99),
            (7, 15..=20, 20..=25, 7..=9),
            (8, 20..=24, 31..=33, 0..=99),
            (9, 33..=40, 23..=30, 13..=18),
        ] {
            let others = self.from(&self.bases.values().copied().collect::<Vec<_>>());
            let good = |cell: &Cell| {
                let index = cell.index();
                self.is(*cell, Terrain::Clear)
                    && distance.contains(&camp[index])
                    && rivers[index] >= 3
                    && deserts[index] >= 2
                    && others[index] >= 5
            };
            let room: Vec<Cell> = self.within(columns, rows).into_iter().filter(good).collect();
            let base = self.one_of(&room).ok_or("no place for a base")?;
            self.bases.insert(number, base);
            self.keep(&[base]);
        }
        Ok(())
    }

    /// Nine fords: one on every river, short ones first, then second ones on the longest.
    pub(super) fn fords(&mut self) -> Step {
        let mut order: Vec<usize> = (0..self.rivers.len()).collect();
        order.sort_by_key(|river| self.rivers[*river].cells.len());
        let again: Vec<usize> = order.iter().rev().copied().collect();
        order.extend(again);
        for river in order {
            if self.fords.len() == FORDS {
                break;
            }
            let near = self.from(&self.fords);
            let cells = &self.rivers[river].cells;
            let inner = cells.iter().skip(2).take(cells.len().saturating_sub(4));
            let good = |cell: &Cell| self.is(*cell, Terrain::Clear) && near[cell.index()] >= 5;
            let room: Vec<Cell> = inner.map(|(cell, _)| *cell).filter(good).collect();
            if let Some(ford) = self.one_of(&room) {
                self.fords.push(ford);
                self.keep(&[ford]);
            }
        }
        if self.fords.len() == FORDS { Ok(()) } else { Err("no place for a ford") }
    }

    /// Catch-basins: in the deserts, beside Base 8, and where water is far.
    pub(super) fn basins(&mut self) -> Step {
        let lack = "no place for a catch-basin";
        let rivers: Vec<Cell> = self.grid.cells().filter(|cell| self.river[cell.index()]).collect();
        let mut waters: Vec<Cell> =
            rivers.iter().copied().filter(|cell| !self.is(*cell, Terrain::Swamp)).collect();
        let (rivers, camp) = (self.from(&rivers), self.from(&[self.camp()]));
        let bottom = self.from(&[self.bases[&8]]);
        let bases = self.from(&self.bases.values().copied().collect::<Vec<_>>());
        let mut deserts = self.grid.pieces(|cell| self.is(cell, Terrain::Desert));
        deserts.sort_by_key(Vec::len);
        let [small, big] = &deserts[..] else {
            return Err("not two deserts");
        };
        for number in 0..BASINS {
            let (near, dry) = (self.from(&self.basins), self.from(&waters));
            let mut room: Vec<Cell> = match number {
                0 => small.clone(),
                1 | 2 => big.clone(),
                3 => self.grid.cells().filter(|cell| bottom[cell.index()] <= 2).collect(),
                _ => self.grid.cells().collect(),
            };
            room.retain(|cell| {
                let index = cell.index();
                rivers[index] >= 3
                    && near[index] >= 3
                    && camp[index] >= 4
                    && bases[index] >= 1
                    && !self.trail[index]
                    && !self.is(*cell, Terrain::Swamp)
                    && (number < 3 || !self.is(*cell, Terrain::Desert))
            });
            let looks = if number < 4 { 1 } else { 8 };
            let basin = self.roomiest(&room, &dry, looks).ok_or(lack)?;
            self.basins.push(basin);
            waters.push(basin);
        }
        match self.from(&waters).into_iter().max() {
            Some(far) if far <= TO_WATER => Ok(()),
            _ => Err("too far from water"),
        }
    }

    /// Food, far from other food.
    pub(super) fn foods(&mut self) -> Step {
        let camp = self.from(&[self.camp()]);
        let marks: Vec<Cell> = self.bases.values().chain(&self.basins).copied().collect();
        let marks = self.from(&marks);
        for _ in 0..FOODS {
            let near = self.from(&self.foods);
            let good = |cell: &Cell| {
                let index = cell.index();
                matches!(self.ground[index], Terrain::Clear | Terrain::Woods)
                    && !self.river[index]
                    && !self.trail[index]
                    && marks[index] >= 1
                    && near[index] >= 6
                    && camp[index] >= 5
            };
            let room: Vec<Cell> = self.grid.cells().filter(good).collect();
            let food = self.roomiest(&room, &near, 8).ok_or("no place for food")?;
            self.foods.push(food);
        }
        match self.from(&self.foods).into_iter().max() {
            Some(far) if far <= TO_FOOD => Ok(()),
            _ => Err("too far from food"),
        }
    }
}
