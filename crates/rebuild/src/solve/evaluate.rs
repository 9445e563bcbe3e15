//! Terms and conditions with the arguments that were found: what is known of them.

use std::sync::Arc;

use reenact_base::name::InternalName;
use reenact_flow::paths::{Condition, Fresh, Relation};
use reenact_flow::term::{Term, TermId, Terms, UnaryOperator};
use reenact_heap::{LogicalForm, NodeId, Value};
use reenact_world::FieldId;

use super::calls::{Known, Pure};
use super::numbers;
use super::trial::{Holder, Own, Trial};
use crate::facts::is_subtype;
use crate::want::{Datum, Want};

/// Terms are as deep as the code that they come from; what is deeper was not written by a person.
const DEPTH: u32 = 40;

impl Trial<'_, '_> {
    /// The value of a term, as far as it is known.
    pub fn evaluate(&mut self, term: TermId) -> Option<Datum> {
        self.value(term, DEPTH)
    }

    /// Whether a condition holds; `None` if that cannot be said.
    pub fn holds(&mut self, condition: &Condition) -> Option<bool> {
        let (left, right) = (self.evaluate(condition.left), self.evaluate(condition.right));
        let (left, right) = (left?, right?);
        if let Some(order) = numbers::compare(&left, &right) {
            return Some(match condition.relation {
                Relation::Equal => order.is_eq(),
                Relation::NotEqual => order.is_ne(),
                Relation::Less => order.is_lt(),
                Relation::LessOrEqual => order.is_le(),
                Relation::Greater => order.is_gt(),
                Relation::GreaterOrEqual => order.is_ge(),
            });
        }
        let is_same = self.is_one_object(&left, &right)?;
        match condition.relation {
            Relation::Equal => Some(is_same),
            Relation::NotEqual => Some(!is_same),
            _ => None,
        }
    }

    fn value(&mut self, term: TermId, depth: u32) -> Option<Datum> {
        let depth = depth.checked_sub(1)?;
        let terms = self.terms;
        match &terms[term] {
            Term::Constant(constant) => Some(Datum::constant(constant)),
            Term::Parameter(at) => match self.parameters.get(usize::from(*at))? {
                Holder::Bound(want) => self.datum(want),
                Holder::Fields(_) => Some(Datum::Object),
                Holder::Free => None,
            },
            Term::Receiver => match (self.own, &self.receiver) {
                (Own::Unknown, Holder::Bound(want)) => self.datum(want),
                (Own::Unknown, _) => Some(Datum::Object),
                _ => Some(self.target.node.map_or(Datum::Object, Datum::Node)),
            },
            Term::StaticField(field) => self.static_field(*field),
            Term::Field(of, field) => self.field(*of, *field, depth),
            Term::Fresh(number) => Some(self.embedded_node(*number).map_or(Datum::Object, Datum::Node)),
            Term::Result(number) => self.result(*number, depth),
            Term::Lambda { .. } => Some(Datum::Object),
            Term::Concatenation(parts) => {
                let mut text = Vec::new();
                for part in parts {
                    text.extend(self.part_text(*part, depth)?);
                }
                Some(Datum::Text(text.into()))
            }
            Term::Unary(operator, of) => {
                let of = self.value(*of, depth)?;
                match operator {
                    UnaryOperator::Negate => numbers::negate(&of),
                    UnaryOperator::Convert(from, to) => numbers::convert(&of, *from, *to),
                }
            }
            Term::Binary(operator, [one, two]) => match (self.value(*one, depth), self.value(*two, depth)) {
                (Some(one), Some(two)) => numbers::compute(*operator, &one, &two),
                (Some(one), None) | (None, Some(one)) => numbers::absorbed(*operator, &one),
                (None, None) => None,
            },
            Term::InstanceOf(of, class) => {
                let is_one = match self.value(*of, depth)? {
                    Datum::Null => false,
                    Datum::Node(node) => self.facts.is_instance(node, class)?,
                    Datum::Text(_) => is_subtype(self.facts.world, "java/lang/String", class)?,
                    _ => return None,
                };
                Some(Datum::Int(is_one.into()))
            }
            Term::ArrayLength(of) => {
                if let Term::Fresh(number) = &terms[*of]
                    && let Some(Fresh::Array(_, length)) = self.path.objects.get(*number as usize)
                {
                    return self.value(*length, depth);
                }
                let (Datum::Node(node) | Datum::Like(node)) = self.value(*of, depth)? else { return None };
                i32::try_from(self.facts.length(node)?).ok().map(Datum::Int)
            }
            Term::Element([of, index]) => {
                let (Datum::Node(node) | Datum::Like(node)) = self.value(*of, depth)? else { return None };
                let Datum::Int(index) = self.value(*index, depth)? else { return None };
                self.facts.length(node)?;
                let elements = self.facts.elements(node)?;
                elements.get(usize::try_from(index).ok()?).map(|value| Datum::of(*value))
            }
            Term::Unknown => None,
        }
    }

    fn field(&mut self, of: TermId, field: FieldId, depth: u32) -> Option<Datum> {
        if of == Terms::receiver() {
            self.note_read(field);
            return match self.own {
                Own::Nothing => Some(Datum::default_of(&self.facts.world.view(field).descriptor().to_str())),
                Own::Wanted => self.target.want(field).and_then(|want| self.datum(want)),
                Own::Initial(known) => known.get(&field).cloned(),
                Own::Unknown => match &self.receiver {
                    Holder::Bound(Want::Is(Value::Reference(node))) => {
                        self.facts.field(*node, field).map(Datum::of)
                    }
                    Holder::Fields(fields) => {
                        let want = fields.iter().find(|(known, _)| *known == field).map(|(_, want)| want)?;
                        self.datum(want)
                    }
                    _ => None,
                },
            };
        }
        if let Term::Parameter(at) = self.terms[of]
            && let Some(Holder::Fields(fields)) = self.parameters.get(usize::from(at))
        {
            let want = fields.iter().find(|(known, _)| *known == field).map(|(_, want)| want)?;
            return self.datum(want);
        }
        match self.value(of, depth)? {
            Datum::Node(node) => self.facts.field(node, field).map(Datum::of),
            _ => None,
        }
    }

    /// A static field's value is known by name only, but for what javac leaves behind of `assert`.
    fn static_field(&self, field: FieldId) -> Option<Datum> {
        let view = self.facts.world.view(field);
        if view.name() == "$assertionsDisabled" {
            return Some(Datum::Int(1));
        }
        match crate::facts::reference(&view.descriptor().to_str()) {
            // Javac writes the values of most constants into the code; these are computed.
            None | Some("java/lang/String") => self.program.constant(field),
            Some(_) => Some(Datum::Static(field)),
        }
    }

    fn result(&mut self, number: u32, depth: u32) -> Option<Datum> {
        let (call, meaning) = self.call(number)?;
        let arguments = &call.arguments;
        match meaning? {
            Known::Argument(at) => self.value(*arguments.get(at)?, depth),
            Known::Box => {
                let primitive = self.boxing_type(call, true)?;
                self.value(*arguments.first()?, depth)?.primitive(&primitive).map(Datum::Boxed)
            }
            Known::Unbox => match self.value(*arguments.first()?, depth)? {
                Datum::Boxed(value) => Some(Datum::of(value)),
                Datum::Node(node) => self.facts.boxed(node).map(Datum::of),
                // A primitive was handed to a parameter of a box's type.
                primitive @ (Datum::Int(_) | Datum::Long(_) | Datum::Float(_) | Datum::Double(_)) => {
                    Some(primitive)
                }
                _ => None,
            },
            Known::Copy => match self.value(*arguments.first()?, depth)? {
                Datum::Node(node) | Datum::Like(node) if arguments.len() == 1 => Some(Datum::Like(node)),
                Datum::Null => None,
                _ => Some(Datum::Object),
            },
            Known::Normal | Known::View(_) | Known::Of(_) | Known::Optional => Some(Datum::Object),
            Known::Pure(function) => {
                let values = arguments.iter().map(|argument| self.value(*argument, depth));
                let values: Vec<Option<Datum>> = values.collect();
                self.apply(function, &values)
            }
            Known::Add | Known::Put | Known::AddAll | Known::Quiet => None,
        }
    }

    fn apply(&self, function: Pure, values: &[Option<Datum>]) -> Option<Datum> {
        let first = values.first()?.as_ref();
        let second = || values.get(1).and_then(Option::as_ref);
        let truth = |value: bool| Some(Datum::Int(value.into()));
        match function {
            Pure::IsNull => return truth(self.is_one_object(first?, &Datum::Null)?),
            Pure::NonNull => return truth(!self.is_one_object(first?, &Datum::Null)?),
            Pure::Or => {
                return match self.is_one_object(first?, &Datum::Null)? {
                    true => second().cloned(),
                    false => first.cloned(),
                };
            }
            Pure::Equals => return truth(self.is_equal(first?, second()?)?),
            Pure::Max | Pure::Min => {
                let (one, two) = (first?, second()?);
                let is_less = numbers::compare(one, two)?.is_lt();
                return Some(if is_less == (function == Pure::Min) { one } else { two }.clone());
            }
            Pure::Abs => {
                return match first? {
                    Datum::Int(value) => Some(Datum::Int(value.wrapping_abs())),
                    Datum::Long(value) => Some(Datum::Long(value.wrapping_abs())),
                    _ => None,
                };
            }
            Pure::Size | Pure::IsEmpty if self.text(first?).is_none() => {
                let (Datum::Node(node) | Datum::Like(node)) = first? else { return None };
                let size = self.facts.forms.elements(*node)?.len();
                return if function == Pure::Size { Some(Datum::Int(size as i32)) } else { truth(size == 0) };
            }
            Pure::Name => {
                let (_, name) = self.constant(first?)?;
                return Some(Datum::Text(name.encode_utf16().collect()));
            }
            Pure::Ordinal => return self.ordinal(first?),
            Pure::Said => {
                let Datum::Node(node) = first? else { return None };
                let LogicalForm::Throwable { message, .. } = &*self.facts.form(*node)? else { return None };
                let mut said: Vec<u16> = InternalName::new(self.facts.class_name(*node)?)
                    .to_binary()
                    .as_str()
                    .encode_utf16()
                    .collect();
                if let Value::Reference(message) = message {
                    said.extend(": ".encode_utf16().chain(self.facts.text(*message)?.iter().copied()));
                }
                return Some(Datum::Text(said.into()));
            }
            Pure::GetClass => match first? {
                Datum::Node(node) => {
                    return self.facts.class_name(*node).map(|name| Datum::Class(name.into()));
                }
                _ => return None,
            },
            Pure::Same if !matches!(first?, Datum::Text(_)) => return first.cloned(),
            Pure::ValueOf => {
                return match first? {
                    Datum::Int(value) => Some(Datum::Text(value.to_string().encode_utf16().collect())),
                    Datum::Long(value) => Some(Datum::Text(value.to_string().encode_utf16().collect())),
                    other => self.text(other).map(Datum::Text),
                };
            }
            _ => {}
        }
        let text = self.text(first?)?;
        let other = || second().and_then(|datum| self.text(datum));
        Some(match function {
            Pure::Length => Datum::Int(i32::try_from(text.len()).ok()?),
            Pure::IsEmpty => Datum::Int(text.is_empty().into()),
            Pure::IsBlank => Datum::Int(String::from_utf16(&text).ok()?.trim().is_empty().into()),
            Pure::Trim => Datum::Text(trimmed(&text, |c| c <= 0x20)),
            // Rust's and Java's idea of white space agree on what programs are full of.
            Pure::Strip => {
                Datum::Text(trimmed(&text, |c| char::from_u32(c.into()).is_some_and(char::is_whitespace)))
            }
            Pure::Lower => {
                Datum::Text(String::from_utf16(&text).ok()?.to_lowercase().encode_utf16().collect())
            }
            Pure::Upper => {
                Datum::Text(String::from_utf16(&text).ok()?.to_uppercase().encode_utf16().collect())
            }
            Pure::Same => Datum::Text(text),
            Pure::Hash => Datum::Int(hash(&text)),
            Pure::StartsWith => Datum::Int(text.starts_with(&other()?).into()),
            Pure::EndsWith => Datum::Int(text.ends_with(&other()?).into()),
            Pure::Contains => {
                let part = other()?;
                let is_in = part.is_empty() || text.windows(part.len()).any(|window| window == &*part);
                Datum::Int(is_in.into())
            }
            Pure::CharAt => match second()? {
                Datum::Int(at) => Datum::Int((*text.get(usize::try_from(*at).ok()?)?).into()),
                _ => return None,
            },
            Pure::Concat => Datum::Text(text.iter().chain(&*other()?).copied().collect()),
            _ => return None,
        })
    }

    /// The text of a part of a concatenation. An `int` of bytecode may be a `char` or a `boolean`: its variable
    /// says which.
    pub(super) fn part_text(&mut self, part: TermId, depth: u32) -> Option<Vec<u16>> {
        let datum = self.value(part, depth)?;
        let written = |text: String| Some(text.encode_utf16().collect());
        match datum {
            Datum::Int(value) => match self.type_of(part).as_deref() {
                Some("C") => Some(vec![value as u16]),
                Some("Z") => written((value == 1).to_string()),
                Some("I" | "S" | "B") => written(value.to_string()),
                _ => None,
            },
            Datum::Long(value) => written(value.to_string()),
            Datum::Null => written("null".to_owned()),
            other => self.text(&other).map(|text| text.to_vec()),
        }
    }

    pub(super) fn type_of(&self, term: TermId) -> Option<Box<str>> {
        match &self.terms[term] {
            Term::Parameter(at) => self.types.get(usize::from(*at)).cloned(),
            Term::Field(_, field) | Term::StaticField(field) => {
                Some((&*self.facts.world.view(*field).descriptor().to_str()).into())
            }
            Term::Binary(..) | Term::ArrayLength(_) => Some("I".into()),
            Term::Unary(UnaryOperator::Convert(_, to), _) => Some(to.to_string().into()),
            Term::Result(number) => {
                let (call, _) = self.call(*number)?;
                let reference = self.facts.world.method_ref(call.reference);
                let pair = self.facts.world.name_and_type_of(reference.name_and_type);
                let descriptor = self.facts.world.text(pair.descriptor).to_str().into_owned();
                descriptor.split_once(')').map(|(_, result)| result.into())
            }
            _ => None,
        }
    }

    /// The text of a string, however it is known.
    pub(super) fn text(&self, datum: &Datum) -> Option<Arc<[u16]>> {
        match datum {
            Datum::Text(text) => Some(text.clone()),
            Datum::Node(node) => self.facts.text(*node).map(Arc::from),
            _ => None,
        }
    }

    /// The enum constant that a value is.
    fn constant(&self, datum: &Datum) -> Option<(Box<str>, String)> {
        match datum {
            Datum::Node(node) => self.facts.constant(*node),
            Datum::Static(field) => {
                let view = self.facts.world.view(*field);
                view.access_flags()
                    .is_enum()
                    .then(|| ((&*view.class().name().to_str()).into(), view.name().to_str().into_owned()))
            }
            _ => None,
        }
    }

    fn ordinal(&self, datum: &Datum) -> Option<Datum> {
        let (class, name) = self.constant(datum)?;
        let class = self.facts.world.class(&class)?;
        let mut constants = class.fields().filter(|field| field.access_flags().is_enum());
        let at = constants.position(|field| field.name() == *name)?;
        Some(Datum::Int(at as i32))
    }

    /// Whether two references are one (`==`).
    pub(super) fn is_one_object(&self, one: &Datum, two: &Datum) -> Option<bool> {
        if let (Some(one), Some(two)) = (self.constant(one), self.constant(two)) {
            return Some(one == two);
        }
        match (one, two) {
            (Datum::Null, Datum::Null) => Some(true),
            (Datum::Static(field), Datum::Null) | (Datum::Null, Datum::Static(field)) => {
                // A constant of an enum is there; other values of static fields are unknown.
                self.facts.world.view(*field).access_flags().is_enum().then_some(false)
            }
            (Datum::Null, _) | (_, Datum::Null) => Some(false),
            (Datum::Node(a), Datum::Node(b)) if a == b => Some(true),
            (Datum::Node(a), Datum::Node(b)) => match self.facts.is_text_or_box(*a) {
                // Interning and caches decide, which differ from JVM to JVM.
                true if self.facts.is_text_or_box(*b) && self.is_equal(one, two)? => None,
                _ => Some(false),
            },
            (Datum::Static(a), Datum::Static(b)) => (a == b).then_some(true),
            (Datum::Static(field), Datum::Node(node)) | (Datum::Node(node), Datum::Static(field)) => {
                self.is_static(*field, *node)
            }
            (Datum::Like(_), Datum::Node(_)) | (Datum::Node(_), Datum::Like(_)) => Some(false),
            (Datum::Class(a), Datum::Class(b)) => Some(a == b),
            (Datum::Text(a), Datum::Text(b)) if a != b => Some(false),
            _ => None,
        }
    }

    /// Whether a static field holds an object.
    pub(super) fn is_static(&self, field: FieldId, node: NodeId) -> Option<bool> {
        let view = self.facts.world.view(field);
        if let Some((class, name)) = self.facts.constant(node) {
            return Some(view.class().name() == *class && view.name() == *name);
        }
        let member = self.facts.static_of(node)?;
        Some(view.class().name() == *member.class && view.name() == *member.name)
    }

    /// Whether two objects are equal by `equals`, for those whose `equals` is known.
    fn is_equal(&self, one: &Datum, two: &Datum) -> Option<bool> {
        if let (Some(one), Some(two)) = (self.text(one), self.text(two)) {
            return Some(one == two);
        }
        let boxed = |datum: &Datum| match datum {
            Datum::Boxed(value) => Some(*value),
            Datum::Node(node) => self.facts.boxed(*node),
            _ => None,
        };
        if let (Some(one), Some(two)) = (boxed(one), boxed(two)) {
            return Some(one == two);
        }
        match (one, two) {
            (Datum::Null, Datum::Null) => Some(true),
            (Datum::Null, _) | (_, Datum::Null) => self.is_one_object(one, two),
            (Datum::Class(one), Datum::Class(two)) => Some(one == two),
            _ if self.constant(one).is_some() => self.is_one_object(one, two),
            _ => match self.is_one_object(one, two) {
                Some(true) => Some(true),
                _ => None,
            },
        }
    }

    /// Whether what is known of a value is what is wanted; `None` if that cannot be said.
    pub(super) fn matches(&self, datum: &Datum, want: &Want) -> Option<bool> {
        match want {
            Want::Any => Some(true),
            Want::Is(Value::Reference(node)) => match datum {
                Datum::Node(other) => {
                    Some(self.is_same_value(Value::Reference(*node), Value::Reference(*other)))
                }
                Datum::Text(text) => Some(self.facts.text(*node) == Some(text)),
                Datum::Boxed(value) => Some(self.facts.boxed(*node) == Some(*value)),
                Datum::Class(name) => match self.facts.node(*node) {
                    Some(reenact_heap::Node::ClassObject(other)) => Some(name == other),
                    _ => Some(false),
                },
                Datum::Static(field) => self.is_static(*field, *node),
                Datum::Like(other) => Some(self.have_same_contents(*node, *other)),
                Datum::Null => Some(false),
                Datum::Int(_) | Datum::Long(_) | Datum::Float(_) | Datum::Double(_) => Some(false),
                Datum::Object => None,
            },
            Want::Is(Value::Null) => match datum {
                Datum::Null => Some(true),
                Datum::Static(_) => self.is_one_object(datum, &Datum::Null),
                _ => Some(false),
            },
            Want::Is(value) => match (datum, Datum::of(*value)) {
                (Datum::Boxed(boxed), wanted) => Some(Datum::of(*boxed) == wanted),
                (datum, wanted) => Some(*datum == wanted),
            },
            Want::Like(node) => match datum {
                Datum::Node(other) | Datum::Like(other) => Some(self.have_same_contents(*node, *other)),
                Datum::Null => Some(false),
                _ => None,
            },
            Want::Text(text) => match self.text(datum) {
                Some(known) => Some(known == *text),
                None => (*datum == Datum::Null).then_some(false),
            },
            Want::Fields(..) | Want::Inline(_) => None,
        }
    }

    /// Whether two arrays or collections hold the same.
    pub(super) fn have_same_contents(&self, one: NodeId, two: NodeId) -> bool {
        if one == two {
            return true;
        }
        if let (Some(one), Some(two)) = (self.facts.entries(one), self.facts.entries(two)) {
            let is_same = |(a, b): (&(Value, Value), &(Value, Value))| {
                self.is_same_value(a.0, b.0) && self.is_same_value(a.1, b.1)
            };
            return one.len() == two.len() && one.iter().zip(&two).all(is_same);
        }
        match (self.facts.forms.elements(one), self.facts.forms.elements(two)) {
            (Some(one), Some(two)) => {
                one.len() == two.len() && one.iter().zip(&two).all(|(a, b)| self.is_same_value(*a, *b))
            }
            _ => match (self.facts.node(one), self.facts.node(two)) {
                (Some(one @ reenact_heap::Node::Primitives(_)), Some(two)) => one == two,
                _ => false,
            },
        }
    }
}

fn trimmed(text: &[u16], is_space: impl Fn(u16) -> bool) -> Arc<[u16]> {
    let start = text.iter().position(|c| !is_space(*c)).unwrap_or(text.len());
    let end = text.iter().rposition(|c| !is_space(*c)).map_or(start, |last| last + 1);
    text[start..end].into()
}

/// `String.hashCode`.
fn hash(text: &[u16]) -> i32 {
    text.iter().fold(0i32, |hash, c| hash.wrapping_mul(31).wrapping_add(i32::from(*c)))
}
