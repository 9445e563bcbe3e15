//! The elements that an iterator of the JDK has left.
//!
//! They are known where the recording has the collection and the position in it. Tests ask for them one by one:
//! `assertEquals("a", names.next())`, and `assertFalse(names.hasNext())` at the end.

use reenact_heap::{Forms, Node, NodeId, Value};

/// Iterators that wrap others; a damaged graph may have them in a ring.
const DEEPEST: usize = 8;

/// The rest of an iteration.
pub(crate) struct Remaining {
    pub elements: Vec<Value>,
    /// Whether it is an `Enumeration`.
    pub is_enumeration: bool,
}

/// Returns the elements that an iterator or enumeration has left; `None` if it is neither or that is not known.
pub(crate) fn remaining(forms: &Forms<'_>, node: NodeId) -> Option<Remaining> {
    let name = class_name(forms, node)?;
    let is_enumeration = matches!(name, "java/util/Collections$3" | "java/util/Vector$1");
    Some(Remaining { elements: elements(forms, node, DEEPEST)?, is_enumeration })
}

fn elements(forms: &Forms<'_>, node: NodeId, depth: usize) -> Option<Vec<Value>> {
    let depth = depth.checked_sub(1)?;
    let after = |of: &str, position: &str| {
        let Value::Reference(of) = field(forms, node, of)? else { return None };
        let Value::Int(position) = field(forms, node, position)? else { return None };
        let all = forms.elements(of)?;
        Some(all.get(usize::try_from(position).ok()?..)?.to_vec())
    };
    match class_name(forms, node)? {
        "java/util/ArrayList$Itr" | "java/util/ArrayList$ListItr" => after("this$0", "cursor"),
        "java/util/ImmutableCollections$ListItr" => after("list", "cursor"),
        "java/util/Arrays$ArrayItr" => after("a", "cursor"),
        "java/util/LinkedList$ListItr" => after("this$0", "nextIndex"),
        "java/util/Vector$1" => after("this$0", "count"),
        "java/util/Collections$UnmodifiableCollection$1" | "java/util/Collections$3" => {
            let Value::Reference(inner) = field(forms, node, "i")? else { return None };
            elements(forms, inner, depth)
        }
        "java/util/Collections$EmptyIterator" => Some(Vec::new()),
        "java/util/Collections$1" => match field(forms, node, "hasNext")? {
            Value::Boolean(true) => Some(vec![field(forms, node, "val$e")?]),
            _ => Some(Vec::new()),
        },
        "java/util/LinkedHashMap$LinkedKeyIterator" | "java/util/HashMap$KeyIterator" => {
            untouched(forms, node, "current")
        }
        "java/util/TreeMap$KeyIterator" => untouched(forms, node, "lastReturned"),
        _ => None,
    }
}

/// The keys of a map whose iterator has not given any of them yet.
fn untouched(forms: &Forms<'_>, node: NodeId, given: &str) -> Option<Vec<Value>> {
    let is_untouched = field(forms, node, given)? == Value::Null
        && field(forms, node, "reversed").is_none_or(|reversed| reversed == Value::Boolean(false));
    let has_next = field(forms, node, "next")? != Value::Null;
    let Value::Reference(map) = field(forms, node, "this$0")? else { return None };
    let keys = forms.elements(map)?;
    (is_untouched && has_next != keys.is_empty()).then_some(keys)
}

fn class_name<'f>(forms: &Forms<'f>, node: NodeId) -> Option<&'f str> {
    let Node::Object { class, .. } = forms.graph().try_get(node)? else { return None };
    Some(&forms.classes().try_get(*class)?.name)
}

fn field(forms: &Forms<'_>, node: NodeId, name: &str) -> Option<Value> {
    let Node::Object { class, fields } = forms.graph().try_get(node)? else { return None };
    forms.classes().try_get(*class)?;
    let all = forms.classes().all_fields(*class);
    let at = all.iter().position(|(_, field)| *field.name == *name)?;
    fields.get(at).copied()
}
