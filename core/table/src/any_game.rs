//! An object-safe face, so that programs can hold any game without knowing which.

use crate::bot::{Bot, Sight};
use crate::case::{Case, Claims, Expected, Verdict};
use crate::catalogue::{Catalogue, Setup};
use crate::dice::{Dice, Seed};
use crate::edition::Edition;
use crate::lesson::{self, Guided, Lesson};
use crate::log::Log;
use crate::matches::{Divergence, Match, digest, edition_of};
use crate::record::{Record, Step};
use crate::refusal::{Misread, Refusal, RulePlace, SetupError, unknown};
use crate::seat::{Seat, Viewer};
use crate::shown::Shown;
use crate::speech::StoryLine;
use crate::status::{Outcome, Reckoning, Status};
use crate::wording::readable;
use ledger::Ledger;
use serde::Serialize;
use serde_json::{Value, json};
use stage::{Block, Choice, Scene, Sketch, Target};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A line of a match's story.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{AnyGame, GameBox, Seat, Seed, Setup, Viewer};
///
/// let game = GameBox::<ConnectFour>::new();
/// let mut play = game.start(game.house(), &Setup::new("plain", 2), Seed::from_number(7))?;
/// play.act(Seat(0), "4").unwrap();
/// let line = &play.log(Viewer::Table, 0)[0];
/// assert_eq!(line.text, "Player 1 drops a disc into column 4.");
/// assert_eq!((line.step, &line.rules[..]), (1, &["CF-DROP-01"][..]));
/// # Ok::<(), table::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LogLine {
    /// The step at which it happened.
    pub step: usize,
    /// The line.
    pub text: String,
    /// The rule behind it, then those of the factors that it names, in the order of the words.
    pub rules: Vec<&'static str>,
}

impl LogLine {
    /// A line of the story that was told at a step; `None` if it says nothing. What players wrote into it is told as
    /// others may read it, whoever let it in.
    pub fn told(step: usize, told: StoryLine) -> Option<LogLine> {
        let rules = told.rules.into_iter().map(|rule| rule.0).collect();
        let plain = told.text.bytes().all(|byte| matches!(byte, b'\n' | b' '..=b'~'));
        let text = if plain { told.text } else { readable(&told.text) };
        (!text.is_empty()).then_some(LogLine { step, text, rules })
    }
}

/// Why a line from a player was not carried out.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{AnyGame, GameBox, NotDone, Seat, Seed, Setup};
///
/// let game = GameBox::<ConnectFour>::new();
/// let mut play = game.start(game.house(), &Setup::new("plain", 2), Seed::from_number(7))?;
/// assert!(matches!(play.act(Seat(0), "xyzzy"), Err(NotDone::Misread(_))));
/// assert!(matches!(play.act(Seat(1), "4"), Err(NotDone::NotNow(_))));
/// for seat in [0, 1, 0, 1, 0, 1] {
///     play.act(Seat(seat), "4").unwrap();
/// }
/// let refused = play.act(Seat(0), "4").unwrap_err();
/// assert!(matches!(&refused, NotDone::Refused(why) if why.rule.0 == "CF-DROP-02"));
/// # Ok::<(), table::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NotDone {
    /// It is no action of this game.
    Misread(Misread),
    /// The rules do not allow it now.
    Refused(Refusal),
    /// The seat need not decide now, or the game is over.
    NotNow(String),
    /// A lesson goes another way: what it says to that.
    Advice(String),
}

impl fmt::Display for NotDone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotDone::Misread(misread) => misread.fmt(f),
            NotDone::Refused(refusal) => write!(f, "{refusal} ({})", refusal.rule),
            NotDone::NotNow(why) | NotDone::Advice(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for NotDone {}

/// A bot as offered.
///
/// ```
/// use connect_four::{ConnectFour, bots::Greedy};
/// use table::{AnyGame, GameBox};
///
/// let game = GameBox::<ConnectFour>::new().bot("greedy", "likes the middle", || Box::new(Greedy));
/// assert_eq!((game.bots()[0].name, game.usual_bot()), ("greedy", "greedy"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BotInfo {
    /// Its name in a list of seats.
    pub name: &'static str,
    /// How it plays, in a sentence.
    pub about: &'static str,
}

/// A record played again, behind the face.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{AnyGame, GameBox, Seat, Seed, Setup};
///
/// let game = GameBox::<ConnectFour>::new();
/// let mut play = game.start(game.house(), &Setup::new("plain", 2), Seed::from_number(7))?;
/// play.act(Seat(0), "4").unwrap();
/// let again = game.replay(&play.record(true), usize::MAX)?;
/// assert!(again.divergence.is_none() && again.other_rules.is_none());
/// assert_eq!(again.game.digest(), play.digest());
/// # Ok::<(), table::SetupError>(())
/// ```
pub struct AnyReplay {
    /// The match as far as it could be followed.
    pub game: Box<dyn AnyMatch>,
    /// Where it could not be followed, if so.
    pub divergence: Option<Divergence>,
    /// In what the record's rules or edition differ from ours, if they do.
    pub other_rules: Option<String>,
}

/// A game in its box: what programs hold before a match starts.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{AnyGame, GameBox};
///
/// let game: Box<dyn AnyGame> = Box::new(GameBox::<ConnectFour>::new());
/// let catalogue = game.catalogue(&game.house())?;
/// assert_eq!((game.id(), catalogue.scenarios[0].id.as_str()), ("connect-four", "plain"));
/// # Ok::<(), table::SetupError>(())
/// ```
pub trait AnyGame: Send + Sync {
    /// The game's id.
    fn id(&self) -> &'static str;
    /// The version of its rules, which rises whenever a recorded game could go on differently.
    fn rules_version(&self) -> u32;
    /// The edition that is built in.
    fn house(&self) -> Edition;
    /// What an edition offers.
    fn catalogue(&self, edition: &Edition) -> Result<Catalogue, SetupError>;
    /// The bots that play it.
    fn bots(&self) -> Vec<BotInfo>;
    /// The bot that sits down where nobody said who should: `greedy`, or the first that looks ahead.
    fn usual_bot(&self) -> &'static str {
        let bots = self.bots();
        let offered = |name: &&str| bots.iter().any(|bot| bot.name == *name);
        ["greedy", "search:fast"].into_iter().find(offered).unwrap_or("random")
    }
    /// Starts a match.
    fn start(
        &self,
        edition: Edition,
        setup: &Setup,
        seed: Seed,
    ) -> Result<Box<dyn AnyMatch>, SetupError>;
    /// Goes on with a recorded game from a [`snapshot`](AnyMatch::snapshot) of its last position, without playing it
    /// again: for games that older rules began. Its story begins anew.
    fn resume(
        &self,
        record: &Record,
        seed: Seed,
        snapshot: &[u8],
    ) -> Result<Box<dyn AnyMatch>, SetupError>;
    /// Plays a record again, as far as `last` steps.
    fn replay(&self, record: &Record, last: usize) -> Result<AnyReplay, SetupError>;
    /// The ledger of its rules.
    fn ledger(&self) -> Ledger;
    /// How to play it, in ten minutes, as Markdown; empty if nobody has written it yet.
    fn learn(&self) -> String;
    /// A picture that makes one want to play it, as SVG; empty if nobody has drawn it yet.
    fn illustration(&self) -> &'static str {
        ""
    }
    /// The rule cases that come with it: file name and text.
    fn cases(&self) -> Vec<(&'static str, &'static str)>;
    /// The sources of its tests: file name and text.
    fn tests(&self) -> Vec<(&'static str, &'static str)>;
    /// Where each rule is named beside what carries it.
    fn code(&self) -> &'static [RulePlace];
    /// Runs a rule case by an edition.
    fn judge(&self, case: &Case, edition: &Edition) -> Verdict;
    /// The lessons that come with it: file name and text.
    fn lessons(&self) -> Vec<(&'static str, &'static str)>;
    /// Begins a lesson. Players are called by these names; if there are none, as the lesson calls them.
    /// The seed is that of the dice where play is free.
    fn teach(
        &self,
        lesson: &Lesson,
        edition: &Edition,
        names: &[String],
        seed: Seed,
    ) -> Result<Box<dyn AnyMatch>, SetupError>;
    /// Plays a lesson in every way that it knows and holds it to what it claims.
    fn check_lesson(&self, lesson: &Lesson, edition: &Edition) -> Verdict;
}

/// A match of any game.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{AnyGame, GameBox, Seat, Seed, Setup};
///
/// let game = GameBox::<ConnectFour>::new();
/// let mut play = game.start(game.house(), &Setup::new("plain", 2), Seed::from_number(7))?;
/// assert_eq!(play.act(Seat(0), "4").unwrap(), "drop 4");
/// assert!(play.can_undo(Seat(0)) && play.undo(Seat(0)).is_some() && play.is_empty());
/// while let Some(seat) = play.status().first() {
///     let line = play.legal(seat)[0].clone();
///     play.act(seat, &line).unwrap();
/// }
/// assert!(play.endings().contains(&play.status().outcome().unwrap().reason.as_str()));
/// # Ok::<(), table::SetupError>(())
/// ```
pub trait AnyMatch: Send + Sync {
    /// The game's id.
    fn id(&self) -> &'static str;
    /// The set-up.
    fn setup(&self) -> &Setup;
    /// Who must decide, or how the game ended.
    fn status(&self) -> Status;
    /// How the game ended, in a sentence or two; empty while it runs.
    fn conclusion(&self) -> String;
    /// What decided a game that is over, in parts; none while it runs, or where there is nothing to count.
    fn reckoning(&self) -> Option<Reckoning> {
        None
    }
    /// Every way in which a game of this set-up can end: the reasons of outcomes.
    fn endings(&self) -> Vec<&'static str>;
    /// Decisions taken so far.
    fn len(&self) -> usize;
    /// Whether nobody has decided anything yet.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The seat's legal actions in notation.
    fn legal(&self, seat: Seat) -> Vec<String>;
    /// The seat's legal actions in notation and as data.
    fn structured(&self, seat: Seat) -> Vec<(String, Value)> {
        let pair = |line: String| (line.clone(), json!({ "notation": line }));
        self.legal(seat).into_iter().map(pair).collect()
    }
    /// The notation of an action that is given as data, or as a line under `notation`, allowed now or not.
    fn written(&self, _seat: Seat, action: &Value) -> Result<String, Misread> {
        let line = action.get("notation").and_then(Value::as_str).map(str::to_string);
        line.ok_or_else(|| Misread::new(action.to_string(), "give a line under `notation`"))
    }
    /// The canonical notation of the action that a line says, if the seat may take it now.
    fn read(&self, seat: Seat, line: &str) -> Result<String, NotDone>;
    /// Whether a line is an action of the game, allowed now or not.
    fn understands(&self, seat: Seat, line: &str) -> bool {
        !matches!(self.read(seat, line), Err(NotDone::Misread(_)))
    }
    /// Whether a line, if the seat may say it now, ends the seat's own game: people are asked again before it is
    /// carried out, be it offered or not.
    fn gives_up(&self, seat: Seat, line: &str) -> bool {
        let grave = |choice: &Choice| choice.grave && choice.notation == line;
        self.scene(Viewer::Seat(seat)).prompt.is_some_and(|it| it.choices.iter().any(grave))
    }
    /// Whether a line, if the seat may say it now, tells others something in the player's own words.
    fn is_own_words(&self, _seat: Seat, _line: &str) -> bool {
        false
    }
    /// The digest of the position to which the action that a line says leads, if the seat may take it now
    /// and no die falls in it.
    fn digest_after(&self, seat: Seat, line: &str) -> Option<String>;
    /// Takes the action that a line says; gives back its canonical notation.
    fn act(&mut self, seat: Seat, line: &str) -> Result<String, NotDone>;
    /// Takes the action that a line says with dice that are handed in, and leaves in them what did not
    /// fall.
    fn act_loaded(&mut self, seat: Seat, line: &str, dice: &mut Dice) -> Result<String, NotDone>;
    /// What is not as expected, events being looked for from a step on.
    fn unmet(&self, expected: &Expected, from: usize) -> Vec<String>;
    /// What a seat that must decide does when nobody answers.
    fn lapse(&self, seat: Seat) -> Option<String>;
    /// Whether the seat can take back its last decision.
    fn can_undo(&self, seat: Seat) -> bool;
    /// Whether the seat can take back its last decision as far as it can know: what another does in secret changes
    /// nothing here, even where [`undo`](AnyMatch::undo) then refuses.
    fn offers_undo(&self, seat: Seat) -> bool {
        self.can_undo(seat)
    }
    /// Takes back the seat's last decision; gives the number that its step had, or nothing if it cannot be.
    /// Steps that others took since, unknown to the seat, move up by one.
    fn undo(&mut self, seat: Seat) -> Option<usize>;
    /// What the viewer may know, as JSON.
    fn view(&self, viewer: Viewer) -> Value;
    /// What the viewer sees.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// What the action that a line says would do, if the seat may take it now: its canonical
    /// notation, and a sketch.
    fn preview(&self, seat: Seat, line: &str) -> Result<(String, Sketch), NotDone>;
    /// What lies between two things on the board, or about one; where the game has nothing to say,
    /// the distance.
    fn measure(&self, viewer: Viewer, from: &Target, to: Option<&Target>) -> Option<Sketch>;
    /// Whether a ruler is of use to the viewer: the ground has distances, or the game tells something of
    /// one of the pieces.
    fn measures(&self, viewer: Viewer) -> bool {
        let scene = self.scene(viewer);
        let mut pieces = scene.pieces.iter().map(|piece| Target::Piece(piece.id.clone()));
        stage::ruler::has_distances(&scene.ground)
            || pieces.any(|piece| self.measure(viewer, &piece, None).is_some())
    }
    /// The story as far as the viewer may know it, from a step on.
    fn log(&self, viewer: Viewer, from: usize) -> Vec<LogLine>;
    /// The steps that the viewer knows to have been taken. Of a game that is on, nobody is told the numbers of
    /// steps themselves: they would tell how much another has written in secret.
    fn known_steps(&self, _viewer: Viewer) -> Vec<usize> {
        (1..=self.len()).collect()
    }
    /// The chapters of the story: the step at which each begins, and its title.
    fn chapters(&self, viewer: Viewer) -> Vec<(usize, String)>;
    /// The report of what happened from a step until now, as far as the viewer may know.
    fn report(&self, viewer: Viewer, from: usize) -> Vec<Block>;
    /// The dice that the viewer saw fall at a step: purpose and face.
    fn dice(&self, viewer: Viewer, step: usize) -> Vec<(String, u32)>;
    /// A digest of the position as it stands.
    fn digest(&self) -> String;
    /// The position as bytes, with which the game can go on under newer rules; none if it cannot, as a lesson.
    fn snapshot(&self) -> Vec<u8> {
        Vec::new()
    }
    /// The position as bytes, as far as a viewer may know it: a referee knows it as it is, and what is hidden from a seat
    /// is made up anew with these dice. None for the public, and where a game cannot go on from a position, as a lesson.
    fn imagined(&self, _viewer: Viewer, _dice: &mut Dice) -> Option<Vec<u8>> {
        None
    }
    /// How the game would end if a bot played all seats from here on, within so many decisions; the match stays as it is.
    /// None if it does not end within them, or there is no such bot.
    fn play_out(&self, _bot: &str, _most: usize, _dice: &mut Dice) -> Option<Outcome> {
        None
    }
    /// The record so far, with the seed if `reveal` says so.
    fn record(&self, reveal: bool) -> Record;
    /// A step as records have it; the start is step 0.
    fn recorded(&self, number: usize) -> Option<Step> {
        self.record(true).steps.into_iter().nth(number)
    }
    /// Whether one seat can be shown something that another may not know. In doubt it is so.
    fn hides(&self, _shown_to: Seat, _from: Seat) -> bool {
        true
    }
    /// What was published before the game.
    fn commitment(&self) -> String;
    /// What a bot would do in the seat's place, to be thought out apart from the match: that can go on meanwhile.
    fn thought(&self, seat: Seat, bot: &str) -> Result<Thought, NotDone>;
    /// What a bot would do in the seat's place, in notation; it has dice of its own.
    fn choose(&self, seat: Seat, bot: &str, dice: &mut Dice) -> Result<String, NotDone> {
        self.thought(seat, bot)?(dice)
    }
    /// Lets a bot take the seat's decision, with dice of its own; gives back the action's notation.
    fn ask(&mut self, seat: Seat, bot: &str, dice: &mut Dice) -> Result<String, NotDone>;
}

/// A decision that a bot has yet to think out, with all that it may know: gives the action's notation. The dice are the
/// bot's own.
pub type Thought = Box<dyn FnOnce(&mut Dice) -> Result<String, NotDone> + Send>;

/// How a bot is made.
pub type MakeBot<G> = Arc<dyn Fn() -> Box<dyn Bot<G>> + Send + Sync>;

/// A game with the bots that play it: what stands on a program's shelf.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{AnyGame, GameBox, Seat, Seed, Setup};
///
/// let game = GameBox::<ConnectFour>::new();
/// let mut play = game.start(game.house(), &Setup::new("plain", 2), Seed::from_number(7))?;
/// assert_eq!(play.legal(Seat(0)).len(), 7);
/// play.act(Seat(0), "4").unwrap();
/// let refused = play.act(Seat(1), "xyzzy").unwrap_err();
/// assert!(refused.to_string().contains("xyzzy"));
/// # Ok::<(), table::SetupError>(())
/// ```
pub struct GameBox<G: Shown> {
    bots: Arc<Vec<(BotInfo, MakeBot<G>)>>,
    opened: Mutex<Vec<Opened<G>>>,
}

/// A game that was opened before: matches of the same set-up share it, whoever plays them.
struct Opened<G> {
    edition: Edition,
    setup: Setup,
    game: Arc<G>,
}

/// How many opened games a box remembers.
const REMEMBERED: usize = 32;

impl<G: Shown> GameBox<G> {
    /// A game without bots.
    pub fn new() -> GameBox<G> {
        GameBox { bots: Arc::default(), opened: Mutex::default() }
    }

    /// The same with one more bot.
    pub fn bot(
        mut self,
        name: &'static str,
        about: &'static str,
        make: impl Fn() -> Box<dyn Bot<G>> + Send + Sync + 'static,
    ) -> GameBox<G> {
        Arc::make_mut(&mut self.bots).push((BotInfo { name, about }, Arc::new(make)));
        self
    }

    /// The game of this set-up, sharing what was worked out when it was first opened.
    fn open(&self, edition: &Edition, setup: &Setup) -> Result<Arc<G>, SetupError> {
        let setup = setup.for_rules::<G>();
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let known = opened
            .iter()
            .find(|known| known.setup == setup && known.edition.shares(edition))
            .map(|known| known.game.clone());
        if let Some(game) = known {
            return Ok(game);
        }
        let game = Arc::new(G::open(edition, &setup)?);
        if opened.len() >= REMEMBERED {
            opened.remove(0);
        }
        opened.push(Opened { edition: edition.clone(), setup, game: game.clone() });
        Ok(game)
    }
}

impl<G: Shown> GameBox<G> {
    fn guided(
        &self,
        lesson: &Arc<Lesson>,
        edition: &Edition,
        names: &[String],
        seed: Seed,
    ) -> Result<Guided, SetupError> {
        let (bots, edition, names) = (self.bots.clone(), edition.clone(), names.to_vec());
        let begun = lesson.clone();
        let begin = move || -> Result<Box<dyn AnyMatch>, SetupError> {
            let game = begun.begin::<G>(&edition, &names, seed)?;
            Ok(Box::new(HeldMatch { game, bots: bots.clone() }))
        };
        Guided::new(lesson.clone(), Arc::new(begin))
    }
}

impl<G: Shown> Default for GameBox<G> {
    fn default() -> GameBox<G> {
        GameBox::new()
    }
}

impl<G: Shown> AnyGame for GameBox<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn rules_version(&self) -> u32 {
        G::RULES_VERSION
    }

    fn house(&self) -> Edition {
        G::house()
    }

    fn catalogue(&self, edition: &Edition) -> Result<Catalogue, SetupError> {
        G::catalogue(edition)
    }

    fn bots(&self) -> Vec<BotInfo> {
        self.bots.iter().map(|(info, _)| info.clone()).collect()
    }

    fn start(
        &self,
        edition: Edition,
        setup: &Setup,
        seed: Seed,
    ) -> Result<Box<dyn AnyMatch>, SetupError> {
        let game = Match::of(self.open(&edition, setup)?, edition, setup.clone(), seed);
        Ok(Box::new(HeldMatch { game, bots: self.bots.clone() }))
    }

    fn resume(
        &self,
        record: &Record,
        seed: Seed,
        snapshot: &[u8],
    ) -> Result<Box<dyn AnyMatch>, SetupError> {
        let edition = edition_of::<G>(record);
        let open = self.open(&edition, &record.setup)?;
        let game = Match::resume_open(open, edition, record, seed, snapshot)?;
        Ok(Box::new(HeldMatch { game, bots: self.bots.clone() }))
    }

    fn replay(&self, record: &Record, last: usize) -> Result<AnyReplay, SetupError> {
        let replay = Match::<G>::replay_to(record, last)?;
        Ok(AnyReplay {
            game: Box::new(HeldMatch { game: replay.game, bots: self.bots.clone() }),
            divergence: replay.divergence,
            other_rules: replay.other_rules,
        })
    }

    fn ledger(&self) -> Ledger {
        Ledger::parse(G::exhibits().ledger)
    }

    fn learn(&self) -> String {
        crate::learn::readable(G::exhibits().lesson)
    }

    fn illustration(&self) -> &'static str {
        G::exhibits().illustration
    }

    fn cases(&self) -> Vec<(&'static str, &'static str)> {
        G::exhibits().cases()
    }

    fn tests(&self) -> Vec<(&'static str, &'static str)> {
        G::exhibits().tests()
    }

    fn code(&self) -> &'static [RulePlace] {
        G::exhibits().code
    }

    fn judge(&self, case: &Case, edition: &Edition) -> Verdict {
        crate::case::judge_under::<G>(case, edition)
    }

    fn lessons(&self) -> Vec<(&'static str, &'static str)> {
        G::exhibits().lessons()
    }

    fn teach(
        &self,
        lesson: &Lesson,
        edition: &Edition,
        names: &[String],
        seed: Seed,
    ) -> Result<Box<dyn AnyMatch>, SetupError> {
        Ok(Box::new(self.guided(&Arc::new(lesson.clone()), edition, names, seed)?))
    }

    fn check_lesson(&self, lesson: &Lesson, edition: &Edition) -> Verdict {
        let lesson = Arc::new(lesson.clone());
        let start = |seed| self.guided(&lesson, edition, &[], seed);
        let bot = (!self.bots.is_empty()).then(|| self.usual_bot());
        lesson::check(&lesson, G::exhibits().ledger, bot, &start)
    }
}

struct HeldMatch<G: Shown> {
    game: Match<G>,
    bots: Arc<Vec<(BotInfo, MakeBot<G>)>>,
}

impl<G: Shown> HeldMatch<G> {
    fn owes_decision(&self, seat: Seat) -> Result<(), NotDone> {
        match self.game.status() {
            Status::Over(_) => Err(NotDone::NotNow("The game is over.".into())),
            Status::Deciding(seats) if seats.has(seat) => Ok(()),
            Status::Deciding(seats) => {
                let names = self.game.names().listed(seats.iter());
                Err(NotDone::NotNow(format!("It is not your turn: waiting for {names}.")))
            }
        }
    }
}

impl<G: Shown> HeldMatch<G> {
    /// The action that a line says, if the seat may take it now.
    fn allowed(&self, seat: Seat, line: &str) -> Result<G::Action, NotDone> {
        self.owes_decision(seat)?;
        let (game, position) = (self.game.game(), self.game.position());
        let action = game.parse(position, seat, line).map_err(NotDone::Misread)?;
        game.check(position, seat, &action)
            .map_err(|refused| NotDone::Refused(Refusal::of(&refused)))?;
        Ok(action)
    }
}

impl<G: Shown> AnyMatch for HeldMatch<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn setup(&self) -> &Setup {
        self.game.setup()
    }

    fn status(&self) -> Status {
        self.game.status()
    }

    fn conclusion(&self) -> String {
        match self.game.status() {
            Status::Over(outcome) => {
                let (game, position) = (self.game.game(), self.game.position());
                game.conclusion(position, &outcome, self.game.names())
            }
            Status::Deciding(_) => String::new(),
        }
    }

    fn reckoning(&self) -> Option<Reckoning> {
        let status = self.game.status();
        self.game.game().reckoning(self.game.position(), status.outcome()?)
    }

    fn endings(&self) -> Vec<&'static str> {
        self.game.game().endings()
    }

    fn len(&self) -> usize {
        self.game.len()
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.game().legal(self.game.position(), seat, &mut actions);
        actions.iter().map(|action| self.game.game().notation(action)).collect()
    }

    fn structured(&self, seat: Seat) -> Vec<(String, Value)> {
        let (game, mut actions) = (self.game.game(), Vec::new());
        game.legal(self.game.position(), seat, &mut actions);
        actions.iter().map(|action| (game.notation(action), game.structure(action))).collect()
    }

    fn written(&self, seat: Seat, action: &Value) -> Result<String, Misread> {
        let (game, position) = (self.game.game(), self.game.position());
        let action = match action.get("notation").and_then(Value::as_str) {
            Some(line) => game.parse(position, seat, line),
            None => game.read_structure(position, seat, action),
        };
        Ok(game.notation(&action?))
    }

    fn read(&self, seat: Seat, line: &str) -> Result<String, NotDone> {
        let action = self.allowed(seat, line)?;
        Ok(self.game.game().notation(&action))
    }

    fn understands(&self, seat: Seat, line: &str) -> bool {
        self.game.game().parse(self.game.position(), seat, line).is_ok()
    }

    fn digest_after(&self, seat: Seat, line: &str) -> Option<String> {
        let action = self.allowed(seat, line).ok()?;
        let mut position = self.game.position().clone();
        let mut dice = Dice::loaded(Vec::new());
        self.game.game().apply(&mut position, seat, &action, &mut dice, &mut Log::quiet());
        dice.fault().is_none().then(|| digest(&position))
    }

    fn act_loaded(&mut self, seat: Seat, line: &str, dice: &mut Dice) -> Result<String, NotDone> {
        let action = self.allowed(seat, line)?;
        let loaded = std::mem::replace(dice, Dice::loaded(Vec::new()));
        *dice = self
            .game
            .act_with(seat, &action, loaded)
            .map_err(|refused| NotDone::Refused(Refusal::of(&refused)))?;
        Ok(self.game.game().notation(&action))
    }

    fn unmet(&self, expected: &Expected, from: usize) -> Vec<String> {
        let seen = |viewer| self.game.log(viewer, from).map(|(_, event)| event).collect();
        Claims::new(self.game.game(), self.game.position(), Box::new(seen)).unmet(expected)
    }

    fn act(&mut self, seat: Seat, line: &str) -> Result<String, NotDone> {
        self.owes_decision(seat)?;
        let action =
            self.game.game().parse(self.game.position(), seat, line).map_err(NotDone::Misread)?;
        self.game.act(seat, &action).map_err(|refused| NotDone::Refused(Refusal::of(&refused)))?;
        Ok(self.game.game().notation(&action))
    }

    fn lapse(&self, seat: Seat) -> Option<String> {
        self.game.status().awaits(seat).then(|| {
            let game = self.game.game();
            game.notation(&game.lapse(self.game.position(), seat))
        })
    }

    fn can_undo(&self, seat: Seat) -> bool {
        self.game.can_undo(seat)
    }

    fn offers_undo(&self, seat: Seat) -> bool {
        self.game.offers_undo(seat)
    }

    fn undo(&mut self, seat: Seat) -> Option<usize> {
        self.game.undo(seat)
    }

    fn view(&self, viewer: Viewer) -> Value {
        let view = self.game.game().view(self.game.position(), viewer);
        serde_json::to_value(view).unwrap_or_default()
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        let game = self.game.game();
        let mut choices = Vec::new();
        if let Some(seat) = viewer.seat() {
            game.legal(self.game.position(), seat, &mut choices);
        }
        let view = game.view(self.game.position(), viewer);
        let mut scene = game.scene(&view, viewer, &choices, self.game.names());
        if let (Some(prompt), Some(seat)) = (&mut scene.prompt, viewer.seat()) {
            prompt.ahead = game.ahead(self.game.position(), seat);
        }
        scene
    }

    fn gives_up(&self, seat: Seat, line: &str) -> bool {
        self.allowed(seat, line).is_ok_and(|action| self.game.game().gives_up(&action))
    }

    fn is_own_words(&self, seat: Seat, line: &str) -> bool {
        self.allowed(seat, line).is_ok_and(|action| self.game.game().is_own_words(&action))
    }

    fn preview(&self, seat: Seat, line: &str) -> Result<(String, Sketch), NotDone> {
        let action = self.allowed(seat, line)?;
        let (game, position) = (self.game.game(), self.game.position());
        Ok((game.notation(&action), game.preview(position, seat, &action)))
    }

    fn measure(&self, viewer: Viewer, from: &Target, to: Option<&Target>) -> Option<Sketch> {
        let (game, position) = (self.game.game(), self.game.position());
        game.gauge(position, viewer, from, to).or_else(|| {
            let to = to?;
            let view = game.view(position, viewer);
            let scene = game.scene(&view, viewer, &[], self.game.names());
            stage::ruler::distance(&scene, from, to)
        })
    }

    fn log(&self, viewer: Viewer, from: usize) -> Vec<LogLine> {
        self.game
            .log(viewer, from)
            .filter_map(|(step, event)| {
                LogLine::told(step, self.game.game().narrate(event, self.game.names()))
            })
            .collect()
    }

    fn known_steps(&self, viewer: Viewer) -> Vec<usize> {
        self.game.known_steps(viewer)
    }

    fn chapters(&self, viewer: Viewer) -> Vec<(usize, String)> {
        self.game
            .log(viewer, 0)
            .filter_map(|(step, event)| Some((step, self.game.game().chapter(event)?)))
            .collect()
    }

    fn report(&self, viewer: Viewer, from: usize) -> Vec<Block> {
        let game = self.game.game();
        let events: Vec<&G::Event> = self.game.log(viewer, from).map(|(_, event)| event).collect();
        let names = self.game.names();
        let mut blocks = game.report(self.game.position(), &events, names);
        if blocks.is_empty() {
            let told = events.iter().map(|event| game.narrate(event, names).text);
            blocks.extend(told.filter(|text| !text.is_empty()).map(Block::Text));
        }
        blocks
    }

    fn dice(&self, viewer: Viewer, step: usize) -> Vec<(String, u32)> {
        self.game.dice(viewer, step).map(|roll| (roll.purpose.to_string(), roll.face)).collect()
    }

    fn digest(&self) -> String {
        self.game.last_digest()
    }

    fn snapshot(&self) -> Vec<u8> {
        self.game.snapshot()
    }

    fn imagined(&self, viewer: Viewer, dice: &mut Dice) -> Option<Vec<u8>> {
        self.game.imagined(viewer, dice)
    }

    fn play_out(&self, bot: &str, most: usize, dice: &mut Dice) -> Option<Outcome> {
        let (_, make) = self.bots.iter().find(|(info, _)| info.name == bot)?;
        let (game, mut position) = (self.game.game(), self.game.position().clone());
        for _ in 0..=most {
            let seat = match game.status(&position) {
                Status::Over(outcome) => return Some(*outcome),
                Status::Deciding(seats) => seats.lowest()?,
            };
            let action = chosen(game, &position, seat, make, dice);
            game.apply(&mut position, seat, &action, dice, &mut Log::quiet());
        }
        None
    }

    fn record(&self, reveal: bool) -> Record {
        self.game.record(reveal)
    }

    fn recorded(&self, number: usize) -> Option<Step> {
        self.game.recorded(number)
    }

    fn hides(&self, shown_to: Seat, from: Seat) -> bool {
        self.game.hides(shown_to, from)
    }

    fn commitment(&self) -> String {
        self.game.commitment().to_string()
    }

    fn thought(&self, seat: Seat, bot: &str) -> Result<Thought, NotDone> {
        let make = self.bot_of(seat, bot)?.clone();
        let (game, position) = (self.game.shared_game(), self.game.position().clone());
        Ok(Box::new(move |dice| {
            Ok(game.notation(&chosen(game.as_ref(), &position, seat, &make, dice)))
        }))
    }

    fn ask(&mut self, seat: Seat, bot: &str, dice: &mut Dice) -> Result<String, NotDone> {
        let make = self.bot_of(seat, bot)?;
        let action = chosen(self.game.game(), self.game.position(), seat, make, dice);
        self.game.act(seat, &action).map_err(|refused| NotDone::Refused(Refusal::of(&refused)))?;
        Ok(self.game.game().notation(&action))
    }
}

impl<G: Shown> HeldMatch<G> {
    /// The bot of this name, for a seat that must decide.
    fn bot_of(&self, seat: Seat, bot: &str) -> Result<&MakeBot<G>, NotDone> {
        self.owes_decision(seat)?;
        let found = self.bots.iter().find(|(info, _)| info.name == bot);
        found.map(|(_, make)| make).ok_or_else(|| {
            let known = self.bots.iter().map(|(info, _)| info.name);
            NotDone::NotNow(unknown("bot", bot, known.collect::<Vec<_>>()))
        })
    }
}

/// What a bot does in the seat's place.
fn chosen<G: Shown>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    make: &MakeBot<G>,
    dice: &mut Dice,
) -> G::Action {
    let mut legal = Vec::new();
    game.legal(position, seat, &mut legal);
    if legal.is_empty() {
        legal.push(game.lapse(position, seat));
    }
    let chosen = make().choose(&Sight::new(game, position, seat), &legal, dice);
    legal.swap_remove(chosen.min(legal.len() - 1))
}
