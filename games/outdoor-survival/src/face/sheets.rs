//! The sheets beside the board: Life Level cards, the scenario card and its charts.

use super::prompt::FIGURES;
use crate::Outfit;
use crate::edition::components::{Column, Mode, Need, Start, Terrain};
use crate::edition::options::Encounters;
use crate::edition::scenarios::Role;
use crate::event::Cause;
use crate::knowledge::view::{PersonView, View};
use crate::position::{Fate, letter};
use crate::rules::terrain::RIVER;
use crate::speech::{ability_words, amid, count};
use ::stage::{Block, Card, Fact, Ink, Panel, Row, Symbol, Track, TrackBox};
use terrain::Fit;

/// All panels: a sheet for every person in play, the scenario card, its charts, the cost chart.
pub(crate) fn panels(set: &Outfit, view: &View) -> Vec<Panel> {
    let mut panels: Vec<Panel> =
        view.persons.iter().map(|(number, person)| sheet(set, view, number, person)).collect();
    panels.push(card(set, view));
    panels.push(charts(set, view));
    if set.switches.encounters != Encounters::Off {
        panels.push(encounters(set, view));
    }
    panels.push(costs(set));
    let day = |day: u16| TrackBox::new(day.to_string(), day == view.day);
    let days = (1..=view.day_limit).map(day).collect();
    panels.push(Panel::time("Days of the game", vec![("Days", days)]));
    panels
}

/// What a person is and how it fares.
pub(crate) fn person_words(person: &PersonView) -> String {
    let mut words = person.name.clone();
    if let (Some(level), Some(points)) = (person.level, person.allowance) {
        words.push_str(&format!(", Life Level {level}, {} a day", count(points, "point")));
    }
    if let (Some(water), Some(food)) = (person.water, person.food) {
        words.push_str(&format!(", Water block {water}, Food block {food}"));
    }
    let gone = matches!(person.status, Fate::Left);
    if let Some(hex) = person.hex.as_ref().filter(|_| !gone) {
        words.push_str(&format!(", on {hex}"));
    }
    match person.status {
        Fate::Active if person.cause == Some(Cause::Resigned) => {
            words.push_str(", given up, moved by the game");
        }
        Fate::Active => {}
        Fate::Escorted => words.push_str(", escorted"),
        Fate::Stranded => words.push_str(", left behind"),
        Fate::Missing => words.push_str(", missing"),
        Fate::Left => words.push_str(", off the board"),
        Fate::Out if person.cause == Some(Cause::Resigned) => words.push_str(", given up"),
        Fate::Out => words.push_str(", out of the game"),
        Fate::Found => words.push_str(", found"),
        Fate::Captured => words.push_str(", captured"),
        Fate::Hit => words.push_str(", hit"),
    }
    words
}

fn fact(label: &str, value: impl Into<String>) -> Fact {
    Fact { label: label.into(), value: value.into(), ink: None, symbol: None }
}

/// What is left of a move on the sheet of whoever moves.
pub(super) const POINTS_LEFT: &str = "Points left";

/// The sheet of a person.
pub(super) fn sheet_id(number: &str) -> String {
    format!("sheet-{number}")
}

fn sheet(set: &Outfit, view: &View, number: &str, person: &PersonView) -> Panel {
    let acting = view.acting.is_some_and(|acting| acting.to_string() == number);
    let mut blocks = vec![Block::Facts(facts(set, view, number, person))];
    if let (Some(level), Some(water), Some(food)) = (person.level, person.water, person.food) {
        let plays = in_play(person) && view.phase != "over";
        blocks.push(Block::Track(level_track(set, person, level, plays)));
        let rows = &set.scenario.rows;
        let needs = set.needs_of(view, number, person).filter(|_| plays);
        let tracks = [
            ("Water", Symbol::Water, &rows.water, water, needs.map(|needs| &needs.water)),
            ("Food", Symbol::Food, &rows.food, food, needs.map(|needs| &needs.food)),
        ];
        blocks.extend(tracks.map(|(label, symbol, row, block, need)| {
            let note = need.map_or(String::new(), |need| {
                row_note(set, need, row, block, symbol == Symbol::Water)
            });
            let bad = if symbol == Symbol::Water { "dry" } else { "hungry" };
            let wanting = needs_food_or_water(need);
            let short = if wanting { loss_in_short(row, block, bad) } else { String::new() };
            Block::Track(Track { short, ..row_track(label, symbol, row, block, note) })
        }));
    }
    Panel {
        id: sheet_id(number),
        title: person.name.clone(),
        seat: person.seat.map(|seat| seat - 1),
        open: acting,
        blocks,
    }
}

/// What is told of a person in words and numbers; at the end also what the days brought.
fn facts(set: &Outfit, view: &View, number: &str, person: &PersonView) -> Vec<Fact> {
    let role = set.role_of(person).map_or(&person.role, |role| &role.name);
    let mut facts = Vec::new();
    // Where everybody is the same there is nothing to tell.
    if set.scenario.roles.len() > 1 {
        facts.push(fact("Role", role.clone()));
    }
    if person.status != Fate::Active || person.cause.is_some() {
        facts.push(fact("Now", person_words(person)));
    }
    if let Some(points) = person.allowance {
        let own = set.role_of(person).zip(person.level);
        let own = own.and_then(|(role, level)| {
            let place = u32::from(level).checked_sub(u32::from('A'))?;
            role.allowances.get(usize::try_from(place).ok()?)
        });
        let party = person.status == Fate::Active && own.is_some_and(|own| *own != points);
        let pace = if party { ", at the pace of the party" } else { "" };
        // Whoever moves reads it with what is left.
        if party || person.points.is_none() {
            facts.push(fact("Movement points", format!("{points}{pace}")));
        }
    }
    let led: Vec<String> = set.led_by(view, number).map(|(_, person)| amid(&person.name)).collect();
    if !led.is_empty() {
        facts.push(fact("Escorts", led.join(", ")));
    }
    if let Some(left) = person.points {
        let whole = person.allowance.filter(|whole| *whole >= left);
        let told = whole.map_or(left.to_string(), |whole| format!("{left} of {whole}"));
        facts.push(fact(POINTS_LEFT, told));
    }
    if let Some(days) = person.stay_days.filter(|days| *days > 0) {
        facts.push(fact("Stay days", days.to_string()));
    }
    if let (Some(true), Some(cell)) =
        (person.rate, person.hex.as_ref().and_then(|h| set.board.find(h)))
    {
        let dear = set.board.ways(cell, true).iter().map(|way| way.leave).max().unwrap_or(0);
        if dear > 1 {
            facts.push(fact("Trail", format!("leaving it here costs at least {dear}")));
        }
    }
    if view.phase == "over" {
        facts.push(fact("Hexes walked", person.walked.to_string()));
        facts.push(fact("Days without a move", person.rested.to_string()));
        if let (Some(dry), Some(hungry)) = (person.dry, person.hungry) {
            facts.push(fact("Dry and hungry days", format!("{dry} and {hungry}")));
        }
        if person.encounters > 0 {
            let [water, food, life] = person.encounter_effect;
            let effect = format!("{}: W{water:+} F{food:+} L{life:+}", person.encounters);
            facts.push(fact("Encounters", effect));
        }
    }
    facts
}

/// Whether a person's part goes on.
fn in_play(person: &PersonView) -> bool {
    matches!(person.status, Fate::Active | Fate::Escorted | Fate::Stranded)
}

/// What arriving at a source gives, a rest on it, and on a base where bases supply (OS-REC-02, OS-REC-03,
/// OS-BASE-03).
fn rest_words(set: &Outfit, need: &Need) -> String {
    let days = |every: u8, where_: &str, steps: u8| match every {
        1 => format!("; a day's rest on {where_} gives {steps} back"),
        _ => format!("; {every} days' rest on {where_} give {steps} back"),
    };
    let mut words = match (need.on_end, need.every, need.steps) {
        (0, 0, _) | (0, _, 0) => String::new(),
        (0, every, steps) => days(every, "a source", steps),
        (on_end, 0, _) | (on_end, _, 0) => format!("; arriving at a source gives {on_end} back"),
        (on_end, 1, steps) => {
            format!("; arriving at a source gives {on_end} back; a day's rest there {steps}")
        }
        (on_end, every, steps) => {
            format!("; arriving at a source gives {on_end} back; {every} days' rest there {steps}")
        }
    };
    if set.switches.bases_supply && matches!(need.mode, Mode::End | Mode::Pass) {
        words.push_str(&days(2, "a base", 1));
    }
    words
}

/// What threatens next, and what helps, as far as this need can be unmet and something was lost.
fn row_note(set: &Outfit, need: &Need, row: &[u8], block: u8, water: bool) -> String {
    let threat = match need.mode {
        Mode::None => return "There is no such need".into(),
        Mode::Always => "Met every day".to_string(),
        Mode::End | Mode::Pass => threat(row, block, if water { "dry" } else { "hungry" }),
    };
    let sun = need.desert_extra.max(u8::from(water && set.switches.desert_sun));
    let sun = match (need.mode, sun) {
        (Mode::Always, _) | (_, 0) => String::new(),
        (_, extra) => format!("; on desert such a day counts for {}", 1 + extra),
    };
    let rest = if block > 1 { rest_words(set, need) } else { String::new() };
    format!("{threat}{sun}{rest}")
}

/// Whether this need can be unmet.
fn needs_food_or_water(need: Option<&Need>) -> bool {
    need.is_some_and(|need| matches!(need.mode, Mode::End | Mode::Pass))
}

/// After how many bad days levels are lost, and how many: `2 dry days until −1 level`.
fn loss_in_short(row: &[u8], block: u8, bad: &str) -> String {
    let ahead = row.iter().enumerate().skip(usize::from(block) - 1).find(|(_, it)| **it > 0);
    let (place, lost) = match ahead {
        Some((place, levels)) => (place, format!("−{}", count(*levels, "level"))),
        None => (row.len(), "out".into()),
    };
    let days = (place + 2).saturating_sub(usize::from(block)).fit::<u16>();
    format!("{} until {lost}", count(days, &format!("{bad} day")))
}

/// The next loss on this row.
fn threat(row: &[u8], block: u8, bad: &str) -> String {
    let day = |days: usize| match days {
        1 => format!("The next {bad} day"),
        n => format!("{n} more {bad} days"),
    };
    let ahead = row.iter().enumerate().skip(usize::from(block) - 1).find(|(_, it)| **it > 0);
    match ahead {
        Some((place, levels)) => {
            let days = place + 2 - usize::from(block);
            format!("{}: lose {}", day(days), count(*levels, "level"))
        }
        None => format!("{}: out of the game", day(row.len() + 2 - usize::from(block))),
    }
}

/// The Life Levels; while the person plays on, what this one and the next worse give.
fn level_track(set: &Outfit, person: &PersonView, level: char, plays: bool) -> Track {
    let role = set.role_of(person);
    let allowances = role.map_or(set.scenario.rows.allowances, |role| role.allowances);
    let boxes = (0..15u8)
        .map(|index| TrackBox {
            label: letter(index).to_string(),
            after: String::new(),
            here: letter(index) == level,
            ink: match (person.peak, allowances[usize::from(index)]) {
                (Some(peak), _) if letter(index) < peak => Some(Ink::Faint),
                (_, 0) => Some(Ink::Bad),
                _ => None,
            },
        })
        .collect();
    let here = (0..15_u8).find(|index| letter(*index) == level).map_or(0, usize::from);
    let now = allowances[here];
    let worse = (here..15).find(|index| allowances[*index] < now);
    let worse = worse.map_or(String::new(), |index| {
        format!("; {} from {} on", allowances[index], letter(index.fit()))
    });
    let peak = person.peak.filter(|peak| *peak > 'A');
    let peak = peak
        .map_or(String::new(), |peak| format!("; never better than {peak}: injuries do not heal"));
    let note = match plays {
        true => format!("{} a day{worse}{peak}", count(now, "point")),
        false => String::new(),
    };
    Track {
        label: "Life Level".into(),
        symbol: Some(Symbol::Heart),
        boxes,
        note,
        short: String::new(),
    }
}

fn row_track(label: &str, symbol: Symbol, row: &[u8], block: u8, note: String) -> Track {
    let boxes = (1..=row.len() + 1)
        .map(|number| TrackBox {
            label: number.to_string(),
            after: match row.get(number - 1) {
                Some(0) => String::new(),
                Some(levels) => format!("-{levels}"),
                None => "out".into(),
            },
            here: number == usize::from(block),
            ink: (number == 1).then_some(Ink::Good),
        })
        .collect();
    Track { label: label.into(), symbol: Some(symbol), boxes, note, short: String::new() }
}

/// OS-GEN-07: the card lies open all the time.
fn card(set: &Outfit, view: &View) -> Panel {
    let mut blocks = vec![
        Block::Text(set.scenario.card.clone()),
        Block::Text(format!("To win: {}", set.scenario.win_text)),
        Block::Facts(vec![fact("Day", format!("{} of {}", view.day, view.day_limit))]),
    ];
    // OS-BASE-01, OS-BASE-03
    if set.switches.bases_supply {
        let text = "Every base is a source of water and of food; every second further day there \
                    gives one step of each back.";
        blocks.push(Block::Text(text.into()));
    }
    if set.scenario.roles.iter().any(|role| role.outposts.is_some()) {
        blocks.push(Block::Text(set.outpost_words()));
    }
    if !set.options.is_empty() {
        blocks.push(Block::Text("Options of this game, which go before the card:".into()));
        blocks.extend(set.options.iter().map(|option| Block::Text(option.clone())));
    }
    if !set.scenario.hints.is_empty() {
        blocks.push(Block::Text(set.scenario.hints.join(" ")));
    }
    if view.missing > 0 {
        blocks.push(Block::Facts(vec![fact("Still missing", view.missing.to_string())]));
    }
    Panel {
        id: "card".into(),
        title: set.scenario.name.clone(),
        seat: None,
        open: view.day == 0,
        blocks,
    }
}

fn charts(set: &Outfit, view: &View) -> Panel {
    let acting = view.acting.and_then(|number| view.persons.get(&number.to_string()));
    let role =
        acting.and_then(|person| set.scenario.roles.iter().find(|role| role.id == person.role));
    let lit_chart = role.and_then(|role| role.direction);
    let mut blocks = Vec::new();
    for (index, chart) in set.scenario.directions.iter().enumerate() {
        let rolled = view.rolled.as_ref().filter(|_| lit_chart == Some(index));
        let rows = chart.faces.iter().enumerate().map(|(face, ability)| Row {
            cells: vec![
                (face + 1).to_string(),
                ability_words(ability.start, ability.turns.count(), ability.may_stay),
            ],
            lit: rolled.is_some_and(|rolled| usize::from(rolled.die) == face + 1),
        });
        blocks.push(Block::Table {
            head: vec![
                "Die".into(),
                format!(
                    "Direction Ability{}",
                    whose(set, |role| (role.direction == Some(index)).then_some(""))
                ),
            ],
            rows: rows.collect(),
        });
    }
    let way =
        view.rolled.as_ref().filter(|rolled| rolled.start == Start::Random).and_then(|r| r.way);
    blocks.push(Block::Table {
        head: vec!["Die".into(), "Random Direction".into()],
        rows: ["N", "NE", "SE", "S", "SW", "NW"]
            .iter()
            .enumerate()
            .map(|(face, name)| Row {
                cells: vec![(face + 1).to_string(), name.to_string()],
                lit: way == Some(*name),
            })
            .collect(),
    });
    for (index, chart) in set.scenario.needs.iter().enumerate() {
        let of = |role: &Role| match (role.needs, role.needs_escorting) {
            (Some(chart), Some(_)) if chart == index => Some(" while searching"),
            (_, Some(chart)) if chart == index => Some(" while escorting"),
            (Some(chart), None) if chart == index => Some(""),
            _ => None,
        };
        blocks.push(Block::Table {
            head: vec!["Need".into(), format!("Necessities{}", whose(set, of))],
            rows: [("Water", &chart.water), ("Food", &chart.food)]
                .into_iter()
                .map(|(name, need)| Row {
                    cells: vec![name.into(), need_words(set, need)],
                    lit: false,
                })
                .collect(),
        });
    }
    Panel {
        id: "charts".into(),
        title: "Charts".into(),
        seat: None,
        open: view.rolled.is_some(),
        blocks,
    }
}

/// Whose a chart is: " of the hunter", " of the rescuer while escorting and the missing person".
fn whose(set: &Outfit, of: impl Fn(&Role) -> Option<&'static str>) -> String {
    let roles = set.scenario.roles.iter();
    let roles = roles.filter_map(|role| Some(format!("the {}{}", role.name, of(role)?)));
    match roles.collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        roles => format!(" of {}", roles.join(" and ")),
    }
}

fn need_words(set: &Outfit, need: &Need) -> String {
    let mut sources = need.words.join(" or ");
    // OS-WATER-03
    let outside = Terrain::ALL.into_iter().filter(|terrain| need.not_in & terrain.bit() != 0);
    let outside: Vec<&str> = outside.map(Terrain::word).collect();
    if !outside.is_empty() {
        sources.push_str(&format!(", not in {}", outside.join(" or ")));
    }
    let mut words = match need.mode {
        Mode::Always => "met every day".to_string(),
        Mode::None => return "no need".into(),
        Mode::End => format!("end the day on {sources}"),
        Mode::Pass => format!("pass or end on {sources}"),
    };
    if need.on_met > 0 {
        words.push_str(&format!("; every day met gives {} back", need.on_met));
    }
    // OS-BASE-01
    if set.switches.bases_supply && need.mode != Mode::Always {
        words.push_str("; any base serves too");
    }
    words.push_str(&rest_words(set, need));
    words
}

fn encounters(set: &Outfit, view: &View) -> Panel {
    let text = format!(
        "On 5 or 6 at the end of a turn a column is chosen or rolled, and a die picks the row. {FIGURES}"
    );
    let mut blocks = vec![Block::Text(text)];
    let acting = view.acting.and_then(|number| view.persons.get(&number.to_string()));
    let cards = Column::ALL.map(|column| Card {
        id: format!("column-{}", column.word()),
        title: column.heading().into(),
        text: acting.map_or(String::new(), |person| set.column_words(person, column)),
        symbol: Some([Symbol::Sun, Symbol::Paw, Symbol::Heart][column as usize]),
        ink: [Ink::Good, Ink::Warm, Ink::Bad][column as usize],
        faint: view.phase != "column",
    });
    blocks.push(Block::Cards(cards.to_vec()));
    for (index, chart) in set.scenario.encounters.iter().enumerate() {
        let rows = (0..6).map(|row| {
            let cell = |column: usize| {
                let effect = &chart.columns[column][row];
                format!("{} ({})", effect.text, effect.figures())
            };
            Row { cells: vec![(row + 1).to_string(), cell(0), cell(1), cell(2)], lit: false }
        });
        let of = |role: &Role| (role.encounters == Some(index)).then_some("");
        let mut head = vec![format!("Die{}", whose(set, of))];
        head.extend(Column::ALL.map(|column| column.heading().to_string()));
        blocks.push(Block::Table { head, rows: rows.collect() });
    }
    Panel {
        id: "encounters".into(),
        title: "Wilderness encounters".into(),
        seat: None,
        open: view.phase == "column",
        blocks,
    }
}

/// OS-GEN-08: the movement cost chart lies open all the time.
fn costs(set: &Outfit) -> Panel {
    let [clear, woods, desert, mountain, swamp] = Terrain::ALL.map(Terrain::cost);
    let ford = if set.switches.ground.ford_costs_terrain { None } else { Some(1) };
    let points = |points: Option<u8>| points.map_or("as the terrain".into(), |it| it.to_string());
    let rows = [
        ("Clear", Some(clear)),
        ("Trail, through a clear side or along its way", Some(1)),
        ("Ford", ford),
        ("Woods or rough", Some(woods)),
        ("Desert", Some(desert)),
        ("Mountain", Some(mountain)),
        ("River, but not in swamp", Some(RIVER)),
        ("Swamp, with or without a river", Some(swamp)),
        ("Basin, base, food", None),
        ("Off the board", Some(1)),
    ];
    let rows = rows.map(|(what, cost)| Row { cells: vec![what.into(), points(cost)], lit: false });
    let allowances = set.scenario.rows.allowances;
    let levels: Vec<usize> = (0..allowances.len()).collect();
    let levels =
        levels.chunk_by(|one, other| allowances[*one] == allowances[*other]).map(|alike| {
            let letters: Vec<String> =
                alike.iter().map(|at| letter((*at).fit()).to_string()).collect();
            Row { cells: vec![letters.join(" "), allowances[alike[0]].to_string()], lit: false }
        });
    Panel {
        id: "costs".into(),
        title: "Movement costs".into(),
        seat: None,
        open: false,
        blocks: vec![
            Block::Table { head: vec!["Entering".into(), "Points".into()], rows: rows.to_vec() },
            Block::Table {
                head: vec!["Life Level".into(), "Points a day".into()],
                rows: levels.collect(),
            },
            Block::Text(
                "Who entered a trail hex for 1 and leaves it through a side that the trail does \
                 not pierce pays at least the ground of that hex."
                    .into(),
            ),
        ],
    }
}
