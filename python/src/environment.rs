//! One game for programs that learn.

use crate::convert::{seat, seed};
use crate::errors::{fault, setup_error};
use crate::game::{Asked, Edition, asked, find};
use crate::spaces::{Family, Part, families, parts};
use crate::table_of_play::Table;
use arena::environments::{AnyEnvironment, reward};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyDict};
use shelf::Shelved;
use std::sync::Arc;
use table::{AnyMatch, Seat};

/// One game in numbers, every seat of which is decided from outside. `overwinter.pettingzoo_env` and
/// `overwinter.gymnasium_env` are made of it.
#[pyclass(module = "overwinter")]
pub struct Environment {
    shelved: Arc<Shelved>,
    asked: Asked,
    play: Box<dyn AnyEnvironment>,
    /// The same game at a table, as far as it was last looked at.
    shown: Option<Box<dyn AnyMatch>>,
}

#[pymethods]
impl Environment {
    #[new]
    #[pyo3(signature = (game, scenario=None, *, seats=None, options=None, seed=None, edition=None))]
    fn new(
        py: Python<'_>,
        game: &str,
        scenario: Option<&str>,
        seats: Option<u16>,
        options: Option<&Bound<'_, PyDict>>,
        seed: Option<&Bound<'_, PyAny>>,
        edition: Option<&Edition>,
    ) -> PyResult<Environment> {
        let shelved = find(py, game)?;
        let asked = asked(py, &shelved, scenario, seats, options, Vec::new(), edition)?;
        let seed = self::seed(py, seed)?;
        let play = shelved.environments.one(&asked.edition, &asked.setup, seed);
        let play = play.map_err(|error| setup_error(py, &error))?;
        Ok(Environment { shelved, asked, play, shown: None })
    }

    /// The game's id.
    #[getter]
    fn game(&self) -> &str {
        self.shelved.game.id()
    }

    /// The scenario's id.
    #[getter]
    fn scenario(&self) -> &str {
        &self.asked.setup.scenario
    }

    /// The version of the rules.
    #[getter]
    fn rules_version(&self) -> u32 {
        self.shelved.game.rules_version()
    }

    /// How many seats play.
    #[getter]
    fn seats(&self) -> u16 {
        self.play.seats()
    }

    /// The arrays of an observation.
    #[getter]
    fn parts(&self) -> Vec<Part> {
        parts(self.play.as_ref())
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_size(&self) -> usize {
        self.play.layout().size()
    }

    /// The kinds of actions.
    #[getter]
    fn families(&self) -> Vec<Family> {
        families(self.play.as_ref())
    }

    /// How many numbers of actions there are.
    #[getter]
    fn action_size(&self) -> usize {
        self.play.space().size()
    }

    /// Starts the game of another seed.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let seed = self::seed(py, seed)?;
        self.shown = None;
        self.play.reset(seed);
        Ok(())
    }

    /// The seats that must decide now, the lowest first; none when the game is over.
    #[getter]
    fn deciding(&self) -> Vec<u16> {
        self.play.deciding().into_iter().map(|seat| seat.0).collect()
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.play.outcome().is_some()
    }

    /// What every seat has won, between -1 and 1; nothing but zeros while the game runs.
    #[getter]
    fn rewards(&self) -> Vec<f32> {
        let won = |seat| self.play.outcome().map_or(0.0, |outcome| reward(outcome, seat));
        Seat::first(self.play.seats()).map(won).collect()
    }

    /// The points of every seat at the end, if the game counts any.
    #[getter]
    fn scores(&self) -> Option<Vec<i64>> {
        self.play.outcome().and_then(|outcome| outcome.scores.clone())
    }

    /// What the seat may know, in numbers between -1 and 1.
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self::seat(seat, self.play.seats())?;
        let seen = PyArray1::<f32>::zeros(py, self.play.layout().size(), false);
        if let Ok(numbers) = seen.readwrite().as_slice_mut() {
            self.play.observe(seat, numbers);
        }
        Ok(seen)
    }

    /// What the seat would be shown in a position that it cannot tell from this one, drawn by the seed: the
    /// same numbers, if nothing hidden gets out.
    fn observe_sample<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'py, PyAny>,
        seed: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self::seat(seat, self.play.seats())?;
        let seed = self::seed(py, Some(seed))?;
        let seen = PyArray1::<f32>::zeros(py, self.play.layout().size(), false);
        if let Ok(numbers) = seen.readwrite().as_slice_mut() {
            self.play.observe_sample(seat, seed, numbers);
        }
        Ok(seen)
    }

    /// 1 for every action that the seat may take now, 0 for all others.
    fn mask<'py>(
        &mut self,
        py: Python<'py>,
        seat: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let seat = self::seat(seat, self.play.seats())?;
        let mask = PyArray1::<i8>::zeros(py, self.play.space().size(), false);
        if let Ok(numbers) = mask.readwrite().as_slice_mut() {
            self.play.mask(seat, numbers);
        }
        Ok(mask)
    }

    /// The numbers and lines of all that the seat may do now.
    fn choices(&mut self, seat: &Bound<'_, PyAny>) -> PyResult<Vec<(u32, String)>> {
        let seat = self::seat(seat, self.play.seats())?;
        Ok(self.play.choices(seat))
    }

    /// The line of an action that the seat may take now; None if it may not.
    fn notation(&mut self, seat: &Bound<'_, PyAny>, action: usize) -> PyResult<Option<String>> {
        let seat = self::seat(seat, self.play.seats())?;
        Ok(self.play.notation(seat, action))
    }

    /// Takes the action of that number. One that is not legal is bad input, and changes nothing.
    fn step(&mut self, py: Python<'_>, seat: &Bound<'_, PyAny>, action: usize) -> PyResult<()> {
        let seat = self::seat(seat, self.play.seats())?;
        self.play.step(seat, action).map_err(|why| fault(py, why))
    }

    /// Decisions taken so far.
    fn __len__(&self) -> usize {
        self.play.steps()
    }

    /// The seed of this game, in hexadecimal: a table that is opened with it goes the same way.
    #[getter]
    fn seed(&self) -> String {
        self.play.seed().to_string()
    }

    /// What the seat may know, in words, with every legal line.
    #[pyo3(signature = (seat, since=0))]
    fn text(&mut self, py: Python<'_>, seat: &Bound<'_, PyAny>, since: usize) -> PyResult<String> {
        let seat = self::seat(seat, self.play.seats())?;
        Ok(crate::words::words(self.shown(py)?, seat, since))
    }

    /// The same game at a table of its own: to be looked at, recorded, and played on in words.
    fn table(&self, py: Python<'_>) -> PyResult<Table> {
        let mut table = self.started(py)?;
        self.follow(py, table.as_mut())?;
        Ok(Table::new(self.shelved.clone(), table))
    }

    /// What a viewer sees: a seat, "table" or "referee".
    fn scene(
        &mut self,
        py: Python<'_>,
        viewer: &Bound<'_, PyAny>,
    ) -> PyResult<crate::scene::Scene> {
        let eyes = crate::convert::viewer(viewer, self.play.seats())?;
        Ok(crate::scene::Scene::new(self.shown(py)?.scene(eyes)))
    }

    fn __repr__(&self) -> String {
        let (id, setup) = (self.shelved.game.id(), &self.asked.setup);
        format!("<Environment: {id} {}, {} seats>", setup.scenario, setup.seats)
    }
}

impl Environment {
    fn started(&self, py: Python<'_>) -> PyResult<Box<dyn AnyMatch>> {
        let Asked { edition, setup } = self.asked.clone();
        let started = self.shelved.game.start(edition, &setup, self.play.seed());
        started.map_err(|error| setup_error(py, &error))
    }

    /// Takes at a table the decisions that were taken here.
    fn follow(&self, py: Python<'_>, table: &mut dyn AnyMatch) -> PyResult<()> {
        for (seat, line) in self.play.lines(table.len()) {
            table.act(seat, &line).map_err(|why| crate::errors::not_done(py, &why))?;
        }
        Ok(())
    }

    fn shown(&mut self, py: Python<'_>) -> PyResult<&dyn AnyMatch> {
        let mut table = match self.shown.take() {
            Some(table) => table,
            None => self.started(py)?,
        };
        self.follow(py, table.as_mut())?;
        Ok(&**self.shown.insert(table))
    }
}
