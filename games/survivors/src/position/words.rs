//! What was said, and who knows of it. SV-COM-11
//!
//! Where everybody is told what anybody says, words are plain: said or not. Where they are told only to those in
//! hearing, a position holds for every figure that may have spoken who heard it, and who cannot tell. Plain words
//! are written as they were before there was anything else.

use super::{Figure, Side};
use serde::{Deserialize, Serialize};

/// Who knows of something that may have been said, each a set of sides. Whoever is in neither knows that it was not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ears {
    /// Sides that heard it.
    pub heard: u8,
    /// Sides that did not, and cannot tell whether it was said.
    pub doubt: u8,
}

impl Ears {
    /// Whether a side cannot tell.
    pub fn doubted_by(self, side: Side) -> bool {
        side.is_in(self.doubt & !self.heard)
    }

    fn heard_by(self, eyes: Option<Side>) -> bool {
        Side::set_of(eyes) & self.heard != 0
    }
}

/// Whether a figure communicated this turn. SV-COM-01
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Spoke {
    /// It did not.
    #[default]
    No,
    /// It did, as everybody knows.
    Yes,
    /// It may have, and not everybody knows.
    Perhaps(Said),
}

/// What a figure may have said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// Whether it did speak.
    pub so: bool,
    /// It shouted.
    pub shout: bool,
    /// It gave the alarm.
    pub alert: bool,
    /// Who knows.
    pub ears: Ears,
}

impl Spoke {
    /// Whether it communicated.
    #[inline]
    pub fn is_so(self) -> bool {
        match self {
            Spoke::No => false,
            Spoke::Yes => true,
            Spoke::Perhaps(said) => said.so,
        }
    }

    /// What it may have said.
    pub fn said(self) -> Option<Said> {
        match self {
            Spoke::Perhaps(said) => Some(said),
            Spoke::No | Spoke::Yes => None,
        }
    }
}

/// Whether a figure was encouraged. SV-COM-08
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Encouraged {
    /// Not encouraged.
    #[default]
    No,
    /// Encouraged this turn, in force next turn.
    Fresh,
    /// In force.
    Now,
    /// It may have been, and not everybody knows.
    Perhaps(Cheer),
}

/// How a figure may have been encouraged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cheer {
    /// Whether it was.
    pub so: bool,
    /// Whether in the turn before this one, so that it is in force.
    pub now: bool,
    /// Who knows.
    pub ears: Ears,
}

impl Encouraged {
    /// Whether it is encouraged, now or for the next turn.
    #[inline]
    pub fn is_so(self) -> bool {
        match self {
            Encouraged::No => false,
            Encouraged::Fresh | Encouraged::Now => true,
            Encouraged::Perhaps(cheer) => cheer.so,
        }
    }

    /// Whether that is in force.
    pub fn is_now(self) -> bool {
        match self {
            Encouraged::Perhaps(cheer) => cheer.so && cheer.now,
            plain => plain == Encouraged::Now,
        }
    }

    /// How it may have been encouraged.
    pub fn cheer(self) -> Option<Cheer> {
        match self {
            Encouraged::Perhaps(cheer) => Some(cheer),
            _ => None,
        }
    }

    /// The same in the next turn.
    pub(super) fn next(self) -> Encouraged {
        match self {
            Encouraged::Fresh => Encouraged::Now,
            Encouraged::Perhaps(cheer) if !cheer.now => {
                Encouraged::Perhaps(Cheer { now: true, ..cheer })
            }
            _ => Encouraged::No,
        }
    }
}

/// Whether a sleeper will wake at the end of the phase. SV-ALT-02
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Waking {
    /// Not yet.
    #[default]
    No,
    /// It saw or heard what will wake it.
    Yes,
    /// A friend woke it, as these sides heard.
    Called(u8),
}

impl Waking {
    /// Whether it will wake.
    pub fn is_so(self) -> bool {
        self != Waking::No
    }
}

impl Figure {
    /// Whether a side cannot know all of what was said by it and to it.
    pub(crate) fn has_words(&self) -> bool {
        self.spoke.said().is_some()
            || self.encouraged.cheer().is_some()
            || matches!(self.waking, Waking::Called(_))
    }

    /// Makes it as a side knows it, or as everybody does: what it said and was told is plain, and nothing that was
    /// not heard was said. `price` is what words cost in actions. SV-COM-11
    pub(crate) fn hear_as(&mut self, eyes: Option<Side>, price: u8) {
        let own = eyes.is_some() && self.side == eyes;
        if let Some(said) = self.spoke.said() {
            let known = own || said.ears.heard_by(eyes);
            if said.so && !known {
                self.used = self.used.saturating_sub(price);
            }
            self.spoke = if said.so && known { Spoke::Yes } else { Spoke::No };
        }
        if let Some(cheer) = self.encouraged.cheer() {
            let known = own || cheer.ears.heard_by(eyes);
            self.encouraged = match cheer.so && known {
                true if cheer.now => Encouraged::Now,
                true => Encouraged::Fresh,
                false => Encouraged::No,
            };
        }
        if let Waking::Called(heard) = self.waking {
            let known = own || Side::set_of(eyes) & heard != 0;
            self.waking = if known { Waking::Yes } else { Waking::No };
        }
    }

    /// Takes out of it what was said unheard by a side; who could not tell stays. SV-COM-11
    pub(crate) fn unsay(&mut self, eyes: Side, price: u8) {
        if self.side == Some(eyes) {
            return;
        }
        if let Spoke::Perhaps(said) = &mut self.spoke
            && !said.ears.heard_by(Some(eyes))
        {
            if said.so {
                self.used = self.used.saturating_sub(price);
            }
            let ears = Ears { heard: 0, ..said.ears };
            *said = Said { ears, ..Said::default() };
        }
        if let Encouraged::Perhaps(cheer) = &mut self.encouraged
            && !cheer.ears.heard_by(Some(eyes))
        {
            (cheer.so, cheer.ears.heard) = (false, 0);
        }
        if matches!(self.waking, Waking::Called(heard) if !eyes.is_in(heard)) {
            self.waking = Waking::No;
        }
    }
}
