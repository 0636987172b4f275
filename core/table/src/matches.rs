//! A match: a game being played, with its dice, its record and what can be taken back.

use crate::catalogue::Setup;
use crate::dice::{Dice, Roll, Seed, hexadecimal};
use crate::edition::Edition;
use crate::log::{Kept, Log, make_room};
use crate::record::{Drawn, Face, Record, Step};
use crate::refusal::{Fault, SetupError};
use crate::rules::Rules;
use crate::seat::{Audience, Names, Seat, Viewer};
use crate::speech::Speech;
use crate::status::Status;
use sha2::{Digest, Sha256};
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;
use terrain::Fit;

/// A game being played. Positions only ever change through [`Match::act`] and [`Match::undo`].
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{Match, Rules, Seat, Seed, Setup, Speech};
///
/// let setup = Setup::new("plain", 2);
/// let mut game = Match::<ConnectFour>::start(ConnectFour::house(), &setup, Seed::from_number(7))?;
/// let middle = game.game().parse(game.position(), Seat(0), "4").unwrap();
/// game.act(Seat(0), &middle).unwrap();
/// assert!(game.status().awaits(Seat(1)));
/// assert!(game.act(Seat(0), &middle).is_err(), "it is the other's turn");
/// assert_eq!(game.undo(Seat(0)), Some(1));
/// assert!(game.is_empty());
/// # Ok::<(), table::SetupError>(())
/// ```
pub struct Match<G: Speech> {
    game: Arc<G>,
    setup: Setup,
    edition: Edition,
    position: G::Position,
    seed: Option<Seed>,
    commitment: String,
    steps: Vec<Done>,
    rolls: Vec<Roll>,
    log: Kept<G::Event>,
    takeable: Option<Takeable<G>>,
    /// Of each seat: how many of its last decisions could be taken back, as far as it can know.
    retractable: Vec<u32>,
}

/// A step that was taken, in few bytes: a server holds many matches.
struct Done {
    seat: Option<Seat>,
    action: Box<str>,
    digest: [u8; 8],
    /// Where its dice end among those of the match; they begin where those of the step before end.
    dice: u32,
    /// Where what happened in it ends in the log of the match, in the same way.
    log: u32,
}

/// The last steps, which can still be taken back. No die fell in them, so that the position after some of them
/// follows from the one before the first; and none of those who took them knows of a step of another.
struct Takeable<G: Rules> {
    before: G::Position,
    actions: Vec<(Seat, G::Action)>,
}

/// Why and where a record cannot be followed further.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{Match, Rules, Seed, Setup};
///
/// let setup = Setup::new("plain", 2);
/// let game = Match::<ConnectFour>::start(ConnectFour::house(), &setup, Seed::from_number(7))?;
/// let mut record = game.record(true);
/// record.steps[0].digest = "0000000000000000".into();
/// let replay = Match::<ConnectFour>::replay(&record)?;
/// assert_eq!(replay.divergence.unwrap().step, 0);
/// # Ok::<(), table::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The step at which the record and the rules part; all steps before it agree.
    pub step: usize,
    /// In what they differ.
    pub why: String,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}", self.step, self.why)
    }
}

/// A record played again.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{Match, Rules, Seed, Setup};
///
/// let setup = Setup::new("plain", 2);
/// let game = Match::<ConnectFour>::start(ConnectFour::house(), &setup, Seed::from_number(7))?;
/// let mut record = game.record(true);
/// record.rules += 1;
/// let replay = Match::<ConnectFour>::replay(&record)?;
/// assert!(replay.divergence.is_none(), "it can be followed all the same");
/// assert!(replay.other_rules.is_some());
/// # Ok::<(), table::SetupError>(())
/// ```
pub struct Replay<G: Speech> {
    /// The match as far as it could be followed.
    pub game: Match<G>,
    /// Where it could not be followed, if so.
    pub divergence: Option<Divergence>,
    /// Whether the record was made under other rules or another edition than ours, so that a
    /// divergence need not mean that somebody meddled with it.
    pub other_rules: Option<String>,
}

/// A short name for exactly this position: 16 hexadecimal digits of a SHA-256.
pub fn digest<P: serde::Serialize>(position: &P) -> String {
    hexadecimal(&short_digest(position))
}

/// The [`digest`] of the position of which these are the bytes, as [`Match::snapshot`] gives them.
pub fn snapshot_digest(snapshot: &[u8]) -> String {
    hexadecimal(&digest_of_bytes(snapshot))
}

fn short_digest<P: serde::Serialize>(position: &P) -> [u8; 8] {
    digest_of_bytes(&postcard::to_allocvec(position).unwrap_or_default())
}

fn digest_of_bytes(bytes: &[u8]) -> [u8; 8] {
    let mut short = [0; 8];
    short.copy_from_slice(&Sha256::digest(bytes)[..8]);
    short
}

impl<G: Speech> Match<G> {
    /// Starts a game.
    pub fn start(edition: Edition, setup: &Setup, seed: Seed) -> Result<Match<G>, SetupError> {
        let game = Arc::new(G::open(&edition, &setup.for_rules::<G>())?);
        Ok(Match::of(game, edition, setup.clone(), seed))
    }

    /// Starts a game that is already open; the edition and, but for its names, the set-up are those
    /// that it was opened with.
    pub fn of(game: Arc<G>, edition: Edition, setup: Setup, seed: Seed) -> Match<G> {
        let dice = Dice::for_step(seed, 0);
        Match::begin(game, edition, setup, seed.commitment(), Some(seed), dice)
    }

    /// A match that begins in the middle: a lesson's, say. Its record cannot be replayed, since it does
    /// not begin as its set-up does.
    pub(crate) fn from_position(
        game: Arc<G>,
        edition: Edition,
        setup: Setup,
        seed: Seed,
        position: G::Position,
        log: Log<G::Event>,
    ) -> Match<G> {
        let secret = (seed.commitment(), Some(seed));
        Match::standing(game, edition, setup, secret, position, log, Vec::new())
    }

    fn begin(
        game: Arc<G>,
        edition: Edition,
        setup: Setup,
        commitment: String,
        seed: Option<Seed>,
        mut dice: Dice,
    ) -> Match<G> {
        let mut log = Log::new();
        let position = game.start(&mut dice, &mut log);
        Match::standing(game, edition, setup, (commitment, seed), position, log, dice.take_rolls())
    }

    /// A match of which nothing is known before this position but what the log and the dice tell.
    fn standing(
        game: Arc<G>,
        edition: Edition,
        setup: Setup,
        (commitment, seed): (String, Option<Seed>),
        position: G::Position,
        mut log: Log<G::Event>,
        rolls: Vec<Roll>,
    ) -> Match<G> {
        let mut told = Kept::new();
        told.keep(log.take());
        let start = Done {
            seat: None,
            action: "".into(),
            digest: short_digest(&position),
            dice: rolls.len().fit(),
            log: told.len().fit(),
        };
        Match {
            game,
            setup,
            edition,
            position,
            seed,
            commitment,
            steps: vec![start],
            rolls,
            log: told,
            takeable: None,
            retractable: Vec::new(),
        }
    }

    /// The rules as set up.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The same, to be kept beyond the match.
    pub fn shared_game(&self) -> Arc<G> {
        self.game.clone()
    }

    /// The set-up, with the names of the players.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What the players are called.
    pub fn names(&self) -> Names<'_> {
        self.setup.names()
    }

    /// The whole truth; for referees, stores and tests, never for players.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// Who must decide, or how the game ended.
    pub fn status(&self) -> Status {
        self.game.status(&self.position)
    }

    /// What was published before the game.
    pub fn commitment(&self) -> &str {
        &self.commitment
    }

    /// Decisions taken so far.
    pub fn len(&self) -> usize {
        self.steps.len() - 1
    }

    /// The digest of the position as it stands.
    pub fn last_digest(&self) -> String {
        self.steps.last().map_or(String::new(), |step| hexadecimal(&step.digest))
    }

    /// Whether nobody has decided anything yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes an action. On a refusal nothing has changed.
    pub fn act(&mut self, seat: Seat, action: &G::Action) -> Result<(), G::Refusal> {
        let number = self.steps.len() as u64;
        let dice = match self.seed {
            Some(seed) => Dice::for_step(seed, number),
            None => Dice::loaded(Vec::new()),
        };
        self.act_with(seat, action, dice).map(drop)
    }

    /// Takes an action with these dice. On a refusal nothing has changed, but the dice are gone.
    pub(crate) fn act_with(
        &mut self,
        seat: Seat,
        action: &G::Action,
        mut dice: Dice,
    ) -> Result<Dice, G::Refusal> {
        let before = self.position.clone();
        let mut log = Log::new();
        if let Err(refusal) = self.game.play(&mut self.position, seat, action, &mut dice, &mut log)
        {
            self.position = before;
            return Err(refusal);
        }
        let rolls = dice.take_rolls();
        let over = self.status().outcome().is_some();
        let own = rolls.is_empty() && !log.revealed() && !over;
        self.note_retractable(&before, seat, own, &rolls, &log);
        self.takeable = match own {
            true => Some(self.takeable_with(before, seat, action, &log)),
            false => None,
        };
        make_room(&mut self.rolls, rolls.len());
        self.rolls.extend(rolls);
        self.log.keep(log.take());
        make_room(&mut self.steps, 1);
        self.steps.push(Done {
            seat: Some(seat),
            action: self.game.notation(action).into(),
            digest: short_digest(&self.position),
            dice: self.rolls.len().fit(),
            log: self.log.len().fit(),
        });
        Ok(dice)
    }

    /// What can be taken back after this action. Steps of others stay so only where nobody knows of another's:
    /// they decide at the same time, and the step changes at most whether its own seat still must.
    fn takeable_with(
        &mut self,
        before: G::Position,
        seat: Seat,
        action: &G::Action,
        log: &Log<G::Event>,
    ) -> Takeable<G> {
        let taken = self.takeable.take();
        let mut takeable = taken
            .filter(|taken| {
                taken.actions.iter().all(|(other, _)| *other == seat)
                    || self.waits_for_the_same(&before, seat) && self.unknown(taken, seat, log)
            })
            .unwrap_or_else(|| Takeable { before, actions: Vec::new() });
        takeable.actions.push((seat, action.clone()));
        takeable
    }

    /// Notes what each seat can know of whether its decisions could be taken back after this step: a step of
    /// which a seat hears nothing, and which leaves the others' turns as they are, changes nothing for it.
    fn note_retractable(
        &mut self,
        before: &G::Position,
        seat: Seat,
        own: bool,
        rolls: &[Roll],
        log: &Log<G::Event>,
    ) {
        self.retractable.resize(usize::from(self.game.setup().seats), 0);
        let same_wait = self.waits_for_the_same(before, seat);
        for (other, count) in Seat::first(self.game.setup().seats).zip(&mut self.retractable) {
            let viewer = Viewer::Seat(other);
            let knows = || {
                log.seen_by(viewer).next().is_some()
                    || rolls.iter().any(|roll| roll.audience.includes(viewer))
            };
            *count = match other == seat {
                true if own => *count + 1,
                false if same_wait && !knows() => *count,
                _ => 0,
            };
        }
    }

    /// Whether everybody but this seat must decide now who had to in a position, and nobody else.
    fn waits_for_the_same(&self, before: &G::Position, seat: Seat) -> bool {
        match (self.game.status(before), self.status()) {
            (Status::Deciding(mut then), Status::Deciding(mut now)) => {
                then.remove(seat);
                now.remove(seat);
                then == now
            }
            _ => false,
        }
    }

    /// Whether none of those who took these steps hears of what this seat does now, nor the seat of theirs.
    fn unknown(&self, taken: &Takeable<G>, seat: Seat, log: &Log<G::Event>) -> bool {
        let first = self.steps.len() - taken.actions.len();
        taken.actions.iter().zip(first..).filter(|((other, _), _)| *other != seat).all(
            |((other, _), step)| {
                log.seen_by(Viewer::Seat(*other)).next().is_none()
                    && !self.hears(Viewer::Seat(seat), step)
            },
        )
    }

    /// Whether this seat's last decision can be taken back: no die fell since, nothing hidden was
    /// shown, and nobody has acted who knew of it or of whose action the seat knows.
    pub fn can_undo(&self, seat: Seat) -> bool {
        let own = |takeable: &Takeable<G>| takeable.actions.iter().any(|(whose, _)| *whose == seat);
        self.takeable.as_ref().is_some_and(own)
    }

    /// Whether this seat's last decision can be taken back as far as the seat can know: what another does in secret
    /// changes nothing here, even where [`undo`](Match::undo) then refuses.
    pub fn offers_undo(&self, seat: Seat) -> bool {
        self.retractable.get(seat.index()).is_some_and(|count| *count > 0)
    }

    /// Takes back this seat's last decision; gives the number that its step had, or nothing if it cannot be. Steps
    /// that others took since, unknown to the seat, move up by one.
    pub fn undo(&mut self, seat: Seat) -> Option<usize> {
        let takeable = self.takeable.as_ref()?;
        let place = takeable.actions.iter().rposition(|(whose, _)| *whose == seat)?;
        let mut position = takeable.before.clone();
        let mut later = Vec::new();
        for (number, (seat, action)) in takeable.actions.iter().enumerate() {
            let (mut dice, mut log) = (Dice::loaded(Vec::new()), Log::new());
            match number.cmp(&place) {
                Ordering::Less => {
                    self.game.apply(&mut position, *seat, action, &mut dice, &mut Log::quiet());
                }
                Ordering::Equal => {}
                // What others did without knowing of it must stand without it, too.
                Ordering::Greater => {
                    self.game.play(&mut position, *seat, action, &mut dice, &mut log).ok()?;
                    later.push((*seat, self.game.notation(action), short_digest(&position), log));
                }
            }
        }
        let taken_back = self.steps.len() - takeable.actions.len() + place;
        self.position = position;
        self.drop_steps(taken_back);
        for (seat, action, digest, mut log) in later {
            self.log.keep(log.take());
            let (dice, log) = (self.rolls.len().fit(), self.log.len().fit());
            self.steps.push(Done { seat: Some(seat), action: action.into(), digest, dice, log });
        }
        if let Some(takeable) = &mut self.takeable {
            takeable.actions.remove(place);
        }
        self.takeable.take_if(|takeable| takeable.actions.is_empty());
        if let Some(count) = self.retractable.get_mut(seat.index()) {
            *count = count.saturating_sub(1);
        }
        Some(taken_back)
    }

    fn seat_of(&self, step: usize) -> Option<Seat> {
        self.steps.get(step).and_then(|step| step.seat)
    }

    /// Whether this viewer was told of something in a step, or saw a die fall.
    fn hears(&self, viewer: Viewer, step: usize) -> bool {
        let end = |step: usize| self.steps.get(step).map_or(0, |step| step.log as usize);
        let begin = step.checked_sub(1).map_or(0, end);
        self.log.seen_by(viewer, begin..end(step)).next().is_some()
            || self.dice(viewer, step).next().is_some()
    }

    /// The steps that this viewer knows to have been taken: their own, and those in which they were told of
    /// something or saw a die fall. How many there were between tells how much another has written in secret.
    pub fn known_steps(&self, viewer: Viewer) -> Vec<usize> {
        let known = |step: &usize| {
            viewer == Viewer::Referee
                || self.seat_of(*step).is_some_and(|seat| viewer == Viewer::Seat(seat))
                || self.hears(viewer, *step)
        };
        (1..self.steps.len()).filter(known).collect()
    }

    /// Forgets the steps from a number on, their dice, and what happened in them.
    fn drop_steps(&mut self, from: usize) {
        self.steps.truncate(from);
        let (dice, log) = self.steps.last().map_or((0, 0), |step| (step.dice, step.log));
        self.rolls.truncate(dice as usize);
        self.log.truncate(log as usize);
    }

    /// What this viewer may know of what happened, with the step at which it did, from a step on.
    pub fn log(&self, viewer: Viewer, from: usize) -> impl Iterator<Item = (usize, &G::Event)> {
        let end = |step: usize| self.steps.get(step).map_or(0, |step| step.log as usize);
        (from..self.steps.len()).flat_map(move |step| {
            let begin = step.checked_sub(1).map_or(0, end);
            self.log.seen_by(viewer, begin..end(step)).map(move |event| (step, event))
        })
    }

    /// The dice of each step that this viewer saw fall.
    pub fn dice(&self, viewer: Viewer, step: usize) -> impl Iterator<Item = &Roll> {
        self.rolls_of(step).iter().filter(move |roll| roll.audience.includes(viewer))
    }

    fn rolls_of(&self, step: usize) -> &[Roll] {
        let end = |step: usize| self.steps.get(step).map_or(0, |step| step.dice as usize);
        let begin = step.checked_sub(1).map_or(0, end);
        self.rolls.get(begin..end(step)).unwrap_or_default()
    }

    /// A step as records have it.
    pub fn recorded(&self, number: usize) -> Option<Step> {
        let step = self.steps.get(number)?;
        Some(Step {
            seat: step.seat,
            action: step.action.to_string(),
            dice: faces(self.rolls_of(number)),
            digest: hexadecimal(&step.digest),
        })
    }

    /// The record so far. It holds everything that is hidden: the seed only if `reveal` says so,
    /// but all actions and dice.
    pub fn record(&self, reveal: bool) -> Record {
        Record {
            game: G::ID.to_string(),
            rules: G::RULES_VERSION,
            edition: self.edition.digest(),
            files: self.edition.own_files().clone(),
            setup: self.setup.clone(),
            commitment: self.commitment.clone(),
            contributions: Vec::new(),
            dealt: Vec::new(),
            seed: self.seed.filter(|_| reveal).map(|seed| seed.to_string()),
            referee: String::new(),
            signed: None,
            steps: (0..self.steps.len()).filter_map(|number| self.recorded(number)).collect(),
            ended: self
                .status()
                .outcome()
                .map(|outcome| outcome.reason.clone())
                .unwrap_or_default(),
        }
    }

    /// Whether one seat can be shown something that another may not know: what it sees, or what it was told.
    /// The other's ignorance is drawn anew a few times to find out, so that a doubt among two things is
    /// missed once in 65,536 times.
    pub fn hides(&self, shown_to: Seat, from: Seat) -> bool {
        let viewer = Viewer::Seat(shown_to);
        let seen = self.game.view(&self.position, viewer);
        self.log.may_differ(viewer, Viewer::Seat(from))
            || (0..16).any(|number| {
                let mut dice = Dice::seeded(Seed::from_number(number));
                let other = self.game.resample(&self.position, from, &mut dice);
                self.game.view(&other, viewer) != seen
            })
    }

    /// The position as bytes, so that a running game can go on under newer rules.
    pub fn snapshot(&self) -> Vec<u8> {
        postcard::to_allocvec(&self.position).unwrap_or_default()
    }

    /// The position as bytes, as far as a viewer may know it: a referee knows it as it is, what is hidden from a seat is
    /// made up anew with these dice, and nothing is known of what the public could make up.
    pub fn imagined(&self, viewer: Viewer, dice: &mut Dice) -> Option<Vec<u8>> {
        match viewer {
            Viewer::Referee => Some(self.snapshot()),
            Viewer::Seat(seat) => {
                let position = self.game.resample(&self.position, seat, dice);
                postcard::to_allocvec(&position).ok()
            }
            Viewer::Table => None,
        }
    }

    /// Goes on with a recorded game from a snapshot of its last position, without playing it again:
    /// for running games that older rules began. The log starts empty. A position that our rules read as
    /// another one than the record ends with is refused.
    pub fn resume(record: &Record, seed: Seed, snapshot: &[u8]) -> Result<Match<G>, SetupError> {
        let edition = edition_of::<G>(record);
        let game = Arc::new(G::open(&edition, &record.setup.for_rules::<G>())?);
        Match::resume_open(game, edition, record, seed, snapshot)
    }

    /// The same with a game that is already open; edition and, but for its names, set-up are those of the record.
    pub(crate) fn resume_open(
        game: Arc<G>,
        edition: Edition,
        record: &Record,
        seed: Seed,
        snapshot: &[u8],
    ) -> Result<Match<G>, SetupError> {
        let position = postcard::from_bytes(snapshot).map_err(|error| {
            Fault::field("snapshot", format!("the position cannot be read: {error}"))
        })?;
        if seed.commitment() != record.commitment {
            return Err(Fault::field(
                "seed",
                "this is not the seed that the record was committed to",
            )
            .into());
        }
        let mut rolls = Vec::new();
        let steps = record.steps.iter().map(|step| {
            // Who saw these dice fall is not recorded.
            rolls.extend(step.dice.iter().map(|face| Roll {
                purpose: face.purpose.clone().into(),
                sides: face.drawn.as_ref().map_or(0, |drawn| drawn.sides),
                face: face.face,
                place: face.drawn.as_ref().and_then(|drawn| drawn.place),
                stream: face.drawn.as_ref().and_then(|drawn| drawn.stream.clone()),
                audience: Audience::Referee,
            }));
            Ok(Done {
                seat: step.seat,
                action: step.action.as_str().into(),
                digest: u64::from_str_radix(&step.digest, 16)
                    .map_err(|_| Fault::field("digest", "16 hexadecimal digits are expected"))?
                    .to_be_bytes(),
                dice: rolls.len().fit(),
                log: 0,
            })
        });
        let steps = steps.collect::<Result<Vec<Done>, Fault>>()?;
        if steps.last().is_none_or(|last| last.digest != short_digest(&position)) {
            let why = "this is not the position with which the record ends";
            return Err(Fault::field("snapshot", why).into());
        }
        Ok(Match {
            game,
            setup: record.setup.clone(),
            edition,
            position,
            seed: Some(seed),
            commitment: record.commitment.clone(),
            steps,
            rolls,
            log: Kept::new(),
            takeable: None,
            retractable: Vec::new(),
        })
    }

    /// Plays a record again and holds every step to it: the action must be legal, the dice must be
    /// the seed's if the seed is known, the position must have the recorded digest.
    pub fn replay(record: &Record) -> Result<Replay<G>, SetupError> {
        Match::replay_to(record, usize::MAX)
    }

    /// Like [`replay`](Match::replay), but stops after `last` steps.
    pub fn replay_to(record: &Record, last: usize) -> Result<Replay<G>, SetupError> {
        if record.game != G::ID {
            return Err(
                Fault::field("game", format!("this is a record of `{}`", record.game)).into()
            );
        }
        let seed = record.dice_seed().map_err(|problem| Fault::field("seed", problem))?;
        let edition = edition_of::<G>(record);
        let other_rules = other_rules::<G>(record, &edition);
        let game = Arc::new(G::open(&edition, &record.setup.for_rules::<G>())?);
        let Some(start) = record.steps.first() else {
            return Err(Fault::field("steps", "the record has no start").into());
        };
        let dice = Dice::loaded(start.dice.iter().map(|face| face.face).collect());
        let mut replay = Replay {
            game: Match::begin(
                game,
                edition,
                record.setup.clone(),
                record.commitment.clone(),
                seed,
                dice,
            ),
            divergence: None,
            other_rules,
        };
        let diverged = |step, why| Some(Divergence { step, why });
        if let Some(seed) = seed {
            if let Some(why) = record.broken_promise(seed) {
                replay.divergence = diverged(0, why);
                return Ok(replay);
            }
            let mut log = Log::new();
            let mut dice = Dice::for_step(seed, 0);
            replay.game.game.start(&mut dice, &mut log);
            replay.divergence =
                differing(start, &faces(&dice.take_rolls())).and_then(|why| diverged(0, why));
        }
        if replay.divergence.is_none() {
            replay.divergence = replay.game.unlike(0, start).and_then(|why| diverged(0, why));
        }
        for (number, step) in record.steps.iter().enumerate().skip(1).take(last) {
            if replay.divergence.is_some() {
                break;
            }
            replay.divergence =
                replay.game.follow(number, step, seed).err().and_then(|why| diverged(number, why));
        }
        if replay.divergence.is_none() && last >= record.steps.len() {
            let ended = replay
                .game
                .status()
                .outcome()
                .map(|outcome| outcome.reason.clone())
                .unwrap_or_default();
            if ended != record.ended {
                let or = |reason: &str| {
                    if reason.is_empty() { "running".to_string() } else { format!("`{reason}`") }
                };
                let why = format!(
                    "the record says the game is {}, the rules say {}",
                    or(&record.ended),
                    or(&ended)
                );
                replay.divergence = diverged(record.steps.len() - 1, why);
            }
        }
        Ok(replay)
    }

    /// Plays one recorded step; on an error the match stands before it.
    fn follow(&mut self, number: usize, step: &Step, seed: Option<Seed>) -> Result<(), String> {
        let seat = step.seat.ok_or("nobody acted")?;
        if seat.0 >= self.game.setup().seats {
            return Err(format!("there is no seat {seat}"));
        }
        if !self.status().awaits(seat) {
            return Err(format!("seat {seat} need not decide"));
        }
        let action = self
            .game
            .parse(&self.position, seat, &step.action)
            .map_err(|misread| misread.to_string())?;
        if let Err(refusal) = self.game.check(&self.position, seat, &action) {
            return Err(format!("`{}` is refused: {refusal}", step.action));
        }
        if let Some(seed) = seed {
            let mut dice = Dice::for_step(seed, number as u64);
            let mut position = self.position.clone();
            self.game.apply(&mut position, seat, &action, &mut dice, &mut Log::quiet());
            if let Some(why) = differing(step, &faces(&dice.take_rolls())) {
                return Err(why);
            }
        }
        let dice = Dice::loaded(step.dice.iter().map(|face| face.face).collect());
        let before = self.position.clone();
        let dice = self.act_with(seat, &action, dice).map_err(|refusal| refusal.to_string())?;
        let why = dice.fault().map(ToString::to_string).or_else(|| self.unlike(number, step));
        match why {
            None => {
                self.take_places(number, step);
                Ok(())
            }
            Some(why) => {
                self.position = before;
                self.drop_steps(self.steps.len() - 1);
                self.takeable = None;
                self.retractable.clear();
                Err(why)
            }
        }
    }

    /// Notes which faces fell where loaded dice could not tell.
    fn take_places(&mut self, number: usize, step: &Step) {
        let begin = self.rolls.len() - self.rolls_of(number).len();
        for (roll, face) in self.rolls.iter_mut().skip(begin).zip(&step.dice) {
            roll.place = roll.place.or(face.drawn.as_ref().and_then(|drawn| drawn.place));
        }
    }

    /// In what a step that was played again differs from its record.
    fn unlike(&self, number: usize, step: &Step) -> Option<String> {
        differing(step, &faces(self.rolls_of(number))).or_else(|| {
            let digest = self.steps.get(number).map(|again| hexadecimal(&again.digest));
            (digest.as_ref() != Some(&step.digest)).then(other_position)
        })
    }
}

fn faces(rolls: &[Roll]) -> Vec<Face> {
    let face = |roll: &Roll| Face {
        purpose: roll.purpose.to_string(),
        face: roll.face,
        drawn: (roll.sides > 0).then(|| Drawn {
            sides: roll.sides,
            place: roll.place,
            stream: roll.stream.clone(),
        }),
    };
    rolls.iter().map(face).collect()
}

fn other_position() -> String {
    "the position after it is another one than the record says".into()
}

/// In what the dice of a step differ from the ones that fell now.
fn differing(step: &Step, now: &[Face]) -> Option<String> {
    let (then, mut now) = (step.dice.iter(), now.iter());
    for then in then {
        match now.next() {
            None => {
                return Some(format!(
                    "the record has a die for `{}` that the rules do not ask for",
                    then.purpose
                ));
            }
            Some(now) if now.purpose != then.purpose => {
                return Some(format!(
                    "the record rolls for `{}`, the rules for `{}`",
                    then.purpose, now.purpose
                ));
            }
            Some(now) if now.face != then.face => {
                return Some(format!(
                    "the die for `{}` shows {} in the record, but {} from the seed",
                    then.purpose, then.face, now.face
                ));
            }
            Some(now) => {
                if let (Some(then_drawn), Some(now_drawn)) = (&then.drawn, &now.drawn)
                    && !then_drawn.agrees_with(now_drawn)
                {
                    return Some(format!(
                        "the die for `{}` was drawn in another way than the record says",
                        then.purpose
                    ));
                }
            }
        }
    }
    now.next().map(|extra| {
        format!("the rules ask for a die for `{}` that the record does not have", extra.purpose)
    })
}

pub(crate) fn edition_of<G: Rules>(record: &Record) -> Edition {
    record.files.iter().fold(G::house(), |edition, (path, text)| edition.with(path, text))
}

fn other_rules<G: Rules>(record: &Record, edition: &Edition) -> Option<String> {
    if record.rules != G::RULES_VERSION {
        return Some(format!(
            "played under rules version {}, ours is {}",
            record.rules,
            G::RULES_VERSION
        ));
    }
    let ours = edition.digest();
    (record.edition != ours)
        .then(|| format!("played with edition {}, ours is {ours}", record.edition))
}
