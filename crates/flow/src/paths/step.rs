//! One instruction on one way.

use reenact_base::{Id, Symbol};
use reenact_classfile::{MethodDescriptor, Mutf8};
use reenact_world::{
    CallKind, ClassId, DynamicId, DynamicKind, FieldAccess, FieldId, FieldRefId, Handle, MethodId,
};

use crate::body::{Body, Instruction, Operation};
use crate::paths::decide::{Verdict, is_never_null};
use crate::paths::explore::{Explorer, Next};
use crate::paths::fold::{self, Divided, bounded, int};
use crate::paths::state::State;
use crate::paths::{Condition, Fresh, Store, Target, text};
use crate::term::{BinaryOperator, Constant, Relation, Term};

impl Explorer<'_, '_> {
    pub(super) fn instruction(&mut self, state: &mut State, body: &Body, instruction: &Instruction) -> Next {
        let values = &state.frame().values;
        let operands: Vec<Term> =
            body.operands(instruction).iter().map(|operand| values[operand.index()].clone()).collect();
        let constant = |constant: Constant| Some(Term::Constant(constant));
        let result = match instruction.operation {
            Operation::Null => constant(Constant::Null),
            Operation::Int(value) => constant(Constant::Int(value)),
            Operation::Long(value) => constant(Constant::Long(value)),
            Operation::Float(bits) => constant(Constant::Float(bits)),
            Operation::Double(bits) => constant(Constant::Double(bits)),
            Operation::String(text) => constant(Constant::String(body.text(text).to_utf16())),
            Operation::Class(name) => constant(Constant::Class(self.name(name))),
            Operation::MethodType(_) | Operation::DynamicConstant(_) => Some(Term::Unknown),
            Operation::Unary(operator) => Some(fold::unary(operator, &operands[0])),
            Operation::Binary(operator) => match self.binary(state, operator, &operands, body, instruction) {
                Ok(term) => Some(term),
                Err(next) => return next,
            },
            Operation::New(class) => {
                let name = self.name(class);
                Some(state.make(Fresh::Object(name)))
            }
            Operation::NewPrimitiveArray(letter) => {
                let descriptor = format!("[{}", char::from(letter));
                Some(state.make(Fresh::Array(descriptor.into(), operands[0].clone())))
            }
            Operation::NewArray(component) => {
                let name = self.name(component);
                let descriptor =
                    if name.starts_with('[') { format!("[{name}") } else { format!("[L{name};") };
                Some(state.make(Fresh::Array(descriptor.into(), operands[0].clone())))
            }
            Operation::NewMultiArray(descriptor) => {
                let length = operands.first().cloned().unwrap_or(Term::Unknown);
                let array = state.make(Fresh::Array(self.name(descriptor), length));
                if operands.len() > 1 {
                    // The inner arrays have no names here, so nothing is known of the elements.
                    state.heap.escape(&array);
                }
                Some(array)
            }
            Operation::ArrayLength => {
                if let Some(next) = self.dereference(state, &operands[0]) {
                    return next;
                }
                Some(state.length_of(&operands[0]))
            }
            Operation::ArrayLoad(letter) => {
                if let Some(next) = self.access_element(state, &operands[0], &operands[1]) {
                    return next;
                }
                let (array, index) = (&operands[0], &operands[1]);
                Some(state.heap.read_element(&state.path, array, index, letter))
            }
            Operation::ArrayStore(_) => {
                if let Some(next) = self.access_element(state, &operands[0], &operands[1]) {
                    return next;
                }
                let [array, index, value] = &operands[..] else { return Next::Lost };
                state.reveal(value);
                state.heap.write_element(array, index, value.clone());
                state.store(Target::Element(array.clone(), index.clone()), value.clone());
                None
            }
            Operation::Field(access, reference) => match self.field(state, access, reference, &operands) {
                Ok(term) => term,
                Err(next) => return next,
            },
            Operation::Call(kind, reference) => {
                return self.call(state, kind, reference, operands, instruction.result);
            }
            Operation::Dynamic(dynamic) => match self.dynamic(state, dynamic, operands) {
                Some(term) => Some(term),
                None => return Next::Lost,
            },
            Operation::Concatenate(dynamic) => {
                operands.iter().for_each(|operand| state.reveal(operand));
                Some(self.concatenate(dynamic, body, instruction, operands))
            }
            Operation::CheckCast(class) => {
                let known = self.is_instance(state, &operands[0], class);
                let is_null = operands[0] == Term::Constant(Constant::Null);
                if known == Some(false) && !is_null {
                    return self.throw_known(state, "java/lang/ClassCastException");
                }
                if known.is_none()
                    && !is_null
                    && let Next::Refuse(callee) = self.note_possible_exception(state)
                {
                    return Next::Refuse(callee);
                }
                Some(operands[0].clone())
            }
            Operation::InstanceOf(class) => Some(match self.is_instance(state, &operands[0], class) {
                Some(known) => int(known.into()),
                None if operands[0] == Term::Unknown => Term::Unknown,
                None => Term::InstanceOf(operands[0].clone().into(), self.name(class)),
            }),
            Operation::MonitorEnter | Operation::MonitorExit => {
                if let Some(next) = self.dereference(state, &operands[0]) {
                    return next;
                }
                None
            }
        };
        if let (Some(value), Some(term)) = (instruction.result, result) {
            state.set(value, term);
        }
        Next::On
    }

    fn binary(
        &mut self,
        state: &mut State,
        operator: BinaryOperator,
        operands: &[Term],
        body: &Body,
        instruction: &Instruction,
    ) -> Result<Term, Next> {
        let divides = matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder);
        let kind = body.operands(instruction).get(1).map(|&right| body.value(right).kind);
        let zero = match kind {
            Some(crate::body::Kind::Int) if divides => Some(int(0)),
            Some(crate::body::Kind::Long) if divides => Some(Term::Constant(Constant::Long(0))),
            _ => None,
        };
        if let Some(right) = zero
            && !matches!(operands[1], Term::Constant(_))
        {
            if let Next::Refuse(callee) = self.note_possible_exception(state) {
                return Err(Next::Refuse(callee));
            }
            let condition = Condition { left: operands[1].clone(), relation: Relation::NotEqual, right };
            if self.require(state, condition) == Verdict::Never {
                return Err(self.throw_known(state, "java/lang/ArithmeticException"));
            }
        }
        match fold::binary(operator, &operands[0], &operands[1]) {
            Divided::Term(term) => Ok(term),
            Divided::ByZero => Err(self.throw_known(state, "java/lang/ArithmeticException")),
        }
    }

    /// Makes sure that a term is not null; gives how it goes on if it is.
    pub(super) fn dereference(&mut self, state: &mut State, term: &Term) -> Option<Next> {
        if is_never_null(term) {
            return None;
        }
        let right = Term::Constant(Constant::Null);
        let condition = Condition { left: term.clone(), relation: Relation::NotEqual, right };
        // That the result of a call is not null would be a condition that nobody can see to.
        let verdict =
            if is_given(term) { self.require(state, condition) } else { self.verdict(state, &condition) };
        match verdict {
            Verdict::Always => None,
            Verdict::Never => Some(self.throw_known(state, "java/lang/NullPointerException")),
            Verdict::Open => match self.note_possible_exception(state) {
                Next::On => None,
                next => Some(next),
            },
        }
    }

    fn access_element(&mut self, state: &mut State, array: &Term, index: &Term) -> Option<Next> {
        if let Some(next) = self.dereference(state, array) {
            return Some(next);
        }
        match (state.length_of(array), index) {
            (Term::Constant(Constant::Int(length)), Term::Constant(Constant::Int(index))) => (*index < 0
                || *index >= length)
                .then(|| self.throw_known(state, "java/lang/ArrayIndexOutOfBoundsException")),
            _ => match self.note_possible_exception(state) {
                Next::On => None,
                next => Some(next),
            },
        }
    }

    fn field(
        &mut self,
        state: &mut State,
        access: FieldAccess,
        reference: FieldRefId,
        operands: &[Term],
    ) -> Result<Option<Term>, Next> {
        let field = self.world.resolved_field(reference).ok();
        if !access.is_static()
            && let Some(next) = self.dereference(state, &operands[0])
        {
            return Err(next);
        }
        // A store that cannot be told would make the path wrong.
        let Some(field) = field else {
            return if access.is_write() { Err(Next::Lost) } else { Ok(Some(Term::Unknown)) };
        };
        Ok(match (access, operands) {
            (FieldAccess::GetField, [base]) => {
                Some(bounded(state.heap.read_field(self.world, &state.path, base, field)))
            }
            (FieldAccess::PutField, [base, value]) => {
                state.reveal(value);
                state.heap.write_field(base, field, value.clone());
                state.store(Target::Field(base.clone(), field), value.clone());
                None
            }
            (FieldAccess::PutStatic, [value]) => {
                state.reveal(value);
                state.heap.write_static(field, value.clone());
                state.store(Target::StaticField(field), value.clone());
                None
            }
            _ => Some(self.switch_of(field).unwrap_or_else(|| state.heap.read_static(field))),
        })
    }

    /// Assertions and the flight recorder are off unless someone asks for them, and their conditions would
    /// be on every path.
    fn switch_of(&self, field: FieldId) -> Option<Term> {
        let view = self.world.view(field);
        if view.name() == "$assertionsDisabled" {
            return Some(int(1));
        }
        (view.name() == "jfrTracing" && view.class().is_platform()).then(|| int(0))
    }

    /// What an `invokedynamic` gives; `None` if it may do anything.
    fn dynamic(&mut self, state: &mut State, dynamic: DynamicId, operands: Vec<Term>) -> Option<Term> {
        let view = self.world.view(dynamic);
        match view.kind() {
            DynamicKind::Lambda => {
                operands.iter().for_each(|operand| state.reveal(operand));
                let implementation = view.lambda().and_then(|lambda| {
                    let Handle::Method(kind, reference) = lambda.implementation() else { return None };
                    let caller = self.world.class_of_dynamic(dynamic);
                    self.implementation(caller, kind, reference)
                });
                Some(match implementation {
                    Some(implementation) => bounded(Term::Lambda { implementation, captured: operands }),
                    None => Term::Unknown,
                })
            }
            DynamicKind::ObjectMethods | DynamicKind::Switch => Some(Term::Unknown),
            _ => None,
        }
    }

    fn implementation(
        &self,
        caller: ClassId,
        kind: CallKind,
        reference: reenact_world::MethodRefId,
    ) -> Option<MethodId> {
        match kind.is_dispatched() {
            true => self.world.resolved_method(reference).ok(),
            false => self.world.direct_target(caller, kind, reference),
        }
    }

    fn concatenate(
        &self,
        dynamic: DynamicId,
        body: &Body,
        instruction: &Instruction,
        operands: Vec<Term>,
    ) -> Term {
        let pair = self.world.view(dynamic).name_and_type();
        let descriptor = pair.and_then(|pair| MethodDescriptor::parse(self.world.text(pair.descriptor)));
        let Some(descriptor) = descriptor else { return Term::Unknown };
        let mut letters = descriptor.parameters().map(|parameter| parameter.kind());
        // The recipe's own text was put beside the arguments, at the same pc.
        let is_literal = |position: usize| {
            let value = body.operands(instruction)[position];
            body.definition(value).is_some_and(|made| made.pc == instruction.pc)
        };
        let parts = operands.into_iter().enumerate().map(|(position, operand)| {
            let letter = if is_literal(position) { b'L' } else { letters.next().unwrap_or(b'L') };
            text::part(operand, letter)
        });
        text::concatenation(parts)
    }

    /// Whether a term is of a class, where that is certain.
    fn is_instance(&self, state: &State, term: &Term, class: Symbol) -> Option<bool> {
        if *term == Term::Constant(Constant::Null) {
            return Some(false);
        }
        let asked = self.world.class_of_symbol(class)?;
        if let Some(own) = self.class_of(state, term) {
            return match self.world.missing_supertype(own) {
                Some(_) => self.world.is_subtype(own, asked).then_some(true),
                None => Some(self.world.is_subtype(own, asked)),
            };
        }
        let own = self.world.view(self.method).class().id();
        (*term == Term::Receiver && self.world.is_subtype(own, asked)).then_some(true)
    }

    /// The class of what a term stands for, where it is certain.
    pub(super) fn class_of(&self, state: &State, term: &Term) -> Option<ClassId> {
        match term {
            Term::Receiver => self.receiver_class,
            Term::Fresh(index) => match state.path.objects.get(*index as usize)? {
                Fresh::Object(name) => self.world.class_id(name),
                Fresh::Array(..) => None,
            },
            Term::Constant(Constant::String(_)) | Term::Concatenation(_) => {
                self.world.class_id("java/lang/String")
            }
            Term::Constant(Constant::Class(_)) => self.world.class_id("java/lang/Class"),
            _ => None,
        }
    }

    pub(super) fn name(&self, symbol: Symbol) -> Box<str> {
        let text: Mutf8<'_> = self.world.text(symbol);
        text.to_str().into()
    }
}

/// Whether whoever calls the method decides what a term stands for.
fn is_given(term: &Term) -> bool {
    match term {
        Term::Parameter(_) => true,
        Term::Field(base, _) => *base.as_ref() == Term::Receiver || is_given(base),
        _ => false,
    }
}

impl State {
    fn make(&mut self, object: Fresh) -> Term {
        self.path.objects.push(object);
        Term::Fresh(self.path.objects.len() as u32 - 1)
    }

    fn length_of(&self, array: &Term) -> Term {
        match array {
            Term::Fresh(index) => match self.path.objects.get(*index as usize) {
                Some(Fresh::Array(_, length)) => length.clone(),
                _ => Term::Unknown,
            },
            Term::Unknown => Term::Unknown,
            other => bounded(Term::ArrayLength(other.clone().into())),
        }
    }

    pub(super) fn store(&mut self, target: Target, value: Term) {
        let after_calls = self.path.calls.len() as u32;
        self.path.stores.push(Store { target, value, after_calls });
    }
}
