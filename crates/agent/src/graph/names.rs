//! Names of classes that were made at run time.
//!
//! A hidden class's name ends in what the JVM made of its address: `Outer$$Lambda$14.0x0000000800c03000` on
//! JDK 17, `Outer$$Lambda.0x00007f…` on JDK 25, in JVMTI's spelling. A dot is in no other signature. Names
//! of generated subclasses carry counters and hashes that differ from run to run.

use std::borrow::Cow;

/// The name of a class by its signature: internal names for classes, descriptors for arrays, hidden
/// classes without the JVM's suffix, and lambdas under the name of the class that made them.
pub fn from_signature(signature: &str) -> Cow<'_, str> {
    let element = signature.trim_start_matches('[');
    let dimensions = signature.len() - element.len();
    let Some(name) = element.strip_prefix('L').and_then(|name| name.strip_suffix(';')) else {
        return if dimensions == 0 { Cow::Borrowed(keyword(element)) } else { Cow::Borrowed(signature) };
    };
    let plain = without_suffix(name);
    match dimensions {
        0 => Cow::Borrowed(plain),
        _ if plain.len() == name.len() => Cow::Borrowed(signature),
        _ => Cow::Owned(format!("{}L{plain};", &signature[..dimensions])),
    }
}

/// Returns true if the signature is that of a hidden class, or of an array of one.
pub fn is_hidden(signature: &str) -> bool {
    hidden_at(signature).is_some()
}

/// Returns true if the signature is that of a lambda's or method reference's hidden class.
pub fn is_lambda(signature: &str) -> bool {
    signature.starts_with('L') && hidden_at(signature).is_some_and(|at| signature[..at].contains("$$Lambda"))
}

/// Returns true if a class was generated from another one by CGLIB, Javassist or Byte Buddy, by its name.
pub fn is_generated(name: &str) -> bool {
    const MARKS: [&str; 9] = [
        "$$EnhancerBySpringCGLIB$$",
        "$$EnhancerByCGLIB$$",
        "$$SpringCGLIB$$",
        "$$FastClass",
        "_$$_jvst",
        "_$$_javassist",
        "$ByteBuddy$",
        "$HibernateProxy$",
        "$MockitoMock$",
    ];
    MARKS.iter().any(|mark| name.contains(mark))
}

fn without_suffix(name: &str) -> &str {
    let Some(at) = hidden_at(name) else { return name };
    let name = &name[..at];
    name.find("$$Lambda").map_or(name, |at| &name[..at])
}

/// Where the JVM's suffix starts.
fn hidden_at(name: &str) -> Option<usize> {
    name.rfind(".0x").or_else(|| name.rfind("/0x"))
}

/// The keyword of a primitive type, which is what `Class.getName` says.
fn keyword(descriptor: &str) -> &str {
    match descriptor {
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        "V" => "void",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_the_jvm_added() {
        let rows = [
            ("Ljava/lang/String;", "java/lang/String"),
            ("[I", "[I"),
            ("[[Ljava/lang/String;", "[[Ljava/lang/String;"),
            ("I", "int"),
            ("La/Outer$$Lambda$14.0x0000000800c03000;", "a/Outer"),
            ("La/Outer$$Lambda.0x00007f0a0c003000;", "a/Outer"),
            ("[La/Outer$$Lambda.0x00007f0a0c003000;", "[La/Outer;"),
            ("Ljava/lang/invoke/LambdaForm$MH.0x0000000800c01000;", "java/lang/invoke/LambdaForm$MH"),
            ("La/Script.0x0000000800c01000;", "a/Script"),
            ("La/My$$LambdaLike;", "a/My$$LambdaLike"),
        ];
        for (signature, name) in rows {
            assert_eq!(from_signature(signature), name);
        }
    }

    #[test]
    fn lambdas_are_hidden_classes_of_that_name() {
        assert!(is_lambda("La/Outer$$Lambda$14.0x0000000800c03000;"));
        assert!(is_lambda("La/Outer$$Lambda.0x00007f0a0c003000;"));
        assert!(!is_lambda("[La/Outer$$Lambda.0x00007f0a0c003000;"));
        assert!(!is_lambda("La/Outer$$Lambda;"));
        assert!(is_hidden("La/Script.0x0000000800c01000;") && !is_lambda("La/Script.0x0000000800c01000;"));
    }

    #[test]
    fn generated_classes_are_known_by_their_names() {
        for name in ["a/B$$SpringCGLIB$$0", "a/B_$$_jvst12_3", "a/B$ByteBuddy$x1", "a/B$HibernateProxy$aZ"] {
            assert!(is_generated(name), "{name}");
        }
        assert!(!is_generated("a/B$Inner") && !is_generated("a/ByteBuddy"));
    }
}
