//! Obstacles, doors and stairs.

use crate::Survivors;
use crate::action::{Act, Stop};
use crate::edition::components::Skill;
use crate::event::{DoorWork, Event, TestFor};
use crate::geometry::feature::{Acting, DoorState, LineKind};
use crate::geometry::segment::{crosses, near};
use crate::position::{FigureId, Position};
use crate::refusal::{Checked, Doors, Room, no};
use crate::rules::actions::Doer;
use crate::rules::base_contact::REACH;
use table::{Dice, Fit, Log};

impl Survivors {
    /// SV-OBS-07
    pub(crate) fn open_doors(
        &self,
        position: &mut Position,
        figure: FigureId,
        start: Stop,
        stops: &[Stop],
        log: &mut Log<Event>,
    ) {
        let mut from = start;
        for to in stops {
            if from.level == to.level {
                let found = self.table.along(from.level, from.at, to.at, 0);
                for number in found.lines.iter() {
                    let line = &self.table.lines[number];
                    let shut = matches!(
                        self.table.acting(&position.works, number),
                        Acting::ShutDoor { keeps_out: false }
                    );
                    if shut && crosses(from.at, to.at, line.a, line.b) {
                        position.works.doors[number] = DoorState::Open;
                        log.tell(Event::Opens {
                            figure,
                            line: number.fit::<u16>(),
                            state: DoorState::Open,
                            how: DoorWork::Passed,
                        });
                    }
                }
            }
            from = *to;
        }
    }

    /// SV-OBS-09, SV-OBS-10, SV-OBS-11, SV-OBS-12, SV-AOE-04
    pub(super) fn judge_door(
        &self,
        position: &Position,
        figure: FigureId,
        door: u16,
        act: &Act,
    ) -> Checked {
        let Some(line) =
            self.table.lines.get(usize::from(door)).filter(|line| line.kind == LineKind::Door)
        else {
            return no(Doors::NoDoor);
        };
        if !self.reaches_point(position, figure, line.middle(), line.level, Some(usize::from(door)))
        {
            return no(Room::OutOfReach);
        }
        let state = position.works.doors[usize::from(door)];
        let inside = line.building.is_some_and(|building| {
            self.table.buildings[usize::from(building)].plan.holds(position.figures[figure].at)
        });
        match act {
            Act::Open(_) if state == DoorState::Closed => Ok(()),
            Act::Open(_) => no(Doors::Standing { state }),
            Act::Close(_) if state != DoorState::Open => no(Doors::Standing { state }),
            Act::Close(_) => {
                let blocked = position.discs().any(|disc| {
                    disc.level == line.level && near(disc.centre, line.a, line.b, disc.radius)
                });
                if blocked {
                    return no(Doors::SomebodyInIt);
                }
                Ok(())
            }
            Act::Lock(_) | Act::Bar(_) => {
                if !inside {
                    return no(Doors::OnlyFromInside);
                }
                if state != DoorState::Closed {
                    return no(Doors::CannotLock { state });
                }
                if matches!(act, Act::Bar(_)) && !line.barrable {
                    return no(Doors::NoBar);
                }
                Ok(())
            }
            Act::Unlock(_) | Act::Unbar(_) => {
                let wanted = if matches!(act, Act::Unlock(_)) {
                    DoorState::Locked
                } else {
                    DoorState::Barred
                };
                if !inside {
                    return no(Doors::OnlyFromInside);
                }
                if state != wanted {
                    return no(Doors::CannotLock { state });
                }
                Ok(())
            }
            _ => match state {
                DoorState::Locked | DoorState::Barred => Ok(()),
                _ => no(Doors::NothingToForce { state }),
            },
        }
    }

    /// The doors of the table, by line.
    pub(crate) fn find_doors(table: &crate::geometry::tabletop::Tabletop) -> Vec<u16> {
        let lines = table.lines.iter().enumerate();
        lines
            .filter(|(_, line)| line.kind == LineKind::Door)
            .map(|(number, _)| number.fit::<u16>())
            .collect()
    }

    /// Opens, shuts, locks, bars or unbars a door. SV-OBS-09, SV-OBS-10
    pub(super) fn work_door(
        &self,
        position: &mut Position,
        figure: FigureId,
        line: u16,
        state: DoorState,
        how: DoorWork,
        log: &mut Log<Event>,
    ) {
        position.works.doors[usize::from(line)] = state;
        log.tell(Event::Opens { figure, line, state, how });
    }

    /// SV-OBS-11, SV-OBS-12
    pub(super) fn force_door(
        &self,
        position: &mut Position,
        figure: FigureId,
        line: u16,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let barred = position.works.doors[usize::from(line)] == DoorState::Barred;
        let bonus = self.sheet(position, figure).bonus(Skill::Lockpick);
        let target = if barred { 5 } else { 4 };
        self.hear_door(position, self.table.lines[usize::from(line)].middle());
        if self.enable_test(figure, TestFor::Force, bonus, target, dice, log) {
            position.forced[usize::from(line)] = true;
            let how = if barred { DoorWork::Broken } else { DoorWork::Forced };
            self.work_door(position, figure, line, DoorState::Open, how, log);
        }
    }
}

impl Doer<'_> {
    pub(super) fn doors(&self, each: &mut dyn FnMut(Act)) {
        let (game, position) = (self.game, self.position);
        for door in game.doors.iter().copied() {
            let line = &game.table.lines[usize::from(door)];
            let middle = line.middle();
            let handled = || {
                game.reaches_point(
                    position,
                    self.number,
                    middle,
                    line.level,
                    Some(usize::from(door)),
                )
            };
            let near = i64::from(REACH + self.figure.radius());
            if self.figure.at.distance2(middle) > near * near || !handled() {
                continue;
            }
            let inside = line.building.is_some_and(|building| {
                game.table.buildings[usize::from(building)].plan.holds(self.figure.at)
            });
            match position.works.doors[usize::from(door)] {
                DoorState::Open => {
                    let blocked = position.discs().any(|disc| {
                        disc.level == line.level
                            && crate::geometry::segment::near(
                                disc.centre,
                                line.a,
                                line.b,
                                disc.radius,
                            )
                    });
                    if !blocked {
                        each(Act::Close(door));
                    }
                }
                DoorState::Closed => {
                    each(Act::Open(door));
                    if inside {
                        each(Act::Lock(door));
                        if line.barrable {
                            each(Act::Bar(door));
                        }
                    }
                }
                DoorState::Locked if inside => each(Act::Unlock(door)),
                DoorState::Barred if inside => each(Act::Unbar(door)),
                DoorState::Locked | DoorState::Barred | DoorState::Destroyed => {}
            }
        }
    }

    /// Locks to force. SV-OBS-11, SV-OBS-12
    pub(super) fn locks(&self, each: &mut dyn FnMut(Act)) {
        let (game, position) = (self.game, self.position);
        for door in game.doors.iter().copied() {
            let shut = matches!(
                position.works.doors[usize::from(door)],
                DoorState::Locked | DoorState::Barred
            );
            let line = &game.table.lines[usize::from(door)];
            let but = Some(usize::from(door));
            if shut && game.reaches_point(position, self.number, line.middle(), line.level, but) {
                each(Act::Force(door));
            }
        }
    }
}
