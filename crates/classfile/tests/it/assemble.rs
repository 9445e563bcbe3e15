//! Classes assembled from nothing load under full verification and run.

use std::fs;

use reenact_classfile::assemble::{AssembleError, ClassBuilder, CodeBuilder, LocalKind, Snippet};
use reenact_classfile::attribute::VerificationType;
use reenact_classfile::instruction::Opcode;
use reenact_classfile::rewrite::{MethodEdit, Rewriter};
use reenact_classfile::{AccessFlags, ClassFile, Version};
use reenact_testkit::{Fixture, Program, jdks, run};

const JAVA_17: Version = Version { major: 61, minor: 0 };

#[test]
fn an_assembled_class_implements_an_interface_and_branches() {
    let fixture = Fixture::parse(
        r#"
        public class Main {
            public interface Sign { String of(long value, double unused, Object label); }

            public static void main(String[] args) throws Exception {
                Sign sign = (Sign) Class.forName("Made").getConstructor(int.class).newInstance(1234567);
                System.out.println(sign.of(-5, 0, "n") + sign.of(0, 0, "z") + sign.of(7, 0, "p"));
                System.out.println(sign.getClass().getField("seen").getInt(sign));
            }
        }
        "#,
    );
    for jdk in jdks() {
        let program = fixture.compile_with(&jdk, &["--release", "17"]);
        let directory = tempfile::tempdir().unwrap();
        for entry in fs::read_dir(program.classes()).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, directory.path().join(path.file_name().unwrap())).unwrap();
        }
        // Both with frames and for the verifier that infers them.
        for version in [JAVA_17, Version { major: 49, minor: 0 }] {
            fs::write(directory.path().join("Made.class"), made(version)).unwrap();
            assert_eq!(
                run_verified(&program.with_classes(directory.path())),
                "negativezzpositive\n1234567\n"
            );
        }
    }
}

#[track_caller]
fn run_verified(program: &Program) -> String {
    run(program.java("Main").vm_option("-Xverify:all")).ok()
}

/// `class Made implements Main.Sign` with a field, a constructor and a method with two branches.
fn made(version: Version) -> Vec<u8> {
    let public = AccessFlags::PUBLIC;
    let mut class = ClassBuilder::new("Made", public | AccessFlags::FINAL, version);
    class.implements("Main$Sign").field(public, "seen", "I");

    let mut code = CodeBuilder::new(class.pool());
    code.load(LocalKind::Reference, 0)
        .invoke(Opcode::INVOKESPECIAL, "java/lang/Object", "<init>", "()V")
        .load(LocalKind::Reference, 0)
        .load(LocalKind::Int, 1)
        .field(Opcode::PUTFIELD, "Made", "seen", "I")
        .op(Opcode::RETURN);
    let constructor = code.finish();
    class.method(public, "<init>", "(I)V", &constructor);

    // if (value == 0) return "z" + label…; String text = value < 0 ? "negative" : "positive"; return text;
    let mut code = CodeBuilder::new(class.pool());
    let (not_zero, positive, done) = (code.label(), code.label(), code.label());
    let string = VerificationType::Object { class_index: code.pool().class("java/lang/String") };
    code.load(LocalKind::Long, 1).push_long(0).op(Opcode::LCMP).store(LocalKind::Int, 6);
    code.load(LocalKind::Int, 6).branch(Opcode::IFNE, not_zero);
    code.push_string("z").load(LocalKind::Reference, 5).type_op(Opcode::CHECKCAST, "java/lang/String");
    code.invoke(
        Opcode::INVOKEVIRTUAL,
        "java/lang/String",
        "concat",
        "(Ljava/lang/String;)Ljava/lang/String;",
    );
    code.op(Opcode::ARETURN);
    code.bind(not_zero, &[VerificationType::Integer], &[]);
    code.load(LocalKind::Int, 6).branch(Opcode::IFGT, positive);
    code.push_string("negative").branch(Opcode::GOTO, done);
    code.bind(positive, &[VerificationType::Integer], &[]);
    code.push_string("positive");
    code.bind(done, &[VerificationType::Integer], &[string]);
    code.op(Opcode::ARETURN);
    let body = code.finish();
    class.method(public, "of", "(JDLjava/lang/Object;)Ljava/lang/String;", &body);

    let bytes = class.finish().unwrap();
    let parsed = ClassFile::parse(&bytes).unwrap();
    assert_eq!(parsed.encode().unwrap(), bytes, "what is assembled is read back as it was meant");
    bytes
}

/// Found on a class that a shrinker had processed: where the first instruction is the head of a loop,
/// its frame may say less of the parameters than the method's descriptor does. The frame of a label
/// at the end of the entry code stands at the same place and must not win.
#[test]
fn a_loop_head_at_the_first_instruction_keeps_its_own_frame() {
    let source = r#"
        public class Main {
            static int rounds = 3;
            public static boolean done() { return --rounds == 0; }
            public static void main(String[] args) throws Exception {
                Class.forName("Made").getMethod("loop", int.class).invoke(null, 1);
                System.out.println(rounds);
            }
        }
    "#;
    let mut class = ClassBuilder::new("Made", AccessFlags::PUBLIC, JAVA_17);
    let mut code = CodeBuilder::new(class.pool());
    let head = code.label();
    code.bind(head, &[], &[]).op(Opcode::ACONST_NULL).store(LocalKind::Reference, 0);
    code.invoke(Opcode::INVOKESTATIC, "Main", "done", "()Z").branch(Opcode::IFEQ, head).op(Opcode::RETURN);
    let body = code.finish();
    class.method(AccessFlags::PUBLIC | AccessFlags::STATIC, "loop", "(I)V", &body);
    let mut bytes = class.finish().unwrap();
    // A full frame with one local, an int: make it "top", since the loop puts null there.
    let frame = bytes.windows(8).position(|window| window == [255, 0, 0, 0, 1, 1, 0, 0]).unwrap();
    bytes[frame + 5] = 0;

    let class = ClassFile::parse(&bytes).unwrap();
    let mut rewriter = Rewriter::new(&class);
    let mut edit = MethodEdit::new(&class.methods()[0].code(class.pool()).unwrap().unwrap());
    let token = edit.fresh_local(VerificationType::Integer);
    let mut code = CodeBuilder::new(rewriter.pool());
    let skip = code.label();
    code.push_int(5).store(LocalKind::Int, token).load(LocalKind::Int, token).branch(Opcode::IFEQ, skip);
    code.bind(skip, &[VerificationType::Integer], &[]);
    let entry = code.finish();
    edit.at_entry(entry);
    rewriter.edit(0, edit);
    let rewritten = rewriter.finish().unwrap();
    assert_eq!(rewritten.skipped, []);

    for jdk in jdks() {
        let program = Fixture::parse(source).compile_with(&jdk, &["--release", "17"]);
        let directory = tempfile::tempdir().unwrap();
        fs::copy(program.classes().join("Main.class"), directory.path().join("Main.class")).unwrap();
        for made in [&bytes, &rewritten.bytes] {
            fs::write(directory.path().join("Made.class"), made).unwrap();
            assert_eq!(run_verified(&program.with_classes(directory.path())), "0\n");
        }
    }
}

#[test]
fn what_does_not_fit_a_class_file_is_an_error() {
    let mut class = ClassBuilder::new("Big", AccessFlags::PUBLIC, JAVA_17);
    let mut code = CodeBuilder::new(class.pool());
    for _ in 0..65_536 {
        code.op(Opcode::NOP);
    }
    let body = code.finish();
    class.method(AccessFlags::STATIC, "m", "()V", &body);
    let error = class.finish().unwrap_err();
    assert_eq!(error.to_string(), "method Big.m has more than 65,535 bytes of code");

    let mut class = ClassBuilder::new("Many", AccessFlags::PUBLIC, JAVA_17);
    for value in 0..70_000 {
        class.pool().integer(value);
    }
    assert_eq!(class.finish(), Err(AssembleError::TooManyConstants { class: "Many".to_owned() }));

    let mut class = ClassBuilder::new("Odd", AccessFlags::PUBLIC, JAVA_17);
    class.method(AccessFlags::STATIC, "m", "(V)V", &Snippet::default());
    assert_eq!(class.finish().unwrap_err().to_string(), "method Odd.m has the malformed descriptor (V)V");
}
