//! The state of the machine and the project: what Reenact needs, and what is missing.

use std::borrow::Cow;

use reenact_base::finding::Finding;
use serde::{Deserialize, Serialize};

use crate::layout::two_columns;
use crate::{Report, Style, finding};

/// The report of `reenact doctor`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Doctor {
    /// Version of Reenact.
    pub version: String,
    /// Operating system and processor, such as `linux x86_64`.
    pub platform: String,
    /// Threads that run at once.
    pub cores: usize,
    /// JDKs, newest first.
    pub jdks: Vec<Jdk>,
    pub tools: Vec<Tool>,
    /// The project in the directory, if it looks like one.
    pub project: Option<Project>,
    /// Missing tools and other problems.
    #[serde(with = "finding::json")]
    pub findings: Vec<Finding>,
}

/// A JDK or Java runtime.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Jdk {
    pub version: String,
    pub vendor: Option<String>,
    pub home: String,
    /// Whether it has a compiler.
    pub compiler: bool,
}

/// A program that Reenact can use.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tool {
    pub name: String,
    /// Its purpose.
    pub purpose: String,
    pub path: Option<String>,
    pub version: Option<String>,
}

/// A directory with a build.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Project {
    pub directory: String,
    /// Build tools with their build files, such as `Maven` and `pom.xml`.
    pub builds: Vec<(String, String)>,
    pub modules: Vec<Module>,
}

/// A part of a project that is compiled separately.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Module {
    /// Relative to the project; `.` for its root.
    pub directory: String,
    pub has_tests: bool,
    /// Whether its class files are there.
    pub built: bool,
}

impl Report for Doctor {
    const FORMAT: &'static str = "reenact.doctor/1";

    fn title(&self) -> String {
        match &self.project {
            Some(project) => format!("Machine and project {}", project.directory),
            None => "Machine".to_owned(),
        }
    }

    fn text_in(&self, style: Style) -> String {
        let mut out = format!("reenact {} on {}, {} cores\n", self.version, self.platform, self.cores);
        if !self.jdks.is_empty() {
            out.push_str("\nJDKs\n");
            let rows = self.jdks.iter().map(|jdk| {
                let vendor = jdk.vendor.as_deref().map(|vendor| format!(", {vendor}")).unwrap_or_default();
                let compiler = if jdk.compiler { "" } else { ", without compiler" };
                (&*jdk.version, format!("{}{vendor}{compiler}", jdk.home))
            });
            out.push_str(&two_columns(rows, style));
        }
        out.push_str("\nTools\n");
        let tools = self.tools.iter().map(|tool| {
            let found = match (&tool.version, &tool.path) {
                (Some(version), Some(path)) => format!("{version}, {path}"),
                (None, Some(path)) => format!("{path}, version unknown"),
                _ => format!("not found ({})", tool.purpose),
            };
            (&*tool.name, found)
        });
        out.push_str(&two_columns(tools, style));
        if let Some(project) = &self.project {
            out.push_str(&project.text(style));
        }
        if !self.findings.is_empty() {
            out.push('\n');
            out.push_str(&finding::list_text(&self.findings, style));
        }
        out
    }

    fn findings(&self) -> Cow<'_, [Finding]> {
        Cow::Borrowed(&self.findings)
    }
}

impl Project {
    fn text(&self, style: Style) -> String {
        let mut out = format!("\nProject {}\n", self.directory);
        let builds = self.builds.iter().map(|(tool, file)| (&**tool, file.clone()));
        out.push_str(&two_columns(builds, style));
        let modules = self.modules.iter().map(|module| {
            let built = if module.built { "built" } else { "not built" };
            let tests = if module.has_tests { ", has tests" } else { "" };
            (&*module.directory, format!("{built}{tests}"))
        });
        out.push_str(&two_columns(modules, style));
        out
    }
}
