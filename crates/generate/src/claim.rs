//! Observations as assertions.

use reenact_heap::{Forms, NodeId, Value};
use reenact_java::model::{Expression, Target};
use reenact_rebuild::plan::{Making, Member, Operand, Plan, Step};
use rustc_hash::FxHashMap;

use crate::accessors::Access;
use crate::code::{Draft, Scene, Typed, Unwritable, Wishes, literal, write};
use crate::dialect::Check;
use crate::observe::{Expect, Look, Observation, ObservedValue};
use crate::types::{Argument, Ty};

/// Columns of an expected value that is written in place: lists are long, and say nothing by a name.
const WIDEST_EXPECTED: usize = 400;

/// The objects that have names in the test.
pub(crate) struct Names<'a> {
    pub roots: &'a [Typed],
    pub result: Option<&'a Typed>,
    /// Of objects of the graph before the call.
    pub objects: &'a FxHashMap<NodeId, Expression>,
}

/// Makes a check of an observation. Statements that its expected value needs go into the draft.
pub(crate) fn check(
    scene: &Scene<'_>,
    forms: &Forms<'_>,
    names: &Names<'_>,
    observation: &Observation,
    draft: &mut Draft,
) -> Result<Option<Check>, Unwritable> {
    let subject = match observation.subject {
        ObservedValue::Root(root) => names.roots.get(root).cloned(),
        ObservedValue::Result => names.result.cloned(),
    };
    let Some(mut actual) = subject else { return Ok(None) };
    for look in &observation.path {
        match follow(scene, actual, look, draft) {
            Some(next) => actual = next,
            None => return Ok(None),
        }
    }
    Ok(match &observation.expect {
        Expect::Literal(Value::Null) => Some(Check::Null(actual.expression)),
        Expect::Literal(Value::Boolean(value)) if actual.ty == Ty::Primitive(b'Z') => Some(match value {
            true => Check::True(actual.expression),
            false => Check::False(actual.expression),
        }),
        Expect::Literal(value) => {
            literal(widened(*value, &actual.ty)).map(|expected| Check::Equal { expected, actual })
        }
        Expect::NotNull => Some(Check::NotNull(actual.expression)),
        Expect::Class(class) => {
            scene.source(&Ty::class(*class)).map(|class| Check::Class { class, actual: actual.expression })
        }
        Expect::Root(root) => names
            .roots
            .get(*root)
            .map(|expected| Check::Same { expected: expected.expression.clone(), actual: actual.expression }),
        Expect::Object(node) => names
            .objects
            .get(node)
            .map(|expected| Check::Same { expected: expected.clone(), actual: actual.expression }),
        Expect::Equal(plan) => {
            let expected = expected(scene, forms, plan, draft)?;
            Some(match is_constant(scene, plan) {
                true => Check::Same { expected: expected.expression, actual: actual.expression },
                false => equal(scene, expected, actual),
            })
        }
        Expect::Elements(plan) => {
            let expected = expected(scene, forms, plan, draft)?;
            Some(Check::Elements { expected, actual })
        }
    })
}

/// A small number as the type that it is compared with: a getter may return `int` for a `byte`, and it is unusual to write
/// `(byte) 3` then.
fn widened(value: Value, ty: &Ty) -> Value {
    let number = match value {
        Value::Byte(number) => i32::from(number),
        Value::Short(number) => i32::from(number),
        Value::Int(number) => number,
        _ => return value,
    };
    match ty {
        Ty::Primitive(b'I') => Value::Int(number),
        Ty::Primitive(b'J') => Value::Long(number.into()),
        _ => value,
    }
}

/// `true` beside a `Boolean` or an `Object` is compared, not asserted.
fn equal(scene: &Scene<'_>, expected: Typed, mut actual: Typed) -> Check {
    let expected = Typed { expression: simplified(expected.expression), ..expected };
    if expected.is_bare_box
        && let Some(letter) = scene.types.unboxed(&expected.ty)
    {
        // A box goes where its primitive goes; if it comes as something wider, both are objects.
        if scene.types.unboxed(&actual.ty) != Some(letter) && !matches!(actual.ty, Ty::Primitive(_)) {
            actual.ty = scene.types.object();
        }
    }
    Check::Equal { expected, actual }
}

fn expected(
    scene: &Scene<'_>,
    forms: &Forms<'_>,
    plan: &Plan,
    draft: &mut Draft,
) -> Result<Typed, Unwritable> {
    let untouched = draft.clone();
    let root_names = [draft.names.take("expected")];
    let wishes = Wishes { root_names: &root_names, root_width: WIDEST_EXPECTED, ..Wishes::default() };
    let written = write(scene, plan, forms, &wishes, draft);
    if written.is_err() {
        *draft = untouched;
    } else if draft.statements.len() == untouched.statements.len() {
        draft.names = untouched.names;
    }
    written?.roots.pop().ok_or(Unwritable::Disorder)
}

/// Whether a plan is nothing but a constant: then the very object is asserted. Constants of the JDK that are not enums
/// are names for values: `Locale.UK` is written for any locale that equals it.
fn is_constant(scene: &Scene<'_>, plan: &Plan) -> bool {
    let making = match (plan.steps.as_slice(), plan.roots.as_slice()) {
        ([Step::Make { object, made }], [Operand::Object(root)]) if object == root => &made.making,
        ([], [Operand::Inline(making)]) => &**making,
        _ => return false,
    };
    let Making::StaticField(field) = making else { return false };
    scene.types.world.class(&field.class).is_none_or(|class| !class.is_platform() || class.is_enum())
}

/// A collection that is only compared need not be of the class that was seen: `equals` asks for the elements.
fn simplified(expression: Expression) -> Expression {
    if let Expression::New(new) = &expression
        && let [Expression::Call(call)] = new.arguments.as_slice()
        && ["java.util.HashSet", "java.util.LinkedHashSet", "java.util.TreeSet"]
            .contains(&&*new.class.to_string())
        && is_factory_of(&new.arguments[0], &["List"])
    {
        // A set has no duplicates, which `Set.of` refuses.
        let set = reenact_java::model::ClassName::new("java.util", &["Set"]);
        return Expression::call_static(set, "of", call.arguments.clone());
    }
    let inner = match &expression {
        Expression::New(new) if new.class.package() == "java.util" && new.arguments.len() == 1 => {
            let is_list = ["ArrayList", "LinkedList", "Vector"].contains(&new.class.simple_name());
            let is_set = ["HashSet", "LinkedHashSet", "TreeSet"].contains(&new.class.simple_name());
            let is_map = ["HashMap", "LinkedHashMap", "TreeMap"].contains(&new.class.simple_name());
            let kinds: &[&str] = match () {
                () if is_list => &["List", "Arrays", "Collections"],
                () if is_set => &["Set"],
                () if is_map => &["Map"],
                () => &[],
            };
            new.arguments.first().filter(|argument| is_factory_of(argument, kinds))
        }
        Expression::Call(call) => match &call.on {
            Target::Class(class) if class.to_string() == "java.util.Collections" => {
                let is_wrapper =
                    ["unmodifiableList", "unmodifiableSet", "unmodifiableMap", "synchronizedList"]
                        .contains(&call.name.as_str());
                call.arguments.first().filter(|_| is_wrapper && call.arguments.len() == 1)
            }
            _ => None,
        },
        _ => None,
    };
    match inner {
        Some(inner) => simplified(inner.clone()),
        None => expression,
    }
}

fn is_factory_of(expression: &Expression, classes: &[&str]) -> bool {
    const FACTORIES: [&str; 5] = ["of", "asList", "ofEntries", "singletonList", "emptyList"];
    match expression {
        Expression::Call(call) => match &call.on {
            Target::Class(class) => {
                class.package() == "java.util"
                    && classes.contains(&class.simple_name())
                    && FACTORIES.contains(&call.name.as_str())
            }
            _ => false,
        },
        _ => false,
    }
}

/// One step further.
fn follow(scene: &Scene<'_>, on: Typed, look: &Look, draft: &mut Draft) -> Option<Typed> {
    let types = &scene.types;
    Some(match look {
        Look::Read(Access::Field(field)) => {
            let view = types.world.view(*field);
            let class = view.class().name().to_str();
            let member = Member::new(&class, &view.name().to_str(), &view.descriptor().to_str());
            let on = visible_receiver(scene, on, &member)?;
            let bindings = types.as_supertype(&on.ty, view.class().id()).map(|on| types.bindings(&on));
            let ty = types.field(*field).substituted(&bindings.unwrap_or_default());
            Typed::new(
                on.expression.field(&member.name),
                erased_if_unknown(types.descriptor(&member.descriptor), ty),
            )
        }
        Look::Read(Access::Getter(method) | Access::Copy(method)) => {
            let view = types.world.view(*method);
            let class = view.class().name().to_str();
            let member = Member::new(&class, &view.name().to_str(), &view.descriptor().to_str());
            let on = visible_receiver(scene, on, &member)?;
            scene.note_thrown(*method, &mut draft.thrown);
            let ty = types.formal_on(*method, Some(&on.ty)).result?;
            let erased = types.erased_method(&member.descriptor).result?;
            Typed::new(on.expression.call(&member.name, Vec::new()), erased_if_unknown(erased, ty))
        }
        Look::Ask(class, name, descriptor) => {
            let member = Member::new(class, name, descriptor);
            let on = scene.receiver(on, &member);
            let method = scene.method(&member)?;
            let ty = types.formal_on(method, Some(&on.ty)).result?;
            let erased = types.erased_method(descriptor).result?;
            Typed::new(on.expression.call(name, Vec::new()), erased_if_unknown(erased, ty))
        }
        Look::Get(index) => {
            let member = Member::new("java/util/List", "get", "(I)Ljava/lang/Object;");
            let on = scene.receiver(on, &member);
            let list = types.world.class_id("java/util/List")?;
            let element = match types.as_supertype(&on.ty, list)? {
                Ty::Class(_, arguments) => match arguments.first() {
                    Some(Argument::Exact(ty) | Argument::Extends(ty)) => ty.clone(),
                    _ => types.object(),
                },
                _ => types.object(),
            };
            let index = i32::try_from(*index).ok()?;
            let call = on.expression.call("get", vec![Expression::int(index)]);
            Typed::new(call, erased_if_unknown(types.object(), element))
        }
        Look::Index(index) => {
            let element = on.ty.element()?.clone();
            let index = Expression::int(i32::try_from(*index).ok()?);
            let indexed = Expression::Index { array: Box::new(on.expression), index: Box::new(index) };
            Typed::new(indexed, element)
        }
        Look::AsList => {
            let list = reenact_java::model::ClassName::new("java.util", &["ArrayList"]);
            let copy = Expression::new_generic(list, vec![on.expression]);
            Typed::new(copy, types.jdk("java/util/List"))
        }
        Look::Text(length) => {
            on.ty.element()?;
            let length = Expression::int(i32::try_from(*length).ok()?);
            let string = reenact_java::model::ClassName::lang("String");
            let text = Expression::new_object(string, vec![on.expression, Expression::int(0), length]);
            Typed::new(text, types.jdk("java/lang/String"))
        }
        Look::Length => {
            on.ty.element()?;
            Typed::new(on.expression.field("length"), Ty::Primitive(b'I'))
        }
    })
}

/// Returns the object as one that has a member; `None` if it would be cast to a class that its users do not know.
fn visible_receiver(scene: &Scene<'_>, on: Typed, member: &Member) -> Option<Typed> {
    let cast = scene.receiver(on.clone(), member);
    let is_public = |class: &Ty| {
        class.class_id().is_none_or(|class| scene.types.world.view(class).access_flags().is_public())
    };
    let is_hidden = cast.ty != on.ty && is_public(&on.ty) && !is_public(&cast.ty);
    (!is_hidden).then_some(cast)
}

fn erased_if_unknown(erased: Ty, ty: Ty) -> Ty {
    match ty {
        Ty::Variable(_) | Ty::Unknown => erased,
        other => other,
    }
}
