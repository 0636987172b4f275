//! The lessons of a game, in order, and what they must cover between them.

use super::Lesson;
use crate::case::Source;
use crate::refusal::{Fault, unknown};
use crate::shown::Exhibits;
use ledger::Ledger;
use serde::Deserialize;

/// The lessons of a game: `lessons/*.toml` by name, and `lessons/course.toml`, which lists the rules that a
/// beginner meets.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{AnyGame, GameBox, LessonCourse};
///
/// let game = GameBox::<ConnectFour>::new();
/// let course = LessonCourse::parse(&game.lessons()).unwrap();
/// assert_eq!(course.find("1").unwrap().name, course.lessons[0].name);
/// assert!(course.faults(&game.ledger()).is_empty(), "every rule that a beginner meets is taught");
/// ```
#[derive(Clone, Debug, Default)]
pub struct LessonCourse {
    /// The lessons in order, the one to begin with first.
    pub lessons: Vec<Lesson>,
    /// The ids of the rules that a beginner meets: each is taught by some lesson.
    pub beginner: Vec<String>,
    /// What could not be read.
    unread: Vec<Fault>,
}

/// The name of the file that says what a course must cover.
const COURSE: &str = "course.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CourseFile {
    beginner: Vec<String>,
}

impl LessonCourse {
    /// The course that comes with a game.
    pub fn of(exhibits: &Exhibits) -> Result<LessonCourse, Vec<Fault>> {
        LessonCourse::parse(&exhibits.lessons())
    }

    /// Reads the files of a course, name and text; every fault of them is told.
    pub fn parse(files: &[(&str, &str)]) -> Result<LessonCourse, Vec<Fault>> {
        let course = LessonCourse::draft(files);
        let lessons = course.lessons.iter().flat_map(|lesson| &lesson.faults);
        let faults: Vec<Fault> = course.unread.iter().chain(lessons).cloned().collect();
        if faults.is_empty() { Ok(course) } else { Err(faults) }
    }

    /// Reads the files of a course as far as they can be read. What is wrong with a lesson is told when
    /// it is checked, what cannot be read at all with the faults of the course.
    pub fn draft(files: &[(&str, &str)]) -> LessonCourse {
        let mut course = LessonCourse::default();
        for (file, text) in files {
            if *file == COURSE {
                let (read, faults) = match Source::one(file, text) {
                    Ok(source) => source.read::<CourseFile>(),
                    Err(error) => (None, error.0),
                };
                course.beginner = read.map(|read| read.beginner).unwrap_or_default();
                course.unread.extend(faults);
            } else {
                match Lesson::draft(file, text) {
                    Ok(lesson) => course.lessons.push(lesson),
                    Err(error) => course.unread.extend(error.0),
                }
            }
        }
        course
    }

    /// The lesson of that name, or by its number in the course.
    pub fn find(&self, name: &str) -> Result<&Lesson, String> {
        let numbered = name.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let numbered = numbered.and_then(|number| self.lessons.get(number));
        self.lessons.iter().find(|lesson| lesson.name == name).or(numbered).ok_or_else(|| {
            unknown("lesson", name, self.lessons.iter().map(|lesson| lesson.name.as_str()))
        })
    }

    /// What could not be read, what a beginner meets and no lesson teaches, and ids that the ledger does
    /// not have.
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
        let faults = faults.into_iter().map(|fault| fault.in_file(COURSE));
        self.unread.iter().cloned().chain(faults).collect()
    }
}
