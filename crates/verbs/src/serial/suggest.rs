//! `reenact serial suggest`: a form for a class that declares none.

use std::fs;

use reenact_flow::paths::PathCache;
use reenact_report::serial::Suggested;
use reenact_serial::form::FormReader;
use reenact_serial::suggest::{Suggestion, suggest as suggest_form};
use reenact_world::{ClassView, Nesting, World};
use similar::TextDiff;

use super::{Error, Options, Program};
use crate::Progress;
use crate::analyze::Repository;

/// Suggests a serializer and a deserializer for a class, as a patch of its source if that is at hand.
pub fn suggest(options: &Options, class: &str, progress: &dyn Progress) -> Result<Suggested, Error> {
    let program = Program::read(options, progress)?;
    let view = program.class(class)?;
    let world = program.model.world();
    let name = view.binary_name();
    if let Ok(form) = FormReader::new(world).form(view.id()) {
        let versions = form.versions.len();
        return Err(Error::HasForm { class: name, versions });
    }
    if view.is_interface() || view.is_enum() || !view.is_instantiable() || view.is_platform() {
        let reason = if view.is_enum() { "is an enum, which has one" } else { "cannot have one" };
        return Err(Error::NoSuggestion { class: name, reason: reason.to_owned() });
    }
    if view.has_outer_instance() || matches!(view.nesting(), Nesting::Local | Nesting::Anonymous) {
        let reason = "is an inner class: make it a static nested class first".to_owned();
        return Err(Error::NoSuggestion { class: name, reason });
    }
    let suggestion = suggest_form(world, &PathCache::new(world), view.id());
    let mut repository = Repository::of(&program.classes);
    let file = view.source_file().map(|file| file.to_string());
    let path = file.and_then(|file| repository.path(&name, &file));
    let patch = path.as_ref().and_then(|path| {
        let source = fs::read_to_string(repository.root().join(path)).ok()?;
        patched(world, view, &suggestion, &source).map(|changed| diff(path, &source, &changed))
    });
    Ok(Suggested {
        class: name,
        constructor: suggestion.constructor.map(|method| world.view(method).to_string()),
        members: suggestion.members.clone(),
        left_out: suggestion.left_out.iter().map(|(field, reason)| format!("{field}: {reason}")).collect(),
        source: path,
        patch,
        checklist: suggestion.checklist,
    })
}

/// The source with the annotation on the constructor and the members before the last brace. Only a top-level class is patched
/// whose end is a brace at the beginning of a line, the last one of the file.
fn patched(world: &World, class: ClassView<'_>, suggestion: &Suggestion, source: &str) -> Option<String> {
    if class.nesting() != Nesting::TopLevel {
        return None;
    }
    let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
    let end = lines.iter().rposition(|line| line.trim_end() == "}")?;
    let mut members = Vec::new();
    for member in &suggestion.members {
        members.push(String::new());
        members.extend(
            member.lines().map(|line| if line.is_empty() { String::new() } else { format!("    {line}") }),
        );
    }
    lines.splice(end..end, members);
    if let Some(constructor) = suggestion.constructor {
        let first = world.lines(constructor).ok()?.starts().iter().map(|&(_, line)| line).min()?;
        let name = format!("{}(", class.simple_name()?);
        let declared = (0..usize::from(first).min(end)).rev().find(|&at| {
            let code = lines[at].split("//").next().unwrap_or_default();
            code.contains(&name) && !code.contains(&format!("new {name}"))
        })?;
        let indent: String = lines[declared].chars().take_while(|char| char.is_whitespace()).collect();
        lines.insert(declared, format!("{indent}@io.reenact.serial.Deserializer"));
    }
    Some(lines.join("\n") + "\n")
}

fn diff(path: &str, old: &str, new: &str) -> String {
    let (from, to) = (format!("a/{path}"), format!("b/{path}"));
    TextDiff::from_lines(old, new).unified_diff().header(&from, &to).to_string()
}
