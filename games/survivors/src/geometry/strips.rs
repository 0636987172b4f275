//! Strips: the index of the table. Each axis is cut into strips; of each strip it is known what has
//! begun by then and what has not ended before. Four looks give everything whose box overlaps another.

use crate::geometry::feature::{Area, Level, Line};
use crate::geometry::point::{Mils, Point};
use crate::geometry::polygon::Bounds;

/// The most lines, and the most areas, that a table can hold.
pub const MOST_FEATURES: usize = 256;

/// The floors that a table can have.
pub const MOST_LEVELS: usize = 4;

/// A strip is 512 mils wide.
const STRIP: u32 = 9;
const WORDS: usize = MOST_FEATURES / 64;

/// A set of features by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Some256([u64; WORDS]);

impl Some256 {
    pub(crate) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Whether a feature is in it.
    #[inline]
    pub fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// The numbers in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let (mut words, mut at) = (self.0, 0);
        std::iter::from_fn(move || {
            while at < WORDS {
                let bits = words[at];
                if bits != 0 {
                    words[at] = bits & (bits - 1);
                    return Some(at * 64 + bits.trailing_zeros() as usize);
                }
                at += 1;
            }
            None
        })
    }
}

/// Lines and areas that were found.
#[derive(Clone, Copy, Debug, Default)]
pub struct FoundFeatures {
    /// Lines.
    pub lines: Some256,
    /// Areas.
    pub areas: Some256,
}

/// The index: 64 lines and 64 areas to a layer, of which most tables have one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strips {
    layers: Vec<Layer>,
}

/// A set of lines and a set of areas, by the numbers that they have in their layer.
pub(crate) type Pair = [u64; 2];

#[derive(Clone, Debug)]
struct Layer {
    floors: [Pair; MOST_LEVELS],
    /// From west to east, and from south to north.
    axes: [Axis; 2],
}

#[derive(Clone, Debug)]
struct Axis {
    /// What begins in a strip or before it.
    begun: Vec<Pair>,
    /// What ends in a strip or beyond it.
    lasting: Vec<Pair>,
}

/// The strip of a coordinate; what lies off the table belongs to its outermost strips.
#[inline]
fn strip(at: Mils, count: usize) -> usize {
    ((at >> STRIP).max(0) as usize).min(count - 1)
}

impl Layer {
    fn new(high: Point) -> Layer {
        let axes = [high.x, high.y].map(|high| {
            let empty = vec![[0; 2]; ((high.max(0) >> STRIP) + 1) as usize];
            Axis { begun: empty.clone(), lasting: empty }
        });
        Layer { floors: [[0; 2]; MOST_LEVELS], axes }
    }

    /// Adds the feature of one kind (0 a line, 1 an area) that has this bit.
    fn add(&mut self, kind: usize, bit: u64, bounds: &Bounds, on: impl Fn(i64) -> bool) {
        for (level, floor) in self.floors.iter_mut().enumerate() {
            floor[kind] |= if on(level as i64) { bit } else { 0 };
        }
        let spans = [(bounds.low.x, bounds.high.x), (bounds.low.y, bounds.high.y)];
        for (axis, (low, high)) in self.axes.iter_mut().zip(spans) {
            let count = axis.begun.len();
            axis.begun[strip(low, count)..].iter_mut().for_each(|set| set[kind] |= bit);
            axis.lasting[..=strip(high, count)].iter_mut().for_each(|set| set[kind] |= bit);
        }
    }

    #[inline]
    fn overlapping(&self, level: usize, bounds: &Bounds) -> Pair {
        let [x, y] = &self.axes;
        let sets = [
            &self.floors[level],
            &x.lasting[strip(bounds.low.x, x.lasting.len())],
            &x.begun[strip(bounds.high.x, x.begun.len())],
            &y.lasting[strip(bounds.low.y, y.lasting.len())],
            &y.begun[strip(bounds.high.y, y.begun.len())],
        ];
        sets.into_iter().fold([u64::MAX; 2], |all, set| [all[0] & set[0], all[1] & set[1]])
    }
}

impl Strips {
    pub(crate) fn new(high: Point, lines: &[Line], areas: &[Area]) -> Strips {
        let count = lines.len().max(areas.len()).div_ceil(64);
        let mut layers = vec![Layer::new(high); count];
        for (number, line) in lines.iter().enumerate() {
            let bounds = Bounds::between(line.a, line.b);
            let on = |level| i64::from(line.level) == level;
            layers[number / 64].add(0, 1 << (number % 64), &bounds, on);
        }
        for (number, area) in areas.iter().enumerate() {
            let on = |level| area.on(level);
            layers[number / 64].add(1, 1 << (number % 64), &area.bounds, on);
        }
        Strips { layers }
    }

    /// The same, but with everything in every strip.
    pub(crate) fn filled(&self) -> Strips {
        let mut strips = self.clone();
        for axis in strips.layers.iter_mut().flat_map(|layer| &mut layer.axes) {
            axis.begun.fill([u64::MAX; 2]);
            axis.lasting.fill([u64::MAX; 2]);
        }
        strips
    }

    /// Everything on a floor whose box overlaps this one, and now and then a neighbour.
    #[inline]
    pub(crate) fn overlapping(&self, level: Level, bounds: &Bounds) -> FoundFeatures {
        let mut found = FoundFeatures::default();
        for layer in 0..self.layers().min(WORDS) {
            let [lines, areas] = self.of_layer(layer, level, bounds);
            found.lines.0[layer] = lines;
            found.areas.0[layer] = areas;
        }
        found
    }

    /// How many layers there are.
    #[inline]
    pub(crate) fn layers(&self) -> usize {
        self.layers.len()
    }

    /// The same of one layer: 64 lines and 64 areas.
    #[inline]
    pub(crate) fn of_layer(&self, layer: usize, level: Level, bounds: &Bounds) -> Pair {
        let known = (0..MOST_LEVELS as Level).contains(&level);
        if known { self.layers[layer].overlapping(level as usize, bounds) } else { [0; 2] }
    }
}
