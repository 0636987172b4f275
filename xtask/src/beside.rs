//! What is done beside something else, by this program once more: it is told when that is over, so that no two mix their lines.

use crate::target;
use std::env;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command};

/// The command by which this program does what is done beside the tests.
pub const COMMAND: &str = "beside-the-tests";

/// Work that is under way; given up if nobody waits for its end.
pub struct Beside {
    working: Child,
    told: PathBuf,
}

impl Beside {
    /// Begins it.
    pub fn begin() -> Result<Beside, String> {
        let told = target().join("beside-the-tests.txt");
        let failed = |error: std::io::Error| format!("{}: {error}", told.display());
        let lines = File::create(&told).map_err(failed)?;
        let program = env::current_exe().map_err(|error| error.to_string())?;
        let mut work = Command::new(program);
        work.arg(COMMAND).stdout(lines.try_clone().map_err(failed)?).stderr(lines);
        let working = work.spawn().map_err(|error| format!("{work:?}: {error}"))?;
        Ok(Beside { working, told })
    }

    /// Waits for it, and tells what it told.
    pub fn end(mut self) -> Result<(), String> {
        let ended = self.working.wait().map_err(|error| error.to_string())?;
        print!("{}", fs::read_to_string(&self.told).unwrap_or_default());
        match ended.success() {
            true => Ok(()),
            false => Err(format!("what was done beside the tests: {}", self.told.display())),
        }
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // It has ended already, unless what it was beside has failed.
        let _ = self.working.kill();
        let _ = self.working.wait();
    }
}
