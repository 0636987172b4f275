//! The table as a scene: terrain to scale, figures with their facing, ranges and lines of sight.

use crate::Survivors;
use crate::action::{Act, Action, Gait, Target as Shot};
use crate::feature::{AreaKind, LineKind};
use crate::figure::{Class, HORSE};
use crate::notation::{inches, point};
use crate::point::{Facing, Point};
use crate::polygon::octagon;
use crate::sight::Cover;
use crate::view::{FigureView, View};
use stage::{
    Area, At, Block, Choice, Fact, Field, Form, Ground, Ink, Line, LineStyle, Panel, Piece,
    PlaneField, Pose, Prompt, Rect, Row, Scene, Shape, Symbol, Target, Texture, Trace,
};
use std::sync::Arc;

impl Survivors {
    /// A point of the table on the board, whose y grows downwards.
    fn spot(&self, at: Point) -> stage::Point {
        stage::Point { x: at.x, y: self.table.bounds.high.y - at.y }
    }

    fn ground(&self) -> Arc<Ground> {
        self.ground.get_or_init(|| Arc::new(self.draw_ground())).clone()
    }

    fn draw_ground(&self) -> Ground {
        let high = self.table.bounds.high;
        let mut areas: Vec<Area> = Vec::new();
        for building in &self.table.buildings {
            areas.push(Area {
                id: building.id.clone(),
                shape: Shape::Polygon(self.outline(&building.plan.corners())),
                texture: Texture::Floor,
                label: building.name.clone(),
                description: format!(
                    "{}, {} storey{}",
                    building.name,
                    building.storeys,
                    if building.storeys == 1 { "" } else { "s" }
                ),
            });
        }
        for area in &self.table.areas {
            let texture = match area.kind {
                AreaKind::Solid => Texture::Wall,
                AreaKind::LowSolid => Texture::Slate,
                AreaKind::Foliage | AreaKind::Thicket => Texture::Foliage,
                AreaKind::Smoke => Texture::Smoke,
                AreaKind::Rubble => Texture::Rubble,
                AreaKind::Water => Texture::Water,
                AreaKind::Ditch => Texture::Swamp,
            };
            areas.push(Area {
                id: format!("area-{}", area.id),
                shape: Shape::Polygon(self.outline(&area.corners)),
                texture,
                label: String::new(),
                description: format!("{} {}", area.kind.word(), area.id),
            });
        }
        for zone in &self.scenario.zones {
            areas.push(Area {
                id: format!("zone-{}", zone.id),
                shape: Shape::Polygon(self.outline(&zone.bounds.corners())),
                texture: Texture::Bare,
                label: zone.id.clone(),
                description: format!("zone {}", zone.id),
            });
        }
        let fixtures = [
            (&self.scenario.searches, "search point"),
            (&self.scenario.lamps, "lamp"),
            (&self.scenario.bonfires, "bonfire"),
            (&self.scenario.machines, "machine"),
        ];
        for (places, what) in fixtures {
            for place in places.iter() {
                areas.push(Area {
                    id: format!("place-{}", place.id),
                    shape: Shape::Circle { centre: self.spot(place.at), radius: 260 },
                    texture: Texture::Paper,
                    label: place.id.clone(),
                    description: format!("{what} {}", place.id),
                });
            }
        }
        let mut lines: Vec<Line> = Vec::new();
        for line in &self.table.lines {
            let style = match line.kind {
                LineKind::Wall => LineStyle::Wall,
                LineKind::Door | LineKind::Window => LineStyle::Opening,
                LineKind::LowWall | LineKind::Barricade | LineKind::Fence | LineKind::Hedge => {
                    LineStyle::LowWall
                }
                LineKind::Wire => LineStyle::Border,
            };
            let level = match line.level {
                0 => String::new(),
                level => format!(", level {level}"),
            };
            lines.push(Line {
                style,
                points: vec![self.spot(line.a), self.spot(line.b)],
                smooth: false,
                description: format!("{} {}{level}", crate::tabletop::word(line.kind), line.id),
            });
        }
        for stairs in &self.table.stairs {
            lines.push(Line {
                style: LineStyle::Guide,
                points: vec![self.spot(stairs.foot), self.spot(stairs.head)],
                smooth: false,
                description: format!("stairs {}", stairs.id),
            });
        }
        Ground {
            title: self.scenario.name.clone(),
            description: format!("A table of {} by {} inches.", inches(high.x), inches(high.y)),
            fields: vec![Field::Plane(PlaneField {
                rect: Rect { x: 0, y: 0, width: high.x, height: high.y },
                texture: Texture::Grass,
                ruler: 1000,
                unit: "\"".into(),
                areas,
                lines,
            })],
        }
    }

    fn outline(&self, corners: &[Point]) -> Vec<stage::Point> {
        corners.iter().map(|corner| self.spot(*corner)).collect()
    }

    pub(crate) fn draw(&self, view: &View, choices: &[Action]) -> Scene {
        Scene {
            ground: self.ground(),
            headline: self.headline(view),
            pieces: self.pieces(view),
            marks: Vec::new(),
            traces: self.traces(view),
            panels: self.panels(view),
            prompt: self.prompt(view, choices),
            focus: view.active.clone(),
        }
    }

    fn headline(&self, view: &View) -> String {
        let light = match view.light {
            crate::scenario::Light::Day => "day",
            crate::scenario::Light::Dusk => "dusk",
            crate::scenario::Light::Night => "night",
        };
        let what = match view.step.as_str() {
            "deploy" => return format!("{}: setting up", view.scenario),
            "over" => "the game is over".to_string(),
            "bid" => "initiative".to_string(),
            _ => match (&view.phase, &view.acting) {
                (Some(phase), Some(side)) => format!("{}, side {side}", phase.name()),
                (Some(phase), None) => phase.name().to_string(),
                _ => "end of turn".to_string(),
            },
        };
        format!("Turn {} of {}, {light}: {what}", view.turn, view.turns)
    }

    fn pieces(&self, view: &View) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (id, token) in &view.tokens {
            if let Some(at) = token.place {
                pieces.push(Piece {
                    id: format!("token-{id}"),
                    at: At::Point(self.spot(at)),
                    form: Form::Token,
                    ink: Ink::Neutral,
                    symbol: Some(match token.kind {
                        "crate" => Symbol::Crate,
                        "lamp" => Symbol::Lamp,
                        "medicine" => Symbol::Heart,
                        _ => Symbol::Gun,
                    }),
                    label: id.clone(),
                    pose: Pose::Upright,
                    facing: None,
                    badges: Vec::new(),
                    description: format!("{} {id} at {}", token.kind, point(at)),
                });
            }
        }
        for (id, horse) in &view.horses {
            let stands = matches!(
                horse.fate,
                crate::figure::HorseFate::Standing | crate::figure::HorseFate::Secured
            );
            if horse.rider.is_none() && stands {
                pieces.push(Piece {
                    id: format!("horse-{id}"),
                    at: At::Point(self.spot(horse.place)),
                    form: Form::Base { radius: HORSE },
                    ink: Ink::Neutral,
                    symbol: Some(Symbol::Horse),
                    label: id.clone(),
                    pose: Pose::Upright,
                    facing: None,
                    badges: vec![(Symbol::Heart, horse.strength.to_string())],
                    description: format!(
                        "{} {id}, Strength {}",
                        if horse.pack { "pack horse" } else { "horse" },
                        horse.strength
                    ),
                });
            }
        }
        for (id, figure) in &view.figures {
            if let Some(at) = figure.place
                && matches!(figure.standing.as_str(), "playing" | "captive" | "down")
            {
                pieces.push(self.figure_piece(view, id, figure, at));
            }
        }
        pieces
    }

    fn figure_piece(&self, view: &View, id: &str, figure: &FigureView, at: Point) -> Piece {
        let side = figure.side.as_deref().and_then(|letter| self.scenario.side(letter));
        let ink = match side {
            Some(side) => Ink::Seat(side as u16),
            None => Ink::Neutral,
        };
        let mut badges = Vec::new();
        if let (Some(strength), Some(full)) = (figure.strength, figure.full) {
            let worn = strength < full;
            badges.push((if worn { Symbol::Wound } else { Symbol::Heart }, strength.to_string()));
        }
        match figure.hand {
            Some("pistol" | "shotgun" | "rifle" | "bow") => {
                badges.push((Symbol::Gun, if figure.loaded { "" } else { "0" }.to_string()))
            }
            Some("lamp") => badges.push((Symbol::Lamp, String::new())),
            _ => {}
        }
        if figure.carrying.is_some() {
            badges.push((Symbol::Crate, String::new()));
        }
        if figure.medicines > 0 {
            badges.push((Symbol::Heart, format!("+{}", figure.medicines)));
        }
        if !figure.touches.is_empty() {
            badges.push((Symbol::Cross, String::new()));
        }
        let symbol = match figure.class {
            Some(Class::Hero) => Symbol::Star,
            Some(Class::Main) => Symbol::Crown,
            Some(Class::Ordinary) => Symbol::Person,
            None => Symbol::Unknown,
        };
        let pose = match figure.standing.as_str() {
            "playing" if figure.alert => Pose::Upright,
            "down" => Pose::Ghost,
            _ => Pose::Lying,
        };
        Piece {
            id: id.to_string(),
            at: At::Point(self.spot(at)),
            form: Form::Base { radius: figure.radius },
            ink,
            symbol: Some(if figure.mount.is_some() { Symbol::Horse } else { symbol }),
            label: id.to_string(),
            pose,
            facing: figure.front.map(|Facing { x, y }| {
                // Long vectors are shortened: a board needs only the direction.
                let scale = (x.abs().max(y.abs()) / 1000).max(1);
                stage::Point { x: x / scale, y: -y / scale }
            }),
            badges,
            description: self.describe(view, id, figure),
        }
    }

    fn describe(&self, view: &View, id: &str, figure: &FigureView) -> String {
        let mut words = vec![format!("{} {id}", figure.name)];
        if let Some(archetype) = &figure.archetype {
            words.push(archetype.clone());
        }
        if let (Some(strength), Some(full)) = (figure.strength, figure.full) {
            words.push(format!("Strength {strength} of {full}"));
        }
        if let Some(at) = &figure.at {
            let level = match figure.level {
                0 => String::new(),
                level => format!(" on level {level}"),
            };
            words.push(format!("at {at}{level}"));
        }
        if let Some(facing) = &figure.facing {
            words.push(format!("facing {facing}"));
        }
        if let Some(hand) = figure.hand {
            let empty = ["pistol", "shotgun", "rifle", "bow"].contains(&hand) && !figure.loaded;
            words.push(format!("{hand} in hand{}", if empty { ", empty" } else { "" }));
        }
        if figure.standing != "playing" {
            words.push(figure.standing.clone());
        } else if !figure.alert {
            words.push("not alert".into());
        }
        if !figure.touches.is_empty() {
            words.push(format!("fighting {}", figure.touches.join(", ")));
        }
        if view.active.as_deref() == Some(id) {
            words.push(format!("{} actions left", figure.actions_left));
        }
        words.join(", ")
    }

    /// The lines of sight of the figure being activated, or of the viewer's figures when it fires;
    /// the ring of its gun; a charge that comes in.
    fn traces(&self, view: &View) -> Vec<Trace> {
        let mut traces = Vec::new();
        let firing = view.step == "firing";
        for (id, figure) in &view.figures {
            let active = view.active.as_deref() == Some(id);
            let mine = firing
                && figure.side.is_some()
                && figure.side == view.acting
                && figure.hand.is_some()
                && figure.loaded
                && !figure.fired;
            if !active && !mine {
                continue;
            }
            for (other, cover) in &figure.sees {
                let to = view.figures.get(other).and_then(|other| other.place);
                let (Some(from), Some(to)) = (figure.place, to) else {
                    continue;
                };
                let gap = (from.leg(to) - figure.radius - 500).max(0);
                let in_range = figure.range.is_some_and(|range| gap <= range);
                if !active && !in_range {
                    continue;
                }
                traces.push(Trace {
                    points: vec![self.spot(from), self.spot(to)],
                    ink: match cover {
                        Cover::Open => Ink::Good,
                        Cover::Obscured => Ink::Faint,
                        Cover::Soft => Ink::Plant,
                        Cover::Hard => Ink::Bad,
                    },
                    dotted: !in_range,
                    description: format!(
                        "{id} sees {other}: gap {}\", {}",
                        inches(gap),
                        cover.word()
                    ),
                });
            }
            if let (true, Some(range), Some(at)) = (active, figure.range, figure.place) {
                traces.push(self.ring(
                    at,
                    range + figure.radius,
                    Ink::Warm,
                    format!("range of {id}: {}\"", inches(range)),
                ));
            }
        }
        if view.light != crate::scenario::Light::Day && view.turn > 0 {
            // What the viewer's figures see in the dark, as discs about them.
            let far = if view.light == crate::scenario::Light::Night { 6000 } else { 12000 };
            for (id, figure) in &view.figures {
                let own = view.viewer.is_some()
                    && figure.side.as_deref().and_then(|l| self.scenario.side(l)) == view.viewer;
                if let (true, Some(at), "playing") = (own, figure.place, figure.standing.as_str()) {
                    traces.push(self.ring(
                        at,
                        far + figure.radius,
                        Ink::Faint,
                        format!("{id} sees unlit figures to {}\"", inches(far)),
                    ));
                }
            }
        }
        for smoke in &view.smoke {
            let mut points = self.outline(&octagon(smoke.centre, smoke.radius));
            points.extend(points.first().copied());
            traces.push(Trace {
                points,
                ink: Ink::Faint,
                dotted: false,
                description: format!("smoke for {} more turns", smoke.turns),
            });
        }
        if let Some(charge) = &view.charge {
            traces.push(Trace {
                points: self.outline(&charge.path),
                ink: Ink::Bad,
                dotted: false,
                description: format!(
                    "{} charges {}; {} may fire first",
                    charge.figure,
                    charge.targets.join(", "),
                    charge.may_fire.join(", ")
                ),
            });
        }
        traces
    }

    fn ring(&self, at: Point, radius: i32, ink: Ink, description: String) -> Trace {
        let mut points: Vec<stage::Point> = crate::point::RING
            .iter()
            .map(|way| {
                self.spot(Point::new(
                    at.x + (way.x * radius as i64 / 1000) as i32,
                    at.y + (way.y * radius as i64 / 1000) as i32,
                ))
            })
            .collect();
        points.extend(points.first().copied());
        Trace { points, ink, dotted: true, description }
    }

    fn panels(&self, view: &View) -> Vec<Panel> {
        let fact = |label: &str, value: String| Fact {
            label: label.into(),
            value,
            ink: None,
            symbol: None,
        };
        let mut panels = Vec::new();
        for (letter, side) in &view.sides {
            let bid = side.bid.map(|points| points.map_or("?".to_string(), |p| p.to_string()));
            let mut facts = vec![
                fact("initiative points", side.pool.to_string()),
                fact("bid (move/fire/fight/other)", bid.join("/")),
                fact(
                    "initiative in",
                    side.initiative.iter().map(|phase| phase.name()).collect::<Vec<_>>().join(", "),
                ),
                fact("victory points", side.points.to_string()),
            ];
            for heading in &side.headings {
                facts.push(fact(&heading.heading, heading.points.to_string()));
            }
            if side.held_back > 0 {
                facts.push(fact("still to enter", side.held_back.to_string()));
            }
            let rows = view
                .figures
                .iter()
                .filter(|(_, figure)| figure.side.as_deref() == Some(letter))
                .map(|(id, figure)| Row {
                    lit: view.active.as_deref() == Some(id),
                    cells: self.row(id, figure),
                });
            let head = ["", "name", "S", "INT", "skills", "kit", "state", "actions"];
            panels.push(Panel {
                id: format!("side-{letter}"),
                title: format!("{letter}: {}", side.name),
                seat: Some(side.seat - 1),
                open: view.acting.as_deref() == Some(letter)
                    || view.viewer == self.scenario.side(letter),
                blocks: vec![
                    Block::Facts(facts),
                    Block::Table { head: head.map(String::from).to_vec(), rows: rows.collect() },
                ],
            });
        }
        let doors: Vec<Fact> = view
            .doors
            .iter()
            .map(|(id, state)| fact(id, state.word().to_string()))
            .chain(
                view.structures.iter().map(|(id, left)| fact(id, format!("{left} Strength left"))),
            )
            .collect();
        if !doors.is_empty() {
            panels.push(Panel {
                id: "doors".into(),
                title: "Doors and structures".into(),
                seat: None,
                open: false,
                blocks: vec![Block::Facts(doors)],
            });
        }
        if let Some(fight) = &view.fight {
            panels.push(Panel {
                id: "fight".into(),
                title: "Hand-to-hand".into(),
                seat: None,
                open: true,
                blocks: vec![Block::Facts(vec![
                    fact("in it", fight.members.join(", ")),
                    fact("totals", format!("{} to {}", fight.totals[0], fight.totals[1])),
                    fact("still to lose", format!("{} and {}", fight.losses[0], fight.losses[1])),
                ])],
            });
        }
        panels
    }

    fn row(&self, id: &str, figure: &FigureView) -> Vec<String> {
        let number = |value: Option<u8>| value.map_or("?".to_string(), |value| value.to_string());
        let kit: Vec<String> =
            figure
                .kit
                .iter()
                .map(|item| {
                    if Some(*item) == figure.hand { format!("[{item}]") } else { item.to_string() }
                })
                .collect();
        vec![
            id.to_string(),
            figure.name.clone(),
            format!("{}/{}", number(figure.strength), number(figure.full)),
            number(figure.intelligence),
            figure.skills.join(" "),
            kit.join(", "),
            if figure.standing == "playing" && !figure.alert {
                "asleep".into()
            } else {
                figure.standing.clone()
            },
            format!("{} left, moved {}\"", figure.actions_left, figure.moved),
        ]
    }

    fn prompt(&self, view: &View, choices: &[Action]) -> Option<Prompt> {
        if choices.is_empty() {
            return None;
        }
        let seat = match view.viewer {
            Some(side) => view
                .sides
                .get(&self.scenario.sides[side as usize].id)
                .map_or(side as u16, |side| side.seat - 1),
            None => self.side_count() as u16,
        };
        let (question, hint) = self.question(view);
        Some(Prompt {
            seat,
            question,
            hint,
            choices: choices.iter().map(|action| self.choice(view, action)).collect(),
        })
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
                "Any point of your zone will do: `deploy A1 10,2 face N`. `ready` places the rest.",
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
            "movement" if view.active.is_some() => (
                format!("What does {} do?", who(&view.active)),
                "Any point will do: `walk A1 18,10 face N`, `charge A1 at B2 run 11.01,10`. After 4\" no action is left; after 2\" one.",
            ),
            "movement" => {
                ("Which figure moves?".to_string(), "`end` leaves the rest where they stand.")
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
        let id = |figure: &u8| self.figure_id(*figure as usize).to_string();
        let piece = |figure: &u8| Some(Target::Piece(id(figure)));
        let at = |p: Point| Some(Target::Point(self.spot(p)));
        let name = |figure: &u8| {
            view.figures
                .get(self.figure_id(*figure as usize))
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
                    Gait::Walk => String::new(),
                };
                let verb = match (charge, gait) {
                    (0, Gait::Walk) => "walk to",
                    (0, Gait::Run) => "run to",
                    (_, Gait::Walk) => "charge to",
                    (_, Gait::Run) => "charge at a run to",
                };
                final_ = *charge != 0;
                let looking = face.map_or(String::new(), |face| {
                    format!(", face {}", crate::notation::facing(face))
                });
                let target = crate::position::members(*charge).next().map(|foe| foe as u8);
                (
                    format!("{verb} {}{looking}", point(end.at)),
                    format!("{} moves to {}", name(figure), point(end.at)),
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
                format!("lead {} to {}", self.horse_id(*horse as usize), point(way.end().at)),
                String::new(),
                at(way.end().at),
            ),
            Action::Face { figure, face } => {
                (format!("face {}", crate::notation::facing(*face)), String::new(), piece(figure))
            }
            Action::Shoot { figure, target, aimed } => {
                final_ = true;
                let (label, target, about) = match target {
                    Shot::Figure(other) => (name(other), piece(other), {
                        let cover = view
                            .figures
                            .get(self.figure_id(*figure as usize))
                            .and_then(|figure| figure.sees.get(self.figure_id(*other as usize)));
                        cover.map_or(String::new(), |cover| cover.word().to_string())
                    }),
                    Shot::Horse(horse) => (
                        format!("horse {}", self.horse_id(*horse as usize)),
                        Some(Target::Piece(format!("horse-{}", self.horse_id(*horse as usize)))),
                        String::new(),
                    ),
                    Shot::Line(line) => {
                        let line = &self.table.lines[*line as usize];
                        (line.id.clone(), at(line.middle()), String::new())
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
            Action::Exit(figure) | Action::Done(figure) => {
                (self.line_of(action), String::new(), piece(figure))
            }
            Action::Fight(_) | Action::Bid(_) => {
                final_ = true;
                (self.line_of(action), String::new(), None)
            }
            other => (self.line_of(other), String::new(), None),
        };
        Choice { notation: self.line_of(action), label, description, target, tag, final_ }
    }
}
