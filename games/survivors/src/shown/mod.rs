//! What the ledger is checked with: cases, tests, probes, and sums that never change.

pub mod given;
mod placing;

use crate::Survivors;
use crate::action::{Act, Action, Figures, Gait, Ruling, Stop, Target, Thing, Way};
use crate::edition::components::Item;
use crate::geometry::point::{Facing, Point};
use crate::position::{
    FigureId, HorseFate, HorseId, Place, Position, Side, Standing, Step, TokenId, TokenKind,
};
use crate::shown::given::Given;
use table::{Conformant, Dice, Edition, Exhibits, Fit, Seat, Setup, SetupError, Shown};

impl Shown for Survivors {
    type Given = Given;

    fn exhibits() -> Exhibits {
        table::exhibits!(crate::rule::PLACES)
    }

    fn arrange(
        edition: &Edition,
        setup: &Setup,
        given: Given,
        dice: &mut Dice,
    ) -> Result<(Self, Position), SetupError> {
        Survivors::arrange_given(edition, setup, given, dice)
    }
}

impl Conformant for Survivors {
    fn bound(&self) -> usize {
        let figures = self.scenario.sheets.len();
        let halves = 1 + usize::from(self.options.mirror_match);
        // Every figure: an activation, a path, three actions and a drop in two phases, a shot, a
        // statement, and points of loss; every side: bids, orders and ends.
        halves * (figures * 2 + usize::from(self.scenario.turns) * (figures * 20 + 60) + 20)
    }

    fn complete(&self) -> bool {
        false
    }

    fn probes(&self, position: &Position, _: Seat, dice: &mut Dice, out: &mut Vec<Action>) {
        let count = position.figures.len().fit::<u32>();
        let any = |dice: &mut Dice| FigureId::new(dice.roll("probe", count + 1).fit::<usize>() - 1);
        let (a, b) = (any(dice), any(dice));
        let high = self.table.bounds.high;
        let at = Point::new(
            dice.roll("probe", high.x.fit::<u32>()).fit::<i32>(),
            dice.roll("probe", high.y.fit::<u32>()).fit::<i32>(),
        );
        let near = match position.figures.get(a.index()) {
            Some(figure) => Point::new(
                figure.at.x + dice.roll("probe", 9000).fit::<i32>() - 4500,
                figure.at.y + dice.roll("probe", 9000).fit::<i32>() - 4500,
            ),
            None => at,
        };
        let stop = |at: Point| Stop { at, level: 0 };
        let both: Figures = a.bit() | b.bit();
        let [first, second] = [0, 1].map(Side::new);
        let face = Facing { x: 3, y: -7 };
        out.extend([
            Action::Deploy { figure: a, stop: stop(at), face: Some(face) },
            Action::Enter { figure: a, zone: 0 },
            Action::GiveLamp(a),
            Action::Bid([1, 1, 1, 1]),
            Action::Bid([9, 9, 9, 9]),
            Action::Order([second, first].into_iter().collect()),
            Action::Order([first, first].into_iter().collect()),
            Action::Take(a),
            Action::Move {
                figure: a,
                gait: Gait::Walk,
                way: Way::to(stop(near)),
                charge: 0,
                face: Some(face),
            },
            Action::Move {
                figure: a,
                gait: Gait::Run,
                way: Way::to(stop(near)),
                charge: b.bit(),
                face: None,
            },
            Action::Move {
                figure: a,
                gait: Gait::Run,
                way: Way::through(&[stop(near), stop(at)]).unwrap_or_else(Way::empty),
                charge: 0,
                face: None,
            },
            Action::BreakOff { figure: a, way: Way::to(stop(near)), face: None },
            Action::Lead { figure: a, horse: HorseId::default(), way: Way::to(stop(near)) },
            Action::Exit(a),
            Action::Face { figure: a, face },
            Action::Done(a),
            Action::Hold(a),
            Action::Fire { figure: a, aimed: true, horse: false },
            Action::Fire { figure: b, aimed: false, horse: true },
            Action::Shoot { figure: a, target: Target::Figure(b), aimed: false },
            Action::Shoot { figure: b, target: Target::Figure(a), aimed: true },
            Action::Shoot { figure: a, target: Target::Horse(HorseId::default()), aimed: false },
            Action::Shoot { figure: a, target: Target::Line(0), aimed: false },
            Action::Fight(both),
            Action::Capture(false),
            Action::Improvise { figure: a, yes: true },
            Action::Hurt { figure: a, horse: false },
            Action::Hurt { figure: b, horse: true },
            Action::Say {
                figure: a,
                shout: true,
                text: Some("Behind you, run".into()),
                effect: crate::action::Effect::None,
            },
            Action::Say {
                figure: a,
                shout: true,
                text: Some("They are behind you".into()),
                effect: crate::action::Effect::Alert,
            },
            Action::End,
            Action::Stop,
            Action::PlayOn,
            Action::Ready,
            Action::Rule(Ruling::Test { figure: a, target: 7 }),
            Action::Rule(Ruling::Smoke { at, radius: 1500, turns: 2 }),
        ]);
        let acts = [
            Act::Draw(Item::Edged),
            Act::Stow,
            Act::Mount(HorseId::default()),
            Act::Dismount(near),
            Act::PickUp(TokenId::default()),
            Act::HandOver { to: b, thing: Thing::Item(Item::Shotgun) },
            Act::Load(HorseId::default()),
            Act::Unload(HorseId::default()),
            Act::Open(0),
            Act::Close(1),
            Act::Lock(2),
            Act::Unlock(2),
            Act::Bar(3),
            Act::Unbar(3),
            Act::Force(4),
            Act::Search(0),
            Act::Persuade(b),
            Act::Aid(b),
            Act::Machine(0),
            Act::Reload,
            Act::Lamp(true),
            Act::LampAt { lamp: 0, on: false },
            Act::Light(0),
            Act::Drop(Thing::Item(Item::Blunt)),
        ];
        out.extend(acts.map(|act| Action::Do { figure: a, act }));
    }

    fn unshown_options() -> Vec<(&'static str, &'static str)> {
        vec![("lucky", "it is read between the episodes of a campaign, which no single game shows")]
    }

    fn secret(&self, position: &Position) -> bool {
        matches!(position.step, Step::Bid | Step::Deploy | Step::State)
    }

    fn conserved(&self, position: &Position) -> Vec<(&'static str, i64)> {
        let mut strength = 0;
        let mut kit = 0;
        let mut riders = 0;
        for figure in &position.figures {
            let full = self.scenario.sheets[usize::from(figure.sheet)].strength;
            strength += i64::from(figure.strength > full);
            strength += i64::from(figure.standing == Standing::Down && figure.strength > 0);
            strength += i64::from(figure.is_playing() && figure.strength == 0);
            kit += figure.kit.iter().flatten().count().fit::<i64>();
            if let Some(horse) = figure.mount {
                let linked = position.horses[horse].rider.is_some();
                riders += i64::from(!linked);
            }
        }
        let loose = position.tokens.iter().filter(|token| {
            matches!(token.kind, TokenKind::Item { .. }) && token.place != Place::Gone
        });
        let lamps = i64::from(position.lamp_given.count_ones());
        let crates = position
            .tokens
            .iter()
            .filter(|token| token.kind == TokenKind::Crate)
            .count()
            .fit::<i64>();
        let carried = (position
            .figures
            .iter()
            .filter_map(|figure| figure.carrying.map(|token| (figure, token)))
            .filter(|(figure, token)| {
                !figure.is_playing()
                    || !matches!(position.tokens[*token].place, Place::Carried { .. })
            })
            .count())
        .fit::<i64>();
        let found = position
            .tokens
            .iter()
            .filter(|token| token.kind == TokenKind::Medicine)
            .count()
            .fit::<i64>();
        let hidden = (0..position.contents.len())
            .filter(|point| position.contents[*point] && !position.searched[*point])
            .count()
            .fit::<i64>();
        let prisoners = (position
            .figures
            .iter()
            .filter(
                |figure| matches!(figure.standing, Standing::Captive { by } if Some(by) == figure.side),
            )
            .count())
        .fit::<i64>();
        let horses = (position
            .horses
            .iter()
            .filter(|horse| horse.fate == HorseFate::Dead && horse.strength > 0)
            .count())
        .fit::<i64>();
        vec![
            ("figures", position.figures.len().fit::<i64>()),
            ("Strength out of bounds", strength),
            ("things in kits and on the table", kit + loose.count().fit::<i64>() - lamps),
            ("crates", crates),
            ("crates in the wrong hands", carried),
            ("medicines", found + hidden),
            ("prisoners of their own side", prisoners),
            ("riders without horses", riders),
            ("horses dead on their feet", horses),
            ("overlapping bases", self.overlapping(position)),
        ]
    }
}

impl Survivors {
    /// How many pairs of bases overlap, and how many stand on solid ground: always none.
    pub(crate) fn overlapping(&self, position: &Position) -> i64 {
        let mut count = 0;
        for (i, a) in position.discs().enumerate() {
            for b in position.discs().skip(i + 1) {
                let close = i64::from(a.radius + b.radius);
                count +=
                    i64::from(a.level == b.level && a.centre.distance2(b.centre) < close * close);
            }
            let open = position.step != Step::PreContact;
            if open {
                count += i64::from(
                    self.table
                        .bars(&position.works, a.level, a.centre, a.centre, a.radius, false)
                        .is_some(),
                );
            }
        }
        count
    }
}
