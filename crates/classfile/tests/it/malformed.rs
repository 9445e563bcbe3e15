//! Broken class files give an error with an offset, never a panic, a hang or a giant allocation.

use reenact_classfile::assemble::{CodeBuilder, LocalKind};
use reenact_classfile::attribute::VerificationType;
use reenact_classfile::instruction::Opcode;
use reenact_classfile::rewrite::{MethodEdit, Rewriter};
use reenact_classfile::{ClassFile, ReadError};
use reenact_testkit::{Fixture, jdk};

/// A class with most attributes in it.
fn victim() -> Vec<u8> {
    let fixture = Fixture::parse(
        r#"
        import java.lang.annotation.*;
        import java.util.function.*;

        public class Victim<T extends Comparable<T>> {
            @Retention(RetentionPolicy.RUNTIME) @Target({ElementType.TYPE_USE, ElementType.PARAMETER, ElementType.METHOD})
            @interface Note { String[] value() default {"a", "b"}; Class<?> type() default int[].class; int[] n() default 1; }

            sealed interface Shape permits Square, Circle {}
            record Square(@Note int side) implements Shape {}
            record Circle(double radius) implements Shape {}
            enum Color { RED { void paint() {} }; abstract void paint(); }

            final long constant = 1L << 40;

            Victim(@Note T value) throws Exception {
                super();
                try { Object o = value; synchronized (o) { o.wait(1); } } finally { System.out.println(value); }
            }

            @Note({"x"}) @Deprecated Object method(Object o, int n) {
                @Note String local = o instanceof @Note String s ? s : "";
                Supplier<String> lambda = () -> local + n;
                switch (n) { case 1: return lambda; case 1000: return new int[n][2]; default: return o == null ? this : o; }
            }
        }
        "#,
    );
    fixture.compile_with(&jdk(), &["-g", "-parameters"]).class_bytes("Victim")
}

/// Everything that reads: skeleton, all attributes, all instructions, and both kinds of rewriting.
fn read_all(bytes: &[u8]) -> Result<(), ReadError> {
    let class = ClassFile::parse(bytes)?;
    let encoded = class.encode();
    let mut rewriter = Rewriter::new(&class);
    for (index, method) in class.methods().iter().enumerate() {
        let Some(code) = method.code(class.pool())? else { continue };
        let mut edit = MethodEdit::new(&code);
        let token = edit.fresh_local(VerificationType::Integer);
        let mut entry = CodeBuilder::new(rewriter.pool());
        entry.push_int(1).store(LocalKind::Int, token);
        let entry = entry.finish();
        edit.at_entry(entry);
        let mut nop = CodeBuilder::new(rewriter.pool());
        nop.op(Opcode::NOP);
        let nop = nop.finish();
        edit.at_normal_exit(nop.clone());
        edit.at_exceptional_exit(nop.clone());
        let nop = edit.snippet(nop);
        for item in code.instructions() {
            edit.before(item?.0, nop);
        }
        rewriter.edit(index, edit);
    }
    let rewritten = rewriter.finish()?;
    ClassFile::parse(&rewritten.bytes).expect("what is rewritten can be read");
    encoded.map(drop)
}

#[test]
fn the_victim_itself_is_sound() {
    read_all(&victim()).unwrap();
}

#[test]
fn a_class_cut_short_anywhere_is_an_error_within_it() {
    let bytes = victim();
    for length in 0..bytes.len() {
        let error = read_all(&bytes[..length]).unwrap_err();
        assert!(error.offset <= length, "{error} in {length} bytes");
        let text = error.to_string();
        assert!(text.contains("at offset"), "{text}");
    }
}

#[test]
fn a_class_with_any_bit_flipped_is_read_or_refused() {
    let mut bytes = victim();
    let (mut read, mut refused) = (0, 0);
    for bit in 0..bytes.len() * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8);
        match read_all(&bytes) {
            Ok(()) => read += 1,
            Err(_) => refused += 1,
        }
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    // Most flips hit text; many hit structure.
    assert!(read > 1000 && refused > 1000, "{read} read, {refused} refused");
}

#[test]
fn messages_name_offset_and_reason() {
    let bytes = victim();
    let message = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        ClassFile::parse(&bytes).unwrap_err().to_string()
    };
    assert_eq!(
        message(&|bytes| bytes[0] = 0),
        "the magic number is 0x00febabe and not 0xcafebabe: not a class file at offset 0"
    );
    assert_eq!(
        message(&|bytes| bytes[6..8].copy_from_slice(&[0, 99])),
        "class file version 99.0 is not one that JDK 1.1 to 25 write (45 to 69) at offset 4"
    );
    assert_eq!(message(&|bytes| bytes[10] = 2), "constant 1 has the unknown tag 2 at offset 10");
    assert_eq!(
        message(&|bytes| bytes.push(0)),
        format!("1 bytes are left over after the class file at offset {}", bytes.len())
    );
}

/// Nested annotations would overflow the stack of a reader that follows them to any depth.
#[test]
fn deeply_nested_annotations_are_refused() {
    let bytes = victim();
    let class = ClassFile::parse(&bytes).unwrap();
    let name = class
        .pool()
        .indices()
        .find(|&index| class.pool().utf8(index).is_ok_and(|text| text == "RuntimeVisibleAnnotations"));
    let mut hostile = bytes[..class_attributes_at(&class)].to_vec();
    let mut info = vec![0, 1, 0, 1, 0, 1, 0, 1];
    (0..100_000).for_each(|_| info.extend([b'[', 0, 1]));
    hostile.extend([0, 1]);
    hostile.extend(name.unwrap().to_be_bytes());
    hostile.extend((info.len() as u32).to_be_bytes());
    hostile.extend(info);
    let class = ClassFile::parse(&hostile).unwrap();
    let error = class.attributes().iter().next().unwrap().parse(class.pool()).unwrap_err();
    assert!(error.to_string().starts_with("nesting of element values passes the limit of 64"), "{error}");
}

/// Where the class's own attributes start, their count included.
fn class_attributes_at(class: &ClassFile<'_>) -> usize {
    class.attributes().iter().next().expect("a class attribute").offset - 8
}
