//! Ending and scoring.

use crate::Survivors;
use crate::edition::components::Class;
use crate::edition::scenarios::Worth;
use crate::event::Event;
use crate::position::{
    Ending, FigureId, HorseFate, NOBODY, Phase, Place, Position, Side, Standing, Step, TokenKind,
};
use serde::Serialize;
use table::{Audience, Dice, Fit, Log, Outcome, Seats};

/// Victory points of one side under one heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Points {
    /// The side.
    pub side: Side,
    /// What for.
    pub heading: String,
    /// How many.
    pub points: i32,
}

impl Survivors {
    /// The side that a captive or recruit belongs to at the end. SV-END-03, SV-PRI-14
    fn belongs_to(&self, position: &Position, figure: FigureId) -> Side {
        let subject = &position.figures[figure];
        match subject.standing {
            Standing::Captive { by } => by,
            Standing::Held => subject.out_by,
            Standing::Playing if subject.side == NOBODY => subject.joining,
            _ => subject.side,
        }
    }

    /// Victory points by heading, as they stand now. SV-END-02, SV-END-03, SV-SCN-26
    pub fn points(&self, position: &Position) -> Vec<Points> {
        let mut list: Vec<Points> = Vec::new();
        self.count_points(position, &mut |side, heading, points| {
            let known = list.iter_mut().find(|it| it.side == side && it.heading == heading);
            match known {
                Some(known) => known.points += points,
                None if points != 0 => {
                    list.push(Points { side, heading: heading.to_string(), points });
                }
                None => {}
            }
        });
        list
    }

    /// Victory points of every side, as they stand now.
    pub fn totals(&self, position: &Position) -> [i32; 4] {
        let mut totals = [0; 4];
        self.count_points(position, &mut |side, _, points| {
            totals[side.index() % 4] += points;
        });
        totals
    }

    /// SV-END-01, SV-END-07
    fn count_points(&self, position: &Position, each: &mut dyn FnMut(Side, &str, i32)) {
        for figure in position.ids() {
            let subject = &position.figures[figure];
            if subject.first_side == NOBODY {
                continue;
            }
            let value = self.sheet(position, figure).class.value();
            let enemy = |side: Side| side != NOBODY && self.scenario.hostile(side, subject.side);
            if subject.standing == Standing::Down && enemy(subject.out_by) {
                each(subject.out_by, "casualties", value);
            }
            let now = self.belongs_to(position, figure);
            if now != NOBODY
                && now != subject.first_side
                && self.scenario.hostile(now, subject.first_side)
                && subject.standing != Standing::Withdrawn
            {
                each(now, "prisoners", value + 1);
            }
        }
        for score in &self.scenario.scores {
            for side in self.sides() {
                if score.side.is_none_or(|only| only == side) {
                    let count = self.count_of(position, side, score.worth);
                    each(side, &score.heading, count * score.points);
                }
            }
        }
    }

    /// How often a side has earned a heading.
    fn count_of(&self, position: &Position, side: Side, worth: Worth) -> i32 {
        let tokens = |kind: TokenKind, fits: &dyn Fn(&Place) -> bool| {
            position
                .tokens
                .iter()
                .filter(|token| token.kind == kind && fits(&token.place))
                .count()
                .fit::<i32>()
        };
        let secured = |place: &Place| *place == Place::Secured { side };
        let carried_by = |place: &Place| match place {
            Place::Carried { by } => Some(position.figures[*by].side),
            _ => None,
        };
        let carried = |place: &Place| carried_by(place) == Some(side);
        let by_enemy = |place: &Place| {
            carried_by(place).is_some_and(|carrier| self.scenario.hostile(side, carrier))
        };
        let horses = |fits: &dyn Fn(&crate::position::Horse) -> bool| {
            let listed = self.scenario.horses.len();
            position.horses.iter().take(listed).filter(|h| fits(h)).count().fit::<i32>()
        };
        let figures = |fits: &dyn Fn(FigureId) -> bool| {
            position.ids().filter(|f| fits(*f)).count().fit::<i32>()
        };
        let within = |place: &Place, building: u8| {
            let plan = &self.table.buildings[usize::from(building)].plan;
            match place {
                Place::Table { at, .. } => plan.holds(*at),
                Place::Carried { by } => plan.holds(position.figures[*by].at),
                _ => false,
            }
        };
        let inside = |figure: FigureId, building: u8| {
            let subject = &position.figures[figure];
            let plan = &self.table.buildings[usize::from(building)].plan;
            subject.is_playing() && plan.holds(subject.at)
        };
        match worth {
            Worth::CrateExited | Worth::CrateSecured => tokens(TokenKind::Crate, &secured),
            Worth::CrateCarried => tokens(TokenKind::Crate, &carried),
            Worth::HorseSecured => {
                horses(&|horse| horse.fate == HorseFate::Secured && horse.side == side)
            }
            Worth::CrateNotSecured => tokens(TokenKind::Crate, &|place| {
                !matches!(place, Place::Secured { side: other } if self.scenario.hostile(side, *other))
                    && !by_enemy(place)
            }),
            Worth::PackHorseExited => {
                horses(&|horse| horse.pack && horse.fate == HorseFate::Exited && horse.side == side)
            }
            Worth::PackHorseLeft => horses(&|horse| horse.pack && horse.fate != HorseFate::Exited),
            Worth::CharacterExited => figures(&|figure| {
                let subject = &position.figures[figure];
                subject.standing == Standing::Exited && subject.side == side
            }),
            Worth::HeroExited => figures(&|figure| {
                let subject = &position.figures[figure];
                subject.standing == Standing::Exited
                    && subject.side == side
                    && self.sheet(position, figure).class == Class::Hero
            }),
            Worth::MedicineExited => tokens(TokenKind::Medicine, &secured),
            Worth::MedicineCarried => tokens(TokenKind::Medicine, &carried),
            Worth::StrayYours => figures(&|figure| {
                let subject = &position.figures[figure];
                subject.first_side == NOBODY
                    && !matches!(subject.standing, Standing::Down | Standing::Withdrawn)
                    && self.belongs_to(position, figure) == side
            }),
            Worth::StrayPutOut => figures(&|figure| {
                let subject = &position.figures[figure];
                subject.first_side == NOBODY
                    && subject.side == NOBODY
                    && subject.standing == Standing::Down
                    && subject.out_by == side
            }),
            Worth::BuildingCleared(building) => {
                let held = position.ids().any(|figure| {
                    let other = position.figures[figure].side;
                    other != NOBODY
                        && self.scenario.hostile(side, other)
                        && inside(figure, building)
                });
                i32::from(!held)
            }
            Worth::CrateOutside(building) => tokens(TokenKind::Crate, &|place| {
                carried(place) || !by_enemy(place) && !within(place, building)
            }),
            Worth::CrateInside(building) => {
                tokens(TokenKind::Crate, &|place| within(place, building) && !by_enemy(place))
            }
            Worth::DoorHeld(line) => i32::from(!position.forced[usize::from(line)]),
            Worth::BuildingMajority(building) => {
                let count = |side: Side| {
                    figures(&|figure| {
                        let subject = &position.figures[figure];
                        let plan = &self.table.buildings[usize::from(building)].plan;
                        subject.side == side
                            && subject.is_playing()
                            && plan.holds_disc(subject.at, subject.radius())
                    })
                };
                let own = count(side);
                let others = self.sides().filter(|other| *other != side).map(count).max();
                i32::from(own > others.unwrap_or(0))
            }
            Worth::EnemyHeroOut => figures(&|figure| {
                let subject = &position.figures[figure];
                let hero = self.sheet(position, figure).class == Class::Hero;
                let out = subject.standing == Standing::Down && subject.out_by == side;
                let taken = self.belongs_to(position, figure) == side;
                hero && subject.first_side != NOBODY && subject.first_side != side && (out || taken)
            }),
        }
    }

    /// Ends the game, or turns the table for the second half of a mirror match. SV-END-08
    pub(crate) fn finish(
        &self,
        position: &mut Position,
        ending: Ending,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let totals = self.totals(position);
        let count = self.side_count();
        let mirrored = self.options.mirror_match && count == 2 && position.half == 0;
        if mirrored && ending != Ending::Conceded {
            log.tell_to(|| Audience::All, || Event::HalfTime { scores: totals[..count].to_vec() });
            let answers = position.answers;
            *position = self.lay_out(dice);
            position.half = 1;
            position.before = [totals[1], totals[0], 0, 0];
            position.answers = [answers[1], answers[0], answers[2], answers[3]];
            return;
        }
        position.step = Step::Over;
        position.ended = Some(ending);
        log.tell_to(|| Audience::All, || Event::Ends { ending, scores: totals[..count].to_vec() });
    }

    /// The most points of a side that has not conceded, and the sides that come near it. SV-END-06
    fn close(&self, position: &Position) -> (i32, Vec<Side>) {
        let totals = self.totals(position);
        let points = |side: Side| totals[side.index()] + position.before[side.index()];
        let staying = || self.sides().filter(|side| !position.has_conceded(*side));
        let best = staying().map(points).max().unwrap_or(0);
        (best, staying().filter(|side| points(*side) > best - 3).collect())
    }

    /// The outcome of a game that is over. SV-END-06, SV-END-09
    pub(crate) fn outcome(&self, position: &Position, ending: Ending) -> Outcome {
        let totals = self.totals(position);
        let points = |side: Side| totals[side.index()] + position.before[side.index()];
        let stays = |side: &Side| !position.has_conceded(*side);
        let (_, close) = self.close(position);
        let seats = usize::from(self.setup.seats);
        let mut ranks = vec![seats.fit::<u16>(); seats];
        let mut scores = vec![0; seats];
        for side in self.sides() {
            let seat = self.seat_of(position, side).index();
            scores[seat] = i64::from(points(side));
            let ahead = self
                .sides()
                .filter(|other| stays(other) && (!stays(&side) || points(*other) > points(side)))
                .count()
                .fit::<u16>();
            ranks[seat] = if close.contains(&side) { 1 } else { (ahead + 1).max(2) };
        }
        let winners: Seats = match close.as_slice() {
            [one] => Seats::one(self.seat_of(position, *one)),
            _ => Seats::none(),
        };
        Outcome { reason: ending.id().into(), ranks, winners, scores: Some(scores) }
    }

    /// The end in a sentence.
    pub(crate) fn ending_told(&self, position: &Position, ending: Ending) -> String {
        let (best, close) = self.close(position);
        let names: Vec<String> =
            close.iter().map(|side| self.scenario.sides[side.index()].name.clone()).collect();
        let how = match ending {
            Ending::Limit => "The last turn is over",
            Ending::Empty => "Nobody is left on the table",
            Ending::Stopped => "The last side on the table stops",
            Ending::Conceded => "All others have conceded",
        };
        match close.as_slice() {
            [_] => format!("{how}: victory for {} with {best} points.", names.join("")),
            _ => format!("{how}: a draw between {}.", names.join(" and ")),
        }
    }

    /// A side gives up. SV-END-09
    pub(crate) fn concede(
        &self,
        position: &mut Position,
        side: Side,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        position.conceded |= side.bit();
        position.ready |= side.bit();
        position.bid_in |= side.bit();
        log.tell(Event::Concedes { side });
        for figure in position.ids() {
            if position.figures[figure].side == side
                && matches!(
                    position.figures[figure].standing,
                    Standing::Playing | Standing::Waiting { .. } | Standing::Undeployed
                )
            {
                if position.figures[figure].is_playing() {
                    self.drop_goods(position, figure, log);
                }
                let subject = &mut position.figures[figure];
                subject.standing = Standing::Withdrawn;
                if let Some(horse) = subject.mount.take() {
                    position.horses[horse].rider = None;
                }
            }
        }
        position.charge = None;
        position.melee = None;
        if let Some(fog) = &mut position.fog {
            fog.halted = None;
        }
        self.done(position);
        self.prune_contacts(position);
        let left = self.sides().filter(|side| !position.has_conceded(*side));
        if left.count() <= 1 {
            self.finish(position, Ending::Conceded, dice, log);
            return;
        }
        match position.step {
            Step::Deploy => {
                let all = (1u8 << self.side_count()) - 1;
                if position.ready & all == all {
                    self.begin_turn(position, dice, log);
                }
            }
            Step::PreContact | Step::Redirect => position.step = Step::Phase(Phase::Movement),
            Step::State | Step::Allocate => position.step = Step::Phase(Phase::HandToHand),
            Step::Order(phase) => {
                position.step = Step::Phase(phase);
            }
            _ => {}
        }
    }
}
