//! Pictures of every page, and those of them that the README shows.

use crate::set_up::{Need, set_up};
use crate::{run, target};
use std::env;
use std::process::Command;

/// What the README shows: a page in light at desk width for every game.
const SHOWN: [&str; 6] =
    ["connect-four", "outdoor-survival", "outlive", "postal-survival", "survivors", "yellowstone"];

/// Every page at desk and phone width, light and dark; those that the README shows made small.
pub fn pictures() -> Result<(), String> {
    set_up(&[Need::Chromium, Need::ImageMagick])?;
    let folder = env::current_dir().unwrap_or_default().join(target()).join("pictures");
    // With everything on, so that what the tests have built is used again.
    let args = ["test", "--workspace", "--all-features", "--test", "all", "pictures_of_every_page"];
    run(Command::new("cargo")
        .args(args)
        .args(["--", "--ignored"])
        .env("OVERWINTER_PICTURES", &folder))?;
    for game in SHOWN {
        let page = folder.join(format!("{game}-light-desk.png"));
        let shown = format!("docs/pictures/{game}.png");
        std::fs::copy(&page, &shown).map_err(|error| format!("{}: {error}", page.display()))?;
        let small = ["-strip", "-resize", "800x", "+dither", "-colors", "192"];
        let packed = ["-define", "png:compression-level=9"];
        run(Command::new("mogrify").args(small).args(packed).arg(&shown))?;
    }
    println!("all pictures are in {}", folder.display());
    Ok(())
}
