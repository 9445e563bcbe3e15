//! The method that a lambda's hidden class runs.
//!
//! The class that `LambdaMetafactory` spins has, besides its constructor, the interface's method (and
//! bridges to it): it loads the captured values and the arguments, casts and boxes them where the interface
//! is generic, and calls the implementation. The call says which that is.

use std::hash::{DefaultHasher, Hash, Hasher};

use reenact_classfile::instruction::{Instruction, Instructions};
use reenact_classfile::{ClassFile, MemberRef};
use reenact_heap::ClassKind;

use crate::ffi::{Jvmti, JvmtiError, jclass, jmethodID};

/// Class, name and descriptor of a method.
type Method = (Box<str>, Box<str>, Box<str>);

/// Returns a number for a method, by which the body of a lambda is found.
pub fn key(class: &str, name: &str, descriptor: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (class, name, descriptor).hash(&mut hasher);
    hasher.finish()
}

/// The kind of a lambda's class; plain if it has another form than those known.
pub fn kind(jvmti: Jvmti, class: jclass, interfaces: &[jclass]) -> ClassKind {
    read(jvmti, class, interfaces).ok().flatten().unwrap_or(ClassKind::Plain)
}

fn read(jvmti: Jvmti, class: jclass, interfaces: &[jclass]) -> Result<Option<ClassKind>, JvmtiError> {
    let mut candidates = Vec::new();
    for &method in jvmti.get_class_methods(class)?.iter() {
        let (name, descriptor) = jvmti.get_method_name(method)?;
        let name = String::from_utf8_lossy(&name);
        if !matches!(
            &*name,
            "<init>" | "<clinit>" | "get$Lambda" | "writeReplace" | "writeObject" | "readObject"
        ) {
            candidates.push((method, Box::from(&*name), Box::from(&*String::from_utf8_lossy(&descriptor))));
        }
    }
    candidates.sort_by(|(_, name, descriptor), (_, other_name, other)| {
        (name, descriptor).cmp(&(other_name, other))
    });
    let Some((method, name, descriptor)) = chosen(jvmti, interfaces, candidates)? else { return Ok(None) };
    let code = jvmti.get_bytecodes(method)?;
    let (count, pool) = jvmti.get_constant_pool(class)?;
    let implementation = implementation(count, &pool, &code);
    Ok(implementation.map(|implementation| ClassKind::Lambda { method: (name, descriptor), implementation }))
}

type Candidate = (jmethodID, Box<str>, Box<str>);

/// Of a method and its bridges, the one that the interface declares.
fn chosen(
    jvmti: Jvmti,
    interfaces: &[jclass],
    candidates: Vec<Candidate>,
) -> Result<Option<Candidate>, JvmtiError> {
    if candidates.len() > 1 {
        for &interface in interfaces {
            for &method in jvmti.get_class_methods(interface)?.iter() {
                let (name, descriptor) = jvmti.get_method_name(method)?;
                let found = candidates
                    .iter()
                    .find(|(_, n, d)| n.as_bytes() == &*name && d.as_bytes() == &*descriptor);
                if let Some(found) = found {
                    return Ok(Some(found.clone()));
                }
            }
        }
    }
    Ok(candidates.into_iter().next())
}

/// The method that code calls, given its constant pool's number of entries and bytes. Boxing and unboxing
/// are calls too; where there are only such calls, the first is as good as any.
pub fn implementation(count: usize, pool: &[u8], code: &[u8]) -> Option<Method> {
    let bytes = class_file(count, pool)?;
    let class = ClassFile::parse(&bytes).ok()?;
    let mut first = None;
    for instruction in Instructions::new(code, 0) {
        let index = match instruction.ok()?.1 {
            Instruction::Invoke { index, .. } | Instruction::InvokeInterface { index, .. } => index,
            _ => continue,
        };
        let member = class.pool().method_ref(index).ok()?;
        if !is_conversion(&member) {
            return Some(method(&member));
        }
        first = first.or(Some(member));
    }
    first.map(|member| method(&member))
}

fn method(member: &MemberRef<'_>) -> Method {
    let text = |text: reenact_classfile::Mutf8<'_>| Box::from(&*text.to_str());
    let class = text(member.class);
    (super::names::from_signature(&format!("L{class};")).into(), text(member.name), text(member.descriptor))
}

/// Returns true if a call only boxes or unboxes.
fn is_conversion(member: &MemberRef<'_>) -> bool {
    let class = member.class.as_bytes();
    let boxes: [&[u8]; 9] = [
        b"java/lang/Boolean",
        b"java/lang/Byte",
        b"java/lang/Character",
        b"java/lang/Short",
        b"java/lang/Integer",
        b"java/lang/Long",
        b"java/lang/Float",
        b"java/lang/Double",
        b"java/lang/Number",
    ];
    let name = member.name.as_bytes();
    let descriptor = member.descriptor.as_bytes();
    let boxing = name == b"valueOf" && matches!(descriptor, [b'(', _, b')', b'L', ..]);
    let unboxing = name.ends_with(b"Value") && matches!(descriptor, [b'(', b')', _]);
    boxes.contains(&class) && (boxing || unboxing)
}

/// A class file that has nothing but this constant pool, for the reader of class files.
fn class_file(count: usize, pool: &[u8]) -> Option<Vec<u8>> {
    let count = u16::try_from(count).ok()?;
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61];
    bytes.extend(count.to_be_bytes());
    bytes.extend(pool);
    // Access flags, this class, superclass; no interfaces, fields, methods or attributes.
    bytes.extend([0; 14]);
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pool with methods `class.name descriptor`; gives its number of entries, its bytes and the methods' indices.
    fn pool(methods: &[(&str, &str, &str)]) -> (usize, Vec<u8>, Vec<u16>) {
        let (mut bytes, mut count, mut indices) = (Vec::new(), 1u16, Vec::new());
        let utf8 = |text: &str, bytes: &mut Vec<u8>| {
            bytes.push(1);
            bytes.extend((text.len() as u16).to_be_bytes());
            bytes.extend(text.as_bytes());
        };
        for (class, name, descriptor) in methods {
            for text in [class, name, descriptor] {
                utf8(text, &mut bytes);
            }
            bytes.push(7);
            bytes.extend(count.to_be_bytes());
            bytes.push(12);
            bytes.extend((count + 1).to_be_bytes());
            bytes.extend((count + 2).to_be_bytes());
            bytes.push(10);
            bytes.extend((count + 3).to_be_bytes());
            bytes.extend((count + 4).to_be_bytes());
            indices.push(count + 5);
            count += 6;
        }
        (usize::from(count), bytes, indices)
    }

    fn found(methods: &[(&str, &str, &str)]) -> Option<String> {
        let (count, bytes, indices) = pool(methods);
        let mut code = vec![0x2b];
        for index in indices {
            code.push(0xb8);
            code.extend(index.to_be_bytes());
        }
        code.push(0xb0);
        implementation(count, &bytes, &code)
            .map(|(class, name, descriptor)| format!("{class}.{name}{descriptor}"))
    }

    #[test]
    fn conversions_around_the_implementation_are_left_out() {
        let unbox = ("java/lang/Integer", "intValue", "()I");
        let run = ("a/Outer", "lambda$main$0", "(I)I");
        let boxed = ("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;");
        assert_eq!(found(&[unbox, run, boxed]).as_deref(), Some("a/Outer.lambda$main$0(I)I"));
        assert_eq!(found(&[unbox, boxed]).as_deref(), Some("java/lang/Integer.intValue()I"));
        let parse = ("java/lang/Integer", "valueOf", "(Ljava/lang/String;)Ljava/lang/Integer;");
        assert_eq!(
            found(&[parse]).as_deref(),
            Some("java/lang/Integer.valueOf(Ljava/lang/String;)Ljava/lang/Integer;")
        );
        assert_eq!(found(&[]), None);
    }

    #[test]
    fn what_is_damaged_gives_nothing() {
        let (count, bytes, indices) = pool(&[("a/B", "c", "()V")]);
        let mut code = vec![0xb8];
        code.extend(indices[0].to_be_bytes());
        assert!(implementation(count, &bytes, &code).is_some());
        assert_eq!(implementation(count, &bytes[..9], &code), None);
        assert_eq!(implementation(count, &bytes, &code[..2]), None);
        assert_eq!(implementation(count, &bytes, &[0xb8, 0xff, 0xff]), None);
        assert_eq!(implementation(70_000, &bytes, &code), None);
    }
}
