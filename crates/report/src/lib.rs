//! Reports of verbs as plain data, and their renderers.
//!
//! Each report is a type of its own that a verb fills. It renders itself as text and as sections of a page, and its JSON is
//! its fields: described in `docs/formats/`, versioned by the field `format`, and readable again ([`stored`]). Everything
//! in a report that a reader should act on is a finding, and [`Format`]s such as SARIF or JUnit XML are
//! rendered from findings alone. Nothing here analyses anything, and the same report gives the same bytes.
//!
//! ```
//! use reenact_report::{Context, Format, Report, doctor::Doctor};
//!
//! let report = Doctor::default();
//! assert!(report.render(Format::Json, &Context::default()).contains("\"format\": \"reenact.doctor/1\""));
//! ```

mod drawing;
mod layout;
mod page;
mod render;

pub mod analysis;
pub mod classes;
pub mod doctor;
pub mod explore;
pub mod finding;
pub mod generated;
pub mod inspect;
pub mod omitted;
pub mod order;
pub mod recorded;
pub mod serial;
pub mod stored;

use std::borrow::Cow;

use reenact_base::finding::Finding;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use layout::Style;
pub use page::Section;
pub use render::Baseline;

/// A format of reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Text for people.
    Text,
    /// The whole report for programs.
    Json,
    /// The findings, one in each line, for programs.
    Jsonl,
    /// A page in one file.
    Html,
    /// The findings as JUnit XML, for build servers.
    Junit,
    /// The findings as SARIF, for code hosts and editors.
    Sarif,
    /// The findings as annotations of GitHub's workflow commands.
    Github,
    /// The findings as a Markdown table.
    Markdown,
}

/// Facts about the run that a report is rendered in.
#[derive(Clone, Debug, Default)]
pub struct Context {
    pub style: Style,
    /// The name of the project, for pages.
    pub project: Option<String>,
    /// The date of the run, for pages: given by the caller, so that output can be reproduced.
    pub date: Option<String>,
}

/// The result of a verb.
pub trait Report: Serialize + DeserializeOwned {
    /// Name and version of its JSON, such as `reenact.doctor/1`.
    const FORMAT: &'static str;

    /// The title of its page, such as `Mocking points of app.jar`.
    fn title(&self) -> String;

    /// The report as text, ending with a line break.
    fn text_in(&self, style: Style) -> String;

    /// The report as text of 100 columns without colour.
    fn text(&self) -> String {
        self.text_in(Style::default())
    }

    /// Everything in the report that a reader should act on.
    fn findings(&self) -> Cow<'_, [Finding]> {
        Cow::Borrowed(&[])
    }

    /// The findings of an older run that this one was compared with.
    fn baseline(&self) -> Option<Baseline> {
        None
    }

    /// The report as sections of a page.
    fn sections(&self) -> Vec<Section> {
        text_sections(self)
    }

    /// The report in a format.
    fn render(&self, format: Format, context: &Context) -> String {
        match format {
            Format::Text => return self.text_in(context.style),
            Format::Json => return json(self),
            Format::Html => return page::document(&self.title(), context, &self.sections()),
            _ => {}
        }
        let (title, findings, baseline) = (self.title(), self.findings(), self.baseline());
        let sheet = render::Sheet {
            format: Self::FORMAT,
            title: &title,
            findings: &findings,
            baseline: baseline.as_ref(),
        };
        match format {
            Format::Jsonl => render::jsonl(&sheet),
            Format::Junit => render::junit(&sheet),
            Format::Sarif => render::sarif(&sheet),
            Format::Github => render::github(&sheet),
            Format::Markdown => render::markdown(&sheet),
            Format::Text | Format::Json | Format::Html => unreachable!("rendered above"),
        }
    }
}

/// The text of a report, and its findings, as sections of a page.
fn text_sections<R: Report>(report: &R) -> Vec<Section> {
    let text = Section::new("report", "Report", format!("<pre>{}</pre>\n", page::escape(&report.text())));
    std::iter::once(text).chain(render::html_section(&report.findings())).collect()
}

/// The report as JSON, with the name of its format first.
fn json<R: Report>(report: &R) -> String {
    #[derive(Serialize)]
    struct Versioned<'r, R> {
        format: &'static str,
        #[serde(flatten)]
        report: &'r R,
    }
    let versioned = Versioned { format: R::FORMAT, report };
    let mut json = serde_json::to_string_pretty(&versioned).expect("reports are plain data");
    json.push('\n');
    json
}
