//! String concatenation: the recipe of `StringConcatFactory` becomes parts in order.

use reenact_base::Symbol;
use reenact_classfile::{Constant, ReadError};
use reenact_world::DynamicId;

use super::build::Assembly;
use super::error::Reason;
use super::{Kind, Operation, ValueId};

/// In a recipe, the next argument.
const ARGUMENT: u16 = 1;
/// In a recipe, the next of the constants that follow it.
const CONSTANT: u16 = 2;

impl<'a> Assembly<'_, '_, 'a> {
    pub(super) fn concatenate(
        &mut self,
        index: u16,
        dynamic: DynamicId,
        descriptor: Symbol,
    ) -> Result<(), Reason> {
        let method = self.descriptor(descriptor)?;
        let kinds = method.parameters().map(|parameter| Kind::of(parameter.kind()));
        let taken = self.pop_all(kinds)?;
        let arguments = self.body.operands.split_off(taken);
        let parts = match self.recipe(index)? {
            Some(recipe) => self.parts(&recipe, &arguments)?,
            // `makeConcat` has no recipe: the arguments are all there is.
            None => arguments,
        };
        let start = self.body.operands.len();
        self.body.operands.extend(parts);
        self.push_result(Operation::Concatenate(dynamic), start, Some(Kind::Reference));
        Ok(())
    }

    fn parts(&mut self, recipe: &Recipe, arguments: &[ValueId]) -> Result<Vec<ValueId>, Reason> {
        let mut parts = Vec::new();
        let (mut arguments, mut constants) = (arguments.iter(), recipe.constants.iter());
        let mut literal: Vec<u16> = Vec::new();
        for &unit in &recipe.text {
            match unit {
                ARGUMENT => {
                    self.literal(&mut literal, &mut parts);
                    let what = "a string concatenation wants more arguments";
                    parts.push(*arguments.next().ok_or_else(|| self.malformed(what))?);
                }
                CONSTANT => {
                    self.literal(&mut literal, &mut parts);
                    let what = "a string concatenation wants more constants";
                    let &constant = constants.next().ok_or_else(|| self.malformed(what))?;
                    parts.push(self.recipe_constant(constant)?);
                }
                unit => literal.push(unit),
            }
        }
        self.literal(&mut literal, &mut parts);
        Ok(parts)
    }

    fn literal(&mut self, literal: &mut Vec<u16>, parts: &mut Vec<ValueId>) {
        if !literal.is_empty() {
            let text = reenact_classfile::mutf8::encode_utf16(literal.drain(..));
            let text = self.keep_text(&text);
            self.constant(Operation::String(text), Kind::Reference);
            parts.extend(self.frame.stack.pop());
        }
    }

    /// A constant of the recipe. One that only the world's index could name is given as null, which no
    /// compiler puts there.
    fn recipe_constant(&mut self, index: u16) -> Result<ValueId, Reason> {
        match self.source.pool.constant(index)? {
            Constant::Class { .. }
            | Constant::MethodHandle { .. }
            | Constant::MethodType { .. }
            | Constant::Dynamic { .. } => return Err(self.malformed("an unusual constant is concatenated")),
            _ => self.load_constant(index)?,
        }
        self.frame.stack.pop().ok_or_else(|| self.malformed("the stack has too few values"))
    }

    fn recipe(&mut self, index: u16) -> Result<Option<Recipe>, ReadError> {
        let (bootstrap, _) = self.source.pool.dynamic(index)?;
        let Some(bootstrap) = self.source.bootstrap(bootstrap)? else { return Ok(None) };
        let mut arguments = bootstrap.arguments.iter();
        let Some(first) = arguments.next() else { return Ok(None) };
        let Constant::String { string_index } = self.source.pool.constant(first)? else { return Ok(None) };
        let text = self.source.pool.utf8(string_index)?.to_utf16();
        Ok(Some(Recipe { text, constants: arguments.collect() }))
    }
}

struct Recipe {
    text: Vec<u16>,
    constants: Vec<u16>,
}
