//! A scene: one moment of one game through one viewer's eyes.

use crate::art::symbol_glyph;
use crate::ground::{Field, Ground, Point, Rect, Symbol};
use crate::lesson::Coaching;
use crate::panel::Panel;
use crate::piece::{At, Ink, Piece};
use crate::prompt::{AT, Free, Prompt, Slip, Target};
use crate::spots::spots;
use crate::steps::AT_A_GLANCE;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Why a place is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// The thing that acts now.
    Active,
    /// Where something just happened.
    Recent,
    /// A goal: an open edge, a target.
    Goal,
    /// In reach.
    Reach,
    /// Compulsory: the way that must be gone.
    Must,
    /// Closed to what moves now, by something that stands near.
    Closed,
    /// Where something is ordered that is not done yet.
    Ordered,
}

/// A mark on a place of the ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// The place's id.
    pub place: String,
    /// Why it is marked.
    pub kind: MarkKind,
    /// A few characters written on it; empty if none.
    pub tag: String,
}

/// A sign whose meaning the game itself says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    /// A picture on the ground or beside a piece.
    Symbol(Symbol),
    /// The small text at the top of hexes, by a pattern such as `(x,y,z)`.
    Caption(String),
    /// A line over the board in this colour, dotted or not.
    Line {
        /// Its colour.
        ink: Ink,
        /// Whether it is dotted.
        dotted: bool,
    },
}

/// What a sign means on this board, where its picture alone does not say it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    /// The sign.
    pub sign: Sign,
    /// What it means, in a few words.
    pub words: String,
}

impl Key {
    /// A sign and what it means.
    pub fn new(sign: Sign, words: impl Into<String>) -> Key {
        Key { sign, words: words.into() }
    }
}

/// How a seat stands, in one number beside its player's name.
///
/// ```
/// let tally = stage::Tally::new("12 pts", "12 Survival Points if the game ended now");
/// assert_eq!(tally.short, "12 pts");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The number with what it counts, in a few characters.
    pub short: String,
    /// The same in words.
    pub words: String,
}

impl Tally {
    /// A number with what it counts, and the same in words.
    pub fn new(short: impl Into<String>, words: impl Into<String>) -> Tally {
        Tally { short: short.into(), words: words.into() }
    }
}

/// A line over the board: the way just walked, a preview, a line of sight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// Through these points.
    pub points: Vec<Point>,
    /// Its colour.
    pub ink: Ink,
    /// Whether it is only a possibility.
    pub dotted: bool,
    /// What it shows, in words.
    pub description: String,
    /// A few characters written on it, such as a distance; empty if none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// Lines drawn over the board for a moment, and what they say: what a choice would do, what was
/// measured.
///
/// ```
/// use stage::{Ink, Point, Sketch};
///
/// let (here, there) = (Point { x: 0, y: 0 }, Point { x: 0, y: 1732 });
/// let step = Sketch::way(vec![here, there], Ink::Seat(0), "2 left", "South: 1 point; 2 left.");
/// assert_eq!((step.traces.len(), step.tag.as_str()), (1, "2 left"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sketch {
    /// The lines.
    pub traces: Vec<Trace>,
    /// A few characters written at the end of the last line, such as a cost or a distance.
    pub tag: String,
    /// The same in words.
    pub words: String,
}

impl Sketch {
    /// A way through these points.
    pub fn way(
        points: Vec<Point>,
        ink: Ink,
        tag: impl Into<String>,
        words: impl Into<String>,
    ) -> Sketch {
        let words = words.into();
        let trace =
            Trace { label: String::new(), points, ink, dotted: false, description: words.clone() };
        Sketch { traces: vec![trace], tag: tag.into(), words }
    }
}

/// One moment of a game through one viewer's eyes.
///
/// ```
/// use stage::{Field, Ground, Ink, Piece, Place, PlaceField, Rect, Scene, Shape, Texture};
/// use std::sync::Arc;
///
/// let rect = Rect { x: 0, y: 0, width: 1000, height: 1000 };
/// let camp = Place::new("camp", Shape::Box { rect, round: 100 }, Texture::Paper, "the camp");
/// let places = PlaceField { title: String::new(), places: vec![camp], lines: Vec::new() };
/// let ground = Ground {
///     title: "Camp".into(),
///     description: "One place.".into(),
///     fields: vec![Field::Places(places)],
/// };
/// let mut scene = Scene::new(Arc::new(ground), "Day 1");
/// let hiker = Piece::new("hiker", "camp", Ink::Seat(0));
/// scene.pieces.push(Piece { description: "the hiker".into(), ..hiker });
/// assert!(stage::text::describe(&scene).contains("the hiker"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// The board.
    pub ground: Arc<Ground>,
    /// Where we are in the game, in a line: "Day 3: Ann walks".
    pub headline: String,
    /// What this viewer must do to win, here and now, in a line; for onlookers the aim of the game. Empty
    /// only where a game draws no board.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub aim: String,
    /// What has become of the viewer's own seat, once it plays no more: "You are out: …", "You have
    /// arrived: …".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<String>,
    /// What lies on the board.
    pub pieces: Vec<Piece>,
    /// Marked places.
    pub marks: Vec<Mark>,
    /// Lines over the board.
    pub traces: Vec<Trace>,
    /// Sheets, charts and cards beside it.
    pub panels: Vec<Panel>,
    /// The question to this viewer, if any.
    pub prompt: Option<Prompt>,
    /// Where to look: the place or piece that a narrow window should keep in view.
    pub focus: Option<String>,
    /// The part of the board by which this viewer decides, beside what is in focus: a window shows as much of it as
    /// can be read at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outlook: Option<Rect>,
    /// The pieces of which this viewer wants to know where they are, such as enemies and goods: a window that does not
    /// show one points to it from its edge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watched: Vec<String>,
    /// Of every seat the number of the colour that its pieces have, where colours belong to something else
    /// than seats; empty if every seat has its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub colours: Vec<u16>,
    /// Of every seat how it stands as far as this viewer may know, nothing where that is not known; empty if the game
    /// counts nothing before its end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tallies: Vec<Option<Tally>>,
    /// What a lesson says, where one is being played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<Coaching>,
    /// What signs mean here, where their pictures alone do not say it. A badge of a piece that is named here
    /// stands on boards of text too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<Key>,
}

impl Scene {
    /// The bare board, with nothing on it and nothing asked.
    pub fn new(ground: Arc<Ground>, headline: impl Into<String>) -> Scene {
        Scene {
            ground,
            headline: headline.into(),
            aim: String::new(),
            standing: None,
            pieces: Vec::new(),
            marks: Vec::new(),
            traces: Vec::new(),
            panels: Vec::new(),
            prompt: None,
            focus: None,
            outlook: None,
            watched: Vec::new(),
            colours: Vec::new(),
            tallies: Vec::new(),
            lesson: None,
            keys: Vec::new(),
        }
    }

    /// What the game says that a symbol means, if it says so.
    pub fn key_of(&self, symbol: Symbol) -> Option<&str> {
        let key = self.keys.iter().find(|key| key.sign == Sign::Symbol(symbol))?;
        Some(&key.words)
    }

    /// What a symbol means on this board.
    ///
    /// ```
    /// use stage::{Ground, Key, Scene, Sign, Symbol};
    ///
    /// let ground = Ground { title: "Island".into(), description: String::new(), fields: Vec::new() };
    /// let mut scene = Scene::new(std::sync::Arc::new(ground), "Spring");
    /// assert_eq!(scene.symbol_words(Symbol::Bone), "bone");
    /// scene.keys.push(Key::new(Sign::Symbol(Symbol::Bone), "hungry"));
    /// assert_eq!(scene.symbol_words(Symbol::Bone), "hungry");
    /// ```
    pub fn symbol_words(&self, symbol: Symbol) -> &str {
        self.key_of(symbol).unwrap_or(symbol_glyph(symbol).name)
    }

    /// How the captions of hexes are built and what they mean, if the game says so.
    pub fn caption_key(&self) -> Option<(&str, &str)> {
        self.keys.iter().find_map(|key| match &key.sign {
            Sign::Caption(pattern) => Some((pattern.as_str(), key.words.as_str())),
            Sign::Symbol(_) | Sign::Line { .. } => None,
        })
    }

    /// The kinds of lines that lie over the board now and whose meaning the game says, in its order: colour, whether
    /// dotted, and what it means.
    ///
    /// ```
    /// use stage::{Ground, Ink, Key, Point, Scene, Sign, Trace};
    ///
    /// let ground = Ground { title: "Yard".into(), description: String::new(), fields: Vec::new() };
    /// let mut scene = Scene::new(std::sync::Arc::new(ground), "Turn 1");
    /// for dotted in [false, true] {
    ///     let words = if dotted { "sees, out of range" } else { "sees, in range" };
    ///     scene.keys.push(Key::new(Sign::Line { ink: Ink::Good, dotted }, words));
    /// }
    /// let points = vec![Point::new(0, 0), Point::new(9, 9)];
    /// let (label, description) = (String::new(), "A1 sees B1".into());
    /// scene.traces.push(Trace { points, ink: Ink::Good, dotted: true, description, label });
    /// assert_eq!(scene.line_keys().collect::<Vec<_>>(), [(Ink::Good, true, "sees, out of range")]);
    /// ```
    pub fn line_keys(&self) -> impl Iterator<Item = (Ink, bool, &str)> {
        self.keys.iter().filter_map(|key| match key.sign {
            Sign::Line { ink, dotted } => {
                // What goes round something, or is written on, is none of these.
                let alike = |trace: &&Trace| {
                    let round = trace.points.first() == trace.points.last();
                    (trace.ink, trace.dotted) == (ink, dotted) && trace.label.is_empty() && !round
                };
                self.traces.iter().find(alike).map(|_| (ink, dotted, key.words.as_str()))
            }
            Sign::Symbol(_) | Sign::Caption(_) => None,
        })
    }

    /// The colour that a seat's pieces have.
    ///
    /// ```
    /// let ground = stage::Ground { title: "Park".into(), description: String::new(), fields: Vec::new() };
    /// let mut scene = stage::Scene::new(std::sync::Arc::new(ground), "Spring");
    /// assert_eq!(scene.ink_of(1), stage::Ink::Seat(1));
    /// scene.colours = vec![4, 2];
    /// assert_eq!(scene.ink_of(1), stage::Ink::Seat(2));
    /// ```
    pub fn ink_of(&self, seat: u16) -> Ink {
        Ink::Seat(self.colours.get(usize::from(seat)).copied().unwrap_or(seat))
    }

    /// The piece or place to which the scene draws attention. A piece that stands at a point of its own is meant
    /// before a place of the same name, and a place before a piece that lies in one.
    ///
    /// ```
    /// use stage::{At, Ground, Ink, Piece, Point, Scene, Target};
    ///
    /// let ground = Ground { title: "Yard".into(), description: String::new(), fields: Vec::new() };
    /// let mut scene = Scene::new(std::sync::Arc::new(ground), "Turn 1");
    /// scene.focus = Some("B1".into());
    /// assert_eq!(scene.focused(), Some(Target::Place("B1".into())));
    /// let figure = Piece::new("B1", "", Ink::Seat(0));
    /// scene.pieces.push(Piece { at: At::Point(Point { x: 0, y: 0 }), ..figure });
    /// assert_eq!(scene.focused(), Some(Target::Piece("B1".into())));
    /// ```
    pub fn focused(&self) -> Option<Target> {
        let id = self.focus.as_ref()?;
        let piece = self.pieces.iter().find(|piece| piece.id == *id);
        let is_place = || {
            self.ground.fields.iter().any(|field| match field {
                Field::Hexes(field) => field.cells.iter().any(|cell| cell.id == *id),
                Field::Plane(field) => field.areas.iter().any(|area| area.id == *id),
                Field::Places(field) => field.places.iter().any(|place| place.id == *id),
            })
        };
        Some(match piece.map(|piece| &piece.at) {
            Some(At::Point(_)) => Target::Piece(id.clone()),
            Some(At::Place(_)) if !is_place() => Target::Piece(id.clone()),
            _ => Target::Place(id.clone()),
        })
    }

    /// The slips that say what no short list does.
    pub fn unlisted_slips(&self) -> impl Iterator<Item = &Slip> {
        let by_slip = self.said_by_slips();
        let slips = self.prompt.iter().flat_map(|prompt| &prompt.slips).enumerate();
        slips
            .filter(move |(index, slip)| {
                let said = by_slip.iter().filter(|by| **by == Some(*index)).count();
                let few = if slip.is_of_numbers() { AT_A_GLANCE / 2 } else { AT_A_GLANCE };
                said == 0 || said > few
            })
            .map(|(_, slip)| slip)
    }

    /// The same with upper floors laid onto the table, for those who show no floors beside it. What takes any
    /// point says once more with the floor where its piece stands.
    pub fn flat(mut self) -> Scene {
        let ground = self.ground.clone();
        let planes = || ground.fields.iter().filter_map(Field::plane);
        let Some(plane) = planes().find(|plane| !plane.floors.is_empty()) else { return self };
        let mut upstairs = Vec::new();
        for piece in &mut self.pieces {
            if let At::Point(point) = &mut piece.at {
                let (at, level) = plane.on_table(*point);
                *point = at;
                upstairs.push((piece.id.clone(), level));
            }
        }
        for point in self.traces.iter_mut().flat_map(|trace| &mut trace.points) {
            *point = plane.on_table(*point).0;
        }
        if let Some(prompt) = &mut self.prompt {
            for choice in &mut prompt.choices {
                if let Some(Target::Point(point)) = &mut choice.target {
                    *point = plane.on_table(*point).0;
                }
            }
            let level = |free: &Free| {
                let id = free.moves.as_ref()?;
                let found = upstairs.iter().find(|(piece, level)| piece == id && *level > 0);
                found.map(|(_, level)| *level)
            };
            let on_floor = |free: &Free| {
                let level = level(free)?;
                let notation = free.notation.replace(AT, &format!("{AT},{level}"));
                Some(Free {
                    label: format!("{} on this floor", free.label),
                    notation,
                    ..free.clone()
                })
            };
            let more: Vec<Free> = prompt.free.iter().filter_map(on_floor).collect();
            prompt.free.extend(more);
        }
        self
    }

    /// For every choice the number of the slip that says the same, if one does: a list of such choices can
    /// be folded away.
    pub fn said_by_slips(&self) -> Vec<Option<usize>> {
        let Some(prompt) = &self.prompt else { return Vec::new() };
        if prompt.slips.is_empty() {
            return vec![None; prompt.choices.len()];
        }
        let places = spots(&self.ground);
        let is_place = |id: &str| places.contains_key(id);
        let says = |line: &str| {
            prompt.slips.iter().position(|slip| slip.entries(line, &is_place).is_some())
        };
        prompt.choices.iter().map(|choice| says(&choice.notation)).collect()
    }
}
