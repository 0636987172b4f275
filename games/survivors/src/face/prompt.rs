//! What a player is asked, and each answer tied to the thing that one would click.

use crate::Survivors;
use crate::action::{Act, Action, Gait, Target as Shot, Way};
use crate::edition::components::Class;
use crate::geometry::point::{INCH, Point};
use crate::geometry::sight::Cover;
use crate::knowledge::view::{FigureView, View};
use crate::position::{FigureId, HorseId, members};
use crate::rules::actions::budget;
use crate::speech::notation::{looking, point};
use stage::{AT, Blank, BlankKind, Choice, Free, Prompt, Slip, Target};
use table::Fit;

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
        let (question, hint) = self.question(view);
        let (free, slips) = (self.free(view, choices), self.slips(view));
        Some(Prompt {
            seat,
            question,
            hint,
            choices: choices.iter().map(|action| self.choice(view, action)).collect(),
            free,
            slips,
            ..Prompt::default()
        })
    }

    /// What takes any point of the table: paths and fronts of the active figure, and where those who
    /// are not placed yet start.
    fn free(&self, view: &View, choices: &[Action]) -> Vec<Free> {
        let mut free = Vec::new();
        let shown = |id: &&String| view.figures.get(*id).is_some_and(FigureView::has_piece);
        let mut offer = |label: String, notation: String, moves: Option<&String>| {
            free.push(Free { label, notation, moves: moves.filter(shown).cloned() });
        };
        match (&view.active, view.step.as_str()) {
            (Some(id), "movement") => {
                let level = view.figures.get(id).map_or(0, |figure| figure.level);
                let moved = |gait: Gait| {
                    let same = |action: &&Action| matches!(action, Action::Move { gait: g, .. } if *g == gait);
                    choices.iter().any(|action| same(&action))
                };
                for (gait, word, verb) in [(Gait::Walk, "Walk", "walk"), (Gait::Run, "Run", "run")]
                {
                    if moved(gait) {
                        offer(word.into(), format!("{verb} {id} {AT}"), Some(id));
                    }
                    if moved(gait) && level > 0 {
                        let words = format!("{word} on this floor");
                        offer(words, format!("{verb} {id} {AT},{level}"), Some(id));
                    }
                }
                if choices.iter().any(|action| matches!(action, Action::BreakOff { .. })) {
                    offer("Break off".into(), format!("breakoff {id} {AT}"), Some(id));
                }
                offer("Turn and be done, looking".into(), format!("face {id} {AT}"), None);
            }
            (_, "deploy") => {
                let mut placed: Vec<FigureId> = Vec::new();
                for action in choices {
                    if let Action::Deploy { figure, .. } = action
                        && !placed.contains(figure)
                    {
                        placed.push(*figure);
                        let id = self.figure_id(*figure).to_string();
                        offer(format!("Place {id}"), format!("deploy {id} {AT}"), Some(&id));
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
        let blank = |(place, label): (usize, &str)| Blank {
            label: label.into(),
            before: " ".into(),
            entry: BlankKind::Number {
                least: 0,
                most: pool,
                first: pool / 4 + i32::from(place.fit::<i32>() < pool % 4),
            },
        };
        let phases = ["Movement", "Firing", "Hand-to-hand", "Any other events"];
        vec![Slip {
            title: "Your secret bid".into(),
            start: "bid".into(),
            blanks: phases.into_iter().enumerate().map(blank).collect(),
            sum: Some(pool),
        }]
    }

    fn question(&self, view: &View) -> (String, String) {
        let who = |id: &Option<String>| {
            id.as_ref()
                .and_then(|id| view.figures.get(id))
                .map_or("it".to_string(), |figure| figure.name.clone())
        };
        let (question, hint) = match view.step.as_str() {
            "deploy" => (
                "Where do your figures start?".to_string(),
                "Click any point of your zone, or write: deploy A1 10,2 face N. To be ready places the rest.",
            ),
            "bid" => (
                "How do you share out your initiative points?".to_string(),
                "Move last, shoot first: most points usually go to the phase that will decide this turn.",
            ),
            "order" => (
                format!(
                    "Who goes first in {}?",
                    view.phase.map_or("this phase", |phase| phase.name())
                ),
                "",
            ),
            "redirect" => (
                format!("{} has come upon somebody. Charge him?", who(&view.active)),
                "It counts as one charge from where it began; to be done is to halt before him.",
            ),
            "movement" if view.active.is_some() => (
                format!("What does {} do?", who(&view.active)),
                "Click any point, or drag the figure there. The number at a point says how many actions are left there. To charge, write: charge A1 at B2 run 11.01,10",
            ),
            "movement" => {
                ("Which figure moves?".to_string(), "Each moves once; who is not moved stays.")
            }
            "firing" => (
                "Who shoots at whom?".to_string(),
                "An aimed shot takes two actions; a gun must be reloaded afterwards.",
            ),
            "hand-to-hand" => {
                ("Who fights whom?".to_string(), "Five at most; the winner bleeds too.")
            }
            "other" => (
                "What else is done?".to_string(),
                "Reload, search, force doors, talk: `say A1 shout \"Behind you\"`.",
            ),
            "pre-contact" => ("You are being charged. Do you fire first?".to_string(), ""),
            "state" => ("Do you want prisoners?".to_string(), ""),
            "allocate" => ("Who takes the next wound?".to_string(), ""),
            "umpire" => ("What does the umpire rule?".to_string(), ""),
            "stop" => ("Nobody else is left. Play on, or stop?".to_string(), ""),
            _ => ("What now?".to_string(), ""),
        };
        (question, hint.to_string())
    }

    fn choice(&self, view: &View, action: &Action) -> Choice {
        let notation = self.line_of(action);
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
                label: format!("{}: {}", self.name_in(view, *figure), self.act_line(act)),
                description: "one action".into(),
                target: self.figure_target(view, *figure),
                ..Choice::default()
            },
            _ => self.plain_choice(view, action),
        };
        let label = if choice.label.is_empty() { notation.clone() } else { choice.label };
        Choice { notation, label, ..choice }
    }

    /// What a figure is called, as far as the viewer knows.
    fn name_in(&self, view: &View, figure: FigureId) -> String {
        let id = self.figure_id(figure);
        view.figures.get(id).map_or_else(|| id.to_string(), |figure| figure.name.clone())
    }

    /// The piece of a figure, if it lies on the table.
    fn figure_target(&self, view: &View, figure: FigureId) -> Option<Target> {
        let id = self.figure_id(figure);
        let shown = view.figures.get(id).is_some_and(FigureView::has_piece);
        shown.then(|| Target::Piece(id.to_string()))
    }

    fn point_target(&self, at: Point) -> Option<Target> {
        Some(Target::Point(self.spot(at)))
    }

    /// A path; one that needs no words is a point to click at.
    fn path_choice(&self, view: &View, action: &Action) -> Choice {
        match action {
            Action::Move { figure, gait, way, charge, face } => {
                let end = way.end();
                let verb = match (charge, gait) {
                    (0, Gait::Walk) => "walk to",
                    (0, Gait::Run) => "run to",
                    (_, Gait::Walk) => "charge to",
                    (_, Gait::Run) => "charge at a run to",
                };
                let looking = face.map(|face| format!(", looking {}", looking(face)));
                let silent = *charge == 0 && looking.is_none();
                let words = || format!("{verb} {}{}", point(end.at), looking.unwrap_or_default());
                Choice {
                    label: if silent { String::new() } else { words() },
                    target: match members(*charge).next() {
                        Some(foe) => self.figure_target(view, foe),
                        None => self.point_target(end.at),
                    },
                    tag: match gait {
                        Gait::Run => "run".into(),
                        Gait::Walk => self.left_after(view, *figure, way).to_string(),
                    },
                    final_: *charge != 0,
                    ..Choice::default()
                }
            }
            Action::Lead { horse, way, .. } => Choice {
                label: format!("lead {} to {}", self.horse_id(*horse), point(way.end().at)),
                target: self.point_target(way.end().at),
                ..Choice::default()
            },
            Action::BreakOff { way, .. } => Choice {
                label: format!("break off to {}", point(way.end().at)),
                target: self.point_target(way.end().at),
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
                (self.name_in(view, other), target, odds.unwrap_or_default())
            }
            Shot::Horse(horse) => {
                let what = format!("horse {}", self.horse_id(horse));
                (what, self.horse_target(view, horse), String::new())
            }
            Shot::Line(line) => {
                let line = &self.table.lines[usize::from(line)];
                (line.id.to_string(), self.point_target(line.middle()), String::new())
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
                let label = format!("{} at {}", name(figure), point(stop.at));
                let target = self.point_target(stop.at);
                return Choice { label, target, ..Choice::default() };
            }
            Action::Enter { figure, zone } => {
                let zone = &self.scenario.zones[usize::from(*zone)].id;
                (format!("{} enters from {zone}", name(figure)), None)
            }
            Action::Take(figure) => (name(figure), Some(figure)),
            Action::Face { figure, face } => (format!("look {}", looking(*face)), Some(figure)),
            Action::Hold(figure) => (format!("{} holds", name(figure)), Some(figure)),
            Action::Fire { figure, aimed, .. } => {
                let fires = if *aimed { "aims and fires" } else { "fires" };
                (format!("{} {fires}", name(figure)), Some(figure))
            }
            Action::Hurt { figure, horse } => {
                let horse = if *horse { "'s horse" } else { "" };
                (format!("{}{horse} takes a point", name(figure)), Some(figure))
            }
            Action::Exit(figure) => (format!("{} leaves the table", name(figure)), Some(figure)),
            Action::Done(figure) => (format!("{} is done", name(figure)), Some(figure)),
            Action::End => {
                let words = match view.step.as_str() {
                    "movement" => "The rest stay where they are",
                    "firing" => "No more shots",
                    "hand-to-hand" => "No more fights",
                    _ => "Nothing more",
                };
                (words.to_string(), None)
            }
            Action::Concede => ("Give up".to_string(), None),
            _ => (String::new(), None),
        };
        Choice {
            label,
            target: about.and_then(|figure| self.figure_target(view, *figure)),
            final_: matches!(action, Action::Fire { .. } | Action::Fight(_) | Action::Bid(_)),
            ..Choice::default()
        }
    }

    /// The piece of a horse: that of its rider, if it is ridden.
    fn horse_target(&self, view: &View, horse: HorseId) -> Option<Target> {
        let id = self.horse_id(horse);
        let rider = view.horses.get(&id)?.rider.clone();
        Some(Target::Piece(rider.unwrap_or_else(|| format!("horse-{id}"))))
    }

    /// The chance of a shot and the mean loss, in words.
    fn odds(&self, view: &View, figure: FigureId, aimed: bool, cover: Cover) -> String {
        let Some(shooter) = view.figures.get(self.figure_id(figure)) else {
            return cover.word().to_string();
        };
        let skilled = shooter.class == Some(Class::Hero) || shooter.skills.contains(&"MARKSMAN");
        let bonus = if self.options.aim_stack {
            i32::from(skilled) + i32::from(aimed)
        } else {
            i32::from(skilled || aimed)
        } - i32::from(shooter.limbs.head);
        let need = (4 - bonus + Survivors::hit_penalty(cover)).max(1);
        // Strength 2 plus a D5 less a D5 less cover, in 36ths of a point.
        let mean = match self.damage_penalty(cover) {
            0 => 73,
            1 => 42,
            _ => 19,
        };
        let hundredths = mean * (7 - need).max(0) * 100 / (36 * 6);
        let chance = if need > 6 { "cannot hit".to_string() } else { format!("hits on {need}+") };
        format!(
            "{}, {chance}, mean loss {}.{:02}",
            cover.word(),
            hundredths / 100,
            hundredths % 100
        )
    }

    /// The actions left after a walk without obstacles along these points. SV-ACT-08
    fn left_after(&self, view: &View, figure: FigureId, way: &Way) -> u8 {
        let Some(walker) = view.figures.get(self.figure_id(figure)) else {
            return 0;
        };
        let mut from = walker.place.unwrap_or_default();
        let mut length = 0;
        for stop in way.stops() {
            length += from.leg(stop.at);
            from = stop.at;
        }
        let base = if walker.mount.is_some() { 10 * INCH } else { 6 * INCH };
        (0..=walker.actions_left)
            .rev()
            .find(|more| length <= budget(walker.used + more, 0, base))
            .unwrap_or(0)
    }
}
