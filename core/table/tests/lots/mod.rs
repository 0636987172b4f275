//! Lots: a small game with everything that the contract promises something about, which can be broken
//! on purpose in one way at a time.
//!
//! Nine cards. Each seat holds two, one lies open, the rest face down. Each seat has rolled its luck in
//! secret. All bid at the same time in secret; then one after another may look under the pile, toss its
//! luck again, step forward with its pawn, and pass. At the end hands and luck are shown, and the
//! highest sum of cards, luck, bid and steps wins.

mod board;
mod shown;
mod words;

use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use table::*;

thread_local! {
    static FLAW: Cell<&'static str> = const { Cell::new("") };
}

/// Breaks the game in this way from now on, on this thread.
pub fn break_by(flaw: &'static str) {
    FLAW.set(flaw);
}

/// Whether the game is broken in this way.
fn flawed(flaw: &str) -> bool {
    FLAW.get() == flaw
}

/// Something that no rules should ask for.
static CLOCK: AtomicU32 = AtomicU32::new(0);

#[derive(Clone)]
pub struct Lots {
    setup: Setup,
    seats: u16,
    top: u8,
    bids: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    hands: Vec<[u8; 2]>,
    open: u8,
    pile: Vec<u8>,
    luck: Vec<u8>,
    bids: Sealed<u8>,
    made: Vec<u8>,
    pawns: Vec<u8>,
    looked: Vec<bool>,
    tossed: Vec<bool>,
    turn: u16,
    #[serde(skip)]
    unwritten: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Action {
    Bid(u8),
    Look,
    Toss,
    Step(u8),
    Pass,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Event {
    Dealt(Seat, [u8; 2]),
    Bid(Seat, u8),
    Opened(Vec<u8>),
    Looked(Seat, u8),
    Tossed(Seat, u8),
    Stepped(Seat, u8),
    Passed(Seat),
    Shown(Seat, [u8; 2]),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    hands: Vec<Option<[u8; 2]>>,
    open: u8,
    pile: Vec<Option<u8>>,
    luck: Vec<Option<u8>>,
    bids: SealedView<u8>,
    made: Vec<u8>,
    pawns: Vec<u8>,
    tossed: Vec<bool>,
    looked: Vec<bool>,
    turn: u16,
    name: String,
    unwritable: BTreeMap<Option<[u8; 2]>, u8>,
}

/// What luck is called, from 1 to 6.
const CALLED: [&str; 6] = ["none", "little", "some", "fair", "good", "great"];

impl Lots {
    fn over(&self, position: &Position) -> bool {
        position.turn >= self.seats
    }

    fn bidding(&self, position: &Position) -> bool {
        !position.bids.awaited().is_empty()
    }

    /// A seat's luck, told to that seat alone.
    fn toss(&self, seat: Seat, dice: &mut Dice) -> u8 {
        let audience = match flawed("a die is rolled without secrecy") {
            true => Audience::All,
            false => Audience::only(seat),
        };
        dice.secretly(audience, |dice| dice.roll("luck", 6) as u8)
    }

    /// Puts a card of the sorted pile to its front.
    fn draw(&self, position: &mut Position, audience: Audience, dice: &mut Dice) {
        position.pile.sort_unstable();
        let cards = position.pile.len() as u32;
        let place = dice.secretly(audience, |dice| dice.roll("draw", cards));
        position.pile.swap(0, place as usize - 1);
    }

    fn score(&self, position: &Position) -> Vec<i64> {
        let score = |seat: usize| -> i64 {
            let cards: u8 = position.hands[seat].iter().sum();
            let bid = position.made.get(seat).copied().unwrap_or_default();
            i64::from(cards + position.luck[seat] + bid + position.pawns[seat])
        };
        (0..usize::from(self.seats)).map(score).collect()
    }

    fn outcome(&self, position: &Position) -> Outcome {
        let reason = if flawed("an undeclared ending") { "flood" } else { "shown" };
        let mut outcome = Outcome::by_score(reason, self.score(position));
        match FLAW.get() {
            "a rank too few" => outcome.ranks.truncate(1),
            "nobody is ranked first" => outcome.ranks.fill(2),
            "a winner who is not first" => outcome.winners = Seats::first(self.seats),
            "a score too few" => outcome.scores = Some(vec![1]),
            _ => {}
        }
        outcome
    }
}

impl Rules for Lots {
    const ID: &'static str = "lots";
    const RULES_VERSION: u32 = 1;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn catalogue(_: &Edition) -> Result<Catalogue, SetupError> {
        let plain = ScenarioInfo::new("plain", "Lots", "Bid, look, step.", 2..=3);
        let about = match FLAW.get() {
            "a slip on a card" => "Look for 1 days.",
            "a card names no option" => "As `tops` says.",
            _ => "Look, step, `bids = off`.",
        };
        let quick = ScenarioInfo::new("quick", "Quick lots", about, 2..=2);
        let scenarios = vec![plain, quick.defaulting("bids", "off")];
        let rule = if flawed("an option under no rule") { "LO-NONE-99" } else { "LO-BID-01" };
        let mut top = OptionInfo::number("top", 2..=4, 3, rule, "The highest bid.");
        if flawed("an impossible default") {
            top.default = "9".into();
        }
        let mut options =
            vec![top, OptionInfo::flag("bids", true, "LO-BID-01", "Whether all bid first.")];
        let more = match FLAW.get() {
            "an option is never read" => Some("unread"),
            "two options of one name" => Some("top"),
            "a value that no scenario takes" => Some("refused"),
            "only a case reads an option" | "a case passes without its option" => Some("late"),
            _ => None,
        };
        options.extend(more.map(|key| OptionInfo::flag(key, false, "", "")));
        let mut catalogue = Catalogue::new("lots", "Lots", "Draw, bid, look.", scenarios);
        catalogue.options = options;
        Ok(catalogue)
    }

    fn open(edition: &Edition, setup: &Setup) -> Result<Lots, SetupError> {
        let catalogue = Lots::catalogue(edition)?;
        let mut known = setup.clone();
        match FLAW.get() {
            "an unknown option is taken" => known.options.clear(),
            "an unknown scenario is taken" => known.scenario = "plain".into(),
            "any number of seats is taken" => known.seats = 2,
            _ => {}
        }
        let (_, options) = catalogue.admits(&known)?;
        if options.on("refused") {
            return Err(Fault::field("refused", "never").into());
        }
        let top = options.number("top") as u8;
        Ok(Lots { setup: setup.clone(), seats: setup.seats, top, bids: options.on("bids") })
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn endings(&self) -> Vec<&'static str> {
        if flawed("an ending nobody reaches") { vec!["shown", "flood"] } else { vec!["shown"] }
    }

    fn start(&self, dice: &mut Dice, log: &mut Log<Event>) -> Position {
        let mut pile: Vec<u8> = (1..=9).collect();
        let audience = match FLAW.get() {
            "the deal falls openly" | "starting hands are drawn by dice that their seats see" => {
                Audience::All
            }
            _ => Audience::Referee,
        };
        dice.secretly(audience, |dice| dice.shuffle("deal", &mut pile));
        let seats = usize::from(self.seats);
        let mut hands: Vec<[u8; 2]> =
            (0..seats).map(|i| [pile[2 * i + 1], pile[2 * i + 2]]).collect();
        let open = pile[0];
        pile.drain(..=2 * seats);
        if flawed("starting hands are drawn by dice that their seats see") {
            pile.extend(hands.iter().flatten());
            for (seat, hand) in Seat::first(self.seats).zip(&mut hands) {
                pile.sort_unstable();
                for card in hand {
                    let place = dice.secretly(Audience::only(seat), |dice| {
                        dice.roll("hand", pile.len() as u32) as usize - 1
                    });
                    *card = pile.remove(place);
                }
            }
        }
        for (seat, hand) in Seat::first(self.seats).zip(&hands) {
            let all = flawed("the hands are told at the start");
            let audience = || if all { Audience::All } else { Audience::only(seat) };
            log.tell_to(audience, || Event::Dealt(seat, *hand));
        }
        let luck = Seat::first(self.seats).map(|seat| self.toss(seat, dice)).collect();
        let asked = if self.bids { Seats::first(self.seats) } else { Seats::none() };
        let lefty = flawed("names change the start") && self.setup.name(Seat(0)) != "Player 1";
        Position {
            hands,
            open,
            pile,
            luck,
            bids: Sealed::asking(asked),
            made: Vec::new(),
            pawns: vec![u8::from(lefty); seats],
            looked: vec![false; seats],
            tossed: vec![false; seats],
            turn: 0,
            unwritten: 0,
        }
    }

    fn status(&self, position: &Position) -> Status {
        if self.over(position) {
            return Status::Over(Box::new(self.outcome(position)));
        }
        match self.bidding(position) {
            true => Status::Deciding(position.bids.awaited().clone()),
            false if flawed("nobody must decide") => Status::Deciding(Seats::none()),
            false if flawed("who must decide tells the luck") => {
                let luckiest = (0..self.seats).max_by_key(|seat| position.luck[*seat as usize]);
                Status::one(Seat(luckiest.unwrap_or_default()))
            }
            false => Status::one(Seat(position.turn)),
        }
    }

    fn pick(
        &self,
        position: &Position,
        seat: Seat,
        list: &mut Vec<Action>,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Action> {
        list.clear();
        self.legal(position, seat, list);
        let count = list.len();
        match FLAW.get() {
            "another action is picked" => list.reverse(),
            "one too many is counted" if count > 0 => {
                let chosen = choose(count + 1).min(count - 1);
                return list.get(chosen).cloned();
            }
            "something is picked where nothing is listed" if count == 0 => list.push(Action::Pass),
            _ => {}
        }
        (!list.is_empty()).then(|| list.swap_remove(choose(list.len())))
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        if !self.status(position).awaits(seat) {
            if flawed("an idle seat is offered something") && !self.over(position) {
                out.push(Action::Pass);
            }
            return;
        }
        if flawed("the list is not added to") {
            out.clear();
        }
        let other = (seat.index() + 1) % usize::from(self.seats);
        if self.bidding(position) {
            let mut bids: Vec<Action> = (1..=self.top).map(Action::Bid).collect();
            let odd = || !CLOCK.fetch_add(1, Ordering::Relaxed).is_multiple_of(2);
            match FLAW.get() {
                "a listed action is refused" => bids.push(Action::Bid(9)),
                "an action is listed twice" => bids.push(Action::Bid(1)),
                "the list tells a hidden card" if position.hands[other][0] > 4 => bids.reverse(),
                "the list changes its order" if odd() => bids.reverse(),
                _ => {}
            }
            out.extend(bids);
            return;
        }
        if !position.looked[seat.index()] {
            out.push(Action::Look);
        }
        if !position.tossed[seat.index()] {
            out.push(Action::Toss);
        }
        if position.pawns[seat.index()] < 3 {
            out.push(Action::Step(position.pawns[seat.index()] + 1));
        }
        out.push(Action::Pass);
    }

    fn check(&self, position: &Position, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let Some(own) = position
            .pawns
            .get(seat.index())
            .filter(|_| self.status(position).awaits(seat) || flawed("an idle seat may act"))
        else {
            let reason = match flawed("a refusal tells a hidden card") {
                true => format!("Not now. Under the pile lies {}.", position.pile[0]),
                false => "Not now.".into(),
            };
            return Err(Refusal::new("LO-TURN-01", reason));
        };
        if flawed("the judge panics") && *action == Action::Bid(0) {
            panic!("nought");
        }
        let bidding = self.bidding(position);
        match action {
            Action::Bid(9) if bidding && flawed("an unlisted action is accepted") => Ok(()),
            Action::Bid(bid) if bidding && (1..=self.top).contains(bid) => Ok(()),
            Action::Look if !bidding && !position.looked[seat.index()] => Ok(()),
            Action::Toss if !bidding && !position.tossed[seat.index()] => Ok(()),
            Action::Step(place) if !bidding && *place == own + 1 && *place < 4 => Ok(()),
            Action::Pass if !bidding => Ok(()),
            _ if flawed("a refusal names no rule") => Err(Refusal::new("LO-NONE-99", "No.")),
            _ if flawed("a refusal gives no reason") => Err(Refusal::new("LO-TURN-01", " ")),
            _ if flawed("a refusal names what is not understood") => {
                Err(Refusal::new("LO-TURN-01", "Not now: say `hop 2`."))
            }
            _ if flawed("a slip in a refusal") => Err(Refusal::new("LO-TURN-01", "No a word.")),
            _ => Err(Refusal::new("LO-TURN-01", "That cannot be done now.")),
        }
    }

    fn apply(
        &self,
        position: &mut Position,
        seat: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let own = seat.index() % usize::from(self.seats);
        match action {
            Action::Bid(bid) => {
                let to_all = flawed("the log tells a secret bid");
                let audience = || if to_all { Audience::All } else { Audience::only(seat) };
                log.tell_to(audience, || Event::Bid(seat, *bid));
                if flawed("an allowed action panics") && *bid == self.top {
                    [0; 2][usize::from(*bid)] += 1;
                }
                if flawed("a refused action panics") {
                    position.made.resize(usize::from(*bid).checked_sub(1).unwrap(), 0);
                    position.made.clear();
                }
                if position.bids.put(seat, *bid) {
                    let bids = position.bids.open().unwrap_or_default();
                    position.made = bids.into_iter().map(|(_, bid)| bid).collect();
                    log.reveal();
                    log.tell(Event::Opened(position.made.clone()));
                }
                match FLAW.get() {
                    "a card is lost" => position.open = 0,
                    "a card lies twice" => position.hands[own][0] = position.hands[own][1],
                    "a position cannot be written down" => position.unwritten = 1,
                    _ => {}
                }
            }
            Action::Look => {
                position.looked[own] = true;
                if flawed("a draw die shows where the card lay") {
                    self.draw(position, Audience::only(seat), dice);
                }
                if flawed("a draw die falls in secret") {
                    self.draw(position, Audience::Referee, dice);
                }
                let under = position.pile[0];
                let all = flawed("a look is told to all");
                let audience = || if all { Audience::All } else { Audience::only(seat) };
                log.tell_to(audience, || Event::Looked(seat, under));
                if !flawed("a look can be taken back") {
                    log.reveal();
                }
            }
            Action::Toss => {
                position.tossed[own] = true;
                let before = CALLED[usize::from(position.luck[own]) - 1];
                position.luck[own] = self.toss(seat, dice);
                let all = flawed("a secret die is told to all");
                let audience = || if all { Audience::All } else { Audience::only(seat) };
                log.tell_to(audience, || Event::Tossed(seat, before.len() as u8));
                log.tell_to(audience, || Event::Tossed(seat, position.luck[own]));
                if flawed("a toss is the last decision of its seat") {
                    position.turn += 1;
                }
            }
            Action::Step(place) => {
                position.pawns[own] = *place;
                log.tell(Event::Stepped(seat, *place));
                if flawed("a step shows a hand and can be taken back") {
                    log.tell(Event::Shown(seat, position.hands[own]));
                }
            }
            Action::Pass if flawed("a game without end") => {}
            Action::Pass => {
                dice.roll("applause", 6);
                position.turn += 1;
                if flawed("the same step falls differently twice") {
                    position.pile.rotate_left(CLOCK.fetch_add(1, Ordering::Relaxed) as usize % 2);
                }
                log.tell(Event::Passed(seat));
                if self.over(position) {
                    for (seat, hand) in Seat::first(self.seats).zip(&position.hands) {
                        log.tell(Event::Shown(seat, *hand));
                    }
                }
            }
        }
    }

    fn play(
        &self,
        position: &mut Position,
        seat: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Result<(), Refusal> {
        if flawed("a refusal changes the position") {
            position.pile.reverse();
        }
        self.check(position, seat, action)?;
        self.apply(position, seat, action, dice, log);
        Ok(())
    }

    fn lapse(&self, position: &Position, seat: Seat) -> Action {
        let other = (seat.index() + 1) % usize::from(self.seats);
        match self.bidding(position) {
            true if flawed("a lapse reads another's hand") => {
                Action::Bid(1 + position.hands[other][0] % 2)
            }
            true if flawed("an impossible lapse") => Action::Pass,
            true => Action::Bid(1),
            false => Action::Pass,
        }
    }

    fn view(&self, position: &Position, viewer: Viewer) -> View {
        let over = self.over(position);
        let knows = |seat: Seat| {
            over || viewer == Viewer::Referee
                || viewer == Viewer::Seat(seat)
                || viewer == Viewer::Table && flawed("the table sees all hands")
                || flawed("a view shows all hands")
                || flawed("all is shown and nothing is drawn anew")
        };
        let knows_luck =
            |seat: Seat| knows(seat) || flawed("luck is shown to all and never drawn anew");
        let seats = || Seat::first(self.seats);
        let looked = match viewer {
            Viewer::Seat(seat) => position.looked[seat.index()],
            Viewer::Table => flawed("the table sees the pile"),
            Viewer::Referee => true,
        };
        let bids = match flawed("a view tells a secret bid") {
            true => position.bids.seen_by(Viewer::Referee),
            false => position.bids.seen_by(viewer),
        };
        let all = flawed("all is shown and nothing is drawn anew");
        let pile = position.pile.iter().enumerate();
        let pile = pile.map(|(i, card)| Some(*card).filter(|_| all || looked && i == 0));
        let name = match flawed("a view tells a name") {
            true => self.setup.name(Seat(0)),
            false => String::new(),
        };
        let unseen = flawed("a sample counts tosses that nobody saw");
        let tossed = seats().map(|s| position.tossed[s.index()] && (knows(s) || !unseen));
        let unwritable = flawed("a view is no JSON").then_some((Some([1, 2]), 1));
        View {
            hands: seats().map(|s| knows(s).then_some(position.hands[s.index()])).collect(),
            open: position.open,
            pile: pile.collect(),
            luck: seats().map(|s| knows_luck(s).then_some(position.luck[s.index()])).collect(),
            bids,
            made: position.made.clone(),
            pawns: position.pawns.clone(),
            tossed: tossed.collect(),
            looked: position.looked.clone(),
            turn: position.turn,
            name,
            unwritable: unwritable.into_iter().collect(),
        }
    }

    fn resample(&self, position: &Position, seat: Seat, dice: &mut Dice) -> Position {
        let mut sample = position.clone();
        if flawed("a sample is the truth") {
            return sample;
        }
        sample.bids.redraw(seat, |_| dice.roll("imagined bid", u32::from(self.top)) as u8);
        if flawed("all is shown and nothing is drawn anew") {
            return sample;
        }
        let over = self.over(position);
        let others = || Seat::first(self.seats).filter(|other| *other != seat && !over);
        let shown = flawed("luck is shown to all and never drawn anew");
        if !shown && !flawed("luck is not drawn anew") {
            for other in others() {
                sample.luck[other.index()] = match FLAW.get() {
                    "an imagined luck that no die shows" => 0,
                    _ => dice.roll("imagined luck", 6) as u8,
                };
            }
        }
        let from = usize::from(position.looked[seat.index()]);
        let mut cards: Vec<u8> = sample.pile[from..].to_vec();
        cards.extend(others().flat_map(|other| sample.hands[other.index()]));
        if !flawed("a sample depends on the truth") {
            cards.sort_unstable();
        }
        if !flawed("a sample is always the same") {
            dice.shuffle("imagined card", &mut cards);
        }
        match FLAW.get() {
            "a sample holds a card twice" => {
                cards[0] += 1;
                cards[1] -= 1;
            }
            "a sample loses a card" => cards[0] = 0,
            _ => {}
        }
        for other in others() {
            sample.hands[other.index()] = [cards.remove(0), cards.remove(0)];
        }
        sample.pile.truncate(from);
        sample.pile.extend(cards);
        if flawed("a sample looks another way") {
            sample.open = sample.open % 9 + 1;
        }
        sample
    }
}
