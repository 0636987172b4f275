//! Writing a map file.

use crate::course::write_course;
use crate::drawing::{self, NOTHING};
use crate::grid::{Cell, Grid, Labels, Lower, Top};
use crate::map::{Layer, Map};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Hex names on one line of a long list.
const NAMES_IN_A_LINE: usize = 16;

impl Map {
    /// The map as a file, drawn for a reader: [`Map::parse`] of it gives the same map.
    ///
    /// That holds for every map that was read, and for every other whose legends obey the file's
    /// limits, whose features are in label order and areas in cell order, and whose courses step
    /// from neighbour to neighbour.
    pub fn to_file(&self) -> String {
        let mut file = String::new();
        self.write(&mut file).expect("writing to a string does not fail");
        file
    }

    fn write(&self, file: &mut String) -> std::fmt::Result {
        let grid = &self.grid;
        let tops = match grid.top {
            Top::Flat => "flat",
            Top::Pointy => "pointy",
        };
        let lower = match grid.lower {
            Lower::Odd => "odd",
            Lower::Even => "even",
        };
        let labels = match grid.labels {
            Labels::ColumnRow => "0101",
            Labels::LetterNumber => "A1",
        };
        writeln!(file, "name = {}", quoted(&self.name))?;
        writeln!(file, "tops = \"{tops}\"\nlower = \"{lower}\"\nlabels = \"{labels}\"")?;
        writeln!(file, "\n[legend]")?;
        for (letter, terrain) in &self.legend {
            writeln!(file, "{} = {}", key(&letter.to_string()), quoted(terrain))?;
        }
        let drawn = drawing::draw(grid, |cell| {
            let entry = self.terrain.get(cell.index()).map(|entry| *entry as usize);
            entry.and_then(|entry| self.legend.get(entry)).map_or('?', |(letter, _)| *letter)
        });
        writeln!(file, "\n[body]\nterrain = \"\"\"\n{drawn}\"\"\"")?;
        if !self.courses.is_empty() {
            writeln!(file, "\n[courses]")?;
        }
        for (kind, courses) in &self.courses {
            writeln!(file, "{} = [", key(kind))?;
            for course in courses {
                writeln!(file, "    \"{}\",", write_course(grid, course))?;
            }
            writeln!(file, "]")?;
        }
        if !self.features.is_empty() {
            writeln!(file, "\n[features]")?;
        }
        for (name, cells) in &self.features {
            writeln!(file, "{} = {}", key(name), names(grid, cells))?;
        }
        for (name, numbers) in &self.numbered {
            writeln!(file, "\n[numbered.{}]", key(name))?;
            for (number, cell) in numbers {
                writeln!(file, "{number} = \"{}\"", grid.label(*cell))?;
            }
        }
        for mark in &self.sides {
            let (hex, side) = (grid.label(mark.cell), mark.side.name(grid.top));
            writeln!(file, "\n[[side]]\nhex = \"{hex}\"\nside = \"{side}\"")?;
            writeln!(file, "mark = {}", quoted(&mark.word))?;
        }
        let mut undrawn: BTreeMap<&String, BTreeSet<Cell>> = self
            .areas
            .iter()
            .map(|(area, cells)| (area, cells.iter().copied().collect()))
            .collect();
        for layer in &self.layers {
            self.write_layer(file, layer, &mut undrawn)?;
        }
        let in_a_layer = |area: &String| {
            let mut entries = self.layers.iter().flat_map(|layer| &layer.legend);
            entries.any(|(_, drawn)| drawn == area)
        };
        undrawn.retain(|area, cells| !cells.is_empty() || !in_a_layer(area));
        if !undrawn.is_empty() {
            writeln!(file, "\n[areas]")?;
        }
        for (area, cells) in undrawn {
            let cells: Vec<Cell> = cells.into_iter().collect();
            writeln!(file, "{} = {}", key(area), names(grid, &cells))?;
        }
        Ok(())
    }

    /// Draws a layer and takes what it shows from what is not yet drawn. Where areas of one layer
    /// overlap, the first in its legend is drawn.
    fn write_layer(
        &self,
        file: &mut String,
        layer: &Layer,
        undrawn: &mut BTreeMap<&String, BTreeSet<Cell>>,
    ) -> std::fmt::Result {
        let mut letters: BTreeMap<Cell, char> = BTreeMap::new();
        writeln!(file, "\n[layers.{}.legend]", key(&layer.name))?;
        for (letter, area) in &layer.legend {
            writeln!(file, "{} = {}", key(&letter.to_string()), quoted(area))?;
            if let Some(cells) = undrawn.get_mut(area) {
                cells.retain(|cell| letters.contains_key(cell));
            }
            for cell in self.area(area) {
                letters.entry(*cell).or_insert(*letter);
            }
        }
        let drawn =
            drawing::draw(&self.grid, |cell| letters.get(&cell).copied().unwrap_or(NOTHING));
        writeln!(file, "\n[layers.{}]\nbody = \"\"\"\n{drawn}\"\"\"", key(&layer.name))
    }
}

fn names(grid: &Grid, cells: &[Cell]) -> String {
    let labels: Vec<String> = cells.iter().map(|cell| grid.label(*cell)).collect();
    if labels.len() <= NAMES_IN_A_LINE {
        return format!("\"{}\"", labels.join(" "));
    }
    let lines: Vec<String> = labels.chunks(NAMES_IN_A_LINE).map(|line| line.join(" ")).collect();
    format!("\"\"\"\n{}\n\"\"\"", lines.join("\n"))
}

fn key(name: &str) -> String {
    let bare = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    if !name.is_empty() && name.chars().all(bare) { name.to_string() } else { quoted(name) }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            letter if letter.is_control() => {
                quoted.push_str(&format!("\\u{:04X}", letter as u32));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
