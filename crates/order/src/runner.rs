//! The interface to the JVMs that run orders.

use crate::suite::Order;

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    Passed,
    Failed,
    /// It hung, exited or crashed, and its JVM ended with it. The tests behind it in its order were not run.
    Ended,
    /// It was not run, or gave up because an assumption did not hold.
    Skipped,
}

impl Outcome {
    /// Returns true if it failed in any way.
    pub fn is_failure(self) -> bool {
        matches!(self, Outcome::Failed | Outcome::Ended)
    }
}

/// The state that an order starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// That of a new class loader, in a JVM that has run other orders. State of the JDK may be left over.
    Loader,
    /// That of a new JVM.
    Jvm,
}

/// Runs tests.
pub trait Runner {
    type Error;

    /// Runs orders, one after the other or at the same time, each from a fresh state, and returns the outcomes of their tests. An
    /// order may go back to a class that it has left, which is set up again then.
    fn run(&mut self, orders: &[Order], freshness: Freshness) -> Result<Vec<Vec<Outcome>>, Self::Error>;
}
