//! The question and the choices.

use crate::Outfit;
use crate::action::Action;
use crate::edition::components::Terrain;
use crate::knowledge::view::{PersonView, View};
use crate::land::{Edge, Hex};
use crate::position::Fate;
use crate::rules::shooting::{doubt, odds};
use crate::speech::{ability_words, amid, count};
use stage::{Choice, Prompt, Target};
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
        let question = match view.phase {
            "border" => format!("Which edge will {within} make for? Only you will know."),
            "base" => format!("From which base does {within} start?"),
            "outpost" => format!("Where does {within} place an outpost?"),
            "person" => "Which of your people acts next?".to_string(),
            "decide" => format!(
                "{name} has {}. Rest, or roll for direction?",
                count(person.allowance.unwrap_or(0), "point")
            ),
            "aim" => format!("The move is over. Does {within} shoot?"),
            "column" => format!("Something befalls {within}. Which column do you risk?"),
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
                let words = ability_words(rolled.start, rolled.turns, rolled.may_stay);
                let way = rolled.way.map_or(String::new(), |way| format!(" ({way})"));
                format!("You rolled {}: {words}{way}.{duty}", rolled.die)
            }
            _ => String::new(),
        }
    }

    fn choice(&self, view: &View, person: &PersonView, action: Action) -> Choice {
        let mut choice = Choice { notation: self.write(action), ..Choice::default() };
        let place = |cell: Hex| Some(Target::Place(self.board.label(cell)));
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
                let number = index.number().to_string();
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
                choice.description = self.shot_words(view, person);
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
                choice.description = format!(
                    "{} is given up. Whoever gives up ranks behind all who play on.",
                    person.name
                );
                choice.final_ = true;
            }
        }
        choice
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
        let ends = "It ends the move";
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
        choice.tag = cost.to_string();
        let turns = view.heading.is_some_and(|heading| heading != compass) && !way.follows;
        let how = match (way.follows, turns) {
            (true, _) => " along the trail",
            (_, true) => ", using a turn",
            _ => "",
        };
        if let Some(to) = way.to() {
            let label = self.board.label(to);
            let hex = self.board.land(to);
            choice.label = format!("{compass} to {label}");
            let what = match (hex.river, hex.ford, hex.terrain) {
                (true, true, _) => "ford",
                (true, false, Terrain::Swamp) => "swamp with a river",
                (true, false, _) => "river",
                (false, _, terrain) => terrain.word(),
            };
            choice.description =
                format!("{what}, {cost} of {}{how}", count(person.points.unwrap_or(0), "point"));
            choice.target = Some(Target::Place(label));
            choice.final_ =
                view.markers.iter().any(|marker| Some(&marker.hex) == choice_place(choice))
                    || self.scenario.hidden.is_some();
        } else {
            let over: Vec<&str> = way.edges.iter().map(Edge::word).collect();
            choice.label = format!("{compass}, off the board");
            choice.description =
                format!("Leave over the {} edge for {}", over.join(" and "), count(cost, "point"));
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
