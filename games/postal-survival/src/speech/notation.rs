//! The notation of orders: one canonical line for each, and its strict reading.
//!
//! What people write in mails is read by the desk's reader, and so is what they type at a table
//! that is not quite this; this is the form that logs, records and answers use.

use crate::PostalSurvival;
use crate::action::{
    Action, Berth, Berths, GeneList, Line, Move, Press, Step, Steps, Telling, Vote, Whom,
};
use crate::desk::reader::{self, Heard, ReaderDesk, Reading, Weight};
use crate::edition::{Diet, Gene, Genes, Mode};
use crate::land::Place;
use crate::position::{Id, Kind, Number, Phase, Position, Tag};
use crate::rules::movement::spelled_out;
use std::fmt;
use table::{Misread, Seat};
use terrain::{Side, Top};

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::To(place) => place.fmt(f),
            Step::Through(side) => f.write_str(side.name(Top::Flat)),
        }
    }
}

impl fmt::Display for Berth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Berth::Here => f.write_str("here"),
            Berth::Forage => f.write_str("forage"),
            Berth::At(step) => step.fmt(f),
        }
    }
}

impl fmt::Display for Whom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Whom::One(tag) => tag.fmt(f),
            Whom::Newborn => f.write_str("newborn"),
            Whom::All => f.write_str("all"),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Stay => f.write_str("stay"),
            Move::Wander => f.write_str("wander"),
            Move::Forage => f.write_str("forage"),
            Move::Track(target) => write!(f, "track {target}"),
            Move::Path(steps) => f.write_str(&joined(steps, " > ")),
        }
    }
}

/// The items of a telling: move, mode, switches.
impl fmt::Display for Telling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut items: Vec<String> = Vec::new();
        items.extend(self.movement.as_ref().map(Move::to_string));
        items.extend(self.mode.map(|mode| mode.to_string()));
        for (genes, on) in [(self.using, true), (self.leaving, false)] {
            items.extend(genes.iter().map(|gene| switch(gene, on)));
        }
        items.extend(
            self.kill_poison
                .map(|kill| if kill { "kill poison" } else { "spare poison" }.to_string()),
        );
        f.write_str(&items.join(", "))
    }
}

/// How a switch is written.
pub fn switch(gene: Gene, on: bool) -> String {
    match (gene, on) {
        (Gene::Camouflage, true) => "hide".into(),
        (Gene::Camouflage, false) => "show".into(),
        (Gene::KillerInstinct, true) => "twice".into(),
        (Gene::KillerInstinct, false) => "once".into(),
        (gene, true) => format!("use {gene}"),
        (gene, false) => format!("not {gene}"),
    }
}

fn joined<T: fmt::Display>(things: &[T], between: &str) -> String {
    let things: Vec<String> = things.iter().map(T::to_string).collect();
    things.join(between)
}

/// Text on one line: line ends and backslashes are escaped, and so is a beginning that would be read
/// as something else.
fn escaped(text: &str) -> String {
    let inner = text.replace('\\', "\\\\").replace('\n', "\\n");
    let anonymous = text.get(..4).is_some_and(|head| head.eq_ignore_ascii_case("anon"));
    match anonymous || text.starts_with([' ', ':']) {
        true => format!("\\{inner}"),
        false => inner,
    }
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('n') => out.push('\n'),
                Some(other) => out.push(other),
                None => {}
            },
            other => out.push(other),
        }
    }
    out
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Diet(diet) => write!(f, "type {diet}"),
            Line::Name(name) => write!(f, "name {}", escaped(name)),
            Line::Start(place) => write!(f, "start {place}"),
            Line::Genes(genes) => write!(f, "gene {}", joined(genes, ", ")),
            Line::Tell(whom, telling) => write!(f, "{whom} {telling}"),
            Line::Birth(whom, berths) => write!(f, "birth {whom} {}", joined(berths, " ")),
            Line::Enemy(None) => f.write_str("enemy none"),
            Line::Enemy(Some(number)) => write!(f, "enemy {number}"),
            Line::Draw(Vote::All) => f.write_str("draw all"),
            Line::Draw(Vote::No) => f.write_str("no draw"),
            Line::Draw(Vote::These(numbers)) => write!(f, "draw {}", joined(numbers, ", ")),
            Line::Standing(None) => f.write_str("standing none"),
            Line::Standing(Some(lines)) => write!(f, "standing: {}", joined(lines, "; ")),
            Line::Press(press) if press.anonymous => {
                write!(f, "press anon {}", escaped(&press.text))
            }
            Line::Press(press) => write!(f, "press {}", escaped(&press.text)),
            Line::Note(note) if note.is_empty() => f.write_str("note"),
            Line::Note(note) => write!(f, "note {}", escaped(note)),
            Line::Pass => f.write_str("pass"),
            Line::Done => f.write_str("done"),
            Line::Withdraw => f.write_str("withdraw"),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(species) = self.of {
            write!(f, "for {species}: ")?;
        }
        self.line.fmt(f)
    }
}

/// What a line that cannot be read should have been.
const EXPECTED: &str = "say an order such as `17H B7 > C8, aggressive`, `all forage`, `gene Twins`, `enemy 42`, `done`";

/// The one line that stands for an action.
pub fn notation(action: &Action) -> String {
    action.to_string()
}

/// The action that a line means, with its way spelled out: a canonical line, or one order as people write
/// them to the desk. PS-ORD-01
pub fn parse(
    game: &PostalSurvival,
    position: &Position,
    seat: Seat,
    line: &str,
) -> Result<Action, Misread> {
    let diet_of = |id| position.island.creature(id).map(|creature| creature.diet);
    let action = match read(line, &diet_of) {
        Some(action) => action,
        None => as_written(game, position, seat, line)?,
    };
    Ok(spelled_out(&position.island, game.rulings().swim_mix, action))
}

/// The one order that a line holds as people write them, or why it is none. What the desk would play with a
/// remark, because no question can be asked there, is a question here.
fn as_written(
    game: &PostalSurvival,
    position: &Position,
    seat: Seat,
    line: &str,
) -> Result<Action, Misread> {
    let (island, rulings) = (&position.island, game.rulings());
    if position.phase == Phase::Enrol {
        return Err(Misread::new(line, "say `herbivore`, `omnivore` or `carnivore`, then `done`"));
    }
    let own: Vec<Kind> = position.species_of(seat).filter(|kind| island.lives(*kind)).collect();
    let several = rulings.species_per_player > 1;
    let (of, text) = match strip_word(line.trim(), "for").and_then(|rest| rest.split_once(':')) {
        Some((number, rest)) => (number.trim().parse::<Number>().ok(), rest.trim()),
        None => (None, line.trim()),
    };
    let mut why = EXPECTED.to_string();
    for kind in own {
        let number = island[kind].number;
        if of.is_some_and(|of| of != number) {
            continue;
        }
        let desk = ReaderDesk { island, rulings, species: kind, shared: several, at_table: true };
        let reading = reader::read(text, desk);
        match one_order(&reading) {
            Ok(line) => {
                let by_creature =
                    matches!(line, Line::Tell(Whom::One(_), _) | Line::Birth(Whom::One(_), _));
                let whole = matches!(line, Line::Done);
                return Ok(Action {
                    of: of.or((several && !by_creature && !whole).then_some(number)),
                    line,
                });
            }
            Err(Some(problem)) => why = problem,
            Err(None) => {}
        }
    }
    Err(Misread::new(line, why))
}

/// The one line of a message; else what to say of it, if there is something.
fn one_order(reading: &Reading) -> Result<Line, Option<String>> {
    let errors = reading.remarks.iter().filter(|remark| remark.weight() == Weight::Error);
    let errors: Vec<&str> = errors.map(|remark| remark.text.as_str()).collect();
    if !errors.is_empty() {
        return Err(Some(errors.join(" ")));
    }
    match reading.lines.as_slice() {
        [one] => return Ok(one.clone()),
        [] => {}
        [first, ..] => {
            let problem = format!("say one order at a time: `{first}`, then the others");
            return Err(Some(problem));
        }
    }
    if reading.withdraws {
        return Ok(Line::Withdraw);
    }
    if reading.done {
        return Ok(Line::Done);
    }
    let doubt = reading.heard.iter().find_map(|(_, _, heard)| match heard {
        Heard::Perhaps(why) => Some(unknown(why)),
        _ => None,
    });
    Err(doubt)
}

/// A doubt of the desk as an answer at a table, which says itself that the line is not understood.
fn unknown(why: &str) -> String {
    let Some(word) = why.strip_prefix("I do not understand ") else { return why.to_string() };
    match word.split_once(". ") {
        Some((word, hint)) => format!("{word} says nothing here. {hint}"),
        None => format!("{word} says nothing here; {EXPECTED}"),
    }
}

/// Reads a canonical line; case and spaces do not matter. `diet_of` gives the letter to a bare number.
fn read(text: &str, diet_of: &dyn Fn(Id) -> Option<Diet>) -> Option<Action> {
    let text = text.trim();
    let (of, rest) = match strip_word(text, "for") {
        Some(rest) => {
            let (number, rest) = rest.split_once(':')?;
            (Some(number.trim().parse().ok()?), rest.trim())
        }
        None => (None, text),
    };
    Some(Action { of, line: read_line(rest, diet_of)? })
}

/// The rest of the text after its first word, if that is the word.
fn strip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let head = text.get(..word.len())?;
    let rest = &text[word.len()..];
    let apart = rest.is_empty() || rest.starts_with([' ', ':', ',']);
    (head.eq_ignore_ascii_case(word) && apart).then(|| rest.trim_start_matches([' ', ':']))
}

fn read_line(text: &str, diet_of: &dyn Fn(Id) -> Option<Diet>) -> Option<Line> {
    let bare = text.trim().to_ascii_lowercase();
    match bare.as_str() {
        "pass" => return Some(Line::Pass),
        "done" => return Some(Line::Done),
        "withdraw" => return Some(Line::Withdraw),
        "no draw" => return Some(Line::Draw(Vote::No)),
        "draw all" => return Some(Line::Draw(Vote::All)),
        "enemy none" => return Some(Line::Enemy(None)),
        "standing none" => return Some(Line::Standing(None)),
        _ => {}
    }
    let diet_named = |word: &str| Diet::ALL.into_iter().find(|diet| diet.name() == word.trim());
    if let Some(diet) = diet_named(&bare) {
        return Some(Line::Diet(diet));
    }
    if let Some(rest) = strip_word(&bare, "type") {
        return diet_named(rest).map(Line::Diet);
    }
    if let Some(rest) = strip_word(text, "name") {
        return Some(Line::Name(unescaped(rest)));
    }
    if let Some(rest) = strip_word(text, "press") {
        let (anonymous, text) = match strip_word(rest, "anon") {
            Some(text) => (true, text),
            None => (false, rest),
        };
        let text = unescaped(text);
        return Some(Line::Press(Press { anonymous, text }));
    }
    if let Some(rest) = strip_word(text, "note") {
        return Some(Line::Note(unescaped(rest)));
    }
    if let Some(rest) = strip_word(text, "start") {
        return rest.parse().ok().map(Line::Start);
    }
    if let Some(rest) = strip_word(text, "gene") {
        let genes: Option<GeneList> =
            rest.split(',').map(|name| Gene::named(name.trim())).collect();
        return genes.map(Line::Genes);
    }
    if let Some(rest) = strip_word(text, "enemy") {
        return Some(Line::Enemy(Some(rest.trim().parse().ok()?)));
    }
    if let Some(rest) = strip_word(text, "draw") {
        let numbers: Result<Vec<Number>, _> = rest.split(',').map(|n| n.trim().parse()).collect();
        return Some(Line::Draw(Vote::These(numbers.ok()?)));
    }
    if let Some(rest) = strip_word(text, "standing") {
        let lines = rest.split(';').map(|line| read_line(line.trim(), diet_of));
        return lines.collect::<Option<Vec<Line>>>().map(|lines| Line::Standing(Some(lines)));
    }
    if let Some(rest) = strip_word(text, "birth") {
        let (whom, rest) = read_whom(rest, diet_of)?;
        let berths: Option<Berths> = rest.split_whitespace().map(read_berth).collect();
        return berths.filter(|b| (1..=2).contains(&b.len())).map(|b| Line::Birth(whom, b));
    }
    let (whom, rest) = read_whom(text, diet_of)?;
    let telling = read_telling(rest)?;
    Some(Line::Tell(whom, telling))
}

fn read_whom<'t>(text: &'t str, diet_of: &dyn Fn(Id) -> Option<Diet>) -> Option<(Whom, &'t str)> {
    for (word, whom) in [("all", Whom::All), ("newborn", Whom::Newborn)] {
        if let Some(rest) = strip_word(text, word) {
            return Some((whom, rest));
        }
    }
    let (head, rest) = text.split_once([' ', ',', ':']).unwrap_or((text, ""));
    let tag = match head.parse::<Tag>() {
        Ok(tag) => Tag { diet: diet_of(tag.id).unwrap_or(tag.diet), ..tag },
        Err(_) => {
            let id = head.parse().ok()?;
            let diet = diet_of(id)?;
            Tag { id, diet }
        }
    };
    Some((Whom::One(tag), rest))
}

fn read_step(text: &str) -> Option<Step> {
    let side = Side::parse(text, Top::Flat).map(Step::Through);
    side.or_else(|| text.parse::<Place>().ok().map(Step::To))
}

fn read_berth(text: &str) -> Option<Berth> {
    match text.to_ascii_lowercase().as_str() {
        "here" => Some(Berth::Here),
        "forage" => Some(Berth::Forage),
        _ => read_step(text).map(Berth::At),
    }
}

fn read_telling(text: &str) -> Option<Telling> {
    let mut telling = Telling::default();
    for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let mut one = Telling::default();
        let lower = item.to_ascii_lowercase();
        match lower.as_str() {
            "stay" => one.movement = Some(Move::Stay),
            "wander" => one.movement = Some(Move::Wander),
            "forage" => one.movement = Some(Move::Forage),
            "hide" => one.using = Genes::NONE.with(Gene::Camouflage),
            "show" => one.leaving = Genes::NONE.with(Gene::Camouflage),
            "twice" => one.using = Genes::NONE.with(Gene::KillerInstinct),
            "once" => one.leaving = Genes::NONE.with(Gene::KillerInstinct),
            "kill poison" => one.kill_poison = Some(true),
            "spare poison" => one.kill_poison = Some(false),
            _ => {
                if let Some(mode) = Mode::ALL.into_iter().find(|mode| mode.name() == lower) {
                    one.mode = Some(mode);
                } else if let Some(target) = strip_word(&lower, "track") {
                    let digits = target.trim_end_matches(['h', 'o', 'c']);
                    one.movement = Some(Move::Track(digits.parse().ok()?));
                } else if let Some(gene) = strip_word(item, "use") {
                    one.using = Genes::NONE.with(Gene::named(gene)?);
                } else if let Some(gene) = strip_word(item, "not") {
                    one.leaving = Genes::NONE.with(Gene::named(gene)?);
                } else {
                    let steps: Option<Steps> = item
                        .split(['>', ' '])
                        .map(str::trim)
                        .filter(|step| !step.is_empty())
                        .map(read_step)
                        .collect();
                    one.movement = Some(Move::Path(steps?));
                }
            }
        }
        telling.overlay(&one);
    }
    (!telling.is_empty()).then_some(telling)
}
