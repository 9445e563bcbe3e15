//! Block parameters that bring nothing new are taken away, and what is left is checked.

use reenact_base::{Id, IdVec};

use super::error::Reason;
use super::{Block, Body, Span, Terminator, ValueId};

/// Parameters that only others in a circle make needless may stay after this many rounds.
const MAX_ROUNDS: usize = 16;

/// A parameter is needless if all edges bring the same value, or the parameter itself. Whatever uses it
/// then uses that value.
pub(super) fn simplify(mut body: Body) -> Result<Body, Reason> {
    let has_parameters = body.blocks.iter().any(|(_, block)| block.parameters != Span::default());
    if !has_parameters {
        return Ok(body);
    }
    check_kinds(&body)?;
    let ways_in = WaysIn::of(&body);
    let mut instead: IdVec<ValueId, Option<ValueId>> = IdVec::filled(None, body.values.len());
    for _ in 0..MAX_ROUNDS {
        let mut changed = false;
        for (id, block) in body.blocks.iter() {
            // The exception comes by no edge.
            let first = usize::from(block.is_handler);
            for position in first..body.block_parameters(id).len() {
                let parameter = body.block_parameters(id)[position];
                if instead[parameter].is_none()
                    && let Some(value) = ways_in.only(&body, id.index(), position, parameter, &instead)
                {
                    instead[parameter] = Some(value);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    replace(&mut body, &instead);
    Ok(body)
}

/// JVMS 4.10.1.2: what joins must be of one type.
fn check_kinds(body: &Body) -> Result<(), Reason> {
    for (_, block) in body.blocks.iter() {
        for edge in &body.edges[block.edges.start as usize..block.edges.end as usize] {
            let target = &body.blocks[edge.target];
            let (arguments, parameters) = (body.arguments(edge), body.list(target.parameters));
            let parameters = &parameters[parameters.len().saturating_sub(arguments.len())..];
            let mut pairs = arguments.iter().zip(parameters);
            if pairs.any(|(&argument, &parameter)| body.values[argument].kind != body.values[parameter].kind)
            {
                let what = "values of different types join";
                return Err(Reason::Malformed { pc: block.pc.into(), what });
            }
        }
    }
    Ok(())
}

/// The edges to each block.
struct WaysIn {
    ends: Vec<u32>,
    edges: Vec<u32>,
}

impl WaysIn {
    fn of(body: &Body) -> WaysIn {
        let mut ends = vec![0u32; body.blocks.len() + 1];
        for edge in &body.edges {
            ends[edge.target.index() + 1] += 1;
        }
        for index in 1..ends.len() {
            ends[index] += ends[index - 1];
        }
        let mut edges = vec![0u32; body.edges.len()];
        for (index, edge) in body.edges.iter().enumerate() {
            let at = &mut ends[edge.target.index()];
            edges[*at as usize] = index as u32;
            *at += 1;
        }
        WaysIn { ends, edges }
    }

    /// The one value other than the parameter itself that all edges bring for it.
    fn only(
        &self,
        body: &Body,
        block: usize,
        position: usize,
        parameter: ValueId,
        instead: &IdVec<ValueId, Option<ValueId>>,
    ) -> Option<ValueId> {
        let start = if block == 0 { 0 } else { self.ends[block - 1] } as usize;
        let mut only = None;
        for &edge in &self.edges[start..self.ends[block] as usize] {
            let edge = &body.edges[edge as usize];
            let arguments = body.arguments(edge);
            // A handler's edge brings all but the exception.
            let missing = body.list(body.blocks[edge.target].parameters).len() - arguments.len();
            let argument = resolve(arguments[position - missing], instead);
            if argument != parameter && only.replace(argument).is_some_and(|before| before != argument) {
                return None;
            }
        }
        only
    }
}

fn resolve(mut value: ValueId, instead: &IdVec<ValueId, Option<ValueId>>) -> ValueId {
    while let Some(next) = instead[value] {
        value = next;
    }
    value
}

/// Puts the values in that are used instead of needless parameters, and closes the gaps.
fn replace(body: &mut Body, instead: &IdVec<ValueId, Option<ValueId>>) {
    let old = std::mem::take(&mut body.operands);
    let mut operands = Vec::with_capacity(old.len());
    let list = |span: Span| &old[span.start as usize..span.end as usize];
    for index in 0..body.instructions.len() {
        let instruction = &mut body.instructions[super::InstructionId::from_index(index)];
        let start = operands.len();
        operands.extend(list(instruction.operands).iter().map(|&value| resolve(value, instead)));
        instruction.operands = Span::new(start, operands.len());
    }
    for edge in &mut body.edges {
        let parameters = list(body.blocks[edge.target].parameters);
        let arguments = list(edge.arguments);
        let parameters = &parameters[parameters.len().saturating_sub(arguments.len())..];
        let start = operands.len();
        let kept = arguments.iter().zip(parameters).filter(|&(_, &parameter)| instead[parameter].is_none());
        operands.extend(kept.map(|(&argument, _)| resolve(argument, instead)));
        edge.arguments = Span::new(start, operands.len());
    }
    for index in 0..body.blocks.len() {
        let block: &mut Block = &mut body.blocks[super::BlockId::from_index(index)];
        let start = operands.len();
        let kept = list(block.parameters).iter().copied().filter(|&parameter| instead[parameter].is_none());
        operands.extend(kept);
        block.parameters = Span::new(start, operands.len());
        match &mut block.terminator {
            Terminator::Jump | Terminator::Return(None) => {}
            Terminator::Branch { left, right, .. } => {
                *left = resolve(*left, instead);
                *right = right.map(|right| resolve(right, instead));
            }
            Terminator::Switch { value, .. } | Terminator::Return(Some(value)) | Terminator::Throw(value) => {
                *value = resolve(*value, instead);
            }
        }
    }
    operands.shrink_to_fit();
    body.operands = operands;
}
