//! Games of the house that begin in another way.

use shelf::Shelved;
use table::*;

/// How a game begins.
pub type Start = fn(&dyn AnyGame, Edition, &Setup, Seed) -> Result<Box<dyn AnyMatch>, SetupError>;

/// A game that begins in another way, and is itself in everything else.
struct Wrapped {
    game: Box<dyn AnyGame>,
    start: Start,
}

/// All games of the shelf, each beginning in this way.
pub fn wrapped(start: Start) -> Vec<Shelved> {
    let wrap = |shelved: Shelved| Shelved {
        game: Box::new(Wrapped { game: shelved.game, start }),
        ..shelved
    };
    shelf::shelf().into_iter().map(wrap).collect()
}

impl AnyGame for Wrapped {
    fn id(&self) -> &'static str {
        self.game.id()
    }
    fn rules_version(&self) -> u32 {
        self.game.rules_version()
    }
    fn house(&self) -> Edition {
        self.game.house()
    }
    fn catalogue(&self, edition: &Edition) -> Result<Catalogue, SetupError> {
        self.game.catalogue(edition)
    }
    fn bots(&self) -> Vec<BotInfo> {
        self.game.bots()
    }
    fn start(
        &self,
        edition: Edition,
        setup: &Setup,
        seed: Seed,
    ) -> Result<Box<dyn AnyMatch>, SetupError> {
        (self.start)(self.game.as_ref(), edition, setup, seed)
    }
    fn resume(
        &self,
        record: &Record,
        seed: Seed,
        snapshot: &[u8],
    ) -> Result<Box<dyn AnyMatch>, SetupError> {
        self.game.resume(record, seed, snapshot)
    }
    fn replay(&self, record: &Record, last: usize) -> Result<AnyReplay, SetupError> {
        self.game.replay(record, last)
    }
    fn ledger(&self) -> Ledger {
        self.game.ledger()
    }
    fn learn(&self) -> String {
        self.game.learn()
    }
    fn cases(&self) -> Vec<(&'static str, &'static str)> {
        self.game.cases()
    }
    fn tests(&self) -> Vec<(&'static str, &'static str)> {
        self.game.tests()
    }
    fn code(&self) -> &'static [RulePlace] {
        self.game.code()
    }
    fn judge(&self, case: &case::Case, edition: &Edition) -> case::Verdict {
        self.game.judge(case, edition)
    }
    fn lessons(&self) -> Vec<(&'static str, &'static str)> {
        self.game.lessons()
    }
    fn teach(
        &self,
        lesson: &Lesson,
        edition: &Edition,
        names: &[String],
        seed: Seed,
    ) -> Result<Box<dyn AnyMatch>, SetupError> {
        self.game.teach(lesson, edition, names, seed)
    }
    fn check_lesson(&self, lesson: &Lesson, edition: &Edition) -> case::Verdict {
        self.game.check_lesson(lesson, edition)
    }
}
