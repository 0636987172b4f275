//! Colours by their meaning, in light and dark.
//!
//! Seats wear eight colours after those of Okabe and Ito, moved apart until every two of them differ by
//! 25 in CIELAB for every kind of eyes; each seat also has an emblem of its own ([`Emblem`]), and from the ninth on a pattern and a
//! number. Whatever is written is written in a colour that [`contrast_pairs`] lists with its
//! background, at a contrast of at least 4.5 to 1.

pub mod terminal;

use crate::ground::Texture;
use crate::piece::Ink;
use crate::scene::MarkKind;
use terrain::Fit;

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shade {
    /// Dark writing on light paper.
    Light,
    /// Light writing on dark paper.
    Dark,
}

/// A colour of the screen.
///
/// ```
/// use stage::palette::Rgb;
///
/// let (ink, paper) = (Rgb(0x22, 0x30, 0x2b), Rgb(255, 255, 255));
/// assert_eq!(ink.css(), "#22302b");
/// assert!(ink.contrast(paper) > 7.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    const fn hex(code: u32) -> Rgb {
        let [_, red, green, blue] = code.to_be_bytes();
        Rgb(red, green, blue)
    }

    /// As `#rrggbb`.
    pub fn css(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// The nearest of xterm's 256 colours.
    pub fn indexed(self) -> u8 {
        const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let cube = (0..216_u8).map(|index| {
            let [red, green, blue] =
                [index / 36, index / 6 % 6, index % 6].map(|step| STEPS[usize::from(step)]);
            (self.distance(Rgb(red, green, blue)), 16 + index)
        });
        let grey = |index: u8| Rgb(8 + index * 10, 8 + index * 10, 8 + index * 10);
        let greys = (0..24_u8).map(|index| (self.distance(grey(index)), 232 + index));
        cube.chain(greys).min().map_or(15, |(_, index)| index)
    }

    /// How far another colour is away, squared.
    fn distance(self, other: Rgb) -> i32 {
        let parts = [(self.0, other.0), (self.1, other.1), (self.2, other.2)];
        parts.map(|(a, b)| (i32::from(a) - i32::from(b)).pow(2)).into_iter().sum()
    }

    /// Relative luminance as WCAG defines it, from 0 (black) to 1 (white).
    pub fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Contrast as WCAG defines it, from 1 to 21.
    pub fn contrast(self, other: Rgb) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// This colour with `percent` of the other mixed in.
    pub fn mixed(self, other: Rgb, percent: u32) -> Rgb {
        let mix = |a: u8, b: u8| {
            let sum = u32::from(a) * (100 - percent) + u32::from(b) * percent;
            ((sum + 50) / 100).fit::<u8>()
        };
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// The colour nearest to this one, going towards black or white, that has this contrast to all
    /// of `backgrounds`; or, where none has it, the one that stands out most.
    fn readable_on(self, backgrounds: &[Rgb], wanted: f64) -> Rgb {
        let reads = |colour: Rgb| backgrounds.iter().all(|back| colour.contrast(*back) >= wanted);
        (0..=100)
            .flat_map(|percent| [(percent, Rgb(0, 0, 0)), (percent, Rgb(255, 255, 255))])
            .map(|(percent, goal)| self.mixed(goal, percent))
            .find(|colour| reads(*colour))
            .unwrap_or_else(|| backgrounds.first().map_or(self, |back| strongest_on(*back)))
    }
}

/// What [`contrast_pairs`] keep with a little to spare for rounding.
const WANTED: f64 = 4.6;

/// The same for labels on the ground, which are still read when a mark or a choice tints them.
const TINTED: f64 = 6.0;

/// A colour by its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tone {
    /// Behind everything.
    Page,
    /// A sheet, a card, a disc under a symbol.
    Sheet,
    /// A box on a sheet.
    Inset,
    /// Writing.
    Text,
    /// Quiet writing.
    Quiet,
    /// Thin lines on sheets.
    Rule,
    /// The lines between hexes.
    Grid,
    /// Shadows.
    Shadow,
    /// A texture's surface.
    Surface(Texture),
    /// The darker drawing on a texture.
    Drawn(Texture),
    /// The lighter drawing on a texture.
    Lit(Texture),
    /// Quiet writing on a texture.
    Label(Texture),
    /// Names on a texture, to be seen at once.
    Name(Texture),
    /// The body of a piece in this ink.
    Body(Ink),
    /// Writing and pictures on such a body.
    OnBody(Ink),
    /// The edge of such a body.
    Edge(Ink),
    /// Writing on such an edge.
    OnEdge(Ink),
    /// Writing in this ink on the page or a sheet.
    Writing(Ink),
    /// A pale background in this ink, for writing in [`Tone::Text`].
    Tint(Ink),
    /// Running water.
    River,
    /// The bank of running water.
    Bank,
    /// A trail.
    Trail,
    /// The bed under a trail.
    TrailBed,
    /// A wall or cliff drawn as a line.
    WallLine,
    /// A low wall, fence or hedge drawn as a line.
    LowWallLine,
    /// A door or window.
    Opening,
    /// What can be chosen.
    Glow,
    /// Writing on what can be chosen.
    OnGlow,
    /// A mark on a place.
    Mark(MarkKind),
    /// Writing on such a mark.
    OnMark(MarkKind),
}

/// A small sign that tells a seat apart without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Emblem {
    Disc,
    Triangle,
    Square,
    Diamond,
    Ring,
    Bars,
    Plus,
    Chevron,
}

/// The emblem of a seat, counted from 0. The ninth seat wears the first one's again, with stripes
/// and its number.
pub fn emblem(seat: u16) -> Emblem {
    const EMBLEMS: [Emblem; 8] = [
        Emblem::Disc,
        Emblem::Triangle,
        Emblem::Square,
        Emblem::Diamond,
        Emblem::Ring,
        Emblem::Bars,
        Emblem::Plus,
        Emblem::Chevron,
    ];
    EMBLEMS[seat as usize % 8]
}

/// The ink with seats beyond the eighth folded onto the first eight.
fn folded(ink: Ink) -> Ink {
    match ink {
        Ink::Seat(seat) => Ink::Seat(seat % 8),
        other => other,
    }
}

/// Every ink that looks different, seats first.
pub fn inks() -> impl Iterator<Item = Ink> {
    let others = [Ink::Neutral, Ink::Good, Ink::Bad, Ink::Water, Ink::Plant, Ink::Warm, Ink::Faint];
    (0..8).map(Ink::Seat).chain(others)
}

/// Every kind of mark, in the order in which a text tells of them.
pub const MARKS: [MarkKind; 7] = [
    MarkKind::Active,
    MarkKind::Recent,
    MarkKind::Goal,
    MarkKind::Must,
    MarkKind::Reach,
    MarkKind::Closed,
    MarkKind::Ordered,
];

/// Every tone.
pub fn tones() -> Vec<Tone> {
    use Tone::*;
    let mut tones = vec![
        Page,
        Sheet,
        Inset,
        Text,
        Quiet,
        Rule,
        Grid,
        Shadow,
        River,
        Bank,
        Trail,
        TrailBed,
        WallLine,
        LowWallLine,
        Opening,
        Glow,
        OnGlow,
    ];
    for texture in Texture::ALL {
        tones.extend([
            Surface(texture),
            Drawn(texture),
            Lit(texture),
            Label(texture),
            Name(texture),
        ]);
    }
    for ink in inks() {
        tones.extend([Body(ink), OnBody(ink), Edge(ink), OnEdge(ink), Writing(ink), Tint(ink)]);
    }
    for mark in MARKS {
        tones.extend([Mark(mark), OnMark(mark)]);
    }
    tones
}

/// Every pair of writing and background that drawings use. Each keeps a contrast of at least 4.5 to
/// 1, in light and in dark.
pub fn contrast_pairs() -> Vec<(Tone, Tone)> {
    use Tone::*;
    let mut pairs = Vec::new();
    for back in [Page, Sheet, Inset] {
        pairs.extend([(Text, back), (Quiet, back)]);
        pairs.extend(inks().map(|ink| (Writing(ink), back)));
    }
    pairs.extend(Texture::ALL.map(|texture| (Label(texture), Surface(texture))));
    pairs.extend(Texture::ALL.map(|texture| (Name(texture), Surface(texture))));
    for ink in inks() {
        pairs.extend([(OnBody(ink), Body(ink)), (Text, Tint(ink)), (Quiet, Tint(ink))]);
        if let Ink::Seat(_) = ink {
            pairs.push((OnEdge(ink), Edge(ink)));
        }
    }
    pairs.push((OnGlow, Glow));
    pairs.extend(MARKS.map(|mark| (OnMark(mark), Mark(mark))));
    pairs
}

/// The colour of a tone.
pub fn colour(tone: Tone, shade: Shade) -> Rgb {
    let pick = |light: u32, dark: u32| match shade {
        Shade::Light => Rgb::hex(light),
        Shade::Dark => Rgb::hex(dark),
    };
    match tone {
        Tone::Page => pick(0xf4efe4, 0x14171a),
        Tone::Sheet => pick(0xfdfbf5, 0x1f2429),
        Tone::Inset => pick(0xf1ebdd, 0x2a3037),
        Tone::Text => pick(0x23211c, 0xece7db),
        Tone::Quiet => pick(0x5d574b, 0xb3aea2),
        Tone::Rule => pick(0xcfc6b3, 0x424a52),
        Tone::Grid => pick(0x8f8a72, 0x7d7c6c),
        Tone::Shadow => pick(0x2b2416, 0x000000),
        Tone::Surface(texture) => surface(texture, shade),
        Tone::Drawn(texture) => drawn(texture, shade),
        Tone::Lit(texture) => lit(texture, shade),
        Tone::Label(texture) => {
            let ground = surface(texture, shade);
            ground.readable_on(&[ground], TINTED)
        }
        Tone::Name(texture) => strongest_on(surface(texture, shade)),
        Tone::Body(ink) => body(folded(ink), shade),
        Tone::OnBody(ink) => strongest_on(body(folded(ink), shade)),
        Tone::Edge(ink) => body(folded(ink), shade).mixed(Rgb(0, 0, 0), 52),
        Tone::OnEdge(ink) => strongest_on(colour(Tone::Edge(ink), shade)),
        Tone::Writing(ink) => {
            let backs = [Tone::Page, Tone::Sheet, Tone::Inset].map(|back| colour(back, shade));
            body(folded(ink), shade).readable_on(&backs, WANTED)
        }
        Tone::Tint(ink) => {
            let percent = match shade {
                Shade::Light => 16,
                Shade::Dark => 14,
            };
            colour(Tone::Sheet, shade).mixed(body(folded(ink), shade), percent)
        }
        Tone::River => pick(0x7fbfe0, 0x3a7ca8),
        Tone::Bank => pick(0x2f6f9c, 0x0f2a3d),
        Tone::Trail => pick(0x7a4a1f, 0xe0b37c),
        Tone::TrailBed => pick(0xf7ecd2, 0x2a2118),
        Tone::WallLine => pick(0x4a453e, 0x857e72),
        Tone::LowWallLine => pick(0x8a6d45, 0x9c865f),
        Tone::Opening => pick(0xf6d78a, 0xd9a441),
        Tone::Glow => pick(0xffd23f, 0xffd23f),
        Tone::OnGlow => pick(0x1d1a12, 0x1d1a12),
        Tone::Mark(kind) => match kind {
            MarkKind::Active => pick(0x1d1a12, 0xffffff),
            MarkKind::Recent => pick(0x8a4f7d, 0xd9a3cd),
            MarkKind::Goal => pick(0x006b4e, 0x35c796),
            MarkKind::Reach => pick(0x2b6ca3, 0x86c5f4),
            MarkKind::Must => pick(0xb84300, 0xff9a57),
            MarkKind::Closed => pick(0x4d4a52, 0xc9c6cf),
            MarkKind::Ordered => pick(0x4b3f9e, 0xb9b0ff),
        },
        Tone::OnMark(kind) => strongest_on(colour(Tone::Mark(kind), shade)),
    }
}

/// Near black or white, whichever stands out more.
fn strongest_on(back: Rgb) -> Rgb {
    let (dark, light) = (Rgb::hex(0x14120e), Rgb::hex(0xffffff));
    if back.contrast(dark) >= back.contrast(light) { dark } else { light }
}

fn surface(texture: Texture, shade: Shade) -> Rgb {
    let (light, dark) = match texture {
        Texture::Clear => (0xefeed2, 0x66654a),
        Texture::Woods => (0xb7d19a, 0x24503a),
        Texture::Desert => (0xf6dfa6, 0x6b4f2c),
        Texture::Mountain => (0xd9cdbf, 0x575049),
        Texture::Swamp => (0xc4d8c4, 0x263d3c),
        Texture::Water => (0x9fcfe6, 0x1d435c),
        Texture::Grass => (0xd5e6a6, 0x47552a),
        Texture::Jungle => (0x93c78c, 0x103c30),
        Texture::Floor => (0xe6dfd2, 0x35332f),
        Texture::Road => (0xd9c9a8, 0x4a4235),
        Texture::Wall => (0x69625a, 0x6f6a60),
        Texture::LowWall => (0xc4a97c, 0x6b5a3e),
        Texture::Rubble => (0xcfc6ba, 0x4a4742),
        Texture::Foliage => (0xa9cf8a, 0x27492a),
        Texture::Smoke => (0xd6d9de, 0x3c424a),
        Texture::Paper => (0xfbf7ec, 0x262c32),
        Texture::Slate => (0xd8dde2, 0x333c45),
        Texture::Bare => (0xf4efe4, 0x14171a),
    };
    Rgb::hex(if shade == Shade::Light { light } else { dark })
}

fn drawn(texture: Texture, shade: Shade) -> Rgb {
    let (light, dark) = match texture {
        Texture::Clear => (0xb6b67c, 0x8b8c68),
        Texture::Woods => (0x4f7f46, 0x5fa06c),
        Texture::Desert => (0xbf8f3c, 0xa98c58),
        Texture::Mountain => (0x7d6a5a, 0x262220),
        Texture::Swamp => (0x4f7a5c, 0x6d9d84),
        Texture::Water => (0x4a93bd, 0x4d8db3),
        Texture::Grass => (0x7da544, 0x8aa858),
        Texture::Jungle => (0x2a7146, 0x3f8f62),
        Texture::Floor => (0xbfb29c, 0x56524b),
        Texture::Road => (0xb39d72, 0x73684f),
        Texture::Wall => (0x4b453f, 0x4a463f),
        Texture::LowWall => (0x8d6f43, 0xa08759),
        Texture::Rubble => (0x8b8073, 0x7d776e),
        Texture::Foliage => (0x4c8a3f, 0x5c9a58),
        Texture::Smoke => (0x99a1ac, 0x6d7580),
        Texture::Paper => (0xddd3bd, 0x3d454d),
        Texture::Slate => (0xb3bcc5, 0x4b5661),
        Texture::Bare => (0x8f8a72, 0x5a6168),
    };
    Rgb::hex(if shade == Shade::Light { light } else { dark })
}

fn lit(texture: Texture, shade: Shade) -> Rgb {
    let (light, dark) = match texture {
        Texture::Clear => (0xd2d3a3, 0x76765a),
        Texture::Woods => (0x7aa65f, 0x357550),
        Texture::Desert => (0xfbedc8, 0x6d5b3a),
        Texture::Mountain => (0xf8f4ee, 0xa39a90),
        Texture::Swamp => (0x86b6c4, 0x3f7286),
        Texture::Water => (0xd4ecf6, 0x2b5a78),
        Texture::Grass => (0xa9c96c, 0x5d7138),
        Texture::Jungle => (0x5aa565, 0x246348),
        Texture::Floor => (0xf3eee4, 0x403d38),
        Texture::Road => (0xe9ddc2, 0x5a5142),
        Texture::Wall => (0x857d73, 0x837d72),
        Texture::LowWall => (0xdcc7a0, 0x83704f),
        Texture::Rubble => (0xece6dd, 0x625e57),
        Texture::Foliage => (0x7db765, 0x3b6e3f),
        Texture::Smoke => (0xeceef1, 0x515862),
        Texture::Paper => (0xffffff, 0x2f363d),
        Texture::Slate => (0xe9edf0, 0x3f4954),
        Texture::Bare => (0xffffff, 0x2a3037),
    };
    Rgb::hex(if shade == Shade::Light { light } else { dark })
}

fn body(ink: Ink, shade: Shade) -> Rgb {
    let (light, dark) = match ink {
        Ink::Seat(seat) => match seat % 8 {
            0 => (0x065390, 0x3a65b1),
            1 => (0xe9a237, 0xea9f34),
            2 => (0x009a5f, 0x21aa6a),
            3 => (0xb37fa4, 0xba83a8),
            4 => (0xffe81f, 0xffe51d),
            5 => (0xba4300, 0xb7490e),
            6 => (0x6ed1ff, 0x9be0ff),
            _ => (0x3c2b30, 0xe1f7e6),
        },
        Ink::Neutral => (0xe7ddc7, 0xbfb6a3),
        Ink::Good => (0x1a7f5a, 0x3fbf8f),
        Ink::Bad => (0xb3261e, 0xff7b6b),
        Ink::Water => (0x1f78b4, 0x6db7e8),
        Ink::Plant => (0x5b7f1f, 0x9cc557),
        Ink::Warm => (0xc25700, 0xf59f4a),
        Ink::Faint => (0xd5cebf, 0x5a616a),
    };
    Rgb::hex(if shade == Shade::Light { light } else { dark })
}

fn lower(name: impl std::fmt::Debug) -> String {
    format!("{name:?}").to_lowercase().replace(['(', ')'], "")
}

/// The name of an ink in CSS variables, such as `seat2` in `--ow-body-seat2`.
pub fn ink_name(ink: Ink) -> String {
    lower(folded(ink))
}

/// The name of a tone as a CSS variable, such as `--ow-surface-woods`.
pub fn variable(tone: Tone) -> String {
    let name = match tone {
        Tone::Surface(texture) => format!("surface-{}", lower(texture)),
        Tone::Drawn(texture) => format!("drawn-{}", lower(texture)),
        Tone::Lit(texture) => format!("lit-{}", lower(texture)),
        Tone::Label(texture) => format!("label-{}", lower(texture)),
        Tone::Name(texture) => format!("name-{}", lower(texture)),
        Tone::Body(ink) => format!("body-{}", lower(folded(ink))),
        Tone::OnBody(ink) => format!("on-{}", lower(folded(ink))),
        Tone::Edge(ink) => format!("edge-{}", lower(folded(ink))),
        Tone::OnEdge(ink) => format!("on-edge-{}", lower(folded(ink))),
        Tone::Writing(ink) => format!("writing-{}", lower(folded(ink))),
        Tone::Tint(ink) => format!("tint-{}", lower(folded(ink))),
        Tone::Mark(kind) => format!("mark-{}", lower(kind)),
        Tone::OnMark(kind) => format!("on-mark-{}", lower(kind)),
        plain => lower(plain),
    };
    format!("--ow-{name}")
}

/// A style sheet that sets the variables of the given tones: light, dark where the reader prefers
/// it, and either one where the root element says `data-theme="light"` or `data-theme="dark"`.
pub fn style_sheet(tones: &[Tone]) -> String {
    let list = |shade: Shade| -> String {
        tones
            .iter()
            .map(|tone| format!("{}:{};", variable(*tone), colour(*tone, shade).css()))
            .collect()
    };
    let (light, dark) = (list(Shade::Light), list(Shade::Dark));
    format!(
        ":root{{{light}}}@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\
         :root[data-theme=dark]{{{dark}}}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn everything_written_can_be_read() {
        for shade in [Shade::Light, Shade::Dark] {
            for (writing, back) in contrast_pairs() {
                let contrast = colour(writing, shade).contrast(colour(back, shade));
                assert!(contrast >= 4.5, "{shade:?}: {writing:?} on {back:?} is {contrast:.2}");
            }
        }
    }

    #[test]
    fn contrast_is_measured_as_the_web_does() {
        let (black, white) = (Rgb(0, 0, 0), Rgb(255, 255, 255));
        assert!((black.contrast(white) - 21.0).abs() < 1e-9);
        assert!((Rgb(0x77, 0x77, 0x77).contrast(white) - 4.48).abs() < 0.01);
    }

    #[test]
    fn drawings_stand_out_from_their_surface_and_surfaces_from_each_other() {
        for shade in [Shade::Light, Shade::Dark] {
            let mut seen = BTreeSet::new();
            for texture in Texture::ALL {
                let ground = surface(texture, shade);
                assert!(seen.insert(ground.css()), "{texture:?} looks like another");
                if texture != Texture::Paper && texture != Texture::Slate {
                    let contrast = ground.contrast(drawn(texture, shade));
                    assert!(contrast >= 1.4, "{shade:?} {texture:?}: {contrast:.2}");
                }
            }
        }
    }

    /// Linear light as eyes see it that have all cones, or lack the first, second or third kind
    /// (Machado, Oliveira and Fernandes, 2009).
    const EYES: [(&str, [[f64; 3]; 3]); 4] = [
        ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protanopia",
            [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ],
        ),
        (
            "deuteranopia",
            [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ],
        ),
        (
            "tritanopia",
            [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ],
        ),
    ];

    /// A colour as such eyes see it, in CIELAB.
    fn seen(eyes: [[f64; 3]; 3], colour: Rgb) -> [f64; 3] {
        let times = |rows: [[f64; 3]; 3], light: [f64; 3]| {
            rows.map(|row| row.iter().zip(light).map(|(a, b)| a * b).sum::<f64>())
        };
        let linear = [colour.0, colour.1, colour.2].map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        let light = times(eyes, linear).map(|value| value.clamp(0.0, 1.0));
        let xyz = times(
            [
                [0.4124 / 0.950_47, 0.3576 / 0.950_47, 0.1805 / 0.950_47],
                [0.2126, 0.7152, 0.0722],
                [0.0193 / 1.088_83, 0.1192 / 1.088_83, 0.9505 / 1.088_83],
            ],
            light,
        );
        let [x, y, z] = xyz.map(|value| match value > 216.0 / 24_389.0 {
            true => value.cbrt(),
            false => (value * 24_389.0 / 27.0 + 16.0) / 116.0,
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// Of two colours that differ by 25 nobody asks which is which, even on small counters.
    #[test]
    fn seats_stay_apart_for_every_kind_of_eyes() {
        let mut alike = Vec::new();
        for shade in [Shade::Light, Shade::Dark] {
            for (name, eyes) in EYES {
                for (a, b) in (0..8).flat_map(|a| (0..a).map(move |b| (a, b))) {
                    let [p, q] = [a, b].map(|seat| seen(eyes, body(Ink::Seat(seat), shade)));
                    let squares = p.iter().zip(q).map(|(x, y)| (x - y).powi(2));
                    let distance = squares.sum::<f64>().sqrt();
                    if distance < 25.0 {
                        let (a, b) = (a + 1, b + 1);
                        alike.push(format!("{shade:?}, {name}: seats {b} and {a}: {distance:.1}"));
                    }
                }
            }
        }
        assert!(alike.is_empty(), "{}", alike.join("\n"));
    }

    #[test]
    fn every_tone_has_a_name_of_its_own_and_the_sheet_sets_them_all() {
        let names: BTreeSet<_> = tones().into_iter().map(variable).collect();
        assert_eq!(names.len(), tones().len());
        let sheet = style_sheet(&tones());
        for (writing, back) in contrast_pairs() {
            for tone in [writing, back] {
                assert_eq!(sheet.matches(&format!("{}:", variable(tone))).count(), 3, "{tone:?}");
            }
        }
    }
}
