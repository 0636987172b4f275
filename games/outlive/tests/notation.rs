//! What people write instead of the canonical line, and what is said when nothing fits.

use outlive::{Action, Equipment, Location, Outlive, Phase, Position, Side};
use table::{Dice, Log, Rules, Seat, Seed, Setup, Speech};

/// The first position in which a hero of seat 1 acts at the Forest.
fn at_the_forest() -> (Outlive, Position) {
    let game = Outlive::open(&Outlive::house(), &Setup::new("convoy", 2)).unwrap();
    for seed in 0.. {
        let (mut dice, mut log) = (Dice::seeded(Seed::from_number(seed)), Log::quiet());
        let mut p = game.start(&mut dice, &mut log);
        let mut legal = Vec::new();
        while p.turn <= 1 {
            let seat = game.status(&p).first().unwrap();
            if p.phase == Phase::Actions && p.here() == Location::Forest && seat == Seat(0) {
                return (game, p);
            }
            legal.clear();
            game.legal(&p, seat, &mut legal);
            let action = *dice.pick("test", &legal).unwrap();
            game.apply(&mut p, seat, &action, &mut dice, &mut log);
        }
    }
    unreachable!("some hero goes to the Forest");
}

#[test]
fn all_means_as_much_as_can_be() {
    let (game, mut p) = at_the_forest();
    let read = |p: &Position, line: &str| game.parse(p, Seat(0), line);
    let most = p.go.points.min(p.at[Location::Forest.index()]);
    assert_eq!(read(&p, "take all").unwrap(), Action::Take(most));
    p.shelters[Side::FIRST].repaired = 0;
    let misread = read(&p, "gear all").unwrap_err().to_string();
    assert!(misread.contains("gear all") && misread.contains("no equipment"), "{misread}");
    p.shelters[Side::FIRST].repaired = Equipment::Bow.bit() | Equipment::Axe.bit();
    p.go.scavenged = false;
    assert_eq!(read(&p, "Gear ALL").unwrap(), Action::Gear(Equipment::Bow));
    p.go.scavenged = true;
    assert_eq!(read(&p, "gear all").unwrap(), Action::AllGear);
    assert_eq!(game.notation(&Action::AllGear), "gear all");
}

#[test]
fn long_names_and_beginnings_are_understood() {
    let (game, p) = at_the_forest();
    let read = |line: &str| game.notation(&game.parse(&p, Seat(0), line).unwrap());
    for (line, meant) in [
        ("Activate 5 Cargo Ship, hook", "activate 5 cargo hook"),
        ("activate 4 silent peak exoskeleton", "activate 4 silent-peak exo"),
        ("repair thermal sensor bench microchip", "repair thermal-sensor bench chips"),
        ("overc wildf less water", "overcome wildfire less water"),
        ("recruit canned goods 2", "recruit canned 2"),
        ("build a12b wood=2 metal=1", "build A12b wood=2 metal=1"),
        ("open", "open chip"),
        ("feed none", "feed none"),
    ] {
        assert_eq!(read(line), meant, "{line}");
    }
}

#[test]
fn what_is_not_understood_is_quoted_with_what_would_be_right() {
    let (game, p) = at_the_forest();
    for (line, says) in [
        ("", "say which verb"),
        ("fly north", "fly"),
        ("activate 9 dam", "heroes are"),
        ("activate 4 dan", "dam"),
        ("take 1 2", "too much"),
        ("salvage 0", "counted from 1"),
        ("feed bread=2", "meat=2"),
        ("use Z9", "such as S1"),
        ("hunt 0 spear", "shotgun or trap"),
        ("gear torch", "flashlight"),
    ] {
        let misread = game.parse(&p, Seat(0), line).unwrap_err().to_string();
        assert!(misread.contains(says), "{line}: {misread}");
    }
}
