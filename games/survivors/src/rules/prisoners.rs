//! Prisoners: who is taken after all fights, and how they change sides.

use crate::Survivors;
use crate::edition::components::{Class, Skill};
use crate::edition::options::Defect;
use crate::event::{Event, TestFor};
use crate::position::{Position, Standing, members};
use table::{Dice, Log};

impl Survivors {
    /// Tests of the losers whose winners wanted prisoners. SV-PRI-01, SV-PRI-02, SV-PRI-03,
    /// SV-PRI-04, SV-PRI-05, SV-PRI-06, SV-PRI-07, SV-PRI-12
    pub(crate) fn test_prisoners(
        &self,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let mut fights = std::mem::take(&mut position.fights);
        for fight in &fights {
            // SV-PRI-02, SV-PRI-04
            let Some(by) = fight.winner.filter(|_| fight.capture) else { continue };
            for figure in members(fight.members) {
                let subject = &position.figures[figure];
                // SV-PRI-04, SV-PRI-05, SV-PRI-13
                let held = subject.side == fight.loser
                    && subject.is_playing()
                    && members(fight.members).any(|foe| {
                        position.figures[foe].side == Some(by)
                            && self.in_contact(position, figure, foe)
                    });
                if !held {
                    continue;
                }
                // SV-TST-12
                let bonus = self.sheet(position, figure).bonus(Skill::Stalwart);
                if self.enable_test(figure, TestFor::Capture, bonus, 4, dice, log) {
                    continue;
                }
                self.drop_goods(position, figure, log);
                let regular = self.sheet(position, figure).class != Class::Ordinary;
                if self.options.defect == Defect::RegularsHeld && regular {
                    let mount = position.figures[figure].mount.take();
                    if let Some(horse) = mount {
                        position.horses[horse].rider = None;
                    }
                    position.figures[figure].standing = Standing::Held;
                    position.figures[figure].out_by = Some(by);
                    log.tell(Event::Held { figure });
                } else {
                    position.figures[figure].standing = Standing::Captive { by };
                    log.tell(Event::Taken { figure, by });
                }
            }
        }
        fights.clear();
        position.fights = fights;
        self.prune_contacts(position);
    }

    /// Captives and persuaded strays join their new side. SV-PRI-08, SV-PRI-09, SV-STR-03
    pub(crate) fn change_sides(&self, position: &mut Position, log: &mut Log<Event>) {
        for figure in position.ids() {
            let subject = &mut position.figures[figure];
            let (side, shown) = match (subject.standing, subject.side, subject.joining) {
                (Standing::Captive { by }, ..) => (by, subject.first_side.is_none()),
                (Standing::Playing, None, Some(side)) => (side, true),
                _ => continue,
            };
            if side.is_in(position.conceded) {
                subject.standing = Standing::Withdrawn;
                subject.joining = None;
                if let Some(horse) = subject.mount.take() {
                    position.horses[horse].rider = None;
                }
                continue;
            }
            subject.side = Some(side);
            subject.standing = Standing::Playing;
            subject.joining = None;
            subject.alert = true;
            let sheet = subject.sheet;
            if let Some(horse) = subject.mount {
                position.horses[horse].side = Some(side);
            }
            log.tell(Event::Joins { figure, side });
            if shown {
                log.reveal();
                log.tell(Event::Stray { figure, sheet });
            }
        }
        self.prune_contacts(position);
    }
}
