//! `reenact doctor`: checks the machine and the project for what Reenact needs.

use std::path::Path;

mod machine;

use reenact_base::finding::{Code, Finding, Location, Subject};
use reenact_build::project::{BuildTool, Project};
use reenact_report::doctor::{Doctor, Jdk, Module, Project as ProjectReport, Tool};

use crate::config::{Config, ConfigError};
use machine::{Machine, ToolKind};

/// The oldest JDK whose programs can be recorded.
pub const OLDEST_JDK: u32 = 17;

/// Looks at the machine and at the project in a directory, with its settings: those that are named, or else the
/// nearest.
pub fn run(directory: &Path, settings: Option<&Path>) -> Doctor {
    let machine = Machine::look();
    let project = Project::at(directory);
    let mut findings = machine_findings(&machine);
    // A directory that is not there has no settings either.
    if settings.is_some() || directory.is_dir() {
        findings.extend(Config::find(settings, directory).err().as_ref().map(settings_finding));
    }
    let is_project = !project.builds.is_empty() || !project.modules.is_empty();
    if is_project {
        findings.extend(project_findings(&machine, &project));
    }
    Doctor {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        platform: format!("{} {}", machine.platform.0, machine.platform.1),
        cores: machine.cores,
        jdks: machine.jdks.iter().map(jdk).collect(),
        tools: machine.tools.iter().map(tool).collect(),
        project: is_project.then(|| project_report(&project)),
        findings,
    }
}

fn jdk(jdk: &reenact_jvm::Jdk) -> Jdk {
    Jdk {
        version: jdk.version.full.clone(),
        vendor: Some(jdk.vendor.clone()).filter(|vendor| !vendor.is_empty()),
        home: jdk.home.display().to_string(),
        compiler: jdk.javac().is_some(),
    }
}

fn tool(tool: &machine::Tool) -> Tool {
    let (name, purpose) = match tool.kind {
        ToolKind::Maven => ("Maven", "for Maven projects without a wrapper"),
        ToolKind::Gradle => ("Gradle", "for Gradle projects without a wrapper"),
        ToolKind::Git => ("git", "to make and apply patches"),
        ToolKind::Z3 => ("Z3", "to solve conditions in `reenact explore`"),
        ToolKind::Chromium => ("Chromium", "only to test HTML reports"),
    };
    let path = tool.found.as_ref().map(|(path, _)| path.display().to_string());
    let version = tool.found.as_ref().and_then(|(_, version)| version.clone().ok());
    Tool { name: name.to_owned(), purpose: purpose.to_owned(), path, version }
}

fn machine_findings(machine: &Machine) -> Vec<Finding> {
    let mut findings = Vec::new();
    let is_good = |jdk: &&reenact_jvm::Jdk| jdk.version.feature >= OLDEST_JDK && jdk.javac().is_some();
    if machine.jdks.iter().find(is_good).is_none() {
        let message = format!("no JDK {OLDEST_JDK} or newer with a compiler was found");
        findings.push(
            Finding::new(Code::JdkMissing, Subject::other("this machine"), message)
                .with_help("install one, such as Debian's openjdk-17-jdk-headless, or set JAVA_HOME"),
        );
    }
    if let Some((home, Err(reason))) = &machine.java_home {
        let subject = format!("JAVA_HOME={}", home.display());
        let help = "set it to the directory of a JDK, or unset it";
        findings.push(Finding::new(Code::JavaHome, Subject::other(subject), reason.clone()).with_help(help));
    }
    if machine.platform != ("linux", "x86_64") {
        let platform = format!("{} {}", machine.platform.0, machine.platform.1);
        let message = "recording works on Linux x86-64 only; analysis works everywhere";
        findings.push(Finding::new(Code::Platform, Subject::other(platform), message));
    }
    findings
}

/// Returns the finding of broken settings, which stop every other verb.
fn settings_finding(error: &ConfigError) -> Finding {
    let (file, line, message, help) = match error {
        ConfigError::Unreadable { file, error } => {
            (file, None, error.to_string(), "make it readable, or name another with --config")
        }
        ConfigError::Wrong { file, line, message } => (
            file,
            Some(*line as u32),
            message.clone(),
            "correct this line: nothing but the doctor runs with it; docs/configuration.md has all settings",
        ),
    };
    let file = file.display().to_string();
    let finding = Finding::new(Code::Settings, Subject::file(file.clone()), message).with_help(help);
    finding.at(Location::source(file, line))
}

fn project_findings(machine: &Machine, project: &Project) -> Vec<Finding> {
    let mut findings = Vec::new();
    let root = project.root.display().to_string();
    for build in &project.builds {
        let (kind, name) = match build.tool {
            BuildTool::Maven => (ToolKind::Maven, "Maven"),
            BuildTool::Gradle => (ToolKind::Gradle, "Gradle"),
        };
        if build.wrapper.is_none() && machine.tool(kind).found.is_none() {
            let message = format!("{name} is not installed, and the project has no wrapper for it");
            let help = format!("install {name}, or add its wrapper to the project");
            let subject = build.file.display().to_string();
            findings.push(Finding::new(Code::BuildTool, Subject::file(subject), message).with_help(help));
        }
    }
    if !project.is_built() {
        let help = match project.builds.first().map(|build| build.tool) {
            Some(BuildTool::Gradle) => "build it, for example with `gradle testClasses`",
            Some(BuildTool::Maven) => "build it, for example with `mvn test-compile`",
            None => "compile it, for example with `javac -d target/classes`",
        };
        let message = "not all modules have class files";
        findings.push(Finding::new(Code::NotBuilt, Subject::file(root), message).with_help(help));
    }
    findings
}

fn project_report(project: &Project) -> ProjectReport {
    let relative = |path: &Path| match path.strip_prefix(&project.root) {
        Ok(path) if path.as_os_str().is_empty() => ".".to_owned(),
        Ok(path) => path.display().to_string(),
        Err(_) => path.display().to_string(),
    };
    let builds = project.builds.iter().map(|build| match build.tool {
        BuildTool::Maven => ("Maven".to_owned(), relative(&build.file)),
        BuildTool::Gradle => ("Gradle".to_owned(), relative(&build.file)),
    });
    let modules = project.modules.iter().map(|module| Module {
        directory: relative(&module.directory),
        has_tests: !module.test_sources.is_empty() || !module.test_classes.is_empty(),
        built: !module.classes.is_empty(),
    });
    ProjectReport {
        directory: project.root.display().to_string(),
        builds: builds.collect(),
        modules: modules.collect(),
    }
}
