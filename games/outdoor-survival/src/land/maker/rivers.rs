//! Rivers: out of the swamps to the edges, from swamp to swamp, across two corners.

use super::{Sketch, Step};
use crate::edition::components::Terrain;
use crate::land::check::middle;
use std::ops::RangeInclusive;
use terrain::growth::meander;
use terrain::{Cell, Course, Edge, Fit, Side};

/// River hexes on the whole map.
const RIVERS: usize = 98;
/// How far rivers stray: mostly straight.
const BEND: u32 = 4;
/// Tries for the whole network, and for the last river that brings it to its length.
const NETWORKS: u32 = 12;
const TRIES: u32 = 40;

impl Sketch<'_> {
    /// Eight courses: one that joins the swamps, four from them to the edges, the forked river of
    /// the north-east and its arm, and one in the south-west.
    pub(super) fn rivers(&mut self) -> Step {
        for _ in 0..NETWORKS {
            self.rivers.clear();
            self.river.fill(false);
            if self.network().is_ok() {
                return Ok(());
            }
        }
        Err("no network of rivers")
    }

    fn network(&mut self) -> Step {
        let mut swamps = self.grid.pieces(|cell| self.is(cell, Terrain::Swamp));
        swamps.sort_by_key(Vec::len);
        let [small, big] = &swamps[..] else {
            return Err("not two swamps");
        };
        self.joining(big, small)?;
        self.outlet(big, Edge::North)?;
        self.outlet(big, Edge::West)?;
        self.outlet(small, Edge::South)?;
        self.outlet(small, Edge::East)?;
        self.forked()?;
        self.corner()
    }

    /// Whether a river may run through each hex: beside no desert, not near Base 5, through no
    /// swamp, and at least so far from other rivers.
    fn bed(&self, apart: u32) -> Vec<bool> {
        let rivers: Vec<Cell> = self.grid.cells().filter(|cell| self.river[cell.index()]).collect();
        let (dry, camp) = (self.from(&self.all(Terrain::Desert)), self.from(&[self.camp()]));
        let others = self.from(&rivers);
        let good = |cell: Cell| {
            let index = cell.index();
            !self.is(cell, Terrain::Swamp)
                && dry[index] >= 2
                && camp[index] >= 3
                && others[index] >= apart
        };
        self.grid.cells().map(good).collect()
    }

    fn course(
        &mut self,
        from: Cell,
        to: &[Cell],
        off: impl Fn(Cell, Side) -> bool,
        bed: &[bool],
    ) -> Option<Course> {
        let (grid, dice) = (&self.grid, &mut *self.dice);
        let mut draw = |n| dice.roll("map", n) - 1;
        // A river meets the edge only where it leaves.
        let inland = |cell: Cell| {
            let outward = |side: &Side| grid.neighbour(cell, *side).is_none();
            !Side::ALL.iter().any(outward)
                || to.contains(&cell)
                || Side::ALL.iter().any(|side| outward(side) && off(cell, *side))
        };
        let may = |cell: Cell| bed[cell.index()] && inland(cell);
        meander(grid, from, to, &off, may, BEND, &mut draw)
    }

    fn settle(&mut self, course: Course) {
        for (cell, _) in &course.cells {
            self.river[cell.index()] = true;
        }
        self.rivers.push(course);
    }

    /// The river from swamp to swamp, which passes Base 5 at three hexes.
    fn joining(&mut self, big: &[Cell], small: &[Cell]) -> Step {
        let lack = "no river between the swamps";
        let camp = self.from(&[self.camp()]);
        let (column, row) = self.place(self.camp());
        let passes: Vec<Cell> = self
            .grid
            .cells()
            .filter(|cell| camp[cell.index()] == 3)
            .filter(|cell| {
                let place = self.place(*cell);
                place.0 <= column && place.1 >= row - 1 || place.1 >= row + 2
            })
            .collect();
        let pass = self.one_of(&passes).ok_or(lack)?;
        let mut bed = self.bed(0);
        for cell in big {
            bed[cell.index()] = true;
        }
        let up = self.course(pass, &self.rim(big), |_, _| false, &bed).ok_or(lack)?;
        let above: Vec<Cell> = up.cells.iter().skip(1).map(|(cell, _)| *cell).collect();
        let above = self.from(&above);
        let mut bed = self.bed(0);
        for cell in self.grid.cells() {
            bed[cell.index()] &= above[cell.index()] >= 2;
        }
        for cell in small {
            bed[cell.index()] = true;
        }
        let down = self.course(pass, &self.rim(small), |_, _| false, &bed).ok_or(lack)?;
        let mut cells: Vec<_> = up.cells.into_iter().rev().collect();
        cells.extend(&down.cells[1..]);
        self.settle(Course { cells, ..Course::default() });
        Ok(())
    }

    /// The hexes of a swamp that touch other ground.
    fn rim(&self, swamp: &[Cell]) -> Vec<Cell> {
        let on_rim = |cell: &Cell| self.beside(*cell, Terrain::Swamp) < 6;
        swamp.iter().copied().filter(on_rim).collect()
    }

    /// A river between a swamp and an edge of the board.
    fn outlet(&mut self, swamp: &[Cell], edge: Edge) -> Step {
        let lack = "no river from a swamp to the edge";
        let centre = middle(&self.grid, swamp).ok_or(lack)?;
        let (column, row) = self.place(centre);
        let rim: Vec<Cell> = self
            .rim(swamp)
            .into_iter()
            .filter(|cell| {
                let (c, r) = self.place(*cell);
                match edge {
                    Edge::North => r < row,
                    Edge::East => c > column,
                    Edge::South => r > row,
                    Edge::West => c < column,
                }
            })
            .collect();
        let bed = self.bed(3);
        let from = self.one_of(&rim).ok_or(lack)?;
        let along = |(column, row): (u32, u32)| match edge {
            Edge::North | Edge::South => column,
            Edge::East | Edge::West => row,
        };
        let mouth = (along((column, row)) + self.between(0..=10)).saturating_sub(5);
        let grid = self.grid.clone();
        let off = |cell: Cell, side: Side| {
            let (column, row) = grid.place(cell);
            grid.leaves_over(cell, side, edge)
                && along((u32::from(column) + 1, u32::from(row) + 1)).abs_diff(mouth) <= 1
        };
        let mut course = self.course(from, &[], off, &bed).ok_or(lack)?;
        course.to_edge = self.straight_off(course.cells.iter().rev(), edge);
        self.settle(course);
        Ok(())
    }

    /// The side by which a course leaves the board over that edge with the least turn; its cells
    /// are given from the edge inwards.
    fn straight_off<'c>(
        &self,
        mut inwards: impl Iterator<Item = &'c (Cell, bool)>,
        edge: Edge,
    ) -> Option<Side> {
        let ((last, _), (before, _)) = (inwards.next()?, inwards.next()?);
        let heading = self.grid.side_towards(*before, *last)?;
        [0, 1, -1, 2, -2]
            .map(|turn| heading.turned(turn))
            .into_iter()
            .find(|side| self.grid.leaves_over(*last, *side, edge))
    }

    /// The river across the north-east corner, which forks once.
    fn forked(&mut self) -> Step {
        let lack = "no forked river";
        let bed = self.bed(4);
        let grid = self.grid.clone();
        let east = |rows: RangeInclusive<u32>| {
            let grid = &grid;
            move |cell: Cell, side: Side| {
                rows.contains(&(u32::from(grid.place(cell).1) + 1))
                    && grid.leaves_over(cell, side, Edge::East)
            }
        };
        let heads: Vec<Cell> =
            self.within(31..=37, 1..=1).into_iter().filter(|cell| bed[cell.index()]).collect();
        let head = self.one_of(&heads).ok_or(lack)?;
        let mouth = self.between(10..=14);
        let mut main = self.course(head, &[], east(mouth..=mouth + 1), &bed).ok_or(lack)?;
        main.from_edge = self.straight_off(main.cells.iter(), Edge::North);
        main.to_edge = self.straight_off(main.cells.iter().rev(), Edge::East);
        let stream: Vec<Cell> = main.cells.iter().map(|(cell, _)| *cell).collect();
        let (third, half) = (stream.len().fit::<u32>() / 3, stream.len().fit::<u32>() / 2);
        let fork = stream[self.between(third..=half).fit::<usize>()];
        let near = self.from(&stream);
        self.settle(main);
        let at_fork = self.from(&[fork]);
        let arm_bed: Vec<bool> = self
            .grid
            .cells()
            .map(|cell| cell.index())
            .map(|index| {
                bed[index] && near[index] >= 1 && (near[index] >= 2 || at_fork[index] == 1)
            })
            .collect();
        let exit = self.between(2..=mouth - 6);
        let mut arm = self.course(fork, &[], east(exit..=exit + 1), &arm_bed).ok_or(lack)?;
        if arm.cells.len() < 6 {
            return Err(lack);
        }
        arm.to_edge = self.straight_off(arm.cells.iter().rev(), Edge::East);
        self.settle(arm);
        Ok(())
    }

    /// The river across the south-west corner, which brings all rivers to their length.
    fn corner(&mut self) -> Step {
        let lack = "no river of the length that is left";
        let left = RIVERS
            .checked_sub(self.river.iter().filter(|river| **river).count())
            .filter(|left| (8..=20).contains(left))
            .ok_or(lack)?;
        let bed = self.bed(4);
        for _ in 0..TRIES {
            let (row, column) = (self.between(22..=31), self.between(4..=17));
            let from = self.within(1..=1, row..=row);
            let to = self.within(column..=column, 34..=34);
            let (Some(from), Some(to)) = (from.first(), to.first()) else {
                continue;
            };
            let steps = self.grid.distance(*from, *to).fit::<usize>();
            if !(left - 2..left).contains(&steps) || !bed[from.index()] || !bed[to.index()] {
                continue;
            }
            let course = self.course(*from, &[*to], |_, _| false, &bed);
            if let Some(mut course) = course.filter(|course| course.cells.len() == left) {
                course.from_edge = self.straight_off(course.cells.iter(), Edge::West);
                course.to_edge = self.straight_off(course.cells.iter().rev(), Edge::South);
                self.settle(course);
                return Ok(());
            }
        }
        Err(lack)
    }
}
