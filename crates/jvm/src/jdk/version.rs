//! Java versions, old style (`1.8.0_392`) and new (`17.0.15+6`).

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A Java version. Versions compare as time does; what they are suffixed with does not count until
/// all numbers are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaVersion {
    /// The feature version: 8 for `1.8.0_392`, 17 for `17.0.15`.
    pub feature: u32,
    /// The version as the JDK prints it, such as `17.0.15+6-Debian-1deb12u1`.
    pub full: String,
}

/// A text that is not a Java version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a Java version")]
pub struct NoVersion(String);

impl JavaVersion {
    /// The numbers of the version in order of weight: feature, interim, update, …, build.
    fn numbers(&self) -> Vec<u32> {
        let end = self.full.find(|c: char| !c.is_ascii_digit() && !"._+".contains(c));
        let numbers = self.full[..end.unwrap_or(self.full.len())].split(['.', '_', '+']);
        let mut numbers: Vec<u32> = numbers.map_while(|number| number.parse().ok()).collect();
        if numbers.len() > 1 && numbers[0] == 1 {
            numbers.remove(0);
        }
        numbers
    }

    /// Whether this is a build before the version's release, such as `26-ea+12`.
    fn is_early(&self) -> bool {
        self.full.split(['-', '+']).nth(1) == Some("ea")
    }
}

impl FromStr for JavaVersion {
    type Err = NoVersion;

    fn from_str(text: &str) -> Result<Self, NoVersion> {
        let version = JavaVersion { feature: 0, full: text.to_owned() };
        match version.numbers().first() {
            Some(&feature) => Ok(JavaVersion { feature, ..version }),
            None => Err(NoVersion(text.to_owned())),
        }
    }
}

impl Ord for JavaVersion {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |version: &JavaVersion| (version.numbers(), !version.is_early());
        key(self).cmp(&key(other)).then_with(|| self.full.cmp(&other.full))
    }
}

impl PartialOrd for JavaVersion {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for JavaVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.full)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_in_the_order_of_their_release() {
        let ordered = [
            "1.5.0_22",
            "1.8.0_45",
            "1.8.0_392-b08",
            "9-ea+181",
            "9",
            "9.0.4+11",
            "11.0.2+9",
            "11.0.19+7-post-Debian-1deb11u1",
            "17.0.15+6-Debian-1deb12u1",
            "17.0.15+10",
            "21.0.9",
            "25.0.3+9-LTS",
            "26-ea+12",
        ];
        let parsed: Vec<JavaVersion> = ordered.iter().map(|text| text.parse().unwrap()).collect();
        for (i, pair) in parsed.windows(2).enumerate() {
            assert!(pair[0] < pair[1], "{} should be before {}", ordered[i], ordered[i + 1]);
        }
        let features: Vec<u32> = parsed.iter().map(|version| version.feature).collect();
        assert_eq!(features, [5, 8, 8, 9, 9, 9, 11, 11, 17, 17, 21, 25, 26]);
    }

    #[test]
    fn what_is_no_version() {
        for text in ["", "x", "-", "internal", "."] {
            let error = text.parse::<JavaVersion>().unwrap_err();
            assert_eq!(error.to_string(), format!("`{text}` is not a Java version"));
        }
    }
}
