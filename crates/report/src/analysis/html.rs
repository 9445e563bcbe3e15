//! Points as sections of a page.

use super::text::{about, summary};
use super::{Analysis, Known, Point};
use crate::layout::number;
use crate::page::{Section, breakable, escape, facts, table};
use crate::render::html_section;

pub(super) fn sections(analysis: &Analysis) -> Vec<Section> {
    let mut sections = vec![Section::new("summary", "Summary", facts(&summary(analysis)))];
    sections.extend(compared(analysis));
    for (kind, title) in [
        ("system", "System state"),
        ("internal", "Internal state"),
        ("external", "External state"),
        ("declared", "Declared by catalogs and settings"),
    ] {
        let points: Vec<&Point> = analysis.points.iter().filter(|point| point.kind == kind).collect();
        if !points.is_empty() {
            let title = format!("{title} ({})", number(points.len()));
            let body: String = points.into_iter().map(details).collect();
            sections.push(Section::new(kind, title, body).filtered());
        }
    }
    if !analysis.dropped.is_empty() {
        let row = |candidate: &super::Candidate| {
            let source = format!("{} {}", candidate.name, candidate.source);
            [candidate.kind.clone(), source, candidate.why.clone()]
        };
        let rows: Vec<_> = analysis.dropped.iter().map(row).collect();
        let title = format!("Not points ({})", number(rows.len()));
        let body = table(&["kind", "source", "reason"], &rows, None);
        sections.push(Section::new("dropped", title, body).filtered());
    }
    sections.extend(html_section(&analysis.findings));
    sections
}

fn compared(analysis: &Analysis) -> Option<Section> {
    let difference = analysis.difference.as_ref()?;
    let row = |state: &str, known: &Known| {
        let (kind, method) = (known.kind.clone(), known.method.clone());
        [state.to_owned(), kind, method, known.place.short(), known.source.clone()]
    };
    let added = difference.added.iter().map(|known| row("new", known));
    let rows: Vec<_> = added.chain(difference.removed.iter().map(|known| row("gone", known))).collect();
    let mut body = format!("<p>Compared with <code>{}</code>: ", escape(&difference.old));
    body.push_str(&format!("{} unchanged.</p>\n", number(difference.unchanged)));
    if !rows.is_empty() {
        body.push_str(&table(&["state", "kind", "method", "place", "source"], &rows, None));
    }
    Some(Section::new("difference", "Changes", body).filtered())
}

fn details(point: &Point) -> String {
    let place = match point.place.short() {
        place if place.is_empty() => String::new(),
        place => format!(" <span class=\"quiet\">{}</span>", escape(&place)),
    };
    format!(
        "<details class=\"item\"><summary><code>{}</code> <span class=\"quiet\">{}</span>{place}</summary>\n{}</details>\n",
        breakable(&point.method),
        breakable(&point.source),
        facts(&about(point))
    )
}
