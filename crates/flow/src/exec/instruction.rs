//! One instruction over one state.

use reenact_base::Symbol;
use reenact_classfile::{MethodDescriptor, Mutf8};
use reenact_world::{
    CallKind, ClassId, DynamicId, DynamicKind, FieldAccess, FieldId, FieldRefId, Handle, MethodId,
};

use crate::body::{Body, Instruction, Kind, Operation};
use crate::exec::fold::{self, Divided};
use crate::exec::{Condition, Decide, Exec, Fresh, State, Step, Target, text};
use crate::term::{BinaryOperator, Constant, Relation, Term, TermId, Terms};

/// The value that an instruction computes, if it does; or how the state continues instead.
type Computed = Result<Option<TermId>, Step>;

impl<D: Decide> Exec<'_, '_, D> {
    pub(super) fn instruction(&mut self, state: &mut State, body: &Body, instruction: &Instruction) -> Step {
        let frame = state.frame();
        let operands: Vec<TermId> =
            body.operands(instruction).iter().map(|operand| frame.term(*operand)).collect();
        if let Operation::Call(kind, reference) = instruction.operation {
            return self.call(state, kind, reference, operands, instruction.result);
        }
        match self.compute(state, body, instruction, operands) {
            Ok(term) => {
                if let (Some(value), Some(term)) = (instruction.result, term) {
                    state.set(value, term);
                }
                Step::Continue
            }
            Err(step) => step,
        }
    }

    fn compute(
        &mut self,
        state: &mut State,
        body: &Body,
        instruction: &Instruction,
        operands: Vec<TermId>,
    ) -> Computed {
        Ok(Some(match instruction.operation {
            Operation::Null => Terms::null(),
            Operation::Int(value) => self.terms.int(value),
            Operation::Long(value) => self.terms.constant(Constant::Long(value)),
            Operation::Float(bits) => self.terms.constant(Constant::Float(bits)),
            Operation::Double(bits) => self.terms.constant(Constant::Double(bits)),
            Operation::String(text) => self.terms.constant(Constant::String(body.text(text).to_utf16())),
            Operation::Class(name) => {
                let name = self.name(name);
                self.terms.constant(Constant::Class(name))
            }
            Operation::MethodType(_) | Operation::DynamicConstant(_) => {
                Terms::unknown(instruction.result.map_or(Kind::Reference, |result| body.value(result).kind))
            }
            Operation::Unary(operator) => fold::unary(&mut self.terms, operator, operands[0]),
            Operation::Binary(operator) => self.binary(state, operator, &operands)?,
            Operation::New(class) => self.make(state, Fresh::Object(self.name(class))),
            Operation::NewPrimitiveArray(letter) => {
                let descriptor = format!("[{}", char::from(letter));
                self.make(state, Fresh::Array(descriptor.into(), operands[0]))
            }
            Operation::NewArray(component) => {
                let name = self.name(component);
                let descriptor =
                    if name.starts_with('[') { format!("[{name}") } else { format!("[L{name};") };
                self.make(state, Fresh::Array(descriptor.into(), operands[0]))
            }
            Operation::NewMultiArray(descriptor) => {
                let length = operands.first().copied().unwrap_or(Terms::unknown(Kind::Int));
                let array = self.make(state, Fresh::Array(self.name(descriptor), length));
                if operands.len() > 1 {
                    // The inner arrays have no names here, so nothing is known of the elements.
                    state.heap.escape(&self.terms, array);
                }
                array
            }
            Operation::ArrayLength => {
                self.dereference(state, operands[0]).map_or(Ok(()), Err)?;
                self.length_of(state, operands[0])
            }
            Operation::ArrayLoad(letter) => {
                self.access_element(state, operands[0], operands[1])?;
                state.heap.read_element(&mut self.terms, &state.path, operands[0], operands[1], letter)
            }
            Operation::ArrayStore(_) => {
                self.access_element(state, operands[0], operands[1])?;
                let &[array, index, value] = &operands[..] else { return Err(Step::Lost) };
                state.reveal(&self.terms, value);
                state.heap.write_element(&self.terms, array, index, value);
                state.store(Target::Element(array, index), value);
                return Ok(None);
            }
            Operation::Field(access, reference) => return self.field(state, access, reference, &operands),
            Operation::Call(..) => return Err(Step::Lost),
            Operation::Dynamic(dynamic) => self.dynamic(state, dynamic, operands).ok_or(Step::Lost)?,
            Operation::Concatenate(dynamic) => {
                operands.iter().for_each(|operand| state.reveal(&self.terms, *operand));
                self.concatenate(dynamic, body, instruction, &operands)
            }
            Operation::CheckCast(class) => {
                let known = self.is_instance(state, operands[0], class);
                let is_null = operands[0] == Terms::null();
                if known == Some(false) && !is_null {
                    return Err(self.throw_known(state, CLASS_CAST));
                }
                if known.is_none() && !is_null {
                    self.fault(state, CLASS_CAST, None).map_or(Ok(()), Err)?;
                }
                operands[0]
            }
            Operation::InstanceOf(class) => match self.is_instance(state, operands[0], class) {
                Some(known) => self.terms.int(known.into()),
                None if self.terms.is_unknown(operands[0]) => Terms::unknown(Kind::Int),
                None => {
                    let name = self.name(class);
                    self.terms.add(Kind::Int, Term::InstanceOf(operands[0], name))
                }
            },
            Operation::MonitorEnter | Operation::MonitorExit => {
                self.dereference(state, operands[0]).map_or(Ok(()), Err)?;
                return Ok(None);
            }
        }))
    }

    fn binary(
        &mut self,
        state: &mut State,
        operator: BinaryOperator,
        operands: &[TermId],
    ) -> Result<TermId, Step> {
        let (left, right) = (operands[0], operands[1]);
        let divides = matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder);
        let kind = self.terms.kind(right);
        if divides
            && matches!(kind, Kind::Int | Kind::Long)
            && !matches!(self.terms[right], Term::Constant(_))
        {
            let condition = Condition { left: right, relation: Relation::NotEqual, right: Terms::zero(kind) };
            self.require(state, condition, ARITHMETIC).map_or(Ok(()), Err)?;
        }
        match fold::binary(&mut self.terms, operator, left, right) {
            Divided::Term(term) => Ok(term),
            Divided::ByZero => Err(self.throw_known(state, ARITHMETIC)),
        }
    }

    fn access_element(&mut self, state: &mut State, array: TermId, index: TermId) -> Result<(), Step> {
        self.dereference(state, array).map_or(Ok(()), Err)?;
        let length = self.length_of(state, array);
        match (&self.terms[length], &self.terms[index]) {
            (Term::Constant(Constant::Int(length)), Term::Constant(Constant::Int(index))) => {
                match (0..*length).contains(index) {
                    true => Ok(()),
                    false => Err(self.throw_known(state, INDEX)),
                }
            }
            _ => self.fault(state, INDEX, None).map_or(Ok(()), Err),
        }
    }

    fn field(
        &mut self,
        state: &mut State,
        access: FieldAccess,
        reference: FieldRefId,
        operands: &[TermId],
    ) -> Computed {
        let field = self.world.resolved_field(reference).ok();
        if !access.is_static() {
            self.dereference(state, operands[0]).map_or(Ok(()), Err)?;
        }
        // A store that cannot be recorded would make the path wrong.
        let Some(field) = field else {
            let pair = self.world.name_and_type_of(self.world.field_ref(reference).name_and_type);
            let letter = self.world.text(pair.descriptor).as_bytes().first().copied().unwrap_or(b'L');
            return if access.is_write() {
                Err(Step::Lost)
            } else {
                Ok(Some(Terms::unknown(Kind::of(letter))))
            };
        };
        Ok(match (access, operands) {
            (FieldAccess::GetField, &[base]) => {
                Some(state.heap.read_field(self.world, &mut self.terms, &state.path, base, field))
            }
            (FieldAccess::PutField, &[base, value]) => {
                state.reveal(&self.terms, value);
                state.heap.write_field(&self.terms, base, field, value);
                state.store(Target::Field(base, field), value);
                None
            }
            (FieldAccess::PutStatic, &[value]) => {
                state.reveal(&self.terms, value);
                state.heap.write_static(&self.terms, field, value);
                state.store(Target::StaticField(field), value);
                None
            }
            _ => Some(match self.switch_of(field) {
                Some(value) => self.terms.int(value),
                None => state.heap.read_static(self.world, &mut self.terms, field),
            }),
        })
    }

    /// The value of a field that switches something off by default: assertions and the flight recorder, whose
    /// conditions would be on every path.
    fn switch_of(&self, field: FieldId) -> Option<i32> {
        let view = self.world.view(field);
        if view.name() == "$assertionsDisabled" {
            return Some(1);
        }
        (view.name() == "jfrTracing" && view.class().is_platform()).then_some(0)
    }

    /// The result of an `invokedynamic`; `None` if it may do anything.
    fn dynamic(&mut self, state: &mut State, dynamic: DynamicId, operands: Vec<TermId>) -> Option<TermId> {
        let view = self.world.view(dynamic);
        match view.kind() {
            DynamicKind::Lambda => {
                operands.iter().for_each(|operand| state.reveal(&self.terms, *operand));
                let implementation = view.lambda().and_then(|lambda| {
                    let Handle::Method(kind, reference) = lambda.implementation() else { return None };
                    let caller = self.world.class_of_dynamic(dynamic);
                    self.implementation(caller, kind, reference)
                });
                Some(match implementation {
                    Some(implementation) => {
                        let captured = operands.into();
                        self.terms.add(Kind::Reference, Term::Lambda { implementation, captured })
                    }
                    None => Terms::unknown(Kind::Reference),
                })
            }
            DynamicKind::ObjectMethods | DynamicKind::Switch => {
                let pair = view.name_and_type();
                let descriptor =
                    pair.and_then(|pair| MethodDescriptor::parse(self.world.text(pair.descriptor)));
                let letter =
                    descriptor.and_then(|descriptor| descriptor.result()).map(|result| result.kind());
                Some(Terms::unknown(letter.map_or(Kind::Reference, Kind::of)))
            }
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
        &mut self,
        dynamic: DynamicId,
        body: &Body,
        instruction: &Instruction,
        operands: &[TermId],
    ) -> TermId {
        let pair = self.world.view(dynamic).name_and_type();
        let descriptor = pair.and_then(|pair| MethodDescriptor::parse(self.world.text(pair.descriptor)));
        let Some(descriptor) = descriptor else { return Terms::unknown(Kind::Reference) };
        let mut letters = descriptor.parameters().map(|parameter| parameter.kind());
        // The recipe's own text was put beside the arguments, at the same pc.
        let is_literal = |position: usize| {
            let value = body.operands(instruction)[position];
            body.definition(value).is_some_and(|made| made.pc == instruction.pc)
        };
        let parts: Vec<TermId> = operands
            .iter()
            .enumerate()
            .map(|(position, operand)| {
                let letter = if is_literal(position) { b'L' } else { letters.next().unwrap_or(b'L') };
                text::part(&mut self.terms, *operand, letter)
            })
            .collect();
        text::concatenation(&mut self.terms, &parts)
    }

    /// Whether a term is of a class, where that is certain.
    fn is_instance(&self, state: &State, term: TermId, class: Symbol) -> Option<bool> {
        if term == Terms::null() {
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
        (term == Terms::receiver() && self.world.is_subtype(own, asked)).then_some(true)
    }

    fn make(&mut self, state: &mut State, object: Fresh) -> TermId {
        state.path.objects.push(object);
        let number = state.path.objects.len() as u32 - 1;
        self.terms.add(Kind::Reference, Term::Fresh(number))
    }

    fn length_of(&mut self, state: &State, array: TermId) -> TermId {
        match self.terms[array] {
            Term::Fresh(index) => match state.path.objects.get(index as usize) {
                Some(Fresh::Array(_, length)) => *length,
                _ => Terms::unknown(Kind::Int),
            },
            Term::Unknown => Terms::unknown(Kind::Int),
            _ => self.terms.add(Kind::Int, Term::ArrayLength(array)),
        }
    }

    fn name(&self, symbol: Symbol) -> Box<str> {
        let text: Mutf8<'_> = self.world.text(symbol);
        text.to_str().into()
    }
}

const ARITHMETIC: &str = "java/lang/ArithmeticException";
const CLASS_CAST: &str = "java/lang/ClassCastException";
const INDEX: &str = "java/lang/ArrayIndexOutOfBoundsException";
