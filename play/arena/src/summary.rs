//! The results of one cell, gathered in constant space.

use crate::measures::Column;
use crate::statistics::{Estimate, Sample};
use serde::{Deserialize, Serialize};

/// Means of all columns over the games played so far.
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

    /// A column's mean with its interval.
    pub fn estimate(&self, columns: &[Column], index: usize) -> Option<Estimate> {
        let (column, sample) = (columns.get(index)?, self.samples.get(index)?);
        if sample.count == 0 {
            return None;
        }
        Some(if column.share { sample.share() } else { sample.mean() })
    }

    /// How many of the columns that have a healthy band have their mean in it, and how many there are.
    pub fn healthy(&self, columns: &[Column]) -> (u32, u32) {
        let mut count = (0, 0);
        for (index, column) in columns.iter().enumerate() {
            if let (Some((low, high)), Some(found)) =
                (column.healthy, self.estimate(columns, index))
            {
                count.0 += (low..=high).contains(&found.value) as u32;
                count.1 += 1;
            }
        }
        count
    }
}
