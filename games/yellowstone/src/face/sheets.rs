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
use stage::{Block, Fact, Ink, Panel, Row, Symbol};
use table::wording::counted;
use table::{Fit, Names};

/// What is left of the moves of a herd, on its worksheet.
pub(super) const POINTS_LEFT: &str = "Points left";

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

/// Turns on a range, tallied, and what they are worth.
fn present(range: &str, turns: u8, points: i16) -> Fact {
    fact(
        format!("Present on {range} Range, {points} a turn"),
        format!("{} = {}", tally(turns), i16::from(turns) * points),
    )
}

/// A table of the worksheet: for each kind so many times so much, and the sum.
fn reckoning(
    head: &str,
    total: &str,
    unit: &str,
    counts: ByKind<i16>,
    worth: ByKind<i16>,
    sum: i16,
) -> Block {
    let rows = Kind::ALL.map(|kind| Row {
        cells: vec![
            counted(counts[kind], kind.name(), plural(kind)),
            format!("times {}{unit}", worth[kind]),
            (counts[kind] * worth[kind]).to_string(),
        ],
        lit: false,
    });
    let mut rows = rows.to_vec();
    rows.push(Row { cells: vec![total.into(), String::new(), sum.to_string()], lit: true });
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
            .map(|animal| animal.to_string())
            .collect();
        let mut blocks = vec![Block::Facts(self.food_lines(place, species, herd))];
        // The short season has no winter.
        if !game.scenario.spring_only {
            blocks.push(reckoning(
                "Food Point Need",
                "TOTAL FOOD POINT NEED",
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
            "TOTAL ANIMAL POINTS",
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
            false => format!("In the supply: {}.", supply.join(" ")),
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

    /// What the herd has gathered, line by line.
    fn food_lines(&self, place: Place, species: Species, herd: &Herd) -> Vec<Fact> {
        let (game, position) = (self.game(), self.position());
        let known = self.knows_food(place);
        let chips = counted(herd.chip_count(), "chip", "chips");
        let total = match known {
            true => game.food_points(position, herd).to_string(),
            false if herd.chip_count() == 0 => game.public_points(herd).to_string(),
            false => format!("{} and {chips}", game.public_points(herd)),
        };
        let chips = match known {
            true => format!("{} ({chips})", game.chip_points(herd)),
            false => format!("? ({chips})"),
        };
        let own = self.viewer().seat() == Some(game.owner(place));
        let arrival = |label: &str, points: i16, earned: bool| Fact {
            ink: earned.then_some(Ink::Good),
            ..fact(label, arrival_words(points, earned))
        };
        let mut lines = vec![
            Fact {
                ink: Some(ink(species)),
                symbol: Some(picture(species)),
                ..fact(if own { "Your herd" } else { "Herd" }, species.name())
            },
            Fact { symbol: Some(Symbol::Food), ..fact("Accumulated Food chips", chips) },
            arrival("First herd member on Summer Range", game.food.first, herd.first),
            arrival("Entire herd on Summer Range", game.food.whole, herd.whole),
            present("Summer", herd.summer_turns, game.food.summer_turn),
            present("Winter", herd.fall_turns, game.food.fall_turn),
            fact(game.event_points_name(), event_points(herd)),
        ];
        if position.season == Season::Winter {
            lines.push(fact("Winter Loss", position.winter.to_string()));
        }
        lines.push(Fact { symbol: Some(Symbol::Food), ..fact("TOTAL FOOD POINTS", total) });
        if position.step == Step::Move && game.deciding(position) == Some(place) {
            lines.push(fact(POINTS_LEFT, position.points.to_string()));
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
                label: "At most".into(),
                value: counted(rounds, "more round", "more rounds"),
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
