//! Round trips of generated classes and of the JDK's value types: equal values, the same bytes.

use std::fmt::Write;

use reenact_testkit::{jdks, run};

use crate::support::{compile, drivers, java};

/// A stream of numbers that depends on its seed alone.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

/// Types of components, and the method of `Values` that makes one.
const TYPES: &[(&str, &str)] = &[
    ("boolean", "aBoolean"),
    ("byte", "aByte"),
    ("char", "aChar"),
    ("short", "aShort"),
    ("int", "anInt"),
    ("long", "aLong"),
    ("float", "aFloat"),
    ("double", "aDouble"),
    ("Integer", "aBox"),
    ("Double", "aDoubleBox"),
    ("String", "aText"),
    ("java.math.BigDecimal", "aDecimal"),
    ("java.time.LocalDate", "aDate"),
    ("java.util.UUID", "anId"),
    ("Values.Color", "aColor"),
    ("int[]", "ints"),
    ("byte[]", "bytes"),
    ("String[]", "texts"),
    ("long[][]", "table"),
    ("java.util.List", "aList"),
    ("java.util.Map", "aMap"),
    ("Object", "anything"),
];

/// A class with a form. Half are records, half have private state, an invariant and two versions.
pub fn class(number: usize, random: &mut Random) -> String {
    let mut components: Vec<(String, String, String)> = (0..1 + random.below(7))
        .map(|at| {
            let (declared, method) = TYPES[random.below(TYPES.len())];
            (declared.to_owned(), format!("c{at}"), format!("Values.{method}(r)"))
        })
        .collect();
    // An object of an earlier class within this one.
    if number > 0 && random.below(2) == 0 {
        let inner = format!("Class{}", random.below(number));
        components.push((inner.clone(), "inner".to_owned(), format!("{inner}.random(r)")));
    }
    let is_record = number.is_multiple_of(2);
    if !is_record {
        components
            .insert(0, ("int".to_owned(), "size".to_owned(), "Math.abs(Values.anInt(r) / 2)".to_owned()));
    }
    let parameters: Vec<String> = components.iter().map(|(of, name, _)| format!("{of} {name}")).collect();
    let parameters = parameters.join(", ");
    let names: Vec<&str> = components.iter().map(|(_, name, _)| name.as_str()).collect();
    let values: Vec<&str> = components.iter().map(|(.., value)| value.as_str()).collect();
    let all = |of: &str| names.iter().map(|name| format!("{of}{name}")).collect::<Vec<_>>().join(", ");
    let mut text =
        format!("//- generated/Class{number}.java\npackage generated;\nimport io.reenact.serial.*;\n");
    let class = format!("Class{number}");
    if is_record {
        let _ = writeln!(text, "public record {class}({parameters}) {{\n    public static void old() {{}}");
    } else {
        non_record(&mut text, &class, number, &components, &parameters);
    }
    let _ = writeln!(
        text,
        "    public static {class} random(java.util.Random r) {{ return new {class}({}); }}
    @Override
    public boolean equals(Object o) {{
        return o instanceof {class} && java.util.Arrays.deepEquals(new Object[] {{{}}}, new Object[] {{{}}});
    }}
    @Override
    public int hashCode() {{ return 1; }}
}}",
        values.join(", "),
        all("this."),
        all(&format!("(({class}) o).")),
    );
    text
}

/// Private state that the form does not have (`twice`), an invariant, and a first version with the size alone.
fn non_record(
    text: &mut String,
    class: &str,
    number: usize,
    components: &[(String, String, String)],
    parameters: &str,
) {
    let names: Vec<&str> = components.iter().map(|(_, name, _)| name.as_str()).collect();
    let is_carried = number % 4 == 1;
    let mark = if is_carried { "" } else { "@Serializer(version = 2)\n" };
    let _ = writeln!(text, "{mark}public final class {class} {{\n    private final long twice;");
    for (of, name, _) in components {
        let _ = writeln!(text, "    private final {of} {name};");
    }
    let _ = writeln!(text, "    @Deserializer(version = 2)\n    public {class}({parameters}) {{");
    let _ = writeln!(text, "        if (size < 0) throw new IllegalArgumentException(\"size \" + size);");
    let _ = writeln!(text, "        this.twice = 2L * size;");
    for name in &names {
        let _ = writeln!(text, "        this.{name} = {name};");
    }
    let default = |of: &str| match of {
        "boolean" => "false".to_owned(),
        "byte" | "char" | "short" | "int" | "long" | "float" | "double" => format!("({of}) 0"),
        _ => format!("({of}) null"),
    };
    let defaults: Vec<String> = components.iter().skip(1).map(|(of, ..)| default(of)).collect();
    let defaults: String = defaults.iter().map(|value| format!(", {value}")).collect();
    let _ = writeln!(
        text,
        "    }}
    @Deserializer(version = 1)
    public static {class} first(int size) {{ return new {class}(size{defaults}); }}
    public static void old() {{
        byte[] old = \"{{\\\"$class\\\":\\\"generated.{class}\\\",\\\"$version\\\":1,\\\"size\\\":21}}\".getBytes();
        {class} read = ({class}) Forms.decode(old, Encoding.JSON, {class}.class);
        if (read.twice != 42 || !read.equals(first(21))) throw new AssertionError(read);
        try {{
            Forms.decode(new String(old).replace(\":21}}\", \":-1}}\").getBytes(), Encoding.JSON, {class}.class);
            throw new AssertionError(\"an invalid size\");
        }} catch (IllegalArgumentException expected) {{
            if (!expected.getMessage().equals(\"size -1\")) throw expected;
        }}
    }}"
    );
    if is_carried {
        let _ = writeln!(text, "    public record Form({parameters}) {{}}");
        let _ = writeln!(
            text,
            "    @Serializer(version = 2)\n    public Form form() {{ return new Form({}); }}",
            names.join(", ")
        );
    } else {
        for (of, name, _) in components {
            let _ = writeln!(text, "    public {of} {name}() {{ return {name}; }}");
        }
    }
}

/// 24 generated classes and all JDK types with forms, in all encodings, on every JDK.
#[test]
fn values_survive_all_encodings() {
    const CLASSES: usize = 24;
    for seed in [1, 2] {
        let mut random = Random::new(seed);
        let classes: String = (0..CLASSES).map(|number| class(number, &mut random)).collect();
        for jdk in jdks() {
            let program = compile(&jdk, &(drivers(&["Values", "RoundTrips"]) + &classes));
            let launch =
                java(&program, "generated.RoundTrips").arg(CLASSES.to_string()).arg(seed.to_string());
            let printed = run(launch).ok();
            let trips: usize = printed.split(' ').next().unwrap().parse().unwrap();
            assert!(trips >= 4 * 40 * CLASSES, "{printed}");
        }
    }
}
