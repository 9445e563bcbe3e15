//! Names of classes in a source file, with its imports.

use std::collections::BTreeMap;

use reenact_world::{ClassId, Nesting, World};

/// The names that one source file uses.
pub struct Names<'w> {
    world: &'w World,
    package: String,
    /// Simple names with the qualified ones that they stand for.
    imports: BTreeMap<String, String>,
}

impl<'w> Names<'w> {
    pub fn new(world: &'w World, package: &str, taken: &[&str]) -> Names<'w> {
        let mut imports = BTreeMap::new();
        for &name in taken {
            imports.insert(name.to_owned(), join(package, name));
        }
        Names { world, package: package.to_owned(), imports }
    }

    /// A class by its qualified name.
    pub fn import(&mut self, qualified: &str) -> String {
        let simple = qualified.rsplit('.').next().unwrap_or(qualified).to_owned();
        match self.imports.get(&simple) {
            Some(known) if known == qualified => simple,
            Some(_) => qualified.to_owned(),
            None => {
                self.imports.insert(simple.clone(), qualified.to_owned());
                simple
            }
        }
    }

    pub fn class(&mut self, class: ClassId) -> String {
        let view = self.world.view(class);
        if view.nesting() == Nesting::Member
            && let Some(outer) = view.outer_name().and_then(|outer| self.world.class_id(&outer.to_str()))
            && let Some(simple) = view.simple_name()
        {
            return format!("{}.{}", self.class(outer), simple.to_str());
        }
        self.import(&view.binary_name())
    }

    /// A type by its descriptor.
    pub fn descriptor(&mut self, descriptor: &str) -> String {
        match descriptor.as_bytes().first() {
            Some(b'[') => format!("{}[]", self.descriptor(&descriptor[1..])),
            Some(b'L') => {
                let name = descriptor[1..].trim_end_matches(';');
                match self.world.class_id(name) {
                    Some(class) => self.class(class),
                    None => name.replace(['/', '$'], "."),
                }
            }
            Some(b'Z') => "boolean".to_owned(),
            Some(b'B') => "byte".to_owned(),
            Some(b'C') => "char".to_owned(),
            Some(b'S') => "short".to_owned(),
            Some(b'I') => "int".to_owned(),
            Some(b'J') => "long".to_owned(),
            Some(b'F') => "float".to_owned(),
            Some(b'D') => "double".to_owned(),
            _ => "void".to_owned(),
        }
    }

    /// The package and the imports, each group followed by an empty line.
    pub fn head(&self, static_imports: &[&str]) -> String {
        let mut out = String::new();
        if !self.package.is_empty() {
            out.push_str(&format!("package {};\n\n", self.package));
        }
        for name in static_imports {
            out.push_str(&format!("import static {name};\n"));
        }
        if !static_imports.is_empty() {
            out.push('\n');
        }
        let is_imported = |qualified: &&String| {
            let package = qualified.rsplit_once('.').map_or("", |(package, _)| package);
            package != self.package && package != "java.lang" && !package.is_empty()
        };
        let mut imports: Vec<&String> = self.imports.values().filter(is_imported).collect();
        imports.sort();
        for name in &imports {
            out.push_str(&format!("import {name};\n"));
        }
        if !imports.is_empty() {
            out.push('\n');
        }
        out
    }
}

pub fn join(package: &str, name: &str) -> String {
    if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") }
}
