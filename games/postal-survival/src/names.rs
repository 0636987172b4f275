//! What species may be called. PS-NAME-01

use crate::event::Event;
use crate::feeding::tell;
use crate::island::Island;
use crate::orders::Sheet;
use table::Log;

/// The longest name in characters. PS-NAME-03
pub const LONGEST: usize = 40;

/// The name as it is compared: letters and digits in lower case.
pub fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Why the species may not be called that, if so. PS-NAME-03, PS-PRESS-06
pub fn fault(island: &Island, species: usize, name: &str) -> Option<&'static str> {
    let wanted = plain(name);
    let length = name.trim().chars().count();
    if length == 0 || length > LONGEST {
        return Some("a name has 1 to 40 characters");
    }
    if name.chars().any(char::is_control) {
        return Some("a name has printable characters only");
    }
    if !name.chars().any(char::is_alphabetic) {
        return Some("a name has at least one letter");
    }
    let others = island.species.iter().enumerate().filter(|(index, _)| *index != species);
    let mut taken = others.flat_map(|(_, other)| [&other.name, &other.player]);
    taken.any(|name| plain(name) == wanted).then_some("that name is taken")
}

/// Renames the species that want it and may; the lower number comes first. PS-NAME-02
pub fn rename(island: &mut Island, sheets: &[Sheet], log: &mut Log<Event>) {
    for (index, sheet) in sheets.iter().enumerate().take(island.species.len()) {
        let Some(name) = &sheet.name else { continue };
        if fault(island, index, name).is_some() || island.species[index].name == *name {
            continue;
        }
        let from = std::mem::replace(&mut island.species[index].name, name.trim().to_string());
        tell(log, || Event::Renamed {
            species: island.species[index].number,
            from,
            to: island.species[index].name.clone(),
        });
    }
}

/// The players' names, each once: equal ones get a number. PS-NAME-04
pub fn apart(names: Vec<String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(names.len());
    let mut seen = std::collections::BTreeSet::new();
    for name in names {
        let mut own = name.clone();
        let mut copy = 1;
        while !seen.insert(plain(&own)) {
            copy += 1;
            own = format!("{name} ({copy})");
        }
        out.push(own);
    }
    out
}
