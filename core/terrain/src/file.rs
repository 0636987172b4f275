//! The map file: TOML around drawings, read with every fault in its place.

use crate::course::read_courses;
use crate::drawing::{self, HOLE, MOST_LINES, NOTHING};
use crate::fault::{MapError, MapFault};
use crate::fit::Fit;
use crate::grid::{Cell, Grid, Labels, Lower, Top};
use crate::map::{Layer, Map, SideMark};
use crate::page::{Entry, Page, Passage, in_file_order, path, quoted_briefly};
use std::collections::{BTreeMap, BTreeSet};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

const KEYS: &[&str] = &[
    "name", "tops", "lower", "labels", "legend", "body", "courses", "features", "numbered", "side",
    "layers", "areas",
];

/// Most entries of a legend.
const LONGEST_LEGEND: usize = 255;

/// Most columns or rows that four digits can name.
const MOST_IN_TWO_DIGITS: usize = 99;

impl Map {
    /// Most columns and most rows of a map; games may ask for fewer.
    pub const MOST_LINES: usize = MOST_LINES;

    /// Reads a map file. On failure every fault is told, in the order of the file (after two hundred
    /// only how many more); if the file is not TOML at all, only why not.
    pub fn parse(text: &str) -> Result<Map, Vec<MapError>> {
        let mut page = Page::new(text);
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let at = error.span().map_or(0, |span| span.start);
            page.fault(at, "", MapFault::NotToml(error.message().to_string()));
        }
        let map = match page.found() {
            0 => read(&mut page, table.get_ref()),
            _ => None,
        };
        match map {
            Some(map) if page.found() == 0 => Ok(map),
            _ => Err(page.into_errors()),
        }
    }
}

fn read<'t>(page: &mut Page<'t>, file: &DeTable<'t>) -> Option<Map> {
    let fields = Fields::of(page, String::new(), 0, in_file_order(file), KEYS);
    let name = fields.text(page, "name");
    let top = fields.choice(page, "tops", &[("flat", Top::Flat), ("pointy", Top::Pointy)]);
    let lower = fields.choice(page, "lower", &[("odd", Lower::Odd), ("even", Lower::Even)]);
    let labels =
        fields.choice(page, "labels", &[("0101", Labels::ColumnRow), ("A1", Labels::LetterNumber)]);
    let legend = fields.required(page, "legend").map(|value| {
        let entries = page.table(value, "legend");
        read_legend(page, entries, "legend", false)
    });
    let body = fields.required(page, "body").and_then(|value| {
        let fields = Fields::within(page, value, "body".to_string(), &["terrain"])?;
        fields.text(page, "terrain")
    });
    // Without these no letter and no name of a hex can be judged.
    let (legend, passage) = (legend?, body?);
    let ground = read_terrain(page, &passage, &legend, labels);
    let (top, lower, labels, (grid_of, terrain)) = (top?, lower?, labels?, ground?);
    let mut map =
        Map::new(name.map_or("", |name| name.text), grid_of(top, lower, labels), legend, |_| 0);
    map.terrain = terrain;
    if let Some(value) = fields.entries.get("courses") {
        read_courses(page, value, &mut map);
    }
    if let Some(value) = fields.entries.get("features") {
        for (key, value) in page.table(value, "features") {
            let field = path("features", key.get_ref());
            let mut cells = read_cells(page, value, field, &map.grid, &[]);
            cells.sort_by_key(|cell| map.grid.place(*cell));
            map.features.insert(key.get_ref().to_string(), cells);
        }
    }
    if let Some(value) = fields.entries.get("numbered") {
        read_numbered(page, value, &mut map);
    }
    if let Some(value) = fields.entries.get("side") {
        read_sides(page, value, &mut map);
    }
    if let Some(value) = fields.entries.get("layers") {
        read_layers(page, value, &mut map);
    }
    if let Some(value) = fields.entries.get("areas") {
        for (key, value) in page.table(value, "areas") {
            let field = path("areas", key.get_ref());
            let drawn = map.areas.remove(key.get_ref().as_ref()).unwrap_or_default();
            let mut cells = read_cells(page, value, field, &map.grid, &drawn);
            cells.extend(drawn);
            cells.sort();
            map.areas.insert(key.get_ref().to_string(), cells);
        }
    }
    Some(map)
}

/// The entries of a table whose keys are fixed.
struct Fields<'v, 't> {
    path: String,
    start: usize,
    entries: BTreeMap<&'v str, &'v Spanned<DeValue<'t>>>,
}

impl<'v, 't> Fields<'v, 't> {
    /// These entries of the table at `start`; a key that is not known is a fault.
    fn of(
        page: &mut Page<'t>,
        path: String,
        start: usize,
        entries: Vec<Entry<'v, 't>>,
        known: &'static [&'static str],
    ) -> Fields<'v, 't> {
        let mut fields = Fields { path, start, entries: BTreeMap::new() };
        for (key, value) in entries {
            if known.contains(&key.get_ref().as_ref()) {
                fields.entries.insert(key.get_ref(), value);
            } else {
                let fault = MapFault::UnknownKey(quoted_briefly(key.get_ref()), known);
                page.fault(key.span().start, &fields.path, fault);
            }
        }
        fields
    }

    /// The entries of the value if it is a table, else a fault.
    fn within(
        page: &mut Page<'t>,
        value: &'v Spanned<DeValue<'t>>,
        path: String,
        known: &'static [&'static str],
    ) -> Option<Fields<'v, 't>> {
        let entries = page.table(value, &path);
        let is_table = value.get_ref().is_table();
        is_table.then(|| Fields::of(page, path, value.span().start, entries, known))
    }

    /// The value of that key, or a fault.
    fn required(&self, page: &mut Page<'t>, key: &'static str) -> Option<&'v Spanned<DeValue<'t>>> {
        let value = self.entries.get(key).copied();
        if value.is_none() {
            page.fault(self.start, &self.path, MapFault::Missing(key));
        }
        value
    }

    /// The text of that key, or a fault.
    fn text(&self, page: &mut Page<'t>, key: &'static str) -> Option<Passage<'v>> {
        let value = self.required(page, key)?;
        page.text(value, path(&self.path, key))
    }

    /// What the word of that key means, or a fault.
    fn choice<T: Copy>(
        &self,
        page: &mut Page<'t>,
        key: &'static str,
        words: &[(&'static str, T)],
    ) -> Option<T> {
        let passage = self.text(page, key)?;
        let chosen = words.iter().find(|(word, _)| *word == passage.text);
        if chosen.is_none() {
            let words = words.iter().map(|(word, _)| *word).collect();
            let fault = MapFault::NotOneOf(quoted_briefly(passage.text), words);
            page.fault_in(&passage, 0, fault);
        }
        chosen.map(|(_, meaning)| *meaning)
    }
}

fn read_legend<'t>(
    page: &mut Page<'t>,
    entries: Vec<Entry<'_, 't>>,
    field: &str,
    of_layer: bool,
) -> Vec<(char, String)> {
    if let Some((key, _)) = entries.get(LONGEST_LEGEND) {
        page.fault(key.span().start, field, MapFault::LongLegend(LONGEST_LEGEND));
    }
    let mut legend = Vec::new();
    for (key, value) in entries.into_iter().take(LONGEST_LEGEND) {
        let meaning = page.text(value, path(field, key.get_ref()));
        let mut letters = key.get_ref().chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if drawing::usable(letter) && !(of_layer && letter == NOTHING) => {
                let meaning = meaning.map_or(String::new(), |passage| passage.text.to_string());
                legend.push((letter, meaning));
            }
            _ => {
                let fault = MapFault::UnusableLetter(quoted_briefly(key.get_ref()));
                page.fault(key.span().start, field, fault);
            }
        }
    }
    legend
}

/// The letters that may stand in a drawing with this legend, and these besides, for a reader.
fn letters_of(legend: &[(char, String)], besides: &[char]) -> String {
    let letters = legend.iter().map(|(letter, _)| letter).chain(besides);
    letters.map(char::to_string).collect::<Vec<_>>().join(" ")
}

/// The place of the letter in the legend, or a fault that lists the letters known here.
fn look_up(
    page: &mut Page,
    passage: &Passage,
    (index, letter): (usize, char),
    legend: &[(char, String)],
    known: &str,
) -> Option<usize> {
    let place = legend.iter().position(|(known, _)| *known == letter);
    if place.is_none() {
        let known = known.to_string();
        page.fault_in(passage, index, MapFault::UnknownLetter { letter, known });
    }
    place
}

/// How to make the grid, and the terrain of its extent.
type Ground<F> = (F, Vec<u8>);

fn read_terrain(
    page: &mut Page,
    passage: &Passage,
    legend: &[(char, String)],
    labels: Option<Labels>,
) -> Option<Ground<impl FnOnce(Top, Lower, Labels) -> Grid + use<>>> {
    let (rows, row_count) = drawing::read_rows(page, passage);
    let columns = drawing::usual_length(&rows);
    let most = match labels {
        Some(Labels::ColumnRow) => MOST_IN_TWO_DIGITS,
        _ => MOST_LINES,
    };
    let known = letters_of(legend, &[HOLE]);
    let mut fits = true;
    for (of, has) in [("columns", columns), ("rows", row_count)] {
        if has > most {
            let fault = MapFault::TooLarge { of, has, most };
            page.fault_in(passage, 0, fault);
            fits = false;
        }
    }
    if !fits {
        return None;
    }
    // Faulty letters and missing ones count as hexes, so that names are judged by what was meant.
    let mut present = vec![true; rows.len() * columns];
    let mut terrain = vec![0; rows.len() * columns];
    for (number, row) in rows.iter().enumerate() {
        row.check_length(page, passage, number, columns);
        for (column, (index, letter)) in row.letters.iter().enumerate() {
            let place = (column < columns).then_some(number * columns + column);
            if *letter == HOLE {
                place.into_iter().for_each(|place| present[place] = false);
            } else if let Some(entry) = look_up(page, passage, (*index, *letter), legend, &known) {
                place.into_iter().for_each(|place| terrain[place] = entry.fit());
            }
        }
    }
    if !present.contains(&true) {
        page.fault_in(passage, 0, MapFault::NothingDrawn);
        return None;
    }
    let (width, height) = (columns.fit(), rows.len().fit());
    let grid = move |top, lower, labels| {
        Grid::with_holes(top, lower, labels, width, height, |column, row| {
            present[row as usize * columns + column as usize]
        })
    };
    Some((grid, terrain))
}

/// The cells that a text names, each at most once and none of those `already` known, in file order.
fn read_cells<'t>(
    page: &mut Page<'t>,
    value: &Spanned<DeValue<'t>>,
    field: String,
    grid: &Grid,
    already: &[Cell],
) -> Vec<Cell> {
    let Some(passage) = page.text(value, field) else {
        return Vec::new();
    };
    let mut seen: BTreeSet<Cell> = already.iter().copied().collect();
    let mut cells = Vec::new();
    for (index, name) in passage.words() {
        if let Some(cell) = page.cell(grid, &passage, index, name) {
            if seen.insert(cell) {
                cells.push(cell);
            } else {
                page.fault_in(&passage, index, MapFault::Twice(grid.label(cell)));
            }
        }
    }
    cells
}

fn read_numbered<'t>(page: &mut Page<'t>, value: &Spanned<DeValue<'t>>, map: &mut Map) {
    for (key, value) in page.table(value, "numbered") {
        let field = path("numbered", key.get_ref());
        let mut numbers: BTreeMap<u32, Cell> = BTreeMap::new();
        let mut cells = BTreeSet::new();
        for (key, value) in page.table(value, &field) {
            let word = key.get_ref();
            let plain = word.len() <= 9 && word.bytes().all(|b| b.is_ascii_digit());
            let number = word.parse::<u32>().ok().filter(|_| plain);
            if number.is_none() {
                let fault = MapFault::NotANumber(quoted_briefly(word));
                page.fault(key.span().start, &field, fault);
            }
            let Some(passage) = page.text(value, path(&field, word)) else {
                continue;
            };
            let name = passage.text.trim();
            let index = passage.text.len() - passage.text.trim_start().len();
            let Some(cell) = page.cell(&map.grid, &passage, index, name) else {
                continue;
            };
            if !cells.insert(cell) {
                let fault = MapFault::Twice(map.grid.label(cell));
                page.fault_in(&passage, index, fault);
            }
            if let Some(number) = number
                && numbers.insert(number, cell).is_some()
            {
                let fault = MapFault::Twice(format!("the number {number}"));
                page.fault(key.span().start, &field, fault);
            }
        }
        map.numbered.insert(key.get_ref().to_string(), numbers);
    }
}

fn read_sides<'t>(page: &mut Page<'t>, value: &Spanned<DeValue<'t>>, map: &mut Map) {
    let mut seen = BTreeSet::new();
    let members = page.list(value, "side", "[[side]] tables");
    for (number, member) in members.iter().enumerate() {
        let field = format!("side[{}]", number + 1);
        let Some(fields) = Fields::within(page, member, field, &["hex", "side", "mark"]) else {
            continue;
        };
        let [hex, side, mark] = ["hex", "side", "mark"].map(|key| fields.text(page, key));
        let cell = hex.and_then(|hex| page.cell(&map.grid, &hex, 0, hex.text));
        let side = side.and_then(|side| page.side(&map.grid, &side, 0, side.text));
        if let (Some(cell), Some(side), Some(mark)) = (cell, side, mark) {
            let word = mark.text.to_string();
            if seen.insert((cell, side, word.clone())) {
                map.sides.push(SideMark { cell, side, word });
            } else {
                let name = side.name(map.grid.top);
                let said = format!(
                    "{:?} of the side {name} of {}",
                    quoted_briefly(&word),
                    map.grid.label(cell)
                );
                page.fault_in(&mark, 0, MapFault::Twice(said));
            }
        }
    }
}

fn read_layers<'t>(page: &mut Page<'t>, value: &Spanned<DeValue<'t>>, map: &mut Map) {
    for (key, value) in page.table(value, "layers") {
        let field = path("layers", key.get_ref());
        let Some(fields) = Fields::within(page, value, field.clone(), &["legend", "body"]) else {
            continue;
        };
        let legend = fields.required(page, "legend").map(|value| {
            let field = path(&field, "legend");
            let entries = page.table(value, &field);
            for (key, value) in &entries {
                let area = value.get_ref().as_str().unwrap_or_default();
                if map.areas.insert(area.to_string(), Vec::new()).is_some() {
                    let said = format!("the area {:?}", quoted_briefly(area));
                    page.fault(key.span().start, &field, MapFault::Twice(said));
                }
            }
            read_legend(page, entries, &field, true)
        });
        let body = fields.text(page, "body");
        if let (Some(legend), Some(passage)) = (legend, body) {
            read_areas(page, &passage, &legend, map);
            let name = key.get_ref().to_string();
            map.layers.push(Layer { name, legend });
        }
    }
}

fn read_areas(page: &mut Page, passage: &Passage, legend: &[(char, String)], map: &mut Map) {
    let (rows, has) = drawing::read_rows(page, passage);
    let (columns, should) = (map.grid.columns() as usize, map.grid.rows() as usize);
    if has != should {
        let fault = MapFault::RowCount { has, should };
        page.fault_in(passage, 0, fault);
    }
    let known = letters_of(legend, &[NOTHING, HOLE]);
    let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); legend.len()];
    for (number, row) in rows.iter().enumerate() {
        row.check_length(page, passage, number, columns);
        for (column, (index, letter)) in row.letters.iter().enumerate() {
            let entry = match *letter {
                HOLE | NOTHING => None,
                letter => look_up(page, passage, (*index, letter), legend, &known),
            };
            // In a layer or row of another size a letter does not tell which hex it means.
            if has != should || row.count != columns {
                continue;
            }
            match (map.grid.at(column.fit(), number.fit()), entry) {
                (Some(_), _) if *letter == HOLE => {
                    page.fault_in(passage, *index, MapFault::HexHere)
                }
                (Some(cell), Some(entry)) => cells[entry].push(cell),
                (None, Some(_)) => page.fault_in(passage, *index, MapFault::NoHexHere(*letter)),
                (_, None) => {}
            }
        }
    }
    for ((_, area), cells) in legend.iter().zip(cells) {
        map.areas.insert(area.clone(), cells);
    }
}
