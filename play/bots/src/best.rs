//! How a greedy bot picks from a list.

/// The first of the actions with the highest worth.
///
/// ```
/// let words = ["rest", "walk", "drink"];
/// assert_eq!(bots::best(&words, |word| word.len()), 2);
/// ```
pub fn best<A, W: Ord>(legal: &[A], mut worth: impl FnMut(&A) -> W) -> usize {
    let mut found: Option<(W, usize)> = None;
    for (number, action) in legal.iter().enumerate() {
        let value = worth(action);
        if found.as_ref().is_none_or(|(most, _)| value > *most) {
            found = Some((value, number));
        }
    }
    found.map_or(0, |(_, number)| number)
}
