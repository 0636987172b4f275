//! A table: a game being played.

use crate::action::Action;
use crate::convert::{seat, seed, to_json, to_python, viewer};
use crate::errors::{fault, misread, not_done};
use crate::game::Game;
use crate::scene::Scene;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyDict, PyString};
use shelf::Shelved;
use std::path::PathBuf;
use std::sync::Arc;
use table::{AnyMatch, Dice, Seat, Status, Viewer};

/// A game being played. Seats are counted from 0.
#[pyclass(module = "overwinter")]
pub struct Table {
    pub shelved: Arc<Shelved>,
    pub play: Box<dyn AnyMatch>,
}

/// How a game ended.
#[pyclass(frozen, module = "overwinter", get_all)]
pub struct Outcome {
    /// Which of the declared ways to end this was.
    reason: String,
    /// The rank of every seat, 1 the best.
    ranks: Vec<u16>,
    /// The seats that won.
    winners: Vec<u16>,
    /// The points of every seat, if the game counts any.
    scores: Option<Vec<i64>>,
    /// How it ended, in a sentence or two.
    conclusion: String,
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        format!("<Outcome: {}, won by {:?}>", self.reason, self.winners)
    }
}

/// A line of the story.
#[pyclass(frozen, module = "overwinter", get_all)]
pub struct StoryLine {
    /// The step at which it happened.
    step: usize,
    /// The line.
    text: String,
    /// The rules behind it.
    rules: Vec<String>,
}

#[pymethods]
impl StoryLine {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<StoryLine {}: {}>", self.step, self.text)
    }
}

impl Table {
    pub fn new(shelved: Arc<Shelved>, play: Box<dyn AnyMatch>) -> Table {
        Table { shelved, play }
    }

    fn count(&self) -> u16 {
        self.play.setup().seats
    }

    /// The line that is meant by a text, an action or a dictionary.
    fn line(&self, seat: Seat, said: &Bound<'_, PyAny>) -> PyResult<String> {
        let py = said.py();
        if let Ok(line) = said.cast::<PyString>() {
            return Ok(line.to_string());
        }
        if let Ok(action) = said.cast::<Action>() {
            return Ok(action.get().notation.clone());
        }
        if said.is_instance_of::<PyDict>() {
            let written = self.play.written(seat, &to_json(said)?);
            return written.map_err(|why| misread(py, &why));
        }
        Err(fault(py, "an action is a line, an Action or a dictionary"))
    }

    /// The seat that is named, or the only one that must decide.
    fn decider(&self, py: Python<'_>, named: Option<&Bound<'_, PyAny>>) -> PyResult<Seat> {
        if let Some(named) = named {
            return seat(named, self.count());
        }
        match self.play.status() {
            Status::Deciding(seats) if seats.len() == 1 => Ok(seats.lowest().unwrap_or(Seat(0))),
            Status::Deciding(seats) => {
                let seats: Vec<u16> = seats.iter().map(|seat| seat.0).collect();
                Err(fault(py, format!("seats {seats:?} decide at once: say which with seat=")))
            }
            Status::Over(_) => {
                Err(not_done(py, &table::NotDone::NotNow("The game is over.".into())))
            }
        }
    }
}

#[pymethods]
impl Table {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { shelved: self.shelved.clone() }
    }

    /// The scenario's id.
    #[getter]
    fn scenario(&self) -> &str {
        &self.play.setup().scenario
    }

    /// How many seats play.
    #[getter]
    fn seats(&self) -> u16 {
        self.count()
    }

    /// Options that were chosen.
    #[getter]
    fn options(&self) -> std::collections::BTreeMap<String, String> {
        self.play.setup().options.clone()
    }

    /// Decisions taken so far.
    fn __len__(&self) -> usize {
        self.play.len()
    }

    /// The seats that must decide now; none when the game is over.
    #[getter]
    fn deciding(&self) -> Vec<u16> {
        match self.play.status() {
            Status::Deciding(seats) => seats.iter().map(|seat| seat.0).collect(),
            Status::Over(_) => Vec::new(),
        }
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.play.status().outcome().is_some()
    }

    /// How the game ended; None while it runs.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        let status = self.play.status();
        let outcome = status.outcome()?;
        Some(Outcome {
            reason: outcome.reason.clone(),
            ranks: outcome.ranks.clone(),
            winners: outcome.winners.iter().map(|seat| seat.0).collect(),
            scores: outcome.scores.clone(),
            conclusion: self.play.conclusion(),
        })
    }

    /// Every way in which a game of this set-up can end.
    #[getter]
    fn endings(&self) -> Vec<String> {
        self.play.endings().into_iter().map(str::to_string).collect()
    }

    /// The legal actions of a seat; of the one that must decide, if none is named.
    #[pyo3(signature = (seat=None))]
    fn legal(&self, py: Python<'_>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Action>> {
        if seat.is_none() && self.over() {
            return Ok(Vec::new());
        }
        let seat = self.decider(py, seat)?;
        let actions = self.play.structured(seat);
        Ok(actions.into_iter().map(|(line, data)| Action::new(line, data)).collect())
    }

    /// Takes an action, given as a line, as an Action or as a dictionary; gives back its canonical line.
    /// The seat need not be named while only one must decide.
    #[pyo3(signature = (action, seat=None))]
    fn play(
        &mut self,
        py: Python<'_>,
        action: &Bound<'_, PyAny>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let seat = self.decider(py, seat)?;
        let line = self.line(seat, action)?;
        self.play.act(seat, &line).map_err(|why| not_done(py, &why))
    }

    /// The canonical line of an action that the seat may take now; otherwise the exception that playing it
    /// would raise.
    #[pyo3(signature = (action, seat=None))]
    fn check(
        &self,
        py: Python<'_>,
        action: &Bound<'_, PyAny>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let seat = self.decider(py, seat)?;
        let line = self.line(seat, action)?;
        self.play.read(seat, &line).map_err(|why| not_done(py, &why))
    }

    /// Whether the seat can take back its last decision.
    fn can_undo(&self, seat: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.play.can_undo(self::seat(seat, self.count())?))
    }

    /// Takes back the seat's last decision; False if it cannot be.
    fn undo(&mut self, seat: &Bound<'_, PyAny>) -> PyResult<bool> {
        let seat = self::seat(seat, self.count())?;
        Ok(self.play.undo(seat).is_some())
    }

    /// What a viewer may know: a seat, "table" for what everybody sees, or "referee".
    fn view<'py>(&self, viewer: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let eyes = self::viewer(viewer, self.count())?;
        to_python(viewer.py(), &self.play.view(eyes))
    }

    /// The story as far as a viewer may know it, from a step on.
    #[pyo3(signature = (viewer=None, since=0))]
    fn story(&self, viewer: Option<&Bound<'_, PyAny>>, since: usize) -> PyResult<Vec<StoryLine>> {
        let eyes = self.eyes(viewer)?;
        let line = |line: table::LogLine| StoryLine {
            step: line.step,
            text: line.text,
            rules: line.rules.into_iter().map(str::to_string).collect(),
        };
        Ok(self.play.log(eyes, since).into_iter().map(line).collect())
    }

    /// What a viewer sees: the board, the sheets, the question.
    #[pyo3(signature = (viewer=None))]
    fn scene(&self, viewer: Option<&Bound<'_, PyAny>>) -> PyResult<Scene> {
        Ok(Scene::new(self.play.scene(self.eyes(viewer)?)))
    }

    /// Everything that a seat may know, in words: the scene in sentences, the latest of the story and every
    /// legal line. For agents that read.
    #[pyo3(signature = (seat, since=0))]
    fn text(&self, seat: &Bound<'_, PyAny>, since: usize) -> PyResult<String> {
        let seat = self::seat(seat, self.count())?;
        Ok(crate::words::words(self.play.as_ref(), seat, since))
    }

    /// The digest of the position as it stands.
    #[getter]
    fn digest(&self) -> String {
        self.play.digest()
    }

    /// What was published before the game: the SHA-256 of its seed.
    #[getter]
    fn commitment(&self) -> String {
        self.play.commitment()
    }

    /// The record so far, with the seed if `reveal` says so. Written to a file too, if a path is given.
    #[pyo3(signature = (path=None, *, reveal=true))]
    fn record(&self, py: Python<'_>, path: Option<PathBuf>, reveal: bool) -> PyResult<String> {
        let text = self.play.record(reveal).to_string();
        if let Some(path) = path {
            std::fs::write(&path, &text)
                .map_err(|error| fault(py, format!("{}: {error}", path.display())))?;
        }
        Ok(text)
    }

    /// What a bot would do in the seat's place: its line.
    #[pyo3(signature = (bot, seat=None, *, seed=None))]
    fn advise(
        &self,
        py: Python<'_>,
        bot: &str,
        seat: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let (seat, mut dice) = self.asked(py, bot, seat, seed)?;
        py.detach(|| self.play.choose(seat, bot, &mut dice)).map_err(|why| not_done(py, &why))
    }

    /// Lets a bot take the seat's decision; gives back its line.
    #[pyo3(signature = (bot, seat=None, *, seed=None))]
    fn ask(
        &mut self,
        py: Python<'_>,
        bot: &str,
        seat: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let (seat, mut dice) = self.asked(py, bot, seat, seed)?;
        py.detach(|| self.play.ask(seat, bot, &mut dice)).map_err(|why| not_done(py, &why))
    }

    /// What a seat that must decide does when nobody answers: its line.
    #[pyo3(signature = (seat=None))]
    fn lapse(&self, py: Python<'_>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
        let seat = self.decider(py, seat)?;
        Ok(self.play.lapse(seat))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        let scene = Scene::new(self.play.scene(self.eyes(None)?)).into_pyobject(py)?;
        scene.call_method0("_repr_svg_")?.extract()
    }

    fn __repr__(&self) -> String {
        let setup = self.play.setup();
        let (id, steps) = (self.play.id(), self.play.len());
        format!("<Table: {id} {}, {} seats, {steps} decisions>", setup.scenario, setup.seats)
    }
}

impl Table {
    /// Whose eyes are meant: by default those of everybody.
    fn eyes(&self, viewer: Option<&Bound<'_, PyAny>>) -> PyResult<Viewer> {
        viewer.map_or(Ok(Viewer::Table), |viewer| self::viewer(viewer, self.count()))
    }

    /// Whom a bot is asked for, and the dice that it gets: by default those of this step of this game.
    fn asked(
        &self,
        py: Python<'_>,
        bot: &str,
        seat: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(Seat, Dice)> {
        let bots = self.shelved.game.bots();
        if !bots.iter().any(|info| info.name == bot) {
            let known: Vec<&str> = bots.iter().map(|info| info.name).collect();
            return Err(fault(py, table::unknown("bot", bot, known)));
        }
        let seat = self.decider(py, seat)?;
        let own = match seed {
            Some(given) => self::seed(py, Some(given))?,
            None => {
                let step = format!("{} bots of step {}", self.play.commitment(), self.play.len());
                table::Seed([0; 32]).child(&step)
            }
        };
        Ok((seat, Dice::seeded(own.child(&format!("seat {}", seat.0)))))
    }
}
