//! Recorded invocations that became no test, with the reasons.

use std::collections::BTreeMap;

use reenact_base::name::InternalName;
use reenact_cases::Reason;
use reenact_generate::Refusal;
use reenact_heap::words;
use reenact_report::generated::{self, NotDelivered};
use reenact_verify::Fault;

use super::changes::Change;
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
    /// The change that would let such cases become tests, if there is one.
    pub change: Option<Change>,
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
        Some(Cause { code, summary, help: None, change: None })
    }

    /// Why a case was not tried.
    pub fn out_of_time() -> Self {
        Cause {
            code: "out-of-time",
            summary: "the time was over before it was tried".to_owned(),
            help: Some("pass a larger --max-time, or choose methods with --method".to_owned()),
            change: None,
        }
    }

    /// Why no test was written of a method of a class, by internal name.
    pub fn refused(refusal: &Refusal, class: &str) -> Self {
        Cause {
            code: refusal.code(),
            summary: refusal.summary(),
            help: refusal.help(),
            change: Change::for_refusal(refusal, class),
        }
    }

    /// Why something that is called so, `the test` or `the method`, was dropped.
    pub fn dropped(fault: &Fault, name: &str) -> Self {
        Cause {
            code: fault.code(),
            summary: fault.summary_of(name),
            help: fault.help(),
            change: Change::for_fault(fault),
        }
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
    /// The change that would let it become a test, if there is one.
    change: Option<Change>,
}

impl Refusals {
    /// Adds an invocation of a method, by the internal name of its class and its own name.
    pub fn add(&mut self, mut cause: Cause, (class, method): (&str, &str), invocation: u64, message: &str) {
        let method = format!("{}#{method}", InternalName::new(class).to_binary());
        // Cases of one cause may need different changes.
        let change = cause.change.take();
        let refused = Refused { method, invocation, message: message.to_owned(), change };
        self.by_cause.entry(cause).or_default().push(refused);
    }

    /// Returns what was not delivered, the most frequent cause first, and its cases.
    pub fn report(&self) -> (Vec<NotDelivered>, Vec<generated::Case>) {
        let grouped = self.by_cause.iter().map(|(cause, refused)| (not_delivered(cause, refused), refused));
        let mut grouped: Vec<_> = grouped.collect();
        grouped
            .sort_by(|(one, _), (other, _)| other.cases.cmp(&one.cases).then(one.reason.cmp(&other.reason)));
        let mut cases = Vec::new();
        for (reason, (_, refused)) in grouped.iter().enumerate() {
            cases.extend(refused.iter().map(|refused| generated::Case {
                method: words::printable(&refused.method),
                invocation: refused.invocation,
                state: "refused".to_owned(),
                test: None,
                reason: Some(reason),
                message: words::printable(&refused.message),
            }));
        }
        (grouped.into_iter().map(|(reason, _)| reason).collect(), cases)
    }

    /// Returns the changes that would help, those for the most cases first. A recording without histories can be made with
    /// them, which is less work than other changes.
    pub fn changes(&self, has_histories: bool) -> Vec<generated::Change> {
        let mut cases: BTreeMap<Change, usize> = BTreeMap::new();
        for change in self.by_cause.values().flatten().filter_map(|refused| refused.change.as_ref()) {
            let change = if has_histories { change.clone() } else { change.without_histories() };
            *cases.entry(change).or_default() += 1;
        }
        let changes = cases.into_iter().map(|(change, cases)| generated::Change {
            change: words::printable(&change.to_string()),
            cases,
        });
        let mut changes: Vec<_> = changes.collect();
        changes.sort_by(|one, other| other.cases.cmp(&one.cases).then(one.change.cmp(&other.change)));
        changes
    }
}

/// Groups the invocations of one cause. This is the one place where causes become part of a report.
fn not_delivered(cause: &Cause, refused: &[Refused]) -> NotDelivered {
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
        let (rows, cases) = refusals.report();
        let cases: Vec<_> = cases.iter().map(|case| (case.invocation, case.reason, &*case.message)).collect();
        assert_eq!(cases, [(7, Some(0), "';' expected"), (8, Some(0), "another"), (1, Some(1), "")]);
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
            FaultKind::NoticesNothing,
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
            Refusal::Generated,
            Refusal::HashCode,
            Refusal::ReturnsItself,
            Refusal::ResultNotObservable { class: String::new() },
            Refusal::Unstable,
            Refusal::TemporaryPath { path: String::new() },
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
            refusals.report().0[0].reason,
            "the method would use the network; review what it reaches, then pass --allow network to keep it"
        );
    }

    /// Cases of several methods and reasons may wait for one change, which then comes before others.
    #[test]
    fn changes_are_ranked_by_cases() {
        let private = |method: &str| {
            let why = reenact_generate::NotCallable::Private { method: method.to_owned() };
            Cause::refused(&Refusal::NotCallable(why), "a/B$C")
        };
        let mut refusals = Refusals::default();
        refusals.add(Cause::refused(&Refusal::TooLong { most: 9 }, "a/B"), ("a/B", "long"), 1, "");
        refusals.add(private("a.B.one"), ("a/B", "one"), 2, "");
        refusals.add(private("a.B.two"), ("a/B", "two"), 3, "");
        refusals.add(Cause::refused(&Refusal::TooBig, "a/B"), ("a/B", "big"), 4, "");
        let state = FaultKind::StateDiffers { class: Some("a/B".into()), is_replayed: false };
        refusals.add(Cause::dropped(&Fault::new(state, ""), "the test"), ("a/B", "state"), 5, "");
        assert!(refusals.changes(false)[1].change.starts_with("pass"), "{:?}", refusals.changes(false));
        assert!(
            refusals.changes(false)[2].change.contains("--history auto"),
            "{:?}",
            refusals.changes(false)
        );
        let changes = refusals.changes(true);
        let changes: Vec<_> = changes.iter().map(|change| (change.cases, &*change.change)).collect();
        assert_eq!(
            changes,
            [
                (2, "make private methods of a.B$C package-private"),
                (
                    1,
                    "add a constructor or a package-private setter to a.B, or an adapter for it to reenact.toml"
                ),
                (1, "pass a larger --max-lines"),
            ]
        );
    }

    #[test]
    fn repeats_are_not_refusals() {
        assert_eq!(Cause::unusable(&Reason::Repeat), None);
        assert_eq!(Cause::unusable(&Reason::Torn).map(|cause| cause.code), Some("invocation-torn"));
    }
}
