//! What a viewer is sent: a scene in named parts, so that only the parts that changed travel.

mod boards;
mod moments;
pub mod sheets;
mod slips;

pub use boards::BoardCache;
pub use moments::Moments;

use crate::error::ServiceError;
use crate::protocol::{
    BoardDigest, ChoiceTarget, Focus, FramePart, FreeMove, FreeMoves, GameHead, GameResult,
    GameStanding, LessonLight, LessonNote, LineKey, LineKeys, LineTried, LinesTried, Marks,
    Outlook, PanelBlock, PanelHead, Panels, PieceBody, PiecePosition, PlaceMark, PlanMessage,
    Player, Players, Question, QuestionChoice, QuestionPlan, QuestionSubject, Rank, SeatClock,
    SeatPlanned, SketchOverlay, SlipHtml, StepAhead, StepsAhead, StoryEntry, TableClock, TalkLine,
    Traces, Update, Watched,
};
use crate::store::{SeatKind, SeatRow, WhisperRow};
use crate::tables::{LinePlace, SandboxState, SeatPlan, TableState};
use clock::Timekeeper;
use maud::{PreEscaped, html};
use serde_json::value::{RawValue, to_raw_value};
use stage::svg::Look;
use stage::{Scene, TIME};
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use table::{AnyMatch, LogLine, Seat, Setup, Viewer};

/// Everything that a viewer sees at one moment but the story, as JSON texts by name.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The moment that is seen.
    pub step: usize,
    parts: BTreeMap<String, Text>,
}

/// No parts.
static NOTHING_MORE: Frame = Frame { step: 0, parts: BTreeMap::new() };

/// A part's JSON text, and a short hash of it.
#[derive(Clone, Debug)]
struct Text {
    json: Box<RawValue>,
    hash: u64,
}

/// What somebody has already been sent: of every part its name and a short hash of its text.
#[derive(Default)]
pub struct SentParts(HashMap<Box<str>, u64>);

fn content_hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

impl Frame {
    fn set<P: FramePart>(&mut self, part: P) {
        self.set_with_id("", part);
    }

    /// Sets a part of which there is one for each id.
    fn set_with_id<P: FramePart>(&mut self, id: &str, part: P) {
        // What the protocol is made of can always be written.
        let Ok(json) = to_raw_value(&part) else { return };
        let hash = content_hash(json.get());
        self.parts.insert(format!("{}{id}", P::NAME), Text { json, hash });
    }

    /// All parts by name.
    pub fn parts(&self) -> BTreeMap<&str, &RawValue> {
        self.parts.iter().map(|(name, text)| (name.as_str(), &*text.json)).collect()
    }

    /// What has changed since; and notes that it was sent.
    pub fn patch(&self, sent: &mut SentParts) -> Update<'_> {
        self.patch_with(&NOTHING_MORE, sent)
    }

    /// The same with parts of another frame beside its own, whose names differ.
    pub fn patch_with<'a>(&'a self, more: &'a Frame, sent: &mut SentParts) -> Update<'a> {
        let mut set = BTreeMap::new();
        for (name, text) in self.parts.iter().chain(&more.parts) {
            match sent.0.get_mut(name.as_str()) {
                Some(hash) if *hash == text.hash => continue,
                Some(hash) => *hash = text.hash,
                None => drop(sent.0.insert(name.as_str().into(), text.hash)),
            }
            set.insert(name.as_str(), &*text.json);
        }
        // Everything that is there has been sent: if as much was sent as is there, nothing is gone.
        let there = self.parts.len() + more.parts.len();
        let gone = (sent.0.len() > there).then(|| {
            let mut gone = Vec::new();
            sent.0.retain(|name, _| {
                let left = self.parts.contains_key(&**name) || more.parts.contains_key(&**name);
                if !left {
                    gone.push(name.clone());
                }
                left
            });
            gone.sort_unstable();
            gone
        });
        Update { step: self.step, set, gone, log: None }
    }
}

/// The text, unless it is empty.
fn non_empty(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

fn talk_number(number: i64) -> String {
    format!("{number:09}")
}

/// What stands behind `talk/` in the name of the part that holds a line at a place: in the order of the places.
pub fn talk_id(LinePlace { after, alone }: LinePlace) -> String {
    match alone {
        0 => talk_number(after),
        alone => format!("{}.{alone:03}", talk_number(after)),
    }
}

/// The name of the part that holds a line of talk.
pub fn talk_part(number: i64) -> String {
    format!("{}{}", <TalkLine as FramePart>::NAME, talk_number(number))
}

/// How many lines for everybody a page shows before somebody looks back.
const SHOWN_TALK: usize = 60;

/// What was said to the reader of a page alone, or by them so, among the lines for everybody that it shows: nobody else's frame has
/// these parts.
pub fn whispers(state: &TableState, own: &[(LinePlace, &WhisperRow)]) -> Frame {
    let mut frame = Frame::default();
    let hidden = state.talk.len().saturating_sub(SHOWN_TALK);
    let from = if hidden > 0 { state.talk.get(hidden).map_or(0, |line| line.number) } else { 0 };
    for (place, line) in own.iter().filter(|(place, _)| place.after >= from) {
        let talk = TalkLine {
            at: line.at,
            seat: line.seat.map(|seat| seat.0),
            name: &line.name,
            text: &line.text,
            person: false,
            to: Some(&line.to_name),
        };
        frame.set_with_id(&talk_id(*place), talk);
    }
    frame
}

/// What a viewer sees of a state now.
pub fn live(state: &TableState, viewer: Viewer, boards: &BoardCache) -> Frame {
    let mut frame = Frame::default();
    let deciding = state.deciding();
    for line in state.talk.iter().rev().take(SHOWN_TALK) {
        let seat = line.seat.map(|seat| seat.0);
        let talk = TalkLine {
            at: line.at,
            seat,
            name: &line.name,
            text: &line.text,
            person: !line.person.is_empty(),
            to: None,
        };
        frame.set_with_id(&talk_number(line.number), talk);
    }
    let Some(game) = state.game.as_deref() else {
        frame.set(players(&state.seats, &deciding, None));
        frame.set(GameHead::Open);
        return frame;
    };
    let scene = game.scene(viewer);
    frame.set(players(&state.seats, &deciding, Some(&scene)));
    let seat = viewer.seat();
    let status = game.status();
    let moments = state.moments(game, viewer);
    frame.step = moments.count();
    let asked = seat.is_some_and(|seat| status.awaits(seat));
    let planned = seat.and_then(|seat| state.plan_of(seat));
    let sandbox = state.sandbox.as_ref();
    let standing = GameStanding {
        headline: &scene.headline,
        aim: &scene.aim,
        gauge: asked
            .then(|| sheets::in_short(&scene).into_string())
            .filter(|html| !html.is_empty()),
        fate: scene.standing.as_deref(),
        skip: (sandbox.is_none() && scene.standing.is_some() && state.only_bots_play())
            .then_some(true),
        curtain: seat.is_some_and(|seat| state.needs_curtain(seat)).then_some(true),
        you: asked,
        waiting: waiting(&deciding, game.setup()),
        turn: seat.and_then(|seat| state.turns.get(seat.index()).copied()),
        // What a plan did since is told with what else has happened.
        since: planned.and_then(|plan| plan.since).or_else(|| {
            seat.and_then(|seat| state.last_steps.get(seat.index()))
                .map(|step| moments.number(*step))
        }),
        undo: match sandbox {
            Some(sandbox) => sandbox.node > 0,
            None => seat.is_some_and(|seat| game.offers_undo(seat) && !state.is_bound(seat)),
        },
        rematch: &state.row.rematch,
    };
    match status.outcome() {
        Some(outcome) => {
            frame.set(GameHead::Over(standing));
            let mut result = game_result(outcome, game);
            if scene.lesson.is_some() {
                result.ranks.clear();
            }
            frame.set(result);
        }
        None => frame.set(GameHead::Playing(standing)),
    }
    if let Some(keeper) = &state.keeper {
        frame.set(table_clock(state, keeper));
    }
    if let Some(plan) = planned {
        frame.set(seat_planned(plan));
    }
    if let Some(sandbox) = sandbox {
        frame.set(lines_tried(sandbox));
    }
    if let Some(coaching) = &scene.lesson {
        frame.set(lesson_note(coaching));
    }
    if let Some(prompt) = scene.prompt.as_ref().filter(|_| asked) {
        set_prompt(&mut frame, prompt, &scene.said_by_slips());
    }
    set_board(&mut frame, &scene, boards, |panel| {
        seat.is_some_and(|seat| panel.seat == Some(seat.0))
    });
    frame
}

/// What the viewer has decided beforehand.
fn seat_planned(SeatPlan { number, plan, notes, .. }: &SeatPlan) -> SeatPlanned<'_> {
    let premoves = plan.premoves.iter().map(|premove| premove.line.as_str());
    let notes = notes.iter().map(|note| PlanMessage { step: note.step, text: &note.text });
    SeatPlanned {
        number: *number,
        premoves: premoves.collect(),
        standing: plan.answers.len() + plan.conditions.len(),
        notes: notes.collect(),
    }
}

/// What was tried in a sandbox, and where in it the viewer looks.
fn lines_tried(SandboxState { node, tree, .. }: &SandboxState) -> LinesTried<'_> {
    let line = |tried: &plans::Tried| LineTried {
        id: tried.id,
        after: tried.after,
        seat: tried.decided.seat.0,
        line: tried.decided.line.clone(),
        bot: non_empty(&tried.decided.bot).map(str::to_string),
    };
    LinesTried {
        at: *node,
        trunk: tree.trunk().len(),
        tried: tree.tried().iter().map(line).collect(),
        names: tree.names(),
    }
}

/// How the time of a table stands: by when each is to answer, so that it is the same until something changes.
fn table_clock(state: &TableState, keeper: &Timekeeper) -> TableClock {
    let now = state.looked_at;
    let seats = keeper.deadlines().into_iter().map(|deadline| SeatClock {
        seat: deadline.seat.0,
        due: deadline.due.as_millisecond(),
        until: deadline.until.as_millisecond(),
        stands: keeper
            .left(deadline.seat, now)
            .and_then(|left| left.stands_until)
            .map(|until| until.as_millisecond()),
        wish: keeper.wished(deadline.seat).map(|(length, _)| length.as_milliseconds()),
    });
    let warnings = &keeper.clock().settings().warnings;
    let proposal = keeper.proposal().filter(|(until, _)| *until > now);
    TableClock {
        seats: seats.collect(),
        warnings: warnings.iter().map(|before| before.as_milliseconds()).collect(),
        paused: keeper.paused(now).map(|until| until.as_millisecond()),
        proposal: proposal.map(|(until, agreed)| {
            (until.as_millisecond(), agreed.iter().map(|seat| seat.0).collect())
        }),
        otherwise: crate::tables::otherwise(&state.row.at_deadlines()),
    }
}

/// Every sign of the board as a viewer sees it now, with what it means.
pub fn legend(scene: &Scene) -> maud::Markup {
    html! {
        ul.legend {
            @for sign in stage::svg::legend(scene, &Look::default()) {
                li { (PreEscaped(sign.drawing)) span { (sign.words) } }
            }
        }
    }
}

/// One panel as a viewer sees it now, whole; nothing if there is none of that id.
pub fn panel(game: &dyn AnyMatch, viewer: Viewer, id: &str) -> Option<String> {
    let scene = game.scene(viewer);
    let panel = scene.panels.iter().find(|panel| panel.id == id)?;
    let blocks = panel.blocks.iter();
    Some(blocks.map(|block| sheets::block(block, &panel.title).into_string()).collect())
}

/// A sketch over a board: its drawing and its words.
pub fn sketch_svg(sketch: &stage::Sketch, game: &dyn AnyMatch, viewer: Viewer) -> SketchOverlay {
    let counter = stage::spots::counter_size(&game.scene(viewer).ground);
    SketchOverlay {
        drawing: stage::svg::sketch(sketch, counter, &Look::default()),
        tag: sketch.tag.clone(),
        words: sketch.words.clone(),
        notation: None,
        grave: None,
    }
}

/// What a viewer sees of a moment that is past: nothing is asked.
pub fn past(
    game: &dyn AnyMatch,
    viewer: Viewer,
    moment: usize,
    seats: &[SeatRow],
    boards: &BoardCache,
) -> Frame {
    let scene = game.scene(viewer);
    let mut frame = Frame { step: moment, ..Frame::default() };
    frame.set(players(seats, &[], Some(&scene)));
    frame.set(GameHead::Past { headline: &scene.headline, aim: &scene.aim });
    if let Some(outcome) = game.status().outcome() {
        frame.set(game_result(outcome, game));
    }
    set_board(&mut frame, &scene, boards, |_| true);
    frame
}

/// The story of a table as a viewer may know it, from a moment on.
pub fn told(
    state: &TableState,
    viewer: Viewer,
    from: usize,
) -> Result<Vec<StoryEntry>, ServiceError> {
    let game = state.game()?;
    let moments = state.moments(game, viewer);
    let mut lines = match moments.step(from) {
        Some(step) => story(game, viewer, &moments, step),
        None => Vec::new(),
    };
    let parted = state.other_rules_until.map(|step| moments.number(step));
    if let Some(step) = parted.filter(|moment| *moment >= from) {
        let text = format!(
            "This game was begun under other rules (version {}), which would lead elsewhere than those of this server. \
             It goes on from here as it stood; what happened before cannot be told again.",
            state.row.rules
        );
        lines.insert(0, StoryEntry { step, text, rules: Vec::new() });
    }
    Ok(lines)
}

/// The story of a match as a viewer may know it, from a step on, told by moments.
pub fn story(
    game: &dyn AnyMatch,
    viewer: Viewer,
    moments: &Moments,
    from: usize,
) -> Vec<StoryEntry> {
    let lines = game.log(viewer, from).into_iter();
    let entry = |line: LogLine| StoryEntry {
        step: moments.number(line.step),
        text: line.text,
        rules: line.rules,
    };
    lines.map(entry).collect()
}

/// A drawing in which `~` stands for the beginning of a colour's name, which is half of what pieces
/// are made of.
fn abbreviated(drawing: &str) -> String {
    drawing.replace('~', "&#126;").replace("var(--ow-", "~")
}

/// The board and its sheets. Of a closed sheet that offers nothing and is not the viewer's own only a
/// number is sent, which changes with what it says: a page asks for it when somebody opens it.
fn set_board(
    frame: &mut Frame,
    scene: &Scene,
    boards: &BoardCache,
    own: impl Fn(&stage::Panel) -> bool,
) {
    let (digest, ground) = boards.get_or_draw(&scene.ground);
    frame.set(BoardDigest(&digest));
    frame.set(Focus(scene.focus.as_deref()));
    if let Some(outlook) = scene.outlook {
        frame.set(Outlook(boards::rect(outlook)));
    }
    let marks = scene.marks.iter();
    let marks = marks.map(|mark| PlaceMark {
        place: &mark.place,
        kind: mark.kind,
        tag: non_empty(&mark.tag),
    });
    frame.set(Marks(marks.collect()));
    if !scene.watched.is_empty() {
        frame.set(Watched(&scene.watched));
    }
    let lines = scene.line_keys().map(|(ink, dotted, words)| LineKey {
        ink: stage::palette::ink_name(ink),
        dotted,
        words,
    });
    let lines: Vec<LineKey> = lines.collect();
    if !lines.is_empty() {
        frame.set(LineKeys(lines));
    }
    let layers = stage::svg::layers(scene, &ground.spots, &Look::default());
    frame.set(Traces(abbreviated(&layers.traces)));
    for (order, piece) in layers.pieces.iter().enumerate() {
        let (x, y, place) = (piece.centre.x, piece.centre.y, piece.place.as_deref());
        frame.set_with_id(&piece.id, PiecePosition { x, y, size: piece.size, place, order });
        let drawing = abbreviated(&piece.body);
        frame.set_with_id(&piece.id, PieceBody { words: &piece.words, drawing });
    }
    let mut panels = Vec::new();
    // Where several decide at once, one's own sheet is enough to look at.
    let crowd = scene.panels.iter().filter(|panel| panel.open && panel.seat.is_some()).count() > 1;
    for panel in &scene.panels {
        let open = panel.open && (!crowd || panel.seat.is_none() || own(panel));
        let offers = panel.blocks.iter().any(|block| matches!(block, stage::Block::Cards(_)));
        let blocks = panel.blocks.iter();
        let blocks = blocks.map(|block| sheets::block(block, &panel.title).into_string());
        let blocks: Vec<PanelBlock> =
            match !open && !own(panel) && (!offers || panel.seat.is_some()) && panel.id != TIME {
                true => vec![PanelBlock::Later(content_hash(&blocks.collect::<String>()) as u32)],
                false => blocks.map(PanelBlock::Shown).collect(),
            };
        let (id, title, seat) = (&*panel.id, &*panel.title, panel.seat);
        panels.push(PanelHead { id, title, seat, open, blocks: blocks.len() });
        for (number, block) in blocks.into_iter().enumerate() {
            frame.set_with_id(&format!("{}/{number}", panel.id), block);
        }
    }
    frame.set(Panels(panels));
}

/// What a lesson says now.
fn lesson_note(coaching: &stage::Coaching) -> LessonNote<'_> {
    LessonNote {
        title: &coaching.title,
        step: coaching.step,
        steps: coaching.steps,
        reply: non_empty(&coaching.reply),
        say: &coaching.say,
        look: coaching.look.iter().map(spotlight).collect(),
        rules: &coaching.rules,
    }
}

fn spotlight(spotlight: &stage::Spotlight) -> LessonLight<'_> {
    match spotlight {
        stage::Spotlight::Place(id) => LessonLight::Place(id),
        stage::Spotlight::Piece(id) => LessonLight::Piece(id),
        stage::Spotlight::Panel(id) => LessonLight::Panel(id),
        stage::Spotlight::Card(id) => LessonLight::Card(id),
        stage::Spotlight::Choice(notation) => LessonLight::Choice(notation),
    }
}

/// What is asked, and what can be answered beside choosing.
fn set_prompt(frame: &mut Frame, prompt: &stage::Prompt, slips: &[Option<usize>]) {
    frame.set(Question {
        question: &prompt.question,
        hint: &prompt.hint,
        pointing: non_empty(&prompt.pointing),
        choices: prompt.choices.iter().zip(slips).map(|(it, slip)| choice(it, *slip)).collect(),
        subjects: (!prompt.subjects.is_empty())
            .then(|| prompt.subjects.iter().map(subject).collect()),
        default: prompt.default,
        plans: (!prompt.plans.is_empty()).then(|| prompt.plans.iter().map(plan).collect()),
    });
    if !prompt.ahead.is_empty() {
        let ahead = prompt.ahead.iter().map(|step| StepAhead {
            after: step.after,
            notation: &step.notation,
            place: &step.place,
            tag: non_empty(&step.tag),
        });
        frame.set(StepsAhead(ahead.collect()));
    }
    if !prompt.free.is_empty() {
        let free = prompt.free.iter().map(|free| FreeMove {
            label: &free.label,
            notation: &free.notation,
            moves: free.moves.as_deref(),
            way: free.way,
            words: non_empty(&free.words),
            facing: &free.facing,
        });
        frame.set(FreeMoves(free.collect()));
    }
    for (number, slip) in prompt.slips.iter().enumerate() {
        frame.set_with_id(&number.to_string(), SlipHtml(slips::slip(slip, number).into_string()));
    }
}

fn subject(subject: &stage::Subject) -> QuestionSubject<'_> {
    QuestionSubject {
        heading: &subject.heading,
        piece: &subject.piece,
        state: non_empty(&subject.state),
        waits: subject.waits.then_some(true),
    }
}

fn plan(plan: &stage::Plan) -> QuestionPlan<'_> {
    QuestionPlan { label: &plan.label, words: &plan.description, lines: &plan.lines }
}

fn choice(choice: &stage::Choice, slip: Option<usize>) -> QuestionChoice<'_> {
    let target = choice.target.as_ref().map(|target| match target {
        stage::Target::Place(id) => ChoiceTarget::Place(id),
        stage::Target::Piece(id) => ChoiceTarget::Piece(id),
        stage::Target::Card(id) => ChoiceTarget::Card(id),
        stage::Target::Point(point) => ChoiceTarget::Point { x: point.x, y: point.y },
    });
    QuestionChoice {
        notation: &choice.notation,
        label: non_empty(&choice.label).filter(|label| *label != choice.notation),
        words: Some(choice.told_beside_cost()).filter(|words| !words.is_empty()),
        upshot: choice.upshot.as_ref().map(|upshot| upshot.words.as_str()),
        bad: choice.upshot.as_ref().and_then(|upshot| upshot.bad.then_some(true)),
        target,
        tag: non_empty(&choice.tag),
        cost: non_empty(&choice.cost),
        is_final: choice.final_.then_some(true),
        moves: choice.moves.as_deref(),
        aside: choice.aside.then_some(true),
        group: non_empty(&choice.group),
        ends: choice.ends.then_some(true),
        grave: choice.grave.then_some(true),
        slip,
        said: choice.said.then_some(true),
        vain: choice.vain.then_some(true),
    }
}

/// Who sits at the table, and once there is a game how each of them stands, as far as its viewer may know.
fn players<'a>(seats: &'a [SeatRow], deciding: &[Seat], scene: Option<&'a Scene>) -> Players<'a> {
    let player = |seat: &'a SeatRow| {
        let colour = scene.and_then(|scene| scene.colours.get(seat.seat.index()).copied());
        let tally = scene.and_then(|scene| scene.tallies.get(seat.seat.index())?.as_ref());
        Player {
            name: &seat.name,
            kind: seat.kind,
            bot: (seat.kind == SeatKind::Bot).then_some(seat.bot.as_str()),
            deciding: deciding.contains(&seat.seat),
            colour: colour.filter(|colour| *colour != seat.seat.0),
            tally: tally.map(|tally| (tally.short.as_str(), tally.words.as_str())),
        }
    };
    Players(seats.iter().map(player).collect())
}

fn waiting(deciding: &[Seat], setup: &Setup) -> String {
    let names: Vec<String> = deciding.iter().take(6).map(|seat| setup.name(*seat)).collect();
    let more = deciding.len().saturating_sub(6);
    match more {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

/// The end: the sentence, then every seat, the best first.
fn game_result(outcome: &table::Outcome, game: &dyn AnyMatch) -> GameResult {
    let setup = game.setup();
    let (heads, rows) = match game.reckoning() {
        Some(reckoning) => (reckoning.heads, reckoning.rows),
        None => (Vec::new(), Vec::new()),
    };
    let rank = |seat: Seat| Rank {
        seat: seat.0,
        name: setup.name(seat),
        rank: outcome.ranks.get(seat.index()).copied().unwrap_or(u16::MAX),
        score: outcome.scores.as_ref().and_then(|scores| scores.get(seat.index()).copied()),
        won: outcome.winners.has(seat),
        parts: rows.get(seat.index()).cloned().unwrap_or_default(),
    };
    let mut ranks: Vec<Rank> = Seat::first(setup.seats).map(rank).collect();
    ranks.sort_by_key(|rank| rank.rank);
    GameResult { text: game.conclusion(), ranks, heads }
}
