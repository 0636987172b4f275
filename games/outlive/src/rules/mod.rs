//! The order of play: who decides, what is offered, what is judged and what is carried out, each
//! handed to the chapter of its phase.

mod abilities;
mod absence;
mod building;
mod cargo;
mod cities;
mod dawn;
pub(crate) mod draft;
pub(crate) mod equipment;
pub(crate) mod feeding;
mod first_search;
mod horde;
pub(crate) mod hunting;
mod laying_out;
mod losses;
pub(crate) mod movement;
mod night;
mod overcome;
pub(crate) mod pile;
mod placement;
mod pressure;
mod radioactivity;
mod recruiting;
mod repair;
mod scavenging;
pub(crate) mod scoring;
pub(crate) mod sides;

pub(crate) use absence::lapse;

use crate::position::{Phase, Position};
use crate::refusal::Refusal;
use crate::{Action, Components, Event, Options, Outlive, Placement, Side, Sides};
use table::{Audience, Dice, Fit, Log, Seat, Seats, Status};

/// A position being changed: what all chapters work on.
pub(crate) struct Play<'a> {
    pub game: &'a Outlive,
    pub p: &'a mut Position,
    pub dice: &'a mut Dice,
    pub log: &'a mut Log<Event>,
}

/// The first position: rooms and leaders are dealt.
pub(crate) fn start(game: &Outlive, dice: &mut Dice, log: &mut Log<Event>) -> Position {
    let mut position = game.blank();
    let mut play = Play { game, p: &mut position, dice, log };
    play.deal();
    play.settle();
    position
}

/// Who must decide, or how the game ended.
pub(crate) fn status(game: &Outlive, p: &Position) -> Status {
    if p.phase == Phase::Over {
        return game.outcome(p);
    }
    let seats: Seats = game.deciding(p).iter().map(Side::seat).collect();
    Status::Deciding(seats)
}

/// The generator: every legal action of the seat.
pub(crate) fn legal(game: &Outlive, position: &Position, seat: Seat, out: &mut Vec<Action>) {
    if seat.0 < game.seats.into() {
        game.offer(position, seat.into(), &mut |action| out.push(action));
    }
}

/// The judge: whether the seat may decide so now.
pub(crate) fn check(
    game: &Outlive,
    p: &Position,
    seat: Seat,
    action: &Action,
) -> Result<(), Refusal> {
    if p.phase == Phase::Over {
        return Err(Refusal::GameOver);
    }
    if seat.0 >= game.seats.into() || !game.deciding(p).has(seat.into()) {
        return Err(Refusal::NotYourDecision); // OL-REAC-01
    }
    let seat = Side::from(seat);
    match p.phase {
        Phase::Draft => game.judge_draft(p, seat, action),
        Phase::Search => game.judge_search_at_setup(p, seat, action),
        Phase::Placement => game.judge_placement(p, seat, action),
        Phase::Losses => game.judge_loss(p, seat, action),
        Phase::Activation => game.judge_activation(p, seat, action),
        Phase::Pressure => game.judge_pressure(p, seat, action),
        Phase::Actions => game.judge_action(p, seat, action),
        Phase::Overcome => game.judge_overcome(p, seat, action),
        Phase::Night => game.judge_night(p, seat, action),
        Phase::Over => Err(Refusal::GameOver),
    }
}

/// Carries a decision out, with all that follows by itself.
pub(crate) fn apply(
    game: &Outlive,
    p: &mut Position,
    seat: Seat,
    action: &Action,
    dice: &mut Dice,
    log: &mut Log<Event>,
) {
    let mut play = Play { game, p, dice, log };
    play.take(seat.into(), *action, false);
    play.settle();
}

/// The ways in which this game can end.
pub(crate) fn endings(game: &Outlive) -> Vec<&'static str> {
    if game.seats == 1 { vec!["aboard", "left behind"] } else { vec!["convoy"] }
}

impl Outlive {
    /// The components of the edition.
    pub fn parts(&self) -> &Components {
        &self.parts
    }

    /// The options of the set-up.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The seats that play, clockwise, in the order that the host gave them. OL-SETUP-02
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Side> + Clone + use<> {
        Side::first(self.seats)
    }

    /// How many seats play.
    pub fn seat_count(&self) -> u8 {
        self.seats
    }

    /// The sides that have heroes: the seats, or one player and the Horde.
    pub fn sides(&self) -> impl DoubleEndedIterator<Item = Side> + Clone + use<> {
        Side::first(self.side_count())
    }

    /// How many sides have heroes.
    pub fn side_count(&self) -> u8 {
        self.seats.max(2)
    }

    /// Whether this side is the Horde.
    pub fn is_horde(&self, side: Side) -> bool {
        side.number() > self.seats
    }

    /// The seat that holds the first player token; the player, if the Horde does.
    pub(crate) fn first_seat(&self, p: &Position) -> Side {
        if self.is_horde(p.first) { Side::FIRST } else { p.first }
    }

    /// The column of the tables by player count. OL-TURN-07, OL-SOLO-01
    pub fn column(&self) -> usize {
        usize::from(self.side_count() - 2)
    }

    /// How many turns the game has. OL-TURN-01, OL-OPT-13
    pub fn turns(&self) -> u8 {
        self.ambient().len().fit::<u8>()
    }

    /// Ambient radioactivity by turn. OL-TURN-03
    pub fn ambient(&self) -> &[u8] {
        if self.options.four_days { &self.parts.four_days } else { &self.parts.six_days }
    }

    /// Every seat that owes a decision.
    pub fn deciding(&self, p: &Position) -> Sides {
        match p.phase {
            Phase::Draft => self.drafting(p),
            Phase::Search => Sides::one(self.searcher(p)),
            Phase::Placement => self.placing(p),
            Phase::Losses => self.losing(p),
            Phase::Activation | Phase::Actions => Sides::one(p.go.side),
            Phase::Pressure => self.pressed(p),
            Phase::Overcome => Sides::one(p.bidder),
            Phase::Night => self.awake(p),
            Phase::Over => Sides::NONE,
        }
    }

    /// Hands every legal action to `out`.
    pub(crate) fn offer(&self, p: &Position, seat: Side, out: &mut impl FnMut(Action)) {
        if !self.deciding(p).has(seat) {
            return;
        }
        match p.phase {
            Phase::Draft => self.offer_draft(p, seat, out),
            Phase::Search => self.offer_search_at_setup(p, out),
            Phase::Placement => self.offer_placement(p, seat, out),
            Phase::Losses => self.offer_loss(p, seat, out),
            Phase::Activation => self.offer_activation(p, seat, out),
            Phase::Pressure => self.offer_pressure(p, seat, out),
            Phase::Actions => self.offer_actions(p, seat, out),
            Phase::Overcome => self.offer_overcome(p, seat, out),
            Phase::Night => self.offer_night(p, seat, out),
            Phase::Over => {}
        }
    }
}

impl Play<'_> {
    pub fn tell(&mut self, event: Event) {
        self.log.tell(event);
    }

    /// Carries out one decision, without what follows by itself.
    fn take(&mut self, seat: Side, action: Action, automatic: bool) {
        let event = Event::Decided { seat, action, automatic };
        // OL-SETUP-22, OL-SETUP-29: told to nobody else before all have chosen. OL-HUNT-30: where
        // in the stack the prey lay, only who looked through it knows. OL-REAC-04: standing orders
        // are secret until they act.
        let hidden = match self.p.phase {
            Phase::Draft => true,
            Phase::Placement => self.game.options.placement == Placement::Simultaneous,
            Phase::Activation => matches!(action, Action::Orders(_)),
            Phase::Actions => self.p.go.sensor && matches!(action, Action::Hunt { .. }),
            _ => false,
        };
        let audience = || if hidden { Audience::only(seat.seat()) } else { Audience::All };
        self.log.tell_to(audience, || event);
        match self.p.phase {
            Phase::Draft => self.do_draft(seat, action),
            Phase::Search => self.do_search_at_setup(seat, action),
            Phase::Placement => self.do_placement(seat, action),
            Phase::Losses => self.do_loss(seat, action),
            Phase::Activation => self.do_activation(seat, action),
            Phase::Pressure => self.do_pressure(seat, action),
            Phase::Actions => self.do_action(seat, action),
            Phase::Overcome => self.do_overcome(seat, action),
            Phase::Night => self.do_night(seat, action),
            Phase::Over => {}
        }
    }

    /// Takes the seat's decision if it has no real choice; ends are left to the player.
    pub fn force(&mut self, seat: Side) -> bool {
        let (mut count, mut only) = (0, Action::End);
        self.game.offer(self.p, seat, &mut |action| {
            count += 1;
            only = action;
        });
        let forced = count == 1 && only != Action::End;
        if forced {
            self.take(seat, only, true);
        }
        forced
    }

    /// Goes on until somebody has a real choice.
    pub fn settle(&mut self) {
        while match self.p.phase {
            Phase::Draft => self.settle_draft(),
            Phase::Search => self.settle_search_at_setup(),
            Phase::Placement => self.settle_placement(),
            Phase::Losses => self.settle_losses(),
            Phase::Activation => self.settle_activation(),
            Phase::Pressure => self.settle_pressure(),
            Phase::Actions => self.settle_actions(),
            Phase::Overcome => self.settle_overcome(),
            Phase::Night => self.settle_night(),
            Phase::Over => false,
        } {}
    }
}
