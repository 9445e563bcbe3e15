//! Candidates from other tests: the statements of a cleaner or of a state-setter, as few as suffice (iFixFlakies).

use std::collections::BTreeMap;
use std::ops::Range;

use reenact_java::edit::{Class, Method, Snippet, SourceFile, StatementKind, When, class_name};
use reenact_java::model::ClassName;
use reenact_wire::driver::TestId;

use super::candidate::{Candidate, Origin};
use super::lab::{Lab, Source};
use super::program::Program;
use super::sources::Sources;
use crate::minimize::minimize;
use crate::runner::{Freshness, Outcome};

/// Statements of which a part is looked for. A longer test is not a cleaner that anyone wants in a fixture.
const MOST_STATEMENTS: usize = 60;

/// Statements that a candidate may have.
const LONGEST: usize = 8;

/// A test whose statements are tried in front of another one.
pub(super) struct Donor<'a> {
    pub test: &'a TestId,
    /// Tests that run before it.
    pub before: &'a [TestId],
    /// The test that has to pass behind it.
    pub behind: &'a TestId,
    /// The isolation that gives an order a clean state.
    pub freshness: Freshness,
}

/// A copy of the donor's class in which the donor does other statements.
struct Variants {
    file: SourceFile,
    class: Class,
    method: Method,
    fixtures: Vec<Range<usize>>,
    statements: Vec<Range<usize>>,
    /// True if the copy replaces the class, and its fixtures stay as they are.
    is_in_place: bool,
}

/// Returns the fewest statements of a donor that make the test pass, or why there are none.
pub(super) fn candidate<L: Lab>(
    lab: &mut L,
    program: &Program<'_>,
    sources: &Sources,
    donor: &Donor<'_>,
) -> Result<Result<Candidate, String>, L::Error> {
    let separate = candidate_of(lab, program, sources, donor, false)?;
    // State in the donor's class itself is not that of a copy with another name.
    match separate {
        Err(_) if donor.test.class == donor.behind.class => candidate_of(lab, program, sources, donor, true),
        found => Ok(found),
    }
}

fn candidate_of<L: Lab>(
    lab: &mut L,
    program: &Program<'_>,
    sources: &Sources,
    donor: &Donor<'_>,
    is_in_place: bool,
) -> Result<Result<Candidate, String>, L::Error> {
    let variants = match Variants::of(sources, donor.test, is_in_place) {
        Ok(variants) => variants,
        Err(reason) => return Ok(Err(reason)),
    };
    let all: Vec<usize> = (0..variants.statements.len()).collect();
    let mut tries = 0;
    let mut works = |lab: &mut L, chosen: &[usize]| -> Result<bool, L::Error> {
        tries += 1;
        let (source, test) = variants.with(chosen, donor.test, tries);
        let built = lab.compile(&[source])?;
        let Some(place) = built.place else { return Ok(false) };
        let order: Vec<TestId> = donor.before.iter().cloned().chain([test, donor.behind.clone()]).collect();
        let outcomes = lab.run(&[order], &[place], donor.freshness)?;
        Ok(outcomes[0].last() == Some(&Outcome::Passed))
    };
    if !works(lab, &all)? {
        return Ok(Err(format!("the statements of {} alone do not do it", donor.test)));
    }
    let fewest = if works(lab, &[])? { Vec::new() } else { minimize(&all, |chosen| works(lab, chosen))? };
    if fewest.is_empty() {
        return Ok(Err(format!("it is not a statement of {} that does it", donor.test)));
    }
    if fewest.len() > LONGEST {
        return Ok(Err(format!("{} statements of {} are needed", fewest.len(), donor.test)));
    }
    Ok(Ok(variants.candidate(program, &fewest)))
}

impl Variants {
    fn of(sources: &Sources, test: &TestId, is_in_place: bool) -> Result<Variants, String> {
        let (_, file) = sources.file_of(&test.class).map_err(|error| error.to_string())?;
        let class = file.class(&test.class).map_err(|error| error.to_string())?.clone();
        let method = class.methods_named(&test.method).next().cloned();
        let method = method.ok_or_else(|| format!("{test} is declared in another class"))?;
        if method.parameters > 0 {
            return Err(format!("{test} has parameters"));
        }
        let (mut before, mut after) =
            (file.fixtures(&class, When::BeforeEach), file.fixtures(&class, When::AfterEach));
        if is_in_place {
            (before, after) = (Vec::new(), Vec::new());
        }
        let mut statements = Vec::new();
        for method in before.iter().copied().chain([&method]).chain(after.iter().copied()) {
            let moved = method
                .statements
                .iter()
                .filter(|one| !matches!(one.kind, StatementKind::Super(_) | StatementKind::Leaves));
            statements.extend(moved.map(|one| one.range.clone()));
        }
        if statements.is_empty() || statements.len() > MOST_STATEMENTS {
            return Err(format!("{test} has {} statements", statements.len()));
        }
        let fixtures = before.iter().chain(&after).filter_map(|method| method.body.clone()).collect();
        Ok(Variants { class, method, fixtures, statements, is_in_place, file })
    }

    /// A copy of the class with other statements in the test, and no others in its fixtures.
    fn with(&self, chosen: &[usize], test: &TestId, number: usize) -> (Source, TestId) {
        let body = self.method.body.clone().unwrap_or_default();
        let text: String =
            chosen.iter().map(|at| format!("{}\n", self.file.slice(&self.statements[*at]))).collect();
        // Exceptions of any type may leave the statements of fixtures.
        let mut parts = vec![(body, format!("{{\n{text}}}"))];
        parts.extend(self.fixtures.iter().map(|fixture| (fixture.clone(), "{ }".to_owned())));
        if self.method.throws.is_empty() {
            let at = self.method.body.as_ref().map_or(0, |body| body.start);
            parts[0] = (at..parts[0].0.end, format!("throws Exception {}", parts[0].1));
        }
        let changed = self.file.replaced(&parts);
        // A class of its own, so that the donor's class may run as it is before and behind it.
        let package = self.file.package();
        let simple = test.class.strip_prefix(package).unwrap_or(&test.class).trim_start_matches('.');
        let top = simple.split('$').next().unwrap_or(simple);
        let renamed = if self.is_in_place { top.to_owned() } else { format!("{top}Part{number}") };
        let text = match SourceFile::parse(&changed) {
            Ok(file) if !self.is_in_place => file.renamed(top, &renamed),
            _ => changed,
        };
        let rest = &simple[top.len()..];
        let class = match package {
            "" => format!("{renamed}{rest}"),
            package => format!("{package}.{renamed}{rest}"),
        };
        let directory =
            if package.is_empty() { String::new() } else { format!("{}/", package.replace('.', "/")) };
        let source = Source { name: format!("{directory}{renamed}.java"), text };
        (source, TestId { class, method: test.method.clone(), parameters: None })
    }

    fn candidate(&self, program: &Program<'_>, chosen: &[usize]) -> Candidate {
        let resolve = |name: &str| self.resolve(program, name);
        // Constants of the donor's class go with the statements.
        let mut constants = BTreeMap::new();
        for field in self.class.fields.iter().filter(|field| field.is_static && field.is_final) {
            let value = field.value.as_ref().map(|value| self.file.slice(value));
            if let Some(value) = value.filter(|value| value.starts_with('"') || value.parse::<i64>().is_ok())
            {
                constants.insert(field.name.clone(), value.to_owned());
            }
        }
        let statements: Vec<Snippet> =
            chosen.iter().map(|at| self.file.snippet(&self.statements[*at], &resolve, &constants)).collect();
        let throws = !self.method.throws.is_empty();
        Candidate { origin: Origin::Borrowed, statements, saved: None, throws, state: String::new(), rank: 0 }
    }

    /// The class that a simple name means in the file.
    fn resolve(&self, program: &Program<'_>, name: &str) -> Option<ClassName> {
        let explicit =
            self.file.imports().iter().find(|import| !import.is_static && import.simple_name() == Some(name));
        if let Some(import) = explicit {
            return Some(class_name(&import.name));
        }
        if let Some(own) = self.file.classes().iter().find(|class| class.name == name) {
            return Some(class_name(&own.binary_name.replace('$', ".")));
        }
        let wildcards = self.file.imports().iter().filter(|import| import.is_wildcard && !import.is_static);
        let mut packages =
            std::iter::once(self.file.package()).chain(wildcards.map(|import| import.name.as_str()));
        packages.find_map(|package| {
            let internal = if package.is_empty() {
                name.to_owned()
            } else {
                format!("{}/{name}", package.replace('.', "/"))
            };
            program.world.class_id(&internal).map(|_| ClassName::new(package, &[name]))
        })
    }
}
