//! The interface to what compiles and runs tests.

use reenact_wire::driver::TestId;

use crate::runner::{Freshness, Outcome};

/// A source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Such as `com/acme/ShopTest.java`.
    pub name: String,
    pub text: String,
}

/// Compiled classes, by the number that a [`Lab`] gave them.
pub type Place = usize;

/// The result of a compilation.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Built {
    /// The classes of all sources that compiled; `None` if none did.
    pub place: Option<Place>,
    /// Sources that did not, by position, with the first error.
    pub refused: Vec<(usize, String)>,
}

/// The state behind a candidate, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StateCheck {
    /// The state was not compared, with the reason.
    NotChecked(String),
    /// The polluted cells have their clean values, and no other cell differs.
    Clean,
    /// The cells that differ, as paths.
    Differs(Vec<String>),
}

/// A repair whose state is compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateQuestion {
    pub test: TestId,
    /// The tests before it, in order.
    pub before: Vec<TestId>,
    /// A test that does what the repair adds to a set-up.
    pub between: Option<TestId>,
    /// The repaired classes; the first place wins.
    pub places: Vec<Place>,
    /// Names of the parts of the state that the repair has to reset.
    pub polluted: Vec<String>,
    pub is_self_polluting: bool,
}

/// Compiles and runs.
pub trait Lab {
    type Error;

    /// Compiles sources against the class path of the tests. Sources with errors are left out.
    fn compile(&mut self, sources: &[Source]) -> Result<Built, Self::Error>;

    /// Runs orders, each from a fresh state, with classes that replace those of the same name; the first place wins.
    fn run(
        &mut self,
        orders: &[Vec<TestId>],
        places: &[Place],
        freshness: Freshness,
    ) -> Result<Vec<Vec<Outcome>>, Self::Error>;

    /// Ends the JVM that orders share: tests may have changed state in it that outlives class loaders.
    fn renew(&mut self) {}

    /// Compares the state before a test, behind others and with the repaired classes, with the state before that test alone.
    fn state(&mut self, question: &StateQuestion) -> Result<StateCheck, Self::Error> {
        let _ = question;
        Ok(StateCheck::NotChecked("there is no JVM with the agent".to_owned()))
    }
}
