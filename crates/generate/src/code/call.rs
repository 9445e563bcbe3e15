//! Arguments, receivers, and what a place takes.

use reenact_heap::Value;
use reenact_java::model::Expression;
use reenact_rebuild::plan::{Making, Member, Operand};
use reenact_world::MethodId;

use super::{Place, Scene, Typed, Unwritable, Writer};
use crate::types::{Argument, Bindings, Formal, Ty};

/// Operands within operands.
const DEEPEST: usize = 64;

/// Arguments that were written, and what the method gives.
pub(super) struct Called {
    pub arguments: Vec<Expression>,
    pub result: Option<Ty>,
}

/// The types that arguments give to a method's type variables. javac finds a type for all of them together; here it is only
/// known whether they agree.
struct Inferred {
    known: Bindings,
    conflicts: Vec<Box<str>>,
}

impl Inferred {
    fn take(&mut self, scene: &Scene<'_>, formal: &Ty, actual: &Ty) {
        let mut own = Bindings::default();
        scene.types.unify(formal, actual, &mut own);
        for (variable, ty) in own {
            match self.known.get(&variable) {
                Some(known) if *known != ty => self.conflicts.push(variable),
                Some(_) => {}
                None => {
                    self.known.insert(variable, ty);
                }
            }
        }
    }

    fn bindings(mut self) -> Bindings {
        self.conflicts.iter().for_each(|variable| {
            self.known.remove(variable);
        });
        self.known
    }
}

impl Scene<'_> {
    /// The expression, with a cast if javac would not take it where this type is asked for.
    pub fn fitted(&self, typed: Typed, asked: &Ty) -> Typed {
        if typed.needs_target {
            // A method reference takes the type of the place, if that is a functional interface at all.
            if self.types.is_assignable(&typed.ty, asked) && asked.class_id() == typed.ty.class_id() {
                return typed;
            }
            return match self.source(&typed.ty) {
                Some(to) => Typed::new(typed.expression.cast(to), typed.ty),
                None => typed,
            };
        }
        if self.types.is_assignable(&typed.ty, asked) {
            return typed;
        }
        // A constant narrows in assignments, and nowhere else; a boxed one goes where its primitive goes.
        match self.source(&asked.erased()) {
            Some(to) => Typed::new(typed.expression.cast(to), asked.clone()),
            None => typed,
        }
    }

    /// Something that a method can be called on.
    pub fn receiver(&self, typed: Typed, member: &Member) -> Typed {
        let typed = unboxed_to_box(self, typed);
        let declaring = self.types.named(&member.class);
        if typed.needs_target || !self.types.is_assignable(&typed.ty, &declaring) {
            let has_it = typed.ty.class_id().is_some_and(|class| self.declares(class, member));
            if has_it && !typed.needs_target {
                return typed;
            }
            let declaring = match declaring.class_id().filter(|_| self.is_free_of_variables(member)) {
                Some(class) => self.types.with_wildcards(class),
                None => declaring,
            };
            if let Some(to) = self.source(&declaring) {
                return Typed::new(typed.expression.cast(to), declaring);
            }
        }
        typed
    }

    /// Whether a member takes nothing whose type depends on the type arguments of its object: it can be called on a `Box<?>`.
    pub fn is_free_of_variables(&self, member: &Member) -> bool {
        let method = self.method(member).map(|method| self.types.method(method));
        method.is_none_or(|method| method.parameters.iter().all(Ty::is_known))
    }

    fn declares(&self, class: reenact_world::ClassId, member: &Member) -> bool {
        let name = self.types.world.view(class).name().to_str();
        self.method(&Member::new(&name, &member.name, &member.descriptor)).is_some()
    }

    /// The formal types of a method, as far as they are known.
    pub fn formal(&self, method: Option<MethodId>, member: &Member, on: Option<&Ty>) -> Formal {
        match method {
            Some(method) => self.types.formal_on(method, on),
            None => self.types.erased_method(&member.descriptor),
        }
    }
}

/// `3` as `Integer.valueOf(3)`, where a primitive will not do.
pub(super) fn unboxed_to_box(scene: &Scene<'_>, typed: Typed) -> Typed {
    if !typed.is_bare_box {
        return typed;
    }
    match typed.ty.class_id().and_then(|class| scene.viewpoint.class_name(class)) {
        Some(name) => Typed::new(Expression::call_static(name, "valueOf", vec![typed.expression]), typed.ty),
        None => typed,
    }
}

impl Writer<'_, '_> {
    /// Writes the arguments of a call. `bindings` is what is known of type variables beforehand.
    pub(super) fn arguments(
        &mut self,
        member: &Member,
        on: Option<&Ty>,
        operands: &[Operand],
        bindings: Bindings,
        depth: usize,
    ) -> Result<Called, Unwritable> {
        let method = self.scene.method(member);
        if let Some(method) = method {
            self.scene.note_thrown(method, &mut self.draft.thrown);
        }
        let formal = self.scene.formal(method, member, on);
        let spread = self.spread(&formal, operands);
        let operands = spread.as_deref().unwrap_or(operands);
        let offset = formal.parameters.len().saturating_sub(operands.len());
        let mut inferred = Inferred { known: bindings.clone(), conflicts: Vec::new() };
        let mut written: Vec<Typed> = Vec::with_capacity(operands.len());
        let mut asked: Vec<Ty> = Vec::with_capacity(operands.len());
        for (index, operand) in operands.iter().enumerate() {
            let parameter = formal.parameters.get(index + offset).cloned().unwrap_or(Ty::Unknown);
            let parameter = parameter.substituted(&bindings);
            if let Operand::Spread(elements) = operand {
                let element = parameter.element().cloned().unwrap_or(Ty::Unknown);
                let is_alone = elements.len() == 1;
                for operand in elements {
                    let typed = self.argument(operand, &element, depth)?;
                    inferred.take(self.scene, &element, &typed.ty);
                    written.push(if is_alone { self.one_of_many(typed, &element) } else { typed });
                    asked.push(element.clone());
                }
            } else {
                let typed = self.argument(operand, &parameter, depth)?;
                let literal = self.class_literal(operand);
                inferred.take(self.scene, &parameter, literal.as_ref().unwrap_or(&typed.ty));
                written.push(typed);
                asked.push(parameter);
            }
        }
        let is_spread = operands.iter().any(|operand| matches!(operand, Operand::Spread(_)));
        if let Some(method) = method
            && !is_spread
        {
            self.scene.pin_overload(method, &mut written, offset);
        }
        let result = formal.result.map(|result| result.substituted(&inferred.bindings()));
        Ok(Called { arguments: written.into_iter().map(|typed| typed.expression).collect(), result })
    }

    /// The type of a class literal as javac infers from it: `Class<Integer>`.
    fn class_literal(&self, operand: &Operand) -> Option<Ty> {
        let making = match operand {
            Operand::Object(object) => match self.places.get(object)? {
                Place::InPlace { made, .. } => &made.making,
                Place::Variable(..) => return None,
            },
            Operand::Inline(making) => making,
            _ => return None,
        };
        let Making::ClassLiteral(name) = making else { return None };
        let (class, of) = (self.scene.types.named("java/lang/Class"), self.scene.types.named(name));
        // Of a generic class it is `Class<List>`, which is raw.
        let of = of.class_id().filter(|of| !self.scene.types.is_generic(*of))?;
        Some(Ty::Class(class.class_id()?, vec![Argument::Exact(Ty::class(of))]))
    }

    /// An array that is not shared and is passed to a variable-arity parameter is its elements, if an array of that
    /// very type comes of them.
    fn spread(&self, formal: &Formal, operands: &[Operand]) -> Option<Vec<Operand>> {
        let (parameter, last) = (formal.parameters.last()?, operands.last()?);
        if !formal.is_variadic {
            return None;
        }
        let making = match last {
            Operand::Object(object) => match self.places.get(object)? {
                Place::InPlace { made, .. } => &made.making,
                Place::Variable(..) => return None,
            },
            Operand::Inline(making) => making,
            _ => return None,
        };
        let Making::Array { descriptor, elements } = making else { return None };
        let array = self.scene.types.descriptor(descriptor);
        let is_exact = match parameter.element()? {
            Ty::Variable(_) => self.are_all(elements, array.element()?),
            _ => parameter.erased() == array,
        };
        let mut operands = operands.to_vec();
        operands.pop();
        operands.push(Operand::Spread(elements.clone()));
        is_exact.then_some(operands)
    }

    /// Whether javac infers just this type from the elements.
    fn are_all(&self, elements: &[Operand], ty: &Ty) -> bool {
        let of_class = |class: &str| self.scene.types.named(class) == *ty;
        let of_making = |making: &Making| matches!(making, Making::String(_)) && of_class("java/lang/String");
        let is_null = |operand: &Operand| matches!(operand, Operand::Value(Value::Null));
        elements.iter().any(|operand| !is_null(operand))
            && elements.iter().all(|operand| match operand {
                Operand::Inline(making) => of_making(making),
                Operand::Object(object) => match self.places.get(object) {
                    Some(Place::Variable(_, declared)) => declared == ty,
                    Some(Place::InPlace { made, .. }) => {
                        matches!(made.making, Making::Constructor { .. }) && of_class(&made.class)
                            || of_making(&made.making)
                    }
                    None => false,
                },
                other => is_null(other),
            })
    }

    fn argument(&mut self, operand: &Operand, asked: &Ty, depth: usize) -> Result<Typed, Unwritable> {
        let known = (*asked != Ty::Unknown).then_some(asked);
        self.operand(operand, known, depth + 1)
    }

    /// A single element of a variable-arity parameter: null and arrays would be taken for all elements.
    fn one_of_many(&self, typed: Typed, element: &Ty) -> Typed {
        let is_null = matches!(typed.expression, Expression::Literal(reenact_java::model::Literal::Null));
        if is_null || matches!(typed.ty, Ty::Array(_)) {
            let element = match element {
                Ty::Variable(_) => self.scene.types.object(),
                other => other.erased(),
            };
            if let Some(to) = self.scene.source(&element) {
                return Typed::new(typed.expression.cast(to), element);
            }
        }
        typed
    }

    /// Writes what is handed to something; with a cast if it would not be taken there.
    pub(super) fn operand(
        &mut self,
        operand: &Operand,
        asked: Option<&Ty>,
        depth: usize,
    ) -> Result<Typed, Unwritable> {
        if depth > DEEPEST {
            return Err(Unwritable::TooDeep);
        }
        let typed = match operand {
            Operand::Value(value) => super::literal(*value).ok_or(Unwritable::Disorder)?,
            Operand::Object(object) => self.object(*object, asked, depth)?,
            Operand::Inline(making) => self.making(making, None, asked, depth)?,
            // Where no variable-arity parameter is, elements are an array.
            Operand::Spread(_) => return Err(Unwritable::Disorder),
        };
        Ok(match asked {
            Some(asked) => self.scene.fitted(typed, asked),
            None => typed,
        })
    }
}
