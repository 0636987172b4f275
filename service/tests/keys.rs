//! Keys and stores that were lost: it is said, and nothing is passed over in silence.

use crate::house::{House, quick};
use serde_json::json;

#[test]
fn a_lost_key_of_records_stays_known_as_retired() {
    let house = House::in_a_file(quick);
    let well_known = |house: &House| house.guest().get("/.well-known/overwinter.json").json();
    let first = well_known(&house)["record_key"].clone();
    let folder = house.close();
    std::fs::remove_file(folder.path().join("records.key")).unwrap();
    let house = House::in_folder(folder, quick);
    let now = well_known(&house);
    assert_ne!(now["record_key"], first, "it cannot be made again");
    assert_eq!(now["retired_record_keys"], json!([first]), "records of it are still known");
    let house = house.restart();
    assert_eq!(well_known(&house), now, "once");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let retired = house.folder.path().join("records.retired");
        let mode = std::fs::metadata(retired).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "for its owner only");
    }
}
