//! The values of terms for one input.

use std::cmp::Ordering;

use reenact_flow::exec::{Condition, Path};
use reenact_flow::term::{BinaryOperator as B, Constant, Relation, Term, TermId, Terms, UnaryOperator};
use reenact_world::{ClassId, NameAndTypeId, World};

use crate::input::{Input, Object, Shape, Value};
use crate::models::Model;
use crate::setters::Setters;

/// What is known of a path beside the input.
pub struct Known<'a> {
    pub world: &'a World,
    pub terms: &'a Terms,
    pub path: &'a Path,
    /// By position in [`Path::calls`].
    pub calls: &'a [Meaning],
    pub setters: &'a Setters<'a>,
}

/// The meaning of a call that was not entered.
#[derive(Clone, PartialEq, Debug)]
pub enum Meaning {
    /// A stand-in answered: its object, its method, and how often that was called before. A method that it inherits has the
    /// value that was logged, until the input overrides it.
    Answer { object: usize, method: NameAndTypeId, number: usize, inherited: Option<Inherited> },
    /// A method of the JDK whose result follows from its arguments.
    Model(Model),
    /// Anything else, with its value if the log has one.
    Logged(Option<Value>),
}

/// What an inherited method returned.
#[derive(Clone, PartialEq, Debug)]
pub struct Inherited(pub Option<Value>);

impl Known<'_> {
    /// The value of a term, if the input determines it.
    pub fn value(&self, input: &Input, term: TermId) -> Option<Value> {
        match &self.terms[term] {
            Term::Receiver => input.receiver.clone(),
            Term::Parameter(index) => input.arguments.get(usize::from(*index)).cloned(),
            Term::Constant(constant) => self.constant(constant),
            Term::Result(number) => self.result(input, *number as usize),
            Term::Unary(operator, operand) => unary(*operator, self.value(input, *operand)?),
            Term::Binary(operator, [left, right]) => {
                binary(*operator, self.value(input, *left)?, self.value(input, *right)?)
            }
            Term::InstanceOf(operand, class) => {
                let class = self.world.class_id(class)?;
                Some(Value::Int(self.is_instance(input, &self.value(input, *operand)?, class)?.into()))
            }
            Term::Field(base, field) => match self.object(input, *base)? {
                Object::Existing { constructor, arguments, fields, .. } => {
                    let given = || arguments.get(self.setters.parameter(*constructor, *field)?);
                    fields.get(field).or_else(given).cloned()
                }
                _ => None,
            },
            Term::ArrayLength(array) => match self.object(input, *array)? {
                Object::Array { elements, .. } => Some(Value::Int(elements.len() as i32)),
                _ => None,
            },
            Term::Element([array, index]) => {
                let Value::Int(index) = self.value(input, *index)? else { return None };
                match self.object(input, *array)? {
                    Object::Array { elements, .. } => elements.get(usize::try_from(index).ok()?).cloned(),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn constant(&self, constant: &Constant) -> Option<Value> {
        Some(match constant {
            Constant::Null => Value::Null,
            Constant::Int(value) => Value::Int(*value),
            Constant::Long(value) => Value::Long(*value),
            Constant::Float(bits) => Value::Float(*bits),
            Constant::Double(bits) => Value::Double(*bits),
            Constant::String(text) => Value::Text(text.clone()),
            Constant::Class(name) => Value::Class(self.world.class_id(name)?),
        })
    }

    fn object<'i>(&self, input: &'i Input, term: TermId) -> Option<&'i Object> {
        let Value::Object(index) = self.value(input, term)? else { return None };
        input.objects.get(index)
    }

    fn result(&self, input: &Input, number: usize) -> Option<Value> {
        let call = self.path.calls.get(number)?;
        match self.calls.get(number)? {
            Meaning::Answer { object, method, inherited: Some(Inherited(logged)), .. }
                if input.answer(*object, *method, 0).is_none() =>
            {
                logged.clone()
            }
            Meaning::Answer { object, method, number, .. } => {
                let zero = || {
                    let descriptor =
                        self.world.text(self.world.name_and_type_of(*method).descriptor).to_str();
                    Value::zero(*descriptor.as_bytes().get(descriptor.rfind(')')? + 1)?).into()
                };
                input.answer(*object, *method, *number).cloned().or_else(zero)
            }
            Meaning::Model(model) => {
                let arguments: Option<Vec<Value>> =
                    call.arguments.iter().map(|argument| self.value(input, *argument)).collect();
                model.apply(self, input, &arguments?)
            }
            Meaning::Logged(value) => value.clone(),
        }
    }

    /// Whether a value is of a class; `None` if that is not known.
    pub fn is_instance(&self, input: &Input, value: &Value, class: ClassId) -> Option<bool> {
        match value {
            Value::Null => Some(false),
            Value::Object(index) => match input.objects.get(*index)? {
                Object::Existing { class: own, .. } => Some(self.world.is_subtype(*own, class)),
                Object::StandIn { shape, .. } => Some(is_below(self.world, shape, class)),
                Object::Array { .. } => Some(self.world.view(class).name() == "java/lang/Object"),
            },
            Value::Text(_) => Some(self.world.is_subtype(self.world.class_id("java/lang/String")?, class)),
            Value::Class(_) | Value::StandInClass(_) => {
                Some(self.world.is_subtype(self.world.class_id("java/lang/Class")?, class))
            }
            _ => None,
        }
    }

    /// Whether a condition holds; `None` if the input does not determine it.
    pub fn holds(&self, input: &Input, condition: &Condition) -> Option<bool> {
        let (left, right) = (self.value(input, condition.left)?, self.value(input, condition.right)?);
        let order = match (&left, &right) {
            (Value::Int(a), Value::Int(b)) => a.cmp(b),
            (Value::Long(a), Value::Long(b)) => a.cmp(b),
            (Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_), _)
            | (_, Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_)) => return None,
            // Texts of inputs are not the same object as constants unless they are equal literals.
            (left, right) if left == right => Ordering::Equal,
            _ => Ordering::Less,
        };
        match (order, condition.relation) {
            (Ordering::Equal, Relation::Equal) => Some(true),
            _ => Some(condition.relation.holds(order)),
        }
    }
}

/// Whether a stand-in is a subtype of a class.
pub fn is_below(world: &World, shape: &Shape, class: ClassId) -> bool {
    world.view(class).name() == "java/lang/Object"
        || shape.superclass.iter().chain(&shape.interfaces).any(|&above| world.is_subtype(above, class))
}

fn unary(operator: UnaryOperator, operand: Value) -> Option<Value> {
    let (float, double) = (f32::from_bits, f64::from_bits);
    Some(match (operator, operand) {
        (UnaryOperator::Negate, Value::Int(value)) => Value::Int(value.wrapping_neg()),
        (UnaryOperator::Negate, Value::Long(value)) => Value::Long(value.wrapping_neg()),
        (UnaryOperator::Negate, Value::Float(bits)) => Value::Float((-float(bits)).to_bits()),
        (UnaryOperator::Negate, Value::Double(bits)) => Value::Double((-double(bits)).to_bits()),
        (UnaryOperator::Convert(_, to), Value::Int(value)) => match to {
            'J' => Value::Long(value.into()),
            'F' => Value::Float((value as f32).to_bits()),
            'D' => Value::Double(f64::from(value).to_bits()),
            'B' => Value::Int((value as i8).into()),
            'C' => Value::Int((value as u16).into()),
            'S' => Value::Int((value as i16).into()),
            _ => return None,
        },
        (UnaryOperator::Convert(_, to), Value::Long(value)) => match to {
            'I' => Value::Int(value as i32),
            'F' => Value::Float((value as f32).to_bits()),
            'D' => Value::Double((value as f64).to_bits()),
            _ => return None,
        },
        (UnaryOperator::Convert(_, to), Value::Float(bits)) => match to {
            'I' => Value::Int(float(bits) as i32),
            'J' => Value::Long(float(bits) as i64),
            'D' => Value::Double(f64::from(float(bits)).to_bits()),
            _ => return None,
        },
        (UnaryOperator::Convert(_, to), Value::Double(bits)) => match to {
            'I' => Value::Int(double(bits) as i32),
            'J' => Value::Long(double(bits) as i64),
            'F' => Value::Float((double(bits) as f32).to_bits()),
            _ => return None,
        },
        _ => return None,
    })
}

fn binary(operator: B, left: Value, right: Value) -> Option<Value> {
    Some(match (left, right) {
        (Value::Int(a), Value::Int(b)) => Value::Int(match operator {
            B::Add => a.wrapping_add(b),
            B::Subtract => a.wrapping_sub(b),
            B::Multiply => a.wrapping_mul(b),
            B::Divide => (b != 0).then(|| a.wrapping_div(b))?,
            B::Remainder => (b != 0).then(|| a.wrapping_rem(b))?,
            B::ShiftLeft => a.wrapping_shl(b as u32),
            B::ShiftRight => a.wrapping_shr(b as u32),
            B::UnsignedShiftRight => (a as u32).wrapping_shr(b as u32) as i32,
            B::And => a & b,
            B::Or => a | b,
            B::Xor => a ^ b,
            B::Compare { .. } => return None,
        }),
        (Value::Long(a), Value::Int(b)) => Value::Long(match operator {
            B::ShiftLeft => a.wrapping_shl(b as u32),
            B::ShiftRight => a.wrapping_shr(b as u32),
            B::UnsignedShiftRight => (a as u64).wrapping_shr(b as u32) as i64,
            _ => return None,
        }),
        (Value::Long(a), Value::Long(b)) => Value::Long(match operator {
            B::Add => a.wrapping_add(b),
            B::Subtract => a.wrapping_sub(b),
            B::Multiply => a.wrapping_mul(b),
            B::Divide => (b != 0).then(|| a.wrapping_div(b))?,
            B::Remainder => (b != 0).then(|| a.wrapping_rem(b))?,
            B::And => a & b,
            B::Or => a | b,
            B::Xor => a ^ b,
            B::Compare { .. } => return Some(Value::Int(a.cmp(&b) as i32)),
            _ => return None,
        }),
        (Value::Float(a), Value::Float(b)) => {
            let (a, b) = (f32::from_bits(a), f32::from_bits(b));
            let number = match operator {
                B::Add => a + b,
                B::Subtract => a - b,
                B::Multiply => a * b,
                B::Divide => a / b,
                B::Remainder => a % b,
                B::Compare { nan_is_less } => return Some(compared(a.partial_cmp(&b), nan_is_less)),
                _ => return None,
            };
            Value::Float(number.to_bits())
        }
        (Value::Double(a), Value::Double(b)) => {
            let (a, b) = (f64::from_bits(a), f64::from_bits(b));
            let number = match operator {
                B::Add => a + b,
                B::Subtract => a - b,
                B::Multiply => a * b,
                B::Divide => a / b,
                B::Remainder => a % b,
                B::Compare { nan_is_less } => return Some(compared(a.partial_cmp(&b), nan_is_less)),
                _ => return None,
            };
            Value::Double(number.to_bits())
        }
        _ => return None,
    })
}

fn compared(order: Option<Ordering>, nan_is_less: bool) -> Value {
    Value::Int(order.map_or(if nan_is_less { -1 } else { 1 }, |order| order as i32))
}
