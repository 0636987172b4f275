//! A desk for tests: the real program on a folder of its own, with the clock stopped.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Every file below a folder, with its bytes; what the desk keeps for itself is left out.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A folder with a game in it.
pub struct Desk {
    /// The game's folder.
    pub root: PathBuf,
}

impl Desk {
    /// The program with these arguments, its game folder put in for `{}`.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_overwinter"));
        command.arg("post").env("SOURCE_DATE_EPOCH", "988718400").stdin(Stdio::null());
        let root = self.root.to_str().unwrap();
        command.args(args.iter().map(|arg| if *arg == "{}" { root } else { arg }));
        command
    }

    /// Runs the program.
    pub fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// What the program says, which must succeed.
    pub fn told(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let error = String::from_utf8_lossy(&output.stderr).to_string();
        assert!(output.status.success(), "{args:?}: {error}");
        assert!(error.is_empty(), "{args:?}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The one error of a command that must be refused as bad input.
    pub fn refused(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let error = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.starts_with("error:") && !error.contains("panicked"), "{args:?}: {error}");
        error
    }

    /// The text of a file of the game.
    pub fn text(&self, inside: &str) -> String {
        let path = self.root.join(inside);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// All files of the game.
    pub fn files(&self) -> Files {
        let mut files = Files::new();
        gather(&self.root, &self.root, &mut files);
        files.retain(|path, _| !path.starts_with(".desk/"));
        files
    }
}

fn gather(root: &Path, folder: &Path, files: &mut Files) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(root, &path, files);
        } else {
            let inside = path.strip_prefix(root).unwrap().to_str().unwrap().to_string();
            files.insert(inside, fs::read(&path).unwrap());
        }
    }
}

/// Says which files differ, so that a failure can be read.
pub fn differences(one: &Files, two: &Files) -> Vec<String> {
    let names = one.keys().chain(two.keys()).collect::<std::collections::BTreeSet<_>>();
    names.into_iter().filter(|name| one.get(*name) != two.get(*name)).cloned().collect()
}
