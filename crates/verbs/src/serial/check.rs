//! `reenact serial check`: forms and Java serialization of a program.

use reenact_base::finding::{Finding, Location};
use reenact_report::serial::{CheckCounts, SerialCheck};
use reenact_serial::audit::audit;
use reenact_serial::check::check_forms;
use reenact_serial::form::{Caller, FormReader, Modules};

use super::{Error, Options, Program};
use crate::Progress;
use crate::analyze::Repository;

/// Checks the forms of the targets' classes, and audits what they do with Java serialization.
pub fn check(options: &Options, progress: &dyn Progress) -> Result<SerialCheck, Error> {
    let program = Program::read(options, progress)?;
    let world = program.model.world();
    progress.step("checking serial forms");
    let (reader, modules) = (FormReader::new(world), Modules::of(world));
    let forms = check_forms(&reader, &modules, &caller(options), program.model.own());
    progress.step("auditing Java serialization");
    let audit = audit(world, program.model.own());
    let counts = CheckCounts {
        classes: audit.counts.classes,
        forms: forms.classes,
        versions: forms.versions,
        serializable: audit.counts.serializable,
        externalizable: audit.counts.externalizable,
        incomplete: audit.counts.incomplete,
    };
    let mut repository = Repository::of(&program.classes);
    let findings = forms.findings.into_iter().chain(audit.findings);
    Ok(SerialCheck {
        targets: program.targets,
        jdk: program.model.jdk_version(),
        counts,
        findings: findings.map(|finding| in_repository(finding, &mut repository)).collect(),
        problems: program.problems,
    })
}

pub(super) fn caller(options: &Options) -> Caller {
    match &options.caller {
        Some(package) => Caller::Package(package.replace('.', "/")),
        None => Caller::Elsewhere,
    }
}

/// A finding with its place in the repository, if the source is there.
pub(super) fn in_repository(mut finding: Finding, repository: &mut Repository) -> Finding {
    if let Some(Location::Class { class, source: Some(source), line, .. }) = &finding.location
        && let Some(path) = repository.path(class, source)
    {
        finding.location = Some(Location::source(path, *line));
    }
    finding
}
