//! How one object is made, before it is known when.
//!
//! Operands of a recipe name objects as [`Operand::Value`] of a [`Value::Reference`]: those of the graph,
//! and behind them helpers, which the graph does not have. The assembler puts objects in their place once
//! it is clear in which order they come.

use reenact_heap::{NodeId, Value};
use reenact_world::FieldId;

use crate::plan::{Making, Member, Operand, Strategy};

/// The making of one object.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Recipe {
    /// Internal name of its class, or an array's descriptor.
    pub class: Box<str>,
    pub making: Making,
    /// Calls and assignments afterwards, in order.
    pub then: Vec<Filling>,
    pub strategy: Strategy,
    pub cost: u32,
    /// Fields that will not be as they were observed, and need not be.
    pub relaxed: Vec<FieldId>,
    /// Fields of which only running it will show whether they are right.
    pub unproved: Vec<FieldId>,
    /// Objects that come to be inside of this one, and how to get at them.
    pub inside: Vec<Inside>,
    /// Objects that only help, by numbers beyond those of the graph.
    pub helpers: Vec<(NodeId, Recipe)>,
    /// Collections in fields of other objects that the making of this one puts it into.
    pub enters: Vec<(NodeId, FieldId)>,
    /// When, in the run, the making and each filling happened, if it follows its history.
    pub times: Vec<u64>,
}

/// Objects that arguments need.
#[derive(Default)]
pub(crate) struct Extra {
    /// Objects that only help, by numbers beyond those of the graph.
    pub helpers: Vec<(NodeId, Recipe)>,
    /// Their cost.
    pub cost: u32,
}

/// An object of the graph that the making of another one makes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Inside {
    pub node: NodeId,
    /// The field of the outer object that holds it, if one does directly.
    pub field: Option<FieldId>,
}

/// Something that is done to an object after it was made.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Filling {
    Call {
        method: Member,
        arguments: Vec<Operand>,
        is_fluent: bool,
    },
    /// A call that throws, and does something nevertheless.
    Attempt {
        method: Member,
        arguments: Vec<Operand>,
    },
    CallStatic {
        method: Member,
        arguments: Vec<Operand>,
    },
    Assign {
        field: Member,
        value: Operand,
    },
    SetElement {
        index: u32,
        value: Operand,
    },
    /// Calls a method of what a method of the object gives: `object.getItems().add(…)`.
    Through {
        inside: Option<NodeId>,
        class: Box<str>,
        getter: Making,
        method: Member,
        arguments: Vec<Operand>,
    },
    /// Calls a method of another object with this one among the arguments: `parent.addChild(object)`.
    CallOn {
        on: Operand,
        method: Member,
        arguments: Vec<Operand>,
    },
    /// Nothing is to be done but to see to it that another object is made and filled: its making or filling does
    /// what this one needs.
    Ensure {
        node: NodeId,
    },
    /// Makes another object, which needs these: in the run it came to be between the fillings of this one.
    Make {
        node: NodeId,
        needs: Vec<NodeId>,
    },
    /// Does something to another object, which was made by then.
    Of {
        node: NodeId,
        filling: Box<Filling>,
    },
}

impl Recipe {
    pub fn new(class: &str, making: Making, strategy: Strategy) -> Self {
        Recipe {
            class: class.into(),
            making,
            then: Vec::new(),
            strategy,
            cost: 0,
            relaxed: Vec::new(),
            unproved: Vec::new(),
            inside: Vec::new(),
            helpers: Vec::new(),
            enters: Vec::new(),
            times: Vec::new(),
        }
    }

    /// The objects that must be there before this one is made.
    pub fn needs(&self) -> Vec<NodeId> {
        let mut needs = Vec::new();
        each_in_making(&self.making, &mut |node| needs.push(node));
        needs
    }
}

impl Filling {
    /// The objects that must be there before it is done, but for the object itself.
    pub fn needs(&self) -> Vec<NodeId> {
        let mut needs = Vec::new();
        let mut note = |node| needs.push(node);
        match self {
            Filling::Call { arguments, .. }
            | Filling::Attempt { arguments, .. }
            | Filling::CallStatic { arguments, .. }
            | Filling::Through { arguments, .. } => {
                arguments.iter().for_each(|operand| each_in_operand(operand, &mut note));
            }
            Filling::Assign { value, .. } | Filling::SetElement { value, .. } => {
                each_in_operand(value, &mut note);
            }
            Filling::CallOn { on, arguments, .. } => {
                each_in_operand(on, &mut note);
                arguments.iter().for_each(|operand| each_in_operand(operand, &mut note));
            }
            Filling::Ensure { node } => note(*node),
            Filling::Make { needs: others, .. } => others.iter().copied().for_each(note),
            Filling::Of { filling, .. } => return filling.needs(),
        }
        needs
    }
}

/// Visits the objects that an expression names. Expressions are nested as deep as planners nest them, not
/// as deep as graphs are.
pub(crate) fn each_in_making(making: &Making, visit: &mut impl FnMut(NodeId)) {
    // Recursion with a generic closure would be instantiated without end; a stack does as well.
    let mut operands: Vec<&Operand> = Vec::new();
    let mut makings = vec![making];
    loop {
        if let Some(making) = makings.pop() {
            match making {
                Making::Constructor { outer, arguments, .. } => {
                    operands.extend(arguments.iter().rev());
                    operands.extend(outer.as_deref());
                }
                Making::Factory { arguments, .. } => operands.extend(arguments.iter().rev()),
                Making::Result { on, arguments, .. } => {
                    operands.extend(arguments.iter().rev());
                    operands.push(on);
                }
                Making::Chain { first, calls } => {
                    operands.extend(calls.iter().rev().flat_map(|(_, arguments)| arguments.iter().rev()));
                    makings.push(first);
                }
                Making::Field { of, .. } => operands.push(of),
                Making::Array { elements, .. } => operands.extend(elements.iter().rev()),
                Making::MethodReference { on, .. } => operands.extend(on.as_deref()),
                Making::StandIn(stand_in) => {
                    let answers = stand_in.answers.iter().flat_map(|answer| answer.operands());
                    let from = operands.len();
                    operands.extend(answers);
                    operands[from..].reverse();
                }
                Making::StaticField(_)
                | Making::String(_)
                | Making::ClassLiteral(_)
                | Making::EmptyArray { .. }
                | Making::Adapter(_) => {}
            }
        } else if let Some(operand) = operands.pop() {
            match operand {
                Operand::Value(Value::Reference(node)) => visit(*node),
                Operand::Inline(making) => makings.push(making),
                Operand::Spread(parts) => operands.extend(parts.iter().rev()),
                Operand::Value(_) | Operand::Object(_) => {}
            }
        } else {
            return;
        }
    }
}

pub(crate) fn each_in_operand(operand: &Operand, visit: &mut impl FnMut(NodeId)) {
    match operand {
        Operand::Value(Value::Reference(node)) => visit(*node),
        Operand::Inline(making) => each_in_making(making, visit),
        Operand::Spread(parts) => parts.iter().for_each(|part| each_in_operand(part, visit)),
        Operand::Value(_) | Operand::Object(_) => {}
    }
}
