//! Lists, maps, iterators, optionals and builders that a run makes and uses: what they hold, as terms.
//!
//! The calls of a path are read in order. As long as all that happens to a container is known here, a result is one of the terms that
//! were put in. A container that an unknown method gets is forgotten.

use reenact_flow::body::Kind;
use reenact_flow::exec::Fresh;
use reenact_flow::term::{Constant, Term, TermId, Terms, UnaryOperator};
use rustc_hash::FxHashMap;

use crate::evaluate::Meaning;
use crate::input::Value;
use crate::models::{Model, TextModel};

/// The content of a container.
#[derive(Clone, Debug)]
enum Container {
    List(Vec<TermId>),
    /// Without an order that is known.
    Set(Vec<TermId>),
    Map {
        entries: Vec<(TermId, TermId)>,
        is_ordered: bool,
    },
    Iterator {
        items: Vec<TermId>,
        next: usize,
    },
    Entry(TermId, TermId),
    Optional(TermId),
    Text(Vec<TermId>),
}

/// The containers of a path, by the terms that stand for them.
#[derive(Clone, Debug, Default)]
pub struct Containers {
    all: FxHashMap<TermId, Container>,
    /// Entries of maps have no terms of their own.
    unnamed: u32,
}

/// A call, with what is known of its arguments.
pub struct Called<'c> {
    /// Internal name of the class that the reference names.
    pub class: &'c str,
    pub name: &'c str,
    pub descriptor: &'c str,
    pub arguments: &'c [TermId],
    /// The same as values, where the input determines them.
    pub values: &'c [Option<Value>],
    /// The term of the result.
    pub result: TermId,
}

const LISTS: &[&str] = &[
    "java/util/ArrayList",
    "java/util/LinkedList",
    "java/util/Vector",
    "java/util/ArrayDeque",
    "java/util/LinkedHashSet",
];
const SETS: &[&str] = &["java/util/HashSet", "java/util/TreeSet"];
const MAPS: &[&str] = &["java/util/HashMap", "java/util/TreeMap", "java/util/LinkedHashMap"];
const BUILDERS: &[&str] = &["java/lang/StringBuilder", "java/lang/StringBuffer"];

fn constant(value: i32) -> Meaning {
    Meaning::Logged(Some(Value::Int(value)))
}

impl Containers {
    /// The meaning of a call on a container; `None` if it is not one, or nothing is known of the call.
    pub fn call(&mut self, terms: &mut Terms, objects: &[Fresh], call: &Called<'_>) -> Option<Meaning> {
        if let Some(meaning) = self.make(terms, objects, call) {
            return Some(meaning);
        }
        let receiver = *call.arguments.first()?;
        let meaning = match self.all.get(&receiver).cloned() {
            Some(container) => self.on(terms, receiver, container, call),
            None => None,
        };
        if meaning.is_none() {
            self.forget(call.arguments);
        }
        meaning
    }

    /// Forgets containers that others may change.
    pub fn forget(&mut self, terms: &[TermId]) {
        for term in terms {
            self.all.remove(term);
        }
    }

    /// Constructors and factories.
    fn make(&mut self, terms: &mut Terms, objects: &[Fresh], call: &Called<'_>) -> Option<Meaning> {
        let nothing = Some(Meaning::Logged(None));
        let arguments = call.arguments;
        match (call.class, call.name) {
            ("java/util/Optional", "of" | "ofNullable") => {
                self.all.insert(call.result, Container::Optional(*arguments.first()?));
                nothing
            }
            ("java/util/Optional", "empty") => {
                self.all.insert(call.result, Container::Optional(Terms::null()));
                nothing
            }
            ("java/util/List", "of") if !call.descriptor.contains('[') => {
                self.all.insert(call.result, Container::List(arguments.to_vec()));
                nothing
            }
            ("java/util/Collections", "emptyList") => {
                self.all.insert(call.result, Container::List(Vec::new()));
                nothing
            }
            ("java/util/Collections", "singletonList") => {
                self.all.insert(call.result, Container::List(arguments.to_vec()));
                nothing
            }
            (class, "<init>") => {
                let Term::Fresh(number) = terms[*arguments.first()?] else { return None };
                let Fresh::Object(own) = objects.get(number as usize)? else { return None };
                if **own != *class {
                    return None;
                }
                let given = match (call.descriptor, arguments.get(1)) {
                    ("()V" | "(I)V", _) => Vec::new(),
                    ("(Ljava/lang/String;)V", Some(text)) if BUILDERS.contains(&class) => vec![*text],
                    ("(Ljava/util/Collection;)V", Some(other)) => match self.all.get(other)? {
                        Container::List(items) => items.clone(),
                        _ => return None,
                    },
                    _ => return None,
                };
                let container = if BUILDERS.contains(&class) {
                    Container::Text(given)
                } else if LISTS.contains(&class) {
                    Container::List(given)
                } else if SETS.contains(&class) {
                    Container::Set(given)
                } else if MAPS.contains(&class) {
                    Container::Map { entries: Vec::new(), is_ordered: class.ends_with("LinkedHashMap") }
                } else {
                    return None;
                };
                self.all.insert(arguments[0], container);
                nothing
            }
            _ => None,
        }
    }

    fn on(
        &mut self,
        terms: &mut Terms,
        receiver: TermId,
        container: Container,
        call: &Called<'_>,
    ) -> Option<Meaning> {
        match container {
            Container::List(items) => self.on_list(receiver, items, call, true),
            Container::Set(items) => self.on_list(receiver, items, call, false),
            Container::Map { entries, is_ordered } => self.on_map(terms, receiver, entries, is_ordered, call),
            Container::Iterator { items, next } => match call.name {
                "hasNext" => Some(constant((next < items.len()).into())),
                "next" => {
                    let item = *items.get(next)?;
                    self.all.insert(receiver, Container::Iterator { items, next: next + 1 });
                    Some(Meaning::Alias(item))
                }
                _ => None,
            },
            Container::Entry(key, value) => match call.name {
                "getKey" => Some(Meaning::Alias(key)),
                "getValue" => Some(Meaning::Alias(value)),
                _ => None,
            },
            Container::Optional(inner) => match call.name {
                "isPresent" => Some(Meaning::Model(Model::IsNotNull, vec![inner])),
                "isEmpty" => Some(Meaning::Model(Model::IsNull, vec![inner])),
                "get" | "orElseThrow" => Some(Meaning::Alias(inner)),
                "orElse" if inner == Terms::null() => Some(Meaning::Alias(*call.arguments.get(1)?)),
                "orElse" => Some(Meaning::Alias(inner)),
                _ => None,
            },
            Container::Text(parts) => self.on_text(terms, receiver, parts, call),
        }
    }

    fn on_list(
        &mut self,
        receiver: TermId,
        mut items: Vec<TermId>,
        call: &Called<'_>,
        is_ordered: bool,
    ) -> Option<Meaning> {
        let index = |position: usize| match call.values.get(position) {
            Some(Some(Value::Int(index))) => usize::try_from(*index).ok(),
            _ => None,
        };
        let first = call.arguments.get(1).copied();
        let takes_index = call.descriptor.starts_with("(I");
        let meaning = match (call.name, first) {
            ("size", None) => constant(items.len() as i32),
            ("isEmpty", None) => constant(items.is_empty().into()),
            ("contains", Some(item)) => Meaning::OneOf(item, items.clone()),
            ("add", Some(_)) if takes_index => {
                let at = index(1).filter(|&at| at <= items.len())?;
                items.insert(at, *call.arguments.get(2)?);
                Meaning::Logged(None)
            }
            // A set may have it already.
            ("add", Some(_)) if !is_ordered && !items.is_empty() => return None,
            ("add" | "addLast" | "offer" | "offerLast", Some(item)) => {
                items.push(item);
                constant(1)
            }
            ("push" | "addFirst" | "offerFirst", Some(item)) => {
                items.insert(0, item);
                Meaning::Logged(None)
            }
            ("get" | "elementAt", Some(_)) => Meaning::Alias(*items.get(index(1)?)?),
            ("set", Some(_)) => {
                let place = items.get_mut(index(1)?)?;
                Meaning::Alias(std::mem::replace(place, *call.arguments.get(2)?))
            }
            ("remove", Some(_)) if takes_index => {
                let at = index(1).filter(|&at| at < items.len())?;
                Meaning::Alias(items.remove(at))
            }
            ("poll" | "pop" | "remove" | "removeFirst" | "pollFirst", None) if !items.is_empty() => {
                Meaning::Alias(items.remove(0))
            }
            ("removeLast" | "pollLast", None) if !items.is_empty() => Meaning::Alias(items.pop()?),
            ("peek" | "peekFirst" | "getFirst" | "element", None) if !items.is_empty() => {
                Meaning::Alias(items[0])
            }
            ("peekLast" | "getLast", None) if !items.is_empty() => Meaning::Alias(*items.last()?),
            ("poll" | "peek" | "pollFirst" | "pollLast" | "peekFirst" | "peekLast", None) => {
                Meaning::Logged(Some(Value::Null))
            }
            ("clear", None) => {
                items.clear();
                Meaning::Logged(None)
            }
            ("iterator", None) if is_ordered => {
                self.all.insert(call.result, Container::Iterator { items: items.clone(), next: 0 });
                Meaning::Logged(None)
            }
            _ => return None,
        };
        let container = if is_ordered { Container::List(items) } else { Container::Set(items) };
        self.all.insert(receiver, container);
        Some(meaning)
    }

    fn on_map(
        &mut self,
        terms: &mut Terms,
        receiver: TermId,
        mut entries: Vec<(TermId, TermId)>,
        is_ordered: bool,
        call: &Called<'_>,
    ) -> Option<Meaning> {
        let keys = || entries.iter().map(|(key, _)| *key).collect::<Vec<_>>();
        let meaning = match (call.name, call.arguments.get(1).copied(), call.arguments.get(2).copied()) {
            ("size", None, None) => constant(entries.len() as i32),
            ("isEmpty", None, None) => constant(entries.is_empty().into()),
            ("containsKey", Some(key), None) => Meaning::OneOf(key, keys()),
            ("containsValue", Some(value), None) => {
                Meaning::OneOf(value, entries.iter().map(|(_, value)| *value).collect())
            }
            ("get", Some(key), None) => Meaning::Lookup(key, entries.clone(), Terms::null()),
            ("getOrDefault", Some(key), Some(other)) => Meaning::Lookup(key, entries.clone(), other),
            // Whether a key that is not constant replaces another is not known.
            ("put", Some(key), Some(value)) => {
                let is_constant = |term: TermId| matches!(terms[term], Term::Constant(_));
                let known = entries.iter().position(|(other, _)| *other == key);
                match known {
                    Some(position) => Meaning::Alias(std::mem::replace(&mut entries[position].1, value)),
                    None if entries.is_empty() || is_constant(key) && keys().into_iter().all(is_constant) => {
                        entries.push((key, value));
                        Meaning::Logged(Some(Value::Null))
                    }
                    None => return None,
                }
            }
            ("clear", None, None) => {
                entries.clear();
                Meaning::Logged(None)
            }
            ("keySet", None, None) => {
                let items = keys();
                let container = if is_ordered { Container::List(items) } else { Container::Set(items) };
                self.all.insert(call.result, container);
                Meaning::Logged(None)
            }
            ("values", None, None) if is_ordered => {
                let items = entries.iter().map(|(_, value)| *value).collect();
                self.all.insert(call.result, Container::List(items));
                Meaning::Logged(None)
            }
            ("entrySet", None, None) if is_ordered => {
                let mut items = Vec::new();
                for &(key, value) in &entries {
                    let name = terms.add(Kind::Reference, Term::Fresh(u32::MAX - self.unnamed));
                    self.unnamed += 1;
                    self.all.insert(name, Container::Entry(key, value));
                    items.push(name);
                }
                self.all.insert(call.result, Container::List(items));
                Meaning::Logged(None)
            }
            _ => return None,
        };
        self.all.insert(receiver, Container::Map { entries, is_ordered });
        Some(meaning)
    }

    fn on_text(
        &mut self,
        terms: &mut Terms,
        receiver: TermId,
        mut parts: Vec<TermId>,
        call: &Called<'_>,
    ) -> Option<Meaning> {
        let whole = |terms: &mut Terms| match parts.len() {
            0 => terms.constant(Constant::String(Vec::new())),
            _ => terms.add(Kind::Reference, Term::Concatenation(parts.clone().into())),
        };
        let model =
            |model: TextModel, arguments: Vec<TermId>| Some(Meaning::Model(Model::Text(model), arguments));
        match (call.name, call.descriptor) {
            ("append", descriptor) => {
                let &[_, part] = call.arguments else { return None };
                parts.push(match descriptor.as_bytes().get(1)? {
                    letter @ (b'C' | b'Z') => {
                        terms.unary(UnaryOperator::Convert('I', char::from(*letter)), part)
                    }
                    b'[' => return None,
                    _ => part,
                });
                self.all.insert(receiver, Container::Text(parts));
                Some(Meaning::Alias(receiver))
            }
            ("toString", _) => Some(Meaning::Alias(whole(terms))),
            ("length", _) => model(TextModel::Length, vec![whole(terms)]),
            ("isEmpty", _) => model(TextModel::IsEmpty, vec![whole(terms)]),
            ("charAt", _) => model(TextModel::CharAt, vec![whole(terms), *call.arguments.get(1)?]),
            ("indexOf", "(Ljava/lang/String;)I") => {
                model(TextModel::IndexOf, vec![whole(terms), *call.arguments.get(1)?])
            }
            _ => None,
        }
    }
}
