//! What lies on the table as a scene: figures with their facing, ranges and lines of sight.

use super::sheets::{class_told, mounted_on};
use crate::Survivors;
use crate::action::Action;
use crate::edition::components::{Class, Item};
use crate::edition::scenarios::Light;
use crate::geometry::feature::DoorState;
use crate::geometry::point::{Facing, INCH, Mils, Point};
use crate::geometry::polygon::octagon;
use crate::geometry::sight::Cover;
use crate::knowledge::view::{FigureView, HorseView, LastSeen, TokenView, View};
use crate::position::{HORSE, HorseFate};
use crate::rules::actions::{budget, run_budget};
use crate::speech::notation::{floor_told, inches, looking, spot_told, tenths};
use crate::speech::story::{called, in_full};
use stage::{
    At, Form, Ink, Key, Mark, MarkKind, Piece, Pips, Pose, Rect, Scene, Sign, Symbol, Tally, Trace,
};
use std::collections::BTreeSet;
use table::Fit;
use table::wording::counted;

/// Enemies that stand so much farther than a figure runs are still near, and twice as far from those who stand.
const NEAR: Mils = 4 * INCH;

/// What a viewer sees; `choices` are what it may do, if it is asked.
pub(crate) fn scene(game: &Survivors, view: &View, choices: &[Action]) -> Scene {
    Scene {
        pieces: game.pieces(view),
        marks: game.marks(view),
        traces: game.traces(view),
        aim: game.aim_told(view),
        standing: game.standing_told(view),
        panels: game.panels(view),
        prompt: game.prompt(view, choices),
        focus: game.focus(view),
        outlook: game.outlook(view),
        watched: game.watched(view),
        tallies: game.tallies(view),
        keys: keys(),
        ..Scene::new(game.ground_by(view.light), game.headline(view))
    }
}

/// The colour of a line of sight that ends at such cover.
fn cover_ink(cover: Cover) -> Ink {
    match cover {
        Cover::Open => Ink::Good,
        Cover::Obscured => Ink::Faint,
        Cover::Soft => Ink::Plant,
        Cover::Hard => Ink::Bad,
    }
}

/// What signs and lines of sight mean.
fn keys() -> Vec<Key> {
    let mut keys = vec![
        Key::new(Sign::Symbol(Symbol::Bars), "a prisoner"),
        Key::new(Sign::Symbol(Symbol::Flag), "has changed sides: the letter is its first side"),
        Key::new(Sign::Symbol(Symbol::Skull), "fallen"),
    ];
    for (dotted, range) in [(false, "in range"), (true, "too far")] {
        let covers = [Cover::Open, Cover::Obscured, Cover::Soft, Cover::Hard];
        let lines = covers.map(|cover| {
            let sign = Sign::Line { ink: cover_ink(cover), dotted };
            Key::new(sign, format!("sees, {range}: {}", cover.word()))
        });
        keys.extend(lines);
    }
    keys
}

/// The piece of something that lies about.
fn token_id(id: &str) -> String {
    format!("token-{id}")
}

impl Survivors {
    /// Who plays for another side, and crates that nobody has yet: what one wants to know of wherever one looks.
    fn watched(&self, view: &View) -> Vec<String> {
        let own = view.viewer.map(|side| &self.scenario.sides[side.index()].id);
        let foe = |figure: &FigureView| figure.side.is_some() && figure.side.as_ref() != own;
        let plays = |figure: &FigureView| figure.standing == "playing" && figure.place.is_some();
        let foes = view.figures.iter().filter(|(_, it)| own.is_some() && foe(it) && plays(it));
        let goods = view.tokens.iter().filter(|(_, token)| {
            let loose = token.secured.is_none() && token.by.is_none() && token.place.is_some();
            token.kind == "crate" && loose && self.wants_crates(view)
        });
        let goods = goods.map(|(id, _)| token_id(id));
        foes.map(|(id, _)| id.clone()).chain(goods).collect()
    }

    /// The victory points of every side, by its seat. SV-END-01
    fn tallies(&self, view: &View) -> Vec<Option<Tally>> {
        if view.step == "deploy" {
            return Vec::new();
        }
        let now = if view.step == "over" { "" } else { " if it ended now" };
        let mut tallies = vec![None; view.sides.len()];
        for (letter, side) in &view.sides {
            let points = counted(side.points, "victory point", "victory points");
            if let Some(tally) = tallies.get_mut(usize::from(side.seat).saturating_sub(1)) {
                let short = format!("{letter} · {}", counted(side.points, "pt", "pts"));
                *tally = Some(Tally::new(short, format!("side {letter}: {points}{now}")));
            }
        }
        tallies
    }

    /// The active figure; else one of the viewer's own that may still do something; before the game,
    /// the zone where the viewer deploys.
    fn focus(&self, view: &View) -> Option<String> {
        let shown = |id: &&String| view.figures.get(*id).is_some_and(FigureView::has_piece);
        if let Some(active) = view.active.as_ref().filter(shown) {
            return Some(active.clone());
        }
        let side = &self.scenario.sides[view.viewer?.index()];
        let own = |figure: &&FigureView| figure.side.as_ref() == Some(&side.id);
        let stands = |figure: &&FigureView| figure.place.is_some() && figure.standing == "playing";
        let figures = || view.figures.iter().filter(move |(_, f)| own(f) && stands(f));
        figures()
            .find(|(_, f)| !f.activated)
            .map(|(id, _)| id.clone())
            .or_else(|| figures().next().map(|(id, _)| id.clone()))
            .or_else(|| {
                let zone = side.zone.or(side.entries.first().copied())?;
                Some(format!("zone-{}", self.scenario.zones[usize::from(zone)].id))
            })
    }

    /// What one decides by: a fight or a charge; who acts, how far it goes and the enemies near; else one's own figures
    /// and who is near them, or everybody who plays; before the game the zone where the viewer deploys.
    fn outlook(&self, view: &View) -> Option<Rect> {
        let plays = |figure: &&FigureView| figure.standing == "playing";
        let spot = |figure: &FigureView| Some(self.spot_on(figure.place?, figure.level));
        let active = view.active.as_ref().and_then(|id| view.figures.get(id));
        let spots: Vec<stage::Point> = match active.and_then(|figure| Some((figure, figure.place?)))
        {
            Some((figure, at)) => {
                let far = run_budget(figure.obstacles, figure.stride);
                let reach = self.ring((at, figure.level), far, Ink::Warm, String::new()).points;
                let near = |other: &&FigureView| {
                    other.side != figure.side
                        && other.place.is_some_and(|place| place.leg(at) <= far + NEAR)
                };
                let enemies = view.figures.values().filter(plays).filter(near);
                reach.into_iter().chain(enemies.filter_map(spot)).collect()
            }
            None => {
                // Whoever chooses among their own wants to see them all, and who is near them.
                let own = view.viewer.map(|side| &self.scenario.sides[side.index()].id);
                let is_own = |it: &&FigureView| own.is_some() && it.side.as_ref() == own;
                let playing = || view.figures.values().filter(plays);
                let ours: Vec<Point> = playing().filter(is_own).filter_map(|it| it.place).collect();
                let near = |it: &&FigureView| {
                    let by = |at: &Point| it.place.is_some_and(|place| place.leg(*at) <= 2 * NEAR);
                    ours.is_empty() || ours.iter().any(by)
                };
                playing().filter(near).filter_map(spot).collect()
            }
        };
        let fight = view.fight.as_ref().map(|fight| fight.members.iter());
        let charge = view.charge.as_ref().map(|it| it.targets.iter().chain([&it.figure]));
        let named: Vec<&String> = match (fight, charge) {
            (Some(members), _) => members.collect(),
            (None, Some(charge)) => charge.collect(),
            (None, None) => Vec::new(),
        };
        let named = named.into_iter().filter_map(|id| spot(view.figures.get(id)?));
        let named: Vec<stage::Point> = named.collect();
        let zone = || {
            let side = &self.scenario.sides[view.viewer?.index()];
            let zone = side.zone.or(side.entries.first().copied())?;
            let zone = &self.scenario.zones[usize::from(zone)];
            Some(Rect::around(self.outline(&zone.bounds.corners())))
        };
        match view.step.as_str() {
            "deploy" => zone(),
            _ if !named.is_empty() => Some(Rect::around(named).grown(INCH)),
            _ if spots.is_empty() => None,
            _ => Some(Rect::around(spots)),
        }
    }

    fn headline(&self, view: &View) -> String {
        let light = match view.light {
            Light::Day => "day",
            Light::Dusk => "dusk",
            Light::Night => "night",
        };
        let own =
            view.viewer.and_then(|side| view.sides.get(&self.scenario.sides[side.index()].id));
        let ready = own.is_some_and(|side| side.ready);
        let what = match view.step.as_str() {
            "deploy" if ready => {
                return format!("{}: you are ready, others still set up", view.scenario);
            }
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

    /// The search points that nobody has searched yet and the zones by which the viewer leaves, as goals; while one sets
    /// up the zone for it. SV-AOE-05
    fn marks(&self, view: &View) -> Vec<Mark> {
        let zone = view.viewer.and_then(|side| self.scenario.sides[side.index()].zone);
        let zone = zone.filter(|_| view.step == "deploy").map(|zone| Mark {
            place: format!("zone-{}", self.scenario.zones[usize::from(zone)].id),
            kind: MarkKind::Reach,
            tag: String::new(),
        });
        let open = view.searches.iter().filter(|(_, search)| !search.searched);
        let goal = |(id, _): (&String, _)| Mark {
            place: format!("place-{id}"),
            kind: MarkKind::Goal,
            tag: String::new(),
        };
        let side = view.viewer.map(|side| &self.scenario.sides[side.index()]);
        let exits = side.into_iter().flat_map(|side| &side.exits).chain(&self.scenario.secure);
        let exits: BTreeSet<u8> = exits.copied().filter(|_| view.step != "deploy").collect();
        let exits = exits.into_iter().map(|zone| Mark {
            place: format!("zone-{}", self.scenario.zones[usize::from(zone)].id),
            kind: MarkKind::Goal,
            tag: String::new(),
        });
        open.map(goal).chain(exits).chain(zone).collect()
    }

    fn pieces(&self, view: &View) -> Vec<Piece> {
        let tokens = view.tokens.iter().filter_map(|(id, token)| self.token_piece(view, id, token));
        let horses = view.horses.iter().filter_map(|(id, horse)| self.horse_piece(id, horse));
        let standing = |wanted: fn(&str) -> bool| {
            let figures = view.figures.iter().filter(move |(_, it)| wanted(&it.standing));
            figures.filter_map(|(id, it)| Some(self.figure_piece(view, id, it, it.place?)))
        };
        let ghosts = view.figures.iter().filter_map(|(id, figure)| {
            let last = figure.last_seen.as_ref()?;
            Some(self.ghost(id, figure, last))
        });
        // The living are never covered by the fallen, nor by what lies about.
        let fallen = standing(|standing| standing == "down");
        let living = standing(|standing| matches!(standing, "playing" | "captive"));
        fallen.chain(tokens).chain(horses).chain(ghosts).chain(living).collect()
    }

    fn token_piece(&self, view: &View, id: &str, token: &TokenView) -> Option<Piece> {
        let at = token.place?;
        // What lies where somebody stands is drawn beside them.
        let under = view.figures.values().any(|figure| {
            let there = figure.place.is_some_and(|place| place.leg(at) < INCH / 2);
            there && figure.level == token.level && figure.standing != "down"
        });
        let aside = if under { INCH * 7 / 10 } else { 0 };
        Some(Piece {
            id: token_id(id),
            at: At::Point(self.spot_on(at, token.level).moved(aside, aside)),
            form: Form::Token,
            ink: Ink::Neutral,
            symbol: Some(match token.kind {
                "crate" => Symbol::Crate,
                "lamp" => Symbol::Lamp,
                "medicine" => Symbol::Heart,
                _ => Symbol::Gun,
            }),
            label: id.to_string(),
            pose: Pose::Upright,
            facing: None,
            badges: Vec::new(),
            pips: None,
            description: {
                let (at, floor) = (spot_told(at), floor_told(token.level));
                format!("{} {id} at {at}{floor}", token.kind)
            },
        })
    }

    /// A horse that nobody rides.
    fn horse_piece(&self, id: &str, horse: &HorseView) -> Option<Piece> {
        let stands = matches!(horse.fate, HorseFate::Standing | HorseFate::Secured);
        let what = if horse.pack { "pack horse" } else { "horse" };
        (horse.rider.is_none() && stands).then(|| Piece {
            id: format!("horse-{id}"),
            at: At::Point(self.spot(horse.place)),
            form: Form::Base { radius: HORSE },
            ink: Ink::Neutral,
            symbol: Some(Symbol::Horse),
            label: id.to_string(),
            pose: Pose::Upright,
            facing: None,
            badges: vec![(Symbol::Heart, horse.strength.to_string())],
            pips: None,
            description: self.describe_horse(what, id, horse),
        })
    }

    fn describe_horse(&self, what: &str, id: &str, horse: &HorseView) -> String {
        let load = match horse.crates {
            0 => String::new(),
            count => format!(", carrying {}", counted(count.fit::<i64>(), "crate", "crates")),
        };
        format!("{what} {id}, Strength {}, at {}{load}", horse.strength, spot_told(horse.place))
    }

    /// A figure where it was last seen. SV-FOG-04
    fn ghost(&self, id: &str, figure: &FigureView, last: &LastSeen) -> Piece {
        let floor = floor_told(last.level);
        let (name, turn) = (&figure.name, last.turn);
        Piece {
            id: id.to_string(),
            at: At::Point(self.spot_on(last.place, last.level)),
            form: Form::Base { radius: figure.radius },
            ink: Ink::Faint,
            symbol: Some(Symbol::Unknown),
            label: format!("{id} T{turn}"),
            pose: Pose::Ghost,
            facing: None,
            badges: Vec::new(),
            pips: None,
            description: {
                let name = called(name, id);
                format!("{name}, last seen in turn {turn} at {}{floor}", spot_told(last.place))
            },
        }
    }

    fn figure_piece(&self, view: &View, id: &str, figure: &FigureView, at: Point) -> Piece {
        let side = figure.side.as_deref().and_then(|letter| self.scenario.side(letter));
        let ink = match side {
            Some(side) => Ink::Seat(side.index().fit()),
            None => Ink::Neutral,
        };
        let mut badges = Vec::new();
        let down = figure.standing == "down";
        let strength = figure.strength.zip(figure.full).filter(|_| !down);
        let pips = strength.map(|(left, full)| Pips { left, full });
        match figure.hand.filter(|_| !down) {
            Some("pistol" | "shotgun" | "rifle" | "bow") => {
                badges.push((Symbol::Gun, if figure.loaded { "" } else { "0" }.to_string()))
            }
            Some("lamp") => badges.push((Symbol::Lamp, String::new())),
            _ => {}
        }
        if figure.level > 0 {
            badges.push((Symbol::Arrow, figure.level.to_string()));
        }
        if let Some(token) = &figure.carrying {
            badges.push((Symbol::Crate, token.to_string()));
        }
        if figure.medicines > 0 {
            badges.push((Symbol::Heart, format!("+{}", figure.medicines)));
        }
        if let Some(first) = turned_from(figure) {
            badges.push((Symbol::Flag, first.to_string()));
        }
        match figure.standing.as_str() {
            "captive" => badges.push((Symbol::Bars, String::new())),
            "playing" if !figure.alert => badges.push((Symbol::Moon, String::new())),
            _ => {}
        }
        let symbol = match figure.class {
            _ if down => Symbol::Skull,
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
            at: At::Point(self.spot_on(at, figure.level)),
            form: Form::Base { radius: figure.radius },
            ink,
            symbol: Some(if figure.mount.is_some() { Symbol::Horse } else { symbol }),
            label: id.to_string(),
            pose,
            // The fallen look nowhere.
            facing: figure.front.filter(|_| figure.standing != "down").map(|Facing { x, y }| {
                // Long vectors are shortened: a board needs only the direction.
                let scale = (x.abs().max(y.abs()) / 1000).max(1);
                stage::Point { x: x / scale, y: -y / scale }
            }),
            badges,
            pips,
            description: self.describe(view, id, figure),
        }
    }

    fn describe(&self, view: &View, id: &str, figure: &FigureView) -> String {
        let mut words = vec![called(&figure.name, id)];
        if let Some(archetype) = figure.archetype.as_ref().filter(|it| !figure.name.contains(*it)) {
            words.push(archetype.clone());
        }
        match figure.class {
            Some(Class::Ordinary) if !figure.civilian => {}
            Some(_) => words.push(class_told(figure)),
            None => {}
        }
        if let (Some(strength), Some(full)) = (figure.strength, figure.full) {
            words.push(format!("Strength {strength} of {full}"));
        }
        if let Some((horse, left)) = mounted_on(view, figure) {
            words.push(format!("mounted on horse {horse} of Strength {left}"));
        }
        if let Some(at) = figure.place {
            words.push(format!("at {}{}", spot_told(at), floor_told(figure.level)));
        }
        if let Some(front) = figure.front {
            words.push(format!("facing {}", looking(front)));
        }
        if let Some(hand) = figure.hand {
            let empty = ["pistol", "shotgun", "rifle", "bow"].contains(&hand) && !figure.loaded;
            let hand = Item::read(hand).map_or(hand, in_full);
            words.push(format!("{hand} in hand{}", if empty { ", empty" } else { "" }));
        }
        if let Some(token) = &figure.carrying {
            words.push(format!("carrying crate {token}"));
        }
        match (figure.standing.as_str(), &figure.by) {
            ("playing", _) => {}
            ("captive", Some(by)) => words.push(format!("prisoner of {by}")),
            ("captive", None) => words.push("prisoner".into()),
            (standing, _) => words.push(standing.to_string()),
        }
        if figure.standing == "playing" && !figure.alert {
            words.push("not alert".into());
        }
        words.extend(turned_from(figure).map(|first| format!("first of side {first}")));
        if !figure.touches.is_empty() {
            words.push(format!("fighting {}", figure.touches.join(", ")));
        }
        if view.active.as_deref() == Some(id) {
            words.push(format!("{} left", counted(figure.actions_left, "action", "actions")));
        }
        words.join(", ")
    }

    /// The lines of sight of the figure being activated to those in its range, or of the viewer's figures when it fires;
    /// then the ring of its gun too; how far it walks and runs; what is seen in the dark; doors, lamps, smoke; a
    /// charge that comes in.
    fn traces(&self, view: &View) -> Vec<Trace> {
        let mut traces = Vec::new();
        self.trace_strides(view, &mut traces);
        self.trace_sight(view, &mut traces);
        self.trace_darkness(view, &mut traces);
        self.trace_doors(view, &mut traces);
        self.trace_lamps_and_smoke(view, &mut traces);
        traces.extend(view.charge.as_ref().map(|charge| Trace {
            label: "charge".into(),
            points: self.outline(&charge.path),
            ink: Ink::Bad,
            dotted: false,
            description: format!(
                "{} charges {}; {} may fire first",
                charge.figure,
                charge.targets.join(", "),
                charge.may_fire.join(", ")
            ),
        }));
        traces
    }

    /// How far the active figure may run and walk, as circles about its middle, and how far it walks for fewer of its
    /// actions; obstacles shorten them. SV-ACT-08
    fn trace_strides(&self, view: &View, traces: &mut Vec<Trace>) {
        let Some((id, figure)) = view.active.as_ref().and_then(|id| view.figures.get_key_value(id))
        else {
            return;
        };
        let Some(at) = figure.place else { return };
        if view.step != "movement" {
            return;
        }
        let [walks, runs] = figure.goes;
        let place = (at, figure.level);
        if runs {
            let far = run_budget(figure.obstacles, figure.stride);
            let label = format!("run {}\"", inches(far));
            let words = format!("{id} may run {}\", which takes all actions", inches(far));
            traces.push(Trace { label, ..self.ring(place, far, Ink::Warm, words) });
        }
        let kept = if walks { figure.actions_left } else { 0 };
        let mut before = None;
        for kept in (0..=kept).filter(|_| walks) {
            let far = budget(figure.used + kept, figure.obstacles, figure.stride);
            // The last inch is always free.
            if before.replace(far) == Some(far) {
                break;
            }
            let left = match kept {
                0 => "no action left".into(),
                kept => format!("{} left", counted(kept, "action", "actions")),
            };
            let label = format!("{}\" · {kept} left", inches(far));
            let words = format!("{id} may walk {}\", {left}", inches(far));
            traces.push(Trace { label, ..self.ring(place, far, Ink::Good, words) });
        }
    }

    fn trace_sight(&self, view: &View, traces: &mut Vec<Trace>) {
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
                let Some(target) = view.figures.get(other) else { continue };
                let (Some(from), Some(to)) = (figure.place, target.place) else {
                    continue;
                };
                let gap = (from.leg(to) - figure.radius - target.radius).max(0);
                let in_range = figure.range.is_some_and(|range| gap <= range);
                // Who moves sees its rings and whom it could shoot at; who fires sees how far everything is.
                let shown = in_range || (active && firing);
                if !shown {
                    continue;
                }
                // The lines of one are told apart by whom they lead to; those of many would cover each other.
                let label = match active {
                    true => format!("{other} {}\", {}", tenths(gap), cover.word().to_lowercase()),
                    false => String::new(),
                };
                traces.push(Trace {
                    label,
                    points: vec![self.spot_on(from, figure.level), self.spot_on(to, target.level)],
                    ink: cover_ink(*cover),
                    dotted: !in_range,
                    description: format!(
                        "{id} sees {other}: gap {}\", {}",
                        tenths(gap),
                        cover.word()
                    ),
                });
            }
            if let (true, Some(range), Some(at), Some(front)) =
                (active && firing, figure.range, figure.place, figure.front)
            {
                let about = format!("range of {id}: {}\"", inches(range));
                let place = (at, figure.level);
                let label = format!("range {}\"", inches(range));
                let arc = self.arc(place, range + figure.radius, front, Ink::Bad, about);
                traces.push(Trace { label, ..arc });
            }
        }
    }

    /// How far the active figure sees in the dark, if it is the viewer's own.
    fn trace_darkness(&self, view: &View, traces: &mut Vec<Trace>) {
        let far = match view.light {
            _ if view.turn == 0 => return,
            Light::Day => return,
            Light::Dusk => 12 * INCH,
            Light::Night => 6 * INCH,
        };
        for (id, figure) in &view.figures {
            let own = view.viewer.is_some()
                && view.active.as_ref() == Some(id)
                && figure.side.as_deref().and_then(|l| self.scenario.side(l)) == view.viewer;
            if let (true, Some(at), "playing") = (own, figure.place, figure.standing.as_str()) {
                let words = format!("{id} sees unlit figures to {}\"", inches(far));
                let ring = self.ring((at, figure.level), far + figure.radius, Ink::Faint, words);
                traces.push(Trace { label: format!("sees {}\"", inches(far)), ..ring });
            }
        }
    }

    fn trace_doors(&self, view: &View, traces: &mut Vec<Trace>) {
        for line in self.doors.iter().map(|door| &self.table.lines[usize::from(*door)]) {
            let state = view.doors.get(&line.id.replace('.', "-")).or(view.doors.get(&*line.id));
            let ink = match state {
                Some(DoorState::Open | DoorState::Destroyed) => Ink::Good,
                Some(DoorState::Closed) => Ink::Neutral,
                Some(DoorState::Locked) => Ink::Warm,
                Some(DoorState::Barred) => Ink::Bad,
                None => continue,
            };
            traces.push(Trace {
                label: state.map_or("", |state| state.word()).to_string(),
                // There and back: what has no end has no arrow.
                points: [line.a, line.b, line.a].map(|at| self.spot_on(at, line.level)).to_vec(),
                ink,
                dotted: false,
                description: {
                    format!("{}: {}", self.line_told(line), state.map_or("", |s| s.word()))
                },
            });
        }
    }

    fn trace_lamps_and_smoke(&self, view: &View, traces: &mut Vec<Trace>) {
        for lamp in &self.scenario.lamps {
            if view.lamps.get(&lamp.id) == Some(&true) {
                let about = format!("lamp {} lights {}\"", lamp.id, inches(lamp.radius));
                traces.push(self.ring((lamp.at, lamp.level), lamp.radius, Ink::Warm, about));
            }
        }
        for smoke in &view.smoke {
            let mut points = self.outline(&octagon(smoke.centre, smoke.radius));
            points.extend(points.first().copied());
            traces.push(Trace {
                label: String::new(),
                points,
                ink: Ink::Faint,
                dotted: false,
                description: format!("smoke for {} more", counted(smoke.turns, "turn", "turns")),
            });
        }
    }
}

/// The side that a figure fought for first, if it fights for another now. SV-PRI-08
fn turned_from(figure: &FigureView) -> Option<&str> {
    let first = figure.first_side.as_deref()?;
    (figure.standing == "playing" && figure.side.as_deref() != Some(first)).then_some(first)
}
