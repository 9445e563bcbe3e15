//! Recording a JVM that runs already.

use std::fs;
use std::path::Path;
use std::time::Duration;

use reenact_base::finding::{Code, Finding, Subject};
use reenact_host::{Interruption, Woken};
use reenact_jvm::agent;
use reenact_jvm::attach::{AttachError, Jvm};
use reenact_report::recorded::Recorded;
use reenact_wire::options::Mode;
use reenact_wire::{AgentOptions, AttachCode};

use super::out::Out;
use super::{Error, Options, agent_options, check_selection, refuse_auto, suggest, summary};
use crate::Progress;
use crate::doctor::OLDEST_JDK;

/// From this version on a JVM warns of agents that are loaded while it runs (JEP 451).
const WARNS_FROM: u32 = 21;

/// Loads the agent into a JVM, and ends the recording when the time is up, at Ctrl-C, or with the JVM.
pub fn attach(
    options: &Options,
    pid: u32,
    limit: Option<Duration>,
    progress: &dyn Progress,
) -> Result<Recorded, Error> {
    refuse_auto(options)?;
    check_selection(options, || None)?;
    let library = agent::find()?;
    let jvm = Jvm::find(pid)?;
    if !jvm.path(&library).is_file() {
        return Err(Error::AgentElsewhere { pid, library: library.display().to_string() });
    }
    progress.step("talking to the JVM");
    let version = jvm.version(&mut |what| progress.note(what))?;
    if version < OLDEST_JDK {
        return Err(Error::OldJvm { pid, version, oldest: OLDEST_JDK });
    }
    // Later the JVM may have ended.
    let working_directory = fs::read_link(format!("/proc/{pid}/cwd")).unwrap_or_default();
    let out = Out::prepare_at(&options.out, false, options.force, |path| jvm.path(path))?;
    out.give_to(jvm.uid(), jvm.gid())?;
    let agent = agent_options(options, out.template())?.encode()?;
    // From here on Ctrl-C must not leave the agent at work.
    let mut interruption = Interruption::expect().map_err(|error| Error::Wait { pid, error })?;
    progress.step("loading the agent into the JVM");
    if let Err(error) = load(&jvm, &library, &agent, progress) {
        out.recordings_at(|path| jvm.path(path));
        return Err(error);
    }
    progress.note(&started(pid, version, limit));
    let woken = interruption.wait(jvm.process(), limit).map_err(|error| Error::Wait { pid, error })?;
    if woken != Woken::Ended {
        progress.step("ending the recording");
        end(&jvm, &library, progress)?;
    }
    let is_out_of_reach = jvm.is_elsewhere() && jvm.has_ended();
    let class_path_entry = |entry: &Path| jvm.path(&working_directory.join(entry));
    let recordings = out.recordings_at(|path| jvm.path(path));
    let mut recorded = summary::of(
        &options.out,
        &recordings,
        |_| None,
        |facts| suggest::from_facts(facts?, class_path_entry),
    );
    if is_out_of_reach {
        let message = "the recording is in the container of the JVM, which has ended";
        recorded.findings.push(Finding::new(Code::OutOfReach, Subject::file(recorded.out.clone()), message));
    }
    Ok(recorded)
}

/// Ends a recording that was left running in a JVM.
pub fn detach(pid: u32, progress: &dyn Progress) -> Result<(), Error> {
    let library = agent::find()?;
    let jvm = Jvm::find(pid)?;
    progress.step("ending the recording");
    load(&jvm, &library, &detaching()?, progress)
}

/// A recording that has ended by itself is as good, and so is a JVM that has.
fn end(jvm: &Jvm, library: &Path, progress: &dyn Progress) -> Result<(), Error> {
    match load(jvm, library, &detaching()?, progress) {
        Err(Error::Agent { code: AttachCode::NothingToDetach, .. }) => Ok(()),
        Err(Error::Attach(AttachError::Ended { .. })) => Ok(()),
        Err(Error::Attach(_)) if jvm.has_ended() => Ok(()),
        ended => ended,
    }
}

fn detaching() -> Result<String, Error> {
    Ok(AgentOptions { mode: Mode::Detach, ..AgentOptions::default() }.encode()?)
}

fn load(jvm: &Jvm, library: &Path, options: &str, progress: &dyn Progress) -> Result<(), Error> {
    let pid = jvm.pid();
    let code = jvm.load(library, options, &mut |what| progress.note(what))?;
    match AttachCode::from_code(code) {
        Some(AttachCode::Good) => Ok(()),
        Some(code) => Err(Error::Agent { pid, code }),
        None => Err(Error::UnknownCode { pid, code }),
    }
}

fn started(pid: u32, version: u32, limit: Option<Duration>) -> String {
    let time = limit.map(|limit| format!(" for {limit:?}")).unwrap_or_default();
    let warned = match version >= WARNS_FROM {
        true => " (its warning about an agent is harmless; -XX:+EnableDynamicAgentLoading prevents it)",
        false => "",
    };
    format!("recording process {pid}{time}; Ctrl-C ends the recording{warned}")
}
