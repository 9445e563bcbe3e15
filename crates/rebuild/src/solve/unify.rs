//! Terms against observed values: the arguments for which a term has the wanted value.

use reenact_flow::body::Kind;
use reenact_flow::term::{BinaryOperator, Term, TermId, Terms, UnaryOperator};
use reenact_heap::logical::{ListKind, MapKind, SetKind, ViewKind};
use reenact_heap::{ClassKind, LogicalForm, NodeId, Value};
use reenact_world::FieldId;

use super::calls::{Container, Known, Shown};
use super::numbers;
use super::trial::{Effort, Fit, Holder, Own, Trial};
use crate::want::{Datum, Want};

/// How deep terms are looked into.
const DEPTH: u32 = 24;

impl Trial<'_, '_> {
    /// Decides whether a term has the wanted value, and binds parameters to what that takes.
    pub fn unify(&mut self, term: TermId, want: &Want, effort: Effort) -> Fit {
        self.fit(term, want, effort, DEPTH)
    }

    pub(super) fn fit(&mut self, term: TermId, want: &Want, effort: Effort, depth: u32) -> Fit {
        let Some(depth) = depth.checked_sub(1) else { return Fit::Unknown };
        if *want == Want::Any {
            return Fit::Same;
        }
        let terms = self.terms;
        match &terms[term] {
            Term::Parameter(at) => self.bind(Some(*at), want),
            Term::Receiver if matches!(self.own, Own::Unknown) => self.bind(None, want),
            Term::Fresh(number) => self.embed(*number, want, effort, depth),
            Term::Result(number) => self.fit_result(term, *number, want, effort, depth),
            Term::Lambda { implementation, captured } => {
                self.fit_lambda(*implementation, captured, want, effort, depth)
            }
            Term::StaticField(_) => match self.known(term, want) {
                Fit::Later => Fit::Unknown,
                fit => fit,
            },
            Term::Field(of, field) => match self.known(term, want) {
                // Whether the whole object is known otherwise should be tried first.
                Fit::Later if effort >= Effort::Inverts => self.hold(*of, *field, want),
                fit => fit,
            },
            Term::Concatenation(parts) => match self.known(term, want) {
                Fit::Later if effort >= Effort::Inverts => self.fit_concatenation(parts, want, effort, depth),
                fit => fit,
            },
            Term::Unary(operator, of) => match self.known(term, want) {
                Fit::Later if effort >= Effort::Inverts => {
                    let Some(result) = self.wanted_number(want) else { return Fit::Unknown };
                    let of_wanted = match operator {
                        UnaryOperator::Negate => numbers::negate(&result),
                        UnaryOperator::Convert(from, to) => numbers::invert_conversion(&result, *from, *to),
                    };
                    self.fit_number(*of, of_wanted, effort, depth)
                }
                fit => fit,
            },
            Term::Binary(operator, operands) => match self.known(term, want) {
                Fit::Later if effort >= Effort::Inverts => {
                    self.fit_binary(*operator, *operands, want, effort, depth)
                }
                fit => fit,
            },
            Term::Receiver
            | Term::Constant(_)
            | Term::InstanceOf(..)
            | Term::ArrayLength(_)
            | Term::Element(..)
            | Term::Unknown => self.known(term, want),
        }
    }

    /// The fit as far as it is known without looking for arguments.
    pub(super) fn known(&mut self, term: TermId, want: &Want) -> Fit {
        let Some(datum) = self.evaluate(term) else { return Fit::Later };
        match self.matches(&datum, want) {
            Some(true) => {
                // A copy of what was passed is an object of its own.
                if let (Datum::Like(_), Want::Is(Value::Reference(node))) = (&datum, want) {
                    if !self.may_be_inside(*node) {
                        return Fit::Differs;
                    }
                    self.inside.push(*node);
                }
                Fit::Same
            }
            Some(false) => Fit::Differs,
            None => Fit::Later,
        }
    }

    /// A field of a parameter, or of the object that a method is called on, such as a builder.
    fn hold(&mut self, of: TermId, field: FieldId, want: &Want) -> Fit {
        // An object of the same class to copy from would have to be made first, and would be one too many.
        if let Term::Parameter(at) = self.terms[of]
            && let Some(descriptor) = self.types.get(usize::from(at))
            && crate::facts::reference(descriptor).and_then(|class| self.facts.world.class_id(class))
                == Some(self.target.class)
        {
            return Fit::Unknown;
        }
        let holder = match self.terms[of] {
            Term::Parameter(at) => self.parameters.get_mut(usize::from(at)),
            Term::Receiver if matches!(self.own, Own::Unknown) => Some(&mut self.receiver),
            _ => None,
        };
        match holder {
            Some(holder @ Holder::Free) => {
                *holder = Holder::Fields(vec![(field, want.clone())]);
                Fit::Same
            }
            Some(Holder::Fields(fields)) => match fields.iter().find(|(known, _)| *known == field) {
                Some((_, known)) if known == want => Fit::Same,
                Some(_) => Fit::Differs,
                None => {
                    fields.push((field, want.clone()));
                    Fit::Same
                }
            },
            Some(Holder::Bound(_)) | None => Fit::Unknown,
        }
    }

    fn fit_result(&mut self, term: TermId, number: u32, want: &Want, effort: Effort, depth: u32) -> Fit {
        let Some((call, meaning)) = self.call(number) else { return Fit::Unknown };
        let arguments = &call.arguments;
        let (Some(meaning), first) = (meaning, arguments.first().copied()) else { return Fit::Unknown };
        let node = match want {
            Want::Is(Value::Reference(node)) | Want::Like(node) => Some(*node),
            _ => None,
        };
        match (meaning, first) {
            (Known::Argument(at), _) => match arguments.get(at) {
                Some(argument) => self.fit(*argument, want, effort, depth),
                None => Fit::Unknown,
            },
            (Known::Box, Some(argument)) => match node.map(|node| self.facts.boxed(node)) {
                Some(Some(value)) => self.fit(argument, &Want::Is(value), effort, depth),
                Some(None) => Fit::Differs,
                None => self.fit(argument, want, effort, depth),
            },
            (Known::Unbox, Some(argument)) => match self.known(term, want) {
                Fit::Later => self.fit(argument, want, effort, depth),
                fit => fit,
            },
            (Known::Copy, Some(argument)) if effort >= Effort::Copies => {
                let Some(node) = node else { return Fit::Differs };
                if matches!(want, Want::Is(_)) && !self.is_copied_by(number, node) {
                    return Fit::Differs;
                }
                self.fit_inside(node, want, |trial| trial.fit(argument, &Want::Like(node), effort, depth))
            }
            (Known::View(shown), Some(argument)) if effort >= Effort::Copies => {
                let Some(node) = node else { return Fit::Differs };
                match self.facts.form(node).as_deref() {
                    Some(LogicalForm::View { kind, of }) if is_shown(kind, shown) => {
                        let of = Want::Is(*of);
                        self.fit_inside(node, want, |trial| trial.fit(argument, &of, effort, depth))
                    }
                    _ => Fit::Differs,
                }
            }
            (Known::Of(container), _) if effort >= Effort::Copies => {
                let Some(node) = node else { return Fit::Differs };
                self.fit_container(container, arguments, node, want, effort, depth)
            }
            (Known::Optional, _) if effort >= Effort::Copies => {
                let Some(node) = node else { return Fit::Differs };
                let held = match self.facts.form(node).as_deref() {
                    Some(LogicalForm::Optional(held)) => *held,
                    _ => return Fit::Differs,
                };
                match (first, held) {
                    (None, None) => Fit::Same,
                    (Some(argument), held) => {
                        let held = Want::Is(held.unwrap_or(Value::Null));
                        self.fit_inside(node, want, |trial| trial.fit(argument, &held, effort, depth))
                    }
                    (None, Some(_)) => Fit::Differs,
                }
            }
            // `amount.setScale(2)` gives an amount of this scale back as it is.
            (Known::Normal, Some(argument)) if effort >= Effort::Guesses => {
                let mark = self.mark();
                match self.fit(argument, want, effort, depth) {
                    Fit::Same => {
                        self.guesses += 1;
                        Fit::Same
                    }
                    _ => {
                        self.back_to(mark);
                        Fit::Unknown
                    }
                }
            }
            (Known::Normal | Known::Copy | Known::View(_) | Known::Of(_) | Known::Optional, _) => Fit::Later,
            (Known::Pure(function), Some(argument)) => match self.known(term, want) {
                Fit::Later if effort >= Effort::Guesses && function.is_idempotent() => {
                    let mark = self.mark();
                    // The guess must at least be consistent: trimming what was observed changes nothing.
                    let fit = self.fit(argument, want, effort, depth);
                    if fit == Fit::Same && self.known(term, want) == Fit::Same {
                        self.guesses += 1;
                        return Fit::Same;
                    }
                    self.back_to(mark);
                    Fit::Unknown
                }
                fit => fit,
            },
            _ => self.known(term, want),
        }
    }

    /// Runs an attempt whose success makes an object of the graph on the path.
    pub(super) fn fit_inside(
        &mut self,
        node: NodeId,
        want: &Want,
        attempt: impl FnOnce(&mut Self) -> Fit,
    ) -> Fit {
        let is_itself = matches!(want, Want::Is(_));
        if is_itself && !self.may_be_inside(node) {
            return Fit::Differs;
        }
        let mark = self.mark();
        if is_itself {
            self.inside.push(node);
        }
        match attempt(self) {
            Fit::Same => Fit::Same,
            fit @ Fit::Lacks(_) => fit,
            fit => {
                self.back_to(mark);
                fit
            }
        }
    }

    /// Whether the copying call gives an object of the observed class, and of the observed length.
    fn is_copied_by(&mut self, number: u32, node: NodeId) -> bool {
        let Some((call, _)) = self.call(number) else { return false };
        let arguments = &call.arguments;
        if let Some(length) = self.facts.length(node) {
            // `Arrays.copyOf` cuts off and pads.
            return match arguments.get(1) {
                Some(&term) => match self.evaluate(term) {
                    Some(Datum::Int(wanted)) => usize::try_from(wanted) == Ok(length),
                    Some(_) => false,
                    None => {
                        matches!(self.terms[term], Term::ArrayLength(of) if Some(&of) == arguments.first())
                    }
                },
                None => true,
            };
        }
        match self.facts.form(node).as_deref() {
            Some(LogicalForm::List { kind, .. }) => *kind == ListKind::Immutable,
            Some(LogicalForm::Set { kind, .. }) => matches!(kind, SetKind::Immutable | SetKind::Enum { .. }),
            Some(LogicalForm::Map { kind, .. }) => *kind == MapKind::Immutable,
            _ => false,
        }
    }

    fn fit_container(
        &mut self,
        container: Container,
        arguments: &[TermId],
        node: NodeId,
        want: &Want,
        effort: Effort,
        depth: u32,
    ) -> Fit {
        let is_kind = |kind: Container| kind == container || matches!(want, Want::Like(_));
        let Some(form) = self.facts.form(node) else { return Fit::Differs };
        let values: Vec<Value> = match &*form {
            LogicalForm::List { kind, elements } => match kind {
                ListKind::Immutable if is_kind(Container::Immutable) => elements.clone(),
                ListKind::Empty if is_kind(Container::Empty) => elements.clone(),
                ListKind::Singleton if is_kind(Container::Singleton) => elements.clone(),
                _ => return Fit::Differs,
            },
            LogicalForm::Set { kind, elements, .. } => match kind {
                SetKind::Immutable if is_kind(Container::Immutable) => elements.clone(),
                SetKind::Empty if is_kind(Container::Empty) => elements.clone(),
                SetKind::Singleton if is_kind(Container::Singleton) => elements.clone(),
                _ => return Fit::Differs,
            },
            LogicalForm::Map { kind, entries, .. } => match kind {
                MapKind::Immutable if is_kind(Container::Immutable) => flat(entries),
                MapKind::Empty if is_kind(Container::Empty) => flat(entries),
                MapKind::Singleton if is_kind(Container::Singleton) => flat(entries),
                _ => return Fit::Differs,
            },
            _ => return Fit::Differs,
        };
        if values.len() != arguments.len() {
            return Fit::Differs;
        }
        // Those that are empty are one object for all of the JVM.
        if values.is_empty() {
            return Fit::Same;
        }
        self.fit_inside(node, want, |trial| trial.fit_all(arguments, &values, effort, depth))
    }

    /// Terms against values, one by one.
    pub(super) fn fit_all(&mut self, terms: &[TermId], values: &[Value], effort: Effort, depth: u32) -> Fit {
        let mut all = Fit::Same;
        for (term, value) in terms.iter().zip(values) {
            match self.fit(*term, &Want::Is(*value), effort, depth) {
                Fit::Same => {}
                Fit::Differs | Fit::Lacks(_) => return Fit::Differs,
                Fit::Later => all = Fit::Later,
                Fit::Unknown => return Fit::Unknown,
            }
        }
        all
    }

    fn fit_lambda(
        &mut self,
        implementation: reenact_world::MethodId,
        captured: &[TermId],
        want: &Want,
        effort: Effort,
        depth: u32,
    ) -> Fit {
        let Want::Is(Value::Reference(node)) = want else { return Fit::Differs };
        let Some(ClassKind::Lambda { implementation: (class, name, descriptor), .. }) =
            self.facts.kind(*node)
        else {
            return Fit::Differs;
        };
        let method = self.facts.world.view(implementation);
        let is_same = method.class().name() == **class
            && method.name() == **name
            && method.descriptor() == **descriptor;
        let Some(reenact_heap::Node::Object { fields, .. }) = self.facts.node(*node) else {
            return Fit::Differs;
        };
        if !is_same || fields.len() != captured.len() {
            return Fit::Differs;
        }
        // A lambda that captures nothing is one object for its place in the code; that others hold it too is
        // no reason against it.
        if captured.is_empty() {
            return Fit::Same;
        }
        self.fit_inside(*node, want, |trial| trial.fit_all(captured, fields, effort, depth))
    }

    fn fit_concatenation(&mut self, parts: &[TermId], want: &Want, effort: Effort, depth: u32) -> Fit {
        let wanted = match want {
            Want::Text(text) => Some(text.clone()),
            Want::Is(Value::Reference(node)) => self.facts.text(*node).map(Into::into),
            _ => None,
        };
        let Some(wanted) = wanted else { return Fit::Differs };
        let texts: Vec<Option<Vec<u16>>> = parts.iter().map(|part| self.part_text(*part, depth)).collect();
        let mut unknown = (0..parts.len()).filter(|at| texts[*at].is_none());
        let (Some(at), None) = (unknown.next(), unknown.next()) else { return Fit::Later };
        let before: Vec<u16> = texts[..at].iter().flatten().flatten().copied().collect();
        let after: Vec<u16> = texts[at + 1..].iter().flatten().flatten().copied().collect();
        let Some(rest) = wanted.strip_prefix(&before[..]).and_then(|rest| rest.strip_suffix(&after[..]))
        else {
            return Fit::Differs;
        };
        let argument = match self.type_of(parts[at]).as_deref() {
            Some("I" | "S" | "B" | "J") => {
                let Some(number) = String::from_utf16(rest).ok().and_then(|text| text.parse::<i64>().ok())
                else {
                    return Fit::Differs;
                };
                match i32::try_from(number) {
                    Ok(small) if self.type_of(parts[at]).as_deref() != Some("J") => {
                        Want::Is(Value::Int(small))
                    }
                    _ => Want::Is(Value::Long(number)),
                }
            }
            Some("C") if rest.len() == 1 => Want::Is(Value::Char(rest[0])),
            Some("Ljava/lang/String;" | "Ljava/lang/Object;" | "Ljava/lang/CharSequence;") => {
                Want::Text(rest.into())
            }
            _ => return Fit::Unknown,
        };
        self.fit(parts[at], &argument, effort, depth)
    }

    fn wanted_number(&self, want: &Want) -> Option<Datum> {
        match want {
            Want::Is(value) => Some(Datum::of(*value)),
            _ => None,
        }
    }

    fn fit_number(&mut self, term: TermId, number: Option<Datum>, effort: Effort, depth: u32) -> Fit {
        self.inversions += 1;
        let value = match number {
            Some(Datum::Int(value)) => Value::Int(value),
            Some(Datum::Long(value)) => Value::Long(value),
            Some(Datum::Float(bits)) => Value::Float(bits),
            Some(Datum::Double(bits)) => Value::Double(bits),
            _ => return Fit::Differs,
        };
        self.fit(term, &Want::Is(value), effort, depth)
    }

    fn fit_binary(
        &mut self,
        operator: BinaryOperator,
        [one, two]: [TermId; 2],
        want: &Want,
        effort: Effort,
        depth: u32,
    ) -> Fit {
        let Some(result) = self.wanted_number(want) else { return Fit::Unknown };
        match (self.evaluate(one), self.evaluate(two)) {
            (Some(known), None) => {
                self.fit_number(two, numbers::invert(operator, &result, &known, true), effort, depth)
            }
            (None, Some(known)) => {
                self.fit_number(one, numbers::invert(operator, &result, &known, false), effort, depth)
            }
            _ => Fit::Later,
        }
    }
}

fn is_shown(kind: &ViewKind, shown: Shown) -> bool {
    match kind {
        ViewKind::Unmodifiable => shown == Shown::Unmodifiable,
        ViewKind::Synchronized { mutex } => shown == Shown::Synchronized && *mutex == Value::Null,
        ViewKind::ArrayAsList => shown == Shown::ArrayAsList,
        _ => false,
    }
}

fn flat(entries: &[(Value, Value)]) -> Vec<Value> {
    entries.iter().flat_map(|(key, value)| [*key, *value]).collect()
}

/// The term for the value of a field that was never written.
pub(super) fn default_term(descriptor: &str) -> TermId {
    Terms::zero(Kind::of(descriptor.as_bytes().first().copied().unwrap_or(b'L')))
}
