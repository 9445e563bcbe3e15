//! The JDKs and tools of this machine, for `reenact doctor`.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use reenact_host::Command;
use reenact_jvm::jdk::{Jdk, Places};

/// A machine with its JDKs and tools.
#[derive(Debug)]
pub struct Machine {
    /// Operating system and processor, such as `linux` and `x86_64`.
    pub platform: (&'static str, &'static str),
    /// How many threads run at once.
    pub cores: usize,
    /// JDKs and runtimes, newest first.
    pub jdks: Vec<Jdk>,
    /// The value of JAVA_HOME, and its JDK or why it is not one.
    pub java_home: Option<(PathBuf, Result<Jdk, String>)>,
    /// Every tool of [`TOOLS`], in that order, found or not.
    pub tools: Vec<Tool>,
}

/// A program that Reenact works with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Which one.
    pub kind: ToolKind,
    /// Where it is on PATH, and its version or why it has none.
    pub found: Option<(PathBuf, Result<String, String>)>,
}

/// The tools that are looked for, and what each is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolKind {
    /// Builds Maven projects.
    Maven,
    /// Builds Gradle projects.
    Gradle,
    /// Shows changes and makes patches.
    Git,
    /// Solves conditions of paths that are explored.
    Z3,
    /// Looks at HTML reports in tests.
    Chromium,
}

/// All tools with the names they go by, the preferred one first.
pub const TOOLS: [(ToolKind, &[&str]); 5] = [
    (ToolKind::Maven, &["mvn"]),
    (ToolKind::Gradle, &["gradle"]),
    (ToolKind::Git, &["git"]),
    (ToolKind::Z3, &["z3"]),
    (ToolKind::Chromium, &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]),
];

impl Machine {
    /// Looks at this machine. Tools are asked for their versions, all at once.
    pub fn look() -> Machine {
        let mut places = Places::of_this_machine();
        // A solver that `./run` has installed.
        places.path.extend(crate::explore::solver::cached().parent().map(Path::to_owned));
        Machine::look_at(&places)
    }

    /// Looks in these places.
    pub fn look_at(places: &Places) -> Machine {
        let tools = thread::scope(|scope| {
            let looks = TOOLS.map(|(kind, names)| scope.spawn(move || Tool::look(kind, names, &places.path)));
            let unknown = |kind| Tool { kind, found: None };
            let tools = looks.into_iter().zip(TOOLS);
            tools.map(|(look, (kind, _))| look.join().unwrap_or(unknown(kind))).collect()
        });
        Machine {
            platform: (std::env::consts::OS, std::env::consts::ARCH),
            cores: thread::available_parallelism().map_or(1, usize::from),
            jdks: places.jdks(),
            java_home: places.java_home.clone().map(|home| {
                let jdk = Jdk::at(&home).map_err(|error| error.problem.to_string());
                (home, jdk)
            }),
            tools,
        }
    }

    /// A tool, found or not.
    pub fn tool(&self, kind: ToolKind) -> &Tool {
        self.tools.iter().find(|tool| tool.kind == kind).expect("every tool was looked for")
    }
}

impl Tool {
    fn look(kind: ToolKind, names: &[&str], path: &[PathBuf]) -> Tool {
        let places = names.iter().flat_map(|name| path.iter().map(move |directory| directory.join(name)));
        let found = places.into_iter().find(|program| is_program(program)).map(|program| {
            let version = version_of(&program);
            (program, version)
        });
        Tool { kind, found }
    }
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

/// The first word of the program's `--version` that looks like a version.
fn version_of(program: &Path) -> Result<String, String> {
    let command = Command::new(program).arg("--version");
    let finished = command.run(Duration::from_secs(20)).map_err(|error| error.to_string())?;
    let (stdout, stderr) = (finished.stdout.text(), finished.stderr.text());
    if !finished.status.success() {
        let said = stderr.lines().chain(stdout.lines()).find(|line| !line.trim().is_empty());
        return Err(said.unwrap_or("it failed without a message").trim().to_owned());
    }
    // Words end at anything else than what versions are made of: Maven prints in bold.
    let mut words = stdout.split(|c: char| !c.is_alphanumeric() && !".+-_".contains(c));
    let version = words.find(|word| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.'));
    version.map(str::to_owned).ok_or_else(|| "it prints no version".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tools(scripts: &[(&str, &str)]) -> (tempfile::TempDir, Machine) {
        let bin = tempfile::tempdir().unwrap();
        for (name, script) in scripts {
            // Written by another process, so that this process does not hold it open when it is run.
            let write = "printf '%s' \"$1\" >\"$0\" && chmod +x \"$0\"";
            let write = Command::new("sh").args(["-c", write]).arg(bin.path().join(name)).arg(script);
            assert!(write.run(Duration::from_secs(60)).unwrap().status.success());
        }
        let places = Places { path: vec!["/absent".into(), bin.path().to_path_buf()], ..Places::default() };
        let machine = Machine::look_at(&places);
        (bin, machine)
    }

    fn version(machine: &Machine, kind: ToolKind) -> Option<Result<String, String>> {
        machine.tool(kind).found.as_ref().map(|(_, version)| version.clone())
    }

    #[test]
    fn tools_have_versions_or_reasons() {
        let (bin, machine) = tools(&[
            (
                "mvn",
                "#!/bin/sh\nprintf '\\033[1mApache Maven 3.9.6\\033[m (abc)\\n'; echo 'Java version: 17.0.1'",
            ),
            ("gradle", "#!/bin/sh\necho; echo 'ERROR: JAVA_HOME is not set' >&2; exit 1"),
            ("google-chrome", "#!/bin/sh\necho hello"),
        ]);
        assert_eq!(version(&machine, ToolKind::Maven), Some(Ok("3.9.6".into())));
        assert_eq!(version(&machine, ToolKind::Gradle), Some(Err("ERROR: JAVA_HOME is not set".into())));
        assert_eq!(version(&machine, ToolKind::Chromium), Some(Err("it prints no version".into())));
        assert_eq!(version(&machine, ToolKind::Git), None);
        assert_eq!(machine.tool(ToolKind::Maven).found.as_ref().unwrap().0, bin.path().join("mvn"));
        assert!(machine.jdks.is_empty());
    }

    #[test]
    fn a_file_that_cannot_be_run_is_not_a_tool() {
        let bin = tempfile::tempdir().unwrap();
        std::fs::write(bin.path().join("git"), "").unwrap();
        let places = Places { path: vec![bin.path().to_path_buf()], ..Places::default() };
        assert_eq!(Machine::look_at(&places).tool(ToolKind::Git).found, None);
    }

    #[test]
    fn a_wrong_java_home_is_reported() {
        let places = Places { java_home: Some("/absent".into()), ..Places::default() };
        let (home, problem) = Machine::look_at(&places).java_home.unwrap();
        assert_eq!(home, Path::new("/absent"));
        assert_eq!(problem.unwrap_err(), "No such file or directory (os error 2)");
    }
}
