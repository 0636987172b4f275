//! Cups: everybody plays, nobody twice where it can be helped, seats are fair.

use proptest::prelude::*;
use ratings::{Cup, CupFault, FULL, Format};
use std::collections::BTreeMap;

fn people(count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("p{number}")).collect()
}

/// Numbers that look random and are the same every time.
struct Luck(u64);

impl Luck {
    fn below(&mut self, number: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % number
    }

    /// Ranks for a table, ties among them.
    fn ranks(&mut self, seats: usize) -> Vec<u16> {
        let strength: Vec<u64> = (0..seats).map(|_| self.below(4)).collect();
        strength
            .iter()
            .map(|own| 1 + strength.iter().filter(|other| *other > own).count() as u16)
            .collect()
    }
}

/// Plays a cup to its end; after every round `each` sees it.
fn play(cup: &mut Cup, luck: &mut Luck, mut each: impl FnMut(&mut Cup, usize, &mut Luck)) {
    while let Ok(round) = cup.next_round() {
        while let Some((round, table)) = cup.open().first().copied() {
            let seats = cup.round(round).unwrap().tables[table].seats.len();
            cup.report(round, table, &luck.ranks(seats)).unwrap();
        }
        each(cup, round, luck);
        assert!(round < 600, "a cup ends");
    }
    assert!(cup.is_over());
    assert_eq!(cup.next_round(), Err(CupFault::Over));
}

/// How often each two have met.
fn meetings(cup: &Cup) -> BTreeMap<(usize, usize), u32> {
    let mut met = BTreeMap::new();
    for table in cup.rounds().iter().flat_map(|round| &round.tables) {
        for (at, one) in table.seats.iter().enumerate() {
            for other in &table.seats[at + 1..] {
                *met.entry((*one.min(other), *one.max(other))).or_default() += 1;
            }
        }
    }
    met
}

/// Whether a round can be paired so that nobody meets whom they have met, tried out.
fn avoidable(left: &[usize], met: &BTreeMap<(usize, usize), u32>) -> bool {
    let Some((first, rest)) = left.split_first() else { return true };
    (0..rest.len()).any(|at| {
        let other = rest[at];
        let new = !met.contains_key(&(*first.min(&other), *first.max(&other)));
        let without: Vec<usize> = rest.iter().copied().filter(|place| *place != other).collect();
        new && avoidable(&without, met)
    })
}

/// By how much more often somebody has sat first than second at tables of two.
fn leanings(cup: &Cup) -> Vec<i64> {
    let mut leaning = vec![0; cup.entrants().len()];
    for table in cup.rounds().iter().flat_map(|round| &round.tables).filter(|table| !table.walkover)
    {
        leaning[table.seats[0]] += 1;
        leaning[table.seats[1]] -= 1;
    }
    leaning
}

#[test]
fn all_against_all_is_all_against_all() {
    for count in 2..20 {
        for legs in 1..=4 {
            let mut cup = Cup::new(Format::RoundRobin { legs }, people(count)).unwrap();
            play(&mut cup, &mut Luck(9), |_, _, _| {});
            let met = meetings(&cup);
            assert_eq!(met.len(), count * (count - 1) / 2, "{count} in {legs} legs");
            assert!(met.values().all(|times| *times == u32::from(legs)));
            let most = i64::from(legs % 2);
            assert!(
                leanings(&cup).iter().all(|lean| lean.abs() <= most),
                "{count} in {legs} legs: {:?}",
                leanings(&cup)
            );
        }
    }
}

#[test]
fn a_knock_out_has_one_winner_and_the_strongest_rest_first() {
    for count in 2..40 {
        let mut cup = Cup::new(Format::KnockOut, people(count)).unwrap();
        assert_eq!(cup.next_round(), Ok(0));
        let byes = cup.round(0).unwrap().byes.clone();
        let mut sorted = byes.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..count.next_power_of_two() - count).collect::<Vec<_>>());
        while let Some((round, table)) = cup.open().first().copied() {
            let seats = cup.round(round).unwrap().tables[table].seats.clone();
            let ranks: Vec<u16> = seats
                .iter()
                .map(|seat| if seats.iter().min() == Some(seat) { 1 } else { 2 })
                .collect();
            cup.report(round, table, &ranks).unwrap();
            if cup.open().is_empty() && !cup.is_over() {
                cup.next_round().unwrap();
            }
        }
        let standings = cup.standings();
        assert_eq!((standings[0].entrant, standings[0].rank), (0, 1), "the strongest wins");
        assert_eq!(
            (standings[1].entrant, standings[1].rank),
            (1, 2),
            "and meets the second in the final"
        );
        assert_eq!(cup.rounds().len(), count.next_power_of_two().ilog2() as usize);
        assert_eq!(meetings(&cup).values().sum::<u32>() as usize, count - 1);
    }
}

#[test]
fn a_knock_out_needs_a_winner() {
    let mut cup = Cup::new(Format::KnockOut, people(2)).unwrap();
    cup.next_round().unwrap();
    assert_eq!(cup.round(0).unwrap().tables[0].seats, [0, 1]);
    assert_eq!(cup.report(0, 0, &[1, 1]), Ok(false));
    assert_eq!(cup.round(0).unwrap().tables[0].seats, [1, 0], "again, the seats turned round");
    assert_eq!(cup.report(0, 0, &[1, 1]), Ok(false));
    assert_eq!(cup.report(0, 0, &[1, 1]), Ok(true), "then the stronger goes on");
    assert_eq!(cup.standings()[0].entrant, 0);
}

#[test]
fn who_drops_out_holds_nobody_up() {
    let mut cup = Cup::new(Format::Swiss { rounds: 3, size: 2 }, people(6)).unwrap();
    cup.next_round().unwrap();
    let gone = cup.round(0).unwrap().tables[0].seats[0];
    let left = cup.round(0).unwrap().tables[0].seats[1];
    cup.drop_out(gone).unwrap();
    assert_eq!(cup.drop_out(gone), Err(CupFault::Out));
    let table = &cup.round(0).unwrap().tables[0];
    assert!(
        table.walkover && cup.standings()[0].entrant == left && cup.standings()[0].points == FULL
    );
    cup.report(0, 1, &[1, 2]).unwrap();
    assert_eq!(cup.next_round(), Err(CupFault::NotOver(1)));
    cup.report(0, 2, &[1, 1]).unwrap();
    cup.next_round().unwrap();
    let round = cup.round(1).unwrap();
    assert!(round.tables.iter().all(|table| !table.seats.contains(&gone)) && round.byes.len() == 1);
    cup.replace(gone, "new".into()).unwrap();
    assert_eq!(cup.entrants()[gone].before, [format!("p{}", gone + 1)]);
    for (round, table) in cup.open() {
        cup.report(round, table, &[1, 2]).unwrap();
    }
    cup.next_round().unwrap();
    assert!(
        cup.round(2).unwrap().tables.iter().any(|table| table.seats.contains(&gone)),
        "the new one plays"
    );
    assert_eq!(cup.replace(0, "p2".into()), Err(CupFault::Twice("p2".into())));
}

#[test]
fn past_rounds_name_who_played_them() {
    let mut cup = Cup::new(Format::RoundRobin { legs: 2 }, people(4)).unwrap();
    let finish = |cup: &mut Cup| {
        for (round, table) in cup.open() {
            cup.report(round, table, &[1, 2]).unwrap();
        }
    };
    cup.next_round().unwrap();
    finish(&mut cup);
    // Between two rounds, in the middle of a game, and after its own game of a round.
    cup.replace(0, "between".into()).unwrap();
    cup.next_round().unwrap();
    cup.replace(0, "amid".into()).unwrap();
    finish(&mut cup);
    cup.next_round().unwrap();
    let own = cup
        .open()
        .into_iter()
        .find(|(round, table)| cup.round(*round).unwrap().tables[*table].seats.contains(&0));
    let (round, table) = own.unwrap();
    cup.report(round, table, &[1, 2]).unwrap();
    cup.replace(0, "after".into()).unwrap();
    finish(&mut cup);
    cup.next_round().unwrap();
    let stored = serde_json::to_string(&cup).unwrap();
    let cup: Cup = serde_json::from_str(&stored).unwrap();
    assert_eq!(cup.who(0, 0), ["p1"]);
    assert_eq!(cup.who(0, 1), ["between", "amid"], "both have played that game");
    assert_eq!(cup.who(0, 2), ["amid"], "its game was over");
    assert_eq!(cup.who(0, 3), ["after"]);
    assert_eq!(cup.who(1, 3), ["p2"]);
    assert!(cup.who(9, 0).is_empty());
    // A cup that was stored when nobody noted it names who has the place now.
    let mut old: serde_json::Value = serde_json::from_str(&stored).unwrap();
    old["entrants"][0].as_object_mut().unwrap().remove("handed");
    let mut old: Cup = serde_json::from_value(old).unwrap();
    old.replace(0, "later".into()).unwrap();
    assert_eq!(old.who(0, 0), ["later"]);
    let bad = stored.replacen("\"rounds\":2,\"amid\":true", "\"rounds\":0,\"amid\":true", 1);
    assert_ne!(bad, stored);
    assert!(serde_json::from_str::<Cup>(&bad).is_err());
}

#[test]
fn in_a_round_robin_what_a_drop_out_played_counts_only_after_half() {
    let mut early = Cup::new(Format::RoundRobin { legs: 1 }, people(6)).unwrap();
    early.next_round().unwrap();
    for (round, table) in early.open() {
        early.report(round, table, &[1, 2]).unwrap();
    }
    let winner = early.round(0).unwrap().tables[0].seats[0];
    let loser = early.round(0).unwrap().tables[0].seats[1];
    early.drop_out(loser).unwrap();
    let points = |cup: &Cup, entrant| {
        cup.standings().iter().find(|standing| standing.entrant == entrant).unwrap().points
    };
    assert_eq!(points(&early, winner), 0, "one of five games is not half");
    play(&mut early, &mut Luck(3), |_, _, _| {});
    assert!(
        early.rounds().iter().flat_map(|round| &round.tables).all(|table| table.ranks.is_some())
    );
}

#[test]
fn ties_are_broken_by_whom_one_played_and_beat() {
    let mut cup = Cup::new(Format::RoundRobin { legs: 1 }, people(4)).unwrap();
    // 1 beats 2, 2 beats 3, 3 beats 1: a circle; all beat 4.
    let beats = [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)];
    while cup.next_round().is_ok() {
        for (round, table) in cup.open() {
            let seats = cup.round(round).unwrap().tables[table].seats.clone();
            let first = beats.contains(&(seats[0], seats[1]));
            cup.report(round, table, if first { &[1, 2] } else { &[2, 1] }).unwrap();
        }
    }
    let ranks: Vec<usize> = cup.standings().iter().map(|standing| standing.rank).collect();
    assert_eq!(ranks, [1, 1, 1, 4], "a circle cannot be broken");
    assert_eq!(cup.standings()[0].wins(), "2");
    let mut cup = Cup::new(Format::RoundRobin { legs: 1 }, people(4)).unwrap();
    // 1 and 2 have two wins each, and 2 has beaten 1.
    let beats = [(1, 0), (0, 2), (0, 3), (1, 2), (3, 1), (2, 3)];
    while cup.next_round().is_ok() {
        for (round, table) in cup.open() {
            let seats = cup.round(round).unwrap().tables[table].seats.clone();
            let first = beats.contains(&(seats[0], seats[1]));
            cup.report(round, table, if first { &[1, 2] } else { &[2, 1] }).unwrap();
        }
    }
    assert_eq!(cup.standings()[0].entrant, 1, "{:?}", cup.standings());
}

#[test]
fn bad_input_is_told() {
    assert_eq!(Cup::new(Format::KnockOut, people(1)), Err(CupFault::Entrants(1)));
    assert_eq!(
        Cup::new(Format::KnockOut, vec!["a".into(), "a".into()]),
        Err(CupFault::Twice("a".into()))
    );
    assert!(Cup::new(Format::RoundRobin { legs: 0 }, people(4)).is_err());
    assert!(Cup::new(Format::Swiss { rounds: 3, size: 1 }, people(4)).is_err());
    assert!(Cup::new(Format::Swiss { rounds: 0, size: 2 }, people(4)).is_err());
    let mut cup = Cup::new(Format::KnockOut, people(4)).unwrap();
    cup.next_round().unwrap();
    assert_eq!(cup.report(0, 9, &[1, 2]), Err(CupFault::NotThere));
    for ranks in [&[1][..], &[2, 2], &[0, 1], &[1, 3], &[1, 2, 2]] {
        assert_eq!(cup.report(0, 0, ranks), Err(CupFault::Ranks(2)), "{ranks:?}");
    }
    cup.report(0, 0, &[1, 2]).unwrap();
    assert_eq!(cup.report(0, 0, &[1, 2]), Err(CupFault::Known));
    let json = serde_json::to_string(&cup).unwrap();
    assert_eq!(serde_json::from_str::<Cup>(&json).unwrap(), cup);
    for (from, to) in [
        ("[0,3]", "[0,9]"),
        ("[0,3]", "[1,1]"),
        ("[0,3]", "[0]"),
        ("\"ranks\":[1,2]", "\"ranks\":[1]"),
    ] {
        let bad = json.replacen(from, to, 1);
        assert!(bad != json && serde_json::from_str::<Cup>(&bad).is_err(), "{bad}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn in_a_swiss_cup_nobody_meets_twice_unless_it_cannot_be_avoided(count in 2_usize..13, rounds in 1_u16..12, seed in any::<u64>()) {
        let mut cup = Cup::new(Format::Swiss { rounds, size: 2 }, people(count)).unwrap();
        let mut before = cup.clone();
        play(&mut cup, &mut Luck(seed), |cup, round, _| {
            let met = meetings(&before);
            let own = cup.round(round).unwrap();
            let again = own.tables.iter().any(|table| {
                met.contains_key(&(table.seats[0].min(table.seats[1]), table.seats[0].max(table.seats[1])))
            });
            if again {
                // Whoever may rest: nobody who has rested more often than another.
                let rested = |entrant: usize| before.rounds().iter().filter(|round| round.byes.contains(&entrant)).count();
                let least = (0..count).map(rested).min().unwrap();
                let odd = count % 2 == 1;
                let rests: Vec<Option<usize>> = match odd {
                    true => (0..count).filter(|entrant| rested(*entrant) == least).map(Some).collect(),
                    false => vec![None],
                };
                for rest in rests {
                    let left: Vec<usize> = (0..count).filter(|entrant| Some(*entrant) != rest).collect();
                    assert!(!avoidable(&left, &met), "round {round} of {count}: it could have been avoided");
                }
            }
            let mut there: Vec<usize> = own.tables.iter().flat_map(|table| table.seats.clone()).chain(own.byes.clone()).collect();
            there.sort_unstable();
            assert_eq!(there, (0..count).collect::<Vec<_>>(), "everybody plays or rests, once");
            assert_eq!(own.byes.len(), count % 2);
            before = cup.clone();
        });
        let byes: Vec<usize> = (0..count).map(|entrant| cup.rounds().iter().filter(|round| round.byes.contains(&entrant)).count()).collect();
        prop_assert!(byes.iter().max().unwrap() - byes.iter().min().unwrap() <= 1, "{:?}", byes);
    }

    #[test]
    fn in_a_swiss_cup_of_many_seats_are_fair(count in 16_usize..70, rounds in 3_u16..8, seed in any::<u64>()) {
        let mut cup = Cup::new(Format::Swiss { rounds, size: 2 }, people(count)).unwrap();
        play(&mut cup, &mut Luck(seed), |cup, _, _| {
            assert!(leanings(cup).iter().all(|lean| lean.abs() <= 2), "{:?}", leanings(cup));
        });
        prop_assert!(meetings(&cup).values().all(|times| *times == 1));
        let json = serde_json::to_string(&cup).unwrap();
        prop_assert_eq!(serde_json::from_str::<Cup>(&json).unwrap(), cup);
    }

    #[test]
    fn tables_of_many_are_even_and_meet_others(count in 5_usize..40, size in 3_u8..7, seed in any::<u64>()) {
        let mut cup = Cup::new(Format::Swiss { rounds: 4, size }, people(count)).unwrap();
        play(&mut cup, &mut Luck(seed), |cup, round, _| {
            let own = cup.round(round).unwrap();
            let sizes: Vec<usize> = own.tables.iter().map(|table| table.seats.len()).collect();
            let (least, most) = (*sizes.iter().min().unwrap(), *sizes.iter().max().unwrap());
            assert!(most <= usize::from(size) && most - least <= 1 && least >= 2, "{sizes:?}");
            assert_eq!(sizes.iter().sum::<usize>(), count);
        });
        if count >= 4 * usize::from(size) {
            let met = meetings(&cup);
            let most = *met.values().max().unwrap();
            prop_assert!(most <= 2, "with {} tables nobody need meet three times of four", count.div_ceil(usize::from(size)));
        }
    }

    #[test]
    fn whoever_drops_out_and_is_replaced_a_cup_ends(format in prop::sample::select(vec![
        Format::RoundRobin { legs: 1 }, Format::Swiss { rounds: 6, size: 2 }, Format::Swiss { rounds: 4, size: 4 }, Format::KnockOut,
    ]), count in 4_usize..20, seed in any::<u64>()) {
        let mut cup = Cup::new(format, people(count)).unwrap();
        let mut new = 0;
        play(&mut cup, &mut Luck(seed), |cup, _, luck| {
            let place = luck.below(count as u64) as usize;
            if luck.below(2) == 0 {
                let _ = cup.drop_out(place);
            } else if cup.entrants()[place].out && format != Format::KnockOut {
                new += 1;
                cup.replace(place, format!("new{new}")).unwrap();
            }
        });
        let standings = cup.standings();
        prop_assert_eq!(standings.len(), count);
        prop_assert!(standings.windows(2).all(|pair| pair[0].rank <= pair[1].rank));
        prop_assert_eq!(standings[0].rank, 1);
        if format == Format::KnockOut {
            prop_assert!(standings[1].rank == 2 || standings[1].rank == 1);
        }
    }
}
