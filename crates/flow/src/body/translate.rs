//! One instruction at a time: what it takes from the stack becomes operands, what it pushes becomes a value.

use reenact_base::Symbol;
use reenact_classfile::instruction::{Instruction as Bytecode, Opcode};
use reenact_classfile::{Constant, FieldType, MethodDescriptor};
use reenact_world::{Action, CallKind, DynamicKind, FieldAccess};

use super::build::Assembly;
use super::error::Reason;
use super::local::LocalUse;
use super::{Kind, Operation, Span, Terminator, ValueId};
use crate::term::{BinaryOperator as B, Relation, UnaryOperator};

type Result<T> = std::result::Result<T, Reason>;

/// Kinds in the order in which opcodes come: `int`, `long`, `float`, `double`.
const NUMBERS: [Kind; 4] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double];
const ARITHMETIC: [B; 5] = [B::Add, B::Subtract, B::Multiply, B::Divide, B::Remainder];
const BITWISE: [B; 6] = [B::ShiftLeft, B::ShiftRight, B::UnsignedShiftRight, B::And, B::Or, B::Xor];
const RELATIONS: [Relation; 6] = [
    Relation::Equal,
    Relation::NotEqual,
    Relation::Less,
    Relation::GreaterOrEqual,
    Relation::Greater,
    Relation::LessOrEqual,
];
/// Letters of element types in the order of `iaload` and its kin.
const ELEMENTS: &[u8; 8] = b"IJFDLBCS";
/// Conversions in the order of `i2l` and its kin.
const CONVERSIONS: &[(u8, u8); 15] = &[
    (b'I', b'J'),
    (b'I', b'F'),
    (b'I', b'D'),
    (b'J', b'I'),
    (b'J', b'F'),
    (b'J', b'D'),
    (b'F', b'I'),
    (b'F', b'J'),
    (b'F', b'D'),
    (b'D', b'I'),
    (b'D', b'J'),
    (b'D', b'F'),
    (b'I', b'B'),
    (b'I', b'C'),
    (b'I', b'S'),
];

impl<'s, 'a> Assembly<'_, 's, 'a> {
    /// Translates an instruction; gives the terminator if it ends the block.
    pub(super) fn instruction(&mut self, instruction: &Bytecode<'a>) -> Result<Option<Terminator>> {
        if let Some(local) = LocalUse::of(instruction) {
            self.local(local)?;
            return Ok(None);
        }
        match *instruction {
            Bytecode::Simple(opcode) => return self.simple(opcode),
            Bytecode::Push { value, .. } => self.constant(Operation::Int(value.into()), Kind::Int),
            Bytecode::LoadConstant { index, .. } => self.load_constant(index)?,
            Bytecode::Branch { opcode, .. } => return self.branch(opcode).map(Some),
            Bytecode::TableSwitch(switch) => {
                let low = switch.low;
                let keys = (0..switch.offsets.len() as i32).map(|index| low.wrapping_add(index));
                return self.switch(keys).map(Some);
            }
            Bytecode::LookupSwitch(switch) => {
                return self.switch(switch.pairs.iter().map(|(key, _)| key)).map(Some);
            }
            Bytecode::Field { .. } => self.field()?,
            Bytecode::Invoke { .. } | Bytecode::InvokeInterface { .. } => self.call()?,
            Bytecode::InvokeDynamic { index } => self.invoke_dynamic(index)?,
            Bytecode::Type { .. } => self.type_operation()?,
            Bytecode::NewArray { element } => {
                // JVMS table 6.5.newarray-A.
                let letter = b"ZCFDBSIJ".get(usize::from(element).wrapping_sub(4));
                let &letter = letter.ok_or_else(|| self.malformed("an array of an unknown type"))?;
                self.operation(Operation::NewPrimitiveArray(letter), &[Kind::Int], Some(Kind::Reference))?;
            }
            Bytecode::MultiNewArray { dimensions, .. } => {
                let Action::NewMultiArray(array) = self.action()? else { return Err(self.unknown_site()) };
                let start = self.pop_all(std::iter::repeat_n(Kind::Int, dimensions.into()))?;
                self.push_result(Operation::NewMultiArray(array), start, Some(Kind::Reference));
            }
            Bytecode::Local { .. } | Bytecode::Increment { .. } => {}
        }
        Ok(None)
    }

    fn local(&mut self, local: LocalUse) -> Result<()> {
        match local {
            LocalUse::Load(kind, index) => {
                let value = self.variable(index, kind)?;
                self.frame.stack.push(value);
            }
            LocalUse::Store(kind, index) => {
                let value = self.pop(kind)?;
                self.assign(index, Some(value));
                // The other half of a wide value is lost, and so is a wide value whose other half this is.
                if kind.is_wide() {
                    self.assign(index.saturating_add(1), None);
                }
                if let Some(before) = index.checked_sub(1).and_then(|before| self.variables.get(before))
                    && let Some(value) = self.frame.locals[before]
                    && self.body.values[value].kind.is_wide()
                {
                    self.frame.locals[before] = None;
                }
            }
            LocalUse::Increment(index, delta) => {
                let value = self.variable(index, Kind::Int)?;
                self.constant(Operation::Int(delta.into()), Kind::Int);
                let delta = self.pop(Kind::Int)?;
                self.frame.stack.extend([value, delta]);
                self.operation(Operation::Binary(B::Add), &[Kind::Int, Kind::Int], Some(Kind::Int))?;
                let sum = self.pop(Kind::Int)?;
                self.assign(index, Some(sum));
            }
            LocalUse::Return(_) => {}
        }
        Ok(())
    }

    fn simple(&mut self, opcode: Opcode) -> Result<Option<Terminator>> {
        let code = opcode.0;
        match code {
            0x00 => {}
            0x01 => self.constant(Operation::Null, Kind::Reference),
            0x02..=0x08 => self.constant(Operation::Int(i32::from(code) - 3), Kind::Int),
            0x09..=0x0a => self.constant(Operation::Long(i64::from(code - 0x09)), Kind::Long),
            0x0b..=0x0d => {
                self.constant(Operation::Float(f32::from(code - 0x0b).to_bits()), Kind::Float);
            }
            0x0e..=0x0f => {
                self.constant(Operation::Double(f64::from(code - 0x0e).to_bits()), Kind::Double);
            }
            0x2e..=0x35 => {
                let element = ELEMENTS[usize::from(code - 0x2e)];
                let operands = [Kind::Reference, Kind::Int];
                self.operation(Operation::ArrayLoad(element), &operands, Some(Kind::of(element)))?;
            }
            0x4f..=0x56 => {
                let element = ELEMENTS[usize::from(code - 0x4f)];
                let operands = [Kind::Reference, Kind::Int, Kind::of(element)];
                self.operation(Operation::ArrayStore(element), &operands, None)?;
            }
            0x57..=0x5f => self.shuffle(opcode)?,
            0x60..=0x73 => {
                let (operator, kind) = (ARITHMETIC[usize::from(code - 0x60) / 4], number(code - 0x60));
                self.operation(Operation::Binary(operator), &[kind, kind], Some(kind))?;
            }
            0x74..=0x77 => {
                let kind = number(code - 0x74);
                self.operation(Operation::Unary(UnaryOperator::Negate), &[kind], Some(kind))?;
            }
            0x78..=0x83 => {
                let operator = BITWISE[usize::from(code - 0x78) / 2];
                let kind = NUMBERS[usize::from(code - 0x78) % 2];
                // The distance of a shift is an int, whatever is shifted.
                let right = if code <= 0x7d { Kind::Int } else { kind };
                self.operation(Operation::Binary(operator), &[kind, right], Some(kind))?;
            }
            0x85..=0x93 => {
                let (from, to) = CONVERSIONS[usize::from(code - 0x85)];
                let operator = UnaryOperator::Convert(char::from(from), char::from(to));
                self.operation(Operation::Unary(operator), &[Kind::of(from)], Some(Kind::of(to)))?;
            }
            0x94..=0x98 => {
                let kind = [Kind::Long, Kind::Float, Kind::Float, Kind::Double, Kind::Double]
                    [usize::from(code - 0x94)];
                let nan_is_less = matches!(opcode, Opcode::FCMPL | Opcode::DCMPL);
                let operator = B::Compare { nan_is_less };
                self.operation(Operation::Binary(operator), &[kind, kind], Some(Kind::Int))?;
            }
            0xac..=0xb0 => {
                let kind = NUMBERS.get(usize::from(code - 0xac)).copied().unwrap_or(Kind::Reference);
                return Ok(Some(Terminator::Return(Some(self.pop(kind)?))));
            }
            0xb1 => return Ok(Some(Terminator::Return(None))),
            0xbe => self.operation(Operation::ArrayLength, &[Kind::Reference], Some(Kind::Int))?,
            0xbf => return Ok(Some(Terminator::Throw(self.pop(Kind::Reference)?))),
            0xc2 => self.operation(Operation::MonitorEnter, &[Kind::Reference], None)?,
            0xc3 => self.operation(Operation::MonitorExit, &[Kind::Reference], None)?,
            _ => return Err(self.malformed("an instruction that does not exist")),
        }
        Ok(None)
    }

    /// `pop`, `dup`, `swap` and their kin (JVMS 6.5), in terms of values: a wide one counts two slots.
    fn shuffle(&mut self, opcode: Opcode) -> Result<()> {
        let (taken, under) = match opcode {
            Opcode::POP => return self.pop_slots(1).map(drop),
            Opcode::POP2 => return self.pop_slots(2).map(drop),
            Opcode::SWAP => {
                let (top, below) = (self.pop_slots(1)?, self.pop_slots(1)?);
                self.frame.stack.extend([top.0, below.0].into_iter().flatten());
                return Ok(());
            }
            Opcode::DUP => (1, 0),
            Opcode::DUP_X1 => (1, 1),
            Opcode::DUP_X2 => (1, 2),
            Opcode::DUP2 => (2, 0),
            Opcode::DUP2_X1 => (2, 1),
            _ => (2, 2),
        };
        let top = self.pop_slots(taken)?;
        let below = self.pop_slots(under)?;
        let values = [top.1, top.0, below.1, below.0, top.1, top.0];
        self.frame.stack.extend(values.into_iter().flatten());
        Ok(())
    }

    /// Takes values of so many slots in all: the topmost, and the one below it if it is not wide.
    fn pop_slots(&mut self, slots: u8) -> Result<(Option<ValueId>, Option<ValueId>)> {
        if slots == 0 {
            return Ok((None, None));
        }
        let top = self.pop_any()?;
        match (slots, self.body.values[top].kind.is_wide()) {
            (1, false) | (2, true) => Ok((Some(top), None)),
            (2, false) => {
                let below = self.pop_any()?;
                if self.body.values[below].kind.is_wide() {
                    return Err(self.malformed("half of a wide value is taken from the stack"));
                }
                Ok((Some(top), Some(below)))
            }
            _ => Err(self.malformed("half of a wide value is taken from the stack")),
        }
    }

    fn branch(&mut self, opcode: Opcode) -> Result<Terminator> {
        let code = opcode.0;
        let relation = |first: u8| RELATIONS[usize::from(code - first)];
        Ok(match opcode {
            Opcode::GOTO | Opcode::GOTO_W => Terminator::Jump,
            // The return address is known from the copy of the subroutine; this only fills its place.
            Opcode::JSR | Opcode::JSR_W => {
                self.constant(Operation::Null, Kind::Reference);
                Terminator::Jump
            }
            Opcode::IFNULL | Opcode::IFNONNULL => {
                let left = self.pop(Kind::Reference)?;
                Terminator::Branch { left, relation: relation(Opcode::IFNULL.0), right: None }
            }
            _ if code <= Opcode::IFLE.0 => {
                let left = self.pop(Kind::Int)?;
                Terminator::Branch { left, relation: relation(Opcode::IFEQ.0), right: None }
            }
            _ => {
                let (kind, first) = if code <= Opcode::IF_ICMPLE.0 {
                    (Kind::Int, Opcode::IF_ICMPEQ.0)
                } else {
                    (Kind::Reference, Opcode::IF_ACMPEQ.0)
                };
                let (right, left) = (self.pop(kind)?, self.pop(kind)?);
                Terminator::Branch { left, relation: relation(first), right: Some(right) }
            }
        })
    }

    fn switch(&mut self, keys: impl Iterator<Item = i32>) -> Result<Terminator> {
        let value = self.pop(Kind::Int)?;
        let start = self.body.keys.len();
        self.body.keys.extend(keys);
        Ok(Terminator::Switch { value, keys: Span::new(start, self.body.keys.len()) })
    }

    fn field(&mut self) -> Result<()> {
        let Action::Field(access, reference) = self.action()? else { return Err(self.unknown_site()) };
        let world = self.source.world;
        let descriptor = world.name_and_type_of(world.field_ref(reference).name_and_type).descriptor;
        let field = FieldType::parse(world.text(descriptor));
        let kind = Kind::of(field.ok_or_else(|| self.malformed("a field's descriptor is malformed"))?.kind());
        let operation = Operation::Field(access, reference);
        match access {
            FieldAccess::GetStatic => self.operation(operation, &[], Some(kind)),
            FieldAccess::GetField => self.operation(operation, &[Kind::Reference], Some(kind)),
            FieldAccess::PutStatic => self.operation(operation, &[kind], None),
            FieldAccess::PutField => self.operation(operation, &[Kind::Reference, kind], None),
        }
    }

    fn call(&mut self) -> Result<()> {
        let Action::Call(kind, reference) = self.action()? else { return Err(self.unknown_site()) };
        let world = self.source.world;
        let descriptor = world.name_and_type_of(world.method_ref(reference).name_and_type).descriptor;
        let receiver = (kind != CallKind::Static).then_some(Kind::Reference);
        self.call_by(Operation::Call(kind, reference), receiver, descriptor)
    }

    fn invoke_dynamic(&mut self, index: u16) -> Result<()> {
        let Action::Dynamic(dynamic) = self.action()? else { return Err(self.unknown_site()) };
        let view = self.source.world.view(dynamic);
        let pair = view.name_and_type();
        let descriptor = pair.ok_or_else(|| self.malformed("invokedynamic without a descriptor"))?.descriptor;
        if view.kind() == DynamicKind::StringConcat {
            return self.concatenate(index, dynamic, descriptor);
        }
        self.call_by(Operation::Dynamic(dynamic), None, descriptor)
    }

    fn call_by(&mut self, operation: Operation, receiver: Option<Kind>, descriptor: Symbol) -> Result<()> {
        let method = self.descriptor(descriptor)?;
        let arguments = method.parameters().map(|parameter| Kind::of(parameter.kind()));
        let start = self.pop_all(receiver.into_iter().chain(arguments))?;
        self.push_result(operation, start, method.result().map(|result| Kind::of(result.kind())));
        Ok(())
    }

    fn type_operation(&mut self) -> Result<()> {
        let reference = Some(Kind::Reference);
        match self.action()? {
            Action::New(class) => self.operation(Operation::New(class), &[], reference),
            Action::NewArray(class) => self.operation(Operation::NewArray(class), &[Kind::Int], reference),
            Action::CheckCast(class) => {
                self.operation(Operation::CheckCast(class), &[Kind::Reference], reference)
            }
            Action::InstanceOf(class) => {
                self.operation(Operation::InstanceOf(class), &[Kind::Reference], Some(Kind::Int))
            }
            _ => Err(self.unknown_site()),
        }
    }

    pub(super) fn load_constant(&mut self, index: u16) -> Result<()> {
        let (operation, kind) = match self.source.pool.constant(index)? {
            Constant::Integer(value) => (Operation::Int(value), Kind::Int),
            Constant::Float(value) => (Operation::Float(value.to_bits()), Kind::Float),
            Constant::Long(value) => (Operation::Long(value), Kind::Long),
            Constant::Double(value) => (Operation::Double(value.to_bits()), Kind::Double),
            Constant::String { string_index } => {
                let text = self.source.pool.utf8(string_index)?;
                (Operation::String(self.keep_text(text.as_bytes())), Kind::Reference)
            }
            Constant::MethodType { descriptor_index } => {
                let text = self.source.pool.utf8(descriptor_index)?;
                (Operation::MethodType(self.keep_text(text.as_bytes())), Kind::Reference)
            }
            Constant::Class { .. } => match self.action()? {
                Action::ClassConstant(class) => (Operation::Class(class), Kind::Reference),
                _ => return Err(self.unknown_site()),
            },
            Constant::MethodHandle { .. } | Constant::Dynamic { .. } => match self.action()? {
                Action::DynamicConstant(dynamic) => {
                    let world = self.source.world;
                    let letter = world
                        .view(dynamic)
                        .name_and_type()
                        .and_then(|pair| world.text(pair.descriptor).as_bytes().first().copied());
                    (Operation::DynamicConstant(dynamic), letter.map_or(Kind::Reference, Kind::of))
                }
                _ => return Err(self.unknown_site()),
            },
            _ => return Err(self.malformed("a constant that cannot be loaded")),
        };
        self.constant(operation, kind);
        Ok(())
    }

    pub(super) fn keep_text(&mut self, text: &[u8]) -> Span {
        let start = self.body.text.len();
        self.body.text.extend_from_slice(text);
        Span::new(start, self.body.text.len())
    }

    pub(super) fn constant(&mut self, operation: Operation, kind: Kind) {
        let start = self.body.operands.len();
        self.push_result(operation, start, Some(kind));
    }

    fn operation(&mut self, operation: Operation, operands: &[Kind], result: Option<Kind>) -> Result<()> {
        let start = self.pop_all(operands.iter().copied())?;
        self.push_result(operation, start, result);
        Ok(())
    }

    pub(super) fn push_result(&mut self, operation: Operation, start: usize, kind: Option<Kind>) {
        let result = self.emit(operation, start, kind);
        self.frame.stack.extend(result);
    }

    /// Moves values from the stack to the operands, and gives where these start.
    pub(super) fn pop_all(&mut self, kinds: impl Iterator<Item = Kind> + Clone) -> Result<usize> {
        let count = kinds.clone().count();
        let Some(bottom) = self.frame.stack.len().checked_sub(count) else {
            return Err(self.malformed("the stack has too few values"));
        };
        let start = self.body.operands.len();
        for (&value, kind) in self.frame.stack[bottom..].iter().zip(kinds) {
            if self.body.values[value].kind != kind {
                return Err(self.malformed("the stack has a value of another type"));
            }
        }
        self.body.operands.extend(self.frame.stack.drain(bottom..));
        Ok(start)
    }

    fn pop(&mut self, kind: Kind) -> Result<ValueId> {
        let value = self.pop_any()?;
        if self.body.values[value].kind != kind {
            return Err(self.malformed("the stack has a value of another type"));
        }
        Ok(value)
    }

    fn pop_any(&mut self) -> Result<ValueId> {
        self.frame.stack.pop().ok_or_else(|| self.malformed("the stack has too few values"))
    }

    fn variable(&mut self, index: u16, kind: Kind) -> Result<ValueId> {
        let value = self.variables.get(index).and_then(|variable| self.frame.locals[variable]);
        let value = value.ok_or_else(|| self.malformed("a local variable is read that has no value"))?;
        if self.body.values[value].kind != kind {
            return Err(self.malformed("a local variable is read as another type"));
        }
        Ok(value)
    }

    fn assign(&mut self, index: u16, value: Option<ValueId>) {
        if let Some(variable) = self.variables.get(index) {
            self.frame.locals[variable] = value;
        }
    }

    pub(super) fn descriptor(&self, descriptor: Symbol) -> Result<MethodDescriptor<'s>> {
        let parsed = MethodDescriptor::parse(self.source.world.text(descriptor));
        parsed.ok_or_else(|| self.malformed("a method's descriptor is malformed"))
    }

    /// The world's site of the current instruction. A switch over patterns has sites for the types that
    /// it tests before its own.
    fn action(&self) -> Result<Action> {
        let pc = self.pc as u16;
        let start = self.sites.partition_point(|site| site.pc() < pc);
        let here = self.sites[start..].iter().take_while(|site| site.pc() == pc);
        here.last().map(|site| site.action()).ok_or_else(|| self.unknown_site())
    }

    fn unknown_site(&self) -> Reason {
        self.malformed("the program's index does not know the instruction")
    }
}

fn number(position: u8) -> Kind {
    NUMBERS[usize::from(position) % 4]
}
