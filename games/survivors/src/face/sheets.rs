//! The sheets of the sides, of doors and structures, and of the fight at hand.

use super::fights::losses;
use crate::Survivors;
use crate::action::Answer;
use crate::edition::components::Class;
use crate::edition::scenarios::Worth;
use crate::knowledge::view::{FightView, FigureView, SideView, View};
use crate::rules::ending::MARGIN;
use stage::{Block, Fact, Panel, Row, TrackBox};

/// The column of a side's sheet with the actions that its figures have left.
pub(super) const ACTIONS: &str = "Actions";

/// The sheet of a side.
pub(super) fn sheet_id(letter: &str) -> String {
    format!("side-{letter}")
}

impl Survivors {
    /// The sheets beside the table: the sides, doors and structures, the fight at hand.
    pub(super) fn panels(&self, view: &View) -> Vec<Panel> {
        let sides = view.sides.iter().map(|(letter, side)| self.side_panel(view, letter, side));
        let fight = view.fight.as_ref().map(|fight| fight_panel(view, fight));
        let worth = std::iter::once(self.worth_panel());
        let turn = |turn: u8| TrackBox::new(turn.to_string(), turn == view.turn);
        let turns = (1..=view.turns).map(turn).collect();
        let time = Panel::time("Turns of the game", vec![("Turns", turns)]);
        sides.chain(worth).chain(self.doors_panel(view)).chain(fight).chain([time]).collect()
    }

    fn side_panel(&self, view: &View, letter: &str, side: &SideView) -> Panel {
        // What one bids by is counted while one bids; later it is only to be read. SV-IP-09
        let (mut facts, told) = match view.step.as_str() {
            "deploy" => (Vec::new(), Vec::new()),
            "bid" => (initiative_facts(side), Vec::new()),
            _ => (Vec::new(), initiative_facts(side)),
        };
        let told = told.iter().map(|fact| format!("{}: {}.", fact.label, fact.value));
        let told: Vec<String> = told.collect();
        // What is counted at the end is not yet won. SV-END-01
        let now =
            if view.step == "over" { "Victory points" } else { "Victory points if it ended now" };
        facts.push(Fact::new(now, side.points.to_string()));
        for heading in &side.headings {
            let points = format!("Points for {}", heading.heading);
            facts.push(Fact::new(points, heading.points.to_string()));
        }
        // SV-PRI-03, SV-HTH-12
        let answer = |answer: Answer| match answer {
            Answer::Yes => "yes",
            Answer::No => "no",
            Answer::Ask => "asked before every fight",
        };
        facts.push(Fact::new("Takes prisoners", answer(side.standing[0])));
        if side.held_back > 0 {
            facts.push(Fact::new("Still to enter", side.held_back.to_string()));
        }
        let own = view.figures.iter().filter(|(_, it)| it.side.as_deref() == Some(letter));
        let rows = own.map(|(id, figure)| Row {
            lit: view.active.as_ref() == Some(id),
            cells: self.line_of_figure(view, id, figure),
        });
        let head = ["", "Name", "Strength", "INT", "Kit", ACTIONS];
        Panel {
            id: sheet_id(letter),
            title: format!("{letter}: {}", side.name),
            seat: Some(side.seat - 1),
            open: view.acting.as_deref() == Some(letter)
                || view.viewer == self.scenario.side(letter),
            blocks: vec![
                Block::Facts(facts),
                Block::Table { head: head.map(String::from).to_vec(), rows: rows.collect() },
                Block::Text(
                    format!(
                        "{} Strength: what is left of the full. INT is Intelligence.",
                        told.join(" ")
                    )
                    .trim_start()
                    .into(),
                ),
            ],
        }
    }

    /// What brings victory points in this scenario. SV-END-02, SV-END-03, SV-SCN-26
    fn worth_panel(&self) -> Panel {
        let [hero, main, other] = [Class::Hero, Class::Main, Class::Ordinary].map(Class::value);
        let out = format!("{hero} for a Hero, {main} for a Main Character, {other} for others");
        let mut facts = vec![
            Fact::new("each enemy put out of play", out),
            Fact::new("each enemy taken", "1 more than that".to_string()),
        ];
        for score in &self.scenario.scores {
            let who = match self.scenario.setup_of(score.side) {
                Some(setup) => format!("{} for {}", score.points, setup.name),
                None => score.points.to_string(),
            };
            facts.push(Fact::new(self.worth_told(score.worth), who));
        }
        Panel {
            id: "worth".into(),
            title: "What brings victory points".into(),
            seat: None,
            open: false,
            blocks: vec![Block::Facts(facts), Block::Text(self.verdict_told())],
        }
    }

    /// SV-END-06, SV-END-08
    fn verdict_told(&self) -> String {
        match self.options.mirror_match && self.side_count() == 2 {
            true => "After both games the higher total wins.".into(),
            false => {
                format!("The most points win if ahead by {MARGIN} or more; else it is a draw.")
            }
        }
    }

    /// What a heading of the scenario gives points for.
    pub(super) fn worth_told(&self, worth: Worth) -> String {
        let named = |building: u8| &self.table.buildings[usize::from(building)].name;
        match worth {
            Worth::CrateExited => "each crate carried off the table by your exit".into(),
            Worth::CrateCarried => "each crate that your figures carry at the end".into(),
            Worth::CrateSecured => "each crate brought to the zone of safety".into(),
            Worth::HorseSecured => "each riding horse brought to the zone of safety".into(),
            Worth::CrateNotSecured => {
                "each crate that at the end no enemy has secured or carries".into()
            }
            Worth::PackHorseExited => "each pack horse brought off the table".into(),
            Worth::PackHorseLeft => "each pack horse that has not left at the end".into(),
            Worth::CharacterExited => "each character who left the table".into(),
            Worth::HeroExited => "each Hero who left, beside that".into(),
            Worth::MedicineExited => "each medicine carried off the table".into(),
            Worth::MedicineCarried => "each medicine that your figures carry at the end".into(),
            Worth::StrayYours => "each stray who is yours at the end".into(),
            Worth::StrayPutOut => "each stray whom you put out of play".into(),
            Worth::BuildingCleared(building) => {
                format!("no enemy in play inside the {} at the end", named(building))
            }
            Worth::CrateOutside(building) => {
                format!("each crate outside the {} or yours at the end", named(building))
            }
            Worth::CrateInside(building) => format!(
                "each crate inside the {} at the end that no enemy carries",
                named(building)
            ),
            Worth::DoorHeld(line) => {
                let door = self.line_told(&self.table.lines[usize::from(line)]);
                format!("{door} never forced or destroyed")
            }
            Worth::BuildingMajority(building) => format!(
                "more figures than any other side wholly inside the {} at the end",
                named(building)
            ),
            Worth::EnemyHeroOut => {
                "each enemy Hero put out of play or taken, beside what every enemy counts".into()
            }
        }
    }

    /// A figure as a row of its side's sheet.
    fn line_of_figure(&self, view: &View, id: &str, figure: &FigureView) -> Vec<String> {
        let mounted = mounted_on(view, figure);
        let mounted = mounted.map(|(horse, left)| format!(", mounted on {horse}, Strength {left}"));
        let mounted = mounted.unwrap_or_default();
        let number = |value: Option<u8>| value.map_or("?".to_string(), |value| value.to_string());
        let kit: Vec<String> = figure
            .kit
            .iter()
            .map(|item| match (Some(*item) == figure.hand, figure.is_empty()) {
                (true, true) => format!("{item} (in hand, not loaded)"),
                (true, false) => format!("{item} (in hand)"),
                (false, _) => item.to_string(),
            })
            .chain(figure.carrying.iter().map(|id| format!("carries {id}")))
            .collect();
        // SV-CHR-13
        let plain = figure.class == Some(Class::Ordinary) && !figure.civilian;
        let class = (!plain).then(|| class_told(figure));
        let skills = figure.skills.iter().map(ToString::to_string);
        let is: Vec<String> =
            std::iter::once(figure.name.clone()).chain(class).chain(skills).collect();
        let moved = figure
            .moved
            .parse()
            .map_or(figure.moved.clone(), |far: f64| ((far * 10.0).round() / 10.0).to_string());
        let left = || format!("{} left, moved {moved}\"", figure.actions_left);
        let words = [(figure.spoke, ", has spoken"), (figure.encouraged, ", encouraged")];
        let words = words.map(|(so, word)| if so { word } else { "" });
        vec![
            id.to_string(),
            is.join(", "),
            format!("{}/{}", number(figure.strength), number(figure.full)),
            number(figure.intelligence),
            kit.join(", "),
            match (figure.standing.as_str(), &figure.last_seen) {
                ("playing", _) if !figure.alert => format!("{}, not alert{mounted}", left()),
                ("playing", _) => left() + &words.concat() + &mounted,
                ("unseen", Some(last)) => format!("seen turn {}", last.turn),
                ("undeployed", _) => "to be placed".into(),
                (standing, _) => format!("{standing}{mounted}"),
            },
        ]
    }

    /// Doors and what is left of structures, if there are any.
    fn doors_panel(&self, view: &View) -> Option<Panel> {
        let told = |id: &String| {
            let mut lines = self.table.lines.iter();
            let line = lines.find(|line| line.id.replace('.', "-") == *id);
            line.map_or_else(|| id.clone(), |line| self.line_told(line))
        };
        let doors = view.doors.iter().map(|(id, state)| Fact::new(told(id), state.word()));
        let left = view.structures.iter();
        let left = left.map(|(id, left)| Fact::new(told(id), format!("{left} Strength left")));
        let facts: Vec<Fact> = doors.chain(left).collect();
        (!facts.is_empty()).then(|| Panel {
            id: "doors".into(),
            title: "Doors and structures".into(),
            seat: None,
            open: false,
            blocks: vec![Block::Facts(facts)],
        })
    }
}

/// What a figure is: its class, and whether it is a civilian; a Shirker is one. SV-CHR-16
pub(super) fn class_told(figure: &FigureView) -> String {
    let class = match figure.class {
        Some(Class::Hero) => "Hero",
        Some(Class::Main) => "Main Character",
        Some(Class::Ordinary) => "ordinary",
        None => return "?".into(),
    };
    match (figure.civilian, figure.shirker) {
        (_, true) => format!("{class}, civilian, Shirker"),
        (true, false) => format!("{class}, civilian"),
        (false, false) => class.into(),
    }
}

/// What a side has for the initiative, what it bid, and what it won with that. SV-IP-09
fn initiative_facts(side: &SideView) -> Vec<Fact> {
    let phases = ["move", "fire", "fight", "other"];
    let bid = phases.iter().zip(side.bid).map(|(phase, points)| match points {
        Some(points) => format!("{phase} {points}"),
        None => format!("{phase} ?"),
    });
    let bid = match side.bid.iter().any(Option::is_some) {
        true => bid.collect::<Vec<_>>().join(" · "),
        false => String::new(),
    };
    let initiative: Vec<&str> = side.initiative.iter().map(|phase| phase.name()).collect();
    let facts = [
        ("Initiative points", side.pool.to_string()),
        ("Bid", bid),
        ("Initiative in", initiative.join(", ")),
    ];
    let known = facts.into_iter().filter(|(_, words)| !words.is_empty());
    known.map(|(label, words)| Fact::new(label, words)).collect()
}

/// The horse that a figure rides, and the Strength that it has left. SV-HRS-01
pub(super) fn mounted_on<'a>(view: &'a View, figure: &'a FigureView) -> Option<(&'a str, u8)> {
    let horse = figure.mount.as_deref()?;
    Some((horse, view.horses.get(horse)?.strength))
}

/// A fight that waits: before the dice who is in it, after them what is still to be lost.
fn fight_panel(view: &View, fight: &FightView) -> Panel {
    let mut facts = vec![Fact::new("in it", fight.members.join(", "))];
    if view.step == "allocate" {
        for (place, side) in fight.sides.iter().enumerate() {
            let (total, (lost, left)) = (fight.totals[place], losses(view, fight, place));
            let words = format!("total {total}, loses {lost}, {left} still to share out");
            facts.push(Fact::new(side, words));
        }
    }
    Panel {
        id: "fight".into(),
        title: "Hand-to-hand".into(),
        seat: None,
        open: true,
        blocks: vec![Block::Facts(facts)],
    }
}
