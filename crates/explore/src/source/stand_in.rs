//! Stand-in classes as Java.

use std::collections::{BTreeMap, BTreeSet};

use reenact_world::{MethodId, NameAndTypeId};

use super::SourceFile;
use super::names::Names;
use crate::input::{Input, Object, Shape, Value};
use crate::types::Types;

/// A stand-in class of a set of inputs.
#[derive(Clone, Debug)]
pub struct StandInClass {
    /// Simple name.
    pub name: String,
    pub source: SourceFile,
    /// The fields with the answers of methods, and whether each is an array.
    pub fields: BTreeMap<NameAndTypeId, (String, bool)>,
}

/// The stand-in classes of inputs. With `scripted`, every answer is an array of what each call returns; otherwise a method
/// that has one answer in each input always returns it.
/// Names in `taken` are not used again, and the new ones are added.
pub fn stand_ins(
    types: Types<'_>,
    inputs: &[&Input],
    scripted: bool,
    taken: &mut BTreeSet<String>,
) -> BTreeMap<Shape, StandInClass> {
    let mut answers: BTreeMap<Shape, BTreeMap<NameAndTypeId, usize>> = BTreeMap::new();
    for input in inputs {
        for index in input.reachable() {
            if let Object::StandIn { shape, answers: own } = &input.objects[index] {
                let known = answers.entry(shape.clone()).or_default();
                for (method, list) in own {
                    let longest = known.entry(*method).or_default();
                    *longest = (*longest).max(list.len());
                }
            }
        }
        for value in &input.arguments {
            if let Value::StandInClass(shape) = value {
                answers.entry(shape.clone()).or_default();
            }
        }
    }
    answers
        .into_iter()
        .map(|(shape, methods)| {
            let name = name(types, &shape, taken);
            let class = write(types, &shape, name, &methods, scripted);
            (shape, class)
        })
        .collect()
}

fn name(types: Types<'_>, shape: &Shape, taken: &mut BTreeSet<String>) -> String {
    let simple = |class: reenact_world::ClassId| {
        let view = types.world.view(class);
        view.simple_name().map_or_else(String::new, |name| name.to_str().into_owned())
    };
    let parts: Vec<String> =
        shape.superclass.iter().chain(&shape.interfaces).map(|&class| simple(class)).collect();
    let mut stem = if parts.is_empty() { String::new() } else { parts.join("And") };
    for &annotation in &shape.annotations {
        stem = format!("{}{stem}", simple(annotation));
    }
    let stem = format!("{stem}StandIn");
    let mut name = stem.clone();
    let mut number = 2;
    while !taken.insert(name.clone()) {
        name = format!("{stem}{number}");
        number += 1;
    }
    name
}

fn write(
    types: Types<'_>,
    shape: &Shape,
    name: String,
    answers: &BTreeMap<NameAndTypeId, usize>,
    scripted: bool,
) -> StandInClass {
    let world = types.world;
    let package = world.view(types.viewpoint).package().to_str().replace('/', ".");
    let mut names = Names::new(world, &package, &[&name]);
    let mut body = String::new();
    let mut fields = BTreeMap::new();
    let mut methods = String::new();
    let mut taken = BTreeSet::new();
    let mut implemented = types.to_implement(shape).unwrap_or_default();
    for &pair in answers.keys() {
        if !implemented.iter().any(|&method| world.view(method).name_and_type() == pair) {
            implemented.extend(types.overridable(shape, pair));
        }
    }
    for method in implemented {
        let view = world.view(method);
        let pair = view.name_and_type();
        let field = answers.get(&pair).map(|&longest| {
            let mut field = view.name().to_str().into_owned();
            while !taken.insert(field.clone()) {
                field.push('_');
            }
            let is_array = scripted || longest > 1;
            fields.insert(pair, (field.clone(), is_array));
            (field, is_array)
        });
        methods.push_str(&self::method(&mut names, types, method, field.as_ref(), &mut body));
    }
    let superclass = shape.superclass.map(|class| names.class(class));
    let interfaces: Vec<String> = shape.interfaces.iter().map(|&class| names.class(class)).collect();
    let mut declaration = String::new();
    for &annotation in &shape.annotations {
        declaration.push_str(&format!("@{}\n", names.class(annotation)));
    }
    declaration.push_str(&format!("class {name}"));
    if let Some(superclass) = &superclass {
        declaration.push_str(&format!(" extends {superclass}"));
    }
    if !interfaces.is_empty() {
        declaration.push_str(&format!(" implements {}", interfaces.join(", ")));
    }
    let constructor =
        shape.superclass.and_then(|class| types.constructor(class, true)).and_then(|constructor| {
            let descriptor = world.view(constructor).parsed_descriptor()?;
            let defaults: Vec<String> = descriptor
                .parameters()
                .map(|parameter| {
                    let text = parameter.descriptor().to_str();
                    match parameter.is_reference() {
                        true if text == "Ljava/lang/String;" => "\"\"".to_owned(),
                        true => format!("({}) null", names.descriptor(&text)),
                        false => zero(&text),
                    }
                })
                .collect();
            let throws: Vec<String> = world
                .view(constructor)
                .exceptions()
                .filter_map(|exception| world.class_id(&exception.to_str()))
                .map(|exception| names.class(exception))
                .collect();
            let throws =
                if throws.is_empty() { String::new() } else { format!(" throws {}", throws.join(", ")) };
            (!defaults.is_empty() || !throws.is_empty()).then(|| {
                format!("\n    {name}(){throws} {{\n        super({});\n    }}\n", defaults.join(", "))
            })
        });
    let whole: Vec<String> = superclass.into_iter().chain(interfaces).collect();
    let whole = if whole.is_empty() {
        "A class".to_owned()
    } else {
        format!("Stands in for {}", whole.join(" and "))
    };
    let text = format!(
        "{}/** {whole}. */\n{declaration} {{\n{}{}{}}}\n",
        names.head(&[]),
        body,
        constructor.unwrap_or_default(),
        methods
    );
    let text = text.replace("{\n\n", "{\n");
    let path = format!("{}.java", super::names::join(&package, &name).replace('.', "/"));
    StandInClass { name, source: SourceFile { path, text }, fields }
}

fn method(
    names: &mut Names<'_>,
    types: Types<'_>,
    method: MethodId,
    field: Option<&(String, bool)>,
    fields: &mut String,
) -> String {
    let view = types.world.view(method);
    let descriptor = view.descriptor().to_str().into_owned();
    let result = descriptor[descriptor.find(')').map_or(0, |at| at + 1)..].to_owned();
    let parsed = view.parsed_descriptor();
    let parameters: Vec<String> = parsed
        .iter()
        .flat_map(|descriptor| descriptor.parameters())
        .enumerate()
        .map(|(index, parameter)| format!("{} a{index}", names.descriptor(&parameter.descriptor().to_str())))
        .collect();
    let (name, kind) = (view.name().to_str().into_owned(), names.descriptor(&result));
    let access = if view.access_flags().is_protected() {
        "protected "
    } else if view.access_flags().is_public() {
        "public "
    } else {
        ""
    };
    let zero = zero(&result);
    let body = match (field, &*result) {
        (_, "V") => String::new(),
        (None, _) => format!("        return {zero};\n"),
        (Some((field, false)), _) => {
            fields.push_str(&format!("    {kind} {field};\n"));
            format!("        return {field};\n")
        }
        (Some((field, true)), _) => {
            fields.push_str(&format!("    {kind}[] {field} = {{}};\n    private int {field}Calls;\n"));
            format!("        return {field}Calls < {field}.length ? {field}[{field}Calls++] : {zero};\n")
        }
    };
    let list = parameters.join(", ");
    match body.is_empty() {
        true => format!("\n    @Override\n    {access}{kind} {name}({list}) {{}}\n"),
        false => format!("\n    @Override\n    {access}{kind} {name}({list}) {{\n{body}    }}\n"),
    }
}

/// Zero, false or null, by a descriptor.
pub fn zero(descriptor: &str) -> String {
    match descriptor.as_bytes().first() {
        Some(b'Z') => "false",
        Some(b'L' | b'[') => "null",
        _ => "0",
    }
    .to_owned()
}
