//! What grounds and signs are called on a board: by the words of its own descriptions, so that a legend speaks as
//! the choices do.

use crate::art::{symbol_glyph, texture_glyph};
use crate::ground::{Field, Ground, Symbol, Texture};
use std::collections::{BTreeMap, BTreeSet};

/// What the hexes of a board and the symbols on them are called; things on a plane have their own words.
pub(crate) struct GroundNames {
    textures: BTreeMap<Texture, String>,
    symbols: BTreeMap<Symbol, String>,
}

/// Something on the ground: its look, what is printed on it, and what it is, part for part.
struct Described {
    texture: Texture,
    symbols: Vec<Symbol>,
    kinds: Vec<String>,
}

impl GroundNames {
    pub(crate) fn of(ground: &Ground) -> GroundNames {
        let mut hexes = Vec::new();
        for field in &ground.fields {
            if let Field::Hexes(field) = field {
                hexes.extend(field.cells.iter().map(|cell| Described {
                    texture: cell.texture,
                    symbols: cell.symbols.iter().map(|(symbol, _)| *symbol).collect(),
                    kinds: kinds_of(&cell.description, &cell.label).collect(),
                }));
            }
        }
        let textures: BTreeSet<Texture> = hexes.iter().map(|it| it.texture).collect();
        let symbols: BTreeSet<Symbol> =
            hexes.iter().flat_map(|it| it.symbols.iter().copied()).collect();
        let shared = |texture: &Texture| {
            let own = hexes.iter().filter(|it| it.texture == *texture);
            common(&own.collect::<Vec<_>>())
        };
        let printed = |symbol: &Symbol| {
            let (with, without): (Vec<&Described>, Vec<&Described>) =
                hexes.iter().partition(|it| it.symbols.contains(symbol));
            let elsewhere = |kind: &String| without.iter().any(|it| it.kinds.contains(kind));
            let own = with.first()?.kinds.iter();
            own.filter(|kind| with.iter().all(|it| it.kinds.contains(kind)))
                .find(|kind| !elsewhere(kind))
                .cloned()
        };
        let named = |texture: Texture| Some((texture, shared(&texture)?));
        GroundNames {
            textures: textures.into_iter().filter_map(named).collect(),
            symbols: symbols.into_iter().filter_map(|it| Some((it, printed(&it)?))).collect(),
        }
    }

    /// What a texture is called here.
    pub(crate) fn texture(&self, texture: Texture) -> String {
        let own = self.textures.get(&texture).cloned();
        own.unwrap_or_else(|| texture_glyph(texture).name.into())
    }

    /// What a symbol is called here.
    pub(crate) fn symbol(&self, symbol: Symbol) -> String {
        let own = self.symbols.get(&symbol).cloned();
        own.unwrap_or_else(|| symbol_glyph(symbol).name.into())
    }

    /// The name here of what is elsewhere called so.
    pub(crate) fn renamed(&self, words: &str) -> Option<String> {
        let texture = self.textures.iter().find(|(it, _)| texture_glyph(**it).name == words);
        let symbol = self.symbols.iter().find(|(it, _)| symbol_glyph(**it).name == words);
        texture.map(|(_, own)| own.clone()).or(symbol.map(|(_, own)| own.clone()))
    }
}

/// The first kind that all of these things have.
fn common(things: &[&Described]) -> Option<String> {
    let (first, others) = things.split_first()?;
    let all = |kind: &&String| others.iter().all(|it| it.kinds.contains(kind));
    first.kinds.iter().find(all).cloned()
}

/// What a hex is by its own words, part for part: without its label, and without what is counted on it alone. Of
/// something that is there the number is left out, and of nothing nothing is said.
pub(crate) fn kinds_of<'a>(
    description: &'a str,
    label: &'a str,
) -> impl Iterator<Item = String> + 'a {
    let parts = description.trim_end_matches('.').split([',', ';', ':']).map(str::trim);
    let parts = parts.filter(move |part| *part != label);
    let bare = |part: &str| {
        let (first, rest) = part.split_once(' ').unwrap_or((part, ""));
        let part = match first.parse::<u32>() {
            Ok(0) => "",
            Ok(_) if rest.starts_with("in ") => "",
            Ok(_) => rest,
            Err(_) => part,
        };
        let kind = part.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end();
        kind.strip_prefix("a ").or(kind.strip_prefix("an ")).unwrap_or(kind).to_string()
    };
    parts.map(bare).filter(|kind| !kind.is_empty())
}
