//! Trails: through woods, mountains and swamps, from bases and fords.

use super::{Sketch, Step};
use crate::edition::components::Terrain;
use std::cmp::Reverse;
use terrain::growth::meander;
use terrain::{Cell, CostField, Course, Fit, Side};

/// The most hexes of trails that hang together.
const LONGEST: usize = 14;
/// How far trails stray.
const BEND: u32 = 3;
/// Trails tried before a sketch is given up.
const TRIES: u32 = 120;

impl Sketch<'_> {
    /// Trails from fords and bases in turn, and now and then a branch.
    pub(super) fn trails(&mut self) -> Step {
        let mut goals: Vec<Cell> = self.fords.clone();
        goals.extend(self.bases.iter().filter(|(number, _)| **number != 5).map(|(_, cell)| *cell));
        self.dice.shuffle("map", &mut goals);
        let wanted = self.between(108..=130).fit::<usize>();
        for number in 0..TRIES.fit::<usize>() {
            let drawn = self.trail.iter().filter(|trail| **trail).count();
            if drawn >= wanted {
                return Ok(());
            }
            let course = match number % 5 {
                4 => self.branch(),
                _ => self.leading_from(goals[number % goals.len()], &goals),
            };
            if let Some(course) = course {
                for (cell, pointed) in &course.cells {
                    let mark = if *pointed { &mut self.kept } else { &mut self.trail };
                    mark[cell.index()] = true;
                }
                self.trails.push(course);
            }
        }
        match self.trail.iter().filter(|trail| **trail).count() {
            100.. => Ok(()),
            _ => Err("no room for trails"),
        }
    }

    /// Whether a trail may run through each hex: rough, dry, not near Base 5, and beside no trail
    /// but the given one.
    fn trackable(&self, besides: Option<Cell>) -> Vec<bool> {
        let camp = self.from(&[self.camp()]);
        let trails: Vec<Cell> = self
            .grid
            .cells()
            .filter(|cell| self.trail[cell.index()] && Some(*cell) != besides)
            .collect();
        let near = self.from(&trails);
        let good = |cell: Cell| {
            let index = cell.index();
            matches!(self.ground[index], Terrain::Woods | Terrain::Mountain | Terrain::Swamp)
                && !self.river[index]
                && !self.kept[index]
                && camp[index] > 5
                && near[index] >= 2
        };
        self.grid.cells().map(good).collect()
    }

    /// The hex that a trail with this end points at: open ground without a sharp turn, the nearest
    /// to a goal, of these the one straight on. None if the trail ends inside its last hex.
    fn mouth(&self, end: Cell, back: Option<Cell>, goals: &[u32]) -> Option<Cell> {
        let straight = back
            .and_then(|back| self.grid.side_towards(back, end))
            .and_then(|side| self.grid.neighbour(end, side));
        let back_side = back.and_then(|back| self.grid.side_towards(end, back));
        Side::ALL
            .into_iter()
            .filter(|side| {
                back_side.is_none_or(|back| {
                    *side != back && *side != back.turned(1) && *side != back.turned(-1)
                })
            })
            .filter_map(|side| self.grid.neighbour(end, side))
            .filter(|cell| self.is(*cell, Terrain::Clear) || self.is(*cell, Terrain::Desert))
            .min_by_key(|cell| (goals[cell.index()], Some(*cell) != straight))
    }

    /// A trail that begins beside a goal and leads through the rough ground there to another
    /// opening.
    fn leading_from(&mut self, goal: Cell, goals: &[Cell]) -> Option<Course> {
        let track = self.trackable(None);
        let from_this = self.from(&[goal]);
        let heads: Vec<Cell> = self
            .grid
            .cells()
            .filter(|cell| track[cell.index()] && from_this[cell.index()] <= 4)
            .filter(|cell| self.mouth(*cell, None, &from_this).is_some())
            .collect();
        let nearest = heads.iter().map(|cell| from_this[cell.index()]).min()?;
        let heads: Vec<Cell> =
            heads.into_iter().filter(|cell| from_this[cell.index()] <= nearest + 1).collect();
        let head = self.one_of(&heads)?;
        let others: Vec<Cell> = goals.iter().copied().filter(|other| *other != goal).collect();
        let to_others = self.from(&others);
        let mut field = CostField::new();
        field.fill_steps(&self.grid, [head], |cell| track[cell.index()]);
        let ends = self.openings(&field, 11);
        let drawn: Vec<Cell> = (0..6).filter_map(|_| self.one_of(&ends)).collect();
        let end = drawn.into_iter().max_by_key(|cell| {
            let index = cell.index();
            (field.cost(*cell).unwrap_or(0) + from_this[index], Reverse(to_others[index]))
        })?;
        let mut course = self.way(head, end, &track)?;
        let cells = &course.cells;
        let second = cells.get(1).map(|(cell, _)| *cell);
        let last_but_one = cells.get(cells.len().wrapping_sub(2)).map(|(cell, _)| *cell);
        let before = self.mouth(head, second, &from_this);
        let after = self.mouth(end, last_but_one, &to_others);
        course.cells.splice(0..0, before.map(|cell| (cell, true)));
        course.cells.extend(after.map(|cell| (cell, true)));
        Some(course)
    }

    /// The hexes beside open ground that are from three to so many steps away.
    fn openings(&self, field: &CostField, most: u32) -> Vec<Cell> {
        let far = |cell: &Cell| field.cost(*cell) >= Some(3);
        let open = |cell: &Cell| self.neighbours(*cell).any(|next| self.is(next, Terrain::Clear));
        field.within(most).iter().copied().filter(far).filter(open).collect()
    }

    fn way(&mut self, from: Cell, to: Cell, track: &[bool]) -> Option<Course> {
        let dice = &mut *self.dice;
        let mut draw = |n| dice.roll("map", n) - 1;
        let off = |_, _| false;
        let may = |cell: Cell| track[cell.index()];
        let course = meander(&self.grid, from, &[to], off, may, BEND, &mut draw)?;
        (course.cells.len() <= LONGEST).then_some(course)
    }

    /// A trail that leaves the middle of another.
    fn branch(&mut self) -> Option<Course> {
        let stems: Vec<Course> = self
            .trails
            .iter()
            .filter(|course| (5..=9).contains(&course.cells.len()))
            .cloned()
            .collect();
        let cells = self.dice.pick("map", &stems)?.cells.clone();
        let inner = cells.get(2..cells.len() - 2)?;
        let (fork, _) = self.one_of(inner)?;
        let met = |course: &&Course| {
            cells.iter().any(|(cell, pointed)| !pointed && course.cells.contains(&(*cell, false)))
        };
        if self.trails.iter().filter(met).count() > 1 {
            return None;
        }
        let mut track = self.trackable(Some(fork));
        let stem: Vec<Cell> =
            cells.iter().map(|(cell, _)| *cell).filter(|cell| *cell != fork).collect();
        let stem = self.from(&stem);
        for cell in self.grid.cells() {
            track[cell.index()] &= stem[cell.index()] >= 2;
        }
        let mut field = CostField::new();
        field.fill_steps(&self.grid, [fork], |cell| track[cell.index()]);
        let room = LONGEST - cells.len();
        let ends = self.openings(&field, room.fit::<u32>());
        let end = self.one_of(&ends)?;
        let mut course = self.way(fork, end, &track)?;
        if course.cells.len() > room + 1 {
            return None;
        }
        let near = vec![0; self.grid.extent()];
        let last_but_one = course.cells.get(course.cells.len() - 2).map(|(cell, _)| *cell);
        let after = self.mouth(end, last_but_one, &near);
        course.cells.extend(after.map(|cell| (cell, true)));
        Some(course)
    }
}
