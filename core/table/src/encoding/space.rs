//! Actions as numbers.

use serde::Serialize;
use terrain::Fit;

/// A kind of actions, which has a range of numbers of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Family {
    /// Its name.
    pub name: String,
    /// How many numbers it has.
    pub size: u32,
    /// What its numbers stand for.
    pub about: String,
}

impl Family {
    /// A kind of actions with so many numbers.
    pub fn new(name: impl Into<String>, size: usize, about: impl Into<String>) -> Family {
        Family { name: name.into(), size: size.fit(), about: about.into() }
    }
}

/// Where an action stands: in which family, and where in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At this number of the family, whatever else is legal.
    At(usize, usize),
    /// At the next free number of the family, in the order of the legal actions: for choices that cannot be
    /// counted beforehand, such as points on a table.
    Next(usize),
}

/// All numbers of actions: those of the families, one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ActionSpace {
    families: Vec<Family>,
    #[serde(skip)]
    begins: Vec<u32>,
    size: u32,
}

impl ActionSpace {
    /// The families in this order.
    pub fn new(families: Vec<Family>) -> ActionSpace {
        let mut size = 0;
        let begin = |family: &Family| {
            let begin = size;
            size += family.size;
            begin
        };
        let begins = families.iter().map(begin).collect();
        ActionSpace { families, begins, size }
    }

    /// The families, each with its first number.
    pub fn families(&self) -> impl Iterator<Item = (u32, &Family)> {
        self.begins.iter().copied().zip(&self.families)
    }

    /// How many numbers there are.
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// The numbers of actions that are legal at the same time, by their places.
    pub(super) fn numbers(&self, places: impl Iterator<Item = Place>, out: &mut Vec<Option<u32>>) {
        out.clear();
        // Almost always one family is counted at a time: a list is quicker than an array of all.
        let mut counted: Vec<(usize, u32)> = Vec::new();
        for place in places {
            let (family, within) = match place {
                Place::At(family, within) => (family, within.fit::<u32>()),
                Place::Next(family) => {
                    let known = counted.iter_mut().find(|(known, _)| *known == family);
                    let next = match known {
                        Some((_, next)) => next,
                        None => {
                            counted.push((family, 0));
                            &mut counted.last_mut().expect("just pushed").1
                        }
                    };
                    *next += 1;
                    (family, *next - 1)
                }
            };
            let fits = self.families.get(family).is_some_and(|family| within < family.size);
            out.push(fits.then(|| self.begins[family] + within));
        }
    }
}
