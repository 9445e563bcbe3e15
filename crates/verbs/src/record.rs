//! `reenact record`: running a subject, or attaching to one, and recording it.
//!
//! The agent does the work. This verb finds it, sets its options, loads it into the JVM, and reads
//! its recording afterwards:
//!
//! - `java …` gets the agent as its first argument, and one directory;
//! - anything else, such as `mvn test`, gets it through `JAVA_TOOL_OPTIONS`. It may start several JVMs, so
//!   each records into a directory of its own, named after its process;
//! - a running JVM is asked to load the agent, and later to let it go.
//!
//! ```no_run
//! use reenact_verbs::record::{self, Options};
//!
//! let mut options = Options { out: "target/recording".into(), ..Options::default() };
//! options.agent.set("include", "com.acme.**").unwrap();
//! let recorded = record::launch(&options, &["java".into(), "-jar".into(), "app.jar".into()], &())?;
//! assert_eq!(recorded.exit_code, Some(0));
//! # Ok::<(), record::Error>(())
//! ```

mod attach;
mod auto;
mod command;
mod out;
mod plan;
mod suggest;
mod summary;

use std::ffi::OsString;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;

use reenact_base::finding::{Code, Finding, Subject};
use reenact_host::{Command, ProcessError, Scratch};
use reenact_jvm::agent::{self, NoAgent};
use reenact_jvm::attach::AttachError;
use reenact_jvm::class_path::ClassPath;
use reenact_report::recorded::Recorded;
use reenact_wire::options::{OptionsError, Size, Unsupported};
use reenact_wire::{AgentOptions, AttachCode};

pub use attach::{attach, detach};
use command::{RecordedCommand, Way};
use out::Out;
pub use plan::NoPlan;
use plan::Planned;

use crate::Progress;

/// The options of a recording.
#[derive(Clone, Debug)]
pub struct Options {
    /// The agent's options, except its `out`.
    pub agent: AgentOptions,
    /// The directory of the recording; `%p` in its last part stands for the process.
    pub out: PathBuf,
    /// Replace a recording that is there.
    pub force: bool,
    /// Keep histories of the classes of the command whose state their code does not explain.
    pub history_auto: bool,
    /// End captures at fields that the recorded method cannot reach.
    pub frontiers: bool,
    /// The memory of `agent` was asked for; otherwise a program that is started has more.
    pub is_memory_given: bool,
    /// The same for blocks, which a program that is started notes.
    pub is_blocks_given: bool,
}

/// Native memory of the agent in a program that is started to be recorded. Calls inside of each other hold their graphs
/// until they end, on all threads, and such a program does not share the machine with others as a service does.
const STARTED_MEMORY: Size = Size::mebibytes(256);

impl Default for Options {
    fn default() -> Self {
        let agent = AgentOptions::default();
        Options {
            out: PathBuf::from(&agent.out),
            agent,
            force: false,
            history_auto: false,
            frontiers: false,
            is_memory_given: false,
            is_blocks_given: false,
        }
    }
}

/// Why nothing was recorded.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("nothing says what to record; {0}, or name methods with --method com.acme.Shop#order")]
    NothingSelected(String),
    #[error("there is no command to run; write it after `--`, as in `reenact record … -- java -jar app.jar`")]
    NoCommand,
    #[error("no program `{program}`{on_path}; give its path, or check how it is spelt")]
    NoProgram { program: String, on_path: &'static str },
    #[error("the command loads the agent already ({place}); leave one of the two out")]
    TwoAgents { place: &'static str },
    #[error(transparent)]
    NoAgent(#[from] NoAgent),
    #[error(
        "{directory} holds a recording already; choose another directory with --out, or replace it with --force"
    )]
    HasRecording { directory: String },
    #[error("--out {directory}: {reason}")]
    Out { directory: String, reason: String },
    #[error("the plan {path} cannot be read: {error}; check --plan")]
    Plan { path: PathBuf, error: io::Error },
    #[error(
        "--history auto looks at the class path of a command; name the classes here, as in --history 'com.acme.**'"
    )]
    AutoWithoutCommand,
    #[error("cannot write the probe plan to a temporary directory: {0}; check TMPDIR")]
    Choice(io::Error),
    #[error("{0}")]
    NoPlan(NoPlan),
    #[error(transparent)]
    Options(#[from] OptionsError),
    #[error(transparent)]
    Process(#[from] ProcessError),
    #[error(transparent)]
    Attach(#[from] AttachError),
    #[error("process {pid}: {code}")]
    Agent { pid: u32, code: AttachCode },
    #[error(
        "process {pid}: the agent answered {code}, which this version does not know; use agent and command of one version"
    )]
    UnknownCode { pid: u32, code: i32 },
    #[error("process {pid} runs on JDK {version}; only JDK {oldest} and newer can be recorded")]
    OldJvm { pid: u32, version: u32, oldest: u32 },
    #[error(
        "process {pid} runs in a container, where there is no {library}; copy it to that place in the \
         container, or to another and set REENACT_AGENT to a path that is right in both"
    )]
    AgentElsewhere { pid: u32, library: String },
    #[error("waiting for process {pid} failed: {error}")]
    Wait { pid: u32, error: io::Error },
}

/// The argument that makes a JVM load the agent: for those who start their JVM elsewhere.
pub fn agent_argument(options: &Options) -> Result<String, Error> {
    refuse_auto(options)?;
    check_selection(options, suggest::from_directory)?;
    let library = agent::find()?;
    let out = Out::absolute(&options.out)?;
    Ok(argument(&library, &agent_options(options, &out)?.encode()?))
}

/// Runs a command to its end and records the JVMs in it. Its standard streams are ours.
pub fn launch(options: &Options, command: &[OsString], progress: &dyn Progress) -> Result<Recorded, Error> {
    let subject = RecordedCommand::resolve(command)?;
    check_selection(options, || suggest::from_command(&subject))?;
    let library = agent::find()?;
    let planned = plan::of_command(options, &subject, progress)?;
    let per_process = subject.way == Way::Environment;
    let out = Out::prepare(&options.out, per_process, options.force)?;
    let mut agent = agent_options(&planned.options, out.template())?;
    if !options.is_memory_given {
        agent.budgets.memory = STARTED_MEMORY;
    }
    if !options.is_blocks_given {
        agent.blocks = true;
    }
    if subject.way == Way::Environment {
        // A build may start JVMs that are older than those it compiles for.
        agent.unsupported = Unsupported::Skip;
    }
    let argument = argument(&library, &agent.encode()?);
    subject.notes().iter().for_each(|note| progress.note(note));
    let run = match subject.way {
        Way::Argument => Command::new(&subject.program).arg(&argument).args(&subject.arguments),
        Way::Environment => {
            let existing = std::env::var_os(command::TOOL_OPTIONS);
            let value = command::with_tool_options(existing.as_deref(), &argument);
            Command::new(&subject.program).args(&subject.arguments).env(command::TOOL_OPTIONS, value)
        }
    };
    let ended = run.run_in_foreground();
    let recordings = out.recordings();
    let status = ended?;
    progress.note(&planned.message);
    drop(planned.directory);
    let no_tests = |recorded: &Recorded| {
        let main_classes = recorded.recordings.iter().map(|recording| &*recording.main_class);
        subject.no_tests(main_classes, !status.success())
    };
    let mut recorded = summary::of(&options.out, &recordings, no_tests, |_| suggest::from_command(&subject));
    recorded.exit_code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
    if recordings.is_empty() {
        recorded.findings.push(no_jvm(&subject));
    }
    Ok(recorded)
}

/// True if no call was recorded: in no JVM, or because no JVM had the agent.
pub fn is_empty(recorded: &Recorded) -> bool {
    recorded.recordings.iter().all(|recording| recording.invocations == 0)
}

/// Returns the agent's argument for a program of this class path, with `--history auto`. The plan that it refers to lives
/// as long as the directory.
pub fn argument_with_histories(
    options: &Options,
    class_path: &ClassPath,
    progress: &dyn Progress,
) -> Result<(String, Option<Scratch>), Error> {
    let options = Options { history_auto: true, ..options.clone() };
    let Planned { options, directory, .. } = plan::of_class_path(&options, class_path, progress)?;
    Ok((agent_argument(&Options { history_auto: false, ..options })?, directory))
}

/// Returns the probe plan of a command as text, without running the command.
pub fn show_plan(options: &Options, command: &[OsString], progress: &dyn Progress) -> Result<String, Error> {
    let subject = RecordedCommand::resolve(command)?;
    check_selection(options, || suggest::from_command(&subject))?;
    plan::show(options, &subject, progress)
}

fn refuse_auto(options: &Options) -> Result<(), Error> {
    if options.history_auto { Err(Error::AutoWithoutCommand) } else { Ok(()) }
}

fn no_jvm(subject: &RecordedCommand) -> Finding {
    let name = subject.program.to_string_lossy().into_owned();
    let (message, help) = match subject.way {
        Way::Argument => ("the JVM ended before the agent could start", "read what it says above"),
        Way::Environment => (
            "it started no JVM that the agent got into",
            "a JVM that runs already (a daemon), or that is started with an environment of its own, must be \
             given the agent by hand: reenact record --print",
        ),
    };
    Finding::new(Code::NoJvm, Subject::other(name), message).with_help(help)
}

/// Recording everything is never meant, and recording nothing neither.
fn check_selection(options: &Options, suggestion: impl FnOnce() -> Option<String>) -> Result<(), Error> {
    let AgentOptions { plan, include, methods, .. } = &options.agent;
    if let Some(plan) = plan {
        let path = PathBuf::from(plan);
        return match std::fs::File::open(&path) {
            Ok(_) => Ok(()),
            Err(error) => Err(Error::Plan { path, error }),
        };
    }
    if !include.is_empty() || !methods.is_empty() {
        return Ok(());
    }
    Err(Error::NothingSelected(match suggestion() {
        Some(pattern) => format!("give the classes, such as --include '{pattern}'"),
        None => "give the classes, such as --include 'com.acme.**'".to_owned(),
    }))
}

/// The agent's options with absolute paths: the subject may run elsewhere.
fn agent_options(options: &Options, out: &str) -> Result<AgentOptions, Error> {
    let mut agent = AgentOptions { out: out.to_owned(), ..options.agent.clone() };
    if let Some(plan) = &mut agent.plan {
        let failed = |error| Error::Plan { path: PathBuf::from(&*plan), error };
        let absolute = std::fs::canonicalize(&*plan).map_err(failed)?;
        let not_text = |path: PathBuf| Error::Plan { path, error: io::Error::other("its path is not UTF-8") };
        *plan = absolute.into_os_string().into_string().map_err(|path| not_text(path.into()))?;
    }
    Ok(agent)
}

fn argument(library: &std::path::Path, options: &str) -> String {
    format!("-agentpath:{}={options}", library.display())
}
