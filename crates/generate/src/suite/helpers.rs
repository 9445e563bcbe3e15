//! Methods that make objects for several tests, or that keep a long beginning out of one.

use reenact_java::model::{Method, Modifier};
use reenact_java::names::NameScope;

use crate::generator::{Helper, Part, Test};

/// The methods of one test class. Objects of equal content share a method, never an instance.
pub(super) struct Helpers<'t> {
    all: Vec<Shared<'t>>,
}

struct Shared<'t> {
    helper: &'t Helper,
    name: String,
    tests: usize,
    /// Whether it is worth being there.
    is_worth: bool,
    is_must: bool,
}

impl<'t> Helpers<'t> {
    pub fn of(tests: &'t [Test], longest_inline: usize, scope: &mut NameScope) -> Self {
        let mut all: Vec<Shared<'t>> = Vec::new();
        for test in tests {
            let is_must = !test.body.can_be_whole();
            for part in test.body.parts() {
                match all.iter_mut().find(|shared| *shared.helper == part.helper) {
                    Some(shared) => {
                        shared.tests += 1;
                        shared.is_worth |= part.is_worth(longest_inline, shared.tests);
                        shared.is_must |= is_must;
                    }
                    None => all.push(Shared {
                        helper: &part.helper,
                        name: String::new(),
                        tests: 1,
                        is_worth: part.is_worth(longest_inline, 1),
                        is_must,
                    }),
                }
            }
        }
        all.retain(|shared| shared.is_worth || shared.is_must);
        for shared in &mut all {
            shared.name = scope.take(&shared.helper.name);
        }
        Helpers { all }
    }

    /// Returns the name of the method for a part; `None` if its statements are written in place.
    pub fn name(&self, part: &Part, must_outline: bool) -> Option<String> {
        let shared = self.all.iter().find(|shared| *shared.helper == part.helper)?;
        (shared.is_worth || must_outline).then(|| shared.name.clone())
    }

    /// Whether a test calls the method of this name.
    pub fn is_used(&self, name: &str, test: &Test) -> bool {
        let must_outline = !test.body.can_be_whole();
        test.body.parts().any(|part| self.name(part, must_outline).is_some_and(|used| used == name))
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|shared| &*shared.name)
    }

    pub fn members(&self) -> impl Iterator<Item = Method> + '_ {
        self.all.iter().map(|shared| Method {
            modifiers: vec![Modifier::Private, Modifier::Static],
            throws: shared.helper.throws.clone(),
            ..Method::new(shared.helper.returns.clone(), &shared.name, shared.helper.body.clone())
        })
    }
}
