//! Whole numbers of one kind as another, in one checked place.

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
    fn fit<T: Whole>(self) -> T;
}

/// A kind of whole number.
pub trait Whole: Sized {
    /// The nearest to a number.
    fn nearest(number: i128) -> Self;
}

macro_rules! whole {
    ($($kind:ty)*) => {$(
        impl Fit for $kind {
            #[inline]
            #[allow(clippy::as_conversions, clippy::cast_lossless, reason = "i128 holds every kind here")]
            fn fit<T: Whole>(self) -> T {
                T::nearest(self as i128)
            }
        }

        impl Whole for $kind {
            #[inline]
            #[allow(
                clippy::cast_lossless,
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "the number was brought between the least and the most of the kind"
            )]
            fn nearest(number: i128) -> $kind {
                number.clamp(<$kind>::MIN as i128, <$kind>::MAX as i128) as $kind
            }
        }
    )*};
}

whole!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);
