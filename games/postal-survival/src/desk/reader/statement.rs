//! Statements: what a line is about, and everything that is not about single creatures.

use super::letter::WrittenLine;
use super::words::{self, NoGene, Word, split, tidy, understand};
use super::{ReaderDesk, Reading, Remark, creature};
use crate::action::{Line, Press, Telling, Vote, Whom};
use crate::edition::{Diet, Gene};
use crate::position::{Id, Kind, Number};
use crate::rules::calendar::{self, NextBirths};
use crate::rules::players;
use table::Fit;

/// A line under the reader's eyes.
pub(super) struct Page<'a> {
    pub desk: ReaderDesk<'a>,
    pub line: usize,
    pub quoted: String,
    /// Whether it stands in a block of standing orders.
    pub standing: bool,
    pub remarks: &'a mut Vec<Remark>,
}

impl Page<'_> {
    pub fn say(&mut self, code: &'static str, text: impl Into<String>) {
        self.remarks.push(Remark {
            line: self.line,
            quoted: self.quoted.clone(),
            code,
            text: text.into(),
        });
    }

    pub fn lost(&mut self, word: Option<&str>) {
        let near = word.and_then(words::nearest);
        let hint = near
            .map_or(String::new(), |near| format!(" Did you mean \"{}\"?", near.to_uppercase()));
        self.say("E01", format!("I do not understand this line and left it out.{hint}"));
    }

    /// The meaning of a word, with a warning if it was misspelt.
    pub fn word(&mut self, text: &str) -> Option<Word> {
        let understood = understand(text)?;
        if let Some(known) = understood.corrected {
            self.say("W02", format!("\"{text}\" read as \"{known}\"."));
        }
        Some(understood.word)
    }

    /// Whether young can be told of: in Spring, or in standing orders; if not, it is said.
    pub fn spring(&mut self) -> bool {
        let round = self.desk.island.coming();
        let open = calendar::births(round) || self.standing;
        if !open {
            let next = NextBirths::from(round, self.desk.rulings.rounds);
            let keep = match next.round() {
                Some(_) => " Put this under STANDING to keep it.",
                None => "",
            };
            self.say("E17", format!("young come only in Spring; {next}.{keep}"));
        }
        open
    }
}

enum Block {
    Press(Press),
    Standing(Vec<Line>),
}

/// A message under the reader's eyes.
struct Message<'r> {
    reading: &'r mut Reading,
    /// The block of several lines that is open.
    block: Option<Block>,
    /// The line that named the enemy, if one did.
    enemy_named: Option<(usize, String)>,
}

/// Reads the lines of a message.
pub(super) fn read_all(written: &[WrittenLine], desk: ReaderDesk<'_>, reading: &mut Reading) {
    let mut remarks = Vec::new();
    let mut message = Message { reading, block: None, enemy_named: None };
    for WrittenLine { number, text } in written {
        let quoted = text.trim().chars().take(80).collect();
        let standing = matches!(message.block, Some(Block::Standing(_)));
        let mut page = Page { desk, line: *number, quoted, standing, remarks: &mut remarks };
        message.read_line(&mut page, text);
    }
    let Message { reading, block, enemy_named } = message;
    if let Some(open) = block {
        remarks.push(Remark {
            line: 0,
            quoted: String::new(),
            code: "W06",
            text: "END is missing: the block was closed at the end of the message.".into(),
        });
        close(Some(open), reading);
    }
    cut_press(desk, reading, &mut remarks);
    overridden(reading, &mut remarks);
    useless_enemy(desk, reading, enemy_named, &mut remarks);
    remarks.sort_by_key(|remark| if remark.line == 0 { usize::MAX } else { remark.line });
    reading.remarks.append(&mut remarks);
}

impl Message<'_> {
    fn read_line(&mut self, page: &mut Page<'_>, text: &str) {
        let raw = text.trim();
        let words = split(&tidy(raw));
        let ends = words.len() == 1 && words[0] == "end";
        match &mut self.block {
            Some(_) if ends => return close(self.block.take(), self.reading),
            Some(Block::Press(press)) => {
                if !press.text.is_empty() {
                    press.text.push('\n');
                }
                return press.text.push_str(text.trim_end());
            }
            Some(Block::Standing(lines)) => return read_standing(page, raw, lines),
            None => {}
        }
        let Some(first) = words.first() else { return };
        match page.word(first) {
            Some(Word::Press) => {
                let (anonymous, text) = press_text(raw);
                let press = Press { anonymous, text: text.trim().to_string() };
                match press.text.is_empty() {
                    true => self.block = Some(Block::Press(press)),
                    false => self.reading.lines.push(Line::Press(press)),
                }
            }
            Some(Word::Standing) => self.read_standing_orders(page, raw, &words),
            Some(Word::Enemy) if self.enemy_named.is_some() => {
                page.say("E20", "only one enemy a round; I took the first.");
            }
            meaning => {
                let before = self.reading.lines.len();
                statement(page, raw, &words, meaning, self.reading);
                let named = |line: &Line| matches!(line, Line::Enemy(Some(_)));
                if self.reading.lines[before..].iter().any(named) {
                    self.enemy_named = Some((page.line, page.quoted.clone()));
                }
            }
        }
    }

    /// STANDING: a block, a line of its own, or none any more.
    fn read_standing_orders(&mut self, page: &mut Page<'_>, raw: &str, words: &[String]) {
        match words.get(1).map(String::as_str) {
            Some("none" | "off" | "clear") => self.reading.lines.push(Line::Standing(None)),
            None | Some("orders") => self.block = Some(Block::Standing(Vec::new())),
            Some(_) => {
                page.standing = true;
                let mut lines = Vec::new();
                for part in after_word(raw).split(';').filter(|part| !part.trim().is_empty()) {
                    read_standing(page, part, &mut lines);
                }
                close(Some(Block::Standing(lines)), self.reading);
            }
        }
    }
}

fn close(block: Option<Block>, reading: &mut Reading) {
    match block {
        Some(Block::Press(press)) if !press.text.trim().is_empty() => {
            let text = press.text.trim().to_string();
            reading.lines.push(Line::Press(Press { text, ..press }));
        }
        Some(Block::Standing(lines)) if !lines.is_empty() => {
            reading.lines.push(Line::Standing(Some(lines)))
        }
        _ => {}
    }
}

fn read_standing(page: &mut Page<'_>, raw: &str, lines: &mut Vec<Line>) {
    let words = split(&tidy(raw));
    let Some(first) = words.first() else { return };
    let meaning = page.word(first);
    let mut inner = Reading::default();
    statement(page, raw, &words, meaning, &mut inner);
    for line in inner.lines {
        let allowed = matches!(
            line,
            Line::Tell(..) | Line::Birth(..) | Line::Genes(_) | Line::Enemy(_) | Line::Draw(_)
        );
        match allowed {
            true => lines.push(line),
            false => page.say("E01", "this cannot be a standing order. Left out."),
        }
    }
}

/// The text after the first word of a line.
fn after_word(raw: &str) -> &str {
    let start = raw.find(|c: char| c.is_whitespace() || c == ':').unwrap_or(raw.len());
    raw[start..].trim_start_matches([':', ' ', '\t'])
}

fn press_text(raw: &str) -> (bool, &str) {
    let raw = raw.trim_start_matches(['-', '*', '•', ' ']);
    let text = after_word(raw);
    let lower = text.to_ascii_lowercase();
    let anonymous = lower.starts_with("anon") && !lower.starts_with("anonymity");
    (anonymous, if anonymous { after_word(text) } else { text })
}

fn statement(
    page: &mut Page<'_>,
    raw: &str,
    words: &[String],
    meaning: Option<Word>,
    reading: &mut Reading,
) {
    let rest = &words[1..];
    let island = page.desk.island;
    let species = page.desk.species;
    match meaning {
        Some(Word::Game | Word::For) => {}
        Some(Word::Replace) => reading.amends = false,
        Some(Word::Code) => reading.code = rest.first().cloned(),
        Some(Word::Amend) => reading.amends = true,
        Some(Word::Round) => round_stamp(page, rest, reading),
        Some(Word::Pass) => reading.lines.push(Line::Pass),
        Some(Word::Done) => reading.done = true,
        Some(Word::Withdraw) => reading.withdraws = true,
        Some(Word::Note) => reading.lines.push(Line::Note(after_word(raw).trim().to_string())),
        Some(Word::Name) => {
            let name = after_word(raw).trim().trim_matches('"').to_string();
            match players::bad_name(island, species, &name) {
                Some(_) => page.say(
                    "E22",
                    "that name is taken, empty or longer than 40 characters. Name unchanged.",
                ),
                None => reading.lines.push(Line::Name(name)),
            }
        }
        Some(Word::Type) => page.say("E27", "the diet cannot be changed after the start."),
        Some(Word::Start) => {
            let round = island.coming();
            match rest.iter().find_map(|word| word.parse().ok()) {
                _ if round != 1 => {
                    page.say("E01", "creatures are placed in round 1 only. Left out.")
                }
                Some(place) => creature::start(page, place, reading),
                None => page.lost(None),
            }
        }
        Some(Word::Gene) => genes(page, raw, reading),
        Some(Word::Enemy) => enemy(page, raw, rest, reading),
        Some(Word::Draw) => draw(page, raw, rest, reading),
        Some(Word::Not) if rest.first().map(String::as_str) == Some("draw") => {
            reading.lines.push(Line::Draw(Vote::No))
        }
        Some(Word::Newborn) => newborn(page, rest, reading),
        Some(Word::Young)
            if rest
                .first()
                .and_then(|w| understand(w))
                .is_some_and(|u| matches!(u.word, Word::Mode(_))) =>
        {
            newborn(page, rest, reading);
        }
        Some(Word::Birth | Word::Young) => {
            if page.spring() {
                creature::birth(page, rest, reading);
            }
        }
        _ => creature::line(page, words, reading),
    }
}

fn round_stamp(page: &mut Page<'_>, rest: &[String], reading: &mut Reading) {
    let coming = page.desk.island.coming();
    let number = rest.first().and_then(|word| word.parse::<u16>().ok());
    let stamped = number.or_else(|| {
        let season = ["spring", "summer", "autumn", "winter", "fall"];
        let place = season.iter().position(|name| rest.first().is_some_and(|word| word == name))?;
        let place = if place == 4 { 2 } else { place };
        let year: u16 = rest.iter().find_map(|word| word.parse().ok())?;
        Some(year.saturating_mul(4).saturating_add(place.fit::<u16>() + 1))
    });
    match stamped {
        None => page.lost(None),
        Some(round) if round == coming => {}
        Some(round) => {
            reading.wrong_round = true;
            page.say("E21", format!("these orders are for round {round}; we are playing round {coming}. Nothing was changed."));
        }
    }
}

fn genes(page: &mut Page<'_>, raw: &str, reading: &mut Reading) {
    let (island, species) = (page.desk.island, page.desk.species);
    let round = island.coming();
    let diet = island[species].diet;
    if round != 1 && !page.spring() {
        return;
    }
    let tidied = tidy(raw);
    let list = after_word(&tidied).replace(['/', '+', '&'], ",");
    let list = [" or ", " then ", " else ", " and "]
        .iter()
        .fold(list, |list, word| list.replace(word, ","));
    let mut wanted: Vec<Gene> = Vec::new();
    let first = page.desk.rulings.advanced_from;
    for name in list.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        match words::gene(&name.replace(['-', '.', ':'], " ")) {
            Err(NoGene::Unknown) => page.say("E12", format!("\"{name}\" is no gene.")),
            Err(NoGene::Several(genes)) => {
                let names: Vec<&str> = genes.iter().map(|gene| gene.name()).collect();
                page.say("E12", format!("\"{name}\" fits several genes: {}.", names.join(", ")));
            }
            Ok(gene) if !gene.suits(diet) => {
                page.say("E13", format!("{gene} is not for {diet}s. Skipped."))
            }
            Ok(gene)
                if !page.standing && (round == 1 && !gene.basic() || !gene.open(round, first)) =>
            {
                let spoken = calendar::spoken(first);
                page.say("E14", format!("{gene} is open from round {first} ({spoken}). Skipped."));
            }
            Ok(gene) if wanted.contains(&gene) => {}
            Ok(gene) => wanted.push(gene),
        }
    }
    wanted.truncate(6);
    if !wanted.is_empty() {
        reading.lines.push(Line::Genes(wanted));
    }
}

/// The species that some words name: a number, a creature, a species' or a player's name.
fn named_species(page: &Page<'_>, text: &str) -> Result<Kind, String> {
    let island = page.desk.island;
    let text = text.trim().trim_matches(['"', '\'', '.', '!']).trim();
    let digits = text.trim_start_matches('#').trim_end_matches(['h', 'o', 'c', 'H', 'O', 'C']);
    if let Ok(number) = digits.parse::<u32>() {
        let found = island.creature(Id(number)).map(|creature| creature.species);
        return found
            .or_else(|| island.species_of(Number(number)))
            .ok_or_else(|| format!("I know no living rival species \"{text}\"."));
    }
    let wanted = players::plain(text);
    let all = || island.kinds().map(|kind| (kind, &island[kind]));
    let exact = all()
        .find(|(_, s)| players::plain(&s.name) == wanted || players::plain(&s.player) == wanted);
    if let Some((index, _)) = exact {
        return Ok(index);
    }
    let begins =
        |name: &str| wanted.chars().count() >= 3 && players::plain(name).starts_with(&wanted);
    let found: Vec<Kind> = all()
        .filter(|(_, s)| begins(&s.name) || begins(&s.player))
        .map(|(index, _)| index)
        .collect();
    match found.as_slice() {
        [one] => Ok(*one),
        [] => Err(format!("I know no living rival species \"{text}\".")),
        several => {
            let names: Vec<&str> =
                several.iter().take(5).map(|s| island[*s].name.as_str()).collect();
            Err(format!("\"{text}\" fits {}.", names.join(", ")))
        }
    }
}

fn enemy(page: &mut Page<'_>, raw: &str, rest: &[String], reading: &mut Reading) {
    let island = page.desk.island;
    if rest.first().is_some_and(|word| word == "none" || word == "nobody") {
        reading.lines.push(Line::Enemy(None));
        return;
    }
    let text = words::cut_comment(after_word(raw.trim_start_matches(['-', '*', '•', ' '])));
    let text = text.trim_start_matches("is ").trim_start_matches("= ");
    match named_species(page, text) {
        Err(why) => page.say("E19", format!("{why} No enemy.")),
        Ok(index) if island[index].seat == island[page.desk.species].seat => {
            page.say("E19", "that is your own species. No enemy.");
        }
        Ok(index) if !island.lives(index) => {
            page.say("E19", format!("{} is extinct. No enemy.", island[index].name));
        }
        Ok(index) => reading.lines.push(Line::Enemy(Some(island[index].number))),
    }
}

fn draw(page: &mut Page<'_>, raw: &str, rest: &[String], reading: &mut Reading) {
    match rest.first().map(String::as_str) {
        Some("all" | "everybody" | "everyone") => return reading.lines.push(Line::Draw(Vote::All)),
        Some("no" | "none" | "never") => return reading.lines.push(Line::Draw(Vote::No)),
        None => return page.lost(None),
        Some(_) => {}
    }
    let text = words::cut_comment(after_word(raw));
    let mut numbers = Vec::new();
    for name in text.split([',', '&', '+']).filter(|name| !name.trim().is_empty()) {
        match named_species(page, name) {
            Err(why) => return page.say("E19", format!("{why} No vote.")),
            Ok(index) => numbers.push(page.desk.island[index].number),
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    match numbers.len() {
        0 | 1 => page.say("E01", "a draw names two or more species. No vote."),
        _ => reading.lines.push(Line::Draw(Vote::These(numbers))),
    }
}

fn newborn(page: &mut Page<'_>, rest: &[String], reading: &mut Reading) {
    if !page.spring() {
        return;
    }
    let telling = creature::items(page, rest, None);
    if telling.movement.is_some() {
        page.say("E25", "the young are born this round and cannot move. Left out.");
    }
    let telling = Telling { movement: None, ..telling };
    if !telling.is_empty() {
        reading.lines.push(Line::Tell(Whom::Newborn, telling));
    }
}

/// Press over its limit is cut, with a notice. PS-PRESS-03
fn cut_press(desk: ReaderDesk<'_>, reading: &mut Reading, remarks: &mut Vec<Remark>) {
    let limit = desk.rulings.press_limit;
    let mut left = limit;
    let mut cut = false;
    for line in &mut reading.lines {
        if let Line::Press(press) = line {
            let length = press.text.chars().count();
            if length > left {
                press.text = press.text.chars().take(left).collect();
                cut = true;
            }
            left -= length.min(left);
        }
    }
    reading.lines.retain(|line| !matches!(line, Line::Press(press) if press.text.is_empty()));
    if cut {
        remarks.push(Remark {
            line: 0,
            quoted: String::new(),
            code: "W07",
            text: format!("Press was cut after {limit} characters."),
        });
    }
}

/// Later lines about the same thing replace earlier ones, with a warning. PS-ORD-05
fn overridden(reading: &Reading, remarks: &mut Vec<Remark>) {
    let mut told: Vec<(Id, bool)> = Vec::new();
    for line in &reading.lines {
        if let Line::Tell(Whom::One(tag), telling) = line {
            for moving in [true, false] {
                let says = if moving { telling.movement.is_some() } else { telling.mode.is_some() };
                if !says {
                    continue;
                }
                if told.contains(&(tag.id, moving)) {
                    let what = if moving { "move" } else { "mode" };
                    remarks.push(Remark {
                        line: 0,
                        quoted: String::new(),
                        code: "W01",
                        text: format!("The later {what} of {tag} replaces the earlier one."),
                    });
                } else {
                    told.push((tag.id, moving));
                }
            }
        }
    }
}

/// An enemy helps only predators.
fn useless_enemy(
    desk: ReaderDesk<'_>,
    reading: &Reading,
    named: Option<(usize, String)>,
    remarks: &mut Vec<Remark>,
) {
    let sheet = reading.sheet(&Default::default());
    let hunts = desk.island.of(desk.species).any(|creature| {
        let mode = sheet.told(creature.id).mode.unwrap_or(creature.mode);
        creature.diet != Diet::Herbivore && mode != crate::Mode::Defensive
    });
    if let (false, Some((line, quoted))) = (hunts, named) {
        remarks.push(Remark {
            line,
            quoted,
            code: "W08",
            text: "none of your creatures will attack this round, so ENEMY does nothing.".into(),
        });
    }
}
