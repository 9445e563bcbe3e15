//! The figures of finished recordings.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use reenact_base::finding::{Code, Finding, Subject};
use reenact_base::name::InternalName;
use reenact_recording::model::{EndReason, Facts, MethodNumber, MethodStatistics};
use reenact_recording::{Limits, RecordingReader, SegmentBytes};
use reenact_report::recorded::{Recorded, Recording};

use super::out::{remove_recording, segments};

/// Of a recording that is larger, only the last segment is looked at, which has the figures of all.
const READ_WHOLE: u64 = 256 << 20;

/// Returns the report of these recordings. If they are empty, it has the reason and the advice that `explain` finds, or
/// the pattern that `suggest` finds for the classes of the first program.
pub fn of(
    out: &Path,
    directories: &[PathBuf],
    explain: impl FnOnce(&Recorded) -> Option<(String, String)>,
    suggest: impl FnOnce(Option<&Facts>) -> Option<String>,
) -> Recorded {
    let mut first_facts = None;
    let mut recorded = Recorded { out: out.display().to_string(), ..Recorded::default() };
    let (mut findings_of, mut directories_of) = (Vec::new(), Vec::new());
    let here = if out.is_relative() { env::current_dir().unwrap_or_default() } else { PathBuf::new() };
    for directory in directories {
        // As it was given, so that it can be typed again.
        let shown = directory.strip_prefix(&here).unwrap_or(directory);
        match read(directory, &shown.display().to_string()) {
            Ok((recording, facts, findings)) => {
                first_facts.get_or_insert(facts);
                recorded.recordings.push(recording);
                findings_of.push(findings);
                directories_of.push(directory.clone());
            }
            Err(error) => {
                let subject = shown.display().to_string();
                let finding = Finding::new(Code::RecordingUnreadable, Subject::file(subject), error);
                recorded.findings.push(finding.with_help("the disk may be full; record again"));
            }
        }
    }
    remove_empty(&mut recorded, &mut findings_of, &directories_of);
    recorded.findings.extend(findings_of.into_iter().flatten());
    if !recorded.recordings.is_empty() && super::is_empty(&recorded) {
        let (message, help) = explain(&recorded).unwrap_or_else(|| {
            let pattern = match suggest(first_facts.as_ref()) {
                Some(pattern) => format!("the program's own classes are --include '{pattern}'"),
                None => "`com.acme.**` is a package and all below it".to_owned(),
            };
            let help = format!(
                "check the patterns: {pattern}; small methods are left out by --min-statements and others by \
                 --visibility, which --all takes in; those of tests need --test-classes"
            );
            ("no call of a selected method was seen".to_owned(), help)
        });
        let finding = Finding::new(Code::NothingRecorded, Subject::file(recorded.out.clone()), message);
        recorded.findings.push(finding.with_help(help));
    }
    recorded
}

/// Removes recordings without a call if others of the run have calls: a build tool's own JVM has nothing to record.
fn remove_empty(recorded: &mut Recorded, findings: &mut Vec<Vec<Finding>>, directories: &[PathBuf]) {
    if recorded.recordings.iter().all(|recording| recording.invocations == 0) {
        return;
    }
    for at in (0..directories.len()).rev() {
        if recorded.recordings[at].invocations == 0 {
            recorded.recordings.remove(at);
            findings.remove(at);
            recorded.empty_jvms += 1;
            // What cannot be removed is not an input either.
            let _ = remove_recording(&directories[at]);
        }
    }
}

fn read(directory: &Path, shown: &str) -> Result<(Recording, Facts, Vec<Finding>), String> {
    let paths = segments(directory);
    let length = |path: &PathBuf| fs::metadata(path).map_or(0, |metadata| metadata.len());
    let bytes = paths.iter().map(length).sum();
    let looked_at = if bytes > READ_WHOLE { &paths[paths.len().saturating_sub(1)..] } else { &paths };
    let read = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        fs::read(path).map(|bytes| (name, bytes)).map_err(|error| format!("{}: {error}", path.display()))
    };
    let contents = looked_at.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let contents: Vec<SegmentBytes<'_>> =
        contents.iter().map(|(name, bytes)| SegmentBytes { name, bytes }).collect();
    let reader = RecordingReader::open(&contents, Limits::default()).map_err(|error| error.to_string())?;
    let findings = [findings(&reader, shown), dropped(&reader, shown)].concat();
    Ok((figures(&reader, shown, bytes), reader.facts().clone(), findings))
}

fn figures(reader: &RecordingReader<'_>, directory: &str, bytes: u64) -> Recording {
    let facts = reader.facts();
    let end = reader.end();
    let kept = reader.statistics().filter(|figures| figures.kept > 0).map(|figures| figures.method);
    let methods: BTreeSet<_> = reader.invocations().map(|head| head.method).chain(kept).collect();
    let seen = reader.invocations().len() as u64;
    Recording {
        directory: directory.to_owned(),
        pid: facts.pid,
        main_class: facts.main_class.clone(),
        jvm: facts.jvm_version.clone(),
        invocations: end.map_or(seen, |end| end.invocations.max(seen)),
        methods: methods.len(),
        dropped: end.map_or(0, |end| end.dropped),
        bytes,
        omitted: crate::omitted::of(reader),
        ended: end.map(|end| {
            let reason = match end.reason {
                EndReason::Exit => "exit",
                EndReason::Detached => "detached",
                EndReason::Budget => "budget",
                EndReason::Failure => "failure",
                EndReason::Other(_) => "other",
            };
            reason.to_owned()
        }),
    }
}

/// Reports the calls that were chosen and not kept, by cause; repeats of what is there are not missed.
fn dropped(reader: &RecordingReader<'_>, subject: &str) -> Vec<Finding> {
    type Count = fn(&MethodStatistics) -> u64;
    let causes: [(Code, Count, &str, &str); 2] = [
        (
            Code::CallsOverloaded,
            |figures| figures.overload,
            "the recorder could not follow",
            "include fewer classes, raise --memory, or record every call with --sample-backoff 1",
        ),
        (
            Code::CallsFailed,
            |figures| figures.failed,
            "their state could not be captured",
            "the other calls are complete",
        ),
    ];
    let mut findings = Vec::new();
    for (code, count, why, help) in causes {
        let mut methods: Vec<(u64, String)> = reader
            .statistics()
            .map(|figures| (count(figures), figures.method))
            .filter(|(calls, _)| *calls > 0)
            .map(|(calls, method)| (calls, name(reader, method)))
            .collect();
        methods.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        let Some((most, example)) = methods.first() else { continue };
        let calls: u64 = methods.iter().map(|(calls, _)| calls).sum();
        let message = match methods.len() {
            1 => format!("{} of {example} not kept: {why}", count_calls(calls)),
            count => format!(
                "{} of {count} methods not kept, {most} of them of {example}: {why}",
                count_calls(calls)
            ),
        };
        findings.push(Finding::new(code, Subject::file(subject), message).with_help(help));
    }
    findings
}

fn count_calls(calls: u64) -> String {
    if calls == 1 { "1 call".to_owned() } else { format!("{calls} calls") }
}

/// The name of a recorded method, `com.acme.Cart#add`.
fn name(reader: &RecordingReader<'_>, method: MethodNumber) -> String {
    let found = reader.method(method).and_then(|method| Some((reader.class_of(method.class)?, method)));
    match found {
        Some((class, method)) => {
            format!("{}#{}", InternalName::new(&reader.class(class).name).to_binary(), method.name)
        }
        None => "a method that is not described".to_owned(),
    }
}

/// Returns the limits of a recording that its user should know.
fn findings(reader: &RecordingReader<'_>, subject: &str) -> Vec<Finding> {
    let finding = |code, message: String, help: &str| {
        vec![Finding::new(code, Subject::file(subject), message).with_help(help)]
    };
    let Some(end) = reader.end() else {
        let message = "it has no end: the JVM was killed, or is still running".to_owned();
        return finding(Code::RecordingCut, message, "what is there can be used all the same");
    };
    let said = if end.message.is_empty() { String::new() } else { format!(": {}", end.message) };
    match end.reason {
        EndReason::Budget => {
            let message = format!("it ended early, because the disk budget was used up{said}");
            finding(Code::BudgetUsed, message, "raise --disk, or record fewer calls")
        }
        EndReason::Failure => {
            let message = format!("it ended early, because something failed{said}");
            finding(Code::RecordingFailed, message, "what is there can be used all the same")
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact_base::Id;
    use reenact_heap::Value;
    use reenact_recording::graph::{After, GraphEncoder, Outcome};
    use reenact_recording::model::{End, InvocationHead, Marks, ThreadNumber};
    use reenact_recording::{SegmentWriter, Sink, WriterSettings};

    struct Memory(Vec<u8>);

    impl Sink for Memory {
        fn begin_segment(&mut self, _: u32) -> std::io::Result<()> {
            Ok(())
        }
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
            self.0.extend_from_slice(bytes);
            Ok(())
        }
    }

    /// A recording of one method, called so many times, with an end if there is a reason for one.
    fn record(directory: &Path, calls: u64, reason: Option<EndReason>) {
        let facts = Facts { pid: 7, main_class: "com.acme.Main".to_owned(), ..Facts::default() };
        let mut writer = SegmentWriter::new(Memory(Vec::new()), facts, WriterSettings::default()).unwrap();
        let mut encoder = GraphEncoder::new();
        encoder.begin(1);
        encoder.root(Value::Int(21));
        encoder.end();
        encoder.after(After::Absent, Outcome::Returned(None), 0);
        encoder.finish();
        for call in 1..=calls {
            let (method, thread) = (MethodNumber::from_index(0), ThreadNumber::from_index(0));
            let (marks, parent) = (Marks::default(), None);
            let (id, entered, exited, dropped_inside) = (call, call, call, 0);
            let head =
                InvocationHead { id, method, thread, parent, entered, exited, call, marks, dropped_inside };
            writer.invocation(&head, encoder.bytes(), encoder.classes()).unwrap();
        }
        let bytes = match reason {
            Some(reason) => {
                let message = "the disk is full".into();
                let end = End { reason, invocations: calls, dropped: 2, ended_millis: 0, message };
                writer.finish(end).unwrap().0
            }
            None => {
                writer.flush().unwrap();
                writer.sink().0.clone()
            }
        };
        fs::create_dir_all(directory).unwrap();
        fs::write(directory.join("segment-00000.rnrec"), bytes).unwrap();
    }

    fn codes(recorded: &Recorded) -> Vec<&str> {
        recorded.findings.iter().map(|finding| finding.code.name()).collect()
    }

    /// Missing calls are reported by cause, with the method that misses most.
    #[test]
    fn calls_that_were_not_kept_are_reported() {
        let directory = tempfile::tempdir().unwrap();
        let mut writer =
            SegmentWriter::new(Memory(Vec::new()), Facts::default(), WriterSettings::default()).unwrap();
        let figures = |method, duplicates, overload, failed| MethodStatistics {
            method: MethodNumber::from_index(method),
            calls: 100,
            sampled: 10,
            kept: 5,
            duplicates,
            overload,
            failed,
        };
        writer.statistics(&[figures(0, 5, 0, 0), figures(1, 0, 3, 1), figures(2, 0, 4, 0)]).unwrap();
        let end = End {
            reason: EndReason::Exit,
            invocations: 15,
            dropped: 13,
            ended_millis: 0,
            message: Box::default(),
        };
        fs::write(directory.path().join("segment-00000.rnrec"), writer.finish(end).unwrap().0).unwrap();
        let recorded = of(Path::new("out"), &[directory.path().to_owned()], |_| None, |_| None);
        assert_eq!(codes(&recorded)[..2], ["calls-overloaded", "calls-failed"]);
        assert!(recorded.findings[0].message.starts_with("7 calls of 2 methods not kept, 4 of them of "));
        assert!(recorded.findings[1].message.starts_with("1 call of "), "{:?}", recorded.findings);
    }

    #[test]
    fn recordings_are_counted_and_their_ends_reported() {
        let root = tempfile::tempdir().unwrap();
        let rows = [
            ("1", 3, Some(EndReason::Exit), Some("exit"), vec![]),
            ("2", 1, None, None, vec!["recording-cut"]),
            ("3", 1, Some(EndReason::Budget), Some("budget"), vec!["budget-used"]),
            ("4", 1, Some(EndReason::Failure), Some("failure"), vec!["recording-failed"]),
            ("5", 0, Some(EndReason::Detached), Some("detached"), vec!["nothing-recorded"]),
        ];
        for (name, calls, reason, ended, expected) in rows {
            let directory = root.path().join(name);
            record(&directory, calls, reason);
            let recorded = of(Path::new("out"), &[directory], |_| None, |_| None);
            let recording = &recorded.recordings[0];
            assert_eq!((recording.invocations, recording.ended.as_deref()), (calls, ended), "{name}");
            assert_eq!((recording.methods, recording.pid), (usize::from(calls > 0), 7), "{name}");
            assert!(recording.bytes > 0 && recording.main_class == "com.acme.Main");
            assert_eq!(codes(&recorded), expected, "{name}");
        }
    }

    #[test]
    fn classes_are_suggested_for_an_empty_recording_only() {
        let root = tempfile::tempdir().unwrap();
        for (name, calls, expected) in [("1", 0, true), ("2", 1, false)] {
            let directory = root.path().join(name);
            record(&directory, calls, Some(EndReason::Detached));
            let suggest = |facts: Option<&Facts>| Some(format!("of {}", facts.unwrap().main_class));
            let recorded = of(Path::new("out"), &[directory], |_| None, suggest);
            let help: String = recorded.findings.iter().filter_map(|finding| finding.help.clone()).collect();
            assert_eq!(help.contains("--include 'of com.acme.Main'"), expected, "{help}");
        }
    }

    #[test]
    fn empty_recordings_are_removed_if_others_have_calls() {
        let root = tempfile::tempdir().unwrap();
        let directories = ["1", "2", "3"].map(|name| root.path().join(name));
        record(&directories[0], 0, None);
        record(&directories[1], 2, Some(EndReason::Exit));
        record(&directories[2], 0, Some(EndReason::Exit));
        fs::write(directories[2].join("notes.txt"), "").unwrap();
        let recorded = of(Path::new("out"), &directories[..1], |_| None, |_| None);
        assert_eq!((recorded.recordings.len(), recorded.empty_jvms), (1, 0), "there is nothing else");
        let recorded = of(Path::new("out"), &directories, |_| None, |_| None);
        assert_eq!((recorded.recordings.len(), recorded.empty_jvms), (1, 2));
        assert_eq!(codes(&recorded), Vec::<&str>::new());
        assert!(!directories[0].exists() && directories[1].exists());
        assert!(directories[2].join("notes.txt").exists() && segments(&directories[2]).is_empty());
    }

    #[test]
    fn an_unreadable_recording_is_reported_and_the_others_are_counted() {
        let root = tempfile::tempdir().unwrap();
        let (good, bad) = (root.path().join("1"), root.path().join("2"));
        record(&good, 1, Some(EndReason::Exit));
        fs::create_dir(&bad).unwrap();
        fs::write(bad.join("segment-00000.rnrec"), "").unwrap();
        let recorded = of(Path::new("out"), &[bad, good], |_| None, |_| None);
        assert_eq!((recorded.recordings.len(), recorded.empty_jvms), (1, 0));
        assert_eq!(codes(&recorded), ["recording-unreadable"]);
    }
}
