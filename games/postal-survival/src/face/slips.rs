//! The order form: slips that can be filled in by clicking the map or by writing.

use crate::PostalSurvival;
use crate::edition::Mode;
use crate::knowledge::View;
use crate::position::{Creature, Phase, Species};
use crate::rules::calendar;
use crate::rules::players::LONGEST;
use stage::{Blank, BlankKind, Slip};

fn blank(label: &str, before: &str, entry: BlankKind) -> Blank {
    Blank { label: label.into(), before: before.into(), entry }
}

fn one_of<const N: usize>(words: [(&str, &str); N]) -> Vec<(String, String)> {
    words.map(|(written, words)| (written.to_string(), words.to_string())).to_vec()
}

/// The slips of the coming round: orders, the young, the start, a name, a draw, standing orders, press.
pub fn slips(game: &PostalSurvival, view: &View) -> Vec<Slip> {
    let round = view.island.coming();
    if view.phase != Phase::Orders {
        return vec![slip("A name for your species", "name", vec![text("Name", " ", LONGEST)])];
    }
    let own = Own::new(game, view);
    let mut slips = Vec::new();
    if round >= 2 && !own.creatures.is_empty() {
        slips.push(creature_slip(own.orders()));
    }
    if calendar::births(round) && !own.creatures.is_empty() {
        slips.push(birth_slip(own.parents()));
    }
    if round == 1 {
        let hex = BlankKind::Place { words: Vec::new(), between: String::new() };
        slips.push(own.slip("Where your founder starts", "start", vec![blank("Hex", " ", hex)]));
    }
    slips.push(own.slip("A name for your species", "name", vec![text("Name", " ", LONGEST)]));
    let numbers = "Species by number, lowest first, such as `1, 4`";
    slips.push(own.slip(
        "A vote for a draw among some species",
        "draw",
        vec![text(numbers, " ", 60)],
    ));
    let lines = "Lines with ; between them, such as `all forage; enemy 4`, or none";
    slips.push(own.slip("Standing orders", "standing", vec![text(lines, " ", 400)]));
    slips.push(own.press_slip(game.rulings().press_anon, game.rulings().press_limit));
    slips
}

fn slip(title: &str, start: &str, blanks: Vec<Blank>) -> Slip {
    Slip { title: title.into(), start: start.into(), blanks, sum: None }
}

fn text(label: &str, before: &str, most: usize) -> Blank {
    blank(label, before, BlankKind::Text { most })
}

/// What the viewer gives orders to, each as it is written and as it is shown.
struct Own {
    /// The creatures by their numbers.
    creatures: Vec<(String, String)>,
    /// The species by their numbers, where a player has several.
    species: Vec<(String, String)>,
}

impl Own {
    fn new(game: &PostalSurvival, view: &View) -> Own {
        let island = &view.island;
        let shown = |creature: &Creature| {
            let (tag, hex) = (creature.tag().to_string(), island.place(creature.hex));
            (tag.clone(), format!("{tag} in {hex}, {}", creature.mode))
        };
        let several = game.rulings().species_per_player > 1;
        let mine = |species: &&Species| {
            several && Some(species.seat) == view.viewer.seat() && species.extinct.is_none()
        };
        let named = |species: &Species| (species.number.to_string(), species.name.clone());
        Own {
            creatures: view.own().map(shown).collect(),
            species: island.species.iter().filter(mine).map(named).collect(),
        }
    }

    /// Whom a line may be for: single creatures, and all of a species.
    fn orders(&self) -> Vec<(String, String)> {
        let of = |(number, name): &(String, String)| {
            (format!("for {number}: all"), format!("all of {name}"))
        };
        self.species.iter().map(of).chain(self.parents()).collect()
    }

    /// Whose young a line may be about.
    fn parents(&self) -> Vec<(String, String)> {
        let mut whom = Vec::new();
        if self.species.is_empty() && self.creatures.len() > 1 {
            whom.push(("all".into(), "all of them".into()));
        }
        whom.extend(self.creatures.iter().cloned());
        whom
    }

    /// A slip for a line of a species: which one is asked where there are several. PS-GEN-02
    fn slip(&self, title: &str, verb: &str, blanks: Vec<Blank>) -> Slip {
        if self.species.is_empty() {
            return slip(title, verb, blanks);
        }
        let written =
            |(number, name): &(String, String)| (format!("{number}: {verb}"), name.clone());
        let of = BlankKind::OneOf(self.species.iter().map(written).collect());
        let asked = std::iter::once(blank("Species", " ", of)).chain(blanks).collect();
        slip(title, "for", asked)
    }

    /// PS-PRESS-02
    fn press_slip(&self, anonymous: bool, limit: usize) -> Slip {
        let mut blanks = vec![text("Text", " ", limit.min(2000))];
        if anonymous {
            let signed = one_of([("", "with your name"), ("anon", "by nobody")]);
            blanks.insert(0, blank("Signed", " ", BlankKind::OneOf(signed)));
        }
        self.slip("Press for the report", "press", blanks)
    }
}

fn creature_slip(whom: Vec<(String, String)>) -> Slip {
    let words = one_of([
        ("stay", "stays where it is"),
        ("forage", "goes to the best food in reach"),
        ("wander", "goes at random"),
    ]);
    let mut mode = one_of([("", "as it is")]);
    mode.extend(Mode::ALL.map(|mode| (mode.name().to_string(), mode.name().to_string())));
    let blanks = vec![
        blank("Who", "", BlankKind::OneOf(whom)),
        blank("Goes", " ", BlankKind::Place { words, between: " > ".into() }),
        blank("Mode", ", ", BlankKind::OneOf(mode)),
    ];
    slip("Orders for a creature", "", blanks)
}

fn birth_slip(whom: Vec<(String, String)>) -> Slip {
    let words = one_of([("here", "in its parent's hex"), ("forage", "by the best food near")]);
    let blanks = vec![
        blank("Parent", "", BlankKind::OneOf(whom)),
        blank("Put down", " ", BlankKind::Place { words, between: " ".into() }),
    ];
    slip("Where the young go", "birth ", blanks)
}
