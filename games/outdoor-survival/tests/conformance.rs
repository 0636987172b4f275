//! The game keeps every promise of the contract.

use outdoor_survival::OutdoorSurvival;

// rules: OS-END-01, OS-END-02
table::conformance_tests!(OutdoorSurvival);
