//! The set-up: one scenario, and nothing to choose.

use crate::ConnectFour;
use crate::face;
use std::sync::Arc;
use table::{Catalogue, Edition, Rules, ScenarioInfo, Setup, SetupError};

/// What is in the box.
pub(crate) fn catalogue(_: &Edition) -> Result<Catalogue, SetupError> {
    let title = "Connect four";
    let scenario = ScenarioInfo::new("plain", title, "Four in a line win.", 2..=2);
    let summary = "Drop discs; four in a line win.";
    Ok(Catalogue::new(ConnectFour::ID, title, summary, vec![scenario]))
}

/// The game of this set-up, if there is such a one.
pub(crate) fn open(edition: &Edition, setup: &Setup) -> Result<ConnectFour, SetupError> {
    catalogue(edition)?.admits(setup)?;
    Ok(ConnectFour { setup: setup.clone(), ground: Arc::new(face::board()) })
}
