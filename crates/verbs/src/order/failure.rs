//! Why a test failed.

use reenact_jvm::driver::TestReport;
use reenact_report::order::Failure;

/// Returns why a test failed, if it did.
pub fn failure(test: &TestReport) -> Option<Failure> {
    if let Some(failure) = test.failure() {
        let (class, message) = (failure.class.clone(), failure.message.clone());
        return Some(Failure { class, message, trace: failure.trace.clone() });
    }
    let outcome = test.outcome();
    let reason = test.invocations.iter().find(|one| one.outcome == outcome).map(|one| one.reason.clone())?;
    (!reason.is_empty() && !test.passed()).then(|| {
        let message = reason.lines().next().unwrap_or_default().to_owned();
        Failure { class: String::new(), message, trace: reason }
    })
}
