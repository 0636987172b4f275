//! What can be chosen: a list in groups, filtered by what is typed and narrowed by what is pointed at.

use crate::play::written;
use crate::show;
use stage::{Choice, Scene, Target};

/// A list of so many choices is gone through with a few keys.
const A_FEW_KEYS: usize = 24;

/// What taking an entry does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Takes {
    /// This action.
    Line(String),
    /// These actions, one after the other.
    Plan(Vec<String>),
    /// The slip with this number is filled in.
    Slip(usize),
}

/// One thing that can be chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The number by which it is taken, the same whatever else is shown; empty if it has none.
    pub number: String,
    /// What it does.
    pub takes: Takes,
    /// What it is called.
    pub label: String,
    /// What it costs or means; empty if plain.
    pub told: String,
    /// The heading under which it stands.
    pub group: String,
    /// What it points at.
    pub target: Option<Target>,
    /// The piece that it moves.
    pub moves: Option<String>,
    /// Whether it is shown only when it is asked for: a slip says the same.
    folded: bool,
}

impl Entry {
    /// An action that stands in no list.
    pub fn action(line: String, label: String, told: String) -> Entry {
        Entry {
            number: String::new(),
            takes: Takes::Line(line),
            label,
            told,
            group: String::new(),
            target: None,
            moves: None,
            folded: false,
        }
    }

    /// The action's line; empty if it is a slip.
    pub fn line(&self) -> &str {
        match &self.takes {
            Takes::Line(line) => line,
            Takes::Slip(_) | Takes::Plan(_) => "",
        }
    }

    /// Whether every word that is typed stands in it. A number alone is the beginning of its own; beside words it is
    /// one of them.
    fn fits(&self, typed: &str) -> bool {
        let typed = typed.trim().to_lowercase();
        if typed.parse::<u32>().is_ok() && self.number.starts_with(&typed) {
            return true;
        }
        let text = format!("{} {} {}", self.label, self.line(), self.group).to_lowercase();
        typed.split_whitespace().all(|word| text.contains(word))
    }

    /// Whether every word that is typed is one of its own.
    fn has(&self, typed: &[String]) -> bool {
        let own = written::words(&format!("{} {} {}", self.label, self.line(), self.group));
        typed.iter().all(|word| own.contains(word))
    }
}

/// What somebody means who types some words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meant {
    /// The entry that stands there just so, or begins so.
    AsShown(usize),
    /// The only entry that has these words.
    Words(usize),
    /// The only entry in which that stands somewhere: too little to take it.
    Part(usize),
    /// None, or several.
    Nothing,
}

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListRow {
    /// The heading of the entry with this index.
    Heading(usize),
    /// The entry with this index.
    Entry(usize),
}

/// The list.
#[derive(Debug, Default)]
pub struct ChoiceList {
    entries: Vec<Entry>,
    /// How many entries belong to the question; the others were made for a point of the board.
    asked: usize,
    typed: String,
    /// Whether what is typed was refused: it can be mended, filters nothing, and the next letter begins anew.
    refused: bool,
    /// What was pointed at, and the entries there.
    only: Option<(String, Vec<usize>)>,
    lit: Option<usize>,
    /// Whether somebody lit it, by arrows or a click.
    by_hand: bool,
    default: Option<usize>,
}

impl ChoiceList {
    /// The choices of a scene. Those that end the seat's own game are not among them.
    pub fn of(scene: &Scene) -> ChoiceList {
        let Some(prompt) = &scene.prompt else { return ChoiceList::default() };
        let by_slip = scene.said_by_slips();
        let fold = by_slip.iter().flatten().count() > A_FEW_KEYS;
        let slips = prompt.slips.iter().enumerate().map(|(slip, it)| {
            let blanks: Vec<&str> = it.blanks.iter().map(|blank| blank.label.as_str()).collect();
            let told = format!("A form with: {}.", blanks.join(", "));
            let label = format!("Fill in: {}", it.title);
            Entry { takes: Takes::Slip(slip), ..Entry::action(String::new(), label, told) }
        });
        // A form that says what a long list does stands in its place; the others come after what is asked.
        let said = |entry: &Entry| matches!(entry.takes, Takes::Slip(slip) if by_slip.contains(&Some(slip)));
        let (instead, also): (Vec<Entry>, Vec<Entry>) = slips.partition(said);
        let plans = prompt.plans.iter().map(|plan| Entry {
            takes: Takes::Plan(plan.lines.clone()),
            ..Entry::action(String::new(), plan.label.clone(), plan.description.clone())
        });
        let mut entries: Vec<Entry> = instead.into_iter().chain(plans).collect();
        let before = entries.len();
        for ((index, choice), slip) in prompt.listed().enumerate().zip(&by_slip) {
            let number = show::number(prompt, index);
            entries.push(Entry { number, folded: fold && slip.is_some(), ..entry(choice) });
        }
        entries.extend(also.into_iter().map(|form| Entry { group: "Also".into(), ..form }));
        // The only answer is taken with one key, whatever it does.
        let only = prompt.only().and_then(|only| prompt.choices.iter().position(|it| it == only));
        let default = prompt.default.or(only).map(|index| index + before);
        let default = default.filter(|index| entries.get(*index).is_some_and(|it| !it.folded));
        let asked = entries.len();
        ChoiceList { entries, asked, lit: default, default, ..ChoiceList::default() }
    }

    /// The entry with this index.
    pub fn get(&self, index: usize) -> Option<&Entry> {
        self.entries.get(index)
    }

    /// Every entry of the question.
    pub fn asked(&self) -> &[Entry] {
        &self.entries[..self.asked]
    }

    /// What is typed.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// What the list is narrowed to, in words.
    pub fn narrowed(&self) -> Option<&str> {
        self.only.as_ref().map(|(title, _)| title.as_str())
    }

    /// The entry that Enter takes; none until somebody has lit one, unless one is harmless.
    pub fn lit(&self) -> Option<usize> {
        self.lit
    }

    /// Whether somebody lit it, by arrows or a click.
    pub fn by_hand(&self) -> bool {
        self.by_hand
    }

    /// The indices of what is shown.
    pub fn shown(&self) -> Vec<usize> {
        let narrow = self.only.is_some() || !self.filter().is_empty();
        let among = self.among().into_iter();
        among
            .filter(|index| narrow || !self.entries[*index].folded)
            .filter(|index| self.entries[*index].fits(self.filter()))
            .collect()
    }

    /// What is typed and filters the list.
    fn filter(&self) -> &str {
        if self.refused { "" } else { self.typed.trim() }
    }

    /// The indices of what the list can show.
    fn among(&self) -> Vec<usize> {
        let among = |index: &usize| match &self.only {
            Some((_, only)) => only.contains(index),
            None => *index < self.asked,
        };
        (0..self.entries.len()).filter(among).collect()
    }

    /// How many are not shown because a slip says the same.
    pub fn folded(&self) -> usize {
        let narrow = self.only.is_some() || !self.filter().is_empty();
        if narrow { 0 } else { self.entries.iter().filter(|entry| entry.folded).count() }
    }

    /// The rows of what is shown, each group under its heading.
    pub fn rows(&self) -> Vec<ListRow> {
        let (mut rows, mut group) = (Vec::new(), "");
        for index in self.shown() {
            let entry = &self.entries[index];
            if entry.group != group {
                group = &entry.group;
                rows.extend((!group.is_empty()).then_some(ListRow::Heading(index)));
            }
            rows.push(ListRow::Entry(index));
        }
        rows
    }

    /// The words with which all of an entry's group begin, where its heading can say them for all: what is left of
    /// each begins with a letter, so that no number stands beside that of its row.
    pub fn common(&self, index: usize) -> String {
        let Some(entry) = self.entries.get(index).filter(|entry| !entry.group.is_empty()) else {
            return String::new();
        };
        let among = self.entries[..self.asked].iter().filter(|other| other.group == entry.group);
        let labels: Vec<Vec<&str>> = among.map(|it| it.label.split(' ').collect()).collect();
        let Some((first, others)) = labels.split_first().filter(|(_, others)| !others.is_empty())
        else {
            return String::new();
        };
        let alike = |other: &Vec<&str>| first.iter().zip(other).take_while(|(a, b)| a == b).count();
        let most = others.iter().map(alike).min().unwrap_or(0);
        let told = |count: &usize| {
            labels.iter().all(|words| {
                words.get(*count).is_some_and(|word| word.starts_with(char::is_alphabetic))
            })
        };
        let count = (1..=most).rev().find(told).unwrap_or(0);
        first[..count].join(" ")
    }

    /// An entry's label as its row shows it: without what the heading says for all of its group, if one of them has no
    /// room for its whole label.
    pub fn shown_label(&self, index: usize, room: usize) -> &str {
        let Some(entry) = self.entries.get(index) else { return "" };
        let common = if self.is_short(index, room) { self.common(index) } else { String::new() };
        entry.label.strip_prefix(&common).unwrap_or(&entry.label).trim_start()
    }

    /// The heading of an entry's group, with what its rows leave out.
    pub fn heading(&self, index: usize, room: usize) -> String {
        let Some(entry) = self.entries.get(index) else { return String::new() };
        let common = if self.is_short(index, room) { self.common(index) } else { String::new() };
        let said = common.is_empty() || entry.group.to_lowercase().contains(&common.to_lowercase());
        match (said, common.strip_prefix(&entry.group)) {
            (true, _) => entry.group.clone(),
            (false, Some(rest)) => format!("{}{rest} …", entry.group),
            (false, None) => format!("{}: {common} …", entry.group.trim_end_matches(':')),
        }
    }

    /// Whether a label of an entry's group is too long for its row.
    fn is_short(&self, index: usize, room: usize) -> bool {
        let Some(entry) = self.entries.get(index) else { return false };
        let mut among =
            self.entries[..self.asked].iter().filter(|other| other.group == entry.group);
        index < self.asked && among.any(|it| it.label.chars().count() > room)
    }

    /// What somebody means who types this and nothing else.
    pub fn meant(&self, typed: &str) -> Meant {
        let shown = self.among();
        let texts = shown.iter().flat_map(|index| {
            let entry = &self.entries[*index];
            [(*index, entry.label.as_str()), (*index, entry.line())]
        });
        if let Some(index) = written::as_shown(typed, texts) {
            return Meant::AsShown(index);
        }
        let words = written::words(typed);
        let numbers = words.iter().all(|word| word.parse::<u64>().is_ok());
        let mut having = shown.iter().filter(|index| self.entries[**index].has(&words));
        if let (Some(only), None, false) = (having.next(), having.next(), numbers) {
            return Meant::Words(*only);
        }
        let mut fitting = shown.iter().filter(|index| self.entries[**index].fits(typed));
        match (fitting.next(), fitting.next()) {
            (Some(only), None) if !numbers => Meant::Part(*only),
            _ => Meant::Nothing,
        }
    }

    /// Keeps what is typed, which was refused, to be mended; it filters nothing, and the next letter begins anew.
    pub fn refuse(&mut self) {
        self.refused = true;
        self.light_again();
    }

    /// Adds a letter to what is typed.
    pub fn push(&mut self, letter: char) {
        if std::mem::take(&mut self.refused) {
            self.typed.clear();
        }
        self.typed.push(letter);
        self.light_again();
    }

    /// Takes the last letter away.
    pub fn pop(&mut self) {
        self.refused = false;
        self.typed.pop();
        self.light_again();
    }

    /// Takes away what is typed, and gives it.
    pub fn take_typed(&mut self) -> String {
        self.refused = false;
        let typed = std::mem::take(&mut self.typed);
        self.light_again();
        typed
    }

    /// Shows only these, with what they have in common; entries that are not of the question come with it.
    pub fn narrow(&mut self, title: String, mut only: Vec<usize>, more: Vec<Entry>) {
        self.entries.truncate(self.asked);
        only.extend(self.asked..self.asked + more.len());
        self.entries.extend(more);
        self.typed.clear();
        self.refused = false;
        self.only = Some((title, only));
        self.light_again();
    }

    /// Shows everything again; false if it is.
    pub fn widen(&mut self) -> bool {
        let narrowed = self.only.take().is_some() || !self.typed.is_empty();
        self.entries.truncate(self.asked);
        self.typed.clear();
        self.refused = false;
        self.light_again();
        narrowed
    }

    /// Lights an entry.
    pub fn light(&mut self, index: usize) {
        self.lit = Some(index);
        self.by_hand = true;
    }

    /// Lights the entry so many further on.
    pub fn step(&mut self, by: isize) {
        let shown = self.shown();
        let at = self.lit.and_then(|lit| shown.iter().position(|index| *index == lit));
        let last = shown.len().saturating_sub(1);
        let next = match (at, by > 0) {
            (Some(at), forwards) if by.abs() == 1 && at == (if forwards { last } else { 0 }) => {
                if forwards {
                    0
                } else {
                    last
                }
            }
            (Some(at), _) => at.saturating_add_signed(by).min(last),
            (None, true) => 0,
            (None, false) => last,
        };
        if let Some(index) = shown.get(next) {
            self.light(*index);
        }
    }

    /// Lights the first entry of the next group, or of the one before.
    pub fn step_group(&mut self, forwards: bool) {
        let shown = self.shown();
        let firsts: Vec<usize> = (0..shown.len())
            .filter(|at| {
                let group = |at: usize| &self.entries[shown[at]].group;
                *at == 0 || group(*at) != group(*at - 1)
            })
            .collect();
        let at = self.lit.and_then(|lit| shown.iter().position(|index| *index == lit));
        let next = match (at, forwards) {
            (None, _) => firsts.first(),
            (Some(at), true) => firsts.iter().find(|first| **first > at),
            (Some(at), false) => firsts.iter().rev().find(|first| **first < at),
        };
        if let Some(next) = next {
            self.light(shown[*next]);
        }
    }

    /// What may be lit by itself: the only one that fits what was typed, else what is harmless.
    fn light_again(&mut self) {
        self.by_hand = false;
        self.lit = match (self.filter().is_empty(), &self.only) {
            (true, None) => self.default,
            (true, Some(_)) => None,
            (false, _) => match self.shown()[..] {
                [only] => Some(only),
                _ => None,
            },
        };
    }
}

fn entry(choice: &Choice) -> Entry {
    let label = if choice.label.is_empty() { &choice.notation } else { &choice.label };
    let told = choice.tag.is_empty() || label.split(' ').any(|word| word == choice.tag);
    let tag = if told { String::new() } else { format!(" ({})", choice.tag) };
    Entry {
        group: choice.group.clone(),
        target: choice.target.clone(),
        moves: choice.moves.clone(),
        ..Entry::action(choice.notation.clone(), format!("{label}{tag}"), choice.told().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stage::{Ground, Prompt};
    use std::sync::Arc;

    fn list(default: Option<usize>) -> ChoiceList {
        let choice = |line: &str, group: &str| Choice::new(line, line).under(group);
        let resign = Choice { grave: true, ..choice("resign", "") };
        let choices = vec![
            choice("walk north", "Ann"),
            choice("walk south", "Ann"),
            choice("off the table", "Ann"),
            choice("rest", "Ben"),
            resign,
        ];
        let ground = Ground { title: String::new(), description: String::new(), fields: vec![] };
        let mut scene = Scene::new(Arc::new(ground), "");
        scene.prompt = Some(Prompt { choices, default, ..Prompt::default() });
        ChoiceList::of(&scene)
    }

    fn lit(list: &ChoiceList) -> &str {
        list.lit().and_then(|lit| list.get(lit)).map_or("", Entry::line)
    }

    #[test]
    fn nothing_is_lit_by_itself_but_what_is_harmless() {
        assert_eq!(lit(&list(None)), "");
        assert_eq!(lit(&list(Some(3))), "rest");
    }

    #[test]
    fn no_arrow_comes_to_what_ends_ones_own_game() {
        let mut list = list(None);
        for _ in 0..20 {
            list.step(-1);
            assert_ne!(lit(&list), "resign");
        }
        list.push('s');
        assert!(list.shown().iter().all(|index| list.get(*index).unwrap().line() != "resign"));
    }

    #[test]
    fn typing_filters_and_numbers_stay() {
        let mut list = list(None);
        "walk".chars().for_each(|letter| list.push(letter));
        assert_eq!(list.shown(), [0, 1]);
        assert_eq!(lit(&list), "", "two fit: nobody has said which");
        " so".chars().for_each(|letter| list.push(letter));
        assert_eq!((list.shown(), lit(&list)), (vec![1], "walk south"));
        assert_eq!(list.get(1).unwrap().number, "2");
        list.widen();
        list.push('4');
        assert_eq!(list.shown(), [3]);
        list.push('4');
        assert_eq!(lit(&list), "");
    }

    #[test]
    fn groups_have_headings_and_can_be_gone_through() {
        let mut list = list(None);
        let headings = list.rows().iter().filter(|row| matches!(row, ListRow::Heading(_))).count();
        assert_eq!((headings, list.rows().len()), (2, 6));
        list.step(1);
        list.step_group(true);
        assert_eq!(lit(&list), "rest");
        list.step_group(false);
        assert_eq!(lit(&list), "walk north");
        list.step(-1);
        assert_eq!(lit(&list), "rest", "the list goes round");
    }

    #[test]
    fn what_all_of_a_group_begin_with_stands_in_its_heading() {
        let mut list = list(None);
        list.entries[2].group.clear();
        let shown = |list: &ChoiceList, room: usize| {
            [0, 1, 3].map(|index| list.shown_label(index, room).to_string())
        };
        assert_eq!(shown(&list, 20), ["walk north", "walk south", "rest"]);
        assert_eq!(shown(&list, 8), ["north", "south", "rest"], "both, or none");
        assert_eq!([list.heading(0, 20), list.heading(0, 8)], ["Ann", "Ann: walk …"]);
        // A number beside that of its row would be read as one with it.
        list.entries[1].label = "walk 2 south".into();
        assert_eq!(shown(&list, 8), ["walk north", "walk 2 south", "rest"]);
        list.entries[1].label = "walk".into();
        assert_eq!(list.shown_label(1, 8), "walk");
    }

    #[test]
    fn a_part_of_a_word_takes_nothing() {
        let list = list(None);
        assert_eq!(list.meant("nor"), Meant::Part(0));
        assert_eq!(list.meant("north"), Meant::Words(0));
        assert_eq!(list.meant("off the"), Meant::AsShown(2));
        assert_eq!(list.meant("REST"), Meant::AsShown(3));
        assert_eq!(list.meant("walk"), Meant::Nothing, "two begin so");
        assert_eq!(list.meant("4"), Meant::Nothing, "a number is the number of a row");
        assert_eq!(list.meant("walk 1"), Meant::Nothing, "row numbers are no words");
    }

    #[test]
    fn what_was_refused_stays_until_the_next_letter() {
        let mut list = list(None);
        "up".chars().for_each(|letter| list.push(letter));
        assert!(list.shown().is_empty());
        list.refuse();
        assert_eq!((list.typed(), list.shown().len()), ("up", 4), "it filters no more");
        list.pop();
        assert_eq!(list.typed(), "u", "it can be mended");
        list.refuse();
        list.push('r');
        assert_eq!((list.typed(), list.shown()), ("r", vec![0, 3]));
    }

    #[test]
    fn what_is_pointed_at_narrows_the_list_and_lights_nothing() {
        let mut list = list(Some(3));
        let more = vec![Entry::action("walk 1,2".into(), "Walk here".into(), String::new())];
        list.narrow("at 1,2".into(), vec![2], more);
        assert_eq!((list.shown(), lit(&list)), (vec![2, 4], ""));
        assert!(list.widen() && !list.widen());
        assert_eq!(lit(&list), "rest");
    }
}
