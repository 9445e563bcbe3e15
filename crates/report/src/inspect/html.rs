//! The reports as pages.

use std::collections::HashSet;

use super::invocation::{Invocation, Outcome};
use super::list::{InvocationLine, InvocationList, LIST_COLUMNS};
use super::picture::{Picture, pictures};
use super::state::Object;
use super::summary::{CLASS_COLUMNS, Class, METHOD_COLUMNS, Method, Summary};
use super::tree::{Line, Shown};
use crate::drawing::svg::svg;
use crate::layout::count;
use crate::page::{Page, document, escape, facts, left_out, table};

impl Page for Summary {
    fn html(&self) -> String {
        let mut body = format!("<h1>Recording <code>{}</code></h1>\n", escape(&self.recording));
        body.push_str(&facts(&self.about()));
        let only =
            self.only.as_ref().map_or(String::new(), |only| format!(" of <code>{}</code>", escape(only)));
        body.push_str(&format!("<h2>Invocations{only}</h2>\n{}", facts(&self.invocation_rows())));
        if !self.methods.is_empty() {
            let rows: Vec<_> = self.shown_methods().iter().map(Method::row).collect();
            let calls = self.shown_methods().iter().map(|method| method.statistics.map_or(0, |of| of.calls));
            let shares = shares(calls);
            body.push_str("<h2>Methods</h2>\n");
            body.push_str(&table(&METHOD_COLUMNS, &rows, Some((0, &shares))));
            body.push_str(&left_out(self.methods.len() - rows.len()));
        }
        if !self.classes.is_empty() {
            let rows: Vec<_> = self.shown_classes().iter().map(Class::row).collect();
            let shares = shares(self.shown_classes().iter().map(|class| class.objects));
            body.push_str("<h2>Objects by class</h2>\n");
            body.push_str(&table(&CLASS_COLUMNS, &rows, Some((0, &shares))));
            body.push_str(&left_out(self.classes.len() - rows.len()));
        }
        if !self.findings.is_empty() {
            body.push_str("<h2>Findings</h2>\n");
            for finding in &self.findings {
                let text = crate::finding::text(finding);
                body.push_str(&format!(
                    "<p class=\"finding-{}\"><code>{}</code></p>\n",
                    finding.severity,
                    escape(text.trim_end())
                ));
            }
        }
        document(&format!("Recording {}", self.recording), &body)
    }
}

/// Each number as a part of the greatest.
fn shares(numbers: impl Iterator<Item = u64> + Clone) -> Vec<f64> {
    let most = numbers.clone().max().unwrap_or(0).max(1) as f64;
    numbers.map(|number| number as f64 / most).collect()
}

impl Page for InvocationList {
    fn html(&self) -> String {
        let mut body = format!("<h1>Invocations in <code>{}</code></h1>\n", escape(&self.recording));
        if let Some(only) = &self.only {
            body.push_str(&format!("<p>Only <code>{}</code></p>\n", escape(only)));
        }
        let rows: Vec<_> = self.invocations.iter().map(InvocationLine::row).collect();
        body.push_str(&table(&LIST_COLUMNS, &rows, None));
        body.push_str(&left_out(self.left_out));
        document(&format!("Invocations in {}", self.recording), &body)
    }
}

impl Page for Invocation {
    fn html(&self) -> String {
        let title = format!("Invocation {} of {}", self.id, self.method);
        let mut body = format!("<h1>Invocation {} of <code>{}</code></h1>\n", self.id, escape(&self.method));
        body.push_str(&format!("<p class=\"quiet\">in <code>{}</code></p>\n", escape(&self.recording)));
        body.push_str(&facts(&self.about()));
        let parts = self.parts();
        let trees = self.trees(&parts);
        let pictures = pictures(self);
        let drawn: HashSet<u32> = pictures.iter().flat_map(|picture| &picture.drawn).copied().collect();
        let tree = |lines: &[Line]| tree_html(lines, &drawn);

        body.push_str("<h2>What changed</h2>\n<ul class=\"changes\">\n");
        for (change, lines) in self.changes.iter().zip(&trees.changes) {
            let (path, text) = (escape(&change.path), escape(&change.text));
            body.push_str(&format!(
                "<li><code class=\"path\">{path}</code> <code>{text}</code>{}</li>\n",
                tree(lines)
            ));
        }
        body.push_str("</ul>\n");
        for note in self.change_notes() {
            body.push_str(&format!("<p class=\"quiet\">{}</p>\n", escape(note)));
        }
        for picture in &pictures {
            body.push_str(&picture_html(picture));
        }
        body.push_str(&format!("<h2>{}</h2>\n", self.outcome_title()));
        body.push_str(&match self.outcome {
            Outcome::Returned(None) => "<p class=\"quiet\">nothing, as the method says</p>\n".to_owned(),
            _ => tree(&trees.outcome),
        });
        body.push_str(&format!("<h2>Before the call</h2>\n{}", tree(&trees.before)));
        if !self.statics.is_empty() {
            let lines = self.statics.iter().map(|field| format!("<li>{}</li>\n", escape(&field.text())));
            body.push_str(&format!("<h2>Static fields</h2>\n<ul>\n{}</ul>\n", lines.collect::<String>()));
        }
        if !self.histories.is_empty() {
            body.push_str("<h2>Histories</h2>\n");
        }
        for history in &self.histories {
            let (title, events) = history.text();
            let lines = events.iter().map(|event| format!("<li><code>{}</code></li>\n", escape(event)));
            let lines: String = lines.collect();
            body.push_str(&format!("<p><code>{}</code></p>\n<ul>\n{lines}</ul>\n", escape(&title)));
        }
        if trees.are_cut() {
            body.push_str("<p class=\"quiet\">… is where something was left out; --depth, --width and --objects show more</p>\n");
        }
        document(&title, &body)
    }
}

fn picture_html(picture: &Picture) -> String {
    let mut out = format!("<h2>{}</h2>\n", picture.title);
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

/// Lines of a tree, with links to the drawing.
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
