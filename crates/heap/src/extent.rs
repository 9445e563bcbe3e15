//! How much a captured state is: its objects, and the lines that it would take as JSON or as XML.
//!
//! Tests that load their objects from data have that data beside them. How long it would be follows from the graph: as
//! Jackson prints it, a line for every field and two for the braces of an object, arrays in a row, and a shared
//! object wherever it is referred to; as XStream does, a line for every value, two for the tags of what has parts, and
//! an object once, other references to it as such. Both leave out nothing, as the fields are.

use reenact_base::Id;

use crate::graph::NodeId;
use crate::logical::{Forms, LogicalForm};
use crate::parts::{Label, parts};
use crate::path::Step;
use crate::value::{PrimitiveArray, Value};

/// See the module's text.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Extent {
    /// Objects, without strings and other plain values.
    pub objects: u64,
    /// Roots that are objects: each is a document of its own.
    pub documents: u64,
    pub json_lines: u64,
    pub xml_lines: u64,
}

/// What is to be written of a node.
struct Shape {
    kind: Kind,
    children: Vec<Value>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// In one line, whatever it is.
    Plain,
    /// Numbers or truth values.
    Primitives(u64),
    /// Values one after the other.
    Row,
    /// Keys, which are plain in JSON, and values, in turn.
    Map,
    /// Fields with names.
    Object,
}

/// The lines of a node in JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    New,
    Open,
    Known(u64),
}

/// How much the state behind some roots is.
pub fn extent(forms: &Forms<'_>, roots: &[Value]) -> Extent {
    let mut extent = Extent::default();
    let mut json = vec![Lines::New; forms.graph().len()];
    for &root in roots {
        let Value::Reference(node) = root else { continue };
        let Some(shape) = shape(forms, node) else { continue };
        if shape.kind == Kind::Plain {
            continue;
        }
        extent.documents += 1;
        extent.xml_lines += u64::from(json.get(node.index()) != Some(&Lines::New));
        walk(forms, node, &mut json, &mut extent);
        extent.json_lines = extent.json_lines.saturating_add(known(&json, root));
    }
    extent
}

/// Visits what has not been visited, without recursion: lists may be as long as a graph may be big.
fn walk(forms: &Forms<'_>, root: NodeId, json: &mut [Lines], extent: &mut Extent) {
    let mut open: Vec<(NodeId, Shape, usize)> = Vec::new();
    let enter = |node: NodeId, json: &mut [Lines], extent: &mut Extent| {
        let shape = shape(forms, node)?;
        json[node.index()] = Lines::Open;
        extent.objects += u64::from(shape.kind != Kind::Plain);
        extent.xml_lines += xml_lines(&shape);
        Some((node, shape, 0))
    };
    if json.get(root.index()) == Some(&Lines::New) {
        open.extend(enter(root, json, extent));
    }
    while let Some((node, shape, next)) = open.last_mut() {
        match shape.children.get(*next).copied() {
            Some(Value::Reference(child)) => {
                *next += 1;
                match json.get(child.index()) {
                    Some(Lines::New) => open.extend(enter(child, json, extent)),
                    _ => extent.xml_lines += 1,
                }
            }
            Some(_) => *next += 1,
            None => {
                let lines = json_lines(shape, json);
                json[node.index()] = Lines::Known(lines);
                open.pop();
            }
        }
    }
}

/// Lines of a value in JSON. An object within itself is told by its number.
fn known(json: &[Lines], value: Value) -> u64 {
    let Value::Reference(node) = value else { return 1 };
    match json.get(node.index()) {
        Some(Lines::Known(lines)) => *lines,
        _ => 1,
    }
}

fn json_lines(shape: &Shape, json: &[Lines]) -> u64 {
    let each = |values: &mut dyn Iterator<Item = &Value>| {
        values.fold(0u64, |sum, value| sum.saturating_add(known(json, *value)))
    };
    match shape.kind {
        Kind::Plain | Kind::Primitives(_) => 1,
        // The next one begins where the last one ends.
        Kind::Row => (each(&mut shape.children.iter()) - shape.children.len() as u64).saturating_add(1),
        _ if shape.children.is_empty() => 1,
        Kind::Map => 2u64.saturating_add(each(&mut shape.children.iter().skip(1).step_by(2))),
        Kind::Object => 2u64.saturating_add(each(&mut shape.children.iter())),
    }
}

/// Lines of XML that are a node's own, values that are no references included.
fn xml_lines(shape: &Shape) -> u64 {
    let is_reference = |value: &&Value| matches!(value, Value::Reference(_));
    let references = shape.children.iter().filter(is_reference).count() as u64;
    let others = shape.children.len() as u64 - references;
    let nulls = shape.children.iter().filter(|value| matches!(value, Value::Null)).count() as u64;
    match shape.kind {
        Kind::Plain => 1,
        Kind::Primitives(0) => 1,
        Kind::Primitives(length) => 2 + length,
        _ if shape.children.is_empty() => 1,
        Kind::Row => 2 + others,
        Kind::Map => 2 + others + shape.children.len() as u64,
        // Fields that are null are left out.
        Kind::Object => 2 + others - nulls,
    }
}

fn shape(forms: &Forms<'_>, node: NodeId) -> Option<Shape> {
    let parts = parts(forms, node, None)?;
    let mut children: Vec<Value> = Vec::new();
    let kind = match &parts.label {
        Label::String(_) | Label::ClassObject(_) | Label::End { .. } => Kind::Plain,
        // Bytes and characters are written as text.
        Label::Primitives(PrimitiveArray::Byte(_) | PrimitiveArray::Char(_)) => Kind::Primitives(0),
        Label::Primitives(elements) => Kind::Primitives(elements.len() as u64),
        Label::Array { .. } => Kind::Row,
        Label::Object { .. } => Kind::Object,
        Label::Form { form: LogicalForm::Map { .. }, .. } => Kind::Map,
        Label::Form { form: LogicalForm::Boxed(_), .. } => Kind::Plain,
        Label::Form { form, .. } => {
            let is_collection = matches!(
                form,
                LogicalForm::List { .. } | LogicalForm::Set { .. } | LogicalForm::Queue { .. }
            );
            match parts.children.is_empty() && parts.members.is_empty() && !is_collection {
                true => Kind::Plain,
                false => Kind::Row,
            }
        }
    };
    match kind {
        Kind::Plain => {}
        Kind::Map => {
            for member in &parts.members {
                children.extend([member.key, member.value.unwrap_or(Value::Null)]);
            }
            let entries =
                parts.children.iter().filter(|(step, _)| matches!(step, Step::KeyAt(_) | Step::Key(_)));
            children.extend(entries.map(|(_, value)| *value));
        }
        _ => {
            children.extend(parts.members.iter().map(|member| member.key));
            children.extend(parts.children.iter().map(|(_, value)| *value));
        }
    }
    Some(Shape { kind, children })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Builder;

    fn check(builder: &Builder, roots: &[Value], expected: [u64; 4]) {
        let Extent { objects, documents, json_lines, xml_lines } =
            extent(&Forms::new(&builder.classes, &builder.graph), roots);
        assert_eq!([objects, documents, json_lines, xml_lines], expected);
    }

    /// ```text
    /// {                        <Point>
    ///   "x" : 1,                 <x>1</x>
    ///   "name" : "a",            <name>a</name>
    ///   "next" : null          </Point>
    /// }
    /// ```
    #[test]
    fn a_line_a_field_and_two_an_object() {
        let mut builder = Builder::new();
        let class = builder.class("Point", &["x:I", "name:Ljava/lang/String;", "next:LPoint;"]);
        let name = builder.string("a");
        let point = builder.object(class, &[Value::Int(1), name, Value::Null]);
        check(&builder, &[point, Value::Int(7), name], [1, 1, 5, 4]);
    }

    /// ```text
    /// {                        <Pair>
    ///   "left" : [ {             <left>
    ///     "x" : 1                  <P>
    ///   }, {                         <x>1</x>
    ///     "x" : 1                  </P>
    ///   } ],                       <P reference="../P"/>
    ///   "right" : 2              </left>
    /// }                          <right>2</right>
    ///                          </Pair>
    /// ```
    #[test]
    fn what_is_shared_is_written_again_in_json_and_named_in_xml() {
        let mut builder = Builder::new();
        let (inner, outer) =
            (builder.class("P", &["x:I"]), builder.class("Pair", &["left:Ljava/util/List;", "right:I"]));
        let shared = builder.object(inner, &[Value::Int(1)]);
        let list = builder.array_list(&[shared, shared]);
        let pair = builder.object(outer, &[list, Value::Int(2)]);
        check(&builder, &[pair], [3, 1, 8, 9]);
    }

    /// ```text
    /// {                        <map>
    ///   "k" : 1                  <entry>
    /// }                            <string>k</string>
    ///                              <int>1</int>
    ///                            </entry>
    ///                          </map>
    /// ```
    #[test]
    fn entries_of_maps() {
        let mut builder = Builder::new();
        let (key, value) = (builder.string("k"), builder.boxed(1));
        let map = builder.hash_map(4, &[(key, value)]);
        check(&builder, &[map], [1, 1, 3, 6]);
    }

    #[test]
    fn rings_come_to_an_end() {
        let mut builder = Builder::new();
        let class = builder.class("Ring", &["next:LRing;"]);
        let next = Value::Reference(NodeId::from_index(0));
        let ring = builder.object(class, &[next]);
        check(&builder, &[ring, ring], [1, 2, 6, 4]);
    }
}
