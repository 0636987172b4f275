//! The question and the choices.

use super::sheets::{POINTS_LEFT, sheet_id};
use crate::Outfit;
use crate::action::Action;
use crate::edition::components::{Column, Effect, Start, Terrain};
use crate::edition::scenarios::{Outposts, Role};
use crate::knowledge::view::{OutpostView, PersonView, View};
use crate::land::{Edge, Edges, Hex};
use crate::position::Fate;
use crate::rules::shooting::{doubt, odds};
use crate::speech::{ability_words, amid, count, notation};
use stage::{Blank, BlankKind, Change, Choice, Prompt, Slip, Target};
use terrain::{Side, Top};

impl Outfit {
    pub(super) fn prompt(
        &self,
        view: &View,
        acting: Option<&PersonView>,
        choices: &[Action],
    ) -> Option<Prompt> {
        let seat = view.viewer?.checked_sub(1)?;
        let person = acting?;
        if choices.is_empty() {
            return None;
        }
        let name = &person.name;
        let within = amid(name);
        // Who leads one person alone is that person.
        let alone = view.persons.values().filter(|it| it.seat == person.seat).count() == 1;
        let question = match view.phase {
            "border" => format!("Which edge will {within} make for? Only you will know."),
            "base" => format!("From which base does {within} start?"),
            "outpost" => format!("Where does {within} place an outpost?"),
            "person" => "Which of your people acts next?".to_string(),
            "decide" => format!(
                "Rest, {}or roll for direction? {} {}.",
                if choices.contains(&Action::Shoot) { "shoot " } else { "" },
                if alone { "You have".into() } else { format!("{name} has") },
                count(person.allowance.unwrap_or(0), "point"),
            ),
            "aim" => format!("The move is over. Does {within} shoot?"),
            "column" => format!("Something befalls {within}. Which column do you risk?"),
            _ => match view.heading {
                None => format!(
                    "Which way? {} with {}.",
                    if alone { "You set out".into() } else { format!("{name} sets out") },
                    count(person.points.unwrap_or(0), "point")
                ),
                Some(way) => format!(
                    "Where next? {} heading {way} with {} left.",
                    if alone { "You are".into() } else { format!("{name} is") },
                    count(person.points.unwrap_or(0), "point")
                ),
            },
        };
        let prompt = Prompt {
            seat,
            question,
            hint: self.hint(view, person, choices),
            choices: choices.iter().map(|choice| self.choice(view, person, *choice)).collect(),
            slips: slips(choices),
            ..Prompt::default()
        };
        Some(prompt.arranged())
    }

    /// Why what one might expect is not offered, and what is at stake.
    fn hint(&self, view: &View, person: &PersonView, choices: &[Action]) -> String {
        match (view.phase, &view.rolled) {
            ("decide", _) if choices.contains(&Action::Stay) => self.resting_words(view, person),
            ("outpost", _) => {
                format!("{} {}", self.outpost_place_words(view, person), self.outpost_words())
            }
            ("column", _) => {
                let number = view.acting.map(|number| number.to_string());
                let by = |other: &PersonView| other.escorted_by.map(|by| by.to_string());
                let escorts = view.persons.values().any(|it| by(it).is_some() && by(it) == number);
                let party = if escorts { " It falls on everybody in the party." } else { "" };
                format!("A die then picks the row, and its result must be taken.{party} {FIGURES}")
            }
            ("move", Some(rolled)) => {
                let duty = self.duty(view, choices);
                if view.heading.is_some() {
                    return match rolled.turns {
                        Some(0) => format!("No turn is left.{duty}"),
                        Some(turns) => format!("{} left.{duty}", count(turns, "turn")),
                        None => format!("You may turn as often as you like.{duty}"),
                    };
                }
                let words = ability_words(rolled.start, rolled.turns, rolled.may_stay);
                let way = rolled.way.map_or(String::new(), |way| format!(" ({way})"));
                format!("You rolled {}: {words}{way}.{duty}", rolled.die)
            }
            _ => String::new(),
        }
    }

    /// Why one may not stop, if one may not (OS-MOVE-06, OS-MOVE-15; option `trail_forced`).
    fn duty(&self, view: &View, choices: &[Action]) -> String {
        let on = |name: &str| Side::parse(name, Top::Flat).map(Action::Step);
        let ahead = view.heading.and_then(on).is_some_and(|step| choices.contains(&step));
        let must = match view.heading {
            _ if choices.contains(&Action::Stop) => return String::new(),
            None => "You must set out",
            Some(_) if ahead => "You must go on while the hex ahead can be entered",
            Some(_) => "You must go on along the trail",
        };
        match choices.contains(&Action::Shoot) {
            true => format!(" {must}, or shoot: that ends the move."),
            false => format!(" {must}."),
        }
    }

    /// Until when one may rest (OS-MOVE-11, OS-MOVE-12, OS-EDGE-06).
    fn resting_words(&self, view: &View, person: &PersonView) -> String {
        let chart =
            self.role_of(person).and_then(|role| self.scenario.directions.get(role.direction?));
        let faces = chart.map(|chart| chart.faces.as_slice()).unwrap_or_default();
        let stays = (1..=6).zip(faces).filter(|(_, ability)| ability.may_stay);
        let stays: Vec<String> = stays.map(|(face, _): (u8, _)| face.to_string()).collect();
        let mut unless = Vec::new();
        if !stays.is_empty() {
            unless.push(format!("you roll {}", stays.join(" or ")));
        }
        let points = person.allowance.unwrap_or(0);
        let off = |side: Side| self.run_off(view, person, side, points).is_some();
        let random = faces.iter().any(|ability| ability.start == Start::Random);
        if random && Side::ALL.into_iter().any(off) {
            unless.push("the dice would send you off the board".into());
        }
        match unless.is_empty() {
            true => "Resting must be chosen before the roll.".into(),
            false => {
                format!("Resting must be chosen before the roll, unless {}.", unless.join(" or "))
            }
        }
    }

    /// What an outpost is good for (OS-OUTP-03, OS-OUTP-04, OS-OUTP-05).
    pub(super) fn outpost_words(&self) -> String {
        let whom = match self.switches.outposts_shared {
            true => "Whoever",
            false => "Whoever of the side that owns it",
        };
        format!(
            "An outpost never moves. {whom} ends a day on it has both counters back on block 1; \
             passing through it meets a need that may be met in passing."
        )
    }

    /// How many outposts there are to place, and where they may not stand (OS-OUTP-02, OS-PURA-03,
    /// OS-SRCH-05).
    fn outpost_place_words(&self, view: &View, person: &PersonView) -> String {
        let outposts = self.role_of(person).and_then(|role| role.outposts.as_ref());
        let Some(Outposts::Placed { count, far_from, not_columns, not_rows, .. }) = outposts else {
            return String::new();
        };
        let served = |outpost: &&OutpostView| {
            view.acting.is_some_and(|number| outpost.serves.contains(&number))
        };
        let number = view.outposts.iter().filter(served).count() + 1;
        let mut words = format!("Outpost {number} of {count}");
        if let Some((from, least)) = far_from {
            let hex = self.board.label(*from);
            let from = self.board.land(*from).base.map_or(hex, |base| format!("Base {base}"));
            words.push_str(&format!(", at least {least} hexes from {from}"));
        }
        for (lines, strip) in [("columns", not_columns), ("rows", not_rows)] {
            if let Some((first, last)) = strip {
                words.push_str(&format!(", not in {lines} {first} to {last}"));
            }
        }
        words + "."
    }

    fn choice(&self, view: &View, person: &PersonView, action: Action) -> Choice {
        let mut choice = Choice { notation: notation(self, &action), ..Choice::default() };
        let place = |cell: Hex| Some(Target::Place(self.board.label(cell)));
        match action {
            Action::Base(number) => {
                choice.label = format!("Base {number}");
                choice.description = self.board.base(number).map_or(String::new(), |cell| {
                    let ground = self.board.land(cell).terrain.word();
                    let sought = self.sought_told(view, person, cell);
                    format!("On {}, {ground}{sought}.", self.board.label(cell))
                });
                choice.target = self.board.base(number).and_then(place);
                choice.tag = number.to_string();
            }
            Action::Outpost(cell) => {
                let label = self.board.label(cell);
                choice.description = format!("{}.", self.land_words(cell));
                choice.group = band(&label);
                choice.label = format!("Outpost on {label}");
                // It stands for the whole game, and others may have moved before one thinks again.
                choice.final_ = true;
                choice.target = place(cell);
            }
            Action::Border(edge) => {
                choice.label = format!("The {} edge", edge.word());
                choice.description = self.border_words(person, edge);
            }
            Action::Person(index) => {
                let number = index.number().to_string();
                let other = view.persons.get(&number);
                choice.label = other.map_or(number.clone(), |other| other.name.clone());
                choice.target = other
                    .and_then(|other| other.hex.clone())
                    .map(|_| Target::Piece(format!("person-{number}")));
            }
            Action::Stay => {
                choice.label = "Rest here".into();
                choice.description = format!("No die and no move today{}.", self.judged(view));
                choice.target = person.hex.clone().map(Target::Place);
                choice.final_ = self.scenario.hidden.is_some() || self.is_last(view);
            }
            Action::Roll => {
                choice.label = "Roll for direction".into();
                choice.description = self.roll_words(person);
                choice.final_ = true;
            }
            Action::Step(side) => self.describe_step(view, person, side, &mut choice),
            Action::Stop => {
                choice.label = match (view.phase, view.heading) {
                    ("aim", _) => "Do not shoot".into(),
                    (_, None) => "Stay here".into(),
                    _ => "Stop here".into(),
                };
                let lost = person.points.filter(|_| view.phase == "move").unwrap_or(0);
                choice.description = match lost {
                    0 => format!("The move is over{}.", self.judged(view)),
                    lost => format!("{} lost{}.", count(lost, "point"), self.judged(view)),
                };
                choice.target = person.hex.clone().map(Target::Place);
                choice.ends = true;
                choice.final_ = self.is_last(view);
            }
            Action::Shoot => {
                choice.label = "Shoot".into();
                choice.description = self.shot_words(view, person);
                choice.final_ = true;
            }
            Action::Column(column) => {
                choice.label = column.heading().into();
                choice.description = self.column_words(person, column);
                choice.target = Some(Target::Card(format!("column-{}", column.word())));
                choice.final_ = true;
            }
            Action::Resign => {
                choice.label = "Resign".into();
                choice.description = match self.setup.seats {
                    1 => format!("{} is given up, and the game is lost.", person.name),
                    _ => format!(
                        "{} is given up. Whoever has given up all their people ranks behind \
                         everybody who plays on.",
                        person.name
                    ),
                };
                choice.final_ = true;
                choice.grave = true;
            }
        }
        choice
    }

    /// The role of a person.
    pub(super) fn role_of(&self, person: &PersonView) -> Option<&Role> {
        self.scenario.roles.iter().find(|role| role.id == person.role)
    }

    /// What the day comes to if it ends here, where there are needs.
    fn judged(&self, view: &View) -> String {
        self.day_told(view).map_or(String::new(), |day| format!(": {}", day.words))
    }

    /// Whether a day that ends here is the last of whoever decides: others may act before he can take it back,
    /// so he is asked again.
    fn is_last(&self, view: &View) -> bool {
        self.day_told(view).is_some_and(|day| day.last)
    }

    /// Over which edges and for how many points a straight run through this side leads off the board, if
    /// these points pay for it.
    fn run_off(
        &self,
        view: &View,
        person: &PersonView,
        side: Side,
        points: u8,
    ) -> Option<(Edges, u8)> {
        let (mut way, mut cost) = self.seen_way(view, person, side)?;
        let trails = self.takes_trails(person);
        let mut paid = 0_u8;
        loop {
            paid = paid.saturating_add(cost);
            if paid > points {
                return None;
            }
            let Some(to) = way.to() else { return Some((way.edges, paid)) };
            let rate = way.rate;
            way = self.board.ways(to, trails)[side];
            cost = way.cost(rate);
        }
    }

    /// What follows a step onto a hex: a marker that is turned, a straight way off the board.
    fn step_brings(&self, view: &View, person: &PersonView, side: Side, to: Hex) -> String {
        let label = self.board.label(to);
        let mut words = String::new();
        let turns = self.scenario.markers.as_ref().is_some_and(|markers| {
            let by = self.scenario.roles.get(markers.turned_by.index());
            by.is_some_and(|role| role.id == person.role)
        });
        let marker = view.markers.iter().find(|marker| turns && marker.hex == label);
        if let Some(marker) = marker {
            words.push_str(&format!("; turns marker {}", marker.number));
        }
        let number = view.acting.map(|number| number.to_string()).unwrap_or_default();
        let role = self.role_of(person).filter(|role| self.may_leave(view, &number, role));
        let exits = role.map_or(Edges::NONE, |role| role.exits);
        let off = self.run_off(view, person, side, person.points.unwrap_or(0));
        if let Some((_, points)) = off.filter(|(edges, _)| edges.meets(exits)) {
            words.push_str(&format!("; straight on it leads off the board for {points} in all"));
        }
        words
    }

    /// Where a straight walk through this side ends, if it goes on behind the first hex.
    fn run_on(&self, view: &View, person: &PersonView, side: Side) -> String {
        let Some((mut way, mut cost)) = self.seen_way(view, person, side) else {
            return String::new();
        };
        let trails = self.takes_trails(person);
        let (mut left, mut hexes, mut last) = (person.points.unwrap_or(0), 0_u8, None);
        while let Some(to) = way.to().filter(|_| cost <= left) {
            left -= cost;
            (hexes, last) = (hexes + 1, Some(to));
            let rate = way.rate;
            way = self.board.ways(to, trails)[side];
            cost = way.cost(rate);
        }
        match last.filter(|_| hexes > 1) {
            Some(last) => format!("; straight on {hexes} hexes to {}", self.land_words(last)),
            None => String::new(),
        }
    }

    /// With whom of the missing a rescuer leaves, and what that is worth (OS-RESC-19).
    fn brought_words(&self, view: &View) -> String {
        let number = view.acting.map(|number| number.to_string()).unwrap_or_default();
        let led = self.led_by(view, &number).count();
        let role = self.scenario.markers.as_ref().map(|markers| markers.role);
        let missing = role.map_or(0, |role| self.cast.iter().filter(|it| **it == role).count());
        match (led, self.setup.seats) {
            (0, _) => String::new(),
            (led, 1) if led < missing => {
                format!(" with {led} of {missing} missing persons: a win, but no full win")
            }
            (led, 1) => format!(" with {led} of {missing} missing persons: a full win"),
            (led, _) => format!(" with {led} of {missing} missing persons"),
        }
    }

    /// What each face of the direction die brings by this person's chart, like ones together.
    fn roll_words(&self, person: &PersonView) -> String {
        let chart =
            self.role_of(person).and_then(|role| self.scenario.directions.get(role.direction?));
        let faces = chart.map(|chart| chart.faces.as_slice()).unwrap_or_default();
        let mut told: Vec<(String, Vec<u8>)> = Vec::new();
        for (face, ability) in (1_u8..).zip(faces) {
            let words = ability_words(ability.start, ability.turns.count(), ability.may_stay);
            match told.iter_mut().find(|(other, _)| *other == words) {
                Some((_, alike)) => alike.push(face),
                None => told.push((words, vec![face])),
            }
        }
        let shown = |faces: &[u8]| match faces {
            [first, .., last]
                if faces.len() > 2 && usize::from(last - first) + 1 == faces.len() =>
            {
                format!("{first} to {last}")
            }
            faces => faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" or "),
        };
        let told = told.iter().map(|(words, faces)| format!("{} {words}", shown(faces)));
        format!("By the die: {}.", told.collect::<Vec<_>>().join("; "))
    }

    /// How far it is over an edge, and what the others see of it.
    fn border_words(&self, person: &PersonView, edge: Edge) -> String {
        let open = self.open_words(person);
        match self.far_told(person, edge.into()).strip_prefix(": ") {
            Some(far) => {
                let mut letters = far.chars();
                let first: String =
                    letters.next().into_iter().flat_map(char::to_uppercase).collect();
                format!("{first}{}. {open}", letters.as_str())
            }
            None => open,
        }
    }

    /// The edges that look open to the others (OS-VAR-02).
    fn open_words(&self, person: &PersonView) -> String {
        let edges = self.role_of(person).map_or(Edges::NONE, |role| role.exits_secret);
        let edges: Vec<&str> = edges.iter().map(Edge::word).collect();
        format!("To the others these look open: {}.", edges.join(", "))
    }

    /// The six results of a column of this person's chart.
    pub(super) fn column_words(&self, person: &PersonView, column: Column) -> String {
        let chart =
            self.role_of(person).and_then(|role| self.scenario.encounters.get(role.encounters?));
        let results = chart.map(|chart| chart.columns[column as usize].as_slice());
        let result = |(face, effect): (u8, &Effect)| format!("{face} {}", effect.figures());
        let results: Vec<String> = (1..=6).zip(results.unwrap_or_default()).map(result).collect();
        results.join(", ")
    }

    /// What lies in a hex, such as "woods with a trail and food".
    fn land_words(&self, cell: Hex) -> String {
        let hex = self.board.land(cell);
        let what = match (hex.river, hex.ford, hex.terrain) {
            (true, true, _) => "ford",
            (true, false, Terrain::Swamp) => "swamp",
            (true, false, _) => "river",
            (false, _, terrain) => terrain.word(),
        };
        let mut with = Vec::new();
        if what == "swamp" && hex.river {
            with.push("a river".to_string());
        }
        if hex.trail {
            with.push("a trail".into());
        }
        if hex.basin {
            with.push("a basin".into());
        }
        if hex.food {
            with.push("food".into());
        }
        if let Some(base) = hex.base {
            with.push(format!("Base {base}"));
        }
        match with.split_last() {
            None => what.into(),
            Some((only, [])) => format!("{what} with {only}"),
            Some((last, others)) => format!("{what} with {} and {last}", others.join(", ")),
        }
    }

    /// What a shot needs from where the shooter stands, as far off as the target is (OS-BEAST-11,
    /// OS-VAR-01).
    fn shot_words(&self, view: &View, person: &PersonView) -> String {
        let find = |other: &PersonView| other.hex.as_ref().and_then(|hex| self.board.find(hex));
        let role = |id: &str| self.scenario.roles.iter().position(|role| role.id == id);
        let hunts = |target: &PersonView| {
            let roles = (role(&person.role), role(&target.role));
            self.scenario.contacts.iter().any(|contact| {
                contact.shooting && roles == (Some(contact.a.index()), Some(contact.b.index()))
            })
        };
        let targets = view.persons.values().filter(|it| it.status == Fate::Active && hunts(it));
        let best = find(person).and_then(|from| {
            let shots = targets.filter_map(find);
            let shots =
                shots.filter_map(|to| Some((self.aim(from, to)?, self.board.distance(from, to))));
            shots.min_by_key(|(faces, _)| doubt(*faces))
        });
        let ends = match view.phase {
            "decide" => "You do not move",
            "aim" => "One shot a day",
            _ => "It ends the move",
        };
        match best {
            Some((faces, 0)) => format!("{ends}, and in the same hex it {}.", odds(faces)),
            Some((faces, 1)) => format!("{ends}, and over 1 hex it {}.", odds(faces)),
            Some((faces, far)) => format!("{ends}, and over {far} hexes it {}.", odds(faces)),
            None => format!("{ends}."),
        }
    }

    fn describe_step(&self, view: &View, person: &PersonView, side: Side, choice: &mut Choice) {
        let compass = side.name(Top::Flat);
        let Some((way, cost)) = self.seen_way(view, person, side) else {
            choice.label = compass.into();
            return;
        };
        choice.tag = price(cost);
        if let (Some(number), 1..) = (view.acting, cost) {
            let sheet = sheet_id(&number.to_string());
            choice.changes = vec![Change::new(sheet, POINTS_LEFT, -i32::from(cost))];
        }
        let turns = view.heading.is_some_and(|heading| heading != compass) && !way.follows;
        let how = match (way.follows, turns) {
            (true, _) => " along the trail",
            (_, true) => ", using a turn",
            _ => "",
        };
        if let Some(to) = way.to() {
            let label = self.board.label(to);
            choice.label = format!("{compass} to {label}");
            let points = count(person.points.unwrap_or(0), "point");
            // OS-TRAIL-18
            let dear = cost > way.cost(false);
            let why = if dear { " for leaving the trail" } else { "" };
            let brings = match self.step_brings(view, person, side, to) {
                none if none.is_empty() && !turns => self.run_on(view, person, side),
                brings => brings,
            };
            // What would end one comes before what else may follow.
            let (doom, sure) = match self.doom_told(view, person, (way, cost)) {
                Some((words, true)) => (format!("; the day then ends there: {words}"), true),
                Some((words, false)) => (format!("; if the day ends there: {words}"), false),
                None => (String::new(), false),
            };
            choice.description =
                format!("{}, {cost} of {points}{why}{how}{doom}{brings}", self.land_words(to));
            choice.target = Some(Target::Place(label));
            choice.vain = sure;
            choice.final_ = sure
                || view.markers.iter().any(|marker| Some(&marker.hex) == choice_place(choice))
                || self.scenario.hidden.is_some();
        } else {
            let over: Vec<&str> = way.edges.iter().map(Edge::word).collect();
            choice.label = format!("{compass}, off the board");
            let wrong = self.role_of(person).is_some_and(|role| !way.edges.meets(role.exits));
            choice.description = format!(
                "Leave over the {} edge for {}{how}{}{}.",
                over.join(" and "),
                count(cost, "point"),
                self.brought_words(view),
                if wrong { ", the wrong one, and be out of the game" } else { "" }
            );
            choice.final_ = true;
        }
    }
}

/// What a way costs, as it is written on the board: no number of a choice.
pub(super) fn price(points: u8) -> String {
    format!("−{points}")
}

/// Under what one of a thousand hexes stands: a few columns of the map.
fn band(label: &str) -> String {
    const WIDE: u16 = 5;
    let column = label.get(..2).and_then(|column| column.parse::<u16>().ok()).unwrap_or(1);
    let first = column.saturating_sub(1) / WIDE * WIDE + 1;
    format!("Outposts in columns {first:02} to {:02}", first + WIDE - 1)
}

/// What the letters of an encounter mean.
pub(super) const FIGURES: &str =
    "W and F are steps of water and food, L Life Levels, won (+) or lost (-).";

/// The hex of an outpost as a slip: any of a thousand is written or clicked.
fn slips(choices: &[Action]) -> Vec<Slip> {
    let outposts = choices.iter().any(|choice| matches!(choice, Action::Outpost(_)));
    let slip = || Slip {
        title: "Where your outpost stands".into(),
        start: "outpost".into(),
        blanks: vec![Blank {
            label: "Hex".into(),
            before: " ".into(),
            entry: BlankKind::Place { words: Vec::new(), between: String::new() },
        }],
        sum: None,
    };
    outposts.then(slip).into_iter().collect()
}

fn choice_place(choice: &Choice) -> Option<&String> {
    match &choice.target {
        Some(Target::Place(place)) => Some(place),
        _ => None,
    }
}
