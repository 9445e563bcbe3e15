//! The reports as sections of a page.

use std::collections::HashSet;

use super::invocation::{Invocation, Outcome};
use super::list::{InvocationLine, InvocationList, LIST_COLUMNS};
use super::notes::ObjectHistory;
use super::picture::{Picture, pictures};
use super::state::Object;
use super::summary::{CLASS_COLUMNS, Class, JOINED_COLUMNS, Joined, METHOD_COLUMNS, Method, Summary};
use super::tree::{CUT_NOTE, Line, Shown};
use crate::drawing::svg::svg;
use crate::layout::count;
use crate::page::{Section, escape, facts, left_out, table};
use crate::render::html_section;

/// Renders the summary of a recording.
pub(super) fn summary(report: &Summary) -> Vec<Section> {
    let mut sections = vec![Section::new("about", "About", facts(&report.about()))];
    if !report.recordings.is_empty() {
        let rows: Vec<_> = report.recordings.iter().map(Joined::row).collect();
        sections.push(Section::new("recordings", "Recordings", table(&JOINED_COLUMNS, &rows, None)));
    }
    let only = report.only.as_ref().map_or(String::new(), |only| format!(" of {only}"));
    let rows = facts(&report.invocation_rows());
    sections.push(Section::new("invocations", format!("Invocations{only}"), rows));
    if !report.methods.is_empty() {
        let rows: Vec<_> = report.shown_methods().iter().map(Method::row).collect();
        let calls = report.shown_methods().iter().map(|method| method.statistics.map_or(0, |of| of.calls));
        let shares = shares(calls);
        let body = table(&METHOD_COLUMNS, &rows, Some((0, &shares)));
        let body = body + &left_out(report.methods.len() - rows.len());
        sections.push(Section::new("methods", "Methods", body));
    }
    if !report.classes.is_empty() {
        let rows: Vec<_> = report.shown_classes().iter().map(Class::row).collect();
        let shares = shares(report.shown_classes().iter().map(|class| class.objects));
        let body = table(&CLASS_COLUMNS, &rows, Some((0, &shares)));
        let body = body + &left_out(report.classes.len() - rows.len());
        sections.push(Section::new("classes", "Objects by class", body));
    }
    sections.extend(html_section(&report.findings));
    sections
}

/// Returns each number as a part of the greatest.
fn shares(numbers: impl Iterator<Item = u64> + Clone) -> Vec<f64> {
    let most = numbers.clone().max().unwrap_or(0).max(1) as f64;
    numbers.map(|number| number as f64 / most).collect()
}

/// Renders a list of invocations.
pub(super) fn list(report: &InvocationList) -> Vec<Section> {
    let rows: Vec<_> = report.invocations.iter().map(InvocationLine::row).collect();
    let only = report.only.as_ref().map_or(String::new(), |only| format!(" of {only}"));
    let body = table(&LIST_COLUMNS, &rows, None) + &left_out(report.left_out);
    vec![Section::new("invocations", format!("Invocations{only}"), body)]
}

/// Renders one invocation: facts, changes, drawings, and the states as trees.
pub(super) fn invocation(report: &Invocation) -> Vec<Section> {
    let parts = report.parts();
    let trees = report.trees(&parts);
    let pictures = pictures(report);
    let drawn: HashSet<u32> = pictures.iter().flat_map(|picture| &picture.drawn).copied().collect();
    let tree = |lines: &[Line]| tree_html(lines, &drawn);

    let recording = format!("<p class=\"quiet\">in <code>{}</code></p>\n", escape(&report.recording));
    let mut sections = vec![Section::new("about", "About", recording + &facts(&report.about()))];
    let mut body = String::from("<ul class=\"changes\">\n");
    for (change, lines) in report.changes.iter().zip(&trees.changes) {
        let (path, text) = (escape(&change.path), escape(&change.text));
        let lines = tree(lines);
        body.push_str(&format!("<li><code class=\"path\">{path}</code> <code>{text}</code>{lines}</li>\n"));
    }
    body.push_str("</ul>\n");
    for note in report.change_notes() {
        body.push_str(&format!("<p class=\"quiet\">{}</p>\n", escape(note)));
    }
    sections.push(Section::new("changes", "Changes", body));
    for (at, picture) in pictures.iter().enumerate() {
        sections.push(Section::new(format!("drawing-{at}"), picture.title, picture_html(picture)));
    }
    let body = match report.outcome {
        Outcome::Returned(None) => "<p class=\"quiet\">nothing: the method is void</p>\n".to_owned(),
        _ => tree(&trees.outcome),
    };
    sections.push(Section::new("outcome", report.outcome_title(), body));
    sections.push(Section::new("before", "Before the call", tree(&trees.before)));
    if !report.statics.is_empty() {
        let lines = report.statics.iter().map(|field| format!("<li>{}</li>\n", escape(&field.text())));
        let body = format!("<ul>\n{}</ul>\n", lines.collect::<String>());
        sections.push(Section::new("statics", "Static fields", body));
    }
    if !report.histories.is_empty() {
        let body: String = report.histories.iter().map(history).collect();
        sections.push(Section::new("histories", "Histories", body));
    }
    if trees.are_cut()
        && let Some(last) = sections.last_mut()
    {
        last.body.push_str(&format!("<p class=\"quiet\">{}</p>\n", escape(CUT_NOTE)));
    }
    sections
}

fn history(history: &ObjectHistory) -> String {
    let (title, events) = history.text();
    let lines = events.iter().map(|event| format!("<li><code>{}</code></li>\n", escape(event)));
    format!("<p><code>{}</code></p>\n<ul>\n{}</ul>\n", escape(&title), lines.collect::<String>())
}

fn picture_html(picture: &Picture) -> String {
    let mut out = String::new();
    let looks: HashSet<&str> = picture.diagram.boxes.iter().map(|shown| shown.look).collect();
    let legend = [
        ("changed", "changed"),
        ("new", "new"),
        ("frontier", "not looked into"),
        ("budget", "cut off by the budget"),
        ("masked", "masked"),
    ];
    let legend = legend.iter().filter(|(look, _)| looks.contains(look));
    let legend: String =
        legend.map(|(look, words)| format!("<span class=\"is-{look}\">{words}</span>")).collect();
    if !legend.is_empty() {
        out.push_str(&format!("<div class=\"legend\">{legend}</div>\n"));
    }
    out.push_str(&format!("<div class=\"drawing\">\n{}</div>\n", svg(&picture.diagram, picture.title, "o")));
    if picture.left_out > 0 {
        let drawn = count(picture.drawn.len(), "object", "objects");
        out.push_str(&format!(
            "<p class=\"quiet\">Drawn: {drawn}. Left out: {}, which --format json has.</p>\n",
            crate::layout::number(picture.left_out)
        ));
    }
    out
}

/// Renders lines of a tree, with links to the objects that are drawn.
fn tree_html(lines: &[Line], drawn: &HashSet<u32>) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let named = |object: &Object| match drawn.contains(&object.id) {
        true => format!("<a href=\"#o{0}\">#{0}</a> ", object.id),
        false => format!("#{} ", object.id),
    };
    let class = |object: &Object| {
        let (full, simple) = (escape(&object.class), escape(object.simple_class()));
        format!("<span class=\"class\" title=\"{full}\">{simple}</span>")
    };
    let title = |object: &Object, is_named: bool| {
        let name = if is_named { named(object) } else { String::new() };
        let space = if object.text.is_empty() { "" } else { " " };
        format!("{name}{}{space}{}", class(object), escape(&object.text))
    };
    let mut out = String::from("<pre>");
    for line in lines {
        let value = match &line.shown {
            Shown::Value(words) => escape(words),
            Shown::Object { object, is_named } => title(object, *is_named),
            Shown::Reference(object) => named(object) + &class(object),
            Shown::Cut { object, is_named } => {
                format!("{} <span class=\"cut\">{}</span>", title(object, *is_named), escape(&line.hidden()))
            }
            Shown::More(_) => format!("<span class=\"cut\">{}</span>", escape(&line.value())),
        };
        let (indent, prefix) = (escape(&line.indent()), escape(&line.prefix));
        out.push_str(&format!("{indent}<span class=\"label\">{prefix}</span>{value}\n"));
    }
    out + "</pre>\n"
}
