//! What a player is asked, and each answer tied to the thing that one would click.

use crate::Survivors;
use crate::action::{Act, Action, Gait, Target as Shot, Way};
use crate::edition::components::Class;
use crate::geometry::point::{INCH, Point};
use crate::geometry::sight::Cover;
use crate::knowledge::view::{FigureView, View};
use crate::position::{FigureId, HorseId};
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
        let id = |figure: &FigureId| self.figure_id(*figure).to_string();
        let piece = |figure: &FigureId| {
            let id = id(figure);
            let shown = view.figures.get(&id).is_some_and(FigureView::has_piece);
            shown.then_some(Target::Piece(id))
        };
        let at = |p: Point| Some(Target::Point(self.spot(p)));
        let name = |figure: &FigureId| {
            view.figures
                .get(self.figure_id(*figure))
                .map_or_else(|| id(figure), |figure| figure.name.clone())
        };
        let mut tag = String::new();
        let mut final_ = false;
        let (label, description, target) = match action {
            Action::Deploy { figure, stop, .. } => {
                (format!("{} at {}", name(figure), point(stop.at)), String::new(), at(stop.at))
            }
            Action::Enter { figure, zone } => (
                format!("{} enters from {}", name(figure), self.scenario.zones[*zone as usize].id),
                String::new(),
                None,
            ),
            Action::Take(figure) => (name(figure), String::new(), piece(figure)),
            Action::Move { figure, gait, way, charge, face } => {
                let end = way.end();
                tag = match gait {
                    Gait::Run => "run".into(),
                    Gait::Walk => {
                        let left = self.left_after(view, *figure, way);
                        left.to_string()
                    }
                };
                let verb = match (charge, gait) {
                    (0, Gait::Walk) => "walk to",
                    (0, Gait::Run) => "run to",
                    (_, Gait::Walk) => "charge to",
                    (_, Gait::Run) => "charge at a run to",
                };
                final_ = *charge != 0;
                let looking =
                    face.map_or(String::new(), |face| format!(", looking {}", looking(face)));
                let target = crate::position::members(*charge).next();
                let label = match *charge {
                    0 if face.is_none() => String::new(),
                    _ => format!("{verb} {}{looking}", point(end.at)),
                };
                (
                    label,
                    String::new(),
                    match target {
                        Some(foe) => piece(&foe),
                        None => at(end.at),
                    },
                )
            }
            Action::BreakOff { way, .. } => {
                (format!("break off to {}", point(way.end().at)), String::new(), at(way.end().at))
            }
            Action::Lead { horse, way, .. } => (
                format!("lead {} to {}", self.horse_id(*horse), point(way.end().at)),
                String::new(),
                at(way.end().at),
            ),
            Action::Face { figure, face } => {
                (format!("look {}", looking(*face)), String::new(), piece(figure))
            }
            Action::Shoot { figure, target, aimed } => {
                final_ = true;
                let (label, target, about) = match target {
                    Shot::Figure(other) => (name(other), piece(other), {
                        let cover = view
                            .figures
                            .get(self.figure_id(*figure))
                            .and_then(|figure| figure.sees.get(self.figure_id(*other)));
                        cover
                            .map_or(String::new(), |cover| self.odds(view, *figure, *aimed, *cover))
                    }),
                    Shot::Horse(horse) => (
                        format!("horse {}", self.horse_id(*horse)),
                        self.horse_piece(view, *horse),
                        String::new(),
                    ),
                    Shot::Line(line) => {
                        let line = &self.table.lines[*line as usize];
                        (line.id.to_string(), at(line.middle()), String::new())
                    }
                };
                (
                    format!(
                        "{} shoots at {label}{}",
                        name(figure),
                        if *aimed { ", aimed" } else { "" }
                    ),
                    about,
                    target,
                )
            }
            Action::Do { figure, act } => {
                final_ = matches!(
                    act,
                    Act::Force(_)
                        | Act::Search(_)
                        | Act::Persuade(_)
                        | Act::Aid(_)
                        | Act::Machine(_)
                );
                let line = self.line_of(action);
                let words = line.split_once(' ').map_or(line.as_str(), |(_, rest)| rest);
                let words = words.split_once(' ').map_or(words, |(_, rest)| rest);
                (format!("{}: {words}", name(figure)), "one action".into(), piece(figure))
            }
            Action::Hold(figure) => {
                (format!("{} holds", name(figure)), String::new(), piece(figure))
            }
            Action::Fire { figure, aimed, .. } => {
                final_ = true;
                (
                    format!("{} {}", name(figure), if *aimed { "aims and fires" } else { "fires" }),
                    String::new(),
                    piece(figure),
                )
            }
            Action::Hurt { figure, horse } => (
                format!("{}{} takes a point", name(figure), if *horse { "'s horse" } else { "" }),
                String::new(),
                piece(figure),
            ),
            Action::Exit(figure) => {
                (format!("{} leaves the table", name(figure)), String::new(), piece(figure))
            }
            Action::Done(figure) => {
                (format!("{} is done", name(figure)), String::new(), piece(figure))
            }
            Action::End => {
                let words = match view.step.as_str() {
                    "movement" => "The rest stay where they are",
                    "firing" => "No more shots",
                    "hand-to-hand" => "No more fights",
                    _ => "Nothing more",
                };
                (words.to_string(), String::new(), None)
            }
            Action::Concede => ("Give up".to_string(), String::new(), None),
            Action::Fight(_) | Action::Bid(_) => {
                final_ = true;
                (self.line_of(action), String::new(), None)
            }
            other => (self.line_of(other), String::new(), None),
        };
        let notation = self.line_of(action);
        let label = if label.is_empty() { notation.clone() } else { label };
        Choice { notation, label, description, target, tag, final_, ..Choice::default() }
    }

    /// The piece of a horse: that of its rider, if it is ridden.
    fn horse_piece(&self, view: &View, horse: HorseId) -> Option<Target> {
        let id = self.horse_id(horse);
        let rider = view.horses.get(&id)?.rider.clone();
        Some(Target::Piece(rider.unwrap_or_else(|| format!("horse-{id}"))))
    }

    /// The chance of a shot and the mean loss, in words. Ledger section 4.9
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
