//! Search in the dark (variant V3): who may know where the hidden person is; and what a seat that
//! does not know can imagine.

use crate::scenario::Hidden;
use crate::story::Event;
use crate::{Fate, Journey, NEW_HERE, NONE, Outfit, Phase, Play, Position};
use table::{Audience, Dice, Seat};

impl Outfit {
    fn hidden(&self) -> Option<(&Hidden, u8)> {
        let hidden = self.scenario.hidden.as_ref()?;
        let person = self.cast.iter().position(|role| *role == hidden.role)?;
        Some((hidden, person as u8))
    }

    /// Whether this is the person whom the scenario hides.
    pub(crate) fn is_hidden(&self, person: u8) -> bool {
        self.hidden().is_some_and(|(_, hidden)| hidden == person)
    }

    /// Whether this person could meet somebody who is hidden.
    pub(crate) fn watches(&self, person: u8) -> bool {
        self.scenario.hidden.is_some() && !self.is_hidden(person)
    }

    /// Who alone may know what this person does now; `None` if everybody may.
    pub(crate) fn secret_of(&self, p: &Position, person: u8) -> Option<Audience> {
        if !self.is_hidden(person) || p.known.shown || p.verdict.is_some() {
            return None;
        }
        Some(match p.persons[person as usize].seat {
            NONE => Audience::Referee,
            seat => Audience::only(Seat(seat as u16)),
        })
    }

    /// Whether this seat must not know the person's place.
    pub(crate) fn conceals(&self, p: &Position, person: u8, seat: Option<u8>) -> bool {
        self.secret_of(p, person).is_some() && seat != Some(p.persons[person as usize].seat)
    }

    /// Whether some pursuer sees the hidden person where he stands.
    fn in_sight(&self, p: &Position, at: u16) -> bool {
        let Some((hidden, person)) = self.hidden() else {
            return true;
        };
        let range = hidden.ranges[self.board.hex(at).terrain as usize] as u16;
        (0..self.cast.len() as u8).any(|other| {
            let who = &p.persons[other as usize];
            other != person && who.fate == Fate::Active && self.board.distance(at, who.at) <= range
        })
    }

    /// A position that this seat cannot tell from the true one.
    pub(crate) fn resample(&self, p: &Position, seat: Seat, dice: &mut Dice) -> Position {
        let mut sample = p.clone();
        if p.verdict.is_some() {
            return sample;
        }
        self.resample_markers(&mut sample, dice);
        self.resample_border(&mut sample, seat, dice);
        if let Some((_, person)) = self.hidden()
            && self.conceals(p, person, Some(seat.0 as u8))
        {
            self.resample_hidden(&mut sample, person, dice);
        }
        sample
    }

    /// What lies under the markers that nobody has turned, dealt anew.
    fn resample_markers(&self, p: &mut Position, dice: &mut Dice) {
        let count = p.marker_count as usize;
        let mut kinds: Vec<bool> =
            p.markers().iter().filter(|m| !m.turned).map(|m| m.person).collect();
        // What comes out follows from the dice and from what the seat knows, from nothing else.
        kinds.sort_unstable();
        dice.shuffle("imagined marker", &mut kinds);
        let down = p.markers[..count].iter_mut().filter(|marker| !marker.turned);
        down.zip(kinds).for_each(|(marker, kind)| marker.person = kind);
    }

    fn resample_border(&self, p: &mut Position, seat: Seat, dice: &mut Dice) {
        let owner = (0..self.cast.len()).find(|i| self.role(*i as u8).exits_secret != 0);
        let Some(owner) = owner.filter(|_| p.border != 0) else {
            return;
        };
        if p.persons[owner].seat as u16 != seat.0 {
            let edges: Vec<u8> = crate::Edge::of(self.role(owner as u8).exits_secret)
                .map(crate::Edge::bit)
                .collect();
            if let Some(edge) = dice.pick("imagined border", &edges) {
                p.border = *edge;
            }
        }
    }

    /// Somewhere that he can have come to since he was last known, out of everybody's sight.
    fn resample_hidden(&self, p: &mut Position, hidden: u8, dice: &mut Dice) {
        let known = p.known;
        let most = self.role(hidden).allowances.into_iter().max().unwrap_or(0) as u32;
        let reach = (most * known.turns as u32).min(u16::MAX as u32 - 1) as u16;
        let ways = self.board.way_to(|cell| cell == known.at);
        let alone = |cell: u16| {
            let mut others = p.persons[..self.cast.len()].iter().enumerate();
            others.all(|(i, who)| i as u8 == hidden || who.fate != Fate::Active || who.at != cell)
        };
        let cells: Vec<u16> = self
            .board
            .map
            .grid
            .cells()
            .map(|cell| cell.0 as u16)
            .filter(|cell| ways[*cell as usize] <= reach && alone(*cell))
            .collect();
        let unseen: Vec<u16> =
            cells.iter().copied().filter(|cell| !self.in_sight(p, *cell)).collect();
        let choice = if unseen.is_empty() { &cells } else { &unseen };
        if let Some(cell) = dice.pick("imagined place", choice) {
            p.persons[hidden as usize].at = *cell;
        }
        self.resample_tracks(p, hidden, dice);
        if p.acting == hidden && matches!(p.phase, Phase::Decide | Phase::Move | Phase::Column) {
            // Nobody else can tell how far he is with his turn.
            let allowance = self.allowance(p, hidden);
            let must_roll = self.role(hidden).must_roll;
            if allowance > 0 && !must_roll {
                p.phase = Phase::Decide;
                p.journey = Journey { allowance, points: allowance, ..Journey::NONE };
                p.journey.path[0] = p.persons[hidden as usize].at;
            }
        }
    }

    /// Counters that he can have by now, and the level that follows from them.
    fn resample_tracks(&self, p: &mut Position, hidden: u8, dice: &mut Dice) {
        let rows = &self.scenario.rows;
        let known = p.known;
        let person = &mut p.persons[hidden as usize];
        let mut draw = |block: u8, row: &[u8]| {
            let turns = known.turns.min(60) as u8;
            let low = block.saturating_sub(turns.saturating_mul(2)).max(1);
            let high = block.saturating_add(turns).min(row.len() as u8 + 1);
            low + dice.roll("imagined block", (high - low) as u32 + 1) as u8 - 1
        };
        (person.water, person.food) =
            (draw(known.water, &rows.water), draw(known.food, &rows.food));
        let lost = |row: &[u8], block: u8| crate::scenario::Rows::lost(row, block) as i16;
        let since = lost(&rows.water, person.water) + lost(&rows.food, person.food)
            - lost(&rows.water, known.water)
            - lost(&rows.food, known.food);
        // A person who acts can walk.
        let able = self.role(hidden).allowances.iter().rposition(|points| *points > 0);
        let worst = able.unwrap_or(0) as i16;
        person.level = (known.level as i16 + since).clamp(person.peak as i16, worst.max(0)) as u8;
        person.rate = false;
        person.stay_days = NEW_HERE;
    }
}

impl Play<'_> {
    /// Tells those who may know what this person does.
    pub(crate) fn tell_of(&mut self, person: u8, event: Event) {
        match self.set.secret_of(self.p, person) {
            None => self.log.tell(event),
            Some(audience) => self.log.tell_to(|| audience, || event),
        }
    }

    /// Everybody knows where the person is now.
    pub(crate) fn know_hidden(&mut self, person: u8) {
        if self.set.is_hidden(person) {
            let who = &self.p.persons[person as usize];
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
        let who = self.p.persons[person as usize];
        if self.p.verdict.is_some() || who.fate != Fate::Active || self.p.known.shown {
            return;
        }
        let day = self.p.day;
        if self.p.acting == person
            && tracks_every > 0
            && day.is_multiple_of(tracks_every)
            && day > tracks_age
        {
            let old = self.p.known.trail[tracks_age as usize];
            self.log.reveal();
            self.log.tell(Event::Tracks { hex: set.hex_name(old), day: day - tracks_age });
            if self.p.known.turns > tracks_age + 1 {
                self.p.known.at = old;
                self.p.known.turns = tracks_age + 1;
            }
        }
        if set.in_sight(self.p, who.at) {
            self.p.known.shown = true;
            self.know_hidden(person);
            self.log.reveal();
            self.log.tell(Event::Sighted { person: person + 1, hex: set.hex_name(who.at) });
        } else if self.p.acting != person {
            // That he was not seen is news too.
            self.log.reveal();
        }
    }
}
