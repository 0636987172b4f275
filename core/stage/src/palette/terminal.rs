//! Palettes of terminals with 256 and with 16 colours, chosen by hand: the nearest colour of a terminal is
//! often that of another ground.

use super::{Rgb, Shade, Tone, colour, folded};
use crate::ground::Texture;
use crate::piece::Ink;
use crate::scene::MarkKind;

/// The colour of a tone among xterm's 256, from 16 on: the first 16 are whatever their owner likes.
pub fn of_256(tone: Tone, shade: Shade) -> u8 {
    let pick = |light: u8, dark: u8| if shade == Shade::Light { light } else { dark };
    match tone {
        Tone::Surface(texture) => surface_of_256(texture, shade),
        Tone::Body(ink) => body_of_256(folded(ink), shade),
        Tone::Glow => 221,
        Tone::Quiet => pick(240, 249),
        Tone::Name(texture) => strongest_of_256(surface_of_256(texture, shade)),
        Tone::OnBody(ink) => strongest_of_256(body_of_256(folded(ink), shade)),
        Tone::OnGlow => strongest_of_256(221),
        Tone::OnMark(kind) => strongest_of_256(of_256(Tone::Mark(kind), shade)),
        Tone::Label(texture) => {
            let (wanted, back) = (colour(tone, shade), rgb_of_256(surface_of_256(texture, shade)));
            let reads = |index: &u8| rgb_of_256(*index).contrast(back) >= 4.5;
            let away = |index: &u8| wanted.distance(rgb_of_256(*index));
            (16..=255).filter(reads).min_by_key(away).unwrap_or(231)
        }
        other => colour(other, shade).indexed(),
    }
}

/// The colour of a tone among the 16 that every terminal with colours has.
pub fn of_16(tone: Tone, shade: Shade) -> u8 {
    let pick = |light: u8, dark: u8| if shade == Shade::Light { light } else { dark };
    match tone {
        Tone::Page | Tone::Sheet | Tone::Inset | Tone::Shadow | Tone::TrailBed => pick(15, 0),
        Tone::Tint(_) => pick(7, 0),
        Tone::Text => pick(0, 15),
        Tone::Quiet | Tone::Rule | Tone::Grid => pick(8, 7),
        Tone::Surface(texture) => surface_of_16(texture, shade),
        Tone::Drawn(texture) | Tone::Lit(texture) | Tone::Label(texture) | Tone::Name(texture) => {
            strongest_of_16(surface_of_16(texture, shade))
        }
        Tone::Body(ink) | Tone::Edge(ink) => body_of_16(folded(ink)),
        Tone::OnBody(ink) | Tone::OnEdge(ink) => strongest_of_16(body_of_16(folded(ink))),
        Tone::Writing(ink) => match (body_of_16(folded(ink)), shade) {
            (light @ (3 | 7 | 11 | 14), Shade::Light) => {
                if light == 3 {
                    1
                } else {
                    0
                }
            }
            (4, Shade::Dark) => 12,
            (writing, _) => writing,
        },
        Tone::River | Tone::Bank => pick(4, 14),
        Tone::Trail | Tone::LowWallLine => pick(1, 11),
        Tone::WallLine => pick(0, 15),
        Tone::Opening | Tone::Glow => 11,
        Tone::OnGlow => 0,
        Tone::Mark(kind) => mark_of_16(kind, shade),
        Tone::OnMark(kind) => strongest_of_16(mark_of_16(kind, shade)),
    }
}

fn surface_of_256(texture: Texture, shade: Shade) -> u8 {
    let (light, dark) = match texture {
        Texture::Clear => (230, 237),
        Texture::Woods => (150, 22),
        Texture::Desert => (222, 94),
        Texture::Mountain => (180, 242),
        Texture::Swamp => (151, 23),
        Texture::Water => (117, 24),
        Texture::Grass => (192, 58),
        Texture::Jungle => (114, 28),
        Texture::Floor => (254, 236),
        Texture::Road => (223, 95),
        Texture::Wall => (241, 245),
        Texture::LowWall => (179, 137),
        Texture::Rubble => (250, 239),
        Texture::Foliage => (156, 65),
        Texture::Smoke => (189, 60),
        Texture::Paper => (231, 235),
        Texture::Slate => (152, 66),
        Texture::Bare => (255, 233),
    };
    if shade == Shade::Light { light } else { dark }
}

fn body_of_256(ink: Ink, shade: Shade) -> u8 {
    let (light, dark) = match ink {
        Ink::Seat(seat) => match seat % 8 {
            0 => (25, 32),
            1 => (214, 214),
            2 => (36, 43),
            3 => (175, 175),
            4 => (227, 227),
            5 => (166, 202),
            6 => (81, 153),
            _ => (236, 255),
        },
        Ink::Neutral => (187, 144),
        Ink::Good => (29, 78),
        Ink::Bad => (124, 203),
        Ink::Water => (31, 74),
        Ink::Plant => (64, 149),
        Ink::Warm => (130, 215),
        Ink::Faint => (252, 241),
    };
    if shade == Shade::Light { light } else { dark }
}

fn surface_of_16(texture: Texture, shade: Shade) -> u8 {
    match texture {
        Texture::Woods | Texture::Jungle | Texture::Foliage => 2,
        Texture::Desert | Texture::LowWall => 3,
        Texture::Water => 4,
        Texture::Swamp => 6,
        Texture::Mountain | Texture::Rubble | Texture::Wall => 8,
        Texture::Clear
        | Texture::Grass
        | Texture::Floor
        | Texture::Road
        | Texture::Smoke
        | Texture::Paper
        | Texture::Slate
        | Texture::Bare => {
            if shade == Shade::Light {
                15
            } else {
                0
            }
        }
    }
}

fn body_of_16(ink: Ink) -> u8 {
    match ink {
        Ink::Seat(seat) => [4, 3, 2, 5, 11, 1, 14, 7][usize::from(seat % 8)],
        Ink::Neutral => 7,
        Ink::Good | Ink::Plant => 2,
        Ink::Bad => 1,
        Ink::Water => 4,
        Ink::Warm => 3,
        Ink::Faint => 8,
    }
}

fn mark_of_16(kind: MarkKind, shade: Shade) -> u8 {
    match kind {
        MarkKind::Active => {
            if shade == Shade::Light {
                0
            } else {
                15
            }
        }
        MarkKind::Recent => 5,
        MarkKind::Goal => 2,
        MarkKind::Reach => 6,
        MarkKind::Must => 3,
        MarkKind::Closed => 1,
        MarkKind::Ordered => 13,
    }
}

fn strongest_of_256(back: u8) -> u8 {
    let back = rgb_of_256(back);
    if back.contrast(rgb_of_256(16)) >= back.contrast(rgb_of_256(231)) { 16 } else { 231 }
}

fn strongest_of_16(back: u8) -> u8 {
    let back = rgb_of_16(back);
    if back.contrast(rgb_of_16(0)) >= back.contrast(rgb_of_16(15)) { 0 } else { 15 }
}

/// What xterm shows for one of its colours from 16 on.
fn rgb_of_256(index: u8) -> Rgb {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match index {
        232..=255 => {
            let grey = 8 + (index - 232) * 10;
            Rgb(grey, grey, grey)
        }
        _ => {
            let cube = index.saturating_sub(16);
            let step = |part: u8| STEPS[usize::from(part % 6)];
            Rgb(step(cube / 36), step(cube / 6), step(cube))
        }
    }
}

/// What xterm shows for its first colours if nobody has changed them.
fn rgb_of_16(index: u8) -> Rgb {
    const COLOURS: [u32; 16] = [
        0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f,
        0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
    ];
    Rgb::hex(COLOURS[usize::from(index % 16)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::{MARKS, inks};
    use std::collections::BTreeSet;

    /// Every pair that text on a board uses.
    fn pairs() -> Vec<(Tone, Tone)> {
        let grounds = Texture::ALL.into_iter().flat_map(|texture| {
            [Tone::Label(texture), Tone::Name(texture)].map(|front| (front, Tone::Surface(texture)))
        });
        let pieces = inks().map(|ink| (Tone::OnBody(ink), Tone::Body(ink)));
        let marks = MARKS.map(|mark| (Tone::OnMark(mark), Tone::Mark(mark)));
        grounds.chain(pieces).chain(marks).chain([(Tone::OnGlow, Tone::Glow)]).collect()
    }

    #[test]
    fn boards_are_readable_with_256_and_with_16_colours() {
        for shade in [Shade::Light, Shade::Dark] {
            for (front, back) in pairs() {
                let of_256 = [front, back].map(|tone| rgb_of_256(of_256(tone, shade)));
                let of_16 = [front, back].map(|tone| rgb_of_16(of_16(tone, shade)));
                for [written, behind] in [of_256, of_16] {
                    let contrast = written.contrast(behind);
                    assert!(contrast >= 4.5, "{shade:?}: {front:?} on {back:?}: {contrast:.2}");
                }
            }
        }
    }

    #[test]
    fn every_ground_and_every_seat_has_a_colour_of_its_own() {
        for shade in [Shade::Light, Shade::Dark] {
            let grounds: BTreeSet<u8> =
                Texture::ALL.into_iter().map(|it| of_256(Tone::Surface(it), shade)).collect();
            assert_eq!(grounds.len(), Texture::ALL.len(), "{shade:?}");
            for palette in [of_256, of_16] {
                let seats: BTreeSet<u8> =
                    (0..8).map(|seat| palette(Tone::Body(Ink::Seat(seat)), shade)).collect();
                assert_eq!(seats.len(), 8, "{shade:?}");
            }
        }
    }
}
