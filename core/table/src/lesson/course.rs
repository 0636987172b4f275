//! The lessons of a game, in order, and what they must cover between them.

use super::Lesson;
use crate::refusal::{Fault, unknown};
use crate::shown::Exhibits;
use ledger::Ledger;
use serde::Deserialize;

/// The lessons of a game: `lessons/*.toml` by name, and `lessons/course.toml`, which lists the rules that a
/// beginner meets.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The lessons in order, the one to begin with first.
    pub lessons: Vec<Lesson>,
    /// The ids of the rules that a beginner meets: each is taught by some lesson.
    pub beginner: Vec<String>,
}

/// The name of the file that says what a course must cover.
const COURSE: &str = "course.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    beginner: Vec<String>,
}

impl Course {
    /// The course that comes with a game.
    pub fn of(exhibits: &Exhibits) -> Result<Course, Vec<Fault>> {
        Course::parse(&exhibits.lessons())
    }

    /// Reads the files of a course: name and text.
    pub fn parse(files: &[(&str, &str)]) -> Result<Course, Vec<Fault>> {
        let mut course = Course::default();
        let mut faults = Vec::new();
        for (file, text) in files {
            if *file == COURSE {
                match crate::case::Source::one(file, text).and_then(|source| source.read::<File>())
                {
                    Ok(read) => course.beginner = read.beginner,
                    Err(fault) => faults.push(fault),
                }
            } else {
                match Lesson::parse(file, text) {
                    Ok(lesson) => course.lessons.push(lesson),
                    Err(fault) => faults.push(fault),
                }
            }
        }
        if faults.is_empty() { Ok(course) } else { Err(faults) }
    }

    /// The lesson of that name, or by its number in the course.
    pub fn find(&self, name: &str) -> Result<&Lesson, String> {
        let numbered = name.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let numbered = numbered.and_then(|number| self.lessons.get(number));
        self.lessons.iter().find(|lesson| lesson.name == name).or(numbered).ok_or_else(|| {
            unknown("lesson", name, self.lessons.iter().map(|lesson| lesson.name.as_str()))
        })
    }

    /// What a beginner meets and no lesson teaches, and ids that the ledger does not have.
    pub fn faults(&self, ledger: &Ledger) -> Vec<Fault> {
        let listed = (1..).zip(&self.beginner);
        let field = |number: usize| format!("beginner[{number}]");
        let known: Vec<&str> = ledger.rules.iter().map(|rule| rule.id.as_str()).collect();
        let named = listed.clone().map(|(number, rule)| (field(number), rule));
        let mut faults = crate::case::unknown_rules(&known, named);
        let taught: Vec<&str> = self.lessons.iter().flat_map(Lesson::rules).collect();
        faults.extend(listed.filter(|(_, rule)| !taught.contains(&rule.as_str())).map(
            |(number, rule)| Fault::field(field(number), format!("no lesson teaches {rule}")),
        ));
        faults.into_iter().map(|fault| fault.in_file(COURSE)).collect()
    }
}
