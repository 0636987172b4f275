//! Means, shares and ratings, each with its interval of 95 %.

use serde::{Deserialize, Serialize};

/// The normal quantile of an interval of 95 %.
const Z: f64 = 1.959_963_985;

/// A value and the interval in which the truth lies with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Whether a value lies in the interval.
    pub fn covers(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// Count, mean and spread of a stream of numbers, in constant space (Welford's method).
///
/// ```
/// use arena::statistics::Sample;
///
/// let mut days = Sample::default();
/// [11.0, 13.0, 12.0].into_iter().for_each(|day| days.add(day));
/// let mean = days.mean();
/// assert_eq!(mean.value, 12.0);
/// assert!(mean.covers(12.5) && !mean.covers(30.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// How many numbers.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
    /// The sum of squared distances from the mean.
    squares: f64,
    /// The least.
    pub least: f64,
    /// The most.
    pub most: f64,
}

impl Sample {
    /// Adds a number; what is not a number is left out.
    pub fn add(&mut self, number: f64) {
        if number.is_nan() {
            return;
        }
        if self.count == 0 {
            (self.least, self.most) = (number, number);
        }
        self.count += 1;
        let before = number - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (number - self.mean);
        self.least = self.least.min(number);
        self.most = self.most.max(number);
    }

    /// The standard deviation.
    pub fn spread(&self) -> f64 {
        match self.count {
            0 | 1 => 0.0,
            n => (self.squares / (n - 1) as f64).max(0.0).sqrt(),
        }
    }

    /// The mean with its interval, by Student's distribution.
    pub fn mean(&self) -> Estimate {
        let reach = match self.count {
            0 | 1 => f64::INFINITY,
            n => student(n - 1) * self.spread() / (n as f64).sqrt(),
        };
        Estimate { value: self.mean, low: self.mean - reach, high: self.mean + reach }
    }

    /// The mean of shares between 0 and 1 with its interval. Wilson's, which is right near 0 and 1
    /// too, with as many trials as shares of their spread are worth (a shared win counts half).
    pub fn share(&self) -> Estimate {
        if self.count == 0 {
            return Estimate { value: f64::NAN, low: 0.0, high: 1.0 };
        }
        let p = self.mean.clamp(0.0, 1.0);
        let variance = self.squares / self.count as f64;
        let mut trials = self.count as f64;
        if variance > 1e-12 && p * (1.0 - p) > variance {
            trials *= p * (1.0 - p) / variance;
        }
        wilson(p, trials)
    }

    /// This mean as a multiple of another's, with its interval as if the two were independent; where
    /// both rise together that is wider than need be.
    pub fn multiple_of(&self, other: &Sample) -> Option<Estimate> {
        if other.count == 0 || other.mean == 0.0 {
            return None;
        }
        let value = self.mean / other.mean;
        let error = |sample: &Sample| sample.spread() / (sample.count as f64).sqrt() / other.mean;
        let reach = Z * error(self).hypot(value * error(other));
        // What never is below 0 has no interval below it.
        let floor = if self.least >= 0.0 { 0.0 } else { f64::NEG_INFINITY };
        Some(Estimate { value, low: (value - reach).max(floor), high: value + reach })
    }
}

/// Wilson's interval of a share among so many trials.
///
/// ```
/// use arena::statistics::wilson;
///
/// // Nobody has won in twenty games: that does not mean that nobody can.
/// let won = wilson(0.0, 20.0);
/// assert!(won.low == 0.0 && won.high > 0.15);
/// ```
pub fn wilson(share: f64, trials: f64) -> Estimate {
    let z2 = Z * Z / trials;
    let centre = (share + z2 / 2.0) / (1.0 + z2);
    let reach = Z / (1.0 + z2) * (share * (1.0 - share) / trials + z2 / (4.0 * trials)).sqrt();
    Estimate { value: share, low: (centre - reach).max(0.0), high: (centre + reach).min(1.0) }
}

/// The 97.5 % quantile of Student's distribution (Cornish and Fisher's expansion; exact for one and
/// two degrees).
fn student(degrees: u64) -> f64 {
    match degrees {
        0 => f64::INFINITY,
        1 => 12.706_205,
        2 => 4.302_653,
        n => {
            let n = n as f64;
            let (z, z3, z5, z7) = (Z, Z.powi(3), Z.powi(5), Z.powi(7));
            z + (z3 + z) / (4.0 * n)
                + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n)
                + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * n * n * n)
        }
    }
}

/// Ratings in the model of Bradley and Terry: the odds that one beats another follow from the
/// difference of their ratings, 400 points being ten to one; the mean rating is 0. `wins[a][b]` is how
/// often `a` came out before `b`, a draw counting half to both. A small prior (one drawn game between
/// each pair that met) keeps ratings finite where somebody never lost.
///
/// ```
/// use arena::statistics::bradley_terry;
///
/// // The first won 30 of 40 games against the second.
/// let ratings = bradley_terry(&[vec![0.0, 30.0], vec![10.0, 0.0]]);
/// assert!(ratings[0].value > 0.0 && ratings[1].value < 0.0);
/// ```
pub fn bradley_terry(wins: &[Vec<f64>]) -> Vec<Estimate> {
    let n = wins.len();
    let pair = |a: usize, b: usize| {
        let games = wins[a][b] + wins[b][a];
        if a != b && games > 0.0 { (wins[a][b] + 0.5, games + 1.0) } else { (0.0, 0.0) }
    };
    let mut strength = vec![1.0_f64; n];
    for _ in 0..10_000 {
        let before = strength.clone();
        for a in 0..n {
            let won: f64 = (0..n).map(|b| pair(a, b).0).sum();
            let weight: f64 = (0..n).map(|b| pair(a, b).1 / (strength[a] + strength[b])).sum();
            if weight > 0.0 {
                strength[a] = won / weight;
            }
        }
        let logs: f64 = strength.iter().map(|s| s.ln()).sum::<f64>() / n.max(1) as f64;
        strength.iter_mut().for_each(|s| *s /= logs.exp());
        let moved = strength.iter().zip(&before).map(|(s, b)| (s.ln() - b.ln()).abs());
        if moved.fold(0.0, f64::max) < 1e-9 {
            break;
        }
    }
    // The information matrix on the scale of logarithms, with the mean held at 0: its inverse has the
    // variances on its diagonal.
    let mut information = vec![vec![1.0 / n.max(1) as f64; n]; n];
    for a in 0..n {
        for b in 0..n {
            let chance = strength[a] / (strength[a] + strength[b]);
            let weight = pair(a, b).1 * chance * (1.0 - chance);
            information[a][a] += weight;
            information[a][b] -= weight;
        }
    }
    let variances = inverse_diagonal(information);
    let points = 400.0 / std::f64::consts::LN_10;
    strength
        .iter()
        .zip(variances)
        .map(|(strength, variance)| {
            let value = strength.ln() * points;
            // Holding the mean adds 1/n to every variance; it belongs to the scale, not to anybody.
            let reach = Z * points * (variance - 1.0 / n as f64).max(0.0).sqrt();
            Estimate { value, low: value - reach, high: value + reach }
        })
        .collect()
}

/// The diagonal of the inverse, by Gauss and Jordan.
fn inverse_diagonal(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..n {
        let largest =
            |a: &usize, b: &usize| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs());
        let Some(pivot) = (column..n).max_by(largest) else { continue };
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let by = matrix[column][column];
        if by.abs() < 1e-12 {
            return vec![f64::INFINITY; n];
        }
        for j in 0..n {
            matrix[column][j] /= by;
            inverse[column][j] /= by;
        }
        for row in (0..n).filter(|row| *row != column) {
            let times = matrix[row][column];
            for j in 0..n {
                matrix[row][j] -= times * matrix[column][j];
                inverse[row][j] -= times * inverse[column][j];
            }
        }
    }
    (0..n).map(|i| inverse[i][i]).collect()
}
