//! Names that a file gives to its things, and references to them.

use super::place::{FilePlace, quoted};
use super::values::Value;
use crate::refusal::unknown;

/// The ids of one sort of things: each is given once, and only those that are given can be meant.
///
/// ```
/// use table::{Edition, reading::{Ids, Reading}};
///
/// let text = "
/// zone = [{ id = 'ZA' }, { id = 'ZB' }, { id = 'ZA' }]
/// side = [{ zone = 'ZB' }, { zone = 'ZC' }]
/// ";
/// let reading = Reading::of(&Edition::new([("duel.toml", text)]));
/// let file = reading.file("duel.toml");
/// let mut zones = Ids::of("zone");
/// for zone in file.tables("zone") {
///     zones.add(&zone.value("id"));
/// }
/// let sides: Vec<Option<usize>> =
///     file.tables("side").iter().map(|side| zones.find(&side.value("zone"))).collect();
/// assert_eq!(sides, [Some(1), None]);
/// let faults = reading.finish(Some(sides)).unwrap_err();
/// assert_eq!(
///     faults.to_string(),
///     "duel.toml:2:46: zone[3].id: the zone `ZA` stands here twice: it is on line 2 already\n\
///      duel.toml:3:35: side[2].zone: there is no zone `ZC`: did you mean `ZA`?"
/// );
/// ```
pub struct Ids {
    what: &'static str,
    given: Vec<(String, FilePlace)>,
}

impl Ids {
    /// No ids yet; `what` says of what, such as `zone`.
    pub fn of(what: &'static str) -> Ids {
        Ids { what, given: Vec::new() }
    }

    /// Takes the id of the next thing and gives it back; one that is empty or was given before is a
    /// fault. The thing keeps its number either way.
    pub fn add(&mut self, id: &Value) -> String {
        let name =
            id.text_of(&format!("the id of the {} in quotes", self.what)).unwrap_or_default();
        if id.kind().is_some() && name.trim().is_empty() {
            id.refuse(&format!("an id for the {}", self.what));
        } else if let Some((_, first)) =
            self.given.iter().find(|(known, _)| *known == name && !name.is_empty())
        {
            let (what, line) = (self.what, first.line());
            let file = match first.file() == id.place().file() {
                true => String::new(),
                false => format!(" of {}", first.file()),
            };
            id.fault(format!(
                "the {what} `{}` stands here twice: it is on line {line}{file} already",
                quoted(&name)
            ));
        }
        self.given.push((name.clone(), id.place().clone()));
        name
    }

    /// The number of the thing that a field means, counted from 0; one that does not exist is a fault.
    pub fn find(&self, reference: &Value) -> Option<usize> {
        let name = reference.text_of(&format!("the id of a {} in quotes", self.what))?;
        let found = self.given.iter().position(|(known, _)| *known == name);
        if found.is_none() {
            reference.fault(unknown(self.what, &quoted(&name), self.names()));
        }
        found
    }

    /// The ids in the order in which they were given.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.given.iter().map(|(name, _)| name.as_str())
    }

    /// Where the thing of that number was given its id.
    pub fn place(&self, number: usize) -> Option<&FilePlace> {
        self.given.get(number).map(|(_, place)| place)
    }
}
