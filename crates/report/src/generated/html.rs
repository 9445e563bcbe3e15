//! Tests, and cases without one, as sections of a page.

use super::{Case, Generated, NotDelivered};
use crate::layout::{count, number};
use crate::page::{Section, breakable, escape, facts, table};
use crate::render::html_section;

pub(super) fn sections(report: &Generated) -> Vec<Section> {
    let mut rows = vec![("result", report.headline())];
    rows.extend(report.summary());
    rows.push(("written to", report.places()));
    let mut sections = vec![Section::new("summary", "Summary", facts(&rows))];
    let in_state = |state: &str| report.cases.iter().filter(|case| case.state == state).collect::<Vec<_>>();
    sections.extend(changes(report));
    sections.extend(delivered(&in_state("delivered")));
    sections.extend(redundant(&in_state("redundant")));
    sections.extend(beyond_limit(&in_state("beyond-limit")));
    sections.extend(refused(report));
    sections.extend(reached(report));
    if let Some(diff) = &report.diff {
        sections.push(Section::new("diff", "Diff", format!("<pre>{}</pre>\n", escape(diff))));
    }
    sections.extend(html_section(&report.findings));
    sections
}

fn changes(report: &Generated) -> Option<Section> {
    let row = |change: &super::Change| [number(change.cases), change.change.clone()];
    let rows: Vec<_> = report.changes.iter().map(row).collect();
    let body =
        format!("<p>A case may need several of these.</p>\n{}", table(&["cases", "change"], &rows, None));
    let section = Section::new("changes", "Changes that would give the most tests", body);
    (!rows.is_empty()).then(|| section.filtered())
}

fn delivered(cases: &[&Case]) -> Option<Section> {
    let test = |case: &Case| case.test.clone().unwrap_or_default();
    let mut rows: Vec<_> =
        cases.iter().map(|case| [test(case), case.method.clone(), case.invocation.to_string()]).collect();
    rows.sort();
    let title = format!("Delivered ({})", number(rows.len()));
    let body = table(&["test", "method", "invocation"], &rows, None);
    (!rows.is_empty()).then(|| Section::new("delivered", title, body).filtered())
}

fn redundant(cases: &[&Case]) -> Option<Section> {
    let about = "These tests hold, and find no fault that the written ones do not find. \
                 <code>--all-tests</code> writes them.";
    held_back("redundant", "Adding nothing", about, cases)
}

fn beyond_limit(cases: &[&Case]) -> Option<Section> {
    let about = "These tests hold, and run less code of their own than others of their class. \
                 <code>--per-class</code> and <code>--all-tests</code> write them.";
    held_back("beyond-limit", "Beyond the limit of a class", about, cases)
}

/// A section of tests that hold and are not written. `about` is HTML.
fn held_back(id: &str, title: &str, about: &str, cases: &[&Case]) -> Option<Section> {
    let rows: Vec<_> = cases.iter().map(|case| [case.method.clone(), case.invocation.to_string()]).collect();
    let body = format!("<p>{about}</p>\n{}", table(&["method", "invocation"], &rows, None));
    let title = format!("{title} ({})", number(rows.len()));
    (!rows.is_empty()).then(|| Section::new(id, title, body).filtered())
}

fn refused(report: &Generated) -> Option<Section> {
    let cases: usize = report.not_delivered.iter().map(|reason| reason.cases).sum();
    let title = format!("Not delivered ({})", number(cases));
    let details = report.not_delivered.iter().enumerate().map(|(at, reason)| {
        let refused: Vec<&Case> = report.cases.iter().filter(|case| case.reason == Some(at)).collect();
        reason_details(reason, &refused)
    });
    let body: String = details.collect();
    (!body.is_empty()).then(|| Section::new("refused", title, body).filtered())
}

fn reason_details(reason: &NotDelivered, cases: &[&Case]) -> String {
    let items = cases.iter().map(|case| {
        let message = match case.message.is_empty() {
            true => String::new(),
            false => format!("<br><span class=\"quiet\">{}</span>", escape(&case.message)),
        };
        format!("<li><code>{}</code> invocation {}{message}</li>\n", breakable(&case.method), case.invocation)
    });
    format!(
        "<details class=\"item\"><summary>{}: {} <span class=\"quiet\"><code>{}</code></span></summary>\n\
         <ul>\n{}</ul></details>\n",
        count(reason.cases, "case", "cases"),
        escape(&reason.reason),
        escape(&reason.code),
        items.collect::<String>()
    )
}

fn reached(report: &Generated) -> Option<Section> {
    let rows = report.reached_rows();
    let body = table(&["calls", "kind", "target", "by", "decision"], &rows, None);
    let section = Section::new("reached", "Reached outside of the tests", body);
    (!rows.is_empty()).then(|| section.filtered())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::Change;
    use crate::{Context, Format, Report};

    /// Methods that make objects are no tests, and are not counted as such.
    #[test]
    fn a_page_of_factories_has_their_text() {
        let factories = Some(crate::generated::Factories { kept: 3, ..Default::default() });
        let report = Generated { factories, ..Generated::default() };
        let sections = report.sections();
        assert!(sections[0].body.contains("3 factory methods"), "{}", sections[0].body);
    }

    #[test]
    fn a_page_has_every_case_with_its_reason() {
        let case = |method: &str, invocation, state: &str| Case {
            method: method.to_owned(),
            invocation,
            state: state.to_owned(),
            ..Case::default()
        };
        let report = Generated {
            cases: vec![
                Case { test: Some("a.BTest#sum_1".to_owned()), ..case("a.B#sum", 1, "delivered") },
                case("a.B#sum", 2, "redundant"),
                Case { reason: Some(1), message: "<b>".to_owned(), ..case("a.B#stop", 3, "refused") },
            ],
            not_delivered: vec![
                NotDelivered { code: "test-hangs".to_owned(), ..NotDelivered::default() },
                NotDelivered { code: "test-fails".to_owned(), cases: 1, ..NotDelivered::default() },
            ],
            changes: vec![Change { change: "add a setter".to_owned(), cases: 1 }],
            ..Generated::default()
        };
        let ids: Vec<String> = sections(&report).into_iter().map(|section| section.id).collect();
        assert_eq!(ids, ["summary", "changes", "delivered", "redundant", "refused"]);
        let page = report.render(Format::Html, &Context::default());
        let fails = page.split("<code>test-fails</code>").nth(1).unwrap();
        assert!(fails.contains("stop</code> invocation 3<br>") && fails.contains("&lt;b&gt;"), "{fails}");
        assert!(!page.contains("<b>") && page.contains("a.BTest#sum_1"), "{page}");
    }
}
