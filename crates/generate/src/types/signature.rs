//! `Signature` attributes (JVMS 4.7.9.1).

use reenact_world::World;

use super::{Argument, Formal, Ty};

/// Types are not nested deeper than this; a damaged class file may claim anything.
const DEEPEST: usize = 24;

/// A class's signature.
#[derive(Default)]
pub(super) struct Generic {
    pub variables: Vec<Box<str>>,
    /// The superclass, then the superinterfaces.
    pub supertypes: Vec<Ty>,
}

/// A field's signature; `None` if it is malformed.
pub(super) fn field(world: &World, text: &[u8]) -> Option<Ty> {
    let mut reader = Reader { world, text, at: 0 };
    let ty = reader.ty(0)?;
    reader.is_at_end().then_some(ty)
}

/// A method's signature.
pub(super) fn method(world: &World, text: &[u8]) -> Option<Formal> {
    let mut reader = Reader { world, text, at: 0 };
    let (variables, bounds) = reader.variables()?;
    reader.expect(b'(')?;
    let mut parameters = Vec::new();
    while reader.peek()? != b')' {
        parameters.push(reader.ty(0)?);
    }
    reader.expect(b')')?;
    let result = if reader.peek()? == b'V' { None } else { Some(reader.ty(0)?) };
    Some(Formal { parameters, result, variables, bounds, is_variadic: false })
}

/// A class's signature.
pub(super) fn class(world: &World, text: &[u8]) -> Option<Generic> {
    let mut reader = Reader { world, text, at: 0 };
    let (variables, _) = reader.variables()?;
    let mut supertypes = Vec::new();
    while !reader.is_at_end() {
        supertypes.push(reader.ty(0)?);
    }
    Some(Generic { variables, supertypes })
}

struct Reader<'t, 'w> {
    world: &'w World,
    text: &'t [u8],
    at: usize,
}

impl<'t> Reader<'t, '_> {
    fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        (self.next()? == byte).then_some(())
    }

    /// Up to one of these bytes, which is left to be read.
    fn until(&mut self, ends: &[u8]) -> Option<&'t [u8]> {
        let rest = self.text.get(self.at..)?;
        let length = rest.iter().position(|byte| ends.contains(byte))?;
        self.at += length;
        Some(&rest[..length])
    }

    /// `<T:Ljava/lang/Object;U::Ljava/lang/Comparable<TU;>;>`, if there is such a thing.
    /// With the first bound of each.
    fn variables(&mut self) -> Option<(Vec<Box<str>>, Vec<Ty>)> {
        let (mut variables, mut bounds) = (Vec::new(), Vec::new());
        if self.peek() != Some(b'<') {
            return Some((variables, bounds));
        }
        self.at += 1;
        while self.peek()? != b'>' {
            variables.push(text(self.until(b":")?));
            let mut first = None;
            while self.peek()? == b':' {
                self.at += 1;
                // A class bound may be left out before interface bounds.
                if !matches!(self.peek()?, b':' | b'>') {
                    let bound = self.ty(0)?;
                    first.get_or_insert(bound);
                }
            }
            bounds.push(first.unwrap_or(Ty::Unknown));
        }
        self.at += 1;
        Some((variables, bounds))
    }

    fn ty(&mut self, depth: usize) -> Option<Ty> {
        if depth > DEEPEST {
            return None;
        }
        Some(match self.next()? {
            b'[' => Ty::Array(Box::new(self.ty(depth + 1)?)),
            b'T' => {
                let name = text(self.until(b";")?);
                self.at += 1;
                Ty::Variable(name)
            }
            b'L' => self.class_type(depth)?,
            primitive @ (b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z') => Ty::Primitive(primitive),
            _ => return None,
        })
    }

    /// `java/util/Map<TK;TV;>.Entry<…>;`: of an inner class, the arguments of the innermost count.
    fn class_type(&mut self, depth: usize) -> Option<Ty> {
        let mut name = self.until(b";<.")?.to_vec();
        let mut arguments = Vec::new();
        loop {
            match self.next()? {
                b';' => break,
                b'.' => {
                    name.push(b'$');
                    name.extend(self.until(b";<.")?);
                    arguments.clear();
                }
                b'<' => {
                    while self.peek()? != b'>' {
                        arguments.push(self.argument(depth + 1)?);
                    }
                    self.at += 1;
                }
                _ => return None,
            }
        }
        let class = self.world.class_id(&text(&name));
        Some(class.map_or(Ty::Unknown, |class| Ty::Class(class, arguments)))
    }

    fn argument(&mut self, depth: usize) -> Option<Argument> {
        Some(match self.peek()? {
            b'*' => {
                self.at += 1;
                Argument::Any
            }
            b'+' => {
                self.at += 1;
                Argument::Extends(self.ty(depth)?)
            }
            b'-' => {
                self.at += 1;
                Argument::Super(self.ty(depth)?)
            }
            _ => Argument::Exact(self.ty(depth)?),
        })
    }
}

fn text(bytes: &[u8]) -> Box<str> {
    reenact_classfile::Mutf8::new(bytes).to_str().into()
}
