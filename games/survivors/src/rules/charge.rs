//! Charges and getting stuck in; fire before contact is a chapter of its own.

use crate::Survivors;
use crate::action::Stop;
use crate::event::Event;
use crate::position::{Charge, FigureId, Phase, Position, Side, Step, members};
use crate::refusal::{Charging, Checked, no};
use crate::rules::movement::{Path, Walked};
use table::{Audience, Log};

impl Survivors {
    /// Waits for those who may still fire, or brings the charge home. SV-CHG-01
    pub(crate) fn go_on_charging(&self, position: &mut Position, log: &mut Log<Event>) {
        let waiting = position.charge.as_ref().map_or(0, |charge| charge.waiting);
        if waiting != 0 {
            position.step = Step::PreContact;
            return;
        }
        let Some(charge) = position.charge.take() else {
            return;
        };
        let walked = Walked { length: charge.length, obstacles: charge.obstacles };
        position.step = Step::Phase(Phase::Movement);
        self.walk(
            position,
            charge.figure,
            charge.start,
            charge.way.stops(),
            walked,
            charge.ran,
            charge.face,
            log,
        );
        for target in members(charge.targets) {
            self.enter_contact(position, charge.figure, target, log);
        }
        self.done(position);
    }

    /// Begins the charge: writes it down and finds who may fire first.
    pub(crate) fn begin_charge(
        &self,
        position: &mut Position,
        charge: Charge,
        log: &mut Log<Event>,
    ) {
        let (figure, targets) = (charge.figure, charge.targets);
        let side = position.figures[figure].side;
        log.tell_to(
            || Audience::All,
            || Event::Charges { figure, targets: members(targets).collect() },
        );
        for target in members(targets) {
            let target = &mut position.figures[target];
            if target.side.is_none() {
                target.wary |= Side::set_of(side); // SV-STR-05
            }
        }
        position.charge = Some(charge);
        self.heed_charge(position, figure, targets);
        self.find_firers(position);
        position.step = Step::PreContact;
        self.go_on_charging(position, log);
    }

    /// SV-CHG-02, SV-CHG-05, SV-CIV-04, SV-CHG-03, SV-MOV-12
    pub(super) fn judge_charge(
        &self,
        position: &Position,
        figure: FigureId,
        charge: crate::action::Figures,
    ) -> Checked<Path> {
        if charge == 0 {
            return Ok(Path::Plain);
        }
        let subject = &position.figures[figure];
        for target in members(charge) {
            self.judge_seen(position, target)?;
            let fits = position.figures.get(target.index()).is_some_and(|other| {
                other.is_playing()
                    && (self.hostile(position, figure, target) || other.side.is_none())
            });
            if !fits {
                return no(Charging::OnlyEnemies);
            }
        }
        if subject.shirked {
            return no(Charging::LostNerve);
        }
        Ok(Path::Charge(charge))
    }

    pub(crate) fn put(&self, position: &mut Position, figure: FigureId, stop: Stop) {
        position.figures[figure].at = stop.at;
        position.figures[figure].level = stop.level;
        if let Some(horse) = position.figures[figure].mount {
            position.horses[horse].at = stop.at;
        }
    }
}
