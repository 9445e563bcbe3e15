//! Recorded invocations that became no test, with the reasons.

use std::collections::BTreeMap;

use reenact_base::name::InternalName;
use reenact_cases::Reason;
use reenact_generate::Refusal;
use reenact_heap::words;
use reenact_report::generated::NotDelivered;
use reenact_verify::Fault;

use super::state_sources::StateSource;

/// Why an invocation became no test, or an object no method.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cause {
    /// Stable, such as `does-not-compile`; docs/formats/generate.md lists all.
    pub code: &'static str,
    /// In words that many invocations share.
    pub summary: String,
    /// The next step for the user.
    pub help: Option<String>,
}

impl Cause {
    /// Why an invocation is not used; `None` if another one stands for it.
    pub fn unusable(reason: &Reason) -> Option<Self> {
        let (code, summary) = match reason {
            Reason::Unreadable(error) => {
                ("invocation-unreadable", format!("the invocation cannot be read: {error}"))
            }
            Reason::Unfinished => {
                ("invocation-unfinished", "the invocation had not ended when the recording did".to_owned())
            }
            Reason::Torn => {
                ("invocation-torn", "another thread changed its objects while they were captured".to_owned())
            }
            Reason::TooBig(_) => {
                ("invocation-too-big", "it has too many objects for a readable test".to_owned())
            }
            Reason::Repeat | Reason::Enough => return None,
        };
        Some(Cause { code, summary, help: None })
    }

    /// Why something that is called so, `the test` or `the method`, was dropped.
    pub fn dropped(fault: &Fault, name: &str) -> Self {
        Cause { code: fault.code(), summary: fault.summary_of(name), help: fault.help() }
    }
}

impl Cause {
    /// Adds the source of system state that a method depends on.
    pub fn with_source(self, source: Option<StateSource>) -> Self {
        let Some(source) = source else { return self };
        let summary = format!("{}; it depends on {}", self.summary, source.name);
        Cause { summary, help: self.help.or_else(|| source.help.map(str::to_owned)), ..self }
    }
}

impl From<&Refusal> for Cause {
    fn from(refusal: &Refusal) -> Self {
        Cause { code: refusal.code(), summary: refusal.summary(), help: refusal.help() }
    }
}

/// The causes of a run, each with its invocations.
#[derive(Default)]
pub struct Refusals {
    by_cause: BTreeMap<Cause, Vec<Refused>>,
}

/// An invocation that became no test.
struct Refused {
    /// `pkg.Class#method`.
    method: String,
    invocation: u64,
    /// The message about this one; may be empty.
    message: String,
}

impl Refusals {
    /// Adds an invocation of a method, by the internal name of its class and its own name.
    pub fn add(&mut self, cause: Cause, (class, method): (&str, &str), invocation: u64, message: &str) {
        let method = format!("{}#{method}", InternalName::new(class).to_binary());
        let refused = Refused { method, invocation, message: message.to_owned() };
        self.by_cause.entry(cause).or_default().push(refused);
    }

    /// Returns what was not delivered, the most frequent cause first.
    pub fn report(self) -> Vec<NotDelivered> {
        let mut all: Vec<NotDelivered> = self.by_cause.into_iter().map(not_delivered).collect();
        all.sort_by(|one, other| other.cases.cmp(&one.cases).then(one.reason.cmp(&other.reason)));
        all
    }
}

/// Groups the invocations of one cause. This is the one place where causes become part of a report.
fn not_delivered((cause, refused): (Cause, Vec<Refused>)) -> NotDelivered {
    let reason = match &cause.help {
        Some(help) => format!("{}; {help}", cause.summary),
        None => cause.summary.clone(),
    };
    let example = refused.first().map_or(String::new(), |first| {
        let said = if first.message.is_empty() { String::new() } else { format!(": {}", first.message) };
        format!("{}, invocation {}{said}", first.method, first.invocation)
    });
    NotDelivered {
        code: cause.code.to_owned(),
        reason: words::printable(&reason),
        cases: refused.len(),
        example: words::printable(&example),
    }
}

#[cfg(test)]
mod tests {
    use reenact_verify::FaultKind;

    use super::*;

    #[test]
    fn invocations_are_grouped_by_cause_and_the_most_frequent_comes_first() {
        let mut refusals = Refusals::default();
        let compile = Fault::new(FaultKind::DoesNotCompile, "';' expected");
        let hangs = Fault::new(FaultKind::Hangs, "");
        refusals.add(Cause::dropped(&hangs, "the test"), ("a/B", "c"), 1, "");
        refusals.add(Cause::dropped(&compile, "the test"), ("a/B$D", "e"), 7, &compile.message);
        refusals.add(Cause::dropped(&compile, "the test"), ("a/B", "c"), 8, "another");
        let rows = refusals.report();
        let rows: Vec<_> =
            rows.iter().map(|row| (&*row.code, row.cases, &*row.reason, &*row.example)).collect();
        assert_eq!(
            rows,
            [
                ("does-not-compile", 2, "the test does not compile", "a.B$D#e, invocation 7: ';' expected"),
                ("test-hangs", 1, "the test does not end in time", "a.B#c, invocation 1"),
            ]
        );
    }

    /// Findings of a report have registered codes.
    #[test]
    fn codes_are_registered() {
        use reenact_base::finding::Code;
        use reenact_verify::{Difference, Environment, Part, Reach, When};
        let state = |is_replayed| FaultKind::StateDiffers { class: None, is_replayed };
        let fails = FaultKind::Fails { exception: String::new() };
        let faults = [
            FaultKind::NotWritable,
            FaultKind::DoesNotCompile,
            FaultKind::MissingAnswer,
            FaultKind::Hangs,
            FaultKind::Exits,
            FaultKind::Crashes(11),
            FaultKind::of(reenact_verify::Outcome::Skipped),
            state(false),
            state(true),
        ];
        let reaches = [Reach::Reads, Reach::Files, Reach::Processes, Reach::Network].map(FaultKind::Reaches);
        let faults = faults.into_iter().chain(reaches).map(|kind| Fault::new(kind, ""));
        let parts = Part::ALL.map(|part| When::Elsewhere(Difference { part: Some(part), value: "" }));
        let whole = When::Elsewhere(Environment::ALL[0].whole());
        let runs = [When::Alone, When::Shuffled, whole].into_iter().chain(parts);
        let fails = runs.map(|when| Fault::new(fails.clone(), "").in_run(when));
        let codes = faults.chain(fails).map(|fault| fault.code());
        let refusals = [
            Refusal::Unbuilt(Vec::new()),
            Refusal::Masked(String::new()),
            Refusal::NoOutcome,
            Refusal::NothingObservable { has_hidden_change: true },
            Refusal::NothingObservable { has_hidden_change: false },
            Refusal::Unstable,
            Refusal::TooBig,
            Refusal::TooLong { most: 1 },
        ];
        let codes = codes.chain(refusals.iter().map(|refusal| refusal.code()));
        for code in codes {
            assert!(Code::named(code).is_some(), "{code}");
        }
    }

    #[test]
    fn help_follows_the_summary() {
        let fault = Fault::new(FaultKind::Reaches(reenact_verify::Reach::Network), "");
        let mut refusals = Refusals::default();
        refusals.add(Cause::dropped(&fault, "the method"), ("B", "c"), 1, "");
        assert_eq!(
            refusals.report()[0].reason,
            "the method would use the network; review what it reaches, then pass --allow network to keep it"
        );
    }

    #[test]
    fn repeats_are_not_refusals() {
        assert_eq!(Cause::unusable(&Reason::Repeat), None);
        assert_eq!(Cause::unusable(&Reason::Torn).map(|cause| cause.code), Some("invocation-torn"));
    }
}
