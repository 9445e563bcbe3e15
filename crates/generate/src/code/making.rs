//! Expressions that give objects.

use reenact_base::name::InternalName;
use reenact_heap::Value;
use reenact_java::model::{
    ArrayLength, Expression, Literal, MethodReference, New, ReferenceTarget, TypeArguments,
};
use reenact_rebuild::plan::{Made, Making, Member, ObjectId, Operand};

use super::literal::narrowed;
use super::{Place, Typed, Unwritable, Writer};
use crate::options::StandIns;
use crate::types::{Argument, Bindings, Ty, box_of};

/// Characters of an array that reads better as a text.
const FEWEST_CHARACTERS: usize = 4;

impl Writer<'_, '_> {
    /// An object where it is used.
    pub(super) fn object(
        &mut self,
        object: ObjectId,
        asked: Option<&Ty>,
        depth: usize,
    ) -> Result<Typed, Unwritable> {
        match self.places.get(&object) {
            Some(Place::Variable(name, ty)) => Ok(Typed::new(Expression::name(name), ty.clone())),
            Some(&Place::InPlace { made, .. }) => self.making(&made.making, Some(made), asked, depth + 1),
            None => Err(Unwritable::Disorder),
        }
    }

    /// Writes a making. `asked` is the type of the place where the object goes, if that is known.
    pub(super) fn making(
        &mut self,
        making: &Making,
        made: Option<&Made>,
        asked: Option<&Ty>,
        depth: usize,
    ) -> Result<Typed, Unwritable> {
        let types = self.scene.types;
        match making {
            Making::String(text) => {
                let literal = Expression::Literal(Literal::String(text.clone()));
                Ok(Typed::new(literal, types.jdk("java/lang/String")))
            }
            Making::ClassLiteral(name) => {
                let named = match &**name {
                    array if array.starts_with('[') => types.descriptor(name),
                    _ => Ty::primitive_named(name).unwrap_or_else(|| types.named(name)),
                };
                let source = self.scene.source(&named).ok_or_else(|| unnamed(name))?;
                Ok(Typed::new(Expression::ClassLiteral(source), types.jdk("java/lang/Class")))
            }
            Making::StaticField(member) => {
                let class = self.class_name(member)?;
                Ok(Typed::new(Expression::static_field(class, &member.name), self.scene.field_type(member)))
            }
            Making::Field { of, field } => {
                let of = self.operand(of, None, depth + 1)?;
                let of = self.scene.receiver(of, field);
                Ok(Typed::new(of.expression.field(&field.name), self.scene.field_type(field)))
            }
            Making::Constructor { method, outer, arguments } => {
                self.constructor(method, outer.as_deref(), arguments, asked, depth)
            }
            Making::Factory { method, arguments } => self.factory(method, arguments, asked, depth),
            Making::Result { on, method, arguments } => {
                let on = self.operand(on, None, depth + 1)?;
                self.result(on, method, arguments, asked, depth)
            }
            Making::Chain { first, calls } => {
                let mut typed = self.making(first, None, None, depth + 1)?;
                for (method, arguments) in calls {
                    typed = self.result(typed, method, arguments, None, depth)?;
                }
                Ok(typed)
            }
            Making::Array { descriptor, elements } => self.array(descriptor, elements, depth),
            Making::EmptyArray { descriptor, length } => self.empty_array(descriptor, *length),
            Making::MethodReference { interface, method, on } => {
                self.method_reference(interface, method, on.as_deref(), asked, depth)
            }
            Making::StandIn(stand_in) => match self.scene.stand_ins {
                StandIns::Classes => self.stand_in(stand_in, asked, depth),
                StandIns::Mockito => self.mock(stand_in),
            },
            Making::Adapter(text) => {
                let ty = made.map_or(Ty::Unknown, |made| types.named(&made.class));
                let needs_target = text.contains("->") || text.contains("::");
                Ok(Typed { needs_target, ..Typed::new(Expression::Verbatim(text.to_string()), ty) })
            }
        }
    }

    pub(super) fn constructor(
        &mut self,
        method: &Member,
        outer: Option<&Operand>,
        arguments: &[Operand],
        asked: Option<&Ty>,
        depth: usize,
    ) -> Result<Typed, Unwritable> {
        let types = self.scene.types;
        let class = types.world.class_id(&method.class).ok_or_else(|| missing(&method.class))?;
        let name = self.class_name(method)?;
        let is_generic = types.is_generic(class);
        let mut ty = Ty::class(class);
        if is_generic && let Some(wanted) = asked.and_then(|asked| types.instantiated(class, asked)) {
            ty = wanted;
        }
        let mut bindings = types.bindings(&ty);
        let outer = match outer {
            Some(outer) => Some(Box::new(self.operand(outer, None, depth + 1)?.expression)),
            None => None,
        };
        let called = self.arguments(method, None, arguments, std::mem::take(&mut bindings), depth)?;
        let type_arguments = if is_generic { TypeArguments::Diamond } else { TypeArguments::None };
        let new = New { class: name, type_arguments, outer, arguments: called.arguments, body: None };
        Ok(Typed::new(Expression::New(new), ty))
    }

    fn factory(
        &mut self,
        method: &Member,
        arguments: &[Operand],
        asked: Option<&Ty>,
        depth: usize,
    ) -> Result<Typed, Unwritable> {
        if let Some(boxed) = self.boxed(method, arguments) {
            return Ok(boxed);
        }
        let class = self.class_name(method)?;
        let bindings = self.wanted(method, None, asked);
        let called = self.arguments(method, None, arguments, bindings, depth)?;
        let call = Expression::call_static(class, &method.name, called.arguments);
        Ok(Typed::new(call, called.result.unwrap_or(Ty::Unknown)))
    }

    /// `Integer.valueOf(3)` reads best as `3`.
    fn boxed(&self, method: &Member, arguments: &[Operand]) -> Option<Typed> {
        let [Operand::Value(value)] = arguments else { return None };
        let is_value_of = &*method.name == "valueOf" && *value != Value::Null;
        let mut typed = super::literal(*value).filter(|_| is_value_of)?;
        let Ty::Primitive(letter) = typed.ty else { return None };
        if *method.class != *box_of(letter) {
            return None;
        }
        typed.ty = self.scene.types.boxed(letter);
        typed.is_bare_box = true;
        Some(typed)
    }

    fn result(
        &mut self,
        on: Typed,
        method: &Member,
        arguments: &[Operand],
        asked: Option<&Ty>,
        depth: usize,
    ) -> Result<Typed, Unwritable> {
        let on = self.scene.receiver(on, method);
        let bindings = self.wanted(method, Some(&on.ty), asked);
        let called = self.arguments(method, Some(&on.ty), arguments, bindings, depth)?;
        let result = called.result.unwrap_or(Ty::Unknown);
        Ok(Typed::new(on.expression.call(&method.name, called.arguments), result))
    }

    /// Returns the types of a method's own type variables if its result is used where this type is expected.
    fn wanted(&self, method: &Member, on: Option<&Ty>, asked: Option<&Ty>) -> Bindings {
        let mut bindings = Bindings::default();
        let (Some(asked), Some(method)) = (asked, self.scene.method(method)) else { return bindings };
        let formal = self.scene.types.formal_on(method, on);
        if asked.is_known()
            && let Some(Ty::Class(class, _)) = &formal.result
            && let Some(wanted) = self.scene.types.instantiated(*class, asked)
            && let Some(result) = &formal.result
        {
            self.scene.types.unify(result, &wanted, &mut bindings);
        }
        bindings
    }

    fn array(&mut self, descriptor: &str, elements: &[Operand], depth: usize) -> Result<Typed, Unwritable> {
        let ty = self.array_type(descriptor);
        if let Some(text) = text_of(elements) {
            let text = Expression::from(Literal::String(text));
            return Ok(Typed::new(text.call("toCharArray", Vec::new()), ty));
        }
        let element = ty.element().cloned().ok_or(Unwritable::Disorder)?;
        let mut written = Vec::with_capacity(elements.len());
        for operand in elements {
            let typed = self.operand(operand, Some(&element), depth + 1)?;
            written.push(match typed.expression {
                Expression::NewArrayOf { elements, .. } if typed.ty == element => {
                    Expression::Elements(elements)
                }
                Expression::NewArray { ref lengths, .. } if is_empty(lengths) => {
                    Expression::Elements(Vec::new())
                }
                other => narrowed(other),
            });
        }
        let source = self.scene.source(&element).ok_or_else(|| unnamed(descriptor))?;
        Ok(Typed::new(Expression::new_array_of(source, written), ty))
    }

    /// Returns the type of an array by its descriptor. Of class objects it is `Class<?>[]`, because `Class[]` is raw.
    fn array_type(&self, descriptor: &str) -> Ty {
        let ty = self.scene.types.descriptor(descriptor);
        let class = self.scene.types.named("java/lang/Class").class_id();
        match (&ty, class) {
            (Ty::Array(element), Some(class)) if **element == Ty::class(class) => {
                Ty::Array(Box::new(Ty::Class(class, vec![Argument::Any])))
            }
            _ => ty,
        }
    }

    fn empty_array(&mut self, descriptor: &str, length: u32) -> Result<Typed, Unwritable> {
        let ty = self.array_type(descriptor);
        let source = self.scene.source(&ty).ok_or_else(|| unnamed(descriptor))?;
        let (element, dimensions) = source.element();
        let known = ArrayLength::Known(Expression::int(i32::try_from(length).unwrap_or(i32::MAX)));
        let open = std::iter::repeat_n(ArrayLength::Open, dimensions.saturating_sub(1));
        let lengths = std::iter::once(known).chain(open).collect();
        Ok(Typed::new(Expression::NewArray { element: element.clone(), lengths }, ty))
    }

    fn method_reference(
        &mut self,
        interface: &str,
        method: &Member,
        on: Option<&Operand>,
        asked: Option<&Ty>,
        depth: usize,
    ) -> Result<Typed, Unwritable> {
        let target = match on {
            Some(on) => {
                let on = self.operand(on, None, depth + 1)?;
                ReferenceTarget::Expression(Box::new(self.scene.receiver(on, method).expression))
            }
            None => {
                let ty = self.scene.types.named(&method.class);
                let source = self.scene.source(&ty).ok_or_else(|| unnamed(&method.class))?;
                ReferenceTarget::Type(source)
            }
        };
        let name = if &*method.name == "<init>" { "new" } else { &*method.name };
        let reference = Expression::MethodReference(MethodReference { target, name: name.to_owned() });
        let interface = self.scene.types.named(interface);
        let ty = match asked {
            Some(asked) if asked.class_id() == interface.class_id() => asked.clone(),
            _ => interface,
        };
        Ok(Typed { needs_target: true, ..Typed::new(reference, ty) })
    }

    fn class_name(&self, member: &Member) -> Result<reenact_java::model::ClassName, Unwritable> {
        let class = self.scene.types.world.class_id(&member.class).ok_or_else(|| missing(&member.class))?;
        self.scene.viewpoint.class_name(class).ok_or_else(|| unnamed(&member.class))
    }
}

fn is_empty(lengths: &[ArrayLength]) -> bool {
    matches!(lengths, [ArrayLength::Known(Expression::Literal(Literal::Int(0)))])
}

fn missing(internal_name: &str) -> Unwritable {
    Unwritable::Missing(InternalName::new(internal_name).to_binary().into())
}

fn unnamed(internal_name: &str) -> Unwritable {
    Unwritable::Class(InternalName::new(internal_name).to_binary().into())
}

/// Returns the text that the elements of an array are, if all are characters that people write in texts.
fn text_of(elements: &[Operand]) -> Option<Vec<u16>> {
    let is_written =
        |unit: u16| unit >= 0x20 && unit != 0x7f || [b'\n', b'\t', b'\r'].contains(&(unit as u8));
    let unit = |element: &Operand| match element {
        Operand::Value(Value::Char(unit)) if is_written(*unit) => Some(*unit),
        _ => None,
    };
    (elements.len() >= FEWEST_CHARACTERS).then(|| elements.iter().map(unit).collect())?
}
