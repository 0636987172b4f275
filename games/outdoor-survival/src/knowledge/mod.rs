//! Who may know what: search in the dark (OS-VAR-03), and the secret border (OS-VAR-02).

mod resample;
pub(crate) mod view;

pub(crate) use resample::resample;
pub(crate) use view::{View, view};

use crate::Outfit;
use crate::edition::scenarios::Hidden;
use crate::event::Event;
use crate::land::Hex;
use crate::position::{Fate, Position, Who};
use crate::rules::Play;
use table::{Audience, Viewer};

impl Outfit {
    fn hidden(&self) -> Option<(&Hidden, Who)> {
        let hidden = self.scenario.hidden.as_ref()?;
        let person = self.everyone().find(|who| self.part(*who) == hidden.role)?;
        Some((hidden, person))
    }

    /// Whether this is the person whom the scenario hides.
    pub(crate) fn is_hidden(&self, person: Who) -> bool {
        self.hidden().is_some_and(|(_, hidden)| hidden == person)
    }

    /// Who alone may know what this person does now; `None` if everybody may.
    pub(crate) fn secret_of(&self, p: &Position, person: Who) -> Option<Audience> {
        if !self.is_hidden(person) || p.known.shown || p.verdict.is_some() {
            return None;
        }
        Some(match p.persons[person].seat {
            None => Audience::Referee,
            Some(seat) => Audience::only(seat),
        })
    }

    /// Whether this viewer must not know the person's place.
    pub(crate) fn conceals(&self, p: &Position, person: Who, viewer: Viewer) -> bool {
        self.secret_of(p, person).is_some_and(|audience| !audience.includes(viewer))
    }

    /// Whether some pursuer sees the hidden person where he stands.
    fn in_sight(&self, p: &Position, at: Hex) -> bool {
        let Some((hidden, person)) = self.hidden() else {
            return true;
        };
        let range = u16::from(hidden.ranges[self.board.land(at).terrain as usize]);
        self.everyone().any(|other| {
            let who = &p.persons[other];
            let near = |there| self.board.distance(at, there) <= range;
            other != person && who.fate == Fate::Active && self.stands(p, other).is_some_and(near)
        })
    }
}

impl Play<'_> {
    /// Tells everybody who may know what this person does.
    pub fn tell(&mut self, event: Event) {
        self.tell_of(self.p.acting, event);
    }

    /// Tells those who may know what this person does.
    pub(crate) fn tell_of(&mut self, person: Who, event: Event) {
        match self.set.secret_of(self.p, person) {
            None => self.log.tell(event),
            Some(audience) => self.log.tell_to(|| audience, || event),
        }
    }

    /// Everybody knows where the person is now.
    pub(crate) fn know_hidden(&mut self, person: Who) {
        if self.set.is_hidden(person) {
            let who = &self.p.persons[person];
            let known = &mut self.p.known;
            known.at = who.at;
            known.turns = 0;
            (known.level, known.water, known.food) = (who.level, who.water, who.food);
        }
    }

    /// He is out of sight until somebody sees him again.
    pub(crate) fn begin_hidden_turn(&mut self) {
        let acting = self.p.acting;
        if !self.set.is_hidden(acting) {
            return;
        }
        self.p.known.shown = false;
        self.p.known.turns += 1;
        self.p.known.trail.rotate_right(1);
        self.p.known.trail[0] = self.p.actor().at;
    }

    /// At the end of his own and of any pursuer's turn he may be seen; on some days old tracks are
    /// found.
    pub(crate) fn end_hidden_turn(&mut self) {
        let set = self.set;
        let Some((hidden, person)) = set.hidden() else {
            return;
        };
        let (tracks_every, tracks_age) = (hidden.tracks_every, hidden.tracks_age);
        let who = self.p.persons[person];
        if self.p.verdict.is_some() || who.fate != Fate::Active || self.p.known.shown {
            return;
        }
        let day = self.p.day;
        if self.p.acting == person
            && tracks_every > 0
            && day.is_multiple_of(tracks_every)
            && day > tracks_age
        {
            let old = self.p.known.trail[usize::from(tracks_age)];
            self.log.tell(Event::Tracks { hex: set.hex_name(old), day: day - tracks_age });
            if self.p.known.turns > tracks_age + 1 {
                self.p.known.at = old;
                self.p.known.turns = tracks_age + 1;
            }
        }
        // That he was not seen is news too.
        self.log.reveal();
        if set.in_sight(self.p, who.at) {
            self.p.known.shown = true;
            self.know_hidden(person);
            self.log.tell(Event::Sighted { person: person.number(), hex: set.hex_name(who.at) });
        }
    }
}
