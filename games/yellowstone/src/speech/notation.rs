//! Notation: every action as one line, and what a person may write instead.

use crate::Yellowstone;
use crate::action::{Action, Prey};
use crate::land::Hex;
use crate::position::{Animal, Hunter, Kind, Position, Predator, Species, Step};
use table::Misread;

/// The action's one canonical line.
pub(crate) fn notation(action: &Action) -> String {
    match action {
        Action::Choose(species) => format!("choose {}", species.word()),
        Action::Place(animal, hex) => format!("place {animal} {hex}"),
        Action::Unplace(animal) => format!("unplace {animal}"),
        Action::Confirm => "confirm".into(),
        Action::Roll => "roll".into(),
        Action::Pick(animal) => format!("pick {animal}"),
        Action::PickPredator(predator) => format!("pick {predator}"),
        Action::Put(hex) => format!("put {hex}"),
        Action::Return(kind, hex) => format!("return {} {hex}", kind.letter()),
        Action::Decline => "decline".into(),
        Action::Step(animal, hex) => format!("step {animal} {hex}"),
        Action::Join(young, female) => format!("join {young} {female}"),
        Action::Split(young) => format!("split {young}"),
        Action::Stop => "stop".into(),
        Action::End => "end".into(),
        Action::Stalk(hex) => format!("stalk {hex}"),
        Action::Kill(Prey::Animal(animal)) => format!("kill {animal}"),
        Action::Kill(Prey::YoungOf(female)) => format!("kill young of {female}"),
        Action::Kill(Prey::Predator(predator)) => format!("kill {predator}"),
        Action::Kill(Prey::All) => "kill all".into(),
    }
}

fn kind(word: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| {
        word.eq_ignore_ascii_case(kind.name())
            || word.eq_ignore_ascii_case(&kind.letter().to_string())
    })
}

/// A line in which those who are called by kind and number, or as their counters are, have their ids: "male 1" and
/// "♂1" become "m1".
fn by_ids(line: &str) -> String {
    let line = line.replace('♂', "m").replace('♀', "f").replace("mountain lion", "lion");
    let called = |kind: &str| {
        let animals = Kind::ALL.map(|it| (it.name(), it.letter()));
        let hunters = Hunter::ALL.map(|it| (it.short_name(), it.letter()));
        let mut all = animals.into_iter().chain(hunters);
        all.find(|(name, _)| kind.eq_ignore_ascii_case(name)).map(|(_, letter)| letter)
    };
    let mut words: Vec<String> = Vec::new();
    for word in line.split_whitespace() {
        let number = word.bytes().all(|byte| byte.is_ascii_digit());
        let letter = words.last().filter(|_| number).and_then(|last| called(last));
        if letter.is_some() {
            words.pop();
        }
        words.push(letter.map_or(word.to_string(), |letter| format!("{letter}{word}")));
    }
    words.join(" ")
}

/// Reads a line; short forms are understood by what is asked now.
pub(crate) fn parse(
    game: &Yellowstone,
    position: &Position,
    line: &str,
) -> Result<Action, Misread> {
    let lower = line.trim().to_lowercase().replace([',', '-', ';'], " ");
    let lower = by_ids(&lower);
    let words: Vec<&str> = lower.split_whitespace().collect();
    let animal = |word: &str| {
        Animal::parse(word).ok_or_else(|| Misread::new(line, "an animal is M1-M3, F1-F4 or Y1-Y5"))
    };
    let hex = |word: &str| {
        Hex::parse(word)
            .ok_or_else(|| Misread::new(line, "a hex is a letter and a number, such as G17"))
    };
    let picked = |word: &str| match (Animal::parse(word), Predator::parse(word)) {
        (Some(animal), _) => Ok(Action::Pick(animal)),
        (None, Some(predator)) => Ok(Action::PickPredator(predator)),
        (None, None) => {
            Err(Misread::new(line, "name an animal such as F1, or a predator such as C2"))
        }
    };
    match words.as_slice() {
        ["choose" | "take", species @ ..] if !species.is_empty() => {
            let species = Species::parse(&species.join(" "));
            let expected = "choose bison, sheep, elk or deer";
            species.map(Action::Choose).ok_or_else(|| Misread::new(line, expected))
        }
        ["place", who, at] => Ok(Action::Place(animal(who)?, hex(at)?)),
        ["unplace" | "back", who] => Ok(Action::Unplace(animal(who)?)),
        ["confirm" | "ready"] => Ok(Action::Confirm),
        ["roll" | "r"] => Ok(Action::Roll),
        ["pick" | "injure" | "heal" | "lose" | "birth" | "move", who] => picked(who),
        ["put", at] => Ok(Action::Put(hex(at)?)),
        ["return", what, at] => match kind(what) {
            Some(kind) => Ok(Action::Return(kind, hex(at)?)),
            None => Err(Misread::new(line, "return M or F, and the hex")),
        },
        ["decline" | "pass" | "no"] => Ok(Action::Decline),
        ["step" | "go", who, at] => Ok(Action::Step(animal(who)?, hex(at)?)),
        ["step" | "go", at] => game.one_hex(position, line, hex(at)?),
        ["join", young, female] => {
            let (young, female) = (animal(young)?, animal(female)?);
            let herd = position.acting();
            Ok(match (herd.at(young), herd.at(female)) {
                (Some(child), Some(mother))
                    if position.step == Step::Move && game.park.adjacent(child, mother) =>
                {
                    Action::Step(young, mother)
                }
                _ => Action::Join(young, female),
            })
        }
        ["split" | "part", who] => Ok(Action::Split(animal(who)?)),
        ["stop"] => Ok(Action::Stop),
        ["end" | "done"] => Ok(Action::End),
        ["stalk", at] => Ok(Action::Stalk(hex(at)?)),
        ["kill", "all"] => Ok(Action::Kill(Prey::All)),
        ["kill", "young", "of", who] => Ok(Action::Kill(Prey::YoungOf(animal(who)?))),
        ["kill", who] => match (Animal::parse(who), Predator::parse(who)) {
            (Some(animal), _) => Ok(Action::Kill(Prey::Animal(animal))),
            (None, Some(predator)) => Ok(Action::Kill(Prey::Predator(predator))),
            (None, None) => Err(Misread::new(line, "name the prey, such as Y2 or G1")),
        },
        [word] if Species::parse(word).is_some() && position.step == Step::Choose => {
            let species = Species::parse(word).unwrap_or(Species::Elk);
            Ok(Action::Choose(species))
        }
        [who, at] if Animal::parse(who).is_some() => match position.step {
            Step::Place => Ok(Action::Place(animal(who)?, hex(at)?)),
            _ => Ok(Action::Step(animal(who)?, hex(at)?)),
        },
        [word] => match (position.step, picked(word)) {
            (Step::Event | Step::Hunt | Step::DieOff, Ok(action)) => Ok(action),
            _ => match Hex::parse(word) {
                Some(hex) => game.one_hex(position, line, hex),
                None => Err(game.expected(position, line)),
            },
        },
        _ => Err(game.expected(position, line)),
    }
}

impl Yellowstone {
    /// A hex alone: for the animal or the predator on the move, or for a placement.
    fn one_hex(&self, position: &Position, line: &str, hex: Hex) -> Result<Action, Misread> {
        match (position.step, position.moving) {
            (Step::Move, Some(moving)) => Ok(Action::Step(moving.animal, hex)),
            (Step::Stalk, _) => Ok(Action::Stalk(hex)),
            (Step::Event, _) => Ok(Action::Put(hex)),
            _ => Err(self.expected(position, line)),
        }
    }

    fn expected(&self, position: &Position, line: &str) -> Misread {
        let expected = match position.step {
            Step::Choose => "say `choose elk`, or another herd",
            Step::Place => "say `place F1 G18`, `unplace F1` or `confirm`",
            Step::Roll | Step::PredatorRoll => "say `roll`",
            Step::Event => "say `pick F1`, `put K1`, `return F G17` or `decline`",
            Step::Move => "say `step M1 G17`, `stop`, `split Y1`, `join Y1 F1` or `end`",
            Step::Hunt => "say `pick C2` or `decline`",
            Step::Stalk => "say `stalk K6`, `kill Y2`, `kill young of F1` or `end`",
            Step::DieOff => "say `pick F1`",
            Step::Over => "the game is over",
        };
        Misread::new(line, expected)
    }
}
