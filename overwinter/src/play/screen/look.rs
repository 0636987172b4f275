//! What is at a place of the board, in words, and what can be done there.

use super::Screen;
use super::list::Entry;
use stage::spots::spots;
use stage::{AT, Ahead, At, Field, MarkKind, Piece, PlaneField, Point, Target};

impl Screen<'_> {
    /// The place under the cursor, if the board has places there.
    pub(super) fn place_here(&self) -> Option<&str> {
        let (column, row) = self.board.cursor;
        self.board.canvas.place_at(column, row)
    }

    /// The point of a plane under the cursor.
    pub(super) fn point_here(&self) -> Option<Point> {
        self.board.canvas.point_at(self.board.cursor.0, self.board.cursor.1)
    }

    /// The pieces under the cursor.
    pub(super) fn pieces_here(&self) -> Vec<&Piece> {
        let (column, row) = self.board.cursor;
        let place = self.place_here().filter(|_| self.point_here().is_none());
        let drawn: Vec<&str> = self.board.canvas.pieces_at(column, row).collect();
        let here = |piece: &&Piece| match &piece.at {
            At::Place(at) => place == Some(at) || drawn.contains(&piece.id.as_str()),
            At::Point(_) => drawn.contains(&piece.id.as_str()),
        };
        self.scene.pieces.iter().filter(here).collect()
    }

    fn is_here(&self, target: &Target, pieces: &[&Piece]) -> bool {
        match target {
            Target::Place(id) => self.point_here().is_none() && self.place_here() == Some(id),
            Target::Piece(id) => pieces.iter().any(|piece| piece.id == *id),
            Target::Point(point) => {
                self.board.canvas.character_of(*point) == Some(self.board.cursor)
            }
            Target::Card(_) => false,
        }
    }

    /// The entries of the list that point at what is under the cursor; those of the picked piece, if one is
    /// and has any there.
    pub(super) fn entries_here(&self) -> Vec<usize> {
        let pieces = self.pieces_here();
        let all: Vec<usize> = (0..self.list.asked().len())
            .filter(|index| {
                let target = self.list.asked()[*index].target.as_ref();
                target.is_some_and(|target| self.is_here(target, &pieces))
            })
            .collect();
        let of_picked = |index: &usize| {
            let moves = &self.list.asked()[*index].moves;
            moves.is_some() && *moves == self.picked
        };
        let picked: Vec<usize> = all.iter().copied().filter(of_picked).collect();
        if picked.is_empty() { all } else { picked }
    }

    /// The entries that move a piece.
    pub(super) fn entries_of(&self, piece: &str) -> Vec<usize> {
        let moves = |entry: &Entry| entry.moves.as_deref() == Some(piece);
        (0..self.list.asked().len()).filter(|index| moves(&self.list.asked()[*index])).collect()
    }

    /// The piece under the cursor that can go somewhere.
    pub(super) fn mover_here(&self) -> Option<String> {
        let free = |id: &str| {
            let mut offered = self.scene.prompt.iter().flat_map(|prompt| &prompt.free);
            offered.any(|free| free.moves.as_deref() == Some(id))
        };
        let moves = |piece: &&Piece| free(&piece.id) || !self.entries_of(&piece.id).is_empty();
        self.pieces_here().into_iter().find(moves).map(|piece| piece.id.clone())
    }

    /// What can be done at the point under the cursor, with what it comes to.
    pub(super) fn free_here(&self) -> Vec<Entry> {
        self.judged_here().into_iter().filter_map(Result::ok).collect()
    }

    /// Why nothing can be done at the point under the cursor; nothing if something can, or nothing is asked.
    pub(super) fn refused_here(&self) -> Option<String> {
        let judged = self.judged_here();
        let allowed = judged.iter().any(Result::is_ok);
        judged.into_iter().find_map(Result::err).filter(|_| !allowed)
    }

    /// What is offered for any point, at the one under the cursor: with what it comes to, or why it is not
    /// allowed there.
    fn judged_here(&self) -> Vec<Result<Entry, String>> {
        let (Some(at), Some(plane), Some(seat)) = (self.point_here(), self.plane(), self.seat())
        else {
            return Vec::new();
        };
        let at = written(plane, at);
        let offered = self.scene.prompt.iter().flat_map(|prompt| &prompt.free);
        let fits = offered.filter(|free| self.picked.is_none() || free.moves == self.picked);
        fits.map(|free| {
            let line = free.notation.replace(AT, &at);
            match self.session.preview(seat, &line) {
                Ok(sketch) => {
                    Ok(Entry::action(line, format!("{}: {at}", free.label), sketch.words))
                }
                Err(refused) => Err(format!("Not here: {}. {refused}", free.label)),
            }
        })
        .collect()
    }

    /// The decisions that lead to the place under the cursor, one after the other, and what they cost.
    pub(super) fn way_here(&self) -> Option<(Vec<String>, String)> {
        let ahead = &self.scene.prompt.as_ref()?.ahead;
        let place = self.place_here()?;
        let ends = ahead.iter().enumerate();
        let ends = ends.filter(|(_, step)| step.place == place && !step.tag.is_empty());
        let ways = ends.filter_map(|(at, step)| Some((lines_to(ahead, at)?, step.tag.clone())));
        let mut ways =
            ways.filter(|(lines, _)| lines.first().is_some_and(|line| self.begins(line)));
        ways.next()
    }

    /// Whether a way may begin with this line: it is of the picked piece, or of what is asked about.
    fn begins(&self, line: &str) -> bool {
        let mut choices = self.scene.prompt.iter().flat_map(|prompt| &prompt.choices);
        let choice = choices.find(|choice| choice.notation == line);
        choice.is_none_or(|choice| match &self.picked {
            Some(picked) => choice.moves.as_ref().is_none_or(|moves| moves == picked),
            None => !choice.aside,
        })
    }

    fn plane(&self) -> Option<&PlaneField> {
        self.scene.ground.fields.iter().find_map(|field| match field {
            Field::Plane(plane) => Some(plane),
            _ => None,
        })
    }

    /// What is under the cursor, in words: the ground, pieces, marks, and how far it is.
    pub(super) fn words_here(&self) -> Vec<String> {
        let mut words = Vec::new();
        let point = self.point_here();
        if let (Some(at), Some(plane)) = (point, self.plane()) {
            let areas = plane.areas.iter().filter(|area| area.shape.contains(at));
            let names: Vec<&str> =
                areas.map(|area| named(&area.description, &area.label)).collect();
            let ground = if names.is_empty() { "open ground".into() } else { names.join("; ") };
            words.push(format!("{}: {ground}", written(plane, at)));
        } else if let Some(id) = self.place_here() {
            let spot = spots(&self.scene.ground).remove(id);
            let told = spot.map(|spot| spot.name().to_string()).unwrap_or_default();
            // Hexes are called by their ids, other places by what they are.
            let hexes = self.scene.ground.fields.iter().any(|it| matches!(it, Field::Hexes(_)));
            words.push(match (told.is_empty(), hexes && !told.contains(id)) {
                (true, _) => id.to_string(),
                (false, true) => format!("{id}: {told}"),
                (false, false) => told,
            });
            let marks = self.scene.marks.iter().filter(|mark| mark.place == id);
            words.extend(marks.map(|mark| {
                let told = mark_words(mark.kind).to_string();
                if mark.tag.is_empty() { told } else { format!("{told}: {}", mark.tag) }
            }));
        }
        words.extend(
            self.pieces_here()
                .into_iter()
                .map(|piece| named(&piece.description, &piece.label).to_string()),
        );
        words.extend(self.distance_here());
        words
    }

    /// How far it is from what was picked, or from the focus, to the cursor.
    fn distance_here(&self) -> Option<String> {
        let from = self.picked.as_ref().or(self.scene.focus.as_ref())?;
        let name = self.name_of(from);
        let is_piece = self.scene.pieces.iter().any(|piece| piece.id == *from);
        let from = match is_piece {
            true => Target::Piece(from.clone()),
            // Areas of a plane are too large to measure from.
            false if self.point_here().is_some() => return None,
            false => Target::Place(from.clone()),
        };
        let to = match (self.pieces_here().first(), self.point_here(), self.place_here()) {
            (Some(piece), Some(_), _) => Target::Piece(piece.id.clone()),
            (None, Some(point), _) => Target::Point(point),
            (_, None, Some(place)) => Target::Place(place.to_string()),
            _ => return None,
        };
        if from == to {
            return None;
        }
        let sketch = self.session.measure(self.viewer, &from, Some(&to))?;
        let bare = !sketch.words.contains(' ') || sketch.words.ends_with("hexes");
        let told = if bare { format!("{} from {name}", sketch.words) } else { sketch.words };
        (!told.trim().is_empty()).then_some(told)
    }
}

fn mark_words(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Active => "Acting now",
        MarkKind::Recent => "Something just happened here",
        MarkKind::Goal => "A goal",
        MarkKind::Reach => "In reach",
        MarkKind::Must => "This way must be gone",
        MarkKind::Closed => "Closed to what moves now",
        MarkKind::Ordered => "Something is ordered here",
    }
}

fn named<'a>(description: &'a str, label: &'a str) -> &'a str {
    if description.is_empty() { label } else { description }
}

/// A point of a plane as players write it: thousands of board units, to a twentieth.
fn written(plane: &PlaneField, at: Point) -> String {
    let rect = plane.rect;
    let upright = if plane.from_below { rect.y + rect.height - at.y } else { at.y - rect.y };
    let inches = |length: i32| {
        let twentieths = (length + 25).div_euclid(50);
        let text = format!("{}.{:02}", twentieths / 20, twentieths % 20 * 5);
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    };
    format!("{},{}", inches(at.x - rect.x), inches(upright))
}

/// The decisions up to one of those ahead, in their order; none if they have no beginning.
fn lines_to(ahead: &[Ahead], mut at: usize) -> Option<Vec<String>> {
    let mut lines = vec![ahead.get(at)?.notation.clone()];
    while let Some(before) = ahead[at].after.filter(|before| *before < ahead.len()) {
        // A way that leads back to itself would have no beginning.
        if lines.len() > ahead.len() {
            return None;
        }
        lines.push(ahead[before].notation.clone());
        at = before;
    }
    lines.reverse();
    Some(lines)
}
