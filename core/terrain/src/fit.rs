//! Numbers of one kind as another, in one checked place.

/// A whole number that can be told as one of another kind.
pub trait Fit: Copy {
    /// The same number as another kind; where it does not fit, the nearest that does.
    ///
    /// ```
    /// use terrain::Fit;
    /// assert_eq!(300_usize.fit::<u8>(), 255);
    /// assert_eq!((-4_i32).fit::<u16>(), 0);
    /// assert_eq!(7_u8.fit::<i64>(), 7);
    /// ```
    fn fit<T: Integer + TryFrom<Self>>(self) -> T;
}

/// A kind of whole number.
pub trait Integer: Sized {
    /// The least number of this kind.
    const LEAST: Self;
    /// The greatest number of this kind.
    const MOST: Self;

    /// A measure without its fraction; where it does not fit, the nearest number that does, and 0
    /// for what is no number.
    ///
    /// ```
    /// use terrain::Integer;
    /// assert_eq!(i32::truncated(-2.7), -2);
    /// assert_eq!(u8::truncated(-2.7), 0);
    /// assert_eq!(u8::truncated(1e9), 255);
    /// ```
    fn truncated(measure: f64) -> Self;
}

macro_rules! integer {
    ($($kind:ty)*) => {$(
        impl Fit for $kind {
            #[inline]
            fn fit<T: Integer + TryFrom<$kind>>(self) -> T {
                T::try_from(self).unwrap_or(if self > 0 { T::MOST } else { T::LEAST })
            }
        }

        impl Integer for $kind {
            const LEAST: $kind = <$kind>::MIN;
            const MOST: $kind = <$kind>::MAX;

            #[inline]
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "the promise is that of `as`"
            )]
            fn truncated(measure: f64) -> $kind {
                measure as $kind
            }
        }
    )*};
}

integer!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);
