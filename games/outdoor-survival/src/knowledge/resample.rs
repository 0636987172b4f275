//! What a seat does not know, drawn anew: markers, the secret border, the hidden person (OS-VAR-03).

use crate::Outfit;
use crate::edition::components::Rows;
use crate::land::{Edge, Hex};
use crate::position::{Fate, Journey, Phase, Position, Who};
use table::{Dice, Seat};
use terrain::Fit;

impl Outfit {
    /// A position that this seat cannot tell from the true one.
    pub(crate) fn resample(&self, p: &Position, seat: Seat, dice: &mut Dice) -> Position {
        let mut sample = p.clone();
        if p.verdict.is_some() {
            return sample;
        }
        self.resample_markers(&mut sample, dice);
        self.resample_border(&mut sample, seat, dice);
        if let Some((_, person)) = self.hidden()
            && self.conceals(p, person, Some(seat))
        {
            self.resample_hidden(&mut sample, person, dice);
        }
        sample
    }

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
                let person = &p.persons[who];
                who == hidden || person.fate != Fate::Active || person.at != cell
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
        if p.acting == hidden && matches!(p.phase, Phase::Decide | Phase::Move | Phase::Column) {
            // Nobody else can tell how far he is with his turn.
            let allowance = self.allowance(p, hidden);
            let must_roll = self.role(hidden).must_roll;
            if allowance > 0 && !must_roll {
                p.phase = Phase::Decide;
                p.journey = Journey { allowance, points: allowance, ..Journey::NONE };
                p.journey.path[0] = p.persons[hidden].at;
            }
        }
    }

    /// Counters that he can have by now, and the level that follows from them.
    fn resample_tracks(&self, p: &mut Position, hidden: Who, dice: &mut Dice) {
        let rows = &self.scenario.rows;
        let known = p.known;
        let person = &mut p.persons[hidden];
        let mut draw = |block: u8, row: &[u8]| {
            let turns = known.turns.min(60).fit::<u8>();
            let low = block.saturating_sub(turns.saturating_mul(2)).max(1);
            let high = block.saturating_add(turns).min(row.len().fit::<u8>() + 1);
            low + dice.roll("imagined block", u32::from(high - low) + 1).fit::<u8>() - 1
        };
        (person.water, person.food) =
            (draw(known.water, &rows.water), draw(known.food, &rows.food));
        let lost = |row: &[u8], block: u8| i16::from(Rows::lost(row, block));
        let since = lost(&rows.water, person.water) + lost(&rows.food, person.food)
            - lost(&rows.water, known.water)
            - lost(&rows.food, known.food);
        // A person who acts can walk.
        let able = self.role(hidden).allowances.iter().rposition(|points| *points > 0);
        let worst = able.unwrap_or(0).fit::<i16>();
        person.level =
            (i16::from(known.level) + since).clamp(person.peak.into(), worst.max(0)).fit();
        person.rate = false;
        person.stay_days = None;
    }
}
