//! What every game is held to: its cases pass, its rules are shown, its golden games replay.

table::standard_tests!(outdoor_survival::OutdoorSurvival);
