//! A drawing under construction: what is drawn, and the pictures that it uses.

use super::Look;
use super::path::{escaped, short};
use super::text_metrics::{self, FACES};
use crate::art::{detail_layouts, picture, texture_details};
use crate::ground::{Symbol, Texture};
use crate::palette::Tone;
use std::collections::BTreeSet;
use std::fmt::Write;
use terrain::Fit;

/// How a text is set.
#[derive(Clone, Copy)]
pub struct TextStyle {
    /// Size of the letters.
    pub size: f64,
    /// Colour.
    pub tone: Tone,
    /// Heavy.
    pub bold: bool,
    /// `start`, `middle` or `end`.
    pub anchor: &'static str,
}

/// Rules for the classes of terse drawings.
pub const CLASSES: &str = ".ow-b{font-weight:bold;text-anchor:middle}\
     .ow-trace{fill:none;stroke-linecap:round;stroke-linejoin:round}\
     .ow-g{fill:var(--ow-sheet);stroke:var(--ow-text);stroke-width:26px}";

/// A drawing under construction.
pub struct Drawing<'a> {
    /// How it looks.
    pub look: &'a Look,
    /// What is drawn so far.
    pub body: String,
    /// Whether what all pieces share is left to the classes of [`CLASSES`].
    pub terse: bool,
    symbols: BTreeSet<Symbol>,
    layouts: BTreeSet<(Texture, usize)>,
    singles: BTreeSet<(Texture, usize)>,
    hexes: BTreeSet<bool>,
    definitions: String,
}

impl<'a> Drawing<'a> {
    /// Nothing drawn yet.
    pub fn new(look: &'a Look) -> Drawing<'a> {
        Drawing {
            look,
            body: String::new(),
            terse: false,
            symbols: BTreeSet::new(),
            layouts: BTreeSet::new(),
            singles: BTreeSet::new(),
            hexes: BTreeSet::new(),
            definitions: String::new(),
        }
    }

    /// The value of a colour attribute.
    pub fn paint(&self, tone: Tone) -> String {
        self.look.paint(tone)
    }

    /// Adds to the drawing.
    pub fn add(&mut self, text: &str) {
        self.body.push_str(text);
    }

    /// Adds to what the drawing can refer to.
    pub fn define(&mut self, text: &str) {
        self.definitions.push_str(text);
    }

    /// A symbol's picture, centred.
    pub fn symbol(&mut self, symbol: Symbol, x: f64, y: f64, size: f64, tone: Tone) {
        self.symbols.insert(symbol);
        let paint = self.paint(tone);
        let _ = write!(
            self.body,
            r##"<use href="#{}" x="{}" y="{}" width="{s}" height="{s}" color="{paint}"/>"##,
            symbol_id(symbol),
            short(x - size / 2.0),
            short(y - size / 2.0),
            s = short(size),
        );
    }

    /// A line of text; `y` is its base line.
    pub fn text(&mut self, text: &str, x: f64, y: f64, style: TextStyle) {
        let TextStyle { size, tone, bold, anchor } = style;
        let shared = self.terse && bold && anchor == "middle";
        let weight = match bold {
            true if shared => r#" class="ow-b""#,
            true => r#" font-weight="bold""#,
            false => "",
        };
        let anchor = match anchor {
            "start" => String::new(),
            _ if shared => String::new(),
            anchor => format!(r#" text-anchor="{anchor}""#),
        };
        let _ = write!(
            self.body,
            r#"<text x="{}" y="{}" font-size="{}"{weight}{anchor} fill="{}">{}</text>"#,
            short(x),
            short(y),
            short(size),
            self.look.paint(tone),
            escaped(text)
        );
    }

    /// A line of text, centred on a point, no wider than `limit`, and no larger than `size`.
    pub fn centred(&mut self, text: &str, x: f64, y: f64, limit: f64, style: TextStyle) {
        let size = text_metrics::fitted(text, style.size, style.bold, limit);
        self.text(text, x, y + size * 0.36, TextStyle { size, anchor: "middle", ..style });
    }

    /// The id of a layout of a texture's details for one hex.
    pub fn layout_id(&mut self, texture: Texture, variant: usize) -> String {
        self.layouts.insert((texture, variant));
        format!("{}{variant}", texture_id(texture))
    }

    /// The id of a single detail of a texture.
    pub fn detail_id(&mut self, texture: Texture, index: usize) -> String {
        self.singles.insert((texture, index));
        format!("{}s{index}", texture_id(texture))
    }

    /// The id of a hex outline around (0, 0), to point at.
    pub fn hex_id(&mut self, flat: bool) -> &'static str {
        self.hexes.insert(flat);
        if flat { "ohf" } else { "ohp" }
    }

    /// The finished drawing as one group of that class, with everything that it refers to.
    pub fn finish(mut self, class: &str) -> String {
        let mut defs = std::mem::take(&mut self.definitions);
        for &symbol in &self.symbols {
            let _ = write!(
                defs,
                r#"<symbol id="{}" viewBox="0 0 24 24" overflow="visible">"#,
                symbol_id(symbol)
            );
            let picture = picture(symbol);
            if !picture.solid.is_empty() {
                let _ = write!(
                    defs,
                    r#"<path d="{}" fill="currentColor" fill-rule="evenodd" stroke="none"/>"#,
                    picture.solid
                );
            }
            if !picture.line.is_empty() {
                let _ = write!(
                    defs,
                    r#"<path d="{}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>"#,
                    picture.line
                );
            }
            defs.push_str("</symbol>");
        }
        for &(texture, variant) in &self.layouts {
            let places = detail_layouts(texture).get(variant).copied().unwrap_or_default();
            let id = format!("{}{variant}", texture_id(texture));
            defs.push_str(&self.strewn(texture, &id, places));
        }
        for &(texture, index) in &self.singles {
            let id = format!("{}s{index}", texture_id(texture));
            defs.push_str(&self.strewn(texture, &id, &[(0, 0, index.fit())]));
        }
        for &flat in &self.hexes {
            let (id, d) = if flat {
                ("ohf", "M-500-866h1000l500 866-500 866h-1000l-500-866z")
            } else {
                ("ohp", "M0-1000l866 500v1000l-866 500-866-500v-1000z")
            };
            let _ = write!(defs, r#"<path id="{id}" d="{d}"/>"#);
        }
        let defs = if defs.is_empty() { defs } else { format!("<defs>{defs}</defs>") };
        format!(r#"<g class="{class}" font-family="{}">{defs}{}</g>"#, escaped(FACES), self.body)
    }

    fn strewn(&self, texture: Texture, id: &str, places: &[(i32, i32, u8)]) -> String {
        let (mut drawn, mut lit, mut line) = (String::new(), String::new(), String::new());
        for &(x, y, which) in places {
            let Some(detail) = texture_details(texture).get(which as usize) else {
                continue;
            };
            for (data, part) in
                [(&mut drawn, detail.drawn), (&mut lit, detail.lit), (&mut line, detail.line)]
            {
                if !part.is_empty() {
                    let _ = write!(data, "M{x} {y}{part}");
                }
            }
        }
        let mut group = format!(r#"<g id="{id}">"#);
        if !drawn.is_empty() {
            let _ =
                write!(group, r#"<path d="{drawn}" fill="{}"/>"#, self.paint(Tone::Drawn(texture)));
        }
        if !lit.is_empty() {
            let _ = write!(group, r#"<path d="{lit}" fill="{}"/>"#, self.paint(Tone::Lit(texture)));
        }
        if !line.is_empty() {
            let _ = write!(
                group,
                r#"<path d="{line}" fill="none" stroke="{}" stroke-width="26" stroke-linecap="round" stroke-linejoin="round"/>"#,
                self.paint(Tone::Drawn(texture))
            );
        }
        group + "</g>"
    }
}

/// The id of a symbol's picture in [`sprite`](super::sprite).
pub fn symbol_id(symbol: Symbol) -> String {
    format!("ow-{}", format!("{symbol:?}").to_lowercase())
}

fn texture_id(texture: Texture) -> String {
    format!("o{}", (b'a' + texture as u8) as char)
}
