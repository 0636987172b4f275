//! What a viewer sees, as data, and the shared code that draws it.
//!
//! A game turns a view into a [`Scene`] and writes no markup. A scene has a [`Ground`] (the board
//! itself: static, drawn once, cached by its digest) and what lies on it. Drawing is shared by all
//! games: to SVG for browsers, mail and pictures, to text for terminals and screen readers.

#![warn(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_lossless
)]

pub mod art;
mod ground;
pub mod hexes;
pub mod hexmap;
mod lesson;
mod names;
pub mod palette;
mod panel;
mod piece;
#[cfg(feature = "png")]
pub mod png;
mod prompt;
pub mod ruler;
mod scene;
pub mod spots;
pub mod steps;
pub mod svg;
pub mod text;

pub use ground::{
    Area, AreaOutline, Field, Floor, Ground, HexCell, HexField, Line, LineStyle, Place, PlaceField,
    PlaneField, Point, Rect, Shape, Symbol, Texture, Vista,
};
pub use lesson::{Coaching, Spotlight};
pub use panel::{Block, Card, Fact, Panel, Row, TIME, Track, TrackBox};
pub use piece::{At, Form, Ink, Piece, Pips, Pose};
pub use prompt::{
    AT, Ahead, Blank, BlankKind, Change, Choice, Free, Plan, Prompt, Slip, Subject, Target, Upshot,
};
pub use scene::{Key, Mark, MarkKind, Scene, Sign, Sketch, Tally, Trace};
