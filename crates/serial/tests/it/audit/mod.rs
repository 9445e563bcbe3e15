//! Findings of small Java programs, beside the line of the member or class that they are about.
//!
//! `// finding: CODE` on the line of a class, field, method or constructor; what has no comment has no finding.
//! `serial-version-missing` is left out unless the file has it in a comment.

mod each;

use std::sync::LazyLock;

use reenact_base::finding::{Finding, Subject};
use reenact_serial::audit::audit;
use reenact_serial::check::check_forms;
use reenact_serial::form::{Caller, FormReader, Modules};
use reenact_testkit::{Expectation, Fixture, check};
use reenact_world::World;

use crate::support::{Targets, line_of, targets};

/// All targets, compiled together and audited once for all tests of this process.
static TARGETS: LazyLock<(Targets, Vec<Vec<Expectation>>)> = LazyLock::new(|| {
    let targets = Targets::compile("audit", &targets("audit"));
    let found = targets.worlds.iter().map(|world| found(&targets.fixture, world)).collect();
    (targets, found)
});

fn found(fixture: &Fixture, world: &World) -> Vec<Expectation> {
    let own: Vec<usize> = vec![1];
    let mut findings = audit(world, &own).findings;
    let reader = FormReader::new(world);
    findings.extend(check_forms(&reader, &Modules::of(world), &Caller::Elsewhere, &own).findings);
    findings.iter().map(|finding| expectation(fixture, world, finding)).collect()
}

fn check_target(name: &str) {
    let (targets, found) = &*TARGETS;
    let is_own = |one: &Expectation| targets.is_part(&one.file, name);
    let expected: Vec<Expectation> =
        targets.fixture.expectations(&["finding"]).into_iter().filter(is_own).collect();
    let asks_for_versions = expected.iter().any(|one| one.text == "serial-version-missing");
    let is_asked = |one: &&Expectation| asks_for_versions || one.text != "serial-version-missing";
    for found in found {
        check(found.iter().filter(|one| is_own(one)).filter(is_asked).cloned(), expected.clone());
    }
}

#[test]
fn list_of_targets() {
    crate::check_targets!("audit", each::ITEMS, "tests/it/audit/each.rs");
}

fn expectation(fixture: &Fixture, world: &World, finding: &Finding) -> Expectation {
    let subject = finding.subject.name();
    let (class, member) = subject.split_once('#').unwrap_or((subject, ""));
    let internal = class.replace('.', "/");
    let view = world.class(&internal).expect("the class of a finding");
    let file = format!("{}/{}", view.package(), view.source_file().unwrap());
    let simple = view.simple_name().unwrap_or_else(|| panic!("{finding:?}")).to_string();
    let name = member.split('(').next().unwrap_or_default();
    let texts: Vec<String> = match (&finding.subject, name) {
        (Subject::Class(_), _) => ["class", "record", "enum", "interface"]
            .iter()
            .flat_map(|word| [" ", "(", "<"].map(|end| format!("{word} {simple}{end}")))
            .collect(),
        (_, "<init>") => vec![format!(" {simple}(")],
        (_, name) if member.contains('(') => vec![format!(" {name}(")],
        (_, name) => vec![format!(" {name};"), format!(" {name} ="), format!(" {name},")],
    };
    // Names may occur in several classes of a file: from the class's own line on.
    let start = line_of(
        fixture,
        &file,
        &["class", "record", "enum", "interface"]
            .iter()
            .flat_map(|word| [" ", "(", "<"].map(|end| format!("{word} {simple}{end}")))
            .collect::<Vec<_>>(),
    );
    let source = fixture.files().iter().find(|source| source.path == file).unwrap();
    let line = (1..)
        .zip(source.text.lines())
        .filter(|(line, _)| *line >= start)
        .find(|(_, line)| {
            let code = line.split("//").next().unwrap_or_default();
            texts.iter().any(|text| code.contains(text.as_str()))
        })
        .unwrap_or_else(|| panic!("no line of {file} has {texts:?} ({finding:?})"))
        .0;
    Expectation { file, line, kind: "finding".to_owned(), text: finding.code.name().to_owned() }
}
