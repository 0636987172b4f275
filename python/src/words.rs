//! What a seat may know, in words: for agents that read.

use table::{AnyMatch, Seat, Status, Viewer};

/// The scene in sentences, the story since a step, and every legal line. It follows from the seat's view,
/// from its legal actions and from what it was told, and from nothing else.
pub fn words(play: &dyn AnyMatch, seat: Seat, since: usize) -> String {
    let viewer = Viewer::Seat(seat);
    let mut text = stage::text::describe(&play.scene(viewer));
    let story: Vec<String> =
        play.log(viewer, since).into_iter().map(|line| format!("- {}\n", line.text)).collect();
    if !story.is_empty() {
        text.push_str("\n\nWhat happened:\n");
        text.extend(story);
    }
    let legal = play.legal(seat);
    match play.status() {
        Status::Over(_) => {
            text.push_str("\n\nThe game is over. ");
            text.push_str(&play.conclusion());
        }
        Status::Deciding(_) if legal.is_empty() => {
            text.push_str("\n\nNothing is asked of you now.")
        }
        Status::Deciding(_) => {
            text.push_str("\n\nAnswer with one of these lines:\n");
            text.extend(legal.into_iter().map(|line| format!("{line}\n")));
        }
    }
    text
}
