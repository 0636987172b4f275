//! The program, with the games of the house.

fn main() -> std::process::ExitCode {
    overwinter::run(overwinter::house())
}
