//! Panels beside the board: sheets, cards, charts.

use crate::ground::Symbol;
use crate::piece::Ink;
use serde::{Deserialize, Serialize};

/// One line of label and value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// What it is.
    pub label: String,
    /// How much or which.
    pub value: String,
    /// Its colour, if it should stand out.
    pub ink: Option<Ink>,
    /// A picture for it.
    pub symbol: Option<Symbol>,
}

impl Fact {
    /// A label and a value that do not stand out.
    pub fn new(label: impl Into<String>, value: impl Into<String>) -> Fact {
        Fact { label: label.into(), value: value.into(), ink: None, symbol: None }
    }
}

/// One box of a track.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrackBox {
    /// Printed in the box.
    pub label: String,
    /// Printed between this box and the next: a trigger; empty if none.
    pub after: String,
    /// Whether a counter lies here now.
    pub here: bool,
    /// A colour, if the box stands out.
    pub ink: Option<Ink>,
}

impl TrackBox {
    /// A box with nothing behind it and no colour of its own.
    pub fn new(label: impl Into<String>, here: bool) -> TrackBox {
        TrackBox { label: label.into(), after: String::new(), here, ink: None }
    }
}

/// A row of boxes along which a counter moves.
///
/// ```
/// use stage::{Track, TrackBox};
///
/// let step = |label: &str, here| {
///     TrackBox { label: label.into(), after: String::new(), here, ink: None }
/// };
/// let life = Track {
///     label: "Life level".into(),
///     symbol: None,
///     boxes: vec![step("A", false), step("B", true)],
///     note: "One level lost.".into(),
///     short: String::new(),
/// };
/// assert_eq!(life.boxes.iter().position(|step| step.here), Some(1));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Track {
    /// Its name.
    pub label: String,
    /// A picture for it.
    pub symbol: Option<Symbol>,
    /// Its boxes in order.
    pub boxes: Vec<TrackBox>,
    /// What the state of the track means, in words ("two more dry days: lose 1").
    pub note: String,
    /// What is said of it in short, where the box alone would say too little, such as `8 of 11 steps left`: those from
    /// the counter to the last box; empty if the label of the box says it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub short: String,
}

/// A card or tile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// Its id, unique in the scene, so that a choice can point at it.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its text.
    pub text: String,
    /// A picture.
    pub symbol: Option<Symbol>,
    /// Its colour.
    pub ink: Ink,
    /// Whether it is used up, broken or turned away.
    pub faint: bool,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its cells.
    pub cells: Vec<String>,
    /// Whether it is lit: the row that was rolled, the seat to move.
    pub lit: bool,
}

/// A part of a panel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// Labels and values.
    Facts(Vec<Fact>),
    /// A track.
    Track(Track),
    /// Cards side by side.
    Cards(Vec<Card>),
    /// A table.
    Table {
        /// Column heads.
        head: Vec<String>,
        /// Rows.
        rows: Vec<Row>,
    },
    /// A paragraph.
    Text(String),
}

/// A panel beside the board.
///
/// ```
/// use stage::{Block, Fact, Panel};
///
/// let blocks = vec![Block::Facts(vec![Fact::new("Water", "2 days")])];
/// let sheet = Panel { id: "ann".into(), title: "Ann".into(), seat: Some(0), open: true, blocks };
/// assert_eq!(sheet.title, "Ann");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Panel {
    /// Its id, stable from scene to scene.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The seat it belongs to, if any.
    pub seat: Option<u16>,
    /// Whether it matters now: the sheet of the seat to move, the chart that was rolled.
    pub open: bool,
    /// Its parts.
    pub blocks: Vec<Block>,
}

/// The id of the panel that says where in the course of a game one is: a window shows it above the board.
pub const TIME: &str = "time";

impl Panel {
    /// Where in the course of a game one is: tracks of days, rounds, seasons or steps, the longest span first.
    ///
    /// ```
    /// use stage::{Panel, TIME, TrackBox};
    ///
    /// let days = (1..=3).map(|day| TrackBox::new(day.to_string(), day == 2)).collect();
    /// assert_eq!(Panel::time("The days", vec![("Days", days)]).id, TIME);
    /// ```
    pub fn time(title: impl Into<String>, tracks: Vec<(&str, Vec<TrackBox>)>) -> Panel {
        let track = |(label, boxes): (&str, Vec<TrackBox>)| {
            let (symbol, note, short) = (None, String::new(), String::new());
            Block::Track(Track { label: label.into(), symbol, boxes, note, short })
        };
        let blocks = tracks.into_iter().map(track).collect();
        Panel { id: TIME.into(), title: title.into(), seat: None, open: false, blocks }
    }
}
