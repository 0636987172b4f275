//! A table of a server, with a person at this terminal in a seat of theirs.

use super::super::events::{Arrival, Events};
use super::super::table_session::{Spoken, TableSession};
use crate::error::{CommandError, CommandResult};
use serde_json::{Value, json};
use service::remote::{
    LineRead, OwnNotes, RemoteError, RemotePhase, SaidLine, SeatedTable, ServerClient, in_address,
};
use stage::{Ground, Scene, Sketch, Target};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use table::{AnyGame, Ledger, LogLine, Seat, Viewer};
use tokio::runtime::Handle;

/// How long a server may be silent that gives a sign of life every twenty seconds.
const SILENCE: Duration = Duration::from_secs(45);

/// How long is waited before a server is asked again, at first and at most.
const AGAIN: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(15));

/// What the server at which a table stands has said.
pub enum News {
    /// Something is new there.
    Changed,
    /// It cannot be heard: why.
    Lost(RemoteError),
    /// There is nothing more to hear: why.
    Ended(String),
}

/// A decision of which nobody knows whether it was taken.
struct Unknown {
    seat: Seat,
    turn: u64,
    /// What it was, in words.
    what: String,
}

/// The table through one pair of eyes.
struct Seen {
    table: SeatedTable,
    scene: Scene,
    log: Vec<LogLine>,
}

/// A table of a server.
pub struct RemoteSession {
    runtime: Handle,
    client: Arc<ServerClient>,
    table: String,
    greeting: String,
    ledger: Ledger,
    /// The ids of rules as stories name them.
    rules: HashMap<&'static str, &'static str>,
    /// Through the eyes of each seat of whoever plays here; through everybody's where these are several.
    seen: Vec<(Viewer, Seen)>,
    /// The last board, by what it is known.
    board: Option<(String, Arc<Ground>)>,
    moment: usize,
    trouble: Vec<String>,
    lost: bool,
    unknown: Option<Unknown>,
    /// What the rules make of lines, until something changes.
    reads: RefCell<HashMap<(Seat, String), LineRead>>,
    measures: RefCell<HashMap<String, Option<Sketch>>>,
    tell: Option<Arc<dyn Fn(News) -> bool + Send + Sync>>,
}

impl RemoteSession {
    /// Sits down at a table whose game has begun, as it was seen; `game` is the game, if this program has it.
    pub fn new(
        runtime: Handle,
        client: Arc<ServerClient>,
        table: SeatedTable,
        game: Option<&dyn AnyGame>,
    ) -> Result<RemoteSession, RemoteError> {
        let rules = game.map(|game| game.code()).unwrap_or_default();
        let mut session = RemoteSession {
            runtime,
            client,
            greeting: format!("{}: {}\n{}.", table.title, table.summary, table.scenario),
            ledger: game.map_or(Ledger { rules: Vec::new() }, |game| game.ledger()),
            rules: rules.iter().map(|place| (place.rule, place.rule)).collect(),
            table: table.id.clone(),
            seen: Vec::new(),
            board: None,
            moment: 0,
            trouble: Vec::new(),
            lost: false,
            unknown: None,
            reads: RefCell::default(),
            measures: RefCell::default(),
            tell: None,
        };
        let seats = table.players.iter().filter(|player| player.yours);
        let mut eyes: Vec<Viewer> =
            seats.map(|player| Viewer::Seat(Seat(player.seat - 1))).collect();
        if eyes.len() != 1 {
            eyes.push(Viewer::Table);
        }
        session.look(&eyes, false)?;
        Ok(session)
    }

    fn path(&self, what: &str, viewer: Viewer) -> String {
        let eyes = match viewer {
            Viewer::Seat(seat) => seat.to_string(),
            _ => "table".into(),
        };
        format!("/api/tables/{}/{what}?as={eyes}", self.table)
    }

    /// Looks at the table anew, through these eyes; `by_itself` if nobody at this terminal has asked for it.
    fn look(&mut self, eyes: &[Viewer], by_itself: bool) -> Result<(), RemoteError> {
        let mut seen = Vec::new();
        for viewer in eyes {
            let known = self.board.as_ref().map_or("", |(known, _)| known.as_str());
            let path = self.path("scene", *viewer);
            let path = format!("{path}&board={known}&by_itself={by_itself}");
            let mut table: SeatedTable = self.runtime.block_on(self.client.get(&path))?;
            if let Some(ground) = table.ground.take() {
                self.board = Some((table.board.clone(), Arc::new(ground)));
            }
            let scene = table.scene.take().zip(self.board.as_ref());
            let Some((mut scene, (_, ground))) = scene else {
                let why = "The game at this table has not begun.";
                return Err(RemoteError::Foreign(why.into()));
            };
            scene.ground = ground.clone();
            let log = table.story.drain(..).map(|line| LogLine {
                step: line.step,
                text: line.text,
                rules: line
                    .rules
                    .iter()
                    .filter_map(|id| self.rules.get(id.as_str()).copied())
                    .collect(),
            });
            let log = log.collect();
            seen.push((*viewer, Seen { table, scene, log }));
        }
        let same = |((_, now), (_, before)): (&(Viewer, Seen), &(Viewer, Seen))| {
            let stands = |it: &Seen| (it.table.phase, it.table.step, it.table.turn, it.table.asked);
            stands(now) == stands(before) && now.log == before.log && now.scene == before.scene
        };
        if seen.len() != self.seen.len() || !seen.iter().zip(&self.seen).all(same) {
            self.moment += 1;
            self.reads.borrow_mut().clear();
            self.measures.borrow_mut().clear();
        }
        self.seen = seen;
        Ok(())
    }

    fn refresh(&mut self) -> Result<(), RemoteError> {
        let eyes: Vec<Viewer> = self.seen.iter().map(|(viewer, _)| *viewer).collect();
        self.look(&eyes, true)
    }

    fn by(&self, viewer: Viewer) -> Option<&Seen> {
        let found = self.seen.iter().find(|(known, _)| *known == viewer).or(self.seen.first());
        found.map(|(_, seen)| seen)
    }

    fn any(&self) -> Option<&SeatedTable> {
        self.seen.first().map(|(_, seen)| &seen.table)
    }

    /// The server cannot be heard: this is told once, and it is asked again.
    fn lose(&mut self, error: &RemoteError) {
        if !std::mem::replace(&mut self.lost, true) {
            let what = match error {
                RemoteError::Refused { .. } => "The server does not show the table now",
                _ => "The connection is lost",
            };
            let told = format!("{what} ({error}). The game goes on at the server; trying again.");
            self.trouble.push(told);
        }
    }

    /// Asks again in a while, where no news would come by themselves.
    fn ask_again(&self) {
        if let Some(tell) = self.tell.clone() {
            self.runtime.spawn(async move {
                tokio::time::sleep(AGAIN.0 * 2).await;
                tell(News::Changed);
            });
        }
    }

    /// Looks again after something was done, or after news.
    fn catch_up(&mut self) -> CommandResult {
        match self.refresh() {
            Ok(()) => {
                if std::mem::take(&mut self.lost) {
                    self.trouble.push("Connected again.".into());
                }
                self.find_out();
                Ok(())
            }
            Err(error) if error.passes() => {
                self.lose(&error);
                self.ask_again();
                Ok(())
            }
            Err(error) => Err(CommandError::input(error.to_string())),
        }
    }

    /// Tells what became of a decision whose answer was lost, once the table is seen again.
    fn find_out(&mut self) {
        let Some(Unknown { seat, turn, what }) = self.unknown.take() else { return };
        let now = self.by(Viewer::Seat(seat)).and_then(|seen| seen.table.turn);
        self.trouble.push(match now {
            Some(now) if now > turn => format!("Found out: {what} was done."),
            _ => format!("Found out: {what} has not reached the table."),
        });
    }

    fn read(&self, seat: Seat, line: &str) -> LineRead {
        let key = (seat, line.to_string());
        if let Some(known) = self.reads.borrow().get(&key) {
            return known.clone();
        }
        if self.lost {
            return LineRead::default();
        }
        let path = format!("{}&line={}", self.path("read", Viewer::Seat(seat)), in_address(line));
        match self.runtime.block_on(self.client.get::<LineRead>(&path)) {
            Ok(read) => {
                self.reads.borrow_mut().insert(key, read.clone());
                read
            }
            // Then it is judged when it is played.
            Err(error) => {
                LineRead { understood: true, why: error.to_string(), ..LineRead::default() }
            }
        }
    }

    fn choices(&self, seat: Seat) -> impl Iterator<Item = &stage::Choice> {
        let prompt = self.by(Viewer::Seat(seat)).and_then(|seen| seen.scene.prompt.as_ref());
        prompt.into_iter().flat_map(|prompt| &prompt.choices)
    }

    /// Asks the server to do something for a seat, by the number of its turn.
    fn done(&mut self, seat: Seat, what: &str, line: &str) -> Result<(), String> {
        if self.lost {
            return Err("Not done: there is no connection to the server now.".into());
        }
        let turn = self.by(Viewer::Seat(seat)).and_then(|seen| seen.table.turn);
        let body = json!({ "line": line, "turn": turn });
        let path = self.path(what, Viewer::Seat(seat));
        let done = self.runtime.block_on(self.client.post::<Value>(&path, &body));
        let told = match done {
            Ok(_) => Ok(()),
            Err(RemoteError::Lost(why)) => {
                let what = match line {
                    "" => "taking back your last decision".into(),
                    line => format!("`{line}`"),
                };
                let told = format!(
                    "It is not known whether {what} was done: the answer was lost ({why})."
                );
                self.unknown = Some(Unknown { seat, turn: turn.unwrap_or_default(), what });
                Err(told)
            }
            Err(error) if error.passes() => Err(format!("Not done: {error}.")),
            Err(error) => Err(error.to_string()),
        };
        // What came of it is told with what is seen next.
        let seen = self.catch_up();
        told.and(seen.map_err(|error| error.to_string()))
    }

    /// Adds a line to what a seat has planned, or forgets its lines; gives what is planned then, in words.
    fn plan(&mut self, seat: Seat, line: &str) -> Result<String, String> {
        let path = self.path("plan", Viewer::Seat(seat));
        let sheet = self.runtime.block_on(async {
            let mut sheet: Value = self.client.get(&path).await?;
            let mut plan = sheet["plan"].take();
            let Some(lines) = plan["premoves"].as_array_mut() else { return Ok(sheet) };
            match line {
                "" => {
                    sheet["plan"] = plan;
                    return Ok(sheet);
                }
                "none" => lines.clear(),
                line => lines.push(json!({ "line": line })),
            }
            self.client.put(&path, &json!({ "number": sheet["number"], "plan": plan })).await
        });
        let sheet = sheet.map_err(|error: RemoteError| format!("Not planned: {error}"))?;
        let lines = sheet["plan"]["premoves"].as_array().into_iter().flatten();
        let lines = lines.filter_map(|it| it["line"].as_str()).map(|line| format!("`{line}`"));
        let lines: Vec<String> = lines.collect();
        Ok(match lines.is_empty() {
            true => "You have planned no line: `plan` and a line does.".into(),
            false => format!("You will do, one after the other: {}.", lines.join(", ")),
        })
    }

    /// The record of the game, once it is over.
    pub fn record(&self) -> Result<String, RemoteError> {
        let path = format!("/api/tables/{}/record", self.table);
        self.runtime.block_on(self.client.text(&path))
    }
}

/// Tells of everything that is new at a table, for as long as somebody listens.
async fn follow(
    client: Arc<ServerClient>,
    path: String,
    tell: Arc<dyn Fn(News) -> bool + Send + Sync>,
) {
    let mut again = AGAIN.0;
    loop {
        let error = match client.follow(&path).await {
            Ok(mut news) => loop {
                match news.next(SILENCE).await {
                    Ok(()) => {
                        again = AGAIN.0;
                        if !tell(News::Changed) {
                            return;
                        }
                    }
                    Err(error) => break error,
                }
            },
            Err(error) => error,
        };
        let told = match error.passes() {
            true => tell(News::Lost(error)),
            false => {
                tell(News::Ended(error.to_string()));
                false
            }
        };
        if !told {
            return;
        }
        tokio::time::sleep(again).await;
        again = (again * 2).min(AGAIN.1);
    }
}

impl TableSession for RemoteSession {
    fn title(&self) -> &str {
        self.any().map_or("", |table| &table.scenario)
    }

    fn greeting(&self) -> &str {
        &self.greeting
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn persons(&self) -> Vec<Seat> {
        self.seen.iter().filter_map(|(viewer, _)| viewer.seat()).collect()
    }

    fn name(&self, seat: Seat) -> String {
        let player = self.any().and_then(|table| table.players.get(seat.index()));
        player.map(|player| player.name.clone()).unwrap_or_default()
    }

    fn person_to_decide(&self) -> Option<Seat> {
        let asked = self.seen.iter().find(|(_, seen)| seen.table.asked && !self.lost);
        asked.and_then(|(viewer, _)| viewer.seat())
    }

    fn needs_curtain(&self, last: Option<Seat>, next: Seat) -> bool {
        let curtain = self.by(Viewer::Seat(next)).is_some_and(|seen| seen.table.curtain);
        last != Some(next) && curtain
    }

    fn lines_before_last_decision(&self, seat: Seat) -> usize {
        let seen = self.by(Viewer::Seat(seat));
        seen.map_or(0, |seen| seen.log.iter().filter(|line| line.step < seen.table.since).count())
    }

    fn is_over(&self) -> bool {
        self.any().is_some_and(|table| table.phase == RemotePhase::Over)
    }

    fn result(&self) -> Vec<String> {
        self.any().map(|table| table.result.clone()).unwrap_or_default()
    }

    fn moment(&self) -> usize {
        self.moment
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        let fields = Vec::new();
        let empty = Ground { title: String::new(), description: String::new(), fields };
        let seen = self.by(viewer).map(|seen| seen.scene.clone());
        seen.unwrap_or_else(|| Scene::new(Arc::new(empty), ""))
    }

    fn log(&self, viewer: Viewer) -> Vec<LogLine> {
        self.by(viewer).map(|seen| seen.log.clone()).unwrap_or_default()
    }

    fn offers(&self, seat: Seat, line: &str) -> bool {
        self.choices(seat).any(|choice| choice.notation == line)
    }

    fn understands(&self, seat: Seat, line: &str) -> bool {
        self.offers(seat, line) || self.read(seat, line).understood
    }

    fn allows(&self, seat: Seat, line: &str) -> bool {
        self.offers(seat, line) || self.read(seat, line).notation.is_some()
    }

    fn gives_up(&self, seat: Seat, line: &str) -> bool {
        let offered = self.choices(seat).find(|choice| choice.notation == line);
        offered.map_or_else(|| self.read(seat, line).grave, |choice| choice.grave)
    }

    fn preview(&self, seat: Seat, line: &str) -> Result<Sketch, String> {
        let read = self.read(seat, line);
        match (read.notation, read.sketch) {
            (Some(_), sketch) => Ok(sketch.unwrap_or_default()),
            (None, _) => Err(read.why),
        }
    }

    fn measure(&self, viewer: Viewer, from: &Target, to: Option<&Target>) -> Option<Sketch> {
        let from = in_address(&named(from)?);
        let to = to.and_then(named).map(|to| format!("&to={}", in_address(&to)));
        let path =
            format!("{}&from={from}{}", self.path("measure", viewer), to.unwrap_or_default());
        if let Some(known) = self.measures.borrow().get(&path) {
            return known.clone();
        }
        if self.lost {
            return None;
        }
        let sketch = self.runtime.block_on(self.client.get::<Option<Sketch>>(&path)).ok()?;
        self.measures.borrow_mut().insert(path, sketch.clone());
        sketch
    }

    fn can_undo(&self, seat: Seat) -> bool {
        self.by(Viewer::Seat(seat)).is_some_and(|seen| seen.table.undo)
    }

    fn offers_undo(&self, seat: Seat) -> bool {
        self.can_undo(seat)
    }

    fn act(&mut self, seat: Seat, line: &str) -> Result<(), String> {
        self.done(seat, "act", line)
    }

    fn undo(&mut self, seat: Seat) -> Result<(), String> {
        self.done(seat, "undo", "")
    }

    fn attend(&mut self, events: &Events) {
        let tell: Arc<dyn Fn(News) -> bool + Send + Sync> = Arc::new(events.news());
        let eyes = self.seen.first().map_or(Viewer::Table, |(viewer, _)| *viewer);
        self.runtime.spawn(follow(self.client.clone(), self.path("stream", eyes), tell.clone()));
        self.tell = Some(tell);
    }

    fn awaited(&mut self, _: &Events) -> Option<String> {
        if self.is_over() || self.person_to_decide().is_some() {
            return None;
        }
        if self.lost {
            return Some(format!("Trying to reach {} again", self.client.url()));
        }
        let players = self.any().map(|table| table.players.as_slice()).unwrap_or_default();
        let asked = players.iter().filter(|player| player.deciding);
        let asked: Vec<&str> = asked.map(|player| player.name.as_str()).collect();
        Some(format!("Waiting for {}", asked.join(", ")))
    }

    fn take_in(&mut self, arrived: Arrival) -> CommandResult {
        match arrived {
            Arrival::News(News::Changed) => self.catch_up(),
            Arrival::News(News::Lost(error)) => {
                self.lose(&error);
                Ok(())
            }
            Arrival::News(News::Ended(why)) => Err(CommandError::input(why)),
            Arrival::Thought(_) => Ok(()),
        }
    }

    fn how_to_go_on(&self) -> Option<String> {
        let (url, table) = (self.client.url(), &self.table);
        let told = format!(
            "The game goes on at the server.\nCome back with: overwinter play --server {url}/t/{table}"
        );
        (!self.is_over()).then_some(told)
    }

    fn take_trouble(&mut self) -> Option<String> {
        let told = std::mem::take(&mut self.trouble);
        (!told.is_empty()).then(|| told.join("\n"))
    }

    fn forget_if_over(&mut self) -> CommandResult {
        Ok(())
    }

    fn time(&self) -> String {
        let seat = self.person_to_decide();
        let seen = seat.and_then(|seat| self.by(Viewer::Seat(seat)));
        seen.map(|seen| seen.table.time.clone()).unwrap_or_default()
    }

    fn talk(&self) -> Option<&[SaidLine]> {
        Some(self.any().map(|table| table.talk.as_slice()).unwrap_or_default())
    }

    fn speak(&mut self, spoken: Spoken<'_>) -> Result<String, String> {
        let Some(seat) = self.persons().first().copied() else {
            return Err("You have no seat at this table.".into());
        };
        let notes = self.path("notes", Viewer::Seat(seat));
        let body = match spoken {
            Spoken::Time => {
                let path = format!("/t/{}/words?as={seat}&line=time", self.table);
                let told = self.runtime.block_on(self.client.text(&path));
                return told.map_err(|error| error.to_string());
            }
            Spoken::Plan(line) => return self.plan(seat, line),
            Spoken::ToAll(words) => json!({ "text": words }),
            Spoken::ToOne(to, words) => json!({ "text": words, "to": to }),
            Spoken::Notes => {
                let found: Result<OwnNotes, RemoteError> =
                    self.runtime.block_on(self.client.get(&notes));
                let OwnNotes { text, .. } = found.map_err(|error| error.to_string())?;
                let none = "You have written down nothing here: `notes` and words do.";
                return Ok(if text.is_empty() { none.into() } else { text });
            }
            Spoken::Note(words) => {
                let noted: Result<OwnNotes, RemoteError> = self.runtime.block_on(async {
                    let OwnNotes { version, text } = self.client.get(&notes).await?;
                    let text =
                        if text.is_empty() { words.into() } else { format!("{text}\n{words}") };
                    let body = json!({ "version": version, "text": text });
                    self.client.put(&notes, &body).await
                });
                return match noted {
                    Ok(notes) => Ok(notes.text),
                    Err(error) => Err(format!("Not written down: {error}")),
                };
            }
        };
        let path = self.path("talk", Viewer::Seat(seat));
        match self.runtime.block_on(self.client.post::<Value>(&path, &body)) {
            Ok(_) => self.catch_up().map(|()| String::new()).map_err(|error| error.to_string()),
            Err(RemoteError::Lost(_)) => {
                Err("It is not known whether that was said: the answer was lost.".into())
            }
            Err(error) => Err(format!("Not said: {error}")),
        }
    }
}

/// A thing on the board as the server names it.
fn named(target: &Target) -> Option<String> {
    match target {
        Target::Piece(id) => Some(format!("piece:{id}")),
        Target::Place(id) => Some(format!("place:{id}")),
        Target::Point(point) => Some(format!("point:{},{}", point.x, point.y)),
        Target::Card(_) => None,
    }
}
