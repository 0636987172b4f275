//! What letters about a table say: what happened, the board, the question, and what was done with an answer. All of it is seen
//! through the eyes of the seat.

use super::house::{SeatKey, in_short};
use crate::error::ServiceError;
use crate::frame;
use crate::pages::close_up;
use crate::settings::Settings;
use crate::tables::TableState;
use asking::{Entry, Question};
use clock::Zone;
use mailbox::{Letter, LineDone, Offer, Part};
use notice::{Kind, Notice};
use serde::{Deserialize, Serialize};
use stage::svg::{Look, Theme};
use stage::text::{Asked, TextLook, board, legend_of, wrapped};
use stage::{Scene, Target};
use table::{AnyMatch, Ledger, Seat, Viewer};

/// How many lines of the story are told; of a longer one the last.
const LINES: usize = 60;

/// How many columns and rows of the board are drawn around what matters; all of it, if it is asked for.
const COLUMNS: usize = 72;
const ROWS: usize = 34;

/// A board of so many columns is drawn whole.
const WHOLE: usize = 78;

/// A board that is wider, in counters, is pictured around what matters, so wide and high: on a telephone nobody could read it.
const WIDEST: i32 = 36;
const AROUND: (i32, i32) = (18, 13);

/// How wide the picture of the board is, in pixels.
#[cfg(feature = "png")]
const PICTURE: u32 = 1000;

/// What was done with the lines of an answer so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// The number that the next decision must name.
    pub turn: u64,
    /// How many decisions of the line that is read now are taken.
    pub part: usize,
    /// How many lines were noted as done when this was noted.
    pub noted: usize,
    /// The lines, and what came of each.
    pub lines: Vec<LineDone>,
    /// What is to be shown.
    pub shown: Vec<String>,
    /// What ends one's own game, and is asked once more.
    pub sure: Option<String>,
    /// The moment, as the seat counts them, with which the first decision began.
    pub since: Option<usize>,
}

/// A table as a seat of it sees it.
pub struct SeatView<'a> {
    state: &'a TableState,
    game: &'a dyn AnyMatch,
    seat: Seat,
    scene: Scene,
}

impl<'a> SeatView<'a> {
    /// The table, seen by that seat.
    pub fn new(state: &'a TableState, seat: Seat) -> Result<SeatView<'a>, ServiceError> {
        let game = state.game()?;
        let mut scene = game.scene(Viewer::Seat(seat)).flat();
        if !game.status().awaits(seat) {
            scene.prompt = None;
        }
        Ok(SeatView { state, game, seat, scene })
    }

    /// Whether the seat must decide.
    pub fn is_asked(&self) -> bool {
        self.game.status().awaits(self.seat)
    }

    /// What is seen.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The number of the seat's next decision.
    pub fn turn(&self) -> u64 {
        self.state.turns.get(self.seat.index()).copied().unwrap_or_default()
    }

    /// What the numbers of its question mean, in short.
    pub fn list(&self) -> String {
        let entries = Question::on_a_page().entries(&self.scene);
        let told = entries.iter().map(|entry| {
            let Entry { number, line, about, .. } = entry;
            format!("{number} {line} {about}\n")
        });
        in_short(&told.collect::<String>())
    }

    /// By what answers are known; `sure` is what has to be said again.
    pub fn key(&self, sure: Option<&str>) -> SeatKey {
        let list = sure.map_or_else(|| self.list(), in_short_sure);
        SeatKey { table: self.state.row.id.clone(), seat: self.seat, turn: self.turn(), list }
    }

    /// How many moments the seat knows.
    pub fn moments(&self) -> usize {
        self.state.moments(self.game, Viewer::Seat(self.seat)).count()
    }

    /// What happened since the seat last decided.
    fn since(&self) -> Vec<Part> {
        let last = self.state.last_steps.get(self.seat.index()).copied().unwrap_or_default();
        let from = self.state.moments(self.game, Viewer::Seat(self.seat)).number(last);
        self.since_moment(from)
    }

    /// What happened from a moment on.
    fn since_moment(&self, from: usize) -> Vec<Part> {
        let viewer = Viewer::Seat(self.seat);
        // What the seat did itself is told too: its dice may have fallen since.
        let lines = frame::told(self.state, viewer, from.max(1)).unwrap_or_default();
        let lines: Vec<(String, String)> = lines
            .into_iter()
            .map(|line| (line.text.trim().to_string(), line.rules.join(", ")))
            .collect();
        let left = lines.len().saturating_sub(LINES);
        let mut parts = Vec::new();
        if !lines.is_empty() {
            parts.push(Part::Heading("What happened".into()));
            if left > 0 {
                parts.push(Part::Said(format!("(The last {LINES} of {} lines.)", lines.len())));
            }
            parts.push(Part::Story(lines.into_iter().skip(left).collect()));
        }
        parts
    }

    /// The board around what matters now, and how the seat fares.
    fn board(&self) -> Vec<Part> {
        let canvas = board(&self.scene, &TextLook { width: COLUMNS, ..TextLook::default() });
        let columns = if canvas.width() <= WHOLE { WHOLE } else { COLUMNS };
        let window = asking::around_focus(&self.scene, &canvas, columns, ROWS);
        let drawn = canvas.crop(window).plain();
        let said = format!("The board: {}", self.scene.headline);
        let brief = stage::text::brief(&self.scene);
        let mut parts = vec![Part::Heading(self.scene.headline.clone())];
        parts.push(Part::Board { drawn, said });
        parts.extend((!brief.is_empty()).then_some(Part::Said(brief)));
        parts
    }

    /// The question with its choices.
    fn question(&self) -> Vec<Part> {
        let Some(prompt) = &self.scene.prompt else { return Vec::new() };
        let question = Question::on_a_page();
        let mut parts = vec![Part::Heading("Your decision".into())];
        parts.extend((!prompt.question.is_empty()).then(|| Part::Strong(prompt.question.clone())));
        parts.extend((!prompt.hint.is_empty()).then(|| Part::Said(prompt.hint.clone())));
        let offers: Vec<Offer> = question.entries(&self.scene).into_iter().map(offer).collect();
        parts.extend((!offers.is_empty()).then_some(Part::Choices(offers)));
        parts.extend(question.also(&self.scene).into_iter().map(Part::Said));
        parts
    }

    /// What somebody asked to be shown.
    fn shown(&self, asked: &str, ledger: &Ledger) -> Vec<Part> {
        use super::lines::{Shown, Wish, wish};
        let mut letters = asked.chars();
        let first = letters.next().map(|first| first.to_uppercase().collect::<String>());
        let heading = Part::Heading(first.unwrap_or_default() + letters.as_str());
        let body = match wish(asked, |_| false) {
            Wish::Show(Shown::Rule("")) => {
                Part::Said("Say which: an id, or its beginning for a chapter.".into())
            }
            Wish::Show(Shown::Rule(id)) => Part::Said(asking::rule(ledger, id)),
            Wish::Show(Shown::Story) => {
                let lines = frame::told(self.state, Viewer::Seat(self.seat), 1);
                let lines = lines.unwrap_or_default().into_iter();
                Part::Story(lines.map(|line| (line.text, line.rules.join(", "))).collect())
            }
            Wish::Show(Shown::Asked(Asked::Board)) => {
                let canvas = board(&self.scene, &TextLook { width: 100, ..TextLook::default() });
                let signs = legend_of(&self.scene, &canvas);
                let signs = signs.iter().map(|entry| format!("{}  {}\n", entry.sign, entry.words));
                Part::Drawn(format!("{}\n{}", canvas.plain(), signs.collect::<String>()))
            }
            Wish::Show(Shown::Asked(Asked::Sheet(name))) => {
                let sheets = stage::text::drawn_sheets(&self.scene, name, COLUMNS);
                let lines = sheets.lines().map(|line| match line.chars().count() > COLUMNS {
                    true => wrapped(line, COLUMNS).join("\n"),
                    false => line.to_string(),
                });
                Part::Drawn(lines.collect::<Vec<_>>().join("\n"))
            }
            Wish::Show(Shown::Asked(Asked::Help)) => Part::Drawn(HELP.into()),
            Wish::Show(Shown::Asked(Asked::Last)) => return self.since(),
            Wish::Show(Shown::Asked(asked)) => {
                let viewer = Viewer::Seat(self.seat);
                let measure =
                    |from: &Target, to: Option<&Target>| self.game.measure(viewer, from, to);
                Part::Said(stage::text::answer(&self.scene, asked, &measure))
            }
            Wish::Plan(_) => {
                let plan = self.state.plan_of(self.seat);
                let premoves = plan.iter().flat_map(|plan| &plan.plan.premoves);
                let lines: Vec<String> =
                    premoves.map(|premove| format!("`{}`", premove.line)).collect();
                Part::Said(match lines.is_empty() {
                    true => "You have planned nothing.".into(),
                    false => format!("You will do, one after the other: {}.", lines.join(", ")),
                })
            }
            _ => return Vec::new(),
        };
        vec![heading, body]
    }

    /// A drawing of the board, of a large one what lies around what matters; nothing if this program makes no pictures.
    pub fn picture(&self) -> Option<String> {
        let look = Look { panels: false, ..Look::picture(Theme::Light, 1200) };
        let counter = stage::spots::counter_size(&self.scene.ground);
        let is_wide = stage::svg::extent(&self.scene.ground).width > counter * WIDEST;
        cfg!(feature = "png").then(|| {
            let around = is_wide.then(|| close_up(&self.scene, &look, AROUND)).flatten();
            around.unwrap_or_else(|| stage::svg::document(&self.scene, &look))
        })
    }
}

/// A drawing as PNG.
#[cfg(feature = "png")]
pub fn png(drawing: &str) -> Option<Vec<u8>> {
    stage::png::render(drawing, PICTURE).ok()
}

/// No drawing is made into a picture by this program.
#[cfg(not(feature = "png"))]
pub fn png(_: &str) -> Option<Vec<u8>> {
    None
}

/// What stands for the choices in the letter that asks something once more.
pub fn in_short_sure(line: &str) -> String {
    in_short(&format!("sure {line}"))
}

fn offer(Entry { group, number, line, about }: Entry) -> Offer {
    Offer { group, number, line, about }
}

/// What can be written.
const HELP: &str = "\
a number          the choice of that number
a line            a decision, as the list writes it
undo              takes back your last decision
board             the whole board, with its signs
sheet, sheet NAME sheets and cards
rules ID          a rule, or a chapter of them
story             the story so far
describe, where, around, range, pieces: the board in words
plan LINE         decides beforehand; plan none forgets it
talk WORDS        says something to everybody at the table
Several lines are done in their order, until one cannot be.
";

/// How answers are written.
const HOW: &str = "Answer this mail, above everything else: a number or a line, each on a line of its own if you decide several \
                   things. Also undo, board, sheet, rules and an id, plan and a line, talk and words; help tells all.";

/// How an invitation is answered.
const YES_OR_NO: &str = "Answer this mail with yes to take a seat, or with no to decline.";

/// What stands below every letter: where the table is, how to answer, and how to end it.
pub struct Below<'a> {
    /// Where the table is.
    pub link: &'a str,
    /// Whether answers come in.
    pub answered: bool,
    /// Where one wants no more mail.
    pub stop: &'a str,
}

fn foot(below: &Below<'_>) -> Vec<Part> {
    let mut foot = vec![Part::Link("The table in your browser".into(), below.link.into())];
    foot.extend(below.answered.then(|| Part::Said(HOW.into())));
    foot.push(Part::Link("No more mail".into(), below.stop.into()));
    foot
}

/// A letter that tells what a notice tells. A question comes with all that is needed to answer it.
pub fn of_notice(
    view: Option<&SeatView<'_>>,
    notice: &Notice,
    zone: &Zone,
    below: &Below<'_>,
) -> Letter {
    let answered = below.answered && asks(notice);
    let foot = foot(&Below { answered, ..*below });
    let mut parts = told(view, notice, zone);
    if below.answered && notice.kind == Kind::Invitation {
        parts.push(Part::Strong(YES_OR_NO.into()));
    }
    Letter { subject: notice.subject(), parts, foot }
}

/// What became of an invitation; `open` says whether another answer still counts.
pub fn of_invited(said: &str, open: bool, (subject, link, stop): (&str, &str, &str)) -> Letter {
    let mut parts = vec![Part::Said(said.into())];
    parts.extend(open.then(|| Part::Strong(YES_OR_NO.into())));
    Letter { subject: subject.into(), parts, foot: foot(&Below { link, answered: false, stop }) }
}

/// Whether a notice asks for a decision, which can be taken by answering.
fn asks(notice: &Notice) -> bool {
    matches!(notice.kind, Kind::YourTurn | Kind::Begun | Kind::Warning)
}

fn told(view: Option<&SeatView<'_>>, notice: &Notice, zone: &Zone) -> Vec<Part> {
    match view {
        Some(view) if asks(notice) => {
            let mut parts = Vec::new();
            let deadline = notice.deadline(zone);
            if notice.kind == Kind::Warning {
                parts.push(Part::Strong(deadline.clone()));
            }
            parts.extend(view.since());
            parts.extend(view.board());
            parts.extend(view.question());
            parts.extend((!deadline.is_empty()).then_some(Part::Said(deadline)));
            parts
        }
        Some(view) if notice.kind == Kind::Over => {
            let mut parts = vec![Part::Strong(notice.happened.clone())];
            parts.extend(view.since());
            parts.extend(view.board());
            parts.extend(how_it_ended(&crate::remote::result_of(view.game)));
            parts
        }
        _ => notice.lines(zone).into_iter().map(Part::Said).collect(),
    }
}

/// Several notices as one letter: the text of each, and where it is.
pub fn of_notices(notices: &[Notice], zone: &Zone, stop: &str) -> Option<Letter> {
    let (subject, _) = notice::digest(notices, zone)?;
    let mut parts = Vec::new();
    for notice in notices {
        parts.push(Part::Heading(notice.subject()));
        parts.extend(notice.lines(zone).into_iter().map(Part::Said));
        parts.push(Part::Link("The table".into(), notice.link.clone()));
    }
    Some(Letter { subject, parts, foot: vec![Part::Link("No more mail".into(), stop.into())] })
}

/// The answer to what somebody wrote: what was done, and what is asked now.
pub fn of_answer(
    view: &SeatView<'_>,
    ledger: &Ledger,
    progress: &Progress,
    (subject, deadline): (&str, &str),
    below: &Below<'_>,
) -> Letter {
    let mut parts = vec![Part::Heading("What you wrote".into())];
    match progress.lines.is_empty() {
        true if progress.shown.is_empty() => parts.push(Part::Said(
            "I found nothing to do in your mail: only what stands above the quoted text is read."
                .into(),
        )),
        true => parts.push(Part::Said("What you asked for is below.".into())),
        false => parts.push(Part::Done(progress.lines.clone())),
    }
    if let Some(line) = &progress.sure {
        let again = format!(
            "If you mean it, answer this mail with `{line}` once more. Until then nothing is done."
        );
        parts.push(Part::Strong(again));
    }
    for asked in &progress.shown {
        parts.extend(view.shown(asked, ledger));
    }
    match progress.since {
        Some(since) => parts.extend(view.since_moment(since)),
        None if progress.lines.iter().any(|line| line.done) => parts.extend(view.since()),
        None => {}
    }
    let over = crate::remote::result_of(view.game);
    if !over.is_empty() {
        parts.extend(view.board());
        parts.extend(how_it_ended(&over));
    } else if progress.sure.is_some() {
        // Nothing else is asked: a number would mean something else.
    } else if view.is_asked() {
        parts.extend(view.board());
        parts.extend(view.question());
        parts.extend((!deadline.is_empty()).then(|| Part::Said(deadline.into())));
    } else {
        parts.push(Part::Said("You are not asked now. When you are, you get a mail.".into()));
    }
    let asks = over.is_empty() && (view.is_asked() || progress.sure.is_some());
    let foot = foot(&Below { answered: below.answered && asks, ..*below });
    Letter { subject: subject.into(), parts, foot }
}

/// The result in lines: what stands further in belongs to the line above it.
fn how_it_ended(result: &[String]) -> Vec<Part> {
    let mut lines: Vec<(String, String)> = Vec::new();
    for line in result {
        let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
        match lines.last_mut() {
            Some((above, _)) if line.starts_with(' ') => *above += &format!(": {words}"),
            _ => lines.push((words, String::new())),
        }
    }
    vec![Part::Heading("How it ended".into()), Part::Story(lines)]
}

/// Whether somebody wants pictures in their mail.
pub fn wants_pictures(settings: &Settings) -> bool {
    !settings.plain_mail
}
