//! A question and its answers in words: its choices in steps, and what a written line means.

use crate::written::{self, words};
use stage::steps::{AT_A_GLANCE, MenuItem, steps};
use stage::{AT, Choice, Field, Free, Plan, Prompt, Scene, Slip, Target};
use std::collections::BTreeSet;

/// How a table is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// With drawings of the board, and sheets in columns.
    Drawn,
    /// In sentences alone, for those who listen.
    Words,
}

/// So many choices are written at once where an answer takes long: in a letter.
const ON_A_PAGE: usize = 60;

/// What a written line means.
#[derive(Debug, PartialEq)]
pub enum Answer {
    /// Play this line.
    Line(String),
    /// Play these lines, one after the other for as long as each is offered.
    Plan(Vec<String>),
    /// Play these lines that were written as one, as far as each can be taken back and the next is offered.
    InTurn(Vec<String>),
    /// A choice that ends one's own game.
    Grave(Box<Choice>),
    /// Show these choices, and ask which of them.
    Look(Vec<String>),
    /// Say this: no choice has that number.
    NoSuchNumber(String),
    /// Go back to the list before.
    Back,
}

/// A question and how far one has looked into its choices.
#[derive(Default)]
pub struct Question {
    /// The lines of the choices of each step.
    looked_into: Vec<Vec<String>>,
    /// Whether as many choices are written at once as a page holds.
    on_a_page: bool,
}

/// Something that a question offers, as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// A heading over it and those that follow; empty if there is none.
    pub group: String,
    /// The number by which it is answered.
    pub number: String,
    /// The line that says it; empty if it is several choices, or its line says nothing that its words do not.
    pub line: String,
    /// What it is called, costs and means.
    pub about: String,
}

impl Question {
    /// A question to which an answer takes long: so that nobody asks twice, its choices are in one list where a page holds them.
    pub fn on_a_page() -> Question {
        Question { on_a_page: true, ..Question::default() }
    }

    /// The list of this step.
    fn listed<'a>(&self, scene: &'a Scene) -> Vec<MenuItem<'a>> {
        let choices = self.choices(scene);
        match self.on_a_page && choices.len() <= ON_A_PAGE {
            true => choices.into_iter().map(MenuItem::Choice).collect(),
            false => steps(&choices),
        }
    }

    /// What is listed, with its numbers.
    pub fn entries(&self, scene: &Scene) -> Vec<Entry> {
        let Some(prompt) = &scene.prompt else { return Vec::new() };
        let listed = self.listed(scene);
        let count = listed.len();
        let mut entries: Vec<Entry> = Vec::new();
        for (index, item) in listed.into_iter().enumerate() {
            entries.push(match item {
                MenuItem::Choice(choice) => {
                    let (number, line, about) = parts_of(prompt, index, choice);
                    Entry { group: choice.group.clone(), number, line, about }
                }
                MenuItem::Several { title, choices } => {
                    let about = format!("{title} ({} choices)", choices.len());
                    let number = (index + 1).to_string();
                    Entry { group: String::new(), number, line: String::new(), about }
                }
            });
        }
        if self.looked_into.is_empty() {
            entries.extend(prompt.plans.iter().enumerate().map(|(index, plan)| Entry {
                group: String::new(),
                number: (count + index + 1).to_string(),
                line: String::new(),
                about: format!("{}: {}", plan.label, plan.description),
            }));
        }
        entries
    }

    /// What can be written beside a number: lines with blanks to fill, and what gives up.
    pub fn also(&self, scene: &Scene) -> Vec<String> {
        let Some(prompt) = &scene.prompt else { return Vec::new() };
        let mut lines: Vec<String> = scene.unlisted_slips().map(Slip::told).collect();
        lines.extend(anywhere(scene));
        let grave = prompt.choices.iter().filter(|choice| choice.grave);
        let grave: Vec<String> = grave.map(|choice| format!("`{}`", choice.notation)).collect();
        if !grave.is_empty() {
            lines.push(format!("To give up, write {}.", grave.join(" or ")));
        }
        lines
    }

    /// Shows only these choices from now on.
    pub fn look(&mut self, lines: Vec<String>) {
        self.looked_into.push(lines);
    }

    /// Goes back to the list before; false at the first.
    pub fn back(&mut self) -> bool {
        self.looked_into.pop().is_some()
    }

    /// The choices of this step: all that stand in a list, but not those that a slip of numbers says.
    fn choices<'a>(&self, scene: &'a Scene) -> Vec<&'a Choice> {
        let Some(prompt) = &scene.prompt else { return Vec::new() };
        let by_slip = scene.said_by_slips();
        let numbers = |slip: &usize| prompt.slips.get(*slip).is_some_and(Slip::is_of_numbers);
        let folded = |at: usize| by_slip.get(at).copied().flatten().is_some_and(|it| numbers(&it));
        let long = (0..by_slip.len()).filter(|at| folded(*at)).count() > AT_A_GLANCE / 2;
        let choices = prompt.choices.iter().enumerate().filter(|(_, choice)| !choice.grave);
        let choices = choices.filter(|(at, _)| !(long && folded(*at))).map(|(_, choice)| choice);
        match self.looked_into.last() {
            Some(lines) => choices.filter(|choice| lines.contains(&choice.notation)).collect(),
            None => choices.collect(),
        }
    }

    /// The question with its choices, in lines.
    pub fn told(&self, scene: &Scene, telling: Telling) -> String {
        let Some(prompt) = &scene.prompt else { return String::new() };
        let first = self.looked_into.is_empty();
        let indent = if telling == Telling::Drawn { "      " } else { "" };
        let mut lines = Vec::new();
        if first {
            let words = [&prompt.question, &prompt.hint].into_iter().filter(|it| !it.is_empty());
            lines.extend(words.cloned());
        }
        let choices = self.choices(scene);
        let long = choices.iter().map(|choice| choice.told().len()).sum::<usize>() > LONG_TALE;
        let in_short = telling == Telling::Words && first && long;
        let mut group = "";
        for (index, step) in self.listed(scene).into_iter().enumerate() {
            match step {
                MenuItem::Choice(choice) => {
                    if choice.group != group {
                        group = &choice.group;
                        lines.extend((!group.is_empty()).then(|| format!("{group}:")));
                    }
                    // What finishes the decision is never chosen without its consequences.
                    let choice = match (in_short && !choice.ends, telling) {
                        (true, _) => &Choice::new(&choice.notation, &choice.label),
                        (false, Telling::Words) => &with_its_piece(scene, choice),
                        (false, Telling::Drawn) => choice,
                    };
                    lines.push(choice_told(prompt, index, choice, telling));
                }
                MenuItem::Several { title, choices } => {
                    let (number, count) = (index + 1, choices.len());
                    lines.push(match telling {
                        Telling::Drawn => format!("{number:>4}  {title} ({count} choices)"),
                        Telling::Words => format!("{number}. {title}: {count} choices."),
                    });
                }
            }
        }
        if in_short {
            lines.push("`choices` and some words of a choice tell what it means.".into());
        }
        if first {
            let listed = self.listed(scene).len();
            for (index, plan) in prompt.plans.iter().enumerate() {
                let (number, label) = (listed + index + 1, &plan.label);
                let told = format!("{label}: {}", plan.description);
                lines.push(match telling {
                    Telling::Drawn => format!("{number:>4}  {told}"),
                    Telling::Words => format!("{number}. {told}"),
                });
            }
        }
        if !first {
            lines.push(format!("{indent}Enter alone goes back."));
        }
        if first {
            lines.extend(self.also(scene).iter().map(|told| format!("{indent}{told}")));
        }
        lines.join("\n")
    }

    /// What a line means here; `understood` says whether the game reads it.
    pub fn answered(&self, scene: &Scene, line: &str, understood: impl Fn(&str) -> bool) -> Answer {
        let Some(prompt) = &scene.prompt else { return Answer::Line(line.to_string()) };
        if line.is_empty() && !self.looked_into.is_empty() {
            return Answer::Back;
        }
        if let Some(numbers) = prompt.numbers(line) {
            return Answer::Line(numbers);
        }
        let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match number.and_then(|number| self.listed(scene).into_iter().nth(number)) {
            Some(MenuItem::Choice(choice)) => return Answer::Line(choice.notation.clone()),
            Some(MenuItem::Several { choices, .. }) => return looked_at(&choices),
            None => {}
        }
        let listed = self.listed(scene).len();
        let lower = line.to_lowercase();
        let planned = |(index, plan): &(usize, &Plan)| {
            number == Some(listed + index) || plan.label.to_lowercase() == lower
        };
        let first = self.looked_into.is_empty();
        if let Some((_, plan)) = prompt.plans.iter().enumerate().find(|it| first && planned(it)) {
            return Answer::Plan(plan.lines.clone());
        }
        let mut grave = prompt.choices.iter().filter(|choice| choice.grave);
        if let Some(choice) = grave.find(|choice| choice.notation == line.to_lowercase()) {
            return Answer::Grave(Box::new(choice.clone()));
        }
        let line = written::bare(line, &understood);
        if line.is_empty() || understood(line) {
            return Answer::Line(line.to_string());
        }
        if let Some(lines) = written::in_turn(&prompt.choices, line, understood) {
            return Answer::InTurn(lines);
        }
        if line.len() <= ROW_DIGITS && line.parse::<usize>().is_ok() {
            let count = listed + if first { prompt.plans.len() } else { 0 };
            return Answer::NoSuchNumber(written::no_such_number(count, !first));
        }
        let shown = self.choices(scene);
        let texts =
            shown.iter().flat_map(|choice| [(*choice, &choice.label), (*choice, &choice.notation)]);
        if let Some(choice) = written::as_shown(line, texts.map(|(it, text)| (it, text.as_str()))) {
            return Answer::Line(choice.notation.clone());
        }
        self.in_words(scene, line).unwrap_or_else(|| Answer::Line(line.to_string()))
    }

    /// The lines of the choices that have these words, if there are any: whole words before the beginnings of words,
    /// so that `F1` is not `F18`.
    pub fn having(&self, scene: &Scene, wanted: &str) -> Option<Vec<String>> {
        let choices = self.choices(scene);
        let typed = words(wanted);
        let whole = |choice: &&&Choice| {
            let own = words(&format!("{} {} {}", choice.group, choice.label, choice.notation));
            typed.iter().all(|word| own.contains(word))
        };
        let mut found: Vec<&Choice> = choices.iter().filter(whole).copied().collect();
        if found.is_empty() {
            found = choices.into_iter().filter(|choice| choice.has(wanted)).collect();
        }
        let found: Vec<String> = found.iter().map(|choice| choice.notation.clone()).collect();
        (!found.is_empty()).then_some(found)
    }

    /// The choices that some words mean: the only one that has them all, or those to be asked about.
    fn in_words(&self, scene: &Scene, line: &str) -> Option<Answer> {
        let typed = words(line);
        let choices = self.choices(scene);
        let having = |fits: &dyn Fn(&str, &str) -> bool| -> Vec<&Choice> {
            let has = |choice: &&&Choice| {
                let known =
                    words(&format!("{} {} {}", choice.group, choice.label, choice.notation));
                typed.iter().all(|word| known.iter().any(|known| fits(known, word)))
            };
            choices.iter().filter(has).copied().collect()
        };
        let whole = having(&|known, word| known == word);
        if let ([only], false) = (&whole[..], typed.is_empty()) {
            return Some(Answer::Line(only.notation.clone()));
        }
        let begun = having(&|known, word| word.len() > 2 && known.starts_with(word));
        let found = if whole.is_empty() { begun } else { whole };
        let some = !found.is_empty() && found.len() < choices.len() && !typed.is_empty();
        some.then(|| looked_at(&found))
    }
}

/// How one writes what takes any point of a measured plane, each action once however many pieces can do it; nothing if
/// no action does.
fn anywhere(scene: &Scene) -> Option<String> {
    let prompt = scene.prompt.as_ref().filter(|prompt| !prompt.free.is_empty())?;
    let plane = scene.ground.fields.iter().find_map(Field::plane)?;
    let verb = |free: &Free| free.notation.split(' ').next().map(str::to_string);
    let mut known = BTreeSet::new();
    let told = prompt.free.iter().filter(|free| known.insert(verb(free))).map(|free| {
        let words = match free.words.as_str() {
            "" => String::new(),
            words => format!(" ({words})"),
        };
        format!("{}{words}", free.notation.replace(AT, "<across>,<up>"))
    });
    let told: Vec<String> = told.collect();
    let unit = if plane.unit == "\"" { "inches" } else { plane.unit.as_str() };
    let (up, edge) = if plane.from_below { ("up", "lower") } else { ("down", "upper") };
    let told = told.join("; ").replace("<up>", &format!("<{up}>"));
    Some(format!(
        "Any point in reach will do, in {unit} from the left and the {edge} edge: {told}."
    ))
}

/// A choice that is no more than the name of a piece, with how that piece fares: others see it on the board.
fn with_its_piece(scene: &Scene, choice: &Choice) -> Choice {
    let piece = scene.pieces.iter().find(|piece| match &choice.target {
        Some(Target::Piece(id)) => piece.id == *id,
        _ => false,
    });
    let named = piece.filter(|piece| piece.description.starts_with(&choice.label));
    let fares = named.and_then(|piece| piece.description.split_once(", "));
    match fares {
        Some((_, fares)) if choice.told().is_empty() => {
            Choice { description: fares.to_string(), ..choice.clone() }
        }
        _ => choice.clone(),
    }
}

fn looked_at(choices: &[&Choice]) -> Answer {
    Answer::Look(choices.iter().map(|choice| choice.notation.clone()).collect())
}

/// A longer number is the name of a place.
const ROW_DIGITS: usize = 2;

/// More letters of explanations than somebody listens to before they can answer.
const LONG_TALE: usize = 1500;

/// So long a line is not shown beside its words, if so many of its letters are digits; nor is any of more digits.
const LONG_LINE: usize = 20;
const MANY_DIGITS: usize = 6;
const MOST_DIGITS: usize = 8;

/// The number of a choice, its line, and what it is called, costs and means. The line is empty if it says nothing more.
fn parts_of(prompt: &Prompt, index: usize, choice: &Choice) -> (String, String, String) {
    let own = choice.notation.rsplit(' ').next().filter(|own| prompt.numbers(own).is_some());
    let number = own.map_or((index + 1).to_string(), str::to_string);
    let label = if choice.label == choice.notation { "" } else { &choice.label };
    let told = choice.told();
    let about = [label, &told].into_iter().filter(|part| !part.is_empty());
    let about = about.collect::<Vec<_>>().join(": ");
    // A line of many numbers says nothing that its words do not.
    let digits = choice.notation.bytes().filter(u8::is_ascii_digit).count();
    let long = choice.notation.len() > LONG_LINE && digits >= MANY_DIGITS;
    let line = if (long || digits > MOST_DIGITS) && !about.is_empty() {
        String::new()
    } else {
        choice.notation.clone()
    };
    (number, line, about)
}

/// A choice with its number, its line, what it is called, and what it costs or means.
fn choice_told(prompt: &Prompt, index: usize, choice: &Choice, telling: Telling) -> String {
    let (number, line, about) = parts_of(prompt, index, choice);
    if telling == Telling::Words {
        let parts = [line, about].into_iter().filter(|part| !part.is_empty());
        return format!("{number}. {}", parts.collect::<Vec<_>>().join(": "));
    }
    match line.as_str() {
        "" => format!("{number:>4}  {about}"),
        line => format!("{number:>4}  {line:<14} {about}").trim_end().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stage::{Blank, BlankKind, Ground};
    use std::sync::Arc;

    fn asked(prompt: Prompt) -> Scene {
        let (title, description) = ("Nothing".into(), String::new());
        let ground = Arc::new(Ground { title, description, fields: Vec::new() });
        Scene { prompt: Some(prompt.arranged()), ..Scene::new(ground, "Day 1") }
    }

    fn answered(scene: &Scene, line: &str) -> Answer {
        Question::default().answered(scene, line, |_| false)
    }

    /// A letter that is part of `resign` resigns nothing, and no number does; written whole it is grave.
    #[test]
    fn only_the_whole_word_gives_up() {
        let resign = Choice { grave: true, ..Choice::new("resign", "Resign") };
        let choices = vec![resign, Choice::new("s", "South"), Choice::new("stop", "Stop")];
        let scene = asked(Prompt { choices, ..Prompt::default() });
        for line in ["n", "re", "res", "resig"] {
            assert_eq!(answered(&scene, line), Answer::Line(line.into()), "{line}");
        }
        assert_eq!(answered(&scene, "3"), Answer::NoSuchNumber("There are 2 choices here.".into()));
        assert_eq!(answered(&scene, "1"), Answer::Line("s".into()));
        assert!(matches!(answered(&scene, "Resign"), Answer::Grave(_)));
    }

    /// Moves on one line are all meant, and none of them is dropped; giving up is never one of several.
    #[test]
    fn several_moves_on_one_line_are_all_meant() {
        let resign = Choice { grave: true, ..Choice::new("resign", "Resign") };
        let choices = vec![resign, Choice::new("sw", "South-west"), Choice::new("stop", "Stop")];
        let scene = asked(Prompt { choices, ..Prompt::default() });
        let known = |line: &str| ["sw", "se", "stop", "resign"].contains(&line);
        let answered = |line: &str| Question::default().answered(&scene, line, known);
        let all = |lines: &[&str]| Answer::InTurn(lines.iter().map(ToString::to_string).collect());
        assert_eq!(answered("sw sw SE"), all(&["sw", "sw", "se"]));
        assert_eq!(answered("sw, se; stop"), all(&["sw", "se", "stop"]));
        assert_eq!(answered("se sw"), all(&["se", "sw"]), "the first is refused with its rule");
        for line in ["sw resign", "sw up"] {
            assert!(!matches!(answered(line), Answer::InTurn(_)), "{line}");
        }
    }

    #[test]
    fn rooms_and_things_are_understood_by_their_names() {
        let choices =
            [("free S1", "Build Workshop (S1) free"), ("free S2", "Build Tool Store (S2) free")];
        let choices = choices.map(|(line, label)| Choice::new(line, label)).to_vec();
        let scene = asked(Prompt { choices, ..Prompt::default() });
        assert_eq!(answered(&scene, "workshop"), Answer::Line("free S1".into()));
        assert_eq!(answered(&scene, "the Tool Store"), Answer::Line("the Tool Store".into()));
        assert_eq!(answered(&scene, "Tool Store"), Answer::Line("free S2".into()));
        assert_eq!(answered(&scene, "works"), Answer::Look(vec!["free S1".into()]));
    }

    #[test]
    fn a_whole_word_is_found_before_words_that_begin_so() {
        let choices = [("step F1 G4", "F1 to G4"), ("step F2 F18", "F2 to F18")];
        let choices = choices.map(|(line, label)| Choice::new(line, label)).to_vec();
        let scene = asked(Prompt { choices, ..Prompt::default() });
        let having = |words: &str| Question::default().having(&scene, words);
        assert_eq!(having("F1"), Some(vec!["step F1 G4".into()]));
        assert_eq!(having("f"), Some(vec!["step F1 G4".into(), "step F2 F18".into()]));
    }

    #[test]
    fn a_line_is_told_beside_its_words_unless_it_is_mostly_numbers() {
        let choices = [
            ("activate 3a silent-peak", "Hero 3a to Silent Peak"),
            ("walk A1 23.75,6.25 face 4,45", "Walk north"),
            ("walk A1 18.578,7.985", "Walk back"),
        ];
        let choices = choices.map(|(line, label)| Choice::new(line, label)).to_vec();
        let scene = asked(Prompt { choices, ..Prompt::default() });
        let told = Question::default().told(&scene, Telling::Words);
        assert_eq!(
            told,
            "1. activate 3a silent-peak: Hero 3a to Silent Peak\n2. Walk north\n3. Walk back"
        );
    }

    /// A list too long to listen to is told in short, but not what finishes the decision: what that leaves to
    /// chance is said before it is chosen.
    #[test]
    fn what_finishes_is_told_whole_in_the_shortest_list() {
        let way = |hex: u32| {
            let description = "A hex with a long tale of grass and jungle. ".repeat(6);
            Choice { description, ..Choice::new(format!("go H{hex}"), format!("To H{hex}")) }
        };
        let description = "1H has no order and wanders.".into();
        let done = Choice { description, ends: true, ..Choice::new("done", "Done") };
        let choices = (1..9).map(way).chain([done]).collect();
        let scene = asked(Prompt { choices, ..Prompt::default() });
        let told = Question::default().told(&scene, Telling::Words);
        assert!(!told.contains("long tale"), "{told}");
        assert!(told.contains("done: Done: 1H has no order and wanders."), "{told}");
    }

    #[test]
    fn long_lists_are_asked_in_steps_and_nothing_is_out_of_reach() {
        let way = |animal: &str, hex: u32| {
            let line = format!("place {animal} H{hex}");
            Choice::new(line, format!("{animal} in H{hex}")).under(format!("{animal}, Female"))
        };
        let herd = ["F1", "F2", "F3", "F4", "F5", "F6", "F7"];
        let choices = herd.iter().flat_map(|animal| (1..15).map(|hex| way(animal, hex))).collect();
        let scene = asked(Prompt { choices, ..Prompt::default() });
        let mut question = Question::default();
        let told = question.told(&scene, Telling::Drawn);
        assert_eq!(told.lines().count(), 7, "98 placements:\n{told}");
        assert!(told.contains("   2  F2, Female (14 choices)"), "{told}");
        let Answer::Look(lines) = question.answered(&scene, "2", |_| false) else {
            panic!("a group is looked into");
        };
        question.look(lines);
        assert!(
            question.told(&scene, Telling::Drawn).contains("   3  place F2 H3"),
            "{}",
            question.told(&scene, Telling::Drawn)
        );
        assert_eq!(question.answered(&scene, "3", |_| false), Answer::Line("place F2 H3".into()));
        assert_eq!(question.answered(&scene, "", |_| false), Answer::Back);
    }

    /// Where any point is an answer that is told, each action once, with what the numbers are counted from.
    #[test]
    fn what_takes_any_point_is_told_beside_the_list() {
        let free = |label: &str, notation: &str, words: &str| Free {
            label: label.into(),
            notation: notation.into(),
            moves: None,
            way: false,
            words: words.into(),
            facing: String::new(),
        };
        let offered = vec![
            free("Walk", "walk A5 {at}", "2\" keep 1 action, 4\" none"),
            free("Place A1", "deploy A1 {at}", ""),
            free("Place A2", "deploy A2 {at}", ""),
        ];
        let mut scene = asked(Prompt { free: offered, ..Prompt::default() });
        assert_eq!(Question::default().also(&scene), Vec::<String>::new(), "no plane, no points");
        let mut ground = (*scene.ground).clone();
        ground.fields.push(Field::Plane(stage::PlaneField {
            rect: stage::Rect { x: 0, y: 0, width: 24_000, height: 24_000 },
            texture: stage::Texture::Grass,
            ruler: 1000,
            from_below: true,
            unit: "\"".into(),
            floors: Vec::new(),
            dark: 0,
            areas: Vec::new(),
            lines: Vec::new(),
        }));
        scene.ground = Arc::new(ground);
        assert_eq!(
            Question::default().also(&scene),
            ["Any point in reach will do, in inches from the left and the lower edge: \
                 walk A5 <across>,<up> (2\" keep 1 action, 4\" none); deploy A1 <across>,<up>."]
        );
    }

    #[test]
    fn bids_are_numbers_and_no_list() {
        let choices =
            (0..84).map(|bid| Choice::new(format!("bid {} {}", bid / 10, bid % 10), "a bid"));
        let blank = |label: &str| Blank {
            label: label.into(),
            before: " ".into(),
            entry: BlankKind::Number { least: 0, most: 9, first: 0 },
        };
        let slip = Slip {
            title: "Your bid".into(),
            start: "bid".into(),
            blanks: vec![blank("Movement"), blank("Firing")],
            sum: None,
        };
        let prompt = Prompt { choices: choices.collect(), slips: vec![slip], ..Prompt::default() };
        let scene = asked(prompt);
        let told = Question::default().told(&scene, Telling::Drawn);
        assert_eq!(told.lines().count(), 1, "{told}");
        assert!(told.contains("write bid <movement> <firing>, or the numbers alone"), "{told}");
        assert_eq!(answered(&scene, "3 4"), Answer::Line("bid 3 4".into()));
    }
}
