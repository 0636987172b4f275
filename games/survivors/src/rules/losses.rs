//! Losses hand-to-hand: how they are shared, and what they do.

use crate::Survivors;
use crate::action::{Action, Figures};
use crate::event::Event;
use crate::position::{FigureId, Fought, HorseId, Melee, Phase, Position, Side, Step, members};
use crate::refusal::{Checked, HandToHand, no};
use table::{Dice, Log};

impl Survivors {
    /// The figures to which the next point may go. SV-ALC-02
    pub fn may_be_hurt(&self, position: &Position, melee: &Melee, i: usize) -> Figures {
        let side = melee.sides[i];
        let standing = |figure: &FigureId| {
            let subject = &position.figures[*figure];
            subject.side == side && subject.given - subject.given_to_horse < subject.strength
        };
        let fewest = members(melee.members)
            .filter(standing)
            .map(|figure| position.figures[figure].given)
            .min();
        members(melee.members)
            .filter(standing)
            .filter(|figure| Some(position.figures[*figure].given) == fewest)
            .fold(0, |set, figure| set | figure.bit())
    }

    /// Whether a point may fall on a figure's horse instead. SV-ALC-07
    pub fn horse_may_take(&self, position: &Position, figure: FigureId) -> bool {
        let subject = &position.figures[figure];
        subject.mount.is_some_and(|horse| subject.given_to_horse < position.horses[horse].strength)
    }

    /// The side that shares out losses now.
    pub(crate) fn sharing_side(&self, position: &Position) -> Option<Side> {
        let melee = position.melee.as_ref()?;
        melee.sides[usize::from(melee.sharing) % 2]
    }

    /// Shares out losses as far as there is no choice, then asks, then applies.
    /// SV-ALC-03, SV-ALC-04, SV-ALC-05
    pub(crate) fn share(&self, position: &mut Position, dice: &mut Dice, log: &mut Log<Event>) {
        loop {
            let Some(melee) = &position.melee else {
                return;
            };
            let i = usize::from(melee.sharing);
            if i >= 2 {
                break;
            }
            let eligible = self.may_be_hurt(position, melee, i);
            let left = melee.losses[i];
            if left == 0 || eligible == 0 {
                if let Some(melee) = &mut position.melee {
                    melee.sharing += 1;
                }
                continue;
            }
            let choice = eligible.count_ones() > u32::from(left)
                || members(eligible).any(|figure| self.horse_may_take(position, figure));
            if choice && melee.sides[i].is_some() {
                position.step = Step::Allocate;
                return;
            }
            if let Some(figure) = members(eligible).next() {
                self.hurt(position, figure, false);
            }
        }
        self.settle_fight(position, dice, log);
    }

    /// Gives one point to a figure or its horse.
    pub(crate) fn hurt(&self, position: &mut Position, figure: FigureId, horse: bool) {
        let subject = &mut position.figures[figure];
        subject.given += 1;
        subject.given_to_horse += u8::from(horse);
        if let Some(melee) = &mut position.melee {
            let left = &mut melee.losses[usize::from(melee.sharing) % 2];
            *left = left.saturating_sub(1);
        }
    }

    pub(crate) fn judge_hurt(
        &self,
        position: &Position,
        side: Side,
        figure: FigureId,
        horse: bool,
    ) -> Checked {
        let Some(melee) = &position.melee else {
            return no(HandToHand::NoLosses);
        };
        if self.sharing_side(position) != Some(side)
            || figure.index() >= position.figures.len()
            || position.figures[figure].side != Some(side)
            || !figure.is_in(melee.members)
        {
            return no(HandToHand::NoPart);
        }
        if !figure.is_in(self.may_be_hurt(position, melee, usize::from(melee.sharing) % 2)) {
            return no(HandToHand::Evenly);
        }
        if horse && !self.horse_may_take(position, figure) {
            return no(HandToHand::NoHorse);
        }
        Ok(())
    }

    /// Both sides' losses apply together. SV-ALC-06, SV-HTH-27
    fn settle_fight(&self, position: &mut Position, dice: &mut Dice, log: &mut Log<Event>) {
        let Some(melee) = position.melee.take() else {
            return;
        };
        for figure in members(melee.members) {
            position.figures[figure].fought = true;
        }
        if melee.totals[0] != melee.totals[1] {
            let loser = usize::from(melee.totals[1] < melee.totals[0]);
            position.fights.push(Fought {
                members: melee.members,
                winner: melee.sides[1 - loser],
                loser: melee.sides[loser],
                capture: melee.capture[1 - loser] == Some(true),
            });
        }
        let mut unhorsed = 0u64;
        for figure in members(melee.members) {
            let subject = &position.figures[figure];
            let (given, horse) = (subject.given, subject.given_to_horse);
            if given == 0 {
                continue;
            }
            let opponent = melee.sides[usize::from(subject.side == melee.sides[0])];
            log.tell(Event::Loses { figure, points: given - horse, horse });
            if horse > 0 {
                unhorsed |= figure.bit();
            }
            self.wound(position, figure, given - horse, opponent, log);
        }
        for figure in members(unhorsed) {
            let subject = &position.figures[figure];
            let points = subject.given_to_horse;
            let opponent = melee.sides[usize::from(subject.side == melee.sides[0])];
            let horse = subject.mount.or_else(|| {
                position
                    .horses
                    .iter()
                    .position(|horse| horse.at == subject.at && horse.is_loose())
                    .map(HorseId::new)
            });
            if let Some(horse) = horse {
                self.wound_horse(position, horse, points, opponent, dice, log);
            }
        }
        position.step = Step::Phase(Phase::HandToHand);
    }

    pub(super) fn offer_losses(&self, position: &Position, out: &mut Vec<Action>) {
        let Some(melee) = &position.melee else { return };
        for figure in members(self.may_be_hurt(position, melee, usize::from(melee.sharing) % 2)) {
            out.push(Action::Hurt { figure, horse: false });
            if self.horse_may_take(position, figure) {
                out.push(Action::Hurt { figure, horse: true });
            }
        }
    }
}
