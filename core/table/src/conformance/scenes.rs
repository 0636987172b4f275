//! What a scene names is there: places, pieces, cards, seats; it asks the right seat for what it may do,
//! and says what cannot be taken back.

use super::walk::Walk;
use super::{Held, lines, must, never_panics};
use crate::seat::{Names, Seat, Viewer};
use crate::shown::Conformant;
use stage::{AT, At, BlankKind, Block, Field, Ground, Panel, Prompt, Scene, Slip, Target};
use std::collections::{BTreeMap, BTreeSet};

/// Steps of a kind that could not be taken back, until none of that kind can.
const ENOUGH_STEPS: usize = 12;

impl<G: Conformant> Walk<'_, G> {
    /// Everybody can look at the board, and drawing it works.
    pub(super) fn scenes_hold(&mut self) -> Held {
        let (game, position) = (self.game.game(), self.game.position());
        let odd = lines::odd_names(game.setup().seats);
        let seats = Seat::first(game.setup().seats).map(Viewer::Seat);
        for viewer in seats.chain([Viewer::Table, Viewer::Referee]) {
            serde_json::to_value(game.view(position, viewer))
                .map_err(|error| format!("the view of {viewer} is no JSON: {error}"))?;
            scene_holds(game, position, viewer, Names::NONE)?;
            scene_holds(game, position, viewer, Names::new(&odd))?;
        }
        let over = game.status(position).outcome().is_some();
        if self.game.is_empty() || over {
            let viewer = Viewer::Seat(Seat(0));
            let scene = game.scene(&game.view(position, viewer), viewer, &[], Names::new(&odd));
            never_panics(
                || "drawing the board".into(),
                || {
                    stage::svg::document(&scene, &stage::svg::Look::default());
                    stage::text::board(&scene, &stage::text::TextLook::default());
                },
            )?;
            legend_holds(&scene)?;
        }
        Ok(())
    }

    /// Notes whether a step could be taken back, and whether it was offered as one that cannot be.
    pub(super) fn note_finality(&mut self, before: &G::Position, seat: Seat, action: &G::Action) {
        let (game, viewer) = (self.game.game(), Viewer::Seat(seat));
        if game.status(self.game.position()).outcome().is_some() {
            return;
        }
        let line = game.notation(action);
        let kind = line.split_whitespace().next().unwrap_or_default();
        if self.finality.excused(kind) {
            return;
        }
        // A game that draws no board has its choices from the contract, which cannot know.
        let offered_as_final = || {
            let choices = std::slice::from_ref(action);
            let scene = game.scene(&game.view(before, viewer), viewer, choices, Names::NONE);
            let mut choices = scene.prompt.iter().flat_map(|prompt| &prompt.choices);
            scene.ground.fields.is_empty()
                || choices.all(|choice| choice.notation != line || choice.final_)
        };
        let fair = self.game.can_undo(seat) || offered_as_final();
        self.finality.note(kind, fair);
    }
}

/// What the suite has learnt of steps that cannot be taken back, by the first word of their lines.
#[derive(Default)]
pub(super) struct Finality(BTreeMap<String, StepKind>);

/// Steps of one kind: whether any could be taken back or was offered as final, and how many could not
/// be and were not.
#[derive(Default)]
struct StepKind {
    excused: bool,
    unannounced: usize,
}

impl Finality {
    fn excused(&self, kind: &str) -> bool {
        self.0.get(kind).is_some_and(|kind| kind.excused)
    }

    fn note(&mut self, kind: &str, fair: bool) {
        let kind = self.0.entry(kind.to_string()).or_default();
        kind.excused |= fair;
        kind.unannounced += usize::from(!fair);
    }

    /// A kind of step that can never be taken back is offered as final. One that sometimes can be need
    /// not be: whether dice fall or something is shown may be more than its seat can know.
    pub(super) fn holds(&self) -> Held {
        let found = self.0.iter().find(|(_, it)| !it.excused && it.unannounced >= ENOUGH_STEPS);
        match found {
            Some((kind, _)) => Err(format!(
                "`{kind}` can never be taken back, but no choice of it says so (`final_`)"
            )),
            None => Ok(()),
        }
    }
}

/// The scene of this viewer shows what is there and offers what is legal.
pub(super) fn scene_holds<G: Conformant>(
    game: &G,
    position: &G::Position,
    viewer: Viewer,
    names: Names<'_>,
) -> Held {
    let mut legal = Vec::new();
    if let Some(seat) = viewer.seat() {
        game.legal(position, seat, &mut legal);
    }
    let view = game.view(position, viewer);
    let mut scene = never_panics(
        || format!("the scene of {viewer}"),
        || game.scene(&view, viewer, &legal, names),
    )?;
    if let (Some(prompt), Some(seat)) = (&mut scene.prompt, viewer.seat()) {
        must(prompt.seat == seat.0, || {
            format!("the scene of seat {seat} asks seat {}", prompt.seat + 1)
        })?;
        prompt.ahead = game.ahead(position, seat);
    }
    let offered: Vec<&str> = scene
        .prompt
        .iter()
        .flat_map(|prompt| &prompt.choices)
        .map(|choice| choice.notation.as_str())
        .collect();
    let listed: Vec<String> = legal.iter().map(|action| game.notation(action)).collect();
    must(listed.iter().all(|line| offered.contains(&line.as_str())), || {
        format!("the scene of {viewer} does not offer all of {listed:?}")
    })?;
    must(offered.iter().all(|line| listed.iter().any(|listed| listed == line)), || {
        format!("the scene of {viewer} offers too much: {offered:?}")
    })?;
    super::asking::asks_well(game, &scene, &legal)
        .map_err(|problem| format!("in the scene of {viewer} {problem}"))?;
    pieces_hold(&scene).map_err(|problem| format!("in the scene of {viewer} {problem}"))?;
    Named::in_scene(&scene)
        .and_then(|named| named.holds(&scene, game.setup().seats))
        .map_err(|problem| format!("in the scene of {viewer} {problem}"))
}

/// Every sign on the board is in its legend, or stands in a name.
fn legend_holds(scene: &Scene) -> Held {
    let mut names = String::from(" 0123456789\"┌┐└┘─│+-|:");
    for field in &scene.ground.fields {
        match field {
            Field::Hexes(field) => {
                names.extend(field.cells.iter().map(|it| format!("{}{}", it.label, it.caption)));
            }
            Field::Plane(field) => names.extend(field.all_areas().map(|it| it.label.as_str())),
            Field::Places(field) => {
                names.extend(field.places.iter().map(|it| format!("{}{}", it.label, it.caption)));
            }
        }
    }
    names.extend(scene.pieces.iter().flat_map(|it| &it.badges).map(|(_, text)| text.as_str()));
    for ascii in [false, true] {
        let look = stage::text::TextLook { ascii, ..stage::text::TextLook::default() };
        let legend: String =
            stage::text::legend(scene, &look).into_iter().map(|entry| entry.sign).collect();
        let board = stage::text::board(scene, &look).plain();
        let unknown = board
            .chars()
            .find(|c| !c.is_whitespace() && !legend.contains(*c) && !names.contains(*c));
        must(unknown.is_none(), || format!("the board shows {unknown:?}, which its legend lacks"))?;
    }
    Ok(())
}

/// Every piece has a name of its own and a description.
fn pieces_hold(scene: &Scene) -> Held {
    unique("pieces", scene.pieces.iter().map(|piece| piece.id.as_str()))?;
    let plain = scene.pieces.iter().find(|piece| piece.description.is_empty());
    must(plain.is_none(), || format!("a piece is not described: {plain:?}"))
}

/// What can be named in a scene, by id.
struct Named<'a> {
    places: BTreeSet<&'a str>,
    pieces: BTreeSet<&'a str>,
    cards: BTreeSet<&'a str>,
}

/// The ids, each of which must be there once.
fn unique<'a>(what: &str, ids: impl Iterator<Item = &'a str>) -> Result<BTreeSet<&'a str>, String> {
    let mut known = BTreeSet::new();
    for id in ids {
        must(!id.is_empty(), || format!("one of the {what} has an empty id"))?;
        must(known.insert(id), || format!("two {what} are called `{id}`"))?;
    }
    Ok(known)
}

/// The ids of the places of a ground.
pub(super) fn places(ground: &Ground) -> impl Iterator<Item = &str> {
    ground.fields.iter().flat_map(|field| -> Box<dyn Iterator<Item = &str>> {
        match field {
            Field::Hexes(field) => Box::new(field.cells.iter().map(|cell| cell.id.as_str())),
            Field::Plane(field) => Box::new(field.all_areas().map(|area| area.id.as_str())),
            Field::Places(field) => Box::new(field.places.iter().map(|place| place.id.as_str())),
        }
    })
}

fn cards(panels: &[Panel]) -> impl Iterator<Item = &str> {
    let blocks = panels.iter().flat_map(|panel| &panel.blocks);
    let cards = blocks.flat_map(|block| match block {
        Block::Cards(cards) => cards.as_slice(),
        _ => &[],
    });
    cards.map(|card| card.id.as_str())
}

impl<'a> Named<'a> {
    fn in_scene(scene: &'a Scene) -> Result<Named<'a>, String> {
        Ok(Named {
            places: unique("places", places(&scene.ground))?,
            pieces: unique("pieces", scene.pieces.iter().map(|piece| piece.id.as_str()))?,
            cards: unique("cards", cards(&scene.panels))?,
        })
    }

    fn place(&self, id: &str, what: &str) -> Held {
        must(self.places.contains(id), || format!("{what} is at `{id}`, which is no place"))
    }

    fn piece(&self, id: &str, what: &str) -> Held {
        must(self.pieces.contains(id), || format!("{what} moves `{id}`, which is no piece"))
    }

    fn target(&self, target: &Target, what: &str) -> Held {
        let there = match target {
            Target::Place(id) => self.places.contains(id.as_str()),
            Target::Piece(id) => self.pieces.contains(id.as_str()),
            Target::Card(id) => self.cards.contains(id.as_str()),
            Target::Point(_) => true,
        };
        must(there, || format!("{what} points at {target:?}, which is not there"))
    }

    fn holds(&self, scene: &Scene, seats: u16) -> Held {
        for piece in &scene.pieces {
            let what = format!("piece `{}`", piece.id);
            if let At::Place(place) = &piece.at {
                self.place(place, &what)?;
            }
        }
        for mark in &scene.marks {
            self.place(&mark.place, "a mark")?;
        }
        for trace in &scene.traces {
            must(!trace.points.is_empty(), || format!("a trace has no points: {trace:?}"))?;
        }
        if let Some(focus) = &scene.focus {
            let id = focus.as_str();
            let there = self.places.contains(id) || self.pieces.contains(id);
            must(there, || format!("the focus is on `{focus}`, which is not there"))?;
        }
        for id in &scene.watched {
            let there = self.pieces.contains(id.as_str());
            must(there, || format!("`{id}` is watched, which is no piece"))?;
        }
        unique("panels", scene.panels.iter().map(|panel| panel.id.as_str()))?;
        scene.panels.iter().try_for_each(|panel| panel_holds(panel, seats))?;
        scene.prompt.iter().try_for_each(|prompt| self.prompt_holds(prompt, seats))
    }

    fn prompt_holds(&self, prompt: &Prompt, seats: u16) -> Held {
        must(prompt.seat < seats, || format!("seat {} is asked", prompt.seat + 1))?;
        for choice in &prompt.choices {
            let what = format!("the choice `{}`", choice.notation);
            must(!choice.label.is_empty(), || format!("{what} has no label"))?;
            choice.target.iter().try_for_each(|target| self.target(target, &what))?;
            choice.moves.iter().try_for_each(|piece| self.piece(piece, &what))?;
        }
        for free in &prompt.free {
            let what = format!("the choice `{}`", free.notation);
            must(free.notation.contains(AT), || format!("{what} takes no point"))?;
            free.moves.iter().try_for_each(|piece| self.piece(piece, &what))?;
        }
        for ahead in &prompt.ahead {
            self.place(&ahead.place, &format!("`{}` ahead", ahead.notation))?;
        }
        prompt.slips.iter().try_for_each(slip_holds)
    }
}

fn panel_holds(panel: &Panel, seats: u16) -> Held {
    let what = format!("the panel `{}`", panel.id);
    must(panel.seat.is_none_or(|seat| seat < seats), || {
        format!("{what} belongs to seat {:?}, which is not there", panel.seat)
    })?;
    for block in &panel.blocks {
        if let Block::Table { head, rows } = block {
            let fits = rows.iter().all(|row| head.is_empty() || row.cells.len() == head.len());
            must(fits, || format!("{what} has a table whose rows do not fit its head {head:?}"))?;
        }
    }
    Ok(())
}

fn slip_holds(slip: &Slip) -> Held {
    let fits = |entry: &BlankKind| match entry {
        BlankKind::OneOf(words) => !words.is_empty(),
        BlankKind::Number { least, most, first } => (least..=most).contains(&first),
        BlankKind::Place { .. } | BlankKind::Text { .. } => true,
    };
    let wrong = slip.blanks.iter().find(|blank| !fits(&blank.entry));
    must(wrong.is_none(), || format!("the slip `{}` cannot be filled in: {wrong:?}", slip.title))
}
