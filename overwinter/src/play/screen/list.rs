//! What can be chosen: a list in groups, filtered by what is typed and narrowed by what is pointed at.

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

    /// Whether every word that is typed stands in it. A number is the beginning of its own.
    fn fits(&self, typed: &str) -> bool {
        let text = format!("{} {} {}", self.label, self.line(), self.group).to_lowercase();
        typed.to_lowercase().split_whitespace().all(|word| {
            let is_number = word.parse::<u32>().is_ok();
            (is_number && self.number.starts_with(word)) || text.contains(word)
        })
    }
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
        let default = prompt.default.map(|index| index + before);
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
        let narrow = self.only.is_some() || !self.typed.trim().is_empty();
        let among = |index: &usize| match &self.only {
            Some((_, only)) => only.contains(index),
            None => *index < self.asked,
        };
        (0..self.entries.len())
            .filter(among)
            .filter(|index| narrow || !self.entries[*index].folded)
            .filter(|index| self.entries[*index].fits(&self.typed))
            .collect()
    }

    /// How many are not shown because a slip says the same.
    pub fn folded(&self) -> usize {
        let narrow = self.only.is_some() || !self.typed.trim().is_empty();
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

    /// An entry's label without the words with which all of its group begin.
    pub fn short(&self, index: usize) -> String {
        let Some(entry) = self.entries.get(index) else { return String::new() };
        let alike = self.entries.iter().filter(|other| other.group == entry.group);
        let words: Vec<&str> = entry.label.split(' ').collect();
        let common = alike
            .filter(|other| other.label != entry.label)
            .map(|other| {
                words.iter().zip(other.label.split(' ')).take_while(|(a, b)| **a == *b).count()
            })
            .min()
            .unwrap_or(0);
        words[common.min(words.len().saturating_sub(1))..].join(" ")
    }

    /// Adds a letter to what is typed.
    pub fn push(&mut self, letter: char) {
        self.typed.push(letter);
        self.light_again();
    }

    /// Takes the last letter away.
    pub fn pop(&mut self) {
        self.typed.pop();
        self.light_again();
    }

    /// Takes away what is typed, and gives it.
    pub fn take_typed(&mut self) -> String {
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
        self.only = Some((title, only));
        self.light_again();
    }

    /// Shows everything again; false if it is.
    pub fn widen(&mut self) -> bool {
        let narrowed = self.only.take().is_some() || !self.typed.is_empty();
        self.entries.truncate(self.asked);
        self.typed.clear();
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
        self.lit = match (self.typed.trim().is_empty(), &self.only) {
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
    fn what_all_of_a_group_begin_with_can_be_left_out() {
        let mut list = list(None);
        list.entries[2].group.clear();
        assert_eq!([list.short(0), list.short(3)], ["north", "rest"]);
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
