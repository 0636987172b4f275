//! How a game ends: win conditions, the day limit, ranking and the outcome.

use crate::Outfit;
use crate::edition::scenarios::{Contact, Key, Meeting, RoleId, Timing, When, Win, Winner};
use crate::event::{Cause, Event};
use crate::land::Edge;
use crate::position::{Fate, Person, Phase, Position, Verdict, Who};
use crate::rules::Play;
use table::{Fit, Names, Outcome, Seat, Seats};

impl Play<'_> {
    /// A person is given up: the game walks on for him, or he is out, and with the last of a side the
    /// game (OS-END-03).
    pub(super) fn resign(&mut self) {
        let acting = self.p.acting;
        if self.set.walks_on(self.p, acting) {
            self.p.persons[acting].cause = Cause::Resigned;
            self.log.tell(Event::GivenUp { person: acting.number() });
            self.take_over();
            return;
        }
        let setting_up = matches!(self.p.phase, Phase::SetUp(_));
        self.put_out(acting, Cause::Resigned);
        if !setting_up {
            self.p.phase = Phase::End;
        }
        match self.set.yields(self.p, acting) {
            true => self.finish(None, Some(acting), false),
            false => self.judge_now(),
        }
    }
}

impl Outfit {
    /// Whether the game walks on for somebody who wants to be found, since others look for him.
    fn walks_on(&self, p: &Position, person: Who) -> bool {
        let role = self.part(person);
        let sought = |contact: &Contact| contact.b == role && contact.result == Meeting::Found;
        let plays =
            |who: Who| p.persons[who].fate == Fate::Active && p.persons[who].player().is_some();
        self.role(person).auto.is_some()
            && self.scenario.contacts.iter().any(sought)
            && self.everyone().any(|other| other != person && plays(other))
    }

    /// The roles on a role's side of a chase and on the other side, as masks; nothing if it has no part
    /// in one.
    fn chase(&self, role: RoleId) -> Option<(u8, u8)> {
        let chases = || self.scenario.contacts.iter().filter(|it| it.result != Meeting::Join);
        let hunters = chases().fold(0, |roles, chase| roles | chase.a.bit());
        let hunted = chases().fold(0, |roles, chase| roles | chase.b.bit());
        match role.bit() {
            bit if hunters & bit != 0 => Some((hunters, hunted)),
            bit if hunted & bit != 0 => Some((hunted, hunters)),
            _ => None,
        }
    }

    /// Whether with this person the last of a side of a chase has gone, and the other side is there to
    /// win.
    fn yields(&self, p: &Position, person: Who) -> bool {
        let active = |roles: u8| {
            let of_side = |who: &Who| roles & self.part(*who).bit() != 0;
            self.everyone().filter(of_side).any(|who| p.persons[who].fate == Fate::Active)
        };
        self.chase(self.part(person)).is_some_and(|(own, other)| !active(own) && active(other))
    }

    /// Whether the player has given up everybody he ran.
    pub(super) fn gave_up(&self, p: &Position, seat: Seat) -> bool {
        let mut own = self.persons(p).iter().filter(|it| it.seat == Some(seat)).peekable();
        own.peek().is_some() && own.all(|person| person.cause == Cause::Resigned)
    }

    /// Those to whom the one who gave up leaves the field: all of the other side, or those of it who
    /// are still there where everyone is for himself.
    pub(crate) fn field_left_to<'a>(
        &'a self,
        p: &'a Position,
        who: Who,
    ) -> impl Iterator<Item = Who> + 'a {
        let others = self.chase(self.part(who)).map_or(0, |(_, others)| others);
        self.everyone().filter(move |other| {
            others & self.part(*other).bit() != 0
                && (self.role(*other).side.is_some() || p.persons[*other].fate == Fate::Active)
        })
    }
}

/// A win condition that is met, and by whose deed, if it is somebody's.
struct Deed(Option<Who>);

impl Outfit {
    fn of_role(&self, role: RoleId) -> impl Iterator<Item = Who> + '_ {
        self.everyone().filter(move |i| self.part(*i) == role)
    }

    /// Whether a win condition is met, and whose deed it was.
    fn met(&self, p: &Position, when: When) -> Option<Deed> {
        let first = |role: RoleId, fate: Fate| {
            let who = self.of_role(role).find(|who| p.persons[*who].fate == fate)?;
            Some(Deed(match fate {
                Fate::Found | Fate::Captured | Fate::Hit => p.persons[who].escort,
                _ => Some(who),
            }))
        };
        let all = |role: RoleId, fate: Fate| {
            let mut fates = self.of_role(role).map(|who| p.persons[who].fate).peekable();
            (fates.peek().is_some() && fates.all(|other| other == fate)).then_some(Deed(None))
        };
        match when {
            When::Left(role) => first(role, Fate::Left),
            When::AllLeft(role) => all(role, Fate::Left),
            When::Found(role) => first(role, Fate::Found),
            When::Captured(role) => first(role, Fate::Captured),
            When::Hit(role) => first(role, Fate::Hit),
            When::Out(role) => first(role, Fate::Out),
            When::AllOut(role) => all(role, Fate::Out),
            When::LevelAtMost(role, level) => {
                let who = self.of_role(role).find(|who| p.persons[*who].level >= level)?;
                Some(Deed(Some(who)))
            }
            When::EscortedOut(least) => {
                let out = |person: &&Person| person.fate == Fate::Left && person.escort.is_some();
                let out = self.persons(p).iter().filter(out).count();
                (out >= usize::from(least)).then_some(Deed(None))
            }
            When::DayEnd(_) => None,
        }
    }

    fn timing(&self, win: usize) -> Timing {
        let win = &self.scenario.wins[win];
        win.timing.unwrap_or(match win.when {
            When::DayEnd(_) => Timing::EndOfDay,
            _ => self.switches.end,
        })
    }

    /// Whether anybody who plays can still act (OS-END-04, OS-SRCH-17).
    fn anybody_left(&self, p: &Position) -> bool {
        self.persons(p)
            .iter()
            .any(|person| person.fate == Fate::Active && person.player().is_some())
    }
}

impl Play<'_> {
    /// Tests the conditions that end the game at once.
    pub(crate) fn judge_now(&mut self) {
        self.judge(false);
    }

    /// The same at the end of a turn, when giving up is tested too.
    pub(crate) fn judge_turn(&mut self) {
        self.judge(true);
    }

    fn judge(&mut self, turn_ends: bool) {
        if self.p.verdict.is_some() {
            return;
        }
        let set = self.set;
        // When nobody is left to play, the day ends here and now.
        let alone = !set.anybody_left(self.p);
        for (number, win) in set.scenario.wins.iter().enumerate() {
            let waits = matches!(win.when, When::LevelAtMost(..)) && !turn_ends;
            let due = alone || (set.timing(number) == Timing::AtOnce && !waits);
            if let Some(Deed(doer)) = set.met(self.p, win.when).filter(|_| due) {
                self.finish(Some(number.fit()), doer, false);
                return;
            }
        }
        if alone {
            let last = self.p.actor();
            let resigned = last.fate == Fate::Out && last.cause == Cause::Resigned;
            let doer = resigned.then_some(self.p.acting);
            self.finish(None, doer, false);
        }
    }

    /// Tests the conditions that end the game with the day, and the day limit (OS-END-01).
    pub(crate) fn judge_day(&mut self) {
        if self.p.verdict.is_some() {
            return;
        }
        let last = self.p.day >= self.set.scenario.day_limit;
        for win in 0..self.set.scenario.wins.len() {
            let when = self.set.scenario.wins[win].when;
            let due = last || self.set.timing(win) != Timing::PlayOut;
            let met = match when {
                When::DayEnd(day) => (self.p.day >= day).then_some(Deed(None)),
                when => self.set.met(self.p, when),
            };
            if let Some(Deed(doer)) = met.filter(|_| due) {
                self.finish(Some(win.fit()), doer, false);
                return;
            }
        }
        if last {
            self.finish(None, None, true);
        }
    }

    fn finish(&mut self, win: Option<u8>, doer: Option<Who>, last_day: bool) {
        let verdict = Verdict { win, doer, last_day };
        self.p.verdict = Some(verdict);
        self.p.phase = Phase::Over;
        if self.set.scenario.hidden.is_some() || self.p.border.is_some() || self.p.marker_count > 0
        {
            self.log.reveal();
        }
        let (set, p) = (self.set, &*self.p);
        self.log.tell_to(
            || table::Audience::All,
            || Event::Over {
                reason: set.reason(verdict),
                text: set.end_text(p, verdict, &set.winners(p, verdict), Names::NONE),
            },
        );
    }
}

/// The declared way to end in which no condition was met.
pub(crate) const NOBODY: &str = "nobody left";

/// The declared way to end in which the last day is over and no condition was met.
pub(crate) const DAY_LIMIT: &str = "day limit";

/// The declared way to end in which the last of a side, or of all, gave up (OS-END-03).
pub(crate) const RESIGNED: &str = "resigned";

/// All ways in which this scenario can end.
pub(crate) fn endings(set: &Outfit) -> Vec<&'static str> {
    let mut ways: Vec<&str> = set.scenario.wins.iter().map(|win| win.when.reason()).collect();
    ways.extend([NOBODY, RESIGNED]);
    let limit = set.scenario.day_limit;
    let last_is_judged = set.scenario.wins.iter().any(|win| win.when == When::DayEnd(limit));
    if !last_is_judged {
        ways.push(DAY_LIMIT);
    }
    ways.sort_unstable();
    ways.dedup();
    ways
}

impl Outfit {
    /// The win condition that ended the game, if one did.
    pub(crate) fn won_by(&self, verdict: Verdict) -> Option<&Win> {
        self.scenario.wins.get(usize::from(verdict.win?))
    }

    pub(crate) fn reason(&self, verdict: Verdict) -> &'static str {
        match self.won_by(verdict) {
            Some(win) => win.when.reason(),
            None if verdict.last_day => DAY_LIMIT,
            None if verdict.doer.is_some() => RESIGNED,
            None => NOBODY,
        }
    }

    /// The result sheet.
    pub(crate) fn outcome(&self, p: &Position, verdict: Verdict) -> Outcome {
        let seats = self.setup.seats;
        let winners = self.winners(p, verdict);
        let standings: Vec<Standing> = Seat::first(seats)
            .map(|seat| self.standing(p, verdict, seat, winners.has(seat)))
            .collect();
        let ranks = standings
            .iter()
            .map(|own| {
                let better = |other: &&Standing| *other < own;
                1 + standings.iter().filter(better).count().fit::<u16>()
            })
            .collect();
        let scores = self.scenario.rank.keys.contains(&Key::PersonsOut).then(|| {
            let out = |seat: Seat| self.brought_out(p, seat).count().fit::<i64>();
            Seat::first(seats).map(out).collect()
        });
        Outcome { reason: self.reason(verdict).into(), ranks, winners, scores }
    }

    fn winners(&self, p: &Position, verdict: Verdict) -> Seats {
        // OS-END-03
        let seats = Seat::first(self.setup.seats).filter(|seat| !self.gave_up(p, *seat));
        let mine = |seat: Seat, wins: &dyn Fn(Who) -> bool| {
            self.everyone().any(|i| p.persons[i].seat == Some(seat) && wins(i))
        };
        let Some(win) = self.won_by(verdict) else {
            let wins = |it: Who| {
                verdict.doer.is_some_and(|who| self.field_left_to(p, who).any(|other| other == it))
            };
            return seats.filter(|seat| mine(*seat, &wins)).collect();
        };
        match &win.winner {
            Winner::Nobody => Seats::none(),
            Winner::Roles(roles) => {
                let captor = self.switches.captor_wins && matches!(win.when, When::Captured(_));
                let wins = |who: Who| {
                    roles & self.part(who).bit() != 0 && (!captor || Some(who) == verdict.doer)
                };
                seats.filter(|seat| mine(*seat, &wins)).collect()
            }
            Winner::Doer => {
                let wins = |who: Who| Some(who) == verdict.doer;
                seats.filter(|seat| mine(*seat, &wins)).collect()
            }
            Winner::Leaver => {
                let left: Vec<(Seat, Standing)> = seats
                    .filter(|seat| mine(*seat, &|i| p.persons[i].fate == Fate::Left))
                    .map(|seat| (seat, self.standing(p, verdict, seat, true)))
                    .collect();
                let best = left.iter().map(|(_, standing)| standing).min().cloned();
                let first =
                    left.into_iter().filter(|(_, standing)| Some(standing) == best.as_ref());
                first.map(|(seat, _)| seat).collect()
            }
        }
    }
}

/// What ranks a seat: its place in the scenario's words, then its keys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Standing(u8, Vec<i32>);

impl Outfit {
    /// What ranks a seat: smaller is better (OS-LOST-11, OS-LOST-12, OS-LOST-14; OS-SURV-09;
    /// OS-RESC-20).
    fn standing(&self, p: &Position, verdict: Verdict, seat: Seat, wins: bool) -> Standing {
        // OS-END-03
        if self.gave_up(p, seat) {
            return Standing(3, Vec::new());
        }
        let win = self.won_by(verdict);
        let own = || self.everyone().filter(|i| p.persons[*i].seat == Some(seat));
        let second =
            win.and_then(|win| win.second).is_some_and(|role| own().any(|i| self.part(i) == role));
        let nobody = !self.scenario.rank.nobody.is_empty()
            && win.is_none_or(|win| win.winner == Winner::Nobody);
        let sided = own().any(|i| self.role(i).side.is_some())
            || win.is_some_and(|win| !matches!(win.winner, Winner::Leaver));
        let place = match (wins, second) {
            (true, _) => 0,
            (_, true) => 1,
            _ => 2,
        };
        if sided && !nobody {
            return Standing(place, Vec::new());
        }
        // Ranked one by one: those who left, those still there, those who failed.
        let best = own().map(|i| {
            let person = &p.persons[i];
            let (tier, keys) = match person.fate {
                _ if nobody => (0, self.keys(p, i, &self.scenario.rank.nobody)),
                Fate::Left => (0, self.keys(p, i, &self.scenario.rank.keys)),
                Fate::Active if !verdict.last_day => {
                    (1, self.keys(p, i, &[Key::Level, Key::Water, Key::Food]))
                }
                Fate::Active => (2, vec![-i32::from(p.day)]),
                _ => (2, vec![-i32::from(person.ended)]),
            };
            let mut all = vec![tier];
            all.extend(keys);
            all
        });
        Standing(place.min(1), best.min().unwrap_or_default())
    }

    /// What ranks a person by these keys: smaller is better.
    pub(crate) fn keys(&self, p: &Position, person: Who, keys: &[Key]) -> Vec<i32> {
        let who = &p.persons[person];
        let exits = self.role(person).exits;
        let towards = |value: u8, edge: Edge| {
            if exits.has(edge) { i32::from(value) } else { -i32::from(value) }
        };
        let brought = || who.seat.into_iter().flat_map(|seat| self.brought_out(p, seat));
        keys.iter()
            .map(|key| match key {
                Key::Day => i32::from(who.ended),
                Key::Level => i32::from(who.level),
                Key::Water => i32::from(who.water),
                Key::Food => i32::from(who.food),
                Key::Column => towards(who.far.0, Edge::W),
                Key::Row => towards(who.far.1, Edge::N),
                Key::PersonsOut => -brought().count().fit::<i32>(),
                Key::LevelSum => {
                    -brought().map(|i| 15 - i32::from(p.persons[i].level)).sum::<i32>()
                }
            })
            .collect()
    }

    pub(crate) fn brought_out<'a>(
        &'a self,
        p: &'a Position,
        seat: Seat,
    ) -> impl Iterator<Item = Who> + 'a {
        self.everyone().filter(move |i| {
            let person = &p.persons[*i];
            person.fate == Fate::Left
                && person.escort.is_some_and(|escort| p.persons[escort].seat == Some(seat))
        })
    }
}
