//! Sweeps: one option through several values; several sweeps make a grid.

use serde::{Deserialize, Serialize};
use std::str::FromStr;
use table::Fit;

/// The most values of one sweep.
const MOST: usize = 1000;

/// The most cells of a grid.
const MOST_CELLS: usize = 10_000;

/// An option and the values that it runs through.
///
/// ```
/// use arena::{Sweep, grid};
///
/// let hexes: Sweep = "hexes=40..80:20".parse().unwrap();
/// let seats: Sweep = "seats=2,4".parse().unwrap();
/// let cells = grid(&[hexes, seats]).unwrap();
/// assert_eq!(cells.len(), 6);
/// assert_eq!(cells[0].name(), "hexes=40 seats=2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sweep {
    /// The option, or `seats` for the number of seats.
    pub key: String,
    /// Its values as text.
    pub values: Vec<String>,
}

impl FromStr for Sweep {
    type Err = String;

    fn from_str(text: &str) -> Result<Sweep, String> {
        let how = "write key=a,b,c or key=lo..hi:step";
        let (key, values) = text.split_once('=').ok_or(format!("`{text}`: {how}"))?;
        let (key, values) = (key.trim(), values.trim());
        if key.is_empty() || values.is_empty() {
            return Err(format!("`{text}`: {how}"));
        }
        let values: Vec<String> = match values.split_once("..") {
            None => values.split(',').map(|value| value.trim().to_string()).collect(),
            Some((low, rest)) => {
                let (high, step) = rest.split_once(':').unwrap_or((rest, "1"));
                let number = |word: &str| {
                    let word = word.trim();
                    word.parse::<i64>()
                        .map_err(|_| format!("`{text}`: `{word}` is not a whole number; {how}"))
                };
                let (low, high, step) = (number(low)?, number(high)?, number(step)?);
                if step <= 0 || high < low {
                    return Err(format!("`{text}`: the step is at least 1, and hi not below lo"));
                }
                if high.saturating_sub(low) / step >= MOST.fit() {
                    return Err(format!("`{text}`: more than {MOST} values"));
                }
                (0..=(high - low) / step).map(|i| (low + i * step).to_string()).collect()
            }
        };
        if values.iter().any(String::is_empty) {
            return Err(format!("`{text}`: a value is empty; {how}"));
        }
        Ok(Sweep { key: key.to_string(), values })
    }
}

/// One cell of a grid: a value for every sweep.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepCell(pub Vec<(String, String)>);

impl SweepCell {
    /// The cell in a few words; empty without a sweep.
    pub fn name(&self) -> String {
        let parts: Vec<String> =
            self.0.iter().map(|(key, value)| format!("{key}={value}")).collect();
        parts.join(" ")
    }
}

/// All combinations, the last sweep changing fastest; one empty cell if there is no sweep.
pub fn grid(sweeps: &[Sweep]) -> Result<Vec<SweepCell>, String> {
    for (i, sweep) in sweeps.iter().enumerate() {
        if sweeps[..i].iter().any(|other| other.key == sweep.key) {
            return Err(format!("`{}` is swept twice", sweep.key));
        }
    }
    let count = sweeps.iter().try_fold(1usize, |all, sweep| all.checked_mul(sweep.values.len()));
    if count.is_none_or(|count| count > MOST_CELLS) {
        return Err(format!("the sweeps make more than {MOST_CELLS} cells"));
    }
    let mut cells = vec![SweepCell::default()];
    for sweep in sweeps {
        cells = cells
            .into_iter()
            .flat_map(|cell| {
                sweep.values.iter().map(move |value| {
                    let mut next = cell.clone();
                    next.0.push((sweep.key.clone(), value.clone()));
                    next
                })
            })
            .collect();
    }
    Ok(cells)
}
