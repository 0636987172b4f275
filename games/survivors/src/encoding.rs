//! The game in numbers, for programs that learn: sides, figures, horses, tokens and works as tables, who sees
//! and touches whom, actions by number.
//!
//! Points are shares of the table's extent. What never changes in a set-up (walls, ground, buildings) is not
//! repeated in every observation. Figures come in the order of the cast. A move is numbered by its figure and
//! by its place among the candidates that are offered for it; by coordinates it is given as data.

use crate::Survivors;
use crate::action::{Action, Question};
use crate::edition::components::{Class, ITEMS, Item, Skill};
use crate::edition::scenarios::Light;
use crate::geometry::feature::DoorState;
use crate::geometry::point::Point;
use crate::knowledge::view::{FigureView, View};
use crate::position::{FigureId, HorseFate, HorseId, PHASES, Phase, TokenId};
use std::collections::HashMap;
use table::encoding::{Encoding, Family, Place, Sheet};
use table::{Dice, Log, Rules, Seat, Seed};

/// Survivors in numbers.
pub struct InNumbers {
    /// Figures for which there is room: the cast and those who may join.
    figures: usize,
    horses: usize,
    tokens: usize,
    searches: usize,
    doors: usize,
    lines: usize,
    lamps: usize,
    sides: usize,
    numbers: HashMap<String, usize>,
    letters: HashMap<String, usize>,
    items: Vec<&'static str>,
    skills: Vec<&'static str>,
}

/// Figures that may join during play.
const JOINING: usize = 12;
/// The most figures of a game.
const MOST_FIGURES: usize = 64;
/// Candidates for a move, a deployment or the like of one figure.
const CANDIDATES: usize = 256;
/// Smoke on the table.
const SMOKE: usize = 8;

const STEPS: [&str; 14] = [
    "deploy",
    "bid",
    "order",
    "movement",
    "firing",
    "hand-to-hand",
    "other",
    "pre-contact",
    "redirect",
    "state",
    "allocate",
    "umpire",
    "stop",
    "over",
];
const STANDINGS: [&str; 9] = [
    "undeployed",
    "waiting",
    "playing",
    "down",
    "captive",
    "held",
    "exited",
    "withdrawn",
    "unseen",
];
const SKILLS: [Skill; 10] = [
    Skill::Marksman,
    Skill::Brawler,
    Skill::Plucky,
    Skill::Stalwart,
    Skill::Lockpick,
    Skill::Medic,
    Skill::Scrounger,
    Skill::Talker,
    Skill::Rider,
    Skill::Mechanic,
];
const DOORS: [DoorState; 5] = [
    DoorState::Open,
    DoorState::Closed,
    DoorState::Locked,
    DoorState::Barred,
    DoorState::Destroyed,
];
const FATES: [HorseFate; 4] =
    [HorseFate::Standing, HorseFate::Dead, HorseFate::Exited, HorseFate::Secured];

fn of<T: PartialEq>(all: &[T], one: &T) -> Option<usize> {
    all.iter().position(|known| known == one)
}

impl InNumbers {
    fn figure_number(&self, id: &str) -> Option<usize> {
        self.numbers.get(id).copied()
    }

    fn side_number(&self, id: &str) -> Option<usize> {
        self.letters.get(id).copied()
    }

    fn place(game: &Survivors, row: &mut Sheet<'_>, at: Option<Point>) {
        let bounds = &game.table.bounds;
        row.number("x", at.map(|at| at.x), bounds.high.x);
        row.number("y", at.map(|at| at.y), bounds.high.y);
    }

    fn figure(&self, game: &Survivors, view: &View, row: &mut Sheet<'_>, one: Option<&FigureView>) {
        let side = |id: &Option<String>| id.as_deref().and_then(|id| self.side_number(id));
        let own = view.viewer.map(|own| own.index());
        row.flag("there", one.is_some());
        row.flag("own", one.map(|one| own.is_some() && side(&one.side) == own));
        row.number_of("side", self.sides, one.and_then(|one| side(&one.side)));
        row.number_of("first side", self.sides, one.and_then(|one| side(&one.first_side)));
        row.one_of(
            "standing",
            &STANDINGS,
            one.and_then(|one| of(&STANDINGS, &one.standing.as_str())),
        );
        row.number_of("taken by", self.sides, one.and_then(|one| side(&one.by)));
        let classes = [Class::Hero, Class::Main, Class::Ordinary];
        row.one_of(
            "class",
            &["hero", "main", "ordinary"],
            one.and_then(|one| of(&classes, one.class.as_ref()?)),
        );
        row.number("strength", one.and_then(|one| one.strength), 12_u8);
        row.number("full strength", one.and_then(|one| one.full), 12_u8);
        row.number("intelligence", one.and_then(|one| one.intelligence), 12_u8);
        row.numbers_of(
            "skill",
            SKILLS.len(),
            one.into_iter()
                .flat_map(|one| one.skills.iter().filter_map(|skill| of(&self.skills, skill))),
        );
        row.flag("civilian", one.map(|one| one.civilian));
        row.flag("shirker", one.map(|one| one.shirker));
        InNumbers::place(game, row, one.and_then(|one| one.place));
        row.number("level", one.map(|one| one.level), 8_u8);
        row.number("faces east", one.and_then(|one| one.front.map(|front| front.x)), 1_000_000_i32);
        row.number(
            "faces north",
            one.and_then(|one| one.front.map(|front| front.y)),
            1_000_000_i32,
        );
        let mount = one.and_then(|one| horse_number(one.mount.as_deref()?, view));
        row.number("mount", mount, 64_u8);
        for (number, item) in ITEMS.into_iter().enumerate() {
            let count = one.map(|one| one.kit.iter().filter(|kit| **kit == item.word()).count());
            row.number(format_args!("has {}", self.items[number]), count, 4_u8);
        }
        row.one_of("in hand", &self.items, one.and_then(|one| of(&self.items, &one.hand?)));
        row.flag("loaded", one.map(|one| one.loaded));
        row.flag("lamp lit", one.map(|one| one.lamp_lit));
        row.flag("carries", one.map(|one| one.carrying.is_some()));
        row.number("medicines", one.map(|one| one.medicines), 8_u8);
        row.flag("alert", one.map(|one| one.alert));
        row.number("used", one.map(|one| one.used), 8_u8);
        row.number("actions left", one.map(|one| one.actions_left), 8_u8);
        let moved = one.map(|one| one.moved.trim_end_matches('"').parse::<f32>().unwrap_or(0.0));
        row.number("moved", moved, 64_u8);
        row.number("obstacles", one.map(|one| one.obstacles), 8_u8);
        row.flag("activated", one.map(|one| one.activated));
        row.flag("ran", one.map(|one| one.ran));
        row.flag("fired", one.map(|one| one.fired));
        row.flag("spoke", one.map(|one| one.spoke));
        row.flag("fought", one.map(|one| one.fought));
        row.flag("shirked", one.map(|one| one.shirked));
        row.flag("hurt: leg", one.map(|one| one.limbs.leg));
        row.flag("hurt: arm", one.map(|one| one.limbs.arm));
        row.flag("hurt: head", one.map(|one| one.limbs.head));
        row.flag("aided", one.map(|one| one.aided));
        row.flag("encouraged", one.map(|one| one.encouraged));
        let zones = &game.scenario.zones;
        let zone = one
            .and_then(|one| zones.iter().position(|zone| Some(&*zone.id) == one.entry.as_deref()));
        row.number("enters from", zone.map(|zone| zone + 1), 32_u8);
        let seen = one.and_then(|one| one.last_seen.as_ref());
        row.number("last seen: turn", seen.map(|seen| seen.turn), view.turns);
        row.number("last seen: x", seen.map(|seen| seen.place.x), game.table.bounds.high.x);
        row.number("last seen: y", seen.map(|seen| seen.place.y), game.table.bounds.high.y);
        row.number("last seen: level", seen.map(|seen| seen.level), 8_u8);
    }

    fn sides(&self, game: &Survivors, view: &View, seat: Seat, out: &mut Sheet<'_>) {
        out.table("sides", self.sides, &game.scenario.sides, |row, setup| {
            let side = setup.and_then(|setup| view.sides.get(&setup.id));
            row.flag("own", side.map(|side| side.seat == seat.0 + 1));
            row.number("seat", side.map(|side| side.seat), 4_u8);
            row.number("in play", side.map(|side| side.in_play), MOST_FIGURES);
            row.number("pool", side.map(|side| side.pool), 64_u8);
            row.flag("has bid", side.map(|side| side.has_bid));
            for phase in PHASES {
                let words = ["movement", "firing", "hand-to-hand", "other"][phase.index()];
                row.number(
                    format_args!("bid for {words}"),
                    side.and_then(|side| side.bid[phase.index()]),
                    64_u8,
                );
                row.flag(
                    format_args!("initiative in {words}"),
                    side.map(|side| side.initiative.contains(&phase)),
                );
            }
            row.flag("ready", side.map(|side| side.ready));
            row.flag("conceded", side.map(|side| side.conceded));
            row.number("points", side.map(|side| side.points), 64_u8);
            for (number, word) in ["takes prisoners", "improvises"].iter().enumerate() {
                let answer = side.map(|side| side.standing[number] as usize);
                row.one_of(word, &["yes", "no", "ask"], answer);
            }
            row.number("held back", side.map(|side| side.held_back), MOST_FIGURES);
        });
    }

    fn facts(&self, view: &View, seat: Seat, out: &mut Sheet<'_>) {
        out.vector("facts");
        out.number("turn", view.turn, view.turns);
        out.number("turns", view.turns, 64_u8);
        let lights = [Light::Day, Light::Dusk, Light::Night];
        out.one_of("light", &["day", "dusk", "night"], of(&lights, &view.light));
        out.one_of("step", &STEPS, of(&STEPS, &view.step.as_str()));
        let phases = ["movement", "firing", "hand-to-hand", "other"];
        out.one_of("phase", &phases, view.phase.map(Phase::index));
        out.number_of(
            "acting side",
            self.sides,
            view.acting.as_deref().and_then(|id| self.side_number(id)),
        );
        out.number_of(
            "active figure",
            self.figures,
            view.active.as_deref().and_then(|id| self.figure_number(id)),
        );
        for place in 0..4_usize {
            let side = view.order.get(place).and_then(|id| self.side_number(id));
            out.number_of(format_args!("order {place}"), self.sides, side);
        }
        out.number_of("own seat", 4, Some(seat.index()));
        out.flag("second half", view.second_half);
        let charge = view.charge.as_ref();
        let numbers =
            |ids: &[String]| ids.iter().filter_map(|id| self.figure_number(id)).collect::<Vec<_>>();
        out.number_of(
            "charging",
            self.figures,
            charge.and_then(|charge| self.figure_number(&charge.figure)),
        );
        out.numbers_of(
            "charged",
            self.figures,
            charge.map(|charge| numbers(&charge.targets)).unwrap_or_default(),
        );
        out.numbers_of(
            "may fire at it",
            self.figures,
            charge.map(|charge| numbers(&charge.may_fire)).unwrap_or_default(),
        );
        let fight = view.fight.as_ref();
        out.numbers_of(
            "fighting",
            self.figures,
            fight.map(|fight| numbers(&fight.members)).unwrap_or_default(),
        );
        for half in 0..2_usize {
            let side = fight.and_then(|fight| self.side_number(fight.sides.get(half)?));
            out.number_of(format_args!("fight: side {half}"), self.sides, side);
            out.number(
                format_args!("fight: total {half}"),
                fight.map(|fight| fight.totals[half]),
                64_u8,
            );
            out.number(
                format_args!("fight: losses {half}"),
                fight.map(|fight| fight.losses[half]),
                16_u8,
            );
        }
    }

    fn things(&self, game: &Survivors, view: &View, out: &mut Sheet<'_>) {
        let horses =
            (0..self.horses).map(|number| view.horses.get(&game.horse_id(HorseId::new(number))));
        out.table("horses", self.horses, horses, |row, horse| {
            let horse = horse.flatten();
            row.flag("there", horse.is_some());
            InNumbers::place(game, row, horse.map(|horse| horse.place));
            row.number("strength", horse.map(|horse| horse.strength), 8_u8);
            row.number(
                "rider",
                horse.and_then(|horse| self.figure_number(horse.rider.as_deref()?)),
                MOST_FIGURES,
            );
            row.flag("pack", horse.map(|horse| horse.pack));
            row.number("crates", horse.map(|horse| horse.crates), 8_u8);
            row.one_of(
                "fate",
                &["standing", "dead", "exited", "secured"],
                horse.and_then(|horse| of(&FATES, &horse.fate)),
            );
        });
        let tokens =
            (0..self.tokens).map(|number| view.tokens.get(&game.token_id(TokenId::new(number))));
        let mut kinds = vec!["crate", "medicine"];
        kinds.extend(&self.items);
        out.table("tokens", self.tokens, tokens, |row, token| {
            let token = token.flatten();
            row.one_of("kind", &kinds, token.and_then(|token| of(&kinds, &token.kind)));
            InNumbers::place(game, row, token.and_then(|token| token.place));
            row.number("level", token.map(|token| token.level), 8_u8);
            row.number(
                "carried by",
                token.and_then(|token| self.figure_number(token.by.as_deref()?)),
                MOST_FIGURES,
            );
            row.number(
                "packed on",
                token.and_then(|token| horse_number(token.by.as_deref()?, view)),
                64_u8,
            );
            row.number_of(
                "secured by",
                self.sides,
                token.and_then(|token| self.side_number(token.secured.as_deref()?)),
            );
        });
        out.table("searches", self.searches, &game.scenario.searches, |row, place| {
            let search = place.and_then(|place| view.searches.get(&place.id));
            row.flag("searched", search.map(|search| search.searched));
            row.flag("held a medicine", search.and_then(|search| search.medicine));
        });
        out.table("doors", self.doors, view.works.doors.iter(), |row, door| {
            row.one_of(
                "state",
                &["open", "closed", "locked", "barred", "destroyed"],
                door.and_then(|door| of(&DOORS, door)),
            );
        });
        out.table("damage", self.lines, view.works.damage.iter(), |row, damage| {
            row.number("strength lost", damage.copied(), 64_u8);
        });
        out.table("lamps", self.lamps, &game.scenario.lamps, |row, lamp| {
            row.flag("lit", lamp.and_then(|lamp| view.lamps.get(&lamp.id).copied()));
        });
        out.table("smoke", SMOKE, &view.smoke, |row, smoke| {
            InNumbers::place(game, row, smoke.map(|smoke| smoke.centre));
            row.number("radius", smoke.map(|smoke| smoke.radius), game.table.bounds.high.x);
            row.number("turns", smoke.map(|smoke| smoke.turns), 16_u8);
        });
    }
}

fn horse_number(id: &str, view: &View) -> Option<usize> {
    view.horses.keys().position(|known| known == id)
}

/// Kinds of actions of a figure that have a range of numbers for every figure.
const OF_FIGURES: [(&str, usize, &str); 13] = [
    ("deploy", CANDIDATES, "candidates for its place"),
    ("enter", 32, "zone"),
    ("move", CANDIDATES, "candidates for its way"),
    ("break off", CANDIDATES, "candidates for its way"),
    ("lead", CANDIDATES, "candidates for the horse's way"),
    ("face", 16, "candidates for its facing"),
    ("take, done, exit, hold, lamp", 5, "take, done, exit, hold, give the lamp"),
    ("do", CANDIDATES, "actions of the table"),
    ("fire", 4, "aimed, and at the horse"),
    ("shoot", CANDIDATES, "targets, aimed or not"),
    ("improvise", 2, "no or yes"),
    ("hurt", 2, "itself or its horse"),
    ("say", 16, "messages"),
];

/// Kinds of actions of a side.
const OF_SIDES: [(&str, usize, &str); 7] = [
    ("ready, end, stop, play on", 4, "in this order"),
    ("bid", 2048, "candidates"),
    ("order", 64, "orders of the sides"),
    ("fight", 512, "fights to be formed"),
    ("capture", 2, "no or yes"),
    ("stand", 6, "prisoners or improvising; yes, no or ask"),
    ("rule", 1024, "rulings of the umpire"),
];

impl Encoding<Survivors> for InNumbers {
    fn new(game: &Survivors) -> InNumbers {
        let start = game.start(&mut Dice::seeded(Seed::from_number(0)), &mut Log::quiet());
        let figures = (start.figures.len() + JOINING).min(MOST_FIGURES);
        let numbers =
            (0..figures).map(|number| (game.figure_id(FigureId::new(number)).to_string(), number));
        let letters =
            game.scenario.sides.iter().enumerate().map(|(number, side)| (side.id.clone(), number));
        let skills = SKILLS.into_iter().map(Skill::word).collect();
        InNumbers {
            figures,
            horses: start.horses.len().max(1),
            tokens: (start.tokens.len() + 2 * figures).min(128),
            searches: game.scenario.searches.len().max(1),
            doors: start.works.doors.len().max(1),
            lines: start.works.damage.len().max(1),
            lamps: game.scenario.lamps.len().max(1),
            sides: game.scenario.sides.len(),
            numbers: numbers.collect(),
            letters: letters.collect(),
            items: ITEMS.into_iter().map(Item::word).collect(),
            skills,
        }
    }

    fn observe(&self, game: &Survivors, view: &View, seat: Seat, out: &mut Sheet<'_>) {
        self.facts(view, seat, out);
        self.sides(game, view, seat, out);
        let ids = (0..self.figures).map(|number| game.figure_id(FigureId::new(number)));
        let figures: Vec<Option<&FigureView>> = ids.map(|id| view.figures.get(id)).collect();
        out.table("figures", self.figures, &figures, |row, one| {
            self.figure(game, view, row, one.copied().flatten());
        });
        out.table("sees", self.figures, &figures, |row, one| {
            let mut seen = vec![0_u8; self.figures];
            for (id, cover) in one.copied().flatten().into_iter().flat_map(|one| &one.sees) {
                if let Some(number) = self.figure_number(id) {
                    seen[number] = 4 - u8::try_from(cover.index()).unwrap_or(3);
                }
            }
            for (number, seen) in seen.into_iter().enumerate() {
                row.number(format_args!("figure {number}"), seen, 4_u8);
            }
        });
        out.table("touches", self.figures, &figures, |row, one| {
            let touched = one.copied().flatten().into_iter().flat_map(|one| &one.touches);
            row.numbers_of("figure", self.figures, touched.filter_map(|id| self.figure_number(id)));
        });
        out.table("contacts", self.figures, 0..self.figures, |row, by| {
            let on = view
                .contacts
                .iter()
                .filter(|[one, _]| by.is_some() && self.figure_number(one) == by);
            row.numbers_of(
                "on",
                self.figures,
                on.filter_map(|[_, other]| self.figure_number(other)),
            );
        });
        self.things(game, view, out);
    }

    fn families(&self, game: &Survivors) -> Vec<Family> {
        let mut families: Vec<Family> =
            OF_SIDES.iter().map(|(name, size, about)| Family::new(*name, *size, *about)).collect();
        for number in 0..self.figures {
            let id = game.figure_id(FigureId::new(number));
            let id = if id == "?" { format!("figure {number}") } else { id.to_string() };
            families.extend(
                OF_FIGURES
                    .iter()
                    .map(|(name, size, about)| Family::new(format!("{id}: {name}"), *size, *about)),
            );
        }
        // What gives up has the last number, as in every game.
        families.push(Family::new("concede", 1, "give up"));
        families
    }

    fn place(&self, _: &Survivors, action: &Action) -> Place {
        let of = |figure: FigureId, kind: usize| {
            OF_SIDES.len() + figure.index() * OF_FIGURES.len() + kind
        };
        match action {
            Action::Ready => Place::At(0, 0),
            Action::End => Place::At(0, 1),
            Action::Stop => Place::At(0, 2),
            Action::PlayOn => Place::At(0, 3),
            Action::Concede => Place::At(OF_SIDES.len() + self.figures * OF_FIGURES.len(), 0),
            Action::Bid(_) => Place::Next(1),
            Action::Order(_) => Place::Next(2),
            Action::Fight(_) => Place::Next(3),
            Action::Capture(yes) => Place::At(4, usize::from(*yes)),
            Action::Stand { question, answer } => {
                Place::At(5, 3 * usize::from(*question == Question::Improvise) + *answer as usize)
            }
            Action::Rule(_) => Place::Next(6),
            Action::Deploy { figure, .. } => Place::Next(of(*figure, 0)),
            Action::Enter { figure, zone } => Place::At(of(*figure, 1), usize::from(*zone)),
            Action::Move { figure, .. } => Place::Next(of(*figure, 2)),
            Action::BreakOff { figure, .. } => Place::Next(of(*figure, 3)),
            Action::Lead { figure, .. } => Place::Next(of(*figure, 4)),
            Action::Face { figure, .. } => Place::Next(of(*figure, 5)),
            Action::Take(figure) => Place::At(of(*figure, 6), 0),
            Action::Done(figure) => Place::At(of(*figure, 6), 1),
            Action::Exit(figure) => Place::At(of(*figure, 6), 2),
            Action::Hold(figure) => Place::At(of(*figure, 6), 3),
            Action::GiveLamp(figure) => Place::At(of(*figure, 6), 4),
            Action::Do { figure, .. } => Place::Next(of(*figure, 7)),
            Action::Fire { figure, aimed, horse } => {
                Place::At(of(*figure, 8), 2 * usize::from(*aimed) + usize::from(*horse))
            }
            Action::Shoot { figure, .. } => Place::Next(of(*figure, 9)),
            Action::Improvise { figure, yes } => Place::At(of(*figure, 10), usize::from(*yes)),
            Action::Hurt { figure, horse } => Place::At(of(*figure, 11), usize::from(*horse)),
            Action::Say { figure, .. } => Place::Next(of(*figure, 12)),
        }
    }
}
