//! Preparing a recording: what is asked for, whether this JVM can do it, and where it goes.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::BuildHasher;
use std::path::Path;
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

use reenact_recording::model::Facts;
use reenact_recording::{SegmentWriter, WriterSettings};
use reenact_wire::AttachCode;
use reenact_wire::options::{AgentOptions, Unsupported};
use reenact_wire::plan::{Plan, ProbePlan};

use crate::ffi::{JniError, Jvmti, Vm, jvmtiCapabilities};
use crate::output::files::Files;
use crate::service::session::Session;
use crate::service::snapshot;

/// The oldest Java whose JVM is known to work.
const OLDEST: u32 = 17;

/// Why there will be no recording.
#[derive(Debug)]
pub struct Refusal {
    pub code: AttachCode,
    pub reason: String,
}

impl Refusal {
    fn new(code: AttachCode, reason: impl fmt::Display) -> Self {
        Refusal { code, reason: reason.to_string() }
    }
}

/// A recording that can start.
pub struct Prepared {
    pub session: Session,
    pub writer: SegmentWriter<Files>,
}

/// Reads the options, as the JVM hands them over.
pub fn read_options(text: &str) -> Result<AgentOptions, Refusal> {
    let wrong = |error: &dyn fmt::Display| Refusal::new(AttachCode::WrongOptions, error);
    let options: AgentOptions = text.parse().map_err(|error| wrong(&error))?;
    if options.encrypt.is_some() {
        return Err(wrong(
            &"encrypted recordings are not there yet; leave `encrypt` out, the files are readable by you alone",
        ));
    }
    Ok(options)
}

/// Checks everything and opens the recording.
pub fn prepare(vm: Vm, options: AgentOptions) -> Result<Prepared, Refusal> {
    let plan = plan(&options)?;
    let refused = |error: &dyn fmt::Display| Refusal::new(AttachCode::Refused, error);
    let jvmti = environment(vm).map_err(|_| not_supported("a JVM without JVMTI 11"))?;
    check(jvmti)?;
    let mut wanted = jvmtiCapabilities::default();
    wanted.set_can_retransform_classes(true);
    wanted.set_can_generate_all_class_hook_events(true);
    wanted.set_can_get_bytecodes(true);
    wanted.set_can_get_constant_pool(true);
    jvmti
        .add_capabilities(&wanted)
        .map_err(|error| refused(&format_args!("this JVM does not let its classes be changed: {error}")))?;
    let cannot_write = |error: &dyn fmt::Display| {
        let reason = format!("cannot record into {}: {error}", Path::new(&options.out).display());
        Refusal::new(AttachCode::CannotWrite, reason)
    };
    let files = Files::create(&options.out).map_err(|error| cannot_write(&error))?;
    let facts = facts(jvmti, &options, &plan);
    let class_path = facts.class_path.clone();
    let writer =
        SegmentWriter::new(files, facts, WriterSettings::default()).map_err(|error| cannot_write(&error))?;
    Ok(Prepared { session: Session::new(vm, jvmti, options, plan, &class_path), writer })
}

/// Prepares a JVM for snapshots of its state, without a recording.
pub fn prepare_snapshots(vm: Vm) -> Result<(), Refusal> {
    let jvmti = environment(vm).map_err(|_| not_supported("a JVM without JVMTI 11"))?;
    check(jvmti)?;
    snapshot::load(jvmti).map_err(|reason| Refusal::new(AttachCode::Refused, reason))
}

/// The agent's JVMTI environment, the same for all recordings of a process: one is never disposed of, because a probe
/// may be using it at any moment.
fn environment(vm: Vm) -> Result<Jvmti, JniError> {
    static ENVIRONMENT: OnceLock<Jvmti> = OnceLock::new();
    match ENVIRONMENT.get() {
        Some(&environment) => Ok(environment),
        None => vm.jvmti().map(|environment| *ENVIRONMENT.get_or_init(|| environment)),
    }
}

fn plan(options: &AgentOptions) -> Result<Plan, Refusal> {
    let wrong = |reason: String| Refusal::new(AttachCode::WrongOptions, reason);
    match &options.plan {
        None => {
            Plan::read(ProbePlan::from_options(options).encode()).map_err(|error| wrong(error.to_string()))
        }
        Some(path) => {
            let bytes = std::fs::read(path)
                .map_err(|error| wrong(format!("cannot read the probe plan {path}: {error}")))?;
            Plan::read(bytes).map_err(|error| wrong(format!("{path}: {error}")))
        }
    }
}

/// Other JVMs keep JVMTI's letter and not what the walker relies on.
fn check(jvmti: Jvmti) -> Result<(), Refusal> {
    let name = property(jvmti, c"java.vm.name");
    let version = property(jvmti, c"java.vm.specification.version");
    match is_supported(&name, &version) {
        true => Ok(()),
        false => Err(not_supported(&format!("{name} {version}"))),
    }
}

fn not_supported(jvm: &str) -> Refusal {
    let reason =
        format!("{jvm} is not supported: run the program on a HotSpot JVM, version {OLDEST} or newer");
    Refusal::new(AttachCode::Refused, reason)
}

/// Returns true if a JVM of this name and version of the specification can be recorded.
fn is_supported(name: &str, version: &str) -> bool {
    let is_new_enough = version.parse::<u32>().is_ok_and(|version| version >= OLDEST);
    let is_hotspot = ["OpenJDK", "HotSpot", "GraalVM", "Zing"].iter().any(|known| name.contains(known))
        && !name.contains("OpenJ9");
    is_hotspot && is_new_enough
}

/// Returns true if the program runs without being recorded, when there is no recording for this reason.
pub fn runs_without(code: AttachCode, unsupported: Unsupported) -> bool {
    match code {
        AttachCode::CannotWrite => true,
        AttachCode::Refused => unsupported == Unsupported::Skip,
        _ => false,
    }
}

fn facts(jvmti: Jvmti, options: &AgentOptions, plan: &Plan) -> Facts {
    let random = || u128::from(RandomState::new().hash_one(std::process::id()));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let class_path = property(jvmti, c"java.class.path");
    // The rest of the command line may hold secrets.
    let command = property(jvmti, c"sun.java.command");
    Facts {
        recording: random() << 64 | random(),
        jvm_version: property(jvmti, c"java.vm.version"),
        jvm_vendor: property(jvmti, c"java.vm.vendor"),
        os: std::env::consts::OS.to_owned(),
        arch: std::env::consts::ARCH.to_owned(),
        pid: u64::from(std::process::id()),
        started_millis: now.as_millis() as u64,
        started_nanos: monotonic_nanos(),
        class_path: super::class_path::entries(&class_path),
        java_home: property(jvmti, c"java.home"),
        module_options: super::module_options::of_process(),
        main_class: command.split(' ').next().unwrap_or_default().to_owned(),
        options: options.to_string(),
        agent: env!("CARGO_PKG_VERSION").to_owned(),
        // From the rules that apply, which may not be those of the options.
        is_redacted: Some(plan.redaction().enabled),
    }
}

/// The clock of `System.nanoTime`, which Rust's own has no absolute value for.
fn monotonic_nanos() -> u64 {
    const CLOCK_MONOTONIC: i32 = 1;
    let mut time = [0i64; 2];
    // SAFETY: on 64-bit Linux a `timespec` is two 64-bit numbers, and the C library is there: the JVM needs it.
    let is_good = unsafe { clock_gettime(CLOCK_MONOTONIC, &mut time) } == 0;
    if is_good { time[0] as u64 * 1_000_000_000 + time[1] as u64 } else { 0 }
}

unsafe extern "C" {
    fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
}

fn property(jvmti: Jvmti, name: &std::ffi::CStr) -> String {
    jvmti
        .get_system_property(name)
        .map(|value| String::from_utf8_lossy(&value).into_owned())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hotspot_from_17_on_is_supported() {
        for (name, version, expected) in [
            ("OpenJDK 64-Bit Server VM", "17", true),
            ("Java HotSpot(TM) 64-Bit Server VM", "25", true),
            ("OpenJDK 64-Bit Server VM", "1.8", false),
            ("OpenJDK 64-Bit Server VM", "11", false),
            ("Eclipse OpenJ9 VM", "21", false),
            ("", "", false),
        ] {
            assert_eq!(is_supported(name, version), expected, "{name} {version}");
        }
    }

    #[test]
    fn a_jvm_that_cannot_be_recorded_runs_without_if_the_options_reach_all_jvms() {
        use {AttachCode::*, Unsupported::*};
        assert!(runs_without(Refused, Skip), "a JDK 8 that a build tool starts");
        assert!(!runs_without(Refused, Fail), "`reenact record -- java`: a clear error");
        assert!(runs_without(CannotWrite, Fail) && runs_without(CannotWrite, Skip));
        assert!(!runs_without(WrongOptions, Skip) && !runs_without(AlreadyRecording, Skip));
    }
}
