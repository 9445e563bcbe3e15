//! Whatever goes wrong around a recording, the subject does what it would do, and what is on disk is whole
//! up to its last frame.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::numbered::{EVERY_CALL, NUMBERED, Random, numbers};
use crate::support::{agent_option, open, read_segments, record_java};
use reenact_recording::RecordingReader;
use reenact_recording::frame::{Frames, Met};
use reenact_recording::header::{read_header, seed};
use reenact_recording::model::EndReason;
use reenact_testkit::host::{Command, ProcessError, Scratch};
use reenact_testkit::jvm::Jdk;
use reenact_testkit::{Fixture, Program, Ran, jdks};

/// How many JVMs are killed.
const KILLED: usize = 200;
/// Far more than anything here needs.
const PATIENCE: Duration = Duration::from_secs(300);

/// The messages of the agent.
fn said(ran: &Ran) -> Vec<&str> {
    ran.stderr.lines().filter(|line| line.starts_with("reenact:")).collect()
}

/// Findings that a recording may give whose subject or disk came to an end.
#[track_caller]
fn only_cut(reader: &RecordingReader<'_>) {
    for finding in reader.findings() {
        assert!(["segment-cut", "recording-without-end"].contains(&finding.code.name()), "{finding:?}");
    }
}

/// Launches the numbered program by bash, which sets limits first.
fn limited(jdk: &Jdk, program: &Program, limits: &str, options: &[String], args: &[&str]) -> Ran {
    let command = Command::new("bash").args(["-c", &format!("{limits}; exec \"$0\" \"$@\"")]);
    let command = command.arg(jdk.java()).args(options).arg("-cp").arg(program.classes());
    let sneaking = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"];
    let command = sneaking.iter().fold(command, |command, variable| command.env_remove(variable));
    let finished = command.arg("p.Main").args(args).run(PATIENCE).expect("the program ends");
    Ran { stdout: finished.stdout.text(), stderr: finished.stderr.text(), code: finished.status.code() }
}

/// The readable part of a recording that was cut off.
#[derive(Clone, Copy, Default)]
struct ReadBack {
    frames: usize,
    invocations: usize,
    cut: usize,
}

/// `kill -9` at any moment loses what was not written yet, and nothing else: every whole frame is read, the
/// calls in them are right in every value, and none between the first and the last is missing.
#[test]
fn killed_at_any_moment_every_whole_frame_is_read_back() {
    let programs: Vec<Program> =
        jdks().iter().map(|jdk| Fixture::parse(NUMBERED).compile_with(jdk, &["-g"])).collect();
    // Start-up takes longer on a slow machine, or on one that has more to do.
    let start_up: Vec<Duration> = programs.iter().map(|program| time_of(program, "1")).collect();
    let mut random = Random::new(20_261_116);
    // Half of them within start-up, the others while calls are recorded.
    let moments: Vec<(usize, Duration)> = (0..KILLED)
        .map(|index| {
            let (which, part) = (index % programs.len(), random.below(1000) as u32);
            let moment = match index / programs.len() % 2 {
                0 => start_up[which] * part / 1000,
                _ => start_up[which] + Duration::from_millis(400) * part / 1000,
            };
            (which, moment)
        })
        .collect();
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(&(which, moment)) = moments.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let read = killed_after(&programs[which], moment);
                    all.lock().unwrap_or_else(PoisonError::into_inner).push(read);
                }
            });
        }
    });
    let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    let sum = |figure: fn(&ReadBack) -> usize| all.iter().map(figure).sum::<usize>();
    let with_calls = all.iter().filter(|read| read.invocations > 0).count();
    let (frames, invocations, cut) =
        (sum(|read| read.frames), sum(|read| read.invocations), sum(|read| read.cut));
    eprintln!(
        "{} killed, {with_calls} of them with calls: {frames} frames, {invocations} invocations; {cut} cut frames",
        all.len()
    );
    assert_eq!(all.len(), KILLED);
    assert!(with_calls >= KILLED / 8, "only {with_calls} were recording when they were killed");
}

/// A launch that starts fast.
fn fast(program: &Program, directory: &Path, calls: &str) -> Command {
    let java = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx64m"]
        .into_iter()
        .fold(program.java("p.Main"), |java, option| java.vm_option(option));
    java.vm_option(agent_option(directory, EVERY_CALL)).arg(calls).command()
}

fn time_of(program: &Program, calls: &str) -> Duration {
    let scratch = Scratch::new("reenact-killed").expect("a temporary directory");
    let started = Instant::now();
    let finished = fast(program, &scratch.path().join("r"), calls).run(PATIENCE).expect("it ends");
    assert!(finished.status.success(), "{}", finished.stderr.text());
    started.elapsed()
}

fn killed_after(program: &Program, moment: Duration) -> ReadBack {
    let scratch = Scratch::new("reenact-killed").expect("a temporary directory");
    let directory = scratch.path().join("r");
    match fast(program, &directory, "2000000000").run(moment) {
        Err(ProcessError::TimedOut(_)) => {}
        other => panic!("it was to run until it is killed: {other:?}"),
    }
    let segments = read_segments(&directory);
    // Killed before the header was written, which is one write.
    if segments.first().is_none_or(|(_, bytes)| bytes.is_empty()) {
        return ReadBack::default();
    }
    let mut reader = open(&segments);
    only_cut(&reader);
    assert!(reader.end().is_none());
    let numbers = numbers(&mut reader);
    assert!((1..).zip(&numbers).all(|(expected, &number)| number == expected), "a hole in {numbers:?}");
    let mut read = ReadBack { invocations: numbers.len(), ..ReadBack::default() };
    for (_, bytes) in &segments {
        let (header, start) = read_header(bytes).expect("its reader has opened it");
        for met in Frames::new(bytes, seed(header.facts.recording, header.segment), start) {
            match met {
                Met::Frame(_) => read.frames += 1,
                Met::Cut { .. } => read.cut += 1,
                Met::Damage { .. } => panic!("damage in a recording that was only cut off"),
            }
        }
    }
    read
}

/// A full disk ends the recording with one message. What was written before is readable, and the subject
/// does not notice. A limit on the size of files is a disk that is full for this process.
#[test]
fn a_full_disk_costs_the_rest_of_the_recording_alone() {
    let mut last_words = 0;
    for (jdk, kib) in jdks().iter().flat_map(|jdk| [(jdk, 600), (jdk, 700)]) {
        let program = Fixture::parse(NUMBERED).compile_with(jdk, &["-g"]);
        let plain = program.run("p.Main", &["3000"]).ok();
        let scratch = Scratch::new("reenact-full").expect("a temporary directory");
        let directory = scratch.path().join("r");
        // bash counts in KiB. The JVM catches SIGXFSZ.
        let options = ["-XX:-UsePerfData".to_owned(), agent_option(&directory, EVERY_CALL)];
        let ran = limited(jdk, &program, &format!("ulimit -f {kib}"), &options, &["3000"]);
        assert_eq!((&ran.stdout, ran.code), (&plain, Some(0)), "{}", ran.stderr);
        let said = said(&ran);
        assert!(
            matches!(said[..], [line] if line.contains("has ended early") && line.contains("your program continues")),
            "{said:?}"
        );
        let segments = read_segments(&directory);
        assert!(segments.iter().all(|(_, bytes)| bytes.len() <= kib << 10));
        let mut reader = open(&segments);
        only_cut(&reader);
        last_words += usize::from(reader.end().is_some_and(|end| end.reason == EndReason::Failure));
        assert!(reader.end().is_none_or(|end| end.reason == EndReason::Failure), "{:?}", reader.end());
        let numbers = numbers(&mut reader);
        assert!((1..).zip(&numbers).all(|(expected, &number)| number == expected), "a hole in {numbers:?}");
        assert!((100..3000).contains(&numbers.len()), "{}", numbers.len());
    }
    // Half a frame makes room for the end, unless the disk was full just where a frame ended.
    assert!(last_words > 0, "no recording has its end");
}

/// The disk budget ends the recording in order, says so once, and the subject continues.
#[test]
fn the_disk_budget_ends_the_recording_in_order() {
    for jdk in jdks() {
        let program = Fixture::parse(NUMBERED).compile_with(&jdk, &["-g"]);
        let plain = program.run("p.Main", &["3000"]).ok();
        let recorded =
            record_java(program.java("p.Main").arg("3000"), &format!("{EVERY_CALL},disk=600k")).ok();
        assert_eq!(recorded.ran.stdout, plain);
        let said = said(&recorded.ran);
        assert!(
            matches!(said[..], [line] if line.contains("the disk budget is used up") && line.contains("continues")),
            "{said:?}"
        );
        let mut reader = recorded.reader();
        let end = reader.end().expect("an end").clone();
        assert_eq!(end.reason, EndReason::Budget);
        let numbers = numbers(&mut reader);
        assert_eq!(end.invocations, numbers.len() as u64);
        assert!((100..3000).contains(&numbers.len()), "{}", numbers.len());
    }
}

/// When more is captured than can be written, whole invocations are dropped and counted, and native memory
/// stays within its budget.
#[test]
fn what_the_writer_cannot_follow_is_dropped_whole_and_counted() {
    const BUDGET: u64 = 1024;
    /// Descriptions of classes and threads are counted too, but nothing is recorded without them.
    const DESCRIPTIONS: u64 = 64;
    for jdk in jdks() {
        let program = Fixture::parse(NUMBERED).compile_with(&jdk, &["-g"]);
        let plain = program.run("p.Main", &["4000", "6"]).ok();
        let java = program.java("p.Main").arg("4000").arg("6");
        let options = format!("include=p.Main,all,sample-backoff=1,memory={BUDGET}k,log=info");
        let recorded = record_java(java, &options).ok();
        assert_eq!(recorded.ran.stdout, plain);
        let reader = recorded.reader();
        let mut overload = 0;
        for figures in reader.statistics() {
            let told = figures.kept + figures.duplicates + figures.overload + figures.failed;
            assert_eq!(told, figures.sampled, "{figures:?}");
            assert_eq!(figures.kept, reader.invocations_of(figures.method).len() as u64, "{figures:?}");
            overload += figures.overload;
        }
        assert!(overload > 0, "the budget was never short");
        let names: BTreeMap<_, _> =
            reader.methods().map(|method| (method.number, method.name.clone())).collect();
        let mut reader = recorded.reader();
        let heads: Vec<_> = reader.invocations().copied().collect();
        let mut sums = 0;
        for (index, head) in heads.iter().enumerate() {
            let capture = reader.capture(index).expect("a whole invocation");
            if &*names[&head.method] == "sum" {
                sums += 1;
                assert!(crate::support::numbered::number(&capture).is_some(), "{head:?}");
            }
        }
        assert!(sums > 0, "nothing was recorded at all");
        let words: Vec<&str> = recorded.ran.stderr.split_whitespace().collect();
        let peak =
            words.windows(2).find(|pair| pair[1] == "KiB").and_then(|pair| pair[0].parse::<u64>().ok());
        let peak = peak.unwrap_or_else(|| panic!("no peak in {}", recorded.ran.stderr));
        eprintln!("JDK {}: {sums} kept, {overload} dropped, {peak} KiB", jdk.version.full);
        assert!(peak <= BUDGET + DESCRIPTIONS, "{peak} KiB of {BUDGET}");
    }
}

/// A recording is never written over.
#[test]
fn a_directory_that_holds_a_recording_is_refused() {
    for jdk in jdks() {
        let program = Fixture::parse(NUMBERED).compile_with(&jdk, &["-g"]);
        let scratch = Scratch::new("reenact-twice").expect("a temporary directory");
        let directory = scratch.path().join("r");
        let run = || {
            let option = agent_option(&directory, EVERY_CALL);
            reenact_testkit::run(program.java("p.Main").vm_option(option).arg("10"))
        };
        let first = run();
        let written = read_segments(&directory);
        assert_eq!(numbers(&mut open(&written)).len(), 10);
        let second = run();
        assert_eq!((second.code, &second.stdout), (Some(0), &first.stdout), "{}", second.stderr);
        let said = said(&second);
        assert!(matches!(said[..], [line] if line.contains("choose an empty directory")), "{said:?}");
        assert_eq!(read_segments(&directory), written);
    }
}

/// As in a small container: a heap of 16 MB, 4 MB for the agent, and an address space with little room beyond
/// what the program takes without the agent. The program does what it would, everything is recorded, and the
/// process has not grown by more than budget and agent.
#[test]
fn a_small_container_holds_both() {
    /// Address space: the agent's code, the stack of its thread, malloc's arena for that thread.
    const ROOM: u64 = 96 << 10;
    /// Memory that is touched: besides the agent's 4 MB, what two runs of one program may differ by.
    const GROWTH: u64 = 24 << 10;
    for jdk in jdks() {
        let program = Fixture::parse(NUMBERED).compile_with(&jdk, &["-g"]);
        let small: Vec<String> = [
            "-Xmx16m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:ReservedCodeCacheSize=24m",
            "-XX:CompressedClassSpaceSize=16m",
            "-XX:-UsePerfData",
        ]
        .map(str::to_owned)
        .to_vec();
        let args = ["2000", "2"];
        let plain = limited(&jdk, &program, "ulimit -v unlimited", &small, &args);
        assert_eq!(plain.code, Some(0), "{}", plain.stderr);
        let scratch = Scratch::new("reenact-small").expect("a temporary directory");
        let directory = scratch.path().join("r");
        let options = [&small[..], &[agent_option(&directory, &format!("{EVERY_CALL},memory=4m"))]].concat();
        let limits = format!("ulimit -v {}", kib(&plain, "VmPeak") + ROOM);
        let ran = limited(&jdk, &program, &limits, &options, &args);
        assert_eq!((&ran.stdout, ran.code), (&plain.stdout, Some(0)), "{}", ran.stderr);
        let segments = read_segments(&directory);
        let mut reader = open(&segments);
        assert!(reader.findings().is_empty(), "{:?}", reader.findings());
        assert!(!numbers(&mut reader).is_empty());
        let (before, after) = (kib(&plain, "VmHWM"), kib(&ran, "VmHWM"));
        eprintln!("JDK {}: {before} KiB resident, {after} KiB with the agent", jdk.version.full);
        assert!(after <= before + (4 << 10) + GROWTH, "{before} KiB without the agent, {after} KiB with it");
    }
}

/// The kernel's figures on the program's memory.
#[track_caller]
fn kib(ran: &Ran, name: &str) -> u64 {
    let line = ran.stderr.lines().find(|line| line.starts_with(name));
    let words: Vec<&str> = line.map(|line| line.split_whitespace().collect()).unwrap_or_default();
    words.get(1).and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no {name} in {}", ran.stderr))
}
