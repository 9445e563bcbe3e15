//! Points as a page.

use super::{Analysis, place};
use crate::Page;
use crate::page::{document, escape, facts, table};

impl Page for Analysis {
    fn html(&self) -> String {
        let mut body = format!("<h1>Mocking points</h1>\n<p>{}</p>\n", escape(&self.targets.join(", ")));
        body.push_str(&facts(&self.summary()));
        if let Some(difference) = &self.difference {
            let rows = |title: &str, list: &[super::Known]| {
                let row = |known: &super::Known| [title.to_owned(), known.kind.clone(), known.method.clone()];
                list.iter().map(row).collect::<Vec<_>>()
            };
            let mut all = rows("new", &difference.added);
            all.extend(rows("gone", &difference.removed));
            body.push_str(&format!("<h2>Compared with {}</h2>\n", escape(&difference.old)));
            body.push_str(&table(&["", "kind", "method"], &all, None));
        }
        for kind in ["system", "internal", "external", "white"] {
            let points: Vec<_> = self.points.iter().filter(|point| point.kind == kind).collect();
            if points.is_empty() {
                continue;
            }
            body.push_str(&format!("<h2>{kind}</h2>\n"));
            for point in points {
                body.push_str(&format!(
                    "<details><summary><code>{}</code> {}</summary>\n",
                    escape(&point.method),
                    escape(&point.source)
                ));
                let mut rows: Vec<(&str, String)> = vec![("state", point.group.clone())];
                for step in &point.chain {
                    rows.push(("way", format!("{} {}", place(&step.file, step.line), step.what)));
                }
                for lifted in &point.lifted_from {
                    rows.push(("lifted", format!("from {}: {}", lifted.method, lifted.why)));
                }
                rows.extend(point.caveat.iter().map(|caveat| ("but", caveat.clone())));
                if !point.writes.is_empty() {
                    rows.push(("writes", point.writes.join(", ")));
                }
                body.push_str(&facts(&rows));
                body.push_str("</details>\n");
            }
        }
        let rows: Vec<[String; 3]> = self
            .dropped
            .iter()
            .map(|candidate| {
                [
                    candidate.kind.clone(),
                    format!("{} {}", candidate.name, candidate.source),
                    candidate.why.clone(),
                ]
            })
            .collect();
        if !rows.is_empty() {
            body.push_str("<h2>No points</h2>\n");
            body.push_str(&table(&["kind", "source", "why"], &rows, None));
        }
        document("Mocking points", &body)
    }
}
