//! A contest: one set-up with bots on its seats, played by number.

use crate::external::{AbortedGame, Connect, ExternalBots, ExternalPlayers};
use crate::measures::{Column, Measures};
use crate::parts::Parts;
use crate::roster::{Decider, Roster};
use std::marker::PhantomData;
use std::sync::Arc;
use table::{
    Bot, BotInfo, Dice, Edition, Fault, Fit, Log, Names, Outcome, Rules, Seat, Seed, Setup,
    SetupError, Sight, Speech, Status, unknown,
};

/// Who sits where from game to game.
///
/// ```
/// use arena::{ExternalBots, Seating};
/// use table::{Seed, Setup};
///
/// let game = connect_four::entry().shelved(Default::default());
/// let seats = ["greedy".to_string(), "random".to_string()];
/// let (house, setup) = (game.game.house(), Setup::new("plain", 2));
/// let contest = game.arena.open(&house, &setup, &seats, Seating::Rotating, &ExternalBots::default())?;
/// let mut values = Vec::new();
/// contest.play(Seed::from_number(1), 0..2, &|| true, &mut values);
/// assert_eq!(values.len(), 2 * contest.columns().len());
/// # Ok::<(), table::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// As listed.
    Fixed,
    /// Everybody moves on by one seat with every game, so that no seat favours anybody.
    Rotating,
}

/// A game that can be taken into the arena, without knowing which.
///
/// ```
/// use arena::{ExternalBots, Seating};
/// use table::Setup;
///
/// let game = connect_four::entry().shelved(Default::default());
/// assert!(game.arena.bots().iter().any(|bot| bot.name == "greedy"));
/// let seats = ["greedi".to_string(), "random".to_string()];
/// let (house, setup) = (game.game.house(), Setup::new("plain", 2));
/// let refused = game.arena.open(&house, &setup, &seats, Seating::Fixed, &ExternalBots::default());
/// assert_eq!(
///     refused.err().unwrap().to_string(),
///     "seats: there is no bot `greedi`: did you mean `greedy`?"
/// );
/// ```
pub trait AnyArena: Send + Sync {
    /// The bots that play it.
    fn bots(&self) -> Vec<BotInfo>;
    /// A contest of this set-up; `seats` are names of bots or of outside bots.
    fn open(
        &self,
        edition: &Edition,
        setup: &Setup,
        seats: &[String],
        seating: Seating,
        externals: &ExternalBots,
    ) -> Result<Box<dyn AnyContest>, SetupError>;
}

/// Games that were played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayedGames {
    /// The decisions taken.
    pub decisions: u64,
    /// The game at which an outside bot failed, if one did: none after it was played.
    pub aborted: Option<AbortedGame>,
}

/// A contest of any game.
pub trait AnyContest: Send + Sync {
    /// What every game yields.
    fn columns(&self) -> &[Column];
    /// The most games that should be handed on at once: few where games are slow.
    fn batch(&self) -> u64;
    /// Plays the games of these numbers and adds one value for each column and game to `out`, game by
    /// game; ends early, after a whole game, unless it is told to go on.
    fn play(
        &self,
        seed: Seed,
        games: std::ops::Range<u64>,
        go_on: &dyn Fn() -> bool,
        out: &mut Vec<f64>,
    ) -> PlayedGames;
}

/// Seats up to which results are given for each.
const SEATS_SHOWN: u16 = 8;

struct Contest<G: Speech, M> {
    game: G,
    measures: PhantomData<fn() -> M>,
    roster: Arc<Roster<G>>,
    seats: Vec<String>,
    /// Who takes part, each once.
    names: Vec<String>,
    /// Who of those on `seats` is an outside bot, and how many are.
    connects: Vec<Option<Connect>>,
    externals: usize,
    seating: Seating,
    endings: Vec<&'static str>,
    parts: Parts<G>,
    columns: Vec<Column>,
}

/// A game that was played to its end.
struct FinishedGame<G: Rules, M: Measures<G>> {
    position: G::Position,
    outcome: Outcome,
    decisions: u64,
    tally: M::Tally,
}

/// The arena of one game: its bots, and what is counted in its contests.
pub(crate) struct Arena<G: Rules, M> {
    pub roster: Arc<Roster<G>>,
    pub measures: PhantomData<fn() -> M>,
}

impl<G: Speech, M: Measures<G>> AnyArena for Arena<G, M> {
    fn bots(&self) -> Vec<BotInfo> {
        self.roster.infos()
    }

    fn open(
        &self,
        edition: &Edition,
        setup: &Setup,
        seats: &[String],
        seating: Seating,
        externals: &ExternalBots,
    ) -> Result<Box<dyn AnyContest>, SetupError> {
        let (mut sitting, mut connects) = (Vec::new(), Vec::new());
        for name in seats {
            let connect = externals.connect(name).cloned();
            let known = match (self.roster.known(name), &connect) {
                (_, Some(_)) => name.clone(),
                (Some(known), None) => known.to_string(),
                (None, None) => {
                    let known: Vec<&str> =
                        self.roster.infos().iter().map(|info| info.name).collect();
                    return Err(Fault::field("seats", unknown("bot", name, known)).into());
                }
            };
            sitting.push(known);
            connects.push(connect);
        }
        let game = G::open(edition, setup)?;
        if sitting.len() != usize::from(setup.seats) {
            let problem = format!("{} bots for {} seats", sitting.len(), setup.seats);
            return Err(Fault::field("seats", problem).into());
        }
        let mut names = sitting.clone();
        names.sort_unstable();
        names.dedup();
        let endings = game.endings();
        let parts = Parts::new(M::parts(&game), setup.seats);
        let mut columns = columns(&game, &sitting, &names, &endings);
        columns.extend(parts.columns());
        columns.extend(M::columns(&game));
        Ok(Box::new(Contest::<G, M> {
            game,
            measures: PhantomData,
            roster: self.roster.clone(),
            seats: sitting,
            names,
            externals: connects.iter().flatten().count(),
            connects,
            seating,
            endings,
            parts,
            columns,
        }))
    }
}

/// What every game yields, but for its parts and what it counts itself.
fn columns<G: Rules>(
    game: &G,
    seats: &[String],
    names: &[String],
    endings: &[&str],
) -> Vec<Column> {
    let mut columns = vec![Column::number("decisions", "decisions taken")];
    for ending in endings {
        columns.push(Column::share(format!("end.{ending}"), format!("games that end: {ending}")));
    }
    for name in names {
        let count = seats.iter().filter(|seat| *seat == name).count();
        let about = format!("first places of {name} ({count} of {} seats)", seats.len());
        columns.push(Column::share(format!("first.{name}"), about));
        if names.len() > 1 {
            let about = format!("seats of {name} that end before a seat of others");
            columns.push(Column::share(format!("ahead.{name}"), about));
        }
        columns.push(Column::share(format!("won.{name}"), format!("wins of {name}")));
        columns.push(Column::number(format!("score.{name}"), format!("mean points of {name}")));
    }
    for seat in 1..=SEATS_SHOWN.min(game.setup().seats) {
        columns.push(Column::share(format!("seat.{seat}"), format!("first places of seat {seat}")));
    }
    columns
}

impl<G: Speech, M: Measures<G>> AnyContest for Contest<G, M> {
    fn columns(&self) -> &[Column] {
        &self.columns
    }

    fn batch(&self) -> u64 {
        if self.externals > 0 { 1 } else { 256 }
    }

    fn play(
        &self,
        seed: Seed,
        games: std::ops::Range<u64>,
        go_on: &dyn Fn() -> bool,
        out: &mut Vec<f64>,
    ) -> PlayedGames {
        let mut sitters: Vec<Decider<G>> =
            self.seats.iter().map(|name| self.roster.seat(name)).collect();
        let mut legal = Vec::new();
        let mut all = PlayedGames::default();
        for number in games {
            if !go_on() {
                break;
            }
            let game = self.game(seed, number, &mut sitters, &mut legal);
            let FinishedGame { position, outcome, decisions, tally } = match game {
                Ok(ended) => ended,
                Err(aborted) => {
                    all.aborted = Some(aborted);
                    break;
                }
            };
            all.decisions += decisions;
            out.push(decisions as f64);
            self.results(number, &outcome, out);
            self.parts.count(&self.game, &position, &outcome, out);
            M::measure(&self.game, &position, &self.at_table(number), &tally, out);
        }
        all
    }
}

impl<G: Speech, M: Measures<G>> Contest<G, M> {
    /// The bot on a seat in a game.
    fn bot_on(&self, seat: usize, number: u64) -> usize {
        match self.seating {
            Seating::Fixed => seat,
            Seating::Rotating => (seat + number.fit::<usize>()) % self.seats.len(),
        }
    }

    /// The bots of a game by seat.
    fn at_table(&self, number: u64) -> Vec<&str> {
        let bot_on = |seat| self.seats[self.bot_on(seat, number)].as_str();
        (0..self.seats.len()).map(bot_on).collect()
    }

    /// A game that an outside bot spoilt.
    fn aborted(&self, game: u64, seat: Seat, decision: Option<u64>, why: String) -> AbortedGame {
        let external = self.at_table(game).get(seat.index()).copied().unwrap_or_default().into();
        AbortedGame { game, external, seat, decision, why }
    }

    /// The outside bots of a game; `None` if no seat has one.
    fn external_players(
        &self,
        seed: Seed,
        number: u64,
    ) -> Result<Option<ExternalPlayers<G>>, AbortedGame> {
        if self.externals == 0 {
            return Ok(None);
        }
        let connects = |seat| self.connects[self.bot_on(seat, number)].as_ref();
        let players = ExternalPlayers::sit_down(&self.game, connects, numbered(seed, number, 2));
        players.map(Some).map_err(|(seat, why)| self.aborted(number, seat, None, why))
    }

    /// One game to its end.
    fn game(
        &self,
        seed: Seed,
        number: u64,
        sitters: &mut [Decider<G>],
        legal: &mut Vec<G::Action>,
    ) -> Result<FinishedGame<G, M>, AbortedGame> {
        let game = &self.game;
        let mut dice = Dice::seeded(numbered(seed, number, 0));
        let mut own = Dice::seeded(numbered(seed, number, 1));
        let at_table = self.at_table(number);
        let mut players = self.external_players(seed, number)?;
        let mut log = match players {
            Some(_) => Log::new(),
            None if M::WATCHED => Log::public(),
            None => Log::quiet(),
        };
        let mut position = game.start(&mut dice, &mut log);
        let mut decisions = 0;
        let mut tally = M::Tally::default();
        loop {
            if M::WATCHED {
                M::watch(game, &position, &log, &mut tally);
            }
            match &mut players {
                Some(players) => players.hear(decisions, &mut log),
                None => log.clear(),
            }
            let seat = match game.status(&position) {
                Status::Over(outcome) => {
                    if let Some(players) = &mut players {
                        let told = game.conclusion(&position, &outcome, Names::NONE);
                        players.dismiss(&outcome, &told);
                    }
                    return Ok(FinishedGame { position, outcome: *outcome, decisions, tally });
                }
                Status::Deciding(seats) => match seats.lowest() {
                    Some(seat) => seat,
                    None => {
                        let outcome = nobody(self.seats.len());
                        return Ok(FinishedGame { position, outcome, decisions, tally });
                    }
                },
            };
            let strode = match players {
                None => M::stride(game, &mut position, &at_table, &mut dice, &mut log),
                Some(_) => 0,
            };
            if strode > 0 {
                decisions += u64::from(strode);
                continue;
            }
            decisions += 1;
            if let Some(players) = players.as_mut().filter(|players| players.is_external(seat)) {
                let action = players
                    .decide(game, &position, seat, decisions)
                    .map_err(|why| self.aborted(number, seat, Some(decisions), why))?;
                game.apply(&mut position, seat, &action, &mut dice, &mut log);
                continue;
            }
            let bot = &mut sitters[self.bot_on(seat.index(), number)];
            let action = choose(game, &position, seat, bot, &mut own, legal);
            game.apply(&mut position, seat, action, &mut dice, &mut log);
        }
    }

    /// How often a seat of this bot ends before a seat of another bot, over all such pairs of seats.
    fn ahead(&self, number: u64, outcome: &Outcome, name: &str) -> f64 {
        let (mut pairs, mut sum) = (0, 0.0);
        let is_own = |seat: &usize| self.seats[self.bot_on(*seat, number)] == name;
        for own in (0..self.seats.len()).filter(is_own) {
            for other in (0..self.seats.len()).filter(|seat| !is_own(seat)) {
                pairs += 1;
                sum += before(outcome.ranks.get(own), outcome.ranks.get(other));
            }
        }
        sum / f64::from(pairs)
    }

    fn results(&self, number: u64, outcome: &Outcome, out: &mut Vec<f64>) {
        for ending in &self.endings {
            out.push(f64::from(u8::from(outcome.reason == *ending)));
        }
        let seats = self.seats.len();
        let first = outcome.ranks.iter().filter(|rank| **rank == 1).count().max(1) as f64;
        let placed = |seat: usize| match outcome.ranks.get(seat) {
            Some(1) => 1.0 / first,
            _ => 0.0,
        };
        let wins = outcome.winners.len().max(1) as f64;
        for name in &self.names {
            let own = || (0..seats).filter(|seat| self.seats[self.bot_on(*seat, number)] == *name);
            out.push(own().map(placed).sum());
            if self.names.len() > 1 {
                out.push(self.ahead(number, outcome, name));
            }
            let won = own().filter(|seat| outcome.winners.has(Seat(seat.fit())));
            out.push(won.count() as f64 / wins);
            out.push(match &outcome.scores {
                Some(scores) => {
                    let sum: i64 = own().filter_map(|seat| scores.get(seat)).sum();
                    sum as f64 / own().count().max(1) as f64
                }
                None => f64::NAN,
            });
        }
        out.extend((0..seats.min(usize::from(SEATS_SHOWN))).map(placed));
    }
}

/// What a bot does of all that is legal; what the rules say of those who do not answer, if nothing is.
#[inline]
fn choose<'a, G: Rules>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    bot: &mut Decider<G>,
    dice: &mut Dice,
    legal: &'a mut Vec<G::Action>,
) -> &'a G::Action {
    if let Decider::Random = bot
        && let Some(action) = bots::Random.pick(game, position, seat, legal, dice)
    {
        legal.clear();
        legal.push(action);
        return &legal[0];
    }
    legal.clear();
    game.legal(position, seat, legal);
    if legal.is_empty() {
        legal.push(game.lapse(position, seat));
    }
    let sight = Sight::new(game, position, seat);
    let chosen = match bot {
        Decider::Random => bots::Random.choose(&sight, legal, dice),
        Decider::Bot(bot) => bot.choose(&sight, legal, dice),
    };
    &legal[chosen.min(legal.len() - 1)]
}

/// One seat beside another: 1 if it ends before it, 1/2 if both share their rank, 0 if behind.
pub(crate) fn before(own: Option<&u16>, other: Option<&u16>) -> f64 {
    match own.cmp(&other) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    }
}

/// A game in which nobody is left to decide although it is not over; no game on the shelf does that.
fn nobody(seats: usize) -> Outcome {
    Outcome {
        reason: String::new(),
        ranks: vec![1; seats],
        winners: Default::default(),
        scores: None,
    }
}

/// The seed of a game: one number for the game's dice, others for its bots' and its outside bots'.
fn numbered(seed: Seed, number: u64, what: u64) -> Seed {
    let mut bytes = seed.0;
    for (byte, more) in bytes.iter_mut().zip(number.to_le_bytes()) {
        *byte ^= more;
    }
    for (byte, more) in bytes[8..].iter_mut().zip(what.to_le_bytes()) {
        *byte ^= more;
    }
    Seed(bytes)
}
