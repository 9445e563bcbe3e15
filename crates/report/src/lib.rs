//! What verbs have to say, as plain data, and how it is shown.
//!
//! Each report is a type of its own: a verb fills it, and it renders itself as text for people or as
//! JSON for programs; some are also a page ([`Page`]). The JSON is an interface: its fields are described
//! in `docs/formats/`, are only ever added to, and its `format` field names the version. Nothing here
//! analyses anything, and the same report gives the same bytes.
//!
//! ```
//! use reenact_report::{Format, Report, doctor::Doctor};
//!
//! let report = Doctor::default();
//! assert!(report.render(Format::Json).contains("\"format\": \"reenact.doctor/1\""));
//! ```

mod drawing;
mod layout;
mod page;

pub mod analysis;
pub mod classes;
pub mod doctor;
pub mod finding;
pub mod generated;
pub mod inspect;
pub mod recorded;

pub use page::Page;
use serde::Serialize;

/// How a report is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Something a verb has to say.
pub trait Report: Serialize {
    /// Name and version of its JSON, such as `reenact.doctor/1`.
    const FORMAT: &'static str;

    /// The report for people, ending with a line break.
    fn text(&self) -> String;

    /// The report in a format.
    fn render(&self, format: Format) -> String {
        match format {
            Format::Text => self.text(),
            Format::Json => {
                let versioned = Versioned { format: Self::FORMAT, report: self };
                let mut json = serde_json::to_string_pretty(&versioned).expect("reports are plain data");
                json.push('\n');
                json
            }
        }
    }
}

#[derive(Serialize)]
struct Versioned<'r, R: ?Sized> {
    format: &'static str,
    #[serde(flatten)]
    report: &'r R,
}
