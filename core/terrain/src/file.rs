//! The map file: TOML around drawings, read with every fault in its place.

use crate::course::read_courses;
use crate::drawing::{self, HOLE, MOST_LINES, NOTHING, Row};
use crate::fault::{Fault, MapError};
use crate::grid::{Cell, Grid, Labels, Lower, Top};
use crate::map::{Layer, Map, SideMark};
use crate::page::{Entry, Page, Passage, in_file_order, quoted_briefly};
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
            page.fault(at, "", Fault::NotToml(error.message().to_string()));
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

fn read<'t>(page: &mut Page<'t>, table: &DeTable<'t>) -> Option<Map> {
    let mut fields: BTreeMap<&str, &Spanned<DeValue<'t>>> = BTreeMap::new();
    for (key, value) in in_file_order(table) {
        if known(page, "", key, KEYS) {
            fields.insert(key.get_ref(), value);
        }
    }
    let name = required(page, &fields, "name")
        .and_then(|value| page.text(value, "name"))
        .map(|passage| passage.text.to_string());
    let top = choice(
        page,
        &fields,
        "tops",
        &["flat", "pointy"],
        &[Top::Flat, Top::Pointy],
    );
    let lower = choice(
        page,
        &fields,
        "lower",
        &["odd", "even"],
        &[Lower::Odd, Lower::Even],
    );
    let labels = choice(
        page,
        &fields,
        "labels",
        &["0101", "A1"],
        &[Labels::ColumnRow, Labels::LetterNumber],
    );
    let legend = required(page, &fields, "legend").map(|value| {
        let entries = page.table(value, "legend");
        read_legend(page, entries, "legend", false)
    });
    let body = required(page, &fields, "body").and_then(|value| {
        let mut terrain = None;
        for (key, value) in page.table(value, "body") {
            if known(page, "body", key, &["terrain"]) {
                terrain = page.text(value, "body.terrain");
            }
        }
        terrain.or_else(|| {
            if matches!(value.get_ref(), DeValue::Table(t) if !t.contains_key("terrain")) {
                page.fault(value.span().start, "body", Fault::Missing("terrain"));
            }
            None
        })
    });
    // Without these no letter and no name of a hex can be judged.
    let (legend, passage) = (legend?, body?);
    let ground = read_terrain(page, &passage, &legend, labels);
    let (top, lower, labels, (grid_of, terrain)) = (top?, lower?, labels?, ground?);
    let mut map = Map::new(
        name.unwrap_or_default(),
        grid_of(top, lower, labels),
        legend,
        |_| 0,
    );
    map.terrain = terrain;
    if let Some(value) = fields.get("courses") {
        read_courses(page, value, &mut map);
    }
    if let Some(value) = fields.get("features") {
        for (key, value) in page.table(value, "features") {
            let field = format!("features.{}", key.get_ref());
            let mut cells = read_cells(page, value, field, &map.grid, &[]);
            cells.sort_by_key(|cell| map.grid.place(*cell));
            map.features.insert(key.get_ref().to_string(), cells);
        }
    }
    if let Some(value) = fields.get("numbered") {
        read_numbered(page, value, &mut map);
    }
    if let Some(value) = fields.get("side") {
        read_sides(page, value, &mut map);
    }
    if let Some(value) = fields.get("layers") {
        read_layers(page, value, &mut map);
    }
    if let Some(value) = fields.get("areas") {
        for (key, value) in page.table(value, "areas") {
            let field = format!("areas.{}", key.get_ref());
            let drawn = map.areas.remove(key.get_ref().as_ref()).unwrap_or_default();
            let mut cells = read_cells(page, value, field, &map.grid, &drawn);
            cells.extend(drawn);
            cells.sort();
            map.areas.insert(key.get_ref().to_string(), cells);
        }
    }
    Some(map)
}

fn known(
    page: &mut Page,
    field: &str,
    key: &Spanned<std::borrow::Cow<str>>,
    known: &'static [&'static str],
) -> bool {
    let is_known = known.contains(&key.get_ref().as_ref());
    if !is_known {
        let fault = Fault::UnknownKey(quoted_briefly(key.get_ref()), known);
        page.fault(key.span().start, field, fault);
    }
    is_known
}

fn required<'v, 't>(
    page: &mut Page<'t>,
    fields: &BTreeMap<&str, &'v Spanned<DeValue<'t>>>,
    key: &'static str,
) -> Option<&'v Spanned<DeValue<'t>>> {
    let value = fields.get(key).copied();
    if value.is_none() {
        page.fault(0, "", Fault::Missing(key));
    }
    value
}

fn choice<'t, T: Copy>(
    page: &mut Page<'t>,
    fields: &BTreeMap<&str, &Spanned<DeValue<'t>>>,
    key: &'static str,
    words: &'static [&'static str],
    meanings: &[T],
) -> Option<T> {
    let passage = required(page, fields, key).and_then(|value| page.text(value, key))?;
    let place = words.iter().position(|word| *word == passage.text);
    if place.is_none() {
        let fault = Fault::NotOneOf(quoted_briefly(passage.text), words);
        page.fault(passage.at(0), key, fault);
    }
    meanings.get(place?).copied()
}

fn read_legend<'t>(
    page: &mut Page<'t>,
    entries: Vec<Entry<'_, 't>>,
    field: &str,
    of_layer: bool,
) -> Vec<(char, String)> {
    if let Some((key, _)) = entries.get(LONGEST_LEGEND) {
        page.fault(key.span().start, field, Fault::LongLegend(LONGEST_LEGEND));
    }
    let mut legend = Vec::new();
    for (key, value) in entries.into_iter().take(LONGEST_LEGEND) {
        let meaning = page.text(value, format!("{field}.{}", key.get_ref()));
        let mut letters = key.get_ref().chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if drawing::usable(letter) && !(of_layer && letter == NOTHING) => {
                let meaning = meaning.map_or(String::new(), |passage| passage.text.to_string());
                legend.push((letter, meaning));
            }
            _ => {
                let fault = Fault::UnusableLetter(quoted_briefly(key.get_ref()));
                page.fault(key.span().start, field, fault);
            }
        }
    }
    legend
}

/// The place of the letter in the legend, or a fault that lists the letters which may stand here.
fn look_up(
    page: &mut Page,
    passage: &Passage,
    (index, letter): (usize, char),
    legend: &[(char, String)],
    further: &[char],
) -> Option<usize> {
    let place = legend.iter().position(|(known, _)| *known == letter);
    if place.is_none() {
        let known: Vec<String> = legend
            .iter()
            .map(|(known, _)| known)
            .chain(further)
            .map(char::to_string)
            .collect();
        let fault = Fault::UnknownLetter {
            letter,
            known: known.join(" "),
        };
        page.fault(passage.at(index), &passage.field, fault);
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
    let mut fits = true;
    for (of, has) in [("columns", columns), ("rows", row_count)] {
        if has > most {
            let fault = Fault::TooLarge { of, has, most };
            page.fault(passage.at(0), &passage.field, fault);
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
            } else if let Some(entry) = look_up(page, passage, (*index, *letter), legend, &[HOLE]) {
                place
                    .into_iter()
                    .for_each(|place| terrain[place] = entry as u8);
            }
        }
    }
    if !present.contains(&true) {
        page.fault(passage.at(0), &passage.field, Fault::NothingDrawn);
        return None;
    }
    let (width, height) = (columns as u16, rows.len() as u16);
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
                page.fault(
                    passage.at(index),
                    &passage.field,
                    Fault::Twice(grid.label(cell)),
                );
            }
        }
    }
    cells
}

fn read_numbered<'t>(page: &mut Page<'t>, value: &Spanned<DeValue<'t>>, map: &mut Map) {
    for (key, value) in page.table(value, "numbered") {
        let field = format!("numbered.{}", key.get_ref());
        let mut numbers: BTreeMap<u32, Cell> = BTreeMap::new();
        let mut cells = BTreeSet::new();
        for (key, value) in page.table(value, &field) {
            let word = key.get_ref();
            let plain = word.len() <= 9 && word.bytes().all(|b| b.is_ascii_digit());
            let number = word.parse::<u32>().ok().filter(|_| plain);
            if number.is_none() {
                let fault = Fault::NotANumber(quoted_briefly(word));
                page.fault(key.span().start, &field, fault);
            }
            let Some(passage) = page.text(value, format!("{field}.{word}")) else {
                continue;
            };
            let name = passage.text.trim();
            let index = passage.text.len() - passage.text.trim_start().len();
            let Some(cell) = page.cell(&map.grid, &passage, index, name) else {
                continue;
            };
            if !cells.insert(cell) {
                let fault = Fault::Twice(map.grid.label(cell));
                page.fault(passage.at(index), &passage.field, fault);
            }
            if let Some(number) = number
                && numbers.insert(number, cell).is_some()
            {
                let fault = Fault::Twice(format!("the number {number}"));
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
        let entries = page.table(member, &field);
        let mut texts: [Option<Passage>; 3] = [None, None, None];
        const PARTS: &[&str] = &["hex", "side", "mark"];
        let mut complete = !entries.is_empty() || member.get_ref().is_table();
        for (key, value) in &entries {
            if known(page, &field, key, PARTS) {
                let part = PARTS.iter().position(|part| *part == key.get_ref());
                let text = page.text(value, format!("{field}.{}", key.get_ref()));
                complete &= text.is_some();
                if let Some(slot) = part.and_then(|part| texts.get_mut(part)) {
                    *slot = text;
                }
            }
        }
        for (part, text) in PARTS.iter().zip(&texts) {
            if text.is_none() && complete {
                page.fault(member.span().start, &field, Fault::Missing(part));
            }
        }
        let [hex, side, mark] = texts;
        let cell = hex.and_then(|hex| page.cell(&map.grid, &hex, 0, hex.text));
        let side = side.and_then(|side| page.side(&map.grid, &side, 0, side.text));
        if let (Some(cell), Some(side), Some(mark)) = (cell, side, mark) {
            let word = mark.text.to_string();
            if seen.insert((cell, side, word.clone())) {
                map.sides.push(SideMark { cell, side, word });
            } else {
                let name = side.name(map.grid.top);
                let said = format!("{word:?} of the side {name} of {}", map.grid.label(cell));
                page.fault(mark.at(0), &mark.field, Fault::Twice(said));
            }
        }
    }
}

fn read_layers<'t>(page: &mut Page<'t>, value: &Spanned<DeValue<'t>>, map: &mut Map) {
    for (key, value) in page.table(value, "layers") {
        let field = format!("layers.{}", key.get_ref());
        let mut legend = None;
        let mut body = None;
        let entries = page.table(value, &field);
        let is_table = value.get_ref().is_table();
        for (key, value) in entries {
            if known(page, &field, key, &["legend", "body"]) {
                let part = format!("{field}.{}", key.get_ref());
                if key.get_ref() == "legend" {
                    let entries = page.table(value, &part);
                    for (key, value) in &entries {
                        let area = value.get_ref().as_str().unwrap_or_default();
                        if map.areas.insert(area.to_string(), Vec::new()).is_some() {
                            let said = format!("the area {:?}", quoted_briefly(area));
                            page.fault(key.span().start, &part, Fault::Twice(said));
                        }
                    }
                    legend = Some(read_legend(page, entries, &part, true));
                } else {
                    body = Some(page.text(value, part));
                }
            }
        }
        for (part, there) in [("legend", legend.is_some()), ("body", body.is_some())] {
            if is_table && !there {
                page.fault(key.span().start, &field, Fault::Missing(part));
            }
        }
        if let (Some(legend), Some(Some(passage))) = (legend, body) {
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
        let fault = Fault::RowCount { has, should };
        page.fault(passage.at(0), &passage.field, fault);
    }
    let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); legend.len()];
    for (number, row) in rows.iter().enumerate() {
        row.check_length(page, passage, number, columns);
        // In a layer or row of another size a letter does not tell which hex it means.
        let placed = has == should && row.count == columns;
        read_area_row(
            page,
            passage,
            legend,
            (number, row),
            placed.then_some(&map.grid),
            &mut cells,
        );
    }
    for ((_, area), cells) in legend.iter().zip(cells) {
        map.areas.insert(area.clone(), cells);
    }
}

fn read_area_row(
    page: &mut Page,
    passage: &Passage,
    legend: &[(char, String)],
    (number, row): (usize, &Row),
    grid: Option<&Grid>,
    cells: &mut [Vec<Cell>],
) {
    for (column, (index, letter)) in row.letters.iter().enumerate() {
        let entry = match *letter {
            HOLE | NOTHING => None,
            letter => look_up(page, passage, (*index, letter), legend, &[NOTHING, HOLE]),
        };
        let Some(grid) = grid else {
            continue;
        };
        match (grid.at(column as i32, number as i32), *letter) {
            (Some(_), HOLE) => page.fault(passage.at(*index), &passage.field, Fault::HexHere),
            (None, letter) if entry.is_some() => {
                page.fault(passage.at(*index), &passage.field, Fault::NoHexHere(letter));
            }
            (Some(cell), _) => {
                if let Some(cells) = entry.and_then(|entry| cells.get_mut(entry)) {
                    cells.push(cell);
                }
            }
            (None, _) => {}
        }
    }
}
