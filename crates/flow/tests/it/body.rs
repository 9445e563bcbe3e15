//! The form of bodies: joins, handlers, and what no compiler writes any more.

use std::sync::Arc;

use crate::support::show;
use reenact_classfile::container::Container;
use reenact_flow::Body;
use reenact_flow::paths::{Limits, Paths};
use reenact_testkit::{ClassFiles, Fixture, jdk};
use reenact_world::{Depth, MethodId, Options, World};

fn world(classes: ClassFiles) -> World {
    let containers: [Arc<dyn Container>; 1] = [Arc::new(classes)];
    World::build(&containers, Options { depth: Depth::Code, platform: 0 }).0
}

fn method(world: &World, class: &str, name: &str) -> MethodId {
    world.class(class).unwrap().methods_named(name).next().unwrap().id()
}

#[track_caller]
fn check_body(java: &str, expected: &str) {
    let fixture = Fixture::parse(&format!("//- A.java\nclass A {{ int n; native int f(int k); {java} }}\n"));
    let world = world(ClassFiles::new("app", fixture.compile(&jdk()).class_files()));
    let body = Body::of(&world, method(&world, "A", "m")).unwrap();
    let shown = body.display(&world).to_string();
    let lines =
        |text: &str| text.lines().map(|l| l.trim().to_owned()).filter(|l| !l.is_empty()).collect::<Vec<_>>();
    assert_eq!(lines(&shown), lines(expected), "\n{shown}");
}

/// Protects that only what differs is joined: `k` changes in the loop, `limit` does not.
#[test]
fn a_loop_has_parameters_for_what_changes() {
    check_body(
        "static int m(int limit) { int k = 0; while (k < limit) k += 2; return k; }",
        "
        A#m(int)(v0):
        b0:
          0: v1 = Int(0)
          jump -> b1(v1)
        b1(v2):
          branch v2 GreaterOrEqual v0 -> b2 -> b3
        b2:
          7: v4 = Int(2)
          7: v5 = Binary(Add)(v2, v4)
          jump -> b1(v5)
        b3:
          return(v2)
        ",
    );
}

/// Protects that a handler sees the local variables as they are where the exception is thrown.
#[test]
fn a_handler_gets_the_locals_of_every_covered_block() {
    check_body(
        "int m(int k) { int r = 1; try { r = f(k); r = f(r); } catch (RuntimeException e) { return r; } return 0; }",
        "
        A#m(int)(v0, v1):
        b0:
          0: v2 = Int(1)
          jump -> b1
        b1:
          4: v3 = Call Virtual A.f(v0, v1)
          jump -> b2, missing -> b5(v2)
        b2:
          10: v4 = Call Virtual A.f(v0, v3)
          jump -> b3, missing -> b5(v3)
        b3:
          jump -> b4
        b4:
          20: v5 = Int(0)
          return(v5)
        b5(v6, v7):
          return(v7)
        ",
    );
}

/// Protects that subroutines are copied to where they are called from.
#[test]
fn subroutines_are_inlined() {
    #[rustfmt::skip]
    let code = [
        0x03, 0x3c,        //  0: iconst_0, istore_1
        0x1a,              //  2: iload_0
        0x99, 0, 9,        //  3: ifeq 12
        0xa8, 0, 14,       //  6: jsr 20
        0xa7, 0, 6,        //  9: goto 15
        0xa8, 0, 8,        // 12: jsr 20
        0x1b, 0xac,        // 15: iload_1, ireturn
        0, 0, 0,           // 17: nop, three times
        0x4d,              // 20: astore_2
        0x84, 1, 5,        // 21: iinc 1 5
        0xa9, 2,           // 24: ret 2
    ];
    let world = world(ClassFiles::new("app", [("D".to_owned(), class_with(&code))]));
    let method = method(&world, "D", "m");
    let paths = Paths::of(&world, method, &Limits::default());
    assert_eq!(show::paths(&world, &paths), "if p0 != 0; return 5 | if p0 == 0; return 5");
    let body = Body::of(&world, method).unwrap();
    let adds = body.display(&world).to_string().matches("Binary(Add)").count();
    assert_eq!(adds, 2, "one copy for each call");
}

/// Protects that what no verifier would take is refused with the place and the reason.
#[test]
fn malformed_code_is_refused() {
    for (code, expected) in [
        (&[0xac][..], "malformed code at pc 0: the stack has too few values"),
        (&[0x0b, 0xac], "malformed code at pc 1: the stack has a value of another type"),
        (&[0x1b, 0xac], "malformed code at pc 0: a local variable is read that has no value"),
        (&[0x03], "malformed code at pc 0: control runs past the end of the code"),
        (
            &[0x1a, 0x99, 0, 4, 0x03, 0x1a, 0xac],
            "malformed code at pc 4: control joins with stacks of different depths",
        ),
        (&[0xa9, 1], "malformed code at pc 0: a subroutine returns that was not called"),
        (&[0xa8, 0, 3, 0x03, 0xac], "subroutine at pc 3: it does not begin by storing its return address"),
    ] {
        let world = world(ClassFiles::new("app", [("D".to_owned(), class_with(code))]));
        let result = Body::of(&world, method(&world, "D", "m"));
        let error = result.map(|body| body.display(&world).to_string()).unwrap_err().to_string();
        let expected = format!("D#m(int): {expected}");
        assert_eq!(error, expected);
    }
}

/// A class `D` with a method `static int m(int)` of this code.
fn class_with(code: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 49];
    let put = |bytes: &mut Vec<u8>, values: &[u16]| values.iter().for_each(|v| bytes.extend(v.to_be_bytes()));
    put(&mut bytes, &[8]);
    for text in ["D", "java/lang/Object", "m", "(I)I", "Code"] {
        bytes.push(1);
        put(&mut bytes, &[text.len() as u16]);
        bytes.extend(text.bytes());
    }
    bytes.extend([7, 0, 1, 7, 0, 2]);
    put(&mut bytes, &[0x0020, 6, 7, 0, 0, 1, 0x0008, 3, 4, 1, 5]);
    bytes.extend((12 + code.len() as u32).to_be_bytes());
    put(&mut bytes, &[4, 4]);
    bytes.extend((code.len() as u32).to_be_bytes());
    bytes.extend(code);
    put(&mut bytes, &[0, 0, 0]);
    bytes
}
