//! Whole files.

use super::Writer;
use crate::layout::Doc;
use crate::model::{ClassName, CompilationUnit};
use crate::style::RenderError;

/// A file as a document; with the counts of the first time over it, or with what follows from them.
pub(crate) fn unit(writer: &mut Writer<'_>, unit: &CompilationUnit) -> Doc {
    let types: Vec<Doc> = unit.types.iter().map(|class| writer.class_declaration(class)).collect();
    let mut parts: Vec<Vec<Doc>> = Vec::new();
    if let Some(header) = &unit.header {
        parts.push(writer.comment(header));
    }
    if !unit.package.is_empty() {
        parts.push(vec![format!("package {};", qualified(writer, &unit.package)).into()]);
    }
    let scope = writer.scope;
    let mut static_imports: Vec<String> = scope
        .imported_methods()
        .map(|(method, class)| {
            let method = writer.identifier(method);
            format!("import static {}.{method};", canonical(writer, class))
        })
        .collect();
    static_imports.sort();
    let mut imports: Vec<String> =
        scope.imports().map(|class| format!("import {};", canonical(writer, class))).collect();
    imports.sort();
    parts.push(static_imports.into_iter().map(Doc::from).collect());
    parts.push(imports.into_iter().map(Doc::from).collect());
    parts.extend(types.into_iter().map(|class| vec![class]));
    let reachable = |class: &&ClassName| !class.package().is_empty() || unit.package.is_empty();
    if let Some(class) = writer.usage.classes.keys().find(|class| !reachable(class)) {
        let class = crate::style::printable(&class.to_string());
        writer.fail(RenderError::UnnamedPackage { class, package: unit.package.clone() });
    }
    parts.retain(|part| !part.is_empty());
    let parts = parts.into_iter().map(|lines| Doc::join(lines, Doc::SoftLine)).collect();
    let blank_line = Doc::Concat(vec![Doc::SoftLine, Doc::SoftLine]);
    Doc::broken(vec![Doc::join(parts, blank_line)])
}

/// A class as an import names it.
fn canonical(writer: &mut Writer<'_>, class: &ClassName) -> String {
    let mut parts = Vec::new();
    if !class.package().is_empty() {
        parts.push(qualified(writer, class.package()));
    }
    parts.extend(class.names().iter().map(|name| writer.type_identifier(name)));
    parts.join(".")
}

fn qualified(writer: &mut Writer<'_>, package: &str) -> String {
    let parts: Vec<String> = package.split('.').map(|part| writer.identifier(part)).collect();
    parts.join(".")
}
