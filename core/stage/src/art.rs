//! Our own drawings: a picture, a letter and a name for every symbol and every texture.

mod symbols;
mod textures;
mod vistas;

pub use symbols::{Picture, picture};
pub use textures::{TextureDetail, detail_layouts, texture_details};
pub use vistas::{VISTA, silhouette};

use crate::ground::{Symbol, Texture};

/// How something is written where there are no pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// Spoken, in a sentence: "catch-basin".
    pub name: &'static str,
    /// On a text board in ASCII.
    pub letter: char,
    /// On a text board in Unicode; one column wide.
    pub glyph: char,
}

const fn sign(name: &'static str, letter: char, glyph: char) -> Glyph {
    Glyph { name, letter, glyph }
}

/// How a symbol is written.
pub fn symbol_glyph(symbol: Symbol) -> Glyph {
    match symbol {
        Symbol::Basin => sign("catch-basin", 'u', '∪'),
        Symbol::Food => sign("food", 'f', 'ƒ'),
        Symbol::Base => sign("base", 'b', '⌂'),
        Symbol::Ford => sign("ford", 'x', '≡'),
        Symbol::Outpost => sign("outpost", 'o', '∆'),
        Symbol::Den => sign("den", 'n', '∩'),
        Symbol::Geyser => sign("geyser", 'g', '↑'),
        Symbol::Tree => sign("tree", 't', '♠'),
        Symbol::Peak => sign("peak", '^', '△'),
        Symbol::Hiker => sign("hiker", 'H', 'H'),
        Symbol::Searcher => sign("searcher", 'S', 'S'),
        Symbol::Ranger => sign("ranger", 'R', 'R'),
        Symbol::Guard => sign("guard", 'G', 'G'),
        Symbol::Hunter => sign("hunter", 'U', 'U'),
        Symbol::Fugitive => sign("fugitive", 'F', 'F'),
        Symbol::Missing => sign("missing person", 'M', 'M'),
        Symbol::Person => sign("person", 'P', 'P'),
        Symbol::Deer => sign("deer", 'D', 'D'),
        Symbol::Elk => sign("elk", 'E', 'E'),
        Symbol::Bison => sign("bison", 'B', 'B'),
        Symbol::Sheep => sign("sheep", 'S', 'S'),
        Symbol::Bear => sign("bear", 'G', 'G'),
        Symbol::Lion => sign("lion", 'L', 'L'),
        Symbol::Coyote => sign("coyote", 'C', 'C'),
        Symbol::Horse => sign("horse", 'h', 'h'),
        Symbol::Herbivore => sign("herbivore", 'H', 'H'),
        Symbol::Omnivore => sign("omnivore", 'O', 'O'),
        Symbol::Carnivore => sign("carnivore", 'C', 'C'),
        Symbol::Young => sign("young", 'y', 'y'),
        Symbol::Paw => sign("paw", 'p', 'p'),
        Symbol::Meat => sign("meat", 'm', 'm'),
        Symbol::Water => sign("water", 'w', '≈'),
        Symbol::Can => sign("canned food", 'c', 'c'),
        Symbol::Wood => sign("wood", 'l', '='),
        Symbol::Metal => sign("metal", 'i', '▬'),
        Symbol::Chip => sign("microchip", 'k', '▦'),
        Symbol::Munition => sign("munition", 'a', '‼'),
        Symbol::Gear => sign("gear", 'e', 'e'),
        Symbol::Gun => sign("gun", 'r', '¬'),
        Symbol::Crate => sign("crate", 'X', '□'),
        Symbol::Lamp => sign("lamp", 'j', '¡'),
        Symbol::Door => sign("door", '|', '▯'),
        Symbol::Bone => sign("bone", 'z', 'z'),
        Symbol::Fish => sign("fish", 'q', '∝'),
        Symbol::Leaf => sign("leaf", 'v', '♣'),
        Symbol::Bow => sign("bow", 'e', 'e'),
        Symbol::Axe => sign("axe", 'e', 'e'),
        Symbol::Vest => sign("armoured vest", 'e', 'e'),
        Symbol::Bat => sign("baseball bat", 'e', 'e'),
        Symbol::Thermometer => sign("thermal sensor", 'e', 'e'),
        Symbol::Exoskeleton => sign("exoskeleton", 'e', 'e'),
        Symbol::Card => sign("access card", 'e', 'e'),
        Symbol::Jerrycan => sign("jerrycan", 'e', 'e'),
        Symbol::Detector => sign("metal detector", 'e', 'e'),
        Symbol::Backpack => sign("backpack", 'e', 'e'),
        Symbol::Trap => sign("bear trap", 'e', 'e'),
        Symbol::Hook => sign("grappling hook", 'e', 'e'),
        Symbol::Saw => sign("hacksaw", 'e', 'e'),
        Symbol::Crowbar => sign("crowbar", 'e', 'e'),
        Symbol::Ammo => sign("ammo box", 'e', 'e'),
        Symbol::Chainsaw => sign("chainsaw", 'e', 'e'),
        Symbol::Torch => sign("flashlight", 'e', 'e'),
        Symbol::Filter => sign("purifier", 'e', 'e'),
        Symbol::Pickaxe => sign("pickaxe", 'e', 'e'),
        Symbol::Fire => sign("fire", 'f', 'ƒ'),
        Symbol::Rocks => sign("rocks", 'o', '●'),
        Symbol::Wind => sign("wind", '~', '≈'),
        Symbol::Rat => sign("rat", 'p', 'p'),
        Symbol::Unknown => sign("unknown", '?', '?'),
        Symbol::Blank => sign("blank", '_', '▫'),
        Symbol::Skull => sign("skull", 'd', '†'),
        Symbol::Wound => sign("wound", 'W', 'W'),
        Symbol::Heart => sign("heart", 'V', '♥'),
        Symbol::Star => sign("star", '*', '★'),
        Symbol::Flag => sign("flag", 'P', '►'),
        Symbol::Clock => sign("clock", '@', '◔'),
        Symbol::Die => sign("die", '#', '▣'),
        Symbol::Eye => sign("eye", 'e', '◉'),
        Symbol::Radiation => sign("radiation", '%', '%'),
        Symbol::Arrow => sign("arrow", '>', '→'),
        Symbol::Check => sign("check", '+', '√'),
        Symbol::Cross => sign("cross", 'x', '×'),
        Symbol::Sun => sign("sun", 'O', '☼'),
        Symbol::Moon => sign("moon", ')', '☾'),
        Symbol::Snow => sign("snow", '*', '∗'),
        Symbol::Blossom => sign("blossom", '&', '✿'),
        Symbol::Crown => sign("crown", 'M', '♔'),
        Symbol::Bars => sign("prisoner", '#', '#'),
    }
}

/// How a texture is written. Letters and glyphs differ from texture to texture.
pub fn texture_glyph(texture: Texture) -> Glyph {
    match texture {
        Texture::Clear => sign("clear", '.', '·'),
        Texture::Woods => sign("woods", 'w', '♠'),
        Texture::Desert => sign("desert", 'd', '∴'),
        Texture::Mountain => sign("mountain", 'm', '▲'),
        Texture::Swamp => sign("swamp", 's', 'ψ'),
        Texture::Water => sign("water", '~', '≈'),
        Texture::Grass => sign("grassland", ',', '"'),
        Texture::Jungle => sign("jungle", 'j', '♣'),
        Texture::Floor => sign("floor", '_', '▫'),
        Texture::Road => sign("road", '=', '═'),
        Texture::Wall => sign("wall", '#', '█'),
        Texture::LowWall => sign("low wall", '+', '▄'),
        Texture::Rubble => sign("rubble", '%', '∷'),
        Texture::Foliage => sign("foliage", '&', '♧'),
        Texture::Smoke => sign("smoke", '*', '░'),
        Texture::Paper => sign("paper", ' ', ' '),
        Texture::Slate => sign("slate", ':', '▪'),
        Texture::Bare => sign("bare", '-', '∙'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use unicode_width::UnicodeWidthChar;

    fn is_ready(sign: Glyph) {
        assert!(sign.name.chars().any(|c| c.is_ascii_lowercase()), "{sign:?}");
        assert!(sign.letter == ' ' || sign.letter.is_ascii_graphic(), "{sign:?}");
        assert_eq!(sign.glyph.width(), Some(1), "{sign:?}");
    }

    /// Whether every command of the path data has as many numbers as it takes.
    fn is_path(data: &str) -> bool {
        let mut numbers = 0;
        let mut command = None;
        let mut flags = Vec::new();
        let takes = |command: char| match command.to_ascii_lowercase() {
            'm' | 'l' | 't' => 2,
            'h' | 'v' => 1,
            'q' | 's' => 4,
            'c' => 6,
            'a' => 7,
            _ => 0,
        };
        let mut rest = data.chars().peekable();
        while let Some(&c) = rest.peek() {
            if c.is_ascii_alphabetic() {
                let whole = command.is_none_or(|last| match takes(last) {
                    0 => numbers == 0,
                    each => numbers > 0 && numbers % each == 0,
                });
                if !whole {
                    return false;
                }
                (numbers, command) = (0, Some(c));
                rest.next();
            } else if c == '-' || c == '.' || c.is_ascii_digit() {
                let mut text = String::new();
                while let Some(&c) = rest.peek() {
                    let more = c.is_ascii_digit()
                        || (c == '-' && text.is_empty())
                        || (c == '.' && !text.contains('.'));
                    if !more {
                        break;
                    }
                    text.push(c);
                    rest.next();
                }
                if text.parse::<f64>().map_or(true, |value| value.abs() > 1000.0) {
                    return false;
                }
                if command.is_some_and(|c| takes(c) == 7) && matches!(numbers % 7, 3 | 4) {
                    flags.push(text);
                }
                numbers += 1;
            } else if c == ' ' {
                rest.next();
            } else {
                return false;
            }
        }
        flags.iter().all(|flag| flag == "0" || flag == "1")
            && command
                .is_none_or(|last| takes(last) == 0 || numbers > 0 && numbers % takes(last) == 0)
    }

    #[test]
    fn the_lists_are_complete() {
        for (index, symbol) in Symbol::ALL.into_iter().enumerate() {
            assert_eq!(symbol as usize, index);
        }
        assert_eq!(Symbol::Bars as usize + 1, Symbol::ALL.len());
        for (index, texture) in Texture::ALL.into_iter().enumerate() {
            assert_eq!(texture as usize, index);
        }
        assert_eq!(Texture::Bare as usize + 1, Texture::ALL.len());
    }

    #[test]
    fn every_symbol_has_a_picture_a_letter_and_a_name_of_its_own() {
        let mut names = BTreeSet::new();
        let mut pictures = BTreeSet::new();
        for symbol in Symbol::ALL {
            let sign = symbol_glyph(symbol);
            is_ready(sign);
            assert!(names.insert(sign.name), "{symbol:?}");
            let Picture { solid, line } = picture(symbol);
            assert!(solid.len() + line.len() > 10, "{symbol:?} is not drawn");
            assert!(is_path(solid) && is_path(line), "{symbol:?} is drawn wrongly");
            assert!(pictures.insert((solid, line)), "{symbol:?} looks like another");
        }
    }

    #[test]
    fn every_texture_has_a_letter_a_glyph_and_a_name_of_its_own() {
        let signs = Texture::ALL.map(texture_glyph);
        signs.into_iter().for_each(is_ready);
        let distinct = |all: BTreeSet<String>| assert_eq!(all.len(), Texture::ALL.len());
        distinct(signs.iter().map(|sign| sign.name.to_string()).collect());
        distinct(signs.iter().map(|sign| sign.letter.to_string()).collect());
        distinct(signs.iter().map(|sign| sign.glyph.to_string()).collect());
    }

    #[test]
    fn every_texture_but_the_plain_ones_is_drawn() {
        for texture in Texture::ALL {
            let plain = matches!(texture, Texture::Paper | Texture::Slate | Texture::Bare);
            assert_eq!(texture_details(texture).is_empty(), plain, "{texture:?}");
            for detail in texture_details(texture) {
                assert!(
                    detail.drawn.len() + detail.lit.len() + detail.line.len() > 4,
                    "{texture:?}"
                );
                for data in [detail.drawn, detail.lit, detail.line] {
                    assert!(is_path(data), "{texture:?} is drawn wrongly: {data}");
                    assert!(!data.contains(|c: char| c.is_ascii_uppercase()), "{texture:?}");
                }
            }
        }
    }
}
