//! Evaluates a serializer on recorded fields.
//!
//! The code is executed symbolically, by `reenact-flow`. Where a branch is open, both ways are taken one step further, and the one
//! whose conditions hold of the recorded values continues. So loops over recorded nodes and arrays end by themselves.

use reenact_flow::accessors::getters;
use reenact_flow::exec::{
    Branch, CallSite, Choice, Code, Completion, Decide, Exec, Fault, Path, Repetition, Site, State, Step,
    Treatment,
};
use reenact_flow::paths::{Condition, Fresh, PathCache, Relation, Target};
use reenact_flow::term::{BinaryOperator as B, Constant, Term, TermId, Terms, UnaryOperator};
use reenact_heap::{Forms, Node, NodeId, Value as Recorded};
use reenact_world::{ClassId, FieldId, MethodId, World};
use std::cmp::Ordering;

use crate::form::Accessor;
use crate::types::Type;

/// Steps of one evaluation.
const MOST_STEPS: u32 = 20_000;

/// Repetitions of one block.
const MOST_REPETITIONS: u32 = 4_000;

/// Calls within calls.
const DEEPEST: usize = 16;

/// A value that a serializer gives.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Seen {
    Value(Recorded),
    Text(Vec<u16>),
    /// An array that the serializer makes.
    Array {
        element: Type,
        elements: Vec<Seen>,
    },
}

/// Evaluates serializers of one object.
pub(super) struct Follower<'f, 'w> {
    pub world: &'w World,
    pub code: &'f Code<'w>,
    pub paths: &'f PathCache<'w>,
    pub forms: &'f Forms<'f>,
    pub node: NodeId,
}

/// A method that was followed to its end.
struct Followed {
    terms: Terms,
    path: Path,
}

impl Follower<'_, '_> {
    /// The result of a serializer or accessor.
    pub fn result(&self, method: MethodId) -> Option<Seen> {
        let followed = self.follow(method)?;
        let result = followed.path.result?;
        self.value(&followed, result, 0)
    }

    /// The value of an accessor.
    pub fn accessor(&self, accessor: Accessor) -> Option<Seen> {
        match accessor {
            Accessor::Method(method) => self.result(method),
            Accessor::Field(field) => self.field(Recorded::Reference(self.node), field).map(Seen::Value),
        }
    }

    /// The components in the carrier that a serializer returns.
    pub fn carried(&self, method: MethodId, carrier: ClassId, accessors: &[Accessor]) -> Option<Vec<Seen>> {
        let followed = self.follow(method)?;
        let result = followed.path.result?;
        let fields = getters(self.world, carrier, self.paths);
        let field_of = |accessor: &Accessor| match accessor {
            Accessor::Field(field) => Some(*field),
            Accessor::Method(method) => {
                fields.iter().find(|(getter, _)| getter == method).map(|(_, field)| *field)
            }
        };
        if !matches!(followed.terms[result], Term::Fresh(_)) {
            // A carrier that the object keeps.
            let kept = self.term(&followed, result, 0)?;
            return accessors
                .iter()
                .map(|accessor| self.field(kept, field_of(accessor)?).map(Seen::Value))
                .collect();
        }
        accessors
            .iter()
            .map(|accessor| {
                let field = field_of(accessor)?;
                let mut stores = followed.path.stores.iter().rev();
                let store = stores.find(|store| store.target == Target::Field(result, field))?;
                self.value(&followed, store.value, 0)
            })
            .collect()
    }

    fn follow(&self, method: MethodId) -> Option<Followed> {
        let rules = Rules { world: self.world };
        let (mut exec, mut state) = Exec::new(self.code, method, false, rules)?;
        let mut known = 0;
        loop {
            if state.steps > MOST_STEPS {
                return None;
            }
            match exec.step(&mut state) {
                Step::Continue => {}
                Step::Returned => break,
                Step::Fork(states) => {
                    let terms = &exec.terms;
                    state = states.into_iter().find(|state: &State| {
                        let new = state.path.conditions.get(known..).unwrap_or_default();
                        new.iter().all(|condition| self.holds(terms, &state.path, condition) == Some(true))
                    })?;
                    known = state.path.conditions.len();
                }
                Step::Thrown(_) | Step::Stopped | Step::Infeasible | Step::Lost => return None,
            }
        }
        let followed = Followed { terms: exec.terms, path: state.path };
        let conditions = followed.path.conditions.iter();
        let all_hold = conditions
            .map(|condition| self.holds(&followed.terms, &followed.path, condition))
            .all(|holds| holds == Some(true));
        all_hold.then_some(followed)
    }

    fn holds(&self, terms: &Terms, path: &Path, condition: &Condition) -> Option<bool> {
        let of = |term| self.evaluate(terms, path, term, 0);
        // What the method makes is never null, and is nothing that was recorded.
        let is_fresh = |term: TermId| matches!(terms[term], Term::Fresh(_));
        if is_fresh(condition.left) || is_fresh(condition.right) {
            let is_same = condition.left == condition.right;
            return match condition.relation {
                Relation::Equal => Some(is_same),
                Relation::NotEqual => Some(!is_same),
                _ => None,
            };
        }
        let (left, right) = (of(condition.left)?, of(condition.right)?);
        let order = match (left, right) {
            (Recorded::Null, Recorded::Null) => Ordering::Equal,
            (Recorded::Reference(left), Recorded::Reference(right)) => left.cmp(&right),
            (Recorded::Null, Recorded::Reference(_)) => Ordering::Less,
            (Recorded::Reference(_), Recorded::Null) => Ordering::Greater,
            (Recorded::Long(left), Recorded::Long(right)) => left.cmp(&right),
            _ => int(left)?.cmp(&int(right)?),
        };
        Some(condition.relation.holds(order))
    }

    /// A recorded value, a text or an array that a term stands for.
    fn value(&self, followed: &Followed, term: TermId, depth: usize) -> Option<Seen> {
        match &followed.terms[term] {
            Term::Constant(Constant::String(text)) => Some(Seen::Text(text.clone())),
            Term::Fresh(number) => {
                let Fresh::Array(descriptor, length) = followed.path.objects.get(*number as usize)? else {
                    return None;
                };
                let Some(Type::Array(element)) = Type::parse(descriptor) else { return None };
                let length = usize::try_from(int(self.term(followed, *length, 0)?)?).ok()?;
                let zero = match &*element {
                    Type::Primitive(_) => Recorded::Int(0),
                    _ => Recorded::Null,
                };
                if length > MOST_REPETITIONS as usize || depth > DEEPEST {
                    return None;
                }
                let mut elements = vec![Seen::Value(zero); length];
                for store in &followed.path.stores {
                    if let Target::Element(array, index) = store.target
                        && array == term
                    {
                        let index = usize::try_from(int(self.term(followed, index, 0)?)?).ok()?;
                        *elements.get_mut(index)? = self.value(followed, store.value, depth + 1)?;
                    }
                }
                Some(Seen::Array { element: *element, elements })
            }
            Term::Result(number) => self.call(followed, *number),
            _ => self.term(followed, term, 0).map(Seen::Value),
        }
    }

    /// The result of a call of the JDK that is known to copy or to show what it is given.
    fn call(&self, followed: &Followed, number: u32) -> Option<Seen> {
        let call = followed.path.calls.get(number as usize)?;
        let method = self.world.view(call.method?);
        let (class, name) = (method.class().name().to_string(), method.name().to_string());
        let first = self.term(followed, *call.arguments.first()?, 0)?;
        let Recorded::Reference(node) = first else { return None };
        match (class.as_str(), name.as_str()) {
            (_, "clone") => Some(Seen::Value(first)),
            ("java/util/Arrays", "copyOf") => Some(Seen::Value(first)),
            ("java/util/List" | "java/util/Set" | "java/util/Map", "copyOf") => Some(Seen::Value(first)),
            ("java/util/Collections", name) if name.starts_with("unmodifiable") => Some(Seen::Value(first)),
            (class, "toArray") if class.starts_with("java/util/") && call.arguments.len() == 1 => {
                let elements = self.forms.elements(node)?;
                let elements = elements.into_iter().map(Seen::Value).collect();
                Some(Seen::Array { element: Type::object(), elements })
            }
            _ => None,
        }
    }

    fn term(&self, followed: &Followed, term: TermId, depth: usize) -> Option<Recorded> {
        self.evaluate(&followed.terms, &followed.path, term, depth)
    }

    /// The recorded value that a term stands for.
    fn evaluate(&self, terms: &Terms, path: &Path, term: TermId, depth: usize) -> Option<Recorded> {
        // Terms have at most some hundred parts.
        if depth > 300 {
            return None;
        }
        let of = |term: TermId| self.evaluate(terms, path, term, depth + 1);
        Some(match &terms[term] {
            Term::Receiver => Recorded::Reference(self.node),
            // A static serializer takes the object.
            Term::Parameter(0) => Recorded::Reference(self.node),
            Term::Constant(Constant::Null) => Recorded::Null,
            Term::Constant(Constant::Int(value)) => Recorded::Int(*value),
            Term::Constant(Constant::Long(value)) => Recorded::Long(*value),
            Term::Constant(Constant::Float(bits)) => Recorded::Float(*bits),
            Term::Constant(Constant::Double(bits)) => Recorded::Double(*bits),
            Term::Field(object, field) => self.field(of(*object)?, *field)?,
            Term::ArrayLength(array) => match (&terms[*array], of(*array)) {
                (Term::Fresh(number), _) => match path.objects.get(*number as usize)? {
                    Fresh::Array(_, length) => of(*length)?,
                    Fresh::Object(_) => return None,
                },
                (_, Some(Recorded::Reference(node))) => Recorded::Int(self.length(node)?),
                _ => return None,
            },
            Term::Element([array, index]) => {
                let Recorded::Reference(node) = of(*array)? else { return None };
                let index = usize::try_from(int(of(*index)?)?).ok()?;
                match self.forms.graph().try_get(node)? {
                    Node::Array { elements, .. } => *elements.get(index)?,
                    Node::Primitives(elements) => elements.get(index)?,
                    _ => return None,
                }
            }
            Term::Unary(UnaryOperator::Negate, part) => match of(*part)? {
                Recorded::Long(value) => Recorded::Long(value.wrapping_neg()),
                value => Recorded::Int(int(value)?.wrapping_neg()),
            },
            Term::Unary(UnaryOperator::Convert(from, to), part) => convert(*from, *to, of(*part)?)?,
            Term::Binary(operator, [left, right]) => binary(*operator, of(*left)?, of(*right)?)?,
            Term::InstanceOf(part, class) => match of(*part)? {
                Recorded::Null => Recorded::Int(0),
                Recorded::Reference(node) => Recorded::Int(i32::from(self.is_instance(node, class)?)),
                _ => return None,
            },
            _ => return None,
        })
    }

    fn field(&self, object: Recorded, field: FieldId) -> Option<Recorded> {
        let Recorded::Reference(node) = object else { return None };
        let Node::Object { class, fields } = self.forms.graph().try_get(node)? else { return None };
        let view = self.world.view(field);
        let (owner, name) = (view.class().name(), view.name());
        let classes = self.forms.classes();
        let all = classes.all_fields(*class);
        let at = all
            .iter()
            .position(|(declaring, field)| name == *field.name && owner == *classes.get(*declaring).name)?;
        fields.get(at).copied()
    }

    fn length(&self, node: NodeId) -> Option<i32> {
        let length = match self.forms.graph().try_get(node)? {
            Node::Array { elements, .. } => elements.len(),
            Node::Primitives(elements) => elements.len(),
            _ => return None,
        };
        i32::try_from(length).ok()
    }

    fn is_instance(&self, node: NodeId, class: &str) -> Option<bool> {
        let Node::Object { class: own, .. } = self.forms.graph().try_get(node)? else { return None };
        let own = self.world.class_id(&self.forms.classes().try_get(*own)?.name)?;
        Some(self.world.is_subtype(own, self.world.class_id(class)?))
    }
}

fn int(value: Recorded) -> Option<i32> {
    Some(match value {
        Recorded::Int(value) => value,
        Recorded::Boolean(value) => i32::from(value),
        Recorded::Byte(value) => i32::from(value),
        Recorded::Short(value) => i32::from(value),
        Recorded::Char(value) => i32::from(value),
        _ => return None,
    })
}

/// Whole numbers only: serializers that compute with fractions are run, not evaluated.
fn binary(operator: B, left: Recorded, right: Recorded) -> Option<Recorded> {
    if let (Recorded::Long(left), Recorded::Long(right)) = (left, right) {
        return Some(match operator {
            B::Add => Recorded::Long(left.wrapping_add(right)),
            B::Subtract => Recorded::Long(left.wrapping_sub(right)),
            B::Multiply => Recorded::Long(left.wrapping_mul(right)),
            B::Divide if right != 0 => Recorded::Long(left.wrapping_div(right)),
            B::Remainder if right != 0 => Recorded::Long(left.wrapping_rem(right)),
            B::And => Recorded::Long(left & right),
            B::Or => Recorded::Long(left | right),
            B::Xor => Recorded::Long(left ^ right),
            B::Compare { .. } => Recorded::Int(left.cmp(&right) as i32),
            _ => return None,
        });
    }
    if let (Recorded::Double(left), Recorded::Double(right), B::Compare { nan_is_less }) =
        (left, right, operator)
    {
        let order = f64::from_bits(left).partial_cmp(&f64::from_bits(right));
        return Some(Recorded::Int(order.map_or(if nan_is_less { -1 } else { 1 }, |order| order as i32)));
    }
    let (left, right) = (int(left)?, int(right)?);
    Some(Recorded::Int(match operator {
        B::Add => left.wrapping_add(right),
        B::Subtract => left.wrapping_sub(right),
        B::Multiply => left.wrapping_mul(right),
        B::Divide if right != 0 => left.wrapping_div(right),
        B::Remainder if right != 0 => left.wrapping_rem(right),
        B::ShiftLeft => left.wrapping_shl(right as u32),
        B::ShiftRight => left.wrapping_shr(right as u32),
        B::UnsignedShiftRight => (left as u32).wrapping_shr(right as u32) as i32,
        B::And => left & right,
        B::Or => left | right,
        B::Xor => left ^ right,
        _ => return None,
    }))
}

fn convert(from: char, to: char, value: Recorded) -> Option<Recorded> {
    Some(match (from, to) {
        ('I', 'J') => Recorded::Long(i64::from(int(value)?)),
        ('I', 'B') => Recorded::Int(i32::from(int(value)? as i8)),
        ('I', 'C') => Recorded::Int(i32::from(int(value)? as u16)),
        ('I', 'S') => Recorded::Int(i32::from(int(value)? as i16)),
        ('J', 'I') => match value {
            Recorded::Long(value) => Recorded::Int(value as i32),
            _ => return None,
        },
        _ => return None,
    })
}

/// Every branch both ways; methods of the subject are entered, those of the JDK recorded.
struct Rules<'w> {
    world: &'w World,
}

impl Decide for Rules<'_> {
    fn branch(&mut self, _: Site<'_>, _: Branch, _: &[usize]) -> Choice {
        Choice::All
    }

    fn fault(&mut self, _: Site<'_>, _: Fault<'_>) -> Completion {
        Completion::Normally
    }

    fn call(&mut self, at: Site<'_>, call: CallSite<'_>, _: &Terms) -> Treatment {
        let Some((target, _)) = call.target else { return Treatment::Return };
        let is_platform = self.world.view(target).class().is_platform();
        match (!is_platform || call.is_plain_constructor) && at.state.frames.len() < DEEPEST {
            true => Treatment::Enter,
            false => Treatment::Return,
        }
    }

    fn repeat(&mut self, _: Site<'_>, repetition: Repetition) -> bool {
        repetition.count <= MOST_REPETITIONS
    }
}
