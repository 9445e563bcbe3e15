//! The patterns of the survey, with the expected kind beside each line.

use std::sync::Arc;

use reenact_explore::survey::{Accessor, Owner, Pattern, survey};
use reenact_testkit::{ClassFiles, Expectation, Fixture, check, is_java_base, jdks, platform};
use reenact_world::{Depth, Options, World};

const SOURCE: &str = r#"
//- p/Patterns.java
package p;

import java.io.DataInput;
import java.io.InputStream;

public class Patterns {
    interface Shape { int area(); }
    interface Named { String name(); }
    static class Circle implements Shape { public int area() { return 3; } }
    static final class Square implements Shape { public int area() { return 4; } }
    record Point(int x) {}
    sealed interface Partly permits Open {}
    static non-sealed class Open implements Partly {}
    static class Holder { Shape shape; Object any; Circle circle; }
    Shape own;

    static int parameter(Shape s) { if (s instanceof Named) return 1; return 0; } // survey: p1
    static boolean relaxed(Shape s) { return s instanceof Named; } // survey: p1r
    static int variable(Shape s) {
        Shape copy = s;
        boolean named = copy instanceof Named; // survey: p1
        return named ? 1 : 0;
    }
    static int both(Shape s, int n) {
        while (n > 0 && s instanceof Named) { // survey: p1
            n--;
        }
        return n;
    }
    static int reassigned(Shape s, int n) {
        while (s instanceof Named && n > 0) s = make();
        return n;
    }
    static int subclass(Shape s) { if (s instanceof Circle) return 1; return 0; }
    static int object(Object o) { if (o instanceof Named) return 1; return 0; }
    static int circle(Circle c) { if (c instanceof Named) return 1; return 0; } // survey: p1
    static int classes(Circle c, Object o) { if (o instanceof Patterns) return 1; return 0; }
    static int partly(Shape s) { if (s instanceof Partly) return 1; return 0; } // survey: p1
    static int platform(InputStream in) { if (in instanceof DataInput) return 1; return 0; }
    static int ownAndPlatform(InputStream in) { if (in instanceof Named) return 1; return 0; } // survey: p1
    static int field(Holder h) { if (h.shape instanceof Named) return 1; return 0; } // survey: p2
    static boolean relaxedField(Holder h) { return h.circle instanceof Named; } // survey: p2r
    static int anyField(Holder h) { if (h.any instanceof Named) return 1; return 0; }
    int receiver() { if (own instanceof Named) return 1; return 0; } // survey: p2
    static Shape make() { return null; }
    static int result() { if (make() instanceof Named) return 1; return 0; } // survey: p3
    static boolean relaxedResult() { return make() instanceof Named; } // survey: p3r
    static int cast(Object o) { if ((Shape) o instanceof Named) return 1; return 0; }

    static boolean reflect(Class<?> c, Object o, java.lang.reflect.Method m, java.lang.reflect.Field f) {
        return c.isAssignableFrom(o.getClass()) && c.isInstance(o)
            && c.isAnnotationPresent(Deprecated.class) && c.isAnnotation() && c.getAnnotations() != null
            && c.getAnnotation(Deprecated.class) != null && c.getDeclaredAnnotations() != null
            && m.isAnnotationPresent(Deprecated.class) && f.getAnnotation(Deprecated.class) != null
            && ((java.lang.reflect.AnnotatedElement) m).getAnnotations() != null;
    }
}
"#;

#[test]
fn patterns_are_found_where_the_source_says() {
    let fixture = Fixture::parse(SOURCE);
    for jdk in jdks() {
        let program = fixture.compile_with(&jdk, &["-g"]);
        let classes = ClassFiles::new("app", program.class_files());
        let world =
            World::build(&[platform(&jdk, is_java_base), Arc::new(classes)], Options::new(Depth::Code)).0;
        let survey = survey(&world, |class| !class.is_platform());
        let found = survey.type_tests.iter().map(|test| Expectation {
            file: "p/Patterns.java".into(),
            line: test.line.expect("compiled with -g").into(),
            kind: "survey".into(),
            text: format!(
                "{}{}",
                match test.pattern {
                    Pattern::Parameter => "p1",
                    Pattern::ParameterField => "p2",
                    Pattern::CallResult => "p3",
                },
                if test.decides_branch { "" } else { "r" }
            ),
        });
        check(found, fixture.expectations(&["survey"]));
        let counts = [
            (Accessor::IsAssignableFrom, Owner::Class, 1),
            (Accessor::IsInstance, Owner::Class, 1),
            (Accessor::IsAnnotationPresent, Owner::Class, 1),
            (Accessor::IsAnnotationPresent, Owner::Method, 1),
            (Accessor::IsAnnotation, Owner::Class, 1),
            (Accessor::GetAnnotation, Owner::Class, 1),
            (Accessor::GetAnnotation, Owner::Field, 1),
            (Accessor::GetAnnotations, Owner::Class, 1),
            (Accessor::GetAnnotations, Owner::Other, 1),
            (Accessor::GetDeclaredAnnotations, Owner::Class, 1),
        ];
        for (accessor, owner, count) in counts {
            assert_eq!(survey.calls(accessor, owner), count, "{accessor:?} of {owner:?}");
        }
        assert_eq!(survey.reflection_calls.len(), counts.len());
        assert_eq!(survey.unreadable, 0);
    }
}
