//! One way to write a game's refusals.

/// Writes a game's refusals: each row has a name with what it carries, the rule that says no, and the
/// sentence. [`Refused`](crate::Refused) and `Display` follow from the rows, so that rule and sentence
/// stand in one place.
///
/// A small game has one list:
///
/// ```
/// use table::{Refused, RuleId};
///
/// const BOX_01: RuleId = RuleId("BOX-01");
/// const BOX_02: RuleId = RuleId("BOX-02");
///
/// table::refusals! {
///     /// Why a box stays shut.
///     #[derive(Copy)]
///     pub enum Refusal {
///         Locked => BOX_01, "The box is locked.";
///         TooHeavy { weight: u8, most: u8 } => BOX_02, "It weighs {weight}: {} too many.", weight - most;
///         Missing(rule: RuleId) => *rule, "There is no box.";
///     }
/// }
///
/// let heavy = Refusal::TooHeavy { weight: 9, most: 4 };
/// assert_eq!((heavy.rule(), heavy.to_string().as_str()), (BOX_02, "It weighs 9: 5 too many."));
/// assert_eq!(Refusal::Missing(BOX_01).rule(), BOX_01);
/// ```
///
/// A large one has a list for each chapter, and a refusal is one of a chapter's:
///
/// ```
/// # use table::{Refused, RuleId};
/// # const BOX_01: RuleId = RuleId("BOX-01");
/// # const BAG_01: RuleId = RuleId("BAG-01");
/// table::refusals! {
///     /// Why something stays shut.
///     pub enum Refusal by chapter;
///
///     /// Boxes.
///     Boxes {
///         Locked => BOX_01, "The box is locked.";
///     }
///
///     /// Bags.
///     Bags {
///         Tied { knots: u8 } => BAG_01, "There are {knots} knots in it.";
///     }
/// }
///
/// let tied = Refusal::from(Bags::Tied { knots: 3 });
/// assert_eq!((tied.rule(), tied.to_string().as_str()), (BAG_01, "There are 3 knots in it."));
/// ```
#[macro_export]
macro_rules! refusals {
    (
        $(#[$meta:meta])* $vis:vis enum $refusal:ident by chapter;
        $($(#[doc = $about:literal])+ $chapter:ident { $($rows:tt)+ })+
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $vis enum $refusal {
            $($(#[doc = $about])+ $chapter($chapter),)+
        }

        impl $crate::Refused for $refusal {
            fn rule(&self) -> $crate::RuleId {
                match self { $($refusal::$chapter(why) => $crate::Refused::rule(why),)+ }
            }
        }

        impl ::std::fmt::Display for $refusal {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self { $($refusal::$chapter(why) => ::std::fmt::Display::fmt(why, f),)+ }
            }
        }

        $(
            $crate::refusals! { $(#[doc = $about])+ $vis enum $chapter { $($rows)+ } }

            impl From<$chapter> for $refusal {
                fn from(why: $chapter) -> $refusal {
                    $refusal::$chapter(why)
                }
            }
        )+
    };
    ($(#[$meta:meta])* $vis:vis enum $refusal:ident {
        $(
            $name:ident $({ $($field:ident: $kind:ty),+ $(,)? })? $(($($part:ident: $of:ty),+))?
                => $rule:expr, $text:literal $(, $arg:expr)* $(,)?;
        )+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "what a refusal carries is told by its sentence")]
        $vis enum $refusal {
            $(#[doc = $text] $name $({ $($field: $kind),+ })? $(($($of),+))?,)+
        }

        impl $crate::Refused for $refusal {
            #[allow(unused_variables, reason = "few rules depend on what a refusal carries")]
            fn rule(&self) -> $crate::RuleId {
                match self {
                    $($refusal::$name $({ $($field),+ })? $(($($part),+))? => $rule,)+
                }
            }
        }

        impl ::std::fmt::Display for $refusal {
            #[allow(unused_variables, reason = "some sentences tell no numbers")]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $($refusal::$name $({ $($field),+ })? $(($($part),+))? => write!(f, $text $(, $arg)*),)+
                }
            }
        }
    };
}
