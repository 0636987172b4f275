//! Counters in the box: no more can be laid out than there are.

use super::place::{FilePlace, quoted};
use std::collections::BTreeMap;

/// How many there are of each thing, and how many are taken.
///
/// ```
/// use table::{Edition, reading::{Reading, Stock}};
///
/// let reading = Reading::of(&Edition::new([("a.toml", "tiles = ['axe', 'bow', 'axe', 'axe']")]));
/// let mut stock = Stock::new();
/// stock.hold("axe", 2);
/// stock.hold("bow", 2);
/// for tile in reading.file("a.toml").list("tiles") {
///     stock.take(tile.place(), &tile.text().unwrap_or_default(), 1);
/// }
/// let faults = reading.finish(Some(())).unwrap_err();
/// assert_eq!(faults.to_string(), "a.toml:1:31: tiles[4]: this makes 3 of `axe`: there are only 2");
/// ```
#[derive(Default)]
pub struct Stock(BTreeMap<String, (u64, u64)>);

impl Stock {
    /// An empty box.
    pub fn new() -> Stock {
        Stock::default()
    }

    /// So many of a thing are in the box.
    pub fn hold(&mut self, thing: &str, count: u64) {
        self.0.entry(thing.to_string()).or_default().0 += count;
    }

    /// So many of a thing are laid out at this place; more than there are is a fault. A thing of which
    /// the box knows nothing is no fault here.
    pub fn take(&mut self, place: &FilePlace, thing: &str, count: u64) {
        let Some((held, taken)) = self.0.get_mut(thing) else {
            return;
        };
        *taken = taken.saturating_add(count);
        if taken > held {
            let thing = quoted(thing);
            place.fault(format!("this makes {taken} of `{thing}`: there are only {held}"));
        }
    }
}
