//! Writes the crate of a new game from the template: small, with all rooms, ready to be played.

use include_dir::{Dir, include_dir};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

static TEMPLATE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/template");

/// `new-game NAME [PATH]`.
pub fn new_game(words: &[String]) -> Result<(), String> {
    let usage = "say what the game is called: cargo xtask new-game fox-and-hens [PATH]";
    let name = words.first().ok_or(usage)?;
    let well_formed = !name.is_empty()
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.ends_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if !well_formed {
        return Err(format!(
            "`{name}` cannot be the name of a crate: small letters, digits and `-`, such as `fox-and-hens`"
        ));
    }
    let house = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let path = match words.get(1) {
        Some(path) => PathBuf::from(path),
        None => house.parent().unwrap_or(Path::new("..")).join(name),
    };
    if path.exists() {
        return Err(format!("{} is there already; nothing was written", path.display()));
    }
    write(name, &path, house)?;
    // Lines break elsewhere with another name. Without rustfmt they stay as they are.
    let _ = Command::new("cargo").arg("fmt").current_dir(&path).status();
    let path = path.display();
    println!("{path} is written. Go there, and:");
    println!("  cargo run -- play {name}   plays it in this terminal");
    println!("  cargo run                  plays it in your browser");
    println!("  cargo test                 holds it to the contract");
    println!("docs/new-game.md walks through it.");
    Ok(())
}

/// Writes every file of the template, filled in.
fn write(name: &str, path: &Path, house: &Path) -> Result<(), String> {
    let words: Vec<&str> = name.split('-').filter(|word| !word.is_empty()).collect();
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
    };
    let capitals: Vec<String> = words.iter().map(|word| capital(word)).collect();
    let mut title = words.join(" ");
    if let Some(first) = title.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    let initials = match words.as_slice() {
        [one] => one.chars().take(2).collect::<String>(),
        several => several.iter().filter_map(|word| word.chars().next()).take(2).collect(),
    };
    let house = house.display().to_string().replace('\\', "/");
    let filled = [
        ("{{name}}", name.to_string()),
        ("{{crate}}", name.replace('-', "_")),
        ("{{Game}}", capitals.concat()),
        ("{{title}}", title),
        ("{{P}}", format!("{initials:X<2}").to_uppercase()),
        ("{{house}}", house),
    ];
    let mut files = Vec::new();
    gather(&TEMPLATE, &mut files);
    for file in files {
        let inside = file.path().to_string_lossy();
        let to = path.join(inside.strip_suffix(".in").unwrap_or(&inside));
        let text = file.contents_utf8().unwrap_or_default();
        let text =
            filled.iter().fold(text.to_string(), |text, (mark, word)| text.replace(mark, word));
        let folder = to.parent().map_or(Ok(()), fs::create_dir_all);
        folder
            .and_then(|()| fs::write(&to, text))
            .map_err(|error| format!("{}: {error}", to.display()))?;
    }
    Ok(())
}

fn gather<'a>(folder: &'a Dir<'a>, out: &mut Vec<&'a include_dir::File<'a>>) {
    out.extend(folder.files());
    folder.dirs().for_each(|inner| gather(inner, out));
}
