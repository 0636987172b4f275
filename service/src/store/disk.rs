//! The disk under the store, as far as it can be spoilt on purpose.

use std::io;

/// What happens around every transaction of the store. The usual disk does nothing here; tests put one of their
/// own under a server, which fails, is slow, is full or keeps what a power cut would have left.
pub trait Disk: Send + Sync + 'static {
    /// Called before a transaction is committed: an error keeps it from being so.
    fn before_commit(&self) -> io::Result<()> {
        Ok(())
    }

    /// Called once a transaction is on the disk, before anybody is told.
    fn committed(&self) {}
}

/// The disk that there is.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

impl Disk for RealDisk {}
