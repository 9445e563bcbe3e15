//! What is on this machine and in this project, and what is missing.

use reenact_base::finding::Finding;
use serde::Serialize;

use crate::layout::two_columns;
use crate::{Report, finding};

/// The report of `reenact doctor`.
#[derive(Clone, Debug, Default, Serialize)]
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
    /// What is missing, and what to do about it.
    #[serde(with = "finding::json")]
    pub findings: Vec<Finding>,
}

/// A JDK or Java runtime.
#[derive(Clone, Debug, Serialize)]
pub struct Jdk {
    pub version: String,
    pub vendor: Option<String>,
    pub home: String,
    /// Whether it has a compiler.
    pub compiler: bool,
}

/// A program that Reenact can work with.
#[derive(Clone, Debug, Serialize)]
pub struct Tool {
    pub name: &'static str,
    /// What it is used for.
    pub purpose: &'static str,
    pub path: Option<String>,
    pub version: Option<String>,
}

/// A directory with something to build in it.
#[derive(Clone, Debug, Serialize)]
pub struct Project {
    pub directory: String,
    /// Build tools with their build files, such as `Maven` and `pom.xml`.
    pub builds: Vec<(&'static str, String)>,
    pub modules: Vec<Module>,
}

/// A part of a project that is compiled by itself.
#[derive(Clone, Debug, Serialize)]
pub struct Module {
    /// Relative to the project; `.` for its root.
    pub directory: String,
    pub has_tests: bool,
    /// Whether its class files are there.
    pub built: bool,
}

impl Report for Doctor {
    const FORMAT: &'static str = "reenact.doctor/1";

    fn text(&self) -> String {
        let mut out = format!("reenact {} on {}, {} cores\n", self.version, self.platform, self.cores);
        if !self.jdks.is_empty() {
            out.push_str("\nJDKs\n");
            let rows = self.jdks.iter().map(|jdk| {
                let vendor = jdk.vendor.as_deref().map(|vendor| format!(", {vendor}")).unwrap_or_default();
                let compiler = if jdk.compiler { "" } else { ", without compiler" };
                (&*jdk.version, format!("{}{vendor}{compiler}", jdk.home))
            });
            out.push_str(&two_columns(rows));
        }
        out.push_str("\nTools\n");
        out.push_str(&two_columns(self.tools.iter().map(|tool| {
            let found = match (&tool.version, &tool.path) {
                (Some(version), Some(path)) => format!("{version}, {path}"),
                (None, Some(path)) => format!("{path}, version unknown"),
                _ => format!("not found ({})", tool.purpose),
            };
            (tool.name, found)
        })));
        if let Some(project) = &self.project {
            out.push_str(&project.text());
        }
        if !self.findings.is_empty() {
            out.push('\n');
            out.push_str(&finding::list_text(&self.findings));
        }
        out
    }
}

impl Project {
    fn text(&self) -> String {
        let mut out = format!("\nProject {}\n", self.directory);
        let builds = self.builds.iter().map(|(tool, file)| (*tool, file.clone()));
        out.push_str(&two_columns(builds));
        out.push_str(&two_columns(self.modules.iter().map(|module| {
            let built = if module.built { "built" } else { "not built" };
            let tests = if module.has_tests { ", has tests" } else { "" };
            (&*module.directory, format!("{built}{tests}"))
        })));
        out
    }
}
