//! Statements: what a line is about, and everything that is not about single creatures.

use super::intent::{Intent, intent};
use super::letter::WrittenLine;
use super::words::{self, NoGene, Word, split, tidy, understand};
use super::{Heard, ReaderDesk, Reading, Remark, creature};
use crate::action::{GeneList, Line, Press, Telling, Vote, Whom};
use crate::desk::names::{self, Enough, Found};
use crate::edition::Diet;
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
    // Quotations belong to press only where its end is said.
    let last_end = written
        .iter()
        .rposition(|line| !line.quoted && split(&tidy(line.text.trim())).as_slice() == ["end"]);
    for (index, WrittenLine { number, text, quoted: is_quoted }) in written.iter().enumerate() {
        if *is_quoted {
            if let Some(Block::Press(press)) = &mut message.block
                && last_end.is_some_and(|end| index < end)
            {
                press.text.push('\n');
                press.text.push_str(text.trim_end());
            }
            continue;
        }
        let quoted: String = text.trim().chars().take(80).collect();
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
    remarks.dedup();
    reading.remarks.append(&mut remarks);
}

impl Message<'_> {
    fn read_line(&mut self, page: &mut Page<'_>, text: &str) {
        let raw = text.trim();
        let words = split(&tidy(raw));
        let ends = words.len() == 1 && words[0] == "end";
        match &mut self.block {
            Some(_) if ends => {
                close(self.block.take(), self.reading);
                return self.hear(page, Heard::Order(vec!["END".into()]));
            }
            Some(Block::Press(press)) => {
                if !press.text.is_empty() {
                    press.text.push('\n');
                }
                press.text.push_str(text.trim_end());
                return self.hear(page, Heard::Order(vec!["press".into()]));
            }
            Some(Block::Standing(lines)) => {
                let heard = read_standing(page, raw, lines);
                return self.hear(page, heard);
            }
            None => {}
        }
        if words.is_empty() {
            return;
        }
        let heard = match intent(page.desk, raw) {
            Intent::Talk => Heard::Talk,
            Intent::Perhaps(why) => Heard::Perhaps(why),
            Intent::Orders(orders) => {
                let before = self.reading.lines.len();
                let heard: Vec<String> =
                    orders.iter().flat_map(|order| self.read_order(page, order)).collect();
                let lines = self.reading.lines[before..].iter().map(ToString::to_string);
                Heard::Order(heard.into_iter().chain(lines).collect())
            }
        };
        self.hear(page, heard);
        self.hear_comment(page, raw);
    }

    /// What was made of a line, for the answer.
    fn hear(&mut self, page: &Page<'_>, heard: Heard) {
        if !page.quoted.is_empty() {
            self.reading.heard.push((page.line, page.quoted.clone(), heard));
        }
    }

    /// An order behind the sign of a comment was hardly meant as one.
    fn hear_comment(&mut self, page: &Page<'_>, raw: &str) {
        let said = words::cut_comment(raw);
        let comment = raw[said.len()..].trim_start_matches([';', '/', '#', ' ']);
        let text = understand(split(&tidy(raw)).first().map_or("", String::as_str));
        let holds_text = text.is_some_and(|known| {
            matches!(known.word, Word::Press | Word::Note | Word::Name | Word::Standing)
        });
        if !holds_text && matches!(intent(page.desk, comment), Intent::Orders(_)) {
            let sign = &raw[said.len()..raw.len() - comment.len()];
            let why = format!("what stands behind \"{}\" is a comment", sign.trim());
            self.reading.heard.push((page.line, comment.to_string(), Heard::Perhaps(why)));
        }
    }

    /// Reads one order; gives back what is to be said of it beside its lines.
    fn read_order(&mut self, page: &mut Page<'_>, raw: &str) -> Vec<String> {
        let words = split(&tidy(raw));
        let Some(first) = words.first() else { return Vec::new() };
        match page.word(first) {
            Some(Word::Press) => {
                let (anonymous, text) = press_text(raw);
                let press = Press { anonymous, text: text.trim().to_string() };
                match press.text.is_empty() {
                    true => {
                        self.block = Some(Block::Press(press));
                        return vec!["press, up to END".into()];
                    }
                    false => self.reading.lines.push(Line::Press(press)),
                }
            }
            Some(Word::Standing) => return self.read_standing_orders(page, raw, &words),
            Some(Word::End) => {}
            Some(Word::Enemy) if self.enemy_named.is_some() => {
                page.say("E20", "only one enemy a round; I took the first.");
            }
            meaning => {
                let before = self.reading.lines.len();
                let said = statement(page, raw, &words, meaning, self.reading);
                let named = |line: &Line| matches!(line, Line::Enemy(Some(_)));
                if self.reading.lines[before..].iter().any(named) {
                    self.enemy_named = Some((page.line, page.quoted.clone()));
                }
                return said.into_iter().collect();
            }
        }
        Vec::new()
    }

    /// STANDING: a block, a line of its own, or none any more.
    fn read_standing_orders(
        &mut self,
        page: &mut Page<'_>,
        raw: &str,
        words: &[String],
    ) -> Vec<String> {
        match words.get(1).map(String::as_str) {
            Some("none" | "off" | "clear") => self.reading.lines.push(Line::Standing(None)),
            None | Some("orders" | "order") => {
                self.block = Some(Block::Standing(Vec::new()));
                return vec!["standing orders, up to END".into()];
            }
            Some(_) => {
                page.standing = true;
                let mut lines = Vec::new();
                for part in after_word(raw).split(';').filter(|part| !part.trim().is_empty()) {
                    if let Heard::Perhaps(_) | Heard::Talk =
                        read_standing(page, part.trim(), &mut lines)
                    {
                        page.lost(None);
                    }
                }
                close(Some(Block::Standing(lines)), self.reading);
            }
        }
        Vec::new()
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

fn read_standing(page: &mut Page<'_>, raw: &str, lines: &mut Vec<Line>) -> Heard {
    let orders = match intent(page.desk, raw) {
        Intent::Talk => return Heard::Talk,
        Intent::Perhaps(why) => return Heard::Perhaps(why),
        Intent::Orders(orders) => orders,
    };
    let mut heard = Vec::new();
    for order in &orders {
        let words = split(&tidy(order));
        let Some(first) = words.first() else { continue };
        let meaning = page.word(first);
        let mut inner = Reading::default();
        let said = statement(page, order, &words, meaning, &mut inner);
        // What is no order of its own cannot be a standing one either.
        if said.is_some() || matches!(meaning, Some(Word::Press | Word::Standing)) {
            page.say("E01", "this cannot be a standing order. Left out.");
        }
        for line in inner.lines {
            let allowed = matches!(
                line,
                Line::Tell(..) | Line::Birth(..) | Line::Genes(_) | Line::Enemy(_) | Line::Draw(_)
            );
            match allowed {
                true => {
                    heard.push(format!("standing: {line}"));
                    lines.push(line);
                }
                false => page.say("E01", "this cannot be a standing order. Left out."),
            }
        }
    }
    Heard::Order(heard)
}

/// The text after the first word of a line.
pub(super) fn after_word(raw: &str) -> &str {
    let start = raw.find(|c: char| c.is_whitespace() || c == ':' || c == '=').unwrap_or(raw.len());
    raw[start..].trim_start_matches([':', '=', ' ', '\t'])
}

fn press_text(raw: &str) -> (bool, &str) {
    let raw = raw.trim_start_matches(['-', '*', '•', ' ']);
    let text = after_word(raw);
    let lower = text.to_ascii_lowercase();
    let anonymous = lower.starts_with("anon") && !lower.starts_with("anonymity");
    (anonymous, if anonymous { after_word(text) } else { text })
}

/// Reads one statement; gives back what is to be said of it if it is no line of orders.
fn statement(
    page: &mut Page<'_>,
    raw: &str,
    words: &[String],
    meaning: Option<Word>,
    reading: &mut Reading,
) -> Option<String> {
    let rest = &words[1..];
    let island = page.desk.island;
    let species = page.desk.species;
    let said = |text: &str| Some(text.to_string());
    match meaning {
        Some(Word::Game | Word::For) => return said("a heading"),
        Some(Word::Replace) => {
            reading.amends = false;
            return said("replaces all earlier orders");
        }
        Some(Word::Code) => {
            reading.codes.extend(rest.first().cloned());
            return said("your code word");
        }
        Some(Word::Amend) => {
            reading.amends = true;
            return said("changes single lines of the orders before");
        }
        Some(Word::Round) => {
            round_stamp(page, rest, reading);
            return said("the round");
        }
        Some(Word::Pass) => reading.lines.push(Line::Pass),
        Some(Word::Done) => {
            reading.done = true;
            return said("these orders are final");
        }
        Some(Word::Withdraw) => {
            reading.withdraws = true;
            return said("takes all earlier orders back");
        }
        Some(Word::Note) => reading.lines.push(Line::Note(after_word(raw).trim().to_string())),
        Some(Word::Name) => {
            let raw = raw.trim_start_matches(['-', '*', '•', ' ']);
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
        Some(Word::Start) if is_left_open(rest) => return said("a random land hex"),
        Some(Word::Gene) if is_left_open(rest) => return said("a random gene"),
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
    None
}

/// Whether an order leaves its matter to chance, as the forms of the desk do.
pub(super) fn is_left_open(words: &[String]) -> bool {
    let open = ["random", "any", "land", "hex", "gene", "at"];
    !words.is_empty()
        && words.iter().any(|word| word == "random" || word == "any")
        && words.iter().all(|word| open.contains(&word.as_str()))
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

/// The names that a line lists as genes, in small letters.
pub(super) fn gene_names(raw: &str) -> Vec<String> {
    let tidied = tidy(raw);
    let list = after_word(&tidied).replace(['/', '+', '&'], ",");
    let list = [" or ", " then ", " else ", " and "]
        .iter()
        .fold(list, |list, word| list.replace(word, ","));
    let names = list.split(',').map(|name| name.replace(['-', '.', ':', '(', ')', '!'], " "));
    names.map(|name| name.trim().to_string()).filter(|name| !name.is_empty()).collect()
}

/// Whether a name may be that of a gene, or of several.
pub(super) fn is_gene_word(name: &str) -> bool {
    !matches!(words::gene(name), Err(NoGene::Unknown)) || name == "random" || name == "any"
}

fn genes(page: &mut Page<'_>, raw: &str, reading: &mut Reading) {
    let (island, species) = (page.desk.island, page.desk.species);
    let round = island.coming();
    let diet = island[species].diet;
    if round != 1 && !page.spring() {
        return;
    }
    let mut wanted = GeneList::new();
    let first = page.desk.rulings.advanced_from;
    for name in gene_names(raw) {
        match words::gene(&name) {
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
pub(super) fn named_species(desk: ReaderDesk<'_>, text: &str) -> Result<Kind, String> {
    let island = desk.island;
    let text = text.trim().trim_matches(['"', '\'', '“', '”', '.', '!']).trim();
    let nobody = || format!("I know no living rival species \"{text}\".");
    let digits = text.trim_start_matches('#').trim_end_matches(['h', 'o', 'c', 'H', 'O', 'C']);
    if let Ok(number) = digits.parse::<u32>() {
        let found = island.creature(Id(number)).map(|creature| creature.species);
        return found.or_else(|| island.species_of(Number(number))).ok_or_else(nobody);
    }
    let all = island.kinds().flat_map(|kind| {
        let species = &island[kind];
        [(kind, species.name.as_str()), (kind, species.player.as_str())]
    });
    match names::find(text, &all.collect::<Vec<_>>(), Enough::Beginning) {
        Found::One(found) => Ok(found),
        Found::Nobody(None) => Err(nobody()),
        Found::Nobody(Some(near)) => Err(format!("{} Did you mean {near}?", nobody())),
        Found::Several(several) => {
            let names: Vec<&str> =
                several.iter().take(5).map(|(kind, _)| island[*kind].name.as_str()).collect();
            Err(format!("\"{text}\" fits {}.", names.join(", ")))
        }
    }
}

/// What a line says behind ENEMY.
pub(super) fn enemy_text(raw: &str) -> &str {
    let text = words::cut_comment(after_word(raw.trim_start_matches(['-', '*', '•', ' '])));
    text.trim_start_matches("is ").trim_start_matches("= ")
}

fn enemy(page: &mut Page<'_>, raw: &str, rest: &[String], reading: &mut Reading) {
    let island = page.desk.island;
    if rest.first().is_some_and(|word| word == "none" || word == "nobody") {
        reading.lines.push(Line::Enemy(None));
        return;
    }
    match named_species(page.desk, enemy_text(raw)) {
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

/// The names that a line lists behind DRAW.
pub(super) fn vote_names(raw: &str) -> Vec<&str> {
    let text = words::cut_comment(after_word(raw.trim_start_matches(['-', '*', '•', ' '])));
    text.split([',', '&', '+']).map(str::trim).filter(|name| !name.is_empty()).collect()
}

fn draw(page: &mut Page<'_>, raw: &str, rest: &[String], reading: &mut Reading) {
    match rest.first().map(String::as_str) {
        Some("all" | "everybody" | "everyone") => return reading.lines.push(Line::Draw(Vote::All)),
        Some("no" | "none" | "never") => return reading.lines.push(Line::Draw(Vote::No)),
        None => return page.lost(None),
        Some(_) => {}
    }
    let mut numbers = Vec::new();
    for name in vote_names(raw) {
        match named_species(page.desk, name) {
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
