//! Constants that redefinition multiplies.
//!
//! When HotSpot redefines a class, it merges the constant pools of the old and the new version and leaves out what is
//! equal. It compares floating-point constants with `==`, and a NaN is not equal to itself: each one in the new
//! version is added once more. A class file that the JVM makes from the merged pool has all of them, so their number
//! triples with every pair of redefinitions, until the pool overflows.

use std::collections::BTreeSet;

use crate::attribute::Attributes;
use crate::class::ClassFile;
use crate::constant_pool::Constant;
use crate::error::Result;
use crate::instruction::Instruction;

/// Returns the class with every NaN constant that nothing refers to replaced by a zero, which can be merged; `None` if
/// there are not at least two NaN constants with one of them unused. All indices stay.
pub fn without_repeated_nan(class: &ClassFile<'_>) -> Result<Option<Vec<u8>>> {
    let pool = class.pool();
    let mut repeated = Vec::new();
    for index in pool.indices() {
        match pool.constant(index)? {
            Constant::Float(value) if value.is_nan() => repeated.push((index, 4)),
            Constant::Double(value) if value.is_nan() => repeated.push((index, 8)),
            _ => {}
        }
    }
    if repeated.len() < 2 {
        return Ok(None);
    }
    let used = used_constants(class)?;
    repeated.retain(|(index, _)| !used.contains(index));
    if repeated.is_empty() {
        return Ok(None);
    }
    let mut bytes = class.bytes().to_vec();
    for (index, length) in repeated {
        // A tag comes before the value.
        let at = pool.entry_offset(index)? + 1;
        bytes[at..at + length].fill(0);
    }
    Ok(Some(bytes))
}

/// The constants that instructions load, and all numbers in attributes: some of those are not indices, and then a
/// constant that is not used is kept.
fn used_constants(class: &ClassFile<'_>) -> Result<BTreeSet<u16>> {
    let mut used = BTreeSet::new();
    add_numbers(&mut used, class, class.attributes())?;
    for member in class.fields().iter().chain(class.methods()) {
        add_numbers(&mut used, class, member.attributes)?;
        let Some(code) = member.code(class.pool())? else { continue };
        add_numbers(&mut used, class, code.attributes)?;
        for item in code.instructions() {
            if let Instruction::LoadConstant { index, .. } = item?.1 {
                used.insert(index);
            }
        }
    }
    Ok(used)
}

fn add_numbers<'a>(
    used: &mut BTreeSet<u16>,
    class: &ClassFile<'a>,
    attributes: Attributes<'a>,
) -> Result<()> {
    for attribute in attributes.iter() {
        if attribute.name(class.pool())?.as_bytes() != b"Code" {
            used.extend(attribute.info.windows(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::{ClassBuilder, CodeBuilder};
    use crate::instruction::Opcode;
    use crate::{AccessFlags, Version};

    /// A class with NaN constants at 1 to 3 (`float`) and behind them (`double`), of which the last ones are loaded.
    fn class_with_nan() -> Vec<u8> {
        let mut class = ClassBuilder::new("p/Numbers", AccessFlags::PUBLIC, Version { major: 61, minor: 0 });
        let mut code = CodeBuilder::new(class.pool());
        code.push_int(7).op(Opcode::POP).op(Opcode::RETURN);
        let body = code.finish();
        class.method(AccessFlags::PUBLIC | AccessFlags::STATIC, "run", "()V", &body);
        class.finish().unwrap()
    }

    /// The class with constants behind its own; `load` is the one that its method loads in the place of a number.
    fn with_constants(constants: &[&[u8]], count: u16, load: u8) -> Vec<u8> {
        let plain = class_with_nan();
        let class = ClassFile::parse(&plain).unwrap();
        let end = 10 + class.pool().entry_bytes().len();
        let mut bytes = plain[..8].to_vec();
        bytes.extend((class.pool().count() + count).to_be_bytes());
        bytes.extend(&plain[10..end]);
        bytes.extend(constants.concat());
        bytes.extend(&plain[end..]);
        let body = [Opcode::BIPUSH.0, 7, Opcode::POP.0, Opcode::RETURN.0];
        let at = bytes.windows(4).position(|window| window == body).expect("the method's code");
        bytes[at..at + 2].copy_from_slice(&[Opcode::LDC.0, load]);
        bytes
    }

    #[test]
    fn repeated_nan_constants_become_zeros_and_the_one_in_use_stays() {
        let first = ClassFile::parse(&class_with_nan()).unwrap().pool().count();
        let nan: &[u8] = &[4, 0x7f, 0xc0, 0, 0];
        let long: &[u8] = &[6, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0];
        let bytes = with_constants(&[nan, nan, nan, long], 5, first as u8 + 1);
        let class = ClassFile::parse(&bytes).unwrap();
        let mended = without_repeated_nan(&class).unwrap().expect("two are not used");
        let mended = ClassFile::parse(&mended).unwrap();
        let constant = |index: u16| mended.pool().constant(index).unwrap();
        assert!(matches!(constant(first), Constant::Float(value) if value == 0.0));
        assert!(matches!(constant(first + 1), Constant::Float(value) if value.is_nan()));
        assert!(matches!(constant(first + 2), Constant::Float(value) if value == 0.0));
        assert!(matches!(constant(first + 3), Constant::Double(value) if value == 0.0));
        assert_eq!(mended.bytes().len(), bytes.len());
        assert!(without_repeated_nan(&mended).unwrap().is_none(), "once is enough");
    }

    #[test]
    fn a_single_nan_is_left_alone() {
        let first = ClassFile::parse(&class_with_nan()).unwrap().pool().count();
        let bytes = with_constants(&[&[4, 0x7f, 0xc0, 0, 0]], 1, first as u8);
        assert!(without_repeated_nan(&ClassFile::parse(&bytes).unwrap()).unwrap().is_none());
    }
}
