//! The time of a table as it runs.

use crate::calendar::holidays;
use crate::fault::Fault;
use crate::length::Length;
use crate::periods::Periods;
use crate::reliability::Reliability;
use crate::setting::{Clock, Consent, Pace};
use crate::words::when;
use crate::zone::Zone;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fmt;
use table::{Seat, Seats};

/// Where a game stands, as far as clocks have lengths of their own for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// The round or chapter, counted from 1; 0 where nothing is counted.
    pub round: u32,
    /// The name of the phase; empty where there is none.
    pub phase: String,
}

/// When a seat's time runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// Whose.
    pub seat: Seat,
    /// The number of the question, which no other question of the table has.
    pub question: u64,
    /// When an answer is due.
    pub due: Timestamp,
    /// Until when it is taken all the same: then the deadline falls.
    pub until: Timestamp,
}

/// When a seat is warned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Warning {
    /// When.
    pub at: Timestamp,
    /// How long before the time when the answer is due.
    pub before: Length,
}

/// A deadline that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RanOut {
    /// How many the seat has missed in a row, this one among them.
    pub in_a_row: u32,
}

/// Why a deadline cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotTaken {
    /// It has been answered, or it was taken before.
    Gone,
    /// It is too early: it falls then.
    NotYet(Timestamp),
}

impl fmt::Display for NotTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotTaken::Gone => f.write_str("The question is no longer open."),
            NotTaken::NotYet(until) => write!(f, "There is time until {until}."),
        }
    }
}

impl std::error::Error for NotTaken {}

/// What is left of a seat's time.
///
/// ```
/// use clock::{Clock, Moment, Timekeeper, Zone};
/// use table::{Seat, Seats};
///
/// let at = |text: &str| text.parse().unwrap();
/// let mut keeper = Timekeeper::new("Fri 18:00 Europe/London, grace 6h".parse().unwrap(), 1);
/// keeper.follow(None, &Seats::one(Seat(0)), &Moment::default(), at("2026-11-17T12:00Z"));
/// let words = |now| keeper.left(Seat(0), at(now)).unwrap().words(&"Europe/Paris".parse().unwrap());
/// assert_eq!(words("2026-11-18T15:00Z"), "2 days 3 hours, until Fri 19:00");
/// assert_eq!(words("2026-11-20T20:00Z"), "late; answers are taken for 4 hours more, until Sat 1:00");
/// assert_eq!(words("2026-11-21T02:00Z"), "no time");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// The deadline.
    pub deadline: Deadline,
    /// What is left until the answer is due; time that stands still is not counted.
    pub length: Length,
    /// Until when the time stands still, if it does.
    pub stands_until: Option<Timestamp>,
    /// The time at which this is so.
    pub now: Timestamp,
}

impl Left {
    /// The same in words, by a clock on a wall.
    pub fn words(&self, zone: &Zone) -> String {
        let Deadline { due, until, .. } = self.deadline;
        let told = |time| when(time, self.now, zone);
        match self.stands_until {
            _ if self.now >= until => Length::NONE.words(),
            Some(end) => {
                format!("{}, and the clock stands until {}", self.length.words(), told(end))
            }
            None if self.now >= due => {
                let more = Length::between(self.now, until).words();
                format!("late; answers are taken for {more} more, until {}", told(until))
            }
            None => format!("{}, until {}", self.length.words(), told(due)),
        }
    }
}

/// A question that waits for its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Question {
    number: u64,
    asked: Timestamp,
    /// What the answer adds to a bank, or what a calendar leaves at least.
    length: Length,
    /// More time that was granted.
    #[serde(default)]
    extension: Length,
    /// More time that is wished for, and who has granted it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wish: Option<(Length, Seats)>,
    /// A deadline that a referee has set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set: Option<Timestamp>,
}

/// What is kept of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct SeatTime {
    bank: Length,
    question: Option<Question>,
    /// The moment of the turn that the seat has, if it has one.
    turn: Option<Moment>,
    /// Whether the rest of its turn is played for it.
    stood_in: bool,
    /// Whether somebody plays for it until it is back.
    covered: bool,
    extensions: u8,
    missed_in_a_row: u32,
    kept: u32,
    late: u32,
    missed: u32,
    away: Periods,
    /// How many steps the game had when somebody else last decided for the seat: none of them is the person's to take back.
    #[serde(default, skip_serializing_if = "is_zero")]
    bound: u64,
    /// The last answer, as long as it may be taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answer: Option<Answer>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// What there was when an answer was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Answer {
    /// What was left in the bank, without what the answer has added.
    bank: Length,
    /// What was left of what a turn has beside its bank: the delay, and more time that was granted.
    #[serde(default)]
    free: Length,
    /// When it was due, if it was.
    due: Option<Timestamp>,
    /// Whether it was late.
    late: bool,
    /// The question that the same seat was asked because of it, if it was asked one at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    asks: Option<u64>,
}

/// The time of a running table: whose clock runs since when, what is in the banks, who is away. It is stored with
/// the table and changed with it; whoever is told its numbers can take every deadline exactly once.
///
/// A *turn* begins when a seat comes to be waited for and ends when it no longer is, when it is waited for in
/// another moment of the game, or when its own decision lets others be waited for too who had answered: whoever is the last
/// to finish what all do at the same time is asked anew with the others. A turn can have many decisions and is one question:
/// what is added for an answer is added once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timekeeper {
    clock: Clock,
    seats: Vec<SeatTime>,
    pauses: Periods,
    outages: Periods,
    /// A pause that is wished for: until when, and who agrees.
    proposal: Option<(Timestamp, Seats)>,
    /// Who wishes to go on before a pause is over.
    resumed_by: Seats,
    questions: u64,
}

/// What whoever takes an answer back has at least where the hours of a calendar are over.
const TAKEN_BACK: Length = Length::hours(1);

/// The longest pause that can be agreed at once.
const LONGEST_PAUSE: Length = Length::days(90);

impl Timekeeper {
    /// The time of a table before it starts.
    pub fn new(clock: Clock, seats: u16) -> Timekeeper {
        let bank = clock.bank().unwrap_or_default();
        let seat = SeatTime { bank, ..SeatTime::default() };
        Timekeeper {
            clock,
            seats: vec![seat; usize::from(seats)],
            pauses: Periods::default(),
            outages: Periods::default(),
            proposal: None,
            resumed_by: Seats::none(),
            questions: 0,
        }
    }

    /// The clock by which it goes.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Follows the game: who has decided (nobody at the start, or after a change outside the rules), who must
    /// decide now, and where the game stands. Seats that are no longer waited for have answered; seats that newly
    /// are have been asked. Asking twice changes nothing.
    pub fn follow(&mut self, actor: Option<Seat>, awaited: &Seats, moment: &Moment, at: Timestamp) {
        let others_begin = awaited.iter().any(|seat| {
            let own = self.seats.get(seat.index());
            actor.is_some_and(|actor| actor != seat) && own.is_some_and(|own| own.turn.is_none())
        });
        for seat in Seat::first(u16::try_from(self.seats.len()).unwrap_or(u16::MAX)) {
            let own = &self.seats[seat.index()];
            let waits = awaited.has(seat);
            let moved = own.turn.as_ref().is_some_and(|turn| turn != moment);
            let anew = actor == Some(seat) && (moved || others_begin && own.turn.is_some());
            if !waits || anew {
                self.answered(seat, at);
            }
            let own = &mut self.seats[seat.index()];
            if waits && own.question.is_none() && !own.stood_in {
                own.turn = Some(moment.clone());
                if own.covered {
                    continue;
                }
                self.questions += 1;
                if let Some(answer) = own.answer.as_mut().filter(|_| anew) {
                    answer.asks = Some(self.questions);
                }
                own.question = Some(Question {
                    number: self.questions,
                    asked: at,
                    length: self.clock.length_at(moment),
                    extension: Length::NONE,
                    wish: None,
                    set: None,
                });
            }
        }
        self.forget(at);
    }

    /// Forgets pauses and outages that no open question can feel any more.
    fn forget(&mut self, now: Timestamp) {
        let open = self.seats.iter().filter_map(|own| own.question.as_ref());
        let oldest = open.map(|question| question.asked).fold(now, Timestamp::min);
        self.pauses.forget(oldest);
        let felt =
            |outage: &crate::Period| Length::between(outage.from, outage.to).after(outage.to);
        self.outages =
            self.outages.iter().filter(|outage| felt(outage) >= oldest).collect::<Vec<_>>().into();
    }

    /// Ends a seat's turn: what it took is taken from its bank, and what an answer adds is added.
    fn answered(&mut self, seat: Seat, at: Timestamp) {
        let deadline = self.deadline(seat);
        let used = self.seats[seat.index()].question.as_ref().map(|question| {
            let (ran, free) =
                (self.running(seat, question.asked, at), self.free().plus(question.extension));
            (ran.less(free), free.less(ran))
        });
        let clock = self.clock.clone();
        let own = &mut self.seats[seat.index()];
        own.turn = None;
        own.stood_in = false;
        if let (Some(question), Some((used, free))) = (own.question.take(), used) {
            let bank = own.bank.less(used);
            let late = deadline.is_some_and(|deadline| at > deadline.due);
            own.answer = Some(Answer {
                bank,
                free,
                due: deadline.map(|deadline| deadline.due),
                late,
                asks: None,
            });
            own.bank = filled(&clock, bank, question.length);
            own.missed_in_a_row = 0;
            match (deadline, late) {
                (Some(_), true) => own.late += 1,
                (Some(_), false) => own.kept += 1,
                (None, _) => {}
            }
        }
    }

    /// Follows a decision that was taken back: by whom, who must decide now, and where the game stands. Whoever took it back
    /// goes on with what was left when the answer was given: what it added is gone, and it does not count as given. By a
    /// calendar the deadline is the one that it had, or an hour from now if that is nearer. Seats that were asked because of
    /// it are asked no more, and have the time back that they spent.
    ///
    /// ```
    /// use clock::{Clock, Length, Moment, Timekeeper};
    /// use table::{Seat, Seats};
    ///
    /// let clock: Clock = "3d + 12h up to 5d".parse().unwrap();
    /// let (mut keeper, moment) = (Timekeeper::new(clock, 2), Moment::default());
    /// let at = |text: &str| text.parse().unwrap();
    /// keeper.follow(None, &Seats::one(Seat(0)), &moment, at("2026-11-17T12:00Z"));
    /// keeper.follow(Some(Seat(0)), &Seats::one(Seat(1)), &moment, at("2026-11-18T12:00Z"));
    /// assert_eq!(keeper.bank(Seat(0)), Some(Length::hours(60)));
    /// keeper.taken_back(Seat(0), &Seats::one(Seat(0)), &moment, at("2026-11-18T18:00Z"));
    /// assert_eq!(keeper.bank(Seat(0)), Some(Length::days(2)), "nothing was added");
    /// assert_eq!(keeper.bank(Seat(1)), Some(Length::days(3)), "and the other has lost nothing");
    /// assert_eq!(keeper.deadline(Seat(0)).unwrap().due, at("2026-11-20T18:00Z"));
    /// ```
    pub fn taken_back(&mut self, seat: Seat, awaited: &Seats, moment: &Moment, at: Timestamp) {
        let seats = Seat::first(u16::try_from(self.seats.len()).unwrap_or(u16::MAX));
        let others_end = seats
            .filter(|other| *other != seat && !awaited.has(*other))
            .any(|other| self.seats.get(other.index()).is_some_and(|own| own.turn.is_some()));
        for (other, own) in self.seats.iter_mut().enumerate() {
            let waits = awaited.has(Seat(u16::try_from(other).unwrap_or(u16::MAX)));
            let number = own.question.as_ref().map(|question| question.number);
            let with_others = others_end
                && number.is_some()
                && own.answer.is_some_and(|answer| answer.asks == number);
            let asked_since =
                other == seat.index() && (own.turn.as_ref() != Some(moment) || with_others);
            if !waits || asked_since {
                (own.question, own.turn, own.stood_in) = (None, None, false);
            }
        }
        let open = self.seats.get(seat.index()).is_some_and(|own| own.question.is_some());
        self.follow(None, awaited, moment, at);
        let calendar = matches!(self.clock.settings().pace, Pace::Calendar(_));
        let free = self.free();
        let Some(own) = self.seats.get_mut(seat.index()).filter(|_| !open) else { return };
        let Some(answer) = own.answer.take() else { return };
        let count = if answer.late { &mut own.late } else { &mut own.kept };
        *count = count.saturating_sub(u32::from(answer.due.is_some()));
        own.bank = answer.bank;
        let Some(question) = &mut own.question else { return };
        match answer.due.filter(|_| calendar) {
            Some(due) => question.set = Some(due.max(TAKEN_BACK.after(at))),
            None => {
                question.asked = free.less(answer.free).before(at);
                question.extension = answer.free.less(free);
            }
        }
    }

    /// What of every turn is free.
    fn free(&self) -> Length {
        match self.clock.settings().pace {
            Pace::Live { delay, .. } => delay,
            _ => Length::NONE,
        }
    }

    /// When a seat's time runs out; none if it is not asked, or if nothing limits it.
    pub fn deadline(&self, seat: Seat) -> Option<Deadline> {
        let own = self.seats.get(seat.index())?;
        let question = own.question.as_ref()?;
        let settings = self.clock.settings();
        let (asked, set) = (question.asked, question.set);
        // `still` has the outages too: a calendar moves its hours for them by a rule of its own, but more time and grace
        // stand still in them like everything else.
        let due = |off: &Periods, still: &Periods| match &settings.pace {
            Pace::None => None,
            Pace::Live { .. } | Pace::Correspondence { .. } => {
                let budget = self.free().plus(question.extension).plus(own.bank);
                Some(still.advance(asked, budget))
            }
            Pace::Calendar(calendar) => {
                let (length, zone) = (question.length, &settings.zone);
                let due = calendar.due(asked, length, zone, off, &self.outages);
                Some(still.advance(due, question.extension))
            }
        };
        let both = |off: &Periods| {
            let mut still = off.clone();
            still.join(&self.outages);
            let due = match set {
                Some(set) => still.advance(set, Length::NONE),
                None => due(off, &still)?,
            };
            Some((due, still.advance(due, settings.grace)))
        };
        let (due, until) = self.with_off(own, asked, both, |ends| ends.map(|(_, until)| until))?;
        Some(Deadline { seat, question: question.number, due, until })
    }

    /// All deadlines that run, the earliest first.
    pub fn deadlines(&self) -> Vec<Deadline> {
        let seats = Seat::first(u16::try_from(self.seats.len()).unwrap_or(u16::MAX));
        let mut all: Vec<Deadline> = seats.filter_map(|seat| self.deadline(seat)).collect();
        all.sort_by_key(|deadline| (deadline.until, deadline.seat));
        all
    }

    /// When a seat is warned, the earliest first. A warning that would come before the question does not come. It
    /// is named by the question and the time when the answer is due: where that moves, it comes again.
    pub fn warnings(&self, seat: Seat) -> Vec<Warning> {
        let Some(deadline) = self.deadline(seat) else { return Vec::new() };
        let asked = self.seats[seat.index()].question.as_ref().map(|question| question.asked);
        let warning =
            |before: &Length| Warning { at: before.before(deadline.due), before: *before };
        let warnings = self.clock.settings().warnings.iter().map(warning);
        warnings.filter(|warning| asked.is_some_and(|asked| warning.at > asked)).collect()
    }

    /// What is left of a seat's time.
    pub fn left(&self, seat: Seat, now: Timestamp) -> Option<Left> {
        let deadline = self.deadline(seat)?;
        let own = self.seats.get(seat.index())?;
        let calendar = matches!(self.clock.settings().pace, Pace::Calendar(_));
        let length = match calendar {
            true => Length::between(now, deadline.due),
            false => self.running(seat, now, deadline.due),
        };
        let standing = |off: &Periods| {
            let period = off.iter().find(|period| period.from <= now && now < period.to);
            period.map(|period| period.to)
        };
        let stands = self.with_off(own, now, standing, |_| Some(deadline.until));
        let stands_until = stands.filter(|end| !calendar && *end < deadline.until);
        Some(Left { deadline, length, stands_until, now })
    }

    /// What is in a seat's bank, without what runs now; none if the clock has no banks.
    pub fn bank(&self, seat: Seat) -> Option<Length> {
        self.clock.bank()?;
        self.seats.get(seat.index()).map(|own| own.bank)
    }

    /// Whether no deadline of the seat falls at this time.
    pub fn stands_still(&self, seat: Seat, time: Timestamp) -> bool {
        let Some(own) = self.seats.get(seat.index()) else { return false };
        self.with_off(own, time, |off| off.cover(time), |_| Some(time))
    }

    /// Takes a deadline whose time has come. The seat then has no question; for the rest of its turn it is
    /// [`stood_in`](Timekeeper::stood_in) for. Its bank then holds what an answer adds, and at least a tenth of what it
    /// held at the start, so that whoever comes back can play. The second who tries finds it gone.
    pub fn run_out(
        &mut self,
        seat: Seat,
        question: u64,
        now: Timestamp,
    ) -> Result<RanOut, NotTaken> {
        let deadline = self.deadline(seat).ok_or(NotTaken::Gone)?;
        if deadline.question != question {
            return Err(NotTaken::Gone);
        }
        if now < deadline.until {
            return Err(NotTaken::NotYet(deadline.until));
        }
        let clock = self.clock.clone();
        let own = &mut self.seats[seat.index()];
        if let Some(question) = own.question.take() {
            let tenth =
                Length::milliseconds(clock.bank().unwrap_or_default().as_milliseconds() / 10);
            own.bank = filled(&clock, Length::NONE, question.length.max(tenth));
        }
        own.stood_in = true;
        own.missed += 1;
        own.missed_in_a_row += 1;
        Ok(RanOut { in_a_row: own.missed_in_a_row })
    }

    /// Somebody else has decided for the seat, or was to until now: of so many steps none is the person's to take back.
    pub fn bind(&mut self, seat: Seat, steps: u64) {
        if let Some(own) = self.seats.get_mut(seat.index()) {
            (own.bound, own.answer) = (steps, None);
        }
    }

    /// Of how many steps of the game none is the seat's to take back.
    pub fn bound(&self, seat: Seat) -> u64 {
        self.seats.get(seat.index()).map_or(0, |own| own.bound)
    }

    /// Whether somebody else decides for the seat now: for the rest of a turn whose time ran out, or until the
    /// person is back.
    pub fn stood_in(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|own| own.stood_in || own.covered)
    }

    /// Whether somebody else plays for the seat until the person is back.
    pub fn covered(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|own| own.covered)
    }

    /// From now on somebody else plays for the seat, until [`returns`](Timekeeper::returns). It is asked nothing.
    pub fn cover(&mut self, seat: Seat) {
        if let Some(own) = self.seats.get_mut(seat.index()) {
            own.covered = true;
            own.question = None;
        }
    }

    /// The person is back: at the next [`follow`](Timekeeper::follow) it is asked again. A bank then holds at
    /// least what an answer adds and a quarter of what it held at the start.
    pub fn returns(&mut self, seat: Seat) {
        let least = self.clock.bank().map(|bank| {
            let quarter = Length::milliseconds(bank.as_milliseconds() / 4);
            quarter.max(self.clock.length_at(&Moment::default()))
        });
        if let Some(own) = self.seats.get_mut(seat.index()) {
            if own.covered || own.stood_in {
                own.bank = own.bank.max(least.unwrap_or_default());
            }
            own.covered = false;
            own.stood_in = false;
            own.missed_in_a_row = 0;
        }
    }

    /// Somebody else takes the seat, with a full bank and vacations of their own; at the next
    /// [`follow`](Timekeeper::follow) they are asked.
    pub fn replace(&mut self, seat: Seat, away: Periods) {
        let bank = self.clock.bank().unwrap_or_default();
        if let Some(own) = self.seats.get_mut(seat.index()) {
            *own = SeatTime { bank, away, ..SeatTime::default() };
        }
    }

    /// The vacations of whoever has the seat, past ones of the running question among them.
    pub fn set_away(&mut self, seat: Seat, away: Periods) {
        if let Some(own) = self.seats.get_mut(seat.index()) {
            own.away = away;
        }
    }

    /// The vacation of a seat that keeps its deadline later than it would be: until when, if there is one.
    pub fn later_by_vacation(&self, seat: Seat, now: Timestamp) -> Option<Timestamp> {
        let due = self.deadline(seat)?.due;
        let own = self.seats.get(seat.index())?;
        let mut away = own.away.iter().filter(|period| now < period.to && period.from < due);
        away.next().map(|period| period.to)
    }

    /// The server was down between two times, which are given back. To say it twice changes nothing.
    pub fn outage(&mut self, from: Timestamp, to: Timestamp) {
        self.outages.add(from, to);
    }

    /// What the seat has kept, answered late and missed at this table.
    pub fn reliability(&self, seat: Seat) -> Reliability {
        self.seats.get(seat.index()).map_or_else(Reliability::default, |own| Reliability {
            kept: own.kept,
            late: own.late,
            missed: own.missed,
            ..Reliability::default()
        })
    }

    /// A seat asks the others for more time for its question. True if nobody need agree.
    pub fn ask_extension(&mut self, seat: Seat, length: Length) -> Result<bool, Fault> {
        let Some(extensions) = self.clock.settings().extensions else {
            return Err(Fault::NotNow("This table grants no more time."));
        };
        if length > extensions.longest {
            return Err(Fault::TooLong { what: "An extension".into(), most: extensions.longest });
        }
        if length.is_none() {
            return Err(Fault::TooShort {
                what: "An extension".into(),
                least: Length::milliseconds(1),
            });
        }
        let Some(own) = self.seats.get_mut(seat.index()) else {
            return Err(Fault::NotNow("There is no such seat."));
        };
        if own.extensions >= extensions.times {
            return Err(Fault::NotNow(
                "You have been granted more time as often as this table allows.",
            ));
        }
        let Some(question) = &mut own.question else {
            return Err(Fault::NotNow("You are asked nothing now."));
        };
        question.wish = Some((length, Seats::none()));
        Ok(self.grant_if_enough(seat))
    }

    /// More time that a seat wishes for, and who has granted it.
    pub fn wished(&self, seat: Seat) -> Option<(Length, &Seats)> {
        let wish = self.seats.get(seat.index())?.question.as_ref()?.wish.as_ref()?;
        Some((wish.0, &wish.1))
    }

    /// Another seat grants what it has heard a seat ask for, and nothing else. True if that was enough and the deadline has
    /// moved.
    pub fn grant(&mut self, by: Seat, seat: Seat, length: Length) -> Result<bool, Fault> {
        let may = by != seat && self.voters(seat).has(by);
        let wish =
            self.seats.get_mut(seat.index()).and_then(|own| own.question.as_mut()?.wish.as_mut());
        match wish {
            Some((wished, _)) if may && *wished != length => {
                return Err(Fault::NotNow("Another time is asked for by now: look again."));
            }
            Some((_, granted)) if may => granted.insert(by),
            Some(_) => return Err(Fault::NotNow("It is not for you to grant this.")),
            None => return Err(Fault::NotNow("Nobody asks for more time there.")),
        }
        Ok(self.grant_if_enough(seat))
    }

    /// Another seat refuses: the wish is gone, unless others are enough.
    pub fn refuse(&mut self, by: Seat, seat: Seat) {
        let all = self.clock.settings().extensions.is_some_and(|own| own.consent == Consent::All);
        if all
            && self.voters(seat).has(by)
            && let Some(question) =
                self.seats.get_mut(seat.index()).and_then(|own| own.question.as_mut())
        {
            question.wish = None;
        }
    }

    /// All who have a say in what a seat wishes: those who play themselves, but for the seat.
    fn voters(&self, but: Seat) -> Seats {
        let mut voters = self.present();
        voters.remove(but);
        voters
    }

    /// Those who play themselves.
    fn present(&self) -> Seats {
        let seats = Seat::first(u16::try_from(self.seats.len()).unwrap_or(u16::MAX));
        seats.filter(|seat| !self.seats[seat.index()].covered).collect()
    }

    fn grant_if_enough(&mut self, seat: Seat) -> bool {
        let voters = self.voters(seat).len();
        let Some(extensions) = self.clock.settings().extensions else { return false };
        let Some(own) = self.seats.get_mut(seat.index()) else { return false };
        let Some(question) = &mut own.question else { return false };
        let granted = question.wish.as_ref().map_or(0, |(_, granted)| granted.len());
        let enough = voters == 0
            || match extensions.consent {
                Consent::All => granted >= voters,
                Consent::Most => granted * 2 > voters,
                Consent::One => granted >= 1,
            };
        if let Some((length, _)) = question.wish.take_if(|_| enough) {
            question.extension = question.extension.plus(length);
            own.extensions += 1;
            return true;
        }
        false
    }

    /// A seat proposes to pause until a time, or agrees to a pause until then. True if all who play themselves
    /// agree: the pause has begun.
    pub fn pause(&mut self, by: Seat, until: Timestamp, now: Timestamp) -> Result<bool, Fault> {
        if until <= now {
            let told = |time| when(time, Timestamp::MIN, &self.clock.settings().zone);
            return Err(Fault::Past {
                what: "The end of the pause",
                at: told(until),
                now: told(now),
            });
        }
        if Length::between(now, until) > LONGEST_PAUSE {
            return Err(Fault::TooLong { what: "The pause".into(), most: LONGEST_PAUSE });
        }
        if by.index() >= self.seats.len() {
            return Err(Fault::NotNow("There is no such seat."));
        }
        let present = self.present();
        let (_, agreed) = match &mut self.proposal {
            Some(proposal) if proposal.0 == until => proposal,
            other => other.insert((until, Seats::none())),
        };
        agreed.insert(by);
        if present.iter().all(|seat| agreed.has(seat)) {
            self.proposal = None;
            self.resumed_by = Seats::none();
            self.pauses.add(now, until);
            return Ok(true);
        }
        Ok(false)
    }

    /// A seat takes back the pause that it has proposed, or declines one: it is proposed no more.
    pub fn decline_pause(&mut self, by: Seat) -> Result<(), Fault> {
        if by.index() >= self.seats.len() {
            return Err(Fault::NotNow("There is no such seat."));
        }
        match self.proposal.take() {
            Some(_) => Ok(()),
            None => Err(Fault::NotNow("No pause is proposed.")),
        }
    }

    /// A seat wishes to go on before the pause is over. True if all who play themselves do: it is over.
    pub fn resume(&mut self, by: Seat, now: Timestamp) -> Result<bool, Fault> {
        if self.paused(now).is_none() {
            return Err(Fault::NotNow("There is no pause now."));
        }
        self.resumed_by.insert(by);
        if self.present().iter().all(|seat| self.resumed_by.has(seat)) {
            self.resumed_by = Seats::none();
            self.pauses.cut(now);
            return Ok(true);
        }
        Ok(false)
    }

    /// Until when the table is paused, if it is.
    pub fn paused(&self, now: Timestamp) -> Option<Timestamp> {
        self.pauses.iter().find(|pause| pause.from <= now && now < pause.to).map(|pause| pause.to)
    }

    /// A pause that is proposed: until when, and who agrees.
    pub fn proposal(&self) -> Option<(Timestamp, &Seats)> {
        self.proposal.as_ref().map(|(until, agreed)| (*until, agreed))
    }

    /// Whether a seat is asked to agree to more time of another's or to a pause, and has not.
    pub fn is_asked_to_agree(&self, seat: Seat, now: Timestamp) -> bool {
        let others = self.deadlines().into_iter().filter(|deadline| deadline.seat != seat);
        let mut wishes = others.filter_map(|deadline| self.wished(deadline.seat));
        let proposed = self.proposal().filter(|(until, _)| *until > now);
        wishes.any(|(_, granted)| !granted.has(seat))
            || proposed.is_some_and(|(_, agreed)| !agreed.has(seat))
    }

    /// Who wishes to go on before the pause is over.
    pub fn resumed_by(&self) -> &Seats {
        &self.resumed_by
    }

    /// A referee sets when a seat's answer is due.
    pub fn set_due(&mut self, seat: Seat, due: Timestamp, now: Timestamp) -> Result<(), Fault> {
        if due <= now {
            let told = |time| when(time, Timestamp::MIN, &self.clock.settings().zone);
            return Err(Fault::Past { what: "The deadline", at: told(due), now: told(now) });
        }
        if self.stands_still(seat, due) {
            return Err(Fault::NotNow(
                "The deadline would fall into a holiday, a vacation or a pause: choose another time.",
            ));
        }
        if matches!(self.clock.settings().pace, Pace::None) {
            return Err(Fault::NotNow("This table has no clock."));
        }
        let own = self.seats.get_mut(seat.index()).and_then(|own| own.question.as_mut());
        let question = own.ok_or(Fault::NotNow("The seat is asked nothing now."))?;
        question.set = Some(due);
        Ok(())
    }

    /// How much of a seat's time runs between two times.
    fn running(&self, seat: Seat, from: Timestamp, to: Timestamp) -> Length {
        let Some(own) = self.seats.get(seat.index()) else { return Length::NONE };
        self.with_off(own, from, |off| off.running(from, to), |_| Some(to))
    }

    /// An answer that depends on when a seat's time stands still from a time on. Holidays come again every year:
    /// they are laid out as far as the answer reaches.
    fn with_off<T>(
        &self,
        own: &SeatTime,
        from: Timestamp,
        answer: impl Fn(&Periods) -> T,
        reaches: impl Fn(&T) -> Option<Timestamp>,
    ) -> T {
        let settings = self.clock.settings();
        let mut off = self.pauses.clone();
        if !matches!(settings.pace, Pace::Calendar(_)) {
            off.join(&self.outages);
        }
        if settings.vacations {
            off.join(&own.away);
        }
        if settings.holidays.is_empty() {
            return answer(&off);
        }
        let year = settings.zone.wall(from).year();
        for ahead in [2, 8, 64, 256] {
            let last = year.saturating_add(ahead).min(9990);
            let mut all = off.clone();
            all.join(&holidays(&settings.holidays, &settings.zone, year.saturating_sub(1)..=last));
            let given = answer(&all);
            let far = reaches(&given).is_some_and(|end| settings.zone.wall(end).year() >= last);
            if !far || ahead == 256 {
                return given;
            }
        }
        answer(&off)
    }
}

/// A bank after an answer.
fn filled(clock: &Clock, bank: Length, increment: Length) -> Length {
    match clock.settings().pace {
        Pace::Live { .. } => bank.plus(increment).min(Length::LONGEST),
        Pace::Correspondence { cap, .. } => bank.plus(increment).min(cap),
        Pace::None | Pace::Calendar(_) => Length::NONE,
    }
}
