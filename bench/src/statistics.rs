//! Figures of repeated measurements.

use std::fmt;

/// Repeated measurements of one thing.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Sample(Vec<f64>);

impl Sample {
    pub fn push(&mut self, value: f64) {
        self.0.push(value);
    }

    /// How often it was measured.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The middle value, or the mean of the two in the middle; not a number if nothing was measured.
    pub fn median(&self) -> f64 {
        let sorted = self.sorted();
        let middle = |index: usize| sorted.get(index).copied().unwrap_or(f64::NAN);
        (middle(sorted.len() / 2) + middle(sorted.len().saturating_sub(1) / 2)) / 2.0
    }

    pub fn smallest(&self) -> f64 {
        self.sorted().first().copied().unwrap_or(f64::NAN)
    }

    pub fn largest(&self) -> f64 {
        self.sorted().last().copied().unwrap_or(f64::NAN)
    }

    /// Combines each value with the one that was measured in the same round of another sample. What
    /// slowed a round down hit both, so ratios and differences of pairs are steadier than those of medians.
    pub fn paired(&self, other: &Sample, combine: impl Fn(f64, f64) -> f64) -> Sample {
        Sample(self.0.iter().zip(&other.0).map(|(&a, &b)| combine(a, b)).collect())
    }

    /// How many times as much as in the same rounds of another sample.
    pub fn over(&self, other: &Sample) -> Sample {
        self.paired(other, |a, b| a / b)
    }

    /// How much more than in the same rounds of another sample.
    pub fn less(&self, other: &Sample) -> Sample {
        self.paired(other, |a, b| a - b)
    }

    /// Every value times a factor.
    pub fn times(&self, factor: f64) -> Sample {
        Sample(self.0.iter().map(|value| value * factor).collect())
    }

    fn sorted(&self) -> Vec<f64> {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted
    }
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        Sample(values.into_iter().collect())
    }
}

/// The median, and the smallest and largest value behind it; `{:.2}` says with how many decimals.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(2);
        if self.0.is_empty() {
            return f.write_str("-");
        }
        let [median, smallest, largest] = [self.median(), self.smallest(), self.largest()];
        write!(f, "{median:.decimals$} ({smallest:.decimals$} to {largest:.decimals$})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_of_one_round() {
        let plain = Sample::from_iter([1.0, 10.0, 2.0]);
        let slower = Sample::from_iter([1.5, 15.0, 3.0]);
        assert_eq!(slower.over(&plain), Sample::from_iter([1.5, 1.5, 1.5]));
        assert_eq!(slower.less(&plain).median(), 1.0);
        assert_eq!(format!("{plain:.1}"), "2.0 (1.0 to 10.0)");
        assert_eq!(Sample::from_iter([4.0, 1.0, 2.0, 9.0]).median(), 3.0);
        assert_eq!(Sample::default().to_string(), "-");
    }
}
