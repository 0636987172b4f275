//! Thousands of games at once.

use crate::convert::seed;
use crate::errors::{fault, setup_error};
use crate::game::{Asked, Edition, asked, find};
use crate::spaces::{Family, Part, families, parts};
use arena::environments::{AnyBatch, Buffers};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyDict};
use shelf::Shelved;
use std::sync::Arc;

/// Many games of one set-up, stepped at once on all cores with the interpreter lock released. Each waits for
/// one decision; bots decide for the seats that they are given; a game that ends is begun anew.
///
/// The arrays are the batch's own and are written in place at every step: copy what you keep.
#[pyclass(module = "overwinter")]
pub struct Batch {
    shelved: Arc<Shelved>,
    asked: Asked,
    batch: Box<dyn AnyBatch>,
    observations: Py<PyArray2<f32>>,
    masks: Py<PyArray2<i8>>,
    seats: Py<PyArray1<i32>>,
    rewards: Py<PyArray2<f32>>,
    ended: Py<PyArray1<i8>>,
    actions: Py<PyArray1<i64>>,
}

/// Runs a step with the arrays of a batch as slices, and the lock released.
macro_rules! with_buffers {
    ($self:ident, $py:ident, |$batch:ident, $out:ident| $work:expr) => {{
        let taken = |_| fault($py, "an array of the batch is being written elsewhere");
        let mut observations = $self.observations.bind($py).try_readwrite().map_err(taken)?;
        let mut masks = $self.masks.bind($py).try_readwrite().map_err(taken)?;
        let mut seats = $self.seats.bind($py).try_readwrite().map_err(taken)?;
        let mut rewards = $self.rewards.bind($py).try_readwrite().map_err(taken)?;
        let mut ended = $self.ended.bind($py).try_readwrite().map_err(taken)?;
        let reshaped = |_| fault($py, "an array of the batch was given another shape");
        let $out = Buffers {
            observations: observations.as_slice_mut().map_err(reshaped)?,
            masks: masks.as_slice_mut().map_err(reshaped)?,
            seats: seats.as_slice_mut().map_err(reshaped)?,
            rewards: rewards.as_slice_mut().map_err(reshaped)?,
            ended: ended.as_slice_mut().map_err(reshaped)?,
        };
        let $batch = &mut $self.batch;
        $py.detach(move || $work)
    }};
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (
        game, scenario=None, *, games, seats=None, options=None, seed=None, bots=None, edition=None,
        observe=true, masks=true, threads=None
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        game: &str,
        scenario: Option<&str>,
        games: usize,
        seats: Option<u16>,
        options: Option<&Bound<'_, PyDict>>,
        seed: Option<&Bound<'_, PyAny>>,
        bots: Option<Vec<Option<String>>>,
        edition: Option<&Edition>,
        observe: bool,
        masks: bool,
        threads: Option<usize>,
    ) -> PyResult<Batch> {
        let shelved = find(py, game)?;
        let asked = asked(py, &shelved, scenario, seats, options, Vec::new(), edition)?;
        let seed = self::seed(py, seed)?;
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let threads = threads.unwrap_or_else(cores);
        let nobody = || vec![None; asked.setup.seats.into()];
        let bots: Vec<String> =
            bots.unwrap_or_else(nobody).into_iter().map(Option::unwrap_or_default).collect();
        let (edition, setup) = (&asked.edition, &asked.setup);
        let batch =
            py.detach(|| shelved.environments.many(edition, setup, seed, games, &bots, threads));
        let batch = batch.map_err(|error| setup_error(py, &error))?;
        let wanted = |wanted: bool, size: usize| [games, if wanted { size } else { 0 }];
        let observation = wanted(observe, batch.layout().size());
        let mask = wanted(masks, batch.space().size());
        let count = usize::from(batch.seats());
        let mut made = Batch {
            shelved: shelved.clone(),
            asked: asked.clone(),
            observations: PyArray2::zeros(py, observation, false).unbind(),
            masks: PyArray2::zeros(py, mask, false).unbind(),
            seats: PyArray1::zeros(py, games, false).unbind(),
            rewards: PyArray2::zeros(py, [games, count], false).unbind(),
            ended: PyArray1::zeros(py, games, false).unbind(),
            actions: PyArray1::zeros(py, games, false).unbind(),
            batch,
        };
        made.begin(py, seed)?;
        Ok(made)
    }

    /// How many games.
    fn __len__(&self) -> usize {
        self.batch.games()
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

    /// The arrays of an observation.
    #[getter]
    fn parts(&self) -> Vec<Part> {
        parts(self.batch.as_ref())
    }

    /// The kinds of actions.
    #[getter]
    fn families(&self) -> Vec<Family> {
        families(self.batch.as_ref())
    }

    /// What the seat that decides may know: a row for every game; without columns if `observe` was False.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.observations.clone_ref(py)
    }

    /// 1 for every action that it may take: a row for every game; without columns if `masks` was False.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<i8>> {
        self.masks.clone_ref(py)
    }

    /// The seat that decides next in every game.
    #[getter]
    fn seats(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.seats.clone_ref(py)
    }

    /// What every seat has won where a game ended in the last step, between -1 and 1; 0 elsewhere.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    /// 1 where a game ended in the last step; the next one has begun.
    #[getter]
    fn ended(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.ended.clone_ref(py)
    }

    /// The seed of every game that is being played, in hexadecimal.
    #[getter]
    fn seeds(&self) -> Vec<String> {
        self.batch.seeds().iter().map(ToString::to_string).collect()
    }

    /// Decisions taken in every game that is being played.
    #[getter]
    fn steps(&self) -> Vec<u64> {
        self.batch.steps()
    }

    /// Starts all games anew, as this seed says.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let seed = self::seed(py, seed)?;
        self.begin(py, seed)
    }

    /// Takes an action in every game, by its number. If one is not legal, that is bad input and nothing has
    /// changed.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions =
            actions.as_slice().map_err(|_| fault(py, "the actions lie scattered: copy them"))?;
        let done = with_buffers!(self, py, |batch, out| batch.step(actions, out));
        done.map_err(|why| fault(py, why))
    }

    /// A legal action of every game, each as likely as the other; those that give up are left out.
    fn sample(&mut self, py: Python<'_>) -> PyResult<Py<PyArray1<i64>>> {
        {
            let taken = |_| fault(py, "the actions of the batch are being written elsewhere");
            let mut actions = self.actions.bind(py).try_readwrite().map_err(taken)?;
            let reshaped = |_| fault(py, "the actions of the batch were given another shape");
            let actions = actions.as_slice_mut().map_err(reshaped)?;
            let batch = &mut self.batch;
            py.detach(move || batch.sample(actions));
        }
        Ok(self.actions.clone_ref(py))
    }

    /// Takes so many random decisions in every game; gives the number of games that ended.
    fn play_at_random(&mut self, py: Python<'_>, decisions: usize) -> PyResult<usize> {
        Ok(with_buffers!(self, py, |batch, out| batch.play_at_random(decisions, out)))
    }

    fn __repr__(&self) -> String {
        let (id, games) = (self.shelved.game.id(), self.batch.games());
        format!("<Batch: {games} games of {id} {}>", self.asked.setup.scenario)
    }
}

impl Batch {
    fn begin(&mut self, py: Python<'_>, seed: table::Seed) -> PyResult<()> {
        with_buffers!(self, py, |batch, out| batch.reset(seed, out));
        Ok(())
    }
}
