//! Casts that make javac take the method that is meant (JLS 15.12.2), and exceptions that it wants declared.

use std::collections::BTreeSet;

use reenact_java::model::{Expression, Literal};
use reenact_world::{ClassId, MethodId};

use super::call::unboxed_to_box;
use super::{Scene, Typed};
use crate::types::Ty;

impl Scene<'_> {
    /// Casts arguments where another method of the same name would be as good, or better.
    pub fn pin_overload(&self, method: MethodId, arguments: &mut [Typed], offset: usize) {
        let meant = self.erased_parameters(method);
        if meant.len() < offset + arguments.len() {
            return;
        }
        let declared = self.types.method(method).parameters;
        let declared = if declared.len() == meant.len() { &declared[offset..] } else { &[] };
        let meant = &meant[offset..];
        for other in self.overloads(method) {
            let theirs = self.erased_parameters(other);
            if theirs.len() != meant.len() + offset {
                continue;
            }
            let theirs = &theirs[offset..];
            self.box_against(meant, theirs, arguments);
            let applies = |(typed, parameter): (&Typed, &Ty)| self.takes(typed, parameter);
            if !arguments.iter().zip(theirs).all(applies) {
                continue;
            }
            // If ours is the more specific one, javac takes it by itself.
            let is_more_specific =
                meant.iter().zip(theirs).all(|(ours, theirs)| self.is_at_least(ours, theirs));
            if is_more_specific {
                continue;
            }
            for (at, ((typed, ours), theirs)) in arguments.iter_mut().zip(meant).zip(theirs).enumerate() {
                if ours == theirs || typed.ty == *ours && !typed.is_bare_box {
                    continue;
                }
                // Only null is of every type: `(Class<?>) null`, where `(Class) null` is raw.
                let is_null = matches!(typed.expression, Expression::Literal(Literal::Null));
                let ours = declared.get(at).filter(|ty| is_null && ty.is_known()).unwrap_or(ours);
                if let Some(to) = self.source(ours) {
                    let expression = std::mem::replace(&mut typed.expression, Expression::null());
                    *typed = Typed::new(expression.cast(to), ours.clone());
                }
            }
        }
    }

    /// A box that is written as its primitive would be taken for a primitive parameter, as in
    /// `list.remove(1)`.
    fn box_against(&self, meant: &[Ty], theirs: &[Ty], arguments: &mut [Typed]) {
        for ((typed, ours), theirs) in arguments.iter_mut().zip(meant).zip(theirs) {
            if typed.is_bare_box && !ours.is_primitive() && theirs.is_primitive() {
                *typed = unboxed_to_box(self, typed.clone());
            }
        }
    }

    fn takes(&self, typed: &Typed, parameter: &Ty) -> bool {
        match &typed.expression {
            Expression::Literal(Literal::Null) => !parameter.is_primitive(),
            Expression::Lambda(_) | Expression::MethodReference(_) => {
                parameter.class_id().is_some_and(|class| self.types.world.view(class).is_interface())
            }
            _ => self.types.is_assignable(&typed.ty, parameter),
        }
    }

    fn is_at_least(&self, ours: &Ty, theirs: &Ty) -> bool {
        match (ours, theirs) {
            // Boxing comes after everything else.
            (Ty::Primitive(_), Ty::Primitive(_)) => self.types.is_assignable(ours, theirs),
            (Ty::Primitive(_), _) => true,
            (_, Ty::Primitive(_)) => false,
            _ => self.types.is_assignable(ours, theirs),
        }
    }

    fn erased_parameters(&self, method: MethodId) -> Vec<Ty> {
        let descriptor = self.types.world.view(method).descriptor();
        self.types.erased_method(&descriptor.to_str()).parameters
    }

    /// Other methods of the same name that code could mean instead, in the class and above it.
    fn overloads(&self, method: MethodId) -> Vec<MethodId> {
        let world = self.types.world;
        let view = world.view(method);
        let (name, class) = (view.name().to_str(), view.class());
        let count = view.parsed_descriptor().map_or(0, |descriptor| descriptor.parameters().count());
        let above = (!view.is_constructor()).then(|| world.all_supertypes(class.id())).into_iter().flatten();
        std::iter::once(class.id())
            .chain(above)
            .flat_map(|class| world.view(class).methods_named(&name))
            .filter(|other| {
                other.name_and_type() != view.name_and_type() && self.viewpoint.can_call(other.id())
            })
            .filter(|other| {
                other.parsed_descriptor().is_some_and(|descriptor| descriptor.parameters().count() == count)
            })
            // A bridge differs in its result alone, or in what generics erase to: javac does not see it.
            .filter(|other| !other.access_flags().is_bridge())
            .map(|other| other.id())
            .collect()
    }

    /// Adds the checked exceptions that a method declares.
    pub fn note_thrown(&self, method: MethodId, thrown: &mut BTreeSet<ClassId>) {
        let world = self.types.world;
        let unchecked = ["java/lang/RuntimeException", "java/lang/Error"].map(|name| world.class_id(name));
        for name in world.view(method).exceptions() {
            let Some(class) = world.class_id(&name.to_str()) else { continue };
            if !unchecked.iter().flatten().any(|above| world.is_subtype(class, *above)) {
                thrown.insert(class);
            }
        }
    }
}
