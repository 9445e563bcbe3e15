//! Which type is which other one, and what its arguments are there.

use reenact_world::ClassId;

use super::{Argument, Bindings, Formal, Ty, Types, signature};

impl Types<'_> {
    /// The direct supertypes of a class, with arguments in terms of its own variables.
    fn direct_supertypes(&self, class: ClassId) -> Vec<Ty> {
        let view = self.world.view(class);
        let generic = view.signature().and_then(|text| signature::class(self.world, text.as_bytes()));
        match generic {
            Some(generic) => generic.supertypes,
            None => view
                .superclass()
                .into_iter()
                .chain(view.interfaces())
                .map(|above| Ty::class(above.id()))
                .collect(),
        }
    }

    /// A type seen as one of its supertypes, with the arguments that it has there; `None` if that is not a
    /// supertype. An array is nothing but itself.
    pub fn as_supertype(&self, ty: &Ty, above: ClassId) -> Option<Ty> {
        let Ty::Class(class, arguments) = ty else { return None };
        if *class == above {
            return Some(ty.clone());
        }
        if !self.world.is_subtype(*class, above) {
            return None;
        }
        let is_raw = arguments.is_empty() && self.is_generic(*class);
        let bindings = self.bindings(ty);
        for supertype in self.direct_supertypes(*class) {
            // Every step goes up in a hierarchy without cycles, whatever a signature claims.
            let goes_up = |next| next != *class && self.world.is_subtype(*class, next);
            if supertype.class_id().is_some_and(|next| goes_up(next) && self.world.is_subtype(next, above)) {
                let supertype = if is_raw { supertype.erased() } else { supertype.substituted(&bindings) };
                return self.as_supertype(&supertype, above);
            }
        }
        Some(Ty::class(above))
    }

    /// The type of this class whose view as `wanted`'s class is `wanted`: `ArrayList<Item>` for `ArrayList`
    /// and `Collection<Item>`. `None` if the arguments do not follow.
    pub fn instantiated(&self, class: ClassId, wanted: &Ty) -> Option<Ty> {
        let Ty::Class(above, arguments) = wanted else { return None };
        let variables = self.variables(class);
        if variables.is_empty() {
            return Some(Ty::class(class));
        }
        let own: Vec<Argument> =
            variables.iter().map(|variable| Argument::Exact(Ty::Variable(variable.clone()))).collect();
        let Ty::Class(_, formal) = self.as_supertype(&Ty::Class(class, own), *above)? else { return None };
        if formal.len() != arguments.len() {
            return None;
        }
        let mut bindings = Bindings::default();
        for (formal, argument) in formal.iter().zip(arguments) {
            if let (Some(formal), Some(actual)) = (formal.ty(), argument.ty()) {
                self.unify(formal, actual, &mut bindings);
            }
        }
        let arguments: Option<Vec<Argument>> =
            variables.iter().map(|variable| bindings.get(variable).cloned().map(Argument::Exact)).collect();
        arguments.map(|arguments| Ty::Class(class, arguments))
    }

    /// Finds out what the variables of a formal type stand for if this is the actual one. What is known
    /// already stays.
    pub fn unify(&self, formal: &Ty, actual: &Ty, bindings: &mut Bindings) {
        match (formal, actual) {
            (Ty::Variable(name), actual) => {
                let actual = match actual {
                    Ty::Primitive(primitive) => self.boxed(*primitive),
                    other => other.clone(),
                };
                if actual != Ty::Unknown {
                    bindings.entry(name.clone()).or_insert(actual);
                }
            }
            (Ty::Array(formal), Ty::Array(actual)) => self.unify(formal, actual, bindings),
            (Ty::Class(class, formals), Ty::Class(..)) => {
                let Some(Ty::Class(_, actuals)) = self.as_supertype(actual, *class) else { return };
                for (formal, actual) in formals.iter().zip(&actuals) {
                    if let (Some(formal), Some(actual)) = (formal.ty(), actual.ty()) {
                        self.unify(formal, actual, bindings);
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether javac takes a value of one type where another is declared, type arguments apart.
    pub fn is_assignable(&self, from: &Ty, to: &Ty) -> bool {
        match (from, to) {
            (Ty::Unknown, _) | (_, Ty::Unknown | Ty::Variable(_)) => true,
            (Ty::Primitive(one), Ty::Primitive(other)) => widens(*one, *other),
            (Ty::Primitive(one), Ty::Class(..)) => self.is_assignable(&self.boxed(*one), to),
            (Ty::Class(..), Ty::Primitive(other)) => {
                self.unboxed(from).is_some_and(|unboxed| widens(unboxed, *other))
            }
            (Ty::Class(one, _), Ty::Class(other, _)) => self.world.is_subtype(*one, *other),
            (Ty::Array(one), Ty::Array(other)) => {
                if one.is_primitive() || other.is_primitive() {
                    one == other
                } else {
                    self.is_assignable(one, other)
                }
            }
            (Ty::Array(_), Ty::Class(other, _)) => {
                let name = self.world.view(*other).name();
                ["java/lang/Object", "java/lang/Cloneable", "java/io/Serializable"]
                    .iter()
                    .any(|above| name == **above)
            }
            // A variable is at least an object, and its bound is not asked for here.
            (Ty::Variable(_), to) => *to == self.object(),
            _ => false,
        }
    }

    /// The formal types of a method with what is known of the variables filled in: those of its class from the
    /// object that it is called on.
    pub fn formal_on(&self, method: reenact_world::MethodId, on: Option<&Ty>) -> Formal {
        let mut formal = self.method(method);
        let declaring = self.world.view(method).class().id();
        if let Some(on) = on.and_then(|on| self.as_supertype(on, declaring)) {
            let mut bindings = self.bindings(&on);
            formal.variables.iter().for_each(|variable| {
                bindings.remove(variable);
            });
            formal.parameters.iter_mut().for_each(|parameter| *parameter = parameter.substituted(&bindings));
            formal.result = formal.result.map(|result| result.substituted(&bindings));
            formal.bounds.iter_mut().for_each(|bound| *bound = bound.substituted(&bindings));
        }
        formal
    }

    /// The types with which code overrides a method in a class below `on`. A method with type variables of its own is
    /// overridden by its erasure, which JLS 8.4.2 allows.
    pub fn overriding(&self, method: reenact_world::MethodId, on: &Ty) -> Formal {
        let mut formal = self.formal_on(method, Some(on));
        let is_known = |formal: &Formal| formal.parameters.iter().chain(&formal.result).all(Ty::is_known);
        if formal.variables.is_empty() && is_known(&formal) {
            return formal;
        }
        let erased = self.erased_method(&self.world.view(method).descriptor().to_str());
        let mut bindings = super::Bindings::default();
        for (variable, bound) in formal.variables.iter().zip(&formal.bounds) {
            let bound = bound.substituted(&bindings).erased();
            bindings.insert(variable.clone(), if bound.is_known() { bound } else { self.object() });
        }
        let erase = |ty: &Ty| ty.substituted(&bindings).erased();
        formal.parameters.iter_mut().for_each(|parameter| *parameter = erase(parameter));
        formal.result = formal.result.as_ref().map(erase);
        if is_known(&formal) { formal } else { erased }
    }
}

/// Whether a primitive widens to another, or is it (JLS 5.1.2).
fn widens(from: u8, to: u8) -> bool {
    const NUMBERS: &[u8] = b"BSIJFD";
    let rank = |letter| NUMBERS.iter().position(|&number| number == letter);
    match (from, to) {
        _ if from == to => true,
        (b'C', to) => rank(to) >= rank(b'I'),
        (from, to) => rank(from).is_some() && rank(to).is_some() && rank(from) < rank(to),
    }
}
