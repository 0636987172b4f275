//! What a seat does not know, drawn anew: markers, the secret border, the hidden person (OS-VAR-03).

use crate::Outfit;
use crate::edition::components::Rows;
use crate::edition::options::Encounters;
use crate::edition::scenarios::Hidden;
use crate::land::{Edge, Hex};
use crate::position::{Fate, Journey, Person, Phase, Position, TRACKS, Tally, Who};
use crate::rules::Play;
use table::{Dice, Log, Seat, Viewer};
use terrain::{Fit, Side};

/// A position that this seat cannot tell from the true one.
pub(crate) fn resample(set: &Outfit, p: &Position, seat: Seat, dice: &mut Dice) -> Position {
    let mut sample = p.clone();
    if p.verdict.is_some() {
        return sample;
    }
    set.resample_markers(&mut sample, dice);
    set.resample_border(&mut sample, seat, dice);
    if let Some((_, person)) = set.hidden()
        && p.persons[person].seat != Some(seat)
    {
        if set.conceals(p, person, Viewer::Seat(seat)) {
            set.resample_hidden(&mut sample, person, dice);
        }
        set.resample_trail(&mut sample, person, dice);
    }
    sample
}

impl Outfit {
    /// What lies under the markers that nobody has turned, dealt anew.
    fn resample_markers(&self, p: &mut Position, dice: &mut Dice) {
        let count = usize::from(p.marker_count);
        let mut kinds: Vec<bool> =
            p.markers().iter().filter(|m| !m.turned).map(|m| m.person).collect();
        // What comes out follows from the dice and from what the seat knows, from nothing else.
        kinds.sort_unstable();
        dice.shuffle("imagined marker", &mut kinds);
        let down = p.markers[..count].iter_mut().filter(|marker| !marker.turned);
        down.zip(kinds).for_each(|(marker, kind)| marker.person = kind);
    }

    fn resample_border(&self, p: &mut Position, seat: Seat, dice: &mut Dice) {
        let owner = self.everyone().find(|i| !self.role(*i).exits_secret.is_empty());
        let Some(owner) = owner.filter(|_| p.border.is_some()) else {
            return;
        };
        if p.persons[owner].seat != Some(seat) {
            let edges: Vec<Edge> = self.role(owner).exits_secret.iter().collect();
            if let Some(edge) = dice.pick("imagined border", &edges) {
                p.border = Some(*edge);
            }
        }
    }

    /// Somewhere that he can have come to since he was last known, out of everybody's sight.
    fn resample_hidden(&self, p: &mut Position, hidden: Who, dice: &mut Dice) {
        let known = p.known;
        let most = u32::from(self.role(hidden).allowances.into_iter().max().unwrap_or(0));
        let reach = (most * u32::from(known.turns)).fit::<u16>().min(u16::MAX - 1);
        let ways = self.board.way_to(|cell| cell == known.at);
        let alone = |cell: Hex| {
            self.everyone().all(|who| {
                who == hidden
                    || p.persons[who].fate != Fate::Active
                    || self.stands(p, who) != Some(cell)
            })
        };
        let cells: Vec<Hex> =
            self.board.cells().filter(|cell| ways[cell.index()] <= reach && alone(*cell)).collect();
        let unseen: Vec<Hex> =
            cells.iter().copied().filter(|cell| !self.in_sight(p, *cell)).collect();
        let choice = if unseen.is_empty() { &cells } else { &unseen };
        if let Some(cell) = dice.pick("imagined place", choice) {
            p.persons[hidden].at = *cell;
        }
        self.resample_tracks(p, hidden, dice);
        let begun = [Phase::Decide, Phase::Move, Phase::Aim, Phase::Column].contains(&p.phase);
        if p.acting == hidden && begun {
            self.resample_turn(p, hidden, dice);
        }
    }

    /// Counters that he can have by now, the level that follows from them, and nothing else of what
    /// his days did to him.
    fn resample_tracks(&self, p: &mut Position, hidden: Who, dice: &mut Dice) {
        let rows = &self.scenario.rows;
        let known = p.known;
        let mut draw = |block: u8, row: &[u8]| {
            let turns = known.turns.min(60).fit::<u8>();
            let low = block.saturating_sub(turns.saturating_mul(2)).max(1);
            let high = block.saturating_add(turns).min(row.len().fit::<u8>() + 1);
            low + dice.roll("imagined block", u32::from(high - low) + 1).fit::<u8>() - 1
        };
        let (water, food) = (draw(known.water, &rows.water), draw(known.food, &rows.food));
        let lost = |row: &[u8], block: u8| i16::from(Rows::lost(row, block));
        let since = lost(&rows.water, water) + lost(&rows.food, food)
            - lost(&rows.water, known.water)
            - lost(&rows.food, known.food);
        // A person who acts can walk.
        let able = self.role(hidden).allowances.iter().rposition(|points| *points > 0);
        let worst = able.unwrap_or(0).fit::<u8>();
        let mut tally = Tally::default();
        let mut peak = 0;
        if self.switches.encounters != Encounters::Off {
            tally.effect = [(); 3].map(|()| dice.roll("imagined effect", 7).fit::<i8>() - 4);
            if self.switches.life_level_counter {
                let peaks = u32::from(known.level.min(worst)) + 1;
                peak = dice.roll("imagined peak", peaks).fit::<u8>() - 1;
            }
        }
        let level = (i16::from(known.level) + since).clamp(peak.into(), worst.into()).fit();
        let person = &mut p.persons[hidden];
        *person =
            Person { level, peak, water, food, rate: false, stay_days: None, tally, ..*person };
    }

    /// Nobody else can tell how far he is with his turn: he has yet to roll, or has just rolled.
    fn resample_turn(&self, p: &mut Position, hidden: Who, dice: &mut Dice) {
        let allowance = self.allowance(p, hidden);
        p.phase = Phase::Decide;
        p.journey = Journey { allowance, points: allowance, ..Journey::NONE };
        p.journey.path[0] = p.persons[hidden].at;
        if self.role(hidden).must_roll || dice.roll("imagined turn", 2) == 2 {
            let mut rolled = p.clone();
            Play { set: self, p: &mut rolled, dice, log: &mut Log::quiet() }.roll();
            // A roll that leaves him nothing to decide has ended his move.
            if rolled.phase == Phase::Move {
                *p = rolled;
            }
        }
    }

    /// Where he began his last days, as far as that was neither seen nor announced, and what he came by:
    /// a way between the places that are known.
    fn resample_trail(&self, p: &mut Position, hidden: Who, dice: &mut Dice) {
        let Some((Hidden { tracks_every, tracks_age, .. }, _)) = self.hidden() else {
            return;
        };
        let begun_today = p.acted & hidden.bit() != 0;
        let over_today = begun_today && p.acting != hidden;
        let begun = p.day.saturating_sub(u16::from(!begun_today));
        let announced = |day: u16| {
            let told = day + tracks_age;
            let past = told < p.day || (told == p.day && over_today);
            *tracks_every > 0 && told.is_multiple_of(*tracks_every) && past
        };
        let (mut newer, mut first) = (p.persons[hidden].at, 0);
        for (place, day) in (1..=begun).rev().take(TRACKS).enumerate() {
            let seen = place + 1 == usize::from(p.known.turns);
            // Where he was placed, everybody saw.
            if day == 1 || seen || announced(day) {
                let trail = &mut p.known.trail[first..=place];
                self.imagine_way(newer, trail, dice);
                (newer, first) = (trail[trail.len() - 1], place + 1);
            }
        }
        for place in &mut p.known.trail[first..usize::from(begun).clamp(first, TRACKS)] {
            *place = self.imagine_beside(newer, dice);
        }
        let person = &mut p.persons[hidden];
        let (last, now) = (self.board.place(p.known.at), self.board.place(person.at));
        person.far = self.farther(hidden, now, last);
        person.met = [0; 2];
    }

    /// Days' marches that lead from one place to the last of these by some shortest way, give or take
    /// a hex.
    fn imagine_way(&self, from: Hex, places: &mut [Hex], dice: &mut Dice) {
        let Some((to, between)) = places.split_last_mut() else {
            return;
        };
        let mut at = from;
        let mut left = between.len().fit::<u16>() + 1;
        for place in between {
            for _ in 0..self.board.distance(at, *to) / left {
                let far = self.board.distance(at, *to);
                let next = Side::ALL.map(|side| self.board.neighbour(at, side));
                let nearer = |next: &Hex| self.board.distance(*next, *to) < far;
                let nearer: Vec<Hex> = next.into_iter().flatten().filter(nearer).collect();
                at = dice.pick("imagined way", &nearer).copied().unwrap_or(at);
            }
            *place = self.imagine_beside(at, dice);
            left -= 1;
        }
    }

    fn imagine_beside(&self, at: Hex, dice: &mut Dice) -> Hex {
        let side = dice.pick("imagined side", &Side::ALL).copied();
        side.and_then(|side| self.board.neighbour(at, side)).unwrap_or(at)
    }
}
