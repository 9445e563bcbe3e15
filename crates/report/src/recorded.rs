//! The result of a recorded run.

use std::borrow::Cow;

use reenact_base::finding::Finding;
use serde::{Deserialize, Serialize};

use crate::layout::{bytes, count, table};
use crate::omitted::Omitted;
use crate::{Report, Style, finding};

/// The report of `reenact record`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Recorded {
    /// The subject's exit code, or 128 and the number of the signal that ended it; none if it was
    /// attached to.
    pub exit_code: Option<i32>,
    /// The directory that was asked for.
    pub out: String,
    /// One for each JVM that the agent started in, by directory.
    pub recordings: Vec<Recording>,
    /// JVMs without a recorded call, whose recordings were removed because others have calls.
    #[serde(default)]
    pub empty_jvms: usize,
    #[serde(with = "finding::json")]
    pub findings: Vec<Finding>,
}

/// The recording of one JVM.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Recording {
    pub directory: String,
    /// The JVM's process.
    pub pid: u64,
    /// The main class, or what stands in its place, as the JVM reports it.
    pub main_class: String,
    /// Version of the JVM.
    pub jvm: String,
    pub invocations: u64,
    /// Methods that have invocations.
    pub methods: usize,
    /// Invocations that were chosen and not kept: known shapes, and what the writer could not follow.
    pub dropped: u64,
    /// Bytes on disk.
    pub bytes: u64,
    /// Methods and calls that it leaves out.
    #[serde(default)]
    pub omitted: Omitted,
    /// How it ended: `exit`, `detached`, `budget`, `failure` or `other`; none if it was cut off.
    pub ended: Option<String>,
}

impl Report for Recorded {
    const FORMAT: &'static str = "reenact.recorded/1";

    fn title(&self) -> String {
        format!("Recording in {}", self.out)
    }

    fn text_in(&self, style: Style) -> String {
        let filled: Vec<&Recording> =
            self.recordings.iter().filter(|recording| recording.invocations > 0).collect();
        let mut out = match &filled[..] {
            [] => "recorded nothing\n".to_owned(),
            [one] => format!(
                "recorded {} of {} in {} ({}); reenact inspect {}\n",
                invocations(one.invocations),
                count(one.methods, "method", "methods"),
                one.directory,
                bytes(one.bytes),
                quoted(&one.directory),
            ),
            several => several_text(several, &self.out, style),
        };
        let empty = self.recordings.len() - filled.len() + self.empty_jvms;
        if empty > 0 {
            out.push_str(&format!("{} recorded no invocation\n", count(empty, "JVM", "JVMs")));
        }
        let mut omitted = Omitted::default();
        filled.iter().for_each(|recording| omitted.add(&recording.omitted));
        omitted.lines().iter().for_each(|(label, text)| out.push_str(&format!("{label}: {text}\n")));
        out.push_str(&finding::list_text(&self.findings, style));
        out
    }

    fn findings(&self) -> Cow<'_, [Finding]> {
        Cow::Borrowed(&self.findings)
    }
}

fn several_text(recordings: &[&Recording], out_directory: &str, style: Style) -> String {
    let total = recordings.iter().map(|recording| recording.invocations).sum();
    let mut out = format!("recorded {} in {} JVMs\n", invocations(total), recordings.len());
    let rows = recordings.iter().map(|recording| {
        let Recording { main_class, directory, .. } = recording;
        let number = |value: u64| crate::layout::number(value as usize);
        [
            number(recording.invocations),
            number(recording.methods as u64),
            main_class.clone(),
            directory.clone(),
        ]
    });
    out.push_str(&table(&["invocations", "methods", "main class", "recording"], rows, style));
    // All below one directory are one input. A pattern for the directories is not a directory.
    let directories: Vec<String> = match out_directory.contains("%p") {
        false => vec![quoted(out_directory)],
        true => recordings.iter().map(|recording| quoted(&recording.directory)).collect(),
    };
    out.push_str(&format!("reenact inspect {}\n", directories.join(" ")));
    out
}

fn invocations(number: u64) -> String {
    count(number as usize, "invocation", "invocations")
}

/// A path as a shell takes it.
fn quoted(path: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:,@%".contains(c);
    if path.chars().all(is_plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;
    use reenact_base::finding::{Code, Subject};

    fn recording(directory: &str, invocations: u64) -> Recording {
        Recording {
            directory: directory.to_owned(),
            main_class: "com.acme.Main".to_owned(),
            invocations,
            methods: 56,
            bytes: 3_565_158,
            ..Recording::default()
        }
    }

    fn text(recordings: Vec<Recording>) -> String {
        Recorded { recordings, out: "r".to_owned(), ..Recorded::default() }.text()
    }

    #[test]
    fn one_recording_is_one_line() {
        assert_eq!(
            text(vec![recording("target/r", 1234)]),
            "recorded 1,234 invocations of 56 methods in target/r (3.4 MiB); reenact inspect target/r\n"
        );
        assert!(text(vec![recording("it's here", 1)]).ends_with("reenact inspect 'it'\\''s here'\n"));
    }

    #[test]
    fn several_are_listed_and_empty_ones_counted() {
        assert_eq!(
            text(vec![recording("r/7", 1000), recording("r/8", 0), recording("r/9", 5)]),
            "recorded 1,005 invocations in 2 JVMs\n  invocations  methods  main class     recording\n        \
             1,000       56  com.acme.Main  r/7\n            5       56  com.acme.Main  r/9\n\
             reenact inspect r\n1 JVM recorded no invocation\n"
        );
        let recordings = vec![recording("r-7", 1), recording("r-9", 5)];
        let several = Recorded { recordings, out: "r-%p".to_owned(), empty_jvms: 2, ..Recorded::default() };
        let text = several.text();
        assert!(text.ends_with("reenact inspect r-7 r-9\n2 JVMs recorded no invocation\n"), "{text}");
    }

    #[test]
    fn an_empty_recording_is_reported_with_its_reason() {
        let finding =
            Finding::new(Code::NoJvm, Subject::other("sh"), "no JVM started").with_help("start one");
        let report = Recorded { exit_code: Some(3), findings: vec![finding], ..Recorded::default() };
        assert_eq!(
            report.text(),
            "recorded nothing\nwarning[no-jvm]: sh: no JVM started\n  help: start one\n"
        );
        let json = report.render(Format::Json, &crate::Context::default());
        assert!(json.contains("\"format\": \"reenact.recorded/1\"") && json.contains("\"exit_code\": 3"));
    }
}
