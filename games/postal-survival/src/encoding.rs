//! The game in numbers, for programs that learn: the island as planes, species and creatures as tables, the
//! seat's own orders, actions by number.
//!
//! Islands are made anew for every game: planes are wide enough for them, and a hex stands at its column and
//! row. Creatures are told by id, those of the seat first; of the dead, who died of what is counted by species.

use crate::PostalSurvival;
use crate::action::{Action, Berth, Line, Move, Step, Telling, Vote, Whom};
use crate::edition::{Diet, Gene, Genes, Mode};
use crate::knowledge::View;
use crate::land::{Hex, Place as Label, Terrain};
use crate::position::{Creature, Death, Phase, Sheet as Orders, Standing};
use std::fmt::Display;
use table::encoding::{Encoding, Family, Place, Sheet};
use table::{Dice, Log, Rules, Seat, Seed};

/// Survival by post in numbers.
pub struct InNumbers {
    /// Columns and rows of the planes.
    extent: usize,
    species: usize,
    creatures: usize,
    rounds: u16,
}

const CHANNELS: [&str; 12] = [
    "land",
    "water",
    "desert",
    "grassland",
    "jungle",
    "meals",
    "meals in spring",
    "corpses",
    "own",
    "others",
    "own strength",
    "strength of others",
];
const MOVES: [&str; 5] = ["stay", "path", "wander", "forage", "track"];
const VOTES: [&str; 3] = ["for all", "for some", "against"];

fn mode_of(mode: Mode) -> usize {
    Mode::ALL.iter().position(|known| *known == mode).unwrap_or(0)
}

fn genes(row: &mut Sheet<'_>, name: impl Display, genes: Option<Genes>) {
    let there = genes.into_iter().flat_map(Genes::iter).map(|gene| usize::from(gene.number()) - 1);
    row.numbers_of(name, Gene::ALL.len(), there);
}

impl InNumbers {
    fn cell(&self, place: Label) -> usize {
        let (column, row) = (usize::from(place.column), usize::from(place.row));
        match (column.checked_sub(1), row.checked_sub(1)) {
            (Some(column), Some(row)) if column < self.extent && row < self.extent => {
                row * self.extent + column
            }
            _ => usize::MAX,
        }
    }

    fn place(&self, row: &mut Sheet<'_>, name: impl Display + Copy, place: Option<Label>) {
        row.number(format_args!("{name}column"), place.map(|place| place.column), self.extent);
        row.number(format_args!("{name}row"), place.map(|place| place.row), self.extent);
    }

    fn telling(&self, row: &mut Sheet<'_>, name: impl Display + Copy, told: Option<&Telling>) {
        let movement = told.and_then(|told| told.movement.as_ref());
        let number = movement.map(|movement| match movement {
            Move::Stay => 0,
            Move::Path(_) => 1,
            Move::Wander => 2,
            Move::Forage => 3,
            Move::Track(_) => 4,
        });
        row.one_of(format_args!("{name}move"), &MOVES, number);
        let steps: &[Step] = match movement {
            Some(Move::Path(steps)) => steps,
            _ => &[],
        };
        for place in 0..4_usize {
            let step = steps.get(place);
            self.place(
                row,
                format_args!("{name}step {place} "),
                match step {
                    Some(Step::To(to)) => Some(*to),
                    _ => None,
                },
            );
            let side = match step {
                Some(Step::Through(side)) => Some(usize::from(side.0)),
                _ => None,
            };
            row.number_of(format_args!("{name}step {place} through"), 6, side);
        }
        row.number(format_args!("{name}steps"), told.map(|_| steps.len()), 16_u8);
        let tracked = match movement {
            Some(Move::Track(id)) => Some(u64::from(id.0)),
            _ => None,
        };
        row.digits(format_args!("{name}tracks"), 2, tracked);
        let modes = Mode::ALL.map(Mode::name);
        row.one_of(
            format_args!("{name}mode"),
            &modes,
            told.and_then(|told| told.mode.map(mode_of)),
        );
        genes(row, format_args!("{name}uses"), told.map(|told| told.using));
        genes(row, format_args!("{name}leaves"), told.map(|told| told.leaving));
        row.flag(format_args!("{name}kills poison"), told.and_then(|told| told.kill_poison));
    }

    fn berth(&self, row: &mut Sheet<'_>, name: impl Display + Copy, berth: Option<&Berth>) {
        let number = berth.map(|berth| match berth {
            Berth::Here => 0,
            Berth::Forage => 1,
            Berth::At(_) => 2,
        });
        row.one_of(name, &["here", "forage", "at"], number);
        self.place(
            row,
            format_args!("{name} "),
            match berth {
                Some(Berth::At(Step::To(to))) => Some(*to),
                _ => None,
            },
        );
        let side = match berth {
            Some(Berth::At(Step::Through(side))) => Some(usize::from(side.0)),
            _ => None,
        };
        row.number_of(format_args!("{name} through"), 6, side);
    }

    fn map(&self, view: &View, seat: Seat, out: &mut Sheet<'_>) {
        let island = &view.island;
        let mut planes = out.planes("island", &CHANNELS, self.extent, self.extent);
        for hex in island.land.hexes() {
            let cell = self.cell(island.place(hex));
            let food = island.food(hex);
            planes.set(0, cell, f32::from(u8::from(island.terrain(hex).is_land())));
            let name = island.terrain(hex).name();
            let kind = [Terrain::Water, Terrain::Desert, Terrain::Grassland, Terrain::Jungle];
            let kind = kind.iter().position(|kind| kind.name() == name).unwrap_or(0);
            planes.set(1 + kind, cell, 1.0);
            planes.set(5, cell, (f32::from(food.meals) / 32.0).clamp(-1.0, 1.0));
            planes.set(6, cell, (f32::from(food.most) / 32.0).clamp(-1.0, 1.0));
            let corpses = u16::try_from(food.corpses).unwrap_or(u16::MAX);
            planes.set(7, cell, (f32::from(corpses) / 256.0).min(1.0));
        }
        for creature in island.living() {
            let Some(hex) = creature.placed() else { continue };
            let cell = self.cell(island.place(hex));
            let other = usize::from(island[creature.species].seat != seat);
            planes.add(8 + other, cell, 1.0 / 16.0);
            planes.add(10 + other, cell, f32::from(creature.strength()) / 64.0);
        }
    }

    fn creature(&self, row: &mut Sheet<'_>, view: &View, seat: Seat, one: Option<&Creature>) {
        let island = &view.island;
        row.flag("there", one.is_some());
        row.flag("own", one.map(|one| island[one.species].seat == seat));
        row.digits("id", 2, one.map(|one| u64::from(one.id.0)));
        row.number("species", one.map(|one| one.species.index()), self.species);
        self.place(row, "", one.and_then(|one| one.placed()).map(|hex: Hex| island.place(hex)));
        row.one_of("diet", &Diet::ALL.map(Diet::name), one.map(|one| one.diet.index()));
        row.one_of("mode", &Mode::ALL.map(Mode::name), one.map(|one| mode_of(one.mode)));
        row.number("attack points", one.map(|one| one.ap), 16_u8);
        genes(row, "gene", one.map(|one| one.genes));
        row.number("hunger", one.map(|one| one.hunger), 8_u8);
        row.flag("spare", one.map(|one| one.spare));
        row.digits("parent", 2, one.and_then(|one| Some(u64::from(one.parent?.0))));
        row.number("born", one.map(|one| one.born), 256_u16);
        row.number("kills", one.map(|one| one.kills), 64_u8);
        let sheet = one.and_then(|one| view.sheet(one));
        let told = one.and_then(|one| sheet?.one.get(&one.id));
        self.telling(row, "ordered: ", told);
        let births = one.and_then(|one| sheet?.births.get(&one.id));
        row.number("ordered: births", births.map(|births| births.len()), 8_u8);
        for place in 0..2_usize {
            let berth = births.and_then(|births| births.get(place));
            self.berth(row, format_args!("ordered: birth {place}"), berth);
        }
    }

    fn orders(&self, row: &mut Sheet<'_>, name: impl Display + Copy, sheet: Option<&Orders>) {
        row.flag(format_args!("{name}given"), sheet.map(Orders::has_orders));
        self.telling(row, format_args!("{name}all: "), sheet.map(|sheet| &sheet.all));
        self.telling(row, format_args!("{name}young: "), sheet.map(|sheet| &sheet.newborn));
        for place in 0..4_usize {
            let gene = sheet.and_then(|sheet| sheet.genes.get(place)).map(|gene| gene.number());
            row.number(format_args!("{name}gene {place}"), gene, Gene::ALL.len());
        }
        row.number(format_args!("{name}genes"), sheet.map(|sheet| sheet.genes.len()), 32_u8);
        row.flag(format_args!("{name}enemy declared"), sheet.map(|sheet| sheet.enemy.is_some()));
        let enemy = sheet.and_then(|sheet| Some(u64::from(sheet.enemy??.0)));
        row.digits(format_args!("{name}enemy"), 2, enemy);
        self.place(row, format_args!("{name}start "), sheet.and_then(|sheet| sheet.start));
        row.flag(format_args!("{name}pass"), sheet.map(|sheet| sheet.pass));
        let vote = sheet.and_then(|sheet| sheet.vote.as_ref()).map(|vote| match vote {
            Vote::All => 0,
            Vote::These(_) => 1,
            Vote::No => 2,
        });
        row.one_of(format_args!("{name}vote"), &VOTES, vote);
        row.number(
            format_args!("{name}told one by one"),
            sheet.map(|sheet| sheet.one.len()),
            256_u16,
        );
        row.number(format_args!("{name}births"), sheet.map(|sheet| sheet.births.len()), 256_u16);
        row.number(
            format_args!("{name}births of all"),
            sheet.map(|sheet| sheet.births_of_all.len()),
            16_u8,
        );
        row.number(format_args!("{name}press"), sheet.map(|sheet| sheet.press.len()), 16_u8);
        let standing = sheet.and_then(|sheet| sheet.standing.as_ref());
        let standing = standing.map(|standing| usize::from(matches!(standing, Standing::Clear)));
        row.one_of(format_args!("{name}standing orders"), &["set", "clear"], standing);
    }
}

/// Families of actions: name, size (0 for one number to every hex of the planes), what the numbers stand for.
const FAMILIES: [(&str, usize, &str); 14] = [
    ("done, pass, withdraw", 3, "in this order"),
    ("diet", 3, "herbivore, omnivore, carnivore"),
    ("start", 0, "hex"),
    ("genes", 1024, "wishes for genes, in the order of their list"),
    ("move", 8192, "moves of own creatures, by id, in the order of their list"),
    (
        "mode and switches",
        4096,
        "modes, genes used or left alone, by id, in the order of their list",
    ),
    ("tell all", 64, "what all creatures are told, in the order of its list"),
    ("tell young", 64, "what the young are told, in the order of its list"),
    ("birth", 8192, "where young are put down, by parent, in the order of their list"),
    ("enemy", 256, "enemies, in the order of their list"),
    ("draw", 16, "votes on a draw, in the order of their list"),
    ("standing", 16, "standing orders"),
    ("words", 16, "names, press and notes"),
    ("track", 8192, "creatures to go after, by id, in the order of their list"),
];

impl Encoding<PostalSurvival> for InNumbers {
    fn new(game: &PostalSurvival) -> InNumbers {
        let start = game.start(&mut Dice::seeded(Seed::from_number(0)), &mut Log::quiet());
        let hexes = start.island.land.len();
        let side = (1..).find(|side| side * side >= hexes).unwrap_or(1);
        let species = start.island.species.len().max(start.closed.len());
        let species = species * usize::from(game.rulings().species_per_player.max(1));
        InNumbers {
            extent: 2 * side + 4,
            species,
            creatures: (32 + 24 * species).min(2048),
            rounds: game.rulings().rounds,
        }
    }

    fn observe(&self, _: &PostalSurvival, view: &View, seat: Seat, out: &mut Sheet<'_>) {
        let island = &view.island;
        self.map(view, seat, out);
        out.vector("facts");
        out.one_of("phase", &["enrol", "orders"], Some(usize::from(view.phase == Phase::Orders)));
        out.number("coming round", island.coming(), self.rounds);
        out.number("rounds", view.rounds, 256_u16);
        out.number("season", island.coming() % 4, 4_u8);
        out.number("done", view.done, self.species);
        out.flag("deciding", view.deciding);
        out.one_of("stated diet", &Diet::ALL.map(Diet::name), view.stated.map(Diet::index));
        out.flag("over", view.over.is_some());
        let won = view.over.as_ref().map(|over| over.winners.contains(&seat));
        out.flag("won", won);
        out.table("species", self.species, island.kinds(), |row, kind| {
            let one = kind.map(|kind| &island[kind]);
            row.flag("own", one.map(|one| one.seat == seat));
            row.number("seat", one.map(|one| one.seat.0), self.species);
            row.digits("number", 2, one.map(|one| u64::from(one.number.0)));
            row.one_of("diet", &Diet::ALL.map(Diet::name), one.map(|one| one.diet.index()));
            let living = kind.map(|kind| island.count_of(kind));
            row.number("creatures", living, 256_u16);
            row.digits("enemy", 2, one.and_then(|one| Some(u64::from(one.enemy?.0))));
            row.number("extinct", one.and_then(|one| one.extinct), 256_u16);
            let dead = |wanted: fn(Death) -> bool| {
                kind.map(|kind| {
                    let died = |one: &&Creature| {
                        one.species == kind && one.end.is_some_and(|end| wanted(end.death))
                    };
                    island.creatures.iter().filter(died).count()
                })
            };
            row.number("eaten", dead(|death| matches!(death, Death::Eaten(_))), 256_u16);
            row.number("killed", dead(|death| matches!(death, Death::Killed(_))), 256_u16);
            row.number("died in tussles", dead(|death| matches!(death, Death::Tussle)), 256_u16);
            row.number("starved", dead(|death| matches!(death, Death::Starved)), 256_u16);
            let own = one.and_then(|one| view.orders.get(&one.number));
            self.orders(row, "orders: ", own);
            self.orders(row, "standing: ", one.and_then(|one| one.standing.as_deref()));
        });
        let own = |one: &&Creature| island[one.species].seat == seat;
        let others = island.living().filter(|one| !own(one));
        let creatures = island.living().filter(own).chain(others);
        out.table("creatures", self.creatures, creatures, |row, one| {
            self.creature(row, view, seat, one);
        });
    }

    fn families(&self, _: &PostalSurvival) -> Vec<Family> {
        let cells = self.extent * self.extent;
        let size = |size: usize| if size == 0 { cells } else { size };
        FAMILIES
            .iter()
            .map(|(name, count, about)| Family::new(*name, size(*count), *about))
            .collect()
    }

    fn place(&self, _: &PostalSurvival, action: &Action) -> Place {
        match (&action.line, action.of) {
            (Line::Done, _) => Place::At(0, 0),
            (Line::Pass, None) => Place::At(0, 1),
            (Line::Withdraw, None) => Place::At(0, 2),
            (Line::Diet(diet), _) => Place::At(1, diet.index()),
            (Line::Start(place), None) => Place::At(2, self.cell(*place)),
            (Line::Genes(_), _) => Place::Next(3),
            (Line::Tell(Whom::One(_), Telling { movement: Some(Move::Track(_)), .. }), _) => {
                Place::Next(13)
            }
            (Line::Tell(Whom::One(_), Telling { movement: Some(_), .. }), _) => Place::Next(4),
            (Line::Tell(Whom::One(_), _), _) => Place::Next(5),
            (Line::Tell(Whom::All, _), _) => Place::Next(6),
            (Line::Tell(Whom::Newborn, _), _) => Place::Next(7),
            (Line::Birth(..), _) => Place::Next(8),
            (Line::Enemy(_), _) => Place::Next(9),
            (Line::Draw(_), _) => Place::Next(10),
            (Line::Standing(_), _) => Place::Next(11),
            // Where a player has several species, what is said for each of them is listed.
            (Line::Pass | Line::Withdraw | Line::Start(_), Some(_)) => Place::Next(3),
            (Line::Name(_) | Line::Press(_) | Line::Note(_), _) => Place::Next(12),
        }
    }
}
