//! The environments of a JVM that tests may depend on without notice.

use std::fmt;

/// An environment that differs from the usual one. Parts that are not given are as usual.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Environment {
    /// For people, after "with": `a Turkish locale, …`.
    pub name: &'static str,
    pub defaults: Option<Defaults>,
    /// The time by the clock when the JVM starts.
    pub moment: Option<Moment>,
    /// The name of the user; the home directory is another as well.
    pub user: Option<&'static str>,
    pub host: Option<&'static str>,
    /// Whether the working directory is another one.
    pub directory: bool,
    /// Whether environment variables are others.
    pub variables: bool,
    /// Whether identity hash codes are drawn in another way, which changes the order of many hash tables.
    pub identity_hashes: bool,
}

/// The locale, time zone and charset that a JVM uses where the program names none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Defaults {
    /// For people, after "with".
    pub name: &'static str,
    pub language: &'static str,
    pub country: &'static str,
    pub time_zone: &'static str,
    pub charset: &'static str,
}

/// A point in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The date in UTC, such as `2028-02-29`.
    pub date: &'static str,
    /// Seconds since 1970.
    pub seconds: u64,
}

/// A part of an environment, by which the cause of a failure is named.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    Defaults,
    Date,
    User,
    Host,
    Directory,
    Variables,
    IdentityHashes,
}

/// The difference between environments that makes a test fail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Difference {
    /// None if it takes several parts.
    pub part: Option<Part>,
    /// The value of the part, or the name of the environment.
    pub value: &'static str,
}

impl Part {
    pub const ALL: [Part; 7] = [
        Part::Date,
        Part::Defaults,
        Part::User,
        Part::Host,
        Part::Directory,
        Part::Variables,
        Part::IdentityHashes,
    ];
}

impl Environment {
    /// Environments in which tests that depend on theirs fail. Turkish has letters of its own, India half an hour, and
    /// plain ASCII hardly any letters. The dates are a leap day, the night in which New York changes to summer time,
    /// the first day of the clock, and the last seconds of a year that is far ahead: what compares dates with the
    /// present differs in the first or the last.
    pub const ALL: [Environment; 4] = [
        Environment {
            name: "a Turkish locale, the time zone of Kolkata, ISO 8859-9 and the date 2028-02-29",
            defaults: Some(Defaults {
                name: "a Turkish locale, the time zone of Kolkata and ISO 8859-9",
                language: "tr",
                country: "TR",
                time_zone: "Asia/Kolkata",
                charset: "ISO-8859-9",
            }),
            moment: Some(Moment { date: "2028-02-29", seconds: 1_835_438_400 }),
            ..Environment::USUAL
        },
        Environment {
            name: "a Japanese locale, the time zone of New York, US-ASCII and the date 2027-03-14",
            defaults: Some(Defaults {
                name: "a Japanese locale, the time zone of New York and US-ASCII",
                language: "ja",
                country: "JP",
                time_zone: "America/New_York",
                charset: "US-ASCII",
            }),
            moment: Some(Moment { date: "2027-03-14", seconds: 1_805_007_590 }),
            ..Environment::USUAL
        },
        Environment {
            name: "another user, host, directory and other variables, on 1970-01-01",
            moment: Some(Moment { date: "1970-01-01", seconds: 5 }),
            user: Some("ada"),
            host: Some("countess"),
            directory: true,
            variables: true,
            ..Environment::USUAL
        },
        Environment {
            name: "other identity hash codes, on 2099-12-31",
            moment: Some(Moment { date: "2099-12-31", seconds: 4_102_444_795 }),
            identity_hashes: true,
            ..Environment::USUAL
        },
    ];

    const USUAL: Environment = Environment {
        name: "",
        defaults: None,
        moment: None,
        user: None,
        host: None,
        directory: false,
        variables: false,
        identity_hashes: false,
    };

    /// Returns the environment that differs from the usual one only in a part of this one, with the difference. None if this
    /// one does not differ in it.
    pub fn only(&self, part: Part) -> Option<(Environment, Difference)> {
        let usual = Environment::USUAL;
        let (only, value) = match part {
            Part::Date => (Environment { moment: self.moment, ..usual }, self.moment?.date),
            Part::Defaults => (Environment { defaults: self.defaults, ..usual }, self.defaults?.name),
            Part::User => (Environment { user: self.user, ..usual }, self.user?),
            Part::Host => (Environment { host: self.host, ..usual }, self.host?),
            Part::Directory => (Environment { directory: self.directory, ..usual }, ""),
            Part::Variables => (Environment { variables: self.variables, ..usual }, ""),
            Part::IdentityHashes => (Environment { identity_hashes: self.identity_hashes, ..usual }, ""),
        };
        (only != usual).then_some((only, Difference { part: Some(part), value }))
    }

    /// Returns the difference that is not due to a single part.
    pub fn whole(&self) -> Difference {
        Difference { part: None, value: self.name }
    }
}

impl Difference {
    /// Returns the stable code of a test that fails by it.
    pub fn code(&self) -> &'static str {
        match self.part {
            None | Some(Part::Defaults) => "test-fails-elsewhere",
            Some(Part::Date) => "test-fails-on-another-date",
            Some(Part::User) => "test-fails-for-another-user",
            Some(Part::Host) => "test-fails-on-another-host",
            Some(Part::Directory) => "test-fails-in-another-directory",
            Some(Part::Variables) => "test-fails-with-other-variables",
            Some(Part::IdentityHashes) => "test-fails-with-other-hashes",
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value;
        match self.part {
            None | Some(Part::Defaults) => write!(f, "with {value}"),
            Some(Part::Date) => write!(f, "on another date ({value})"),
            Some(Part::User) => write!(f, "with another user name ({value})"),
            Some(Part::Host) => write!(f, "with another host name ({value})"),
            Some(Part::Directory) => f.write_str("in another working directory"),
            Some(Part::Variables) => f.write_str("with other environment variables"),
            Some(Part::IdentityHashes) => f.write_str("with other identity hash codes"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_changed_in_some_environment_and_has_a_code_of_its_own() {
        let mut codes = Vec::new();
        for part in Part::ALL {
            let found = Environment::ALL.iter().find_map(|environment| environment.only(part));
            let (only, difference) = found.unwrap_or_else(|| panic!("{part:?} is changed nowhere"));
            let parts = Part::ALL.iter().filter(|&&part| only.only(part).is_some());
            assert_eq!(parts.collect::<Vec<_>>(), [&part]);
            codes.push(difference.code());
        }
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), Part::ALL.len());
    }
}
