//! The class model's answers about declared members.

use reenact_world::{ClassView, MethodView};

use super::lines::{Escaped, FieldKey, Lines, MethodKey};
use super::model::Model;

pub(super) fn facts(model: &Model<'_>, view: ClassView<'_>, lines: &mut Lines) {
    for field in view.fields() {
        let flags = field.access_flags().0 & FIELD_MODIFIERS;
        let key = FieldKey(field);
        match field.signature() {
            Some(signature) => lines.fact("field", &key, format_args!("{flags:x} {}", Escaped(signature))),
            None => lines.fact("field", &key, format_args!("{flags:x}")),
        }
        model.annotations(lines, "field-annotations", &key, field.annotation_uses());
    }
    for method in view.methods() {
        if method.is_constructor() {
            executable(model, method, lines, "constructor", "constructor-annotations");
        } else if !method.is_class_initialiser() {
            executable(model, method, lines, "method", "method-annotations");
            parameters(model, method, lines);
        }
    }
}

/// The flags of fields that there are (JVMS table 4.5-A).
const FIELD_MODIFIERS: u16 = 0x50df;
/// The flags of methods that there are (JVMS table 4.6-A).
const METHOD_MODIFIERS: u16 = 0x1dff;

fn executable(
    model: &Model<'_>,
    method: MethodView<'_>,
    lines: &mut Lines,
    kind: &str,
    annotations_kind: &str,
) {
    let key = MethodKey(method);
    let flags = format!("{:x}", method.access_flags().0 & METHOD_MODIFIERS);
    let signature = method.signature().map(|signature| Escaped(signature).to_string());
    let exceptions = method.exceptions().map(|name| format!("throws {}", Escaped(name)));
    lines.list(kind, &key, std::iter::once(flags).chain(signature).chain(exceptions));
    model.annotations(lines, annotations_kind, &key, method.annotation_uses());
}

fn parameters(model: &Model<'_>, method: MethodView<'_>, lines: &mut Lines) {
    let uses = method.parameter_annotation_uses();
    let shown: Vec<String> = uses
        .iter()
        .flat_map(|(position, used)| {
            model.shown(std::slice::from_ref(used)).map(move |name| format!("{position}:{name}"))
        })
        .collect();
    if !shown.is_empty() {
        lines.list("parameter-annotations", MethodKey(method), shown);
    }
}
