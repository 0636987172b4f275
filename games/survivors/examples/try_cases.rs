//! Runs rule case files: `cargo run -p survivors --example try_cases -- FILE…`.

use survivors::Survivors;
use table::case::{Case, Verdict};

fn main() {
    let (mut passed, mut failed) = (0, 0);
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let name = file.rsplit('/').next().unwrap_or_default().to_string();
        match Case::parse(&name, &text) {
            Err(fault) => {
                failed += 1;
                println!("{fault}");
            }
            Ok(cases) => {
                for case in cases {
                    match table::case::judge::<Survivors>(&case) {
                        Verdict::Passed => passed += 1,
                        Verdict::Failed(why) => {
                            failed += 1;
                            println!("{name}: {}: {why:?}", case.title);
                        }
                        Verdict::Faulty(faults) => {
                            failed += 1;
                            println!("{name}: {}: {}", case.title, faults[0]);
                        }
                    }
                }
            }
        }
    }
    println!("{passed} passed, {failed} failed");
}
