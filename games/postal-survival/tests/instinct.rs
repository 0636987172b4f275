//! How a decent reader leads a species: away from the crowd at the start; carnivores towards prey that
//! they cannot reach yet, and boldly only where boldness pays.

use postal_survival::action::{Move, Step, Telling};
use postal_survival::bots::instinct;
use postal_survival::{Diet, Gene, Hex, Island, Kind, Mode, Place, Rulings, maker};
use std::collections::BTreeSet;
use table::Seat;

/// A meadow with a carnivore and a herbivore.
fn meadow(hunter: Place, prey: Place) -> Island {
    let mut island = maker::meadow(80);
    island.settle(
        [Diet::Carnivore, Diet::Herbivore]
            .into_iter()
            .enumerate()
            .map(|(seat, diet)| (Seat(seat as u16), String::new(), diet)),
    );
    for (slot, place) in [hunter, prey].into_iter().enumerate() {
        island.creatures[slot].hex = island.land.find(place).unwrap();
    }
    island.round = 1;
    island.count();
    island
}

fn told(island: &Island) -> Telling {
    let sheet = instinct::orders(island, &Rulings::default(), Kind::at(0));
    sheet.one[&island.creatures[0].id].clone()
}

/// Where the hunter goes.
fn goal(island: &Island) -> Hex {
    match told(island).movement {
        Some(Move::Path(steps)) => match steps.last() {
            Some(Step::To(place)) => island.land.find(*place).unwrap(),
            other => panic!("{other:?}"),
        },
        Some(Move::Stay) => island.creatures[0].hex,
        other => panic!("{other:?}"),
    }
}

/// Steps from one hex to another.
fn steps(island: &Island, from: Hex, to: Hex) -> usize {
    let mut reached = BTreeSet::from([from]);
    let mut count = 0;
    while !reached.contains(&to) {
        let next: Vec<Hex> = reached.iter().flat_map(|hex| island.land.neighbours(*hex)).collect();
        reached.extend(next);
        count += 1;
    }
    count
}

fn place(column: u16, row: u16) -> Place {
    Place { column, row }
}

#[test]
fn a_hunter_walks_towards_prey_that_it_cannot_reach_yet() {
    let hunter = place(2, 5);
    for prey in [place(6, 5), place(4, 2), place(2, 8), place(5, 7)] {
        let island = meadow(hunter, prey);
        let [from, to] = [0, 1].map(|slot: usize| island.creatures[slot].hex);
        let nearer = steps(&island, goal(&island), to);
        assert!(nearer < steps(&island, from, to), "{prey:?}");
    }
}

#[test]
fn a_hunter_stays_with_fed_prey_and_enters_the_hex_beside_it() {
    let together = meadow(place(4, 4), place(4, 4));
    assert_eq!(goal(&together), together.creatures[0].hex);
    let beside = meadow(place(4, 5), place(4, 4));
    assert_eq!(goal(&beside), beside.creatures[1].hex);
}

#[test]
fn a_hunter_is_bold_only_where_it_starves_otherwise_or_hardly_can_lose() {
    let mut island = meadow(place(4, 4), place(4, 4));
    assert_eq!(told(&island).mode, Some(Mode::SemiDefensive), "an even fight");
    island.creatures[0].hunger = 2;
    assert_eq!(told(&island).mode, Some(Mode::Aggressive), "it starves otherwise");
    let here = island.creatures[0].hex.index();
    island.corpses[here] = 1;
    assert_eq!(told(&island).mode, Some(Mode::SemiDefensive), "a body is left for it");
}

#[test]
fn a_hunter_wants_to_be_many_before_it_wants_fangs() {
    let mut island = meadow(place(4, 4), place(5, 4));
    island.round = 0;
    let sheet = instinct::orders(&island, &Rulings::default(), Kind::at(0));
    assert_eq!(sheet.genes[..2], [Gene::Twins, Gene::Fangs]);
}

#[test]
fn species_start_apart_on_an_island_of_any_size() {
    for hexes in 20..240 {
        let mut island = maker::meadow(hexes);
        let third = island.land.len() / 3;
        island.settle((0..third).map(|seat| (Seat(seat as u16), String::new(), Diet::Herbivore)));
        let start = |species| instinct::orders(&island, &Rulings::default(), species).start;
        let starts: BTreeSet<Option<Place>> = island.kinds().map(start).collect();
        assert_eq!(starts.len(), third, "{hexes} hexes");
    }
}
