//! Keys and stores that were lost: it is said, and nothing is passed over in silence.

use crate::fair::rotate;
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

#[test]
fn keys_whose_replacement_was_interrupted_are_replaced_once() {
    let house = House::in_a_file(quick);
    let ann = house.guest().called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "bot:random"]);
    let well_known = ann.get("/.well-known/overwinter.json").json();
    let (first, address) = (well_known["record_key"].as_str().unwrap().to_string(), house.address);
    let folder = house.close();
    // The new key of records cannot be written, since a folder stands where it is made.
    let stands = folder.path().join("records.key.new");
    std::fs::create_dir(&stands).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    for _ in 0..2 {
        let store = service::StoreAddress::default();
        let failed = runtime.block_on(service::rotate_keys(folder.path(), &store)).unwrap_err();
        assert!(failed.to_string().contains("records.key"), "{failed}");
    }
    std::fs::remove_dir(&stands).unwrap();
    let public = rotate(folder.path());
    assert_ne!(public.record_key, first);
    assert_eq!(public.retired, [first], "noted once");
    // Whoever did not hear of it does it once more: nobody has a cookie of the key between.
    rotate(folder.path());
    let _house = House::in_folder(folder, |config| {
        quick(config);
        config.bind = address;
    });
    let head = &ann.frame(&table, "1")["set"]["head"];
    assert_eq!(head["you"], true, "cookies of before count once more");
}
