//! The notation: one line for every decision.

use crate::Outfit;
use crate::action::Action;
use crate::edition::components::Column;
use crate::edition::options::Encounters;
use crate::edition::scenarios::{Begin, Outposts, Role};
use crate::land::{Edge, Hex};
use crate::position::Who;
use table::{Fit, Misread, nearest};
use terrain::{Side, Top};

/// Every word that is an action by itself, the canonical one first.
const WORDS: [(&str, Action); 27] = [
    ("stay", Action::Stay),
    ("rest", Action::Stay),
    ("roll", Action::Roll),
    ("travel", Action::Roll),
    ("stop", Action::Stop),
    ("halt", Action::Stop),
    ("end", Action::Stop),
    ("shoot", Action::Shoot),
    ("fire", Action::Shoot),
    ("natural", Action::Column(Column::Natural)),
    ("natural hazards", Action::Column(Column::Natural)),
    ("animal", Action::Column(Column::Animal)),
    ("animal insect", Action::Column(Column::Animal)),
    ("personal", Action::Column(Column::Personal)),
    ("resign", Action::Resign),
    ("n", Action::Step(Side(0))),
    ("ne", Action::Step(Side(1))),
    ("se", Action::Step(Side(2))),
    ("s", Action::Step(Side(3))),
    ("sw", Action::Step(Side(4))),
    ("nw", Action::Step(Side(5))),
    ("north", Action::Step(Side(0))),
    ("northeast", Action::Step(Side(1))),
    ("southeast", Action::Step(Side(2))),
    ("south", Action::Step(Side(3))),
    ("southwest", Action::Step(Side(4))),
    ("northwest", Action::Step(Side(5))),
];

/// The action's one canonical line.
pub(crate) fn notation(set: &Outfit, action: &Action) -> String {
    match *action {
        Action::Base(number) => format!("base {number}"),
        Action::Outpost(cell) => format!("outpost {}", set.hex_name_or_number(cell)),
        Action::Border(edge) => format!("edge {}", edge.letter().to_lowercase()),
        Action::Person(person) => format!("person {}", u16::from(person.0) + 1),
        Action::Stay => "stay".into(),
        Action::Roll => "roll".into(),
        Action::Step(side) => Side(side.0 % 6).name(Top::Flat).to_lowercase(),
        Action::Stop => "stop".into(),
        Action::Shoot => "shoot".into(),
        Action::Column(column) => column.word().into(),
        Action::Resign => "resign".into(),
    }
}

/// Reads a line.
pub(crate) fn parse(set: &Outfit, line: &str) -> Result<Action, Misread> {
    let text = line.trim().trim_end_matches(['.', '!']).to_lowercase();
    let text = text.replace(['/', '-'], " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = match words.as_slice() {
        ["go" | "step" | "move" | "choose", rest @ ..] if !rest.is_empty() => rest,
        all => all,
    };
    let joined = words.join(" ");
    let together = words.concat();
    let word = |(known, _): &&(&str, Action)| *known == joined || *known == together;
    if let Some((_, action)) = WORDS.iter().find(word) {
        return Ok(*action);
    }
    match words {
        ["base", number] => match number.parse::<u8>() {
            Ok(number) if number > 0 => Ok(Action::Base(number)),
            _ => Err(Misread::new(line, "a base has a number, such as `base 3`")),
        },
        ["outpost", hex] => match set.board.find(hex) {
            Some(cell) => Ok(Action::Outpost(cell)),
            None => {
                let outpost = set.an_outpost();
                let right = format!("an outpost stands on a hex of the map, such as {outpost}");
                Err(Misread::new(line, right))
            }
        },
        ["edge", edge] => match Edge::parse(edge) {
            Some(edge) => Ok(Action::Border(edge)),
            None => Err(Misread::new(line, "an edge is n, e, s or w, such as `edge e`")),
        },
        ["person", number] => match number.parse::<u8>() {
            Ok(number) if number > 0 => Ok(Action::Person(Who(number - 1))),
            _ => Err(Misread::new(line, "a person has a number, such as `person 2`")),
        },
        _ => {
            let known = WORDS.iter().map(|(word, _)| *word).filter(|word| word.len() > 2);
            Err(match nearest(&joined, known) {
                Some(near) => Misread::new(line, format!("did you mean `{near}`?")),
                None => Misread::new(line, set.expected()),
            })
        }
    }
}

impl Outfit {
    fn hex_name_or_number(&self, cell: Hex) -> String {
        if (cell.index()) < self.board.hexes.len() {
            self.board.label(cell)
        } else {
            format!("#{}", cell.0)
        }
    }

    /// What can be said in this scenario.
    fn expected(&self) -> String {
        let scenario = &self.scenario;
        let roles = |has: fn(&Role) -> bool| scenario.roles.iter().any(has);
        let mut words: Vec<String> = Vec::new();
        let mut say = |known: bool, line: &str| words.extend(known.then(|| line.to_string()));
        say(true, "stay");
        say(true, "roll");
        say(true, "a direction (n ne se s sw nw)");
        say(true, "stop");
        say(scenario.contacts.iter().any(|contact| contact.shooting), "shoot");
        say(self.switches.encounters == Encounters::Chosen, "natural, animal, personal");
        say(roles(|role| matches!(role.begin, Begin::Choose { .. })), "`base 3`");
        let placed = |role: &Role| matches!(role.outposts, Some(Outposts::Placed { .. }));
        say(roles(placed), &self.an_outpost());
        say(roles(|role| !role.exits_secret.is_empty()), "`edge e`");
        say(self.cast.len() > usize::from(self.setup.seats), "`person 2`");
        format!("say {} or resign", words.join(", "))
    }

    /// An outpost on a hex of this map.
    fn an_outpost(&self) -> String {
        let middle = Hex(self.board.hexes.len().fit::<u16>() / 2);
        format!("`outpost {}`", self.hex_name_or_number(middle))
    }
}
