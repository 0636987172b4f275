//! The scene: board, pieces, marks and the question; the sheets beside it are in `sheets.rs`.

use super::prompt::price;
use super::sheets;
use crate::Outfit;
use crate::action::Action;
use crate::knowledge::view::{MarkerView, OutpostView, PersonView, View};
use crate::land::{Hex, Way, Wilderness};
use crate::position::{Fate, Number};
use crate::speech::{amid, count};
use ::stage::hexmap::{MapLook, field_of};
use ::stage::{
    At, Field, Form, Ground, Ink, Mark, MarkKind, Piece, Point, Pose, Rect, Scene, Symbol, Tally,
    Trace,
};
use std::sync::Arc;
use table::Names;
use terrain::{Side, Top};

/// The board itself; a hex is five kilometres across (OS-GEN-02).
pub(crate) fn ground(board: &Wilderness) -> Ground {
    let map = &board.map;
    let (columns, rows) = (map.grid.columns(), map.grid.rows());
    Ground {
        title: map.name.clone(),
        description: format!(
            "A wilderness of {columns} by {rows} hexes, each five kilometres across."
        ),
        fields: vec![Field::Hexes(field_of(map, &MapLook::default()))],
    }
}

/// The view as a scene, with persons called by their players' names.
pub(crate) fn scene(set: &Outfit, view: &View, choices: &[Action], names: Names<'_>) -> Scene {
    let view = &set.called(view, names);
    let acting = view.acting.and_then(|number| view.persons.get(&number.to_string()));
    let focus = acting.and_then(|person| person.hex.clone()).or_else(|| set.end_focus(view));
    Scene {
        outlook: set.end_outlook(view),
        pieces: set.pieces(view),
        marks: set.marks(view, acting, choices),
        traces: set.traces(view, acting, choices),
        panels: sheets::panels(set, view),
        prompt: set.prompt(view, acting, choices),
        focus,
        watched: acting.map_or_else(Vec::new, |own| rivals(view, own)),
        aim: set.aim_told(view),
        standing: set.standing_told(view),
        tallies: tallies(view),
        ..Scene::new(Arc::clone(&set.ground), set.headline(view, acting))
    }
}

/// Whether somebody's counter is on the board.
fn in_play(person: &PersonView) -> bool {
    matches!(person.status, Fate::Active | Fate::Escorted | Fate::Stranded)
}

/// Whether somebody's counter is drawn: while in play, and where everybody ended when all is over.
fn is_shown(view: &View, person: &PersonView) -> bool {
    let ended =
        matches!(person.status, Fate::Left | Fate::Out | Fate::Found | Fate::Captured | Fate::Hit);
    in_play(person) || ended && view.phase == "over"
}

/// The counters of those whom somebody else plays, as far as they are seen: who looks on wants to know where they are.
fn rivals(view: &View, own: &PersonView) -> Vec<String> {
    let theirs = |person: &PersonView| person.seat.is_some() && person.seat != own.seat;
    let seen = view.persons.iter().filter(|(_, it)| theirs(it) && it.hex.is_some() && in_play(it));
    seen.map(|(number, _)| person_id(number)).collect()
}

/// The counter of a person.
fn person_id(number: &str) -> String {
    format!("person-{number}")
}

/// The Life Level of every seat's person, as far as it is known; of a seat with several how many are in play.
fn tallies(view: &View) -> Vec<Option<Tally>> {
    let seats = view.persons.values().filter_map(|person| person.seat).max().unwrap_or_default();
    let plays = |person: &&&PersonView| {
        matches!(person.status, Fate::Active | Fate::Escorted | Fate::Stranded)
    };
    let tally = |seat: u16| {
        let own = view.persons.values().filter(|person| person.seat == Some(seat));
        let own: Vec<&PersonView> = own.collect();
        let living: Vec<&&PersonView> = own.iter().filter(plays).collect();
        match (own.as_slice(), living.as_slice()) {
            ([_], [person]) => {
                let level = person.level?;
                Some(Tally::new(format!("life {level}"), format!("Life Level {level}")))
            }
            ([_], _) => None,
            (own, living) if own.iter().all(|person| person.level.is_some()) => {
                let (left, all) = (living.len(), own.len());
                Some(Tally::new(format!("{left} of {all}"), format!("{left} of {all} in play")))
            }
            _ => None,
        }
    };
    (1..=seats).map(tally).collect()
}

impl Outfit {
    fn headline(&self, view: &View, acting: Option<&PersonView>) -> String {
        let name = acting.map_or("Nobody", |person| person.name.as_str());
        let day = format!("Day {} of {}", view.day, view.day_limit);
        match view.phase {
            "over" => format!("{}: over on day {}", self.scenario.name, view.day),
            "border" | "base" | "outpost" => format!("{}: {name} sets up", self.scenario.name),
            "hidden" => format!("{day}: {name} moves unseen"),
            "move" => format!("{day}: {name} walks"),
            "aim" => format!("{day}: {name} takes aim"),
            "column" => format!("{day}: {name} meets the wilderness"),
            _ => format!("{day}: {name} decides"),
        }
    }

    fn pieces(&self, view: &View) -> Vec<Piece> {
        let markers = view.markers.iter().map(marker_piece);
        let outposts = view.outposts.iter().map(|outpost| outpost_piece(view, outpost));
        let persons =
            view.persons.iter().filter_map(|(number, it)| self.person_piece(view, number, it));
        markers.chain(outposts).chain(persons).collect()
    }

    /// The hex at which the game ended: that of somebody who left the board, else of anybody.
    fn end_focus(&self, view: &View) -> Option<String> {
        let shown = || view.persons.values().filter(|it| is_shown(view, it));
        let left = shown().find(|it| it.status == Fate::Left).or_else(|| shown().next());
        left.filter(|_| view.phase == "over")?.hex.clone()
    }

    /// When the game is over, the part of the board where everybody ended.
    fn end_outlook(&self, view: &View) -> Option<Rect> {
        /// As much is shown around them: the land of some days' walk.
        const AROUND: i32 = 6 * 1732;
        let shown = view.persons.values().filter(|it| is_shown(view, it));
        let ends = shown.filter_map(|it| self.board.find(it.hex.as_ref()?));
        let ends: Vec<Point> = ends.map(|hex| self.point(hex)).collect();
        let over = view.phase == "over" && !ends.is_empty();
        over.then(|| Rect::around(ends).grown(AROUND))
    }

    /// An arrow off the board where somebody left it.
    fn exits_made(&self, view: &View) -> Vec<Trace> {
        let left = view.persons.values().filter(|it| it.status == Fate::Left);
        let exits = left.filter_map(|person| {
            let hex = person.hex.as_ref()?;
            let from = self.point(self.board.find(hex)?);
            let (x, y) = match *person.edges.first()? {
                "N" => (0, -1),
                "E" => (1, 0),
                "S" => (0, 1),
                _ => (-1, 0),
            };
            let day = person.ended.map_or(String::new(), |day| format!("day {day}"));
            Some(Trace {
                points: vec![from.moved(700 * x, 700 * y), from.moved(2000 * x, 2000 * y)],
                ink: person.seat.map_or(Ink::Neutral, |seat| Ink::Seat(seat - 1)),
                dotted: false,
                description: format!("{} left the board from {hex}, {day}", person.name),
                label: day,
            })
        });
        exits.collect()
    }

    /// The counter of a person who is in play and seen; when all is over, also of who left or fell.
    fn person_piece(&self, view: &View, number: &str, person: &PersonView) -> Option<Piece> {
        let hex = person.hex.as_ref().filter(|_| is_shown(view, person))?;
        let fell = !in_play(person) && person.status != Fate::Left;
        // Who walks shows what is left of his day, everybody else what a day is worth.
        let left = person.points.filter(|_| view.phase == "move");
        let fares = match (person.level, left.or(person.allowance)) {
            (Some(level), Some(points)) => format!("{level} {points}"),
            _ => String::new(),
        };
        let alike = |other: &&PersonView| (&other.role, other.seat) == (&person.role, person.seat);
        let several = view.persons.values().filter(alike).count() > 1;
        let (label, badges) = match self.counter_name(number).filter(|_| several) {
            Some(name) if fares.is_empty() => (name, Vec::new()),
            Some(name) => (name, vec![(Symbol::Heart, fares)]),
            None => (fares, Vec::new()),
        };
        let fallen = fell.then(|| (Symbol::Skull, String::new()));
        let badges = badges.into_iter().chain(fallen).collect();
        Some(Piece {
            id: person_id(number),
            at: At::Place(hex.clone()),
            form: Form::Counter,
            ink: person.seat.map_or(Ink::Neutral, |seat| Ink::Seat(seat - 1)),
            symbol: Some(self.symbol(person)),
            label,
            pose: match person.allowance {
                _ if fell => Pose::Ghost,
                Some(0) => Pose::Lying,
                _ => Pose::Upright,
            },
            facing: None,
            badges,
            pips: None,
            description: match left {
                Some(left) => {
                    format!("{}, {} left", sheets::person_words(person), count(left, "point"))
                }
                None => sheets::person_words(person),
            },
        })
    }

    /// What tells a counter from others of its role and player: "G2" for Guard 2.
    fn counter_name(&self, number: &str) -> Option<String> {
        let who = number.parse().map(Number).ok()?.who();
        let (role, number) = self.names.get(who.index())?.rsplit_once(' ')?;
        number.parse::<u8>().ok()?;
        Some(format!("{}{number}", role.chars().next()?))
    }

    fn symbol(&self, person: &PersonView) -> Symbol {
        let animal = self.scenario.roles.iter().any(|role| role.id == person.role && role.animal);
        match person.role.as_str() {
            "hiker" | "racer" => Symbol::Hiker,
            "searcher" => Symbol::Searcher,
            "rescuer" => Symbol::Ranger,
            "guard" => Symbol::Guard,
            "hunter" => Symbol::Hunter,
            "escapee" => Symbol::Fugitive,
            "lost" | "missing" => Symbol::Missing,
            _ if animal => Symbol::Deer,
            _ => Symbol::Person,
        }
    }

    /// The way out of the acting person's hex through a side, as the viewer knows it.
    pub(crate) fn seen_way(
        &self,
        view: &View,
        person: &PersonView,
        side: Side,
    ) -> Option<(Way, u8)> {
        let cell = self.board.find(person.hex.as_ref()?)?;
        let trails = self.takes_trails(person);
        let doubted = view.doubtful.contains(&side.name(Top::Flat));
        let way = match doubted {
            true if self.board.ways(cell, trails)[side].on_board() => {
                *self.board.doubted(cell, side)
            }
            _ => self.board.ways(cell, trails)[side],
        };
        Some((way, way.cost(person.rate.unwrap_or(false))))
    }

    /// Whether trails count for a person.
    pub(super) fn takes_trails(&self, person: &PersonView) -> bool {
        self.switches.animals_use_trails || !self.role_of(person).is_some_and(|role| role.animal)
    }

    fn marks(&self, view: &View, acting: Option<&PersonView>, choices: &[Action]) -> Vec<Mark> {
        let mut marks = Vec::new();
        let Some(person) = acting else {
            return marks;
        };
        let mark = |place: String, kind, tag: String| Mark { place, kind, tag };
        if let Some(hex) = &person.hex {
            marks.push(mark(hex.clone(), MarkKind::Active, String::new()));
            self.mark_goals(view, hex, &mut marks);
        }
        let must_go_on = !choices.contains(&Action::Stop);
        for choice in choices {
            match choice {
                Action::Step(side) => {
                    let Some((way, cost)) = self.seen_way(view, person, *side) else {
                        continue;
                    };
                    if let Some(to) = way.to() {
                        let ahead = view.heading == Some(side.name(Top::Flat));
                        let ordered = view.heading.is_none()
                            && view.rolled.as_ref().and_then(|rolled| rolled.way)
                                == Some(side.name(Top::Flat));
                        let kind = match must_go_on && (ahead || ordered) {
                            true => MarkKind::Must,
                            false => MarkKind::Reach,
                        };
                        marks.push(mark(self.board.label(to), kind, price(cost)));
                    }
                }
                Action::Base(number) => {
                    if let Some(cell) = self.board.base(*number) {
                        marks.push(mark(
                            self.board.label(cell),
                            MarkKind::Reach,
                            number.to_string(),
                        ));
                    }
                }
                _ => {}
            }
        }
        marks
    }

    /// The border hexes from which the acting person can leave, the nearest first; none while he may not
    /// leave at all.
    fn mark_goals(&self, view: &View, hex: &str, marks: &mut Vec<Mark>) {
        let Some(number) = view.acting.map(|number| number.to_string()) else { return };
        let role = view.persons.get(&number).and_then(|person| self.role_of(person));
        let Some(role) = role.filter(|role| self.may_leave(view, &number, role)) else { return };
        let exits = self.exits_told(view, role);
        let Some(here) = self.board.find(hex).filter(|_| !exits.is_empty()) else { return };
        let open =
            |cell: &Hex| self.board.ways(*cell, true).iter().any(|way| way.edges.meets(exits));
        let mut goals: Vec<Hex> = self.board.cells().filter(open).collect();
        goals.sort_by_key(|cell| self.board.distance(here, *cell));
        marks.extend(goals.into_iter().map(|cell| Mark {
            place: self.board.label(cell),
            kind: MarkKind::Goal,
            tag: String::new(),
        }));
    }

    /// The way walked this turn, and the straight run that lies ahead.
    fn traces(&self, view: &View, acting: Option<&PersonView>, choices: &[Action]) -> Vec<Trace> {
        let mut traces = self.exits_made(view);
        let Some(person) = acting else {
            return traces;
        };
        let ink = person.seat.map_or(Ink::Neutral, |seat| Ink::Seat(seat - 1));
        let walked: Vec<Point> = view
            .path
            .iter()
            .filter_map(|hex| self.board.find(hex))
            .map(|c| self.point(c))
            .collect();
        if walked.len() > 1 {
            traces.push(Trace {
                label: String::new(),
                points: walked,
                ink,
                dotted: false,
                description: format!("{} came by {}", person.name, view.path.join(", ")),
            });
        }
        let ahead = view.heading.or(view.rolled.as_ref().and_then(|rolled| rolled.way));
        let ahead = ahead.and_then(|name| Side::parse(name, Top::Flat));
        let Some(side) = ahead.filter(|side| choices.contains(&Action::Step(*side))) else {
            return traces;
        };
        let Some(mut cell) = person.hex.as_ref().and_then(|hex| self.board.find(hex)) else {
            return traces;
        };
        let mut points = vec![self.point(cell)];
        let (mut left, mut flag) = (person.points.unwrap_or(0), person.rate.unwrap_or(false));
        loop {
            let way = self.board.ways(cell, true)[side];
            let Some(to) = way.to().filter(|_| way.cost(flag) <= left) else { break };
            left -= way.cost(flag);
            (cell, flag) = (to, way.rate);
            points.push(self.point(cell));
        }
        if points.len() > 1 {
            traces.push(Trace {
                label: String::new(),
                points,
                ink,
                dotted: true,
                description: format!(
                    "Straight on, {} ends on {}",
                    amid(&person.name),
                    self.board.label(cell)
                ),
            });
        }
        traces
    }
}

fn marker_piece(marker: &MarkerView) -> Piece {
    let (symbol, what) = match marker.face {
        "missing" => (Symbol::Missing, "a missing person"),
        "blank" => (Symbol::Blank, "a blank"),
        _ => (Symbol::Unknown, "nobody knows what"),
    };
    Piece {
        id: format!("marker-{}", marker.hex),
        at: At::Place(marker.hex.clone()),
        form: Form::FaceDown,
        ink: Ink::Neutral,
        symbol: Some(symbol),
        label: String::new(),
        pose: Pose::Upright,
        facing: None,
        badges: Vec::new(),
        pips: None,
        description: format!("Marker {} on {}: {what}", marker.number, marker.hex),
    }
}

fn outpost_piece(view: &View, outpost: &OutpostView) -> Piece {
    let served = || outpost.serves.iter().filter_map(|i| view.persons.get(&i.to_string()));
    let owner = served().next().and_then(|person| person.seat);
    let names: Vec<String> = served().map(|person| amid(&person.name)).collect();
    Piece {
        id: format!("outpost-{}", outpost.hex),
        at: At::Place(outpost.hex.clone()),
        form: Form::Token,
        ink: owner.map_or(Ink::Neutral, |seat| Ink::Seat(seat - 1)),
        symbol: Some(Symbol::Outpost),
        label: String::new(),
        pose: Pose::Upright,
        facing: None,
        badges: Vec::new(),
        pips: None,
        description: format!("Outpost on {}, supplies {}", outpost.hex, names.join(", ")),
    }
}
