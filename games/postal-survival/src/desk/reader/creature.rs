//! Lines about creatures: who, where to, how fierce, with which genes.

use super::Reading;
use super::statement::Page;
use super::words::{self, NoGene, Word};
use crate::action::{Berth, Berths, Line, Move, Step, Steps, Telling, Whom};
use crate::edition::options::MissingOrder;
use crate::edition::{Diet, Gene, Mode};
use crate::land::Place;
use crate::position::{Creature, Id, Tag};
use crate::refusal::Obstacle;
use crate::rules::movement::reach;
use crate::rules::{calendar, movement};

/// The creatures that the first words name, and how many words that took.
fn who(page: &mut Page<'_>, words: &[String]) -> Option<(Vec<Whom>, usize)> {
    let island = page.desk.island;
    let mut found: Vec<Whom> = Vec::new();
    let mut named = false;
    let mut used = 0;
    while let Some(word) = words.get(used) {
        let bare = word.trim_start_matches('#');
        if word == "all" || word == "everybody" || word == "everyone" {
            found.push(Whom::All);
            named = true;
        } else if let Some((from, to)) = bare.split_once('-').and_then(|(a, b)| {
            Some((a.parse::<Id>().ok()?, b.trim_start_matches('#').parse::<Id>().ok()?))
        }) {
            named = true;
            let own = island.of(page.desk.species).filter(|c| (from..=to).contains(&c.id));
            found.extend(own.map(|c| Whom::One(c.tag())));
        } else if let Some((id, letter)) = number(bare) {
            named = true;
            if let Some(tag) = own(page, id, letter) {
                found.push(Whom::One(tag));
            }
        } else if word == "and" && named {
        } else {
            break;
        }
        used += 1;
    }
    named.then_some((found, used))
}

/// A number with an optional diet letter.
pub(super) fn number(word: &str) -> Option<(Id, Option<Diet>)> {
    let digits = word.trim_end_matches(['h', 'o', 'c']);
    let id = digits.parse().ok()?;
    let letter = word[digits.len()..].chars().next().and_then(Diet::from_letter);
    (word.len() - digits.len() <= 1).then_some((id, letter))
}

/// The player's own living creature of that number, or a remark.
fn own(page: &mut Page<'_>, id: Id, letter: Option<Diet>) -> Option<Tag> {
    let island = page.desk.island;
    match island.creature(id) {
        None => page.say("E03", format!("there is no living creature {id}. Left out.")),
        // A line for several species of one person is read for each of them.
        Some(creature)
            if creature.species != page.desk.species
                && page.desk.shared
                && island[creature.species].seat == island[page.desk.species].seat => {}
        Some(creature) if creature.species != page.desk.species => {
            let name = &island[creature.species].name;
            page.say("E02", format!("{} belongs to {name}, not to you. Left out.", creature.tag()));
        }
        Some(creature) => match creature.end {
            Some(end) => page.say(
                "E03",
                format!("{} died in {}. Left out.", creature.tag(), calendar::spoken(end.round)),
            ),
            None => {
                if letter.is_some_and(|letter| letter != creature.diet) {
                    page.say("W03", format!("{id} is {}; I took it as that.", creature.tag()));
                }
                return Some(creature.tag());
            }
        },
    }
    None
}

/// A line that begins with a creature, or with STAY, MOVE or MODE and a creature.
pub(super) fn line(page: &mut Page<'_>, words: &[String], reading: &mut Reading) {
    let mut words: Vec<String> = words.to_vec();
    let leading =
        words.first().and_then(|word| words::understand(word)).map(|understood| understood.word);
    let turned = matches!(
        leading,
        Some(
            Word::Stay
                | Word::Wander
                | Word::Forage
                | Word::Move
                | Word::ModeWord
                | Word::Mode(_)
                | Word::Noise
        )
    );
    if turned && words.len() > 1 {
        let first = words.remove(0);
        let count = leading_ids(&words);
        if !matches!(leading, Some(Word::Move | Word::ModeWord | Word::Noise)) {
            words.insert(count, first);
        }
    }
    let Some((whom, used)) = who(page, &words) else {
        return page.lost(words.first().map(String::as_str));
    };
    let rest = &words[used..];
    let lead =
        rest.first().and_then(|word| words::understand(word)).map(|understood| understood.word);
    if matches!(lead, Some(Word::Birth | Word::Young)) {
        if page.spring() {
            births_of(page, &whom, &rest[1..], reading);
        }
        return;
    }
    if rest.is_empty() && !whom.is_empty() {
        return page.lost(None);
    }
    for whom in whom {
        let creature = match whom {
            Whom::One(tag) => page.desk.island.creature(tag.id).copied(),
            _ => None,
        };
        let mut telling = items(page, rest, creature.as_ref());
        if let Some(creature) = &creature {
            if page.desk.island.coming() == 1 {
                place_founder(page, &mut telling, reading);
            } else if !page.standing {
                settle_move(page, creature, &mut telling);
            }
        }
        if !telling.is_empty() {
            reading.lines.push(Line::Tell(whom, telling));
        }
    }
}

/// How many words at the beginning name creatures.
pub(super) fn leading_ids(words: &[String]) -> usize {
    let is_id = |word: &String| {
        let bare = word.trim_start_matches('#');
        matches!(word.as_str(), "all" | "everybody" | "everyone")
            || number(bare).is_some()
            || bare
                .split_once('-')
                .is_some_and(|(a, b)| a.parse::<u32>().is_ok() && b.parse::<u32>().is_ok())
    };
    let mut count = 0;
    while let Some(word) = words.get(count) {
        let links = word == "and" && count > 0 && words.get(count + 1).is_some_and(is_id);
        if !is_id(word) && !links {
            break;
        }
        count += 1;
    }
    count
}

/// In round 1 a hex behind a creature is its start. Ledger meaning 13.
fn place_founder(page: &mut Page<'_>, telling: &mut Telling, reading: &mut Reading) {
    if let Some(movement) = telling.movement.take() {
        match movement {
            Move::Path(steps) => match steps.last() {
                Some(Step::To(place)) => start(page, *place, reading),
                _ => page.say("E01", "creatures are placed in round 1: say START and a hex."),
            },
            _ => page.say("E01", "in round 1 creatures are placed, not moved. Left out."),
        }
    }
}

/// A start hex. PS-SETUP-08
pub(super) fn start(page: &mut Page<'_>, place: Place, reading: &mut Reading) {
    let island = page.desk.island;
    match island.land.find(place) {
        _ if page.desk.at_table => reading.lines.push(Line::Start(place)),
        None => page
            .say("E04", format!("there is no hex {place} on this map. The start will be random.")),
        Some(hex) if !island.terrain(hex).is_land() => {
            page.say(
                "E07",
                format!("{place} is water; a start hex is land. The start will be random."),
            );
        }
        Some(_) => reading.lines.push(Line::Start(place)),
    }
}

/// Judges a creature's stated move: what cannot be becomes STAY, with the reason.
fn settle_move(page: &mut Page<'_>, creature: &Creature, telling: &mut Telling) {
    let island = page.desk.island;
    let (tag, home) = (creature.tag(), island.place(creature.hex));
    match &telling.movement {
        None if telling.mode.is_some() => {
            let what = match page.desk.rulings.missing_order {
                MissingOrder::Stay => format!("it will stay in {home}."),
                MissingOrder::Wander => {
                    format!("it will wander at random. Say STAY to keep it in {home}.")
                }
            };
            page.say("W04", format!("no move for {tag}: {what}"));
        }
        Some(Move::Track(_)) if page.desk.at_table => {}
        Some(Move::Track(target)) => {
            let problem = match island.alive(*target) {
                _ if !creature.genes.has(Gene::Tracking) => {
                    Some(("E09", format!("{tag} does not have Tracking. It will stay.")))
                }
                _ if *target == creature.id => {
                    Some(("E11", format!("{tag} cannot follow itself. It will stay.")))
                }
                None => {
                    Some(("E03", format!("there is no living creature {target}. {tag} will stay.")))
                }
                Some(other) if other.hex != creature.hex => {
                    let hex = island.place(other.hex);
                    Some((
                        "E10",
                        format!(
                            "{} is in {hex}, not in {home}; only creatures in the same hex can be tracked. {tag} will stay.",
                            other.tag()
                        ),
                    ))
                }
                Some(_) => None,
            };
            if let Some((code, text)) = problem {
                page.say(code, text);
                telling.movement = Some(Move::Stay);
            }
        }
        Some(Move::Path(steps)) => {
            let swim_mix = page.desk.rulings.swim_mix;
            let way = movement::follow(&island.land, creature.genes, creature.hex, steps, swim_mix);
            telling.movement = Some(match way {
                Ok(path) if path.is_empty() => Move::Stay,
                Ok(path) => {
                    let hexes = std::iter::once(&creature.hex).chain(&path);
                    Move::Path(hexes.map(|hex| Step::To(island.place(*hex))).collect())
                }
                Err(_) if page.desk.at_table => Move::Path(steps.clone()),
                Err(obstacle) => {
                    blocked(page, creature, &obstacle);
                    Move::Stay
                }
            });
        }
        _ => {}
    }
}

fn blocked(page: &mut Page<'_>, creature: &Creature, obstacle: &Obstacle) {
    let island = page.desk.island;
    let (tag, home) = (creature.tag(), island.place(creature.hex));
    let points = creature.genes.movement();
    match obstacle {
        Obstacle::NoSuchHex(hex) => page
            .say("E04", format!("there is no hex {hex} on this map. {tag} will stay in {home}.")),
        Obstacle::Edge(..) => page.say("E04", format!("{obstacle}. {tag} will stay in {home}.")),
        Obstacle::Gap(a, b) => {
            page.say("E06", format!("{a} and {b} are not neighbours. {tag} will stay."))
        }
        Obstacle::Water(hex) => {
            page.say("E07", format!("{hex} is water and {tag} cannot swim. It will stay."))
        }
        Obstacle::EndsInWater(hex) => page.say(
            "E08",
            format!(
                "{tag} must come out on land; it cannot stay in {hex}. It will stay in {home}."
            ),
        ),
        Obstacle::TooFar(_) | Obstacle::Mixed => {
            let ways =
                reach(&island.land, creature.genes, creature.hex, page.desk.rulings.swim_mix);
            let ends: Vec<String> =
                ways.iter().map(|way| island.place(way.end).to_string()).collect();
            let hexes = if points == 1 { "1 hex".into() } else { format!("{points} hexes") };
            page.say(
                "E05",
                format!(
                    "{tag} in {home} can move {hexes}; {obstacle}. It will stay. In reach: {}.",
                    ends.join(", ")
                ),
            );
        }
    }
}

/// The items of a creature's line, each judged by itself.
pub(super) fn items(page: &mut Page<'_>, words: &[String], creature: Option<&Creature>) -> Telling {
    let telling = Telling::default();
    let mut items =
        Items { page, words, at: 0, creature, telling, steps: Steps::new(), spoilt: false };
    while let Some(word) = items.words.get(items.at) {
        if !items.take(word) {
            break;
        }
    }
    items.finish()
}

/// The items of a line under the reader's eyes, and what they come to so far.
struct Items<'i, 'p> {
    page: &'i mut Page<'p>,
    words: &'i [String],
    /// The word that is read next.
    at: usize,
    creature: Option<&'i Creature>,
    telling: Telling,
    steps: Steps,
    /// Whether the way cannot be what was meant.
    spoilt: bool,
}

impl Items<'_, '_> {
    /// Takes the item that begins with this word; not if the rest of the line cannot be read.
    fn take(&mut self, word: &str) -> bool {
        if let Some((place, used)) = hex(self.words, self.at) {
            self.steps.push(Step::To(place));
            self.at += used;
            return true;
        }
        self.at += 1;
        match (word, self.at == self.words.len()) {
            ("d", true) => self.telling.mode = Some(Mode::Defensive),
            ("a", true) => self.telling.mode = Some(Mode::Aggressive),
            _ => return self.take_word(word),
        }
        true
    }

    fn take_word(&mut self, word: &str) -> bool {
        match self.page.word(word) {
            Some(Word::Noise | Word::Move | Word::ModeWord) => {}
            Some(Word::Mode(mode)) => self.mode(mode),
            Some(Word::Stay | Word::Here) => self.telling.movement = Some(Move::Stay),
            Some(Word::Wander) => self.telling.movement = Some(Move::Wander),
            Some(Word::Forage) => self.telling.movement = Some(Move::Forage),
            Some(Word::Track) => match self.number() {
                Some(id) => self.telling.movement = Some(Move::Track(id)),
                None => self.page.say("E01", "say which creature to track. Left out."),
            },
            Some(Word::Attack) => match self.number() {
                Some(_) => self.page.say("E01", "a particular victim cannot be ordered: declare its species ENEMY, or TRACK it. Left out."),
                None => self.telling.mode = Some(Mode::Aggressive),
            },
            Some(Word::KillPoison) => self.poison(true),
            Some(Word::SparePoison) => self.poison(false),
            Some(Word::Hide) => self.switch(Gene::Camouflage, true),
            Some(Word::Show) => self.switch(Gene::Camouflage, false),
            Some(Word::Twice) => self.switch(Gene::KillerInstinct, true),
            Some(Word::Once) => self.switch(Gene::KillerInstinct, false),
            Some(Word::Use) => self.named_switch(true),
            Some(Word::Not) => self.named_switch(false),
            Some(Word::Side(side)) => self.steps.push(Step::Through(side)),
            Some(Word::NoSide) => {
                self.spoilt = true;
                let tag = self.creature.map_or("It".to_string(), |c| c.tag().to_string());
                let stays = match self.page.desk.at_table {
                    true => String::new(),
                    false => format!(" {tag} will stay."),
                };
                let problem = "hexes have no east or west side; use NE, SE, SW or NW.";
                self.page.say("E24", format!("{problem}{stays}"));
            }
            _ => {
                self.page.lost(Some(word));
                return false;
            }
        }
        true
    }

    /// The number of a creature, if the next word is one.
    fn number(&mut self) -> Option<Id> {
        let (id, _) = number(self.words.get(self.at)?.trim_start_matches('#'))?;
        self.at += 1;
        Some(id)
    }

    fn mode(&mut self, mode: Mode) {
        if self.telling.mode.is_some_and(|before| before != mode) {
            self.page.say("W01", format!("the later mode counts: {mode}."));
        }
        self.telling.mode = Some(mode);
        let grazes = self.creature.is_some_and(|c| c.diet == Diet::Herbivore);
        if mode == Mode::SemiDefensive && grazes {
            self.page.say("W05", "semi-defensive is the same as defensive for a herbivore.");
        }
        let diet = self.page.desk.island[self.page.desk.species].diet;
        let hint = match (mode, diet) {
            (Mode::Aggressive, Diet::Herbivore) => (
                "W10",
                "a herbivore never attacks; aggressive it is stronger in tussles, and dies if it loses one.",
            ),
            (Mode::Defensive, Diet::Carnivore) => {
                ("W11", "a defensive carnivore never attacks: it lives on carrion and fish only.")
            }
            _ => return,
        };
        // Said once.
        if !self.page.remarks.iter().any(|remark| remark.code == hint.0) {
            self.page.say(hint.0, hint.1);
        }
    }

    fn poison(&mut self, kill: bool) {
        if self.page.desk.island[self.page.desk.species].diet != Diet::Carnivore {
            let problem = "only carnivores can be told to kill poisonous creatures. Left out.";
            return self.page.say("E23", problem);
        }
        self.telling.kill_poison = Some(kill);
        let mode = self.telling.mode.or(self.creature.map(|c| c.mode));
        if kill && mode == Some(Mode::Defensive) {
            let tag = self.creature.map_or("it".into(), |c| c.tag().to_string());
            self.page.say("W08", format!("{tag} is defensive, so KILL POISON does nothing."));
        }
    }

    /// USE or NOT and a gene of one to three words.
    fn named_switch(&mut self, on: bool) {
        let named = (1..=3).rev().find_map(|count| {
            let text = self.words.get(self.at..self.at + count)?.join(" ");
            words::gene(&text).ok().map(|gene| (gene, count))
        });
        if let Some((gene, count)) = named {
            self.at += count;
            return self.switch(gene, on);
        }
        let text = self.words.get(self.at).cloned().unwrap_or_default();
        self.at += 1;
        self.page.say(
            "E12",
            match words::gene(&text) {
                Err(NoGene::Several(genes)) => {
                    let names: Vec<&str> = genes.iter().map(|gene| gene.name()).collect();
                    format!("\"{text}\" fits several genes: {}.", names.join(", "))
                }
                _ => format!("\"{text}\" is no gene."),
            },
        );
    }

    fn switch(&mut self, gene: Gene, on: bool) {
        if !gene.has_switch() {
            return self.page.say("E16", format!("{gene} cannot be switched off. Left out."));
        }
        if let Some(creature) = self.creature
            && !creature.genes.has(gene)
        {
            let problem = format!("{} does not have {gene}. Left out.", creature.tag());
            return self.page.say("E15", problem);
        }
        self.telling.overlay(&Telling::switch(gene, on));
    }

    fn finish(mut self) -> Telling {
        if self.spoilt {
            self.telling.movement = Some(Move::Stay);
        } else if !self.steps.is_empty() {
            self.steps.truncate(movement::LONGEST + 2);
            self.telling.movement = Some(Move::Path(self.steps));
        }
        self.telling
    }
}

/// A hex at this word: `b7`, or `b` and `7`.
pub(super) fn hex(words: &[String], at: usize) -> Option<(Place, usize)> {
    let word = words.get(at)?;
    if let Ok(place) = word.parse::<Place>() {
        return Some((place, 1));
    }
    let letter = word.len() <= 2 && word.chars().all(|c| c.is_ascii_alphabetic());
    let next = words
        .get(at + 1)
        .filter(|next| next.len() <= 3 && next.chars().all(|c| c.is_ascii_digit()))?;
    let words = ["n", "s", "ne", "se", "nw", "sw", "tr", "to", "at", "in", "go", "sd", "is", "be"];
    let side = words.contains(&word.as_str());
    (letter && !side)
        .then(|| format!("{word}{next}").parse().ok())
        .flatten()
        .map(|place| (place, 2))
}

/// BIRTH who place [place] {mode | switch}.
pub(super) fn birth(page: &mut Page<'_>, words: &[String], reading: &mut Reading) {
    match who(page, words) {
        Some((whom, used)) => births_of(page, &whom, &words[used..], reading),
        None => page.lost(words.first().map(String::as_str)),
    }
}

fn births_of(page: &mut Page<'_>, whom: &[Whom], words: &[String], reading: &mut Reading) {
    let mut berths = Berths::new();
    let mut rest: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if let Some((place, used)) = hex(words, at) {
            berths.push(Berth::At(Step::To(place)));
            at += used;
            continue;
        }
        at += 1;
        match words::understand(word).map(|understood| understood.word) {
            Some(Word::Here | Word::Stay) => berths.push(Berth::Here),
            Some(Word::Forage) => berths.push(Berth::Forage),
            Some(Word::Side(side)) => berths.push(Berth::At(Step::Through(side))),
            Some(Word::Noise) => {}
            _ => rest.push(word.clone()),
        }
    }
    berths.truncate(2);
    if berths.is_empty() && rest.is_empty() {
        return page.lost(None);
    }
    for whom in whom {
        let mut allowed = berths.clone();
        if let Whom::One(tag) = whom
            && !page.standing
            && !page.desk.at_table
            && let Some(parent) = page.desk.island.creature(tag.id).copied()
        {
            // A refused place is the parent's; the other keeps its young. PS-BIRTH-08, PS-BIRTH-23
            for berth in &mut allowed {
                if !bears(page, &parent, *berth) {
                    *berth = Berth::Here;
                }
            }
        }
        if !allowed.is_empty() {
            reading.lines.push(Line::Birth(*whom, allowed));
        }
    }
    let told = Telling { movement: None, ..items(page, &rest, None) };
    if !told.is_empty() {
        reading.lines.push(Line::Tell(Whom::Newborn, told));
    }
}

/// Whether a young of the parent may be put there; E18 if not.
fn bears(page: &mut Page<'_>, parent: &Creature, berth: Berth) -> bool {
    let island = page.desk.island;
    let hex = match berth {
        Berth::Here | Berth::Forage => return true,
        Berth::At(Step::To(place)) => island.land.find(place),
        Berth::At(Step::Through(side)) => island.land.neighbour(parent.hex, side),
    };
    let home = island.place(parent.hex);
    let near = hex.filter(|hex| *hex == parent.hex || island.land.touch(parent.hex, *hex));
    let Some(hex) = near else {
        page.say("E18", format!("{berth} is not next to {home}. The young will be in {home}."));
        return false;
    };
    let gains =
        island.coming() >= page.desk.rulings.advanced_from && parent.genes.has(Gene::Swimming);
    let lives = island.terrain(hex).is_land() || parent.genes.has(Gene::Amphibiousness) || gains;
    if !lives {
        page.say("E18", format!("{} is water. The young will be in {home}.", island.place(hex)));
    }
    lives
}
