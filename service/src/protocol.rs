//! What travels between the server and its pages, as JSON: every part of a frame, every answer that a
//! script reads, every body that it sends. `client/protocol.d.ts` is written from these types.

use crate::extract::Keyed;
use crate::store::SeatKind;
use crate::tables::PlanNote;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;
use table::Seat;
#[cfg(test)]
use ts_rs::TS;

/// Something that stands in a frame under a name of its own, or under a name for each id.
pub trait FramePart: Serialize {
    /// The name; what ends with a slash is followed by an id.
    const NAME: &'static str;
}

/// Gives every part its name, and writes the type of all of them together.
macro_rules! parts {
    ($($name:literal => $part:ty,)*) => {
        $(impl FramePart for $part {
            const NAME: &'static str = $name;
        })*

        #[cfg(test)]
        fn parts_by_name(config: &ts_rs::Config) -> Vec<(&'static str, String)> {
            vec![$(($name, <$part>::name(config))),*]
        }
    };
}

parts! {
    "ahead" => StepsAhead<'_>,
    "body/" => PieceBody<'_>,
    "clock" => TableClock,
    "focus" => Focus<'_>,
    "free" => FreeMoves<'_>,
    "ground" => BoardDigest<'_>,
    "head" => GameHead<'_>,
    "lesson" => LessonNote<'_>,
    "lines" => LineKeys<'_>,
    "marks" => Marks<'_>,
    "outlook" => Outlook,
    "panel/" => PanelBlock,
    "panels" => Panels<'_>,
    "piece/" => PiecePosition<'_>,
    "plan" => SeatPlanned<'_>,
    "prompt" => Question<'_>,
    "result" => GameResult,
    "seats" => Players<'_>,
    "slip/" => SlipHtml,
    "talk/" => TalkLine<'_>,
    "traces" => Traces,
    "tried" => LinesTried<'_>,
    "watched" => Watched<'_>,
}

/// What a page does not know yet.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct Update<'a> {
    /// Moments of the game of which the viewer knows, so far.
    pub step: usize,
    /// The parts that are new or have changed.
    #[cfg_attr(test, ts(type = "Parts"))]
    pub set: BTreeMap<&'a str, &'a RawValue>,
    /// The names of the parts that are there no more, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gone: Option<Vec<Box<str>>>,
    /// The story from where it changed, if there is a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<StoryLines>,
}

impl Update<'_> {
    /// Whether it holds nothing that a page which showed this moment does not know.
    pub fn tells_nothing_after(&self, moment: usize) -> bool {
        let told = |log: &StoryLines| !log.lines.is_empty() || log.from <= moment;
        self.step == moment
            && self.set.is_empty()
            && self.gone.as_ref().is_none_or(Vec::is_empty)
            && !self.log.as_ref().is_some_and(told)
    }
}

/// A moment of a game, looked back at.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct ReplayMoment<'a> {
    /// Which moment it is, of those of which the viewer knows.
    pub step: usize,
    /// All parts.
    #[cfg_attr(test, ts(type = "Parts"))]
    pub set: BTreeMap<&'a str, &'a RawValue>,
    /// The story up to here.
    pub log: StoryLines,
    /// The decision that led here, if there is one and it may be known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<TakenDecision>,
    /// The dice that were seen to fall at this moment.
    pub dice: Vec<Die>,
}

/// A decision that was taken.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TakenDecision {
    /// Who took it, counted from 0.
    pub seat: u16,
    /// What they are called.
    pub name: String,
    /// The action's canonical line.
    pub notation: String,
}

/// A die that fell.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Die {
    /// What it was rolled for.
    pub purpose: String,
    /// What it shows.
    pub face: u32,
}

/// Lines of the story from a moment on.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct StoryLines {
    /// The moment from which on all lines are here.
    pub from: usize,
    /// Whether there are earlier lines, which are sent on demand.
    pub earlier: bool,
    /// The lines.
    pub lines: Vec<StoryEntry>,
}

/// One line of the story.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct StoryEntry {
    /// The moment at which it happened.
    pub step: usize,
    /// The words.
    pub text: String,
    /// The rule behind it, then those of the factors that it names, in the order of the words.
    pub rules: Vec<&'static str>,
}

/// Where the game stands.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum GameHead<'a> {
    /// Seats are free.
    Open,
    /// It is played.
    Playing(GameStanding<'a>),
    /// It is over.
    Over(GameStanding<'a>),
    /// A moment that is past.
    Past {
        /// Where in the game it is, in a line.
        headline: &'a str,
        /// What the viewer must do to win, in a line.
        aim: &'a str,
    },
}

/// Where a game stands that is played or was played, for one viewer.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct GameStanding<'a> {
    /// Where in the game we are, in a line.
    pub headline: &'a str,
    /// What the viewer must do to win, in a line.
    pub aim: &'a str,
    /// How the viewer fares, as HTML: the counts of their own sheets, while something is asked of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gauge: Option<String>,
    /// What has become of the viewer's own seat, once it plays no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fate: Option<&'a str>,
    /// Whether only bots play on, so that the viewer may skip to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skip: Option<bool>,
    /// Whether not everybody who shares the viewer's screen may know what each of them is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub curtain: Option<bool>,
    /// Whether the viewer must decide.
    pub you: bool,
    /// Who must decide, in words.
    pub waiting: String,
    /// The number that the viewer's next decision must name, if they sit at the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u64>,
    /// The moment of the viewer's last decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<usize>,
    /// Whether the viewer can take their last decision back.
    pub undo: bool,
    /// The table of the rematch; empty if there is none.
    pub rematch: &'a str,
}

/// What a lesson says now.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct LessonNote<'a> {
    /// The lesson's title.
    pub title: &'a str,
    /// Which step it is at, from 1.
    pub step: usize,
    /// How many steps it has.
    pub steps: usize,
    /// What is said to the last answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<&'a str>,
    /// What is said.
    pub say: &'a str,
    /// What it speaks of.
    pub look: Vec<LessonLight<'a>>,
    /// The rules behind it.
    pub rules: &'a [String],
}

/// A thing that a lesson points at, by its id.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum LessonLight<'a> {
    /// A place.
    Place(&'a str),
    /// A piece.
    Piece(&'a str),
    /// A sheet.
    Panel(&'a str),
    /// A card.
    Card(&'a str),
    /// A choice, by its notation.
    Choice(&'a str),
}

/// Who sits at the table, in the order of seats.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Players<'a>(pub Vec<Player<'a>>);

/// Who sits in a seat.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct Player<'a> {
    /// What they are called.
    pub name: &'a str,
    /// Who they are.
    pub kind: SeatKind,
    /// Which bot it is, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<&'a str>,
    /// Whether they must decide.
    pub deciding: bool,
    /// The number of the colour that their pieces have, if it is another than the seat's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<u16>,
    /// How they stand: a number with what it counts in a few characters, and the same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tally: Option<(&'a str, &'a str)>,
}

/// How the time of a table stands. Times are in milliseconds since 1970.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct TableClock {
    /// Who is asked, and by when.
    pub seats: Vec<SeatClock>,
    /// How long before an answer is due its seat is warned, in milliseconds.
    pub warnings: Vec<u64>,
    /// Until when the table pauses, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paused: Option<i64>,
    /// Until when a pause is proposed, if one is, and by whom it is agreed to, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<(i64, Vec<u16>)>,
    /// What happens to somebody who does not answer, in words to them.
    pub otherwise: String,
}

/// How much time a seat has that is asked.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct SeatClock {
    /// The seat, counted from 0.
    pub seat: u16,
    /// When its answer is due.
    pub due: i64,
    /// Until when it is taken all the same.
    pub until: i64,
    /// Until when the clock stands still, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stands: Option<i64>,
    /// How much more time it asks for, in milliseconds, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wish: Option<u64>,
}

/// Something that was said at the table.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct TalkLine<'a> {
    /// When, in seconds since 1970.
    pub at: i64,
    /// From which seat, counted from 0; none if a guest said it who only looks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u16>,
    /// By whom.
    pub name: &'a str,
    /// What.
    pub text: &'a str,
    /// Whether a person said it, to whom its number leads; the table itself is nobody.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub person: bool,
    /// To whom alone; none if everybody hears it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<&'a str>,
}

/// Talk of before, as its reader heard it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct EarlierTalk<'a> {
    /// The lines in their order, each with what stands behind `talk/` in the names of such parts.
    pub lines: Vec<(String, TalkLine<'a>)>,
    /// Whether there are more before them.
    pub more: bool,
}

/// What somebody has written down at a table for themselves.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct OwnNotes {
    /// How often it was changed.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: i64,
    /// The text.
    pub text: String,
}

/// The digest of the board, under which its drawing and its places are kept.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct BoardDigest<'a>(pub &'a str);

/// The place or piece that a narrow window should keep in view.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Focus<'a>(pub Option<&'a str>);

/// The part of the board by which one decides.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Outlook(pub BoardRect);

/// The pieces of which one wants to know where they are while they are out of sight.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Watched<'a>(pub &'a [String]);

/// What the lines over the board mean.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LineKeys<'a>(pub Vec<LineKey<'a>>);

/// What a kind of line means.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LineKey<'a> {
    /// The name of its colour.
    pub ink: String,
    /// Whether it is dotted.
    pub dotted: bool,
    /// What it means, in a few words.
    pub words: &'a str,
}

/// The marked places.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Marks<'a>(pub Vec<PlaceMark<'a>>);

/// A mark on a place.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct PlaceMark<'a> {
    /// The place's id.
    pub place: &'a str,
    /// Why it is marked, in a word.
    #[cfg_attr(test, ts(type = "string"))]
    pub kind: stage::MarkKind,
    /// A few characters written on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<&'a str>,
}

/// The lines over the board, as the inside of an SVG; `~` stands for `var(--ow-`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Traces(pub String);

/// Where a piece is.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct PiecePosition<'a> {
    /// The middle, from the left.
    pub x: i32,
    /// The middle, from above.
    pub y: i32,
    /// The side of its box.
    pub size: i32,
    /// The place in which it lies, if it lies in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<&'a str>,
    /// Its turn to be drawn: what comes later lies on top.
    pub order: usize,
}

/// What a piece is.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PieceBody<'a> {
    /// What it is, in words.
    pub words: &'a str,
    /// The inside of an SVG of 1000 by 1000 around its middle; `~` stands for `var(--ow-`.
    pub drawing: String,
}

/// The sheets beside the board, in their order.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Panels<'a>(pub Vec<PanelHead<'a>>);

/// A sheet beside the board.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct PanelHead<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Whose it is, counted from 0, if it is anybody's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u16>,
    /// Whether it matters now.
    pub open: bool,
    /// How many blocks it has: they are `panel/ID/0`, `panel/ID/1` and so on.
    pub blocks: usize,
}

/// A block of a sheet: its HTML, or of a sheet that is sent only when somebody opens it a number that
/// changes with what it says.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(untagged)]
pub enum PanelBlock {
    /// The HTML.
    Shown(String),
    /// The number.
    Later(u32),
}

/// The question to the viewer.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct Question<'a> {
    /// What is asked.
    pub question: &'a str,
    /// Advice, or the reason for what is not offered; empty if none.
    pub hint: &'a str,
    /// What can be answered by pointing at the board, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointing: Option<&'a str>,
    /// The answers.
    pub choices: Vec<QuestionChoice<'a>>,
    /// The pieces that it is about, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subjects: Option<Vec<QuestionSubject<'a>>>,
    /// The choice that may be lit before anybody has moved; harmless, or none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<usize>,
    /// Several decisions that can be taken under one name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plans: Option<Vec<QuestionPlan<'a>>>,
}

/// One of several pieces that a question is about.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct QuestionSubject<'a> {
    /// What the headings of its choices are, or begin with before a `: `.
    pub heading: &'a str,
    /// The piece on the board.
    pub piece: &'a str,
    /// What holds of it now, in a few words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<&'a str>,
    /// Whether it still waits for an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waits: Option<bool>,
}

/// Several decisions under one name.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct QuestionPlan<'a> {
    /// A few words for a button.
    pub label: &'a str,
    /// What it means, in a sentence.
    pub words: &'a str,
    /// The lines of the decisions, in their order.
    pub lines: &'a [String],
}

/// One answer.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct QuestionChoice<'a> {
    /// The action's canonical line.
    pub notation: &'a str,
    /// A few words for a button, if they are other words than the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<&'a str>,
    /// What it costs or means, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<Cow<'a, str>>,
    /// The same in a few characters, for narrow windows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upshot: Option<&'a str>,
    /// Whether that does harm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bad: Option<bool>,
    /// What one would click.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<ChoiceTarget<'a>>,
    /// A few characters written on the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<&'a str>,
    /// What it costs, in a few characters for the end of its row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<&'a str>,
    /// Whether it cannot be taken back.
    #[serde(rename = "final", skip_serializing_if = "Option::is_none")]
    pub is_final: Option<bool>,
    /// The piece that goes to the target: to drag it there is to choose this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<&'a str>,
    /// Whether it is shown on the board only once its piece is picked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aside: Option<bool>,
    /// The piece, place or kind of thing under which it stands among the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<&'a str>,
    /// Whether it finishes the decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<bool>,
    /// Whether it ends the seat's own game: in no list, written whole, always asked again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grave: Option<bool>,
    /// The number of the slip that says the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slip: Option<usize>,
    /// Whether it was said already, and holds unless something else is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<bool>,
    /// Whether it surely brings nothing, or gives something up for nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vain: Option<bool>,
}

/// The thing that one would click.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum ChoiceTarget<'a> {
    /// A place of the board.
    Place(&'a str),
    /// A piece.
    Piece(&'a str),
    /// A card of a sheet.
    Card(&'a str),
    /// A point of a plane.
    Point {
        /// From the left.
        x: i32,
        /// From above.
        y: i32,
    },
}

/// Decisions further ahead on ways that are gone decision by decision.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct StepsAhead<'a>(pub Vec<StepAhead<'a>>);

/// A decision further ahead.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct StepAhead<'a> {
    /// The decision before it, as an index into the list; none if it is open now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<usize>,
    /// The action's canonical line.
    pub notation: &'a str,
    /// The place to which it leads.
    pub place: &'a str,
    /// What the whole way costs so far; none if one passes here only on the way elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<&'a str>,
}

/// What can be done at any point of a plane.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FreeMoves<'a>(pub Vec<FreeMove<'a>>);

/// An action that takes any point of a plane.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct FreeMove<'a> {
    /// A word or two for a button.
    pub label: &'a str,
    /// The action's line, in which `{at}` stands for the point.
    pub notation: &'a str,
    /// The piece that goes there: to drag it there is to choose this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<&'a str>,
    /// Whether points on the way may stand before the last one, with a space between them.
    pub way: bool,
    /// What it costs or means wherever it leads, if that is not plain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<&'a str>,
    /// What follows the line if it is said where the piece looks in the end, in which `{at}` stands for the
    /// point looked at; empty if that cannot be said.
    pub facing: &'a str,
}

/// A slip to fill in, as HTML.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SlipHtml(pub String);

/// How the game ended.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct GameResult {
    /// The end in a sentence.
    pub text: String,
    /// The seats, the best first.
    pub ranks: Vec<Rank>,
    /// What the parts of the ranks are about: where points came from, and what breaks ties.
    pub heads: Vec<String>,
}

/// How it ended for one seat.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct Rank {
    /// The seat, counted from 0.
    pub seat: u16,
    /// What they are called.
    pub name: String,
    /// The rank, counted from 1.
    pub rank: u16,
    /// The score, if the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// Whether they won.
    pub won: bool,
    /// What decided it, in parts.
    pub parts: Vec<String>,
}

/// A board for those who walk it: what `/ground/DIGEST.json` holds.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct Board<'a> {
    /// The rectangle around everything.
    pub extent: BoardRect,
    /// The side of a usual counter.
    pub counter: i32,
    /// The outline around (0, 0) that hexes share, as the data of an SVG path; empty if there are none.
    pub hex: &'static str,
    /// The plane on which points can be chosen, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plane: Option<Plane>,
    /// Its places.
    pub places: Vec<BoardPlace<'a>>,
    /// The outlined areas that have a name, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub areas: Option<Vec<BoardArea<'a>>>,
}

/// An outlined area of a board, whose name is written where it is in nobody's way.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct BoardArea<'a> {
    /// Its name.
    pub label: &'a str,
    /// The colour of its outline, as the palette calls it: `seat2`.
    pub ink: String,
    /// The ids of its places.
    pub places: Vec<&'a str>,
    /// Those of them in which something is drawn.
    pub taken: Vec<&'a str>,
}

/// An upright rectangle in board units.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct BoardRect {
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Extent to the right.
    pub width: i32,
    /// Extent downwards.
    pub height: i32,
}

/// A plane on which points can be chosen.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Plane {
    /// Where it lies.
    pub rect: BoardRect,
    /// Whether players measure from its lower edge.
    pub from_below: bool,
    /// Its upper floors, drawn beside it.
    pub floors: Vec<PlaneFloor>,
}

/// An upper floor of a plane, drawn beside it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlaneFloor {
    /// Where it is drawn.
    pub rect: BoardRect,
    /// How far right of its drawing it lies on the plane.
    pub right: i32,
    /// How far below its drawing it lies on the plane.
    pub down: i32,
    /// Its number; the ground is 0.
    pub level: u8,
}

/// A place of a board.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct BoardPlace<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its middle, from the left.
    pub x: i32,
    /// Its middle, from above.
    pub y: i32,
    /// What it is called, if that is not its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<&'a str>,
    /// What it is, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<&'a str>,
    /// Its outline as an SVG element, if it is not a hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outline: Option<String>,
    /// Its lowest line, if it is not a hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<i32>,
}

/// Lines drawn over the board for a moment: a preview, or a measure.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct SketchOverlay {
    /// The inside of an SVG.
    pub drawing: String,
    /// A few characters at the end of the last line.
    pub tag: String,
    /// What it shows, in words.
    pub words: String,
    /// The canonical line of the action that is previewed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// Whether that action ends the seat's own game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grave: Option<bool>,
}

/// What the viewer has decided beforehand: nobody else is sent it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SeatPlanned<'a> {
    /// How often it has changed.
    pub number: u64,
    /// What is done next, in order.
    pub premoves: Vec<&'a str>,
    /// How many standing answers and conditions there are.
    pub standing: usize,
    /// What became of it since the viewer last decided by hand.
    pub notes: Vec<PlanMessage<'a>>,
}

/// Something that a plan has done, or could not do.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlanMessage<'a> {
    /// The moment of the game.
    pub step: usize,
    /// What is told.
    pub text: &'a str,
}

/// The plan of a seat, and what can be planned with.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SeatPlanSheet {
    /// How often it has changed: a change says which one it saw.
    pub number: u64,
    /// The plan, as the interface for programs describes it.
    #[cfg_attr(test, ts(type = "any"))]
    pub plan: serde_json::Value,
    /// What became of it since its person last decided by hand.
    pub notes: Vec<PlanNote>,
    /// The kinds of question that the game asks; the one that is asked now first.
    pub questions: Vec<PlanQuestion>,
    /// What is counted on the seat's sheets.
    pub counts: Vec<PlanCount>,
}

/// A kind of question.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlanQuestion {
    /// By what a standing answer names it.
    pub kind: String,
    /// The question, with an ellipsis for what differs from time to time.
    pub question: String,
    /// What can be answered to it.
    pub answers: Vec<PlanAnswer>,
}

/// Something that can be answered.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlanAnswer {
    /// The line.
    pub line: String,
    /// What it is, in words.
    pub label: String,
}

/// Something that is counted on a sheet.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlanCount {
    /// What.
    pub count: String,
    /// How much it is.
    pub now: i64,
    /// Whether decisions spend it, so that some of it can be kept.
    pub spent: bool,
}

/// A plan that somebody makes, as a page sends it.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlanRequest {
    /// The key by which a page of ours is known.
    pub key: String,
    /// The seat, counted from 0.
    #[cfg_attr(test, ts(type = "number"))]
    pub seat: Seat,
    /// The number of the plan in whose place it comes.
    pub number: u64,
    /// The plan.
    #[cfg_attr(test, ts(type = "any"))]
    pub plan: plans::Plan,
}

impl Keyed for PlanRequest {
    fn key(&self) -> &str {
        &self.key
    }
}

/// What was tried in a sandbox.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LinesTried<'a> {
    /// The decision after which its viewer looks; 0 at the beginning.
    pub at: u32,
    /// So many decisions of the game itself come first, each with its step as its number.
    pub trunk: usize,
    /// What was tried, in the order in which it was.
    pub tried: Vec<LineTried>,
    /// What lines are called, by their last decisions.
    pub names: &'a BTreeMap<u32, String>,
}

/// A decision that was tried.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct LineTried {
    /// Its number.
    pub id: u32,
    /// The decision before it.
    pub after: u32,
    /// Who decided, counted from 0.
    pub seat: u16,
    /// What.
    pub line: String,
    /// The bot that took it, if one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
}

/// What somebody does in a sandbox, as a page sends it: tries a line, lets a bot decide, names a line, and so on.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct SandboxRequest {
    /// The key by which a page of ours is known.
    pub key: String,
    /// The seat that decides, counted from 0.
    #[cfg_attr(test, ts(type = "number", optional))]
    pub seat: Option<Seat>,
    /// The line that is tried.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<String>", optional))]
    pub line: String,
    /// The bot that decides.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<String>", optional))]
    pub bot: String,
    /// What a line is called.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<String>", optional))]
    pub name: String,
}

impl Keyed for SandboxRequest {
    fn key(&self) -> &str {
        &self.key
    }
}

/// What bots think of a game that is over.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct GameEstimate {
    /// The bot that played all seats.
    pub bot: String,
    /// Whether it has played everything out.
    pub done: bool,
    /// Some positions of the game, in its order.
    pub points: Vec<EstimateAt>,
}

/// What came out of playing on from a position.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct EstimateAt {
    /// The step after which it stands.
    pub step: usize,
    /// How often it was played out.
    pub games: u32,
    /// How often each seat won, of all games; empty before any.
    pub shares: Vec<ShareOfWins>,
}

/// A share, with the interval in which the truth lies with 95 % confidence.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ShareOfWins {
    /// The share.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Where a sandbox stands after something was done in it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SandboxMoved {
    /// The decision after which one looks now.
    pub node: u32,
}

/// A seed that the server is bound to, for a table that is about to be opened.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SeedPromise {
    /// SHA-256 of the seed.
    pub commitment: String,
    /// The seed, sealed: only the server can open it.
    pub sealed: String,
}

/// What whoever looks for partners adds something to.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PartnerPromise {
    /// SHA-256 of the seed.
    pub commitment: String,
    /// The seed, sealed, if it was promised to whoever asks; else empty.
    pub sealed: String,
    /// The table that opens with this commitment, and with no other.
    pub table: String,
}

/// What a browser is asked about a passkey.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PasskeyQuestion {
    /// What its answer has to name.
    pub id: String,
    /// What the browser is handed, with bytes in the letters of URLs.
    #[cfg_attr(test, ts(type = "any"))]
    pub options: serde_json::Value,
}

/// Why something was not done.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ErrorBody<'a> {
    /// A word for programs.
    pub error: &'a str,
    /// A sentence for people.
    pub message: String,
    /// The rule that says no; empty if none does.
    pub rule: &'a str,
}

/// A decision, or the wish to take one back, as a page sends it.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct DecisionRequest {
    /// The key by which a page of ours is known.
    pub key: String,
    /// The seat, counted from 0.
    #[cfg_attr(test, ts(type = "number"))]
    pub seat: Seat,
    /// The action's line; empty if the last decision is taken back.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<String>", optional))]
    pub line: String,
    /// The number that the page shows.
    pub turn: Option<u64>,
}

impl Keyed for DecisionRequest {
    fn key(&self) -> &str {
        &self.key
    }
}

/// How a table stands, as a page that nobody sees is told: in a few bytes, and without a stream.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TurnNews {
    /// Whether the game has begun.
    pub begun: bool,
    /// Whether it waits for whoever asks.
    pub yours: bool,
}

/// Something said at the table, as a page sends it.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct TalkRequest {
    /// The key by which a page of ours is known.
    pub key: String,
    /// What is said.
    pub text: String,
    /// To whom alone: the number of a seat, or `referee`; empty for everybody.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub to: String,
}

/// Notes of one's own, as a page sends them.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct NotesRequest {
    /// The key by which a page of ours is known.
    pub key: String,
    /// The version in whose place they are put.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: i64,
    /// The whole text.
    pub text: String,
}

impl Keyed for NotesRequest {
    fn key(&self) -> &str {
        &self.key
    }
}

impl Keyed for TalkRequest {
    fn key(&self) -> &str {
        &self.key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use ts_rs::Config;

    /// One type with its promise, a field to a line.
    fn declared<T: TS>(config: &Config) -> String {
        let text = format!("{}export {}", T::docs().unwrap_or_default(), T::decl(config));
        let text = text.replace("/**\n * ", "/** ").replace("\n */", " */").replace(" \n", "\n");
        let (promise, fields) = text.split_once("export ").unwrap_or_default();
        let fields = fields.replace('\n', "\n  ").replace(", };", ",\n};");
        format!("\n{promise}export {fields}\n")
    }

    /// All parts by their names; those with an id by the pattern of their names.
    fn parts(config: &Config) -> String {
        let mut text =
            "\n/** The parts of a frame by their names. */\nexport type Parts = {\n".to_string();
        for (name, part) in parts_by_name(config) {
            text += &match name.ends_with('/') {
                true => format!("  [id: `{name}${{string}}`]: {part};\n"),
                false => format!("  {name}?: {part};\n"),
            };
        }
        text + "};\n"
    }

    fn protocol() -> String {
        let config = Config::new().with_large_int("number");
        macro_rules! declared {
            ($($name:ty),* $(,)?) => { [$(declared::<$name>(&config)),*].concat() };
        }
        let types = declared![
            Update,
            ReplayMoment,
            StoryLines,
            StoryEntry,
            TakenDecision,
            Die,
            GameHead,
            GameStanding,
            LessonNote,
            LessonLight,
            Players,
            Player,
            SeatKind,
            TableClock,
            SeatClock,
            TalkLine,
            EarlierTalk,
            OwnNotes,
            BoardDigest,
            Focus,
            Outlook,
            Watched,
            LineKeys,
            LineKey,
            Marks,
            PlaceMark,
            Traces,
            PiecePosition,
            PieceBody,
            Panels,
            PanelHead,
            PanelBlock,
            Question,
            QuestionChoice,
            QuestionSubject,
            QuestionPlan,
            ChoiceTarget,
            StepsAhead,
            StepAhead,
            FreeMoves,
            FreeMove,
            SlipHtml,
            GameResult,
            Rank,
            Board,
            BoardArea,
            BoardRect,
            Plane,
            PlaneFloor,
            BoardPlace,
            SketchOverlay,
            SeatPlanned,
            PlanMessage,
            SeatPlanSheet,
            PlanNote,
            PlanQuestion,
            PlanAnswer,
            PlanCount,
            PlanRequest,
            LinesTried,
            LineTried,
            SandboxRequest,
            GameEstimate,
            EstimateAt,
            ShareOfWins,
            SandboxMoved,
            SeedPromise,
            PartnerPromise,
            PasskeyQuestion,
            ErrorBody,
            DecisionRequest,
            TalkRequest,
            NotesRequest,
            TurnNews,
        ];
        format!(
            "// What travels between the server and its pages. Written from service/src/protocol.rs by\n\
             // `UPDATE=1 cargo test -p service protocol`: change it there.\n{}{types}",
            parts(&config)
        )
    }

    #[test]
    fn the_client_has_the_types_of_the_protocol() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("client/protocol.d.ts");
        let written = protocol();
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &written).expect("the file can be written");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == written,
            "client/protocol.d.ts differs from src/protocol.rs: run with UPDATE=1 to write it"
        );
    }
}
