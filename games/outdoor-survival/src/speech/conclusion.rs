//! How a game ended, in a sentence or two.

use crate::Outfit;
use crate::edition::components::LEVELS;
use crate::edition::scenarios::{Key, When, Winner};
use crate::event::Cause;
use crate::position::{Fate, Person, Position, Verdict, Who, letter};
use table::{Names, Outcome, Reckoning, Seat, Seats};

/// The words as the beginning of a sentence.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// What became of a person, and on which day.
fn ended(person: &Person) -> String {
    let day = person.ended;
    match person.fate {
        Fate::Left => format!("off the board on day {day}"),
        Fate::Out => format!("out of the game on day {day}"),
        Fate::Found => format!("found on day {day}"),
        Fate::Captured => format!("captured on day {day}"),
        Fate::Hit => format!("hit on day {day}"),
        Fate::Active | Fate::Missing | Fate::Escorted | Fate::Stranded => "on the board".into(),
    }
}

/// A Life Level, with how far it is from the end.
fn level_told(person: &Person) -> String {
    match LEVELS.saturating_sub(usize::from(person.level)) {
        0 => "dead".into(),
        1 => format!("{}, the last", letter(person.level)),
        left => format!("{}, {left} from death", letter(person.level)),
    }
}

/// The days on which a person had no water, or no food.
fn days_without(person: &Person) -> String {
    match (person.tally.dry, person.tally.hungry) {
        (0, 0) => "none".into(),
        (dry, 0) => format!("{dry} dry"),
        (0, hungry) => format!("{hungry} hungry"),
        (dry, hungry) => format!("{dry} dry, {hungry} hungry"),
    }
}

/// How the game ended; nothing while it goes on.
pub(crate) fn conclusion(
    set: &Outfit,
    p: &Position,
    outcome: &Outcome,
    names: Names<'_>,
) -> String {
    let told = |verdict| set.end_text(p, verdict, &outcome.winners, names);
    p.verdict.map(told).unwrap_or_default()
}

/// What ranks the seats, each by its person who came farthest: the day on which its part ended, then its
/// Life Level and its blocks.
pub(crate) fn reckoning(set: &Outfit, p: &Position) -> Option<Reckoning> {
    let mut parts: Vec<_> = Seat::first(set.setup.seats).map(|it| set.role_of_seat(it)).collect();
    parts.dedup();
    let row = |seat: Seat| {
        let part = &set.scenario.roles[set.role_of_seat(seat).index()].name;
        let own = set.everyone().filter(|who| p.persons[*who].seat == Some(seat));
        let best =
            own.min_by_key(|who| (p.persons[*who].fate != Fate::Left, p.persons[*who].ended));
        let told = match best.map(|who| &p.persons[who]) {
            Some(person) => [
                ended(person),
                level_told(person),
                format!("block {}", person.water),
                format!("block {}", person.food),
                person.tally.walked.to_string(),
                days_without(person),
            ],
            None => ["-"; 6].map(str::to_string),
        };
        let part = (parts.len() > 1).then(|| part.clone());
        part.into_iter().chain(told).collect::<Vec<String>>()
    };
    // Where seats play different parts, whose row is whose.
    let part = (parts.len() > 1).then_some("Part");
    let heads = ["In the end", "Life Level", "Water", "Food", "Hexes walked", "Days without"];
    Some(Reckoning::new(part.into_iter().chain(heads), Seat::first(set.setup.seats).map(row)))
}

impl Outfit {
    /// The end in a sentence.
    pub(crate) fn end_text(
        &self,
        p: &Position,
        verdict: Verdict,
        winners: &Seats,
        called: Names<'_>,
    ) -> String {
        if let Some(who) = self.quitter(p, verdict) {
            return self.resigned_text(p, who, winners, called);
        }
        let decided = self.decided(p, verdict, winners, called);
        let Some(win) = self.won_by(verdict) else {
            return format!("{}{decided}", self.scenario.nobody);
        };
        let names: Vec<String> = match win.winner {
            Winner::Leaver => winners.iter().map(|seat| self.seat_name(p, seat, called)).collect(),
            _ => match verdict.doer {
                Some(doer) => vec![self.person_called(doer, called)],
                None => winners.iter().map(|seat| self.seat_name(p, seat, called)).collect(),
            },
        };
        let brought: usize = winners.iter().map(|seat| self.brought_out(p, seat).count()).sum();
        let missing =
            self.scenario.markers.as_ref().map_or(0, |markers| {
                self.cast.iter().filter(|role| **role == markers.role).count()
            });
        let mut text = win
            .text
            .replace("{who}", &names.join(" and "))
            .replace("{brought}", &brought.to_string())
            .replace("{missing}", &missing.to_string());
        if text.is_empty() {
            text = format!("The game is over: {}.", win.when.reason());
        }
        // OS-RESC-19
        if matches!(win.when, When::EscortedOut(_)) && self.setup.seats == 1 {
            text.push_str(if brought == missing { " A full win." } else { " A win." });
        }
        if let (1, Winner::Leaver) = (self.setup.seats, &win.winner)
            && let Some(person) = p.persons.0.iter().find(|person| person.fate == Fate::Left)
        {
            let rating = self.scenario.ratings.iter().find(|(day, _)| person.ended <= *day);
            text.push_str(&format!(" Day {}, Life Level {}", person.ended, letter(person.level)));
            if let Some((_, rating)) = rating {
                text.push_str(&format!(": {rating} ({})", self.scale_of_ratings()));
            }
            text.push('.');
            return text;
        }
        text + &decided
    }

    /// Up to which day one is called what.
    fn scale_of_ratings(&self) -> String {
        let last = self.scenario.day_limit;
        let steps = self.scenario.ratings.iter().map(|(day, rating)| match *day < last {
            true => format!("{rating} to day {day}"),
            false => format!("{rating} after that"),
        });
        steps.collect::<Vec<_>>().join(", ")
    }

    /// What decided it, in numbers: who fell and when, or what the best had before the next.
    fn decided(
        &self,
        p: &Position,
        verdict: Verdict,
        winners: &Seats,
        called: Names<'_>,
    ) -> String {
        let win = self.won_by(verdict);
        let nobody = win.is_none_or(|win| win.winner == Winner::Nobody);
        let mut text = match win.map(|win| win.when) {
            None if verdict.last_day => format!(" Day {} was the last.", p.day),
            None | Some(When::Out(_) | When::AllOut(_)) => self.fallen(p, called),
            Some(When::LevelAtMost(..)) => verdict.doer.map_or(String::new(), |who| {
                let (name, level) = (self.person_called(who, called), p.persons[who].level);
                format!(" {name} is at Life Level {} on day {}.", letter(level), p.day)
            }),
            Some(When::DayEnd(_)) => String::new(),
            Some(_) if win.is_some_and(|win| win.winner == Winner::Leaver) => {
                self.compared(p, winners, &self.scenario.rank.keys, called)
            }
            Some(_) => format!(" Day {}.", p.day),
        };
        if nobody && !self.scenario.rank.nobody.is_empty() {
            text += &self.compared(p, winners, &self.scenario.rank.nobody, called);
        }
        text
    }

    /// Who is out, why and since when.
    fn fallen(&self, p: &Position, called: Names<'_>) -> String {
        let out = self.everyone().filter(|who| p.persons[*who].fate == Fate::Out);
        out.map(|who| {
            let (name, person) = (self.person_called(who, called), &p.persons[who]);
            format!(" {name} {} on day {}.", person.cause.words(), person.ended)
        })
        .collect()
    }

    /// What those who count had, key by key, as far as it takes to tell the winners from the next.
    fn compared(&self, p: &Position, winners: &Seats, keys: &[Key], called: Names<'_>) -> String {
        let races = |who: &Who| {
            let person = &p.persons[*who];
            let counts = winners.iter().next().is_none() || person.fate == Fate::Left;
            person.seat.is_some() && person.cause != Cause::Resigned && counts
        };
        let mut field: Vec<(Vec<i32>, Who)> =
            self.everyone().filter(races).map(|who| (self.keys(p, who, keys), who)).collect();
        field.sort();
        let differs =
            |(one, two): (&Vec<i32>, &Vec<i32>)| one.iter().zip(two).position(|(a, b)| a != b);
        let first = field.first().map(|(best, _)| best.clone()).unwrap_or_default();
        let next = field.iter().find(|(other, _)| *other != first);
        let told = match next {
            Some((other, _)) => differs((&first, other)).map_or(keys.len(), |place| place + 1),
            None => keys.len(),
        };
        let words = |who: &Who| {
            let had: Vec<String> =
                keys.iter().take(told).map(|key| self.key_words(p, *who, *key)).collect();
            let name = p.persons[*who].seat.map(|seat| self.seat_name(p, seat, called));
            format!("{}: {}", name.unwrap_or_default(), had.join(", "))
        };
        // Who is alone in it was named already.
        if let [(_, who)] = field.as_slice() {
            let first = keys.first().map(|key| self.key_words(p, *who, *key));
            return first.map_or(String::new(), |words| format!(" {}.", capital(&words)));
        }
        let all: Vec<String> = field.iter().map(|(_, who)| words(who)).collect();
        if all.is_empty() { String::new() } else { format!(" {}.", all.join("; ")) }
    }

    /// What a person has of a key.
    fn key_words(&self, p: &Position, who: Who, key: Key) -> String {
        let person = &p.persons[who];
        let value = self.keys(p, who, &[key]).first().copied().unwrap_or(0).abs();
        match key {
            Key::Day => format!("day {value}"),
            Key::Level => format!("Life Level {}", letter(person.level)),
            Key::Water => format!("Water block {value}"),
            Key::Food => format!("Food block {value}"),
            Key::Column => format!("column {value}"),
            Key::Row => format!("row {value}"),
            Key::PersonsOut => format!("{value} brought out"),
            Key::LevelSum => format!("their levels worth {value}, A being 15 and O 1"),
        }
    }

    /// Whose giving up ended the game, if it ended so.
    fn quitter(&self, p: &Position, verdict: Verdict) -> Option<Who> {
        let win = self.won_by(verdict);
        let by_fate = win.is_none_or(|win| matches!(win.when, When::Out(_)));
        verdict.doer.filter(|who| by_fate && p.persons[*who].cause == Cause::Resigned)
    }

    /// Who gave up, and who wins by it: told as that, never as a death (OS-END-03).
    fn resigned_text(&self, p: &Position, who: Who, winners: &Seats, called: Names<'_>) -> String {
        let quitter = self.person_called(who, called);
        let mut names: Vec<String> =
            winners.iter().map(|seat| self.seat_name(p, seat, called)).collect();
        let automatic = |other: &Who| p.persons[*other].player().is_none();
        let others = self.field_left_to(p, who).filter(automatic);
        names.extend(others.map(|other| self.person_name(other).to_string()));
        match names.as_slice() {
            [] => format!("{quitter} gives up. Nobody wins."),
            [one] => format!("{quitter} gives up. {one} wins."),
            all => format!("{quitter} gives up. {} win.", all.join(" and ")),
        }
    }
}
