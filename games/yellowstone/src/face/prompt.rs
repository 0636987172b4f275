//! The question and its answers.

use super::scene::piece_id;
use crate::Yellowstone;
use crate::action::{Action, Prey};
use crate::land::Hex;
use crate::position::{Animal, Hunters, Place, Position, Season, Species, Step};
use crate::speech::notation;
use stage::{Choice, Prompt, Target};
use table::wording::counted;

impl Yellowstone {
    pub(super) fn prompt(&self, position: &Position, place: Place, choices: &[Action]) -> Prompt {
        let effect = self.effect(position).map(|effect| effect.to_string());
        let event = position
            .event
            .and_then(|event| self.cell(event.season, event.total))
            .map_or("", |cell| cell.name.as_str());
        let question = match position.step {
            Step::Choose => "Which herd will you lead?".into(),
            Step::Place => "Where does your herd start?".into(),
            Step::Roll => "Roll for the event.".into(),
            Step::Event => format!("{event}: {}. Your choice?", effect.unwrap_or_default()),
            Step::Move => match position.moving {
                Some(moving) => format!("{} may go {} more. Where to?", moving.animal, moving.left),
                None => format!("Who moves? {} left.", counted(position.points, "point", "points")),
            },
            Step::PredatorRoll => "Roll for the predators.".into(),
            Step::Hunt => "Which predator moves?".into(),
            Step::Stalk => match position.hunt.predator {
                Some(predator) => {
                    format!("{predator} may go {} more. Where to?", position.hunt.left)
                }
                None => String::new(),
            },
            Step::DieOff => "Your herd starves. Which of the injured dies first?".into(),
            Step::Over => String::new(),
        };
        let hint = match position.step {
            Step::Place => {
                "Every adult in a hex of its own, each Young with a Female; `F1 G18` places one."
            }
            Step::Move if self.ruling_season(position) == Season::Fall => {
                "Young may be parted from their Females and walk three hexes alone."
            }
            Step::Move => "The slowest set the pace: Females with Young go two hexes a turn.",
            Step::Hunt if position.hunt.kinds.meets(Hunters::TERRITORIAL) => {
                "Hexes beside a healthy Grizzly or Lion are closed to every other Grizzly and Lion."
            }
            Step::Stalk => "Only a healthy predator kills, and only at the end of its move.",
            _ => "",
        };
        Prompt {
            seat: self.owner(place).0,
            question,
            hint: hint.into(),
            choices: choices.iter().map(|action| self.choice(position, place, action)).collect(),
            ..Prompt::default()
        }
    }

    /// What a choice is called, what is said of it, and where it lies on the board.
    fn choice_words(
        &self,
        position: &Position,
        place: Place,
        action: &Action,
    ) -> (String, String, Option<Target>) {
        let herd = position.herd(place);
        let species = herd.species.unwrap_or(Species::Bison);
        let at = |hex: &Hex| Some(Target::Place(hex.to_string()));
        let who = |animal: &Animal| {
            let carried = herd.counter(*animal).with.unwrap_or(*animal);
            let shown = herd.counter(carried).lives();
            shown.then(|| Target::Piece(piece_id(species, carried)))
        };
        let place_words = |hex: &Hex| {
            let food = if self.has_food(position, *hex) { ", with Food" } else { "" };
            format!("{}{food}", self.park.terrain(*hex))
        };
        match action {
            Action::Choose(species) => (species.name().into(), String::new(), None),
            Action::Place(animal, hex) => (format!("{animal} in {hex}"), place_words(hex), at(hex)),
            Action::Unplace(animal) => (format!("take {animal} back"), String::new(), who(animal)),
            Action::Confirm => ("the herd stands".into(), String::new(), None),
            Action::Roll => ("roll".into(), "Two dice.".into(), None),
            Action::Pick(animal) => {
                let injured = herd.counter(*animal).injured;
                let health = if injured { "injured" } else { "healthy" };
                let words = format!("{}, {health}", animal.kind().name());
                let hex = herd.counter(*animal).hex;
                (format!("{animal} in {hex}"), words, who(animal))
            }
            Action::PickPredator(predator) => {
                let counter = position.predator(*predator);
                let health = if counter.injured { "injured" } else { "healthy" };
                let words = format!("{}, {health}", predator.hunter().name());
                let target = Some(Target::Piece(predator.to_string()));
                (format!("{predator} in {}", counter.hex), words, target)
            }
            Action::Put(hex) => (format!("in {hex}"), place_words(hex), at(hex)),
            Action::Return(kind, hex) => {
                (format!("a {} in {hex}", kind.name()), place_words(hex), at(hex))
            }
            Action::Decline if position.step == Step::Hunt => {
                ("move none".into(), String::new(), None)
            }
            Action::Decline => ("do without".into(), String::new(), None),
            Action::Step(animal, hex) => (format!("{animal} to {hex}"), place_words(hex), at(hex)),
            Action::Join(young, female) => {
                (format!("{young} joins {female}"), "It has then moved.".into(), who(female))
            }
            Action::Split(young) => {
                let words = match herd.counter(*young).moved {
                    true => "It stays here and moves no more this turn.",
                    false => "It costs nothing; both may move alone.",
                };
                (format!("part {young}"), words.into(), who(young))
            }
            Action::Stop => ("stop here".into(), String::new(), None),
            Action::End if position.step == Step::Move => {
                ("end of moves".into(), "Points that are left are lost.".into(), None)
            }
            Action::End => ("leave it there".into(), "It takes nothing.".into(), None),
            Action::Stalk(hex) => (format!("to {hex}"), place_words(hex), at(hex)),
            Action::Kill(prey) => {
                let words = match prey {
                    Prey::Animal(animal) => format!("kill {animal}"),
                    Prey::YoungOf(female) => format!("kill all Young of {female}"),
                    Prey::Predator(predator) => format!("kill {predator}"),
                    Prey::All => "kill all its prey".into(),
                };
                (words, String::new(), position.hunting().and_then(|(_, hex)| at(&hex)))
            }
        }
    }

    /// One answer of the prompt.
    fn choice(&self, position: &Position, place: Place, action: &Action) -> Choice {
        let herd = position.herd(place);
        let species = herd.species.unwrap_or(Species::Bison);
        let (label, description, target) = self.choice_words(position, place, action);
        let final_ = match action {
            Action::Roll => true,
            Action::Step(_, hex) => self.has_food(position, *hex),
            _ => false,
        };
        Choice {
            notation: notation::write(action),
            label,
            description,
            target,
            tag: match action {
                Action::Step(animal, _) | Action::Place(animal, _) => animal.to_string(),
                _ => String::new(),
            },
            final_,
            moves: match action {
                Action::Step(animal, _) => Some(piece_id(species, *animal)),
                Action::Stalk(_) => position.hunt.predator.map(|predator| predator.to_string()),
                _ => None,
            },
        }
    }
}
