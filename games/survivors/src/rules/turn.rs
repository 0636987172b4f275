//! The order of play: turns, phases, and what happens between decisions.

use crate::Survivors;
use crate::action::{Act, Action, Effect, Figures, Ruling, Target, Thing};
use crate::event::Event;
use crate::position::{
    Ending, FigureId, HorseId, PHASES, Phase, Position, Side, Standing, Step, TokenId, members,
};
use table::{Audience, Dice, Fit, Log, Seat};

impl Survivors {
    /// How many sides play. SV-GEN-08
    #[inline]
    pub fn side_count(&self) -> usize {
        self.scenario.sides.len()
    }

    /// The sides that play.
    #[inline]
    pub fn sides(&self) -> impl DoubleEndedIterator<Item = Side> + Clone + use<> {
        (0..self.side_count()).map(Side::new)
    }

    /// Steps 1a to 1c.
    pub(crate) fn begin_turn(
        &self,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        position.turn += 1;
        position.tested = 0;
        for figure in &mut position.figures {
            figure.new_turn();
        }
        for horse in &mut position.horses {
            horse.has_moved = false;
        }
        self.change_sides(position, log);
        if self.scenario.alarm {
            self.sentries_turn(position, dice, log);
        }
        self.compute_pools(position);
        let (turn, light) = (position.turn, self.scenario.light(position.turn));
        let count = self.side_count();
        log.tell_to(
            || Audience::All,
            || Event::Turn { turn, light, pools: position.pools[..count].to_vec() },
        );
        self.open_bids(position);
    }

    /// Whether a decision belongs to this step and names only what is there: much less than the judge
    /// asks, and enough to carry it out. Nothing comes of a decision that is not due.
    pub(crate) fn is_due(&self, position: &Position, seat: Seat, action: &Action) -> bool {
        let playing = self.side_of(position, seat).is_some();
        let rules = matches!(action, Action::Rule(_) | Action::End);
        (playing || rules)
            && action.belongs_to(position.step)
            && self.names_what_is_there(position, action)
    }

    fn names_what_is_there(&self, position: &Position, action: &Action) -> bool {
        let figure = |figure: &FigureId| figure.index() < position.figures.len();
        let all = |set: Figures| members(set).all(|member| figure(&member));
        let horse = |horse: &HorseId| horse.index() < position.horses.len();
        match action {
            Action::Enter { figure: who, zone } => {
                figure(who) && usize::from(*zone) < self.scenario.zones.len()
            }
            Action::Move { figure: who, charge, .. } => figure(who) && all(*charge),
            Action::Lead { figure: who, horse: beast, .. } => figure(who) && horse(beast),
            Action::Do { figure: who, act } => figure(who) && self.act_is_there(position, act),
            Action::Shoot { figure: who, target, .. } => {
                figure(who)
                    && match target {
                        Target::Figure(other) => figure(other),
                        Target::Horse(beast) => horse(beast),
                        Target::Line(line) => usize::from(*line) < self.table.lines.len(),
                    }
            }
            Action::Say { figure: who, effect, .. } => {
                figure(who)
                    && match effect {
                        Effect::Encourage(friend) => figure(friend),
                        Effect::None | Effect::Alert => true,
                    }
            }
            Action::Fight(set) => all(*set),
            Action::Order(order) => order.sides().all(|side| side.index() < self.side_count()),
            Action::Deploy { figure: who, .. }
            | Action::BreakOff { figure: who, .. }
            | Action::Face { figure: who, .. }
            | Action::Fire { figure: who, .. }
            | Action::Improvise { figure: who, .. }
            | Action::Hurt { figure: who, .. }
            | Action::GiveLamp(who)
            | Action::Take(who)
            | Action::Exit(who)
            | Action::Done(who)
            | Action::Hold(who)
            | Action::Rule(Ruling::Test { figure: who, .. }) => figure(who),
            Action::Rule(Ruling::Clear(number)) => {
                usize::from(*number) < position.works.smoke.len()
            }
            Action::Rule(Ruling::Smoke { .. })
            | Action::Ready
            | Action::Bid(_)
            | Action::Capture(_)
            | Action::End
            | Action::Stand { .. }
            | Action::Stop
            | Action::PlayOn
            | Action::Concede => true,
        }
    }

    fn act_is_there(&self, position: &Position, act: &Act) -> bool {
        let figure = |figure: FigureId| figure.index() < position.figures.len();
        let token = |token: TokenId| token.index() < position.tokens.len();
        let thing = |thing: Thing| match thing {
            Thing::Item(_) => true,
            Thing::Token(number) => token(number),
        };
        match *act {
            Act::Mount(horse) | Act::Load(horse) | Act::Unload(horse) => {
                horse.index() < position.horses.len()
            }
            Act::PickUp(number) => token(number),
            Act::HandOver { to, thing: given } => figure(to) && thing(given),
            Act::Drop(dropped) => thing(dropped),
            Act::Open(door)
            | Act::Close(door)
            | Act::Lock(door)
            | Act::Unlock(door)
            | Act::Bar(door)
            | Act::Unbar(door)
            | Act::Force(door) => usize::from(door) < position.works.doors.len(),
            Act::Search(point) => usize::from(point) < position.searched.len(),
            Act::Persuade(other) | Act::Aid(other) => figure(other),
            Act::Machine(machine) => usize::from(machine) < position.running.len(),
            Act::LampAt { lamp, .. } => usize::from(lamp) < position.lamps.len(),
            Act::Light(fire) => usize::from(fire) < position.lit.len(),
            Act::Draw(_) | Act::Stow | Act::Dismount(_) | Act::Reload | Act::Lamp(_) => true,
        }
    }

    /// Goes on to the next decision of anybody.
    pub(crate) fn advance(&self, position: &mut Position, dice: &mut Dice, log: &mut Log<Event>) {
        loop {
            match position.step {
                Step::Bid if self.waiting_bids(position) == 0 => {
                    self.settle_bids(position, dice, log);
                }
                Step::Phase(phase) => {
                    let Some(side) = position.acting() else {
                        self.end_phase(position, phase, dice, log);
                        continue;
                    };
                    if phase == Phase::HandToHand
                        && self.form_plain_fight(position, side, dice, log)
                    {
                        continue;
                    }
                    if self.has_more(position, phase, side) {
                        if phase == Phase::Other {
                            self.doubt_words(position, side);
                        }
                        return;
                    }
                    self.next_side(position);
                }
                _ => return,
            }
        }
    }

    pub(crate) fn next_side(&self, position: &mut Position) {
        self.done(position);
        position.place += 1;
    }

    /// Whether the acting side has something to decide in this phase.
    fn has_more(&self, position: &Position, phase: Phase, side: Side) -> bool {
        if self.in_play(position, side) == 0 {
            return false; // SV-SEQ-07
        }
        match phase {
            Phase::Movement => self.may_decide(position, phase, side),
            Phase::Firing => self.has_shot(position, side),
            Phase::HandToHand => self.must_fight(position, side),
            Phase::Other => self.has_other(position, side),
        }
    }

    /// Whether a phase offers a decision to a side. SV-IP-21
    pub(crate) fn may_decide(&self, position: &Position, phase: Phase, side: Side) -> bool {
        match phase {
            Phase::Movement => position.ids().any(|figure| {
                let subject = &position.figures[figure];
                subject.side == Some(side)
                    && subject.alert
                    && self.counts(position, figure)
                    && (!subject.activated || position.active == Some(figure))
            }),
            Phase::Firing => self.has_shot(position, side),
            Phase::HandToHand => self.has_fight_to_form(position, side),
            Phase::Other => self.has_other(position, side),
        }
    }

    fn end_phase(
        &self,
        position: &mut Position,
        phase: Phase,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        if phase == Phase::HandToHand {
            self.test_prisoners(position, dice, log);
        }
        if phase == Phase::Other {
            self.settle_words(position);
        }
        self.alert_checks(position, log);
        match PHASES.get(phase.index() + 1) {
            Some(next) => self.begin_phase(position, *next, log),
            None => self.end_turn(position, dice, log),
        }
    }

    /// Step 6.
    fn end_turn(&self, position: &mut Position, dice: &mut Dice, log: &mut Log<Event>) {
        // SV-SMK-01
        position.works.smoke.retain_mut(|smoke| {
            smoke.turns = smoke.turns.saturating_sub(1);
            if smoke.turns == 0 {
                let at = smoke.centre;
                log.tell(Event::SmokeClears { at });
            }
            smoke.turns > 0
        });
        if self.options.umpire {
            position.step = Step::Umpire;
        } else {
            self.close_turn(position, dice, log);
        }
    }

    /// Step 6c. SV-END-04, SV-END-05
    pub(crate) fn close_turn(
        &self,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let present = self.sides_present(position);
        if present == 0 {
            self.finish(position, Ending::Empty, dice, log);
        } else if position.turn >= self.scenario.turns {
            self.finish(position, Ending::Limit, dice, log);
        } else if present.count_ones() == 1 && !position.plays_on {
            position.step = Step::Stop;
        } else {
            self.begin_turn(position, dice, log);
        }
    }

    /// Sides with somebody in play, due to enter, or about to join, by bit.
    pub(crate) fn sides_present(&self, position: &Position) -> u8 {
        position.figures.iter().fold(0, |sides, figure| {
            let side = match figure.standing {
                Standing::Playing if figure.side.is_none() => figure.joining,
                Standing::Playing | Standing::Waiting { .. } | Standing::Unseen => figure.side,
                Standing::Captive { by } => Some(by),
                _ => None,
            };
            sides | Side::set_of(side.filter(|side| !position.has_conceded(*side)))
        })
    }

    /// The seat of a side.
    pub fn seat_of(&self, position: &Position, side: Side) -> Seat {
        let turned = position.half == 1 && self.side_count() == 2;
        let place = if turned { 1 - side.index() } else { side.index() };
        Seat(place.fit())
    }

    /// The side of a seat; none for the umpire.
    pub fn side_of(&self, position: &Position, seat: Seat) -> Option<Side> {
        self.sides().find(|side| self.seat_of(position, *side) == seat)
    }
}
