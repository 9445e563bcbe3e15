//! Options of verbs that print a report.

use clap::{Args, ValueEnum};
use reenact_report::Format;

#[derive(Args)]
pub struct Output {
    /// Print the report in this format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    pub format: OutputFormat,

    /// Show this name of the project on pages [default: the name of its directory]
    #[arg(long, value_name = "NAME", help_heading = "Pages")]
    pub project_name: Option<String>,

    /// Show this date on pages [default: SOURCE_DATE_EPOCH, or today]
    #[arg(long, value_name = "DATE", help_heading = "Pages")]
    pub date: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// Text for people
    Text,
    /// The whole report for programs
    Json,
    /// The findings for programs, one in each line
    Jsonl,
    /// A page in one file
    Html,
    /// The findings as JUnit XML, for build servers
    Junit,
    /// The findings as SARIF, for code hosts and editors
    Sarif,
    /// The findings as annotations in GitHub workflows
    Github,
    /// The findings as a Markdown table
    Markdown,
}

impl From<OutputFormat> for Format {
    fn from(format: OutputFormat) -> Self {
        match format {
            OutputFormat::Text => Format::Text,
            OutputFormat::Json => Format::Json,
            OutputFormat::Jsonl => Format::Jsonl,
            OutputFormat::Html => Format::Html,
            OutputFormat::Junit => Format::Junit,
            OutputFormat::Sarif => Format::Sarif,
            OutputFormat::Github => Format::Github,
            OutputFormat::Markdown => Format::Markdown,
        }
    }
}
