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
    fn fit<T: Whole + TryFrom<Self>>(self) -> T;
}

/// A kind of whole number.
pub trait Whole: Sized {
    /// The least number of this kind.
    const LEAST: Self;
    /// The greatest number of this kind.
    const MOST: Self;
}

macro_rules! whole {
    ($($kind:ty)*) => {$(
        impl Fit for $kind {
            #[inline]
            fn fit<T: Whole + TryFrom<$kind>>(self) -> T {
                T::try_from(self).unwrap_or(if self > 0 { T::MOST } else { T::LEAST })
            }
        }

        impl Whole for $kind {
            const LEAST: $kind = <$kind>::MIN;
            const MOST: $kind = <$kind>::MAX;
        }
    )*};
}

whole!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);
