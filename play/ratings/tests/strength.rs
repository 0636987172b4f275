//! Ratings.

use proptest::prelude::*;
use ratings::{Rating, RatingFault, chances, rate, rate_teams};

fn rating() -> impl Strategy<Value = Rating> {
    (0.0_f64..50.0, 0.8_f64..8.34).prop_map(|pair| Rating::try_from(pair).unwrap())
}

#[test]
fn a_new_player_has_1500_points_and_a_wide_interval() {
    assert_eq!(Rating::NEW.to_string(), "1500 (847 to 2153)");
    assert!(Rating::NEW.provisional());
}

#[test]
fn somebody_who_wins_more_often_rises_above_the_others_and_is_known_better() {
    let mut players = [Rating::NEW; 4];
    for game in 0..200_u16 {
        // The first wins three of four, the others take turns.
        let winner = if game % 4 < 3 { 0 } else { usize::from(1 + game / 4 % 3) };
        let ranks: Vec<u16> = (0..4).map(|seat| if seat == winner { 1 } else { 2 }).collect();
        players = rate(&players, &ranks).unwrap().try_into().unwrap();
    }
    let second = players[1..].iter().map(Rating::points).max().unwrap();
    assert!(players[0].points() > second + 150, "{players:?}");
    assert!(players.iter().all(|player| !player.provisional()), "{players:?}");
    assert!(chances(&players)[0] > 0.35, "{:?}", chances(&players));
}

#[test]
fn bad_input_is_told() {
    assert_eq!(rate(&[Rating::NEW], &[1, 2]), Err(RatingFault::Ranks { players: 1, ranks: 2 }));
    assert_eq!(rate(&[Rating::NEW], &[1]), Ok(vec![Rating::NEW]), "alone one learns nothing");
    for text in ["[25.0]", "[25.0,0.0]", "[25.0,-1.0]", "[1e300,1.0]", "null", "{}"] {
        assert!(serde_json::from_str::<Rating>(text).is_err(), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn who_wins_does_not_fall_and_who_loses_does_not_rise(one in rating(), other in rating()) {
        let after = rate(&[one, other], &[1, 2]).unwrap();
        prop_assert!(after[0].points() >= one.points() && after[1].points() <= other.points());
        let drawn = rate(&[one, other], &[1, 1]).unwrap();
        let apart = |pair: &[Rating]| (pair[0].points() - pair[1].points()).abs();
        prop_assert!(apart(&drawn) <= apart(&[one, other]) + 1, "a draw brings them nearer");
    }

    #[test]
    fn seats_do_not_matter_and_a_game_never_makes_us_know_less(players in prop::collection::vec(rating(), 2..7), ranks in prop::collection::vec(1_u16..7, 7)) {
        let ranks = &ranks[..players.len()];
        let after = rate(&players, ranks).unwrap();
        let width = |rating: &Rating| rating.interval().1 - rating.interval().0;
        for (before, after) in players.iter().zip(&after) {
            prop_assert!(width(after) <= width(before) + 1);
            prop_assert!(after.points().abs() < 100_000);
        }
        let turned: Vec<Rating> = players.iter().rev().copied().collect();
        let turned_ranks: Vec<u16> = ranks.iter().rev().copied().collect();
        let mut again = rate(&turned, &turned_ranks).unwrap();
        again.reverse();
        for (one, other) in after.iter().zip(&again) {
            prop_assert!((one.points() - other.points()).abs() <= 1);
        }
        let same: Vec<Vec<Rating>> = players.iter().map(|player| vec![*player]).collect();
        prop_assert_eq!(rate_teams(&same, ranks).unwrap().concat(), after);
        let sum: f64 = chances(&players).iter().sum();
        prop_assert!((sum - 1.0).abs() < 1e-6);
    }

    #[test]
    fn rest_makes_us_know_less_but_never_less_than_of_a_newcomer(own in rating(), days in 0_u32..100_000) {
        let rested = own.rested(days);
        prop_assert_eq!(rested.points(), own.points());
        let width = |rating: Rating| rating.interval().1 - rating.interval().0;
        prop_assert!(width(rested) >= width(own) && width(rested) <= width(Rating::NEW) + 1);
        let json = serde_json::to_string(&own).unwrap();
        prop_assert_eq!(serde_json::from_str::<Rating>(&json).unwrap(), own);
    }
}
