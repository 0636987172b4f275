//! What a viewer sees, drawn.

use crate::errors::fault;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use stage::svg::{Look, Theme};
use stage::text::TextLook;

/// What a viewer sees: as text, as SVG and as PNG. A notebook shows it as a picture.
#[pyclass(frozen, module = "overwinter")]
pub struct Scene {
    scene: stage::Scene,
}

impl Scene {
    pub fn new(scene: stage::Scene) -> Scene {
        Scene { scene }
    }
}

/// The widest picture, in pixels.
const WIDEST: u32 = 8192;

/// The narrowest picture, in pixels.
const NARROWEST: u32 = 200;

#[pymethods]
impl Scene {
    /// The line above the board.
    #[getter]
    fn headline(&self) -> &str {
        &self.scene.headline
    }

    /// What is asked of the viewer; None if nothing is.
    #[getter]
    fn question(&self) -> Option<&str> {
        self.scene.prompt.as_ref().map(|prompt| prompt.question.as_str())
    }

    /// The board in characters.
    fn board(&self) -> String {
        stage::text::board(&self.scene, &TextLook::default()).plain()
    }

    /// The sheets beside the board, so many columns wide.
    #[pyo3(signature = (width=100))]
    fn sheets(&self, width: usize) -> String {
        stage::text::panels(&self.scene, width.max(20))
    }

    /// The whole scene in sentences.
    fn describe(&self) -> String {
        stage::text::describe(&self.scene)
    }

    /// Headline, board, sheets and question as plain text.
    #[getter]
    fn text(&self) -> String {
        let parts = [self.scene.headline.clone(), self.board(), self.sheets(100)];
        let question = self.question().map(str::to_string);
        let parts: Vec<String> =
            parts.into_iter().chain(question).filter(|part| !part.trim().is_empty()).collect();
        parts.join("\n\n")
    }

    /// The scene as an SVG document, so many pixels wide.
    #[pyo3(signature = (width=1200, dark=false, panels=true))]
    fn svg(&self, py: Python<'_>, width: u32, dark: bool, panels: bool) -> PyResult<String> {
        Ok(self.drawn(py, width, dark, panels)?.0)
    }

    /// The scene as a PNG picture, so many pixels wide.
    #[pyo3(signature = (width=1200, dark=false, panels=true))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        width: u32,
        dark: bool,
        panels: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (drawing, width) = self.drawn(py, width, dark, panels)?;
        let picture = py.detach(|| stage::png::render(&drawing, width));
        let picture = picture.map_err(|error| fault(py, error.to_string()))?;
        Ok(PyBytes::new(py, &picture))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, 1200, false, true)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Scene: {}>", self.scene.headline)
    }
}

impl Scene {
    fn drawn(
        &self,
        py: Python<'_>,
        width: u32,
        dark: bool,
        panels: bool,
    ) -> PyResult<(String, u32)> {
        if !(NARROWEST..=WIDEST).contains(&width) {
            let right = format!("say {NARROWEST} to {WIDEST} pixels");
            return Err(fault(py, format!("a width of {width} cannot be drawn: {right}")));
        }
        let theme = if dark { Theme::Dark } else { Theme::Light };
        let panels = panels && !self.scene.panels.is_empty();
        let look = Look { panels, ..Look::picture(theme, width) };
        Ok((stage::svg::document(&self.scene, &look), width))
    }
}
