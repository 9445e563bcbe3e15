//! Malformed, missing or absurd input does not prevent the analysis of the rest.

use crate::support::Subject;
use reenact_mockpoints::{Analysis, Catalog, analyze};
use reenact_testkit::{ClassFiles, Fixture, jdk};

const PROGRAM: &str = "
    package p;
    class A {
        static long now() { return System.nanoTime(); }
        static Object missing(Gone gone) { return gone.next(System.nanoTime()); }
    }
    class Gone { Object next(long value) { return value; } }
    @org.springframework.stereotype.Service class Bean {
        int uses;
        int use() { return ++uses; }
        static void run(Bean bean) { bean.use(); }
    }
    class One extends Two { }
    class Two { long two() { return 2; } }
";

fn names(analysis: &Analysis) -> Vec<&str> {
    analysis.points.iter().map(|point| point.name.as_str()).collect()
}

/// The program without some classes, with other files beside it.
fn program(without: &[&str], change: impl Fn(&mut ClassFiles)) -> Analysis {
    let stub = "//- org/springframework/stereotype/Service.java\npackage org.springframework.stereotype;\npublic @interface Service {}\n";
    let fixture = Fixture::parse(&format!("//- p/A.java\n{PROGRAM}\n{stub}"));
    let jdk = jdk();
    let compiled = fixture.compile_with(&jdk, &["-g"]);
    let mut own = ClassFiles::new("app", []);
    for class in ["A", "Gone", "Bean", "One", "Two"].iter().filter(|class| !without.contains(class)) {
        own.add_class(&format!("p/{class}"), compiled.class_bytes(&format!("p/{class}")));
    }
    change(&mut own);
    let subject = Subject::of(&jdk, own, ClassFiles::new("app", []));
    analyze(&subject.world, &Catalog::embedded(), &subject.options())
}

#[test]
fn missing_classes_are_taken_for_libraries() {
    let analysis = program(&["Gone", "Two"], |_| {});
    assert_eq!(names(&analysis), ["p.A#missing(p.Gone)", "p.A#now()", "p.Bean#use()"]);
}

#[test]
fn broken_classes_and_documents_are_left_out() {
    let analysis = program(&["Two"], |files| {
        files.add_class("p/Two", vec![0xca, 0xfe, 0xba, 0xbe, 0, 0]);
        files.add_resource("a.xml", b"<beans><bean id='x' class='p.Gone'/><bean".to_vec());
        files.add_resource("b.xml", vec![0xff; 1000]);
        files.add_resource("c.xml", "<a>".repeat(100_000).into_bytes());
        let bomb =
            "<!DOCTYPE a [<!ENTITY b \"bb\"><!ENTITY c \"&b;&b;&b;\">]><beans><bean class=\"&c;\"/></beans>";
        files.add_resource("d.xml", bomb.as_bytes().to_vec());
        files.add_resource("e.xml", Vec::new());
    });
    assert_eq!(names(&analysis), ["p.A#missing(p.Gone)", "p.A#now()", "p.Bean#use()"]);
    let codes: Vec<(&str, bool)> = analysis
        .findings
        .iter()
        .map(|finding| (finding.code.name(), finding.subject.name().contains(".xml")))
        .collect();
    assert_eq!(codes, [("xml-unreadable", true), ("xml-unreadable", true)], "{:?}", analysis.findings);
}

/// Documents that import each other, themselves, everything, or what lies outside of the class path; definitions that inherit
/// from themselves.
#[test]
fn imports_in_circles_and_out_of_the_class_path_end() {
    let analysis = program(&[], |files| {
        let circle = "<beans><import resource='b.xml'/><import resource='a.xml'/><import resource='classpath*:**'/></beans>";
        files.add_resource("a.xml", circle.as_bytes().to_vec());
        files.add_resource(
            "b.xml",
            b"<beans><import resource='a.xml'/><import resource='../../etc/passwd'/></beans>".to_vec(),
        );
        let outside = "<beans><import resource='file:///etc/passwd'/><import resource='http://localhost:1/x.xml'/></beans>";
        files.add_resource("c.xml", outside.as_bytes().to_vec());
        let inherits =
            "<beans><bean id='x' parent='y'/><bean id='y' parent='x'/><bean id='z' parent='z'/></beans>";
        files.add_resource("d.xml", inherits.as_bytes().to_vec());
        let many: String = (0..5_000).map(|at| format!("<import resource='{at}.xml'/>")).collect();
        files.add_resource("e.xml", format!("<beans>{many}</beans>").into_bytes());
    });
    assert_eq!(names(&analysis), ["p.A#missing(p.Gone)", "p.A#now()", "p.Bean#use()"]);
    let codes: Vec<&str> = analysis.findings.iter().map(|finding| finding.code.name()).collect();
    assert_eq!(codes, ["xml-imports"], "{:?}", analysis.findings);
}

/// A class that names itself as its superclass, by way of another.
#[test]
fn cyclic_hierarchies_end() {
    let fixture = Fixture::parse(
        "
        package p;
        class Two extends One { long m() { return System.nanoTime(); } }
        class One { long m() { return 1; } }
        ",
    );
    let jdk = jdk();
    let other = Fixture::parse(
        "package p; class One extends Two { long m() { return 1; } } class Two { long m() { return 2; } }",
    );
    let mut own = ClassFiles::new("app", []);
    own.add_class("p/One", other.compile(&jdk).class_bytes("p/One"));
    own.add_class("p/Two", fixture.compile(&jdk).class_bytes("p/Two"));
    let subject = Subject::of(&jdk, own, ClassFiles::new("app", []));
    let analysis = analyze(&subject.world, &Catalog::embedded(), &subject.options());
    assert_eq!(names(&analysis), ["p.Two#m()"]);
}
