//! The box and what is dealt from it, over many seeds.

use outlive::{
    City, Equipment, EventCard, Leader, Location, Outlive, Phase, Position, RoomKind, SearchTile,
    Side, Sides, Token,
};
use std::collections::BTreeSet;
use table::{Dice, Log, Looks, Names, Rules, Seat, Seed, Setup, Viewer};

fn open(setup: &Setup) -> Outlive {
    Outlive::open(&Outlive::house(), setup).unwrap()
}

/// Plays at random until the phase is left behind; gives back the position before and after.
fn past(game: &Outlive, phase: Phase, seed: u64) -> (Position, Position) {
    let (mut dice, mut log) = (Dice::seeded(Seed::from_number(seed)), Log::quiet());
    let mut position = game.start(&mut dice, &mut log);
    let mut legal = Vec::new();
    let mut before = position;
    let early = [Phase::Draft, Phase::Search, Phase::Placement];
    let last = early.iter().position(|early| *early == phase).unwrap_or(0);
    while early[..=last].contains(&position.phase) {
        before = position;
        let seat = game.status(&position).first().unwrap();
        legal.clear();
        game.legal(&position, seat, &mut legal);
        let action = *dice.pick("test", &legal).unwrap();
        game.apply(&mut position, seat, &action, &mut dice, &mut log);
    }
    (before, position)
}

// rules: OL-COMP-01, OL-COMP-02, OL-COMP-03, OL-COMP-04, OL-COMP-05, OL-HUNT-32, OL-CITY-11
#[test]
fn the_box_is_complete() {
    let game = open(&Setup::new("convoy", 4));
    let parts = game.parts();
    assert_eq!(parts.strengths, [3, 3, 4, 5]);
    let copies = RoomKind::ALL.map(|kind| parts.rooms[kind.index()].copies);
    assert_eq!((copies[..3].iter().sum::<u8>(), copies[3..].iter().sum()), (0, 38u8));
    assert!(copies[3..].iter().all(|copies| *copies == 2));
    assert_eq!((Equipment::ALL.len(), EventCard::ALL.len(), Leader::ALL.len()), (20, 12, 10));
    for tile in &parts.equipment {
        assert_eq!(tile.cost.iter().sum::<u8>(), 3, "{}", tile.name);
    }
    assert!(parts.wild.iter().all(|wild| wild.copies == 6));
    assert_eq!(parts.wild.map(|wild| wild.endurance), [3, 4, 5, 6, 7]);
    let search = |tile: SearchTile| parts.search[tile.index()];
    assert_eq!(parts.search.iter().sum::<u8>(), 10);
    assert_eq!(
        [SearchTile::Munitions, SearchTile::Cupboard, SearchTile::Capsules].map(search),
        [2, 2, 1]
    );
    for tile in [SearchTile::Water, SearchTile::Canned, SearchTile::Wood] {
        assert_eq!(search(tile), 1);
    }
}

// rules: OL-COMP-06, OL-SETUP-01
#[test]
fn every_seat_has_its_colour() {
    let game = open(&Setup::new("convoy", 4));
    let (_, position) = past(&game, Phase::Placement, 3);
    let scene = game.scene(&game.view(&position, Viewer::Table), Viewer::Table, &[], Names::NONE);
    for (seat, colour) in ["blue", "orange", "green", "purple"].iter().enumerate() {
        let heroes = scene
            .pieces
            .iter()
            .filter(|piece| piece.ink == stage::Ink::Seat(seat as u16))
            .filter(|piece| piece.description.contains("hero"));
        let told: Vec<&str> = heroes.map(|piece| piece.description.as_str()).collect();
        assert_eq!(told.len(), 4, "{told:?}");
        assert!(told.iter().all(|line| line.contains(colour)), "{told:?}");
        let panel = scene.panels.iter().find(|panel| panel.seat == Some(seat as u16));
        assert!(panel.is_some_and(|panel| panel.title.contains(colour)));
    }
}

// rules: OL-SETUP-02
#[test]
fn seats_are_as_the_host_says() {
    let mut setup = Setup::new("convoy", 3);
    setup.names = vec!["Ann".into(), "Ben".into(), "Cem".into()];
    let game = open(&setup);
    let (mut dice, mut log) = (Dice::seeded(Seed::from_number(1)), Log::quiet());
    let view = game.view(&game.start(&mut dice, &mut log), Viewer::Table);
    let scene = game.scene(&view, Viewer::Table, &[], setup.names());
    for name in ["Ann", "Ben", "Cem"] {
        assert!(scene.panels.iter().any(|panel| panel.title.contains(name)), "{name}");
    }
    assert_eq!(game.setup(), &setup);
}

// rules: OL-SETUP-03, OL-SETUP-04, OL-SETUP-05, OL-SETUP-06
#[test]
fn six_rooms_and_two_leaders_each_out_of_one_box() {
    let mut first_rooms = BTreeSet::new();
    for seed in 0..60 {
        let game = open(&Setup::new("convoy", 4));
        let mut dice = Dice::seeded(Seed::from_number(seed));
        let position = game.start(&mut dice, &mut Log::quiet());
        let mut dealt = [0; 22];
        let mut leaders = BTreeSet::new();
        for seat in game.seats() {
            let draft = &position.drafts[seat];
            assert_eq!((draft.hand.len(), draft.leaders.len()), (6, 2));
            draft.hand.iter().for_each(|kind| dealt[kind.index()] += 1);
            leaders.extend(draft.leaders.iter().copied());
            let shelter = &position.shelters[seat];
            assert_eq!(game.gauge_value(shelter.gauge), 0);
            assert!(shelter.rooms.iter().all(|room| !room.built));
            assert_eq!(
                [0, 1, 2].map(|slot| shelter.rooms.0[slot].kind),
                [RoomKind::S1, RoomKind::S2, RoomKind::S3]
            );
        }
        assert!(dealt[..3] == [0; 3] && dealt.iter().all(|count| *count <= 2));
        assert_eq!(leaders.len(), 8);
        first_rooms.insert(position.drafts[Side::FIRST].hand[0]);
    }
    assert!(first_rooms.len() > 12, "{first_rooms:?}");
}

// rules: OL-SETUP-09, OL-SETUP-10, OL-SETUP-11
#[test]
fn rejected_and_undealt_cards_are_gone_unseen() {
    let game = open(&Setup::new("convoy", 3));
    for seed in 0..20 {
        let (before, after) = past(&game, Phase::Draft, seed);
        assert_eq!(after.drafts, Position { drafts: Default::default(), ..after }.drafts);
        for seat in game.seats() {
            let kept: Vec<RoomKind> =
                after.shelters[seat].rooms.iter().skip(3).map(|r| r.kind).collect();
            let hand = &before.drafts[seat].hand;
            assert!(kept.iter().all(|kind| hand.contains(kind)));
            let rejected = before.drafts[seat]
                .leaders
                .iter()
                .find(|leader| Some(**leader) != after.shelters[seat].leader)
                .unwrap();
            let name = &game.parts().leaders[rejected.index()].name;
            for viewer in [Viewer::Table, Viewer::Referee, Viewer::Seat(seat.seat())] {
                let view = serde_json::to_string(&game.view(&after, viewer)).unwrap();
                let elsewhere = after.shelters.iter().any(|other| other.leader == Some(*rejected));
                assert!(elsewhere || !view.contains(&format!("\"{}\"", rejected.word())), "{name}");
            }
        }
    }
}

// rules: OL-SETUP-21, OL-SETUP-41, OL-SETUP-38, OL-SETUP-39, OL-SETUP-40
#[test]
fn leaders_tiles_come_out_of_the_forty_and_the_stacks_are_shuffled() {
    let game = open(&Setup::new("convoy", 4));
    let mut tops = BTreeSet::new();
    let mut found = BTreeSet::new();
    for seed in 0..60 {
        let (_, p) = past(&game, Phase::Draft, seed);
        assert_eq!(p.deck.len(), 36);
        for tile in Equipment::ALL {
            let owned = p.shelters.iter().filter(|owner| owner.broken & tile.bit() != 0).count();
            let left = p.deck.iter().filter(|other| **other == tile).count();
            assert_eq!(owned + left, 2);
        }
        tops.insert(p.deck.peek(0).unwrap());
        for city in City::ALL {
            assert_eq!(p.stack(city).len(), 10);
            found.insert(p.stack(city).peek(0).unwrap());
        }
        assert!(p.algae);
    }
    assert!(tops.len() > 12 && found.len() > 6);
    assert_eq!(Location::Blackwood.city(), Some(City::Blackwood));
    let ground = &game
        .scene(
            &game.view(&past(&game, Phase::Draft, 1).1, Viewer::Table),
            Viewer::Table,
            &[],
            Names::NONE,
        )
        .ground;
    let x = |id: &str| centre(ground, id);
    assert!(x("blackwood") < x("dam") && x("dam") < x("silent-peak"));
}

/// The middle of a place, from left to right.
fn centre(ground: &stage::Ground, id: &str) -> i32 {
    ground
        .fields
        .iter()
        .filter_map(|field| match field {
            stage::Field::Places(field) => field.places.iter().find(|place| place.id == id),
            _ => None,
        })
        .find_map(|place| match &place.shape {
            stage::Shape::Box { rect, .. } => Some(rect.x + rect.width / 2),
            _ => None,
        })
        .unwrap()
}

// rules: OL-SETUP-32, OL-SETUP-33
#[test]
fn six_different_events_lie_face_down() {
    let game = open(&Setup::new("convoy", 2));
    let mut firsts = BTreeSet::new();
    for seed in 0..60 {
        let (_, p) = past(&game, Phase::Draft, seed);
        let cards: BTreeSet<EventCard> = p.events.into_iter().collect();
        assert_eq!((cards.len(), p.flipped), (6, 0));
        firsts.insert(p.events[0]);
        for viewer in [Viewer::Table, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))] {
            let view = game.view(&p, viewer);
            assert!(view.events.iter().all(|event| event.card.is_none()));
        }
    }
    assert!(firsts.len() > 9);
}

#[test]
fn scenarios_lay_their_events() {
    for seed in 0..20 {
        let (_, rain) = past(&open(&Setup::new("hard-rain", 3)), Phase::Draft, seed);
        assert_eq!(rain.events[0], EventCard::RadioactiveCloud);
        assert!(!rain.events[1..].contains(&EventCard::RadioactiveCloud));
        assert!(Side::first(3).all(|seat| rain.shelters[seat].has(Token::Chips) >= 1));
        let (_, week) = past(&open(&Setup::new("lean-week", 2)), Phase::Draft, seed);
        assert!(week.events[..5].iter().all(|card| card.strikes_board()));
        assert!(!week.events[5].strikes_board());
    }
}

// rules: OL-SETUP-34, OL-SETUP-35, OL-SETUP-36, OL-SETUP-37
#[test]
fn three_stacks_of_wild_game_show_their_tops_only() {
    for (seats, height) in [(2, 6), (3, 8), (4, 10)] {
        let game = open(&Setup::new("convoy", seats));
        for seed in 0..20 {
            let (_, p) = past(&game, Phase::Draft, seed);
            let mut counts = [0; 5];
            for stack in &p.wild {
                assert_eq!(stack.len(), height);
                stack.iter().for_each(|kind| counts[kind.index()] += 1);
            }
            assert!(counts.iter().all(|count| *count <= 6));
            let view = game.view(&p, Viewer::Seat(Seat(0)));
            for place in ["forest", "mine", "fairgrounds"] {
                let shown = view.board[place].game.clone().unwrap();
                assert!(shown.top.is_some() && shown.known.is_none());
                assert_eq!(shown.left as usize, height);
            }
        }
    }
}

// rules: OL-MINI-01, OL-MINI-02
#[test]
fn a_different_mini_tile_hides_in_each_city() {
    let game = open(&Setup::new("convoy", 2).with("mini_tiles", "on"));
    let mut seen = BTreeSet::new();
    for seed in 0..40 {
        let (_, p) = past(&game, Phase::Placement, seed);
        let mini = |city: City| {
            let all = p.search[city.index()].iter().chain(p.found[city.index()].iter());
            let minis: Vec<SearchTile> = all.copied().filter(|tile| tile.index() > 8).collect();
            assert_eq!(minis.len(), 1);
            minis[0]
        };
        let (left, right) = (mini(City::Blackwood), mini(City::SilentPeak));
        assert_ne!(left, right);
        seen.insert(left);
        if !p.events[..1].contains(&EventCard::Nomads) {
            assert_eq!(p.search.map(|stack| stack.len()), [7, 7]);
        }
        let (before, _) = past(&game, Phase::Search, seed);
        if before.phase == Phase::Search {
            assert!(before.search.iter().flat_map(|s| s.iter()).all(|tile| tile.index() < 9));
        }
    }
    assert_eq!(seen.len(), 3);
}

// rules: OL-SOLO-02, OL-SOLO-04, OL-SOLO-05, OL-SOLO-03
#[test]
fn the_horde_follows_a_leader_of_its_own() {
    let game = open(&Setup::new("horde", 1));
    let mut strongest = BTreeSet::new();
    for seed in 0..80 {
        let (before, p) = past(&game, Phase::Draft, seed);
        assert_eq!(
            (before.drafts[Side::FIRST].hand.len(), before.drafts[Side::FIRST].leaders.len()),
            (6, 2)
        );
        let horde = p.horde.leader.unwrap();
        assert!(!before.drafts[Side::FIRST].leaders.contains(&horde));
        let own = p.shelters[Side::FIRST].leader.unwrap();
        let age = |leader: Leader| game.parts().leaders[leader.index()].age;
        assert_eq!(p.first, if age(own) > age(horde) { Side::FIRST } else { Side::HORDE });
        let mut places = p.shelters[Side::HORDE].heroes.map(|pawn| pawn.at.unwrap());
        strongest.insert(places[3]);
        places.sort();
        let mut wanted = game.parts().leaders[horde.index()].places;
        wanted.sort();
        assert_eq!(places, wanted);
        assert_eq!(p.shelters[Side::HORDE].stock, [0; 7]);
        assert_eq!((p.shelters[Side::HORDE].broken, p.horde.deck.len()), (0, 8));
    }
    assert!(strongest.len() > 5);
}

#[test]
fn who_has_looked_knows_nothing_after_the_next_shuffle() {
    let game = open(&Setup::new("convoy", 2));
    let (_, mut p) = past(&game, Phase::Placement, 5);
    let both: Sides = game.seats().collect();
    p.peeked = [both; 2];
    let (mut dice, mut log) = (Dice::seeded(Seed::from_number(9)), Log::quiet());
    while p.turn == 1 {
        assert_eq!(p.peeked, [both; 2]);
        let seat = game.status(&p).first().unwrap();
        let action = game.lapse(&p, seat);
        game.apply(&mut p, seat, &action, &mut dice, &mut log);
    }
    assert_eq!(p.peeked, [Sides::NONE; 2]);
}

/// What the first seat sees of its Shelter: every room's name with what stands below it and whether it is drawn as built.
fn shelter_seen(game: &Outlive, position: &Position) -> (Vec<(String, String, bool)>, String) {
    let viewer = Viewer::Seat(Seat(0));
    let mut legal = Vec::new();
    game.legal(position, Seat(0), &mut legal);
    let scene = game.scene(&game.view(position, viewer), viewer, &legal, Names::NONE);
    let rooms = scene.ground.fields.iter().filter_map(|field| match field {
        stage::Field::Places(field) if field.title == "Your Shelter" => Some(&field.places),
        _ => None,
    });
    let rooms = rooms.flatten().filter(|place| place.id.starts_with("room-"));
    let rooms = rooms.map(|place| {
        (place.label.clone(), place.caption.clone(), place.texture == stage::Texture::Paper)
    });
    (rooms.collect(), scene.prompt.map_or_else(String::new, |prompt| prompt.hint))
}

// rules: OL-SETUP-08, OL-SETUP-13
#[test]
fn a_draft_is_shown_as_it_stands_given_away_built_and_settled() {
    let game = open(&Setup::new("convoy", 2));
    let mut dice = Dice::seeded(Seed::from_number(7));
    let mut position = game.start(&mut dice, &mut Log::quiet());
    let mut step = |position: &mut Position, line: &str| {
        let action = table::Speech::parse(&game, position, Seat(0), line).unwrap();
        game.check(position, Seat(0), &action).unwrap();
        game.apply(position, Seat(0), &action, &mut dice, &mut Log::quiet());
    };
    let (dealt, _) = shelter_seen(&game, &position);
    let hand: Vec<&str> = dealt[3..].iter().map(|(name, ..)| name.as_str()).collect();
    assert!(dealt[3..].iter().all(|(_, caption, _)| caption == "in your hand"), "{dealt:?}");
    let words: Vec<&str> =
        position.drafts[Side::numbered(1).unwrap()].hand.iter().map(|kind| kind.word()).collect();
    step(&mut position, &format!("discard {} {}", words[0], words[1]));
    let (rooms, _) = shelter_seen(&game, &position);
    assert_eq!(rooms.len(), 7, "what is given away is gone: {rooms:?}");
    assert!(rooms[3..].iter().all(|(_, caption, _)| caption == "kept"), "{rooms:?}");

    step(&mut position, "free S2");
    let (rooms, _) = shelter_seen(&game, &position);
    let built: Vec<bool> = rooms.iter().map(|(.., built)| *built).collect();
    assert_eq!(built, [false, true, false, false, false, false, false], "{rooms:?}");
    assert_eq!(rooms[1].1, "built free");

    step(&mut position, "start 0");
    let leader = position.drafts[Side::numbered(1).unwrap()].leaders[0];
    step(&mut position, &format!("leader {}", leader.word()));
    let (_, told) = shelter_seen(&game, &position);
    let name = &game.parts().leaders[leader.index()].name;
    let start = format!("{name} leads. Built free: {} with nobody in it. Given away: ", rooms[1].0);
    let away = told.strip_prefix(&start).and_then(|away| away.strip_suffix('.'));
    let mut away: Vec<&str> = away.unwrap_or(&told).split(" and ").collect();
    away.sort_unstable();
    let mut gone = [hand[0], hand[1]];
    gone.sort_unstable();
    assert_eq!(away, gone);
}
