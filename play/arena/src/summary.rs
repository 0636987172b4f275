//! The results of one cell, gathered in constant space.

use crate::measures::Column;
use crate::statistics::{Estimate, Sample};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::Fit;

/// Means of all columns over the games played so far.
///
/// ```
/// use arena::{Column, Summary};
///
/// let columns = [Column::number("days", "days until the end"), Column::share("won", "somebody won")];
/// let mut summary = Summary::new(columns.len());
/// summary.add(&[12.0, 1.0]);
/// summary.add(&[14.0, 0.0]);
/// assert_eq!(summary.games, 2);
/// assert_eq!(summary.estimate(&columns, 0).unwrap().value, 13.0);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Games played.
    pub games: u64,
    /// One sample for each column.
    pub samples: Vec<Sample>,
}

impl Summary {
    /// Nothing yet.
    pub fn new(columns: usize) -> Summary {
        Summary { games: 0, samples: vec![Sample::default(); columns] }
    }

    /// Adds whole games, their values one after the other.
    pub fn add(&mut self, values: &[f64]) {
        if self.samples.is_empty() {
            return;
        }
        for game in values.chunks_exact(self.samples.len()) {
            self.games += 1;
            self.samples.iter_mut().zip(game).for_each(|(sample, value)| sample.add(*value));
        }
    }

    /// A column's mean with its interval; as a multiple of another column's, where it is told so.
    pub fn estimate(&self, columns: &[Column], index: usize) -> Option<Estimate> {
        let (column, sample) = (columns.get(index)?, self.samples.get(index)?);
        if sample.count == 0 {
            return None;
        }
        if let Some(other) = &column.per {
            let other = columns.iter().position(|column| column.name == *other)?;
            return sample.multiple_of(self.samples.get(other)?);
        }
        Some(if column.share { sample.share() } else { sample.mean() })
    }

    /// How many healthy bands hold the mean of their column, and how many there are.
    pub fn healthy(&self, columns: &[Column]) -> (u32, u32) {
        let gaps = self.gaps(columns);
        (gaps.iter().filter(|gap| **gap == 0.0).count().fit(), gaps.len().fit())
    }

    /// How far the means lie outside their healthy bands, all together, in widths of the bands.
    pub fn distance(&self, columns: &[Column]) -> f64 {
        self.gaps(columns).iter().sum()
    }

    /// How far each mean lies outside its healthy band; of bands that count as one, the farthest.
    fn gaps(&self, columns: &[Column]) -> Vec<f64> {
        let mut joint: BTreeMap<&str, f64> = BTreeMap::new();
        let mut gaps = Vec::new();
        for (index, column) in columns.iter().enumerate() {
            let (Some((low, high)), Some(found)) = (column.healthy, self.estimate(columns, index))
            else {
                continue;
            };
            let width = if high < f64::MAX { high - low } else { low };
            let gap = (low - found.value).max(found.value - high).max(0.0) / width;
            match column.jointly {
                true => {
                    let widest = joint.entry(column.family()).or_default();
                    *widest = widest.max(gap);
                }
                false => gaps.push(gap),
            }
        }
        gaps.extend(joint.into_values());
        gaps
    }
}
