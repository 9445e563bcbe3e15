//! Rewritten programs do what they did before, and run what was inserted.
//!
//! The oracle is the running program, on every JDK, under full verification.

use crate::support::{class_files, rewrite};
use reenact_classfile::assemble::{CodeBuilder, LocalKind, Snippet};
use reenact_classfile::attribute::VerificationType;
use reenact_classfile::instruction::{Instruction, Opcode};
use reenact_classfile::rewrite::{MethodEdit, Rewriter};
use reenact_classfile::{Attribute, ClassFile, Constant, ReferenceKind};
use reenact_testkit::{Fixture, jdks};

/// Control flow of every kind. Each method counts its own calls, first thing, in `Probe.calls`.
const SHAPES: &str = r#"
    //- Shapes.java
    import java.util.*;
    import java.util.function.*;

    public class Shapes {
        static int loopFromTheStart(int n) {
            do { n--; Probe.calls += n == 9 ? 1 : 0; } while (n > 0);
            return n;
        }

        static String manyReturns(Object o, long l, double d) {
            Probe.calls++;
            if (o instanceof String s && l > 3) return s + d;
            if (o == null) return "null";
            for (int i = 0; ; i++) if (i * l > d) return "i" + i;
        }

        static int tableSwitch(int n) {
            Probe.calls++;
            switch (n) { case 1: return 10; case 2: n += 5; case 3: return n; case 4: break; default: return -1; }
            return 4;
        }

        static String lookupSwitch(String s) {
            Probe.calls++;
            return switch (s) { case "Aa", "BB" -> "collide"; case "x" -> "ex"; default -> s + s; };
        }

        static int handlers(int n) {
            Probe.calls++;
            try {
                try {
                    if (n == 0) throw new IllegalStateException("zero");
                    return 100 / (n - 1);
                } catch (IllegalStateException e) {
                    return -1;
                } finally {
                    n++;
                }
            } catch (ArithmeticException e) {
                throw new UnsupportedOperationException("by zero", e);
            }
        }

        synchronized int locked(Object o) {
            Probe.calls++;
            synchronized (o) { if (o.hashCode() == 7) throw new Error("seven"); return o.hashCode(); }
        }

        static int recursive(int n) { Probe.calls++; return n < 2 ? 1 : recursive(n - 1) + recursive(n - 2); }

        static class Base {
            final String text;
            Base(String text) { this.text = text; }
            Base(Base other, boolean fail) {
                this(fail ? new Base("inner").text : other.text + new Base(new StringBuilder().append("b").toString()).text);
                if (fail) throw new IllegalArgumentException(text);
            }
        }

        class Inner extends Base {
            long wide = 1L << 40;
            Inner(int n, double d) {
                super(new Base(n > 0 ? "positive" : check(d)), n == 13);
                try { wide += 10 / n; } catch (ArithmeticException e) { wide = -1; }
            }
        }

        static String check(double d) {
            Probe.calls++;
            if (Double.isNaN(d)) throw new IllegalArgumentException("NaN before super");
            return "checked";
        }

        enum Planet { EARTH { int moons() { return 1; } }, MARS { int moons() { return 2; } }; abstract int moons(); }

        record Pair<A extends Comparable<A>>(A left, A right) {
            Pair { if (left.compareTo(right) > 0) throw new IllegalArgumentException(left + ">" + right); }
        }

        static String attempt(Supplier<Object> action) {
            Probe.calls++;
            try { return String.valueOf(action.get()); }
            catch (RuntimeException | Error e) {
                StringBuilder text = new StringBuilder(e.toString());
                for (StackTraceElement frame : e.getStackTrace()) {
                    if (frame.getFileName() != null && frame.getFileName().equals("Shapes.java"))
                        text.append(' ').append(frame.getMethodName()).append(':').append(frame.getLineNumber());
                }
                return text.toString();
            }
        }

        public static void main(String[] args) {
            Shapes shapes = new Shapes();
            List<Supplier<Object>> actions = List.of(
                () -> loopFromTheStart(10), () -> manyReturns("s", 4, 0.5), () -> manyReturns(null, 0, 1),
                () -> manyReturns(1, 2, 33), () -> tableSwitch(1), () -> tableSwitch(2), () -> tableSwitch(4),
                () -> tableSwitch(99), () -> lookupSwitch("Aa"), () -> lookupSwitch("BB"), () -> lookupSwitch("q"),
                () -> handlers(0), () -> handlers(1), () -> handlers(5), () -> shapes.locked(8),
                () -> shapes.locked(7), () -> recursive(10),
                () -> shapes.new Inner(3, 1).text, () -> shapes.new Inner(0, 1).wide,
                () -> shapes.new Inner(0, Double.NaN), () -> shapes.new Inner(13, 2),
                () -> Planet.MARS.moons() + Planet.valueOf("EARTH").name(), () -> new Pair<>(1, 2),
                () -> new Pair<>("b", "a"), () -> { Object o = "cast"; return (Integer) o; },
                () -> new int[2][3][1].length, () -> Optional.of(3).map(String::valueOf).orElseThrow());
            for (Supplier<Object> action : actions) System.out.println(attempt(action));
            Probe.report();
        }
    }
    //- Probe.java
    import java.util.*;

    public class Probe {
        static int calls;
        static long hits;
        private static final ArrayDeque<Long> open = new ArrayDeque<>();
        private static final List<String> problems = new ArrayList<>();
        private static long next = 1;
        static int entered, counted, left, thrown;

        public static long enter() { entered++; open.push(next); return next++; }
        public static long enterCounted() { counted++; return enter(); }
        public static void exit(long token) { left++; close(token); }
        public static Throwable thrown(Throwable t, long token) {
            if (t == null) problems.add("null exception");
            thrown++;
            close(token);
            return t;
        }
        public static void hit() { hits++; }
        private static void close(long token) {
            // A constructor that fails before its super call leaves no trace: pass over it.
            while (!open.isEmpty() && open.peek() > token) open.pop();
            if (open.isEmpty() || open.pop() != token) problems.add("closed twice: " + token);
        }
        static void report() {
            if (entered > 0) {
                System.err.println("entered " + entered + " left " + left + " thrown " + thrown + " open " + open.size());
                System.err.println("problems " + problems + " counted " + (counted == calls));
            }
            if (hits > 0) System.err.println("hits " + (hits > 1000));
        }
    }
"#;

fn call(rewriter: &mut Rewriter<'_, '_>, name: &str, descriptor: &str) -> Snippet {
    let mut code = CodeBuilder::new(rewriter.pool());
    code.invoke(Opcode::INVOKESTATIC, "Probe", name, descriptor);
    code.finish()
}

/// Entry code with a branch of its own, and both exits, through a fresh local.
fn watch(rewriter: &mut Rewriter<'_, '_>, edit: &mut MethodEdit, enter: &str) {
    let token = edit.fresh_local(VerificationType::Long);
    let extra = edit.fresh_local(VerificationType::Integer);
    let mut code = CodeBuilder::new(rewriter.pool());
    let skip = code.label();
    code.push_int(100_000).store(LocalKind::Int, extra);
    code.invoke(Opcode::INVOKESTATIC, "Probe", enter, "()J").store(LocalKind::Long, token);
    code.load(LocalKind::Int, extra).branch(Opcode::IFNE, skip);
    code.push_long(1 << 40).store(LocalKind::Long, token);
    code.bind(skip, &[VerificationType::Long, VerificationType::Integer], &[]);
    let entry = code.finish();
    edit.at_entry(entry);

    let mut code = CodeBuilder::new(rewriter.pool());
    code.load(LocalKind::Long, token).invoke(Opcode::INVOKESTATIC, "Probe", "exit", "(J)V");
    let exit = code.finish();
    edit.at_normal_exit(exit);

    let mut code = CodeBuilder::new(rewriter.pool());
    let thrown = "(Ljava/lang/Throwable;J)Ljava/lang/Throwable;";
    code.load(LocalKind::Long, token).invoke(Opcode::INVOKESTATIC, "Probe", "thrown", thrown);
    let handler = code.finish();
    edit.at_exceptional_exit(handler);
}

#[test]
fn every_call_is_entered_once_and_left_once_and_nothing_else_changes() {
    let counting =
        ["loopFromTheStart", "manyReturns", "tableSwitch", "lookupSwitch", "handlers", "locked", "recursive"];
    for jdk in jdks() {
        let program = Fixture::parse(SHAPES).compile_with(&jdk, &["-g"]);
        let rewritten = rewrite(&program, |rewriter, method, edit| {
            let counts = counting.contains(&&*method.name) || ["check", "attempt"].contains(&&*method.name);
            watch(rewriter, edit, if counts { "enterCounted" } else { "enter" });
        });
        assert_eq!(rewritten.skipped, []);
        let ran = rewritten.try_run(&program, "Shapes");
        let plain = program.run("Shapes", &[]);
        assert_eq!(ran.stdout, plain.stdout, "what the program prints, stack traces included");
        let report: Vec<&str> = ran.stderr.lines().collect();
        assert_eq!(report[1], "problems [] counted true", "{}", ran.stderr);
        let numbers: Vec<i64> = report[0].split(' ').filter_map(|word| word.parse().ok()).collect();
        let [entered, left, thrown, open] = numbers[..] else { panic!("{}", report[0]) };
        assert_eq!(open, 1, "only main is still running: {}", report[0]);
        // `new Inner(0, NaN)` and `new Inner(13, 2)` fail before or in their super call, which no
        // handler may cover.
        assert_eq!(entered - left - thrown - open, 2, "calls that were never left: {}", report[0]);
    }
}

#[test]
fn probes_before_and_after_every_instruction_change_nothing() {
    for jdk in jdks() {
        for options in [&["-g"][..], &["--release", "17", "-g:none"]] {
            let program = Fixture::parse(SHAPES).compile_with(&jdk, options);
            let rewritten = rewrite(&program, |rewriter, method, edit| {
                let probe = edit.snippet(call(rewriter, "hit", "()V"));
                for item in method.code.instructions() {
                    let (pc, instruction) = item.unwrap();
                    edit.before(pc, probe);
                    if !instruction.opcode().ends_block() {
                        edit.after(pc, probe);
                    }
                }
            });
            assert_eq!(rewritten.skipped, []);
            let plain = program.run("Shapes", &[]).ok();
            assert_eq!(rewritten.run(&program, "Shapes"), plain);
        }
    }
}

/// `Probe.at(pc)` before every instruction logs the path that was taken; each step of it must be one
/// that the original code can take.
#[test]
fn probes_see_every_instruction_in_order() {
    let source = r#"
        //- Path.java
        public class Path {
            static int walk(int n) {
                int sum = 0;
                for (int i = 0; i < n; i++) {
                    switch (i % 4) { case 0: sum += i; break; case 1: sum ^= 3; case 2: continue; default: sum--; }
                    try { sum += 10 / (i - 3); } catch (ArithmeticException e) { sum = -sum; }
                }
                return sum;
            }
            public static void main(String[] args) { System.out.println(walk(9)); Probe.print(); }
        }
        //- Probe.java
        public class Probe {
            static final StringBuilder log = new StringBuilder();
            public static void at(int pc) { log.append(pc).append(' '); }
            static void print() { System.out.println(log); }
        }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(source).compile(&jdk);
        let mut steps = std::collections::BTreeSet::new();
        let mut handlers = std::collections::BTreeSet::new();
        let rewritten = rewrite(&program, |rewriter, method, edit| {
            if method.name != "walk" {
                return;
            }
            let mut instructions = method.code.instructions();
            while let Some(item) = instructions.next() {
                let (pc, instruction) = item.unwrap();
                let target = |offset: i32| (pc as i32 + offset) as u32;
                match instruction {
                    Instruction::Branch { offset, .. } => {
                        steps.insert((pc, target(offset)));
                    }
                    Instruction::TableSwitch(switch) => {
                        steps.extend(switch.offsets.iter().chain([switch.default]).map(|o| (pc, target(o))));
                    }
                    _ => {}
                }
                if !instruction.opcode().ends_block() {
                    steps.insert((pc, instructions.pc()));
                }
                let mut code = CodeBuilder::new(rewriter.pool());
                code.push_int(pc as i32).invoke(Opcode::INVOKESTATIC, "Probe", "at", "(I)V");
                let probe = code.finish();
                let probe = edit.snippet(probe);
                edit.before(pc, probe);
            }
            handlers.extend(method.code.exception_table.iter().map(|row| u32::from(row.handler_pc)));
        });
        let output = rewritten.run(&program, "Path");
        let (result, log) = output.trim().split_once('\n').unwrap();
        assert_eq!(result, program.run("Path", &[]).ok().lines().next().unwrap());
        let path: Vec<u32> = log.split_whitespace().map(|pc| pc.parse().unwrap()).collect();
        assert_eq!(path[0], 0);
        assert!(path.len() > 100, "{} instructions were seen", path.len());
        let mut caught = 0;
        for step in path.windows(2) {
            let is_step = steps.contains(&(step[0], step[1]));
            caught += usize::from(!is_step && handlers.contains(&step[1]));
            assert!(is_step || handlers.contains(&step[1]), "from {} to {} is not a step", step[0], step[1]);
        }
        assert_eq!(caught, 1, "the division by zero");
    }
}

#[test]
fn calls_and_method_handles_are_replaced_wherever_they_stand() {
    let source = r#"
        //- Clocks.java
        import java.util.function.*;

        public class Clocks {
            public static void main(String[] args) {
                LongSupplier clock = System::currentTimeMillis;
                ToIntFunction<String> length = String::length;
                System.out.println(System.currentTimeMillis() + " " + clock.getAsLong());
                System.out.println("four".length() + " " + length.applyAsInt("fourteen"));
            }
        }
        //- Probe.java
        public class Probe {
            public static long clock() { return 42; }
            public static int length(String s) { return -s.length(); }
        }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(source).compile(&jdk);
        let stand_in = |class: &str, name: &str| match (class, name) {
            ("java/lang/System", "currentTimeMillis") => Some(("clock", "()J")),
            ("java/lang/String", "length") => Some(("length", "(Ljava/lang/String;)I")),
            _ => None,
        };
        let rewritten = rewrite(&program, |rewriter, method, edit| {
            let pool = method.class.pool();
            for item in method.code.instructions() {
                let (pc, Instruction::Invoke { index, .. }) = item.unwrap() else { continue };
                let member = pool.method_ref(index).unwrap();
                if let Some((name, descriptor)) = stand_in(&member.class.to_str(), &member.name.to_str()) {
                    let snippet = edit.snippet(call(rewriter, name, descriptor));
                    edit.replace(pc, snippet);
                }
            }
            for index in pool.indices().filter(|_| method.index == 0) {
                let Constant::MethodHandle { .. } = pool.constant(index).unwrap() else { continue };
                let (_, member) = pool.method_handle(index).unwrap();
                if let Some((name, descriptor)) = stand_in(&member.class.to_str(), &member.name.to_str()) {
                    let target = rewriter.pool().method_ref("Probe", name, descriptor);
                    rewriter.replace_method_handle(index, ReferenceKind::InvokeStatic, target);
                }
            }
        });
        assert_eq!(rewritten.run(&program, "Clocks"), "42 42\n-4 -8\n");
    }
}

#[test]
fn debugging_tables_and_type_annotations_move_with_the_code() {
    let source = r#"
        //- Notes.java
        import java.lang.annotation.*;
        import java.util.*;

        public class Notes {
            @Target(ElementType.TYPE_USE) @interface Note {}

            static Object annotated(Object o) {
                int before = 1;
                @Note String local = (@Note String) o;
                List<String> list = new @Note ArrayList<String>();
                list.add(local + before);
                return o instanceof @Note String ? list : null;
            }
            public static void main(String[] args) { System.out.println(annotated("x")); }
        }
        //- Probe.java
        public class Probe { public static void hit() {} }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(source).compile_with(&jdk, &["-g"]);
        let rewritten = rewrite(&program, |rewriter, method, edit| {
            let entry = call(rewriter, "hit", "()V");
            edit.at_entry(entry.clone());
            let probe = edit.snippet(entry);
            method.code.instructions().for_each(|item| edit.before(item.unwrap().0, probe));
        });
        assert_eq!(rewritten.run(&program, "Notes"), "[x1]\n");
        let (before, after) = (program.class_bytes("Notes"), rewritten.class_bytes("Notes"));
        assert_eq!(described(&after, 6), described(&before, 0), "places named by pc");
    }
}

/// The tables of `Notes.annotated`, with each pc replaced by the instruction that stands
/// there, `skip` bytes of inserted code passed over.
fn described(bytes: &[u8], skip: u32) -> Vec<String> {
    let class = ClassFile::parse(bytes).unwrap();
    let pool = class.pool();
    let method = class.methods().iter().find(|method| method.name(pool).unwrap() == "annotated").unwrap();
    let code = method.code(pool).unwrap().unwrap();
    let originals: Vec<(u32, Opcode)> = code
        .instructions()
        .map(|item| item.map(|(pc, instruction)| (pc, instruction.opcode())).unwrap())
        .filter(|&(pc, opcode)| skip == 0 || pc >= 3 && !is_probe(&class, code.bytecode, pc, opcode))
        .collect();
    // A label may stand at the probe before its instruction.
    let at = |pc: u32| {
        let position = originals.iter().position(|&(at, _)| at >= pc);
        position.map_or("end".to_owned(), |index| format!("{index} {:?}", originals[index].1))
    };
    let exact = |pc: u32| {
        let position = originals.iter().position(|&(at, _)| at == pc).expect("an instruction starts here");
        format!("{position} {:?}", originals[position].1)
    };
    let mut lines = Vec::new();
    for raw in code.attributes.iter() {
        match raw.parse(pool).unwrap() {
            Attribute::LineNumberTable(table) => {
                lines.extend(
                    table
                        .iter()
                        .map(|row| format!("line {} at {}", row.line_number, at(row.start_pc.into()))),
                );
            }
            Attribute::LocalVariableTable(table) => lines.extend(table.iter().map(|row| {
                let (start, end) = (u32::from(row.start_pc), u32::from(row.start_pc) + u32::from(row.length));
                let name = pool.utf8(row.name_index).unwrap();
                format!("local {name} from {} to {}", at(start), at(end))
            })),
            Attribute::RuntimeInvisibleTypeAnnotations(list)
            | Attribute::RuntimeVisibleTypeAnnotations(list) => {
                use reenact_classfile::attribute::TargetInfo;
                lines.extend(list.iter().map(|annotation| match &annotation.target {
                    TargetInfo::Offset { offset } | TargetInfo::TypeArgument { offset, .. } => {
                        format!("note at {}", exact((*offset).into()))
                    }
                    TargetInfo::LocalVariable(rows) => {
                        format!("note on local {} at {}", rows[0].index, at(rows[0].start_pc.into()))
                    }
                    other => format!("{other:?}"),
                }));
            }
            _ => {}
        }
    }
    assert!(lines.iter().filter(|line| line.starts_with("note")).count() >= 4, "{lines:#?}");
    lines
}

fn is_probe(class: &ClassFile<'_>, code: &[u8], pc: u32, opcode: Opcode) -> bool {
    let index = || u16::from_be_bytes([code[pc as usize + 1], code[pc as usize + 2]]);
    opcode == Opcode::INVOKESTATIC && class.pool().method_ref(index()).unwrap().class == "Probe"
}

#[test]
fn an_empty_edit_gives_the_same_bytes() {
    for jdk in jdks() {
        let program = Fixture::parse(SHAPES).compile_with(&jdk, &["-g"]);
        let rewritten = rewrite(&program, |_, _, _| {});
        for (name, bytes) in class_files(program.classes()) {
            assert!(rewritten.class_bytes(&name) == bytes, "{name} changed");
        }
    }
}
