//! What the end of this day will do to a person, said before it comes.

use crate::Outfit;
use crate::edition::components::Needs;
use crate::edition::options::Encounters;
use crate::event::Supply;
use crate::knowledge::view::{PersonView, View};
use crate::land::{Hex, Way};
use crate::position::{Fate, Number, letter};
use crate::rules::life::{Change, Counter};
use crate::rules::needs::{Day, DayEnd};
use crate::speech::DayWords;
use terrain::Fit;

/// What the end of a day does.
pub(super) struct DayTold {
    /// In words.
    pub words: String,
    /// Whether it is the end of the person who decides.
    pub last: bool,
}

impl Outfit {
    /// Those whom this person leads, by number.
    pub(super) fn led_by<'a>(
        &self,
        view: &'a View,
        number: &'a str,
    ) -> impl Iterator<Item = (&'a String, &'a PersonView)> {
        let with =
            move |other: &PersonView| other.escorted_by.is_some_and(|by| by.to_string() == number);
        view.persons.iter().filter(move |(_, other)| with(other))
    }

    /// The chart of needs that counts for a person now.
    pub(super) fn needs_of(
        &self,
        view: &View,
        number: &str,
        person: &PersonView,
    ) -> Option<&Needs> {
        let role = self.role_of(person)?;
        let leads = self.led_by(view, number).next().is_some();
        self.scenario.needs.get(role.needs_escorting.filter(|_| leads).or(role.needs)?)
    }

    /// What becomes of the acting person and of everybody with him if his day ends where he stands, in the
    /// words of the story; nothing where there are no needs.
    pub(super) fn day_told(&self, view: &View) -> Option<DayTold> {
        let number = view.acting?.to_string();
        let leader = view.persons.get(&number)?;
        let moved = view.path.len() > 1;
        let days = match view.phase {
            "aim" => leader.stay_days,
            _ if moved => Some(0),
            _ => Some(leader.stay_days.map_or(0, |days| days.saturating_add(1).min(254))),
        };
        let own = self.person_day(view, &number, leader, days)?;
        let mut words = own.words;
        for (number, person) in self.led_by(view, &number) {
            if let Some(day) = self.person_day(view, number, person, days) {
                words += &format!(". {}: {}", person.name, day.words);
            }
        }
        Some(DayTold { words, last: own.last })
    }

    /// What ends the acting person if the day ends where a step leads, in the words of the story, and whether it must
    /// end there because nothing is left to go on; nothing if such a day ends nobody. OS-LIFE-08, OS-LOST-08
    pub(super) fn doom_told(
        &self,
        view: &View,
        person: &PersonView,
        (way, cost): (Way, u8),
    ) -> Option<(String, bool)> {
        let (number, to) = (view.acting?.to_string(), way.to()?);
        let left = person.points?.checked_sub(cost)?;
        let mut after = view.clone();
        after.path.push(self.board.label(to));
        let walker = after.persons.get_mut(&number)?;
        (walker.hex, walker.points) = (Some(self.board.label(to)), Some(left));
        let day = self.day_told(&after).filter(|day| day.last)?;
        let on = self.board.ways(to, self.takes_trails(person));
        Some((day.words, !on.iter().any(|next| next.cost(way.rate) <= left)))
    }

    fn person_day(
        &self,
        view: &View,
        number: &str,
        person: &PersonView,
        stay_days: Option<u8>,
    ) -> Option<DayTold> {
        let chart = self.needs_of(view, number, person)?;
        let here = self.board.find(person.hex.as_ref()?)?;
        let id = number.parse().map(Number).ok()?;
        let (level, water, food) = (person.level?, person.water?, person.food?);
        let served = |cell: Hex| {
            let here = self.board.label(cell);
            view.outposts.iter().any(|it| it.hex == here && it.serves.contains(&id))
        };
        let passed: Vec<Hex> =
            view.path.iter().skip(1).filter_map(|hex| self.board.find(hex)).collect();
        let day = |need, which: usize, block: u8| {
            let end = DayEnd { here, block, stay_days, outpost: served(here) };
            let passing = || passed.iter().any(|cell| self.serves(need, *cell) || served(*cell));
            self.day_of(need, which, end, passing, || false)
        };
        let [wet, fed] = [day(&chart.water, 0, water), day(&chart.food, 1, food)];
        let (mut change, rows) = (Change::default(), &self.scenario.rows);
        let (mut water_after, mut food_after) = (water, food);
        Counter::Water.move_block(&mut water_after, rows, wet.shift, &mut change);
        Counter::Food.move_block(&mut food_after, rows, fed.shift, &mut change);
        let place = |letter: char| u32::from(letter).saturating_sub(u32::from('A')).fit::<u8>();
        let (level, peak) = (place(level), person.peak.map_or(0, place));
        let after = change.level_of(level, peak);
        let words = self.day_words(&DayWords {
            person: id,
            supply: [wet.supply, fed.supply],
            water: [water, water_after],
            food: [food, food_after],
            lost: change.lost.clamp(-99, 99).fit(),
            moved: (after - i16::from(level)).clamp(-99, 99).fit(),
            best: letter(peak),
        });
        let end = self.end_told(person, change, after);
        let words = words.text + &self.sharing_told(view, id, [&wet, &fed]) + end;
        Some(DayTold { words, last: !end.is_empty() })
    }

    /// Whether that is the end of a person.
    fn end_told(&self, person: &PersonView, change: Change, after: i16) -> &'static str {
        let Some(role) = self.role_of(person) else { return "" };
        let points = usize::try_from(after).ok().and_then(|after| role.allowances.get(after));
        let settled = self.switches.encounters == Encounters::Off;
        match points {
            _ if change.off_row.is_some() => ": out of the game",
            None => ": out of the game",
            Some(_) if settled && role.quit_level.is_some_and(|quit| after >= i16::from(quit)) => {
                ": the hunt is given up"
            }
            Some(0) if settled && role.immobile_out => ": too weak to walk, out of the game",
            Some(_) => "",
        }
    }

    /// Whether somebody in the same hex may help with what is not met (OS-VAR-07).
    fn sharing_told(&self, view: &View, number: Number, days: [&Day; 2]) -> String {
        let place = |number: Number| view.persons.get(&number.to_string());
        let side = self.team(number.who());
        let here = place(number).and_then(|person| person.hex.as_ref());
        let helps = |other: &Number| {
            *other != number
                && self.team(other.who()) == side
                && place(*other)
                    .is_some_and(|it| it.status == Fate::Active && it.hex.as_ref() == here)
        };
        let wants = days.iter().any(|day| day.supply == Supply::None);
        let helped = self.everyone().map(|who| who.number()).any(|other| helps(&other));
        match self.scenario.share_needs && wants && helped {
            true => ", unless one of the others here has met it today".into(),
            false => String::new(),
        }
    }
}
