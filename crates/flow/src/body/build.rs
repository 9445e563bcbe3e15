//! One body in the making: blocks in order, values where control joins.

use reenact_base::{Id, IdVec};
use reenact_world::{Lines, MethodId, Site};

use super::builder::Source;
use super::error::Reason;
use super::liveness::Liveness;
use super::local::Variables;
use super::outline::{Decoded, Outline};
use super::{
    Block, BlockId, Body, Caught, Definition, Edge, Instruction, InstructionId, Kind, Operation, Span,
    Terminator, Value, ValueId,
};

/// The stack and the local variables at one place of the code.
#[derive(Default)]
pub(super) struct Frame {
    pub stack: Vec<ValueId>,
    pub locals: Vec<Option<ValueId>>,
    /// By raw block: its number in the body, if it can be reached.
    number: Vec<Option<BlockId>>,
    /// By block: its predecessors.
    ways_in: Vec<WaysIn>,
    /// Where the handlers' arguments of the current block are.
    handler_arguments: Vec<Span>,
}

#[derive(Clone, Copy, Default)]
struct WaysIn {
    count: u32,
    /// The first edge that was made.
    first: Option<u32>,
    /// Values on the stack, known once there is an edge.
    depth: u32,
}

const MAX_OPERANDS: usize = 1 << 22;

impl Body {
    /// Returns an empty body with the capacity that another one had.
    pub(super) fn empty(method: MethodId, lines: Lines, spent: Option<Body>) -> Body {
        let mut body = spent.unwrap_or_else(|| Body {
            lines: Lines::default(),
            method,
            parameters: 0,
            values: IdVec::new(),
            blocks: IdVec::new(),
            instructions: IdVec::new(),
            edges: Vec::new(),
            operands: Vec::new(),
            keys: Vec::new(),
            text: Vec::new(),
        });
        body.values.truncate(0);
        body.blocks.truncate(0);
        body.instructions.truncate(0);
        body.edges.clear();
        body.operands.clear();
        body.keys.clear();
        body.text.clear();
        Body { lines, method, parameters: 0, ..body }
    }
}

/// One body in the making.
pub(super) struct Assembly<'b, 's, 'a> {
    pub source: &'b mut Source<'s, 'a>,
    pub code: &'b Decoded<'a>,
    pub sites: &'s [Site],
    pub outline: &'b Outline,
    pub liveness: &'b Liveness,
    pub variables: &'b Variables,
    pub frame: &'b mut Frame,
    pub body: Body,
    /// Of the instruction at hand, for messages.
    pub pc: u32,
}

impl Assembly<'_, '_, '_> {
    pub fn build(mut self) -> Result<Body, Reason> {
        let outline = self.outline;
        self.frame.number.clear();
        self.frame.number.resize(outline.blocks.len(), None);
        self.enter_method()?;
        let blocks = outline.order.iter().map(|&raw| &outline.blocks[raw as usize]);
        let is_looped = blocks.clone().any(|block| {
            outline.successors_of(block).contains(&0)
                || outline.handlers_of(block).iter().any(|&(target, _)| target == 0)
        });
        // Nothing leads to the entry of a body: if the code jumps to its own start, a block comes before.
        let shift = usize::from(is_looped);
        for (position, &raw) in outline.order.iter().enumerate() {
            self.frame.number[raw as usize] = Some(BlockId::from_index(position + shift));
        }
        self.frame.ways_in.clear();
        self.frame.ways_in.resize(outline.order.len() + shift, WaysIn::default());
        for block in blocks {
            let handlers = outline.handlers_of(block).iter().map(|&(target, _)| target);
            for target in outline.successors_of(block).iter().copied().chain(handlers) {
                if let Some(number) = self.frame.number[target as usize] {
                    self.frame.ways_in[number.index()].count += 1;
                }
            }
        }
        if is_looped {
            self.frame.ways_in[1].count += 1;
            self.open_block(None);
            self.close_block(Terminator::Jump, &[0])?;
        }
        for (position, &raw) in outline.order.iter().enumerate() {
            self.block(raw, position == 0 && !is_looped)?;
        }
        super::join::simplify(self.body)
    }

    /// The receiver and the parameters become the first values, and the first local variables.
    fn enter_method(&mut self) -> Result<(), Reason> {
        let view = self.source.world.view(self.body.method);
        let what = "the method's descriptor is malformed";
        let descriptor = view.parsed_descriptor().ok_or(Reason::Malformed { pc: 0, what })?;
        self.frame.stack.clear();
        self.frame.locals.clear();
        self.frame.locals.resize(self.variables.count(), None);
        let receiver = (!view.access_flags().is_static()).then_some(Kind::Reference);
        let mut slot = 0u16;
        for kind in receiver.into_iter().chain(descriptor.parameters().map(|t| Kind::of(t.kind()))) {
            let value = self.body.values.push(Value { kind, definition: Definition::Parameter });
            self.body.parameters += 1;
            if let Some(variable) = self.variables.get(slot) {
                self.frame.locals[variable] = Some(value);
            }
            slot = slot.saturating_add(if kind.is_wide() { 2 } else { 1 });
        }
        Ok(())
    }

    fn block(&mut self, raw: u32, is_entry: bool) -> Result<(), Reason> {
        let row = self.outline.blocks[raw as usize];
        self.pc = self.code.instructions[row.first as usize].0;
        if is_entry {
            self.open_block(None);
        } else {
            self.enter_block(raw)?;
        }
        self.hand_to_handlers(raw)?;
        let mut terminator = Terminator::Jump;
        for position in row.first..row.end {
            let (pc, instruction) = self.code.instructions[position as usize];
            self.pc = pc;
            if let Some(end) = self.instruction(&instruction)? {
                terminator = end;
            }
        }
        let outline = self.outline;
        self.close_block(terminator, outline.successors_of(&row))?;
        self.lead_to_handlers(raw)
    }

    /// Starts a block with the stack and local variables of its predecessors.
    fn enter_block(&mut self, raw: u32) -> Result<(), Reason> {
        let block = self.number(raw)?;
        let ways_in = self.frame.ways_in[block.index()];
        let first = ways_in.first.ok_or_else(|| self.malformed("control comes from nowhere"))?;
        let is_handler = self.outline.blocks[raw as usize].is_handler;
        let brought = self.body.edges[first as usize].arguments;
        let (start, end) = (brought.start as usize, brought.end as usize);
        self.open_block(Some(is_handler));
        self.frame.stack.clear();
        self.frame.locals.fill(None);
        let mut parameters = Vec::new();
        let has_parameters = is_handler || ways_in.count > 1;
        let depth = ways_in.depth as usize;
        let mut position = start;
        let definition = Definition::BlockParameter(block);
        if is_handler && end - start == self.liveness.of(raw).count() {
            // By an edge from a covered block, which leaves the exception to the JVM.
            let exception = self.body.values.push(Value { kind: Kind::Reference, definition });
            parameters.push(exception);
            self.frame.stack.push(exception);
        } else {
            for _ in 0..depth {
                let value = self.arrive(position, has_parameters, definition, &mut parameters);
                self.frame.stack.push(value);
                position += 1;
            }
        }
        for variable in self.liveness.of(raw) {
            let value = self.arrive(position, has_parameters, definition, &mut parameters);
            self.frame.locals[variable] = Some(value);
            position += 1;
        }
        if has_parameters {
            let at = self.body.operands.len();
            self.body.operands.append(&mut parameters);
            self.body.blocks[block].parameters = Span::new(at, self.body.operands.len());
        } else {
            self.body.edges[first as usize].arguments = Span::default();
        }
        Ok(())
    }

    /// The value that a block has for an argument of the first edge to it.
    fn arrive(
        &mut self,
        position: usize,
        has_parameters: bool,
        definition: Definition,
        parameters: &mut Vec<ValueId>,
    ) -> ValueId {
        let argument = self.body.operands[position];
        if !has_parameters {
            return argument;
        }
        let kind = self.body.values[argument].kind;
        let parameter = self.body.values.push(Value { kind, definition });
        parameters.push(parameter);
        parameter
    }

    fn open_block(&mut self, is_handler: Option<bool>) {
        let at = self.body.instructions.len();
        self.body.blocks.push(Block {
            parameters: Span::default(),
            instructions: Span::new(at, at),
            edges: Span::default(),
            successors: 0,
            terminator: Terminator::Jump,
            pc: self.pc as u16,
            is_handler: is_handler.unwrap_or(false),
        });
    }

    fn close_block(&mut self, terminator: Terminator, successors: &[u32]) -> Result<(), Reason> {
        if terminator == Terminator::Jump && successors.len() != 1 {
            return Err(self.malformed("a subroutine returns that was not called"));
        }
        let edges = self.body.edges.len();
        for &raw in successors {
            let arguments = self.hand_over(raw, true)?;
            self.lead_to(raw, arguments, Caught::Anything, self.frame.stack.len())?;
        }
        let (end, count) = (self.body.instructions.len() as u32, self.body.edges.len());
        let pc = self.pc as u16;
        if let Some(block) = last(&mut self.body.blocks) {
            block.instructions.end = end;
            block.terminator = terminator;
            block.edges = Span::new(edges, count);
            block.successors = (count - edges) as u32;
            block.pc = pc;
        }
        Ok(())
    }

    /// Keeps the local variables as they are now for the handlers of a block that begins.
    fn hand_to_handlers(&mut self, raw: u32) -> Result<(), Reason> {
        self.frame.handler_arguments.clear();
        let outline = self.outline;
        for &(handler, _) in outline.handlers_of(&outline.blocks[raw as usize]) {
            let arguments = self.hand_over(handler, false)?;
            self.frame.handler_arguments.push(arguments);
        }
        Ok(())
    }

    fn lead_to_handlers(&mut self, raw: u32) -> Result<(), Reason> {
        let outline = self.outline;
        for (index, &(handler, catch_type)) in
            outline.handlers_of(&outline.blocks[raw as usize]).iter().enumerate()
        {
            let caught = match self.source.pool.optional_class_name(catch_type)? {
                None => Caught::Anything,
                Some(name) => {
                    self.source.world.class_id(&name.to_str()).map_or(Caught::Missing, Caught::Class)
                }
            };
            let arguments = self.frame.handler_arguments[index];
            self.lead_to(handler, arguments, caught, 1)?;
        }
        let count = self.body.edges.len() as u32;
        if let Some(block) = last(&mut self.body.blocks) {
            block.edges.end = count;
        }
        Ok(())
    }

    /// Adds an edge to the body. All edges to a block must agree on the depth of the stack (JVMS 4.10.2.2).
    fn lead_to(&mut self, raw: u32, arguments: Span, caught: Caught, depth: usize) -> Result<(), Reason> {
        let target = self.number(raw)?;
        let edge = self.body.edges.len() as u32;
        let ways_in = &mut self.frame.ways_in[target.index()];
        if ways_in.first.is_none() {
            ways_in.first = Some(edge);
            ways_in.depth = depth as u32;
        } else if ways_in.depth as usize != depth {
            return Err(self.malformed("control joins with stacks of different depths"));
        }
        self.body.edges.push(Edge { target, arguments, caught });
        Ok(())
    }

    /// The values that a block gets: the stack, and the local variables that are live there.
    fn hand_over(&mut self, raw: u32, with_stack: bool) -> Result<Span, Reason> {
        let start = self.body.operands.len();
        if with_stack {
            self.body.operands.extend_from_slice(&self.frame.stack);
        }
        for variable in self.liveness.of(raw) {
            let value = self.frame.locals[variable];
            self.body.operands.push(
                value.ok_or_else(|| self.malformed("a local variable is read that may have no value"))?,
            );
        }
        if self.body.operands.len() > MAX_OPERANDS {
            return Err(Reason::TooLarge { what: "values" });
        }
        Ok(Span::new(start, self.body.operands.len()))
    }

    fn number(&self, raw: u32) -> Result<BlockId, Reason> {
        self.frame.number[raw as usize].ok_or_else(|| self.malformed("control goes nowhere"))
    }

    /// Appends an instruction whose operands are those from `start` on.
    pub fn emit(&mut self, operation: Operation, start: usize, kind: Option<Kind>) -> Option<ValueId> {
        let id = InstructionId::from_index(self.body.instructions.len());
        let definition = Definition::Instruction(id);
        let result = kind.map(|kind| self.body.values.push(Value { kind, definition }));
        let operands = Span::new(start, self.body.operands.len());
        self.body.instructions.push(Instruction { operation, operands, result, pc: self.pc as u16 });
        result
    }

    pub fn malformed(&self, what: &'static str) -> Reason {
        Reason::Malformed { pc: self.pc, what }
    }
}

fn last<I: Id, T>(rows: &mut IdVec<I, T>) -> Option<&mut T> {
    let index = rows.len().checked_sub(1)?;
    Some(&mut rows[I::from_index(index)])
}
