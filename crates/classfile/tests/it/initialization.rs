//! Where constructors initialise `this`.

use reenact_classfile::instruction::Instruction;
use reenact_classfile::rewrite::Initialization;
use reenact_classfile::{ClassFile, MemberRef};
use reenact_testkit::{Fixture, jdks};

/// Each constructor has its own first parameter type; the comment says which class's constructor
/// initialises `this`, and how many objects of that same class are made on the way.
const SOURCE: &str = r#"
    //- Parent.java
    class Parent {
        Parent(Object o) {}                              // Object
        static Object pick(Object o) { return o; }
    }
    //- Child.java
    class Child extends Parent {
        Child(int n) { super(null); }                    // Parent
        Child(String s) { super(new Parent(new Parent(s))); }  // Parent, two others are made
        Child(long n) { this(n > 3 ? (int) n : new Child("x").hashCode()); }  // Child, one other is made
        Child(Object o) { super(o instanceof String ? pick(new Parent(o)) : o == null ? new Child(1) : o); }
        Child(double d) {
            super(switch ((int) d) { case 1 -> new Parent(null); case 2 -> "two"; case 700 -> 7; default -> null; });
            new Parent(this);
        }
    }
"#;

#[test]
fn the_call_that_initialises_this_is_distinguished_from_all_others() {
    for jdk in jdks() {
        let program = Fixture::parse(SOURCE).compile(&jdk);
        for (class, descriptor, expected) in [
            ("Parent", "(Ljava/lang/Object;)V", "java/lang/Object.<init>()V"),
            ("Child", "(I)V", "Parent.<init>(Ljava/lang/Object;)V"),
            ("Child", "(Ljava/lang/String;)V", "Parent.<init>(Ljava/lang/Object;)V"),
            ("Child", "(J)V", "Child.<init>(I)V"),
            ("Child", "(Ljava/lang/Object;)V", "Parent.<init>(Ljava/lang/Object;)V"),
            ("Child", "(D)V", "Parent.<init>(Ljava/lang/Object;)V"),
        ] {
            let bytes = program.class_bytes(class);
            let class = ClassFile::parse(&bytes).unwrap();
            let pool = class.pool();
            let is_wanted = |method: &&reenact_classfile::Member<'_>| {
                method.name(pool).unwrap() == "<init>" && method.descriptor(pool).unwrap() == descriptor
            };
            let constructor = class.methods().iter().find(is_wanted).unwrap();
            let code = constructor.code(pool).unwrap().unwrap();
            let found = Initialization::of_constructor(&class, &code).unwrap();

            let calls: Vec<(u32, MemberRef<'_>)> = code
                .instructions()
                .filter_map(|item| match item.unwrap() {
                    (pc, Instruction::Invoke { index, .. }) => Some((pc, pool.method_ref(index).unwrap())),
                    _ => None,
                })
                .collect();
            let [initialising] = found.calls() else { panic!("{descriptor}: {:?}", found.calls()) };
            let (_, called) = calls.iter().find(|(pc, _)| pc == initialising).unwrap();
            assert_eq!(format!("{}.{}{}", called.class, called.name, called.descriptor), expected);
            // In javac's code it is the last call to a constructor that leaves `this` complete.
            let end = code.bytecode.len() as u32;
            assert_eq!(found.initialized_ranges(), [(initialising + 3, end)], "{descriptor}");
        }
    }
}

#[test]
fn objects_own_constructor_needs_none() {
    let bytes = object();
    let class = ClassFile::parse(&bytes).unwrap();
    let code = class.methods()[0].code(class.pool()).unwrap().unwrap();
    let found = Initialization::of_constructor(&class, &code).unwrap();
    assert_eq!(found.calls(), [0u32; 0]);
    assert_eq!(found.initialized_ranges(), [(0, code.bytecode.len() as u32)]);
}

/// A stand-in for `java/lang/Object`: a class without a superclass.
fn object() -> Vec<u8> {
    use reenact_classfile::assemble::{ClassBuilder, CodeBuilder};
    use reenact_classfile::{AccessFlags, Version, instruction::Opcode};
    let version = Version { major: 52, minor: 0 };
    let mut class = ClassBuilder::new("Root", AccessFlags::PUBLIC, version);
    let mut code = CodeBuilder::new(class.pool());
    code.op(Opcode::NOP).op(Opcode::RETURN);
    let body = code.finish();
    class.method(AccessFlags::PUBLIC, "<init>", "()V", &body);
    let mut bytes = class.finish().unwrap();
    let super_at = super_index_offset(&bytes);
    bytes[super_at..super_at + 2].fill(0);
    bytes
}

/// Found by its value: the index of the `Class` constant of the superclass.
fn super_index_offset(bytes: &[u8]) -> usize {
    let class = ClassFile::parse(bytes).unwrap();
    let pool = class.pool();
    let index_of = |name: &str| {
        pool.indices().find(|&index| pool.class_name(index).is_ok_and(|found| found == name)).unwrap()
    };
    let mut header = vec![0, 1];
    header.extend(index_of("Root").to_be_bytes());
    header.extend(index_of("java/lang/Object").to_be_bytes());
    bytes.windows(6).position(|window| window == header).unwrap() + 4
}
