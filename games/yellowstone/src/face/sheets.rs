//! The Scoring Worksheet of each herd, filled in as the game goes.

use super::scene::{beast, ink, picture};
use crate::Yellowstone;
use crate::edition::options::Enough;
use crate::knowledge::View;
use crate::position::{
    Animal, ByKind, Herd, Hunter, Hunters, Kind, Pair, Place, Position, Season, Species, Step,
};
use crate::rules::SOLO_SUMMER;
use crate::speech::{change_words, plural};
use stage::{Block, Fact, Ink, Panel, Row, Symbol, TrackBox};
use std::cmp::Ordering;
use table::wording::counted;
use table::{Fit, Names};

/// What is left of the moves of a herd, on its worksheet.
pub(super) const POINTS_LEFT: &str = "Points left";

/// What is gathered, beside what the winter wants.
const WINTER_FOOD: &str = "Food for the winter";

/// The worksheet of a species.
pub(super) fn sheet_id(species: Species) -> String {
    format!("sheet-{}", species.word())
}

fn fact(label: impl Into<String>, value: impl Into<String>) -> Fact {
    Fact { label: label.into(), value: value.into(), ink: None, symbol: None }
}

/// What an arrival has brought, or can still bring.
fn arrival_words(points: i16, earned: bool) -> String {
    match earned {
        true => points.to_string(),
        false => format!("0 ({points} to be earned)"),
    }
}

/// Tally marks in fives. YS-FOOD-27
fn tally(count: u8) -> String {
    let fives = "||||/ ".repeat(usize::from(count / 5));
    let marks = fives + &"|".repeat(usize::from(count % 5));
    match count {
        0 => "none".into(),
        _ => marks.trim_end().into(),
    }
}

/// A line of the worksheet.
fn line(label: impl Into<String>, value: impl Into<String>) -> Row {
    Row { cells: vec![label.into(), value.into()], lit: false }
}

/// Turns on a range, tallied, and what they are worth.
fn present(range: &str, turns: u8, points: i16) -> Row {
    line(
        format!("Turns on the {range} Range, {points} each"),
        format!("{} = {}", tally(turns), i16::from(turns) * points),
    )
}

/// A table of the worksheet: for each kind so many times so much, and the sum.
fn reckoning(head: &str, unit: &str, counts: ByKind<i16>, worth: ByKind<i16>, sum: i16) -> Block {
    let rows = Kind::ALL.map(|kind| Row {
        cells: vec![
            counted(counts[kind], kind.name(), plural(kind)),
            format!("times {}{unit}", worth[kind]),
            (counts[kind] * worth[kind]).to_string(),
        ],
        lit: false,
    });
    let mut rows = rows.to_vec();
    let total = vec!["Together".into(), String::new(), sum.to_string()];
    rows.push(Row { cells: total, lit: false });
    Block::Table { head: vec![head.into(), String::new(), String::new()], rows }
}

impl View {
    /// The worksheet of the herd at a place; secret lines are filled in only for those who know.
    pub(crate) fn worksheet(&self, place: Place, herd: &Herd, names: Names<'_>) -> Option<Panel> {
        let species = herd.species?;
        let (game, position) = (self.game(), self.position());
        let owner = game.owner(place);
        let starved = |kind: Kind| herd.starved.iter().flatten().filter(move |a| a.kind() == kind);
        let before = ByKind::of(|kind| herd.census()[kind] + starved(kind).count().fit::<i16>());
        let (needs, points) = (game.needs(), game.animal_points());
        let supply: Vec<String> = Animal::all()
            .filter(|animal| !herd.counter(*animal).lives())
            .map(Animal::told)
            .collect();
        let mut blocks = vec![
            Block::Facts(self.counts(place, species, herd)),
            Block::Table {
                head: vec!["Food Points so far".into(), String::new()],
                rows: self.food_lines(place, herd),
            },
        ];
        // The short season has no winter.
        if !game.scenario.spring_only {
            blocks.push(reckoning(
                "Need for the winter",
                " Food Points",
                before,
                needs,
                before.times(&needs),
            ));
            blocks.push(Block::Text(format!("Die-off. {}", self.die_off_line(place, herd))));
        }
        let scoring = game.scoring(herd);
        blocks.push(reckoning(
            if game.scenario.spring_only { "On the Summer Range" } else { "Animal Points" },
            "",
            scoring,
            points,
            scoring.times(&points),
        ));
        if game.scenario.spring_only {
            blocks.push(Block::Text(game.bonus_words(herd)));
        }
        blocks.push(Block::Text(match supply.is_empty() {
            true => "All counters are in play.".into(),
            false => format!("In the supply: {}.", supply.join(", ")),
        }));
        let acting = game.deciding(position) == Some(place);
        Some(Panel {
            id: sheet_id(species),
            title: format!("{species}: {}", names.of(owner)),
            // A seat's colour would be some other herd's.
            seat: None,
            open: acting || position.step == Step::Over || self.viewer().seat() == Some(owner),
            blocks,
        })
    }

    /// How the herd fares, in a few counts.
    fn counts(&self, place: Place, species: Species, herd: &Herd) -> Vec<Fact> {
        let (game, position) = (self.game(), self.position());
        let known = self.knows_food(place);
        let food = match known {
            true => game.food_points(position, herd).to_string(),
            false if herd.chip_count() == 0 => game.public_points(herd).to_string(),
            false => {
                let counters = counted(herd.chip_count(), "counter", "counters");
                format!("{} and {counters}", game.public_points(herd))
            }
        };
        let points = game.scoring(herd).times(&game.animal_points()) + game.bonus(herd);
        let food_name = match game.scenario.spring_only {
            true => "Food Points, for ties alone",
            false => "Food Points",
        };
        let mut counts = vec![Fact {
            ink: Some(ink(species)),
            symbol: Some(picture(species)),
            ..fact("Animal Points", points.to_string())
        }];
        // What is known stands beside what the winter wants.
        if !known || game.scenario.spring_only {
            counts.push(Fact { symbol: Some(Symbol::Food), ..fact(food_name, food) });
        }
        // The short season has no winter.
        if !game.scenario.spring_only {
            let (food, need) = (game.food_points(position, herd), game.need(herd));
            let missing = need - food + i16::from(game.readings.enough == Enough::Exceed);
            let told = match (game.starves(position, herd), food.cmp(&need)) {
                _ if !known => format!("{need} needed"),
                (true, Ordering::Less) => format!("{food} of {need}"),
                (true, _) => format!("{food} of {need}, {missing} missing"),
                (false, Ordering::Greater) => format!("{food}, {} to spare", food - need),
                (false, _) => format!("{food} of {need}"),
            };
            counts.push(Fact { symbol: Some(Symbol::Food), ..fact(WINTER_FOOD, told) });
        }
        if position.step == Step::Move && game.deciding(position) == Some(place) {
            counts.push(fact(POINTS_LEFT, position.points.to_string()));
        }
        counts
    }

    /// What the herd has gathered, line by line.
    fn food_lines(&self, place: Place, herd: &Herd) -> Vec<Row> {
        let (game, position) = (self.game(), self.position());
        let counters = counted(herd.chip_count(), "counter", "counters");
        let counters = match self.knows_food(place) {
            true => format!("{} ({counters})", game.chip_points(herd)),
            false => format!("? ({counters})"),
        };
        let mut lines = vec![
            line("Food counters", counters),
            line("First animal on the Summer Range", arrival_words(game.food.first, herd.first)),
            line("Whole herd on the Summer Range", arrival_words(game.food.whole, herd.whole)),
        ];
        // The short season is over before they are paid.
        if !game.scenario.spring_only {
            lines.push(present("Summer", herd.summer_turns, game.food.summer_turn));
            lines.push(present("Winter", herd.fall_turns, game.food.fall_turn));
        }
        lines.push(line(game.event_points_name(), event_points(herd)));
        if position.season == Season::Winter {
            lines.push(line("Winter", position.winter.to_string()));
        }
        lines
    }

    /// Who has died of hunger, or how the herd stands so far.
    fn die_off_line(&self, place: Place, herd: &Herd) -> String {
        let (game, position) = (self.game(), self.position());
        let (food, need) = (game.food_points(position, herd), game.need(herd));
        let winter = position.season == Season::Winter;
        let starved = herd.starved.iter().flatten();
        let starved: Vec<String> = starved.map(|a| format!("{} {a}", a.kind())).collect();
        let starves = game.starves(position, herd);
        let missing = need - food + i16::from(game.readings.enough == Enough::Exceed);
        match (winter, self.knows_food(place)) {
            (true, _) if starves => format!("{missing} missing: animals die of hunger."),
            (true, _) if !starved.is_empty() => format!("Died of hunger: {}.", starved.join(", ")),
            (true, _) => "Nobody dies of hunger.".into(),
            (false, true) if starves => format!("{missing} missing so far, before the winter."),
            (false, true) => format!("{} to spare so far, before the winter.", food - need),
            (false, false) => "Not known before the end.".into(),
        }
    }
}

/// Food Points by events, what was gained and what was lost.
fn event_points(herd: &Herd) -> String {
    match (herd.gained, herd.lost) {
        (0, 0) => "0".into(),
        (gained, 0) => format!("{gained:+}"),
        (0, lost) => lost.to_string(),
        (gained, lost) => format!("{gained:+} and {lost}, together {:+}", gained + lost),
    }
}

fn blossom(season: Season) -> Symbol {
    match season {
        Season::Spring => Symbol::Blossom,
        Season::Summer => Symbol::Sun,
        Season::Fall => Symbol::Leaf,
        Season::Winter => Symbol::Snow,
    }
}

impl Yellowstone {
    /// What the short season adds to the points of a herd.
    fn bonus_words(&self, herd: &Herd) -> String {
        match herd.whole {
            true => format!("{:+} for the whole herd on the Summer Range.", self.bonus(herd)),
            false => "Nothing yet for the whole herd on the Summer Range.".into(),
        }
    }

    /// The chart of the turn, the row that was rolled lit; none where nothing is rolled.
    pub(super) fn chart_panel(&self, position: &Position) -> Option<Panel> {
        let season = match position.season {
            Season::Winter => Season::Winter,
            _ => position.began,
        };
        let idle = match season {
            Season::Winter => self.scenario.fixed_winter.is_some(),
            _ => !self.scenario.events,
        };
        if idle {
            return None;
        }
        let waits = matches!(position.step, Step::Choose | Step::Place | Step::Roll);
        let rolled = match season {
            Season::Winter => {
                position.winter_dice.get().map(|_| self.winter_total(position.winter_dice))
            }
            _ => position.event_dice.get().map(|_| position.event_dice.total()),
        };
        let row = |total: usize, name: &str, words: String| Row {
            cells: vec![total.to_string(), name.into(), words],
            lit: rolled.map(usize::from) == Some(total) && !waits,
        };
        let rows = match self.charts.get(season.index()) {
            Some(chart) => chart
                .iter()
                .enumerate()
                .map(|(i, cell)| {
                    let effects: Vec<String> =
                        cell.effects.iter().map(|e| self.effect_words(e)).collect();
                    row(i + 2, &cell.name, effects.join("; "))
                })
                .collect(),
            None => self
                .winters
                .iter()
                .enumerate()
                .map(|(i, (name, change))| row(i + 2, name, change_words(*change)))
                .collect(),
        };
        let dice = match season {
            Season::Winter => format!("2d6{}", self.shift_words()),
            _ => "2d6".into(),
        };
        Some(Panel {
            id: "chart".into(),
            title: format!("{} events", season.name()),
            seat: None,
            open: position.event.is_some(),
            blocks: vec![Block::Table { head: vec![dice, "event".into(), "effect".into()], rows }],
        })
    }

    /// Season, rounds, pool and prey at a glance. YS-STALL-07
    pub(super) fn year_panel(&self, position: &Position) -> Panel {
        let herds = u16::from(self.places);
        let mut left = self.cap(position.season).saturating_sub(position.season_turns);
        if self.scenario.solo && position.season == Season::Summer {
            left = left.min((SOLO_SUMMER + 1).saturating_sub(position.season_turns));
        }
        let rounds = left.div_ceil(herds);
        let under_way = position.season != Season::Winter && position.step != Step::Over;
        let mut facts = vec![Fact {
            label: "Season".into(),
            value: match under_way {
                true => format!(
                    "{}, {} played of it",
                    position.season.name(),
                    counted(position.season_turns / herds, "round", "rounds")
                ),
                false => position.season.name().into(),
            },
            ink: None,
            symbol: Some(blossom(position.season)),
        }];
        if under_way {
            facts.push(Fact {
                label: "Rounds left".into(),
                value: format!("{rounds} at most"),
                ink: (rounds <= 2).then_some(Ink::Warm),
                symbol: Some(Symbol::Clock),
            });
        }
        let dice = |dice: Pair| match dice.get() {
            None => "not yet".into(),
            Some([a, b]) => format!("{a} + {b} = {}", a + b),
        };
        let rolls = [
            ("Event dice", position.event_dice, self.scenario.events),
            ("Predator dice", position.predator_dice, self.scenario.predators),
        ];
        for (label, rolled, _) in rolls.into_iter().filter(|(.., used)| *used) {
            facts.push(Fact {
                label: label.into(),
                value: dice(rolled),
                ink: None,
                symbol: Some(Symbol::Die),
            });
        }
        for hunter in Hunter::ALL.into_iter().filter(|_| self.scenario.predators) {
            let out = position.pack_of(Hunters::only(hunter)).count();
            let [first, last] = self.predators[hunter.index()].roll;
            facts.push(Fact {
                label: format!("{} ({first}-{last})", hunter.name()),
                value: format!("{out} of {} on the map", self.predator_count(hunter)),
                ink: None,
                symbol: Some(beast(hunter)),
            });
        }
        Panel {
            id: "year".into(),
            title: "The year".into(),
            seat: None,
            open: true,
            blocks: vec![Block::Facts(facts)],
        }
    }
}

/// The seasons with the one that it is; where Spring alone is played, its rounds with the one that it is.
pub(super) fn seasons_panel(game: &Yellowstone, position: &Position) -> Panel {
    let herds = u16::from(game.places);
    if game.scenario.spring_only && herds > 0 {
        let here = position.season_turns / herds + 1;
        let under_way = !matches!(position.step, Step::Choose | Step::Place | Step::Over);
        let rounds = 1..=game.cap(Season::Spring) / herds;
        let rounds = rounds.map(|round| TrackBox {
            ink: Some(Ink::Plant),
            ..TrackBox::new(round.to_string(), under_way && round == here)
        });
        return Panel::time("Rounds of Spring, at most", vec![("Rounds", rounds.collect())]);
    }
    let seasons = [
        (Season::Spring, Ink::Plant),
        (Season::Summer, Ink::Warm),
        (Season::Fall, Ink::Neutral),
        (Season::Winter, Ink::Water),
    ];
    let seasons = seasons.map(|(season, ink)| TrackBox {
        ink: Some(ink),
        ..TrackBox::new(season.name(), season == position.season)
    });
    Panel::time("Seasons of the year", vec![("Seasons", seasons.to_vec())])
}
