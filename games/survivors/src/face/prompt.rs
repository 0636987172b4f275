//! What a player is asked, and each answer tied to the thing that one would click.

use super::fights::Onset;
use super::sheets::{ACTIONS, class_told, sheet_id};
use crate::Survivors;
use crate::action::{Act, Action, Effect, Gait, Ruling, Stop, Target as Shot};
use crate::edition::components::{Class, Item, Skill};
use crate::edition::scenarios::Worth;
use crate::geometry::feature::DoorState;
use crate::geometry::point::{Facing, Point};
use crate::geometry::sight::Cover;
use crate::knowledge::view::{FigureView, View};
use crate::position::{FigureId, HorseId, members};
use crate::rules::actions::budget;
use crate::rules::firing::D5;
use crate::speech::notation;
use crate::speech::notation::{inches, looking, point};
use crate::speech::places::inches_told;
use crate::speech::story::in_full;
use stage::{AT, Blank, BlankKind, Change, Choice, Free, Prompt, Slip, Target};
use std::collections::{BTreeMap, BTreeSet};
use table::Fit;
use table::wording::counted;

/// What the rings about a figure say to those who see them.
const RINGS: &str = "The rings show how far it comes and how many actions it keeps there.";

impl Survivors {
    pub(crate) fn prompt(&self, view: &View, choices: &[Action]) -> Option<Prompt> {
        if choices.is_empty() {
            return None;
        }
        let seat = match view.viewer {
            Some(side) => view
                .sides
                .get(&self.scenario.sides[side.index()].id)
                .map_or_else(|| side.index().fit(), |side| side.seat - 1),
            None => self.side_count().fit(),
        };
        let (question, hint) = self.question(view, choices);
        let (free, slips) = (self.free(view, choices), self.slips(view));
        // What one would hardly want stands behind the rest of its group.
        let (wanted, unwanted): (Vec<&Action>, Vec<&Action>) =
            choices.iter().partition(|action| !self.is_unwanted(view, action));
        let told = wanted.into_iter().chain(unwanted).map(|action| {
            let choice = self.choice(view, action);
            (action, self.with_loss(view, choices, action, choice))
        });
        let prompt = Prompt {
            seat,
            question,
            hint,
            choices: self.handy_first(view, choices, self.told_apart(told)),
            free,
            slips,
            pointing: self.pointing(view, choices),
            ..Prompt::default()
        };
        Some(prompt.arranged())
    }

    /// The same with the walks that are good for something before all others, by what they are good for.
    fn handy_first(&self, view: &View, actions: &[Action], choices: Vec<Choice>) -> Vec<Choice> {
        let handy = self.handy(view, actions);
        let lines: Vec<String> =
            handy.iter().map(|it| notation(self, &actions[it.number])).collect();
        let (good, rest): (Vec<Choice>, Vec<Choice>) =
            choices.into_iter().partition(|choice| lines.contains(&choice.notation));
        let told = handy.iter().zip(&lines).filter_map(|(it, line)| {
            let choice = good.iter().find(|choice| choice.notation == *line)?.clone();
            let Action::Move { figure, way, .. } = &actions[it.number] else { return None };
            let group = format!("{}: useful moves", self.name_in(view, *figure));
            if it.purpose.is_empty() {
                return Some(Choice { group, ..choice });
            }
            // Where it ends is seen by its number on the table, and heard by the way that is shown.
            let (far, _) = self.way_parts(view, *figure, way);
            let words = [takes(self.spent_on(view, *figure, way, false)), it.then.clone()];
            let words: Vec<String> = words.into_iter().filter(|words| !words.is_empty()).collect();
            Some(Choice {
                label: format!("{}: walk {far}", it.purpose),
                description: format!("{}.", words.join("; ")),
                group,
                ..choice
            })
        });
        told.chain(rest).collect()
    }

    /// What can be done by pointing at the table, in a sentence.
    fn pointing(&self, view: &View, choices: &[Action]) -> String {
        let active = view.active.as_ref().and_then(|id| view.figures.get(id));
        let place = choices.iter().find_map(|action| match action {
            Action::Deploy { figure, .. } => Some(self.name_in(view, *figure)),
            _ => None,
        });
        match (view.step.as_str(), active, place) {
            ("deploy", _, Some(name)) => {
                let inside = view.viewer.and_then(|side| self.scenario.sides[side.index()].inside);
                let inside = inside.map(|it| &self.table.buildings[usize::from(it)].name);
                match inside {
                    Some(building) => {
                        format!("Click or tap inside the {building} to place {name}.")
                    }
                    None => format!("Click or tap in your marked zone to place {name}."),
                }
            }
            ("movement", Some(figure), _) if figure.place.is_some() => match figure.goes {
                [true, true] => format!("Click or tap inside a ring to walk or run there. {RINGS}"),
                [true, false] => format!("Click or tap inside a ring to walk there. {RINGS}"),
                _ => String::new(),
            },
            ("movement", None, _) => "Click or tap one of your ringed figures.".into(),
            _ => String::new(),
        }
    }

    /// The choices as they are told; those of the same words, which end a finger's breadth apart, by their very
    /// points.
    fn told_apart<'a>(&self, choices: impl Iterator<Item = (&'a Action, Choice)>) -> Vec<Choice> {
        let choices: Vec<(&Action, Choice)> = choices.collect();
        let words = |choice: &Choice| {
            (choice.group.clone(), choice.label.clone(), choice.description.clone())
        };
        let mut known = BTreeMap::new();
        for (_, choice) in &choices {
            *known.entry(words(choice)).or_insert(0) += 1;
        }
        let told = choices.into_iter().map(|(action, choice)| match action {
            Action::Move { way, .. } | Action::BreakOff { way, .. } | Action::Lead { way, .. }
                if known[&words(&choice)] > 1 =>
            {
                exactly(choice, way.end().at)
            }
            Action::Deploy { stop, .. } if known[&words(&choice)] > 1 => exactly(choice, stop.at),
            Action::Do { act: Act::Dismount(at), .. } if known[&words(&choice)] > 1 => {
                exactly(choice, *at)
            }
            _ => choice,
        });
        told.collect()
    }

    /// A choice that finishes, with what it gives up for good: it is asked again. SV-FIR-02, SV-MOV-19
    fn with_loss(
        &self,
        view: &View,
        choices: &[Action],
        action: &Action,
        choice: Choice,
    ) -> Choice {
        let lost = match action {
            Action::End if view.step == "firing" => self.shots_lost(view, choices),
            Action::Done(figure) => {
                let outside = view.figures.get(self.figure_id(*figure));
                let outside = outside.is_some_and(|it| it.standing == "waiting" && it.goes[0]);
                outside.then(|| "it stays off the table this turn and can come in the next.".into())
            }
            _ => None,
        };
        match lost {
            Some(description) => Choice { description, final_: true, ..choice },
            None => choice,
        }
    }

    /// Whose shots are given up if nobody shoots any more; none if nobody could.
    fn shots_lost(&self, view: &View, choices: &[Action]) -> Option<String> {
        let shooters = choices.iter().filter_map(|action| match action {
            Action::Shoot { figure, .. } => Some(*figure),
            _ => None,
        });
        let shooters: BTreeSet<FigureId> = shooters.collect();
        let names: Vec<String> = shooters.iter().map(|it| self.name_in(view, *it)).collect();
        let verb = if names.len() == 1 { "gives" } else { "give" };
        (!names.is_empty()).then(|| format!("{} {verb} up the shot of this turn.", listed(&names)))
    }

    /// What takes any point of the table: paths and fronts of the active figure, and where those who
    /// are not placed yet start.
    fn free(&self, view: &View, choices: &[Action]) -> Vec<Free> {
        let mut free = Vec::new();
        let shown = |id: &&String| view.figures.get(*id).is_some_and(FigureView::has_piece);
        let mut offer = |label: String, notation: String, moves: Option<&String>, way: bool| {
            // Whoever goes somewhere may look anywhere in the end. SV-MOV-17
            let facing = moves.map(|_| format!(" face {AT}")).unwrap_or_default();
            let figure = moves.and_then(|id| view.figures.get(id));
            let moves = moves.filter(shown).cloned();
            let words = match (notation.split(' ').next(), figure) {
                // SV-MOV-03, SV-MOV-04
                (Some("run"), _) => format!("takes all actions{}", self.no_run_told(view)),
                (Some("walk"), Some(figure)) => reaches_told(figure, 0),
                (Some("breakoff"), Some(figure)) => reaches_told(figure, 1),
                _ => String::new(),
            };
            free.push(Free { label, notation, moves, way, words, facing });
        };
        match (&view.active, view.step.as_str()) {
            (Some(id), "movement") => {
                // The list never limits what is legal. SV-CAN-02
                let goes = view.figures.get(id).map_or([false; 2], |figure| figure.goes);
                for (goes, word) in goes.into_iter().zip(["Walk", "Run"]) {
                    if goes {
                        let verb = word.to_lowercase();
                        offer(word.into(), format!("{verb} {id} {AT}"), Some(id), true);
                    }
                }
                if choices.iter().any(|action| matches!(action, Action::BreakOff { .. })) {
                    offer("Break off".into(), format!("breakoff {id} {AT}"), Some(id), true);
                }
                offer("Turn and be done, looking".into(), format!("face {id} {AT}"), None, false);
            }
            (_, "deploy") => {
                let mut placed: Vec<FigureId> = Vec::new();
                for action in choices {
                    if let Action::Deploy { figure, .. } = action
                        && !placed.contains(figure)
                    {
                        placed.push(*figure);
                        let id = self.figure_id(*figure).to_string();
                        let words = (format!("Place {id}"), format!("deploy {id} {AT}"));
                        offer(words.0, words.1, Some(&id), false);
                    }
                }
            }
            _ => {}
        }
        free
    }

    /// The secret bid as a slip, with the sum that it must have. SV-IP-09
    fn slips(&self, view: &View) -> Vec<Slip> {
        let pool = view.viewer.and_then(|side| {
            let side = view.sides.get(&self.scenario.sides[side.index()].id)?;
            Some(i32::from(side.pool))
        });
        let Some(pool) = pool.filter(|_| view.step == "bid") else {
            return Vec::new();
        };
        let blank = |(label, first): (&str, i32)| Blank {
            label: label.into(),
            before: " ".into(),
            entry: BlankKind::Number { least: 0, most: pool, first },
        };
        let phases = ["Movement", "Firing", "Hand-to-hand", "Any other events"];
        vec![Slip {
            title: "Your secret bid".into(),
            start: "bid".into(),
            blanks: phases.into_iter().zip(evenly(pool)).map(blank).collect(),
            sum: Some(pool),
        }]
    }

    fn choice(&self, view: &View, action: &Action) -> Choice {
        let notation = notation(self, action);
        let choice = match action {
            Action::Move { .. } | Action::BreakOff { .. } | Action::Lead { .. } => {
                self.path_choice(view, action)
            }
            Action::Shoot { figure, target, aimed } => {
                self.shot_choice(view, *figure, *target, *aimed)
            }
            Action::Do { figure, act } => Choice {
                final_: matches!(
                    act,
                    Act::Force(_)
                        | Act::Search(_)
                        | Act::Persuade(_)
                        | Act::Aid(_)
                        | Act::Machine(_)
                ),
                label: format!("{}: {}", self.name_in(view, *figure), self.act_words(act)),
                description: self.act_told(view, *figure, act),
                target: self.figure_target(view, *figure),
                ..Choice::default()
            },
            _ => self.plain_choice(view, action),
        };
        let label = if choice.label.is_empty() { notation.clone() } else { choice.label };
        let description = match choice.description.as_str() {
            "" => String::new(),
            words => format!("{}.", words.trim_end_matches('.')),
        };
        let final_ = choice.final_ || self.options.fog && may_show(action);
        let changes = self.changes(view, action).into_iter().collect();
        let ends = matches!(
            action,
            Action::End | Action::Ready | Action::Done(_) | Action::Stop | Action::PlayOn
        );
        let (group, grave) = (self.group(view, action), *action == Action::Concede);
        Choice { notation, label, description, final_, changes, group, ends, grave, ..choice }
    }

    /// Under what a choice stands: the figure that acts and how, or what is decided.
    fn group(&self, view: &View, action: &Action) -> String {
        let of = |figure: &FigureId, what: &str| format!("{}: {what}", self.name_in(view, *figure));
        match action {
            Action::Move { figure, gait: Gait::Walk, charge: 0, .. } => of(figure, "walk"),
            Action::Move { figure, gait: Gait::Run, charge: 0, .. } => of(figure, "run"),
            Action::BreakOff { figure, .. } => of(figure, "break off"),
            Action::Move { figure, .. } => of(figure, "charge"),
            Action::Lead { figure, .. } => of(figure, "lead a horse"),
            Action::Exit(figure) => of(figure, "leave"),
            Action::Face { figure, .. } => of(figure, "look"),
            Action::Do { figure, .. } => of(figure, "act"),
            Action::Fire { figure, aimed: true, .. }
            | Action::Shoot { figure, aimed: true, .. }
                if !self.aim_helps(view, *figure) =>
            {
                of(figure, "shoot aimed, which adds nothing")
            }
            Action::Hold(figure) | Action::Fire { figure, .. } | Action::Shoot { figure, .. } => {
                of(figure, "shoot")
            }
            Action::Improvise { figure, .. } => of(figure, "fight"),
            Action::Say { figure, effect: Effect::Encourage(friend), .. }
                if !self.heartens(view, *friend) =>
            {
                of(figure, "encourage, which adds nothing now")
            }
            Action::Say { figure, .. } => of(figure, "speak"),
            Action::Deploy { figure, .. } => of(figure, "start"),
            Action::Enter { figure, .. } => {
                let zone = view.viewer.and_then(|side| self.scenario.sides[side.index()].zone);
                of(figure, if zone.is_some() { "come later" } else { "enter" })
            }
            Action::Take(_) => "Who acts".into(),
            Action::GiveLamp(_) => "Who gets the lamp".into(),
            Action::Hurt { .. } => "Who is hurt".into(),
            Action::Bid(_) => "Bids".into(),
            Action::Order(_) => "Order of the sides".into(),
            Action::Fight(_) => "Fights".into(),
            Action::Capture(_) => "Prisoners".into(),
            Action::Stand { .. } => "Standing answers".into(),
            Action::Rule(Ruling::Test { figure, .. }) => of(figure, "test"),
            Action::Rule(_) => "Smoke".into(),
            Action::Done(_)
            | Action::End
            | Action::Ready
            | Action::Stop
            | Action::PlayOn
            | Action::Concede => String::new(),
        }
    }

    /// The actions that a choice surely takes from its figure. SV-ACT-08, SV-ACT-14
    fn changes(&self, view: &View, action: &Action) -> Option<Change> {
        let (figure, spent) = match action {
            Action::Do { act: Act::Drop(_), .. } => return None,
            Action::Do { figure, .. } => (*figure, 1),
            Action::Shoot { figure, aimed, .. } => (*figure, 1 + u8::from(*aimed)),
            Action::Move { figure, gait: Gait::Walk, way, charge: 0, .. } => {
                (*figure, self.spent_on(view, *figure, way, false)?.0)
            }
            _ => return None,
        };
        let id = self.figure_id(figure);
        let side = view.figures.get(id)?.side.as_ref()?;
        let count = format!("{id} {ACTIONS}");
        (spent > 0).then(|| Change::new(sheet_id(side), count, -i32::from(spent)))
    }

    /// What a figure is called, as far as the viewer knows.
    pub(super) fn name_in(&self, view: &View, figure: FigureId) -> String {
        let id = self.figure_id(figure);
        self.name_of(view, Some(id))
    }

    /// The piece of a figure, if it lies on the table.
    fn figure_target(&self, view: &View, figure: FigureId) -> Option<Target> {
        let id = self.figure_id(figure);
        let shown = view.figures.get(id).is_some_and(FigureView::has_piece);
        shown.then(|| Target::Piece(id.to_string()))
    }

    fn point_target(&self, stop: Stop) -> Option<Target> {
        Some(Target::Point(self.spot_on(stop.at, stop.level)))
    }

    /// A path; one that needs no words is a point to click at.
    fn path_choice(&self, view: &View, action: &Action) -> Choice {
        match action {
            Action::Move { figure, gait, way, charge, face } => {
                let end = way.end();
                let targets = members(*charge).map(|foe| self.name_in(view, foe));
                let targets = targets.collect::<Vec<_>>().join(" and ");
                let verb = match (charge, gait) {
                    (0, Gait::Walk) => "walk".to_string(),
                    (0, Gait::Run) => "run".to_string(),
                    (_, Gait::Walk) => format!("charge {targets}, walking"),
                    (_, Gait::Run) => format!("charge {targets}, running"),
                };
                let looks = face.map(|face| self.look_told(view, *figure, end.at, face));
                let looks = looks.map(|words| format!(", {words}")).unwrap_or_default();
                let spent = self.spent_on(view, *figure, way, false);
                let (far, near) = self.way_parts(view, *figure, way);
                Choice {
                    // One wants to know how far, and of a charge against whom; where it ends stands behind the rest.
                    label: format!("{verb} {far}").trim_end().to_string(),
                    target: match members(*charge).next() {
                        Some(foe) => self.figure_target(view, foe),
                        None => self.point_target(end),
                    },
                    // What a charge costs stands in its words: on the foe it would cover what one decides by.
                    tag: match gait {
                        _ if *charge != 0 => String::new(),
                        Gait::Run => "run".into(),
                        Gait::Walk => spent.map_or(0, |(spent, all)| all - spent).to_string(),
                    },
                    description: match (charge, gait) {
                        (0, Gait::Run) => {
                            format!("{near}{looks}; takes all actions{}", self.no_run_told(view))
                        }
                        (0, Gait::Walk) => match takes(spent) {
                            words if words.is_empty() => format!("{near}{looks}"),
                            words => format!("{near}{looks}; {words}"),
                        },
                        _ => {
                            let (figure, gait, targets) = (*figure, *gait, *charge);
                            let told =
                                self.charge_told(view, &Onset { figure, gait, way, targets });
                            let end = near.trim_start_matches("to ");
                            format!("{} It ends {end}{looks}", told)
                        }
                    },
                    final_: *charge != 0,
                    ..Choice::default()
                }
            }
            Action::Lead { figure, horse, way } => {
                let id = self.horse_id(*horse);
                let from = view.horses.get(&id).map(|horse| horse.place);
                let far = from.and_then(|from| {
                    let side = Facing::towards(from, way.end().at)?;
                    Some(format!("{} {}, ", inches_told(from.leg(way.end().at)), looking(side)))
                });
                let far = far.unwrap_or_default();
                // SV-HRS-09
                let walks = view.figures.get(self.figure_id(*figure)).is_some_and(|it| it.goes[0]);
                let description = match walks {
                    true => {
                        "its leader walks no more this turn: to come further, walk first and lead then"
                    }
                    false => "",
                };
                let to = self.point_told(view, way.end(), *figure);
                Choice {
                    label: format!("lead {id} {far}to {to}"),
                    description: description.into(),
                    target: self.point_target(way.end()),
                    ..Choice::default()
                }
            }
            Action::BreakOff { figure, way, .. } => Choice {
                label: format!("break off {}", self.way_told(view, *figure, way)),
                description: takes(self.spent_on(view, *figure, way, true)),
                target: self.point_target(way.end()),
                ..Choice::default()
            },
            _ => Choice::default(),
        }
    }

    /// A shot, with its chance.
    fn shot_choice(&self, view: &View, figure: FigureId, target: Shot, aimed: bool) -> Choice {
        let (what, target, description) = match target {
            Shot::Figure(other) => {
                let shooter = view.figures.get(self.figure_id(figure));
                let cover = shooter.and_then(|it| it.sees.get(self.figure_id(other)));
                let odds = cover.map(|cover| self.odds(view, figure, aimed, *cover));
                let target = self.figure_target(view, other);
                let mut odds = odds.unwrap_or_default() + self.draw_told(view, other);
                if self.is_stray(view, other) {
                    odds = format!("{odds}; {}", self.stray_told(view));
                }
                (self.name_in(view, other), target, odds)
            }
            Shot::Horse(horse) => {
                let what = format!("horse {}", self.horse_id(horse));
                let told = self.horse_shot_told(view, figure, horse, aimed);
                (what, self.horse_target(view, horse), told)
            }
            Shot::Line(line) => {
                let line = &self.table.lines[usize::from(line)];
                let stop = Stop { at: line.middle(), level: line.level };
                (self.line_told(line), self.point_target(stop), String::new())
            }
        };
        let aim = if aimed { ", aimed" } else { "" };
        Choice {
            label: format!("{} shoots at {what}{aim}", self.name_in(view, figure)),
            description,
            target,
            final_: true,
            ..Choice::default()
        }
    }

    /// A choice that is told by its words and the figure that it is about.
    fn plain_choice(&self, view: &View, action: &Action) -> Choice {
        let name = |figure: &FigureId| self.name_in(view, *figure);
        let (label, about) = match action {
            Action::Deploy { figure, stop, .. } => {
                let near = self.point_told(view, *stop, *figure);
                let label = format!("{} starts {near}", name(figure));
                let target = self.point_target(*stop);
                return Choice { label, target, ..Choice::default() };
            }
            Action::Enter { figure, zone } => {
                let edge = self.entry_told(*zone);
                (format!("{} enters {edge}", name(figure)), None)
            }
            Action::GiveLamp(figure) => (format!("{} gets the lamp", name(figure)), Some(figure)),
            Action::Take(figure) => (name(figure), Some(figure)),
            Action::Face { figure, face } => (format!("look {}", looking(*face)), Some(figure)),
            Action::Hold(figure) => (format!("{} holds fire", name(figure)), Some(figure)),
            Action::Fire { figure, aimed, horse } => {
                let fires = if *aimed { "aims and fires" } else { "fires" };
                let at = if *horse { " at the horse" } else { "" };
                (format!("{} {fires}{at}", name(figure)), Some(figure))
            }
            Action::Hurt { figure, horse } => {
                let horse = if *horse { "'s horse" } else { "" };
                (format!("{}{horse} takes a point", name(figure)), Some(figure))
            }
            Action::Exit(figure) => (format!("{} leaves the table", name(figure)), Some(figure)),
            Action::Done(figure) => (format!("{} is done", name(figure)), Some(figure)),
            Action::Improvise { figure, yes } => {
                let does = if *yes { "improvises" } else { "fights with bare hands" };
                (format!("{} {does}", name(figure)), Some(figure))
            }
            Action::Say { figure, effect: Effect::Encourage(friend), .. } => {
                (format!("{} encourages {}", name(figure), name(friend)), Some(figure))
            }
            _ => (self.words_for(view, action), None),
        };
        Choice {
            label,
            description: self.outcome_of(view, action),
            target: about.and_then(|figure| self.figure_target(view, *figure)),
            final_: matches!(
                action,
                Action::Fire { .. }
                    | Action::Fight(_)
                    | Action::Bid(_)
                    | Action::Ready
                    | Action::Stop
                    | Action::Order(_)
                    | Action::Rule(_)
            ),
            ..Choice::default()
        }
    }

    /// The words of a choice that is about no single figure; none if its notation must do.
    fn words_for(&self, view: &View, action: &Action) -> String {
        match action {
            Action::Ready => match (self.unplaced(view).len(), self.rest_enters(view)) {
                (0, _) => "Ready".into(),
                (_, true) => "Ready: let the scenario choose the rest".into(),
                (count, false) if count == self.own_count(view) => {
                    format!("Place all {count} for me")
                }
                (1, false) => "Place the last one for me".into(),
                (count, false) => format!("Place the other {count} for me"),
            },
            Action::Bid([mv, fi, hh, ot]) => {
                format!("movement {mv}, firing {fi}, hand-to-hand {hh}, other {ot}")
            }
            Action::Order(order) => {
                let names =
                    order.sides().map(|side| self.scenario.sides[side.index()].name.as_str());
                names.collect::<Vec<_>>().join(", then ")
            }
            Action::Fight(set) => {
                let own = |figure: &FigureId| {
                    let side = view.figures.get(self.figure_id(*figure));
                    side.is_some_and(|figure| figure.side == view.acting)
                };
                let named = |ours: bool| {
                    let some = members(*set).filter(|figure| own(figure) == ours);
                    some.map(|figure| self.name_in(view, figure)).collect::<Vec<_>>().join(", ")
                };
                format!("{} against {}", named(true), named(false))
            }
            Action::Capture(true) => "Take prisoners".into(),
            Action::Capture(false) => "No prisoners".into(),
            Action::End => match view.step.as_str() {
                "movement" => "The rest stay where they are".into(),
                "firing" => "No more shots".into(),
                "hand-to-hand" => "No more fights".into(),
                _ => "Nothing more".into(),
            },
            Action::Stop => "Stop here".into(),
            Action::PlayOn => "Play on".into(),
            Action::Concede => "Give up".into(),
            _ => String::new(),
        }
    }

    /// Whether the viewer's side has no zone to start in, so that the rest comes in later. SV-SET-06
    fn rest_enters(&self, view: &View) -> bool {
        view.viewer.is_some_and(|side| self.scenario.sides[side.index()].zone.is_none())
    }

    /// How many figures the viewer's side has.
    fn own_count(&self, view: &View) -> usize {
        view.viewer.map_or(0, |side| self.scenario.sides[side.index()].people().count())
    }

    /// What a choice leads to, where its words do not say it.
    fn outcome_of(&self, view: &View, action: &Action) -> String {
        match action {
            Action::Improvise { figure, yes: true } => {
                let figure = view.figures.get(self.figure_id(*figure));
                let wits = figure.and_then(|figure| figure.intelligence).unwrap_or_default();
                format!("passes on {wits} or less, and then loses no 2 for being unarmed")
            }
            Action::Improvise { yes: false, .. } => "2 less for being unarmed".into(),
            Action::Hurt { figure, horse } => self.wound_told(view, *figure, *horse),
            Action::Hold(figure) => self.holding_told(view, *figure),
            Action::Enter { figure, .. } => self.entering_told(*figure),
            Action::Ready => match (self.unplaced(view).len(), self.rest_enters(view)) {
                (0, _) => String::new(),
                (_, true) => "your set-up is over".into(),
                (1, false) => "stands as the scenario has it, and your set-up is over".into(),
                (_, false) => "they stand as the scenario has it, and your set-up is over".into(),
            },
            Action::Stop => "the game ends with the points as they stand".into(),
            Action::Fire { figure, aimed, .. } => self.answer_told(view, *figure, *aimed),
            Action::Fight(set) => {
                let group = members(*set).map(|figure| self.figure_id(figure)).collect();
                self.totals_told(view, &group).unwrap_or_default()
            }
            Action::Capture(true) => {
                "if you win, losers still in contact must pass 4+ or are taken".into()
            }
            Action::Say { effect: Effect::Encourage(friend), .. } => {
                let plucky = view.figures.get(self.figure_id(*friend));
                let plucky = plucky.is_some_and(|it| it.skills.contains(&Skill::Plucky.word()));
                match (self.heartens(view, *friend), plucky) {
                    (true, _) => "adds 1 to its test to get stuck in next turn".into(),
                    (false, true) => "the 1 of PLUCKY counts already".into(),
                    (false, false) => "this is the last turn".into(),
                }
            }
            Action::Take(figure) => {
                let told = view.figures.get(self.figure_id(*figure)).map(in_short);
                let ends = view.active.as_ref().filter(|active| *active != self.figure_id(*figure));
                let ends = ends.map(|active| format!("ends the move of {active}"));
                told.into_iter().chain(ends).collect::<Vec<_>>().join("; ")
            }
            Action::Done(figure) => match view.figures.get(self.figure_id(*figure)) {
                Some(figure) if figure.actions_left > 0 => {
                    format!("{} left", counted(figure.actions_left, "action", "actions"))
                }
                _ => String::new(),
            },
            Action::Concede => "you lose, whatever the points".into(),
            _ => String::new(),
        }
    }

    /// What an action of the table costs, and on which number it succeeds. SV-ACT-14, SV-ACT-15
    fn act_told(&self, view: &View, figure: FigureId, act: &Act) -> String {
        let (skill, target) = match act {
            Act::Drop(_) => return "free".into(),
            Act::Force(line) => {
                let id = self.table.lines[usize::from(*line)].id.replace('.', "-");
                let barred = view.doors.get(&id) == Some(&DoorState::Barred);
                (Skill::Lockpick, if barred { 5 } else { 4 })
            }
            Act::Search(_) => (Skill::Scrounger, 4),
            Act::Persuade(_) => (Skill::Talker, 4),
            Act::Aid(_) => (Skill::Medic, 4),
            Act::Machine(machine) => {
                let machine = &self.scenario.machines[usize::from(*machine)];
                (Skill::Mechanic, i32::from(machine.target))
            }
            _ => return "1 action".into(),
        };
        let does = view.figures.get(self.figure_id(figure)).is_some_and(|figure| {
            figure.class == Some(Class::Hero) || figure.skills.contains(&skill.word())
        });
        format!("1 action, succeeds on {}+", target - i32::from(does))
    }

    /// An action of the table in words.
    fn act_words(&self, act: &Act) -> String {
        let door = |word: &str, line: &u16| {
            format!("{word} the {}", self.line_told(&self.table.lines[usize::from(*line)]))
        };
        match act {
            Act::Open(line) => door("open", line),
            Act::Close(line) => door("close", line),
            Act::Lock(line) => door("lock", line),
            Act::Unlock(line) => door("unlock", line),
            Act::Bar(line) => door("bar", line),
            Act::Unbar(line) => door("unbar", line),
            Act::Force(line) => door("force", line),
            Act::Dismount(at) => format!("dismount {}", self.place_told(*at, 0)),
            act => self.act_line(act),
        }
    }

    /// The piece of a horse: that of its rider, if it is ridden.
    fn horse_target(&self, view: &View, horse: HorseId) -> Option<Target> {
        let id = self.horse_id(horse);
        let rider = view.horses.get(&id)?.rider.clone();
        Some(Target::Piece(rider.unwrap_or_else(|| format!("horse-{id}"))))
    }

    /// Whether an encouragement can still help somebody. SV-COM-08, SV-CIV-09
    fn heartens(&self, view: &View, friend: FigureId) -> bool {
        let friend = view.figures.get(self.figure_id(friend));
        let plucky = friend.is_some_and(|it| it.skills.contains(&Skill::Plucky.word()));
        !plucky && view.turn < view.turns
    }

    /// What a run keeps one from in the next turn, if there is one. SV-MOV-04
    fn no_run_told(&self, view: &View) -> &'static str {
        if view.turn < view.turns { ", no run next turn" } else { "" }
    }

    /// What it means to hold fire: who is charged does not fire in contact, and so loses the shot of the turn.
    /// SV-PRE-10, SV-PRE-11, SV-PRE-14, SV-FIR-16
    fn holding_told(&self, view: &View, figure: FigureId) -> String {
        let id = self.figure_id(figure);
        let Some(charge) = view.charge.as_ref().filter(|it| it.targets.iter().any(|it| it == id))
        else {
            return "keeps its shot and its actions for the Firing phase".into();
        };
        let others = match charge.may_fire.iter().any(|firer| firer != id) {
            true => "unless another brings the charger down, ",
            false => "",
        };
        let gun = view.figures.get(id).and_then(|figure| figure.gun);
        let loaded = match gun.is_some_and(|gun| gun.reloads) {
            true => "; the gun stays loaded",
            false => "",
        };
        format!("{others}gives up the shot of this turn: in contact it cannot fire{loaded}")
    }

    /// Whether aiming adds anything to a figure's shot. SV-HIT-02, SV-HIT-03, SV-HIT-04
    pub(super) fn aim_helps(&self, view: &View, figure: FigureId) -> bool {
        let shooter = view.figures.get(self.figure_id(figure));
        self.options.aim_stack || !shooter.is_some_and(is_marksman)
    }

    /// Chance and cost of a shot at a charger. SV-PRE-03, SV-PRE-10
    fn answer_told(&self, view: &View, figure: FigureId, aimed: bool) -> String {
        let id = self.figure_id(figure);
        let cover = view.charge.as_ref().and_then(|charge| charge.covers.get(id));
        let odds = cover.map(|cover| self.odds(view, figure, aimed, *cover)).unwrap_or_default();
        let left = view.figures.get(id).map_or(0, |figure| figure.actions_left);
        format!("{odds}; {}", takes(Some((1 + u8::from(aimed), left))))
    }

    /// Chance of a shot at a horse, and whether one needs it oneself. SV-HRS-12, SV-SCN-11
    fn horse_shot_told(
        &self,
        view: &View,
        figure: FigureId,
        horse: HorseId,
        aimed: bool,
    ) -> String {
        let id = self.horse_id(horse);
        let rider = view.horses.get(&id).and_then(|horse| horse.rider.as_ref());
        let cover = view.figures.get(self.figure_id(figure)).and_then(|shooter| match rider {
            Some(rider) => shooter.sees.get(rider),
            None => shooter.sees_horses.get(&id),
        });
        let odds = cover.map(|cover| self.odds(view, figure, aimed, *cover)).unwrap_or_default();
        match self.brings_off(view, &id) {
            Some(points) => {
                let points = counted(points, "point", "points");
                let wants = match view.horses.get(&id).is_some_and(|horse| horse.pack) {
                    true => "your own: you are to bring it off, for",
                    false => "brought to safety it is worth to you",
                };
                format!("{odds}; {wants} {points}")
            }
            None => odds,
        }
    }

    /// The points that a horse brings the viewer's side if it comes off the table or to safety.
    fn brings_off(&self, view: &View, horse: &str) -> Option<i32> {
        let (side, horse) = (view.viewer?, view.horses.get(horse)?);
        let wanted = |worth: Worth| match worth {
            Worth::PackHorseExited => horse.pack,
            Worth::HorseSecured => !horse.pack,
            _ => false,
        };
        let mut scores = self.scenario.scores.iter().filter(|score| score.is_for(side));
        let found = scores.find(|score| wanted(score.worth) && score.points > 0);
        found.filter(|_| horse.rider.is_none()).map(|score| score.points)
    }

    /// Whether a choice harms what its side needs itself, or gives something up for nothing.
    fn is_unwanted(&self, view: &View, action: &Action) -> bool {
        let own = |horse: HorseId| self.brings_off(view, &self.horse_id(horse)).is_some();
        match action {
            Action::Hold(_) | Action::Stop => true,
            Action::Shoot { target: Shot::Horse(horse), .. } if own(*horse) => true,
            Action::Fire { figure, aimed: true, .. }
            | Action::Shoot { figure, aimed: true, .. } => !self.aim_helps(view, *figure),
            _ => false,
        }
    }

    /// The chance of a shot and the mean loss, in words.
    pub(super) fn odds(&self, view: &View, figure: FigureId, aimed: bool, cover: Cover) -> String {
        let Some(shooter) = view.figures.get(self.figure_id(figure)) else {
            return cover.word().to_string();
        };
        let skilled = is_marksman(shooter);
        let bonus = if self.options.aim_stack {
            i32::from(skilled) + i32::from(aimed)
        } else {
            i32::from(skilled || aimed)
        } - i32::from(shooter.limbs.head);
        let need = (4 - bonus + Survivors::hit_penalty(cover)).max(1);
        let mean =
            shooter.gun.map_or(0, |gun| mean_loss(gun.strength - self.damage_penalty(cover)));
        let hundredths = mean * (7 - need).max(0) * 100 / (36 * 6);
        let cover = if cover == Cover::Open { "no cover" } else { cover.word() };
        if need > 6 {
            return format!("{cover}, cannot hit");
        }
        format!(
            "{cover}, hits on {need}+ ({} in 6), loses {}.{:02} Strength on average",
            7 - need,
            hundredths / 100,
            hundredths % 100
        )
    }

    /// What is said of a shot at somebody who fights. SV-FIR-17
    fn draw_told(&self, view: &View, target: FigureId) -> &'static str {
        let target = view.figures.get(self.figure_id(target));
        match target.is_some_and(|target| !target.touches.is_empty()) {
            true => "; who is shot at is drawn among all in the fight",
            false => "",
        }
    }
}

/// Whether a figure shoots as a Hero does. SV-HIT-02, SV-HIT-04
fn is_marksman(shooter: &FigureView) -> bool {
    shooter.class == Some(Class::Hero) || shooter.skills.contains(&Skill::Marksman.word())
}

/// Who somebody is: rank, Strength, and what is in hand or carried.
fn in_short(figure: &FigureView) -> String {
    let mut words = Vec::new();
    words.extend((figure.class != Some(Class::Ordinary)).then(|| class_told(figure)));
    if let (Some(strength), Some(full)) = (figure.strength, figure.full) {
        words.push(format!("Strength {strength} of {full}"));
    }
    if let Some(hand) = figure.hand {
        let empty = figure.gun.is_some_and(|gun| gun.reloads) && !figure.loaded;
        let item = Item::read(hand).map_or(hand, in_full);
        words.push(format!("{item} in hand{}", if empty { ", empty" } else { "" }));
    }
    words.extend(figure.carrying.as_ref().map(|token| format!("carries crate {token}")));
    words.join(", ")
}

/// A choice that ends at one of several points of the same words, with its very point.
fn exactly(choice: Choice, at: Point) -> Choice {
    Choice { label: format!("{}, exactly {}", choice.label, point(at)), ..choice }
}

/// Names in a sentence: A, B and C.
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        names => names.concat(),
    }
}

/// What a way takes: so many actions of those that are left.
pub(super) fn takes(spent: Option<(u8, u8)>) -> String {
    match spent {
        None => String::new(),
        Some((0, _)) => "takes no action".into(),
        Some((spent, all)) => format!("takes {spent} of {}", counted(all, "action", "actions")),
    }
}

/// How far a figure comes for how many of its actions, `broken` of which are spent before it goes. SV-ACT-08
fn reaches_told(figure: &FigureView, broken: u8) -> String {
    let most = figure.actions_left.saturating_sub(broken);
    let kept = (0..=most).rev().map(|kept| {
        let far = inches(budget(figure.used + broken + kept, 0, figure.stride));
        match kept {
            0 => format!("{far}\" none"),
            _ if kept == most => format!("{far}\" keep {}", counted(kept, "action", "actions")),
            _ => format!("{far}\" keep {kept}"),
        }
    });
    let kept = match most {
        0 => format!("up to {}\"", inches(budget(figure.used + broken, 0, figure.stride))),
        _ => kept.collect::<Vec<_>>().join(", "),
    };
    format!("{kept}; an obstacle takes 2\" more")
}

/// The points of a bid shared out evenly, the first phases first. SV-IP-10
pub(super) fn evenly(pool: i32) -> [i32; 4] {
    [0, 1, 2, 3].map(|place| pool / 4 + i32::from(place < pool % 4))
}

/// Whether somebody unseen may come into sight by this. SV-FOG-01, SV-FOG-05
fn may_show(action: &Action) -> bool {
    matches!(
        action,
        Action::Move { .. }
            | Action::BreakOff { .. }
            | Action::Lead { .. }
            | Action::Enter { .. }
            | Action::Exit(_)
            | Action::Face { .. }
            | Action::Done(_)
            | Action::Do { .. }
            | Action::Hold(_)
            | Action::Say { .. }
            | Action::End
    )
}

/// The mean of this strength and a D5 less a D5, never below nothing, in 36ths of a point. SV-DMG-01,
/// SV-DMG-04
fn mean_loss(strength: i32) -> i32 {
    let pairs = D5.iter().flat_map(|plus| D5.iter().map(move |minus| (*plus, *minus)));
    pairs.map(|(plus, minus)| (strength + plus.fit::<i32>() - minus.fit::<i32>()).max(0)).sum()
}

#[cfg(test)]
mod tests {
    use super::mean_loss;

    /// Pistol and shotgun, then behind soft and hard cover; rifle and stone.
    #[test]
    fn every_gun_has_its_mean() {
        assert_eq!([2, 1, 0, 3].map(mean_loss), [73, 42, 19, 108]);
    }
}
