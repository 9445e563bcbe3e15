//! Literals that mean exactly the value they were written for.

pub(crate) mod character;
pub(crate) mod number;
pub(crate) mod text;
pub(crate) mod text_block;

#[cfg(test)]
mod tests;
