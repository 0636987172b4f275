//! What a viewer is sent: a scene in named parts, so that only the parts that changed travel.

mod grounds;
pub mod sheets;
mod slips;

pub use grounds::Grounds;

use crate::store::{SeatKind, SeatRow};
use crate::tables::Sitting;
use serde::Serialize;
use serde_json::{Value, json};
use stage::svg::Look;
use stage::{Block, Choice, Panel, Prompt, Scene, Sketch, Target};
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use table::{AnyMatch, Outcome, Seat, Setup, Viewer};

/// Everything that a viewer sees at one moment but the story, as JSON texts by name.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The version of the table that it shows.
    pub version: u64,
    /// Decisions taken.
    pub step: usize,
    parts: BTreeMap<String, Part>,
}

/// A part's JSON text, and a short hash of it.
#[derive(Clone, Debug)]
struct Part {
    text: String,
    hash: u64,
}

/// One line of the story: the step, the words, and the rule behind it (empty if none).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told(pub usize, pub String, pub String);

/// What somebody has already been sent: of every part its name and a short hash of its text.
#[derive(Default)]
pub struct Sent(HashMap<Box<str>, u64>);

fn short_hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

impl Frame {
    fn set(&mut self, name: impl Into<String>, value: impl Serialize) {
        let text = serde_json::to_string(&value).unwrap_or_default();
        let hash = short_hash(&text);
        self.parts.insert(name.into(), Part { text, hash });
    }

    /// All parts as one JSON object.
    pub fn whole(&self) -> String {
        self.patch(&mut Sent::default())
    }

    /// What has changed since: a JSON object `{v, step, set: {name: part}, gone: [name]}`; and notes
    /// that it was sent. `gone` is there only if parts are.
    pub fn patch(&self, sent: &mut Sent) -> String {
        let mut text = format!(r#"{{"v":{},"step":{},"set":{{"#, self.version, self.step);
        let mut first = true;
        for (name, part) in &self.parts {
            match sent.0.get_mut(name.as_str()) {
                Some(hash) if *hash == part.hash => continue,
                Some(hash) => *hash = part.hash,
                None => drop(sent.0.insert(name.as_str().into(), part.hash)),
            }
            if !first {
                text.push(',');
            }
            first = false;
            text.push_str(&serde_json::to_string(name).unwrap_or_default());
            text.push(':');
            text.push_str(&part.text);
        }
        text.push('}');
        // Everything that is there has been sent: if as much was sent as is there, nothing is gone.
        if sent.0.len() > self.parts.len() {
            let mut gone = Vec::new();
            sent.0.retain(|name, _| {
                let left = self.parts.contains_key(&**name);
                if !left {
                    gone.push(name.clone());
                }
                left
            });
            gone.sort_unstable();
            text.push_str(r#","gone":"#);
            text.push_str(&serde_json::to_string(&gone).unwrap_or_default());
        }
        text.push('}');
        text
    }
}

/// What a viewer sees of a sitting now.
pub fn live(sitting: &Sitting, viewer: Viewer, grounds: &Grounds) -> Frame {
    let mut frame = Frame { version: sitting.version, ..Frame::default() };
    let deciding = sitting.deciding();
    let seats: Vec<Value> =
        sitting.seats.iter().map(|seat| seat_part(seat, deciding.contains(&seat.seat))).collect();
    frame.set("seats", seats);
    for line in sitting.talk.iter().rev().take(60) {
        let seat = line.seat.map(|seat| seat.0);
        frame.set(format!("talk/{:09}", line.number), json!([line.at, seat, line.name, line.text]));
    }
    let Some(game) = sitting.game.as_deref() else {
        frame.set("head", json!({ "state": "open" }));
        return frame;
    };
    let scene = game.scene(viewer);
    frame.step = game.len();
    let seat = viewer.seat();
    let of_seat = |list: &[usize]| seat.and_then(|seat| list.get(seat.index()).copied());
    let status = game.status();
    frame.set(
        "head",
        json!({
            "state": if status.outcome().is_some() { "over" } else { "playing" },
            "headline": scene.headline,
            "you": seat.is_some_and(|seat| status.awaits(seat)),
            "waiting": waiting(&deciding, game.setup()),
            "turn": seat.and_then(|seat| sitting.turns.get(seat.index()).copied()),
            "since": of_seat(&sitting.last_steps),
            "undo": seat.is_some_and(|seat| game.can_undo(seat)),
            "moved": sitting.row.moved,
            "rematch": sitting.row.rematch,
        }),
    );
    if let Some(outcome) = status.outcome() {
        frame.set("result", result(outcome, &game.conclusion(), game.setup()));
    }
    if let Some(prompt) = &scene.prompt
        && seat.is_some_and(|seat| status.awaits(seat))
    {
        frame.set(
            "prompt",
            json!({
                "question": prompt.question,
                "hint": prompt.hint,
                "choices": prompt.choices.iter().map(choice_part).collect::<Vec<_>>(),
            }),
        );
        asked(&mut frame, prompt);
    }
    board(&mut frame, &scene, grounds, |panel| seat.is_some_and(|seat| panel.seat == Some(seat.0)));
    frame
}

/// One panel as a viewer sees it now, whole; nothing if there is none of that id.
pub fn panel(game: &dyn AnyMatch, viewer: Viewer, id: &str) -> Option<String> {
    let scene = game.scene(viewer);
    let panel = scene.panels.iter().find(|panel| panel.id == id)?;
    Some(panel.blocks.iter().map(|block| sheets::block(block).into_string()).collect())
}

/// A sketch over a board: its drawing and its words.
pub fn sketched(sketch: &Sketch, game: &dyn AnyMatch, viewer: Viewer) -> Value {
    let counter = stage::spots::counter_size(&game.scene(viewer).ground);
    json!({
        "drawing": stage::svg::sketch(sketch, counter, &Look::default()),
        "tag": sketch.tag,
        "words": sketch.words,
    })
}

/// What a viewer sees of a moment that is past: nothing is asked.
pub fn past(game: &dyn AnyMatch, viewer: Viewer, grounds: &Grounds) -> Frame {
    let scene = game.scene(viewer);
    let mut frame = Frame { step: game.len(), ..Frame::default() };
    let status = game.status();
    frame.set("head", json!({ "state": "past", "headline": scene.headline }));
    if let Some(outcome) = status.outcome() {
        frame.set("result", result(outcome, &game.conclusion(), game.setup()));
    }
    board(&mut frame, &scene, grounds, |_| true);
    frame
}

/// The story as a viewer may know it, from a step on.
pub fn story(game: &dyn AnyMatch, viewer: Viewer, from: usize) -> Vec<Told> {
    let lines = game.log(viewer, from).into_iter();
    lines.map(|line| Told(line.step, line.text, line.rule)).collect()
}

/// A drawing in which `~` stands for the beginning of a colour's name, which is half of what pieces
/// are made of.
fn abbreviated(drawing: &str) -> String {
    drawing.replace('~', "&#126;").replace("var(--ow-", "~")
}

/// The board and its sheets. Of a closed sheet that offers nothing and is not the viewer's own only a
/// number is sent, which changes with what it says: a page asks for it when somebody opens it.
fn board(frame: &mut Frame, scene: &Scene, grounds: &Grounds, own: impl Fn(&Panel) -> bool) {
    let (digest, ground) = grounds.keep(&scene.ground);
    frame.set("ground", &digest);
    frame.set("focus", &scene.focus);
    let look = Look::default();
    let layers = stage::svg::layers(scene, &ground.spots, &look);
    let marks = scene.marks.iter();
    let marks: Vec<_> = marks.map(|mark| (&mark.place, mark.kind, &mark.tag)).collect();
    frame.set("marks", marks);
    frame.set("traces", abbreviated(&layers.traces));
    for (order, piece) in layers.pieces.iter().enumerate() {
        let (x, y) = (piece.centre.x, piece.centre.y);
        frame.set(format!("piece/{}", piece.id), json!([x, y, piece.size, piece.place, order]));
        frame.set(format!("body/{}", piece.id), (&piece.words, abbreviated(&piece.body)));
    }
    let mut list = Vec::new();
    // Where several decide at once, one's own sheet is enough to look at.
    let crowd = scene.panels.iter().filter(|panel| panel.open && panel.seat.is_some()).count() > 1;
    for panel in &scene.panels {
        let open = panel.open && (!crowd || panel.seat.is_none() || own(panel));
        let offers = panel.blocks.iter().any(|block| matches!(block, Block::Cards(_)));
        let blocks = panel.blocks.iter().map(|block| sheets::block(block).into_string());
        let later = !open && !own(panel) && (!offers || panel.seat.is_some());
        let count = if later { 1 } else { panel.blocks.len() };
        list.push(json!([panel.id, panel.title, panel.seat, open, count]));
        if later {
            let whole: String = blocks.collect();
            frame.set(format!("panel/{}/0", panel.id), short_hash(&whole) as u32);
        } else {
            for (number, block) in blocks.enumerate() {
                frame.set(format!("panel/{}/{number}", panel.id), block);
            }
        }
    }
    frame.set("panels", list);
}

/// What can be answered beside choosing: ways ahead as lists of index before (or null), notation,
/// place and tag; free points as label, notation and piece; slips as forms.
fn asked(frame: &mut Frame, prompt: &Prompt) {
    if !prompt.ahead.is_empty() {
        let steps = prompt.ahead.iter();
        let steps = steps.map(|step| (step.after, &step.notation, &step.place, &step.tag));
        frame.set("ahead", steps.collect::<Vec<_>>());
    }
    if !prompt.free.is_empty() {
        let free = prompt.free.iter().map(|free| (&free.label, &free.notation, &free.moves));
        frame.set("free", free.collect::<Vec<_>>());
    }
    for (number, slip) in prompt.slips.iter().enumerate() {
        frame.set(format!("slip/{number}"), slips::slip(slip, number).into_string());
    }
}

/// A choice as a list: notation, what one would click (a letter and the id of a place, piece or card, or
/// a point; 0 for nothing), tag, label, description, whether it cannot be taken back, the piece that
/// moves. Trailing empty things are left out, and a label that is the notation.
fn choice_part(choice: &Choice) -> Value {
    let target = match &choice.target {
        None => json!(0),
        Some(Target::Place(id)) => json!(format!("h{id}")),
        Some(Target::Piece(id)) => json!(format!("p{id}")),
        Some(Target::Card(id)) => json!(format!("c{id}")),
        Some(Target::Point(point)) => json!([point.x, point.y]),
    };
    let label = if choice.label == choice.notation { "" } else { &choice.label };
    let mut part = vec![
        json!(choice.notation),
        target,
        json!(choice.tag),
        json!(label),
        json!(choice.description),
        json!(u8::from(choice.final_)),
        json!(choice.moves),
    ];
    let empty =
        |value: &Value| value.is_null() || value.as_str() == Some("") || value.as_u64() == Some(0);
    while part.len() > 1 && part.last().is_some_and(empty) {
        part.pop();
    }
    Value::Array(part)
}

fn seat_part(seat: &SeatRow, deciding: bool) -> Value {
    json!({
        "name": seat.name,
        "kind": seat.kind,
        "bot": if seat.kind == SeatKind::Bot { seat.bot.as_str() } else { "" },
        "deciding": deciding,
    })
}

fn waiting(deciding: &[Seat], setup: &Setup) -> String {
    let names: Vec<String> = deciding.iter().take(6).map(|seat| setup.name(*seat)).collect();
    let more = deciding.len().saturating_sub(6);
    match more {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

/// The end: the sentence, then every seat with rank, score and whether it won, the best first.
fn result(outcome: &Outcome, conclusion: &str, setup: &Setup) -> Value {
    let mut seats: Vec<Seat> = Seat::first(setup.seats).collect();
    let rank = |seat: &Seat| outcome.ranks.get(seat.index()).copied().unwrap_or(u16::MAX);
    seats.sort_by_key(rank);
    let rows: Vec<Value> = seats
        .iter()
        .map(|seat| {
            let score = outcome.scores.as_ref().and_then(|scores| scores.get(seat.index()));
            json!([seat.0, setup.name(*seat), rank(seat), score, outcome.winners.has(*seat)])
        })
        .collect();
    json!({ "text": conclusion, "rows": rows })
}
