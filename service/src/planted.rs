//! Bugs that tests plant in servers of their own, to see that the checker finds them. Without the feature `planted-bugs`, which no
//! release has, there are none and nothing asks for them.

/// A bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// Nobody looks whether a change found the version from which it comes.
    #[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "planted in that home"))]
    NoFence,
    /// A decision is acknowledged before it is committed.
    EarlyAcknowledgement,
    /// The database acknowledges what it has not written yet.
    #[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "planted in that home"))]
    LazyCommit,
    /// What other servers do is only heard, and never looked for.
    NotificationsAlone,
    /// What was drawn for one viewer is shown to the next.
    SharedFrames,
}

/// Whether a bug is planted in this process, by the variable `OVERWINTER_PLANTED_BUG`.
#[cfg(feature = "planted-bugs")]
pub fn planted(bug: Bug) -> bool {
    use std::sync::LazyLock;
    static PLANTED: LazyLock<String> =
        LazyLock::new(|| std::env::var("OVERWINTER_PLANTED_BUG").unwrap_or_default());
    *PLANTED == format!("{bug:?}")
}

/// None is.
#[cfg(not(feature = "planted-bugs"))]
pub const fn planted(_: Bug) -> bool {
    false
}
