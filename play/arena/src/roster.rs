//! The bots that a game offers, by name, ready to be seated.

use bots::Random;
use std::sync::Arc;
use table::{Bot, BotInfo, GameBox, MakeBot, Rules, Shown};

/// The bots of one game.
///
/// ```
/// use arena::Roster;
/// use connect_four::ConnectFour;
///
/// let roster = Roster::<ConnectFour>::new().with("lucky", "as random as the other", || {
///     Box::new(bots::Random)
/// });
/// let names: Vec<&str> = roster.infos().iter().map(|info| info.name).collect();
/// assert_eq!(names, ["random", "lucky"]);
/// ```
#[derive(Clone)]
pub struct Roster<G: Rules> {
    bots: Vec<(BotInfo, MakeBot<G>)>,
}

/// Who decides for a seat in a contest. Random play is told apart, for it is what is counted in
/// millions.
pub(crate) enum Decider<G: Rules> {
    Random,
    Bot(Box<dyn Bot<G>>),
}

impl<G: Rules> Roster<G> {
    /// Only `random`, which plays every game.
    pub fn new() -> Roster<G> {
        let about = "takes any legal action, each as likely as the other";
        let info = BotInfo { name: "random", about };
        Roster { bots: vec![(info, Arc::new(|| Box::new(Random)))] }
    }

    /// The same with one more bot.
    pub fn with(
        mut self,
        name: &'static str,
        about: &'static str,
        make: impl Fn() -> Box<dyn Bot<G>> + Send + Sync + 'static,
    ) -> Roster<G> {
        self.bots.push((BotInfo { name, about }, Arc::new(make)));
        self
    }

    /// The game in its box, with these bots.
    pub fn boxed(&self) -> GameBox<G>
    where
        G: Shown,
    {
        self.bots.iter().fold(GameBox::new(), |game, (info, make)| {
            let make = make.clone();
            game.bot(info.name, info.about, move || make())
        })
    }

    /// What is offered.
    pub fn infos(&self) -> Vec<BotInfo> {
        self.bots.iter().map(|(info, _)| info.clone()).collect()
    }

    /// The name as offered, if it is.
    pub(crate) fn known(&self, name: &str) -> Option<&'static str> {
        self.bots.iter().map(|(info, _)| info.name).find(|known| known.eq_ignore_ascii_case(name))
    }

    pub(crate) fn seat(&self, name: &str) -> Decider<G> {
        match self.bots.iter().find(|(info, _)| info.name == name) {
            Some((info, make)) if info.name != "random" => Decider::Bot(make()),
            _ => Decider::Random,
        }
    }
}

impl<G: Rules> Default for Roster<G> {
    fn default() -> Roster<G> {
        Roster::new()
    }
}
