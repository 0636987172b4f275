//! What has only one answer, done by itself for whoever wants that.

use super::table_session::TableSession;
use table::{Seat, Viewer};

/// Whether what has only one answer is done by itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Routine {
    on: bool,
    /// The moment at which something was done so last: a table that has not changed since is not asked again.
    done_at: Option<usize>,
    /// Whether the last decision was taken back: then one wants to be asked.
    taken_back: bool,
}

impl Routine {
    /// As somebody wants it.
    pub fn new(on: bool) -> Routine {
        Routine { on, ..Routine::default() }
    }

    /// Whether it is done by itself.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Changes it, and says what holds now.
    pub fn change(&mut self) -> &'static str {
        *self = Routine::new(!self.on);
        match self.on {
            true => {
                "What has only one answer is done by itself from now on; `routine` changes that."
            }
            false => "You are asked everything from now on; `routine` changes that.",
        }
    }

    /// A decision was taken back: the next one is asked.
    pub fn take_back(&mut self) {
        self.taken_back = true;
    }

    /// Somebody has decided.
    pub fn decide(&mut self) {
        self.taken_back = false;
    }

    /// The only answer of a seat that is asked, its line and its words, if it shall be given by itself now.
    pub fn answer(&mut self, session: &dyn TableSession, seat: Seat) -> Option<(String, String)> {
        let moment = session.moment();
        if !self.on || self.taken_back || self.done_at == Some(moment) {
            return None;
        }
        let scene = session.scene(Viewer::Seat(seat));
        let only = scene.prompt.as_ref().filter(|_| scene.lesson.is_none())?.only()?;
        self.done_at = Some(moment);
        Some((only.notation.clone(), only.label.clone()))
    }
}
