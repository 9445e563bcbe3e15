//! The SMT solver: a program that reads SMT-LIB 2, found on this machine.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use reenact_explore::smt::Solver;
use reenact_host::{Command, cache};

/// How long one query may take on a clock. The solver's own limit of work is reached before, so that results do not depend on the machine.
const LIMIT: Duration = Duration::from_secs(20);

/// A solver that can be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub path: PathBuf,
}

impl Program {
    /// The solver at a path; else Z3 on PATH, or the one that `./run` has put into the cache.
    pub fn find(given: Option<&Path>) -> Option<Program> {
        if let Some(path) = given {
            return is_program(path).then(|| Program { path: path.to_owned() });
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let places = std::env::split_paths(&path).map(|directory| directory.join("z3"));
        places.chain([cached()]).find(|path| is_program(path)).map(|path| Program { path })
    }

    /// Its name and version, as it prints them.
    pub fn version(&self) -> Option<String> {
        let finished = Command::new(&self.path).arg("--version").run(Duration::from_secs(20)).ok()?;
        let text = finished.stdout.text();
        let line = text.lines().next()?;
        // `Z3 version 4.8.12 - 64 bit`.
        Some(line.split(" - ").next().unwrap_or(line).replace(" version", ""))
    }
}

/// The place of the solver in the cache.
pub fn cached() -> PathBuf {
    cache::directory().join("solvers").join("z3")
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

/// A solver that answers scripts, each in a process of its own: what one query leaves behind cannot change the next answer.
pub struct Running {
    program: Option<Program>,
    /// Time spent waiting for answers.
    pub spent: Duration,
}

impl Running {
    pub fn new(program: Option<Program>) -> Running {
        Running { program, spent: Duration::ZERO }
    }
}

impl Solver for Running {
    fn run(&mut self, script: &str) -> Option<String> {
        let program = self.program.as_ref()?;
        let started = Instant::now();
        let finished = Command::new(&program.path).args(["-in", "-smt2"]).input(script).run(LIMIT);
        self.spent += started.elapsed();
        Some(finished.ok()?.stdout.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Protects exploration on a machine without a solver.
    #[test]
    fn without_a_program_there_is_no_answer() {
        assert_eq!(Program::find(Some(Path::new("/absent/z3"))), None);
        assert_eq!(Running::new(None).run("(check-sat)"), None);
        let mut wrong = Running::new(Some(Program { path: "/bin/true".into() }));
        assert_eq!(wrong.run("(check-sat)").as_deref(), Some(""));
    }
}
