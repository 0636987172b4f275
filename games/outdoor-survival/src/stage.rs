//! The scene: board, pieces, marks and the question; the sheets beside it are in `sheets.rs`.

use crate::telling::count;
use crate::view::{PersonView, View};
use crate::wilderness::Way;
use crate::{Action, Edge, Fate, Outfit, Wilderness, sheets};
use ::stage::hexmap::{MapLook, field_of};
use ::stage::{
    At, Choice, Field, Form, Ground, Ink, Mark, MarkKind, Piece, Point, Pose, Prompt, Scene,
    Symbol, Target, Trace,
};
use std::sync::Arc;
use terrain::{Side, Top};

/// The board itself.
pub(crate) fn ground(board: &Wilderness) -> Ground {
    let map = &board.map;
    let (columns, rows) = (map.grid.columns(), map.grid.rows());
    Ground {
        title: map.name.clone(),
        description: format!(
            "A wilderness of {columns} by {rows} hexes, each five kilometres across."
        ),
        fields: vec![Field::Hexes(field_of(map, &MapLook::default()))],
    }
}

/// Hexes around the acting person in which open edges are marked.
const GOAL_SIGHT: u16 = 10;

impl Outfit {
    /// The view as a scene.
    pub(crate) fn scene(&self, view: &View, choices: &[Action]) -> Scene {
        let acting = view.acting.and_then(|number| view.persons.get(&number.to_string()));
        let focus = acting.and_then(|person| person.hex.clone());
        Scene {
            ground: Arc::clone(&self.ground),
            headline: self.headline(view, acting),
            pieces: self.pieces(view),
            marks: self.marks(view, acting, choices),
            traces: self.traces(view, acting, choices),
            panels: sheets::panels(self, view),
            prompt: self.prompt(view, acting, choices),
            focus,
        }
    }

    fn headline(&self, view: &View, acting: Option<&PersonView>) -> String {
        let name = acting.map_or("Nobody", |person| person.name.as_str());
        match view.phase {
            "over" => format!("{}: over on day {}", self.scenario.name, view.day),
            "border" | "base" | "outpost" => format!("{}: {name} sets up", self.scenario.name),
            "hidden" => format!("Day {}: {name} moves unseen", view.day),
            "move" => format!("Day {}: {name} walks", view.day),
            "aim" => format!("Day {}: {name} takes aim", view.day),
            "column" => format!("Day {}: {name} meets the wilderness", view.day),
            _ => format!("Day {}: {name} decides", view.day),
        }
    }

    fn pieces(&self, view: &View) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (place, marker) in view.markers.iter().enumerate() {
            let (symbol, what) = match marker.face {
                "missing" => (Symbol::Missing, "a missing person"),
                "blank" => (Symbol::Blank, "a blank"),
                _ => (Symbol::Unknown, "nobody knows what"),
            };
            pieces.push(Piece {
                id: format!("marker-{}", marker.hex),
                at: At::Place(marker.hex.clone()),
                form: Form::FaceDown,
                ink: Ink::Neutral,
                symbol: Some(symbol),
                label: String::new(),
                pose: Pose::Upright,
                facing: None,
                badges: Vec::new(),
                description: format!("Marker {} on {}: {what}", place + 1, marker.hex),
            });
        }
        for outpost in &view.outposts {
            let owner = outpost.serves.first().and_then(|i| view.persons.get(&i.to_string()));
            let names: Vec<&str> = outpost
                .serves
                .iter()
                .filter_map(|i| view.persons.get(&i.to_string()))
                .map(|person| person.name.as_str())
                .collect();
            pieces.push(Piece {
                id: format!("outpost-{}", outpost.hex),
                at: At::Place(outpost.hex.clone()),
                form: Form::Token,
                ink: owner
                    .and_then(|person| person.seat)
                    .map_or(Ink::Neutral, |seat| Ink::Seat(seat - 1)),
                symbol: Some(Symbol::Outpost),
                label: String::new(),
                pose: Pose::Upright,
                facing: None,
                badges: Vec::new(),
                description: format!("Outpost on {}: supplies {}", outpost.hex, names.join(", ")),
            });
        }
        for (number, person) in &view.persons {
            let in_play = matches!(person.status, Fate::Active | Fate::Escorted | Fate::Stranded);
            let Some(hex) = person.hex.as_ref().filter(|_| in_play) else {
                continue;
            };
            pieces.push(Piece {
                id: format!("person-{number}"),
                at: At::Place(hex.clone()),
                form: Form::Counter,
                ink: person.seat.map_or(Ink::Neutral, |seat| Ink::Seat(seat - 1)),
                symbol: Some(self.symbol(person)),
                label: match (person.level, person.allowance) {
                    (Some(level), Some(points)) => format!("{level} {points}"),
                    _ => String::new(),
                },
                pose: match person.allowance {
                    Some(0) => Pose::Lying,
                    _ => Pose::Upright,
                },
                facing: None,
                badges: Vec::new(),
                description: sheets::person_words(person),
            });
        }
        pieces
    }

    fn symbol(&self, person: &PersonView) -> Symbol {
        let animal = self.scenario.roles.iter().any(|role| role.id == person.role && role.animal);
        match person.role.as_str() {
            "hiker" | "racer" => Symbol::Hiker,
            "searcher" => Symbol::Searcher,
            "rescuer" => Symbol::Ranger,
            "guard" => Symbol::Guard,
            "hunter" => Symbol::Hunter,
            "escapee" => Symbol::Fugitive,
            "lost" | "missing" => Symbol::Missing,
            _ if animal => Symbol::Deer,
            _ => Symbol::Person,
        }
    }

    /// The way out of the acting person's hex through a side, as the viewer knows it.
    pub(crate) fn seen_way(
        &self,
        view: &View,
        person: &PersonView,
        side: Side,
    ) -> Option<(Way, u8)> {
        let cell = self.board.find(person.hex.as_ref()?)?;
        let index = side.0 as usize;
        let animal = self.scenario.roles.iter().any(|role| role.id == person.role && role.animal);
        let trails = self.switches.animals_use_trails || !animal;
        let doubted = view.doubtful.contains(&side.name(Top::Flat));
        let way = match doubted {
            true if self.board.ways(cell, trails)[index].on_board() => {
                *self.board.doubted(cell, index)
            }
            _ => self.board.ways(cell, trails)[index],
        };
        Some((way, way.cost(person.rate.unwrap_or(false))))
    }

    fn marks(&self, view: &View, acting: Option<&PersonView>, choices: &[Action]) -> Vec<Mark> {
        let mut marks = Vec::new();
        let Some(person) = acting else {
            return marks;
        };
        let mark = |place: String, kind, tag: String| Mark { place, kind, tag };
        if let Some(hex) = &person.hex {
            marks.push(mark(hex.clone(), MarkKind::Active, String::new()));
            self.mark_goals(view, person, hex, &mut marks);
        }
        let must_go_on = !choices.contains(&Action::Stop);
        for choice in choices {
            match choice {
                Action::Step(side) => {
                    let Some((way, cost)) = self.seen_way(view, person, *side) else {
                        continue;
                    };
                    if way.on_board() {
                        let ahead = view.heading == Some(side.name(Top::Flat));
                        let ordered = view.heading.is_none()
                            && view.rolled.as_ref().and_then(|rolled| rolled.way)
                                == Some(side.name(Top::Flat));
                        let kind = match must_go_on && (ahead || ordered) {
                            true => MarkKind::Must,
                            false => MarkKind::Reach,
                        };
                        marks.push(mark(self.board.label(way.to), kind, cost.to_string()));
                    }
                }
                Action::Base(number) => {
                    if let Some(cell) = self.board.base(*number) {
                        marks.push(mark(
                            self.board.label(cell),
                            MarkKind::Reach,
                            number.to_string(),
                        ));
                    }
                }
                _ => {}
            }
        }
        marks
    }

    /// Border hexes near the person from which he can leave.
    fn mark_goals(&self, view: &View, person: &PersonView, hex: &str, marks: &mut Vec<Mark>) {
        let role = self.scenario.roles.iter().find(|role| role.id == person.role);
        let exits = match (view.border.and_then(Edge::parse), role) {
            (Some(edge), Some(role)) if role.exits_secret != 0 => edge.bit(),
            (_, Some(role)) => role.exits,
            _ => 0,
        };
        let Some(here) = self.board.find(hex).filter(|_| exits != 0) else {
            return;
        };
        for cell in self.board.map.grid.cells().map(|cell| cell.0 as u16) {
            let open = self.board.ways(cell, true).iter().any(|way| way.edges & exits != 0);
            if open && self.board.distance(here, cell) <= GOAL_SIGHT {
                marks.push(Mark {
                    place: self.board.label(cell),
                    kind: MarkKind::Goal,
                    tag: String::new(),
                });
            }
        }
    }

    /// The way walked this turn, and the straight run that lies ahead.
    fn traces(&self, view: &View, acting: Option<&PersonView>, choices: &[Action]) -> Vec<Trace> {
        let mut traces = Vec::new();
        let Some(person) = acting else {
            return traces;
        };
        let ink = person.seat.map_or(Ink::Neutral, |seat| Ink::Seat(seat - 1));
        let walked: Vec<Point> = view
            .path
            .iter()
            .filter_map(|hex| self.board.find(hex))
            .map(|c| self.point(c))
            .collect();
        if walked.len() > 1 {
            traces.push(Trace {
                points: walked,
                ink,
                dotted: false,
                description: format!("{} came by {}", person.name, view.path.join(", ")),
            });
        }
        let ahead = view.heading.or(view.rolled.as_ref().and_then(|rolled| rolled.way));
        let ahead = ahead.and_then(|name| Side::parse(name, Top::Flat));
        let Some(side) = ahead.filter(|side| choices.contains(&Action::Step(*side))) else {
            return traces;
        };
        let Some(mut cell) = person.hex.as_ref().and_then(|hex| self.board.find(hex)) else {
            return traces;
        };
        let mut points = vec![self.point(cell)];
        let (mut left, mut flag) = (person.points.unwrap_or(0), person.rate.unwrap_or(false));
        loop {
            let way = self.board.ways(cell, true)[side.0 as usize];
            if !way.on_board() || way.cost(flag) > left {
                break;
            }
            left -= way.cost(flag);
            (cell, flag) = (way.to, way.rate);
            points.push(self.point(cell));
        }
        if points.len() > 1 {
            traces.push(Trace {
                points,
                ink,
                dotted: true,
                description: format!(
                    "Straight on, {} ends on {}",
                    person.name,
                    self.board.label(cell)
                ),
            });
        }
        traces
    }

    fn prompt(
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
        let question = match view.phase {
            "border" => format!("Which edge will {name} make for? Only you will know."),
            "base" => format!("From which base does {name} start?"),
            "outpost" => format!("Where does {name} place an outpost?"),
            "person" => "Which of your people acts next?".to_string(),
            "decide" => format!(
                "{name} has {}. Rest, or roll for direction?",
                count(person.allowance.unwrap_or(0), "point")
            ),
            "aim" => format!("The move is over. Does {name} shoot?"),
            "column" => format!("Something befalls {name}. Which column do you risk?"),
            _ => match view.heading {
                None => format!(
                    "{name} sets out with {}. Which way?",
                    count(person.points.unwrap_or(0), "point")
                ),
                Some(way) => format!(
                    "{name} is heading {way} with {} left. Where next?",
                    count(person.points.unwrap_or(0), "point")
                ),
            },
        };
        Some(Prompt {
            seat,
            question,
            hint: self.hint(view, choices),
            choices: choices.iter().map(|choice| self.choice(view, person, *choice)).collect(),
            ..Prompt::default()
        })
    }

    /// Why what one might expect is not offered.
    fn hint(&self, view: &View, choices: &[Action]) -> String {
        let rolled = view.rolled.as_ref();
        let must = view.phase == "move" && !choices.contains(&Action::Stop);
        match (view.phase, rolled) {
            ("decide", _) => "Resting must be chosen before the roll.".into(),
            ("move", Some(rolled)) => {
                let duty =
                    if must { " You must go on while the hex ahead can be entered." } else { "" };
                if view.heading.is_some() {
                    return match rolled.turns {
                        Some(0) => format!("No turn is left.{duty}"),
                        Some(turns) => format!("{} left.{duty}", count(turns, "turn")),
                        None => format!("You may turn as often as you like.{duty}"),
                    };
                }
                let turns = rolled.turns.unwrap_or(crate::charts::ANY_TURNS);
                let words = crate::story::ability_words(rolled.start, turns, rolled.may_stay);
                let way = rolled.way.map_or(String::new(), |way| format!(" ({way})"));
                format!("You rolled {}: {words}{way}.{duty}", rolled.die)
            }
            _ => String::new(),
        }
    }

    fn choice(&self, view: &View, person: &PersonView, action: Action) -> Choice {
        let mut choice = Choice { notation: self.write(action), ..Choice::default() };
        let place = |cell: u16| Some(Target::Place(self.board.label(cell)));
        match action {
            Action::Base(number) => {
                choice.label = format!("Base {number}");
                choice.target = self.board.base(number).and_then(place);
                choice.tag = number.to_string();
            }
            Action::Outpost(cell) => {
                choice.label = format!("Outpost on {}", self.board.label(cell));
                choice.target = place(cell);
            }
            Action::Border(edge) => {
                choice.label = format!("The {} edge", edge.word());
                choice.description = "All edges look open to the others.".into();
            }
            Action::Person(index) => {
                let number = (index + 1).to_string();
                let other = view.persons.get(&number);
                choice.label = other.map_or(number.clone(), |other| other.name.clone());
                choice.target = other
                    .and_then(|other| other.hex.clone())
                    .map(|_| Target::Piece(format!("person-{number}")));
            }
            Action::Stay => {
                choice.label = "Rest here".into();
                choice.description =
                    "No die, no move; the day's needs are judged where you are.".into();
                choice.target = person.hex.clone().map(Target::Place);
                choice.final_ = self.scenario.hidden.is_some();
            }
            Action::Roll => {
                choice.label = "Roll for direction".into();
                choice.description =
                    "The die says whether you choose the way, and how often you may turn.".into();
                choice.final_ = true;
            }
            Action::Step(side) => self.describe_step(view, person, side, &mut choice),
            Action::Stop => {
                choice.label = "Stop here".into();
                let lost = person.points.unwrap_or(0);
                choice.description =
                    format!("{} lost; the day's needs are judged here.", count(lost, "point"));
                choice.target = person.hex.clone().map(Target::Place);
            }
            Action::Shoot => {
                choice.label = "Shoot".into();
                choice.description = "Ends the move. In woods a roll of 1, 2 or 3 hits.".into();
                choice.final_ = true;
            }
            Action::Column(column) => {
                choice.label = column.heading().into();
                choice.description = [
                    "Cautious: small losses, small gains.",
                    "Snakes and bears, but also game.",
                    "Reckless: the worst and the best.",
                ][column as usize]
                    .into();
                choice.target = Some(Target::Card(format!("column-{}", column.word())));
                choice.final_ = true;
            }
            Action::Resign => {
                choice.label = "Resign".into();
                choice.description = format!("{} is out of the game.", person.name);
                choice.final_ = true;
            }
        }
        choice
    }

    fn describe_step(&self, view: &View, person: &PersonView, side: Side, choice: &mut Choice) {
        let compass = side.name(Top::Flat);
        let Some((way, cost)) = self.seen_way(view, person, side) else {
            choice.label = compass.into();
            return;
        };
        choice.tag = cost.to_string();
        let turns = view.heading.is_some_and(|heading| heading != compass) && !way.follows;
        let how = match (way.follows, turns) {
            (true, _) => " along the trail",
            (_, true) => ", using a turn",
            _ => "",
        };
        if way.on_board() {
            let label = self.board.label(way.to);
            let hex = self.board.hex(way.to);
            choice.label = format!("{compass} to {label}");
            let what = match (hex.river, hex.ford, hex.terrain) {
                (true, true, _) => "ford",
                (true, false, crate::Terrain::Swamp) => "swamp with a river",
                (true, false, _) => "river",
                (false, _, terrain) => terrain.word(),
            };
            choice.description =
                format!("{what}, {cost} of {} points{how}", person.points.unwrap_or(0));
            choice.target = Some(Target::Place(label));
            choice.final_ =
                view.markers.iter().any(|marker| Some(&marker.hex) == choice_place(choice))
                    || self.scenario.hidden.is_some();
        } else {
            let over: Vec<&str> = Edge::of(way.edges).map(Edge::word).collect();
            choice.label = format!("{compass}, off the board");
            choice.description =
                format!("Leave over the {} edge for {cost} points", over.join(" and "));
            choice.final_ = true;
        }
    }
}

fn choice_place(choice: &Choice) -> Option<&String> {
    match &choice.target {
        Some(Target::Place(place)) => Some(place),
        _ => None,
    }
}
