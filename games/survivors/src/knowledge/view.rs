//! What one viewer may know: the only way in which the state of a game leaves it.

use crate::Survivors;
use crate::action::Answer;
use crate::edition::components::{Class, Gun};
use crate::edition::scenarios::Light;
use crate::geometry::feature::{DoorState, Smoke, Works};
use crate::geometry::point::{Facing, Mils, Point};
use crate::geometry::sight::{Cover, Disc};
use crate::position::{
    Charge, FigureId, Horse, HorseFate, Limbs, Melee, Phase, Place, Position, Side, Standing, Step,
    Token, TokenId, TokenKind, members,
};
use crate::rules::ending::Points;
use crate::speech::notation::point;
use serde::Serialize;
use std::collections::BTreeMap;
use table::Viewer;

/// What a viewer may know.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct View {
    pub scenario: String,
    pub turn: u8,
    pub turns: u8,
    pub light: Light,
    pub step: String,
    pub phase: Option<Phase>,
    pub acting: Option<String>,
    pub active: Option<String>,
    pub order: Vec<String>,
    pub sides: BTreeMap<String, SideView>,
    pub figures: BTreeMap<String, FigureView>,
    pub horses: BTreeMap<String, HorseView>,
    pub tokens: BTreeMap<String, TokenView>,
    pub searches: BTreeMap<String, SearchView>,
    /// States of doors, by id with a hyphen for the dot: `B1-d1`.
    pub doors: BTreeMap<String, DoorState>,
    /// Strength left of damaged structures.
    pub structures: BTreeMap<String, u8>,
    pub smoke: Vec<SmokeView>,
    pub lamps: BTreeMap<String, bool>,
    pub charge: Option<ChargeView>,
    pub fight: Option<FightView>,
    pub contacts: Vec<[String; 2]>,
    pub second_half: bool,
    #[serde(skip)]
    pub(crate) viewer: Option<Side>,
    #[serde(skip)]
    pub(crate) works: Works,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct SideView {
    pub name: String,
    pub seat: u16,
    pub in_play: usize,
    pub pool: u8,
    pub has_bid: bool,
    /// What is known of its bid: movement, firing, hand-to-hand, other.
    pub bid: [Option<u8>; 4],
    /// Phases in which it holds the initiative.
    pub initiative: Vec<Phase>,
    pub ready: bool,
    pub conceded: bool,
    pub points: i32,
    pub headings: Vec<Points>,
    /// Standing answers, which a fight would tell: whether it takes prisoners, whether it improvises.
    pub standing: [Answer; 2],
    pub held_back: usize,
}

/// A figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct FigureView {
    pub name: String,
    pub archetype: Option<String>,
    pub class: Option<Class>,
    pub side: Option<String>,
    pub first_side: Option<String>,
    pub standing: String,
    pub by: Option<String>,
    pub strength: Option<u8>,
    pub full: Option<u8>,
    pub intelligence: Option<u8>,
    pub skills: Vec<&'static str>,
    pub civilian: bool,
    pub shirker: bool,
    pub at: Option<String>,
    pub level: i8,
    pub facing: Option<String>,
    pub mount: Option<String>,
    pub kit: Vec<&'static str>,
    pub hand: Option<&'static str>,
    pub loaded: bool,
    pub lamp_lit: bool,
    pub carrying: Option<String>,
    pub medicines: usize,
    pub alert: bool,
    pub used: u8,
    pub actions_left: u8,
    pub moved: String,
    pub obstacles: u8,
    pub activated: bool,
    pub ran: bool,
    pub fired: bool,
    pub spoke: bool,
    pub fought: bool,
    pub shirked: bool,
    pub limbs: Limbs,
    pub aided: bool,
    pub encouraged: bool,
    pub entry: Option<String>,
    /// Where and when the viewer's side last saw it, while it does not see it. SV-FOG-04
    pub last_seen: Option<LastSeen>,
    pub touches: Vec<String>,
    /// The enemies and strays that it sees, and the cover they have.
    pub sees: BTreeMap<String, Cover>,
    #[serde(skip)]
    pub(crate) place: Option<Point>,
    #[serde(skip)]
    pub(crate) front: Option<Facing>,
    #[serde(skip)]
    pub(crate) radius: Mils,
    #[serde(skip)]
    pub(crate) range: Option<Mils>,
    #[serde(skip)]
    pub(crate) gun: Option<Gun>,
    /// The base move that a path now would have.
    #[serde(skip)]
    pub(crate) stride: Mils,
    /// Whether it may still walk this turn, and run. SV-CAN-02
    #[serde(skip)]
    pub(crate) goes: [bool; 2],
    /// Whether it could fire at a charge, where and what it sees left aside. SV-PRE-02, SV-PRE-03, SV-PRE-10
    #[serde(skip)]
    pub(crate) ready: bool,
    /// Whether light falls on it. SV-NGT-06
    #[serde(skip)]
    pub(crate) lit: bool,
    /// Whether it must pass a test before it charges. SV-CIV-01
    #[serde(skip)]
    pub(crate) must_dare: bool,
    /// The horses without riders that it sees, and the cover they have.
    #[serde(skip)]
    pub(crate) sees_horses: BTreeMap<String, Cover>,
}

impl FigureView {
    /// Whether the gun in its hand must be loaded before it fires. SV-FIR-09
    pub(crate) fn is_empty(&self) -> bool {
        !self.loaded && self.gun.is_some_and(|gun| gun.reloads)
    }

    /// Whether it lies on the table as a piece, be it as it was last seen.
    pub(crate) fn has_piece(&self) -> bool {
        let stands = matches!(self.standing.as_str(), "playing" | "captive" | "down");
        self.place.is_some() && stands || self.last_seen.is_some()
    }
}

/// Where an unseen figure was last seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct LastSeen {
    pub turn: u8,
    pub at: String,
    pub level: i8,
    #[serde(skip)]
    pub(crate) place: Point,
}

/// A horse.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct HorseView {
    pub at: String,
    pub strength: u8,
    pub rider: Option<String>,
    pub pack: bool,
    pub crates: usize,
    pub fate: HorseFate,
    #[serde(skip)]
    pub(crate) place: Point,
}

/// A thing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct TokenView {
    pub kind: &'static str,
    pub at: Option<String>,
    pub level: i8,
    pub by: Option<String>,
    pub secured: Option<String>,
    #[serde(skip)]
    pub(crate) place: Option<Point>,
}

/// A search point.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct SearchView {
    pub searched: bool,
    /// Whether it held a medicine; nobody knows before it is searched.
    pub medicine: Option<bool>,
}

/// Smoke.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct SmokeView {
    pub at: String,
    pub turns: u8,
    #[serde(skip)]
    pub(crate) centre: Point,
    #[serde(skip)]
    pub(crate) radius: Mils,
}

impl SmokeView {
    fn of(smoke: &Smoke) -> SmokeView {
        SmokeView {
            at: point(smoke.centre),
            turns: smoke.turns,
            centre: smoke.centre,
            radius: smoke.radius,
        }
    }
}

/// A charge that waits.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct ChargeView {
    pub figure: String,
    pub targets: Vec<String>,
    pub may_fire: Vec<String>,
    /// Where each of them would hit it.
    pub shot_points: BTreeMap<String, String>,
    #[serde(skip)]
    pub(crate) path: Vec<Point>,
    /// The cover that the charger has against each of them there.
    #[serde(skip)]
    pub(crate) covers: BTreeMap<String, Cover>,
}

/// A fight that waits.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct FightView {
    pub members: Vec<String>,
    pub sides: Vec<String>,
    pub totals: [i32; 2],
    pub losses: [u8; 2],
    pub given: BTreeMap<String, u8>,
    /// Of these points those that horses take.
    #[serde(skip)]
    pub(crate) on_horses: BTreeMap<String, u8>,
}

/// What a viewer may know.
pub(crate) fn view(game: &Survivors, position: &Position, viewer: Viewer) -> View {
    game.look(&game.known(position, viewer), viewer)
}

impl Survivors {
    pub(super) fn letter(&self, whose: impl Into<Option<Side>>) -> Option<String> {
        self.scenario.setup_of(whose.into()).map(|side| side.id.clone())
    }

    /// What a viewer knows, of a position from which what it does not know is already gone.
    fn look(&self, position: &Position, viewer: Viewer) -> View {
        let eyes = viewer.seat().and_then(|seat| self.side_of(position, seat));
        let referee = viewer == Viewer::Referee;
        let phase = match position.step {
            Step::Order(phase) | Step::Phase(phase) => Some(phase),
            Step::PreContact | Step::Redirect => Some(Phase::Movement),
            Step::State | Step::Allocate => Some(Phase::HandToHand),
            _ => None,
        };
        let id = |figure: FigureId| self.figure_id(figure).to_string();
        let acting = match position.step {
            Step::Phase(_) | Step::Redirect => position.acting().and_then(|side| self.letter(side)),
            _ => None,
        };
        let totals = self.points(position);
        let sides = self.sides().map(|side| {
            let own = referee || eyes == Some(side);
            let id = self.scenario.sides[side.index()].id.clone();
            (id, self.look_at_side(position, side, own, &totals))
        });
        let figures = position
            .ids()
            .map(|figure| (id(figure), self.look_at(position, figure, eyes, referee)))
            .collect();
        let horses = position.stable().filter_map(|(number, horse)| {
            let hidden = horse.rider.is_some_and(|rider| {
                !self.is_known(position, rider, eyes, referee)
                    || position.figures[rider].standing == Standing::Unseen
            });
            (!hidden).then(|| (self.horse_id(number), self.look_at_horse(horse)))
        });
        let tokens = position.tokens.iter().enumerate().map(|(number, token)| {
            (self.token_id(TokenId::new(number)), self.look_at_token(token))
        });
        let searches = self.scenario.searches.iter().enumerate().map(|(i, place)| {
            let searched = position.searched[i];
            (
                place.id.clone(),
                SearchView {
                    searched,
                    medicine: (searched || referee).then(|| position.contents[i]),
                },
            )
        });
        let doors = self.doors.iter().map(|door| {
            (
                self.table.lines[usize::from(*door)].id.replace('.', "-"),
                position.works.doors[usize::from(*door)],
            )
        });
        let structures =
            position.works.damage.iter().enumerate().filter(|(_, damage)| **damage > 0).map(
                |(line, damage)| {
                    let line = &self.table.lines[line];
                    (line.id.replace('.', "-"), line.strength - damage)
                },
            );
        let lamps = self.scenario.lamps.iter().zip(&position.lamps);
        let contacts = position.contacts.iter();
        View {
            scenario: self.scenario.name.clone(),
            turn: position.turn,
            turns: self.scenario.turns,
            light: self.scenario.light(position.turn.max(1)),
            step: step_word(position.step).to_string(),
            phase,
            acting,
            active: position.active.map(id),
            order: position.order.sides().filter_map(|side| self.letter(side)).collect(),
            sides: sides.collect(),
            figures,
            horses: horses.collect(),
            tokens: tokens.collect(),
            searches: searches.collect(),
            doors: doors.collect(),
            structures: structures.collect(),
            smoke: position.works.smoke.iter().map(SmokeView::of).collect(),
            lamps: lamps.map(|(lamp, on)| (lamp.id.clone(), *on)).collect(),
            charge: position.charge.as_ref().map(|it| self.look_at_charge(position, it)),
            fight: position.melee.as_ref().map(|it| self.look_at_fight(position, it)),
            contacts: contacts.map(|contact| [id(contact.by), id(contact.on)]).collect(),
            second_half: position.half == 1,
            viewer: eyes,
            works: position.works.clone(),
        }
    }

    /// What is known of a side: `own` if it is the viewer's, or the referee looks.
    fn look_at_side(
        &self,
        position: &Position,
        side: Side,
        own: bool,
        totals: &[Points],
    ) -> SideView {
        let setup = &self.scenario.sides[side.index()];
        let bid = std::array::from_fn(|phase| {
            let shown = own || self.bid_is_shown(position, crate::position::PHASES[phase]);
            let made = side.is_in(position.bid_in) && position.turn > 0;
            (shown && made).then(|| position.bids[side.index()][phase])
        });
        let holds = |phase: &Phase| {
            self.bid_is_shown(position, *phase) && position.initiative[phase.index()] == Some(side)
        };
        let deployed = position.step != Step::Deploy;
        let headings: Vec<Points> =
            totals.iter().filter(|points| points.side == side && deployed).cloned().collect();
        SideView {
            name: setup.name.clone(),
            seat: self.seat_of(position, side).0 + 1,
            in_play: if deployed || own { self.in_play(position, side) } else { 0 },
            pool: position.pools[side.index()],
            has_bid: side.is_in(position.bid_in),
            bid,
            initiative: crate::position::PHASES.into_iter().filter(holds).collect(),
            ready: side.is_in(position.ready),
            conceded: position.has_conceded(side),
            points: headings.iter().map(|points| points.points).sum::<i32>()
                + position.before[side.index()],
            headings,
            standing: position.answers[side.index()],
            held_back: if deployed || own {
                setup
                    .people()
                    .filter(|f| matches!(position.figures[*f].standing, Standing::Waiting { .. }))
                    .count()
            } else {
                0
            },
        }
    }

    fn look_at_horse(&self, horse: &Horse) -> HorseView {
        HorseView {
            at: point(horse.at),
            strength: horse.strength,
            rider: horse.rider.map(|rider| self.figure_id(rider).to_string()),
            pack: horse.pack,
            crates: horse.crates.iter().flatten().count(),
            fate: horse.fate,
            place: horse.at,
        }
    }

    fn look_at_token(&self, token: &Token) -> TokenView {
        let (at, level) = match token.place {
            Place::Table { at, level } => (Some(at), level),
            _ => (None, 0),
        };
        let by = match token.place {
            Place::Carried { by } => Some(self.figure_id(by).to_string()),
            Place::Packed { on } => Some(self.horse_id(on)),
            _ => None,
        };
        let secured = match token.place {
            Place::Secured { side } => self.letter(side),
            _ => None,
        };
        TokenView {
            kind: match token.kind {
                TokenKind::Crate => "crate",
                TokenKind::Medicine => "medicine",
                TokenKind::Item { item, .. } => item.word(),
            },
            at: at.map(point),
            level,
            by,
            secured,
            place: at,
        }
    }

    fn look_at_charge(&self, position: &Position, charge: &Charge) -> ChargeView {
        let id = |figure: FigureId| self.figure_id(figure).to_string();
        ChargeView {
            figure: id(charge.figure),
            targets: members(charge.targets).map(id).collect(),
            may_fire: members(charge.waiting).map(id).collect(),
            shot_points: members(charge.waiting)
                .filter_map(|firer| {
                    let stop = self.firing_point(position, charge, firer)?;
                    Some((id(firer), point(stop.at)))
                })
                .collect(),
            path: std::iter::once(charge.start.at)
                .chain(charge.way.stops().iter().map(|stop| stop.at))
                .collect(),
            covers: members(charge.waiting)
                .filter_map(|firer| {
                    let stop = self.firing_point(position, charge, firer)?;
                    let radius = position.figures[charge.figure].radius();
                    let disc = Disc { centre: stop.at, level: stop.level, radius };
                    Some((id(firer), self.looks(position, firer, charge.figure, &disc)?))
                })
                .collect(),
        }
    }

    fn look_at_fight(&self, position: &Position, melee: &Melee) -> FightView {
        let id = |figure: FigureId| self.figure_id(figure).to_string();
        FightView {
            members: members(melee.members).map(id).collect(),
            sides: melee
                .sides
                .iter()
                .map(|side| self.letter(*side).unwrap_or_else(|| "stray".into()))
                .collect(),
            totals: melee.totals,
            losses: melee.losses,
            given: members(melee.members)
                .map(|figure| (id(figure), position.figures[figure].given))
                .collect(),
            on_horses: members(melee.members)
                .map(|figure| (id(figure), position.figures[figure].given_to_horse))
                .collect(),
        }
    }
}

/// What is being decided, in a word.
fn step_word(step: Step) -> &'static str {
    match step {
        Step::Deploy => "deploy",
        Step::Bid => "bid",
        Step::Order(_) => "order",
        Step::Phase(phase) => match phase {
            Phase::Movement => "movement",
            Phase::Firing => "firing",
            Phase::HandToHand => "hand-to-hand",
            Phase::Other => "other",
        },
        Step::PreContact => "pre-contact",
        Step::Redirect => "redirect",
        Step::State => "state",
        Step::Allocate => "allocate",
        Step::Umpire => "umpire",
        Step::Stop => "stop",
        Step::Over => "over",
    }
}
