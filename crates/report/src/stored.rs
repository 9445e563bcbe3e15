//! Reading reports back from their JSON.
//!
//! ```
//! use reenact_report::{Context, Format, Report, doctor::Doctor, stored};
//!
//! let json = Doctor::default().render(Format::Json, &Context::default());
//! assert!(matches!(stored::read(&json), Ok(stored::Stored::Doctor(_))));
//! ```

use std::fmt;

use serde::Deserialize;

use crate::{Report, analysis, classes, doctor, explore, generated, inspect, order, recorded, serial};

/// An error of reading a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// The text is not JSON, or has no `format`.
    NotAReport(String),
    /// The format is not one of this version.
    Unknown { format: String },
    /// The format is known, and the content does not fit it.
    Invalid { format: String, reason: String },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::NotAReport(reason) => write!(f, "not a report in JSON: {reason}"),
            ReadError::Unknown { format } => {
                write!(f, "its format is {format}, which this version cannot read")
            }
            ReadError::Invalid { format, reason } => write!(f, "not a valid {format}: {reason}"),
        }
    }
}

impl std::error::Error for ReadError {}

#[derive(Deserialize)]
struct Head {
    format: String,
}

/// Reads a report of a known type.
pub fn read_as<R: Report>(json: &str) -> Result<R, ReadError> {
    let head: Head = serde_json::from_str(json).map_err(|error| ReadError::NotAReport(error.to_string()))?;
    if head.format != R::FORMAT {
        return Err(ReadError::Unknown { format: head.format });
    }
    serde_json::from_str(json)
        .map_err(|error| ReadError::Invalid { format: head.format, reason: error.to_string() })
}

macro_rules! stored {
    ($($variant:ident($report:ty),)*) => {
        /// A report that was read.
        #[derive(Clone, Debug)]
        pub enum Stored { $($variant(Box<$report>),)* }

        /// The formats that [`read`] knows.
        pub const FORMATS: &[&str] = &[$(<$report>::FORMAT,)*];

        /// Reads a report of any type.
        pub fn read(json: &str) -> Result<Stored, ReadError> {
            let head: Head =
                serde_json::from_str(json).map_err(|error| ReadError::NotAReport(error.to_string()))?;
            match &*head.format {
                $(<$report>::FORMAT => Ok(Stored::$variant(Box::new(read_as(json)?))),)*
                _ => Err(ReadError::Unknown { format: head.format }),
            }
        }

        impl Stored {
            /// The report in a format.
            pub fn render(&self, format: crate::Format, context: &crate::Context) -> String {
                match self { $(Stored::$variant(report) => report.render(format, context),)* }
            }
        }
    };
}

stored! {
    Analysis(analysis::Analysis),
    Explanation(analysis::Explanation),
    Program(classes::Program),
    Class(classes::Class),
    Methods(classes::Methods),
    Doctor(doctor::Doctor),
    Exploration(explore::exploration::Exploration),
    ExploreSurvey(explore::survey::Survey),
    Generated(generated::Generated),
    OrderDetection(order::Detection),
    OrderRun(order::OrderRun),
    OrderExplained(order::Explanations),
    OrderFixed(order::fixed::Fixed),
    Recorded(recorded::Recorded),
    Recording(inspect::Summary),
    Invocations(inspect::InvocationList),
    Invocation(inspect::Invocation),
    SerialCheck(serial::SerialCheck),
    SerialForm(serial::Described),
    SerialExport(serial::Exported),
    SerialSuggestion(serial::Suggested),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, Format};

    #[test]
    fn formats_are_unique_and_versioned() {
        let mut formats = FORMATS.to_vec();
        formats.sort_unstable();
        formats.dedup();
        assert_eq!(formats.len(), FORMATS.len());
        assert!(FORMATS.iter().all(|format| format.starts_with("reenact.") && format.ends_with("/1")));
    }

    /// Checks that a report that is written, read and written again is the same text.
    fn round_trip(report: &impl Report) {
        let context = Context::default();
        let json = report.render(Format::Json, &context);
        let read = read(&json).unwrap();
        assert_eq!(read.render(Format::Json, &context), json);
        assert_eq!(read.render(Format::Markdown, &context), report.render(Format::Markdown, &context));
    }

    #[test]
    fn reports_are_read_back() {
        round_trip(&analysis::Analysis::default());
        round_trip(&analysis::Explanation::default());
        round_trip(&classes::Program::default());
        round_trip(&classes::Class::default());
        round_trip(&classes::Methods::default());
        round_trip(&doctor::Doctor::default());
        round_trip(&explore::exploration::Exploration::default());
        round_trip(&explore::survey::Survey::default());
        round_trip(&generated::Generated::default());
        round_trip(&order::Detection::default());
        round_trip(&order::OrderRun::default());
        round_trip(&order::fixed::Fixed::default());
        round_trip(&recorded::Recorded::default());
        round_trip(&inspect::Summary::default());
        round_trip(&inspect::InvocationList::default());
        round_trip(&serial::SerialCheck::default());
        round_trip(&serial::Described::default());
        round_trip(&serial::Exported::default());
        round_trip(&serial::Suggested::default());
    }

    #[test]
    fn other_texts_are_errors_that_say_why() {
        assert!(matches!(read("nonsense"), Err(ReadError::NotAReport(_))));
        assert!(matches!(read("{}"), Err(ReadError::NotAReport(_))));
        let unknown = read(r#"{"format":"reenact.doctor/9"}"#).unwrap_err();
        assert_eq!(unknown.to_string(), "its format is reenact.doctor/9, which this version cannot read");
        let invalid = read(r#"{"format":"reenact.doctor/1","version":7}"#).unwrap_err();
        assert!(invalid.to_string().starts_with("not a valid reenact.doctor/1: "), "{invalid}");
        let json = doctor::Doctor::default().render(Format::Json, &Context::default());
        assert!(matches!(read_as::<recorded::Recorded>(&json), Err(ReadError::Unknown { .. })));
    }
}
