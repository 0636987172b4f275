//! Rules are shown, not only claimed: what a game brings so that its ledger can be checked.

use crate::catalogue::Setup;
use crate::dice::Dice;
use crate::edition::Edition;
use crate::game::Game;
use crate::refusal::{RulePlace, SetupError};
use include_dir::Dir;
use serde::de::DeserializeOwned;

/// A game whose rules are shown by cases and tests.
///
/// ```
/// use connect_four::{ConnectFour, Given};
/// use serde::Deserialize;
/// use table::{Dice, Rules, Seed, Setup, Shown};
///
/// let given = Given::deserialize(toml::toml! { dropped = "4435" }).unwrap();
/// let mut dice = Dice::seeded(Seed::from_number(7));
/// let setup = Setup::new("plain", 2);
/// let (game, position) = ConnectFour::arrange(&ConnectFour::house(), &setup, given, &mut dice)?;
/// assert_eq!(game.status(&position).first(), Some(table::Seat(0)));
/// # Ok::<(), table::SetupError>(())
/// ```
pub trait Shown: Game {
    /// The `[given]` part of a rule case: a position, sparse; what is not said is as the scenario
    /// starts. Unknown fields must be refused.
    type Given: DeserializeOwned;

    /// Ledger, lessons, cases, tests and code as they stand in the game's folder: [`exhibits!`](crate::exhibits).
    fn exhibits() -> Exhibits;

    /// The game and the position that a case describes. It may change components too (an all-clear
    /// map, a single river hex), which is why it opens the game itself.
    fn arrange(
        edition: &Edition,
        setup: &Setup,
        given: Self::Given,
        dice: &mut Dice,
    ) -> Result<(Self, Self::Position), SetupError>;
}

/// What a game shows of itself, as it was embedded when the game was compiled.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{Ledger, Shown};
///
/// let exhibits = ConnectFour::exhibits();
/// let ledger = Ledger::parse(exhibits.ledger);
/// assert!(ledger.rules.iter().all(|rule| exhibits.code.iter().any(|place| place.rule == rule.id)));
/// assert!(!exhibits.cases().is_empty() && !exhibits.golden().is_empty());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Exhibits {
    /// The ledger: the game's `RULES.md`.
    pub ledger: &'static str,
    /// How to play it, in ten minutes: the game's `LEARN.md`. Its first paragraph introduces the game.
    /// A picture whose address is `scene?scenario=ID&seats=N&seed=N&steps=N&as=VIEWER` shows the
    /// board after so many decisions of bots.
    pub lesson: &'static str,
    /// A picture that makes one want to play it: the game's `illustration.svg`, 600 by 400, without scripts
    /// and without anything fetched from elsewhere; empty if nobody has drawn it yet.
    pub illustration: &'static str,
    /// The folder of rule cases.
    pub cases: &'static Dir<'static>,
    /// The folder of lessons.
    pub lessons: &'static Dir<'static>,
    /// The folder of tests.
    pub tests: &'static Dir<'static>,
    /// Sources elsewhere that hold tests too: path and text.
    pub more_tests: &'static [(&'static str, &'static str)],
    /// Where each rule is named beside the code or the data that carries it: `PLACES`, which
    /// [`rule_ids!`](crate::rule_ids) makes.
    pub code: &'static [RulePlace],
}

impl Exhibits {
    /// The rule cases that come with the game: file name and text.
    pub fn cases(&self) -> Vec<(&'static str, &'static str)> {
        texts(self.cases, ".toml")
    }

    /// The lessons that come with the game: file name and text.
    pub fn lessons(&self) -> Vec<(&'static str, &'static str)> {
        texts(self.lessons, ".toml")
    }

    /// The sources of the game's tests: file name and text. A comment `// rules: ID, ID` right above
    /// a `#[test]` says which rules the test shows.
    pub fn tests(&self) -> Vec<(&'static str, &'static str)> {
        let mut tests = texts(self.tests, ".rs");
        tests.extend(self.more_tests);
        tests
    }

    /// The golden games (`tests/golden/*.owr`): file name and record.
    pub fn golden(&self) -> Vec<(&'static str, &'static str)> {
        texts(self.tests, ".owr")
    }
}

/// Embeds what a game shows of itself ([`Exhibits`]) from the folder of its crate: `RULES.md`, `LEARN.md`,
/// `illustration.svg`, `cases/`, `lessons/`, `tests/` and the places where rules are named. Tests that stand beside the code are named
/// by their paths, seen from the crate.
///
/// ```text
/// impl Shown for MyGame {
///     fn exhibits() -> Exhibits {
///         table::exhibits!(crate::rule::PLACES, "src/land/mod.rs")
///     }
///     // …
/// }
/// ```
#[macro_export]
macro_rules! exhibits {
    ($code:expr $(, $more:literal)*) => {{
        use $crate::include_dir;
        static CASES: include_dir::Dir<'static> =
            include_dir::include_dir!("$CARGO_MANIFEST_DIR/cases");
        static LESSONS: include_dir::Dir<'static> =
            include_dir::include_dir!("$CARGO_MANIFEST_DIR/lessons");
        static TESTS: include_dir::Dir<'static> =
            include_dir::include_dir!("$CARGO_MANIFEST_DIR/tests");
        $crate::Exhibits {
            ledger: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/RULES.md")),
            lesson: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/LEARN.md")),
            illustration: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/illustration.svg")),
            cases: &CASES,
            lessons: &LESSONS,
            tests: &TESTS,
            more_tests: &[$(
                ($more, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $more)))
            ),*],
            code: $code,
        }
    }};
}

/// The texts of an embedded folder and its inner folders that have this ending, by file name.
pub fn texts(folder: &'static Dir<'static>, ending: &str) -> Vec<(&'static str, &'static str)> {
    let mut found: Vec<_> = folder
        .files()
        .filter_map(|file| Some((file.path().to_str()?, file.contents_utf8()?)))
        .filter(|(path, _)| path.ends_with(ending))
        .collect();
    found.extend(folder.dirs().flat_map(|inner| texts(inner, ending)));
    found.sort_unstable();
    found
}

/// A game that the conformance suite can hold to its promises.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{Conformant, Dice, Log, Rules, Seat, Seed, Setup};
///
/// let game = ConnectFour::open(&ConnectFour::house(), &Setup::new("plain", 2))?;
/// let mut dice = Dice::seeded(Seed::from_number(7));
/// let position = game.start(&mut dice, &mut Log::quiet());
/// let mut probes = Vec::new();
/// game.probes(&position, Seat(0), &mut dice, &mut probes);
/// assert_eq!((game.bound(), probes.len()), (42, 7));
/// assert_eq!(game.conserved(&position)[0].1, 0);
/// # Ok::<(), table::SetupError>(())
/// ```
pub trait Conformant: Shown {
    /// No game of this set-up takes more decisions than this.
    fn bound(&self) -> usize;

    /// Whether [`legal`](crate::Rules::legal) lists every action that [`check`](crate::Rules::check) accepts. False
    /// only where choices are continuous.
    fn complete(&self) -> bool {
        true
    }

    /// Adds actions to try on generator and judge: legal ones and illegal ones, as many kinds as
    /// there are; all of them, where they can be counted.
    fn probes(
        &self,
        position: &Self::Position,
        seat: crate::Seat,
        dice: &mut Dice,
        out: &mut Vec<Self::Action>,
    );

    /// Whether decisions that several seats owe now stay secret until all are in.
    fn secret(&self, _position: &Self::Position) -> bool {
        true
    }

    /// Sums that never change during a game: counters, tokens, animals.
    fn conserved(&self, position: &Self::Position) -> Vec<(&'static str, i64)>;

    /// What cannot be in this position, if anything: one card in two places, two pieces where there is
    /// room for one. True positions and samples are held to it alike.
    fn impossible(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// Options that neither random play nor golden games show to be read, or that cannot be chosen
    /// alone: by `key`, or for one value by `key=value`, each with the reason. All others make a
    /// difference in some game of some scenario.
    fn unshown_options() -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }
}
