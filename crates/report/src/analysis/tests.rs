//! Points in every format.

use super::*;
use crate::{Context, Format};

fn place(line: u16) -> Place {
    Place { file: Some("src/main/java/p/A.java".to_owned()), line: Some(line), entry: None }
}

fn analysis() -> Analysis {
    let step =
        |line, what: &str| Step { method: "p.A#m()".to_owned(), place: place(line), what: what.to_owned() };
    Analysis {
        targets: vec!["app.jar".to_owned()],
        points: vec![Point {
            method: "p.A#m()".to_owned(),
            kind: "system".to_owned(),
            group: "time".to_owned(),
            source: "java.lang.System#nanoTime".to_owned(),
            place: place(3),
            chain: vec![step(3, "comes from <b>"), step(4, "is returned")],
            ..Point::default()
        }],
        counts: Counts { points: 1, system: 1, called: 8, ..Counts::default() },
        ..Analysis::default()
    }
}

fn render(analysis: &Analysis, format: Format) -> String {
    analysis.render(format, &Context::default())
}

#[test]
fn new_and_gone_points_have_place_and_source() {
    let (older, mut later) = (analysis(), analysis());
    later.points[0].kind = "internal".to_owned();
    later.compare("old.json", &older);
    let difference = later.difference.as_ref().unwrap();
    assert_eq!((difference.added.len(), difference.removed.len(), difference.unchanged), (1, 1, 0));
    let text = later.text();
    assert!(text.contains("Compared with old.json: 1 new, 1 gone, 0 unchanged\n"), "{text}");
    assert!(
        text.contains("\nnew internal p.A#m()\n  at      src/main/java/p/A.java:3\n  source  java.lang.System#nanoTime (time)\n"),
        "{text}"
    );
    assert!(
        text.contains(
            "\nGone\n  system p.A#m()\n    src/main/java/p/A.java:3 depended on java.lang.System#nanoTime\n"
        ),
        "{text}"
    );
    let sarif: serde_json::Value = serde_json::from_str(&render(&later, Format::Sarif)).unwrap();
    let states: Vec<_> = sarif["runs"][0]["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| &result["baselineState"])
        .collect();
    assert_eq!(states, ["new", "absent"]);
    let github = render(&later, Format::Github);
    assert!(
        github.starts_with("::notice file=src/main/java/p/A.java,line=3,title=mocking-point-internal::"),
        "{github}"
    );
    assert!(later.render(Format::Html, &Context::default()).contains("<section id=\"difference\">"));
}

/// Another source of the same kind, or a moved line, is the same point.
#[test]
fn points_are_identified_by_method_and_kind() {
    let (older, mut later) = (analysis(), analysis());
    later.points[0].place = place(99);
    later.points[0].source = "java.time.Instant#now".to_owned();
    later.compare("old.json", &older);
    let difference = later.difference.as_ref().unwrap();
    assert_eq!((difference.added.len(), difference.removed.len(), difference.unchanged), (0, 0, 1));
    assert_eq!(later.points[0].finding().fingerprint(), older.points[0].finding().fingerprint());
}

#[test]
fn every_format_has_the_flow() {
    let analysis = analysis();
    let text = analysis.text();
    assert!(text.contains("flow    A.java:3  comes from <b>\n          A.java:4  is returned"), "{text}");
    assert!(text.contains("12.5 % of 8 called methods"), "{text}");
    let page = render(&analysis, Format::Html);
    assert!(page.contains("comes from &lt;b&gt;") && !page.contains("<b>"), "{page}");
    let sarif: serde_json::Value = serde_json::from_str(&render(&analysis, Format::Sarif)).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "mocking-point-system");
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
    assert_eq!(result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap().len(), 2);
}

#[test]
fn lines_fit_the_width() {
    let mut analysis = analysis();
    let words = "a reason of many words that says why the method is a point and what it means ".repeat(6);
    analysis.points[0].chain[0].what = words.clone();
    analysis.points[0].caveat = Some(words.clone());
    analysis.points[0].writes = (0..20).map(|at| format!("com.acme.shop.Order#field{at}")).collect();
    analysis.points[0].lifted_from = vec![Lifted { method: "p.A#n()".to_owned(), why: words }];
    for width in [60, 80, 100, 200] {
        let text = analysis.text_in(Style { width, color: false });
        let longest = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(longest <= width, "{width}: {longest}\n{text}");
    }
}
