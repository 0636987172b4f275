//! Trees of variations, case by case.

use plans::{Decided, MOST_TRIED, NotTried, Variations};
use table::Seat;

fn drop(seat: u16, column: u8) -> Decided {
    Decided::new(Seat(seat), format!("drop {column}"))
}

/// Two decisions of a game that is over, and two lines that were tried beside its second.
fn tree() -> (Variations, u32, u32) {
    let mut tree = Variations::of_game(vec![drop(0, 4), drop(1, 4)]);
    let left = tree.add(1, drop(1, 3)).unwrap();
    let right = tree.add(1, drop(1, 5)).unwrap();
    (tree, left, right)
}

#[test]
fn a_line_goes_through_the_game_and_leaves_it_where_something_else_was_tried() {
    let (mut tree, left, right) = tree();
    let far = tree.add(left, drop(0, 3)).unwrap();
    assert_eq!(tree.numbers_to(far).unwrap(), [1, left, far]);
    assert_eq!(tree.numbers_to(2).unwrap(), [1, 2]);
    assert_eq!(tree.after(1), [2, left, right]);
    assert_eq!(tree.lines_of(Seat(0), far).unwrap(), ["drop 4", "drop 3"]);
    assert_eq!((tree.before(left), tree.before(0)), (Ok(Some(1)), Ok(None)));
}

#[test]
fn what_was_tried_before_is_found_again_and_other_dice_are_another_line() {
    let (mut tree, left, right) = tree();
    assert_eq!(tree.add(1, drop(1, 3)), Ok(left));
    assert_eq!(tree.add(0, drop(0, 4)), Ok(1), "the game itself went there");
    let again = tree.again(left).unwrap();
    assert!(again > right);
    assert_eq!(tree.decided(again), tree.decided(left));
    assert_eq!(tree.again(2), Err(NotTried::Trunk));
}

#[test]
fn a_line_is_cut_off_with_all_behind_it_and_its_number_is_never_given_again() {
    let (mut tree, left, right) = tree();
    let far = tree.add(left, drop(0, 3)).unwrap();
    tree.name(far, " From the left ").unwrap();
    assert_eq!(tree.names()[&far], "From the left");
    assert_eq!(tree.cut(left), Ok(1));
    assert_eq!(tree.way_to(far), Err(NotTried::Unknown(far)));
    assert!(tree.names().is_empty() && tree.way_to(right).is_ok());
    assert!(tree.add(1, drop(1, 3)).unwrap() > far);
    assert_eq!((tree.cut(1), tree.cut(0)), (Err(NotTried::Trunk), Err(NotTried::Trunk)));
    assert_eq!(tree.add(far, drop(0, 1)), Err(NotTried::Unknown(far)));
}

#[test]
fn a_tree_is_bounded_and_is_read_as_it_was_written() {
    let mut tree = Variations::new();
    let mut at = 0;
    for number in 0..MOST_TRIED {
        at = tree.add(at, drop(0, (number % 200) as u8)).unwrap();
    }
    assert_eq!(tree.add(at, drop(1, 1)), Err(NotTried::Full));
    assert_eq!(tree.name(at, &"n".repeat(61)), Err(NotTried::LongName));
    let long = Decided::new(Seat(0), "x".repeat(60_001));
    assert_eq!(Variations::new().add(0, long), Err(NotTried::Full));
    tree.name(at, "far").unwrap();
    let text = serde_json::to_string(&tree).unwrap();
    assert_eq!(serde_json::from_str::<Variations>(&text).unwrap(), tree);
    let (tree, left, _) = self::tree();
    let text = serde_json::to_string(&tree).unwrap();
    let read = serde_json::from_str::<Variations>(&text).unwrap();
    assert_eq!(read.way_to(left), Err(NotTried::Unknown(1)), "the game keeps its own decisions");
    assert_eq!(read.on(tree.trunk().to_vec()), tree);
}
