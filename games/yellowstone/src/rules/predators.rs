//! Predators on the move: the roll, the choice, and where they go.

use crate::Yellowstone;
use crate::action::{Action, Prey};
use crate::edition::Footing;
use crate::edition::options::{Intruder, Kills, StopHexes};
use crate::event::Event;
use crate::land::Hex;
use crate::position::{Hunt, Hunter, Hunters, Pair, Position, Predator, Step};
use crate::refusal::{Predators, Refusal, no};
use table::{Dice, Log};

impl Yellowstone {
    /// The predator roll. YS-PRED-04, YS-PRED-05, YS-PRED-06, YS-PRED-07, YS-PRED-08, YS-V-40
    pub(crate) fn roll_predator(
        &self,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let rolled = Pair::roll("predator", dice);
        position.predator_dice = rolled;
        position.predator_rolls = position.predator_rolls.saturating_sub(1);
        let hunter = Hunter::ALL.into_iter().find(|hunter| {
            let [first, last] = self.predators[hunter.index()].roll;
            (first..=last).contains(&rolled.total())
        });
        let (Some(hunter), Some(species)) = (hunter, position.acting().species) else {
            self.after_hunt(position, dice, log);
            return;
        };
        log.tell(Event::PredatorRoll { species, dice: rolled, hunter });
        if !self.begin_hunt(position, Hunters::only(hunter), false, dice, log)
            && !matches!(position.step, Step::Over | Step::DieOff)
        {
            if position.pack_of(Hunters::only(hunter)).next().is_none() {
                log.tell(Event::NoPredator { hunter });
            }
            self.after_hunt(position, dice, log);
        }
    }

    /// Offers a predator of these kinds to be moved; true if there is one to choose. Nothing else moves
    /// or kills. YS-PRED-20, YS-PRED-30
    pub(crate) fn begin_hunt(
        &self,
        position: &mut Position,
        kinds: Hunters,
        by_event: bool,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> bool {
        if position.pack_of(kinds).next().is_none() {
            return false;
        }
        if self.scenario.solo {
            self.park_hunts(position, kinds, dice, log);
            return false;
        }
        position.hunt = Hunt { kinds, by_event, ..Hunt::NONE };
        position.step = Step::Hunt;
        true
    }

    /// How far a predator may go, whatever limits the herd and however often it has moved. YS-PRED-10,
    /// YS-PRED-11, YS-PRED-12, YS-PRED-13, YS-PRED-14, YS-PRED-15, YS-TURN-10, YS-V-41
    pub fn predator_allowance(&self, position: &Position, predator: Predator) -> u8 {
        let injured = position.predator(predator).injured;
        self.predators[predator.hunter().index()].allowance[usize::from(injured)]
    }

    /// Any predator of the kinds that may move, or none. YS-PRED-09, YS-TURN-09
    pub(crate) fn offer_predators(&self, position: &Position, out: &mut Vec<Action>) {
        out.extend(position.pack_of(position.hunt.kinds).map(Action::PickPredator));
        out.push(Action::Decline);
    }

    /// Whether this predator may be moved.
    pub(crate) fn judge_predator(
        &self,
        position: &Position,
        action: &Action,
    ) -> Result<(), Refusal> {
        match *action {
            Action::Decline => Ok(()),
            Action::PickPredator(predator) => {
                let hunter = predator.hunter();
                if !position.hunt.kinds.has(hunter) {
                    return no(Predators::NotThisKind(hunter));
                }
                match position.predator(predator).lives() {
                    true => Ok(()),
                    false => no(Predators::NotOnMap(predator)),
                }
            }
            _ => no(Predators::NamePredator),
        }
    }

    /// The predator to move is chosen, or none.
    pub(crate) fn choose_predator(
        &self,
        position: &mut Position,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        match *action {
            Action::PickPredator(predator) => {
                position.hunt.predator = Some(predator);
                position.hunt.left = self.predator_allowance(position, predator);
                position.step = Step::Stalk;
            }
            _ => {
                if let Some(species) = position.acting().species {
                    let effect = self.effect(position).filter(|_| position.hunt.by_event);
                    log.tell(Event::Declined { species, effect });
                }
                self.after_hunt(position, dice, log);
            }
        }
    }

    /// Every hex that the predator may step to from where it stands, occupied or not, as far from its
    /// den as it likes. YS-PRED-16, YS-PRED-21, YS-PRED-23, YS-PRED-28, YS-TRTY-02, YS-TRTY-12, YS-TRTY-13,
    /// YS-V-04
    pub(crate) fn each_stalk(
        &self,
        position: &Position,
        predator: Predator,
        gone: bool,
        mut each: impl FnMut(Hex),
    ) {
        let hunter = predator.hunter();
        let Some(here) = position.at(predator) else {
            return;
        };
        let (barred, lairs) = self.rivals(position, predator);
        for hex in self.park.neighbours(here) {
            let footing = self.park.predator_footing(hunter, *hex);
            let whole = self.readings.stop_hexes == StopHexes::WholeMove && gone;
            if footing == Footing::No || (footing == Footing::Stop && whole) || barred.has(*hex) {
                continue;
            }
            let intrudes =
                position.predator(predator).injured && self.readings.intruder == Intruder::Removed;
            if !lairs.has(*hex) || intrudes {
                each(*hex);
            }
        }
    }

    /// Steps, prey in the hex where it stands, and to leave it at that. YS-PRED-18, YS-PRED-19, YS-KILL-02
    pub(crate) fn offer_stalk(&self, position: &Position, out: &mut Vec<Action>) {
        let Some(predator) = position.hunt.predator else {
            return;
        };
        if position.hunt.left > 0 {
            self.each_stalk(position, predator, position.hunt.gone, |hex| {
                out.push(Action::Stalk(hex));
            });
        }
        match self.readings.kills {
            Kills::OneLine => self.each_prey(position, predator, |prey| {
                out.push(Action::Kill(prey));
            }),
            Kills::Everything => {
                if self.has_prey(position, predator) {
                    out.push(Action::Kill(Prey::All));
                }
            }
        }
        out.push(Action::End);
    }

    /// Whether the moving predator may do this.
    pub(crate) fn judge_stalk(&self, position: &Position, action: &Action) -> Result<(), Refusal> {
        let Some(predator) = position.hunt.predator else {
            return no(Predators::NobodyMoves);
        };
        match *action {
            Action::End => Ok(()),
            Action::Stalk(hex) => self.judge_stalk_to(position, predator, hex),
            Action::Kill(prey) => self.judge_kill(position, predator, prey),
            _ => no(Predators::EndMoveFirst(predator)),
        }
    }

    /// Whether the predator may take this step.
    fn judge_stalk_to(
        &self,
        position: &Position,
        predator: Predator,
        hex: Hex,
    ) -> Result<(), Refusal> {
        let hunter = predator.hunter();
        let Some(here) = position.at(predator) else {
            return no(Predators::NotOnMap(predator));
        };
        let hunt = position.hunt;
        if hunt.left == 0 {
            let elsewhere = position.animals_in(here).next().is_some()
                || position.predators_in(here).count() > 1;
            if !hunt.gone {
                return no(Predators::InjuredHuman);
            }
            if elsewhere && !self.readings.pass_through {
                return no(Predators::HadToStopByOthers);
            }
            if self.park.predator_footing(hunter, here) == Footing::Stop {
                let terrain = self.park.terrain(here);
                return no(Predators::HadToStop(terrain));
            }
            let most = self.predator_allowance(position, predator);
            return no(Predators::AllowanceUsed(hunter, most));
        }
        if !self.is_on_map(hex) {
            return no(Predators::EdgeOfMap);
        }
        if !self.park.adjacent(here, hex) {
            return no(Predators::NotBeside);
        }
        match self.park.predator_footing(hunter, hex) {
            Footing::No => return no(Predators::Closed),
            Footing::Stop if hunt.gone && self.readings.stop_hexes == StopHexes::WholeMove => {
                return no(Predators::WholeMove);
            }
            _ => {}
        }
        self.judge_territory(position, predator, hex)
    }

    /// A step, a kill, or the end of the move. YS-KILL-03, YS-KILL-20
    pub(crate) fn carry_out_stalk(
        &self,
        position: &mut Position,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let Some(predator) = position.hunt.predator else {
            return;
        };
        match *action {
            Action::Stalk(hex) => {
                let goes_on = self.stalk(position, predator, hex, log);
                let left = position.hunt.left;
                if !goes_on || (left == 0 && !self.has_prey(position, predator)) {
                    self.finish_hunt(position, dice, log);
                }
            }
            Action::Kill(prey) => {
                self.kill(position, predator, prey, log);
                self.finish_hunt(position, dice, log);
            }
            _ => self.finish_hunt(position, dice, log),
        }
    }

    /// One step of a predator; false if it was removed. Food stays where it lies. YS-FOOD-06, YS-V-42
    pub(crate) fn stalk(
        &self,
        position: &mut Position,
        predator: Predator,
        hex: Hex,
        log: &mut Log<Event>,
    ) -> bool {
        let hunter = predator.hunter();
        let Some(from) = position.at(predator) else {
            return false;
        };
        let occupied = position.occupied().has(hex);
        position.predator_mut(predator).hex = hex.into();
        let hunt = &mut position.hunt;
        hunt.gone = true;
        hunt.left = hunt.left.saturating_sub(1);
        let stops = self.park.predator_footing(hunter, hex) == Footing::Stop;
        if stops || (occupied && !self.readings.pass_through) {
            hunt.left = 0; // YS-TERR-11, YS-PRED-17
        }
        log.tell(Event::Stalked { predator, from, to: hex, left: hunt.left });
        self.meet_rivals(position, predator, log)
    }

    /// The move is over: arrivals and seasons are looked at. YS-KILL-19
    fn finish_hunt(&self, position: &mut Position, dice: &mut Dice, log: &mut Log<Event>) {
        position.hunt.predator = None;
        if self.survey(position, dice, log) {
            self.after_hunt(position, dice, log);
        }
    }

    fn after_hunt(&self, position: &mut Position, dice: &mut Dice, log: &mut Log<Event>) {
        let by_event = position.hunt.by_event;
        position.hunt = Hunt::NONE;
        if by_event {
            self.after_event_hunt(position, dice, log);
        } else if position.predator_rolls > 0 && position.acting().lives() {
            position.step = Step::PredatorRoll;
        } else {
            self.end_turn(position, dice, log);
        }
    }
}
