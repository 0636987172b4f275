//! The viewer's own Shelter below the ring: its Airlock and its rooms, with who lives there.

use super::scene::{GAP, HIGH, WIDE};
use crate::edition::roster::RoomKind;
use crate::knowledge::view::{DraftView, RoomView, ShelterView, View};
use crate::{Side, Space, Teller};
use stage::{Form, Ink, Piece, Place, PlaceField, Rect, Shape, Symbol, Texture};
use table::Fit;
use table::wording::counted;

/// The place of the Airlock.
pub(super) const AIRLOCK: &str = "airlock";

/// How far a room lies from the next, and from the ring, which leaves room for its title.
const BETWEEN: i32 = 140;
const BELOW: i32 = 760;

/// In how many rows so many rooms lie and how high each is, so that the board keeps its size: what a Shelter has in two,
/// what a draft shows beside it in three.
fn rows_of(rooms: i32) -> (i32, i32) {
    if rooms > 8 { (3, 700) } else { (2, 1120) }
}

/// A draft leads to so many standard rooms, and then to so many advanced ones.
const STANDARD: usize = 3;
const ADVANCED: usize = 4;

/// What is said of a room that the draft builds.
const BUILT_FREE: &str = "built free";

/// The place of a room by its word.
pub(super) fn room_place(word: &str) -> String {
    format!("room-{word}")
}

/// The place of a space of the own Shelter.
pub(super) fn space_place(space: Space) -> String {
    match space {
        Space::Airlock => AIRLOCK.into(),
        Space::Room(name) => room_place(&name.word()),
    }
}

/// The advanced rooms of a draft by their words, each with what it is as long as nothing is settled: the second of a
/// kind has a word of its own. Once the rooms are kept, what was given away is no longer among them.
fn drafted(draft: &DraftView) -> Vec<(String, RoomKind, &'static str)> {
    let kept = draft.kept.iter().map(|kind| (kind, "kept"));
    let hand = draft.hand.iter().map(|kind| (kind, "in your hand"));
    let all: Vec<_> = match draft.kept.len() < ADVANCED {
        // The hand comes first: its rooms are those that can be picked by their words.
        true => hand.chain(kept).collect(),
        false => kept.collect(),
    };
    let mut rooms: Vec<(String, RoomKind, &'static str)> = Vec::new();
    for (kind, caption) in all {
        let again = rooms.iter().any(|(_, other, _)| other == kind);
        rooms.push((format!("{}{}", kind.word(), if again { "b" } else { "" }), *kind, caption));
    }
    rooms
}

/// Whether a room of the draft, by its place among the seven, is one of those that are built free.
fn is_free(draft: &DraftView, place: usize) -> bool {
    draft.free.iter().any(|free| usize::from(*free) == place)
}

/// A room of a Shelter by its word, with its kind.
fn kind_of(word: &str) -> Option<RoomKind> {
    RoomKind::named(word.trim_end_matches('b'))
}

impl Teller<'_> {
    /// The viewer's own Shelter.
    pub(super) fn own_shelter<'v>(&self, view: &'v View) -> Option<(Side, &'v ShelterView)> {
        let seat = Side::numbered(view.seat?)?;
        Some((seat, view.shelters.get(seat.index())?))
    }

    /// The Shelter as places; none for those who have no Shelter.
    pub(super) fn shelter_field(&self, view: &View) -> Option<PlaceField> {
        let (_, shelter) = self.own_shelter(view)?;
        let mut rooms = vec![Place {
            label: "Airlock".into(),
            symbol: Some(Symbol::Door),
            description: "Airlock: where your survivors wait; each keeps out 1 radiation".into(),
            ..room(AIRLOCK.into(), Texture::Slate)
        }];
        for word in &shelter.order {
            let (Some(shown), Some(kind)) = (shelter.rooms.get(word), kind_of(word)) else {
                continue;
            };
            let place = rooms.len() - 1;
            let free = shelter.draft.as_ref().is_some_and(|draft| is_free(draft, place));
            let texture = if shown.built || free { Texture::Paper } else { Texture::Bare };
            let upkeep = self.parts.rooms[kind.index()].upkeep;
            let caption = match (free, shown.built) {
                (true, _) => BUILT_FREE.into(),
                (false, true) if shown.full => format!("full, upkeep {upkeep}"),
                (false, true) => format!("upkeep {upkeep}"),
                (false, false) => {
                    format!("{}, upkeep {upkeep}", counted(shown.spaces, "space", "spaces"))
                }
            };
            rooms.push(Place { caption, ..self.named_room(word, kind, texture) });
        }
        if let Some(draft) = &shelter.draft {
            for (at, (word, kind, caption)) in drafted(draft).into_iter().enumerate() {
                let (texture, caption) = match is_free(draft, STANDARD + at) {
                    true => (Texture::Paper, BUILT_FREE),
                    false => (Texture::Bare, caption),
                };
                rooms.push(Place {
                    caption: caption.into(),
                    ..self.named_room(&word, kind, texture)
                });
            }
        }
        let count = rooms.len().fit::<i32>();
        let (rows, height) = rows_of(count);
        let columns = ((count + rows - 1) / rows).max(3);
        let whole = 3 * WIDE + 2 * GAP;
        let width = (whole - (columns - 1) * BETWEEN) / columns;
        for (place, at) in rooms.iter_mut().zip(0..) {
            let (column, row) = (at % columns, at / columns);
            let rect = Rect {
                x: column * (width + BETWEEN),
                y: 3 * HIGH + 2 * GAP + BELOW + row * (height + BETWEEN),
                width,
                height,
            };
            place.shape = Shape::Box { rect, round: 120 };
        }
        Some(PlaceField { title: "Your Shelter".into(), places: rooms, lines: Vec::new() })
    }

    fn named_room(&self, word: &str, kind: RoomKind, texture: Texture) -> Place {
        let name = self.kind_name(kind).to_string();
        let built = if texture == Texture::Bare { "not built; " } else { "" };
        let text = self.room_text(kind);
        Place {
            description: format!("{name}: {word}, {built}{}", text.trim_end_matches('.')),
            label: name,
            symbol: Some(good_for(kind)),
            ..room(room_place(word), texture)
        }
    }

    /// Who lives in the own Shelter, room by room.
    pub(super) fn lay_people(&self, view: &View, pieces: &mut Vec<Piece>) {
        let Some((seat, shelter)) = self.own_shelter(view) else { return };
        if shelter.draft.is_some() {
            return;
        }
        let ink = Ink::Seat(seat.seat().0);
        let mut left = shelter.airlock;
        for (row, spaces) in self.airlock_rows().iter().enumerate() {
            let taken = left.min(*spaces);
            left -= taken;
            let told = format!("row {} of the Airlock", row + 1);
            let id = format!("people-airlock-{}", row + 1);
            pieces.push(people(id, AIRLOCK.into(), ink, (taken, *spaces), &told));
        }
        for (word, shown) in &shelter.rooms {
            let Some(kind) = kind_of(word).filter(|_| shown.built) else { continue };
            let told = format!("the {}{}", self.kind_name(kind), state(shown));
            let id = format!("people-{word}");
            let space = (shown.people, shown.spaces);
            pieces.push(people(id, room_place(word), ink, space, &told));
        }
    }
}

/// The picture of what a room brings, saves or keeps out.
pub(super) fn good_for(kind: RoomKind) -> Symbol {
    match kind {
        RoomKind::S1 => Symbol::Wood,
        RoomKind::S2 | RoomKind::A16 | RoomKind::A17 | RoomKind::A18 | RoomKind::A19 => {
            Symbol::Gear
        }
        RoomKind::S3 => Symbol::Flag,
        RoomKind::A1 | RoomKind::A2 => Symbol::Meat,
        RoomKind::A3 | RoomKind::A4 => Symbol::Can,
        RoomKind::A5 => Symbol::Lamp,
        RoomKind::A6 => Symbol::Eye,
        RoomKind::A7 => Symbol::Metal,
        RoomKind::A8 | RoomKind::A9 => Symbol::Gun,
        RoomKind::A10 => Symbol::Water,
        RoomKind::A11 => Symbol::Base,
        RoomKind::A12 | RoomKind::A13 => Symbol::Radiation,
        RoomKind::A14 => Symbol::Munition,
        RoomKind::A15 => Symbol::Person,
    }
}

/// What a room does for those in it, to be said after its name.
fn state(shown: &RoomView) -> &'static str {
    match (shown.full, shown.used) {
        (true, true) => ", which is full and used this turn",
        (true, false) => ", which is full",
        (false, _) => "",
    }
}

/// A place without an outline yet.
fn room(id: String, texture: Texture) -> Place {
    let rect = Rect { x: 0, y: 0, width: 0, height: 0 };
    Place::new(id, Shape::Box { rect, round: 0 }, texture, "")
}

/// A row of spaces with those who are there.
fn people(id: String, place: String, ink: Ink, (taken, spaces): (u8, u8), told: &str) -> Piece {
    let mut piece = Piece::new(id, place, ink);
    piece.form = Form::Row { taken, spaces };
    piece.symbol = Some(Symbol::Person);
    piece.label = format!("{taken}/{spaces}");
    piece.description = format!(
        "{} in {} of {told}",
        counted(taken, "survivor", "survivors"),
        counted(spaces, "space", "spaces")
    );
    piece
}
