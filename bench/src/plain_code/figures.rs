//! The figures of each program, and those that PRODJ's authors published of theirs.

use std::time::Duration;

use reenact_report::generated::Generated;

use super::data_lines::DataLines;
use crate::table::grouped;

/// One program, made into tests.
pub struct Figures {
    pub report: Generated,
    /// Lines that the kept tests would have with their objects as data.
    pub data_lines: DataLines,
    /// All of it: reading, writing and verifying.
    pub elapsed: Duration,
    /// CPU time of the program as it is, recorded, and recorded with its objects' histories.
    pub cpu: [Duration; 3],
}

/// The titles of the rows.
pub const ROWS: [&str; 31] = [
    "invocations sampled",
    "cases (without repeats and what is beyond ten a method)",
    "tests generated",
    "passing before any is dropped",
    "kept",
    "kept of cases",
    "kept of sampled invocations",
    "kept tests that notice a gutted method",
    "kept, state exact / sufficient / different",
    "objects captured",
    "of those exact",
    "sufficient",
    "different",
    "not compared",
    "not rebuilt",
    "objects in tests by structure",
    "by history",
    "constants",
    "JDK forms",
    "stand-ins",
    "objects a test (mean)",
    "objects a test (median)",
    "lines a test",
    "lines a test with JSON",
    "lines a test with XML",
    "analysis, ms a type",
    "writing, ms a test",
    "writing, ms of CPU a test",
    "verifying, ms a test",
    "verifying, ms of CPU a test, JVMs included",
    "CPU time recorded / with histories, over plain",
];

impl Figures {
    /// In the order of [`ROWS`].
    pub fn cells(&self) -> [String; 31] {
        let Generated { invocations, tests, objects, captured, analysis, verification, .. } = &self.report;
        let kinds = [objects.structure, objects.history, objects.constant, objects.form, objects.stand_in];
        let of_captured = |part: u64| share(part as f64, captured.objects as f64);
        let kept = tests.kept as f64;
        let times = |cpu: Duration| ratio(cpu.as_secs_f64(), self.cpu[0].as_secs_f64(), 2);
        [
            number(invocations.recorded),
            number(invocations.cases),
            number(tests.written),
            share(tests.passed as f64, tests.written as f64),
            number(tests.kept),
            share(kept, invocations.cases as f64),
            share(kept, invocations.recorded as f64),
            share(tests.noticing.unwrap_or(0) as f64, kept),
            format!("{} / {} / {}", number(tests.exact), number(tests.sufficient), number(tests.different)),
            grouped(captured.objects),
            of_captured(captured.exact),
            of_captured(captured.sufficient),
            of_captured(captured.different),
            of_captured(captured.not_compared),
            of_captured(captured.not_rebuilt),
            number(kinds[0]),
            number(kinds[1]),
            number(kinds[2]),
            number(kinds[3]),
            number(kinds[4]),
            ratio(kinds.iter().sum::<usize>() as f64, tests.written as f64, 1),
            number(objects.median),
            ratio(tests.lines as f64, kept, 1),
            ratio(self.data_lines.json as f64, kept, 1),
            ratio(self.data_lines.xml as f64, kept, 1),
            ratio(analysis.milliseconds as f64, analysis.classes as f64, 2),
            ratio(tests.milliseconds as f64, tests.written as f64, 1),
            ratio(tests.cpu_milliseconds as f64, tests.written as f64, 1),
            ratio(verification.milliseconds as f64, tests.written as f64, 0),
            ratio(verification.cpu_milliseconds as f64, tests.written as f64, 0),
            format!("{} / {}", times(self.cpu[1]), times(self.cpu[2])),
        ]
    }
}

fn number(number: usize) -> String {
    grouped(number as u64)
}

fn share(part: f64, of: f64) -> String {
    match of > 0.0 {
        true => format!("{:.1} %", 100.0 * part / of),
        false => "-".to_owned(),
    }
}

fn ratio(part: f64, of: f64, digits: usize) -> String {
    match of > 0.0 {
        true => format!("{:.digits$}", part / of),
        false => "-".to_owned(),
    }
}

/// Of the paper's Tables 3 to 5, in the order of [`ROWS`]. Lines are the means of the two tests of each program that the
/// authors showed to people. It does not count constants apart from histories, and says of the CPU time only that rewriting
/// classes took 8 % of PDFBox's run time and 72 % of BroadLeaf's.
#[rustfmt::skip]
pub const PRODJ: [(&str, [&str; 31]); 4] = [
    ("PRODJ: PDFBox", [
        "", "", "489", "76.9 %", "", "", "", "", "", "100,830", "", "", "", "", "", "29,385", "71,445", "", "", "",
        "", "4", "15.5", "935.0", "924.5", "18", "105", "", "", "", "",
    ]),
    ("GraphHopper", [
        "", "", "258", "74.0 %", "", "", "", "", "", "40,859", "", "", "", "", "", "38,325", "2,534", "", "", "",
        "", "3", "20.5", "270.5", "203.0", "27", "65", "", "", "", "",
    ]),
    ("BroadLeaf", [
        "", "", "904", "44.6 %", "", "", "", "", "", "30,273", "", "", "", "", "", "13,929", "16,344", "", "", "",
        "", "2", "9.0", "22.0", "19.5", "11", "38", "", "", "", "",
    ]),
    ("Gephi", [
        "", "", "82", "82.9 %", "", "", "", "", "", "2,737", "", "", "", "", "", "1,422", "1,315", "", "", "",
        "", "2", "11.0", "1,128.0", "704.0", "11", "145", "", "", "", "",
    ]),
];
