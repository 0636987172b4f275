//! Draws everything that the stage can draw into a directory: as SVG and PNG in light and dark, and
//! as text.
//!
//! ```sh
//! cargo run -p stage --features png --example gallery -- DIRECTORY
//! ```

mod ring;
mod samplers;
mod village;
mod wilderness;

use stage::palette::Shade;
use stage::svg::{self, Look, Theme};
use stage::text::{self, ColourDepth, TextLook, Zoom};
use stage::{Scene, png};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args().nth(1).ok_or("which directory?")?;
    let directory = Path::new(&directory);
    std::fs::create_dir_all(directory)?;
    let scenes: [(&str, Scene); 7] = [
        ("textures", samplers::textures()),
        ("symbols", samplers::symbols()),
        ("hexes", wilderness::scene()),
        ("pointy", wilderness::pointy()),
        ("plane", village::scene()),
        ("ring", ring::scene()),
        ("inks", samplers::inks()),
    ];
    for (name, scene) in &scenes {
        for (suffix, theme) in [("light", Theme::Light), ("dark", Theme::Dark)] {
            let drawn = svg::document(scene, &Look::picture(theme, 1200));
            std::fs::write(directory.join(format!("{name}-{suffix}.svg")), &drawn)?;
            std::fs::write(
                directory.join(format!("{name}-{suffix}.png")),
                png::render(&drawn, 1200)?,
            )?;
        }
        let phone = svg::document(scene, &Look::picture(Theme::Light, 400));
        std::fs::write(directory.join(format!("{name}-phone.png")), png::render(&phone, 400)?)?;
        let page = svg::document(scene, &Look::default());
        std::fs::write(directory.join(format!("{name}.svg")), page)?;
        for zoom in [Zoom::Compact, Zoom::Roomy] {
            for ascii in [false, true] {
                let look = TextLook { zoom, ascii, ..TextLook::default() };
                let board = text::board(scene, &look);
                let kind = format!("{zoom:?}{}", if ascii { "-ascii" } else { "" }).to_lowercase();
                std::fs::write(directory.join(format!("{name}-{kind}.txt")), board.plain())?;
                let coloured = board.ansi(ColourDepth::True, Shade::Dark);
                std::fs::write(directory.join(format!("{name}-{kind}.ansi")), coloured)?;
            }
        }
        let words = text::describe(scene) + "\n" + &text::panels(scene, 72);
        std::fs::write(directory.join(format!("{name}.txt")), words)?;
    }
    Ok(())
}
